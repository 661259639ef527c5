import type { Fields } from './packets.ts';

/** What a server reports about the session, if the client can read it (`CLIENT_SESSION_TRACK`). */
export interface SessionChanges {
  /** The default database. */
  readonly database: string | undefined;
  /** New values of variables, by name. */
  readonly variables: ReadonlyMap<string, string>;
}

const VARIABLES = 0;
const DATABASE = 1;

/** Raises ProtocolError. */
export function readChanges(fields: Fields): SessionChanges {
  let database: string | undefined;
  const variables = new Map<string, string>();
  while (fields.left > 0) {
    const type = fields.integer(1);
    const entry = fields.nested();
    if (type === DATABASE) database = entry.sized().toString();
    else if (type === VARIABLES)
      while (entry.left > 0) variables.set(entry.sized().toString(), entry.sized().toString());
  }
  return { database, variables };
}
