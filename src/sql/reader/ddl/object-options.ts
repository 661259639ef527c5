import type { Target } from '../../../model/index.ts';
import { readName } from '../../text/names.ts';
import { T } from '../../text/tokens.ts';
import { afterParenthesis, type Part } from './table-copy.ts';

/** What a statement does to the options of a view or the settings of a routine. */
export interface OptionChange {
  readonly type: 'view' | 'routine';
  readonly target: Target;
  /** Of a routine, the number of its parameters; undefined if none are written. */
  readonly parameters: number | undefined;
  /** Whether it creates or replaces the object: options that it had before are gone. */
  readonly creates: boolean;
  readonly on: readonly string[];
  readonly off: readonly string[];
}

/** In `off`: all settings of a routine. */
export const ALL_SETTINGS = 'all settings';
export const SECURITY_DEFINER = 'security definer';
/** What a routine loses that becomes SECURITY DEFINER; it is not listed as an option. */
export const SECURITY_INVOKER = 'security invoker';

/** CREATE or ALTER of a view or routine of PostgreSQL (docs: CREATE VIEW, CREATE FUNCTION, ALTER FUNCTION). */
export function readOptionChange(part: Part): OptionChange | undefined {
  const { tokens, lexical, from, to } = part;
  const verb = tokens.word(from);
  if (!lexical.routines.routineSettings || (verb !== 'CREATE' && verb !== 'ALTER')) return undefined;
  let at = from + 1;
  while (/^(?:OR|REPLACE|TEMP|TEMPORARY|RECURSIVE)$/.test(tokens.word(at))) at++;
  const type = TYPES[tokens.word(at++)];
  if (!type) return undefined;
  if (tokens.word(at) === 'IF' && tokens.word(at + 1) === 'EXISTS') at += 2;
  const { target, next } = readName(tokens, at, lexical);
  if (next === at) return undefined;
  const list = tokens.word(next) === '(' ? afterParenthesis(part, next) : next;
  const parameters = type === 'routine' && list > next ? countItems(part, next, list) : undefined;
  const read = type === 'view' ? viewOptions : routineSettings;
  return { type, target, parameters, creates: verb === 'CREATE', ...read({ ...part, from: list, to }) };
}

const TYPES: Readonly<Record<string, OptionChange['type']>> = {
  VIEW: 'view',
  FUNCTION: 'routine',
  PROCEDURE: 'routine',
  ROUTINE: 'routine',
};

type Options = Pick<OptionChange, 'on' | 'off'>;

function countItems(part: Part, open: number, end: number): number {
  if (end === open + 2) return 0;
  let items = 1;
  for (let at = open + 1; at < end - 1; at++) {
    if (part.tokens.word(at) === '(') at = afterParenthesis(part, at) - 1;
    else if (part.tokens.word(at) === ',') items++;
  }
  return items;
}

/** `WITH (security_invoker = true) AS …`, `… WITH CHECK OPTION`, `SET (…)`, `RESET (…)`. */
function viewOptions(part: Part): Options {
  const { tokens, from, to } = part;
  const on: string[] = [];
  const off: string[] = [];
  const verb = tokens.word(from);
  const end =
    /^(?:WITH|SET|RESET)$/.test(verb) && tokens.word(from + 1) === '(' ? afterParenthesis(part, from + 1) : from;
  for (let at = from + 2; at < end; at++) {
    if (!/^[(,]$/.test(tokens.word(at - 1))) continue;
    const name = tokens.raw(at).toLowerCase();
    const value =
      tokens.word(at + 1) === '='
        ? tokens
            .raw(at + 2)
            .replaceAll("'", '')
            .toLowerCase()
        : 'true';
    (verb === 'RESET' || /^(?:f|fa|fal|fals|false|of|off|n|no|0)$/.test(value) ? off : on).push(name);
  }
  if (tokens.word(to - 2) === 'CHECK' && tokens.word(to - 1) === 'OPTION') on.push('check_option');
  return { on, off };
}

/** `SECURITY DEFINER`, `SET name = …`, `RESET name`, up to the body. */
function routineSettings(part: Part): Options {
  const { tokens, lexical, from, to } = part;
  const on: string[] = [];
  const off: string[] = [];
  for (let at = from; at < to; at++) {
    const word = tokens.word(at);
    if (word === 'RETURN' || (word === 'BEGIN' && tokens.word(at + 1) === 'ATOMIC')) break;
    if (word === '(') at = afterParenthesis(part, at) - 1;
    else if (word === 'SECURITY') (tokens.word(at + 1) === 'DEFINER' ? on : off).push(SECURITY_DEFINER);
    else if (word === 'RESET' && tokens.word(at + 1) === 'ALL') off.push(ALL_SETTINGS);
    else if ((word === 'SET' || word === 'RESET') && tokens.kind(at + 1) !== T.op) {
      const name = readName(tokens, at + 1, lexical).target.text.toLowerCase();
      (word === 'SET' ? on : off).push(name === 'schema' ? 'search_path' : name);
    }
  }
  return { on, off };
}

/** The options of an object after a change, without repetition. */
export function optionsAfter(before: readonly string[], { creates, on, off }: OptionChange): readonly string[] {
  const kept = creates ? [] : before.filter((option) => !isOff(option, off));
  return [...new Set([...kept, ...on.filter((option) => !off.includes(option))])];
}

function isOff(option: string, off: readonly string[]): boolean {
  return off.includes(option) || (off.includes(ALL_SETTINGS) && option !== SECURITY_DEFINER);
}
