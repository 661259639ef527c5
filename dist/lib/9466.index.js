export const id = 9466;
export const ids = [9466];
export const modules = {

/***/ 89466:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   init: () => (/* binding */ init)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(51455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(76760);
/* harmony import */ var node_readline_promises__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(26848);
/* harmony import */ var _ci_index_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(15359);
/* harmony import */ var _commands_index_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(74961);
/* harmony import */ var _model_index_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(17324);
/* harmony import */ var _report_index_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(47813);
/* harmony import */ var _working_folders_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(97121);








/** Shows the files that it would write, and asks on a terminal. Writes nothing without a yes. */
async function init(options) {
    const { root } = await (0,_working_folders_js__WEBPACK_IMPORTED_MODULE_7__/* .workingFolders */ .f)();
    const tree = (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_3__/* .workingTree */ .cn)(root);
    const gitlab = options.host === 'gitlab' || (options.host === undefined && (await tree.read('.gitlab-ci.yml')).kind === 'file');
    const plan = await (0,_commands_index_js__WEBPACK_IMPORTED_MODULE_4__/* .planInit */ .oV)({
        tree,
        dialect: options.dialect !== undefined && (0,_model_index_js__WEBPACK_IMPORTED_MODULE_5__/* .isDialect */ .RM)(options.dialect) ? options.dialect : undefined,
        host: gitlab ? 'gitlab' : 'github',
    });
    process.stdout.write(showPlan(plan));
    if (plan.files.length === 0)
        return _model_index_js__WEBPACK_IMPORTED_MODULE_5__/* .EXIT */ .dc.ok;
    if (!options.yes && !(await isConfirmed())) {
        process.stdout.write('nothing was written; run again with --yes to write these files\n');
        return _model_index_js__WEBPACK_IMPORTED_MODULE_5__/* .EXIT */ .dc.ok;
    }
    for (const { path, text, append } of plan.files) {
        const at = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, path);
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.mkdir)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(at), { recursive: true });
        // `wx` fails if a file or link was created in the meantime.
        await (append ? (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.appendFile)(at, text) : (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.writeFile)(at, text, { flag: 'wx' }));
        process.stdout.write(`wrote ${path}\n`);
    }
    return _model_index_js__WEBPACK_IMPORTED_MODULE_5__/* .EXIT */ .dc.ok;
}
function showPlan({ files, unchanged, dialect, guessedFrom }) {
    const blocks = files.map(({ path, text, append }) => `--- ${path}${append ? ' (appended)' : ''}\n${text}`);
    const notes = unchanged.map((path) => `${path} already exists and is not changed`);
    if (guessedFrom)
        notes.push(`dialect: ${dialect} (guessed from ${(0,_report_index_js__WEBPACK_IMPORTED_MODULE_6__/* .visible */ .RK)(guessedFrom)}); correct it if it is wrong`);
    return `${[...blocks, ...notes].join('\n')}\n`;
}
async function isConfirmed() {
    if (!process.stdin.isTTY)
        return false;
    const prompt = (0,node_readline_promises__WEBPACK_IMPORTED_MODULE_2__.createInterface)({ input: process.stdin, output: process.stdout });
    const answer = await prompt.question('write these files? [y/N] ');
    prompt.close();
    return /^y(es)?$/i.test(answer.trim());
}


/***/ }),

/***/ 97121:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   f: () => (/* binding */ workingFolders)
/* harmony export */ });
/* harmony import */ var _ci_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(15359);

/** The current directory, and the root of its repository (or the same directory outside one). */
async function workingFolders() {
    const cwd = process.cwd();
    return { cwd, root: (await (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_0__/* .repoRoot */ .jv)(cwd)) ?? cwd };
}


/***/ })

};
