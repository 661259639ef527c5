import {
  completenessText,
  counted,
  FACTS_VERSION,
  grouped,
  type HistoryHeader,
  type HistorySource,
} from '../../model/index.ts';
import type { FlowSummary, HistoryDescription, UncarriedFact } from './describe.ts';
import { total } from './header.ts';
import { factsMissingIn } from './older-facts.ts';

/** Formats the description as plain text. Not escaped for terminals: the caller escapes control characters. */
export function descriptionText(description: HistoryDescription): string {
  const { header, flows, top, ageDays } = description;
  const lines = [
    ...totalLines(header, ageDays, `, ${counted(flows, 'flow')}`),
    `collected ${header.collected} by querygate ${header.tool}; facts version ${header.factsVersion}`,
    ...olderLines(header),
    '',
    ...header.sources.flatMap(sourceLines),
    ...countLines('unread, by reason', description.unread),
    ...countLines('read but not fully understood, by reason', description.unreadable),
    ...countLines('skipped (not client queries), by reason', description.passedOver),
    ...uncarriedLines(description.notCarried, header.rows),
  ];
  if (top.length > 0) {
    const which = top.length === flows ? 'flows' : `the ${grouped(top.length)} largest of ${grouped(flows)} flows`;
    lines.push(`${which} (a query shape and its caller), by executions:`, ...top.flatMap(flowLines));
  }
  return text(lines);
}

/** Formats a header as plain text. Not escaped for terminals: the caller escapes control characters. */
export function headerText(header: HistoryHeader): string {
  return text([
    ...totalLines(header, undefined, ''),
    ...olderLines(header),
    '',
    ...header.sources.flatMap(sourceLines),
  ]);
}

/** Names come from clients, so none of them may begin a line of its own. */
function inOneLine(line: string): string {
  return line.replace(
    /[\p{Cc}\u2028\u2029]/gu,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}

/** Joins lines, with exactly one newline at the end. */
function text(lines: readonly string[]): string {
  return `${lines.map(inOneLine).join('\n').trimEnd()}\n`;
}

function totalLines(header: HistoryHeader, ageDays: number | undefined, flows: string): string[] {
  const { rows, statements, unread, truncated, folded } = header;
  const lines = [
    `${counted(statements, 'execution')} in ${counted(rows, 'row')}${flows}`,
    windowOf(header, ageDays),
    `unread: ${grouped(unread)} (${percent(unread, statements + unread)} of all); cut off by the source: ${grouped(truncated)}`,
  ];
  if (folded.flows > 0) {
    lines.push(
      `folded: ${counted(folded.rows, 'row')} of ${counted(folded.flows, 'flow')} with more than ${counted(folded.maxVariants, 'row')} each; facts that differed are not recorded`,
    );
  }
  return lines;
}

/** The facts themselves are listed under each source. */
function olderLines({ factsVersion }: HistoryHeader): string[] {
  if (factsVersion >= FACTS_VERSION) return [];
  const missing = factsMissingIn(factsVersion);
  return [
    `these rows have version ${factsVersion} of the facts, and do not record ${counted(missing.length, 'fact')} of version ${FACTS_VERSION}; collect the history again to record them`,
  ];
}

function windowOf({ from, to }: HistoryHeader, ageDays: number | undefined): string {
  if (from === undefined || to === undefined) return 'window: unknown (no source records times)';
  const age =
    ageDays === undefined
      ? ''
      : `; last execution ${ageDays <= 0 ? 'today' : counted(ageDays, 'day')}${ageDays > 0 ? ' ago' : ''}`;
  return `window: ${from} to ${to}${age}`;
}

function sourceLines({
  kind,
  origin,
  name,
  dialect,
  from,
  to,
  bytes,
  gaps = [],
  statements,
  unread,
  truncated,
  notCarried,
  notes,
}: HistorySource): string[] {
  return [
    `source ${name} (${origin === undefined ? '' : `${origin}, `}${kind}, ${dialect}): ${counted(statements, 'execution')}, ${grouped(total(unread))} unread, ${grouped(truncated)} cut off, ${counted(bytes, 'byte')}`,
    ...(from === undefined || to === undefined ? ['  no times recorded'] : [`  ${from} to ${to}`]),
    `  ${completenessText(gaps)}`,
    ...(notCarried.length === 0 ? [] : [`  does not record ${notCarried.join(', ')}`]),
    ...notes.map((note) => `  ${note}`),
    '',
  ];
}

function countLines(title: string, counts: Readonly<Record<string, number>>): string[] {
  const entries = Object.entries(counts);
  if (entries.length === 0) return [];
  return [`${title}:`, ...entries.map(([reason, count]) => `  ${grouped(count)}  ${reason}`), ''];
}

function uncarriedLines(facts: readonly UncarriedFact[], rows: number): string[] {
  if (facts.length === 0) return [];
  return [
    'facts not recorded; a rule that needs one may be undecided for these rows:',
    ...facts.map(
      ({ fact, rows: count, calls }) =>
        `  ${fact}: ${grouped(count)} of ${grouped(rows)} rows, ${counted(calls, 'execution')}`,
    ),
    '',
  ];
}

const MAX_SHAPE = 400;

function flowLines({ shape, application, user, database, calls, share, rows, days, lastSeen }: FlowSummary): string[] {
  const by = application || user || 'unknown caller';
  const where = database ? ` on ${database}` : '';
  const when = days === 0 ? '' : `, ${counted(days, 'day')}, last ${lastSeen ?? ''}`;
  const text = shape.length > MAX_SHAPE ? `${shape.slice(0, MAX_SHAPE)} …` : shape;
  return [
    `  ${grouped(calls)} (${percent(share, 1)}) by ${by}${where}${when}, ${counted(rows, 'row')}`,
    `    ${text.replaceAll('\n', ' ')}`,
  ];
}

/** Rounds to three significant digits. */
function percent(part: number, all: number): string {
  return `${all === 0 ? 0 : Number(((100 * part) / all).toPrecision(3))} %`;
}
