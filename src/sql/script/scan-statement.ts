import type { Operation, Unreadable } from '../../model/index.ts';
import type { ScriptText } from '../across-statements/script-reading.ts';
import { readBodyStatements } from '../reader/body.ts';
import { leftOverAt } from '../reader/left-over.ts';
import { type Collector, Scan } from '../reader/scan.ts';
import { readStatement } from '../reader/statement.ts';
import { hasBody, isBetweenStrings, type TokenRange } from '../text/splitter.ts';
import { T, type TokenList } from '../text/tokens.ts';

/** The scan that read a statement, and the range of its tokens. */
export interface Scanned {
  readonly scan: Scan;
  readonly from: number;
  readonly to: number;
  readonly understood: boolean;
  /** Some servers run a part of it, and others skip that part. */
  readonly optional?: boolean;
  /** Where another statement begins without a separator; undefined: nowhere. */
  readonly leftOver?: Unreadable | undefined;
}

/** Reads the tokens of a statement, including those that only some servers run. */
export function scanStatement(text: ScriptText, range: TokenRange, out: Collector): Scanned {
  const { tokens, lexical } = text;
  let executable = false;
  let hasInnerTerminator = false;
  for (let at = range.from; at < range.to; at++) {
    const kind = tokens.kind(at);
    if (kind === T.execOpen) executable = true;
    else if (isInnerTerminator(tokens, at)) hasInnerTerminator = true;
  }
  const body = hasBody(tokens, range.from, lexical.compound);
  if (executable) {
    const read = readExecutable(text, range, out);
    if (!hasInnerTerminator || body) return read;
    readBetweenTerminators(read.scan, read.from, read.to);
    return { ...read, understood: false };
  }
  const scan = openScan(text, tokens, out, 'statement');
  let understood = readStatement(scan, range.from, range.to);
  // The splitter does not end a statement at a `;` inside parentheses, but a server may.
  if (hasInnerTerminator && !body && !out.operations.some(({ kind }) => kind === 'create_rule')) {
    readBetweenTerminators(scan, range.from, range.to);
    understood = false;
  }
  const leftOver = understood && !body && lexical.compound !== 'batch' ? leftOverOf(tokens, range) : undefined;
  return { scan, from: range.from, to: range.to, understood: understood && !leftOver, leftOver };
}

function leftOverOf(tokens: TokenList, range: TokenRange): Unreadable | undefined {
  const at = leftOverAt(tokens, range);
  if (at < 0) return undefined;
  const reason = `\`${tokens.word(at)}\` begins another statement without a separator before it; end the statement above with \`;\``;
  return { reason, span: { start: tokens.start(at), end: tokens.end(range.to - 1) } };
}

/** Reads the parts between inner `;`, even inside open parentheses. */
function readBetweenTerminators(scan: Scan, from: number, to: number): void {
  let first = from;
  for (let at = from; at <= to; at++) {
    if (at < to && !isInnerTerminator(scan.tokens, at)) continue;
    if (at > first) readBodyStatements(scan, first, at);
    first = at + 1;
  }
}

/** Whether the token is a `;` inside a statement, where a server may end the statement. */
function isInnerTerminator(tokens: TokenList, at: number): boolean {
  const kind = tokens.kind(at);
  return (kind === T.terminator || (kind === T.op && tokens.word(at) === ';')) && !isBetweenStrings(tokens, at);
}

/** @param tokens of the text, or those of one statement */
function openScan(text: ScriptText, tokens: TokenList, out: Collector, place: Operation['place']): Scan {
  return new Scan({
    tokens,
    dialect: text.dialect,
    lexical: text.lexical,
    place,
    depth: 0,
    out,
    readStatement,
    base: 0,
    fallbackSpan: { start: 0, end: 0 },
  });
}

/**
 * Servers in use are at least this version, and so run executable comments that require an older one. Others may be
 * skipped.
 */
const ALWAYS_RUN_BELOW = 50700;

/**
 * Reads a statement with executable comments as each server may: with their content and, if a server may skip them
 * because of their version, without it. The result holds the operations of both readings.
 */
function readExecutable(text: ScriptText, range: TokenRange, out: Collector): Scanned {
  const { tokens } = text;
  let depth = 0;
  let optional = false;
  const skipped = new Set<number>();
  for (let at = range.from; at < range.to; at++) {
    const kind = tokens.kind(at);
    if (kind === T.execOpen) {
      depth++;
      const version = /\d+/.exec(tokens.raw(at));
      const mayBeSkipped =
        tokens.raw(at).startsWith('/*M') || (version !== null && Number(version[0]) >= ALWAYS_RUN_BELOW);
      optional ||= mayBeSkipped;
      if (!mayBeSkipped) depth--;
    } else if (kind === T.execClose) depth = 0;
    else if (depth > 0) skipped.add(at);
  }
  const isMark = (at: number) => tokens.kind(at) === T.execOpen || tokens.kind(at) === T.execClose;
  const inside = tokens.kind(range.from) === T.execOpen;
  const all = tokens.filtered(range.from, range.to, (at) => !isMark(at));
  const scan = openScan(text, all, out, inside ? 'executable_comment' : 'statement');
  let understood = readStatement(scan, 0, all.length) || all.length === 0;
  if (optional) {
    const rest = tokens.filtered(range.from, range.to, (at) => !isMark(at) && !skipped.has(at));
    const before = out.operations.length;
    const without = openScan(text, rest, out, 'statement');
    const understoodWithout = rest.length === 0 || readStatement(without, 0, rest.length);
    const known = new Set(out.operations.slice(0, before).map(describe));
    const added = out.operations.splice(before).filter((operation) => !known.has(describe(operation)));
    for (const operation of added) out.operations.push(operation);
    understood &&= understoodWithout;
  }
  return { scan, from: 0, to: all.length, understood, optional };
}

function describe(operation: Operation): string {
  return `${operation.kind} ${operation.target.text} ${operation.filter}`;
}
