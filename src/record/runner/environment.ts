import { ConfigError } from '../../model/index.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** How to reach a database. */
export interface Address {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string | undefined;
  readonly database: string;
}

const URL_SCHEME = /^(?:jdbc:)?(?:postgres(?:ql)?|postgis|ecto)(?:\+\w+)?:\/\//i;
const DEFAULT_URL = 'DATABASE_URL';

/** The variables that hold the URL of a PostgreSQL database. */
function urlVariables(env: Env): readonly string[] {
  return Object.keys(env).filter((name) => URL_SCHEME.test(env[name] ?? ''));
}

/** The address of a URL such as `postgresql://user:password@host:5432/database`. Raises ConfigError. */
export function addressOf(url: string, what: string): Address {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw new ConfigError(`${what} is not a URL; write it as \`postgresql://user:password@host:5432/database\``);
  }
  if (!URL_SCHEME.test(url))
    throw new ConfigError(
      `${what} is not of PostgreSQL, which is the only server that can be recorded; use \`postgresql://…\``,
    );
  const user = decodeURIComponent(parsed.username) || 'postgres';
  return {
    host:
      parsed.searchParams.get('host') ?? (decodeURIComponent(parsed.hostname).replace(/^\[|\]$/g, '') || 'localhost'),
    port: Number(parsed.port || 5432),
    user,
    password: decodeURIComponent(parsed.password) || undefined,
    database: decodeURIComponent(parsed.pathname.slice(1)) || user,
  };
}

/** The user and the database that the command's own variables name. */
export function wantedAddress(env: Env): Pick<Address, 'user' | 'password' | 'database'> {
  const [name] = urlVariables(env);
  const url = name === undefined ? undefined : addressOf(env[name] ?? '', `the variable \`${name}\``);
  const user = env['PGUSER'] ?? url?.user ?? 'postgres';
  return {
    user,
    password: env['PGPASSWORD'] ?? url?.password,
    database: env['PGDATABASE'] ?? url?.database ?? user,
  };
}

/**
 * The environment in which the command connects to the recorder: every variable that holds a URL of PostgreSQL, those of
 * PostgreSQL's own clients, and those that `names` says.
 *
 * @param names variables that get the URL although they do not hold one yet
 */
export function recordedEnvironment(
  env: Env,
  { host, port, user, password, database }: Address,
  names: readonly string[],
): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, text] of Object.entries(env)) if (text !== undefined) result[name] = text;
  const credentials = `${encodeURIComponent(user)}${password === undefined ? '' : `:${encodeURIComponent(password)}`}`;
  const whole = `postgresql://${credentials}@${host}:${port}/${encodeURIComponent(database)}`;
  const found = urlVariables(env);
  for (const name of found)
    result[name] = redirected(result[name] ?? '', { host, port, user, password, database }) ?? whole;
  for (const name of names) result[name] = whole;
  if (found.length === 0 && names.length === 0) result[DEFAULT_URL] = whole;
  Object.assign(result, {
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGDATABASE: database,
    PGSSLMODE: 'disable',
  });
  if (password !== undefined) result['PGPASSWORD'] = password;
  // They would lead past the recorder.
  for (const name of ['PGHOSTADDR', 'PGSERVICE', 'PGSERVICEFILE']) delete result[name];
  return result;
}

/** Parameters of a URL that name another address, or ask for TLS, which the recorder does not have. */
const ELSEWHERE = ['sslmode', 'ssl', 'sslrootcert', 'sslcert', 'sslkey', 'sslaccept', 'host', 'port', 'hostaddr'];

/** The URL with another address; undefined if it is of a form that this does not know. */
function redirected(text: string, { host, port, user, password, database }: Address): string | undefined {
  const [jdbc = ''] = /^jdbc:/i.exec(text) ?? [];
  const plain = text.slice(jdbc.length);
  const url = URL.canParse(plain) ? new URL(plain) : undefined;
  if (!url || url.hostname === '') return undefined;
  url.host = `${host}:${port}`;
  url.pathname = `/${encodeURIComponent(database)}`;
  for (const parameter of ELSEWHERE) url.searchParams.delete(parameter);
  if (jdbc === '') {
    url.username = encodeURIComponent(user);
    url.password = encodeURIComponent(password ?? '');
  } else {
    url.searchParams.set('user', user);
    url.searchParams.set('password', password ?? '');
  }
  return jdbc + url.href;
}
