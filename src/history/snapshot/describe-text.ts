import type { HistoryHeader, HistorySource } from '../../model/index.ts';
import type { FlowSummary, HistoryDescription, UncarriedFact } from './describe.ts';
import { total } from './header.ts';

/** The description as plain text for people. Raw: print it made visible. */
export function descriptionText(description: HistoryDescription): string {
  const { header, flows, top, ageDays } = description;
  const lines = [
    ...totalLines(header, ageDays, `, ${counted(flows, 'flow')}`),
    `collected ${header.collected} by querygate ${header.tool}; facts version ${header.factsVersion}`,
    '',
    ...header.sources.flatMap(sourceLines),
    ...countLines('unread, by reason', description.unread),
    ...countLines('read, and not understood whole, by reason', description.unreadable),
    ...countLines('passed over, being no queries', description.passedOver),
    ...uncarriedLines(description.notCarried, header.rows),
  ];
  if (top.length > 0) {
    const which = top.length === flows ? 'flows' : `the ${number(top.length)} largest of ${number(flows)} flows`;
    lines.push(`${which}, by executions:`, ...top.flatMap(flowLines));
  }
  return text(lines);
}

/** What is in a header, as plain text for people. Raw: print it made visible. */
export function headerText(header: HistoryHeader): string {
  return text([...totalLines(header, undefined, ''), '', ...header.sources.flatMap(sourceLines)]);
}

/** Names come from whoever connects: none of them begins a line of its own. */
function inOneLine(line: string): string {
  return line.replace(
    /[\p{Cc}\u2028\u2029]/gu,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}

/** Lines with one newline at the end, whatever empty lines there are. */
function text(lines: readonly string[]): string {
  return `${lines.map(inOneLine).join('\n').trimEnd()}\n`;
}

function totalLines(header: HistoryHeader, ageDays: number | undefined, flows: string): string[] {
  const { rows, statements, unread, truncated, folded } = header;
  const lines = [
    `${counted(statements, 'execution')} in ${counted(rows, 'row')}${flows}`,
    windowOf(header, ageDays),
    `unread: ${number(unread)} (${percent(unread, statements + unread)} of all); cut off by the source: ${number(truncated)}`,
  ];
  if (folded.flows > 0) {
    lines.push(
      `folded: ${counted(folded.rows, 'row')} of ${counted(folded.flows, 'flow')} with more than ${number(folded.maxVariants)} each; the facts in which they differed are not carried`,
    );
  }
  return lines;
}

function windowOf({ from, to }: HistoryHeader, ageDays: number | undefined): string {
  if (from === undefined || to === undefined) return 'window: not known, no source carries a time';
  const age =
    ageDays === undefined
      ? ''
      : `; the last one ran ${ageDays <= 0 ? 'today' : counted(ageDays, 'day')}${ageDays > 0 ? ' ago' : ''}`;
  return `window: ${from} to ${to}${age}`;
}

function sourceLines({
  kind,
  name,
  dialect,
  from,
  to,
  bytes,
  statements,
  unread,
  truncated,
  notCarried,
  notes,
}: HistorySource): string[] {
  return [
    `source ${name} (${kind}, ${dialect}): ${counted(statements, 'execution')}, ${number(total(unread))} unread, ${number(truncated)} cut off, ${counted(bytes, 'byte')}`,
    ...(from === undefined || to === undefined ? ['  carries no time'] : [`  ${from} to ${to}`]),
    ...(notCarried.length === 0 ? [] : [`  does not carry ${notCarried.join(', ')}`]),
    ...notes.map((note) => `  ${note}`),
    '',
  ];
}

function countLines(title: string, counts: Readonly<Record<string, number>>): string[] {
  const entries = Object.entries(counts);
  if (entries.length === 0) return [];
  return [`${title}:`, ...entries.map(([reason, count]) => `  ${number(count)}  ${reason}`), ''];
}

function uncarriedLines(facts: readonly UncarriedFact[], rows: number): string[] {
  if (facts.length === 0) return [];
  return [
    'not carried; a rule that needs such a fact may stay undecided there:',
    ...facts.map(
      ({ fact, rows: count, calls }) =>
        `  ${fact}: ${number(count)} of ${number(rows)} rows, ${counted(calls, 'execution')}`,
    ),
    '',
  ];
}

const MAX_SHAPE = 400;

function flowLines({ shape, application, user, database, calls, share, rows, days, lastSeen }: FlowSummary): string[] {
  const by = application || user || 'caller not known';
  const where = database ? ` on ${database}` : '';
  const when = days === 0 ? '' : `, ${counted(days, 'day')}, last ${lastSeen ?? ''}`;
  const text = shape.length > MAX_SHAPE ? `${shape.slice(0, MAX_SHAPE)} …` : shape;
  return [
    `  ${number(calls)} (${percent(share, 1)}) by ${by}${where}${when}, ${counted(rows, 'row')}`,
    `    ${text.replaceAll('\n', ' ')}`,
  ];
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}

function counted(count: number, noun: string): string {
  return `${number(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Three significant digits. */
function percent(part: number, whole: number): string {
  return `${whole === 0 ? 0 : Number(((100 * part) / whole).toPrecision(3))} %`;
}
