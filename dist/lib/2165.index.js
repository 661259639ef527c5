export const id = 2165;
export const ids = [2165];
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

/***/ 72125:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Mc: () => (/* binding */ githubApi),
/* harmony export */   _M: () => (/* binding */ repositoryOf),
/* harmony export */   tF: () => (/* binding */ apiFailure)
/* harmony export */ });
/** The repository of the run, or undefined if the environment names none. */
function repositoryOf(env) {
    const [owner, repo, ...rest] = (env['GITHUB_REPOSITORY'] ?? '').split('/');
    return owner && repo && rest.length === 0 ? { owner, repo } : undefined;
}
/**
 * A client of the REST API at GITHUB_API_URL. It respects HTTP(S)_PROXY and NO_PROXY, through @actions/http-client.
 * Server errors and lost connections are retried twice; a refusal (401, 403, 404) is not.
 */
async function githubApi({ env, token }) {
    if (!token)
        return undefined;
    const [{ getOctokit }, { retry }] = await Promise.all([__webpack_require__.e(/* import() */ 1758).then(__webpack_require__.bind(__webpack_require__, 11758)), __webpack_require__.e(/* import() */ 9735).then(__webpack_require__.bind(__webpack_require__, 49735))]);
    const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore };
    return getOctokit(token, {
        baseUrl: env['GITHUB_API_URL'] ?? 'https://api.github.com',
        retry: { retries: 2 },
        // The client would log to standard output, where the runner reads commands.
        log: silent,
    }, retry);
}
function ignore() { }
/** Why an API call failed, in a few words, without text of the server: it may not be safe to print. */
function apiFailure(error) {
    const status = error instanceof Error && 'status' in error ? Number(error.status) : undefined;
    return status ? `the API answered ${status}` : 'the API did not answer';
}


/***/ }),

/***/ 32165:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  githubChange: () => (/* binding */ githubChange)
});

// EXTERNAL MODULE: ./build/esm/ci/build-change.js
var build_change = __webpack_require__(93546);
// EXTERNAL MODULE: ./build/esm/ci/checkout-tree.js
var checkout_tree = __webpack_require__(91950);
// EXTERNAL MODULE: ./build/esm/ci/git/diff.js
var diff = __webpack_require__(22431);
// EXTERNAL MODULE: ./build/esm/ci/git/history.js
var git_history = __webpack_require__(47230);
// EXTERNAL MODULE: ./build/esm/ci/git/names.js
var names = __webpack_require__(24514);
// EXTERNAL MODULE: ./build/esm/ci/git/run.js
var git_run = __webpack_require__(8987);
// EXTERNAL MODULE: ./build/esm/ci/git/tree.js
var tree = __webpack_require__(26284);
// EXTERNAL MODULE: ./build/esm/ci/judged-commit.js
var judged_commit = __webpack_require__(50584);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 11 modules
var schemas = __webpack_require__(92857);
// EXTERNAL MODULE: ./build/esm/model/index.js + 17 modules
var model = __webpack_require__(72607);
;// CONCATENATED MODULE: ./build/esm/ci/github/event.js



// Only the keys that are used, in loose objects: the host may add keys at any time.
const id = schemas/* string */.YjP().regex(/^[0-9a-f]{40,64}$/);
const repository = schemas/* looseObject */._H3({ id: schemas/* number */.aig(), default_branch: schemas/* string */.YjP().optional() });
const side = schemas/* looseObject */._H3({ ref: schemas/* string */.YjP(), sha: id, repo: repository.nullish() });
const pullRequest = schemas/* looseObject */._H3({
    number: schemas/* number */.aig(),
    base: side,
    head: side,
    changed_files: schemas/* number */.aig().optional(),
});
const mergeGroup = schemas/* looseObject */._H3({ head_sha: id, base_sha: id, base_ref: schemas/* string */.YjP() });
const push = schemas/* looseObject */._H3({
    ref: schemas/* string */.YjP(),
    before: id,
    after: id,
    deleted: schemas/* boolean */.zMY().optional(),
    forced: schemas/* boolean */.zMY().optional(),
    repository,
});
/**
 * Reads GITHUB_EVENT_NAME and the file at GITHUB_EVENT_PATH.
 * Throws ConfigError if they are missing or malformed.
 */
async function readGithubEvent(env) {
    const name = env['GITHUB_EVENT_NAME'] ?? '';
    const path = env['GITHUB_EVENT_PATH'] ?? '';
    if (name === '' || path === '') {
        throw new model/* ConfigError */.xL('GITHUB_EVENT_NAME and GITHUB_EVENT_PATH are not set; run this inside GitHub Actions');
    }
    let payload;
    try {
        payload = JSON.parse(await (0,promises_.readFile)(path, 'utf8'));
    }
    catch (error) {
        throw new model/* ConfigError */.xL(`cannot read the event (${error instanceof Error ? error.message : String(error)})`);
    }
    return parseGithubEvent(name, payload);
}
/** Review events carry the same object as pull requests. */
function parseGithubEvent(name, payload) {
    const body = schemas/* looseObject */._H3({ pull_request: schemas/* unknown */.L5J().optional(), merge_group: schemas/* unknown */.L5J().optional() })
        .safeParse(payload).data;
    if (name.startsWith('pull_request')) {
        return { kind: 'pull_request', name, data: expect(name, pullRequest, body?.pull_request) };
    }
    if (name === 'merge_group')
        return { kind: 'merge_group', name, data: expect(name, mergeGroup, body?.merge_group) };
    if (name === 'push')
        return { kind: 'push', name, data: expect(name, push, payload) };
    return { kind: 'all', name };
}
function expect(name, schema, value) {
    const result = schema.safeParse(value);
    if (result.success)
        return result.data;
    const issue = result.error.issues[0];
    const where = issue?.path.join('.') || 'the event';
    throw new model/* ConfigError */.xL(`malformed \`${name}\` event: \`${where}\`: ${issue?.message ?? 'invalid'}`);
}

// EXTERNAL MODULE: ./build/esm/ci/github/api.js
var github_api = __webpack_require__(72125);
;// CONCATENATED MODULE: ./build/esm/ci/github/files.js



/** The API lists at most this many files of a pull request. */
const API_FILE_LIMIT = 3000;
/**
 * Asks the API for the list of files if git's list is not reliable: git could not fetch the base, or its list is empty
 * although the event has changed files. If the API does not settle it, the list is untrusted.
 */
async function crossCheckPull(options, pull, result) {
    const { change } = result;
    const doubtful = change.files.length === 0 && pull.changed_files !== 0;
    if (!change.untrusted && !doubtful)
        return result;
    const listed = await filesByApi(options, pull);
    if (Array.isArray(listed)) {
        const files = await asToDiffBase(change, listed);
        const notices = [...result.notices, `the list of changed files comes from the API (${files.length} files)`];
        return { ...result, change: { ...change, files, untrusted: undefined }, notices };
    }
    const reason = change.untrusted ?? 'git finds no changed file, but the pull request has some';
    return { ...result, change: { ...change, untrusted: `${reason}; ${listed}` } };
}
/**
 * The API compares with another commit than git, so a file that it calls added may exist in git's base. Without a base,
 * every file counts as new.
 */
async function asToDiffBase({ diffBase }, files) {
    if (!(0,model/* isAvailable */.e2)(diffBase))
        return [...files];
    const result = [];
    for (const file of files) {
        const isInBase = file.status !== 'deleted' && (await diffBase.read(file.path)).kind !== 'missing';
        result.push(isInBase ? { status: 'modified', path: file.path, previousPath: undefined } : file);
    }
    return result;
}
/** The changed files from the API, or one line on why they are unknown. */
async function filesByApi(options, pull) {
    const where = (0,github_api/* repositoryOf */._M)(options.env);
    const api = await (0,github_api/* githubApi */.Mc)(options);
    if (!api || !where)
        return 'the API was not asked: there is no `github-token`';
    try {
        return await listFiles(api, { ...where, pull_number: pull.number }, pull.head.sha);
    }
    catch (error) {
        return `${(0,github_api/* apiFailure */.tF)(error)} when asked for the list of changed files`;
    }
}
async function listFiles(api, pull, head) {
    const rows = await api.paginate(api.rest.pulls.listFiles, { ...pull, per_page: 100 });
    // Read after the list: a push in between would have made it the list of another commit.
    const now = await api.rest.pulls.get(pull);
    if (now.data.head.sha !== head)
        return `the API lists a newer commit than ${(0,names/* shortId */.m_)(head)}`;
    if (rows.length >= API_FILE_LIMIT || rows.length < now.data.changed_files) {
        return `the API lists ${rows.length} of ${now.data.changed_files} files`;
    }
    return rows.flatMap(changedFile).sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}
function changedFile(row) {
    if (row.status === 'unchanged')
        return [];
    const previousPath = row.status === 'renamed' ? row.previous_filename : undefined;
    const status = row.status === 'removed' ? 'deleted' : row.status === 'renamed' ? 'renamed' : undefined;
    const added = row.status === 'added' || row.status === 'copied';
    return [{ status: status ?? (added ? 'added' : 'modified'), path: row.filename, previousPath }];
}

;// CONCATENATED MODULE: ./build/esm/ci/github/change.js










/** The remote of the checkout. The workflow sets its address, never the pull request. */
const REMOTE = 'origin';
/**
 * The change of a GitHub Actions run.
 *
 * The list of files comes from git, because a diff of the two judged commits is always about these commits. The API
 * would list the pull request as it is now, up to 3,000 files, compared with its merge base. It is used only if git
 * cannot fetch the base, or if git's list is empty although the event has changed files. Throws ConfigError if nothing
 * is checked out or the event cannot be read.
 */
async function githubChange(options) {
    const event = await readGithubEvent(options.env);
    if (event.kind === 'all') {
        const head = (0,checkout_tree/* checkoutTree */.p)(options.root);
        return { change: undefined, head, event: event.name, notices: allNotices(event.name) };
    }
    const git = (0,git_run/* openGit */.zY)(options.root, githubAuth(options), options.env);
    const head = await (0,git_history/* headCommit */.Qo)(git);
    if (!head.ok)
        throw (0,build_change/* noCheckout */.K5)(head.why, 'put `actions/checkout` before this step');
    const run = { git, head: head.value, options, sha: options.env['GITHUB_SHA'] ?? '', event: event.name };
    if (event.kind === 'pull_request')
        return pullRequestChange(run, event.data);
    if (event.kind === 'merge_group')
        return mergeGroupChange(run, event.data);
    return pushChange(run, event.data);
}
/**
 * Without a change, the rules of the checkout apply. That is expected for manual and scheduled runs. For other events
 * (a comment, another workflow) the checkout may be that of a pull request, so the report says it.
 */
function allNotices(event) {
    if (['workflow_dispatch', 'schedule', 'repository_dispatch'].includes(event))
        return [];
    return [
        `the event \`${event}\` has no change: all files of \`paths\` are checked, under the rules of the checkout itself`,
    ];
}
async function pullRequestChange(run, pull) {
    const { git } = run;
    const target = run.event === 'pull_request_target';
    // For pull_request_target, GITHUB_SHA is the base: the pull request's own commit is fetched, and only read.
    const judged = await (0,judged_commit/* judgedCommit */.x)(git, run.head, target ? [pull.head.sha] : [run.sha, pull.head.sha], pull.head.sha);
    const tip = await (0,git_history/* fetchBranchTip */.kR)(git, REMOTE, pull.base.ref);
    const diffBase = judged.why ? fail(judged.why) : await pullRequestBase(run, pull, judged.commit, tip);
    const compared = await (0,build_change/* changeOfCommits */.Sl)(git, {
        event: run.event,
        head: judged.commit,
        headName: `pull request ${pull.number}`,
        diffBase,
        rulesBase: tip,
        baseName: pull.base.ref,
        branchedOff: 'at the diff base',
        // A deleted fork has no repository.
        fork: pull.head.repo?.id !== pull.base.repo?.id,
        notices: target ? [TARGET_NOTICE] : [],
    });
    const result = { ...compared, pullNumber: pull.number };
    return judged.why ? result : crossCheckPull(run.options, pull, result);
}
const TARGET_NOTICE = 'this workflow runs on `pull_request_target`, with secrets and a write token: it is safe only as long as no step checks ' +
    'out and runs code of the pull request; use `pull_request` instead, which needs no secret here';
/** The base of the diff: the merge commit's first parent, else the merge base with the base branch. */
async function pullRequestBase(run, pull, head, tip) {
    const parents = await (0,git_history/* parentsOf */.fY)(run.git, head);
    const first = parents[0];
    // The first parent is known to be the base only in the merge commit that GitHub created: anyone can craft a merge.
    if (head === run.sha && first !== undefined && parents.length === 2 && parents[1] === pull.head.sha) {
        const base = await (0,git_history/* ensureCommit */.q$)(run.git, REMOTE, first);
        if (base.ok)
            return base;
    }
    return tip.ok ? (0,git_history/* mergeBase */.wu)(run.git, REMOTE, tip.value, head) : tip;
}
async function mergeGroupChange(run, group) {
    const { git } = run;
    const branch = group.base_ref.replace(/^refs\/heads\//, '');
    const judged = await (0,judged_commit/* judgedCommit */.x)(git, run.head, [group.head_sha], group.head_sha);
    return (0,build_change/* changeOfCommits */.Sl)(git, {
        event: run.event,
        head: judged.commit,
        headName: 'merge group',
        diffBase: judged.why ? fail(judged.why) : await (0,git_history/* ensureCommit */.q$)(git, REMOTE, group.base_sha),
        rulesBase: await (0,git_history/* fetchBranchTip */.kR)(git, REMOTE, branch),
        baseName: branch,
        fork: false,
    });
}
async function pushChange(run, push) {
    const { git, options } = run;
    const branch = push.ref.replace(/^refs\/(heads|tags)\//, '');
    const common = { event: run.event, headName: branch, fork: false };
    if (push.deleted || (0,names/* isZeroId */.aF)(push.after)) {
        const base = { ok: true, value: run.head };
        return (0,build_change/* changeOfCommits */.Sl)(git, { ...common, head: run.head, diffBase: base, rulesBase: base, baseName: branch });
    }
    const judged = await (0,judged_commit/* judgedCommit */.x)(git, run.head, [push.after, run.sha], push.after);
    const trunk = push.repository.default_branch;
    const onTrunk = push.ref === `refs/heads/${trunk}`;
    if (onTrunk && (0,names/* isZeroId */.aF)(push.before))
        return firstCommits(run, judged, branch);
    const before = (0,names/* isZeroId */.aF)(push.before) ? fail('the branch is new') : await (0,git_history/* ensureCommit */.q$)(git, REMOTE, push.before);
    if (onTrunk || (options.env['GITHUB_REF_PROTECTED'] === 'true' && before.ok)) {
        const diffBase = judged.why ? fail(judged.why) : before;
        const commits = { ...common, head: judged.commit, diffBase, rulesBase: before, baseName: branch };
        return (0,build_change/* changeOfCommits */.Sl)(git, { ...commits, branchedOff: 'nowhere' });
    }
    // On an unprotected branch, the author also wrote the rules before this push. So the default branch's rules apply.
    const tip = trunk === undefined ? fail('the event names no default branch') : await (0,git_history/* fetchBranchTip */.kR)(git, REMOTE, trunk);
    let diffBase = judged.why ? fail(judged.why) : before;
    if (!judged.why && (!before.ok || push.forced)) {
        diffBase = tip.ok ? await (0,git_history/* mergeBase */.wu)(git, REMOTE, tip.value, judged.commit) : tip;
    }
    return (0,build_change/* changeOfCommits */.Sl)(git, {
        ...common,
        head: judged.commit,
        diffBase,
        rulesBase: tip,
        baseName: trunk ?? 'the default branch',
    });
}
/** The first push of a repository: every file is new, and only the head has rules. */
async function firstCommits(run, judged, branch) {
    const nothing = (0,tree/* emptyTree */["in"])('empty');
    const head = (0,build_change/* treeOf */.g7)(run.git, { ok: true, value: judged.commit }, 'head');
    if ('unavailable' in head)
        throw (0,build_change/* noCheckout */.K5)(head.unavailable, 'put `actions/checkout` before this step');
    const change = {
        event: run.event,
        rulesBase: nothing,
        diffBase: nothing,
        head,
        files: (0,diff/* allAdded */.U6)(await (0,diff/* pathsOfTree */.C1)(head)),
        untrusted: judged.why,
        fork: false,
        baseLabel: 'nothing',
        headLabel: `${branch} at ${(0,names/* shortId */.m_)(judged.commit)}`,
    };
    return { change, head, event: run.event, notices: [] };
}
function githubAuth({ env, token }) {
    if (!token)
        return undefined;
    const server = `${(env['GITHUB_SERVER_URL'] ?? 'https://github.com').replace(/\/+$/, '')}/`;
    const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
    return { server, header: `AUTHORIZATION: basic ${basic}` };
}
function fail(why) {
    return { ok: false, why };
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
