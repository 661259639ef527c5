import type { OperationKind, Target } from '../../model/index.ts';

/** The renames that a change declares. */
export interface Renames {
  /** What happens to the table, and its new name; undefined if nothing is declared. */
  table(target: Target): RenamedTable | undefined;
  /** The new name of a column, in lower case. */
  column(table: Target, column: string): string | undefined;
}

export interface RenamedTable {
  readonly kind: OperationKind;
  readonly to: Target;
}

const OPENS = /<Operation\b([^<>]*)>/;
const PROPERTY = /<Property\s+Name="(\w+)"\s+Value="([^"]*)"/g;

/**
 * The renames of a `.refactorlog` of SSDT that an older version of it does not have. Without one, SSDT drops the old object
 * and creates another.
 */
export function renamesIn(logs: readonly { readonly before: string; readonly after: string }[]): Renames {
  const tables = new Map<string, RenamedTable>();
  const columns = new Map<string, string>();
  for (const { element, type, newName, newSchema } of logs.flatMap(newOperations)) {
    if (/Column$/i.test(type) && newName !== '') columns.set(element, newName);
    if (!/Table$/i.test(type)) continue;
    const [name = '', schema = ''] = element.split('.').reverse();
    if (newName !== '') tables.set(element, { kind: 'rename_table', to: named(newName, schema) });
    else if (newSchema !== '') tables.set(element, { kind: 'set_schema', to: named(name, newSchema) });
  }
  const nameOf = ({ name = '', schema }: Target) => `${schema || 'dbo'}.${name}`.toLowerCase();
  return {
    table: (target) => tables.get(nameOf(target)),
    column: (table, column) => columns.get(`${nameOf(table)}.${column.toLowerCase()}`),
  };
}

/** The operations of a log that the older version does not have. */
function newOperations({ before, after }: { readonly before: string; readonly after: string }) {
  const known = new Set(Array.from(before.matchAll(/\bKey="([^"]+)"/g), ([, key]) => key));
  return after.split('</Operation>').flatMap((body) => {
    const attributes = OPENS.exec(body)?.[1];
    if (attributes === undefined) return [];
    const key = /\bKey="([^"]+)"/.exec(attributes)?.[1];
    if (key !== undefined && known.has(key)) return [];
    const values = new Map([...body.matchAll(PROPERTY)].map(([, name = '', value = '']) => [name, value]));
    const nameIn = (property: string) => plainName(values.get(property) ?? '');
    return {
      element: nameIn('ElementName'),
      type: values.get('ElementType') ?? '',
      newName: nameIn('NewName'),
      newSchema: nameIn('NewSchema'),
    };
  });
}

function named(name: string, schema: string): Target {
  return { name, schema, quoted: false, text: schema === '' ? name : `${schema}.${name}` };
}

/** `[dbo].[Users]` as `dbo.users`. */
function plainName(name: string): string {
  return name.replaceAll(/[[\]]/g, '').toLowerCase();
}
