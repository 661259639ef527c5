import type { ClientSource } from '../model/index.ts';
import type { ActionInputs, SimulateInputs } from '../model/schemas/index.ts';
import type { ChangeResult } from './change-result.ts';
import type { CiRun } from './ci-run.ts';
import type { ClientSourceOptions } from './client-source.ts';
import type { Blame } from './git/blame.ts';
import type { CommentRequest } from './github/comment.ts';
import type { GithubOptions } from './github/options.ts';
import type { GitlabOptions } from './gitlab/change.ts';
import type { NoteRequest } from './gitlab/note.ts';
import type { LocalOptions } from './local.ts';
import type { RulesCheckout } from './rules-checkout.ts';

export type { ChangeResult } from './change-result.ts';
export { checkoutTree } from './checkout-tree.ts';
export type { CiRun } from './ci-run.ts';
export { analysisCategory } from './github/analysis-category.ts';
export type { CommentRequest } from './github/comment.ts';
export type { GithubOptions } from './github/options.ts';
export { type Failure, type GithubStep, githubStep } from './github/step.ts';
export type { GitlabOptions } from './gitlab/change.ts';
export type { NoteRequest } from './gitlab/note.ts';
export { detectHost } from './host.ts';
export type { LocalOptions } from './local.ts';
export { keyAdvice, secretsWithheld } from './missing-secrets.ts';
export { wantsNote } from './note-token.ts';
export { repoRoot } from './repo-root.ts';
export { writeReportFile } from './report-file.ts';
export type { RulesCheckout } from './rules-checkout.ts';
export { withOutsideFiles } from './trees/outside-files.ts';
export { workingTree } from './trees/working-tree.ts';
export type { DiskEntry, WorkspaceFiles } from './workspace-files.ts';
export { workspaceFiles } from './workspace-files.ts';

// Hosts are loaded on demand: a run uses only one, and a local run needs no event schema.

/** See github/change.ts. */
export async function githubChange(options: GithubOptions): Promise<ChangeResult> {
  return (await import('./github/change.ts')).githubChange(options);
}

/** See git/blame.ts. */
export async function gitBlame(root: string): Promise<Blame> {
  return (await import('./git/blame.ts')).gitBlame(root);
}

/** See gitlab/change.ts. */
export async function gitlabChange(options: GitlabOptions): Promise<ChangeResult> {
  return (await import('./gitlab/change.ts')).gitlabChange(options);
}

/** See local.ts. */
export async function localChange(options: LocalOptions): Promise<ChangeResult> {
  return (await import('./local.ts')).localChange(options);
}

/** See ci-run.ts. */
export async function ciRun(env: NodeJS.ProcessEnv): Promise<CiRun | undefined> {
  return (await import('./ci-run.ts')).ciRun(env);
}

/** See client-source.ts. */
export async function clientSource(options: ClientSourceOptions): Promise<ClientSource> {
  return (await import('./client-source.ts')).clientSource(options);
}

/** See staged.ts. */
export async function stagedChange(root: string): Promise<ChangeResult> {
  return (await import('./staged.ts')).stagedChange(root);
}

/** See client-source.ts. */
export async function remoteHost(root: string): Promise<'github' | 'gitlab' | undefined> {
  return (await import('./client-source.ts')).remoteHost(root);
}

/** See action-inputs.ts. */
export async function readActionInputs(env: NodeJS.ProcessEnv): Promise<ActionInputs> {
  return (await import('./action-inputs.ts')).readActionInputs(env);
}

/** See action-inputs.ts. */
export async function readSimulateInputs(env: NodeJS.ProcessEnv): Promise<SimulateInputs> {
  return (await import('./action-inputs.ts')).readSimulateInputs(env);
}

/** See github/comment.ts. */
export async function upsertComment(request: CommentRequest): Promise<string | undefined> {
  return (await import('./github/comment.ts')).upsertComment(request);
}

/** See github/comment.ts. */
export async function commentMarker(
  env: NodeJS.ProcessEnv,
  matrix: string | undefined,
  what?: string,
): Promise<string> {
  return (await import('./github/comment.ts')).commentMarker(env, matrix, what);
}

/** See gitlab/note.ts. */
export async function upsertNote(request: NoteRequest): Promise<string | undefined> {
  return (await import('./gitlab/note.ts')).upsertNote(request);
}

/** See gitlab/note.ts. */
export async function noteMarker(env: NodeJS.ProcessEnv, what: 'check' | 'simulate'): Promise<string> {
  return (await import('./gitlab/note.ts')).noteMarker(env, what);
}

/** See rules-checkout.ts. */
export async function rulesCheckout(root: string, path: string): Promise<RulesCheckout | undefined> {
  return (await import('./rules-checkout.ts')).rulesCheckout(root, path);
}
