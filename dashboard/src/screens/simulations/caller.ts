import { visible } from '../../ui/highlight.ts';
import type { Flow } from './words.ts';

/** The name by which people know a caller: the application, else the user. */
export function callerName({ application, user, database }: Flow['caller']): string {
  return visible(application ?? user ?? database ?? 'not known');
}
