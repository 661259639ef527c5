import { evaluateCondition } from '../../expressions/evaluate.ts';
import { type Expression, partsOf } from '../../expressions/expression.ts';
import { isComparison, not } from '../../expressions/values.ts';
import { ColumnTypes } from '../column-types.ts';
import type { GivenContext } from '../given-values.ts';
import { keyOf } from '../query.ts';

/** Texts, by the names of their columns. */
const TEXT_NAME =
  /^(?:.*_)?(?:e?mail|e?mail_?address|(?:user|first|last|full|nick|sur|file|host|display)?name|title|description|slug|url|token|phone|address|street|sku|isbn|iban|uuid|guid|text|body|message|comment|notes?|subject|summary|password|currency|currency_?code|locale)$/i;
/** `send_email` and `has_name` say yes or no. */
const FLAG_NAME =
  /^(?:is|has|had|can|may|no|not|use|uses|send|sends|notify|by|via|on|show|hide|display|allow|allows|receive|receives|want|wants|enable|disable|require|requires|need|needs|verify|confirm|check|auto|public|private)_/i;
/** Functions that return a text of letters, or of what their first argument is. */
const OF_LETTERS = /^(?:lower|upper|lcase|ucase|monthname|dayname)$/;
const OF_FIRST =
  /^(?:trim|ltrim|rtrim|left|right|substr|substring|mid|reverse|replace|concat|lpad|rpad|substring_index)$/;
/** What a part is for the condition. Undefined if the value of the part matters. */
type Kind = 'text' | 'number' | undefined;
const MAX_DEPTH = 50;

/**
 * MySQL: whether a condition holds for every text that does not begin with a digit, since it uses a column or function
 * that returns a text as a number: `email = 0`, `NOT email`, `email + 1 < 2`.
 */
export function holdsForTexts(expression: Expression, context: GivenContext, negated: boolean): boolean {
  const { lexical } = context.text;
  if (!lexical.values.textsAsNumbers) return false;
  const texts = new Set<Expression>();
  if (kindOf(expression, context, texts, 0) === undefined || texts.size === 0) return false;
  const truth = evaluateCondition(expression, { valueOf: (part) => (texts.has(part) ? 0 : undefined), lexical });
  return (negated ? not(truth) : truth) === true;
}

/** @param texts takes the parts that are texts */
function kindOf(expression: Expression, context: GivenContext, texts: Set<Expression>, depth: number): Kind {
  if (depth > MAX_DEPTH) return undefined;
  if (isText(expression, context)) {
    texts.add(expression);
    return 'text';
  }
  const kinds = partsOf(expression).map((part) => kindOf(part, context, texts, depth + 1));
  switch (expression.kind) {
    case 'constant':
      return typeof expression.value === 'number' || typeof expression.value === 'boolean' ? 'number' : undefined;
    case 'is':
      return expression.what === 'NULL' ? undefined : kinds[0] && 'number';
    case 'unary':
      return kinds[0] && 'number';
    case 'binary':
      return kinds.includes(undefined) || (isComparison(expression.op) && !kinds.includes('number'))
        ? undefined
        : 'number';
    case 'in':
    case 'between':
      return kinds.includes(undefined) || kinds.lastIndexOf('text') > 0 ? undefined : 'number';
    case 'call':
      if (!CALCULATES.test(expression.name) || kinds.includes(undefined)) return undefined;
      return kinds.includes('number') || expression.args.length === 1 ? 'number' : 'text';
    default:
      return undefined;
  }
}

const CALCULATES = /^(?:if|ifnull|coalesce|greatest|least|abs|sign)$/;

function isText(part: Expression, context: GivenContext): boolean {
  if (part.kind === 'column') return isTextColumn(part, context);
  if (part.kind !== 'call') return false;
  const [first] = part.args;
  if (!first) return false;
  if (OF_LETTERS.test(part.name)) return hasColumn(first);
  return (OF_FIRST.test(part.name) || toNumber(part)) && isText(first, context);
}

/** Whether a call turns its first argument into a number, which is 0 for such a text. */
function toNumber({ name, args: [, type] }: Expression & { kind: 'call' }): boolean {
  if (name === 'convert') return type?.kind === 'column' && /^(?:un)?signed$/.test(type.text);
  return /^(?:unsigned|round|floor|ceil|ceiling)$/.test(name);
}

function hasColumn(part: Expression): boolean {
  return part.kind === 'column' || partsOf(part).some(hasColumn);
}

/** Whether a column has texts: by its type, where the file shows that, else by its name. */
function isTextColumn(part: Expression & { kind: 'column' }, { pins, block, target, text }: GivenContext): boolean {
  const column = pins.resolve(part, block);
  if (!column) return false;
  const source = column.id === target.id ? target : block.sources.find(({ id }) => id === column.id);
  const table = source?.table?.name;
  const known = table === undefined ? undefined : ColumnTypes.of(text).isText(keyOf(table, text.lexical), column.name);
  return known ?? (TEXT_NAME.test(column.name) && !FLAG_NAME.test(column.name));
}
