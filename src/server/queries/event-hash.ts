import { createHash } from 'node:crypto';
import type { QueryEvent } from '../../contract/index.ts';

/** SHA-256 of what an event says, however it was written: defaults are filled in, instants are one number. */
export function eventHash(event: QueryEvent): Uint8Array {
  const { id, type, at, query, dialect, caller = {}, calls, normalised, truncated, outcome } = event;
  const { tags, ...names } = caller;
  const who = [sorted(names), tags && sorted(tags)];
  const said = [
    id,
    type,
    Date.parse(at),
    query,
    dialect,
    who,
    calls ?? 1,
    normalised === true,
    truncated === true,
    outcome ?? 'ok',
  ];
  return new Uint8Array(createHash('sha256').update(JSON.stringify(said)).digest());
}

function sorted(
  names: Readonly<Record<string, string | undefined>>,
): readonly (readonly [string, string | undefined])[] {
  return Object.entries(names)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
