import { z } from 'zod';
import { COLUMN_ATTRIBUTES } from '../facts/column-definition.ts';
import { CONTEXT_LIMITS, type FileContext } from '../facts/file-context.ts';
import { OPERATION_KINDS, type OperationKind } from '../facts/operations.ts';

const name = z.string().min(1).max(CONTEXT_LIMITS.characters);
/** A name or a short text; names in T-SQL may have four parts, and types a list of values. */
const text = z.string().max(4 * CONTEXT_LIMITS.characters);
const names = z.array(name).max(CONTEXT_LIMITS.names);

const tableName = {
  name: name.describe('Name of the table, folded as the dialect folds it.'),
  schema: z
    .string()
    .max(CONTEXT_LIMITS.characters)
    .describe('Schema of the table, as the file writes it. Empty if it writes none.'),
};

/** A reason that is shown: one line. */
const PROSE = 1000;
const proof = z.literal(true).optional().describe('As the fact of that name. Missing: not proven.');

/** Strict: a misspelled key must not silently mean that something is not known. */
export const fileContextSchema = z.strictObject({
  tables: z
    .array(
      z.strictObject({
        ...tableName,
        exists: z.boolean().describe('False if no SQL file at the tip of the base branch contains the name.'),
        columns: names
          .optional()
          .describe('All columns of the table according to the SQL files of the base branch. Missing: not known.'),
        mayBeOlder: z
          .boolean()
          .optional()
          .describe(
            'Whether the table may be older than its CREATE TABLE IF NOT EXISTS, and have more columns than these. Missing: no.',
          ),
        cascades: z
          .boolean()
          .optional()
          .describe(
            'Whether a foreign key of another table has ON DELETE CASCADE, SET NULL or SET DEFAULT to this one. Missing: not known.',
          ),
        rowSecurity: z
          .boolean()
          .optional()
          .describe(
            'Whether a SQL file of the base branch mentions row-level security or a policy. Missing: not known.',
          ),
        namedElsewhere: z
          .boolean()
          .optional()
          .describe('Whether another file of the change names the table. Missing: no, or not known.'),
      }),
    )
    .max(CONTEXT_LIMITS.names)
    .describe('Tables that the file drops, or creates and then changes. A table that is not listed is not known.'),
  routinesUsed: names
    .optional()
    .describe(
      'Names, in lower case, of routines that the file creates and another file of the change uses. Missing: not known.',
    ),
  routinesRun: names
    .optional()
    .describe(
      'Names, in lower case, of routines that the file creates and the change may run or attach. Missing: not known.',
    ),
  routinesAttached: names
    .optional()
    .describe(
      'Names, in lower case, of routines that lose data or have unreadable SQL, which the file creates and the SQL files of the base branch attach to a trigger, event, job, default, policy or the like. Missing: not known.',
    ),
  createdBefore: z
    .array(
      z.strictObject({
        name: name.describe('Name of the table, folded as the dialect folds it.'),
        schema: z
          .string()
          .max(CONTEXT_LIMITS.characters)
          .describe('Schema of the table, as the files write it. Empty if they write none.'),
      }),
    )
    .max(CONTEXT_LIMITS.names)
    .optional()
    .describe(
      'Tables that earlier migrations of the change create, and that no SQL file at the tip of the base branch names.',
    ),
  proven: z
    .array(
      z.strictObject({
        ...tableName,
        statement: z.int().min(0).describe('Where the statement starts, in UTF-16 code units.'),
        kind: z.enum(['drop_table', 'drop_column', 'update']).describe('Kind of the operation.'),
        rebuilt: proof,
        rowsCopied: proof,
        valuesMoved: proof,
        valuesCopied: proof,
        columnsCreatedHere: proof,
        rebuildDoubt: z
          .string()
          .max(PROSE)
          .optional()
          .describe('Why a copy is not accepted as a rebuild of the table.'),
        columns: names.optional().describe('Of a dropped table, the columns that are not copied as they were.'),
      }),
    )
    .max(CONTEXT_LIMITS.names)
    .optional()
    .describe(
      'Facts of operations that the file alone does not show, because new migrations that run directly before and after it copy the rows or values.',
    ),
  presumablyNew: z
    .array(z.strictObject(tableName))
    .max(CONTEXT_LIMITS.names)
    .optional()
    .describe(
      'Tables that the file creates and no SQL file of the base branch shows, although one has the name for something else, or puts names of tables together.',
    ),
  enumValues: names
    .optional()
    .describe('Values that earlier migrations of the change add to enums, in the transaction in which the file runs.'),
  newColumns: z
    .array(
      z.strictObject({ ...tableName, columns: names.describe('The new columns, folded as the dialect folds them.') }),
    )
    .max(CONTEXT_LIMITS.names)
    .optional()
    .describe(
      'Columns that the file, or an earlier migration of the change, adds to older tables, which do not have them according to the SQL files at the tip of the base branch.',
    ),
  partitioned: z
    .array(z.strictObject(tableName))
    .max(CONTEXT_LIMITS.names)
    .optional()
    .describe(
      'Tables that the SQL files of the base branch partition, of those on which the file builds or drops an index or adds a constraint.',
    ),
  indexes: z
    .array(
      z.strictObject({
        name: name.describe('Name of the index, folded as the dialect folds it.'),
        table: name.describe('Its table, folded, without schema.'),
      }),
    )
    .max(CONTEXT_LIMITS.names)
    .optional()
    .describe(
      'Indexes that the file drops, with each table on which the SQL files of the base branch create one of that name.',
    ),
  checks: z
    .array(
      z.strictObject({
        ...tableName,
        constraint: name.describe('Name of the constraint, folded as the dialect folds it.'),
        columns: names.describe('Columns that it proves to be not null.'),
        valid: z.boolean().describe('False if rows were not checked yet (NOT VALID).'),
      }),
    )
    .max(CONTEXT_LIMITS.names)
    .optional()
    .describe('Constraints that the base branch adds to tables which the file sets NOT NULL.'),
  readTables: z
    .array(
      z.strictObject({
        ...tableName,
        columns: names.describe('All columns of the table according to the SQL files of the base branch.'),
      }),
    )
    .max(CONTEXT_LIMITS.names)
    .optional()
    .describe('Tables that filters of UPDATE and DELETE read, with the columns that the base branch defines.'),
  columns: z
    .array(
      z.strictObject({
        table: name.describe('Name of the table, folded as the dialect folds it.'),
        schema: tableName.schema,
        name: name.describe('Name of the column, folded.'),
        type: name.describe('Its type in one spelling, such as `varchar(255)`.'),
        attributes: z
          .array(z.enum(COLUMN_ATTRIBUTES))
          .max(COLUMN_ATTRIBUTES.length)
          .describe('What else the definition has.'),
      }),
    )
    .max(CONTEXT_LIMITS.names)
    .optional()
    .describe(
      'Columns whose definition the file changes, as the base branch defines them. A column that is not listed is not known.',
    ),
  policies: z
    .array(
      z.strictObject({
        name: name.describe('Name of the policy, folded as the dialect folds it.'),
        table: z
          .string()
          .max(CONTEXT_LIMITS.characters)
          .describe('Its table, folded, as `schema.name` or `name`; empty for any table.'),
        definitions: z
          .array(z.string().max(CONTEXT_LIMITS.definitionCharacters))
          .max(CONTEXT_LIMITS.definitions)
          .describe(
            'Each CREATE POLICY of the SQL files of the base branch that may be the one in force, and each ALTER POLICY of it. Empty: no file has one.',
          ),
      }),
    )
    .max(CONTEXT_LIMITS.names)
    .optional()
    .describe('Policies that the file alters, or drops and creates again. A policy that is not listed is not known.'),
  routines: z
    .array(
      z.strictObject({
        name: name.describe('Name of the routine in lower case, without schema.'),
        definitions: z
          .array(z.string().max(CONTEXT_LIMITS.routineCharacters))
          .min(1)
          .max(CONTEXT_LIMITS.definitions)
          .describe('The statement of the base branch that created it last, one for each folder of migrations.'),
      }),
    )
    .max(CONTEXT_LIMITS.names)
    .optional()
    .describe(
      'Routines of the file with losses or unreadable SQL that the SQL files of the base branch have too. One that is not listed is not known.',
    ),
  options: z
    .array(
      z.strictObject({
        type: z.enum(['view', 'routine']).describe('Whether it is a view or a routine.'),
        name: name.describe('Name of the object, folded as the dialect folds it.'),
        schema: z
          .string()
          .max(CONTEXT_LIMITS.characters)
          .describe('Schema of the object, as the file writes it. Empty if it writes none.'),
        parameters: z.number().int().min(0).optional().describe('Of a routine, the number of its parameters.'),
        options: names.describe('The options that it has, such as `security_invoker` or `search_path`.'),
      }),
    )
    .max(CONTEXT_LIMITS.names)
    .optional()
    .describe(
      'Views and routines that the file replaces or alters, as the SQL files of the base branch leave them. One that is not listed is not known.',
    ),
  forNewDatabase: z
    .literal(true)
    .optional()
    .describe(
      'Set if the file is a script for a new database: as the base branch has it, it drops most of its tables before it creates them, and no migration tool runs it.',
    ),
  schema: z
    .strictObject({
      changes: z
        .array(
          z.strictObject({
            kind: z
              .enum(Object.keys(OPERATION_KINDS) as [OperationKind, ...OperationKind[]])
              .describe('Kind of the operation.'),
            target: z.strictObject({
              name: text.optional(),
              schema: text.optional(),
              quoted: z.boolean(),
              text,
              note: text.optional(),
            }),
            columns: names.optional(),
            dataTypes: z.array(text).max(CONTEXT_LIMITS.names).optional(),
            notNull: z.boolean().optional(),
            hasDefault: z.boolean().optional(),
            constraint: text.optional(),
            constraintType: text.optional(),
            table: text.optional(),
            span: z
              .strictObject({ start: z.int().nonnegative(), end: z.int().nonnegative() })
              .optional()
              .describe('Its place in the file. Missing: the file as a whole.'),
            statement: z
              .int()
              .nonnegative()
              .optional()
              .describe('Where the statement starts that defines the object now. Missing: none does.'),
          }),
        )
        .max(CONTEXT_LIMITS.names)
        .describe('What the tool does to the database because of the change, with the facts of each operation.'),
      applied: z
        .array(z.int().nonnegative())
        .describe('Where statements start that define what the database has already.'),
      unknown: z.array(z.string().max(1000)).max(CONTEXT_LIMITS.names).describe('What could not be compared.'),
    })
    .optional()
    .describe('Set if the file describes a schema that a tool compares with the database, such as SSDT or Skeema.'),
  includes: z
    .array(z.string().min(1).max(4096))
    .max(CONTEXT_LIMITS.names)
    .optional()
    .describe('What `:r` includes in the file that is judged as a file of its own, as the file writes it.'),
}) satisfies z.ZodType<FileContext>;
