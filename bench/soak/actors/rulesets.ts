import { rulesetSchema } from '../../../src/contract/index.ts';
import { RULESETS } from '../rules.ts';
import { isAnswer, type NamedRequest, type Soak, sendOnce, sendUntilAnswered } from '../soak.ts';

let activations = 0;

/** Activates the other ruleset. Without an answer, it may have become active. */
export async function activate(soak: Soak, token: string): Promise<void> {
  const path = `/workspaces/${soak.workspace.id}/ruleset`;
  const reading: NamedRequest = { name: 'reading the ruleset', method: 'GET', path, bearer: soak.key };
  const { answer: current } = await sendUntilAnswered(soak, reading);
  if (!isAnswer(soak, reading, current, 200)) return;
  const name = activations++ % 2 === 0 ? 'b' : 'a';
  const request: NamedRequest = {
    name: 'activating a ruleset',
    method: 'PUT',
    path,
    bearer: token,
    headers: { 'if-match': String(current.headers['etag']) },
    body: { ruleset: RULESETS[name], reason: `turn ${activations}` },
  };
  const answer = await sendOnce(soak, request);
  if (!answer || !isAnswer(soak, request, answer, 200)) return;
  soak.journal.activations.set(rulesetSchema.parse(answer.body).version, name);
}
