import type { Operation } from '../../model/index.ts';
import { changeFacts, type FollowedStatement, type Follower, followStatements } from './followed-statement.ts';
import type { ScriptReading } from './script-reading.ts';

const DOUBT = {
  filter: undefined,
  filterDoubt: 'this file creates the view, whose query decides which rows are meant; write that as the condition',
};

/**
 * Makes the condition of a write through a view unknown if it only uses columns that the view, which the same file creates,
 * calculates: `CREATE VIEW v AS SELECT *, true AS old FROM t; DELETE FROM v WHERE old`.
 */
export function markViewColumns(statements: readonly FollowedStatement[], { kinds, tokens }: ScriptReading): void {
  if (kinds.has('create_view') && (kinds.has('delete') || kinds.has('update')))
    followStatements(statements, new CreatedViews(tokens.text));
}

class CreatedViews implements Follower {
  readonly #text: string;
  /** The columns that each view calculates, by its bare name; all in lower case. */
  readonly #views = new Map<string, ReadonlySet<string>>();

  constructor(text: string) {
    this.#text = text;
  }

  follow(statement: FollowedStatement): void {
    for (const [index, operation] of statement.operations.entries()) {
      const calculated = this.#views.get(bareName(operation));
      if (calculated && usesOnly(calculated, operation)) changeFacts(statement, index, DOUBT);
      const { start, end } = statement.span;
      if (operation.kind === 'create_view')
        this.#views.set(bareName(operation), calculatedIn(this.#text.slice(start, end)));
    }
  }

  skip(statement: FollowedStatement): void {
    this.follow(statement);
  }

  startSection(): void {
    this.#views.clear();
  }

  forget(): void {
    // Whatever the names stand for now, the view may still be one of them.
  }

  rollBack(): void {
    // The file may run without its transaction.
  }
}

function bareName({ target }: Operation): string {
  return (target.name ?? '').toLowerCase();
}

function usesOnly(calculated: ReadonlySet<string>, { kind, filter, filterColumns = [] }: Operation): boolean {
  if ((kind !== 'delete' && kind !== 'update') || filter !== 'conditional') return false;
  return filterColumns.length > 0 && filterColumns.every((name) => calculated.has(name.toLowerCase()));
}

/** The names that a view gives to values of expressions and constants, and not to columns. */
function calculatedIn(view: string): ReadonlySet<string> {
  return new Set([...view.matchAll(CALCULATED)].map(([, name = '']) => name.toLowerCase()));
}

const CALCULATED =
  /(?:\bEND|\bTRUE|\bFALSE|\bNULL|[)\d'])\s+(?:AS\s+)?["[`]?(\w+)["\]`]?(?=\s*(?:,|\bFROM\b|\)|;|$))/gi;
