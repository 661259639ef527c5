import { randomUUID } from 'node:crypto';
import { dryRunSchema } from '../../../src/contract/index.ts';
import { dryRunBody, migration } from '../../load/bodies.ts';
import { askOnce, isAnswer, type NamedQuestion, type Soak } from '../soak.ts';

const STATEMENTS = 20;
const TEXT = `${migration(STATEMENTS)}DELETE FROM sessions;\n`;

/** Has one file judged, once. */
export async function judgeFile(soak: Soak): Promise<void> {
  const requestId = randomUUID();
  soak.journal.dryRuns.set(requestId, undefined);
  const question: NamedQuestion = {
    name: 'dry run',
    method: 'POST',
    path: '/ci/dry-run',
    bearer: soak.key,
    requestId,
    body: dryRunBody(soak.workspace.id, TEXT),
  };
  const answer = await askOnce(soak, question);
  if (!answer || !isAnswer(soak, question, answer, 200)) return;
  const { id, files } = dryRunSchema.parse(answer.body);
  soak.journal.dryRuns.set(requestId, id);
  const found = files.flatMap(({ findings }) => findings.map(({ rule }) => rule));
  if (files[0]?.statements !== STATEMENTS + 1 || !found.includes('no-bare-delete'))
    soak.journal.fault(`a dry run saw ${files[0]?.statements} statements and found ${found.join() || 'nothing'}`);
}
