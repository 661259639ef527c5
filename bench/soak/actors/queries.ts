import { randomUUID } from 'node:crypto';
import { queryVerdictSchema } from '../../../src/contract/index.ts';
import type { AskedQuery } from '../journal.ts';
import { QUERIES } from '../rules.ts';
import { askOnce, isAnswer, type NamedQuestion, type Soak } from '../soak.ts';

let asked = 0;

/** Asks about one query, once: whoever has no answer does not know whether it was recorded. */
export async function askAboutQuery(soak: Soak): Promise<void> {
  const at = asked++;
  const kind = at % QUERIES.length;
  const requestId = randomUUID();
  const entry: AskedQuery = { kind, answer: undefined };
  soak.journal.queries.set(requestId, entry);
  const question: NamedQuestion = {
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
  const answer = await askOnce(soak, question);
  if (!answer || !isAnswer(soak, question, answer, 200)) return;
  const { id, verdict, ruleset } = queryVerdictSchema.parse(answer.body);
  entry.answer = { id, verdict, version: ruleset.version };
}
