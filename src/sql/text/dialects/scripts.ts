import type { Dialect } from '../../../model/index.ts';

/** What a script of a dialect holds besides statements, and where its statements end. */
export interface Scripts {
  /**
   * What ends a statement besides `;`: the DELIMITER of the mysql client; a delimiter alone on a line, of loaders that
   * run the scripts of several databases; `GO`.
   */
  readonly separator: 'none' | 'delimiter' | 'delimiter-line' | 'go';
  /** A `;` inside parentheses does not end a statement. */
  readonly parenthesesHold: boolean;
  /**
   * What opens a compound body, inside which `;` does not end the statement. In a batch, the next statement may follow
   * without a `;`.
   */
  readonly compound: 'begin-atomic' | 'begin' | 'trigger' | 'batch';
  /** AS or IS behind the header of a routine opens its body before BEGIN, as under `sql_mode=ORACLE`. */
  readonly bodyBehindAs: boolean;
  /** The client program whose commands a script may hold. */
  readonly clientCommands: 'psql' | 'mysql' | 'sqlite' | 'sqlcmd';
  /** Which variables the client program replaces by their text: none, psql's `:name`, or sqlcmd's `$(name)`. */
  readonly clientVariables: 'none' | 'colon' | 'dollar';
  /** The rows of a `COPY … FROM stdin;` follow it. */
  readonly copyData: boolean;
  /**
   * Whether a session can change where a backslash escapes by `standard_conforming_strings`. In dialects with a fixed rule,
   * it is not known whether they obey it.
   */
  readonly stringSetting: 'none' | 'obeyed' | 'not-known';
  /** `sql_mode` changes what quotes and operators mean, and what becomes of values that do not fit. */
  readonly sqlMode: boolean;
  /** `SET QUOTED_IDENTIFIER` decides whether double quotes enclose names or texts. */
  readonly quotedIdentifierSetting: boolean;
}

const postgresql: Scripts = {
  separator: 'delimiter-line',
  parenthesesHold: true,
  compound: 'begin-atomic',
  bodyBehindAs: false,
  clientCommands: 'psql',
  clientVariables: 'colon',
  copyData: true,
  stringSetting: 'obeyed',
  sqlMode: false,
  quotedIdentifierSetting: false,
};

const mysql: Scripts = {
  separator: 'delimiter',
  parenthesesHold: false,
  compound: 'begin',
  bodyBehindAs: false,
  clientCommands: 'mysql',
  clientVariables: 'none',
  copyData: false,
  stringSetting: 'none',
  sqlMode: true,
  quotedIdentifierSetting: false,
};

const sqlite: Scripts = {
  separator: 'none',
  parenthesesHold: false,
  compound: 'trigger',
  bodyBehindAs: false,
  clientCommands: 'sqlite',
  clientVariables: 'none',
  copyData: false,
  stringSetting: 'none',
  sqlMode: false,
  quotedIdentifierSetting: false,
};

const transactsql: Scripts = {
  separator: 'go',
  parenthesesHold: false,
  compound: 'batch',
  bodyBehindAs: false,
  clientCommands: 'sqlcmd',
  clientVariables: 'dollar',
  copyData: false,
  stringSetting: 'none',
  sqlMode: false,
  quotedIdentifierSetting: true,
};

export const SCRIPTS: Readonly<Record<Dialect, Scripts>> = {
  postgresql,
  mysql,
  mariadb: { ...mysql, bodyBehindAs: true },
  sqlite,
  transactsql,
  cockroachdb: { ...postgresql, stringSetting: 'not-known' },
  redshift: { ...postgresql, stringSetting: 'not-known' },
};
