import type { TextTask } from '../engine.ts';

/** Whether an event is a whole text, and nothing but its session was sent of what happened around it. */
export function isPlainText({ normalised, truncated, binds, inTransaction }: TextTask): boolean {
  return !normalised && !truncated && binds === undefined && inTransaction === undefined;
}
