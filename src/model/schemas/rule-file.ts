import { z } from 'zod';
import { DIALECTS, type Dialect } from '../dialect.ts';
import { OPERATION_GROUPS, OPERATION_KINDS } from '../facts/operations.ts';
import { RULE_VERDICTS } from '../results/verdict.ts';
import { callerSchema, serverVersionSchema } from './config-file.ts';

const kebab = z
  .string()
  .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'must be kebab-case, such as `no-drop-table`')
  .max(80);
const condition = z.string().min(1).max(4000);
const day = z.iso.date().describe('Last day on which it applies: `YYYY-MM-DD`, UTC.');

export const operationNames = [...OPERATION_GROUPS, ...Object.keys(OPERATION_KINDS)] as [string, ...string[]];

/** Tests of a rule: SQL that it must match, and SQL that it must not match. */
export const exampleSetSchema = z.strictObject({
  block: z.array(z.string().min(1)).optional().describe('SQL that the rule must match.'),
  pass: z.array(z.string().min(1)).optional().describe('SQL that the rule must not match.'),
  dialect: z.enum(DIALECTS).optional().describe('Dialect of the examples. Default: `postgresql`.'),
  path: z.string().min(1).optional().describe('Path of the file that contains the SQL. Default: `example.sql`.'),
  caller: callerSchema.optional().describe('Who runs the SQL, for a rule that reads `caller`.'),
  'server-version': serverVersionSchema
    .optional()
    .describe('Version of the server, for a rule that reads `statement.serverVersion`.'),
  base: z
    .string()
    .optional()
    .describe('SQL of the base branch, for a rule that reads `operation.replacesNothing` or `operation.rebuilt`.'),
  history: z
    .array(z.string().min(1))
    .max(100)
    .optional()
    .describe('Queries of a complete history, each of which ran once, for a rule that reads `use`.'),
});
export type ExampleSet = z.infer<typeof exampleSetSchema>;

const help = z.string().max(4000);
const helpPerDialect = Object.fromEntries(DIALECTS.map((dialect) => [dialect, help.optional()])) as Record<
  Dialect,
  z.ZodOptional<typeof help>
>;

/** How a statement of a fix must run. */
export const FIX_RUNS = ['outside-transaction', 'own-transaction'] as const;

const fixStepSchema = z.union([
  z.string().min(1).max(4000),
  z.strictObject({
    sql: z.string().min(1).max(4000).describe('The statement.'),
    run: z
      .enum(FIX_RUNS)
      .optional()
      .describe(
        '`outside-transaction`: the server refuses it in a transaction. `own-transaction`: the statements before it must be committed first.',
      ),
    each: z
      .string()
      .optional()
      .describe(
        'A part such as `{columns*}`: the statement is written for each element of the list, in place of the part.',
      ),
  }),
]);

/** SQL to write instead of a statement that the rule matches. */
export const fixSchema = z.strictObject({
  title: z.string().min(1).max(200).describe('What the fix does, one line.'),
  dialects: z.array(z.enum(DIALECTS)).min(1).optional().describe('Dialects of the statement. Default: all.'),
  match: z
    .string()
    .min(1)
    .max(1000)
    .describe(
      'Form of the statement: words, and names in braces for its parts. `{table}` is a name, `{rest...}` everything up to the next word of the form, `[…]` may be missing. With `around`, it may be of several statements in a row, with `;` between them.',
    ),
  names: z
    .record(z.string().regex(/^[a-z]+$/), z.string().min(1).max(200))
    .optional()
    .describe('Names that the fix needs, made from those of the statement: `{table}_{column}_check`.'),
  new: z
    .array(z.string())
    .min(1)
    .optional()
    .describe('Parts that no other SQL file of the repository may name, such as an index that the fix drops first.'),
  apart: z
    .array(z.string())
    .min(1)
    .optional()
    .describe(
      'Parts that the other actions of the same ALTER TABLE may not name. The last statement then takes the place of the action, and those before it run before the ALTER TABLE.',
    ),
  write: z
    .array(fixStepSchema)
    .min(1)
    .max(10)
    .optional()
    .describe(
      'The statements to write instead, in order. Parts in braces are replaced by their text. Only with `around` can it be missing: then the statement stays as it is.',
    ),
  around: z
    .strictObject({
      before: z.string().min(1).max(1000).describe('The statement before all others of the file.'),
      after: z.string().min(1).max(1000).describe('The statement after all others of the file.'),
    })
    .optional()
    .describe(
      'Statements that have to run outside of the transaction of the others. The transaction of the migration tool is turned off, and the file gets its own.',
    ),
});
export type FixEntry = z.infer<typeof fixSchema>;

/** One rule. An override of an inherited rule contains its id and the keys to replace. */
export const ruleSchema = z.strictObject({
  id: kebab.describe('Permanent name in kebab-case: `no-…` or `require-…`.'),
  operations: z
    .array(z.enum(operationNames))
    .min(1)
    .optional()
    .describe('What the rule looks at: kinds of operations, or the groups `drop`, `ddl`, `write`, `read`, `any`.'),
  when: condition
    .optional()
    .describe('Condition in CEL over the facts. Without it, every operation of these kinds matches.'),
  verdict: z.enum(RULE_VERDICTS).optional().describe('What happens if the rule matches: `block`, `warn` or `off`.'),
  message: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe('Text of the finding, one line. Facts in braces, such as `{operation.target}`, are filled in.'),
  description: z.string().max(4000).optional().describe('Why the rule exists.'),
  help: z
    .union([help, z.strictObject({ default: help, ...helpPerDialect })])
    .optional()
    .describe(
      'The safe alternative, in Markdown. Shown with each finding. A mapping gives some dialects their own: `default` and dialects as keys. MariaDB uses that of `mysql` if it has none.',
    ),
  fixes: z
    .array(fixSchema)
    .max(20)
    .optional()
    .describe(
      'SQL to write instead. Each finding gets the first fix with which the file passes: see [Fixes](fixes.md).',
    ),
  per: z
    .enum(['operation', 'statement'])
    .optional()
    .describe(
      'Whether each operation that matches is a finding, or only the first one of a statement, which is shown whole. Default: `operation`.',
    ),
  owner: z.string().max(200).optional().describe('Who may approve an exception.'),
  suppressible: z
    .boolean()
    .optional()
    .describe('Whether a comment in the SQL file may exempt a statement from the rule. Default: true.'),
  final: z
    .boolean()
    .optional()
    .describe('Whether rulesets that extend this one are forbidden to loosen the rule. Default: false.'),
  examples: z
    .union([exampleSetSchema, z.array(exampleSetSchema).min(1)])
    .optional()
    .describe('Tests of the rule, run by `querygate rules test` and in CI. A list if dialects or callers differ.'),
});
export type RuleEntry = z.infer<typeof ruleSchema>;

/** Rejects the placeholders of a pasted proposal, such as `<reason>`. */
const FILLED_IN = /^(?!\s*<[\s\S]*>\s*$)/;
const reason = z
  .string()
  .min(1)
  .max(500)
  .regex(FILLED_IN, 'must be a real reason instead of the placeholder `<…>`')
  .describe('Why it is needed.');
const owner = z
  .string()
  .min(1)
  .max(200)
  .regex(FILLED_IN, 'must be a real owner instead of the placeholder `<…>`')
  .describe('Who is responsible for it.');

export const exceptionSchema = z.strictObject({
  rule: kebab.describe('Id of the rule.'),
  when: condition.describe('Condition in CEL that selects the exempt operations.'),
  reason,
  owner,
  until: day,
});
export type ExceptionEntry = z.infer<typeof exceptionSchema>;

/** A deliberate break of production flows, approved together with the rule change that causes it. */
export const acknowledgementSchema = z
  .strictObject({
    rule: kebab.describe('Id of the rule that breaks the flow.'),
    flow: z
      .string()
      .regex(/^[0-9a-f]{12}$/, 'must be the flow id from a simulation report (12 hex digits)')
      .optional()
      .describe('Id of the one flow that may break, from the simulation report.'),
    when: condition.optional().describe('Condition in CEL that selects the runs that may break. Needs `max-flows`.'),
    'max-flows': z.int().min(1).max(10000).optional().describe('Maximum number of flows that `when` may cover.'),
    reason,
    owner,
    until: day,
  })
  .refine(
    (entry) => (entry.flow === undefined) !== (entry.when === undefined),
    'give either `flow`, or `when` together with `max-flows`',
  )
  .refine((entry) => (entry.when === undefined) === (entry['max-flows'] === undefined), {
    message: '`when` and `max-flows` need each other; give both',
    path: ['max-flows'],
  });
export type AcknowledgementEntry = z.infer<typeof acknowledgementSchema>;

/** A pack or file to build on. */
export const extendsSchema = z.union([
  z.string().min(1),
  z.strictObject({
    pack: z.string().min(1).describe('Name of a pack, such as `querygate:tables@1`.'),
    with: z
      .record(z.string(), z.union([z.string(), z.array(z.string())]))
      .optional()
      .describe('Values for its parameters: a name, or a list of names.'),
    users: z
      .array(z.string().min(1).max(200))
      .min(1)
      .max(100)
      .optional()
      .describe('Database users to whose queries alone its rules apply. Default: all queries, and files.'),
  }),
]);

/** `.querygate/rules.yml`, or a file in `.querygate/rules/`. */
export const ruleFileSchema = z
  .strictObject({
    version: z.literal(1).describe('Version of the file format.'),
    extends: z
      .array(extendsSchema)
      .optional()
      .describe(
        'Packs (`querygate:recommended@1`, or `{ pack, with, users }`) or rule files (relative paths) to build on.',
      ),
    rules: z.array(ruleSchema).optional().describe('New rules, and overrides of inherited rules.'),
    exceptions: z.array(exceptionSchema).optional().describe('Operations that a rule does not apply to.'),
    acknowledge: z
      .array(acknowledgementSchema)
      .optional()
      .describe('Intended breaks of production flows, for `simulate`.'),
  })
  .describe('Querygate ruleset.');

/** `.querygate/baseline.json`. */
export const baselineSchema = z.strictObject({
  version: z.literal(1),
  findings: z.array(
    z.strictObject({
      fingerprint: z.string().regex(/^[0-9a-f]{64}\/v1$/, 'must be the fingerprint of a finding, from a report'),
      rule: z.string(),
      path: z.string(),
    }),
  ),
});
export type BaselineFile = z.infer<typeof baselineSchema>;
/** One accepted finding. */
export type BaselineEntry = BaselineFile['findings'][number];
