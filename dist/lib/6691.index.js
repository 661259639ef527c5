export const id = 6691;
export const ids = [6691];
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

/***/ 86691:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   stagedChange: () => (/* binding */ stagedChange)
/* harmony export */ });
/* harmony import */ var _model_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(72607);
/* harmony import */ var _build_change_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(93546);
/* harmony import */ var _git_diff_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(22431);
/* harmony import */ var _git_history_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(47230);
/* harmony import */ var _git_names_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(24514);
/* harmony import */ var _git_run_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8987);
/* harmony import */ var _git_tree_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(26284);







/**
 * The change that a commit would make now: what is staged, compared with HEAD. Files on disk are not read, so that a
 * file that is staged in part is judged as it is staged. The rules in force are those of HEAD.
 *
 * @param root top folder of the work tree, absolute
 */
async function stagedChange(root) {
    const git = (0,_git_run_js__WEBPACK_IMPORTED_MODULE_3__/* .openGit */ .zY)(root);
    const head = await (0,_git_history_js__WEBPACK_IMPORTED_MODULE_2__/* .headCommit */ .Qo)(git);
    if (!head.ok && head.why !== _git_history_js__WEBPACK_IMPORTED_MODULE_2__/* .NO_COMMIT_YET */ .n8 && head.why !== _git_history_js__WEBPACK_IMPORTED_MODULE_2__/* .NO_COMMIT_ON_BRANCH */ .PO)
        throw (0,_build_change_js__WEBPACK_IMPORTED_MODULE_1__/* .noCheckout */ .K5)(head.why, 'run it inside a git repository');
    const tree = await writeIndex(git);
    const all = (0,_git_tree_js__WEBPACK_IMPORTED_MODULE_4__/* .gitTree */ .$G)(git, tree, LABEL);
    const files = head.ok ? await (0,_git_diff_js__WEBPACK_IMPORTED_MODULE_5__/* .diffCommits */ .is)(git, head.value, tree) : (0,_git_diff_js__WEBPACK_IMPORTED_MODULE_5__/* .allAdded */ .U6)(await (0,_git_diff_js__WEBPACK_IMPORTED_MODULE_5__/* .pathsOfTree */ .C1)(all));
    const oldPaths = files.filter((file) => file.status !== 'added').map((file) => file.previousPath ?? file.path);
    const newPaths = files.filter((file) => file.status !== 'deleted').map((file) => file.path);
    // A tree is not a commit: reports must not name its id as one.
    const staged = { ...(0,_git_tree_js__WEBPACK_IMPORTED_MODULE_4__/* .gitTree */ .$G)(git, tree, LABEL, newPaths), commit: undefined };
    const base = head.ok ? `HEAD ${(0,_git_names_js__WEBPACK_IMPORTED_MODULE_6__/* .shortId */ .m_)(head.value)}` : 'nothing';
    const change = {
        event: 'local',
        rulesBase: head.ok ? (0,_git_tree_js__WEBPACK_IMPORTED_MODULE_4__/* .gitTree */ .$G)(git, head.value, base) : (0,_git_tree_js__WEBPACK_IMPORTED_MODULE_4__/* .emptyTree */ ["in"])(base),
        diffBase: head.ok ? (0,_git_tree_js__WEBPACK_IMPORTED_MODULE_4__/* .gitTree */ .$G)(git, head.value, base, oldPaths) : (0,_git_tree_js__WEBPACK_IMPORTED_MODULE_4__/* .emptyTree */ ["in"])(base),
        head: staged,
        files,
        untrusted: undefined,
        fork: false,
        baseLabel: head.ok ? `HEAD at ${(0,_git_names_js__WEBPACK_IMPORTED_MODULE_6__/* .shortId */ .m_)(head.value)}` : base,
        headLabel: LABEL,
    };
    return { change, head: staged, event: 'local', notices: files.length === 0 ? [NOTHING] : [] };
}
const LABEL = 'staged files';
const NOTHING = 'nothing is staged, so nothing was checked; run `querygate check` without `--staged` to check all files';
/** Writes the index as a tree object, as `git commit` does. Git does not write one during a conflict. */
async function writeIndex(git) {
    const result = await git.run(['write-tree']);
    const tree = result.stdout.toString('latin1').trim();
    if (result.code === 0 && (0,_git_names_js__WEBPACK_IMPORTED_MODULE_6__/* .isObjectId */ .TS)(tree))
        return tree;
    throw new _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .ConfigError */ .xL(`the staged files cannot be read (${(0,_git_run_js__WEBPACK_IMPORTED_MODULE_3__/* .gitReason */ .th)(result)}); resolve all conflicts and stage them`);
}


/***/ })

};
