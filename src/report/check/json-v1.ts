import { z } from 'zod';
import { DIALECTS, FAIL_ON, FINDINGS_MODES, ON_UNKNOWN } from '../../model/index.ts';
import { count, location, notice, ruleset, scope, tool, verdict } from '../text/json-v1-parts.ts';

// The public type of `--format json`. It is apart from the report that the code passes around, so that the code may change
// and this may not: within version 1, keys are only added. Every key is always there; what is missing is null.

const finding = z.object({
  rule: z.string().describe('Rule id; `unreadable` where no rule could be asked.'),
  verdict: z.enum(['block', 'warn', 'unknown']),
  status: z
    .enum(['new', 'existing', 'suppressed', 'excepted', 'baselined', 'spared'])
    .describe('`new` counts; `existing` counts only where `policy.findings` is `all`; the others do not count.'),
  side: z.enum(['base', 'head', 'both']).describe('Which ruleset says so, where there are two.'),
  path: z.string().describe("From the repository's root, with `/`."),
  location: location.nullable().describe('Null where it is about the whole file.'),
  excerpt: z.string().describe('The line on which it starts, cut to 400 characters around it. Raw text of the file.'),
  excerptColumn: z.int().positive().describe("Column of the excerpt's first character in its line."),
  operation: z
    .object({
      kind: z.string().describe('docs/facts.md lists the kinds.'),
      target: z.string().describe('Table or other object; empty where the SQL names none.'),
      place: z.string().describe('Where in the statement it was found; docs/facts.md lists the places.'),
    })
    .nullable(),
  section: z.enum(['up', 'down']).nullable().describe('Migration section, where the file has them.'),
  message: z.string(),
  help: z.string().nullable().describe('The safe way, Markdown.'),
  docs: z.string().nullable().describe('Page of the rule.'),
  owner: z.string().nullable().describe('Who may grant an exception.'),
  suppressible: z.boolean().describe('Whether a comment in the file may exempt it.'),
  exemption: z.string().nullable().describe('Reason of the exemption that holds.'),
  fingerprint: z.string().describe('Stable identity: 64 hex digits and `/v1`.'),
});

const file = z.object({
  path: z.string(),
  previousPath: z.string().nullable().describe('Old path of a renamed file.'),
  dialect: z.enum(DIALECTS).nullable(),
  status: z.enum(['added', 'modified', 'renamed', 'deleted', 'given']),
  statements: count,
  verdict,
});

const suppression = z.object({
  path: z.string(),
  location,
  rules: z.array(z.string()),
  reason: z.string(),
  until: z.string().nullable().describe('`YYYY-MM-DD`, UTC; the last day on which it holds.'),
  added: z.boolean().describe('Whether the change adds or widens it.'),
  state: z.enum(['used', 'unused', 'expired', 'refused']),
  holds: count.describe('How many findings it holds back.'),
});

/** What `--format json` writes. */
export const reportV1Schema = z
  .object({
    $schema: z.string().describe('Address of this schema.'),
    kind: z.literal('check'),
    formatVersion: z.literal(1),
    tool,
    headline: z.string().describe('Who judged, over what.'),
    verdict: verdict.describe('block > unknown > warn > allow.'),
    exitCode: z.int().nonnegative().describe('docs/exit-codes.md lists the codes.'),
    conclusion: z.string().describe('Why the exit code is what it is.'),
    rulesets: z.array(ruleset).describe('Who judged; empty where a service was to judge, and nothing was judged.'),
    service: z
      .object({
        workspace: z.string().nullable(),
        rulesetVersion: z
          .int()
          .positive()
          .nullable()
          .describe('Of the active ruleset; null where the service judged nothing.'),
      })
      .nullable()
      .describe("The service that judged, or should have; null where the repository's own rules judged."),
    scope: scope.describe('What was judged.'),
    policy: z.object({
      failOn: z.enum(FAIL_ON),
      onUnknown: z.enum(ON_UNKNOWN),
      findings: z.enum(FINDINGS_MODES),
    }),
    totals: z.object({
      files: count,
      statements: count,
      operations: count,
      blocked: count.describe('Findings that count, by verdict.'),
      warned: count,
      unknown: count,
      existing: count.describe('Findings that do not count, by status.'),
      suppressed: count,
      excepted: count,
      baselined: count,
      spared: count,
      newSuppressions: count,
    }),
    findings: z.array(finding).describe('Worst first, then by path and place; those that do not count come last.'),
    files: z.array(file),
    suppressions: z.array(suppression).describe('In-file exemptions.'),
    notices: z.array(notice).describe('What a reader must know that is no finding.'),
    repeat: z.string().nullable().describe('Command that repeats this result in a checkout.'),
  })
  .describe('Report of `querygate check`, version 1. Later versions of the tool may add keys.');
export type ReportV1 = z.infer<typeof reportV1Schema>;
