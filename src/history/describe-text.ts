import type { HistoryHeader, HistorySource } from '../model/index.ts';
import type { FlowSummary, HistoryDescription, UncarriedFact } from './describe.ts';
import { total } from './header.ts';

/** The description as plain text for people. Raw: print it made visible. */
export function descriptionText(description: HistoryDescription): string {
  const { header, flows, top, ageDays } = description;
  const { rows, statements, unread, truncated, folded, sources } = header;
  const lines = [
    `${number(statements)} executions in ${number(rows)} rows, ${number(flows)} flows; facts version ${header.factsVersion}`,
    windowOf(header, ageDays),
    `collected ${header.collected} by querygate ${header.tool}`,
    `unread: ${number(unread)} (${percent(unread, statements + unread)} of all); cut off by the source: ${number(truncated)}`,
  ];
  if (folded.flows > 0)
    lines.push(
      `folded: ${number(folded.rows)} rows of ${number(folded.flows)} flows with more than ${number(folded.maxVariants)} each; the facts in which they differed are not carried`,
    );
  lines.push('', ...sources.flatMap(sourceLines));
  lines.push(...countLines('unread, by reason', description.unread));
  lines.push(...countLines('read, and not understood whole, by reason', description.unreadable));
  lines.push(...countLines('passed over, being no queries', description.passedOver));
  lines.push(...uncarriedLines(description.notCarried, rows));
  if (top.length > 0)
    lines.push(
      `${top.length === flows ? 'flows' : `the ${number(top.length)} largest of ${number(flows)} flows`}, by executions:`,
    );
  for (const flow of top) lines.push(...flowLines(flow));
  return `${lines.join('\n')}\n`;
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
    `source ${name} (${kind}, ${dialect}): ${number(statements)} executions, ${number(total(unread))} unread, ${number(truncated)} cut off, ${number(bytes)} bytes`,
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
        `  ${fact}: ${count === rows ? 'all' : number(count)} rows, ${number(calls)} executions`,
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

function percent(part: number, whole: number): string {
  return `${whole === 0 ? 0 : Number(((100 * part) / whole).toPrecision(2))} %`;
}
