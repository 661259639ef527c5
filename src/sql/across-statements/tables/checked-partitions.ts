import type { Operation } from '../../../model/index.ts';
import { qualified } from '../../text/names.ts';
import type { TokenRange } from '../../text/splitter.ts';
import { T, type TokenList } from '../../text/tokens.ts';
import { changeFacts, type FollowedStatement, type Follower, followStatements } from '../followed-statement.ts';
import type { ScriptReading } from '../script-reading.ts';

/**
 * Marks each ATTACH PARTITION whose table has a valid CHECK in the file that contains its bounds and excludes NULL
 * (`boundsChecked`): PostgreSQL then reads no rows of it.
 */
export function markCheckedPartitions(statements: readonly FollowedStatement[], reading: ScriptReading): void {
  const { kinds, lexical, ranges, tokens } = reading;
  if (!lexical.ddl.onlyTables || !kinds.has('attach_partition') || !kinds.has('add_constraint')) return;
  const range = new Map(statements.map((statement, at) => [statement, ranges[at] ?? { from: 0, to: 0 }]));
  followStatements(statements, new CheckedPartitions(tokens, range));
}

interface Check {
  readonly conditions: readonly Words[];
  readonly valid: boolean;
}
type Words = readonly string[];

class CheckedPartitions implements Follower {
  /** By table, as it is written, then by name. */
  readonly #checks = new Map<string | undefined, Map<string, Check>>();
  readonly #tokens: TokenList;
  readonly #ranges: ReadonlyMap<FollowedStatement, TokenRange>;

  constructor(tokens: TokenList, ranges: ReadonlyMap<FollowedStatement, TokenRange>) {
    this.#tokens = tokens;
    this.#ranges = ranges;
  }

  startSection(): void {
    this.forget();
  }

  forget(): void {
    this.#checks.clear();
  }

  rollBack(): void {
    this.forget();
  }

  /** A statement that may be skipped proves nothing. */
  skip(): void {
    this.forget();
  }

  follow(statement: FollowedStatement): void {
    for (const [index, operation] of statement.operations.entries()) {
      const { kind, place, constraint = '', table } = operation;
      if (place !== 'statement') continue;
      const checks = this.#checksOf(kind === 'attach_partition' ? table : qualified(operation.target));
      const words = () => wordsIn(this.#tokens, operation, this.#ranges.get(statement));
      const known = checks.get(constraint);
      switch (kind) {
        case 'add_constraint':
          if (operation.constraintType === 'check')
            checks.set(constraint, { conditions: conditionsOf(words()), valid: operation.notValid === false });
          break;
        case 'validate_constraint':
          if (known) checks.set(constraint, { ...known, valid: true });
          break;
        case 'set_not_null':
          for (const column of operation.columns ?? [])
            checks.set(`${column} is not null`, { conditions: [[column, 'is', 'not', 'null']], valid: true });
          break;
        case 'attach_partition':
          if (isProven(words(), [...checks.values()])) changeFacts(statement, index, { boundsChecked: true });
          break;
        case 'drop_constraint':
        case 'drop_not_null':
        case 'drop_column':
        case 'rename_column':
        case 'rename_table':
        case 'rename_other':
        case 'alter_column_type':
        case 'drop_table':
          this.forget();
      }
    }
  }

  #checksOf(table: string | undefined): Map<string, Check> {
    const checks = this.#checks.get(table) ?? new Map<string, Check>();
    if (table !== undefined) this.#checks.set(table, checks);
    return checks;
  }
}

/** The tokens of an operation, as they fold, without parentheses. */
function wordsIn(tokens: TokenList, { span }: Operation, range: TokenRange | undefined): Words {
  const words: string[] = [];
  for (let at = range?.from ?? 0; at < (range?.to ?? 0); at++) {
    if (tokens.start(at) < span.start || tokens.end(at) > span.end) continue;
    const raw = tokens.raw(at);
    if (raw === '(' || raw === ')') continue;
    if (tokens.kind(at) === T.quoted) words.push(raw.slice(1, -1).replaceAll('""', '"'));
    else words.push(tokens.kind(at) === T.word ? raw.toLowerCase() : raw);
  }
  return words;
}

/** Words of which the meaning of an AND, or of what it joins, depends. */
const NOT_JOINED = new Set(['or', 'case', 'between', 'any', 'all', 'collate']);

/** The conditions that a CHECK joins by AND; none if it has others. */
function conditionsOf(words: Words): readonly Words[] {
  const check = words.indexOf('check');
  const condition = words.slice(check + 1);
  if (check < 0 || condition.some((word) => NOT_JOINED.has(word))) return [];
  const end = condition.findIndex((word, at) => word === 'not' && condition[at + 1] === 'valid');
  const conditions: string[][] = [[]];
  for (const word of end < 0 ? condition : condition.slice(0, end))
    if (word === 'and') conditions.push([]);
    else conditions.at(-1)?.push(word);
  return conditions.map(withoutCasts);
}

/** A literal without its type: `'2027-01-01'::date`, `date '2027-01-01'`. */
function withoutCasts(words: Words): Words {
  const kept = words.filter((word, at) => word !== '::' && words[at - 1] !== '::');
  return kept.filter((word, at) => at === 0 || !isTypeName(word) || kept[at + 1]?.startsWith("'") !== true);
}

function isTypeName(word: string): boolean {
  return /^[a-z]\w*$/.test(word) && word !== 'to' && word !== 'in';
}

/** Whether the checks prove the bounds in `ATTACH PARTITION p FOR VALUES FROM (a) TO (b)`, or `IN (a, b)`. */
function isProven(attach: Words, checks: readonly Check[]): boolean {
  const conditions = checks.flatMap(({ valid, conditions: own }) => (valid ? own : []));
  const values = attach.indexOf('values');
  const bounds = withoutCasts(attach.slice(values + 1));
  const notNull = conditions.filter((words) => words.length === 4 && words.slice(1).join(' ') === 'is not null');
  return values > 0 && notNull.some(([column = '']) => holds(column, bounds, conditions));
}

function holds(column: string, [kind, ...bounds]: Words, conditions: readonly Words[]): boolean {
  const has = (operator: string, value: string | undefined) =>
    conditions.some((words) => words.length === 3 && words.join(' ') === `${column} ${operator} ${value}`);
  if (kind === 'from') {
    const [low, to, high, ...others] = bounds;
    // A partition key of several columns.
    if (to !== 'to' || high === undefined || others.length > 0) return false;
    return (low === 'minvalue' || has('>=', low)) && (high === 'maxvalue' || has('<', high));
  }
  const list = bounds.filter((word) => word !== ',');
  if (kind !== 'in' || list.includes('null')) return false;
  return (
    list.some((value) => has('=', value)) ||
    conditions.some(
      ([name, operator, ...values]) =>
        name === column && operator === 'in' && values.every((word) => word === ',' || list.includes(word)),
    )
  );
}
