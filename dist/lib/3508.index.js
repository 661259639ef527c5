export const id = 3508;
export const ids = [3508];
export const modules = {

/***/ 63508:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   readStoredRows: () => (/* binding */ readStoredRows)
/* harmony export */ });
/* harmony import */ var _read_history_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(32810);
/* harmony import */ var _snapshot_row_text_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(62730);


/**
 * Reads a snapshot into rows that can be added to other rows: equal facts have equal text, whichever tool wrote them.
 * Raises ConfigError if it is not a snapshot.
 */
async function readStoredRows(source) {
    const { header, rows } = await (0,_read_history_js__WEBPACK_IMPORTED_MODULE_0__/* .snapshotFrom */ .j)(source);
    return { header, rows: rowTexts(rows) };
}
function* rowTexts(rows) {
    const writer = new _snapshot_row_text_js__WEBPACK_IMPORTED_MODULE_1__/* .RowWriter */ .C4();
    const callers = new Map();
    for (const row of rows) {
        const text = (0,_snapshot_row_text_js__WEBPACK_IMPORTED_MODULE_1__/* .rowText */ .qg)((0,_snapshot_row_text_js__WEBPACK_IMPORTED_MODULE_1__/* .bodyOf */ .EN)(writer.tuple(row), callerTextOf(row, callers)));
        yield { row: { text, unreadable: row.unreadable !== undefined, truncated: row.truncated }, days: row.days };
    }
}
/** Rows share caller objects, so each one is formatted once. */
function callerTextOf({ caller, callerPatterns }, known) {
    const patterns = callerPatterns?.join() ?? '';
    const texts = known.get(caller) ?? new Map();
    known.set(caller, texts);
    const text = texts.get(patterns) ?? (0,_snapshot_row_text_js__WEBPACK_IMPORTED_MODULE_1__/* .callerText */ .v5)(caller, callerPatterns);
    texts.set(patterns, text);
    return text;
}


/***/ })

};
