import { z } from 'zod';
import { DIALECTS, FAIL_ON, FINDINGS_MODES, ON_UNKNOWN } from '../../model/index.ts';
import { count, location, notice, ruleset, scope, tool, verdict } from '../text/json-v1-parts.ts';

// The public type of `--format json`. It is separate from the report that the code passes around, so that the code can
// change while this stays stable: within version 1, keys are only added. Every key is always present; a missing value
// is null.

const fix = z.object({
  title: z.string().describe('What it does, one line.'),
  edits: z
    .array(
      z.object({
        location: location.describe('What is replaced; empty for a text that is inserted.'),
        text: z.string().describe('The new text. Raw.'),
      }),
    )
    .describe('Changes of the file, in order, without overlaps.'),
  files: z
    .array(z.object({ path: z.string(), text: z.string().describe('Raw.') }))
    .describe('Files to add, which run after it, in order.'),
  renamedTo: z.string().nullable().describe('The path that the file gets; null if it keeps its own.'),
});

const finding = z.object({
  rule: z.string().describe('Rule id; `unreadable` if no rule could be evaluated.'),
  verdict: z.enum(['block', 'warn', 'unknown']),
  status: z
    .enum(['new', 'existing', 'suppressed', 'excepted', 'baselined', 'spared'])
    .describe('`new` counts; `existing` counts only if `policy.findings` is `all`; the others do not count.'),
  side: z.enum(['base', 'head', 'both']).describe('Which ruleset reports the finding, if there are two.'),
  onceMerged: z
    .enum(['block', 'warn', 'unknown'])
    .optional()
    .describe(
      'Verdict under the edited rules, if both rulesets report the finding and the rules in force are stricter.',
    ),
  path: z.string().describe('Relative to the repository root, with `/`.'),
  location: location.nullable().describe('Null if the finding is about the whole file.'),
  excerpt: z
    .string()
    .describe('The line on which it starts, cut to 400 characters around the start. Raw text of the file.'),
  excerptColumn: z.int().positive().describe("Column of the excerpt's first character in the line."),
  operation: z
    .object({
      kind: z.string().describe('Kind of operation; docs/facts.md lists the kinds.'),
      target: z.string().describe('Table or other object; empty if the SQL names none.'),
      place: z.string().describe('Where in the statement it was found; docs/facts.md lists the places.'),
    })
    .nullable(),
  section: z.enum(['up', 'down', 'baseline']).nullable().describe('Migration section, if the file has sections.'),
  message: z.string(),
  help: z.string().nullable().describe('How to make the change safely, Markdown.'),
  fix: fix.nullable().describe('SQL to write instead; null if no fix of the rule passes, or if none was looked for.'),
  docs: z
    .string()
    .nullable()
    .describe("Address of the rule's page; null if it has none, or if its address is unknown."),
  owner: z.string().nullable().describe('Who can grant an exception.'),
  suppressible: z.boolean().describe('Whether a comment in the file can exempt it.'),
  exemption: z.string().nullable().describe('Reason given in the exemption that applies.'),
  count: z
    .int()
    .positive()
    .describe(
      'How many findings of the file it stands for: 1, unless the file has too many to list them one by one. Then the message has the places of some.',
    ),
  fingerprint: z.string().describe('Stable identity of the finding: 64 hex digits and `/v1`.'),
});

const newFlow = z.object({
  shape: z.string().describe('The query with its literals replaced by placeholders. Raw text.'),
  dialect: z.enum(DIALECTS),
  kind: z
    .enum(['new', 'stricter'])
    .describe('`stricter`: the tests of the base run it too, with values about which the rules are less strict.'),
  callers: z.array(z.string()).describe('Applications, or users without one.'),
  verdict,
  rules: z.array(z.string()).describe('The rules that report it.'),
});

const file = z.object({
  path: z.string(),
  previousPath: z.string().nullable().describe('Previous path of a renamed file.'),
  dialect: z.enum(DIALECTS).nullable(),
  status: z
    .enum(['added', 'modified', 'renamed', 'deleted', 'given', 'skipped'])
    .describe(
      '`given`: the run is about all files; `skipped`: accepted as history by `start-after`, a schema file from which migrations are generated, or a SQLite database, and not checked.',
    ),
  statements: count,
  verdict,
});

const suppression = z.object({
  path: z.string(),
  location,
  rules: z.array(z.string()),
  reason: z.string(),
  until: z.string().nullable().describe('`YYYY-MM-DD`, UTC; the last day on which it applies.'),
  added: z.boolean().describe('Whether the change adds or widens it.'),
  state: z.enum(['used', 'unused', 'expired', 'refused']),
  holds: count.describe('How many findings it suppresses.'),
});

/** The output of `--format json`. */
export const reportV1Schema = z
  .object({
    $schema: z.string().describe('URL of this schema.'),
    kind: z.literal('check'),
    formatVersion: z.literal(1),
    tool,
    headline: z.string().describe('Which rulesets were applied, to what.'),
    verdict: verdict.describe('The strictest verdict: block > unknown > warn > allow.'),
    exitCode: z.int().nonnegative().describe('docs/exit-codes.md lists the codes.'),
    conclusion: z.string().describe('Why the exit code is what it is.'),
    rulesets: z
      .array(ruleset)
      .describe('The rulesets that were applied; empty if a service should have checked the files but checked none.'),
    service: z
      .object({
        workspace: z.string().nullable(),
        rulesetVersion: z
          .int()
          .positive()
          .nullable()
          .describe('Version of the active ruleset; null if the service checked nothing.'),
      })
      .nullable()
      .describe("The service that checked the files, or should have; null if the repository's own rules were used."),
    scope: scope.describe('What was checked.'),
    policy: z.object({
      failOn: z.enum(FAIL_ON),
      onUnknown: z.enum(ON_UNKNOWN),
      findings: z.enum(FINDINGS_MODES),
    }),
    totals: z.object({
      files: count,
      statements: count,
      operations: count,
      blocked: count.describe('`blocked`, `warned` and `unknown` count the findings that count, by verdict.'),
      warned: count,
      unknown: count,
      existing: count.describe('`existing` to `spared` count the findings that do not count, by status.'),
      suppressed: count,
      excepted: count,
      baselined: count,
      spared: count,
      newSuppressions: count,
    }),
    findings: z.array(finding).describe('Worst first, then by path and position; those that do not count come last.'),
    files: z.array(file),
    suppressions: z.array(suppression).describe('Comments in the files that exempt a statement from a rule.'),
    leftOut: z
      .object({ findings: count, suppressions: count, notices: count })
      .describe('How many are not listed, because there are too many. To see them, check fewer files at a time.'),
    newFlows: z
      .array(newFlow)
      .nullable()
      .describe('Query flows that the tests of the change add; null if no tests were compared.'),
    notices: z.array(notice).describe('Other facts about the run that a reader must know.'),
    repeat: z.string().nullable().describe('Command that reproduces this result in a checkout.'),
  })
  .describe('Report of `querygate check`, version 1. Later versions of the tool may add keys.');
export type ReportV1 = z.infer<typeof reportV1Schema>;
