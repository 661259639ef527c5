export const id = 5660;
export const ids = [5660];
export const modules = {

/***/ 5660:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   mergeSnapshot: () => (/* binding */ mergeSnapshot)
/* harmony export */ });
/* harmony import */ var _merge_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(74820);
/* harmony import */ var _write_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(88363);


/** Writes several histories as one snapshot at `path`. Raises ConfigError. */
function mergeSnapshot(histories, path, options) {
    const merging = (0,_merge_js__WEBPACK_IMPORTED_MODULE_0__/* .startMerge */ .xS)(histories, options);
    return (0,_write_js__WEBPACK_IMPORTED_MODULE_1__/* .writeSnapshot */ .o)(path, merging.lines, (written) => merging.header(written));
}


/***/ }),

/***/ 88363:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   o: () => (/* binding */ writeSnapshot)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(77598);
/* harmony import */ var node_events__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(78474);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(73024);
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(51455);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(48161);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(76760);
/* harmony import */ var node_stream__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(57075);
/* harmony import */ var node_stream_promises__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(46466);
/* harmony import */ var node_zlib__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(38522);
/* harmony import */ var _model_index_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(72607);
/* harmony import */ var _days_js__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(64429);
/* harmony import */ var _limits_js__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(59158);
/* harmony import */ var _row_text_js__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(62730);













const CHUNK = 256 * 1024;
/** Yields the lines of the rows in chunks. */
function* texts(lines, written) {
    let chunk = [];
    let size = 0;
    for (const { body, days } of lines) {
        if (++written.rows > _limits_js__WEBPACK_IMPORTED_MODULE_12__/* .MAX_ROWS */ .pX) {
            throw new _model_index_js__WEBPACK_IMPORTED_MODULE_9__/* .ConfigError */ .xL(`the history has more than ${_limits_js__WEBPACK_IMPORTED_MODULE_12__/* .MAX_ROWS */ .pX} rows: lower \`--max-variants\`, or collect fewer logs at once`);
        }
        written.statements += (0,_days_js__WEBPACK_IMPORTED_MODULE_10__/* .addDays */ .fi)(JSON.parse(days));
        const line = `${(0,_row_text_js__WEBPACK_IMPORTED_MODULE_11__/* .lineOf */ .cA)(body, days)}\n`;
        chunk.push(line);
        size += line.length;
        if (size < CHUNK)
            continue;
        yield chunk.join('');
        chunk = [];
        size = 0;
    }
    yield chunk.join('');
}
/** Raises ConfigError if a snapshot cannot be written to the path. */
async function destinationOf(path) {
    const existing = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_3__.stat)(path).catch(() => undefined);
    if (existing?.isDirectory())
        throw new _model_index_js__WEBPACK_IMPORTED_MODULE_9__/* .ConfigError */ .xL(`\`${path}\` is a folder: name a file`);
    // A rename would replace the device or pipe by a regular file.
    if (existing && !existing.isFile())
        return { path, replaced: false };
    if (existing)
        return { path: await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_3__.realpath)(path), replaced: true };
    if ((await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_3__.lstat)(path).catch(() => undefined))?.isSymbolicLink())
        throw new _model_index_js__WEBPACK_IMPORTED_MODULE_9__/* .ConfigError */ .xL(`\`${path}\` is a symbolic link to a file that does not exist: name the file itself`);
    return { path, replaced: true };
}
/**
 * Writes a snapshot. The header comes first and counts the rows after it, so it is a gzip member of its own, and the
 * rows wait in a temporary file. Equal rows and header give equal bytes.
 *
 * @param path compressed if it ends in `.gz`, otherwise plain. Symbolic links are followed; devices and pipes are
 * written through
 * @param headerOf called once all lines have been iterated
 * @returns the written header. Raises ConfigError
 */
async function writeSnapshot(path, lines, headerOf) {
    const temporary = [];
    const packed = path.endsWith('.gz');
    const written = { rows: 0, statements: 0 };
    try {
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_3__.mkdir)((0,node_path__WEBPACK_IMPORTED_MODULE_5__.dirname)(path), { recursive: true });
        const to = await destinationOf(path);
        // Next to the file, so that the rename stays within one file system; never next to a device.
        const beside = to.replaced ? (0,node_path__WEBPACK_IMPORTED_MODULE_5__.dirname)(to.path) : await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_3__.mkdtemp)((0,node_path__WEBPACK_IMPORTED_MODULE_5__.join)((0,node_os__WEBPACK_IMPORTED_MODULE_4__.tmpdir)(), 'querygate-snapshot-'));
        if (!to.replaced)
            temporary.push(beside);
        const draft = (0,node_path__WEBPACK_IMPORTED_MODULE_5__.join)(beside, `${(0,node_path__WEBPACK_IMPORTED_MODULE_5__.basename)(to.path)}.${(0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.randomUUID)()}`);
        const [rowsPath, snapshotPath] = [`${draft}.rows`, to.replaced ? `${draft}.part` : to.path];
        temporary.push(rowsPath);
        await pack(texts(lines, written), (0,node_fs__WEBPACK_IMPORTED_MODULE_2__.createWriteStream)(rowsPath, { flags: 'wx' }), packed);
        const header = headerOf(written);
        if (to.replaced)
            temporary.push(snapshotPath);
        const snapshot = (0,node_fs__WEBPACK_IMPORTED_MODULE_2__.createWriteStream)(snapshotPath, { flags: to.replaced ? 'wx' : 'w' });
        await pack([`${JSON.stringify(header)}\n`], snapshot, packed, false);
        await (0,node_stream_promises__WEBPACK_IMPORTED_MODULE_7__.pipeline)((0,node_fs__WEBPACK_IMPORTED_MODULE_2__.createReadStream)(rowsPath), snapshot);
        if (to.replaced)
            await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_3__.rename)(snapshotPath, to.path);
        return header;
    }
    catch (error) {
        if (error instanceof _model_index_js__WEBPACK_IMPORTED_MODULE_9__/* .ConfigError */ .xL || !(error instanceof Error) || !('code' in error))
            throw error;
        throw new _model_index_js__WEBPACK_IMPORTED_MODULE_9__/* .ConfigError */ .xL(`cannot write \`${path}\` (${String(error.code)}): name a file that this user can write`);
    }
    finally {
        // If the file could not be created, there is nothing to remove, and a second error would hide the first.
        for (const left of temporary)
            await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_3__.rm)(left, { force: true, recursive: true }).catch(() => { });
    }
}
/** zlib writes no time into the gzip header, so the bytes depend on the text alone. */
async function pack(chunks, to, packed, end = true) {
    const source = node_stream__WEBPACK_IMPORTED_MODULE_6__.Readable.from(chunks, { objectMode: true, highWaterMark: 1 });
    if (packed)
        await (0,node_stream_promises__WEBPACK_IMPORTED_MODULE_7__.pipeline)(source, (0,node_zlib__WEBPACK_IMPORTED_MODULE_8__.createGzip)(), to, { end });
    else
        await (0,node_stream_promises__WEBPACK_IMPORTED_MODULE_7__.pipeline)(source, to, { end });
    if (!end && to.writableNeedDrain)
        await (0,node_events__WEBPACK_IMPORTED_MODULE_1__.once)(to, 'drain');
}


/***/ })

};
