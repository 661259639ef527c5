export const id = 2285;
export const ids = [2285];
export const modules = {

/***/ 42285:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   ciRun: () => (/* binding */ ciRun)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(51455);
/* harmony import */ var _host_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(81807);


/**
 * GitHub's events whose commit is that of GITHUB_REF. Others run with the default branch as GITHUB_REF, although they
 * are about a pull request (`pull_request_target`, `workflow_run`, `issue_comment`).
 */
const BRANCH_EVENTS = new Set(['push', 'schedule', 'workflow_dispatch', 'repository_dispatch']);
/** The run of a CI job; undefined outside of one. */
async function ciRun(env) {
    switch ((0,_host_js__WEBPACK_IMPORTED_MODULE_1__/* .detectHost */ .k)(env)) {
        case 'github':
            return run(env['GITHUB_REPOSITORY'], env['GITHUB_REF'], env['GITHUB_SHA'], await isGithubDefault(env));
        case 'gitlab': {
            const branch = env['CI_COMMIT_BRANCH'];
            return run(env['CI_PROJECT_PATH'], gitlabRef(env), env['CI_COMMIT_SHA'], isSet(branch) && branch === env['CI_DEFAULT_BRANCH']);
        }
        case 'local':
            return undefined;
    }
}
async function isGithubDefault(env) {
    if (!BRANCH_EVENTS.has(env['GITHUB_EVENT_NAME'] ?? ''))
        return false;
    const branch = await githubDefaultBranch(env['GITHUB_EVENT_PATH'] ?? '');
    return isSet(branch) && env['GITHUB_REF'] === `refs/heads/${branch}`;
}
async function githubDefaultBranch(path) {
    try {
        const payload = JSON.parse(await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.readFile)(path, 'utf8'));
        const { repository } = payload;
        return typeof repository?.default_branch === 'string' ? repository.default_branch : undefined;
    }
    catch {
        return undefined;
    }
}
/** Merge requests have a ref path; CI_COMMIT_BRANCH is set for branches only. */
function gitlabRef(env) {
    if (isSet(env['CI_MERGE_REQUEST_REF_PATH']))
        return env['CI_MERGE_REQUEST_REF_PATH'];
    if (isSet(env['CI_COMMIT_BRANCH']))
        return `refs/heads/${env['CI_COMMIT_BRANCH']}`;
    return isSet(env['CI_COMMIT_TAG']) ? `refs/tags/${env['CI_COMMIT_TAG']}` : undefined;
}
function run(repository, ref, commit, defaultBranch) {
    return {
        ...(isSet(repository) && { repository }),
        ...(isSet(ref) && { ref }),
        ...(isSet(commit) && { commit }),
        defaultBranch,
    };
}
function isSet(text) {
    return text !== undefined && text !== '';
}


/***/ })

};
