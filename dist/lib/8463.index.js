export const id = 8463;
export const ids = [8463];
export const modules = {

/***/ 18463:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  mergeFlows: () => (/* reexport */ mergeFlows),
  proposeAcknowledgements: () => (/* reexport */ proposeAcknowledgements),
  readFlows: () => (/* reexport */ readFlows),
  simulate: () => (/* reexport */ simulate)
});

// UNUSED EXPORTS: explainFlow

// EXTERNAL MODULE: ./build/esm/model/index.js + 17 modules
var model = __webpack_require__(72607);
// EXTERNAL MODULE: ./build/esm/rules/index.js + 62 modules
var rules = __webpack_require__(75701);
;// CONCATENATED MODULE: ./build/esm/simulation/counts.js
/** `1,690,299`. */
function grouped(count) {
    return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
/** `1 call`, `1,690,299 calls`. */
function quantity(count, one) {
    return `${grouped(count)} ${one}${count === 1 ? '' : 's'}`;
}

;// CONCATENATED MODULE: ./build/esm/simulation/flows.js

/** Rows between two progress reports: some milliseconds of work. */
const PROGRESS_INTERVAL = 1000;
/** Judges every row, and returns the flows that the change affects, worst first. */
function flows_replayHistory(rows, replay, onProgress = () => { }) {
    const byShape = new Map();
    const all = [];
    let calls = 0;
    for (const [at, counted] of rows.entries()) {
        if (at % PROGRESS_INTERVAL === 0)
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
    const key = `${row.dialect}\0${row.caller.database ?? ''}\0${(0,model/* flowCaller */.WH)(row)}`;
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
        id: (0,model/* flowId */.Ou)(rows[0]),
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
        // Runs that the base certainly blocks are not legitimate, so they do not make the break partial.
        const blockedRows = new Set(blocked.map(({ row }) => row));
        const isFullyBlocked = rows.every((row) => blockedRows.has(row) || replay.baseBlocks(row));
        return result(isFullyBlocked ? 'newly_blocked' : 'partly_blocked', blocked);
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
/** The endangered rows or, if there are none, those to which the class applies. */
function decisiveRows({ endangered, affected }) {
    return endangered.length > 0 ? endangered : affected;
}
/** Who runs a flow. A name is undefined if it differs between rows: one application may connect as several users. */
function callerOf(rows) {
    const only = (fact) => {
        const value = rows[0]?.caller[fact];
        return rows.every(({ caller }) => caller[fact] === value) ? value : undefined;
    };
    return { application: only('application'), user: only('user'), database: only('database') };
}

;// CONCATENATED MODULE: ./build/esm/simulation/examples.js




const MAX_EXAMPLES = 5;
const MAX_VALUE = 120;
/** Facts that can differ between two runs of one shape, so they are worth showing even if every run is affected. */
const examples_VARYING = new Set([
    'statement.limit',
    'statement.offset',
    'statement.longestInList',
    'statement.valuesRows',
    'statement.leadingWildcard',
]);
/**
 * Values that only the affected runs of a flow have, most calls first, of the facts that the rules in question read. If
 * all runs are affected, only facts that are not part of the shape or of the flow's identity.
 */
function examplesOf(flow) {
    const affected = decisiveRows(flow);
    const rows = new Set(affected.map(({ row }) => row));
    const others = flow.rows.filter((row) => !rows.has(row));
    const found = [];
    for (const fact of examples_factsRead(flow)) {
        if (others.length === 0 && !examples_VARYING.has(fact.text) && !fact.text.startsWith('caller.'))
            continue;
        const valuesOfOthers = new Set(others.flatMap((row) => examples_valuesOf(fact, row)));
        const own = new Map();
        for (const { row, calls } of affected) {
            for (const value of examples_valuesOf(fact, row))
                if (!valuesOfOthers.has(value))
                    own.set(value, (own.get(value) ?? 0) + calls);
        }
        for (const [value, calls] of own)
            found.push([`${fact.text} ${(0,rules/* toLine */.S5)(examples_describeFact(fact, value), MAX_VALUE)}`, calls]);
    }
    const sorted = found.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    return {
        examples: sorted.slice(0, MAX_EXAMPLES).map(([text, calls]) => `${text} (${quantity(calls, 'call')})`),
        moreExamples: Math.max(0, sorted.length - MAX_EXAMPLES),
    };
}
/** The facts read by the rules that affect a flow, in either ruleset. */
function examples_factsRead(flow) {
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
/** Cached per judgement: tens of thousands of flows share a few judgements. */
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
/** The distinct values of a fact in a run, lists and maps as JSON; none if the fact is not recorded. */
function examples_valuesOf(fact, { operations, facts, caller, callerPatterns }) {
    const found = [];
    // Only an operation's own facts differ between the operations of a run.
    const end = fact.text.startsWith('operation.') ? operations.length : Math.min(1, operations.length);
    for (let i = 0; i < end; i++) {
        const operation = operations[i];
        const raw = fact.valueIn({ operation, statement: facts, caller, callerPatterns, file: undefined });
        const value = raw instanceof rules/* NamePattern */.as ? raw.pattern : raw;
        if (value === undefined)
            continue;
        const comparable = typeof value === 'object' ? JSON.stringify(value) : value;
        if (!found.includes(comparable))
            found.push(comparable);
    }
    return found;
}
/** Text in quotes; a list or map is already JSON. */
function examples_describeFact({ text }, value) {
    return isText(text) ? JSON.stringify(value) : String(value);
}
function isText(path) {
    const [table = '', fact = '', field] = path.split('.');
    const entries = field === undefined ? model/* FACT_TABLES */.vp[table] : model/* TARGET_FIELDS */.G_;
    return entries[field ?? fact]?.type === 'string';
}

;// CONCATENATED MODULE: ./build/esm/simulation/condition-evaluator.js

const FALSE = 0;
const TRUE = 1;
const UNDECIDED = 2;
/** Evaluates many conditions for one operation after another. Each atom is evaluated at most once per operation. */
class ConditionEvaluator {
    steps;
    #slots = [];
    #slotByKey = new Map();
    #results = [];
    #evaluatedAt = [];
    #compiled = new WeakMap();
    #generation = 0;
    #facts;
    #ruleFacts;
    constructor(steps) {
        this.steps = steps;
    }
    /** Selects the operation for which conditions are evaluated from now on. */
    setOperation(run, index) {
        const operation = run.operations[index];
        if (!operation)
            throw new RangeError('there is no such operation');
        this.#generation++;
        this.#facts = {
            operation,
            statement: run.facts,
            caller: run.caller,
            callerPatterns: run.callerPatterns,
            file: undefined,
        };
        this.#ruleFacts = undefined;
    }
    /** The facts of the current operation. */
    get facts() {
        if (!this.#facts)
            throw new Error('no operation is set');
        return this.#facts;
    }
    slotOf(atom) {
        const known = this.#slotByKey.get(atom.key);
        if (known !== undefined)
            return known;
        const slot = this.#slots.length;
        this.#slots.push({ atom, cache: undefined });
        this.#results.push(FALSE);
        this.#evaluatedAt.push(0);
        this.#slotByKey.set(atom.key, slot);
        return slot;
    }
    truthOf(slot) {
        if (this.#evaluatedAt[slot] === this.#generation)
            return this.#results[slot] ?? UNDECIDED;
        const result = this.#find(slot);
        this.#evaluatedAt[slot] = this.#generation;
        this.#results[slot] = result;
        return result;
    }
    #find(index) {
        const slot = this.#slots[index];
        if (!slot)
            return UNDECIDED;
        const { atom } = slot;
        for (const need of atom.needs)
            if (need.valueIn(this.facts) === undefined)
                return UNDECIDED;
        const compared = this.#compare(atom);
        if (compared !== undefined)
            return compared;
        const { reads } = atom;
        if (!slot.cache || !reads) {
            const result = this.#decide(atom);
            if (result === UNDECIDED)
                slot.cache ??= new Map();
            return result;
        }
        const key = JSON.stringify(reads.map((read) => read.valueIn(this.facts) ?? null));
        const cached = slot.cache.get(key);
        if (cached !== undefined)
            return cached;
        const result = this.#decide(atom);
        slot.cache.set(key, result);
        return result;
    }
    /** Fast path: most conditions compare a fact with constants, which does not need the expression language. */
    #compare({ comparison, needs }) {
        const value = comparison && needs[0]?.valueIn(this.facts);
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
        this.#ruleFacts ??= new rules/* RuleFacts */.G9(this.facts);
        return atom.decide(this.#ruleFacts);
    }
    /** Why an atom is undecided for the current operation; undefined if it is decided. */
    reasonUndecided(atom) {
        const missing = atom.needs.find((need) => need.valueIn(this.facts) === undefined);
        if (missing)
            return `\`${missing.text}\` is not known`;
        const decision = this.#evaluate(atom);
        return typeof decision === 'boolean' ? undefined : decision.cause;
    }
    /** Compiles a formula into a function that evaluates it for the current operation. */
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
                return () => this.truthOf(slot);
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

;// CONCATENATED MODULE: ./build/esm/simulation/older-facts.js

/** The facts that rows of the history lack because they are older than the fact, such as `operation.rebuilt`. */
function factsOlderRowsLack({ sources }) {
    const notCarried = sources.flatMap((source) => source.notCarried);
    return new Set(notCarried.filter((fact) => (entryOf(fact)?.since ?? 1) > 1));
}
function entryOf(fact) {
    const [table = '', name = ''] = fact.split('.');
    const tables = model/* FACT_TABLES */.vp;
    return Object.hasOwn(tables, table) && Object.hasOwn(tables[table] ?? {}, name) ? tables[table]?.[name] : undefined;
}
/** Adds to why a condition is undecided that the fact is newer than rows of the history. */
function explainUndecided(why, lacking) {
    const fact = /^`([\w.]+)` is not known$/.exec(why)?.[1];
    if (fact === undefined || !lacking.has(fact))
        return why;
    return `${why}: rows of an older facts version do not record it; collect the history again`;
}

;// CONCATENATED MODULE: ./build/esm/simulation/outcomes.js
/**
 * The class of a run by its verdicts under base and head, if the two are decided independently of each other. A run is
 * legitimate unless the base certainly blocks it.
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
/** Neither side matches, for certain. */
const NO_EFFECT = levelPair(0, 0);
const ALIKE = levelPair(0, 0) | levelPair(1, 1) | levelPair(2, 2);
const HEAD_BLOCKS = levelPair(0, 2) | levelPair(1, 2) | levelPair(2, 2);
const BASE_BLOCKS = levelPair(2, 0) | levelPair(2, 1) | levelPair(2, 2);
const TIGHTER = levelPair(0, 2) | levelPair(1, 2);
const LOOSER = levelPair(2, 0) | levelPair(2, 1);
/** The possible pairs of levels of two rules whose levels are `base` and `head` if they match. */
function levelsOfTruths(truths, base, head) {
    let pairs = 0;
    for (let bit = 0; bit < 4; bit++) {
        if ((truths >> bit) & 1)
            pairs |= levelPair(bit & 1 ? base : 0, bit & 2 ? head : 0);
    }
    return pairs;
}
/** Combines two independent results: on each side the stricter level applies. */
function combine(a, b) {
    if (a === NO_EFFECT)
        return b;
    if (b === NO_EFFECT)
        return a;
    let pairs = 0;
    for (let left = 0; left < 9; left++) {
        if (!((a >> left) & 1))
            continue;
        for (let right = 0; right < 9; right++) {
            if (!((b >> right) & 1))
                continue;
            const base = Math.max(Math.floor(left / 3), Math.floor(right / 3));
            const head = Math.max(left % 3, right % 3);
            pairs |= levelPair(base, head);
        }
    }
    return pairs;
}
/** Whether the two sides cannot differ, even if neither is decided. */
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
/** Whether exactly one pair of levels is possible. */
function isCertain(pairs) {
    return (pairs & (pairs - 1)) === 0;
}
/** `levels` is a set of levels: bit 0 stands for allow, bit 1 for warn, bit 2 for block. */
function verdictOf(levels) {
    if (levels & 4)
        return levels === 4 ? 'block' : 'unknown';
    // An undecided warning does not count, since a warning blocks nothing.
    return levels === 2 ? 'warn' : 'allow';
}
/** The class of a run with these possible pairs of levels. */
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
        // Neither side is decided, but the facts that they share can rule out that only one of them blocks.
        if (mayTighten(pairs))
            return 'unknown';
        return mayLoosen(pairs) ? 'unknown_loosening' : 'changed';
    }
    const result = CLASS_OF_VERDICTS[base][head];
    return result === 'unchanged' ? 'changed' : result;
}

;// CONCATENATED MODULE: ./build/esm/simulation/causes.js





/** The side whose rule decides: the base for a loosening, else the head. */
function decidingSide(kind, { pair }) {
    const isLooser = kind === 'newly_allowed' || kind === 'unknown_loosening';
    return isLooser ? (pair.base ?? pair.head) : (pair.head ?? pair.base);
}
/** Cached per judgement: tens of thousands of runs share a few judgements, and many rules can contribute to each. */
const reasonsByJudgement = new WeakMap();
function reasonsOf(judgement) {
    const known = reasonsByJudgement.get(judgement);
    if (known)
        return known;
    const reasons = new Map();
    for (const effect of judgement.effects) {
        const side = decidingSide(judgement.class, effect);
        if (!side)
            continue;
        const decided = isDecided(judgement, effect);
        const key = `${decided ? 'decided' : 'undecided'} ${side.difference.rule}`;
        if (!reasons.has(key))
            reasons.set(key, { key, effect, side, decided });
    }
    const found = [...reasons.values()];
    reasonsByJudgement.set(judgement, found);
    return found;
}
const rulesByJudgement = new WeakMap();
/** The ids of the rules that decide a class, each once. */
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
 * Why a flow has its class: one cause per rule, and a second one if the rule leaves other runs undecided. If the flow
 * may be blocked, undecided runs are included, since they may be blocked too.
 */
function causesOf(flow, replay) {
    return causesIn(decisiveRows(flow), replay);
}
function causesIn(runs, replay) {
    const groups = new Map();
    for (const run of runs) {
        const group = groups.get(run.judgement);
        if (!group)
            groups.set(run.judgement, { calls: run.calls, mostFrequent: run });
        else {
            group.calls += run.calls;
            if (run.calls > group.mostFrequent.calls)
                group.mostFrequent = run;
        }
    }
    const causes = new Map();
    for (const [judgement, { calls, mostFrequent }] of [...groups].sort((a, b) => b[1].mostFrequent.calls - a[1].mostFrequent.calls)) {
        for (const { key, effect, side, decided } of reasonsOf(judgement)) {
            const known = causes.get(key);
            if (known)
                known.calls += calls;
            else
                causes.set(key, causeOf(mostFrequent.row, calls, effect, side, decided, replay));
        }
    }
    return [...causes.values()].sort((a, b) => Number(a.undecided !== undefined) - Number(b.undecided !== undefined) || b.calls - a.calls);
}
function causeOf(row, calls, effect, { side, inForce, difference }, decided, replay) {
    replay.evaluator.setOperation(row, effect.index);
    return {
        rule: difference.rule,
        place: side === 'base' ? difference.basePlace : difference.place,
        message: (0,rules/* fillMessage */.fu)(inForce.rule.message, replay.evaluator.facts),
        undecided: decided ? undefined : whyUndecided(effect, replay),
        calls,
    };
}
/** The first part of the head's rule, or else the base's, that could not be decided for the current operation. */
function whyUndecided({ pair }, { evaluator, lacking }) {
    const { kind } = evaluator.facts.operation;
    for (const side of [pair.head, pair.base]) {
        if (!side?.inForce.rule.kinds.has(kind))
            continue;
        const { rule, exceptions } = side.inForce;
        const own = rule.condition && firstUndecided(rule.condition.formula(), evaluator);
        if (own !== undefined)
            return explainUndecided(own, lacking);
        for (const { condition } of exceptions) {
            const why = firstUndecided(condition.formula(), evaluator);
            if (why !== undefined)
                return `an exception to the rule: ${explainUndecided(why, lacking)}`;
        }
    }
    return 'cause unknown';
}
function firstUndecided(formula, evaluator) {
    if (evaluator.compile(formula)() !== UNDECIDED)
        return undefined;
    for (const atom of (0,rules/* atomsOf */.QJ)(formula)) {
        const why = evaluator.reasonUndecided(atom);
        if (why !== undefined)
            return why;
    }
    return undefined;
}

;// CONCATENATED MODULE: ./build/esm/simulation/acknowledgements.js



/**
 * Applies the head's acknowledgements to the flows that would or might be blocked. An acknowledgement covers the effect
 * of one rule on a flow. It names the flow by id, or by a condition that is true for every operation of the flow that
 * the rule blocks or may block. A flow is acknowledged if the effect of every rule that endangers it is covered. A
 * condition that matches more flows than `max-flows` covers none.
 *
 * An acknowledgement that the base branch already has covers none either. It was approved for another change, and a
 * reviewer of this one does not see it in the diff.
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
    const flowsCoveredBy = ({ rule, flow: id, condition }) => {
        const endangered = byRule.get(rule) ?? new Set();
        const evaluate = condition && replay.evaluator.compile(condition.formula());
        const hitBy = operationsHit(rule);
        if (evaluate)
            return [...endangered].filter((flow) => holdsOnAll(flow, hitBy, evaluate, replay));
        const named = byId.get(id ?? '');
        return named && endangered.has(named) ? [named] : [];
    };
    const stateOf = (acknowledgement, matchedFlows) => {
        if (isMerged(acknowledgement))
            return 'merged';
        if (!(0,rules/* holdsOn */.gD)(acknowledgement, today))
            return 'expired';
        if (matchedFlows === 0)
            return 'unused';
        return matchedFlows > (acknowledgement.maxFlows ?? Number.POSITIVE_INFINITY) ? 'refused' : 'used';
    };
    const accepted = new Map();
    const reports = head.acknowledgements.map((acknowledgement) => {
        const { rule, flow: id, condition, reason, owner, until, place } = acknowledgement;
        const matched = flowsCoveredBy(acknowledgement);
        const state = stateOf(acknowledgement, matched.length);
        if (state === 'used') {
            for (const flow of matched) {
                const rules = accepted.get(flow) ?? new Map();
                if (!rules.has(rule))
                    rules.set(rule, acknowledgement);
                accepted.set(flow, rules);
            }
        }
        return { rule, about: id ?? condition?.text ?? '', reason, owner, until, place, state, flows: matched.length };
    });
    const covered = new Map();
    for (const [flow, rules] of accepted) {
        if ([...rulesAtRisk(flow)].every((rule) => rules.has(rule)))
            covered.set(flow, describe([...rules.values()]));
    }
    return { reports, covered };
}
/** Every rule that blocks, or may block, runs of the flow that the base allows. */
function rulesAtRisk(flow) {
    const judgements = new Set(flow.endangered.map(({ judgement }) => judgement));
    return new Set([...judgements].flatMap(rulesOf));
}
/** Which operations of a run a rule endangers. Computed once for all runs with the same judgement. */
function operationsHit(rule) {
    const known = new Map();
    return (judgement) => {
        let indexes = known.get(judgement);
        if (!indexes) {
            const own = judgement.effects.filter((effect) => decidingSide(judgement.class, effect)?.difference.rule === rule);
            indexes = [...new Set(own.map(({ index }) => index))];
            known.set(judgement, indexes);
        }
        return indexes;
    };
}
function holdsOnAll(flow, hitBy, evaluate, replay) {
    return flow.endangered.every(({ row, judgement }) => hitBy(judgement).every((index) => {
        replay.evaluator.steps.take(1);
        replay.evaluator.setOperation(row, index);
        return evaluate() === TRUE;
    }));
}
function describe(acknowledgements) {
    const join = (words) => [...new Set(words)].join('; ');
    const untils = acknowledgements.map(({ until }) => until).sort();
    return {
        reason: join(acknowledgements.map(({ reason }) => reason)),
        owner: join(acknowledgements.map(({ owner }) => owner)),
        until: untils[0] ?? '',
    };
}

;// CONCATENATED MODULE: ./build/esm/simulation/exception-conditions.js



/** Maximum length of a condition in a rule file. */
const MAX_LENGTH = 4000;
/** An exception with more names than this is not narrow. */
const MAX_NAMES = 5;
const BOUNDS = ['limit', 'offset', 'longestInList', 'valuesRows'];
/**
 * Conditions that are true for every operation of the flow that the rule endangers. The most readable comes first, and
 * each is narrower than the one before. All name the caller, the object, and limits no higher than those already used.
 * Returns none if the history does not record enough for that.
 */
function candidateConditions(flow, rule) {
    const hits = flow.endangered.flatMap(({ row, judgement }) => judgement.effects.flatMap((effect) => {
        const operation = row.operations[effect.index];
        return operation && decidingSide(judgement.class, effect)?.difference.rule === rule ? [{ row, operation }] : [];
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
/** `fact == "x"` or `fact in ["x", "y"]`; undefined if a value is missing or empty, or if there are too many. */
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
/** The name, if it is recorded in full. */
function fullName({ caller, callerPatterns }, name) {
    return callerPatterns?.includes(name) ? undefined : caller[name];
}
function callerTerm(hits) {
    return (textTerm('caller.application', hits.map(({ row }) => fullName(row, 'application'))) ??
        textTerm('caller.user', hits.map(({ row }) => fullName(row, 'user'))));
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
    const isSame = lists.every((list) => list?.length === first.length && list.every((item, i) => item === first[i]));
    return isSame ? `${fact} == [${first.map(rules/* quoteCel */.oD).join(', ')}]` : undefined;
}
/** Upper bounds for the numbers that the rule reads: the highest values of the recorded runs. */
function boundTerms(hits, flow) {
    const read = new Set(examples_factsRead(flow).map(({ text }) => text));
    return BOUNDS.flatMap((fact) => {
        if (!read.has(`statement.${fact}`))
            return [];
        const values = hits.map(({ row }) => row.facts[fact]);
        let max = 0;
        for (const value of values) {
            if (value === undefined)
                return [];
            if (value > max)
                max = value;
        }
        return max > 0 ? [`statement.${fact} <= ${max}`] : [];
    });
}

;// CONCATENATED MODULE: ./build/esm/simulation/tuple-cache.js
/** Numbers the values of a fact: equal values have the same number. */
class ValueNumbers {
    #byValue = new Map();
    #byText = new Map();
    of(value) {
        const known = this.#byValue.get(value);
        if (known !== undefined)
            return known;
        // Each list is serialised once, since a history shares equal lists.
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
/** The value numbers of all facts, shared by all readers of a fact. */
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
/** Number of misses after which the cache is turned off unless it had at least as many hits. */
const TRIAL_MISSES = 4096;
const STRIDE = 2 ** 26;
/** Caches a result for each distinct tuple of the facts on which it depends, as long as tuples recur. */
class TupleCache {
    #facts;
    #pairs = new Map();
    #results = [];
    #isCached = [];
    #hits = 0;
    #misses = 0;
    /** @param reads the facts on which the result depends; undefined if they are not known: then nothing is cached */
    constructor(reads, numbers) {
        this.#facts = reads?.map((path) => ({ path, numbers: numbers.of(path.text) }));
    }
    get(evaluator, compute) {
        if (!this.#facts || (this.#misses > TRIAL_MISSES && this.#hits < this.#misses))
            return compute();
        let tuple = 0;
        for (const { path, numbers } of this.#facts)
            tuple = this.#pair(tuple, numbers.of(path.valueIn(evaluator.facts)));
        if (this.#isCached[tuple]) {
            this.#hits++;
            return this.#results[tuple];
        }
        this.#misses++;
        const result = compute();
        this.#results[tuple] = result;
        this.#isCached[tuple] = true;
        return result;
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
 * Groups items by the facts that they read, for each kind of operation.
 *
 * @param join evaluates all members of a group and combines the results
 */
function groupByFacts(items, join, evaluator, numbers) {
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
    // Kinds with the same items share their groups, and so the groups' caches.
    const groupsByItems = new Map();
    const order = new Map(items.map((item, index) => [item, index]));
    const groups = new Map();
    for (const [kind, list] of byKind) {
        const key = list.map((item) => order.get(item)).join();
        const shared = groupsByItems.get(key) ?? groupsOf(list, join, evaluator, numbers);
        groupsByItems.set(key, shared);
        groups.set(kind, shared);
    }
    return groups;
}
function groupsOf(items, join, evaluator, numbers) {
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
        const evaluateAll = () => join(members);
        return { evaluate: () => byTuple.get(evaluator, evaluateAll) };
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



/** A production query always has a caller, and never a file. */
const TRAFFIC = { file: undefined, caller: { user: '', role: '', application: '', database: '', tags: {} } };
/** The rule with the exceptions that apply to production queries; undefined if the rule does not apply to them. */
function appliesToTraffic(side) {
    if (!side || (side.rule.condition && (0,rules/* whyNotApplicable */.h3)(side.rule.condition.reads, TRAFFIC) !== undefined))
        return undefined;
    const exceptions = side.exceptions.filter(({ condition }) => (0,rules/* whyNotApplicable */.h3)(condition.reads, TRAFFIC) === undefined);
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
 * Pairs the differing rules. A removed rule and an added one with the same kinds and condition are treated as one
 * renamed rule. As two rules, an undecided result of both would look like a difference.
 */
function rulePairs(differences) {
    const renamed = new Map();
    const added = differences.filter(({ base }) => !base);
    for (const removed of differences) {
        if (removed.head || !removed.base)
            continue;
        const successor = added.find((candidate) => !renamed.has(candidate) && isRenamed(removed.base, candidate.head));
        if (successor)
            renamed.set(successor, removed);
    }
    const predecessors = new Set(renamed.values());
    return differences.flatMap((difference) => {
        if (predecessors.has(difference))
            return [];
        const before = renamed.get(difference) ?? difference;
        const pair = { base: sideOf('base', before), head: sideOf('head', difference) };
        return pair.base || pair.head ? [pair] : [];
    });
}
function isRenamed(removed, added) {
    if (!removed || !added)
        return false;
    const [a, b] = [removed.rule, added.rule];
    return (a.condition?.text === b.condition?.text &&
        a.kinds.size === b.kinds.size &&
        [...a.kinds].every((kind) => b.kinds.has(kind)));
}
/**
 * Prepares a pair for evaluation: separately for the kinds that both sides check, and for those that only one checks.
 */
function evaluablePairs(pair, serial, evaluator) {
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
        ...evaluationOf(base, head, evaluator),
        pair,
        serial: serial * 3 + variant,
        kinds: new Set(kinds),
    }));
}
function evaluationOf(base, head, evaluator) {
    const [first, second] = [base?.formula ?? rules/* NEVER */.tm, head?.formula ?? rules/* NEVER */.tm];
    const [evaluateBase, evaluateHead] = [evaluator.compile(first), evaluator.compile(second)];
    const [baseLevel, headLevel] = [base?.level ?? 0, head?.level ?? 0];
    const slots = new Map();
    for (const formula of [first, second])
        for (const atom of (0,rules/* atomsOf */.QJ)(formula))
            slots.set(atom, evaluator.slotOf(atom));
    const known = new Map();
    const decisionOf = (atom) => {
        evaluator.steps.take(1);
        const truth = evaluator.truthOf(slots.get(atom) ?? -1);
        return truth === UNDECIDED ? undefined : truth === TRUE;
    };
    return {
        formulas: [first, second],
        headMayHold: () => evaluateHead() !== FALSE,
        evaluate() {
            const before = evaluateBase();
            const after = evaluateHead();
            if (before === FALSE && after === FALSE)
                return NO_EFFECT;
            if (before !== UNDECIDED && after !== UNDECIDED) {
                return levelPair(before === TRUE ? baseLevel : 0, after === TRUE ? headLevel : 0);
            }
            // The result depends only on the truths of the atoms, and few combinations occur.
            let truths = '';
            for (const slot of slots.values())
                truths += evaluator.truthOf(slot);
            const found = known.get(truths);
            if (found !== undefined)
                return found;
            const pairs = levelsOfTruths((0,rules/* truthPairs */.nm)(first, second, decisionOf), baseLevel, headLevel);
            known.set(truths, pairs);
            return pairs;
        },
    };
}

;// CONCATENATED MODULE: ./build/esm/simulation/step-budget.js

/** Far more than real rules and histories need: some minutes. */
const MAX_STEPS = 20_000_000_000;
/**
 * Limits the work of a replay, since rule files are untrusted: a ruleset may be expensive, and a history has tens of
 * thousands of rows. It counts steps instead of time, so that the same input always gives the same result.
 */
class step_budget_StepBudget {
    #limit;
    #taken = 0;
    constructor(limit = MAX_STEPS) {
        this.#limit = limit;
    }
    get isSpent() {
        return this.#taken > this.#limit;
    }
    /** Throws ConfigError if the replay has used too many steps. */
    take(count) {
        this.#taken += count;
        if (this.isSpent) {
            throw new model/* ConfigError */.xL('evaluating the rules over this history takes too long; simplify their conditions, or use a shorter history');
        }
    }
}

;// CONCATENATED MODULE: ./build/esm/simulation/replay.js







const UNCHANGED = { class: 'unchanged', certain: true, effects: [] };
/**
 * Judges runs under two rulesets at once. Rules that differ are evaluated first. Rules that are the same on both sides
 * are evaluated only if they could outweigh the difference. A rule that is the same on both sides and undecided counts
 * as not matching, since its result is the same on both.
 */
class replay_Replay {
    evaluator;
    /** Facts that older rows of the history lack; see older-facts.ts. */
    lacking;
    #pairs;
    #differing;
    #common;
    /** Effects on the current run, with their operations; reused, since most runs have none. */
    #effects = [];
    #indexes = [];
    /** Runs with the same effects share one judgement; there are few. */
    #judgements = new Map();
    constructor(comparison, steps = new step_budget_StepBudget(), lacking = new Set()) {
        this.lacking = lacking;
        const evaluator = new ConditionEvaluator(steps);
        this.evaluator = evaluator;
        const numbers = new FactNumbers();
        this.#pairs = rulePairs(comparison.differences).flatMap((pair, serial) => evaluablePairs(pair, serial, evaluator));
        const effectsOf = (members) => members.flatMap((pair) => {
            const pairs = pair.evaluate();
            return pairs === NO_EFFECT ? [] : [{ pair, pairs }];
        });
        this.#differing = groupByFacts(this.#pairs, effectsOf, evaluator, numbers);
        const common = comparison.same.flatMap((side) => {
            const rule = appliesToTraffic(side);
            if (!rule)
                return [];
            const formula = (0,rules/* formulaOfRule */.wg)(rule);
            const holds = evaluator.compile(formula);
            const level = levelOf(rule);
            return [{ kinds: rule.rule.kinds, formulas: [formula], evaluate: () => (holds() === TRUE ? level : 0) }];
        });
        this.#common = groupByFacts(common, strictest, evaluator, numbers);
    }
    /** What the change does to a run, and which rules decide that. */
    judge(run) {
        const differing = this.#evaluateDiffering(run);
        if (isUnchanged(differing))
            return UNCHANGED;
        const common = this.#commonLevel(run);
        const pairs = combine(differing, levelPair(common, common));
        const kind = classOf(pairs);
        if (kind === 'unchanged')
            return UNCHANGED;
        let key = `${pairs}`;
        for (let i = 0; i < this.#effects.length; i++) {
            const { pair, pairs: own } = this.#effects[i];
            key += ` ${pair.serial}:${this.#indexes[i]}:${own}`;
        }
        const known = this.#judgements.get(key);
        if (known)
            return known;
        const effects = this.#effects.map(({ pair, pairs: own }, i) => ({
            pair: pair.pair,
            index: this.#indexes[i],
            pairs: own,
        }));
        const judgement = { class: kind, certain: isCertainClass(kind, pairs), effects: decisive(kind, effects) };
        this.#judgements.set(key, judgement);
        return judgement;
    }
    /** Whether the base certainly blocks a run, so that the run is not legitimate. */
    baseBlocks(run) {
        return baseBlocksForCertain(this.#evaluateDiffering(run)) || this.#commonLevel(run) === BLOCK;
    }
    /** A test of whether a differing rule, as in the head, may match some operation of a run. */
    headMayHit(rule) {
        const pairs = this.#pairs.filter(({ pair }) => pair.head?.difference.rule === rule);
        return (run) => run.operations.some(({ kind }, index) => {
            const pair = pairs.find(({ kinds }) => kinds.has(kind));
            if (!pair)
                return false;
            this.evaluator.setOperation(run, index);
            return pair.headMayHold();
        });
    }
    #evaluateDiffering(run) {
        this.#effects.length = 0;
        this.#indexes.length = 0;
        let all = NO_EFFECT;
        const { operations } = run;
        for (let index = 0; index < operations.length; index++) {
            const groups = this.#differing.get(operations[index].kind);
            if (!groups)
                continue;
            this.evaluator.setOperation(run, index);
            for (const group of groups) {
                for (const effect of group.evaluate()) {
                    this.#effects.push(effect);
                    this.#indexes.push(index);
                    all = combine(all, effect.pairs);
                }
            }
        }
        return all;
    }
    /** The strictest certain level of the rules that are the same on both sides. */
    #commonLevel(run) {
        let level = 0;
        const { operations } = run;
        for (let index = 0; index < operations.length; index++) {
            const groups = this.#common.get(operations[index].kind);
            if (!groups)
                continue;
            this.evaluator.setOperation(run, index);
            for (const group of groups) {
                const groupLevel = group.evaluate();
                if (groupLevel > level)
                    level = groupLevel;
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
        const memberLevel = member.evaluate();
        if (memberLevel > level)
            level = memberLevel;
        if (level === BLOCK)
            break;
    }
    return level;
}
function isCertainClass(kind, pairs) {
    if (kind === 'unknown' || kind === 'unknown_loosening')
        return false;
    // A run that the head blocks is legitimate even if the base is undecided about it.
    return kind === 'newly_blocked' || kind === 'newly_allowed' || isCertain(pairs);
}
/** The effects of differing rules that decide the class. */
function decisive(kind, effects) {
    switch (kind) {
        case 'newly_blocked': {
            const certain = effects.filter(({ pairs }) => headBlocksForCertain(pairs));
            return certain.length > 0 ? certain : effects.filter(({ pairs }) => headMayBlock(pairs));
        }
        case 'unknown':
            return effects.filter(({ pairs }) => mayTighten(pairs));
        case 'newly_allowed':
        case 'unknown_loosening':
            return effects.filter(({ pairs }) => mayLoosen(pairs));
        default:
            return effects.filter(({ pairs }) => !isUnchanged(pairs));
    }
}

;// CONCATENATED MODULE: ./build/esm/simulation/propose-exceptions.js






/** If more flows break, the rule itself is wrong, and exceptions do not help. */
const MAX_FLOWS = 50;
/** Maximum number of rows to evaluate again for all proposals together: some tenths of a second. */
const MAX_ROWS = 1_000_000;
/** Maximum number of condition parts to evaluate for that: some seconds with expensive rules. */
const propose_exceptions_MAX_STEPS = 50_000_000;
/**
 * For each broken flow, one narrow exception that keeps it working, if there is one. Each candidate is verified: the
 * history is simulated again with it, over every row that the rule may match. It must save all endangered runs of the
 * flow and change no other run.
 */
async function propose_exceptions_proposeExceptions(input) {
    const found = new Map();
    const { flows, rows, replay } = input;
    const matchingRows = new Map();
    const steps = new step_budget_StepBudget(propose_exceptions_MAX_STEPS);
    let budget = MAX_ROWS;
    let notTried = Math.max(0, flows.length - MAX_FLOWS);
    for (const flow of flows.slice(0, MAX_FLOWS)) {
        const [rule, ...more] = rulesAtRisk(flow);
        if (rule === undefined || more.length > 0 || !acceptsExceptions(input.head, rule))
            continue;
        let matching = matchingRows.get(rule);
        if (!matching && budget < rows.length) {
            notTried++;
            continue;
        }
        if (!matching) {
            matching = rows.filter(replay.headMayHit(rule));
            matchingRows.set(rule, matching);
            budget -= rows.length;
        }
        const candidates = candidateConditions(flow, rule);
        if (steps.isSpent || budget < matching.length * candidates.length) {
            notTried++;
            continue;
        }
        try {
            for (const when of candidates) {
                budget -= matching.length;
                if (!(await savesExactly(flow, { rule, when }, matching, input, steps)))
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
/** Whether the repository's own file may add an exception: not to a rule that another file made final. */
function acceptsExceptions({ rules, sources }, id) {
    const rule = rules.find((entry) => entry.id === id);
    return rule !== undefined && (rule.finalIn === undefined || rule.finalIn === sources.at(-1));
}
const SAVED = new Set(['unchanged', 'changed']);
async function savesExactly(flow, { rule, when }, matching, input, steps) {
    const { base, head, today, replay } = input;
    let changedHead;
    try {
        const exception = { rule, when, reason: 'tried', owner: 'tried', until: today };
        changedHead = await (0,rules/* withException */.a1)(head, { ...exception, source: 'tried', place: { file: 'tried' } });
    }
    catch {
        // The condition would be too long, or has a name that cannot be written in a condition.
        return false;
    }
    const trial = new replay_Replay((0,rules/* compareRulesets */.P8)(base, changedHead, today), steps);
    const endangered = new Set(flow.endangered.map(({ row }) => row));
    const exception = changedHead.exceptions.at(-1)?.condition;
    const mayExempt = exception && replay.evaluator.compile(exception.formula());
    return matching.every((row) => {
        if (endangered.has(row))
            return SAVED.has(trial.judge(row).class);
        const isUnaffected = row.operations.every((_, index) => {
            replay.evaluator.setOperation(row, index);
            return mayExempt?.() === FALSE;
        });
        return isUnaffected || trial.judge(row).class === replay.judge(row).class;
    });
}

;// CONCATENATED MODULE: ./build/esm/simulation/explain-flow.js








const MAX_FACTS = 3;
const MAX_VALUES = 10;
const explain_flow_MAX_VALUE = 120;
/** The verdict of a run, if nothing was forbidden before. */
const VERDICTS = {
    newly_blocked: 'block',
    unknown: 'unknown',
    changed: 'warn',
    newly_allowed: 'allow',
    unknown_loosening: 'allow',
    unchanged: 'allow',
};
/**
 * How a ruleset judges a recorded flow: its calls by the facts that decide, and an exception. It is found as for a
 * change that adds all rules. `whole`: the rows are the whole history; otherwise no exception can be verified. Undefined
 * if no row is of the flow.
 */
async function explainFlow({ rows, flow: id, ruleset, today, whole, }) {
    const own = rows.filter((row) => flowId(row) === id);
    if (own.length === 0)
        return undefined;
    const base = emptyRuleset();
    const replay = new Replay(compareRulesets(base, ruleset, today), new StepBudget());
    const [flow] = replayHistory(countRows(own), replay).touched;
    if (!flow)
        return { values: [], exception: undefined };
    const proposals = whole && flow.endangered.length > 0
        ? await proposeExceptions({ flows: [flow], rows, base, head: ruleset, today, replay })
        : undefined;
    return { values: valuesOfFlow(flow, replay), exception: proposals?.found.get(flow) };
}
function valuesOfFlow(flow, replay) {
    const runs = countRows(flow.rows).map(({ row, calls }) => ({
        row,
        calls,
        verdict: VERDICTS[replay.judge(row).class],
    }));
    const found = factsRead(flow)
        .filter(({ text }) => !text.startsWith('caller.'))
        .map((fact) => ({ fact, values: countsOf(fact, runs) }))
        .filter(({ fact, values }) => values.length > 1 || (values.length === 1 && VARYING.has(fact.text)));
    // What varies by its nature comes first.
    const sorted = found.sort((a, b) => Number(VARYING.has(b.fact.text)) - Number(VARYING.has(a.fact.text)));
    return sorted.slice(0, MAX_FACTS).map(({ fact, values }) => ({
        fact: fact.text,
        values: values.slice(0, MAX_VALUES).map(({ value, ...counts }) => ({
            value: toLine(describeFact(fact, value), explain_flow_MAX_VALUE),
            ...counts,
        })),
        more: Math.max(0, values.length - MAX_VALUES),
    }));
}
/** Numbers by size, other values by their calls. */
function countsOf(fact, runs) {
    const counts = new Map();
    for (const { row, calls, verdict } of runs)
        for (const value of valuesOf(fact, row)) {
            const known = counts.get(value);
            counts.set(value, {
                value,
                calls: calls + (known?.calls ?? 0),
                verdict: known ? stricter(known.verdict, verdict) : verdict,
            });
        }
    return [...counts.values()].sort((a, b) => typeof a.value === 'number' && typeof b.value === 'number' ? a.value - b.value : b.calls - a.calls);
}

;// CONCATENATED MODULE: ./build/esm/simulation/propose-acknowledgements.js


const MAX_SHAPE = 100;
const MAX_NAME = 60;
/** A longer list would not be read. A change that breaks more needs another rule, or a condition. */
const MAX_ENTRIES = 1_000;
/**
 * The YAML of an `acknowledge:` list for all broken flows, ready to paste into a rule file. It has one entry for each
 * flow and rule, up to 1,000; a comment counts the rest. Undefined if nothing breaks. The owner defaults to the owner
 * of the rule. The reason, and a missing owner, are placeholders `<…>`, which a rule file must not contain: the user
 * who pastes the list fills them in.
 *
 * @param until `YYYY-MM-DD`, UTC, last day on which the entries apply
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
            entries.push(`  # ${propose_acknowledgements_describe(flow)}`, `  - rule: ${quote(rule)}`, `    flow: ${quote(flow.id)}`, `    reason: ${quote(`<why ${quantity(flow.affectedCalls, 'recorded call')} may stop>`)}`, `    owner: ${quote(owner ?? (owners.get(rule) || '<who answers for it>'))}`, `    until: ${quote(until)}`);
        }
    }
    if (count === 0)
        return undefined;
    if (count > MAX_ENTRIES)
        entries.push(`  # ${grouped(count - MAX_ENTRIES)} more are left out: narrow the rule, or cover many flows with one entry by \`when\` and \`max-flows\``);
    return `${['acknowledge:', ...entries].join('\n')}\n`;
}
/** A comment that describes the flow. Names and shapes are untrusted, and a comment ends with its line. */
function propose_acknowledgements_describe({ shape, caller }) {
    const name = caller.application || caller.user || 'unknown caller';
    return `${plain(name, MAX_NAME)}: ${plain(shape, MAX_SHAPE)}`;
}
function plain(text, limit) {
    return (0,rules/* toLine */.S5)(text.slice(0, limit * 4).replace(/[^\p{L}\p{N}\p{P}\p{S} ]+/gu, ' '), limit);
}
/** A double-quoted YAML string. JSON's quotes and escapes are valid YAML; invisible characters are escaped. */
function quote(text) {
    return JSON.stringify(text).replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, (character) => [...Array(character.length).keys()]
        .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
        .join(''));
}

;// CONCATENATED MODULE: ./build/esm/simulation/read-flows.js


/** Reads a file of declared flows. Never throws ConfigError: mistakes go to `onMistake`. */
async function readFlows(reading) {
    const flows = new Map();
    const { path, bytes, onMistake } = reading;
    await attempt(onMistake, async () => {
        const { flowsFileSchema } = await Promise.all(/* import() */[__webpack_require__.e(2857), __webpack_require__.e(8354)]).then(__webpack_require__.bind(__webpack_require__, 58354));
        const file = await (0,rules/* readYamlFile */.kv)({ file: path, bytes, what: 'file of declared flows' }, flowsFileSchema);
        for (const [index, entry] of file.value.flows.entries()) {
            await attempt(onMistake, async () => {
                const placeOf = (key) => file.placeOf(['flows', index, key]);
                if (flows.has(entry.name))
                    throw new model/* ConfigError */.xL(`the flow \`${entry.name}\` is declared twice; rename one of them`, placeOf('name'));
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
        for (const mistake of error.all)
            onMistake(mistake);
    }
}
async function readFlow(entry, placeOf, { dialect: fallback, createReader }) {
    const { name, owner } = entry;
    const dialect = entry.dialect ?? fallback;
    if (!dialect)
        throw new model/* ConfigError */.xL(`the flow \`${name}\` has no dialect; add \`dialect\` to the flow or to .querygate/config.yml`, placeOf('name'));
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
        throw new model/* ConfigError */.xL(`the query of the flow \`${name}\` could not be parsed: ${unreadable.reason}; correct the query or its \`dialect\``, place);
    if (script.statements.length === 0)
        throw new model/* ConfigError */.xL(`the query of the flow \`${name}\` contains no statement; add one`, place);
    // What the session did earlier is not declared, so these facts are not known.
    return script.statements.map(({ operations, facts }) => ({
        operations,
        facts: { ...facts, ...model/* UNKNOWN_SURROUNDINGS */.XN },
    }));
}
/**
 * Combines the declared flows of both sides. A change can add flows but not remove any: the base's flows are judged
 * until the change is merged.
 */
function mergeFlows(base, head) {
    const fromBase = [];
    const removed = [];
    for (const [name, { entry, flow }] of base) {
        const inHead = head.get(name);
        if (inHead && JSON.stringify(inHead.entry) === JSON.stringify(entry))
            continue;
        fromBase.push(inHead ? { ...flow, name: `${name} (as in force)` } : flow);
        if (!inHead)
            removed.push(flow);
    }
    return { flows: [...[...head.values()].map(({ flow }) => flow), ...fromBase], removed: removed };
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
/** An undecided warning does not count, since a warning blocks nothing. */
function counts({ verdict, rule, exemption }) {
    return !exemption && (verdict !== 'unknown' || rule.verdict === 'block');
}
function declared_verdictOf(hits) {
    return hits.reduce((worst, { verdict }) => (0,model/* stricter */.Rn)(worst, verdict), 'allow');
}
function toCause({ rule, message, cause }) {
    return { rule: rule.id, place: rule.place, message, undecided: cause, calls: 0 };
}

;// CONCATENATED MODULE: ./build/esm/simulation/not-counted.js




const MIN_MAINTENANCE_DAYS = 2;
/**
 * Operations that people and migrations run once: those that define or maintain objects and privileges. Every log is
 * full of them. Statements that sessions send all day (`SET`, `BEGIN`, `SHOW`) are not included: they count from the
 * first call.
 */
const MAINTENANCE = new Set([
    ...(0,model/* kindsOf */.tG)('ddl'),
    'do_block',
    'lock_table',
    'load_library',
    'maintain',
    'attach_database',
    'server_control',
]);
function isMaintenance({ rows }) {
    return rows.every(({ operations }) => {
        const own = operations.filter(({ place }) => place === 'statement');
        return own.length > 0 && own.every(({ kind }) => MAINTENANCE.has(kind));
    });
}
/**
 * The number of days with any execution. It stops counting once there are enough to decide which flows count.
 * Executions without a date are ignored.
 */
function daysOfHistory(rows, { minDays }) {
    const enough = Math.max(minDays, MIN_MAINTENANCE_DAYS);
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
 * Why a flow does not count, as text for people; undefined if it counts. Executions without a date, and flows seen on
 * every day of the history, count as seen on enough days: nothing shows that they do not recur. A flow is ignored only
 * if all its endangered runs, undecided ones included, are by ignored callers.
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
    if (days.length < MIN_MAINTENANCE_DAYS && isMaintenance(flow)) {
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
        // A name that is not recorded could be any name, so it never matches.
        return named.length > 0 && named.every((name) => isNamed(caller[name], pattern[name] ?? ''));
    });
}
function isNamed(text, pattern) {
    return text !== undefined && (0,rules/* matchesWildcard */._W)(text, pattern);
}

;// CONCATENATED MODULE: ./build/esm/simulation/recorded-run.js
function recorded_run_countRows(rows) {
    return rows.map((row) => {
        let calls = 0;
        for (const day in row.days)
            calls += row.days[day] ?? 0;
        return { row, calls };
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
 * The effect of each differing rule on the history. `flows` must include acknowledged flows, which the rule still
 * breaks, but not flows that do not count.
 */
function ruleChanges(differences, rows, flows) {
    const counts = rule_changes_countsOf(flows);
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
function rule_changes_countsOf(flows) {
    const counts = new Map();
    const seen = new Set();
    const add = (judgement, flowCount, calls) => {
        const effect = EFFECTS[judgement.class];
        if (!effect)
            return;
        for (const rule of rulesOf(judgement)) {
            const key = `${effect} ${rule}`;
            const count = counts.get(key) ?? { flows: 0, calls: 0 };
            counts.set(key, count);
            count.calls += calls;
            if (!seen.has(key))
                count.flows += flowCount;
            seen.add(key);
        }
    };
    // In most flows all runs have the same judgement; such flows are counted together by judgement.
    const uniform = new Map();
    for (const { touched } of flows) {
        const callsByJudgement = new Map();
        for (const { calls, judgement } of touched)
            callsByJudgement.set(judgement, (callsByJudgement.get(judgement) ?? 0) + calls);
        seen.clear();
        for (const [judgement, calls] of callsByJudgement) {
            if (callsByJudgement.size > 1) {
                add(judgement, 1, calls);
                continue;
            }
            const sum = uniform.get(judgement) ?? { flows: 0, calls: 0 };
            uniform.set(judgement, sum);
            sum.flows++;
            sum.calls += calls;
        }
    }
    for (const [judgement, sum] of uniform) {
        seen.clear();
        add(judgement, sum.flows, sum.calls);
    }
    return counts;
}
/** Rows and executions by their combination of operation kinds. There are few, whatever the number of rows. */
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
    // A rule that does not apply to production queries is not exercised by any of them.
    const sides = [appliesToTraffic(base), appliesToTraffic(head)].flatMap((side) => (side ? [side.rule.kinds] : []));
    const matching = counts.filter(({ kinds }) => kinds.some((kind) => sides.some((side) => side.has(kind))));
    return {
        rows: matching.reduce((sum, { rows }) => sum + rows, 0),
        calls: matching.reduce((sum, { calls }) => sum + calls, 0),
    };
}

;// CONCATENATED MODULE: ./build/esm/simulation/self-test.js


/**
 * Whether comparing the base with itself gives a difference, which would be a bug. Every rule that the change edits is
 * treated as if it differed, with the base's version on both sides. Each side is evaluated separately, for every row.
 */
function differsFromItself(base, differences, rows, today, steps) {
    if (!(0,rules/* compareRulesets */.P8)(base, base, today).equal)
        return true;
    const edited = differences.map((difference) => ({
        ...difference,
        head: difference.base && withoutSharedResults(difference.base),
        place: difference.basePlace,
    }));
    const replay = new replay_Replay({ differences: edited, same: [] }, steps);
    return rows.some((row) => replay.judge(row).class !== 'unchanged');
}
/** A copy of the rule whose conditions share no cached results with the original. */
function withoutSharedResults({ rule, exceptions }) {
    const copy = (condition) => ({
        ...condition,
        formula: () => withOwnKeys(condition.formula()),
    });
    return {
        rule: { ...rule, condition: rule.condition && copy(rule.condition) },
        exceptions: exceptions.map((exception) => ({ ...exception, condition: copy(exception.condition) })),
    };
}
function withOwnKeys(formula) {
    switch (formula.op) {
        case 'atom':
            return { op: 'atom', atom: { ...formula.atom, key: `copy of ${formula.atom.key}` } };
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
 * Executions that neither side could judge completely. Rows record what could not be read of them. From the header only
 * the executions without a row are added.
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
 * Replays a history under two rulesets and reports what the change does to each flow. Every row is judged, without
 * sampling, and undecided flows are part of the result. Throws ConfigError only for rules that would take minutes.
 */
async function simulate(input) {
    const { history, base, head, today, settings, declared } = input;
    const { rows } = history;
    const comparison = (0,rules/* compareRulesets */.P8)(base, head, today);
    const steps = new step_budget_StepBudget();
    const replay = new replay_Replay(comparison, steps, factsOlderRowsLack(history.header));
    const counted = recorded_run_countRows(rows);
    const replayed = flows_replayHistory(counted, replay, input.onProgress);
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
    const proposals = await propose_exceptions_proposeExceptions({
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
function flowReport(flow, replay, allCalls, outcome) {
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
        ...outcome,
    };
}
/** The total in which a flow is counted; each flow is counted in exactly one. */
function totalOf(flow) {
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
        const count = totals[totalOf(flow)];
        count.flows++;
        count.calls += flow.affectedCalls;
    }
    return { replayed, ...totals };
}

;// CONCATENATED MODULE: ./build/esm/simulation/index.js






/***/ })

};
