import { T } from '../../text/tokens.ts';
import { decodeString } from '../body.ts';
import type { Scan } from '../scan.ts';

/** Position of `@subsystem` among the arguments of sp_add_jobstep. */
const SUBSYSTEM = 4;

/**
 * Whether sp_add_jobstep, with the arguments from `at` on, adds a step that runs T-SQL, as it does by default. Every other
 * subsystem runs a program, and so does T-SQL that names a procedure which does.
 */
export function isStepInSql(scan: Scan, at: number, to: number, runsProgram: (name: string) => boolean): boolean {
  // Facts of traffic do not depend on literals.
  if (scan.out.isTraffic) return false;
  const { tokens } = scan;
  for (let text = at; text < to; text++)
    if (tokens.kind(text) === T.string && (tokens.raw(text).match(/\w+/g) ?? []).some(runsProgram)) return false;
  for (const [index, part] of scan.commaParts(at, to).entries()) {
    if (tokens.kind(part.from) === T.placeholder) return false;
    const isNamed = tokens.kind(part.from) === T.param && tokens.word(part.from + 1) === '=';
    if (isNamed ? tokens.raw(part.from).toLowerCase() !== '@subsystem' : index !== SUBSYSTEM) continue;
    const value = isNamed ? part.from + 2 : part.from;
    const isLiteral = part.to === value + 1 && tokens.kind(value) === T.string;
    return isLiteral && decodeString(tokens.raw(value), false).toUpperCase() === 'TSQL';
  }
  return true;
}
