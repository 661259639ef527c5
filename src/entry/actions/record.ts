import { isAbsolute, join } from 'node:path';
import { githubStep, readRecordInputs, workingTree } from '../../ci/index.ts';
import { migrationTables, proposalLines } from '../../commands/index.ts';
import { ConfigError, readCallerMask } from '../../model/index.ts';
import type { RecordOutputName } from '../../model/schemas/index.ts';
import { type RecordRequest, type RecordResult, record, recordTests } from '../../record/runner/index.ts';
import { visible } from '../../report/index.ts';
import { scratchDatabaseProgram } from '../shared/program-modules.ts';
import { readSeed } from '../shared/recording.ts';
import { failureOf } from './failure.ts';

/** The GitHub Action `record`: it judges nothing, since the change's own code runs beside it. */
export async function recordAction(): Promise<void> {
  const { env } = process;
  const step = await githubStep(env);
  const setOutputs = (values: Readonly<Record<RecordOutputName, string | number>>): void => {
    for (const [name, value] of Object.entries(values)) step.output(name, value);
  };
  try {
    const inputs = await readRecordInputs(env);
    const { run, as, upstream, scratch, seed, env: variables = '', 'caller-patterns': patterns = '' } = inputs;
    if (run === undefined)
      throw new ConfigError('the input `run` is missing: it is the command that migrates, or that runs the tests');
    const path = inputs.output ?? OUTPUTS[as];
    const request: RecordRequest = {
      command: ['sh', '-e', '-c', run],
      output: isAbsolute(path) ? path : join(process.cwd(), path),
      upstream,
      embedded: scratchDatabaseProgram(),
      isScratch: scratch,
      seed: await readSeed(seed, process.cwd()),
      variables: words(variables),
      env: commandEnvironment(env),
      now: new Date(),
    };
    const { exitCode, statements, problems, notes, isWritten } = await (as === 'tests'
      ? recordedTests(request, words(patterns))
      : recordedMigrations(request));
    for (const problem of problems) step.warn(`the recording is not complete: ${visible(problem)}`);
    for (const line of notes) step.log(visible(line));
    step.log(isWritten ? `recorded ${statements} statements in ${visible(path)}` : 'nothing was written');
    setOutputs({ 'exit-code': exitCode, statements, recording: isWritten ? path : '' });
    if (exitCode === 0 && isWritten) return;
    const message =
      exitCode === 0
        ? 'the tests were not recorded; see the warnings'
        : `the recorded command failed with exit code ${exitCode}`;
    step.fail({ title: 'querygate: record', message });
  } catch (error) {
    for (const each of failureOf(error).failures) step.fail(each);
    setOutputs({ 'exit-code': '', statements: 0, recording: '' });
  }
  process.exitCode = 1;
}

const OUTPUTS = { migrations: 'querygate-recording.jsonl', tests: 'querygate-tests.jsonl.gz' } as const;

interface Outcome extends Omit<RecordResult, 'note'> {
  readonly notes: readonly string[];
  readonly isWritten: boolean;
}

async function recordedMigrations(request: RecordRequest): Promise<Outcome> {
  const tables = await migrationTables(workingTree(process.cwd()));
  const { note, ...recorded } = await record({ ...request, migrationTables: tables });
  return { ...recorded, notes: note === undefined ? [] : [note], isWritten: true };
}

async function recordedTests(request: RecordRequest, patterns: readonly string[]): Promise<Outcome> {
  const callerMasks = patterns.map(readCallerMask);
  const { note, proposals, ...recorded } = await recordTests({ ...request, callerMasks });
  const notes = [note ?? '', ...proposalLines(proposals).split('\n')].filter((line) => line !== '');
  return { ...recorded, notes, isWritten: recorded.problems.length === 0 };
}

function words(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** The command gets the environment of the job, without the inputs of this step. */
function commandEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('INPUT_')));
}
