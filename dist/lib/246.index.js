export const id = 246;
export const ids = [246];
export const modules = {

/***/ 1246:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   localChange: () => (/* binding */ localChange)
/* harmony export */ });
/* harmony import */ var _model_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5834);
/* harmony import */ var _build_change_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3546);
/* harmony import */ var _git_diff_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(9969);
/* harmony import */ var _git_history_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2752);
/* harmony import */ var _git_names_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(8272);
/* harmony import */ var _git_run_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4033);
/* harmony import */ var _working_tree_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1335);







/** Where a change starts if nobody says: the server's default branch, as last fetched, or what is usually called so. */
const USUAL_BASES = ['refs/remotes/origin/HEAD', 'origin/main', 'origin/master', 'main', 'master'];
/**
 * What a developer changed since `since`: the commits since the merge base, and what is staged, unstaged and untracked.
 * Rules in force are read from the tip of `since` as last fetched; nothing is fetched.
 * Throws ConfigError where there is no checkout, or nothing to compare with.
 */
async function localChange({ root, since }) {
    const git = (0,_git_run_js__WEBPACK_IMPORTED_MODULE_3__/* .openGit */ .zY)(root);
    const head = await (0,_git_history_js__WEBPACK_IMPORTED_MODULE_2__/* .headCommit */ .Qo)(git);
    if (!head.ok)
        throw (0,_build_change_js__WEBPACK_IMPORTED_MODULE_1__/* .noCheckout */ .K5)(head.why, 'run it inside a git repository with a commit');
    const base = await findBase(git, since);
    const start = await (0,_git_history_js__WEBPACK_IMPORTED_MODULE_2__/* .mergeBase */ .wu)(git, undefined, base.commit, head.value);
    const files = start.ok ? await (0,_git_diff_js__WEBPACK_IMPORTED_MODULE_5__/* .diffWorkingTree */ .z3)(git, start.value) : [];
    const oldPaths = files.filter((file) => file.status !== 'added').map((file) => file.previousPath ?? file.path);
    // What git ignores is no part of the change, and may be a folder of another user.
    let known;
    const tree = (0,_working_tree_js__WEBPACK_IMPORTED_MODULE_4__/* .workingTree */ .c)(root, undefined, () => {
        known ??= (0,_git_diff_js__WEBPACK_IMPORTED_MODULE_5__/* .pathsOfWorkingTree */ .tS)(git);
        return known;
    });
    const change = {
        event: 'local',
        rulesBase: (0,_build_change_js__WEBPACK_IMPORTED_MODULE_1__/* .treeOf */ .g7)(git, { ok: true, value: base.commit }, 'base'),
        diffBase: (0,_build_change_js__WEBPACK_IMPORTED_MODULE_1__/* .treeOf */ .g7)(git, start, 'diff base', oldPaths),
        head: tree,
        files,
        untrusted: start.ok ? undefined : `${start.why}; in a shallow clone run \`git fetch --unshallow\``,
        fork: false,
        baseLabel: `${base.name} at ${(0,_git_names_js__WEBPACK_IMPORTED_MODULE_6__/* .shortId */ .m_)(base.commit)}`,
        headLabel: 'working tree',
    };
    return { change, head: tree, event: 'local', notices: [] };
}
async function findBase(git, since) {
    if (since !== undefined) {
        const commit = await (0,_git_history_js__WEBPACK_IMPORTED_MODULE_2__/* .resolveCommit */ .WL)(git, since);
        if (commit.ok)
            return { name: since, commit: commit.value };
        throw new _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .ConfigError */ .xL(`cannot find \`${since}\` (${commit.why}): name a branch, tag or commit that is fetched here`);
    }
    for (const name of USUAL_BASES) {
        const commit = await (0,_git_history_js__WEBPACK_IMPORTED_MODULE_2__/* .resolveCommit */ .WL)(git, name);
        if (commit.ok)
            return { name: name.replace('refs/remotes/', ''), commit: commit.value };
    }
    throw new _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .ConfigError */ .xL('no base to compare with: there is no `origin/HEAD`, `main` or `master`; name it with `--since <ref>`, ' +
        'or run `git remote set-head origin --auto` once');
}


/***/ })

};
