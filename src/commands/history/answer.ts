import type { ExitCode } from '../../model/index.ts';

/** What a command says, raw (print it made visible), and the code that it ends with. */
export interface HistoryAnswer {
  readonly text: string;
  readonly exitCode: ExitCode;
}
