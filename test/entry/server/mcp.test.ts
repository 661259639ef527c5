import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SERVER } from '../../e2e/packaged.ts';
import { type Folder, newFolder } from '../cli/client.ts';
import { McpClient } from './mcp-client.ts';

// Runs `querygate mcp` as an agent does, with the client of the SDK.

let folder: Folder;
let mcp: McpClient | undefined;

beforeEach(() => {
  folder = newFolder();
  write('.git/HEAD', 'ref: refs/heads/main\n');
  write('.querygate/config.yml', 'version: 1\ndialect: postgresql\n');
  write('.querygate/rules.yml', "version: 1\nextends: ['querygate:read-only@1']\n");
});
afterEach(async () => {
  await mcp?.close();
  mcp = undefined;
  folder.remove();
});

function write(path: string, text: string): void {
  mkdirSync(dirname(folder.path(path)), { recursive: true });
  writeFileSync(folder.path(path), text);
}

async function start(...args: readonly string[]): Promise<McpClient> {
  mcp = await McpClient.start(folder.dir, args);
  return mcp;
}

it('offers no tool that runs SQL without a database', async () => {
  const { tools } = await (await start()).client.listTools();
  expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
    ['check_sql', true],
    ['explain_sql', true],
    ['list_rules', true],
  ]);
});

describe('check_sql', () => {
  it('says why SQL does not pass, and what does, as text and as data', async () => {
    const { text, structured, isError } = await (await start()).call('check_sql', { sql: 'DELETE FROM orders' });
    expect(isError).toBe(false);
    expect(structured).toMatchObject({
      verdict: 'block',
      dialect: 'postgresql',
      ruleset: { sources: ['querygate:read-only@1', '.querygate/rules.yml'] },
      reasons: [
        { rule: 'require-read-only', seen: { operation: 'delete', target: 'orders', sql: 'DELETE FROM orders' } },
      ],
      instead: { kind: 'dry-run', sql: 'EXPLAIN DELETE FROM orders' },
    });
    expect(text).toMatch(/^block: [\s\S]*require-read-only[\s\S]*\nEXPLAIN DELETE FROM orders$/);
  });

  it('lets a read pass', async () => {
    const { structured } = await (await start()).call('check_sql', { sql: 'SELECT id FROM orders' });
    expect(structured).toMatchObject({ verdict: 'allow', statements: 1, reasons: [] });
  });

  it('does not count comments that exempt', async () => {
    const rules = ['--rules', 'querygate:recommended@1'];
    const sql = '-- querygate:allow no-drop-table: archived\nDROP TABLE orders';
    const { structured } = await (await start(...rules)).call('check_sql', { sql });
    expect(structured).toMatchObject({ verdict: 'block', reasons: [{ rule: 'no-drop-table' }] });
  });

  it('takes the caller and the dialect of each call', async () => {
    const rule = `{ id: no-agent, operations: [any], when: 'caller.user == "agent" && caller.application == "bot"', verdict: block, message: m, description: d }`;
    write('.querygate/rules.yml', `version: 1\nextends: []\nrules: [${rule}]\n`);
    const agent = { sql: 'SHOW TABLES', dialect: 'mysql', user: 'agent', application: 'bot' };
    const client = await start('--caller', 'application=app');
    expect((await client.call('check_sql', agent)).structured).toMatchObject({ verdict: 'block', dialect: 'mysql' });
    const { application: _, ...other } = agent;
    expect((await client.call('check_sql', other)).structured).toMatchObject({ verdict: 'allow' });
  });

  it('keeps the rules of its start, which an agent could edit', async () => {
    const client = await start();
    write('.querygate/rules.yml', 'version: 1\nextends: []\n');
    expect((await client.call('check_sql', { sql: 'DROP TABLE orders' })).structured).toMatchObject({
      verdict: 'block',
    });
  });

  it('asks for the dialect where nothing says it', async () => {
    write('.querygate/config.yml', 'version: 1\n');
    const { text, isError } = await (await start()).call('check_sql', { sql: 'SELECT 1' });
    expect([isError, text]).toEqual([true, expect.stringMatching(/^name the dialect of the SQL: one of postgresql, /)]);
  });

  it('refuses arguments that it does not know the type of', async () => {
    expect((await (await start()).call('check_sql', { sql: 1 })).isError).toBe(true);
  });
});

it('explain_sql says what each statement does', async () => {
  const { text } = await (await start()).call('explain_sql', { sql: 'DELETE FROM orders' });
  expect(text).toMatch(/delete orders .*filter none/);
});

it('list_rules lists the rules in force', async () => {
  const { structured, text } = await (await start()).call('list_rules');
  expect(structured.rules.map(({ rule }: { readonly rule: string }) => rule)).toEqual([
    'require-read-only',
    'no-unlisted-effect',
  ]);
  expect(text).toMatch(/^require-read-only \(block\): /);
});

it.each([
  ['rules that do not load', ['--rules', 'missing.yml'], /missing\.yml/],
  ['a pack that does not exist', ['--rules', 'querygate:other@1'], /querygate:other@1/],
  ['events without a database', ['--events', 'events.jsonl'], /--database-url/],
  ['a URL of another database', ['--database-url', 'mysql://localhost/shop'], /only PostgreSQL is supported/],
  [
    'events that cannot be written',
    ['--database-url', 'postgresql://localhost/shop', '--events', 'no/folder/x'],
    /events cannot be written/,
  ],
])('does not start with %s', (_, args, message) => {
  const { status, stderr } = spawnSync(process.execPath, [join(SERVER, 'index.js'), 'mcp', ...args], {
    cwd: folder.dir,
    encoding: 'utf8',
    input: '',
  });
  expect([status, stderr]).toEqual([2, expect.stringMatching(message)]);
});
