/** PostgreSQL keeps this many bytes of the name of a statement or portal, and forgets the rest (NAMEDATALEN - 1). */
const NAME_BYTES = 63;

/**
 * The key of a name: names that the server takes for one have the same key. Undefined for a name beyond ASCII, which the
 * server converts to its own encoding before it cuts it off: which names are one then depends on that encoding.
 */
export function keyOfName(name: Uint8Array): string | undefined {
  if (name.some((byte) => byte > 127)) return undefined;
  return Buffer.from(name.subarray(0, NAME_BYTES)).toString('latin1');
}

/** What a message does to a name if the server accepts it. */
export interface NameEffect<Value> {
  readonly key: string;
  /** Undefined: the name is forgotten. */
  readonly value: Value | undefined;
}
