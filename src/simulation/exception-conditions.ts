import type { Grouping, HistoryRow, Operation, StatementFacts } from '../model/index.ts';
import { quoteCel } from '../rules/index.ts';
import { decidingSide } from './causes.ts';
import { factsRead, factValue } from './examples.ts';
import type { AffectedFlow } from './flows.ts';

/** An operation of a flow that a rule blocks, or may block. */
export interface Hit {
  readonly row: HistoryRow;
  readonly operation: Operation;
}

/** Maximum length of a condition in a rule file. */
const MAX_LENGTH = 4000;
/** An exception with more names than this is not narrow. */
const MAX_NAMES = 5;
const BOUNDS = ['limit', 'offset', 'longestInList', 'valuesRows'] as const;

/** The operations of a flow that a rule endangers. */
export function hitsOf(flow: AffectedFlow, rule: string): readonly Hit[] {
  return flow.endangered.flatMap(({ row, judgement }) =>
    judgement.effects.flatMap((effect) => {
      const operation = row.operations[effect.index];
      return operation && decidingSide(judgement.class, effect)?.difference.rule === rule ? [{ row, operation }] : [];
    }),
  );
}

/**
 * Conditions that are true for every operation of the flow that the rule endangers. The most readable comes first, and
 * each is narrower than the one before. All name the caller, the object, and limits no higher than those already used.
 * Returns none if the history does not record enough for that.
 */
export function candidateConditions(flow: AffectedFlow, rule: string): string[] {
  const hits = hitsOf(flow, rule);
  return narrowing([callerTerm(hits), objectTerm(hits)], boundTerms(hits, flow), furtherTerms(hits));
}

/** The same for a group of flows. All name what sets the group apart from the others, as far as a condition can. */
export function groupConditions(flows: readonly AffectedFlow[], rule: string, by: readonly Grouping[]): string[] {
  const [flow] = flows;
  if (!flow) return [];
  const hits = flows.flatMap((entry) => hitsOf(entry, rule));
  const kind = textTerm(
    'operation.kind',
    hits.map(({ operation }) => operation.kind),
  );
  const values = valueTerms(hits, flow);
  const own = [...(by.includes('kind') ? [kind] : []), ...(by.includes('value') ? values : [])];
  const further = [kind, ...values, ...furtherTerms(hits)];
  return narrowing([callerTerm(hits), objectTerm(hits), ...own], boundTerms(hits, flow), further);
}

type Term = string | undefined;

/** Conditions of all of `start` and `bounds`, and of more and more of `further`; none if `start` has no term. */
function narrowing(start: readonly Term[], bounds: readonly Term[], further: readonly Term[]): string[] {
  if (start.every((term) => term === undefined)) return [];
  const conditions = new Set<string>();
  for (let count = 0; count <= further.length; count++) {
    const terms = [...start, ...bounds, ...further.slice(0, count)].filter((term) => term !== undefined);
    const when = [...new Set(terms)].join(' && ');
    if (when.length <= MAX_LENGTH) conditions.add(when);
  }
  return [...conditions];
}

function furtherTerms(hits: readonly Hit[]): readonly Term[] {
  return [
    databaseTerm(hits),
    tablesTerm(hits, 'tablesRead'),
    listTerm(hits, 'statement.columnsRead', ({ row }) => row.facts.columnsRead),
    listTerm(hits, 'operation.columns', ({ operation }) => operation.columns),
    listTerm(hits, 'operation.filterColumns', ({ operation }) => operation.filterColumns),
    listTerm(hits, 'statement.functions', ({ row }) => row.facts.functions),
  ];
}

/** `fact == value` for each fact of the query or its caller that the rules read and that has one value. */
function valueTerms(hits: readonly Hit[], flow: AffectedFlow): readonly string[] {
  return factsRead(flow).flatMap((fact) => {
    const [value, ...others] = new Set(hits.map(({ row, operation }) => factValue(fact, row, operation)));
    if (others.length > 0 || fact.text.startsWith('use.')) return [];
    if (typeof value === 'string') return [`${fact.text} == ${quoteCel(value)}`];
    return typeof value === 'number' || typeof value === 'boolean' ? [`${fact.text} == ${value}`] : [];
  });
}

/** `fact == "x"` or `fact in ["x", "y"]`; undefined if a value is missing or empty, or if there are too many. */
function textTerm(fact: string, values: readonly (string | undefined)[]): string | undefined {
  const names = [...new Set(values)].sort();
  if (names.length === 0 || names.length > MAX_NAMES) return undefined;
  const quoted: string[] = [];
  for (const name of names) {
    if (name === undefined || name === '') return undefined;
    quoted.push(quoteCel(name));
  }
  return quoted.length === 1 ? `${fact} == ${quoted[0]}` : `${fact} in [${quoted.join(', ')}]`;
}

/** The name, if it is recorded in full. */
function fullName({ caller, callerPatterns }: HistoryRow, name: 'application' | 'user'): string | undefined {
  return callerPatterns?.includes(name) ? undefined : caller[name];
}

function callerTerm(hits: readonly Hit[]): string | undefined {
  return (
    textTerm(
      'caller.application',
      hits.map(({ row }) => fullName(row, 'application')),
    ) ??
    textTerm(
      'caller.user',
      hits.map(({ row }) => fullName(row, 'user')),
    )
  );
}

function objectTerm(hits: readonly Hit[]): string | undefined {
  return targetTerm(hits) ?? tablesTerm(hits, 'tablesRead') ?? tablesTerm(hits, 'tablesWritten');
}

function databaseTerm(hits: readonly Hit[]): string | undefined {
  return textTerm(
    'caller.database',
    hits.map(({ row }) => row.caller.database),
  );
}

function targetTerm(hits: readonly Hit[]): string | undefined {
  const name = textTerm(
    'operation.target.name',
    hits.map(({ operation }) => operation.target.name),
  );
  if (name === undefined) return undefined;
  const schema = textTerm(
    'operation.target.schema',
    hits.map(({ operation }) => operation.target.schema),
  );
  return schema === undefined ? name : `${name} && ${schema}`;
}

type ListFact = 'tablesRead' | 'tablesWritten';

function tablesTerm(hits: readonly Hit[], fact: ListFact): string | undefined {
  return listTerm(hits, `statement.${fact}`, ({ row }) => row.facts[fact]);
}

function listTerm(
  hits: readonly Hit[],
  fact: string,
  listOf: (hit: Hit) => readonly string[] | undefined,
): string | undefined {
  const lists = hits.map(listOf);
  const [first] = lists;
  if (!first || first.length === 0 || first.length > MAX_NAMES) return undefined;
  const isSame = lists.every((list) => list?.length === first.length && list.every((item, i) => item === first[i]));
  return isSame ? `${fact} == [${first.map(quoteCel).join(', ')}]` : undefined;
}

/** Upper bounds for the numbers that the rule reads: the highest values of the recorded runs. */
function boundTerms(hits: readonly Hit[], flow: AffectedFlow): string[] {
  const read = new Set(factsRead(flow).map(({ text }) => text));
  return BOUNDS.flatMap((fact: keyof StatementFacts & (typeof BOUNDS)[number]) => {
    if (!read.has(`statement.${fact}`)) return [];
    const values = hits.map(({ row }) => row.facts[fact]);
    let max = 0;
    for (const value of values) {
      if (value === undefined) return [];
      if (value > max) max = value;
    }
    return max > 0 ? [`statement.${fact} <= ${max}`] : [];
  });
}
