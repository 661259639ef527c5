/** Flags of what a client and a server can do. */
export const CAN = {
  longPassword: 1,
  withDatabase: 1 << 3,
  compress: 1 << 5,
  localFiles: 1 << 7,
  protocol41: 1 << 9,
  tls: 1 << 11,
  secureConnection: 1 << 15,
  multiStatements: 1 << 16,
  pluginAuth: 1 << 19,
  attributes: 1 << 20,
  sizedAuth: 1 << 21,
  sessionTrack: 1 << 23,
  noEof: 1 << 24,
  optionalMetadata: 1 << 25,
  zstd: 1 << 26,
  queryAttributes: 1 << 27,
} as const;

/** Further flags of MariaDB. */
export const MARIADB_CAN = { progress: 1, cachedMetadata: 1 << 4 } as const;

/** What makes a session unreadable, with what a client calls it. */
const UNREADABLE: readonly (readonly [number, string])[] = [
  [CAN.compress, 'compression'],
  [CAN.zstd, 'compression (zstd)'],
  [CAN.optionalMetadata, 'results without metadata'],
];

/** Mode `enforce` does not offer these to clients. */
export const NOT_ENFORCEABLE =
  UNREADABLE.reduce((flags, [flag]) => flags | flag, 0) | CAN.localFiles | CAN.queryAttributes;

/** What a client and a server have agreed on. */
export interface Agreed {
  readonly capabilities: number;
  readonly mariadb: number;
}

/** Why the packets of a session cannot be read; undefined if they can. */
export function unreadableBecause({ capabilities }: Agreed): string | undefined {
  const used = UNREADABLE.find(([flag]) => (capabilities & flag) !== 0);
  return used && `the client uses ${used[1]}, which the proxy cannot read; connect without it`;
}
