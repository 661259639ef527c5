export const id = 4666;
export const ids = [4666];
export const modules = {

/***/ 64666:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   collect: () => (/* binding */ collect),
/* harmony export */   merge: () => (/* binding */ merge),
/* harmony export */   show: () => (/* binding */ show)
/* harmony export */ });
/* harmony import */ var _commands_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(66028);
/* harmony import */ var _report_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(16419);
/* harmony import */ var _progress_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(31967);
/* harmony import */ var _worker_url_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(99906);




/** Reads logs into a snapshot. Raises ConfigError. */
async function collect(logs, options) {
    // Spill files are removed when the process exits; a signal without a handler would skip that.
    for (const signal of ['SIGINT', 'SIGTERM'])
        process.once(signal, () => process.exit(130));
    const progress = (0,_progress_js__WEBPACK_IMPORTED_MODULE_2__/* .progressLine */ .o)('reading logs');
    try {
        const { logLinePrefix, ...rest } = options;
        const answer = await (0,_commands_index_js__WEBPACK_IMPORTED_MODULE_0__/* .collectHistoryCommand */ .Mp)({
            ...rest,
            inputs: logs,
            linePrefix: logLinePrefix,
            workerUrl: (0,_worker_url_js__WEBPACK_IMPORTED_MODULE_3__/* .workerUrl */ .O)(),
            now: new Date(),
            onProgress: progress.show,
        });
        progress.end();
        printAnswer(answer);
    }
    finally {
        progress.end();
    }
}
async function show(file, { top, json = false }) {
    printAnswer(await (0,_commands_index_js__WEBPACK_IMPORTED_MODULE_0__/* .showHistoryCommand */ .Pj)({ file, top, json, now: new Date() }));
}
async function merge(files, { allowOverlap = false, ...options }) {
    printAnswer(await (0,_commands_index_js__WEBPACK_IMPORTED_MODULE_0__/* .mergeHistoryCommand */ .iV)({ ...options, files, allowOverlap }));
}
function printAnswer({ text, exitCode }) {
    process.exitCode = exitCode;
    process.stdout.write((0,_report_index_js__WEBPACK_IMPORTED_MODULE_1__/* .visibleLines */ .gB)(text));
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

/***/ 99906:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   O: () => (/* binding */ workerUrl)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(73024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(76760);
/* harmony import */ var node_url__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(73136);



/** The module that a worker thread runs. It is in the folder of this process's own main module. */
function workerUrl() {
    const [, main] = process.argv;
    if (main === undefined)
        return undefined;
    const folder = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)((0,node_fs__WEBPACK_IMPORTED_MODULE_0__.realpathSync)(main));
    const file = ['history-worker.js', 'history-worker.ts']
        .map((name) => (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(folder, name))
        .find((path) => (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)(path));
    return file === undefined ? undefined : (0,node_url__WEBPACK_IMPORTED_MODULE_2__.pathToFileURL)(file);
}


/***/ })

};
