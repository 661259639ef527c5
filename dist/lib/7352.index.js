export const id = 7352;
export const ids = [7352];
export const modules = {

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

/***/ 77352:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   commentMarker: () => (/* binding */ commentMarker),
/* harmony export */   upsertComment: () => (/* binding */ upsertComment)
/* harmony export */ });
/* harmony import */ var _marker_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(76675);
/* harmony import */ var _api_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(72125);


/** The author of comments made with the job's own token. */
const ACTIONS_BOT = 'github-actions[bot]';
/**
 * The hidden first line of this job's comment. Each workflow, job and matrix entry has its own.
 *
 * @param what distinguishes the comments of two Actions in one job; `check` has none
 */
function commentMarker(env, matrix, what) {
    return (0,_marker_js__WEBPACK_IMPORTED_MODULE_0__/* .markerOf */ .w)([env['GITHUB_WORKFLOW'] ?? '', env['GITHUB_JOB'] ?? '', matrix ?? '', ...(what ? [what] : [])]);
}
/**
 * Creates or updates one comment on the pull request. Never throws: returns undefined, or one line on why there is no
 * comment.
 */
async function upsertComment(request) {
    const where = (0,_api_js__WEBPACK_IMPORTED_MODULE_1__/* .repositoryOf */ ._M)(request.env);
    const api = await (0,_api_js__WEBPACK_IMPORTED_MODULE_1__/* .githubApi */ .Mc)(request);
    if (!api || !where)
        return 'no comment: there is no `github-token`';
    const { marker, body } = request;
    try {
        const author = await ownLogin(api);
        const issue = { ...where, issue_number: request.pullNumber };
        const mine = await findComment(api, issue, marker, author);
        if (mine) {
            if (mine.body !== body)
                await api.rest.issues.updateComment({ ...where, comment_id: mine.id, body });
        }
        else if (!request.onlyUpdate) {
            // Not retried: the request may have succeeded although its answer was lost, and then there would be two comments.
            await api.rest.issues.createComment({ ...issue, body, request: { retries: 0 } });
        }
        return undefined;
    }
    catch (error) {
        return (`no comment: ${(0,_api_js__WEBPACK_IMPORTED_MODULE_1__/* .apiFailure */ .tF)(error)}; the job needs \`permissions: pull-requests: write\`, ` +
            'which pull requests from forks and Dependabot never have');
    }
}
/** The user of a token. GraphQL knows it for the job's own token too, and REST does not. */
async function ownLogin(api) {
    try {
        const answer = await api.graphql('query { viewer { login } }');
        return typeof answer.viewer?.login === 'string' ? answer.viewer.login : ACTIONS_BOT;
    }
    catch {
        return ACTIONS_BOT;
    }
}
/** Checks the author too, since anyone can copy the marker. Reads all pages, since the comment may be an early one. */
async function findComment(api, issue, marker, author) {
    for await (const page of api.paginate.iterator(api.rest.issues.listComments, { ...issue, per_page: 100 })) {
        const found = page.data.find((comment) => comment.body?.startsWith(marker) && comment.user?.login === author);
        if (found)
            return { id: found.id, body: found.body };
    }
    return undefined;
}


/***/ }),

/***/ 76675:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   w: () => (/* binding */ markerOf)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(77598);

/**
 * The hidden first line of a comment, which identifies it in later runs. A hash distinguishes the comments of the jobs
 * of one pull request, so that their names do not appear in the marker.
 */
function markerOf(parts) {
    return `<!-- querygate:${(0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)} -->`;
}


/***/ })

};
