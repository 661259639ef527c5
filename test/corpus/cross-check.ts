// Reads a folder of real SQL files and reports where the readers disagree or cannot read a statement:
//   node test/corpus/cross-check.ts <dialect> <folder…> [--list] [--match <regular expression of paths>]
// Prints counts; `--list` also prints every case. Exits with 1 if a statement is unreadable or an operation was missed.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Dialect, isDialect, LineIndex, type SqlScript, type Statement } from '../../src/model/index.ts';
import { createSqlReader, decodeSql } from '../../src/sql/index.ts';
import { destructionInWords } from './words.ts';

interface Case {
  readonly kind: 'unreadable' | 'only the grammar saw' | 'words without an operation' | 'statements counted otherwise';
  readonly where: string;
  readonly what: string;
}

function filesBelow(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.toLowerCase().endsWith('.sql'))
    .sort()
    .map((name) => join(path, name));
}

function excerpt(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 160);
}

function checkStatement(statement: Statement, script: SqlScript, where: string, dialect: Dialect, cases: Case[]): void {
  const text = script.text.slice(statement.span.start, statement.span.end);
  for (const { reason, span } of statement.unreadable) {
    cases.push({ kind: 'unreadable', where, what: `${reason}: ${excerpt(script.text.slice(span.start, span.end))}` });
  }
  for (const operation of statement.operations) {
    if (operation.readers.length !== 1 || operation.readers[0] !== 'libpg-query') continue;
    cases.push({
      kind: 'only the grammar saw',
      where,
      what: `${operation.kind} ${operation.target.text}: ${excerpt(text)}`,
    });
  }
  const kinds = new Set<string>(statement.operations.map(({ kind }) => kind));
  for (const { words, any } of destructionInWords(text, dialect)) {
    if (any.some((kind) => kinds.has(kind))) continue;
    cases.push({ kind: 'words without an operation', where, what: `${words}: ${excerpt(text)}` });
  }
}

/** The number of statements that PostgreSQL's grammar finds in the whole file; undefined if it rejects the file. */
async function countByGrammar(text: string): Promise<number | undefined> {
  const { loadModule, parseSync } = await import('libpg-query');
  await loadModule();
  try {
    const parsed: unknown = parseSync(text);
    const statements = typeof parsed === 'object' && parsed !== null && 'stmts' in parsed ? parsed.stmts : [];
    return Array.isArray(statements) ? statements.length : 0;
  } catch {
    return undefined;
  }
}

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { list: { type: 'boolean', default: false }, match: { type: 'string', default: '' } },
  });
  const [dialect = '', ...folders] = positionals;
  if (!isDialect(dialect) || folders.length === 0) {
    process.stderr.write('usage: cross-check.ts <dialect> <folder…> [--list] [--match <regular expression>]\n');
    return 2;
  }
  const reader = await createSqlReader(dialect);
  const match = new RegExp(values.match);
  const cases: Case[] = [];
  const counts = { files: 0, bytes: 0, 'not text': 0, statements: 0, operations: 0, 'files counted by the grammar': 0 };
  const started = process.hrtime.bigint();
  for (const path of folders.flatMap(filesBelow).filter((name) => match.test(name))) {
    const bytes = readFileSync(path);
    const decoded = decodeSql(bytes);
    counts.files++;
    counts.bytes += bytes.length;
    if (decoded.text === undefined) {
      counts['not text']++;
      cases.push({ kind: 'unreadable', where: path, what: decoded.reason });
      continue;
    }
    const script = reader.read(decoded.text, { path });
    const lines = new LineIndex(decoded.text);
    counts.statements += script.statements.length;
    for (const { reason, span } of script.unreadable) {
      cases.push({ kind: 'unreadable', where: `${path}:${lines.position(span.start).line}`, what: reason });
    }
    for (const statement of script.statements) {
      counts.operations += statement.operations.length;
      const where = `${path}:${lines.position(statement.span.start).line}`;
      checkStatement(statement, script, where, dialect, cases);
    }
    if (dialect !== 'postgresql') continue;
    const counted = await countByGrammar(decoded.text);
    if (counted === undefined) continue;
    counts['files counted by the grammar']++;
    if (counted !== script.statements.length)
      cases.push({
        kind: 'statements counted otherwise',
        where: path,
        what: `${script.statements.length} here, ${counted} by the grammar`,
      });
  }
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  for (const [name, count] of Object.entries(counts)) process.stdout.write(`${name}: ${count}\n`);
  const kinds = new Map<string, number>();
  for (const { kind } of cases) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  for (const [kind, count] of kinds) process.stdout.write(`${kind}: ${count}\n`);
  process.stdout.write(`seconds: ${seconds.toFixed(2)}\n`);
  if (values.list) for (const { kind, where, what } of cases) process.stdout.write(`${kind}\t${where}\t${what}\n`);
  return cases.length > 0 ? 1 : 0;
}

process.exitCode = await main();
