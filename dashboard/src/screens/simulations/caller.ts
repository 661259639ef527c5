import { visible } from '../../ui/highlight.ts';
import type { Flow } from './words.ts';

/** The display name of a caller: the application, else the user. */
export function callerName({ application, user, database }: Flow['caller']): string {
  return visible(application ?? user ?? database ?? 'not known');
}
