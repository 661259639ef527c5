import type { QueryRequest } from '../../contract/index.ts';
import type { CallerFacts } from '../../model/index.ts';

/** Facts of a caller as a client names it: what it leaves out is not known. */
export function callerFacts(caller: QueryRequest['caller'] = {}): CallerFacts {
  const { user, role, application, database, tags } = caller;
  return { user, role, application, database, tags };
}
