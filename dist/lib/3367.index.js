export const id = 3367;
export const ids = [3367];
export const modules = {

/***/ 73367:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   rulesCheckout: () => (/* binding */ rulesCheckout)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(51455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(76760);
/* harmony import */ var _model_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(72607);
/* harmony import */ var _git_history_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(47230);
/* harmony import */ var _git_names_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(24514);
/* harmony import */ var _git_run_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(8987);
/* harmony import */ var _git_tree_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(26284);
/* harmony import */ var _repo_root_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(54382);
/* harmony import */ var _trees_working_tree_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(40661);









/**
 * Returns the ruleset at `path` if it is in another checkout than the judged repository: outside of `root`, or in a
 * repository below it that the judged commit does not track. A submodule does not count, since the pull request chooses
 * its commit. If the checkout has a commit, its files are read from that commit.
 *
 * @param root top folder of the repository that is judged, absolute
 * @param path the `rules` setting: a path relative to `root` or absolute, or the name of a pack
 * @returns undefined if `path` belongs to the repository itself, or is a pack
 */
async function rulesCheckout(root, path) {
    if (path.startsWith('querygate:'))
        return undefined;
    const top = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.realpath)(root);
    const given = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.resolve)(top, (0,node_path__WEBPACK_IMPORTED_MODULE_1__.isAbsolute)(path) ? (0,node_path__WEBPACK_IMPORTED_MODULE_1__.relative)(root, path) : path);
    const inside = isBelow(top, given);
    const at = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.realpath)(given).catch(() => undefined);
    if (at === undefined) {
        if (inside)
            return undefined;
        throw new _model_index_js__WEBPACK_IMPORTED_MODULE_2__/* .ConfigError */ .xL(`there is no ruleset at \`${path}\`; check it out first, or correct \`rules\``);
    }
    // The pull request controls the links in the checkout, so a path through one is not trusted.
    if (inside && at !== given)
        return undefined;
    const folder = (await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.stat)(at)).isDirectory() ? at : (0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(at);
    const owner = await (0,_repo_root_js__WEBPACK_IMPORTED_MODULE_6__/* .repoRoot */ .j)(folder);
    if (inside) {
        if (owner === undefined || owner === top || !isBelow(top, owner))
            return undefined;
        if (await isTracked(top, treePath(top, owner)))
            return undefined;
    }
    // The tree is the folder, so that `extends` can name files beside the entry.
    if (owner === undefined)
        return { tree: (0,_trees_working_tree_js__WEBPACK_IMPORTED_MODULE_7__/* .workingTree */ .c)(folder, folder), entry: treePath(folder, at) };
    const git = (0,_git_run_js__WEBPACK_IMPORTED_MODULE_4__/* .openGit */ .zY)(owner);
    const commit = await (0,_git_history_js__WEBPACK_IMPORTED_MODULE_3__/* .headCommit */ .Qo)(git);
    if (!commit.ok)
        throw new _model_index_js__WEBPACK_IMPORTED_MODULE_2__/* .ConfigError */ .xL(`the checkout that holds \`${path}\` has no commit (${commit.why})`);
    const name = inside ? treePath(top, owner) : owner;
    return { tree: (0,_git_tree_js__WEBPACK_IMPORTED_MODULE_5__/* .gitTree */ .$G)(git, commit.value, `${name} at ${(0,_git_names_js__WEBPACK_IMPORTED_MODULE_8__/* .shortId */ .m_)(commit.value)}`), entry: treePath(owner, at) };
}
function treePath(folder, path) {
    return (0,node_path__WEBPACK_IMPORTED_MODULE_1__.relative)(folder, path).split(node_path__WEBPACK_IMPORTED_MODULE_1__.sep).join('/');
}
function isBelow(folder, path) {
    const relativePath = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.relative)(folder, path);
    return !(0,node_path__WEBPACK_IMPORTED_MODULE_1__.isAbsolute)(relativePath) && relativePath !== '..' && !relativePath.startsWith(`..${node_path__WEBPACK_IMPORTED_MODULE_1__.sep}`);
}
/** Whether the judged commit tracks `path`. */
async function isTracked(root, path) {
    const git = (0,_git_run_js__WEBPACK_IMPORTED_MODULE_4__/* .openGit */ .zY)(root);
    const head = await (0,_git_history_js__WEBPACK_IMPORTED_MODULE_3__/* .headCommit */ .Qo)(git);
    return !head.ok || (0,_git_tree_js__WEBPACK_IMPORTED_MODULE_5__/* .isInCommit */ .XG)(git, head.value, path);
}


/***/ })

};
