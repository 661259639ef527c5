import type { FileRun, MigrationTool } from '../../model/index.ts';
import type { SplitScript } from '../across-statements/script-reading.ts';
import { TOOL_ENTRIES, TOOL_ROWS, type ToolRow, type ToolTransactions } from '../text/migration-tools.ts';
import type { TokenRange } from '../text/splitter.ts';
import type { TokenList } from '../text/tokens.ts';

/** By what the tool knows a migration that it has run; undefined for the name of the file or its folder. */
export function knowsMigrationsBy(tool: MigrationTool | undefined): ToolRow['knows'] {
  return tool && TOOL_ROWS[tool].knows;
}

/** A part of a file that its tool runs in one transaction, or outside of any. */
export interface ToolTransaction {
  /** Start offset; the part ends where the next one starts. */
  readonly from: number;
  readonly open: boolean;
}

interface File extends SplitScript {
  readonly path: string;
  readonly serverVersion: number | undefined;
}

const IN_ONE: readonly ToolTransaction[] = [{ from: 0, open: true }];
const IN_NONE: readonly ToolTransaction[] = [{ from: 0, open: false }];

/** The parts of the file by how they run; undefined if neither the tool nor a setting says it. */
export function toolTransactions(
  file: SplitScript & { readonly path: string },
  run: FileRun | undefined,
): readonly ToolTransaction[] | undefined {
  const row = toolThatRuns(file.tokens.text, file.path, run?.tool);
  if (run?.transaction === false)
    return row?.transactions.turnOff?.by === 'file'
      ? sentTogether({ ...file, serverVersion: undefined }, row.transactions, IN_NONE)
      : IN_NONE;
  if (run?.transaction === true && !row?.transactions.offPath?.test(file.path))
    return turnsItOff(file, row) ? IN_NONE : IN_ONE;
  const parts = row && transactionsOf({ ...file, serverVersion: run?.serverVersion }, row.transactions);
  return parts && file.lexical.sessions.refusesNestedBegin ? begunOnce(file, parts) : parts;
}

/** A part that begins a transaction itself runs only if its tool begins none, such as golang-migrate with `x-no-tx-wrap`. */
function begunOnce({ tokens, ranges }: SplitScript, parts: readonly ToolTransaction[]): readonly ToolTransaction[] {
  const begins = ranges.flatMap(({ from }) => (tokens.word(from) === 'BEGIN' ? tokens.start(from) : []));
  let at = 0;
  return parts.map((part, index) => {
    const first = at;
    const end = parts[index + 1]?.from ?? tokens.text.length;
    while ((begins[at] ?? end) < end) at++;
    return at > first ? { ...part, open: false } : part;
  });
}

/** Whether the tool runs the file in one transaction with the other files that it has not run yet. */
export function runsWithOthers(text: string, path: string, tool: MigrationTool | undefined): boolean {
  return toolThatRuns(text, path, tool)?.transactions.unit === 'pending';
}

/** The tool that runs the file: the configured one, or the only one that runs such files; undefined if it is not known. */
export function toolThatRuns(text: string, path: string, tool: MigrationTool | undefined): ToolRow | undefined {
  return tool === undefined ? ownRow(text, path) : TOOL_ROWS[tool];
}

/** The tool that alone runs such a file. */
function ownRow(text: string, path: string): ToolRow | undefined {
  return TOOL_ENTRIES.find(
    ([, { ownFile }]) => ownFile && (ownFile.path?.test(path) || ownFile.content?.test(text)),
  )?.[1];
}

/** Whether a comment of the tool turns off what `transaction: true` says of all its files. Atlas has one without being named. */
function turnsItOff({ tokens }: { readonly tokens: TokenList }, row: ToolRow | undefined): boolean {
  const { unit, off, offAtStart } = (row ?? TOOL_ROWS.atlas).transactions;
  return unit === 'file' && off !== undefined && !offAtStart && tokens.comments.some(({ text }) => off.test(text));
}

function transactionsOf(file: File, how: ToolTransactions): readonly ToolTransaction[] | undefined {
  if (how.alwaysIn?.includes(file.dialect)) return IN_ONE;
  switch (how.unit) {
    case undefined:
      return undefined;
    case 'pending':
      return IN_ONE;
    case 'none':
      return sentTogether(file, how, IN_NONE);
    case 'file':
      return isOff(file, how) || how.noneIn?.includes(file.dialect) ? sentTogether(file, how, IN_NONE) : IN_ONE;
    case 'part':
      return sentTogether(file, how, partsOf(file, how));
  }
}

function isOff(file: File, { off, offAtStart, offPath, detectsRefused }: ToolTransactions): boolean {
  if (offPath) return offPath.test(file.path);
  if (detectsRefused)
    return file.lexical.sessions.refusesInTransaction && file.ranges.some((range) => isOutsideFlyway(file, range));
  if (!off) return false;
  return offAtStart ? off.test(file.tokens.text) : file.tokens.comments.some(({ text }) => off.test(text));
}

/** A new transaction at each marker, which can turn its own transaction off. */
function partsOf({ tokens }: File, { mark, off }: ToolTransactions): readonly ToolTransaction[] {
  const parts: ToolTransaction[] = [...IN_ONE];
  for (const { text, start } of tokens.comments)
    if (mark?.test(text)) parts.push({ from: start, open: !off?.test(text) });
  return parts;
}

/** Where no transaction is begun, the statements of one text are in one all the same, if the server sees to it. */
function sentTogether(
  file: File,
  how: ToolTransactions,
  parts: readonly ToolTransaction[],
): readonly ToolTransaction[] {
  if (!file.lexical.sessions.batchIsTransaction) return parts;
  return parts.flatMap((part, at) => {
    if (part.open) return part;
    const end = parts[at + 1]?.from ?? file.tokens.text.length;
    const isWhole = how.sendsWhole?.test(lineAt(file.tokens.text, part.from));
    if (how.sends === 'block') return blocksIn(file, part, end);
    const isText = how.sends === 'file' || how.sends === 'part' || isWhole;
    return isText && statementsIn(file, part.from, end) > 1 ? { ...part, open: true } : part;
  });
}

function lineAt(text: string, from: number): string {
  const end = text.indexOf('\n', from);
  return text.slice(from, end < 0 ? text.length : end);
}

function statementsIn({ tokens, ranges }: File, from: number, end: number): number {
  let count = 0;
  for (const range of ranges) {
    const start = tokens.start(range.from);
    if (start >= end) break;
    if (start >= from) count++;
  }
  return count;
}

const BLOCK = /^\+(?:goose|migrate)[ \t]+Statement(Begin|End)\b/i;

/** Several statements between StatementBegin and StatementEnd are one text. */
function blocksIn(file: File, part: ToolTransaction, end: number): readonly ToolTransaction[] {
  const parts: ToolTransaction[] = [part];
  let begin: number | undefined;
  for (const { text, start } of file.tokens.comments) {
    if (start < part.from || start >= end) continue;
    const mark = BLOCK.exec(text)?.[1]?.toLowerCase();
    if (mark === 'begin') begin = start;
    else if (mark === 'end' && begin !== undefined) {
      if (statementsIn(file, begin, start) > 1) parts.push({ from: begin, open: true }, { from: start, open: false });
      begin = undefined;
    }
  }
  return parts;
}

/**
 * What Flyway runs outside a transaction: the patterns of its PostgreSQLParser. It does not detect `REINDEX …
 * CONCURRENTLY` of one index or table, which then fails.
 */
const NOT_IN_FLYWAY =
  /^(?:(?:CREATE|DROP) (?:UNIQUE )?INDEX CONCURRENTLY|(?:CREATE|DROP) (?:DATABASE|TABLESPACE|SUBSCRIPTION)|ALTER SYSTEM|REINDEX (?:VERBOSE )?(?:SCHEMA|DATABASE|SYSTEM)|VACUUM|DISCARD ALL)\b/;
const ADDS_VALUE = /^ALTER TYPE .*ADD VALUE\b/;

function isOutsideFlyway({ tokens, serverVersion }: File, { from, to }: TokenRange): boolean {
  let text = '';
  for (let at = from; at < Math.min(to, from + 10); at++) text += `${tokens.word(at)} `;
  // PostgreSQL refuses it in a transaction before version 12.
  return NOT_IN_FLYWAY.test(text) || ((serverVersion ?? 120_000) < 120_000 && ADDS_VALUE.test(text));
}
