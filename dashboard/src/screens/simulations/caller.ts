import type { Flow } from './words.ts';

/** The name by which people know a caller: the application, else the user. */
export function callerName({ application, user, database }: Flow['caller']): string {
  return application ?? user ?? database ?? 'not known';
}
