export const id = 3973;
export const ids = [3973];
export const modules = {

/***/ 33973:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   gitBlame: () => (/* binding */ gitBlame)
/* harmony export */ });
/* harmony import */ var _names_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(24514);
/* harmony import */ var _run_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8987);


/** Lines of one command, so that its arguments stay short. */
const LINES_AT_ONCE = 500;
/**
 * Blames lines of the work tree at `root`. In a shallow clone, the oldest commit seems to have written everything that is
 * older, so its lines are left out.
 */
async function gitBlame(root) {
    const git = (0,_run_js__WEBPACK_IMPORTED_MODULE_0__/* .openGit */ .zY)(root);
    const isShallow = (await git.run(['rev-parse', '--is-shallow-repository'])).stdout.toString().trim() !== 'false';
    return async (path, lines) => {
        const found = new Map();
        for (let at = 0; at < lines.length; at += LINES_AT_ONCE) {
            const ranges = lines.slice(at, at + LINES_AT_ONCE).map((line) => `-L${line},${line}`);
            const result = await git.run(['blame', '--porcelain', '--no-textconv', ...ranges, '--', path]);
            if (result.code !== 0)
                continue;
            for (const [line, author] of parsePorcelain(result.stdout.toString('utf8'), isShallow))
                found.set(line, author);
        }
        return found;
    };
}
/** Parses `git blame --porcelain`: the headers of a commit come only with its first line. */
function parsePorcelain(text, skipsBoundary) {
    const commits = new Map();
    const lines = new Map();
    let commit = { name: '', time: Number.NaN, boundary: false };
    for (const row of text.split('\n')) {
        // The text of the line itself.
        if (row.startsWith('\t'))
            continue;
        const space = row.indexOf(' ');
        const key = space === -1 ? row : row.slice(0, space);
        const value = space === -1 ? '' : row.slice(space + 1);
        if ((0,_names_js__WEBPACK_IMPORTED_MODULE_1__/* .isObjectId */ .TS)(key)) {
            lines.set(Number(value.split(' ')[1]), key);
            commit = commits.get(key) ?? { name: '', time: Number.NaN, boundary: false };
            commits.set(key, commit);
        }
        else if (key === 'author')
            commit.name = value;
        else if (key === 'author-time')
            commit.time = Number(value);
        else if (key === 'boundary')
            commit.boundary = true;
    }
    const authors = new Map();
    for (const [line, id] of lines) {
        const found = commits.get(id);
        if (!found || (0,_names_js__WEBPACK_IMPORTED_MODULE_1__/* .isZeroId */ .aF)(id) || !Number.isFinite(found.time) || (found.boundary && skipsBoundary))
            continue;
        const date = new Date(found.time * 1000);
        if (Number.isNaN(date.getTime()))
            continue;
        authors.set(line, { name: found.name, date: date.toISOString().slice(0, 10), commit: id });
    }
    return authors;
}


/***/ })

};
