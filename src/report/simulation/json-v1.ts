import { z } from 'zod';
import { DIALECTS, FLOW_CLASSES, type FlowClass, RULE_CHANGES } from '../../model/index.ts';
import { count, notice, ruleset, scope, tool, verdict } from '../text/json-v1-parts.ts';

// The public type of `simulate --format json`, apart from the report that the code passes around, as the check's is. Every
// key is always there; what is missing is null.

const day = z.string().nullable().describe('Instant or day, ISO 8601 UTC; null where the history carries no time.');
const share = z.number().min(0).max(1).describe('Of all calls in the history, 0 to 1.');

const place = z
  .object({
    file: z.string(),
    line: z.int().positive().nullable().describe('From 1.'),
    column: z.int().positive().nullable().describe('From 1.'),
  })
  .describe('Where it stands; a pack has its name for a file.');

const flowCount = z.object({ flows: count, calls: count });

const cause = z.object({
  rule: z.string(),
  place: place.nullable().describe('In the head; of what is newly allowed, in the base.'),
  message: z.string(),
  undecided: z.string().nullable().describe('Why it cannot be decided; null where it is.'),
  calls: count,
});

const flow = z.object({
  id: z.string().describe('12 hex digits: stable for shape, dialect, application (or user) and database.'),
  class: z.enum(FLOW_CLASSES).describe('What the change does to it; docs/formats.md explains the classes.'),
  counts: z.boolean().describe('Whether it counts: neither left out nor acknowledged.'),
  shape: z.string().describe('The query with its literals replaced. Raw text.'),
  dialect: z.enum(DIALECTS),
  caller: z
    .object({ application: z.string().nullable(), user: z.string().nullable(), database: z.string().nullable() })
    .describe('Null is what the history does not carry.'),
  kinds: z.array(z.string()).describe('Kinds of its operations; docs/facts.md lists them.'),
  calls: count.describe('All its executions in the history.'),
  affectedCalls: count.describe('The executions that the class is about.'),
  share,
  daysActive: count,
  firstSeen: day,
  lastSeen: day,
  causes: z.array(cause),
  examples: z.array(z.string()).describe('What the affected executions have and the others have not; at most 5.'),
  moreExamples: count,
  leftOut: z.string().nullable().describe('Why it does not count.'),
  acknowledged: z.object({ reason: z.string(), owner: z.string(), until: z.string() }).nullable(),
  proposal: z
    .object({ rule: z.string(), when: z.string() })
    .nullable()
    .describe('An exception that saves exactly this flow, found by simulating with it.'),
});

const ruleChange = z.object({
  rule: z.string(),
  change: z.enum(RULE_CHANGES),
  differences: z.array(z.string()),
  effect: z.enum(['stricter', 'looser', 'either']).describe('What the text alone can do.'),
  place: place.nullable().describe('In the head; null where the rule is removed.'),
  basePlace: place.nullable().describe('In the base; null where the rule is new.'),
  owner: z.string().nullable(),
  exercised: z
    .object({ rows: count, calls: count })
    .describe('What the history has of its kinds: none is "not exercised", never "safe".'),
  newlyBlocked: flowCount,
  newlyAllowed: flowCount,
  unknown: flowCount,
});

const source = z.object({
  kind: z.string(),
  name: z.string(),
  dialect: z.enum(DIALECTS),
  identity: z.string(),
  from: day,
  to: day,
  bytes: count,
  statements: count,
  records: count
    .nullable()
    .describe('Entries that were read, however often each ran; null where they are not counted.'),
  unreadRecords: count.nullable().describe('Entries that could not be read.'),
  unread: z.record(z.string(), count).describe('Executions or lines that could not be read, by reason.'),
  truncated: count,
  passedOver: z.record(z.string(), count),
  notCarried: z.array(z.string()).describe('Facts that it does not carry.'),
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
    unknown: flowCount.describe('Undecided, and might be blocked.'),
    unknownLoosening: flowCount.describe('Undecided, and at worst newly allowed.'),
    acknowledged: flowCount,
    leftOut: flowCount,
  }),
  unread: z.object({
    calls: count,
    share: z.number().min(0).max(1).describe('Of calls or of entries, whichever part is larger; 0 to 1.'),
    records: z
      .object({ all: count, unread: count })
      .nullable()
      .describe('Entries of the logs, where they are the larger part; else null.'),
    byReason: z.record(z.string(), count),
  }),
  ruleChanges: z.array(ruleChange),
  flows: z.array(flow).describe('The flows that are not unchanged, worst first; at most 5,000.'),
  flowsNotListed: z
    .object(Object.fromEntries(FLOW_CLASSES.map((name) => [name, count])) as Record<FlowClass, typeof count>)
    .describe('How many more there are of each class; `totals` counts all.'),
  declared: z.array(
    z.object({
      name: z.string(),
      owner: z.string(),
      place,
      base: verdict,
      head: verdict,
      causes: z.array(cause),
      breaks: z.boolean(),
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
  proposalsNotTried: count.describe('Broken flows for which no exception was looked for.'),
  selfTest: z.boolean().describe('The base against itself gave no difference; false is a defect.'),
});

/** What `simulate --format json` writes. */
export const simulationV1Schema = z
  .object({
    $schema: z.string().describe('Address of this schema.'),
    kind: z.literal('simulation'),
    formatVersion: z.literal(1),
    tool,
    headline: z.string().describe('Which rulesets, over which history.'),
    numbers: z.string().describe('The second line of every format: what would break, in one sentence.'),
    outcome: z
      .enum(['simulated', 'no_effective_change', 'not_simulated'])
      .describe('`no_effective_change`: both sides judge alike, and nothing was replayed.'),
    verdict: verdict.describe('block > unknown > warn > allow.'),
    exitCode: z.int().nonnegative().describe('docs/exit-codes.md lists the codes.'),
    conclusion: z.string().describe('Why the exit code is what it is.'),
    base: ruleset.nullable().describe('In force; null where it could not be read.'),
    head: ruleset.nullable().describe('What would be in force; null where it could not be read.'),
    scope: scope.describe('Of which change.'),
    policy: z.object({
      maxBrokenFlows: count,
      maxUnknown: count.describe('Flows.'),
      maxUnread: z.number().nonnegative().describe('Percent of calls.'),
      maxAge: count.describe('Days.'),
      failOnNewlyAllowed: z.boolean(),
      failOn: z.enum(['block', 'never']),
      minCalls: count,
      minDays: count,
    }),
    history: z
      .object({
        from: z.array(z.string()),
        side: z.enum(['base', 'untracked', 'service']).describe('Whose copy was read.'),
        firstSeen: day,
        lastSeen: day,
        ageDays: z.number().nullable().describe('Days since its last statement.'),
        statements: count,
        rows: count,
        sources: z.array(source),
      })
      .nullable(),
    result: result.nullable().describe('Null unless `outcome` is `simulated`.'),
    problems: z
      .array(
        z.object({
          kind: z.enum(['rules', 'history', 'base', 'service', 'defect']),
          message: z.string(),
          place: place.nullable(),
          exitCode: z.int().nonnegative(),
        }),
      )
      .describe('What kept the simulation from being made, or from being trusted.'),
    notices: z.array(notice).describe('What else a reader must know.'),
    proposedAcknowledgements: z.string().nullable().describe('YAML to paste into a rule file, for all that breaks.'),
    repeat: z.string().nullable().describe('Command that repeats this result in a checkout.'),
  })
  .describe('Report of `querygate simulate`, version 1. Later versions of the tool may add keys.');
export type SimulationV1 = z.infer<typeof simulationV1Schema>;
