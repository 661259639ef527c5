import { z } from 'zod';
import { CONTEXT_LIMITS, type FileContext } from '../facts/file-context.ts';

const name = z.string().min(1).max(CONTEXT_LIMITS.characters);
const names = z.array(name).max(CONTEXT_LIMITS.names);

const tableName = {
  name: name.describe('Name of the table, folded as the dialect folds it.'),
  schema: z
    .string()
    .max(CONTEXT_LIMITS.characters)
    .describe('Schema of the table, as the file writes it. Empty if it writes none.'),
};

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
      }),
    )
    .max(CONTEXT_LIMITS.names)
    .describe('Tables that the file drops, or creates and then changes. A table that is not listed is not known.'),
  routinesUsed: names
    .optional()
    .describe(
      'Names, in lower case, of routines that the file creates and another file of the change uses. Missing: not known.',
    ),
  routinesAttached: names
    .optional()
    .describe(
      'Names, in lower case, of routines with unreadable SQL that the file creates and the SQL files of the base branch attach to a trigger, event, job, default, policy or the like. Missing: not known.',
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
  policies: z
    .array(
      z.strictObject({
        name: name.describe('Name of the policy, folded as the dialect folds it.'),
        table: name.describe('Its table, folded, as `schema.name` or `name`.'),
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
}) satisfies z.ZodType<FileContext>;
