import type { Dialect, FailOn, MigrationTool, Statement } from '../model/index.ts';
import type { JudgingRuleset } from './judging-rulesets.ts';

/** Who runs a file, as far as the configuration says it; facts that are missing are undecided. */
export interface GivenCaller {
  readonly user?: string | undefined;
  readonly role?: string | undefined;
  readonly application?: string | undefined;
  readonly database?: string | undefined;
  readonly tags?: Readonly<Record<string, string>> | undefined;
}

/** All that a file is judged by. */
export interface JudgeSettings {
  /** One ruleset, or two: of two the stricter verdict decides, unless `headDecides`. */
  readonly rulesets: readonly JudgingRuleset[];
  /** The second ruleset decides by itself, over which the first only tells. */
  readonly headDecides: boolean;
  /** Lowest verdict that fails: an undecided rule below it is a warning. */
  readonly failOn: FailOn;
  /** Whether comments may exempt a statement. */
  readonly suppressions: 'on' | 'off' | 'fail-on-new';
  readonly file: {
    readonly dialect: Dialect;
    /** Its down sections are spared. */
    readonly tool: MigrationTool | undefined;
    readonly caller: GivenCaller | undefined;
  };
  /** Fingerprints of accepted findings. They hold in no file that the change brings: see judgeFile. */
  readonly baseline: ReadonlySet<string>;
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
}

/** Whether the statement's section is one of the tool that runs the file: to every other tool the marker is a comment. */
export function isKnownSection(statement: Statement, { file }: JudgeSettings): boolean {
  return file.tool !== undefined && statement.sectionTools.includes(file.tool);
}
