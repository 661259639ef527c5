export type { ChangeResult } from './change-result.ts';
export { checkoutTree } from './checkout-tree.ts';
export type { CiRun } from './ci-run.ts';
export { analysisCategory } from './github/analysis-category.ts';
export { type Failure, type GithubStep, githubStep } from './github/step.ts';
export { detectHost } from './host.ts';
export { identityFile } from './identity-file.ts';
export { withoutCommands } from './log.ts';
export { keyAdvice, secretsWithheld } from './missing-secrets.ts';
export { isMergeRequest, NOTE_TOKEN, wantsNote } from './note-token.ts';
export { repoRoot } from './repo-root.ts';
export { writeReportFile } from './report-file.ts';
export type { SuggestedOutcome } from './suggested-changes.ts';
export { withOutsideFiles } from './trees/outside-files.ts';
export { workingTree } from './trees/working-tree.ts';
export type { DiskEntry, WorkspaceFiles } from './workspace-files.ts';
export { workspaceFiles } from './workspace-files.ts';

// Hosts are loaded on demand: a run uses only one, and a local run needs no event schema.

/** A function of a module that is loaded when the function is called. */
function lazy<Args extends readonly unknown[], Result>(load: () => Promise<(...args: Args) => Result>) {
  return async (...args: Args): Promise<Awaited<Result>> => await (await load())(...args);
}

export const githubChange = lazy(async () => (await import('./github/change.ts')).githubChange);
export const githubIdentity = lazy(async () => (await import('./github/identity.ts')).githubIdentity);
export const gitBlame = lazy(async () => (await import('./git/blame.ts')).gitBlame);
export const gitlabChange = lazy(async () => (await import('./gitlab/change.ts')).gitlabChange);
export const localChange = lazy(async () => (await import('./local.ts')).localChange);
export const commitTree = lazy(async () => (await import('./commit-tree.ts')).commitTree);
export const ciRun = lazy(async () => (await import('./ci-run.ts')).ciRun);
export const clientSource = lazy(async () => (await import('./client-source.ts')).clientSource);
export const judgedRepository = lazy(async () => (await import('./client-source.ts')).judgedRepository);
export const stagedChange = lazy(async () => (await import('./staged.ts')).stagedChange);
export const remoteRepository = lazy(async () => (await import('./client-source.ts')).remoteRepository);
export const readActionInputs = lazy(async () => (await import('./action-inputs.ts')).readActionInputs);
export const readSimulateInputs = lazy(async () => (await import('./action-inputs.ts')).readSimulateInputs);
export const readRecordInputs = lazy(async () => (await import('./action-inputs.ts')).readRecordInputs);
export const upsertComment = lazy(async () => (await import('./github/comment.ts')).upsertComment);
export const upsertReview = lazy(async () => (await import('./github/review.ts')).upsertReview);
export const commentMarker = lazy(async () => (await import('./github/comment.ts')).commentMarker);
export const upsertNote = lazy(async () => (await import('./gitlab/note.ts')).upsertNote);
export const upsertDiscussions = lazy(async () => (await import('./gitlab/discussions.ts')).upsertDiscussions);
export const noteMarker = lazy(async () => (await import('./gitlab/note.ts')).noteMarker);
export const rulesCheckout = lazy(async () => (await import('./rules-checkout.ts')).rulesCheckout);
export const rewriteFiles = lazy(async () => (await import('./rewrite-files.ts')).rewriteFiles);
