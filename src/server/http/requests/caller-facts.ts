import type { QueryRequest } from '../../../contract/index.ts';
import type { CallerFacts } from '../../../model/index.ts';

/** Caller facts as the client sent them; missing ones are unknown. */
export function callerFacts(caller: QueryRequest['caller'] = {}): CallerFacts {
  const { user, role, application, database, tags } = caller;
  return { user, role, application, database, tags };
}
