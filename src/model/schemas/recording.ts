import { z } from 'zod';
import { DIALECTS } from '../dialect.ts';

// The lines of a recording: what a command executed on a scratch database. See docs/record.md.

/** Locks of PostgreSQL that make writes wait, the strongest last. */
export const LOCK_MODES = ['SHARE', 'SHARE ROW EXCLUSIVE', 'EXCLUSIVE', 'ACCESS EXCLUSIVE'] as const;

const count = z.number().int().nonnegative();

export const recordingHeaderSchema = z
  .strictObject({
    recording: z.literal(1).describe('Version of the format.'),
    as: z.enum(['migrations']).describe('What the command ran.'),
    dialect: z.enum(DIALECTS),
    tool: z.strictObject({ name: z.string(), version: z.string() }),
    at: z.iso.datetime().describe('When the command began, UTC.'),
    command: z.array(z.string()).describe('The command and its arguments.'),
    fresh: z.boolean().optional().describe('Whether the database held no table before.'),
    server: z.string().optional().describe("The server's version, as it reports it."),
    timeZone: z.string().optional().describe("PostgreSQL: the server's time zone, `SHOW TimeZone`."),
  })
  .describe('The first line.');

export const recordedStatementSchema = z
  .strictObject({
    session: count.describe('Number of the database session, from 1.'),
    database: z.string().optional(),
    sql: z.string().describe('The text as it was sent; passwords of roles are masked.'),
    failed: z
      .string()
      .optional()
      .describe(
        'SQLSTATE, or empty if it is not known. Missing if the statement ran. By the general log of MySQL and MariaDB, of a second execution.',
      ),
    transaction: z
      .boolean()
      .optional()
      .describe('Whether a transaction was open before it. Missing if that is not known.'),
    rows: count
      .optional()
      .describe('Rows that a write changed; by the general log of MySQL and MariaDB, in a second execution.'),
    empty: z
      .literal(true)
      .optional()
      .describe('Its queries returned no row. The general log of MySQL and MariaDB does not say it.'),
    locks: z
      .array(z.strictObject({ table: z.string().describe('`schema.name`.'), mode: z.enum(LOCK_MODES) }))
      .optional()
      .describe(
        'Measured on a PostgreSQL server: locks against writes that it took on tables that were there before its transaction.',
      ),
    rewritten: z
      .array(z.string())
      .optional()
      .describe(
        'Measured on a PostgreSQL server: tables that were there before its transaction, of which it wrote every row again.',
      ),
    values: z
      .array(z.string().nullable())
      .optional()
      .describe("Values of `$1`, `$2`, …: only of a statement that names a framework's migration."),
  })
  .describe(
    'One statement, or, on PostgreSQL, one text of several. In the order in which their answers came; by the general log of MySQL and MariaDB, in which they were sent.',
  );

export const recordingEndSchema = z
  .strictObject({
    end: z.strictObject({
      exitCode: z.number().int().describe("The command's exit code; 128 and the signal's number if a signal ended it."),
      statements: count.describe('How many lines of statements there are.'),
      schema: z
        .string()
        .optional()
        .describe(
          'Whether the statements make the schema that the command left: `equal`, `different`, or why that is not known.',
        ),
      problems: z.array(z.string()).describe('Why the recording is not complete. Empty if it is.'),
    }),
  })
  .describe('The last line. Without it, the recording was cut off.');

export type RecordingHeader = z.infer<typeof recordingHeaderSchema>;
export type RecordedStatement = z.infer<typeof recordedStatementSchema>;
export type RecordingEnd = z.infer<typeof recordingEndSchema>;
