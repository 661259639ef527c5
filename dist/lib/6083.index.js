export const id = 6083;
export const ids = [6083];
export const modules = {

/***/ 56083:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  check: () => (/* binding */ library_check),
  rules: () => (/* binding */ library_rules)
});

// EXTERNAL MODULE: ./build/esm/check/index.js + 13 modules
var check = __webpack_require__(24594);
// EXTERNAL MODULE: ./build/esm/model/index.js + 17 modules
var model = __webpack_require__(72607);
// EXTERNAL MODULE: ./build/esm/sql/index.js + 109 modules
var esm_sql = __webpack_require__(59681);
// EXTERNAL MODULE: ./build/esm/model/schemas/index.js + 9 modules
var schemas = __webpack_require__(58354);
// EXTERNAL MODULE: ./build/esm/rules/index.js + 62 modules
var rules = __webpack_require__(75701);
;// CONCATENATED MODULE: ./build/esm/library/inputs.js




/** Validates the options of `check`. Throws ConfigError that names all mistakes. */
function readOptions(given) {
    if (typeof given !== 'object' || given === null)
        throw new model/* ConfigError */.xL("the options are missing; give at least `{ dialect: 'postgresql' }`");
    // The public type and the schema must allow the same: `satisfies` checks one direction, the return type the other.
    const read = schemas.libraryOptionsSchema.safeParse(given);
    if (read.success)
        return read.data;
    const source = { root: given, schema: schemas.libraryOptionsSchema };
    throw new model/* ConfigError */.xL(read.error.issues.flatMap((issue) => (0,rules/* describeIssue */.n6)(issue, source).map(({ message }) => message)).join('; '));
}
const readers = new Map();
/** Loads the reader of each dialect once. */
function readerOf(dialect) {
    const reader = readers.get(dialect) ?? (0,esm_sql/* createSqlReader */.Ck)(dialect);
    readers.set(dialect, reader);
    return reader;
}
const FILE = 'ruleset.yml';
let last;
/**
 * The ruleset of a YAML text; the default pack if undefined. The last one is kept, since callers check many files under
 * the same ruleset.
 */
function rulesetOf(text) {
    if (last?.text !== text || last === undefined)
        last = { text, loaded: loadText(text) };
    return last.loaded;
}
async function loadText(text) {
    if (text === undefined)
        return (0,rules/* loadPacks */.rn)();
    const bytes = new TextEncoder().encode(text);
    const tree = {
        label: 'given ruleset',
        commit: undefined,
        read: async (path) => (path === FILE ? { kind: 'file', bytes } : { kind: 'missing' }),
        list: async () => [],
    };
    // With an entry, the ruleset is never undefined.
    return (await (0,rules/* loadRuleset */.Xf)({ tree, entry: FILE })) ?? (0,rules/* loadPacks */.rn)();
}

;// CONCATENATED MODULE: ./build/esm/library/index.js




// The package as a library. It wires the engine up: text and options in, report out.
const library_check = async (sql, options) => {
    if (typeof sql !== 'string' && !(sql instanceof Uint8Array))
        throw new model/* ConfigError */.xL('the SQL must be a string or a Uint8Array');
    const { path = '-', failOn = 'block', onUnknown = 'fail', caller, ...given } = readOptions(options);
    const judging = { side: 'only', ruleset: await rulesetOf(given.ruleset) };
    const judge = async (text) => {
        const { dialect, baseText, baseSql, tool, transaction, suppressions = 'on', today = new Date().toISOString().slice(0, 10), } = given;
        const context = baseSql === undefined ? undefined : (0,esm_sql/* contextOfBase */.a)(text, path, dialect, baseSql);
        const task = { path, status: baseText === undefined ? 'given' : 'modified', text, baseText, context };
        const serverVersion = given.serverVersion === undefined ? undefined : (0,model/* parseServerVersion */.xA)(given.serverVersion);
        const file = { dialect, tool, transaction, serverVersion, caller };
        const own = { rulesets: [judging], headDecides: false, baseline: new Set() };
        return (0,check/* judgeFile */.GP)(await readerOf(dialect), task, { ...own, failOn, suppressions, file, today });
    };
    const decoded = typeof sql === 'string' ? { text: sql, note: undefined } : (0,esm_sql/* decodeSql */.xM)(sql);
    const judged = decoded.text === undefined
        ? { statements: 0, findings: [(0,check/* wholeFileFinding */.RP)(path, decoded.reason)], suppressions: [], notices: [] }
        : await judge(decoded.text);
    const note = decoded.text === undefined ? undefined : decoded.note;
    const counts = ({ status, verdict }) => status === 'new' && (verdict === 'block' || (verdict === 'warn' ? failOn === 'warn' : onUnknown === 'fail'));
    return {
        passed: failOn === 'never' || !judged.findings.some(counts),
        verdict: (0,check/* verdictOf */.Vj)(judged.findings),
        statements: judged.statements,
        findings: judged.findings.map(findingOf),
        suppressions: judged.suppressions.map(({ location, rules, reason, until, state }) => ({
            ...{ location, rules, reason, until, state },
        })),
        notices: [
            ...(note === undefined ? [] : [{ level: 'notice', message: note, location: undefined }]),
            ...judged.notices.map(({ level, message, location }) => ({ level, message, location })),
        ],
        ruleset: rulesetReportOf((0,check/* fileJudge */.cW)(judging, caller !== undefined)),
    };
};
/** Public fields only: the engine's findings have more, which may change. */
function findingOf(finding) {
    const { rule, verdict, status, path, location, excerpt, operation } = finding;
    const { message, help, owner, suppressible, exemption, fingerprint } = finding;
    return {
        ...{ rule, verdict, status, path, location, excerpt, operation },
        ...{ message, help, owner, suppressible, exemption, fingerprint },
    };
}
function rulesetReportOf({ sources, hash, rules, notApplied }) {
    return { sources, hash, rules, notApplied };
}
const library_rules = async (ruleset) => {
    const loaded = await rulesetOf(ruleset);
    return loaded.rules.map(({ id, verdict, operations, condition, description, help, owner, suppressible, source }) => ({
        ...{ id, verdict, operations, when: condition?.text, description, help, owner, suppressible, source },
    }));
};


/***/ })

};
