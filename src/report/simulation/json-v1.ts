import { z } from 'zod';
import {
  DIALECTS,
  FLOW_CLASSES,
  type FlowClass,
  GROUPINGS,
  HISTORY_GAPS,
  HISTORY_ORIGINS,
  type HistoryGap,
  RULE_CHANGES,
} from '../../model/index.ts';
import { count, notice, ruleset, scope, tool, verdict } from '../text/json-v1-parts.ts';

// The public type of `simulate --format json`. Like the check's, it is separate from the report that the code passes
// around. Every key is always present; a missing value is null.

const day = z.string().nullable().describe('Timestamp or date, ISO 8601 UTC; null if the history has no timestamps.');
const origin = z.enum(HISTORY_ORIGINS);
const share = z.number().min(0).max(1).describe('Share of all calls in the history, 0 to 1.');

const place = z
  .object({
    file: z.string(),
    line: z.int().positive().nullable().describe('Counted from 1.'),
    column: z.int().positive().nullable().describe('Counted from 1.'),
  })
  .describe('Position in a file; for a pack, `file` is the name of the pack.');

const flowCount = z.object({ flows: count, calls: count });

const factValue = z.object({ fact: z.string(), value: z.string(), calls: count });

const cause = z.object({
  rule: z.string(),
  place: place.nullable().describe('Position of the rule in the head; for newly allowed flows, in the base.'),
  message: z.string(),
  undecided: z.string().nullable().describe('Why the rule could not be decided; null if it was.'),
  calls: count,
  values: z
    .array(factValue)
    .describe('Values of the facts because of which the rule matches the affected calls; at most 5.'),
  moreValues: count.describe('How many more distinct values there are.'),
});

const flow = z.object({
  id: z.string().describe('12 hex digits, derived from shape, dialect, application (or user) and database.'),
  class: z.enum(FLOW_CLASSES).describe('What the change does to the flow; docs/formats.md explains the classes.'),
  counts: z.boolean().describe('Whether the flow counts: it is neither left out nor acknowledged.'),
  shape: z.string().describe('The query with its literals replaced by placeholders. Raw text.'),
  dialect: z.enum(DIALECTS),
  caller: z
    .object({ application: z.string().nullable(), user: z.string().nullable(), database: z.string().nullable() })
    .describe('Null for names that the history does not record.'),
  origins: z.array(origin).describe('Where it ran: in production, in tests, or in both.'),
  kinds: z.array(z.string()).describe('Kinds of its operations; docs/facts.md lists the kinds.'),
  calls: count.describe('All executions of the flow in the history.'),
  affectedCalls: count.describe('The executions to which the class applies.'),
  share,
  daysActive: count,
  firstSeen: day,
  lastSeen: day,
  causes: z.array(cause),
  examples: z.array(z.string()).describe('Fact values that only the affected executions have; at most 5.'),
  moreExamples: count.describe('How many more such values there are.'),
  leftOut: z.string().nullable().describe('Why the flow does not count; null if it does.'),
  acknowledged: z.object({ reason: z.string(), owner: z.string(), until: z.string() }).nullable(),
  proposal: z
    .object({ rule: z.string(), when: z.string() })
    .nullable()
    .describe('An exception that keeps exactly this flow working, verified by simulating with it.'),
});

const group = z
  .object({
    rule: z.string(),
    by: z
      .array(z.enum(GROUPINGS))
      .describe('What tells this group from the others of the rule; empty if it is the only one.'),
    callers: z
      .array(z.string())
      .describe('Applications, or users of flows without one; those of most flows first. Empty text: not recorded.'),
    tables: z.array(z.string()).describe('Objects of the blocked operations; those of most flows first.'),
    kinds: z.array(z.string()).describe('Kinds of the blocked operations; those of most flows first.'),
    values: z
      .array(factValue)
      .describe('Values of the facts because of which the rule blocks the calls of the group; at most 5.'),
    moreValues: count.describe('How many more distinct values there are.'),
    flows: z.array(z.string()).describe('Ids of all its flows, worst first.'),
    calls: count.describe('Calls that the rule blocks.'),
    exception: z
      .string()
      .nullable()
      .describe('Condition of one exception that keeps exactly these flows working, verified by simulating with it.'),
    acknowledgement: z
      .string()
      .nullable()
      .describe(
        'Condition of one acknowledgement that covers exactly these flows, verified over the history; `max-flows` is their number.',
      ),
    tried: z.boolean().describe('False if one of the two was not searched to the end, to save time.'),
  })
  .describe('Broken flows of a rule that breaks more than 10.');

const ruleChange = z.object({
  rule: z.string(),
  change: z.enum(RULE_CHANGES),
  differences: z.array(z.string()),
  effect: z.enum(['stricter', 'looser', 'either']).describe('What the edit can do, judged by its text alone.'),
  place: place
    .nullable()
    .describe(
      'Position in the head; null if the rule is removed. Of a pack or file that the change begins to extend: its line under `extends`.',
    ),
  basePlace: place.nullable().describe('Position in the base; null if the rule is new.'),
  owner: z.string().nullable(),
  exercised: z
    .object({ rows: count, calls: count })
    .describe('Statements in the history of the kinds that the rule checks: 0 means "not exercised", not "safe".'),
  newlyBlocked: flowCount,
  newlyAllowed: flowCount,
  unknown: flowCount,
});

const source = z.object({
  kind: z.string(),
  origin,
  gaps: z
    .array(z.enum(Object.keys(HISTORY_GAPS) as [HistoryGap, ...HistoryGap[]]))
    .describe('What may be missing in it; empty if it holds every call.'),
  name: z.string(),
  dialect: z.enum(DIALECTS),
  identity: z.string(),
  from: day,
  to: day,
  bytes: count,
  statements: count,
  records: count
    .nullable()
    .describe('Log entries that were read, regardless of how often each query ran; null if they are not counted.'),
  unreadRecords: count.nullable().describe('Log entries that could not be read.'),
  unread: z.record(z.string(), count).describe('Executions or lines that could not be read, by reason.'),
  truncated: count.describe('Executions whose text the source cut off.'),
  passedOver: z.record(z.string(), count).describe('Entries that were skipped, by kind.'),
  notCarried: z.array(z.string()).describe('Facts that the source does not record.'),
  notes: z.array(z.string()),
});

const result = z.object({
  totals: z.object({
    replayed: flowCount,
    unchanged: flowCount,
    newlyBlocked: flowCount,
    partlyBlocked: flowCount,
    newlyAllowed: flowCount,
    changed: flowCount,
    unknown: flowCount.describe('Could not be decided, and might be blocked.'),
    unknownLoosening: flowCount.describe('Could not be decided, and would at worst be newly allowed.'),
    acknowledged: flowCount,
    leftOut: flowCount,
  }),
  unread: z.object({
    calls: count,
    share: z.number().min(0).max(1).describe('Share of calls or of log entries, whichever is larger; 0 to 1.'),
    records: z
      .object({ all: count, unread: count })
      .nullable()
      .describe('Log entries, if their unread share is the larger one; else null.'),
    byReason: z.record(z.string(), count),
  }),
  ruleChanges: z.array(ruleChange),
  flows: z.array(flow).describe('The flows that the change affects, worst first; at most 5,000.'),
  flowsNotListed: z
    .object(Object.fromEntries(FLOW_CLASSES.map((name) => [name, count])) as Record<FlowClass, typeof count>)
    .describe('How many more affected flows there are of each class; `totals` counts all.'),
  groups: z
    .array(group)
    .describe(
      'Groups of the flows that broad rules break. Each broken flow of such a rule is in one group of the rule.',
    ),
  declared: z.array(
    z.object({
      name: z.string(),
      owner: z.string(),
      place,
      base: verdict,
      head: verdict,
      causes: z.array(cause),
      breaks: z.boolean().describe('Whether this flow fails the run.'),
    }),
  ),
  acknowledgements: z.array(
    z.object({
      rule: z.string(),
      about: z.string().describe('Id of a flow, or a condition.'),
      reason: z.string(),
      owner: z.string(),
      until: z.string(),
      place,
      state: z.enum(['used', 'unused', 'expired', 'refused', 'merged']),
      flows: count,
    }),
  ),
  comparison: z
    .object({
      looser: z
        .enum(['no', 'yes', 'not_decided'])
        .describe(
          'Whether the head is somewhere looser than the base, whatever the history holds: `no` is proved, `yes` has an example in `kinds`.',
        ),
      kinds: z
        .array(
          z.object({
            kind: z.string().describe('A kind of operation (docs/facts.md).'),
            change: z.enum(['looser', 'stricter']),
            example: z.object({
              sql: z.string(),
              dialect: z.enum(DIALECTS),
              base: verdict,
              head: verdict,
              rules: z.array(z.string()).describe('The rules that differ on it.'),
              path: z.string().nullable().describe('Path of the file that holds it; null for a query of production.'),
              caller: z
                .record(z.string(), z.string().nullable())
                .nullable()
                .describe('Who runs it; a fact that is null is not known. Empty facts are left out.'),
              serverVersion: z.int().nullable(),
              history: z
                .array(z.string())
                .nullable()
                .describe(
                  'Queries that production ran, for a rule about the use of an object; null without a history.',
                ),
              from: z.string().nullable().describe('The first day on which they differ; null for today.'),
            }),
          }),
        )
        .describe('Kinds of operation that the two rulesets judge differently, with SQL that shows it.'),
      open: z
        .array(z.object({ kind: z.string(), rule: z.string().nullable(), why: z.string() }))
        .describe('What stopped the search, by kind; empty unless `looser` is `not_decided`.'),
    })
    .nullable()
    .describe('The two rulesets compared by themselves; null if the base has none.'),
  proposalsNotTried: count.describe('Broken flows for which no exception was searched, to save time.'),
  selfTest: z
    .boolean()
    .describe('Whether comparing the base with itself gave no difference; false means a bug in Querygate.'),
});

/** The output of `simulate --format json`. */
export const simulationV1Schema = z
  .object({
    $schema: z.string().describe('URL of this schema.'),
    kind: z.literal('simulation'),
    formatVersion: z.literal(1),
    tool,
    headline: z.string().describe('Who judged, over what, in a few words.'),
    provenance: z.string().describe('Which rulesets were compared, over which history.'),
    numbers: z.string().describe('The result line of every format: what would break, in one sentence.'),
    outcome: z
      .enum(['simulated', 'no_effective_change', 'not_simulated'])
      .describe(
        '`no_effective_change`: both rulesets give the same verdicts, so nothing was replayed. `not_simulated`: they differ, and nothing was replayed.',
      ),
    verdict: verdict.describe('The strictest verdict: block > unknown > warn > allow.'),
    exitCode: z.int().nonnegative().describe('docs/exit-codes.md lists the codes.'),
    conclusion: z.string().describe('Why the exit code is what it is.'),
    base: ruleset.nullable().describe('The ruleset in force; null if it could not be read.'),
    head: ruleset.nullable().describe('The ruleset that would be in force; null if it could not be read.'),
    scope: scope.describe('The change that was simulated.'),
    policy: z.object({
      maxBrokenFlows: count.describe('Legitimate flows that may break.'),
      maxUnknown: count.describe('Flows that may stay undecided.'),
      maxUnread: z.number().nonnegative().describe('Percent of calls that may be unread.'),
      maxAge: count.describe('Maximum age of the history in days.'),
      failOnNewlyAllowed: z.boolean(),
      failOn: z.enum(['block', 'never']),
      minCalls: count,
      minDays: count,
    }),
    history: z
      .object({
        from: z.array(z.string()),
        side: z
          .enum(['base', 'untracked', 'service'])
          .describe('Where the history was read from: the base branch, the disk (`untracked`), or the service.'),
        firstSeen: day,
        lastSeen: day,
        ageDays: z.number().nullable().describe('Days since the last statement of the history.'),
        statements: count,
        rows: count,
        origins: z
          .array(z.object({ origin, statements: count, rows: count, firstSeen: day, lastSeen: day }))
          .describe('What production and tests give to it. If production does, the dates above are its own.'),
        sources: z.array(source),
      })
      .nullable(),
    result: result
      .nullable()
      .describe(
        'Null if `outcome` is `no_effective_change`. If it is `not_simulated`: null, or rules and declared flows without any call.',
      ),
    problems: z
      .array(
        z.object({
          kind: z.enum(['rules', 'history', 'base', 'service', 'defect']),
          message: z.string(),
          place: place.nullable(),
          exitCode: z.int().nonnegative(),
        }),
      )
      .describe('Why the simulation could not run, or cannot be trusted.'),
    notices: z.array(notice).describe('Other facts about the run that a reader must know.'),
    proposedAcknowledgements: z
      .string()
      .nullable()
      .describe(
        'YAML to paste into a rule file, with an entry for each break, or for each group that one condition covers.',
      ),
    repeat: z.string().nullable().describe('Command that reproduces this result in a checkout.'),
  })
  .describe('Report of `querygate simulate`, version 1. Later versions of the tool may add keys.');
export type SimulationV1 = z.infer<typeof simulationV1Schema>;
