/** Commands of a client: the first byte of the payload. */
export const COMMAND = {
  quit: 0x01,
  initDb: 0x02,
  query: 0x03,
  fieldList: 0x04,
  createDb: 0x05,
  dropDb: 0x06,
  shutdown: 0x08,
  statistics: 0x09,
  processInfo: 0x0a,
  processKill: 0x0c,
  debug: 0x0d,
  ping: 0x0e,
  changeUser: 0x11,
  statementPrepare: 0x16,
  statementExecute: 0x17,
  statementSendLongData: 0x18,
  statementClose: 0x19,
  statementReset: 0x1a,
  setOption: 0x1b,
  statementFetch: 0x1c,
  resetConnection: 0x1f,
  statementBulkExecute: 0xfa,
} as const;

/** Commands that cannot be followed, by what a client would call them. */
const UNFOLLOWED: ReadonlyMap<number, string> = new Map([
  [0x07, 'COM_REFRESH'],
  [0x12, 'COM_BINLOG_DUMP'],
  [0x13, 'COM_TABLE_DUMP'],
  [0x15, 'COM_REGISTER_SLAVE'],
  [0x1e, 'COM_BINLOG_DUMP_GTID'],
  [0x20, 'COM_CLONE'],
  [0x21, 'COM_SUBSCRIBE_GROUP_REPLICATION_STREAM'],
  [0xfe, 'COM_MULTI'],
]);

/** The name of a command that cannot be followed. */
export function nameOfCommand(command: number): string {
  return UNFOLLOWED.get(command) ?? `0x${command.toString(16).padStart(2, '0')}`;
}

/** A name as SQL quotes it. */
export function quoted(name: Buffer): string {
  return `\`${name.toString('latin1').replaceAll('`', '``')}\``;
}
