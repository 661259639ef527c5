export const id = 5037;
export const ids = [5037];
export const modules = {

/***/ 93546:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   K5: () => (/* binding */ noCheckout),
/* harmony export */   Sl: () => (/* binding */ changeOfCommits),
/* harmony export */   g7: () => (/* binding */ treeOf)
/* harmony export */ });
/* harmony import */ var _model_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(72607);
/* harmony import */ var _git_diff_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(22431);
/* harmony import */ var _git_history_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(47230);
/* harmony import */ var _git_names_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(24514);
/* harmony import */ var _git_tree_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(26284);





/** The remote of the checkout on every host. */
const REMOTE = 'origin';
/** The change between two commits, both present. Without a diff base the list of files is untrusted. */
async function changeOfCommits(git, commits) {
    const { diffBase, rulesBase, head } = commits;
    const files = diffBase.ok ? await (0,_git_diff_js__WEBPACK_IMPORTED_MODULE_3__/* .diffCommits */ .is)(git, diffBase.value, head) : [];
    const oldPaths = files.filter((file) => file.status !== 'added').map((file) => file.previousPath ?? file.path);
    const newPaths = files.filter((file) => file.status !== 'deleted').map((file) => file.path);
    const tree = (0,_git_tree_js__WEBPACK_IMPORTED_MODULE_2__/* .gitTree */ .$G)(git, head, `head ${(0,_git_names_js__WEBPACK_IMPORTED_MODULE_4__/* .shortId */ .m_)(head)}`, newPaths);
    const change = {
        event: commits.event,
        rulesBase: treeOf(git, rulesBase, 'base'),
        diffBase: treeOf(git, diffBase, 'diff base', oldPaths),
        head: tree,
        mergeBase: async () => (rulesBase.ok ? commonTree(git, rulesBase.value, commits) : undefined),
        files,
        untrusted: diffBase.ok ? undefined : diffBase.why,
        fork: commits.fork,
        baseLabel: rulesBase.ok ? `${commits.baseName} at ${(0,_git_names_js__WEBPACK_IMPORTED_MODULE_4__/* .shortId */ .m_)(rulesBase.value)}` : commits.baseName,
        headLabel: `${commits.headName} at ${(0,_git_names_js__WEBPACK_IMPORTED_MODULE_4__/* .shortId */ .m_)(head)}`,
    };
    return { change, head: tree, event: commits.event, notices: commits.notices ?? [] };
}
/** The tree of the merge base; undefined if `head` contains all of `base`. */
async function commonTree(git, base, { head, branchedOff, diffBase }) {
    if (branchedOff === 'nowhere' || base === head)
        return undefined;
    // The host's merge commit has the base as its parent, even in a shallow clone.
    if ((await (0,_git_history_js__WEBPACK_IMPORTED_MODULE_1__/* .parentsOf */ .fY)(git, head)).includes(base))
        return undefined;
    const common = branchedOff === 'at the diff base' ? diffBase : await (0,_git_history_js__WEBPACK_IMPORTED_MODULE_1__/* .mergeBase */ .wu)(git, REMOTE, base, head);
    return common.ok && common.value === base ? undefined : treeOf(git, common, 'merge base');
}
/** The tree of a commit, or the reason why the commit could not be found. */
function treeOf(git, commit, name, expected = []) {
    if (!commit.ok)
        return { unavailable: commit.why };
    return (0,_git_tree_js__WEBPACK_IMPORTED_MODULE_2__/* .gitTree */ .$G)(git, commit.value, `${name} ${(0,_git_names_js__WEBPACK_IMPORTED_MODULE_4__/* .shortId */ .m_)(commit.value)}`, expected);
}
/** The error for a folder that is not a usable checkout. */
function noCheckout(why, advice) {
    if (/dubious ownership|unsafe repository/.test(why)) {
        // Before 2.38, git reads this setting from its own files only.
        return new _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .ConfigError */ .xL('git refuses the checkout because another user owns it; install git 2.38 or newer in the container, ' +
            'or run `git config --global --add safe.directory "$PWD"` first');
    }
    if (why === _git_history_js__WEBPACK_IMPORTED_MODULE_1__/* .NO_COMMIT_YET */ .n8)
        return new _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .ConfigError */ .xL(`${why}; ${advice}`);
    return new _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .ConfigError */ .xL(`no commit is checked out here (${why}); ${advice}`);
}


/***/ }),

/***/ 22431:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   C1: () => (/* binding */ pathsOfTree),
/* harmony export */   U6: () => (/* binding */ allAdded),
/* harmony export */   is: () => (/* binding */ diffCommits),
/* harmony export */   tS: () => (/* binding */ pathsOfWorkingTree),
/* harmony export */   z3: () => (/* binding */ diffWorkingTree)
/* harmony export */ });
/* unused harmony export parseRawDiff */
/** Flags that make `git diff` ignore the external programs and display settings of a repository. */
const PLAIN = ['--raw', '-z', '--no-abbrev', '--find-renames', '--no-ext-diff', '--no-textconv', '--no-color'];
/** Files that differ between two commits. Both must be present. */
async function diffCommits(git, from, to) {
    const args = ['diff', ...PLAIN, '--no-relative', '--ignore-submodules=none', from, to, '--'];
    return parseRawDiff(await git.must(args));
}
/** Files that differ between a commit and the working directory: staged, unstaged, and untracked but not ignored. */
async function diffWorkingTree(git, from) {
    const args = ['diff', ...PLAIN, '--no-relative', '--ignore-submodules=dirty', from, '--'];
    const tracked = parseRawDiff(await git.must(args));
    const untracked = await git.must(['ls-files', '-z', '--others', '--exclude-standard', '--full-name']);
    const known = new Map(tracked.map((file) => [file.path, file]));
    for (const path of untracked.toString('utf8').split('\0')) {
        // A file that was removed from the index but left on disk is both deleted and untracked.
        if (path !== '' && !path.endsWith('/')) {
            const status = known.get(path)?.status === 'deleted' ? 'modified' : 'added';
            known.set(path, { status, path, previousPath: undefined });
        }
    }
    return sortByPath([...known.values()]);
}
/** The files of the work tree: tracked, or untracked and not ignored. Some may not be on disk. */
async function pathsOfWorkingTree(git) {
    const out = await git.must(['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--full-name']);
    return [...new Set(out.toString('utf8').split('\0'))].filter((path) => path !== '' && !path.endsWith('/'));
}
/** Everything in a commit: files, links and submodules. */
async function pathsOfTree(tree) {
    const parts = [await tree.list(''), await tree.links?.(''), await tree.submodules?.()];
    return parts.flatMap((paths) => paths ?? []);
}
/** All files of a commit as added files: the change of a first commit. */
function allAdded(paths) {
    return paths.map((path) => ({ status: 'added', path, previousPath: undefined }));
}
/**
 * Reads `git diff --raw -z`: `:oldmode newmode oldid newid status` NUL path NUL, and two paths for a rename.
 * Throws if the output is malformed, since an incomplete list would let files through.
 */
function parseRawDiff(output) {
    const fields = output.toString('utf8').split('\0');
    fields.pop();
    const files = [];
    for (let i = 0; i < fields.length;) {
        const status = /^:+[0-7 ]+ [0-9a-f ]+ ([A-Z])\d*$/.exec(fields[i] ?? '')?.[1];
        const first = fields[i + 1];
        if (!status || first === undefined)
            throw new Error(`unexpected output of git diff at field ${i}`);
        if (status === 'R' || status === 'C') {
            const second = fields[i + 2];
            if (second === undefined)
                throw new Error(`unexpected output of git diff at field ${i}`);
            files.push(status === 'R'
                ? { status: 'renamed', path: second, previousPath: first }
                : { status: 'added', path: second, previousPath: undefined });
            i += 3;
        }
        else {
            const kind = status === 'A' ? 'added' : status === 'D' ? 'deleted' : 'modified';
            files.push({ status: kind, path: first, previousPath: undefined });
            i += 2;
        }
    }
    return sortByPath(files);
}
function sortByPath(files) {
    return files.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}


/***/ }),

/***/ 85037:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   gitlabChange: () => (/* binding */ gitlabChange)
/* harmony export */ });
/* harmony import */ var _build_change_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(93546);
/* harmony import */ var _checkout_tree_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(91950);
/* harmony import */ var _git_history_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(47230);
/* harmony import */ var _git_names_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(24514);
/* harmony import */ var _git_run_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8987);
/* harmony import */ var _git_tree_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(26284);
/* harmony import */ var _judged_commit_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(50584);







/** The remote that the runner cloned from, with credentials. */
const REMOTE = 'origin';
const ADVICE = 'the job needs `GIT_STRATEGY` `clone` or `fetch`';
/**
 * The change of a GitLab pipeline: a merge request, or the commits that a branch gained.
 * On the default branch without a previous state (a schedule, a manual run) all files are checked.
 * Throws ConfigError if nothing is checked out.
 */
async function gitlabChange({ root, env }) {
    const git = (0,_git_run_js__WEBPACK_IMPORTED_MODULE_3__/* .openGit */ .zY)(root, undefined, env);
    const head = await (0,_git_history_js__WEBPACK_IMPORTED_MODULE_2__/* .headCommit */ .Qo)(git);
    if (!head.ok)
        throw (0,_build_change_js__WEBPACK_IMPORTED_MODULE_0__/* .noCheckout */ .K5)(head.why, ADVICE);
    // Without a checkout of its own (`GIT_STRATEGY: none`), a job finds the commit of an earlier one.
    const sha = env['CI_COMMIT_SHA'];
    const judged = (0,_git_names_js__WEBPACK_IMPORTED_MODULE_6__/* .isObjectId */ .TS)(sha)
        ? await (0,_judged_commit_js__WEBPACK_IMPORTED_MODULE_5__/* .judgedCommit */ .x)(git, head.value, [sha], sha)
        : { commit: head.value, why: undefined };
    const source = env['CI_PIPELINE_SOURCE'] ?? 'unknown';
    const run = { git, env, event: source === 'unknown' ? 'gitlab' : source, judged };
    return env['CI_MERGE_REQUEST_IID'] ? mergeRequestChange(run) : branchChange(run, judged.commit === head.value);
}
/** @param isCheckedOut whether the working directory has the files of the commit */
async function branchChange(run, isCheckedOut) {
    const { git, env, event, judged } = run;
    const branch = env['CI_COMMIT_BRANCH'] ?? env['CI_COMMIT_TAG'] ?? env['CI_COMMIT_REF_NAME'] ?? 'HEAD';
    const trunk = env['CI_DEFAULT_BRANCH'] ?? '';
    const before = env['CI_COMMIT_BEFORE_SHA'];
    const known = (0,_git_names_js__WEBPACK_IMPORTED_MODULE_6__/* .isObjectId */ .TS)(before) && !(0,_git_names_js__WEBPACK_IMPORTED_MODULE_6__/* .isZeroId */ .aF)(before);
    const common = { event, head: judged.commit, headName: branch, fork: false };
    if (branch === trunk) {
        if (!known || event === 'schedule') {
            if (judged.why)
                throw (0,_build_change_js__WEBPACK_IMPORTED_MODULE_0__/* .noCheckout */ .K5)(judged.why, ADVICE);
            const label = `head ${(0,_git_names_js__WEBPACK_IMPORTED_MODULE_6__/* .shortId */ .m_)(judged.commit)}`;
            const head = isCheckedOut ? (0,_checkout_tree_js__WEBPACK_IMPORTED_MODULE_1__/* .checkoutTree */ .p)(git.root) : (0,_git_tree_js__WEBPACK_IMPORTED_MODULE_4__/* .gitTree */ .$G)(git, judged.commit, label);
            return { change: undefined, head, event, notices: [] };
        }
        const base = await (0,_git_history_js__WEBPACK_IMPORTED_MODULE_2__/* .ensureCommit */ .q$)(git, REMOTE, before);
        return (0,_build_change_js__WEBPACK_IMPORTED_MODULE_0__/* .changeOfCommits */ .Sl)(git, {
            ...common,
            diffBase: judgedOr(judged, base),
            rulesBase: base,
            baseName: branch,
            branchedOff: 'nowhere',
        });
    }
    const tip = await (0,_git_history_js__WEBPACK_IMPORTED_MODULE_2__/* .fetchBranchTip */ .kR)(git, REMOTE, trunk);
    const diffBase = tip.ok ? await (0,_git_history_js__WEBPACK_IMPORTED_MODULE_2__/* .mergeBase */ .wu)(git, REMOTE, tip.value, judged.commit) : tip;
    return (0,_build_change_js__WEBPACK_IMPORTED_MODULE_0__/* .changeOfCommits */ .Sl)(git, {
        ...common,
        diffBase: judgedOr(judged, diffBase),
        rulesBase: tip,
        baseName: trunk,
    });
}
async function mergeRequestChange({ git, env, event, judged }) {
    const target = env['CI_MERGE_REQUEST_TARGET_BRANCH_NAME'] ?? '';
    const fork = env['CI_MERGE_REQUEST_SOURCE_PROJECT_ID'] !== env['CI_MERGE_REQUEST_PROJECT_ID'];
    const tip = await targetTip(git, env, target);
    return (0,_build_change_js__WEBPACK_IMPORTED_MODULE_0__/* .changeOfCommits */ .Sl)(git, {
        event,
        head: judged.commit,
        headName: `merge request ${env['CI_MERGE_REQUEST_IID']}`,
        diffBase: judgedOr(judged, await mergeRequestBase(git, env, judged.commit, tip)),
        rulesBase: tip,
        baseName: target,
        // In a merge train, the diff base has what the merge requests before this one change: the target branch has not.
        branchedOff: env['CI_MERGE_REQUEST_EVENT_TYPE'] === 'merge_train' ? undefined : 'at the diff base',
        fork,
    });
}
/** The base of a diff with the judged commit: unknown if that is not the commit of the pipeline. */
function judgedOr({ why }, base) {
    return why === undefined ? base : { ok: false, why };
}
/**
 * The base of the diff. A pipeline for merged results or of a merge train checks out a commit that GitLab made on top of
 * CI_MERGE_REQUEST_TARGET_BRANCH_SHA: the target branch, or the merge request before this one in the train. By the
 * project's merge method it is a merge commit, or the rebased commits. With the merge request's own diff base, commits
 * of others would look like changes.
 */
async function mergeRequestBase(git, env, head, tip) {
    const isMerged = ['merged_result', 'merge_train'].includes(env['CI_MERGE_REQUEST_EVENT_TYPE'] ?? '');
    const target = env['CI_MERGE_REQUEST_TARGET_BRANCH_SHA'];
    const source = env['CI_MERGE_REQUEST_SOURCE_BRANCH_SHA'];
    const [first, second, ...more] = await (0,_git_history_js__WEBPACK_IMPORTED_MODULE_2__/* .parentsOf */ .fY)(git, head);
    const isOwnMerge = ((0,_git_names_js__WEBPACK_IMPORTED_MODULE_6__/* .isObjectId */ .TS)(target) && first === target) || ((0,_git_names_js__WEBPACK_IMPORTED_MODULE_6__/* .isObjectId */ .TS)(source) && second === source);
    if (first !== undefined && second !== undefined && more.length === 0 && isOwnMerge) {
        return (0,_git_history_js__WEBPACK_IMPORTED_MODULE_2__/* .ensureCommit */ .q$)(git, REMOTE, first);
    }
    const named = isMerged ? target : env['CI_MERGE_REQUEST_DIFF_BASE_SHA'];
    if ((0,_git_names_js__WEBPACK_IMPORTED_MODULE_6__/* .isObjectId */ .TS)(named)) {
        const base = await (0,_git_history_js__WEBPACK_IMPORTED_MODULE_2__/* .ensureCommit */ .q$)(git, REMOTE, named);
        if (base.ok)
            return isMerged ? (0,_git_history_js__WEBPACK_IMPORTED_MODULE_2__/* .mergeBase */ .wu)(git, REMOTE, base.value, head) : base;
    }
    return tip.ok ? (0,_git_history_js__WEBPACK_IMPORTED_MODULE_2__/* .mergeBase */ .wu)(git, REMOTE, tip.value, head) : tip;
}
/**
 * The tip of the target branch. A fork's pipeline runs in the fork, where the author controls the branch of that name.
 * So the tip is read from the target project, with the job's token if that has access.
 */
async function targetTip(git, env, branch) {
    const project = env['CI_MERGE_REQUEST_PROJECT_URL'];
    if (env['CI_PROJECT_ID'] === env['CI_MERGE_REQUEST_PROJECT_ID'])
        return (0,_git_history_js__WEBPACK_IMPORTED_MODULE_2__/* .fetchBranchTip */ .kR)(git, REMOTE, branch);
    if (!project || !/^https?:\/\//.test(project)) {
        return {
            ok: false,
            why: '`CI_MERGE_REQUEST_PROJECT_URL` is not the URL of a project, so the target branch cannot be read',
        };
    }
    const url = `${project}.git`;
    const auth = jobAuth(env);
    const withToken = auth && (await (0,_git_history_js__WEBPACK_IMPORTED_MODULE_2__/* .fetchBranchTip */ .kR)((0,_git_run_js__WEBPACK_IMPORTED_MODULE_3__/* .openGit */ .zY)(git.root, auth, env), url, branch));
    return withToken?.ok ? withToken : (0,_git_history_js__WEBPACK_IMPORTED_MODULE_2__/* .fetchBranchTip */ .kR)(git, url, branch);
}
function jobAuth(env) {
    const token = env['CI_JOB_TOKEN'];
    const server = env['CI_SERVER_URL'];
    if (!token || !server)
        return undefined;
    const basic = Buffer.from(`gitlab-ci-token:${token}`).toString('base64');
    return { server: `${server.replace(/\/+$/, '')}/`, header: `AUTHORIZATION: basic ${basic}` };
}


/***/ }),

/***/ 50584:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   x: () => (/* binding */ judgedCommit)
/* harmony export */ });
/* harmony import */ var _git_history_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(47230);
/* harmony import */ var _git_names_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(24514);


/** The remote of the checkout on every host. */
const REMOTE = 'origin';
/**
 * The commit to judge: the one that is checked out (`head`) if it is in `expected`, else `wanted`, which is fetched and
 * only read.
 */
async function judgedCommit(git, head, expected, wanted) {
    if (expected.includes(head))
        return { commit: head, why: undefined };
    const commit = await (0,_git_history_js__WEBPACK_IMPORTED_MODULE_0__/* .ensureCommit */ .q$)(git, REMOTE, wanted);
    if (commit.ok)
        return { commit: commit.value, why: undefined };
    return {
        commit: head,
        why: `the checkout is at ${(0,_git_names_js__WEBPACK_IMPORTED_MODULE_1__/* .shortId */ .m_)(head)}, not at the commit of this run: ${commit.why}`,
    };
}


/***/ })

};
