// What the pages of the rules show besides the compiled packs.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';
import { DIALECTS } from '../../src/model/index.ts';

const FOLDER = fileURLToPath(new URL('../../src/rules/packs/', import.meta.url));

const dialects = z.array(z.enum(DIALECTS)).min(1);

/** The content of a `.pages.yml` file, by rule. */
const notesSchema = z.record(
  z.string(),
  z.strictObject({
    locks: z
      .array(
        z.strictObject({
          dialects,
          lock: z.string().describe("The lock, in the words of the server's manual."),
          waits: z.string().describe('Who waits for it.'),
          lasts: z.string().describe('How long it is held: an instant, a scan of the table, a rewrite.'),
        }),
      )
      .optional(),
    'safe-sql': z
      .array(z.strictObject({ dialects, sql: z.string().describe('Statements, in the order in which they run.') }))
      .optional()
      .describe('The safe way as SQL.'),
  }),
);
type PageNotes = z.infer<typeof notesSchema>[string];

function filesOf(pack: string): string[] {
  return readdirSync(`${FOLDER}${pack}`).map((name) => `${FOLDER}${pack}/${name}`);
}

const files = ['recommended', 'availability', 'supabase'].flatMap(filesOf);

/** The notes of all rules that have any, by id. */
export function pageNotes(): ReadonlyMap<string, PageNotes> {
  const notes = files.filter((path) => path.endsWith('.pages.yml'));
  return new Map(notes.flatMap((path) => Object.entries(notesSchema.parse(parse(readFileSync(path, 'utf8'))))));
}

/** The YAML of each rule as its file has it, without a comment above the next rule, by id. */
export function ruleTexts(): ReadonlyMap<string, string> {
  const texts = files.filter((path) => !path.endsWith('.pages.yml')).map((path) => readFileSync(path, 'utf8'));
  const rules = texts.flatMap((text) => text.split(/^(?= {2}- id: )/m).slice(1));
  return new Map(rules.map((rule) => [/id: (\S+)/.exec(rule)?.[1] ?? '', rule.replace(/(?:\n {2}#.*|\s)+$/, '')]));
}
