import { revealInvisible, visibleLiteral } from './visible.ts';

const PLAIN_SCALAR = /^[A-Za-z][A-Za-z0-9_./-]*$/;
/** Words that YAML 1.2, or an older YAML parser, does not read as text. */
const KEYWORD = /^(?:true|false|yes|no|on|off|y|n|null)$/i;

/** A text as a YAML scalar; the double-quoted form accepts all escapes of JSON. Safe to print. */
export function scalar(text: string): string {
  return PLAIN_SCALAR.test(text) && !KEYWORD.test(text) ? text : visibleLiteral(text);
}

/**
 * A CEL condition as a YAML scalar, single-quoted if possible, so that its own quotes need no escapes. Safe to print.
 */
export function conditionScalar(condition: string): string {
  if (revealInvisible(condition) !== condition || condition.includes('##[')) return visibleLiteral(condition);
  return `'${condition.replaceAll("'", "''")}'`;
}
