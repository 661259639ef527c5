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
  /** The statement that creates each view, by its bare name in lower case. */
  readonly #views = new Map<string, string>();

  constructor(text: string) {
    this.#text = text;
  }

  follow(statement: FollowedStatement): void {
    for (const [index, operation] of statement.operations.entries()) {
      const view = this.#views.get(bareName(operation));
      if (view !== undefined && isByCalculated(operation, view)) changeFacts(statement, index, DOUBT);
      if (operation.kind === 'create_view')
        this.#views.set(bareName(operation), this.#text.slice(statement.span.start, statement.span.end));
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

function isByCalculated({ kind, filter, filterColumns }: Operation, view: string): boolean {
  if ((kind !== 'delete' && kind !== 'update') || filter !== 'conditional') return false;
  return (
    filterColumns !== undefined && filterColumns.length > 0 && filterColumns.every((name) => isCalculated(view, name))
  );
}

/** Whether a view gives the name to the value of an expression or a constant, and not to a column. */
function isCalculated(view: string, column: string): boolean {
  if (!/^\w+$/.test(column)) return false;
  const named = new RegExp(
    `(?:\\bEND|\\bTRUE|\\bFALSE|\\bNULL|[)\\d'])\\s+(?:AS\\s+)?["[\`]?${column}["\\]\`]?\\s*(?:,|\\bFROM\\b|\\)|;|$)`,
    'i',
  );
  return named.test(view);
}
