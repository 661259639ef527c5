import type { Lexical } from '../text/dialects.ts';
import { T } from '../text/tokens.ts';
import type { Scan } from './scan.ts';

/** A command of a client program that neither runs anything nor reads or writes a file. */
interface HarmlessCommand {
  /** The whole command, with all arguments that are harmless. */
  readonly written: RegExp;
  /** `set`: whether an error ends the script depends on it. */
  readonly kind: 'show' | 'set';
  /** The program ends here, so that the command is harmless only at the end of a file. */
  readonly ends?: true;
}

const show = (written: RegExp): HarmlessCommand => ({ written, kind: 'show' });
const set = (written: RegExp): HarmlessCommand => ({ written, kind: 'set' });
const end = (written: RegExp): HarmlessCommand => ({ written, kind: 'show', ends: true });

/** `psql` (PostgreSQL docs, psql). It runs the text between back-ticks in a shell, in the arguments of every command. */
const PSQL: readonly HarmlessCommand[] = [
  // Variables of psql itself, which refuses other values.
  set(/^\\set\s+ON_ERROR_(?:STOP|ROLLBACK)(?:\s+'?(?:on|off|true|false|yes|no|[01]|interactive)'?)?$/i),
  set(/^\\unset\s+ON_ERROR_(?:STOP|ROLLBACK)$/),
  show(/^\\set\s+(?:QUIET|ECHO_HIDDEN)(?:\s+(?:on|off|true|false|[01]))?$/),
  show(/^\\set\s+(?:VERBOSITY\s+(?:default|verbose|terse|sqlstate)|SHOW_CONTEXT\s+(?:never|errors|always))$/),
  show(/^\\set\s+ECHO\s+'?(?:all|errors|none|queries)'?$/),
  show(/^\\unset\s+(?:QUIET|ECHO|ECHO_HIDDEN|VERBOSITY|SHOW_CONTEXT)$/),
  // CockroachDB's own client. psql accepts no variable with such a name.
  set(/^\\set\s+errexit=(?:true|false|on|off|[01])$/),
  show(/^\\set\s+(?:echo|show_times|show_server_times)=(?:true|false|on|off|[01])$/),
  // They print text.
  show(/^\\(?:echo|qecho|warn)(?:\s[^`]*)?$/),
  // They print what the server or the session is like, and how the last statement failed.
  show(/^\\(?:conninfo|errverbose|copyright|encoding|timing|x|a|t|H|pset)$/),
  show(/^\\(?:d[A-Za-z]*|l|z|sf|sv)[S+]*(?:\s[^`]*)?$/),
  // The layout of what is printed.
  show(/^\\(?:timing|x|t)\s+(?:on|off|auto|true|false|[01])$/),
  show(/^\\(?:pset|C|T|f)\s[^`]*$/),
  // The encoding in which files are read here.
  show(/^\\encoding\s+'?UTF-?8'?$/i),
  end(/^\\q(?:uit)?$/),
];

/** `mysql` and `mariadb` (MariaDB 10.11, client/mysql.cc, `commands`). */
const MYSQL: readonly HarmlessCommand[] = [
  // Warnings, the state of the session, names for completion, the text of the open statement.
  show(/^(?:warnings|nowarning|status|rehash|print|\\[Wws#p])$/i),
  // Output no longer goes to a file or through a program as well.
  show(/^(?:notee|nopager|\\[tn])$/i),
  show(/^(?:prompt|help|\?)(?:\s[^`]*)?$/i),
  end(/^(?:exit|quit|\\q)$/i),
];

/** `sqlite3` (SQLite docs, Command Line Shell). */
const SQLITE: readonly HarmlessCommand[] = [
  set(/^\.bail\s+(?:on|off|yes|no|[01])$/),
  // The layout of what is printed, and what is printed besides.
  show(/^\.(?:headers?|echo|timer|stats|changes|eqp|explain|crlf)(?:\s+\w+)?$/),
  show(/^\.(?:mode|width|nullvalue|separator|prompt|print)(?:\s.*)?$/),
  // They print names, definitions and settings.
  show(/^\.(?:show|databases|tables|schema|fullschema|indexes|indices|help|version)(?:\s.*)?$/),
  // How long to wait for a lock.
  show(/^\.timeout(?:\s+\d+)?$/),
  end(/^\.(?:quit|exit)(?:\s+\d+)?$/),
];

/** sqlcmd's commands that set an option have names of their own, which rules can see. */
const HARMLESS: Readonly<Record<Lexical['clientCommands'], readonly HarmlessCommand[]>> = {
  psql: PSQL,
  mysql: MYSQL,
  sqlite: SQLITE,
  sqlcmd: [],
};

/** The harmless client command in the token at `at`, if it stands between statements. */
export function harmlessCommand({ tokens, lexical }: Scan, at: number): HarmlessCommand | undefined {
  // In an open statement, which goes on behind the command, it was the command that ended what was read of it.
  const before = at - 1;
  const opens = before < 0 || tokens.end(before) > tokens.start(before) || tokens.kind(before - 1) === T.directive;
  if (!opens) return undefined;
  // `\\` ends a command of psql, and SQL follows.
  const raw = tokens.raw(at).replace(/\s*(?:\\\\)?\s*$/, '');
  const found = HARMLESS[lexical.clientCommands].find(({ written }) => written.test(raw));
  return found?.ends && !isLast(tokens, at) ? undefined : found;
}

/** Whether only ends of statements follow. */
function isLast(tokens: Scan['tokens'], at: number): boolean {
  for (let next = at + 1; next < tokens.length; next++) if (tokens.kind(next) !== T.terminator) return false;
  return true;
}
