import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type CodeAction,
  createProtocolConnection,
  type Diagnostic,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type TextDocumentEdit,
  type TextEdit,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { SERVER } from '../../e2e/packaged.ts';
import { type Folder, newFolder } from '../cli/client.ts';

// Runs `querygate lsp` as an editor does.

const SQL = 'db/2.sql';

let folder: Folder;
let child: ChildProcess;
let editor: ProtocolConnection;
let published: { uri: string; version?: number; diagnostics: Diagnostic[] }[];
let onPublished: (() => void) | undefined;

beforeEach(async () => {
  folder = newFolder();
  write('.git/HEAD', 'ref: refs/heads/main\n');
  write('.querygate/config.yml', 'version: 1\ndialect: postgresql\n');
  child = spawn(process.execPath, [join(SERVER, 'index.js'), 'lsp', '--stdio'], {
    cwd: folder.dir,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  if (!child.stdout || !child.stdin) throw new Error('no streams');
  editor = createProtocolConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
  published = [];
  editor.onNotification('textDocument/publishDiagnostics', (params: (typeof published)[0]) => {
    published.push(params);
    onPublished?.();
  });
  editor.onRequest('client/registerCapability', () => null);
  editor.listen();
  await editor.sendRequest('initialize', {
    processId: process.pid,
    rootUri: pathToFileURL(folder.dir).href,
    capabilities: {
      workspace: {
        didChangeWatchedFiles: { dynamicRegistration: true },
        workspaceEdit: { documentChanges: true, resourceOperations: ['create', 'rename'] },
      },
    },
  });
  await editor.sendNotification('initialized', {});
});
afterEach(async () => {
  await editor.sendRequest('shutdown');
  const ended = new Promise<number | null>((done) => child.on('close', done));
  await editor.sendNotification('exit');
  expect(await ended).toBe(0);
  editor.dispose();
  folder.remove();
});

function write(path: string, text: string): void {
  mkdirSync(dirname(folder.path(path)), { recursive: true });
  writeFileSync(folder.path(path), text);
}

const uriOf = (path: string) => pathToFileURL(folder.path(path)).href;

/** Opens a document, and returns what is shown in it. */
async function open(text: string, path = SQL): Promise<readonly Diagnostic[]> {
  const textDocument = { uri: uriOf(path), languageId: 'sql', version: 1, text };
  await editor.sendNotification('textDocument/didOpen', { textDocument });
  return diagnosticsOf(path, 1);
}

async function diagnosticsOf(path: string, version: number): Promise<readonly Diagnostic[]> {
  for (;;) {
    const found = published.findLast(({ uri }) => uri === uriOf(path));
    if (found && (found.version ?? 0) >= version) return found.diagnostics;
    await new Promise<void>((done) => {
      onPublished = done;
    });
  }
}

async function change(version: number, text: string): Promise<readonly Diagnostic[]> {
  const textDocument = { uri: uriOf(SQL), version };
  await editor.sendNotification('textDocument/didChange', { textDocument, contentChanges: [{ text }] });
  return diagnosticsOf(SQL, version);
}

const at = (line: number, character: number) => ({ textDocument: { uri: uriOf(SQL) }, position: { line, character } });
const hover = (line: number, character: number) =>
  editor.sendRequest<{ contents: { value: string } } | null>('textDocument/hover', at(line, character));
const completion = (line: number, character: number) =>
  editor.sendRequest<readonly { label: string; detail: string }[]>('textDocument/completion', at(line, character));

describe('findings in a document', () => {
  it('are those of its rules, at the statement', async () => {
    expect(await open('SELECT 1;\nDROP TABLE orders;\n')).toEqual([
      {
        range: { start: { line: 1, character: 0 }, end: { line: 1, character: 17 } },
        severity: 1,
        code: 'no-drop-table',
        source: 'querygate',
        message: expect.stringMatching(/^dropping table orders loses all its rows.*\n.+/),
      },
    ]);
  });

  it('follow each change of its text, whatever is on disk', async () => {
    write(SQL, 'DROP TABLE orders;\n');
    expect(await open('SELECT 1;\n')).toEqual([]);
    expect(await change(2, 'SELECT 1;\nTRUNCATE orders;\n')).toMatchObject([{ code: 'no-truncate' }]);
    expect(await change(3, 'SELECT 1;\n')).toEqual([]);
  });

  it('are warnings if the rule warns, and unknown if a statement is not understood', async () => {
    const found = await open('CREATE INDEX i ON orders (id);\nDROP TABLE orders DROP TABLE users;\n');
    expect(found.map(({ severity, code }) => [severity, code])).toEqual([
      [1, 'no-drop-table'],
      [1, 'unreadable'],
      [2, 'require-concurrent-index'],
    ]);
    expect(found[1]?.message).toMatch(/^unknown: /);
  });

  it('are judged again when the rules change', async () => {
    write('.querygate/rules.yml', "version: 1\nextends: ['querygate:recommended@1']\n");
    expect(await open('DROP TABLE orders;\n')).toHaveLength(1);
    write(
      '.querygate/rules.yml',
      "version: 1\nextends: ['querygate:recommended@1']\nrules: [{ id: no-drop-table, verdict: off }]\n",
    );
    published = [];
    const changes = [{ uri: uriOf('.querygate/rules.yml'), type: 2 }];
    await editor.sendNotification('workspace/didChangeWatchedFiles', { changes });
    expect(await diagnosticsOf(SQL, 1)).toEqual([]);
  });

  it('say why nothing is judged', async () => {
    write('.querygate/rules.yml', 'version: 2\n');
    expect(await open('SELECT 1;\n')).toMatchObject([
      { severity: 1, message: expect.stringMatching(/^not checked: \.querygate\/rules\.yml:1/) },
    ]);
  });

  it('are gone when it is closed', async () => {
    await open('DROP TABLE orders;\n');
    published = [];
    await editor.sendNotification('textDocument/didClose', { textDocument: { uri: uriOf(SQL) } });
    expect(await diagnosticsOf(SQL, 0)).toEqual([]);
  });
});

describe('a hover', () => {
  it('says what the statement does, and which tables others wait for', async () => {
    await open('SELECT 1;\nALTER TABLE orders ADD CONSTRAINT fk FOREIGN KEY (c) REFERENCES customers (id);\n');
    const value = (await hover(1, 5))?.contents.value;
    expect(value).toContain('**add_constraint** `orders`');
    expect(value).toContain('Others wait for `orders`, `customers` until the transaction ends.');
  });

  it('explains the rule that an exemption names', async () => {
    await open('-- querygate:allow no-truncate, no-drop-table: archived\nDROP TABLE orders;\n');
    expect((await hover(0, 35))?.contents.value).toMatch(/^\*\*no-drop-table\*\* \(block\)\n\n/);
  });

  it('is empty between statements', async () => {
    await open('SELECT 1;\n\n\n\nSELECT 2;\n');
    expect(await hover(2, 0)).toBeNull();
  });
});

describe('a completion', () => {
  it.each([
    ['at the first rule', '-- querygate:allow '],
    ['in a rule', '-- querygate:allow no-dr'],
    ['at the next rule', '-- querygate:allow no-truncate, no'],
  ])('lists the rules that may be exempt, %s', async (_, text) => {
    await open(`${text}\nDROP TABLE orders;\n`);
    const found = await completion(0, text.length);
    expect(found.map(({ label }) => label)).toEqual(expect.arrayContaining(['no-drop-table', 'no-truncate']));
  });

  it.each([
    ['in the reason', '-- querygate:allow no-drop-table: no'],
    ['in SQL', 'SELECT '],
  ])('lists none %s', async (_, text) => {
    await open(`${text}\n`);
    expect(await completion(0, text.length)).toEqual([]);
  });
});

describe('a quick fix', () => {
  const GOOSE = "version: 1\ndialect: postgresql\nfiles: [{ paths: ['db/**'], tool: goose }]\n";
  const CREATE = '-- +goose Up\nCREATE INDEX i ON orders (id);\n';
  const actions = (line: number, only?: readonly string[]) => {
    const position = { line, character: 3 };
    const context = { diagnostics: [], ...(only && { only }) };
    const textDocument = { uri: uriOf(SQL) };
    return editor.sendRequest<readonly CodeAction[]>('textDocument/codeAction', {
      ...{ textDocument, context, range: { start: position, end: position } },
    });
  };

  it('writes the SQL with which the file passes', async () => {
    write('.querygate/config.yml', GOOSE);
    await open(CREATE);
    const [action, ...others] = await actions(1);
    expect(others).toEqual([]);
    expect(action).toMatchObject({ kind: 'quickfix', title: expect.stringContaining('(require-concurrent-index)') });
    const [edited] = (action?.edit?.documentChanges ?? []) as TextDocumentEdit[];
    expect(edited?.textDocument).toEqual({ uri: uriOf(SQL), version: 1 });
    const document = TextDocument.create(uriOf(SQL), 'sql', 1, CREATE);
    const fixed = TextDocument.applyEdits(document, (edited?.edits ?? []) as TextEdit[]);
    expect(fixed).toBe('-- +goose NO TRANSACTION\n-- +goose Up\nCREATE INDEX CONCURRENTLY i ON orders (id);\n');
    expect(await change(2, fixed)).toEqual([]);
  });

  it('adds the file that has to run afterwards', async () => {
    write('.querygate/config.yml', GOOSE);
    await open('-- +goose Up\nALTER TABLE orders ADD CONSTRAINT fk FOREIGN KEY (c) REFERENCES customers (id);\n');
    const found = (await actions(1)).find(({ title }) => title.includes('require-not-valid-foreign-key'));
    expect(found?.edit?.documentChanges?.slice(1)).toEqual([
      { kind: 'create', uri: expect.stringContaining('/db/3.sql'), options: { overwrite: false } },
      expect.objectContaining({ edits: [expect.objectContaining({ newText: expect.stringContaining('VALIDATE') })] }),
    ]);
  });

  it('renames the file if its name decides how it runs', async () => {
    write('.querygate/config.yml', GOOSE.replace('goose', 'popx'));
    const path = 'db/2_x.up.sql';
    await open('CREATE INDEX i ON orders (id);\n', path);
    const position = { line: 0, character: 3 };
    const [action] = await editor.sendRequest<readonly CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri: uriOf(path) },
      context: { diagnostics: [] },
      range: { start: position, end: position },
    });
    expect(action?.edit?.documentChanges?.slice(1)).toEqual([
      { kind: 'rename', oldUri: uriOf(path), newUri: uriOf('db/2_x.autocommit.up.sql') },
    ]);
  });

  it('is not there for another line, another kind, or a finding without one', async () => {
    write('.querygate/config.yml', GOOSE);
    await open(`${CREATE}DROP TABLE orders;\n`);
    expect([await actions(0), await actions(1, ['refactor']), await actions(2)]).toEqual([[], [], []]);
  });
});

it('a document that is no file is not judged', async () => {
  const textDocument = { uri: 'untitled:Untitled-1', languageId: 'sql', version: 1, text: 'DROP TABLE t;' };
  await editor.sendNotification('textDocument/didOpen', { textDocument });
  await open('SELECT 1;\n');
  expect(published.map(({ uri }) => uri)).toEqual([uriOf(SQL)]);
});
