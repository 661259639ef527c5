// PostgreSQL's protocol: clients on one side, a server on the other.
export { parseSecrets } from './authentication/authenticate.ts';
export { type PostgresqlOptions, postgresql } from './protocol.ts';
