/**
 * Whether the service answers. `up`: its last answer was one to this session; `down`: the last call got no answer;
 * `ended`: the last answer was that the session has ended.
 */
export type Connection = 'up' | 'down' | 'ended';

let now: Connection = 'up';
const listeners = new Set<() => void>();

export function connection(): Connection {
  return now;
}

/** Records how a call went. */
export function setConnection(next: Connection): void {
  if (next === now) return;
  now = next;
  for (const listener of listeners) listener();
}

/** Calls a function when it changes. Returns how to stop that. */
export function onConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
