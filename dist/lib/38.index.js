export const id = 38;
export const ids = [38];
export const modules = {

/***/ 3038:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   gitlabChange: () => (/* binding */ gitlabChange)
/* harmony export */ });
/* harmony import */ var _build_change_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3546);
/* harmony import */ var _git_history_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2752);
/* harmony import */ var _git_names_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(8272);
/* harmony import */ var _git_run_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4033);
/* harmony import */ var _working_tree_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1335);





/** Where the runner cloned from, with credentials. */
const REMOTE = 'origin';
/**
 * The change that a GitLab pipeline is about: a merge request, or what a branch gained.
 * On the default branch without a state before (a schedule, a manual run) all files are checked.
 * Throws ConfigError where nothing is checked out.
 */
async function gitlabChange({ root, env }) {
    const source = env['CI_PIPELINE_SOURCE'] ?? 'unknown';
    const event = source === 'unknown' ? 'gitlab' : source;
    const git = (0,_git_run_js__WEBPACK_IMPORTED_MODULE_2__/* .openGit */ .zY)(root, undefined, env);
    const head = await (0,_git_history_js__WEBPACK_IMPORTED_MODULE_1__/* .headCommit */ .Qo)(git);
    if (!head.ok)
        throw (0,_build_change_js__WEBPACK_IMPORTED_MODULE_0__/* .noCheckout */ .K5)(head.why, 'the job needs `GIT_STRATEGY` `clone` or `fetch`');
    if (env['CI_MERGE_REQUEST_IID'])
        return mergeRequestChange(git, env, event, head.value);
    const branch = env['CI_COMMIT_BRANCH'] ?? env['CI_COMMIT_TAG'] ?? env['CI_COMMIT_REF_NAME'] ?? 'HEAD';
    const trunk = env['CI_DEFAULT_BRANCH'] ?? '';
    const before = env['CI_COMMIT_BEFORE_SHA'];
    const known = (0,_git_names_js__WEBPACK_IMPORTED_MODULE_4__/* .isObjectId */ .TS)(before) && !(0,_git_names_js__WEBPACK_IMPORTED_MODULE_4__/* .isZeroId */ .aF)(before);
    const common = { event, head: head.value, headName: branch, fork: false };
    if (branch === trunk) {
        if (!known || source === 'schedule') {
            return { change: undefined, head: (0,_working_tree_js__WEBPACK_IMPORTED_MODULE_3__/* .workingTree */ .c)(root), event, notices: [] };
        }
        const base = await (0,_git_history_js__WEBPACK_IMPORTED_MODULE_1__/* .ensureCommit */ .q$)(git, REMOTE, before);
        return (0,_build_change_js__WEBPACK_IMPORTED_MODULE_0__/* .changeOfCommits */ .Sl)(git, { ...common, diffBase: base, rulesBase: base, baseName: branch });
    }
    const tip = await (0,_git_history_js__WEBPACK_IMPORTED_MODULE_1__/* .fetchBranchTip */ .kR)(git, REMOTE, trunk);
    const diffBase = tip.ok ? await (0,_git_history_js__WEBPACK_IMPORTED_MODULE_1__/* .mergeBase */ .wu)(git, REMOTE, tip.value, head.value) : tip;
    return (0,_build_change_js__WEBPACK_IMPORTED_MODULE_0__/* .changeOfCommits */ .Sl)(git, { ...common, diffBase, rulesBase: tip, baseName: trunk });
}
async function mergeRequestChange(git, env, event, head) {
    const target = env['CI_MERGE_REQUEST_TARGET_BRANCH_NAME'] ?? '';
    const fork = env['CI_MERGE_REQUEST_SOURCE_PROJECT_ID'] !== env['CI_MERGE_REQUEST_PROJECT_ID'];
    const tip = await targetTip(git, env, target);
    return (0,_build_change_js__WEBPACK_IMPORTED_MODULE_0__/* .changeOfCommits */ .Sl)(git, {
        event,
        head,
        headName: `merge request ${env['CI_MERGE_REQUEST_IID']}`,
        diffBase: await mergeRequestBase(git, env, head, tip),
        rulesBase: tip,
        baseName: target,
        fork,
    });
}
/**
 * The old side. A merged-results pipeline has the merge checked out, whose first parent is the target as merged;
 * there the merge request's own diff base would show what the target gained meanwhile as changed.
 */
async function mergeRequestBase(git, env, head, tip) {
    const source = env['CI_MERGE_REQUEST_SOURCE_BRANCH_SHA'];
    const parents = await (0,_git_history_js__WEBPACK_IMPORTED_MODULE_1__/* .parentsOf */ .fY)(git, head);
    const first = parents[0];
    if (first !== undefined && parents.length === 2 && (0,_git_names_js__WEBPACK_IMPORTED_MODULE_4__/* .isObjectId */ .TS)(source) && parents[1] === source) {
        return (0,_git_history_js__WEBPACK_IMPORTED_MODULE_1__/* .ensureCommit */ .q$)(git, REMOTE, first);
    }
    const base = env['CI_MERGE_REQUEST_DIFF_BASE_SHA'];
    const merged = ['merged_result', 'merge_train'].includes(env['CI_MERGE_REQUEST_EVENT_TYPE'] ?? '');
    if ((0,_git_names_js__WEBPACK_IMPORTED_MODULE_4__/* .isObjectId */ .TS)(base) && !merged) {
        const found = await (0,_git_history_js__WEBPACK_IMPORTED_MODULE_1__/* .ensureCommit */ .q$)(git, REMOTE, base);
        if (found.ok)
            return found;
    }
    return tip.ok ? (0,_git_history_js__WEBPACK_IMPORTED_MODULE_1__/* .mergeBase */ .wu)(git, REMOTE, tip.value, head) : tip;
}
/**
 * The target branch's tip. The pipeline of a fork runs in the fork, whose branch of that name is its author's:
 * there the target project itself is asked, with the job's token if it may read it.
 */
async function targetTip(git, env, branch) {
    const project = env['CI_MERGE_REQUEST_PROJECT_URL'];
    if (env['CI_PROJECT_ID'] === env['CI_MERGE_REQUEST_PROJECT_ID'])
        return (0,_git_history_js__WEBPACK_IMPORTED_MODULE_1__/* .fetchBranchTip */ .kR)(git, REMOTE, branch);
    if (!project || !/^https?:\/\//.test(project)) {
        return { ok: false, why: 'CI_MERGE_REQUEST_PROJECT_URL names no project to read the target branch from' };
    }
    const url = `${project}.git`;
    const auth = jobAuth(env);
    const withToken = auth && (await (0,_git_history_js__WEBPACK_IMPORTED_MODULE_1__/* .fetchBranchTip */ .kR)((0,_git_run_js__WEBPACK_IMPORTED_MODULE_2__/* .openGit */ .zY)(git.root, auth, env), url, branch));
    return withToken?.ok ? withToken : (0,_git_history_js__WEBPACK_IMPORTED_MODULE_1__/* .fetchBranchTip */ .kR)(git, url, branch);
}
function jobAuth(env) {
    const token = env['CI_JOB_TOKEN'];
    const server = env['CI_SERVER_URL'];
    if (!token || !server)
        return undefined;
    const basic = Buffer.from(`gitlab-ci-token:${token}`).toString('base64');
    return { server: `${server.replace(/\/+$/, '')}/`, header: `AUTHORIZATION: basic ${basic}` };
}


/***/ })

};
