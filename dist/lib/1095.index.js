export const id = 1095;
export const ids = [1095,4994];
export const modules = {

/***/ 41095:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   baseline: () => (/* binding */ baseline)
/* harmony export */ });
/* harmony import */ var _ci_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2420);
/* harmony import */ var _commands_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(66028);
/* harmony import */ var _model_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(72607);
/* harmony import */ var _report_index_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(16419);
/* harmony import */ var _check_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(64994);
/* harmony import */ var _whole_run_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(18669);
/* harmony import */ var _working_folders_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(97121);







async function baseline(action, paths, options) {
    const { cwd, root } = await (0,_working_folders_js__WEBPACK_IMPORTED_MODULE_6__/* .workingFolders */ .f)();
    const named = options.file === undefined ? undefined : (0,_check_js__WEBPACK_IMPORTED_MODULE_4__.place)(options.file, cwd, root);
    if (named?.startsWith('/'))
        throw new _model_index_js__WEBPACK_IMPORTED_MODULE_2__/* .ConfigError */ .xL(`\`${options.file}\` is outside the repository; name a file inside it`);
    const { file, text, summary } = await (0,_commands_index_js__WEBPACK_IMPORTED_MODULE_1__/* .makeBaseline */ .c1)({
        action,
        check: (0,_whole_run_js__WEBPACK_IMPORTED_MODULE_5__/* .wholeRun */ .f)(paths, options, { cwd, root }),
        file: named,
        force: options.force === true,
    });
    await (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_0__/* .writeReportFile */ .aS)(root, file, text);
    return (0,_report_index_js__WEBPACK_IMPORTED_MODULE_3__/* .visibleLines */ .gB)(summary);
}


/***/ }),

/***/ 64994:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   changeOf: () => (/* binding */ changeOf),
/* harmony export */   check: () => (/* binding */ check),
/* harmony export */   place: () => (/* binding */ place),
/* harmony export */   readStandardInput: () => (/* binding */ readStandardInput),
/* harmony export */   serviceOf: () => (/* binding */ serviceOf)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(76760);
/* harmony import */ var _ci_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2420);
/* harmony import */ var _commands_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(66028);
/* harmony import */ var _model_index_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(72607);
/* harmony import */ var _report_index_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(16419);
/* harmony import */ var _note_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(40148);
/* harmony import */ var _progress_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(31967);
/* harmony import */ var _report_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(99226);








/** Runs `check`, prints, and sets the exit code. Raises ConfigError. */
async function check(paths, options) {
    const cwd = process.cwd();
    const root = (await (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_1__/* .repoRoot */ .jv)(cwd)) ?? cwd;
    const request = await requestOf(paths, options, cwd, root);
    const progress = (0,_progress_js__WEBPACK_IMPORTED_MODULE_6__/* .progressLine */ .o)('checking');
    const report = await (0,_commands_index_js__WEBPACK_IMPORTED_MODULE_2__/* .runCheck */ .k_)({
        ...request,
        onProgress: (done, total) => {
            if (done < total)
                progress.show(`file ${done + 1} of ${total}`);
        },
        onServiceProgress: progress.show,
    }).finally(progress.end);
    await (0,_report_js__WEBPACK_IMPORTED_MODULE_7__/* .publish */ .m)(report, _report_index_js__WEBPACK_IMPORTED_MODULE_4__/* .FORMATS */ .hR, options, cwd);
    await (0,_note_js__WEBPACK_IMPORTED_MODULE_5__/* .postNote */ .X)(request.event, {
        what: 'check',
        markdown: (limit) => _report_index_js__WEBPACK_IMPORTED_MODULE_4__/* .FORMATS */ .hR.markdown.render(report, { limit }),
        deserved: (0,_commands_index_js__WEBPACK_IMPORTED_MODULE_2__/* .checkDeservesComment */ .rJ)(report),
    });
}
async function requestOf(paths, options, cwd, root) {
    const standardInput = paths.includes('-');
    if (standardInput && paths.length > 1)
        throw new _model_index_js__WEBPACK_IMPORTED_MODULE_3__/* .ConfigError */ .xL('`-` (standard input) cannot be combined with other paths; remove them');
    const wanted = changeOption(options);
    if (standardInput && wanted)
        throw new _model_index_js__WEBPACK_IMPORTED_MODULE_3__/* .ConfigError */ .xL(`standard input cannot be combined with \`${wanted}\`; remove the option`);
    const named = (standardInput ? standardInputName(options) : paths).map((path) => place(path, cwd, root));
    const outside = standardInput ? [] : named.filter((path) => path.startsWith('/'));
    if (outside.length > 0 && wanted)
        throw new _model_index_js__WEBPACK_IMPORTED_MODULE_3__/* .ConfigError */ .xL(`\`${outside[0]}\` is outside the repository, so it cannot be part of the change; remove the path, or \`${wanted}\``);
    if (!standardInput && options.stdinFilename !== undefined)
        throw new _model_index_js__WEBPACK_IMPORTED_MODULE_3__/* .ConfigError */ .xL('`--stdin-filename` names standard input, which is not read; add the path `-`');
    const result = wanted ? await (options.staged ? stagedOf(root) : changeOf(options.since, root)) : undefined;
    const config = options.config === undefined ? undefined : place(options.config, cwd, root);
    const tree = await (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_1__/* .withOutsideFiles */ .JR)((0,_ci_index_js__WEBPACK_IMPORTED_MODULE_1__/* .checkoutTree */ .pw)(root), [...outside, ...(config?.startsWith('/') ? [config] : [])]);
    const env = process.env;
    return {
        change: result?.change,
        head: result?.head ?? tree,
        event: result?.event ?? 'local',
        hostNotices: result?.notices ?? [],
        source: await (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_1__/* .clientSource */ .H0)({ main: process.argv[1], cwd, env, isAction: false }),
        today: new Date().toISOString().slice(0, 10),
        ...(standardInput && { standardInput: await readStandardInput() }),
        ...(named.length > 0 && { paths: named }),
        ...(options.ignore && { ignore: options.ignore }),
        ...(options.dialect !== undefined && (0,_model_index_js__WEBPACK_IMPORTED_MODULE_3__/* .isDialect */ .RM)(options.dialect) && { dialect: options.dialect }),
        ...(options.rules !== undefined && { rules: place(options.rules, cwd, root) }),
        trustedRules: options.rules === undefined || options.rules.startsWith('querygate:')
            ? undefined
            : await (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_1__/* .rulesCheckout */ .oH)(root, (0,node_path__WEBPACK_IMPORTED_MODULE_0__.resolve)(cwd, options.rules)),
        ...(config !== undefined && { config }),
        ...(options.failOn && { failOn: options.failOn }),
        ...(options.onUnknown && { onUnknown: options.onUnknown }),
        ...(options.findings && { findings: options.findings }),
        ...(options.startAfter !== undefined && { startAfter: options.startAfter }),
        ...(options.caller && { caller: readCaller(options.caller) }),
        service: {
            ...serviceOf(options, env),
            timeout: options.timeout,
            withheld: (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_1__/* .secretsWithheld */ .J0)(result?.change, env),
            keyAdvice: (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_1__/* .keyAdvice */ .YH)('check', env),
            run: await (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_1__/* .ciRun */ .Gx)(env),
            env,
        },
    };
}
/** The option that asks for a change; undefined if there is none. Raises ConfigError for two that exclude each other. */
function changeOption({ changed, since, staged }) {
    const other = since === undefined ? (changed ? '--changed' : undefined) : '--since';
    if (staged && other)
        throw new _model_index_js__WEBPACK_IMPORTED_MODULE_3__/* .ConfigError */ .xL(`\`--staged\` cannot be combined with \`${other}\`; remove one of them`);
    return staged ? '--staged' : other;
}
function standardInputName({ stdinFilename }) {
    return stdinFilename === undefined ? [] : [stdinFilename];
}
/** Settings of the service: options, else the environment. The key is never an option, since `ps` would show it. */
function serviceOf(options, env) {
    return {
        ...given('baseUrl', options.baseUrl ?? env['SERVICE_BASE_URL']),
        ...given('apiKey', env['SERVICE_API_KEY']),
        ...given('workspace', options.workspace ?? env['SERVICE_WORKSPACE_ID']),
    };
}
function given(key, value) {
    return (value ? { [key]: value } : {});
}
/** A path of the command line, relative to the repository's root; absolute if it is outside the repository. */
function place(path, cwd, root) {
    if (path.startsWith('querygate:'))
        return path;
    const absolute = (0,node_path__WEBPACK_IMPORTED_MODULE_0__.resolve)(cwd, path);
    const inside = (0,node_path__WEBPACK_IMPORTED_MODULE_0__.relative)(root, absolute);
    if (inside === '')
        return '.';
    if ((0,node_path__WEBPACK_IMPORTED_MODULE_0__.isAbsolute)(inside) || inside === '..' || inside.startsWith(`..${node_path__WEBPACK_IMPORTED_MODULE_0__.sep}`))
        return absolute;
    return inside.split(node_path__WEBPACK_IMPORTED_MODULE_0__.sep).join('/');
}
/** The change of the CI host's event, else what changed since a revision. */
function changeOf(since, root) {
    const env = process.env;
    if (since !== undefined)
        return (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_1__/* .localChange */ .WW)({ root, since });
    switch ((0,_ci_index_js__WEBPACK_IMPORTED_MODULE_1__/* .detectHost */ .k3)(env)) {
        case 'github':
            return (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_1__/* .githubChange */ .Ew)({ root, env, token: env['GITHUB_TOKEN'] });
        case 'gitlab':
            return (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_1__/* .gitlabChange */ .gg)({ root, env });
        case 'local':
            return (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_1__/* .localChange */ .WW)({ root });
    }
}
/**
 * What is staged. A CI job has nothing to commit, so it has nothing staged, and a check of nothing would pass.
 */
async function stagedOf(root) {
    const result = await (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_1__/* .stagedChange */ .th)(root);
    const isCi = (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_1__/* .detectHost */ .k3)(process.env) !== 'local' || process.env['CI'] === 'true';
    if (isCi && result.change?.files.length === 0)
        throw new _model_index_js__WEBPACK_IMPORTED_MODULE_3__/* .ConfigError */ .xL('nothing is staged in this CI job, so `--staged` would check nothing; use `--changed`, or `check` without it for all files');
    return result;
}
const CALLER_KEYS = ['user', 'role', 'application', 'database'];
function readCaller(pairs) {
    const caller = {};
    for (const pair of pairs) {
        const equals = pair.indexOf('=');
        const key = CALLER_KEYS.find((name) => name === pair.slice(0, equals));
        if (!key)
            throw new _model_index_js__WEBPACK_IMPORTED_MODULE_3__/* .ConfigError */ .xL(`\`--caller ${pair}\` is invalid; use one of ${CALLER_KEYS.map((name) => `\`${name}=…\``).join(', ')}`);
        caller[key] = pair.slice(equals + 1);
    }
    return caller;
}
async function readStandardInput() {
    const chunks = [];
    for await (const chunk of process.stdin)
        chunks.push(chunk);
    return Buffer.concat(chunks);
}


/***/ }),

/***/ 40148:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   X: () => (/* binding */ postNote)
/* harmony export */ });
/* harmony import */ var _ci_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2420);

/** Maximum length of a note in characters. GitLab accepts a million, which nobody can read. */
const NOTE_LIMIT = 60_000;
/**
 * Creates or updates the note on the merge request of a GitLab pipeline, if the job has a token for it. A failure is a
 * warning, and does not change the exit code.
 *
 * @param event of the change that the report is about; `local` if it is not the change of the pipeline
 */
async function postNote(event, { what, markdown, deserved }) {
    const env = process.env;
    if (event === 'local' || !(0,_ci_index_js__WEBPACK_IMPORTED_MODULE_0__/* .wantsNote */ .CU)(env))
        return;
    const marker = await (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_0__/* .noteMarker */ .vK)(env, what);
    const first = `${marker}\n\n`;
    const body = first + markdown(NOTE_LIMIT - first.length);
    const why = await (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_0__/* .upsertNote */ .mL)({ env, marker, body, onlyUpdate: !deserved });
    if (why)
        process.stderr.write(`querygate: ${why}\n`);
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

/***/ 99226:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   L: () => (/* binding */ outputFiles),
/* harmony export */   m: () => (/* binding */ publish)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(76760);
/* harmony import */ var picocolors__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(57336);
/* harmony import */ var _ci_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2420);
/* harmony import */ var _model_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(72607);




/**
 * Prints a report, writes the formats of `--output`, and sets the exit code. Raises ConfigError.
 *
 * @param instead printed in place of the report
 */
async function publish(report, formats, { format, output = [] }, cwd, instead) {
    const files = outputFiles(report, formats, output);
    // Set before anything is written: a reader that closes the pipe ends the process, and a file may not be writable.
    process.exitCode = report.exitCode;
    process.stdout.write(instead ?? render(report, formats, format, terminalOptions()));
    for (const { path, text } of files)
        await (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_1__/* .writeReportFile */ .aS)(cwd, (0,node_path__WEBPACK_IMPORTED_MODULE_0__.resolve)(cwd, path), text);
}
/**
 * The reports that are written to files. Raises ConfigError.
 *
 * @param outputs each is `<format>=<path>`
 */
function outputFiles(report, formats, outputs, options = {}) {
    return outputs.map((given) => {
        const equals = given.indexOf('=');
        return { path: given.slice(equals + 1), text: render(report, formats, given.slice(0, equals), options) };
    });
}
function render(report, formats, format, options) {
    const entry = Object.hasOwn(formats, format) ? formats[format] : undefined;
    if (!entry)
        throw new _model_index_js__WEBPACK_IMPORTED_MODULE_2__/* .ConfigError */ .xL(`there is no format \`${format}\`; use ${Object.keys(formats).join(', ')}`);
    return entry.render(report, options);
}
function terminalOptions() {
    const isGitlab = (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_1__/* .detectHost */ .k3)(process.env) === 'gitlab';
    return {
        colour: picocolors__WEBPACK_IMPORTED_MODULE_3__.isColorSupported,
        width: process.stdout.columns || Number(process.env['COLUMNS']) || 100,
        ...(isGitlab && { sections: { timestamp: Math.floor(Date.now() / 1000) } }),
    };
}


/***/ }),

/***/ 18669:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   f: () => (/* binding */ wholeRun)
/* harmony export */ });
/* harmony import */ var _ci_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2420);
/* harmony import */ var _model_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(72607);
/* harmony import */ var _check_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(64994);



/** A check of all files of the checkout, or of those in `paths`, without a change. */
function wholeRun(paths, options, { cwd, root }) {
    const { env } = process;
    return {
        change: undefined,
        head: (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_0__/* .checkoutTree */ .pw)(root),
        event: 'local',
        today: new Date().toISOString().slice(0, 10),
        ...(paths.length > 0 && { paths: paths.map((path) => (0,_check_js__WEBPACK_IMPORTED_MODULE_2__.place)(path, cwd, root)) }),
        ...(options.dialect !== undefined && (0,_model_index_js__WEBPACK_IMPORTED_MODULE_1__/* .isDialect */ .RM)(options.dialect) && { dialect: options.dialect }),
        service: { ...(0,_check_js__WEBPACK_IMPORTED_MODULE_2__.serviceOf)(options, env), timeout: options.timeout, env },
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
