import type { UsedObject } from '../../contract/index.ts';
import { CONTEXT_LIMITS } from '../../model/index.ts';
import { createLazySqlReader, loadingGrammar } from '../../sql/index.ts';
import type { AskedUse, ObjectName } from '../../use/index.ts';
import type { CheckRequest } from '../inputs/check-request.ts';
import type { Settings } from '../inputs/config.ts';
import { UseQuestions } from './asked-uses.ts';
import type { FileToJudge } from './files.ts';

/** Every statement whose operations ask who uses an object has one of these words. */
const MAY_ASK = /\b(?:drop|alter|rename|revoke|deny|sp_rename)\b/i;

/**
 * The objects that files take away, rename or change, with what only the repository shows about them. Files that take nothing
 * away are missing.
 */
export async function objectsTakenAway(
  request: CheckRequest,
  settings: Settings,
  tasks: readonly FileToJudge[],
): Promise<ReadonlyMap<FileToJudge, readonly UsedObject[]>> {
  const questions = new UseQuestions();
  for (const task of tasks) {
    const { path, text, baseText, context, settings: run } = task;
    const versions = [text, baseText ?? ''].filter((version) => MAY_ASK.test(version) || context?.schema);
    if (versions.length === 0) continue;
    const reader = await createLazySqlReader(run.dialect);
    for (const version of versions) {
      const script = await loadingGrammar(() => reader.read(version, { path, context, run }));
      for (const { operations } of script.statements)
        for (const operation of operations) questions.add(task, operation);
    }
  }
  const completed = await questions.complete(request, settings);
  return new Map([...completed].map(([task, asked]) => [task, objectsOf([...asked.values()])]));
}

/** One for each object: what a service asks of it does not matter here. Without an object, a service knows nothing of it. */
function objectsOf(asked: readonly AskedUse[]): readonly UsedObject[] {
  const objects = new Map<string, UsedObject>();
  for (const { question, inside, unusedInTests } of asked) {
    const { schema, name, column } = question;
    const [views, routines] = [inside.views, inside.routines].map((list) =>
      list.map((each) => ({ schema: each.schema, name: each.name })),
    ) as [ObjectName[], ObjectName[]];
    if (![...views, ...routines, { schema, name: column ?? name }, { schema, name }].every(isSent)) continue;
    objects.set(JSON.stringify([schema, name, column]), {
      ...{ schema, name, column, views, routines, hasDefault: inside.hasDefault },
      code: inside.code?.slice(0, 4 * CONTEXT_LIMITS.characters),
      ...(unusedInTests && { unusedInTests }),
    });
  }
  return [...objects.values()].slice(0, CONTEXT_LIMITS.names);
}

/** Longer names are not sent. */
function isSent({ schema, name }: ObjectName): boolean {
  return name !== '' && Math.max(schema.length, name.length) <= CONTEXT_LIMITS.characters;
}
