import { ConfigError } from '../../model/index.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** The servers in front of which a command can be recorded, by protocol. */
export type ServerKind = 'postgresql' | 'mysql';

/** How to reach a database. */
export interface Address {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string | undefined;
  readonly database: string;
}

/** How clients of a server are told where it is. */
interface Client {
  /** What URLs of its databases begin with. */
  readonly urls: RegExp;
  readonly scheme: string;
  readonly port: number;
  readonly user: string;
  /** Variables that its own clients, and the settings of projects, read. */
  variables(address: Address): Readonly<Record<string, string | undefined>>;
  /** Variables that would lead past the recorder. */
  readonly past: readonly string[];
}

const CLIENTS: Readonly<Record<ServerKind, Client>> = {
  postgresql: {
    urls: /^(?:jdbc:)?(?:postgres(?:ql)?|postgis|ecto)(?:\+\w+)?:\/\//i,
    scheme: 'postgresql',
    port: 5432,
    user: 'postgres',
    variables: ({ host, port, user, password, database }) => ({
      PGHOST: host,
      PGPORT: String(port),
      PGUSER: user,
      PGDATABASE: database,
      PGPASSWORD: password,
      PGSSLMODE: 'disable',
      POSTGRES_HOST: host,
      POSTGRES_PORT: String(port),
      POSTGRES_USER: user,
      POSTGRES_PASSWORD: password,
      POSTGRES_DB: database,
    }),
    past: ['PGHOSTADDR', 'PGSERVICE', 'PGSERVICEFILE'],
  },
  mysql: {
    urls: /^(?:jdbc:)?(?:mysql2?|mariadb|trilogy|mysqlgis|ecto)(?:\+\w+)?:\/\//i,
    scheme: 'mysql',
    port: 3306,
    user: 'root',
    variables: ({ host, port, user, password, database }) => ({
      MYSQL_HOST: host,
      MYSQL_TCP_PORT: String(port),
      MYSQL_PORT: String(port),
      MYSQL_USER: user,
      MYSQL_DATABASE: database,
      MYSQL_PASSWORD: password,
      MYSQL_PWD: password,
    }),
    past: ['MYSQL_UNIX_PORT'],
  },
};

/** Names that projects give to the parts of an address. Those of a `.env` file do not override the environment. */
function partVariables({ host, port, user, password, database }: Address): Record<string, string | undefined> {
  return {
    DB_HOST: host,
    DB_PORT: String(port),
    DB_USER: user,
    DB_USERNAME: user,
    DB_PASSWORD: password,
    DB_PASS: password,
    DB_NAME: database,
    DB_DATABASE: database,
  };
}

const KINDS = ['postgresql', 'mysql'] as const;
const DEFAULT_URL = 'DATABASE_URL';

/** The variables that hold the URL of a database. */
export function urlVariables(env: Env, kind: ServerKind): readonly string[] {
  return Object.keys(env).filter((name) => CLIENTS[kind].urls.test(env[name] ?? ''));
}

/** The address of a URL such as `postgresql://user:password@host:5432/database`. Raises ConfigError. */
export function addressOf(url: string, what: string): Address & { readonly kind: ServerKind } {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw new ConfigError(`${what} is not a URL; write it as \`postgresql://user:password@host:5432/database\``);
  }
  const kind = KINDS.find((each) => CLIENTS[each].urls.test(url));
  if (kind === undefined)
    throw new ConfigError(
      `${what} is not of PostgreSQL, MySQL or MariaDB, which are the servers that can be recorded; use \`postgresql://…\` or \`mysql://…\``,
    );
  const { port, user: usual } = CLIENTS[kind];
  const user = decodeURIComponent(parsed.username) || usual;
  return {
    kind,
    host:
      parsed.searchParams.get('host') ?? (decodeURIComponent(parsed.hostname).replace(/^\[|\]$/g, '') || 'localhost'),
    port: Number(parsed.port || port),
    user,
    password: decodeURIComponent(parsed.password) || undefined,
    database: decodeURIComponent(parsed.pathname.slice(1)) || (kind === 'postgresql' ? user : ''),
  };
}

/** The user and the database that the command's own variables name, of PostgreSQL. */
export function wantedAddress(env: Env): Pick<Address, 'user' | 'password' | 'database'> {
  const [name] = urlVariables(env, 'postgresql');
  const url = name === undefined ? undefined : addressOf(env[name] ?? '', `the variable \`${name}\``);
  const first = (...names: readonly string[]) => names.map((each) => env[each]).find((value) => value);
  const user = env['PGUSER'] ?? url?.user ?? first('POSTGRES_USER', 'DB_USER', 'DB_USERNAME') ?? 'postgres';
  return {
    user,
    password: env['PGPASSWORD'] ?? url?.password ?? first('POSTGRES_PASSWORD', 'DB_PASSWORD', 'DB_PASS'),
    database: env['PGDATABASE'] ?? url?.database ?? first('POSTGRES_DB', 'DB_NAME', 'DB_DATABASE') ?? user,
  };
}

/**
 * The environment in which the command connects to the recorder: every variable that holds a URL of such a server, those of
 * the server's own clients, the usual ones of projects, and those that `names` says.
 *
 * @param names variables that get the URL although they do not hold one yet
 */
export function recordedEnvironment(
  env: Env,
  kind: ServerKind,
  address: Address,
  names: readonly string[],
): Record<string, string> {
  const { scheme, variables, past } = CLIENTS[kind];
  const { host, port, user, password, database } = address;
  const result: Record<string, string> = {};
  for (const [name, text] of Object.entries(env)) if (text !== undefined) result[name] = text;
  const credentials = `${encodeURIComponent(user)}${password === undefined ? '' : `:${encodeURIComponent(password)}`}`;
  const whole = `${scheme}://${credentials}@${host}:${port}/${encodeURIComponent(database)}`;
  const found = urlVariables(env, kind);
  for (const name of found) result[name] = redirected(result[name] ?? '', address) ?? whole;
  for (const name of names) result[name] = whole;
  if (found.length === 0 && names.length === 0) result[DEFAULT_URL] = whole;
  for (const [name, value] of Object.entries({ ...partVariables(address), ...variables(address) }))
    if (value !== undefined) result[name] = value;
  for (const name of past) delete result[name];
  return result;
}

/** Parameters of a URL that name another address, or ask for TLS, which the recorder does not have. */
const ELSEWHERE: readonly string[] = [
  ...['sslmode', 'ssl', 'sslrootcert', 'sslcert', 'sslkey', 'sslaccept', 'host', 'port', 'hostaddr'],
  ...['ssl-mode', 'ssl_mode', 'useSSL', 'requireSSL', 'socket', 'unix_socket', 'socketPath'],
];

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
