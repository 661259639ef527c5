import { resolve } from 'node:path';
import { workingTree } from '../../ci/index.ts';
import { migrationTables, proposalLines } from '../../commands/index.ts';
import { ConfigError, EXIT, RECORDING_FILE, readCallerMask, TESTS_FILE } from '../../model/index.ts';
import { type RecordRequest, record, recordTests } from '../../record/runner/index.ts';
import { errorLine } from '../shared/error-line.ts';
import { scratchDatabaseProgram } from '../shared/program-modules.ts';
import { readSeed } from '../shared/recording.ts';
import { workingFolders } from './working-folders.ts';

/** Options of `querygate record` as commander gives them. */
export interface RecordOptions {
  readonly as: 'migrations' | 'tests';
  readonly output?: string;
  readonly upstream?: string;
  readonly scratch?: boolean;
  readonly seed?: string;
  readonly env?: readonly string[];
  readonly callerPattern?: readonly string[];
}

/** Runs a command and records what it executes. The exit code is the command's. Raises ConfigError. */
export async function recordCommand(command: readonly string[], options: RecordOptions): Promise<void> {
  const { as, upstream, scratch, env: variables = [], callerPattern = [] } = options;
  const output = options.output ?? (as === 'tests' ? TESTS_FILE : RECORDING_FILE);
  if (as === 'migrations' && callerPattern.length > 0)
    throw new ConfigError('`--caller-pattern` is for `--as tests`: a recording of migrations has no callers');
  const request: RecordRequest = {
    command,
    output: resolve(output),
    upstream,
    embedded: scratchDatabaseProgram(),
    isScratch: scratch === true,
    seed: await readSeed(options.seed, process.cwd()),
    variables,
    env: process.env,
    now: new Date(),
  };
  if (as === 'tests') await recordedTests(request, output, callerPattern);
  else await recordedMigrations(request, output);
}

async function recordedMigrations(request: RecordRequest, output: string): Promise<void> {
  const tables = await migrationTables(workingTree((await workingFolders()).root));
  const { exitCode, statements, problems, note } = await record({ ...request, migrationTables: tables });
  print(problems.map((problem) => `the recording is not complete: ${problem}`));
  print([note, `recorded ${statements} statement${statements === 1 ? '' : 's'} in \`${output}\``]);
  process.exitCode = exitCode;
}

async function recordedTests(request: RecordRequest, output: string, callerPattern: readonly string[]): Promise<void> {
  const callerMasks = callerPattern.map(readCallerMask);
  const { exitCode, statements, problems, note, proposals } = await recordTests({ ...request, callerMasks });
  print(problems.map((problem) => `nothing written: ${problem}`));
  print([note]);
  if (problems.length === 0)
    print([`recorded ${statements} statements of tests in \`${output}\``, ...proposalLines(proposals).split('\n')]);
  process.exitCode = problems.length > 0 && exitCode === 0 ? EXIT.unknown : exitCode;
}

function print(lines: readonly (string | undefined)[]): void {
  for (const line of lines) if (line !== undefined && line !== '') process.stderr.write(errorLine(line));
}
