import { z } from 'zod';
import {
  DIALECTS,
  FLOW_CLASSES,
  GROUPINGS,
  HISTORY_GAPS,
  HISTORY_ORIGINS,
  type HistoryGap,
  OPERATION_KINDS,
  type OperationKind,
  RULE_CHANGES,
  SOURCE_KINDS,
} from '../model/index.ts';
import { FORMATS } from './formats.ts';

// The result of a simulation on the wire. It has the types of src/model/results/simulation.ts; a test keeps the two equal. A
// missing key becomes `undefined`, and keys that a newer service adds are ignored. A wrong type or an unknown enum
// value is rejected, because a report must not be built from data that the client does not understand.

const count = z.int().nonnegative();
const instant = z.iso.datetime({ offset: true });
const verdict = z.enum(['allow', 'warn', 'block', 'unknown']);
const operationKind = z.enum(Object.keys(OPERATION_KINDS) as [OperationKind, ...OperationKind[]]);
const sourceKind = z.enum(SOURCE_KINDS);

/** An optional key. After parsing it is always present, if only as `undefined`, as the types of the model require. */
function given<T extends z.ZodType>(schema: T) {
  return schema.optional().transform((value) => value);
}

const place = z.object({
  file: z.string(),
  line: z.int().positive().optional(),
  column: z.int().positive().optional(),
});

const flowCount = z.object({ flows: count, calls: count });

const ruleChange = z.object({
  rule: z.string(),
  change: z.enum(RULE_CHANGES),
  differences: z.array(z.string()),
  effect: z.enum(['stricter', 'looser', 'either']),
  place: given(place),
  basePlace: given(place),
  owner: given(z.string()),
  exercised: z.object({ rows: count, calls: count }),
  newlyBlocked: flowCount,
  newlyAllowed: flowCount,
  unknown: flowCount,
});

const factValue = z.object({ fact: z.string(), value: z.string(), calls: count });

const cause = z.object({
  rule: z.string(),
  place: given(place),
  message: z.string(),
  undecided: given(z.string()),
  calls: count,
  // An older service does not send them.
  values: z.array(factValue).default([]),
  moreValues: count.default(0),
});

const acknowledgement = z.object({
  rule: z.string(),
  about: z.string(),
  reason: z.string(),
  owner: z.string(),
  until: z.iso.date(),
  place,
  state: z.enum(['used', 'unused', 'expired', 'refused', 'merged']),
  flows: count,
});

const flow = z.object({
  id: z.string().regex(/^[0-9a-f]{12}$/),
  class: z.enum(FLOW_CLASSES),
  shape: z.string(),
  dialect: z.enum(DIALECTS),
  caller: z.object({ application: given(z.string()), user: given(z.string()), database: given(z.string()) }),
  origins: z.array(z.enum(HISTORY_ORIGINS)).exactOptional(),
  kinds: z.array(operationKind),
  calls: count,
  affectedCalls: count,
  share: z.number().min(0).max(1),
  daysActive: count,
  firstSeen: given(z.string()),
  lastSeen: given(z.string()),
  causes: z.array(cause),
  examples: z.array(z.string()),
  moreExamples: count,
  leftOut: given(z.string()),
  acknowledged: given(z.object({ reason: z.string(), owner: z.string(), until: z.iso.date() })),
  proposal: given(z.object({ rule: z.string(), when: z.string() })),
});

const breakGroup = z.object({
  rule: z.string(),
  by: z.array(z.enum(GROUPINGS)),
  callers: z.array(z.string()),
  tables: z.array(z.string()),
  kinds: z.array(operationKind),
  values: z.array(factValue),
  moreValues: count,
  flows: z.array(z.string()),
  calls: count,
  exception: given(z.string()),
  acknowledgement: given(z.string()),
  tried: z.boolean(),
});

const declaredFlow = z.object({
  name: z.string(),
  owner: z.string(),
  place,
  base: verdict,
  head: verdict,
  causes: z.array(cause),
  breaks: z.boolean(),
});

/** Two rulesets compared by themselves. */
const comparison = z.object({
  kinds: z.array(
    z.object({
      kind: operationKind,
      change: z.enum(['looser', 'stricter']),
      example: z.object({
        sql: z.string(),
        dialect: z.enum(DIALECTS),
        base: verdict,
        head: verdict,
        rules: z.array(z.string()),
        path: given(z.string()),
        caller: given(z.record(z.string(), z.string().nullable())),
        serverVersion: given(z.int()),
        history: given(z.array(z.string())),
        from: given(z.string()),
      }),
    }),
  ),
  looser: z.enum(['no', 'yes', 'not_decided']),
  open: z.array(z.object({ kind: operationKind, rule: given(z.string()), why: z.string() })),
});

export const simulationResultSchema = z.object({
  ruleChanges: z.array(ruleChange),
  flows: z.array(flow),
  groups: z.array(breakGroup).exactOptional(),
  declared: z.array(declaredFlow),
  acknowledgements: z.array(acknowledgement),
  totals: z.object({
    replayed: flowCount,
    unchanged: flowCount,
    newlyBlocked: flowCount,
    partlyBlocked: flowCount,
    newlyAllowed: flowCount,
    changed: flowCount,
    unknown: flowCount,
    unknownLoosening: flowCount,
    acknowledged: flowCount,
    leftOut: flowCount,
  }),
  unread: z.object({
    calls: count,
    share: z.number().min(0).max(1),
    records: z.object({ all: count, unread: count }).exactOptional(),
    byReason: z.record(z.string(), count),
  }),
  proposalsNotTried: count.exactOptional(),
  comparison: comparison.exactOptional(),
  selfTest: z.boolean(),
});

const historySource = z.object({
  kind: sourceKind,
  origin: z.literal('tests').exactOptional(),
  gaps: z.array(z.enum(Object.keys(HISTORY_GAPS) as [HistoryGap, ...HistoryGap[]])).exactOptional(),
  name: z.string(),
  dialect: z.enum(DIALECTS),
  identity: z.string(),
  from: given(instant),
  to: given(instant),
  bytes: count,
  statements: count,
  records: count.exactOptional(),
  unreadRecords: count.exactOptional(),
  unread: z.record(z.string(), count),
  truncated: count,
  passedOver: z.record(z.string(), count),
  notCarried: z.array(z.string()),
  notes: z.array(z.string()),
});

/** The history of the workspace that was replayed. */
export const historyReportSchema = z.object({
  from: z.array(z.string()),
  side: z.enum(['base', 'untracked', 'service']),
  firstSeen: given(z.string()),
  lastSeen: given(z.string()),
  ageDays: given(z.number()),
  statements: count,
  rows: count,
  origins: z
    .array(
      z.object({
        origin: z.enum(HISTORY_ORIGINS),
        statements: count,
        rows: count,
        firstSeen: given(z.string()),
        lastSeen: given(z.string()),
      }),
    )
    .exactOptional(),
  sources: z.array(historySource),
});

/** One ruleset that was used for the evaluation. */
export const judgeSchema = z.object({
  side: z.enum(['base', 'head', 'only']),
  sources: z.array(z.string()),
  commit: given(z.string()),
  hash: z.string().regex(FORMATS.sha256),
  rules: count,
  notApplied: z.array(z.object({ rule: z.string(), reason: z.string(), exception: z.literal(true).optional() })),
  extendsNoPack: z.literal(true).optional(),
});
