import { randomUUID } from 'node:crypto';
import { queryVerdictSchema } from '../../../src/contract/index.ts';
import type { AskedQuery } from '../journal.ts';
import { QUERIES } from '../rules.ts';
import { isAnswer, type NamedRequest, type Soak, sendOnce } from '../soak.ts';

let requestCount = 0;

/** Evaluates one query, once: without an answer, it is unknown whether it was recorded. */
export async function evaluateQuery(soak: Soak): Promise<void> {
  const at = requestCount++;
  const kind = at % QUERIES.length;
  const requestId = randomUUID();
  const entry: AskedQuery = { kind, answer: undefined };
  soak.journal.queries.set(requestId, entry);
  const request: NamedRequest = {
    name: 'proxy query',
    method: 'POST',
    path: '/proxy/query',
    bearer: soak.key,
    requestId,
    body: {
      workspace: soak.workspace.id,
      query: QUERIES[kind]?.sql(at),
      dialect: 'postgresql',
      caller: { user: 'shop', application: 'web', database: 'shop' },
    },
  };
  const answer = await sendOnce(soak, request);
  if (!answer || !isAnswer(soak, request, answer, 200)) return;
  const { id, verdict, ruleset } = queryVerdictSchema.parse(answer.body);
  entry.answer = { id, verdict, version: ruleset.version };
}
