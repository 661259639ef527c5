import { randomUUID } from 'node:crypto';
import { dryRunSchema } from '../../../src/contract/index.ts';
import { dryRunBody, migration } from '../../load/bodies.ts';
import { isAnswer, type NamedRequest, type Soak, sendOnce } from '../soak.ts';

const STATEMENTS = 20;
const TEXT = `${migration(STATEMENTS)}DELETE FROM sessions;\n`;

/** Requests a dry run of one file, once. */
export async function judgeFile(soak: Soak): Promise<void> {
  const requestId = randomUUID();
  soak.journal.dryRuns.set(requestId, undefined);
  const request: NamedRequest = {
    name: 'dry run',
    method: 'POST',
    path: '/ci/dry-run',
    bearer: soak.key,
    requestId,
    body: dryRunBody(soak.workspace.id, TEXT),
  };
  const answer = await sendOnce(soak, request);
  if (!answer || !isAnswer(soak, request, answer, 200)) return;
  const { id, files } = dryRunSchema.parse(answer.body);
  soak.journal.dryRuns.set(requestId, id);
  const found = files.flatMap(({ findings }) => findings.map(({ rule }) => rule));
  if (files[0]?.statements !== STATEMENTS + 1 || !found.includes('no-bare-delete'))
    soak.journal.fault(`a dry run saw ${files[0]?.statements} statements and found ${found.join() || 'nothing'}`);
}
