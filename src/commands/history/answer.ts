import type { ExitCode } from '../../model/index.ts';

/** The output of a command, not escaped for terminals, and its exit code. */
export interface HistoryAnswer {
  readonly text: string;
  readonly exitCode: ExitCode;
}
