import type { Comment, Span } from '../../model/index.ts';
import { toLine } from '../ruleset/message.ts';

/** A suppression comment as written: `querygate:allow no-drop-table until 2027-01-31: archived`. */
export interface Directive {
  readonly span: Span;
  readonly rules: readonly string[];
  /** One line; empty if the directive is malformed. */
  readonly reason: string;
  /** Last day on which it applies (`YYYY-MM-DD`, UTC); undefined if none is written. */
  readonly until: string | undefined;
  /** The mistake in it and how to fix it, one line. A directive with a mistake has no effect. */
  readonly problem: string | undefined;
}

const MAX_REASON = 500;
/** Longer lines are not parsed, so that a pull request cannot make parsing slow. */
const MAX_LINE = 2000;
const FORM = 'write `querygate:allow <rule>[, <rule>] [until YYYY-MM-DD]: <reason>`';
const START = /^[\s*]*querygate\s*:\s*/i;
const ALLOW = /^[\s*]*querygate:allow(?:\s+|$)/;

/** Returns the directives of a comment: one for each line that starts with `querygate:`. */
export function directivesOf(comment: Comment): Directive[] {
  // Most comments contain no directive; do not split megabytes of text.
  if (!/querygate/i.test(comment.text)) return [];
  const span = { start: comment.start, end: comment.end };
  return comment.text
    .split(/\r\n|[\n\r]/)
    .filter((line) => START.test(line))
    .map((line) => parseLine(line, span));
}

function parseLine(line: string, span: Span): Directive {
  if (line.length > MAX_LINE)
    return malformed(span, `the suppression comment is longer than ${MAX_LINE} characters; ${FORM}`);
  if (!ALLOW.test(line)) {
    const word = line.replace(START, '').split(/[\s:]/, 1)[0] ?? '';
    return malformed(span, `unknown suppression comment \`querygate:${toLine(word, 40)}\`; ${FORM}`);
  }
  const rest = line.replace(ALLOW, '');
  const colon = rest.indexOf(':');
  const head = (colon === -1 ? rest : rest.slice(0, colon)).trim();
  const [names = '', ...after] = head.split(/\s+until(?:\s+|$)/i);
  const rules = names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const until = after.length === 0 ? undefined : after.join(' until ').trim();
  const reason = colon === -1 ? '' : toLine(rest.slice(colon + 1), MAX_REASON);
  const problem = problemOf(rules, until, reason);
  return { span, rules, reason, until: problem === undefined ? until : undefined, problem };
}

function problemOf(rules: readonly string[], until: string | undefined, reason: string): string | undefined {
  if (rules.length === 0) return `the suppression comment names no rule; ${FORM}`;
  const wrong = rules.find((rule) => !/^[a-z][a-z0-9-]*$/.test(rule));
  if (wrong !== undefined) return `\`${toLine(wrong, 80)}\` is not a rule id; ${FORM}`;
  if (until !== undefined && !isDay(until))
    return `\`${toLine(until, 40)}\` is not a valid date; write it as \`YYYY-MM-DD\``;
  // Invisible characters are not a reason.
  if (!/[\p{L}\p{N}]/u.test(reason)) return `the suppression comment gives no reason; ${FORM}`;
  return undefined;
}

function malformed(span: Span, problem: string): Directive {
  return { span, rules: [], reason: '', until: undefined, problem };
}

/** Whether a text is a valid date, `YYYY-MM-DD`. */
function isDay(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!parts) return false;
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number];
  if (month < 1 || month > 12 || day < 1) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day <= days;
}
