import { z } from 'zod';
import { DIALECTS } from '../dialect.ts';
import { CALLER_FACTS, type FactEntry, OPERATION_FACTS, PLACES, STATEMENT_FACTS, TARGET_FIELDS } from '../facts.ts';
import { CALLER_PATTERNS, HISTORY_VERSION, SOURCE_KINDS } from '../history.ts';
import { OPERATION_KINDS, type OperationKind } from '../operations.ts';

// The lines of a snapshot (docs/history-format.md). Snapshots are read by hand-written code (src/history), which a test
// holds against this; from here comes the published JSON Schema.

const count = z.int().min(0);
const text = z.string();
const instant = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/)
  .refine((value) => !Number.isNaN(Date.parse(value)));
const reasons = z.record(z.string().regex(/^[A-Za-z0-9][^\p{Cc}]{0,199}$/u), count);

const historySourceSchema = z.strictObject({
  kind: z.enum(SOURCE_KINDS).describe('What it is.'),
  name: text.describe('File name without its folder.'),
  dialect: z.enum(DIALECTS),
  identity: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe('SHA-256 of its first 64 KiB and its length: tells the same input given twice.'),
  from: instant.optional().describe('Its first statement; missing where it carries no time.'),
  to: instant.optional().describe('Its last statement.'),
  bytes: count.describe('Bytes read, after decompression.'),
  statements: count.describe('Executions that were read.'),
  records: count.optional().describe('Entries that were read, however often each ran.'),
  unreadRecords: count.optional().describe('Entries that could not be read.'),
  unread: reasons.describe('Executions, or lines, that could not be read, by reason.'),
  truncated: count.describe('Executions whose text the source had cut off.'),
  passedOver: reasons.describe('Records that are no queries, by what they are.'),
  notCarried: z.array(text).describe('Facts that it does not carry.'),
  notes: z.array(text).describe('What else a reader must know of it.'),
});

/** First line of a snapshot. */
export const historyHeaderSchema = z
  .strictObject({
    querygateHistory: z.literal(HISTORY_VERSION).describe('Version of this format.'),
    factsVersion: z.literal(1).describe('Version of the list of facts (docs/facts.md).'),
    tool: text.describe('Version of the querygate that wrote it.'),
    collected: instant.describe('When it was written; of what was merged, when the oldest of it was.'),
    from: instant.optional().describe('The first statement; missing where no source carries a time.'),
    to: instant.optional().describe('The last statement.'),
    sources: z.array(historySourceSchema),
    rows: count.describe('Lines that follow.'),
    statements: count.describe('Executions in them.'),
    unread: count.describe('Of all sources together.'),
    truncated: count.describe('Of all sources together.'),
    folded: z
      .strictObject({ maxVariants: count, flows: count, rows: count })
      .describe(
        'Flows with more than `maxVariants` rows, whose rows were made one: facts that differed are not carried.',
      ),
  })
  .describe('First line: what the history is.');

const tags = z.record(z.string().regex(/^[A-Za-z][\w.-]{0,63}$/), text);

function factSchema({ type, summary }: FactEntry, byDefault?: unknown): z.ZodType {
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
    .describe(`${summary}. Default: ${byDefault ?? empty[type]}.`);
}

/** An object with the facts of a table, those with their default left out, and the names of those that are not carried. */
function factsSchema(
  table: Readonly<Record<string, FactEntry>>,
  more: Readonly<Record<string, z.ZodType>> = {},
  defaults: Readonly<Record<string, unknown>> = {},
  mayLack: readonly string[] = Object.keys(table),
) {
  const facts = Object.entries(table).map(([name, entry]) => [name, factSchema(entry, defaults[name])]);
  return z
    .strictObject({
      ...(Object.fromEntries(facts) as Record<string, z.ZodType>),
      ...more,
      notCarried: z
        .array(z.enum(mayLack))
        .optional()
        .describe('Facts that the source does not carry: a rule that needs one is undecided.'),
    })
    .refine((value) => !(value.notCarried ?? []).some((name) => Object.hasOwn(value, name)));
}

const targetSchema = factsSchema(
  TARGET_FIELDS,
  { text: text.optional().describe('As written, where that is not `schema.name`.') },
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

/** Any other line of a snapshot: one distinct tuple of facts. */
export const historyRowSchema = z
  .strictObject({
    shape: text.describe('The statement with every literal replaced by `?`.'),
    dialect: z.enum(DIALECTS),
    unreadable: text.optional().describe('Why it could not be understood whole; missing where it was.'),
    truncated: z.boolean().optional().describe('The source had cut its text off. Default: false.'),
    facts: factsSchema(STATEMENT_FACTS).describe('Facts of the statement.'),
    operations: z.array(operationSchema).describe('What it does.'),
    caller: factsSchema(CALLER_FACTS).describe('Who runs it.'),
    callerPatterns: z
      .array(z.enum(CALLER_PATTERNS))
      .optional()
      .describe(
        'Of which of these `caller` holds no more than a part: names with `*` for what changes in them, tags of which some are left out. Default: none.',
      ),
    days: z
      .record(day, z.int().min(1))
      .refine((days) => Object.keys(days).length > 0)
      .describe('Executions by UTC day; by the empty text where the source carries no time.'),
  })
  .describe('Any other line: one distinct tuple of facts, and how often it ran.');
