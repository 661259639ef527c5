import { children, type Node } from './ast.ts';

/** Characters with Unicode's property White_Space. JavaScript's own `trim` also removes U+FEFF, and keeps U+0085. */
const SPACE = String.raw`[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]`;
const LEADING = new RegExp(`^${SPACE}+`);
const TRAILING = new RegExp(`(?<!${SPACE})${SPACE}+$`);

/**
 * Functions that the library does not have as the specification of CEL says: it changes the case of all letters, so that
 * the Kelvin sign (U+212A) becomes `k`. Each replaces the library's own, under a name with `SPECIFIED` at its end.
 */
export const TEXT_FUNCTIONS: Readonly<Record<string, (text: string) => string>> = {
  lowerAscii: (text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()),
  upperAscii: (text) => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase()),
  trim: (text) => text.replace(LEADING, '').replace(TRAILING, ''),
};

export const SPECIFIED = 'AsSpecified';

/** Renames the calls of these functions in a parsed condition, in place. */
export function useTextFunctions(node: Node): void {
  if (node.op === 'rcall' && Object.hasOwn(TEXT_FUNCTIONS, node.args[0]))
    (node.args as unknown as unknown[])[0] = `${node.args[0]}${SPECIFIED}`;
  for (const child of children(node)) useTextFunctions(child);
}
