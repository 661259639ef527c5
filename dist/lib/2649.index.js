export const id = 2649;
export const ids = [2649];
export const modules = {

/***/ 72649:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  nv: () => (/* reexport */ expiredExceptionsOf),
  mD: () => (/* reexport */ expiryNotice),
  cW: () => (/* reexport */ fileJudge),
  GP: () => (/* reexport */ judgeFile),
  s$: () => (/* reexport */ judgingRulesets),
  Te: () => (/* reexport */ lastDayAllowed),
  H$: () => (/* reexport */ trafficJudge),
  Vj: () => (/* reexport */ verdictOf),
  RP: () => (/* reexport */ wholeFileFinding)
});

// UNUSED EXPORTS: findingOf, judgeRecorded, unreadableFinding, verdictOfQuery

// EXTERNAL MODULE: ./build/esm/rules/index.js + 61 modules
var esm_rules = __webpack_require__(7176);
;// CONCATENATED MODULE: ./build/esm/check/expired-exceptions.js

/** Exceptions of the ruleset that expired before `today` (`YYYY-MM-DD`, UTC). */
function expiredExceptionsOf(ruleset, today) {
    return (0,esm_rules/* expiredExceptions */.WC)(ruleset, today).map(({ rule, until, owner, place }) => ({ rule, until, owner, place }));
}
/** The notice about an expired exception. */
function expiryNotice({ rule, until, owner, place: { file, line, column } }) {
    const start = { offset: 0, line: line ?? 1, column: column ?? 1 };
    return {
        level: 'warning',
        message: `the exception to \`${rule}\` expired on ${until}; remove it, or ask ${owner} for a new one`,
        path: file,
        location: { start, end: start },
    };
}

// EXTERNAL MODULE: ./build/esm/model/index.js + 16 modules
var model = __webpack_require__(65228);
;// CONCATENATED MODULE: ./build/esm/check/judge-settings.js
/** Whether the tool that runs the file knows the statement's section. To other tools the marker is a comment. */
function isKnownSection(statement, { file }) {
    return file.tool !== undefined && statement.sectionTools.includes(file.tool);
}

;// CONCATENATED MODULE: ./build/esm/check/finding-maker.js



/** Creates the findings of one file. Call it in the order of the statements, since fingerprints count occurrences. */
class FindingMaker {
    #text;
    #path;
    /** The path under which the baseline lists the findings of the file. */
    #listedPath;
    #lines;
    #judging;
    #occurrences = new esm_rules/* Occurrences */.R8();
    #shapes = new WeakMap();
    constructor(text, { path, formerPath }, lines, judging) {
        this.#text = text;
        this.#path = path;
        this.#listedPath = formerPath ?? path;
        this.#lines = lines;
        this.#judging = judging;
    }
    fromHit(hit, statement, side, status, exemption) {
        const { rule, operation } = hit;
        const location = this.#lines.location(operation.span);
        // If comments cannot exempt a statement, an old finding must not exempt any other text either.
        const shape = rule.suppressible ? this.#shapeOf(statement).shape : this.#exactShape(statement);
        const prints = this.#prints(rule.id, shape);
        const spared = status === 'new' && statement.section === 'down' && isKnownSection(statement, this.#judging);
        const acceptedAs = status === 'new' && !spared ? this.#accepted(prints) : undefined;
        return {
            rule: rule.id,
            ...this.#weigh(hit),
            status: spared ? 'spared' : acceptedAs === undefined ? status : 'baselined',
            path: this.#path,
            location,
            statementOffset: statement.span.start,
            ...this.#excerpt(location),
            operation: { kind: operation.kind, target: operation.target.text, place: operation.place },
            section: statement.section,
            help: rule.help,
            docs: rule.docs,
            owner: rule.owner,
            suppressible: rule.suppressible && this.#judging.suppressions !== 'off',
            exemption: exemption ?? (acceptedAs === undefined ? undefined : ACCEPTED),
            acceptedAs,
            side,
            fingerprint: prints.own,
        };
    }
    /** An undecided rule is unknown only if its verdict would reach the threshold; below it, it is a warning. */
    #weigh({ verdict, rule, message, cause }) {
        if (verdict !== 'unknown')
            return { verdict, message };
        const counts = rule.verdict === 'block' || this.#judging.failOn === 'warn';
        return {
            verdict: counts ? 'unknown' : 'warn',
            message: `could not be decided (${cause ?? 'unknown cause'}): ${message}`,
        };
    }
    unreadable(reason, span, place, statement) {
        const location = this.#lines.location({ start: place.start, end: Math.max(place.end, place.start) });
        const prints = this.#prints('unreadable', statement ? this.#exactShape(statement) : (0,esm_rules/* compactShape */.$o)(this.#text.slice(span.start, span.end)));
        const spared = statement?.section === 'down' && isKnownSection(statement, this.#judging);
        const acceptedAs = spared ? undefined : this.#accepted(prints);
        return {
            rule: 'unreadable',
            verdict: 'unknown',
            status: spared ? 'spared' : acceptedAs === undefined ? 'new' : 'baselined',
            path: this.#path,
            location,
            statementOffset: statement?.span.start,
            ...this.#excerpt(location),
            operation: undefined,
            section: statement?.section ?? '',
            message: `could not be read: ${reason}`,
            help: 'Write the statement in the dialect of the file, or correct `dialect`. SQL that cannot be read cannot be judged.',
            docs: undefined,
            owner: undefined,
            suppressible: false,
            exemption: acceptedAs === undefined ? undefined : ACCEPTED,
            acceptedAs,
            side: 'both',
            fingerprint: prints.own,
        };
    }
    /**
     * The shape with its literals: with other literals, SQL that was not understood or that runs code can do something
     * else.
     */
    #exactShape(statement) {
        const known = this.#shapeOf(statement);
        const { start, end } = statement.span;
        known.exact ??= (0,esm_rules/* compactShape */.$o)(`${statement.shape}\n${this.#text.slice(start, end).replace(/\s+/g, ' ')}`);
        return known.exact;
    }
    #shapeOf(statement) {
        const known = this.#shapes.get(statement) ?? { shape: (0,esm_rules/* compactShape */.$o)(statement.shape), exact: undefined };
        this.#shapes.set(statement, known);
        return known;
    }
    #prints(rule, shape) {
        const occurrence = this.#occurrences.next(rule, shape);
        const at = (path) => (0,esm_rules/* fingerprint */.Rj)({ rule, path, shape, occurrence });
        const own = at(this.#path);
        return { own, listed: this.#listedPath === this.#path ? own : at(this.#listedPath) };
    }
    #accepted({ listed }) {
        return this.#judging.baseline.has(listed) ? listed : undefined;
    }
    #excerpt({ start }) {
        const from = start.offset - start.column + 1;
        let end = start.offset;
        while (end < this.#text.length && end < start.offset + 1000 && !LINE_END.has(this.#text.charCodeAt(end)))
            end++;
        return (0,model/* cutExcerpt */.y8)(this.#text.slice(from, end), start.column);
    }
}
const ACCEPTED = 'accepted in the baseline';
const LINE_END = new Set([10, 13]);

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
;// CONCATENATED MODULE: ./build/esm/check/harmless-settings.js
/**
 * Settings that change neither which objects a later statement is about nor what it does to them: timeouts, messages,
 * memory, planning and durability. Every other setting counts as one that changes the meaning of what follows.
 */
const HARMLESS = new Set([
    // A timeout can only make a statement fail.
    ...['lock_timeout', 'statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout'],
    ...['idle_session_timeout', 'deadlock_timeout', 'tcp_user_timeout', 'client_connection_check_interval'],
    ...['lock_wait_timeout', 'innodb_lock_wait_timeout', 'wait_timeout', 'interactive_timeout', 'net_read_timeout'],
    ...['net_write_timeout', 'max_execution_time', 'max_statement_time', 'busy_timeout', 'deadlock_priority'],
    // Messages and logs
    ...['client_min_messages', 'application_name', 'log_statement', 'log_min_messages', 'log_min_duration_statement'],
    ...['log_min_error_statement', 'log_error_verbosity', 'log_duration', 'sql_notes', 'sql_warnings', 'nocount'],
    ...['statistics', 'bytea_output', 'extra_float_digits', 'max_error_count'],
    // Memory, planning, durability
    ...['work_mem', 'maintenance_work_mem', 'temp_buffers', 'synchronous_commit', 'jit', 'from_collapse_limit'],
    ...['join_collapse_limit', 'max_parallel_workers', 'max_parallel_workers_per_gather', 'random_page_cost'],
    ...['max_parallel_maintenance_workers', 'enable_seqscan', 'enable_indexscan', 'enable_bitmapscan', 'enable_hashjoin'],
    ...['enable_nestloop', 'enable_mergejoin', 'enable_sort', 'default_tablespace', 'default_table_access_method'],
    ...['check_function_bodies', 'max_allowed_packet', 'sort_buffer_size', 'join_buffer_size', 'tmp_table_size'],
    ...['max_heap_table_size', 'bulk_insert_buffer_size', 'net_buffer_length', 'journal_mode', 'synchronous'],
    ...['cache_size', 'temp_store', 'mmap_size', 'wal_autocheckpoint', 'optimize', 'maxdop', 'threads'],
]);
/** Settings of the client's character set. */
const CHARACTER_SET = new Set([
    ...['names', 'character', 'charset', 'client_encoding', 'character_set_client', 'character_set_connection'],
    ...['character_set_results', 'collation_connection'],
]);
/** Character sets in which a byte of a character can be a backslash or quote, or which come from a variable. */
const RISKY_CHARACTER_SET = /@|gb|big5|sjis|shift|cp932|johab|euc|uhc|mule|utf_?16|utf_?32|ucs2|iso.?2022|sql_ascii/i;
/** SQL modes that only make statements fail. Without a strict one, MySQL changes values that do not fit. */
const HARMLESS_MODES = /^(?:STRICT_(?:TRANS|ALL)_TABLES|ONLY_FULL_GROUP_BY|NO_ZERO_IN_DATE|NO_ZERO_DATE|ERROR_FOR_DIVISION_BY_ZERO|NO_ENGINE_SUBSTITUTION|NO_AUTO_CREATE_USER)$/;
const STRICT = /\bSTRICT_(?:TRANS|ALL)_TABLES\b/;
const SETS_MODES = /^\s*SET\s+(?:SESSION\s+|LOCAL\s+|@@SESSION\.|@@LOCAL\.|@@)?sql_mode\s*=\s*(['"])([A-Z_, ]*)\1\s*$/i;
/** The server's modes without ONLY_FULL_GROUP_BY, which concerns queries only. */
const SETS_OWN_MODES = /^\s*SET\s+(?:SESSION\s+|LOCAL\s+|@@SESSION\.|@@LOCAL\.|@@)?sql_mode\s*=\s*(?:\(\s*SELECT\s+)?REPLACE\(\s*@@(?:SESSION\.)?sql_mode\s*,\s*(['"])ONLY_FULL_GROUP_BY,?\1\s*,\s*(['"])\2\s*\)\s*\)?\s*$/i;
const MAX_MODES = 400;
function isHarmlessMode(sql) {
    if (sql.length > MAX_MODES)
        return false;
    if (SETS_OWN_MODES.test(sql))
        return true;
    const modes = (SETS_MODES.exec(sql)?.[2] ?? '').toUpperCase();
    return STRICT.test(modes) && modes.split(',').every((mode) => HARMLESS_MODES.test(mode.trim()));
}
/**
 * Whether the operation only sets a variable or a setting that does not change what later statements mean.
 *
 * @param sql the statement without comments
 */
function isHarmlessSetting({ kind, target, place }, sql) {
    if (kind !== 'set' || target.schema !== '' || target.name === undefined)
        return false;
    if (place !== 'statement' && place !== 'executable_comment')
        return false;
    const name = target.name.toLowerCase();
    // Later statements that read a variable are compared with its value.
    if (/^@[^@]/.test(name))
        return true;
    // While it is on, a statement that failed ends the batch. Switching it off lets the rest run.
    if (name === 'xact_abort')
        return /\bon\W*$/i.test(sql.slice(-40));
    if (name === 'sql_mode')
        return isHarmlessMode(sql);
    if (CHARACTER_SET.has(name))
        return !RISKY_CHARACTER_SET.test(sql);
    return HARMLESS.has(name);
}

;// CONCATENATED MODULE: ./build/esm/check/statement-identity.js



/**
 * Identities of the statements of one file, to tell whether a change left a statement alone. Unlike a fingerprint,
 * which is stable for years because it has no literals, an identity covers every literal and the settings before the
 * statement.
 */
class StatementIdentities {
    #script;
    #exact = new Map();
    #context;
    constructor(script) {
        this.#script = script;
    }
    /**
     * Equal for two statements with the same tokens that come after the same settings, and after the same values of the
     * variables that they read. White space, comments, and letter case outside of quotes do not matter.
     */
    of(statement) {
        this.#context ??= this.#computeContext();
        return `${this.#exactText(statement)} ${this.#context.get(statement) ?? ''}`;
    }
    #exactText(statement) {
        const known = this.#exact.get(statement);
        if (known !== undefined)
            return known;
        const literal = squeeze(withoutComments(this.#script.text, statement));
        const exact = digest(`${statement.shape}\n${literal}`);
        this.#exact.set(statement, exact);
        return exact;
    }
    /**
     * For each statement, a digest of the settings and unreadable parts before it, such as the start and end of a template's
     * condition, of the variables that it reads, and whether a later ROLLBACK undoes it.
     */
    #computeContext() {
        const { statements, text } = this.#script;
        const unreadable = this.#script.unreadable.map(({ span }) => span).sort((a, b) => b.start - a.start);
        const undone = new Map();
        let isUndone = false;
        for (const statement of [...statements].reverse()) {
            undone.set(statement, isUndone);
            if (statement.operations.some(({ kind }) => kind === 'rollback'))
                isUndone = true;
            else if (statement.operations.some(({ kind }) => kind === 'commit'))
                isUndone = false;
        }
        const result = new Map();
        const variables = new Variables();
        let before = '';
        /** Whether the file has set another SQL mode: then the next one takes it back. */
        let modesChanged = false;
        for (const statement of statements) {
            for (let next = unreadable.at(-1); next && next.start < statement.span.start; next = unreadable.at(-1)) {
                before = digest(`${before}\n${text.slice(next.start, next.end)}`);
                unreadable.pop();
            }
            const sql = withoutComments(text, statement);
            const names = variablesIn(sql);
            const runsOther = statement.operations.some(({ kind }) => RUNS_OTHER_SQL.has(kind));
            const read = runsOther || names === undefined ? variables.all : variables.of(names);
            result.set(statement, `${before}${read}${undone.get(statement) ? ' undone' : ''}`);
            if ((names === undefined || names.size > 0) && !onlyPrints(sql))
                variables.assign(names, digest(`${read}\n${this.#exactText(statement)}`));
            const setsModes = SQL_MODE.test(sql);
            const changes = changesContext(statement, sql) || (setsModes && modesChanged);
            modesChanged ||= setsModes && changes;
            if (changes)
                before = digest(`${before}\n${read}\n${this.#exactText(statement)}`);
        }
        return result;
    }
}
/** Digests of the values of a script's variables. Each statement that uses a variable may assign it. */
class Variables {
    #digests = new Map();
    /** A digest of all variables. */
    all = '';
    of(names) {
        return [...names].map((name) => this.#digests.get(name) ?? '').join(' ');
    }
    assign(names, value) {
        this.all = digest(`${this.all}\n${value}`);
        if (names === undefined)
            for (const name of this.#digests.keys())
                this.#digests.set(name, this.all);
        else
            for (const name of names)
                this.#digests.set(name, value);
    }
}
/** Operations that can change what later statements do: other schemas, roles, variables or names. */
const CONTEXT_KINDS = new Set([
    'set',
    'use',
    'set_role',
    'prepare',
    'alter_system',
    'meta_command',
    'rename_table',
    'set_schema',
    'attach_database',
]);
/** Operations that run SQL from elsewhere, which may read any variable. */
const RUNS_OTHER_SQL = new Set([
    'call',
    'execute_dynamic',
    'execute_prepared',
    'meta_command',
]);
/** `@x`, `@'x'`; but not an e-mail address, a string that begins with `@`, or `@@x`, which only SET assigns. */
const VARIABLE = /(?<![\w'".@])@(?:([\w$#.]+)|(["'`])([^"'`\r\n]{0,64})\2|["'`])/g;
const SETS = /\bset_config\b|\bsp_set_session_context\b/i;
const SQL_MODE = /\bsql_mode\b/i;
/** Statements that only declare variables or print. */
const ONLY_VARIABLES = /^\s*(?:DECLARE|PRINT)\b/i;
const PRINTS = /^\s*PRINT\b/i;
const MAY_ASSIGN = /\b(?:SET|SELECT|EXEC|EXECUTE|FETCH|UPDATE|DECLARE|RECEIVE)\b/i;
/** Whether the statement only reads its variables, for a message. */
function onlyPrints(sql) {
    return PRINTS.test(sql) && !MAY_ASSIGN.test(sql);
}
/** The names of the variables in a statement; undefined if one is quoted in a way that is not read. */
function variablesIn(sql) {
    const names = new Set();
    for (const [, plain, quote, quoted] of sql.matchAll(VARIABLE)) {
        if (plain === undefined && quote === undefined)
            return undefined;
        names.add((plain ?? quoted ?? '').toLowerCase());
    }
    return names;
}
function changesContext(statement, sql) {
    if (SETS.test(sql))
        return true;
    const changes = statement.operations.filter(isContextChange);
    if (changes.length === 0)
        return false;
    if (ONLY_VARIABLES.test(sql))
        return changes.some((operation) => operation.kind !== 'control' || (0,model/* isBranch */.PX)(operation));
    return !changes.every((operation) => isHarmlessSetting(operation, sql));
}
function isContextChange({ kind, place }) {
    // A routine body runs when it is called, and a branch inside a DO block does not reach beyond the block.
    if (place === 'routine_body')
        return false;
    return kind === 'control' ? place !== 'do_block' : CONTEXT_KINDS.has(kind);
}
/** The statement's text with a blank for each real comment. */
function withoutComments(text, { span, comments }) {
    const parts = [];
    let at = span.start;
    for (const { start, end } of [...comments].sort((a, b) => a.start - b.start)) {
        if (start < at || end > span.end)
            continue;
        parts.push(text.slice(at, start));
        at = end;
    }
    parts.push(text.slice(at, span.end));
    return parts.join(' ');
}
/**
 * Removes white space and letter case outside of quotes; token boundaries are in the shape. If it depends on the
 * dialect what is quoted, everything from the first quote to the last stays as it is.
 */
function squeeze(sql) {
    if (!isAmbiguous(sql))
        return sql.replace(PIECES, (piece) => (QUOTES.test(piece) ? piece : normalise(piece)));
    const first = sql.search(OPENS);
    const last = Math.max(...["'", '"', '`', '$', ']'].map((mark) => sql.lastIndexOf(mark)));
    return normalise(sql.slice(0, first)) + sql.slice(first, last + 1) + normalise(sql.slice(last + 1));
}
const PIECES = /'[^']*'|"[^"]*"|`[^`]*`|['"`]|[^'"`]+/g;
const QUOTES = /^['"`]/;
const OPENS = /['"`$[]/;
/** Dollar quotes, and brackets around a quote. */
const AMBIGUOUS = /\$\w*\$|\[[^[\]'"`]*['"`]/;
function isAmbiguous(sql) {
    return sql.includes('\\') || AMBIGUOUS.test(sql);
}
function normalise(sql) {
    return sql.replace(/\s+/g, '').toLowerCase();
}
function digest(text) {
    return (0,external_node_crypto_.createHash)('sha256').update(text).digest('hex');
}

;// CONCATENATED MODULE: ./build/esm/check/suppression-limit.js

/** The last day that a new exemption may have, `YYYY-MM-DD`; undefined without a limit. */
function lastDayAllowed({ today, maxExemptionDays }) {
    return maxExemptionDays === undefined ? undefined : (0,model/* addDays */.fi)(today, maxExemptionDays);
}
/** The suppressions that would apply for longer than `max-exemption-days` allows. */
function suppressionsTooLong(added, limit) {
    const lastDay = lastDayAllowed(limit);
    if (lastDay === undefined)
        return [];
    return [...added].filter(({ state, until }) => state === 'used' && (until === undefined || until > lastDay));
}
/** The notice about a suppression that lasts too long. */
function tooLongNotice({ span, until }, path, lines, limit) {
    const what = until === undefined ? 'it has no last day' : `\`until ${until}\` is too late`;
    return {
        level: 'warning',
        message: `this suppression has no effect: ${what}, and the configuration allows ${limit.maxExemptionDays} days (\`max-exemption-days\`); write \`until ${lastDayAllowed(limit)}\` or earlier`,
        path,
        location: lines.location(span),
    };
}

;// CONCATENATED MODULE: ./build/esm/check/suppression-reports.js


function reportSuppression(suppression, path, lines, added) {
    const { rules, reason, until, state, holds } = suppression;
    return {
        path,
        location: lines.location(suppression.span),
        rules,
        reason,
        until,
        state,
        holds,
        added: added.has(suppression),
    };
}
/** The findings of `suppressions: fail-on-new` in the base configuration. */
function newSuppressionFindings(suppressions, task) {
    return suppressions
        .filter(({ added, state }) => added && state === 'used')
        .map(({ location, rules, reason }, occurrence) => ({
        rule: 'new-suppression',
        verdict: 'block',
        status: 'new',
        path: task.path,
        location,
        statementOffset: undefined,
        ...(0,model/* cutExcerpt */.y8)(task.text.slice(location.start.offset, location.end.offset).split(/[\r\n]/, 1)[0] ?? '', 1),
        excerptColumn: location.start.column,
        operation: undefined,
        section: '',
        message: `the change exempts a statement from ${rules.join(', ')}, and the configuration does not accept new suppressions (\`suppressions: fail-on-new\`)`,
        help: 'Ask the owner of the rule for an exception in the ruleset.',
        docs: undefined,
        owner: undefined,
        suppressible: false,
        exemption: undefined,
        acceptedAs: undefined,
        side: 'both',
        fingerprint: (0,esm_rules/* fingerprint */.Rj)({
            rule: 'new-suppression',
            path: task.path,
            shape: `${rules.join(',')} ${reason}`,
            occurrence,
        }),
    }));
}
/** The suppressions that any ruleset used; of the unused ones, the result under the first ruleset. */
function mergeSuppressions(judged) {
    const all = [];
    const used = new Set();
    const keyOf = ({ span }, rule) => `${span.start} ${rule}`;
    for (const suppressions of judged)
        for (const suppression of suppressions) {
            if (suppression.state !== 'used')
                continue;
            const rules = suppression.rules.filter((rule) => !used.has(keyOf(suppression, rule)));
            if (rules.length === 0)
                continue;
            all.push({ ...suppression, rules });
            for (const rule of rules)
                used.add(keyOf(suppression, rule));
        }
    for (const suppression of judged[0] ?? []) {
        if (suppression.state === 'used')
            continue;
        const rules = suppression.rules.filter((rule) => !used.has(keyOf(suppression, rule)));
        if (rules.length > 0)
            all.push({ ...suppression, rules });
    }
    return all.sort((a, b) => a.span.start - b.span.start);
}

;// CONCATENATED MODULE: ./build/esm/check/judge-file.js







/**
 * Reads and judges one file. A finding that the base version of a modified file has too is `existing`. All of a renamed
 * file is judged, since migration tools run it as a new file. The baseline accepts old findings only: it applies to a
 * file that the change adds or renames only if the file is the one that the baseline lists at `formerPath`.
 */
function judgeFile(reader, task, settings) {
    const isNew = task.status === 'added' || task.status === 'renamed';
    const judging = isNew && task.formerPath === undefined ? { ...settings, baseline: NO_BASELINE } : settings;
    const { path, context } = task;
    const run = judging.file;
    const script = reader.read(task.text, { path, context, run });
    const before = task.status === 'modified' ? task.baseText : undefined;
    const base = before === undefined ? undefined : judgeScript(reader.read(before, { path, context, run }), task, judging);
    const addedIn = ({ suppressions }) => base
        ? (0,esm_rules/* addedSuppressions */.d4)(suppressions, base.suppressions)
        : new Set(task.status === 'given' ? [] : suppressions);
    const first = judgeScript(script, task, judging);
    const tooLong = suppressionsTooLong(addedIn(first), judging);
    // Whether a suppression is added depends on what it exempts, so the file is judged before one can be refused.
    const head = tooLong.length > 0 ? judgeScript(script, task, judging, tooLong) : first;
    const findings = base ? markExisting(head, base) : [...head.findings];
    const added = addedIn(head);
    const suppressions = head.suppressions.map((suppression) => reportSuppression(suppression, task.path, head.lines, added));
    if (judging.suppressions === 'fail-on-new')
        findings.push(...newSuppressionFindings(suppressions, task));
    return {
        statements: script.statements.length,
        operations: script.statements.reduce((sum, statement) => sum + statement.operations.length, 0),
        findings,
        suppressions,
        notices: [...head.notices, ...tooLong.map((each) => tooLongNotice(each, task.path, head.lines, judging))],
    };
}
const NO_BASELINE = new Set();
/** The strictest of the findings that count. */
function verdictOf(findings) {
    return findings.reduce((worst, { status, verdict }) => (status === 'new' ? (0,model/* stricter */.Rn)(worst, verdict) : worst), 'allow');
}
/**
 * Marks findings of the head that the base version has too, with the same literals and after the same settings. A
 * fingerprint is not enough: it would let a change replace accepted SQL with other SQL.
 */
function markExisting(head, base) {
    const remaining = new Map();
    for (const finding of base.findings) {
        if (finding.status !== 'new')
            continue;
        const key = base.identityOf(finding);
        remaining.set(key, (remaining.get(key) ?? 0) + 1);
    }
    if (remaining.size === 0)
        return [...head.findings];
    return head.findings.map((finding) => {
        if (finding.status !== 'new' || head.lapsed.has(finding))
            return finding;
        const key = head.identityOf(finding);
        const count = remaining.get(key) ?? 0;
        if (count === 0)
            return finding;
        remaining.set(key, count - 1);
        return { ...finding, status: 'existing' };
    });
}
function judgeScript(script, paths, judging, refused) {
    const { path } = paths;
    const lines = new model/* LineIndex */.rr(script.text);
    const make = new FindingMaker(script.text, paths, lines, judging);
    const notices = [];
    const judged = judging.rulesets.map(({ side, ruleset }) => {
        const hits = script.statements.map((statement) => (0,esm_rules/* judgeStatement */.HJ)(ruleset, statement, contextOf(statement, path, judging)));
        const outcome = (0,esm_rules/* applySuppressions */.px)(ruleset, script, hits, {
            today: judging.today,
            allowed: judging.suppressions !== 'off',
            refused,
            otherRules: new Set(judging.rulesets.flatMap((other) => other.ruleset.rules.map((rule) => rule.id))),
        });
        return { side, hits, outcome };
    });
    const deciding = judging.headDecides ? (judged.at(-1) ?? judged[0]) : judged[0];
    for (const { span, message } of deciding?.outcome.problems ?? []) {
        notices.push({
            level: 'warning',
            message: `this suppression has no effect: ${message}`,
            path,
            location: lines.location(span),
        });
    }
    // One comment can contain several directives.
    const lapsedAt = new Map();
    for (const { outcome } of judged) {
        for (const { state, span, rules } of outcome.suppressions)
            if (state === 'expired') {
                const known = lapsedAt.get(span.start) ?? new Set();
                for (const rule of rules)
                    known.add(rule);
                lapsedAt.set(span.start, known);
            }
    }
    const findings = [];
    const lapsed = new Set();
    const statementOf = new Map();
    const identities = new StatementIdentities(script);
    const add = (finding, statement) => {
        findings.push(finding);
        statementOf.set(finding, statement);
    };
    script.statements.forEach((statement, index) => {
        const lapsedRules = new Set(statement.comments.flatMap(({ start }) => [...(lapsedAt.get(start) ?? [])]));
        const { counting, letThrough } = decide(judged, index, judging.headDecides);
        for (const { hit } of letThrough) {
            const message = `let through by the edited rules: ${hit.rule.id}: ${hit.message}`;
            notices.push({ level: 'warning', message, path, location: lines.location(hit.operation.span) });
        }
        for (const { hit, side, status, exemption, onceMerged } of counting) {
            const finding = {
                ...make.fromHit(hit, statement, side, status, exemption),
                ...(onceMerged && { onceMerged }),
            };
            add(finding, statement);
            if (lapsedRules.has(finding.rule))
                lapsed.add(finding);
        }
        for (const problem of statement.unreadable)
            add(make.unreadable(problem.reason, statement.span, problem.span, statement), statement);
    });
    for (const problem of script.unreadable)
        findings.push(make.unreadable(problem.reason, problem.span, problem.span, undefined));
    const suppressions = judging.headDecides
        ? (deciding?.outcome.suppressions ?? [])
        : mergeSuppressions(judged.map(({ outcome }) => outcome.suppressions));
    const identityOf = (finding) => {
        const statement = statementOf.get(finding);
        // Outside of a statement, the fingerprint is made from the exact text.
        if (!statement)
            return finding.fingerprint;
        const { rule, verdict, section, operation } = finding;
        return JSON.stringify([rule, verdict, section, operation, identities.of(statement)]);
    };
    return { findings, identityOf, suppressions, notices, lines, lapsed };
}
function contextOf(statement, path, judging) {
    const { caller } = judging.file;
    // To a tool that does not know the marker, it is a comment. So the rules do not see the section either.
    const section = isKnownSection(statement, judging) ? statement.section : '';
    return { file: { path, section }, caller: caller && callerFacts(caller), today: judging.today };
}
function callerFacts(caller) {
    const { user, role, application, database, tags } = caller;
    return { user, role, application, database, tags };
}
/**
 * The hits that count on one statement. With two rulesets, the stricter result; if the head decides, its own hits, and
 * separately those of the base that it lets through.
 */
function decide(judged, index, headDecides) {
    if (!headDecides || judged.length < 2)
        return { counting: [...mergeSides(judged, index).values()], letThrough: [] };
    const head = mergeSides(judged.slice(-1), index);
    const base = mergeSides(judged.slice(0, 1), index);
    const letThrough = [...base].filter(([key, { hit, status }]) => {
        const own = head.get(key);
        if (status !== 'new')
            return false;
        return own?.status !== 'new' || (0,model/* stricter */.Rn)(own.hit.verdict, hit.verdict) !== own.hit.verdict;
    });
    return { counting: [...head.values()], letThrough: letThrough.map(([, merged]) => merged) };
}
/**
 * One finding for each rule and operation that either ruleset hits: the stricter verdict, exempt only if both exempt
 * it.
 */
function mergeSides(judged, index) {
    const merged = new Map();
    const occurrences = judged.map(() => new Map());
    judged.forEach(({ side, hits, outcome }, at) => {
        for (const hit of hits[index] ?? []) {
            const same = `${hit.rule.id} ${hit.operation.kind} ${hit.operation.target.text} ${hit.operation.span.start}`;
            const count = occurrences[at]?.get(same) ?? 0;
            occurrences[at]?.set(same, count + 1);
            const key = `${same} ${count}`;
            const own = { hit, side: sideName(side), ...exemptionOf(hit, outcome) };
            const other = merged.get(key);
            merged.set(key, other ? stricterOf(other, own) : own);
        }
    });
    return merged;
}
function sideName(side) {
    return side === 'only' ? 'both' : side;
}
function exemptionOf(hit, outcome) {
    if (hit.exemption) {
        const { reason, owner, until } = hit.exemption;
        return { status: 'excepted', exemption: `${reason} (${owner}, until ${until})` };
    }
    const held = outcome.held.get(hit);
    if (held)
        return { status: 'suppressed', exemption: held.until ? `${held.reason} (until ${held.until})` : held.reason };
    return { status: 'new', exemption: undefined };
}
function stricterOf(a, b) {
    if ((a.status === 'new') !== (b.status === 'new'))
        return { ...(a.status === 'new' ? a : b) };
    const [worse, other] = (0,model/* stricter */.Rn)(a.hit.verdict, b.hit.verdict) === a.hit.verdict ? [a, b] : [b, a];
    const isLoosened = worse.side === 'base' && worse.status === 'new' && other.hit.verdict !== worse.hit.verdict;
    return { ...worse, side: 'both', ...(isLoosened && { onceMerged: other.hit.verdict }) };
}

;// CONCATENATED MODULE: ./build/esm/check/judging-rulesets.js

/** The rulesets that judge: the one in force, and the edited one if it differs. */
function judgingRulesets(inForce, edited) {
    if (edited === undefined || edited.hash === inForce.hash)
        return [{ side: 'only', ruleset: inForce }];
    return [
        { side: 'base', ruleset: inForce },
        { side: 'head', ruleset: edited },
    ];
}
const CALLER = { user: '', role: '', application: '', database: '', tags: {} };
/** The judge of a check. `callerGiven`: whether the caller of any file is known, so that rules about callers apply. */
function fileJudge(judging, callerGiven) {
    return judgeOver(judging, { file: { path: '', section: '' }, caller: callerGiven ? CALLER : undefined });
}
/** The judge of production queries: these always have a caller, and never a file. */
function trafficJudge(judging) {
    return judgeOver(judging, { file: undefined, caller: CALLER });
}
function judgeOver({ side, ruleset }, scope) {
    return {
        side,
        sources: ruleset.sources,
        commit: ruleset.commit,
        hash: ruleset.hash,
        rules: ruleset.rules.filter((rule) => rule.verdict !== 'off').length,
        ...(ruleset.extendsNoPack && { extendsNoPack: true }),
        notApplied: (0,esm_rules/* rulesNotApplied */.oo)(ruleset, scope),
    };
}

;// CONCATENATED MODULE: ./build/esm/check/query-findings.js


const NOWHERE = { start: 0, end: 0 };
/** An undecided rule that can only warn becomes a warning: it does not decide whether the query can run. */
function findingOf({ rule, operation, verdict, message, cause, exemption }, { start, end }) {
    const isOpen = verdict === 'unknown';
    return {
        rule: rule.id,
        verdict: isOpen && rule.verdict !== 'block' ? 'warn' : verdict,
        excepted: exemption !== undefined,
        message: isOpen ? `could not be decided (${cause ?? 'no cause'}): ${message}` : message,
        span: { start, end },
        operation: { kind: operation.kind, target: operation.target.text },
    };
}
function unreadableFinding(reason, { start, end }) {
    return {
        rule: 'unreadable',
        verdict: 'unknown',
        excepted: false,
        message: `could not be read: ${reason}`,
        span: { start, end: Math.max(start, end) },
        operation: undefined,
    };
}
/** What could not be read completely is unknown, unless what was read of it is blocked. */
function judgeRecorded(ruleset, recorded, context) {
    const found = judgeStatement(ruleset, recorded, context).map((hit) => findingOf(hit, NOWHERE));
    return recorded.unreadable === undefined ? found : [...found, unreadableFinding(recorded.unreadable, NOWHERE)];
}
function verdictOfQuery(findings) {
    return findings.reduce((worst, { verdict, excepted }) => (excepted ? worst : stricter(worst, verdict)), 'allow');
}

;// CONCATENATED MODULE: ./build/esm/check/whole-file.js

/**
 * The `unknown` finding of a file that could not be judged at all.
 *
 * @param problem one line, lower case: why, and what to do
 */
function wholeFileFinding(path, problem) {
    return {
        rule: 'unreadable',
        verdict: 'unknown',
        status: 'new',
        path,
        location: undefined,
        statementOffset: undefined,
        excerpt: '',
        excerptColumn: 1,
        operation: undefined,
        section: '',
        message: `could not be read: ${problem}`,
        help: 'Fix the file, or skip it with `ignore` in the configuration. A file that cannot be read cannot pass.',
        docs: undefined,
        owner: undefined,
        suppressible: false,
        exemption: undefined,
        acceptedAs: undefined,
        side: 'both',
        fingerprint: (0,esm_rules/* fingerprint */.Rj)({ rule: 'unreadable', path, shape: problem, occurrence: 0 }),
    };
}

;// CONCATENATED MODULE: ./build/esm/check/index.js
// Judges one file: text and rulesets in, findings out. The client and the service share this code.








/***/ }),

/***/ 7176:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  PI: () => (/* reexport */ DEFAULT_PACKS),
  lG: () => (/* reexport */ MAX_TEXT),
  So: () => (/* reexport */ Mistakes),
  tm: () => (/* reexport */ NEVER),
  as: () => (/* reexport */ NamePattern),
  R8: () => (/* reexport */ Occurrences),
  On: () => (/* reexport */ ruleset_RULE_FILE),
  e6: () => (/* reexport */ ruleset_RULE_FOLDER),
  G9: () => (/* reexport */ RuleFacts),
  d4: () => (/* reexport */ addedSuppressions),
  px: () => (/* reexport */ applySuppressions),
  QJ: () => (/* reexport */ atomsOf),
  $o: () => (/* reexport */ compactShape),
  P8: () => (/* reexport */ compareRulesets),
  n6: () => (/* reexport */ describeIssue),
  eo: () => (/* reexport */ effective_emptyRuleset),
  WC: () => (/* reexport */ expiredExceptions),
  fu: () => (/* reexport */ fillMessage),
  Rj: () => (/* reexport */ fingerprint),
  wg: () => (/* reexport */ formulaOfRule),
  gD: () => (/* reexport */ holdsOn),
  WM: () => (/* reexport */ includesAcknowledgement),
  HJ: () => (/* reexport */ judgeStatement),
  rn: () => (/* reexport */ loadPacks),
  Xf: () => (/* reexport */ ruleset_loadRuleset),
  _W: () => (/* reexport */ matchesWildcard),
  hN: () => (/* reexport */ parseYaml),
  oD: () => (/* reexport */ quoteCel),
  kv: () => (/* reexport */ readYamlFile),
  oo: () => (/* reexport */ rulesNotApplied),
  xA: () => (/* reexport */ testRuleset),
  S5: () => (/* reexport */ toLine),
  nm: () => (/* reexport */ truthPairs),
  tf: () => (/* reexport */ validate),
  h3: () => (/* reexport */ whyNotApplicable),
  a1: () => (/* reexport */ withException)
});

// UNUSED EXPORTS: PACKS, evaluate, loadGivenFiles

;// CONCATENATED MODULE: ./build/esm/rules/cel/ast.js
/** Macros over lists, with the numbers of arguments that each accepts. */
const LIST_MACROS = new Map([
    ['all', [2]],
    ['exists', [2]],
    ['exists_one', [2]],
    ['filter', [2]],
    ['map', [2, 3]],
]);
function listMacro(node) {
    if (node.op !== 'rcall')
        return undefined;
    const [name, receiver, args] = node.args;
    const arities = LIST_MACROS.get(name);
    const [variable, ...bodies] = args;
    if (!arities || !variable || !arities.includes(args.length))
        return undefined;
    return { name, receiver, variable, bodies };
}
/** The child nodes of a node, in source order. */
function children(node) {
    switch (node.op) {
        case 'value':
        case 'id':
            return [];
        case '.':
        case '.?':
            return [node.args[0]];
        case 'call':
            return node.args[1];
        case 'rcall':
            return [node.args[1], ...node.args[2]];
        case 'map':
            return node.args.flat();
        case '!_':
        case '-_':
            return [node.args];
        default:
            return node.args;
    }
}
/** Returns `x` for `has(x.y)`. A longer chain proves nothing about `x`: `has(x.y.z)` fails if `x` is missing. */
function testedName(node) {
    if (node.op !== 'call' || node.args[0] !== 'has')
        return undefined;
    const field = node.args[1][0];
    return field?.op === '.' && field.args[0].op === 'id' ? field.args[0].args : undefined;
}

;// CONCATENATED MODULE: ./build/esm/rules/cel/caller-names.js

const NO_NAMES = { user: [], application: [] };
const NAMES = Object.keys(NO_NAMES);
/** Finds out how a condition uses the names of the caller. */
function nameUsesOf(root) {
    const found = { user: [], application: [] };
    visit(root);
    return found;
    function visit(node) {
        if (node.op === '==' || node.op === '!=' || node.op === 'in') {
            const [left, right] = node.args;
            if (compares(left, right) || (node.op !== 'in' && compares(right, left)))
                return;
        }
        const name = nameOf(node);
        if (name !== undefined)
            found[name] = undefined;
        else if (node.op === 'id' && node.args === 'caller') {
            found.user = undefined;
            found.application = undefined;
        }
        else
            for (const child of children(node))
                visit(child);
    }
    function compares(left, right) {
        const name = nameOf(left);
        const constants = right.op === 'list' ? right.args.map(textOf) : [textOf(right)];
        if (name === undefined || !constants.every((constant) => constant !== undefined))
            return false;
        found[name]?.push(...constants);
        return true;
    }
}
function nameOf(node) {
    if (node.op !== '.')
        return undefined;
    const [object, name] = node.args;
    return object.op === 'id' && object.args === 'caller' && NAMES.includes(name) ? name : undefined;
}
function textOf(node) {
    return node.op === 'value' && typeof node.args === 'string' ? node.args : undefined;
}
/** Whether the condition gives the same answer for every name that matches the pattern. */
function answersAllNamesAlike(pattern, constants) {
    return constants?.every((constant) => !fits(constant, pattern)) === true;
}
/** Whether the whole text matches a recorded name. `*` matches any text, as does `…` at the end of a truncated name. */
function fits(text, pattern) {
    return matchesWildcard(text, pattern.replace(/…$/, '*'));
}
/** Whether the whole text matches a pattern in which `*` matches any text. Takes linear time for each `*`. */
function matchesWildcard(text, pattern) {
    const [start = '', ...rest] = pattern.split('*');
    const end = rest.pop();
    if (end === undefined)
        return text === start;
    if (text.length < start.length + end.length || !text.startsWith(start) || !text.endsWith(end))
        return false;
    let at = start.length;
    const limit = text.length - end.length;
    for (const part of rest) {
        const found = text.indexOf(part, at);
        if (found < 0 || found + part.length > limit)
            return false;
        at = found + part.length;
    }
    return true;
}

// EXTERNAL MODULE: ./build/esm/model/index.js + 16 modules
var model = __webpack_require__(65228);
;// CONCATENATED MODULE: ./build/esm/rules/cel/fact-views.js


/** Thrown by a fact that is not known or too large to evaluate: the rule is then undecided. */
class UndecidedFact extends Error {
    name = 'UndecidedFact';
}
/** Maximum length of a text fact, in UTF-16 code units. */
const MAX_TEXT = 4096;
/** Maximum total length of a list fact, per item that the list may have. */
const MAX_TEXT_PER_ITEM = 64;
// Creating an error with a stack takes microseconds, and a history throws the same few errors millions of times.
const errors = new Map();
function undecided(message) {
    let error = errors.get(message);
    if (!error) {
        const limit = Error.stackTraceLimit;
        Error.stackTraceLimit = 0;
        error = new UndecidedFact(message);
        Error.stackTraceLimit = limit;
        errors.set(message, error);
    }
    return error;
}
function checkList(fact, list, bounds) {
    let characters = 0;
    for (const item of list)
        characters += item.length;
    if (list.length > bounds.items)
        throw undecided(`\`${fact}\` has more than ${bounds.items} items`);
    if (characters > bounds.items * MAX_TEXT_PER_ITEM)
        throw undecided(`\`${fact}\` is too long to evaluate`);
    return list;
}
/** Converts the value of a fact to a CEL value. Throws UndecidedFact if it is not known. */
function readFact(fact, entry, value, bounds) {
    if (value === undefined)
        throw undecided(`\`${fact}\` is not known`);
    switch (entry.type) {
        case 'int':
            return BigInt(value);
        case 'string':
            if (value.length > MAX_TEXT)
                throw undecided(`\`${fact}\` is longer than ${MAX_TEXT} characters`);
            return value;
        case 'list<string>':
            return checkList(fact, value, bounds);
        case 'target':
            return new TargetView(value, bounds);
        default:
            return value;
    }
}
/** Whether a caller fact is a pattern whose matches could give the condition different answers. */
function isAmbiguous(name, value, { names, patterns }) {
    if (!patterns.includes(name))
        return false;
    return name === 'tags' || !answersAllNamesAlike(value, names[name]);
}
/**
 * Creates a class whose getters return the facts of one table. CEL reads class instances directly; it would copy a
 * plain object into a Map at each evaluation.
 */
function viewClass(prefix, table) {
    class FactView {
        facts;
        bounds;
        constructor(facts, bounds) {
            this.facts = facts;
            this.bounds = bounds;
        }
    }
    for (const [name, entry] of Object.entries(table)) {
        const fact = `${prefix}.${name}`;
        Object.defineProperty(FactView.prototype, name, {
            get() {
                // Without a caller or file, every field is missing, so that `has()` returns false.
                if (this.facts === undefined)
                    return undefined;
                const raw = this.facts[name];
                if (raw === undefined && entry.configured)
                    return undefined;
                const value = readFact(fact, entry, raw, this.bounds);
                if (prefix === 'caller' && isAmbiguous(name, value, this.bounds))
                    throw undecided(`\`${fact}\` is only partly known`);
                return value;
            },
        });
    }
    return FactView;
}
const TargetView = viewClass('operation.target', model/* TARGET_FIELDS */.G_);
const OperationView = viewClass('operation', model/* OPERATION_FACTS */.Yo);
const StatementView = viewClass('statement', model/* STATEMENT_FACTS */.qz);
const CallerView = viewClass('caller', model/* CALLER_FACTS */.al);
const FileView = viewClass('file', model/* FILE_FACTS */.xR);
const NO_PATTERNS = [];
/** The variables of a condition. Built once per operation; each view is created when it is first read. */
class RuleFacts {
    known;
    bounds;
    #operation;
    #statement;
    #caller;
    #file;
    constructor(known) {
        this.known = known;
        this.bounds = { items: 0, names: NO_NAMES, patterns: known.callerPatterns ?? NO_PATTERNS };
    }
    get operation() {
        this.#operation ??= new OperationView(this.known.operation, this.bounds);
        return this.#operation;
    }
    get statement() {
        this.#statement ??= new StatementView(this.known.statement, this.bounds);
        return this.#statement;
    }
    get caller() {
        this.#caller ??= new CallerView(this.known.caller, this.bounds);
        return this.#caller;
    }
    get file() {
        this.#file ??= new FileView(this.known.file, this.bounds);
        return this.#file;
    }
}

;// CONCATENATED MODULE: ./build/esm/rules/cel/format.js
/**
 * Formats a condition tree as text that parses back to the same tree, independent of the white space, comments and
 * redundant parentheses in the source. Throws for nodes that conditions cannot contain. (The library's serialiser drops
 * parentheses that matter, as in `a - (b - c)`, and the source range of a node may not include its own parentheses.)
 */
function formatCel(node) {
    switch (node.op) {
        case 'value':
            return formatValue(node.args);
        case 'id':
            return node.args;
        case '.':
            return `${operand(node.args[0])}.${node.args[1]}`;
        case '[]':
            return `${operand(node.args[0])}[${formatCel(node.args[1])}]`;
        case 'call':
            return `${node.args[0]}(${node.args[1].map(formatCel).join(', ')})`;
        case 'rcall':
            return `${operand(node.args[1])}.${node.args[0]}(${node.args[2].map(formatCel).join(', ')})`;
        case 'list':
            return `[${node.args.map(formatCel).join(', ')}]`;
        case 'map':
            return `{${node.args.map(([key, value]) => `${formatCel(key)}: ${formatCel(value)}`).join(', ')}}`;
        case '!_':
            return `!${operand(node.args)}`;
        case '-_':
            return `-${operand(node.args)}`;
        case '?:': {
            const [test, yes, no] = node.args;
            return `${operand(test)} ? ${operand(yes)} : ${operand(no)}`;
        }
        case '.?':
        case '[?]':
            throw new Error('a condition cannot contain optional values');
        default:
            return `${operand(node.args[0])} ${node.op} ${operand(node.args[1])}`;
    }
}
const BARE = new Set(['value', 'id', '.', '[]', 'call', 'rcall', 'list', 'map']);
function operand(node) {
    return BARE.has(node.op) ? formatCel(node) : `(${formatCel(node)})`;
}
function formatValue(value) {
    if (typeof value === 'string')
        return quoteCel(value);
    if (typeof value === 'bigint' || typeof value === 'boolean' || value === null)
        return String(value);
    if (typeof value === 'number')
        return Number.isInteger(value) ? value.toFixed(1) : String(value);
    throw new Error('a condition cannot contain a constant of this type');
}
/** Quotes a text as a CEL string literal. Characters that are not plainly visible become escapes. */
function quoteCel(text) {
    let quoted = '';
    for (const character of text) {
        const code = character.codePointAt(0) ?? 0;
        if (character === '"' || character === '\\')
            quoted += `\\${character}`;
        else if (character === ' ' || /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character))
            quoted += character;
        else if (code <= 0xffff)
            quoted += `\\u${code.toString(16).padStart(4, '0')}`;
        else
            quoted += `\\U${code.toString(16).padStart(8, '0')}`;
    }
    return `"${quoted}"`;
}

;// CONCATENATED MODULE: ./build/esm/rules/cel/normalize.js
const TOKEN = /\/\/[^\n]*|[rRbB]?(?:"""(?:[^\\]|\\[\s\S])*?"""|'''(?:[^\\]|\\[\s\S])*?'''|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|[A-Za-z0-9_.]+|\s+|[\s\S]/g;
/**
 * Normalizes white space and comments in a condition, without loading the expression language.
 * Equal results mean equal conditions; equivalent conditions can still have different results.
 */
function normalizeCondition(text) {
    const tokens = (text.match(TOKEN) ?? []).filter((token) => !/^(?:\s|\/\/)/.test(token));
    return tokens.join(' ');
}

;// CONCATENATED MODULE: ./build/esm/rules/conditions/formula.js


const ALWAYS = { op: 'all', parts: [] };
const NEVER = { op: 'some', parts: [] };
function factPath(text) {
    const [table, fact, field] = text.split('.');
    if (table === 'caller' && model/* CALLER_PATTERNS */.KG.includes(fact))
        return callerPath(text, fact);
    return {
        text,
        valueIn(facts) {
            const value = facts[table]?.[fact];
            return field === undefined ? value : value?.[field];
        },
    };
}
/** A name of which only a pattern is known. No text equals it. */
class NamePattern {
    pattern;
    constructor(pattern) {
        this.pattern = pattern;
    }
}
const MAX_PATTERNS = 10_000;
const namePatterns = new Map();
/** Returns the same object for the same pattern, unless the cache was cleared. */
function namePattern(pattern) {
    let known = namePatterns.get(pattern);
    if (!known) {
        known = new NamePattern(pattern);
        if (namePatterns.size >= MAX_PATTERNS)
            namePatterns.clear();
        namePatterns.set(pattern, known);
    }
    return known;
}
/** A caller fact that may be only partly known. Partly known tags count as not known at all. */
function callerPath(text, fact) {
    return {
        text,
        valueIn({ caller, callerPatterns }) {
            const value = caller?.[fact];
            if (!callerPatterns?.includes(fact))
                return value;
            return typeof value === 'string' ? namePattern(value) : undefined;
        },
    };
}
/** All atoms of a formula, each as often as it occurs. */
function* atomsOf(formula) {
    switch (formula.op) {
        case 'atom':
            yield formula.atom;
            return;
        case 'not':
            yield* atomsOf(formula.part);
            return;
        case 'choice':
            yield* atomsOf(formula.test);
            yield* atomsOf(formula.yes);
            yield* atomsOf(formula.no);
            return;
        default:
            for (const part of formula.parts)
                yield* atomsOf(part);
    }
}
/** Evaluates a formula with these answers for its atoms; undefined means undecided. */
function evaluate(formula, answer) {
    switch (formula.op) {
        case 'atom':
            return answer(formula.atom);
        case 'not': {
            const value = evaluate(formula.part, answer);
            return value === undefined ? undefined : !value;
        }
        case 'choice': {
            const value = evaluate(formula.test, answer);
            return value === undefined ? undefined : evaluate(value ? formula.yes : formula.no, answer);
        }
        default: {
            const settling = formula.op === 'some';
            let undecided = false;
            for (const part of formula.parts) {
                const value = evaluate(part, answer);
                if (value === settling)
                    return settling;
                if (value === undefined)
                    undecided = true;
            }
            return undecided ? undefined : !settling;
        }
    }
}
const FACTS_IN_TERM = /\b(?:operation|statement|file)\.(?:target\.)?[a-zA-Z]+/g;
/** Splits the condition of a built-in pack. */
function formulaOfTerm(term) {
    if (term.negates)
        return { op: 'not', part: formulaOfTerm(term.negates) };
    if (term.parts)
        return { op: term.shape === 'or' ? 'some' : 'all', parts: term.parts.map(formulaOfTerm) };
    const text = normalizeCondition(term.cel);
    // Quoted values in the text could look like facts.
    const reads = [...new Set(term.cel.replace(/"[^"]*"/g, '').match(FACTS_IN_TERM) ?? [])].map(factPath);
    const atom = {
        text,
        key: `pack ${text}`,
        // Evaluating a term is cheap even if a fact is not known, so there is nothing to gain from `needs`.
        needs: [],
        reads,
        comparison: undefined,
        size: 1,
        decide: ({ known }) => term.decide(known.operation, known.statement, known.file),
    };
    return { op: 'atom', atom };
}

;// CONCATENATED MODULE: ./build/esm/rules/conditions/truth-pairs.js

/** Default maximum number of worlds (combinations of answers) to evaluate. */
const MAX_WORLDS = 4096;
/**
 * Returns which pairs of answers two conditions can give for one operation when only some atoms are decided.
 * Shared atoms have the same answer in both: an undecided atom that occurs in both makes no difference between them,
 * and `limit > 9` is never true when `limit > 5` is false. Atoms about different facts count as independent, so the
 * result may contain impossible pairs but never misses a possible one.
 *
 * @param answer answer of an atom, undefined if it is undecided; called again for every world
 * @param maxWorlds with more worlds than this, the two conditions are treated as independent
 */
function truthPairs(first, second, answer, maxWorlds = MAX_WORLDS) {
    const firstValue = evaluate(first, answer);
    const secondValue = evaluate(second, answer);
    if (firstValue !== undefined && secondValue !== undefined)
        return pair(firstValue, secondValue);
    const variables = variablesOf([first, second], answer);
    const worlds = variables.reduce((count, { worlds }) => count * worlds.length, 1);
    if (worlds > maxWorlds)
        return independent(firstValue, secondValue);
    let found = 0;
    const assumed = new Map();
    const answerInWorld = (atom) => answer(atom) ?? assumed.get(atom.text);
    const assume = (index) => {
        const variable = variables[index];
        if (!variable) {
            found |= pair(evaluate(first, answerInWorld) === true, evaluate(second, answerInWorld) === true);
            return;
        }
        for (const world of variable.worlds) {
            variable.texts.forEach((text, i) => {
                assumed.set(text, world[i] === true);
            });
            assume(index + 1);
        }
    };
    assume(0);
    return found;
}
function pair(first, second) {
    return 1 << ((first ? 1 : 0) + (second ? 2 : 0));
}
function independent(first, second) {
    let found = 0;
    for (const a of first === undefined ? [false, true] : [first]) {
        for (const b of second === undefined ? [false, true] : [second])
            found |= pair(a, b);
    }
    return found;
}
function variablesOf(formulas, answer) {
    const byFact = new Map();
    const alone = new Set();
    for (const formula of formulas) {
        for (const atom of atomsOf(formula)) {
            if (answer(atom) !== undefined)
                continue;
            const { comparison } = atom;
            if (!comparison) {
                alone.add(atom.text);
                continue;
            }
            const together = byFact.get(comparison.fact) ?? new Map();
            byFact.set(comparison.fact, together.set(atom.text, atom));
        }
    }
    return [
        ...[...alone].map((text) => ({ texts: [text], worlds: [[false], [true]] })),
        ...[...byFact.values()].map((atoms) => combine([...atoms.values()])),
    ];
}
/** Atoms about one fact: one world for each distinguishable value of the fact. */
function combine(atoms) {
    const comparisons = atoms.flatMap(({ comparison }) => (comparison ? [comparison] : []));
    const worlds = new Map();
    for (const value of samples(comparisons.flatMap(({ constants }) => constants))) {
        const world = comparisons.map((comparison) => comparison.holds(value));
        worlds.set(world.join(), world);
    }
    return { texts: atoms.map(({ text }) => text), worlds: [...worlds.values()] };
}
function samples(constants) {
    const found = new Set();
    for (const constant of constants) {
        found.add(constant);
        if (typeof constant === 'number')
            found.add(constant - 1).add(constant + 1);
    }
    if (constants.some((constant) => typeof constant === 'string')) {
        let other = 'other';
        while (found.has(other))
            other += "'";
        found.add(other);
    }
    return found;
}

;// CONCATENATED MODULE: ./build/esm/rules/ruleset/types.js
/** The keys of a rule that decide its verdicts. */
const DECIDING_KEYS = ['operations', 'when', 'verdict'];

;// CONCATENATED MODULE: ./build/esm/rules/ruleset/applicability.js
/** Why a condition with these reads does not apply in this scope; undefined if it applies. */
function whyNotApplicable(reads, scope) {
    if (reads.caller === 'yes' && scope.caller === undefined)
        return 'needs `caller`, but no caller is given';
    if (reads.file === 'yes' && scope.file === undefined)
        return 'needs `file`, but there is no file';
    return undefined;
}
/** Reads both names unguarded: such a condition applies neither to traffic nor to a file without a caller. */
function readsBoth(reads) {
    return reads.caller === 'yes' && reads.file === 'yes';
}
/** What does not apply in this scope, with the reason. It is listed in reports, not counted as unknown. */
function rulesNotApplied(ruleset, scope) {
    const found = [];
    for (const rule of ruleset.rules) {
        const reason = rule.condition && whyNotApplicable(rule.condition.reads, scope);
        if (rule.verdict !== 'off' && reason !== undefined)
            found.push({ rule: rule.id, reason });
    }
    for (const exception of ruleset.exceptions) {
        const name = whyNotApplicable(exception.condition.reads, scope) && missingName(exception.condition.reads, scope);
        if (name === undefined)
            continue;
        const reason = `needs ${name} (the rule itself still applies)`;
        found.push({ rule: exception.rule, reason, exception: true });
    }
    return found;
}
function missingName(reads, { caller }) {
    return reads.caller === 'yes' && caller === undefined
        ? '`caller`, and none is configured'
        : '`file`, and there is no file';
}

;// CONCATENATED MODULE: ./build/esm/rules/ruleset/message.js

const PLACEHOLDER = /\{((?:operation|statement|caller|file)\b[^{}]*)\}/g;
const MAX_MESSAGE = 500;
const MAX_ITEMS = 20;
const NOT_KNOWN = '?';
function knownFacts() {
    const facts = Object.entries(model/* FACT_TABLES */.vp).flatMap(([table, entries]) => Object.keys(entries).map((f) => `${table}.${f}`));
    return [...facts, ...Object.keys(model/* TARGET_FIELDS */.G_).map((field) => `operation.target.${field}`)];
}
/** Describes an unknown placeholder in a message; undefined if all are known. */
function messageProblem(text) {
    for (const [, path] of text.matchAll(PLACEHOLDER)) {
        if (path === undefined || isFact(path))
            continue;
        return `there is no fact \`${path}\` to print${(0,model/* suggestion */.h)(path, knownFacts())}; docs/facts.md of Querygate lists them`;
    }
    return undefined;
}
function isFact(path) {
    const [table, fact, field, ...rest] = path.split('.');
    if (!table || !fact || rest.length > 0 || !Object.hasOwn(model/* FACT_TABLES */.vp, table))
        return false;
    const entries = model/* FACT_TABLES */.vp[table];
    if (!Object.hasOwn(entries, fact))
        return false;
    if (field === undefined)
        return true;
    return entries[fact]?.type === 'target' && Object.hasOwn(model/* TARGET_FIELDS */.G_, field);
}
/** Fills in the facts, `?` for those not known. Returns one line, at most 500 characters, no control characters. */
function fillMessage(template, facts) {
    const filled = template.text.replace(PLACEHOLDER, (_, fact) => printFact(fact, facts));
    return toLine(filled, MAX_MESSAGE);
}
function printFact(path, facts) {
    const [table, fact, field] = path.split('.');
    const entries = facts[table];
    const value = fact === undefined ? undefined : entries?.[fact];
    if (value === undefined)
        return NOT_KNOWN;
    if (table === 'operation' && fact === 'target')
        return printTarget(value, field);
    if (Array.isArray(value))
        return printList(value);
    if (typeof value === 'object' && value !== null)
        return printTags(value);
    return value === '' ? NOT_KNOWN : String(value);
}
function printList(list) {
    if (list.length === 0)
        return NOT_KNOWN;
    return list.slice(0, MAX_ITEMS).join(', ') + (list.length > MAX_ITEMS ? ', …' : '');
}
function printTarget(target, field) {
    if (field === 'name' || field === 'schema')
        return target[field] || NOT_KNOWN;
    if (field === 'quoted')
        return String(target.quoted);
    return target.text || NOT_KNOWN;
}
function printTags(tags) {
    const parts = Object.entries(tags).map(([name, value]) => `${name}=${value}`);
    return parts.length > 0 ? parts.join(', ') : NOT_KNOWN;
}
// Control characters, and the separators that some programs treat as line ends.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must match control characters
const BREAKS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;
/** Returns one line without control characters, truncated with an ellipsis to `limit` UTF-16 code units. */
function toLine(text, limit) {
    // Truncate before replacing too: a fact may contain megabytes of text.
    const line = text
        .slice(0, limit * 2)
        .replace(BREAKS, ' ')
        .trim();
    if (line.length <= limit && text.length <= limit * 2)
        return line;
    const cut = line.slice(0, limit - 1);
    return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

;// CONCATENATED MODULE: ./build/esm/rules/judge/statement.js



/**
 * Evaluates every rule for every operation of a statement. Returns all hits, ordered by operation and then by rule.
 * A statement whose kinds no rule names only costs a look-up.
 */
function judgeStatement(ruleset, statement, context) {
    const hits = [];
    for (const operation of statement.operations) {
        const rules = ruleset.byKind.get(operation.kind);
        if (!rules)
            continue;
        const facts = new RuleFacts({
            operation,
            statement: statement.facts,
            caller: context.caller,
            callerPatterns: context.callerPatterns,
            file: context.file,
        });
        for (const rule of rules) {
            const hit = judgeOperation(ruleset, rule, facts, context);
            if (hit)
                hits.push(hit);
        }
    }
    return hits;
}
function judgeOperation(ruleset, rule, facts, context) {
    const { condition, verdict } = rule;
    // `byKind` contains no rules that are off, but the type does not express that.
    if (verdict === 'off')
        return undefined;
    if (condition && whyNotApplicable(condition.reads, context) !== undefined)
        return undefined;
    const matches = condition ? condition.decide(facts) : true;
    if (matches === false)
        return undefined;
    let exemption;
    let undecided = matches === true ? undefined : matches;
    for (const exception of exceptionsInForce(ruleset, rule.id, context.today)) {
        if (whyNotApplicable(exception.condition.reads, context) !== undefined)
            continue;
        const exempt = exception.condition.decide(facts);
        if (exempt === true) {
            exemption = exception;
            // An exception that applies decides, even if another one is undecided.
            undecided = matches === true ? undefined : matches;
            break;
        }
        if (exempt !== false)
            undecided ??= { cause: `an exception to the rule: ${exempt.cause}` };
    }
    return {
        rule,
        operation: facts.known.operation,
        verdict: undecided ? 'unknown' : verdict,
        message: fillMessage(rule.message, facts.known),
        cause: undecided?.cause,
        exemption,
    };
}
/** Whether an exception or acknowledgement applies on a day. `YYYY-MM-DD` texts sort by date. */
function holdsOn(exception, today) {
    return today <= exception.until;
}
/** The exceptions to a rule that apply on a day, in order. */
function exceptionsInForce(ruleset, rule, today) {
    const exceptions = ruleset.exceptionsOf.get(rule);
    if (!exceptions)
        return NO_EXCEPTIONS;
    return exceptions.every((exception) => holdsOn(exception, today))
        ? exceptions
        : exceptions.filter((exception) => holdsOn(exception, today));
}
const NO_EXCEPTIONS = [];
/** Exceptions that no longer apply because their last day is past. Reports list them. */
function expiredExceptions(ruleset, today) {
    return ruleset.exceptions.filter((exception) => !holdsOn(exception, today));
}

;// CONCATENATED MODULE: ./build/esm/rules/judge/compare.js





/**
 * Compares two rulesets, rule by rule, on a day (`YYYY-MM-DD`, UTC). A rule that is `off` equals a missing one, and an
 * exception that has expired on both sides is ignored. Kinds, condition (except white space and comments), verdict and
 * exceptions are compared; messages, help texts, owners, `suppressible` and `final` are not.
 */
function compareRulesets(base, head, today) {
    const before = new Map(base.rules.map((rule) => [rule.id, rule]));
    const after = new Map(head.rules.map((rule) => [rule.id, rule]));
    const differences = [];
    const same = [];
    for (const id of new Set([...before.keys(), ...after.keys()])) {
        const old = before.get(id);
        const now = after.get(id);
        const oldInForce = inForce(base, old, today);
        const nowInForce = inForce(head, now, today);
        if (!oldInForce && !nowInForce)
            continue;
        const texts = differencesOf(old, now, oldInForce, nowInForce);
        if (texts.length === 0 && oldInForce) {
            same.push(oldInForce);
            continue;
        }
        differences.push({
            rule: id,
            change: old === undefined ? 'added' : now === undefined ? 'removed' : 'edited',
            differences: texts,
            effect: effectOf(oldInForce, nowInForce),
            place: now && placeOf(old, now, oldInForce, nowInForce),
            basePlace: old?.place,
            owner: (now ?? old)?.owner,
            base: oldInForce,
            head: nowInForce,
        });
    }
    return { equal: differences.length === 0, differences, same };
}
function inForce(ruleset, rule, today) {
    if (!rule || rule.verdict === 'off')
        return undefined;
    return { rule, exceptions: exceptionsInForce(ruleset, rule.id, today) };
}
function differencesOf(old, now, oldInForce, nowInForce) {
    if (!old)
        return [`new rule, verdict ${now?.verdict ?? ''}`, ...exceptionDifferences([], nowInForce?.exceptions ?? [])];
    if (!now)
        return [`rule removed, verdict was ${old.verdict}`];
    const texts = [];
    if (old.verdict !== now.verdict)
        texts.push(`verdict: ${old.verdict} -> ${now.verdict}`);
    // If the rule is off on one side, the verdict is the only difference that matters.
    if (!oldInForce || !nowInForce)
        return texts;
    if (!sameKinds(old.kinds, now.kinds)) {
        texts.push(`operations: ${old.operations.join(', ')} -> ${now.operations.join(', ')}`);
    }
    const [oldText, nowText] = [conditionText(old), conditionText(now)];
    if (oldText !== nowText) {
        texts.push(oldText === undefined ? 'condition added' : nowText === undefined ? 'condition removed' : 'condition');
    }
    return [...texts, ...exceptionDifferences(oldInForce.exceptions, nowInForce.exceptions)];
}
function conditionText(rule) {
    return rule.condition && normalizeCondition(rule.condition.text);
}
function sameKinds(a, b) {
    return a.size === b.size && [...a].every((kind) => b.has(kind));
}
function exceptionKey(exception) {
    return normalizeCondition(exception.condition.text);
}
/** The exceptions by condition; of several with the same condition, the one that applies longest. */
function byCondition(exceptions) {
    const longest = new Map();
    for (const exception of exceptions) {
        const key = exceptionKey(exception);
        const current = longest.get(key);
        if (!current || current.until < exception.until)
            longest.set(key, exception);
    }
    return longest;
}
function exceptionDifferences(old, now) {
    const texts = [];
    const [before, after] = [byCondition(old), byCondition(now)];
    for (const [key, { owner, until }] of after) {
        const earlier = before.get(key);
        if (!earlier)
            texts.push(`exception added (${owner}, until ${until})`);
        else if (earlier.until !== until) {
            const how = earlier.until < until ? 'extended' : 'shortened';
            texts.push(`exception ${how} (${owner}, until ${earlier.until} -> ${until})`);
        }
    }
    for (const [key, { owner, until }] of before) {
        if (!after.has(key))
            texts.push(`exception removed (${owner}, until ${until})`);
    }
    return texts;
}
/**
 * Returns the position of a difference in the head: the first key that differs; the rule itself if it is new or that
 * key is not written; if only exceptions differ, the first one that the base does not have.
 */
function placeOf(old, now, before, after) {
    if (!old)
        return now.place;
    const keys = keysThatDiffer(old, now);
    if (keys.length > 0)
        return keys.flatMap((key) => keyPlaceOf(key, old, now)).sort(inOrder)[0] ?? now.place;
    if (!before || !after)
        return now.place;
    const known = byCondition(before.exceptions);
    const added = after.exceptions.find((exception) => known.get(exceptionKey(exception))?.until !== exception.until);
    return added?.place ?? now.place;
}
function keysThatDiffer(old, now) {
    const differ = {
        operations: !sameKinds(old.kinds, now.kinds),
        when: conditionText(old) !== conditionText(now),
        verdict: old.verdict !== now.verdict,
    };
    return DECIDING_KEYS.filter((key) => differ[key]);
}
/** Skips a key in another file that only applies because an override was removed: it was not edited. */
function keyPlaceOf(key, old, now) {
    const place = now.keyPlaces[key];
    const known = [now.place.file, old.keyPlaces[key]?.file];
    return place && known.includes(place.file) ? [place] : [];
}
function inOrder(a, b) {
    if (a.file !== b.file)
        return a.file < b.file ? -1 : 1;
    return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}
const LEVELS = { off: 0, warn: 1, block: 2 };
/** The condition of the rule, without the cases that exceptions exempt. */
function formulaOfRule({ rule, exceptions }) {
    const exempt = exceptions.map(({ condition }) => ({ op: 'not', part: condition.formula() }));
    return { op: 'all', parts: [rule.condition?.formula() ?? ALWAYS, ...exempt] };
}
/** Maximum combinations of answers to compare; with more, the effect is `either`. Rule files are untrusted input. */
const compare_MAX_WORLDS = 256;
/** Derives from the texts alone whether the change can only make verdicts stricter, only looser, or either. */
function effectOf(base, head) {
    let stricter = false;
    let looser = false;
    const note = (before, after) => {
        if (after > before)
            stricter = true;
        if (after < before)
            looser = true;
    };
    const compared = new Set();
    for (const kind of new Set([...(base?.rule.kinds ?? []), ...(head?.rule.kinds ?? [])])) {
        const before = base?.rule.kinds.has(kind) ? base : undefined;
        const after = head?.rule.kinds.has(kind) ? head : undefined;
        const sides = `${before ? 'base' : ''} ${after ? 'head' : ''}`;
        if (compared.has(sides))
            continue;
        compared.add(sides);
        const pairs = truthPairs(before ? formulaOfRule(before) : NEVER, after ? formulaOfRule(after) : NEVER, () => undefined, compare_MAX_WORLDS);
        for (let bit = 0; bit < 4; bit++) {
            if ((pairs >> bit) & 1)
                note(bit & 1 ? levelOf(before) : 0, bit & 2 ? levelOf(after) : 0);
        }
        if (stricter && looser)
            return 'either';
    }
    const [before, after] = [byCondition(base?.exceptions ?? []), byCondition(head?.exceptions ?? [])];
    for (const [key, { until }] of after) {
        const earlier = before.get(key)?.until;
        if (earlier !== undefined && earlier < until)
            looser = true;
        if (earlier !== undefined && earlier > until)
            stricter = true;
    }
    return stricter === looser ? 'either' : stricter ? 'stricter' : 'looser';
}
function levelOf(side) {
    return side ? LEVELS[side.rule.verdict] : 0;
}

// EXTERNAL MODULE: ./build/esm/sql/index.js + 76 modules
var esm_sql = __webpack_require__(16093);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
;// CONCATENATED MODULE: ./build/esm/rules/ruleset/effective.js



/** Indexes and hashes the combined rules and exceptions of all sources. */
function effectiveRuleset(parts) {
    const byKind = new Map();
    for (const rule of parts.rules) {
        if (rule.verdict === 'off')
            continue;
        for (const kind of rule.kinds)
            append(byKind, kind, rule);
    }
    const exceptionsOf = new Map();
    for (const exception of parts.exceptions)
        append(exceptionsOf, exception.rule, exception);
    return { ...parts, byKind, exceptionsOf, hash: hashOf(parts.rules, parts.exceptions) };
}
/** A ruleset that allows everything. Used for a side of a simulation that has no rule file. */
function effective_emptyRuleset() {
    return effectiveRuleset({ rules: [], exceptions: [], acknowledgements: [], sources: [], commit: undefined });
}
function append(map, key, value) {
    const list = map.get(key);
    if (list)
        list.push(value);
    else
        map.set(key, [value]);
}
/**
 * Hashes everything that decides verdicts and exemptions, in a canonical order. Descriptive texts are left out, since
 * fixing a typo in `help` does not change what may run. So are acknowledgements, which do not affect verdicts.
 */
function hashOf(rules, exceptions) {
    const judged = rules
        .filter((rule) => rule.verdict !== 'off')
        .map((rule) => [
        rule.id,
        [...rule.kinds].sort(),
        rule.condition ? normalizeCondition(rule.condition.text) : '',
        rule.verdict,
        rule.suppressible,
        rule.finalIn !== undefined,
    ]);
    const exempt = exceptions.map((exception) => [
        exception.rule,
        normalizeCondition(exception.condition.text),
        exception.until,
        exception.reason,
        exception.owner,
    ]);
    const canonical = JSON.stringify({ facts: model/* FACTS_VERSION */.B5, rules: sorted(judged), exceptions: sorted(exempt) });
    return (0,external_node_crypto_.createHash)('sha256').update(canonical).digest('hex');
}
function sorted(entries) {
    const keyed = entries.map((entry) => ({ entry, key: JSON.stringify(entry) }));
    return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ entry }) => entry);
}

;// CONCATENATED MODULE: ./build/esm/rules/judge/examples.js





const EXAMPLE_PATH = 'example.sql';
// Examples ignore exceptions, so the date does not matter.
const ANY_DAY = '0000-01-01';
/**
 * Runs the examples of every rule that is not off. Each rule is tested alone, without other rules or exceptions.
 * An example that cannot be decided or read fails.
 */
async function testRuleset(ruleset, createReader) {
    const results = [];
    for (const rule of ruleset.rules) {
        if (rule.verdict === 'off')
            continue;
        for (const set of rule.examples)
            results.push(...(await runSet(rule, set, createReader)));
    }
    return results;
}
async function runSet(rule, set, createReader) {
    const dialect = set.dialect ?? 'postgresql';
    const reader = await createReader(dialect);
    const version = set['server-version'];
    const how = { serverVersion: version === undefined ? undefined : (0,model/* parseServerVersion */.xA)(String(version)) };
    const singleRule = effectiveRuleset({
        rules: [rule],
        exceptions: [],
        acknowledgements: [],
        sources: [],
        commit: undefined,
    });
    const run = (wanted, sql) => {
        const path = set.path ?? EXAMPLE_PATH;
        const context = set.base === undefined ? undefined : (0,esm_sql/* contextOfBase */.a)(sql, path, dialect, set.base);
        const problem = problemOf(singleRule, rule, wanted, reader.read(sql, { path, context, run: how }), set);
        return { rule, wanted, dialect, sql, passed: problem === '', problem };
    };
    return [...(set.block ?? []).map((sql) => run('block', sql)), ...(set.pass ?? []).map((sql) => run('pass', sql))];
}
function problemOf(ruleset, rule, wanted, script, set) {
    const unreadable = script.unreadable[0] ?? script.statements.flatMap((statement) => statement.unreadable)[0];
    if (unreadable)
        return `the example could not be read: ${unreadable.reason}`;
    if (script.statements.length === 0)
        return 'the example contains no statement';
    const caller = callerOf(set);
    const fileOf = (section) => ({ path: set.path ?? EXAMPLE_PATH, section });
    const why = rule.condition && whyNotApplicable(rule.condition.reads, { file: fileOf(''), caller });
    if (why !== undefined)
        return `the rule ${why}; give the examples a \`caller\``;
    const hits = script.statements.flatMap((statement) => judgeStatement(ruleset, statement, { file: fileOf(statement.section), caller, today: ANY_DAY }));
    const decided = hits.find((hit) => hit.verdict !== 'unknown');
    const undecided = hits.find((hit) => hit.verdict === 'unknown');
    if (wanted === 'block' && decided)
        return '';
    if (undecided)
        return `could not be decided: ${undecided.cause ?? 'cause unknown'}`;
    if (wanted === 'block')
        return `the rule does not match it${operationsOf(script)}`;
    return decided ? `the rule matches it: ${decided.message}` : '';
}
function operationsOf(script) {
    const kinds = new Set(script.statements.flatMap((statement) => statement.operations.map(({ kind }) => kind)));
    return kinds.size > 0 ? `; it was read as ${[...kinds].join(', ')}` : '';
}
function callerOf(set) {
    if (!set.caller)
        return undefined;
    const { user, role, application, database, tags } = set.caller;
    return { user, role, application, database, tags };
}

;// CONCATENATED MODULE: ./build/esm/rules/judge/fingerprint.js

/**
 * Stable identity of a finding: 64 hex digits and `/v1`. It is computed from the rule, the path, the shape of the
 * statement and the number (from 0) of the finding among those of the same rule and shape in the file, not the line.
 */
function fingerprint(of) {
    const identity = JSON.stringify([of.rule, of.path, of.shape, of.occurrence]);
    return `${(0,external_node_crypto_.createHash)('sha256').update(identity).digest('hex')}/v1`;
}
const MAX_SHAPE = 1000;
/**
 * Replaces a long shape by its SHA-256. Call it once per statement: a statement of megabytes can have thousands of
 * findings, each with a fingerprint.
 */
function compactShape(shape) {
    return shape.length <= MAX_SHAPE ? shape : (0,external_node_crypto_.createHash)('sha256').update(shape).digest('hex');
}
/** Counts the findings of one file, so that equal ones get different numbers. */
class Occurrences {
    #seen = new Map();
    /** 0 for the first finding of this rule and shape, 1 for the next, and so on. */
    next(rule, shape) {
        const shapes = this.#seen.get(rule) ?? new Map();
        this.#seen.set(rule, shapes);
        const count = shapes.get(shape) ?? 0;
        shapes.set(shape, count + 1);
        return count;
    }
}

;// CONCATENATED MODULE: ./build/esm/rules/judge/directive.js

const MAX_REASON = 500;
/** Longer lines are not parsed, so that a pull request cannot make parsing slow. */
const MAX_LINE = 2000;
const FORM = 'write `querygate:allow <rule>[, <rule>] [until YYYY-MM-DD]: <reason>`';
const START = /^[\s*]*querygate\s*:\s*/i;
const ALLOW = /^[\s*]*querygate:allow(?:\s+|$)/;
/** Returns the directives of a comment: one for each line that starts with `querygate:`. */
function directivesOf(comment) {
    // Most comments contain no directive; do not split megabytes of text.
    if (!/querygate/i.test(comment.text))
        return [];
    const span = { start: comment.start, end: comment.end };
    return comment.text
        .split(/\r\n|[\n\r]/)
        .filter((line) => START.test(line))
        .map((line) => parseLine(line, span));
}
function parseLine(line, span) {
    if (line.length > MAX_LINE)
        return malformed(span, `the suppression comment is longer than ${MAX_LINE} characters; ${FORM}`);
    if (!ALLOW.test(line)) {
        const word = line.replace(START, '').split(/[\s:]/, 1)[0] ?? '';
        return malformed(span, `unknown suppression comment \`querygate:${toLine(word, 40)}\`; ${FORM}`);
    }
    const rest = line.replace(ALLOW, '');
    const colon = rest.indexOf(':');
    const head = (colon === -1 ? rest : rest.slice(0, colon)).trim();
    const [names = '', ...after] = head.split(/\s+until(?:\s+|$)/i);
    const rules = names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '');
    const until = after.length === 0 ? undefined : after.join(' until ').trim();
    const reason = colon === -1 ? '' : toLine(rest.slice(colon + 1), MAX_REASON);
    const problem = directive_problemOf(rules, until, reason);
    return { span, rules, reason, until: problem === undefined ? until : undefined, problem };
}
function directive_problemOf(rules, until, reason) {
    if (rules.length === 0)
        return `the suppression comment names no rule; ${FORM}`;
    const wrong = rules.find((rule) => !/^[a-z][a-z0-9-]*$/.test(rule));
    if (wrong !== undefined)
        return `\`${toLine(wrong, 80)}\` is not a rule id; ${FORM}`;
    if (until !== undefined && !isDay(until))
        return `\`${toLine(until, 40)}\` is not a valid date; write it as \`YYYY-MM-DD\``;
    // Invisible characters are not a reason.
    if (!/[\p{L}\p{N}]/u.test(reason))
        return `the suppression comment gives no reason; ${FORM}`;
    return undefined;
}
function malformed(span, problem) {
    return { span, rules: [], reason: '', until: undefined, problem };
}
/** Whether a text is a valid date, `YYYY-MM-DD`. */
function isDay(text) {
    const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
    if (!parts)
        return false;
    const [year, month, day] = parts.slice(1).map(Number);
    if (month < 1 || month > 12 || day < 1)
        return false;
    const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
    const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
    return day <= days;
}

;// CONCATENATED MODULE: ./build/esm/rules/judge/suppressions.js


/** Finding the nearest rule id is slow, and a hostile file may contain thousands of wrong ids. */
const MAX_HINTS = 20;
/**
 * Applies the directives of a file to the hits of its statements.
 *
 * `hits[i]` are the hits of `script.statements[i]`, as returned by judgeStatement. A directive exempts only hits of its
 * own statement, of rules that it names and that are suppressible, unless an exception already exempts them.
 * SQL that could not be read produces no hit, so a directive cannot hide it.
 */
function applySuppressions(ruleset, script, hits, settings) {
    const suppressions = [];
    const problems = [];
    const held = new Map();
    const rules = new Map(ruleset.rules.map((rule) => [rule.id, rule]));
    const apply = (directive, shape, remaining) => {
        const problem = directive.problem ?? unknownRule(directive);
        if (problem !== undefined) {
            problems.push({ span: directive.span, message: problem });
            return;
        }
        const byState = new Map();
        for (const id of new Set(directive.rules)) {
            const matching = remaining.get(id) ?? [];
            const state = stateOf(id, directive, matching.length);
            const group = byState.get(state) ?? { rules: [], hits: [] };
            group.rules.push(id);
            if (state === 'used') {
                group.hits = group.hits.concat(matching);
                remaining.delete(id);
            }
            byState.set(state, group);
        }
        for (const [state, group] of byState) {
            const { span, reason, until } = directive;
            const suppression = { span, rules: group.rules, reason, until, state, holds: group.hits.length, shape };
            suppressions.push(suppression);
            for (const hit of group.hits)
                held.set(hit, suppression);
        }
    };
    const stateOf = (id, directive, matching) => {
        if (!settings.allowed || rules.get(id)?.suppressible === false || isRefused(id, directive))
            return 'refused';
        if (directive.until !== undefined && settings.today > directive.until)
            return 'expired';
        return matching > 0 ? 'used' : 'unused';
    };
    const refused = new Set((settings.refused ?? []).flatMap((each) => each.rules.map((id) => refusalKey(id, each))));
    const isRefused = (id, directive) => refused.size > 0 && refused.has(refusalKey(id, directive));
    const unknownRule = (directive) => {
        if (directive.rules.includes('unreadable')) {
            return 'SQL that could not be read cannot be allowed; rewrite it, or remove it from the file';
        }
        const unknown = directive.rules.find((id) => !rules.has(id) && !settings.otherRules?.has(id));
        if (unknown === undefined)
            return undefined;
        const hint = problems.length < MAX_HINTS ? (0,model/* suggestion */.h)(unknown, rules.keys()) : '';
        return `there is no rule \`${unknown.slice(0, 80)}\`${hint}; use the rule id of the finding`;
    };
    script.statements.forEach((statement, i) => {
        if (statement.comments.length === 0)
            return;
        const remaining = byRule((hits[i] ?? []).filter((hit) => !hit.exemption));
        for (const comment of statement.comments) {
            for (const directive of directivesOf(comment))
                apply(directive, statement.shape, remaining);
        }
    });
    for (const comment of script.looseComments) {
        for (const directive of directivesOf(comment))
            apply(directive, undefined, new Map());
    }
    return { suppressions, problems, held };
}
function refusalKey(rule, { span, until, reason }) {
    return JSON.stringify([span.start, rule, until ?? '', reason]);
}
function byRule(hits) {
    const groups = new Map();
    for (const hit of hits) {
        const group = groups.get(hit.rule.id);
        if (group)
            group.push(hit);
        else
            groups.set(hit.rule.id, [hit]);
    }
    return groups;
}
/**
 * Returns the directives that the change adds or widens: those in the head that the base version of the file does not
 * have. Two directives are the same if rules, reason, last day and statement shape are equal and the one in the head
 * exempts no more findings. If the head repeats one more often, only the additional ones count as added. Both sides
 * must be judged under the same rules.
 */
function addedSuppressions(head, base) {
    // By key: how many directives of the base exempt how many findings.
    const unmatched = new Map();
    for (const suppression of base) {
        for (const key of keysOf(suppression)) {
            const counts = unmatched.get(key) ?? new Map();
            counts.set(suppression.holds, (counts.get(suppression.holds) ?? 0) + 1);
            unmatched.set(key, counts);
        }
    }
    const added = new Set();
    for (const suppression of head) {
        for (const key of keysOf(suppression)) {
            const counts = unmatched.get(key) ?? new Map();
            const same = [...counts].find(([holds, count]) => count > 0 && holds >= suppression.holds);
            if (same)
                counts.set(same[0], same[1] - 1);
            else
                added.add(suppression);
        }
    }
    return added;
}
/** Returns one key per rule, since the grouping of rules by state may differ between the sides. */
function keysOf(suppression) {
    const { reason, until, shape } = suppression;
    return suppression.rules.map((rule) => JSON.stringify([rule, reason, until ?? '', shape ?? '']));
}

;// CONCATENATED MODULE: ./build/esm/rules/cel/problem.js
/** A mistake in a condition. `offset` counts UTF-16 code units from the start of its text. */
class ConditionProblem extends Error {
    name = 'ConditionProblem';
    offset;
    constructor(message, offset) {
        super(message);
        this.offset = offset;
    }
}

;// CONCATENATED MODULE: ./build/esm/rules/cel/cost.js


/** Maximum number of nodes that one evaluation may visit; takes a few milliseconds. */
const MAX_COST = 200_000;
/** Cost of a regular expression, relative to 1 for a comparison. */
const PATTERN_COST = 50;
/** Maximum number of items of a list fact. The second applies to conditions that nest loops over lists. */
const LIST_CAPS = [1000, 100];
/**
 * Bounds the cost of an evaluation, so that no SQL can make it slow.
 * Throws ConditionProblem if the condition is too expensive even for short lists.
 */
function boundsOf(node) {
    for (const items of LIST_CAPS) {
        const { cost } = estimate(node, items, new Map());
        if (cost <= MAX_COST)
            return { items, cost };
    }
    throw new ConditionProblem('the condition takes too long over long lists; make it simpler', node.start);
}
function estimate(node, cap, variables) {
    const macro = listMacro(node);
    if (macro) {
        const list = estimate(macro.receiver, cap, variables);
        const name = macro.variable.op === 'id' ? macro.variable.args : '';
        const inner = new Map(variables).set(name, list.size);
        let each = 1;
        for (const body of macro.bodies)
            each += estimate(body, cap, inner).cost;
        return { cost: 1 + list.cost + list.size * each, size: list.size };
    }
    const parts = children(node).map((child) => estimate(child, cap, variables));
    const cost = parts.reduce((sum, part) => sum + part.cost, 1);
    const largest = parts.reduce((max, part) => Math.max(max, part.size), 0);
    switch (node.op) {
        case 'id':
            return { cost, size: isList(node) ? (variables.get(node.args) ?? cap) : 0 };
        case '.':
        case '[]':
            return { cost, size: isList(node) ? Math.max(cap, largest) : 0 };
        case 'list':
            return { cost, size: parts.reduce((sum, part) => sum + Math.max(1, part.size), 0) };
        case '+':
            return { cost: cost + largest, size: parts.reduce((sum, part) => sum + part.size, 0) };
        case 'in':
        case '==':
        case '!=':
            // Native code searches the list, about ten times as fast as visiting nodes.
            return { cost: cost + largest / 10, size: 0 };
        case 'rcall':
            return { cost: node.args[0].startsWith('matches') ? cost + PATTERN_COST : cost, size: 0 };
        default:
            return { cost, size: largest };
    }
}
/** Reads the result that the type checker stores on the node; its typings do not declare it. */
function isList(node) {
    const { checkedType } = node;
    return checkedType === undefined || checkedType.kind === 'list' || checkedType.kind === 'dyn';
}

;// CONCATENATED MODULE: ./build/esm/rules/cel/hints.js


/** Signs and words of other languages, in conditions without their string literals. */
const FOREIGN = [
    { sign: /[“”‘’]/, advice: 'write straight quotes (`"`)' },
    { sign: /!==/, advice: 'write `!=` instead of `!==`' },
    { sign: /===/, advice: 'write `==` instead of `===`' },
    { sign: /<>/, advice: 'write `!=` instead of `<>`' },
    { sign: /[=!]?~/, advice: 'write `.matches("…")` instead of `~`' },
    { sign: /(?<![=!<>])=(?!=)/, advice: 'write `==` to compare' },
    { sign: /(?<!&)&(?!&)/, advice: 'write `&&` instead of `&`' },
    { sign: /(?<!\|)\|(?!\|)/, advice: 'write `||` instead of `|`' },
    { sign: /\bnot\s+in\b/i, advice: 'write `!(a in b)` instead of `a not in b`' },
    { sign: /(?<!\.)\b(?:IN|In)\b/, advice: 'write `in` in lower case, with a list in brackets: `in ["a", "b"]`' },
    { sign: /(?<!\.)\band\b/i, advice: 'write `&&` instead of `and`' },
    { sign: /(?<!\.)\bor\b/i, advice: 'write `||` instead of `or`' },
    { sign: /(?<!\.)\bnot\b/i, advice: 'write `!` instead of `not`' },
    { sign: /(?<!\.)\bis\b/i, advice: 'write `==` instead of `is`; facts are never null: a missing text is `""`' },
    { sign: /(?<!\.)\b(?:like|ilike|glob)\b/i, advice: 'write `.startsWith("…")` or `.matches("…")` instead of `like`' },
    { sign: /(?<!\.)\bmatches\b/, advice: 'write `a.matches("…")` instead of `a matches "…"`' },
    { sign: /(?<!\.)\b(?:contains|startsWith|endsWith)\b/, advice: 'call it on a value: `a.contains("…")`' },
    { sign: /\bin\s*\(/, advice: 'write a list in brackets: `in ["a", "b"]`' },
    { sign: /(?<!\.)\bif\b/, advice: 'write `&&`, or `test ? a : b`' },
    { sign: /;/, advice: 'write one expression, joined with `&&` or `||`' },
];
/** The mistake in a condition that cannot be parsed, if it is a sign or word of another language. */
function foreignSign(text) {
    const bare = withoutStrings(text);
    for (const { sign, advice } of FOREIGN) {
        const found = sign.exec(bare);
        if (found)
            return new ConditionProblem(`invalid condition: ${advice}`, found.index);
    }
    return undefined;
}
/** The text with the content of its string literals replaced by spaces. */
function withoutStrings(text) {
    return text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, (literal) => ' '.repeat(literal.length));
}
/** Advice for a type error. `part` is the part of the condition that the message is about. */
const TYPE_ERRORS = [
    [
        /'list(?:<.*?>)?\.(?:contains|startsWith|endsWith|matches)\w*\(/,
        (part) => {
            const [, list, item] = /^([\w.]+)\.\w+\(([^()]*)\)$/.exec(part) ?? [];
            return list === undefined || item === undefined
                ? 'a list is searched with `in`: `"x" in list`'
                : `a list is searched with \`in\`: write \`${item} in ${list}\``;
        },
    ],
    [/\bin Target\b/, () => 'compare a field: `operation.target.name == "x"`'],
    [/Target\.\w+\(|\bTarget (?:==|!=|in)|(?:==|!=) Target\b/, (part) => namedField(part, 'operation.target', 'name')],
    [/\bCaller\b/, (part) => namedField(part, 'caller', 'user')],
    [/\bFile\b/, (part) => namedField(part, 'file', 'path')],
    [/list<string> in list/, () => 'write `list.exists(x, x in ["a", "b"])`'],
    [/list<string> (?:==|!=) string|string (?:==|!=) list<string>/, () => 'a list is searched with `in`: `"x" in list`'],
    [/bool (?:==|!=) string|string (?:==|!=) bool/, () => 'write `true` or `false` without quotes'],
    [/int \S+ string/, () => 'write the number without quotes'],
    [/string \S+ int/, () => 'write the text in quotes'],
    [/null/, () => 'facts are never null: a missing text is `""`, a missing number `0`'],
    [/: !string/, () => 'a text is not true or false; compare it, as in `operation.filter == "none"`'],
    [/: !int|: !list/, () => 'compare it, as in `size(operation.columns) == 0`'],
    [/string in string/, () => 'write `a.contains(b)` for texts, or a list in brackets: `in ["a"]`'],
    [/requires bool operands/, () => 'repeat the comparison on both sides: `a == "x" || a == "y"`'],
    [/list index must be int/i, () => 'write `size(list)` for the number of items'],
    [/\.exists\(|\.all\(/, () => 'name a variable: `list.exists(x, x == "a")`'],
];
function namedField(part, object, field) {
    const text = part.replaceAll(new RegExp(`\\b${object.replace('.', '\\.')}(?![\\w.])`, 'g'), `${object}.${field}`);
    const corrected = object === 'operation.target' ? part.replace(/operation\.target(?=\.\w+\()/, 'operation.target.name') : text;
    const best = text === part ? corrected : text;
    return best === part || best.length > 120 ? `compare a field, such as \`${object}.${field}\`` : `write \`${best}\``;
}
/** Advice for a type error in a part of a condition; undefined if there is none. */
function typeAdvice(message, part) {
    return TYPE_ERRORS.find(([pattern]) => pattern.test(message))?.[1](part);
}
/** Names of values that other languages write without quotes. */
const LITERALS = { True: 'true', TRUE: 'true', False: 'false', FALSE: 'false' };
const TEXTS = new Set(['sql', 'query', 'text', 'body', 'source']);
const NULLS = new Set(['nil', 'None', 'NULL', 'undefined']);
/** Describes a name that does not exist. */
function unknownName(name) {
    const problem = `unknown name \`${name}\``;
    const literal = Object.hasOwn(LITERALS, name) ? LITERALS[name] : undefined;
    if (literal !== undefined)
        return `${problem}; write \`${literal}\``;
    if (NULLS.has(name))
        return `${problem}; facts are never null: a missing text is \`""\``;
    if (TEXTS.has(name))
        return `${problem}; conditions see facts, never the text of the SQL`;
    const owner = ownerOf(name);
    if (owner !== undefined)
        return `${problem}; write \`${owner}.${name}\``;
    if ((0,model/* isOperationKind */.yG)(name) || KNOWN_WORDS.has(name))
        return `${problem}; write it in quotes: \`"${name}"\``;
    const names = Object.keys(model/* FACT_TABLES */.vp);
    return `${problem}${(0,model/* suggestion */.h)(name, names)}; a condition can use ${names.join(', ')}; a text needs quotes`;
}
const KNOWN_WORDS = new Set(['none', 'always_true', 'conditional', 'up', 'down', 'public', 'all']);
/** The variable with a fact of this name. */
function ownerOf(name) {
    return Object.entries(model/* FACT_TABLES */.vp).find(([, table]) => Object.hasOwn(table, name))?.[0];
}
/** Describes a fact that does not exist. `object` is what the condition reads it from. */
function unknownFact(name, object) {
    const problem = `there is no fact \`${name}\` here`;
    if (TEXTS.has(name))
        return `${problem}; conditions see facts, never the text of the SQL`;
    const own = object === 'operation.target'
        ? Object.keys(model/* TARGET_FIELDS */.G_)
        : Object.hasOwn(model/* FACT_TABLES */.vp, object)
            ? Object.keys(model/* FACT_TABLES */.vp[object])
            : undefined;
    const owner = ownerOf(name);
    if (own && owner !== undefined)
        return `${problem}; write \`${owner}.${name}\``;
    const all = [...Object.values(model/* FACT_TABLES */.vp).flatMap((table) => Object.keys(table)), ...Object.keys(model/* TARGET_FIELDS */.G_)];
    return `${problem}${(0,model/* suggestion */.h)(name, own ?? all) || (0,model/* suggestion */.h)(name, all)}; docs/facts.md of Querygate lists them`;
}

;// CONCATENATED MODULE: ./build/esm/rules/cel/patterns.js


const MAX_PATTERN = 300;
/** Maximum number of instructions of a compiled pattern; ordinary ones have tens. */
const MAX_PROGRAM = 3000;
/** Replaces the name `matches` in the parsed tree, since CEL's own function uses JavaScript's backtracking engine. */
const LINEAR_MATCHES = 'matchesInLinearTime';
/**
 * Compiles the patterns of all `matches` calls and renames the calls, in place.
 * Patterns must be literals, so that invalid or expensive ones are found at load and SQL cannot build one.
 */
function usePatterns(node, engine, patterns) {
    if (node.op === 'rcall' && node.args[0] === 'matches') {
        const [, , args] = node.args;
        const pattern = args[0];
        if (args.length !== 1 || pattern === undefined || pattern.op !== 'value' || typeof pattern.args !== 'string') {
            throw new ConditionProblem('the pattern of `matches` must be one string literal', pattern?.start ?? node.start);
        }
        if (!patterns.has(pattern.args))
            patterns.set(pattern.args, compile(pattern.args, pattern.start, engine));
        node.args[0] = LINEAR_MATCHES;
    }
    for (const child of children(node))
        usePatterns(child, engine, patterns);
}
function compile(pattern, offset, engine) {
    if (!engine)
        throw new Error('the pattern engine is not loaded');
    if (pattern.length > MAX_PATTERN) {
        throw new ConditionProblem(`a pattern may have at most ${MAX_PATTERN} characters; this one has ${pattern.length}`, offset);
    }
    let compiled;
    try {
        compiled = engine.compile(pattern);
    }
    catch (error) {
        const why = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : String(error);
        throw new ConditionProblem(`invalid pattern (RE2 syntax): ${why}`, offset);
    }
    if (compiled.programSize() > MAX_PROGRAM) {
        throw new ConditionProblem('the pattern is too large; use smaller repetition counts', offset);
    }
    return compiled;
}

;// CONCATENATED MODULE: ./build/esm/rules/cel/reads.js

const READS_NOTHING = { caller: 'no', file: 'no' };
/** Of a condition that only asks whether there is a file. */
const READS_WHETHER_FILE = { caller: 'no', file: 'guarded' };
const reads_NAMES = (/* unused pure expression or super */ null && (['caller', 'file']));
/** Finds out which of `caller` and `file` a condition reads. This decides where its rule applies. */
function readsOf(root) {
    const found = { caller: 'no', file: 'no' };
    visit(root, new Set());
    return found;
    function visit(node, guards) {
        const tested = testedName(node);
        if (tested !== undefined) {
            note(tested, true);
            return;
        }
        switch (node.op) {
            case 'id':
                note(node.args, guards.has(node.args));
                return;
            case '&&':
                visit(node.args[0], guards);
                visit(node.args[1], union(guards, provenBy(node.args[0], true)));
                return;
            case '||':
                visit(node.args[0], guards);
                visit(node.args[1], union(guards, provenBy(node.args[0], false)));
                return;
            case '?:':
                visit(node.args[0], guards);
                visit(node.args[1], union(guards, provenBy(node.args[0], true)));
                visit(node.args[2], union(guards, provenBy(node.args[0], false)));
                return;
            default: {
                const macro = listMacro(node);
                for (const child of macro ? [macro.receiver, ...macro.bodies] : children(node))
                    visit(child, guards);
            }
        }
    }
    function note(name, guarded) {
        if (name !== 'caller' && name !== 'file')
            return;
        if (!guarded)
            found[name] = 'yes';
        else if (found[name] === 'no')
            found[name] = 'guarded';
    }
}
/** Names that certainly exist if `node` evaluates to `outcome`. */
function provenBy(node, outcome) {
    if (node.op === '!_')
        return provenBy(node.args, !outcome);
    if ((node.op === '&&' && outcome) || (node.op === '||' && !outcome)) {
        return union(provenBy(node.args[0], outcome), provenBy(node.args[1], outcome));
    }
    const tested = outcome ? testedName(node) : undefined;
    return new Set(tested === undefined ? [] : [tested]);
}
function union(a, b) {
    if (a.size === 0)
        return b;
    if (b.size === 0)
        return a;
    return new Set([...a, ...b]);
}

;// CONCATENATED MODULE: ./build/esm/rules/cel/restrict.js



const MAX_NESTED_MACROS = 2;
/** Functions called as `f(x)`. */
const FUNCTIONS = ['has', 'size', 'int', 'string', 'bool'];
/** Functions called as `x.f(…)`. */
const METHODS = [
    'contains',
    'endsWith',
    'indexOf',
    'lastIndexOf',
    'lowerAscii',
    'matches',
    'size',
    'startsWith',
    'substring',
    'trim',
    'upperAscii',
    ...LIST_MACROS.keys(),
];
/**
 * Rejects everything that conditions do not need. The closed list of functions excludes clocks, dynamic types and
 * unbounded growth (`cel.bind`), even if the library adds more functions later.
 */
function restrict(node, nesting = 0) {
    let inside = nesting;
    if (node.op === 'call' && !FUNCTIONS.includes(node.args[0]))
        refuseFunction(node.args[0], node);
    if (node.op === 'id' && node.args === 'cel') {
        throw new ConditionProblem('`cel.bind` is not allowed in a condition; write the expression twice', node.start);
    }
    if (node.op === 'rcall') {
        const [name, receiver] = node.args;
        if (receiver.op === 'id' && receiver.args === 'cel')
            restrict(receiver);
        if (!METHODS.includes(name))
            refuseMethod(name, node);
        const macro = listMacro(node);
        if (macro) {
            if (nesting >= MAX_NESTED_MACROS) {
                throw new ConditionProblem(`\`${name}\` is nested in ${MAX_NESTED_MACROS} other macros; macros may nest ${MAX_NESTED_MACROS} deep`, node.start);
            }
            // A variable that shadows a fact would mislead readers, and the analysis of what a condition reads.
            if (macro.variable.op === 'id' && Object.hasOwn(model/* FACT_TABLES */.vp, macro.variable.args)) {
                throw new ConditionProblem(`\`${macro.variable.args}\` already names facts; choose another name for the variable of \`${name}\``, macro.variable.start);
            }
            inside = nesting + 1;
            restrict(macro.receiver, nesting);
            for (const body of macro.bodies)
                restrict(body, inside);
            return;
        }
    }
    for (const child of children(node))
        restrict(child, inside);
}
/** What functions and methods of other languages are called here. */
const OTHER_NAMES = {
    any: 'exists',
    some: 'exists',
    every: 'all',
    includes: 'contains',
    has: 'contains',
    match: 'matches',
    regex: 'matches',
    test: 'matches',
    toLowerCase: 'lowerAscii',
    lower: 'lowerAscii',
    toUpperCase: 'upperAscii',
    upper: 'upperAscii',
    strip: 'trim',
    length: 'size',
    len: 'size',
    count: 'size',
};
function otherName(name, known) {
    const meant = Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : undefined;
    return meant !== undefined && known.includes(meant) ? ` (did you mean \`${meant}\`?)` : (0,model/* suggestion */.h)(name, known);
}
function refuseFunction(name, node) {
    const method = METHODS.find((known) => known.toLowerCase() === name.toLowerCase());
    const advice = method === undefined
        ? `use one of the functions ${called(FUNCTIONS)}; methods such as \`.upperAscii()\` are called on a value`
        : `it is a method, so call it on a value: \`<value>.${method}(…)\``;
    throw new ConditionProblem(`the function \`${name}()\` is not available in conditions${method === undefined ? otherName(name, FUNCTIONS) : ''}; ${advice}`, node.start);
}
const SEARCHES = new Set(['includes', 'has', 'contain', 'indexOf', 'include']);
/** `operation.columns`, if the node is a list fact. */
function listFact(node) {
    if (node.op !== '.')
        return undefined;
    const [object, name] = node.args;
    if (object.op !== 'id' || !Object.hasOwn(model/* FACT_TABLES */.vp, object.args))
        return undefined;
    const table = model/* FACT_TABLES */.vp[object.args];
    return Object.hasOwn(table, name) && table[name]?.type === 'list<string>' ? `${object.args}.${name}` : undefined;
}
function refuseMethod(name, node) {
    const list = node.op === 'rcall' && SEARCHES.has(name) ? listFact(node.args[1]) : undefined;
    if (node.op === 'rcall' && list !== undefined) {
        const [item] = node.args[2];
        const text = item?.op === 'value' && typeof item.args === 'string' ? item.args.slice(0, 80) : 'x';
        throw new ConditionProblem(`a list is searched with \`in\`: write \`"${text}" in ${list}\``, node.start);
    }
    throw new ConditionProblem(`the method \`.${name}()\` is not available in conditions${otherName(name, METHODS)}; use one of ${called(METHODS, '.')}`, node.start);
}
function called(names, before = '') {
    return [...names]
        .sort()
        .map((name) => `\`${before}${name}()\``)
        .join(', ');
}

;// CONCATENATED MODULE: ./build/esm/rules/cel/engine.js









const LIMITS = { maxAstNodes: 1000, maxDepth: 40, maxListElements: 100, maxMapEntries: 20, maxCallArguments: 5 };
let environment;
let patternEngine;
const patterns = new Map();
/** Loads the expression language for these conditions, and the regular-expression engine if one of them may use it. */
async function loadConditionEngine(conditions) {
    if (conditions.length === 0)
        return;
    if (!environment) {
        const cel = await __webpack_require__.e(/* import() */ 7337).then(__webpack_require__.bind(__webpack_require__, 47337));
        environment = createEnvironment(cel.Environment);
    }
    if (!patternEngine && conditions.some((text) => text.includes('matches'))) {
        patternEngine = (await __webpack_require__.e(/* import() */ 2856).then(__webpack_require__.bind(__webpack_require__, 2856))).RE2JS;
    }
}
function createEnvironment(Class) {
    const views = { Operation: OperationView, Statement: StatementView, Caller: CallerView, File: FileView };
    const env = new Class({ limits: LIMITS });
    env.registerType('Target', { ctor: TargetView, fields: fieldTypes(model/* TARGET_FIELDS */.G_) });
    for (const [type, ctor] of Object.entries(views)) {
        const variable = type.toLowerCase();
        env.registerType(type, { ctor, fields: fieldTypes(model/* FACT_TABLES */.vp[variable]) });
        env.registerVariable(variable, type);
    }
    env.registerFunction({
        signature: `string.${LINEAR_MATCHES}(string): bool`,
        handler: (text, pattern) => patterns.get(pattern)?.test(text),
        async: false,
    });
    return env;
}
function fieldTypes(table) {
    return Object.fromEntries(Object.entries(table).map(([name, { type }]) => [name, type === 'target' ? 'Target' : type]));
}
/** Parses a condition again that was already compiled. Compiling changes the tree, so this returns the original one. */
function parseAgain(text) {
    if (!environment)
        throw new Error('the condition engine is not loaded');
    return environment.parse(text).ast;
}
/**
 * Compiles and type-checks a condition. `loadConditionEngine` must have been awaited.
 * Throws ConditionProblem, with the position in the text, if it is not a safe condition over the facts.
 * For a part of a larger condition, pass the `items` limit of the whole condition, so that both have the same limit.
 */
function compileCondition(text, itemLimit) {
    if (!environment)
        throw new Error('the condition engine is not loaded');
    let parsed;
    try {
        parsed = environment.parse(text);
    }
    catch (error) {
        throw foreignSign(text) ?? asProblem(error, text);
    }
    restrict(parsed.ast);
    usePatterns(parsed.ast, patternEngine, patterns);
    const checked = parsed.check();
    if (!checked.valid)
        throw asProblem(checked.error, text);
    if (checked.type !== 'bool') {
        const advice = checked.type?.startsWith('list')
            ? '; compare its size, as in `size(operation.columns) > 0`, or search it with `in`'
            : '; compare it with a value, as in `operation.filter == "none"`';
        throw new ConditionProblem(`the condition returns ${checked.type ?? 'no value'}; it must return true or false${advice}`, 0);
    }
    const bounds = boundsOf(parsed.ast);
    const { cost } = bounds;
    const items = itemLimit ?? bounds.items;
    const names = nameUsesOf(parsed.ast);
    const evaluate = parsed;
    return {
        reads: readsOf(parsed.ast),
        cost,
        items,
        parsed,
        decide(facts) {
            facts.bounds.items = items;
            facts.bounds.names = names;
            try {
                const value = evaluate(facts);
                return typeof value === 'boolean' ? value : { cause: 'the condition returned neither true nor false' };
            }
            catch (error) {
                return { cause: causeOf(error) };
            }
        },
    };
}
function causeOf(error) {
    if (!(error instanceof Error))
        return 'the condition failed';
    const { code, summary } = error;
    const message = oneLine(summary ?? error.message);
    if (code === 'index_out_of_bounds')
        return 'the condition reads a list item that does not exist';
    if (code === 'no_such_key')
        return `there is no \`${message.split(': ')[1] ?? ''}\` (guard it with \`has()\`)`;
    return message;
}
function asProblem(error, text) {
    if (!(error instanceof Error))
        return new ConditionProblem('invalid condition', 0);
    const { code, summary, range } = error;
    const message = oneLine(summary ?? error.message);
    const part = range ? text.slice(range.start, range.end) : text;
    const start = range?.start ?? 0;
    const [, object = ''] = /([A-Za-z.]+)\.\s*$/.exec(text.slice(Math.max(0, start - 60), start)) ?? [];
    return new ConditionProblem(explain(code, message, part, object), start);
}
/** Returns the message of the library, with advice for the most common mistakes. */
function explain(code, message, part, object) {
    const name = message.split(': ')[1] ?? '';
    if (code === 'unknown_variable')
        return unknownName(name);
    if (code === 'no_such_key')
        return unknownFact(name, object);
    if (/^unexpected token: EOF/i.test(message))
        return 'the condition ends too early; complete the expression';
    const advice = typeAdvice(message, part);
    return `invalid condition: ${message.charAt(0).toLowerCase()}${message.slice(1)}${advice === undefined ? '' : `; ${advice}`}`;
}
function oneLine(text) {
    return text.split('\n', 1)[0] ?? '';
}

;// CONCATENATED MODULE: ./build/esm/rules/conditions/from-cel.js







/**
 * Splits a compiled condition into a formula. If a part cannot be evaluated on its own, the whole condition becomes one
 * atom. That is always correct, but shows less about what two conditions have in common.
 */
function formulaOfCel(text, compiled) {
    const root = parseAgain(text);
    try {
        return split(root, compiled.items);
    }
    catch {
        return { op: 'atom', atom: atomOf(root, normalizeCondition(text), compiled, undefined) };
    }
}
function split(node, items) {
    switch (node.op) {
        case '&&':
        case '||':
            return { op: node.op === '&&' ? 'all' : 'some', parts: operands(node, node.op).map((n) => split(n, items)) };
        case '!_':
            return { op: 'not', part: split(node.args, items) };
        case '?:': {
            const [test, yes, no] = node.args;
            return { op: 'choice', test: split(test, items), yes: split(yes, items), no: split(no, items) };
        }
        default: {
            const text = formatCel(node);
            const compiled = compileCondition(text, items);
            return { op: 'atom', atom: atomOf(node, normalizeCondition(text), compiled, comparisonOf(node)) };
        }
    }
}
function atomOf(node, text, { items, decide }, comparison) {
    return { text, key: `${items} ${text}`, ...factsOf(node), comparison, size: sizeOf(node), decide };
}
function sizeOf(node) {
    return children(node).reduce((sum, part) => sum + sizeOf(part), 1);
}
function operands(node, op) {
    return node.op === op ? node.args.flatMap((part) => operands(part, op)) : [node];
}
/** The facts that an evaluation of the node always reads (`needs`) and may read (`reads`). */
function factsOf(root) {
    const needs = new Map();
    const reads = new Map();
    let isComplete = true;
    visit(root, true);
    return { needs: [...needs.values()], reads: isComplete ? [...reads.values()] : undefined };
    function visit(node, always) {
        const path = pathOf(node);
        if (path !== undefined) {
            const fact = factPath(path);
            reads.set(path, fact);
            // `operation.target` always exists, even if its name is not known (`{{x}}`).
            if (always && path !== 'operation.target')
                needs.set(path, fact);
            return;
        }
        if (node.op === 'id' && Object.hasOwn(model/* FACT_TABLES */.vp, node.args))
            isComplete = false;
        const macro = listMacro(node);
        if (macro) {
            visit(macro.receiver, always);
            for (const body of macro.bodies)
                visit(body, false);
            return;
        }
        const parts = children(node);
        if (node.op === 'call' && node.args[0] === 'has' && parts.some(mayBeMissing)) {
            for (const part of parts)
                visit(part, false);
            return;
        }
        const first = node.op === '?:' ? 1 : node.op === '&&' || node.op === '||' ? 0 : parts.length;
        parts.forEach((part, i) => {
            visit(part, always && i < first);
        });
    }
}
/** Whether `has()` is false if the fact is missing, instead of undecided: traffic has no file. */
function mayBeMissing(node) {
    const [table = '', name = ''] = pathOf(node)?.split('.') ?? [];
    if (table === 'file')
        return true;
    const entries = model/* FACT_TABLES */.vp[table];
    return entries?.[name]?.configured === true;
}
/** The fact that a node names (`statement.limit`, `operation.target.name`), if any. */
function pathOf(node) {
    if (node.op !== '.')
        return undefined;
    const [object, name] = node.args;
    if (object.op === 'id' && Object.hasOwn(model/* FACT_TABLES */.vp, object.args)) {
        const table = model/* FACT_TABLES */.vp[object.args];
        return Object.hasOwn(table, name) ? `${object.args}.${name}` : undefined;
    }
    return pathOf(object) === 'operation.target' && Object.hasOwn(model/* TARGET_FIELDS */.G_, name)
        ? `operation.target.${name}`
        : undefined;
}
const TESTS = {
    '==': (value, constant) => value === constant,
    '!=': (value, constant) => value !== constant,
    '<': (value, constant) => value < constant,
    '<=': (value, constant) => value <= constant,
    '>': (value, constant) => value > constant,
    '>=': (value, constant) => value >= constant,
};
const MIRRORED = {
    '<': '>',
    '<=': '>=',
    '>': '<',
    '>=': '<=',
    '==': '==',
    '!=': '!=',
};
/** Returns the comparison of one fact with constants that the node makes, if it is one. */
function comparisonOf(node) {
    if (node.op === 'in') {
        const [left, right] = node.args;
        const fact = pathOf(left);
        const constants = right.op === 'list' ? right.args.map(constantOf) : [];
        if (fact === undefined || constants.length === 0 || !constants.every((constant) => constant !== undefined)) {
            return undefined;
        }
        const known = constants;
        return { fact, constants: known, holds: (value) => known.includes(value) };
    }
    if (!Object.hasOwn(MIRRORED, node.op))
        return undefined;
    const [left, right] = node.args;
    const factIsLeft = pathOf(left) !== undefined;
    const fact = pathOf(factIsLeft ? left : right);
    const constant = constantOf(factIsLeft ? right : left);
    const test = TESTS[factIsLeft ? node.op : (MIRRORED[node.op] ?? '')];
    if (fact === undefined || constant === undefined || !test)
        return undefined;
    // `<` on texts is excluded: sample values cannot cover every text that sorts between two constants.
    if (typeof constant === 'string' && node.op !== '==' && node.op !== '!=')
        return undefined;
    return { fact, constants: [constant], holds: (value) => test(value, constant) };
}
function constantOf(node) {
    if (node.op === '-_') {
        const value = constantOf(node.args);
        return typeof value === 'number' ? -value : undefined;
    }
    if (node.op !== 'value')
        return undefined;
    const value = node.args;
    if (typeof value === 'string')
        return value.length <= MAX_TEXT ? value : undefined;
    return typeof value === 'bigint' && value < Number.MAX_SAFE_INTEGER ? Number(value) : undefined;
}

;// CONCATENATED MODULE: ./build/esm/rules/conditions/term.js
function decided(fact, value, test) {
    return value === undefined ? { cause: `\`${fact}\` is not known` } : test(value);
}
/** `operation.<fact>` */
function is(fact) {
    const cel = `operation.${fact}`;
    return { cel, shape: 'atom', decide: (operation) => decided(cel, operation[fact], (value) => value) };
}
/** `operation.<fact> in ["…", …]`, or `==` for one value. */
function oneOf(fact, values) {
    const name = `operation.${fact}`;
    const wanted = new Set(values);
    return {
        cel: comparison(name, values),
        shape: 'comparison',
        decide: (operation) => decided(name, operation[fact], (value) => wanted.has(value)),
    };
}
/** `statement.<fact>` */
function statementIs(fact) {
    const cel = `statement.${fact}`;
    return { cel, shape: 'atom', decide: (_, statement) => decided(cel, statement[fact], (value) => value) };
}
/** `statement.dialect in ["…", …]` */
function dialectIn(dialects) {
    const name = 'statement.dialect';
    const wanted = new Set(dialects);
    return {
        cel: comparison(name, dialects),
        shape: 'comparison',
        decide: (_, { dialect }) => decided(name, dialect, (value) => wanted.has(value)),
    };
}
/** The configuration names a server that is older than this version (`110000`). */
function serverBefore(version) {
    const name = 'statement.serverVersion';
    const isGiven = {
        cel: `has(${name})`,
        shape: 'atom',
        decide: (_, { serverVersion }) => serverVersion !== undefined,
    };
    const isOlder = {
        cel: `${name} < ${version}`,
        shape: 'comparison',
        decide: (_, { serverVersion }) => decided(name, serverVersion, (value) => value < version),
    };
    return and(isGiven, isOlder);
}
/** `has(file.path)`: the statement stands in a file. False for traffic, where the rest need not be known. */
const IN_FILE = {
    cel: 'has(file.path)',
    shape: 'atom',
    decide: (_operation, _statement, file) => file !== undefined,
};
/** `operation.target.name in ["…", …]`, or the same for its schema. */
function targetIn(values, field = 'name') {
    const name = `operation.target.${field}`;
    const wanted = new Set(values);
    return {
        cel: comparison(name, values),
        shape: 'comparison',
        decide: ({ target }) => decided(name, target[field], (value) => wanted.has(value)),
    };
}
/** `operation.target.name.startsWith("…")` */
function targetStartsWith(prefix) {
    const name = 'operation.target.name';
    return {
        cel: `${name}.startsWith(${quote(prefix)})`,
        shape: 'atom',
        decide: ({ target }) => decided(name, target.name, (value) => value.startsWith(prefix)),
    };
}
/** `"…" in operation.<fact>` */
function holds(fact, item) {
    const name = `operation.${fact}`;
    return {
        cel: `${quote(item)} in ${name}`,
        shape: 'comparison',
        decide: (operation) => decided(name, operation[fact], (list) => list.includes(item)),
    };
}
/** `operation.<fact>.exists(x, x in ["…", …])` */
function holdsSome(fact, values) {
    const name = `operation.${fact}`;
    const wanted = new Set(values);
    return {
        cel: `${name}.exists(x, ${comparison('x', values)})`,
        shape: 'atom',
        decide: (operation) => decided(name, operation[fact], (list) => list.some((item) => wanted.has(item))),
    };
}
/** `operation.<fact>.exists(x, x != "…")` */
function holdsOther(fact, item) {
    const name = `operation.${fact}`;
    return {
        cel: `${name}.exists(x, x != ${quote(item)})`,
        shape: 'atom',
        decide: (operation) => decided(name, operation[fact], (list) => list.some((value) => value !== item)),
    };
}
/** `statement.<fact>.exists(x, x in ["…", …])` */
function someOf(fact, values) {
    const name = `statement.${fact}`;
    const wanted = new Set(values);
    return {
        cel: `${name}.exists(x, ${comparison('x', values)})`,
        shape: 'atom',
        decide: (_, statement) => decided(name, statement[fact], (list) => list.some((item) => wanted.has(item))),
    };
}
function not(term) {
    return {
        cel: term.shape === 'atom' ? `!${term.cel}` : `!(${term.cel})`,
        shape: 'atom',
        negates: term,
        decide: (operation, statement, file) => {
            const value = term.decide(operation, statement, file);
            return typeof value === 'boolean' ? !value : value;
        },
    };
}
/** True if all terms are true; false if one is false, even if others are undecided. */
function and(...terms) {
    return join(terms, 'and', false);
}
/** False if all terms are false; true if one is true, even if others are undecided. */
function or(...terms) {
    return join(terms, 'or', true);
}
function join(terms, shape, settling) {
    const operator = shape === 'and' ? ' && ' : ' || ';
    const other = shape === 'and' ? 'or' : 'and';
    return {
        cel: terms.map((term) => (term.shape === other ? `(${term.cel})` : term.cel)).join(operator),
        shape,
        parts: terms,
        decide: (operation, statement, file) => {
            let undecided;
            for (const term of terms) {
                const value = term.decide(operation, statement, file);
                if (value === settling)
                    return settling;
                if (typeof value !== 'boolean')
                    undecided ??= value;
            }
            return undecided ?? !settling;
        },
    };
}
function comparison(name, values) {
    const [only, ...more] = values;
    if (only !== undefined && more.length === 0)
        return `${name} == ${quote(only)}`;
    return `${name} in [${values.map(quote).join(', ')}]`;
}
function quote(text) {
    return `"${text}"`;
}
/** The object is neither temporary nor created by the same file, so it may contain rows that matter. */
const REAL = and(not(is('createdHere')), not(is('temporary')));
/** The table is neither temporary nor created by the same file: others may use it, and it may contain many rows. */
const BUSY = not(is('tableCreatedHere'));
/** MySQL, MariaDB: the statement does not demand `LOCK=NONE` or `ALGORITHM=INSTANT`, with which the server refuses to block. */
const LOCKS_NONE = and(not(oneOf('lockOption', ['none'])), not(oneOf('algorithm', ['instant'])));
/** The statement calls one of these functions. Matches only its main operation, so that a call is reported once. */
function calls(functions) {
    return and(oneOf('place', ['statement']), someOf('functions', functions));
}

;// CONCATENATED MODULE: ./build/esm/rules/conditions/compile.js





/** Compiles immediately, so that mistakes are found at load. Throws ConditionProblem. */
function checkedCondition(text) {
    const compiled = compileCondition(text);
    const { reads, cost, decide } = compiled;
    let formula;
    return {
        text,
        reads,
        cost,
        decide,
        formula: () => {
            formula ??= formulaOfCel(text, compiled);
            return formula;
        },
    };
}
/** A condition of a built-in pack, evaluated without the expression language. It reads no caller. */
function termCondition(term) {
    return {
        text: term.cel,
        reads: term.cel.includes(IN_FILE.cel) ? READS_WHETHER_FILE : READS_NOTHING,
        cost: 10,
        decide: ({ known }) => term.decide(known.operation, known.statement, known.file),
        formula: () => formulaOfTerm(term),
    };
}

;// CONCATENATED MODULE: ./build/esm/rules/ruleset/operations.js

function isGroup(name) {
    return model/* OPERATION_GROUPS */.H0.includes(name);
}
/** Expands names of kinds and groups to kinds. The names must already be validated. */
function kindsNamed(names) {
    const kinds = new Set();
    for (const name of names) {
        if (isGroup(name))
            for (const kind of (0,model/* kindsOf */.tG)(name))
                kinds.add(kind);
        else if ((0,model/* isOperationKind */.yG)(name))
            kinds.add(name);
    }
    return kinds;
}

;// CONCATENATED MODULE: ./build/esm/rules/packs/availability/columns.js

/** Adding columns to tables with rows. */
const COLUMNS = [
    {
        id: 'no-rewriting-column',
        operations: ['add_column'],
        when: and(or(and(oneOf('defaultKind', ['volatile', 'stored', 'identity']), dialectIn(['postgresql'])), and(oneOf('defaultKind', ['stored', 'identity']), LOCKS_NONE, dialectIn(['mysql', 'mariadb'])), and(oneOf('defaultKind', ['volatile']), LOCKS_NONE, dialectIn(['mariadb'])), and(or(oneOf('defaultKind', ['stored', 'identity']), and(oneOf('defaultKind', ['volatile']), is('notNull'))), dialectIn(['transactsql']))), BUSY),
        verdict: 'warn',
        message: 'adding {operation.columns} writes every row of {operation.target} again',
        description: 'Each row gets a value of its own: a volatile default such as `gen_random_uuid()`, a stored generated column, ' +
            'an identity or `serial` column. The server writes every row again while others wait.',
        help: 'Add the column without a default, set the default for new rows, and fill old rows in batches.',
        locks: [
            {
                dialects: ['postgresql'],
                lock: '`ACCESS EXCLUSIVE`',
                waits: 'all reads and writes of the table',
                lasts: 'a rewrite of the table and of all its indexes',
            },
            {
                dialects: ['mysql', 'mariadb'],
                lock: '`SHARED`',
                waits: 'all writes to the table',
                lasts: 'a copy of the whole table',
            },
            {
                dialects: ['transactsql'],
                lock: '`SCH-M`',
                waits: 'all reads and writes of the table',
                lasts: 'an update of every row',
            },
        ],
        safeSql: [
            {
                dialects: ['postgresql'],
                sql: `ALTER TABLE orders ADD COLUMN token uuid;
ALTER TABLE orders ALTER COLUMN token SET DEFAULT gen_random_uuid();
-- In batches, each in a transaction of its own:
UPDATE orders SET token = gen_random_uuid() WHERE token IS NULL AND id BETWEEN 1 AND 10000;`,
            },
            {
                dialects: ['mysql', 'mariadb'],
                sql: `-- A virtual column is computed when it is read, and is added at once. It can have an index.
ALTER TABLE orders ADD COLUMN gross int GENERATED ALWAYS AS (net + tax) VIRTUAL, ALGORITHM=INSTANT;`,
            },
            {
                dialects: ['transactsql'],
                sql: `ALTER TABLE orders ADD token uniqueidentifier NULL CONSTRAINT orders_token DEFAULT NEWID();
-- In batches:
UPDATE TOP (10000) orders SET token = NEWID() WHERE token IS NULL;`,
            },
        ],
        examples: [
            {
                block: [
                    'ALTER TABLE orders ADD COLUMN token uuid DEFAULT gen_random_uuid()',
                    'ALTER TABLE orders ADD COLUMN gross int GENERATED ALWAYS AS (net + tax) STORED',
                    'ALTER TABLE orders ADD COLUMN n bigint GENERATED ALWAYS AS IDENTITY',
                    'ALTER TABLE orders ADD COLUMN n serial',
                ],
                pass: [
                    'ALTER TABLE orders ADD COLUMN token uuid',
                    'ALTER TABLE orders ADD COLUMN at timestamptz DEFAULT now()',
                    "ALTER TABLE orders ADD COLUMN state text NOT NULL DEFAULT 'new'",
                    'CREATE TABLE orders (id int); ALTER TABLE orders ADD COLUMN n serial',
                ],
            },
            {
                dialect: 'mysql',
                block: ['ALTER TABLE orders ADD COLUMN gross int GENERATED ALWAYS AS (net + tax) STORED'],
                pass: ['ALTER TABLE orders ADD COLUMN gross int GENERATED ALWAYS AS (net + tax) VIRTUAL'],
            },
            {
                dialect: 'mariadb',
                block: ['ALTER TABLE orders ADD COLUMN token uuid DEFAULT uuid()'],
                pass: ['ALTER TABLE orders ADD COLUMN n int DEFAULT 5 AFTER id'],
            },
            {
                dialect: 'transactsql',
                block: ['ALTER TABLE orders ADD token uniqueidentifier NOT NULL DEFAULT NEWID()'],
                pass: ['ALTER TABLE orders ADD token uniqueidentifier NULL DEFAULT NEWID()'],
            },
        ],
    },
    {
        id: 'no-default-on-old-server',
        operations: ['add_column'],
        when: and(oneOf('defaultKind', ['constant', 'stable']), serverBefore(110_000), BUSY, dialectIn(['postgresql'])),
        verdict: 'warn',
        message: 'PostgreSQL before 11 writes every row of {operation.target} again to add a column with a default',
        description: 'Before PostgreSQL 11 a column with any default is added by writing every row again. The rule needs ' +
            '`server-version` in the configuration.',
        help: 'Add the column without a default, set the default for new rows, and fill old rows in batches.',
        locks: [
            {
                dialects: ['postgresql'],
                lock: '`ACCESS EXCLUSIVE`',
                waits: 'all reads and writes of the table',
                lasts: 'a rewrite of the table and of all its indexes',
            },
        ],
        safeSql: [
            {
                dialects: ['postgresql'],
                sql: `ALTER TABLE orders ADD COLUMN state text;
ALTER TABLE orders ALTER COLUMN state SET DEFAULT 'new';
-- In batches, each in a transaction of its own:
UPDATE orders SET state = 'new' WHERE state IS NULL AND id BETWEEN 1 AND 10000;`,
            },
        ],
        examples: [
            {
                'server-version': '10',
                block: ["ALTER TABLE orders ADD COLUMN state text DEFAULT 'new'"],
                pass: ['ALTER TABLE orders ADD COLUMN state text'],
            },
            { 'server-version': '11', pass: ["ALTER TABLE orders ADD COLUMN state text DEFAULT 'new'"] },
            { pass: ["ALTER TABLE orders ADD COLUMN state text DEFAULT 'new'"] },
        ],
    },
    {
        id: 'require-default-for-not-null',
        operations: ['add_column'],
        when: and(is('notNull'), not(is('hasDefault')), BUSY, dialectIn(['postgresql', 'sqlite', 'transactsql'])),
        verdict: 'warn',
        message: 'adding {operation.columns} as NOT NULL without a default fails if {operation.target} has rows',
        description: 'The rows that exist have no value for the new column, so the server refuses the statement and the migration ' +
            'stops.',
        help: 'Give the column a constant default, or add it as nullable, fill it, and set NOT NULL later.',
        safeSql: [
            {
                dialects: ['postgresql'],
                sql: "ALTER TABLE orders ADD COLUMN state text NOT NULL DEFAULT 'new';",
            },
        ],
        examples: [
            {
                block: ['ALTER TABLE orders ADD COLUMN state text NOT NULL'],
                pass: [
                    "ALTER TABLE orders ADD COLUMN state text NOT NULL DEFAULT 'new'",
                    'ALTER TABLE orders ADD COLUMN state text',
                    'CREATE TABLE orders (id int); ALTER TABLE orders ADD COLUMN state text NOT NULL',
                ],
            },
            { dialect: 'sqlite', block: ['ALTER TABLE orders ADD COLUMN state text NOT NULL'] },
            { dialect: 'mysql', pass: ['ALTER TABLE orders ADD COLUMN state varchar(10) NOT NULL'] },
        ],
    },
    {
        id: 'no-refused-column',
        operations: ['add_column', 'add_constraint'],
        when: and(or(and(is('inline'), oneOf('constraintType', ['unique', 'primary_key'])), and(oneOf('defaultKind', ['stable', 'volatile', 'stored']), BUSY)), dialectIn(['sqlite'])),
        verdict: 'warn',
        message: 'SQLite refuses to add {operation.columns} to {operation.target} in this form',
        description: 'SQLite adds no column that is UNIQUE or a PRIMARY KEY. To a table with rows it adds no stored generated column, ' +
            'and none with a default such as CURRENT_TIMESTAMP or an expression. The migration stops here.',
        help: 'Add a plain column, fill it, and create a unique index; or create a new table, copy the rows, and rename it.',
        safeSql: [
            {
                dialects: ['sqlite'],
                sql: `ALTER TABLE orders ADD COLUMN number int;
CREATE UNIQUE INDEX orders_number ON orders (number);`,
            },
        ],
        examples: [
            {
                dialect: 'sqlite',
                block: [
                    'ALTER TABLE orders ADD COLUMN number int UNIQUE',
                    'ALTER TABLE orders ADD COLUMN number int PRIMARY KEY',
                    'ALTER TABLE orders ADD COLUMN at text DEFAULT CURRENT_TIMESTAMP',
                    'ALTER TABLE orders ADD COLUMN token text DEFAULT (hex(randomblob(16)))',
                    'ALTER TABLE orders ADD COLUMN gross int GENERATED ALWAYS AS (net + tax) STORED',
                    'CREATE TABLE t (a int); ALTER TABLE t ADD COLUMN b int UNIQUE',
                ],
                pass: [
                    'ALTER TABLE orders ADD COLUMN number int',
                    "ALTER TABLE orders ADD COLUMN state text NOT NULL DEFAULT 'new'",
                    'ALTER TABLE orders ADD COLUMN customer int REFERENCES customers (id)',
                    'ALTER TABLE orders ADD COLUMN gross int GENERATED ALWAYS AS (net + tax) VIRTUAL',
                    'CREATE TABLE t (a int UNIQUE); ALTER TABLE t ADD COLUMN at text DEFAULT CURRENT_TIMESTAMP',
                ],
            },
            { pass: ['ALTER TABLE orders ADD COLUMN number int UNIQUE'] },
        ],
    },
];

;// CONCATENATED MODULE: ./build/esm/rules/packs/availability/constraints.js

const POSTGRESQL = dialectIn(['postgresql']);
/** Both can add a constraint first and check the rows later. */
const CAN_VALIDATE_LATER = dialectIn(['postgresql', 'transactsql']);
/** Adding constraints to tables with rows. */
const CONSTRAINTS = [
    {
        id: 'require-not-valid-foreign-key',
        operations: ['add_constraint'],
        when: and(oneOf('constraintType', ['foreign_key']), not(is('notValid')), LOCKS_NONE, 
        // PostgreSQL checks no rows for a new column without a default; MariaDB copies the table anyway.
        or(not(is('inline')), is('hasDefault'), dialectIn(['mariadb'])), BUSY, dialectIn(['postgresql', 'transactsql', 'mysql', 'mariadb'])),
        verdict: 'warn',
        message: 'writes to {operation.target} and the referenced table wait until the foreign key has checked every row',
        description: 'Adding a foreign key checks every row of the table, and nothing can write to either table meanwhile. MySQL ' +
            'and MariaDB even copy the table, unless `foreign_key_checks` is off.',
        help: 'Add it as `NOT VALID` (SQL Server: `WITH NOCHECK`), then validate it in a later transaction.',
        locks: [
            {
                dialects: ['postgresql'],
                lock: '`SHARE ROW EXCLUSIVE` on both tables',
                waits: 'all writes to both tables; reads continue',
                lasts: 'a scan of the table that gets the key; with `NOT VALID` an instant',
            },
            {
                dialects: ['postgresql'],
                lock: '`ACCESS EXCLUSIVE` on the table that gets the key, if the statement also adds its column',
                waits: 'all reads and writes of that table',
                lasts: 'a scan of the table if the column has a default; without one an instant, and the rule is silent',
            },
            {
                dialects: ['mysql', 'mariadb'],
                lock: '`SHARED` metadata lock, with `ALGORITHM=COPY`',
                waits: 'all writes to the table',
                lasts: 'a copy of the whole table; without `foreign_key_checks` an instant',
            },
            {
                dialects: ['transactsql'],
                lock: '`SCH-M` on both tables',
                waits: 'all reads and writes of both tables',
                lasts: 'a scan of the table that gets the key; with `NOCHECK` an instant',
            },
        ],
        safeSql: [
            {
                dialects: ['postgresql'],
                sql: `ALTER TABLE orders ADD CONSTRAINT orders_customer_fk
  FOREIGN KEY (customer_id) REFERENCES customers (id) NOT VALID;
-- In a later transaction. Writes continue.
ALTER TABLE orders VALIDATE CONSTRAINT orders_customer_fk;`,
            },
            {
                dialects: ['mysql', 'mariadb'],
                sql: `-- Find rows that break the key first: the server does not check them.
SELECT o.id FROM orders o LEFT JOIN customers c ON c.id = o.customer_id
  WHERE o.customer_id IS NOT NULL AND c.id IS NULL LIMIT 1;
SET SESSION foreign_key_checks = 0;
ALTER TABLE orders ADD CONSTRAINT orders_customer_fk
  FOREIGN KEY (customer_id) REFERENCES customers (id), ALGORITHM=INPLACE, LOCK=NONE;
SET SESSION foreign_key_checks = 1;`,
            },
            {
                dialects: ['transactsql'],
                sql: `ALTER TABLE orders WITH NOCHECK ADD CONSTRAINT orders_customer_fk
  FOREIGN KEY (customer_id) REFERENCES customers (id);
-- At a quiet time: this checks the rows, and blocks meanwhile.
ALTER TABLE orders WITH CHECK CHECK CONSTRAINT orders_customer_fk;`,
            },
        ],
        examples: [
            {
                block: [
                    'ALTER TABLE orders ADD CONSTRAINT f FOREIGN KEY (customer_id) REFERENCES customers (id)',
                    'ALTER TABLE orders ADD FOREIGN KEY (customer_id) REFERENCES customers (id)',
                    'ALTER TABLE orders ADD COLUMN customer_id int DEFAULT 1 REFERENCES customers (id)',
                    'ALTER TABLE orders ADD CONSTRAINT f FOREIGN KEY (customer_id) REFERENCES customers (id) NOT VALID, VALIDATE CONSTRAINT f',
                ],
                pass: [
                    'ALTER TABLE orders ADD CONSTRAINT f FOREIGN KEY (customer_id) REFERENCES customers (id) NOT VALID',
                    'CREATE TABLE orders (customer_id int); ALTER TABLE orders ADD FOREIGN KEY (customer_id) REFERENCES customers (id)',
                    'ALTER TABLE orders ADD COLUMN customer_id int REFERENCES customers (id)',
                ],
            },
            {
                dialect: 'mysql',
                block: [
                    'ALTER TABLE orders ADD FOREIGN KEY (customer_id) REFERENCES customers (id)',
                    'SET foreign_key_checks = 0; SET foreign_key_checks = 1; ALTER TABLE orders ADD FOREIGN KEY (customer_id) REFERENCES customers (id)',
                    'SET GLOBAL foreign_key_checks = 0; ALTER TABLE orders ADD FOREIGN KEY (customer_id) REFERENCES customers (id)',
                ],
                pass: [
                    'SET foreign_key_checks = 0; ALTER TABLE orders ADD FOREIGN KEY (customer_id) REFERENCES customers (id)',
                    'SET SESSION foreign_key_checks = OFF; ALTER TABLE orders ADD FOREIGN KEY (customer_id) REFERENCES customers (id)',
                ],
            },
            { dialect: 'mariadb', block: ['ALTER TABLE orders ADD COLUMN customer_id int REFERENCES customers (id)'] },
            {
                dialect: 'transactsql',
                block: ['ALTER TABLE orders ADD CONSTRAINT f FOREIGN KEY (customer_id) REFERENCES customers (id)'],
                pass: ['ALTER TABLE orders WITH NOCHECK ADD CONSTRAINT f FOREIGN KEY (customer_id) REFERENCES customers (id)'],
            },
        ],
    },
    {
        id: 'require-not-valid-check',
        operations: ['add_constraint'],
        when: and(oneOf('constraintType', ['check', 'not_null']), not(is('notValid')), 
        // MariaDB adds a column with a CHECK at once.
        or(CAN_VALIDATE_LATER, and(LOCKS_NONE, or(dialectIn(['mysql']), and(dialectIn(['mariadb']), not(is('inline')))))), BUSY),
        verdict: 'warn',
        message: 'queries on {operation.target} wait until every row has been checked',
        description: 'Adding a CHECK constraint reads every row under a lock that blocks reads and writes. A domain checks every ' +
            'table that uses it. MySQL and MariaDB copy the table while writes wait.',
        help: 'Add it as `NOT VALID` (SQL Server: `WITH NOCHECK`), then validate it in a later transaction. On MySQL and MariaDB use gh-ost or pt-online-schema-change.',
        locks: [
            {
                dialects: ['mysql', 'mariadb'],
                lock: '`SHARED` metadata lock, with `ALGORITHM=COPY`',
                waits: 'all writes to the table; reads continue',
                lasts: 'a copy of the whole table',
            },
            {
                dialects: ['postgresql'],
                lock: '`ACCESS EXCLUSIVE`',
                waits: 'all reads and writes of the table',
                lasts: 'a scan of the table; with `NOT VALID` an instant',
            },
            {
                dialects: ['postgresql'],
                lock: '`SHARE` on every table that uses the domain, for ALTER DOMAIN',
                waits: 'all writes to these tables; reads continue',
                lasts: 'a scan of each of these tables',
            },
            {
                dialects: ['transactsql'],
                lock: '`SCH-M`',
                waits: 'all reads and writes of the table',
                lasts: 'a scan of the table; with `NOCHECK` an instant',
            },
        ],
        safeSql: [
            {
                dialects: ['postgresql'],
                sql: `ALTER TABLE orders ADD CONSTRAINT orders_total CHECK (total >= 0) NOT VALID;
-- In a later transaction. Reads and writes continue.
ALTER TABLE orders VALIDATE CONSTRAINT orders_total;`,
            },
            {
                dialects: ['transactsql'],
                sql: `ALTER TABLE orders WITH NOCHECK ADD CONSTRAINT orders_total CHECK (total >= 0);
-- At a quiet time: this checks the rows, and blocks meanwhile.
ALTER TABLE orders WITH CHECK CHECK CONSTRAINT orders_total;`,
            },
        ],
        examples: [
            {
                block: [
                    'ALTER TABLE orders ADD CONSTRAINT c CHECK (total >= 0)',
                    'ALTER TABLE orders ADD COLUMN total int CHECK (total >= 0)',
                    'ALTER DOMAIN price ADD CONSTRAINT c CHECK (VALUE >= 0)',
                    'ALTER TABLE orders ADD CONSTRAINT c CHECK (total >= 0) NOT VALID, VALIDATE CONSTRAINT c',
                ],
                pass: [
                    'ALTER TABLE orders ADD CONSTRAINT c CHECK (total >= 0) NOT VALID',
                    'ALTER TABLE orders ADD CONSTRAINT c CHECK (total >= 0) NOT VALID, VALIDATE CONSTRAINT d',
                    'CREATE TABLE orders (total int); ALTER TABLE orders ADD CONSTRAINT c CHECK (total >= 0)',
                ],
            },
            {
                dialect: 'transactsql',
                block: ['ALTER TABLE orders ADD CONSTRAINT c CHECK (total >= 0)'],
                pass: ['ALTER TABLE orders WITH NOCHECK ADD CONSTRAINT c CHECK (total >= 0)'],
            },
            {
                dialect: 'mysql',
                block: ['ALTER TABLE orders ADD CONSTRAINT c CHECK (total >= 0)'],
                pass: ['ALTER TABLE orders ADD CONSTRAINT c CHECK (total >= 0) NOT ENFORCED'],
            },
            {
                dialect: 'mariadb',
                block: ['ALTER TABLE orders ADD CONSTRAINT c CHECK (total >= 0)'],
                pass: ['ALTER TABLE orders ADD COLUMN total int CHECK (total >= 0)'],
            },
        ],
    },
    {
        id: 'require-constraint-using-index',
        operations: ['add_constraint'],
        when: and(oneOf('constraintType', ['unique', 'primary_key']), not(is('usingIndex')), not(is('concurrently')), BUSY, CAN_VALIDATE_LATER),
        verdict: 'warn',
        message: 'queries on {operation.target} wait until the index of the constraint is built',
        description: 'A new UNIQUE or PRIMARY KEY constraint builds its index under a lock that blocks reads and writes of the ' +
            'table.',
        help: 'Build a unique index with `CONCURRENTLY` first, and attach it with `USING INDEX` (SQL Server: `ONLINE = ON`).',
        locks: [
            {
                dialects: ['postgresql'],
                lock: '`ACCESS EXCLUSIVE`',
                waits: 'all reads and writes of the table',
                lasts: 'until the index is built; with `USING INDEX` an instant',
            },
            {
                dialects: ['transactsql'],
                lock: '`SCH-M` (clustered) or `S`',
                waits: 'all writes to the table; for a clustered index reads too',
                lasts: 'until the index is built',
            },
        ],
        safeSql: [
            {
                dialects: ['postgresql'],
                sql: `-- Outside a transaction.
CREATE UNIQUE INDEX CONCURRENTLY orders_number ON orders (number);
ALTER TABLE orders ADD CONSTRAINT orders_number UNIQUE USING INDEX orders_number;
-- For a primary key: its columns must be NOT NULL already.`,
            },
            {
                dialects: ['transactsql'],
                sql: 'ALTER TABLE orders ADD CONSTRAINT orders_number UNIQUE (number) WITH (ONLINE = ON);',
            },
        ],
        examples: [
            {
                block: [
                    'ALTER TABLE orders ADD CONSTRAINT u UNIQUE (number)',
                    'ALTER TABLE orders ADD PRIMARY KEY (id)',
                    'ALTER TABLE orders ADD COLUMN number int UNIQUE',
                ],
                pass: [
                    'ALTER TABLE orders ADD CONSTRAINT u UNIQUE USING INDEX orders_number',
                    'CREATE TABLE orders (number int); ALTER TABLE orders ADD CONSTRAINT u UNIQUE (number)',
                ],
            },
            {
                dialect: 'transactsql',
                block: ['ALTER TABLE orders ADD CONSTRAINT u UNIQUE (number)'],
                pass: ['ALTER TABLE orders ADD CONSTRAINT u UNIQUE (number) WITH (ONLINE = ON)'],
            },
        ],
    },
    {
        id: 'no-exclusion-constraint',
        operations: ['add_constraint'],
        when: and(oneOf('constraintType', ['exclusion']), BUSY, POSTGRESQL),
        verdict: 'warn',
        message: 'queries on {operation.target} wait until the index of the exclusion constraint is built',
        description: 'An exclusion constraint builds its index and checks every row while reads and writes wait. PostgreSQL has no ' +
            'way to add one without that.',
        help: 'Add it when the table is small or at a quiet time, with a `lock_timeout`; or create a new table with the constraint and move the rows in batches.',
        locks: [
            {
                dialects: ['postgresql'],
                lock: '`ACCESS EXCLUSIVE`',
                waits: 'all reads and writes of the table',
                lasts: 'until the index is built',
            },
        ],
        examples: [
            {
                block: ['ALTER TABLE bookings ADD CONSTRAINT c EXCLUDE USING gist (room WITH =, during WITH &&)'],
                pass: ['CREATE TABLE bookings (room int, EXCLUDE USING gist (room WITH =))'],
            },
        ],
    },
    {
        id: 'require-checked-not-null',
        operations: ['set_not_null'],
        when: and(or(not(is('notNullChecked')), serverBefore(120_000)), BUSY, POSTGRESQL),
        verdict: 'warn',
        message: 'queries on {operation.target} wait until every row has been checked for NULL',
        description: 'SET NOT NULL reads every row under a lock that blocks reads and writes. PostgreSQL 12 and newer skip that if ' +
            'a validated CHECK constraint proves that the column is not null.',
        help: 'Add a CHECK constraint as `NOT VALID`, validate it, and then set NOT NULL. Before PostgreSQL 12, leave it at the CHECK.',
        locks: [
            {
                dialects: ['postgresql'],
                lock: '`ACCESS EXCLUSIVE`',
                waits: 'all reads and writes of the table',
                lasts: 'a scan of the table; from PostgreSQL 12 with a validated CHECK an instant',
            },
        ],
        safeSql: [
            {
                dialects: ['postgresql'],
                sql: `ALTER TABLE orders ADD CONSTRAINT total_given CHECK (total IS NOT NULL) NOT VALID;
-- In a later transaction. Reads and writes continue.
ALTER TABLE orders VALIDATE CONSTRAINT total_given;
ALTER TABLE orders ALTER COLUMN total SET NOT NULL;
ALTER TABLE orders DROP CONSTRAINT total_given;`,
            },
        ],
        examples: [
            {
                block: [
                    'ALTER TABLE orders ALTER COLUMN total SET NOT NULL',
                    'ALTER TABLE orders ADD CONSTRAINT c CHECK (total IS NOT NULL) NOT VALID; ALTER TABLE orders ALTER COLUMN total SET NOT NULL',
                ],
                pass: [
                    'ALTER TABLE orders ADD CONSTRAINT c CHECK (total IS NOT NULL) NOT VALID; ALTER TABLE orders VALIDATE CONSTRAINT c; ALTER TABLE orders ALTER COLUMN total SET NOT NULL',
                    'CREATE TABLE orders (total int); ALTER TABLE orders ALTER COLUMN total SET NOT NULL',
                ],
            },
            {
                'server-version': '11',
                block: [
                    'ALTER TABLE orders ADD CONSTRAINT c CHECK (total IS NOT NULL) NOT VALID; ALTER TABLE orders VALIDATE CONSTRAINT c; ALTER TABLE orders ALTER COLUMN total SET NOT NULL',
                ],
            },
            {
                'server-version': '12',
                pass: [
                    'ALTER TABLE orders ADD CONSTRAINT c CHECK (total IS NOT NULL) NOT VALID; ALTER TABLE orders VALIDATE CONSTRAINT c; ALTER TABLE orders ALTER COLUMN total SET NOT NULL',
                ],
            },
        ],
    },
    {
        id: 'no-validation-after-ddl',
        operations: ['validate_constraint'],
        when: and(statementIs('ddlInTransaction'), BUSY, POSTGRESQL),
        verdict: 'warn',
        message: 'the transaction holds the lock of an earlier change while it checks every row of {operation.target}',
        description: 'A lock is held until its transaction ends. VALIDATE CONSTRAINT blocks nothing itself, but in the transaction ' +
            'that added the constraint, writes wait for the whole check.',
        help: 'Validate the constraint in a transaction of its own: a migration of its own, for most tools.',
        locks: [
            {
                dialects: ['postgresql'],
                lock: 'that of the earlier statement, such as `SHARE ROW EXCLUSIVE` or `ACCESS EXCLUSIVE`',
                waits: 'writes, and mostly reads, of the tables changed earlier',
                lasts: 'a scan of the table',
            },
        ],
        safeSql: [
            {
                dialects: ['postgresql'],
                sql: `BEGIN;
ALTER TABLE orders ADD CONSTRAINT orders_total CHECK (total >= 0) NOT VALID;
COMMIT;
-- In another transaction:
ALTER TABLE orders VALIDATE CONSTRAINT orders_total;`,
            },
        ],
        examples: [
            {
                block: [
                    'BEGIN; ALTER TABLE orders ADD CONSTRAINT c CHECK (total >= 0) NOT VALID; ALTER TABLE orders VALIDATE CONSTRAINT c; COMMIT',
                ],
                pass: [
                    'BEGIN; ALTER TABLE orders ADD CONSTRAINT c CHECK (total >= 0) NOT VALID; COMMIT; ALTER TABLE orders VALIDATE CONSTRAINT c',
                    'ALTER TABLE orders VALIDATE CONSTRAINT c',
                ],
            },
        ],
    },
    {
        id: 'no-primary-key-change',
        operations: ['add_constraint', 'drop_constraint'],
        when: and(oneOf('constraintType', ['primary_key']), LOCKS_NONE, BUSY, dialectIn(['mysql', 'mariadb'])),
        verdict: 'warn',
        message: 'changing the primary key writes every row of {operation.target} again',
        description: 'InnoDB stores the rows in the order of the primary key, so adding or dropping one copies the table. Dropping ' +
            'it alone blocks writes for that long.',
        help: 'Drop and add the key in one ALTER TABLE with `ALGORITHM=INPLACE, LOCK=NONE`, or use gh-ost or pt-online-schema-change.',
        locks: [
            {
                dialects: ['mysql', 'mariadb'],
                lock: '`SHARED` for DROP alone; for ADD an exclusive lock at the start and the end',
                waits: 'for DROP alone all writes to the table; replicas lag behind',
                lasts: 'a copy of the whole table',
            },
        ],
        safeSql: [
            {
                dialects: ['mysql', 'mariadb'],
                sql: 'ALTER TABLE orders DROP PRIMARY KEY, ADD PRIMARY KEY (id, region), ALGORITHM=INPLACE, LOCK=NONE;',
            },
        ],
        examples: [
            {
                dialect: 'mysql',
                block: ['ALTER TABLE orders DROP PRIMARY KEY', 'ALTER TABLE orders ADD PRIMARY KEY (id)'],
                pass: [
                    'ALTER TABLE orders DROP PRIMARY KEY, ADD PRIMARY KEY (id, region), ALGORITHM=INPLACE, LOCK=NONE',
                    'ALTER TABLE orders ADD UNIQUE (number)',
                    'CREATE TABLE t (a int); ALTER TABLE t ADD PRIMARY KEY (a)',
                ],
            },
        ],
    },
];

;// CONCATENATED MODULE: ./build/esm/rules/packs/availability/indexes.js

const indexes_POSTGRESQL = dialectIn(['postgresql']);
/** Building and dropping indexes. */
const INDEXES = [
    {
        id: 'require-concurrent-index',
        operations: ['create_index'],
        // The server cannot build these so: a full-text index is filled in the background.
        when: and(not(is('concurrently')), not(oneOf('indexType', ['fulltext', 'partitioned'])), BUSY, dialectIn(['postgresql', 'transactsql'])),
        verdict: 'warn',
        message: 'writes to the table wait until index {operation.target} is built',
        description: 'A plain CREATE INDEX reads the whole table, and nothing can write to it meanwhile. MySQL and MariaDB build ' +
            'most indexes without blocking. `ON ONLY` a partitioned table PostgreSQL builds nothing: that is the way to build the index of each partition with `CONCURRENTLY`, and attach it.',
        help: 'Build the index with `CONCURRENTLY` (SQL Server: `ONLINE = ON`), outside a transaction.',
        locks: [
            {
                dialects: ['postgresql'],
                lock: '`SHARE`',
                waits: 'all writes to the table; reads continue',
                lasts: 'until the index is built: at least one scan of the table',
            },
            {
                dialects: ['transactsql'],
                lock: '`S`; `SCH-M` for a clustered index',
                waits: 'all writes to the table; for a clustered index reads too',
                lasts: 'until the index is built',
            },
        ],
        safeSql: [
            {
                dialects: ['postgresql'],
                sql: `-- Outside a transaction.
CREATE INDEX CONCURRENTLY orders_customer ON orders (customer_id);
-- If it fails, an invalid index remains: drop it, then try again.
DROP INDEX CONCURRENTLY orders_customer;`,
            },
            {
                dialects: ['transactsql'],
                sql: `-- Enterprise edition and Azure SQL.
CREATE INDEX orders_customer ON orders (customer_id) WITH (ONLINE = ON);`,
            },
        ],
        examples: [
            {
                block: [
                    'CREATE INDEX orders_customer ON orders (customer_id)',
                    'CREATE UNIQUE INDEX u ON orders (number)',
                    'CREATE INDEX ON "only" (id)',
                ],
                pass: [
                    'CREATE INDEX CONCURRENTLY orders_customer ON orders (customer_id)',
                    'CREATE TABLE orders (id int); CREATE INDEX orders_id ON orders (id)',
                    'CREATE INDEX orders_customer ON ONLY orders (customer_id)',
                ],
            },
            {
                dialect: 'transactsql',
                block: [
                    'CREATE INDEX orders_customer ON orders (customer_id)',
                    'CREATE SPATIAL INDEX shops_place ON shops (place)',
                ],
                pass: [
                    'CREATE FULLTEXT INDEX ON posts (body) KEY INDEX pk',
                    'CREATE INDEX orders_customer ON orders (customer_id) WITH (ONLINE = ON)',
                    "IF OBJECT_ID('orders') IS NULL BEGIN CREATE TABLE orders (id int); CREATE INDEX i ON orders (id) END",
                ],
            },
            { dialect: 'mysql', pass: ['CREATE INDEX orders_customer ON orders (customer_id)'] },
        ],
    },
    {
        id: 'require-concurrent-drop-index',
        operations: ['drop_index'],
        when: and(not(is('concurrently')), not(is('createdHere')), BUSY, indexes_POSTGRESQL),
        verdict: 'warn',
        message: 'dropping index {operation.target} locks its table for a moment, after waiting for running queries, and new queries wait behind it',
        description: 'DROP INDEX takes the strongest lock on the table of the index. It holds it for a moment, but first it waits for ' +
            'the longest running query, and every query that comes later waits too.',
        help: 'Drop the index with `CONCURRENTLY`, outside a transaction.',
        locks: [
            {
                dialects: ['postgresql'],
                lock: '`ACCESS EXCLUSIVE` on the table',
                waits: 'all reads and writes of the table',
                lasts: 'an instant, after waiting for the queries and transactions that use the table',
            },
        ],
        safeSql: [
            {
                dialects: ['postgresql'],
                sql: '-- Outside a transaction.\nDROP INDEX CONCURRENTLY orders_customer;',
            },
        ],
        examples: [
            {
                block: ['DROP INDEX orders_customer', 'DROP INDEX IF EXISTS orders_customer'],
                pass: [
                    'DROP INDEX CONCURRENTLY orders_customer',
                    'CREATE TABLE t (a int); CREATE INDEX i ON t (a); DROP INDEX i',
                ],
            },
            { dialect: 'mysql', pass: ['DROP INDEX orders_customer ON orders'] },
        ],
    },
    {
        id: 'require-concurrent-reindex',
        operations: ['maintain'],
        when: and(oneOf('maintenance', ['reindex']), not(is('concurrently')), BUSY, dialectIn(['postgresql', 'transactsql'])),
        verdict: 'warn',
        message: 'rebuilding {operation.target} blocks writes, and queries that would use the index, until it is done',
        description: 'A plain REINDEX blocks all writes to the table while it builds the index again, and queries that would use ' +
            'the index. An offline REBUILD on SQL Server does the same.',
        help: 'Use `REINDEX … CONCURRENTLY` (SQL Server: `REBUILD WITH (ONLINE = ON)`), outside a transaction. Before PostgreSQL 12, build a second index with `CONCURRENTLY` and drop the first.',
        locks: [
            {
                dialects: ['postgresql'],
                lock: '`SHARE` on the table',
                waits: 'all writes to the table',
                lasts: 'until the index is built',
            },
            {
                dialects: ['postgresql'],
                lock: '`ACCESS EXCLUSIVE` on each index',
                waits: 'nearly all reads of the table too: to plan a query, the server looks at every index of its table',
                lasts: 'until the index is built',
            },
            {
                dialects: ['transactsql'],
                lock: '`SCH-M` or `S` on the table',
                waits: 'all writes; reads too for a clustered index',
                lasts: 'until the index is built',
            },
        ],
        safeSql: [
            {
                dialects: ['postgresql'],
                sql: '-- Outside a transaction. PostgreSQL 12 or newer.\nREINDEX INDEX CONCURRENTLY orders_customer;',
            },
            { dialects: ['transactsql'], sql: 'ALTER INDEX orders_customer ON orders REBUILD WITH (ONLINE = ON);' },
        ],
        examples: [
            {
                block: ['REINDEX TABLE orders', 'REINDEX INDEX orders_customer', 'REINDEX (VERBOSE) TABLE orders'],
                pass: ['REINDEX TABLE CONCURRENTLY orders', 'ANALYZE orders'],
            },
            {
                dialect: 'transactsql',
                block: ['ALTER INDEX orders_customer ON orders REBUILD'],
                pass: [
                    'ALTER INDEX orders_customer ON orders REBUILD WITH (ONLINE = ON)',
                    'ALTER INDEX orders_customer ON orders REORGANIZE',
                ],
            },
        ],
    },
    {
        id: 'no-concurrently-in-transaction',
        operations: ['create_index', 'drop_index', 'maintain', 'detach_partition'],
        when: and(is('concurrently'), statementIs('inTransaction'), indexes_POSTGRESQL),
        verdict: 'warn',
        message: 'CONCURRENTLY fails inside a transaction',
        description: 'PostgreSQL refuses CONCURRENTLY inside a transaction, so the migration stops here. Many migration tools run ' +
            'each file in a transaction.',
        help: 'Put the statement into a file of its own, and tell the migration tool to run that file without a transaction.',
        safeSql: [
            {
                dialects: ['postgresql'],
                sql: `-- +goose NO TRANSACTION
-- (other tools: transaction:false, -- no-transaction, disable_ddl_transaction!)
CREATE INDEX CONCURRENTLY orders_customer ON orders (customer_id);`,
            },
        ],
        examples: [
            {
                block: [
                    'BEGIN; CREATE INDEX CONCURRENTLY orders_customer ON orders (customer_id); COMMIT',
                    'BEGIN; DROP INDEX CONCURRENTLY orders_customer; COMMIT',
                ],
                pass: [
                    'CREATE INDEX CONCURRENTLY orders_customer ON orders (customer_id)',
                    'BEGIN; SELECT 1; COMMIT; DROP INDEX CONCURRENTLY orders_customer',
                ],
            },
        ],
    },
    {
        id: 'no-blocking-index',
        operations: ['create_index'],
        when: and(oneOf('indexType', ['fulltext', 'spatial']), LOCKS_NONE, BUSY, dialectIn(['mysql', 'mariadb'])),
        verdict: 'warn',
        message: 'writes to {operation.table} wait until the index is built',
        description: 'MySQL and MariaDB build most indexes while others write, but no FULLTEXT and no SPATIAL index. The first FULLTEXT ' +
            'index of a table writes every row again.',
        help: 'Add it when the table is small or at a quiet time, or with gh-ost or pt-online-schema-change.',
        locks: [
            {
                dialects: ['mysql', 'mariadb'],
                lock: '`SHARED`; the server refuses `LOCK=NONE`',
                waits: 'all writes to the table; reads continue',
                lasts: 'until the index is built; for the first FULLTEXT index, a rebuild of the table too',
            },
        ],
        examples: [
            {
                dialect: 'mysql',
                block: [
                    'ALTER TABLE posts ADD FULLTEXT INDEX posts_body (body)',
                    'CREATE FULLTEXT INDEX posts_body ON posts (body)',
                    'CREATE SPATIAL INDEX shops_place ON shops (place)',
                    'ALTER TABLE shops ADD SPATIAL KEY (place)',
                ],
                pass: [
                    'CREATE INDEX posts_author ON posts (author_id)',
                    'ALTER TABLE posts ADD INDEX (author_id), ADD UNIQUE (slug)',
                    'CREATE TABLE posts (body text); CREATE FULLTEXT INDEX posts_body ON posts (body)',
                ],
            },
            { dialect: 'mariadb', block: ['ALTER TABLE posts ADD FULLTEXT (body)'] },
            { dialect: 'transactsql', pass: ['CREATE FULLTEXT INDEX ON posts (body) KEY INDEX pk'] },
        ],
    },
    {
        id: 'no-blocking-alter',
        operations: ['ddl'],
        when: and(or(oneOf('algorithm', ['copy']), oneOf('lockOption', ['shared', 'exclusive'])), BUSY, dialectIn(['mysql', 'mariadb'])),
        verdict: 'warn',
        message: 'ALGORITHM or LOCK makes the change of {operation.target} block writes until it is done',
        description: 'ALGORITHM=COPY and LOCK=SHARED block writes to the table until the change is complete; LOCK=EXCLUSIVE blocks ' +
            'reads too. COPY also writes every row again.',
        help: 'Ask for `ALGORITHM=INSTANT`, or for `ALGORITHM=INPLACE, LOCK=NONE`: the server then refuses what it cannot do without blocking.',
        locks: [
            {
                dialects: ['mysql', 'mariadb'],
                lock: 'as `LOCK` says; a copy takes `SHARED`',
                waits: 'all writes to the table; with `EXCLUSIVE` reads too',
                lasts: 'until the change is complete: for a copy, as long as writing the whole table',
            },
        ],
        safeSql: [
            {
                dialects: ['mysql', 'mariadb'],
                sql: `ALTER TABLE orders ADD COLUMN note varchar(200), ALGORITHM=INSTANT;
ALTER TABLE orders ADD INDEX (customer_id), ALGORITHM=INPLACE, LOCK=NONE;
-- If the server refuses: gh-ost or pt-online-schema-change copy the table in the background.`,
            },
        ],
        examples: [
            {
                dialect: 'mysql',
                block: [
                    'ALTER TABLE orders ADD COLUMN note text, ALGORITHM=COPY',
                    'CREATE INDEX i ON orders (a) LOCK=SHARED',
                    'ALTER TABLE orders ADD INDEX (a), LOCK=EXCLUSIVE',
                ],
                pass: [
                    'ALTER TABLE orders ADD COLUMN note text, ALGORITHM=INSTANT',
                    'ALTER TABLE orders ADD INDEX (a), ALGORITHM=INPLACE, LOCK=NONE',
                ],
            },
            { dialect: 'mariadb', block: ['ALTER TABLE orders ADD COLUMN note text, ALGORITHM=COPY'] },
        ],
    },
];

;// CONCATENATED MODULE: ./build/esm/rules/packs/availability/tables.js


const tables_POSTGRESQL = dialectIn(['postgresql']);
/** Work on whole tables, and locks by themselves. */
const TABLES = [
    {
        id: 'no-blocking-maintenance',
        operations: ['maintain', 'alter_table'],
        when: and(or(and(oneOf('maintenance', ['vacuum_full', 'cluster', 'rewrite']), tables_POSTGRESQL), and(oneOf('maintenance', ['optimize', 'repair', 'rewrite']), LOCKS_NONE, dialectIn(['mysql', 'mariadb'])), and(oneOf('maintenance', ['vacuum']), dialectIn(['sqlite']))), BUSY),
        verdict: 'warn',
        message: 'this writes every row again, and others wait until it is done',
        description: 'VACUUM FULL, CLUSTER, and a change of the tablespace or of logging write the table again while reads and writes ' +
            'wait. On MySQL and MariaDB, OPTIMIZE TABLE, another engine, row format or character set, and partitioning rebuild ' +
            "the table, and so does SQLite's VACUUM with the whole database.",
        help: 'Leave it out of migrations. Use a plain `VACUUM`, pg_repack or pg_squeeze; on MySQL ask for `LOCK=NONE`, which the server refuses if it would block, or use gh-ost or pt-online-schema-change.',
        locks: [
            {
                dialects: ['postgresql'],
                lock: '`ACCESS EXCLUSIVE`',
                waits: 'all reads and writes of the table',
                lasts: 'a rewrite of the table and of all its indexes',
            },
            {
                dialects: ['mysql', 'mariadb'],
                lock: '`SHARED`: for another character set or engine, for partitions, ORDER BY and system versioning, on a table with a FULLTEXT index, and on one that is not in InnoDB',
                waits: 'all writes to the table; reads continue',
                lasts: 'a copy of the whole table',
            },
            {
                dialects: ['mysql', 'mariadb'],
                lock: 'an exclusive lock at the start and the end: for OPTIMIZE, FORCE, `ENGINE=InnoDB` and `ROW_FORMAT` of other InnoDB tables',
                waits: 'all reads and writes of the table, for an instant; replicas lag behind',
                lasts: 'a rebuild of the table',
            },
            {
                dialects: ['sqlite'],
                lock: 'the lock of the database file',
                waits: 'all writes to the database',
                lasts: 'a copy of the whole database',
            },
        ],
        safeSql: [
            { dialects: ['postgresql'], sql: 'VACUUM (ANALYZE) orders; -- blocks neither reads nor writes' },
            {
                dialects: ['mysql', 'mariadb'],
                sql: 'ALTER TABLE orders FORCE, ALGORITHM=INPLACE, LOCK=NONE; -- the server refuses if it would block',
            },
        ],
        examples: [
            {
                block: [
                    'VACUUM FULL orders',
                    'VACUUM (FULL, ANALYZE) orders',
                    'CLUSTER orders USING orders_pkey',
                    'ALTER TABLE orders SET TABLESPACE fast',
                    'ALTER TABLE orders SET UNLOGGED',
                ],
                pass: [
                    'VACUUM orders',
                    'VACUUM (ANALYZE) orders',
                    'VACUUM (FULL false) orders',
                    'ALTER TABLE orders SET (fillfactor = 70)',
                    'CREATE TABLE t (a int); ALTER TABLE t SET UNLOGGED',
                ],
            },
            {
                dialect: 'mysql',
                block: [
                    'OPTIMIZE TABLE orders',
                    'ALTER TABLE orders CONVERT TO CHARACTER SET utf8mb4',
                    'ALTER TABLE orders ENGINE=InnoDB',
                    'ALTER TABLE orders FORCE',
                    "ALTER TABLE orders COMMENT='x' ROW_FORMAT=COMPRESSED",
                    'ALTER TABLE orders PARTITION BY HASH (id) PARTITIONS 4',
                    'ALTER TABLE orders ADD COLUMN x int PARTITION BY HASH (id) PARTITIONS 4',
                    'ALTER TABLE orders REMOVE PARTITIONING',
                ],
                pass: [
                    'ANALYZE TABLE orders',
                    'ALTER TABLE orders DEFAULT CHARACTER SET utf8mb4',
                    "ALTER TABLE orders COMMENT='ENGINE=MyISAM', AUTO_INCREMENT=5",
                    'ALTER TABLE orders ADD PARTITION (PARTITION p2 VALUES LESS THAN (3000))',
                    'ALTER TABLE orders FORCE, ALGORITHM=INPLACE, LOCK=NONE',
                    'ALTER TABLE orders DROP COLUMN `engine`',
                    'CREATE TABLE t (a int); ALTER TABLE t ENGINE=InnoDB',
                ],
            },
            { dialect: 'sqlite', block: ['VACUUM'], pass: ['ANALYZE'] },
        ],
    },
    {
        id: 'require-concurrent-refresh',
        operations: ['refresh_materialized_view'],
        when: and(not(is('concurrently')), not(is('createdHere')), BUSY, tables_POSTGRESQL),
        verdict: 'warn',
        message: 'reads of {operation.target} wait, or fail after WITH NO DATA, until the view is computed again',
        description: 'A plain REFRESH MATERIALIZED VIEW blocks every query on the view until it has run the whole query. ' +
            'With `WITH NO DATA` it empties the view instead, and queries on it fail until the next REFRESH.',
        help: 'Use `REFRESH MATERIALIZED VIEW CONCURRENTLY`. It needs a unique index on the view, and cannot be combined with `WITH NO DATA`.',
        locks: [
            {
                dialects: ['postgresql'],
                lock: '`ACCESS EXCLUSIVE` on the view',
                waits: 'all reads of the view',
                lasts: 'as long as the query of the view runs',
            },
        ],
        safeSql: [
            {
                dialects: ['postgresql'],
                sql: `-- Once, outside a transaction:
CREATE UNIQUE INDEX CONCURRENTLY totals_day ON totals (day);
REFRESH MATERIALIZED VIEW CONCURRENTLY totals;`,
            },
        ],
        examples: [
            {
                block: ['REFRESH MATERIALIZED VIEW totals', 'REFRESH MATERIALIZED VIEW totals WITH NO DATA'],
                pass: [
                    'REFRESH MATERIALIZED VIEW CONCURRENTLY totals',
                    'CREATE MATERIALIZED VIEW totals AS SELECT 1 WITH NO DATA; REFRESH MATERIALIZED VIEW totals',
                ],
            },
        ],
    },
    {
        id: 'no-unchecked-partition',
        operations: ['attach_partition'],
        when: and(BUSY, tables_POSTGRESQL),
        verdict: 'warn',
        message: 'attaching {operation.table} reads all its rows, and queries on it wait',
        description: 'ATTACH PARTITION checks every row of the new partition under a lock that blocks reads and writes of it, and ' +
            'of the default partition if there is one. A CHECK constraint that proves the bounds avoids that.',
        help: 'Add a validated CHECK constraint with the bounds, and IS NOT NULL, to the table first, and drop it after the ATTACH. The rule cannot see whether it fits the bounds: then allow the ATTACH with a comment.',
        locks: [
            {
                dialects: ['postgresql'],
                lock: '`ACCESS EXCLUSIVE` on the partition and the default partition, `SHARE UPDATE EXCLUSIVE` on the parent',
                waits: 'all reads and writes of the partition; the parent stays usable',
                lasts: 'a scan of the partition; with a matching CHECK an instant',
            },
        ],
        safeSql: [
            {
                dialects: ['postgresql'],
                sql: `ALTER TABLE logs_2027 ADD CONSTRAINT bounds
  CHECK (day IS NOT NULL AND day >= '2027-01-01' AND day < '2028-01-01') NOT VALID;
-- In a later transaction. Reads and writes continue.
ALTER TABLE logs_2027 VALIDATE CONSTRAINT bounds;
-- PostgreSQL now skips the check.
-- querygate:allow no-unchecked-partition: the CHECK has the same bounds
ALTER TABLE logs ATTACH PARTITION logs_2027 FOR VALUES FROM ('2027-01-01') TO ('2028-01-01');
ALTER TABLE logs_2027 DROP CONSTRAINT bounds;`,
            },
        ],
        examples: [
            {
                block: ["ALTER TABLE logs ATTACH PARTITION logs_2027 FOR VALUES FROM ('2027-01-01') TO ('2028-01-01')"],
                pass: ['CREATE TABLE logs_2027 (day date); ALTER TABLE logs ATTACH PARTITION logs_2027 DEFAULT'],
            },
        ],
    },
    {
        id: 'no-lock-table',
        operations: ['lock_table'],
        // UNLOCK TABLES names no table.
        when: and(not(targetIn([''])), not(oneOf('lockOption', model/* HARMLESS_LOCK_MODES */.PG)), BUSY),
        verdict: 'warn',
        message: 'queries on {operation.target} wait until the lock is released',
        description: 'An explicit lock makes others wait until the transaction or session ends, however long the statements after ' +
            'it take.',
        help: 'Leave it out: each statement takes the lock that it needs. If it is needed, keep the transaction short and set a lock timeout.',
        locks: [
            {
                dialects: ['postgresql'],
                lock: 'the mode that is written; `ACCESS EXCLUSIVE` without one',
                waits: 'without a mode all reads and writes of the table. `ACCESS SHARE`, `ROW SHARE`, `ROW EXCLUSIVE` and `SHARE UPDATE EXCLUSIVE` block neither: the rule is silent about them',
                lasts: 'until the transaction ends',
            },
            {
                dialects: ['mysql', 'mariadb'],
                lock: '`READ` or `WRITE`',
                waits: 'all writes to the table; with `WRITE` reads too',
                lasts: 'until UNLOCK TABLES or the end of the session',
            },
        ],
        safeSql: [
            {
                dialects: ['postgresql'],
                sql: '-- Inside a transaction: lock the rows that are changed, and not the table.\nSELECT id FROM orders WHERE id = 5 FOR UPDATE;',
            },
        ],
        examples: [
            {
                block: [
                    'LOCK TABLE orders',
                    'LOCK TABLE orders IN ACCESS EXCLUSIVE MODE',
                    'LOCK orders IN SHARE MODE NOWAIT',
                    'LOCK TABLE ONLY orders, customers IN SHARE ROW EXCLUSIVE MODE',
                ],
                pass: [
                    'CREATE TABLE t (a int); LOCK TABLE t',
                    'LOCK TABLE orders IN ACCESS SHARE MODE',
                    'LOCK TABLE orders IN ROW EXCLUSIVE MODE NOWAIT',
                ],
            },
            { dialect: 'mysql', block: ['LOCK TABLES orders WRITE', 'LOCK TABLES orders READ'], pass: ['UNLOCK TABLES'] },
        ],
    },
    {
        id: 'no-trigger-on-busy-table',
        operations: ['create_trigger'],
        when: and(
        // Event triggers name an event, not a table.
        not(oneOf('table', ['', 'ddl_command_start', 'ddl_command_end', 'table_rewrite', 'sql_drop', 'login'])), not(statementIs('lockTimeoutSet')), BUSY, tables_POSTGRESQL),
        verdict: 'warn',
        message: 'creating a trigger on {operation.table} waits for all writing transactions, and new writes wait behind it',
        description: 'CREATE TRIGGER takes a lock that conflicts with every write. It is short, but it waits for the longest open ' +
            'transaction that writes, and later writes wait too. From then on each write runs the trigger.',
        help: 'Set a `lock_timeout` and try again if it expires.',
        locks: [
            {
                dialects: ['postgresql'],
                lock: '`SHARE ROW EXCLUSIVE`',
                waits: 'all writes to the table; reads continue',
                lasts: 'an instant, after waiting for the transactions that write to the table',
            },
        ],
        safeSql: [
            {
                dialects: ['postgresql'],
                sql: `SET lock_timeout = '2s';
CREATE TRIGGER audit AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION audit();`,
            },
        ],
        examples: [
            {
                block: [
                    'CREATE TRIGGER audit AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION audit()',
                    "SET lock_timeout = '2s'; RESET lock_timeout; CREATE TRIGGER audit AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION audit()",
                ],
                pass: [
                    'CREATE TABLE orders (id int); CREATE TRIGGER audit AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION audit()',
                    'CREATE EVENT TRIGGER log_ddl ON ddl_command_end EXECUTE FUNCTION log_ddl()',
                    "SET lock_timeout = '2s'; CREATE TRIGGER audit AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION audit()",
                ],
            },
        ],
    },
];

;// CONCATENATED MODULE: ./build/esm/rules/packs/availability/transactions.js

const transactions_POSTGRESQL = dialectIn(['postgresql']);
/** Tables in which migration tools keep a row for each migration, as PostgreSQL and SQL Server fold their names. */
const MIGRATION_TABLES = [
    ...['alembic_version', 'schema_migrations', 'flyway_schema_history', 'goose_db_version', 'databasechangelog'],
    ...['databasechangeloglock', '__EFMigrationsHistory', '__efmigrationshistory', 'knex_migrations'],
    ...['knex_migrations_lock', '_prisma_migrations', 'SequelizeMeta', 'sequelizemeta', 'django_migrations'],
    ...['_sqlx_migrations', '__drizzle_migrations', '__diesel_schema_migrations', 'atlas_schema_revisions'],
    ...['refinery_schema_history', 'ar_internal_metadata', 'pgmigrations'],
];
/** Operations that wait for everything that uses their table, and make everything else wait. */
const TABLE_CHANGES = [
    'add_column',
    'drop_column',
    'rename_column',
    'alter_column_type',
    'set_not_null',
    'drop_not_null',
    'set_default',
    'drop_default',
    'add_constraint',
    'drop_constraint',
    'rename_table',
    'set_schema',
    'attach_partition',
    'detach_partition',
    'drop_table',
    'truncate',
    'create_trigger',
    'drop_trigger',
    'alter_table',
];
const QUEUE = {
    dialects: ['postgresql'],
    lock: '`ACCESS EXCLUSIVE` or `SHARE ROW EXCLUSIVE`',
    waits: 'the statement waits for the longest transaction on the table, and all later queries wait behind it',
};
/** What a transaction holds while it runs, and limits for waiting. */
const TRANSACTIONS = [
    {
        id: 'no-backfill-after-ddl',
        operations: ['update', 'delete', 'merge'],
        // Whether a session of recorded traffic changed a table is not known, and each of its writes would be undecided.
        when: and(IN_FILE, statementIs('ddlInTransaction'), not(targetIn(MIGRATION_TABLES)), BUSY, dialectIn(['postgresql', 'transactsql'])),
        verdict: 'warn',
        message: 'the transaction holds the lock of an earlier change while it writes rows of {operation.target}',
        description: 'A lock is held until its transaction ends. If the transaction that altered a table also fills it, queries on ' +
            'the table wait until every row is written. The few rows in which migration tools note what ran do not count.',
        help: 'Fill the rows in a migration of its own, in batches, after the change of the schema is committed.',
        locks: [
            {
                dialects: ['postgresql'],
                lock: 'that of the earlier statement, mostly `ACCESS EXCLUSIVE`',
                waits: 'all reads and writes of the tables changed earlier',
                lasts: 'as long as the rows are written',
            },
            {
                dialects: ['transactsql'],
                lock: '`SCH-M` of the earlier statement',
                waits: 'all reads and writes of the tables changed earlier',
                lasts: 'as long as the rows are written',
            },
        ],
        safeSql: [
            {
                dialects: ['postgresql'],
                sql: `BEGIN;
ALTER TABLE orders ADD COLUMN state text;
COMMIT;
-- In batches, each in a transaction of its own:
UPDATE orders SET state = 'new' WHERE state IS NULL AND id BETWEEN 1 AND 10000;`,
            },
        ],
        examples: [
            {
                block: [
                    "BEGIN; ALTER TABLE orders ADD COLUMN state text; UPDATE orders SET state = 'new' WHERE id > 0; COMMIT",
                    'BEGIN; ALTER TABLE orders ADD COLUMN state text; DELETE FROM schema_migrations_log WHERE id > 0; COMMIT',
                ],
                pass: [
                    "BEGIN; ALTER TABLE orders ADD COLUMN state text; COMMIT; UPDATE orders SET state = 'new' WHERE id > 0",
                    "BEGIN; CREATE TABLE orders (state text); UPDATE orders SET state = 'new' WHERE id > 0; COMMIT",
                    "BEGIN; ALTER TABLE orders ADD COLUMN state text; UPDATE alembic_version SET version_num = '2' WHERE version_num = '1'; COMMIT",
                    "BEGIN; ALTER TABLE orders ADD COLUMN state text; DELETE FROM public.schema_migrations WHERE version = '1'; COMMIT",
                ],
            },
            {
                dialect: 'transactsql',
                block: ['BEGIN TRAN; ALTER TABLE orders ADD state int; DELETE FROM [History] WHERE id > 0; COMMIT'],
                pass: [
                    "BEGIN TRAN; ALTER TABLE orders ADD state int; DELETE FROM [__EFMigrationsHistory] WHERE [MigrationId] = N'1'; COMMIT",
                ],
            },
        ],
    },
    {
        id: 'no-enum-value-in-transaction',
        operations: ['alter_type'],
        when: and(serverBefore(120_000), statementIs('inTransaction'), transactions_POSTGRESQL),
        verdict: 'warn',
        message: 'PostgreSQL before 12 refuses ALTER TYPE … ADD VALUE inside a transaction',
        description: 'Before PostgreSQL 12 a value cannot be added to an enum inside a transaction, so the migration stops here. ' +
            'The rule needs `server-version` in the configuration.',
        help: 'Put the statement into a file of its own, and tell the migration tool to run that file without a transaction.',
        examples: [
            {
                'server-version': '11',
                block: ["BEGIN; ALTER TYPE mood ADD VALUE 'calm'; COMMIT"],
                pass: ["ALTER TYPE mood ADD VALUE 'calm'"],
            },
            { 'server-version': '12', pass: ["BEGIN; ALTER TYPE mood ADD VALUE 'calm'; COMMIT"] },
        ],
    },
    {
        id: 'no-several-changes-in-transaction',
        operations: TABLE_CHANGES,
        when: and(IN_FILE, statementIs('ddlInTransaction'), BUSY, transactions_POSTGRESQL),
        verdict: 'off',
        message: 'the transaction holds the lock of an earlier change while it waits for {operation.target}',
        description: 'Each change of a table keeps its lock until the transaction ends. A transaction that waits for a second lock ' +
            'blocks the first table for that long, and two such transactions can deadlock.',
        help: 'Change one table in a transaction. Split the migration.',
        locks: [{ ...QUEUE, lasts: 'until the whole transaction ends' }],
        examples: [
            {
                block: ['BEGIN; ALTER TABLE a ADD COLUMN x int; ALTER TABLE b ADD COLUMN x int; COMMIT'],
                pass: ['ALTER TABLE a ADD COLUMN x int; ALTER TABLE b ADD COLUMN x int'],
            },
        ],
    },
    {
        id: 'require-lock-timeout',
        operations: TABLE_CHANGES,
        when: and(IN_FILE, not(statementIs('lockTimeoutSet')), BUSY, transactions_POSTGRESQL),
        verdict: 'off',
        message: 'without a lock timeout, queries on {operation.target} wait as long as this change waits',
        description: 'A change of a table waits for the longest transaction that uses the table, and every later query waits behind ' +
            'it. A lock timeout ends that, and the migration can be tried again.',
        help: 'Set `lock_timeout` at the top of the file, or for the role that runs the migrations.',
        locks: [{ ...QUEUE, lasts: 'until the lock is granted; with a lock timeout no longer than that' }],
        safeSql: [{ dialects: ['postgresql'], sql: "SET lock_timeout = '2s';\nALTER TABLE orders ADD COLUMN state text;" }],
        examples: [
            {
                block: ['ALTER TABLE orders ADD COLUMN state text'],
                pass: ["SET lock_timeout = '2s'; ALTER TABLE orders ADD COLUMN state text"],
            },
        ],
    },
    {
        id: 'require-statement-timeout',
        operations: TABLE_CHANGES,
        when: and(IN_FILE, not(statementIs('statementTimeoutSet')), BUSY, transactions_POSTGRESQL),
        verdict: 'off',
        message: 'without a statement timeout, queries on {operation.target} wait as long as this change runs',
        description: 'A change that scans or rewrites a table keeps its lock until it is done. A statement timeout ends a change ' +
            'that takes longer than planned.',
        help: 'Set `statement_timeout` at the top of the file, or for the role that runs the migrations.',
        locks: [{ ...QUEUE, lasts: 'until the statement is done; with a statement timeout no longer than that' }],
        safeSql: [
            {
                dialects: ['postgresql'],
                sql: "SET statement_timeout = '30s';\nALTER TABLE orders ADD COLUMN state text;",
            },
        ],
        examples: [
            {
                block: ['ALTER TABLE orders ADD COLUMN state text'],
                pass: ["SET statement_timeout = '30s'; ALTER TABLE orders ADD COLUMN state text"],
            },
        ],
    },
    {
        id: 'no-nested-transaction',
        operations: ['begin'],
        when: and(IN_FILE, statementIs('inTransaction')),
        verdict: 'off',
        message: 'a transaction is open already: its COMMIT ends the one that the migration tool started',
        description: 'PostgreSQL warns and goes on in the outer transaction, and MySQL commits it. The COMMIT of the file then ends ' +
            'the transaction of the migration tool, and what follows it cannot be rolled back.',
        help: 'Leave BEGIN and COMMIT out of the file, or tell the migration tool to run it without a transaction.',
        examples: [{ block: ['BEGIN; BEGIN; COMMIT'], pass: ['BEGIN; COMMIT; BEGIN; COMMIT'] }],
    },
];

;// CONCATENATED MODULE: ./build/esm/rules/packs/availability/index.js





/** `querygate:availability@1`: what blocks reads and writes of a busy table, or rewrites it. */
const AVAILABILITY_1 = [...INDEXES, ...CONSTRAINTS, ...COLUMNS, ...TABLES, ...TRANSACTIONS];

;// CONCATENATED MODULE: ./build/esm/rules/packs/recommended/code-execution.js

const UNTRUSTED = [
    ...[
        'c',
        'internal',
        'plpythonu',
        'plpython2u',
        'plpython3u',
        'plperlu',
        'pltclu',
        'plsh',
        'plluau',
        'plrubyu',
        'plr',
        'plphpu',
    ],
    ...['pljavau', 'java', 'clr'],
];
const DANGEROUS_EXTENSIONS = [
    ...UNTRUSTED,
    'adminpack',
    'file_fdw',
    'dblink',
    'postgres_fdw',
    'pg_cron',
    'pg_background',
    'http',
    'pg_net',
];
const FILE_FUNCTIONS = [
    ...['pg_read_file', 'pg_read_binary_file', 'pg_read_server_files', 'pg_ls_dir', 'pg_stat_file', 'pg_file_write'],
    ...['pg_file_rename', 'pg_file_unlink', 'pg_file_sync', 'pg_logdir_ls', 'lo_import', 'lo_export', 'load_file'],
    ...['readfile', 'writefile', 'load_extension', 'fts3_tokenizer', 'edit', 'fsdir', 'openrowset', 'opendatasource'],
];
const REMOTE_FUNCTIONS = [
    ...[
        'dblink',
        'dblink_exec',
        'dblink_connect',
        'dblink_connect_u',
        'dblink_send_query',
        'dblink_open',
        'dblink_fetch',
    ],
    ...['openquery', 'http', 'http_get', 'http_post', 'http_put', 'http_delete', 'http_patch', 'http_head'],
    ...['query_export_to_s3', 'table_import_from_s3'],
];
const TEXT_AS_SQL = [
    'query_to_xml',
    'query_to_xmlschema',
    'query_to_xml_and_xmlschema',
    'ts_stat',
    'ts_rewrite',
    'crosstab',
    'crosstab2',
    'crosstab3',
    'crosstab4',
    'connectby',
    'xpath_table',
    'schedule',
    'schedule_in_database',
    'alter_job',
    'run_command_on_workers',
    'run_command_on_all_nodes',
    'run_command_on_shards',
    'run_command_on_placements',
    'run_command_on_colocated_placements',
    'run_command_on_coordinator',
    'master_run_on_worker',
    'exec_sql',
];
/** SQL that reaches out of the database, and SQL that cannot be read. */
const CODE_EXECUTION = [
    {
        id: 'no-execute-program',
        operations: ['execute_program'],
        verdict: 'block',
        suppressible: false,
        message: 'this runs a program on the database server',
        description: 'COPY … PROGRAM, xp_cmdshell and similar features run a shell command as the account of the database server.',
        help: 'Run the program outside the database, and load its output as rows.',
        examples: [
            { block: ["COPY users TO PROGRAM 'curl http://example.org'"], pass: ['COPY users FROM STDIN'] },
            { dialect: 'transactsql', block: ["EXEC xp_cmdshell 'dir'"] },
        ],
    },
    {
        id: 'no-load-library',
        operations: ['load_library'],
        verdict: 'block',
        suppressible: false,
        message: 'this loads a library into the database server',
        description: 'A shared library or assembly runs inside the server, with all its privileges and no checks.',
        help: 'Ask the administrators of the server to install it.',
        examples: [
            { block: ["LOAD '/tmp/x.so'"], pass: ['CREATE EXTENSION citext'] },
            { dialect: 'mysql', block: ["CREATE FUNCTION f RETURNS INTEGER SONAME 'x.so'"] },
        ],
    },
    {
        id: 'no-untrusted-language',
        operations: ['create_language', 'create_function', 'create_procedure', 'do_block'],
        when: or(oneOf('kind', ['create_language']), oneOf('language', UNTRUSTED)),
        verdict: 'block',
        suppressible: false,
        message: 'this runs or installs code in an untrusted language, which can access the server',
        description: 'Untrusted languages (`plpython3u`, `plperlu`, C and similar) run without a sandbox. They can read files ' +
            'and open connections as the account of the database server.',
        help: 'Write it in SQL or PL/pgSQL, or move it out of the database.',
        examples: [
            {
                block: ['CREATE LANGUAGE plpython3u', "CREATE FUNCTION f() RETURNS int LANGUAGE plpython3u AS 'return 1'"],
                pass: ["CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'"],
            },
        ],
    },
    {
        id: 'no-dangerous-extension',
        operations: ['create_extension'],
        when: targetIn(DANGEROUS_EXTENSIONS),
        verdict: 'block',
        suppressible: false,
        message: 'extension {operation.target} can access files, programs or other machines',
        description: 'Some extensions can read files, run programs or connect to other machines. Once one is installed, SQL can ' +
            'do the same.',
        help: 'Ask the administrators of the server to install it, for the roles that need it.',
        examples: [
            {
                block: ['CREATE EXTENSION dblink', 'CREATE EXTENSION IF NOT EXISTS plpython3u'],
                pass: ['CREATE EXTENSION citext'],
            },
        ],
    },
    {
        id: 'no-server-files',
        operations: ['any'],
        when: or(calls(FILE_FUNCTIONS), and(oneOf('kind', ['copy_from']), oneOf('endpoint', ['file']))),
        verdict: 'block',
        suppressible: false,
        message: 'this reads or writes files on the database server',
        description: 'COPY … FROM a file, LOAD DATA without LOCAL, BULK INSERT and functions such as pg_read_file access files ' +
            'as the account of the database server. These files can include keys, configuration and other databases.',
        help: 'Send the content through the connection: use `COPY … FROM STDIN`, `LOAD DATA LOCAL` or a program on the client.',
        examples: [
            {
                block: ["SELECT pg_read_file('/etc/passwd')", "SELECT lo_export(1, '/tmp/x')", "COPY users FROM '/etc/passwd'"],
                pass: ['SELECT count(*) FROM users', 'COPY users FROM STDIN'],
            },
            {
                dialect: 'mysql',
                block: ["SELECT LOAD_FILE('/etc/passwd')", "LOAD DATA INFILE '/etc/passwd' INTO TABLE users"],
                pass: ["LOAD DATA LOCAL INFILE 'users.csv' INTO TABLE users"],
            },
            { dialect: 'transactsql', block: ["BULK INSERT users FROM 'c:/users.csv'"] },
            {
                dialect: 'sqlite',
                block: ["SELECT load_extension('x')", "SELECT edit('', 'sh')", "SELECT writefile('x', 'y')"],
            },
        ],
    },
    {
        id: 'no-export-to-file',
        operations: ['copy_to'],
        when: not(oneOf('endpoint', ['client'])),
        verdict: 'block',
        suppressible: false,
        message: 'rows are exported to the database server instead of the client',
        description: 'COPY … TO a file and SELECT … INTO OUTFILE write files as the account of the database server. A file ' +
            'written to the right place can be executed as a program.',
        help: 'Export from a client, with a role that can only read.',
        examples: [
            { block: ["COPY users TO '/tmp/users.csv'"], pass: ['COPY users TO STDOUT'] },
            { dialect: 'mysql', block: ["SELECT * FROM users INTO OUTFILE '/tmp/x'"] },
        ],
    },
    {
        id: 'no-remote-sql',
        operations: ['any'],
        when: calls(REMOTE_FUNCTIONS),
        verdict: 'block',
        suppressible: false,
        message: 'this runs SQL on another machine or sends data to it',
        description: 'dblink and similar functions run SQL on another server. Querygate sees that SQL only as a text argument ' +
            'and cannot check it, and the call can send data out of the database.',
        help: 'Connect to the other database from an application instead.',
        examples: [{ block: ["SELECT dblink_exec('host=x', 'DROP TABLE users')"], pass: ['SELECT * FROM users'] }],
    },
    {
        id: 'no-text-as-sql',
        operations: ['any'],
        when: calls(TEXT_AS_SQL),
        verdict: 'block',
        message: 'a function runs its text argument as SQL, which cannot be checked',
        description: 'Functions such as `query_to_xml` run their text argument as a query, so what it does is hidden in a string.',
        help: 'Write the query directly, so that Querygate can check it.',
        examples: [
            { block: ["SELECT query_to_xml('DELETE FROM users', true, true, '')"], pass: ["SELECT to_json('x'::text)"] },
        ],
    },
    {
        id: 'no-unreadable-sql',
        operations: ['execute_dynamic'],
        when: and(not(is('readable')), not(is('deferred'))),
        verdict: 'block',
        message: 'SQL is built at run time, so it cannot be checked',
        description: 'The text that an EXECUTE builds is known only at run time, and it can do anything that other rules ' +
            'forbid. Literal text is read and checked as usual. In a routine that the change only creates, ' +
            '`no-unreadable-routine` warns instead.',
        help: 'Write out the statement. If names really vary, let a reviewer allow this one with a reason.',
        examples: [
            {
                block: ["DO $$ DECLARE t text; BEGIN SELECT x INTO t FROM y; EXECUTE 'DROP TABLE ' || t; END $$"],
                pass: ["DO $$ BEGIN EXECUTE 'ALTER TABLE users ADD COLUMN a int'; END $$"],
            },
            { dialect: 'transactsql', block: ['EXEC(@sql)', 'EXEC sp_executesql @sql'], pass: ["EXEC('SELECT 1')"] },
        ],
    },
    {
        id: 'no-unreadable-routine',
        operations: ['execute_dynamic'],
        when: and(not(is('readable')), is('deferred')),
        verdict: 'warn',
        message: 'this routine builds SQL at run time, which cannot be checked',
        description: 'Nothing runs yet: the change creates the routine, but neither calls it nor attaches it to a trigger, event, ' +
            'policy, default or job. A routine that is replaced must not be attached in the SQL of the base branch either; if ' +
            'that SQL is not known, `no-unreadable-sql` blocks it. Once it is called, the text that it builds can do anything that its owner may do.',
        help: 'Write out the statement, or build it only from constants and names quoted with `format(%I)`.',
        examples: [
            {
                block: ['CREATE FUNCTION f(q text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE q; END $$'],
                pass: [
                    'CREATE FUNCTION f(q text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE q; END $$; SELECT f($1)',
                    "CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE 'ANALYZE users'; END $$",
                ],
            },
            { dialect: 'transactsql', block: ['CREATE PROCEDURE p @q nvarchar(max) AS EXEC sp_executesql @q'] },
        ],
    },
];

;// CONCATENATED MODULE: ./build/esm/rules/packs/recommended/data-loss.js

/** Statements that delete rows for good. */
const DATA_LOSS = [
    {
        id: 'no-drop-table',
        operations: ['drop_table'],
        when: and(REAL, not(is('rebuilt')), not(is('replacesNothing'))),
        verdict: 'block',
        message: 'dropping table {operation.target} loses all its rows',
        description: 'Dropping a table deletes its rows, indexes, grants and triggers, and only a backup can restore them. Code ' +
            'that still uses the table fails immediately. The rule does not match if the file rebuilds the table: if it ' +
            'copies all rows and columns to a new table, which gets the name of the old one. In PostgreSQL the policies are lost ' +
            'too, and row security can hide rows from the copy, so the SQL of the base branch must show the table and mention ' +
            'neither. In SQLite, DROP TABLE deletes rows of other tables that refer to the dropped ones with ON DELETE CASCADE, ' +
            'so the file must turn foreign keys off ' +
            'first, outside a transaction, unless the SQL of the base branch shows that there is no such foreign key.',
        help: 'Stop using the table first, rename it in one release, and drop it a few releases later. Take a backup ' +
            'just before the drop.',
        examples: [
            {
                block: [
                    'DROP TABLE users',
                    'DROP TABLE IF EXISTS a, b CASCADE',
                    'CREATE TABLE IF NOT EXISTS t (id int); DROP TABLE t',
                    'DO $$ BEGIN DROP TABLE users; END $$',
                ],
                pass: [
                    'CREATE TABLE t (id int); DROP TABLE t',
                    'CREATE TEMPORARY TABLE t (id int); DROP TABLE t',
                    'DROP INDEX users_name_idx',
                    "SELECT 'DROP TABLE users'",
                ],
            },
            { dialect: 'mysql', block: ['DROP/**/TABLE users', '/*! DROP TABLE users */'], pass: ['DROP TEMPORARY TABLE t'] },
            {
                dialect: 'sqlite',
                base: 'CREATE TABLE users (id int, name text);',
                block: [
                    'DROP TABLE "users"',
                    'CREATE TABLE new (id int); INSERT INTO new SELECT id FROM users; DROP TABLE users; ALTER TABLE new RENAME TO users',
                ],
                pass: [
                    'CREATE TABLE new (id int, name text); INSERT INTO new SELECT * FROM users; DROP TABLE users; ALTER TABLE new RENAME TO users',
                    'CREATE TABLE new (id int, name text); INSERT INTO new (id, name) SELECT id, name FROM users; DROP TABLE users; ALTER TABLE new RENAME TO users',
                ],
            },
            {
                dialect: 'sqlite',
                base: 'CREATE TABLE users (id int); CREATE TABLE notes (user int REFERENCES users ON DELETE CASCADE);',
                block: [
                    'CREATE TABLE new (id int); INSERT INTO new SELECT * FROM users; DROP TABLE users; ALTER TABLE new RENAME TO users',
                ],
                pass: [
                    'PRAGMA foreign_keys = OFF; CREATE TABLE new (id int); INSERT INTO new SELECT * FROM users; DROP TABLE users; ALTER TABLE new RENAME TO users',
                ],
            },
            {
                base: 'CREATE TABLE users (id int);',
                block: ['DROP TABLE IF EXISTS users; CREATE TABLE users (id int)'],
                pass: ['DROP TABLE IF EXISTS jobs; CREATE TABLE jobs (id int)'],
            },
            {
                dialect: 'transactsql',
                block: ['DROP TABLE [dbo].[users]'],
                pass: ['CREATE TABLE #t (id int); DROP TABLE #t'],
            },
        ],
    },
    {
        id: 'no-drop-before-create',
        operations: ['drop_table'],
        when: and(REAL, is('replacesNothing'), not(is('rebuilt'))),
        verdict: 'warn',
        message: 'if {operation.target} exists, it is dropped with all its rows before it is created',
        description: 'No SQL file of the base branch names the table, so the DROP most likely does nothing. A database in which the ' +
            'table was created in another way, or in which the file runs again, loses its rows.',
        help: 'Leave out the DROP: `CREATE TABLE` then fails if the table exists, and nothing is lost.',
        examples: [
            {
                base: 'CREATE TABLE users (id int);',
                block: ['DROP TABLE IF EXISTS jobs; CREATE TABLE jobs (id int)'],
                pass: ['DROP TABLE IF EXISTS users; CREATE TABLE users (id int)', 'CREATE TABLE jobs (id int)'],
            },
        ],
    },
    {
        id: 'no-replace-table',
        operations: ['create_table'],
        when: and(is('orReplace'), REAL),
        verdict: 'block',
        message: 'CREATE OR REPLACE TABLE drops {operation.target} and all its rows if the table exists',
        description: '`CREATE OR REPLACE TABLE` drops an existing table with all its rows, although the statement does not say DROP.',
        help: 'Use `CREATE TABLE IF NOT EXISTS`. To replace a table, create the new one under another name and drop the ' +
            'old one in a later migration.',
        examples: [
            { dialect: 'mariadb', block: ['CREATE OR REPLACE TABLE users (id int)'], pass: ['CREATE TABLE users (id int)'] },
        ],
    },
    {
        id: 'no-drop-column',
        operations: ['drop_column'],
        when: REAL,
        verdict: 'block',
        message: 'dropping column {operation.columns} of {operation.target} deletes its values',
        description: 'Dropping a column deletes all its values, and the indexes and constraints that use it. A release that ' +
            'still reads or writes the column fails immediately.',
        help: 'Stop reading and writing the column in one release, and drop it in a later one.',
        examples: [
            {
                block: ['ALTER TABLE users DROP COLUMN email', 'ALTER TABLE users ADD COLUMN a int, DROP COLUMN email CASCADE'],
                pass: [
                    'ALTER TABLE users DROP CONSTRAINT users_email_key',
                    'CREATE TABLE t (a int, b int); ALTER TABLE t DROP COLUMN b',
                    'ALTER TABLE users ALTER COLUMN email DROP DEFAULT',
                ],
            },
            { dialect: 'mysql', block: ['ALTER TABLE users DROP email'], pass: ['ALTER TABLE users DROP INDEX email_idx'] },
            { dialect: 'sqlite', block: ['ALTER TABLE users DROP COLUMN email'] },
            { dialect: 'transactsql', block: ['ALTER TABLE users DROP COLUMN email'] },
        ],
    },
    {
        id: 'no-drop-schema',
        operations: ['drop_schema'],
        when: not(is('createdHere')),
        verdict: 'block',
        message: 'dropping schema {operation.target} can delete everything in it',
        description: 'Dropping a schema can also drop its tables, views and functions, and the file names none of them.',
        help: 'Drop the objects one by one, so that each drop is reviewed, and drop the empty schema last.',
        examples: [
            { block: ['DROP SCHEMA billing CASCADE', 'DROP SCHEMA IF EXISTS billing'], pass: ['CREATE SCHEMA billing'] },
        ],
    },
    {
        id: 'no-drop-database',
        operations: ['drop_database', 'drop_tablespace'],
        verdict: 'block',
        message: 'dropping {operation.target} deletes everything stored in it',
        description: 'Dropping a database or tablespace deletes everything in it. No application migration needs that.',
        help: 'Leave it to the administrators of the server, who can do it by hand with a backup available.',
        examples: [
            { block: ['DROP DATABASE shop', 'DROP TABLESPACE fast'], pass: ['CREATE DATABASE shop'] },
            { dialect: 'mysql', block: ['DROP DATABASE IF EXISTS shop', 'DROP SCHEMA shop'] },
            { dialect: 'transactsql', block: ['DROP DATABASE shop'] },
        ],
    },
    {
        id: 'no-truncate',
        operations: ['truncate', 'truncate_partition'],
        // CASCADE also truncates referencing tables, which the file may not have created.
        when: and(or(not(is('createdHere')), is('cascade')), not(is('temporary'))),
        verdict: 'block',
        message: 'truncating {operation.target} deletes all its rows',
        description: 'TRUNCATE deletes every row of the table at once. It fires no row triggers, cannot be filtered, and with ' +
            'CASCADE also empties every table that references this one.',
        help: 'Delete only the rows that must go, with a WHERE clause, in batches.',
        examples: [
            {
                block: [
                    'TRUNCATE users',
                    'TRUNCATE TABLE a, b RESTART IDENTITY CASCADE',
                    'CREATE TABLE t (id int PRIMARY KEY); ALTER TABLE users ADD FOREIGN KEY (t) REFERENCES t; TRUNCATE t CASCADE',
                ],
                pass: [
                    'CREATE TABLE t (id int); TRUNCATE t',
                    'CREATE TEMP TABLE t (id int); TRUNCATE t',
                    "DELETE FROM users WHERE created < '2019-01-01'",
                ],
            },
            { dialect: 'mysql', block: ['TRUNCATE users', 'ALTER TABLE logs TRUNCATE PARTITION p0'] },
            { dialect: 'transactsql', block: ['TRUNCATE TABLE dbo.users'] },
        ],
    },
    {
        id: 'no-drop-partition',
        operations: ['drop_partition'],
        when: REAL,
        verdict: 'block',
        message: 'dropping a partition of {operation.target} deletes its rows',
        description: 'Dropping a partition deletes the rows stored in it, just as dropping a table does.',
        help: 'Move the partition out of the table first, archive it, and drop it later, once you know that its rows are ' +
            'not needed.',
        examples: [
            {
                dialect: 'mysql',
                block: ['ALTER TABLE logs DROP PARTITION p2019'],
                pass: ['ALTER TABLE logs ADD PARTITION (PARTITION p2027 VALUES LESS THAN (2028))'],
            },
        ],
    },
    {
        id: 'no-detach-partition',
        operations: ['detach_partition', 'switch_partition'],
        when: REAL,
        verdict: 'block',
        message: 'removing a partition from {operation.target} hides its rows from every query on the table',
        description: 'The rows of a detached, switched or exchanged partition disappear from the table at once. Queries do not ' +
            'fail: they silently return wrong results. The partition is often dropped next.',
        help: 'Plan it as an archiving job with an owner, and allow it with an exception.',
        examples: [
            {
                block: ['ALTER TABLE logs DETACH PARTITION logs_2019'],
                pass: ["ALTER TABLE logs ATTACH PARTITION logs_2027 FOR VALUES FROM ('2027-01-01') TO ('2028-01-01')"],
            },
            { dialect: 'mysql', block: ['ALTER TABLE logs EXCHANGE PARTITION p0 WITH TABLE archive'] },
            { dialect: 'transactsql', block: ['ALTER TABLE logs SWITCH PARTITION 1 TO archive'] },
        ],
    },
    {
        id: 'no-drop-owned',
        operations: ['drop_owned'],
        verdict: 'block',
        message: 'DROP OWNED drops everything that the role owns in this database',
        description: '`DROP OWNED BY` drops every table, view and function that a role owns and revokes every privilege granted ' +
            'to it. The file does not show what those are.',
        help: 'Drop or reassign the objects one by one. `REASSIGN OWNED` keeps them and changes their owner.',
        examples: [{ block: ['DROP OWNED BY reporting', 'DROP OWNED BY reporting CASCADE'] }],
    },
    {
        id: 'no-drop-cascade',
        operations: ['drop_type', 'drop_extension', 'drop_sequence', 'drop_other', 'drop_role', 'drop_materialized_view'],
        when: and(is('cascade'), not(is('createdHere'))),
        verdict: 'block',
        message: 'CASCADE also drops everything that depends on {operation.target}, including table columns',
        description: 'Dropping a type, domain or extension with CASCADE also drops every column that uses it, with its data. ' +
            'The objects that depend on it in production may differ from those in your test database.',
        help: 'Drop the dependent objects first, each by name, and leave out CASCADE. If you missed one, the drop then ' +
            'fails instead of deleting it.',
        examples: [
            {
                block: [
                    'DROP TYPE mood CASCADE',
                    'DROP EXTENSION hstore CASCADE',
                    'DROP DOMAIN email CASCADE',
                    'DROP SEQUENCE s CASCADE',
                ],
                pass: ['DROP TYPE mood', 'DROP EXTENSION hstore', 'CREATE TYPE mood AS ENUM (); DROP TYPE mood CASCADE'],
            },
        ],
    },
    {
        id: 'no-large-object-unlink',
        operations: ['any'],
        when: calls(['lo_unlink']),
        verdict: 'block',
        message: 'lo_unlink deletes large objects',
        description: 'Unlinking a large object deletes it, even if rows still refer to it.',
        help: 'Use `vacuumlo`, which removes only large objects that nothing refers to.',
        examples: [{ block: ['SELECT lo_unlink(avatar) FROM users'], pass: ['SELECT avatar FROM users'] }],
    },
];

;// CONCATENATED MODULE: ./build/esm/rules/packs/recommended/privileges.js

/** Privileges that lead to all others, whatever object they are granted on. */
const POWERFUL = [
    // MySQL and MariaDB
    ...['super', 'file', 'proxy', 'reload', 'shutdown', 'process', 'replication', 'system_user', 'set_user_id'],
    ...['create user', 'replication slave', 'replication client', 'replication admin', 'role_admin', 'connection_admin'],
    ...['system_variables_admin', 'persist_ro_variables_admin', 'set_any_definer', 'allow_nonexistent_definer'],
    ...['binlog_admin', 'binlog admin', 'binlog replay', 'clone_admin', 'backup_admin', 'encryption_key_admin'],
    ...['connection admin', 'federated admin', 'set user'],
    // SQL Server
    ...['control', 'control server', 'impersonate', 'impersonate any login', 'take', 'take ownership', 'unsafe'],
    ...['unsafe assembly', 'external', 'external access assembly', 'administer', 'administer bulk operations'],
    // PostgreSQL
    'alter system',
];
/** Privileges that apply to the whole server or database when the statement has no ON clause. */
const POWERFUL_WITHOUT_OBJECT = ['alter', 'alter any login'];
const SERVER_WIDE = or(and(targetIn(['*']), targetIn(['*'], 'schema'), holdsOther('privileges', 'usage')), holdsSome('privileges', POWERFUL), and(targetIn(['']), holdsSome('privileges', POWERFUL_WITHOUT_OBJECT)));
/** Grants, roles and ownership. */
const PRIVILEGES = [
    {
        id: 'no-grant-to-public',
        operations: ['grant', 'grant_role'],
        when: holds('grantees', 'public'),
        verdict: 'block',
        suppressible: false,
        message: 'every role gets {operation.privileges} on {operation.target}',
        description: 'PUBLIC is every role, including roles created later. A privilege granted to PUBLIC cannot be revoked from ' +
            'a single role.',
        help: 'Grant the privilege only to the role that needs it.',
        examples: [
            { block: ['GRANT SELECT ON users TO PUBLIC'], pass: ['GRANT SELECT ON users TO reporting', 'SELECT 1'] },
            { dialect: 'transactsql', block: ['GRANT SELECT ON dbo.users TO public'] },
        ],
    },
    {
        id: 'no-grant-all',
        operations: ['grant'],
        when: and(holds('privileges', 'all'), not(holds('grantees', 'public'))),
        verdict: 'block',
        suppressible: false,
        message: '{operation.grantees} is granted every privilege on {operation.target}',
        description: 'ALL includes TRUNCATE, REFERENCES and TRIGGER, and any privilege that a later database release adds.',
        help: 'Grant only the privileges that are needed, by name.',
        examples: [
            {
                block: ['GRANT ALL ON users TO app', 'GRANT ALL PRIVILEGES ON ALL TABLES IN SCHEMA public TO app'],
                pass: ['GRANT SELECT ON users TO app'],
            },
            {
                dialect: 'mysql',
                block: ["GRANT ALL PRIVILEGES ON *.* TO 'app'@'%'"],
                pass: ["GRANT SELECT ON shop.users TO 'app'@'%'"],
            },
        ],
    },
    {
        id: 'no-grant-option',
        operations: ['grant', 'grant_role'],
        when: is('grantOption'),
        verdict: 'block',
        suppressible: false,
        message: '{operation.grantees} can grant {operation.privileges} to any other role',
        description: 'WITH GRANT OPTION and WITH ADMIN OPTION let the grantee give access to other roles without a review.',
        help: 'Leave out the option, and grant the privilege to each role that needs it.',
        examples: [{ block: ['GRANT SELECT ON users TO app WITH GRANT OPTION'], pass: ['GRANT SELECT ON users TO app'] }],
    },
    {
        id: 'no-grant-role',
        operations: ['grant_role'],
        when: and(not(holds('grantees', 'public')), not(is('grantOption'))),
        verdict: 'block',
        suppressible: false,
        message: '{operation.grantees} becomes a member of {operation.privileges} and gets all its privileges',
        description: 'A member of a role gets every privilege of that role, now and in the future. The file does not show which ones.',
        help: 'Grant the individual privileges, or manage role membership in the tool that manages your accounts.',
        examples: [
            { block: ['GRANT admin TO app'], pass: ['GRANT SELECT ON users TO app'] },
            { dialect: 'transactsql', block: ['ALTER ROLE db_owner ADD MEMBER app'] },
        ],
    },
    {
        id: 'no-grant-server',
        operations: ['grant'],
        when: and(SERVER_WIDE, not(holds('grantees', 'public')), not(holds('privileges', 'all'))),
        verdict: 'block',
        suppressible: false,
        message: '{operation.grantees} is granted {operation.privileges}, which gives access to the whole server',
        description: 'A privilege on `*.*` also covers the tables that store accounts. Other privileges lead to all the rest: ' +
            'SUPER, FILE, CONTROL and IMPERSONATE let an account act as the server or as any other user.',
        help: 'Grant on the schema or table that is needed, and manage accounts in the tool that manages your servers.',
        examples: [
            {
                dialect: 'mysql',
                block: [
                    "GRANT SUPER ON *.* TO 'app'@'%'",
                    "GRANT USAGE, INSERT ON *.* TO 'app'@'%'",
                    "GRANT SELECT, FILE ON *.* TO 'app'@'%'",
                    "GRANT CREATE USER ON *.* TO 'app'@'%'",
                    "GRANT REPLICATION SLAVE ON *.* TO 'app'@'%'",
                    "GRANT SELECT ON *.* TO 'app'@'%'",
                ],
                pass: ["GRANT USAGE ON *.* TO 'app'@'%'", "GRANT SELECT ON shop.* TO 'app'@'%'"],
            },
            {
                dialect: 'transactsql',
                block: [
                    'GRANT CONTROL SERVER TO app',
                    'GRANT ALTER ANY LOGIN TO app',
                    'GRANT IMPERSONATE ON USER::dbo TO app',
                    'GRANT CONTROL ON SCHEMA::dbo TO app',
                ],
                pass: ['GRANT SELECT ON dbo.users TO app', 'GRANT ALTER ON dbo.users TO app', 'GRANT CREATE TABLE TO app'],
            },
        ],
    },
    {
        id: 'no-grant',
        operations: ['grant'],
        when: and(not(holds('grantees', 'public')), not(holds('privileges', 'all')), not(is('grantOption')), not(SERVER_WIDE)),
        verdict: 'warn',
        suppressible: false,
        message: '{operation.grantees} gets {operation.privileges} on {operation.target}',
        description: 'A grant gives a role access to data. That is routine, but the owner of the data should take a second look.',
        help: 'Check that the role needs the privilege, and that no narrower privilege is enough.',
        examples: [{ block: ['GRANT SELECT ON users TO reporting'], pass: ['REVOKE SELECT ON users FROM reporting'] }],
    },
    {
        id: 'no-revoke',
        operations: ['revoke', 'revoke_role'],
        when: not(holds('grantees', 'public')),
        verdict: 'warn',
        suppressible: false,
        message: '{operation.grantees} loses {operation.privileges} on {operation.target}',
        description: 'Everything that uses the privilege through this role fails immediately. Revoking a privilege from PUBLIC ' +
            'is not reported, because it only makes the database safer.',
        help: 'Check in the query history who still uses the privilege, and revoke it once they have stopped.',
        examples: [{ block: ['REVOKE SELECT ON users FROM reporting'], pass: ['REVOKE ALL ON SCHEMA public FROM PUBLIC'] }],
    },
    {
        id: 'no-default-privileges',
        operations: ['alter_default_privileges'],
        verdict: 'block',
        suppressible: false,
        message: 'default privileges change who can access every object created later',
        description: 'Default privileges apply to objects that do not exist yet, so the access that they give is never reviewed.',
        help: 'Grant on each object in the migration that creates it.',
        examples: [{ block: ['ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO reporting'] }],
    },
    {
        id: 'no-role-change',
        operations: ['create_role', 'alter_role', 'drop_role'],
        verdict: 'block',
        suppressible: false,
        message: 'role or account {operation.target} is created, changed or dropped',
        description: 'Accounts, passwords and attributes such as SUPERUSER or BYPASSRLS decide who can do anything at all. A ' +
            'migration also applies them to every environment, and passwords stay in the history of the repository.',
        help: 'Manage accounts in the tool that manages your servers, and keep passwords out of files.',
        examples: [
            { block: ['CREATE ROLE app LOGIN', 'ALTER ROLE app SUPERUSER', 'ALTER USER app BYPASSRLS', 'DROP ROLE app'] },
            { dialect: 'mysql', block: ["CREATE USER 'app'@'%' IDENTIFIED BY 'x'"] },
            { dialect: 'transactsql', block: ["CREATE LOGIN app WITH PASSWORD = 'x'"] },
        ],
    },
    {
        id: 'no-owner-change',
        operations: ['change_owner'],
        when: not(is('createdHere')),
        verdict: 'block',
        suppressible: false,
        message: 'the owner of {operation.target} changes, and an owner has full control of it',
        description: 'The owner of an object can drop it, read it and grant access to it, and row security does not apply to ' +
            'the owner.',
        help: 'Grant the privileges that are needed, and keep one role as the owner of all objects.',
        examples: [
            {
                block: ['ALTER TABLE users OWNER TO app', 'REASSIGN OWNED BY a TO b'],
                pass: ['CREATE SCHEMA app'],
            },
        ],
    },
    {
        id: 'no-set-role',
        operations: ['set_role'],
        verdict: 'warn',
        suppressible: false,
        message: 'the statements that follow run with the privileges of another role',
        description: 'After SET ROLE, SET SESSION AUTHORIZATION or EXECUTE AS, the database checks the privileges of another role for ' +
            'every later statement.',
        help: 'Let the migration tool log in as the role that is needed.',
        examples: [
            { block: ['SET ROLE admin', 'SET SESSION AUTHORIZATION admin'], pass: ['SET search_path TO billing'] },
            { dialect: 'transactsql', block: ["EXECUTE AS USER = 'admin'"] },
        ],
    },
];

;// CONCATENATED MODULE: ./build/esm/rules/packs/recommended/risky-changes.js

/** Routine changes that cause most migration outages. */
const RISKY_CHANGES = [
    {
        id: 'no-column-type-change',
        operations: ['alter_column_type'],
        when: REAL,
        verdict: 'warn',
        message: 'changing the type of {operation.columns} in {operation.target} can truncate values and rewrite the table',
        description: 'A narrower type truncates or rejects existing values. Most type changes also rewrite the whole table ' +
            'under a lock that blocks reads.',
        help: 'Add a column of the new type, fill it in batches, switch over, and drop the old column later.',
        locks: [
            {
                dialects: ['postgresql'],
                lock: '`ACCESS EXCLUSIVE`',
                waits: 'all reads and writes of the table',
                lasts: 'a rewrite of the table and of its indexes; an instant for a longer `varchar`, or `varchar` to `text`',
            },
            {
                dialects: ['mysql', 'mariadb'],
                lock: '`SHARED`',
                waits: 'all writes to the table',
                lasts: 'a copy of the whole table; an instant for some changes, such as a new value at the end of an ENUM',
            },
            {
                dialects: ['transactsql'],
                lock: '`SCH-M`',
                waits: 'all reads and writes of the table',
                lasts: 'a scan or an update of every row; an instant for a longer `varchar`',
            },
        ],
        examples: [
            {
                block: ['ALTER TABLE users ALTER COLUMN name TYPE varchar(10)'],
                pass: ["ALTER TABLE users ALTER COLUMN name SET DEFAULT ''"],
            },
            { dialect: 'mysql', block: ['ALTER TABLE users MODIFY name varchar(10)'] },
            { dialect: 'transactsql', block: ['ALTER TABLE users ALTER COLUMN name varchar(10)'] },
        ],
    },
    {
        id: 'no-rename',
        operations: ['rename_table', 'rename_column', 'set_schema'],
        when: REAL,
        verdict: 'warn',
        message: 'code that still uses the old name of {operation.target} fails immediately',
        description: 'No release can use the old and the new name at the same time, so a rename breaks whatever is running at ' +
            'that moment.',
        help: 'Add the new name next to the old one (a column to copy into, or a view), move the code over, and remove ' +
            'the old name later.',
        examples: [
            {
                block: [
                    'ALTER TABLE users RENAME TO people',
                    'ALTER TABLE users RENAME COLUMN a TO b',
                    'ALTER TABLE users SET SCHEMA app',
                ],
                pass: ['ALTER INDEX users_idx RENAME TO people_idx', 'CREATE TABLE t (a int); ALTER TABLE t RENAME TO u'],
            },
            { dialect: 'mysql', block: ['RENAME TABLE users TO people'] },
        ],
    },
    {
        id: 'no-replace-into',
        operations: ['replace'],
        when: REAL,
        verdict: 'warn',
        message: 'REPLACE deletes conflicting rows of {operation.target}, including the columns that it does not set',
        description: 'REPLACE deletes the old row before it inserts the new one. Columns that it does not name get their ' +
            'default values, and rows that reference the old row may be deleted too.',
        help: 'Use `INSERT … ON DUPLICATE KEY UPDATE` or `INSERT … ON CONFLICT … DO UPDATE`.',
        examples: [
            { dialect: 'mysql', block: ['REPLACE INTO users (id) VALUES (1)'], pass: ['INSERT INTO users (id) VALUES (1)'] },
            {
                dialect: 'sqlite',
                block: ['INSERT OR REPLACE INTO users (id) VALUES (1)'],
                pass: ['INSERT OR IGNORE INTO users (id) VALUES (1)'],
            },
        ],
    },
    {
        id: 'no-merge-delete',
        operations: ['merge_delete'],
        when: and(not(oneOf('filter', ['none', 'always_true'])), REAL),
        verdict: 'warn',
        message: 'this MERGE deletes rows of {operation.target}',
        description: 'Which rows the DELETE branch deletes depends on what the source contains at that moment. An empty source ' +
            'can mean all of them.',
        help: 'Use a separate DELETE statement, with a filter that says which rows.',
        examples: [
            {
                block: ['MERGE INTO users u USING gone g ON u.id = g.id WHEN MATCHED THEN DELETE'],
                pass: ['MERGE INTO users u USING new n ON u.id = n.id WHEN MATCHED THEN UPDATE SET name = n.name'],
            },
        ],
    },
    {
        id: 'no-drop-view-cascade',
        operations: ['drop_view', 'drop_function', 'drop_procedure', 'drop_constraint', 'drop_index', 'drop_rule'],
        when: and(is('cascade'), not(is('createdHere'))),
        verdict: 'warn',
        message: 'CASCADE also drops everything that depends on {operation.target}',
        description: 'CASCADE drops views, triggers, defaults and foreign keys that the file does not name. No rows are lost, ' +
            'but queries fail.',
        help: 'Drop the dependent objects first, each by name, and leave out CASCADE.',
        examples: [
            {
                block: ['DROP VIEW report CASCADE', 'DROP FUNCTION f() CASCADE'],
                pass: ['DROP VIEW report', 'CREATE VIEW v AS SELECT 1; DROP VIEW v CASCADE'],
            },
        ],
    },
    {
        id: 'no-drop-materialized-view',
        operations: ['drop_materialized_view'],
        when: and(not(is('cascade')), not(is('createdHere'))),
        verdict: 'warn',
        message: 'materialized view {operation.target} must be computed again if it is still needed',
        description: 'The rows of the view can be computed again, but that may take a long time. Queries on the view fail meanwhile.',
        help: 'Create the new view under another name first, then swap the names.',
        examples: [{ block: ['DROP MATERIALIZED VIEW totals'], pass: ['REFRESH MATERIALIZED VIEW totals'] }],
    },
];

;// CONCATENATED MODULE: ./build/esm/rules/packs/recommended/row-security.js

/** Row-level security policies and triggers. */
const ROW_SECURITY = [
    {
        id: 'no-disable-row-security',
        operations: ['disable_row_security'],
        when: not(is('createdHere')),
        verdict: 'block',
        suppressible: false,
        message: 'every row of {operation.target} becomes visible to all roles that can read the table',
        description: 'When row security is off, or not forced, policies are ignored and each tenant sees the rows of all others.',
        help: 'Leave row security on. Change the policy that is in the way, and have the change reviewed.',
        examples: [
            {
                block: ['ALTER TABLE users DISABLE ROW LEVEL SECURITY', 'ALTER TABLE users NO FORCE ROW LEVEL SECURITY'],
                pass: ['ALTER TABLE users ENABLE ROW LEVEL SECURITY', 'ALTER TABLE users FORCE ROW LEVEL SECURITY'],
            },
        ],
    },
    {
        id: 'no-policy-change',
        operations: ['alter_policy', 'drop_policy'],
        when: and(not(is('createdHere')), not(is('recreated'))),
        verdict: 'block',
        suppressible: false,
        message: 'policy {operation.target}, which decides who can see or write rows, is changed or dropped',
        description: 'Dropping or rewriting a policy changes who can see and write which rows. If it gives too much access, ' +
            'nothing fails. A policy that the same file drops and creates again is reported as a new one only if the SQL of ' +
            'the base branch shows that it gives no more access than before: the same command and roles, and conditions that ' +
            'restrict the same columns to given values.',
        help: 'Ask the owner of the data to agree, and add an exception that names the policy.',
        examples: [
            {
                block: [
                    'DROP POLICY tenant ON users',
                    'ALTER POLICY tenant ON users USING (true)',
                    'DROP POLICY tenant ON users; CREATE POLICY tenant ON orders USING (tenant_id = 1)',
                ],
                pass: ['CREATE POLICY tenant ON users USING (tenant_id = 1)'],
            },
            {
                base: 'CREATE POLICY tenant ON users USING (tenant_id = app_tenant());',
                block: [
                    'DROP POLICY tenant ON users; CREATE POLICY tenant ON users USING (true)',
                    'DROP POLICY tenant ON users; CREATE POLICY tenant ON users USING (tenant_id IS NOT NULL)',
                    'DROP POLICY tenant ON users; CREATE POLICY tenant ON users FOR SELECT USING (tenant_id = app_tenant())',
                ],
                pass: ['DROP POLICY tenant ON users; CREATE POLICY tenant ON users USING (tenant_id = (SELECT app_tenant()))'],
            },
        ],
    },
    {
        id: 'no-create-policy',
        operations: ['create_policy'],
        verdict: 'warn',
        suppressible: false,
        message: 'policy {operation.target} can make more rows visible or writable',
        description: 'Policies add up: each permissive policy gives access to more rows than the ones before it.',
        help: 'Review the policy together with the existing ones, or make it `AS RESTRICTIVE`.',
        examples: [
            {
                block: [
                    'CREATE POLICY everybody ON users USING (true)',
                    'DROP POLICY tenant ON users; CREATE POLICY tenant ON users USING (true)',
                ],
                pass: ['ALTER TABLE users ENABLE ROW LEVEL SECURITY'],
            },
        ],
    },
    {
        id: 'no-disable-trigger',
        operations: ['disable_trigger'],
        when: not(is('createdHere')),
        verdict: 'block',
        suppressible: false,
        message: 'triggers of {operation.target} are disabled, which can include foreign-key checks and audit triggers',
        description: 'While triggers are disabled (also by `session_replication_role = replica`), foreign keys are not checked ' +
            'and audit rows are not written. Rows written in the meantime are never checked later.',
        help: 'Write the change so that it passes the triggers, or add a condition to the trigger that lets the change ' +
            'through.',
        examples: [
            {
                block: ['ALTER TABLE users DISABLE TRIGGER ALL', "SET session_replication_role = 'replica'"],
                pass: ['ALTER TABLE users ENABLE TRIGGER ALL'],
            },
            { dialect: 'transactsql', block: ['DISABLE TRIGGER audit ON users'] },
        ],
    },
    {
        id: 'no-drop-trigger',
        operations: ['drop_trigger'],
        when: and(not(is('createdHere')), not(is('recreated'))),
        verdict: 'warn',
        message: 'trigger {operation.target} no longer checks or records writes',
        description: 'Triggers check rows and write audit records. Without the trigger, writes succeed with no check, no record ' +
            'and no error. The rule does not match if the same file creates the trigger again on the same table; use one ' +
            'transaction for both, or writes between them pass unchecked.',
        help: 'Replace the trigger in one statement or one transaction (`CREATE OR REPLACE TRIGGER`), or explain why it ' +
            'is no longer needed.',
        examples: [
            {
                block: [
                    'DROP TRIGGER audit ON users',
                    'DROP EVENT TRIGGER guard',
                    'DROP TRIGGER audit ON users; CREATE TRIGGER audit AFTER INSERT ON orders EXECUTE FUNCTION f()',
                ],
                pass: [
                    'CREATE TRIGGER t AFTER INSERT ON users EXECUTE FUNCTION f(); DROP TRIGGER t ON users',
                    'DROP TRIGGER t ON users; CREATE TRIGGER t AFTER INSERT ON users EXECUTE FUNCTION f()',
                ],
            },
            { dialect: 'mysql', block: ['DROP TRIGGER IF EXISTS audit'] },
            { dialect: 'transactsql', block: ['DROP TRIGGER guard ON DATABASE'] },
        ],
    },
];

;// CONCATENATED MODULE: ./build/esm/rules/packs/recommended/server.js

/** All names of SQLite's catalog. */
const CATALOG_TABLES = ['sqlite_master', 'sqlite_schema', 'sqlite_temp_master', 'sqlite_temp_schema'];
/**
 * Tables of MySQL's own schema that store privileges or name code to run. The condition tests names before schemas, so
 * that an ordinary table with a placeholder for its schema is not undecided.
 */
const MYSQL_TABLES = [
    'user',
    'db',
    'global_priv',
    'global_grants',
    'tables_priv',
    'columns_priv',
    'procs_priv',
    'proxies_priv',
    'role_edges',
    'roles_mapping',
    'default_roles',
    'func',
    'proc',
    'event',
    'plugin',
    'component',
    'servers',
];
/** Ordinary tables whose names start with PostgreSQL's catalog prefix. */
const NOT_CATALOG = ['pg_search_documents'];
/** Does not test `createdHere`: PostgreSQL searches its catalog before any new table of the same name. */
const IN_CATALOG = or(and(targetStartsWith('pg_'), targetIn(['', 'pg_catalog'], 'schema'), not(targetIn(NOT_CATALOG))), and(targetIn(MYSQL_TABLES), targetIn(['mysql'], 'schema')), targetIn(CATALOG_TABLES));
/** Commands that only set a client variable, here to more than one name or number. Not psql's `\\set`: it runs text in back-ticks in a shell. */
const VARIABLE_COMMANDS = ['setvar'];
/** Statements that act on the server itself, and commands of the client program. */
const SERVER = [
    {
        id: 'no-alter-system',
        operations: ['alter_system'],
        verdict: 'block',
        suppressible: false,
        message: 'this changes the configuration of the whole server',
        description: 'Server settings apply to every database and survive a restart. Some of them name programs to run.',
        help: 'Change it in the tool that manages the server. For one transaction, use `SET LOCAL`.',
        examples: [
            { block: ["ALTER SYSTEM SET archive_command = 'x'"], pass: ["SET LOCAL lock_timeout = '2s'"] },
            { dialect: 'mysql', block: ['SET GLOBAL max_connections = 10'], pass: ['SET SESSION sql_mode = DEFAULT'] },
            { dialect: 'transactsql', block: ["EXEC sp_configure 'xp_cmdshell', 1"] },
        ],
    },
    {
        id: 'no-alter-database',
        operations: ['alter_database'],
        verdict: 'warn',
        message: 'this changes settings of the whole database {operation.target}',
        description: 'ALTER DATABASE affects every user who connects afterwards. It can take the database offline, name ' +
            'libraries that each session loads, or trust code that was not trusted before.',
        help: 'Change it in the tool that manages your databases. For one session, use `SET`.',
        examples: [
            { block: ["ALTER DATABASE shop SET session_preload_libraries = 'x'"], pass: ['CREATE DATABASE shop'] },
            { dialect: 'mysql', block: ['ALTER DATABASE shop CHARACTER SET latin1'] },
            {
                dialect: 'transactsql',
                block: ['ALTER DATABASE shop SET TRUSTWORTHY ON', 'ALTER DATABASE shop SET OFFLINE'],
            },
        ],
    },
    {
        id: 'no-catalog-write',
        operations: ['insert', 'update', 'delete', 'truncate', 'merge', 'replace', 'copy_from', 'set'],
        when: or(and(not(oneOf('kind', ['set'])), IN_CATALOG), and(oneOf('kind', ['set']), targetIn(['writable_schema']))),
        verdict: 'block',
        suppressible: false,
        message: 'this writes to the system catalog of the database: {operation.target}',
        description: 'The system catalog records which objects exist and who has access to them. Writing to it directly can ' +
            'give any privilege to any user, bypassing GRANT, and one wrong row can make the database unreadable.',
        help: 'Use the statement that is made for the change, such as `ALTER TABLE`, `GRANT` or `ALTER ROLE`.',
        examples: [
            {
                block: [
                    "UPDATE pg_authid SET rolsuper = true WHERE rolname = 'app'",
                    'DELETE FROM pg_catalog.pg_constraint WHERE conname = $1',
                    "INSERT INTO pg_proc SELECT * FROM pg_proc WHERE proname = 'f'",
                ],
                pass: [
                    'SELECT relname FROM pg_class',
                    'INSERT INTO app.pg_notes (id) VALUES (1)',
                    'DELETE FROM pg_search_documents WHERE id = 1',
                    'INSERT INTO ${schema}.users (id) VALUES (1)',
                ],
            },
            {
                dialect: 'mysql',
                block: ["UPDATE mysql.user SET Super_priv = 'Y' WHERE User = 'app'", 'REPLACE INTO mysql.db VALUES (1)'],
                pass: ["SELECT user FROM mysql.user WHERE user = 'app'"],
            },
            {
                dialect: 'sqlite',
                block: ['PRAGMA writable_schema = 1', "UPDATE sqlite_master SET sql = '' WHERE name = 'users'"],
                pass: ["DELETE FROM sqlite_sequence WHERE name = 'users'", 'PRAGMA foreign_keys = ON'],
            },
        ],
    },
    {
        id: 'no-server-control',
        operations: ['server_control'],
        verdict: 'block',
        suppressible: false,
        message: 'this acts on the server itself, its sessions or its logs',
        description: 'KILL, SHUTDOWN, FLUSH, PURGE and RESTORE affect every user of the server, and can delete logs that ' +
            'backups need.',
        help: 'Leave it to the administrators of the server.',
        examples: [
            { dialect: 'mysql', block: ['SHUTDOWN', "PURGE BINARY LOGS TO 'x'"], pass: ['SHOW PROCESSLIST'] },
            { dialect: 'transactsql', block: ['KILL 53'] },
        ],
    },
    {
        id: 'no-end-sessions',
        operations: ['any'],
        when: calls(['pg_terminate_backend', 'pg_cancel_backend']),
        verdict: 'block',
        message: 'this ends other sessions or cancels their queries',
        description: 'The work of these sessions is rolled back, and the applications that they belong to see an error.',
        help: 'Set `lock_timeout` and try again later instead of ending other sessions.',
        examples: [
            { block: ['SELECT pg_terminate_backend(pid) FROM pg_stat_activity'], pass: ['SELECT pid FROM pg_stat_activity'] },
        ],
    },
    {
        id: 'no-meta-command',
        operations: ['meta_command'],
        when: not(targetIn([...VARIABLE_COMMANDS, 'on'])),
        verdict: 'block',
        suppressible: false,
        message: 'this is a command of the client program, not SQL, so it cannot be checked',
        description: 'Commands such as `\\!`, `\\i`, `:r` or `.read` run a shell or other files, which Querygate has not read.',
        help: 'Put the SQL itself into the file, and leave the rest to the tool that runs it.',
        examples: [
            { block: ['\\! rm -rf /\n', '\\i other.sql\n'], pass: ['SELECT 1'] },
            { dialect: 'sqlite', block: ['.read other.sql\n'] },
            { dialect: 'transactsql', block: ['!!dir\n', ':out x.txt\n'], pass: [':on error exit\nSELECT 1'] },
        ],
    },
    {
        id: 'no-script-variable',
        operations: ['meta_command'],
        when: targetIn(VARIABLE_COMMANDS),
        verdict: 'block',
        message: 'this sets a variable of the client program to text that becomes part of the SQL and cannot be checked',
        description: 'sqlcmd inserts the text of a variable wherever `$(name)` appears, before the server sees the statement. ' +
            'The text can end that statement and start another. A single name, number or path cannot, and passes.',
        help: 'Write the value where it is used. If it must vary, let a reviewer allow this one with a reason.',
        examples: [
            {
                dialect: 'transactsql',
                block: [':setvar x "1; DROP TABLE users"\nSELECT $(x)'],
                pass: ['SELECT $(x)', ':setvar DatabaseName "shop"\nUSE [$(DatabaseName)]', ':on error exit\nSELECT 1'],
            },
        ],
    },
    {
        id: 'no-attach-database',
        operations: ['attach_database'],
        verdict: 'warn',
        message: 'another database file is attached or detached',
        description: 'ATTACH creates the file if it does not exist, in any folder, and the statements that follow can write to it.',
        help: 'Open the other file in a separate connection.',
        examples: [{ dialect: 'sqlite', block: ["ATTACH DATABASE 'other.db' AS other"], pass: ['SELECT 1'] }],
    },
    {
        id: 'no-sleep',
        operations: ['any'],
        when: or(calls(['pg_sleep', 'pg_sleep_for', 'pg_sleep_until', 'sleep', 'benchmark']), and(oneOf('kind', ['control']), targetIn(['delay', 'time']))),
        verdict: 'warn',
        message: 'the session sleeps and holds its locks meanwhile',
        description: 'A sleep in a migration holds its locks and a connection. In an application query it is a sign of SQL injection.',
        help: 'Wait in the tool that runs the file, between statements.',
        examples: [
            { block: ['SELECT pg_sleep(10)'], pass: ['SELECT now()'] },
            { dialect: 'mysql', block: ['SELECT SLEEP(10)', 'SELECT BENCHMARK(1000000, MD5(1))'] },
            { dialect: 'transactsql', block: ["WAITFOR DELAY '0:0:10'"], pass: ['PRINT 1'] },
        ],
    },
];

;// CONCATENATED MODULE: ./build/esm/rules/packs/recommended/unfiltered.js

const UNFILTERED_WRITE = and(oneOf('filter', ['none', 'always_true']), REAL);
/** Writes that affect every row. */
const UNFILTERED = [
    {
        id: 'no-unfiltered-delete',
        operations: ['delete', 'merge_delete'],
        when: UNFILTERED_WRITE,
        verdict: 'block',
        message: 'this DELETE removes every row of {operation.target}',
        description: 'A DELETE without a WHERE clause, or with one that is always true (`1=1`, `id = id`), empties the table. ' +
            'The rule finds it anywhere in a statement: in a CTE, a DO block, a function body or a trigger.',
        help: 'Add a WHERE clause that selects the rows to delete, and delete them in batches.',
        examples: [
            {
                block: [
                    'DELETE FROM users',
                    'DELETE FROM users WHERE true',
                    'DELETE FROM users WHERE id = id',
                    'WITH gone AS (DELETE FROM users RETURNING id) SELECT count(*) FROM gone',
                    'DO $$ BEGIN DELETE FROM users; END $$',
                    'EXPLAIN ANALYZE DELETE FROM users',
                ],
                pass: [
                    'DELETE FROM users WHERE id = 1',
                    'DELETE FROM users WHERE id NOT IN (SELECT user_id FROM orders)',
                    'CREATE TEMP TABLE t (id int); DELETE FROM t',
                ],
            },
            {
                dialect: 'mysql',
                block: ['DELETE FROM users WHERE 1', 'DELETE FROM users'],
                pass: ['DELETE FROM users WHERE id = 1'],
            },
            { dialect: 'sqlite', block: ['DELETE FROM users WHERE 1 = 1'] },
            { dialect: 'transactsql', block: ['DELETE users'], pass: ['DELETE FROM users WHERE id = 1'] },
        ],
    },
    {
        id: 'no-unfiltered-update',
        operations: ['update', 'merge'],
        when: and(UNFILTERED_WRITE, not(is('columnsCreatedHere'))),
        verdict: 'block',
        message: 'this UPDATE overwrites {operation.columns} in every row of {operation.target}',
        description: 'An UPDATE without a WHERE clause, or with one that is always true, overwrites every row of the table. The ' +
            'old values are lost, and every row stays locked until the transaction ends. The rule does not match if the same ' +
            'file added all the assigned columns: they hold no older values.',
        help: 'Add a WHERE clause that selects the rows to change (`WHERE new_column IS NULL` for a backfill), and ' +
            'update them in batches. For a new column, set a default instead.',
        examples: [
            {
                block: [
                    "UPDATE users SET plan = 'free'",
                    "UPDATE users SET plan = 'free' WHERE 1 = 1",
                    "ALTER TABLE users ADD COLUMN tier int; UPDATE users SET tier = 1, plan = 'free'",
                    'ALTER TABLE users ADD COLUMN IF NOT EXISTS tier int; UPDATE users SET tier = 1',
                ],
                pass: [
                    "UPDATE users SET plan = 'free' WHERE plan IS NULL",
                    'CREATE TABLE t (a int); UPDATE t SET a = 1',
                    'ALTER TABLE users ADD COLUMN tier int; UPDATE users SET tier = 1',
                ],
            },
            {
                dialect: 'mysql',
                block: ["UPDATE users SET plan = 'free'"],
                pass: ["UPDATE users SET plan = 'free' WHERE id = 1"],
            },
            {
                block: ["MERGE INTO users u USING plans p ON true WHEN MATCHED THEN UPDATE SET plan = 'free'"],
                pass: [
                    'MERGE INTO users u USING plans p ON u.id = p.id WHEN MATCHED THEN UPDATE SET plan = p.name',
                    'MERGE INTO users u USING plans p ON true WHEN NOT MATCHED THEN INSERT (plan) VALUES (p.name)',
                ],
            },
            { dialect: 'transactsql', block: ["UPDATE users SET [plan] = 'free'"] },
        ],
    },
];

;// CONCATENATED MODULE: ./build/esm/rules/packs/recommended/index.js







/** Blocks statements that lose data, open access, run code or cannot be read; warns about risky but routine ones. */
const RECOMMENDED_1 = [
    ...DATA_LOSS,
    ...UNFILTERED,
    ...PRIVILEGES,
    ...ROW_SECURITY,
    ...CODE_EXECUTION,
    ...SERVER,
    ...RISKY_CHANGES,
];

;// CONCATENATED MODULE: ./build/esm/rules/packs/index.js





/** Prefix of the name of every built-in pack. */
const PACK_PREFIX = 'querygate:';
const RECOMMENDED = 'querygate:recommended@1';
const AVAILABILITY = 'querygate:availability@1';
/** The packs for repositories without a ruleset of their own, as `loadPacks` takes them. */
const DEFAULT_PACKS = `${RECOMMENDED},${AVAILABILITY}`;
/**
 * Built-in packs by name and version. Verdicts never change within a version:
 * adding a rule or making one stricter requires a new version.
 */
const PACKS = new Map([
    [RECOMMENDED, RECOMMENDED_1],
    [AVAILABILITY, AVAILABILITY_1],
]);
/** Returns the rules of a pack. Throws ConfigError, without a place, if the pack does not exist. */
function packRules(name) {
    const rules = PACKS.get(name);
    if (!rules) {
        throw new model/* ConfigError */.xL(`there is no pack \`${name}\`${(0,model/* suggestion */.h)(name, PACKS.keys())}; use ${[...PACKS.keys()].join(', ')}`);
    }
    return rules.map((rule) => ({
        id: rule.id,
        operations: rule.operations,
        kinds: kindsNamed(rule.operations),
        condition: rule.when === undefined ? undefined : termCondition(rule.when),
        verdict: rule.verdict,
        message: { text: rule.message },
        description: rule.description,
        help: rule.help,
        owner: undefined,
        suppressible: rule.suppressible ?? true,
        docs: `rules/${rule.id}`,
        finalIn: undefined,
        keyPlaces: {},
        examples: rule.examples,
        source: name,
        place: { file: name },
    }));
}

;// CONCATENATED MODULE: ./build/esm/rules/conditions/carried-facts.js



/** Maximum number of kinds that a message lists. */
const MAX_LISTED = 6;
/** Facts of the statement that say for reads what these say for writes. */
const OF_READS = {
    columns: 'statement.columnsRead',
    pinnedColumns: 'statement.pinnedColumns',
};
const READS = new Set(['select', 'copy_to', 'cursor', 'explain']);
/**
 * Throws ConditionProblem if a condition reads a fact that no operation of the rule carries: the rule looks right, and
 * never matches or always does.
 */
function refuseUncarriedFacts(root, kinds) {
    if (kinds.size === 0)
        return;
    const carried = (fact) => [...kinds].some((kind) => (0,model/* canCarry */.gh)(kind, fact));
    visit(root);
    function visit(node) {
        const fact = factOf(node);
        if (fact && !carried(fact))
            throw new ConditionProblem(neverSet(fact, [...kinds]), node.start);
        const macro = listMacro(node);
        for (const child of macro ? [macro.receiver, ...macro.bodies] : children(node))
            visit(child);
    }
}
function factOf(node) {
    if (node.op !== '.')
        return undefined;
    const [object, name] = node.args;
    if (object.op !== 'id' || object.args !== 'operation')
        return undefined;
    return Object.hasOwn(model/* OPERATION_FACTS */.Yo, name) ? name : undefined;
}
function neverSet(fact, kinds) {
    const carriers = (0,model/* carriersOf */.xO)(fact);
    const problem = `\`operation.${fact}\` is never set on ${kinds.length > MAX_LISTED ? 'the operations of this rule' : listed(kinds, 'or')}`;
    const known = carriers === 'all' ? '' : `: it is a fact of ${listed(carriers, 'and')}`;
    const ofReads = kinds.every((kind) => READS.has(kind)) ? OF_READS[fact] : undefined;
    if (ofReads !== undefined)
        return `${problem}${known}; write \`${ofReads}\` for what is read`;
    return `${problem}${known}; correct the \`operations\` of the rule, or remove this part`;
}
function listed(names, conjunction) {
    const quoted = names.map((name) => `\`${name}\``);
    if (names.length > MAX_LISTED)
        return `${quoted.slice(0, MAX_LISTED - 1).join(', ')} ${conjunction} ${names.length - MAX_LISTED + 1} more`;
    const last = quoted.pop() ?? '';
    return quoted.length === 0 ? last : `${quoted.join(', ')} ${conjunction} ${last}`;
}

;// CONCATENATED MODULE: ./build/esm/rules/conditions/fact-values.js



/** The values of the facts that have a closed list of them. */
const VALUES = new Map([
    ['operation.kind', Object.keys(model/* OPERATION_KINDS */.YO)],
    ['operation.filter', [...model/* FILTERS */.SC, '']],
    ['operation.place', Object.keys(model/* PLACES */.ls)],
    ['operation.defaultKind', [...model/* DEFAULT_KINDS */.w_, '']],
    ['operation.constraintType', ['primary_key', 'unique', 'foreign_key', 'check', 'exclusion', 'not_null', '']],
    ['operation.maintenance', [...model/* MAINTENANCE */.Ar, '']],
    ['operation.indexType', ['fulltext', 'spatial', 'partitioned', '']],
    ['operation.endpoint', ['client', 'file', 'program', '']],
    ['file.section', ['up', 'down', '']],
    ['statement.dialect', model/* DIALECTS */.O9],
]);
/** Other names of the dialects. */
const DIALECT_NAMES = {
    postgres: 'postgresql',
    pg: 'postgresql',
    psql: 'postgresql',
    plpgsql: 'postgresql',
    mssql: 'transactsql',
    sqlserver: 'transactsql',
    tsql: 'transactsql',
    sqlite3: 'sqlite',
    maria: 'mariadb',
};
/** Facts whose values are always in lower case. */
const LOWER_CASE = new Set([
    'operation.dataTypes',
    'operation.language',
    'operation.privileges',
    'operation.algorithm',
    'operation.lockOption',
    'statement.functions',
]);
/**
 * Throws ConditionProblem if a condition compares a fact with a value that it never has: such a rule looks right and
 * never matches. `kinds`: those of the rule, if `operation.kind` must be one of them.
 */
function refuseImpossibleValues(root, kinds) {
    visit(root, new Map());
    function visit(node, variables) {
        const macro = listMacro(node);
        if (macro) {
            visit(macro.receiver, variables);
            const fact = fact_values_factOf(macro.receiver, variables);
            const name = macro.variable.op === 'id' ? macro.variable.args : '';
            const inner = new Map(variables);
            if (fact === undefined)
                inner.delete(name);
            else
                inner.set(name, fact);
            for (const body of macro.bodies)
                visit(body, inner);
            return;
        }
        if (COMPARISONS.has(node.op)) {
            const [left, right] = node.args;
            compareVersion(fact_values_factOf(left, variables), right);
            compareVersion(fact_values_factOf(right, variables), left);
        }
        if (node.op === '==' || node.op === '!=' || node.op === 'in') {
            const [left, right] = node.args;
            compare(fact_values_factOf(left, variables), right);
            compare(fact_values_factOf(right, variables), left);
        }
        for (const child of children(node))
            visit(child, variables);
    }
    function compare(fact, constants) {
        if (fact === undefined)
            return;
        for (const constant of constants.op === 'list' ? constants.args : [constants]) {
            if (constant.op === 'value' && typeof constant.args === 'string')
                refuse(fact, constant.args, constant.start);
        }
    }
    function compareVersion(fact, { op, args, start }) {
        if (fact !== 'statement.serverVersion' || op !== 'value' || typeof args !== 'bigint')
            return;
        if (args > 0n && args < LEAST_VERSION)
            throw new ConditionProblem(noVersion(args), start);
    }
    function refuse(fact, value, offset) {
        const values = VALUES.get(fact);
        const given = value.slice(0, 80);
        if (LOWER_CASE.has(fact) && value !== value.toLowerCase())
            throw new ConditionProblem(`\`${fact}\` is in lower case, so it is never \`${given}\`; write \`"${given.toLowerCase()}"\``, offset);
        if (fact === 'operation.dataTypes' && value.includes('('))
            throw new ConditionProblem(`\`${fact}\` has no lengths, so it is never \`${given}\`; write \`"${given.slice(0, given.indexOf('(')).trim()}"\``, offset);
        const problem = dotProblem(fact, given);
        if (problem !== undefined)
            throw new ConditionProblem(problem, offset);
        if (values && !values.includes(value))
            throw new ConditionProblem(neverIs(fact, given, values), offset);
        if (fact === 'operation.kind' && kinds && (0,model/* isOperationKind */.yG)(value) && !kinds.has(value))
            throw new ConditionProblem(`\`operation.kind\` is never \`${value}\` here; add \`${value}\` to the \`operations\` of the rule, or remove this part`, offset);
    }
}
const COMPARISONS = new Set(['==', '!=', '<', '<=', '>', '>=']);
/** Version 1 of a server. */
const LEAST_VERSION = 10000n;
function noVersion(value) {
    const meant = value < 100n ? `write \`${value * LEAST_VERSION}\` for ${value}` : 'PostgreSQL 16 is `160000`';
    return `\`statement.serverVersion\` has two digits for each part, so it is never near \`${value}\`; ${meant}`;
}
/** A name with a table or schema in front, or a missing one. */
const QUALIFIED = /^[\w$]+(?:\.[\w$]+)+$/;
/** What is wrong with a name that has a dot too many or too few; undefined if nothing is. */
function dotProblem(fact, value) {
    const parts = value.split('.');
    const last = parts.at(-1) ?? '';
    const first = parts.slice(0, -1).join('.');
    if (fact === 'statement.pinnedColumns' && /^[\w$]+$/.test(value))
        return `the items of \`${fact}\` are \`table.column\`, so none is \`${value}\`; write \`"orders.${value}"\`, with your table`;
    if (fact === 'operation.pinnedColumns' && QUALIFIED.test(value))
        return `the items of \`${fact}\` are columns of the target, so none is \`${value}\`; write \`"${last}"\``;
    if (fact === 'operation.target.name' && QUALIFIED.test(value))
        return `\`${fact}\` has no schema, so it is never \`${value}\`; write \`operation.target.schema == "${first}" && operation.target.name == "${last}"\``;
    return undefined;
}
function neverIs(fact, value, values) {
    const problem = `\`${fact}\` is never \`${value}\``;
    if (fact === 'operation.kind' && model/* OPERATION_GROUPS */.H0.includes(value))
        return `${problem}: it is a group of operations; list it under \`operations\``;
    const dialect = fact === 'statement.dialect' ? dialectMeant(value) : undefined;
    if (dialect !== undefined)
        return `${problem}; write \`"${dialect}"\``;
    const listed = values.length > 12
        ? 'docs/facts.md of Querygate lists its values'
        : `it is one of ${values.map((each) => `\`"${each}"\``).join(', ')}`;
    return `${problem}${(0,model/* suggestion */.h)(value, values)}; ${listed}`;
}
function dialectMeant(value) {
    const name = value.toLowerCase().replace(/[^a-z0-9]/g, '');
    if ((0,model/* isDialect */.RM)(name))
        return name;
    return Object.hasOwn(DIALECT_NAMES, name) ? DIALECT_NAMES[name] : undefined;
}
/** The fact that a node reads, or the list fact that its variable goes through. */
function fact_values_factOf(node, variables) {
    if (node.op === 'id')
        return variables.get(node.args);
    if (node.op !== '.')
        return undefined;
    const [object, name] = node.args;
    if (object.op === '.' && fact_values_factOf(object, variables) === 'operation.target')
        return `operation.target.${name}`;
    return object.op === 'id' && !variables.has(object.args) ? `${object.args}.${name}` : undefined;
}

;// CONCATENATED MODULE: ./build/esm/rules/cel/caller-guards.js



// An override that reads `caller` must still decide where there is no caller, as in most SQL files.
/** Returns the value of a condition where there is no caller: undefined if it depends on other facts. */
function valueWithoutCaller(node) {
    if (testedName(node) === 'caller')
        return false;
    switch (node.op) {
        case 'value':
            return typeof node.args === 'boolean' ? node.args : undefined;
        case '!_': {
            const value = valueWithoutCaller(node.args);
            return value === undefined ? undefined : !value;
        }
        case '&&':
        case '||': {
            const settling = node.op === '||';
            const values = node.args.map(valueWithoutCaller);
            if (values.includes(settling))
                return settling;
            return values.includes(undefined) ? undefined : !settling;
        }
        case '?:': {
            const [test, yes, no] = node.args;
            const value = valueWithoutCaller(test);
            return value === undefined ? undefined : valueWithoutCaller(value ? yes : no);
        }
        default:
            return undefined;
    }
}
/**
 * Returns the condition with each part that reads `caller` guarded, so that without a caller the other parts decide:
 * `!has(caller.role) || caller.role != "maintenance"`.
 */
function guardCaller(root) {
    return guard(root, true, false);
}
/** @param wanted the value that a part without a caller gets, so that the rule matches as far as that part decides */
function guard(node, wanted, nested) {
    if (readsOf(node).caller === 'no')
        return nested && !isBare(node) ? `(${formatCel(node)})` : formatCel(node);
    if (!readsOnlyCaller(node)) {
        if (node.op === '!_')
            return `!${guard(node.args, !wanted, true)}`;
        if (node.op === '&&' || node.op === '||') {
            const { op } = node;
            const parts = caller_guards_operands(node, op);
            // `has(caller.role) && …` is false without a caller, so the guard replaces it.
            const others = op === '&&' && wanted ? parts.filter((part) => testedName(part) !== 'caller') : parts;
            const text = (others.length > 0 ? others : parts).map((part) => guard(part, wanted, true)).join(` ${op} `);
            return nested ? `(${text})` : text;
        }
    }
    if (testedName(node) === 'caller' && wanted)
        return 'true';
    const test = `has(caller.${fieldOf(node) ?? 'user'})`;
    const parts = node.op === '&&' ? caller_guards_operands(node, '&&').filter((part) => testedName(part) !== 'caller') : [node];
    const isWhole = parts.length <= 1 && isBare(parts[0] ?? node);
    const text = parts.map((part) => (part.op === '||' ? `(${formatCel(part)})` : formatCel(part))).join(' && ');
    const value = isWhole || parts.length === 0 ? text : wanted && needsParentheses(parts) ? `(${text})` : text;
    if (parts.length === 0)
        return nested ? `(!${test})` : `!${test}`;
    const guarded = wanted ? `!${test} || ${value}` : `${test} && ${value}`;
    return nested ? `(${guarded})` : guarded;
}
function caller_guards_operands(node, op) {
    return node.op === op ? node.args.flatMap((part) => caller_guards_operands(part, op)) : [node];
}
const caller_guards_BARE = new Set(['value', 'id', '.', '[]', 'call', 'rcall', '!_']);
function isBare(node) {
    return caller_guards_BARE.has(node.op);
}
/** Whether a text reads better in parentheses after `||`. */
function needsParentheses(parts) {
    return parts.length > 1 || parts[0]?.op === '?:' || parts[0]?.op === '||';
}
function readsOnlyCaller(node) {
    if (node.op === 'id')
        return node.args === 'caller';
    return children(node).every(readsOnlyCaller);
}
/** The first field of `caller` that the node reads. */
function fieldOf(node) {
    if (node.op === '.' && node.args[0].op === 'id' && node.args[0].args === 'caller')
        return node.args[1];
    for (const child of children(node)) {
        const field = fieldOf(child);
        if (field !== undefined)
            return field;
    }
    return undefined;
}

;// CONCATENATED MODULE: ./build/esm/rules/load/caller-overrides.js



/**
 * Throws ConfigError, at `when`, if an override makes a rule for SQL files one for callers only. Most files have no
 * caller, so such an override would turn the rule off for them, and nothing would be red.
 */
function refuseCallerOnly(before, after, placed) {
    if (placed.entry.when === undefined || after.condition === undefined)
        return;
    if (before.verdict === 'off' || before.condition?.reads.caller === 'yes')
        return;
    const tree = parseAgain(after.condition.text);
    const place = placed.placeOf('when');
    if (after.condition.reads.caller === 'yes') {
        throw new model/* ConfigError */.xL(`this override of \`${before.id}\` would apply only where \`caller\` is known, so the rule would be off for all other SQL files; ` +
            `guard \`caller\` with \`has()\`: \`${whenLine(guardCaller(tree))}\``, place);
    }
    if (after.condition.reads.caller === 'no' || valueWithoutCaller(tree) !== false)
        return;
    if (before.condition && isAlreadyFalse(before.condition.text))
        return;
    throw new model/* ConfigError */.xL(`this override of \`${before.id}\` is never true without a caller, so the rule would be off for most SQL files; ` +
        `write \`${whenLine(guardCaller(tree))}\`, or \`verdict: 'off'\` and a rule of your own if that is intended`, place);
}
function isAlreadyFalse(text) {
    return valueWithoutCaller(parseAgain(text)) === false;
}
/** The key with the condition as a YAML text in single quotes. */
function whenLine(condition) {
    return `when: '${condition.replaceAll("'", "''")}'`;
}

;// CONCATENATED MODULE: ./build/esm/rules/load/final-rules.js



const STRICTNESS = { off: 0, warn: 1, block: 2 };
/** Throws ConfigError, at the offending key, if a file loosens a rule that another file made final. */
function refuseLoosening(before, after, placed, source) {
    if (before.finalIn === undefined || before.finalIn === source)
        return;
    const loosened = looseningOf(before, after, placed.entry);
    if (!loosened)
        return;
    throw new model/* ConfigError */.xL(`rule \`${before.id}\` is final in \`${before.finalIn}\`; ${loosened.how} would loosen it; remove it`, placed.placeOf(loosened.key));
}
function looseningOf(before, after, entry) {
    if (STRICTNESS[after.verdict] < STRICTNESS[before.verdict]) {
        return { key: 'verdict', how: `\`verdict: ${after.verdict}\` instead of \`${before.verdict}\`` };
    }
    for (const kind of before.kinds) {
        if (!after.kinds.has(kind))
            return { key: 'operations', how: `leaving out the operation \`${kind}\`` };
    }
    if (!covers(after.condition, before.condition)) {
        return { key: 'when', how: 'a `when` other than the original one, optionally followed by `|| …`,' };
    }
    if (after.suppressible && !before.suppressible)
        return { key: 'suppressible', how: '`suppressible: true`' };
    if (entry.final === false)
        return { key: 'final', how: '`final: false`' };
    return undefined;
}
/** Whether the text of the new condition shows that it matches everything that the old one matched. */
function covers(after, before) {
    if (after === undefined)
        return true;
    const text = normalizeCondition(after.text);
    if (text === 'true')
        return true;
    if (before === undefined)
        return false;
    const old = normalizeCondition(before.text);
    if (text === old)
        return true;
    return disjuncts(compileCondition(after.text).parsed.ast).some((node) => normalizeCondition(node.input.slice(node.start, node.end)) === old);
}
function disjuncts(node) {
    return node.op === '||' ? node.args.flatMap(disjuncts) : [node];
}

;// CONCATENATED MODULE: ./build/esm/rules/load/mistakes.js

/** Maximum number of mistakes that are reported one by one. */
const MAX_SHOWN = 20;
/**
 * Whether an error is a mistake in a file. A subclass of ConfigError is not: it says why the file cannot be read, such
 * as a conflict with the base branch.
 */
function isMistake(error) {
    return error instanceof model/* ConfigError */.xL && error.constructor === model/* ConfigError */.xL;
}
/** Collects the mistakes of one or more files, so that all are reported together. */
class Mistakes {
    #found = new Map();
    /** Mistakes that were counted, but not described. */
    #skipped = 0;
    get any() {
        return this.#found.size > 0;
    }
    add(error) {
        for (const mistake of error.all) {
            const line = mistake.toLine();
            if (!this.#found.has(line))
                this.#found.set(line, mistake);
        }
    }
    skip(count) {
        this.#skipped += count;
    }
    /** Runs a step. Returns undefined and keeps the mistake if it throws ConfigError. */
    attempt(step) {
        try {
            return step();
        }
        catch (error) {
            if (!isMistake(error))
                throw error;
            this.add(error);
            return undefined;
        }
    }
    /** Throws the mistakes as one ConfigError, if there are any: file by file, and by position in each file. */
    throwIfAny() {
        const [first, ...others] = this.#inOrder();
        if (!first)
            return;
        const shown = others.slice(0, MAX_SHOWN - 1);
        const next = others[MAX_SHOWN - 1];
        const more = others.length - shown.length + this.#skipped;
        if (more > 0) {
            const count = more === 1 ? '1 more mistake' : `${more} more mistakes`;
            shown.push(new model/* ConfigError */.xL(`${count}; correct those above first`, next?.place ?? { file: first.place?.file ?? '' }));
        }
        throw new model/* ConfigError */.xL(first.message, first.place, shown);
    }
    #inOrder() {
        const files = new Map();
        const keyed = [...this.#found.values()].map((error) => {
            const file = error.place?.file ?? '';
            if (!files.has(file))
                files.set(file, files.size);
            return { error, file: files.get(file) ?? 0 };
        });
        keyed.sort((a, b) => a.file - b.file ||
            (a.error.place?.line ?? 0) - (b.error.place?.line ?? 0) ||
            (a.error.place?.column ?? 0) - (b.error.place?.column ?? 0));
        return keyed.map(({ error }) => error);
    }
}

;// CONCATENATED MODULE: ./build/esm/rules/load/merge.js













/** Combines the rules of all sources. Everything that is wrong goes to the mistakes of the loader. */
class RuleMerger {
    #table = new Map();
    /** Ids of rules with mistakes. What is wrong only because of them is not reported. */
    #broken = new Set();
    #mistakes;
    /** Whether rules may look unknown because their source could not be read. */
    #isIncomplete;
    constructor({ mistakes, isIncomplete }) {
        this.#mistakes = mistakes;
        this.#isIncomplete = isIncomplete;
    }
    /** In the order of their first definition. */
    get rules() {
        return [...this.#table.values()];
    }
    applyPack(rules) {
        for (const rule of rules)
            this.#table.set(rule.id, rule);
    }
    /** Adds the rules of a file, overriding earlier rules with the same id. */
    applyRules(source) {
        for (const id of source.brokenRules)
            this.#broken.add(id);
        const suggest = suggestions(this.#table);
        for (const placed of source.rules) {
            const { id } = placed.entry;
            if (!placed.isComplete)
                this.#broken.add(id);
            const before = this.#table.get(id);
            const lacksKeys = !before && missingKeys(placed.entry).length > 0;
            if (lacksKeys && (this.#isIncomplete || this.#broken.has(id))) {
                this.#broken.add(id);
                this.#mistakes.attempt(() => {
                    conditionOf(placed, placed.entry.when);
                    refuseValues(placed, placed.entry.operations && kindsNamed(placed.entry.operations));
                });
                continue;
            }
            const rule = this.#mistakes.attempt(() => mergeRule(this.#table, placed, source.name, suggest));
            if (rule)
                this.#table.set(id, rule);
            else
                this.#broken.add(id);
        }
    }
    /** Returns the exceptions of a file, once all rules are known. */
    readExceptions(source) {
        const suggest = suggestions(this.#table);
        return this.#readAll(source.exceptions, (placed) => readException(this.#table, placed, source.name, suggest));
    }
    /** Returns the acknowledgements of a file, once all rules are known. */
    readAcknowledgements(source) {
        const suggest = suggestions(this.#table);
        return this.#readAll(source.acknowledgements, (placed) => readAcknowledgement(this.#table, placed, source.name, suggest));
    }
    #readAll(entries, read) {
        return entries.flatMap((placed) => {
            const { rule } = placed.entry;
            if (!this.#table.has(rule) && (this.#isIncomplete || this.#broken.has(rule))) {
                this.#mistakes.attempt(() => conditionOf(placed, placed.entry.when));
                return [];
            }
            const result = this.#mistakes.attempt(() => read(placed));
            return result === undefined ? [] : [result];
        });
    }
}
/** The suggestions for one list of a file. No more of its mistakes are shown, so that the others need none. */
function suggestions(table) {
    let left = MAX_SHOWN;
    return (id) => (left-- > 0 ? (0,model/* suggestion */.h)(id, table.keys()) : '');
}
function mergeRule(table, placed, source, suggest) {
    const before = table.get(placed.entry.id);
    const rule = before ? override(before, placed, source) : create(placed, source, suggest);
    refuseValues(placed, rule.kinds);
    if (before) {
        refuseLoosening(before, rule, placed, source);
        refuseCallerOnly(before, rule, placed);
    }
    if (rule.condition && readsBoth(rule.condition.reads)) {
        throw new model/* ConfigError */.xL('the condition reads `caller` and `file`, which are not always known together; ' +
            'guard one of them, as in `has(caller.user) && …`, or write two rules', placed.placeOf('when'));
    }
    return rule;
}
function missingKeys({ operations, verdict, message }) {
    return Object.entries({ operations, verdict, message }).flatMap(([key, value]) => (value === undefined ? [key] : []));
}
function create(placed, source, suggest) {
    const { entry } = placed;
    const { operations, verdict, message } = entry;
    if (operations === undefined || verdict === undefined || message === undefined) {
        const missing = missingKeys(entry).map((key) => `\`${key}\``);
        throw new model/* ConfigError */.xL(`new rule \`${entry.id}\` has no ${missing.join(', ')}${suggest(entry.id)}; ` +
            'add the missing keys, or extend the pack or file that defines the rule', placed.placeOf('id'));
    }
    return {
        id: entry.id,
        operations,
        kinds: kindsNamed(operations),
        condition: conditionOf(placed, entry.when),
        verdict,
        message: messageOf(placed, message),
        description: entry.description ?? '',
        help: entry.help ?? '',
        owner: entry.owner,
        suppressible: entry.suppressible ?? true,
        docs: undefined,
        finalIn: entry.final === true ? source : undefined,
        examples: examplesOf(entry) ?? [],
        source,
        place: placed.place,
        keyPlaces: keyPlaces(placed),
    };
}
function override(before, placed, source) {
    const { entry } = placed;
    return {
        ...before,
        operations: entry.operations ?? before.operations,
        kinds: entry.operations ? kindsNamed(entry.operations) : before.kinds,
        condition: entry.when === undefined ? before.condition : conditionOf(placed, entry.when),
        verdict: entry.verdict ?? before.verdict,
        message: entry.message === undefined ? before.message : messageOf(placed, entry.message),
        description: entry.description ?? before.description,
        help: entry.help ?? before.help,
        owner: entry.owner ?? before.owner,
        suppressible: entry.suppressible ?? before.suppressible,
        finalIn: entry.final === true ? (before.finalIn ?? source) : before.finalIn,
        examples: examplesOf(entry) ?? (redefines(entry) ? [] : before.examples),
        source,
        place: placed.place,
        keyPlaces: { ...before.keyPlaces, ...keyPlaces(placed) },
    };
}
function keyPlaces(placed) {
    return Object.fromEntries(DECIDING_KEYS.flatMap((key) => {
        const place = placed.placeOfKey(key);
        return place ? [[key, place]] : [];
    }));
}
/** Whether an override changes what the rule matches, so that the inherited examples no longer apply. */
function redefines({ operations, when }) {
    return operations !== undefined || when !== undefined;
}
function examplesOf(entry) {
    if (entry.examples === undefined)
        return undefined;
    return Array.isArray(entry.examples) ? entry.examples : [entry.examples];
}
function messageOf(placed, text) {
    const problem = messageProblem(text);
    if (problem !== undefined)
        throw new model/* ConfigError */.xL(problem, placed.placeOf('message'));
    return { text };
}
/** Throws ConfigError if the condition needs a fact or a value that operations of these kinds never have. */
function refuseValues(placed, kinds) {
    const text = placed.entry.when;
    if (text === undefined)
        return;
    try {
        const tree = parseAgain(text);
        refuseImpossibleValues(tree, kinds);
        if (kinds)
            refuseUncarriedFacts(tree, kinds);
    }
    catch (error) {
        if (error instanceof ConditionProblem)
            throw new model/* ConfigError */.xL(error.message, placed.placeInText('when', error.offset));
        throw error;
    }
}
function conditionOf(placed, text) {
    if (text === undefined)
        return undefined;
    try {
        return checkedCondition(text);
    }
    catch (error) {
        if (error instanceof ConditionProblem)
            throw new model/* ConfigError */.xL(error.message, placed.placeInText('when', error.offset));
        throw error;
    }
}
/** Throws ConfigError for an exception to a rule that does not exist or that another file made final. */
function readException(table, placed, source, suggest) {
    const { entry } = placed;
    const rule = table.get(entry.rule);
    if (!rule) {
        throw new model/* ConfigError */.xL(`unknown rule \`${entry.rule}\` in this exception${suggest(entry.rule)}`, placed.placeOf('rule'));
    }
    if (rule.finalIn !== undefined && rule.finalIn !== source)
        throw finalError(rule, placed.placeOf('rule'));
    const condition = conditionOf(placed, entry.when);
    refuseValues(placed, rule.kinds);
    if (readsBoth(condition.reads)) {
        throw new model/* ConfigError */.xL('the condition reads `caller` and `file`; write two exceptions', placed.placeOf('when'));
    }
    return toException(entry, condition, source, placed.place);
}
function finalError(rule, place) {
    return new model/* ConfigError */.xL(`rule \`${rule.id}\` is final in \`${rule.finalIn ?? ''}\`, so this file cannot add an exception; ask ${rule.owner ?? 'its owner'} to add it there`, place);
}
function toException(entry, condition, source, place) {
    return { rule: entry.rule, condition, reason: entry.reason, owner: entry.owner, until: entry.until, source, place };
}
/**
 * Throws ConfigError if the rule does not exist, or if the condition reads `file`, which production queries do not have.
 * A break by a final rule may be acknowledged in any file, since that does not change the verdict.
 */
function readAcknowledgement(table, placed, source, suggest) {
    const { entry, place } = placed;
    if (!table.has(entry.rule)) {
        throw new model/* ConfigError */.xL(`unknown rule \`${entry.rule}\` in this acknowledgement${suggest(entry.rule)}`, placed.placeOf('rule'));
    }
    const condition = conditionOf(placed, entry.when);
    refuseValues(placed, undefined);
    if (condition?.reads.file === 'yes') {
        throw new model/* ConfigError */.xL('the condition reads `file`, which production queries do not have; use `operation`, `statement` or `caller`', placed.placeOf('when'));
    }
    const { rule, flow, reason, owner, until } = entry;
    return { rule, flow, condition, maxFlows: entry['max-flows'], reason, owner, until, source, place };
}

;// CONCATENATED MODULE: ./build/esm/rules/load/synonyms.js
/** Words that other tools use for keys of a rule file or a configuration. */
const KEYS = {
    operation: ['operations'],
    kind: ['operations'],
    kinds: ['operations'],
    on: ['operations'],
    severity: ['verdict'],
    level: ['verdict'],
    action: ['verdict'],
    effect: ['verdict'],
    name: ['id'],
    rule: ['id', 'rules'],
    condition: ['when'],
    if: ['when'],
    expression: ['when'],
    expr: ['when'],
    text: ['message'],
    msg: ['message'],
    title: ['message'],
    fix: ['help'],
    hint: ['help'],
    tests: ['examples'],
    fail: ['block'],
    bad: ['block'],
    good: ['pass'],
    allow: ['pass'],
    exclude: ['ignore'],
    excludes: ['ignore'],
    skip: ['ignore'],
    include: ['paths', 'extends'],
    includes: ['paths'],
    path: ['paths'],
    glob: ['paths'],
    overrides: ['files', 'rules'],
    extend: ['extends'],
    packs: ['extends'],
    pack: ['extends'],
    engine: ['dialect'],
    database: ['dialect'],
    ruleset: ['rules'],
    exception: ['exceptions'],
    exemptions: ['exceptions'],
    expires: ['until'],
    expiry: ['until'],
    acknowledgements: ['acknowledge'],
};
/** Words that other tools use for values. */
const synonyms_VALUES = {
    error: ['block'],
    deny: ['block'],
    fail: ['block'],
    forbid: ['block'],
    reject: ['block'],
    critical: ['block'],
    warning: ['warn'],
    info: ['warn'],
    notice: ['warn'],
    disabled: ['off'],
    disable: ['off'],
    none: ['off', 'never'],
    ignore: ['off'],
    allow: ['off'],
    pass: ['off'],
    skip: ['off'],
    mssql: ['transactsql'],
    sqlserver: ['transactsql'],
    'sql-server': ['transactsql'],
    sql_server: ['transactsql'],
    tsql: ['transactsql'],
    't-sql': ['transactsql'],
    azuresql: ['transactsql'],
    postgres: ['postgresql'],
    pg: ['postgresql'],
    psql: ['postgresql'],
    pgsql: ['postgresql'],
    sqlite3: ['sqlite'],
    mysql8: ['mysql'],
    maria: ['mariadb'],
    alter: ['alter_table'],
    drop_tables: ['drop_table'],
    all: ['any'],
    '*': ['any'],
    read_only: ['read'],
    create: ['ddl'],
};
/** The known key that is meant by a word of another tool, or by one written in another style (`failOn`, `fail_on`). */
function knownKey(word, known) {
    return (find(KEYS, word, known) ??
        known.find((key) => squeezed(key) === squeezed(word)) ??
        find(KEYS, word.toLowerCase(), known));
}
/** The known value that is meant by a word of another tool, or by one written in another style (`DROP TABLE`). */
function knownValue(word, known) {
    return find(synonyms_VALUES, word.toLowerCase(), known) ?? known.find((value) => squeezed(value) === squeezed(word));
}
function find(table, word, known) {
    return Object.hasOwn(table, word) ? table[word]?.find((candidate) => known.includes(candidate)) : undefined;
}
/** The word without case and without the signs that join its parts. */
function squeezed(word) {
    return word.slice(0, 80).toLowerCase().replace(/[-_ ]/g, '');
}

;// CONCATENATED MODULE: ./build/esm/rules/load/schema-issue.js


/** Describes the mistakes of a schema issue, each in one line: what the file contains, and what it should contain. */
function describeIssue(issue, source) {
    if (issue.code === 'unrecognized_keys') {
        const known = keysAt(source.schema, issue.path);
        return issue.keys.map((key) => unknownKey(key, issue.path, known));
    }
    const branch = issue.code === 'invalid_union' ? closestBranch(issue.errors) : undefined;
    if (!branch)
        return [describeOne(issue, source)];
    return branch.flatMap((inner) => describeIssue({ ...inner, path: [...issue.path, ...inner.path] }, source));
}
/** The branch of a union for the type of the value gives the most specific message. */
function closestBranch(branches) {
    return branches.find((issues) => issues.length > 0 && !issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0));
}
function unknownKey(key, path, known) {
    const meant = knownKey(key, known);
    const hint = meant === undefined
        ? nearest(key, known) || `; use ${known.map((each) => `\`${each}\``).join(', ')}`
        : ` (did you mean \`${meant}\`?)`;
    return { path, key, message: `unknown key \`${clip(key)}\`${inside(describePath(path))}${hint}` };
}
function describeOne(issue, source) {
    const { path } = issue;
    const { root } = source;
    const name = describePath(path);
    const what = name === '' ? 'the file' : `\`${name}\``;
    const given = show(valueAt(root, path));
    if ((issue.code === 'invalid_type' || issue.code === 'invalid_value') && valueAt(root, path) === undefined) {
        return { path, key: undefined, message: `\`${name}\` is missing; add ${missingText(issue, path)}` };
    }
    switch (issue.code) {
        case 'invalid_value': {
            const value = valueAt(root, path);
            const known = issue.values.map(String);
            const problem = `${given} is not a valid value for \`${name}\``;
            if (typeof value === 'string' && known.includes(value))
                return { path, key: undefined, message: `${problem} in quotes; write it without them` };
            const listed = known.length > 12
                ? 'docs/facts.md of Querygate lists them'
                : `use ${known.map((each) => `\`${each}\``).join(', ')}`;
            const meant = typeof value === 'string' ? knownValue(value, known) : undefined;
            const near = typeof value === 'string' ? nearest(value, known) : '';
            const hint = meant === undefined ? near : ` (did you mean \`${meant}\`?)`;
            return { path, key: undefined, message: `${problem}${hint}; ${listed}` };
        }
        case 'invalid_type': {
            const value = valueAt(root, path);
            const advice = issue.expected === 'array' ? listText(path.at(-1), value) : quoteText(issue.expected, value);
            return { path, key: undefined, message: `${what} must be ${article(issue.expected)}, but is ${given}${advice}` };
        }
        case 'invalid_union':
            return {
                path,
                key: undefined,
                message: `\`${name}\` has the wrong type: it is ${given}`,
            };
        case 'too_small':
            return {
                path,
                key: undefined,
                message: typeof valueAt(root, path) === 'number'
                    ? `${what} must be at least ${issue.minimum}, but is ${given}`
                    : `\`${name}\` must not be empty`,
            };
        case 'too_big':
            return {
                path,
                key: undefined,
                message: `${what} is too ${typeof valueAt(root, path) === 'number' ? 'large' : 'long'}: at most ${issue.maximum}`,
            };
        case 'invalid_format':
            if (issue.format === 'date')
                return { path, key: undefined, message: `${given} is not a valid date for \`${name}\`; write \`YYYY-MM-DD\`` };
            return { path, key: undefined, message: `\`${name}\` ${lower(issue.message)}, but is ${given}` };
        default:
            return { path, key: undefined, message: `\`${name || 'the file'}\`: ${lower(issue.message)}` };
    }
}
/** What to add for a missing key: the whole line if only one value is allowed. */
function missingText(issue, path) {
    if (issue.code !== 'invalid_value' || issue.values.length !== 1)
        return 'it';
    return `\`${String(path.at(-1))}: ${String(issue.values[0])}\``;
}
/** How to write a single value as a list, in YAML; empty if that is not what the file got wrong. */
function listText(key, value) {
    if (typeof key !== 'string' || (typeof value !== 'string' && typeof value !== 'number'))
        return '';
    const text = String(value);
    // `*` and other characters have a meaning in YAML, so all but plain words are quoted.
    const isPlain = typeof value === 'number' || /^[A-Za-z_][\w./-]*$/.test(text);
    const item = isPlain ? text : JSON.stringify(text);
    return item.length > 80 ? '' : `; write a list: \`${key}: [${item}]\``;
}
/** What to do about a text that YAML reads as a mapping, a list or another value; empty if the file should have none. */
function quoteText(expected, value) {
    if (expected !== 'string' || value === null)
        return '';
    const sign = Array.isArray(value) ? '`[`' : typeof value === 'object' ? '`{`' : undefined;
    if (sign === undefined)
        return '; put it in quotes';
    return `; a value that starts with ${sign} must be in quotes`;
}
/** As `suggestion`; but words of up to three letters are all near each other, so only their case may differ. */
function nearest(word, known) {
    const isShort = word.length <= 3;
    return (0,model/* suggestion */.h)(word, isShort ? known.filter((each) => each.toLowerCase() === word.toLowerCase()) : known);
}
/** The keys that the schema allows in the mapping at `path`. */
function keysAt(schema, path) {
    const { def } = schema._zod;
    const [key, ...rest] = path;
    switch (def.type) {
        case 'optional':
        case 'nullable':
        case 'default':
            return keysAt(def.innerType, path);
        case 'union':
            return def.options.flatMap((option) => keysAt(option, path));
        case 'array':
            return key === undefined ? [] : keysAt(def.element, rest);
        case 'object': {
            if (key === undefined)
                return Object.keys(def.shape);
            const value = Object.hasOwn(def.shape, key) ? def.shape[String(key)] : undefined;
            return value === undefined ? [] : keysAt(value, rest);
        }
        default:
            return [];
    }
}
function describePath(path) {
    return path.reduce((text, part) => {
        if (typeof part === 'number')
            return `${text}[${part}]`;
        return text === '' ? String(part) : `${text}.${String(part)}`;
    }, '');
}
function inside(name) {
    return name === '' ? '' : ` in \`${name}\``;
}
function valueAt(root, path) {
    let value = root;
    for (const part of path) {
        if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part))
            return undefined;
        value = value[part];
    }
    return value;
}
function show(value) {
    if (value === undefined)
        return 'nothing';
    if (value === null)
        return 'empty';
    if (Array.isArray(value))
        return 'a list';
    if (typeof value === 'object')
        return 'a mapping';
    return `\`${clip(String(value))}\``;
}
function clip(text) {
    const line = text.replace(/\s+/g, ' ');
    return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
function article(expected) {
    if (expected === 'array')
        return 'a list';
    if (expected === 'object' || expected === 'record')
        return 'a mapping';
    return `a ${expected}`;
}
function lower(text) {
    return text.charAt(0).toLowerCase() + text.slice(1);
}

;// CONCATENATED MODULE: ./build/esm/rules/load/yaml-problems.js
/** Characters that have a meaning at the start of a YAML value. */
const SPECIAL = {
    '!': 'a tag',
    '*': 'an alias',
    '&': 'an anchor',
    '{': 'the start of a mapping',
    '[': 'the start of a list',
    '"': 'the start of a quoted text',
    "'": 'the start of a quoted text',
    '|': 'the start of a block',
    '>': 'the start of a block',
    '@': 'a reserved character',
    '`': 'a reserved character',
    '%': 'a directive',
};
/** Describes the mistakes of a YAML text: one for each line, since the others on it usually follow from the first. */
function describeYamlProblems(problems, text) {
    const described = [];
    let lineEnd = -1;
    for (const problem of [...problems].sort((a, b) => a.offset - b.offset)) {
        if (problem.offset <= lineEnd)
            continue;
        const end = text.indexOf('\n', problem.offset);
        lineEnd = end < 0 ? text.length : end;
        const start = problem.offset === 0 ? 0 : text.lastIndexOf('\n', problem.offset - 1) + 1;
        const line = text.slice(start, Math.min(lineEnd, start + yaml_problems_MAX_LINE)).replace(/\r$/, '');
        described.push(describe(problem, line, start));
    }
    return described;
}
/** The key and the value of a line, `  - when: !a`. The key may be missing. */
const LINE = /^(\s*(?:- +)*)([\w-]+:\s+)?([\s\S]*)$/;
const yaml_problems_MAX_LINE = 300;
const MAX_QUOTED = 120;
const TAGS = new Set(['TAG', 'TAG_RESOLVE_FAILED', 'MULTIPLE_TAGS', 'ALIAS', 'BAD_ALIAS']);
/** Errors that a value without quotes causes. */
const UNQUOTED = new Set([
    ...TAGS,
    ...['BAD_SCALAR_START', 'UNEXPECTED_TOKEN', 'BLOCK_AS_IMPLICIT_KEY'],
]);
const INDENTATION = new Set(['BAD_INDENT', 'BLOCK_AS_IMPLICIT_KEY', 'MULTILINE_IMPLICIT_KEY']);
function describe({ code, message, offset }, line, start) {
    if (code === 'TAB_AS_INDENT')
        return { message: 'invalid YAML: a tab in the indentation; use spaces', offset };
    const [, before = '', key = '', value = ''] = LINE.exec(line) ?? [];
    const at = start + before.length + key.length;
    const sign = value.charAt(0);
    const isList = sign === '{' || sign === '[';
    const meaning = Object.hasOwn(SPECIAL, sign) ? SPECIAL[sign] : undefined;
    const isTag = TAGS.has(code);
    if (isTag && (offset !== at || isList)) {
        const inside = line.charAt(offset - start);
        return { message: `YAML reads \`${inside}\` as ${SPECIAL[inside] ?? 'a tag'}; put the value in quotes`, offset };
    }
    if (UNQUOTED.has(code) && meaning !== undefined && offset >= at && (isTag || key !== '')) {
        return {
            message: `the value starts with \`${sign}\`, which YAML reads as ${meaning}; put the whole value in quotes${quoted(key, value)}`,
            offset: at,
        };
    }
    if (code === 'BLOCK_AS_IMPLICIT_KEY' && key !== '' && /:(?:\s|$)/.test(value)) {
        return {
            message: `the value contains \`: \`, which YAML reads as the end of a key; put the whole value in quotes${quoted(key, value)}`,
            offset: at,
        };
    }
    const indent = INDENTATION.has(code) ? '; check the indentation' : '';
    return { message: `invalid YAML: ${lowerFirst(message)}${indent}`, offset };
}
/** `: ` and the line with its value in quotes; empty if it is long. */
function quoted(key, value) {
    const text = value.replace(/\s+(?:#.*)?$/, '');
    if (text.length > MAX_QUOTED)
        return '';
    const isQuoted = !key.startsWith('when') && text.length > 1 && text.startsWith("'") && text.endsWith("'");
    const inner = isQuoted ? text.slice(1, -1) : text;
    return `: \`${key}'${inner.replaceAll("'", "''")}'\``;
}
function lowerFirst(text) {
    const line = text.split('\n', 1)[0] ?? '';
    return line.charAt(0).toLowerCase() + line.slice(1);
}

;// CONCATENATED MODULE: ./build/esm/rules/load/yaml-scalar.js
/**
 * Returns the source offset of character `index` of a scalar's value. For styles that fold lines, where that is
 * expensive to compute, returns the offset of the scalar itself.
 */
function offsetInScalar(source, scalar, index) {
    const raw = source.slice(scalar.start, scalar.end);
    switch (scalar.type) {
        case 'PLAIN':
            return raw.includes('\n') ? scalar.start : scalar.start + Math.min(index, raw.length);
        case 'QUOTE_SINGLE':
            return raw.includes('\n') ? scalar.start : scalar.start + 1 + escapedLength(raw.slice(1), index, /^''/);
        case 'QUOTE_DOUBLE':
            if (raw.includes('\n'))
                return scalar.start;
            return scalar.start + 1 + escapedLength(raw.slice(1), index, /^\\(?:x..|u.{4}|U.{8}|.)/);
        case 'BLOCK_LITERAL':
            return scalar.start + inBlock(raw, index);
        default:
            return scalar.start;
    }
}
/** Source length of the first `count` characters of a quoted text. */
function escapedLength(raw, count, escaped) {
    let at = 0;
    for (let i = 0; i < count && at < raw.length; i++)
        at += escaped.exec(raw.slice(at, at + 10))?.[0].length ?? 1;
    return at;
}
/** Offset in a `|` block, which keeps its lines but removes the indentation of the first one. */
function inBlock(raw, index) {
    const lines = raw.split('\n');
    const indent = /^ */.exec(lines.slice(1).find((line) => line.trim() !== '') ?? '')?.[0].length ?? 0;
    let at = (lines[0]?.length ?? 0) + 1;
    let remaining = index;
    for (const line of lines.slice(1)) {
        const content = Math.max(0, line.length - indent);
        if (remaining <= content)
            return at + Math.min(line.length, indent + remaining);
        remaining -= content + 1;
        at += line.length + 1;
    }
    return Math.min(at, raw.length);
}

;// CONCATENATED MODULE: ./build/esm/rules/load/yaml-file.js





const MAX_BYTES = 256 * 1024;
const MAX_DEPTH = 32;
const MAX_KEYS = 500;
const MAX_ALIASES = 100;
/**
 * Reads and validates untrusted YAML (or JSON). Throws ConfigError as `parseYaml`, and for everything that does not
 * match the schema: all mistakes together.
 */
async function readYamlFile(input, schema) {
    const mistakes = new Mistakes();
    const content = await parseYaml(input, mistakes);
    const value = content && validate(content, schema, mistakes);
    mistakes.throwIfAny();
    return { ...content, value: value };
}
/** Maximum number of issues that are described; the others are only counted. */
const MAX_DESCRIBED = 200;
/** Returns the validated content; undefined if it does not match the schema, with the reasons in `mistakes`. */
function validate({ plain, placeOf, placeOfKey }, schema, mistakes) {
    const result = schema.safeParse(plain);
    if (result.success)
        return result.data;
    const { issues } = result.error;
    for (const issue of issues.slice(0, MAX_DESCRIBED)) {
        for (const { path, key, message } of describeIssue(issue, { root: plain, schema })) {
            const place = (key === undefined ? undefined : placeOfKey(path, key)) ?? placeOf(path);
            mistakes.add(new model/* ConfigError */.xL(message, place));
        }
    }
    mistakes.skip(Math.max(0, issues.length - MAX_DESCRIBED));
    return undefined;
}
/**
 * Parses untrusted YAML (or JSON). Returns undefined if it is not valid YAML, with the reasons in `mistakes`.
 *
 * Throws ConfigError with file, line and column if the file is not UTF-8, larger than 256 KiB, or nested more than
 * 32 levels; or if it has more than 500 keys in one mapping or 100 aliases.
 */
async function parseYaml(input, mistakes) {
    const { file, what } = input;
    const text = decode(input.bytes, file, what);
    const yaml = await __webpack_require__.e(/* import() */ 8815).then(__webpack_require__.t.bind(__webpack_require__, 38815, 19));
    const lines = new yaml.LineCounter();
    const at = (offset) => placeAt(lines, file, offset);
    const tokens = [...new yaml.Parser(lines.addNewLine).parse(text)];
    const tags = surveyTokens(tokens, (offset, problem) => {
        throw new model/* ConfigError */.xL(`${problem} in this ${what}; make it simpler`, at(offset));
    });
    // Composing is recursive, so it must not see deep nesting.
    const [document, second] = new yaml.Composer({ prettyErrors: false }).compose(tokens, true, text.length);
    if (second) {
        throw new model/* ConfigError */.xL(`a ${what} must contain only one YAML document; remove the second one`, at(second.range[0]));
    }
    if (!document)
        throw new model/* ConfigError */.xL(`the ${what} is empty`, { file, line: 1, column: 1 });
    const problems = [
        ...[...document.errors, ...document.warnings].map(({ code, message, pos }) => ({ code, message, offset: pos[0] })),
        ...tags.map((offset) => ({ code: 'TAG', message: 'tags are not used here', offset })),
        ...unresolvedAliases(yaml, document),
    ];
    for (const { message, offset } of describeYamlProblems(problems, text))
        mistakes.add(new model/* ConfigError */.xL(message, at(offset)));
    if (problems.length > 0)
        return undefined;
    let plain;
    try {
        plain = document.toJS({ maxAliasCount: MAX_ALIASES });
    }
    catch {
        throw new model/* ConfigError */.xL(`too many aliases in this ${what}; write the values out`, { file, line: 1, column: 1 });
    }
    const placeOf = (path) => at(rangeStart(yaml, document, path));
    return {
        file,
        plain,
        placeOf,
        placeOfKey(path, key) {
            const map = path.length === 0 ? document.contents : document.getIn(path, true);
            if (yaml.isMap(map)) {
                for (const pair of map.items) {
                    const node = pair.key;
                    if (yaml.isScalar(node) && String(node.value) === key && node.range)
                        return at(node.range[0]);
                }
            }
            return undefined;
        },
        placeInText(path, offset) {
            const node = document.getIn(path, true);
            if (!yaml.isScalar(node) || !node.range)
                return placeOf(path);
            return at(offsetInScalar(text, { type: node.type, start: node.range[0], end: node.range[1] }, offset));
        },
    };
}
function unresolvedAliases(yaml, document) {
    const found = [];
    const anchors = new Set();
    yaml.visit(document, {
        Node(_, node) {
            if (yaml.isAlias(node)) {
                if (!anchors.has(node.source))
                    found.push({ code: 'ALIAS', message: '', offset: node.range?.[0] ?? 0 });
            }
            else if (node.anchor !== undefined)
                anchors.add(node.anchor);
        },
    });
    return found;
}
function decode(bytes, file, what) {
    if (bytes.length > MAX_BYTES) {
        throw new model/* ConfigError */.xL(`the ${what} has ${bytes.length} bytes, but the limit is ${MAX_BYTES}; split it`, { file });
    }
    try {
        return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    }
    catch {
        throw new model/* ConfigError */.xL(`the ${what} is not UTF-8; save it as UTF-8`, { file });
    }
}
/**
 * Checks the tokens without recursion: composing a deeply nested document can crash the process. Returns the offsets of
 * all tags, since YAML drops the tag `!` without a warning: `when: ! operation.cascade` would lose its negation.
 */
function surveyTokens(roots, refuse) {
    const tags = [];
    let aliases = 0;
    const pending = [];
    const push = (value, depth) => {
        if (typeof value === 'object' && value !== null && 'type' in value)
            pending.push({ token: value, depth });
    };
    for (const root of roots)
        push(root, 0);
    for (let next = pending.pop(); next; next = pending.pop()) {
        const { token, depth } = next;
        const offset = token.offset ?? 0;
        if (depth > MAX_DEPTH)
            refuse(offset, `more than ${MAX_DEPTH} levels`);
        if (token.type === 'alias' && ++aliases > MAX_ALIASES)
            refuse(offset, `more than ${MAX_ALIASES} aliases`);
        const isMap = token.type === 'block-map' || token.type === 'flow-collection';
        if (isMap && (token.items?.length ?? 0) > MAX_KEYS)
            refuse(offset, `more than ${MAX_KEYS} entries in one mapping`);
        push(token.value, depth + 1);
        for (const item of token.items ?? []) {
            for (const { type, offset: at = 0 } of [...(item.start ?? []), ...(item.sep ?? [])])
                if (type === 'tag')
                    tags.push(at);
            push(item.key, depth + 1);
            push(item.value, depth + 1);
        }
    }
    return tags;
}
function rangeStart(yaml, document, path) {
    for (let length = path.length; length >= 0; length--) {
        const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
        if (yaml.isNode(node))
            return node.range?.[0] ?? 0;
    }
    return 0;
}
function placeAt(lines, file, offset) {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(1, line), column: Math.max(1, col) };
}

;// CONCATENATED MODULE: ./build/esm/rules/load/rule-source.js


/**
 * Reads a rule file. What is wrong goes to `mistakes`; the source then holds what could be read, so that its
 * mistakes are found too. Returns undefined if the file is not valid YAML. Throws ConfigError for a limit.
 */
async function readRuleSource(name, bytes, mistakes) {
    const schemas = await Promise.all(/* import() */[__webpack_require__.e(2857), __webpack_require__.e(8354)]).then(__webpack_require__.bind(__webpack_require__, 58354));
    const yaml = await parseYaml({ file: name, bytes, what: 'rule file' }, mistakes);
    if (!yaml)
        return undefined;
    const value = validate(yaml, schemas.ruleFileSchema, mistakes);
    const content = value ?? salvage(yaml.plain);
    const brokenRules = new Set();
    const located = (key, entries = [], schema) => entries.flatMap((entry, i) => {
        const read = value ? { entry: entry, isComplete: true } : readEntry(entry, schema);
        if (read)
            return [locate(yaml, read, [key, i])];
        const id = key === 'rules' && idOf(entry);
        if (id)
            brokenRules.add(id);
        return [];
    });
    const source = {
        name,
        extends: (content.extends ?? []).flatMap((base, i) => typeof base === 'string' ? [{ name: base, place: yaml.placeOf(['extends', i]) }] : []),
        statesNoExtends: content.extends?.length === 0,
        rules: located('rules', content.rules, schemas.ruleSchema),
        exceptions: located('exceptions', content.exceptions, schemas.exceptionSchema),
        acknowledgements: located('acknowledge', content.acknowledge, schemas.acknowledgementSchema),
        brokenRules,
    };
    return { ...source, rules: withoutDuplicates(source.rules, mistakes) };
}
function locate(yaml, { entry, isComplete }, path) {
    return {
        entry,
        isComplete,
        place: yaml.placeOf(path),
        placeOf: (key) => yaml.placeOf([...path, key]),
        placeOfKey: (key) => yaml.placeOfKey(path, key),
        placeInText: (key, offset) => yaml.placeInText([...path, key], offset),
    };
}
const LISTS = ['extends', 'rules', 'exceptions', 'acknowledge'];
/** The lists of a file that does not match the schema. */
function salvage(plain) {
    if (typeof plain !== 'object' || plain === null)
        return {};
    const root = plain;
    return Object.fromEntries(LISTS.flatMap((key) => (Array.isArray(root[key]) ? [[key, root[key]]] : [])));
}
/** Reads an entry, if necessary without the keys that are wrong. Returns undefined if the rest is not valid either. */
function readEntry(entry, schema) {
    const first = schema.safeParse(entry);
    if (first.success)
        return { entry: first.data, isComplete: true };
    const wrong = new Set(first.error.issues.flatMap(({ path, ...issue }) => path.length === 0 ? (issue.code === 'unrecognized_keys' ? issue.keys : []) : [String(path[0])]));
    if (typeof entry !== 'object' || entry === null)
        return undefined;
    const rest = Object.fromEntries(Object.entries(entry).filter(([key]) => !wrong.has(key)));
    const second = schema.safeParse(rest);
    return second.success ? { entry: second.data, isComplete: false } : undefined;
}
function idOf(entry) {
    const id = typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : undefined;
    return typeof id === 'string' ? id : undefined;
}
function withoutDuplicates(rules, mistakes) {
    const first = new Map();
    return rules.filter(({ entry, place, placeOf }) => {
        const earlier = first.get(entry.id);
        if (!earlier) {
            first.set(entry.id, place);
            return true;
        }
        mistakes.add(new model/* ConfigError */.xL(`rule \`${entry.id}\` is already defined on line ${earlier.line ?? '?'}; merge the two`, placeOf('id')));
        return false;
    });
}

;// CONCATENATED MODULE: ./build/esm/rules/load/sources.js




const sources_MAX_DEPTH = 10;
const MAX_FILES = 100;
const sources_MAX_BYTES = 1024 * 1024;
/** Reads rule files and the sources that they extend from one tree. Extended sources come first, each only once. */
class SourceLoader {
    items = [];
    /** Everything that is wrong in the files. */
    mistakes = new Mistakes();
    /** Whether a source is missing from `items`, so that rules that it defines look unknown. */
    isIncomplete = false;
    #tree;
    #done = new Set();
    #files = 0;
    #bytes = 0;
    constructor(tree) {
        this.#tree = tree;
    }
    /** Adds an entry file and everything that it extends. What is wrong goes to `mistakes`. */
    async add(path) {
        await this.#attempt(() => this.#addFile(path, undefined, []));
    }
    async #addFile(path, from, ancestors) {
        if (ancestors.includes(path)) {
            throw new model/* ConfigError */.xL(`\`extends\` is circular: ${[...ancestors, path].join(' -> ')}; remove one of these`, from);
        }
        if (this.#done.has(path))
            return;
        if (ancestors.length >= sources_MAX_DEPTH)
            throw new model/* ConfigError */.xL(`\`extends\` is more than ${sources_MAX_DEPTH} files deep; flatten it`, from);
        if (++this.#files > MAX_FILES)
            throw new model/* ConfigError */.xL(`the ruleset has more than ${MAX_FILES} files; merge some`, from);
        const bytes = await this.#read(path, from);
        const source = await this.#attempt(() => readRuleSource(path, bytes, this.mistakes));
        for (const base of source?.extends ?? []) {
            await this.#attempt(async () => {
                if (base.name.startsWith(PACK_PREFIX))
                    this.#addPack(base.name, base.place);
                else
                    await this.#addFile(resolve(path, base.name, base.place), base.place, [...ancestors, path]);
            });
        }
        this.#done.add(path);
        if (source)
            this.items.push({ kind: 'file', source });
        else
            this.isIncomplete = true;
    }
    /** Runs a step. If it fails, its mistake is kept, and the other sources are still read. */
    async #attempt(step) {
        try {
            return await step();
        }
        catch (error) {
            if (!isMistake(error))
                throw error;
            this.mistakes.add(error);
            this.isIncomplete = true;
            return undefined;
        }
    }
    #addPack(name, place) {
        if (this.#done.has(name))
            return;
        try {
            packRules(name);
        }
        catch (error) {
            if (error instanceof model/* ConfigError */.xL)
                throw new model/* ConfigError */.xL(error.message, place);
            throw error;
        }
        this.#done.add(name);
        this.items.push({ kind: 'pack', name });
    }
    async #read(path, from) {
        const entry = await this.#tree.read(path);
        if (entry.kind === 'link') {
            throw new model/* ConfigError */.xL(`\`${path}\` is a link, and links are not followed; use a file`, from ?? { file: path });
        }
        if (entry.kind === 'missing') {
            throw new model/* ConfigError */.xL(`there is no file \`${path}\` in the ${this.#tree.label}; correct the path`, from ?? { file: path });
        }
        if (entry.kind === 'oversized') {
            throw new model/* ConfigError */.xL(`\`${path}\` has ${entry.size} bytes, too many for a rule file; split it`, from ?? { file: path });
        }
        this.#bytes += entry.bytes.length;
        if (this.#bytes > sources_MAX_BYTES)
            throw new model/* ConfigError */.xL(`the ruleset has more than ${sources_MAX_BYTES} bytes; make it smaller`, { file: path });
        return entry.bytes;
    }
}
/** Resolves an `extends` path to a path from the root. Rejects paths outside the repository. */
function resolve(from, target, place) {
    const refuse = (why) => {
        throw new model/* ConfigError */.xL(`\`extends\` ${why}; give a pack (\`querygate:…\`) or a path inside the repository, relative to this file`, place);
    };
    if (/^[a-z][a-z0-9+.-]*:/i.test(target))
        refuse(`cannot load \`${target}\``);
    if (target.startsWith('/') || target.includes('\\') || target.includes('\0'))
        refuse(`cannot load the path \`${target}\``);
    const parts = from.split('/').slice(0, -1);
    for (const part of target.split('/')) {
        if (part === '' || part === '.')
            continue;
        if (part !== '..')
            parts.push(part);
        else if (parts.pop() === undefined)
            refuse(`points outside the repository: \`${target}\``);
    }
    const path = parts.join('/');
    if (!/\.ya?ml$/.test(path))
        refuse(`needs a \`.yml\` or \`.yaml\` file, not \`${target}\``);
    return path;
}

;// CONCATENATED MODULE: ./build/esm/rules/load/ruleset.js






/** Default locations of a repository's ruleset. */
const ruleset_RULE_FILE = '.querygate/rules.yml';
const ruleset_RULE_FOLDER = '.querygate/rules';
const MAX_RULES = 2000;
/** Maximum steps of all conditions together for one operation: a few tenths of a second in the worst case. */
const ruleset_MAX_COST = 5_000_000;
/**
 * Loads a ruleset. Returns undefined if `entry` is undefined and the tree has no rule file (the caller then uses
 * DEFAULT_PACKS). Throws ConfigError with file, line and column of every mistake in the files, or if `entry` does not exist.
 */
async function ruleset_loadRuleset({ tree, entry }) {
    if (entry?.startsWith(PACK_PREFIX))
        return loadPacks(entry);
    const files = await entryFiles(tree, entry);
    if (!files)
        return undefined;
    const loader = new SourceLoader(tree);
    for (const file of files)
        await loader.add(file);
    const { items, mistakes } = loader;
    if (entry === undefined && !loader.isIncomplete)
        await rejectIgnoredFiles(tree, items, mistakes);
    await loadConditionEngine([...conditionsOf(items)]);
    const merger = new RuleMerger(loader);
    for (const item of items) {
        if (item.kind === 'file')
            merger.applyRules(item.source);
        else
            merger.applyPack(packRules(item.name));
    }
    const sources = items.flatMap((item) => (item.kind === 'file' ? [item.source] : []));
    const exceptions = sources.flatMap((source) => merger.readExceptions(source));
    const acknowledgements = sources.flatMap((source) => merger.readAcknowledgements(source));
    const rules = merger.rules;
    mistakes.attempt(() => assertCostBudget(rules, exceptions, acknowledgements));
    mistakes.throwIfAny();
    return effectiveRuleset({
        rules,
        exceptions,
        acknowledgements,
        sources: items.map((item) => (item.kind === 'file' ? item.source.name : item.name)),
        commit: tree.commit,
        ...(extendsNoPack(items) && { extendsNoPack: true }),
    });
}
/** Whether the files leave out the packs without saying so: `extends: []` states it on purpose. */
function extendsNoPack(items) {
    return items.every((item) => item.kind === 'file' && !item.source.statesNoExtends);
}
/** Loads built-in packs by name and version, with commas between them. Throws ConfigError if one does not exist. */
async function loadPacks(list = DEFAULT_PACKS) {
    const names = [...new Set(list.split(',').map((name) => name.trim()))];
    return effectiveRuleset({
        rules: names.flatMap(packRules),
        exceptions: [],
        acknowledgements: [],
        sources: names,
        commit: undefined,
    });
}
/** Limits the cost of all rules together for one operation, so that a pull request cannot overload CI. */
function assertCostBudget(rules, exceptions, acknowledgements) {
    let cost = 0;
    let count = 0;
    // Acknowledgements by flow id only cost a look-up, and there may be thousands of them.
    const conditional = acknowledgements.filter(({ condition }) => condition !== undefined);
    for (const { condition, place } of [...rules, ...exceptions, ...conditional]) {
        cost += condition?.cost ?? 1;
        if (++count > MAX_RULES)
            throw new model/* ConfigError */.xL(`the ruleset has more than ${MAX_RULES} rules and exceptions; remove some`, place);
        if (cost > ruleset_MAX_COST)
            throw new model/* ConfigError */.xL('the conditions of the ruleset together take too long over long lists; make some simpler', place);
    }
}
function* conditionsOf(items) {
    for (const item of items) {
        if (item.kind !== 'file')
            continue;
        for (const { entry } of [...item.source.rules, ...item.source.exceptions, ...item.source.acknowledgements]) {
            if (entry.when !== undefined)
                yield entry.when;
        }
    }
}
async function entryFiles(tree, entry) {
    if (entry === undefined) {
        if ((await tree.read(ruleset_RULE_FILE)).kind !== 'missing')
            return [ruleset_RULE_FILE];
        await refuseMisnamed(tree);
        const files = await ruleFilesBelow(tree, ruleset_RULE_FOLDER);
        return files.length > 0 ? files : undefined;
    }
    const path = entry.replace(/^\.\//, '').replace(/\/+$/, '');
    const place = { file: path };
    if (path.startsWith('/') || path.includes('\\') || path.split('/').includes('..')) {
        throw new model/* ConfigError */.xL(`\`${path}\` is outside the repository; give a path from its root`, place);
    }
    if ((await tree.read(path)).kind !== 'missing')
        return [path];
    const files = await ruleFilesBelow(tree, path === '.' ? '' : path);
    if (files.length > 0)
        return files;
    throw new model/* ConfigError */.xL(`there is no such rule file in the ${tree.label}; correct the path`, place);
}
/** Rejects `.querygate/rules.yaml`, which would otherwise be ignored silently. */
async function refuseMisnamed(tree) {
    const misnamed = `${ruleset_RULE_FILE.slice(0, -'.yml'.length)}.yaml`;
    if ((await tree.read(misnamed)).kind === 'missing')
        return;
    throw new model/* ConfigError */.xL(`this file is not read; rename it to \`${ruleset_RULE_FILE}\``, { file: misnamed });
}
/** Rejects files in the rules folder that nothing loads, which would otherwise be ignored silently. */
async function rejectIgnoredFiles(tree, items, mistakes) {
    const read = new Set(items.flatMap((item) => (item.kind === 'file' ? [item.source.name] : [])));
    for (const file of await ruleFilesBelow(tree, ruleset_RULE_FOLDER)) {
        if (read.has(file))
            continue;
        const message = `this file is not read because \`${ruleset_RULE_FILE}\` exists; list it there under \`extends\`, or move it`;
        mistakes.add(new model/* ConfigError */.xL(message, { file }));
    }
    for (const file of (await tree.links?.(ruleset_RULE_FOLDER)) ?? []) {
        if (!/\.ya?ml$/.test(file))
            continue;
        mistakes.add(new model/* ConfigError */.xL('the rule file is a link, and links are not followed; use a file', { file }));
    }
}
async function ruleFilesBelow(tree, folder) {
    const paths = await tree.list(folder);
    return paths.filter((path) => /\.ya?ml$/.test(path)).sort();
}

;// CONCATENATED MODULE: ./build/esm/rules/load/given-files.js



/** Loads a ruleset from files in memory; without files and entry, the empty ruleset. Raises ConfigError. */
async function loadGivenFiles(given) {
    const ruleset = await loadRuleset({ tree: givenTree(given), entry: given.entry });
    if (ruleset)
        return ruleset;
    const [first] = given.files;
    // Files that were given are never ignored silently.
    if (first)
        throw new ConfigError(`none of the files is \`${RULE_FILE}\` or in \`${RULE_FOLDER}/\`; set \`entry\` to the file that the ruleset starts with`, { file: first.path });
    return emptyRuleset();
}
function givenTree({ commit, files }) {
    const byPath = new Map();
    for (const { path, text } of files) {
        if (byPath.has(path))
            throw new ConfigError('two files of the request have this path; send each file once', { file: path });
        byPath.set(path, text);
    }
    const paths = [...byPath.keys()].sort();
    return {
        label: 'files of the request',
        commit,
        read: async (path) => {
            const text = byPath.get(path);
            return text === undefined ? { kind: 'missing' } : { kind: 'file', bytes: new TextEncoder().encode(text) };
        },
        list: async (folder) => (folder === '' ? paths : paths.filter((path) => path.startsWith(`${folder}/`))),
    };
}

;// CONCATENATED MODULE: ./build/esm/rules/ruleset/same-acknowledgement.js

/**
 * Returns a function that checks whether one of these acknowledgements equals a given one in rule, flow or condition
 * (except white space and comments), `max-flows`, reason, owner and last day. Its position in a file is ignored.
 */
function includesAcknowledgement(acknowledgements) {
    const keys = new Set(acknowledgements.map(keyOf));
    return (given) => keys.has(keyOf(given));
}
function keyOf({ rule, flow, condition, maxFlows, reason, owner, until }) {
    const when = condition && normalizeCondition(condition.text);
    return JSON.stringify([rule, flow ?? null, when ?? null, maxFlows ?? null, reason, owner, until]);
}

;// CONCATENATED MODULE: ./build/esm/rules/ruleset/with-exception.js



/**
 * Returns the ruleset with one more exception, in memory. Throws ConditionProblem if `when` is not a valid condition.
 */
async function withException(ruleset, exception) {
    const { when, ...rest } = exception;
    await loadConditionEngine([when]);
    const exceptions = [...ruleset.exceptions, { ...rest, condition: checkedCondition(when) }];
    return effectiveRuleset({ ...ruleset, exceptions });
}

;// CONCATENATED MODULE: ./build/esm/rules/index.js























/***/ }),

/***/ 16093:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  tK: () => (/* reexport */ CascadeSearch),
  xT: () => (/* reexport */ dialects/* LEXICAL */.x),
  hH: () => (/* reexport */ ScriptState),
  gD: () => (/* reexport */ baseTable),
  EI: () => (/* reexport */ changesTable),
  yN: () => (/* reexport */ columnsAfter),
  fH: () => (/* reexport */ contextNeeds),
  a: () => (/* reexport */ contextOfBase),
  Ck: () => (/* binding */ createSqlReader),
  sp: () => (/* reexport */ createdBefore),
  xM: () => (/* reexport */ decodeSql),
  O: () => (/* reexport */ findPolicies),
  d7: () => (/* reexport */ hidesTables),
  mY: () => (/* reexport */ looksLikeSql),
  OL: () => (/* reexport */ mayHaveRowSecurity),
  hN: () => (/* reexport */ mayHideTables),
  iZ: () => (/* reexport */ object_classes/* objectsOf */.iZ),
  z: () => (/* reexport */ passingName),
  BD: () => (/* reexport */ routineUses),
  c_: () => (/* reexport */ object_classes/* tableOf */.c_),
  Ez: () => (/* reexport */ usedWordsOf),
  Z9: () => (/* reexport */ wordsOf),
  z_: () => (/* reexport */ wordsOfRenamed)
});

// UNUSED EXPORTS: writtenShapes

// EXTERNAL MODULE: ./build/esm/model/index.js + 16 modules
var model = __webpack_require__(65228);
// EXTERNAL MODULE: ./build/esm/sql/reader/operation.js
var reader_operation = __webpack_require__(51682);
;// CONCATENATED MODULE: ./build/esm/sql/blocks.js
/**
 * Tracks which tables the open blocks (`BEGIN … END`) of a T-SQL batch created. A block may be skipped, but a statement
 * in it runs only after the CREATE TABLE before it in the same block, or in one around it. After the END, the table may
 * be older than the file: `IF NOT EXISTS (…) BEGIN CREATE TABLE … END` skips its block if it is.
 */
class Blocks {
    #tables;
    /** The tables that each open block created, those of the innermost block last. */
    #open = [];
    /** An IF, ELSE or WHILE decides whether the next statement runs. */
    #decides = false;
    #isDecided = false;
    /** A GOTO or a label is in the batch: a statement may run without those before it in its block. */
    #jumps = false;
    /** @param tables gets the tables, and loses them where their block ends */
    constructor(tables) {
        this.#tables = tables;
    }
    startStatement() {
        this.#isDecided = this.#decides;
        this.#decides = false;
    }
    /** Follows control flow. */
    follow({ objectClass }) {
        switch (objectClass) {
            case 'branch':
                this.#decides = true;
                return;
            case 'jump':
                this.#jumps = true;
                this.#tables.clear();
                return;
            case 'block':
                this.#open.push([]);
                return;
            case 'end of block':
                for (const table of this.#open.pop() ?? [])
                    this.#tables.remove(table);
        }
    }
    create(operation, table) {
        const block = this.#open.at(-1);
        if (!block || this.#isDecided || this.#jumps)
            return;
        if (operation.ifNotExists || operation.orReplace || operation.temporary)
            return;
        block.push(table);
        this.#tables.add(table);
    }
    endBatch() {
        this.#open = [];
        this.#decides = false;
        this.#jumps = false;
        this.#tables.clear();
    }
}

// EXTERNAL MODULE: ./build/esm/sql/object-classes.js
var object_classes = __webpack_require__(89445);
;// CONCATENATED MODULE: ./build/esm/sql/not-null-checks.js

/** The constraints of one table that the file added. */
class TableChecks {
    #named = new Map();
    /** For each column, how many valid constraints prove it to be not null. */
    #proven = new Map();
    /** Whether a constraint was validated that the file does not define: it may be about any column. */
    unknownValidated = false;
    proves(column) {
        return (this.#proven.get(column) ?? 0) > 0;
    }
    /** Adds a constraint; an empty name stands for one that the server chooses. */
    add(name, check) {
        this.remove(name);
        if (name !== '')
            this.#named.set(name, check);
        if (check.valid)
            this.#count(check.columns, 1);
    }
    validate(name) {
        const check = this.#named.get(name);
        if (check)
            this.add(name, { ...check, valid: true });
        else
            this.unknownValidated = true;
    }
    remove(name) {
        const check = this.#named.get(name);
        if (check?.valid)
            this.#count(check.columns, -1);
        return this.#named.delete(name);
    }
    #count(columns, by) {
        for (const column of columns)
            this.#proven.set(column, (this.#proven.get(column) ?? 0) + by);
    }
}
/** Operations after which the constraints of a table are no longer known. */
const ENDS = new Set([
    'drop_table',
    'rename_table',
    'set_schema',
    'rename_column',
    'drop_column',
    'rename_other',
]);
/**
 * Tracks which columns of which tables a valid CHECK proves to be not null, so that SET NOT NULL needs no scan. What is
 * forgotten costs a warning, so everything that may remove a constraint forgets it.
 */
class NotNullChecks {
    /** By name without schema, then by qualified name: a DROP applies to the table however it is qualified. */
    #tables = new Map();
    clear() {
        this.#tables.clear();
    }
    /** Whether the columns of a SET NOT NULL are proven to be not null; undefined if that is not known. */
    proves(operation) {
        const table = (0,object_classes/* tableOf */.c_)(operation);
        const checks = this.#tables.get(table?.name ?? '')?.get(table?.key ?? '');
        if (!checks || !operation.columns || operation.columns.length === 0)
            return false;
        if (operation.columns.every((column) => checks.proves(column)))
            return true;
        return checks.unknownValidated ? undefined : false;
    }
    /** Applies an operation. With `certain` false it may not run, and then proves nothing. */
    apply(operation, certain) {
        switch (operation.kind) {
            case 'add_constraint':
                if (certain)
                    this.#add(operation);
                return;
            case 'validate_constraint':
                if (certain)
                    this.#at(operation)?.validate(operation.constraint ?? '');
                return;
            case 'drop_constraint':
                return this.#forget(operation, operation.constraint ?? '');
            default:
                if (ENDS.has(operation.kind))
                    this.#forget(operation, '');
        }
    }
    #at(operation) {
        const table = (0,object_classes/* tableOf */.c_)(operation);
        if (table?.name === undefined || table.key === undefined)
            return undefined;
        const tables = this.#tables.get(table.name) ?? new Map();
        const checks = tables.get(table.key) ?? new TableChecks();
        this.#tables.set(table.name, tables.set(table.key, checks));
        return checks;
    }
    #add(operation) {
        const { constraint, notValid, objectClass, columns } = operation;
        if (operation.inline || constraint === undefined)
            return;
        const proves = objectClass === 'not null check' ? (columns ?? []) : [];
        this.#at(operation)?.add(constraint, { columns: proves, valid: notValid === false });
    }
    /**
     * Removes the constraint. If the file did not name one like it, the server chose the name of the removed one, which
     * may be any.
     */
    #forget(operation, constraint) {
        if (this.#tables.size === 0)
            return;
        const table = (0,object_classes/* tableOf */.c_)(operation);
        if (table?.name === undefined)
            return this.clear();
        const tables = this.#tables.get(table.name);
        if (!tables)
            return;
        for (const [key, checks] of tables)
            if (key !== table.key || !checks.remove(constraint))
                tables.delete(key);
    }
}

;// CONCATENATED MODULE: ./build/esm/sql/objects.js
/** A set of objects with a second index, by class and bare name. */
class Objects {
    #keys = new Map();
    #named = new Map();
    get size() {
        return this.#keys.size;
    }
    has(object) {
        return object.key !== undefined && this.#keys.has(object.key);
    }
    all() {
        return this.#keys.values();
    }
    add(object) {
        if (object.key === undefined)
            return;
        this.#keys.set(object.key, object);
        const name = `${object.class} ${object.name}`;
        const named = this.#named.get(name);
        if (named)
            named.add(object.key);
        else
            this.#named.set(name, new Set([object.key]));
    }
    /**
     * Removes the object, however it is qualified; without a name, all objects of its class. Returns whether it was
     * there.
     */
    remove(object) {
        if (object.name === undefined)
            return this.removeWhere((known) => known.class === object.class);
        const name = `${object.class} ${object.name}`;
        const named = this.#named.get(name);
        if (!named)
            return false;
        for (const key of named)
            this.#keys.delete(key);
        return this.#named.delete(name);
    }
    removeWhere(test) {
        const before = this.#keys.size;
        for (const [key, object] of this.#keys) {
            if (!test(object))
                continue;
            this.#keys.delete(key);
            this.#named.get(`${object.class} ${object.name}`)?.delete(key);
        }
        return this.#keys.size < before;
    }
    clear() {
        this.#keys.clear();
        this.#named.clear();
    }
}

;// CONCATENATED MODULE: ./build/esm/sql/session-timeouts.js
const LOCK_TIMEOUTS = new Set(['lock_timeout', 'lock_wait_timeout', 'innodb_lock_wait_timeout']);
/** MySQL's max_execution_time is for SELECT only. */
const STATEMENT_TIMEOUTS = new Set(['statement_timeout', 'max_statement_time']);
const NONE = { lock: false, statement: false };
/** Tracks whether the session has a lock timeout and a statement timeout. */
class SessionTimeouts {
    #current = NONE;
    /** The values after COMMIT: those of the session, without SET LOCAL. */
    #committed = NONE;
    /** The values after ROLLBACK: those before BEGIN. */
    #before = NONE;
    get lock() {
        return this.#current.lock;
    }
    get statement() {
        return this.#current.statement;
    }
    begin() {
        this.#before = this.#current;
        this.#committed = this.#current;
    }
    commit() {
        this.#current = this.#committed;
    }
    rollBack() {
        this.#current = this.#before;
        this.#committed = this.#before;
    }
    reset() {
        this.#current = NONE;
        this.#committed = NONE;
        this.#before = NONE;
    }
    /**
     * Applies a SET. A SET LOCAL outside a known transaction counts for the rest of the file: the tool may have begun one.
     */
    apply({ target: { name }, objectClass }, inTransaction) {
        if (name === undefined)
            return;
        const all = name === 'all' && objectClass === 'unset';
        const lock = all || LOCK_TIMEOUTS.has(name);
        const statement = all || STATEMENT_TIMEOUTS.has(name);
        if (!lock && !statement)
            return;
        const set = objectClass !== 'unset';
        const change = (timeouts) => ({
            lock: lock ? set : timeouts.lock,
            statement: statement ? set : timeouts.statement,
        });
        this.#current = change(this.#current);
        if (objectClass !== 'transaction setting' || !inTransaction)
            this.#committed = change(this.#committed);
    }
}

;// CONCATENATED MODULE: ./build/esm/sql/table-changes.js


/** DDL on a table that takes no lock which blocks reads or writes. */
const WEAK = new Set([
    'validate_constraint',
    'comment',
    'grant',
    'revoke',
    'attach_partition',
]);
/** Operations other than DDL that lock a table until the transaction ends. */
const LOCKS = new Set(['truncate', 'lock_table']);
const HARMLESS = new Set(model/* HARMLESS_LOCK_MODES */.PG);
/** DDL that MySQL runs without ending the transaction, besides that on temporary tables. */
const NO_COMMIT = new Set(['set_role', 'create_other', 'alter_other', 'drop_other']);
function isDdl(kind) {
    return model/* OPERATION_KINDS */.YO[kind].groups.includes('ddl');
}
/** Whether the operation takes a lock on a table that the file did not create, and blocks others until the transaction ends. */
function changesOlderTable(operation) {
    const { kind, concurrently, tableCreatedHere } = operation;
    if (concurrently || tableCreatedHere || operation.temporary || WEAK.has(kind))
        return false;
    if (!isDdl(kind) && !LOCKS.has(kind))
        return false;
    if (kind === 'lock_table' && HARMLESS.has(operation.lockOption))
        return false;
    // PostgreSQL's DROP INDEX does not name the table that it locks.
    return (0,object_classes/* tableOf */.c_)(operation) !== undefined || (kind === 'drop_index' && operation.createdHere !== true);
}
/** Whether MySQL commits the transaction before it runs the operation. */
function endsTransaction(operation) {
    return isDdl(operation.kind) && !operation.temporary && !NO_COMMIT.has(operation.kind);
}

// EXTERNAL MODULE: ./build/esm/sql/text/names.js
var names = __webpack_require__(75147);
;// CONCATENATED MODULE: ./build/esm/sql/script-state.js
var _a;









/** Schemas to which a bare name usually belongs. */
const DEFAULT_SCHEMAS = ['public', 'dbo'];
/** Settings that change which table a bare name refers to, and the `all` and `temp` of RESET and DISCARD. */
const NAMESPACE_SETTINGS = new Set([
    'search_path',
    'schema',
    'all',
    'temp',
    'temporary',
    'session_authorization',
    'role',
]);
/** Client commands that run another file or open another connection. */
const SWITCHES_CONTEXT = /^(?:i|ir|include|include_relative|c|connect|r|\.|read|open|restore|source|gexec)$/;
function changesNamespace(setting) {
    return setting === undefined || NAMESPACE_SETTINGS.has(setting);
}
function switchesContext(clientCommand) {
    return SWITCHES_CONTEXT.test(clientCommand);
}
/**
 * Tracks a file statement by statement: which objects it created, whether a transaction is open, whether a lock timeout
 * is set. An object counts as *created here* only after an unconditional CREATE of the same name in the same section,
 * if it was not dropped, renamed or rolled back since. A temporary table shadows a real one until it is dropped.
 */
class ScriptState {
    #section = '';
    #created = new Objects();
    #temporary = new Objects();
    /** Those indexes in `#created` whose table was created here as well. */
    #indexesOfNewTables = new Objects();
    /** Objects created since BEGIN, which a ROLLBACK removes. */
    #sinceBegin = [];
    /** Temporary tables that are dropped at the end of the transaction. */
    #droppedAtCommit = [];
    /** Whether a table that was created here may be a partition of another one. */
    #partitioned = false;
    #inTransaction = false;
    /** Whether the open transaction changed a table that was not created here. */
    #changedTable = false;
    #timeouts = new SessionTimeouts();
    #notNullChecks = new NotNullChecks();
    /** Whether MySQL's foreign_key_checks is off: adding a foreign key then checks no rows. */
    #foreignKeysUnchecked = false;
    /** Whether DDL ends the transaction, as in MySQL. */
    #ddlCommits;
    /** Statements may be skipped from here on: after an IF in T-SQL, up to the next GO. */
    #conditional = false;
    /** Tables that the open blocks of a T-SQL batch created. */
    #inBlocks = new Objects();
    #blocks = new Blocks(this.#inBlocks);
    /**
     * Tables that are new if the base is as its SQL files say: their CREATE may have been skipped, they are written with
     * another schema, or they got their name by a rename. They are not locked by others, but may still be older.
     */
    #presumablyNew = new Objects();
    /** The number of open `\if` blocks in psql. */
    #openIfs = 0;
    /** Whether the statements that begin and end transactions may be missing. */
    #transactionsUnseen;
    /** With `transactionsUnseen`: temporary tables that exist until the end of the transaction, if one is open. */
    #maybeTemporary = new Objects();
    /** Objects that may not exist because a statement failed, until they are created again. */
    #uncertain = new Objects();
    #names;
    #createdBefore;
    /**
     * @param options.createdBefore tables that were created shortly before the file runs, such as by the file before it
     * @param options.transactionsUnseen for a history, whose source may not have logged BEGIN: every ROLLBACK removes
     *   what it could remove, and a table that is temporary until the end of the transaction has unknown facts
     * @param options.ddlCommits for MySQL and MariaDB, whose DDL ends a transaction
     */
    constructor({ transactionsUnseen = false, ddlCommits = false, createdBefore = [], } = {}) {
        this.#createdBefore = createdBefore.map(object_classes/* tableNamed */.uE);
        this.#addCreatedBefore();
        this.#transactionsUnseen = transactionsUnseen;
        this.#ddlCommits = ddlCommits;
    }
    /** The number of tracked objects. While it is 0, `follow` returns every operation unchanged. */
    get known() {
        const rest = this.#inBlocks.size + this.#presumablyNew.size;
        return this.#created.size + this.#temporary.size + this.#maybeTemporary.size + this.#uncertain.size + rest;
    }
    get inTransaction() {
        return this.#inTransaction;
    }
    get ddlInTransaction() {
        return this.#inTransaction && this.#changedTable;
    }
    get lockTimeoutSet() {
        return this.#timeouts.lock;
    }
    get statementTimeoutSet() {
        return this.#timeouts.statement;
    }
    /** Starts a part of the file that its migration tool runs in a transaction of its own, or outside of any. */
    startToolTransaction(open) {
        if (this.#inTransaction)
            this.#commit();
        if (open)
            this.#begin();
    }
    /** Starts a section, which runs separately from those before it. Returns whether it is another one. */
    enter(section) {
        if (section === this.#section)
            return false;
        this.#section = section;
        this.#reset();
        this.#conditional = false;
        this.#blocks.endBatch();
        this.#openIfs = 0;
        // A down section runs later, when the tables may hold rows.
        if (section !== 'down')
            this.#addCreatedBefore();
        return true;
    }
    #addCreatedBefore() {
        for (const table of this.#createdBefore)
            this.#created.add(table);
    }
    /** Ends a batch (`GO`), and with it the scope of any IF. */
    endBatch() {
        this.#conditional = false;
        this.#blocks.endBatch();
    }
    /**
     * Returns the next statement's operations with `createdHere` and `temporary` as of before it runs; then applies its
     * effects.
     */
    follow(operations, functions, names) {
        this.#names = names;
        const marked = operations.map((operation) => this.#mark(operation));
        if (functions.includes('set_config'))
            this.#forgetUnqualified();
        this.#blocks.startStatement();
        for (const operation of marked)
            this.#apply(operation);
        return marked;
    }
    /**
     * What `follow` would return for the statements of one text, if it ran now. This state stays as it is. The blocks of a
     * T-SQL batch are not considered.
     */
    preview(statements) {
        const [only] = statements;
        if (only && statements.length === 1)
            return [only.operations.map((operation) => this.#mark(operation))];
        const copy = this.#copy();
        return statements.map(({ operations, functions }) => copy.follow(operations, functions));
    }
    #copy() {
        const copy = new _a({ transactionsUnseen: this.#transactionsUnseen, ddlCommits: this.#ddlCommits });
        const sets = [
            [this.#created, copy.#created],
            [this.#temporary, copy.#temporary],
            [this.#indexesOfNewTables, copy.#indexesOfNewTables],
            [this.#presumablyNew, copy.#presumablyNew],
            [this.#maybeTemporary, copy.#maybeTemporary],
            [this.#uncertain, copy.#uncertain],
        ];
        for (const [from, to] of sets)
            for (const object of from.all())
                to.add(object);
        copy.#sinceBegin = [...this.#sinceBegin];
        copy.#droppedAtCommit = [...this.#droppedAtCommit];
        copy.#partitioned = this.#partitioned;
        copy.#inTransaction = this.#inTransaction;
        copy.#changedTable = this.#changedTable;
        return copy;
    }
    /**
     * Records that a statement failed or may have failed: an earlier CREATE may not have run, or may be rolled back with
     * its transaction. Only for a history (`transactionsUnseen`).
     */
    fail() {
        for (const set of [this.#created, this.#temporary, this.#maybeTemporary]) {
            for (const object of set.all())
                this.#uncertain.add(object);
            set.clear();
        }
        this.#sinceBegin = [];
        this.#droppedAtCommit = [];
    }
    #mark(operation) {
        const marked = this.#markObject(operation);
        const { tableCreatedHere } = operation;
        const created = this.#isTableCreated(marked);
        const facts = {};
        if (created !== tableCreatedHere && tableCreatedHere !== true)
            facts.tableCreatedHere = created;
        if (this.#foreignKeysUnchecked && operation.kind === 'add_constraint' && operation.constraintType === 'foreign_key')
            facts.notValid = true;
        if (operation.kind === 'set_not_null' && !this.#transactionsUnseen) {
            const notNullChecked = this.#notNullChecks.proves(operation);
            if (notNullChecked !== operation.notNullChecked)
                facts.notNullChecked = notNullChecked;
        }
        for (const _ in facts)
            return (0,reader_operation/* withFacts */.x)(marked, facts);
        return marked;
    }
    /** Whether the table of the operation was created here or is temporary; undefined if that is not known. */
    #isTableCreated(operation) {
        if (operation.temporary && !operation.kind.startsWith('create_'))
            return true;
        if (this.known === 0)
            return false;
        const table = (0,object_classes/* tableOf */.c_)(operation);
        if (!table)
            return operation.kind === 'drop_index' && this.#hasIndexOfNewTable(operation);
        if (this.#transactionsUnseen && (this.#maybeTemporary.has(table) || this.#uncertain.has(table)))
            return undefined;
        if (operation.kind === 'create_index' && this.#created.has((0,object_classes/* asMaterializedView */.pV)(table)))
            return true;
        return [this.#created, this.#temporary, this.#inBlocks, this.#presumablyNew].some((set) => set.has(table));
    }
    /** Whether the dropped index was created here on a table that was created here. */
    #hasIndexOfNewTable(operation) {
        return operation.createdHere === true && (0,object_classes/* objectsOf */.iZ)(operation).every((index) => this.#indexesOfNewTables.has(index));
    }
    #markObject(operation) {
        if (operation.kind.startsWith('create_'))
            return operation;
        const objects = (0,object_classes/* objectsOf */.iZ)(operation);
        if (this.#transactionsUnseen &&
            objects.some((object) => this.#maybeTemporary.has(object) || this.#uncertain.has(object)))
            return (0,reader_operation/* withFacts */.x)(operation, { temporary: undefined, createdHere: undefined });
        if (objects.some((object) => this.#temporary.has(object)))
            return operation.temporary ? operation : (0,reader_operation/* withFacts */.x)(operation, { temporary: true });
        return objects.some((object) => this.#created.has(object))
            ? (0,reader_operation/* withFacts */.x)(operation, { createdHere: true })
            : operation;
    }
    #apply(operation) {
        const { kind } = operation;
        switch (kind) {
            case 'control':
                this.#conditional ||= (0,model/* isBranch */.PX)(operation);
                return this.#blocks.follow(operation);
            case 'meta_command':
                return this.#applyClientCommand(operation.target.name ?? '');
            case 'begin':
                return this.#begin();
            case 'commit':
                return this.#commit();
            case 'rollback':
                return this.#rollBack(operation.target.text !== '');
            case 'set':
                return this.#applySetting(operation);
            case 'use':
            case 'set_role':
                return this.#forgetUnqualified();
            case 'execute_dynamic':
                if (operation.readable !== true)
                    this.#forgetAll();
                return;
        }
        const objects = (0,object_classes/* objectsOf */.iZ)(operation);
        if (objects.length > 0)
            this.#applyChange(operation, objects);
        if (!this.#transactionsUnseen)
            this.#notNullChecks.apply(operation, this.#isCertain(operation));
        this.#applyToTransaction(operation);
    }
    /** Whether the operation runs whenever the file does. */
    #isCertain({ place }) {
        return place === 'statement' && !this.#conditional && this.#openIfs === 0;
    }
    #applyToTransaction(operation) {
        if (!this.#inTransaction || operation.place === 'routine_body' || operation.place === 'prepared')
            return;
        if (changesOlderTable(operation))
            this.#changedTable = true;
        if (this.#ddlCommits && endsTransaction(operation)) {
            this.#inTransaction = false;
            this.#timeouts.commit();
        }
    }
    /** A BEGIN in an open transaction, such as that of a migration tool, changes nothing. */
    #begin() {
        if (!this.#inTransaction) {
            this.#sinceBegin = [];
            this.#changedTable = false;
            this.#timeouts.begin();
        }
        this.#inTransaction = true;
    }
    #commit() {
        this.#timeouts.commit();
        this.#inTransaction = false;
        this.#changedTable = false;
        this.#sinceBegin = [];
        this.#endTransaction();
    }
    #applyChange(operation, objects) {
        const { kind } = operation;
        if (kind.startsWith('create_')) {
            const unconditional = !operation.ifNotExists && !operation.orReplace && !this.#conditional && this.#openIfs === 0;
            if (operation.place === 'statement' && unconditional)
                for (const object of objects)
                    this.#create(operation, object);
            else if (kind === 'create_table' && operation.place === 'statement' && this.#openIfs === 0)
                for (const object of objects)
                    this.#blocks.create(operation, object);
            if (kind === 'create_table' && operation.table !== '')
                this.#partitioned = true;
            if (kind === 'create_table' && this.#isMissing(operation))
                for (const object of objects)
                    this.#presume(object);
            return;
        }
        this.#forgetReceivers(operation, objects);
        const renames = kind === 'rename_table' || kind === 'rename_other' || kind === 'set_schema';
        const drops = objects.some((object) => kind === `drop_${object.class.replaceAll(' ', '_')}`);
        if (!drops && !renames)
            return;
        const renamed = kind === 'rename_table' ? this.#renamedTo(operation) : undefined;
        // A DROP removes the temporary table first; a real table of the same name stays.
        for (const object of objects) {
            // If the temporary table may not exist, it is unknown which of the two is dropped.
            const uncertain = this.#maybeTemporary.remove(object);
            if (!this.#temporary.remove(object) || uncertain)
                this.#created.remove(object);
            this.#inBlocks.remove(object);
            this.#presumablyNew.remove(object);
            if (object.class !== 'schema')
                continue;
            for (const set of [this.#created, this.#temporary, this.#inBlocks, this.#presumablyNew])
                set.removeWhere((known) => object.name === undefined || known.schema === object.name);
        }
        if (renamed)
            this.#presume((0,object_classes/* tableNamed */.uE)(renamed));
    }
    /** Whether the table that the operation creates did not exist, as far as SQL files show. */
    #isMissing({ place, temporary, orReplace, target }) {
        if (place !== 'statement' || temporary || orReplace || this.#openIfs > 0)
            return false;
        return this.#names?.isMissing(target) === true;
    }
    /**
     * The name that the operation gives to a table of the file, if the file did not use that name before: it may be one
     * that others use for a table with the same rows.
     */
    #renamedTo(operation) {
        if (!operation.tableCreatedHere || operation.temporary || !this.#isCertain(operation))
            return undefined;
        const old = (0,names/* qualified */.LX)(operation.target);
        const to = this.#names?.renames().find(({ from }) => (0,names/* qualified */.LX)(from) === old)?.to;
        return to?.name === undefined || this.#names?.isUsed(to.name) ? undefined : to;
    }
    #presume(table) {
        const { name, schema = '' } = table;
        this.#presumablyNew.add(table);
        const others = schema === '' ? DEFAULT_SCHEMAS : DEFAULT_SCHEMAS.includes(schema) ? [''] : [];
        for (const other of others)
            this.#presumablyNew.add((0,object_classes/* tableNamed */.uE)({ name, schema: other }));
    }
    /**
     * Forgets objects that receive data which existed before the file ran: a partitioned table that a table is attached
     * to, a parent of a table that inherits from it, a schema that an object is moved into. They no longer hold only new
     * rows.
     */
    #forgetReceivers({ kind, table, createdHere, tableCreatedHere }, objects) {
        if (kind === 'attach_partition' && tableCreatedHere === true && table !== '')
            this.#partitioned = true;
        else if (kind === 'attach_partition' || kind === 'switch_partition') {
            this.#inBlocks.clear();
            this.#presumablyNew.clear();
            for (const object of objects)
                this.#created.remove(object);
            // The receiver may itself be a partition of a table that was created here.
            if (this.#partitioned)
                this.#created.removeWhere((known) => known.class === 'table');
            this.#partitioned = false;
        }
        else if (kind === 'alter_table' && table !== '') {
            if (table === undefined)
                return this.#forgetAll();
            this.#presumablyNew.clear();
            const name = table.slice(table.indexOf('.') + 1);
            const partitioned = this.#partitioned;
            this.#created.removeWhere((known) => known.class === 'table' && (partitioned || known.name === name));
        }
        else if (kind === 'set_schema' && !createdHere) {
            this.#created.removeWhere((known) => known.class === 'schema');
        }
    }
    #create(operation, object) {
        if (this.#uncertain.size > 0)
            this.#uncertain.removeWhere(({ key }) => key === object.key);
        if (!operation.temporary) {
            this.#created.add(object);
            if (operation.kind === 'create_index') {
                if (operation.tableCreatedHere)
                    this.#indexesOfNewTables.add(object);
                else
                    this.#indexesOfNewTables.remove(object);
            }
            if (this.#inTransaction || this.#transactionsUnseen)
                this.#sinceBegin.push(object);
        }
        else if (operation.objectClass !== 'transaction table')
            this.#temporary.add(object);
        else if (this.#transactionsUnseen)
            this.#maybeTemporary.add(object);
        else if (this.#inTransaction) {
            // Outside a transaction it is dropped at once.
            this.#temporary.add(object);
            this.#droppedAtCommit.push(object);
        }
    }
    /** A rollback to a savepoint leaves the transaction open, but may remove anything created since BEGIN. */
    #rollBack(toSavepoint) {
        this.#inBlocks.clear();
        this.#presumablyNew.clear();
        for (const object of this.#sinceBegin)
            this.#created.remove(object);
        this.#sinceBegin = [];
        this.#temporary.clear();
        this.#maybeTemporary.clear();
        this.#notNullChecks.clear();
        if (toSavepoint)
            return;
        this.#timeouts.rollBack();
        this.#inTransaction = false;
        this.#changedTable = false;
    }
    #endTransaction() {
        for (const object of this.#droppedAtCommit)
            this.#temporary.remove(object);
        this.#droppedAtCommit = [];
        this.#maybeTemporary.clear();
    }
    #applySetting(operation) {
        const { name } = operation.target;
        this.#timeouts.apply(operation, this.#inTransaction);
        if (name === undefined || name === 'foreign_key_checks')
            this.#foreignKeysUnchecked =
                operation.objectClass === 'off' && this.#isCertain(operation) && !this.#transactionsUnseen;
        if (changesNamespace(name))
            this.#forgetUnqualified();
    }
    #applyClientCommand(name) {
        if (name === 'if')
            this.#openIfs++;
        else if (name === 'endif')
            this.#openIfs = Math.max(0, this.#openIfs - 1);
        else if (switchesContext(name))
            this.#reset();
    }
    #forgetUnqualified() {
        this.#notNullChecks.clear();
        this.#inBlocks.clear();
        this.#presumablyNew.clear();
        this.#created.removeWhere(({ schema }) => schema === '');
        this.#temporary.removeWhere(({ schema }) => schema === '');
        this.#maybeTemporary.removeWhere(({ schema }) => schema === '');
    }
    #forgetAll() {
        this.#notNullChecks.clear();
        this.#inBlocks.clear();
        this.#presumablyNew.clear();
        this.#created.clear();
        this.#temporary.clear();
        this.#maybeTemporary.clear();
    }
    #reset() {
        this.#forgetAll();
        this.#foreignKeysUnchecked = false;
        this.#sinceBegin = [];
        this.#droppedAtCommit = [];
        this.#inTransaction = false;
        this.#changedTable = false;
        this.#timeouts.reset();
    }
}
_a = ScriptState;

;// CONCATENATED MODULE: ./build/esm/sql/followed-statement.js



/** Changes facts of the operation at an index of the statement. */
function changeFacts(statement, index, facts) {
    const operation = statement.operations[index];
    if (operation)
        statement.operations[index] = (0,reader_operation/* withFacts */.x)(operation, facts);
}
/** The kinds of operations in a file, by which most files need not be followed. */
function kindsIn(statements) {
    const kinds = new Set();
    for (const { operations } of statements)
        for (const { kind } of operations)
            kinds.add(kind);
    return kinds;
}
/** Passes statements to a follower in order. After an IF, those up to the end of the batch or section may be skipped. */
function followStatements(statements, follower) {
    let section;
    let batch = 0;
    let conditional;
    for (const statement of statements) {
        if (statement.section !== section) {
            follower.startSection();
            conditional = undefined;
        }
        else if (statement.batch !== batch && conditional === 'batch')
            conditional = undefined;
        ({ section, batch } = statement);
        let forgets = statement.unreadable.length > 0;
        let rollsBack = false;
        for (const operation of statement.operations) {
            const effect = effectOf(operation);
            if (effect === 'branch')
                conditional ??= 'batch';
            else if (effect === 'client branch')
                conditional = 'section';
            else if (effect === 'forget')
                forgets = true;
            else if (effect === 'roll back')
                rollsBack = true;
        }
        if (forgets)
            follower.forget();
        if (rollsBack)
            follower.rollBack();
        if (conditional === undefined)
            follower.follow(statement);
        else
            follower.skip(statement);
    }
}
function effectOf(operation) {
    const { kind, readable, target, place } = operation;
    if (place === 'routine_body')
        return undefined;
    switch (kind) {
        case 'control':
            return (0,model/* isBranch */.PX)(operation) ? 'branch' : undefined;
        case 'meta_command':
            if (/^(?:el)?if$|^else$|^endif$/.test(target.name ?? ''))
                return 'client branch';
            return switchesContext(target.name ?? '') ? 'forget' : undefined;
        case 'set':
            return changesNamespace(target.name) ? 'forget' : undefined;
        case 'execute_dynamic':
            return readable === true ? undefined : 'forget';
        case 'rollback':
            return 'roll back';
        // A procedure can rename and drop tables, as `sp_rename` does.
        case 'call':
        case 'use':
        case 'set_role':
            return 'forget';
        default:
            return undefined;
    }
}

;// CONCATENATED MODULE: ./build/esm/sql/added-columns.js



/** Where an UPDATE runs with the file, and not later. */
const RUNS_NOW = new Set(['statement', 'cte', 'do_block', 'explain_analyze']);
/** After these, a column can hold the only copy of a value: `SET new = old`, then `DROP COLUMN old`. */
const LOSES_VALUES = new Set([
    ...(0,model/* kindsOf */.tG)('drop'),
    ...['delete', 'merge', 'merge_delete', 'truncate', 'truncate_partition', 'replace', 'alter_column_type'],
]);
const CHANGES_TABLE = new Set([
    ...['create_table', 'drop_table', 'rename_table', 'rename_other', 'set_schema', 'attach_partition'],
    ...['detach_partition', 'switch_partition', 'create_view'],
]);
/** Tables of one bare name that are followed: each operation on the name applies to all of them. */
const MAX_SAME_NAME = 100;
/** Marks each UPDATE that assigns only columns which the file added to an older table (`columnsCreatedHere`). */
function markAddedColumns(statements, kinds) {
    if (kinds.has('add_column') && kinds.has('update'))
        followStatements(statements, new AddedColumns());
}
class AddedColumns {
    /** By bare name in lower case, since one table can be written in several ways; then by name as written. */
    #tables = new Map();
    /** Columns that were written, as a list to empty. */
    #written = [];
    startSection() {
        this.forget();
    }
    forget() {
        this.#tables.clear();
        this.#written = [];
    }
    rollBack() {
        this.forget();
    }
    follow(statement) {
        this.#mark(statement);
        for (const operation of statement.operations) {
            this.#apply(operation);
            if (operation.kind === 'add_column' && operation.place === 'statement')
                this.#add(operation);
        }
    }
    /** A statement that may be skipped adds nothing for sure. */
    skip(statement) {
        this.#mark(statement);
        for (const operation of statement.operations)
            this.#apply(operation);
    }
    #mark(statement) {
        for (const [index, operation] of statement.operations.entries()) {
            const { kind, place, columns, target } = operation;
            if (kind !== 'update' || !RUNS_NOW.has(place) || !columns || columns.length === 0)
                continue;
            const added = this.#columnsOf(target);
            if (added && columns.every((column) => added.has(column)))
                changeFacts(statement, index, { columnsCreatedHere: true });
        }
    }
    #add({ target, columns, ifNotExists, createdHere, temporary }) {
        const name = (0,names/* qualified */.LX)(target);
        if (name === undefined || !columns || ifNotExists || createdHere || temporary)
            return;
        const bare = bareName(target);
        const tables = this.#tables.get(bare) ?? new Map();
        if (tables.size >= MAX_SAME_NAME)
            tables.clear();
        const added = tables.get(name) ?? new Map();
        for (const column of columns)
            added.set(column, { written: false });
        this.#tables.set(bare, tables.set(name, added));
    }
    #apply(operation) {
        const { kind, target, columns, columnsCreatedHere, createdHere, temporary } = operation;
        if (this.#tables.size === 0)
            return;
        if (target.name === undefined && kind !== 'update' && kind !== 'insert')
            this.forget();
        const own = createdHere || temporary;
        if (!own && (LOSES_VALUES.has(kind) || (kind === 'update' && !columnsCreatedHere)))
            this.#loseWritten();
        const tables = this.#tables.get(bareName(target));
        if (!tables)
            return;
        if (CHANGES_TABLE.has(kind))
            this.#tables.delete(bareName(target));
        else if (kind === 'drop_column' || kind === 'rename_column')
            for (const added of tables.values())
                removeColumns(added, columns);
        else if (WRITES.has(kind))
            for (const added of tables.values())
                this.#write(added, columns);
    }
    #write(added, columns) {
        const names = columns && columns.length > 0 ? columns : [...added.keys()];
        for (const name of names) {
            const column = added.get(name);
            if (!column || column.written)
                continue;
            column.written = true;
            this.#written.push({ columns: added, name });
        }
    }
    #loseWritten() {
        for (const { columns, name } of this.#written)
            columns.delete(name);
        this.#written = [];
    }
    #columnsOf(target) {
        const name = (0,names/* qualified */.LX)(target);
        return name === undefined ? undefined : this.#tables.get(bareName(target))?.get(name);
    }
}
const WRITES = new Set([
    'update',
    'insert',
    'merge',
    'replace',
    'copy_from',
]);
function bareName({ name }) {
    return (name ?? '').toLowerCase();
}
/** A name that differs only in case may be the same column. */
function removeColumns(added, columns) {
    if (!columns)
        return added.clear();
    const names = new Set(columns.map((column) => column.toLowerCase()));
    for (const column of added.keys())
        if (names.has(column.toLowerCase()))
            added.delete(column);
}

// EXTERNAL MODULE: ./build/esm/sql/reader/body.js + 1 modules
var reader_body = __webpack_require__(83966);
// EXTERNAL MODULE: ./build/esm/sql/text/batches.js
var batches = __webpack_require__(7727);
// EXTERNAL MODULE: ./build/esm/sql/text/tokens.js
var text_tokens = __webpack_require__(63617);
;// CONCATENATED MODULE: ./build/esm/sql/text/splitter.js


const BLOCK_WORDS = /^(?:IF|LOOP|WHILE|REPEAT|FOR)$/;
/** The object type of the CREATE or ALTER at `first`, after OR REPLACE, DEFINER, TEMP and AGGREGATE; else empty. */
function objectOf(tokens, first) {
    let at = tokens.kind(first) === text_tokens.T.execOpen ? first + 1 : first;
    const verb = tokens.word(at);
    if (verb !== 'CREATE' && verb !== 'ALTER')
        return '';
    at++;
    for (const limit = at + 16; at < limit; at++) {
        const kind = tokens.kind(at);
        const word = tokens.word(at);
        if (kind === text_tokens.T.execOpen || kind === text_tokens.T.execClose)
            continue;
        if (/^(?:OR|REPLACE|AGGREGATE|TEMP|TEMPORARY)$/.test(word))
            continue;
        if (word !== 'DEFINER')
            return word;
        // `DEFINER = name @ host`: `@host` is one token or two.
        if (tokens.word(at + 1) === '=')
            at++;
        at++;
        if (tokens.word(at + 1) === '(')
            at += 2;
        if (tokens.word(at + 1) === '@')
            at += 2;
        else if (tokens.kind(at + 1) === text_tokens.T.param)
            at++;
    }
    return '';
}
/**
 * Whether the statement at `first` has a compound body, inside which a `;` does not end the statement.
 * MariaDB's `BEGIN NOT ATOMIC` is such a body without a routine.
 */
function hasBody(tokens, first, kind) {
    switch (kind) {
        case 'batch':
            return (0,batches/* beginsRoutine */.$)(tokens, first);
        case 'begin-atomic':
            return /^(?:FUNCTION|PROCEDURE)$/.test(objectOf(tokens, first));
        case 'trigger':
            return objectOf(tokens, first) === 'TRIGGER';
        case 'begin':
            if (tokens.word(first) === 'BEGIN')
                return tokens.word(first + 1) === 'NOT';
            return /^(?:FUNCTION|PROCEDURE|TRIGGER|EVENT|PACKAGE)$/.test(objectOf(tokens, first));
    }
}
/** Tracks whether the position is inside a compound body, where a `;` does not end the statement. */
class Compound {
    depth = 0;
    #tokens;
    #kind;
    #body = false;
    constructor(tokens, kind) {
        this.#tokens = tokens;
        this.#kind = kind;
    }
    begin(first) {
        this.#body = hasBody(this.#tokens, first, this.#kind);
        this.depth = this.#body && this.#kind === 'batch' ? 1 : 0;
    }
    step(at) {
        if (!this.#body || this.#kind === 'batch')
            return;
        const tokens = this.#tokens;
        const word = tokens.word(at);
        if (word === 'BEGIN') {
            if (this.#kind !== 'begin-atomic' || tokens.word(at + 1) === 'ATOMIC')
                this.depth++;
        }
        else if (this.depth > 0 && word === 'CASE' && tokens.word(at - 1) !== 'END')
            this.depth++;
        else if (this.depth > 0 && word === 'END' && !BLOCK_WORDS.test(tokens.word(at + 1)))
            this.depth--;
    }
}
/** Words with which a statement of a body begins. A column named `begin` stands before other words. */
const AFTER_BEGIN = /^(?:DECLARE|SET|SELECT|INSERT|UPDATE|DELETE|REPLACE|IF|WHILE|LOOP|REPEAT|CASE|CALL|BEGIN|START|PREPARE|DROP|CREATE|TRUNCATE|WITH|RETURN|SIGNAL|OPEN|ALTER)$/;
/**
 * Whether the body of the routine in `range` certainly ends where the splitter ended it. In MySQL, `begin` may also name
 * a column, so that a body seems to go on behind its END, unless another DELIMITER ends it.
 */
function isClosedBody(tokens, { from, to }, kind) {
    if (kind !== 'begin')
        return true;
    if (tokens.kind(to) === text_tokens.T.terminator && tokens.word(to) !== ';')
        return true;
    for (let at = from; at < to; at++)
        if (tokens.word(at) === 'BEGIN' && !AFTER_BEGIN.test(tokens.word(at + 1)))
            return false;
    return true;
}
/** Splits tokens into statements, in linear time. Empty statements (`;;`) are left out. */
function split(tokens, lexical) {
    const ranges = [];
    const compound = new Compound(tokens, lexical.compound);
    let from = 0;
    let parentheses = 0;
    let executable = false;
    const finish = (to) => {
        if (to > from) {
            if (lexical.separator === 'go')
                (0,batches/* splitBatch */.c)(tokens, from, to, ranges);
            else
                ranges.push({ from, to });
        }
        parentheses = 0;
    };
    for (let at = 0; at < tokens.length; at++) {
        const kind = tokens.kind(at);
        if (at === from)
            compound.begin(at);
        if (kind === text_tokens.T.terminator) {
            if (isBetweenStrings(tokens, at) && parentheses > 0 && lexical.separator === 'go')
                continue;
            const isSemicolon = tokens.word(at) === ';' && tokens.end(at) > tokens.start(at);
            if (isSemicolon && (compound.depth > 0 || (lexical.parenthesesHold && parentheses > 0)))
                continue;
            finish(at);
            from = at + 1;
        }
        else if (kind === text_tokens.T.op) {
            const word = tokens.word(at);
            if (word === '(')
                parentheses++;
            else if (word === ')' && parentheses > 0)
                parentheses--;
            else if (word === ';' && compound.depth === 0 && !executable) {
                // Under another DELIMITER the client sends the `;` along, and the server runs the statements on both sides.
                finish(at);
                from = at + 1;
            }
        }
        else if (kind === text_tokens.T.execOpen)
            executable = true;
        else if (kind === text_tokens.T.execClose)
            executable = false;
        else if (kind === text_tokens.T.word)
            compound.step(at);
    }
    finish(tokens.length);
    return ranges;
}
/** Whether the `;` separates strings, as in T-SQL's `OPENROWSET('provider';'user';'password', …)`. */
function isBetweenStrings(tokens, at) {
    return tokens.kind(at - 1) === text_tokens.T.string && tokens.kind(at + 1) === text_tokens.T.string;
}
/**
 * Assigns comments to statements. A comment belongs to a statement if it is inside it, after it on its last line, or
 * directly above it (no blank line between). Returns one list per range, and the comments that belong to none.
 */
function assignComments(tokens, ranges) {
    const { text, comments } = tokens;
    const of = ranges.map(() => []);
    const loose = [];
    if (comments.length === 0)
        return { of, loose };
    let above = [];
    let next = 0;
    ranges.forEach((range, index) => {
        const start = tokens.start(range.from);
        const end = tokens.end(range.to - 1);
        for (; next < comments.length && comments[next].start < start; next++)
            above.push(comments[next]);
        let edge = start;
        const own = [];
        for (let i = above.length - 1; i >= 0; i--) {
            const comment = above[i];
            if (lineBreaks(text, comment.end, edge) > 1)
                break;
            own.push(comment);
            edge = comment.start;
        }
        for (let i = 0; i < above.length - own.length; i++)
            loose.push(above[i]);
        above = [];
        for (let i = own.length - 1; i >= 0; i--)
            of[index].push(own[i]);
        let tail = end;
        if (tokens.kind(range.to) === text_tokens.T.terminator)
            tail = tokens.end(range.to);
        const following = ranges[index + 1] ? tokens.start(ranges[index + 1].from) : text.length;
        for (; next < comments.length; next++) {
            const comment = comments[next];
            const inside = comment.end <= end;
            if (!inside && (comment.start >= following || lineBreaks(text, tail, comment.start) > 0))
                break;
            of[index].push(comment);
            if (!inside)
                tail = comment.end;
        }
    });
    for (const comment of above)
        loose.push(comment);
    for (; next < comments.length; next++)
        loose.push(comments[next]);
    return { of, loose };
}
function lineBreaks(text, from, to) {
    let count = 0;
    for (let at = from; at < to; at++) {
        const code = text.charCodeAt(at);
        if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10))
            count++;
    }
    return count;
}

;// CONCATENATED MODULE: ./build/esm/sql/text/words.js
const WORD = /[\p{L}_][\p{L}\p{N}_$]*/gu;
/** All words of a text in lower case, including those in comments and strings. Every plain name in it is one. */
function wordsOf(text) {
    return new Set(text.toLowerCase().match(WORD) ?? []);
}

;// CONCATENATED MODULE: ./build/esm/sql/deferred.js






/** Every name that is looked for; a routine with any other name counts as used. */
const PLAIN_NAME = /^[\p{L}_][\p{L}\p{N}_$]*$/u;
/** Places of operations that run with the statement, and not when its routine is called. */
const deferred_RUNS_NOW = new Set(['statement', 'executable_comment']);
/** Statements that neither call nor attach the routines that they name. */
const ONLY_NAMES = /^(?:DROP|COMMENT|GRANT|REVOKE|DENY)$/;
const ROUTINE_WORDS = /^(?:FUNCTION|PROCEDURE|PROC|ROUTINE|AGGREGATE)$/;
/** Operations that run text which is not in the file as it is. */
const RUNS_OTHER_TEXT = new Set(['execute_dynamic', 'execute_prepared', 'meta_command']);
/**
 * Marks the operations in the body of a routine that the change neither calls nor attaches (`deferred`). Any other use
 * of the routine's name counts, in strings and other bodies too. If the file may run text that is not in it, all of its
 * routines count as used.
 *
 * A routine that may replace one of the base counts as used if the base attaches it, or if that is not known.
 */
function markDeferred(statements, ranges, tokens, lexical, { routinesUsed, routinesAttached }) {
    if (!routinesUsed)
        return;
    const routines = [];
    for (const [index, statement] of statements.entries()) {
        const range = ranges[index];
        const name = statement.operations.length > 1 ? routineName(statement, tokens, range, lexical) : undefined;
        if (name !== undefined)
            routines.push({ statement, range, name });
    }
    if (routines.length === 0)
        return;
    const own = new Map(routines.map((routine) => [routine.statement, routine.name]));
    const names = new Set(routines.map(({ name }) => name));
    const uses = { names, lengths: new Set([...names].map((name) => name.length)), found: new Set(routinesUsed) };
    const used = uses.found;
    for (const name of routinesAttached ?? replacedRoutines(statements))
        used.add(name);
    for (const [index, statement] of statements.entries()) {
        const range = ranges[index];
        const name = own.get(statement);
        if (name === undefined && (statement.unreadable.length > 0 || runsOtherText(statement, tokens, range)))
            return;
        if (!addUses(uses, tokens, range, name))
            return;
    }
    // A routine that runs may call the others.
    if (routines.some(({ name, statement, range }) => used.has(name) && runsOtherText(statement, tokens, range)))
        return;
    for (const { statement, name } of routines) {
        if (used.has(name))
            continue;
        statement.operations = statement.operations.map((operation) => deferred_RUNS_NOW.has(operation.place) ? operation : (0,reader_operation/* withFacts */.x)(operation, { deferred: true }));
    }
}
const DROPS_ROUTINE = new Set(['drop_function', 'drop_procedure']);
const CREATES_ROUTINE = new Set(['create_function', 'create_procedure']);
/** The names, in lower case, of routines that may have been there before. */
function* replacedRoutines(statements) {
    for (const { kind, target, orReplace } of statements.flatMap(({ operations }) => operations)) {
        const replaces = DROPS_ROUTINE.has(kind) || kind === 'alter_other' || (CREATES_ROUTINE.has(kind) && orReplace);
        if (replaces && target.name !== undefined)
            yield target.name.toLowerCase();
    }
}
/** The name of the routine that the statement creates; undefined if its body may run without being named. */
function routineName({ operations }, tokens, range, lexical) {
    const [create, ...others] = operations.filter(({ place }) => deferred_RUNS_NOW.has(place));
    if (!create || others.length > 0)
        return undefined;
    const { kind, target } = create;
    const alters = kind === 'alter_other' &&
        lexical.family === 'sqlcmd' &&
        /^(?:FUNCTION|PROC|PROCEDURE)$/.test(tokens.word(range.from + 1));
    if (kind !== 'create_function' && kind !== 'create_procedure' && !alters)
        return undefined;
    const name = target.name?.toLowerCase();
    if (name === undefined || !PLAIN_NAME.test(name) || !isClosedBody(tokens, range, lexical.compound))
        return undefined;
    return replacesTrigger(create, tokens, range) ? undefined : name;
}
/** How far behind the name of a function its RETURNS is looked for. */
const MAX_HEAD = 2000;
/** A trigger function that is replaced may be attached already, and then runs with the next write of the file. */
function replacesTrigger({ orReplace }, tokens, { from, to }) {
    if (!orReplace)
        return false;
    for (let at = from; at < Math.min(to, from + MAX_HEAD); at++)
        if (tokens.word(at) === 'RETURNS') {
            const type = tokens.word(at + 2) === '.' ? at + 3 : at + 1;
            return /^"?(?:event_)?trigger"?$/i.test(tokens.raw(type));
        }
    return false;
}
/** What can hide a name in a text that is built: concatenation, escapes, variables. */
const MAY_HIDE_NAMES = /\|\||\+|\\|@|concat|format/i;
/** Whether the statement may run text that is not in the file as it is. */
function runsOtherText({ operations }, tokens, { from, to }) {
    const running = operations.filter(({ kind }) => RUNS_OTHER_TEXT.has(kind));
    if (running.length === 0)
        return false;
    if (running.some(({ kind, readable }) => kind !== 'execute_dynamic' || !readable))
        return true;
    return MAY_HIDE_NAMES.test(tokens.text.slice(tokens.start(from), tokens.end(to - 1)));
}
/**
 * Adds the names that a statement uses, except `own`, the name of the routine that it creates. False if it may use any
 * name.
 */
function addUses(uses, tokens, { from, to }, own) {
    if (own === undefined && ONLY_NAMES.test(tokens.word(from)))
        return true;
    if (own === undefined && onlyAlters(tokens, from, to))
        return true;
    for (let at = from; at < to; at++) {
        const kind = tokens.kind(at);
        if (kind === text_tokens.T.op || kind === text_tokens.T.number)
            continue;
        if (kind === text_tokens.T.placeholder && mayName(tokens, at))
            return false;
        // `U&"f!0064" UESCAPE '!'` is the name `fd`.
        if (tokens.word(at) === 'UESCAPE')
            return false;
        if ((kind === text_tokens.T.dollar || kind === text_tokens.T.string) && ESCAPED_NAME.test(tokens.raw(at)))
            return false;
        if (kind === text_tokens.T.word && !uses.lengths.has(tokens.end(at) - tokens.start(at)))
            continue;
        // Most texts hold none of the names; to split them into words takes far longer than to look for a few names.
        if (kind !== text_tokens.T.word && uses.names.size <= MAX_SEARCHED && !mayUse(uses.names, tokens.raw(at)))
            continue;
        for (const word of namesUsedAt(tokens, at))
            if (word !== own && uses.names.has(word))
                uses.found.add(word);
    }
    return true;
}
/** A name with escapes in a body, which may be any name. */
const ESCAPED_NAME = /\bU&"/i;
/** Names for which a text is searched one by one. */
const MAX_SEARCHED = 8;
/** Whether a text may hold one of the names, if need be behind escapes. */
function mayUse(names, raw) {
    if (raw.includes('\\'))
        return true;
    const lower = raw.toLowerCase();
    for (const name of names)
        if (lower.includes(name))
            return true;
    return false;
}
/** `ALTER FUNCTION f OWNER TO x` and the like. RENAME gives it another name, SUPPORT attaches another function. */
function onlyAlters(tokens, from, to) {
    if (tokens.word(from) !== 'ALTER' || !ROUTINE_WORDS.test(tokens.word(from + 1)))
        return false;
    for (let at = from; at < to; at++)
        if (/^(?:RENAME|SUPPORT|AS|BEGIN)$/.test(tokens.word(at)))
            return false;
    return true;
}
/** Whether the placeholder at `at` may stand for the name of a routine. */
function mayName(tokens, at) {
    let next = at + 1;
    while (tokens.start(next) === tokens.end(next - 1) && tokens.kind(next) !== text_tokens.T.op && tokens.kind(next) !== text_tokens.T.end)
        next++;
    if (tokens.word(next) === '(')
        return true;
    let before = at - 1;
    while (tokens.word(before) === '.')
        before -= 2;
    return /^(?:CALL|EXEC|EXECUTE|FUNCTION|PROCEDURE)$/.test(tokens.word(before)) && tokens.word(next) !== '.';
}
/** T-SQL scripts create a routine as a stub in a string, if OBJECT_ID('name') does not find it, and then alter it. */
const CREATES = /\bCREATE\s{1,8}PROC(?:EDURE)?\s{1,8}[\w.[\]]{1,256}/gi;
/** The names, in lower case, that the token at `at` may use. */
function namesUsedAt(tokens, at) {
    const raw = tokens.raw(at);
    const kind = tokens.kind(at);
    if (kind === text_tokens.T.word)
        return [raw.toLowerCase()];
    if (kind === text_tokens.T.string && tokens.word(at - 2) === 'OBJECT_ID' && tokens.word(at - 1) === '(')
        return [];
    const words = wordsOf(kind === text_tokens.T.string ? raw.replace(CREATES, '') : raw);
    // Escapes can hide a name.
    if (raw.includes('\\') && (kind === text_tokens.T.string || kind === text_tokens.T.quoted)) {
        for (const text of [(0,names/* unquote */._n)(raw), (0,reader_body/* decodeString */.sc)(raw, true)])
            for (const word of wordsOf(text))
                words.add(word);
    }
    return words;
}

;// CONCATENATED MODULE: ./build/esm/sql/reader/lazy.js
/** A value that is computed when it is first read. What the computation needs is kept until then. */
class Lazy {
    #compute;
    #value;
    constructor(compute) {
        this.#compute = compute;
    }
    get value() {
        if (this.#compute) {
            this.#value = this.#compute();
            this.#compute = undefined;
        }
        return this.#value;
    }
}

;// CONCATENATED MODULE: ./build/esm/sql/facts-record.js

const facts_record_NONE = [];
/**
 * The facts of a statement. Its pinned columns are computed when they are first read, and when the facts are copied: most
 * rules never do. A class, so that the facts of all statements share two hidden classes in V8.
 */
class FactsRecord {
    dialect;
    tablesRead;
    tablesWritten;
    joinedTables;
    functions;
    columnsRead;
    selectStar;
    hasLimit;
    limit;
    hasOffset;
    offset;
    longestInList;
    valuesRows;
    leadingWildcard;
    inTransaction;
    ddlInTransaction;
    lockTimeoutSet;
    statementTimeoutSet;
    serverVersion;
    #pinned;
    constructor(own, around, pinned) {
        this.dialect = around.dialect;
        this.tablesRead = own.tablesRead;
        this.tablesWritten = own.tablesWritten;
        this.joinedTables = own.joinedTables;
        this.functions = own.functions;
        this.columnsRead = own.columnsRead;
        this.selectStar = own.selectStar;
        this.hasLimit = own.hasLimit;
        this.limit = own.limit;
        this.hasOffset = own.hasOffset;
        this.offset = own.offset;
        this.longestInList = own.longestInList;
        this.valuesRows = own.valuesRows;
        this.leadingWildcard = own.leadingWildcard;
        this.inTransaction = around.inTransaction;
        this.ddlInTransaction = around.ddlInTransaction;
        this.lockTimeoutSet = around.lockTimeoutSet;
        this.statementTimeoutSet = around.statementTimeoutSet;
        this.serverVersion = around.serverVersion;
        this.#pinned = pinned && new Lazy(pinned);
        if (pinned)
            Object.defineProperty(this, 'pinnedColumns', COMPUTED);
        else
            this.pinnedColumns = facts_record_NONE;
    }
    static pinnedOf(facts) {
        return facts.#pinned?.value;
    }
}
/** One property for all statements: V8 is slow with objects that each have a getter of their own. */
const COMPUTED = {
    enumerable: true,
    get() {
        return FactsRecord.pinnedOf(this);
    },
};

;// CONCATENATED MODULE: ./build/esm/sql/literal-calls.js





const literal_calls_NONE = [];
const ROUTINES = /^(?:FUNCTION|PROCEDURE)$/;
/** Types that keep every character of a text. */
const TEXT_TYPES = /^(?:TEXT|VARCHAR|CHARACTER VARYING)$/;
/** Statements that do not run the routines that they name. */
const literal_calls_ONLY_NAMES = /^(?:DROP|COMMENT|GRANT|REVOKE)$/;
/** Maximum calls of one routine: its body is read again for each. */
const MAX_CALLS = 64;
/**
 * The calls of PostgreSQL routines whose arguments are all literals, such as `CALL f('posts')`. The dynamic SQL that the
 * file runs through such a routine is then known, although the routine builds it from its parameters.
 */
class LiteralCalls {
    #tokens;
    #ranges;
    #lexical;
    #usedElsewhere;
    #routines;
    /** @param usedElsewhere names of routines, in lower case, that other files of the change use; undefined if not known */
    constructor(tokens, ranges, lexical, usedElsewhere) {
        this.#tokens = tokens;
        this.#ranges = ranges;
        this.#lexical = lexical;
        this.#usedElsewhere = usedElsewhere;
    }
    /** The calls of the routine that a statement creates; empty unless all of its calls are known. */
    of({ from }) {
        if (this.#lexical.family !== 'psql' || !this.#usedElsewhere || this.#tokens.word(from) !== 'CREATE')
            return literal_calls_NONE;
        if (afterHead(this.#tokens, from) < 0)
            return literal_calls_NONE;
        this.#routines ??= this.#find(this.#usedElsewhere);
        const routine = this.#routines.get(from);
        return routine?.known && routine.calls.length <= MAX_CALLS ? routine.calls : literal_calls_NONE;
    }
    #find(usedElsewhere) {
        const byName = new Map();
        const byStart = new Map();
        for (const range of this.#ranges) {
            const created = this.#created(range);
            if (!created)
                continue;
            const { name, parameters } = created;
            const overloaded = byName.get(name);
            if (overloaded)
                overloaded.known = false;
            const known = !overloaded && parameters !== undefined && !usedElsewhere.includes(name);
            const routine = { range, parameters: parameters ?? [], calls: [], known };
            byName.set(name, routine);
            byStart.set(range.from, routine);
        }
        for (const range of this.#ranges)
            this.#addUses(range, byName, byStart.get(range.from));
        return byStart;
    }
    #addUses(range, byName, own) {
        if (literal_calls_ONLY_NAMES.test(this.#tokens.word(range.from)))
            return;
        const called = own ? undefined : this.#called(range);
        const routine = called && byName.get(called.name);
        const call = routine && literalCall(routine.parameters, called.values);
        if (routine && call)
            routine.calls.push(call);
        let ownNames = 0;
        for (let at = range.from; at < range.to; at++) {
            for (const name of namesUsedAt(this.#tokens, at)) {
                const used = byName.get(name);
                if (!used)
                    continue;
                if (used === own && ++ownNames === 1)
                    continue;
                if (used === routine && call && at < called.arguments)
                    continue;
                used.known = false;
            }
        }
    }
    /** The routine that a statement creates; without parameters if one of them is not a plain text parameter. */
    #created({ from, to }) {
        const head = this.#tokens.word(from) === 'CREATE' ? afterHead(this.#tokens, from) : -1;
        if (head < 0)
            return undefined;
        const { target, next } = (0,names/* readName */.MQ)(this.#tokens, head, this.#lexical);
        if (target.name === undefined || this.#tokens.word(next) !== '(')
            return undefined;
        const name = target.name.toLowerCase();
        const parameters = [];
        let at = next + 1;
        while (at < to && this.#tokens.word(at) !== ')') {
            if (this.#tokens.kind(at) !== text_tokens.T.word)
                return { name };
            parameters.push(this.#tokens.raw(at++).toLowerCase());
            let type = '';
            for (; at < to && !/^[,)]$/.test(this.#tokens.word(at)); at++)
                type += ` ${this.#tokens.word(at)}`;
            if (!TEXT_TYPES.test(type.trim()))
                return { name };
            if (this.#tokens.word(at) === ',')
                at++;
        }
        return { name, parameters };
    }
    /** `CALL name ('literal', …)` and `SELECT name ('literal', …)`, with nothing else in the statement. */
    #called({ from, to }) {
        const tokens = this.#tokens;
        if (!/^(?:CALL|SELECT)$/.test(tokens.word(from)))
            return undefined;
        const { target, next } = (0,names/* readName */.MQ)(tokens, from + 1, this.#lexical);
        if (target.name === undefined || tokens.word(next) !== '(')
            return undefined;
        const values = [];
        let at = next + 1;
        for (; at < to && tokens.word(at) !== ')'; at += 2) {
            if (tokens.kind(at) !== text_tokens.T.string || !/^[,)]$/.test(tokens.word(at + 1)))
                return undefined;
            values.push((0,reader_body/* decodeString */.sc)(tokens.raw(at), this.#lexical.backslash === 'always'));
            if (tokens.word(at + 1) === ')')
                break;
        }
        const end = values.length > 0 ? at + 2 : at + 1;
        return end === to ? { name: target.name.toLowerCase(), values, arguments: next } : undefined;
    }
}
/** The position of the name in `CREATE [OR REPLACE] FUNCTION name`; -1 in any other statement. */
function afterHead(tokens, from) {
    const at = tokens.word(from + 1) === 'OR' ? from + 3 : from + 1;
    return ROUTINES.test(tokens.word(at)) ? at + 1 : -1;
}
function literalCall(parameters, values) {
    if (values.length !== parameters.length || new Set(parameters).size < parameters.length)
        return undefined;
    return new Map(parameters.map((name, index) => [name, values[index] ?? '']));
}
const RUNS_TEXT = new Set(['execute_dynamic', 'execute_prepared', 'meta_command']);
/**
 * Takes back that the dynamic SQL of a routine is known for all calls (`deferred`), if the file may call it in another
 * way: in text that is not known, or that is built.
 */
function checkLiteralCalls(statements) {
    const bound = statements.filter(({ operations }) => operations.some(isBound));
    if (bound.length === 0)
        return;
    const names = new Set(bound.map(({ operations }) => operations[0]?.target.name?.toLowerCase()));
    const other = statements.some(({ operations, facts, unreadable }) => unreadable.length > 0 ||
        operations.some(({ kind, target, place, readable, deferred }) => (RUNS_TEXT.has(kind) && (kind !== 'execute_dynamic' || (!readable && !deferred))) ||
            (kind === 'call' && place !== 'statement' && names.has(target.name?.toLowerCase()))) ||
        (facts.functions ?? []).some((name) => operations.length !== 1 && names.has(name.toLowerCase())));
    if (!other)
        return;
    for (const statement of bound)
        for (const [index, operation] of statement.operations.entries())
            if (isBound(operation))
                changeFacts(statement, index, { deferred: false });
}
function isBound({ kind, deferred }) {
    return kind === 'execute_dynamic' && deferred === true;
}

;// CONCATENATED MODULE: ./build/esm/sql/mentions.js


/** Where a file first names things, whatever they are: in names and in texts, but not in comments. */
class Mentions {
    #tokens;
    #found;
    constructor(tokens) {
        this.#tokens = tokens;
    }
    /** Whether something before the offset has the name, or a placeholder there may stand for it. */
    isBefore(name, offset) {
        this.#found ??= mentionsOf(this.#tokens);
        const { first, unknownFrom } = this.#found;
        return Math.min(unknownFrom, first.get(name.toLowerCase()) ?? Number.POSITIVE_INFINITY) < offset;
    }
}
function mentionsOf(tokens) {
    const first = new Map();
    let unknownFrom = Number.POSITIVE_INFINITY;
    for (let at = 0; at < tokens.length; at++) {
        const kind = tokens.kind(at);
        const raw = tokens.raw(at);
        const isUnknown = kind === text_tokens.T.placeholder || kind === text_tokens.T.param || kind === text_tokens.T.unreadable || /^U&"/i.test(raw);
        if (isUnknown)
            unknownFrom = Math.min(unknownFrom, tokens.start(at));
        if (kind === text_tokens.T.op || kind === text_tokens.T.number)
            continue;
        for (const word of wordsOf(raw))
            if (!first.has(word))
                first.set(word, tokens.start(at));
    }
    return { first, unknownFrom };
}

;// CONCATENATED MODULE: ./build/esm/sql/merge-readings.js

const WITH_LIBPG_QUERY = ['tokens', 'libpg-query'];
const WITH_NODE_SQL_PARSER = ['tokens', 'node-sql-parser'];
/**
 * The union of two readings: a grammar may add an operation or make a fact more precise, but never removes an operation
 * that the token reader found.
 *
 * @param ctes names that only mean CTEs of the statement
 */
function mergeReadings(operations, facts, read, ctes) {
    if (!read)
        return { operations, facts: mergeFacts(facts, NOTHING_READ, false, ctes) };
    // No grammar reads the SQL in a text.
    const exact = read.exact === true && !operations.some(({ place }) => place === 'dynamic');
    if (read.operations.length === 0)
        return { operations, facts: mergeFacts(facts, read, exact, ctes) };
    // Indexed by kind and target, in order: a statement may have tens of thousands of operations.
    const byKey = new Map();
    for (const counterpart of [...read.operations].reverse()) {
        const key = keyOf(counterpart);
        const same = byKey.get(key);
        if (same)
            same.push(counterpart);
        else
            byKey.set(key, [counterpart]);
    }
    const known = new Set();
    const merged = operations.map((operation) => {
        // A grammar reads it as part of the column.
        if (operation.inline)
            return operation;
        const key = keyOf(operation);
        known.add(key);
        const counterpart = byKey.get(key)?.pop();
        return counterpart ? refine(operation, counterpart) : operation;
    });
    const added = read.operations.filter((operation) => !known.has(keyOf(operation)));
    return { operations: [...merged, ...added], facts: mergeFacts(facts, read, exact, ctes) };
}
function keyOf({ kind, target }) {
    return JSON.stringify([kind, target.name, target.schema || '']);
}
const NOTHING_READ = { understood: false, operations: [], facts: {} };
/** Written out key by key: spreading this many keys for each statement would take most of the time on a large file. */
function mergeFacts(facts, { understood, facts: own }, exact, ctes) {
    // Inexact grammars take CTEs for tables.
    const names = new Set(ctes);
    const tables = exact || names.size === 0 ? own.tablesRead : own.tablesRead?.filter((name) => !names.has(name));
    return {
        tablesRead: !understood ? facts.tablesRead : exact ? tables : merge(facts.tablesRead, tables),
        tablesWritten: facts.tablesWritten,
        joinedTables: facts.joinedTables,
        functions: own.functions && own.functions.length > 0 ? merge(facts.functions, own.functions) : facts.functions,
        columnsRead: understood ? own.columnsRead : undefined,
        selectStar: facts.selectStar || own.selectStar === true,
        hasLimit: facts.hasLimit,
        limit: facts.limit,
        hasOffset: facts.hasOffset,
        offset: facts.offset,
        longestInList: facts.longestInList,
        valuesRows: facts.valuesRows,
        leadingWildcard: facts.leadingWildcard,
    };
}
/** Merges an operation that both readers found: a fact that either of them found is set. */
function refine(operation, counterpart) {
    return (0,reader_operation/* withFacts */.x)(operation, {
        cascade: operation.cascade || counterpart.cascade,
        temporary: operation.temporary || counterpart.temporary,
        columns: operation.columns && operation.columns.length > 0 ? operation.columns : counterpart.columns,
        hasPrimaryKey: operation.hasPrimaryKey ?? counterpart.hasPrimaryKey,
        readers: counterpart.readers[0] === 'libpg-query' ? WITH_LIBPG_QUERY : WITH_NODE_SQL_PARSER,
    });
}
function merge(a, b) {
    if (a === undefined || b === undefined)
        return a === undefined && b !== undefined ? undefined : a;
    return [...new Set([...a, ...b])];
}

;// CONCATENATED MODULE: ./build/esm/sql/missing-tables.js
/** Their tables are there, though no file creates them. */
const SYSTEM_SCHEMAS = /^(?:pg_catalog|information_schema|mysql|performance_schema|sys)$/i;
/**
 * The tables that do not exist before a statement as far as SQL files show: none of the base names them, nor does the
 * file itself before the statement. It could give the name to a table with rows.
 */
class MissingTables {
    #names;
    #mentions;
    constructor(context, mentions) {
        const missing = context?.tables.filter(({ exists }) => !exists) ?? [];
        this.#names = new Set(missing.map(({ name, schema }) => `${schema}.${name}`));
        this.#mentions = mentions;
    }
    get size() {
        return this.#names.size;
    }
    has({ name, schema }, offset) {
        if (name === undefined || SYSTEM_SCHEMAS.test(schema ?? '') || !this.#names.has(`${schema}.${name}`))
            return false;
        return !this.#mentions.isBefore(name, offset);
    }
}

// EXTERNAL MODULE: ./build/esm/sql/reader/scan.js
var reader_scan = __webpack_require__(2394);
;// CONCATENATED MODULE: ./build/esm/sql/reader/stable-functions.js
/** Values written without parentheses that stay the same within one statement. */
const STABLE_WORDS = new Set(`CURRENT_TIMESTAMP CURRENT_DATE CURRENT_TIME LOCALTIME LOCALTIMESTAMP CURRENT_USER SESSION_USER USER CURRENT_ROLE
   CURRENT_CATALOG CURRENT_SCHEMA SYSTEM_USER`.split(/\s+/));
function stable_functions_names(text) {
    return new Set([...STABLE_WORDS, ...text.split(/\s+/).filter((name) => name !== '')]);
}
/**
 * Built-in functions that are not volatile, by dialect: the server evaluates them once for all rows of the table. A
 * function that is not listed counts as volatile, so a missing name costs a warning and hides nothing.
 */
const STABLE_FUNCTIONS = {
    // pg_proc.provolatile is `i` or `s`.
    psql: stable_functions_names(`NOW TRANSACTION_TIMESTAMP STATEMENT_TIMESTAMP CURRENT_SETTING CURRENT_DATABASE CURRENT_SCHEMAS VERSION TXID_CURRENT
     PG_CURRENT_XACT_ID PG_BACKEND_PID INET_CLIENT_ADDR INET_SERVER_ADDR TIMEZONE DATE_TRUNC DATE_PART DATE_BIN EXTRACT AGE
     MAKE_DATE MAKE_TIME MAKE_TIMESTAMP MAKE_TIMESTAMPTZ MAKE_INTERVAL JUSTIFY_DAYS JUSTIFY_HOURS JUSTIFY_INTERVAL ISFINITE
     TO_CHAR TO_DATE TO_TIMESTAMP TO_NUMBER TO_HEX TO_ASCII LOWER UPPER INITCAP LENGTH CHAR_LENGTH CHARACTER_LENGTH
     OCTET_LENGTH BIT_LENGTH SUBSTRING SUBSTR REPLACE TRANSLATE TRIM BTRIM LTRIM RTRIM LPAD RPAD LEFT RIGHT REPEAT REVERSE
     SPLIT_PART STRPOS POSITION OVERLAY CONCAT CONCAT_WS FORMAT QUOTE_LITERAL QUOTE_IDENT ASCII CHR MD5 SHA224 SHA256 SHA384
     SHA512 ENCODE DECODE REGEXP_REPLACE REGEXP_MATCH REGEXP_SPLIT_TO_ARRAY STRING_TO_ARRAY ARRAY_TO_STRING ARRAY_FILL
     ARRAY_APPEND ARRAY_PREPEND ARRAY_CAT ARRAY_REMOVE ARRAY_LENGTH CARDINALITY ABS CEIL CEILING FLOOR ROUND TRUNC SIGN SQRT
     POWER POW EXP LN LOG MOD DIV PI DEGREES RADIANS JSON_BUILD_OBJECT JSON_BUILD_ARRAY JSONB_BUILD_OBJECT
     JSONB_BUILD_ARRAY JSON_OBJECT JSON_ARRAY JSONB_OBJECT TO_JSON TO_JSONB ROW_TO_JSON ARRAY_TO_JSON JSONB_SET
     JSONB_STRIP_NULLS TO_TSVECTOR TO_TSQUERY SETWEIGHT INT4RANGE INT8RANGE NUMRANGE TSRANGE TSTZRANGE DATERANGE
     INT4MULTIRANGE INT8MULTIRANGE NUMMULTIRANGE TSMULTIRANGE TSTZMULTIRANGE DATEMULTIRANGE POINT BOX CIRCLE LINE LSEG POLYGON
     DATE TIMESTAMP TIMESTAMPTZ TEXT VARCHAR BPCHAR INT2 INT4 INT8 FLOAT4 FLOAT8 NUMERIC BOOL HSTORE NUM_NONNULLS
     NUM_NULLS HASHTEXT`),
    mysql: stable_functions_names(`NOW LOCALTIMESTAMP LOCALTIME CURDATE CURTIME UTC_DATE UTC_TIME UTC_TIMESTAMP UNIX_TIMESTAMP FROM_UNIXTIME DATABASE
     SCHEMA VERSION CONNECTION_ID DATE TIME TIMESTAMP YEAR QUARTER MONTH WEEK DAY HOUR MINUTE SECOND DATE_ADD DATE_SUB ADDDATE
     SUBDATE ADDTIME SUBTIME DATE_FORMAT STR_TO_DATE TIMESTAMPADD TIMESTAMPDIFF DATEDIFF LAST_DAY MAKEDATE MAKETIME
     CONVERT_TZ TO_DAYS FROM_DAYS LOWER UPPER LCASE UCASE LENGTH CHAR_LENGTH SUBSTRING SUBSTR REPLACE TRIM LTRIM RTRIM LPAD
     RPAD LEFT RIGHT REPEAT REVERSE CONCAT CONCAT_WS FORMAT ASCII CHAR HEX UNHEX MD5 SHA SHA1 SHA2 TO_BASE64 FROM_BASE64 ABS
     CEIL CEILING FLOOR ROUND TRUNCATE SIGN SQRT POWER POW EXP LN LOG MOD PI JSON_OBJECT JSON_ARRAY JSON_QUOTE JSON_MERGE
     JSON_MERGE_PATCH JSON_MERGE_PRESERVE JSON_SET UUID_TO_BIN BIN_TO_UUID INET_ATON INET6_ATON INET_NTOA INET6_NTOA POINT
     ST_GEOMFROMTEXT`),
    sqlite: stable_functions_names(`DATE TIME DATETIME JULIANDAY UNIXEPOCH STRFTIME LOWER UPPER LENGTH SUBSTR SUBSTRING REPLACE TRIM LTRIM RTRIM INSTR PRINTF
     FORMAT HEX UNHEX QUOTE CHAR UNICODE ABS ROUND SIGN CEIL CEILING FLOOR POWER POW SQRT EXP LN LOG MOD PI JSON JSON_OBJECT
     JSON_ARRAY JSONB ZEROBLOB TYPEOF`),
    // Runtime constants: SQL Server evaluates them once for a statement. NEWID, NEWSEQUENTIALID and RAND are not.
    sqlcmd: stable_functions_names(`GETDATE GETUTCDATE SYSDATETIME SYSUTCDATETIME SYSDATETIMEOFFSET SUSER_NAME SUSER_SNAME SUSER_ID SUSER_SID USER_NAME
     USER_ID ORIGINAL_LOGIN APP_NAME HOST_NAME HOST_ID DB_NAME DB_ID SCHEMA_NAME SESSION_CONTEXT CONTEXT_INFO DATEADD DATEDIFF
     DATEPART DATENAME DATEFROMPARTS DATETIMEFROMPARTS DATETIME2FROMPARTS DATETIMEOFFSETFROMPARTS TIMEFROMPARTS SWITCHOFFSET
     TODATETIMEOFFSET EOMONTH YEAR MONTH DAY LOWER UPPER LEN DATALENGTH SUBSTRING REPLACE TRIM LTRIM RTRIM LEFT RIGHT REPLICATE
     REVERSE STUFF CONCAT CONCAT_WS FORMAT STR SPACE CHAR NCHAR ASCII UNICODE HASHBYTES ABS CEILING FLOOR ROUND SIGN SQRT
     POWER EXP LOG PI PARSE TRY_PARSE CHOOSE`),
};

;// CONCATENATED MODULE: ./build/esm/sql/reader/column-default.js


/** Types that take their values from a sequence. */
const SERIAL_TYPES = /^(?:SMALL|BIG)?SERIAL[248]?$/;
/** Words that end the expression after DEFAULT: what follows is another part of the column's definition. */
const AFTER_DEFAULT = new Set(`NOT NULL CONSTRAINT PRIMARY UNIQUE KEY CHECK REFERENCES FOREIGN COLLATE COMMENT AFTER FIRST ON GENERATED AS STORED
   AUTO_INCREMENT AUTOINCREMENT IDENTITY VISIBLE INVISIBLE COLUMN_FORMAT STORAGE COMPRESSION COMPRESSED WITH ROWGUIDCOL SPARSE
   MASKED HIDDEN DEFERRABLE INITIALLY DEFAULT ENGINE_ATTRIBUTE SECONDARY_ENGINE_ATTRIBUTE FOR`.split(/\s+/));
/** Words of expressions that do not name a column, a function or a type. */
const EXPRESSION_WORDS = new Set(`NULL TRUE FALSE ARRAY ROW CASE WHEN THEN ELSE END AND OR NOT IS IN BETWEEN LIKE DISTINCT FROM AT TIME ZONE INTERVAL UNKNOWN
   YEAR MONTH WEEK DAY HOUR MINUTE SECOND MICROSECOND QUARTER EPOCH DIV MOD XOR BINARY ON OFF`.split(/\s+/));
/** Words before `(` that are no function: the parenthesis groups. */
const GROUPING_WORDS = new Set('AND OR NOT IN THEN ELSE WHEN CASE BETWEEN IS LIKE FROM ROW DIV MOD INTERVAL'.split(' '));
/** The kind of the default of the column definition `name type …` at `from`. */
function readDefaultKind(scan, from, to) {
    const { tokens, lexical } = scan;
    const type = tokens.word(from + 1);
    // `name AS (expression)`: a computed column of SQL Server, MySQL or SQLite, without a type.
    if (type === 'AS')
        return generatedKind(scan, from + 1, to);
    if (SERIAL_TYPES.test(type) && lexical.family === 'psql')
        return 'volatile';
    if (type === 'SERIAL' && lexical.family === 'mysql')
        return 'identity';
    let depth = 0;
    let placeholder = false;
    for (let at = from + 1; at < to; at++) {
        if (tokens.kind(at) === text_tokens.T.placeholder && depth === 0)
            placeholder = true;
        const word = tokens.word(at);
        if (word === '(')
            depth++;
        else if (word === ')')
            depth--;
        if (depth > 0)
            continue;
        switch (word) {
            case 'DEFAULT':
                // MySQL's `SERIAL DEFAULT VALUE` is NOT NULL AUTO_INCREMENT UNIQUE.
                if (tokens.word(at - 1) === 'SERIAL' && tokens.word(at + 1) === 'VALUE')
                    return 'identity';
                return readExpressionKind(scan, at + 1, to);
            case 'IDENTITY':
            case 'AUTO_INCREMENT':
            case 'AUTOINCREMENT':
                return 'identity';
            case 'GENERATED':
            case 'AS':
                return generatedKind(scan, at, to);
        }
    }
    return placeholder ? undefined : '';
}
const STORED = new Set(['STORED', 'PERSISTED', 'PERSISTENT']);
const IDENTITY = new Set(['IDENTITY']);
/** Columns of system-versioned tables: `GENERATED ALWAYS AS ROW START`. */
const PERIOD = new Set(['START', 'END', 'TRANSACTION_ID', 'SEQUENCE_NUMBER']);
/** `GENERATED … AS IDENTITY`, `[GENERATED ALWAYS] AS (expression) [STORED | VIRTUAL]`. */
function generatedKind(scan, at, to) {
    if (scan.find(IDENTITY, at, to) >= 0)
        return 'identity';
    if (scan.find(STORED, at, to) >= 0 || scan.find(PERIOD, at, to) >= 0)
        return 'stored';
    return 'virtual';
}
/**
 * The kind of the default expression at `from`, which ends at the next part of the column's definition. Everything that
 * is not known to be constant or stable is volatile.
 */
function readExpressionKind(scan, from, to) {
    const { tokens } = scan;
    let kind = from < to ? 'constant' : 'volatile';
    let depth = 0;
    for (let at = from; at < to; at++) {
        const word = tokens.word(at);
        switch (tokens.kind(at)) {
            case text_tokens.T.placeholder:
            case text_tokens.T.param:
            case text_tokens.T.unreadable:
                return undefined;
            case text_tokens.T.op:
                if (word === '(' || word === '[')
                    depth++;
                else if (word === ')' || word === ']')
                    depth--;
                if (depth < 0)
                    return kind;
                // The type after a cast is no value.
                if (word === '::')
                    at = skipType(scan, at + 1, to) - 1;
                continue;
            case text_tokens.T.quoted:
                // SQLite reads `DEFAULT ""` as a string.
                if (scan.lexical.family !== 'sqlite' || depth > 0)
                    kind = 'volatile';
                continue;
            case text_tokens.T.word:
                break;
            default:
                continue;
        }
        if (depth === 0 && at > from && AFTER_DEFAULT.has(word))
            return kind;
        if (word === 'AS') {
            // `CAST(x AS type)`
            at = skipType(scan, at + 1, to) - 1;
            continue;
        }
        const next = tokens.word(at + 1);
        // `DATE '2020-01-01'`, `_utf8mb4'x'`
        if (tokens.kind(at + 1) === text_tokens.T.string || EXPRESSION_WORDS.has(word)) {
            if (next !== '(' || GROUPING_WORDS.has(word) || word === 'ARRAY')
                continue;
        }
        if (next === '(') {
            const called = functionKind(scan, at, word);
            if (called === 'volatile')
                kind = 'volatile';
            else if (kind === 'constant')
                kind = called;
            // `CONVERT(type, value)`, `CONVERT(type(10), value)`
            if (CONVERTS.test(word) && scan.lexical.family === 'sqlcmd') {
                at = skipType(scan, at + 2, to) - 1;
                depth++;
            }
        }
        else if (STABLE_WORDS.has(word))
            kind = kind === 'constant' ? 'stable' : kind;
        else if (!isQualifier(scan, at))
            kind = 'volatile';
    }
    return kind;
}
const CONVERTS = /^(?:TRY_)?CONVERT$/;
const PURE = /^(?:CAST|TRY_CAST|CONVERT|TRY_CONVERT|COALESCE|NULLIF|GREATEST|LEAST|IFNULL|ISNULL|IIF|IF)$/;
/** The kind of a call: a built-in that is not volatile is `stable`, and pure syntax such as CAST is `constant`. */
function functionKind(scan, at, word) {
    const { tokens, lexical } = scan;
    if (tokens.word(at - 1) === '.' && tokens.word(at - 2) !== 'PG_CATALOG')
        return 'volatile';
    if (PURE.test(word))
        return 'constant';
    return STABLE_FUNCTIONS[lexical.family].has(word) ? 'stable' : 'volatile';
}
/** Whether the word is the schema of a call: `pg_catalog.now()`. */
function isQualifier({ tokens }, at) {
    return tokens.word(at + 1) === '.' && tokens.word(at) === 'PG_CATALOG';
}
/** The token after the type at `at`: `numeric(10, 2)`, `character varying`, `timestamp with time zone`, `s."T"[]`. */
function skipType(scan, at, to) {
    const { tokens } = scan;
    let next = at + 1;
    while (tokens.word(next) === '.')
        next += 2;
    while (TYPE_WORDS.test(tokens.word(next)))
        next++;
    if (tokens.word(next) === '(')
        next = scan.afterParenthesis(next, to);
    if (/^(?:WITH|WITHOUT)$/.test(tokens.word(next)) && tokens.word(next + 1) === 'TIME')
        next += 3;
    while (tokens.word(next) === '[') {
        while (next < to && tokens.word(next) !== ']')
            next++;
        next++;
    }
    return Math.min(next, to);
}
const TYPE_WORDS = /^(?:VARYING|PRECISION|UNSIGNED|SIGNED|INTEGER|CHAR)$/;

;// CONCATENATED MODULE: ./build/esm/sql/reader/columns.js


function nameAt(scan, at) {
    const { tokens, lexical } = scan;
    if (tokens.kind(at) === text_tokens.T.quoted)
        return (0,names/* foldName */.zN)((0,names/* unquote */._n)(tokens.raw(at)), true, lexical);
    if (tokens.kind(at) === text_tokens.T.word)
        return (0,names/* foldName */.zN)(tokens.raw(at), false, lexical);
    return undefined;
}
/** The type at `at`, in lower case, without length or array marks; empty if there is none. */
function readType(scan, at, to) {
    const { tokens } = scan;
    const { target, next } = (0,names/* readName */.MQ)(tokens, at, scan.lexical);
    if (next === at || next > to || target.name === undefined)
        return '';
    const first = target.name.toLowerCase();
    const word = tokens.word(next);
    if (first === 'character' || first === 'char' || first === 'national') {
        return word === 'VARYING' || tokens.word(next + 1) === 'VARYING' ? 'varchar' : 'char';
    }
    if (first === 'double' && word === 'PRECISION')
        return 'double precision';
    if (first === 'bit' && word === 'VARYING')
        return 'varbit';
    if (first === 'timestamp' || first === 'time') {
        let after = next;
        if (word === '(')
            after = scan.afterParenthesis(next, to);
        return scan.is(after, 'WITH', 'TIME', 'ZONE') ? `${first}tz` : first;
    }
    return first;
}
/** Facts of the column definition `name type …` at `from`. */
function readColumn(scan, from, to) {
    const name = nameAt(scan, from);
    const type = readType(scan, from + 1, to);
    const { tokens } = scan;
    let notNull = false;
    let hasDefault = type === 'serial' || type === 'bigserial' || type === 'smallserial';
    let hasPrimaryKey = false;
    let depth = 0;
    for (let at = from + 1; at < to; at++) {
        const word = tokens.word(at);
        if (word === '(')
            depth++;
        else if (word === ')')
            depth--;
        if (depth > 0)
            continue;
        if (word === 'NOT' && tokens.word(at + 1) === 'NULL')
            notNull = true;
        else if (word === 'DEFAULT' || word === 'GENERATED' || word === 'IDENTITY' || word === 'AUTO_INCREMENT')
            hasDefault = true;
        else if (word === 'PRIMARY' && tokens.word(at + 1) === 'KEY')
            hasPrimaryKey = true;
    }
    return {
        columns: name === undefined ? [] : [name],
        dataTypes: type === '' ? [] : [type],
        notNull: notNull || hasPrimaryKey,
        hasDefault,
        hasPrimaryKey,
    };
}

;// CONCATENATED MODULE: ./build/esm/sql/reader/not-null-check.js

const AND = new Set(['AND']);
/** Maximum parentheses around the condition: each takes a pass over it. */
const MAX_PARENTHESES = 8;
/** With one of these, a part between two AND may not be a condition of its own: `a BETWEEN 1 AND x IS NOT NULL`. */
const NO_CONJUNCTION = new Set(['OR', 'BETWEEN', 'CASE']);
/**
 * The columns that the condition `from` to `to` of a CHECK proves to be not null: those of `x IS NOT NULL`, alone or
 * joined by AND. PostgreSQL then skips its scan for SET NOT NULL.
 */
function notNullColumns(scan, from, to) {
    const { tokens } = scan;
    let start = from;
    let end = to;
    for (let depth = 0; depth < MAX_PARENTHESES; depth++) {
        if (tokens.word(start) !== '(' || tokens.word(end - 1) !== ')' || scan.afterParenthesis(start, end) !== end)
            break;
        start++;
        end--;
    }
    if (scan.find(NO_CONJUNCTION, start, end) >= 0)
        return [];
    const columns = [];
    for (const part of scan.partsBetween(AND, start, end)) {
        let { from: first, to: last } = part;
        if (tokens.word(first) === '(' && tokens.word(last - 1) === ')') {
            first++;
            last--;
        }
        if (last !== first + 4 || !scan.is(first + 1, 'IS', 'NOT', 'NULL'))
            continue;
        const column = nameAt(scan, first);
        if (column !== undefined)
            columns.push(column);
    }
    return columns;
}

;// CONCATENATED MODULE: ./build/esm/sql/reader/constraints.js



const CONSTRAINT_STARTS = new Set('CONSTRAINT PRIMARY UNIQUE FOREIGN CHECK EXCLUDE LIKE INDEX KEY FULLTEXT SPATIAL PERIOD'.split(' '));
/** Whether a table element or ADD action is a constraint or index rather than a column. */
function isConstraint(scan, at) {
    return scan.tokens.kind(at) === text_tokens.T.word && CONSTRAINT_STARTS.has(scan.tokens.word(at));
}
/** Facts of a constraint such as `[CONSTRAINT name] PRIMARY KEY …`. */
function readConstraint(scan, from, to) {
    const { tokens } = scan;
    let at = from;
    let constraint = '';
    if (tokens.word(at) === 'CONSTRAINT') {
        at++;
        if (!CONSTRAINT_STARTS.has(tokens.word(at)) || tokens.kind(at) === text_tokens.T.quoted)
            constraint = nameAt(scan, at++) ?? '';
    }
    const word = tokens.word(at);
    const type = {
        PRIMARY: 'primary_key',
        UNIQUE: 'unique',
        FOREIGN: 'foreign_key',
        CHECK: 'check',
        EXCLUDE: 'exclusion',
        NOT: 'not_null',
    }[word] ?? '';
    const columns = type === 'not_null' ? [nameAt(scan, at + 2) ?? ''] : [];
    const parenthesis = firstParenthesis(scan, at, to);
    if (parenthesis >= 0 && (type === 'primary_key' || type === 'unique' || type === 'foreign_key')) {
        for (const part of scan.commaParts(parenthesis + 1, scan.afterParenthesis(parenthesis, to) - 1)) {
            const name = nameAt(scan, part.from);
            if (name !== undefined)
                columns.push(name);
        }
    }
    const notNull = type === 'check' && parenthesis >= 0
        ? notNullColumns(scan, parenthesis, scan.afterParenthesis(parenthesis, to))
        : columns;
    return {
        constraint,
        constraintType: type,
        columns: notNull,
        notValid: isNotValid(scan, at, to),
        objectClass: type === 'not_null' || (type === 'check' && notNull.length > 0) ? 'not null check' : undefined,
        usingIndex: isUsingIndex(scan, at, to),
        hasPrimaryKey: type === 'primary_key',
        unique: type === 'unique' || type === 'primary_key',
    };
}
const NOT_CHECKED = new Set(['VALID', 'ENFORCED']);
const USING = new Set(['USING']);
/** NOT VALID and NOT ENFORCED: the existing rows are not checked. */
function isNotValid(scan, from, to) {
    const word = scan.find(NOT_CHECKED, from, to);
    return word > from && scan.tokens.word(word - 1) === 'NOT';
}
/** MySQL: `x int CHECK (x > 0) NOT ENFORCED`. */
function isNotEnforced(scan, from, to) {
    if (scan.tokens.word(from) !== '(')
        return false;
    return scan.is(scan.afterParenthesis(from, to), 'NOT', 'ENFORCED');
}
/** `UNIQUE USING INDEX i`; `UNIQUE (a) USING INDEX TABLESPACE s` builds a new index. */
function isUsingIndex(scan, from, to) {
    const using = scan.find(USING, from, to);
    return using === from + 1 + Number(scan.tokens.word(from) === 'PRIMARY') && scan.tokens.word(using + 1) === 'INDEX';
}
/**
 * The constraints in the column definition `name type …` at `from`, such as `x int REFERENCES t`. NOT NULL is not one
 * of them: `notNull` of the column says it.
 */
function readInlineConstraints(scan, from, to) {
    const { tokens, lexical } = scan;
    const column = nameAt(scan, from);
    const found = [];
    let constraint = '';
    let depth = 0;
    for (let at = from + 1; at < to; at++) {
        const word = tokens.word(at);
        if (word === '(')
            depth++;
        else if (word === ')')
            depth--;
        if (depth > 0 || tokens.kind(at) !== text_tokens.T.word)
            continue;
        if (word === 'CONSTRAINT') {
            constraint = nameAt(scan, ++at) ?? '';
            continue;
        }
        const type = inlineType(scan, at);
        if (type === '')
            continue;
        // MySQL reads REFERENCES of a column and ignores it, up to version 8.4; MariaDB obeys it since 10.5.
        if (type === 'foreign_key' && scan.dialect === 'mysql')
            continue;
        const unique = type === 'unique' || type === 'primary_key';
        found.push({
            constraint,
            constraintType: type,
            columns: column === undefined ? [] : [column],
            hasPrimaryKey: type === 'primary_key',
            notValid: type === 'check' && isNotEnforced(scan, at + 1, to),
            unique,
            inline: true,
        });
        constraint = '';
    }
    // SERIAL is BIGINT UNSIGNED NOT NULL AUTO_INCREMENT UNIQUE.
    if (lexical.family === 'mysql' && tokens.word(from + 1) === 'SERIAL' && column !== undefined)
        found.push({ constraintType: 'unique', columns: [column], unique: true, inline: true });
    return found;
}
/** The type of the column constraint that starts at `at`; empty if none does. */
function inlineType({ tokens, lexical }, at) {
    switch (tokens.word(at)) {
        case 'PRIMARY':
            return tokens.word(at + 1) === 'KEY' ? 'primary_key' : '';
        case 'UNIQUE':
            return 'unique';
        case 'REFERENCES':
            return 'foreign_key';
        case 'CHECK':
            return tokens.word(at + 1) === '(' || lexical.family === 'sqlcmd' ? 'check' : '';
        // MySQL: `id int KEY` is a primary key.
        case 'KEY':
            return lexical.family === 'mysql' && !/^(?:PRIMARY|UNIQUE)$/.test(tokens.word(at - 1)) ? 'primary_key' : '';
        default:
            return '';
    }
}
function firstParenthesis(scan, from, to) {
    for (let at = from; at < to; at++)
        if (scan.tokens.word(at) === '(')
            return at;
    return -1;
}

;// CONCATENATED MODULE: ./build/esm/sql/reader/online-options.js

/** T-SQL's `WITH (ONLINE = ON)`, wherever it is in `from` to `to`. */
function isOnline(scan, from, to) {
    const { tokens } = scan;
    for (let at = from; at < to; at++) {
        if (tokens.word(at) !== 'ONLINE' || tokens.word(at + 1) !== '=' || tokens.kind(at) !== text_tokens.T.word)
            continue;
        return tokens.word(at + 2) === 'ON';
    }
    return false;
}
const ALGORITHM = new Set(['ALGORITHM']);
const LOCK = new Set(['LOCK']);
const ALGORITHMS = /^(?:DEFAULT|INSTANT|INPLACE|NOCOPY|COPY)$/;
const online_options_LOCKS = /^(?:DEFAULT|NONE|SHARED|EXCLUSIVE)$/;
const NO_OPTIONS = {};
/** `fulltext` or `spatial` if the word at `at` makes it such an index of MySQL or SQL Server. */
function indexTypeOf(scan, at) {
    const word = scan.tokens.word(at);
    return /^(?:mysql|sqlcmd)$/.test(scan.lexical.family) && /^(?:FULLTEXT|SPATIAL)$/.test(word)
        ? word.toLowerCase()
        : '';
}
/** MySQL's `ALGORITHM = x` and `LOCK = x`, which apply to the whole statement. */
function readOnlineOptions(scan, from, to) {
    if (scan.lexical.family !== 'mysql')
        return NO_OPTIONS;
    const algorithm = optionAt(scan, ALGORITHM, ALGORITHMS, from, to);
    const lockOption = optionAt(scan, LOCK, online_options_LOCKS, from, to);
    return algorithm === '' && lockOption === '' ? NO_OPTIONS : { algorithm, lockOption };
}
/** The value of the option, in lower case; empty if there is none, undefined if it is a placeholder. */
function optionAt(scan, option, values, from, to) {
    const { tokens } = scan;
    for (let at = scan.find(option, from, to); at >= 0; at = scan.find(option, at + 1, to)) {
        const equals = tokens.word(at + 1) === '=';
        const value = equals ? at + 2 : at + 1;
        if (equals && tokens.kind(value) === text_tokens.T.placeholder)
            return undefined;
        if (value < to && values.test(tokens.word(value)))
            return tokens.word(value).toLowerCase();
    }
    return '';
}

;// CONCATENATED MODULE: ./build/esm/sql/reader/create.js







const OBJECTS = {
    TABLE: 'create_table',
    INDEX: 'create_index',
    VIEW: 'create_view',
    SCHEMA: 'create_schema',
    DATABASE: 'create_database',
    SEQUENCE: 'create_sequence',
    TYPE: 'create_type',
    DOMAIN: 'create_type',
    EXTENSION: 'create_extension',
    FUNCTION: 'create_function',
    AGGREGATE: 'create_function',
    PROCEDURE: 'create_procedure',
    PROC: 'create_procedure',
    TRIGGER: 'create_trigger',
    EVENT: 'create_event',
    RULE: 'create_rule',
    POLICY: 'create_policy',
    ROLE: 'create_role',
    USER: 'create_role',
    GROUP: 'create_role',
    LOGIN: 'create_role',
    LANGUAGE: 'create_language',
    ASSEMBLY: 'load_library',
};
const OTHERS = new Set(`ACCESS CAST COLLATION CONVERSION OPERATOR PUBLICATION SUBSCRIPTION SERVER STATISTICS TABLESPACE TEXT TRANSFORM SYNONYM
   PACKAGE LOGFILE RESOURCE SPATIAL FULLTEXT PARTITION CERTIFICATE CREDENTIAL SYMMETRIC ASYMMETRIC MASTER MESSAGE QUEUE
   SERVICE CONTRACT ROUTE ENDPOINT EXTERNAL XML DEFAULT COLUMN WORKLOAD AVAILABILITY BROKER CRYPTOGRAPHIC SEARCH
   SELECTIVE REMOTE USER_MAPPING COLUMNSTORE`.split(/\s+/));
const SKIPPED = new Set(`GLOBAL LOCAL UNLOGGED RECURSIVE FORCE NONCLUSTERED CLUSTERED COLUMNSTORE TRUSTED PROCEDURAL CONSTRAINT FOREIGN VIRTUAL
   EXTERNAL SQL SECURITY INVOKER DEFINER UNDEFINED MERGE TEMPTABLE ALGORITHM = NO SPATIAL FULLTEXT VECTOR EDITIONABLE ONLINE OFFLINE
   PRIMARY CASCADED`.split(/\s+/));
function readCreate(scan, from, to) {
    const { tokens } = scan;
    const flags = { orReplace: false, temporary: false, unique: false };
    let at = from + 1;
    for (; at < to; at++) {
        const word = tokens.word(at);
        if (word === 'OR') {
            flags.orReplace = true;
            at++;
        }
        else if (word === 'TEMP' || word === 'TEMPORARY')
            flags.temporary = true;
        else if (word === 'UNIQUE')
            flags.unique = true;
        else if (word === 'DEFINER' && tokens.word(at + 1) === '=')
            at = skipDefiner(scan, at, to) - 1;
        else if (word === 'FOREIGN' && tokens.word(at + 1) === 'DATA') {
            scan.add('create_other', from, to, { target: (0,names/* readName */.MQ)(tokens, at + 3, scan.lexical).target });
            return true;
        }
        else if (word === 'SECURITY' && tokens.word(at + 1) === 'POLICY')
            continue;
        else if (word === 'EVENT' && tokens.word(at + 1) === 'TRIGGER')
            continue;
        else if (!SKIPPED.has(word))
            break;
    }
    const object = tokens.word(at);
    if (object === 'MATERIALIZED')
        return readView(scan, from, at + 2, to, flags, 'create_materialized_view');
    if (object === 'SERVER' && tokens.word(at + 1) === 'ROLE')
        return readNamed(scan, 'create_role', from, at + 2, to, flags);
    if (object === 'USER' && tokens.word(at + 1) === 'MAPPING')
        return readNamed(scan, 'create_other', from, at + 4, to, flags);
    if (object === 'APPLICATION' && tokens.word(at + 1) === 'ROLE') {
        return readNamed(scan, 'create_role', from, at + 2, to, flags);
    }
    const kind = OBJECTS[object];
    if (kind === undefined) {
        const known = OTHERS.has(object) || OTHERS.has(tokens.word(at - 1));
        const target = (0,names/* readName */.MQ)(tokens, at + 1, scan.lexical).target;
        scan.add('create_other', from, to, { ...flags, target });
        return known;
    }
    switch (kind) {
        case 'create_table':
            if (tokens.word(at - 1) === 'FOREIGN')
                return readForeignTable(scan, from, at + 1, to);
            return readTable(scan, from, at + 1, to, flags);
        case 'create_index':
            return readIndex(scan, from, at + 1, to, flags);
        case 'create_view':
            return readView(scan, from, at + 1, to, flags, kind);
        case 'create_function':
        case 'create_procedure':
            return readRoutine(scan, kind, from, at + 1, to, flags);
        case 'create_trigger':
        case 'create_event':
        case 'create_rule':
            return readTriggered(scan, kind, from, at + 1, to, flags);
        default:
            return readNamed(scan, kind, from, at + 1, to, flags);
    }
}
/** ``DEFINER = `root`@`localhost` ``. */
function skipDefiner(scan, at, to) {
    const { tokens } = scan;
    let next = at + 1;
    if (tokens.word(next) === '=')
        next++;
    next++;
    if (tokens.word(next) === '(')
        next = scan.afterParenthesis(next, to);
    // `@host` is one token that looks like a variable, or an operator and a token.
    if (tokens.kind(next) === text_tokens.T.param)
        return next + 1;
    return tokens.word(next) === '@' ? next + 2 : next;
}
/**
 * CREATE FOREIGN TABLE. Its rows are elsewhere, so it does not count as a new table: a later DELETE from it is no less
 * harmful.
 */
function readForeignTable(scan, from, at, to) {
    const exists = (0,reader_scan/* readIfExists */.OR)(scan, at);
    const { target, next } = (0,names/* readName */.MQ)(scan.tokens, exists.next, scan.lexical);
    scan.add('create_other', from, to, { target, ifNotExists: exists.ifNotExists });
    readForeignOptions(scan, from, to, target);
    return next > exists.next;
}
/** Options of file_fdw: `program` is run on the server, `filename` is a file on it. */
function readForeignOptions(scan, from, to, target) {
    const { tokens } = scan;
    for (let at = from; at < to; at++) {
        if (tokens.kind(at + 1) !== text_tokens.T.string)
            continue;
        const word = tokens.word(at);
        if (word === 'PROGRAM')
            scan.add('execute_program', from, to, { target });
        else if (word === 'FILENAME')
            scan.add('copy_from', from, to, { target, endpoint: 'file' });
    }
}
/** Storage engines whose tables show rows of other tables or other servers. */
const FOREIGN_ROWS_ENGINE = /^(?:MERGE|MRG_MYISAM|FEDERATED|CONNECT|SPIDER)$/;
function hasForeignRows(scan, from, to) {
    const engine = scan.find('ENGINE', from, to);
    if (engine < 0)
        return false;
    return FOREIGN_ROWS_ENGINE.test(scan.tokens.word(scan.tokens.word(engine + 1) === '=' ? engine + 2 : engine + 1));
}
function readTable(scan, from, at, to, flags) {
    const { tokens, lexical } = scan;
    const exists = (0,reader_scan/* readIfExists */.OR)(scan, at);
    const { target, next } = (0,names/* readName */.MQ)(tokens, exists.next, lexical);
    if (next === exists.next) {
        scan.add('create_table', from, to, flags);
        return false;
    }
    const columns = [];
    const dataTypes = [];
    let hasPrimaryKey = false;
    let hasLike = false;
    if (tokens.word(next) === '(' && !scan.is(next + 1, 'SELECT')) {
        for (const part of scan.commaParts(next + 1, scan.afterParenthesis(next, to) - 1)) {
            const facts = isConstraint(scan, part.from)
                ? { hasPrimaryKey: readConstraint(scan, part.from, part.to).hasPrimaryKey ?? false }
                : readColumn(scan, part.from, part.to);
            hasPrimaryKey ||= facts.hasPrimaryKey ?? false;
            hasLike ||= tokens.word(part.from) === 'LIKE';
            if ('columns' in facts)
                for (const column of facts.columns ?? [])
                    columns.push(column);
            if ('dataTypes' in facts)
                for (const type of facts.dataTypes ?? [])
                    dataTypes.push(type);
        }
    }
    // LIKE, PARTITION OF, CLONE and a query may add a primary key that is not written here.
    const inherits = hasLike || scan.find(INHERITS, next, to) >= 0;
    if (hasForeignRows(scan, next, to)) {
        scan.add('create_other', from, to, { target, columns, dataTypes });
        return true;
    }
    scan.add('create_table', from, to, {
        orReplace: flags.orReplace,
        temporary: flags.temporary || (0,reader_scan/* isTemporaryName */.$W)(target, lexical),
        objectClass: endsWithCommit(scan, next, to) ? 'transaction table' : undefined,
        ifNotExists: exists.ifNotExists,
        target,
        table: scan.is(next, 'PARTITION', 'OF') ? (0,names/* qualified */.LX)((0,names/* readName */.MQ)(tokens, next + 2, lexical).target) : '',
        columns,
        dataTypes,
        hasPrimaryKey: hasPrimaryKey || !inherits ? hasPrimaryKey : undefined,
    });
    return true;
}
/** `ON COMMIT DROP` */
function endsWithCommit(scan, from, to) {
    const commit = scan.find('COMMIT', from, to);
    return commit >= 0 && scan.is(commit - 1, 'ON', 'COMMIT', 'DROP');
}
function readIndex(scan, from, at, to, flags) {
    const { tokens, lexical } = scan;
    const concurrently = tokens.word(at) === 'CONCURRENTLY';
    const exists = (0,reader_scan/* readIfExists */.OR)(scan, concurrently ? at + 1 : at);
    const name = tokens.word(exists.next) === 'ON'
        ? { target: names/* NO_TARGET */.CN, next: exists.next }
        : (0,names/* readName */.MQ)(tokens, exists.next, lexical);
    const on = scan.find('ON', name.next, to);
    if (on < 0)
        return false;
    const tableAt = tokens.word(on + 1) === 'ONLY' ? on + 2 : on + 1;
    const table = (0,names/* readName */.MQ)(tokens, tableAt, lexical);
    const columns = [];
    let open = table.next;
    if (tokens.word(open) === 'USING')
        open += 2;
    if (tokens.word(open) === '(') {
        for (const part of scan.commaParts(open + 1, scan.afterParenthesis(open, to) - 1)) {
            const column = nameAt(scan, part.from);
            if (column !== undefined && tokens.word(part.from + 1) !== '(')
                columns.push(column);
        }
    }
    scan.add('create_index', from, to, {
        target: name.target,
        table: (0,names/* qualified */.LX)(table.target),
        tableCreatedHere: (0,reader_scan/* isTemporaryName */.$W)(table.target, lexical),
        columns,
        unique: flags.unique,
        indexType: lexical.family === 'psql' && tableAt > on + 1 ? 'partitioned' : indexTypeOf(scan, at - 2),
        orReplace: flags.orReplace,
        ifNotExists: exists.ifNotExists,
        concurrently: concurrently || (lexical.family === 'sqlcmd' && isOnline(scan, table.next, to)),
        ...readOnlineOptions(scan, table.next, to),
    });
    return true;
}
function readView(scan, from, at, to, flags, kind) {
    const exists = (0,reader_scan/* readIfExists */.OR)(scan, at);
    const { target, next } = (0,names/* readName */.MQ)(scan.tokens, exists.next, scan.lexical);
    scan.add(kind, from, to, {
        target,
        orReplace: flags.orReplace,
        temporary: flags.temporary,
        ifNotExists: exists.ifNotExists,
    });
    return next > exists.next;
}
function readNamed(scan, kind, from, at, to, flags) {
    const { tokens, lexical } = scan;
    const exists = (0,reader_scan/* readIfExists */.OR)(scan, at);
    const { target, next } = tokens.kind(exists.next) === text_tokens.T.string ? literalName(scan, exists.next) : (0,names/* readName */.MQ)(tokens, exists.next, lexical);
    const facts = {
        target,
        orReplace: flags.orReplace,
        temporary: flags.temporary,
        ifNotExists: exists.ifNotExists,
    };
    if (kind === 'create_role')
        facts.privileges = roleAttributes(scan, next, to);
    if (kind === 'create_policy') {
        const on = scan.find('ON', next, to);
        if (on >= 0)
            facts.table = (0,names/* qualified */.LX)((0,names/* readName */.MQ)(tokens, on + 1, lexical).target);
    }
    if (kind === 'create_type')
        facts.columns = [];
    scan.add(kind, from, to, facts);
    if (kind === 'create_schema')
        readSchemaElements(scan, next, to);
    if (kind === 'create_role' && lexical.family === 'psql') {
        const member = scan.find(MEMBERS, next, to);
        if (member >= 0)
            scan.add('grant_role', from, to, { target });
    }
    return next > exists.next || kind === 'create_schema';
}
/**
 * Reads the statements in a CREATE SCHEMA, which have no `;` between them:
 * `CREATE SCHEMA s CREATE TABLE t (…) GRANT …`.
 */
function readSchemaElements(scan, from, to) {
    let at = scan.find(ELEMENTS, from, to);
    while (at >= 0) {
        const next = scan.find(ELEMENTS, at + 1, to);
        scan.readStatement(scan, at, next < 0 ? to : next);
        at = next;
    }
}
const ELEMENTS = new Set(['CREATE', 'GRANT']);
function literalName(scan, at) {
    const name = (0,names/* unquote */._n)(scan.tokens.raw(at));
    return { target: { name, schema: '', quoted: true, text: name }, next: at + 1 };
}
const ATTRIBUTES = new Set(['SUPERUSER', 'CREATEROLE', 'CREATEDB', 'REPLICATION', 'BYPASSRLS', 'LOGIN']);
/** The attributes given to a role, in lower case (`superuser`, `bypassrls`, …). */
function roleAttributes(scan, from, to) {
    const attributes = [];
    for (let at = from; at < to; at++) {
        const word = scan.tokens.word(at);
        if (ATTRIBUTES.has(word))
            attributes.push(word.toLowerCase());
    }
    return attributes;
}
/** The word after LANGUAGE, in lower case; empty if there is none. */
function readLanguage(scan, from, to) {
    const at = scan.find('LANGUAGE', from, to);
    if (at < 0)
        return '';
    const { tokens } = scan;
    if (tokens.kind(at + 1) === text_tokens.T.string)
        return (0,names/* unquote */._n)(tokens.raw(at + 1)).toLowerCase();
    return nameAt(scan, at + 1)?.toLowerCase() ?? '';
}
function readRoutine(scan, kind, from, at, to, flags) {
    const { tokens, lexical } = scan;
    const exists = (0,reader_scan/* readIfExists */.OR)(scan, at);
    const { target, next } = (0,names/* readName */.MQ)(tokens, exists.next, lexical);
    if (next === exists.next)
        return false;
    const parameters = tokens.word(next) === '(' ? scan.afterParenthesis(next, to) : next;
    const language = readLanguage(scan, parameters, to);
    const soname = scan.find('SONAME', next, to) >= 0;
    const assembly = scan.is(scan.find('EXTERNAL', parameters, to) + 1, 'NAME');
    const external = language === 'c' || language === 'internal' || soname || (lexical.family === 'sqlcmd' && assembly);
    scan.add(kind, from, to, { target, orReplace: flags.orReplace, ifNotExists: exists.ifNotExists, language });
    if (external) {
        scan.add('load_library', from, to, { target, language });
        return true;
    }
    if (lexical.family === 'psql')
        scan.out.temporaryLast = namesTemporarySchema(scan, parameters, to);
    readBody(scan.at('routine_body'), parameters, to, language);
    return true;
}
/** `SET search_path = public, pg_temp`: with it, a real table hides a temporary one. */
function namesTemporarySchema(scan, from, to) {
    for (let at = from; at < to; at++)
        if (scan.tokens.kind(at) !== text_tokens.T.dollar && /pg_temp|current/i.test(scan.tokens.raw(at)))
            return true;
    return false;
}
/** Reads the new body in an ALTER of a T-SQL routine or trigger, or of a MySQL event. `at` is the name. */
function readAlteredBody(scan, from, at, to) {
    const { tokens, lexical } = scan;
    const { target, next } = (0,names/* readName */.MQ)(tokens, at, lexical);
    const body = scan.at('routine_body');
    if (lexical.family === 'sqlcmd') {
        const start = batchBody(scan, tokens.word(next) === '(' ? scan.afterParenthesis(next, to) : next, to);
        if (scan.is(start, 'EXTERNAL', 'NAME'))
            scan.add('load_library', from, to, { target });
        else
            (0,reader_body/* readBodyStatements */.xX)(body, start, to);
    }
    else if (lexical.family === 'mysql') {
        const start = scan.find('DO', next, to);
        if (start >= 0)
            (0,reader_body/* readBodyStatements */.xX)(body, start + 1, to);
    }
}
/** Reads the body of a routine: a string after AS, or the tokens themselves. */
function readBody(scan, from, to, language) {
    const { tokens, lexical } = scan;
    if (lexical.family === 'psql') {
        for (let at = from; at < to; at++) {
            if (tokens.word(at) !== 'AS')
                continue;
            const kind = tokens.kind(at + 1);
            if (kind !== text_tokens.T.string && kind !== text_tokens.T.dollar)
                continue;
            (0,reader_body/* readRoutineText */.sp)(scan, at + 1, 'routine_body', language);
            return;
        }
        const begin = scan.find('BEGIN', from, to);
        if (begin >= 0)
            (0,reader_body/* readBodyStatements */.xX)(scan, begin, to);
        return;
    }
    if (lexical.family === 'sqlcmd')
        return (0,reader_body/* readBodyStatements */.xX)(scan, batchBody(scan, from, to), to);
    (0,reader_body/* readBodyStatements */.xX)(scan, bodyStart(scan, from, to), to);
}
/** The token after the AS of a T-SQL routine, skipping `EXECUTE AS` and `@parameter AS type`. */
function batchBody(scan, from, to) {
    const { tokens } = scan;
    for (let at = from; at < to; at++) {
        if (tokens.word(at) !== 'AS' || tokens.kind(at - 1) === text_tokens.T.param)
            continue;
        if (!/^EXEC(?:UTE)?$/.test(tokens.word(at - 1)))
            return at + 1;
    }
    return to;
}
/** Words behind which a table takes columns of another one, or rows of a query. */
const INHERITS = new Set(['LIKE', 'PARTITION', 'OF', 'CLONE', 'INHERITS', 'AS', 'SELECT']);
const MEMBERS = new Set(['ROLE', 'ADMIN', 'USER', 'IN']);
const BODY_VERBS = new Set(`BEGIN INSERT UPDATE DELETE REPLACE SELECT SET CALL IF CASE WHILE LOOP REPEAT TRUNCATE DROP ALTER CREATE RETURN EXECUTE
   PREPARE GRANT REVOKE WITH`.split(/\s+/));
function bodyStart(scan, from, to) {
    const at = scan.find(BODY_VERBS, from, to);
    return at < 0 ? to : at;
}
function readTriggered(scan, kind, from, at, to, flags) {
    const { tokens, lexical } = scan;
    const exists = (0,reader_scan/* readIfExists */.OR)(scan, at);
    const { target, next } = (0,names/* readName */.MQ)(tokens, exists.next, lexical);
    // `ON event TO table` of a rule; an event trigger has no table.
    const on = scan.find(kind === 'create_rule' ? 'TO' : 'ON', next, to);
    const hasTable = on >= 0 && kind !== 'create_event' && tokens.word(at - 2) !== 'EVENT';
    const table = hasTable ? (0,names/* qualified */.LX)((0,names/* readName */.MQ)(tokens, on + 1, lexical).target) : '';
    scan.add(kind, from, to, {
        target,
        table,
        orReplace: flags.orReplace,
        temporary: flags.temporary,
        ifNotExists: exists.ifNotExists,
    });
    if (lexical.family === 'psql' && kind === 'create_trigger')
        return next > exists.next;
    const body = triggeredBody(scan, kind, next, to);
    if (body < to)
        (0,reader_body/* readBodyStatements */.xX)(scan.at('routine_body'), body, to);
    return next > exists.next;
}
/** The start of the body of a trigger, event or rule; `to` if it has none. */
function triggeredBody(scan, kind, from, to) {
    const { tokens, lexical } = scan;
    if (kind === 'create_event' || kind === 'create_rule') {
        const found = scan.find('DO', from, to);
        if (found < 0)
            return to;
        let at = found + 1;
        while (tokens.word(at) === 'ALSO' || tokens.word(at) === 'INSTEAD' || tokens.word(at) === '(')
            at++;
        return at;
    }
    if (lexical.family === 'sqlcmd')
        return batchBody(scan, from, to);
    if (lexical.family === 'sqlite') {
        const begin = scan.find('BEGIN', from, to);
        return begin < 0 ? to : begin;
    }
    const row = scan.find('ROW', from, to);
    if (row < 0)
        return to;
    const order = tokens.word(row + 1);
    return order === 'FOLLOWS' || order === 'PRECEDES' ? row + 3 : row + 1;
}

;// CONCATENATED MODULE: ./build/esm/sql/reader/table-options.js

/** Options of MySQL's and MariaDB's ALTER TABLE that begin a part of it. They can stand in one part, without commas. */
const OPTIONS = new Set(`ENGINE TYPE ROW_FORMAT KEY_BLOCK_SIZE ENCRYPTION ENCRYPTED ENCRYPTION_KEY_ID PAGE_COMPRESSED PAGE_COMPRESSION_LEVEL TABLESPACE
   COMMENT AUTO_INCREMENT DEFAULT CHARACTER CHARSET COLLATE CHECKSUM DELAY_KEY_WRITE MAX_ROWS MIN_ROWS AVG_ROW_LENGTH PACK_KEYS
   STATS_PERSISTENT STATS_AUTO_RECALC STATS_SAMPLE_PAGES COMPRESSION CONNECTION INSERT_METHOD UNION`.split(/\s+/));
/** Those that write every row again. Measured on MariaDB 10.11; MySQL's manual says the same of its own. */
const REBUILDING = /^(?:ENGINE|TYPE|ROW_FORMAT|KEY_BLOCK_SIZE|ENCRYPTION|ENCRYPTED|ENCRYPTION_KEY_ID|PAGE_COMPRESSED|PAGE_COMPRESSION_LEVEL|TABLESPACE)$/;
/** Actions on partitions that write the rows of partitions again. */
const PARTITION_ACTIONS = /^(?:COALESCE|REORGANIZE|REBUILD|OPTIMIZE)$/;
/** Whether the part of MySQL's or MariaDB's ALTER TABLE writes every row of the table or of its partitions again. */
function rebuildsTable(scan, from, to) {
    const { tokens } = scan;
    const word = tokens.word(from);
    const next = tokens.word(from + 1);
    if (tokens.kind(from) !== text_tokens.T.word)
        return false;
    if (word === 'FORCE' && to === from + 1)
        return true;
    if (word === 'ORDER' || word === 'PARTITION')
        return next === 'BY';
    if (word === 'REMOVE')
        return next === 'PARTITIONING';
    if (PARTITION_ACTIONS.test(word))
        return next === 'PARTITION';
    if (word === 'ADD' || word === 'DROP')
        return scan.is(from + 1, 'SYSTEM', 'VERSIONING');
    if (!OPTIONS.has(word))
        return false;
    for (let at = from; at < to; at++)
        if (tokens.kind(at) === text_tokens.T.word && REBUILDING.test(tokens.word(at)) && isOption(scan, at, from))
            return true;
    return false;
}
const PARTITION = new Set(['PARTITION']);
/** Whether the word begins an option, and is not the value of the one before it: `COLLATE = engine`. */
function isOption({ tokens }, at, from) {
    return at === from || tokens.word(at - 1) !== '=';
}
/** `ALTER TABLE t ADD COLUMN x int PARTITION BY …`: the partitions stand at the end, without a comma before them. */
function partitionsTable(scan, from, to) {
    const { tokens } = scan;
    for (let at = scan.find(PARTITION, from, to); at >= 0; at = scan.find(PARTITION, at + 1, to))
        if (tokens.word(at + 1) === 'BY' && tokens.kind(at) === text_tokens.T.word)
            return at > from && tokens.word(at - 1) !== ',';
    return false;
}

;// CONCATENATED MODULE: ./build/esm/sql/reader/alter-table.js









/** Operations of ALTER TABLE on an index: their target is the table, as an index of MySQL has no name of its own. */
const INDEX_KINDS = new Set(['create_index', 'drop_index']);
const PARTITIONS = new Set(['PARTITIONS']);
const REWRITE = { maintenance: 'rewrite' };
const NOT_COLUMNS = new Set(['CONSTRAINT', 'INDEX', 'KEY', 'CHECK', 'PARTITION']);
/** Reads the actions of an ALTER TABLE, each as an operation; `at` is the token after ALTER TABLE. */
function readAlterTable(scan, from, at, to) {
    const { tokens, lexical } = scan;
    if (scan.is(at, 'ALL', 'IN', 'TABLESPACE')) {
        scan.add('alter_table', from, to, { target: (0,names/* readName */.MQ)(tokens, at + 3, lexical).target });
        return true;
    }
    const exists = (0,reader_scan/* readIfExists */.OR)(scan, at);
    const start = tokens.word(exists.next) === 'ONLY' ? exists.next + 1 : exists.next;
    const { target, next } = (0,names/* readName */.MQ)(tokens, start, lexical);
    if (next === start) {
        scan.add('alter_table', from, to);
        return false;
    }
    let first = next;
    if (tokens.word(first) === '*')
        first++;
    const unchecked = tokens.word(first) === 'WITH' && tokens.word(first + 1) === 'NOCHECK';
    if (tokens.word(first) === 'WITH' && /^(?:NO)?CHECK$/.test(tokens.word(first + 1)))
        first += 2;
    const parts = scan.commaParts(first, to);
    const validated = validatedConstraints(scan, parts);
    const temporary = (0,reader_scan/* isTemporaryName */.$W)(target, lexical);
    const table = (0,names/* qualified */.LX)(target);
    const options = readOnlineOptions(scan, first, to);
    // MariaDB: `ALTER ONLINE TABLE` is LOCK=NONE.
    const common = tokens.word(from + 1) === 'ONLINE' && lexical.family === 'mysql'
        ? { target, temporary, lockOption: 'none', ...options }
        : { target, temporary, ...options };
    if (tokens.word(from + 1) === 'FOREIGN')
        readForeignOptions(scan, from, to, target);
    let previous = '';
    let understood = parts.length > 0;
    const isMysql = lexical.family === 'mysql';
    for (const part of parts) {
        const start = part.from === first ? from : part.from;
        const rewrite = isMysql && rebuildsTable(scan, part.from, part.to);
        const online = lexical.family === 'sqlcmd' && isOnline(scan, part.from, part.to);
        const add = (kind, facts = {}) => {
            scan.add(kind, start, part.to, {
                ...common,
                ...(INDEX_KINDS.has(kind) && { table }),
                ...(online && { concurrently: true }),
                ...(rewrite && kind === 'alter_table' && REWRITE),
                ...facts,
                ...(unchecked && kind === 'add_constraint' && { notValid: true }),
                ...(kind === 'add_constraint' && validated.has(facts.constraint) && { notValid: false }),
            });
        };
        const action = readAction(scan, part.from, part.to, previous, add);
        if (action === undefined)
            understood = false;
        else
            previous = action;
    }
    if (isMysql && partitionsTable(scan, first, to))
        scan.add('alter_table', from, to, { ...common, ...REWRITE });
    return understood;
}
/** The constraints that the statement validates: if it also adds them, it checks every row under the lock for that. */
function validatedConstraints(scan, parts) {
    const validated = parts.filter(({ from }) => scan.is(from, 'VALIDATE', 'CONSTRAINT'));
    return new Set(validated.map(({ from }) => nameAt(scan, from + 2)));
}
/**
 * Reads one action. Returns its first word, which T-SQL's lists do not repeat; undefined if the action is not
 * recognised.
 */
function readAction(scan, at, to, previous, add) {
    const { tokens } = scan;
    const word = tokens.word(at);
    switch (word) {
        case 'ADD':
            readAdd(scan, at + 1, to, add);
            return word;
        case 'DROP':
            readDropAction(scan, at + 1, to, add);
            return tokens.word(at + 1) === 'PARTITION' ? 'PARTITION' : word;
        case 'ALTER':
            readAlterColumn(scan, at + 1, to, add);
            return word;
        case 'MODIFY':
        case 'CHANGE':
            readChange(scan, word, tokens.word(at + 1) === 'COLUMN' ? at + 2 : at + 1, to, add);
            return word;
        case 'RENAME':
            readRename(scan, at + 1, add);
            return word;
        case 'OWNER':
            add('change_owner', { objectClass: 'relation' });
            return word;
        case 'SET':
            if (tokens.word(at + 1) === 'SCHEMA')
                add('set_schema', { objectClass: 'relation' });
            else
                add('alter_table', { maintenance: rewritesTable(scan, at + 1) ? 'rewrite' : '' });
            return word;
        case 'ATTACH':
            add('attach_partition', { table: (0,names/* qualified */.LX)((0,names/* readName */.MQ)(tokens, at + 2, scan.lexical).target) });
            return word;
        case 'DETACH':
            add('detach_partition', {
                table: (0,names/* qualified */.LX)((0,names/* readName */.MQ)(tokens, at + 2, scan.lexical).target),
                concurrently: scan.find('CONCURRENTLY', at, to) >= 0,
            });
            return word;
        case 'TRUNCATE':
            add('truncate_partition', { filter: 'none' });
            return 'PARTITION';
        case 'SWITCH':
        case 'EXCHANGE':
            add('switch_partition');
            return word;
        case 'ENABLE':
        case 'DISABLE':
        case 'FORCE':
        case 'NO':
            readToggle(scan, word, at + 1, to, add);
            return word;
        case 'INHERIT':
            add('alter_table', { table: (0,names/* qualified */.LX)((0,names/* readName */.MQ)(tokens, at + 1, scan.lexical).target) });
            return word;
        case 'DISCARD':
        case 'ENGINE':
            if (word === 'DISCARD' || tokens.word(to - 1) === 'BLACKHOLE')
                add('truncate', { filter: 'none' });
            else
                add('alter_table');
            return word;
        case 'REBUILD':
            add('alter_table');
            if (scan.lexical.family === 'sqlcmd')
                add('maintain', { maintenance: 'reindex' });
            return word;
        case 'CONVERT':
            if (tokens.word(at + 1) === 'PARTITION')
                add('detach_partition');
            else
                add('alter_table', REWRITE);
            return word;
        case 'VALIDATE':
            add('validate_constraint', { constraint: nameAt(scan, at + 2) ?? '' });
            return word;
        default:
            return readContinued(scan, at, to, previous, add);
    }
}
/** PostgreSQL: whether SET at `at` moves or rewrites the rows. */
function rewritesTable(scan, at) {
    return /^(?:LOGGED|UNLOGGED|TABLESPACE)$/.test(scan.tokens.word(at)) || scan.is(at, 'ACCESS', 'METHOD');
}
/** Reads a part that does not start with an action: the next item of a list (`ADD a int, b int`), or a table option. */
function readContinued(scan, at, to, previous, add) {
    if (previous === 'PARTITION')
        return previous;
    if (scan.lexical.family === 'sqlcmd') {
        // `ENABLE TRIGGER a, b`, `NOCHECK CONSTRAINT a, b`
        if (/^(?:ENABLE|DISABLE|NOCHECK|CHECK)$/.test(previous) && to === at + 1)
            return previous;
        if (previous === 'ADD') {
            readAdd(scan, at, to, add);
            return previous;
        }
        if (previous === 'DROP') {
            readDropAction(scan, at, to, add);
            return previous;
        }
    }
    if (scan.tokens.kind(at) !== text_tokens.T.word) {
        add('alter_table');
        return undefined;
    }
    add('alter_table');
    const word = scan.tokens.word(at);
    return TABLE_OPTIONS.has(word) || scan.lexical.family === 'mysql' ? word : undefined;
}
const TABLE_OPTIONS = new Set('INHERIT CLUSTER REPLICA RESET OF NOT NOCHECK CHECK REBUILD WITH WITHOUT OPTIONS USING COLLATE ENGINE SPLIT MERGE'.split(' '));
function readAdd(scan, at, to, add) {
    const { tokens } = scan;
    let start = at;
    if (tokens.word(start) === 'COLUMN')
        start++;
    else if (tokens.word(start) === 'PARTITION') {
        add('attach_partition');
        // A partition by hash takes rows of the others.
        if (scan.find(PARTITIONS, start, to) >= 0)
            add('alter_table', REWRITE);
        return;
    }
    else if (scan.is(start, 'SYSTEM', 'VERSIONING'))
        return add('alter_table');
    else if (isConstraint(scan, start)) {
        if (isIndexWord(scan, start))
            return add('create_index', { indexType: indexTypeOf(scan, start) });
        const exists = tokens.word(start) === 'CONSTRAINT' ? (0,reader_scan/* readIfExists */.OR)(scan, start + 1) : undefined;
        return add('add_constraint', {
            ...readConstraint(scan, exists?.ifNotExists ? exists.next - 1 : start, to),
            ifNotExists: exists?.ifNotExists ?? false,
        });
    }
    const exists = (0,reader_scan/* readIfExists */.OR)(scan, start);
    start = exists.next;
    if (tokens.word(start) === '(') {
        for (const part of scan.commaParts(start + 1, scan.afterParenthesis(start, to) - 1))
            readAdd(scan, part.from, part.to, add);
        return;
    }
    const column = readColumn(scan, start, to);
    const defaultKind = readDefaultKind(scan, start, to);
    const { ifNotExists } = exists;
    const hasDefault = column.hasDefault || (defaultKind !== '' && defaultKind !== undefined);
    add('add_column', { ...column, hasDefault, defaultKind, ifNotExists });
    // With a default, a constraint on the column has rows to check.
    for (const constraint of readInlineConstraints(scan, start, to))
        add('add_constraint', { ...constraint, hasDefault, ifNotExists });
}
function isIndexWord(scan, at) {
    const word = scan.tokens.word(at);
    if (scan.lexical.family !== 'mysql')
        return word === 'INDEX';
    return /^(?:INDEX|KEY|FULLTEXT|SPATIAL)$/.test(word);
}
function readDropAction(scan, at, to, add) {
    const { tokens } = scan;
    const word = tokens.word(at);
    const cascade = (0,reader_scan/* hasCascade */.Ts)(scan, at, to);
    const after = (start) => (0,reader_scan/* readIfExists */.OR)(scan, start);
    switch (word) {
        case 'CONSTRAINT':
        case 'FOREIGN':
        case 'CHECK':
        case 'PRIMARY': {
            const exists = after(word === 'FOREIGN' || word === 'PRIMARY' ? at + 2 : at + 1);
            const constraintType = { FOREIGN: 'foreign_key', CHECK: 'check', PRIMARY: 'primary_key', CONSTRAINT: '' }[word];
            const constraint = word === 'PRIMARY' ? '' : (nameAt(scan, exists.next) ?? '');
            return add('drop_constraint', {
                cascade,
                constraint,
                constraintType,
                ...(exists.ifExists && { ifExists: true }),
            });
        }
        case 'INDEX':
        case 'KEY':
            return add('drop_index', { cascade });
        case 'PARTITION':
            return add('drop_partition', { cascade });
        case 'PERIOD':
        case 'SYSTEM':
        case 'FILTER':
            return add('alter_table');
    }
    const exists = after(word === 'COLUMN' ? at + 1 : at);
    const columns = [];
    if (tokens.word(exists.next) === '(') {
        for (const part of scan.commaParts(exists.next + 1, scan.afterParenthesis(exists.next, to) - 1)) {
            columns.push(nameAt(scan, part.from) ?? '');
        }
    }
    else
        columns.push(nameAt(scan, exists.next) ?? '');
    add('drop_column', { columns, cascade, ...(exists.ifExists && { ifExists: true }) });
}
function readAlterColumn(scan, at, to, add) {
    const { tokens, lexical } = scan;
    const word = tokens.word(at);
    if (word !== 'COLUMN' && NOT_COLUMNS.has(word))
        return add('alter_table');
    const start = word === 'COLUMN' ? at + 1 : at;
    const columns = [nameAt(scan, start) ?? ''];
    const action = start + 1;
    const first = tokens.word(action);
    const second = tokens.word(action + 1);
    if (first === 'TYPE')
        return add('alter_column_type', { columns, dataTypes: [readType(scan, action + 1, to)] });
    if (first === 'SET' && second === 'DATA') {
        return add('alter_column_type', { columns, dataTypes: [readType(scan, action + 3, to)] });
    }
    if (first === 'SET' && second === 'NOT')
        return add('set_not_null', { columns, notNull: true });
    if (first === 'SET' && second === 'DEFAULT') {
        return add('set_default', {
            columns,
            hasDefault: true,
            defaultKind: readExpressionKind(scan, action + 2, to),
        });
    }
    if (first === 'DROP' && second === 'NOT')
        return add('drop_not_null', { columns });
    if (first === 'DROP' && second === 'DEFAULT')
        return add('drop_default', { columns });
    if (lexical.family === 'sqlcmd' && first !== 'ADD' && first !== 'DROP') {
        return add('alter_column_type', { ...readColumn(scan, start, to), columns });
    }
    add('alter_table', { columns });
}
/** MySQL: `MODIFY c type …`, `CHANGE old new type …`. */
function readChange(scan, word, at, to, add) {
    const exists = (0,reader_scan/* readIfExists */.OR)(scan, at);
    const old = nameAt(scan, exists.next) ?? '';
    const definition = word === 'CHANGE' ? exists.next + 1 : exists.next;
    const facts = readColumn(scan, definition, to);
    add('alter_column_type', { ...facts, columns: [old] });
    const renamed = nameAt(scan, definition) ?? '';
    if (word === 'CHANGE' && renamed.toLowerCase() !== old.toLowerCase())
        add('rename_column', { columns: [old] });
}
function readRename(scan, at, add) {
    const { tokens } = scan;
    const word = tokens.word(at);
    if (word === 'TO' || word === 'AS')
        return add('rename_table');
    if (word === 'CONSTRAINT' || word === 'INDEX' || word === 'KEY')
        return add('rename_other');
    const column = word === 'COLUMN' ? at + 1 : at;
    if (word !== 'COLUMN' && tokens.word(at + 1) !== 'TO')
        return add('rename_table');
    add('rename_column', { columns: [nameAt(scan, column) ?? ''] });
}
const TRIGGER_OR_RULE = new Set(['TRIGGER', 'RULE']);
function readToggle(scan, word, at, to, add) {
    const row = scan.find('ROW', at, to);
    const on = word === 'ENABLE' || word === 'FORCE';
    if (row >= 0)
        return add(on ? 'enable_row_security' : 'disable_row_security');
    const trigger = scan.find(TRIGGER_OR_RULE, at, to);
    if (trigger >= 0)
        return add(on ? 'enable_trigger' : 'disable_trigger');
    add('alter_table');
}

;// CONCATENATED MODULE: ./build/esm/sql/reader/maintenance.js



/** What each statement does, by its first word; words that are not listed have no kind of their own. */
const MAINTENANCE = {
    VACUUM: 'vacuum',
    ANALYZE: 'analyze',
    REINDEX: 'reindex',
    CLUSTER: 'cluster',
    CHECKPOINT: 'checkpoint',
    OPTIMIZE: 'optimize',
    CHECK: 'check',
    CHECKSUM: 'check',
    REPAIR: 'repair',
};
/** Words between the first word and the name of the object. */
const BEFORE_NAME = /^(?:TABLE|TABLES|DATABASE|INDEX|SCHEMA|SYSTEM|VIEW|CONCURRENTLY|FULL|FREEZE|VERBOSE|ANALYZE|ANALYSE|LOCAL|NO_WRITE_TO_BINLOG)$/;
const FULL = new Set(['FULL']);
const CONCURRENTLY = new Set(['CONCURRENTLY']);
const maintenance_USING = new Set(['USING']);
/** VACUUM, ANALYZE, REINDEX, CLUSTER, OPTIMIZE, CHECK, REPAIR: one operation for each table. */
function readMaintenance(scan, from, to) {
    const { tokens, lexical } = scan;
    let at = from + 1;
    let options = from + 1;
    if (lexical.family === 'psql' && tokens.word(at) === '(')
        at = options = scan.afterParenthesis(at, to);
    const isIndex = tokens.word(at) === 'INDEX';
    while (at < to && BEFORE_NAME.test(tokens.word(at)) && tokens.kind(at) === text_tokens.T.word)
        at++;
    const full = scan.find(FULL, options, at) >= 0 || hasOption(scan, 'FULL', from + 1, options, true);
    const facts = {
        maintenance: full && tokens.word(from) === 'VACUUM' ? 'vacuum_full' : (MAINTENANCE[tokens.word(from)] ?? ''),
        concurrently: scan.find(CONCURRENTLY, options, at) >= 0 || hasOption(scan, 'CONCURRENTLY', from + 1, options, false),
        objectClass: isIndex ? 'index' : undefined,
    };
    if (at >= to) {
        scan.add('maintain', from, to, { ...facts, target: names/* NO_TARGET */.CN });
        return true;
    }
    // CLUSTER t USING i, and the older CLUSTER i ON t.
    const on = tokens.word(from) === 'CLUSTER' && tokens.word(at + 1) === 'ON' ? at + 2 : -1;
    if (on > 0)
        return addOne(scan, from, to, on, facts);
    const end = scan.find(maintenance_USING, at, to);
    for (const part of scan.commaParts(at, end < 0 ? to : end))
        addOne(scan, from, to, part.from, facts);
    return true;
}
function addOne(scan, from, to, at, facts) {
    scan.add('maintain', from, to, { ...facts, target: (0,names/* readName */.MQ)(scan.tokens, at, scan.lexical).target });
    return true;
}
/**
 * Whether PostgreSQL's list of options at `at` has the option: `(FULL)`, `(FULL on, VERBOSE)`, but not `(FULL false)`. A
 * literal is not looked at, as a history leaves out literals; it then counts as `otherwise`.
 */
function hasOption(scan, option, at, to, otherwise) {
    const { tokens } = scan;
    if (at >= to)
        return false;
    const part = scan.commaParts(at + 1, to - 1).find(({ from }) => tokens.word(from) === option);
    if (!part)
        return false;
    if (part.to === part.from + 1)
        return true;
    if (tokens.kind(part.from + 1) !== text_tokens.T.word)
        return otherwise;
    return !/^(?:FALSE|OFF)$/.test(tokens.word(part.from + 1));
}
/** T-SQL's UPDATE STATISTICS. */
function readStatistics(scan, from, to) {
    return addOne(scan, from, to, from + 2, { maintenance: 'statistics' });
}
/** What DBCC commands do; the others read or free memory. */
const DBCC = {
    CHECKDB: { maintenance: 'check' },
    CHECKTABLE: { maintenance: 'check' },
    CHECKFILEGROUP: { maintenance: 'check' },
    CHECKALLOC: { maintenance: 'check' },
    CHECKCATALOG: { maintenance: 'check' },
    CHECKCONSTRAINTS: { maintenance: 'check' },
    DBREINDEX: { maintenance: 'reindex' },
    // It holds locks for short times only, as ALTER INDEX … REORGANIZE does.
    INDEXDEFRAG: { maintenance: 'reindex', concurrently: true },
};
/** T-SQL: `DBCC CHECKTABLE (t)`. */
function readDbcc(scan, from, to) {
    return addOne(scan, from, to, from + 1, DBCC[scan.tokens.word(from + 1)] ?? {});
}
/** T-SQL: `ALTER INDEX i ON t REBUILD WITH (ONLINE = ON)`, `… REORGANIZE`, which is always online. */
function readIndexMaintenance(scan, from, at, to) {
    const { tokens, lexical } = scan;
    const { target, next } = (0,names/* readName */.MQ)(tokens, at, lexical);
    if (tokens.word(next) !== 'ON')
        return;
    const table = (0,names/* readName */.MQ)(tokens, next + 1, lexical);
    const action = tokens.word(table.next);
    if (action !== 'REBUILD' && action !== 'REORGANIZE')
        return;
    scan.add('maintain', from, to, {
        target,
        table: (0,names/* qualified */.LX)(table.target),
        maintenance: 'reindex',
        concurrently: action === 'REORGANIZE' || isOnline(scan, table.next, to),
        objectClass: 'index',
    });
}

;// CONCATENATED MODULE: ./build/esm/sql/reader/alter.js








function readAlter(scan, from, to) {
    const { tokens } = scan;
    let at = from + 1;
    for (;;) {
        const word = tokens.word(at);
        if (word === 'DEFINER')
            at = skipDefiner(scan, at, to);
        else if (word === 'ALGORITHM' && tokens.word(at + 1) === '=')
            at += 3;
        else if (word === 'SQL' && tokens.word(at + 1) === 'SECURITY')
            at += 3;
        else if (/^(?:FOREIGN|ONLINE|IGNORE|OR|OFFLINE)$/.test(word) && tokens.word(at + 1) !== 'DATA')
            at++;
        else
            break;
    }
    const object = tokens.word(at);
    switch (object) {
        case 'TABLE':
            return readAlterTable(scan, from, at + 1, to);
        case 'SYSTEM':
            return readAlterSystem(scan, from, at + 1, to);
        case 'ROLE':
        case 'USER':
        case 'GROUP':
        case 'LOGIN':
            return readAlterRole(scan, from, at + 1, to);
        case 'SERVER':
            if (tokens.word(at + 1) === 'ROLE')
                return readAlterRole(scan, from, at + 2, to);
            if (tokens.word(at + 1) === 'CONFIGURATION')
                return alter_readNamed(scan, 'alter_system', from, at + 2, to);
            return alter_readNamed(scan, 'alter_other', from, at + 1, to);
        case 'DEFAULT':
            if (tokens.word(at + 1) !== 'PRIVILEGES')
                return false;
            return readDefaultPrivileges(scan, from, at + 2, to);
        case 'AUTHORIZATION':
            return readAuthorization(scan, from, at, to);
        case 'POLICY':
            return readOn(scan, 'alter_policy', from, at + 1, to);
        case 'SECURITY':
            return readSecurityPolicy(scan, from, at + 2, to);
        case 'TYPE':
        case 'DOMAIN':
            return readAlterNamed(scan, 'alter_type', from, at + 1, to, 'type');
        case 'SEQUENCE':
            return readAlterNamed(scan, 'alter_sequence', from, at + 1, to, 'sequence');
        case 'SCHEMA':
            if (scan.lexical.family === 'sqlcmd')
                return readTransfer(scan, from, at + 1, to);
            return readAlterNamed(scan, 'alter_database', from, at + 1, to, 'schema');
        case 'DATABASE':
            return readAlterNamed(scan, 'alter_database', from, at + 1, to, 'database');
        case 'MATERIALIZED':
            return readAlterNamed(scan, 'alter_other', from, at + 2, to, 'materialized view');
        case 'EVENT':
        case 'FUNCTION':
        case 'PROCEDURE':
        case 'PROC':
        case 'TRIGGER': {
            const read = scan.lexical.family === 'sqlcmd' ? alter_readNamed : readAlterNamed;
            const understood = read(scan, 'alter_other', from, at + 1, to, ALTERED[object]);
            readAlteredBody(scan, from, at + 1, to);
            return understood;
        }
        case 'INDEX': {
            const understood = readAlterNamed(scan, 'alter_other', from, at + 1, to, 'index');
            if (scan.lexical.family === 'sqlcmd')
                readIndexMaintenance(scan, from, at + 1, to);
            return understood;
        }
        case 'MASTER':
        case 'SERVICE':
        case 'ASYMMETRIC':
        case 'EXTERNAL':
        case 'SEARCH':
        case 'ROUTE':
        case 'REMOTE':
        case 'MESSAGE':
        case 'WORKLOAD':
        case 'COLUMN':
        case 'VIEW':
        case 'ROUTINE':
        case 'AGGREGATE':
        case 'EXTENSION':
        case 'PUBLICATION':
        case 'SUBSCRIPTION':
        case 'LANGUAGE':
        case 'COLLATION':
        case 'CONVERSION':
        case 'STATISTICS':
        case 'TABLESPACE':
        case 'RULE':
        case 'OPERATOR':
        case 'TEXT':
        case 'LARGE':
        case 'CAST':
        case 'INSTANCE':
        case 'LOGFILE':
        case 'RESOURCE':
        case 'ASSEMBLY':
        case 'XML':
        case 'PARTITION':
        case 'CERTIFICATE':
        case 'CREDENTIAL':
        case 'SYMMETRIC':
        case 'QUEUE':
        case 'FULLTEXT':
        case 'APPLICATION':
        case 'AVAILABILITY':
        case 'ENDPOINT':
            return readAlterNamed(scan, 'alter_other', from, at + 1, to, ALTERED[object]);
        default:
            if (object === 'DATA' || tokens.word(at - 1) === 'FOREIGN')
                return readAlterNamed(scan, 'alter_other', from, at + 2, to);
            scan.add('alter_other', from, to);
            return false;
    }
}
function alter_readNamed(scan, kind, from, at, to, objectClass) {
    scan.add(kind, from, to, { target: (0,names/* readName */.MQ)(scan.tokens, at, scan.lexical).target, objectClass });
    return true;
}
/** The class of the altered object, for kinds that do not imply it. */
const ALTERED = {
    VIEW: 'view',
    EVENT: 'event',
    FUNCTION: 'function',
    AGGREGATE: 'function',
    PROCEDURE: 'procedure',
    PROC: 'procedure',
    EXTENSION: 'extension',
};
const T_SQL_CLASSES = {
    OBJECT: 'relation',
    TYPE: 'type',
    SCHEMA: 'schema',
    DATABASE: 'database',
    ROLE: 'role',
};
/** T-SQL's `[class ::] name`; the default class is OBJECT. */
function classifiedName(scan, at) {
    const { tokens, lexical } = scan;
    let next = at;
    while (tokens.kind(next) === text_tokens.T.word && tokens.word(next) !== '::' && next - at < 4)
        next++;
    if (tokens.word(next) !== '::')
        return { target: (0,names/* readName */.MQ)(tokens, at, lexical).target, objectClass: 'relation' };
    const objectClass = next === at + 1 ? T_SQL_CLASSES[tokens.word(at)] : undefined;
    return { target: (0,names/* readName */.MQ)(tokens, next + 1, lexical).target, objectClass };
}
/** T-SQL: `ALTER AUTHORIZATION ON OBJECT::t TO p`. */
function readAuthorization(scan, from, at, to) {
    const on = scan.find('ON', at, to);
    scan.add('change_owner', from, to, on < 0 ? {} : classifiedName(scan, on + 1));
    return on >= 0;
}
/** T-SQL: `ALTER SCHEMA s TRANSFER OBJECT::t`. */
function readTransfer(scan, from, at, to) {
    const transfer = scan.find('TRANSFER', at, to);
    if (transfer < 0)
        return alter_readNamed(scan, 'alter_database', from, at, to, 'schema');
    scan.add('set_schema', from, to, classifiedName(scan, transfer + 1));
    return true;
}
/** `ALTER SYSTEM SET name = …`, `ALTER SYSTEM RESET name`, `… RESET ALL`, MySQL's `ALTER INSTANCE`. */
function readAlterSystem(scan, from, at, to) {
    if (scan.is(at, 'RESET', 'ALL')) {
        scan.add('alter_system', from, to);
        return true;
    }
    return alter_readNamed(scan, 'alter_system', from, at + 1, to);
}
function readOn(scan, kind, from, at, to) {
    const { target, next } = (0,names/* readName */.MQ)(scan.tokens, at, scan.lexical);
    const on = scan.find('ON', next, to);
    const table = on < 0 ? '' : (0,names/* qualified */.LX)((0,names/* readName */.MQ)(scan.tokens, on + 1, scan.lexical).target);
    scan.add(kind, from, to, { target, table });
    return on >= 0;
}
/** `ALTER VIEW v RENAME TO w`, `ALTER FUNCTION f OWNER TO x`, `ALTER TYPE t ADD VALUE 'x'`. */
const ACTIONS = new Set(['RENAME', 'OWNER', 'SET', 'ADD', 'DROP', 'TRANSFER']);
function readAlterNamed(scan, kind, from, at, to, objectClass) {
    const { tokens } = scan;
    const exists = (0,reader_scan/* readIfExists */.OR)(scan, at);
    const { target, next } = (0,names/* readName */.MQ)(tokens, exists.next, scan.lexical);
    const facts = { target, ifExists: exists.ifExists, objectClass };
    const action = scan.find(ACTIONS, next, to);
    readReplicationRole(scan, from, to);
    const word = action < 0 ? '' : tokens.word(action);
    if (word === 'RENAME')
        scan.add('rename_other', from, to, facts);
    else if (word === 'OWNER')
        scan.add('change_owner', from, to, facts);
    else if (word === 'TRANSFER' || (word === 'SET' && tokens.word(action + 1) === 'SCHEMA'))
        scan.add('set_schema', from, to, facts);
    else if (kind === 'alter_type' && word === 'DROP' && tokens.word(action + 1) === 'ATTRIBUTE') {
        scan.add('drop_column', from, to, {
            ...facts,
            columns: [nameAt(scan, action + 2) ?? ''],
            cascade: (0,reader_scan/* hasCascade */.Ts)(scan, action, to),
        });
    }
    else if (kind === 'alter_type' && word === 'ADD' && isConstraint(scan, action + 1)) {
        scan.add('add_constraint', from, to, { ...facts, ...readConstraint(scan, action + 1, to) });
    }
    else if (kind === 'alter_type' && word === 'DROP' && tokens.word(action + 1) === 'CONSTRAINT') {
        scan.add('drop_constraint', from, to, { ...facts, constraint: nameAt(scan, action + 2) ?? '' });
    }
    else
        scan.add(kind, from, to, facts);
    return next > exists.next || kind === 'alter_other' || kind === 'alter_database';
}
/** `SET session_replication_role = replica` in an ALTER of a database, role or function: it disables triggers. */
function readReplicationRole(scan, from, to) {
    const at = scan.find('SESSION_REPLICATION_ROLE', from, to);
    if (at >= 0 && /replica/i.test(scan.tokens.raw(at + 2)))
        scan.add('disable_trigger', from, to);
}
function readAlterRole(scan, from, at, to) {
    const { tokens, lexical } = scan;
    const exists = (0,reader_scan/* readIfExists */.OR)(scan, at);
    const { target, next } = (0,names/* readName */.MQ)(tokens, exists.next, lexical);
    if (tokens.word(next) === 'ADD' && (tokens.word(next + 1) === 'MEMBER' || tokens.word(next + 1) === 'USER')) {
        scan.add('grant_role', from, to, {
            target,
            privileges: [target.text.toLowerCase()],
            grantees: [nameAt(scan, next + 2) ?? ''],
        });
        return true;
    }
    if (tokens.word(next) === 'DROP' && (tokens.word(next + 1) === 'MEMBER' || tokens.word(next + 1) === 'USER')) {
        scan.add('revoke_role', from, to, {
            target,
            privileges: [target.text.toLowerCase()],
            grantees: [nameAt(scan, next + 2) ?? ''],
        });
        return true;
    }
    readReplicationRole(scan, from, to);
    scan.add('alter_role', from, to, { target, privileges: roleAttributes(scan, next, to), ifExists: exists.ifExists });
    return true;
}
const GRANT_OR_REVOKE = new Set(['GRANT', 'REVOKE']);
function readDefaultPrivileges(scan, from, at, to) {
    const { tokens } = scan;
    const grantees = [];
    const receiver = scan.find('TO', at, to);
    const verb = scan.find(GRANT_OR_REVOKE, at, to);
    const toAt = receiver >= 0 ? receiver : scan.find('FROM', at, to);
    if (toAt >= 0)
        for (const part of scan.commaParts(toAt + 1, to))
            grantees.push((nameAt(scan, part.from) ?? '').toLowerCase());
    const privileges = [];
    const on = scan.find('ON', at, to);
    if (verb >= 0 && on > verb) {
        for (const part of scan.commaParts(verb + 1, on))
            privileges.push(tokens.word(part.from).toLowerCase());
    }
    scan.add('alter_default_privileges', from, to, { grantees, privileges });
    return verb >= 0;
}
/** T-SQL: `ALTER SECURITY POLICY p WITH (STATE = OFF)`, `… DROP FILTER PREDICATE ON t`. */
function readSecurityPolicy(scan, from, at, to) {
    const { target } = (0,names/* readName */.MQ)(scan.tokens, at, scan.lexical);
    scan.add('alter_policy', from, to, { target });
    for (let i = at; i < to; i++)
        if (scan.is(i, 'STATE', '=', 'OFF'))
            scan.add('disable_row_security', from, to, { target });
    return true;
}

;// CONCATENATED MODULE: ./build/esm/sql/reader/catalogs.js


const CATALOG_SCHEMAS = /^(?:sys|information_schema|pg_catalog)$/i;
/** PostgreSQL looks for these names in its catalog first. */
const PG_CATALOG = new Set([
    ...['pg_attribute', 'pg_class', 'pg_constraint', 'pg_database', 'pg_depend', 'pg_enum', 'pg_extension', 'pg_index'],
    ...['pg_indexes', 'pg_inherits', 'pg_matviews', 'pg_namespace', 'pg_policies', 'pg_policy', 'pg_proc', 'pg_roles'],
    ...[
        'pg_rules',
        'pg_sequence',
        'pg_sequences',
        'pg_stat_user_tables',
        'pg_tables',
        'pg_trigger',
        'pg_type',
        'pg_views',
    ],
    ...['pg_partitioned_table', 'pg_foreign_table', 'pg_attrdef', 'pg_user', 'pg_authid', 'pg_publication'],
]);
const LIST_ENDS = /^(?:WHERE|GROUP|ORDER|LIMIT|HAVING|LOOP|INTO|FETCH|OFFSET|OPTION|FOR)$/;
/** Words that end a statement without a `;` in T-SQL. */
const NEXT_STATEMENT = /^(?:IF|EXEC|EXECUTE|SET|DECLARE|ALTER|CREATE|DROP|INSERT|UPDATE|DELETE|PRINT|WHILE|BEGIN|END|RETURN|GOTO|ELSE|UNION)$/;
/** Maximum tokens of a FROM list. */
const MAX_LIST = 400;
/** Whether all tables of the FROM list that begins after `from` belong to the system catalog. */
function readsCatalogOnly(scan, from, end) {
    const to = Math.min(end, from + MAX_LIST);
    const { tokens, lexical } = scan;
    let expectsTable = true;
    let found = false;
    let ended = to === end;
    for (let at = from; at < to; at++) {
        const word = tokens.word(at);
        const isNext = lexical.family === 'sqlcmd' && NEXT_STATEMENT.test(word);
        if (tokens.kind(at) === text_tokens.T.terminator || word === ';' || LIST_ENDS.test(word) || isNext) {
            ended = true;
            break;
        }
        if (expectsTable) {
            const { target, next } = (0,names/* readName */.MQ)(tokens, at, lexical);
            const name = target.name?.toLowerCase() ?? '';
            const inCatalog = CATALOG_SCHEMAS.test(target.schema ?? '') ||
                (target.schema === '' && PG_CATALOG.has(name) && lexical.family === 'psql');
            if (next === at || !inCatalog || tokens.word(next) === '(')
                return false;
            found = true;
            expectsTable = false;
            at = next - 1;
        }
        else if (word === 'APPLY')
            return false;
        else if (word === ',' || word === 'JOIN')
            expectsTable = true;
        else if (word === '(')
            at = scan.afterParenthesis(at, to) - 1;
    }
    return found && !expectsTable && ended;
}
/** Whether the tokens are a column that holds a name, such as `d.name` or `c.relname`. */
function isCatalogName(scan, from, to) {
    const { target, next } = (0,names/* readName */.MQ)(scan.tokens, from, scan.lexical);
    const isName = /(?:name|schema)$/i.test(target.name ?? '');
    // `relname::text`, `name COLLATE x`, `name AS x`
    return (next > from &&
        isName &&
        (next === to || scan.tokens.word(next) === ':' || /^(?:COLLATE|AS|::)$/.test(scan.tokens.word(next))));
}

;// CONCATENATED MODULE: ./build/esm/sql/reader/texts.js
/** Maximum texts that one expression may produce. */
const MAX_TEXTS = 8;
/** Maximum characters of a text. */
const MAX_LENGTH = 1_000_000;
const ALLOWANCES = new WeakMap();
function allowanceOf(tokens) {
    const known = ALLOWANCES.get(tokens);
    if (known)
        return known;
    const allowance = { tokens: 30 * tokens.length + 100_000, characters: 10 * tokens.text.length + 1_000_000 };
    ALLOWANCES.set(tokens, allowance);
    return allowance;
}
/** Takes the reading of some tokens off the allowance of their text; false if it is used up. */
function mayRead(tokens, count) {
    const allowance = allowanceOf(tokens);
    allowance.tokens -= count;
    return allowance.tokens >= 0;
}
/** Takes texts off the allowance; they are unknown if it is used up. */
function allowed(tokens, texts) {
    const allowance = allowanceOf(tokens);
    for (const { text } of texts)
        allowance.characters -= text.length;
    return allowance.characters >= 0 ? texts : UNKNOWN;
}
const UNKNOWN = [{ text: '${value}', complete: false }];
/** A single name or value. */
const NAME = [{ text: '${value}', complete: true }];
/** Maximum assignments of a variable. */
const MAX_ASSIGNMENTS = 32;
/** Whether a variable has assignments, and few enough to read each of them wherever it is used. */
function isAssigned({ length }) {
    return length > 0 && length <= MAX_ASSIGNMENTS;
}
/** In the text of a variable: what the variable held before. */
const ITSELF = '${itself}';
/** All texts that parts can be joined to. */
function joined(parts) {
    const count = parts.reduce((product, { length }) => product * length, 1);
    const known = count > MAX_TEXTS ? parts.map((texts) => (texts.length > 1 ? UNKNOWN : texts)) : parts;
    let length = 0;
    let all = [{ parts: [], complete: true }];
    for (const texts of known) {
        length += Math.max(...texts.map(({ text }) => text.length));
        if (length > MAX_LENGTH)
            return UNKNOWN;
        if (texts.length === 1 && texts[0]) {
            for (const each of all) {
                each.parts.push(texts[0].text);
                each.complete &&= texts[0].complete;
            }
            continue;
        }
        all = all.flatMap((each) => texts.map(({ text, complete }) => ({ parts: [...each.parts, text], complete: each.complete && complete })));
    }
    return all.map(({ parts: texts, complete }) => ({ text: texts.join(''), complete }));
}
/** One of several texts. */
function either(all) {
    const complete = new Map();
    for (const each of all.flat()) {
        // NULL and an empty text run nothing.
        if (each.text.trim() === '' && each.complete)
            continue;
        complete.set(each.text, (complete.get(each.text) ?? true) && each.complete);
    }
    const distinct = [...complete].map(([text, isComplete]) => ({ text, complete: isComplete }));
    if (distinct.length > MAX_TEXTS)
        return distinct.every(isPlainName) ? NAME : UNKNOWN;
    return distinct.length > 0 ? distinct : [{ text: '', complete: true }];
}
function isPlainName({ text, complete }) {
    return complete && /^(?:[\w.]+|\$\{value\})$/.test(text);
}

;// CONCATENATED MODULE: ./build/esm/sql/reader/variables-mysql.js




/** Maximum tokens between the statement that sets a variable and the one that reads it. */
const MAX_DISTANCE = 1000;
/** Words after which the assignment may not have run, or another may have. */
const UNCERTAIN = /^(?:END|ELSE|ELSEIF|UNTIL|LEAVE|ITERATE|HANDLER|LOOP|WHILE|REPEAT|DO|CALL|EXECUTE|INSERT|UPDATE|DELETE|REPLACE|LOAD|SOURCE|DELIMITER|GET|FETCH)$/;
/**
 * The texts of a user variable (`@x`): those of the last assignment before, if it is a plain SET or SELECT … INTO and no
 * branch, loop or call lies between.
 */
function mysqlValues(reading, from, to) {
    const { scan } = reading;
    const { tokens } = scan;
    const name = variables_mysql_nameAt(scan, from);
    if (to !== from + 1 || tokens.kind(from) !== text_tokens.T.param || !/^@[\w$.]+$/.test(name))
        return UNKNOWN;
    for (let at = from - 1; at >= 0 && from - at < MAX_DISTANCE; at--) {
        if (!mayRead(tokens, 1))
            return UNKNOWN;
        if (tokens.word(at) === 'END')
            at = startOfCase(scan, at);
        if (tokens.kind(at) === text_tokens.T.param && variables_mysql_nameAt(scan, at) === name) {
            const read = assignment(reading, at, from);
            if (read)
                return read;
        }
        else if (tokens.kind(at) === text_tokens.T.directive || isUncertain(scan, at))
            return UNKNOWN;
    }
    return UNKNOWN;
}
/** `@x`, @`x` and `@'x'` are one variable. */
function variables_mysql_nameAt({ tokens }, at) {
    return tokens.raw(at).toLowerCase().replaceAll(/[`'"]/g, '');
}
/** `INSERT(…)` and `REPLACE(…)` are functions. */
function isUncertain({ tokens }, at) {
    const word = tokens.word(at);
    if (tokens.word(at + 1) === '(' && mayCallRoutine(tokens, at))
        return true;
    if (!UNCERTAIN.test(word) || tokens.word(at - 1) === '.')
        return false;
    return !/^(?:INSERT|REPLACE|REPEAT)$/.test(word) || tokens.word(at + 1) !== '(';
}
/** Functions and words before a parenthesis that assign no variable, beside those that are the same within a statement. */
const ASSIGNS_NOTHING = new Set(`COUNT SUM MIN MAX AVG GROUP_CONCAT IF IFNULL COALESCE NULLIF ISNULL CAST CONVERT QUOTE INSTR LOCATE SUBSTRING_INDEX
   FIND_IN_SET FIELD ELT GREATEST LEAST STRCMP BIN OCT CONV ROW_COUNT FOUND_ROWS LAST_INSERT_ID RAND UUID USER JSON_EXTRACT
   JSON_UNQUOTE JSON_CONTAINS JSON_LENGTH JSON_ARRAYAGG JSON_OBJECTAGG ROW_NUMBER REGEXP_LIKE REGEXP_REPLACE DATE_SUB
   IN AND OR NOT ON USING AS SELECT FROM WHERE HAVING WHEN THEN ELSE EXISTS ANY ALL SOME VALUES BY SET JOIN UNION DISTINCT
   BETWEEN LIKE LIMIT INTERVAL OVER CASE XOR DIV IS KEY INDEX UNIQUE PRIMARY FOREIGN CHECK ADD COLUMN COLUMNS DEFAULT
   PARTITION RANGE LIST HASH LESS THAN FULLTEXT SPATIAL CHAR VARCHAR BINARY VARBINARY INT INTEGER BIGINT SMALLINT TINYINT
   MEDIUMINT DECIMAL NUMERIC FLOAT DOUBLE BIT ENUM TEXT BLOB DATETIME CHARACTER SIGNED UNSIGNED`.split(/\s+/));
/** Words before the name of a table or index, behind which its columns are in parentheses. */
const BEFORE_TABLE = new Set('TABLE EXISTS REFERENCES INDEX KEY INTO VIEW CONSTRAINT UNIQUE'.split(' '));
/** Whether a name before a parenthesis may be that of a stored function, which can assign any user variable. */
function mayCallRoutine(tokens, at) {
    const kind = tokens.kind(at);
    if (kind !== text_tokens.T.word && kind !== text_tokens.T.quoted)
        return false;
    if (kind === text_tokens.T.word && (ASSIGNS_NOTHING.has(tokens.word(at)) || STABLE_FUNCTIONS.mysql.has(tokens.word(at))))
        return false;
    const before = tokens.word(at - 1) === '.' ? at - 3 : at - 1;
    return !BEFORE_TABLE.has(tokens.word(before));
}
/** The CASE of the expression that ends at `at`; `at` itself if it ends something else. */
function startOfCase({ tokens }, at) {
    let depth = 0;
    for (let start = at; start >= 0 && at - start < MAX_DISTANCE; start--) {
        const word = tokens.word(start);
        if (word === ';' || tokens.kind(start) === text_tokens.T.terminator)
            return at;
        if (word === 'END')
            depth++;
        else if (word === 'CASE' && --depth === 0)
            return start;
    }
    return at;
}
/** The texts that the variable at `at` is assigned there; undefined if it is only read. */
function assignment(reading, at, limit) {
    const { scan } = reading;
    const { tokens } = scan;
    const before = tokens.word(at - 1);
    const after = tokens.word(at + 1);
    const assigns = after === ':=' || (after === '=' && (before === 'SET' || before === ','));
    const end = endOfStatement(scan, at, limit);
    if (assigns) {
        const set = startOfStatement(scan, at);
        if (tokens.word(set) !== 'SET')
            return UNKNOWN;
        const [part] = scan.commaParts(at + 2, end);
        return part ? reading.read(part.from, part.to) : UNKNOWN;
    }
    if (before !== 'INTO')
        return /^(?:INTO|,)$/.test(before) && hasInto(scan, at) ? UNKNOWN : undefined;
    const select = startOfStatement(scan, at);
    if (tokens.word(select) !== 'SELECT' || after === ',')
        return UNKNOWN;
    const list = scan.find(variables_mysql_LIST_ENDS, select + 1, at);
    const source = scan.find(FROM, select + 1, end);
    const parts = scan.commaParts(select + 1, list < 0 ? at - 1 : list);
    const [only] = parts;
    if (!only || parts.length > 1 || scan.find(SETS, select, end) >= 0)
        return UNKNOWN;
    return reading.read(only.from, only.to, source >= 0 && readsCatalogOnly(scan, source + 1, end));
}
const FROM = new Set(['FROM']);
const SETS = new Set(['UNION', 'EXCEPT', 'INTERSECT']);
const variables_mysql_LIST_ENDS = new Set(['FROM', 'INTO']);
/** Whether the variable at `at` is in a list after INTO. */
function hasInto({ tokens }, at) {
    for (let before = at - 1; before >= 0 && (tokens.word(before) === ',' || tokens.kind(before) === text_tokens.T.param); before--)
        if (tokens.word(before - 1) === 'INTO')
            return true;
    return false;
}
function endOfStatement({ tokens }, from, to) {
    for (let at = from; at < to; at++)
        if (tokens.kind(at) === text_tokens.T.terminator || tokens.word(at) === ';')
            return at;
    return to;
}
/** The first token of the statement that `at` is in. A body of one statement, without BEGIN, begins elsewhere. */
function startOfStatement({ tokens }, at) {
    for (let start = at; start > 0 && at - start < MAX_DISTANCE; start--) {
        const word = tokens.word(start - 1);
        if (tokens.kind(start - 1) === text_tokens.T.terminator || word === ';' || /^(?:BEGIN|THEN)$/.test(word))
            return start;
        if (start === 1)
            return 0;
    }
    return at;
}

;// CONCATENATED MODULE: ./build/esm/sql/reader/variables-psql.js




const BODIES = new WeakMap();
/** Types whose values are numbers, dates or names that PostgreSQL quotes. */
const VALUE_TYPES = /^(?:INT|INT2|INT4|INT8|INTEGER|BIGINT|SMALLINT|NUMERIC|DECIMAL|REAL|BOOLEAN|BOOL|DATE|TIMESTAMP|TIMESTAMPTZ|UUID|OID|REGCLASS|REGTYPE)$/;
/** The texts of a variable of a PL/pgSQL body, or of a field of a loop's record, by all its assignments in the body. */
function psqlValues(reading, from, to) {
    const { scan, open } = reading;
    const { tokens, place } = scan;
    if (place !== 'do_block' && place !== 'routine_body')
        return UNKNOWN;
    if (tokens.kind(from) !== text_tokens.T.word && tokens.kind(from) !== text_tokens.T.quoted)
        return UNKNOWN;
    const end = beforeCast(scan, from, to);
    const field = end === from + 3 && tokens.word(from + 1) === '.' ? variables_psql_nameAt(scan, from + 2) : undefined;
    if (end !== from + 1 && field === undefined)
        return UNKNOWN;
    const name = variables_psql_nameAt(scan, from);
    const parameter = to === from + 1 ? reading.parameters?.get(name) : undefined;
    if (parameter !== undefined)
        return [{ text: parameter, complete: true }];
    const variable = variablesOf(scan).get(name);
    if (!variable?.declared || !isAssigned(variable.assigned) || open.has(name))
        return UNKNOWN;
    open.add(name);
    const values = variable.assigned.map((each) => assignedTexts(reading, each, field));
    open.delete(name);
    return either(values);
}
/** The end of a name without `::text` behind it. */
function beforeCast({ tokens }, from, to) {
    for (let at = from; at < to; at++)
        if (tokens.word(at) === '::' || (tokens.word(at) === ':' && at > from))
            return at;
    return to;
}
function variables_psql_nameAt({ tokens }, at) {
    const raw = tokens.raw(at);
    return tokens.kind(at) === text_tokens.T.quoted ? raw.slice(1, -1) : raw.toLowerCase();
}
function assignedTexts(reading, assigned, field) {
    const { scan } = reading;
    if (assigned === 'value')
        return field === undefined ? NAME : UNKNOWN;
    if (assigned === 'unknown')
        return UNKNOWN;
    const { kind, from, to, source, end } = assigned;
    const catalog = source >= 0 && readsCatalogOnly(scan, source + 1, end);
    if (kind === 'elements')
        return field === undefined ? variables_psql_elements(reading, from, to) : UNKNOWN;
    if (kind === 'text')
        return field === undefined ? reading.read(from, to, catalog) : UNKNOWN;
    return fieldOf(reading, from, to, catalog, field);
}
/** The value of a field of the rows that a loop's query gives; without a field, of its only column. */
function fieldOf(reading, from, to, catalog, field) {
    const { scan } = reading;
    const first = scan.tokens.word(from) === 'DISTINCT' ? from + 1 : from;
    const parts = scan.commaParts(first, to);
    if (field === undefined && parts.length !== 1)
        return UNKNOWN;
    for (const part of parts) {
        const isStar = scan.tokens.word(part.to - 1) === '*';
        if (isStar) {
            if (catalog && field !== undefined && /(?:name|schema)$/.test(field))
                return NAME;
            continue;
        }
        if (field !== undefined && variables_psql_nameAt(scan, part.to - 1) !== field)
            continue;
        const as = scan.find(AS, part.from, part.to);
        const end = as >= 0 ? as : withoutAlias(scan, part.from, part.to);
        if (catalog && isCatalogName(scan, part.from, end))
            return NAME;
        if (isUnnest(scan, part.from))
            return variables_psql_elements(reading, part.from + 2, scan.afterParenthesis(part.from + 1, end) - 1);
        return reading.read(part.from, end, catalog);
    }
    return UNKNOWN;
}
const AS = new Set(['AS']);
/** The end of an expression before an alias without AS. */
function withoutAlias({ tokens }, from, to) {
    const last = tokens.kind(to - 1) === text_tokens.T.word || tokens.kind(to - 1) === text_tokens.T.quoted;
    const before = tokens.kind(to - 2);
    const ended = before === text_tokens.T.word || before === text_tokens.T.quoted || before === text_tokens.T.string || tokens.word(to - 2) === ')';
    return last && ended && to - 2 >= from ? to - 1 : to;
}
function isUnnest(scan, at) {
    return scan.tokens.word(at) === 'UNNEST' && scan.tokens.word(at + 1) === '(';
}
/** The elements of `ARRAY['a', 'b']` or `'{a,b}'`: each a plain name. */
function variables_psql_elements(reading, from, to) {
    const { scan } = reading;
    const { tokens } = scan;
    if (tokens.word(from) === 'ARRAY' && tokens.word(from + 1) === '[') {
        for (let at = from + 2; at < to && tokens.word(at) !== ']'; at++) {
            if (tokens.word(at) === ',')
                continue;
            if (tokens.kind(at) !== text_tokens.T.string || !/^[\w.]+$/.test((0,reader_body/* decodeString */.sc)(tokens.raw(at), false)))
                return UNKNOWN;
        }
        return NAME;
    }
    if (tokens.kind(from) === text_tokens.T.string)
        return /^\{[\w., ]*\}$/.test((0,reader_body/* decodeString */.sc)(tokens.raw(from), false)) ? NAME : UNKNOWN;
    const variable = variablesOf(scan).get(variables_psql_nameAt(scan, from));
    const [only] = variable?.assigned ?? [];
    if (!variable?.declared || variable.assigned.length !== 1 || !only || only === 'value' || only === 'unknown')
        return UNKNOWN;
    const literal = tokens.kind(only.from) === text_tokens.T.string || tokens.word(only.from) === 'ARRAY';
    return only.kind === 'text' && literal ? variables_psql_elements(reading, only.from, only.to) : UNKNOWN;
}
function variablesOf(scan) {
    const known = BODIES.get(scan.tokens);
    if (known)
        return known;
    const variables = variablesIn(scan);
    BODIES.set(scan.tokens, variables);
    return variables;
}
const NO_VARIABLES = new Map();
const BOUNDARY = /^(?:;|BEGIN|THEN|ELSE|LOOP|DECLARE|>>)$/;
function variablesIn(scan) {
    const { tokens } = scan;
    const variables = new Map();
    const get = (at) => {
        const name = variables_psql_nameAt(scan, at);
        const variable = variables.get(name) ?? { declared: false, assigned: [] };
        variables.set(name, variable);
        return variable;
    };
    let declaring = false;
    /** The first token of the statement that `at` is in. */
    let start = 0;
    for (let at = 0; at < tokens.length; at++) {
        const word = tokens.word(at);
        if (at > 0 && BOUNDARY.test(tokens.word(at - 1)))
            start = at;
        if (at - start > MAX_STATEMENT)
            return NO_VARIABLES;
        if (word === 'DECLARE')
            declaring = true;
        else if (word === 'BEGIN')
            declaring = false;
        const isName = tokens.kind(at) === text_tokens.T.word || tokens.kind(at) === text_tokens.T.quoted;
        if (declaring && at === start && isName && word !== 'DECLARE')
            declare(scan, at, get);
        else if (!declaring && isName && /^(?::=|=)$/.test(tokens.word(at + 1)) && at === start)
            get(at).assigned.push(expression(scan, at + 2));
        else if (!declaring && isName && tokens.word(at + 1) === ':' && tokens.word(at + 2) === '=' && at === start)
            get(at).assigned.push(expression(scan, at + 3));
        else if (isName && at === start && /^[.[]$/.test(tokens.word(at + 1))) {
            get(at).assigned.push('unknown');
            // `block.variable := …`
            if (tokens.word(at + 1) === '.')
                get(at + 2).assigned.push('unknown');
        }
        else if (word === 'INTO' && !/^(?:INSERT|MERGE)$/.test(tokens.word(at - 1)))
            into(scan, start, at, get);
        else if ((word === 'FOR' || word === 'FOREACH') && at === start)
            loop(scan, at, get);
        else if (/^(?:CALL|GET)$/.test(word) && at === start)
            for (let next = at + 1, end = endOf(scan, at); next < end; next++)
                if (tokens.kind(next) === text_tokens.T.word)
                    get(next).assigned.push('unknown');
    }
    return variables;
}
/** Maximum tokens of a statement that uses variables. In a body with a longer one, no variable is known. */
const MAX_STATEMENT = 1000;
/** The end of a statement, or a later token if it is longer than the maximum. */
function endOf({ tokens }, from, ends = /^;$/) {
    let at = from;
    while (at < tokens.length && at - from <= MAX_STATEMENT) {
        if (tokens.kind(at) === text_tokens.T.terminator || ends.test(tokens.word(at)))
            return at;
        at++;
    }
    return at;
}
function expression(scan, from) {
    const to = endOf(scan, from);
    return { kind: 'text', from, to, source: -1, end: to };
}
function declare(scan, at, get) {
    const { tokens } = scan;
    const variable = get(at);
    const end = endOf(scan, at);
    const type = tokens.word(at + 1) === 'CONSTANT' ? at + 2 : at + 1;
    variable.declared = true;
    // Both names are one variable.
    if (tokens.word(at + 1) === 'ALIAS')
        for (const each of [variable, get(at + 3)])
            each.assigned.push('unknown');
    if (VALUE_TYPES.test(tokens.word(type)) && tokens.word(type + 1) !== '[')
        variable.assigned.push('value');
    for (let next = type; next < end; next++) {
        const word = tokens.word(next);
        const assigns = word === ':=' || word === '=' || word === 'DEFAULT';
        if (!assigns && !(word === ':' && tokens.word(next + 1) === '='))
            continue;
        if (variable.assigned.length === 0)
            variable.assigned.push(expression(scan, word === ':' ? next + 2 : next + 1));
        return;
    }
}
/** `SELECT a, b INTO x, y FROM …`; the INTO of any other statement gives values that are not known. */
function into(scan, start, at, get) {
    const { tokens } = scan;
    const end = endOf(scan, at);
    let next = tokens.word(at + 1) === 'STRICT' ? at + 2 : at + 1;
    const targets = [];
    for (; tokens.kind(next) === text_tokens.T.word || tokens.kind(next) === text_tokens.T.quoted; next += 2) {
        targets.push(next);
        // `INTO block.variable`, or a field of a record
        for (; tokens.word(next + 1) === '.'; next += 2)
            get(next + 2).assigned.push('unknown');
        if (tokens.word(next + 1) !== ',')
            break;
    }
    const source = scan.find(variables_psql_FROM, start, end);
    const isQuery = tokens.word(start) === 'SELECT' && scan.find(variables_psql_SETS, start, end) < 0;
    const list = { from: start + 1, to: source >= 0 && source < at ? source : at };
    const parts = targets.length === 1 ? [list] : scan.commaParts(list.from, list.to);
    targets.forEach((target, index) => {
        const part = parts.length === targets.length ? parts[index] : undefined;
        get(target).assigned.push(isQuery && part ? { kind: 'rows', ...part, source, end } : 'unknown');
    });
}
const variables_psql_FROM = new Set(['FROM']);
const IN = new Set(['IN']);
const variables_psql_SETS = new Set(['UNION', 'EXCEPT', 'INTERSECT']);
/** `FOR r IN SELECT …`, `FOR i IN 1..10`, `FOREACH x IN ARRAY a`. */
function loop(scan, at, get) {
    const { tokens } = scan;
    const end = endOf(scan, at, /^(?:;|LOOP)$/);
    const source = scan.find(IN, at, end);
    if (source < 0)
        return;
    const variable = get(at + 1);
    const first = tokens.word(source + 1) === '(' ? source + 2 : source + 1;
    const several = source > at + 2;
    if (tokens.word(at) === 'FOREACH') {
        variable.assigned.push(tokens.word(source + 1) === 'ARRAY'
            ? { kind: 'elements', from: source + 2, to: end, source: -1, end }
            : 'unknown');
        return;
    }
    const range = tokens.kind(source + 1) === text_tokens.T.number || tokens.word(source + 1) === 'REVERSE';
    if (range) {
        variable.declared = true;
        variable.assigned.push('value');
    }
    else if (tokens.word(first) === 'SELECT' && !several && scan.find(variables_psql_SETS, first, end) < 0) {
        const from = scan.find(variables_psql_FROM, first, end);
        variable.assigned.push({ kind: 'rows', from: first + 1, to: from < 0 ? end : from, source: from, end });
    }
    else {
        for (let name = at + 1; name < source; name += 2)
            get(name).assigned.push('unknown');
    }
}

;// CONCATENATED MODULE: ./build/esm/sql/reader/variables-sqlcmd.js



const BATCHES = new WeakMap();
const variables_sqlcmd_VALUE_TYPES = /^(?:INT|BIGINT|SMALLINT|TINYINT|BIT|DECIMAL|NUMERIC|FLOAT|REAL|MONEY|DATE|DATETIME|DATETIME2|TIME|UNIQUEIDENTIFIER)$/;
/**
 * The texts of a variable, by all its assignments in the batch. It must be declared there: a parameter holds what the
 * caller gives.
 */
function sqlcmdValues(reading, from, to) {
    const { scan, open } = reading;
    if (to !== from + 1 || scan.tokens.kind(from) !== text_tokens.T.param)
        return UNKNOWN;
    const name = scan.tokens.raw(from).toLowerCase();
    const variable = batchAt(scan, from).variables.get(name);
    if (!variable?.declared || open.has(name))
        return UNKNOWN;
    if (variable.isValue)
        return NAME;
    if (!isAssigned(variable.assigned))
        return UNKNOWN;
    open.add(name);
    const values = variable.assigned.map((each) => {
        if (each === 'unknown')
            return UNKNOWN;
        const catalog = each.source >= 0 && readsCatalogOnly(scan, each.source + 1, scan.tokens.length);
        return reading.read(each.from, each.to, catalog);
    });
    open.delete(name);
    return either(values);
}
function isEnd({ tokens }, at) {
    return tokens.kind(at) === text_tokens.T.terminator && tokens.word(at) !== ';';
}
function batchAt(scan, at) {
    const known = BATCHES.get(scan.tokens);
    if (known && at >= known.from && at < known.to)
        return known;
    let from = at;
    while (from > 0 && !isEnd(scan, from - 1))
        from--;
    let to = at;
    while (to < scan.tokens.length && !isEnd(scan, to))
        to++;
    const batch = { from, to, variables: variables_sqlcmd_variablesIn(scan, from, to) };
    BATCHES.set(scan.tokens, batch);
    return batch;
}
function variables_sqlcmd_variablesIn(scan, from, to) {
    const { tokens } = scan;
    const variables = new Map();
    /** The word that began what is read: DECLARE, SET or SELECT, outside of parentheses. */
    let verb = '';
    let depth = 0;
    for (let at = from; at < to; at++) {
        const word = tokens.word(at);
        if (word === '(')
            depth++;
        else if (word === ')')
            depth--;
        else if (depth <= 0 && STARTS.test(word))
            verb = word;
        if (tokens.kind(at) !== text_tokens.T.param || !tokens.raw(at).startsWith('@'))
            continue;
        const name = tokens.raw(at).toLowerCase();
        const variable = variables.get(name) ?? { declared: false, isValue: false, assigned: [] };
        variables.set(name, variable);
        if (verb === 'DECLARE' && depth <= 0 && /^(?:DECLARE|,)$/.test(tokens.word(at - 1)))
            variables_sqlcmd_declare(scan, at, to, variable);
        else {
            const assigned = assignmentAt(scan, at, to, depth <= 0 ? verb : '');
            if (assigned)
                variable.assigned.push(assigned);
        }
    }
    return variables;
}
const STARTS = /^(?:DECLARE|SET|SELECT|EXEC|EXECUTE|IF|WHILE|UPDATE|INSERT|DELETE|MERGE|FETCH|PRINT|CREATE|ALTER|DROP|BEGIN|END|ELSE|RETURN|WITH|WHERE|FROM|ORDER|GROUP|VALUES|RAISERROR|OPEN|CLOSE|DEALLOCATE|THROW|RECEIVE)$/;
function variables_sqlcmd_declare(scan, at, to, variable) {
    const { tokens } = scan;
    let next = tokens.word(at + 1) === 'AS' ? at + 2 : at + 1;
    variable.isValue = !variable.declared && variables_sqlcmd_VALUE_TYPES.test(tokens.word(next));
    variable.declared = true;
    while (next < to && /^[A-Z_]\w*$/.test(tokens.word(next)) && tokens.word(next) !== 'DECLARE') {
        next++;
        if (tokens.word(next) === '.')
            next++;
        else
            break;
    }
    if (tokens.word(next) === '(')
        next = scan.afterParenthesis(next, to);
    if (tokens.word(next) === '=')
        variable.assigned.push(variables_sqlcmd_expression(scan, next + 1, to, -1));
}
/** What the variable at `at` is assigned there; undefined if it is only read. */
function assignmentAt(scan, at, to, verb) {
    const { tokens } = scan;
    const before = tokens.word(at - 1);
    const after = tokens.word(at + 1);
    if (/^(?:OUT|OUTPUT)$/.test(after) || before === 'INTO' || isListed(scan, at))
        return 'unknown';
    const compound = /^(?:\+|-|\*|\/|%|&|\||\^)=$/.test(after) || (after === '+' && tokens.word(at + 2) === '=');
    if (verb === 'FETCH' || (verb === 'EXEC' && after === '=') || (verb === 'EXECUTE' && after === '='))
        return 'unknown';
    if (after !== '=' && !compound)
        return undefined;
    const sets = before === 'SET' || (verb === 'SELECT' && (before === 'SELECT' || before === ',' || before === ')'));
    if (!sets)
        return /^(?:SELECT|SET|UPDATE)$/.test(verb) ? 'unknown' : undefined;
    if (compound)
        return 'unknown';
    return variables_sqlcmd_expression(scan, at + 2, to, verb === 'SELECT' ? at + 2 : -1);
}
/** Whether the variable at `at` is in a list after INTO. */
function isListed({ tokens }, at) {
    let before = at - 1;
    while (tokens.word(before) === ',' && tokens.kind(before - 1) === text_tokens.T.param && at - before < 200)
        before -= 2;
    return tokens.word(before) === 'INTO';
}
/** Maximum tokens of an expression. */
const MAX_EXPRESSION = 1000;
/**
 * The longest `a + b + …` from `from`. T-SQL ends a statement without `;`, so another operator behind it makes the value
 * unknown.
 *
 * @param query the first token at which the FROM of a SELECT is looked for; -1 without a SELECT
 */
function variables_sqlcmd_expression(scan, from, end, query) {
    const { tokens } = scan;
    const to = Math.min(end, from + MAX_EXPRESSION);
    let at = from;
    for (;;) {
        const next = afterOperand(scan, at, to);
        if (next < 0)
            return 'unknown';
        at = next;
        if (tokens.word(at) !== '+' || at >= to)
            break;
        at++;
    }
    if (tokens.kind(at) === text_tokens.T.op && !/^[;,)]$/.test(tokens.word(at)) && at < to)
        return 'unknown';
    if (tokens.word(at) === 'COLLATE')
        return 'unknown';
    if (at >= to && to < end)
        return 'unknown';
    return { from, to: at, source: query < 0 ? -1 : sourceOf(scan, at, end) };
}
/** The FROM of the SELECT, after its list; -1 if it has none. */
function sourceOf(scan, from, to) {
    let depth = 0;
    for (let at = from; at < Math.min(to, from + 400); at++) {
        const word = scan.tokens.word(at);
        if (word === '(')
            depth++;
        else if (word === ')')
            depth--;
        if (depth > 0)
            continue;
        if (word === 'FROM')
            return at;
        if (word === ';' || STARTS.test(word))
            return -1;
    }
    return -1;
}
function afterOperand(scan, at, to) {
    const { tokens } = scan;
    const kind = tokens.kind(at);
    if (at >= to)
        return -1;
    if (tokens.word(at) === '(')
        return scan.afterParenthesis(at, to);
    if (kind === text_tokens.T.string || kind === text_tokens.T.number || kind === text_tokens.T.param)
        return at + 1;
    if (tokens.word(at) === 'CASE')
        return afterCase(scan, at, to);
    if (kind !== text_tokens.T.word && kind !== text_tokens.T.quoted)
        return -1;
    let next = at + 1;
    while (tokens.word(next) === '.')
        next += 2;
    return tokens.word(next) === '(' ? scan.afterParenthesis(next, to) : next;
}
function afterCase({ tokens }, from, to) {
    let depth = 0;
    for (let at = from; at < to; at++) {
        if (tokens.word(at) === 'CASE')
            depth++;
        else if (tokens.word(at) === 'END' && --depth === 0)
            return at + 1;
    }
    return -1;
}

;// CONCATENATED MODULE: ./build/esm/sql/reader/variables.js




/** The texts that a variable, in tokens `from` to `to`, may hold there. */
function valuesOf(reading, from, to) {
    switch (reading.scan.lexical.family) {
        case 'psql':
            return psqlValues(reading, from, to);
        case 'mysql':
            return mysqlValues(reading, from, to);
        case 'sqlcmd':
            return sqlcmdValues(reading, from, to);
        default:
            return UNKNOWN;
    }
}

;// CONCATENATED MODULE: ./build/esm/sql/reader/dynamic-text.js





/** Maximum nesting of calls and parentheses; deeper text is unknown. */
const MAX_DEPTH = 20;
/** Maximum parts of a text, with those of its variables. */
const MAX_PARTS = 2000;
/** Built-in functions that give a single name or value: they quote their argument, or ask the server for a name. */
const NAMES = {
    psql: new Set(['QUOTE_IDENT', 'QUOTE_LITERAL', 'QUOTE_NULLABLE', 'CURRENT_SCHEMA', 'CURRENT_DATABASE']),
    mysql: new Set(['QUOTE', 'DATABASE', 'SCHEMA']),
    sqlcmd: new Set(['QUOTENAME', 'DB_NAME', 'SCHEMA_NAME', 'OBJECT_NAME', 'OBJECT_SCHEMA_NAME']),
    sqlite: new Set(),
};
/** The same without parentheses, in PostgreSQL. */
const SESSION_NAMES = /^(?:CURRENT_USER|SESSION_USER|CURRENT_ROLE|CURRENT_SCHEMA|CURRENT_CATALOG|TG_TABLE_NAME|TG_TABLE_SCHEMA)$/;
/** REPLACE of SQL Server compares as the collation does. */
const KEEPS_CASE = new Set(['psql', 'mysql', 'sqlite']);
const EITHER = new Set(['IF', 'IIF', 'IFNULL', 'ISNULL', 'COALESCE', 'NULLIF']);
const CONCATENATES = {
    psql: new Set(['||']),
    sqlite: new Set(['||']),
    sqlcmd: new Set(['+']),
    mysql: new Set(),
};
/**
 * The texts that the expression in `from` to `to` may produce, as far as they are known.
 *
 * @param parameters what the parameters of the routine hold
 */
function readTexts(scan, from, to, parameters) {
    /** How many variables are being read, each in the value of the one before. */
    let variables = 0;
    const reading = {
        scan,
        open: new Set(),
        budget: { parts: MAX_PARTS },
        parameters,
        catalog: false,
        read: (first, end, catalog = false) => {
            if (variables >= MAX_DEPTH)
                return UNKNOWN;
            variables++;
            const texts = readExpression({ ...reading, catalog }, first, end, 0);
            variables--;
            return texts;
        },
    };
    const texts = readExpression(reading, from, to, 0);
    // A literal is read once. What variables hold can be read often.
    return to - from === 1 && scan.tokens.kind(from) !== text_tokens.T.word && scan.tokens.kind(from) !== text_tokens.T.param
        ? texts
        : allowed(scan.tokens, texts);
}
function readExpression(reading, from, to, depth) {
    const { scan } = reading;
    const { tokens } = scan;
    if (depth > MAX_DEPTH || reading.budget.parts-- <= 0 || from >= to || !mayRead(tokens, to - from))
        return UNKNOWN;
    let at = from;
    let end = to;
    for (let nested = 0; tokens.word(at) === '(' && scan.afterParenthesis(at, end) === end; nested++) {
        if (nested > MAX_DEPTH)
            return UNKNOWN;
        at++;
        end--;
    }
    if (tokens.word(at) === 'SELECT')
        return readQuery(reading, at, end, depth);
    const operands = scan.partsBetween(CONCATENATES[scan.lexical.family], at, end);
    if (operands.length > 1)
        return joined(operands.map((part) => readExpression(reading, part.from, part.to, depth + 1)));
    if (end - at === 1)
        return readToken(reading, at);
    if (tokens.word(at) === 'CASE' && tokens.word(end - 1) === 'END')
        return readCase(reading, at, end, depth);
    if (tokens.word(at + 1) === '(' && scan.afterParenthesis(at + 1, end) === end)
        return readFunction(reading, at, end, depth);
    if (areStrings(scan, at, end))
        return joined(Array.from({ length: end - at }, (_, i) => readToken(reading, at + i)));
    if (reading.catalog && isCatalogName(scan, at, end))
        return NAME;
    return valuesOf(reading, at, end);
}
/** Strings next to each other are one string in PostgreSQL and MySQL. */
function areStrings(scan, from, to) {
    if (scan.lexical.family === 'sqlcmd' || scan.lexical.family === 'sqlite')
        return false;
    for (let at = from; at < to; at++)
        if (scan.tokens.kind(at) !== text_tokens.T.string)
            return false;
    return true;
}
function readToken(reading, at) {
    const { tokens, lexical } = reading.scan;
    const raw = tokens.raw(at);
    switch (tokens.kind(at)) {
        case text_tokens.T.dollar: {
            const tag = raw.indexOf('$', 1) + 1;
            return [{ text: raw.slice(tag, -tag), complete: true }];
        }
        case text_tokens.T.string:
            return [{ text: (0,reader_body/* decodeString */.sc)(raw, lexical.backslash === 'always'), complete: true }];
        case text_tokens.T.number:
            return [{ text: raw, complete: true }];
    }
    const word = tokens.word(at);
    if (word === 'NULL')
        return [{ text: '', complete: true }];
    if (SESSION_NAMES.test(word) && lexical.family === 'psql')
        return NAME;
    if (reading.catalog && isCatalogName(reading.scan, at, at + 1))
        return NAME;
    return valuesOf(reading, at, at + 1);
}
function readFunction(reading, at, end, depth) {
    const { scan } = reading;
    const word = scan.tokens.word(at);
    if (NAMES[scan.lexical.family].has(word))
        return NAME;
    const parts = scan.commaParts(at + 2, end - 1);
    const read = (part) => part ? readExpression(reading, part.from, part.to, depth + 1) : UNKNOWN;
    if (word === 'CONCAT')
        return joined(parts.map(read));
    if (word === 'FORMAT' && scan.lexical.family === 'psql')
        return formatted(read(parts[0]), parts.slice(1).map(read));
    if (word === 'REPLACE' && KEEPS_CASE.has(scan.lexical.family))
        return replaced(parts.map(read));
    if (EITHER.has(word))
        return either((/^(?:IF|IIF)$/.test(word) ? parts.slice(1) : parts).map(read));
    if (/^(?:CHAR|NCHAR|CHR)$/.test(word) && parts.length === 1 && end - at === 4) {
        const code = Number(scan.tokens.raw(at + 2));
        return code > 0 && code < 0x10000 ? [{ text: String.fromCharCode(code), complete: true }] : UNKNOWN;
    }
    return UNKNOWN;
}
/** `replace(text, 'from', to)`: in a constant text, each occurrence becomes what `to` may be. */
function replaced(arguments_) {
    const [texts, searched, to] = arguments_;
    const [text, search] = [only(texts), only(searched)];
    if (text === undefined || !search || !to || arguments_.length !== 3)
        return UNKNOWN;
    const parts = text.split(search);
    if (parts.length > MAX_PARTS)
        return UNKNOWN;
    // Every occurrence becomes the same text.
    return either(to.map((value) => joined(parts.flatMap((part, at) => [literal(part), at < parts.length - 1 ? [value] : literal('')]))));
}
/** The text, if it is the only one and all of it is known. */
function only(texts = []) {
    const [first] = texts;
    return texts.length === 1 && first?.complete && !first.text.includes('${') ? first.text : undefined;
}
function literal(text) {
    return [{ text, complete: true }];
}
/** The results of `CASE … WHEN … THEN a ELSE b END`. */
function readCase(reading, from, to, depth) {
    const { tokens } = reading.scan;
    const results = [];
    let first = -1;
    let nested = 0;
    for (let at = from + 1; at < to; at++) {
        const word = tokens.word(at);
        if (word === '(' || word === 'CASE')
            nested++;
        else if ((word === ')' || word === 'END') && nested > 0)
            nested--;
        else if (nested > 0)
            continue;
        else if (word === 'WHEN' || word === 'ELSE' || word === 'END') {
            if (first >= 0)
                results.push(readExpression(reading, first, at, depth + 1));
            first = word === 'ELSE' ? at + 1 : -1;
        }
        else if (word === 'THEN')
            first = at + 1;
    }
    return results.length > 0 ? either(results) : UNKNOWN;
}
/** `SELECT expression [INTO v] [FROM …]`, of one column. */
function readQuery(reading, from, to, depth) {
    const { scan } = reading;
    const list = scan.find(QUERY_PARTS, from + 1, to);
    const end = list < 0 ? to : list;
    if (scan.commaParts(from + 1, end).length !== 1 || scan.find(SETS_OF_ROWS, from, to) >= 0)
        return UNKNOWN;
    const source = scan.find(dynamic_text_FROM, from + 1, to);
    const catalog = source >= 0 && readsCatalogOnly(scan, source + 1, to);
    const alias = scan.find(dynamic_text_AS, from + 1, end);
    return readExpression({ ...reading, catalog }, from + 1, alias < 0 ? end : alias, depth + 1);
}
const dynamic_text_FROM = new Set(['FROM']);
const dynamic_text_AS = new Set(['AS']);
const QUERY_PARTS = new Set(['FROM', 'INTO', 'WHERE', 'LIMIT', 'ORDER', 'GROUP', 'HAVING']);
const SETS_OF_ROWS = new Set(['UNION', 'EXCEPT', 'INTERSECT', 'DISTINCT', 'TOP']);
/** `format('… %I … %L …', …)`: %I and %L quote their argument; %s inserts it as it is. */
function formatted(templates, values) {
    const [template] = templates;
    if (!template || templates.length > 1)
        return UNKNOWN;
    const parts = [];
    let from = 0;
    let next = 0;
    for (const found of template.text.matchAll(/%(?:(\d+)\$)?-?(?:\d+|\*)?([sIL%])/g)) {
        parts.push([{ text: template.text.slice(from, found.index), complete: true }]);
        from = found.index + found[0].length;
        if (found[2] === '%') {
            parts.push([{ text: '%', complete: true }]);
            continue;
        }
        const value = values[found[1] === undefined ? next : Number(found[1]) - 1];
        next = found[1] === undefined ? next + 1 : Number(found[1]);
        const [only] = value ?? [];
        const literal = value?.length === 1 && only?.complete && /^[a-z_][a-z0-9_]*$/.test(only.text);
        parts.push(found[2] === 's' ? (value ?? UNKNOWN) : found[2] === 'I' && literal ? value : NAME);
    }
    parts.push([{ text: template.text.slice(from), complete: template.complete }]);
    return joined(parts);
}

;// CONCATENATED MODULE: ./build/esm/sql/reader/code.js









/** DO: PostgreSQL's anonymous block; MySQL's `DO expression`. */
function readDo(scan, from, to) {
    const { tokens, lexical } = scan;
    if (lexical.family === 'mysql') {
        scan.add('select', from, to);
        return true;
    }
    const language = readLanguage(scan, from, to) || 'plpgsql';
    scan.add('do_block', from, to, { language });
    for (let at = from + 1; at < to; at++) {
        const kind = tokens.kind(at);
        if (kind !== text_tokens.T.string && kind !== text_tokens.T.dollar)
            continue;
        if (tokens.word(at - 1) === 'LANGUAGE')
            continue;
        (0,reader_body/* readRoutineText */.sp)(scan, at, 'do_block', language);
        return true;
    }
    return false;
}
/** CALL, and T-SQL's EXEC in all its forms. */
function readCall(scan, from, to) {
    const { tokens, lexical } = scan;
    if (lexical.family === 'sqlcmd')
        return readExec(scan, from + 1, from, to);
    const { target } = (0,names/* readName */.MQ)(tokens, from + 1, lexical);
    scan.add('call', from, to, { target });
    return target.text !== '';
}
/** EXECUTE: dynamic SQL inside a PL/pgSQL body, a prepared statement elsewhere, EXECUTE IMMEDIATE anywhere. */
function readExecute(scan, from, to) {
    const { tokens, lexical } = scan;
    if (tokens.word(from + 1) === 'IMMEDIATE')
        return readDynamic(scan, from, from + 2, endOfText(scan, from + 2, to), to);
    if (lexical.family === 'sqlcmd')
        return readExec(scan, from + 1, from, to);
    const body = scan.place === 'do_block' || scan.place === 'routine_body';
    if (body && lexical.family === 'psql')
        return readDynamic(scan, from, from + 1, endOfText(scan, from + 1, to), to);
    scan.add('execute_prepared', from, to, { target: (0,names/* readName */.MQ)(tokens, from + 1, lexical).target });
    return true;
}
/** PERFORM: a SELECT whose result is discarded. */
function readPerform() {
    return true;
}
const TEXT_ENDS = new Set(['USING', 'INTO', 'LOOP']);
function endOfText(scan, from, to) {
    const end = scan.find(TEXT_ENDS, from, to);
    return end < 0 ? to : end;
}
/** `PREPARE s FROM 'text'` (MySQL) and `PREPARE s AS statement` (PostgreSQL). */
function readPrepare(scan, from, to) {
    const { tokens, lexical } = scan;
    if (lexical.family === 'mysql') {
        const text = scan.find('FROM', from, to);
        return text >= 0 && readDynamic(scan, from, text + 1, to, to);
    }
    scan.add('prepare', from, to);
    if (scan.is(from + 1, 'TRANSACTION'))
        return true;
    const as = scan.find('AS', from, to);
    if (as < 0 || as + 1 >= to)
        return false;
    return tokens.word(as + 1) !== '' && scan.readStatement(scan.at('prepared'), as + 1, to);
}
/**
 * `RETURN QUERY EXECUTE`, `FOR r IN EXECUTE` and `OPEN c FOR EXECUTE`: PostgreSQL refuses what returns no rows. It runs
 * `DELETE … RETURNING`.
 */
function isQuery(scan, from) {
    const { tokens, lexical } = scan;
    if (lexical.family !== 'psql')
        return false;
    const before = tokens.word(from - 1);
    if (before === 'QUERY')
        return tokens.word(from - 2) === 'RETURN';
    if (before === 'IN')
        return hasBefore(scan, from - 2, 'FOR');
    return before === 'FOR' && hasBefore(scan, from - 2, 'OPEN');
}
/** Maximum tokens between FOR or OPEN and its EXECUTE: a list of variables. */
const MAX_LEAD = 64;
/** Whether the statement that `at` is in begins with the word. */
function hasBefore({ tokens }, at, word) {
    for (let before = at; before >= 0 && at - before < MAX_LEAD; before--) {
        if (tokens.word(before) === word)
            return true;
        if (tokens.word(before) === ';' || tokens.kind(before) === text_tokens.T.terminator)
            return false;
    }
    return false;
}
const READS = new Set(['select', 'show']);
/** Reads the SQL that a string expression produces, as far as it is known. */
function readDynamic(scan, from, textFrom, textTo, to) {
    const before = scan.out.operations.length;
    const texts = readTexts(scan, textFrom, textTo);
    const called = texts.every(({ complete }) => complete) ? undefined : textsOfCalls(scan, textFrom, textTo);
    readDynamicText(scan, from, textFrom, textTo, to, called ?? texts);
    const execute = scan.out.operations[before];
    if (called && execute?.readable) {
        // What the routine runs in later calls is not known.
        scan.out.operations[before] = (0,reader_operation/* withFacts */.x)(execute, { readable: false, deferred: true });
        return true;
    }
    if (execute?.kind !== 'execute_dynamic' || execute.readable || !isQuery(scan, from) || !areReads(texts))
        return true;
    // What is not known of the text can only read. What is known is judged by its own operations.
    const others = scan.out.operations.slice(before + 1);
    if (others.every(({ kind }) => READS.has(kind))) {
        scan.out.operations.length = before;
        scan.at('dynamic').add('select', from, to);
        for (const other of others)
            scan.out.operations.push(other);
    }
    return true;
}
/**
 * The texts that the calls of the routine in this file run; undefined if they are not known. A parameter that the body
 * uses elsewhere too may be changed there, or be a column.
 */
function textsOfCalls(scan, from, to) {
    const calls = scan.place === 'routine_body' ? scan.out.literalCalls() : [];
    const here = new Map();
    if (calls.length === 0)
        return undefined;
    for (let at = from; at < to; at++) {
        if (scan.tokens.word(at) === 'SELECT')
            return undefined;
        const name = plainName(scan.tokens, at);
        here.set(name, (here.get(name) ?? 0) + 1);
    }
    const everywhere = namesIn(scan.tokens);
    // `$1` is another name of the first parameter.
    for (const name of everywhere.keys())
        if (/^\$\d/.test(name))
            return undefined;
    for (const name of calls[0]?.keys() ?? [])
        if (here.get(name) !== everywhere.get(name))
            return undefined;
    const texts = new Map();
    for (const call of calls)
        for (const text of readTexts(scan, from, to, call)) {
            if (!text.complete)
                return undefined;
            texts.set(text.text, text);
        }
    return [...texts.values()];
}
/** The token in lower case and without quotes. */
function plainName(tokens, at) {
    const raw = tokens.raw(at);
    return (tokens.kind(at) === text_tokens.T.quoted ? (0,names/* unquote */._n)(raw) : raw).toLowerCase();
}
const code_NAMES = new WeakMap();
/** How often each name occurs in a text. */
function namesIn(tokens) {
    const known = code_NAMES.get(tokens);
    if (known)
        return known;
    const names = new Map();
    for (let at = 0; at < tokens.length; at++) {
        const name = plainName(tokens, at);
        names.set(name, (names.get(name) ?? 0) + 1);
    }
    code_NAMES.set(tokens, names);
    return names;
}
/** Whether each text, or what it is appended to, begins with a verb that only reads. `WITH` can contain a write. */
function areReads(texts) {
    const first = texts.filter(({ text }) => !text.startsWith(ITSELF));
    return first.length > 0 && first.every(({ text }) => /^[\s(]*(?:SELECT|VALUES|TABLE|SHOW)\b/i.test(text));
}
function readDynamicText(scan, from, textFrom, textTo, to, texts) {
    const before = scan.out.operations.length;
    scan.add('execute_dynamic', from, to);
    // A text in dollar quotes is read in place, so that what is found in it has its own position.
    const inPlace = textTo - textFrom === 1 && scan.tokens.kind(textFrom) === text_tokens.T.dollar;
    let readable = true;
    for (const { text, complete } of texts) {
        const isRead = readBuiltText(scan, textFrom, inPlace ? undefined : text);
        readable &&= complete && isRead;
    }
    const execute = scan.out.operations[before];
    if (execute && !readable)
        scan.out.operations[before] = (0,reader_operation/* withFacts */.x)(execute, { readable: false });
}
/** Reads one text; false if a statement in it is not understood. */
function readBuiltText(scan, at, text) {
    if (text !== undefined && !/\w/.test(text.replaceAll('${value}', '')))
        return !text.includes('${value}');
    const inner = (0,reader_body/* openText */.Uq)(scan, at, 'dynamic', text);
    if (!inner)
        return true;
    let understood = true;
    for (const range of split(inner.tokens, scan.lexical)) {
        const isConstant = hasConstantVerb(inner, range.from, range.to);
        if (!inner.readStatement(inner, range.from, range.to) || !isConstant)
            understood = false;
    }
    return understood;
}
/** Whether the words that say what a statement does are constant. Even a quoted name can be such a word. */
function hasConstantVerb(scan, from, to) {
    const { tokens } = scan;
    if (tokens.kind(from) === text_tokens.T.placeholder)
        return false;
    if (!/^(?:CREATE|ALTER|DROP)$/.test(tokens.word(from)))
        return true;
    if (tokens.kind(from + 1) === text_tokens.T.placeholder)
        return false;
    if (!scan.is(from, 'ALTER', 'TABLE'))
        return true;
    let at = (0,reader_scan/* readIfExists */.OR)(scan, from + 2).next;
    if (tokens.word(at) === 'ONLY')
        at++;
    const { next } = (0,names/* readName */.MQ)(tokens, at, scan.lexical);
    return scan.commaParts(next, to).every((action) => tokens.kind(action.from) !== text_tokens.T.placeholder);
}
/** System procedures that do the work of a statement. */
const PROCEDURES = {
    SP_EXECUTESQL: (scan, from, to, at) => {
        const first = scan.commaParts(at, to)[0];
        const equals = first ? scan.find('=', first.from, first.to) : -1;
        if (first)
            readDynamic(scan, from, equals >= 0 ? equals + 1 : first.from, first.to, to);
    },
    SP_MSFOREACHTABLE: (scan, from, to, at) => void readDynamic(scan, from, at, firstArgument(scan, at, to), to),
    SP_MSFOREACHDB: (scan, from, to, at) => void readDynamic(scan, from, at, firstArgument(scan, at, to), to),
    SP_RENAME: readSpRename,
    XP_CMDSHELL: (scan, from, to) => scan.add('execute_program', from, to, { target: literalTarget('xp_cmdshell') }),
    SP_OACREATE: (scan, from, to) => scan.add('execute_program', from, to, { target: literalTarget('sp_oacreate') }),
    SP_OAMETHOD: (scan, from, to) => scan.add('execute_program', from, to, { target: literalTarget('sp_oamethod') }),
    XP_REGWRITE: (scan, from, to) => scan.add('execute_program', from, to, { target: literalTarget('xp_regwrite') }),
    SP_EXECUTE_EXTERNAL_SCRIPT: (scan, from, to) => scan.add('execute_program', from, to, { target: literalTarget('sp_execute_external_script') }),
    SP_ADD_JOBSTEP: (scan, from, to) => scan.add('execute_program', from, to, { target: literalTarget('sp_add_jobstep') }),
    SP_EXECUTE_REMOTE: (scan, from, to) => scan.add('execute_dynamic', from, to, { readable: false }),
    SP_CONFIGURE: (scan, from, to) => scan.add('alter_system', from, to, { target: literalTarget('sp_configure') }),
    SP_ADDROLEMEMBER: (scan, from, to) => scan.add('grant_role', from, to),
    SP_ADDSRVROLEMEMBER: (scan, from, to) => scan.add('grant_role', from, to),
    SP_DROPROLEMEMBER: (scan, from, to) => scan.add('revoke_role', from, to),
    SP_ADDLOGIN: (scan, from, to) => scan.add('create_role', from, to),
    SP_ADDUSER: (scan, from, to) => scan.add('create_role', from, to),
    SP_DROPLOGIN: (scan, from, to) => scan.add('drop_role', from, to),
    SP_DROPUSER: (scan, from, to) => scan.add('drop_role', from, to),
    SP_DETACH_DB: (scan, from, to) => scan.add('attach_database', from, to),
};
/** `sp_rename 'schema.table.column', 'new', 'COLUMN'`: a name in a string, with or without brackets. */
function readSpRename(scan, from, to, at) {
    const { tokens } = scan;
    const [name, , type] = scan.commaParts(at, to).map((part) => part.to - 1);
    const literal = name !== undefined && tokens.kind(name) === text_tokens.T.string ? (0,reader_body/* openText */.Uq)(scan, name, scan.place) : undefined;
    const read = literal ? (0,names/* readName */.MQ)(literal.tokens, 0, scan.lexical).target : undefined;
    const objectType = type === undefined ? '' : (0,reader_body/* decodeString */.sc)(tokens.raw(type), false).trim().toUpperCase();
    const kind = objectType === 'COLUMN'
        ? 'rename_column'
        : objectType === '' || objectType === 'OBJECT'
            ? 'rename_table'
            : 'rename_other';
    const unknown = { name: undefined, schema: undefined, quoted: false, text: scan.text(at, to) };
    const parts = read?.text.split('.') ?? [];
    // For a column, the table is the second-last part.
    if (kind !== 'rename_column' || !read)
        return scan.add(kind, from, to, { target: read ?? unknown });
    const table = parts.at(-2) ?? '';
    const target = { name: table, schema: parts.at(-3) ?? '', quoted: false, text: parts.slice(0, -1).join('.') };
    scan.add(kind, from, to, { target, columns: [parts.at(-1) ?? ''] });
}
function firstArgument(scan, from, to) {
    return scan.commaParts(from, to)[0]?.to ?? to;
}
function literalTarget(text) {
    return { name: text.toLowerCase(), schema: '', quoted: false, text };
}
/** T-SQL's EXEC; `at` is the token after the word. */
function readExec(scan, at, from, to) {
    const { tokens, lexical } = scan;
    if (tokens.word(at) === 'AS') {
        scan.add('set_role', from, to);
        return true;
    }
    if (tokens.word(at) === '(') {
        const close = scan.afterParenthesis(at, to);
        return readDynamic(scan, from, at + 1, close - 1, to);
    }
    // `EXEC @result = procedure …`
    const start = tokens.kind(at) === text_tokens.T.param && tokens.word(at + 1) === '=' ? at + 2 : at;
    if (tokens.kind(start) === text_tokens.T.param) {
        scan.add('execute_dynamic', from, to, { readable: false });
        return true;
    }
    const { target, next } = (0,names/* readName */.MQ)(tokens, start, lexical);
    if (next === start)
        return false;
    scan.add('call', from, to, { target: target ?? names/* NO_TARGET */.CN });
    PROCEDURES[(target.name ?? '').toUpperCase()]?.(scan, from, to, next);
    return true;
}
const FROM_OR_TO = new Set(['FROM', 'TO']);
/** `COPY t FROM …`, `COPY (query) TO …`, either with PROGRAM. */
function readCopy(scan, from, to) {
    const { tokens, lexical } = scan;
    const query = tokens.word(from + 1) === '(';
    const start = tokens.word(from + 1) === 'BINARY' ? from + 2 : from + 1;
    const name = query ? { target: names/* NO_TARGET */.CN, next: scan.afterParenthesis(start, to) } : (0,names/* readName */.MQ)(tokens, start, lexical);
    const direction = scan.find(FROM_OR_TO, name.next, to);
    if (direction < 0)
        return false;
    const columns = tokens.word(name.next) === '(' ? scan.commaParts(name.next + 1, scan.afterParenthesis(name.next, to) - 1) : [];
    scan.add(tokens.word(direction) === 'FROM' ? 'copy_from' : 'copy_to', from, to, {
        target: name.target,
        columns: columns.map((part) => (0,names/* readName */.MQ)(tokens, part.from, lexical).target.name ?? ''),
        endpoint: copyEndpoint(scan, direction + 1),
    });
    if (tokens.word(direction + 1) === 'PROGRAM')
        scan.add('execute_program', from, to, { target: literalTarget('copy program') });
    return true;
}
/** The endpoint after FROM or TO of a COPY; undefined if it is a placeholder or parameter. */
function copyEndpoint(scan, at) {
    const { tokens } = scan;
    const word = tokens.word(at);
    if (word === 'STDIN' || word === 'STDOUT')
        return 'client';
    if (word === 'PROGRAM')
        return 'program';
    return tokens.kind(at) === text_tokens.T.placeholder || tokens.kind(at) === text_tokens.T.param ? undefined : 'file';
}
/** T-SQL's `BULK INSERT t FROM 'file'`: the server opens the file. */
function readBulk(scan, from, to) {
    const { target, next } = (0,names/* readName */.MQ)(scan.tokens, from + 2, scan.lexical);
    scan.add('copy_from', from, to, { target, endpoint: 'file' });
    return scan.tokens.word(from + 1) === 'INSERT' && next > from + 2;
}
/** MySQL's LOAD DATA and LOAD XML; PostgreSQL's LOAD 'library'. */
function readLoad(scan, from, to) {
    const { tokens, lexical } = scan;
    const word = tokens.word(from + 1);
    if (word === 'DATA' || word === 'XML') {
        const into = scan.find('TABLE', from, to);
        const local = scan.find('LOCAL', from, into < 0 ? to : into) >= 0;
        scan.add('copy_from', from, to, {
            target: into < 0 ? names/* NO_TARGET */.CN : (0,names/* readName */.MQ)(tokens, into + 1, lexical).target,
            endpoint: local ? 'client' : 'file',
        });
        return into >= 0;
    }
    if (word === 'INDEX') {
        scan.add('maintain', from, to);
        return true;
    }
    scan.add('load_library', from, to);
    return tokens.kind(from + 1) === text_tokens.T.string;
}

;// CONCATENATED MODULE: ./build/esm/sql/expressions/parse.js
var parse_a;


const PRECEDENCE = {
    OR: 1,
    XOR: 2,
    AND: 3,
    '&&': 3,
    '=': 5,
    '==': 5,
    '<=>': 5,
    '<>': 5,
    '!=': 5,
    '<': 5,
    '>': 5,
    '<=': 5,
    '>=': 5,
    IS: 5,
    ISNULL: 5,
    NOTNULL: 5,
    IN: 6,
    '!<': 5,
    '!>': 5,
    BETWEEN: 6,
    LIKE: 6,
    ILIKE: 6,
    RLIKE: 6,
    REGEXP: 6,
    GLOB: 6,
    SIMILAR: 6,
    NOT: 6,
    '||': 7,
    '+': 8,
    '-': 8,
    '*': 9,
    '/': 9,
    '%': 9,
    DIV: 9,
    MOD: 9,
    AT: 11,
    COLLATE: 11,
    '::': 12,
    '[': 13,
};
/** Operators and the equivalent that replaces them. */
const EQUIVALENT_OPERATORS = {
    '&&': 'AND',
    '==': '=',
    '!=': '<>',
    '!<': '>=',
    '!>': '<=',
};
/** Keywords that may follow IS; anything else there is a value (SQLite). */
const IS_WORDS = new Set(['NULL', 'TRUE', 'FALSE', 'UNKNOWN', 'NORMALIZED', 'JSON', 'DOCUMENT', 'OF', 'NFC', 'NFD']);
/** Patterns that match every text, for operators whose wildcards are not those of LIKE. */
const ANY_TEXT = /^\^?(?:\.\*\??)?\$?$/;
const MATCHES_ALL = {
    GLOB: /^\*+$/,
    SIMILAR: /^%+$/,
    RLIKE: ANY_TEXT,
    REGEXP: ANY_TEXT,
};
/** Functions whose arguments may be separated by FROM and FOR. */
const FROM_ARGUMENTS = new Set(['extract', 'substring', 'trim', 'overlay']);
/** Maximum nesting, deeper than any real filter. */
const parse_MAX_DEPTH = 200;
/** Types of casts under which different values stay different. */
const FAITHFUL_TYPES = new Set(['TEXT', 'UUID']);
const INTERVAL_UNITS = new Set('YEAR QUARTER MONTH WEEK DAY HOUR MINUTE SECOND MICROSECOND'.split(' '));
const OPAQUE_OPERATORS = new Set(['->', '->>', '#>', '#>>', '~', '@', '?', '<<', '>>', '&', '|', '^', '#', '!']);
/**
 * Parses the expression in tokens `from` to `to`. Never throws: unsupported syntax becomes `opaque`. Undefined if the
 * expression is nested too deep.
 *
 * @param own lower-case names of the statement's only table, so that `t.id` and `id` are the same column
 */
function parseExpression(tokens, from, to, lexical, own = []) {
    const parser = new Parser(tokens, from, to, lexical.family === 'mysql', own);
    const expression = parser.parse(0, 0);
    if (parser.tooDeep)
        return undefined;
    return parser.at >= to ? expression : { kind: 'opaque', text: textOf(tokens, from, to), from, to, given: false };
}
function textOf(tokens, from, to) {
    const parts = [];
    for (let at = from; at < Math.min(to, from + 64); at++)
        parts.push(tokens.word(at) || tokens.raw(at));
    // A long text equals only itself.
    return to - from > 64 ? `${parts.join(' ')} #${from}` : parts.join(' ');
}
/** The expressions that an expression consists of; those of a CASE, a query and an opaque one are not listed. */
function partsOf(expression) {
    switch (expression.kind) {
        case 'call':
            return expression.args;
        case 'unary':
        case 'is':
        case 'query_in':
            return [expression.arg];
        case 'binary':
            return [expression.left, expression.right];
        case 'in':
            return [expression.arg, ...expression.items];
        case 'between':
            return [expression.arg, expression.low, expression.high];
        case 'like':
            return [expression.arg, expression.pattern];
        case 'any':
            return [expression.arg, expression.operand];
        default:
            return [];
    }
}
/** Whether its value does not depend on a row. */
function isGiven(expression) {
    if (expression.kind === 'unary')
        return isGiven(expression.arg);
    return expression.kind === 'constant' || (expression.kind === 'opaque' && expression.given);
}
function converted(expression) {
    return expression.kind === 'column' ? { ...expression, converted: true } : expression;
}
class Parser {
    at;
    /** Whether nesting exceeded the limit, which makes the result unusable. */
    tooDeep = false;
    #tokens;
    #to;
    #own;
    /** Whether the dialect is MySQL's, where `||` is OR and `!` is NOT. */
    #isMysql;
    constructor(tokens, from, to, isMysql, own) {
        this.#own = own;
        this.#tokens = tokens;
        this.at = from;
        this.#to = to;
        this.#isMysql = isMysql;
    }
    #word(ahead = 0) {
        return this.at + ahead < this.#to ? this.#tokens.word(this.at + ahead) : '';
    }
    #opaqueFrom(from) {
        return { kind: 'opaque', text: textOf(this.#tokens, from, this.at), from, to: this.at, given: false };
    }
    /** A value that is not evaluated here. */
    #givenFrom(from) {
        return { kind: 'opaque', text: textOf(this.#tokens, from, this.at), from, to: this.at, given: true };
    }
    /** What begins at `start`, and is described by its first operand and the tokens behind it. */
    #opaqueWith(first, start, from, given = false) {
        const text = `${first.kind} ${textOf(this.#tokens, from, this.at)}`;
        return { kind: 'opaque', text, from: start, to: this.at, given };
    }
    parse(minPrecedence, depth) {
        if (depth > parse_MAX_DEPTH) {
            const from = this.at;
            this.at = this.#to;
            this.tooDeep = true;
            return this.#opaqueFrom(from);
        }
        const start = this.at;
        let left = this.#prefix(depth);
        for (;;) {
            const word = this.#word();
            if (OPAQUE_OPERATORS.has(word)) {
                if (minPrecedence > 7)
                    return left;
                const from = this.at;
                this.at++;
                while (OPAQUE_OPERATORS.has(this.#word()) || (word === '~' && this.#word() === '*'))
                    this.at++;
                const right = this.parse(8, depth + 1);
                if (word === '~' && right.kind === 'constant' && ANY_TEXT.test(String(right.value))) {
                    left = { kind: 'like', arg: left, pattern: { kind: 'constant', value: '%' }, negated: false };
                    continue;
                }
                left = this.#opaqueWith(left, start, from, isGiven(left) && isGiven(right));
                continue;
            }
            const op = word === '||' && this.#isMysql ? 'OR' : word;
            const precedence = PRECEDENCE[op];
            if (precedence === undefined || precedence <= minPrecedence)
                return left;
            const next = this.#infix(op, left, precedence, depth, start);
            if (!next)
                return left;
            left = next;
        }
    }
    #infix(op, left, precedence, depth, start) {
        switch (op) {
            case 'IS':
                return this.#is(left, depth);
            case 'ISNULL':
                this.at++;
                return { kind: 'is', arg: left, what: 'NULL', negated: false };
            case 'NOTNULL':
                this.at++;
                return { kind: 'is', arg: left, what: 'NULL', negated: true };
            case 'NOT': {
                const inner = this.#word(1);
                if (inner === 'NULL') {
                    this.at += 2;
                    return { kind: 'is', arg: left, what: 'NULL', negated: true };
                }
                if (PRECEDENCE[inner] !== 6 || inner === 'NOT')
                    return undefined;
                this.at++;
                return this.#membership(inner, left, true, depth, start);
            }
            case 'IN':
            case 'BETWEEN':
            case 'LIKE':
            case 'ILIKE':
            case 'RLIKE':
            case 'REGEXP':
            case 'GLOB':
            case 'SIMILAR':
                return this.#membership(op, left, false, depth, start);
            case '::': {
                this.at++;
                const faithful = FAITHFUL_TYPES.has(this.#word());
                this.#typeName();
                return faithful ? left : converted(left);
            }
            case 'COLLATE':
                this.at += 2;
                while (this.#word() === '.' && this.at + 1 < this.#to)
                    this.at += 2;
                return converted(left);
            case 'AT':
                return this.#atTimeZone(left, depth);
            case '[': {
                const from = this.at;
                this.#skipBracket('[', ']');
                return this.#opaqueWith(left, start, from);
            }
        }
        this.at++;
        if (op === '=' && /^(?:ANY|SOME)$/.test(this.#word()) && this.#word(1) === '(' && this.#word(2) === 'ARRAY') {
            const items = this.#arrayItems(depth);
            if (items)
                return { kind: 'in', arg: left, items, negated: false };
        }
        if (/^(?:ANY|ALL|SOME)$/.test(this.#word()) && this.#word(1) === '(')
            return this.#quantified(op, left, depth, start);
        const right = this.parse(precedence, depth + 1);
        return { kind: 'binary', op: EQUIVALENT_OPERATORS[op] ?? op, left, right };
    }
    /** `left op ANY (…)`, with the cursor at ANY. */
    #quantified(op, left, depth, start) {
        const from = this.at;
        const some = op === '=' && this.#word() !== 'ALL';
        this.at++;
        const open = this.at;
        const isQuery = this.#startsQuery(1);
        this.#skipBracket('(', ')');
        const to = this.at;
        if (some && isQuery)
            return { kind: 'query_in', arg: left, negated: false, from: open, to };
        if (some) {
            this.at = open + 1;
            const operand = this.parse(0, depth + 1);
            const complete = this.at === to - 1;
            this.at = to;
            if (complete)
                return { kind: 'any', arg: left, operand, text: textOf(this.#tokens, from, to) };
        }
        const text = `${op} ${textOf(this.#tokens, from, to)}`;
        return { kind: 'opaque', text, from: start, to, given: false };
    }
    /** `x AT TIME ZONE 'y'`, and `x AT LOCAL`; undefined for anything else. */
    #atTimeZone(left, depth) {
        const from = this.at;
        if (this.#word(1) === 'LOCAL') {
            this.at += 2;
            return { kind: 'call', name: 'timezone', args: [left], text: textOf(this.#tokens, from, this.at) };
        }
        if (this.#word(1) !== 'TIME' || this.#word(2) !== 'ZONE')
            return undefined;
        this.at += 3;
        const zone = this.parse(11, depth + 1);
        return { kind: 'call', name: 'timezone', args: [left, zone], text: textOf(this.#tokens, from, this.at) };
    }
    #is(arg, depth) {
        this.at++;
        const negated = this.#word() === 'NOT';
        if (negated)
            this.at++;
        const what = this.#word();
        if (what === 'DISTINCT' && this.#word(1) === 'FROM') {
            this.at += 2;
            const right = this.parse(5, depth + 1);
            return { kind: 'binary', op: negated ? '<=>' : '<!=>', left: arg, right };
        }
        if (!IS_WORDS.has(what)) {
            return { kind: 'binary', op: negated ? '<!=>' : '<=>', left: arg, right: this.parse(5, depth + 1) };
        }
        this.at++;
        return { kind: 'is', arg, what, negated };
    }
    #membership(op, arg, negated, depth, start) {
        const from = this.at;
        this.at++;
        if (op === 'IN') {
            if (this.#word() === '(' && this.#startsQuery(1)) {
                const open = this.at;
                this.#skipBracket('(', ')');
                return { kind: 'query_in', arg, negated, from: open, to: this.at };
            }
            if (this.#word() !== '(') {
                this.#skipOperand(depth);
                return this.#opaqueWith(arg, start, from);
            }
            const items = this.#arguments(depth);
            return { kind: 'in', arg, items, negated };
        }
        if (op === 'BETWEEN') {
            if (this.#word() === 'SYMMETRIC' || this.#word() === 'ASYMMETRIC')
                this.at++;
            const low = this.parse(6, depth + 1);
            if (this.#word() !== 'AND')
                return this.#opaqueFrom(start);
            this.at++;
            const high = this.parse(6, depth + 1);
            return { kind: 'between', arg, low, high, negated };
        }
        if (op === 'SIMILAR' && this.#word() === 'TO')
            this.at++;
        const pattern = this.parse(6, depth + 1);
        const everything = MATCHES_ALL[op];
        if (everything && pattern.kind === 'constant' && everything.test(String(pattern.value)))
            return { kind: 'like', arg, pattern: { kind: 'constant', value: '%' }, negated };
        if (this.#word() === 'ESCAPE') {
            this.at++;
            this.parse(6, depth + 1);
        }
        if (op === 'LIKE' || op === 'ILIKE')
            return { kind: 'like', arg, pattern, negated };
        const text = `${op} ${textOf(this.#tokens, from, this.at)}`;
        return { kind: 'opaque', text, from: start, to: this.at, given: false };
    }
    #prefix(depth) {
        const tokens = this.#tokens;
        if (this.at >= this.#to)
            return { kind: 'opaque', text: '', from: this.#to, to: this.#to, given: false };
        const from = this.at;
        const kind = tokens.kind(from);
        const word = this.#word();
        switch (kind) {
            case text_tokens.T.number: {
                this.at++;
                const value = Number(tokens.raw(from).replaceAll('_', ''));
                return Number.isNaN(value) ? this.#givenFrom(from) : { kind: 'constant', value };
            }
            case text_tokens.T.string:
            case text_tokens.T.dollar:
                return this.#string(from);
            case text_tokens.T.quoted:
                return this.#nameOrCall(depth);
            case text_tokens.T.op:
                if (word === '(')
                    return this.#parenthesis(depth);
                if (word === '-' || word === '+') {
                    this.at++;
                    const arg = this.parse(10, depth + 1);
                    return word === '-' ? { kind: 'unary', op: '-', arg } : arg;
                }
                if (word === '!' && this.#isMysql) {
                    this.at++;
                    return { kind: 'unary', op: 'not', arg: this.parse(10, depth + 1) };
                }
                this.at++;
                return this.#opaqueFrom(from);
            case text_tokens.T.word:
                return this.#keyword(word, depth);
            default:
                this.at++;
                if (kind !== text_tokens.T.param)
                    return this.#opaqueFrom(from);
                // SQLite's `?1`.
                if (tokens.kind(this.at) === text_tokens.T.number && tokens.start(this.at) === tokens.end(from))
                    this.at++;
                return this.#givenFrom(from);
        }
    }
    #string(from) {
        const raw = this.#tokens.raw(from);
        this.at++;
        const prefix = /^[nNeE](?=')/.test(raw) ? 1 : 0;
        if (raw.startsWith("'", prefix) || (raw.startsWith('"') && this.#isMysql)) {
            const value = (0,names/* unquote */._n)(raw.slice(prefix));
            if (/\\|\$\{|\{\{/.test(value))
                return this.#givenFrom(from);
            return { kind: 'constant', value };
        }
        return this.#givenFrom(from);
    }
    #keyword(word, depth) {
        const from = this.at;
        switch (word) {
            case 'TRUE':
                this.at++;
                return { kind: 'constant', value: true };
            case 'FALSE':
                this.at++;
                return { kind: 'constant', value: false };
            case 'NULL':
            case 'UNKNOWN':
                this.at++;
                return { kind: 'constant', value: null };
            case 'NOT':
                this.at++;
                return { kind: 'unary', op: 'not', arg: this.parse(4, depth + 1) };
            case 'EXISTS':
                this.at++;
                if (this.#word() !== '(')
                    return this.#opaqueFrom(from);
                return this.#exists(depth);
            case 'CAST':
                if (this.#word(1) === '(')
                    return this.#cast(depth);
                break;
            case 'CASE':
                return this.#case(depth);
            case 'INTERVAL':
            case 'DATE':
            case 'TIMESTAMP':
            case 'TIME':
                if (this.#tokens.kind(from + 1) === text_tokens.T.string) {
                    this.at += 2;
                    if (word === 'INTERVAL' && INTERVAL_UNITS.has(this.#word()))
                        this.at++;
                    return this.#givenFrom(from);
                }
                if (word === 'INTERVAL') {
                    const interval = this.#interval(depth);
                    if (interval)
                        return interval;
                }
                break;
            case 'BOOL':
            case 'BOOLEAN':
                if (this.#tokens.kind(from + 1) === text_tokens.T.string) {
                    this.at++;
                    return this.#string(this.at);
                }
                break;
            case 'BINARY':
                if (this.#isMysql) {
                    this.at++;
                    return this.parse(10, depth + 1);
                }
                break;
            case 'ROW':
            case 'ARRAY':
                if (this.#word(1) === '(' || this.#word(1) === '[') {
                    this.at++;
                    this.#skipBracket(this.#word(), this.#word() === '(' ? ')' : ']');
                    return this.#opaqueFrom(from);
                }
        }
        return this.#nameOrCall(depth);
    }
    /** MySQL's `INTERVAL x DAY`; undefined, with the cursor unmoved, for anything else. */
    #interval(depth) {
        const from = this.at;
        const next = this.#tokens.kind(from + 1);
        if (!this.#isMysql || (next === text_tokens.T.op && this.#word(1) !== '(' && this.#word(1) !== '-'))
            return undefined;
        this.at++;
        const amount = this.parse(9, depth + 1);
        const unit = this.#word();
        if (INTERVAL_UNITS.has(unit) || /^[A-Z]+_[A-Z]+$/.test(unit)) {
            this.at++;
            return isGiven(amount) ? this.#givenFrom(from) : this.#opaqueFrom(from);
        }
        this.at = from;
        return undefined;
    }
    #nameOrCall(depth) {
        const tokens = this.#tokens;
        const from = this.at;
        this.at++;
        while (this.#word() === '.' && this.at + 1 < this.#to)
            this.at += 2;
        if (this.#word() !== '(') {
            const parts = [];
            for (let at = from; at < this.at; at += 2) {
                parts.push((tokens.kind(at) === text_tokens.T.quoted ? (0,names/* unquote */._n)(tokens.raw(at)) : tokens.raw(at)).toLowerCase());
            }
            if (parts.length === 2 && this.#own.includes(parts[0] ?? ''))
                parts.shift();
            return { kind: 'column', text: parts.join('.'), from, to: this.at, converted: false };
        }
        const name = tokens.word(this.at - 1).toLowerCase();
        if (this.#startsQuery(1)) {
            this.#skipBracket('(', ')');
            return this.#opaqueFrom(from);
        }
        if (FROM_ARGUMENTS.has(name)) {
            const call = this.#fromArguments(name, from, depth);
            if (call)
                return call;
        }
        const args = this.#arguments(depth);
        while (/^(?:OVER|FILTER|WITHIN)$/.test(this.#word())) {
            this.at++;
            while (this.at < this.#to && this.#word() !== '(')
                this.at++;
            this.#skipBracket('(', ')');
        }
        return { kind: 'call', name, args, text: textOf(tokens, from, this.at) };
    }
    #parenthesis(depth) {
        const from = this.at;
        if (this.#startsQuery(1)) {
            const query = this.#constantQuery(depth);
            return query.value ?? { kind: 'query', text: textOf(this.#tokens, from, this.at), from, to: this.at };
        }
        this.at++;
        const inner = this.parse(0, depth + 1);
        if (this.#word() === ')') {
            this.at++;
            return inner;
        }
        if (this.#word() === ',')
            return this.#row(from, inner, depth);
        this.at = from;
        this.#skipBracket('(', ')');
        return this.#opaqueFrom(from);
    }
    #exists(depth) {
        const open = this.at;
        const { rows } = this.#constantQuery(depth);
        let where;
        for (let at = open + 2; at < this.at; at++) {
            const word = this.#tokens.word(at);
            if (word === 'FROM')
                break;
            if (word !== 'WHERE')
                continue;
            const inner = new parse_a(this.#tokens, at + 1, this.at - 1, this.#isMysql, []);
            const condition = inner.parse(0, depth + 1);
            this.tooDeep ||= inner.tooDeep;
            if (inner.at >= this.at - 1)
                where = condition;
            break;
        }
        return { kind: 'exists', always: rows === 'always', where, from: open, to: this.at };
    }
    /** The rest of `(a, b)`, after its first item. */
    #row(from, first, depth) {
        const args = [first];
        while (this.#word() === ',') {
            this.at++;
            args.push(this.parse(0, depth + 1));
        }
        if (this.#word() === ')')
            this.at++;
        else {
            this.at = from;
            this.#skipBracket('(', ')');
            return this.#opaqueFrom(from);
        }
        return { kind: 'call', name: 'row', args, text: textOf(this.#tokens, from, this.at) };
    }
    /** `CAST(x AS type)`; the type is ignored, as in `x::type`. */
    #cast(depth) {
        const from = this.at;
        this.at += 2;
        const arg = this.parse(0, depth + 1);
        const cast = this.#word() === 'AS';
        const faithful = FAITHFUL_TYPES.has(this.#word(1)) && this.#word(2) === ')';
        this.at = from + 1;
        this.#skipBracket('(', ')');
        if (!cast)
            return this.#opaqueFrom(from);
        return faithful ? arg : converted(arg);
    }
    #case(depth) {
        const from = this.at;
        this.at++;
        const branches = [];
        let otherwise = false;
        let nesting = 0;
        for (; this.at < this.#to;) {
            const word = this.#word();
            if (nesting === 0 && (word === 'THEN' || word === 'ELSE')) {
                otherwise ||= word === 'ELSE';
                this.at++;
                branches.push(this.parse(0, depth + 1));
                continue;
            }
            this.at++;
            if (word === 'CASE')
                nesting++;
            else if (word === 'END' && nesting-- === 0) {
                return otherwise ? { kind: 'case', branches, from, to: this.at } : this.#opaqueFrom(from);
            }
        }
        return this.#opaqueFrom(from);
    }
    /** A query without FROM: whether it always returns a row, and the value of its column. The cursor is at `(`. */
    #constantQuery(depth) {
        const open = this.at;
        this.#skipBracket('(', ')');
        const close = this.at - 1;
        const tokens = this.#tokens;
        const first = tokens.word(open + 1);
        if (first !== 'SELECT' && first !== 'VALUES')
            return { rows: 'maybe', value: undefined };
        for (let at = open + 2; at < close; at++) {
            const word = tokens.word(at);
            if (/^(?:FROM|WHERE|HAVING|LIMIT|UNION|INTERSECT|EXCEPT|OFFSET|FETCH)$/.test(word))
                return { rows: 'maybe', value: undefined };
        }
        const inner = new parse_a(tokens, open + 2, close, this.#isMysql, []);
        const value = inner.parse(0, depth + 1);
        this.tooDeep ||= inner.tooDeep;
        if (inner.at < close && tokens.word(inner.at) === 'AS')
            inner.at = close;
        return { rows: 'always', value: inner.at >= close ? value : undefined };
    }
    #startsQuery(ahead) {
        let at = ahead;
        while (at < parse_MAX_DEPTH && this.#word(at) === '(')
            at++;
        const word = this.#word(at);
        return word === 'SELECT' || word === 'WITH' || word === 'VALUES' || word === 'TABLE';
    }
    #skipOperand(depth) {
        if (this.#word() === '(')
            this.#skipBracket('(', ')');
        else
            this.parse(8, depth + 1);
    }
    #typeName() {
        while (this.at < this.#to) {
            const kind = this.#tokens.kind(this.at);
            if (kind === text_tokens.T.quoted || (kind === text_tokens.T.word && PRECEDENCE[this.#word()] === undefined)) {
                this.at++;
                if (this.#word() === '.') {
                    this.at++;
                    continue;
                }
                if (/^(?:PRECISION|VARYING|ZONE|TIME|WITH|WITHOUT)$/.test(this.#word()))
                    continue;
            }
            break;
        }
        if (this.#word() === '(')
            this.#skipBracket('(', ')');
        while (this.#word() === '[')
            this.#skipBracket('[', ']');
    }
    /** The arguments of `extract(day FROM x)` and `substring(x FROM 1 FOR 2)`; undefined for the form with commas. */
    #fromArguments(name, from, depth) {
        const open = this.at;
        const args = [];
        // The words between the arguments are arguments themselves: without them, two different calls would look alike.
        const word = () => args.push({ kind: 'constant', value: this.#word() }) && this.at++;
        this.at++;
        if (name === 'extract' || /^(?:BOTH|LEADING|TRAILING)$/.test(this.#word()))
            word();
        while (this.at < this.#to && this.#word() !== ')') {
            if (/^(?:FROM|FOR|PLACING)$/.test(this.#word()))
                word();
            const before = this.at;
            args.push(this.parse(0, depth + 1));
            if (this.at === before || !/^(?:FROM|FOR|PLACING|\))$/.test(this.#word()))
                break;
        }
        if (this.#word() === ')' && args.length > 0) {
            this.at++;
            return { kind: 'call', name, args, text: textOf(this.#tokens, from, this.at) };
        }
        this.at = open;
        return undefined;
    }
    #arguments(depth) {
        const from = this.at;
        const items = [];
        this.at++;
        if (this.#word() === ')') {
            this.at++;
            return items;
        }
        for (;;) {
            if (this.#word() === 'DISTINCT' || this.#word() === 'ALL')
                this.at++;
            if (this.#word() === '*')
                this.at++;
            else
                items.push(this.parse(0, depth + 1));
            if (this.#word() === ',') {
                this.at++;
                continue;
            }
            break;
        }
        if (this.#word() === ')')
            this.at++;
        else {
            this.at = from;
            this.#skipBracket('(', ')');
            return [this.#opaqueFrom(from)];
        }
        return items;
    }
    /** The items of `ANY (ARRAY[…])`; undefined, with the cursor unmoved, for anything else. */
    #arrayItems(depth) {
        const from = this.at;
        this.at += 3;
        const items = [];
        do {
            this.at++;
            items.push(this.parse(0, depth + 1));
        } while (this.#word() === ',');
        if (this.#word() === ']' && this.#word(1) === ')') {
            this.at += 2;
            return items;
        }
        this.at = from;
        return undefined;
    }
    #skipBracket(open, close) {
        let depth = 0;
        for (; this.at < this.#to; this.at++) {
            const word = this.#word();
            if (word === open)
                depth++;
            else if (word === close && --depth === 0) {
                this.at++;
                return;
            }
        }
    }
}
parse_a = Parser;

;// CONCATENATED MODULE: ./build/esm/sql/expressions/tautology.js
const tautology_MAX_DEPTH = 300;
const NEGATED_OPERATORS = { '=': '<>', '<>': '=', '<': '>=', '>=': '<', '>': '<=', '<=': '>' };
const VOLATILE = /^(?:random|rand|uuid|newid|nextval|gen_random_uuid|uuid_generate_v4|clock_timestamp|checksum|newsequentialid)$/;
/** The equivalent operator when the operands are swapped. */
const SWAPPED_OPERATORS = { '=': '=', '<>': '<>', '<': '>', '>': '<', '<=': '>=', '>=': '<=' };
class TooDeep extends Error {
}
/**
 * Whether the condition is true for every row (`1=1`, `id = id`, `a OR true`, `x LIKE '%'`), for none, or for some.
 * Undefined if it is nested too deep to evaluate.
 */
function truthOfCondition(condition) {
    try {
        return truth(condition, 0);
    }
    catch (error) {
        if (error instanceof TooDeep)
            return undefined;
        throw error;
    }
}
function truth(expression, depth) {
    if (depth > tautology_MAX_DEPTH)
        throw new TooDeep();
    switch (expression.kind) {
        case 'constant':
            return truthOf(expression.value);
        case 'unary':
            return expression.op === 'not' ? negate(truth(expression.arg, depth + 1)) : constantTruth(expression, depth);
        case 'binary':
            return binaryTruth(expression, depth);
        case 'is':
            return isTruth(expression, depth);
        case 'in':
            return inTruth(expression, depth);
        case 'between': {
            const low = { kind: 'binary', op: '>=', left: expression.arg, right: expression.low };
            const high = { kind: 'binary', op: '<=', left: expression.arg, right: expression.high };
            const both = and(truth(low, depth + 1), truth(high, depth + 1));
            return expression.negated ? negate(both) : both;
        }
        case 'like': {
            const pattern = fold(expression.pattern, depth + 1);
            const same = sameForm(expression.arg, expression.pattern);
            const value = fold(expression.arg, depth + 1);
            let result = 'maybe';
            if (same || (typeof pattern === 'string' && /^%+$/.test(pattern)))
                result = 'true';
            else if (typeof pattern === 'string' && typeof value === 'string' && !/[%_\\]/.test(pattern)) {
                result = pattern === value ? 'true' : 'false';
            }
            return expression.negated ? negate(result) : result;
        }
        case 'exists':
            if (expression.always)
                return 'true';
            return expression.where ? truth(expression.where, depth + 1) : 'maybe';
        case 'case': {
            const all = new Set(expression.branches.map((branch) => truth(branch, depth + 1)));
            return all.size === 1 ? [...all][0] : 'maybe';
        }
        case 'call':
            return constantTruth(expression, depth);
        default:
            return 'maybe';
    }
}
function truthOf(value) {
    if (value === null)
        return 'null';
    if (typeof value === 'boolean')
        return value ? 'true' : 'false';
    if (typeof value === 'number')
        return value !== 0 ? 'true' : 'false';
    if (/^\s*(?:t|true|y|yes|on)\s*$/i.test(value))
        return 'true';
    const number = Number.parseFloat(value);
    return Number.isNaN(number) || number === 0 ? 'false' : 'true';
}
function constantTruth(expression, depth) {
    const value = fold(expression, depth + 1);
    return value === undefined ? 'maybe' : truthOf(value);
}
function negate(value) {
    if (value === 'maybe' || value === 'null')
        return value;
    return value === 'true' ? 'false' : 'true';
}
function and(a, b) {
    if (a === 'false' || b === 'false')
        return 'false';
    if (a === 'maybe' || b === 'maybe')
        return 'maybe';
    return a === 'null' || b === 'null' ? 'null' : 'true';
}
/** The operands of a chain of one operator. Not recursive: a chain may have tens of thousands of operands. */
function chain(expression, op) {
    const terms = [];
    const open = [expression];
    while (open.length > 0) {
        const next = open.pop();
        if (next.kind === 'binary' && next.op === op)
            open.push(next.left, next.right);
        else
            terms.push(next);
    }
    return terms;
}
function binaryTruth(expression, depth) {
    switch (expression.op) {
        case 'AND': {
            let all = 'true';
            for (const term of chain(expression, 'AND')) {
                all = and(all, truth(term, depth + 1));
                if (all === 'false')
                    return all;
            }
            return all;
        }
        case 'OR': {
            let combined = 'false';
            const seen = new Set();
            for (const term of chain(expression, 'OR')) {
                const value = truth(term, depth + 1);
                if (value === 'true')
                    return 'true';
                if (value === 'maybe')
                    combined = 'maybe';
                else if (value === 'null' && combined === 'false')
                    combined = 'null';
                const key = canonicalForm(term, 0);
                if (key === undefined)
                    continue;
                const opposite = negatedForm(term);
                if (opposite !== undefined && seen.has(opposite))
                    return 'true';
                seen.add(key);
                if (term.kind === 'unary' && term.op === 'not') {
                    const inner = canonicalForm(term.arg, 0);
                    if (inner !== undefined && seen.has(inner))
                        return 'true';
                }
                else if (seen.has(`not ${key}`))
                    return 'true';
            }
            return combined;
        }
        case 'XOR': {
            const left = truth(expression.left, depth + 1);
            const right = truth(expression.right, depth + 1);
            if (left === 'maybe' || right === 'maybe')
                return 'maybe';
            if (left === 'null' || right === 'null')
                return 'null';
            return left === right ? 'false' : 'true';
        }
    }
    if (!(expression.op in NEGATED_OPERATORS) && expression.op !== '<=>' && expression.op !== '<!=>')
        return constantTruth(expression, depth);
    const left = fold(expression.left, depth + 1);
    const right = fold(expression.right, depth + 1);
    if (left !== undefined && right !== undefined)
        return compare(expression.op, left, right);
    if (sameForm(expression.left, expression.right)) {
        return ['=', '<=', '>=', '<=>'].includes(expression.op) ? 'true' : 'false';
    }
    return booleanComparison(expression, left, right, depth);
}
/** A condition compared with a constant: `(1=1) = true`. */
function booleanComparison(expression, left, right, depth) {
    const constant = typeof left === 'boolean' ? left : typeof right === 'boolean' ? right : undefined;
    if (constant === undefined || (expression.op !== '=' && expression.op !== '<>'))
        return 'maybe';
    const other = truth(typeof left === 'boolean' ? expression.right : expression.left, depth + 1);
    if (other === 'maybe' || other === 'null')
        return other;
    return ((other === 'true') === constant) === (expression.op === '=') ? 'true' : 'false';
}
function compare(op, a, b) {
    if (op === '<=>')
        return same(a, b) ? 'true' : 'false';
    if (op === '<!=>')
        return same(a, b) ? 'false' : 'true';
    if (a === null || b === null)
        return 'null';
    const [x, y] = typeof a === typeof b ? [a, b] : [asNumber(a), asNumber(b)];
    const holds = {
        '=': x === y,
        '<>': x !== y,
        '<': x < y,
        '>': x > y,
        '<=': x <= y,
        '>=': x >= y,
    }[op];
    return holds === true ? 'true' : 'false';
}
function same(a, b) {
    return a === b || (a !== null && b !== null && typeof a !== typeof b && asNumber(a) === asNumber(b));
}
function asNumber(value) {
    if (typeof value === 'string')
        return /^\s*t(?:rue)?\s*$/i.test(value) ? 1 : Number.parseFloat(value) || 0;
    return Number(value);
}
function isTruth(expression, depth) {
    const flip = (value) => (expression.negated ? negate(value) : value);
    switch (expression.what) {
        case 'NULL':
        case 'UNKNOWN': {
            const value = fold(expression.arg, depth + 1);
            return value === undefined ? 'maybe' : flip(value === null ? 'true' : 'false');
        }
        case 'TRUE':
            return flip(nullAsFalse(truth(expression.arg, depth + 1)));
        case 'FALSE':
            return flip(nullAsFalse(negate(truth(expression.arg, depth + 1))));
        default:
            return 'maybe';
    }
}
/** `NULL IS TRUE` is false. */
function nullAsFalse(value) {
    return value === 'null' ? 'false' : value;
}
function inTruth(expression, depth) {
    const value = fold(expression.arg, depth + 1);
    let decided = value !== undefined;
    let unknown = value === null;
    for (const item of expression.items) {
        if (sameForm(expression.arg, item))
            return expression.negated ? 'false' : 'true';
        const constant = value === undefined ? undefined : fold(item, depth + 1);
        if (constant === null)
            unknown = true;
        if (constant === undefined)
            decided = false;
        else if (value !== undefined && compare('=', value, constant) === 'true')
            return expression.negated ? 'false' : 'true';
    }
    if (!decided)
        return 'maybe';
    if (unknown)
        return 'null';
    return expression.negated ? 'true' : 'false';
}
/** The constant value of an expression; undefined if it depends on data or is unknown. */
function fold(expression, depth) {
    if (depth > tautology_MAX_DEPTH)
        throw new TooDeep();
    switch (expression.kind) {
        case 'constant':
            return expression.value;
        case 'unary': {
            if (expression.op === 'not')
                return foldTruth(expression, depth);
            const value = fold(expression.arg, depth + 1);
            return value === undefined || value === null ? value : -asNumber(value);
        }
        case 'binary': {
            if (expression.op in NEGATED_OPERATORS || ['AND', 'OR', 'XOR', '<=>', '<!=>'].includes(expression.op)) {
                return foldTruth(expression, depth);
            }
            const left = fold(expression.left, depth + 1);
            if (left === undefined)
                return undefined;
            const right = fold(expression.right, depth + 1);
            return right === undefined ? undefined : arithmetic(expression.op, left, right);
        }
        case 'is':
        case 'in':
        case 'between':
        case 'like':
        case 'exists':
            return foldTruth(expression, depth);
        case 'call':
            return foldCall(expression, depth);
        case 'case': {
            const [first, ...others] = expression.branches.map((branch) => fold(branch, depth + 1));
            return others.every((value) => value === first) ? first : undefined;
        }
        default:
            return undefined;
    }
}
function foldTruth(expression, depth) {
    const value = truth(expression, depth + 1);
    if (value === 'null')
        return null;
    return value === 'maybe' ? undefined : value === 'true';
}
function arithmetic(op, a, b) {
    if (a === null || b === null)
        return null;
    if (op === '||')
        return `${a}${b}`;
    const x = asNumber(a);
    const y = asNumber(b);
    switch (op) {
        case '+':
            return x + y;
        case '-':
            return x - y;
        case '*':
            return x * y;
        case '/':
            return y === 0 ? null : x / y;
        case 'DIV':
            return y === 0 ? null : Math.trunc(x / y);
        case '%':
        case 'MOD':
            return y === 0 ? null : x % y;
        default:
            return undefined;
    }
}
function foldCall(expression, depth) {
    if (!/^(?:coalesce|ifnull|nvl|isnull|if|iif|abs|lower|upper|length|concat)$/.test(expression.name))
        return undefined;
    const values = expression.args.map((arg) => fold(arg, depth + 1));
    const [first, second, third] = values;
    switch (expression.name) {
        case 'coalesce':
        case 'ifnull':
        case 'nvl':
        case 'isnull':
            for (const value of values) {
                if (value === undefined)
                    return undefined;
                if (value !== null)
                    return value;
            }
            return null;
        case 'if':
        case 'iif':
            if (first === undefined)
                return undefined;
            return truthOf(first) === 'true' ? second : third;
        case 'abs':
            return first === undefined || first === null ? first : Math.abs(asNumber(first));
        case 'lower':
            return typeof first === 'string' ? first.toLowerCase() : undefined;
        case 'upper':
            return typeof first === 'string' ? first.toUpperCase() : undefined;
        case 'length':
            return typeof first === 'string' ? first.length : undefined;
        default:
            return values.every((value) => value !== undefined) ? values.join('') : undefined;
    }
}
function sameForm(a, b) {
    const left = canonicalForm(a, 0);
    return left !== undefined && left === canonicalForm(b, 0);
}
/** The canonical form of the condition's negation. */
function negatedForm(expression) {
    if (expression.kind === 'binary' && NEGATED_OPERATORS[expression.op]) {
        return canonicalForm({ ...expression, op: NEGATED_OPERATORS[expression.op] }, 0);
    }
    if ('negated' in expression)
        return canonicalForm({ ...expression, negated: !expression.negated }, 0);
    return undefined;
}
/** The operand that `x + 0`, `0 + x`, `x - 0`, `x * 1`, `1 * x` and `x / 1` equal. */
function unchangedOperand({ op, left, right }) {
    const neutral = { '+': 0, '-': 0, '*': 1, '/': 1 }[op];
    if (neutral === undefined)
        return undefined;
    if (right.kind === 'constant' && right.value === neutral)
        return left;
    return (op === '+' || op === '*') && left.kind === 'constant' && left.value === neutral ? right : undefined;
}
/**
 * Expressions with the same canonical form have the same value. Undefined for one that may differ between two
 * evaluations.
 */
function canonicalForm(expression, depth) {
    if (depth > 20)
        return undefined;
    const inner = (part) => canonicalForm(part, depth + 1);
    const join = (head, parts) => {
        const texts = parts.map(inner);
        return texts.some((text) => text === undefined) ? undefined : `${head}(${texts.join(', ')})`;
    };
    switch (expression.kind) {
        case 'constant':
            return JSON.stringify(expression.value);
        case 'column':
            // Prefixed, because a quoted column may look like a value: `"5" = 5`.
            return `column ${expression.text}`;
        case 'call':
            return VOLATILE.test(expression.name) ? undefined : join(`${expression.name}`, expression.args);
        case 'unary': {
            const { op, arg } = expression;
            if (op === '-' && arg.kind === 'unary' && arg.op === '-')
                return inner(arg.arg);
            const form = inner(arg);
            return form === undefined ? undefined : `${op} ${form}`;
        }
        case 'binary': {
            const same = unchangedOperand(expression);
            if (same)
                return inner(same);
            // `5 <= a` and `a >= 5` are the same condition: constants go on the right.
            const swapped = SWAPPED_OPERATORS[expression.op];
            if (swapped !== undefined && expression.left.kind === 'constant' && expression.right.kind !== 'constant') {
                return join(swapped, [expression.right, expression.left]);
            }
            return join(expression.op, [expression.left, expression.right]);
        }
        case 'is':
            return join(`is ${expression.negated ? 'not ' : ''}${expression.what}`, [expression.arg]);
        case 'in':
            return expression.items.length > 100
                ? undefined
                : join(`${expression.negated ? 'not ' : ''}in`, [expression.arg, ...expression.items]);
        case 'between':
            return join(`${expression.negated ? 'not ' : ''}between`, [expression.arg, expression.low, expression.high]);
        case 'like':
            return join(`${expression.negated ? 'not ' : ''}like`, [expression.arg, expression.pattern]);
        default:
            return undefined;
    }
}

;// CONCATENATED MODULE: ./build/esm/sql/reader/filter-columns.js



const MAX_COLUMNS = 1000;
/** The folded last parts of the column names in a condition, in order; undefined if there are more than MAX_COLUMNS. */
function columnsOf(scan, condition) {
    const columns = new Set();
    // Not recursive: a chain may have tens of thousands of operands.
    const open = [condition];
    while (open.length > 0) {
        if (columns.size > MAX_COLUMNS)
            return undefined;
        const next = open.pop();
        switch (next.kind) {
            case 'column':
                addName(scan, next.to - 1, columns);
                break;
            case 'opaque':
            case 'query':
            case 'exists':
            case 'case':
                addFromTokens(scan, next.from, next.to, columns);
                break;
            case 'query_in':
                // Pushed in reverse, so that the names come in order.
                open.push({ kind: 'query', text: '', from: next.from, to: next.to }, next.arg);
                break;
            default:
                for (const part of columnParts(next, scan).toReversed())
                    open.push(part);
        }
    }
    return [...columns];
}
/** The same for tokens that could not be parsed. */
function columnsInTokens(scan, from, to) {
    const columns = new Set();
    addFromTokens(scan, from, to, columns);
    return columns.size > MAX_COLUMNS ? undefined : [...columns];
}
/** The parts that hold columns: one argument of CONVERT is a type. */
function columnParts(expression, { lexical }) {
    const parts = partsOf(expression);
    if (expression.kind !== 'call' || !/^(?:try_)?convert$/.test(expression.name))
        return parts;
    return lexical.family === 'sqlcmd' ? parts.slice(1) : parts.slice(0, 1);
}
function addName(scan, at, columns) {
    const { tokens, lexical } = scan;
    const kind = tokens.kind(at);
    const raw = tokens.raw(at);
    if (kind === text_tokens.T.quoted)
        columns.add((0,names/* foldName */.zN)((0,names/* unquote */._n)(raw), true, lexical));
    else if (kind === text_tokens.T.word && !isReserved(tokens.word(at)))
        columns.add((0,names/* foldName */.zN)(raw, false, lexical));
}
function addFromTokens(scan, from, to, columns) {
    const { tokens } = scan;
    const levels = [{ tables: false }];
    for (let at = from; at < to && columns.size <= MAX_COLUMNS; at++) {
        const kind = tokens.kind(at);
        const word = tokens.word(at);
        const level = levels.at(-1);
        if (word === '(')
            levels.push({ tables: false });
        else if (word === ')' && levels.length > 1)
            levels.pop();
        else if (TABLES.has(word) && tokens.word(at - 1) !== 'DISTINCT')
            level.tables = true;
        else if (TABLES_END.has(word))
            level.tables = false;
        if ((kind !== text_tokens.T.word && kind !== text_tokens.T.quoted) || level.tables || isOther(scan, at))
            continue;
        addName(scan, at, columns);
    }
}
const TABLES = new Set(['FROM', 'JOIN', 'STRAIGHT_JOIN']);
const TABLES_END = new Set('WHERE ON GROUP HAVING ORDER LIMIT OFFSET FETCH UNION EXCEPT INTERSECT WINDOW FOR SELECT'.split(' '));
/** Whether a name is a qualifier, a function, a type, an alias, a collation, or part of a literal. */
function isOther({ tokens }, at) {
    const before = tokens.word(at - 1);
    const next = tokens.word(at + 1);
    if (next === '(' || next === '.' || before === '::' || before === 'AS' || before === 'COLLATE')
        return true;
    if (tokens.kind(at) !== text_tokens.T.word)
        return false;
    const word = tokens.word(at);
    if (TYPED.test(word))
        return isLiteral(tokens.kind(at + 1));
    if (!UNIT.test(word))
        return false;
    return isLiteral(tokens.kind(at - 1)) || next === 'FROM';
}
function isLiteral(kind) {
    return kind === text_tokens.T.string || kind === text_tokens.T.number || kind === text_tokens.T.param;
}
const TYPED = /^(?:DATE|TIME|TIMESTAMP|INTERVAL)$/;
const UNIT = /^(?:YEAR|QUARTER|MONTH|WEEK|DAY|HOUR|MINUTE|SECOND|MICROSECOND)$/;
/** Whether an unquoted word is a keyword or a value such as CURRENT_DATE, not a column. */
function isReserved(word) {
    return RESERVED.has(word);
}
const RESERVED = new Set(`AND OR NOT IS NULL IN LIKE ILIKE BETWEEN EXISTS TRUE FALSE SELECT FROM WHERE AS CASE WHEN THEN ELSE END ANY ALL SOME
   DISTINCT CAST XOR DIV MOD ESCAPE SIMILAR TO REGEXP RLIKE GLOB JOIN ON USING INNER LEFT RIGHT OUTER FULL CROSS GROUP BY
   ORDER HAVING LIMIT OFFSET UNION EXCEPT INTERSECT VALUES ARRAY ROW COLLATE BINARY DUAL CURRENT_TIMESTAMP CURRENT_DATE
   CURRENT_TIME CURRENT_USER CURRENT_ROLE SESSION_USER LOCALTIME LOCALTIMESTAMP CURRENT_CATALOG CURRENT_SCHEMA ASC DESC
   UNKNOWN ISNULL NOTNULL LATERAL`.split(/\s+/));

;// CONCATENATED MODULE: ./build/esm/sql/reader/filter.js





const WHERE = new Set(['WHERE']);
/** Words that end a WHERE, outside parentheses. */
const FILTER_ENDS = new Set('RETURNING ORDER LIMIT GROUP HAVING OPTION OUTPUT WINDOW OFFSET FETCH FOR UNION EXCEPT INTERSECT ;'.split(' '));
const OUTER = new Set(['OUTER', 'LEFT', 'RIGHT', 'FULL']);
const JOIN_ENDS = new Set('JOIN INNER LEFT RIGHT FULL CROSS NATURAL STRAIGHT_JOIN WHERE SET RETURNING ORDER LIMIT OPTION ,'.split(' '));
/** How the condition in tokens `from` to `to`, after a WHERE or ON, filters. For `own`, see parseExpression. */
function classifyCondition(scan, from, to, own = []) {
    const condition = parseExpression(scan.tokens, from, to, scan.lexical, own);
    const filterColumns = condition ? columnsOf(scan, condition) : columnsInTokens(scan, from, to);
    const truth = condition === undefined ? undefined : truthOfCondition(condition);
    // The text of a variable of sqlcmd is put into strings, too.
    if (truth !== 'true' && filterColumns?.length === 0 && hasVariableInString(scan, from, to))
        return { filter: undefined, filterColumns };
    if (truth !== 'maybe') {
        return {
            filter: truth === undefined ? undefined : truth === 'true' ? 'always_true' : 'conditional',
            filterColumns,
        };
    }
    return { filter: filterColumns?.length === 0 ? filterWithoutColumns(scan, from, to) : 'conditional', filterColumns };
}
function hasVariableInString({ tokens, lexical }, from, to) {
    if (lexical.family !== 'sqlcmd')
        return false;
    for (let at = from; at < to; at++)
        if (tokens.kind(at) === text_tokens.T.string && tokens.raw(at).includes('$('))
            return true;
    return false;
}
/**
 * A condition without columns has the same value for every row. With a parameter, that value is unknown. Otherwise it
 * is taken to be true: a condition that is always false would have no purpose.
 */
function filterWithoutColumns(scan, from, to) {
    const { tokens } = scan;
    for (let at = from; at < to; at++) {
        const kind = tokens.kind(at);
        if (kind === text_tokens.T.param || kind === text_tokens.T.placeholder || kind === text_tokens.T.unreadable)
            return undefined;
        // `random() < 0.1` selects some rows.
        if (kind === text_tokens.T.word && VOLATILE.test(tokens.word(at).toLowerCase()))
            return 'conditional';
    }
    return 'always_true';
}
/**
 * How an UPDATE or DELETE is filtered: by its WHERE or, without one, by an inner join, which selects only matching
 * rows.
 *
 * @param own see parseExpression
 * @param written lower-case names and aliases of the tables that it writes
 */
function readFilter(scan, from, to, own, written) {
    const where = scan.find(WHERE, from, to);
    // In PostgreSQL and SQLite, such a join combines only the other tables with each other.
    const joins = scan.lexical.family === 'mysql' || scan.lexical.family === 'sqlcmd';
    if (where < 0)
        return joins ? joinFilter(scan, from, to, written) : UNFILTERED;
    if (scan.is(where + 1, 'CURRENT', 'OF'))
        return { filter: 'conditional', filterColumns: [] };
    const stop = scan.find(FILTER_ENDS, where + 1, to);
    const facts = classifyCondition(scan, where + 1, stop < 0 ? to : stop, own);
    if (where + 1 >= (stop < 0 ? to : stop))
        return { filter: undefined, filterColumns: [] };
    return facts;
}
const UNFILTERED = { filter: 'none', filterColumns: [] };
function joinFilter(scan, from, to, written) {
    const { tokens } = scan;
    let columns = [];
    let strictest = 'none';
    let outer = true;
    let depth = 0;
    for (let at = from; at < to; at++) {
        const word = tokens.word(at);
        if (word === '(')
            depth++;
        else if (word === ')')
            depth--;
        if (depth > 0)
            continue;
        if (word === 'JOIN' || word === 'STRAIGHT_JOIN')
            outer = OUTER.has(tokens.word(at - 1));
        else if (!outer && word === 'USING' && tokens.word(at + 1) === '(')
            strictest = 'conditional';
        else if (!outer && word === 'ON') {
            const stop = scan.find(JOIN_ENDS, at + 1, to);
            const end = stop < 0 ? to : stop;
            const facts = usesWrittenTable(scan, at + 1, end, written) ? classifyCondition(scan, at + 1, end) : UNFILTERED;
            if (!facts.filterColumns || (columns && columns.length > MAX_COLUMNS))
                columns = undefined;
            else
                for (const column of facts.filterColumns)
                    columns?.push(column);
            if (facts.filter === 'conditional')
                strictest = 'conditional';
            else if (strictest === 'none')
                strictest = facts.filter;
            at = end - 1;
        }
    }
    return { filter: strictest, filterColumns: columns };
}
/**
 * Whether a join's condition uses a written table, or a column that may belong to one. Otherwise it joins other tables.
 */
function usesWrittenTable(scan, from, to, written) {
    const { tokens } = scan;
    let columns = 0;
    for (let at = from; at < to; at++) {
        const kind = tokens.kind(at);
        if ((kind !== text_tokens.T.word && kind !== text_tokens.T.quoted) || tokens.word(at - 1) === '.')
            continue;
        if (kind === text_tokens.T.word && isReserved(tokens.word(at)))
            continue;
        const next = tokens.word(at + 1);
        if (next === '(')
            continue;
        columns++;
        if (next !== '.')
            return true;
        // A schema may come before the table: `dbo.t.x`.
        const name = tokens.word(at + 3) === '.' ? at + 2 : at;
        const raw = tokens.raw(name);
        if (written.includes((tokens.kind(name) === text_tokens.T.quoted ? (0,names/* unquote */._n)(raw) : raw).toLowerCase()))
            return true;
    }
    return columns === 0;
}

;// CONCATENATED MODULE: ./build/esm/sql/queries/query.js


const NO_CTES = new Map();
/**
 * Thrown at syntax that is not understood: then nothing is known about the statement's queries. A single error, since it
 * takes longer to collect a stack than to read most statements.
 */
const NOT_UNDERSTOOD = new Error('this query is not understood');
/** The key by which names are compared. */
function nameKey({ tokens, lexical }, at) {
    const raw = tokens.raw(at);
    const folded = tokens.kind(at) === text_tokens.T.quoted ? (0,names/* foldName */.zN)((0,names/* unquote */._n)(raw), true, lexical) : (0,names/* foldName */.zN)(raw, false, lexical);
    return query_keyOf(folded, lexical);
}
function query_keyOf(name, lexical) {
    return lexical.fold === 'unquoted' ? name : name.toLowerCase();
}

;// CONCATENATED MODULE: ./build/esm/sql/queries/pins.js





/** Rounds after which the search for pinned columns ends; what is not found by then counts as not pinned. */
const MAX_ROUNDS = 8;
/** Nesting of AND and OR up to which a part is read twice, because its operands may depend on each other. */
const TWICE_UP_TO = 4;
const pins_MAX_DEPTH = 200;
/** Words that are values. Others of that kind may be columns somewhere. */
const VALUE_WORD = /^(?:CURRENT_USER|SESSION_USER|CURRENT_ROLE|CURRENT_DATE|CURRENT_TIME|CURRENT_TIMESTAMP|LOCALTIME|LOCALTIMESTAMP|CURRENT_CATALOG|CURRENT_SCHEMA)$/;
/** Functions that have many values although their arguments are given, or whose value depends on the rows. */
const OF_ROWS = /^(?:row|count|row_number|rank|dense_rank|percent_rank|cume_dist|ntile|generate_series|generate_subscripts)$/;
/** Columns that are restricted to given values, by the id of their source. */
class Known {
    #columns = new Map();
    #outer;
    constructor(outer) {
        this.#outer = outer;
    }
    has({ id, name, block }) {
        if (this.#columns.get(id)?.has(name) || this.#columns.get(block.id)?.has(name))
            return true;
        return this.#outer?.has({ id, name, block }) ?? false;
    }
    /** Whether the column was not known before. */
    add({ id, name }) {
        let columns = this.#columns.get(id);
        if (!columns) {
            columns = new Set();
            this.#columns.set(id, columns);
        }
        if (columns.has(name))
            return false;
        columns.add(name);
        return true;
    }
    of(id) {
        return this.#columns.get(id) ?? NO_NAMES;
    }
}
const NO_NAMES = new Set();
const NOTHING = new Known();
/**
 * Finds the columns that a statement's conditions restrict to given values: literals, parameters, and columns that are
 * restricted themselves. Neither the number of values nor their content matters, so that texts which differ only in
 * them have the same facts.
 *
 * A column without a qualifier is taken to belong to each table of its block: if two of them had it, the name would be
 * ambiguous, and the database would reject the statement.
 */
class Pins {
    #reader;
    #known = new Known();
    #expressions = new Map();
    /** How a column is written, by its key. */
    #spelling = new Map();
    #solved = false;
    constructor(reader) {
        this.#reader = reader;
    }
    #solve() {
        if (this.#solved)
            return;
        this.#solved = true;
        for (let round = 0; round < MAX_ROUNDS; round++) {
            let more = false;
            for (const block of this.#reader.blocks)
                if (this.#pinBlock(block))
                    more = true;
            if (!more)
                break;
        }
    }
    /** The pinned columns of a source, as they are written. */
    columnsOf({ source, block }) {
        if (source.columns)
            return NO_NAMES;
        this.#solve();
        return this.#spelled([...this.#known.of(source.id), ...this.#known.of(block.id)]);
    }
    /** The columns of a source that a condition pins by itself. */
    columnsIn(condition, { source, block }) {
        // How a column is written where it is pinned comes first.
        this.#solve();
        const found = this.#pinned(condition, block, undefined, NOTHING, 0);
        return this.#spelled(found.filter(({ id }) => id === source.id).map(({ name }) => name));
    }
    #spelled(names) {
        return new Set(names.map((name) => this.#spelling.get(name) ?? name));
    }
    #pinBlock(block) {
        let more = false;
        const add = (column) => {
            if (this.#known.add(column))
                more = true;
        };
        for (const { expression, restricts } of block.conditions) {
            for (const column of this.#pinned(expression, block, restricts, this.#known, 0))
                add(column);
        }
        for (const { column, from, to } of block.links) {
            if (this.#known.has({ id: from, name: column, block }))
                add({ id: to, name: column });
        }
        for (const source of block.sources) {
            if (!source.query || source.recursive)
                continue;
            for (const name of this.#given(source, source.query))
                add({ id: source.id, name });
            for (const column of this.#passedOn(source, source.query, block))
                add(column);
        }
        return more;
    }
    /** The columns of a derived table or CTE that its query restricts. */
    #given(source, query) {
        const [first] = query.blocks;
        const items = first?.items;
        if (!first || !items)
            return [];
        const columns = source.columns ?? query.columns;
        if (items.some(({ star }) => star !== undefined)) {
            const starred = columns || query.blocks.length > 1 ? undefined : starOf(first);
            if (!starred)
                return [];
            return [...this.#known.of(starred.id), ...this.#known.of(first.id)].filter((name) => !isItem(first, name));
        }
        const names = columns ?? items.map(({ name }) => name);
        return names.filter((name, index) => name !== undefined &&
            names.indexOf(name) === names.lastIndexOf(name) &&
            this.#returnsGiven(query, index, this.#known));
    }
    /** The columns inside a query that a condition on its result restricts. */
    #passedOn(source, query, outer) {
        if (query.references > 1 || query.blocks.some(({ reduced }) => reduced))
            return [];
        const names = [...this.#known.of(source.id), ...this.#known.of(outer.id)];
        const [first] = query.blocks;
        if (names.length === 0 || !first?.items)
            return [];
        const columns = source.columns ?? query.columns;
        const found = [];
        if (first.items.some(({ star }) => star !== undefined)) {
            const starred = columns || query.blocks.length > 1 ? undefined : starOf(first);
            if (!starred)
                return [];
            return names.filter((name) => !isItem(first, name)).map((name) => ({ id: starred.id, name, block: first }));
        }
        const all = columns ?? first.items.map(({ name }) => name);
        for (const name of names) {
            const index = all.indexOf(name);
            if (index < 0 || index !== all.lastIndexOf(name))
                continue;
            for (const block of query.blocks) {
                const item = block.items?.[index];
                const expression = item?.star === undefined ? this.expressionOf(item) : undefined;
                const column = expression?.kind === 'column' && !expression.converted ? this.resolve(expression, block) : undefined;
                if (column && isOwn(column, block))
                    found.push(column);
            }
        }
        return found;
    }
    expressionOf(item) {
        if (!item)
            return undefined;
        if (!this.#expressions.has(item)) {
            const { tokens, lexical } = this.#reader.text;
            this.#expressions.set(item, parseExpression(tokens, item.from, item.to, lexical));
        }
        return this.#expressions.get(item);
    }
    /** Whether a column of the result, by its position, has given values only. */
    #returnsGiven(query, index, known) {
        return (query.blocks.length > 0 &&
            query.blocks.every((block) => {
                const items = block.items ?? [];
                if (items.some(({ star }) => star !== undefined))
                    return false;
                const expression = this.expressionOf(items[index]);
                return expression !== undefined && this.#isGiven(expression, block, known, 0);
            }));
    }
    /** The columns of the block that a condition restricts to given values. */
    #pinned(expression, block, restricts, known, depth) {
        if (depth > pins_MAX_DEPTH)
            return [];
        switch (expression.kind) {
            case 'binary':
                if (expression.op === 'AND')
                    return this.#pinnedByAll(expression, block, restricts, known, depth);
                if (expression.op === 'OR')
                    return this.#pinnedByEach(expression, block, restricts, known, depth);
                if (expression.op !== '=' && expression.op !== '<=>')
                    return [];
                return this.#equal(expression.left, expression.right, expression.op === '=', block, restricts, known);
            case 'in': {
                if (expression.negated)
                    return [];
                const { arg, items } = expression;
                return this.#where(arg, block, restricts, (index) => items.every((item) => {
                    const value = index < 0 ? item : partOf(item, index);
                    return value !== undefined && this.#isGiven(value, block, known, 0);
                }));
            }
            case 'any':
                return this.#where(expression.arg, block, restricts, (index) => {
                    return index < 0 && this.#isGiven(expression.operand, block, known, 0);
                });
            case 'query_in': {
                const query = expression.negated ? undefined : this.queryAt(block, expression.from, expression.to);
                if (!query)
                    return [];
                return this.#where(expression.arg, block, restricts, (index) => this.#returnsGiven(query, Math.max(index, 0), known));
            }
            default:
                return [];
        }
    }
    #pinnedByAll(expression, block, restricts, known, depth) {
        const inner = new Known(known);
        const found = [];
        const terms = chain(expression, 'AND');
        for (let pass = 0; pass < (depth > 0 && depth <= TWICE_UP_TO ? 2 : 1); pass++) {
            for (const term of terms) {
                for (const column of this.#pinned(term, block, restricts, inner, depth + 1)) {
                    if (inner.add(column))
                        found.push(column);
                }
            }
        }
        return found;
    }
    #pinnedByEach(expression, block, restricts, known, depth) {
        let common;
        for (const term of chain(expression, 'OR')) {
            const found = this.#pinned(term, block, restricts, known, depth + 1);
            const both = new Set(found.map(({ id, name }) => `${id} ${name}`));
            common = (common ?? found).filter(({ id, name }) => both.has(`${id} ${name}`));
            if (common.length === 0)
                return [];
        }
        return common ?? [];
    }
    #equal(left, right, plain, block, restricts, known) {
        // `IS NOT DISTINCT FROM` another column also matches where both are NULL.
        const values = plain ? known : NOTHING;
        const found = [];
        for (const [one, other] of [
            [left, right],
            [right, left],
        ]) {
            const query = other.kind === 'query' ? this.queryAt(block, other.from, other.to) : undefined;
            const columns = this.#where(one, block, restricts, (index) => {
                if (query)
                    return this.#returnsGiven(query, Math.max(index, 0), values);
                const value = index < 0 ? other : partOf(other, index);
                return value !== undefined && this.#isGiven(value, block, values, 0);
            });
            for (const column of columns)
                found.push(column);
        }
        return found;
    }
    /**
     * The columns that `expression` is, one or those of a row, for which the test holds. It gets the position in the row,
     * -1 for one that is no row.
     */
    #where(expression, block, restricts, test) {
        const isRow = expression.kind === 'call' && expression.name === 'row';
        const parts = isRow ? expression.args : [expression];
        const found = [];
        for (const [index, part] of parts.entries()) {
            if (part.kind !== 'column' || part.converted)
                continue;
            const column = this.resolve(part, block);
            if (!column || !isOwn(column, block) || (restricts && !restricts.has(column.id)))
                continue;
            if (test(isRow ? index : -1))
                found.push(column);
        }
        return found;
    }
    /** Whether the value does not depend on a row, other than by columns with given values. */
    #isGiven(expression, block, known, depth) {
        if (depth > pins_MAX_DEPTH)
            return false;
        switch (expression.kind) {
            case 'constant':
                return true;
            case 'opaque':
                return expression.given && !this.#reader.names.isAssigned(expression.from);
            case 'column': {
                if (this.isValueWord(expression))
                    return true;
                const column = this.resolve(expression, block);
                return column !== undefined && known.has(column);
            }
            case 'unary':
                return expression.op === '-' && this.#isGiven(expression.arg, block, known, depth + 1);
            case 'binary':
                return (ARITHMETIC.has(expression.op) &&
                    this.#isGiven(expression.left, block, known, depth + 1) &&
                    this.#isGiven(expression.right, block, known, depth + 1));
            case 'call':
                if (OF_ROWS.test(expression.name) || VOLATILE.test(expression.name))
                    return false;
                return expression.args.every((arg) => this.#isGiven(arg, block, known, depth + 1));
            case 'query': {
                const query = this.queryAt(block, expression.from, expression.to);
                return query !== undefined && this.#returnsGiven(query, 0, known);
            }
            default:
                return false;
        }
    }
    /** The query in tokens `from` to `to`, which begin and end with parentheses. */
    queryAt(block, from, to) {
        const { tokens } = this.#reader.text;
        for (let at = from; tokens.word(at) === '('; at++) {
            const query = block.subqueries.get(at);
            if (query)
                return query.to + 1 + (at - from) === to ? query : undefined;
        }
        return undefined;
    }
    /** The column that a name refers to; undefined if that is not known. */
    resolve(expression, block) {
        if (this.isValueWord(expression))
            return undefined;
        const { from, to } = expression;
        const { text } = this.#reader;
        const parts = [];
        for (let at = from; at < to; at += 2)
            parts.push(nameKey(text, at));
        const name = parts.pop();
        if (name === undefined || parts.length > 2)
            return undefined;
        if (!this.#spelling.has(name))
            this.#spelling.set(name, this.#folded(to - 1));
        const [first, second] = parts;
        for (let scope = block; scope; scope = scope.parent) {
            if (first === undefined) {
                if (this.#reader.names.isVariable(name))
                    return undefined;
                const [only] = scope.sources;
                if (!only)
                    continue;
                return { id: scope.sources.length > 1 ? scope.id : only.id, name, block: scope };
            }
            const found = scope.sources.filter(({ alias, table }) => second === undefined
                ? alias === first
                : alias === second && table?.schema?.toLowerCase() === first.toLowerCase());
            if (found.length > 1)
                return undefined;
            if (found[0])
                return { id: found[0].id, name, block: scope };
        }
        return undefined;
    }
    isValueWord({ from, to }) {
        const { tokens } = this.#reader.text;
        return to === from + 1 && tokens.kind(from) === text_tokens.T.word && VALUE_WORD.test(tokens.word(from));
    }
    #folded(at) {
        const { tokens, lexical } = this.#reader.text;
        const raw = tokens.raw(at);
        return tokens.kind(at) === text_tokens.T.quoted ? (0,names/* foldName */.zN)((0,names/* unquote */._n)(raw), true, lexical) : (0,names/* foldName */.zN)(raw, false, lexical);
    }
}
const ARITHMETIC = new Set(['+', '-', '*', '/', '%', '||', 'DIV', 'MOD']);
function partOf(expression, index) {
    return expression.kind === 'call' && expression.name === 'row' ? expression.args[index] : undefined;
}
/** Whether it is a column of the block itself, not of one around it. */
function isOwn({ id }, block) {
    return id === block.id || block.sources.some((source) => source.id === id);
}
/** The source that the only `*` of a select list stands for. */
function starOf(block) {
    const [only, ...others] = (block.items ?? []).filter(({ star }) => star !== undefined);
    if (!only || others.length > 0)
        return undefined;
    if (only.star === '')
        return block.sources.length === 1 ? block.sources[0] : undefined;
    return block.sources.find(({ alias }) => alias === only.star);
}
/** Whether an item beside the `*` has that name too. */
function isItem(block, name) {
    return block.items?.some((item) => item.name === name) ?? false;
}

;// CONCATENATED MODULE: ./build/esm/sql/queries/row-filter.js




const row_filter_MAX_DEPTH = 200;
const row_filter_MAX_ROUNDS = 5;
const COMPARISONS = new Set(['=', '<>', '<', '>', '<=', '>=', '<=>']);
/** What the conditions of a write say about the rows of a target; undefined if it has none that restricts them. */
function tellsRowsApart(text, { block }, target, pins, inBody) {
    const context = { text, pins, block, target, tied: new Set([target.id]), inBody };
    tie(context);
    if (block.links.some(({ to }) => to === target.id))
        return 'yes';
    const conditions = block.conditions.filter(({ restricts }) => restricts === undefined || restricts.has(target.id));
    if (conditions.length === 0)
        return undefined;
    return every(conditions.map(({ expression }) => apart(expression, context, false, 0)));
}
/** Ties every source to the target that a join or a term of the WHERE compares with it. */
function tie(context) {
    const { block, tied } = context;
    if (block.sources.length < 2)
        return;
    // An OR or NOT ties nothing: the tables need not match.
    const terms = block.conditions
        .flatMap(({ expression }) => chain(expression, 'AND'))
        .filter((term) => term.kind !== 'unary' && !(term.kind === 'binary' && term.op === 'OR'));
    const referenced = terms.map((term) => referencesOf(term, context));
    for (let round = 0; round < row_filter_MAX_ROUNDS; round++) {
        const before = tied.size;
        for (const { ids } of referenced)
            if ([...ids].some((id) => tied.has(id)))
                for (const id of ids)
                    tied.add(id);
        for (const { from, to } of block.links)
            if (tied.has(from))
                tied.add(to);
        if (tied.size === before)
            return;
    }
}
function every(parts) {
    if (parts.includes('never'))
        return 'never';
    if (parts.includes('yes'))
        return 'yes';
    return parts.includes('unknown') ? 'unknown' : 'no';
}
function some(parts) {
    const possible = parts.filter((part) => part !== 'never');
    if (possible.length === 0)
        return 'never';
    if (possible.includes('no'))
        return 'no';
    return possible.includes('unknown') ? 'unknown' : 'yes';
}
function apart(expression, context, negated, depth) {
    if (depth > row_filter_MAX_DEPTH)
        return 'unknown';
    if (expression.kind === 'unary' && expression.op === 'not')
        return apart(expression.arg, context, !negated, depth + 1);
    if (expression.kind === 'binary' && (expression.op === 'AND' || expression.op === 'OR')) {
        const parts = chain(expression, expression.op).map((term) => apart(term, context, negated, depth + 1));
        return (expression.op === 'AND') === negated ? some(parts) : every(parts);
    }
    if (expression.kind === 'exists')
        return existsApart(expression, context, negated, depth);
    const { ids, unqualified, queries, opaque } = referencesOf(expression, context);
    if (opaque)
        return expression.kind === 'opaque' && expression.given ? 'unknown' : 'yes';
    if (expression.kind === 'query_in' && !negated && !expression.negated && isWholeTable(expression, context))
        return 'no';
    if (expression.kind === 'column' && context.inBody && expression.to === expression.from + 1)
        return 'unknown';
    if (isSelfJoin(expression, context))
        return 'no';
    if ([...ids].some((id) => context.tied.has(id)))
        return 'yes';
    const inner = queries.map((query) => correlation(query, context));
    if (inner.includes('yes'))
        return 'yes';
    // A column without a qualifier that is compared with another table's is taken for the target's.
    if (unqualified)
        return ids.size > 0 ? 'yes' : 'unknown';
    if (inner.includes('unknown'))
        return 'unknown';
    if (ids.size > 0 || queries.length > 0)
        return hasParameter(expression) && ids.size === 0 ? 'unknown' : 'no';
    return constantApart(expression, negated);
}
/** A condition without columns. */
function constantApart(expression, negated) {
    const truth = truthOfCondition(expression);
    if (truth === undefined)
        return 'unknown';
    if (truth === 'null')
        return 'never';
    if (truth !== 'maybe')
        return (truth === 'true') === negated ? 'never' : 'no';
    if (isVolatile(expression))
        return 'yes';
    return hasParameter(expression) ? 'unknown' : 'no';
}
function existsApart(expression, context, negated, depth) {
    if (expression.always)
        return negated ? 'never' : 'no';
    if (expression.where)
        return apart(expression.where, context, negated, depth + 1);
    const query = context.pins.queryAt(context.block, expression.from, expression.to);
    return query ? correlation(query, context) : 'yes';
}
function referencesOf(expression, { pins, block }) {
    const found = { ids: new Set(), unqualified: false, queries: [], opaque: false };
    // Not recursive: a chain may have tens of thousands of operands.
    const open = [expression];
    while (open.length > 0) {
        const next = open.pop();
        switch (next.kind) {
            case 'column': {
                const column = pins.resolve(next, block);
                if (!column)
                    found.opaque ||= !pins.isValueWord(next);
                else if (column.id === block.id)
                    found.unqualified = true;
                else
                    found.ids.add(column.id);
                break;
            }
            case 'query':
            case 'query_in':
            case 'exists': {
                const query = pins.queryAt(block, next.from, next.to);
                if (query)
                    found.queries.push(query);
                else
                    found.opaque = true;
                if (next.kind === 'query_in')
                    open.push(next.arg);
                break;
            }
            case 'case':
                found.opaque = true;
                break;
            case 'opaque':
                found.opaque ||= !next.given || next === expression;
                break;
            default:
                for (const part of partsOf(next))
                    open.push(part);
        }
    }
    return found;
}
function isVolatile(expression) {
    if (expression.kind === 'call' && VOLATILE.test(expression.name))
        return true;
    return partsOf(expression).some(isVolatile);
}
function hasParameter(expression) {
    if (expression.kind === 'opaque')
        return true;
    return partsOf(expression).some(hasParameter);
}
/** Whether it compares a column of the target with the same column of another use of the table. */
function isSelfJoin(expression, { pins, block, target, text }) {
    if (expression.kind !== 'binary' || expression.op !== '=')
        return false;
    const { left, right } = expression;
    if (left.kind !== 'column' || right.kind !== 'column')
        return false;
    const one = pins.resolve(left, block);
    const other = pins.resolve(right, block);
    if (!one || !other || one.name !== other.name || one.id === other.id)
        return false;
    const sources = [one.id, other.id].map((id) => block.sources.find((source) => source.id === id));
    return (sources.includes(target) && sources.every((source) => source !== undefined && isSameTable(source, target, text)));
}
function isSameTable(source, target, { lexical }) {
    const [one, other] = [source.table, target.table];
    if (!one || !other || one.name === undefined || other.name === undefined)
        return false;
    return query_keyOf(one.name, lexical) === query_keyOf(other.name, lexical) && (one.schema || '') === (other.schema || '');
}
/** `id IN (SELECT id FROM` the target's table `)`, without a condition. */
function isWholeTable(expression, context) {
    const { pins, block, target } = context;
    const column = expression.arg.kind === 'column' ? pins.resolve(expression.arg, block) : undefined;
    const query = pins.queryAt(block, expression.from, expression.to);
    return column?.id === target.id && query !== undefined && returnsWhole(query, 0, column.name, context, 0);
}
/** Whether the result's column, by its position, holds that column of every row of the target's table. */
function returnsWhole(query, index, name, context, depth) {
    const { pins, target, text } = context;
    return query.blocks.some((block) => {
        const [source, ...others] = block.sources;
        if (!source || others.length > 0 || block.reduced || depth > row_filter_MAX_DEPTH || source.recursive)
            return false;
        const item = block.items?.[index];
        const expression = pins.expressionOf(item);
        const column = expression?.kind === 'column' ? pins.resolve(expression, block) : undefined;
        if (column?.id !== source.id ||
            !block.conditions.every((condition) => isVoid(condition.expression, block, pins, 0)))
            return false;
        if (source.table)
            return column.name === name && isSameTable(source, target, text);
        const names = source.query?.columns ?? source.query?.blocks[0]?.items?.map((inner) => inner.name) ?? [];
        const at = source.columns || !source.query ? -1 : names.indexOf(column.name);
        return at >= 0 && source.query !== undefined && returnsWhole(source.query, at, name, context, depth + 1);
    });
}
/** Whether a condition restricts no rows, whatever its literals are: they do not count in facts of traffic. */
function isVoid(expression, block, pins, depth) {
    if (depth > row_filter_MAX_DEPTH)
        return false;
    if (expression.kind === 'binary' && expression.op === 'AND')
        return chain(expression, 'AND').every((term) => isVoid(term, block, pins, depth + 1));
    if (expression.kind === 'binary' && expression.op === 'OR')
        return chain(expression, 'OR').some((term) => isVoid(term, block, pins, depth + 1));
    if (expression.kind === 'is')
        return expression.negated && expression.what === 'NULL';
    if (expression.kind === 'constant')
        return true;
    if (expression.kind !== 'binary' || !COMPARISONS.has(expression.op))
        return false;
    const { left, right } = expression;
    if (left.kind === 'constant' && right.kind === 'constant')
        return true;
    if (left.kind !== 'column' || right.kind !== 'column')
        return false;
    const one = pins.resolve(left, block);
    const other = pins.resolve(right, block);
    return one !== undefined && one.id === other?.id && one.name === other.name;
}
/** Whether a subquery refers to a row of the target. */
function correlation(query, context) {
    const { text, block } = context;
    const { tokens } = text;
    const inner = new Set();
    let bare = false;
    for (const nested of blocksIn(query)) {
        for (const { alias } of nested.sources)
            inner.add(alias);
        bare ||= nested.conditions.some(({ expression }) => comparesBare(expression, nested, context));
    }
    for (let at = query.from; at < query.to; at++) {
        const kind = tokens.kind(at);
        if (tokens.word(at + 1) !== '.' || tokens.word(at - 1) === '.' || (kind !== text_tokens.T.word && kind !== text_tokens.T.quoted))
            continue;
        const alias = nameKey(text, at);
        if (inner.has(alias))
            continue;
        const source = block.sources.find((one) => one.alias === alias);
        // `schema.table.column`, or a row variable: as before, taken for the target's.
        if (!source || context.tied.has(source.id))
            return 'yes';
    }
    return bare ? 'unknown' : 'no';
}
function* blocksIn(query) {
    for (const block of query.blocks) {
        yield block;
        for (const inner of block.subqueries.values())
            yield* blocksIn(inner);
        for (const source of block.sources) {
            if (source.query && !source.recursive && source.query.references <= 1)
                yield* blocksIn(source.query);
        }
    }
}
/** Whether a subquery compares two columns, one without a qualifier, which may be the target's. */
function comparesBare(condition, block, context) {
    if (block.sources.length === 0)
        return true;
    const open = [condition];
    while (open.length > 0) {
        const next = open.pop();
        if (next.kind === 'binary' && COMPARISONS.has(next.op)) {
            const columns = [next.left, next.right].filter((side) => side.kind === 'column');
            const bare = columns.filter(({ from, to }) => to === from + 1);
            if (columns.length === 2 && bare.length > 0 && !isVoid(next, block, context.pins, 0))
                return true;
        }
        for (const part of partsOf(next))
            open.push(part);
    }
    return false;
}

;// CONCATENATED MODULE: ./build/esm/sql/queries/words.js

const QUERY_WORDS = new Set(['SELECT', 'WITH', 'VALUES', 'TABLE']);
const SET_OPERATORS = new Set(['UNION', 'EXCEPT', 'INTERSECT', 'MINUS']);
/** Words that end a FROM list or a condition. */
const CLAUSES = new Set('WHERE GROUP HAVING ORDER LIMIT OFFSET FETCH FOR WINDOW OPTION INTO LOCK RETURNING OUTPUT SET UNION EXCEPT INTERSECT MINUS QUALIFY'.split(' '));
/** Words after which a name follows, so that a clause word is one. */
const words_BEFORE_NAME = new Set('AND OR NOT WHERE ON BETWEEN LIKE ILIKE IN IS FROM SELECT DISTINCT WHEN THEN ELSE CASE AS ALL BY'.split(' '));
/** Whether the token may end an operand, so that a clause may follow. */
function endsOperand({ tokens }, at) {
    const kind = tokens.kind(at);
    const word = tokens.word(at);
    if (kind === text_tokens.T.op)
        return word === ')' || word === ']' || word === '*';
    return kind !== text_tokens.T.word || !words_BEFORE_NAME.has(word);
}
/** The first clause word in `from` to `to` outside parentheses; `to` if there is none. */
function clauseAfter(text, from, to, words = CLAUSES) {
    const { tokens } = text;
    for (let at = from; at < to; at++) {
        const word = tokens.word(at);
        if (word === '(')
            at = closing(text, at, to);
        else if (words.has(word) && (at === from || endsOperand(text, at - 1)) && tokens.word(at - 1) !== '.')
            return at;
    }
    return to;
}
/** The parenthesis that closes the one at `at`; `to` if none does. */
function closing({ tokens }, at, to) {
    if (tokens.word(at) === '(') {
        const close = tokens.closing(at);
        return close >= 0 && close < to ? close : to;
    }
    let depth = 0;
    for (let next = at; next < to; next++) {
        const word = tokens.word(next);
        if (word === '(')
            depth++;
        else if (word === ')' && --depth === 0)
            return next;
    }
    return to;
}
/** Splits `from` to `to` at the words outside parentheses. */
function splitAt(text, from, to, words) {
    const parts = [];
    let first = from;
    for (let at = from; at < to; at++) {
        const word = text.tokens.word(at);
        if (word === '(')
            at = closing(text, at, to);
        else if (words.has(word)) {
            parts.push([first, at]);
            first = at + 1;
        }
    }
    parts.push([first, to]);
    return parts;
}

;// CONCATENATED MODULE: ./build/esm/sql/queries/items.js



const COMMA = new Set([',']);
/** Where the select list begins that may start with DISTINCT, ALL or TOP. */
function afterModifiers(text, from, to) {
    const { tokens } = text;
    let at = from;
    let reduced = false;
    // Behind the end, `closing` would lead back to it.
    while (at < to) {
        const word = tokens.word(at);
        if (word === 'DISTINCT' && tokens.word(at + 1) === 'ON' && tokens.word(at + 2) === '(') {
            reduced = true;
            at = closing(text, at + 2, to) + 1;
        }
        else if (word === 'DISTINCT' || word === 'ALL')
            at++;
        else if (word === 'TOP' && (tokens.word(at + 1) === '(' || tokens.kind(at + 1) !== text_tokens.T.op)) {
            reduced = true;
            at = tokens.word(at + 1) === '(' ? closing(text, at + 1, to) + 1 : at + 2;
            if (tokens.word(at) === 'PERCENT')
                at++;
            if (tokens.word(at) === 'WITH' && tokens.word(at + 1) === 'TIES')
                at += 2;
        }
        else
            break;
    }
    return { at, reduced };
}
/** The items of a select list. */
function readItems(text, from, to) {
    return splitAt(text, from, to, COMMA).map(([first, end]) => itemOf(text, first, end));
}
function itemOf(text, from, to) {
    const { tokens } = text;
    const last = to - 1;
    if (tokens.word(last) === '*' && (last === from || tokens.word(last - 1) === '.')) {
        if (last > from + 2)
            return { name: undefined, star: undefined, from, to };
        return { name: undefined, star: last === from ? '' : nameKey(text, from), from, to };
    }
    const isName = tokens.kind(last) === text_tokens.T.word || tokens.kind(last) === text_tokens.T.quoted;
    if (text.lexical.family === 'sqlcmd' && tokens.word(from + 1) === '=' && tokens.kind(from) !== text_tokens.T.op)
        return { name: nameKey(text, from), star: undefined, from: from + 2, to };
    if (!isName)
        return { name: undefined, star: undefined, from, to };
    const name = nameKey(text, last);
    const before = tokens.word(last - 1);
    if (last === from || before === '.')
        return { name, star: undefined, from, to };
    if (before === 'AS')
        return { name, star: undefined, from, to: last - 1 };
    // `x y`, `f(x) y`: an alias without AS.
    if (tokens.kind(last - 1) !== text_tokens.T.op || before === ')')
        return { name, star: undefined, from, to: last };
    return { name: undefined, star: undefined, from, to };
}

;// CONCATENATED MODULE: ./build/esm/sql/queries/reader.js






const reader_COMMA = new Set([',']);
const reader_FROM = new Set(['FROM']);
const CTE_END = new Set('SELECT INSERT UPDATE DELETE MERGE VALUES TABLE REPLACE ('.split(' '));
/** Words that may follow a table in a FROM list and are not its alias. */
const NOT_ALIASES = new Set(`ON USING JOIN INNER LEFT RIGHT FULL CROSS NATURAL STRAIGHT_JOIN OUTER APPLY SET WITH TABLESAMPLE PARTITION USE FORCE IGNORE
   INDEXED NOT PIVOT UNPIVOT LATERAL MATCH_RECOGNIZE VALUES SELECT DEFAULT OVERRIDING`.split(/\s+/));
const JOIN_WORDS = new Set(['JOIN', 'INNER', 'CROSS', 'NATURAL', 'STRAIGHT_JOIN']);
const SIDES = new Set(['LEFT', 'RIGHT', 'FULL', 'OUTER']);
const JOIN_HINTS = new Set(['OUTER', 'HASH', 'LOOP', 'MERGE', 'REMOTE']);
const TABLE_HINT = /^(?:NOLOCK|READPAST|UPDLOCK|HOLDLOCK|ROWLOCK|TABLOCKX?|PAGLOCK|XLOCK|READUNCOMMITTED|INDEX)$/;
/** Nesting of queries and joins; deeper ones are not understood. */
const reader_MAX_DEPTH = 40;
/** Tables and queries of one statement. */
const MAX_SOURCES = 2000;
/** Tables and queries of one FROM list. */
const MAX_JOINED = 200;
/** Reads queries into blocks and sources. Throws NOT_UNDERSTOOD. */
class QueryReader {
    text;
    /** Names in the statement that do not stand for a column or a given value. */
    names;
    blocks = [];
    uses = [];
    writes = [];
    /** The tokens at which the name of a table or CTE was read in a FROM list. */
    seen = new Set();
    #ids = 0;
    #depth = 0;
    #readWrite;
    constructor(text, names, readWrite) {
        this.text = text;
        this.names = names;
        this.#readWrite = readWrite;
    }
    #nested(read) {
        if (this.#depth >= reader_MAX_DEPTH || this.#ids > MAX_SOURCES)
            throw NOT_UNDERSTOOD;
        this.#depth++;
        try {
            return read();
        }
        finally {
            this.#depth--;
        }
    }
    newBlock(parent) {
        const block = {
            id: this.#ids++,
            parent,
            sources: [],
            conditions: [],
            links: [],
            items: undefined,
            subqueries: new Map(),
            reduced: false,
        };
        this.blocks.push(block);
        return block;
    }
    /** The query in tokens `from` to `to`. */
    query(from, to, parent, ctes) {
        const query = { blocks: [], from, to, references: 1, columns: undefined };
        this.#nested(() => this.#fill(query, from, to, parent, ctes));
        return query;
    }
    #fill(query, from, to, parent, outer) {
        const { text } = this;
        const { tokens } = text;
        let ctes = outer;
        let start = from;
        if (tokens.word(start) === 'WITH')
            [start, ctes] = this.ctes(start, to, parent, outer);
        const first = tokens.word(start);
        if (/^(?:INSERT|UPDATE|DELETE|MERGE|REPLACE)$/.test(first)) {
            this.write(start, to, parent, ctes);
            return;
        }
        const parts = splitAt(text, start, to, SET_OPERATORS);
        const before = query.blocks.length;
        for (const [index, [begin, end]] of parts.entries()) {
            const at = index > 0 && /^(?:ALL|DISTINCT)$/.test(tokens.word(begin)) ? begin + 1 : begin;
            this.#part(query, at, end, parent, ctes);
        }
        // A LIMIT behind a UNION belongs to all its parts.
        if (parts.length > 1 && query.blocks.at(-1)?.reduced) {
            for (const block of query.blocks.slice(before))
                block.reduced = true;
        }
    }
    #part(query, from, to, parent, ctes) {
        const { tokens } = this.text;
        const word = tokens.word(from);
        if (word === '(') {
            const close = closing(this.text, from, to);
            const before = query.blocks.length;
            this.#nested(() => this.#fill(query, from + 1, close, parent, ctes));
            if (close + 1 >= to)
                return;
            const block = query.blocks.at(-1);
            if (!block || query.blocks.length === before)
                throw NOT_UNDERSTOOD;
            for (const inner of query.blocks.slice(before))
                inner.reduced = true;
            this.subqueries(block, close + 1, to, ctes);
            return;
        }
        const block = this.newBlock(parent);
        query.blocks.push(block);
        if (word === 'TABLE') {
            this.#table(block, from + 1, to, ctes);
            block.items = [{ name: undefined, star: '', from, to: from }];
        }
        else if (word === 'VALUES')
            this.subqueries(block, from, to, ctes);
        else if (word === 'SELECT')
            this.#select(block, from, to, ctes);
        else
            throw NOT_UNDERSTOOD;
    }
    #select(block, from, to, ctes) {
        const { text } = this;
        const { tokens } = text;
        const list = clauseAfter(text, from + 1, to, reader_FROM);
        const end = clauseAfter(text, from + 1, list);
        if (end < list && list < to && tokens.word(end) !== 'INTO')
            throw NOT_UNDERSTOOD;
        const { at, reduced } = afterModifiers(text, from + 1, end);
        block.reduced = reduced;
        for (let next = at; next < end; next++)
            block.reduced ||= tokens.word(next) === 'OVER';
        block.items = readItems(text, at, end);
        const rest = list < to ? list : end;
        this.subqueries(block, from + 1, rest, ctes);
        this.clauses(block, rest, to, ctes);
    }
    /** A FROM list, if there is one at `from`, and what follows it. */
    clauses(block, from, to, ctes) {
        const { text } = this;
        let at = from;
        if (text.tokens.word(from) === 'FROM') {
            at = clauseAfter(text, from + 1, to);
            this.fromList(block, from + 1, at, ctes);
        }
        while (at < to) {
            const word = text.tokens.word(at);
            const end = clauseAfter(text, at + 1, to);
            if (word === 'WHERE')
                this.condition(block, at + 1, end, undefined, ctes);
            else {
                if (word === 'INTO' && text.tokens.word(end) === 'FROM')
                    throw NOT_UNDERSTOOD;
                if (/^(?:GROUP|HAVING|LIMIT|OFFSET|FETCH|WINDOW|QUALIFY)$/.test(word))
                    block.reduced = true;
                this.subqueries(block, at, end, ctes);
            }
            at = end;
        }
    }
    /** A condition in tokens `from` to `to`; for `restricts`, see Condition. */
    condition(block, from, to, restricts, ctes) {
        this.subqueries(block, from, to, ctes);
        block.conditions.push({ expression: this.parsed(from, to), restricts });
    }
    parsed(from, to) {
        const expression = parseExpression(this.text.tokens, from, to, this.text.lexical);
        if (!expression)
            throw NOT_UNDERSTOOD;
        return expression;
    }
    /** Reads the queries in expressions, each of which may refer to the block. */
    subqueries(block, from, to, ctes) {
        const { text } = this;
        for (let at = from; at < to; at++) {
            // SQLite's `x IN t` reads every row of a table.
            if (text.lexical.family === 'sqlite' && text.tokens.word(at) === 'IN' && isName(text, at + 1, to))
                throw NOT_UNDERSTOOD;
            if (text.tokens.word(at) !== '(' || !QUERY_WORDS.has(text.tokens.word(at + 1)))
                continue;
            const next = text.tokens.kind(at + 2);
            // A column that is named `table` or `values`.
            if (next === text_tokens.T.op && /^[,)=.]$/.test(text.tokens.word(at + 2)))
                continue;
            const close = closing(text, at, to);
            block.subqueries.set(at, this.query(at + 1, close, block, ctes));
            at = close;
        }
    }
    /** The CTEs of a WITH clause, and the token after them. */
    ctes(from, to, parent, outer) {
        const { text } = this;
        const { tokens, lexical } = text;
        const ctes = new Map(outer);
        let at = from + 1;
        const recursive = tokens.word(at) === 'RECURSIVE' || lexical.family === 'sqlcmd' || lexical.family === 'sqlite';
        if (tokens.word(at) === 'RECURSIVE')
            at++;
        for (;;) {
            const name = nameKey(text, at);
            if (tokens.kind(at) !== text_tokens.T.word && tokens.kind(at) !== text_tokens.T.quoted)
                throw NOT_UNDERSTOOD;
            at++;
            const query = { blocks: [], from: at, to, references: 0, columns: undefined };
            if (tokens.word(at) === '(') {
                const close = closing(text, at, to);
                query.columns = splitAt(text, at + 1, close, reader_COMMA).map(([first]) => nameKey(text, first));
                at = close + 1;
            }
            if (tokens.word(at) !== 'AS')
                throw NOT_UNDERSTOOD;
            at++;
            while (/^(?:NOT|MATERIALIZED)$/.test(tokens.word(at)))
                at++;
            if (tokens.word(at) !== '(')
                throw NOT_UNDERSTOOD;
            const close = closing(text, at, to);
            if (close >= to)
                throw NOT_UNDERSTOOD;
            const own = recursive ? new Map([...ctes, [name, { query, building: true }]]) : ctes;
            const open = at;
            this.#nested(() => this.#fill(query, open + 1, close, parent, own));
            ctes.set(name, { query, building: false });
            at = close + 1;
            if (tokens.word(at) !== ',')
                break;
            at++;
        }
        if (!CTE_END.has(tokens.word(at)))
            throw NOT_UNDERSTOOD;
        return [at, ctes];
    }
    /** The tables of a FROM list. Returns the ids of its sources. */
    fromList(block, from, to, ctes) {
        const ids = [];
        let at = from;
        for (;;) {
            const read = this.#nested(() => this.#joins(block, at, to, ctes));
            for (const id of read.ids)
                ids.push(id);
            at = read.next;
            if (at >= to)
                return ids;
            if (this.text.tokens.word(at) !== ',')
                throw NOT_UNDERSTOOD;
            at++;
        }
    }
    #joins(block, from, to, ctes) {
        const { tokens, lexical } = this.text;
        const left = this.#primary(block, from, to, ctes);
        let at = left.next;
        while (at < to && tokens.word(at) !== ',') {
            let kind = tokens.word(at);
            if (kind === 'NATURAL')
                throw NOT_UNDERSTOOD;
            let apply = false;
            if (kind !== 'JOIN' && kind !== 'STRAIGHT_JOIN') {
                if (!JOIN_WORDS.has(kind) && !SIDES.has(kind))
                    throw NOT_UNDERSTOOD;
                at++;
                while (JOIN_HINTS.has(tokens.word(at)))
                    at++;
                apply = tokens.word(at) === 'APPLY';
                if (!apply && tokens.word(at) !== 'JOIN')
                    throw NOT_UNDERSTOOD;
            }
            else if (kind === 'JOIN')
                kind = 'INNER';
            const right = this.#primary(block, at + 1, to, ctes, apply);
            at = right.next;
            const both = new Set([...left.ids, ...right.ids]);
            if (tokens.word(at) === 'ON') {
                const end = this.#joinEnd(at + 1, to);
                const sides = { LEFT: new Set(right.ids), RIGHT: new Set(left.ids), FULL: new Set() };
                this.condition(block, at + 1, end, sides[kind] ?? both, ctes);
                at = end;
            }
            else if (tokens.word(at) === 'USING' && tokens.word(at + 1) === '(') {
                const close = closing(this.text, at + 1, to);
                for (const [name] of splitAt(this.text, at + 2, close, reader_COMMA)) {
                    this.#using(block, kind, nameKey(this.text, name), left.ids, right.ids);
                }
                at = close + 1;
                if (tokens.word(at) === 'AS')
                    at += 2;
            }
            else {
                const bare = apply || kind === 'CROSS' || (kind !== 'LEFT' && kind !== 'RIGHT' && kind !== 'FULL');
                const needsOn = kind === 'INNER' && (lexical.family === 'psql' || lexical.family === 'sqlcmd');
                if (!bare || needsOn)
                    throw NOT_UNDERSTOOD;
            }
            if (tokens.word(at) === 'ON' || tokens.word(at) === 'USING')
                throw NOT_UNDERSTOOD;
            for (const id of right.ids)
                left.ids.push(id);
        }
        return { ids: left.ids, next: at };
    }
    #using(block, kind, column, left, right) {
        const [inner] = right;
        if (inner === undefined || right.length > 1)
            return;
        // Which of several tables has the column is known only if a USING joined them by it before.
        const joined = left.find((id) => block.links.some((link) => link.column === column && link.to === id));
        const outer = left.length === 1 ? left[0] : joined;
        if (outer === undefined || kind === 'FULL')
            return;
        if (kind !== 'RIGHT')
            block.links.push({ column, from: outer, to: inner });
        if (kind !== 'LEFT')
            block.links.push({ column, from: inner, to: outer });
    }
    /** The end of the condition of a join. */
    #joinEnd(from, to) {
        const { text } = this;
        const { tokens } = text;
        for (let at = from; at < to; at++) {
            const word = tokens.word(at);
            if (word === '(')
                at = closing(text, at, to);
            else if (word === ',' || word === 'ON' || word === 'USING')
                return at;
            else if (JOIN_WORDS.has(word) && tokens.word(at - 1) !== '.')
                return at;
            else if (SIDES.has(word) && (tokens.word(at + 1) === 'JOIN' || JOIN_HINTS.has(tokens.word(at + 1))))
                return at;
            else if (word === 'OUTER' && tokens.word(at + 1) === 'APPLY')
                return at;
        }
        return to;
    }
    #primary(block, from, to, ctes, apply = false) {
        const { text } = this;
        const { tokens } = text;
        let at = from;
        let lateral = apply;
        for (; /^(?:ONLY|LATERAL)$/.test(tokens.word(at)); at++)
            lateral ||= tokens.word(at) === 'LATERAL';
        if (tokens.word(at) !== '(')
            return this.#table(block, at, to, ctes);
        const close = closing(text, at, to);
        if (close >= to)
            throw NOT_UNDERSTOOD;
        if (!this.#holdsQuery(at, close)) {
            const ids = this.fromList(block, at + 1, close, ctes);
            const next = close + 1;
            if (tokens.word(next) === 'AS' || this.#isAlias(next, to))
                throw NOT_UNDERSTOOD;
            return { ids: [...ids], next };
        }
        const query = this.query(at + 1, close, lateral ? block : block.parent, ctes);
        return this.#aliased(block, close + 1, to, { query, recursive: false, table: undefined, alias: '' });
    }
    /** Whether the parenthesis holds a query, not joined tables. */
    #holdsQuery(open, close) {
        const { tokens } = this.text;
        let at = open + 1;
        while (tokens.word(at) === '(') {
            const end = closing(this.text, at, close);
            if (end + 1 < close && !SET_OPERATORS.has(tokens.word(end + 1)) && !CLAUSES.has(tokens.word(end + 1)))
                return false;
            at++;
        }
        return QUERY_WORDS.has(tokens.word(at));
    }
    #table(block, from, to, ctes) {
        const { text } = this;
        const { tokens, lexical } = text;
        const { target, next } = (0,names/* readName */.MQ)(tokens, from, lexical);
        if (next === from)
            throw NOT_UNDERSTOOD;
        if (tokens.word(next) === '(' && !(lexical.family === 'sqlcmd' && TABLE_HINT.test(tokens.word(next + 1)))) {
            const close = closing(text, next, to);
            this.subqueries(block, next, close, ctes);
            let after = close + 1;
            if (tokens.word(after) === 'WITH')
                after = tokens.word(after + 1) === '(' ? closing(text, after + 1, to) + 1 : after + 2;
            return this.#aliased(block, after, to, { query: undefined, recursive: false, table: undefined, alias: '' });
        }
        if (target.name === undefined || target.schema === undefined)
            throw NOT_UNDERSTOOD;
        this.seen.add(from);
        const alias = query_keyOf(target.name, lexical);
        const cte = target.schema === '' ? ctes.get(alias) : undefined;
        if (cte && !cte.building)
            cte.query.references++;
        const about = cte
            ? { query: cte.query, recursive: cte.building, table: undefined, alias }
            : { query: undefined, recursive: false, table: target, alias };
        return this.#aliased(block, next, to, about);
    }
    /** Reads what may follow a table or query, and adds the source. */
    #aliased(block, from, to, about) {
        const { text } = this;
        const { tokens } = text;
        let { alias } = about;
        let columns;
        let at = this.#skipHints(from, to);
        const named = tokens.word(at) === 'AS';
        if (named)
            at++;
        if (named || this.#isAlias(at, to)) {
            alias = tokens.word(at) === '(' ? alias : nameKey(text, at);
            if (tokens.word(at) !== '(')
                at++;
        }
        if (tokens.word(at) === '(' && at < to && !TABLE_HINT.test(tokens.word(at + 1))) {
            const close = closing(text, at, to);
            columns = splitAt(text, at + 1, close, reader_COMMA).map(([first]) => nameKey(text, first));
            at = close + 1;
        }
        at = this.#skipHints(at, to);
        if (block.sources.length >= MAX_JOINED)
            throw NOT_UNDERSTOOD;
        const source = { ...about, id: this.#ids++, alias, columns };
        block.sources.push(source);
        if (source.table)
            this.uses.push({ source, block });
        return { ids: [source.id], next: at };
    }
    #isAlias(at, to) {
        const { tokens } = this.text;
        if (at >= to)
            return false;
        const kind = tokens.kind(at);
        return kind === text_tokens.T.quoted || (kind === text_tokens.T.word && !NOT_ALIASES.has(tokens.word(at)) && !CLAUSES.has(tokens.word(at)));
    }
    #skipHints(from, to) {
        const { text } = this;
        const { tokens } = text;
        let at = from;
        for (;;) {
            const word = tokens.word(at);
            if (at >= to)
                return at;
            if (word === '*')
                at++;
            else if (word === '(' && TABLE_HINT.test(tokens.word(at + 1)))
                at = closing(text, at, to) + 1;
            else if ((word === 'WITH' || word === 'PARTITION') && tokens.word(at + 1) === '(')
                at = closing(text, at + 1, to) + 1;
            else if (word === 'WITH' && tokens.word(at + 1) === 'ORDINALITY')
                at += 2;
            else if (word === 'TABLESAMPLE') {
                const open = tokens.word(at + 1) === '(' ? at + 1 : at + 2;
                at = closing(text, open, to) + 1;
                if (tokens.word(at) === 'REPEATABLE')
                    at = closing(text, at + 1, to) + 1;
            }
            else if (/^(?:USE|FORCE|IGNORE)$/.test(word) && /^(?:INDEX|KEY)$/.test(tokens.word(at + 1))) {
                at += 2;
                while (at < to && tokens.word(at) !== '(')
                    at++;
                at = closing(text, at, to) + 1;
            }
            else if (word === 'INDEXED' && tokens.word(at + 1) === 'BY')
                at += 3;
            else if (word === 'NOT' && tokens.word(at + 1) === 'INDEXED')
                at += 2;
            else
                return at;
        }
    }
    /** The INSERT, UPDATE, DELETE or MERGE at `from`. */
    write(from, to, parent, ctes) {
        const write = this.#readWrite(this, from, to, parent, ctes);
        this.writes.push(write);
        return write;
    }
}
function isName({ tokens }, at, to) {
    return at < to && (tokens.kind(at) === text_tokens.T.word || tokens.kind(at) === text_tokens.T.quoted);
}

;// CONCATENATED MODULE: ./build/esm/sql/queries/statement-names.js


/** The names of the statement in tokens `from` to `to`. */
function statementNames(text, inBody, from, to) {
    const { tokens, lexical } = text;
    let assigned;
    let variables;
    return {
        isVariable(name) {
            if (!inBody)
                return false;
            // PL/pgSQL rejects a name that is a variable and a column, except with this option.
            if (lexical.family === 'psql')
                return hasConflictOption(tokens);
            if (lexical.family !== 'mysql')
                return false;
            variables ??= variablesAt(text, from);
            return variables.has(name.toLowerCase());
        },
        isAssigned(at) {
            if (tokens.kind(at) !== text_tokens.T.param)
                return false;
            assigned ??= assignedIn(text, from, to);
            return assigned.has(variableName(tokens, at));
        },
    };
}
/** By text: whether it sets which of a variable and a column a name stands for. */
const conflictOptions = new WeakMap();
function hasConflictOption(tokens) {
    let found = conflictOptions.get(tokens);
    if (found === undefined) {
        found = tokens.text.includes('variable_conflict');
        conflictOptions.set(tokens, found);
    }
    return found;
}
/** `@x`, @`x` and `@'x'` are one variable. */
function variableName(tokens, at) {
    return tokens.raw(at).toLowerCase().replaceAll(/[`'"]/g, '');
}
/** MySQL's `@x := …` and T-SQL's `SELECT @x = …`, `SET @x += …`. */
function assignedIn({ tokens, lexical }, from, to) {
    const assigned = new Set();
    if (tokens.word(from) === 'SET')
        return assigned;
    for (let at = from; at < to; at++) {
        if (tokens.kind(at) !== text_tokens.T.param)
            continue;
        const next = tokens.word(at + 1);
        const isFirst = lexical.family === 'sqlcmd' && /^(?:SELECT|SET|,|DISTINCT|ALL|\))$/.test(tokens.word(at - 1));
        const operator = /^[-+*/%&|^]$/.test(next) ? tokens.word(at + 2) : next;
        if (next === ':=' || (isFirst && operator === '='))
            assigned.add(variableName(tokens, at));
    }
    return assigned;
}
/** By text: its routines, in order. */
const routines = new WeakMap();
/** The parameters and variables, in lower case, of the routine that holds the token. */
function variablesAt(text, at) {
    let all = routines.get(text.tokens);
    if (!all) {
        all = readRoutines(text);
        routines.set(text.tokens, all);
    }
    let low = 0;
    let high = all.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if ((all[middle]?.from ?? 0) <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return all[low - 1]?.variables ?? statement_names_NO_VARIABLES;
}
const statement_names_NO_VARIABLES = new Set();
function readRoutines(text) {
    const { tokens } = text;
    const found = [];
    let variables = new Set();
    for (let at = 0; at < tokens.length; at++) {
        const word = tokens.word(at);
        if (/^(?:PROCEDURE|FUNCTION|TRIGGER|EVENT)$/.test(word)) {
            variables = new Set();
            found.push({ from: at, variables });
            if (word === 'PROCEDURE' || word === 'FUNCTION')
                addParameters(text, at, variables);
        }
        else if (word === 'DECLARE')
            addDeclared(text, at + 1, variables);
    }
    return found;
}
/** Tokens between the word FUNCTION and the parenthesis of its parameters. */
const MAX_NAME = 8;
function addParameters(text, from, variables) {
    const { tokens } = text;
    let at = from + 1;
    while (at < from + MAX_NAME && tokens.word(at) !== '(')
        at++;
    if (tokens.word(at) !== '(')
        return;
    let depth = 0;
    for (; at < tokens.length; at++) {
        const word = tokens.word(at);
        if (word === '(')
            depth++;
        else if (word === ')' && --depth === 0)
            return;
        if (depth !== 1 || !/^[(,]$/.test(word))
            continue;
        const name = /^(?:IN|OUT|INOUT)$/.test(tokens.word(at + 1)) ? at + 2 : at + 1;
        if (statement_names_isName(tokens, name))
            variables.add(nameKey(text, name).toLowerCase());
    }
}
/** `DECLARE a, b INT`. */
function addDeclared(text, from, variables) {
    const { tokens } = text;
    for (let at = from; statement_names_isName(tokens, at); at += 2) {
        variables.add(nameKey(text, at).toLowerCase());
        if (tokens.word(at + 1) !== ',')
            return;
    }
}
function statement_names_isName(tokens, at) {
    return tokens.kind(at) === text_tokens.T.word || tokens.kind(at) === text_tokens.T.quoted;
}

;// CONCATENATED MODULE: ./build/esm/sql/queries/write.js



const write_COMMA = new Set([',']);
const SET = new Set(['SET']);
const write_TABLES_END = new Set('USING FROM WHERE RETURNING OUTPUT ORDER LIMIT OPTION'.split(' '));
const LIST_START = new Set('FROM WHERE OPTION'.split(' '));
const ASSIGNMENTS_END = new Set('FROM WHERE RETURNING OUTPUT ORDER LIMIT OPTION'.split(' '));
const QUERY_START = new Set(['SELECT', 'WITH', 'VALUES', 'TABLE', 'SET', 'DEFAULT', 'EXEC', 'EXECUTE']);
const write_USING = new Set(['USING']);
const ON = new Set(['ON']);
const write_AND = new Set(['AND']);
const THEN = new Set(['THEN']);
const RETURNING = new Set(['RETURNING']);
function readWrite(reader, from, to, parent, ctes) {
    const block = reader.newBlock(parent);
    const read = READERS[reader.text.tokens.word(from)] ?? readInsert;
    return { from, ...read(reader, block, skipModifiers(reader, from + 1, to), to, ctes) };
}
const READERS = { UPDATE: readUpdate, DELETE: readDelete, MERGE: readMerge };
function skipModifiers({ text }, from, to) {
    const { tokens } = text;
    let at = from;
    for (;;) {
        const word = tokens.word(at);
        if (/^(?:LOW_PRIORITY|DELAYED|HIGH_PRIORITY|QUICK|IGNORE|INTO)$/.test(word))
            at++;
        else if (word === 'OR')
            at += 2;
        else if (word === 'TOP') {
            at = tokens.word(at + 1) === '(' ? closing(text, at + 1, to) + 1 : at + 2;
            if (tokens.word(at) === 'PERCENT')
                at++;
        }
        else
            return at;
    }
}
function readUpdate(reader, block, from, to, ctes) {
    const { text } = reader;
    const { tokens } = text;
    const set = clauseAfter(text, from, to, SET);
    const assigned = clauseAfter(text, set + 1, to, ASSIGNMENTS_END);
    if (set >= to)
        throw NOT_UNDERSTOOD;
    const rest = tokens.word(assigned) === 'OUTPUT' ? clauseAfter(text, assigned + 1, to, LIST_START) : assigned;
    reader.subqueries(block, set + 1, assigned, ctes);
    if (joinsTargets(reader) && tokens.word(rest) === 'FROM') {
        reader.clauses(block, rest, to, ctes);
        return { block, targets: [named(reader, block, from, set, ctes)], unmatched: [] };
    }
    const ids = reader.fromList(block, from, set, joinsTargets(reader) ? ctes : NO_CTES);
    reader.clauses(block, rest, to, ctes);
    const qualifiers = new Set();
    for (const [at] of splitAt(text, set + 1, assigned, write_COMMA)) {
        if (tokens.word(at + 1) === '.')
            qualifiers.add(nameKey(text, tokens.word(at + 3) === '.' ? at + 2 : at));
    }
    const updated = block.sources.filter(({ id }) => ids.includes(id));
    const qualified = updated.filter(({ alias }) => qualifiers.has(alias));
    // Which of several tables a column without a qualifier belongs to is not known.
    if (qualified.length === 0 && updated.length > 1)
        return { block, targets: updated, unclear: true, unmatched: [] };
    return { block, targets: qualified.length > 0 ? qualified : updated, unmatched: [] };
}
/** Whether a write may name its target among joined tables, by an alias. */
function joinsTargets({ text }) {
    return text.lexical.family === 'mysql' || text.lexical.family === 'sqlcmd';
}
/** The source that a target's name refers to: an alias, a table of that name, or a table that is not in the list. */
function named(reader, block, from, to, ctes) {
    const { text } = reader;
    const { target } = (0,names/* readName */.MQ)(text.tokens, from, text.lexical);
    if (target.name === undefined || target.schema === undefined)
        throw NOT_UNDERSTOOD;
    const key = query_keyOf(target.name, text.lexical);
    const byAlias = target.schema === '' ? block.sources.filter(({ alias }) => alias === key) : [];
    if (byAlias.length === 1 && byAlias[0])
        return byAlias[0];
    const byName = block.sources.filter(({ table }) => table?.name !== undefined && query_keyOf(table.name, text.lexical) === key);
    if (byName.length === 1 && byName[0])
        return byName[0];
    if (byAlias.length + byName.length > 0 || text.lexical.family === 'mysql')
        throw NOT_UNDERSTOOD;
    const [id] = reader.fromList(block, from, to, ctes);
    const added = block.sources.find((source) => source.id === id);
    if (!added)
        throw NOT_UNDERSTOOD;
    return added;
}
function readDelete(reader, block, from, to, ctes) {
    const { text } = reader;
    const { tokens } = text;
    const start = tokens.word(from) === 'FROM' ? from + 1 : from;
    const end = clauseAfter(text, start, to, write_TABLES_END);
    const list = tokens.word(end) === 'OUTPUT' ? clauseAfter(text, end + 1, to, LIST_START) : end;
    const word = tokens.word(list);
    const hasList = list < to && (word === 'USING' || word === 'FROM');
    if (!hasList || !joinsTargets(reader)) {
        const ids = reader.fromList(block, start, end, joinsTargets(reader) ? ctes : NO_CTES);
        const targets = block.sources.filter(({ id }) => ids.includes(id));
        readList(reader, block, list, to, ctes);
        return { block, targets, unmatched: [] };
    }
    readList(reader, block, list, to, ctes);
    const targets = splitAt(text, start, end, write_COMMA).map(([first, last]) => named(reader, block, first, last, ctes));
    return { block, targets, unmatched: [] };
}
/** The tables after USING or FROM, if there are any, and what follows them. */
function readList(reader, block, at, to, ctes) {
    if (reader.text.tokens.word(at) !== 'USING')
        return reader.clauses(block, at, to, ctes);
    const end = clauseAfter(reader.text, at + 1, to);
    reader.fromList(block, at + 1, end, ctes);
    reader.clauses(block, end, to, ctes);
}
function readMerge(reader, block, from, to, ctes) {
    const { text } = reader;
    const { tokens } = text;
    const using = clauseAfter(text, from, to, write_USING);
    const on = clauseAfter(text, using + 1, to, ON);
    const branches = branchesOf(reader, on, to);
    const [first] = branches;
    if (first === undefined)
        throw NOT_UNDERSTOOD;
    const [target] = reader.fromList(block, from, using, joinsTargets(reader) ? ctes : NO_CTES);
    const targets = block.sources.filter(({ id }) => id === target);
    reader.fromList(block, using + 1, on, ctes);
    // Rows of the source without a match are inserted: ON restricts the target only.
    reader.condition(block, on + 1, first, new Set(targets.map(({ id }) => id)), ctes);
    const unmatched = [];
    for (const [index, at] of branches.entries()) {
        const then = clauseAfter(text, at, branches[index + 1] ?? to, THEN);
        reader.subqueries(block, at, branches[index + 1] ?? to, ctes);
        if (tokens.word(at + 1) !== 'NOT' || tokens.word(at + 3) !== 'BY' || tokens.word(at + 4) !== 'SOURCE')
            continue;
        const and = splitAt(text, at, then, write_AND)[0]?.[1] ?? then;
        unmatched.push(and < then ? reader.parsed(and + 1, then) : undefined);
    }
    return { block, targets, unmatched };
}
/** The tokens at which the branches of a MERGE begin. */
function branchesOf({ text }, from, to) {
    const { tokens } = text;
    const branches = [];
    for (let at = from; at < to; at++) {
        const word = tokens.word(at);
        if (word === '(')
            at = closing(text, at, to);
        else if (word === 'WHEN' && /^(?:MATCHED|NOT)$/.test(tokens.word(at + 1))) {
            if (tokens.word(at + 1) === 'MATCHED' || tokens.word(at + 2) === 'MATCHED')
                branches.push(at);
        }
    }
    return branches;
}
function readInsert(reader, block, from, to, ctes) {
    const { text } = reader;
    const { tokens } = text;
    const written = { block, targets: [], unmatched: [] };
    let at = (0,names/* readName */.MQ)(tokens, tokens.word(from) === 'TABLE' ? from + 1 : from, text.lexical).next;
    for (; at < to; at++) {
        const word = tokens.word(at);
        if (word === '(' && QUERY_WORDS.has(tokens.word(at + 1)))
            break;
        if (word === '(')
            at = closing(text, at, to);
        else if (word === 'WITH' && tokens.word(at + 1) === '(')
            continue;
        else if (QUERY_START.has(word))
            break;
    }
    if (!QUERY_WORDS.has(tokens.word(at)) && tokens.word(at) !== '(') {
        reader.subqueries(block, at, to, ctes);
        return written;
    }
    const end = queryEnd(reader, at, to);
    if (tokens.word(at) === 'VALUES')
        reader.subqueries(block, at, end, ctes);
    else
        reader.query(at, end, block.parent, ctes);
    reader.subqueries(block, end, to, ctes);
    return written;
}
/** Where the query of an INSERT ends: before RETURNING and ON CONFLICT. */
function queryEnd({ text }, from, to) {
    const { tokens } = text;
    for (let at = from; at < to; at++) {
        const word = tokens.word(at);
        if (word === '(')
            at = closing(text, at, to);
        else if (word === 'ON' && /^(?:CONFLICT|DUPLICATE)$/.test(tokens.word(at + 1)))
            return at;
        else if (RETURNING.has(word))
            return at;
    }
    return to;
}

;// CONCATENATED MODULE: ./build/esm/sql/reader/pinned-columns.js






const pinned_columns_MAX_COLUMNS = 1000;
const QUERIES = new Set('SELECT WITH VALUES TABLE ( INSERT REPLACE UPDATE DELETE MERGE'.split(' '));
/** Statements that hold a query behind their own words. */
const HOLDERS = new Set('CREATE DECLARE EXPLAIN ANALYZE DESCRIBE DESC PREPARE FOR RETURN PERFORM OPEN REFRESH ALTER'.split(' '));
const HELD = new Set('SELECT WITH INSERT REPLACE UPDATE DELETE MERGE'.split(' '));
const pinned_columns_WRITES = new Set(['update', 'delete', 'merge', 'merge_delete']);
/** Reads the queries and writes of a statement; undefined if it is not understood. */
function understand({ scan, from, to }, read) {
    const inBody = scan.place === 'routine_body' || scan.place === 'do_block';
    try {
        return read(new QueryReader(scan, statementNames(scan, inBody, from, to), readWrite));
    }
    catch (error) {
        if (error === NOT_UNDERSTOOD)
            return undefined;
        throw error;
    }
}
/** The pinned columns of a target, through the conditions of a MERGE's branches if there are any. */
function pinnedOf(pins, { block, unmatched }, source) {
    let columns = pins.columnsOf({ source, block });
    for (const condition of unmatched) {
        const own = condition ? pins.columnsIn(condition, { source, block }) : new Set();
        columns = new Set([...columns].filter((column) => own.has(column)));
    }
    return columns;
}
/**
 * The columns, as `table.column`, that are restricted to given values wherever the statements use the table. Undefined
 * if a query is not understood, or if a table is used where no query was read.
 *
 * @param tables the tokens at which a FROM list names a table, by text
 */
function pinnedInStatement(statements, tables, operations) {
    const common = new Map();
    const seen = new Map();
    for (const range of statements) {
        const understood = understand(range, (reader) => {
            readStatementRange(reader, range);
            add(reader, common);
            const known = seen.get(range.scan.tokens);
            if (!known)
                seen.set(range.scan.tokens, reader.seen);
            else
                for (const at of reader.seen)
                    known.add(at);
            return true;
        });
        if (!understood)
            return undefined;
    }
    for (const [tokens, uses] of tables)
        if (uses.some((at) => !seen.get(tokens)?.has(at)))
            return undefined;
    for (const { kind, target } of operations) {
        const name = pinned_columns_WRITES.has(kind) ? (0,names/* qualified */.LX)(target) : '';
        if (name === undefined || (name !== '' && !common.has(name)))
            return undefined;
    }
    const columns = [...common].flatMap(([table, names]) => [...names].map((name) => `${table}.${name}`));
    return columns.length > pinned_columns_MAX_COLUMNS ? undefined : columns;
}
function readStatementRange(reader, { scan, from, to }) {
    const { tokens } = scan;
    const first = tokens.word(from);
    if (QUERIES.has(first)) {
        reader.query(from, to, undefined, NO_CTES);
        return;
    }
    const block = reader.newBlock(undefined);
    let held = to;
    if (HOLDERS.has(first)) {
        for (let at = from + 1; at < held; at++) {
            if (tokens.word(at) === '(')
                at = scan.afterParenthesis(at, to) - 1;
            else if (HELD.has(tokens.word(at)) && tokens.word(at + 1) !== '(')
                held = at;
        }
    }
    reader.subqueries(block, from, held, NO_CTES);
    if (held < to)
        reader.query(held, to, undefined, NO_CTES);
}
function add(reader, common) {
    if (reader.uses.length === 0)
        return;
    const pins = new Pins(reader);
    const writes = new Map();
    for (const write of reader.writes)
        for (const target of write.targets)
            writes.set(target, write);
    for (const use of reader.uses) {
        const name = use.source.table ? (0,names/* qualified */.LX)(use.source.table) : undefined;
        if (name === undefined)
            throw NOT_UNDERSTOOD;
        const write = writes.get(use.source);
        const columns = write ? pinnedOf(pins, write, use.source) : pins.columnsOf(use);
        const before = common.get(name);
        common.set(name, before ? new Set([...before].filter((column) => columns.has(column))) : columns);
    }
}

;// CONCATENATED MODULE: ./build/esm/sql/reader/rows.js






const rows_NONE = [];
const rows_MAX_COLUMNS = 1000;
const rows_UNKNOWN = { filterOf: (_, filter) => filter, pinnedOf: () => undefined, pinnedByBranch: () => undefined };
/** Reads the tables and conditions of the write in tokens `from` to `to`, and the CTEs before it. */
function readRows(scan, from, to, { withAt } = scan.out) {
    const whole = withAt >= 0 && withAt < from && scan.place !== 'cte' && scan.place !== 'subquery';
    const read = new Lazy(() => understand({ scan, from: whole ? withAt : from, to }, (reader) => {
        if (whole)
            reader.query(withAt, to, undefined, NO_CTES);
        else
            reader.write(from, to, undefined, NO_CTES);
        const write = reader.writes.find((one) => one.from === from);
        return write && rowsOf(scan, write, reader);
    }));
    return {
        // Most writes without a filter and most rules need none of this.
        filterOf: (target, filter) => filter === 'conditional' ? (read.value ?? rows_UNKNOWN).filterOf(target, filter) : filter,
        pinnedOf: (target) => (read.value ?? rows_UNKNOWN).pinnedOf(target),
        pinnedByBranch: (...branch) => (read.value ?? rows_UNKNOWN).pinnedByBranch(...branch),
    };
}
/** The pinned columns of a target. Reads the write again on use: what was read of all writes takes much memory. */
function pinnedOnUse(scan, from, to, target) {
    const { withAt } = scan.out;
    return new Lazy(() => readRows(scan, from, to, { withAt }).pinnedOf(target));
}
function rowsOf(scan, write, reader) {
    const names = new Pins(reader);
    // Not the same: a column is written as where it was first looked up.
    const pinned = new Lazy(() => new Pins(reader));
    const { block, targets, unclear } = write;
    const sourcesOf = ({ name }) => {
        if (unclear || targets.length === 1)
            return targets;
        if (name === undefined)
            return [];
        const key = query_keyOf(name, scan.lexical);
        return targets.filter(({ table }) => table?.name !== undefined && query_keyOf(table.name, scan.lexical) === key);
    };
    /** The columns that are pinned in each of the sources that the target may be. */
    const common = (target, columnsOf) => {
        const [first, ...others] = sourcesOf(target).map(columnsOf);
        if (!first)
            return undefined;
        const columns = [...first].filter((column) => others.every((other) => other.has(column)));
        return columns.length > rows_MAX_COLUMNS ? undefined : columns.length === 0 ? rows_NONE : columns;
    };
    const inBody = scan.place === 'routine_body' || scan.place === 'do_block';
    return {
        filterOf(target, filter) {
            const results = sourcesOf(target).map((source) => tellsRowsApart(scan, write, source, names, inBody));
            if (results.includes('no'))
                return 'always_true';
            return results.includes('unknown') ? undefined : filter;
        },
        pinnedOf: (target) => common(target, (source) => pinnedOf(pinned.value, write, source)),
        pinnedByBranch: (target, from, to, bySource) => common(target, (source) => {
            const condition = from < to ? parseExpression(scan.tokens, from, to, scan.lexical) : undefined;
            const pins = pinned.value;
            const own = condition ? [...pins.columnsIn(condition, { source, block })] : [];
            return new Set(bySource ? own : [...own, ...pins.columnsOf({ source, block })]);
        }),
    };
}

;// CONCATENATED MODULE: ./build/esm/sql/reader/dml.js






const MODIFIERS = new Set(['LOW_PRIORITY', 'DELAYED', 'HIGH_PRIORITY', 'QUICK', 'IGNORE']);
const TABLE_ENDS = new Set('SET WHERE FROM USING RETURNING ORDER LIMIT OUTPUT OPTION VALUES VALUE SELECT DEFAULT WITH ON JOIN INNER LEFT RIGHT FULL CROSS NATURAL OVERRIDING EXEC EXECUTE TABLE WHEN PARTITION FORCE INDEXED NOT'.split(' '));
const ASSIGNMENT_ENDS = new Set(['FROM', 'WHERE', 'RETURNING', 'ORDER', 'LIMIT', 'OUTPUT', 'OPTION']);
const USING_WORD = new Set(['USING']);
const SET_WORD = new Set(['SET']);
const EXEC_WORDS = new Set(['EXEC', 'EXECUTE']);
const ON_WORD = new Set(['ON']);
const WHEN_WORD = new Set(['WHEN']);
const THEN_WORD = new Set(['THEN']);
const AND_WORD = new Set(['AND']);
const CASCADE_WORD = new Set(['CASCADE']);
const PARTITION_WORDS = new Set(['PARTITION', 'WITH']);
const INTO_WORD = new Set(['INTO']);
/** Skips what may come between the verb and the table: modifiers, `OR REPLACE`, `TOP (n)`. */
function dml_skipModifiers(scan, at, to) {
    let next = at;
    let orReplace = false;
    for (;;) {
        const word = scan.tokens.word(next);
        if (MODIFIERS.has(word))
            next++;
        else if (word === 'OR') {
            orReplace ||= scan.tokens.word(next + 1) === 'REPLACE';
            next += 2;
        }
        else if (word === 'TOP') {
            next = scan.tokens.word(next + 1) === '(' ? scan.afterParenthesis(next + 1, to) : next + 2;
            if (scan.tokens.word(next) === 'PERCENT')
                next++;
        }
        else
            return { next, orReplace };
    }
}
/** Reads `[ONLY] name [*] [[AS] alias]`. */
function readTableRef(scan, at) {
    const { tokens, lexical } = scan;
    let start = at;
    if (tokens.word(start) === 'ONLY')
        start++;
    const open = tokens.word(start) === '(' && tokens.kind(start + 1) !== text_tokens.T.op;
    if (open)
        start++;
    const { target, next } = (0,names/* readName */.MQ)(tokens, start, lexical);
    if (next === start)
        return undefined;
    let end = open && tokens.word(next) === ')' ? next + 1 : next;
    if (tokens.word(end) === '*')
        end++;
    let alias = target.name ?? '';
    if (tokens.word(end) === 'AS')
        end++;
    const kind = tokens.kind(end);
    if (kind === text_tokens.T.quoted || (kind === text_tokens.T.word && !TABLE_ENDS.has(tokens.word(end)))) {
        const raw = tokens.raw(end);
        alias = kind === text_tokens.T.quoted ? (0,names/* foldName */.zN)((0,names/* unquote */._n)(raw), true, lexical) : (0,names/* foldName */.zN)(raw, false, lexical);
        end++;
    }
    return { ref: { target, alias }, next: end };
}
const dml_FROM = new Set(['FROM']);
const REF_ENDS = new Set(['WHERE', 'SET', 'RETURNING', 'ORDER', 'LIMIT', 'OPTION']);
/** The tables of a FROM list with joins; `from` is the first. */
function readTableRefs(scan, from, to) {
    const { tokens } = scan;
    const refs = [];
    let depth = 0;
    let expectsTable = true;
    for (let at = from; at < to; at++) {
        const word = tokens.word(at);
        if (depth === 0 && REF_ENDS.has(word))
            break;
        if (word === '(')
            depth++;
        else if (word === ')')
            depth--;
        else if (depth === 0 && (word === ',' || word === 'JOIN' || word === 'STRAIGHT_JOIN'))
            expectsTable = true;
        else if (depth === 0 && expectsTable) {
            expectsTable = false;
            const read = readTableRef(scan, at);
            if (!read)
                continue;
            refs.push(read.ref);
            at = read.next - 1;
        }
    }
    return refs;
}
function aliasesOf(target, refs) {
    return refs.filter((ref) => ref.target.name === target.name).map((ref) => ref.alias);
}
function lower(names) {
    return names.map((name) => name.toLowerCase());
}
/** The table that a name refers to, if it is an alias of the FROM list; else the name itself. */
function resolve(target, refs) {
    if (target.schema !== '')
        return target;
    return refs.find((ref) => ref.alias === target.name)?.target ?? target;
}
/**
 * The lower-case names of a statement's only table. Empty if there are several tables, or inside a routine, where a
 * bare name may be a variable.
 */
function ownNames(scan, tables) {
    const [only, ...others] = tables;
    if (!only || others.length > 0 || scan.place === 'routine_body' || scan.place === 'do_block')
        return [];
    return [only.alias.toLowerCase(), (only.target.name ?? '').toLowerCase()];
}
/**
 * SQLite's `sqlite_sequence` holds the counters of AUTOINCREMENT columns and no rows of users. Every dump empties it, so
 * writing all of it is not an unfiltered write.
 */
function filterOf(scan, target, { filterColumns }, filter) {
    const counters = scan.lexical.family === 'sqlite' && target.name === 'sqlite_sequence';
    return { filter: counters && filter !== 'conditional' ? '' : filter, filterColumns };
}
function tableFacts(scan, target) {
    return { target, temporary: (0,reader_scan/* isTemporaryName */.$W)(target, scan.lexical) };
}
function dml_readDelete(scan, from, to) {
    const { tokens, lexical } = scan;
    let { next } = dml_skipModifiers(scan, from + 1, to);
    const targets = [];
    let refs = [];
    let own = [];
    if (tokens.word(next) === 'FROM') {
        next++;
        const using = scan.find(USING_WORD, next, to);
        const secondFrom = scan.find(dml_FROM, next, to);
        if (lexical.family === 'mysql' && using >= 0) {
            refs = readTableRefs(scan, using + 1, to);
            for (const part of scan.commaParts(next, using))
                targets.push((0,names/* readName */.MQ)(tokens, part.from, lexical).target);
        }
        else {
            const first = readTableRef(scan, next);
            if (!first)
                return false;
            refs = secondFrom >= 0 ? readTableRefs(scan, secondFrom + 1, to) : [];
            targets.push(first.ref.target);
            if (using < 0 && secondFrom < 0)
                own = ownNames(scan, readTableRefs(scan, next, to));
        }
    }
    else {
        // `DELETE a, b FROM …` in MySQL and T-SQL; T-SQL and Oracle also allow omitting FROM.
        const source = scan.find(dml_FROM, next, to);
        if (source >= 0)
            refs = readTableRefs(scan, source + 1, to);
        const where = scan.find(REF_ENDS, next, to);
        for (const part of scan.commaParts(next, source >= 0 ? source : where >= 0 ? where : to)) {
            const { target, next: end } = (0,names/* readName */.MQ)(tokens, part.from, lexical);
            if (end > part.from)
                targets.push(target);
        }
    }
    if (targets.length === 0)
        return false;
    const written = targets.flatMap((target) => [target.name ?? '', ...aliasesOf(target, refs)]);
    const filter = readFilter(scan, next, to, own, lower(written));
    const rows = readRows(scan, from, to);
    for (const name of targets) {
        const target = resolve(name, refs);
        const facts = {
            ...tableFacts(scan, target),
            ...filterOf(scan, name, filter, rows.filterOf(target, filter.filter)),
        };
        scan.add('delete', from, to, facts, pinnedOnUse(scan, from, to, target));
    }
    return true;
}
function dml_readUpdate(scan, from, to) {
    const { tokens } = scan;
    const { next } = dml_skipModifiers(scan, from + 1, to);
    const set = scan.find(SET_WORD, next, to);
    if (set < 0)
        return false;
    const updated = readTableRefs(scan, next, set);
    const first = updated[0];
    if (!first)
        return false;
    const source = scan.find(dml_FROM, set, to);
    const refs = source >= 0 ? [...updated, ...readTableRefs(scan, source + 1, to)] : updated;
    const stop = scan.find(ASSIGNMENT_ENDS, set + 1, to);
    const assigned = readAssignments(scan, set + 1, stop < 0 ? to : stop);
    const qualifiers = new Set(assigned.map((column) => column.qualifier).filter((name) => name !== ''));
    const qualified = updated.filter((ref) => qualifiers.has(ref.alias) || qualifiers.has(ref.target.name ?? ''));
    const others = refs.slice(updated.length);
    const targets = (qualified.length > 0 ? qualified : [first]).map((ref) => resolve(ref.target, others));
    const columns = assignedColumns(scan, assigned, refs);
    const written = qualified.length > 0 ? qualified : [first];
    const names = written.flatMap((ref) => [ref.alias, ref.target.name ?? '', ...aliasesOf(ref.target, refs)]);
    const filter = readFilter(scan, updated.length > 1 ? next : set + 1, to, ownNames(scan, refs), lower(names));
    const rows = readRows(scan, from, to);
    for (const target of targets) {
        const facts = {
            ...tableFacts(scan, target),
            columns,
            ...filterOf(scan, target, filter, rows.filterOf(target, filter.filter)),
        };
        scan.add('update', from, to, facts, pinnedOnUse(scan, from, to, target));
    }
    return tokens.word(set) === 'SET';
}
/** The columns on the left of `=` in a SET list, including `(a, b) = …`. */
function readAssignments(scan, from, to) {
    const { tokens, lexical } = scan;
    const columns = [];
    const add = (at) => {
        const { target, next } = (0,names/* readName */.MQ)(tokens, at, lexical);
        if (next > at)
            columns.push({ name: target.name, qualifier: target.schema ?? '', at });
    };
    for (const part of scan.commaParts(from, to)) {
        if (tokens.word(part.from) === '(') {
            for (const inner of scan.commaParts(part.from + 1, scan.afterParenthesis(part.from, part.to) - 1))
                add(inner.from);
        }
        else
            add(part.from);
    }
    return columns;
}
/**
 * The assigned columns; undefined if one of them is not known. In `c.field = 1`, where `c` is not a table, `c` is the
 * column: PostgreSQL does not allow a table there.
 */
function assignedColumns(scan, assigned, refs) {
    const columns = [];
    for (const { name, qualifier, at } of assigned) {
        const isTable = refs.some((ref) => ref.alias === qualifier || ref.target.name === qualifier);
        const column = qualifier === '' || (isTable && scan.lexical.family !== 'psql') ? name : nameAt(scan, at);
        if (column === undefined)
            return undefined;
        columns.push(column);
    }
    return columns;
}
const QUERY = new Set(['SELECT', 'WITH', 'VALUES', 'TABLE', '(']);
/** INSERT and REPLACE. */
function dml_readInsert(scan, from, to) {
    const { tokens, lexical } = scan;
    const skipped = dml_skipModifiers(scan, from + 1, to);
    let at = skipped.next;
    if (tokens.word(at) === 'INTO' || tokens.word(at) === 'OVERWRITE')
        at++;
    if (tokens.word(at) === 'TABLE')
        at++;
    const { target, next } = (0,names/* readName */.MQ)(tokens, at, lexical);
    if (next === at)
        return false;
    let open = next;
    if (tokens.word(open) === 'AS')
        open += 2;
    if (tokens.word(open) === 'PARTITION')
        open = scan.afterParenthesis(open + 1, to);
    const columns = [];
    if (tokens.word(open) === '(' && !QUERY.has(tokens.word(open + 1))) {
        for (const part of scan.commaParts(open + 1, scan.afterParenthesis(open, to) - 1)) {
            const column = (0,names/* readName */.MQ)(tokens, part.from, lexical).target.name;
            if (column !== undefined)
                columns.push(column);
        }
    }
    if (tokens.word(open) === 'SET')
        for (const { name } of readAssignments(scan, open + 1, to))
            if (name !== undefined)
                columns.push(name);
    const replaces = tokens.word(from) === 'REPLACE' || skipped.orReplace;
    scan.add(replaces ? 'replace' : 'insert', from, to, { ...tableFacts(scan, target), columns });
    if (lexical.family !== 'sqlcmd')
        return true;
    // `INSERT INTO t EXEC procedure` runs the procedure.
    const exec = scan.find(EXEC_WORDS, open, to);
    return exec < 0 || scan.readStatement(scan, exec, to);
}
/** MERGE is one operation; each DELETE branch is a further one. */
function dml_readMerge(scan, from, to) {
    const { tokens } = scan;
    let { next } = dml_skipModifiers(scan, from + 1, to);
    if (tokens.word(next) === 'INTO')
        next++;
    const read = readTableRef(scan, next);
    if (!read)
        return false;
    const facts = tableFacts(scan, read.ref.target);
    const on = scan.find(ON_WORD, read.next, to);
    const when = scan.find(WHEN_WORD, read.next, to);
    const joined = on >= 0 ? classifyCondition(scan, on + 1, when < 0 ? to : when) : { filter: undefined, filterColumns: [] };
    const rows = readRows(scan, from, to);
    const pinnedColumns = rows.pinnedOf(read.ref.target);
    scan.add('merge', from, to, { ...facts, ...(hasPlainUpdate(scan, when, to) && joined), pinnedColumns });
    for (let at = when; at >= 0; at = scan.find(WHEN_WORD, at + 1, to)) {
        const then = scan.find(THEN_WORD, at, to);
        if (then < 0)
            break;
        if (tokens.word(then + 1) !== 'DELETE')
            continue;
        const condition = scan.find(AND_WORD, at, then);
        const bySource = scan.is(at + 1, 'NOT', 'MATCHED', 'BY', 'SOURCE');
        const own = condition >= 0 ? classifyCondition(scan, condition + 1, then) : undefined;
        const filter = own?.filter === 'conditional' ? own : bySource ? { filter: 'none', filterColumns: [] } : joined;
        const pinned = rows.pinnedByBranch(read.ref.target, condition >= 0 ? condition + 1 : then, then, bySource);
        scan.add('merge_delete', from, to, { ...facts, ...filter, pinnedColumns: pinned });
    }
    return true;
}
/** Whether a `WHEN MATCHED THEN UPDATE` has no extra condition, so that ON alone decides which rows change. */
function hasPlainUpdate(scan, when, to) {
    for (let at = when; at >= 0; at = scan.find(WHEN_WORD, at + 1, to)) {
        if (scan.is(at + 1, 'MATCHED', 'THEN', 'UPDATE'))
            return true;
    }
    return false;
}
function readTruncate(scan, from, to) {
    const { tokens, lexical } = scan;
    let at = from + 1;
    if (tokens.word(at) === 'TABLE')
        at++;
    const cascade = scan.find(CASCADE_WORD, at, to) >= 0;
    const partitions = scan.find(PARTITION_WORDS, at, to) >= 0;
    let understood = false;
    for (const part of scan.commaParts(at, to)) {
        const read = readTableRef(scan, part.from);
        if (!read)
            continue;
        understood = true;
        const kind = partitions ? 'truncate_partition' : 'truncate';
        scan.add(kind, from, to, { ...tableFacts(scan, read.ref.target), cascade, filter: 'none' });
    }
    return understood && lexical.family !== 'sqlite';
}
/** SELECT, VALUES and TABLE. With INTO they also create a table or write a file. */
function readSelect(scan, from, to) {
    const { tokens, lexical } = scan;
    if (scan.place !== 'cte' && scan.place !== 'subquery' && scan.place !== 'routine_body' && scan.place !== 'do_block') {
        scan.add('select', from, to);
    }
    const into = scan.find(INTO_WORD, from, to);
    if (into < 0)
        return true;
    const word = tokens.word(into + 1);
    if (lexical.family === 'mysql') {
        if (word === 'OUTFILE' || word === 'DUMPFILE')
            scan.add('copy_to', from, to, { endpoint: 'file' });
        return true;
    }
    const body = scan.place === 'routine_body' || scan.place === 'do_block';
    if (body && lexical.family === 'psql')
        return true;
    let at = into + 1;
    const temporary = /^(?:TEMP|TEMPORARY|LOCAL|GLOBAL)$/.test(word);
    while (/^(?:TEMP|TEMPORARY|LOCAL|GLOBAL|UNLOGGED|TABLE)$/.test(tokens.word(at)))
        at++;
    if (tokens.kind(at) === text_tokens.T.param)
        return true;
    const { target, next } = (0,names/* readName */.MQ)(tokens, at, lexical);
    if (next > at) {
        const facts = tableFacts(scan, target);
        scan.add('create_table', from, to, { ...facts, temporary: temporary || facts.temporary === true });
    }
    return true;
}

;// CONCATENATED MODULE: ./build/esm/sql/reader/drop.js




const drop_OBJECTS = {
    TABLE: 'drop_table',
    TABLES: 'drop_table',
    INDEX: 'drop_index',
    VIEW: 'drop_view',
    SCHEMA: 'drop_schema',
    DATABASE: 'drop_database',
    SEQUENCE: 'drop_sequence',
    TYPE: 'drop_type',
    DOMAIN: 'drop_type',
    EXTENSION: 'drop_extension',
    FUNCTION: 'drop_function',
    AGGREGATE: 'drop_function',
    ROUTINE: 'drop_function',
    PROCEDURE: 'drop_procedure',
    PROC: 'drop_procedure',
    TRIGGER: 'drop_trigger',
    EVENT: 'drop_event',
    RULE: 'drop_rule',
    POLICY: 'drop_policy',
    ROLE: 'drop_role',
    USER: 'drop_role',
    GROUP: 'drop_role',
    LOGIN: 'drop_role',
    TABLESPACE: 'drop_tablespace',
    OWNED: 'drop_owned',
};
/** Object types of two or three words, and the kind of dropping each. */
const MULTI_WORD = [
    [['MATERIALIZED', 'VIEW'], 'drop_materialized_view'],
    [['FOREIGN', 'TABLE'], 'drop_table'],
    [['TEMPORARY', 'TABLE'], 'drop_table'],
    [['EXTERNAL', 'TABLE'], 'drop_table'],
    [['FOREIGN', 'DATA', 'WRAPPER'], 'drop_other'],
    [['EVENT', 'TRIGGER'], 'drop_trigger'],
    [['ACCESS', 'METHOD'], 'drop_other'],
    [['TEXT', 'SEARCH'], 'drop_other'],
    [['USER', 'MAPPING'], 'drop_other'],
    [['SERVER', 'ROLE'], 'drop_role'],
    [['APPLICATION', 'ROLE'], 'drop_role'],
    [['SECURITY', 'POLICY'], 'drop_policy'],
    [['SPATIAL', 'REFERENCE', 'SYSTEM'], 'drop_other'],
    [['OPERATOR', 'CLASS'], 'drop_other'],
    [['OPERATOR', 'FAMILY'], 'drop_other'],
    [['PROCEDURAL', 'LANGUAGE'], 'drop_other'],
    [['PARTITION', 'SCHEME'], 'drop_other'],
    [['PARTITION', 'FUNCTION'], 'drop_other'],
    [['EXTERNAL', 'DATA', 'SOURCE'], 'drop_other'],
    [['EXTERNAL', 'FILE', 'FORMAT'], 'drop_other'],
    [['XML', 'SCHEMA', 'COLLECTION'], 'drop_other'],
];
const drop_OTHERS = new Set(`CAST COLLATION CONVERSION LANGUAGE OPERATOR PUBLICATION SUBSCRIPTION SERVER STATISTICS TRANSFORM SYNONYM ASSEMBLY
   DEFAULT CERTIFICATE CREDENTIAL SYMMETRIC ASYMMETRIC MASTER FULLTEXT RESOURCE LOGFILE PACKAGE QUEUE SERVICE CONTRACT
   MESSAGE ROUTE ENDPOINT SENSITIVITY SIGNATURE AVAILABILITY BROKER WORKLOAD`.split(/\s+/));
function readDrop(scan, from, to) {
    const { tokens, lexical } = scan;
    let at = from + 1;
    const words = MULTI_WORD.find(([objectWords]) => scan.is(at, ...objectWords));
    let kind = words?.[1];
    // `TEXT SEARCH` is followed by one more word: CONFIGURATION, DICTIONARY, PARSER or TEMPLATE.
    if (words)
        at += words[0][0] === 'TEXT' ? 3 : words[0].length;
    else {
        const object = tokens.word(at);
        if (object === 'PREPARE') {
            scan.add('prepare', from, to);
            return true;
        }
        kind = drop_OBJECTS[object] ?? (drop_OTHERS.has(object) ? 'drop_other' : undefined);
        at++;
    }
    if (lexical.family === 'mysql' && kind === 'drop_schema')
        kind = 'drop_database';
    const temporary = words?.[0][0] === 'TEMPORARY';
    let concurrently = false;
    if (kind === 'drop_owned')
        at++;
    if (tokens.word(at) === 'CONCURRENTLY') {
        concurrently = true;
        at++;
    }
    if (/^(?:ONLINE|OFFLINE)$/.test(tokens.word(at)))
        at++;
    const exists = (0,reader_scan/* readIfExists */.OR)(scan, at);
    // `DROP USER MAPPING FOR role SERVER s`
    const first = words?.[0][1] === 'MAPPING' ? exists.next + 1 : exists.next;
    const cascade = scan.find('CASCADE', exists.next, to) >= 0;
    const on = scan.find('ON', exists.next, to);
    const table = on < 0 ? '' : (0,names/* qualified */.LX)((0,names/* readName */.MQ)(tokens, on + 1, lexical).target);
    const options = kind === 'drop_index' && on >= 0 ? readOnlineOptions(scan, on, to) : {};
    if (kind === 'drop_index' && lexical.family === 'sqlcmd')
        concurrently = isOnline(scan, first, to);
    let named = false;
    for (const part of scan.commaParts(first, on < 0 ? to : on)) {
        const read = tokens.kind(part.from) === text_tokens.T.string
            ? { target: drop_literal((0,names/* unquote */._n)(tokens.raw(part.from))), next: part.from + 1 }
            : (0,names/* readName */.MQ)(tokens, part.from, lexical);
        if (read.next === part.from)
            continue;
        named = true;
        scan.add(kind ?? 'drop_other', from, to, {
            target: read.target,
            temporary: temporary || (0,reader_scan/* isTemporaryName */.$W)(read.target, lexical),
            ifExists: exists.ifExists,
            cascade,
            concurrently,
            table,
            ...options,
        });
    }
    if (!named)
        scan.add(kind ?? 'drop_other', from, to, { cascade, ifExists: exists.ifExists });
    return kind !== undefined && (named || kind === 'drop_other');
}
function drop_literal(name) {
    return { name, schema: '', quoted: true, text: name };
}

;// CONCATENATED MODULE: ./build/esm/sql/reader/privileges.js


const OBJECT_WORDS = new Set(`TABLE TABLES SEQUENCE SEQUENCES DATABASE DOMAIN FUNCTION FUNCTIONS PROCEDURE PROCEDURES ROUTINE ROUTINES LANGUAGE SCHEMA
   TABLESPACE TYPE OBJECT LOGIN USER ROLE SERVER PARAMETER LARGE`.split(/\s+/));
const privileges_FROM_OR_TO = new Set(['FROM', 'TO']);
const GRANTEES_END = new Set(['WITH', 'GRANTED', 'CASCADE', 'RESTRICT', 'IDENTIFIED', 'REQUIRE', 'AS']);
/** GRANT, REVOKE and T-SQL's DENY, which is read as a REVOKE. */
function readPrivileges(scan, from, to) {
    const { tokens, lexical } = scan;
    const isGrant = tokens.word(from) === 'GRANT';
    const direction = scan.find(isGrant ? 'TO' : privileges_FROM_OR_TO, from + 1, to);
    const on = scan.find('ON', from + 1, direction < 0 ? to : direction);
    if (direction < 0) {
        scan.add(isGrant ? 'grant' : 'revoke', from, to, { target: names/* NO_TARGET */.CN });
        return false;
    }
    let first = from + 1;
    if (!isGrant && scan.find('FOR', first, first + 3) >= 0)
        first = scan.find('FOR', first, first + 3) + 1;
    const privileges = scan.commaParts(first, on < 0 ? direction : on).map((part) => privilegeAt(scan, part.from));
    const facts = {
        privileges,
        grantees: readGrantees(scan, direction + 1, to),
        grantOption: privileges_hasOption(scan, direction, to),
    };
    const role = on < 0 && lexical.family !== 'sqlcmd';
    if (role) {
        const kind = privileges.some((name) => name === 'all')
            ? isGrant
                ? 'grant'
                : 'revoke'
            : isGrant
                ? 'grant_role'
                : 'revoke_role';
        scan.add(kind, from, to, { ...facts, target: (0,names/* readName */.MQ)(tokens, first, lexical).target, objectClass: 'role' });
        return true;
    }
    const cascade = scan.find('CASCADE', direction, to) >= 0;
    const objectClass = on < 0 ? undefined : classOf(scan, on + 1);
    for (const target of readObjects(scan, on, direction))
        scan.add(isGrant ? 'grant' : 'revoke', from, to, { ...facts, target, cascade, objectClass });
    return true;
}
function privilegeAt(scan, at) {
    const { tokens } = scan;
    return tokens.kind(at) === text_tokens.T.quoted ? (0,names/* unquote */._n)(tokens.raw(at)) : tokens.raw(at).toLowerCase();
}
const CLASSES = {
    SEQUENCE: 'sequence',
    DATABASE: 'database',
    DOMAIN: 'type',
    TYPE: 'type',
    FUNCTION: 'function',
    PROCEDURE: 'procedure',
    SCHEMA: 'schema',
    ROLE: 'role',
    TABLE: 'relation',
    OBJECT: 'relation',
};
/** The class of the object after ON; by default a relation. */
function classOf(scan, at) {
    const { tokens } = scan;
    if (tokens.word(at) === 'ALL')
        return 'schema';
    const next = tokens.word(at + 1);
    if (!OBJECT_WORDS.has(tokens.word(at)) || next === '.' || next === 'TO' || next === 'FROM')
        return 'relation';
    return CLASSES[tokens.word(at)];
}
function readObjects(scan, on, to) {
    const { tokens, lexical } = scan;
    if (on < 0)
        return [names/* NO_TARGET */.CN];
    let at = on + 1;
    if (scan.is(at, 'ALL') && tokens.word(at + 2) === 'IN')
        at += 4;
    else if (OBJECT_WORDS.has(tokens.word(at)) && at + 1 < to && tokens.word(at + 1) !== '.')
        at++;
    if (tokens.word(at) === '::')
        at++;
    const targets = scan
        .commaParts(at, to)
        .map((part) => {
        if (tokens.word(part.from) === '*')
            return { name: '*', schema: tokens.word(part.from + 1) === '.' ? '*' : '', quoted: false, text: '*.*' };
        const read = (0,names/* readName */.MQ)(tokens, part.from, lexical);
        const wildcard = tokens.word(read.next) === '*';
        return wildcard
            ? { name: '*', schema: read.target.name, quoted: false, text: `${read.target.text}.*` }
            : read.target;
    })
        .filter((target) => target.text !== '');
    return targets.length > 0 ? targets : [names/* NO_TARGET */.CN];
}
function readGrantees(scan, from, to) {
    const { tokens, lexical } = scan;
    const stop = scan.find(GRANTEES_END, from, to);
    return scan
        .commaParts(from, stop < 0 ? to : stop)
        .map((part) => {
        const at = tokens.word(part.from) === 'GROUP' && part.to > part.from + 1 ? part.from + 1 : part.from;
        if (tokens.kind(at) === text_tokens.T.string)
            return (0,names/* unquote */._n)(tokens.raw(at));
        const name = (0,names/* readName */.MQ)(tokens, at, lexical).target.name ?? tokens.raw(at);
        return tokens.kind(at) === text_tokens.T.word ? name.toLowerCase() : name;
    })
        .filter((name) => name !== '');
}
function privileges_hasOption(scan, from, to) {
    const option = scan.find('OPTION', from, to);
    if (option > 0 && /^(?:GRANT|ADMIN)$/.test(scan.tokens.word(option - 1)))
        return true;
    const admin = scan.find('ADMIN', from, to);
    return admin >= 0 && scan.tokens.word(admin + 1) !== 'FALSE';
}

;// CONCATENATED MODULE: ./build/esm/sql/reader/session.js




/** Returns a reader for a statement of which rules need only its kind and its target. */
function kindWithTarget(kind, skip = 1, objectClass) {
    return (scan, from, to) => {
        let at = from + skip;
        while (/^(?:TABLE|TABLES|DATABASE|INDEX|SCHEMA|SYSTEM|VIEW|CONCURRENTLY|MATERIALIZED|FULL|VERBOSE|LOCAL)$/.test(scan.tokens.word(at)))
            at++;
        const { target } = at < to ? (0,names/* readName */.MQ)(scan.tokens, at, scan.lexical) : { target: names/* NO_TARGET */.CN };
        scan.add(kind, from, to, {
            target,
            concurrently: scan.find('CONCURRENTLY', from, to) >= 0,
            objectClass,
        });
        return true;
    };
}
/** LOCK TABLE, LOCK TABLES, LOCK INSTANCE: one operation for each table. */
function readLock(scan, from, to) {
    const { tokens, lexical } = scan;
    let at = from + 1;
    while (/^(?:TABLE|TABLES|ONLY)$/.test(tokens.word(at)))
        at++;
    if (at >= to)
        return kindOnly('lock_table')(scan, from, to);
    const mode = lexical.family === 'psql' ? postgresqlLockMode(scan, at, to) : '';
    for (const part of scan.commaParts(at, to)) {
        const name = tokens.word(part.from) === 'ONLY' ? part.from + 1 : part.from;
        const lockOption = lexical.family === 'mysql' ? mysqlLockMode(scan, part.from + 1, part.to) : mode;
        scan.add('lock_table', from, to, { target: (0,names/* readName */.MQ)(tokens, name, lexical).target, lockOption });
    }
    return true;
}
const session_IN = new Set(['IN']);
const MODE = new Set(['MODE']);
/** `IN ROW EXCLUSIVE MODE`: `row exclusive`. The default is the strongest mode. */
function postgresqlLockMode(scan, from, to) {
    const { tokens } = scan;
    const start = scan.find(session_IN, from, to);
    if (start < 0)
        return 'access exclusive';
    const end = scan.find(MODE, start, Math.min(to, start + 5));
    if (end < 0)
        return undefined;
    const words = [];
    for (let at = start + 1; at < end; at++) {
        if (tokens.kind(at) !== text_tokens.T.word)
            return undefined;
        words.push(tokens.word(at).toLowerCase());
    }
    return words.join(' ');
}
/** `t AS a READ LOCAL`: `read`. */
function mysqlLockMode({ tokens }, from, to) {
    for (let at = to - 1; at >= from; at--)
        if (/^(?:READ|WRITE)$/.test(tokens.word(at)))
            return tokens.word(at).toLowerCase();
    return '';
}
/** Returns a reader for a statement without a target. */
function kindOnly(kind) {
    return (scan, from, to) => {
        scan.add(kind, from, to);
        return true;
    };
}
/** BEGIN of a transaction, of a T-SQL block, or of a MariaDB block outside a routine, whose statements are read. */
function readBegin(scan, from, to) {
    const word = scan.tokens.word(from + 1);
    if (scan.lexical.family === 'mysql' && to > from + 1 && word !== 'WORK') {
        scan.add('control', from, to, { objectClass: 'branch' });
        (0,reader_body/* readBodyStatements */.xX)(scan, from + 1, to);
        return true;
    }
    if (scan.lexical.family === 'sqlcmd' && !/^TRAN(?:SACTION)?$/.test(word)) {
        scan.add('control', from, to, { objectClass: isBlock(scan, from, to) ? 'block' : 'branch' });
        return true;
    }
    scan.add('begin', from, to);
    return true;
}
/** Whether the T-SQL BEGIN or END from `from` is that of a block, and not of a transaction or conversation. */
function isBlock({ tokens }, from, to) {
    return to === from + 1 || /^(?:TRY|CATCH)$/.test(tokens.word(from + 1));
}
function readStart(scan, from, to) {
    const transaction = scan.tokens.word(from + 1) === 'TRANSACTION';
    scan.add(transaction ? 'begin' : 'server_control', from, to);
    return transaction || scan.lexical.family === 'mysql';
}
/** ROLLBACK. The target of `ROLLBACK TO savepoint` is the savepoint; it does not end the transaction. */
function readRollback(scan, from, to) {
    const { tokens, lexical } = scan;
    let at = from + 1;
    while (/^(?:WORK|TRANSACTION|TRAN|TO|SAVEPOINT)$/.test(tokens.word(at)))
        at++;
    const options = /^(?:AND|NO|PREPARED|RELEASE)$/.test(tokens.word(at));
    const target = at < to && !options ? (0,names/* readName */.MQ)(tokens, at, lexical).target : names/* NO_TARGET */.CN;
    scan.add('rollback', from, to, { target });
    return true;
}
/** MariaDB's `SET STATEMENT variable = value FOR statement`, which runs the statement. */
function readSetStatement(scan, from, to) {
    const body = scan.find('FOR', from, to);
    scan.add('set', from, to);
    return body >= 0 && scan.readStatement(scan, body + 1, to);
}
/** PostgreSQL's `set_config('name', …)`, which works like SET. Only literal names are read. */
function readSetConfig(scan, from, to) {
    const { tokens } = scan;
    for (const open of tokens.openingsIn(from + 1, to + 1)) {
        const at = open - 1;
        if (tokens.word(at) !== 'SET_CONFIG' || tokens.kind(at + 2) !== text_tokens.T.string)
            continue;
        const name = (0,names/* unquote */._n)(tokens.raw(at + 2)).toLowerCase();
        const value = tokens.kind(at + 4) === text_tokens.T.string ? (0,names/* unquote */._n)(tokens.raw(at + 4)).toLowerCase() : '';
        const local = tokens.word(at + 5) === ',' && tokens.word(at + 6) === 'TRUE';
        const objectClass = isUnset(scan, name, at + 4) ? 'unset' : local ? 'transaction setting' : undefined;
        scan.add('set', from, to, { target: { name, schema: '', quoted: true, text: name }, objectClass });
        if (name === 'session_replication_role' && value !== 'origin')
            scan.add('disable_trigger', from, to);
        if (name === 'role' || name === 'session_authorization')
            scan.add('set_role', from, to);
    }
}
/** RESET: of a setting in PostgreSQL; of logs, replication or persisted settings in MySQL. */
function readReset(scan, from, to) {
    if (scan.lexical.family === 'psql')
        return kindWithTarget('set', 1, 'unset')(scan, from, to);
    const word = scan.tokens.word(from + 1);
    const kind = word === 'PERSIST' ? 'alter_system' : word === 'QUERY' ? 'maintain' : 'server_control';
    scan.add(kind, from, to);
    return to > from + 1;
}
/** VACUUM. SQLite's `VACUUM INTO 'file'` also writes a copy of the database. */
function readVacuum(scan, from, to) {
    const { tokens } = scan;
    const into = scan.lexical.family === 'sqlite' ? scan.find('INTO', from, to) : -1;
    if (into < 0)
        return readMaintenance(scan, from, to);
    scan.add('maintain', from, to, {
        maintenance: 'vacuum',
        target: into > from + 1 ? (0,names/* readName */.MQ)(tokens, from + 1, scan.lexical).target : names/* NO_TARGET */.CN,
    });
    scan.add('copy_to', from, to, { endpoint: 'file' });
    return into + 1 < to;
}
/** SET. In MySQL it can set several variables, each with its own scope; in T-SQL several settings to one value. */
function readSet(scan, from, to) {
    if (scan.lexical.family === 'mysql' && scan.tokens.word(from + 1) === 'STATEMENT')
        return readSetStatement(scan, from, to);
    const { family } = scan.lexical;
    if (family !== 'mysql' && (family !== 'sqlcmd' || scan.tokens.kind(from + 1) === text_tokens.T.param))
        return readSetting(scan, from, from + 1, to);
    const parts = scan.commaParts(from + 1, to);
    let understood = parts.length > 0;
    // SET ROLE, PASSWORD, TRANSACTION and so on have commas of their own.
    if (/^(?:ROLE|PASSWORD|DEFAULT|TRANSACTION)$/.test(scan.tokens.word(from + 1)))
        return readSetting(scan, from, from + 1, to);
    for (const part of parts)
        understood = readSetting(scan, from, part.from, part.to) && understood;
    return understood;
}
function readSetting(scan, from, first, to) {
    const { tokens } = scan;
    let at = first;
    const scope = tokens.word(at);
    if (scope === 'ROLE' || (scope === 'SESSION' && tokens.word(at + 1) === 'AUTHORIZATION')) {
        scan.add('set_role', from, to);
        return true;
    }
    if (scope === 'PASSWORD') {
        scan.add('alter_role', from, to);
        return true;
    }
    if (scope === 'DEFAULT' && tokens.word(at + 1) === 'ROLE') {
        scan.add('alter_role', from, to);
        return true;
    }
    const global = /^(?:GLOBAL|PERSIST|PERSIST_ONLY)$/.test(scope) || /^@@(?:global|persist)/i.test(tokens.raw(at));
    if (/^(?:SESSION|LOCAL|GLOBAL|PERSIST|PERSIST_ONLY)$/.test(scope) && tokens.word(at + 1) !== '=')
        at++;
    let { target } = (0,names/* readName */.MQ)(tokens, at, scan.lexical);
    if (target.name !== undefined) {
        const name = target.name.toLowerCase().replace(/^@@(?:(?:session|global|local|persist)\.)?/, '');
        target = { ...target, name, schema: target.schema?.toLowerCase() ?? '' };
    }
    scan.add(global ? 'alter_system' : 'set', from, to, {
        target,
        objectClass: settingClass(scan, scope, target, at, to),
    });
    if (target.name === 'session_replication_role' && /replica/i.test(scan.text(at, to)))
        scan.add('disable_trigger', from, to);
    return at < to;
}
const VALUE = new Set(['=', 'TO', ':=']);
/** Whether a SET removes the setting or holds for the transaction only. `at` is the setting. */
function settingClass(scan, scope, { name }, at, to) {
    if (name === undefined)
        return undefined;
    const value = scan.find(VALUE, at, Math.min(to, at + 4));
    // T-SQL: `SET LOCK_TIMEOUT 5000`
    if (isUnset(scan, name, value < 0 ? at + 1 : value + 1))
        return 'unset';
    if (name === 'foreign_key_checks' && scan.lexical.family === 'mysql')
        return value >= 0 && value + 2 === to && OFF.test(scan.tokens.raw(value + 1)) ? 'off' : undefined;
    return scope === 'LOCAL' && scan.lexical.family === 'psql' ? 'transaction setting' : undefined;
}
const OFF = /^'?(?:0|OFF|FALSE)'?$/i;
const NO_TIMEOUT = /^(?:'\s*)?0+(?:\.0*)?\s*(?:us|ms|s|min|h|d)?\s*'?$/;
/** Whether the value at `at` is DEFAULT, or means that there is no timeout. */
function isUnset({ tokens, lexical }, name, at) {
    if (tokens.word(at) === 'DEFAULT')
        return true;
    if (!name.includes('timeout') && !name.includes('max_statement_time'))
        return false;
    // In SQL Server, -1 waits forever and 0 does not wait.
    if (lexical.family === 'sqlcmd')
        return tokens.word(at) === '-';
    // A lock timeout of 0 does not wait in MariaDB, and means 1 in MySQL.
    if (lexical.family === 'mysql' && name !== 'max_statement_time')
        return false;
    return tokens.end(at) - tokens.start(at) < 16 && NO_TIMEOUT.test(tokens.raw(at));
}
const COMMENTED = {
    TABLE: 'relation',
    VIEW: 'view',
    SEQUENCE: 'sequence',
    INDEX: 'index',
    SCHEMA: 'schema',
    FUNCTION: 'function',
    AGGREGATE: 'function',
    PROCEDURE: 'procedure',
    TYPE: 'type',
    DOMAIN: 'type',
    ROLE: 'role',
    EXTENSION: 'extension',
    DATABASE: 'database',
};
/** COMMENT ON and SECURITY LABEL … ON. For a column, constraint, trigger or policy, the target is its table. */
function readComment(scan, from, to) {
    const { tokens, lexical } = scan;
    const is = scan.find('IS', from, to);
    const on = scan.find('ON', from, to);
    let at = on + 1;
    const object = tokens.word(at);
    let objectClass = COMMENTED[object];
    while (/^(?:MATERIALIZED|FOREIGN|EVENT|ACCESS|TEXT|SEARCH|LARGE|PROCEDURAL)$/.test(tokens.word(at)))
        at++;
    if (object === 'MATERIALIZED')
        objectClass = 'materialized view';
    if (object === 'FOREIGN')
        objectClass = 'relation';
    at++;
    let { target } = on < 0 ? { target: names/* NO_TARGET */.CN } : (0,names/* readName */.MQ)(tokens, at, lexical);
    if (object === 'COLUMN') {
        const parts = target.text.split('.');
        const text = parts.slice(0, -1).join('.');
        target = { name: target.schema, schema: parts.length > 2 ? parts.at(-3) : '', quoted: target.quoted, text };
        objectClass = 'relation';
    }
    else if (/^(?:CONSTRAINT|TRIGGER|POLICY|RULE)$/.test(object)) {
        const table = scan.find('ON', at, is < 0 ? to : is);
        if (table >= 0)
            target = (0,names/* readName */.MQ)(tokens, tokens.word(table + 1) === 'DOMAIN' ? table + 2 : table + 1, lexical).target;
        objectClass = 'relation';
    }
    scan.add('comment', from, to, { target, objectClass });
    return is >= 0 || tokens.word(from) === 'SECURITY';
}
/** `RENAME TABLE a TO b, c TO d` (MySQL). */
function readRenameTable(scan, from, to) {
    const { tokens, lexical } = scan;
    const object = tokens.word(from + 1);
    if (object !== 'TABLE' && object !== 'TABLES') {
        scan.add('rename_other', from, to);
        return object === 'USER';
    }
    for (const part of scan.commaParts(from + 2, to))
        scan.add('rename_table', from, to, { target: (0,names/* readName */.MQ)(tokens, part.from, lexical).target });
    return true;
}
/** MySQL's `INSTALL PLUGIN p SONAME 'library'` and `INSTALL COMPONENT 'urn'`, MariaDB's `INSTALL SONAME 'library'`. */
function readInstall(scan, from, to) {
    const { tokens, lexical } = scan;
    const at = from + 2;
    const target = tokens.kind(at) === text_tokens.T.string
        ? { name: (0,names/* unquote */._n)(tokens.raw(at)), schema: '', quoted: true, text: (0,names/* unquote */._n)(tokens.raw(at)) }
        : (0,names/* readName */.MQ)(tokens, at, lexical).target;
    scan.add('create_extension', from, to, { target });
    scan.add('load_library', from, to, { target });
    return /^(?:PLUGIN|SONAME|COMPONENT)$/.test(tokens.word(from + 1)) && at < to;
}
/** REASSIGN OWNED BY. */
function readReassign(scan, from, to) {
    scan.add('change_owner', from, to, { target: (0,names/* readName */.MQ)(scan.tokens, from + 3, scan.lexical).target });
    return true;
}
/** T-SQL: `ENABLE TRIGGER x ON t`, `DISABLE TRIGGER ALL ON t`. */
function readToggleTrigger(scan, from, to) {
    const on = scan.find('ON', from, to);
    const table = on < 0 ? names/* NO_TARGET */.CN : (0,names/* readName */.MQ)(scan.tokens, on + 1, scan.lexical).target;
    scan.add(scan.tokens.word(from) === 'ENABLE' ? 'enable_trigger' : 'disable_trigger', from, to, { target: table });
    return scan.tokens.word(from + 1) === 'TRIGGER';
}
/** PRAGMA. */
function readPragma(scan, from, to) {
    const { target, next } = (0,names/* readName */.MQ)(scan.tokens, from + 1, scan.lexical);
    scan.add('set', from, to, { target });
    return next > from + 1;
}
/**
 * sqlcmd's `:setvar name value` with a single name, number or path, as Visual Studio generates it. Any other value can
 * end the statement that it is inserted into and start another: T-SQL needs no `;` between them.
 */
const PLAIN_VARIABLE = /^:setvar[ \t]+([\w-]+)(?:[ \t]+([\w@#]+(?:[.-][\w@#]+)*|"(?:[\w@#]+(?:[.-][\w@#]+)*|(?:[A-Za-z]:\\|\\\\)[\w .\\:@#~()-]*)?"))?$/i;
/** By text: the variables, in lower case, whose value is inserted between words, where it can be a keyword. */
const insertedVariables = new WeakMap();
/** Whether the variable's value can be a name, text or number only, wherever it is inserted. */
function isPlainVariable({ tokens }, raw) {
    const [, name = '', value = ''] = PLAIN_VARIABLE.exec(raw) ?? [];
    if (name === '' || /^"?\d+"?$/.test(value))
        return name !== '';
    let inserted = insertedVariables.get(tokens);
    if (!inserted) {
        inserted = readInserted(tokens);
        insertedVariables.set(tokens, inserted);
    }
    return !inserted.has(name.toLowerCase());
}
/** `[$(x)]` and `'$(x)'` are other tokens than a bare `$(x)`. After USE there is nothing but a name. */
function readInserted(tokens) {
    const names = new Set();
    for (let at = 0; at < tokens.length; at++) {
        if (tokens.kind(at) !== text_tokens.T.placeholder || tokens.word(at - 1) === 'USE')
            continue;
        const name = /^\$\(([^)]*)\)$/.exec(tokens.raw(at))?.[1];
        if (name !== undefined)
            names.add(name.trim().toLowerCase());
    }
    return names;
}
/** A client command: `\i file`, `.read file`, `:r file`, `SOURCE file`. The target is the command's name. */
function readDirective(scan, from, to) {
    const raw = scan.tokens.raw(from).trim();
    // Every dump by pg_dump has these two. With a plain word as argument they only disable other client commands.
    if (scan.lexical.family === 'psql' && /^\\(?:un)?restrict [A-Za-z0-9]+$/.test(raw)) {
        scan.add('set', from, to, { target: { name: 'restrict', schema: '', quoted: false, text: 'restrict' } });
        return true;
    }
    if (scan.lexical.family === 'sqlcmd' && isPlainVariable(scan, raw)) {
        scan.add('set', from, to, { target: { name: 'setvar', schema: '', quoted: false, text: 'setvar' } });
        return true;
    }
    const name = /^(?:\\|\.|:|!)?(!|[\w?.]+|[^\s\w])/.exec(raw)?.[1]?.toLowerCase() ?? raw;
    scan.add('meta_command', from, to, {
        target: { name, schema: '', quoted: false, text: raw.split(/\s/, 1)[0] ?? raw },
    });
    return true;
}
/** `ATTACH 'file' AS name`, `DETACH name`. */
function readAttach(scan, from, to) {
    const { tokens } = scan;
    const as = scan.find('AS', from, to);
    let at = as >= 0 ? as + 1 : from + 1;
    if (tokens.word(at) === 'DATABASE')
        at++;
    const target = tokens.kind(at) === text_tokens.T.string
        ? { name: (0,names/* unquote */._n)(tokens.raw(at)), schema: '', quoted: true, text: (0,names/* unquote */._n)(tokens.raw(at)) }
        : (0,names/* readName */.MQ)(tokens, at, scan.lexical).target;
    scan.add('attach_database', from, to, { target });
    return true;
}

;// CONCATENATED MODULE: ./build/esm/sql/reader/statement.js












const ALL_FAMILIES = ['psql', 'mysql', 'sqlite', 'sqlcmd'];
function verb(read, ...families) {
    return { read, families: families.length > 0 ? families : ALL_FAMILIES };
}
/** The first words of statements in all dialects, and how each statement is read. */
const VERBS = {
    SELECT: verb(readSelect),
    VALUES: verb(readSelect),
    TABLE: verb(readSelect, 'psql', 'mysql'),
    WITH: verb(readWith),
    INSERT: verb(dml_readInsert),
    REPLACE: verb(dml_readInsert, 'mysql', 'sqlite'),
    UPDATE: verb(readUpdateOrStatistics),
    DELETE: verb(dml_readDelete),
    MERGE: verb(dml_readMerge, 'psql', 'sqlcmd'),
    TRUNCATE: verb(readTruncate),
    COPY: verb(readCopy, 'psql'),
    LOAD: verb(readLoad, 'psql', 'mysql'),
    BULK: verb(readBulk, 'sqlcmd'),
    CREATE: verb(readCreate),
    ALTER: verb(readAlter),
    DROP: verb(readDrop),
    RENAME: verb(readRenameTable, 'mysql'),
    GRANT: verb(readPrivileges),
    REVOKE: verb(readPrivileges),
    DENY: verb(readPrivileges, 'sqlcmd'),
    REASSIGN: verb(readReassign, 'psql'),
    SET: verb(readSet),
    RESET: verb(readReset, 'psql', 'mysql'),
    PRAGMA: verb(readPragma, 'sqlite'),
    CALL: verb(readCall, 'psql', 'mysql'),
    EXEC: verb(readCall, 'sqlcmd'),
    EXECUTE: verb(readExecute),
    DO: verb(readDo, 'psql', 'mysql'),
    PERFORM: verb(readPerform, 'psql'),
    PREPARE: verb(readPrepare, 'psql', 'mysql'),
    DEALLOCATE: verb(kindWithTarget('prepare')),
    EXPLAIN: verb(readExplain, 'psql', 'mysql', 'sqlite'),
    DESCRIBE: verb(readExplain, 'mysql'),
    DESC: verb(readExplain, 'mysql'),
    ANALYZE: verb(readAnalyze),
    DECLARE: verb(readDeclare),
    BEGIN: verb(readBegin),
    START: verb(readStart),
    COMMIT: verb(kindWithTarget('commit')),
    END: verb(readEnd),
    ROLLBACK: verb(readRollback),
    ABORT: verb(readRollback, 'psql'),
    SAVEPOINT: verb(kindWithTarget('savepoint')),
    RELEASE: verb(kindWithTarget('savepoint')),
    SAVE: verb(kindWithTarget('savepoint'), 'sqlcmd'),
    XA: verb(kindWithTarget('begin'), 'mysql'),
    USE: verb(kindWithTarget('use'), 'mysql', 'sqlcmd'),
    SHOW: verb(kindWithTarget('show'), 'psql', 'mysql'),
    HELP: verb(kindWithTarget('show'), 'mysql'),
    FETCH: verb(kindWithTarget('cursor')),
    MOVE: verb(kindWithTarget('cursor'), 'psql'),
    CLOSE: verb(kindWithTarget('cursor')),
    OPEN: verb(kindWithTarget('cursor'), 'sqlcmd', 'mysql'),
    HANDLER: verb(kindWithTarget('cursor'), 'mysql'),
    LOCK: verb(readLock),
    UNLOCK: verb(kindWithTarget('lock_table'), 'mysql'),
    VACUUM: verb(readVacuum, 'psql', 'sqlite'),
    REINDEX: verb(readMaintenance, 'psql', 'sqlite'),
    CLUSTER: verb(readMaintenance, 'psql'),
    CHECKPOINT: verb(readMaintenance, 'psql', 'sqlcmd'),
    OPTIMIZE: verb(readMaintenance, 'mysql'),
    CHECK: verb(readMaintenance, 'mysql'),
    CHECKSUM: verb(readMaintenance, 'mysql'),
    REPAIR: verb(readMaintenance, 'mysql'),
    CACHE: verb(kindWithTarget('maintain'), 'mysql'),
    DBCC: verb(readDbcc, 'sqlcmd'),
    REFRESH: verb(kindWithTarget('refresh_materialized_view'), 'psql'),
    COMMENT: verb(readComment, 'psql'),
    SECURITY: verb(readComment, 'psql'),
    NOTIFY: verb(kindWithTarget('notify'), 'psql'),
    LISTEN: verb(kindWithTarget('notify'), 'psql'),
    UNLISTEN: verb(kindWithTarget('notify'), 'psql'),
    DISCARD: verb(kindWithTarget('set', 1, 'unset'), 'psql'),
    IMPORT: verb(kindWithTarget('create_other', 3), 'psql', 'mysql'),
    ATTACH: verb(readAttach, 'sqlite'),
    DETACH: verb(readAttach, 'sqlite'),
    INSTALL: verb(readInstall, 'mysql'),
    UNINSTALL: verb(kindWithTarget('drop_extension', 2), 'mysql'),
    KILL: verb(kindWithTarget('server_control')),
    SHUTDOWN: verb(kindOnly('server_control'), 'mysql', 'sqlcmd'),
    FLUSH: verb(kindOnly('server_control'), 'mysql'),
    PURGE: verb(kindOnly('server_control'), 'mysql'),
    CHANGE: verb(kindOnly('server_control'), 'mysql'),
    STOP: verb(kindOnly('server_control'), 'mysql'),
    RESTART: verb(kindOnly('server_control'), 'mysql'),
    CLONE: verb(kindOnly('server_control'), 'mysql'),
    BINLOG: verb(kindOnly('server_control'), 'mysql'),
    BACKUP: verb(kindWithTarget('server_control'), 'sqlcmd', 'mysql'),
    RESTORE: verb(kindWithTarget('server_control'), 'sqlcmd'),
    RECONFIGURE: verb(kindWithTarget('alter_system'), 'sqlcmd'),
    REVERT: verb(kindWithTarget('set_role'), 'sqlcmd'),
    ENABLE: verb(readToggleTrigger, 'sqlcmd'),
    DISABLE: verb(readToggleTrigger, 'sqlcmd'),
    SIGNAL: verb(kindWithTarget('control'), 'mysql'),
    RESIGNAL: verb(kindWithTarget('control'), 'mysql'),
    GET: verb(kindWithTarget('control'), 'mysql'),
    IF: verb(readBranch, 'sqlcmd', 'mysql'),
    ELSE: verb(readBranch, 'sqlcmd', 'mysql'),
    ELSEIF: verb(readBranch, 'mysql'),
    WHILE: verb(readBranch, 'sqlcmd', 'mysql'),
    LOOP: verb(readBranch, 'mysql'),
    REPEAT: verb(readBranch, 'mysql'),
    UNTIL: verb(readBranch, 'mysql'),
    FOR: verb(readBranch, 'mysql'),
    CASE: verb(readBranch, 'mysql'),
    WHEN: verb(readBranch, 'mysql'),
    LEAVE: verb(readBranch, 'mysql'),
    ITERATE: verb(readBranch, 'mysql'),
    PRINT: verb(kindWithTarget('control'), 'sqlcmd'),
    RAISERROR: verb(kindWithTarget('control'), 'sqlcmd'),
    THROW: verb(readBranch, 'sqlcmd'),
    RETURN: verb(readBranch, 'sqlcmd', 'mysql'),
    GOTO: verb(readJump, 'sqlcmd'),
    BREAK: verb(readBranch, 'sqlcmd'),
    CONTINUE: verb(readBranch, 'sqlcmd'),
    WAITFOR: verb(kindWithTarget('control'), 'sqlcmd'),
    DELIMITER: verb(kindWithTarget('set'), 'mysql'),
    SOURCE: verb(readDirective, 'mysql'),
    SYSTEM: verb(readDirective, 'mysql'),
};
/** Reads one statement from its tokens; false if it is not recognised. */
const readStatement = (scan, from, to) => {
    const { tokens } = scan;
    if (from >= to)
        return true;
    let at = from;
    while (tokens.word(at) === '(' && at < to)
        at++;
    if (tokens.kind(at) === text_tokens.T.directive)
        return readDirective(scan, at, to);
    const known = Object.hasOwn(VERBS, tokens.word(at)) ? VERBS[tokens.word(at)] : undefined;
    if (!known || (at > from && !/^(?:SELECT|WITH|VALUES|TABLE)$/.test(tokens.word(at))))
        return readOther(scan, from, to);
    if (!known.families.includes(scan.lexical.family))
        return false;
    return readKnown(scan, known, at, to);
};
/** Maximum nesting of statements in statements (PREPARE, DECLARE, a body, …). */
const MAX_NESTING = 50;
function readKnown(scan, known, from, to) {
    if (scan.out.nesting >= MAX_NESTING) {
        scan.unreadable(`statements are nested more than ${MAX_NESTING} levels deep`, from, to);
        return true;
    }
    if (scan.out.nesting > 0 && scan.place !== 'cte' && scan.place !== 'subquery')
        scan.out.inner.push({ scan, from, to });
    scan.out.nesting++;
    const understood = known.read(scan, from, to);
    if (scan.lexical.family === 'psql')
        readSetConfig(scan, from, to);
    readNested(scan, from + 1, to);
    scan.out.nesting--;
    return understood;
}
/** Reads a label, or T-SQL's procedure call without EXEC, which is allowed at the start of a batch. */
function readOther(scan, from, to) {
    const { tokens } = scan;
    if (tokens.word(from + 1) === ':')
        return readLabelled(scan, from, to);
    if (scan.lexical.family !== 'sqlcmd')
        return false;
    const kind = tokens.kind(from);
    if (kind !== text_tokens.T.word && kind !== text_tokens.T.quoted)
        return false;
    const batch = from === 0 || (tokens.kind(from - 1) === text_tokens.T.terminator && tokens.word(from - 1) !== ';');
    return batch || /^(?:SP_|XP_)/.test(tokens.word(from)) ? readCall(scan, from - 1, to) : false;
}
/** A `label:` in T-SQL, or of a MySQL block or loop. */
function readLabelled(scan, from, to) {
    const { tokens } = scan;
    const { family } = scan.lexical;
    if (family !== 'sqlcmd' && family !== 'mysql')
        return false;
    let at = from + 2;
    while (tokens.word(at + 1) === ':' && at + 1 < to)
        at += 2;
    if (at < to)
        return scan.readStatement(scan, at, to);
    scan.add('control', from, to, { objectClass: 'jump' });
    return true;
}
/** Maximum nested writes: unclosed parentheses would make their cost quadratic. */
const MAX_NESTED = 200;
const QUERY_VERBS = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'REPLACE']);
/** Reads writes in parentheses: in WITH clauses, in COPY (…), and wherever else a dialect allows them. */
function readNested(scan, from, to) {
    const { tokens } = scan;
    if (scan.place === 'cte' || scan.place === 'subquery')
        return;
    let found = 0;
    for (const at of tokens.openingsIn(from, to)) {
        if (!QUERY_VERBS.has(tokens.word(at + 1)))
            continue;
        if (found++ === MAX_NESTED) {
            scan.unreadable(`the statement has more than ${MAX_NESTED} nested writes: the rest was not read`, at, to);
            return;
        }
        const next = tokens.word(at + 2);
        // `REPLACE(x, y)` and columns that are named like verbs are not statements.
        if (next === '(' || next === ',' || next === ')' || next === '') {
            if (tokens.kind(at + 2) === text_tokens.T.op || tokens.kind(at + 2) === text_tokens.T.end)
                continue;
        }
        const close = scan.afterParenthesis(at, to) - 1;
        const before = tokens.word(at - 1);
        const cte = before === 'AS' || before === 'MATERIALIZED';
        scan.readStatement(scan.at(cte ? 'cte' : 'subquery'), at + 1, close);
    }
}
const AFTER_CTES = new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'MERGE', 'VALUES', 'TABLE', 'REPLACE']);
/** Reads the main statement of `WITH a AS (…), b AS (…) verb …`. The CTEs are found by `readNested`. */
function readWith(scan, from, to) {
    const main = scan.find(AFTER_CTES, from + 1, to);
    if (main < 0) {
        // `WITH a AS (…) (SELECT …)`
        scan.add('select', from, to);
        return scan.tokens.word(to - 1) === ')';
    }
    const known = VERBS[scan.tokens.word(main)];
    if (!known)
        return false;
    const before = scan.out.operations.length;
    scan.out.withAt = from;
    const understood = known.read(scan, main, to);
    scan.out.withAt = -1;
    if (scan.lexical.family === 'sqlcmd')
        resolveWritten(scan, before, from + 1, main);
    return understood;
}
/** T-SQL: `WITH c AS (SELECT … FROM t) DELETE FROM c` deletes rows of `t`, even if a table has the name of the CTE. */
function resolveWritten(scan, before, from, to) {
    const { tokens, lexical, out } = scan;
    const sources = new Map();
    for (const part of scan.commaParts(from, to)) {
        const { target, next } = (0,names/* readName */.MQ)(tokens, part.from, lexical);
        const as = scan.find(statement_AS, next, part.to);
        const source = as < 0 ? -1 : scan.find(statement_FROM, as + 2, part.to - 1);
        const table = source < 0 ? undefined : readTableRefs(scan, source + 1, part.to - 1)[0]?.target;
        if (table)
            sources.set(target.name, (table.schema === '' && sources.get(table.name)) || table);
    }
    for (let index = before; index < out.operations.length; index++) {
        const operation = out.operations[index];
        const target = operation?.target.schema === '' ? sources.get(operation.target.name) : undefined;
        if (operation && target && statement_WRITES.has(operation.kind))
            out.operations[index] = (0,reader_operation/* withFacts */.x)(operation, { target });
    }
}
const statement_AS = new Set(['AS']);
const statement_FROM = new Set(['FROM']);
const statement_WRITES = new Set(['insert', 'update', 'delete', 'merge', 'merge_delete']);
function readUpdateOrStatistics(scan, from, to) {
    if (scan.lexical.family === 'sqlcmd' && scan.tokens.word(from + 1) === 'STATISTICS')
        return readStatistics(scan, from, to);
    return dml_readUpdate(scan, from, to);
}
const EXPLAINABLE = new Set('SELECT INSERT UPDATE DELETE MERGE VALUES WITH CREATE EXECUTE DECLARE REFRESH REPLACE TABLE'.split(' '));
/** EXPLAIN. Only EXPLAIN ANALYZE runs the statement. */
function readExplain(scan, from, to) {
    const { tokens } = scan;
    scan.add('explain', from, to);
    let at = from + 1;
    let analyze = false;
    if (tokens.word(at) === '(' && !EXPLAINABLE.has(tokens.word(at + 1))) {
        const close = scan.afterParenthesis(at, to);
        for (const part of scan.commaParts(at + 1, close - 1)) {
            if (!/^ANALY[ZS]E$/.test(tokens.word(part.from)))
                continue;
            const value = tokens
                .raw(part.from + 1)
                .toLowerCase()
                .replaceAll("'", '');
            analyze = part.to === part.from + 1 || !['false', 'off', '0'].includes(value);
        }
        at = close;
    }
    for (; at < to; at++) {
        const word = tokens.word(at);
        if (EXPLAINABLE.has(word) || word === '(')
            break;
        if (word === 'ANALYZE' || word === 'ANALYSE')
            analyze = true;
    }
    if (at >= to)
        return true;
    if (!analyze)
        return true;
    return scan.readStatement(scan.at('explain_analyze'), at, to);
}
/** ANALYZE. In MariaDB it can run the statement that follows; elsewhere it collects statistics. */
function readAnalyze(scan, from, to) {
    const { tokens } = scan;
    if (scan.lexical.family === 'mysql') {
        let at = from + 1;
        if (tokens.word(at) === 'FORMAT')
            at += 3;
        if (EXPLAINABLE.has(tokens.word(at)) && tokens.word(at) !== 'TABLE') {
            scan.add('explain', from, to);
            return scan.readStatement(scan.at('explain_analyze'), at, to);
        }
    }
    return readMaintenance(scan, from, to);
}
/** DECLARE of a cursor, or of variables in T-SQL. */
function readDeclare(scan, from, to) {
    const cursor = scan.find('CURSOR', from, to);
    scan.add(cursor >= 0 ? 'cursor' : 'control', from, to, {
        target: cursor >= 0 ? (0,names/* readName */.MQ)(scan.tokens, from + 1, scan.lexical).target : names/* NO_TARGET */.CN,
    });
    const query = cursor < 0 ? -1 : scan.find('FOR', cursor, to);
    if (query < 0)
        return cursor >= 0 || scan.lexical.family === 'sqlcmd' || scan.lexical.family === 'mysql';
    return scan.readStatement(scan.at('subquery'), query + 1, to);
}
/** END. It commits in PostgreSQL and SQLite, and closes a block elsewhere. */
function readEnd(scan, from, to) {
    const closes = scan.lexical.family === 'sqlcmd' || scan.lexical.family === 'mysql';
    const isBlockEnd = scan.lexical.family === 'sqlcmd' && isBlock(scan, from, to);
    if (closes)
        scan.add('control', from, to, { objectClass: isBlockEnd ? 'end of block' : 'branch' });
    else
        scan.add('commit', from, to);
    return true;
}
/** T-SQL's GOTO. */
function readJump(scan, from, to) {
    scan.add('control', from, to, { objectClass: 'jump' });
    return true;
}
/** Control flow. In T-SQL the statements inside are split off; in MariaDB, outside routines, they are read here. */
function readBranch(scan, from, to) {
    scan.add('control', from, to, { objectClass: 'branch' });
    if (scan.lexical.family === 'mysql' && scan.place === 'statement')
        (0,reader_body/* readBodyStatements */.xX)(scan, from + 1, to);
    return true;
}

;// CONCATENATED MODULE: ./build/esm/sql/reader/statement-facts.js




/** Words that may be followed by `(` and are not function names. */
const NOT_FUNCTIONS = new Set(`AND OR NOT IN ANY ALL SOME EXISTS VALUES VALUE SELECT FROM WHERE ON USING AS KEY UNIQUE CHECK REFERENCES INTO TABLE INDEX
   PRIMARY FOREIGN DEFAULT THEN ELSE WHEN CASE BY OVER FILTER GROUP WITH RETURNING SET LIKE BETWEEN IS UNION INTERSECT EXCEPT
   DISTINCT ARRAY ROW PARTITION LIMIT OFFSET TOP INTERVAL CAST IF EXPLAIN ANALYZE ANALYSE VACUUM JOIN LATERAL COLUMNS VARCHAR
   CHAR CHARACTER NUMERIC DECIMAL NVARCHAR NCHAR VARBINARY BINARY BIT INT INTEGER BIGINT SMALLINT TINYINT FLOAT DOUBLE
   TIMESTAMP TIMESTAMPTZ TIME DATETIME DATETIME2 VARYING MATERIALIZED INCLUDE EXCLUDE INHERITS OPTIONS TO FOR OF ENUM ADD
   GENERATED ALWAYS IDENTITY CONSTRAINT VIEW FUNCTION PROCEDURE COLUMN RANGE LIST HASH`.split(/\s+/));
/** Words that are followed by a name that is defined or written, not called. */
const DEFINES = new Set('INTO TABLE REFERENCES ON UPDATE INDEX VIEW FUNCTION PROCEDURE AGGREGATE TRIGGER TYPE EXISTS AS KEY CONSTRAINT COPY'.split(' '));
const FROM_ENDS = new Set('WHERE GROUP HAVING ORDER LIMIT OFFSET FETCH UNION EXCEPT INTERSECT RETURNING SET WINDOW FOR VALUES SELECT OPTION ;'.split(' '));
/** The words and operators that `collect` tells apart. All others are looked up once, as they are most of a text. */
const READ_BELOW = new Set([
    ...[
        '(',
        ')',
        ',',
        '*',
        'FROM',
        'JOIN',
        'STRAIGHT_JOIN',
        'APPLY',
        'TABLE',
        'IN',
        'WITH',
        'LIMIT',
        'FETCH',
        'TOP',
        'OFFSET',
        'VALUES',
        'LIKE',
        'ILIKE',
    ],
    ...FROM_ENDS,
]);
/** Functions whose arguments may contain FROM. */
const FROM_FUNCTIONS = new Set(['EXTRACT', 'TRIM', 'SUBSTRING', 'OVERLAY', 'POSITION']);
class CollectedFacts {
    tablesRead = new Set();
    functions = new Set();
    ctes = new Map();
    /** Where each name stands in a FROM list. */
    bareReads = new Map();
    joinedTables = 0;
    selectStar = false;
    hasLimit = false;
    limit = 0;
    hasOffset = false;
    offset = 0;
    longestInList = 0;
    valuesRows = 0;
    leadingWildcard = false;
    placeholderTable = false;
    /** The tokens of the tables in FROM lists, by text. */
    tablesAt = new Map();
}
/** Collects the facts of a statement from its tokens and from every body in it. */
function gatherFacts(scan, from, to, operations) {
    const facts = new CollectedFacts();
    collect(scan, from, to, facts);
    for (const inner of scan.out.scans)
        collect(inner, 0, inner.tokens.length, facts);
    const written = new Set();
    let unknownTarget = false;
    for (const { kind, target } of operations) {
        if (!model/* OPERATION_KINDS */.YO[kind].groups.includes('write'))
            continue;
        const name = (0,names/* qualified */.LX)(target);
        if (name === undefined)
            unknownTarget = true;
        else if (name !== '')
            written.add(name);
    }
    const ctes = [...facts.ctes].flatMap(([name, scopes]) => (isOnlyCte(name, scopes, facts) ? [name] : []));
    for (const cte of ctes)
        facts.tablesRead.delete(cte);
    // `COPY t TO …` and MySQL's `HANDLER t READ …` read the rows of their target.
    const handler = scan.tokens.word(from) === 'HANDLER' ? 'cursor' : undefined;
    for (const { kind, target } of operations) {
        if (kind !== 'copy_to' && kind !== handler)
            continue;
        const name = (0,names/* qualified */.LX)(target);
        if (name === undefined)
            facts.placeholderTable = true;
        else if (name !== '')
            facts.tablesRead.add(name);
    }
    return {
        facts: {
            tablesRead: facts.placeholderTable ? undefined : [...facts.tablesRead],
            tablesWritten: unknownTarget ? undefined : [...written],
            joinedTables: facts.joinedTables,
            functions: [...facts.functions],
            selectStar: facts.selectStar,
            hasLimit: facts.hasLimit,
            limit: facts.limit,
            hasOffset: facts.hasOffset,
            offset: facts.offset,
            longestInList: facts.longestInList,
            valuesRows: facts.valuesRows,
            leadingWildcard: facts.leadingWildcard,
        },
        ctes,
        pinnedColumns: pinnedColumns(scan, from, to, operations, facts.tablesAt),
    };
}
/** Maximum number of pairs of a CTE and a use of its name that are compared. With more, the name counts as a table's. */
const MAX_COMPARED = 10_000;
/** Whether the name stands for the CTE wherever it is used. `WITH t AS (SELECT * FROM t)` reads the table `t`. */
function isOnlyCte(name, scopes, { bareReads }) {
    const reads = bareReads.get(name) ?? [];
    if (reads.length * scopes.length > MAX_COMPARED)
        return false;
    return reads.every(({ tokens, at }) => scopes.some((scope) => scope.tokens === tokens && scope.from <= at && at < scope.to));
}
/** Statements whose FROM names no table that they read. */
const NO_QUERY = new Set(['GRANT', 'REVOKE', 'DENY', 'SHOW', 'FETCH', 'MOVE', 'COPY']);
function pinnedColumns(scan, from, to, operations, tablesAt) {
    if (tablesAt.size === 0 && !operations.some(({ filter }) => filter !== ''))
        return undefined;
    if (NO_QUERY.has(scan.tokens.word(from)) && scan.tokens.word(from + 1) !== '(')
        return undefined;
    return () => pinnedInStatement([...scan.out.inner, { scan, from, to }], tablesAt, operations);
}
function statement_facts_frame(items = -1) {
    return { open: false, tables: 0, items, rows: -1, with: false, recursive: false, ctes: [] };
}
function collect(scan, from, to, into) {
    const { tokens } = scan;
    const frames = [statement_facts_frame()];
    let depth = 0;
    const top = () => frames[depth];
    for (let at = from; at < to; at++) {
        const kind = tokens.kind(at);
        if (kind !== text_tokens.T.op)
            endRows(scan, at, top());
        if (kind === text_tokens.T.quoted) {
            if (addCte(scan, at, top(), into))
                continue;
            if (tokens.word(at + 1) === '(' && tokens.kind(at - 1) !== text_tokens.T.word)
                addFunction(scan, at, into);
            continue;
        }
        if (kind !== text_tokens.T.word && kind !== text_tokens.T.op && kind !== text_tokens.T.terminator)
            continue;
        const word = tokens.word(at);
        if (!READ_BELOW.has(word)) {
            if (kind === text_tokens.T.word)
                addCall(scan, from, at, top(), into);
            continue;
        }
        switch (word) {
            case '(':
                if (top().rows >= 0)
                    into.valuesRows = Math.max(into.valuesRows, ++top().rows);
                depth++;
                frames[depth] = statement_facts_frame(isList(scan, at) ? 1 : -1);
                into.longestInList = Math.max(into.longestInList, top().items);
                continue;
            case ')':
                if (depth === 0)
                    continue;
                endCtes(top(), at);
                depth--;
                continue;
            case ',':
                if (top().items > 0)
                    into.longestInList = Math.max(into.longestInList, ++top().items);
                if (top().open)
                    countTable(scan, at + 1, to, top(), into);
                continue;
            case '*':
                into.selectStar ||= isStar(scan, at);
                continue;
            case 'FROM':
                if (tokens.word(at - 1) === 'DISTINCT' || isFunctionFrom(scan, at, depth))
                    continue;
                if (tokens.word(at - 1) === 'DELETE')
                    continue;
                if (depth === 0 && hasOtherFrom(scan, from))
                    continue;
                top().open = true;
                top().tables = 0;
                countTable(scan, at + 1, to, top(), into);
                continue;
            case 'JOIN':
            case 'STRAIGHT_JOIN':
                top().open = true;
                countTable(scan, at + 1, to, top(), into);
                continue;
            case 'APPLY':
                if (!/^(?:CROSS|OUTER)$/.test(tokens.word(at - 1)))
                    break;
                top().open = true;
                countTable(scan, at + 1, to, top(), into);
                continue;
            case 'TABLE':
                if (!isTableQuery(scan, at))
                    break;
                into.selectStar = true;
                countTable(scan, at + 1, to, statement_facts_frame(), into);
                break;
            case 'IN':
                // SQLite's `x IN t` reads every row of a table.
                if (scan.lexical.family !== 'sqlite' || tokens.kind(at + 1) === text_tokens.T.op)
                    break;
                countTable(scan, at + 1, to, statement_facts_frame(), into);
                break;
            case 'WITH':
                if (tokens.word(at + 1) === '(')
                    break;
                top().with = true;
                top().recursive = tokens.word(at + 1) === 'RECURSIVE' || isAlwaysRecursive(scan);
                break;
            case 'LIMIT':
                if (!isConnectionLimit(scan, from, at))
                    readLimit(scan, at, into);
                break;
            case 'FETCH':
                if (/^(?:FIRST|NEXT)$/.test(tokens.word(at + 1)))
                    setLimit(into, numberAt(scan, at + 2) ?? (tokens.kind(at + 2) === text_tokens.T.word ? 1 : undefined));
                break;
            case 'TOP':
                if (/^(?:SELECT|DISTINCT|DELETE|UPDATE|INSERT|ALL)$/.test(tokens.word(at - 1))) {
                    setLimit(into, topAt(scan, at + 1));
                }
                break;
            case 'OFFSET':
                setOffset(into, numberAt(scan, at + 1));
                break;
            case 'VALUES':
                top().rows = 0;
                break;
            case 'LIKE':
            case 'ILIKE':
                if (!isLikeOfTable(scan, from, at))
                    setWildcard(into, patternAt(scan, at + 1));
                break;
            default:
                if (kind === text_tokens.T.word)
                    addCall(scan, from, at, top(), into);
        }
        if (!FROM_ENDS.has(word))
            continue;
        top().open = false;
        if (word === 'SELECT' || word === 'VALUES')
            top().with = false;
        if (kind === text_tokens.T.terminator)
            endCtes(top(), at);
    }
    for (let level = 0; level <= depth; level++)
        endCtes(frames[level], to);
}
/** T-SQL and SQLite let a CTE read itself without RECURSIVE. */
function isAlwaysRecursive({ lexical }) {
    return lexical.family === 'sqlcmd' || lexical.family === 'sqlite';
}
function endCtes(level, at) {
    for (const scope of level.ctes)
        scope.to = Math.min(scope.to, at);
    level.ctes = [];
}
/** Words before TABLE that are not followed by a query. */
const BEFORE_TABLE_NAME = /^(?:CREATE|TEMPORARY|REPLACE|ALTER|ONLINE|OFFLINE|IGNORE|DROP|TRUNCATE|LOCK|UNLOCK|OPTIMIZE|CHECK|CHECKSUM|REPAIR|RENAME|FLUSH|ON|INTO|LOCAL|NO_WRITE_TO_BINLOG|WITH|IMPORT)$/;
/** Whether it is MySQL's `TABLE t`, a query for all rows. Elsewhere the grammar finds it, or the dialect has none. */
function isTableQuery({ tokens, lexical }, at) {
    if (lexical.family !== 'mysql' || (tokens.kind(at + 1) !== text_tokens.T.word && tokens.kind(at + 1) !== text_tokens.T.quoted))
        return false;
    const before = tokens.word(at - 1);
    if (/^(?:ANALYZE|ANALYSE)$/.test(before))
        return /^(?:EXPLAIN|DESCRIBE|DESC)$/.test(tokens.word(at - 2));
    return at === 0 || !BEFORE_TABLE_NAME.test(before);
}
/** Statements whose FROM names a role, a database, a file or a cursor. */
const OTHER_FROM = /^(?:GRANT|REVOKE|DENY|SHOW|FETCH|MOVE|RESTORE)$/;
/** The same after CREATE. */
const CREATED_FROM = /^(?:LOGIN|USER|CERTIFICATE|ASSEMBLY|ASYMMETRIC|SYMMETRIC)$/;
function hasOtherFrom({ tokens }, from) {
    if (tokens.word(from) === 'CREATE')
        return CREATED_FROM.test(tokens.word(from + 1));
    return OTHER_FROM.test(tokens.word(from));
}
/** Adds the CTE or function whose name is at `at`, if it is one. */
function addCall(scan, from, at, level, into) {
    const { tokens } = scan;
    if (addCte(scan, at, level, into))
        return;
    // `EXECUTE statement (5)` outside a body runs a prepared statement, not a function.
    if (tokens.word(at + 1) === '(' && !(at === from + 1 && scan.depth === 0 && tokens.word(from) === 'EXECUTE'))
        addFunction(scan, at, into);
}
/** Whether the parenthesis at `at` opens the list of an IN, not a query. */
function isList({ tokens }, at) {
    return tokens.word(at - 1) === 'IN' && !/^(?:SELECT|WITH|VALUES|\))$/.test(tokens.word(at + 1));
}
/** Ends a VALUES list at any word but ROW. */
function endRows({ tokens }, at, current) {
    if (current.rows >= 0 && tokens.word(at) !== 'ROW')
        current.rows = -1;
}
/**
 * Adds the CTE whose name is at `at`, if it is one: `name AS (…)`, `name (columns) AS (…)`. The name means it from its end
 * on, or from its start if it is recursive.
 */
function addCte({ tokens, lexical }, at, level, into) {
    if (!level.with || !/^(?:WITH|RECURSIVE|,)$/.test(tokens.word(at - 1)))
        return false;
    let open = at + 1;
    if (tokens.word(open) === '(')
        open = tokens.closing(open) + 1;
    if (tokens.word(open) !== 'AS')
        return false;
    open++;
    while (/^(?:NOT|MATERIALIZED)$/.test(tokens.word(open)))
        open++;
    const close = tokens.word(open) === '(' ? tokens.closing(open) : -1;
    if (close < 0)
        return false;
    const scope = { tokens, from: level.recursive ? open : close, to: Number.POSITIVE_INFINITY };
    level.ctes.push(scope);
    const raw = tokens.raw(at);
    const name = tokens.kind(at) === text_tokens.T.quoted ? (0,names/* foldName */.zN)((0,names/* unquote */._n)(raw), true, lexical) : (0,names/* foldName */.zN)(raw, false, lexical);
    const known = into.ctes.get(name);
    if (known)
        known.push(scope);
    else
        into.ctes.set(name, [scope]);
    return true;
}
function addFunction(scan, at, into) {
    const { tokens } = scan;
    const quoted = tokens.kind(at) === text_tokens.T.quoted;
    const word = tokens.word(at);
    if (!quoted && NOT_FUNCTIONS.has(word))
        return;
    let before = at - 1;
    while (tokens.word(before) === '.')
        before -= 2;
    if (DEFINES.has(tokens.word(before)) && tokens.word(before - 1) !== 'WHERE')
        return;
    into.functions.add((quoted ? (0,names/* unquote */._n)(tokens.raw(at)) : word).toLowerCase());
}
function isFunctionFrom(scan, at, depth) {
    if (depth === 0)
        return false;
    const { tokens } = scan;
    for (let before = at - 1, nesting = 0; before >= 0 && at - before < 64; before--) {
        const word = tokens.word(before);
        if (word === ')')
            nesting++;
        else if (word === '(') {
            if (nesting-- === 0)
                return FROM_FUNCTIONS.has(tokens.word(before - 1));
        }
        else if (word === 'SELECT' && nesting === 0)
            return false;
    }
    return false;
}
function countTable(scan, at, to, list, into) {
    const { tokens } = scan;
    let start = at;
    while (start < to && /^(?:ONLY|LATERAL)$/.test(tokens.word(start)))
        start++;
    if (start >= to)
        return;
    list.tables++;
    into.joinedTables = Math.max(into.joinedTables, list.tables);
    if (tokens.word(start) === '(')
        return;
    const { target, next } = (0,names/* readName */.MQ)(tokens, start, scan.lexical);
    if (next === start || tokens.word(next) === '(')
        return;
    const known = into.tablesAt.get(tokens);
    if (known)
        known.push(start);
    else
        into.tablesAt.set(tokens, [start]);
    const name = (0,names/* qualified */.LX)(target);
    if (name === undefined)
        into.placeholderTable = true;
    else {
        into.tablesRead.add(name);
        const reads = into.bareReads.get(name);
        if (reads)
            reads.push({ tokens, at: start });
        else
            into.bareReads.set(name, [{ tokens, at: start }]);
    }
}
function isStar(scan, at) {
    const { tokens } = scan;
    const before = tokens.word(at - 1);
    const after = tokens.word(at + 1);
    if (!/^(?:SELECT|DISTINCT|ALL|,|\.)$/.test(before))
        return false;
    return after === 'FROM' || after === ',' || after === ')' || after === 'INTO' || after === '' || after === ';';
}
/**
 * Operators that may follow a number which is a whole value. Before any other, it is part of an expression
 * (`LIMIT 1 + 999`).
 */
const AFTER_VALUE = new Set([',', ')', ';']);
/** Words that make the number before them part of an expression. */
const CONTINUES_EXPRESSION = /^(?:OPERATOR|PERCENT|AT|COLLATE|DIV|MOD|IS|ISNULL|NOTNULL|AND|OR|XOR)$/;
const INTEGER_TYPES = /^(?:INT|INTEGER|BIGINT|INT4|INT8)$/;
/** The number at `at`; undefined if it is part of an expression. A cast to an integer type is ignored. */
function numberAt(scan, at) {
    const { tokens } = scan;
    let next = at + 1;
    while (tokens.word(next) === '::' && INTEGER_TYPES.test(tokens.word(next + 1)))
        next += 2;
    const continues = tokens.kind(next) === text_tokens.T.op ? !AFTER_VALUE.has(tokens.word(next)) : CONTINUES_EXPRESSION.test(tokens.word(next));
    return continues ? undefined : bareNumberAt(scan, at);
}
/** The limit after TOP. Without parentheses it is a number only: in `TOP 5 *` the star is the select list. */
function topAt(scan, at) {
    const { tokens } = scan;
    const inside = tokens.word(at) === '(';
    if (tokens.word(inside ? at + 3 : at + 1) === 'PERCENT')
        return undefined;
    return inside ? numberAt(scan, at + 1) : bareNumberAt(scan, at);
}
/** Whether the LIMIT is that of `ALTER ROLE x CONNECTION LIMIT 5`. */
function isConnectionLimit({ tokens }, from, at) {
    if (tokens.word(at - 1) !== 'CONNECTION' || !/^(?:ALTER|CREATE)$/.test(tokens.word(from)))
        return false;
    return /^(?:ROLE|USER|GROUP|DATABASE)$/.test(tokens.word(from + 1));
}
function bareNumberAt({ tokens }, at) {
    if (tokens.kind(at) !== text_tokens.T.number)
        return undefined;
    const value = Math.trunc(Number(tokens.raw(at).replaceAll('_', '')));
    return Number.isFinite(value) ? Math.min(value, Number.MAX_SAFE_INTEGER) : undefined;
}
/** The larger value; undefined if either is unknown. */
function largest(a, b) {
    return a === undefined || b === undefined ? undefined : Math.max(a, b);
}
function setLimit(into, value) {
    into.hasLimit = true;
    into.limit = largest(into.limit, value);
}
function setOffset(into, value) {
    into.hasOffset = true;
    into.offset = largest(into.offset, value);
}
function readLimit(scan, at, into) {
    const { tokens } = scan;
    const word = tokens.word(at + 1);
    if (word === 'ALL' || word === 'NULL')
        return;
    if (tokens.word(at + 2) === ',') {
        setOffset(into, numberAt(scan, at + 1));
        setLimit(into, numberAt(scan, at + 3));
    }
    else
        setLimit(into, numberAt(scan, at + 1));
}
/** Whether the LIKE copies a table definition: `CREATE TABLE a (LIKE b)`, `CREATE TABLE a LIKE b`. */
function isLikeOfTable({ tokens }, from, at) {
    if (tokens.word(from) !== 'CREATE')
        return false;
    if (/^[(,]$/.test(tokens.word(at - 1)))
        return true;
    for (let before = from + 1; before < at; before++) {
        const kind = tokens.kind(before);
        if (tokens.word(before) !== '.' && kind !== text_tokens.T.word && kind !== text_tokens.T.quoted)
            return false;
        if (/^(?:AS|SELECT|WITH|VALUES)$/.test(tokens.word(before)))
            return false;
    }
    return true;
}
function setWildcard(into, value) {
    if (value === true)
        into.leadingWildcard = true;
    else if (value === undefined)
        into.leadingWildcard ||= undefined;
}
/**
 * Whether the pattern at `at` starts with `%` or `_`, judging by its first literal; undefined if it is not a literal.
 */
function patternAt(scan, at) {
    const { tokens } = scan;
    let start = at;
    while (/^(?:\(|BINARY|CONCAT)$/.test(tokens.word(start))) {
        // CONCAT may also be a column name.
        if (tokens.word(start) === 'CONCAT' && tokens.word(start + 1) !== '(')
            return undefined;
        start++;
    }
    if (tokens.kind(start) === text_tokens.T.string)
        return literalPattern(scan, start);
    if (!/^(?:ANY|ALL|SOME)$/.test(tokens.word(start)))
        return undefined;
    start++;
    while (tokens.word(start) === '(')
        start++;
    if (tokens.word(start) !== 'ARRAY' || tokens.word(start + 1) !== '[')
        return undefined;
    return arrayPattern(scan, start + 2);
}
/** Whether one of the patterns in an array starts with a wildcard. */
function arrayPattern(scan, from) {
    const { tokens } = scan;
    let some = false;
    for (let at = from;; at += 2) {
        const leading = tokens.kind(at) === text_tokens.T.string ? literalPattern(scan, at) : undefined;
        if (leading === true)
            return true;
        if (leading === undefined)
            some = undefined;
        const next = tokens.word(at + 1);
        if (next === ']')
            return some;
        if (next !== ',')
            return undefined;
    }
}
/** Undefined for bit and hexadecimal strings, numeric escapes, and an empty string that is part of an expression. */
function literalPattern({ tokens }, at) {
    const [, prefix = '', first = ''] = /^([^'"]*)['"]([\s\S]?)/.exec(tokens.raw(at)) ?? [];
    if (/^[xb]$/i.test(prefix))
        return undefined;
    if (first === '%' || first === '_')
        return true;
    if (first === '\\' && /^(?:e|u&)$/i.test(prefix))
        return undefined;
    const empty = tokens.end(at) - tokens.start(at) - prefix.length <= 2;
    return empty && (tokens.kind(at + 1) === text_tokens.T.op || tokens.kind(at + 1) === text_tokens.T.string) ? undefined : false;
}

;// CONCATENATED MODULE: ./build/esm/sql/reader/table-copy.js


/** `INSERT INTO new [(a, b)] SELECT a, b FROM old`, and nothing else. */
function table_copy_readCopy(part) {
    const { tokens, lexical, from, to } = part;
    if (tokens.word(from) !== 'INSERT' || tokens.word(from + 1) !== 'INTO')
        return undefined;
    const { target, next } = (0,names/* readName */.MQ)(tokens, from + 2, lexical);
    if (next === from + 2)
        return undefined;
    const select = tokens.word(next) === '(' ? afterParenthesis(part, next) : next;
    const read = tokens.word(select) === 'SELECT' ? readWhole(part, select + 1, to) : undefined;
    const list = select > next ? columnList(part, next, select) : undefined;
    if (!read || (select > next && !list))
        return undefined;
    if (list && read.columns !== 'all' && list.length !== read.order.length)
        return undefined;
    return { ...read, into: target, list };
}
/** The columns in parentheses; undefined if one is there twice, which SQLite accepts. */
function columnList(part, open, end) {
    const names = [];
    for (let at = open + 1; at < end; at += 2) {
        const name = nameOfColumn(part, at);
        if (name === undefined || !/^[,)]$/.test(part.tokens.word(at + 1)))
            return undefined;
        names.push(name);
    }
    const isTwice = new Set(names.map((name) => name.toLowerCase())).size < names.length;
    return isTwice || names.length !== (end - open - 1) / 2 ? undefined : names;
}
/** Storage engines that keep the rows which are written to them. */
const KEEPING_ENGINE = /^(?:INNODB|XTRADB|MYISAM|ARIA|ROCKSDB)$/;
/** A plain CREATE TABLE whose table keeps every row that is inserted, or fails. */
function readCreated(part) {
    const { tokens, lexical, from, to } = part;
    if (tokens.word(from) !== 'CREATE' || tokens.word(from + 1) !== 'TABLE' || tokens.word(from + 2) === 'IF')
        return undefined;
    const { target, next } = (0,names/* readName */.MQ)(tokens, from + 2, lexical);
    if (next === from + 2)
        return undefined;
    const query = tokens.word(next) === 'AS' ? next + 1 : next;
    if (tokens.word(query) === 'SELECT') {
        const copied = readWhole(part, query + 1, to);
        return copied && { target, copied };
    }
    if (tokens.word(next) !== '(' && tokens.word(next) !== 'LIKE')
        return undefined;
    const end = tokens.word(next) === '(' ? afterParenthesis(part, next) : next;
    for (let at = next; at < to; at++) {
        const word = tokens.word(at);
        // SQLite: a conflict clause of a column drops rows without an error.
        if (word === 'CONFLICT' || tokens.kind(at) === text_tokens.T.placeholder)
            return undefined;
        if (at < end)
            continue;
        if (word === 'AS' || word === 'SELECT' || word === 'PARTITION')
            return undefined;
        if (word === 'ENGINE') {
            const engine = tokens.word(at + 1) === '=' ? at + 2 : at + 1;
            if (!KEEPING_ENGINE.test(tokens.word(engine)))
                return undefined;
        }
    }
    return { target, copied: undefined };
}
/** `ALTER TABLE a RENAME TO b`, `RENAME TABLE a TO b, c TO d`; undefined for every other form. */
function readRenames(part) {
    const { tokens, lexical, from, to } = part;
    const renames = [];
    const isAlter = tokens.word(from) === 'ALTER';
    if (tokens.word(from + 1) !== 'TABLE' || (!isAlter && tokens.word(from) !== 'RENAME'))
        return undefined;
    for (let at = from + 2;;) {
        const old = (0,names/* readName */.MQ)(tokens, at, lexical);
        let next = old.next;
        if (isAlter && tokens.word(next++) !== 'RENAME')
            return undefined;
        if (/^(?:TO|AS|=)$/.test(tokens.word(next)))
            next++;
        else if (!isAlter || lexical.family !== 'mysql')
            return undefined;
        const renamed = (0,names/* readName */.MQ)(tokens, next, lexical);
        if (old.next === at || renamed.next === next)
            return undefined;
        const target = inSchema(renamed.target, old.target, lexical);
        if (!target)
            return undefined;
        renames.push({ from: old.target, to: target });
        if (renamed.next === to)
            return renames;
        if (isAlter || tokens.word(renamed.next) !== ',')
            return undefined;
        at = renamed.next + 1;
    }
}
/** A renamed table stays in its schema, except in MySQL, where a bare name is one of the current database. */
function inSchema(renamed, old, lexical) {
    if (old.schema === '' || renamed.schema !== '')
        return renamed;
    return lexical.family === 'mysql' ? undefined : { ...renamed, schema: old.schema };
}
/** Words after SELECT that are not columns. */
const QUANTIFIERS = /^(?:DISTINCT|DISTINCTROW|UNIQUE|ALL|TOP|HIGH_PRIORITY|STRAIGHT_JOIN|SQL_\w+)$/;
const table_copy_NOT_ALIASES = /^(?:WHERE|JOIN|INNER|LEFT|RIGHT|FULL|CROSS|NATURAL|LIMIT|OFFSET|FETCH|GROUP|ORDER|HAVING|UNION|WINDOW|FOR)$/;
/** The part of a query after SELECT. */
function readWhole(part, start, to) {
    const { tokens, lexical } = part;
    if (QUANTIFIERS.test(tokens.word(start)))
        return undefined;
    const items = [];
    let depth = 0;
    let first = start;
    let at = start;
    for (; at < to; at++) {
        const word = tokens.word(at);
        if (word === '(')
            depth++;
        else if (word === ')')
            depth--;
        else if (depth === 0 && (word === ',' || word === 'FROM')) {
            items.push({ from: first, to: at });
            first = at + 1;
            if (word === 'FROM')
                break;
        }
    }
    const { target, next } = (0,names/* readName */.MQ)(tokens, at + 1, lexical);
    if (at >= to || next === at + 1 || (tokens.word(at + 1) === 'ONLY' && next < to))
        return undefined;
    const alias = tokens.word(next) === 'AS' ? next + 1 : next;
    if (alias < to && (alias + 1 !== to || !table_copy_isName(tokens, alias) || table_copy_NOT_ALIASES.test(tokens.word(alias))))
        return undefined;
    const order = [];
    for (const item of items) {
        const column = readItem(part, item.from, item.to);
        if (column === undefined)
            return undefined;
        order.push(column);
    }
    const columns = new Set(order.filter((column) => column !== ''));
    return { from: target, columns: columns.has('*') ? 'all' : columns, order };
}
/** Functions that return one value for each row. Any other function may be an aggregate or return several rows. */
const ROW_FUNCTIONS = new Set(`COALESCE IFNULL NULLIF CAST IIF ABS ROUND LENGTH LOWER UPPER TRIM LTRIM RTRIM REPLACE SUBSTR SUBSTRING CONCAT PRINTF HEX
   RANDOMBLOB DATE TIME DATETIME STRFTIME JULIANDAY UNIXEPOCH NOW UUID GEN_RANDOM_UUID UNIX_TIMESTAMP FROM_UNIXTIME`.split(/\s+/));
/** Words that look like a column and are a value. */
const VALUES = /^(?:NULL|TRUE|FALSE|DEFAULT|USER|CURRENT_\w+|SESSION_USER|SYSTEM_USER|LOCALTIME|LOCALTIMESTAMP|ROWID|OID|_ROWID_)$/;
const table_copy_QUERY_WORDS = /^(?:SELECT|WITH|VALUES|TABLE|OVER|FILTER|WITHIN|INTO|DISTINCT|INTERSECT|EXCEPT|UNION)$/;
/**
 * One item of a select list: the column whose values it keeps, `*` for all, empty for an expression that keeps no column;
 * undefined if it may change the number of rows. COALESCE keeps the values of its first argument.
 */
function readItem(part, from, to) {
    const { tokens } = part;
    if (from >= to)
        return undefined;
    if (tokens.word(to - 1) === '*') {
        const isQualified = to === from + 3 && table_copy_isName(tokens, from) && tokens.word(from + 1) === '.';
        if (to === from + 1 || isQualified)
            return '*';
    }
    for (let at = from; at < to; at++) {
        if (table_copy_QUERY_WORDS.test(tokens.word(at)) || tokens.kind(at) === text_tokens.T.placeholder || tokens.kind(at) === text_tokens.T.unreadable)
            return undefined;
        if (tokens.word(at + 1) !== '(' || at + 1 >= to || !table_copy_isName(tokens, at))
            continue;
        const after = tokens.word(at);
        if (!ROW_FUNCTIONS.has(after) && !/^(?:AND|OR|NOT|IN|WHEN|THEN|ELSE|CASE)$/.test(after))
            return undefined;
    }
    const end = table_copy_withoutAlias(part, from, to);
    const plain = table_copy_readColumn(part, from, end);
    if (plain !== undefined)
        return plain;
    const isFirst = /^(?:COALESCE|IFNULL)$/.test(tokens.word(from)) && tokens.word(from + 1) === '(';
    if (!isFirst || afterParenthesis(part, from + 1) !== end)
        return '';
    let comma = from + 2;
    while (comma < end && tokens.word(comma) !== ',')
        comma++;
    return table_copy_readColumn(part, from + 2, comma) ?? '';
}
/** The end of an item without `AS name`, or a bare name after a column or a parenthesis. */
function table_copy_withoutAlias({ tokens }, from, to) {
    if (to - from < 2 || !table_copy_isName(tokens, to - 1))
        return to;
    if (tokens.word(to - 2) === 'AS')
        return to - 2;
    return table_copy_isName(tokens, to - 2) || tokens.word(to - 2) === ')' ? to - 1 : to;
}
/** `column` or `table.column`. */
function table_copy_readColumn(part, from, to) {
    const { tokens } = part;
    const at = to === from + 3 && table_copy_isName(tokens, from) && tokens.word(from + 1) === '.' ? from + 2 : from;
    return to !== at + 1 || VALUES.test(tokens.word(at)) ? undefined : nameOfColumn(part, at);
}
/** The folded name at a token; undefined if it is not a name. */
function nameOfColumn({ tokens, lexical }, at) {
    if (!table_copy_isName(tokens, at))
        return undefined;
    const quoted = tokens.kind(at) === text_tokens.T.quoted;
    return (0,names/* foldName */.zN)(quoted ? (0,names/* unquote */._n)(tokens.raw(at)) : tokens.raw(at), quoted, lexical);
}
function table_copy_isName(tokens, at) {
    return tokens.kind(at) === text_tokens.T.word || tokens.kind(at) === text_tokens.T.quoted;
}
/** The token after the parenthesis that closes the one at `open`; the end of the part if none does. */
function afterParenthesis({ tokens, to }, open) {
    let depth = 0;
    for (let at = open; at < to; at++) {
        const word = tokens.word(at);
        if (word === '(')
            depth++;
        else if (word === ')' && --depth === 0)
            return at + 1;
    }
    return to;
}

// EXTERNAL MODULE: ./build/esm/sql/text/dialects.js
var dialects = __webpack_require__(97652);
// EXTERNAL MODULE: ./build/esm/sql/text/lexer.js + 4 modules
var lexer = __webpack_require__(7694);
;// CONCATENATED MODULE: ./build/esm/sql/foreign-keys.js



/** Tokens behind REFERENCES in which ON DELETE is looked for. */
const MAX_CLAUSE = 60;
/** The foreign keys with ON DELETE CASCADE, SET NULL or SET DEFAULT in a text. */
function cascadingKeys(tokens, lexical) {
    const keys = [];
    for (const { table, at } of inTables(tokens, lexical))
        if (tokens.word(at) === 'REFERENCES' && deletes(tokens, at + 1))
            keys.push({ from: table, to: foreign_keys_nameAt(tokens, at + 1, lexical) });
    return keys;
}
function keysTo(table, { text, dialect }) {
    const lexical = dialects/* LEXICAL */.x[dialect];
    const tokens = (0,lexer/* lex */.Ii)(text, dialect);
    const isRenamed = (at) => tokens.word(at) === 'RENAME' && tokens.word(at + 1) === 'TO' && foreign_keys_nameAt(tokens, at + 2, lexical) === table;
    return {
        cascades: cascadingKeys(tokens, lexical).some(({ from, to }) => to === table && from !== table),
        formerNames: [...inTables(tokens, lexical)].filter(({ at }) => isRenamed(at)).map(({ table: before }) => before),
    };
}
/** Former names of a table that are followed. With more, a foreign key may have one of them. */
const MAX_NAMES = 20;
/** Whether a foreign key to a table, under any name that it had, deletes or changes rows once rows of it are deleted. */
class CascadeSearch {
    #names;
    #next = 0;
    found = false;
    constructor(table) {
        this.#names = [table.toLowerCase()];
    }
    /** The next name whose files must be searched; undefined once all are. */
    next() {
        if (this.#names.length > MAX_NAMES)
            this.found = true;
        return this.found ? undefined : this.#names[this.#next++];
    }
    search(name, files) {
        for (const { cascades, formerNames } of files.map((file) => keysTo(name, file))) {
            this.found ||= cascades;
            this.#names.push(...formerNames.filter((former) => former !== '' && !this.#names.includes(former)));
            // The name of a template: the keys to the table may have any name.
            this.found ||= formerNames.includes('');
        }
    }
}
/** The positions of a text, each with the table whose CREATE or ALTER it is in. */
function* inTables(tokens, lexical) {
    let table = '';
    for (let at = 0; at < tokens.length; at++) {
        if (tokens.word(at) === 'TABLE') {
            let name = at + 1;
            while (/^(?:IF|NOT|EXISTS|ONLY)$/.test(tokens.word(name)))
                name++;
            table = foreign_keys_nameAt(tokens, name, lexical);
        }
        yield { table, at };
    }
}
function deletes(tokens, from) {
    let depth = 0;
    for (let at = from; at < Math.min(tokens.length, from + MAX_CLAUSE); at++) {
        const word = tokens.word(at);
        if (word === '(')
            depth++;
        else if (word === ';' || word === 'REFERENCES' || (word === ')' && --depth < 0))
            return false;
        else if (word === ',' && depth === 0)
            return false;
        else if (word === 'ON' && tokens.word(at + 1) === 'DELETE')
            return /^(?:CASCADE|SET)$/.test(tokens.word(at + 2));
    }
    return false;
}
/** The name without its schema; empty if it is not known, as that of a template. */
function foreign_keys_nameAt(tokens, at, lexical) {
    return (0,names/* readName */.MQ)(tokens, at, lexical).target.name?.toLowerCase() ?? '';
}

;// CONCATENATED MODULE: ./build/esm/sql/rebuilds.js





/** What may happen to a table between its copy and its drop: nothing that adds or changes rows. */
const KEEPS_COPY_TRUE = new Set([
    ...['select', 'create_index', 'drop_index', 'drop_trigger', 'lock_table', 'comment', 'revoke'],
]);
/** What may happen to the new table before it has the old one's name: nothing that removes or changes rows. */
const KEEPS_ROWS = new Set([
    ...['select', 'insert', 'create_index', 'add_constraint', 'validate_constraint', 'add_column', 'comment'],
    ...['set_default', 'drop_default', 'set_not_null', 'drop_not_null', 'lock_table', 'grant', 'change_owner'],
    ...['enable_row_security', 'create_policy', 'create_trigger'],
]);
/** What may happen to a table before it is copied without that its columns get other names. */
const KEEPS_SHAPE = new Set([
    ...KEEPS_ROWS,
    ...['update', 'delete', 'drop_index', 'drop_trigger', 'drop_constraint', 'create_rule'],
]);
/** Settings that do not change which rows a copy holds. */
const HARMLESS_SETTING = /^(?:foreign_keys|defer_foreign_keys|legacy_alter_table|foreign_key_check|integrity_check|foreign_key_checks|unique_checks|names|charset|character|character_set_\w+|collation_\w+|time_zone|\w*timeout|client_encoding|client_min_messages|constraints|transaction|autocommit|journal_mode|synchronous)$/;
const CREATES_RELATION = new Set([
    ...['create_table', 'create_view', 'create_materialized_view', 'create_other'],
]);
const REBUILDS = ['rename_table', 'drop_table', 'create_table'];
/** Whether a file may rebuild a table. Only then the columns of the tables that it drops have to be known. */
function mayRebuild(kinds) {
    return REBUILDS.every((kind) => kinds.has(kind));
}
/**
 * Marks each DROP TABLE whose rows and columns the file copied to a new table that has its name, or gets it afterwards
 * (`rebuilt`). From then on the new table is the old one, and no longer one that the file created.
 */
function markRebuilds(statements, kinds, ranges, tokens, lexical, context) {
    if (!mayRebuild(kinds))
        return;
    const parts = new Map(statements.map((statement, index) => {
        const { from, to } = ranges[index] ?? { from: 0, to: 0 };
        return [statement, { tokens, lexical, from, to }];
    }));
    followStatements(statements, new Rebuilds(parts, baseIn(context), referredTables(tokens, lexical), lexical.family));
}
function baseIn(context) {
    const tables = new Map(context?.tables.map((table) => [(0,names/* qualified */.LX)({ ...table, quoted: false, text: '' }), table]));
    return (name) => tables.get(name);
}
/** SQLite: bare names, in lower case, of tables whose rows a foreign key of the file deletes others with. */
function referredTables(tokens, lexical) {
    return new Set(lexical.family === 'sqlite' ? cascadingKeys(tokens, lexical).map(({ to }) => to) : []);
}
/** Tables of one bare name in a file. With more, no rebuild is recognised. */
const rebuilds_MAX_SAME_NAME = 100;
class Rebuilds {
    #parts;
    #baseOf;
    #referred;
    #family;
    /** By qualified name; null: the table was dropped, or has another name now. */
    #tables = new Map();
    /** By bare name in lower case: the names in `#tables`. */
    #names = new Map();
    /** Bare names, in lower case, of tables whose columns may have got other names. */
    #reshaped = new Set();
    /** Bare names, in lower case, of tables that get row security. */
    #secured = new Set();
    /** Names of tables that are the rebuilt ones. */
    #rebuilt = new Set();
    /** A setting may change which rows a copy holds. */
    #unsafe = false;
    /**
     * SQLite: with foreign keys on, DROP TABLE first deletes the rows of the table, and so the rows of other tables that
     * refer to them with ON DELETE CASCADE. Whether they are on by default depends on how the driver was compiled.
     */
    #foreignKeys = 'default';
    constructor(parts, baseOf, referred, family) {
        this.#parts = parts;
        this.#baseOf = baseOf;
        this.#referred = referred;
        this.#family = family;
    }
    forget() {
        this.#tables.clear();
        this.#names.clear();
    }
    rollBack() {
        this.forget();
    }
    startSection() {
        this.forget();
        this.#reshaped.clear();
        this.#secured.clear();
        this.#unsafe = false;
        this.#foreignKeys = 'default';
        this.#rebuilt.clear();
    }
    skip(statement) {
        this.#correct(statement);
        const part = this.#parts.get(statement);
        if (part && statement.operations[0]?.kind === 'set')
            this.#set(statement, part);
        for (const operation of statement.operations)
            this.#touch(operation);
        this.forget();
    }
    follow(statement) {
        this.#correct(statement);
        const part = this.#parts.get(statement);
        const [first, second] = statement.operations;
        if (!part || !first)
            return;
        if (first.kind === 'set')
            this.#set(statement, part);
        const isPlain = first.place === 'statement' && !hasExecutableComment(part);
        const onlyOne = second === undefined || second.place === 'subquery';
        if (isPlain && first.kind === 'create_table' && onlyOne)
            return this.#create(first, readCreated(part));
        if (isPlain && first.kind === 'rename_table')
            return this.#rename(statement, readRenames(part));
        const copy = isPlain && first.kind === 'insert' && onlyOne ? table_copy_readCopy(part) : undefined;
        if (copy) {
            this.#touch(first);
            return this.#copy(copy.into, copy);
        }
        const changesRows = isUpsert(part);
        for (const [index, operation] of statement.operations.entries()) {
            if (changesRows && operation.kind === 'insert')
                for (const touched of this.#named(operation.target.name ?? ''))
                    touched.sound = false;
            if (isPlain && operation.kind === 'drop_table' && operation.place === 'statement')
                this.#drop(statement, index, operation);
            else
                this.#touch(operation);
        }
    }
    #set({ operations, facts }, { tokens, from, to }) {
        for (const { kind, target } of operations)
            if (kind === 'set' && !HARMLESS_SETTING.test(target.name ?? ''))
                this.#unsafe = true;
        if (operations[0]?.target.name !== 'foreign_keys')
            return;
        const value = tokens.raw(tokens.word(to - 1) === ')' ? to - 2 : to - 1).replace(/^['"]|['"]$/g, '');
        if (to - from <= 2)
            return;
        if (!/^(?:0|off|no|false)$/i.test(value))
            this.#foreignKeys = 'on';
        // The setting has no effect in a transaction.
        else if (facts.inTransaction === false)
            this.#foreignKeys = 'off';
    }
    #create(operation, created) {
        this.#touch(operation);
        const table = this.#known(operation.target);
        if (!created || !table || operation.temporary || operation.ifNotExists || operation.orReplace)
            return;
        table.sound = true;
        table.columns = operation.columns;
        if (created.copied)
            this.#copy(created.target, created.copied);
    }
    #copy(target, { from, columns, order, list }) {
        const into = this.#known(target);
        const source = this.#at(from);
        if (!source || !into?.sound || into.source || into.original !== undefined || source.original === undefined)
            return;
        if (source.copy || this.#unsafe)
            return;
        const known = source.reshaped ? undefined : this.#baseOf(source.original)?.columns;
        if (isMixed(list ?? into.columns, order, known))
            return;
        if (columns !== 'all') {
            if (!known?.every((column) => columns.has(column)))
                return;
        }
        source.copy = into;
        into.source = source;
    }
    #drop(statement, index, operation) {
        const name = (0,names/* qualified */.LX)(operation.target);
        const table = operation.temporary || operation.cascade ? undefined : this.#at(operation.target);
        const copy = table?.copy;
        this.#touch(operation, table);
        if (name === undefined || !table)
            return;
        this.#tables.set(name, null);
        table.sound = false;
        if (!copy?.sound || copy.source !== table || this.#unsafe || this.#mayCascade(table))
            return;
        table.dropped = { statement, index };
        this.#finish(copy);
    }
    /** Whether the drop may delete or change rows of other tables, or of the copy: it may refer to the old table. */
    #mayCascade({ name, original }) {
        if (this.#family !== 'sqlite' || this.#foreignKeys === 'off')
            return false;
        if (this.#foreignKeys === 'on')
            return true;
        if (bareNames(name, original).some((each) => this.#referred.has(each)))
            return true;
        const base = this.#baseOf(original ?? '');
        return base?.exists !== false && base?.cascades !== false;
    }
    /**
     * Whether the table may have row security: its policies and FORCE are lost then, and with FORCE the copy holds only the
     * rows that the migration's role may read.
     */
    #mayBeSecured({ name, original }) {
        if (this.#family !== 'psql')
            return false;
        if (bareNames(name, original).some((each) => this.#secured.has(each)))
            return true;
        const base = this.#baseOf(original ?? '');
        return base?.exists !== false && base?.rowSecurity !== false;
    }
    #rename(statement, renames) {
        if (!renames) {
            for (const operation of statement.operations)
                this.#touch(operation);
            return this.forget();
        }
        for (const { from, to } of renames) {
            const before = (0,names/* qualified */.LX)(from);
            const after = (0,names/* qualified */.LX)(to);
            const table = this.#at(from);
            if (!table || before === undefined || after === undefined)
                return this.forget();
            this.#tables.set(before, null);
            table.name = after;
            this.#put(to, table);
            if (this.#rebuilt.delete(before))
                this.#rebuilt.add(after);
            this.#finish(table);
        }
    }
    /** Marks the drop of the old table, once its copy has its name. */
    #finish(copy) {
        const source = copy.source;
        if (this.#unsafe || !source?.dropped || !copy.sound || copy.name !== source.original)
            return;
        if (this.#mayBeSecured(source))
            return;
        changeFacts(source.dropped.statement, source.dropped.index, { rebuilt: true });
        this.#rebuilt.add(copy.name);
        // Its columns are those of the new definition, which the base does not have.
        this.#tables.set(copy.name, { ...NEW_TABLE, name: copy.name, original: copy.name, reshaped: true });
    }
    /** Applies an operation to all tables that it may mean, except one. */
    #touch(operation, except) {
        const { kind, target, table, place } = operation;
        if (place === 'routine_body')
            return;
        if (target.name === undefined || table === undefined) {
            // It may rename columns of any table.
            if (!KEEPS_SHAPE.has(kind))
                this.#unsafe = true;
            return this.forget();
        }
        if (!KEEPS_SHAPE.has(kind))
            this.#reshaped.add(target.name.toLowerCase());
        if (kind === 'enable_row_security')
            this.#secured.add(target.name.toLowerCase());
        for (const touched of this.#named(target.name)) {
            if (touched === except)
                continue;
            if (!KEEPS_SHAPE.has(kind))
                touched.reshaped = true;
            if (!KEEPS_ROWS.has(kind))
                touched.sound = false;
            if (!KEEPS_COPY_TRUE.has(kind))
                detach(touched);
        }
        // The name may stand for the new object from now on, and not for a table that was there before.
        const name = (0,names/* qualified */.LX)(target);
        if (CREATES_RELATION.has(kind) && name !== undefined)
            this.#put(target, { ...NEW_TABLE, name });
        // A trigger or rule can drop the rows that are inserted.
        if ((kind === 'create_trigger' || kind === 'create_rule') && table !== '')
            for (const touched of this.#named(table.slice(table.lastIndexOf('.') + 1)))
                if (!touched.source)
                    touched.sound = false;
    }
    #named(name) {
        if (this.#unsafe)
            return [];
        return [...(this.#names.get(name.toLowerCase()) ?? [])].flatMap((each) => this.#tables.get(each) ?? []);
    }
    #known(target) {
        const name = (0,names/* qualified */.LX)(target);
        return (name !== undefined && this.#tables.get(name)) || undefined;
    }
    /** The table with the name. One that the file has not named was there before. */
    #at(target) {
        const name = (0,names/* qualified */.LX)(target);
        if (name === undefined)
            return undefined;
        const known = this.#tables.get(name);
        if (known !== undefined)
            return known ?? undefined;
        const reshaped = this.#reshaped.has((target.name ?? '').toLowerCase());
        const table = { ...NEW_TABLE, name, original: name, reshaped };
        this.#put(target, table);
        return table;
    }
    #put(target, table) {
        this.#tables.set(table.name, table);
        const bare = (target.name ?? '').toLowerCase();
        const names = this.#names.get(bare) ?? new Set();
        this.#names.set(bare, names.add(table.name));
        if (names.size > rebuilds_MAX_SAME_NAME)
            this.#unsafe = true;
    }
    /** Takes `createdHere` from the operations on a rebuilt table: it holds the rows of the old one. */
    #correct(statement) {
        if (this.#rebuilt.size === 0)
            return;
        for (const [index, operation] of statement.operations.entries()) {
            const name = (0,names/* qualified */.LX)(operation.target);
            if (name !== undefined && this.#rebuilt.has(name) && operation.createdHere)
                changeFacts(statement, index, { createdHere: false, tableCreatedHere: false });
        }
    }
}
const NEW_TABLE = {
    original: undefined,
    sound: false,
    columns: undefined,
    reshaped: false,
    copy: undefined,
    source: undefined,
    dropped: undefined,
};
/**
 * Whether a copy writes a column to another one although a column of that name is copied too: then the values of two columns
 * are mixed up. One that is written to a new name is renamed.
 *
 * @param into the columns that are written, in order
 * @param order see WholeTable
 * @param all the columns of the copied table
 */
function isMixed(into, order, all) {
    if (!into || (order.includes('*') && !all))
        return false;
    const from = order.flatMap((column) => (column === '*' ? (all ?? []) : [column])).map((name) => name.toLowerCase());
    const copied = new Set(from);
    return from.some((column, index) => {
        const written = into[index]?.toLowerCase();
        return column !== '' && written !== undefined && written !== column && copied.has(written);
    });
}
/** The copy of a table that was changed since does not hold all its rows. */
function detach(table) {
    if (table.copy)
        table.copy.source = undefined;
    table.copy = undefined;
}
/** Whether an INSERT may update rows that are there: `ON CONFLICT DO UPDATE`, `ON DUPLICATE KEY UPDATE`. */
function isUpsert({ tokens, from, to }) {
    for (let at = from + 1; at < to; at++)
        if (tokens.word(at - 1) === 'ON' && /^(?:CONFLICT|DUPLICATE)$/.test(tokens.word(at)))
            return true;
    return false;
}
function hasExecutableComment({ tokens, from, to }) {
    for (let at = from; at < to; at++)
        if (tokens.kind(at) === text_tokens.T.execOpen)
            return true;
    return false;
}
function bareNames(...names) {
    return names.map((each = '') => each.slice(each.lastIndexOf('.') + 1).toLowerCase());
}

;// CONCATENATED MODULE: ./build/esm/sql/policies.js




/**
 * Whether a policy gives access to no more rows than each of the definitions before it, as far as the text shows: the
 * same command, roles and kind, and conditions that are the same or have more terms joined by AND.
 */
function isNoLooser(created, definitions, dialect) {
    const policy = readPolicy(created);
    return definitions.every((definition) => {
        const tokens = (0,lexer/* lex */.Ii)(definition, dialect);
        const to = tokens.kind(tokens.length - 1) === text_tokens.T.terminator ? tokens.length - 1 : tokens.length;
        const part = { tokens, lexical: created.lexical, from: 0, to };
        if (policies_keyOf(part, 0, part.to) === policies_keyOf(created, created.from, created.to))
            return true;
        const before = readPolicy(part);
        return policy !== undefined && before !== undefined && keepsRestrictions(before, policy);
    });
}
function keepsRestrictions(before, after) {
    if (before.restrictive !== after.restrictive || before.command !== after.command)
        return false;
    const [fewer, more] = before.restrictive ? [before.roles, after.roles] : [after.roles, before.roles];
    if (!more.has('public') && ![...fewer].every((role) => more.has(role)))
        return false;
    // Without WITH CHECK, USING restricts the new rows too.
    return isTighter(before.using, after.using) && isTighter(before.check ?? before.using, after.check ?? after.using);
}
/** Whether the second condition lets no more rows through than the first: it has all its terms. */
function isTighter(before, after) {
    if (!before || !after)
        return before === after;
    return before.key === 'TRUE' || before.key === after.key || before.terms.every((term) => after.terms.includes(term));
}
/** `CREATE POLICY p ON t [AS …] [FOR …] [TO …] [USING (…)] [WITH CHECK (…)]`, and nothing else. */
function readPolicy(part) {
    const { tokens, lexical, from, to } = part;
    if (lexical.family !== 'psql' || tokens.word(from) !== 'CREATE' || tokens.word(from + 1) !== 'POLICY')
        return undefined;
    const on = (0,names/* readName */.MQ)(tokens, from + 2, lexical).next;
    const name = (0,names/* readName */.MQ)(tokens, on + 1, lexical);
    if (tokens.word(on) !== 'ON' || name.next === on + 1)
        return undefined;
    const table = tokens.text.slice(tokens.start(on + 1), tokens.end(name.next - 1));
    let at = name.next;
    let restrictive = false;
    let command = 'ALL';
    let using;
    let check;
    const roles = new Set();
    if (tokens.word(at) === 'AS') {
        if (!/^(?:PERMISSIVE|RESTRICTIVE)$/.test(tokens.word(at + 1)))
            return undefined;
        restrictive = tokens.word(at + 1) === 'RESTRICTIVE';
        at += 2;
    }
    if (tokens.word(at) === 'FOR') {
        command = tokens.word(at + 1);
        at += 2;
    }
    if (tokens.word(at) === 'TO') {
        do {
            const quoted = tokens.kind(++at) === text_tokens.T.quoted;
            if (!quoted && tokens.kind(at) !== text_tokens.T.word)
                return undefined;
            roles.add((0,names/* foldName */.zN)(quoted ? (0,names/* unquote */._n)(tokens.raw(at)) : tokens.raw(at), quoted, lexical));
        } while (tokens.word(++at) === ',');
    }
    else
        roles.add('public');
    if (tokens.word(at) === 'USING') {
        using = conditionAt(part, at + 1);
        if (!using)
            return undefined;
        at = afterParenthesis(part, at + 1);
    }
    if (tokens.word(at) === 'WITH' && tokens.word(at + 1) === 'CHECK') {
        check = conditionAt(part, at + 2);
        if (!check)
            return undefined;
        at = afterParenthesis(part, at + 2);
    }
    return at === to ? { table, restrictive, command, roles, using, check } : undefined;
}
function conditionAt(part, open) {
    const { tokens } = part;
    if (tokens.word(open) !== '(')
        return undefined;
    const end = afterParenthesis(part, open) - 1;
    if (end <= open + 1)
        return undefined;
    return { key: policies_keyOf(part, ...bare(part, open + 1, end)), terms: termsOf(part, ...bare(part, open + 1, end)) };
}
/** A condition without the parentheses around it. */
function bare(part, from, to) {
    let [first, last] = [from, to];
    while (part.tokens.word(first) === '(' && afterParenthesis(part, first) === last)
        [first, last] = [first + 1, last - 1];
    return [first, last];
}
/** The keys of the terms of a conjunction. */
function termsOf(part, from, to) {
    const { tokens } = part;
    const terms = [];
    let first = from;
    let between = false;
    for (let at = from; at < to; at++) {
        const word = tokens.word(at);
        if (word === '(')
            at = afterParenthesis(part, at) - 1;
        // OR binds less than AND, and the terms of a CASE are its own.
        else if (word === 'OR' || word === 'CASE')
            return [policies_keyOf(part, from, to)];
        else if (word === 'BETWEEN')
            between = true;
        else if (word === 'AND' && between)
            between = false;
        else if (word === 'AND') {
            terms.push(policies_keyOf(part, ...bare(part, first, at)));
            first = at + 1;
        }
    }
    return [...terms, policies_keyOf(part, ...bare(part, first, to))];
}
/** The tokens of a part. A function is the same in a subquery of its own: `(SELECT f())`. */
function policies_keyOf(part, from, to) {
    const { tokens } = part;
    const words = [];
    for (let at = from; at < to; at++) {
        const end = tokens.word(at) === '(' ? afterCall(part, at + 2) : at;
        if (end > at && tokens.word(at + 1) === 'SELECT' && tokens.word(end) === ')' && end < to) {
            words.push(policies_keyOf(part, at + 2, end));
            at = end;
        }
        else
            words.push(tokens.kind(at) === text_tokens.T.word ? tokens.word(at) : tokens.raw(at));
    }
    return words.join(' ');
}
/** The position behind a call of a function, or `at` if there is none. */
function afterCall(part, at) {
    const { next, target } = (0,names/* readName */.MQ)(part.tokens, at, part.lexical);
    return target.name !== undefined && next > at && part.tokens.word(next) === '(' ? afterParenthesis(part, next) : at;
}

;// CONCATENATED MODULE: ./build/esm/sql/recreated.js




/** The classes whose DROP and CREATE change the object: it has no rows that the DROP could lose. */
const DROPS = new Set([
    ...['drop_policy', 'drop_trigger', 'drop_view', 'drop_function', 'drop_procedure', 'drop_rule'],
]);
const recreated_CREATES = new Set([
    ...[
        'create_policy',
        'create_trigger',
        'create_view',
        'create_function',
        'create_procedure',
        'create_rule',
    ],
]);
/**
 * Marks each DROP of an object that the file creates again afterwards (`recreated`). A policy must not give access to more
 * rows than before.
 */
function markRecreated(statements, kinds, ranges, tokens, dialect, context) {
    const has = (wanted) => [...kinds].some((kind) => wanted.has(kind));
    if (!has(DROPS) || !has(recreated_CREATES))
        return;
    const index = new Map(statements.map((statement, at) => [statement, at]));
    const keepsAccess = (dropped, created, statement) => {
        if (dropped.tableCreatedHere === true)
            return true;
        const { name } = created.target;
        const known = context?.policies?.find((policy) => policy.name === name && policy.table === created.table);
        const range = ranges[index.get(statement) ?? -1];
        if (!known || !range)
            return false;
        if (known.definitions.length === 0)
            return dropped.ifExists === true;
        return isNoLooser({ tokens, lexical: dialects/* LEXICAL */.x[dialect], ...range }, known.definitions, dialect);
    };
    followStatements(statements, new Recreated(keepsAccess));
}
/** The policies that a file drops and creates, in whatever order. */
function recreatedPolicies(statements) {
    const policies = new Map();
    const created = new Set();
    for (const { kind, target, table } of statements.flatMap(({ operations }) => operations)) {
        if (target.name === undefined || table === undefined)
            continue;
        const key = `${table} ${target.name}`;
        if (kind === 'drop_policy')
            policies.set(key, { name: target.name, table });
        if (kind === 'create_policy')
            created.add(key);
    }
    return [...policies].filter(([key]) => created.has(key)).map(([, policy]) => policy);
}
class Recreated {
    /** Objects that were dropped and not yet created again, by key. */
    #dropped = new Map();
    /** The marked drops, by class and bare name: a later DROP takes the mark away. */
    #marked = new Map();
    #keepsAccess;
    constructor(keepsAccess) {
        this.#keepsAccess = keepsAccess;
    }
    startSection() {
        this.forget();
    }
    forget() {
        this.#dropped.clear();
    }
    rollBack() {
        this.forget();
        for (const name of this.#marked.keys())
            this.#unmark(name);
    }
    follow(statement) {
        this.#dropAll(statement);
        this.#alterAll(statement);
        for (const operation of statement.operations) {
            const [object] = (0,object_classes/* objectsOf */.iZ)(operation);
            if (object && recreated_CREATES.has(operation.kind) && operation.place === 'statement')
                this.#create(object, operation, statement);
        }
    }
    /** A statement that may be skipped creates nothing for certain. */
    skip(statement) {
        this.#dropAll(statement);
        this.#alterAll(statement);
    }
    /** A policy that is altered afterwards is not the one that was compared. */
    #alterAll({ operations }) {
        for (const operation of operations) {
            if (operation.kind !== 'alter_policy')
                continue;
            const [object] = (0,object_classes/* objectsOf */.iZ)(operation);
            const names = object?.name === undefined ? [...this.#marked.keys()] : [nameOf(object)];
            for (const name of names)
                this.#unmark(name);
        }
    }
    #dropAll(statement) {
        for (const [index, operation] of statement.operations.entries()) {
            const [object] = (0,object_classes/* objectsOf */.iZ)(operation);
            if (!object || !DROPS.has(operation.kind))
                continue;
            this.#unmark(nameOf(object));
            if (operation.place !== 'statement' || operation.cascade || object.key === undefined)
                continue;
            const dropped = this.#dropped.get(object.key) ?? [];
            dropped.push({ statement, index });
            this.#dropped.set(object.key, dropped);
        }
    }
    #create(object, created, by) {
        const dropped = object.key === undefined ? undefined : this.#dropped.get(object.key);
        if (!dropped || object.key === undefined)
            return;
        const keeps = ({ statement, index }) => {
            const drop = statement.operations[index];
            return drop !== undefined && this.#keepsAccess(drop, created, by);
        };
        if (object.class === 'policy' && !dropped.every(keeps))
            return;
        for (const { statement, index } of dropped)
            changeFacts(statement, index, { recreated: true });
        this.#marked.set(nameOf(object), dropped);
        this.#dropped.delete(object.key);
    }
    #unmark(name) {
        for (const { statement, index } of this.#marked.get(name) ?? [])
            changeFacts(statement, index, { recreated: false });
        this.#marked.delete(name);
    }
}
function nameOf(object) {
    return `${object.class} ${object.name}`;
}

;// CONCATENATED MODULE: ./build/esm/sql/replaced-tables.js


/**
 * Marks a DROP TABLE IF EXISTS directly before the CREATE of the same table (`replacesNothing`), if no SQL file of the
 * base names the table. Nor may the file itself before: it could give the name to a table with rows.
 */
function markReplacedTables(statements, missing) {
    if (missing.size === 0)
        return;
    for (const [statement, drop] of replacedTables(statements))
        if (missing.has(drop.target, statement.span.start))
            changeFacts(statement, 0, { replacesNothing: true });
}
/** Each DROP TABLE IF EXISTS of one table that is directly followed by the CREATE of that table. */
function* replacedTables(statements) {
    for (const [index, statement] of statements.entries()) {
        const drop = droppedTable(statement);
        const next = drop && nextStatement(statements, index);
        if (drop && next?.section === statement.section && creates(next, drop))
            yield [statement, drop];
    }
}
/** The operation of a plain DROP TABLE IF EXISTS of one table. */
function droppedTable({ operations, unreadable }) {
    const [drop, ...others] = operations;
    if (drop?.kind !== 'drop_table' || others.length > 0 || unreadable.length > 0)
        return undefined;
    const plain = drop.place === 'statement' && drop.ifExists && !drop.cascade && !drop.createdHere && !drop.temporary;
    return plain ? drop : undefined;
}
/** The next statement that does more than set something: dumps have such settings before each CREATE TABLE. */
function nextStatement(statements, index) {
    for (let at = index + 1; at < statements.length; at++) {
        const next = statements[at];
        if (!next || next.unreadable.length > 0)
            return undefined;
        if (!next.operations.every(({ kind }) => kind === 'set'))
            return next;
    }
    return undefined;
}
function creates({ operations }, drop) {
    const name = (0,names/* qualified */.LX)(drop.target);
    return operations.some(({ kind, target, place, temporary }) => kind === 'create_table' && place === 'statement' && !temporary && (0,names/* qualified */.LX)(target) === name);
}

;// CONCATENATED MODULE: ./build/esm/sql/shape.js


/**
 * The statement with literals replaced by `?` and spacing normalised: `DELETE FROM t WHERE id IN (?)`.
 * Text that runs as code (bodies, dynamic SQL) is kept: otherwise two different DO blocks would have the same shape.
 */
function shapeOf(tokens, from, to, lexical, operations) {
    const runsText = operations.some(({ place, kind }) => place !== 'statement' || shape_RUNS_TEXT.has(kind));
    const parts = [];
    for (let at = from; at < to; at++) {
        switch (tokens.kind(at)) {
            case text_tokens.T.string:
            case text_tokens.T.dollar:
                parts.push(runsText ? collapseSpace(tokens.raw(at)) : '?');
                break;
            case text_tokens.T.number:
            case text_tokens.T.param:
                parts.push('?');
                break;
            case text_tokens.T.word:
                parts.push((0,names/* foldName */.zN)(tokens.raw(at), false, { ...lexical, fold: 'all' }));
                break;
            case text_tokens.T.execOpen:
            case text_tokens.T.execClose:
                break;
            default:
                parts.push(tokens.raw(at));
        }
        // Lists of values have the same shape, whatever their length.
        while (parts.length >= 3 && parts.at(-1) === '?' && parts.at(-2) === ',' && parts.at(-3) === '?')
            parts.length -= 2;
        if (parts.length >= 7 && parts.slice(-7).join('') === '(?),(?)')
            parts.length -= 4;
    }
    return parts.join(' ');
}
const shape_RUNS_TEXT = new Set([
    'execute_dynamic',
    'do_block',
    'create_function',
    'create_procedure',
    'create_trigger',
    'create_event',
    'call',
]);
function collapseSpace(text) {
    return text.replace(/\s+/g, ' ').trim();
}

;// CONCATENATED MODULE: ./build/esm/sql/text/sections.js
/**
 * Comments that mark the start of a section; group 1 is `up` or `down`. `exact` is the form that the tool itself
 * accepts. A comment that matches only `pattern` still starts a section, but is not attributed to the tool, so it
 * exempts nothing.
 */
const COMMENTS = [
    { pattern: /^\+goose\s+(up|down)\b/i, exact: /^-- \+goose (?:Up|Down)$/, tools: ['goose'] },
    {
        pattern: /^migrate:(up|down)\b/i,
        exact: /^-- migrate:(?:up|down)(?: transaction:(?:true|false))?$/,
        tools: ['dbmate'],
    },
    {
        pattern: /^\+migrate\s+(up|down)\b/i,
        exact: /^-- \+migrate (?:Up|Down)(?: notransaction)?$/,
        tools: ['sql-migrate'],
    },
    { pattern: /^rambler\s+(up|down)\b/i, exact: /^-- rambler (?:up|down)$/, tools: ['rambler'] },
];
/** File names that mark the whole file as one section. Case-sensitive as in the tools: sqlx runs `1.DOWN.sql` forward. */
const sections_NAMES = [
    { pattern: /\.(up|down)\.sql$/, tools: ['golang-migrate', 'sqlx', 'up-down-files'] },
    { pattern: /(?:^|\/)(up|down)\.sql$/, tools: ['diesel', 'up-down-files'] },
    // Undo migrations.
    { pattern: /(?:^|\/)(U)\d[\d._]*__[^/]*\.sql$/, tools: ['flyway'] },
    // Only the folder `revert` may be Sqitch's: `deploy/revert/x.sql` and `revert/deploy/x.sql` may be deployed. Any case,
    // because file systems that ignore it read `Deploy` too.
    {
        pattern: /^(?:(?!(?:deploy|revert|verify)\/)[^/]+\/)*(revert)\/(?:(?!(?:deploy|revert|verify)\/)[^/]+\/)*[^/]+\.sql$/i,
        tools: ['sqitch'],
    },
];
function match(markers, text, from) {
    for (const { pattern, tools } of markers) {
        const found = pattern.exec(text);
        if (found)
            return { from, section: found[1]?.toLowerCase() === 'up' ? 'up' : 'down', tools };
    }
    return undefined;
}
/**
 * The sections of a file in order, each with its start offset. Liquibase's `--rollback` lines are not sections: their
 * SQL is inside the comment and does not run with the file.
 */
function sectionsOf(tokens, path) {
    const named = match(sections_NAMES, path, 0);
    const sections = [named ?? { from: 0, section: '', tools: [] }];
    // A tool that finds further markers divides the file in another way.
    const isHidden = hiddenMarkers(tokens).length > 0;
    for (const comment of tokens.comments) {
        for (const { pattern, exact, tools } of COMMENTS) {
            const found = pattern.exec(comment.text);
            if (!found)
                continue;
            const raw = tokens.text.slice(comment.start, comment.end).trimEnd();
            const own = !isHidden && exact.test(raw) && startsLine(tokens.text, comment.start);
            const section = found[1]?.toLowerCase() === 'down' ? 'down' : 'up';
            sections.push({ from: comment.start, section, tools: own ? tools : [] });
        }
    }
    return sections;
}
/** Tools look for their markers in lines, whatever SQL the lines belong to. */
const MARKER_LINE = /^([ \t]*)--[ \t]*(?:\+(?:goose|migrate)[ \t]+(?:up|down)|migrate:(?:up|down)|rambler[ \t]+(?:up|down))\b/gim;
/** The markers inside strings, bodies and block comments: a tool starts a section there, and SQL does not. */
function hiddenMarkers({ text, comments }) {
    const lines = [...text.matchAll(MARKER_LINE)].map(({ 0: line, 1: indent = '', index }) => ({
        start: index + indent.length,
        end: index + line.length,
    }));
    if (lines.length === 0)
        return [];
    const starts = new Set(comments.map(({ start }) => start));
    const reason = 'a migration tool reads a marker of its sections inside this string or comment';
    return lines.filter(({ start }) => !starts.has(start)).map((span) => ({ reason, span }));
}
function startsLine(text, offset) {
    const before = text.charAt(offset - 1);
    return before === '' || before === '\n' || before === '\r' || (offset === 1 && before === '\ufeff');
}

;// CONCATENATED MODULE: ./build/esm/sql/tool-transactions.js
const IN_ONE = [{ from: 0, open: true }];
const IN_NONE = [{ from: 0, open: false }];
/** A comment of the whole file that turns its transaction off. */
function unlessComment(pattern) {
    return ({ tokens }) => (tokens.comments.some(({ text }) => pattern.test(text)) ? IN_NONE : IN_ONE);
}
/** A new transaction at each marker, which can turn its own transaction off. */
function perMarker(marker, off) {
    return ({ tokens }) => {
        const parts = [...IN_ONE];
        for (const { text, start } of tokens.comments)
            if (marker.test(text))
                parts.push({ from: start, open: !off.test(text) });
        return parts;
    };
}
/**
 * How each tool runs a file, as its documentation says. Where a setting outside the file decides too (Diesel's
 * metadata.toml, Flyway's `.sql.conf`, golang-migrate's URL), this is the tool's default; `transaction` of the
 * configuration overrides it.
 */
const TOOLS = {
    // "+goose NO TRANSACTION" at any place runs both sections outside a transaction.
    goose: unlessComment(/^\+goose\s+no\s+transaction\b/i),
    // "Migrations are run atomically inside a transaction", unless `transaction:false` follows the marker.
    dbmate: perMarker(/^migrate:(?:up|down)\b/i, /\btransaction:false\b/),
    // `-- +migrate Up notransaction`; its sqlparse.go compares the option as it is written.
    'sql-migrate': perMarker(/^\+migrate\s+(?:up|down)\b/i, /\snotransaction(?!\S)/),
    // "creates an atomic transaction block around each changeset", unless `runInTransaction:false`.
    liquibase: perMarker(/^changeset\s/i, /\bruninTransaction:\s*"?false\b/i),
    // In PostgreSQL the file is one query, whose statements share an implicit transaction. Other drivers begin none.
    'golang-migrate': ({ ranges, dialect }) => (dialect === 'postgresql' && ranges.length > 1 ? IN_ONE : IN_NONE),
    // A file that starts with "-- no-transaction" runs outside a transaction.
    sqlx: ({ tokens }) => (tokens.text.startsWith('-- no-transaction') ? IN_NONE : IN_ONE),
    // "By default each migration is executed in a own transaction".
    diesel: () => IN_ONE,
    // It executes each statement by itself.
    rambler: () => IN_NONE,
    // One transaction for each migration (`executeInTransaction`, by default true), unless it detects a statement that
    // PostgreSQL refuses there.
    flyway: (file) => file.dialect === 'postgresql' && file.ranges.some((range) => isOutsideFlywayTransaction(file, range))
        ? IN_NONE
        : IN_ONE,
    // Its scripts contain their own BEGIN and COMMIT, as the template deploy/pg.tmpl does; psql runs them as they are.
    sqitch: () => IN_NONE,
    // The runner is not known.
    'up-down-files': () => undefined,
};
/**
 * What Flyway runs outside a transaction: the patterns of its PostgreSQLParser. It does not detect `REINDEX …
 * CONCURRENTLY` of one index or table, which then fails.
 */
const NOT_IN_FLYWAY = /^(?:(?:CREATE|DROP) (?:UNIQUE )?INDEX CONCURRENTLY|(?:CREATE|DROP) (?:DATABASE|TABLESPACE|SUBSCRIPTION)|ALTER SYSTEM|REINDEX (?:VERBOSE )?(?:SCHEMA|DATABASE|SYSTEM)|VACUUM|DISCARD ALL)\b/;
const ADDS_VALUE = /^ALTER TYPE .*ADD VALUE\b/;
function isOutsideFlywayTransaction({ tokens, serverVersion }, { from, to }) {
    let text = '';
    for (let at = from; at < Math.min(to, from + 10); at++)
        text += `${tokens.word(at)} `;
    // PostgreSQL refuses it in a transaction before version 12.
    return NOT_IN_FLYWAY.test(text) || ((serverVersion ?? 120_000) < 120_000 && ADDS_VALUE.test(text));
}
/** The parts of the file by how they run; undefined if neither the tool nor a setting says it. */
function toolTransactions(file, run) {
    if (run?.transaction !== undefined)
        return run.transaction ? IN_ONE : IN_NONE;
    return run?.tool === undefined ? undefined : TOOLS[run.tool]({ ...file, serverVersion: run.serverVersion });
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
// EXTERNAL MODULE: ./build/esm/sql/text/literals.js
var literals = __webpack_require__(76663);
;// CONCATENATED MODULE: ./build/esm/sql/written-shape.js







/**
 * Maximum characters of a shape. A longer one is cut and gets a hash of the full text, so that different shapes stay
 * different.
 */
const written_shape_MAX_LENGTH = 20_000;
/**
 * Reserved words of MySQL, which are written in lower case. MySQL names keep their case, and none of these is a bare
 * name.
 */
const written_shape_RESERVED = new Set(`ADD ALL ALTER AND AS ASC BETWEEN BY CALL CASE CHANGE COLLATE COLUMN CREATE CROSS DELETE DESC DESCRIBE DISTINCT DROP ELSE
   EXISTS EXPLAIN FALSE FOR FORCE FOREIGN FROM GRANT GROUP HAVING IGNORE IN INDEX INNER INSERT INTERVAL INTO IS JOIN KEY LEFT
   LIKE LIMIT LOAD LOCK MATCH NATURAL NOT NULL ON OPTIMIZE OR ORDER OUTER OVER PARTITION PRIMARY PROCEDURE RANGE REGEXP
   RENAME REPLACE REVOKE RIGHT RLIKE SELECT SET SHOW STRAIGHT_JOIN TABLE THEN TO TRUE UNION UNIQUE UNLOCK UPDATE USE USING
   VALUES WHEN WHERE WITH XOR`.split(/\s+/));
/** Words that are followed by a space before `(`. Any other word before `(` is taken for a function name. */
const SPACED = new Set(`ALL AND ANY AS BETWEEN BY CASE DISTINCT ELSE EXCEPT EXISTS FROM IN INTERSECT INTO IS JOIN LATERAL LIKE LIMIT NOT OFFSET ON OR
   OVER RETURNING SELECT SET THEN UNION USING VALUES WHEN WHERE WITH`.split(/\s+/));
const ROUTINE_VERBS = new Set(['CALL', 'EXECUTE', 'EXEC']);
/**
 * The statements of a text in the form that is safe to store, one for each statement of `readTraffic`. Every literal is
 * `?`, and so is every other value (what SET assigns, the arguments of CALL and EXECUTE). Comments are removed, hints
 * are kept, names are folded, spacing is normalised. IN lists of literals become `IN (?)`; VALUES rows of the same form
 * become one. The shape of a statement that was not recognised must not be stored: the text may not be SQL, and its
 * words could be anything.
 */
function writtenShapes(text, dialect, mode = {}) {
    const lexical = { ...LEXICAL[dialect], ...mode };
    return shapesOfTokens(lexTraffic(text, lexical), lexical);
}
/** See `writtenShapes`. */
function shapesOfTokens(tokens, lexical) {
    return split(tokens, lexical).map((range) => truncated(written_shape_shapeOf(tokens, range, lexical)));
}
function truncated(shape) {
    if (shape.length <= written_shape_MAX_LENGTH)
        return shape;
    const hash = (0,external_node_crypto_.createHash)('sha256').update(shape).digest('hex').slice(0, 16);
    return `${shape.slice(0, written_shape_MAX_LENGTH)} … [${shape.length} characters, SHA-256 ${hash}]`;
}
const GENERATED_NAMES = new Set('SAVEPOINT RELEASE ROLLBACK FETCH MOVE CLOSE DEALLOCATE'.split(' '));
const GENERATED_FIRST_NAME = new Set(['DECLARE', 'PREPARE', 'EXECUTE']);
/**
 * The name of a savepoint, cursor or prepared statement, with `*` for each part that has a digit: `sp_17` becomes
 * `sp_*`. Drivers generate such names, and each would otherwise be a shape of its own.
 */
function passingName(name) {
    return name.replace(/[A-Za-z$\u0080-\uffff]*[0-9][A-Za-z0-9$\u0080-\uffff]*/g, '*');
}
/** The token up to which names are driver-generated ones. */
function generatedNamesEnd(tokens, { from, to }) {
    const verb = tokens.word(from);
    return GENERATED_NAMES.has(verb) ? to : GENERATED_FIRST_NAME.has(verb) ? from + 2 : from;
}
function written_shape_shapeOf(tokens, range, lexical) {
    const generatedEnd = generatedNamesEnd(tokens, range);
    const hidden = hiddenIn(tokens, range, lexical);
    const writer = new Writer();
    let hide = 0;
    let comment = 0;
    const hints = tokens.comments.filter(({ start, end }) => isHint(tokens, start) && isWithin(tokens, range, start, end));
    const before = (offset) => {
        for (; (hints[comment]?.start ?? Infinity) < offset; comment++)
            writer.put(hintOf(tokens, hints[comment]?.start ?? 0, hints[comment]?.end ?? 0, lexical), false);
    };
    for (const { at, literal } of (0,literals/* piecesOf */.X)(tokens, range.from, range.to)) {
        before(tokens.start(at));
        while (at >= (hidden[hide]?.to ?? Infinity))
            hide++;
        const hiddenRange = hidden[hide];
        if (hiddenRange && at >= hiddenRange.from) {
            if (at === hiddenRange.from || !writer.endsHidden)
                writer.hide();
            continue;
        }
        const spelling = literal ? '?' : textOfToken(tokens, at, lexical);
        if (literal)
            writer.put(spelling, false);
        else
            writer.put(at < generatedEnd ? passingName(spelling) : spelling, tokens.kind(at) === text_tokens.T.word && !SPACED.has(tokens.word(at)));
    }
    before(tokens.end(range.to - 1));
    return writer.text;
}
function isHint(tokens, start) {
    return tokens.text.startsWith('/*+', start);
}
function isWithin(tokens, range, start, end) {
    return start >= tokens.start(range.from) && end <= tokens.end(range.to - 1);
}
/** Writes tokens one after another, with spaces where a reader expects them. */
class Writer {
    text = '';
    /** Whether the last token written stands for hidden ones. */
    endsHidden = false;
    #glued = true;
    #name = false;
    put(part, name) {
        const tight = part === ',' || part === ')' || part === '.' || part === ']' || part === '::' || part === ';';
        const called = (part === '(' && this.#name) || part === '[';
        if (!this.#glued && !tight && !called)
            this.text += ' ';
        this.text += part;
        this.#glued = part === '(' || part === '.' || part === '[' || part === '::' || part === '@';
        this.#name = name;
        this.endsHidden = false;
    }
    hide() {
        this.put('?', false);
        this.endsHidden = true;
    }
}
function textOfToken(tokens, at, lexical) {
    const raw = tokens.raw(at);
    switch (tokens.kind(at)) {
        case text_tokens.T.word:
            if (lexical.fold === 'none')
                return written_shape_RESERVED.has(tokens.word(at)) ? raw.toLowerCase() : raw;
            return (0,names/* foldName */.zN)(raw, false, lexical);
        case text_tokens.T.quoted:
            return lexical.fold === 'all' ? raw.toLowerCase() : raw;
        case text_tokens.T.param:
            // In dialects where `$1` is not a parameter, `$12.50` is an amount of money.
            if (/^\$\d/.test(raw) && lexical.family !== 'psql')
                return '?';
            // `@'name'`: the quoted text could be anything.
            return /^@+['"]/.test(raw) ? '@?' : raw;
        case text_tokens.T.op:
        case text_tokens.T.terminator:
        case text_tokens.T.execOpen:
        case text_tokens.T.execClose:
            return raw;
        default:
            return '?';
    }
}
function hintOf(tokens, start, end, lexical) {
    const inner = (0,lexer/* lexTraffic */.Bv)(tokens.text.slice(start + 3, end - 2), lexical);
    const writer = new Writer();
    for (const { at, literal } of (0,literals/* piecesOf */.X)(inner, 0, inner.length))
        writer.put(literal ? '?' : textOfToken(inner, at, lexical), inner.kind(at) === text_tokens.T.word);
    return `/*+ ${writer.text} */`;
}
// Values other than literals
/** Ranges of tokens that are replaced by `?` although they are not literals. */
function hiddenIn(tokens, range, lexical) {
    let from = range.from;
    while (tokens.kind(from) === text_tokens.T.execOpen && from < range.to)
        from++;
    const verb = tokens.word(from);
    if (verb === 'SET')
        return settingValues(tokens, from + 1, range.to, lexical);
    if (verb === 'ALTER')
        return alteredSettingValues(tokens, from + 1, range.to);
    if (verb === 'PRAGMA')
        return afterName(tokens, from + 1, range.to);
    if (ROUTINE_VERBS.has(verb) && tokens.word(from + 1) !== 'IMMEDIATE') {
        if (lexical.family === 'sqlcmd')
            return procedureArguments(tokens, from + 1, range.to);
        return afterName(tokens, from + 1, range.to);
    }
    // T-SQL runs a procedure by its name alone.
    const bare = lexical.family === 'sqlcmd' && /^(?:SP_|XP_)/.test(verb);
    return bare ? procedureArguments(tokens, from, range.to) : [];
}
function isAssignment(tokens, at) {
    const word = tokens.word(at);
    return word === '=' || word === ':=' || word === 'TO';
}
/** `SET a = secret, b = other`, and MariaDB's `SET STATEMENT a = 1 FOR …`. */
function settingValues(tokens, from, to, { family }) {
    const hidden = [];
    let value = -1;
    let depth = 0;
    const close = (at) => {
        if (value >= 0 && at > value)
            hidden.push({ from: value, to: at });
        value = -1;
    };
    const isSetStatement = family === 'mysql' && tokens.word(from) === 'STATEMENT';
    for (let at = from; at < to; at++) {
        const word = tokens.word(at);
        if (word === '(')
            depth++;
        else if (word === ')')
            depth--;
        if (depth > 0)
            continue;
        if (isSetStatement && word === 'FOR') {
            close(at);
            return hidden;
        }
        if (family === 'mysql' && word === ',')
            close(at);
        else if (value < 0 && isAssignment(tokens, at))
            value = at + 1;
    }
    close(to);
    return hidden;
}
/** `ALTER ROLE r SET name = secret`, and the same for a database, the system or a routine. */
function alteredSettingValues(tokens, from, to) {
    if (tokens.word(from) === 'TABLE')
        return [];
    for (let at = from; at < to; at++) {
        if (tokens.word(at) !== 'SET')
            continue;
        for (let next = at + 1; next < Math.min(to, at + 5); next++)
            if (isAssignment(tokens, next) && next + 1 < to)
                return [{ from: next + 1, to }];
    }
    return [];
}
/** The tokens in the parentheses after a name, or after its `=`. */
function afterName(tokens, from, to) {
    for (let at = from; at < to; at++) {
        if (tokens.word(at) === '=')
            return at + 1 < to ? [{ from: at + 1, to }] : [];
        if (tokens.word(at) !== '(')
            continue;
        const end = tokens.word(to - 1) === ')' ? to - 1 : to;
        return end > at + 1 ? [{ from: at + 1, to: end }] : [];
    }
    return [];
}
/** T-SQL's `[@result =] name arguments`, `(text)`, `AS USER = 'x'`. */
function procedureArguments(tokens, from, to) {
    let at = from;
    if (tokens.kind(at) === text_tokens.T.param && tokens.word(at + 1) === '=')
        at += 2;
    at++;
    while (tokens.word(at) === '.' && at + 1 < to)
        at += 2;
    return at < to ? [{ from: at, to }] : [];
}

;// CONCATENATED MODULE: ./build/esm/sql/script.js



























/** Limits per file: a million statements take a gigabyte of memory. What follows is reported as not read. */
const MAX_STATEMENTS = 1_000_000;
const MAX_OPERATIONS = 2_000_000;
/** A file that is the whole change. */
const ALONE = { tables: [], routinesUsed: [] };
/** Reads a file into statements, operations and facts. Never throws. */
function readScript(text, path, dialect, grammar, context, run) {
    const template = (0,model/* sqlFileName */.G1)(path)?.template;
    const tokens = template ? (0,lexer/* lexTemplate */.eg)(text, dialect, template) : (0,lexer/* lex */.Ii)(text, dialect);
    const hidden = hiddenMarkers(tokens);
    if (hidden.length > 0) {
        tokens.unreadable.push(...hidden);
        tokens.unreadable.sort((a, b) => a.span.start - b.span.start);
    }
    return { ...readTokenList(tokens, path, dialect, dialects/* LEXICAL */.x[dialect], grammar, context ?? ALONE, run), text };
}
/** Reads a text as a server received it, under the quoting settings of its session. */
function readTraffic(text, mode, dialect, grammar) {
    const lexical = { ...dialects/* LEXICAL */.x[dialect], ...mode };
    const tokens = (0,lexer/* lexTraffic */.Bv)(text, lexical);
    const script = readTokenList(tokens, '', dialect, lexical, grammar);
    return { ...script, writtenShapes: () => shapesOfTokens(tokens, lexical) };
}
function readTokenList(tokens, path, dialect, lexical, grammar, context, run) {
    const { text } = tokens;
    grammar?.restart?.();
    const ranges = split(tokens, lexical);
    const comments = assignComments(tokens, ranges);
    const sections = sectionsOf(tokens, path);
    const transactions = toolTransactions({ tokens, ranges, dialect }, run) ?? [];
    let transaction = -1;
    const calls = new LiteralCalls(tokens, ranges, lexical, context?.routinesUsed);
    const state = new ScriptState({
        ddlCommits: lexical.family === 'mysql',
        createdBefore: context?.createdBefore ?? [],
    });
    const mentions = new Mentions(tokens);
    const missing = new MissingTables(context, mentions);
    const statements = [];
    const unassigned = new Set(tokens.unreadable);
    let section = 0;
    let batch = 0;
    let unread = 0;
    let operations = 0;
    for (const [index, range] of ranges.entries()) {
        const start = tokens.start(range.from);
        if (index >= MAX_STATEMENTS || operations > MAX_OPERATIONS) {
            const what = index >= MAX_STATEMENTS ? `${MAX_STATEMENTS} statements` : `${MAX_OPERATIONS} operations`;
            unassigned.add({
                reason: `the file has more than ${what}: the rest was not read`,
                span: { start, end: text.length },
            });
            break;
        }
        while (sections[section + 1] && (sections[section + 1]?.from ?? 0) <= start)
            section++;
        const { section: name, tools } = sections[section] ?? { section: '', tools: [] };
        if (state.enter(name))
            transaction -= Number(transaction >= 0);
        while ((transactions[transaction + 1]?.from ?? Number.POSITIVE_INFINITY) <= start)
            state.startToolTransaction(transactions[++transaction]?.open ?? false);
        const own = [];
        const end = tokens.end(range.to - 1);
        for (; unread < tokens.unreadable.length; unread++) {
            const problem = tokens.unreadable[unread];
            if (problem.span.start >= end)
                break;
            if (problem.span.start < start && !isComment(problem))
                continue;
            own.push(problem);
            unassigned.delete(problem);
        }
        const statement = readOne(tokens, range, dialect, lexical, grammar, state, {
            section: name,
            sectionTools: tools,
            batch,
            comments: comments.of[index] ?? [],
            unreadable: own,
            serverVersion: run?.serverVersion,
            literalCalls: () => calls.of(range),
            names: {
                isMissing: (table) => missing.has(table, start),
                isUsed: (name) => mentions.isBefore(name, start),
                renames: () => readRenames({ tokens, lexical, ...range }) ?? [],
            },
        });
        operations += statement.operations.length;
        statements.push(statement);
        if (lexical.separator === 'go' && endsBatch(tokens, range.to)) {
            state.endBatch();
            batch++;
        }
    }
    markReplacedTables(statements, missing);
    const kinds = kindsIn(statements);
    markRebuilds(statements, kinds, ranges, tokens, lexical, context);
    markAddedColumns(statements, kinds);
    markRecreated(statements, kinds, ranges, tokens, dialect, context);
    checkLiteralCalls(statements);
    const unreadable = [...unassigned];
    if (context && unreadable.length === 0)
        markDeferred(statements, ranges, tokens, lexical, context);
    return { text, statements, unreadable, looseComments: comments.loose };
}
/** Whether there is a GO, and not only `;`, between a statement and the next one. */
function endsBatch(tokens, from) {
    for (let at = from; tokens.kind(at) === text_tokens.T.terminator; at++)
        if (tokens.word(at) !== ';')
            return true;
    return false;
}
/**
 * Whether a comment is the problem. Servers disagree on where such a comment ends, so the statement after it is
 * uncertain.
 */
function isComment(problem) {
    return problem.reason.includes('comment');
}
function readOne(tokens, range, dialect, lexical, grammar, state, context) {
    const span = { start: tokens.start(range.from), end: tokens.end(range.to - 1) };
    const collector = new reader_scan/* Collector */.gR(context.literalCalls);
    const scanned = readTokens(tokens, range, dialect, lexical, collector);
    const problems = [...context.unreadable, ...collector.unreadable];
    // What an optional comment pins is not pinned on every server.
    if (scanned.optional) {
        for (const [at, operation] of collector.operations.entries())
            if (operation.filter !== '')
                collector.operations[at] = (0,reader_operation/* withFacts */.x)(operation, { pinnedColumns: undefined });
    }
    const gathered = gatherFacts(scanned.scan, scanned.from, scanned.to, collector.operations);
    const { pinnedColumns } = gathered;
    const read = grammar?.read({ tokens, range, span, operations: collector.operations, understood: scanned.understood });
    const merged = mergeReadings(collector.operations, gathered.facts, read, gathered.ctes);
    if (read?.problem && problems.length === 0)
        problems.push({ reason: read.problem, span });
    else if (!scanned.understood && read?.understood !== true && problems.length === 0) {
        problems.push({ reason: notUnderstood(tokens, range), span });
    }
    const { inTransaction, ddlInTransaction, lockTimeoutSet, statementTimeoutSet } = state;
    const operations = state.follow(merged.operations, merged.facts.functions ?? [], context.names);
    const readers = read?.understood ? script_READERS[grammar?.name ?? 'tokens'] : script_READERS.tokens;
    const { section, sectionTools, batch, comments } = context;
    const { serverVersion } = context;
    const around = { dialect, inTransaction, ddlInTransaction, lockTimeoutSet, statementTimeoutSet, serverVersion };
    const all = new FactsRecord(merged.facts, around, pinnedColumns && (scanned.optional ? notKnown : pinnedColumns));
    return new StatementRecord({ span, operations, facts: all, section, sectionTools, batch, readers, unreadable: problems, comments }, () => shapeOf(tokens, range.from, range.to, lexical, operations));
}
const notKnown = () => undefined;
const script_READERS = {
    tokens: ['tokens'],
    'libpg-query': ['tokens', 'libpg-query'],
    'node-sql-parser': ['tokens', 'node-sql-parser'],
};
/** A statement that computes its shape on first use: most statements break no rule and never need it. */
class StatementRecord {
    span;
    operations;
    facts;
    section;
    sectionTools;
    batch;
    readers;
    unreadable;
    comments;
    #makeShape;
    #shape;
    constructor(read, makeShape) {
        this.span = read.span;
        this.operations = read.operations;
        this.facts = read.facts;
        this.section = read.section;
        this.sectionTools = read.sectionTools;
        this.batch = read.batch;
        this.readers = read.readers;
        this.unreadable = read.unreadable;
        this.comments = read.comments;
        this.#makeShape = makeShape;
    }
    get shape() {
        this.#shape ??= this.#makeShape();
        return this.#shape;
    }
}
function notUnderstood(tokens, range) {
    const first = tokens.kind(range.from);
    if (first === text_tokens.T.placeholder)
        return 'a statement begins with a placeholder, so what it runs is unknown';
    return `unrecognised syntax in a statement that begins with \`${tokens.raw(range.from).slice(0, 40)}\``;
}
function readTokens(tokens, range, dialect, lexical, out) {
    let executable = false;
    let hasInnerTerminator = false;
    for (let at = range.from; at < range.to; at++) {
        const kind = tokens.kind(at);
        if (kind === text_tokens.T.execOpen)
            executable = true;
        else if (isInnerTerminator(tokens, at))
            hasInnerTerminator = true;
    }
    const body = hasBody(tokens, range.from, lexical.compound);
    if (executable) {
        const read = readExecutable(tokens, range, dialect, lexical, out);
        if (!hasInnerTerminator || body)
            return read;
        readBetweenTerminators(read.scan, read.from, read.to);
        return { ...read, understood: false };
    }
    const scan = openScan(tokens, dialect, lexical, out, 'statement');
    let understood = readStatement(scan, range.from, range.to);
    // The splitter does not end a statement at a `;` inside parentheses, but a server may.
    if (hasInnerTerminator && !body && !out.operations.some(({ kind }) => kind === 'create_rule')) {
        readBetweenTerminators(scan, range.from, range.to);
        understood = false;
    }
    return { scan, from: range.from, to: range.to, understood };
}
/** Reads the parts between inner `;`, even inside open parentheses. */
function readBetweenTerminators(scan, from, to) {
    let first = from;
    for (let at = from; at <= to; at++) {
        if (at < to && !isInnerTerminator(scan.tokens, at))
            continue;
        if (at > first)
            (0,reader_body/* readBodyStatements */.xX)(scan, first, at);
        first = at + 1;
    }
}
/** Whether the token is a `;` inside a statement, where a server may end the statement. */
function isInnerTerminator(tokens, at) {
    const kind = tokens.kind(at);
    return (kind === text_tokens.T.terminator || (kind === text_tokens.T.op && tokens.word(at) === ';')) && !isBetweenStrings(tokens, at);
}
function openScan(tokens, dialect, lexical, out, place) {
    return new reader_scan/* Scan */.sr({
        tokens,
        dialect,
        lexical,
        place,
        depth: 0,
        out,
        readStatement: readStatement,
        base: 0,
        fallbackSpan: { start: 0, end: 0 },
    });
}
/**
 * Servers in use are at least this version, and so run executable comments that require an older one. Others may be
 * skipped.
 */
const ALWAYS_RUN_BELOW = 50700;
/**
 * Reads a statement with executable comments as each server may: with their content and, if a server may skip them
 * because of their version, without it. The result holds the operations of both readings.
 */
function readExecutable(tokens, range, dialect, lexical, out) {
    let depth = 0;
    let optional = false;
    const skipped = new Set();
    for (let at = range.from; at < range.to; at++) {
        const kind = tokens.kind(at);
        if (kind === text_tokens.T.execOpen) {
            depth++;
            const version = /\d+/.exec(tokens.raw(at));
            const mayBeSkipped = tokens.raw(at).startsWith('/*M') || (version !== null && Number(version[0]) >= ALWAYS_RUN_BELOW);
            optional ||= mayBeSkipped;
            if (!mayBeSkipped)
                depth--;
        }
        else if (kind === text_tokens.T.execClose)
            depth = 0;
        else if (depth > 0)
            skipped.add(at);
    }
    const isMark = (at) => tokens.kind(at) === text_tokens.T.execOpen || tokens.kind(at) === text_tokens.T.execClose;
    const inside = tokens.kind(range.from) === text_tokens.T.execOpen;
    const all = tokens.filtered(range.from, range.to, (at) => !isMark(at));
    const scan = openScan(all, dialect, lexical, out, inside ? 'executable_comment' : 'statement');
    let understood = readStatement(scan, 0, all.length) || all.length === 0;
    if (optional) {
        const rest = tokens.filtered(range.from, range.to, (at) => !isMark(at) && !skipped.has(at));
        const before = out.operations.length;
        const without = openScan(rest, dialect, lexical, out, 'statement');
        const understoodWithout = rest.length === 0 || readStatement(without, 0, rest.length);
        const known = new Set(out.operations.slice(0, before).map(describe));
        const added = out.operations.splice(before).filter((operation) => !known.has(describe(operation)));
        for (const operation of added)
            out.operations.push(operation);
        understood &&= understoodWithout;
    }
    return { scan, from: 0, to: all.length, understood, optional };
}
function describe(operation) {
    return `${operation.kind} ${operation.target.text} ${operation.filter}`;
}

;// CONCATENATED MODULE: ./build/esm/sql/base-policies.js



/** Statements that may create or change policies in ways that are not read. With more, no policy is known. */
const MAX_UNCLEAR = 100;
/**
 * What the files say of policies: each CREATE POLICY of the name on the same table or, if there is none, on any table, which
 * may have had another name.
 *
 * @param files all files of the base that contain the word `policy`
 */
function findPolicies(files) {
    const created = new Map();
    const unclear = [];
    let hidden = false;
    for (const { text: all, path, dialect } of files) {
        for (const { operations, unreadable, span } of readScript(all, path, dialect, undefined).statements) {
            const text = all.slice(span.start, span.end);
            if (!/policy/i.test(text))
                continue;
            const { target, table } = (operations.every(isCreate) ? operations[0] : undefined) ?? {};
            if (target?.name !== undefined && table !== undefined && unreadable.length === 0) {
                const same = created.get(target.name) ?? [];
                same.push({ table: base_policies_bare(table), text });
                created.set(target.name, same);
            }
            else if (operations.some(isHidden))
                hidden = true;
            else if (unreadable.length > 0 || !operations.every(isHarmless))
                unclear.push(wordsOf(text));
        }
    }
    return ({ name, table }) => {
        if (hidden || unclear.length > MAX_UNCLEAR)
            return undefined;
        const words = [...wordsOf(name)];
        if (unclear.some((other) => words.every((word) => other.has(word))))
            return undefined;
        const same = created.get(name) ?? [];
        const own = same.filter((definition) => definition.table === base_policies_bare(table));
        const definitions = [...new Set((own.length > 0 ? own : same).map(({ text }) => text))];
        const tooMany = definitions.length > model/* CONTEXT_LIMITS */.Ph.definitions ||
            definitions.some(({ length }) => length > model/* CONTEXT_LIMITS */.Ph.definitionCharacters);
        return tooMany ? undefined : { name, table, definitions };
    };
}
/** A CREATE POLICY; a query in its condition is an operation too. */
function isCreate({ kind, place }) {
    return place === 'statement' ? kind === 'create_policy' : place === 'subquery' && kind === 'select';
}
/** Statements that leave all policies as they are, or drop them. */
function isHarmless({ kind, place }) {
    return place === 'statement' && /^(?:drop_policy|drop_table|comment|(?:en|dis)able_row_security)$/.test(kind);
}
/** Code whose text may hold any name. */
function isHidden({ kind, target }) {
    return kind === 'execute_dynamic' || (kind.endsWith('_policy') && target.name === undefined);
}
function base_policies_bare(name) {
    return name.slice(name.lastIndexOf('.') + 1);
}

;// CONCATENATED MODULE: ./build/esm/sql/context-needs.js










const context_needs_NOTHING = { tables: [], created: [], routines: [], unreadableRoutines: [], policies: [] };
const MAY_NEED = /\bdrop\b|\bcreate\s+table\b|\b(?:function|procedure|proc)\b/i;
const context_needs_CREATES_ROUTINE = new Set(['create_function', 'create_procedure']);
/** A rebuild drops the old table, or first renames it. */
const OLD_TABLE = new Set(['drop_table', 'rename_table']);
const ROUTINE_KINDS = new Set([...context_needs_CREATES_ROUTINE, 'drop_function', 'drop_procedure']);
const ROUTINE_CLASSES = new Set(['function', 'procedure']);
/** What the file needs to know. Most files need nothing, and are not read for that. */
function contextNeeds(text, path, dialect) {
    if (!MAY_NEED.test(text))
        return context_needs_NOTHING;
    const { statements } = readScript(text, path, dialect, undefined);
    const tables = new Map();
    for (const [, { target }] of replacedTables(statements))
        tables.set(`${target.schema}.${target.name}`, target);
    if (mayRebuild(kindsIn(statements)))
        for (const { kind, target } of statements.flatMap(({ operations }) => operations))
            if (OLD_TABLE.has(kind) && target.name)
                tables.set(`${target.schema}.${target.name}`, target);
    const routines = new Set();
    const unreadable = new Set();
    for (const { operations } of statements)
        for (const { kind, target, objectClass } of operations) {
            // T-SQL's ALTER PROCEDURE gives a routine a new body, too.
            const creates = context_needs_CREATES_ROUTINE.has(kind) || (kind === 'alter_other' && ROUTINE_CLASSES.has(objectClass));
            if (!creates || target.name === undefined)
                continue;
            routines.add(target.name.toLowerCase());
            if (operations.some(({ readable }) => readable === false))
                unreadable.add(target.name.toLowerCase());
        }
    return {
        tables: [...tables.values()],
        created: createdTables(statements).filter(({ name, schema }) => !tables.has(`${schema}.${name}`)),
        routines: [...routines],
        unreadableRoutines: [...unreadable],
        policies: recreatedPolicies(statements),
    };
}
/** Adding rows locks nothing that others need. */
const ADDS_ROWS = new Set(['insert', 'replace', 'copy_from']);
/**
 * The tables that the file creates and then uses as if they were older: their CREATE may be skipped, or they are written
 * with another schema.
 */
function createdTables(statements) {
    const created = new Map();
    const needed = new Map();
    let section = '';
    for (const statement of statements) {
        if (statement.section !== section)
            created.clear();
        ({ section } = statement);
        for (const operation of statement.operations) {
            const { kind, place, target, tableCreatedHere } = operation;
            if (kind === 'create_table' && place === 'statement' && target.name)
                created.set(target.name, target);
            if (tableCreatedHere !== false || ADDS_ROWS.has(kind))
                continue;
            const table = created.get((0,object_classes/* tableOf */.c_)(operation)?.name ?? '');
            if (table)
                needed.set(`${table.schema}.${table.name}`, table);
        }
    }
    return [...needed.values()];
}
/**
 * The words of a file, except the name of a routine in the statement that creates, drops, alters, comments on or grants
 * it. A routine whose name is not among them is neither called nor attached by the file, nor renamed.
 */
function usedWordsOf(text, path, dialect) {
    const used = new Set();
    let at = 0;
    for (const { span, operations } of readScript(text, path, dialect, undefined).statements) {
        addAll(used, wordsOf(text.slice(at, span.start)));
        const words = wordsOf(text.slice(span.start, span.end));
        for (const operation of operations) {
            const { name } = operation.target;
            if (operation.kind === 'rename_other')
                continue;
            if (namesRoutineOnly(operation) && name !== undefined)
                words.delete(name.toLowerCase());
        }
        addAll(used, words);
        at = span.end;
    }
    addAll(used, wordsOf(text.slice(at)));
    if (text.includes('\\'))
        addEscaped(used, text, dialect);
    return used;
}
/** `U&"\\0066"()` calls `f`. */
function addEscaped(used, text, dialect) {
    const tokens = (0,lexer/* lex */.Ii)(text, dialect);
    for (let at = 0; at < tokens.length; at++)
        if (tokens.kind(at) !== text_tokens.T.word && tokens.raw(at).includes('\\'))
            addAll(used, namesUsedAt(tokens, at));
}
/** Whether the operation creates, drops, alters, comments on or grants a routine: it does not run it. */
function namesRoutineOnly({ kind, place, objectClass }) {
    return place === 'statement' && (ROUTINE_KINDS.has(kind) || ROUTINE_CLASSES.has(objectClass));
}
function addAll(all, more) {
    for (const word of more)
        all.add(word);
}

;// CONCATENATED MODULE: ./build/esm/sql/table-columns.js







/** Operations that leave the names of all columns as they are. */
const KEEPS_COLUMNS = new Set([
    ...[
        'select',
        'insert',
        'update',
        'delete',
        'merge',
        'merge_delete',
        'replace',
        'truncate',
        'copy_from',
        'copy_to',
    ],
    ...['create_index', 'drop_index', 'create_trigger', 'drop_trigger', 'enable_trigger', 'disable_trigger'],
    ...['create_policy', 'drop_policy', 'alter_policy', 'enable_row_security', 'disable_row_security'],
    ...['add_constraint', 'drop_constraint', 'validate_constraint', 'alter_column_type', 'set_not_null'],
    ...[
        'drop_not_null',
        'set_default',
        'drop_default',
        'comment',
        'grant',
        'revoke',
        'change_owner',
        'lock_table',
    ],
    ...['maintain', 'begin', 'commit', 'savepoint', 'set'],
]);
/** Operations that can change a table which they do not name. */
const MAY_CHANGE_ANY = new Set([
    ...['rename_table', 'execute_dynamic', 'execute_prepared', 'call', 'meta_command', 'control'],
]);
/** Whether the file creates the table, or changes the names of its columns or its own. Yes if that is not certain. */
function changesTable(target, file) {
    const name = (target.name ?? '').toLowerCase();
    return readScript(file.text, file.path, file.dialect, undefined).statements.some(({ operations, unreadable, span }) => {
        if (unreadable.length === 0 && operations.every(({ kind }) => KEEPS_COLUMNS.has(kind)))
            return false;
        if (!wordsOf(file.text.slice(span.start, span.end)).has(name))
            return false;
        return unreadable.length > 0 || operations.some((operation) => changes(operation, name));
    });
}
function changes({ kind, target }, name) {
    if (KEEPS_COLUMNS.has(kind))
        return false;
    return MAY_CHANGE_ANY.has(kind) || target.name === undefined || target.name.toLowerCase() === name;
}
/** The columns of a table after the files ran in this order; undefined if they are not certain. */
function columnsAfter(target, files) {
    const tables = new TableColumns();
    for (const file of files) {
        tables.file = file;
        followStatements(readScript(file.text, file.path, file.dialect, undefined).statements, tables);
    }
    return tables.columnsOf(target);
}
/** Of one table. With more, they are not known. */
const table_columns_MAX_COLUMNS = 2000;
class TableColumns {
    file;
    /** By qualified name; null: not known. */
    #tables = new Map();
    #certain = true;
    columnsOf(target) {
        const name = (0,names/* qualified */.LX)(target);
        if (!this.#certain || name === undefined)
            return undefined;
        // The same name in two schemas: which one a bare name means is not known.
        const same = [...this.#tables.keys()].filter((key) => table_columns_bare(key) === table_columns_bare(name));
        return same.length === 1 ? (this.#tables.get(name) ?? undefined) : undefined;
    }
    startSection() {
        // Nothing is remembered across statements but the columns.
    }
    forget() {
        this.#certain = false;
    }
    rollBack() {
        this.#certain = false;
    }
    skip(statement) {
        if (!this.#isSpared(statement) && statement.operations.some(({ kind }) => !KEEPS_COLUMNS.has(kind)))
            this.forget();
    }
    follow(statement) {
        if (this.#isSpared(statement))
            return;
        if (statement.section === 'down')
            return this.forget();
        for (const operation of statement.operations)
            this.#apply(statement, operation);
    }
    #isSpared(statement) {
        return this.file !== undefined && isSparedDown(statement, this.file);
    }
    #apply(statement, operation) {
        const { kind, target, place, columns, ifExists, ifNotExists, temporary } = operation;
        if (KEEPS_COLUMNS.has(kind) || place === 'routine_body')
            return;
        const name = (0,names/* qualified */.LX)(target);
        const table = name === undefined ? undefined : this.#tables.get(name);
        if (name === undefined || place !== 'statement' || temporary)
            return this.forget();
        switch (kind) {
            case 'create_table':
                this.#tables.set(name, table === undefined ? this.#created(statement, operation) : null);
                return;
            case 'drop_table':
                this.#tables.delete(name);
                return;
            case 'rename_table':
                return this.#rename(statement);
            case 'rename_column':
                return this.#renameColumn(statement, table, name);
            case 'add_column':
                if (!table)
                    return;
                if (!columns || columns.length === 0 || table.length > table_columns_MAX_COLUMNS)
                    this.#tables.set(name, null);
                for (const column of columns ?? [])
                    if (!ifNotExists || !table.includes(column))
                        table.push(column);
                return;
            case 'drop_column':
                if (!table)
                    return;
                for (const column of columns ?? [''])
                    if (table.includes(column))
                        table.splice(table.indexOf(column), 1);
                    else if (!ifExists)
                        this.#tables.set(name, null);
                return;
            default:
                if (this.#tables.has(name))
                    this.#tables.set(name, null);
        }
    }
    /** The columns of a CREATE TABLE that names all of them. */
    #created(statement, { columns, ifNotExists, orReplace }) {
        const part = this.#part(statement);
        const created = part && readCreated(part);
        if (!part || !created || created.copied || ifNotExists || orReplace || !columns || columns.length === 0)
            return null;
        for (let at = 0; at < part.to; at++)
            if (/^(?:LIKE|INHERITS|OF)$/.test(part.tokens.word(at)))
                return null;
        return [...columns];
    }
    #rename(statement) {
        const part = this.#part(statement);
        const renames = part && readRenames(part);
        if (!renames)
            return this.forget();
        for (const { from, to } of renames) {
            const [before, after] = [(0,names/* qualified */.LX)(from), (0,names/* qualified */.LX)(to)];
            if (before === undefined || after === undefined)
                return this.forget();
            const table = this.#tables.get(before);
            this.#tables.delete(before);
            this.#tables.set(after, table ?? null);
        }
    }
    #renameColumn(statement, table, name) {
        const part = this.#part(statement);
        if (!part || !table)
            return;
        const { tokens, to } = part;
        const [before, after] = [nameOfColumn(part, to - 3), nameOfColumn(part, to - 1)];
        const isOnly = statement.operations.length === 1 && tokens.word(to - 2) === 'TO';
        if (!isOnly || before === undefined || after === undefined || !table.includes(before))
            this.#tables.set(name, null);
        else
            table[table.indexOf(before)] = after;
    }
    #part({ span }) {
        if (!this.file)
            return undefined;
        const { text, dialect } = this.file;
        const tokens = (0,lexer/* lex */.Ii)(text.slice(span.start, span.end), dialect);
        return { tokens, lexical: dialects/* LEXICAL */.x[dialect], from: 0, to: tokens.length };
    }
}
/** Whether the statement stands in a down section that the tool of the file knows, and does not run. */
function isSparedDown({ section, sectionTools }, { tool }) {
    return section === 'down' && tool !== undefined && sectionTools.includes(tool);
}
function table_columns_bare(name) {
    return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}

;// CONCATENATED MODULE: ./build/esm/sql/unnamed-tables.js


/** Text that is run, or a name, file or statement that the file does not show. Far from all of these create tables. */
const MAY_HIDE = [
    /\bexecute\b(?!\s+(?:function|procedure|on)\b)|\bprepare\b|\bexec\s*\(|\bsp_executesql\b|\bsp_rename\b|\\gexec\b/i,
    /\b(?:table|exists|to|into)\s+[^\s(;,]*[${<%:&@]/i,
    /^[ \t]*(?:\\(?:i|ir|include|include_relative|\.)|source|:r|\.read)[ \t]/im,
    /(?:^|;)[ \t]*(?:\{[{%]|\$[{(]|<%)/m,
];
/** Whether the file may create tables that it does not name: most do not, and need not be read. */
function mayHideTables(text) {
    return MAY_HIDE.some((pattern) => pattern.test(text));
}
/** Whether the file creates tables, or gives tables names, that are not in its text. Yes if that is not certain. */
function hidesTables({ text, path, dialect }) {
    const { statements, unreadable } = readScript(text, path, dialect, undefined);
    const isTemplate = ({ span }) => /^\s{0,100}(?:\{[{%]|\$[{(]|<%)/.test(text.slice(span.start, span.start + 200));
    if (unreadable.some(isTemplate))
        return true;
    return statements.some((statement) => statement.unreadable.some(isTemplate) || hidesTable(statement, text));
}
function hidesTable({ operations, span }, text) {
    return operations.some((operation, at) => {
        switch (operation.kind) {
            case 'create_table':
                return operation.target.name === undefined && !operation.temporary;
            case 'rename_table':
                return HIDES_NEW_NAME.test(text.slice(span.start, span.end));
            case 'meta_command':
                return runsOtherFile(operation, text.slice(span.start, span.end));
            // What is known of the text is in the operations that follow.
            case 'execute_dynamic':
                return !operation.readable && operations[at + 1]?.place !== 'dynamic';
            default:
                return false;
        }
    });
}
/** A placeholder, or the end of a string that goes on. */
const HIDES_NEW_NAME = /\bTO\s+[^\s;,]*[${<%:'&@]|\bSP_RENAME\b[^;]*@/i;
const RUNS_FILE = /^(?:i|ir|include|include_relative|\.|source|r|read)$/i;
/** Whether a client command runs SQL that is in no SQL file. */
function runsOtherFile({ target: { name = '' } }, command) {
    if (/^gexec$/i.test(name))
        return true;
    const [file = ''] = /(?<=\s)\S.*/.exec(command) ?? [];
    return RUNS_FILE.test(name) && !(0,model/* isSqlFileName */.ir)(file.replace(/[\s;'"]+$/, '').replace(/^['"]/, ''));
}

;// CONCATENATED MODULE: ./build/esm/sql/base-tables.js







/** Names that `wordsOf` finds wherever they are written. PostgreSQL cuts longer ones: another spelling is the same name. */
const base_tables_PLAIN_NAME = /^[\p{L}_][\p{L}\p{N}_$]*$/u;
const MAX_NAME_BYTES = 63;
/** What the words of all SQL files of the base say of a table; undefined if it is not known. */
function baseTable({ name, schema }, words) {
    if (name === undefined || schema === undefined || schema.length > model/* CONTEXT_LIMITS */.Ph.characters)
        return undefined;
    if (!base_tables_PLAIN_NAME.test(name) || new TextEncoder().encode(name).length >= MAX_NAME_BYTES)
        return undefined;
    return { name, schema, exists: words.has(name.toLowerCase()) };
}
/**
 * Whether SQL files with these words may enable row security, also in text that they build. A policy has no effect without
 * it: then something else enables it.
 */
function mayHaveRowSecurity(words) {
    return words.has('policy') || (words.has('level') && words.has('security'));
}
/** The context of a file that is the only one of its change, in a repository whose base has this SQL. */
function contextOfBase(text, path, dialect, base) {
    const words = wordsOf(base);
    const file = { path: 'base.sql', text: base, dialect, tool: undefined };
    const needs = contextNeeds(text, path, dialect);
    const rowSecurity = mayHaveRowSecurity(words);
    const tables = [...needs.tables, ...needs.created].flatMap((target) => {
        const table = baseTable(target, words);
        const isKnown = table && (table.exists || !hidesTables(file));
        if (!isKnown)
            return [];
        const columns = columnsAfter(target, [file]);
        const knowsSecurity = dialect === 'postgresql' && (rowSecurity || (columns !== undefined && !hidesTables(file)));
        return [
            {
                ...table,
                columns,
                ...(knowsSecurity && { rowSecurity }),
                ...(dialect === 'sqlite' && { cascades: cascadesIn(file, table.name) }),
            },
        ];
    });
    const findPolicy = findPolicies(needs.policies.length > 0 ? [file] : []);
    const policies = needs.policies.flatMap((policy) => findPolicy(policy) ?? []);
    return { tables, routinesUsed: [], policies };
}
function cascadesIn(file, table) {
    const search = new CascadeSearch(table);
    for (let name = search.next(); name !== undefined; name = search.next())
        search.search(name, [file]);
    return search.found;
}

;// CONCATENATED MODULE: ./build/esm/sql/created-tables.js





/** Operations that leave a new table the one that it is, and give it no rows of a table that was there before. */
const KEEPS_TABLE = new Set([
    ...KEEPS_COLUMNS,
    ...['add_column', 'drop_column', 'rename_column'],
]);
/**
 * The tables that exist before each of the files, by its path, because one of those before it created them.
 *
 * @param files the new migrations of a change, in the order in which they run
 */
function createdBefore(files) {
    const tables = new CreatedTables();
    const before = new Map();
    for (const file of files) {
        before.set(file.path, tables.all());
        tables.startFile(file);
        const { statements, unreadable } = readScript(file.text, file.path, file.dialect, undefined);
        if (unreadable.length > 0)
            tables.forget();
        followStatements(statements, tables);
    }
    return before;
}
/** The words of the statements that may give a name to another table than before, other than by creating a new one. */
function wordsOfRenamed(file) {
    const words = new Set();
    const { statements, unreadable } = readScript(file.text, file.path, file.dialect, undefined);
    if (unreadable.length > 0)
        return wordsOf(file.text);
    for (const statement of statements) {
        if (isSparedDown(statement, file))
            continue;
        const isHarmless = statement.operations.every((each) => KEEPS_TABLE.has(each.kind) || each.kind === 'create_table');
        if (isHarmless && statement.unreadable.length === 0)
            continue;
        for (const word of wordsOf(file.text.slice(statement.span.start, statement.span.end)))
            words.add(word);
    }
    return words;
}
class CreatedTables {
    #file;
    /** A bare name may stand for a table of another schema or database than in the next file. */
    #otherNames = false;
    /** By qualified name. */
    #tables = new Map();
    all() {
        return [...this.#tables.values()];
    }
    startFile(file) {
        this.#file = file;
        this.#otherNames = false;
    }
    startSection() {
        // The sections of one file run one after the other, on the same tables.
    }
    forget() {
        this.#tables.clear();
        this.#otherNames = true;
    }
    rollBack() {
        this.#tables.clear();
    }
    skip(statement) {
        this.#follow(statement, false);
    }
    follow(statement) {
        this.#follow(statement, true);
    }
    #follow(statement, certain) {
        if (!this.#file || isSparedDown(statement, this.#file))
            return;
        if (statement.section === 'down')
            return this.#tables.clear();
        const { operations, span, unreadable } = statement;
        const text = this.#file.text.slice(span.start, span.end);
        if (changesBareNames(statement, text))
            this.#forgetBare();
        const [only] = operations;
        if (only && operations.length === 1 && unreadable.length === 0 && created_tables_isCreate(only))
            return this.#create(only, certain);
        if (unreadable.length === 0 && operations.every(({ kind }) => KEEPS_TABLE.has(kind)))
            return;
        const words = wordsOf(text);
        for (const [key, { name = '' }] of this.#tables)
            if (words.has(name.toLowerCase()))
                this.#tables.delete(key);
    }
    #forgetBare() {
        for (const [key, { schema }] of this.#tables)
            if (schema === '')
                this.#tables.delete(key);
        this.#otherNames = true;
    }
    #create({ target, ifNotExists, orReplace }, certain) {
        const name = (0,names/* qualified */.LX)(target);
        if (name === undefined)
            return this.#tables.clear();
        const isSame = target.schema !== '' || !this.#otherNames;
        if (certain && isSame && !ifNotExists && !orReplace)
            this.#tables.set(name, target);
    }
}
/** Whether bare names may stand for tables of another schema from now on, or in the session that runs the next file. */
function changesBareNames({ facts, operations }, text) {
    if (facts.functions?.includes('set_config') || text.includes('"set_config"'))
        return true;
    return operations.some(({ kind }) => /^alter_(?:database|role)$/.test(kind)) && /search_path/i.test(text);
}
/** The CREATE of a table that holds its own rows, and not those of a partition. */
function created_tables_isCreate({ kind, place, temporary, table }) {
    return kind === 'create_table' && place === 'statement' && !temporary && table === '';
}

;// CONCATENATED MODULE: ./build/esm/sql/looks-like-sql.js


const CHANGES = new Set([...(0,model/* kindsOf */.tG)('ddl'), ...(0,model/* kindsOf */.tG)('write')]);
/** What must follow a statement: `;`, or T-SQL's `GO` on a line of its own. */
const TERMINATOR = /^\s*;|^\s*[\r\n]\s*GO\s*(?:[\r\n]|$)/i;
/** How much of a text is read, in UTF-16 code units. */
const SAMPLE = 32_768;
/**
 * Whether a text of unknown kind is SQL that changes something. In one dialect, every statement must be understood, and
 * one that changes something must have a terminator. Prose and source code that begin like SQL are therefore not SQL.
 */
function looksLikeSql(text) {
    // Cheap, and enough to reject almost every other text.
    if (!/\b(?:create|alter|drop|insert|update|delete|truncate|grant|revoke)\b/i.test(text))
        return false;
    const sample = text.slice(0, SAMPLE);
    return model/* DIALECTS */.O9.some((dialect) => {
        const { statements, unreadable } = readScript(sample, '', dialect, undefined);
        const isCut = text.length > SAMPLE;
        const whole = isCut ? statements.slice(0, -1) : statements;
        return ((isCut || unreadable.length === 0) &&
            whole.every((statement) => statement.unreadable.length === 0) &&
            whole.some(({ operations, span }) => operations.some(({ kind }) => CHANGES.has(kind)) && TERMINATOR.test(sample.slice(span.end, span.end + 100))));
    });
}

;// CONCATENATED MODULE: ./build/esm/sql/routine-uses.js





const RENAMED = /\bRENAME\s{1,8}TO\s{1,8}"?([\p{L}_][\p{L}\p{N}_$]{0,128})/iu;
/**
 * The statements of a file that attach routines, or create routines that may call others. A migration that called a
 * routine once attaches nothing.
 */
function routineUses({ text: all, path, dialect }) {
    const uses = [];
    for (const { operations, unreadable, span } of readScript(all, path, dialect, undefined).statements) {
        const text = all.slice(span.start, span.end);
        const words = wordsOf(text);
        const own = operations.find(namesRoutineOnly);
        const name = own?.target.name?.toLowerCase();
        if (name !== undefined)
            words.delete(name);
        if (own && unreadable.length === 0) {
            if (/^(?:create|alter|rename)_/.test(own.kind))
                uses.push({ words, routine: name });
            const renamed = own.kind === 'rename_other' ? RENAMED.exec(text)?.[1] : undefined;
            // Who runs the new name runs what calls the old one.
            if (renamed && name !== undefined)
                uses.push({ words: new Set([name]), routine: renamed.toLowerCase() });
            continue;
        }
        if (unreadable.length === 0 && operations.length > 0 && operations.every(isCall)) {
            const inStrings = stringsOf(text, dialect);
            if (inStrings.size > 0)
                uses.push({ words: inStrings, routine: undefined });
            continue;
        }
        uses.push({ words, routine: undefined });
    }
    return uses;
}
function isCall({ kind, place }) {
    return /^(?:select|call)$/.test(kind) && /^(?:statement|subquery)$/.test(place);
}
/** The words in the strings of a statement: a call can schedule one. */
function stringsOf(text, dialect) {
    const tokens = (0,lexer/* lex */.Ii)(text, dialect);
    const words = new Set();
    for (let at = 0; at < tokens.length; at++) {
        const kind = tokens.kind(at);
        if (kind === text_tokens.T.string || kind === text_tokens.T.dollar)
            for (const word of wordsOf(tokens.raw(at)))
                words.add(word);
    }
    return words;
}

;// CONCATENATED MODULE: ./build/esm/sql/text/encoding.js
/**
 * Decodes a SQL file: UTF-8 with or without a byte-order mark, or UTF-16 with one. Anything else is read as Latin-1,
 * with a note. Exception: a byte above 127 before a backslash or quote makes the file unreadable, because in a
 * multi-byte encoding the two may be one character, which would change the statement.
 */
function decodeSql(bytes) {
    if (bytes[0] === 0xff && bytes[1] === 0xfe)
        return decode(bytes, 'utf-16le');
    if (bytes[0] === 0xfe && bytes[1] === 0xff)
        return decode(bytes, 'utf-16be');
    try {
        return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), note: undefined };
    }
    catch {
        return latin1(bytes);
    }
}
function decode(bytes, encoding) {
    if (bytes.length % 2 === 1)
        return {
            text: undefined,
            reason: `the file starts with a ${encoding.toUpperCase()} byte-order mark but has an odd number of bytes`,
        };
    const swapped = encoding === 'utf-16be' ? swap(bytes) : bytes;
    try {
        return { text: new TextDecoder('utf-16le', { fatal: true }).decode(swapped), note: undefined };
    }
    catch {
        return {
            text: undefined,
            reason: `the file starts with a ${encoding.toUpperCase()} byte-order mark but is not valid ${encoding.toUpperCase()}`,
        };
    }
}
function swap(bytes) {
    const swapped = new Uint8Array(bytes.length);
    for (let at = 0; at + 1 < bytes.length; at += 2) {
        swapped[at] = bytes[at + 1] ?? 0;
        swapped[at + 1] = bytes[at] ?? 0;
    }
    return swapped;
}
function latin1(bytes) {
    let text = '';
    for (let at = 0; at < bytes.length; at++) {
        const byte = bytes[at] ?? 0;
        const next = bytes[at + 1];
        if (byte >= 0x80 && (next === 0x5c || next === 0x27 || next === 0x22 || next === 0x60)) {
            return {
                text: undefined,
                reason: 'the file is not UTF-8, and its quotes may mean something else in another encoding: save it as UTF-8',
            };
        }
        text += String.fromCharCode(byte);
    }
    return { text, note: 'the file is not UTF-8; it was read as Latin-1' };
}

;// CONCATENATED MODULE: ./build/esm/sql/index.js















/** Loads the reader of one dialect, and only the grammar which that dialect needs. */
async function createSqlReader(dialect) {
    const grammar = await loadGrammar(dialect);
    return {
        dialect,
        read: (text, { path, context, run }) => readScript(text, path, dialect, grammar, context, run),
        readTraffic: (text, mode = {}) => readTraffic(text, mode, dialect, grammar),
    };
}
async function loadGrammar(dialect) {
    switch (dialect) {
        case 'postgresql':
            return (await __webpack_require__.e(/* import() */ 5030).then(__webpack_require__.bind(__webpack_require__, 32649))).loadPostgresGrammar();
        case 'mysql':
        case 'mariadb':
        case 'sqlite':
            return (await __webpack_require__.e(/* import() */ 2506).then(__webpack_require__.bind(__webpack_require__, 82506))).loadNodeSqlParser(dialect);
        case 'transactsql':
            // Measured: node-sql-parser finds 6 % of the destructive statements in T-SQL files. The token reader finds all of
            // them.
            return undefined;
    }
}



/***/ }),

/***/ 89445:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   c_: () => (/* binding */ tableOf),
/* harmony export */   iZ: () => (/* binding */ objectsOf),
/* harmony export */   pV: () => (/* binding */ asMaterializedView),
/* harmony export */   uE: () => (/* binding */ tableNamed)
/* harmony export */ });
/* harmony import */ var _text_names_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(75147);

/** Classes that are not those of a named object. */
const NOT_NAMED = [
    ...['branch', 'jump', 'block', 'end of block'],
    ...['transaction table', 'not null check', 'unset', 'off', 'transaction setting'],
];
/** The class of object that each kind of operation targets. */
const CLASSES = {
    create_index: 'index',
    drop_index: 'index',
    create_view: 'view',
    drop_view: 'view',
    create_materialized_view: 'materialized view',
    drop_materialized_view: 'materialized view',
    refresh_materialized_view: 'materialized view',
    create_schema: 'schema',
    drop_schema: 'schema',
    create_database: 'database',
    drop_database: 'database',
    create_sequence: 'sequence',
    drop_sequence: 'sequence',
    alter_sequence: 'sequence',
    create_type: 'type',
    drop_type: 'type',
    alter_type: 'type',
    create_function: 'function',
    drop_function: 'function',
    create_procedure: 'procedure',
    drop_procedure: 'procedure',
    create_role: 'role',
    drop_role: 'role',
    alter_role: 'role',
    create_extension: 'extension',
    drop_extension: 'extension',
    create_event: 'event',
    drop_event: 'event',
    create_policy: 'policy',
    drop_policy: 'policy',
    alter_policy: 'policy',
    create_trigger: 'trigger',
    drop_trigger: 'trigger',
    create_rule: 'rule',
    drop_rule: 'rule',
    create_table: 'table',
    drop_table: 'table',
    truncate: 'table',
    truncate_partition: 'table',
    insert: 'table',
    update: 'table',
    delete: 'table',
    merge: 'table',
    merge_delete: 'table',
    replace: 'table',
    copy_from: 'table',
    add_column: 'table',
    drop_column: 'table',
    rename_column: 'table',
    alter_column_type: 'table',
    set_not_null: 'table',
    drop_not_null: 'table',
    set_default: 'table',
    drop_default: 'table',
    add_constraint: 'table',
    drop_constraint: 'table',
    validate_constraint: 'table',
    rename_table: 'table',
    attach_partition: 'table',
    detach_partition: 'table',
    drop_partition: 'table',
    switch_partition: 'table',
    enable_trigger: 'table',
    disable_trigger: 'table',
    enable_row_security: 'table',
    disable_row_security: 'table',
    alter_table: 'table',
};
/** Classes whose objects belong to a table: `p ON t` and `p ON u` are two policies. */
const ON_TABLE = new Set(['policy', 'trigger', 'rule']);
/** Classes that share one namespace. Indexes have their own: that of the table's schema, or of the table itself. */
const RELATIONS = ['table', 'view', 'materialized view', 'sequence'];
/** The objects that the operation may target: several if all that is known is that the target is a relation. */
function objectsOf(operation) {
    const { target, objectClass } = operation;
    if (target.name === '')
        return [];
    const classes = classesOf(operation.kind, objectClass);
    return classes.map((cls) => {
        const name = (0,_text_names_js__WEBPACK_IMPORTED_MODULE_0__/* .qualified */ .LX)(target);
        const { table } = operation;
        const known = name !== undefined && !(ON_TABLE.has(cls) && table === undefined);
        const key = ON_TABLE.has(cls) ? `${cls} ${name} on ${table}` : `${cls} ${name}`;
        return { class: cls, key: known ? key : undefined, name: target.name, schema: target.schema };
    });
}
/** Operations on an object of a table that name the table beside the object. */
const NAMES_TABLE = new Set([
    ...['create_index', 'drop_index', 'create_trigger', 'drop_trigger', 'create_rule', 'drop_rule'],
    ...['create_policy', 'drop_policy', 'alter_policy', 'create_table', 'maintain'],
    // The rows of the attached table are checked; its parent is not blocked.
    'attach_partition',
]);
/** Operations whose target is a table, whatever else the kind may target. */
const TARGETS_TABLE = new Set(['maintain', 'lock_table']);
/** The table that the operation changes, or the table of its index, constraint, trigger or policy. */
function tableOf(operation) {
    const { kind, table, target } = operation;
    if (table !== '' && NAMES_TABLE.has(kind)) {
        const key = table === undefined ? undefined : `table ${table}`;
        return { class: 'table', key, name: table?.slice(table.indexOf('.') + 1), schema: undefined };
    }
    if (kind.startsWith('create_') || target.name === '')
        return undefined;
    const isTable = operation.objectClass === 'relation' ||
        CLASSES[kind] === 'table' ||
        (TARGETS_TABLE.has(kind) && operation.objectClass === undefined);
    if (!isTable)
        return undefined;
    return tableNamed(target);
}
function tableNamed({ name, schema }) {
    const full = (0,_text_names_js__WEBPACK_IMPORTED_MODULE_0__/* .qualified */ .LX)({ name, schema, quoted: false, text: '' });
    return { class: 'table', key: full === undefined ? undefined : `table ${full}`, name, schema };
}
/** The materialized view of the same name: an index is built on either. */
function asMaterializedView(table) {
    return { ...table, class: 'materialized view', key: table.key?.replace(/^table /, 'materialized view ') };
}
function classesOf(kind, objectClass) {
    const fromKind = CLASSES[kind];
    if (fromKind)
        return [fromKind];
    if (objectClass === 'relation')
        return RELATIONS;
    return objectClass === undefined || isNotNamed(objectClass) ? [] : [objectClass];
}
function isNotNamed(objectClass) {
    return NOT_NAMED.includes(objectClass);
}


/***/ }),

/***/ 83966:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  sc: () => (/* binding */ decodeString),
  Uq: () => (/* binding */ openText),
  xX: () => (/* binding */ readBodyStatements),
  sp: () => (/* binding */ readRoutineText)
});

// EXTERNAL MODULE: ./build/esm/sql/text/batches.js
var batches = __webpack_require__(7727);
// EXTERNAL MODULE: ./build/esm/sql/text/lexer.js + 4 modules
var lexer = __webpack_require__(7694);
// EXTERNAL MODULE: ./build/esm/sql/text/names.js
var names = __webpack_require__(75147);
// EXTERNAL MODULE: ./build/esm/sql/text/tokens.js
var text_tokens = __webpack_require__(63617);
// EXTERNAL MODULE: ./build/esm/sql/object-classes.js
var object_classes = __webpack_require__(89445);
// EXTERNAL MODULE: ./build/esm/sql/reader/operation.js
var reader_operation = __webpack_require__(51682);
;// CONCATENATED MODULE: ./build/esm/sql/reader/body-tables.js



const END_OF = {
    IF: 'if',
    CASE: 'case',
    LOOP: 'loop',
    WHILE: 'loop',
    REPEAT: 'loop',
    FOR: 'loop',
};
/** Maximum nesting of blocks. In deeper ones, all tables are taken for real ones. */
const MAX_DEPTH = 100;
const BRANCHES = /^(?:ELSE|ELSIF|ELSEIF|WHEN|EXCEPTION)$/;
/** Words after BEGIN. MySQL also allows `begin` as a name, before other words. */
const AFTER_BEGIN = /^(?:END|WHEN|ELSE|FROM|AS|AND|OR|IS|IN)$/;
/** Statements that run or contain other statements. */
const RUNS_TEXT = /^(?:EXECUTE|DO|CREATE|PREPARE|CALL|PERFORM|WITH|EXPLAIN|ANALYZE|SET)$/;
const RESOLVES_NAMES = /^(?:search_path|schema|all|temp|temporary|role|session_authorization)$/;
/**
 * The temporary tables of one body. An operation on a table that the same body created before is about the temporary
 * table, if the CREATE certainly ran and the table certainly exists: it is forgotten at the end of its block, in the
 * next branch and in a handler, and used up by its drop. In a loop, a drop may run twice.
 */
class BodyTables {
    #scan;
    #scopes;
    /** By table: the operations that are about a temporary one, as they were before. */
    #marked = new Map();
    /** Whether a failed CREATE may be ignored, or another schema comes before that of temporary tables. */
    #off;
    constructor(scan) {
        this.#scan = scan;
        this.#scopes = [{ block: 'begin', tables: new Set(), start: scan.out.operations.length }];
        this.#off = scan.out.temporaryLast || scan.lexical.family === 'sqlcmd';
    }
    /** Follows the control flow at a token outside of statements. `starts`: a statement may start there. */
    step(at, starts) {
        const { tokens, lexical } = this.#scan;
        const word = tokens.word(at);
        if (tokens.kind(at) !== text_tokens.T.word || tokens.word(at - 1) === '.')
            return;
        if (word === 'END')
            return this.#end(END_OF[tokens.word(at + 1)]);
        if (tokens.word(at - 1) === 'END')
            return;
        if (word === 'EXCEPTION' && tokens.word(at - 1) === 'RAISE')
            return;
        if (BRANCHES.test(word))
            this.#scopes.at(-1)?.tables.clear();
        else if (word === 'CONTINUE' && tokens.word(at + 1) === 'HANDLER')
            this.#off = true;
        else if (word === 'CASE')
            this.#begin('case');
        else if (word === 'LOOP' || (starts && word === 'REPEAT') || (word === 'DO' && lexical.family === 'mysql'))
            this.#begin('loop');
        else if (starts && word === 'IF')
            this.#begin('if');
        else if (starts && word === 'BEGIN' && !AFTER_BEGIN.test(tokens.word(at + 1)))
            this.#begin('begin');
    }
    /** Marks the operations of the statement at token `at`, those after the first `from`, and applies their effects. */
    follow(at, from) {
        if (this.#off)
            return;
        const { operations } = this.#scan.out;
        const runsText = RUNS_TEXT.test(this.#scan.tokens.word(at));
        for (let index = from; index < operations.length; index++)
            this.#followOne(index, runsText && index > from);
    }
    /** @param nested whether it is in a text or body of its own, which may run it not at all or often */
    #followOne(index, nested) {
        const { operations } = this.#scan.out;
        const operation = operations[index];
        if (!operation)
            return;
        const { kind, target } = operation;
        if (kind === 'set' && (target.name === undefined || RESOLVES_NAMES.test(target.name)))
            this.#off = true;
        if (kind === 'commit' || kind === 'rollback' || (kind === 'execute_dynamic' && !operation.readable))
            this.#forget();
        const key = (0,object_classes/* objectsOf */.iZ)(operation).find(({ class: cls }) => cls === 'table')?.key;
        if (key === undefined || this.#off)
            return;
        if (kind === 'create_table') {
            const certain = operation.temporary && !operation.ifNotExists && !operation.orReplace && !nested;
            if (certain)
                this.#scopes.at(-1)?.tables.add(key);
            return;
        }
        const owner = this.#scopes.findLastIndex(({ tables }) => tables.has(key));
        if (owner < 0)
            return;
        const ends = kind === 'drop_table' || kind === 'rename_table' || kind === 'set_schema';
        const loop = ends ? this.#scopes.findIndex(({ block }, at) => at > owner && block === 'loop') : -1;
        if (ends)
            this.#scopes[owner]?.tables.delete(key);
        if (loop >= 0)
            return this.#unmark(key, this.#scopes[loop]?.start ?? 0);
        if (nested)
            return;
        const marked = this.#marked.get(key);
        if (marked)
            marked.push({ index, operation });
        else
            this.#marked.set(key, [{ index, operation }]);
        if (!operation.temporary)
            operations[index] = (0,reader_operation/* withFacts */.x)(operation, { temporary: true });
    }
    /** Takes back what was marked since the loop began: in its next round, the temporary table is gone. */
    #unmark(key, since) {
        for (const { index, operation } of this.#marked.get(key) ?? [])
            if (index >= since)
                this.#scan.out.operations[index] = operation;
        this.#marked.delete(key);
    }
    #begin(block) {
        if (this.#scopes.length > MAX_DEPTH)
            this.#off = true;
        this.#scopes.push({ block, tables: new Set(), start: this.#scan.out.operations.length });
    }
    /** Ends the innermost block of that kind, and those inside. A plain END ends a block or a CASE. */
    #end(block) {
        const found = this.#scopes.findLastIndex((scope) => block ? scope.block === block : scope.block === 'begin' || scope.block === 'case');
        // Without its begin, the position is not known.
        if (found <= 0)
            return this.#forget();
        this.#scopes.length = found;
    }
    #forget() {
        const loop = this.#scopes.find(({ block }) => block === 'loop');
        if (loop)
            for (const key of [...this.#marked.keys()])
                this.#unmark(key, loop.start);
        for (const { tables } of this.#scopes)
            tables.clear();
    }
}

// EXTERNAL MODULE: ./build/esm/sql/reader/scan.js
var reader_scan = __webpack_require__(2394);
;// CONCATENATED MODULE: ./build/esm/sql/reader/body.js






/** Maximum nesting of bodies; deeper ones are reported as unreadable. */
const body_MAX_DEPTH = 8;
/** Words that start a statement inside a body. */
const VERBS = new Set(`SELECT INSERT UPDATE DELETE MERGE REPLACE TRUNCATE WITH CREATE ALTER DROP GRANT REVOKE COPY CALL EXECUTE EXEC PERFORM
   LOCK SET RESET DISCARD REFRESH REINDEX CLUSTER VACUUM ANALYZE COMMENT NOTIFY PREPARE DEALLOCATE COMMIT ROLLBACK LOAD DO IMPORT
   REASSIGN SECURITY EXPLAIN RENAME OPTIMIZE FLUSH KILL HANDLER DENY BULK`.split(/\s+/));
/** Words after which a statement may start. */
const BOUNDARIES = new Set(['THEN', 'ELSE', 'LOOP', 'BEGIN', 'DO', 'REPEAT', 'DECLARE', 'EXCEPTION', 'ATOMIC']);
/** Whether a statement may start after the word. DO opens a loop in MySQL, but is a statement in PostgreSQL. */
function isBoundary(scan, word) {
    return BOUNDARIES.has(word) && (word !== 'DO' || scan.lexical.family !== 'psql');
}
/** Opens the text inside a token: a routine body or a string that runs as SQL. Undefined if nesting is too deep. */
function openText(scan, at, place, replaced) {
    if (scan.depth >= body_MAX_DEPTH) {
        scan.unreadable(`blocks and SQL strings are nested more than ${body_MAX_DEPTH} levels deep`, at, at + 1);
        return undefined;
    }
    const { tokens } = scan;
    const raw = tokens.raw(at);
    let text = replaced;
    let base;
    if (text === undefined && tokens.kind(at) === text_tokens.T.dollar) {
        const tag = raw.indexOf('$', 1) + 1;
        text = raw.slice(tag, -tag);
        const start = scan.fileOffset(tokens.start(at) + tag);
        base = start;
    }
    else if (text === undefined) {
        text = decodeString(raw, scan.lexical.backslash === 'always');
    }
    const inner = (0,lexer/* lexFragment */.wc)(text, scan.dialect);
    const opened = new reader_scan/* Scan */.sr({
        tokens: inner,
        dialect: scan.dialect,
        lexical: scan.lexical,
        place,
        depth: scan.depth + 1,
        out: scan.out,
        readStatement: scan.readStatement,
        base,
        fallbackSpan: scan.span(at, at + 1),
    });
    for (const { reason } of inner.unreadable)
        scan.unreadable(`${reason}, in a nested block or SQL string`, at, at + 1);
    return opened;
}
/** The value of a string literal. */
function decodeString(raw, escapes) {
    const prefixed = /^(?:[eEnNbBxX]|_[A-Za-z0-9]+)(?=['"])/.exec(raw);
    const text = (0,names/* unquote */._n)(prefixed ? raw.slice(prefixed[0].length) : raw);
    if (!escapes && !/^[eE]/.test(raw))
        return text;
    const simple = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '0': '\0', Z: '\x1a' };
    return text.replace(/\\(x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{4}|[0-7]{1,3}|[\s\S])/g, (_, code) => {
        if (/^[xu]/.test(code) && code.length > 1)
            return String.fromCharCode(Number.parseInt(code.slice(1), 16));
        if (/^[0-7]{2,3}$/.test(code))
            return String.fromCharCode(Number.parseInt(code, 8));
        return simple[code] ?? code;
    });
}
/** Languages whose bodies are read: SQL and PL/pgSQL. */
const READ_LANGUAGES = new Set(['', 'sql', 'plpgsql', 'edbspl']);
/** Reads the body in the string at `at`. Bodies in other languages are ignored. */
function readRoutineText(scan, at, place, language) {
    if (!READ_LANGUAGES.has(language))
        return;
    const body = openText(scan, at, place);
    if (body)
        readBodyStatements(body, 0, body.tokens.length);
}
/**
 * Reads the statements of a body, ignoring the control flow around them. A statement starts at a verb after `;`, THEN,
 * ELSE, LOOP, BEGIN or DO, and ends at the next `;` outside parentheses.
 */
function readBodyStatements(scan, from, to) {
    const { tokens } = scan;
    if (scan.lexical.family === 'sqlcmd')
        return readBatch(scan, from, to);
    const tables = new BodyTables(scan);
    let boundary = true;
    for (let at = from; at < to; at++) {
        const word = tokens.word(at);
        const kind = tokens.kind(at);
        tables.step(at, boundary);
        if (word === ';' || kind === text_tokens.T.terminator || isBoundary(scan, word)) {
            boundary = true;
            continue;
        }
        if (kind === text_tokens.T.op && word === '>>') {
            boundary = true;
            continue;
        }
        if (!boundary)
            continue;
        if (kind === text_tokens.T.placeholder || kind === text_tokens.T.unreadable) {
            scan.unreadable('a statement begins with a placeholder, so what it runs is unknown', at, at + 1);
            boundary = false;
            continue;
        }
        const start = statementAt(scan, at, to);
        if (start < 0) {
            boundary = false;
            continue;
        }
        const end = endOfStatement(scan, start, to);
        const before = scan.out.operations.length;
        if (!scan.readStatement(scan, start, end))
            scan.unreadable(`the nested statement that begins with \`${word}\` was not understood`, start, end);
        tables.follow(start, before);
        at = end - 1;
        boundary = true;
    }
}
/** Words of control flow that a statement can stand behind. */
const LEADS = new Set(['FOR', 'FOREACH', 'RETURN', 'OPEN']);
/** Maximum tokens between a leading word and its statement. */
const MAX_LEAD = 64;
/**
 * The start of the statement: at the verb, or after `FOR r IN`, `RETURN QUERY`, `OPEN c FOR`, `c CURSOR FOR` or the
 * conditions of `EXIT HANDLER FOR`. -1 if no statement starts here.
 */
function statementAt(scan, at, to) {
    const { tokens } = scan;
    const word = tokens.word(at);
    if (VERBS.has(word) && tokens.word(at + 1) !== ':=' && tokens.word(at + 1) !== '=')
        return at;
    const mayLead = LEADS.has(word) || tokens.kind(at) === text_tokens.T.word;
    if (!mayLead)
        return -1;
    let handler = false;
    for (let next = at; next < to && (handler || next < at + MAX_LEAD); next++) {
        const nextWord = tokens.word(next);
        if (nextWord === ';' || nextWord === '(' || isBoundary(scan, nextWord))
            return -1;
        if (nextWord === 'HANDLER' && scan.lexical.family === 'mysql')
            handler = true;
        else if (handler && VERBS.has(nextWord))
            return next;
        if ((nextWord === 'IN' && word === 'FOR') || (nextWord === 'QUERY' && word === 'RETURN') || nextWord === 'FOR') {
            const verb = next + 1;
            if (VERBS.has(tokens.word(verb)))
                return verb;
        }
    }
    return -1;
}
function endOfStatement(scan, from, to) {
    const { tokens } = scan;
    let depth = 0;
    // A CREATE inside a body may itself have a body.
    let blocks = 0;
    const isCreate = tokens.word(from) === 'CREATE';
    for (let at = from; at < to; at++) {
        const word = tokens.word(at);
        if (word === '(')
            depth++;
        else if (word === ')')
            depth--;
        else if (isCreate && (word === 'BEGIN' || word === 'CASE'))
            blocks++;
        else if (isCreate && word === 'END' && blocks > 0)
            blocks--;
        else if (depth <= 0 && blocks === 0 && (word === ';' || tokens.kind(at) === text_tokens.T.terminator))
            return at;
        // `FOR r IN SELECT … LOOP`.
        else if (depth <= 0 && word === 'LOOP' && at > from)
            return at;
    }
    return to;
}
function readBatch(scan, from, to) {
    const ranges = [];
    let first = from;
    for (let at = from; at <= to; at++) {
        if (at < to && scan.tokens.word(at) !== ';' && scan.tokens.kind(at) !== text_tokens.T.terminator)
            continue;
        if (at > first)
            (0,batches/* splitBatch */.c)(scan.tokens, first, at, ranges);
        first = at + 1;
    }
    for (const range of ranges) {
        if (scan.readStatement(scan, range.from, range.to))
            continue;
        const word = scan.tokens.raw(range.from).slice(0, 40);
        scan.unreadable(`the nested statement that begins with \`${word}\` was not understood`, range.from, range.to);
    }
}


/***/ }),

/***/ 51682:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Q: () => (/* binding */ makeOperation),
/* harmony export */   x: () => (/* binding */ withFacts)
/* harmony export */ });
/* harmony import */ var _text_names_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(75147);

const NONE = [];
const TOKENS = ['tokens'];
/**
 * An operation with default facts: the values that apply if the SQL does not mention them. A class, so that all
 * operations share one hidden class in V8: objects made by spreading are ten times as slow.
 */
class OperationRecord {
    kind;
    place;
    span;
    readers = TOKENS;
    target = _text_names_js__WEBPACK_IMPORTED_MODULE_0__/* .NO_TARGET */ .CN;
    columns = NONE;
    filter = '';
    filterColumns = NONE;
    cascade = false;
    ifExists = false;
    ifNotExists = false;
    orReplace = false;
    concurrently = false;
    temporary = false;
    createdHere = false;
    tableCreatedHere = false;
    columnsCreatedHere = false;
    rebuilt = false;
    recreated = false;
    replacesNothing = false;
    deferred = false;
    dataTypes = NONE;
    notNull = false;
    hasDefault = false;
    defaultKind = '';
    hasPrimaryKey = false;
    constraintType = '';
    notValid = false;
    inline = false;
    usingIndex = false;
    notNullChecked = false;
    unique = false;
    indexType = '';
    constraint = '';
    table = '';
    language = '';
    privileges = NONE;
    grantees = NONE;
    grantOption = false;
    maintenance = '';
    algorithm = '';
    lockOption = '';
    endpoint = '';
    readable = true;
    objectClass = undefined;
    #pinned;
    constructor(kind, place, span, pinned) {
        this.kind = kind;
        this.place = place;
        this.span = span;
        this.#pinned = pinned;
        if (pinned)
            Object.defineProperty(this, 'pinnedColumns', COMPUTED);
        else
            this.pinnedColumns = NONE;
    }
    static pinnedOf(operation) {
        return #pinned in operation ? operation.#pinned : undefined;
    }
    /** Written out fact by fact: `Object.assign` with all of them takes twenty times as long. */
    static copy(operation, withPinned) {
        const pinned = withPinned ? OperationRecord.pinnedOf(operation) : undefined;
        const copy = new OperationRecord(operation.kind, operation.place, operation.span, pinned);
        copy.readers = operation.readers;
        copy.target = operation.target;
        copy.columns = operation.columns;
        copy.filter = operation.filter;
        copy.filterColumns = operation.filterColumns;
        copy.cascade = operation.cascade;
        copy.ifExists = operation.ifExists;
        copy.ifNotExists = operation.ifNotExists;
        copy.orReplace = operation.orReplace;
        copy.concurrently = operation.concurrently;
        copy.temporary = operation.temporary;
        copy.createdHere = operation.createdHere;
        copy.tableCreatedHere = operation.tableCreatedHere;
        copy.columnsCreatedHere = operation.columnsCreatedHere;
        copy.rebuilt = operation.rebuilt;
        copy.recreated = operation.recreated;
        copy.replacesNothing = operation.replacesNothing;
        copy.deferred = operation.deferred;
        copy.dataTypes = operation.dataTypes;
        copy.notNull = operation.notNull;
        copy.hasDefault = operation.hasDefault;
        copy.defaultKind = operation.defaultKind;
        copy.hasPrimaryKey = operation.hasPrimaryKey;
        copy.constraintType = operation.constraintType;
        copy.notValid = operation.notValid;
        copy.inline = operation.inline;
        copy.usingIndex = operation.usingIndex;
        copy.notNullChecked = operation.notNullChecked;
        copy.unique = operation.unique;
        copy.indexType = operation.indexType;
        copy.constraint = operation.constraint;
        copy.table = operation.table;
        copy.language = operation.language;
        copy.privileges = operation.privileges;
        copy.grantees = operation.grantees;
        copy.grantOption = operation.grantOption;
        copy.maintenance = operation.maintenance;
        copy.algorithm = operation.algorithm;
        copy.lockOption = operation.lockOption;
        copy.endpoint = operation.endpoint;
        copy.readable = operation.readable;
        copy.objectClass = operation.objectClass;
        if (withPinned && !pinned)
            copy.pinnedColumns = operation.pinnedColumns;
        return copy;
    }
}
/** One property for all operations: V8 is slow with objects that each have a getter of their own. */
const COMPUTED = {
    enumerable: true,
    get() {
        return OperationRecord.pinnedOf(this)?.value;
    },
};
/** An operation with the given facts; all other facts have their defaults. `pinned` computes the pinned columns on use. */
function makeOperation(kind, place, span, facts, pinned) {
    return Object.assign(new OperationRecord(kind, place, span, pinned), facts);
}
/** A copy of the operation with some facts changed. */
function withFacts(operation, facts) {
    return Object.assign(OperationRecord.copy(operation, !('pinnedColumns' in facts)), facts);
}


/***/ }),

/***/ 2394:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $W: () => (/* binding */ isTemporaryName),
/* harmony export */   OR: () => (/* binding */ readIfExists),
/* harmony export */   Ts: () => (/* binding */ hasCascade),
/* harmony export */   gR: () => (/* binding */ Collector),
/* harmony export */   sr: () => (/* binding */ Scan)
/* harmony export */ });
/* harmony import */ var _operation_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(51682);

/** Maximum operations of a statement. What follows is reported as not read. */
const MAX_OPERATIONS = 200_000;
/** What reading one statement collects, including its bodies. */
class Collector {
    operations = [];
    unreadable = [];
    /** The scan of every nested text, for the facts of the statement. */
    scans = [];
    /** The statements inside the statement: in bodies, behind PREPARE, EXPLAIN and control flow. */
    inner = [];
    /** The WITH before the verb that is being read; -1 if there is none. */
    withAt = -1;
    /** Whether the limit of operations was reached. */
    full = false;
    /** Whether the statement sets a search path that may put other schemas before that of temporary tables. */
    temporaryLast = false;
    /** How many nested statements are being read. */
    nesting = 0;
    /** The calls of the routine that the statement creates, if the file shows all of them. */
    literalCalls;
    constructor(literalCalls = () => []) {
        this.literalCalls = literalCalls;
    }
}
const COMMA = new Set([',']);
const NO_WORDS = new Set();
/** A text that is being read: the file, a body in it, or a string that runs as SQL. */
class Scan {
    tokens;
    dialect;
    lexical;
    place;
    /** The nesting depth in bodies; 0 for the file. */
    depth;
    out;
    /** Passed along to avoid circular imports between the modules of the reader. */
    readStatement;
    /** The offset of the text in the file; undefined if the text is not in the file verbatim. */
    #base;
    #fallbackSpan;
    constructor(init) {
        this.tokens = init.tokens;
        this.dialect = init.dialect;
        this.lexical = init.lexical;
        this.place = init.place;
        this.depth = init.depth;
        this.out = init.out;
        this.readStatement = init.readStatement;
        this.#base = init.base;
        this.#fallbackSpan = init.fallbackSpan;
        if (init.depth > 0 && !init.sameText)
            init.out.scans.push(this);
    }
    /** The span in the file of tokens `from` to `to` (exclusive). */
    span(from, to) {
        if (this.#base === undefined || to <= from)
            return this.#fallbackSpan;
        return { start: this.#base + this.tokens.start(from), end: this.#base + this.tokens.end(to - 1) };
    }
    /** Converts an offset in this text to an offset in the file. */
    fileOffset(offset) {
        return this.#base === undefined ? undefined : this.#base + offset;
    }
    /** A scan of the same text whose operations get another `place`. */
    at(place) {
        if (place === this.place)
            return this;
        return new Scan({
            tokens: this.tokens,
            dialect: this.dialect,
            lexical: this.lexical,
            place,
            depth: this.depth,
            sameText: true,
            out: this.out,
            readStatement: this.readStatement,
            base: this.#base,
            fallbackSpan: this.#fallbackSpan,
        });
    }
    /** Adds an operation; `pinned` computes its pinned columns on use. */
    add(kind, from, to, facts = {}, pinned) {
        const { operations, unreadable } = this.out;
        if (operations.length < MAX_OPERATIONS)
            operations.push((0,_operation_js__WEBPACK_IMPORTED_MODULE_0__/* .makeOperation */ .Q)(kind, this.place, this.span(from, to), facts, pinned));
        else if (!this.out.full) {
            this.out.full = true;
            unreadable.push({
                reason: `the statement has more than ${MAX_OPERATIONS} operations: the rest was not read`,
                span: this.span(from, to),
            });
        }
    }
    /** The text of tokens `from` to `to`; by default of one token. */
    text(from, to = from + 1) {
        return this.tokens.text.slice(this.tokens.start(from), this.tokens.end(to - 1));
    }
    /** Reports a part that could not be understood. */
    unreadable(reason, from, to) {
        this.out.unreadable.push({ reason, span: this.span(from, to) });
    }
    /** Whether the words are at `at`, in this order. */
    is(at, ...words) {
        for (let index = 0; index < words.length; index++)
            if (this.tokens.word(at + index) !== words[index])
                return false;
        return true;
    }
    /** The first of the words, or of the one word, in `from` to `to`, outside parentheses; -1 if there is none. */
    find(words, from, to) {
        const { tokens } = this;
        const only = typeof words === 'string' ? words : undefined;
        const any = typeof words === 'string' ? NO_WORDS : words;
        let depth = 0;
        for (let at = from; at < to; at++) {
            const word = tokens.word(at);
            if (word === '(')
                depth++;
            else if (word === ')')
                depth--;
            else if (depth === 0 && word !== '' && (only === undefined ? any.has(word) : word === only))
                return at;
        }
        return -1;
    }
    /** The token after the parenthesis that closes the one at `at`; `to` if none does. */
    afterParenthesis(at, to) {
        const { tokens } = this;
        if (tokens.word(at) === '(') {
            const close = tokens.closing(at);
            return close >= 0 && close < to ? close + 1 : to;
        }
        let depth = 0;
        for (let i = at; i < to; i++) {
            const word = tokens.word(i);
            if (word === '(')
                depth++;
            else if (word === ')' && --depth === 0)
                return i + 1;
        }
        return to;
    }
    /** Splits `from` to `to` at commas outside parentheses. */
    commaParts(from, to) {
        const parts = this.partsBetween(COMMA, from, to);
        const last = parts.at(-1);
        if (last && last.from >= last.to)
            parts.pop();
        return parts;
    }
    /** Splits `from` to `to` at the words outside parentheses. Returns one part more than there are such words. */
    partsBetween(words, from, to) {
        const { tokens } = this;
        const parts = [];
        let depth = 0;
        let first = from;
        for (let at = from; at < to; at++) {
            const word = tokens.word(at);
            if (word === '(')
                depth++;
            else if (word === ')')
                depth--;
            else if (depth === 0 && word !== '' && words.has(word)) {
                parts.push({ from: first, to: at });
                first = at + 1;
            }
        }
        parts.push({ from: first, to });
        return parts;
    }
}
/** Reads IF EXISTS or IF NOT EXISTS at `at`, if present, and returns the token after it. */
function readIfExists(scan, at) {
    if (scan.is(at, 'IF', 'EXISTS'))
        return { ifExists: true, ifNotExists: false, next: at + 2 };
    if (scan.is(at, 'IF', 'NOT', 'EXISTS'))
        return { ifExists: false, ifNotExists: true, next: at + 3 };
    return { ifExists: false, ifNotExists: false, next: at };
}
const CASCADE = new Set(['CASCADE']);
function hasCascade(scan, from, to) {
    return scan.find(CASCADE, from, to) >= 0;
}
/** Whether the name makes it a temporary table, such as `#t` in T-SQL. */
function isTemporaryName(target, lexical) {
    return lexical.sigils && /^[#@]/.test(target.name ?? '');
}


/***/ }),

/***/ 7727:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $: () => (/* binding */ beginsRoutine),
/* harmony export */   c: () => (/* binding */ splitBatch)
/* harmony export */ });
/* harmony import */ var _tokens_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(63617);

/** Reserved words that start a T-SQL statement at the top level, unless `continues` says otherwise. */
const STARTS = new Set(`ALTER BACKUP BEGIN BULK CHECKPOINT CLOSE COMMIT CREATE DBCC DEALLOCATE DECLARE DELETE DENY DROP ELSE END EXEC EXECUTE
   FETCH GOTO GRANT IF INSERT KILL MERGE OPEN PRINT RAISERROR RECONFIGURE RESTORE RETURN REVERT REVOKE ROLLBACK SAVE
   SELECT SET SHUTDOWN TRUNCATE UPDATE USE WAITFOR WHILE`.split(/\s+/));
const MAIN_VERBS = new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'MERGE']);
const PRIVILEGE = new Set(['GRANT', 'REVOKE', 'DENY']);
const SET_OPERATORS = new Set(['UNION', 'ALL', 'EXCEPT', 'INTERSECT']);
/** Actions of an ALTER. A further action follows a comma; without a comma, the word starts a new statement. */
const ACTIONS = new Set('ADD DROP ALTER SET ENABLE DISABLE SWITCH REBUILD REORGANIZE MODIFY CHECK NOCHECK WITH SPLIT MERGE START STOP TRANSFER'.split(' '));
/** What `ALTER COLUMN c` can add and drop. */
const COLUMN_OPTIONS = new Set(['ROWGUIDCOL', 'PERSISTED', 'NOT', 'SPARSE', 'HIDDEN', 'MASKED']);
/** Words that belong to the BEGIN, END or ELSE before them. Any other word starts a statement. */
const BLOCK_WORDS = {
    BEGIN: /^(?:TRY|CATCH|TRAN|TRANSACTION|DISTRIBUTED|DIALOG|CONVERSATION|ATOMIC)$/,
    END: /^(?:TRY|CATCH|CONVERSATION)$/,
    ELSE: /^$/,
};
function begin(tokens, at) {
    const verb = tokens.word(at);
    return {
        verb,
        view: objectOf(tokens, at) === 'VIEW',
        source: verb === 'SELECT',
        set: verb === 'SET',
        action: false,
        openCases: 0,
        privilegeTarget: false,
    };
}
/** The object type of the CREATE, ALTER or CREATE OR ALTER at `at`; empty for other statements. */
function objectOf(tokens, at) {
    const verb = tokens.word(at);
    if (verb !== 'CREATE' && verb !== 'ALTER')
        return '';
    return tokens.word(at + 1) === 'OR' ? tokens.word(at + 3) : tokens.word(at + 1);
}
/** Whether the reserved word at `at` belongs to the current statement. */
function continues(tokens, at, progress) {
    const word = tokens.word(at);
    const before = tokens.word(at - 1);
    const after = tokens.word(at + 1);
    const { verb } = progress;
    const ddl = verb === 'CREATE' || verb === 'ALTER';
    if (before === '.')
        return true;
    if (verb === 'WITH')
        return MAIN_VERBS.has(word);
    if (PRIVILEGE.has(verb))
        return word === 'GRANT' ? after === 'OPTION' : !progress.privilegeTarget && !PRIVILEGE.has(word);
    switch (word) {
        case 'SELECT':
            if (SET_OPERATORS.has(before) || before === 'AS')
                return true;
            return verb === 'DECLARE' ? before === 'FOR' : (verb === 'INSERT' || progress.view) && !progress.source;
        case 'SET':
            if (before === 'DELETE' || before === 'UPDATE')
                return verb !== 'DELETE' || progress.set;
            return (verb === 'UPDATE' && !progress.set) || (verb === 'ALTER' && !progress.action);
        case 'UPDATE':
        case 'DELETE':
        case 'INSERT':
            if (before === 'THEN')
                return verb === 'MERGE';
            if (word === 'UPDATE' && after === '(')
                return true;
            if (word === 'UPDATE' && before === 'FOR')
                return verb === 'DECLARE' || verb === 'SELECT';
            if (word === 'UPDATE' && after === 'POPULATION')
                return true;
            if (word === 'INSERT' && before === 'BULK')
                return verb === 'BULK';
            return ddl && /^(?:ON|AFTER|BEFORE)$/.test(before);
        case 'DROP':
            if (verb === 'ALTER' && COLUMN_OPTIONS.has(after))
                return true;
            return verb === 'ALTER' && (!progress.action || before === ',');
        case 'ALTER':
            return before === 'OR' || (verb === 'ALTER' && (!progress.action || before === ','));
        case 'MERGE':
            return after === 'JOIN' || (verb === 'ALTER' && after === 'RANGE');
        case 'EXECUTE':
        case 'EXEC':
            return before === 'WITH' || (verb === 'INSERT' && !progress.source);
        case 'IF':
            return verb === 'DROP' || verb === 'ALTER' ? after === 'EXISTS' : false;
        case 'END':
        case 'ELSE':
            return progress.openCases > 0;
        case 'ROLLBACK':
            return before === 'WITH' && verb === 'ALTER';
        case 'FETCH':
            return verb === 'SELECT' || verb === 'INSERT';
        default:
            return false;
    }
}
/** Whether a statement without a reserved first word starts at `at`. */
function beginsUnreserved(tokens, at, first, progress) {
    const word = tokens.word(at);
    if (/^(?:ENABLE|DISABLE)$/.test(word) && tokens.word(at + 1) === 'TRIGGER') {
        return progress.verb !== 'ALTER' || progress.action;
    }
    const blockWords = BLOCK_WORDS[progress.verb];
    if (blockWords && progress.openCases === 0) {
        if (at === first + 1)
            return !blockWords.test(word);
        return at === first + 2 && /^(?:TRY|CATCH)$/.test(tokens.word(first + 1));
    }
    // A label ends at its colon.
    return at === first + 2 && tokens.word(first + 1) === ':';
}
/** Whether the statement at `at` creates or alters a routine, whose body is the rest of its batch. */
function beginsRoutine(tokens, at) {
    const object = objectOf(tokens, at);
    return object === 'PROC' || object === 'PROCEDURE' || object === 'FUNCTION' || object === 'TRIGGER';
}
/**
 * Splits a T-SQL batch into statements, which need no `;` between them. The body of a routine is the rest of its batch.
 * Appends to `ranges`; every token of the batch is in exactly one range.
 */
function splitBatch(tokens, from, to, ranges) {
    let first = from;
    let depth = 0;
    let progress = begin(tokens, from);
    for (let at = from; at < to; at++) {
        const kind = tokens.kind(at);
        const word = tokens.word(at);
        if (at > first && depth === 0 && startsAt(tokens, at, first, progress)) {
            ranges.push({ from: first, to: at });
            first = at;
            progress = begin(tokens, at);
        }
        if (at === first && beginsRoutine(tokens, at))
            break;
        if (word === '(')
            depth++;
        else if (word === ')' && depth > 0)
            depth--;
        else if (kind === _tokens_js__WEBPACK_IMPORTED_MODULE_0__.T.word && depth === 0 && at > first)
            track(tokens, at, word, progress);
    }
    if (to > first)
        ranges.push({ from: first, to });
}
function startsAt(tokens, at, first, progress) {
    const kind = tokens.kind(at);
    if (kind === _tokens_js__WEBPACK_IMPORTED_MODULE_0__.T.word && STARTS.has(tokens.word(at)))
        return !continues(tokens, at, progress);
    return kind !== _tokens_js__WEBPACK_IMPORTED_MODULE_0__.T.op && beginsUnreserved(tokens, at, first, progress);
}
function track(tokens, at, word, progress) {
    switch (word) {
        case 'SELECT':
        case 'VALUES':
        case 'EXEC':
        case 'EXECUTE':
            if (tokens.word(at - 1) !== 'WITH')
                progress.source = true;
            break;
        case 'SET':
            progress.set = true;
            break;
        case 'CASE':
            progress.openCases++;
            break;
        case 'END':
            if (progress.openCases > 0)
                progress.openCases--;
            break;
        case 'ON':
        case 'TO':
        case 'FROM':
            progress.privilegeTarget = true;
    }
    if (progress.verb === 'WITH' && MAIN_VERBS.has(word))
        progress.verb = word;
    if (progress.verb === 'ALTER' && ACTIONS.has(word))
        progress.action = true;
}


/***/ }),

/***/ 97652:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   x: () => (/* binding */ LEXICAL)
/* harmony export */ });
const mysql = {
    nestedComments: false,
    hashComments: true,
    dashNeedsSpace: true,
    executableComments: true,
    crEndsComment: false,
    dollarQuotes: false,
    backslash: 'always',
    backticks: true,
    brackets: false,
    doubleQuote: 'string',
    sigils: false,
    questionMark: true,
    unicodeSpace: false,
    separator: 'delimiter',
    family: 'mysql',
    parenthesesHold: false,
    compound: 'begin',
    fold: 'none',
};
const LEXICAL = {
    postgresql: {
        nestedComments: true,
        hashComments: false,
        dashNeedsSpace: false,
        executableComments: false,
        crEndsComment: true,
        dollarQuotes: true,
        backslash: 'e-strings',
        backticks: false,
        brackets: false,
        doubleQuote: 'identifier',
        sigils: false,
        questionMark: false,
        unicodeSpace: false,
        separator: 'delimiter-line',
        family: 'psql',
        parenthesesHold: true,
        compound: 'begin-atomic',
        fold: 'unquoted',
    },
    mysql,
    mariadb: mysql,
    sqlite: {
        nestedComments: false,
        hashComments: false,
        dashNeedsSpace: false,
        executableComments: false,
        crEndsComment: false,
        dollarQuotes: false,
        backslash: 'never',
        backticks: true,
        brackets: true,
        doubleQuote: 'identifier',
        sigils: false,
        questionMark: true,
        unicodeSpace: false,
        separator: 'none',
        family: 'sqlite',
        parenthesesHold: false,
        compound: 'trigger',
        fold: 'all',
    },
    transactsql: {
        nestedComments: true,
        hashComments: false,
        dashNeedsSpace: false,
        executableComments: false,
        crEndsComment: false,
        dollarQuotes: false,
        backslash: 'never',
        backticks: false,
        brackets: true,
        doubleQuote: 'identifier',
        sigils: true,
        questionMark: true,
        unicodeSpace: true,
        separator: 'go',
        family: 'sqlcmd',
        parenthesesHold: false,
        compound: 'batch',
        fold: 'all',
    },
};


/***/ }),

/***/ 7694:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  Ii: () => (/* binding */ lex),
  wc: () => (/* binding */ lexFragment),
  eg: () => (/* binding */ lexTemplate),
  Bv: () => (/* binding */ lexTraffic)
});

;// CONCATENATED MODULE: ./build/esm/sql/text/client-commands.js
const SEMICOLON = 59;
const BACKSLASH = 92;
const LINE = { kind: 'line', end: undefined };
/** Commands of sqlcmd. EXIT, QUIT, RESET and ED work without a colon. */
const SQLCMD = /(?::(?:r|setvar|connect|listvar|out|error|perftrace|on\s+error|reset|quit|exit|help|ed|xml|serverlist)\b|!!|(?:exit|quit|reset|ed)[ \t]*(?=\(|\r|\n|$))/iy;
/** Commands of the mysql client that work without a backslash. */
const MYSQL = /(?:source|system|pager|nopager|tee|notee|edit|connect|prompt|charset|rehash|status|quit|exit|warnings|nowarning|print|resetconnection|clear)(?=[ \t;\r\n]|$)/iy;
function matches(pattern, text, at) {
    pattern.lastIndex = at;
    return pattern.test(text);
}
/**
 * The client command at `at`, if any.
 *
 * @param code the character at `at`
 * @param statementStart whether no token of the statement comes before `at`
 * @param lineStart whether only white space comes before `at` on its line
 */
function clientCommandAt(text, at, code, family, statementStart, lineStart) {
    switch (family) {
        case 'psql':
            if (code !== BACKSLASH)
                return undefined;
            // `\;` ends a statement without sending it to the server yet.
            if (text.charCodeAt(at + 1) === SEMICOLON)
                return { kind: 'terminator', end: at + 2 };
            return { kind: 'line', end: psqlLineEnd(text, at) };
        case 'mysql':
            if (code === BACKSLASH) {
                const go = (text.charCodeAt(at + 1) | 32) === 103;
                return go ? { kind: 'terminator', end: at + 2 } : LINE;
            }
            if (!statementStart || code > 122 || !matches(MYSQL, text, at))
                return undefined;
            return lineStart() ? LINE : undefined;
        case 'sqlite':
            if (code === 46)
                return statementStart && lineStart() ? LINE : undefined;
            // The sqlite3 shell accepts `/` or `go` alone on a line in place of a semicolon.
            if (code !== 47 && (code | 32) !== 103)
                return undefined;
            return sqliteTerminator(text, at, lineStart);
        case 'sqlcmd':
            if (code > 122 || !matches(SQLCMD, text, at))
                return undefined;
            return lineStart() ? LINE : undefined;
    }
}
function sqliteTerminator(text, at, lineStart) {
    const pattern = /(?:\/|go)(?=[ \t]*(?:\r|\n|$))/iy;
    pattern.lastIndex = at;
    if (!pattern.exec(text) || !lineStart())
        return undefined;
    return { kind: 'terminator', end: pattern.lastIndex };
}
/** A psql command ends with its line, or at `\\`, after which SQL continues. */
function psqlLineEnd(text, at) {
    const end = /\\\\|[\r\n]|$/g;
    end.lastIndex = at + 1;
    const found = end.exec(text);
    if (!found)
        return text.length;
    return found[0] === '\\\\' ? end.lastIndex : found.index;
}

// EXTERNAL MODULE: ./build/esm/sql/text/dialects.js
var dialects = __webpack_require__(97652);
;// CONCATENATED MODULE: ./build/esm/sql/text/modes.js
/** PostgreSQL accepts any unambiguous prefix of `false`, `no` and so on. */
const OFF = /^(?:off?|f(?:a(?:l(?:se?)?)?)?|no?|0)$/;
const ON = /^(?:on|t(?:r(?:ue?)?)?|y(?:es?)?|1)$/;
/** The mode after the statement in tokens `from` to `to`, terminator included. */
function modeAfter(tokens, from, to, mode, changed) {
    if (mode.lexical.family === 'psql')
        return afterPostgres(tokens, from, to, mode, changed);
    return mode.lexical.family === 'mysql' ? afterMysql(tokens, from, to, mode) : mode;
}
function unquotedText(tokens, at) {
    return tokens
        .raw(at)
        .replaceAll(/^["'`]|["'`]$/g, '')
        .toLowerCase();
}
/** Tracks `standard_conforming_strings`: while it is off, backslashes escape. */
function afterPostgres(tokens, from, to, mode, changed) {
    switch (tokens.word(from)) {
        case 'DO':
        case 'CALL':
        case 'EXECUTE':
            return { ...mode, uncertain: true };
        case 'COMMIT':
        case 'END':
        case 'ROLLBACK':
        case 'ABORT':
        case 'RESET':
        case 'DISCARD':
            return changed ? { ...mode, uncertain: true } : mode;
    }
    const name = tokens.word(from + 1) === 'SESSION' || tokens.word(from + 1) === 'LOCAL' ? from + 2 : from + 1;
    if (tokens.word(from) === 'SET' && unquotedText(tokens, name) === 'standard_conforming_strings') {
        const value = unquotedText(tokens, name + 2);
        const off = OFF.test(value);
        const known = (off || ON.test(value)) && to <= name + 4;
        return { lexical: { ...mode.lexical, backslash: off ? 'always' : 'e-strings' }, uncertain: !known };
    }
    return /set_config|standard_conforming_strings/i.test(textOf(tokens, from, to)) ? { ...mode, uncertain: true } : mode;
}
function textOf(tokens, from, to) {
    return tokens.text.slice(tokens.start(from), tokens.end(to - 1));
}
const SQL_MODE = /sql_mode/i;
/** Tracks `sql_mode`, which defines what double quotes and backslashes mean. */
function afterMysql(tokens, from, to, mode) {
    let first = from;
    while (tokens.raw(first).startsWith('/*') && first < to)
        first++;
    if (tokens.word(first) === 'EXECUTE')
        return { ...mode, uncertain: true };
    if (!SQL_MODE.test(textOf(tokens, first, to)))
        return mode;
    for (let at = first; at < to; at++) {
        if (!SQL_MODE.test(tokens.raw(at)))
            continue;
        // Anything but a plain `SET sql_mode = …` for this session leaves the mode unknown.
        const assigned = tokens.word(at + 1) === '=' || tokens.word(at + 1) === ':=';
        const scope = `${tokens.word(at - 1)} ${tokens.raw(at)}`;
        if (tokens.word(first) !== 'SET' || !assigned || /\b(?:global|persist)/i.test(scope)) {
            // `SET @old = @@sql_mode` only saves the value.
            if (tokens.word(first) === 'SET' && !assigned)
                continue;
            return { ...mode, uncertain: true };
        }
        if (/^@[^@]/.test(tokens.raw(at)))
            continue;
        const end = endOfValue(tokens, at + 2, to);
        const value = tokens.text.slice(tokens.start(at + 2), tokens.end(end - 1)).toUpperCase();
        const isLiteral = end === at + 3 && /^(?:'[^'\\]*'|"[^"\\]*"|[A-Z_]+)$/.test(value);
        const lexical = {
            ...mode.lexical,
            doubleQuote: /\bANSI(?:_QUOTES)?\b/.test(value) ? 'identifier' : 'string',
            backslash: value.includes('NO_BACKSLASH_ESCAPES') ? 'never' : 'always',
        };
        return { lexical, uncertain: !isLiteral };
    }
    return mode;
}
function endOfValue(tokens, from, to) {
    let depth = 0;
    for (let at = from; at < to; at++) {
        const word = tokens.word(at);
        if (word === '(')
            depth++;
        else if (word === ')')
            depth--;
        else if (depth === 0 && (word === ',' || word === ';' || tokens.raw(at) === '*/'))
            return at;
    }
    return to;
}

// EXTERNAL MODULE: ./build/esm/sql/text/tokens.js
var tokens = __webpack_require__(63617);
;// CONCATENATED MODULE: ./build/esm/sql/text/templates.js

const PERCENT = 37;
const COLON = 58;
const EQUALS = 61;
const AT = 64;
/**
 * Control blocks of Handlebars and Mustache (`{{#if}}`, `{{/if}}`, `{{^x}}`, `{{!x}}`, `{{>x}}`) and of Go templates.
 */
const CONTROL = /\{\{-?\s*(?:[#/^!>]|(?:if|else|end|range|with|define|block|template|break|continue)\b)/y;
/** Why a control block is unreadable. */
const CONTROL_BLOCK = 'a template control block, so which SQL runs is unknown';
/** Why a template that is not one name or value is unreadable. */
const ANY_TEXT = 'a template that may insert any text, so which SQL runs is unknown';
/** Why a line comment next to a trim mark is unreadable. */
const JOINED_LINES = 'a template that may remove the end of a comment line, so which SQL runs is unknown';
/** Calls, with their first argument, that give a text which the template does not show, or more than one word. */
const INSERTING_CALLS = /(?:\b(?:include|import|partial|render|tpl|template|read|readlines|readFile|load|file|exec|eval|system|print|println|cat|concat|list|join|pack|unpack1?|chr|char|fromCharCode|fromCodePoint|b64dec|b64decode|base64|decode|decode64|unescape|humanize|titleize)(?:\s*\(|\s+["'`:@.$\w])|[.|]\s*(?:pack|unpack1?|chr|join|b64dec|b64decode|decode64|humanize|titleize)\b|\bFile\b|\.Files\b|\b(?:lookup|query)\s*\((?!\s*["'](?:env|vars)["']))/;
/** `${NAME:-default}` and `${NAME/pattern/replacement}` of shells, with the constants. */
const SHELL_CONSTANT = /^\w+(?:\/|:?[-=+])(.*)$/;
/** The end of a template that may remove the white space after it. */
const TRIM_END = /(?:[-~]\}{2,3}|-[%#]\}|[-_]%>)$/;
/**
 * Whether the expression in a template gives one name or value, as far as its text shows. One with a constant that is
 * more than a word, a list, or a call that reads or builds text may give any SQL.
 */
function isOneValue(expression) {
    if (!/^[\w.$@:(]/.test(expression) || INSERTING_CALLS.test(expression))
        return false;
    // A list: an index follows a name.
    if (/(?<![\w)\]])\[/.test(expression))
        return false;
    return /^[^'"`;<>\\\r\n]+$/.test(expression.replace(/(["'])(?:\w+(?:[-.]\w+)*)?\1/g, ''));
}
/** Whether the inside of `${…}` is one name or value. Unlike an expression, it may have constants without quotes. */
function isVariable(inside) {
    const given = SHELL_CONSTANT.exec(inside)?.[1];
    return isOneValue(inside) && (given === undefined || /^\$?(?:\w+(?:[-.:/]\w+)*)?$/.test(given));
}
/** Control blocks of ERB. PostgreSQL only: `<%` without them is an operator there. */
const ERB_CONTROL = /<%-?\s*(?:if|else|elsif|unless|end|for|while|until|case|when|do|begin|foreach|[\w.()]+\.each)\b/y;
function match(pattern, text, at) {
    pattern.lastIndex = at;
    return pattern.exec(text) ? pattern.lastIndex : -1;
}
function found(kind, end, reason = CONTROL_BLOCK) {
    return end < 0 ? undefined : { kind, end, reason };
}
/**
 * Finds templates in one text, scanned from start to end. Positions of closing marks are cached, so the scan stays
 * linear.
 */
class Templates {
    #text;
    #family;
    /** The next position of each mark, valid for searches that start between `from` and `at`. */
    #next = new Map();
    constructor(text, family) {
        this.#text = text;
        this.#family = family;
    }
    /** The template at `at`, whose first two characters are `code` and `next`. Inside `[…]` a colon is an array slice. */
    at(at, code, next, inBrackets) {
        const text = this.#text;
        switch (code) {
            case 36: // $
                if (next === 123) {
                    const end = match(/\$\{[^{}\r\n]*\}/y, text, at);
                    return end < 0 || isVariable(text.slice(at + 2, end - 1).trim())
                        ? found(tokens.T.placeholder, end)
                        : found(tokens.T.unreadable, end, ANY_TEXT);
                }
                if (next !== 40 || this.#family !== 'sqlcmd')
                    return undefined;
                return found(tokens.T.placeholder, match(/\$\([A-Za-z_][\w-]*\)/y, text, at));
            case 123: // {
                if (next === PERCENT)
                    return found(tokens.T.unreadable, this.#close('%}', at));
                if (next !== 123)
                    return undefined;
                if (match(CONTROL, text, at) >= 0)
                    return found(tokens.T.unreadable, this.#closeBraces(at));
                return this.#expression(at, this.#closeBraces(at), /^\{\{\{?[-~]?&?([^{}]*?)[-~]?\}\}\}?$/);
            case 60: // <
                if (next !== PERCENT)
                    return undefined;
                if (text.charCodeAt(at + 2) === EQUALS)
                    return this.#expression(at, this.#close('%>', at, ';'), /^<%==?([^%]*?)-?%>$/);
                if (this.#family !== 'psql')
                    return found(tokens.T.unreadable, this.#close('%>', at));
                return match(ERB_CONTROL, text, at) < 0 ? undefined : found(tokens.T.unreadable, this.#close('%>', at, ';'));
            case PERCENT:
                return next === 40 ? found(tokens.T.param, match(/%\(\w+\)s/y, text, at)) : undefined;
            case COLON:
                return next === COLON || inBrackets ? undefined : variableAt(text, at, this.#family);
            default:
                return undefined;
        }
    }
    #expression(at, end, marks) {
        const inner = end < 0 ? undefined : marks.exec(this.#text.slice(at, end))?.[1]?.trim();
        return inner !== undefined && isOneValue(inner) ? found(tokens.T.placeholder, end) : found(tokens.T.unreadable, end, ANY_TEXT);
    }
    /** The offset after the next `mark`; -1 if there is none or one of `stops` comes first. */
    #close(mark, at, ...stops) {
        const end = this.#find(mark, at + 2);
        if (end === Number.POSITIVE_INFINITY || stops.some((stop) => this.#find(stop, at + 2) < end))
            return -1;
        return end + mark.length;
    }
    /** The offset after the `}}` on the same line and any further closing braces. */
    #closeBraces(at) {
        let end = this.#close('}}', at, '\n', '\r');
        if (end >= 0)
            while (this.#text.charCodeAt(end) === 125)
                end++;
        return end;
    }
    #find(mark, from) {
        const known = this.#next.get(mark);
        if (known && known.from <= from && from <= known.at)
            return known.at;
        const index = this.#text.indexOf(mark, from);
        const at = index < 0 ? Number.POSITIVE_INFINITY : index;
        this.#next.set(mark, { from, at });
        return at;
    }
}
/** `:name`, and psql's `:'name'` and `:"name"`. psql inserts the text of `:name`; elsewhere it is a bind parameter. */
function variableAt(text, at, family) {
    const before = text.charCodeAt(at - 1);
    if (before === COLON)
        return undefined;
    if (family === 'psql')
        return found(tokens.T.placeholder, match(/:(?:[A-Za-z_]\w*|'\w+'|"\w+")/y, text, at));
    // In `label:name`, the colon ends a label.
    const label = /[\w\]`"$\u0080-\uffff]/.test(text.charAt(at - 1)) || before === AT;
    return label ? undefined : found(tokens.T.param, match(/:[A-Za-z_]\w*/y, text, at));
}
/**
 * The end of a quoted name that is one template, such as `"{{ index .Options "Schema" }}"`; -1 if there is none at
 * `at`. The template's own quotes may hold only one word each. That is safe however a server reads the quotes: no SQL
 * fits.
 */
function quotedTemplateEnd(text, at) {
    return match(/"\{\{-?[\w.$ \t]*(?:"\w+"[ \t]*)+-?\}\}"/y, text, at);
}
/**
 * Whether a template's trim mark at the end of a line comment, or at the start of the text after it, may remove the
 * line end between them.
 */
function trimsLineEnd(text, comment, end) {
    if (TRIM_END.test(comment) && /\{[{%#]|<%/.test(comment))
        return true;
    let next = end;
    while (/\s/.test(text.charAt(next)))
        next++;
    return /^\{(?:\{[-~]|[%#]-)/.test(text.slice(next, next + 3));
}

;// CONCATENATED MODULE: ./build/esm/sql/text/template-files.js

/** The opening and closing marks of each template language. */
const MARKS = {
    percent: { '<%': '%>' },
    braces: { '{{': '}}', '{%': '%}', '{#': '#}' },
    any: { '<%': '%>', '{{': '}}', '{%': '%}', '{#': '#}' },
};
/** First words of templates that look like expressions, but choose or insert text. */
const KEYWORDS = /^(?:if|else|end|range|with|define|block|template|include|partial|break|continue|yield)\b/;
/**
 * Masks the templates of a file. An expression becomes a placeholder (`${…}`), every other template white space and an
 * entry of `blocks`. Engines find their marks before SQL is read, whatever the quotes and comments around them: so does
 * this. Therefore, no quote in a template can end or start one of the SQL, and no block in a string or comment is missed.
 */
function maskTemplates(text, marks) {
    const closing = MARKS[marks];
    const opening = new RegExp(Object.keys(closing).join('|'), 'g');
    const parts = [];
    const blocks = [];
    const names = [];
    let done = 0;
    for (let found = opening.exec(text); found; found = opening.exec(text)) {
        const close = text.indexOf(closing[found[0]] ?? '', found.index + 2);
        let end = close < 0 ? text.length : close + 2;
        // Mustache closes `{{{` with three braces.
        while (close >= 0 && found[0] === '{{' && text[end] === '}')
            end++;
        let start = found.index;
        const template = text.slice(start, end);
        const isName = close >= 0 && isExpression(template);
        if (isName)
            names.push({ template, start, end });
        else
            blocks.push({ reason: CONTROL_BLOCK, span: { start, end } });
        // A quoted name that is one expression is an unknown name, not the name `${…}`.
        if (isName && start > done && /["`]/.test(text[start - 1] ?? '') && text[end] === text[start - 1]) {
            start--;
            end++;
        }
        parts.push(text.slice(done, start), isName ? placeholder(text.slice(start, end)) : blank(template));
        done = end;
        opening.lastIndex = end;
    }
    parts.push(text.slice(done));
    const masked = parts.join('');
    for (const { template, start, end } of names)
        if (joinsComment(masked, template, start, end))
            blocks.push({ reason: JOINED_LINES, span: { start, end } });
    return { text: masked, blocks };
}
/**
 * Whether a trim mark (`{{-`, `-}}`, `-%>`) may remove a line end that ends a comment: then the comment goes on over
 * the SQL after it. Which white space a mark removes depends on the engine, so the file cannot be read as rendered.
 */
function joinsComment(masked, template, start, end) {
    if (TRIM_END.test(template) && lineEndAfter(masked, end))
        return mayComment(masked, start);
    if (!/^\{\{\{?[-~]/.test(template))
        return false;
    let before = start;
    while (before > 0 && isSpace(masked.charCodeAt(before - 1)))
        before--;
    return hasLineEnd(masked.slice(before, start)) && mayComment(masked, before);
}
function lineEndAfter(text, at) {
    let end = at;
    while (end < text.length && /[ \t\f\v]/.test(text.charAt(end)))
        end++;
    return end < text.length && hasLineEnd(text.charAt(end));
}
function hasLineEnd(text) {
    return /[\r\n]/.test(text);
}
function isSpace(code) {
    return code === 32 || (code >= 9 && code <= 13);
}
/** Whether the line before `end` holds the mark of a line comment in any dialect, or in quotes. */
function mayComment(text, end) {
    let start = end;
    while (start > 0 && !hasLineEnd(text.charAt(start - 1)))
        start--;
    return /--|#/.test(text.slice(start, end));
}
/** Whether a template is an expression that gives one name or value, as far as its text shows. */
function isExpression(template) {
    const found = template.startsWith('<%')
        ? /^<%==?([^%]*?)-?%>$/.exec(template)
        : /^\{\{\{?[-~]?&?([^{}]*?)[-~]?\}\}\}?$/.exec(template);
    const inner = (found?.[1] ?? '').trim();
    return !KEYWORDS.test(inner) && isOneValue(inner);
}
function placeholder(template) {
    return `\${${template.slice(2, -1).replace(/\W/g, '_')}}`;
}
/** Keeps line ends, which end comments. */
function blank(template) {
    return template.replace(/[^\r\n]/g, ' ');
}

;// CONCATENATED MODULE: ./build/esm/sql/text/lexer.js






const C = {
    tab: 9,
    lf: 10,
    cr: 13,
    space: 32,
    bang: 33,
    doubleQuote: 34,
    hash: 35,
    dollar: 36,
    percent: 37,
    quote: 39,
    open: 40,
    star: 42,
    dash: 45,
    dot: 46,
    slash: 47,
    colon: 58,
    semicolon: 59,
    less: 60,
    question: 63,
    at: 64,
    openBracket: 91,
    backslash: 92,
    underscore: 95,
    backtick: 96,
    openBrace: 123,
};
/** Matches any text that could change the quoting rules. */
const MODE_NAMES = /sql_mode|conforming_strings|set_config|execute|\b(?:do|call)\b/i;
/** The mysql client truncates a DELIMITER to this many characters. */
const MAX_DELIMITER = 15;
/** The first characters of placeholders and control blocks: `$ { < % :`. */
const TEMPLATE_STARTS = new Set([C.dollar, C.openBrace, C.less, C.percent, C.colon]);
const OPERATORS_3 = new Set(['<=>', '->>', '#>>']);
const OPERATORS_2 = new Set([
    '::',
    ':=',
    '<=',
    '>=',
    '<>',
    '!=',
    '||',
    '&&',
    '->',
    '=>',
    '==',
    '<<',
    '>>',
    '#>',
    '!<',
    '!>',
]);
/** The second characters of all longer operators: most operators are one character, so that they need no slice. */
const SECOND_CHARACTERS = new Set([...OPERATORS_3, ...OPERATORS_2].map((operator) => operator.charCodeAt(1)));
function isDigit(code) {
    return code >= 48 && code <= 57;
}
function isLetter(code) {
    return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === C.underscore || code >= 0x80;
}
/** The text from `at` to the end of its line, without white space at its end. */
function lineAt(text, at) {
    const line = /[^\r\n]*/y;
    line.lastIndex = at;
    return (line.exec(text)?.[0] ?? '').trimEnd();
}
/** Splits a text into tokens in one pass. Takes linear time and never throws. */
class Lexer {
    #text;
    #length;
    #out;
    #lexical;
    #templates;
    #mode;
    #modeChanged = false;
    /** Whether the text may change the quoting rules. */
    #changesModes;
    #at = 0;
    #delimiter = ';';
    /** The first token of the current statement. */
    #statementStart = 0;
    /** Whether the position is inside an executable comment. */
    #executable = false;
    #brackets = 0;
    /** Whether a `\.` line may still follow. */
    #copyEnds = true;
    /**
     * Whether the server may take the current statement and a line before it, which only the loader of the script
     * understands, for one statement that is invalid.
     */
    #maybeInvalid = false;
    #fragment;
    #hasTemplates;
    constructor(text, lexical, fragment, hasTemplates = true) {
        this.#text = text;
        this.#length = text.length;
        this.#lexical = lexical;
        this.#templates = new Templates(text, lexical.family);
        this.#mode = { lexical, uncertain: false };
        this.#changesModes = !fragment && MODE_NAMES.test(text);
        this.#out = new tokens/* TokenList */.c(text);
        this.#fragment = fragment;
        this.#hasTemplates = hasTemplates;
    }
    run() {
        while (this.#at < this.#length)
            this.#next();
        if (this.#executable)
            this.#reportUnreadable('an executable comment is not closed', this.#length - 1, this.#length);
        return this.#out;
    }
    #code(ahead = 0) {
        const at = this.#at + ahead;
        return at < this.#length ? this.#text.charCodeAt(at) : -1;
    }
    #push(kind, end) {
        this.#out.push(kind, this.#at, end);
        this.#at = end;
    }
    #reportUnreadable(reason, start, end) {
        this.#out.unreadable.push({ reason, span: { start, end } });
    }
    #next() {
        const code = this.#code();
        if (code === C.space || (code >= C.tab && code <= C.cr)) {
            this.#at++;
            return;
        }
        if (this.#lexical.unicodeSpace && (code === 0xa0 || code === 0x3000 || (code >= 0x2000 && code <= 0x200a))) {
            this.#at++;
            return;
        }
        if (code === 0xfeff) {
            this.#at++;
            return;
        }
        if (this.#comment(code))
            return;
        if (this.#lexical.separator !== 'none' && this.#hasTemplates && this.#separator(code))
            return;
        if (!this.#fragment && this.#clientCommand(code))
            return;
        if (this.#hasTemplates && TEMPLATE_STARTS.has(code) && this.#template(code))
            return;
        if (isLetter(code) || (this.#lexical.sigils && (code === C.at || code === C.hash) && this.#sigil())) {
            this.#word(code);
            return;
        }
        if (isDigit(code) || (code === C.dot && isDigit(this.#code(1))))
            return this.#number();
        switch (code) {
            case C.quote:
                return this.#quoted(tokens.T.string, C.quote, this.#lexical.backslash === 'always');
            case C.doubleQuote:
                return this.#doubleQuoted();
            case C.backtick:
                if (this.#lexical.backticks)
                    return this.#quoted(tokens.T.quoted, code, false);
                break;
            case C.openBracket:
                if (this.#lexical.brackets)
                    return this.#quoted(tokens.T.quoted, 93, false);
                this.#brackets++;
                break;
            case 93:
                if (this.#brackets > 0)
                    this.#brackets--;
                break;
            case C.dollar:
                if (this.#dollar())
                    return;
                break;
            case C.at:
                return this.#atSign();
            case C.question:
                return this.#push(this.#lexical.questionMark ? tokens.T.param : tokens.T.op, this.#at + 1);
            case C.semicolon:
                if ((this.#delimiter === ';' || this.#lexical.separator !== 'delimiter') && !this.#executable)
                    return this.#terminate(this.#at + 1);
                return this.#push(tokens.T.op, this.#at + 1);
            case 0:
                this.#reportUnreadable('a NUL character', this.#at, this.#at + 1);
                return this.#push(tokens.T.unreadable, this.#at + 1);
        }
        this.#operator();
    }
    // Comments
    #comment(code) {
        if (code === C.dash && this.#code(1) === C.dash) {
            const after = this.#code(2);
            if (!this.#lexical.dashNeedsSpace || after <= C.space) {
                this.#lineComment(2);
                return true;
            }
            return this.#dashedLine();
        }
        if (code === C.hash && this.#lexical.hashComments) {
            this.#lineComment(1);
            return true;
        }
        if (code === C.slash && this.#code(1) === C.star) {
            if (this.#lexical.executableComments && this.#openExecutable())
                return true;
            this.#blockComment();
            return true;
        }
        if (this.#executable && code === C.star && this.#code(1) === C.slash) {
            this.#executable = false;
            this.#push(tokens.T.execClose, this.#at + 2);
            return true;
        }
        return false;
    }
    /**
     * A line such as `--DROP TABLE a;` or `-----` where MySQL expects a statement: MySQL rejects it, and loaders that know
     * other databases skip it. It is a comment unless MySQL could end it elsewhere, so that what follows is read.
     */
    #dashedLine() {
        if (this.#fragment || this.#out.length > this.#statementStart || !this.#atLineStart())
            return false;
        const line = lineAt(this.#text, this.#at);
        if (/['"`\\;]|\/\*|\*\//.test(line.replace(/;$/, '')))
            return false;
        if (this.#delimiter !== ';' && line.includes(this.#delimiter))
            return false;
        this.#maybeInvalid = true;
        this.#lineComment(2);
        return true;
    }
    #lineComment(mark) {
        const start = this.#at;
        let end = start + mark;
        let loneCr = -1;
        for (; end < this.#length; end++) {
            const code = this.#text.charCodeAt(end);
            if (code === C.lf)
                break;
            if (code === C.cr && this.#text.charCodeAt(end + 1) !== C.lf) {
                if (this.#lexical.crEndsComment)
                    break;
                if (loneCr < 0)
                    loneCr = end;
            }
        }
        if (loneCr >= 0 && this.#text.slice(loneCr, end).trim() !== '') {
            this.#reportUnreadable('a lone carriage return in a line comment: servers differ on where the comment ends', loneCr, end);
        }
        const comment = this.#text.slice(start + mark, end).trim();
        if (this.#hasTemplates && trimsLineEnd(this.#text, comment, end))
            this.#reportUnreadable(JOINED_LINES, start, end);
        this.#out.comments.push({ start, end, text: comment });
        this.#at = end;
    }
    #blockComment() {
        const text = this.#text;
        const start = this.#at;
        let end = start + 2;
        let depth = 1;
        if (this.#lexical.nestedComments) {
            const mark = /\/\*|\*\//g;
            mark.lastIndex = end;
            while (depth > 0) {
                const found = mark.exec(text);
                if (!found)
                    break;
                depth += found[0] === '/*' ? 1 : -1;
                end = mark.lastIndex;
            }
        }
        else {
            const close = text.indexOf('*/', end);
            if (close >= 0) {
                depth = 0;
                end = close + 2;
            }
        }
        if (depth > 0) {
            end = this.#length;
            this.#reportUnreadable('a comment is not closed', start, Math.min(start + 2, end));
            this.#out.push(tokens.T.unreadable, start, end);
        }
        else {
            this.#out.comments.push({ start, end, text: text.slice(start + 2, end - 2).trim() });
        }
        this.#at = end;
    }
    #openExecutable() {
        const mark = /\/\*M?!(\d{5,6})?/y;
        mark.lastIndex = this.#at;
        const found = mark.exec(this.#text);
        if (!found)
            return false;
        // Every MariaDB dump has `/*M!999999\- enable the sandbox mode */`: a client command, which only restricts the
        // client.
        if (this.#text.startsWith('\\-', mark.lastIndex))
            return false;
        this.#executable = true;
        this.#push(tokens.T.execOpen, mark.lastIndex);
        return true;
    }
    #updateMode(first) {
        const after = modeAfter(this.#out, first, this.#out.length, this.#mode, this.#modeChanged);
        if (after === this.#mode)
            return;
        const mode = this.#maybeInvalid ? { ...after, uncertain: true } : after;
        this.#modeChanged ||= mode.lexical !== this.#mode.lexical;
        this.#mode = mode;
        this.#lexical = mode.lexical;
    }
    // Statement ends
    #terminate(end) {
        this.#push(tokens.T.terminator, end);
        const first = this.#statementStart;
        this.#statementStart = this.#out.length;
        if (this.#fragment)
            return;
        if (this.#changesModes)
            this.#updateMode(first);
        if (this.#lexical.family === 'psql' && this.#isCopy(first))
            this.#copyData();
        this.#maybeInvalid = false;
    }
    /** Whether the statement is a `COPY … FROM stdin;`, which is followed by data up to a `\.` line. */
    #isCopy(first) {
        const out = this.#out;
        if (out.word(first) !== 'COPY')
            return false;
        for (let at = first + 1; at < out.length; at++) {
            if (out.word(at) === 'FROM' && out.word(at + 1) === 'STDIN')
                return true;
        }
        return false;
    }
    #copyData() {
        if (this.#maybeInvalid) {
            this.#reportUnreadable('whether data follows this COPY is unknown', this.#at - 1, this.#at);
            return;
        }
        const line = /\r?\n|\r/g;
        line.lastIndex = this.#at;
        if (!line.exec(this.#text))
            return;
        const start = line.lastIndex;
        const close = /^\\\.[ \t]*\r?$/gm;
        close.lastIndex = start;
        // If one COPY has no end, no later COPY has one either.
        const found = this.#copyEnds ? close.exec(this.#text) : null;
        if (!found) {
            this.#copyEnds = false;
            this.#reportUnreadable('the data of `COPY … FROM stdin` does not end with a line `\\.`', start, Math.min(start + 1, this.#length));
            return;
        }
        this.#at = close.lastIndex;
    }
    #separator(code) {
        if (this.#lexical.separator === 'go') {
            if ((code | 32) !== 103 || !this.#atLineStart())
                return false;
            const go = /go[ \t]*(?:\d+[ \t]*)?;?[ \t]*(?:--[^\r\n]*)?(?=\r|\n|$)/iy;
            go.lastIndex = this.#at;
            if (!go.exec(this.#text))
                return false;
            this.#terminate(go.lastIndex);
            return true;
        }
        if (this.#lexical.separator === 'delimiter-line')
            return !this.#fragment && this.#delimiterLine(code);
        if ((code | 32) === 100 && this.#out.length === this.#statementStart && this.#atLineStart()) {
            const command = /delimiter[ \t]+(\S+)[^\r\n]*/iy;
            command.lastIndex = this.#at;
            const found = command.exec(this.#text);
            if (found) {
                this.#delimiter = (found[1] ?? ';').replace(/^(['"`])(.+)\1$/, '$2').slice(0, MAX_DELIMITER);
                this.#at = command.lastIndex;
                return true;
            }
        }
        if (this.#delimiter !== ';' && this.#text.startsWith(this.#delimiter, this.#at)) {
            this.#terminate(this.#at + this.#delimiter.length);
            return true;
        }
        return false;
    }
    /**
     * `delimiter X`, and later `X` alone on a line, as loaders of scripts for several databases split them. `;` still ends
     * a statement. To the server these lines are part of a statement, so a delimiter must not quote or comment.
     */
    #delimiterLine(code) {
        const { length } = this.#delimiter;
        if (length > 1 && this.#text.startsWith(this.#delimiter, this.#at) && this.#atLineStart()) {
            if (lineAt(this.#text, this.#at).length > length)
                return false;
            this.#maybeInvalid = true;
            this.#terminate(this.#at + length);
            this.#maybeInvalid = true;
            return true;
        }
        if ((code | 32) !== 100 || this.#out.length > this.#statementStart || !this.#atLineStart())
            return false;
        const command = /delimiter[ \t]+([a-z]{0,8}[/|@#!^&~]{2,4}|;)[ \t]*(?=\r|\n|$)/iy;
        command.lastIndex = this.#at;
        const found = command.exec(this.#text);
        if (!found)
            return false;
        this.#delimiter = found[1] ?? ';';
        this.#at = command.lastIndex;
        this.#maybeInvalid = true;
        return true;
    }
    #isLineStart = () => this.#atLineStart();
    #atLineStart() {
        for (let at = this.#at - 1; at >= 0; at--) {
            const code = this.#text.charCodeAt(at);
            if (code === C.lf || code === C.cr)
                return true;
            if (code !== C.space && code !== C.tab && code !== 0xfeff)
                return false;
        }
        return true;
    }
    // Templates and client commands
    #template(code) {
        const template = this.#templates.at(this.#at, code, this.#code(1), this.#brackets > 0);
        if (!template)
            return false;
        if (template.kind === tokens.T.unreadable)
            this.#reportUnreadable(template.reason, this.#at, template.end);
        this.#push(template.kind, template.end);
        return true;
    }
    #clientCommand(code) {
        const start = this.#out.length === this.#statementStart;
        const { family } = this.#lexical;
        const command = clientCommandAt(this.#text, this.#at, code, family, start, this.#isLineStart);
        if (!command)
            return false;
        if (command.kind === 'terminator')
            this.#terminate(command.end ?? this.#at + 1);
        else
            this.#directive(command.end);
        return true;
    }
    /** Adds a client command line as a separate statement. It also ends the statement before it. */
    #directive(known) {
        if (this.#out.length > this.#statementStart)
            this.#out.push(tokens.T.terminator, this.#at, this.#at);
        let end = known ?? this.#at;
        if (known === undefined) {
            while (end < this.#length && this.#text.charCodeAt(end) !== C.lf && this.#text.charCodeAt(end) !== C.cr)
                end++;
        }
        this.#push(tokens.T.directive, end);
        this.#out.push(tokens.T.terminator, end, end);
        this.#statementStart = this.#out.length;
    }
    // Words, numbers, quotes
    /** Whether `#` or `@` starts a name, as in `#t`, `##t`, `@x` and `@@x`. */
    #sigil() {
        const next = this.#code(1);
        return isLetter(next) || isDigit(next) || next === C.hash || next === C.at || next === C.dollar;
    }
    #word(code) {
        const next = this.#code(1);
        if (next === C.quote || (next === 38 && (code | 32) === 117)) {
            if (this.#prefixed(code))
                return;
        }
        const { sigils } = this.#lexical;
        const variable = sigils && code === C.at;
        const start = this.#at;
        // Clients find the DELIMITER inside words too: `END$$`.
        const inside = this.#delimiter !== ';' && this.#lexical.separator === 'delimiter';
        const delimiter = inside ? this.#delimiter.charCodeAt(0) : -1;
        let end = start + 1;
        for (; end < this.#length; end++) {
            const char = this.#text.charCodeAt(end);
            if (char === delimiter && this.#text.startsWith(this.#delimiter, end))
                break;
            if (isLetter(char) || isDigit(char)) {
                if (this.#lexical.unicodeSpace && (char === 0xa0 || char === 0x3000))
                    break;
                continue;
            }
            if (char === C.dollar) {
                const after = this.#text.charCodeAt(end + 1);
                if (after === C.openBrace || (sigils && after === C.open))
                    break;
                continue;
            }
            if (sigils && (char === C.hash || char === C.at))
                continue;
            break;
        }
        if (this.#lexical.family === 'mysql' && this.#text.charCodeAt(end) === C.quote && code === C.underscore) {
            this.#at = end;
            return this.#quoted(tokens.T.string, C.quote, true, start);
        }
        this.#push(variable ? tokens.T.param : tokens.T.word, end);
    }
    /** `E'…'`, `B'…'`, `X'…'`, `N'…'`, `U&'…'`, `U&"…"`. */
    #prefixed(code) {
        const letter = code | 32;
        const start = this.#at;
        if (this.#code(1) === 38) {
            const quote = this.#code(2);
            if (this.#lexical.family !== 'psql' || (quote !== C.quote && quote !== C.doubleQuote))
                return false;
            this.#at += 2;
            this.#quoted(quote === C.quote ? tokens.T.string : tokens.T.quoted, quote, false, start);
            return true;
        }
        const { backslash, family } = this.#lexical;
        if (letter === 101 && family === 'psql') {
            this.#at++;
            this.#quoted(tokens.T.string, C.quote, true, start, false);
            return true;
        }
        if (letter === 98 || letter === 120 || letter === 110) {
            this.#at++;
            this.#quoted(tokens.T.string, C.quote, backslash === 'always', start);
            return true;
        }
        return false;
    }
    #number() {
        const number = /0[xX][0-9a-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
        number.lastIndex = this.#at;
        number.exec(this.#text);
        this.#push(tokens.T.number, Math.max(number.lastIndex, this.#at + 1));
    }
    #quoted(kind, close, escapes, start = this.#at, uncertain = kind === tokens.T.string && this.#mode.uncertain) {
        const text = this.#text;
        const mark = String.fromCharCode(close);
        let end = this.#at + 1;
        let ambiguous = false;
        for (;;) {
            const found = text.indexOf(mark, end);
            if (found < 0) {
                this.#reportUnreadable(kind === tokens.T.string ? 'a string is not closed' : 'a quoted name is not closed', start, start + 1);
                this.#at = start;
                return this.#push(tokens.T.unreadable, this.#length);
            }
            if (escapes || uncertain) {
                let slashes = 0;
                for (let at = found - 1; at >= end && text.charCodeAt(at) === C.backslash; at--)
                    slashes++;
                if (slashes % 2 === 1) {
                    if (uncertain && !ambiguous)
                        this.#reportUnreadable('where this string ends depends on a setting whose value is unknown', start, start + 1);
                    ambiguous = uncertain;
                    if (escapes) {
                        end = found + 1;
                        continue;
                    }
                }
            }
            if (text.charCodeAt(found + 1) === close) {
                end = found + 2;
                continue;
            }
            end = found + 1;
            break;
        }
        this.#at = start;
        this.#push(kind, end);
    }
    #doubleQuoted() {
        if (this.#lexical.doubleQuote === 'string') {
            return this.#quoted(tokens.T.string, C.doubleQuote, this.#lexical.backslash === 'always');
        }
        const template = this.#hasTemplates && this.#code(1) === C.openBrace ? quotedTemplateEnd(this.#text, this.#at) : -1;
        if (template >= 0)
            return this.#push(tokens.T.placeholder, template);
        this.#quoted(tokens.T.quoted, C.doubleQuote, false);
    }
    #dollar() {
        if (isDigit(this.#code(1))) {
            let end = this.#at + 2;
            while (isDigit(this.#text.charCodeAt(end)))
                end++;
            this.#push(tokens.T.param, end);
            return true;
        }
        if (!this.#lexical.dollarQuotes)
            return false;
        const tag = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y;
        tag.lastIndex = this.#at;
        const found = tag.exec(this.#text);
        if (!found)
            return false;
        const close = this.#text.indexOf(found[0], tag.lastIndex);
        if (close < 0) {
            this.#reportUnreadable('a dollar-quoted string is not closed', this.#at, tag.lastIndex);
            this.#push(tokens.T.unreadable, this.#length);
        }
        else {
            this.#push(tokens.T.dollar, close + found[0].length);
        }
        return true;
    }
    #atSign() {
        const variable = /@@?(?:[\w$.]+|`[^`]*`|'[^']*'|"[^"]*")/y;
        variable.lastIndex = this.#at;
        if (variable.exec(this.#text))
            return this.#push(tokens.T.param, variable.lastIndex);
        this.#push(tokens.T.op, this.#at + 1);
    }
    #operator() {
        if (!SECOND_CHARACTERS.has(this.#code(1)))
            return this.#push(tokens.T.op, this.#at + 1);
        const text = this.#text;
        if (OPERATORS_3.has(text.slice(this.#at, this.#at + 3)))
            return this.#push(tokens.T.op, this.#at + 3);
        if (OPERATORS_2.has(text.slice(this.#at, this.#at + 2)))
            return this.#push(tokens.T.op, this.#at + 2);
        this.#push(tokens.T.op, this.#at + 1);
    }
}
/** Splits a file into tokens and comments. */
function lex(text, dialect) {
    return new Lexer(text, dialects/* LEXICAL */.x[dialect], false).run();
}
/** Splits a template file into tokens and comments. The text of the tokens is masked, with the same offsets. */
function lexTemplate(text, dialect, marks) {
    const masked = maskTemplates(text, marks);
    const tokens = lex(masked.text, dialect);
    tokens.unreadable.push(...masked.blocks);
    tokens.unreadable.sort((a, b) => a.span.start - b.span.start);
    return tokens;
}
/**
 * Splits text that a server received: no templates, client commands or client separators. `lexical` reflects its
 * session.
 */
function lexTraffic(text, lexical) {
    return new Lexer(text, lexical, true, false).run();
}
/** Splits text inside a statement (a routine body, a string run as SQL): no client commands, no COPY data. */
function lexFragment(text, dialect) {
    return new Lexer(text, dialects/* LEXICAL */.x[dialect], true).run();
}


/***/ }),

/***/ 76663:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   X: () => (/* binding */ piecesOf)
/* harmony export */ });
/* harmony import */ var _tokens_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(63617);

const VALUE_WORDS = new Set(['NULL', 'TRUE', 'FALSE']);
function isLiteral(tokens, at) {
    const kind = tokens.kind(at);
    return kind === _tokens_js__WEBPACK_IMPORTED_MODULE_0__.T.number || kind === _tokens_js__WEBPACK_IMPORTED_MODULE_0__.T.string || kind === _tokens_js__WEBPACK_IMPORTED_MODULE_0__.T.dollar || kind === _tokens_js__WEBPACK_IMPORTED_MODULE_0__.T.unreadable;
}
/** Whether the token at `at` belongs to the literal before it: a continued string, or `12abc`. */
function continues(tokens, at) {
    if (isLiteral(tokens, at))
        return tokens.kind(at) !== _tokens_js__WEBPACK_IMPORTED_MODULE_0__.T.number || tokens.start(at) === tokens.end(at - 1);
    const kind = tokens.kind(at);
    return (kind === _tokens_js__WEBPACK_IMPORTED_MODULE_0__.T.word || kind === _tokens_js__WEBPACK_IMPORTED_MODULE_0__.T.quoted) && tokens.start(at) === tokens.end(at - 1);
}
/** The token after the literal at `at`. */
function afterLiteral(tokens, at, to) {
    let next = at + 1;
    while (next < to && continues(tokens, next))
        next++;
    return next;
}
/** The token after the list of `IN (literal, …)` that opens at `at`; -1 if it holds anything but literals. */
function afterList(tokens, at, to) {
    let next = at;
    do {
        next++;
        if (next >= to || !isLiteral(tokens, next))
            return -1;
        next = afterLiteral(tokens, next, to);
    } while (next < to && tokens.word(next) === ',');
    return next < to && tokens.word(next) === ')' ? next + 1 : -1;
}
/**
 * The token after the value at `at` if that value is a whole item of a row (`5`, `-5`, `'x'`, NULL, TRUE, FALSE); else
 * -1.
 */
function afterValue(tokens, at, to) {
    const word = tokens.word(at);
    let next = -1;
    if (isLiteral(tokens, at))
        next = afterLiteral(tokens, at, to);
    else if (tokens.kind(at) === _tokens_js__WEBPACK_IMPORTED_MODULE_0__.T.word && VALUE_WORDS.has(word))
        next = at + 1;
    else if (word === '-' && tokens.kind(at + 1) === _tokens_js__WEBPACK_IMPORTED_MODULE_0__.T.number)
        next = afterLiteral(tokens, at + 1, to);
    return next > 0 && next < to && (tokens.word(next) === ',' || tokens.word(next) === ')') ? next : -1;
}
/** Adds the pieces of the VALUES rows at `from`. A row of the same form as the one before it is left out. */
function readRows(tokens, from, to, pieces) {
    let at = from;
    let previousRow = '';
    while (at < to && tokens.word(at) === '(') {
        const start = pieces.length;
        const comma = tokens.word(at - 1) === ',';
        if (comma)
            pieces.push({ at: at - 1, literal: false });
        const first = pieces.length;
        at = readRow(tokens, at, to, pieces);
        const row = rowKey(tokens, pieces, first);
        if (row === previousRow)
            pieces.length = start;
        previousRow = row;
        if (tokens.word(at) !== ',' || tokens.word(at + 1) !== '(')
            break;
        at++;
    }
    return at;
}
function readRow(tokens, from, to, pieces) {
    let depth = 0;
    let at = from;
    while (at < to) {
        const word = tokens.word(at);
        const after = step(tokens, at, to, pieces);
        // An IN list of literals was consumed with its closing parenthesis.
        if (word === '(' && after === at + 1)
            depth++;
        const item = depth === 1 && (word === '(' || word === ',') && after === at + 1 ? afterValue(tokens, after, to) : -1;
        at = after;
        if (item > 0) {
            pieces.push({ at, literal: true });
            at = item;
        }
        if (word === ')' && --depth <= 0)
            return at;
    }
    return at;
}
function rowKey(tokens, pieces, from) {
    return JSON.stringify(pieces.slice(from).map(({ at, literal }) => (literal ? 0 : tokens.word(at) || tokens.raw(at))));
}
/** Adds one token, one literal, or an IN list of literals as one piece; returns the next token. */
function step(tokens, at, to, pieces) {
    if (isLiteral(tokens, at)) {
        pieces.push({ at, literal: true });
        return afterLiteral(tokens, at, to);
    }
    pieces.push({ at, literal: false });
    if (tokens.word(at) !== '(' || tokens.word(at - 1) !== 'IN')
        return at + 1;
    const after = afterList(tokens, at, to);
    if (after < 0)
        return at + 1;
    pieces.push({ at: at + 1, literal: true }, { at: after - 1, literal: false });
    return after;
}
/**
 * The pieces of tokens `from` to `to`, with literals marked. `IN (1, 2, 3)` has one literal, and of consecutive VALUES
 * rows of the same form only the first is kept: the pieces do not depend on the number of items or rows.
 */
function piecesOf(tokens, from, to) {
    const pieces = [];
    for (let at = from; at < to;) {
        const values = tokens.word(at) === 'VALUES' || tokens.word(at) === 'VALUE';
        at = step(tokens, at, to, pieces);
        if (values && tokens.word(at) === '(')
            at = readRows(tokens, at, to, pieces);
    }
    return pieces;
}


/***/ }),

/***/ 75147:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   CN: () => (/* binding */ NO_TARGET),
/* harmony export */   LX: () => (/* binding */ qualified),
/* harmony export */   MQ: () => (/* binding */ readName),
/* harmony export */   _n: () => (/* binding */ unquote),
/* harmony export */   zN: () => (/* binding */ foldName)
/* harmony export */ });
/* harmony import */ var _tokens_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(63617);

const NO_TARGET = { name: '', schema: '', quoted: false, text: '' };
/** Folds a name the way the dialect compares names. */
function foldName(name, quoted, lexical) {
    const folded = lexical.fold === 'all' || (lexical.fold === 'unquoted' && !quoted) ? name.toLowerCase() : name;
    return lexical.fold === 'unquoted' ? truncate(folded) : folded;
}
/** PostgreSQL truncates names to 63 bytes (NAMEDATALEN - 1), so a longer spelling refers to the same table. */
function truncate(name) {
    if (name.length <= 15)
        return name;
    const bytes = new TextEncoder().encode(name);
    if (bytes.length <= 63)
        return name;
    let end = 63;
    while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80)
        end--;
    return new TextDecoder().decode(bytes.subarray(0, end));
}
/** The text of a quoted name or string literal: without the quotes, and with doubled quotes reduced to one. */
function unquote(raw) {
    if (/^[uU]&/.test(raw))
        return unicodeEscapes(unquote(raw.slice(2)));
    const hasPlaceholder = raw.charAt(0);
    const close = hasPlaceholder === '[' ? ']' : hasPlaceholder;
    return raw.slice(1, -1).replaceAll(close + close, close);
}
function unicodeEscapes(text) {
    return text.replace(/\\(?:\+([0-9a-fA-F]{6})|([0-9a-fA-F]{4})|\\)/g, (match, six, four) => {
        const hex = six ?? four;
        if (hex === undefined)
            return match === '\\\\' ? '\\' : match;
        const code = Number.parseInt(hex, 16);
        return code <= 0x10ffff ? String.fromCodePoint(code) : match;
    });
}
function isNamePart(tokens, at) {
    const kind = tokens.kind(at);
    return kind === _tokens_js__WEBPACK_IMPORTED_MODULE_0__.T.word || kind === _tokens_js__WEBPACK_IMPORTED_MODULE_0__.T.quoted || kind === _tokens_js__WEBPACK_IMPORTED_MODULE_0__.T.placeholder || kind === _tokens_js__WEBPACK_IMPORTED_MODULE_0__.T.param;
}
/** Reads one part of a name. `app_${env}` is one part of several adjacent tokens. */
function readPart(tokens, at, lexical) {
    let next = at + 1;
    let hasPlaceholder = tokens.kind(at) === _tokens_js__WEBPACK_IMPORTED_MODULE_0__.T.placeholder;
    while (tokens.start(next) === tokens.end(next - 1) &&
        (tokens.kind(next) === _tokens_js__WEBPACK_IMPORTED_MODULE_0__.T.placeholder ||
            (hasPlaceholder && (tokens.kind(next) === _tokens_js__WEBPACK_IMPORTED_MODULE_0__.T.word || tokens.kind(next) === _tokens_js__WEBPACK_IMPORTED_MODULE_0__.T.number)))) {
        hasPlaceholder = true;
        next++;
    }
    const raw = tokens.text.slice(tokens.start(at), tokens.end(next - 1));
    const kind = tokens.kind(at);
    if (kind === _tokens_js__WEBPACK_IMPORTED_MODULE_0__.T.quoted && !hasPlaceholder) {
        const name = unquote(raw);
        const template = /\$\{|\{\{|\$\(|%\(/.test(name) || (/^[uU]&/.test(raw) && tokens.word(next) === 'UESCAPE');
        return { part: { name: template ? undefined : foldName(name, true, lexical), raw: name, quoted: true }, next };
    }
    if (kind === _tokens_js__WEBPACK_IMPORTED_MODULE_0__.T.word && !hasPlaceholder)
        return { part: { name: foldName(raw, false, lexical), raw, quoted: false }, next };
    const known = kind === _tokens_js__WEBPACK_IMPORTED_MODULE_0__.T.param && raw.startsWith('@') ? raw.toLowerCase() : undefined;
    return { part: { name: known, raw, quoted: false }, next };
}
/**
 * Reads `name`, `schema.name` or `catalog.schema.name`. Without a name at `at`, the target is empty and `next` is `at`.
 */
function readName(tokens, at, lexical) {
    let next = at;
    // T-SQL allows leading parts to be omitted: `..table`.
    if (lexical.sigils)
        while (tokens.word(next) === '.')
            next++;
    if (!isNamePart(tokens, next))
        return { target: NO_TARGET, next: at };
    const parts = [];
    for (;;) {
        const read = readPart(tokens, next, lexical);
        parts.push(read.part);
        next = read.next;
        if (tokens.word(next) !== '.')
            break;
        next++;
        // T-SQL allows a middle part to be omitted: `db..table`.
        while (tokens.word(next) === '.')
            next++;
        if (!isNamePart(tokens, next))
            break;
    }
    const last = parts.at(-1);
    const before = parts.at(-2);
    const target = {
        name: last.name,
        schema: before ? before.name : '',
        quoted: last.quoted,
        text: parts.map((part) => part.name ?? part.raw).join('.'),
    };
    return { target, next };
}
/** `schema.name` or `name`, the form used in facts; undefined if unknown. */
function qualified(target) {
    if (target.name === undefined || target.schema === undefined)
        return undefined;
    return target.schema === '' ? target.name : `${target.schema}.${target.name}`;
}


/***/ }),

/***/ 63617:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   T: () => (/* binding */ T),
/* harmony export */   c: () => (/* binding */ TokenList)
/* harmony export */ });
/** Token kinds. Small numbers, so that the tokens of a 4 MB statement fit in typed arrays. */
const T = {
    /** Past the last token. */
    end: 0,
    /** An unquoted word: keyword or name. */
    word: 1,
    /** A quoted name. */
    quoted: 2,
    /** A string literal. */
    string: 3,
    number: 4,
    /** `$1`, `?`, `:name`, `@name`: a value given at run time. */
    param: 5,
    /** Operator or punctuation. */
    op: 6,
    /** `${x}`, `{{x}}`, `$(x)`: a template placeholder for one name or value. */
    placeholder: 7,
    /** A dollar-quoted string. */
    dollar: 8,
    /** A command line for the client program (`\i`, `.read`, `:r`). */
    directive: 9,
    /** `;`, `GO`, or the current DELIMITER. */
    terminator: 10,
    /** Unreadable text: NUL, an unterminated quote, a template control block. */
    unreadable: 11,
    /** The start and end marks of an executable comment. */
    execOpen: 12,
    execClose: 13,
};
/** The index of the first of the ascending numbers that is not below the limit. */
function firstFrom(numbers, limit) {
    let low = 0;
    let high = numbers.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (numbers[middle] < limit)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
/** The tokens of a text, in order, without comments and white space. */
class TokenList {
    text;
    comments = [];
    unreadable = [];
    length = 0;
    #kinds = new Uint8Array(256);
    #starts = new Int32Array(256);
    #ends = new Int32Array(256);
    #words = [];
    #pairs;
    constructor(text) {
        this.text = text;
    }
    push(kind, start, end) {
        const at = this.length++;
        if (at === this.#kinds.length)
            this.#grow();
        this.#kinds[at] = kind;
        this.#starts[at] = start;
        this.#ends[at] = end;
    }
    #grow() {
        const size = this.#kinds.length * 2;
        const kinds = new Uint8Array(size);
        kinds.set(this.#kinds);
        this.#kinds = kinds;
        const starts = new Int32Array(size);
        starts.set(this.#starts);
        this.#starts = starts;
        const ends = new Int32Array(size);
        ends.set(this.#ends);
        this.#ends = ends;
    }
    kind(at) {
        return at >= 0 && at < this.length ? this.#kinds[at] : T.end;
    }
    start(at) {
        return at < this.length ? (this.#starts[at] ?? 0) : this.text.length;
    }
    end(at) {
        return at < this.length ? (this.#ends[at] ?? 0) : this.text.length;
    }
    raw(at) {
        return at >= 0 && at < this.length ? this.text.slice(this.#starts[at], this.#ends[at]) : '';
    }
    /** A word in upper case, or an operator or terminator as written; empty for every other kind. */
    word(at) {
        if (at < 0 || at >= this.length)
            return '';
        const known = this.#words[at];
        if (known !== undefined)
            return known;
        const kind = this.#kinds[at];
        let word = '';
        if (kind === T.word)
            word = this.text.slice(this.#starts[at], this.#ends[at]).toUpperCase();
        else if (kind === T.op || kind === T.terminator)
            word = this.text.slice(this.#starts[at], this.#ends[at]);
        this.#words[at] = word;
        return word;
    }
    /** The opening parentheses in tokens `from` to `to`, in order. */
    openingsIn(from, to) {
        const { openings } = this.#parentheses();
        return openings.slice(firstFrom(openings, from), firstFrom(openings, to));
    }
    /** The parenthesis that closes the one at `at`; -1 if none does. */
    closing(at) {
        return this.#parentheses().closings.get(at) ?? -1;
    }
    /** Found once for each text: in nested parentheses, counting from each one takes quadratic time. */
    #parentheses() {
        if (this.#pairs)
            return this.#pairs;
        const pairs = { openings: [], closings: new Map() };
        const open = [];
        for (let at = 0; at < this.length; at++) {
            const kind = this.#kinds[at];
            if (kind !== T.op && kind !== T.terminator)
                continue;
            const word = this.word(at);
            if (word === '(') {
                open.push(at);
                pairs.openings.push(at);
            }
            else if (word === ')') {
                const start = open.pop();
                if (start !== undefined)
                    pairs.closings.set(start, at);
            }
        }
        this.#pairs = pairs;
        return pairs;
    }
    /** A new list over the same text with those tokens of `from` to `to` for which `keep` returns true. */
    filtered(from, to, keep) {
        const list = new TokenList(this.text);
        for (let at = from; at < to; at++)
            if (keep(at))
                list.push(this.kind(at), this.start(at), this.end(at));
        return list;
    }
}


/***/ })

};
