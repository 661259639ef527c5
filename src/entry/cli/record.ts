import { resolve } from 'node:path';
import { workingTree } from '../../ci/index.ts';
import { migrationTables } from '../../commands/index.ts';
import { record } from '../../record/runner/index.ts';
import { errorLine } from '../shared/error-line.ts';
import { scratchDatabaseProgram } from '../shared/program-modules.ts';
import { workingFolders } from './working-folders.ts';

/** Options of `querygate record` as commander gives them. */
export interface RecordOptions {
  readonly output: string;
  readonly upstream?: string;
  readonly scratch?: boolean;
  readonly env?: readonly string[];
}

/** Runs a command and records what it executes. The exit code is the command's. Raises ConfigError. */
export async function recordCommand(command: readonly string[], options: RecordOptions): Promise<void> {
  const { output, upstream, scratch, env: variables = [] } = options;
  const { exitCode, statements, problems, note } = await record({
    command,
    output: resolve(output),
    upstream,
    embedded: scratchDatabaseProgram(),
    isScratch: scratch === true,
    variables,
    migrationTables: await migrationTables(workingTree((await workingFolders()).root)),
    env: process.env,
    now: new Date(),
  });
  for (const problem of problems) process.stderr.write(errorLine(`the recording is not complete: ${problem}`));
  if (note !== undefined) process.stderr.write(errorLine(note));
  process.stderr.write(errorLine(`recorded ${statements} statement${statements === 1 ? '' : 's'} in \`${output}\``));
  process.exitCode = exitCode;
}
