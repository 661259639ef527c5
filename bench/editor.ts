import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import { createSqlReader } from '../src/sql/index.ts';
import { cpuSeconds } from './load/usage.ts';
import { summary } from './measure.ts';

// The CPU time of judging a file of 2,000 lines again in a warm language server, after each edit of a line: `npm run bench --
// editor`. The floor is to parse the file once, without rules. Needs the service (`npm run build:server`), and Linux.

const LINES = 2_000;
const WARM_UP = 20;
const ROUNDS = 60;
/** CPU times of a process are counted in hundredths of a second, so each measures several edits. */
const EDITS = 5;

const folder = mkdtempSync(join(tmpdir(), 'querygate-editor-'));
mkdirSync(join(folder, '.git'));
writeFileSync(join(folder, '.git/HEAD'), 'ref: refs/heads/main\n');
mkdirSync(join(folder, '.querygate'));
writeFileSync(join(folder, '.querygate/config.yml'), 'version: 1\ndialect: postgresql\n');

/** A migration with statements of all kinds. */
function migration(edit: number): string {
  const lines: string[] = [];
  for (let at = 0; lines.length < LINES; at++) {
    lines.push(
      `CREATE TABLE shop.orders_${at} (`,
      '  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,',
      '  customer_id bigint NOT NULL REFERENCES shop.customers (id),',
      "  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'paid', 'sent')),",
      '  created_at timestamptz NOT NULL DEFAULT now()',
      ');',
      `CREATE INDEX orders_${at}_customer ON shop.orders_${at} (customer_id);`,
      `ALTER TABLE shop.customers ADD COLUMN last_order_${at} bigint;`,
      `CREATE INDEX customers_last_${at} ON shop.customers (last_order_${at});`,
      `UPDATE shop.customers c SET last_order_${at} = o.id`,
      `  FROM shop.orders_${at} o WHERE o.customer_id = c.id AND o.created_at > now() - interval '1 day';`,
      `INSERT INTO shop.settings (name, value) VALUES ('orders_${at}', '${at}'), ('edit', '${edit}');`,
      `COMMENT ON TABLE shop.orders_${at} IS 'Orders of part ${at}';`,
    );
  }
  return `${lines.slice(0, LINES).join('\n')}\n`;
}

const child = spawn(process.execPath, [join(import.meta.dirname, '../server/index.js'), 'lsp', '--stdio'], {
  cwd: folder,
  stdio: ['pipe', 'pipe', 'inherit'],
});
const editor = createProtocolConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
const uri = pathToFileURL(join(folder, 'db/2.sql')).href;
let shown = { version: 0, findings: 0 };
let onShown = (): void => {};
editor.onNotification(
  'textDocument/publishDiagnostics',
  ({ version = 0, diagnostics }: { version?: number; diagnostics: readonly unknown[] }) => {
    shown = { version, findings: diagnostics.length };
    onShown();
  },
);
editor.onRequest('client/registerCapability', () => null);
editor.listen();
await editor.sendRequest('initialize', {
  processId: process.pid,
  rootUri: pathToFileURL(folder).href,
  capabilities: {},
});
await editor.sendNotification('initialized', {});

let version = 1;
const textDocument = { uri, languageId: 'sql', version, text: migration(0) };
await editor.sendNotification('textDocument/didOpen', { textDocument });
await untilShown();

async function untilShown(): Promise<void> {
  while (shown.version < version)
    await new Promise<void>((done) => {
      onShown = done;
    });
}

/** Types, and waits for the findings. */
async function edit(): Promise<void> {
  version++;
  const contentChanges = [{ text: migration(version) }];
  await editor.sendNotification('textDocument/didChange', { textDocument: { uri, version }, contentChanges });
  await untilShown();
}

/** CPU seconds of the server so far. */
function spent(): number {
  const seconds = child.pid === undefined ? undefined : cpuSeconds(child.pid);
  if (seconds === undefined) throw new Error('the CPU time of the language server is not known here');
  return seconds;
}

for (let at = 0; at < WARM_UP; at++) await edit();
const judged: number[] = [];
for (let at = 0; at < ROUNDS / EDITS; at++) {
  const before = spent();
  for (let each = 0; each < EDITS; each++) await edit();
  judged.push((spent() - before) / EDITS);
}
await editor.sendRequest('shutdown');
await editor.sendNotification('exit');
editor.dispose();
rmSync(folder, { recursive: true, force: true });

const reader = await createSqlReader('postgresql');
const parsed: number[] = [];
for (let at = 0; at < WARM_UP + ROUNDS; at++) {
  const before = process.cpuUsage();
  reader.read(migration(at), { path: 'db/2.sql' });
  const { user, system } = process.cpuUsage(before);
  if (at >= WARM_UP) parsed.push((user + system) / 1_000_000);
}

const milliseconds = (seconds: number) => `${(seconds * 1000).toFixed(0)} ms of CPU`;
const [again, floor] = [summary(judged), summary(parsed)];
process.stdout.write(
  `${LINES} lines, ${shown.findings} findings\n` +
    `parsed once, warm: ${milliseconds(floor.median)}\n` +
    `judged again after an edit, warm: ${milliseconds(again.median)} (${(again.median / floor.median).toFixed(1)} times as much)\n`,
);
