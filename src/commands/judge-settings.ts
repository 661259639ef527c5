import type { Dialect, Statement } from '../model/index.ts';
import type { FileSettings, Settings } from './config.ts';
import type { SideRules } from './sides.ts';

/** All that a file is judged by. */
export interface JudgeSettings {
  readonly sides: readonly SideRules[];
  readonly headDecides: boolean;
  readonly settings: Settings;
  readonly file: FileSettings & { readonly dialect: Dialect };
  readonly baseline: ReadonlySet<string>;
  readonly today: string;
}

/** Whether the statement's section is one of the tool that runs the file: to every other tool the marker is a comment. */
export function isKnownSection(statement: Statement, { file }: JudgeSettings): boolean {
  return file.tool !== undefined && statement.sectionTools.includes(file.tool);
}
