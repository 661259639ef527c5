import { detectHost } from './host.ts';

/** The variable with the token that writes the note on a merge request. The job's own token cannot write notes. */
export const NOTE_TOKEN = 'QUERYGATE_GITLAB_TOKEN';

/** Whether the run is part of a merge request's pipeline. */
export function isMergeRequest(env: NodeJS.ProcessEnv): boolean {
  return detectHost(env) === 'gitlab' && !!env['CI_MERGE_REQUEST_IID'];
}

/** Whether the run reports on a merge request, with a note: in its pipeline, if there is a token. */
export function wantsNote(env: NodeJS.ProcessEnv): boolean {
  return isMergeRequest(env) && !!env[NOTE_TOKEN];
}
