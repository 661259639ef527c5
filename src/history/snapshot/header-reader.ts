import {
  DIALECTS,
  type Dialect,
  FACTS_VERSION,
  HISTORY_GAPS,
  HISTORY_VERSION,
  type HistoryHeader,
  type HistorySource,
  SOURCE_KINDS,
  type SourceKind,
} from '../../model/index.ts';
import { sourcesOf } from './older-facts.ts';
import { REASON } from './reason-counts.ts';
import { RowProblem } from './row-values.ts';

// Checked by hand instead of with zod, which every run of `simulate` would load for one line. A test keeps this and the
// schema equal.

type Raw = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;

/** The oldest version of the fact tables whose rows can be read. */
const FIRST_FACTS_VERSION = 1;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;

const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isText: Check = (value) => typeof value === 'string';
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText);
const isInstant: Check = (value) =>
  isText(value) && INSTANT.test(value as string) && !Number.isNaN(Date.parse(value as string));
const isCounts: Check = (value) =>
  isObject(value) && Object.entries(value).every(([key, count]) => REASON.test(key) && isCount(count));

function isObject(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const FOLDED: Readonly<Record<string, Check>> = { maxVariants: isCount, flows: isCount, rows: isCount };

const SOURCE: Readonly<Record<string, Check>> = {
  kind: (value) => SOURCE_KINDS.includes(value as SourceKind),
  origin: (value) => value === 'tests',
  gaps: (value) => Array.isArray(value) && value.every((gap) => isText(gap) && Object.hasOwn(HISTORY_GAPS, gap)),
  name: isText,
  dialect: (value) => DIALECTS.includes(value as Dialect),
  identity: (value) => isText(value) && /^[0-9a-f]{64}$/.test(value as string),
  from: isInstant,
  to: isInstant,
  bytes: isCount,
  statements: isCount,
  records: isCount,
  unreadRecords: isCount,
  unread: isCounts,
  truncated: isCount,
  passedOver: isCounts,
  notCarried: isTexts,
  notes: isTexts,
};

const HEADER: Readonly<Record<string, Check>> = {
  querygateHistory: isCount,
  factsVersion: isCount,
  tool: isText,
  collected: isInstant,
  from: isInstant,
  to: isInstant,
  sources: (value) => Array.isArray(value),
  rows: isCount,
  statements: isCount,
  unread: isCount,
  truncated: isCount,
  folded: isObject,
};

const OPTIONAL = ['origin', 'gaps', 'from', 'to', 'records', 'unreadRecords'];

/** Raises RowProblem unless the object has exactly these keys, with valid values. */
function checkKeys(what: string, value: unknown, checks: Readonly<Record<string, Check>>): Raw {
  if (!isObject(value)) throw new RowProblem(`${what} must be an object`);
  for (const key of Object.keys(value)) {
    if (!Object.hasOwn(checks, key)) throw new RowProblem(`${what} has an unknown key \`${key}\``);
  }
  for (const [key, check] of Object.entries(checks)) {
    if (!Object.hasOwn(value, key)) {
      if (!OPTIONAL.includes(key)) throw new RowProblem(`${what} has no \`${key}\``);
    } else if (!check(value[key])) throw new RowProblem(`${what} has an invalid \`${key}\``);
  }
  return value;
}

/** Whether a text begins like the first line of a snapshot. */
export function isSnapshot(head: string): boolean {
  return /^\s*\{\s*"querygateHistory"/.test(head);
}

/**
 * Reads the header of a snapshot from its first line. If its facts have an older version, its sources list the facts
 * that are missing. Raises RowProblem.
 */
export function readHeader(line: string): HistoryHeader {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    value = undefined;
  }
  if (!isObject(value) || !Object.hasOwn(value, 'querygateHistory'))
    throw new RowProblem('the first line is not a snapshot header: create a snapshot with `querygate history collect`');
  checkVersion('this snapshot has version', value['querygateHistory'], HISTORY_VERSION, HISTORY_VERSION);
  const header = checkKeys('the header', value, HEADER);
  checkVersion("this snapshot's facts have version", value['factsVersion'], FIRST_FACTS_VERSION, FACTS_VERSION);
  checkKeys('`folded`', header['folded'], FOLDED);
  const sources = (header['sources'] as readonly unknown[]).map((source) => checkKeys('a source', source, SOURCE));
  if (new Set(sources.map(({ origin }) => origin)).size > 1)
    throw new RowProblem('the sources have different origins (`origin`): create one snapshot for each');
  const read = {
    ...(header as unknown as HistoryHeader),
    from: header['from'] as string | undefined,
    to: header['to'] as string | undefined,
    sources: sources.map((source) => ({
      ...(source as unknown as HistorySource),
      from: source['from'] as string | undefined,
      to: source['to'] as string | undefined,
    })),
  };
  return { ...read, sources: sourcesOf(read) };
}

function checkVersion(what: string, found: unknown, first: number, last: number): void {
  if (Number.isInteger(found) && (found as number) >= first && (found as number) <= last) return;
  const newer = typeof found === 'number' && found > last;
  const advice = newer ? 'update querygate' : 'collect it again';
  const known = first === last ? `version ${last}` : `versions ${first} to ${last}`;
  throw new RowProblem(
    `${what} ${typeof found === 'number' ? found : 'unknown'}, but this querygate reads ${known}: ${advice}`,
  );
}
