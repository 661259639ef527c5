import type { Dialect } from '../../model/index.ts';
import { DDL, type Ddl } from './dialects/ddl.ts';
import { FUNCTIONS, type Functions } from './dialects/functions.ts';
import { LEXING, type Lexing } from './dialects/lexing.ts';
import { QUERIES, type Queries } from './dialects/queries.ts';
import { ROUTINES, type Routines } from './dialects/routines.ts';
import { SCRIPTS, type Scripts } from './dialects/scripts.ts';
import { SESSIONS, type Sessions } from './dialects/sessions.ts';
import { VALUES, type Values } from './dialects/values.ts';

/**
 * What a dialect can do and means. Code asks for a capability, never for a dialect. To add a dialect, add a row to the
 * table of each module in `dialects/`.
 */
export interface Lexical extends Lexing, Scripts {
  readonly values: Values;
  readonly functions: Functions;
  readonly queries: Queries;
  readonly ddl: Ddl;
  readonly routines: Routines;
  readonly sessions: Sessions;
}

/** The quoting rules that a session can change (`sql_mode`, `standard_conforming_strings`). */
export type LexicalMode = Partial<Pick<Lexical, 'doubleQuote' | 'backslash'>>;

function capabilitiesOf(dialect: Dialect): Lexical {
  return {
    ...LEXING[dialect],
    ...SCRIPTS[dialect],
    values: VALUES[dialect],
    functions: FUNCTIONS[dialect],
    queries: QUERIES[dialect],
    ddl: DDL[dialect],
    routines: ROUTINES[dialect],
    sessions: SESSIONS[dialect],
  };
}

export const LEXICAL: Readonly<Record<Dialect, Lexical>> = {
  postgresql: capabilitiesOf('postgresql'),
  mysql: capabilitiesOf('mysql'),
  mariadb: capabilitiesOf('mariadb'),
  sqlite: capabilitiesOf('sqlite'),
  transactsql: capabilitiesOf('transactsql'),
  cockroachdb: capabilitiesOf('cockroachdb'),
  redshift: capabilitiesOf('redshift'),
};
