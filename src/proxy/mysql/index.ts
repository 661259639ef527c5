// The protocol of MySQL and MariaDB: clients on one side, a server on the other.
export { mysql } from './protocol.ts';
