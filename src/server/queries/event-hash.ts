import { createHash } from 'node:crypto';
import type { QueryEvent } from '../../contract/index.ts';

/** SHA-256 of the content of an event, independent of its JSON form: defaults are filled in, timestamps are numbers. */
export function eventHash(event: QueryEvent): Uint8Array {
  const { id, type, at, query, dialect, caller = {}, calls, normalised, truncated, outcome } = event;
  const { tags, ...names } = caller;
  const callerFields = [sorted(names), tags && sorted(tags)];
  const fields = [
    id,
    type,
    Date.parse(at),
    query,
    dialect,
    callerFields,
    calls ?? 1,
    normalised === true,
    truncated === true,
    outcome ?? 'ok',
  ];
  return new Uint8Array(createHash('sha256').update(JSON.stringify(fields)).digest());
}

function sorted(
  names: Readonly<Record<string, string | undefined>>,
): readonly (readonly [string, string | undefined])[] {
  return Object.entries(names)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
