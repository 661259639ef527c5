import type { CallerFacts } from '../../model/index.ts';

/** Equal callers are one object, as far as there is room: it is then quickly seen that they are equal. */
export function sharedCaller(caller: CallerFacts): CallerFacts {
  const key = JSON.stringify(caller);
  const known = callers.get(key);
  if (known) return known;
  if (callers.size >= MAX_CALLERS) callers.clear();
  callers.set(key, caller);
  return caller;
}

const callers = new Map<string, CallerFacts>();
const MAX_CALLERS = 1000;
