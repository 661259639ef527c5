import { z } from 'zod';
import { DIALECTS } from '../dialect.ts';
import { OPERATION_GROUPS, OPERATION_KINDS } from '../operations.ts';
import { RULE_VERDICTS } from '../verdict.ts';
import { callerSchema } from './config-file.ts';

const kebab = z
  .string()
  .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'must be kebab-case, such as `no-drop-table`')
  .max(80);
const condition = z.string().min(1).max(4000);
const day = z.iso.date().describe('`YYYY-MM-DD`, UTC; the last day on which it holds.');

export const operationNames = [...OPERATION_GROUPS, ...Object.keys(OPERATION_KINDS)] as [string, ...string[]];

/** Tests of a rule: SQL that it must hit, and SQL that it must let pass. */
export const exampleSetSchema = z.strictObject({
  block: z.array(z.string().min(1)).optional().describe('SQL that the rule must hit.'),
  pass: z.array(z.string().min(1)).optional().describe('SQL that the rule must let pass.'),
  dialect: z.enum(DIALECTS).optional().describe('Dialect of the examples. Default: `postgresql`.'),
  path: z.string().min(1).optional().describe('Path of the file that the SQL stands in. Default: `example.sql`.'),
  caller: callerSchema.optional().describe('Who runs the SQL, for a rule that reads `caller`.'),
});
export type ExampleSet = z.infer<typeof exampleSetSchema>;

/** One rule. An override of an inherited rule gives its id and the keys to replace. */
export const ruleSchema = z.strictObject({
  id: kebab.describe('Permanent name, `no-…` or `require-…`.'),
  operations: z
    .array(z.enum(operationNames))
    .min(1)
    .optional()
    .describe('Kinds of operations, or the groups `drop`, `ddl`, `write`, `read`, `any`.'),
  when: condition
    .optional()
    .describe('Condition in CEL over the facts. Without one, every operation of the kinds matches.'),
  verdict: z.enum(RULE_VERDICTS).optional().describe('`block`, `warn` or `off`.'),
  message: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe('One line; `{operation.target}` and other facts are filled in.'),
  description: z.string().max(4000).optional().describe('Why the rule is there.'),
  help: z.string().max(4000).optional().describe('The safe way, Markdown.'),
  owner: z.string().max(200).optional().describe('Who may grant an exception.'),
  suppressible: z
    .boolean()
    .optional()
    .describe('Whether a comment in the SQL file may exempt a statement. Default: true.'),
  final: z.boolean().optional().describe('No ruleset that extends this one may loosen the rule.'),
  examples: z
    .union([exampleSetSchema, z.array(exampleSetSchema).min(1)])
    .optional()
    .describe('Tests of the rule, run by `querygate rules test` and in CI; a list where dialects differ.'),
});
export type RuleEntry = z.infer<typeof ruleSchema>;

/** Not a placeholder of a proposal, left as it was pasted. */
const FILLED_IN = /^(?!\s*<[\s\S]*>\s*$)/;
const reason = z
  .string()
  .min(1)
  .max(500)
  .regex(FILLED_IN, 'must say why, in place of `<…>`')
  .describe('Why, for whoever reads it later.');
const answers = z
  .string()
  .min(1)
  .max(200)
  .regex(FILLED_IN, 'must name who answers for it, in place of `<…>`')
  .describe('Who answers for it.');

export const exceptionSchema = z.strictObject({
  rule: kebab.describe('Id of the rule.'),
  when: condition.describe('Condition in CEL: which operations are exempt.'),
  reason,
  owner: answers,
  until: day,
});
export type ExceptionEntry = z.infer<typeof exceptionSchema>;

/** A deliberate break of what production runs, approved with the diff that makes it. */
export const acknowledgementSchema = z
  .strictObject({
    rule: kebab.describe('Id of the rule that breaks it.'),
    flow: z
      .string()
      .regex(/^[0-9a-f]{12}$/, 'must be the id of a flow, as the report of a simulation gives it')
      .optional()
      .describe('Id of the one flow that may break, as the report of a simulation gives it.'),
    when: condition.optional().describe('Condition in CEL: which runs may break. Needs `max-flows`.'),
    'max-flows': z.int().min(1).max(10000).optional().describe('How many flows `when` may cover.'),
    reason,
    owner: answers,
    until: day,
  })
  .refine(
    (entry) => (entry.flow === undefined) !== (entry.when === undefined),
    'give either `flow`, or `when` with `max-flows`',
  )
  .refine((entry) => (entry.when === undefined) === (entry['max-flows'] === undefined), {
    message: '`when` and `max-flows` go together',
    path: ['max-flows'],
  });
export type AcknowledgementEntry = z.infer<typeof acknowledgementSchema>;

/** `.querygate/rules.yml`, or a file of `.querygate/rules/`. */
export const ruleFileSchema = z
  .strictObject({
    version: z.literal(1).describe('Version of this format.'),
    extends: z
      .array(z.string().min(1))
      .optional()
      .describe('Packs (`querygate:recommended@1`) or files, relative to this one.'),
    rules: z.array(ruleSchema).optional(),
    exceptions: z.array(exceptionSchema).optional(),
    acknowledge: z
      .array(acknowledgementSchema)
      .optional()
      .describe('Breaks of production flows that are meant, for `simulate`.'),
  })
  .describe('Querygate ruleset.');
export type RuleFile = z.infer<typeof ruleFileSchema>;

/** `.querygate/baseline.json`. */
export const baselineSchema = z.strictObject({
  version: z.literal(1),
  findings: z.array(
    z.strictObject({
      fingerprint: z.string().regex(/^[0-9a-f]{64}\/v1$/, 'must be a fingerprint of a report'),
      rule: z.string(),
      path: z.string(),
    }),
  ),
});
export type BaselineFile = z.infer<typeof baselineSchema>;
