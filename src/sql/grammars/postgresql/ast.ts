/** PostgreSQL's parse tree as libpg-query gives it: nested objects and lists, named as in PostgreSQL's sources. */
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

/** The node inside `{ NodeType: {…} }`, where it is of that type. */
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

/** The strings of a list of `{ String: { sval } }`: a qualified name. */
export function names(value: unknown): readonly string[] {
  if (node(value, 'String')) return [text(node(value, 'String')?.['sval'])];
  const items = node(value, 'List') ? list(node(value, 'List')?.['items']) : list(value);
  return items.map((item) => text(node(item, 'String')?.['sval']));
}

/**
 * Stands for a placeholder in the text that the grammar reads, as often as the placeholder is long. A letter that
 * PostgreSQL takes in a bare name and that nobody writes (LATIN LETTER RETROFLEX CLICK).
 */
export const PLACEHOLDER = '\u01c3';

/** A name, or undefined where a placeholder stands in it. */
export function known(name: string): string | undefined {
  return name.includes(PLACEHOLDER) ? undefined : name;
}
