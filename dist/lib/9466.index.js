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
/* harmony import */ var _ci_index_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(2420);
/* harmony import */ var _commands_index_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(66028);
/* harmony import */ var _model_index_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(72607);
/* harmony import */ var _progress_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(31967);
/* harmony import */ var _working_folders_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(97121);








/** How long the first run may take, in milliseconds. */
const FIRST_RUN = 60_000;
/**
 * Looks at the repository, asks on a terminal for what its files do not say, and shows the files that it would write.
 * Writes nothing without a yes.
 */
async function init(options) {
    const { root } = await (0,_working_folders_js__WEBPACK_IMPORTED_MODULE_7__/* .workingFolders */ .f)();
    const tree = (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_3__/* .workingTree */ .cn)(root);
    const { host, why } = await hostOf(options.host, tree, root);
    const given = options.dialect !== undefined && (0,_model_index_js__WEBPACK_IMPORTED_MODULE_5__/* .isDialect */ .RM)(options.dialect) ? options.dialect : undefined;
    const owners = ownersOf(options.owners);
    const source = sourceOf(options.source) ?? (await ownSource(host));
    const looked = await (0,_commands_index_js__WEBPACK_IMPORTED_MODULE_4__/* .lookAt */ .t5)({ tree, dialect: given });
    process.stdout.write(`${(0,_commands_index_js__WEBPACK_IMPORTED_MODULE_4__/* .proposalText */ .E$)(looked).trimEnd()}\nCI host: ${host} (${why})\n\n`);
    const ask = prompts(options.yes !== true && process.stdin.isTTY === true);
    try {
        const dialect = looked.dialect || given ? given : await ask(`SQL dialect (${_model_index_js__WEBPACK_IMPORTED_MODULE_5__/* .DIALECTS */ .O9.join(', ')})`, dialectOf);
        const request = {
            tree,
            dialect,
            host,
            command: startCommand(process.argv[1]),
            owners: owners ?? (await ask('code owners of the rules, such as @org/team', ownersOf)) ?? [],
            source: source ?? (await ask('repository of Querygate, as owner/name@commit', sourceOf)),
            today: new Date().toISOString().slice(0, 10),
            deadline: Date.now() + FIRST_RUN,
        };
        const progress = (0,_progress_js__WEBPACK_IMPORTED_MODULE_6__/* .progressLine */ .o)('checking');
        const plan = await (0,_commands_index_js__WEBPACK_IMPORTED_MODULE_4__/* .planInit */ .oV)({
            ...request,
            onProgress: (done, total) => {
                if (done < total)
                    progress.show(`file ${done + 1} of ${total}`);
            },
        }, dialect === given ? looked : undefined).finally(progress.end);
        process.stdout.write((0,_commands_index_js__WEBPACK_IMPORTED_MODULE_4__/* .planText */ .Pt)(plan));
        if (plan.files.length === 0)
            return _model_index_js__WEBPACK_IMPORTED_MODULE_5__/* .EXIT */ .dc.ok;
        if (!options.yes && (await ask('write these files? [y/N]', (answer) => /^y(es)?$/i.test(answer))) !== true) {
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
    finally {
        ask.end();
    }
}
/** Raises ConfigError for a text that is not a list of owners. */
function ownersOf(text) {
    if (text === undefined)
        return undefined;
    const owners = (0,_commands_index_js__WEBPACK_IMPORTED_MODULE_4__/* .readOwners */ .hC)(text);
    if (!owners || owners.length === 0)
        throw new _model_index_js__WEBPACK_IMPORTED_MODULE_5__/* .ConfigError */ .xL(`\`--owners ${text}\` is invalid; use names such as \`@user\`, \`@org/team\` or an e-mail address`);
    return owners;
}
/** The CI host of the repository, and what says so. */
async function hostOf(given, tree, root) {
    if (given === 'github' || given === 'gitlab')
        return { host: given, why: 'as you chose it' };
    if ((await tree.read('.gitlab-ci.yml')).kind === 'file')
        return { host: 'gitlab', why: 'from .gitlab-ci.yml' };
    const remote = await (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_3__/* .remoteHost */ .N4)(root);
    if (remote)
        return { host: remote, why: 'from the remote `origin`' };
    return { host: 'github', why: 'assumed; `--host gitlab` chooses the other one' };
}
/** How a shell starts this client again. */
function startCommand(main) {
    if (main === undefined || (0,node_path__WEBPACK_IMPORTED_MODULE_1__.basename)(main) === 'querygate')
        return 'querygate';
    return /^[\w./-]+$/.test(main) ? `node ${main}` : `node '${main.replaceAll("'", `'\\''`)}'`;
}
/** The repository that this client was cloned from, if the CI host of the repository can use it. */
async function ownSource(host) {
    const where = { main: process.argv[1], cwd: process.cwd(), env: process.env, isAction: false };
    const { repository } = await (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_3__/* .clientSource */ .H0)(where);
    if (repository?.host !== host)
        return undefined;
    return { repository: repository.project, ref: repository.ref, schemas: (0,_model_index_js__WEBPACK_IMPORTED_MODULE_5__/* .rawUrl */ .IU)(repository, 'schemas/') };
}
/** Raises ConfigError for a text that names no commit of a repository. */
function sourceOf(text) {
    if (text === undefined)
        return undefined;
    const source = (0,_commands_index_js__WEBPACK_IMPORTED_MODULE_4__/* .readSource */ .o$)(text);
    if (!source)
        throw new _model_index_js__WEBPACK_IMPORTED_MODULE_5__/* .ConfigError */ .xL(`\`--source ${text}\` is invalid; use \`owner/name@<full commit id>\``);
    return source;
}
/** Raises ConfigError for a text that is not a dialect. */
function dialectOf(text) {
    if (!(0,_model_index_js__WEBPACK_IMPORTED_MODULE_5__/* .isDialect */ .RM)(text))
        throw new _model_index_js__WEBPACK_IMPORTED_MODULE_5__/* .ConfigError */ .xL(`\`${text}\` is not a dialect; use one of ${_model_index_js__WEBPACK_IMPORTED_MODULE_5__/* .DIALECTS */ .O9.join(', ')}`);
    return text;
}
/** Asks until the answer is valid. Nothing is asked without a terminal; an empty answer leaves it open. */
function prompts(isInteractive) {
    const prompt = isInteractive ? (0,node_readline_promises__WEBPACK_IMPORTED_MODULE_2__.createInterface)({ input: process.stdin, output: process.stdout }) : undefined;
    let isOpen = prompt !== undefined;
    const closed = new Promise((resolve) => {
        prompt?.once('close', () => {
            isOpen = false;
            resolve('');
        });
    });
    const ask = async (question, read) => {
        while (prompt && isOpen) {
            // The end of the input answers nothing, and so do all later questions.
            const answer = (await Promise.race([prompt.question(`${question}: `), closed])).trim();
            if (answer === '')
                return undefined;
            try {
                return read(answer);
            }
            catch (error) {
                if (!(error instanceof _model_index_js__WEBPACK_IMPORTED_MODULE_5__/* .ConfigError */ .xL))
                    throw error;
                process.stdout.write(`${error.message}\n`);
            }
        }
        return undefined;
    };
    return Object.assign(ask, { end: () => prompt?.close() });
}


/***/ }),

/***/ 31967:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   o: () => (/* binding */ progressLine)
/* harmony export */ });
/* harmony import */ var _report_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(16419);

const FIRST_MS = 500;
const EVERY_MS = 100;
/** A progress line that overwrites itself: only on a terminal, and only after half a second. */
function progressLine(doing) {
    const started = performance.now();
    let shown = 0;
    return {
        show(text) {
            if (!process.stderr.isTTY)
                return;
            const now = performance.now();
            if (now - started < FIRST_MS || now - shown < EVERY_MS)
                return;
            shown = now;
            process.stderr.write(`\r${doing}: ${(0,_report_index_js__WEBPACK_IMPORTED_MODULE_0__/* .visible */ .RK)(text)}\u001b[K`);
        },
        end() {
            if (shown > 0)
                process.stderr.write('\r\u001b[K');
            shown = 0;
        },
    };
}


/***/ }),

/***/ 97121:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   f: () => (/* binding */ workingFolders)
/* harmony export */ });
/* harmony import */ var _ci_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2420);

/** The current directory, and the root of its repository (or the same directory outside one). */
async function workingFolders() {
    const cwd = process.cwd();
    return { cwd, root: (await (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_0__/* .repoRoot */ .jv)(cwd)) ?? cwd };
}


/***/ })

};
