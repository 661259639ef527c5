export const id = 6182;
export const ids = [6182];
export const modules = {

/***/ 25900:
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

// EXTERNAL MODULE: ./build/esm/rules/index.js + 46 modules
var esm_rules = __webpack_require__(3728);
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

// EXTERNAL MODULE: ./build/esm/model/index.js + 13 modules
var model = __webpack_require__(37745);
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
     * Equal for two statements with the same tokens that come after the same settings. White space, comments, and letter
     * case outside of quotes do not matter.
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
     * condition, and whether a later ROLLBACK undoes it.
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
        let before = '';
        for (const statement of statements) {
            for (let next = unreadable.at(-1); next && next.start < statement.span.start; next = unreadable.at(-1)) {
                before = digest(`${before}\n${text.slice(next.start, next.end)}`);
                unreadable.pop();
            }
            result.set(statement, `${before}${undone.get(statement) ? ' undone' : ''}`);
            if (changesContext(statement, text))
                before = digest(`${before}\n${this.#exactText(statement)}`);
        }
        return result;
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
/** `@x := …`, `SELECT … INTO @x`, `@'x'`; but not an e-mail address, or a string that begins with `@`. */
const VARIABLE = /(?:^|[^\w'".@])@{1,2}[\w$#"'`]/;
const SETS = /\bset_config\b|\bsp_set_session_context\b/i;
/** A timeout can only make a statement fail, so adding one before old statements keeps them old. */
const TIMEOUT = /^set(?:local|session)?(?:lock_timeout|statement_timeout|lock_wait_timeout|innodb_lock_wait_timeout)(?:=|to)?'?\w+'?$/;
function changesContext(statement, text) {
    const sql = withoutComments(text, statement);
    if (statement.operations.some(isContextChange))
        return !TIMEOUT.test(squeeze(sql.slice(0, 200))) || sql.length > 200;
    return VARIABLE.test(sql) || SETS.test(sql);
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
    const script = reader.read(task.text, { path: task.path });
    const before = task.status === 'modified' ? task.baseText : undefined;
    const base = before === undefined ? undefined : judgeScript(reader.read(before, { path: task.path }), task, judging);
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
        for (const { hit, side, status, exemption } of counting) {
            const finding = make.fromHit(hit, statement, side, status, exemption);
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
    const worse = (0,model/* stricter */.Rn)(a.hit.verdict, b.hit.verdict) === a.hit.verdict ? a : b;
    return { ...worse, side: 'both' };
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
        notApplied: (0,esm_rules/* rulesNotApplied */.oo)(ruleset, scope),
    };
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

/***/ 3728:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  aN: () => (/* reexport */ DEFAULT_PACK),
  lG: () => (/* reexport */ MAX_TEXT),
  tm: () => (/* reexport */ NEVER),
  as: () => (/* reexport */ NamePattern),
  R8: () => (/* reexport */ Occurrences),
  On: () => (/* reexport */ RULE_FILE),
  e6: () => (/* reexport */ RULE_FOLDER),
  G9: () => (/* reexport */ RuleFacts),
  d4: () => (/* reexport */ addedSuppressions),
  px: () => (/* reexport */ applySuppressions),
  QJ: () => (/* reexport */ atomsOf),
  $o: () => (/* reexport */ compactShape),
  P8: () => (/* reexport */ compareRulesets),
  n6: () => (/* reexport */ describeIssue),
  eo: () => (/* reexport */ emptyRuleset),
  WC: () => (/* reexport */ expiredExceptions),
  fu: () => (/* reexport */ fillMessage),
  Rj: () => (/* reexport */ fingerprint),
  wg: () => (/* reexport */ formulaOfRule),
  gD: () => (/* reexport */ holdsOn),
  WM: () => (/* reexport */ includesAcknowledgement),
  HJ: () => (/* reexport */ judgeStatement),
  eC: () => (/* reexport */ loadPack),
  Xf: () => (/* reexport */ loadRuleset),
  _W: () => (/* reexport */ matchesWildcard),
  oD: () => (/* reexport */ quoteCel),
  kv: () => (/* reexport */ readYamlFile),
  oo: () => (/* reexport */ rulesNotApplied),
  xA: () => (/* reexport */ testRuleset),
  S5: () => (/* reexport */ toLine),
  nm: () => (/* reexport */ truthPairs),
  h3: () => (/* reexport */ whyNotApplicable),
  a1: () => (/* reexport */ withException)
});

// UNUSED EXPORTS: PACKS, evaluate

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

// EXTERNAL MODULE: ./build/esm/model/index.js + 13 modules
var model = __webpack_require__(37745);
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
                const value = readFact(fact, entry, this.facts[name], this.bounds);
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
const FACTS_IN_TERM = /\b(?:operation|statement)\.(?:target\.)?[a-zA-Z]+/g;
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
        decide: (facts) => term.decide(facts.known.operation, facts.known.statement),
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
/** Rules that do not apply in this scope, with the reason. They are listed in reports, not counted as unknown. */
function rulesNotApplied(ruleset, scope) {
    const found = [];
    for (const rule of ruleset.rules) {
        const reason = rule.condition && whyNotApplicable(rule.condition.reads, scope);
        if (rule.verdict !== 'off' && reason !== undefined)
            found.push({ rule: rule.id, reason });
    }
    for (const exception of ruleset.exceptions) {
        const reason = whyNotApplicable(exception.condition.reads, scope);
        if (reason === undefined)
            continue;
        found.push({
            rule: exception.rule,
            reason: `one of its exceptions ${reason} (the rule itself still applies)`,
        });
    }
    return found;
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
        return `there is no fact \`${path}\` to print${(0,model/* suggestion */.h)(path, knownFacts())}; docs/facts.md lists them`;
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
function emptyRuleset() {
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
    const singleRule = effectiveRuleset({
        rules: [rule],
        exceptions: [],
        acknowledgements: [],
        sources: [],
        commit: undefined,
    });
    const run = (wanted, sql) => {
        const problem = problemOf(singleRule, rule, wanted, reader.read(sql, { path: set.path ?? EXAMPLE_PATH }), set);
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
function refuseFunction(name, node) {
    const method = METHODS.find((known) => known.toLowerCase() === name.toLowerCase());
    const advice = method === undefined
        ? `use one of the functions ${called(FUNCTIONS)}; methods such as \`.upperAscii()\` are called on a value`
        : `it is a method, so call it on a value: \`<value>.${method}(…)\``;
    throw new ConditionProblem(`the function \`${name}()\` is not available in conditions${method === undefined ? (0,model/* suggestion */.h)(name, FUNCTIONS) : ''}; ${advice}`, node.start);
}
function refuseMethod(name, node) {
    throw new ConditionProblem(`the method \`.${name}()\` is not available in conditions${(0,model/* suggestion */.h)(name, METHODS)}; use one of ${called(METHODS, '.')}`, node.start);
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
        throw asProblem(error);
    }
    restrict(parsed.ast);
    usePatterns(parsed.ast, patternEngine, patterns);
    const checked = parsed.check();
    if (!checked.valid)
        throw asProblem(checked.error);
    if (checked.type !== 'bool') {
        throw new ConditionProblem(`the condition returns ${checked.type ?? 'no value'}; it must return true or false`, 0);
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
function asProblem(error) {
    if (!(error instanceof Error))
        return new ConditionProblem('invalid condition', 0);
    const { code, summary, range } = error;
    const message = oneLine(summary ?? error.message);
    return new ConditionProblem(explain(code, message), range?.start ?? 0);
}
/** Returns the message of the library, with advice for the most common mistakes. */
function explain(code, message) {
    const name = message.split(': ')[1] ?? '';
    if (code === 'unknown_variable') {
        return `unknown name \`${name}\`; a condition can use ${Object.keys(model/* FACT_TABLES */.vp).join(', ')}`;
    }
    if (code === 'no_such_key') {
        const facts = [...Object.values(model/* FACT_TABLES */.vp).flatMap((table) => Object.keys(table)), ...Object.keys(model/* TARGET_FIELDS */.G_)];
        return `there is no fact \`${name}\` here${(0,model/* suggestion */.h)(name, facts)}; docs/facts.md lists them`;
    }
    if (/^unexpected token: EOF/i.test(message))
        return 'the condition ends too early; complete the expression';
    return `invalid condition: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
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
        const first = node.op === '?:' ? 1 : node.op === '&&' || node.op === '||' ? 0 : parts.length;
        parts.forEach((part, i) => {
            visit(part, always && i < first);
        });
    }
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
/** A condition of a built-in pack, evaluated without the expression language. It reads neither caller nor file. */
function termCondition(term) {
    return {
        text: term.cel,
        reads: READS_NOTHING,
        cost: 10,
        decide: (facts) => term.decide(facts.known.operation, facts.known.statement),
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
        decide: (operation, statement) => {
            const value = term.decide(operation, statement);
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
        decide: (operation, statement) => {
            let undecided;
            for (const term of terms) {
                const value = term.decide(operation, statement);
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
/** The statement calls one of these functions. Matches only its main operation, so that a call is reported once. */
function calls(functions) {
    return and(oneOf('place', ['statement']), someOf('functions', functions));
}

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
        when: not(is('readable')),
        verdict: 'block',
        message: 'SQL is built at run time, so it cannot be checked',
        description: 'The text that an EXECUTE builds is known only at run time, and it can do anything that other rules ' +
            'forbid. Literal text is read and checked as usual.',
        help: 'Write out the statement. If names really vary, let a reviewer allow this one with a reason.',
        examples: [
            {
                block: ["DO $$ DECLARE t text; BEGIN SELECT x INTO t FROM y; EXECUTE 'DROP TABLE ' || t; END $$"],
                pass: ["DO $$ BEGIN EXECUTE 'ALTER TABLE users ADD COLUMN a int'; END $$"],
            },
            { dialect: 'transactsql', block: ['EXEC(@sql)', 'EXEC sp_executesql @sql'], pass: ["EXEC('SELECT 1')"] },
        ],
    },
];

;// CONCATENATED MODULE: ./build/esm/rules/packs/recommended/data-loss.js

/** Statements that delete rows for good. */
const DATA_LOSS = [
    {
        id: 'no-drop-table',
        operations: ['drop_table'],
        when: REAL,
        verdict: 'block',
        message: 'dropping table {operation.target} loses all its rows',
        description: 'Dropping a table deletes its rows, indexes, grants and triggers, and only a backup can restore them. Code ' +
            'that still uses the table fails immediately.',
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
            { dialect: 'sqlite', block: ['DROP TABLE "users"'] },
            {
                dialect: 'transactsql',
                block: ['DROP TABLE [dbo].[users]'],
                pass: ['CREATE TABLE #t (id int); DROP TABLE #t'],
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
        when: not(is('createdHere')),
        verdict: 'block',
        suppressible: false,
        message: 'policy {operation.target}, which decides who can see or write rows, is changed or dropped',
        description: 'Dropping or rewriting a policy changes who can see and write which rows. If it gives too much access, ' +
            'nothing fails.',
        help: 'Ask the owner of the data to agree, and add an exception that names the policy.',
        examples: [
            {
                block: ['DROP POLICY tenant ON users', 'ALTER POLICY tenant ON users USING (true)'],
                pass: ['CREATE POLICY tenant ON users USING (tenant_id = 1)'],
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
                block: ['CREATE POLICY everybody ON users USING (true)'],
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
        when: not(is('createdHere')),
        verdict: 'warn',
        message: 'trigger {operation.target} no longer checks or records writes',
        description: 'Triggers check rows and write audit records. Without the trigger, writes succeed with no check, no record ' +
            'and no error. Dropping and re-creating it also leaves a gap, unless one transaction does both.',
        help: 'Replace the trigger in one statement or one transaction (`CREATE OR REPLACE TRIGGER`), or explain why it ' +
            'is no longer needed.',
        examples: [
            {
                block: ['DROP TRIGGER audit ON users', 'DROP EVENT TRIGGER guard'],
                pass: ['CREATE TRIGGER t AFTER INSERT ON users EXECUTE FUNCTION f(); DROP TRIGGER t ON users'],
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
/** Commands that only set a client variable. Not psql's `\\set`: it runs text in back-ticks in a shell. */
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
        message: 'this sets a variable of the client program, whose text becomes part of the SQL and cannot be checked',
        description: 'sqlcmd inserts the text of a variable wherever `$(name)` appears, before the server sees the statement. ' +
            'The text can end that statement and start another.',
        help: 'Write the value where it is used. If a script is generated with variables for database and file names, ' +
            'let a reviewer allow each one with a reason.',
        examples: [
            {
                dialect: 'transactsql',
                block: [':setvar x "1; DROP TABLE users"\nSELECT $(x)'],
                pass: ['SELECT $(x)', ':on error exit\nSELECT 1'],
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
        when: UNFILTERED_WRITE,
        verdict: 'block',
        message: 'this UPDATE overwrites {operation.columns} in every row of {operation.target}',
        description: 'An UPDATE without a WHERE clause, or with one that is always true, overwrites every row of the table. The ' +
            'old values are lost, and every row stays locked until the transaction ends.',
        help: 'Add a WHERE clause that selects the rows to change (`WHERE new_column IS NULL` for a backfill), and ' +
            'update them in batches. For a new column, set a default instead.',
        examples: [
            {
                block: ["UPDATE users SET plan = 'free'", "UPDATE users SET plan = 'free' WHERE 1 = 1"],
                pass: ["UPDATE users SET plan = 'free' WHERE plan IS NULL", 'CREATE TABLE t (a int); UPDATE t SET a = 1'],
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
/** The pack for repositories without a ruleset of their own. */
const DEFAULT_PACK = 'querygate:recommended@1';
/**
 * Built-in packs by name and version. Verdicts never change within a version:
 * adding a rule or making one stricter requires a new version.
 */
const PACKS = new Map([[DEFAULT_PACK, RECOMMENDED_1]]);
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

;// CONCATENATED MODULE: ./build/esm/rules/load/merge.js








/** Adds the rules of a file to the table, overriding earlier rules with the same id. Throws ConfigError. */
function applyRules(table, source) {
    for (const placed of source.rules) {
        const before = table.get(placed.entry.id);
        const rule = before ? override(before, placed, source.name) : create(placed, source.name, table);
        if (before)
            refuseLoosening(before, rule, placed, source.name);
        if (rule.condition && readsBoth(rule.condition.reads)) {
            throw new model/* ConfigError */.xL('the condition reads `caller` and `file`, which are not always known together; ' +
                'guard one of them, as in `has(caller.user) && …`, or write two rules', placed.placeOf('when'));
        }
        table.set(rule.id, rule);
    }
}
function create(placed, source, table) {
    const { entry } = placed;
    const { operations, verdict, message } = entry;
    if (operations === undefined || verdict === undefined || message === undefined) {
        const missing = Object.entries({ operations, verdict, message }).flatMap(([key, value]) => value === undefined ? [`\`${key}\``] : []);
        throw new model/* ConfigError */.xL(`new rule \`${entry.id}\` has no ${missing.join(', ')}${(0,model/* suggestion */.h)(entry.id, table.keys())}; ` +
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
/**
 * Returns the exceptions of a file, once all rules are known. Throws ConfigError for an exception to a rule
 * that does not exist or that another file made final.
 */
function readExceptions(table, source) {
    return source.exceptions.map((placed) => {
        const { entry } = placed;
        const rule = table.get(entry.rule);
        if (!rule) {
            throw new model/* ConfigError */.xL(`unknown rule \`${entry.rule}\` in this exception${(0,model/* suggestion */.h)(entry.rule, table.keys())}`, placed.placeOf('rule'));
        }
        if (rule.finalIn !== undefined && rule.finalIn !== source.name)
            throw finalError(rule, placed.placeOf('rule'));
        const condition = conditionOf(placed, entry.when);
        if (readsBoth(condition.reads)) {
            throw new model/* ConfigError */.xL('the condition reads `caller` and `file`; write two exceptions', placed.placeOf('when'));
        }
        return toException(entry, condition, source.name, placed.place);
    });
}
function finalError(rule, place) {
    return new model/* ConfigError */.xL(`rule \`${rule.id}\` is final in \`${rule.finalIn ?? ''}\`, so this file cannot add an exception; ask ${rule.owner ?? 'its owner'} to add it there`, place);
}
function toException(entry, condition, source, place) {
    return { rule: entry.rule, condition, reason: entry.reason, owner: entry.owner, until: entry.until, source, place };
}
/**
 * Returns the acknowledgements of a file, once all rules are known. Throws ConfigError if the rule does not exist, or
 * if the condition reads `file`, which production queries do not have. A break by a final rule may be acknowledged in
 * any file, since that does not change the verdict.
 */
function readAcknowledgements(table, source) {
    return source.acknowledgements.map((placed) => {
        const { entry, place } = placed;
        if (!table.has(entry.rule)) {
            throw new model/* ConfigError */.xL(`unknown rule \`${entry.rule}\` in this acknowledgement${(0,model/* suggestion */.h)(entry.rule, table.keys())}`, placed.placeOf('rule'));
        }
        const condition = conditionOf(placed, entry.when);
        if (condition?.reads.file === 'yes') {
            throw new model/* ConfigError */.xL('the condition reads `file`, which production queries do not have; use `operation`, `statement` or `caller`', placed.placeOf('when'));
        }
        const { rule, flow, reason, owner, until } = entry;
        return { rule, flow, condition, maxFlows: entry['max-flows'], reason, owner, until, source: source.name, place };
    });
}

;// CONCATENATED MODULE: ./build/esm/rules/load/schema-issue.js

/** Describes a schema issue in one line: what the file contains, and what it should contain. */
function describeIssue(issue, source) {
    const { path } = issue;
    const { root } = source;
    const name = describePath(path);
    const what = name === '' ? 'the file' : `\`${name}\``;
    const given = show(valueAt(root, path));
    if ((issue.code === 'invalid_type' || issue.code === 'invalid_value') && valueAt(root, path) === undefined) {
        return { path, key: undefined, message: `\`${name}\` is missing; add ${missingText(issue, path)}` };
    }
    switch (issue.code) {
        case 'unrecognized_keys': {
            const key = issue.keys[0] ?? '';
            const known = keysAt(source.schema, path);
            const hint = nearest(key, known) || `; use ${known.map((each) => `\`${each}\``).join(', ')}`;
            return { path, key, message: `unknown key \`${clip(key)}\`${inside(name)}${hint}` };
        }
        case 'invalid_value': {
            const known = issue.values.map(String);
            const listed = known.length > 12 ? 'docs/facts.md lists them' : `use ${known.map((value) => `\`${value}\``).join(', ')}`;
            const hint = typeof valueAt(root, path) === 'string' ? nearest(String(valueAt(root, path)), known) : '';
            return { path, key: undefined, message: `${given} is not a valid value for \`${name}\`${hint}; ${listed}` };
        }
        case 'invalid_type': {
            const advice = issue.expected === 'array' ? listText(path.at(-1), valueAt(root, path)) : '';
            return { path, key: undefined, message: `${what} must be ${article(issue.expected)}, but is ${given}${advice}` };
        }
        case 'invalid_union': {
            const value = valueAt(root, path);
            // The branch for the type of the value gives the most specific message.
            const branch = issue.errors.find((issues) => !issues.some((inner) => inner.code === 'invalid_type' && inner.path.length === 0));
            const inner = branch?.[0];
            if (inner) {
                const described = describeIssue({ ...inner, path: [...path, ...inner.path] }, source);
                return described;
            }
            return { path, key: undefined, message: `\`${name}\` has the wrong type: it is ${show(value)}` };
        }
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
 * Reads and validates untrusted YAML (or JSON).
 *
 * Throws ConfigError with file, line and column if the file is not UTF-8, larger than 256 KiB, nested more than
 * 32 levels, invalid YAML, or does not match the schema; or if it has more than 500 keys in one mapping or 100 aliases.
 * `what` names the type of file in messages, such as `rule file`.
 */
async function readYamlFile(input, schema) {
    const { file, what } = input;
    const text = decode(input.bytes, file, what);
    const yaml = await __webpack_require__.e(/* import() */ 8815).then(__webpack_require__.t.bind(__webpack_require__, 38815, 19));
    const lines = new yaml.LineCounter();
    const at = (offset) => placeAt(lines, file, offset);
    const tokens = [...new yaml.Parser(lines.addNewLine).parse(text)];
    refuseBombs(tokens, (offset, problem) => {
        throw new model/* ConfigError */.xL(`${problem} in this ${what}; make it simpler`, at(offset));
    });
    // Composing is recursive, so it must not see deep nesting.
    const [document, second] = new yaml.Composer({ prettyErrors: false }).compose(tokens, true, text.length);
    if (second) {
        throw new model/* ConfigError */.xL(`a ${what} must contain only one YAML document; remove the second one`, at(second.range[0]));
    }
    if (!document)
        throw new model/* ConfigError */.xL(`the ${what} is empty`, { file, line: 1, column: 1 });
    const error = document.errors[0] ?? document.warnings[0];
    if (error)
        throw new model/* ConfigError */.xL(`invalid YAML: ${lowerFirst(error.message)}`, at(error.pos[0]));
    let plain;
    try {
        plain = document.toJS({ maxAliasCount: MAX_ALIASES });
    }
    catch {
        throw new model/* ConfigError */.xL(`too many aliases in this ${what}; write the values out`, { file, line: 1, column: 1 });
    }
    const placeOf = (path) => at(rangeStart(yaml, document, path));
    const result = schema.safeParse(plain);
    if (!result.success) {
        const issues = result.error.issues.map((issue) => describeIssue(issue, { root: plain, schema }));
        const located = issues.map((issue) => ({
            ...issue,
            place: (issue.key ? placeOfKey(issue.path, issue.key) : undefined) ?? placeOf(issue.path),
        }));
        located.sort((a, b) => (a.place.line ?? 0) - (b.place.line ?? 0) || (a.place.column ?? 0) - (b.place.column ?? 0));
        const first = located[0];
        if (first)
            throw new model/* ConfigError */.xL(first.message, first.place);
    }
    return {
        file,
        value: result.data,
        placeOf,
        placeOfKey,
        placeInText(path, offset) {
            const node = document.getIn(path, true);
            if (!yaml.isScalar(node) || !node.range)
                return placeOf(path);
            return at(offsetInScalar(text, { type: node.type, start: node.range[0], end: node.range[1] }, offset));
        },
    };
    function placeOfKey(path, key) {
        const map = path.length === 0 ? document?.contents : document?.getIn(path, true);
        if (yaml.isMap(map)) {
            for (const pair of map.items) {
                const node = pair.key;
                if (yaml.isScalar(node) && String(node.value) === key && node.range)
                    return at(node.range[0]);
            }
        }
        return undefined;
    }
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
/** Checks the tokens without recursion: composing a deeply nested document can crash the process. */
function refuseBombs(roots, refuse) {
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
            push(item.key, depth + 1);
            push(item.value, depth + 1);
        }
    }
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
function lowerFirst(text) {
    const line = text.split('\n', 1)[0] ?? '';
    return line.charAt(0).toLowerCase() + line.slice(1);
}

;// CONCATENATED MODULE: ./build/esm/rules/load/rule-source.js


/** Reads a rule file. Throws ConfigError with the position of the first mistake. */
async function readRuleSource(name, bytes) {
    const { ruleFileSchema } = await Promise.all(/* import() */[__webpack_require__.e(2857), __webpack_require__.e(9343)]).then(__webpack_require__.bind(__webpack_require__, 39343));
    const yaml = await readYamlFile({ file: name, bytes, what: 'rule file' }, ruleFileSchema);
    const placed = (entry, path) => ({
        entry,
        place: yaml.placeOf(path),
        placeOf: (key) => yaml.placeOf([...path, key]),
        placeOfKey: (key) => yaml.placeOfKey(path, key),
        placeInText: (key, offset) => yaml.placeInText([...path, key], offset),
    });
    const { value } = yaml;
    const source = {
        name,
        extends: (value.extends ?? []).map((base, i) => ({ name: base, place: yaml.placeOf(['extends', i]) })),
        rules: (value.rules ?? []).map((entry, i) => placed(entry, ['rules', i])),
        exceptions: (value.exceptions ?? []).map((entry, i) => placed(entry, ['exceptions', i])),
        acknowledgements: (value.acknowledge ?? []).map((entry, i) => placed(entry, ['acknowledge', i])),
    };
    refuseDuplicates(source);
    return source;
}
function refuseDuplicates(source) {
    const first = new Map();
    for (const { entry, place, placeOf } of source.rules) {
        const earlier = first.get(entry.id);
        if (earlier) {
            throw new model/* ConfigError */.xL(`rule \`${entry.id}\` is already defined on line ${earlier.line ?? '?'}; merge the two`, placeOf('id'));
        }
        first.set(entry.id, place);
    }
}

;// CONCATENATED MODULE: ./build/esm/rules/load/sources.js



const sources_MAX_DEPTH = 10;
const MAX_FILES = 100;
const sources_MAX_BYTES = 1024 * 1024;
/** Reads rule files and the sources that they extend from one tree. Extended sources come first, each only once. */
class SourceLoader {
    items = [];
    #tree;
    #done = new Set();
    #files = 0;
    #bytes = 0;
    constructor(tree) {
        this.#tree = tree;
    }
    /** Adds an entry file and everything that it extends. Throws ConfigError. */
    async add(path) {
        await this.#addFile(path, undefined, []);
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
        const source = await readRuleSource(path, await this.#read(path, from));
        for (const base of source.extends) {
            if (base.name.startsWith(PACK_PREFIX))
                this.#addPack(base.name, base.place);
            else
                await this.#addFile(resolve(path, base.name, base.place), base.place, [...ancestors, path]);
        }
        this.#done.add(path);
        this.items.push({ kind: 'file', source });
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
const RULE_FILE = '.querygate/rules.yml';
const RULE_FOLDER = '.querygate/rules';
const MAX_RULES = 2000;
/** Maximum steps of all conditions together for one operation: a few tenths of a second in the worst case. */
const ruleset_MAX_COST = 5_000_000;
/**
 * Loads a ruleset. Returns undefined if `entry` is undefined and the tree has no rule file (the caller then uses
 * DEFAULT_PACK). Throws ConfigError with file, line and column for a mistake in a file, or if `entry` does not exist.
 */
async function loadRuleset({ tree, entry }) {
    if (entry?.startsWith(PACK_PREFIX))
        return loadPack(entry);
    const files = await entryFiles(tree, entry);
    if (!files)
        return undefined;
    const loader = new SourceLoader(tree);
    for (const file of files)
        await loader.add(file);
    const { items } = loader;
    if (entry === undefined)
        await rejectIgnoredFiles(tree, items);
    await loadConditionEngine([...conditionsOf(items)]);
    const table = new Map();
    for (const item of items) {
        if (item.kind === 'file')
            applyRules(table, item.source);
        else
            for (const rule of packRules(item.name))
                table.set(rule.id, rule);
    }
    const exceptions = items.flatMap((item) => (item.kind === 'file' ? readExceptions(table, item.source) : []));
    const acknowledgements = items.flatMap((item) => item.kind === 'file' ? readAcknowledgements(table, item.source) : []);
    assertCostBudget([...table.values()], exceptions, acknowledgements);
    return effectiveRuleset({
        rules: [...table.values()],
        exceptions,
        acknowledgements,
        sources: items.map((item) => (item.kind === 'file' ? item.source.name : item.name)),
        commit: tree.commit,
    });
}
/** Loads a built-in pack by name and version. Throws ConfigError if it does not exist. */
async function loadPack(name = DEFAULT_PACK) {
    return effectiveRuleset({
        rules: packRules(name),
        exceptions: [],
        acknowledgements: [],
        sources: [name],
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
        if ((await tree.read(RULE_FILE)).kind !== 'missing')
            return [RULE_FILE];
        await refuseMisnamed(tree);
        const files = await ruleFilesBelow(tree, RULE_FOLDER);
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
    const misnamed = `${RULE_FILE.slice(0, -'.yml'.length)}.yaml`;
    if ((await tree.read(misnamed)).kind === 'missing')
        return;
    throw new model/* ConfigError */.xL(`this file is not read; rename it to \`${RULE_FILE}\``, { file: misnamed });
}
/** Rejects files in the rules folder that nothing loads, which would otherwise be ignored silently. */
async function rejectIgnoredFiles(tree, items) {
    const read = new Set(items.flatMap((item) => (item.kind === 'file' ? [item.source.name] : [])));
    const ignored = (await ruleFilesBelow(tree, RULE_FOLDER)).find((path) => !read.has(path));
    if (ignored !== undefined) {
        throw new model/* ConfigError */.xL(`this file is not read because \`${RULE_FILE}\` exists; list it there under \`extends\`, or move it`, { file: ignored });
    }
    const link = (await tree.links?.(RULE_FOLDER))?.find((path) => /\.ya?ml$/.test(path));
    if (link !== undefined)
        throw new model/* ConfigError */.xL('the rule file is a link, and links are not followed; use a file', { file: link });
}
async function ruleFilesBelow(tree, folder) {
    const paths = await tree.list(folder);
    return paths.filter((path) => /\.ya?ml$/.test(path)).sort();
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

/***/ 68795:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  xT: () => (/* reexport */ dialects/* LEXICAL */.x),
  hH: () => (/* reexport */ ScriptState),
  Ck: () => (/* binding */ createSqlReader),
  xM: () => (/* reexport */ decodeSql),
  mY: () => (/* reexport */ looksLikeSql),
  iZ: () => (/* reexport */ objectsOf),
  z: () => (/* reexport */ passingName)
});

// UNUSED EXPORTS: writtenShapes

// EXTERNAL MODULE: ./build/esm/model/index.js + 13 modules
var model = __webpack_require__(37745);
// EXTERNAL MODULE: ./build/esm/sql/reader/scan.js
var reader_scan = __webpack_require__(2394);
;// CONCATENATED MODULE: ./build/esm/sql/merge-readings.js

const WITH_LIBPG_QUERY = ['tokens', 'libpg-query'];
const WITH_NODE_SQL_PARSER = ['tokens', 'node-sql-parser'];
/**
 * The union of two readings: a grammar may add an operation or make a fact more precise, but never removes an operation
 * that the token reader found.
 */
function mergeReadings(operations, facts, read) {
    if (!read)
        return { operations, facts: mergeFacts(facts, NOTHING_READ) };
    if (read.operations.length === 0)
        return { operations, facts: mergeFacts(facts, read) };
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
        const key = keyOf(operation);
        known.add(key);
        const counterpart = byKey.get(key)?.pop();
        return counterpart ? refine(operation, counterpart) : operation;
    });
    const added = read.operations.filter((operation) => !known.has(keyOf(operation)));
    return { operations: [...merged, ...added], facts: mergeFacts(facts, read) };
}
function keyOf({ kind, target }) {
    return JSON.stringify([kind, target.name, target.schema || '']);
}
const NOTHING_READ = { understood: false, operations: [], facts: {} };
/** Written out key by key: spreading this many keys for each statement would take most of the time on a large file. */
function mergeFacts(facts, { understood, exact, facts: own }) {
    return {
        tablesRead: !understood ? facts.tablesRead : exact ? own.tablesRead : merge(facts.tablesRead, own.tablesRead),
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
    return (0,reader_scan/* withFacts */.Qj)(operation, {
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

// EXTERNAL MODULE: ./build/esm/sql/reader/body.js
var reader_body = __webpack_require__(12131);
// EXTERNAL MODULE: ./build/esm/sql/text/names.js
var names = __webpack_require__(75147);
// EXTERNAL MODULE: ./build/esm/sql/text/tokens.js
var text_tokens = __webpack_require__(63617);
;// CONCATENATED MODULE: ./build/esm/sql/reader/columns.js


const CONSTRAINT_STARTS = new Set('CONSTRAINT PRIMARY UNIQUE FOREIGN CHECK EXCLUDE LIKE INDEX KEY FULLTEXT SPATIAL PERIOD'.split(' '));
/** Whether a table element or ADD action is a constraint or index rather than a column. */
function isConstraint(scan, at) {
    return scan.tokens.kind(at) === text_tokens.T.word && CONSTRAINT_STARTS.has(scan.tokens.word(at));
}
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
    const columns = [];
    const parenthesis = firstParenthesis(scan, at, to);
    if (parenthesis >= 0 && (type === 'primary_key' || type === 'unique' || type === 'foreign_key')) {
        for (const part of scan.commaParts(parenthesis + 1, scan.afterParenthesis(parenthesis, to) - 1)) {
            const name = nameAt(scan, part.from);
            if (name !== undefined)
                columns.push(name);
        }
    }
    const notValid = scan.find(new Set(['VALID']), at, to);
    return {
        constraint,
        constraintType: type,
        columns,
        notValid: notValid > at && tokens.word(notValid - 1) === 'NOT',
        hasPrimaryKey: type === 'primary_key',
        unique: type === 'unique' || type === 'primary_key',
    };
}
function firstParenthesis(scan, from, to) {
    for (let at = from; at < to; at++)
        if (scan.tokens.word(at) === '(')
            return at;
    return -1;
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
    const engine = scan.find(new Set(['ENGINE']), from, to);
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
    const inherits = hasLike || scan.find(new Set(['LIKE', 'PARTITION', 'OF', 'CLONE', 'INHERITS', 'AS', 'SELECT']), next, to) >= 0;
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
        columns,
        dataTypes,
        hasPrimaryKey: hasPrimaryKey || !inherits ? hasPrimaryKey : undefined,
    });
    return true;
}
/** `ON COMMIT DROP` */
function endsWithCommit(scan, from, to) {
    const commit = scan.find(new Set(['COMMIT']), from, to);
    return commit >= 0 && scan.is(commit - 1, 'ON', 'COMMIT', 'DROP');
}
function readIndex(scan, from, at, to, flags) {
    const { tokens, lexical } = scan;
    const concurrently = tokens.word(at) === 'CONCURRENTLY';
    const exists = (0,reader_scan/* readIfExists */.OR)(scan, concurrently ? at + 1 : at);
    const name = tokens.word(exists.next) === 'ON'
        ? { target: names/* NO_TARGET */.CN, next: exists.next }
        : (0,names/* readName */.MQ)(tokens, exists.next, lexical);
    const on = scan.find(new Set(['ON']), name.next, to);
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
    const online = scan.find(new Set(['ONLINE']), table.next, to) >= 0 || hasOnlineOption(scan, table.next, to);
    scan.add('create_index', from, to, {
        target: name.target,
        table: (0,names/* qualified */.LX)(table.target),
        columns,
        unique: flags.unique,
        orReplace: flags.orReplace,
        ifNotExists: exists.ifNotExists,
        concurrently: concurrently || online,
    });
    return true;
}
/** T-SQL's `WITH (ONLINE = ON)`. */
function hasOnlineOption(scan, from, to) {
    const options = scan.find(new Set(['WITH']), from, to);
    if (options < 0)
        return false;
    for (let at = options; at < Math.min(to, options + 64); at++)
        if (scan.is(at, 'ONLINE', '=', 'ON'))
            return true;
    return false;
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
        const on = scan.find(new Set(['ON']), next, to);
        if (on >= 0)
            facts.table = (0,names/* qualified */.LX)((0,names/* readName */.MQ)(tokens, on + 1, lexical).target);
    }
    if (kind === 'create_type')
        facts.columns = [];
    scan.add(kind, from, to, facts);
    if (kind === 'create_schema')
        readSchemaElements(scan, next, to);
    if (kind === 'create_role' && lexical.family === 'psql') {
        const member = scan.find(new Set(['ROLE', 'ADMIN', 'USER', 'IN']), next, to);
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
    const at = scan.find(new Set(['LANGUAGE']), from, to);
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
    const soname = scan.find(new Set(['SONAME']), next, to) >= 0;
    const assembly = scan.is(scan.find(new Set(['EXTERNAL']), parameters, to) + 1, 'NAME');
    const external = language === 'c' || language === 'internal' || soname || (lexical.family === 'sqlcmd' && assembly);
    scan.add(kind, from, to, { target, orReplace: flags.orReplace, ifNotExists: exists.ifNotExists, language });
    if (external) {
        scan.add('load_library', from, to, { target, language });
        return true;
    }
    readBody(scan.at('routine_body'), parameters, to, language);
    return true;
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
        const start = scan.find(new Set(['DO']), next, to);
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
        const begin = scan.find(new Set(['BEGIN']), from, to);
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
    const on = scan.find(new Set(['ON', 'TO']), next, to);
    const table = on >= 0 && kind !== 'create_event' ? (0,names/* qualified */.LX)((0,names/* readName */.MQ)(tokens, on + 1, lexical).target) : '';
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
        const found = scan.find(new Set(['DO']), from, to);
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
        const begin = scan.find(new Set(['BEGIN']), from, to);
        return begin < 0 ? to : begin;
    }
    const row = scan.find(new Set(['ROW']), from, to);
    if (row < 0)
        return to;
    const order = tokens.word(row + 1);
    return order === 'FOLLOWS' || order === 'PRECEDES' ? row + 3 : row + 1;
}

;// CONCATENATED MODULE: ./build/esm/sql/reader/alter-table.js





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
    if (tokens.word(first) === 'WITH' && /^(?:NO)?CHECK$/.test(tokens.word(first + 1)))
        first += 2;
    const parts = scan.commaParts(first, to);
    const temporary = (0,reader_scan/* isTemporaryName */.$W)(target, lexical);
    if (tokens.word(from + 1) === 'FOREIGN')
        readForeignOptions(scan, from, to, target);
    let previous = '';
    let understood = parts.length > 0;
    for (const part of parts) {
        const start = part.from === first ? from : part.from;
        const add = (kind, facts = {}) => scan.add(kind, start, part.to, { target, temporary, ...facts });
        const action = readAction(scan, part.from, part.to, previous, add);
        if (action === undefined)
            understood = false;
        else
            previous = action;
    }
    return understood;
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
                add('alter_table');
            return word;
        case 'ATTACH':
            add('attach_partition', { table: (0,names/* qualified */.LX)((0,names/* readName */.MQ)(tokens, at + 2, scan.lexical).target) });
            return word;
        case 'DETACH':
            add('detach_partition', {
                table: (0,names/* qualified */.LX)((0,names/* readName */.MQ)(tokens, at + 2, scan.lexical).target),
                concurrently: scan.find(new Set(['CONCURRENTLY']), at, to) >= 0,
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
        case 'CONVERT':
            add(tokens.word(at + 1) === 'PARTITION' ? 'detach_partition' : 'alter_table');
            return word;
        case 'VALIDATE':
            add('validate_constraint', { constraint: nameAt(scan, at + 2) ?? '' });
            return word;
        default:
            return readContinued(scan, at, to, previous, add);
    }
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
    else if (tokens.word(start) === 'PARTITION')
        return add('attach_partition');
    else if (isConstraint(scan, start)) {
        if (isIndexWord(scan, start))
            return add('create_index', { unique: tokens.word(start) === 'UNIQUE' });
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
    add('add_column', { ...readColumn(scan, start, to), ifNotExists: exists.ifNotExists });
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
            return add('drop_index', { cascade, table: '' });
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
    if (first === 'SET' && second === 'DEFAULT')
        return add('set_default', { columns, hasDefault: true });
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
function readToggle(scan, word, at, to, add) {
    const row = scan.find(new Set(['ROW']), at, to);
    const on = word === 'ENABLE' || word === 'FORCE';
    if (row >= 0)
        return add(on ? 'enable_row_security' : 'disable_row_security');
    const trigger = scan.find(new Set(['TRIGGER', 'RULE']), at, to);
    if (trigger >= 0)
        return add(on ? 'enable_trigger' : 'disable_trigger');
    add('alter_table');
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
        case 'INDEX':
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
    INDEX: 'index',
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
    const on = scan.find(new Set(['ON']), at, to);
    scan.add('change_owner', from, to, on < 0 ? {} : classifiedName(scan, on + 1));
    return on >= 0;
}
/** T-SQL: `ALTER SCHEMA s TRANSFER OBJECT::t`. */
function readTransfer(scan, from, at, to) {
    const transfer = scan.find(new Set(['TRANSFER']), at, to);
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
    const on = scan.find(new Set(['ON']), next, to);
    const table = on < 0 ? '' : (0,names/* qualified */.LX)((0,names/* readName */.MQ)(scan.tokens, on + 1, scan.lexical).target);
    scan.add(kind, from, to, { target, table });
    return on >= 0;
}
/** `ALTER VIEW v RENAME TO w`, `ALTER FUNCTION f OWNER TO x`, `ALTER TYPE t ADD VALUE 'x'`. */
function readAlterNamed(scan, kind, from, at, to, objectClass) {
    const { tokens } = scan;
    const exists = (0,reader_scan/* readIfExists */.OR)(scan, at);
    const { target, next } = (0,names/* readName */.MQ)(tokens, exists.next, scan.lexical);
    const facts = { target, ifExists: exists.ifExists, objectClass };
    const action = scan.find(new Set(['RENAME', 'OWNER', 'SET', 'ADD', 'DROP', 'TRANSFER']), next, to);
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
    const at = scan.find(new Set(['SESSION_REPLICATION_ROLE']), from, to);
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
function readDefaultPrivileges(scan, from, at, to) {
    const { tokens } = scan;
    const grantees = [];
    const receiver = scan.find(new Set(['TO']), at, to);
    const verb = scan.find(new Set(['GRANT', 'REVOKE']), at, to);
    const toAt = receiver >= 0 ? receiver : scan.find(new Set(['FROM']), at, to);
    if (toAt >= 0)
        for (const part of scan.commaParts(toAt + 1, to))
            grantees.push((nameAt(scan, part.from) ?? '').toLowerCase());
    const privileges = [];
    const on = scan.find(new Set(['ON']), at, to);
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

// EXTERNAL MODULE: ./build/esm/sql/text/batches.js
var batches = __webpack_require__(7727);
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
        const text = scan.find(new Set(['FROM']), from, to);
        return text >= 0 && readDynamic(scan, from, text + 1, to, to);
    }
    scan.add('prepare', from, to);
    if (scan.is(from + 1, 'TRANSACTION'))
        return true;
    const as = scan.find(new Set(['AS']), from, to);
    if (as < 0 || as + 1 >= to)
        return false;
    return tokens.word(as + 1) !== '' && scan.readStatement(scan.at('prepared'), as + 1, to);
}
/** Functions that quote their argument, so that it is a single name or value inside dynamic SQL. */
const QUOTING = new Set(['QUOTE_IDENT', 'QUOTE_LITERAL', 'QUOTE_NULLABLE', 'QUOTENAME', 'QUOTE']);
/** Maximum nesting of calls and parentheses; deeper text is unknown. */
const MAX_TEXT_DEPTH = 20;
const CONCATENATES = new Set(['||', '+']);
/** The text that the expression in `from` to `to` produces, as far as it is known. */
function readText(scan, from, to, depth = 0) {
    const { tokens } = scan;
    if (depth > MAX_TEXT_DEPTH)
        return { text: '${value}', complete: false };
    let at = from;
    let end = to;
    for (let nested = 0; tokens.word(at) === '(' && scan.afterParenthesis(at, end) === end; nested++) {
        if (nested > MAX_TEXT_DEPTH)
            return { text: '${value}', complete: false };
        at++;
        end--;
    }
    if (/^(?:FORMAT|CONCAT)$/.test(tokens.word(at)) &&
        tokens.word(at + 1) === '(' &&
        scan.afterParenthesis(at + 1, end) === end) {
        const parts = scan.commaParts(at + 2, end - 1);
        if (tokens.word(at) === 'CONCAT')
            return joined(parts.map((part) => readText(scan, part.from, part.to, depth + 1)));
        return formatted(parts[0] ? readText(scan, parts[0].from, parts[0].to, depth + 1) : { text: '', complete: false });
    }
    const operands = scan.partsBetween(CONCATENATES, at, end);
    if (operands.length > 1)
        return joined(operands.map((part) => readText(scan, part.from, part.to, depth + 1)));
    const kind = tokens.kind(at);
    if (end - at === 1 && kind === text_tokens.T.dollar) {
        const raw = tokens.raw(at);
        const tag = raw.indexOf('$', 1) + 1;
        return { text: raw.slice(tag, -tag), complete: true };
    }
    if (end - at === 1 && kind === text_tokens.T.string) {
        return { text: (0,reader_body/* decodeString */.sc)(tokens.raw(at), scan.lexical.backslash === 'always'), complete: true };
    }
    const quoted = QUOTING.has(tokens.word(at)) && tokens.word(at + 1) === '(';
    return { text: '${value}', complete: quoted };
}
function joined(parts) {
    return { text: parts.map((part) => part.text).join(''), complete: parts.every((part) => part.complete) };
}
/** `format('… %I … %L …')`: %I and %L quote their argument; %s inserts unknown text. */
function formatted(template) {
    let complete = template.complete;
    const text = template.text.replace(/%(?:(\d+)\$)?-?\d*([sIL%])/g, (_all, _position, type) => {
        if (type === '%')
            return '%';
        if (type === 's')
            complete = false;
        return '${value}';
    });
    return { text, complete };
}
/** Reads the SQL that a string expression produces, as far as it is known. */
function readDynamic(scan, from, textFrom, textTo, to) {
    const dynamic = readText(scan, textFrom, textTo);
    const before = scan.out.operations.length;
    scan.add('execute_dynamic', from, to, { readable: dynamic.complete });
    if (!/\w/.test(dynamic.text.replaceAll('${value}', '')))
        return true;
    const exact = textTo - textFrom === 1 && scan.tokens.kind(textFrom) === text_tokens.T.dollar;
    const inner = (0,reader_body/* openText */.Uq)(scan, textFrom, 'dynamic', exact ? undefined : dynamic.text);
    if (!inner)
        return true;
    let understood = true;
    for (const range of split(inner.tokens, scan.lexical)) {
        const first = inner.tokens.kind(range.from);
        if (first === text_tokens.T.placeholder || !inner.readStatement(inner, range.from, range.to))
            understood = false;
    }
    if (!understood) {
        const execute = scan.out.operations[before];
        scan.out.operations[before] = { ...execute, readable: false };
    }
    return true;
}
/** System procedures that do the work of a statement. */
const PROCEDURES = {
    SP_EXECUTESQL: (scan, from, to, at) => {
        const first = scan.commaParts(at, to)[0];
        const equals = first ? scan.find(new Set(['=']), first.from, first.to) : -1;
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
/** `COPY t FROM …`, `COPY (query) TO …`, either with PROGRAM. */
function readCopy(scan, from, to) {
    const { tokens, lexical } = scan;
    const query = tokens.word(from + 1) === '(';
    const start = tokens.word(from + 1) === 'BINARY' ? from + 2 : from + 1;
    const name = query ? { target: names/* NO_TARGET */.CN, next: scan.afterParenthesis(start, to) } : (0,names/* readName */.MQ)(tokens, start, lexical);
    const direction = scan.find(new Set(['FROM', 'TO']), name.next, to);
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
        const into = scan.find(new Set(['TABLE']), from, to);
        const local = scan.find(new Set(['LOCAL']), from, into < 0 ? to : into) >= 0;
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
var _a;


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
/** Maximum nesting, deeper than any real filter. */
const MAX_DEPTH = 200;
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
    return parser.at >= to ? expression : { kind: 'opaque', text: textOf(tokens, from, to) };
}
function textOf(tokens, from, to) {
    const parts = [];
    for (let at = from; at < Math.min(to, from + 64); at++)
        parts.push(tokens.word(at) || tokens.raw(at));
    // A long text equals only itself.
    return to - from > 64 ? `${parts.join(' ')} #${from}` : parts.join(' ');
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
        return { kind: 'opaque', text: textOf(this.#tokens, from, this.at) };
    }
    parse(minPrecedence, depth) {
        if (depth > MAX_DEPTH) {
            const from = this.at;
            this.at = this.#to;
            this.tooDeep = true;
            return this.#opaqueFrom(from);
        }
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
                left = { kind: 'opaque', text: `${left.kind} ${textOf(this.#tokens, from, this.at)}` };
                continue;
            }
            const op = word === '||' && this.#isMysql ? 'OR' : word;
            const precedence = PRECEDENCE[op];
            if (precedence === undefined || precedence <= minPrecedence)
                return left;
            const next = this.#infix(op, left, precedence, depth);
            if (!next)
                return left;
            left = next;
        }
    }
    #infix(op, left, precedence, depth) {
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
                return this.#membership(inner, left, true, depth);
            }
            case 'IN':
            case 'BETWEEN':
            case 'LIKE':
            case 'ILIKE':
            case 'RLIKE':
            case 'REGEXP':
            case 'GLOB':
            case 'SIMILAR':
                return this.#membership(op, left, false, depth);
            case '::': {
                this.at++;
                this.#typeName();
                return left;
            }
            case 'COLLATE':
                this.at += 2;
                return left;
            case '[': {
                const from = this.at;
                this.#skipBracket('[', ']');
                return { kind: 'opaque', text: `${left.kind} ${textOf(this.#tokens, from, this.at)}` };
            }
        }
        this.at++;
        if (op === '=' && /^(?:ANY|SOME)$/.test(this.#word()) && this.#word(1) === '(' && this.#word(2) === 'ARRAY') {
            const items = this.#arrayItems(depth);
            if (items)
                return { kind: 'in', arg: left, items, negated: false };
        }
        if (/^(?:ANY|ALL|SOME)$/.test(this.#word()) && this.#word(1) === '(') {
            const from = this.at;
            this.at++;
            this.#skipBracket('(', ')');
            return { kind: 'opaque', text: `${op} ${textOf(this.#tokens, from, this.at)}` };
        }
        const right = this.parse(precedence, depth + 1);
        return { kind: 'binary', op: EQUIVALENT_OPERATORS[op] ?? op, left, right };
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
    #membership(op, arg, negated, depth) {
        const from = this.at;
        this.at++;
        if (op === 'IN') {
            if (this.#word() !== '(' || this.#startsQuery(1)) {
                this.#skipOperand(depth);
                return { kind: 'opaque', text: `${arg.kind} ${textOf(this.#tokens, from, this.at)}` };
            }
            const items = this.#arguments(depth);
            return { kind: 'in', arg, items, negated };
        }
        if (op === 'BETWEEN') {
            if (this.#word() === 'SYMMETRIC' || this.#word() === 'ASYMMETRIC')
                this.at++;
            const low = this.parse(6, depth + 1);
            if (this.#word() !== 'AND')
                return this.#opaqueFrom(from);
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
        return { kind: 'opaque', text: `${op} ${textOf(this.#tokens, from, this.at)}` };
    }
    #prefix(depth) {
        const tokens = this.#tokens;
        if (this.at >= this.#to)
            return { kind: 'opaque', text: '' };
        const from = this.at;
        const kind = tokens.kind(from);
        const word = this.#word();
        switch (kind) {
            case text_tokens.T.number: {
                this.at++;
                const value = Number(tokens.raw(from).replaceAll('_', ''));
                return Number.isNaN(value) ? this.#opaqueFrom(from) : { kind: 'constant', value };
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
                return this.#opaqueFrom(from);
        }
    }
    #string(from) {
        const raw = this.#tokens.raw(from);
        this.at++;
        const prefix = /^[nNeE](?=')/.test(raw) ? 1 : 0;
        if (raw.startsWith("'", prefix) || (raw.startsWith('"') && this.#isMysql)) {
            const value = (0,names/* unquote */._n)(raw.slice(prefix));
            if (/\\|\$\{|\{\{/.test(value))
                return this.#opaqueFrom(from);
            return { kind: 'constant', value };
        }
        return this.#opaqueFrom(from);
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
                    return this.#opaqueFrom(from);
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
            return { kind: 'column', text: parts.join('.') };
        }
        const name = tokens.word(this.at - 1).toLowerCase();
        if (this.#startsQuery(1)) {
            this.#skipBracket('(', ')');
            return this.#opaqueFrom(from);
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
            return query.value ?? this.#opaqueFrom(from);
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
            const inner = new _a(this.#tokens, at + 1, this.at - 1, this.#isMysql, []);
            const condition = inner.parse(0, depth + 1);
            this.tooDeep ||= inner.tooDeep;
            if (inner.at >= this.at - 1)
                where = condition;
            break;
        }
        return { kind: 'exists', always: rows === 'always', where };
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
        this.at = from + 1;
        this.#skipBracket('(', ')');
        return cast ? arg : this.#opaqueFrom(from);
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
                return otherwise ? { kind: 'case', branches } : this.#opaqueFrom(from);
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
        const inner = new _a(tokens, open + 2, close, this.#isMysql, []);
        const value = inner.parse(0, depth + 1);
        this.tooDeep ||= inner.tooDeep;
        if (inner.at < close && tokens.word(inner.at) === 'AS')
            inner.at = close;
        return { rows: 'always', value: inner.at >= close ? value : undefined };
    }
    #startsQuery(ahead) {
        let at = ahead;
        while (at < MAX_DEPTH && this.#word(at) === '(')
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
            return [{ kind: 'opaque', text: textOf(this.#tokens, from, this.at) }];
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
_a = Parser;

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
            const arg = inner(expression.arg);
            return arg === undefined ? undefined : `${expression.op} ${arg}`;
        }
        case 'binary': {
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

;// CONCATENATED MODULE: ./build/esm/sql/reader/filter.js




const WHERE = new Set(['WHERE']);
/** Words that end a WHERE, outside parentheses. */
const FILTER_ENDS = new Set('RETURNING ORDER LIMIT GROUP HAVING OPTION OUTPUT WINDOW OFFSET FETCH FOR UNION EXCEPT INTERSECT ;'.split(' '));
const OUTER = new Set(['OUTER', 'LEFT', 'RIGHT', 'FULL']);
const JOIN_ENDS = new Set('JOIN INNER LEFT RIGHT FULL CROSS NATURAL STRAIGHT_JOIN WHERE SET RETURNING ORDER LIMIT OPTION ,'.split(' '));
/** How the condition in tokens `from` to `to`, after a WHERE or ON, filters. For `own`, see parseExpression. */
function classifyCondition(scan, from, to, own = []) {
    const condition = parseExpression(scan.tokens, from, to, scan.lexical, own);
    const filterColumns = columnsIn(scan, from, to);
    const truth = condition === undefined ? undefined : truthOfCondition(condition);
    if (truth !== 'maybe') {
        return {
            filter: truth === undefined ? undefined : truth === 'true' ? 'always_true' : 'conditional',
            filterColumns,
        };
    }
    return { filter: filterColumns?.length === 0 ? filterWithoutColumns(scan, from, to) : 'conditional', filterColumns };
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
        if (kind === text_tokens.T.word && filter_NOT_COLUMNS.has(tokens.word(at)))
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
const MAX_COLUMNS = 1000;
/** The folded last parts of the names in a condition, without function names and keywords. */
function columnsIn(scan, from, to) {
    const { tokens, lexical } = scan;
    const columns = new Set();
    for (let at = from; at < to; at++) {
        if (columns.size > MAX_COLUMNS)
            return undefined;
        const kind = tokens.kind(at);
        if (kind !== text_tokens.T.word && kind !== text_tokens.T.quoted)
            continue;
        const next = tokens.word(at + 1);
        if (next === '(' || next === '.' || (kind === text_tokens.T.word && filter_NOT_COLUMNS.has(tokens.word(at))))
            continue;
        const raw = tokens.raw(at);
        columns.add(kind === text_tokens.T.quoted ? (0,names/* foldName */.zN)((0,names/* unquote */._n)(raw), true, lexical) : (0,names/* foldName */.zN)(raw, false, lexical));
    }
    return [...columns];
}
const filter_NOT_COLUMNS = new Set(`AND OR NOT IS NULL IN LIKE ILIKE BETWEEN EXISTS TRUE FALSE SELECT FROM WHERE AS CASE WHEN THEN ELSE END ANY ALL SOME
   DISTINCT INTERVAL DATE TIMESTAMP TIME CAST XOR DIV MOD ESCAPE SIMILAR TO REGEXP RLIKE GLOB JOIN ON USING INNER LEFT
   RIGHT OUTER FULL CROSS GROUP BY ORDER HAVING LIMIT OFFSET UNION EXCEPT INTERSECT VALUES ARRAY ROW COLLATE BINARY
   DUAL CURRENT_TIMESTAMP CURRENT_DATE CURRENT_TIME CURRENT_USER SESSION_USER DAY HOUR MINUTE MONTH YEAR ASC DESC`.split(/\s+/));

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
function skipModifiers(scan, at, to) {
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
const FROM = new Set(['FROM']);
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
function tableFacts(scan, target) {
    return { target, temporary: (0,reader_scan/* isTemporaryName */.$W)(target, scan.lexical) };
}
function readDelete(scan, from, to) {
    const { tokens, lexical } = scan;
    let { next } = skipModifiers(scan, from + 1, to);
    const targets = [];
    let refs = [];
    let own = [];
    if (tokens.word(next) === 'FROM') {
        next++;
        const using = scan.find(USING_WORD, next, to);
        const secondFrom = scan.find(FROM, next, to);
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
        const source = scan.find(FROM, next, to);
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
    for (const target of targets)
        scan.add('delete', from, to, { ...tableFacts(scan, resolve(target, refs)), ...filter });
    return true;
}
function readUpdate(scan, from, to) {
    const { tokens } = scan;
    const { next } = skipModifiers(scan, from + 1, to);
    const set = scan.find(SET_WORD, next, to);
    if (set < 0)
        return false;
    const updated = readTableRefs(scan, next, set);
    const first = updated[0];
    if (!first)
        return false;
    const source = scan.find(FROM, set, to);
    const refs = source >= 0 ? [...updated, ...readTableRefs(scan, source + 1, to)] : updated;
    const stop = scan.find(ASSIGNMENT_ENDS, set + 1, to);
    const assigned = readAssignments(scan, set + 1, stop < 0 ? to : stop);
    const qualifiers = new Set(assigned.map((column) => column.qualifier).filter((name) => name !== ''));
    const qualified = updated.filter((ref) => qualifiers.has(ref.alias) || qualifiers.has(ref.target.name ?? ''));
    const targets = qualified.length > 0 ? qualified.map((ref) => ref.target) : [resolve(first.target, refs.slice(1))];
    const columns = assigned.map((column) => column.name);
    const written = qualified.length > 0 ? qualified : [first];
    const names = written.flatMap((ref) => [ref.alias, ref.target.name ?? '', ...aliasesOf(ref.target, refs)]);
    const filter = readFilter(scan, updated.length > 1 ? next : set + 1, to, ownNames(scan, refs), lower(names));
    for (const target of targets)
        scan.add('update', from, to, { ...tableFacts(scan, target), columns, ...filter });
    return tokens.word(set) === 'SET';
}
/** The columns on the left of `=` in a SET list, including `(a, b) = …`. */
function readAssignments(scan, from, to) {
    const { tokens, lexical } = scan;
    const columns = [];
    const add = (at) => {
        const { target, next } = (0,names/* readName */.MQ)(tokens, at, lexical);
        if (next > at && target.name !== undefined)
            columns.push({ name: target.name, qualifier: target.schema ?? '' });
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
const QUERY = new Set(['SELECT', 'WITH', 'VALUES', 'TABLE', '(']);
/** INSERT and REPLACE. */
function readInsert(scan, from, to) {
    const { tokens, lexical } = scan;
    const skipped = skipModifiers(scan, from + 1, to);
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
function readMerge(scan, from, to) {
    const { tokens } = scan;
    let { next } = skipModifiers(scan, from + 1, to);
    if (tokens.word(next) === 'INTO')
        next++;
    const read = readTableRef(scan, next);
    if (!read)
        return false;
    const facts = tableFacts(scan, read.ref.target);
    const on = scan.find(ON_WORD, read.next, to);
    const when = scan.find(WHEN_WORD, read.next, to);
    const joined = on >= 0 ? classifyCondition(scan, on + 1, when < 0 ? to : when) : { filter: undefined, filterColumns: [] };
    scan.add('merge', from, to, { ...facts, ...(hasPlainUpdate(scan, when, to) && joined) });
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
        scan.add('merge_delete', from, to, { ...facts, ...filter });
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
    const cascade = scan.find(new Set(['CASCADE']), exists.next, to) >= 0;
    const on = scan.find(new Set(['ON']), exists.next, to);
    const table = on < 0 ? '' : (0,names/* qualified */.LX)((0,names/* readName */.MQ)(tokens, on + 1, lexical).target);
    let named = false;
    for (const part of scan.commaParts(first, on < 0 ? to : on)) {
        const read = tokens.kind(part.from) === text_tokens.T.string
            ? { target: literal((0,names/* unquote */._n)(tokens.raw(part.from))), next: part.from + 1 }
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
        });
    }
    if (!named)
        scan.add(kind ?? 'drop_other', from, to, { cascade, ifExists: exists.ifExists });
    return kind !== undefined && (named || kind === 'drop_other');
}
function literal(name) {
    return { name, schema: '', quoted: true, text: name };
}

;// CONCATENATED MODULE: ./build/esm/sql/reader/privileges.js


const OBJECT_WORDS = new Set(`TABLE TABLES SEQUENCE SEQUENCES DATABASE DOMAIN FUNCTION FUNCTIONS PROCEDURE PROCEDURES ROUTINE ROUTINES LANGUAGE SCHEMA
   TABLESPACE TYPE OBJECT LOGIN USER ROLE SERVER PARAMETER LARGE`.split(/\s+/));
/** GRANT, REVOKE and T-SQL's DENY, which is read as a REVOKE. */
function readPrivileges(scan, from, to) {
    const { tokens, lexical } = scan;
    const isGrant = tokens.word(from) === 'GRANT';
    const direction = scan.find(new Set(isGrant ? ['TO'] : ['FROM', 'TO']), from + 1, to);
    const on = scan.find(new Set(['ON']), from + 1, direction < 0 ? to : direction);
    if (direction < 0) {
        scan.add(isGrant ? 'grant' : 'revoke', from, to, { target: names/* NO_TARGET */.CN });
        return false;
    }
    let first = from + 1;
    if (!isGrant && scan.find(new Set(['FOR']), first, first + 3) >= 0)
        first = scan.find(new Set(['FOR']), first, first + 3) + 1;
    const privileges = scan.commaParts(first, on < 0 ? direction : on).map((part) => privilegeAt(scan, part.from));
    const facts = {
        privileges,
        grantees: readGrantees(scan, direction + 1, to),
        grantOption: hasOption(scan, direction, to),
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
    const cascade = scan.find(new Set(['CASCADE']), direction, to) >= 0;
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
    const stop = scan.find(new Set(['WITH', 'GRANTED', 'CASCADE', 'RESTRICT', 'IDENTIFIED', 'REQUIRE', 'AS']), from, to);
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
function hasOption(scan, from, to) {
    const option = scan.find(new Set(['OPTION']), from, to);
    if (option > 0 && /^(?:GRANT|ADMIN)$/.test(scan.tokens.word(option - 1)))
        return true;
    const admin = scan.find(new Set(['ADMIN']), from, to);
    return admin >= 0 && scan.tokens.word(admin + 1) !== 'FALSE';
}

;// CONCATENATED MODULE: ./build/esm/sql/reader/session.js



/** Returns a reader for a statement of which rules need only its kind and its target. */
function kindWithTarget(kind, skip = 1) {
    return (scan, from, to) => {
        let at = from + skip;
        while (/^(?:TABLE|TABLES|DATABASE|INDEX|SCHEMA|SYSTEM|VIEW|CONCURRENTLY|MATERIALIZED|FULL|VERBOSE|LOCAL)$/.test(scan.tokens.word(at)))
            at++;
        const { target } = at < to ? (0,names/* readName */.MQ)(scan.tokens, at, scan.lexical) : { target: names/* NO_TARGET */.CN };
        scan.add(kind, from, to, { target, concurrently: scan.find(new Set(['CONCURRENTLY']), from, to) >= 0 });
        return true;
    };
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
        scan.add('control', from, to, { objectClass: 'branch' });
        return true;
    }
    scan.add('begin', from, to);
    return true;
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
    const body = scan.find(new Set(['FOR']), from, to);
    scan.add('set', from, to);
    return body >= 0 && scan.readStatement(scan, body + 1, to);
}
/** PostgreSQL's `set_config('name', …)`, which works like SET. Only literal names are read. */
function readSetConfig(scan, from, to) {
    const { tokens } = scan;
    for (let at = from; at < to; at++) {
        if (tokens.word(at) !== 'SET_CONFIG' || tokens.word(at + 1) !== '(' || tokens.kind(at + 2) !== text_tokens.T.string)
            continue;
        const name = (0,names/* unquote */._n)(tokens.raw(at + 2)).toLowerCase();
        const value = tokens.kind(at + 4) === text_tokens.T.string ? (0,names/* unquote */._n)(tokens.raw(at + 4)).toLowerCase() : '';
        scan.add('set', from, to, { target: { name, schema: '', quoted: true, text: name } });
        if (name === 'session_replication_role' && value !== 'origin')
            scan.add('disable_trigger', from, to);
        if (name === 'role' || name === 'session_authorization')
            scan.add('set_role', from, to);
    }
}
/** RESET: of a setting in PostgreSQL; of logs, replication or persisted settings in MySQL. */
function readReset(scan, from, to) {
    if (scan.lexical.family === 'psql')
        return kindWithTarget('set')(scan, from, to);
    const word = scan.tokens.word(from + 1);
    const kind = word === 'PERSIST' ? 'alter_system' : word === 'QUERY' ? 'maintain' : 'server_control';
    scan.add(kind, from, to);
    return to > from + 1;
}
/** VACUUM. SQLite's `VACUUM INTO 'file'` also writes a copy of the database. */
function readVacuum(scan, from, to) {
    const { tokens } = scan;
    const into = scan.lexical.family === 'sqlite' ? scan.find(new Set(['INTO']), from, to) : -1;
    if (into < 0)
        return kindWithTarget('maintain')(scan, from, to);
    scan.add('maintain', from, to, {
        target: into > from + 1 ? (0,names/* readName */.MQ)(tokens, from + 1, scan.lexical).target : names/* NO_TARGET */.CN,
    });
    scan.add('copy_to', from, to, { endpoint: 'file' });
    return into + 1 < to;
}
/** SET. In MySQL it can set several variables, each with its own scope. */
function readSet(scan, from, to) {
    if (scan.lexical.family === 'mysql' && scan.tokens.word(from + 1) === 'STATEMENT')
        return readSetStatement(scan, from, to);
    if (scan.lexical.family !== 'mysql')
        return readSetting(scan, from, from + 1, to);
    const parts = scan.commaParts(from + 1, to);
    let understood = parts.length > 0;
    // SET ROLE, PASSWORD, TRANSACTION and so on have commas of their own.
    if (/^(?:ROLE|PASSWORD|DEFAULT|TRANSACTION|NAMES|CHARACTER|CHARSET)$/.test(scan.tokens.word(from + 1)))
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
    scan.add(global ? 'alter_system' : 'set', from, to, { target });
    if (target.name === 'session_replication_role' && /replica/i.test(scan.text(at, to)))
        scan.add('disable_trigger', from, to);
    return at < to;
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
    const is = scan.find(new Set(['IS']), from, to);
    const on = scan.find(new Set(['ON']), from, to);
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
        const table = scan.find(new Set(['ON']), at, is < 0 ? to : is);
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
    const on = scan.find(new Set(['ON']), from, to);
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
/** A client command: `\i file`, `.read file`, `:r file`, `SOURCE file`. The target is the command's name. */
function readDirective(scan, from, to) {
    const raw = scan.tokens.raw(from).trim();
    // Every dump by pg_dump has these two. With a plain word as argument they only disable other client commands.
    if (scan.lexical.family === 'psql' && /^\\(?:un)?restrict [A-Za-z0-9]+$/.test(raw)) {
        scan.add('set', from, to, { target: { name: 'restrict', schema: '', quoted: false, text: 'restrict' } });
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
    const as = scan.find(new Set(['AS']), from, to);
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
    INSERT: verb(readInsert),
    REPLACE: verb(readInsert, 'mysql', 'sqlite'),
    UPDATE: verb(readUpdateOrStatistics),
    DELETE: verb(readDelete),
    MERGE: verb(readMerge, 'psql', 'sqlcmd'),
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
    LOCK: verb(kindWithTarget('lock_table')),
    UNLOCK: verb(kindWithTarget('lock_table'), 'mysql'),
    VACUUM: verb(readVacuum, 'psql', 'sqlite'),
    REINDEX: verb(kindWithTarget('maintain'), 'psql', 'sqlite'),
    CLUSTER: verb(kindWithTarget('maintain'), 'psql'),
    CHECKPOINT: verb(kindWithTarget('maintain'), 'psql', 'sqlcmd'),
    OPTIMIZE: verb(kindWithTarget('maintain'), 'mysql'),
    CHECK: verb(kindWithTarget('maintain'), 'mysql'),
    CHECKSUM: verb(kindWithTarget('maintain'), 'mysql'),
    REPAIR: verb(kindWithTarget('maintain'), 'mysql'),
    CACHE: verb(kindWithTarget('maintain'), 'mysql'),
    DBCC: verb(kindWithTarget('maintain'), 'sqlcmd'),
    REFRESH: verb(kindWithTarget('refresh_materialized_view'), 'psql'),
    COMMENT: verb(readComment, 'psql'),
    SECURITY: verb(readComment, 'psql'),
    NOTIFY: verb(kindWithTarget('notify'), 'psql'),
    LISTEN: verb(kindWithTarget('notify'), 'psql'),
    UNLISTEN: verb(kindWithTarget('notify'), 'psql'),
    DISCARD: verb(kindWithTarget('set'), 'psql'),
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
    GOTO: verb(readBranch, 'sqlcmd'),
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
    scan.add('control', from, to, { objectClass: 'branch' });
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
    for (let at = from; at < to; at++) {
        if (tokens.word(at) !== '(' || !QUERY_VERBS.has(tokens.word(at + 1)))
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
/** Reads the main statement of `WITH a AS (…), b AS (…) verb …`. The CTEs are found by `readNested`. */
function readWith(scan, from, to) {
    const main = scan.find(new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'MERGE', 'VALUES', 'TABLE', 'REPLACE']), from + 1, to);
    if (main < 0) {
        // `WITH a AS (…) (SELECT …)`
        scan.add('select', from, to);
        return scan.tokens.word(to - 1) === ')';
    }
    const known = VERBS[scan.tokens.word(main)];
    return known?.read(scan, main, to) ?? false;
}
function readUpdateOrStatistics(scan, from, to) {
    if (scan.lexical.family === 'sqlcmd' && scan.tokens.word(from + 1) === 'STATISTICS')
        return kindWithTarget('maintain', 2)(scan, from, to);
    return readUpdate(scan, from, to);
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
    return kindWithTarget('maintain')(scan, from, to);
}
/** DECLARE of a cursor, or of variables in T-SQL. */
function readDeclare(scan, from, to) {
    const cursor = scan.find(new Set(['CURSOR']), from, to);
    scan.add(cursor >= 0 ? 'cursor' : 'control', from, to, {
        target: cursor >= 0 ? (0,names/* readName */.MQ)(scan.tokens, from + 1, scan.lexical).target : names/* NO_TARGET */.CN,
    });
    const query = cursor < 0 ? -1 : scan.find(new Set(['FOR']), cursor, to);
    if (query < 0)
        return cursor >= 0 || scan.lexical.family === 'sqlcmd' || scan.lexical.family === 'mysql';
    return scan.readStatement(scan.at('subquery'), query + 1, to);
}
/** END. It commits in PostgreSQL and SQLite, and closes a block elsewhere. */
function readEnd(scan, from, to) {
    const closes = scan.lexical.family === 'sqlcmd' || scan.lexical.family === 'mysql';
    if (closes)
        scan.add('control', from, to, { objectClass: 'branch' });
    else
        scan.add('commit', from, to);
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
/** Functions whose arguments may contain FROM. */
const FROM_FUNCTIONS = new Set(['EXTRACT', 'TRIM', 'SUBSTRING', 'OVERLAY', 'POSITION']);
class CollectedFacts {
    tablesRead = new Set();
    functions = new Set();
    ctes = new Set();
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
    for (const cte of facts.ctes)
        facts.tablesRead.delete(cte);
    return {
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
    };
}
function statement_facts_frame(items = -1) {
    return { open: false, tables: 0, items, rows: -1 };
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
            if (tokens.word(at + 1) === '(' && tokens.kind(at - 1) !== text_tokens.T.word)
                addFunction(scan, at, into);
            continue;
        }
        if (kind !== text_tokens.T.word && kind !== text_tokens.T.op && kind !== text_tokens.T.terminator)
            continue;
        const word = tokens.word(at);
        switch (word) {
            case '(':
                if (top().rows >= 0)
                    into.valuesRows = Math.max(into.valuesRows, ++top().rows);
                depth++;
                frames[depth] = statement_facts_frame(isList(scan, at) ? 1 : -1);
                into.longestInList = Math.max(into.longestInList, top().items);
                continue;
            case ')':
                if (depth > 0)
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
                // `FETCH NEXT FROM cursor`
                if (tokens.word(from) === 'FETCH' || tokens.word(from) === 'MOVE')
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
                if (kind === text_tokens.T.word && word !== '') {
                    const next = tokens.word(at + 1);
                    // `EXECUTE statement (5)` outside a body runs a prepared statement, not a function.
                    if (next === '(' && !(at === from + 1 && scan.depth === 0 && tokens.word(from) === 'EXECUTE'))
                        addFunction(scan, at, into);
                    else if (next === 'AS' && (tokens.word(at + 2) === '(' || tokens.word(at + 3) === '('))
                        addCte(scan, at, into);
                }
        }
        if (FROM_ENDS.has(word))
            top().open = false;
    }
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
function addCte(scan, at, into) {
    if (scan.tokens.word(at + 2) === '(' || /^(?:NOT|MATERIALIZED)$/.test(scan.tokens.word(at + 2))) {
        into.ctes.add((0,names/* foldName */.zN)(scan.tokens.raw(at), false, scan.lexical));
    }
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
    const name = (0,names/* qualified */.LX)(target);
    if (name === undefined)
        into.placeholderTable = true;
    else
        into.tablesRead.add(name);
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

;// CONCATENATED MODULE: ./build/esm/sql/object-classes.js

/** The class of object that each kind of operation targets. */
const object_classes_CLASSES = {
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
        const name = (0,names/* qualified */.LX)(target);
        const { table } = operation;
        const known = name !== undefined && !(ON_TABLE.has(cls) && table === undefined);
        const key = ON_TABLE.has(cls) ? `${cls} ${name} on ${table}` : `${cls} ${name}`;
        return { class: cls, key: known ? key : undefined, name: target.name, schema: target.schema };
    });
}
function classesOf(kind, objectClass) {
    const fromKind = object_classes_CLASSES[kind];
    if (fromKind)
        return [fromKind];
    if (objectClass === undefined || objectClass === 'branch' || objectClass === 'transaction table')
        return [];
    return objectClass === 'relation' ? RELATIONS : [objectClass];
}

;// CONCATENATED MODULE: ./build/esm/sql/script-state.js


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
const LOCK_TIMEOUTS = new Set(['lock_timeout', 'lock_wait_timeout', 'innodb_lock_wait_timeout']);
/** Client commands that run another file or open another connection. */
const SWITCHES_CONTEXT = /^(?:i|ir|include|include_relative|c|connect|r|\.|read|open|restore|source|gexec)$/;
/**
 * Tracks a file statement by statement: which objects it created, whether a transaction is open, whether a lock timeout
 * is set. An object counts as *created here* only after an unconditional CREATE of the same name in the same section,
 * if it was not dropped, renamed or rolled back since. A temporary table shadows a real one until it is dropped.
 */
class ScriptState {
    #section = '';
    #created = new Objects();
    #temporary = new Objects();
    /** Objects created since BEGIN, which a ROLLBACK removes. */
    #sinceBegin = [];
    /** Temporary tables that are dropped at the end of the transaction. */
    #droppedAtCommit = [];
    #inTransaction = false;
    #lockTimeout = false;
    /** Statements may be skipped from here on: after an IF in T-SQL, up to the next GO. */
    #conditional = false;
    /** The number of open `\if` blocks in psql. */
    #openIfs = 0;
    /** Whether the statements that begin and end transactions may be missing. */
    #transactionsUnseen;
    /** With `transactionsUnseen`: temporary tables that exist until the end of the transaction, if one is open. */
    #maybeTemporary = new Objects();
    /** Objects that may not exist because a statement failed, until they are created again. */
    #uncertain = new Objects();
    /**
     * @param options.transactionsUnseen for a history, whose source may not have logged BEGIN: every ROLLBACK removes
     *   what it could remove, and a table that is temporary until the end of the transaction has unknown facts
     */
    constructor({ transactionsUnseen = false } = {}) {
        this.#transactionsUnseen = transactionsUnseen;
    }
    /** The number of tracked objects. While it is 0, `follow` returns every operation unchanged. */
    get known() {
        return this.#created.size + this.#temporary.size + this.#maybeTemporary.size + this.#uncertain.size;
    }
    get inTransaction() {
        return this.#inTransaction;
    }
    get lockTimeoutSet() {
        return this.#lockTimeout;
    }
    /** Starts a section, which runs separately from those before it. */
    enter(section) {
        if (section === this.#section)
            return;
        this.#section = section;
        this.#reset();
        this.#conditional = false;
        this.#openIfs = 0;
    }
    /** Ends a batch (`GO`), and with it the scope of any IF. */
    endBatch() {
        this.#conditional = false;
    }
    /**
     * Returns the next statement's operations with `createdHere` and `temporary` as of before it runs; then applies its
     * effects.
     */
    follow(operations, functions) {
        const marked = operations.map((operation) => this.#mark(operation));
        if (functions.includes('set_config'))
            this.#forgetUnqualified();
        for (const operation of marked)
            this.#apply(operation);
        return marked;
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
        if (operation.kind.startsWith('create_'))
            return operation;
        const objects = objectsOf(operation);
        if (this.#transactionsUnseen &&
            objects.some((object) => this.#maybeTemporary.has(object) || this.#uncertain.has(object)))
            return (0,reader_scan/* withFacts */.Qj)(operation, { temporary: undefined, createdHere: undefined });
        if (objects.some((object) => this.#temporary.has(object)))
            return operation.temporary ? operation : (0,reader_scan/* withFacts */.Qj)(operation, { temporary: true });
        return objects.some((object) => this.#created.has(object))
            ? (0,reader_scan/* withFacts */.Qj)(operation, { createdHere: true })
            : operation;
    }
    #apply(operation) {
        const { kind } = operation;
        switch (kind) {
            case 'control':
                this.#conditional ||= operation.objectClass === 'branch';
                return;
            case 'meta_command':
                return this.#applyClientCommand(operation.target.name ?? '');
            case 'begin':
                this.#inTransaction = true;
                this.#sinceBegin = [];
                return;
            case 'commit':
                this.#inTransaction = false;
                this.#sinceBegin = [];
                return this.#endTransaction();
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
        const objects = objectsOf(operation);
        if (objects.length > 0)
            this.#applyChange(operation, objects);
    }
    #applyChange(operation, objects) {
        const { kind } = operation;
        if (kind.startsWith('create_')) {
            const unconditional = !operation.ifNotExists && !operation.orReplace && !this.#conditional && this.#openIfs === 0;
            if (operation.place === 'statement' && unconditional)
                for (const object of objects)
                    this.#create(operation, object);
            return;
        }
        this.#forgetReceivers(operation, objects);
        const renames = kind === 'rename_table' || kind === 'rename_other' || kind === 'set_schema';
        const drops = objects.some((object) => kind === `drop_${object.class.replaceAll(' ', '_')}`);
        if (!drops && !renames)
            return;
        // A DROP removes the temporary table first; a real table of the same name stays.
        for (const object of objects) {
            // If the temporary table may not exist, it is unknown which of the two is dropped.
            const uncertain = this.#maybeTemporary.remove(object);
            if (!this.#temporary.remove(object) || uncertain)
                this.#created.remove(object);
            if (object.class !== 'schema')
                continue;
            for (const set of [this.#created, this.#temporary])
                set.removeWhere((known) => object.name === undefined || known.schema === object.name);
        }
    }
    /**
     * Forgets objects that receive data which existed before the file ran: a partitioned table that a table is attached
     * to, a parent of a table that inherits from it, a schema that an object is moved into. They no longer hold only new
     * rows.
     */
    #forgetReceivers({ kind, table, createdHere }, objects) {
        if (kind === 'attach_partition' || kind === 'switch_partition') {
            for (const object of objects)
                this.#created.remove(object);
        }
        else if (kind === 'alter_table' && table !== '') {
            if (table === undefined)
                return this.#forgetAll();
            const name = table.slice(table.indexOf('.') + 1);
            this.#created.removeWhere((known) => known.class === 'table' && known.name === name);
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
        for (const object of this.#sinceBegin)
            this.#created.remove(object);
        this.#sinceBegin = [];
        this.#temporary.clear();
        this.#maybeTemporary.clear();
        if (!toSavepoint)
            this.#inTransaction = false;
    }
    #endTransaction() {
        for (const object of this.#droppedAtCommit)
            this.#temporary.remove(object);
        this.#droppedAtCommit = [];
        this.#maybeTemporary.clear();
    }
    #applySetting(operation) {
        const { name } = operation.target;
        if (name !== undefined && LOCK_TIMEOUTS.has(name))
            this.#lockTimeout = true;
        if (name === undefined || NAMESPACE_SETTINGS.has(name))
            this.#forgetUnqualified();
    }
    #applyClientCommand(name) {
        if (name === 'if')
            this.#openIfs++;
        else if (name === 'endif')
            this.#openIfs = Math.max(0, this.#openIfs - 1);
        else if (SWITCHES_CONTEXT.test(name))
            this.#reset();
    }
    #forgetUnqualified() {
        this.#created.removeWhere(({ schema }) => schema === '');
        this.#temporary.removeWhere(({ schema }) => schema === '');
        this.#maybeTemporary.removeWhere(({ schema }) => schema === '');
    }
    #forgetAll() {
        this.#created.clear();
        this.#temporary.clear();
        this.#maybeTemporary.clear();
    }
    #reset() {
        this.#forgetAll();
        this.#sinceBegin = [];
        this.#droppedAtCommit = [];
        this.#inTransaction = false;
        this.#lockTimeout = false;
    }
}

;// CONCATENATED MODULE: ./build/esm/sql/shape.js


/**
 * The statement with literals replaced by `?` and spacing normalised: `DELETE FROM t WHERE id IN (?)`.
 * Text that runs as code (bodies, dynamic SQL) is kept: otherwise two different DO blocks would have the same shape.
 */
function shapeOf(tokens, from, to, lexical, operations) {
    const runsText = operations.some(({ place, kind }) => place !== 'statement' || RUNS_TEXT.has(kind));
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
const RUNS_TEXT = new Set([
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

// EXTERNAL MODULE: ./build/esm/sql/text/dialects.js
var dialects = __webpack_require__(97652);
// EXTERNAL MODULE: ./build/esm/sql/text/lexer.js + 4 modules
var lexer = __webpack_require__(7694);
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
const NAMES = [
    { pattern: /\.(up|down)\.sql$/, tools: ['golang-migrate', 'sqlx'] },
    { pattern: /(?:^|\/)(up|down)\.sql$/, tools: ['diesel'] },
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
    const named = match(NAMES, path, 0);
    const sections = [named ?? { from: 0, section: '', tools: [] }];
    for (const comment of tokens.comments) {
        for (const { pattern, exact, tools } of COMMENTS) {
            const found = pattern.exec(comment.text);
            if (!found)
                continue;
            const raw = tokens.text.slice(comment.start, comment.end).trimEnd();
            const own = exact.test(raw) && startsLine(tokens.text, comment.start);
            const section = found[1]?.toLowerCase() === 'down' ? 'down' : 'up';
            sections.push({ from: comment.start, section, tools: own ? tools : [] });
        }
    }
    return sections;
}
function startsLine(text, offset) {
    const before = text.charAt(offset - 1);
    return before === '' || before === '\n' || before === '\r' || (offset === 1 && before === '\ufeff');
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
const MAX_LENGTH = 20_000;
/**
 * Reserved words of MySQL, which are written in lower case. MySQL names keep their case, and none of these is a bare
 * name.
 */
const RESERVED = new Set(`ADD ALL ALTER AND AS ASC BETWEEN BY CALL CASE CHANGE COLLATE COLUMN CREATE CROSS DELETE DESC DESCRIBE DISTINCT DROP ELSE
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
    if (shape.length <= MAX_LENGTH)
        return shape;
    const hash = (0,external_node_crypto_.createHash)('sha256').update(shape).digest('hex').slice(0, 16);
    return `${shape.slice(0, MAX_LENGTH)} … [${shape.length} characters, SHA-256 ${hash}]`;
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
                return RESERVED.has(tokens.word(at)) ? raw.toLowerCase() : raw;
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
/** Reads a file into statements, operations and facts. Never throws. */
function readScript(text, path, dialect, grammar) {
    const template = (0,model/* sqlFileName */.G1)(path)?.template;
    const tokens = template ? (0,lexer/* lexTemplate */.eg)(text, dialect, template) : (0,lexer/* lex */.Ii)(text, dialect);
    return { ...readTokenList(tokens, path, dialect, dialects/* LEXICAL */.x[dialect], grammar), text };
}
/** Reads a text as a server received it, under the quoting settings of its session. */
function readTraffic(text, mode, dialect, grammar) {
    const lexical = { ...dialects/* LEXICAL */.x[dialect], ...mode };
    const tokens = (0,lexer/* lexTraffic */.Bv)(text, lexical);
    const script = readTokenList(tokens, '', dialect, lexical, grammar);
    return { ...script, writtenShapes: () => shapesOfTokens(tokens, lexical) };
}
function readTokenList(tokens, path, dialect, lexical, grammar) {
    const { text } = tokens;
    grammar?.restart?.();
    const ranges = split(tokens, lexical);
    const comments = assignComments(tokens, ranges);
    const sections = sectionsOf(tokens, path);
    const state = new ScriptState();
    const statements = [];
    const unassigned = new Set(tokens.unreadable);
    let section = 0;
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
        state.enter(name);
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
            comments: comments.of[index] ?? [],
            unreadable: own,
        });
        operations += statement.operations.length;
        statements.push(statement);
        if (lexical.separator === 'go' && tokens.kind(range.to) === text_tokens.T.terminator && tokens.word(range.to) !== ';')
            state.endBatch();
    }
    return { text, statements, unreadable: [...unassigned], looseComments: comments.loose };
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
    const collector = new reader_scan/* Collector */.gR();
    const scanned = readTokens(tokens, range, dialect, lexical, collector);
    const problems = [...context.unreadable, ...collector.unreadable];
    const facts = gatherFacts(scanned.scan, scanned.from, scanned.to, collector.operations);
    const read = grammar?.read({ tokens, range, span, operations: collector.operations, understood: scanned.understood });
    const merged = mergeReadings(collector.operations, facts, read);
    if (read?.problem && problems.length === 0)
        problems.push({ reason: read.problem, span });
    else if (!scanned.understood && read?.understood !== true && problems.length === 0) {
        problems.push({ reason: notUnderstood(tokens, range), span });
    }
    const inTransaction = state.inTransaction;
    const lockTimeoutSet = state.lockTimeoutSet;
    const operations = state.follow(merged.operations, merged.facts.functions ?? []);
    const readers = read?.understood ? READERS[grammar?.name ?? 'tokens'] : READERS.tokens;
    const { section, sectionTools, comments } = context;
    const all = { ...merged.facts, inTransaction, lockTimeoutSet };
    return new StatementRecord({ span, operations, facts: all, section, sectionTools, readers, unreadable: problems, comments }, () => shapeOf(tokens, range.from, range.to, lexical, operations));
}
const READERS = {
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
    return { scan, from: 0, to: all.length, understood };
}
function describe(operation) {
    return `${operation.kind} ${operation.target.text} ${operation.filter}`;
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
        read: (text, { path }) => readScript(text, path, dialect, grammar),
        readTraffic: (text, mode = {}) => readTraffic(text, mode, dialect, grammar),
    };
}
async function loadGrammar(dialect) {
    switch (dialect) {
        case 'postgresql':
            return (await __webpack_require__.e(/* import() */ 2649).then(__webpack_require__.bind(__webpack_require__, 32649))).loadPostgresGrammar();
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

/***/ 12131:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Uq: () => (/* binding */ openText),
/* harmony export */   sc: () => (/* binding */ decodeString),
/* harmony export */   sp: () => (/* binding */ readRoutineText),
/* harmony export */   xX: () => (/* binding */ readBodyStatements)
/* harmony export */ });
/* harmony import */ var _text_batches_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7727);
/* harmony import */ var _text_lexer_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7694);
/* harmony import */ var _text_names_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(75147);
/* harmony import */ var _text_tokens_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(63617);
/* harmony import */ var _scan_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(2394);





/** Maximum nesting of bodies; deeper ones are reported as unreadable. */
const MAX_DEPTH = 8;
/** Words that start a statement inside a body. */
const VERBS = new Set(`SELECT INSERT UPDATE DELETE MERGE REPLACE TRUNCATE WITH CREATE ALTER DROP GRANT REVOKE COPY CALL EXECUTE EXEC PERFORM
   LOCK SET RESET REFRESH REINDEX CLUSTER VACUUM ANALYZE COMMENT NOTIFY PREPARE DEALLOCATE COMMIT ROLLBACK LOAD DO IMPORT
   REASSIGN SECURITY EXPLAIN RENAME OPTIMIZE FLUSH KILL HANDLER DENY BULK`.split(/\s+/));
/** Words after which a statement may start. */
const BOUNDARIES = new Set(['THEN', 'ELSE', 'LOOP', 'BEGIN', 'DO', 'REPEAT', 'DECLARE', 'EXCEPTION', 'ATOMIC']);
/** Whether a statement may start after the word. DO opens a loop in MySQL, but is a statement in PostgreSQL. */
function isBoundary(scan, word) {
    return BOUNDARIES.has(word) && (word !== 'DO' || scan.lexical.family !== 'psql');
}
/** Opens the text inside a token: a routine body or a string that runs as SQL. Undefined if nesting is too deep. */
function openText(scan, at, place, replaced) {
    if (scan.depth >= MAX_DEPTH) {
        scan.unreadable(`blocks and SQL strings are nested more than ${MAX_DEPTH} levels deep`, at, at + 1);
        return undefined;
    }
    const { tokens } = scan;
    const raw = tokens.raw(at);
    let text = replaced;
    let base;
    if (text === undefined && tokens.kind(at) === _text_tokens_js__WEBPACK_IMPORTED_MODULE_3__.T.dollar) {
        const tag = raw.indexOf('$', 1) + 1;
        text = raw.slice(tag, -tag);
        const start = scan.fileOffset(tokens.start(at) + tag);
        base = start;
    }
    else if (text === undefined) {
        text = decodeString(raw, scan.lexical.backslash === 'always');
    }
    const inner = (0,_text_lexer_js__WEBPACK_IMPORTED_MODULE_1__/* .lexFragment */ .wc)(text, scan.dialect);
    const opened = new _scan_js__WEBPACK_IMPORTED_MODULE_4__/* .Scan */ .sr({
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
    const text = (0,_text_names_js__WEBPACK_IMPORTED_MODULE_2__/* .unquote */ ._n)(prefixed ? raw.slice(prefixed[0].length) : raw);
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
    let boundary = true;
    for (let at = from; at < to; at++) {
        const word = tokens.word(at);
        const kind = tokens.kind(at);
        if (word === ';' || kind === _text_tokens_js__WEBPACK_IMPORTED_MODULE_3__.T.terminator || isBoundary(scan, word)) {
            boundary = true;
            continue;
        }
        if (kind === _text_tokens_js__WEBPACK_IMPORTED_MODULE_3__.T.op && word === '>>') {
            boundary = true;
            continue;
        }
        if (!boundary)
            continue;
        if (kind === _text_tokens_js__WEBPACK_IMPORTED_MODULE_3__.T.placeholder || kind === _text_tokens_js__WEBPACK_IMPORTED_MODULE_3__.T.unreadable) {
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
        if (!scan.readStatement(scan, start, end))
            scan.unreadable(`the nested statement that begins with \`${word}\` was not understood`, start, end);
        at = end - 1;
        boundary = true;
    }
}
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
    const mayLead = new Set(['FOR', 'FOREACH', 'RETURN', 'OPEN']).has(word) || tokens.kind(at) === _text_tokens_js__WEBPACK_IMPORTED_MODULE_3__.T.word;
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
        else if (depth <= 0 && blocks === 0 && (word === ';' || tokens.kind(at) === _text_tokens_js__WEBPACK_IMPORTED_MODULE_3__.T.terminator))
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
        if (at < to && scan.tokens.word(at) !== ';' && scan.tokens.kind(at) !== _text_tokens_js__WEBPACK_IMPORTED_MODULE_3__.T.terminator)
            continue;
        if (at > first)
            (0,_text_batches_js__WEBPACK_IMPORTED_MODULE_0__/* .splitBatch */ .c)(scan.tokens, first, at, ranges);
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

/***/ 2394:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $W: () => (/* binding */ isTemporaryName),
/* harmony export */   OR: () => (/* binding */ readIfExists),
/* harmony export */   Qj: () => (/* binding */ withFacts),
/* harmony export */   Qp: () => (/* binding */ makeOperation),
/* harmony export */   Ts: () => (/* binding */ hasCascade),
/* harmony export */   gR: () => (/* binding */ Collector),
/* harmony export */   sr: () => (/* binding */ Scan)
/* harmony export */ });
/* harmony import */ var _text_names_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(75147);

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
    dataTypes = NONE;
    notNull = false;
    hasDefault = false;
    hasPrimaryKey = false;
    constraintType = '';
    notValid = false;
    unique = false;
    constraint = '';
    table = '';
    language = '';
    privileges = NONE;
    grantees = NONE;
    grantOption = false;
    endpoint = '';
    readable = true;
    objectClass = undefined;
    constructor(kind, place, span) {
        this.kind = kind;
        this.place = place;
        this.span = span;
    }
}
const NONE = [];
const TOKENS = ['tokens'];
/** An operation with the given facts; all other facts have their defaults. */
function makeOperation(kind, place, span, facts) {
    return Object.assign(new OperationRecord(kind, place, span), facts);
}
/** A copy of the operation with some facts changed. */
function withFacts(operation, facts) {
    return Object.assign(new OperationRecord(operation.kind, operation.place, operation.span), operation, facts);
}
/** Maximum operations of a statement. What follows is reported as not read. */
const MAX_OPERATIONS = 200_000;
/** What reading one statement collects, including its bodies. */
class Collector {
    operations = [];
    unreadable = [];
    /** The scan of every nested text, for the facts of the statement. */
    scans = [];
    /** Whether the limit of operations was reached. */
    full = false;
    /** How many nested statements are being read. */
    nesting = 0;
}
const COMMA = new Set([',']);
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
    add(kind, from, to, facts = {}) {
        const { operations, unreadable } = this.out;
        if (operations.length < MAX_OPERATIONS)
            operations.push(makeOperation(kind, this.place, this.span(from, to), facts));
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
        return words.every((word, i) => this.tokens.word(at + i) === word);
    }
    /** The first of the words in `from` to `to`, outside parentheses; -1 if there is none. */
    find(words, from, to) {
        const { tokens } = this;
        let depth = 0;
        for (let at = from; at < to; at++) {
            const word = tokens.word(at);
            if (word === '(')
                depth++;
            else if (word === ')')
                depth--;
            else if (depth === 0 && word !== '' && words.has(word))
                return at;
        }
        return -1;
    }
    /** The token after the parenthesis that closes the one at `at`; `to` if none does. */
    afterParenthesis(at, to) {
        const { tokens } = this;
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
        separator: 'none',
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
function isDigit(code) {
    return code >= 48 && code <= 57;
}
function isLetter(code) {
    return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === C.underscore || code >= 0x80;
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
                if (this.#delimiter === ';' && !this.#executable)
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
            return false;
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
        const mode = modeAfter(this.#out, first, this.#out.length, this.#mode, this.#modeChanged);
        if (mode === this.#mode)
            return;
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
        const command = clientCommandAt(this.#text, this.#at, code, family, start, () => this.#atLineStart());
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
        const delimiter = this.#delimiter === ';' ? -1 : this.#delimiter.charCodeAt(0);
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
