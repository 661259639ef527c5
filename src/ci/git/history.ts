import { isBranchName, isObjectId, shortId } from './names.ts';
import { type Git, type GitResult, gitReason } from './run.ts';

/** A value, or one line that says why there is none and what to do. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly why: string };

const failed = (why: string): Outcome<never> => ({ ok: false, why });

/** The steps in which a shallow clone is deepened before all of its history is fetched. */
const DEEPEN_STEPS = [50, 250, 1000] as const;

/** Why there is no commit, if git says only `Needed a single revision`. */
const NO_REVISION = 'there is no such commit';
/** Why nothing is checked out in a repository that was only initialised. */
export const NO_COMMIT_YET = 'this repository has no commit yet';
export const NO_COMMIT_ON_BRANCH = 'the current branch has no commit';

/** The commit that is checked out. Fails if `root` is not a git checkout or has no commit. */
export async function headCommit(git: Git): Promise<Outcome<string>> {
  const head = await resolveCommit(git, 'HEAD');
  if (head.ok || head.why !== NO_REVISION) return head;
  const any = await git.run(['rev-list', '--max-count=1', '--all']);
  return failed(any.code === 0 && any.stdout.length === 0 ? NO_COMMIT_YET : NO_COMMIT_ON_BRANCH);
}

/** The commit that `revision` names. `revision` is user input: it never becomes an option of git. */
export async function resolveCommit(git: Git, revision: string): Promise<Outcome<string>> {
  if (revision.startsWith('-') || revision.includes('\0')) return failed(`\`${revision}\` is not a valid revision`);
  const result = await git.run(['rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`]);
  const id = result.stdout.toString('latin1').trim();
  if (result.code !== 0 || !isObjectId(id)) return failed(revisionReason(result));
  const names = await refsNamed(git, revision);
  return names.length > 1 ? failed(`it is ambiguous: ${names.join(', ')}`) : { ok: true, value: id };
}

/**
 * All refs that a short name may mean, if they are different commits. git takes the tag, which need not be what the user
 * means: a tag named like the base branch could make any change look empty.
 */
async function refsNamed(git: Git, name: string): Promise<readonly string[]> {
  if (name === 'HEAD' || isObjectId(name) || !isBranchName(name)) return [];
  const patterns = ['refs', 'refs/tags', 'refs/heads', 'refs/remotes'].map((folder) => `${folder}/${name}`);
  const listed = await git.run(['for-each-ref', '--format=%(objectname) %(*objectname) %(refname)', ...patterns]);
  const refs = listed.stdout
    .toString('utf8')
    .split('\n')
    .map((line) => line.split(' '));
  const found = refs.filter(([, , ref = '']) => patterns.includes(ref));
  const commits = new Set(found.map(([id, peeled]) => peeled || id));
  return commits.size > 1 ? found.map(([, , ref = '']) => ref) : [];
}

function revisionReason(result: GitResult): string {
  const reason = gitReason(result);
  return reason === 'Needed a single revision' ? NO_REVISION : reason;
}

async function hasCommit(git: Git, commit: string): Promise<boolean> {
  return (await git.run(['cat-file', '-e', `${commit}^{commit}`])).code === 0;
}

/** The parents that the commit names, including those that a shallow clone does not have. */
export async function parentsOf(git: Git, commit: string): Promise<string[]> {
  const text = (await git.must(['cat-file', 'commit', commit])).toString('utf8');
  const header = text.slice(0, text.indexOf('\n\n') + 1);
  return [...header.matchAll(/^parent ([0-9a-f]+)$/gm)].map((match) => match[1] ?? '').filter(isObjectId);
}

async function isShallow(git: Git): Promise<boolean> {
  const out = await git.must(['rev-parse', '--is-shallow-repository']);
  return out.toString('latin1').trim() === 'true';
}

/** Fetches one commit by its id if it is missing; without its history if the clone is shallow. */
export async function ensureCommit(git: Git, remote: string, commit: string): Promise<Outcome<string>> {
  if (!isObjectId(commit)) return failed(`\`${commit}\` is not a commit id`);
  if (await hasCommit(git, commit)) return { ok: true, value: commit };
  const result = await fetch(git, remote, [commit]);
  if (result.code === 0 && (await hasCommit(git, commit))) return { ok: true, value: commit };
  return failed(`commit ${shortId(commit)} could not be fetched (${gitReason(result)}): ${FETCH_ADVICE}`);
}

const FETCH_ADVICE =
  'check out all history (GitHub: `fetch-depth: 0`, GitLab: `GIT_DEPTH: 0`), or give this job a token that can read the repository';

/**
 * The current tip of a branch on the server, fetched if it is missing. Fails if the server cannot be reached, rather
 * than return an older tip.
 */
export async function fetchBranchTip(git: Git, remote: string, branch: string): Promise<Outcome<string>> {
  if (!isBranchName(branch)) return failed(`\`${branch}\` is not a valid branch name`);
  const ref = `refs/heads/${branch}`;
  const listed = await git.run(['ls-remote', '--exit-code', '--', remote, ref]);
  const line = listed.stdout
    .toString('utf8')
    .split('\n')
    .find((row) => row.endsWith(`\t${ref}`));
  const tip = line?.slice(0, line.indexOf('\t'));
  // `--exit-code` is 2 if the server answered, but has no such branch.
  if (listed.code === 2)
    return failed(
      `the branch \`${branch}\` does not exist on the server; if it was deleted, choose another target branch`,
    );
  if (listed.code !== 0 || !isObjectId(tip)) {
    return failed(`the tip of \`${branch}\` could not be read (${gitReason(listed)}): ${FETCH_ADVICE}`);
  }
  if (await hasCommit(git, tip)) return { ok: true, value: tip };
  // By name, not by id: some servers only serve commits that a ref points to. The branch may have moved since the
  // listing.
  const local = 'refs/querygate/base';
  const result = await fetch(git, remote, [`+${ref}:${local}`]);
  const fetched = result.code === 0 ? await resolveCommit(git, local) : failed(gitReason(result));
  return fetched.ok
    ? fetched
    : failed(`the tip of \`${branch}\` could not be fetched (${fetched.why}): ${FETCH_ADVICE}`);
}

/**
 * The merge base of `base` and `head`. A shallow clone is deepened in steps until the merge base appears, then
 * completely. Both commits must be present. `head` must be reachable from a ref of the server, or deepening cannot
 * help.
 */
export async function mergeBase(
  git: Git,
  remote: string | undefined,
  base: string,
  head: string,
): Promise<Outcome<string>> {
  let why = 'they have no common commit';
  for (const step of [undefined, ...DEEPEN_STEPS, 'all'] as const) {
    if (step !== undefined) {
      if (remote === undefined || !(await isShallow(git))) break;
      const how = step === 'all' ? '--unshallow' : `--deepen=${step}`;
      const result = await git.run([...FETCH, how, '--', remote, base, head]);
      if (result.code !== 0) {
        why = `the shallow clone could not be deepened (${gitReason(result)}): ${FETCH_ADVICE}`;
        break;
      }
    }
    const found = await git.run(['merge-base', base, head]);
    const id = found.stdout.toString('latin1').trim();
    if (found.code === 0 && isObjectId(id)) return { ok: true, value: id };
    if (found.code > 1) why = gitReason(found);
  }
  return failed(`no merge base of ${shortId(base)} and ${shortId(head)}: ${why}`);
}

const FETCH = ['fetch', '--quiet', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head'] as const;

async function fetch(git: Git, remote: string, what: readonly string[]) {
  // In a complete clone, a depth would make it shallow.
  const depth = (await isShallow(git)) ? ['--depth=1'] : [];
  return git.run([...FETCH, ...depth, '--', remote, ...what]);
}
