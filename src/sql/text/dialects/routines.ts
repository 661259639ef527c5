import type { Dialect } from '../../../model/index.ts';

/** The routines, triggers and blocks of a dialect, and how it runs texts. */
export interface Routines {
  /** The language of bodies, which says what their variables, loops and handlers look like. */
  readonly language: 'plpgsql' | 'psm' | 'transact-sql' | 'none';
  /** Where the body of a routine is: in a string, after the AS of its batch, or in the statement itself. */
  readonly routineBody: 'string' | 'batch' | 'statement';
  /** Where the body of a trigger is: in a function, after FOR EACH ROW, after BEGIN, or after the AS of its batch. */
  readonly triggerBody: 'function' | 'row' | 'begin' | 'batch';
  /** What ALTER gives a new body: nothing, events, or routines and triggers. */
  readonly alteredBody: 'none' | 'event' | 'routine';
  /** A routine can have settings of its own: `SET search_path = …`. */
  readonly routineSettings: boolean;
  /** `AS EXTERNAL NAME assembly.class.method` runs a compiled library. */
  readonly assemblies: boolean;
  /**
   * The blocks and control flow that a script may hold outside routines: none, those from `BEGIN NOT ATOMIC` on, or those
   * from BEGIN on.
   */
  readonly blocks: 'none' | 'not-atomic' | 'begin';
  /** A script continues after most errors, so that a failed CREATE may go unnoticed. */
  readonly errorsContinue: boolean;
  /** What DO runs as a statement. */
  readonly doRuns: 'nothing' | 'block' | 'expression';
  /**
   * EXEC, or its name alone, calls a procedure. The arguments have no parentheses, and bare words among them are
   * strings.
   */
  readonly bareCalls: boolean;
  /** What PREPARE takes: a statement, or a text whose EXECUTE gives values by USING. */
  readonly prepares: 'nothing' | 'statement' | 'text';
}

const postgresql: Routines = {
  language: 'plpgsql',
  routineBody: 'string',
  triggerBody: 'function',
  alteredBody: 'none',
  routineSettings: true,
  assemblies: false,
  blocks: 'none',
  errorsContinue: false,
  doRuns: 'block',
  bareCalls: false,
  prepares: 'statement',
};

const mysql: Routines = {
  language: 'psm',
  routineBody: 'statement',
  triggerBody: 'row',
  alteredBody: 'event',
  routineSettings: false,
  assemblies: false,
  blocks: 'not-atomic',
  errorsContinue: false,
  doRuns: 'expression',
  bareCalls: false,
  prepares: 'text',
};

const sqlite: Routines = {
  language: 'none',
  routineBody: 'statement',
  triggerBody: 'begin',
  alteredBody: 'none',
  routineSettings: false,
  assemblies: false,
  blocks: 'none',
  errorsContinue: false,
  doRuns: 'nothing',
  bareCalls: false,
  prepares: 'nothing',
};

const transactsql: Routines = {
  language: 'transact-sql',
  routineBody: 'batch',
  triggerBody: 'batch',
  alteredBody: 'routine',
  routineSettings: false,
  assemblies: true,
  blocks: 'begin',
  errorsContinue: true,
  doRuns: 'nothing',
  bareCalls: true,
  prepares: 'nothing',
};

export const ROUTINES: Readonly<Record<Dialect, Routines>> = {
  postgresql,
  mysql,
  mariadb: mysql,
  sqlite,
  transactsql,
  cockroachdb: postgresql,
  redshift: postgresql,
};
