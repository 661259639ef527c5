import type { ExitCode } from '../model/index.ts';

/** The output of a command, not escaped for terminals, and its exit code. */
export interface CommandResult {
  readonly text: string;
  readonly exitCode: ExitCode;
}
