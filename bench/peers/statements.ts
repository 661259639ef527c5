import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

/** The groups of statements, with what it means to report one of them. */
export const GROUPS = ['dangerous', 'harmless', 'locks'] as const;
export type Group = (typeof GROUPS)[number];

const statementSchema = z.strictObject({
  name: z.string().min(1),
  /** Why the statement belongs to its group. */
  why: z.string().min(1),
  sql: z.string().min(1),
});

const fileSchema = z.strictObject({
  dangerous: z.array(statementSchema),
  harmless: z.array(statementSchema),
  locks: z.array(statementSchema),
});

/** A statement that each tool is given as a file of its own. */
export interface Sample extends z.infer<typeof statementSchema> {
  readonly group: Group;
}

/** Returns all statements, in the order of the file. Raises if the file is not valid or two of them share a name. */
export function readSamples(): readonly Sample[] {
  const file = fileSchema.parse(parse(readFileSync(new URL('statements.yml', import.meta.url), 'utf8')));
  const samples = GROUPS.flatMap((group) => file[group].map((statement) => ({ group, ...statement })));
  const names = new Set<string>();
  for (const { name } of samples) {
    if (names.has(name)) throw new Error(`two statements are named \`${name}\`: give each a name of its own`);
    names.add(name);
  }
  return samples;
}
