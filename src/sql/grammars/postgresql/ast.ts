/** PostgreSQL's parse tree from libpg-query: nested objects and lists, named as in PostgreSQL's source code. */
export type Tree = { readonly [key: string]: unknown };

export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The node in `{ NodeType: {…} }`; undefined if it is of another type. */
export function node(value: unknown, type: string): Tree | undefined {
  if (!isTree(value)) return undefined;
  const inner = value[type];
  return isTree(inner) ? inner : undefined;
}

/** The type and content of `{ NodeType: {…} }`. */
export function unwrap(value: unknown): { readonly type: string; readonly tree: Tree } | undefined {
  if (!isTree(value)) return undefined;
  for (const type in value) {
    const tree = value[type];
    return isTree(tree) ? { type, tree } : undefined;
  }
  return undefined;
}

/** The parts of a qualified name: the strings of a list of `{ String: { sval } }`. */
export function names(value: unknown): readonly string[] {
  if (node(value, 'String')) return [text(node(value, 'String')?.['sval'])];
  const items = node(value, 'List') ? list(node(value, 'List')?.['items']) : list(value);
  return items.map((item) => text(node(item, 'String')?.['sval']));
}

/**
 * Replaces every character of a placeholder in the text that the grammar reads. PostgreSQL accepts this letter in
 * unquoted names, and real SQL does not use it (LATIN LETTER RETROFLEX CLICK).
 */
export const PLACEHOLDER = '\u01c3';

/** The name; undefined if it contains a placeholder. */
export function known(name: string): string | undefined {
  return name.includes(PLACEHOLDER) ? undefined : name;
}
