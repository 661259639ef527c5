export const id = 992;
export const ids = [992];
export const modules = {

/***/ 34992:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  hR: () => (/* reexport */ FORMATS),
  l2: () => (/* reexport */ SIMULATION_FORMATS),
  r: () => (/* reexport */ commentMarkdown),
  $A: () => (/* reexport */ simulationComment),
  RK: () => (/* reexport */ visible),
  gB: () => (/* reexport */ visibleLines)
});

// UNUSED EXPORTS: isFormat

// EXTERNAL MODULE: ./build/esm/model/index.js + 9 modules
var model = __webpack_require__(60949);
;// CONCATENATED MODULE: ./build/esm/report/text/budget.js
const encoder = new TextEncoder();
const bytes = (text) => encoder.encode(text).length;
/** UTF-16 units: never fewer than the characters that a host could mean. */
const characters = (text) => text.length;
/** Room for text that must not grow over a limit. */
class Budget {
    #measure;
    #left;
    constructor(limit, measure) {
        this.#left = limit;
        this.#measure = measure;
    }
    /** Text that must be there whatever its length. */
    fixed(text) {
        this.#left -= this.#measure(text);
        return text;
    }
    /** As many items as fit into `share` of what is left, in order; the rest is counted. Empty for an empty list. */
    list({ head, tail, leftOut, items, count }, share) {
        if (count === 0)
            return '';
        // What must be said even if no item fits.
        this.fixed(head + tail + leftOut(count));
        let room = Math.floor(this.#left * share);
        let text = '';
        let shown = 0;
        for (const item of items) {
            const size = this.#measure(item);
            if (size > room)
                break;
            text += item;
            room -= size;
            shown++;
        }
        this.fixed(text);
        return head + text + tail + (shown < count ? leftOut(count - shown) : '');
    }
}

;// CONCATENATED MODULE: ./build/esm/report/text/visible.js
/**
 * Characters that a terminal, a runner or a reader could be deceived with: controls (C0, C1, DEL), format characters
 * (bidi overrides, zero-width ones, tags), line and paragraph separators, lone surrogates, private use, and whatever else
 * Unicode draws as nothing.
 */
const DECEPTIVE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]/gu;
function codePointName(character) {
    const code = character.codePointAt(0) ?? 0;
    // The control pictures are one column wide, as an editor shows them.
    if (code < 0x20)
        return String.fromCodePoint(0x2400 + code);
    if (code === 0x7f)
        return '\u2421';
    return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}
/** Replaces what cannot be seen with something that can. Applied to one cell, it may not join cells into `##[`. */
function revealInvisible(text) {
    return text.replace(DECEPTIVE, codePointName);
}
/**
 * The one door through which text of strangers (paths, SQL, messages, reasons) goes into an output that people read.
 * The result is one line in which every character can be seen, except for the zero-width space that breaks `##[`,
 * which GitHub's runner takes for a command anywhere in a line.
 */
function visible(text) {
    return breakRunnerCommands(revealInvisible(text));
}
/** Breaks the runner's old command mark. */
function breakRunnerCommands(text) {
    return text.replaceAll('##[', '##\u200b[');
}
/**
 * Makes finished lines harmless: none begins (after white space of any kind) with `::`, which is a command to GitHub's
 * runner, or with `/`, which is a quick action to GitLab where a line lands in a note.
 */
function breakLineCommands(lines) {
    return lines.map((line) => breakRunnerCommands(line).replace(/^(\s*)(?=::|\/)/u, '$1\u200b'));
}
/**
 * Writes a value as JSON (two spaces of indentation, one newline at the end) that loses nothing and is yet harmless when
 * printed: what cannot be seen, and the runner's command mark, stand there as escapes. The newlines of the layout are the
 * only controls in it.
 */
function visibleJson(value) {
    return `${escapeInvisible(JSON.stringify(value, undefined, 2))}\n`;
}
/** A string literal of JSON, which is one of CEL too, in which every character can be seen. */
function visibleLiteral(text) {
    return escapeInvisible(JSON.stringify(text));
}
function escapeInvisible(json) {
    const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
    return json
        .replaceAll('##[', '#\\u0023[')
        .replace(DECEPTIVE, (found) => (found === '\n' ? found : found.split('').map(escaped).join('')));
}
/** Cuts to at most `limit` UTF-16 units, never inside a character, with `mark` as its end where something is missing. */
function cut(text, limit, mark = '…') {
    if (text.length <= limit)
        return text;
    const end = Math.max(0, limit - mark.length);
    const last = text.charCodeAt(end - 1);
    return text.slice(0, last >= 0xd800 && last <= 0xdbff ? end - 1 : end) + mark;
}
/** Lines of text of strangers, each as `visible` makes it, and none beginning with a command of a CI host. */
function visibleLines(text) {
    return breakLineCommands(text.split('\n').map(visible)).join('\n');
}

// EXTERNAL MODULE: ./node_modules/get-east-asian-width/index.js + 3 modules
var get_east_asian_width = __webpack_require__(55322);
;// CONCATENATED MODULE: ./build/esm/report/text/width.js

const PLAIN = /^[\x20-\x7e]*$/;
const NOTHING = /^\p{M}+$/u;
const EMOJI = /\p{Emoji_Presentation}/u;
let segmenter;
/** What a reader takes for one character each. */
function graphemes(text) {
    if (PLAIN.test(text))
        return [...text];
    segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
    return Array.from(segmenter.segment(text), (part) => part.segment);
}
function graphemeWidth(grapheme) {
    if (NOTHING.test(grapheme))
        return 0;
    if (EMOJI.test(grapheme))
        return 2;
    let width = 1;
    for (const character of grapheme)
        width = Math.max(width, (0,get_east_asian_width/* eastAsianWidth */.Q1)(character.codePointAt(0) ?? 0));
    return width;
}
/** Terminal columns that a line takes. The text holds no control characters (see `visible`). */
function textWidth(text) {
    if (PLAIN.test(text))
        return text.length;
    return graphemes(text).reduce((sum, grapheme) => sum + graphemeWidth(grapheme), 0);
}
/** Breaks a line at spaces into lines of at most `width` columns; a longer word is broken where it must be. */
function wrapped(text, width) {
    const room = Math.max(20, width);
    const lines = [];
    let line = '';
    let taken = 0;
    for (const word of text.split(' ').filter((part) => part !== '')) {
        const size = textWidth(word);
        if (taken > 0 && taken + 1 + size <= room) {
            line += ` ${word}`;
            taken += 1 + size;
            continue;
        }
        if (taken > 0)
            lines.push(line);
        line = '';
        taken = 0;
        for (const grapheme of size <= room ? [word] : graphemes(word)) {
            const step = textWidth(grapheme);
            if (taken + step > room) {
                lines.push(line);
                line = '';
                taken = 0;
            }
            line += grapheme;
            taken += step;
        }
    }
    return [...lines, line];
}

;// CONCATENATED MODULE: ./build/esm/report/text/excerpt.js


const TAB_STOP = 4;
function cells(finding) {
    const { location, excerpt, excerptColumn } = finding;
    const from = location === undefined ? 0 : location.start.column - excerptColumn;
    const oneLine = location !== undefined && location.start.line === location.end.line;
    const to = oneLine ? Math.max(location.end.column - excerptColumn, from + 1) : Number.POSITIVE_INFINITY;
    const list = [];
    let offset = 0;
    let column = 0;
    for (const grapheme of graphemes(excerpt)) {
        const text = grapheme === '\t' ? ' '.repeat(TAB_STOP - (column % TAB_STOP)) : revealInvisible(grapheme);
        const width = textWidth(text);
        const end = offset + grapheme.length;
        list.push({ text, width, marked: location !== undefined && end > from && offset < to });
        offset = end;
        column += width;
    }
    return list;
}
function widthOf(list) {
    return list.reduce((sum, cell) => sum + cell.width, 0);
}
/**
 * Lays out the excerpt of a finding in at most `width` columns: white space at its beginning goes, and a long line is cut
 * around the caret, with `ellipsis` where something is missing.
 */
function markExcerpt(finding, width, ellipsis) {
    const all = cells(finding);
    const firstMark = all.findIndex((cell) => cell.marked);
    const firstText = all.findIndex((cell) => cell.text.trim() !== '');
    const mark = firstMark < 0 ? Math.max(0, firstText) : firstMark;
    const begin = firstText < 0 ? mark : Math.min(firstText, mark);
    const cutBefore = finding.excerptColumn > 1;
    let from = begin;
    // A quarter of the room goes to what stands before the caret.
    const room = Math.max(20, width) - 2 * textWidth(ellipsis);
    if (widthOf(all.slice(begin)) > room) {
        let before = 0;
        from = mark;
        while (from > begin && before + (all[from - 1]?.width ?? 0) <= room / 4)
            before += all[--from]?.width ?? 0;
    }
    let to = from;
    for (let taken = 0; to < all.length; to++) {
        taken += all[to]?.width ?? 0;
        if (taken > room)
            break;
    }
    const head = from > begin || (cutBefore && from === 0) ? ellipsis : '';
    const tail = to < all.length ? ellipsis : '';
    const kept = all.slice(from, to);
    const text = kept
        .map((cell) => cell.text)
        .join('')
        .trimEnd();
    const indent = textWidth(head) + widthOf(all.slice(from, Math.max(from, mark)));
    const marked = widthOf(kept.filter((cell) => cell.marked));
    const rest = textWidth(head) + textWidth(text) - indent;
    return { code: breakRunnerCommands(head + text + tail), indent, length: Math.max(1, Math.min(marked, rest)) };
}

;// CONCATENATED MODULE: ./build/esm/report/text/help.js
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s+/;
/** Paragraphs, list items and fenced code of a rule's help, raw. Other Markdown stays as it was typed. */
function helpBlocks(help) {
    const blocks = [];
    let open;
    let fence;
    const close = () => {
        if (open)
            blocks.push({ kind: open.kind, text: open.words.join(' ') });
        open = undefined;
    };
    for (const line of help.split(/\r\n|\r|\n/)) {
        const mark = FENCE.exec(line)?.[1];
        if (fence) {
            if (mark?.startsWith(fence.mark) && line.trim() === mark) {
                blocks.push({ kind: 'code', lines: fence.lines });
                fence = undefined;
            }
            else
                fence.lines.push(line);
        }
        else if (mark !== undefined) {
            close();
            fence = { mark, lines: [] };
        }
        else if (line.trim() === '')
            close();
        else if (ITEM.test(line)) {
            close();
            open = { kind: 'item', words: [line.replace(ITEM, '').trim()] };
        }
        else {
            open ??= { kind: 'text', words: [] };
            open.words.push(line.trim());
        }
    }
    close();
    if (fence)
        blocks.push({ kind: 'code', lines: fence.lines });
    return blocks;
}
/** The first sentence of a rule's help, with the list that it announces, raw; empty where there is none. */
function firstSentence(help) {
    const blocks = helpBlocks(help);
    const start = blocks.findIndex((block) => block.kind !== 'code');
    const first = blocks[start];
    if (first === undefined || first.kind === 'code')
        return '';
    if (first.text.endsWith(':')) {
        const end = blocks.findIndex((block, index) => index > start && block.kind !== 'item');
        const items = blocks
            .slice(start + 1, end < 0 ? undefined : end)
            .flatMap((b) => (b.kind === 'item' ? [b.text] : []));
        return [first.text, items.join('; ')].join(' ').trim();
    }
    // A stop before a small letter ends no sentence: `e.g. this`.
    const end = /[.!?](?=\s+(?![\p{Ll}\s]))/u.exec(first.text);
    return end === null ? first.text : first.text.slice(0, end.index + 1);
}

;// CONCATENATED MODULE: ./build/esm/report/text/markdown.js

/** What begins something within a line in Markdown, in GitHub's kind of it, or in HTML. */
const ACTIVE = /[\\`*_[\]<>&#|~@$]/g;
/** What begins a list, a heading or, in a note of GitLab, a quick action, at the start of a line. */
const LEADING = /^\s*[-+=/:]|(?<=^\s*\d{1,9})[.)]/;
function entity(character) {
    return `&#${character.charCodeAt(0)};`;
}
/**
 * Text of strangers as Markdown that is shown as it is typed and does nothing: no mention, link, image, reference, emoji
 * or HTML. Entities keep Markdown from seeing it; GitHub looks for mentions, references and addresses once more in the
 * finished page, where a zero-width space breaks them.
 */
function inertText(text) {
    return visible(text)
        .replace(/@(?=\w)/g, '@\u200b')
        .replace(/#(?=\d)/g, '#\u200b')
        .replace(/\bGH-(?=\d)/gi, '$&\u200b')
        .replace(/:(?=\/\/|[\w+-]+:)/g, ':\u200b')
        .replace(/\bwww\./gi, 'www\u200b.')
        .replace(ACTIVE, entity)
        .replace(LEADING, (found) => found.slice(0, -1) + entity(found.slice(-1)));
}
/** Text of strangers as code within a line. GitHub looks for nothing in code, but Markdown makes links of addresses. */
function inertCode(text) {
    const code = visible(text)
        .replace(ACTIVE, entity)
        .replace(/:(?=\/\/)/g, entity)
        .replace(/(?<=\bwww)\./gi, entity);
    return `<code>${code}</code>`;
}
/** Text of strangers whose back-ticks mean code, as they do in every message of ours. */
function inertProse(text) {
    const parts = text.split(/((?<!`)`[^`]+`(?!`))/);
    return parts.map((part, index) => (index % 2 === 1 ? inertCode(part.slice(1, -1)) : inertText(part))).join('');
}
/** Lines of code of strangers as a block, in a fence that is longer than any in them. */
function fenced(lines, language = '') {
    const body = breakLineCommands(lines.map((line) => revealInvisible(line.replaceAll('\t', '    '))));
    const runs = body.flatMap((line) => line.match(/`+/g) ?? []).map((run) => run.length);
    const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run + 1)));
    return `${fence}${language}\n${body.join('\n')}\n${fence}`;
}
/** Renders as much of a text as fits into `limit` characters once rendered; what is cut ends in `…`. */
function fitted(text, limit, render) {
    let length = Math.min(text.length, limit);
    let rendered = render(cut(text, length));
    while (rendered.length > limit && length > 1) {
        length = Math.floor(length * Math.min(0.9, limit / rendered.length));
        rendered = render(cut(text, Math.max(1, length)));
    }
    return rendered;
}

;// CONCATENATED MODULE: ./build/esm/report/text/words.js

/** `1 file`, `2 files`. */
function plural(count, one, many = `${one}s`) {
    return `${count} ${count === 1 ? one : many}`;
}
/** Whether a finding is one that the verdict was made from. */
function countsIn(report) {
    return ({ status }) => status === 'new' || (status === 'existing' && report.policy.findings === 'all');
}
/** Whether a finding that counts fails the check. */
function failsIn({ policy }) {
    return ({ verdict }) => {
        if (policy.failOn === 'never')
            return false;
        if (verdict === 'unknown')
            return policy.onUnknown === 'fail';
        return verdict === 'block' || policy.failOn === 'warn';
    };
}
/** `path:line:column`, or the path of a whole-file finding; raw. */
function placeOf({ path, location }) {
    return location === undefined ? path : `${path}:${location.start.line}:${location.start.column}`;
}
/** The message with what a reader must know beside it: where in the statement, which section, whose rules; raw. */
function explained(finding, { service }) {
    const extras = [];
    const place = finding.operation?.place ?? 'statement';
    if (place !== 'statement')
        extras.push(`in ${model/* PLACES */.ls[place]}`);
    if (finding.section === 'down')
        extras.push('in a down section');
    if (finding.side === 'base')
        extras.push(service
            ? 'only by the active ruleset of the workspace: it passes once this change of the rules is made active there'
            : "only by the base branch's rules: it passes once this change of the rules is merged");
    if (finding.side === 'head')
        extras.push('only by the rules that this change brings');
    return extras.length === 0 ? finding.message : `${finding.message} (${extras.join('; ')})`;
}
const NOT_COUNTED = {
    existing: (n) => `${plural(n, 'finding')} ${n === 1 ? 'was' : 'were'} there before this change`,
    suppressed: (n) => `${plural(n, 'finding')} suppressed by comments`,
    excepted: (n) => `${plural(n, 'finding')} excepted by the ruleset`,
    baselined: (n) => `${plural(n, 'finding')} accepted by the baseline`,
    spared: (n) => `${plural(n, 'finding')} in down sections, which the migration tool does not run on deployment`,
};
/** `workspace acme, ruleset version 7`; undefined where no service judged. Raw. */
function serviceText({ service }) {
    if (service?.rulesetVersion === undefined)
        return undefined;
    return `workspace ${service.workspace ?? ''}, ruleset version ${service.rulesetVersion}`;
}
/** Findings that do not count, by why, in a fixed order; reasons without any are left out. */
function notCounted(report) {
    const counts = countsIn(report);
    const statuses = Object.keys(NOT_COUNTED);
    return statuses.flatMap((status) => {
        const findings = report.findings.filter((finding) => finding.status === status && !counts(finding));
        return findings.length === 0 ? [] : [{ status, text: NOT_COUNTED[status](findings.length), findings }];
    });
}
/** `2 blocked, 1 warned, 0 unknown in 3 files, 12 statements`. */
function totalLine({ totals }) {
    const verdicts = `${totals.blocked} blocked, ${totals.warned} warned, ${totals.unknown} unknown`;
    return `${verdicts} in ${plural(totals.files, 'file')}, ${plural(totals.statements, 'statement')}`;
}
/** What one suppression does, without its place; raw. */
function suppressionText({ rules, state, holds, until, reason }) {
    const effect = {
        used: `holds back ${plural(holds, 'finding')}`,
        unused: 'holds back nothing',
        expired: 'has expired and holds back nothing',
        refused: 'is refused and holds back nothing',
    }[state];
    return `allows ${rules.join(', ')}${until === undefined ? '' : ` until ${until}`} and ${effect}: ${reason}`;
}
/** Rules that do not apply to these files, grouped by why; raw. */
function notAppliedLines({ judges }) {
    const rulesByReason = new Map();
    for (const { rule, reason } of judges.flatMap((judge) => judge.notApplied)) {
        const rules = rulesByReason.get(reason) ?? new Set();
        rulesByReason.set(reason, rules.add(rule));
    }
    return [...rulesByReason].map(([reason, rules]) => `${plural(rules.size, 'rule')} not applied (${[...rules].join(', ')}): ${reason}`);
}

;// CONCATENATED MODULE: ./build/esm/report/text/summary-parts.js


/** A job summary may have 1 MiB; other tools of the same step may have written something before. */
const SUMMARY_LIMIT = 1024 * 1024 - 32 * 1024;
const COMMENT_LIMIT = 65_536;
/** What all parts need that are always there. */
const SMALLEST_LIMIT = 16_384;
/** The most that one untrusted text may take of a line, so that none of them crowds out the others. */
const PIECE = 1_000;
const ICONS = { block: '🛑', warn: '⚠️', unknown: '❔', allow: '✅' };
const code = (raw, limit = PIECE) => fitted(raw, limit, inertCode);
/** Prose of strangers; what it puts into back-ticks is code here too, and all other Markdown stays as it was typed. */
const summary_parts_text = (raw, limit = PIECE) => fitted(raw, limit, inertProse);
/** Renders one by one, so that what has no room is not rendered at all. */
function* each(list, render) {
    for (const [index, item] of list.entries())
        yield render(item, index);
}
/** Says how many of a list had no room. */
function moreOf(what) {
    return (count) => `${plural(count, `more ${what}`)} left out for want of room; the JSON report has all of them.\n\n`;
}
/** Finished lines of Markdown, as a list. */
function plainList(lines, what, head) {
    return { head, tail: '\n', leftOut: moreOf(what), items: lines, count: lines.length };
}
function noticeList(notices) {
    const lines = notices.map(({ level, message, path, location }) => {
        const where = path === undefined ? '' : `${code(placeOf({ path, location }))}: `;
        return `- ${level === 'warning' ? '⚠️' : 'ℹ️'} ${where}${summary_parts_text(message)}\n`;
    });
    return plainList(lines, 'notice', '#### Notices\n\n');
}
/** @param from Markdown before it */
function judgeLine({ side, sources, commit, hash, rules }, from = '') {
    const whose = { base: 'Base: ', head: 'Head: ', only: '' }[side];
    const where = commit === undefined ? '' : ` at ${code(commit.slice(0, 12))}`;
    return `- ${whose}${from}${plural(rules, 'rule')} of ${code(sources.join(', '))}${where}, hash ${code(hash.slice(0, 12))}\n`;
}
/** The command that repeats a result; empty where there is none. */
function repeatBlock(command) {
    if (command === undefined)
        return '';
    return `To repeat this in a checkout:\n\n${fitted(command, PIECE, (raw) => fenced([raw], 'sh'))}\n`;
}

;// CONCATENATED MODULE: ./build/esm/report/text/yaml.js

const PLAIN_SCALAR = /^[A-Za-z][A-Za-z0-9_./-]*$/;
/** What YAML 1.2, or an older reader of YAML, does not take for a text. */
const KEYWORD = /^(?:true|false|yes|no|on|off|y|n|null)$/i;
/** A text as YAML writes it; the double-quoted form takes every escape of JSON. Harmless to print. */
function scalar(text) {
    return PLAIN_SCALAR.test(text) && !KEYWORD.test(text) ? text : visibleLiteral(text);
}
/** A condition in CEL as YAML writes it, so that its own quotes need no escape where that can be. Harmless to print. */
function conditionScalar(condition) {
    if (revealInvisible(condition) !== condition || condition.includes('##['))
        return visibleLiteral(condition);
    return `'${condition.replaceAll("'", "''")}'`;
}

;// CONCATENATED MODULE: ./build/esm/report/check/next-step.js


/** What a migration tool fills in before the SQL runs stands in the target as it was written. */
const PLACEHOLDER = /[$%{}:?]/;
/** The narrowest condition that can be said of the finding in CEL: its target, or else its file. */
function condition({ operation, path }) {
    const parts = operation === undefined || operation.target === '' ? [] : operation.target.split('.');
    const [first, second] = parts;
    if (first === undefined || parts.length > 2 || PLACEHOLDER.test(operation?.target ?? ''))
        return `file.path == ${visibleLiteral(path)}`;
    if (second === undefined)
        return `operation.target.name == ${visibleLiteral(first)}`;
    const schema = `operation.target.schema == ${visibleLiteral(first)}`;
    return `${schema} && operation.target.name == ${visibleLiteral(second)}`;
}
/** Where an exception goes: the last file that the ruleset is made of; raw. */
function rulesFile({ judges, service }) {
    if (service)
        return `the ruleset of workspace ${service.workspace ?? ''}`;
    const files = judges.flatMap(({ sources }) => sources).filter((source) => !source.startsWith('querygate:'));
    return files.at(-1) ?? '.querygate/rules.yml';
}
/**
 * What to write to exempt a finding; undefined where nothing can: no rule hit an operation, but
 * something could not be read.
 * `--` begins a comment in every dialect, so the comment is the same in all of them.
 */
function exemptionFor(finding, report) {
    if (finding.operation === undefined)
        return undefined;
    if (finding.suppressible)
        return { by: 'comment', line: `-- querygate:allow ${visible(finding.rule)}: <reason>` };
    const owner = finding.owner ?? '';
    const when = conditionScalar(condition(finding));
    return {
        by: 'exception',
        ask: `${owner === '' ? 'the owners of the rules' : owner} for an exception in ${rulesFile(report)}`,
        yaml: [
            `- { rule: ${scalar(finding.rule)},`,
            `    when: ${when},`,
            `    reason: <reason>, owner: ${owner === '' ? '<owner>' : scalar(owner)}, until: <YYYY-MM-DD> }`,
        ],
    };
}

;// CONCATENATED MODULE: ./build/esm/report/check/summary.js








const EXCERPT_WIDTH = 110;
/** So many findings are shown unfolded. */
const UNFOLDED = 10;
const TITLES = { block: 'Blocked', warn: 'Warned', unknown: 'Could not be decided', allow: 'Passed' };
function ruleName({ rule, docs }) {
    // Only pages of our own are linked; nothing in such an address can end the link.
    const ours = docs?.startsWith(`${model/* PRODUCT */.Ax.homepage}/`) && /^[\w./:#-]+$/.test(docs);
    return ours ? `[${code(rule)}](${docs})` : code(rule);
}
function row(finding, report) {
    const { verdict, exemption } = finding;
    const message = summary_parts_text(explained(finding, report)) + (exemption === undefined ? '' : `; exempt: ${summary_parts_text(exemption)}`);
    return `| ${ICONS[verdict]}&nbsp;${verdict} | ${code(placeOf(finding))} | ${ruleName(finding)} | ${message} |\n`;
}
function helpText(blocks) {
    return blocks
        .map((block) => {
        if (block.kind === 'code')
            return `${fenced(block.lines, 'sql')}\n`;
        return `${block.kind === 'item' ? '- ' : ''}${summary_parts_text(block.text, 4 * PIECE)}\n`;
    })
        .join('\n');
}
function exemptionText(finding, report) {
    const exemption = exemptionFor(finding, report);
    if (exemption === undefined)
        return '';
    if (exemption.by === 'comment') {
        return `To exempt this statement, put this above it:\n\n${fenced([exemption.line], 'sql')}\n\n`;
    }
    const ask = `No comment can exempt it. Ask ${summary_parts_text(exemption.ask)}`;
    const length = exemption.yaml.join('\n').length;
    return length > 2 * PIECE ? `${ask}.\n\n` : `${ask}:\n\n${fenced(exemption.yaml, 'yaml')}\n\n`;
}
/** One finding in full. The blank lines let Markdown begin again inside the HTML. */
function details(finding, report, unfolded) {
    const parts = [`${summary_parts_text(explained(finding, report), 4 * PIECE)}\n\n`];
    if (finding.location !== undefined && finding.excerpt.trim() !== '') {
        const marked = markExcerpt(finding, EXCERPT_WIDTH, '…');
        parts.push(`${fenced([marked.code, ' '.repeat(marked.indent) + '^'.repeat(marked.length)], 'sql')}\n\n`);
    }
    if (finding.help.trim() !== '')
        parts.push(`**The safe way.** ${helpText(helpBlocks(finding.help))}\n`);
    parts.push(exemptionText(finding, report));
    const summary = `${ICONS[finding.verdict]} ${code(finding.rule)} at ${code(placeOf(finding))}`;
    return `<details${unfolded ? ' open' : ''}><summary>${summary}</summary>\n\n${parts.join('')}</details>\n\n`;
}
function suppressionList(list, head) {
    return {
        head,
        tail: '\n',
        leftOut: moreOf('suppression'),
        items: list.map((suppression) => `- ${code(placeOf(suppression))} ${summary_parts_text(suppressionText(suppression))}\n`),
        count: list.length,
    };
}
const ROWS_HEAD = '| Verdict | Where | Rule | Finding |\n|---|---|---|---|\n';
function table(report, findings, head, tail) {
    return {
        head: `${head}${ROWS_HEAD}`,
        tail,
        leftOut: moreOf('finding'),
        items: each(findings, (finding) => row(finding, report)),
        count: findings.length,
    };
}
/** The active ruleset of a service is not one of the repository's own. */
function judgeLines(report) {
    const active = serviceText(report);
    return report.judges.map((judge) => judgeLine(judge, judge.side === 'head' || active === undefined ? '' : `${summary_parts_text(active)}: `));
}
/** The Markdown of a report within `limit` as `measure` counts. */
function render(report, limit, measure) {
    const budget = new Budget(Math.max(SMALLEST_LIMIT, limit), measure);
    const counted = report.findings.filter(countsIn(report));
    const added = report.suppressions.filter((suppression) => suppression.added);
    const idle = report.suppressions.filter(({ added, state }) => !added && state !== 'used');
    // In the order of importance: what comes first gets room first.
    const head = budget.fixed(`<b>${summary_parts_text(report.headline)}</b>\n\n### ${ICONS[report.verdict]} ${TITLES[report.verdict]}: ${totalLine(report)}\n\n` +
        `${summary_parts_text(report.conclusion)}\n\n`);
    const repeat = budget.fixed(repeatBlock(report.repeat));
    const addedHead = `#### ⚠️ This change adds ${plural(added.length, 'suppression')}\n\n`;
    const suppressions = budget.list(suppressionList(added, addedHead), 0.25);
    const notices = budget.list(noticeList(report.notices), 0.25);
    const judges = budget.list(plainList([...judgeLines(report), ...notAppliedLines(report).map((line) => `- ${summary_parts_text(line)}\n`)], 'line', '#### Who judged\n\n'), 0.1);
    const findings = budget.list(table(report, counted, '', '\n'), 0.5);
    const full = budget.list({
        head: '',
        tail: '',
        leftOut: (count) => `${plural(count, 'finding')} of the table ${count === 1 ? 'is' : 'are'} not shown in full.\n\n`,
        items: each(counted, (finding, index) => details(finding, report, index < UNFOLDED)),
        count: counted.length,
    }, 0.75);
    const rest = notCounted(report).map((group) => budget.list(table(report, group.findings, `<details><summary>${group.text}</summary>\n\n`, '\n</details>\n\n'), 0.5));
    const idleHead = '#### Suppressions that hold back nothing\n\n';
    const idleList = budget.list(suppressionList(idle, idleHead), 1);
    return [head, suppressions, findings, full, ...rest, notices, idleList, judges, repeat].join('');
}
/** GitHub's job summary, at most `options.limit` bytes (default 992 KiB, at least 16 KiB). */
function renderSummary(report, options = {}) {
    return render(report, options.limit ?? SUMMARY_LIMIT, bytes);
}
/**
 * The same as a comment on the pull request.
 *
 * @param marker the HTML comment by which the comment is found again; becomes its first line
 * @param limit the most characters that the host takes, at least 16,384
 */
function commentMarkdown(report, { marker, limit = COMMENT_LIMIT }) {
    const first = `${marker}\n\n`;
    return first + render(report, limit - first.length, characters);
}

;// CONCATENATED MODULE: ./build/esm/report/text/code-quality-issue.js

const DESCRIPTION_LIMIT = 1000;
/** One line of at most 1,000 characters. It may come to stand in a note, where one that begins with `/` is a quick action. */
function description(raw) {
    return cut(visible(raw), DESCRIPTION_LIMIT).replace(/^[\s/]+/u, '');
}
/** A path as the host compares it: relative, without `./`. */
function relative(path) {
    return path.replace(/^(?:\.?\/)+/, '');
}
/** Fingerprints must differ, or the later entry overwrites the earlier; the first of equal ones keeps its own. */
function uniqueFingerprints(issues) {
    const seen = new Map();
    return issues.map(({ fingerprint }) => {
        let unique = fingerprint;
        let next = seen.get(fingerprint) ?? 1;
        while (seen.has(unique))
            unique = `${fingerprint}/${++next}`;
        seen.set(unique, 1);
        seen.set(fingerprint, next);
        return unique;
    });
}
/** Entries with raw descriptions and paths, as the report that the host reads. */
function codeQualityReport(issues) {
    const fingerprints = uniqueFingerprints(issues);
    return visibleJson(issues.map((issue, index) => {
        const { path, lines } = issue.location;
        return {
            description: description(issue.description),
            check_name: issue.check_name,
            fingerprint: fingerprints[index] ?? issue.fingerprint,
            severity: issue.severity,
            location: { path: relative(path), lines },
        };
    }));
}

;// CONCATENATED MODULE: ./build/esm/report/check/code-quality.js


// `blocker` says what a block does; what could not be decided stands between it and a warning.
const SEVERITIES = { block: 'blocker', unknown: 'major', warn: 'minor' };
/**
 * GitLab's Code Quality report. The widget of a merge request shows what this report has and the target branch's has not,
 * by fingerprint; therefore existing findings are in it too, or each would look mended. Exempt ones are in neither.
 */
function renderCodeQuality(report) {
    const counts = countsIn(report);
    const findings = report.findings.filter((finding) => counts(finding) || finding.status === 'existing');
    return codeQualityReport(findings.map((finding) => {
        const { location, verdict, path, rule, fingerprint } = finding;
        const lines = location === undefined ? { begin: 1 } : { begin: location.start.line, end: location.end.line };
        return {
            description: `${rule}: ${explained(finding, report)}`,
            check_name: rule,
            fingerprint,
            severity: SEVERITIES[verdict],
            location: { path, lines },
        };
    }));
}

;// CONCATENATED MODULE: ./build/esm/report/text/workflow-commands.js


// What the runner keeps of a step: the first ten of each kind, 4,096 characters of each message. A title longer than 255
// characters makes the host refuse the annotation.
const PER_KIND = 10;
const MESSAGE_LIMIT = 4096;
const TITLE_LIMIT = 255;
function escapeData(text) {
    return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
function escapeProperty(text) {
    return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
function properties({ path, location, title }) {
    const list = [];
    // What is about the whole change has the repository as its path, which is no file to annotate.
    const file = path === '.' ? undefined : path;
    if (file !== undefined)
        list.push(['file', visible(file)]);
    if (file !== undefined && location !== undefined) {
        const { start, end } = location;
        list.push(['line', start.line], ['endLine', end.line]);
        // The host drops columns of an annotation over several lines. Its last column is inclusive.
        if (start.line === end.line) {
            list.push(['col', start.column], ['endColumn', Math.max(start.column, end.column - 1)]);
        }
    }
    list.push(['title', cut(visible(title), TITLE_LIMIT)]);
    return list.map(([name, value]) => `${name}=${escapeProperty(String(value))}`).join(',');
}
/** One workflow command. `more` goes behind the message and is never cut. */
function command(annotation, more = '') {
    const message = annotation.message.map(visible).join('\n');
    const data = cut(message, MESSAGE_LIMIT - more.length, ' … (cut)') + more;
    return `::${annotation.kind} ${properties(annotation)}::${escapeData(data)}`;
}
/** Commands of one kind, as many as the runner keeps; the last says how many are not among them. */
function commands(kind, all) {
    const ofKind = all.filter((annotation) => annotation.kind === kind);
    const left = ofKind.length - PER_KIND;
    const room = `${PER_KIND} for a step`;
    const more = `\n… and ${plural(left, `more ${kind}`)}: GitHub shows ${room}. The job summary lists all.`;
    return ofKind
        .slice(0, PER_KIND)
        .map((annotation, i) => command(annotation, left > 0 && i === PER_KIND - 1 ? more : ''));
}
function ofNotice({ level, message, path, location }) {
    // The path is said too: a reader of the log does not see what a command is attached to.
    const where = path === undefined ? '' : `${placeOf({ path, location })}: `;
    return { kind: level, title: 'Querygate', message: [where + message], path, location };
}
/** Says why a run fails where no line of a file does. */
function ofConclusion(conclusion) {
    return { kind: 'error', title: 'Querygate', message: [conclusion], path: undefined, location: undefined };
}
/** Raw text as one line of the log that is no command. */
function plainLine(text) {
    return breakLineCommands([visible(text)]);
}

;// CONCATENATED MODULE: ./build/esm/report/check/github.js




function ofFinding(finding, report) {
    const help = firstSentence(finding.help);
    const exemption = exemptionFor(finding, report);
    const message = [explained(finding, report)];
    if (help !== '')
        message.push(`Fix: ${help}`);
    if (exemption?.by === 'comment')
        message.push(`Exempt: ${exemption.line}`);
    if (exemption?.by === 'exception')
        message.push(`Exempt: no comment can; ask ${exemption.ask}.`);
    if (finding.docs !== undefined)
        message.push(`Rule: ${finding.docs}`);
    const kind = failsIn(report)(finding) ? 'error' : 'warning';
    return {
        kind,
        title: `${finding.verdict}: ${finding.rule}`,
        message,
        path: finding.path,
        location: finding.location,
    };
}
function annotations(report) {
    const suppressions = report.suppressions
        .filter(({ added }) => added)
        .map((suppression) => {
        const message = [`This change adds a suppression: it ${suppressionText(suppression)}`];
        const { path, location, rules } = suppression;
        return { kind: 'notice', title: `new suppression: ${rules.join(', ')}`, message, path, location };
    });
    const notices = report.notices.map(ofNotice);
    const findings = report.findings.filter(countsIn(report)).map((finding) => ofFinding(finding, report));
    const failed = report.exitCode !== 0 && !findings.some(({ kind }) => kind === 'error');
    // Notices are few and about the whole run: they go before the warnings that findings fill the room with.
    return [...suppressions, ...(failed ? [ofConclusion(report.conclusion)] : []), ...notices, ...findings];
}
/**
 * GitHub's workflow commands: notices of new suppressions, then errors (what fails the check), warnings and the other
 * notices, within the limits of a step. Findings that do not count are not annotated. The first line and the last ones are
 * plain text for the log.
 */
function renderGithub(report) {
    const all = annotations(report);
    const lines = [
        ...plainLine(report.headline),
        ...commands('notice', all),
        ...commands('error', all),
        ...commands('warning', all),
        ...plainLine(`${totalLine(report)}.`),
        ...plainLine(report.conclusion),
        ...(report.repeat === undefined ? [] : plainLine(`To repeat this in a checkout: ${report.repeat}`)),
    ];
    return `${lines.join('\n')}\n`;
}

;// CONCATENATED MODULE: ./build/esm/report/text/json-parts.js
function toLocation({ start, end }) {
    return {
        start: { line: start.line, column: start.column, offset: start.offset },
        end: { line: end.line, column: end.column, offset: end.offset },
    };
}
function toRuleset(judge) {
    return {
        side: judge.side,
        sources: [...judge.sources],
        commit: judge.commit ?? null,
        hash: judge.hash,
        rules: judge.rules,
        notApplied: judge.notApplied.map(({ rule, reason }) => ({ rule, reason })),
    };
}
function toScope({ kind, event, base, head }) {
    return { kind, event, base: base ?? null, head: head ?? null };
}
function toNotice({ level, message, path, location }) {
    return { level, message, path: path ?? null, location: location === undefined ? null : toLocation(location) };
}

;// CONCATENATED MODULE: ./build/esm/report/check/json.js



/** Address and `$id` of the published JSON Schema. */
const REPORT_SCHEMA_URL = (0,model/* schemaUrl */.ZZ)('report.v1');
function finding(found) {
    return {
        rule: found.rule,
        verdict: found.verdict,
        status: found.status,
        side: found.side,
        path: found.path,
        location: found.location === undefined ? null : toLocation(found.location),
        excerpt: found.excerpt,
        excerptColumn: found.excerptColumn,
        operation: found.operation === undefined
            ? null
            : { kind: found.operation.kind, target: found.operation.target, place: found.operation.place },
        section: found.section === '' ? null : found.section,
        message: found.message,
        help: found.help === '' ? null : found.help,
        docs: found.docs ?? null,
        owner: found.owner ?? null,
        suppressible: found.suppressible,
        exemption: found.exemption ?? null,
        fingerprint: found.fingerprint,
    };
}
/** The public form of a report. Each key is named here, so that a change of the inner type cannot leak out. */
function toReportV1(report) {
    const { totals } = report;
    return {
        $schema: REPORT_SCHEMA_URL,
        kind: report.kind,
        formatVersion: 1,
        tool: { name: report.tool.name, version: report.tool.version },
        headline: report.headline,
        verdict: report.verdict,
        exitCode: report.exitCode,
        conclusion: report.conclusion,
        rulesets: report.judges.map(toRuleset),
        service: report.service === undefined
            ? null
            : {
                workspace: report.service.workspace ?? null,
                rulesetVersion: report.service.rulesetVersion ?? null,
            },
        scope: toScope(report.scope),
        policy: {
            failOn: report.policy.failOn,
            onUnknown: report.policy.onUnknown,
            findings: report.policy.findings,
        },
        totals: {
            files: totals.files,
            statements: totals.statements,
            operations: totals.operations,
            blocked: totals.blocked,
            warned: totals.warned,
            unknown: totals.unknown,
            existing: totals.existing,
            suppressed: totals.suppressed,
            excepted: totals.excepted,
            baselined: totals.baselined,
            spared: totals.spared,
            newSuppressions: totals.newSuppressions,
        },
        findings: report.findings.map(finding),
        files: report.files.map((file) => ({
            path: file.path,
            previousPath: file.previousPath ?? null,
            dialect: file.dialect ?? null,
            status: file.status,
            statements: file.statements,
            verdict: file.verdict,
        })),
        suppressions: report.suppressions.map((suppression) => ({
            path: suppression.path,
            location: toLocation(suppression.location),
            rules: [...suppression.rules],
            reason: suppression.reason,
            until: suppression.until ?? null,
            added: suppression.added,
            state: suppression.state,
            holds: suppression.holds,
        })),
        notices: report.notices.map(toNotice),
        repeat: report.repeat ?? null,
    };
}
/** For machines: schemas/report.v1.json describes it. Loses nothing, and is harmless when printed to a CI log. */
function renderJson(report) {
    return visibleJson(toReportV1(report));
}

// EXTERNAL MODULE: ./node_modules/picocolors/picocolors.js
var picocolors = __webpack_require__(57336);
;// CONCATENATED MODULE: ./build/esm/report/text/canvas.js




const UNICODE_MARKS = {
    block: '✖',
    warn: '▲',
    unknown: '?',
    allow: '✔',
    notice: '•',
    bar: '│',
    ellipsis: '…',
    caret: '^',
};
const ASCII_MARKS = {
    block: 'x',
    warn: '!',
    unknown: '?',
    allow: '+',
    notice: 'i',
    bar: '|',
    ellipsis: '...',
    caret: '^',
};
/** Columns of the names of lines: `fix`, `exempt`. */
const LABEL = 8;
function verdictPaint(colours, verdict) {
    return { block: colours.red, warn: colours.yellow, unknown: colours.magenta, allow: colours.green }[verdict];
}
/** Text of strangers, wrapped and indented; `lead` stands before the first line, in the place of the indentation. */
function paragraph({ width }, indent, text, paint = String, lead = '') {
    return wrapped(visible(text), width - indent).map((line, index) => index === 0 && lead !== '' ? lead + paint(line) : ' '.repeat(indent) + paint(line));
}
/** A paragraph behind its name. */
function labelled(canvas, label, text) {
    return paragraph(canvas, 4 + LABEL, text, String, `    ${canvas.colours.dim(label.padEnd(LABEL))}`);
}
function createCanvas(options) {
    return {
        colours: picocolors.createColors(options.colour ?? false),
        marks: (options.unicode ?? true) ? UNICODE_MARKS : ASCII_MARKS,
        width: Math.max(40, options.width ?? 100),
    };
}
/** Notices, a mark before each, and an empty line behind the last. */
function noticeLines(canvas, notices) {
    const { colours, marks } = canvas;
    const lines = notices.flatMap(({ level, message, path, location }) => {
        const paint = level === 'warning' ? colours.yellow : colours.cyan;
        const mark = level === 'warning' ? marks.warn : marks.notice;
        const where = path === undefined ? '' : `${placeOf({ path, location })}: `;
        return paragraph(canvas, 2, where + message, String, `${paint(mark)} `);
    });
    return lines.length === 0 ? [] : [...lines, ''];
}

;// CONCATENATED MODULE: ./build/esm/report/check/terminal.js






function codeLines(canvas, finding) {
    if (finding.location === undefined || finding.excerpt.trim() === '')
        return [];
    const { colours, marks, width } = canvas;
    const number = String(finding.location.start.line);
    const { code, indent, length } = markExcerpt(finding, width - 4 - number.length - 3, marks.ellipsis);
    const bar = colours.dim(marks.bar);
    const caret = verdictPaint(colours, finding.verdict)(marks.caret.repeat(length));
    return [
        '',
        `    ${colours.dim(number)} ${bar} ${code}`,
        `    ${' '.repeat(number.length)} ${bar} ${' '.repeat(indent)}${caret}`,
    ];
}
/** What to do about a finding: never wrapped where it is to be pasted. */
function stepLines(canvas, finding, report) {
    const help = firstSentence(finding.help);
    const exemption = exemptionFor(finding, report);
    const lines = help === '' ? [] : labelled(canvas, 'fix', help);
    if (exemption?.by === 'comment')
        lines.push(`    ${canvas.colours.dim('exempt'.padEnd(LABEL))}${exemption.line}`);
    if (exemption?.by === 'exception') {
        lines.push(...labelled(canvas, 'exempt', `no comment can; ask ${exemption.ask}:`));
        lines.push(...exemption.yaml.map((line) => ' '.repeat(4 + LABEL) + line));
    }
    if (finding.docs !== undefined)
        lines.push(`    ${canvas.colours.dim('rule'.padEnd(LABEL))}${visible(finding.docs)}`);
    return lines;
}
function findingLines(canvas, finding, report) {
    const { colours, marks } = canvas;
    const paint = verdictPaint(colours, finding.verdict);
    const place = colours.bold(visible(placeOf(finding)));
    return [
        `${paint(marks[finding.verdict])} ${place}  ${paint(finding.verdict)}  ${colours.bold(visible(finding.rule))}`,
        ...paragraph(canvas, 4, explained(finding, report)),
    ];
}
/** Findings that count, those of one file together; files in the order of their worst finding. */
function byFile(report) {
    const files = new Map();
    for (const finding of report.findings.filter(countsIn(report))) {
        const list = files.get(finding.path);
        if (list)
            list.push(finding);
        else
            files.set(finding.path, [finding]);
    }
    return [...files.values()].flat();
}
function allFindings(canvas, report) {
    const told = new Set();
    return byFile(report).flatMap((finding) => {
        const steps = stepLines(canvas, finding, report);
        // Forty hits of one rule need its advice once.
        const key = [finding.rule, ...steps].join('\n');
        const repeated = told.has(key);
        told.add(key);
        const code = codeLines(canvas, finding);
        const advice = repeated || steps.length === 0 ? [] : [...(code.length > 0 ? [''] : []), ...steps];
        return [...findingLines(canvas, finding, report), ...code, ...advice, ''];
    });
}
function suppressionLines(canvas, report) {
    const { colours, marks } = canvas;
    const lines = report.suppressions
        .filter(({ added, state }) => added || state !== 'used')
        .sort((a, b) => Number(b.added) - Number(a.added))
        .flatMap((suppression) => {
        const what = suppression.added ? 'new suppression' : 'suppression';
        const text = `${what} at ${placeOf(suppression)} ${suppressionText(suppression)}`;
        const paint = suppression.added ? colours.yellow : colours.dim;
        return paragraph(canvas, 2, text, paint, `${paint(suppression.added ? marks.warn : marks.notice)} `);
    });
    return lines.length === 0 ? [] : [...lines, ''];
}
function quietLines(canvas, report) {
    const counts = notCounted(report).map(({ status, text }) => {
        const how = status === 'existing' ? '--findings all' : '--format json';
        return `${text} (${how} shows ${text.startsWith('1 ') ? 'it' : 'them'})`;
    });
    const lines = [...counts, ...notAppliedLines(report)].flatMap((text) => paragraph(canvas, 2, text, canvas.colours.dim, `${canvas.colours.dim(canvas.marks.notice)} `));
    return lines.length === 0 ? [] : [...lines, ''];
}
/** For people at a terminal, and for the log of a CI job. Ends with a newline. */
function renderTerminal(report, options = {}) {
    const canvas = createCanvas(options);
    const { colours, marks } = canvas;
    const paint = verdictPaint(colours, report.verdict);
    const added = report.totals.newSuppressions;
    const total = totalLine(report) + (added === 0 ? '' : `; ${plural(added, 'new suppression')}`);
    const lines = [
        ...paragraph(canvas, 0, report.headline, colours.bold),
        '',
        ...suppressionLines(canvas, report),
        ...allFindings(canvas, report),
        ...quietLines(canvas, report),
        ...noticeLines(canvas, report.notices),
        ...paragraph(canvas, 2, `${total}.`, colours.bold, `${paint(marks[report.verdict])} `),
        ...paragraph(canvas, 2, report.conclusion, paint),
    ];
    if (report.repeat !== undefined) {
        lines.push('', 'To repeat this in a checkout:', `  ${visible(report.repeat)}`);
    }
    return `${breakLineCommands(lines).join('\n')}\n`;
}

;// CONCATENATED MODULE: ./build/esm/report/formats.js





/** Every format, by the name that `--format` takes. */
const FORMATS = {
    terminal: { summary: 'for people', render: renderTerminal },
    json: { summary: 'for machines (schemas/report.v1.json)', render: renderJson },
    github: { summary: 'annotations of GitHub Actions, as workflow commands', render: renderGithub },
    summary: { summary: 'job summary of GitHub Actions, Markdown', render: renderSummary },
    'code-quality': { summary: 'Code Quality report of GitLab', render: renderCodeQuality },
};
function isFormat(value) {
    return Object.hasOwn(FORMATS, value);
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
;// CONCATENATED MODULE: ./build/esm/report/simulation/words.js

/** `1,690,299`. */
function grouped(count) {
    return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
/** `1 flow`, `4,928 flows`. */
function quantity(count, one, many = `${one}s`) {
    return `${grouped(count)} ${count === 1 ? one : many}`;
}
/** A part of a whole in percent. What is more than nothing is never shown as nothing, nor what is less than all as all. */
function percent(share) {
    const value = share * 100;
    if (!(value > 0))
        return '0 %';
    if (value < 0.01)
        return '< 0.01 %';
    if (value >= 100)
        return '100 %';
    if (value > 99.9)
        return '> 99.9 %';
    return `${value.toFixed(value < 10 ? 2 : 1)} %`;
}
/** A part of calls in percent of all of them; of none it is 0 %. */
function percentOf(part, whole) {
    return percent(whole === 0 ? 0 : part / whole);
}
/** The day of an instant in ISO 8601. */
function day(instant) {
    return instant.slice(0, 10);
}
/** Text of strangers cut to so many UTF-16 units as it is shown, on one line. */
function cutText(raw, limit) {
    // What is far behind the cut need not be looked at: a shape can be a megabyte.
    const near = raw.length > 8 * limit ? `${raw.slice(0, 8 * limit)}…` : raw;
    return cut(revealInvisible(near.replace(/\s+/gu, ' ').trim()), limit);
}
/** `file:line:column`, with as much of it as is known; raw. */
function placeText({ file, line, column }) {
    return [file, line, line === undefined ? undefined : column].filter((part) => part !== undefined).join(':');
}
const CLASS_WORDS = {
    newly_blocked: 'newly blocked',
    partly_blocked: 'partly blocked',
    unknown: 'unknown',
    newly_allowed: 'newly allowed',
    changed: 'changed',
    unchanged: 'unchanged',
};
/** Who runs a flow, names in back-ticks; raw. */
function callerText({ application, user, database }, limit = 80) {
    const name = (what, value) => value === undefined || value === '' ? [] : [`${what}\`${cutText(value, limit)}\``];
    const others = [...name('user ', user), ...name('database ', database)].join(', ');
    const [first] = name('', application);
    if (first !== undefined)
        return others === '' ? first : `${first} (${others})`;
    return others === '' ? 'a caller that the history does not name' : others;
}
/** How many of its calls a flow's class is about. */
function callsText({ calls, affectedCalls }) {
    if (affectedCalls !== calls)
        return `${grouped(affectedCalls)} of ${quantity(calls, 'call')}`;
    return calls === 1 ? 'its only call' : `all ${grouped(calls)} calls`;
}
/** When a flow ran. */
function seenText({ daysActive, firstSeen, lastSeen }) {
    if (firstSeen === undefined || lastSeen === undefined)
        return 'the history does not say when';
    const [first, last] = [day(firstSeen), day(lastSeen)];
    if (first === last)
        return `seen on ${first} only`;
    return `seen on ${quantity(daysActive, 'day')} from ${first} to ${last}`;
}
/** What tells the runs that a class is about from the others; empty where nothing is said. Raw. */
function examplesText({ examples, moreExamples }, limit = 120) {
    if (examples.length === 0)
        return '';
    const more = moreExamples > 0 ? `, and ${quantity(moreExamples, 'other')}` : '';
    return examples.map((example) => cutText(example, limit)).join(', ') + more;
}
/** The first few of a list in a sentence; the rest is counted. Raw. */
function listed(items, most, what, separator = ', ') {
    const more = items.length - most;
    const shown = items.slice(0, most).join(separator);
    return more > 0 ? `${shown}${separator}and ${quantity(more, `more ${what}`)}` : shown;
}

;// CONCATENATED MODULE: ./build/esm/report/simulation/groups.js

function groupOf(flow) {
    if (flow.leftOut !== undefined)
        return 'leftOut';
    if (flow.acknowledged !== undefined)
        return 'acknowledged';
    if (flow.class === 'newly_blocked' || flow.class === 'partly_blocked')
        return 'broken';
    if (flow.class === 'newly_allowed')
        return 'loosened';
    return flow.class === 'unknown' ? 'unknown' : 'changed';
}
function flowGroups({ flows }) {
    const groups = {
        broken: [],
        unknown: [],
        loosened: [],
        changed: [],
        acknowledged: [],
        leftOut: [],
    };
    for (const flow of flows)
        if (flow.class !== 'unchanged')
            groups[groupOf(flow)].push(flow);
    return groups;
}
/** Whether a flow is newly allowed at worst: nothing that says so is certain. */
function isPerhaps({ class: kind, causes }) {
    return kind === 'newly_allowed' && causes.every(({ undecided }) => undecided !== undefined);
}
/** `newly blocked`, `perhaps newly allowed`. */
function classText(flow) {
    return `${isPerhaps(flow) ? 'perhaps ' : ''}${CLASS_WORDS[flow.class]}`;
}
/** What the change does to the calls of a flow. */
function doesText(flow) {
    if (flow.class === 'newly_blocked' || flow.class === 'partly_blocked')
        return 'would be blocked';
    return flow.class === 'unknown' ? 'could not be decided' : classText(flow);
}

;// CONCATENATED MODULE: ./build/esm/report/simulation/hits.js

/** A place of the head's files. Packs are no files of the repository. */
function rulePlaceAt(place) {
    const path = place === undefined || place.file.startsWith(`${model/* PRODUCT */.Ax.name}:`) ? undefined : place.file;
    const { line, column = 1 } = place ?? {};
    const point = line === undefined ? undefined : { line, column, offset: 0 };
    return {
        path,
        location: path === undefined ? undefined : point && { start: point, end: point },
        place,
        side: 'head',
    };
}
/** A place of the base's files: the file may be there still, the line is another. */
function placeInBase(place) {
    return { ...rulePlaceAt(place), location: undefined, side: 'base' };
}
/** Where a changed rule stands: its own line in the head, else the file that it was in. */
function placeOfChange({ place, basePlace }) {
    return place === undefined ? placeInBase(basePlace) : rulePlaceAt(place);
}
function placeOfCause(result, flow, { rule, place }) {
    const change = result.ruleChanges.find((entry) => entry.rule === rule);
    // What is newly allowed was blocked by a line of the base.
    if (flow.class === 'newly_allowed')
        return change?.place === undefined ? placeInBase(place) : rulePlaceAt(change.place);
    if (place !== undefined)
        return rulePlaceAt(place);
    return change === undefined ? rulePlaceAt(undefined) : placeOfChange(change);
}
/** The causes that say why a flow has its class; all of them where none says so more than the others. */
function decisiveCauses({ class: kind, causes }) {
    const undecided = kind === 'unknown';
    const own = causes.filter((cause) => (cause.undecided !== undefined) === undecided);
    return own.length === 0 ? causes : own;
}
/**
 * Flows by the rule, and its line, that does it. A flow that two rules break is with each of them; one whose report names
 * no cause is with the rule ``.
 */
function hitsByRule(result, flows) {
    const groups = new Map();
    const add = (flow, cause) => {
        const rule = cause?.rule ?? '';
        const place = cause === undefined ? rulePlaceAt(undefined) : placeOfCause(result, flow, cause);
        const key = JSON.stringify([rule, place.place?.file, place.place?.line, place.place?.column]);
        const group = groups.get(key) ?? { rule, place, hits: new Map() };
        if (!group.hits.has(flow))
            group.hits.set(flow, cause);
        groups.set(key, group);
    };
    for (const flow of flows) {
        const causes = decisiveCauses(flow);
        for (const cause of causes)
            add(flow, cause);
        if (causes.length === 0)
            add(flow, undefined);
    }
    return [...groups.values()].map(({ rule, place, hits }) => ({
        rule,
        place,
        hits: [...hits].map(([flow, cause]) => ({ flow, cause })),
    }));
}
/** Calls of the flows that a rule does something to. */
function callsOf({ hits }) {
    return hits.reduce((sum, { flow, cause }) => sum + (cause?.calls ?? flow.affectedCalls), 0);
}

;// CONCATENATED MODULE: ./build/esm/report/simulation/lines.js


// The sentences that all formats say; raw.
/** So many parts of a sentence are said; the rest is counted. */
const MOST = 8;
/** The second line of every format: the numbers that a reviewer needs. */
function resultLine(report) {
    const { outcome, result } = report;
    if (outcome === 'no_effective_change')
        return 'no effective change: both rulesets judge alike, so nothing was replayed';
    if (outcome === 'not_simulated' || result === undefined)
        return 'not simulated: nothing is known of what this change would break';
    const { totals } = result;
    const { replayed, newlyBlocked, partlyBlocked, newlyAllowed, unknown, unknownLoosening, acknowledged } = totals;
    const blocked = declaredBreaks(result).filter(({ head }) => head === 'block');
    const count = (flows, what, noun = 'flow') => flows === 0 ? [] : [`${quantity(flows, noun)} ${what}`];
    const parts = [
        brokenText(report, result),
        ...count(blocked.length, 'would break', 'declared flow'),
        ...count(declaredBreaks(result).length - blocked.length, 'could not be decided', 'declared flow'),
        ...count(unknown.flows, `(${quantity(unknown.calls, 'call')}) could not be decided`),
        ...count(acknowledged.flows, `(${quantity(acknowledged.calls, 'call')}) acknowledged`),
        ...count(newlyAllowed.flows, 'newly allowed'),
        ...count(unknownLoosening.flows, 'perhaps newly allowed'),
    ];
    if (newlyBlocked.flows + partlyBlocked.flows === 0 && replayed.flows === 0)
        return 'nothing was replayed: the history holds no flow';
    return parts.join('; ');
}
function brokenText(report, { totals }) {
    const { replayed, newlyBlocked, partlyBlocked, unknown } = totals;
    const flows = newlyBlocked.flows + partlyBlocked.flows;
    const calls = newlyBlocked.calls + partlyBlocked.calls;
    if (flows === 0) {
        // No good news where something keeps it from being known.
        const isKnown = unknown.flows === 0 && report.verdict !== 'unknown' && problemsOf(report).length === 0;
        const would = isKnown ? 'would break' : 'is known to break';
        return `no flow of ${grouped(replayed.flows)} ${would}: ${quantity(replayed.calls, 'call')} replayed`;
    }
    const partly = partlyBlocked.flows === 0 ? '' : ` (${grouped(partlyBlocked.flows)} in part)`;
    return (`${quantity(flows, 'flow')} of ${grouped(replayed.flows)} would break${partly}: ` +
        `${grouped(calls)} of ${quantity(replayed.calls, 'call')} (${percentOf(calls, replayed.calls)})`);
}
/** What no side could judge; said whether there is any or not. */
function unreadLine({ unread }, { maxUnread }) {
    const reasons = Object.entries(unread.byReason)
        .filter(([, calls]) => calls > 0)
        .sort(([, a], [, b]) => b - a)
        .map(([reason, calls]) => `${cutText(reason, 120)} ${grouped(calls)}`);
    const why = reasons.length === 0 ? '' : `: ${listed(reasons, MOST, 'reason')}`;
    const { records } = unread;
    const part = records
        ? `; of the ${quantity(records.all, 'entry', 'entries')} of the logs ${grouped(records.unread)}, which is ${percent(unread.share)}`
        : `, ${percent(unread.share)} of all`;
    return `unread or cut off: ${quantity(unread.calls, 'call')}${part} (at most ${maxUnread} % may be)${why}`;
}
/** From when to when the history tells, how fresh it is, and where it comes from. */
function historyLine({ from, side, firstSeen, lastSeen, ageDays, statements, rows }, maxAge) {
    const whose = { base: ' as the base has it', untracked: ', as it lies on disk', service: '' }[side];
    const window = firstSeen === undefined || lastSeen === undefined
        ? 'of a time that it does not tell'
        : `from ${day(firstSeen)} to ${day(lastSeen)}`;
    const age = ageDays === undefined
        ? 'how old it is cannot be told'
        : `its last statement is ${quantity(ageDays, 'day')} old (at most ${quantity(maxAge, 'day')})`;
    const where = from.length === 0
        ? ''
        : `; ${listed(from.map((path) => cutText(path, 200)), MOST, 'file')}${whose}`;
    return `history ${window}: ${quantity(statements, 'call')} in ${quantity(rows, 'row')}; ${age}${where}`;
}
/** What each input of the history must be known for: what it does not carry, what it lost, what it passed over. */
function sourceLines({ sources }) {
    return sources.map((source) => {
        const counts = (record) => {
            const told = Object.entries(record).filter(([, count]) => count > 0);
            return listed(told.map(([what, count]) => `${cutText(what, 120)} ${grouped(count)}`), MOST, 'kind');
        };
        const [unread, passedOver] = [counts(source.unread), counts(source.passedOver)];
        const notCarried = source.notCarried.map((fact) => cutText(fact, 80));
        const facts = [
            `${quantity(source.statements, 'call')} read`,
            ...(unread === '' ? [] : [`unread: ${unread}`]),
            ...(source.truncated === 0 ? [] : [`cut off by the source: ${grouped(source.truncated)}`]),
            ...(passedOver === '' ? [] : [`passed over: ${passedOver}`]),
            ...(notCarried.length === 0 ? [] : [`does not carry ${listed(notCarried, MOST, 'fact')}`]),
            ...(source.notes.length === 0
                ? []
                : [
                    listed(source.notes.map((note) => cutText(note, 300)), MOST, 'note', '; '),
                ]),
        ];
        return `\`${cutText(source.name, 200)}\` (${source.kind}, ${source.dialect}): ${facts.join('; ')}`;
    });
}
/** Whether the history says anything about a changed rule. Never that the rule is safe. */
function exercisedText({ exercised }) {
    if (exercised.rows === 0)
        return 'not exercised: the history has no statement of its kinds';
    return `exercised by ${quantity(exercised.calls, 'call')}`;
}
/** What a changed rule does to the history, in numbers; empty where it does nothing. */
function effectText({ newlyBlocked, newlyAllowed, unknown }) {
    const count = (what, { flows, calls }) => flows === 0 ? [] : [`${what} ${quantity(flows, 'flow')} (${quantity(calls, 'call')})`];
    return [
        ...count('blocks', newlyBlocked),
        ...count('lets through', newlyAllowed),
        ...count('cannot be decided for', unknown),
    ].join(', ');
}
const EFFECT_WORDS = { stricter: 'stricter', looser: 'looser', either: 'may be stricter or looser' };
/** `no-drop-table` at rules.yml:12:5, looser: verdict: block -> warn. */
function changeText({ rule, change, effect, differences, place, basePlace }) {
    const stands = place ?? basePlace;
    const at = stands === undefined
        ? ''
        : ` at \`${cutText(placeText(stands), 200)}\`${place === undefined ? ' of the base' : ''}`;
    const what = differences.length === 0 ? [change] : differences.map((text) => cutText(text, 300));
    return `\`${cutText(rule, 80)}\`${at}, ${EFFECT_WORDS[effect]}: ${listed(what, MOST, 'difference', '; ')}`;
}
/** Changes of rules that let more pass by their text, or do so in the history; those that do most come first. */
function looserChanges({ ruleChanges, flows }) {
    const letting = new Set(flows.filter((flow) => flow.class === 'newly_allowed').flatMap(({ causes }) => causes.map(({ rule }) => rule)));
    const looser = ruleChanges.filter(({ rule, effect, newlyAllowed }) => effect === 'looser' || newlyAllowed.flows > 0 || letting.has(rule));
    return looser.sort((a, b) => b.newlyAllowed.calls - a.newlyAllowed.calls || b.exercised.calls - a.exercised.calls);
}
/** Changes of rules that are not among the looser ones. */
function otherChanges(result) {
    const looser = new Set(looserChanges(result));
    return result.ruleChanges.filter((change) => !looser.has(change));
}
/** Changed rules, other than looser ones, of which the history tells nothing. */
function notExercised(result) {
    return otherChanges(result).filter(({ exercised }) => exercised.rows === 0);
}
function acknowledgementText(entry) {
    const { rule, about, reason, owner, until, state, flows } = entry;
    const broken = flows === 0 ? '' : ` (else it would cover ${quantity(flows, 'flow')})`;
    const covers = {
        used: `covers ${quantity(flows, 'flow')}`,
        unused: 'covers no flow: take it out',
        expired: 'has run out and covers nothing',
        refused: `is refused: it would cover ${quantity(flows, 'flow')}, more than its \`max-flows\``,
        merged: `stood in the base before this change and covers no break of it${broken}: take it out`,
    }[state];
    return (`\`${cutText(rule, 80)}\` may break \`${cutText(about, 300)}\` until ${cutText(until, 20)} and ${covers}; ` +
        `${cutText(owner, 100)}: ${cutText(reason, 300)}`);
}
/** Acknowledgements that hold, and those that hold nothing. */
function acknowledgementsOf({ acknowledgements }) {
    return {
        used: acknowledgements.filter(({ state }) => state === 'used'),
        idle: acknowledgements.filter(({ state }) => state !== 'used'),
    };
}
function declaredText({ name, owner, base, head, breaks, causes }) {
    const verdicts = base === head ? base : `${base} -> ${head}`;
    const verdict = breaks ? `${head === 'block' ? 'would break' : 'could not be decided'} (${verdicts})` : verdicts;
    const why = causes.map(({ rule, message, undecided }) => `\`${cutText(rule, 80)}\`: ${cutText(undecided ?? message, 300)}`);
    return `\`${cutText(name, 120)}\` of ${cutText(owner, 100)}: ${verdict}${why.length === 0 ? '' : `; ${listed(why, MOST, 'cause', '; ')}`}`;
}
/** Declared flows that fail the run. */
function declaredBreaks({ declared }) {
    return declared.filter(({ breaks }) => breaks);
}
/** Why flows were left out, and how many for each reason. */
function leftOutLines(flows) {
    const byReason = new Map();
    for (const flow of flows) {
        const list = byReason.get(flow.leftOut ?? '');
        if (list)
            list.push(flow);
        else
            byReason.set(flow.leftOut ?? '', [flow]);
    }
    return [...byReason].map(([reason, list]) => {
        const classes = new Map();
        for (const flow of list)
            classes.set(CLASS_WORDS[flow.class], (classes.get(CLASS_WORDS[flow.class]) ?? 0) + 1);
        const counts = [...classes].map(([name, count]) => `${grouped(count)} ${name}`).join(', ');
        return `${quantity(list.length, 'flow')} not counted (${counts}): ${cutText(reason, 200)}`;
    });
}
const NOT_EQUAL_ITSELF = {
    kind: 'defect',
    message: 'the ruleset in force, simulated against itself, gave a difference: do not trust this report, and report the defect',
    place: undefined,
    exitCode: 70,
};
/** What kept the simulation from being made or trusted; a self-test that failed is among it, whoever wrote the report. */
function problemsOf({ problems, result }) {
    const told = problems.some(({ kind }) => kind === 'defect');
    return result?.selfTest === false && !told ? [...problems, NOT_EQUAL_ITSELF] : problems;
}
function problemText({ message, place }) {
    return place === undefined ? message : `${placeText(place)}: ${message}`;
}
/** Problems that the conclusion does not tell word for word already. */
function furtherProblems(report) {
    return problemsOf(report).filter(({ message, place }) => place !== undefined || !report.conclusion.includes(message));
}
/** Where a reader learns what to do. */
const HELP_URL = (0,model/* docsUrl */.fs)('simulate');
/** What to do about flows that break. */
function brokenAdvice(saved) {
    const exception = saved ? 'add an exception that saves the flow, ' : '';
    return `narrow the rule, ${exception}or acknowledge the break (\`acknowledge:\` in the rule file, with the id of the flow)`;
}
/** That some exceptions were not looked for; empty where all were. */
function notTriedText({ proposalsNotTried = 0 }) {
    if (proposalsNotTried === 0)
        return '';
    return `for ${quantity(proposalsNotTried, 'broken flow')} no exception was looked for, since that would have taken too long`;
}
/** What to do about flows that cannot be decided. */
const UNKNOWN_ADVICE = 'write the rule by facts that the history carries, or collect one that carries them';

;// CONCATENATED MODULE: ./build/esm/report/simulation/listed-flows.js


/** So many flows are given one by one, if they are not longer than `MAX_TEXT` together. */
const MAX_FLOWS = 5_000;
/** UTF-16 units of their shapes and causes: a report is one text, which a program holds in memory. */
const MAX_TEXT = 32 * 1024 * 1024;
/** What a cause takes beside its texts. */
const CAUSE = 200;
/** As many flows as a report for programs lists, worst first; the rest is counted by class. */
function listedFlows({ flows }) {
    let text = 0;
    let end = 0;
    for (const flow of flows) {
        text += sizeOf(flow);
        if (end === MAX_FLOWS || (text > MAX_TEXT && end > 0))
            break;
        end++;
    }
    const notListed = Object.fromEntries(model/* FLOW_CLASSES */.MY.map((name) => [name, 0]));
    for (const flow of flows.slice(end))
        notListed[flow.class]++;
    return { listed: flows.slice(0, end), notListed, more: flows.length - end };
}
function sizeOf({ shape, causes, examples }) {
    const ofCauses = causes.reduce((sum, cause) => sum + CAUSE + (cause.undecided ?? cause.message).length, 0);
    return shape.length + ofCauses + examples.reduce((sum, example) => sum + example.length, 0);
}
/** That reports for programs do not list all flows; empty where they do. */
function notListedText(result) {
    const { listed, more } = listedFlows(result);
    if (more === 0)
        return '';
    return `reports for programs (JSON, Code Quality) list the worst ${grouped(listed.length)} of ${quantity(result.flows.length, 'touched flow')}, and count the others by class; the totals are of all`;
}

;// CONCATENATED MODULE: ./build/esm/report/simulation/code-quality.js








/** So many flows of rules are told one by one; the host shows the first few. */
const MAX_ENTRIES = 5_000;
const RULE_FILE = '.querygate/rules.yml';
/** What has no file of its own stands with the ruleset: the host takes no entry without one. */
function rulesetFile({ head, base }) {
    const own = [...(head?.sources ?? []), ...(base?.sources ?? [])].filter((path) => !path.startsWith(`${model/* PRODUCT */.Ax.name}:`));
    return own[0] ?? RULE_FILE;
}
/** Stable while the rule and the flow are the same, wherever the rule stands and however often the flow ran. */
function fingerprint(...parts) {
    return (0,external_node_crypto_.createHash)('sha256')
        .update(['simulation/v1', ...parts].join('\0'))
        .digest('hex');
}
function severityOf(flow) {
    if (flow.class === 'newly_blocked')
        return 'blocker';
    if (flow.class === 'partly_blocked')
        return 'critical';
    return flow.class === 'unknown' ? 'major' : 'minor';
}
function flowText({ flow, cause }) {
    const why = cutText(cause?.undecided ?? cause?.message ?? '', 200);
    const calls = `${callsText(flow)} of ${callerText(flow.caller)} ${doesText(flow)}, ${seenText(flow)}`;
    return `${calls}${why === '' ? '' : `; ${why}`}; flow ${cutText(flow.id, 40)}: ${cutText(flow.shape, 300)}`;
}
function entry(rule, severity, stand, text, key) {
    const name = cutText(rule, 80) || 'simulation';
    return { description: `${name}: ${text}`, check_name: name, fingerprint: fingerprint(rule, ...key), severity, stand };
}
function ofChange(change, severity, text, what) {
    return entry(change.rule, severity, placeOfChange(change), text, [what, change.change]);
}
function ofResult(result) {
    const groups = flowGroups({ flows: listedFlows(result).listed });
    const hits = hitsByRule(result, [...groups.broken, ...groups.unknown, ...groups.loosened]).flatMap((group) => group.hits.map((hit) => ({ group, hit })));
    const flows = hits
        .slice(0, MAX_ENTRIES)
        .map(({ group, hit }) => entry(group.rule, severityOf(hit.flow), group.place, flowText(hit), ['flow', hit.flow.id]));
    const notListed = [
        notListedText(result),
        hits.length > MAX_ENTRIES
            ? `${quantity(hits.length - MAX_ENTRIES, 'entry', 'entries')} of flows and rules left out`
            : '',
    ]
        .filter((text) => text !== '')
        .join('; ');
    return [
        ...flows,
        ...(notListed === ''
            ? []
            : [entry('flows-not-listed', 'major', rulePlaceAt(undefined), notListed, ['not listed'])]),
        ...declaredBreaks(result).map((flow) => entry('declared-flow', flow.head === 'block' ? 'blocker' : 'major', rulePlaceAt(flow.place), declaredText(flow), [
            'declared',
            flow.name,
        ])),
        ...looserChanges(result).map((change) => ofChange(change, 'minor', `${changeText(change)}; ${exercisedText(change)}`, 'looser')),
        ...result.acknowledgements.map((ack) => {
            const severity = ack.state === 'used' ? 'info' : 'minor';
            return entry(ack.rule, severity, rulePlaceAt(ack.place), acknowledgementText(ack), [
                'acknowledged',
                ack.about,
                ack.state,
            ]);
        }),
        ...notExercised(result).map((change) => ofChange(change, 'info', exercisedText(change), 'not exercised')),
    ];
}
/**
 * GitLab's Code Quality report: an entry for each rule and flow that would break, is undecided or newly allowed, on the
 * rule's line; for looser and not exercised rules, acknowledgements, and whatever kept the simulation from being made.
 */
function renderSimulationCodeQuality(report) {
    const problems = problemsOf(report).map((problem) => entry(`simulation-${problem.kind}`, problem.kind === 'rules' ? 'blocker' : 'major', rulePlaceAt(problem.place), problemText(problem), [problem.message]));
    const entries = [...problems, ...(report.result === undefined ? [] : ofResult(report.result))];
    const file = rulesetFile(report);
    return codeQualityReport(entries.map(({ stand, ...issue }) => ({
        ...issue,
        location: { path: stand.path ?? file, lines: { begin: stand.location?.start.line ?? 1 } },
    })));
}

;// CONCATENATED MODULE: ./build/esm/report/simulation/github.js







/** Room for what `commands` puts behind the last annotation of a kind. */
const RESERVE = 160;
const SHAPE = 320;
function annotation(kind, title, message, { path, location }) {
    return { kind, title, message, path, location };
}
/** A flow in a message: what, who, how often, since when, and what would save it. */
function flowLines({ flow, cause }) {
    const shown = examplesText(flow);
    return [
        `• ${cutText(flow.shape, SHAPE)}`,
        `  run by ${callerText(flow.caller)}: ${callsText({ ...flow, affectedCalls: cause?.calls ?? flow.affectedCalls })} ${doesText(flow)}; ${seenText(flow)}; flow ${cutText(flow.id, 40)}`,
        ...(shown === '' ? [] : [`  with: ${shown}`]),
        ...(flow.proposal === undefined ? [] : [savedBy(flow.proposal.when)]),
    ];
}
function savedBy(when) {
    const shown = cutText(when, 400);
    if (shown !== when)
        return '  an exception would save it: the job summary has it';
    return `  an exception would save it: ${when}`;
}
/** As many flows as a message has room for, at least one; the rest is counted. `tail` always has room. */
function withFlows(head, group, tail) {
    const length = (lines) => lines.reduce((sum, line) => sum + visible(line).length + 1, 0);
    const more = (count) => count === 0 ? [] : [`… and ${quantity(count, 'more flow')}: the job summary lists ${count === 1 ? 'it' : 'them'}`];
    let room = MESSAGE_LIMIT - RESERVE - length([...head, ...more(group.hits.length), ...tail]);
    const shown = [];
    let count = 0;
    for (const hit of group.hits) {
        const lines = flowLines(hit);
        room -= length(lines);
        if (room < 0 && count > 0)
            break;
        shown.push(...lines);
        count++;
    }
    return [...head, ...shown, ...more(group.hits.length - count), ...tail];
}
/** A line that says where the rule stands, where the annotation itself cannot. */
function standLines({ place, side, location }) {
    if (place === undefined || location !== undefined)
        return [];
    return [`The rule stands in ${cutText(placeText(place), 200)}${side === 'base' ? ' of the base' : ''}.`];
}
function ofBroken(group, result, kind) {
    const { rule, place, hits } = group;
    const calls = callsOf(group);
    const all = result.totals.replayed.calls;
    const message = cutText(hits[0]?.cause?.message ?? '', 400);
    const head = [
        `${grouped(calls)} of ${quantity(all, 'call')} (${percentOf(calls, all)}) would be blocked${message === '' ? '' : `: ${message}`}`,
        ...standLines(place),
    ];
    const saved = hits.some(({ flow }) => flow.proposal !== undefined);
    const tail = [`To do: ${brokenAdvice(saved)}. ${HELP_URL}`];
    const title = `${cutText(rule, 80) || 'the change'} would break ${quantity(hits.length, 'flow')}`;
    return annotation(kind, title, withFlows(head, group, tail), place);
}
function ofUnknown(group, kind) {
    const { rule, place, hits } = group;
    const reasons = [...new Set(hits.map(({ cause }) => cause?.undecided ?? 'no cause is given'))];
    const why = listed(reasons.map((reason) => cutText(reason, 300)), 3, 'cause', '; ');
    const head = [`${quantity(callsOf(group), 'call')} might be blocked: ${why}`, ...standLines(place)];
    const title = `${cutText(rule, 80) || 'the change'}: ${quantity(hits.length, 'flow')} could not be decided`;
    return annotation(kind, title, withFlows(head, group, [`To do: ${UNKNOWN_ADVICE}. ${HELP_URL}`]), place);
}
/** What a rule lets through, by its text and by the history. */
function ofLoosened(rule, change, group, kind) {
    const stand = change === undefined ? (group?.place ?? rulePlaceAt(undefined)) : placeOfChange(change);
    const head = [
        ...(change === undefined ? [] : [`${changeText(change)}; ${exercisedText(change)}`]),
        group === undefined
            ? 'The history cannot show what was blocked, and so not what this lets through.'
            : `${quantity(group.hits.length, 'flow')} that ${group.hits.length === 1 ? 'is' : 'are'} blocked today would run or might:`,
        ...(change === undefined ? standLines(stand) : []),
    ];
    const title = `looser: ${cutText(rule, 80) || 'the change'}`;
    const message = group === undefined ? head : withFlows(head, group, []);
    return annotation(kind, title, message, stand);
}
function loosened(result, groups, kind) {
    const hits = hitsByRule(result, groups.loosened);
    const changes = looserChanges(result);
    const told = new Set(changes.map(({ rule }) => rule));
    const groupOf = (rule) => {
        const own = hits.filter((group) => group.rule === rule);
        const [first] = own;
        return first && { ...first, hits: own.flatMap((group) => group.hits) };
    };
    return [
        ...changes.map((change) => ofLoosened(change.rule, change, groupOf(change.rule), kind)),
        ...hits.filter(({ rule }) => !told.has(rule)).map((group) => ofLoosened(group.rule, undefined, group, kind)),
    ];
}
const PROBLEM_TITLES = {
    rules: 'the rules cannot be used',
    history: 'no history to rely on',
    base: 'what is in force could not be read',
    service: 'the service gave no result',
    defect: 'a defect of Querygate',
};
function ofProblems(report) {
    return problemsOf(report).map((problem) => {
        const kind = failing(report, problem.exitCode) ? 'error' : 'warning';
        return annotation(kind, PROBLEM_TITLES[problem.kind], [problemText(problem)], rulePlaceAt(problem.place));
    });
}
/** `--fail-on never` turns 1, 4 and 5 into 0; the other codes stay. */
function failing({ policy }, exitCode) {
    return exitCode !== 0 && (policy.failOn !== 'never' || ![1, 4, 5].includes(exitCode));
}
function github_ofResult(report, result) {
    const { policy } = report;
    const groups = flowGroups(result);
    const fails = (count, most) => count > most && policy.failOn !== 'never' ? 'error' : 'warning';
    const broken = fails(groups.broken.length, policy.maxBrokenFlows);
    const unknown = fails(groups.unknown.length, policy.maxUnknown);
    const looser = policy.failOnNewlyAllowed ? fails(1, 0) : 'warning';
    const { used, idle } = acknowledgementsOf(result);
    const ofAcknowledgement = (title) => (entry) => {
        const { state, flows } = entry;
        // One that was merged is in the way only where somebody may take it for cover.
        const warns = state === 'expired' || state === 'refused' || (state === 'merged' && flows > 0);
        const kind = warns ? 'warning' : 'notice';
        return annotation(kind, `${title}: ${cutText(entry.rule, 80)}`, [acknowledgementText(entry)], rulePlaceAt(entry.place));
    };
    return [
        ...hitsByRule(result, groups.broken).map((group) => ofBroken(group, result, broken)),
        ...declaredBreaks(result).map((flow) => ofDeclared(flow, fails(1, 0))),
        ...hitsByRule(result, groups.unknown).map((group) => ofUnknown(group, unknown)),
        ...loosened(result, groups, looser),
        ...used.map(ofAcknowledgement('acknowledged break')),
        ...idle.map(ofAcknowledgement('acknowledgement that covers nothing')),
        ...notExercised(result).map(ofNotExercised),
    ];
}
function ofDeclared(flow, kind) {
    const what = flow.head === 'block' ? 'would break' : 'could not be decided';
    return annotation(kind, `declared flow ${what}: ${cutText(flow.name, 120)}`, [declaredText(flow)], rulePlaceAt(flow.place));
}
function ofNotExercised(change) {
    const stand = placeOfChange(change);
    const message = `${exercisedText(change)}, so it cannot show what this change of the rule does`;
    return annotation('notice', `not exercised: ${cutText(change.rule, 80)}`, [message, ...standLines(stand)], stand);
}
function github_annotations(report) {
    const own = [
        ...ofProblems(report),
        ...(report.result === undefined ? [] : github_ofResult(report, report.result)),
        ...report.notices.map(ofNotice),
    ];
    const failed = report.exitCode !== 0 && !own.some(({ kind }) => kind === 'error');
    return failed ? [ofConclusion(report.conclusion), ...own] : own;
}
/**
 * GitHub's workflow commands: what would break on the line of the rule that does it, one annotation a rule with its worst
 * flows, then what is undecided, looser, acknowledged, not exercised. Within the limits of a step; what has no room is
 * counted. The first two lines and the last ones are plain text for the log.
 */
function renderSimulationGithub(report) {
    const all = github_annotations(report);
    const notListed = [report.result === undefined ? '' : notListedText(report.result)].filter((text) => text !== '');
    const lines = [
        ...plainLine(report.headline),
        ...plainLine(resultLine(report)),
        ...commands('error', all),
        ...commands('warning', all),
        ...commands('notice', all),
        ...(report.result === undefined ? [] : plainLine(unreadLine(report.result, report.policy))),
        ...(report.history === undefined ? [] : plainLine(historyLine(report.history, report.policy.maxAge))),
        ...notListed.flatMap(plainLine),
        ...plainLine(report.conclusion),
        ...(report.repeat === undefined ? [] : plainLine(`To repeat this in a checkout: ${report.repeat}`)),
    ];
    return `${lines.join('\n')}\n`;
}

;// CONCATENATED MODULE: ./build/esm/report/simulation/json.js





/** Address and `$id` of the published JSON Schema. */
const SIMULATION_SCHEMA_URL = (0,model/* schemaUrl */.ZZ)('simulation.v1');
function toPlace({ file, line, column }) {
    return { file, line: line ?? null, column: column ?? null };
}
function optionalPlace(place) {
    return place === undefined ? null : toPlace(place);
}
function toCount({ flows, calls }) {
    return { flows, calls };
}
function toCause({ rule, place, message, undecided, calls }) {
    return { rule, place: optionalPlace(place), message, undecided: undecided ?? null, calls };
}
function toFlow(flow) {
    const { caller, acknowledged, proposal } = flow;
    return {
        id: flow.id,
        class: flow.class,
        counts: flow.leftOut === undefined && acknowledged === undefined,
        shape: flow.shape,
        dialect: flow.dialect,
        caller: {
            application: caller.application ?? null,
            user: caller.user ?? null,
            database: caller.database ?? null,
        },
        kinds: [...flow.kinds],
        calls: flow.calls,
        affectedCalls: flow.affectedCalls,
        share: flow.share,
        daysActive: flow.daysActive,
        firstSeen: flow.firstSeen ?? null,
        lastSeen: flow.lastSeen ?? null,
        causes: flow.causes.map(toCause),
        examples: [...flow.examples],
        moreExamples: flow.moreExamples,
        leftOut: flow.leftOut ?? null,
        acknowledged: acknowledged === undefined
            ? null
            : { reason: acknowledged.reason, owner: acknowledged.owner, until: acknowledged.until },
        proposal: proposal === undefined ? null : { rule: proposal.rule, when: proposal.when },
    };
}
function toRuleChange(change) {
    return {
        rule: change.rule,
        change: change.change,
        differences: [...change.differences],
        effect: change.effect,
        place: optionalPlace(change.place),
        basePlace: optionalPlace(change.basePlace),
        owner: change.owner ?? null,
        exercised: { rows: change.exercised.rows, calls: change.exercised.calls },
        newlyBlocked: toCount(change.newlyBlocked),
        newlyAllowed: toCount(change.newlyAllowed),
        unknown: toCount(change.unknown),
    };
}
function toResult({ totals, unread, ...result }) {
    const { listed, notListed } = listedFlows(result);
    return {
        totals: {
            replayed: toCount(totals.replayed),
            unchanged: toCount(totals.unchanged),
            newlyBlocked: toCount(totals.newlyBlocked),
            partlyBlocked: toCount(totals.partlyBlocked),
            newlyAllowed: toCount(totals.newlyAllowed),
            changed: toCount(totals.changed),
            unknown: toCount(totals.unknown),
            unknownLoosening: toCount(totals.unknownLoosening),
            acknowledged: toCount(totals.acknowledged),
            leftOut: toCount(totals.leftOut),
        },
        unread: {
            calls: unread.calls,
            share: unread.share,
            records: unread.records ? { all: unread.records.all, unread: unread.records.unread } : null,
            byReason: { ...unread.byReason },
        },
        ruleChanges: result.ruleChanges.map(toRuleChange),
        flows: listed.map(toFlow),
        flowsNotListed: { ...notListed },
        declared: result.declared.map((declared) => ({
            name: declared.name,
            owner: declared.owner,
            place: toPlace(declared.place),
            base: declared.base,
            head: declared.head,
            causes: declared.causes.map(toCause),
            breaks: declared.breaks,
        })),
        acknowledgements: result.acknowledgements.map((entry) => ({
            rule: entry.rule,
            about: entry.about,
            reason: entry.reason,
            owner: entry.owner,
            until: entry.until,
            place: toPlace(entry.place),
            state: entry.state,
            flows: entry.flows,
        })),
        proposalsNotTried: result.proposalsNotTried ?? 0,
        selfTest: result.selfTest,
    };
}
function toHistory(history) {
    return {
        from: [...history.from],
        side: history.side,
        firstSeen: history.firstSeen ?? null,
        lastSeen: history.lastSeen ?? null,
        ageDays: history.ageDays ?? null,
        statements: history.statements,
        rows: history.rows,
        sources: history.sources.map((source) => ({
            kind: source.kind,
            name: source.name,
            dialect: source.dialect,
            identity: source.identity,
            from: source.from ?? null,
            to: source.to ?? null,
            bytes: source.bytes,
            statements: source.statements,
            records: source.records ?? null,
            unreadRecords: source.unreadRecords ?? null,
            unread: { ...source.unread },
            truncated: source.truncated,
            passedOver: { ...source.passedOver },
            notCarried: [...source.notCarried],
            notes: [...source.notes],
        })),
    };
}
/** The public form of a report. Each key is named here, so that a change of the inner type cannot leak out. */
function toSimulationV1(report) {
    const { policy } = report;
    return {
        $schema: SIMULATION_SCHEMA_URL,
        kind: report.kind,
        formatVersion: 1,
        tool: { name: report.tool.name, version: report.tool.version },
        headline: report.headline,
        numbers: resultLine(report),
        outcome: report.outcome,
        verdict: report.verdict,
        exitCode: report.exitCode,
        conclusion: report.conclusion,
        base: report.base === undefined ? null : toRuleset(report.base),
        head: report.head === undefined ? null : toRuleset(report.head),
        scope: toScope(report.scope),
        policy: {
            maxBrokenFlows: policy.maxBrokenFlows,
            maxUnknown: policy.maxUnknown,
            maxUnread: policy.maxUnread,
            maxAge: policy.maxAge,
            failOnNewlyAllowed: policy.failOnNewlyAllowed,
            failOn: policy.failOn,
            minCalls: policy.minCalls,
            minDays: policy.minDays,
        },
        history: report.history === undefined ? null : toHistory(report.history),
        result: report.result === undefined ? null : toResult(report.result),
        problems: problemsOf(report).map(({ kind, message, place, exitCode }) => ({
            kind,
            message,
            place: optionalPlace(place),
            exitCode,
        })),
        notices: report.notices.map(toNotice),
        proposedAcknowledgements: report.proposedAcknowledgements ?? null,
        repeat: report.repeat ?? null,
    };
}
/** For machines: schemas/simulation.v1.json describes it. Lists no more flows than a program can hold, counts the others, and is harmless when printed to a CI log. */
function renderSimulationJson(report) {
    return visibleJson(toSimulationV1(report));
}

;// CONCATENATED MODULE: ./build/esm/report/simulation/summary-flows.js





/** So many broken flows are shown unfolded. */
const summary_flows_UNFOLDED = 1;
const CAUSES = 10;
const summary_flows_SHAPE = 300;
const SHAPE_IN_FULL = 2_000;
/** Says how many of a list had no room. */
function leftOut(what) {
    return (count) => `${quantity(count, `more ${what}`)} left out for want of room; see the JSON report.\n\n`;
}
function iconOf(flow) {
    if (flow.class === 'unknown' || isPerhaps(flow))
        return ICONS.unknown;
    if (flow.class === 'newly_allowed' || flow.class === 'changed')
        return ICONS.warn;
    return ICONS.block;
}
/** The rules that decide a flow's class, each with its line. */
function rulesCell(flow) {
    const side = flow.class === 'newly_allowed' ? ' of the base' : '';
    const named = decisiveCauses(flow).map(({ rule, place }) => {
        const where = place === undefined ? '' : ` at ${code(cutText(placeText(place), 200))}${side}`;
        return `${code(cutText(rule, 80))}${where}`;
    });
    return listed([...new Set(named)], 3, 'rule', '; ');
}
/** Keeps a date or a number with its unit on one line of a narrow column. */
function unbroken(cell) {
    return cell.replaceAll(' ', '&nbsp;').replaceAll('-', '&#8209;');
}
const FLOWS_HEAD = '| Flow | Caller | Calls | Share | Last seen | Rule |\n|---|---|--:|--:|---|---|\n';
function flowRow(flow) {
    const { affectedCalls, calls, share, lastSeen } = flow;
    const counts = affectedCalls === calls ? grouped(calls) : `${grouped(affectedCalls)} of ${grouped(calls)}`;
    const seen = lastSeen === undefined ? 'not recorded' : unbroken(summary_parts_text(day(lastSeen), 40));
    const what = `${iconOf(flow)}&nbsp;${classText(flow)}`;
    const cells = [
        `${what}<br>${code(cutText(flow.shape, summary_flows_SHAPE))}`,
        summary_parts_text(callerText(flow.caller)),
        counts,
        unbroken(percent(share)),
        seen,
        rulesCell(flow),
    ];
    return `| ${cells.join(' | ')} |\n`;
}
/** A table of flows; what has no room is counted. */
function flowTable(flows, what, head, tail) {
    return {
        head: head + FLOWS_HEAD,
        tail,
        leftOut: leftOut(what),
        items: each(flows, flowRow),
        count: flows.length,
    };
}
/** A table behind a line that unfolds it. */
function folded(flows, title, what) {
    return flowTable(flows, what, `<details><summary>${title}</summary>\n\n`, '\n</details>\n\n');
}
/** One flow with all that is known of it. The blank lines let Markdown begin again inside the HTML. */
function summary_flows_details(flow, open) {
    const which = examplesText(flow);
    const moreCauses = flow.causes.length - CAUSES;
    const lines = [
        `- ${summary_parts_text(`${callsText(flow)} (${percent(flow.share)} of all) by ${callerText(flow.caller)}; ${seenText(flow)}`)}\n`,
        ...(which === '' ? [] : [`- with: ${summary_parts_text(which)}\n`]),
        ...flow.causes.slice(0, CAUSES).map(({ rule, place, message, undecided, calls }) => {
            const where = place === undefined ? '' : ` at ${code(cutText(placeText(place), 200))}`;
            const why = summary_parts_text(cutText(undecided ?? message, 500));
            const open = undecided === undefined ? '' : ', undecided';
            return `- ${code(cutText(rule, 80))}${where}, ${quantity(calls, 'call')}${open}: ${why}\n`;
        }),
        ...(moreCauses > 0 ? [`- and ${quantity(moreCauses, 'more cause')}, in the JSON report\n`] : []),
        ...(flow.proposal === undefined
            ? []
            : [`- this exception would save it, and changes nothing else: ${code(cutText(flow.proposal.when, 1_000))}\n`]),
        `- id of the flow: ${code(cutText(flow.id, 40))}\n`,
    ];
    const shape = fenced([cutText(flow.shape, SHAPE_IN_FULL)], 'sql');
    const title = `${iconOf(flow)} ${classText(flow)}: ${code(cutText(flow.shape, 100))}`;
    return `<details${open ? ' open' : ''}><summary>${title}</summary>\n\n${shape}\n\n${lines.join('')}\n</details>\n\n`;
}
/** Flows of the tables, each with all that is known of it. */
function inFull(flows) {
    return {
        head: '',
        tail: '',
        leftOut: (count) => `${quantity(count, 'flow')} of the tables ${count === 1 ? 'is' : 'are'} not shown in full.\n\n`,
        items: each(flows, (flow, index) => summary_flows_details(flow, index < summary_flows_UNFOLDED)),
        count: flows.length,
    };
}

;// CONCATENATED MODULE: ./build/esm/report/simulation/exceptions.js

/**
 * The exception that would save a flow, as an entry of `exceptions:` of a rule file; the reader fills in reason and end.
 * Harmless to print: every text is a scalar in which all can be seen.
 */
function exceptionYaml({ proposal, id }, result) {
    if (proposal === undefined)
        return [];
    const owner = result.ruleChanges.find(({ rule }) => rule === proposal.rule)?.owner;
    return [
        `- rule: ${scalar(proposal.rule)} # flow ${id.replace(/[^0-9a-f]/g, '')}`,
        `  when: ${conditionScalar(proposal.when)}`,
        '  reason: <reason>',
        `  owner: ${owner === undefined || owner === '' ? '<owner>' : scalar(owner)}`,
        '  until: <YYYY-MM-DD>',
    ];
}

;// CONCATENATED MODULE: ./build/esm/report/simulation/summary-proposals.js






/** Exceptions to paste. No line of an entry begins with back-ticks, so that none can end the block. */
function exceptionList(flows, result) {
    const saved = flows.filter(({ proposal }) => proposal !== undefined);
    const of = `${grouped(saved.length)} of ${quantity(flows.length, 'broken flow')}`;
    const what = `<details><summary>Exceptions that save ${of}, ready for the rule file</summary>`;
    return {
        head: `${what}\n\nEach was simulated: it saves its flow, and changes nothing else.\n\n\`\`\`yaml\nexceptions:\n`,
        tail: '```\n\n</details>\n\n',
        leftOut: leftOut('exception'),
        items: each(saved, (flow) => `${visibleLines(exceptionYaml(flow, result)
            .map((line) => `  ${line}`)
            .join('\n'))}\n`),
        count: saved.length,
    };
}
/** Ready YAML that is of no use in part: all of it, or a word on where it is. */
function acknowledgementList(yaml) {
    const block = yaml === undefined ? '' : `${fenced(yaml.trimEnd().split('\n'), 'yaml')}\n`;
    return {
        head: '<details><summary>Acknowledgements for all that breaks, if it is meant to</summary>\n\n',
        tail: '\n</details>\n\n',
        leftOut: () => 'They are left out for want of room; `querygate simulate --propose-acknowledgements` and the JSON report have them.\n\n',
        items: yaml === undefined ? [] : [block],
        count: yaml === undefined ? 0 : 1,
    };
}

;// CONCATENATED MODULE: ./build/esm/report/simulation/summary.js









/** Calls that the change does not touch, of flows of which it touches others. */
function otherCalls({ replayed, ...classes }) {
    return Math.max(0, replayed.calls - Object.values(classes).reduce((sum, { calls }) => sum + calls, 0));
}
/** Counts of all classes, headline numbers first. */
function counts({ totals }) {
    const rows = [
        ['newly blocked', totals.newlyBlocked],
        ['partly blocked', totals.partlyBlocked],
        ['unknown', totals.unknown],
        ['newly allowed', totals.newlyAllowed],
        ['perhaps newly allowed', totals.unknownLoosening],
        ['changed between allow and warn', totals.changed],
        ['acknowledged', totals.acknowledged],
        ['left out', totals.leftOut],
        ['unchanged', totals.unchanged],
        ['other calls of these flows', { flows: 0, calls: otherCalls(totals) }],
        ['**replayed**', totals.replayed],
    ];
    const always = ['newly blocked', 'partly blocked', 'unknown', 'unchanged', '**replayed**'];
    const lines = rows
        .filter(([name, { flows, calls }]) => flows + calls > 0 || always.includes(name))
        .map(([name, { flows, calls }]) => `| ${name} | ${grouped(flows)} | ${grouped(calls)} | ${unbroken(percentOf(calls, totals.replayed.calls))} |\n`);
    return `| | Flows | Calls concerned | Share of calls |\n|---|--:|--:|--:|\n${lines.join('')}\n`;
}
/** Sends a reader to the page that tells more. */
function adviceLine(advice) {
    return `**To do:** ${summary_parts_text(advice)}; [more](${HELP_URL}).\n\n`;
}
/** Raw lines as a list. */
function linesOf(lines, what, head) {
    return {
        head,
        tail: '\n',
        leftOut: leftOut(what),
        items: each(lines, (line) => `- ${summary_parts_text(line, 2_000)}\n`),
        count: lines.length,
    };
}
function changeLine(change) {
    const owner = change.owner === undefined || change.owner === '' ? '' : `owner ${cutText(change.owner, 100)}`;
    return [changeText(change), exercisedText(change), effectText(change), owner]
        .filter((part) => part !== '')
        .join('; ');
}
const LOOSER_HEAD = '#### ⚠️ What becomes looser\n\nA history of what ran cannot show what was blocked: read these changes themselves.\n\n';
/** What there is to say where something was replayed. What comes first gets room first. */
function resultParts(budget, report, result) {
    const groups = flowGroups(result);
    const { broken, unknown } = groups;
    const unlisted = notListedText(result);
    const numbers = budget.fixed(counts(result) + (unlisted === '' ? '' : `${unlisted}\n\n`));
    const saved = broken.some(({ proposal }) => proposal !== undefined);
    const advice = broken.length === 0 ? '' : budget.fixed(adviceLine(brokenAdvice(saved)));
    const undecided = unknown.length === 0 ? '' : budget.fixed(adviceLine(UNKNOWN_ADVICE));
    const brokenHead = `#### 🛑 ${quantity(broken.length, 'flow')} would break\n\n`;
    const brokenTable = budget.list(flowTable(broken, 'broken flow', brokenHead, '\n'), 0.4);
    const declared = declaredSection(budget, result);
    const acknowledged = acknowledgedSection(budget, result);
    const looser = looserSection(budget, result);
    const unknownHead = `#### ❔ ${quantity(unknown.length, 'flow')} could not be decided\n\n`;
    const unknownTable = budget.list(flowTable(unknown, 'undecided flow', unknownHead, '\n'), 0.3);
    const others = otherSection(budget, result);
    const exceptions = budget.list(exceptionList(broken, result), 0.2);
    const proposed = budget.list(acknowledgementList(report.proposedAcknowledgements), 0.3);
    const full = budget.list(inFull([...broken, ...unknown]), 0.6);
    const rest = restSections(budget, result);
    const notTried = notTriedText(result);
    const untried = notTried === '' ? '' : budget.fixed(`${notTried}\n\n`);
    const toDo = [advice, exceptions, untried, proposed].join('');
    return [numbers, brokenTable, toDo, declared, unknownTable, undecided, full, acknowledged, looser, others, ...rest];
}
function declaredSection(budget, result) {
    const breaks = declaredBreaks(result);
    const lines = breaks.map((flow) => `${declaredText(flow)} (\`${placeText(flow.place)}\`)`);
    return budget.list(linesOf(lines, 'declared flow', '#### 🛑 Declared flows that fail\n\n'), 0.2);
}
/** What a reviewer agrees to by approving the diff. */
function acknowledgedSection(budget, result) {
    const { used, idle } = acknowledgementsOf(result);
    const { acknowledged } = flowGroups(result);
    const lines = (list) => list.map((entry) => `${acknowledgementText(entry)} (\`${placeText(entry.place)}\`)`);
    const head = '#### ⚠️ Acknowledged breaks: approve them with the diff\n\n';
    const title = `${quantity(acknowledged.length, 'flow')} acknowledged`;
    return [
        budget.list(linesOf(lines(used), 'acknowledgement', head), 0.2),
        budget.list(linesOf(lines(idle), 'acknowledgement', '#### Acknowledgements that cover nothing\n\n'), 0.1),
        budget.list(folded(acknowledged, title, 'acknowledged flow'), 0.2),
    ].join('');
}
function looserSection(budget, result) {
    const changes = looserChanges(result);
    const { loosened } = flowGroups(result);
    return [
        budget.list(linesOf(changes.map(changeLine), 'change', LOOSER_HEAD), 0.25),
        budget.list(flowTable(loosened, 'newly allowed flow', changes.length === 0 ? LOOSER_HEAD : '', '\n'), 0.25),
    ].join('');
}
function otherSection(budget, result) {
    const others = otherChanges(result);
    const head = `#### ${others.length === result.ruleChanges.length ? 'Changes' : 'Other changes'} of the rules\n\n`;
    return budget.list(linesOf(others.map(changeLine), 'change', head), 0.25);
}
function restSections(budget, result) {
    const { changed, leftOut: rare } = flowGroups(result);
    const kept = result.declared.filter(({ breaks }) => !breaks);
    const changedTitle = `${quantity(changed.length, 'flow')} changed between allow and warn`;
    return [
        budget.list(folded(changed, changedTitle, 'changed flow'), 0.4),
        budget.list(linesOf(kept.map(declaredText), 'declared flow', '#### Declared flows that do not break\n\n'), 0.3),
        budget.list(linesOf(leftOutLines(rare), 'reason', '#### Left out\n\n'), 0.3),
        budget.list(folded(rare, `${quantity(rare.length, 'flow')} not counted`, 'flow'), 0.5),
    ];
}
/** Window, freshness, what could not be read, and what each source must be known for. */
function historyLines({ history, policy, result }) {
    return [
        ...(history === undefined ? [] : [historyLine(history, policy.maxAge)]),
        ...(result === undefined ? [] : [unreadLine(result, policy)]),
        ...(history === undefined ? [] : sourceLines(history)),
    ];
}
function summary_judgeLines({ base, head, result }) {
    const judges = [base, head].flatMap((judge) => (judge === undefined ? [] : [judge]));
    const notApplied = notAppliedLines({ judges }).map((line) => `- ${summary_parts_text(line)}\n`);
    const selfTest = result?.selfTest ? ['- Self-test: the base against itself gave no difference\n'] : [];
    const items = [...judges.map((judge) => judgeLine(judge)), ...notApplied, ...selfTest];
    return { head: '#### Who judged\n\n', tail: '\n', leftOut: leftOut('line'), items, count: items.length };
}
/** The Markdown of a report within `limit` as `measure` counts. */
function summary_render(report, limit, measure) {
    const budget = new Budget(Math.max(SMALLEST_LIMIT, limit), measure);
    const head = budget.fixed(`<b>${summary_parts_text(report.headline)}</b>\n\n### ${ICONS[report.verdict]} ${summary_parts_text(resultLine(report))}\n\n${summary_parts_text(report.conclusion)}\n\n`);
    const repeat = budget.fixed(repeatBlock(report.repeat));
    const problems = budget.list(linesOf(furtherProblems(report).map((problem) => `🛑 ${problemText(problem)}`), 'problem', ''), 0.25);
    const judges = budget.list(summary_judgeLines(report), 0.1);
    const history = budget.list(linesOf(historyLines(report), 'line', '#### History\n\n'), 0.1);
    const parts = report.result === undefined ? [] : resultParts(budget, report, report.result);
    const notices = budget.list(noticeList(report.notices), 1);
    return [head, problems, ...parts, notices, history, judges, repeat].join('');
}
/** GitHub's job summary, at most `options.limit` bytes (default 992 KiB, at least 16 KiB). */
function renderSimulationSummary(report, options = {}) {
    return summary_render(report, options.limit ?? SUMMARY_LIMIT, bytes);
}
/**
 * The same as a comment on the pull request.
 *
 * @param marker the HTML comment by which the comment is found again; becomes its first line. Not the one of check's.
 * @param limit the most characters that the host takes, at least 16,384
 */
function simulationComment(report, { marker, limit = COMMENT_LIMIT }) {
    const first = `${marker}\n\n`;
    return first + summary_render(report, limit - first.length, characters);
}

;// CONCATENATED MODULE: ./build/esm/report/simulation/terminal.js










/** So many flows are shown in full, and so many of each other list; the rest is counted. */
const IN_FULL = 20;
const IN_LIST = 20;
const terminal_SHAPE = 600;
/** A paragraph behind a mark. */
function marked(canvas, mark, text, paint, body = String) {
    return paragraph(canvas, 2, text, body, `${paint(mark)} `);
}
function section(lines) {
    return lines.length === 0 ? [] : [...lines, ''];
}
/** One flow with all that a reader needs to act: what, who, how often, since when, by which rule, and what to do. */
function flowBlock(canvas, flow, result) {
    const { colours, marks } = canvas;
    const verdict = flow.class === 'unknown' ? 'unknown' : 'block';
    const paint = verdictPaint(colours, verdict);
    const causes = decisiveCauses(flow);
    const [first] = causes;
    const place = first?.place === undefined ? 'no line of its own' : placeText(first.place);
    const head = `${paint(marks[verdict])} ${colours.bold(visible(cutText(place, 300)))}`;
    const rule = colours.bold(visible(cutText(first?.rule ?? '', 80)));
    const which = examplesText(flow);
    const yaml = exceptionYaml(flow, result);
    return [
        `${head}  ${paint(CLASS_WORDS[flow.class])}  ${rule}`,
        ...paragraph(canvas, 4, cutText(flow.shape, terminal_SHAPE)),
        '',
        ...labelled(canvas, 'by', callerText(flow.caller)),
        ...labelled(canvas, 'calls', `${callsText(flow)} ${doesText(flow)} (${percent(flow.share)} of all); ${seenText(flow)}`),
        ...(which === '' ? [] : labelled(canvas, 'with', which)),
        ...causes.flatMap(({ rule, place, message, undecided }, index) => {
            const other = index === 0 ? '' : `${rule}${place === undefined ? '' : ` at ${placeText(place)}`}: `;
            return labelled(canvas, index === 0 ? 'why' : 'and', `${cutText(other, 300)}${other === '' ? '' : ' '}${cutText(undecided ?? message, 500)}`);
        }),
        ...labelled(canvas, 'flow', cutText(flow.id, 40)),
        ...(yaml.length === 0 ? [] : labelled(canvas, 'except', 'this exception would save it, and changes nothing else:')),
        ...yaml.map((line) => ' '.repeat(4 + LABEL) + line),
        '',
    ];
}
/** Flows in full, the worst ones; what has no room is counted. */
function fullList(canvas, flows, result, what, advice) {
    if (flows.length === 0)
        return [];
    const { colours, marks } = canvas;
    const more = flows.length - IN_FULL;
    return [
        ...flows.slice(0, IN_FULL).flatMap((flow) => flowBlock(canvas, flow, result)),
        ...(more > 0
            ? [
                ...marked(canvas, marks.notice, `${quantity(more, `more ${what} flow`)} not shown (--format json shows more)`, colours.dim),
                '',
            ]
            : []),
        ...section(marked(canvas, marks.notice, `to do: ${advice}; ${HELP_URL}`, colours.cyan)),
    ];
}
/** One line for a flow of which a reader need not know all. */
function flowLine(flow) {
    const rules = [...new Set(decisiveCauses(flow).map(({ rule }) => cutText(rule, 80)))].join(', ');
    const end = flow.acknowledged === undefined
        ? ''
        : `; acknowledged until ${cutText(flow.acknowledged.until, 20)} by ${cutText(flow.acknowledged.owner, 100)}: ${cutText(flow.acknowledged.reason, 300)}`;
    return `${classText(flow)}${rules === '' ? '' : ` (${rules})`}: ${cutText(flow.shape, 160)}; ${callsText(flow)} of ${callerText(flow.caller)}${end}`;
}
function shortList(canvas, lines, what, mark, paint, body = String) {
    const more = lines.length - IN_LIST;
    const { colours, marks } = canvas;
    return [
        ...lines.slice(0, IN_LIST).flatMap((line) => marked(canvas, mark, line, paint, body)),
        ...(more > 0
            ? marked(canvas, marks.notice, `${quantity(more, `more ${what}`)} not shown (--format json shows all)`, colours.dim)
            : []),
    ];
}
function resultLines(canvas, report, result) {
    const { colours, marks } = canvas;
    const groups = flowGroups(result);
    const saved = groups.broken.some(({ proposal }) => proposal !== undefined);
    const short = (flows, what, mark, paint) => section(shortList(canvas, flows.map(flowLine), what, mark, paint));
    const notTried = notTriedText(result);
    const notListed = notListedText(result);
    const breaking = declaredBreaks(result);
    const declared = [...breaking, ...result.declared.filter(({ breaks, base, head }) => !breaks && base !== head)];
    const { used, idle } = acknowledgementsOf(result);
    const changes = (list) => list.map((change) => [changeText(change), exercisedText(change), effectText(change)].filter(Boolean).join('; '));
    return [
        ...fullList(canvas, groups.broken, result, 'broken', brokenAdvice(saved)),
        ...section(notTried === '' ? [] : marked(canvas, marks.notice, notTried, colours.dim)),
        ...section(shortList(canvas, declared.map((flow) => `declared flow ${declaredText(flow)} (${placeText(flow.place)})`), 'declared flow', marks.block, colours.red)),
        ...fullList(canvas, groups.unknown, result, 'undecided', UNKNOWN_ADVICE),
        ...section(shortList(canvas, [...used, ...idle].map((entry) => `acknowledgement at ${placeText(entry.place)}: ${acknowledgementText(entry)}`), 'acknowledgement', marks.warn, colours.yellow)),
        ...short(groups.acknowledged, 'acknowledged flow', marks.notice, colours.dim),
        ...short(groups.loosened, 'newly allowed flow', marks.warn, colours.yellow),
        ...short(groups.changed, 'changed flow', marks.notice, colours.dim),
        ...section(shortList(canvas, leftOutLines(groups.leftOut), 'reason', marks.notice, colours.dim)),
        ...section([
            ...shortList(canvas, changes(looserChanges(result)), 'looser rule', marks.warn, colours.yellow),
            ...shortList(canvas, changes(otherChanges(result)), 'changed rule', marks.notice, String),
        ]),
        ...section(notListed === '' ? [] : marked(canvas, marks.notice, notListed, colours.dim)),
        ...section(marked(canvas, marks.notice, unreadLine(result, report.policy), colours.dim)),
    ];
}
/** For people at a terminal, and for the log of a CI job. The numbers stand in the second line. Ends with a newline. */
function renderSimulationTerminal(report, options = {}) {
    const canvas = createCanvas(options);
    const { colours, marks } = canvas;
    const paint = verdictPaint(colours, report.verdict);
    // What passes in spite of a break, because it may, is no failure and no all-clear.
    const ending = report.exitCode === model/* EXIT */.dc.ok && report.verdict !== 'allow' ? 'warn' : report.verdict;
    const { base, head, history, result } = report;
    const notApplied = notAppliedLines({ judges: [base, head].flatMap((judge) => (judge === undefined ? [] : [judge])) });
    const lines = [
        ...paragraph(canvas, 0, report.headline, colours.bold),
        ...marked(canvas, marks[report.verdict], resultLine(report), paint, colours.bold),
        '',
        ...section(furtherProblems(report).flatMap((problem) => marked(canvas, marks.block, problemText(problem), colours.red))),
        ...(result === undefined ? [] : resultLines(canvas, report, result)),
        ...(history === undefined
            ? []
            : section([
                ...marked(canvas, marks.notice, historyLine(history, report.policy.maxAge), colours.dim),
                ...shortList(canvas, sourceLines(history), 'source', ' ', String, colours.dim),
            ])),
        ...section(notApplied.flatMap((line) => marked(canvas, marks.notice, line, colours.dim))),
        ...noticeLines(canvas, report.notices),
        ...marked(canvas, marks[ending], report.conclusion, verdictPaint(colours, ending), verdictPaint(colours, ending)),
    ];
    if (report.repeat !== undefined)
        lines.push('', 'To repeat this in a checkout:', `  ${visible(report.repeat)}`);
    return `${breakLineCommands(lines).join('\n')}\n`;
}

;// CONCATENATED MODULE: ./build/esm/report/simulation/formats.js





/** The formats of a simulation: the same names as the check's. */
const SIMULATION_FORMATS = {
    terminal: { summary: 'for people', render: renderSimulationTerminal },
    json: { summary: 'for machines (schemas/simulation.v1.json)', render: renderSimulationJson },
    github: { summary: 'annotations of GitHub Actions on the lines of the rules', render: renderSimulationGithub },
    summary: { summary: 'job summary of GitHub Actions, Markdown', render: renderSimulationSummary },
    'code-quality': { summary: 'Code Quality report of GitLab', render: renderSimulationCodeQuality },
};

;// CONCATENATED MODULE: ./build/esm/report/index.js







/***/ })

};
