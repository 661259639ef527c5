import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Measured } from './measure.ts';

const FILE = new URL('judgements.json', import.meta.url);

/** `deserved`: a reviewer should look before it is merged; `arguable`: some reviewers would; `false`: none would. */
export const JUDGED = ['deserved', 'arguable', 'false'] as const;

/** `red`: why the check failed; `lock`: a warning about locks. */
export const JUDGED_OF = ['red', 'lock'] as const;

const judgementSchema = z.strictObject({
  of: z.enum(JUDGED_OF),
  repository: z.string(),
  /** The replayed commit. */
  commit: z.string().regex(/^[0-9a-f]{40}$/),
  file: z.string(),
  line: z.int().nonnegative(),
  rule: z.string(),
  verdict: z.enum(JUDGED),
  /** The verdict of a second judge, who did not see the first; missing if nobody else judged it. */
  second: z.enum(JUDGED).optional(),
  /** The class of a case that is not deserved, in a few words. */
  cause: z.string().optional(),
  /** One line. */
  reason: z.string().min(1),
});
export type Judgement = z.infer<typeof judgementSchema>;

export function readJudgements(): readonly Judgement[] {
  return z.array(judgementSchema).parse(JSON.parse(readFileSync(FILE, 'utf8')));
}

/** Whether a replay still reports what was judged. */
export function isStillReported(judgement: Judgement, pulls: readonly Measured[]): boolean {
  const { commit, file, rule, line, of } = judgement;
  return pulls.some(
    ({ pull, red, findings }) =>
      pull.head === commit &&
      (red || of === 'lock') &&
      findings.some((finding) => finding.file === file && finding.line === line && finding.rule === rule),
  );
}
