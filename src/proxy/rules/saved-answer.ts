import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { activeRulesetSchema } from '../../contract/index.ts';
import { writeAtomically } from '../atomic-file.ts';

// The last answer of the service with the active ruleset, on disk: a first line with the SHA-256 of the rest, then JSON.

const headSchema = z.object({ querygateRules: z.literal(1), sha256: z.string() });

const savedSchema = z.object({
  /** Which service and workspace it is from. */
  origin: z.string(),
  workspace: z.string(),
  etag: z.string(),
  /** When the service last said that these are the active rules: milliseconds since 1970. */
  confirmedAt: z.number(),
  answer: activeRulesetSchema,
});
export type SavedAnswer = z.output<typeof savedSchema>;

/** An answer; or why there is none that can be used. Undefined: there is no file. */
export type ReadAnswer = SavedAnswer | { readonly fault: string } | undefined;

export async function saveAnswer(path: string, saved: SavedAnswer): Promise<void> {
  const body = JSON.stringify(saved);
  const head = { querygateRules: 1, sha256: sha256(body) } satisfies z.input<typeof headSchema>;
  await writeAtomically(path, `${JSON.stringify(head)}\n${body}`);
}

/** Reads the saved answer of this service and workspace. Never raises. */
export async function readAnswer(
  path: string,
  { origin, workspace }: { readonly origin: string; readonly workspace: string },
): Promise<ReadAnswer> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? undefined : { fault: `it cannot be read (${code ?? 'unknown error'})` };
  }
  const end = text.indexOf('\n');
  const head = headSchema.safeParse(parsed(text.slice(0, Math.max(0, end))));
  if (!head.success) return { fault: 'it is not a file of this version of the proxy' };
  const body = text.slice(end + 1);
  if (sha256(body) !== head.data.sha256)
    return { fault: 'it is damaged: its SHA-256 is not the one in its first line' };
  const saved = savedSchema.safeParse(parsed(body));
  if (!saved.success) return { fault: 'it is not a file of this version of the proxy' };
  if (saved.data.origin !== origin || saved.data.workspace !== workspace || saved.data.answer.workspace !== workspace)
    return { fault: 'it is from another service or workspace' };
  return saved.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
