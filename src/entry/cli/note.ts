import { isMergeRequest, NOTE_TOKEN, noteMarker, upsertDiscussions, upsertNote, wantsNote } from '../../ci/index.ts';
import type { Suggestions } from '../../report/index.ts';
import { suggestionLines } from '../shared/suggestion-lines.ts';

/** Maximum length of a note in characters. GitLab accepts a million, but such a note is not readable. */
const NOTE_LIMIT = 60_000;

export interface Note {
  readonly what: 'check' | 'simulate';
  /** @param limit maximum length in characters */
  readonly markdown: (limit: number) => string;
  /** Whether a new note is worth it. If not, only an existing one is updated. */
  readonly deserved: boolean;
}

/**
 * Creates or updates the note on the merge request of a GitLab pipeline, if the job has a token for it. A failure is a
 * warning, and does not change the exit code.
 *
 * @param event of the change that the report is about; `local` if it is not the change of the pipeline
 */
export async function postNote(event: string, { what, markdown, deserved }: Note): Promise<void> {
  const env = process.env;
  if (event === 'local' || !wantsNote(env)) return;
  const marker = await noteMarker(env, what);
  const first = `${marker}\n\n`;
  const body = first + markdown(NOTE_LIMIT - first.length);
  const why = await upsertNote({ env, marker, body, onlyUpdate: !deserved });
  if (why) process.stderr.write(`querygate: ${why}\n`);
}

/**
 * Suggests changes on the merge request of a GitLab pipeline. What is not suggested is said in the log, and does not change
 * the exit code.
 *
 * @param event of the change that the report is about; `local` if it is not the change of the pipeline
 */
export async function postSuggestions(event: string, { suggestions, others, none }: Suggestions): Promise<void> {
  const { env } = process;
  const say = (line: string) => void process.stderr.write(`querygate: ${line}\n`);
  if (none !== undefined) return say(none);
  if (event === 'local' || !isMergeRequest(env))
    return say('no suggested changes: this is not the pipeline of a merge request');
  if (!wantsNote(env)) return say(`no suggested changes: \`${NOTE_TOKEN}\` is empty`);
  const marker = await noteMarker(env, 'suggestions');
  const changes = suggestions.map(({ body, ...change }) => ({ ...change, body: `${marker}\n\n${body}` }));
  for (const line of suggestionLines(await upsertDiscussions({ env, marker, changes }), others)) say(line);
}
