import type { Lexical } from '../text/dialects.ts';
import { T } from '../text/tokens.ts';
import type { Scan } from './scan.ts';

/** Commands of a client program that neither run anything nor read or write a file: each with its harmless arguments. */
interface HarmlessCommands {
  readonly anywhere: readonly RegExp[];
  /** The program ends there, so that it is harmless only at the end of a file. */
  readonly end: RegExp;
}

/** `psql` (PostgreSQL docs, psql). It runs the text between back-ticks in a shell, in the arguments of every command. */
const PSQL: HarmlessCommands = {
  anywhere: [
    // Variables of psql itself, which refuses other values.
    /^\\set\s+ON_ERROR_(?:STOP|ROLLBACK)(?:\s+'?(?:on|off|true|false|yes|no|ON|OFF|TRUE|FALSE|[01]|interactive)'?)?$/,
    /^\\unset\s+ON_ERROR_(?:STOP|ROLLBACK)$/,
    /^\\set\s+(?:QUIET|ECHO_HIDDEN)(?:\s+(?:on|off|true|false|[01]))?$/,
    /^\\set\s+(?:VERBOSITY\s+(?:default|verbose|terse|sqlstate)|SHOW_CONTEXT\s+(?:never|errors|always))$/,
    /^\\set\s+ECHO\s+'?(?:all|errors|none|queries)'?$/,
    /^\\unset\s+(?:QUIET|ECHO|ECHO_HIDDEN|VERBOSITY|SHOW_CONTEXT)$/,
    // CockroachDB's own client. psql accepts no variable with such a name.
    /^\\set\s+errexit=(?:true|false|on|off|[01])$/,
    /^\\set\s+(?:echo|show_times|show_server_times)=(?:true|false|on|off|[01])$/,
    // They print text.
    /^\\(?:echo|qecho|warn)(?:\s[^`]*)?$/,
    // They print what the server or the session is like, and how the last statement failed.
    /^\\(?:conninfo|errverbose|copyright|encoding|timing|x|a|t|H|pset)$/,
    /^\\(?:d[A-Za-z]*|l|z|sf|sv)[S+]*(?:\s[^`]*)?$/,
    // The layout of what is printed.
    /^\\(?:timing|x|t)\s+(?:on|off|auto|true|false|[01])$/,
    /^\\(?:pset|C|T|f)\s[^`]*$/,
    // The encoding in which files are read here.
    /^\\encoding\s+'?UTF-?8'?$/i,
  ],
  end: /^\\q(?:uit)?$/,
};

/** `mysql` and `mariadb` (MariaDB 10.11, client/mysql.cc, `commands`). */
const MYSQL: HarmlessCommands = {
  anywhere: [
    // Warnings, the state of the session, names for completion, the text of the open statement.
    /^(?:warnings|nowarning|status|rehash|print)$/i,
    /^\\[Wws#p]$/,
    // Output no longer goes to a file or through a program as well.
    /^(?:notee|nopager)$/i,
    /^\\[tn]$/,
    /^(?:prompt|help|\?)(?:\s[^`]*)?$/i,
  ],
  end: /^(?:[Ee][Xx][Ii][Tt]|[Qq][Uu][Ii][Tt]|\\q)$/,
};

/** `sqlite3` (SQLite docs, Command Line Shell). */
const SQLITE: HarmlessCommands = {
  anywhere: [
    /^\.bail\s+(?:on|off|yes|no|[01])$/,
    // The layout of what is printed, and what is printed besides.
    /^\.(?:headers?|echo|timer|stats|changes|eqp|explain|crlf)(?:\s+\w+)?$/,
    /^\.(?:mode|width|nullvalue|separator|prompt|print)(?:\s.*)?$/,
    // They print names, definitions and settings.
    /^\.(?:show|databases|tables|schema|fullschema|indexes|indices|help|version)(?:\s.*)?$/,
    // How long to wait for a lock.
    /^\.timeout(?:\s+\d+)?$/,
  ],
  end: /^\.(?:quit|exit)(?:\s+\d+)?$/,
};

/** sqlcmd's commands that set an option have names of their own, which rules can see. */
const HARMLESS: Readonly<Record<Lexical['clientCommands'], HarmlessCommands>> = {
  psql: PSQL,
  mysql: MYSQL,
  sqlite: SQLITE,
  sqlcmd: { anywhere: [], end: /^$/ },
};

/** Whether the client command in the token at `at` is harmless, and stands between statements. */
export function isHarmlessCommand({ tokens, lexical }: Scan, at: number): boolean {
  // In an open statement, which goes on behind the command, it was the command that ended what was read of it.
  const before = at - 1;
  const opens = before < 0 || tokens.end(before) > tokens.start(before) || tokens.kind(before - 1) === T.directive;
  if (!opens) return false;
  // `\\` ends a command of psql, and SQL follows.
  const raw = tokens.raw(at).replace(/\s*(?:\\\\)?\s*$/, '');
  const { anywhere, end } = HARMLESS[lexical.clientCommands];
  return anywhere.some((written) => written.test(raw)) || (end.test(raw) && isLast(tokens, at));
}

/** Whether only ends of statements follow. */
function isLast(tokens: Scan['tokens'], at: number): boolean {
  for (let next = at + 1; next < tokens.length; next++) if (tokens.kind(next) !== T.terminator) return false;
  return true;
}
