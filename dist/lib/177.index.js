export const id = 177;
export const ids = [177];
export const modules = {

/***/ 97177:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  mergeFlows: () => (/* reexport */ mergeFlows),
  proposeAcknowledgements: () => (/* reexport */ proposeAcknowledgements),
  readFlows: () => (/* reexport */ readFlows),
  simulate: () => (/* reexport */ simulate)
});

// UNUSED EXPORTS: flowId

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
;// CONCATENATED MODULE: ./build/esm/simulation/flows.js

function who({ caller }) {
    return caller.application || caller.user || '';
}
/**
 * The id of a flow: the first 12 hex digits of SHA-256 over `v1`, dialect, shape, application (the user where the
 * application is empty or not carried) and database, joined by NUL. It holds no literal and no date, so it stays the
 * same from one history to the next as long as the query, who runs it and where do.
 */
function flowId(row) {
    const identity = ['v1', row.dialect, row.shape, who(row), row.caller.database ?? ''].join('\0');
    return (0,external_node_crypto_.createHash)('sha256').update(identity).digest('hex').slice(0, 12);
}
/** Some milliseconds. */
const ROWS_A_STEP = 1000;
/** Judges every row, and gathers the flows that the change touches, worst first. */
function replayHistory(rows, replay, onProgress = () => { }) {
    const byShape = new Map();
    const all = [];
    let calls = 0;
    for (const [at, counted] of rows.entries()) {
        if (at % ROWS_A_STEP === 0)
            onProgress(at);
        const { row } = counted;
        const flow = flowOf(row, byShape, all);
        calls += counted.calls;
        flow.calls += counted.calls;
        flow.rows.push(row);
        const judgement = replay.judge(row);
        if (judgement.class !== 'unchanged')
            flow.touched.push({ row, calls: counted.calls, judgement });
    }
    onProgress(rows.length);
    const touched = all.filter((flow) => flow.touched.length > 0).map((flow) => affectedFlow(flow, replay));
    return { calls, flows: all.length, touched: touched.sort(worstFirst) };
}
function flowOf(row, byShape, all) {
    let ofShape = byShape.get(row.shape);
    if (!ofShape) {
        ofShape = new Map();
        byShape.set(row.shape, ofShape);
    }
    const key = `${row.dialect}\0${row.caller.database ?? ''}\0${who(row)}`;
    let flow = ofShape.get(key);
    if (!flow) {
        flow = { rows: [], calls: 0, touched: [] };
        ofShape.set(key, flow);
        all.push(flow);
    }
    return flow;
}
const ORDER = ['newly_blocked', 'partly_blocked', 'unknown', 'newly_allowed', 'changed'];
function worstFirst(a, b) {
    return (ORDER.indexOf(a.class) - ORDER.indexOf(b.class) ||
        b.affectedCalls - a.affectedCalls ||
        (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}
function affectedFlow({ rows, calls, touched }, replay) {
    const of = (...kinds) => touched.filter(({ judgement }) => kinds.includes(judgement.class));
    const blocked = of('newly_blocked');
    const undecided = of('unknown');
    const looser = of('newly_allowed', 'unknown_loosening');
    const result = (kind, affected) => ({
        id: flowId(rows[0]),
        class: kind,
        rows,
        calls,
        touched,
        affected,
        affectedCalls: affected.reduce((sum, row) => sum + row.calls, 0),
        endangered: [...blocked, ...undecided],
        days: daysOf(rows),
    });
    if (blocked.length > 0) {
        // Runs that the base blocks for certain are no legitimate part of the flow.
        const stopped = new Set(blocked.map(({ row }) => row));
        const isWhole = rows.every((row) => stopped.has(row) || replay.baseBlocks(row));
        return result(isWhole ? 'newly_blocked' : 'partly_blocked', blocked);
    }
    if (undecided.length > 0)
        return result('unknown', undecided);
    return looser.length > 0 ? result('newly_allowed', looser) : result('changed', touched);
}
function daysOf(rows) {
    const days = new Set();
    for (const row of rows)
        for (const day in row.days)
            if ((row.days[day] ?? 0) > 0)
                days.add(day);
    return [...days].sort();
}
/** The rows that tell of the danger, or, where there is none, those that the class is about. */
function decisiveRows({ endangered, affected }) {
    return endangered.length > 0 ? endangered : affected;
}
/** Who runs a flow. Where the application tells flows apart, one flow may have several users: then none is named. */
function callerOf(rows) {
    const only = (fact) => {
        const value = rows[0]?.caller[fact];
        return rows.every(({ caller }) => caller[fact] === value) ? value : undefined;
    };
    return { application: only('application'), user: only('user'), database: only('database') };
}

// EXTERNAL MODULE: ./build/esm/rules/index.js + 46 modules
var rules = __webpack_require__(65878);
;// CONCATENATED MODULE: ./build/esm/simulation/counts.js
/** `1,690,299`. */
function grouped(count) {
    return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
/** `1 call`, `1,690,299 calls`. */
function quantity(count, one) {
    return `${grouped(count)} ${one}${count === 1 ? '' : 's'}`;
}

;// CONCATENATED MODULE: ./build/esm/simulation/propose-acknowledgements.js


const MAX_SHAPE = 100;
const MAX_NAME = 60;
/** More of them are no list that somebody reads; a change that breaks as much needs another rule, or a condition. */
const MAX_ENTRIES = 1_000;
/**
 * The YAML of an `acknowledge:` list for all that breaks, ready to paste into a rule file: one entry for each flow
 * and rule, as far as 1,000 go; how many are left out is said in a comment. Undefined where nothing breaks. The owner is
 * the rule's where none is given. Reason, and owner where there is none, stand as `<…>`, which no rule file may hold: they
 * are for whoever pastes it to put into words.
 *
 * @param until `YYYY-MM-DD`, UTC, last day on which the entries hold
 */
function proposeAcknowledgements({ flows, ruleChanges }, { owner, until }) {
    const owners = new Map(ruleChanges.map((change) => [change.rule, change.owner]));
    const broken = flows.filter((flow) => (flow.class === 'newly_blocked' || flow.class === 'partly_blocked') &&
        flow.leftOut === undefined &&
        flow.acknowledged === undefined);
    const entries = [];
    let count = 0;
    for (const flow of broken) {
        for (const rule of new Set(flow.causes.map((cause) => cause.rule))) {
            if (++count > MAX_ENTRIES)
                continue;
            entries.push(`  # ${describe(flow)}`, `  - rule: ${quote(rule)}`, `    flow: ${quote(flow.id)}`, `    reason: ${quote(`<why ${quantity(flow.affectedCalls, 'recorded call')} may stop>`)}`, `    owner: ${quote(owner ?? (owners.get(rule) || '<who answers for it>'))}`, `    until: ${quote(until)}`);
        }
    }
    if (count === 0)
        return undefined;
    if (count > MAX_ENTRIES)
        entries.push(`  # ${grouped(count - MAX_ENTRIES)} more are left out: narrow the rule, or cover many flows with one entry by \`when\` and \`max-flows\``);
    return `${['acknowledge:', ...entries].join('\n')}\n`;
}
/** The flow for whoever reads the file: names and shapes come from strangers, and a comment ends with its line. */
function describe({ shape, caller }) {
    const who = caller.application || caller.user || 'caller not known';
    return `${plain(who, MAX_NAME)}: ${plain(shape, MAX_SHAPE)}`;
}
function plain(text, limit) {
    return (0,rules/* toLine */.S5)(text.slice(0, limit * 4).replace(/[^\p{L}\p{N}\p{P}\p{S} ]+/gu, ' '), limit);
}
/** JSON's quotes and escapes are YAML's too; what is not plainly visible is escaped. */
function quote(text) {
    return JSON.stringify(text).replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, (character) => [...Array(character.length).keys()]
        .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
        .join(''));
}

// EXTERNAL MODULE: ./build/esm/model/index.js + 9 modules
var model = __webpack_require__(60949);
;// CONCATENATED MODULE: ./build/esm/simulation/read-flows.js


/** Reads a file of declared flows. Never raises ConfigError: mistakes go to `onMistake`. */
async function readFlows(reading) {
    const flows = new Map();
    const { path, bytes, onMistake } = reading;
    await attempt(onMistake, async () => {
        const { flowsFileSchema } = await Promise.all(/* import() */[__webpack_require__.e(857), __webpack_require__.e(722), __webpack_require__.e(377)]).then(__webpack_require__.bind(__webpack_require__, 49722));
        const file = await (0,rules/* readYamlFile */.kv)({ file: path, bytes, what: 'file of declared flows' }, flowsFileSchema);
        for (const [index, entry] of file.value.flows.entries()) {
            await attempt(onMistake, async () => {
                const placeOf = (key) => file.placeOf(['flows', index, key]);
                if (flows.has(entry.name))
                    throw new model/* ConfigError */.xL(`the flow \`${entry.name}\` is declared twice; give each a name of its own`, placeOf('name'));
                flows.set(entry.name, { entry, flow: await readFlow(entry, placeOf, reading) });
            });
        }
    });
    return flows;
}
async function attempt(onMistake, work) {
    try {
        await work();
    }
    catch (error) {
        if (!(error instanceof model/* ConfigError */.xL))
            throw error;
        onMistake(error);
    }
}
async function readFlow(entry, placeOf, { dialect: fallback, createReader }) {
    const { name, owner } = entry;
    const dialect = entry.dialect ?? fallback;
    if (!dialect)
        throw new model/* ConfigError */.xL(`no dialect is given for the flow \`${name}\`; add \`dialect\`, here or in .querygate/config.yml`, placeOf('name'));
    const statements = readQuery(await createReader(dialect), entry.sql, name, placeOf('sql'));
    const { user, role, application, database, tags } = entry.caller ?? {};
    return {
        name,
        owner,
        place: placeOf('name'),
        dialect,
        caller: { user, role, application, database, tags },
        statements,
    };
}
function readQuery(reader, sql, name, place) {
    const script = reader.readTraffic(sql);
    const unreadable = script.unreadable[0] ?? script.statements.flatMap((statement) => statement.unreadable)[0];
    if (unreadable)
        throw new model/* ConfigError */.xL(`the query of the flow \`${name}\` could not be understood: ${unreadable.reason}; mend it, or correct its dialect`, place);
    if (script.statements.length === 0)
        throw new model/* ConfigError */.xL(`the query of the flow \`${name}\` holds no statement; give one`, place);
    // What the session did before is not declared.
    return script.statements.map(({ operations, facts }) => ({
        operations,
        facts: { ...facts, inTransaction: undefined, lockTimeoutSet: undefined },
    }));
}
/** Whoever edits the rules may declare more flows, and take none away: what the base declares is judged as long as it is in force. */
function mergeFlows(base, head) {
    const kept = [];
    const taken = [];
    for (const [name, { entry, flow }] of base) {
        const now = head.get(name);
        if (now && JSON.stringify(now.entry) === JSON.stringify(entry))
            continue;
        kept.push(now ? { ...flow, name: `${name} (as in force)` } : flow);
        if (!now)
            taken.push(flow);
    }
    return { flows: [...[...head.values()].map(({ flow }) => flow), ...kept], taken };
}

;// CONCATENATED MODULE: ./build/esm/simulation/condition-evaluator.js

const FALSE = 0;
const TRUE = 1;
const UNDECIDED = 2;
/** Asks the questions of many conditions about one operation after another; each question once an operation. */
class ConditionEvaluator {
    steps;
    #slots = [];
    #slotByKey = new Map();
    #answers = [];
    #askedAt = [];
    #compiled = new WeakMap();
    #now = 0;
    #known;
    #facts;
    constructor(steps) {
        this.steps = steps;
    }
    /** The operation that is asked about from now on. */
    about(run, index) {
        const operation = run.operations[index];
        if (!operation)
            throw new RangeError('there is no such operation');
        this.#now++;
        this.#known = {
            operation,
            statement: run.facts,
            caller: run.caller,
            callerPatterns: run.callerPatterns,
            file: undefined,
        };
        this.#facts = undefined;
    }
    /** The facts of the operation at hand. */
    get known() {
        if (!this.#known)
            throw new Error('no operation is asked about');
        return this.#known;
    }
    slotOf(atom) {
        const known = this.#slotByKey.get(atom.key);
        if (known !== undefined)
            return known;
        const slot = this.#slots.length;
        this.#slots.push({ atom, remembered: undefined });
        this.#answers.push(FALSE);
        this.#askedAt.push(0);
        this.#slotByKey.set(atom.key, slot);
        return slot;
    }
    ask(slot) {
        if (this.#askedAt[slot] === this.#now)
            return this.#answers[slot] ?? UNDECIDED;
        const answer = this.#find(slot);
        this.#askedAt[slot] = this.#now;
        this.#answers[slot] = answer;
        return answer;
    }
    #find(index) {
        const slot = this.#slots[index];
        if (!slot)
            return UNDECIDED;
        const { atom } = slot;
        for (const need of atom.needs)
            if (need.valueIn(this.known) === undefined)
                return UNDECIDED;
        const compared = this.#compare(atom);
        if (compared !== undefined)
            return compared;
        const { reads } = atom;
        if (!slot.remembered || !reads) {
            const answer = this.#decide(atom);
            if (answer === UNDECIDED)
                slot.remembered ??= new Map();
            return answer;
        }
        const key = JSON.stringify(reads.map((read) => read.valueIn(this.known) ?? null));
        const known = slot.remembered.get(key);
        if (known !== undefined)
            return known;
        const answer = this.#decide(atom);
        slot.remembered.set(key, answer);
        return answer;
    }
    /** A comparison with constants is most of what rules ask, and needs no expression language. */
    #compare({ comparison, needs }) {
        const value = comparison && needs[0]?.valueIn(this.known);
        const isPlain = typeof value === 'string' ? value.length <= rules/* MAX_TEXT */.lG : Number.isSafeInteger(value);
        if (!comparison || !isPlain)
            return undefined;
        return comparison.holds(value) ? TRUE : FALSE;
    }
    #decide(atom) {
        const decision = this.#evaluate(atom);
        return decision === true ? TRUE : decision === false ? FALSE : UNDECIDED;
    }
    #evaluate(atom) {
        this.steps.take(atom.size);
        this.#facts ??= new rules/* RuleFacts */.G9(this.known);
        return atom.decide(this.#facts);
    }
    /** Why a question is undecided of the operation at hand; undefined where it is not. */
    why(atom) {
        const missing = atom.needs.find((need) => need.valueIn(this.known) === undefined);
        if (missing)
            return `\`${missing.text}\` is not known`;
        const decision = this.#evaluate(atom);
        return typeof decision === 'boolean' ? undefined : decision.cause;
    }
    /** A formula made ready to be asked of the operation at hand. */
    compile(formula) {
        const known = this.#compiled.get(formula);
        if (known)
            return known;
        const compiled = this.#compile(formula);
        this.#compiled.set(formula, compiled);
        return compiled;
    }
    #compile(formula) {
        switch (formula.op) {
            case 'atom': {
                const slot = this.slotOf(formula.atom);
                return () => this.ask(slot);
            }
            case 'not': {
                const part = this.compile(formula.part);
                return () => {
                    const answer = part();
                    return answer === UNDECIDED ? UNDECIDED : answer === TRUE ? FALSE : TRUE;
                };
            }
            case 'choice': {
                const [test, yes, no] = [this.compile(formula.test), this.compile(formula.yes), this.compile(formula.no)];
                return () => {
                    const answer = test();
                    return answer === UNDECIDED ? UNDECIDED : answer === TRUE ? yes() : no();
                };
            }
            default: {
                const parts = formula.parts.map((part) => this.compile(part));
                const settling = formula.op === 'some' ? TRUE : FALSE;
                return () => {
                    this.steps.take(1);
                    let all = settling === TRUE ? FALSE : TRUE;
                    for (const part of parts) {
                        const answer = part();
                        if (answer === settling)
                            return settling;
                        if (answer === UNDECIDED)
                            all = UNDECIDED;
                    }
                    return all;
                };
            }
        }
    }
}

;// CONCATENATED MODULE: ./build/esm/simulation/outcomes.js
/**
 * The class of a run by its verdicts under base and head, where the two are told independently of each other.
 * A run is legitimate where the base does not block it for certain.
 */
const CLASS_OF_VERDICTS = {
    allow: { allow: 'unchanged', warn: 'changed', unknown: 'unknown', block: 'newly_blocked' },
    warn: { allow: 'changed', warn: 'unchanged', unknown: 'unknown', block: 'newly_blocked' },
    unknown: { allow: 'unknown_loosening', warn: 'unknown_loosening', unknown: 'unknown', block: 'newly_blocked' },
    block: { allow: 'newly_allowed', warn: 'newly_allowed', unknown: 'unknown_loosening', block: 'unchanged' },
};
const LEVELS = [0, 1, 2];
const BLOCK = 2;
function levelPair(base, head) {
    return 1 << (base * 3 + head);
}
/** Both say nothing, for certain. */
const NO_EFFECT = levelPair(0, 0);
const ALIKE = levelPair(0, 0) | levelPair(1, 1) | levelPair(2, 2);
const HEAD_BLOCKS = levelPair(0, 2) | levelPair(1, 2) | levelPair(2, 2);
const BASE_BLOCKS = levelPair(2, 0) | levelPair(2, 1) | levelPair(2, 2);
const TIGHTER = levelPair(0, 2) | levelPair(1, 2);
const LOOSER = levelPair(2, 0) | levelPair(2, 1);
/** The pairs of levels of two rules that say `base` and `head` where they hold. */
function levelsOfTruths(truths, base, head) {
    let pairs = 0;
    for (let bit = 0; bit < 4; bit++) {
        if ((truths >> bit) & 1)
            pairs |= levelPair(bit & 1 ? base : 0, bit & 2 ? head : 0);
    }
    return pairs;
}
/** What two independent answers come to together: of each side the stricter. */
function combine(a, b) {
    if (a === NO_EFFECT)
        return b;
    if (b === NO_EFFECT)
        return a;
    let pairs = 0;
    for (let one = 0; one < 9; one++) {
        if (!((a >> one) & 1))
            continue;
        for (let two = 0; two < 9; two++) {
            if (!((b >> two) & 1))
                continue;
            const base = Math.max(Math.floor(one / 3), Math.floor(two / 3));
            const head = Math.max(one % 3, two % 3);
            pairs |= levelPair(base, head);
        }
    }
    return pairs;
}
/** The two sides cannot differ, even where they cannot be decided. */
function isUnchanged(pairs) {
    return (pairs & ~ALIKE) === 0;
}
function headBlocksForCertain(pairs) {
    return (pairs & ~HEAD_BLOCKS) === 0;
}
function headMayBlock(pairs) {
    return (pairs & HEAD_BLOCKS) !== 0;
}
function baseBlocksForCertain(pairs) {
    return (pairs & ~BASE_BLOCKS) === 0;
}
function mayTighten(pairs) {
    return (pairs & TIGHTER) !== 0;
}
function mayLoosen(pairs) {
    return (pairs & LOOSER) !== 0;
}
/** Only one thing can be. */
function isCertain(pairs) {
    return (pairs & (pairs - 1)) === 0;
}
/** `levels` has bit 0 for a level that lets run, 1 for one that warns, 2 for one that blocks. */
function verdictOf(levels) {
    if (levels & 4)
        return levels === 4 ? 'block' : 'unknown';
    // A warning that cannot be decided stops nothing.
    return levels === 2 ? 'warn' : 'allow';
}
/** The class of a run that can have these pairs of levels. */
function classOf(pairs) {
    if (isUnchanged(pairs))
        return 'unchanged';
    let baseLevels = 0;
    let headLevels = 0;
    for (const base of LEVELS) {
        for (const head of LEVELS) {
            if (!(pairs & levelPair(base, head)))
                continue;
            baseLevels |= 1 << base;
            headLevels |= 1 << head;
        }
    }
    const base = verdictOf(baseLevels);
    const head = verdictOf(headLevels);
    if (base === 'unknown' && head === 'unknown') {
        // Neither is decided, but what they share can rule out that one blocks where the other does not.
        if (mayTighten(pairs))
            return 'unknown';
        return mayLoosen(pairs) ? 'unknown_loosening' : 'changed';
    }
    const said = CLASS_OF_VERDICTS[base][head];
    return said === 'unchanged' ? 'changed' : said;
}

;// CONCATENATED MODULE: ./build/esm/simulation/causes.js




/** The side whose rule decides: the base's for what is let through, else the head's. */
function decidingSide(kind, { pair }) {
    const isLooser = kind === 'newly_allowed' || kind === 'unknown_loosening';
    return isLooser ? (pair.base ?? pair.head) : (pair.head ?? pair.base);
}
/** Runs by the ten thousand share few judgements, each of which may be made by many rules. */
const reasonsByJudgement = new WeakMap();
function reasonsOf(judgement) {
    const known = reasonsByJudgement.get(judgement);
    if (known)
        return known;
    const reasons = new Map();
    for (const touch of judgement.effects) {
        const side = decidingSide(judgement.class, touch);
        if (!side)
            continue;
        const decided = isDecided(judgement, touch);
        const key = `${decided ? 'decided' : 'undecided'} ${side.difference.rule}`;
        if (!reasons.has(key))
            reasons.set(key, { key, touch, side, decided });
    }
    const found = [...reasons.values()];
    reasonsByJudgement.set(judgement, found);
    return found;
}
const rulesByJudgement = new WeakMap();
/** The ids of the rules that make a class, each once. */
function rulesOf(judgement) {
    const known = rulesByJudgement.get(judgement);
    if (known)
        return known;
    const rules = [...new Set(reasonsOf(judgement).map(({ side }) => side.difference.rule))];
    rulesByJudgement.set(judgement, rules);
    return rules;
}
function isDecided({ class: kind, certain }, { pairs }) {
    switch (kind) {
        case 'newly_blocked':
            return headBlocksForCertain(pairs);
        case 'newly_allowed':
            return certain && baseBlocksForCertain(pairs);
        case 'changed':
            return isCertain(pairs);
        default:
            return false;
    }
}
/**
 * Why a flow is in its class: each rule once, and once more where it leaves other runs undecided. Where runs may stop,
 * those that cannot be decided are told of too: they are part of the danger.
 */
function causesOf(flow, replay) {
    return causesIn(decisiveRows(flow), replay);
}
function causesIn(runs, replay) {
    const alike = new Map();
    for (const run of runs) {
        const group = alike.get(run.judgement);
        if (!group)
            alike.set(run.judgement, { calls: run.calls, most: run });
        else {
            group.calls += run.calls;
            if (run.calls > group.most.calls)
                group.most = run;
        }
    }
    const causes = new Map();
    for (const [judgement, { calls, most }] of [...alike].sort((a, b) => b[1].most.calls - a[1].most.calls)) {
        for (const { key, touch, side, decided } of reasonsOf(judgement)) {
            const known = causes.get(key);
            if (known)
                known.calls += calls;
            else
                causes.set(key, causeOf(most.row, calls, touch, side, decided, replay));
        }
    }
    return [...causes.values()].sort((a, b) => Number(a.undecided !== undefined) - Number(b.undecided !== undefined) || b.calls - a.calls);
}
function causeOf(row, calls, touch, { side, inForce, difference }, decided, replay) {
    replay.questions.about(row, touch.index);
    return {
        rule: difference.rule,
        place: side === 'base' ? difference.basePlace : difference.place,
        message: (0,rules/* fillMessage */.fu)(inForce.rule.message, replay.questions.known),
        undecided: decided ? undefined : whyUndecided(touch, replay.questions),
        calls,
    };
}
/** The first thing that the head, or else the base, could not decide of the operation at hand. */
function whyUndecided({ pair }, questions) {
    const { kind } = questions.known.operation;
    for (const side of [pair.head, pair.base]) {
        if (!side?.inForce.rule.kinds.has(kind))
            continue;
        const { rule, exceptions } = side.inForce;
        const own = rule.condition && firstUndecided(rule.condition.formula(), questions);
        if (own !== undefined)
            return own;
        for (const { condition } of exceptions) {
            const why = firstUndecided(condition.formula(), questions);
            if (why !== undefined)
                return `an exception to the rule: ${why}`;
        }
    }
    return 'no cause is known';
}
function firstUndecided(formula, questions) {
    if (questions.compile(formula)() !== UNDECIDED)
        return undefined;
    for (const atom of (0,rules/* atomsOf */.QJ)(formula)) {
        const why = questions.why(atom);
        if (why !== undefined)
            return why;
    }
    return undefined;
}

;// CONCATENATED MODULE: ./build/esm/simulation/acknowledged.js



/**
 * Applies the head's acknowledgements to the flows that may stop. One covers what its rule does to a flow: named by the
 * flow's id, or by a condition that is true of every operation that the rule blocks, or may block, in it. A flow is
 * acknowledged where every rule that endangers it is. A condition that covers more flows than `max-flows` covers none.
 *
 * One that the base has too covers none either: it was approved for another change, and nobody who looks at this one
 * sees it.
 */
function acknowledge(flows, sides, replay) {
    const { base, head, today } = sides;
    const isMerged = (0,rules/* includesAcknowledgement */.WM)(base.acknowledgements);
    const byRule = new Map(head.acknowledgements.map(({ rule }) => [rule, new Set()]));
    if (byRule.size === 0)
        return { reports: [], covered: new Map() };
    const byId = new Map();
    for (const flow of flows) {
        byId.set(flow.id, flow);
        for (const rule of rulesAtRisk(flow))
            byRule.get(rule)?.add(flow);
    }
    const caughtBy = ({ rule, flow: id, condition }) => {
        const endangered = byRule.get(rule) ?? new Set();
        const ask = condition && replay.questions.compile(condition.formula());
        const hitBy = operationsHit(rule);
        if (ask)
            return [...endangered].filter((flow) => holdsOnAll(flow, hitBy, ask, replay));
        const named = byId.get(id ?? '');
        return named && endangered.has(named) ? [named] : [];
    };
    const stateOf = (acknowledgement, flowsCaught) => {
        if (isMerged(acknowledgement))
            return 'merged';
        if (!(0,rules/* holdsOn */.gD)(acknowledgement, today))
            return 'expired';
        if (flowsCaught === 0)
            return 'unused';
        return flowsCaught > (acknowledgement.maxFlows ?? Number.POSITIVE_INFINITY) ? 'refused' : 'used';
    };
    const accepted = new Map();
    const reports = head.acknowledgements.map((acknowledgement) => {
        const { rule, flow: id, condition, reason, owner, until, place } = acknowledgement;
        const caught = caughtBy(acknowledgement);
        const state = stateOf(acknowledgement, caught.length);
        if (state === 'used') {
            for (const flow of caught) {
                const rules = accepted.get(flow) ?? new Map();
                if (!rules.has(rule))
                    rules.set(rule, acknowledgement);
                accepted.set(flow, rules);
            }
        }
        return { rule, about: id ?? condition?.text ?? '', reason, owner, until, place, state, flows: caught.length };
    });
    const covered = new Map();
    for (const [flow, rules] of accepted) {
        if ([...rulesAtRisk(flow)].every((rule) => rules.has(rule)))
            covered.set(flow, acknowledged_describe([...rules.values()]));
    }
    return { reports, covered };
}
/** Every rule that blocks, or may block, runs of the flow that the base lets pass. */
function rulesAtRisk(flow) {
    const judgements = new Set(flow.endangered.map(({ judgement }) => judgement));
    return new Set([...judgements].flatMap(rulesOf));
}
/** Which operations of a run a rule endangers: told once for all runs that fare alike. */
function operationsHit(rule) {
    const known = new Map();
    return (judgement) => {
        let indexes = known.get(judgement);
        if (!indexes) {
            const own = judgement.effects.filter((touch) => decidingSide(judgement.class, touch)?.difference.rule === rule);
            indexes = [...new Set(own.map(({ index }) => index))];
            known.set(judgement, indexes);
        }
        return indexes;
    };
}
function holdsOnAll(flow, hitBy, ask, replay) {
    return flow.endangered.every(({ row, judgement }) => hitBy(judgement).every((index) => {
        replay.questions.steps.take(1);
        replay.questions.about(row, index);
        return ask() === TRUE;
    }));
}
function acknowledged_describe(acknowledgements) {
    const join = (words) => [...new Set(words)].join('; ');
    const untils = acknowledgements.map(({ until }) => until).sort();
    return {
        reason: join(acknowledgements.map(({ reason }) => reason)),
        owner: join(acknowledgements.map(({ owner }) => owner)),
        until: untils[0] ?? '',
    };
}

;// CONCATENATED MODULE: ./build/esm/simulation/declared.js



/** Judges the declared flows under both rulesets. */
function judgeDeclared(flows, sides, replay) {
    const { base, head, today } = sides;
    return flows.map(({ name, owner, place, caller, statements }) => {
        const hitsOf = (ruleset) => statements.flatMap((statement) => (0,rules/* judgeStatement */.HJ)(ruleset, statement, { file: undefined, caller, today }));
        const headHits = hitsOf(head).filter(counts);
        const endangered = statements.flatMap((statement) => {
            const row = { ...statement, caller };
            const judgement = replay.judge(row);
            return judgement.class === 'newly_blocked' || judgement.class === 'unknown' ? [{ row, calls: 0, judgement }] : [];
        });
        const breaks = endangered.length > 0;
        return {
            name,
            owner,
            place,
            base: declared_verdictOf(hitsOf(base).filter(counts)),
            head: declared_verdictOf(headHits),
            causes: breaks ? causesIn(endangered, replay) : headHits.filter(({ verdict }) => verdict !== 'warn').map(toCause),
            breaks,
        };
    });
}
/** A warning that cannot be decided stops nothing. */
function counts({ verdict, rule, exemption }) {
    return !exemption && (verdict !== 'unknown' || rule.verdict === 'block');
}
function declared_verdictOf(hits) {
    return hits.reduce((worst, { verdict }) => (0,model/* stricter */.Rn)(worst, verdict), 'allow');
}
function toCause({ rule, message, cause }) {
    return { rule: rule.id, place: rule.place, message, undecided: cause, calls: 0 };
}

;// CONCATENATED MODULE: ./build/esm/simulation/examples.js




const MAX_EXAMPLES = 5;
const MAX_VALUE = 120;
/** Facts that two runs of one shape can have apart: they show something even where every run is affected. */
const VARYING = new Set([
    'statement.limit',
    'statement.offset',
    'statement.longestInList',
    'statement.valuesRows',
    'statement.leadingWildcard',
]);
/**
 * What the affected runs of a flow have and its other runs have not, most calls first: values of the facts that the
 * rules in question read. Where all runs are affected, only what is no part of the shape or of the flow itself.
 */
function examplesOf(flow) {
    const affected = decisiveRows(flow);
    const rows = new Set(affected.map(({ row }) => row));
    const others = flow.rows.filter((row) => !rows.has(row));
    const found = [];
    for (const fact of factsRead(flow)) {
        if (others.length === 0 && !VARYING.has(fact.text) && !fact.text.startsWith('caller.'))
            continue;
        const elsewhere = new Set(others.flatMap((row) => valuesOf(fact, row)));
        const own = new Map();
        for (const { row, calls } of affected) {
            for (const value of valuesOf(fact, row))
                if (!elsewhere.has(value))
                    own.set(value, (own.get(value) ?? 0) + calls);
        }
        for (const [value, calls] of own)
            found.push([`${fact.text} ${(0,rules/* toLine */.S5)(examples_describe(fact, value), MAX_VALUE)}`, calls]);
    }
    const sorted = found.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    return {
        examples: sorted.slice(0, MAX_EXAMPLES).map(([words, calls]) => `${words} (${quantity(calls, 'call')})`),
        moreExamples: Math.max(0, sorted.length - MAX_EXAMPLES),
    };
}
/** The facts that the rules which touch a flow read, in either ruleset. */
function factsRead(flow) {
    const judgements = new Set(flow.touched.map(({ judgement }) => judgement));
    if (judgements.size === 1)
        for (const judgement of judgements)
            return factsOf(judgement);
    const facts = new Map();
    for (const judgement of judgements)
        for (const fact of factsOf(judgement))
            facts.set(fact.text, fact);
    return [...facts.values()];
}
/** Flows by the ten thousand share few judgements. */
const factsByJudgement = new WeakMap();
function factsOf(judgement) {
    const known = factsByJudgement.get(judgement);
    if (known)
        return known;
    const found = findFacts(judgement);
    factsByJudgement.set(judgement, found);
    return found;
}
function findFacts({ effects }) {
    const pairs = new Set(effects.map(({ pair }) => pair));
    const facts = new Map();
    for (const { base, head } of pairs) {
        for (const side of [base, head]) {
            if (!side)
                continue;
            for (const atom of (0,rules/* atomsOf */.QJ)(side.formula)) {
                for (const fact of atom.reads ?? atom.needs)
                    facts.set(fact.text, fact);
            }
        }
    }
    return [...facts.values()];
}
/** The values of a fact in a run, each once, lists and maps as JSON; a fact that is not carried has none. */
function valuesOf(fact, { operations, facts, caller, callerPatterns }) {
    const found = [];
    // Only an operation's own facts differ between the operations of a run.
    const last = fact.text.startsWith('operation.') ? operations.length : Math.min(1, operations.length);
    for (let i = 0; i < last; i++) {
        const operation = operations[i];
        const given = fact.valueIn({ operation, statement: facts, caller, callerPatterns, file: undefined });
        const value = given instanceof rules/* NamePattern */.as ? given.pattern : given;
        if (value === undefined)
            continue;
        const comparable = typeof value === 'object' ? JSON.stringify(value) : value;
        if (!found.includes(comparable))
            found.push(comparable);
    }
    return found;
}
/** A text in quotes; a list or map is JSON already. */
function examples_describe({ text }, value) {
    return isText(text) ? JSON.stringify(value) : String(value);
}
function isText(path) {
    const [table = '', fact = '', field] = path.split('.');
    const entries = field === undefined ? model/* FACT_TABLES */.vp[table] : model/* TARGET_FIELDS */.G_;
    return entries[field ?? fact]?.type === 'string';
}

;// CONCATENATED MODULE: ./build/esm/simulation/left-out.js




const MIN_DAYS_OF_UPKEEP = 2;
/**
 * What people and migrations do once, and every log is full of: all that defines objects and privileges, and what looks
 * after them. What sessions send all day (`SET`, `BEGIN`, `SHOW`) is none of it: it counts from its first call.
 */
const UPKEEP = new Set([
    ...(0,model/* kindsOf */.tG)('ddl'),
    'do_block',
    'lock_table',
    'load_library',
    'maintain',
    'attach_database',
    'server_control',
]);
function isUpkeep({ rows }) {
    return rows.every(({ operations }) => {
        const own = operations.filter(({ place }) => place === 'statement');
        return own.length > 0 && own.every(({ kind }) => UPKEEP.has(kind));
    });
}
/**
 * On how many days the history ran anything, as far as it matters for leaving flows out. Executions without a date are
 * on none.
 */
function daysOfHistory(rows, { minDays }) {
    const enough = Math.max(minDays, MIN_DAYS_OF_UPKEEP);
    const days = new Set();
    for (const row of rows) {
        for (const day in row.days)
            if (day !== '' && (row.days[day] ?? 0) > 0)
                days.add(day);
        if (days.size >= enough)
            break;
    }
    return days.size;
}
/**
 * Why a flow does not count, for people; undefined where it does. Executions without a date count as seen on days enough,
 * and so does a flow of every day of the history: nothing tells that it does not recur. Callers are looked at where runs
 * are in danger, be it undecided: one of them that is not ignored keeps the flow.
 *
 * @param historyDays see daysOfHistory
 */
function leftOut(flow, settings, historyDays) {
    if (decisiveRows(flow).every(({ row }) => isIgnored(row.caller, settings.ignoreCallers))) {
        return 'its caller is ignored';
    }
    if (flow.calls < settings.minCalls)
        return `ran ${times(flow.calls)}, fewer than ${grouped(settings.minCalls)}`;
    const { days } = flow;
    if (days.includes('') || days.length >= historyDays)
        return undefined;
    if (days.length < settings.minDays) {
        const fewer = historyDays < settings.minDays ? `the ${grouped(historyDays)} of the history` : grouped(settings.minDays);
        return `${seenOn(days.length)}, fewer than ${fewer}`;
    }
    if (days.length < MIN_DAYS_OF_UPKEEP && isUpkeep(flow)) {
        return `DDL, GRANT or utility statement ${seenOn(days.length)} only`;
    }
    return undefined;
}
function times(calls) {
    return calls === 1 ? 'once' : quantity(calls, 'time');
}
function seenOn(days) {
    return `seen on ${quantity(days, 'day')}`;
}
const NAMES = ['user', 'application', 'database'];
function isIgnored(caller, patterns) {
    return patterns.some((pattern) => {
        const named = NAMES.filter((name) => pattern[name] !== undefined);
        // A name that is not carried could be any: it counts.
        return named.length > 0 && named.every((name) => isNamed(caller[name], pattern[name] ?? ''));
    });
}
function isNamed(text, pattern) {
    return text !== undefined && (0,rules/* fitsStars */.EI)(text, pattern);
}

;// CONCATENATED MODULE: ./build/esm/simulation/exception-conditions.js



/** A rule file takes conditions up to this length. */
const MAX_LENGTH = 4000;
/** More names than this are no narrow exception. */
const MAX_NAMES = 5;
const BOUNDS = ['limit', 'offset', 'longestInList', 'valuesRows'];
/**
 * Conditions that are true of all that the rule endangers in the flow, the most readable first, each narrower than the
 * one before. All are narrow: who runs it, on what, and no further than it went so far. None where what is
 * recorded does not tell that.
 */
function candidateConditions(flow, rule) {
    const hits = flow.endangered.flatMap(({ row, judgement }) => judgement.effects.flatMap((touch) => {
        const operation = row.operations[touch.index];
        return operation && decidingSide(judgement.class, touch)?.difference.rule === rule ? [{ row, operation }] : [];
    }));
    const caller = callerTerm(hits);
    const object = targetTerm(hits) ?? tablesTerm(hits, 'tablesRead') ?? tablesTerm(hits, 'tablesWritten');
    if (caller === undefined && object === undefined)
        return [];
    const start = [caller, object, ...boundTerms(hits, flow)];
    const further = [
        databaseTerm(hits),
        tablesTerm(hits, 'tablesRead'),
        listTerm(hits, 'statement.columnsRead', ({ row }) => row.facts.columnsRead),
        listTerm(hits, 'operation.columns', ({ operation }) => operation.columns),
        listTerm(hits, 'operation.filterColumns', ({ operation }) => operation.filterColumns),
        listTerm(hits, 'statement.functions', ({ row }) => row.facts.functions),
    ];
    const conditions = [];
    for (let count = 0; count <= further.length; count++) {
        const terms = new Set([...start, ...further.slice(0, count)].filter((term) => term !== undefined));
        const when = [...terms].join(' && ');
        if (when.length <= MAX_LENGTH && !conditions.includes(when))
            conditions.push(when);
    }
    return conditions;
}
/** `fact == "x"`, or `fact in ["x", "y"]`; undefined where it is not carried, empty, or too many. */
function textTerm(fact, values) {
    const names = [...new Set(values)].sort();
    if (names.length === 0 || names.length > MAX_NAMES)
        return undefined;
    const quoted = [];
    for (const name of names) {
        if (name === undefined || name === '')
            return undefined;
        quoted.push((0,rules/* quoteCel */.oD)(name));
    }
    return quoted.length === 1 ? `${fact} == ${quoted[0]}` : `${fact} in [${quoted.join(', ')}]`;
}
/** The name where it is known whole. */
function wholeName({ caller, callerPatterns }, name) {
    return callerPatterns?.includes(name) ? undefined : caller[name];
}
function callerTerm(hits) {
    return (textTerm('caller.application', hits.map(({ row }) => wholeName(row, 'application'))) ??
        textTerm('caller.user', hits.map(({ row }) => wholeName(row, 'user'))));
}
function databaseTerm(hits) {
    return textTerm('caller.database', hits.map(({ row }) => row.caller.database));
}
function targetTerm(hits) {
    const name = textTerm('operation.target.name', hits.map(({ operation }) => operation.target.name));
    if (name === undefined)
        return undefined;
    const schema = textTerm('operation.target.schema', hits.map(({ operation }) => operation.target.schema));
    return schema === undefined ? name : `${name} && ${schema}`;
}
function tablesTerm(hits, fact) {
    return listTerm(hits, `statement.${fact}`, ({ row }) => row.facts[fact]);
}
function listTerm(hits, fact, listOf) {
    const lists = hits.map(listOf);
    const [first] = lists;
    if (!first || first.length === 0 || first.length > MAX_NAMES)
        return undefined;
    const isOne = lists.every((list) => list?.length === first.length && list.every((item, i) => item === first[i]));
    return isOne ? `${fact} == [${first.map(rules/* quoteCel */.oD).join(', ')}]` : undefined;
}
/** Of the numbers that the rule reads, no more than the runs had. */
function boundTerms(hits, flow) {
    const read = new Set(factsRead(flow).map(({ text }) => text));
    return BOUNDS.flatMap((fact) => {
        if (!read.has(`statement.${fact}`))
            return [];
        const values = hits.map(({ row }) => row.facts[fact]);
        let most = 0;
        for (const value of values) {
            if (value === undefined)
                return [];
            if (value > most)
                most = value;
        }
        return most > 0 ? [`statement.${fact} <= ${most}`] : [];
    });
}

;// CONCATENATED MODULE: ./build/esm/simulation/tuple-cache.js
/** Numbers for the values of facts: equal values of one fact have one number. */
class ValueNumbers {
    #byValue = new Map();
    #byText = new Map();
    of(value) {
        const known = this.#byValue.get(value);
        if (known !== undefined)
            return known;
        // A list is looked through once: a history shares those that are equal.
        const number = typeof value === 'object' ? this.#ofText(JSON.stringify(value)) : this.#byValue.size;
        this.#byValue.set(value, number);
        return number;
    }
    #ofText(text) {
        const known = this.#byText.get(text);
        if (known !== undefined)
            return known;
        const number = this.#byValue.size;
        this.#byText.set(text, number);
        return number;
    }
}
/** The numbers of all facts, shared by whoever reads the same fact. */
class FactNumbers {
    #facts = new Map();
    of(fact) {
        const known = this.#facts.get(fact);
        if (known)
            return known;
        const numbers = new ValueNumbers();
        this.#facts.set(fact, numbers);
        return numbers;
    }
}
/** Misses after which remembering must have paid, or is given up. */
const TRIAL = 4096;
const STRIDE = 2 ** 26;
/** Finds something out once for each distinct tuple of the facts that it depends on, as long as tuples recur. */
class TupleCache {
    #facts;
    #pairs = new Map();
    #found = [];
    #isFound = [];
    #hits = 0;
    #misses = 0;
    /** Without `reads` nothing is known about what it depends on, so that it is found out every time. */
    constructor(reads, numbers) {
        this.#facts = reads?.map((path) => ({ path, numbers: numbers.of(path.text) }));
    }
    get(questions, find) {
        if (!this.#facts || (this.#misses > TRIAL && this.#hits < this.#misses))
            return find();
        let tuple = 0;
        for (const { path, numbers } of this.#facts)
            tuple = this.#pair(tuple, numbers.of(path.valueIn(questions.known)));
        if (this.#isFound[tuple]) {
            this.#hits++;
            return this.#found[tuple];
        }
        this.#misses++;
        const found = find();
        this.#found[tuple] = found;
        this.#isFound[tuple] = true;
        return found;
    }
    #pair(tuple, value) {
        const key = tuple * STRIDE + value;
        const known = this.#pairs.get(key);
        if (known !== undefined)
            return known;
        const number = this.#pairs.size + 1;
        this.#pairs.set(key, number);
        return number;
    }
}

;// CONCATENATED MODULE: ./build/esm/simulation/evaluation-groups.js


/**
 * Groups what is asked by the facts that it reads, for each kind of operation.
 *
 * @param join what a group says together, found by asking each of its members
 */
function groupByFacts(items, join, questions, numbers) {
    const byKind = new Map();
    for (const item of items) {
        for (const kind of item.kinds) {
            const list = byKind.get(kind);
            if (list)
                list.push(item);
            else
                byKind.set(kind, [item]);
        }
    }
    // Kinds that the same items are about share their groups, and so what these remember.
    const known = new Map();
    const order = new Map(items.map((item, index) => [item, index]));
    const groups = new Map();
    for (const [kind, list] of byKind) {
        const key = list.map((item) => order.get(item)).join();
        const shared = known.get(key) ?? groupsOf(list, join, questions, numbers);
        known.set(key, shared);
        groups.set(kind, shared);
    }
    return groups;
}
function groupsOf(items, join, questions, numbers) {
    const byReads = new Map();
    for (const item of items) {
        const reads = readsOf(item.formulas);
        const key = reads ? reads.map(({ text }) => text).join() : 'everything';
        const group = byReads.get(key);
        if (group)
            group.members.push(item);
        else
            byReads.set(key, { reads, members: [item] });
    }
    return [...byReads.values()].map(({ reads, members }) => {
        const byTuple = new TupleCache(reads, numbers);
        const find = () => join(members);
        return { evaluate: () => byTuple.get(questions, find) };
    });
}
function readsOf(formulas) {
    const reads = new Map();
    for (const formula of formulas) {
        for (const atom of (0,rules/* atomsOf */.QJ)(formula)) {
            if (!atom.reads)
                return undefined;
            for (const fact of atom.reads)
                reads.set(fact.text, fact);
        }
    }
    return [...reads.values()].sort((a, b) => (a.text < b.text ? -1 : 1));
}

;// CONCATENATED MODULE: ./build/esm/simulation/rule-pairs.js



/** What runs in production always has a caller, and never a file. */
const TRAFFIC = { file: undefined, caller: { user: '', role: '', application: '', database: '', tags: {} } };
/** The rule as traffic meets it; undefined where no run in production can. */
function appliesToTraffic(side) {
    if (!side || (side.rule.condition && (0,rules/* whyNotHere */.uQ)(side.rule.condition.reads, TRAFFIC) !== undefined))
        return undefined;
    const exceptions = side.exceptions.filter(({ condition }) => (0,rules/* whyNotHere */.uQ)(condition.reads, TRAFFIC) === undefined);
    return { rule: side.rule, exceptions };
}
function levelOf({ rule }) {
    return rule.verdict === 'block' ? BLOCK : rule.verdict === 'warn' ? 1 : 0;
}
function sideOf(side, difference) {
    const inForce = appliesToTraffic(difference[side]);
    return inForce && { side, inForce, difference, level: levelOf(inForce), formula: (0,rules/* formulaOfRule */.wg)(inForce) };
}
/**
 * Pairs what differs. A rule that is gone and one that is new with the same kinds and condition are one rule under
 * another name: apart, what neither can decide would look like a difference.
 */
function rulePairs(differences) {
    const renamed = new Map();
    const added = differences.filter(({ base }) => !base);
    for (const gone of differences) {
        if (gone.head || !gone.base)
            continue;
        const heir = added.find((fresh) => !renamed.has(fresh) && isSameBut(gone.base, fresh.head));
        if (heir)
            renamed.set(heir, gone);
    }
    const moved = new Set(renamed.values());
    return differences.flatMap((difference) => {
        if (moved.has(difference))
            return [];
        const before = renamed.get(difference) ?? difference;
        const pair = { base: sideOf('base', before), head: sideOf('head', difference) };
        return pair.base || pair.head ? [pair] : [];
    });
}
function isSameBut(gone, fresh) {
    if (!gone || !fresh)
        return false;
    const [a, b] = [gone.rule, fresh.rule];
    return (a.condition?.text === b.condition?.text &&
        a.kinds.size === b.kinds.size &&
        [...a.kinds].every((kind) => b.kinds.has(kind)));
}
/** A pair made ready: once for the kinds that both sides are about, and for those that only one is. */
function evaluablePairs(pair, serial, questions) {
    const variants = new Map();
    for (const kind of new Set([...(pair.base?.inForce.rule.kinds ?? []), ...(pair.head?.inForce.rule.kinds ?? [])])) {
        const base = pair.base?.inForce.rule.kinds.has(kind) ? pair.base : undefined;
        const head = pair.head?.inForce.rule.kinds.has(kind) ? pair.head : undefined;
        const which = `${base ? 'base' : ''} ${head ? 'head' : ''}`;
        const variant = variants.get(which) ?? { base, head, kinds: [] };
        variant.kinds.push(kind);
        variants.set(which, variant);
    }
    return [...variants.values()].map(({ base, head, kinds }, variant) => ({
        ...asked(base, head, questions),
        pair,
        serial: serial * 3 + variant,
        kinds: new Set(kinds),
    }));
}
function asked(base, head, questions) {
    const [first, second] = [base?.formula ?? rules/* NEVER */.tm, head?.formula ?? rules/* NEVER */.tm];
    const [askBase, askHead] = [questions.compile(first), questions.compile(second)];
    const [baseLevel, headLevel] = [base?.level ?? 0, head?.level ?? 0];
    const slots = new Map();
    for (const formula of [first, second])
        for (const atom of (0,rules/* atomsOf */.QJ)(formula))
            slots.set(atom, questions.slotOf(atom));
    const known = new Map();
    const answerOf = (atom) => {
        questions.steps.take(1);
        const answer = questions.ask(slots.get(atom) ?? -1);
        return answer === UNDECIDED ? undefined : answer === TRUE;
    };
    return {
        formulas: [first, second],
        headMayHold: () => askHead() !== FALSE,
        evaluate() {
            const before = askBase();
            const after = askHead();
            if (before === FALSE && after === FALSE)
                return NO_EFFECT;
            if (before !== UNDECIDED && after !== UNDECIDED) {
                return levelPair(before === TRUE ? baseLevel : 0, after === TRUE ? headLevel : 0);
            }
            // What comes out follows from the answers alone, and those are few.
            let answers = '';
            for (const slot of slots.values())
                answers += questions.ask(slot);
            const found = known.get(answers);
            if (found !== undefined)
                return found;
            const pairs = levelsOfTruths((0,rules/* truthPairs */.nm)(first, second, answerOf), baseLevel, headLevel);
            known.set(answers, pairs);
            return pairs;
        },
    };
}

;// CONCATENATED MODULE: ./build/esm/simulation/step-budget.js

/** Far beyond what rules and histories that people keep come to: some minutes. */
const MAX_STEPS = 20_000_000_000;
/**
 * Bounds what a replay may take, since rule files come from strangers: a ruleset may be dear by itself, and a history has
 * tens of thousands of rows. Counted, not timed, so that the same input always ends alike.
 */
class StepBudget {
    #limit;
    #taken = 0;
    constructor(limit = MAX_STEPS) {
        this.#limit = limit;
    }
    get isSpent() {
        return this.#taken > this.#limit;
    }
    /** Raises ConfigError where the replay has taken too many. */
    take(count) {
        this.#taken += count;
        if (this.isSpent) {
            throw new model/* ConfigError */.xL('the conditions of the rules take too long over this history; make them simpler, or the history shorter');
        }
    }
}

;// CONCATENATED MODULE: ./build/esm/simulation/replay.js







const UNCHANGED = { class: 'unchanged', certain: true, effects: [] };
/**
 * Judges runs under two rulesets at once. The rules that differ are asked first; those that are the same on both sides
 * only where an answer of theirs could settle what the others leave different. An undecided rule that is the same on
 * both sides counts as saying nothing, since it answers alike on both.
 */
class Replay {
    questions;
    #pairs;
    #differing;
    #common;
    /** What the run at hand touches; reused, since most runs touch nothing. */
    #said = [];
    #indexes = [];
    /** Runs that fare alike share their judgement: there are few. */
    #judgements = new Map();
    constructor(comparison, steps = new StepBudget()) {
        const questions = new ConditionEvaluator(steps);
        this.questions = questions;
        const numbers = new FactNumbers();
        this.#pairs = rulePairs(comparison.differences).flatMap((pair, serial) => evaluablePairs(pair, serial, questions));
        const said = (members) => members.flatMap((pair) => {
            const pairs = pair.evaluate();
            return pairs === NO_EFFECT ? [] : [{ pair, pairs }];
        });
        this.#differing = groupByFacts(this.#pairs, said, questions, numbers);
        const common = comparison.same.flatMap((side) => {
            const met = appliesToTraffic(side);
            if (!met)
                return [];
            const formula = (0,rules/* formulaOfRule */.wg)(met);
            const holds = questions.compile(formula);
            const level = levelOf(met);
            return [{ kinds: met.rule.kinds, formulas: [formula], evaluate: () => (holds() === TRUE ? level : 0) }];
        });
        this.#common = groupByFacts(common, strictest, questions, numbers);
    }
    /** What the change does to a run, and which rules make it so. */
    judge(run) {
        const differing = this.#askDiffering(run);
        if (isUnchanged(differing))
            return UNCHANGED;
        const common = this.#commonLevel(run);
        const pairs = combine(differing, levelPair(common, common));
        const kind = classOf(pairs);
        if (kind === 'unchanged')
            return UNCHANGED;
        let key = `${pairs}`;
        for (let i = 0; i < this.#said.length; i++) {
            const { pair, pairs: own } = this.#said[i];
            key += ` ${pair.serial}:${this.#indexes[i]}:${own}`;
        }
        const known = this.#judgements.get(key);
        if (known)
            return known;
        const effects = this.#said.map(({ pair, pairs: own }, i) => ({
            pair: pair.pair,
            index: this.#indexes[i],
            pairs: own,
        }));
        const judgement = { class: kind, certain: isSure(kind, pairs), effects: decisive(kind, effects) };
        this.#judgements.set(key, judgement);
        return judgement;
    }
    /** Whether the base blocks a run for certain, so that it is no legitimate one. */
    baseBlocks(run) {
        return baseBlocksForCertain(this.#askDiffering(run)) || this.#commonLevel(run) === BLOCK;
    }
    /** Tells whether a rule that differs, as it is in the head, may hold of some operation of a run. */
    headMayHit(rule) {
        const named = this.#pairs.filter(({ pair }) => pair.head?.difference.rule === rule);
        return (run) => run.operations.some(({ kind }, index) => {
            const asked = named.find(({ kinds }) => kinds.has(kind));
            if (!asked)
                return false;
            this.questions.about(run, index);
            return asked.headMayHold();
        });
    }
    #askDiffering(run) {
        this.#said.length = 0;
        this.#indexes.length = 0;
        let all = NO_EFFECT;
        const { operations } = run;
        for (let index = 0; index < operations.length; index++) {
            const groups = this.#differing.get(operations[index].kind);
            if (!groups)
                continue;
            this.questions.about(run, index);
            for (const group of groups) {
                for (const said of group.evaluate()) {
                    this.#said.push(said);
                    this.#indexes.push(index);
                    all = combine(all, said.pairs);
                }
            }
        }
        return all;
    }
    /** The strictest that the rules which are the same on both sides say for certain. */
    #commonLevel(run) {
        let level = 0;
        const { operations } = run;
        for (let index = 0; index < operations.length; index++) {
            const groups = this.#common.get(operations[index].kind);
            if (!groups)
                continue;
            this.questions.about(run, index);
            for (const group of groups) {
                const said = group.evaluate();
                if (said > level)
                    level = said;
                if (level === BLOCK)
                    return BLOCK;
            }
        }
        return level;
    }
}
function strictest(members) {
    let level = 0;
    for (const member of members) {
        const said = member.evaluate();
        if (said > level)
            level = said;
        if (level === BLOCK)
            break;
    }
    return level;
}
function isSure(kind, pairs) {
    if (kind === 'unknown' || kind === 'unknown_loosening')
        return false;
    // What the base says of a run that the head blocks may be undecided: it is legitimate all the same.
    return kind === 'newly_blocked' || kind === 'newly_allowed' || isCertain(pairs);
}
/** Of what the differing rules say, that which makes the class. */
function decisive(kind, touches) {
    switch (kind) {
        case 'newly_blocked': {
            const sure = touches.filter(({ pairs }) => headBlocksForCertain(pairs));
            return sure.length > 0 ? sure : touches.filter(({ pairs }) => headMayBlock(pairs));
        }
        case 'unknown':
            return touches.filter(({ pairs }) => mayTighten(pairs));
        case 'newly_allowed':
        case 'unknown_loosening':
            return touches.filter(({ pairs }) => mayLoosen(pairs));
        default:
            return touches.filter(({ pairs }) => !isUnchanged(pairs));
    }
}

;// CONCATENATED MODULE: ./build/esm/simulation/propose-exceptions.js






/** Beyond this many broken flows a rule is wrong as a whole, and exceptions are no answer. */
const MAX_FLOWS = 50;
/** Rows that may be looked at again for all proposals together: some tenths of a second. */
const MAX_ROWS = 1_000_000;
/** Parts of conditions that may be evaluated for that: some seconds, where the rules are dear. */
const propose_exceptions_MAX_STEPS = 50_000_000;
/**
 * For each broken flow that one narrow exception would save, that exception. Each is tried: the history is simulated
 * again with it, over every row of which the rule says anything, and it must save all that the flow's runs stand
 * to lose and change no other run.
 */
async function proposeExceptions(input) {
    const found = new Map();
    const { flows, rows, replay } = input;
    const rowsMet = new Map();
    const steps = new StepBudget(propose_exceptions_MAX_STEPS);
    let budget = MAX_ROWS;
    let notTried = Math.max(0, flows.length - MAX_FLOWS);
    for (const flow of flows.slice(0, MAX_FLOWS)) {
        const [rule, ...more] = rulesAtRisk(flow);
        if (rule === undefined || more.length > 0 || !takesExceptions(input.head, rule))
            continue;
        let met = rowsMet.get(rule);
        if (!met && budget < rows.length) {
            notTried++;
            continue;
        }
        if (!met) {
            met = rows.filter(replay.headMayHit(rule));
            rowsMet.set(rule, met);
            budget -= rows.length;
        }
        const candidates = candidateConditions(flow, rule);
        if (steps.isSpent || budget < met.length * candidates.length) {
            notTried++;
            continue;
        }
        try {
            for (const when of candidates) {
                budget -= met.length;
                if (!(await savesExactly(flow, { rule, when }, met, input, steps)))
                    continue;
                found.set(flow, { rule, when });
                break;
            }
        }
        catch (error) {
            if (!steps.isSpent)
                throw error;
            notTried++;
        }
    }
    return { found, notTried };
}
/** A rule that another file made final takes no exception in the repository's own. */
function takesExceptions({ rules, sources }, id) {
    const rule = rules.find((entry) => entry.id === id);
    return rule !== undefined && (rule.finalIn === undefined || rule.finalIn === sources.at(-1));
}
const SAVED = new Set(['unchanged', 'changed']);
async function savesExactly(flow, { rule, when }, met, input, steps) {
    const { base, head, today, replay } = input;
    let head2;
    try {
        const exception = { rule, when, reason: 'tried', owner: 'tried', until: today };
        head2 = await (0,rules/* withException */.a1)(head, { ...exception, source: 'tried', place: { file: 'tried' } });
    }
    catch {
        // A name that no condition can hold, or one that makes it too long.
        return false;
    }
    const again = new Replay((0,rules/* compareRulesets */.P8)(base, head2, today), steps);
    const lost = new Set(flow.endangered.map(({ row }) => row));
    const exception = head2.exceptions.at(-1)?.condition;
    const mayExempt = exception && replay.questions.compile(exception.formula());
    return met.every((row) => {
        if (lost.has(row))
            return SAVED.has(again.judge(row).class);
        const isUntouched = row.operations.every((_, index) => {
            replay.questions.about(row, index);
            return mayExempt?.() === FALSE;
        });
        return isUntouched || again.judge(row).class === replay.judge(row).class;
    });
}

;// CONCATENATED MODULE: ./build/esm/simulation/rule-changes.js


const EFFECTS = {
    newly_blocked: 'newlyBlocked',
    newly_allowed: 'newlyAllowed',
    unknown: 'unknown',
    unknown_loosening: 'unknown',
    changed: undefined,
    unchanged: undefined,
};
const NONE = { flows: 0, calls: 0 };
/**
 * What each rule that differs does to the history. Flows that are left out are not to be given, those that are
 * acknowledged are: the rule breaks them all the same.
 */
function ruleChanges(differences, rows, flows) {
    const counts = countsOf(flows);
    const kinds = callsByKinds(rows);
    return differences.map((difference) => {
        const { base, head, ...texts } = difference;
        const count = (effect) => counts.get(`${effect} ${difference.rule}`) ?? NONE;
        return {
            ...texts,
            exercised: exercised(kinds, base, head),
            newlyBlocked: count('newlyBlocked'),
            newlyAllowed: count('newlyAllowed'),
            unknown: count('unknown'),
        };
    });
}
function countsOf(flows) {
    const counts = new Map();
    const seen = new Set();
    const add = (judgement, flowsOfIt, calls) => {
        const effect = EFFECTS[judgement.class];
        if (!effect)
            return;
        for (const rule of rulesOf(judgement)) {
            const key = `${effect} ${rule}`;
            const count = counts.get(key) ?? { flows: 0, calls: 0 };
            counts.set(key, count);
            count.calls += calls;
            if (!seen.has(key))
                count.flows += flowsOfIt;
            seen.add(key);
        }
    };
    // Most flows fare alike in all their runs; those that fare like each other are counted together.
    const whole = new Map();
    for (const { touched } of flows) {
        const callsOfAlike = new Map();
        for (const { calls, judgement } of touched)
            callsOfAlike.set(judgement, (callsOfAlike.get(judgement) ?? 0) + calls);
        seen.clear();
        for (const [judgement, calls] of callsOfAlike) {
            if (callsOfAlike.size > 1) {
                add(judgement, 1, calls);
                continue;
            }
            const alike = whole.get(judgement) ?? { flows: 0, calls: 0 };
            whole.set(judgement, alike);
            alike.flows++;
            alike.calls += calls;
        }
    }
    for (const [judgement, alike] of whole) {
        seen.clear();
        add(judgement, alike.flows, alike.calls);
    }
    return counts;
}
/** Rows and executions by the kinds of operations that they hold: few, whatever the number of rows. */
function callsByKinds(rows) {
    const counts = new Map();
    for (const { row, calls } of rows) {
        const kinds = [...new Set(row.operations.map(({ kind }) => kind))];
        const key = kinds.join();
        const count = counts.get(key) ?? { kinds, rows: 0, calls: 0 };
        counts.set(key, count);
        count.rows++;
        count.calls += calls;
    }
    return [...counts.values()];
}
function exercised(counts, base, head) {
    // A rule that no run in production can meet is exercised by none.
    const sides = [appliesToTraffic(base), appliesToTraffic(head)].flatMap((side) => (side ? [side.rule.kinds] : []));
    const met = counts.filter(({ kinds }) => kinds.some((kind) => sides.some((side) => side.has(kind))));
    return {
        rows: met.reduce((sum, { rows }) => sum + rows, 0),
        calls: met.reduce((sum, { calls }) => sum + calls, 0),
    };
}

;// CONCATENATED MODULE: ./build/esm/simulation/run.js
function countRows(rows) {
    return rows.map((row) => {
        let calls = 0;
        for (const day in row.days)
            calls += row.days[day] ?? 0;
        return { row, calls };
    });
}

;// CONCATENATED MODULE: ./build/esm/simulation/self-test.js


/**
 * Whether the base, held against itself, gives no difference. Every rule that this change touches is treated as if
 * it differed, with the base's on both sides, each side asked by itself, and every row is replayed: what makes a
 * difference here is a defect.
 */
function differsFromItself(base, differences, rows, today, steps) {
    if (!(0,rules/* compareRulesets */.P8)(base, base, today).equal)
        return true;
    const touched = differences.map((difference) => ({
        ...difference,
        head: difference.base && askedAgain(difference.base),
        place: difference.basePlace,
    }));
    const replay = new Replay({ differences: touched, same: [] }, steps);
    return rows.some((row) => replay.judge(row).class !== 'unchanged');
}
/** The same rule whose questions share no answers with the original's. */
function askedAgain({ rule, exceptions }) {
    const again = (condition) => ({
        ...condition,
        formula: () => withOwnKeys(condition.formula()),
    });
    return {
        rule: { ...rule, condition: rule.condition && again(rule.condition) },
        exceptions: exceptions.map((exception) => ({ ...exception, condition: again(exception.condition) })),
    };
}
function withOwnKeys(formula) {
    switch (formula.op) {
        case 'atom':
            return { op: 'atom', atom: { ...formula.atom, key: `again ${formula.atom.key}` } };
        case 'not':
            return { op: 'not', part: withOwnKeys(formula.part) };
        case 'choice': {
            const { test, yes, no } = formula;
            return { op: 'choice', test: withOwnKeys(test), yes: withOwnKeys(yes), no: withOwnKeys(no) };
        }
        default:
            return { op: formula.op, parts: formula.parts.map(withOwnKeys) };
    }
}

;// CONCATENATED MODULE: ./build/esm/simulation/unread.js

const CUT_OFF = 'cut off by the source';
const NO_REASON = 'unread, for a reason that the history does not give';
/**
 * Executions that no side could judge whole. Rows say themselves what could not be read of them, so of the header
 * only what no row stands for is added.
 */
function unreadOf(header, rows) {
    const byReason = new Map();
    const add = (reason, calls) => {
        if (calls > 0)
            byReason.set(reason, (byReason.get(reason) ?? 0) + calls);
    };
    let inRows = 0;
    let truncated = 0;
    for (const { row, calls } of rows) {
        inRows += calls;
        if (row.truncated)
            truncated += calls;
        else if (row.unreadable !== undefined)
            add(row.unreadable, calls);
    }
    add(CUT_OFF, Math.max(truncated, header.truncated));
    let named = 0;
    for (const { unread } of header.sources) {
        for (const [reason, calls] of Object.entries(unread)) {
            add(reason, calls);
            named += calls;
        }
    }
    add(NO_REASON, header.unread - named);
    const calls = [...byReason.values()].reduce((sum, count) => sum + count, 0);
    const all = inRows + Math.max(named, header.unread) + Math.max(0, header.truncated - truncated);
    const share = all === 0 ? 0 : calls / all;
    const records = (0,model/* recordsOf */.M$)(header.sources);
    const recordShare = records && records.all > 0 ? records.unread / records.all : 0;
    return {
        calls,
        share: Math.max(share, recordShare),
        byReason: Object.fromEntries(byReason),
        ...(records && recordShare > share && { records }),
    };
}

;// CONCATENATED MODULE: ./build/esm/simulation/simulate.js














/**
 * Replays a history under two rulesets and tells what the change does to each flow. Every row is judged; none is
 * sampled, and what cannot be decided is in the result. Raises ConfigError only for rules that would take minutes.
 */
async function simulate(input) {
    const { history, base, head, today, settings, declared } = input;
    const { rows } = history;
    const comparison = (0,rules/* compareRulesets */.P8)(base, head, today);
    const steps = new StepBudget();
    const replay = new Replay(comparison, steps);
    const counted = countRows(rows);
    const replayed = replayHistory(counted, replay, input.onProgress);
    const reasons = new Map();
    const historyDays = daysOfHistory(rows, settings);
    for (const flow of replayed.touched) {
        const reason = leftOut(flow, settings, historyDays);
        if (reason !== undefined)
            reasons.set(flow, reason);
    }
    const counting = replayed.touched.filter((flow) => !reasons.has(flow));
    const { reports, covered } = acknowledge(counting.filter(({ endangered }) => endangered.length > 0), { base, head, today }, replay);
    const broken = counting.filter(({ class: kind }) => kind === 'newly_blocked' || kind === 'partly_blocked');
    const proposals = await proposeExceptions({
        flows: broken.filter((flow) => !covered.has(flow)),
        rows,
        base,
        head,
        today,
        replay,
    });
    const flows = replayed.touched.map((flow) => flowReport(flow, replay, replayed.calls, {
        leftOut: reasons.get(flow),
        acknowledged: covered.get(flow),
        proposal: proposals.found.get(flow),
    }));
    return {
        ruleChanges: ruleChanges(comparison.differences, counted, counting),
        flows,
        declared: judgeDeclared(declared, { base, head, today }, replay),
        acknowledgements: reports,
        totals: totalsOf(flows, { flows: replayed.flows, calls: replayed.calls }),
        unread: unreadOf(history.header, counted),
        proposalsNotTried: proposals.notTried,
        selfTest: !differsFromItself(base, comparison.differences, rows, today, steps),
    };
}
function flowReport(flow, replay, allCalls, said) {
    const { id, class: kind, rows, calls, affectedCalls } = flow;
    const days = flow.days.filter((day) => day !== '');
    const first = rows[0];
    return {
        id,
        class: kind,
        shape: first.shape,
        dialect: first.dialect,
        caller: callerOf(rows),
        kinds: [...new Set(rows.flatMap(({ operations }) => operations.map((operation) => operation.kind)))],
        calls,
        affectedCalls,
        share: allCalls === 0 ? 0 : affectedCalls / allCalls,
        daysActive: days.length,
        firstSeen: days[0],
        lastSeen: days.at(-1),
        causes: causesOf(flow, replay),
        ...examplesOf(flow),
        ...said,
    };
}
/** Where a flow is counted: in exactly one place. */
function countedAs(flow) {
    if (flow.leftOut !== undefined)
        return 'leftOut';
    if (flow.acknowledged !== undefined)
        return 'acknowledged';
    switch (flow.class) {
        case 'newly_blocked':
            return 'newlyBlocked';
        case 'partly_blocked':
            return 'partlyBlocked';
        case 'newly_allowed':
            return flow.causes.every(({ undecided }) => undecided !== undefined) ? 'unknownLoosening' : 'newlyAllowed';
        default:
            return flow.class;
    }
}
function totalsOf(flows, replayed) {
    const zero = () => ({ flows: 0, calls: 0 });
    const totals = {
        unchanged: { ...replayed },
        newlyBlocked: zero(),
        partlyBlocked: zero(),
        newlyAllowed: zero(),
        changed: zero(),
        unknown: zero(),
        unknownLoosening: zero(),
        acknowledged: zero(),
        leftOut: zero(),
    };
    for (const flow of flows) {
        totals.unchanged.flows--;
        totals.unchanged.calls -= flow.calls;
        const count = totals[countedAs(flow)];
        count.flows++;
        count.calls += flow.affectedCalls;
    }
    return { replayed, ...totals };
}

;// CONCATENATED MODULE: ./build/esm/simulation/index.js






/***/ })

};
