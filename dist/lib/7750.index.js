export const id = 7750;
export const ids = [7750];
export const modules = {

/***/ 7750:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   clientSource: () => (/* binding */ clientSource),
/* harmony export */   remoteHost: () => (/* binding */ remoteHost)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(73024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(76760);
/* harmony import */ var _model_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(72607);
/* harmony import */ var _git_history_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(47230);
/* harmony import */ var _git_run_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(8987);





/**
 * Where the running client came from. In CI the host or the template tells; elsewhere, the remote of the checkout that
 * the client runs from. No address is assumed: what cannot be known is left out.
 */
async function clientSource({ main, cwd, env, isAction }) {
    const action = isAction ? actionRepository(env) : undefined;
    if (action)
        return cloned(action);
    const job = env['GITLAB_CI'] === 'true' ? gitlabSource(env) : undefined;
    if (job)
        return job;
    if (main === undefined || !(0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)(main))
        return _model_index_js__WEBPACK_IMPORTED_MODULE_2__/* .INSTALLED */ .Ln;
    // dist/cli.js, or src/entry/cli/… when the sources run.
    const folder = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)((0,node_fs__WEBPACK_IMPORTED_MODULE_0__.realpathSync)(main)));
    if (!(0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(folder, '.git')))
        return isBelow(cwd, folder) ? vendored(cwd, folder) : _model_index_js__WEBPACK_IMPORTED_MODULE_2__/* .INSTALLED */ .Ln;
    const repository = await checkoutRepository(folder, env);
    if (repository)
        return cloned(repository);
    return isBelow(cwd, folder) || folder === cwd ? vendored(cwd, folder) : _model_index_js__WEBPACK_IMPORTED_MODULE_2__/* .INSTALLED */ .Ln;
}
/** Set by the runner for a step with `uses:`; empty if the action is in the checkout (`uses: ./…`). */
function actionRepository(env) {
    const { GITHUB_ACTION_REPOSITORY: project = '', GITHUB_ACTION_REF: ref = '' } = env;
    const server = (0,_model_index_js__WEBPACK_IMPORTED_MODULE_2__/* .originOf */ .yv)(env['GITHUB_SERVER_URL'] ?? 'https://github.com');
    return server && (0,_model_index_js__WEBPACK_IMPORTED_MODULE_2__/* .isProject */ .YS)(project) && (0,_model_index_js__WEBPACK_IMPORTED_MODULE_2__/* .isRef */ .i9)(ref) ? { host: 'github', server, project, ref } : undefined;
}
/** The template passes its own inputs: see gitlab/querygate.gitlab-ci.yml. */
function gitlabSource(env) {
    const { QUERYGATE_SOURCE: source, QUERYGATE_REF: ref = '', QUERYGATE_PROJECT: project = '' } = env;
    const server = (0,_model_index_js__WEBPACK_IMPORTED_MODULE_2__/* .originOf */ .yv)(env['CI_SERVER_URL'] ?? '');
    if (source === 'project' && server && (0,_model_index_js__WEBPACK_IMPORTED_MODULE_2__/* .isProject */ .YS)(project) && (0,_model_index_js__WEBPACK_IMPORTED_MODULE_2__/* .isRef */ .i9)(ref))
        return cloned({ host: 'gitlab', server, project, ref });
    const address = env['QUERYGATE_URL'] ?? '';
    if (source === 'url') {
        const repository = (0,_model_index_js__WEBPACK_IMPORTED_MODULE_2__/* .repositoryAt */ .uw)(address, ref);
        if (repository)
            return cloned(repository);
    }
    const path = env['QUERYGATE_PATH'] ?? '';
    if (source === 'path' && /^\/[\w./-]+$/.test(path))
        return { ..._model_index_js__WEBPACK_IMPORTED_MODULE_2__/* .INSTALLED */ .Ln, command: `node ${path}/dist/cli.js` };
    return source === 'tarball' ? downloaded(address, env['QUERYGATE_SHA256'] ?? '') : undefined;
}
/** A repository to clone, so that the reader runs the same commit. */
function cloned(repository) {
    const { ref } = repository;
    const folder = `~/.cache/querygate/${ref.replaceAll('/', '-')}`;
    return {
        repository,
        // Fetched each time, since a branch or tag may have moved; and alone, since a clone lacks commits of no branch.
        install: [
            `git init --quiet ${folder}`,
            `git -C ${folder} fetch --quiet --depth 1 ${(0,_model_index_js__WEBPACK_IMPORTED_MODULE_2__/* .webUrl */ .qP)(repository)}.git ${ref}`,
            `git -C ${folder} checkout --quiet FETCH_HEAD`,
        ],
        command: `node ${folder}/dist/cli.js`,
    };
}
/** A tarball at a URL, which is unpacked only if it is the one that ran. A private URL asks the reader to sign in. */
function downloaded(address, sha256) {
    if (!(0,_model_index_js__WEBPACK_IMPORTED_MODULE_2__/* .originOf */ .yv)(address) || !/^[\w.~:/?#@!$&()*+,;=%-]+$/.test(address) || new URL(address).username)
        return undefined;
    if (!/^[0-9a-f]{64}$/.test(sha256))
        return undefined;
    // No `~`: it is not expanded within quotes.
    const folder = `$HOME/.cache/querygate/${sha256}`;
    return {
        repository: undefined,
        install: [
            `mkdir -p ${folder}`,
            `curl --fail --silent --show-error --location --output ${folder}/client.tgz '${address}'`,
            `echo "${sha256}  ${folder}/client.tgz" | sha256sum --check --quiet`,
            `tar -xzf ${folder}/client.tgz -C ${folder} --strip-components=1`,
        ],
        command: `node ${folder}/dist/cli.js`,
    };
}
/** A copy in the repository that is checked: the reader has it too. */
function vendored(cwd, folder) {
    const path = [...(0,node_path__WEBPACK_IMPORTED_MODULE_1__.relative)(cwd, folder).split(node_path__WEBPACK_IMPORTED_MODULE_1__.sep), 'dist/cli.js'].filter((part) => part !== '').join('/');
    return /^[\w./-]+$/.test(path) ? { ..._model_index_js__WEBPACK_IMPORTED_MODULE_2__/* .INSTALLED */ .Ln, command: `node ${path}` } : _model_index_js__WEBPACK_IMPORTED_MODULE_2__/* .INSTALLED */ .Ln;
}
async function checkoutRepository(folder, env) {
    const git = (0,_git_run_js__WEBPACK_IMPORTED_MODULE_4__/* .openGit */ .zY)(folder, undefined, env);
    const [remote, head] = await Promise.all([git.run(['config', '--get', 'remote.origin.url']), (0,_git_history_js__WEBPACK_IMPORTED_MODULE_3__/* .headCommit */ .Qo)(git)]);
    return head.ok ? (0,_model_index_js__WEBPACK_IMPORTED_MODULE_2__/* .repositoryAt */ .uw)(remote.stdout.toString().trim(), head.value) : undefined;
}
/** The CI host of a repository, by the address of its remote `origin`; undefined if the address names neither. */
async function remoteHost(root) {
    const remote = await (0,_git_run_js__WEBPACK_IMPORTED_MODULE_4__/* .openGit */ .zY)(root).run(['config', '--get', 'remote.origin.url']);
    return (0,_model_index_js__WEBPACK_IMPORTED_MODULE_2__/* .repositoryAt */ .uw)(remote.stdout.toString().trim(), 'HEAD')?.host;
}
function isBelow(folder, path) {
    return path.startsWith(`${folder}${node_path__WEBPACK_IMPORTED_MODULE_1__.sep}`);
}


/***/ })

};
