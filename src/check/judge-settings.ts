import type { Dialect, FailOn, FileRun, MigrationTool, Operation, Statement } from '../model/index.ts';
import type { UseAnswer } from '../use/index.ts';
import type { JudgingRuleset } from './judging-rulesets.ts';

/** Who runs a file, as far as the configuration says. Rules that need a missing fact are undecided. */
export interface ConfiguredCaller {
  readonly user?: string | undefined;
  readonly role?: string | undefined;
  readonly application?: string | undefined;
  readonly database?: string | undefined;
  readonly tags?: Readonly<Record<string, string>> | undefined;
}

/** The settings for judging a file. */
export interface JudgeSettings {
  /** One or two rulesets. With two, the stricter verdict decides, unless `headDecides`. */
  readonly rulesets: readonly JudgingRuleset[];
  /** The second ruleset decides alone; what only the first would have stopped becomes a notice. */
  readonly headDecides: boolean;
  /** Lowest verdict that fails. An undecided rule below it is a warning. */
  readonly failOn: FailOn;
  /** Whether comments may exempt a statement. */
  readonly suppressions: 'on' | 'off' | 'fail-on-new';
  /** How many days from today the last day of a suppression may be, if the change adds it; undefined: no limit. */
  readonly maxExemptionDays?: number | undefined;
  readonly file: FileRun & {
    readonly dialect: Dialect;
    /** The tool that the change names for the file; it applies once it is merged. */
    readonly editedTool?: MigrationTool | undefined;
    readonly caller: ConfiguredCaller | undefined;
  };
  /** Fingerprints of accepted findings. They do not apply to files that the change adds: see judgeFile. */
  readonly baseline: ReadonlySet<string>;
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
  /** What a history says about the object of an operation; missing: there is none, or nobody asks. */
  readonly useOf?: ((operation: Operation) => UseAnswer | undefined) | undefined;
}

/** Whether the tool that runs the file knows the statement's section. To other tools the marker is a comment. */
export function isKnownSection(statement: Statement, { file }: JudgeSettings): boolean {
  return file.tool !== undefined && statement.sectionTools.includes(file.tool);
}
