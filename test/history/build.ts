import { headerOf } from '../../src/history/snapshot/header.ts';
import {
  CALLER_FACTS,
  type CallerFacts,
  type History,
  type HistoryRow,
  type HistorySource,
  OPERATION_FACTS,
  type Operation,
  STATEMENT_FACTS,
  type StatementFacts,
} from '../../src/model/index.ts';

export const NOW = new Date('2026-11-20T12:00:00Z');

const EMPTY: Readonly<Record<string, unknown>> = {
  string: '',
  bool: false,
  int: 0,
  'list<string>': [],
  'map<string, string>': {},
};

/** Facts of a table: the defaults, overridden by the given values. */
function factsOf(table: Readonly<Record<string, { readonly type: string }>>, given: object): object {
  return {
    ...Object.fromEntries(Object.entries(table).map(([name, { type }]) => [name, EMPTY[type]])),
    ...given,
  };
}

export function statementFacts(given: Partial<StatementFacts> = {}): StatementFacts {
  return factsOf(STATEMENT_FACTS, {
    dialect: 'postgresql',
    inTransaction: undefined,
    lockTimeoutSet: undefined,
    ...given,
  }) as StatementFacts;
}

/** A row whose facts are an object of their own: rows of a snapshot share them. */
export function plainRow(row: HistoryRow): HistoryRow {
  const names = Object.keys(STATEMENT_FACTS) as (keyof StatementFacts)[];
  return {
    ...row,
    facts: Object.fromEntries(names.map((name) => [name, row.facts[name]])) as unknown as StatementFacts,
  };
}

export function callerFacts(given: Partial<CallerFacts> = {}): CallerFacts {
  return factsOf(CALLER_FACTS, { role: undefined, ...given }) as CallerFacts;
}

export function operation(given: Partial<Operation> & Pick<Operation, 'kind'>): Operation {
  return {
    ...(factsOf(OPERATION_FACTS, {}) as Operation),
    readable: true,
    target: { name: '', schema: '', quoted: false, text: '' },
    place: 'statement',
    span: { start: 0, end: 0 },
    readers: [],
    ...given,
  };
}

export function target(text: string): Operation['target'] {
  const [name = '', schema = ''] = text.split('.').reverse();
  return { name, schema, quoted: false, text };
}

export function row(given: Partial<HistoryRow> = {}): HistoryRow {
  const made: HistoryRow = {
    shape: 'select ? from users',
    dialect: 'postgresql',
    caller: callerFacts({ application: 'web', user: 'app', database: 'shop' }),
    operations: [operation({ kind: 'select' })],
    facts: statementFacts({ tablesRead: ['users'] }),
    unreadable: undefined,
    truncated: false,
    days: { '2026-11-01': 1 },
    ...given,
  };
  return { ...made, facts: { ...made.facts, dialect: made.dialect } };
}

export function source(given: Partial<HistorySource> = {}): HistorySource {
  return {
    kind: 'postgresql-jsonlog',
    gaps: [],
    name: 'postgresql.json',
    dialect: 'postgresql',
    identity: 'a'.repeat(64),
    from: '2026-11-01T00:00:00.000Z',
    to: '2026-11-02T00:00:00.000Z',
    bytes: 1000,
    statements: 0,
    unread: {},
    truncated: 0,
    passedOver: {},
    notCarried: [],
    notes: [],
    ...given,
  };
}

export function history(rows: readonly HistoryRow[], given: Partial<HistorySource> = {}): History {
  const statements = rows.reduce((sum, { days }) => sum + Object.values(days).reduce((a, b) => a + b, 0), 0);
  const sources = [source({ statements, ...given })];
  return {
    header: headerOf(sources, { maxVariants: 1000, flows: 0, rows: 0 }, { rows: rows.length, statements }, NOW),
    rows,
  };
}
