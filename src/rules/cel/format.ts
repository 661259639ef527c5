import { InternalError } from '../../model/index.ts';
import type { Node } from './ast.ts';

/**
 * Formats a condition tree as text that parses back to the same tree, independent of the white space, comments and
 * redundant parentheses in the source. Raises for nodes that conditions cannot contain. (The library's serialiser drops
 * parentheses that matter, as in `a - (b - c)`, and the source range of a node may not include its own parentheses.)
 */
export function formatCel(node: Node): string {
  switch (node.op) {
    case 'value':
      return formatValue(node.args);
    case 'id':
      return node.args;
    case '.':
      return `${operand(node.args[0])}.${node.args[1]}`;
    case '[]':
      return `${operand(node.args[0])}[${formatCel(node.args[1])}]`;
    case 'call':
      return `${node.args[0]}(${node.args[1].map(formatCel).join(', ')})`;
    case 'rcall':
      return `${operand(node.args[1])}.${node.args[0]}(${node.args[2].map(formatCel).join(', ')})`;
    case 'list':
      return `[${node.args.map(formatCel).join(', ')}]`;
    case 'map':
      return `{${node.args.map(([key, value]) => `${formatCel(key)}: ${formatCel(value)}`).join(', ')}}`;
    case '!_':
      return `!${operand(node.args)}`;
    case '-_':
      return `-${operand(node.args)}`;
    case '?:': {
      const [test, yes, no] = node.args;
      return `${operand(test)} ? ${operand(yes)} : ${operand(no)}`;
    }
    case '.?':
    case '[?]':
      throw new InternalError('a condition cannot contain optional values');
    default:
      return `${operand(node.args[0])} ${node.op} ${operand(node.args[1])}`;
  }
}

const BARE = new Set(['value', 'id', '.', '[]', 'call', 'rcall', 'list', 'map']);

function operand(node: Node): string {
  return BARE.has(node.op) ? formatCel(node) : `(${formatCel(node)})`;
}

function formatValue(value: unknown): string {
  if (typeof value === 'string') return quoteCel(value);
  if (typeof value === 'bigint' || typeof value === 'boolean' || value === null) return String(value);
  if (typeof value === 'number') return Number.isInteger(value) ? value.toFixed(1) : String(value);
  throw new InternalError('a condition cannot contain a constant of this type');
}

/** Quotes a text as a CEL string literal. Characters that are not plainly visible become escapes. */
export function quoteCel(text: string): string {
  let quoted = '';
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (character === '"' || character === '\\') quoted += `\\${character}`;
    else if (character === ' ' || /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character)) quoted += character;
    else if (code <= 0xffff) quoted += `\\u${code.toString(16).padStart(4, '0')}`;
    else quoted += `\\U${code.toString(16).padStart(8, '0')}`;
  }
  return `"${quoted}"`;
}
