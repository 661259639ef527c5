import { z } from 'zod';
import { DIALECTS } from '../dialect.ts';
import {
  CALLER_FACTS,
  FACTS_VERSION,
  type FactEntry,
  OPERATION_FACTS,
  PLACES,
  ROW_STATEMENT_FACTS,
  TARGET_FIELDS,
} from '../facts/facts.ts';
import { OPERATION_KINDS, type OperationKind } from '../facts/operations.ts';
import { CALLER_PATTERNS, HISTORY_GAPS, HISTORY_VERSION, type HistoryGap, SOURCE_KINDS } from '../history.ts';

// The lines of a snapshot (docs/history-format.md). The published JSON Schema is generated from these schemas.
// Snapshots are read by hand-written code (src/history); a test compares it with these schemas.

const count = z.int().min(0);
const text = z.string();
const timestamp = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/)
  .refine((value) => !Number.isNaN(Date.parse(value)));
const reasons = z.record(z.string().regex(/^[A-Za-z0-9][^\p{Cc}]{0,199}$/u), count);

const historySourceSchema = z.strictObject({
  kind: z.enum(SOURCE_KINDS).describe('Type of source.'),
  origin: z
    .literal('tests')
    .optional()
    .describe('What ran the statements: `tests`; missing if it is production. All sources have the same origin.'),
  gaps: z
    .array(z.enum(Object.keys(HISTORY_GAPS) as [HistoryGap, ...HistoryGap[]]))
    .optional()
    .describe('What may be missing in it; empty if it holds every call. Missing in snapshots of older versions.'),
  name: text.describe('File name without its folder.'),
  dialect: z.enum(DIALECTS),
  identity: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe('SHA-256 of its first 64 KiB and its length. Detects an input that is given twice.'),
  from: timestamp.optional().describe('Time of its first statement; missing if it has no timestamps.'),
  to: timestamp.optional().describe('Time of its last statement.'),
  bytes: count.describe('Bytes read, after decompression.'),
  statements: count.describe('Number of executions read.'),
  records: count.optional().describe('Number of entries read; one entry may stand for many executions.'),
  unreadRecords: count.optional().describe('Number of entries that could not be read.'),
  unread: reasons.describe('Number of executions (or lines) that could not be read, by reason.'),
  truncated: count.describe('Number of executions whose text the source had truncated.'),
  passedOver: reasons.describe('Number of skipped records that are not queries, by type.'),
  notCarried: z.array(text).describe('Facts that this source does not contain.'),
  notes: z.array(text).describe('Other remarks about this source.'),
});

/** The versions that can be read. */
const FACTS_VERSIONS = [1, 2, 4, FACTS_VERSION];

/** First line of a snapshot. */
export const historyHeaderSchema = z
  .strictObject({
    querygateHistory: z.literal(HISTORY_VERSION).describe('Version of the file format.'),
    factsVersion: z
      .literal(FACTS_VERSIONS)
      .describe(
        'Version of the list of facts (docs/facts.md). Rows of an older version do not record the facts of later ones.',
      ),
    tool: text.describe('Version of querygate that wrote the snapshot.'),
    collected: timestamp.describe(
      'When the snapshot was written. For a merged snapshot: when the oldest part was written.',
    ),
    from: timestamp.optional().describe('Time of the first statement; missing if no source has timestamps.'),
    to: timestamp.optional().describe('Time of the last statement.'),
    sources: z.array(historySourceSchema),
    rows: count.describe('Number of lines that follow.'),
    statements: count.describe('Number of executions in these lines.'),
    unread: count.describe('Total of `unread` over all sources.'),
    truncated: count.describe('Total of `truncated` over all sources.'),
    folded: z
      .strictObject({ maxVariants: count, flows: count, rows: count })
      .describe(
        'Flows with more than `maxVariants` rows, whose rows were merged into one. The facts that differed between them are not known.',
      ),
  })
  .describe('First line: the header of the history.');

const tags = z.record(z.string().regex(/^[A-Za-z][\w.-]{0,63}$/), text);

function factSchema({ type, summary }: FactEntry, defaultValue?: unknown): z.ZodType {
  const schemas: Record<FactEntry['type'], () => z.ZodType> = {
    string: () => text,
    bool: () => z.boolean(),
    int: () => z.int(),
    'list<string>': () => z.array(text),
    'map<string, string>': () => tags,
    target: () => targetSchema,
  };
  const empty = {
    string: '""',
    bool: 'false',
    int: '0',
    'list<string>': '[]',
    'map<string, string>': '{}',
    target: '{}',
  };
  return schemas[type]()
    .optional()
    .describe(`${summary}. Default: ${defaultValue ?? empty[type]}.`);
}

/** An object with the facts of a table (defaults may be omitted) and the names of facts that are not known. */
function factsSchema(
  table: Readonly<Record<string, FactEntry>>,
  extra: Readonly<Record<string, z.ZodType>> = {},
  defaults: Readonly<Record<string, unknown>> = {},
  optional: readonly string[] = Object.keys(table),
) {
  const facts = Object.entries(table).map(([name, entry]) => [name, factSchema(entry, defaults[name])]);
  return z
    .strictObject({
      ...(Object.fromEntries(facts) as Record<string, z.ZodType>),
      ...extra,
      notCarried: z
        .array(z.enum(optional))
        .optional()
        .describe('Facts that the source does not contain. A rule that needs one of them is undecided.'),
    })
    .refine((value) => !(value.notCarried ?? []).some((name) => Object.hasOwn(value, name)));
}

const targetSchema = factsSchema(
  TARGET_FIELDS,
  { text: text.optional().describe('The name as written, if that is not `schema.name`.') },
  {},
  ['name', 'schema'],
);

const { kind: _kind, place: _place, target: _target, ...otherFacts } = OPERATION_FACTS;

const operationSchema = factsSchema(
  otherFacts,
  {
    kind: z.enum(Object.keys(OPERATION_KINDS) as [OperationKind, ...OperationKind[]]),
    place: z
      .enum(Object.keys(PLACES) as [keyof typeof PLACES])
      .optional()
      .describe(`${OPERATION_FACTS.place.summary}. Default: \`statement\`.`),
    target: targetSchema.optional(),
  },
  { readable: true },
);

const day = z
  .string()
  .regex(/^(\d{4}-\d\d-\d\d)?$/)
  .refine((value) => value === '' || new Date(`${value}T00:00:00Z`).toJSON()?.slice(0, 10) === value);

/** Every other line of a snapshot: one distinct combination of facts. */
export const historyRowSchema = z
  .strictObject({
    shape: text.describe('The statement with every literal replaced by `?`.'),
    formerShape: text
      .optional()
      .describe(
        'The shape as an older version of querygate wrote it; missing if it is the same. Ids of flows contain it.',
      ),
    dialect: z.enum(DIALECTS),
    unreadable: text.optional().describe('Why the statement could not be read completely; missing if it was.'),
    truncated: z.boolean().optional().describe('Whether the source had truncated its text. Default: false.'),
    facts: factsSchema(ROW_STATEMENT_FACTS).describe('Facts of the statement.'),
    operations: z.array(operationSchema).describe('What the statement does.'),
    caller: factsSchema(CALLER_FACTS).describe('Who runs the statement.'),
    callerPatterns: z
      .array(z.enum(CALLER_PATTERNS))
      .optional()
      .describe(
        'Caller facts that are only partly known: in names, `*` replaces the part that varies; in tags, some are left out. Default: none.',
      ),
    days: z
      .record(day, z.int().min(1))
      .refine((days) => Object.keys(days).length > 0)
      .describe('Number of executions per UTC day, or under the empty key if the source has no timestamps.'),
  })
  .describe('Every other line: one distinct combination of facts, and how often it ran.');
