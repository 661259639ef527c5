import { rulesetSchema } from '../../../src/contract/index.ts';
import { RULESETS } from '../rules.ts';
import { askOnce, askUntilAnswered, isAnswer, type NamedQuestion, type Soak } from '../soak.ts';

let activations = 0;

/** Makes the other ruleset active in the place of the one that is. Where no answer came, it may have become so. */
export async function activate(soak: Soak, token: string): Promise<void> {
  const path = `/workspaces/${soak.workspace.id}/ruleset`;
  const reading: NamedQuestion = { name: 'reading the ruleset', method: 'GET', path, bearer: soak.key };
  const { answer: current } = await askUntilAnswered(soak, reading);
  if (!isAnswer(soak, reading, current, 200)) return;
  const name = activations++ % 2 === 0 ? 'b' : 'a';
  const question: NamedQuestion = {
    name: 'activating a ruleset',
    method: 'PUT',
    path,
    bearer: token,
    headers: { 'if-match': String(current.headers['etag']) },
    body: { ruleset: RULESETS[name], reason: `turn ${activations}` },
  };
  const answer = await askOnce(soak, question);
  if (!answer || !isAnswer(soak, question, answer, 200)) return;
  soak.journal.activations.set(rulesetSchema.parse(answer.body).version, name);
}
