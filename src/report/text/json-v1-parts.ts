import { z } from 'zod';

// Parts that the public types of all reports share (check/json-v1.ts, simulation/json-v1.ts). Within version 1, keys
// are only added.

export const verdict = z.enum(['allow', 'warn', 'block', 'unknown']);
export const count = z.int().nonnegative();

export const tool = z.object({ name: z.literal('querygate'), version: z.string() });

const position = z.object({
  line: z.int().positive().describe('Counted from 1.'),
  column: z.int().positive().describe('Counted from 1, in UTF-16 code units.'),
  offset: count.describe('From the start of the file, counted from 0 in UTF-16 code units.'),
});

export const location = z
  .object({ start: position, end: position.describe('Just past the last character.') })
  .describe('A range in a file.');

export const ruleset = z.object({
  side: z.enum(['base', 'head', 'only']).describe('`only` if there is one ruleset.'),
  sources: z.array(z.string()).describe('Packs and files of the ruleset, in order.'),
  commit: z.string().nullable().describe('Commit from which its files were read; null for a working directory.'),
  hash: z.string().describe('SHA-256 of the effective ruleset, hex.'),
  rules: count.describe('How many rules it has.'),
  notApplied: z
    .array(
      z.object({
        rule: z.string(),
        reason: z.string(),
        exception: z
          .literal(true)
          .optional()
          .describe('Only an exception to the rule does not apply; the rule itself does.'),
      }),
    )
    .describe('Rules and exceptions that do not apply to these files.'),
});

export const scope = z.object({
  kind: z
    .enum(['all', 'changed'])
    .describe('`all`: every file that was named; `changed`: the files that a change touches.'),
  event: z.string().describe('Event of the CI host, or `local`.'),
  base: z.string().nullable(),
  head: z.string().nullable(),
});

export const notice = z.object({
  level: z.enum(['notice', 'warning']),
  message: z.string(),
  path: z.string().nullable(),
  location: location.nullable(),
  paths: z.array(z.string()).optional().describe('All files that the message is about, if it may not name all.'),
});
