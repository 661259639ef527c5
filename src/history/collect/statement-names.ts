import { matchesWildcard, type NameMask, type Operation, type StatementFacts } from '../../model/index.ts';
import type { FactTuple } from '../../traffic/index.ts';
import type { ChangingNames } from './changing-names.ts';

const NAMES = /"((?:[^"]|"")+)"|`((?:[^`]|``)+)`|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/g;
/** What precedes the name of a role. */
const BEFORE_ROLE = /\b(?:role|authorization|user)\s+$/i;
const ROLE = /^set (?:local |session )?(?:role|session authorization) "?([\w$-]+)"?$/i;
const MAX_CACHED = 50_000;

/**
 * Masks names in shapes, so that statements which differ in them only are one flow: the schemas of tenants, tables with a date.
 * The facts of a row keep the names, so rules on them are decided as before.
 */
export class ShapeMasks {
  readonly #masks: readonly NameMask[];
  readonly #known = new Map<string, string>();

  constructor(masks: readonly NameMask[]) {
    this.#masks = masks;
  }

  of(shape: string): string {
    if (this.#masks.length === 0) return shape;
    const known = this.#known.get(shape);
    if (known !== undefined) return known;
    const masked = shape.replace(NAMES, (written, double?: string, back?: string, at?: number) => {
      const name = double ?? back ?? written;
      const pattern = this.#patternOf(name, shape, at ?? 0, written.length);
      if (pattern === undefined) return written;
      return name === written ? pattern : `${written.charAt(0)}${pattern}${written.charAt(0)}`;
    });
    if (this.#known.size >= MAX_CACHED) this.#known.clear();
    this.#known.set(shape, masked);
    return masked;
  }

  /** Whether a mask replaces the name, so that it needs none. */
  covers(fact: keyof NameMask, name: string): boolean {
    return this.#masks.some(({ [fact]: pattern }) => pattern !== undefined && matchesWildcard(name, pattern));
  }

  #patternOf(name: string, shape: string, at: number, length: number): string | undefined {
    for (const { schema, table, role } of this.#masks) {
      if (schema !== undefined && shape.charAt(at + length) === '.' && matchesWildcard(name, schema)) return schema;
      if (table !== undefined && matchesWildcard(name, table)) return table;
      if (role !== undefined && BEFORE_ROLE.test(shape.slice(Math.max(0, at - 20), at)) && matchesWildcard(name, role))
        return role;
    }
    return undefined;
  }
}

/** Adds the schemas, tables and roles that a statement names, but for those that a mask replaces. */
export function addNames(
  { shape, facts, operations }: Pick<FactTuple, 'shape' | 'facts' | 'operations'>,
  masks: ShapeMasks,
  names: ChangingNames,
): void {
  const add = (fact: keyof NameMask, name: string) => {
    if (name !== '' && !masks.covers(fact, name)) names.add(fact, name);
  };
  for (const { schema, table } of tablesOf(facts, operations)) {
    add('table', table);
    add('schema', schema);
  }
  add('role', ROLE.exec(shape)?.[1] ?? '');
}

function tablesOf({ tablesRead = [], tablesWritten = [] }: StatementFacts, operations: readonly Operation[]) {
  const written = [...tablesRead, ...tablesWritten].map((name) => {
    const dot = name.lastIndexOf('.');
    return { schema: dot < 0 ? '' : name.slice(0, dot), table: name.slice(dot + 1) };
  });
  const targets = operations.flatMap(({ kind, target: { name, schema } }) =>
    name && kind.endsWith('_table') ? [{ schema: schema ?? '', table: name }] : [],
  );
  return [...written, ...targets];
}
