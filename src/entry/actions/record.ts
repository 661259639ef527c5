import { isAbsolute, join } from 'node:path';
import { githubStep, readRecordInputs, workingTree } from '../../ci/index.ts';
import { migrationTables } from '../../commands/index.ts';
import { ConfigError } from '../../model/index.ts';
import type { RecordOutputName } from '../../model/schemas/index.ts';
import { record } from '../../record/runner/index.ts';
import { visible } from '../../report/index.ts';
import { scratchDatabaseProgram } from '../shared/program-modules.ts';
import { failureOf } from './failure.ts';

/** The GitHub Action `record`: it judges nothing, since the change's own code runs beside it. */
export async function recordAction(): Promise<void> {
  const { env } = process;
  const step = await githubStep(env);
  const setOutputs = (values: Readonly<Record<RecordOutputName, string | number>>): void => {
    for (const [name, value] of Object.entries(values)) step.output(name, value);
  };
  try {
    const { run, upstream, scratch, env: variables = '', output } = await readRecordInputs(env);
    if (run === undefined) throw new ConfigError('the input `run` is missing: it is the command that migrates');
    const path = output ?? '';
    const { exitCode, statements, problems, note } = await record({
      command: ['sh', '-e', '-c', run],
      output: isAbsolute(path) ? path : join(process.cwd(), path),
      upstream,
      embedded: scratchDatabaseProgram(),
      isScratch: scratch,
      variables: variables.split(/\s+/).filter((name) => name !== ''),
      migrationTables: await migrationTables(workingTree(process.cwd())),
      env: commandEnvironment(env),
      now: new Date(),
    });
    for (const problem of problems) step.warn(`the recording is not complete: ${visible(problem)}`);
    if (note !== undefined) step.log(note);
    step.log(`recorded ${statements} statements in ${visible(path)}`);
    setOutputs({ 'exit-code': exitCode, statements, recording: path });
    if (exitCode === 0) return;
    step.fail({ title: 'querygate: record', message: `the recorded command failed with exit code ${exitCode}` });
  } catch (error) {
    for (const each of failureOf(error).failures) step.fail(each);
    setOutputs({ 'exit-code': '', statements: 0, recording: '' });
  }
  process.exitCode = 1;
}

/** The command gets the environment of the job, without the inputs of this step. */
function commandEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('INPUT_')));
}
