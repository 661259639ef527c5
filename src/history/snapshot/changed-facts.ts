import { type Operation, STATEMENT_FACTS, type StatementFacts } from '../../model/index.ts';

// Version 4 changed what some facts mean. For rows of an older version these are not known where the statement has a form that
// makes a difference, and stay what they are everywhere else.

/** Since this version some facts mean something else, and shapes fold more values. */
export const CHANGED_IN = 4;

type Fact = keyof StatementFacts;

interface Change {
  /** Whether the form occurs in a shape. */
  readonly form: (shape: string) => boolean;
  readonly statement: readonly Fact[];
  /** Only this value changed; if missing, any value. */
  readonly value?: unknown;
  /** Whether the pinned columns of operations changed too. */
  readonly operations?: boolean;
}

const has = (pattern: RegExp) => (shape: string) => pattern.test(shape);
const isExplain = has(/^(?:explain|describe|desc)\b(?!.*\banaly[sz]e\b)/i);

const CHANGES: readonly Change[] = [
  // The LIMIT of a subquery, a CTE or a body counted.
  { form: (shape) => !limitsIn(shape).own, statement: ['hasLimit', 'limit'], value: true },
  { form: (shape) => limitsIn(shape).inner, statement: ['limit'] },
  // They took all pinned columns away.
  {
    form: has(/\bagainst ?\(|\bmember of\b|\bfor system_time\b|\bprocedure analyse\b/i),
    statement: ['pinnedColumns'],
    operations: true,
  },
  { form: has(/~ ?~/), statement: ['leadingWildcard'], value: false },
  { form: has(/\b(?:any|some) ?\((?!select\b|with\b)|\bin ?\(values\b/i), statement: ['longestInList'] },
  { form: has(/\breturning\b|\bexists ?\(|\([^(]*\.\*\)/i), statement: ['selectStar'], value: true },
  { form: has(/\b(?:sql_\w+|straight_join|\?\)?) \*/i), statement: ['selectStar'], value: false },
  {
    form: isExplain,
    statement: ['tablesRead', 'joinedTables', 'functions', 'selectStar', 'hasLimit', 'limit', 'hasOffset', 'offset'],
  },
  { form: isExplain, statement: ['longestInList', 'valuesRows', 'leadingWildcard'] },
];

/** What is not known of rows of one shape. Rows share facts and operations, and so do the results. */
export class ChangedFacts {
  readonly #changes: readonly Change[];
  readonly #statements = new WeakMap<StatementFacts, StatementFacts>();
  readonly #operations = new WeakMap<readonly Operation[], readonly Operation[]>();

  constructor(shape: string) {
    this.#changes = CHANGES.filter(({ form }) => form(shape));
  }

  statement(facts: StatementFacts): StatementFacts {
    const lost = this.#changes.flatMap(({ statement: [first, ...others], value }) =>
      first !== undefined && (value === undefined || facts[first] === value) ? [first, ...others] : [],
    );
    if (lost.every((name) => facts[name] === undefined)) return facts;
    const known = this.#statements.get(facts);
    if (known) return known;
    const names = Object.keys(STATEMENT_FACTS) as Fact[];
    const changed = Object.fromEntries(names.map((name) => [name, lost.includes(name) ? undefined : facts[name]]));
    this.#statements.set(facts, changed as unknown as StatementFacts);
    return changed as unknown as StatementFacts;
  }

  operations(operations: readonly Operation[]): readonly Operation[] {
    if (!this.#changes.some((change) => change.operations)) return operations;
    const known = this.#operations.get(operations);
    if (known) return known;
    const changed = operations.map((operation) => ({ ...operation, pinnedColumns: undefined }));
    this.#operations.set(operations, changed);
    return changed;
  }
}

const PIECES = /"[^"]*"|`[^`]*`|[()]|\b(?:limit|top|fetch (?:first|next))\b/gi;

/** Whether a shape has a LIMIT at its own level, and inside parentheses. */
function limitsIn(shape: string): { readonly own: boolean; readonly inner: boolean } {
  let [depth, own, inner] = [0, false, false];
  for (const [piece] of shape.matchAll(PIECES)) {
    if (piece === '(') depth++;
    else if (piece === ')') depth--;
    else if (/^[a-z]/i.test(piece)) {
      if (depth === 0) own = true;
      else inner = true;
    }
  }
  return { own, inner };
}
