import { revealInvisible, visibleLiteral } from './visible.ts';

const PLAIN_SCALAR = /^[A-Za-z][A-Za-z0-9_./-]*$/;
/** What YAML 1.2, or an older reader of YAML, does not take for a text. */
const KEYWORD = /^(?:true|false|yes|no|on|off|y|n|null)$/i;

/** A text as YAML writes it; the double-quoted form takes every escape of JSON. Harmless to print. */
export function scalar(text: string): string {
  return PLAIN_SCALAR.test(text) && !KEYWORD.test(text) ? text : visibleLiteral(text);
}

/** A condition in CEL as YAML writes it, so that its own quotes need no escape where that can be. Harmless to print. */
export function conditionScalar(condition: string): string {
  if (revealInvisible(condition) !== condition || condition.includes('##[')) return visibleLiteral(condition);
  return `'${condition.replaceAll("'", "''")}'`;
}
