import { z } from 'zod';
import { DIALECTS } from '../dialect.ts';
import { MIGRATION_TOOLS } from '../migration-tool.ts';
import { PROGRAMS } from '../program.ts';
import { FAIL_ON, ON_UNKNOWN } from '../results/verdict.ts';
import { parseServerVersion, SERVER_VERSION_FORM } from '../server-version.ts';
import { callerSchema } from './config-file.ts';

/** Options of the library's `check`. Strict: a misspelled option must not silently get its default. */
export const libraryOptionsSchema = z.strictObject({
  dialect: z.enum(DIALECTS),
  path: z.string().min(1).optional(),
  ruleset: z.string().optional(),
  tool: z.enum(MIGRATION_TOOLS).optional(),
  runBy: z.enum(PROGRAMS).optional(),
  transaction: z.boolean().optional(),
  serverVersion: z
    .string()
    .refine((value) => parseServerVersion(value) !== undefined, SERVER_VERSION_FORM)
    .optional(),
  caller: callerSchema.optional(),
  baseText: z.string().optional(),
  baseSql: z.string().optional(),
  suppressions: z.enum(['on', 'off']).optional(),
  failOn: z.enum(FAIL_ON).optional(),
  onUnknown: z.enum(ON_UNKNOWN).optional(),
  today: z.iso.date().optional(),
});
