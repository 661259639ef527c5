import type { OperationKind, Target } from '../../model/index.ts';

/** The renames that a change declares. */
export interface Renames {
  /** What happens to the table instead of a drop; undefined if nothing is declared. */
  table(target: Target): OperationKind | undefined;
  /** The new name of a column, in lower case. */
  column(table: Target, column: string): string | undefined;
}

export const NO_RENAMES: Renames = { table: () => undefined, column: () => undefined };

const OPERATION = /<Operation\b([^>]*)>(.*?)<\/Operation>/gs;
const PROPERTY = /<Property\s+Name="(\w+)"\s+Value="([^"]*)"/g;

/**
 * The renames of a `.refactorlog` of SSDT that an older version of it does not have. Without one, SSDT drops the old object
 * and creates another.
 */
export function renamesIn(logs: readonly { readonly before: string; readonly after: string }[]): Renames {
  const tables = new Map<string, OperationKind>();
  const columns = new Map<string, string>();
  for (const { before, after } of logs)
    for (const [, attributes = '', body = ''] of after.matchAll(OPERATION)) {
      const key = /\bKey="([^"]+)"/.exec(attributes)?.[1];
      if (key !== undefined && before.includes(`"${key}"`)) continue;
      const values = new Map([...body.matchAll(PROPERTY)].map(([, name = '', value = '']) => [name, value]));
      const element = plainName(values.get('ElementName') ?? '');
      const newName = plainName(values.get('NewName') ?? '');
      const type = values.get('ElementType') ?? '';
      if (/Column$/i.test(type) && newName !== '') columns.set(element, newName);
      else if (/Table$/i.test(type)) tables.set(element, values.has('NewSchema') ? 'set_schema' : 'rename_table');
    }
  const nameOf = ({ name = '', schema }: Target) => `${schema || 'dbo'}.${name}`.toLowerCase();
  return {
    table: (target) => tables.get(nameOf(target)),
    column: (table, column) => columns.get(`${nameOf(table)}.${column.toLowerCase()}`),
  };
}

/** `[dbo].[Users]` as `dbo.users`. */
function plainName(name: string): string {
  return name.replaceAll(/[[\]]/g, '').toLowerCase();
}
