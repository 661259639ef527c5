export const id = 6419;
export const ids = [6419];
export const modules = {

/***/ 16419:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  HM: () => (/* reexport */ EXEMPTION_FORMATS),
  hR: () => (/* reexport */ FORMATS),
  l2: () => (/* reexport */ SIMULATION_FORMATS),
  r: () => (/* reexport */ commentMarkdown),
  $A: () => (/* reexport */ simulationComment),
  RK: () => (/* reexport */ visible),
  gB: () => (/* reexport */ visibleLines),
  Ew: () => (/* reexport */ scalar)
});

// UNUSED EXPORTS: exceptionLines

;// CONCATENATED MODULE: ./build/esm/report/text/budget.js
const encoder = new TextEncoder();
const bytes = (text) => encoder.encode(text).length;
/** UTF-16 units: at least as many as characters by any definition that a host may use. */
const characters = (text) => text.length;
/** Distributes a limited length among the parts of a text. */
class Budget {
    #measure;
    #left;
    constructor(limit, measure) {
        this.#left = limit;
        this.#measure = measure;
    }
    /** Text that is always written, whatever its length. */
    fixed(text) {
        this.#left -= this.#measure(text);
        return text;
    }
    /**
     * As many items, in order, as fit into `share` of the remaining length; the rest is counted. Empty for an empty list.
     */
    list({ head, tail, leftOut, items, count }, share) {
        if (count === 0)
            return '';
        // Reserve what is written even if no item fits.
        this.fixed(head + tail + leftOut(count));
        let space = Math.floor(this.#left * share);
        let text = '';
        let shown = 0;
        for (const item of items) {
            const size = this.#measure(item);
            if (size > space)
                break;
            text += item;
            space -= size;
            shown++;
        }
        this.fixed(text);
        return head + text + tail + (shown < count ? leftOut(count - shown) : '');
    }
}

;// CONCATENATED MODULE: ./build/esm/report/text/dashboard-link.js
/** The page of a flow; undefined if there is none. */
function flowPage(id, { flowPages }) {
    return flowPages === undefined || !/^[0-9a-f]{12}$/.test(id) ? undefined : `${flowPages}${id}`;
}
/** A link to the run's page, in Markdown. */
function pageMarkdown({ page }) {
    return page === undefined ? '' : `[Open this run in the dashboard](${page})\n\n`;
}
/** The same as plain lines. */
function pageLines({ page }) {
    return page === undefined ? [] : [`In the dashboard: ${page}`];
}

;// CONCATENATED MODULE: ./build/esm/report/text/docs-link.js
/**
 * Address of a page in docs/; undefined if the address of docs/ is unknown. It is safe inside a link of Markdown: pages
 * with other characters have no address.
 */
function pageUrl(page, { docsRoot }) {
    if (page === undefined || docsRoot === undefined || !/^[\w/-]+$/.test(page))
        return undefined;
    return `${docsRoot}${page}.md`;
}
/** Where to read about a finding's rule: its page, or the command that shows the same. Undefined if it has no page. */
function moreAbout({ rule, docs }, report) {
    if (docs === undefined)
        return undefined;
    return pageUrl(docs, report) ?? (docs.startsWith('rules/') ? `querygate rules show ${rule}` : undefined);
}

;// CONCATENATED MODULE: ./build/esm/report/text/visible.js
/**
 * Characters that can deceive a terminal, a CI runner or a reader: controls (C0, C1, DEL), format characters (bidi
 * overrides, zero-width ones, tags), line and paragraph separators, lone surrogates, private use, and all others that
 * Unicode renders as nothing.
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
/**
 * Replaces invisible characters with visible ones. The result of one cell never completes a `##[` with its neighbours.
 */
function revealInvisible(text) {
    return text.replace(DECEPTIVE, codePointName);
}
/**
 * Makes untrusted text (paths, SQL, messages, reasons) safe to print; all such text goes through here. The result is
 * one line in which every character is visible. The only exception is the zero-width space that breaks `##[`, which
 * GitHub's runner reads as a command anywhere in a line.
 */
function visible(text) {
    return breakRunnerCommands(revealInvisible(text));
}
/** Breaks `##[`, the runner's old command syntax. */
function breakRunnerCommands(text) {
    return text.replaceAll('##[', '##\u200b[');
}
/**
 * Makes finished lines safe to print. None begins (after white space of any kind) with `::`, which GitHub's runner
 * reads as a command, or with `/`, which GitLab reads as a quick action if the line is part of a note.
 */
function breakLineCommands(lines) {
    return lines.map((line) => breakRunnerCommands(line).replace(/^(\s*)(?=::|\/)/u, '$1\u200b'));
}
/**
 * Writes a value as JSON (indented by two spaces, with a final newline). It is lossless and safe to print: invisible
 * characters and the runner's command syntax are escaped. Its only control characters are the newlines of the layout.
 */
function visibleJson(value) {
    return `${escapeInvisible(JSON.stringify(value, undefined, 2))}\n`;
}
/** A JSON string literal, also valid in CEL, in which every character is visible. */
function visibleLiteral(text) {
    return escapeInvisible(JSON.stringify(text));
}
function escapeInvisible(json) {
    const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
    return json
        .replaceAll('##[', '#\\u0023[')
        .replace(DECEPTIVE, (found) => (found === '\n' ? found : found.split('').map(escaped).join('')));
}
/** Cuts to at most `limit` UTF-16 units, never inside a character. A cut text ends with `mark`. */
function cut(text, limit, mark = '…') {
    if (text.length <= limit)
        return text;
    const end = Math.max(0, limit - mark.length);
    const last = text.charCodeAt(end - 1);
    return text.slice(0, last >= 0xd800 && last <= 0xdbff ? end - 1 : end) + mark;
}
/** Untrusted text of several lines: each is passed through `visible`, and none begins with a command of a CI host. */
function visibleLines(text) {
    return breakLineCommands(text.split('\n').map(visible)).join('\n');
}

// EXTERNAL MODULE: ./node_modules/get-east-asian-width/index.js + 3 modules
var get_east_asian_width = __webpack_require__(55322);
;// CONCATENATED MODULE: ./build/esm/report/text/width.js

const PLAIN = /^[\x20-\x7e]*$/;
const COMBINING = /^\p{M}+$/u;
const EMOJI = /\p{Emoji_Presentation}/u;
let segmenter;
/** The grapheme clusters of a text: what a reader sees as one character each. */
function graphemes(text) {
    if (PLAIN.test(text))
        return [...text];
    segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
    return Array.from(segmenter.segment(text), (part) => part.segment);
}
function graphemeWidth(grapheme) {
    if (COMBINING.test(grapheme))
        return 0;
    if (EMOJI.test(grapheme))
        return 2;
    let width = 1;
    for (const character of grapheme)
        width = Math.max(width, (0,get_east_asian_width/* eastAsianWidth */.Q1)(character.codePointAt(0) ?? 0));
    return width;
}
/** Width of a line in terminal columns. The text must not contain control characters (see `visible`). */
function textWidth(text) {
    if (PLAIN.test(text))
        return text.length;
    return graphemes(text).reduce((sum, grapheme) => sum + graphemeWidth(grapheme), 0);
}
/** Breaks a line at spaces into lines of at most `width` columns. A longer word is broken anywhere. */
function wrapped(text, width) {
    const maxWidth = Math.max(20, width);
    const lines = [];
    let line = '';
    let used = 0;
    for (const word of text.split(' ').filter((part) => part !== '')) {
        const size = textWidth(word);
        if (used > 0 && used + 1 + size <= maxWidth) {
            line += ` ${word}`;
            used += 1 + size;
            continue;
        }
        if (used > 0)
            lines.push(line);
        line = '';
        used = 0;
        for (const grapheme of size <= maxWidth ? [word] : graphemes(word)) {
            const step = textWidth(grapheme);
            if (used + step > maxWidth) {
                lines.push(line);
                line = '';
                used = 0;
            }
            line += grapheme;
            used += step;
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
 * Lays out the excerpt of a finding in at most `width` columns. Leading white space is removed, and a long line is cut
 * around the carets, with `ellipsis` in place of what was cut.
 */
function markExcerpt(finding, width, ellipsis) {
    const all = cells(finding);
    const firstMark = all.findIndex((cell) => cell.marked);
    const firstText = all.findIndex((cell) => cell.text.trim() !== '');
    const mark = firstMark < 0 ? Math.max(0, firstText) : firstMark;
    const begin = firstText < 0 ? mark : Math.min(firstText, mark);
    const cutBefore = finding.excerptColumn > 1;
    let from = begin;
    // A quarter of the width is for the text before the carets.
    const maxWidth = Math.max(20, width) - 2 * textWidth(ellipsis);
    if (widthOf(all.slice(begin)) > maxWidth) {
        let before = 0;
        from = mark;
        while (from > begin && before + (all[from - 1]?.width ?? 0) <= maxWidth / 4)
            before += all[--from]?.width ?? 0;
    }
    let to = from;
    for (let used = 0; to < all.length; to++) {
        used += all[to]?.width ?? 0;
        if (used > maxWidth)
            break;
    }
    const head = from > begin || (cutBefore && from === 0) ? ellipsis : '';
    const tail = to < all.length ? ellipsis : '';
    const shown = all.slice(from, to);
    const text = shown
        .map((cell) => cell.text)
        .join('')
        .trimEnd();
    const indent = textWidth(head) + widthOf(all.slice(from, Math.max(from, mark)));
    const marked = widthOf(shown.filter((cell) => cell.marked));
    const rest = textWidth(head) + textWidth(text) - indent;
    return { code: breakRunnerCommands(head + text + tail), indent, length: Math.max(1, Math.min(marked, rest)) };
}

;// CONCATENATED MODULE: ./build/esm/report/text/help.js
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s+/;
/** Paragraphs, list items and fenced code of a rule's help, raw. Other Markdown is left as typed. */
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
/**
 * The first sentence of a rule's help, with the list that follows if it ends in a colon. Raw; empty if there is none.
 */
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
    // A full stop before a lower-case letter does not end a sentence: `e.g. this`.
    const end = /[.!?](?=\s+(?![\p{Ll}\s]))/u.exec(first.text);
    return end === null ? first.text : first.text.slice(0, end.index + 1);
}

;// CONCATENATED MODULE: ./build/esm/report/text/markdown.js

/** Characters with a meaning within a line of Markdown, GitHub Flavored Markdown or HTML. */
const ACTIVE = /[\\`*_[\]<>&#|~@$]/g;
/** Starts of a line that begin a list, a heading or, in a GitLab note, a quick action. */
const LEADING = /^\s*[-+=/:]|(?<=^\s*\d{1,9})[.)]/;
function entity(character) {
    return `&#${character.charCodeAt(0)};`;
}
/**
 * Untrusted text as Markdown that is shown as typed and has no effect: no mention, link, image, reference, emoji or
 * HTML. Entities hide it from Markdown. GitHub and GitLab search the rendered page once more for mentions, references
 * (such as `#1`, and GitLab's `!1`, `&1` and `$1`) and URLs, where a zero-width space breaks them.
 */
function inertText(text) {
    return visible(text)
        .replace(/@(?=[\w.])/g, '@\u200b')
        .replace(/[#!&$](?=\d)/g, '$&\u200b')
        .replace(/\bGH-(?=\d)/gi, '$&\u200b')
        .replace(/:(?=\/\/|[\w+-]+:)/g, ':\u200b')
        .replace(/\bwww\./gi, 'www\u200b.')
        .replace(ACTIVE, entity)
        .replace(LEADING, (found) => found.slice(0, -1) + entity(found.slice(-1)));
}
/** Untrusted text as inline code. GitHub finds no mentions in code, but Markdown still turns URLs into links. */
function inertCode(text) {
    const code = visible(text)
        .replace(ACTIVE, entity)
        .replace(/:(?=\/\/)/g, entity)
        .replace(/(?<=\bwww)\./gi, entity);
    return `<code>${code}</code>`;
}
/**
 * Untrusted text as a code span without HTML, for hosts that show no HTML. No Markdown finds mentions, references or
 * URLs in it, so its characters stay as they are.
 */
function inertSpan(text) {
    const code = visible(text);
    const runs = (code.match(/`+/g) ?? []).map((run) => run.length);
    const fence = '`'.repeat(Math.max(0, ...runs) + 1);
    // A space that separates the fence is not shown. A span of nothing but spaces would not be a span.
    const pad = /^`|`$|^ .* $/.test(code) ? ' ' : '';
    return code.trim() === '' ? '``(empty)``' : fence + pad + code + pad + fence;
}
/** Untrusted text whose back-ticks mark code, as in all messages of Querygate. */
function inertProse(text, code = inertCode) {
    const parts = text.split(/((?<!`)`[^`]+`(?!`))/);
    return parts.map((part, index) => (index % 2 === 1 ? code(part.slice(1, -1)) : inertText(part))).join('');
}
/** Untrusted lines of code as a block, in a fence that is longer than any fence inside. */
function fenced(lines, language = '') {
    const body = breakLineCommands(lines.map((line) => revealInvisible(line.replaceAll('\t', '    '))));
    const runs = body.flatMap((line) => line.match(/`+/g) ?? []).map((run) => run.length);
    const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run + 1)));
    return `${fence}${language}\n${body.join('\n')}\n${fence}`;
}
/** Renders as much of a text as fits into `limit` characters after rendering; a cut text ends in `…`. */
function fitted(text, limit, render) {
    let length = Math.min(text.length, limit);
    let rendered = render(cut(text, length));
    while (rendered.length > limit && length > 1) {
        length = Math.floor(length * Math.min(0.9, limit / rendered.length));
        rendered = render(cut(text, Math.max(1, length)));
    }
    return rendered;
}

// EXTERNAL MODULE: ./build/esm/model/index.js + 17 modules
var model = __webpack_require__(72607);
;// CONCATENATED MODULE: ./build/esm/report/text/words.js

/** `1 file`, `2 files`. */
function plural(count, one, many = `${one}s`) {
    return `${count} ${count === 1 ? one : many}`;
}
/** Whether a finding counts towards the verdict. */
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
/** `path:line:column`, or only the path if the finding is about the whole file. Raw text. */
function placeOf({ path, location }) {
    return location === undefined ? path : `${path}:${location.start.line}:${location.start.column}`;
}
/** The message, followed by where in the statement it applies, in which section, and under which rules. Raw text. */
function fullMessage(finding, { service }) {
    const extras = [];
    const place = finding.operation?.place ?? 'statement';
    if (place !== 'statement')
        extras.push(`in ${model/* PLACES */.ls[place]}`);
    if (finding.section === 'down')
        extras.push('in a down section');
    if (finding.side === 'base')
        extras.push(service
            ? "only under the workspace's active ruleset: passes once the edited rules are activated there"
            : "only under the base branch's rules: passes once the edited rules are merged");
    if (finding.onceMerged)
        extras.push(service
            ? `the workspace's active rule still applies until the edited one is activated there: then \`${finding.onceMerged}\``
            : `the base branch's rule still applies until the edited one is merged: then \`${finding.onceMerged}\``);
    if (finding.side === 'head')
        extras.push('only under the rules as edited by this change');
    return extras.length === 0 ? finding.message : `${finding.message} (${extras.join('; ')})`;
}
const NOT_COUNTED = {
    existing: (n) => `${plural(n, 'finding')} existed before this change`,
    suppressed: (n) => `${plural(n, 'finding')} suppressed by comments`,
    excepted: (n) => `${plural(n, 'finding')} exempted by exceptions in the ruleset`,
    baselined: (n) => `${plural(n, 'finding')} accepted by the baseline`,
    spared: (n) => `${plural(n, 'finding')} in down sections, which the migration tool does not run on deployment`,
};
/** `workspace acme, ruleset version 7`; undefined if no service checked the files. Raw text. */
function serviceText({ service }) {
    if (service?.rulesetVersion === undefined)
        return undefined;
    return `workspace ${service.workspace ?? ''}, ruleset version ${service.rulesetVersion}`;
}
/** Findings that do not count, grouped by reason in a fixed order; empty groups are left out. */
function notCounted(report) {
    const counts = countsIn(report);
    const statuses = Object.keys(NOT_COUNTED);
    return statuses.flatMap((status) => {
        const findings = report.findings.filter((finding) => finding.status === status && !counts(finding));
        return findings.length === 0 ? [] : [{ status, text: NOT_COUNTED[status]((0,model/* countFindings */.Gt)(findings)), findings }];
    });
}
/** `2 blocked, 1 warned, 0 unknown in 3 files, 12 statements`. */
function totalLine({ totals }) {
    const verdicts = `${totals.blocked} blocked, ${totals.warned} warned, ${totals.unknown} unknown`;
    return `${verdicts} in ${plural(totals.files, 'file')}, ${plural(totals.statements, 'statement')}`;
}
/** What one suppression does, without its position; starts with a verb. Raw text. */
function suppressionText({ rules, state, holds, until = '', reason }) {
    const names = rules.join(', ');
    const lastDay = until === '' ? '' : ` until ${until}`;
    const effect = {
        used: `suppresses ${plural(holds, 'finding')} of ${names}${lastDay}`,
        unused: `suppresses no finding of ${names}${lastDay}`,
        expired: `expired on ${until}, so it no longer suppresses ${names}`,
        refused: `is refused and suppresses no finding of ${names}`,
    }[state];
    return `${effect}; reason: ${reason}`;
}
/** Rules and exceptions that do not apply to these files, grouped by reason. Raw text. */
function notAppliedLines({ judges }) {
    const groups = new Map();
    for (const [at, { notApplied }] of judges.entries()) {
        for (const { rule, reason, exception } of notApplied) {
            const key = `${exception === true} ${reason}`;
            const group = groups.get(key) ?? { rules: new Set(), reason, counts: exception ? [] : undefined };
            groups.set(key, group);
            group.rules.add(rule);
            if (group.counts)
                group.counts[at] = (group.counts[at] ?? 0) + 1;
        }
    }
    return [...groups.values()].map(({ rules, reason, counts }) => {
        const names = [...rules].join(', ');
        if (!counts)
            return `${plural(rules.size, 'rule')} not applied (${names}): ${reason}`;
        // Both rulesets of a change usually have the same exceptions.
        const most = counts.reduce((max, count) => Math.max(max, count), 0);
        return `${plural(most, 'exception')} to ${names} not applied: ${most === 1 ? 'it' : 'each'} ${reason}`;
    });
}

;// CONCATENATED MODULE: ./build/esm/report/text/summary-parts.js


/** GitHub accepts 1 MiB per job summary; the margin is for other tools in the same step. */
const SUMMARY_LIMIT = 1024 * 1024 - 32 * 1024;
const COMMENT_LIMIT = 65_536;
/** Enough for the parts that are always written. */
const MIN_LIMIT = 16_384;
/** Maximum length of one untrusted text in a line, so that no text crowds out the others. */
const MAX_TEXT = 1_000;
const ICONS = { block: '🛑', warn: '⚠️', unknown: '❔', allow: '✅' };
const TITLES = { block: 'Blocked', warn: 'Warned', unknown: 'Could not be decided', allow: 'Passed' };
const code = (raw, limit = MAX_TEXT) => fitted(raw, limit, inertCode);
/** Untrusted prose: text in back-ticks becomes code, all other Markdown is shown as typed. */
const summary_parts_text = (raw, limit = MAX_TEXT) => fitted(raw, limit, inertProse);
/** Renders items one by one, so that items that do not fit are never rendered. */
function* each(list, render) {
    for (const [index, item] of list.entries())
        yield render(item, index);
}
/** States how many items of a list did not fit. */
function moreOf(what) {
    return (count) => `${plural(count, `more ${what}`)} left out for lack of space; the JSON report lists more of them.\n\n`;
}
/** Rendered lines of Markdown as a list. */
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
/** @param prefix Markdown in front of the ruleset's description */
function judgeLine({ side, sources, commit, hash, rules }, prefix = '') {
    const sideText = { base: 'Base: ', head: 'Head: ', only: '' }[side];
    const where = commit === undefined ? '' : ` at ${code(commit.slice(0, 12))}`;
    return `- ${sideText}${prefix}${plural(rules, 'rule')} from ${code(sources.join(', '))}${where}, hash ${code(hash.slice(0, 12))}\n`;
}
/** The commands that reproduce a result; empty if there are none. */
function repeatBlock(commands) {
    if (commands === undefined)
        return '';
    return `To reproduce this in a checkout:\n\n${fitted(commands, MAX_TEXT, (raw) => fenced(raw.split('\n'), 'sh'))}\n`;
}

;// CONCATENATED MODULE: ./build/esm/report/text/help-markdown.js


/** A rule's help as Markdown that shows it as typed; each block ends with a newline. */
function helpMarkdown(blocks) {
    return blocks
        .map((block) => {
        if (block.kind === 'code')
            return `${fenced(block.lines, 'sql')}\n`;
        return `${block.kind === 'item' ? '- ' : ''}${summary_parts_text(block.text, 4 * MAX_TEXT)}\n`;
    })
        .join('\n');
}

;// CONCATENATED MODULE: ./build/esm/report/check/by-statement.js

/**
 * Groups the warnings about one statement, so that an ALTER TABLE with three risks is one annotation. Blocks and
 * unknowns stay alone. An entry stands where its first finding stood.
 */
function byStatement(findings) {
    const entries = [];
    const warnings = new Map();
    for (const finding of findings) {
        const { verdict, path, statementOffset, status } = finding;
        const key = `${statementOffset} ${status} ${path}`;
        const known = verdict === 'warn' && statementOffset !== undefined ? warnings.get(key) : undefined;
        if (known) {
            known.push(finding);
            continue;
        }
        const entry = [finding];
        entries.push(entry);
        if (verdict === 'warn' && statementOffset !== undefined)
            warnings.set(key, entry);
    }
    return entries;
}
/** The rules of an entry, each once. */
function rulesOf(entry) {
    return [...new Set(entry.map(({ rule }) => rule))];
}
/** One finding for each rule and text: two columns of one ALTER TABLE may give the same warning twice. */
function withoutRepeats(entry, textOf) {
    const [first, ...rest] = entry;
    const seen = new Set([`${first.rule} ${textOf(first)}`]);
    const others = rest.filter((finding) => {
        const key = `${finding.rule} ${textOf(finding)}`;
        return !seen.has(key) && seen.add(key);
    });
    return [first, ...others];
}
/** The number of findings in the last `last` entries, which a report may have no space for. */
function findingsIn(entries, last) {
    return entries.slice(entries.length - last).reduce((sum, entry) => sum + (0,model/* countFindings */.Gt)(entry), 0);
}

;// CONCATENATED MODULE: ./build/esm/report/text/yaml.js

const PLAIN_SCALAR = /^[A-Za-z][A-Za-z0-9_./-]*$/;
/** Words that YAML 1.2, or an older YAML parser, does not read as text. */
const KEYWORD = /^(?:true|false|yes|no|on|off|y|n|null)$/i;
/** A text as a YAML scalar; the double-quoted form accepts all escapes of JSON. Safe to print. */
function scalar(text) {
    return PLAIN_SCALAR.test(text) && !KEYWORD.test(text) ? text : visibleLiteral(text);
}
/**
 * A CEL condition as a YAML scalar, single-quoted if possible, so that its own quotes need no escapes. Safe to print.
 */
function conditionScalar(condition) {
    if (revealInvisible(condition) !== condition || condition.includes('##['))
        return visibleLiteral(condition);
    return `'${condition.replaceAll("'", "''")}'`;
}

;// CONCATENATED MODULE: ./build/esm/report/check/exemption.js


/** A placeholder that a migration tool replaces before the SQL runs: the target is not its real name. */
const PLACEHOLDER = /[$%{}:?]/;
/** The narrowest CEL condition that matches the finding: its target, or else its file. */
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
/** Where an exception goes: the last file of the ruleset. Raw text. */
function rulesFile({ judges, service }) {
    if (service)
        return `the ruleset of workspace ${service.workspace ?? ''}`;
    const files = judges.flatMap(({ sources }) => sources).filter((source) => !source.startsWith('querygate:'));
    return files.at(-1) ?? '.querygate/rules.yml';
}
/** The comment that exempts a statement from rules. Safe to print. */
function commentFor(rules, { policy }) {
    const until = policy.lastExemptionDay === undefined ? '' : ` until ${policy.lastExemptionDay}`;
    return `-- querygate:allow ${rules.map(visible).join(', ')}${until}: <reason>`;
}
/**
 * What to write to exempt a finding. Undefined if that is not possible: no rule matched an operation, but the SQL could
 * not be read. `--` starts a comment in every dialect, so the comment is the same in all of them.
 */
function exemptionFor(finding, report) {
    if (finding.operation === undefined)
        return undefined;
    if (finding.suppressible)
        return { by: 'comment', line: commentFor([finding.rule], report) };
    const owner = finding.owner ?? '';
    const when = conditionScalar(condition(finding));
    return {
        by: 'exception',
        ask: `${owner === '' ? 'the owners of the rules' : owner} for an exception in ${rulesFile(report)}`,
        yaml: [
            `- { rule: ${scalar(finding.rule)},`,
            `    when: ${when},`,
            `    reason: <reason>, owner: ${owner === '' ? '<owner>' : scalar(owner)}, until: ${report.policy.lastExemptionDay ?? '<YYYY-MM-DD>'} }`,
        ],
    };
}

;// CONCATENATED MODULE: ./build/esm/report/check/summary.js











const EXCERPT_WIDTH = 110;
/** How many findings are shown unfolded, warnings excepted: the table says what they are about. */
const MAX_UNFOLDED = 10;
function ruleName({ rule, docs }, report) {
    const url = pageUrl(docs, report);
    return url === undefined ? code(rule) : `[${code(rule)}](${url})`;
}
/** One row for an entry. */
function row(entry, report) {
    const findings = withoutRepeats(entry, (finding) => messageOf(finding, report));
    const [first] = findings;
    const rules = [...new Set(findings.map((finding) => ruleName(finding, report)))].join(', ');
    const messages = findings.map((finding) => messageOf(finding, report)).join('; ');
    return `| ${ICONS[first.verdict]}&nbsp;${first.verdict} | ${code(placeOf(first))} | ${rules} | ${messages} |\n`;
}
function messageOf(finding, report) {
    const { exemption } = finding;
    return summary_parts_text(fullMessage(finding, report)) + (exemption === undefined ? '' : `; exempt: ${summary_parts_text(exemption)}`);
}
function exemptionText(entry, report) {
    const exempt = entry.filter((finding) => exemptionFor(finding, report)?.by === 'comment');
    if (exempt.length > 0) {
        const line = commentFor([...new Set(exempt.map(({ rule }) => rule))], report);
        return `To exempt this statement, add this comment above it:\n\n${fenced([line], 'sql')}\n\n`;
    }
    const exemption = exemptionFor(entry[0], report);
    if (exemption?.by !== 'exception')
        return '';
    const ask = `A comment cannot exempt this. Ask ${summary_parts_text(exemption.ask)}`;
    const length = exemption.yaml.join('\n').length;
    return length > 2 * MAX_TEXT ? `${ask}.\n\n` : `${ask}:\n\n${fenced(exemption.yaml, 'yaml')}\n\n`;
}
/** One entry in full. The blank lines make Markdown work again inside the HTML. */
function details(entry, report, unfolded) {
    const findings = withoutRepeats(entry, (one) => fullMessage(one, report));
    const [finding] = findings;
    const messages = findings.map((one) => summary_parts_text(fullMessage(one, report), 4 * MAX_TEXT));
    const parts = [messages.length === 1 ? `${messages[0]}\n\n` : `${messages.map((one) => `- ${one}`).join('\n')}\n\n`];
    if (finding.location !== undefined && finding.excerpt.trim() !== '') {
        const marked = markExcerpt(finding, EXCERPT_WIDTH, '…');
        parts.push(`${fenced([marked.code, ' '.repeat(marked.indent) + '^'.repeat(marked.length)], 'sql')}\n\n`);
    }
    for (const help of new Set(findings.map((one) => one.help)))
        if (help.trim() !== '')
            parts.push(`**How to fix it.** ${helpMarkdown(helpBlocks(help))}\n`);
    parts.push(exemptionText(findings, report));
    const summary = `${ICONS[finding.verdict]} ${rulesOf(findings)
        .map((rule) => code(rule))
        .join(', ')} at ${code(placeOf(finding))}`;
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
function table(report, entries, head, tail) {
    return {
        head: `${head}${ROWS_HEAD}`,
        tail,
        leftOut: (count) => moreOf('finding')(findingsIn(entries, count)),
        items: each(entries, (entry) => row(entry, report)),
        count: entries.length,
    };
}
/** The rulesets, one per line. A service's active ruleset is named as such, since it is not in the repository. */
function judgeLines(report) {
    const active = serviceText(report);
    return report.judges.map((judge) => judgeLine(judge, judge.side === 'head' || active === undefined ? '' : `${summary_parts_text(active)}: `));
}
/** The Markdown of a report, at most `limit` long as counted by `measure`. */
function render(report, limit, measure) {
    const budget = new Budget(Math.max(MIN_LIMIT, limit), measure);
    const counted = byStatement(report.findings.filter(countsIn(report)));
    const added = report.suppressions.filter((suppression) => suppression.added);
    const ineffective = report.suppressions.filter(({ added, state }) => !added && state !== 'used');
    // In order of importance: earlier parts get space first.
    const head = budget.fixed(`<b>${summary_parts_text(report.headline)}</b>\n\n### ${ICONS[report.verdict]} ${TITLES[report.verdict]}: ${totalLine(report)}\n\n` +
        `${summary_parts_text(report.conclusion)}\n\n`);
    const repeat = budget.fixed(pageMarkdown(report) + repeatBlock(report.repeat));
    const addedHead = `#### ⚠️ This change adds ${plural(added.length, 'suppression')} (comments that exempt a statement from a rule)\n\n`;
    const suppressions = budget.list(suppressionList(added, addedHead), 0.25);
    const notices = budget.list(noticeList(report.notices), 0.25);
    const judges = budget.list(plainList([...judgeLines(report), ...notAppliedLines(report).map((line) => `- ${summary_parts_text(line)}\n`)], 'line', '#### Rulesets\n\n'), 0.1);
    const findings = budget.list(table(report, counted, '', '\n'), 0.5);
    const full = budget.list({
        head: '',
        tail: '',
        leftOut: (last) => {
            const count = findingsIn(counted, last);
            return `${plural(count, 'finding')} in the table ${count === 1 ? 'is' : 'are'} not shown in full.\n\n`;
        },
        items: each(counted, (entry, index) => details(entry, report, index < MAX_UNFOLDED && entry[0].verdict !== 'warn')),
        count: counted.length,
    }, 0.75);
    const rest = notCounted(report).map((group) => budget.list(table(report, byStatement(group.findings), `<details><summary>${group.text}</summary>\n\n`, '\n</details>\n\n'), 0.5));
    const ineffectiveHead = '#### Suppressions without effect\n\n';
    const ineffectiveList = budget.list(suppressionList(ineffective, ineffectiveHead), 1);
    return [head, suppressions, findings, full, ...rest, notices, ineffectiveList, judges, repeat].join('');
}
/** GitHub's job summary, at most `options.limit` bytes (default 992 KiB, at least 16 KiB). */
function renderSummary(report, options = {}) {
    return render(report, options.limit ?? SUMMARY_LIMIT, bytes);
}
/**
 * The same text as a comment on the pull request.
 *
 * @param marker HTML comment that identifies the comment later; becomes its first line
 * @param limit maximum length in characters that the host accepts, at least 16,384
 */
function commentMarkdown(report, { marker, limit = COMMENT_LIMIT }) {
    const first = `${marker}\n\n`;
    return first + render(report, limit - first.length, characters);
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
/** Columns reserved for labels such as `fix` and `exempt`. */
const LABEL = 8;
function verdictPaint(colours, verdict) {
    return { block: colours.red, warn: colours.yellow, unknown: colours.magenta, allow: colours.green }[verdict];
}
/** Untrusted text, wrapped and indented; `lead` replaces the indentation of the first line. */
function paragraph({ width }, indent, text, paint = String, lead = '') {
    return wrapped(visible(text), width - indent).map((line, index) => index === 0 && lead !== '' ? lead + paint(line) : ' '.repeat(indent) + paint(line));
}
/** A paragraph with a label in front. */
function labelled(canvas, label, text) {
    return paragraph(canvas, 4 + LABEL, text, String, `    ${canvas.colours.dim(label.padEnd(LABEL))}`);
}
function createCanvas(options) {
    return {
        sections: options.sections,
        colours: picocolors.createColors(options.colour ?? false),
        marks: (options.unicode ?? true) ? UNICODE_MARKS : ASCII_MARKS,
        width: Math.max(40, options.width ?? 100),
    };
}
/** How many blocks of a list are shown before the rest is folded. */
const canvas_MAX_UNFOLDED = 10;
/**
 * Joins the blocks of a list. In a GitLab job log, all but the first ten are a collapsed section, whose header says how
 * many they are. Untrusted text can open or close no section: `visible` leaves no ESC and no CR in it.
 *
 * @param name of the list, unique in the report: letters and `_`
 * @param header of the section, from the number of its blocks
 */
function foldedList({ sections }, name, blocks, header) {
    const count = blocks.length - canvas_MAX_UNFOLDED;
    if (sections === undefined || count <= 0)
        return blocks.flat();
    const { timestamp } = sections;
    const id = `${timestamp}:querygate_${name}_${timestamp}`;
    return [
        ...blocks.slice(0, canvas_MAX_UNFOLDED).flat(),
        `\u001b[0Ksection_start:${id}[collapsed=true]\r\u001b[0K${header(count)}`,
        ...blocks.slice(canvas_MAX_UNFOLDED).flat(),
        `\u001b[0Ksection_end:${id}\r\u001b[0K`,
    ];
}
const MAX_NOTICES = 1000;
/** Notices, each with a mark in front, and an empty line after the last. */
function noticeLines(canvas, notices) {
    const { colours, marks } = canvas;
    const blocks = notices.slice(0, MAX_NOTICES).map(({ level, message, path, location }) => {
        const paint = level === 'warning' ? colours.yellow : colours.cyan;
        const mark = level === 'warning' ? marks.warn : marks.notice;
        const where = path === undefined ? '' : `${placeOf({ path, location })}: `;
        return paragraph(canvas, 2, where + message, String, `${paint(mark)} `);
    });
    const lines = foldedList(canvas, 'notices', blocks, (count) => plural(count, 'more notice'));
    const leftOut = notices.length - blocks.length;
    if (leftOut > 0)
        lines.push(...paragraph(canvas, 2, `${plural(leftOut, 'more notice')} left out; \`--format json\` lists more`, String, '  '));
    return lines.length === 0 ? [] : [...lines, ''];
}
/** The commands that reproduce a result, one a line and never wrapped; an empty line before them. */
function repeatLines(commands) {
    if (commands === undefined)
        return [];
    return ['', 'To reproduce this in a checkout:', ...commands.split('\n').map((line) => `  ${visible(line)}`)];
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
        notApplied: judge.notApplied.map(({ rule, reason, exception }) => ({
            ...{ rule, reason },
            ...(exception && { exception }),
        })),
    };
}
function toScope({ kind, event, base, head }) {
    return { kind, event, base: base ?? null, head: head ?? null };
}
function toNotice({ level, message, path, location, paths }) {
    return {
        level,
        message,
        path: path ?? null,
        location: location === undefined ? null : toLocation(location),
        ...(paths && { paths: [...paths] }),
    };
}

;// CONCATENATED MODULE: ./build/esm/report/exemptions.js




const NO_END = 'no end';
/** For people: the exemptions that end first come first. Ends with a newline. */
function renderTerminal(list, options = {}) {
    const canvas = createCanvas(options);
    const { colours } = canvas;
    const entries = list.exemptions.flatMap((exemption) => {
        const { kind, path, line, rules, reason, owner, until = NO_END, state, overLimit, author } = exemption;
        const lead = (state === 'expired' ? colours.red : colours.bold)(until.padEnd(10));
        const edited = author ? `last edited by ${author.name} on ${author.date}` : 'last edit unknown';
        const over = overLimit ? ['longer than `max-exemption-days` allows for new ones'] : [];
        const details = [...(owner === undefined ? [] : [`owner ${owner}`]), edited, ...over].join(', ');
        return [
            ...paragraph(canvas, 12, `${state} ${kind} of ${rules.join(', ')}, ${path}:${line}`, String, `${lead}  `),
            ...paragraph(canvas, 12, `${reason} (${details})`, colours.dim),
        ];
    });
    const lines = [
        ...paragraph(canvas, 0, list.headline, colours.bold),
        '',
        ...(entries.length > 0 ? [...entries, ''] : []),
        ...noticeLines(canvas, list.notices),
        ...paragraph(canvas, 0, totals(list), colours.bold),
    ];
    return `${breakLineCommands(lines).join('\n')}\n`;
}
function totals({ exemptions, leftOut, baseline }) {
    const of = (test) => exemptions.filter(test).length;
    const parts = [
        `${(0,model/* counted */.hS)(of(({ kind }) => kind === 'suppression'), 'suppression')} and ${(0,model/* counted */.hS)(of(({ kind }) => kind === 'exception'), 'exception')}`,
        `${of(({ state }) => state === 'expired')} expired, ${of(({ until }) => until === undefined)} without a last day`,
        ...(leftOut > 0 ? [`${leftOut} more not listed (--expiring)`] : []),
        ...(baseline ? [`the baseline ${baseline.path} accepts ${(0,model/* counted */.hS)(baseline.findings, 'finding')}`] : []),
    ];
    return `${parts.join('; ')}.`;
}
/** For programs. Each key is named here, so that a change of the internal type cannot leak out. */
function renderJson({ exemptions, baseline, ...list }) {
    return visibleJson({
        kind: list.kind,
        formatVersion: list.formatVersion,
        headline: list.headline,
        exemptions: exemptions.map(({ kind, path, line, rules, reason, owner, until, state, overLimit, author }) => ({
            kind,
            path,
            line,
            rules,
            reason,
            owner: owner ?? null,
            until: until ?? null,
            state,
            overLimit,
            author: author ? { name: author.name, date: author.date, commit: author.commit } : null,
        })),
        leftOut: list.leftOut,
        baseline: baseline ? { path: baseline.path, findings: baseline.findings } : null,
        notices: list.notices.map(toNotice),
    });
}
/** The formats of `querygate suppressions`. */
const EXEMPTION_FORMATS = {
    terminal: { summary: 'text for people', render: renderTerminal },
    json: { summary: 'JSON for programs', render: renderJson },
};

;// CONCATENATED MODULE: ./build/esm/report/text/paths.js
/** A path as CI hosts compare it: relative to the top of the repository, without `./`. */
function relativePath(path) {
    return path.replace(/^(?:\.?\/)+/, '');
}
/** A path as a relative URI reference. Half a character, which cannot be encoded, becomes U+FFFD. */
function relativeUri(path) {
    return relativePath(path)
        .replace(/\p{Cs}/gu, '\ufffd')
        .split('/')
        .filter((part) => part !== '')
        .map(encodeURIComponent)
        .join('/');
}
/** The file for findings that are about no file of the change: the first rule file, which CI hosts can show. */
function ruleFileOf(sources) {
    return sources.find((source) => !source.startsWith('querygate:')) ?? '.querygate/rules.yml';
}

;// CONCATENATED MODULE: ./build/esm/report/text/unique.js
/** Makes texts unique. The first of several equal ones stays as it is; the others get a number that no other has. */
function uniqueTexts(texts, numbered) {
    const seen = new Map();
    return texts.map((text) => {
        let unique = text;
        let next = seen.get(text) ?? 1;
        while (seen.has(unique))
            unique = numbered(text, ++next);
        seen.set(unique, 1);
        seen.set(text, next);
        return unique;
    });
}

;// CONCATENATED MODULE: ./build/esm/report/text/code-quality-issue.js




const DESCRIPTION_LIMIT = 1000;
const FIX_LIMIT = 300;
const MORE_LIMIT = 200;
/**
 * One line of at most 1,000 characters; GitLab shows no other text of an entry. What to do is never cut off by a long
 * message. Leading `/` is removed: in a GitLab note it would start a quick action.
 */
function description({ description, fix, more }) {
    const toDo = fix === '' ? '' : ` Fix: ${cut(visible(fix).replace(/\.$/, ''), FIX_LIMIT)}.`;
    const readOn = more === undefined ? '' : ` More: ${cut(visible(more), MORE_LIMIT)}`;
    const rest = toDo + readOn;
    const message = cut(visible(description).replace(/^[\s/]+/u, ''), DESCRIPTION_LIMIT - rest.length - 1);
    return rest === '' || message.endsWith('.') ? message + rest : `${message}.${rest}`;
}
/** GitLab reads the whole report for each view of a merge request: about 5 MB. */
const MAX_ISSUES = 10_000;
/** The worst issues, and if there are too many, one that says how many were left out. */
function withinLimit(issues) {
    const shown = issues.slice(0, MAX_ISSUES);
    const [first, ...more] = issues.slice(MAX_ISSUES);
    if (first === undefined)
        return shown;
    const count = plural(more.length + 1, 'more finding');
    const note = {
        description: `${count} left out: this report has at most ${MAX_ISSUES}; the JSON report lists more of them`,
        fix: '',
        more: undefined,
        check_name: 'findings-left-out',
        fingerprint: 'findings-left-out',
        severity: first.severity,
        location: { path: first.location.path, lines: { begin: 1 } },
    };
    return [...shown, note];
}
/**
 * The report that GitLab reads.
 *
 * @param all entries with raw descriptions and paths, the worst first: the last ones are left out if there are too many
 */
function codeQualityReport(all) {
    const issues = withinLimit(all);
    // GitLab lets a later entry overwrite an earlier one with the same fingerprint.
    const fingerprints = uniqueTexts(issues.map(({ fingerprint }) => fingerprint), (text, number) => `${text}/${number}`);
    return visibleJson(issues.map((issue, index) => {
        const { path, lines } = issue.location;
        return {
            description: description(issue),
            check_name: issue.check_name,
            fingerprint: fingerprints[index] ?? issue.fingerprint,
            severity: issue.severity,
            location: { path: relativePath(path), lines },
        };
    }));
}

;// CONCATENATED MODULE: ./build/esm/report/check/code-quality.js




// An undecided finding ranks between a block and a warning.
const SEVERITIES = { block: 'blocker', unknown: 'major', warn: 'minor' };
/**
 * GitLab's Code Quality report. GitLab compares this report with the target branch's by fingerprint. So existing
 * findings are included too: without them, GitLab would show each one as fixed. Exempt findings are never included.
 */
function renderCodeQuality(report) {
    const counts = countsIn(report);
    const findings = report.findings.filter((finding) => counts(finding) || finding.status === 'existing');
    return codeQualityReport(findings.map((finding) => {
        const { location, verdict, path, rule, fingerprint } = finding;
        const lines = location === undefined ? { begin: 1 } : { begin: location.start.line, end: location.end.line };
        return {
            description: `${rule}: ${fullMessage(finding, report)}`,
            fix: firstSentence(finding.help),
            more: moreAbout(finding, report),
            check_name: rule,
            fingerprint,
            severity: SEVERITIES[verdict],
            location: { path, lines },
        };
    }));
}

;// CONCATENATED MODULE: ./build/esm/report/text/workflow-commands.js


// GitHub keeps the first ten annotations of each kind per step, and 4,096 characters of each message. It rejects an
// annotation whose title is longer than 255 characters.
const MAX_PER_KIND = 10;
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
    // The path `.` stands for the whole change; there is no file to annotate.
    const file = path === '.' ? undefined : path;
    if (file !== undefined)
        list.push(['file', visible(file)]);
    if (file !== undefined && location !== undefined) {
        const { start, end } = location;
        list.push(['line', start.line], ['endLine', end.line]);
        // GitHub ignores the columns of an annotation over several lines. `endColumn` is inclusive.
        if (start.line === end.line) {
            list.push(['col', start.column], ['endColumn', Math.max(start.column, end.column - 1)]);
        }
    }
    list.push(['title', cut(visible(title), TITLE_LIMIT)]);
    return list.map(([name, value]) => `${name}=${escapeProperty(String(value))}`).join(',');
}
/** One workflow command. `suffix` follows the message and is never cut. */
function command(annotation, suffix = '') {
    const message = annotation.message.map(visible).join('\n');
    const data = cut(message, MESSAGE_LIMIT - suffix.length, ' … (cut)') + suffix;
    return `::${annotation.kind} ${properties(annotation)}::${escapeData(data)}`;
}
/** Commands of one kind, as many as GitHub keeps; the last one states how many were left out. */
function commands(kind, all) {
    const ofKind = all.filter((annotation) => annotation.kind === kind);
    const left = ofKind.length - MAX_PER_KIND;
    const limit = `at most ${MAX_PER_KIND} per step`;
    const suffix = `\n… and ${plural(left, `more ${kind}`)}: GitHub shows ${limit}. The job summary lists all.`;
    return ofKind
        .slice(0, MAX_PER_KIND)
        .map((annotation, i) => command(annotation, left > 0 && i === MAX_PER_KIND - 1 ? suffix : ''));
}
function noticeAnnotation({ level, message, path, location }) {
    // The message repeats the path, since the log does not show what an annotation is attached to.
    const where = path === undefined ? '' : `${placeOf({ path, location })}: `;
    return { kind: level, title: 'Querygate', message: [where + message], path, location };
}
/** States why a run fails, for runs in which no line of a file is at fault. */
function conclusionAnnotation(conclusion) {
    return { kind: 'error', title: 'Querygate', message: [conclusion], path: undefined, location: undefined };
}
/** Raw text as one line of the log that GitHub does not read as a command. */
function plainLine(text) {
    return breakLineCommands([visible(text)]);
}
/** The commands that reproduce a result, as plain lines of the log. */
function workflow_commands_repeatLines(commands) {
    if (commands === undefined)
        return [];
    return ['To reproduce this in a checkout:', ...commands.split('\n')].flatMap(plainLine);
}

;// CONCATENATED MODULE: ./build/esm/report/check/github.js







function entryAnnotation(entry, report) {
    const [first, ...others] = withoutRepeats(entry, (finding) => fullMessage(finding, report));
    return others.length === 0 ? findingAnnotation(first, report) : warningsAnnotation([first, ...others], report);
}
/** The warnings about one statement: GitHub keeps ten per step, and shows each on its own. */
function warningsAnnotation(entry, report) {
    const [first] = entry;
    const rules = rulesOf(entry);
    const message = entry.flatMap((finding) => {
        const isLast = entry.findLast(({ rule }) => rule === finding.rule) === finding;
        return [`- ${finding.rule}: ${fullMessage(finding, report)}`, ...(isLast ? adviceOf(finding, report) : [])];
    });
    const exempt = entry.filter((finding) => exemptionFor(finding, report)?.by === 'comment');
    const line = commentFor([...new Set(exempt.map(({ rule }) => rule))], report);
    if (exempt.length > 0)
        message.push(`Exempt: ${line}`);
    return {
        kind: failsIn(report)(first) ? 'error' : 'warning',
        title: `${first.verdict}: ${rules.join(', ')}`,
        message,
        path: first.path,
        location: first.location,
    };
}
function adviceOf(finding, report) {
    const help = firstSentence(finding.help);
    const more = moreAbout(finding, report);
    return [...(help === '' ? [] : [`  Fix: ${help}`]), ...(more === undefined ? [] : [`  Rule: ${more}`])];
}
function findingAnnotation(finding, report) {
    const help = firstSentence(finding.help);
    const exemption = exemptionFor(finding, report);
    const message = [fullMessage(finding, report)];
    if (help !== '')
        message.push(`Fix: ${help}`);
    if (exemption?.by === 'comment')
        message.push(`Exempt: ${exemption.line}`);
    if (exemption?.by === 'exception')
        message.push(`Exempt: a comment cannot exempt this; ask ${exemption.ask}.`);
    const more = moreAbout(finding, report);
    if (more !== undefined)
        message.push(`Rule: ${more}`);
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
        const message = [
            `This change adds a suppression, a comment that exempts a statement from a rule. It ${suppressionText(suppression)}`,
        ];
        const { path, location, rules } = suppression;
        return { kind: 'notice', title: `new suppression: ${rules.join(', ')}`, message, path, location };
    });
    const notices = report.notices.filter(isAnnotated).map(noticeAnnotation);
    const findings = byStatement(report.findings.filter(countsIn(report))).map((entry) => entryAnnotation(entry, report));
    const failed = report.exitCode !== 0 && !findings.some(({ kind }) => kind === 'error');
    // Notices are few and concern the whole run, so they come before the findings, which may use up all the annotations.
    return [...suppressions, ...(failed ? [conclusionAnnotation(report.conclusion)] : []), ...notices, ...findings];
}
function isAnnotated({ annotated }) {
    return annotated !== false;
}
/**
 * GitHub's workflow commands: notices of new suppressions, then errors (what fails the check), warnings and the other
 * notices, within GitHub's limits per step. Findings that do not count get no annotation. The first line and the last
 * lines are plain text for the log.
 */
function renderGithub(report) {
    const all = annotations(report);
    const lines = [
        ...plainLine(report.headline),
        ...commands('notice', all),
        ...commands('error', all),
        ...commands('warning', all),
        ...report.notices.filter((notice) => !isAnnotated(notice)).flatMap(({ message }) => plainLine(message)),
        ...plainLine(`${totalLine(report)}.`),
        ...plainLine(report.conclusion),
        ...pageLines(report).flatMap(plainLine),
        ...workflow_commands_repeatLines(report.repeat),
    ];
    return `${lines.join('\n')}\n`;
}

;// CONCATENATED MODULE: ./build/esm/report/check/json.js




/** URL and `$id` of the published JSON Schema. */
const REPORT_SCHEMA_ID = (0,model/* schemaId */.Vl)('report.v1');
/** The longest lists. `leftOut` and the totals count what is beyond. */
const MAX_LISTED = { findings: 50_000, suppressions: 10_000, notices: 10_000 };
function toFinding(finding, report) {
    return {
        rule: finding.rule,
        verdict: finding.verdict,
        status: finding.status,
        side: finding.side,
        ...(finding.onceMerged && { onceMerged: finding.onceMerged }),
        path: finding.path,
        location: finding.location === undefined ? null : toLocation(finding.location),
        excerpt: finding.excerpt,
        excerptColumn: finding.excerptColumn,
        operation: finding.operation === undefined
            ? null
            : { kind: finding.operation.kind, target: finding.operation.target, place: finding.operation.place },
        section: finding.section === '' ? null : finding.section,
        message: finding.message,
        help: finding.help === '' ? null : finding.help,
        docs: pageUrl(finding.docs, report) ?? null,
        owner: finding.owner ?? null,
        suppressible: finding.suppressible,
        exemption: finding.exemption ?? null,
        count: finding.count ?? 1,
        fingerprint: finding.fingerprint,
    };
}
/** The public form of a report. Each key is named here, so that a change of the internal type cannot leak out. */
function toReportV1(report) {
    const { totals } = report;
    return {
        $schema: REPORT_SCHEMA_ID,
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
        findings: report.findings.slice(0, MAX_LISTED.findings).map((finding) => toFinding(finding, report)),
        files: report.files.map((file) => ({
            path: file.path,
            previousPath: file.previousPath ?? null,
            dialect: file.dialect ?? null,
            status: file.status,
            statements: file.statements,
            verdict: file.verdict,
        })),
        suppressions: report.suppressions.slice(0, MAX_LISTED.suppressions).map((suppression) => ({
            path: suppression.path,
            location: toLocation(suppression.location),
            rules: [...suppression.rules],
            reason: suppression.reason,
            until: suppression.until ?? null,
            added: suppression.added,
            state: suppression.state,
            holds: suppression.holds,
        })),
        notices: report.notices.slice(0, MAX_LISTED.notices).map(toNotice),
        leftOut: {
            findings: (0,model/* countFindings */.Gt)(report.findings.slice(MAX_LISTED.findings)),
            suppressions: Math.max(0, report.suppressions.length - MAX_LISTED.suppressions),
            notices: Math.max(0, report.notices.length - MAX_LISTED.notices),
        },
        repeat: report.repeat ?? null,
    };
}
/** For programs; schemas/report.v1.json describes it. Safe to print to a CI log. */
function json_renderJson(report) {
    return visibleJson(toReportV1(report));
}

;// CONCATENATED MODULE: ./build/esm/report/text/xml.js

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Escapes text that is safe to print. XML 1.0 has no form for U+FFFE and U+FFFF. */
function escaped(safe) {
    return safe.replace(/[&<>"]/g, (found) => ENTITIES[found] ?? '').replace(/[\ufffe\uffff]/g, '\ufffd');
}
/**
 * Raw lines as the content of an element. GitLab takes `[[ATTACHMENT|path]]` for a file to show, so a zero-width space
 * breaks it.
 */
function xmlText(lines) {
    return escaped(visibleLines(lines.map(visible).join('\n')).replaceAll('[[', '[\u200b['));
}
/** A start tag without its brackets: a name with raw attributes; those without a value are left out. */
function xmlTag(name, attributes) {
    const written = Object.entries(attributes).flatMap(([key, value]) => value === undefined ? [] : [` ${key}="${escaped(visible(String(value)))}"`]);
    return name + written.join('');
}

;// CONCATENATED MODULE: ./build/esm/report/text/junit-report.js





// GitLab's limits: 30 MB a file, 500,000 test cases, and 250,000 objects, of which a test case is up to ten.
const MAX_BYTES = 24 * 1024 * 1024;
const MAX_CASES = 20_000;
const MAX_CASE_BYTES = 128 * 1024;
const MAX_LINE = 4_000;
const MAX_NAME = 500;
const MAX_MESSAGE = 1_000;
/** Some blocks, and then one for each element of a list. */
function detailsOf(first, list = [], lines = () => []) {
    const heads = first.filter((block) => block.length > 0);
    function* blocks() {
        yield* heads;
        for (const item of list)
            yield lines(item);
    }
    return { blocks: blocks(), count: heads.length + list.length };
}
/** The details that fit, each block with an empty line after it. */
function detailsText({ blocks, count }) {
    function* items() {
        for (const lines of blocks)
            yield `${xmlText(lines.map((line) => cut(line, MAX_LINE)))}\n\n`;
    }
    const leftOut = (more) => `${plural(more, 'more entry', 'more entries')} left out; the JSON report lists more of them\n`;
    return new Budget(MAX_CASE_BYTES, bytes).list({ head: '', tail: '', leftOut, items: items(), count }, 1);
}
function caseText(suite, { name, file, line, outcome, type, message, details }) {
    const start = xmlTag('testcase', { classname: suite, name, file, line });
    const text = detailsText(details).trimEnd();
    if (outcome === 'skipped')
        return `    <${start}>\n      <skipped>${text}</skipped>\n    </testcase>\n`;
    if (outcome !== 'passed') {
        const tag = xmlTag(outcome, { type, message: cut(message ?? '', MAX_MESSAGE) });
        return `    <${start}>\n      <${tag}>${text}</${outcome}>\n    </testcase>\n`;
    }
    if (text === '')
        return `    <${start}/>\n`;
    return `    <${start}>\n      <system-out>${text}</system-out>\n    </testcase>\n`;
}
function withUniqueNames(cases) {
    // As shown: names that differ only in invisible characters may look alike.
    const names = uniqueTexts(cases.map(({ name }) => revealInvisible(cut(name, MAX_NAME))), (name, number) => `${name} (${number})`);
    return cases.map((test, index) => ({ ...test, name: names[index] ?? test.name }));
}
/** What was left out, as a test case; it fails if that is true of a test case that was left out. */
function leftOutCase(rest) {
    const failing = rest.filter(({ outcome }) => outcome === 'failure' || outcome === 'error').length;
    const message = `${plural(rest.length, 'more test case')} left out, of which ${failing} failed: GitLab does not read larger reports; the JSON report lists more of them`;
    return {
        name: 'test cases left out',
        outcome: failing > 0 ? 'error' : 'passed',
        type: 'left-out',
        message,
        details: detailsOf([[message]]),
    };
}
const RANK = { failure: 0, error: 1, skipped: 2, passed: 3 };
/**
 * A JUnit report of one suite: test cases that fail first, as many as GitLab reads; the rest is counted. Valid XML 1.0,
 * safe to print.
 */
function junitReport(suite, cases) {
    const all = withUniqueNames([...cases].sort((a, b) => RANK[a.outcome] - RANK[b.outcome]));
    const shown = [];
    let text = '';
    let size = 0;
    for (const test of all) {
        const written = caseText(suite, test);
        size += bytes(written);
        if (shown.length === MAX_CASES || size > MAX_BYTES)
            break;
        text += written;
        shown.push(test);
    }
    if (shown.length < all.length) {
        const note = leftOutCase(all.slice(shown.length));
        text += caseText(suite, note);
        shown.push(note);
    }
    const count = (wanted) => shown.filter(({ outcome }) => outcome === wanted).length;
    const counts = { tests: shown.length, failures: count('failure'), errors: count('error') };
    return [
        '<?xml version="1.0" encoding="UTF-8"?>\n',
        `<${xmlTag('testsuites', { name: 'querygate', ...counts })}>\n`,
        `  <${xmlTag('testsuite', { name: suite, ...counts, skipped: count('skipped') })}>\n`,
        text,
        '  </testsuite>\n</testsuites>\n',
    ].join('');
}

;// CONCATENATED MODULE: ./build/esm/report/check/junit.js






function findingLines(finding, report) {
    const fix = firstSentence(finding.help);
    const exemption = exemptionFor(finding, report);
    const more = moreAbout(finding, report);
    return [
        `${placeOf(finding)}: ${finding.verdict} ${finding.rule}`,
        fullMessage(finding, report),
        ...(finding.excerpt.trim() === '' ? [] : [`SQL: ${finding.excerpt.trim()}`]),
        ...(fix === '' ? [] : [`fix: ${fix}`]),
        ...(exemption?.by === 'comment' ? [`exempt: ${exemption.line}`] : []),
        ...(exemption?.by === 'exception' ? [`exempt: a comment cannot exempt this; ask ${exemption.ask}`] : []),
        ...(more === undefined ? [] : [`rule: ${more}`]),
    ];
}
/** Why a file was not judged, so that it has neither passed nor failed; undefined if it was. */
function skippedText({ status, statements, verdict }) {
    if (status === 'skipped')
        return 'not checked: accepted as history by `start-after`, or a SQLite database';
    return verdict === 'unknown' && statements === 0 ? 'not judged' : undefined;
}
/**
 * The file passes unless one of its findings fails the run; an undecided file that fails is an error.
 *
 * @param skipped why it was not judged
 */
function fileCase(path, findings, skipped, report) {
    const failing = findings.filter(failsIn(report));
    const [worst] = failing;
    const details = detailsOf([], findings, (finding) => findingLines(finding, report));
    const name = path === '.' ? 'the whole change' : path;
    const file = path === '.' ? undefined : path;
    if (skipped !== undefined && findings.length === 0)
        return { name, file, outcome: 'skipped', details: detailsOf([[skipped]]) };
    if (worst === undefined)
        return { name, file, outcome: 'passed', details };
    const isUndecided = failing.every(({ verdict }) => verdict === 'unknown');
    const rest = (0,model/* countFindings */.Gt)(failing) - (worst.count ?? 1);
    const more = rest === 0 ? '' : `, and ${plural(rest, 'more finding')}`;
    return {
        name,
        file,
        line: worst.location?.start.line,
        outcome: isUndecided ? 'error' : 'failure',
        type: worst.verdict,
        message: `${worst.rule}: ${fullMessage(worst, report)}${more}`,
        details,
    };
}
/** The run itself. It fails only if no file does, so that a failed run never looks passed. */
function runCase(report, hasFailed) {
    const { exitCode, conclusion } = report;
    const fails = exitCode !== 0 && !hasFailed;
    return {
        name: 'the run',
        outcome: !fails ? 'passed' : exitCode === 1 ? 'failure' : 'error',
        type: `exit code ${exitCode}`,
        message: conclusion,
        details: detailsOf([
            [report.headline, `${totalLine(report)}.`, conclusion],
            ...report.suppressions
                .filter(({ added }) => added)
                .map((suppression) => [`${placeOf(suppression)}: new suppression ${suppressionText(suppression)}`]),
            ...report.notices.map(({ message, path, location }) => [
                (path === undefined ? '' : `${placeOf({ path, location })}: `) + message,
            ]),
            [...notCounted(report).map(({ text }) => text), ...notAppliedLines(report)],
            report.repeat === undefined ? [] : ['To reproduce this in a checkout:', ...report.repeat.split('\n')],
        ]),
    };
}
/** JUnit: a test case for each file, and one for the run. Warnings of a file that passes are its output. */
function renderJunit(report) {
    const byPath = new Map(report.files.map(({ path }) => [path, []]));
    for (const finding of report.findings.filter(countsIn(report))) {
        const list = byPath.get(finding.path);
        if (list)
            list.push(finding);
        else
            byPath.set(finding.path, [finding]);
    }
    const skipped = new Map(report.files.map((file) => [file.path, skippedText(file)]));
    const files = [...byPath].map(([path, findings]) => fileCase(path, findings, skipped.get(path), report));
    const hasFailed = files.some(({ outcome }) => outcome === 'failure' || outcome === 'error');
    return junitReport('querygate.check', [...files, runCase(report, hasFailed)]);
}

;// CONCATENATED MODULE: ./build/esm/report/text/portable.js



// Parts of the Markdown that every host shows: no HTML, no tables, no folded sections.
/** The smallest limit of the common hosts: Bitbucket's for a comment. */
const DEFAULT_LIMIT = 32_768;
const span = (raw, limit = MAX_TEXT) => fitted(raw, limit, inertSpan);
/** Untrusted prose: text in back-ticks becomes code, all other Markdown is shown as typed. */
const prose = (raw, limit = MAX_TEXT) => fitted(raw, limit, (text) => inertProse(text, inertSpan));
function limitOf({ limit = DEFAULT_LIMIT }) {
    return Math.max(MIN_LIMIT, limit);
}
/** A list item; the details, which are Markdown, follow as a nested list. Four spaces nest in every Markdown. */
function item(line, details = []) {
    return `- ${line}\n${details.map((detail) => `    - ${detail}\n`).join('')}`;
}
/** A titled list, one item for each element. */
function titled(title, list, what, write) {
    return {
        head: title === '' ? '' : `#### ${title}\n\n`,
        tail: '\n',
        leftOut: moreOf(what),
        items: each(list, write),
        count: list.length,
    };
}
function noticeItems(notices) {
    return titled('Notices', notices, 'notice', ({ level, message, path, location }) => {
        const where = path === undefined ? '' : `${span(placeOf({ path, location }))}: `;
        return item(`${level === 'warning' ? ICONS.warn : 'ℹ️'} ${where}${prose(message)}`);
    });
}
function judgeText({ side, sources, commit, hash, rules }) {
    const sideText = { base: 'Base: ', head: 'Head: ', only: '' }[side];
    const where = commit === undefined ? '' : ` at ${span(commit.slice(0, 12))}`;
    return `${sideText}${plural(rules, 'rule')} from ${span(sources.join(', '))}${where}, hash ${span(hash.slice(0, 12))}`;
}
/** The first lines of a report: who judged what, the result, and why the run ends as it does. */
function opening(budget, headline, result, conclusion) {
    return budget.fixed(`**${prose(headline)}**\n\n### ${result}\n\n${prose(conclusion)}\n\n`);
}
/** The commands that reproduce a result; empty if there are none. */
function repeatText(commands) {
    if (commands === undefined)
        return '';
    return `To reproduce this in a checkout:\n\n${fitted(commands, MAX_TEXT, (raw) => fenced(raw.split('\n'), 'sh'))}\n`;
}

;// CONCATENATED MODULE: ./build/esm/report/check/markdown.js









/** How many findings have details; the others have one line each. */
const MAX_WITH_DETAILS = 25;
const MAX_CODE = 300;
function entryLine(entry, report) {
    const findings = withoutRepeats(entry, (finding) => fullMessage(finding, report));
    const [first] = findings;
    const rules = rulesOf(findings).map((rule) => span(rule));
    const messages = findings.map((finding) => {
        const why = finding.exemption === undefined ? '' : `; exempt: ${prose(finding.exemption)}`;
        return `${prose(fullMessage(finding, report))}${why}`;
    });
    return `${ICONS[first.verdict]} ${first.verdict}: ${rules.join(', ')} at ${span(placeOf(first))}: ${messages.join('; ')}`;
}
/** A list of entries that counts the findings that it leaves out. */
function entryList(title, entries, write) {
    return {
        ...titled(title, entries, 'finding', write),
        leftOut: (last) => moreOf('finding')(findingsIn(entries, last)),
    };
}
function markdown_detailsOf(entry, report) {
    const code = entry[0].excerpt.trim();
    return [
        ...(code === '' ? [] : [`SQL: ${span(code, MAX_CODE)}`]),
        ...new Set(entry.flatMap((finding) => markdown_adviceOf(finding, report))),
    ];
}
function markdown_adviceOf(finding, report) {
    const fix = firstSentence(finding.help);
    const exemption = exemptionFor(finding, report);
    const url = pageUrl(finding.docs, report);
    const more = moreAbout(finding, report);
    return [
        ...(fix === '' ? [] : [`Fix: ${prose(fix)}`]),
        ...(exemption?.by === 'comment' ? [`Exempt: ${span(exemption.line)}`] : []),
        ...(exemption?.by === 'exception' ? [`Exempt: a comment cannot exempt this; ask ${prose(exemption.ask)}`] : []),
        ...(url !== undefined ? [`[About this rule](${url})`] : more === undefined ? [] : [`Rule: ${span(more)}`]),
    ];
}
/**
 * Markdown that every host shows as it is meant, for a comment, a note, a wiki or a mail: without HTML, with no line
 * that starts a quick action, no mention and no link of strangers. At most `options.limit` characters (default 32,768,
 * at least 16,384); what does not fit is counted.
 */
function renderMarkdown(report, options = {}) {
    const budget = new Budget(limitOf(options), characters);
    const counted = byStatement(report.findings.filter(countsIn(report)));
    const added = report.suppressions.filter((suppression) => suppression.added);
    const ineffective = report.suppressions.filter(({ added, state }) => !added && state !== 'used');
    const suppressionItem = (suppression) => item(`${span(placeOf(suppression))} ${prose(suppressionText(suppression))}`);
    const active = serviceText(report);
    // In order of importance: earlier parts get space first.
    const result = `${ICONS[report.verdict]} ${TITLES[report.verdict]}: ${totalLine(report)}`;
    const head = opening(budget, report.headline, result, report.conclusion);
    const repeat = budget.fixed(pageMarkdown(report) + repeatText(report.repeat));
    const addedTitle = `${ICONS.warn} This change adds ${plural(added.length, 'suppression')} (comments that exempt a statement from a rule)`;
    const suppressions = budget.list(titled(addedTitle, added, 'suppression', suppressionItem), 0.25);
    const notices = budget.list(noticeItems(report.notices), 0.25);
    const judges = budget.list(titled('Rulesets', [
        ...report.judges.map((judge) => {
            const service = judge.side === 'head' || active === undefined ? '' : `${prose(active)}: `;
            return service + judgeText(judge);
        }),
        ...notAppliedLines(report).map((line) => prose(line)),
    ], 'line', (line) => item(line)), 0.1);
    const findings = budget.list(entryList('Findings', counted, (entry, index) => item(entryLine(entry, report), index < MAX_WITH_DETAILS ? markdown_detailsOf(entry, report) : [])), 0.8);
    const rest = notCounted(report).map(({ text, findings }) => budget.list(entryList(text, byStatement(findings), (entry) => item(entryLine(entry, report))), 0.5));
    const ineffectiveList = budget.list(titled('Suppressions without effect', ineffective, 'suppression', suppressionItem), 1);
    return [head, suppressions, findings, ...rest, notices, ineffectiveList, judges, repeat].join('');
}

;// CONCATENATED MODULE: ./build/esm/report/text/sarif-log.js






// GitHub's limits for a run: 25,000 results, 25,000 rules, and 10 MB after gzip. What repeats from result to result
// compresses to almost nothing, so the text that differs counts in full, and the rest with a few bytes.
const MAX_RESULTS = 25_000;
const sarif_log_MAX_BYTES = 9 * 1024 * 1024;
const FRAME_BYTES = 48;
const MAX_NOTIFICATIONS = 1_000;
const sarif_log_MAX_MESSAGE = 1_000;
const MAX_HELP = 8_000;
/** GitHub's limit for descriptions of rules. */
const MAX_DESCRIPTION = 1_024;
/** Exit codes of runs that did their work: passed, blocked, and unknown. */
const COMPLETED = [0, 1, 5];
/** One line. GitHub and others make links of `[text](address)`, and mentions of `@name`, so both are broken. */
function line(raw, limit = sarif_log_MAX_MESSAGE) {
    return cut(visible(raw), limit)
        .replaceAll('](', ']\u200b(')
        .replace(/@(?=\w)/g, '@\u200b');
}
function regionOf(location, snippet) {
    // GitHub requires all four numbers, also for a whole file.
    if (location === undefined)
        return { startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 };
    const { start, end } = location;
    const isPoint = start.line === end.line && start.column >= end.column;
    return {
        startLine: start.line,
        startColumn: start.column,
        endLine: end.line,
        endColumn: isPoint ? start.column + 1 : end.column,
        ...(snippet === undefined ? {} : { snippet: { text: snippet } }),
    };
}
function sarif_log_placeOf(path, region) {
    return { physicalLocation: { artifactLocation: { uri: relativeUri(path), uriBaseId: '%SRCROOT%' }, region } };
}
/** `no-drop-table` as `No drop table`. */
function nameOf(id) {
    const words = line(id, 200).replaceAll('-', ' ');
    return words.charAt(0).toUpperCase() + words.slice(1);
}
function descriptorOf({ id, help, url, more, isSecurity, isPrecise }, level) {
    const name = nameOf(id);
    const blocks = helpBlocks(cut(help, MAX_HELP));
    const pointer = more === undefined ? '' : `More: ${more}`;
    const fallback = pointer === '' ? `${name}.` : pointer;
    return {
        id: line(id, 200),
        shortDescription: { text: name },
        fullDescription: { text: line(`${name}. ${firstSentence(help)}`.trim(), MAX_DESCRIPTION) },
        help: {
            text: visibleLines([cut(help, MAX_HELP).trim(), pointer].filter((part) => part !== '').join('\n\n')) || fallback,
            markdown: [helpMarkdown(blocks), url === undefined ? '' : `[Documentation](${url})`].filter(Boolean).join('\n') ||
                fallback,
        },
        ...(url === undefined ? {} : { helpUri: url }),
        defaultConfiguration: { level },
        properties: {
            tags: isSecurity ? ['sql', 'security'] : ['sql'],
            ...(isPrecise ? { precision: 'high' } : {}),
            'problem.severity': level === 'note' ? 'recommendation' : level,
            ...(isSecurity ? { 'security-severity': level === 'error' ? '8.0' : '5.0' } : {}),
        },
    };
}
/** @param occurrence counts results with the same fingerprint, which GitHub would take for one, from 1 */
function resultOf(finding, ruleIndex, occurrence = 1) {
    const { rule, level, message, path, location, snippet, suppression, baselineState, count } = finding;
    const fingerprint = finding.fingerprint.replace(/\/v1$/, '');
    return {
        ruleId: line(rule.id, 200),
        ruleIndex,
        level,
        message: { text: line(message) || nameOf(rule.id) },
        locations: [sarif_log_placeOf(path, regionOf(location, snippet))],
        partialFingerprints: { primaryLocationLineHash: `${fingerprint}:${occurrence}`, 'querygate/v1': fingerprint },
        // A log that marks some results as suppressed has to say of each whether it is.
        suppressions: suppression === undefined
            ? []
            : [{ kind: suppression.kind, status: 'accepted', justification: line(suppression.justification) }],
        ...(baselineState === undefined ? {} : { baselineState }),
        ...(count === undefined ? {} : { occurrenceCount: count }),
    };
}
function notificationOf({ level, message, path, location }) {
    return {
        level: level === 'warning' ? 'warning' : 'note',
        message: { text: line(message) },
        ...(path === undefined || path === '.' ? {} : { locations: [sarif_log_placeOf(path, regionOf(location, undefined))] }),
    };
}
/** A rule for what is to be said about the run itself. */
function ownRule(id) {
    return { id, help: '', url: undefined, more: undefined, isSecurity: false, isPrecise: false };
}
function ownFinding(run, id, level, message) {
    return { rule: ownRule(id), level, message, path: run.ruleFile, location: undefined, fingerprint: id };
}
function sizeOf(result, rule) {
    const [location] = result.locations ?? [];
    const region = location?.physicalLocation?.region;
    const texts = [result.message.text, location?.physicalLocation?.artifactLocation?.uri, region?.snippet?.text];
    const ofRule = rule === undefined ? 0 : bytes(JSON.stringify(rule));
    const justification = result.suppressions?.[0]?.justification ?? '';
    // As written: invisible characters have escapes of six bytes.
    return FRAME_BYTES + ofRule + bytes(visibleJson([...texts, justification, result.partialFingerprints]));
}
/** The results that fit into GitHub's limits, and their rules. */
function listedResults(findings) {
    const results = [];
    const rules = [];
    const indexes = new Map();
    const occurrences = new Map();
    let size = 0;
    for (const finding of findings) {
        const index = indexes.get(finding.rule.id) ?? rules.length;
        const rule = index === rules.length ? descriptorOf(finding.rule, finding.level) : undefined;
        const occurrence = (occurrences.get(finding.fingerprint) ?? 0) + 1;
        const result = resultOf(finding, index, occurrence);
        size += sizeOf(result, rule);
        // Reserve one result for the note on what is left out.
        if (results.length === MAX_RESULTS - 1 || size > sarif_log_MAX_BYTES)
            break;
        if (rule !== undefined)
            rules.push(rule);
        indexes.set(finding.rule.id, index);
        occurrences.set(finding.fingerprint, occurrence);
        results.push(result);
    }
    return { results, rules };
}
/** A SARIF 2.1.0 log of one run, as GitHub's code scanning requires it. Safe to print. */
function sarifText(run) {
    const failed = run.exitCode !== 0 && !run.findings.some(({ level }) => level === 'error');
    const findings = failed ? [ownFinding(run, 'run-failed', 'error', run.conclusion), ...run.findings] : run.findings;
    const { results, rules } = listedResults(findings);
    const leftOut = findings.length - results.length;
    const notices = run.notices.slice(0, MAX_NOTIFICATIONS);
    const notes = [];
    if (leftOut > 0) {
        const message = `${plural(leftOut, 'more result')} left out: GitHub accepts at most 25,000 results and 10 MB; the JSON report lists more of them`;
        rules.push(descriptorOf(ownRule('results-left-out'), 'warning'));
        results.push(resultOf(ownFinding(run, 'results-left-out', 'warning', message), rules.length - 1));
        notes.push({ level: 'warning', message, path: undefined, location: undefined });
    }
    const moreNotices = run.notices.length - notices.length;
    if (moreNotices > 0) {
        const message = `${plural(moreNotices, 'more notice')} left out; the JSON report lists more of them`;
        notes.push({ level: 'warning', message, path: undefined, location: undefined });
    }
    const log = {
        $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
        version: '2.1.0',
        runs: [
            {
                tool: {
                    driver: {
                        name: 'Querygate',
                        semanticVersion: run.version,
                        ...(run.docsRoot === undefined ? {} : { informationUri: run.docsRoot }),
                        rules,
                    },
                },
                automationDetails: { id: `${line(run.category, 400)}/` },
                columnKind: 'utf16CodeUnits',
                originalUriBaseIds: { '%SRCROOT%': { description: { text: 'Top folder of the repository.' } } },
                invocations: [
                    {
                        executionSuccessful: COMPLETED.includes(run.exitCode),
                        exitCode: run.exitCode,
                        exitCodeDescription: line(run.conclusion),
                        toolExecutionNotifications: [...notes, ...notices].map(notificationOf),
                    },
                ],
                results,
            },
        ],
    };
    return visibleJson(log);
}

;// CONCATENATED MODULE: ./build/esm/report/check/sarif.js




/** The text of the location, if it is within the excerpt. */
function snippetOf({ location, excerpt, excerptColumn }) {
    if (location === undefined || location.start.line !== location.end.line)
        return undefined;
    const from = location.start.column - excerptColumn;
    const to = location.end.column - excerptColumn;
    return from >= 0 && to <= excerpt.length && from < to ? excerpt.slice(from, to) : undefined;
}
function suppressionOf({ status, exemption = '' }) {
    if (status === 'new' || status === 'existing')
        return undefined;
    if (status === 'suppressed')
        return { kind: 'inSource', justification: exemption };
    const reasons = { excepted: exemption, baselined: 'accepted by the baseline', spared: 'in a down section' };
    return { kind: 'external', justification: reasons[status] };
}
/** Only rules of a built-in pack have a page of their own. */
function isBuiltIn({ docs }) {
    return docs?.startsWith('rules/') ?? false;
}
/** What the base version had, where it was examined. An exempt finding was not compared with it. */
function baselineStateOf({ status }, { scope }) {
    if (scope.kind !== 'changed')
        return undefined;
    if (status === 'existing')
        return 'unchanged';
    return status === 'new' ? 'new' : undefined;
}
/** @param undecided rules with a finding that could not be decided */
function toSarif(finding, report, ruleFile, undecided) {
    const { rule, help, docs, suppressible, operation, path, location, fingerprint } = finding;
    const failing = failsIn(report)(finding) ? 'error' : 'warning';
    return {
        rule: {
            id: rule,
            help,
            url: pageUrl(docs, report),
            more: moreAbout(finding, report),
            // Rules that no comment can suppress guard privileges, row security and the execution of code.
            isSecurity: !suppressible && operation !== undefined,
            isPrecise: isBuiltIn(finding) && !undecided.has(rule),
        },
        level: countsIn(report)(finding) ? failing : 'note',
        message: `${fullMessage(finding, report)}.`,
        // The path `.` stands for the whole change.
        path: path === '.' ? ruleFile : path,
        location,
        snippet: snippetOf(finding),
        fingerprint,
        suppression: suppressionOf(finding),
        baselineState: baselineStateOf(finding, report),
        count: finding.count,
    };
}
function notices(report) {
    const note = (message) => ({ level: 'notice', message, path: undefined, location: undefined });
    return [
        note(report.headline),
        ...report.suppressions
            .filter(({ added }) => added)
            .map((suppression) => {
            const message = `this change adds a suppression, which ${suppressionText(suppression)}`;
            return { level: 'warning', message, path: suppression.path, location: suppression.location };
        }),
        ...report.notices,
        ...notCounted(report).map(({ text }) => note(text)),
        ...notAppliedLines(report).map(note),
    ];
}
/**
 * SARIF 2.1.0. Findings that do not count have the level `note`; exempt ones are marked as suppressed, or left out and
 * counted with `exempt: false`, since GitHub shows suppressed results as open alerts.
 */
function renderSarif(report, { category, exempt = true } = {}) {
    const undecided = new Set(report.findings.filter(({ verdict }) => verdict === 'unknown').map(({ rule }) => rule));
    const ruleFile = ruleFileOf(report.judges.flatMap(({ sources }) => sources));
    return sarifText({
        version: report.tool.version,
        docsRoot: report.docsRoot,
        category: category ?? 'querygate/check',
        exitCode: report.exitCode,
        conclusion: report.conclusion,
        findings: report.findings
            .filter((finding) => exempt || suppressionOf(finding) === undefined)
            .map((finding) => toSarif(finding, report, ruleFile, undecided)),
        notices: notices(report),
        ruleFile,
    });
}

;// CONCATENATED MODULE: ./build/esm/report/check/terminal.js









/** Of a report that is too long: how many entries it shows, and characters of their messages. */
const MAX_ENTRIES = 1_000;
const MAX_CHARACTERS = 1_000_000;
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
/** What to do about a finding. Lines to paste are never wrapped. */
function stepLines(canvas, finding, report) {
    const help = firstSentence(finding.help);
    const exemption = exemptionFor(finding, report);
    const lines = help === '' ? [] : labelled(canvas, 'fix', help);
    if (exemption?.by === 'comment')
        lines.push(`    ${canvas.colours.dim('exempt'.padEnd(LABEL))}${exemption.line}`);
    if (exemption?.by === 'exception') {
        lines.push(...labelled(canvas, 'exempt', `a comment cannot exempt this; ask ${exemption.ask}:`));
        lines.push(...exemption.yaml.map((line) => ' '.repeat(4 + LABEL) + line));
    }
    const more = moreAbout(finding, report);
    if (more !== undefined)
        lines.push(`    ${canvas.colours.dim('rule'.padEnd(LABEL))}${visible(more)}`);
    return lines;
}
function terminal_findingLines(canvas, entry, report) {
    const { colours, marks } = canvas;
    const findings = withoutRepeats(entry, (finding) => fullMessage(finding, report));
    const [first] = findings;
    const paint = verdictPaint(colours, first.verdict);
    const place = colours.bold(visible(placeOf(first)));
    const rules = rulesOf(findings).map(visible).join(', ');
    return [
        `${paint(marks[first.verdict])} ${place}  ${paint(first.verdict)}  ${colours.bold(rules)}`,
        ...findings.flatMap((finding) => paragraph(canvas, 4, fullMessage(finding, report))),
    ];
}
/**
 * The worst entries, and the number of findings in the others. Hosts cut off or refuse logs of many megabytes, and the
 * conclusion stands at the end.
 */
function terminal_withinLimit(entries, report) {
    let characters = 0;
    let count = 0;
    for (const entry of entries.slice(0, MAX_ENTRIES)) {
        characters += entry.reduce((sum, finding) => sum + fullMessage(finding, report).length, 0);
        if (characters > MAX_CHARACTERS)
            break;
        count++;
    }
    return { shown: entries.slice(0, count), leftOut: findingsIn(entries, entries.length - count) };
}
/** Entries grouped by file; files are in the order of their worst finding. */
function byFile(entries) {
    const files = new Map();
    for (const entry of entries) {
        const { path } = entry[0];
        const list = files.get(path);
        if (list)
            list.push(entry);
        else
            files.set(path, [entry]);
    }
    return [...files.values()].flat();
}
function allFindings(canvas, report) {
    const { colours, marks } = canvas;
    const shownSteps = new Set();
    const { shown, leftOut } = terminal_withinLimit(byStatement(report.findings.filter(countsIn(report))), report);
    const blocks = byFile(shown).map((entry) => {
        const steps = entry.flatMap((finding) => {
            const lines = stepLines(canvas, finding, report);
            // Show the advice of a rule once, even if it has forty findings.
            const key = [finding.rule, ...lines].join('\n');
            const isRepeated = shownSteps.has(key);
            shownSteps.add(key);
            return isRepeated ? [] : lines;
        });
        const code = codeLines(canvas, entry[0]);
        const advice = steps.length === 0 ? [] : [...(code.length > 0 ? [''] : []), ...steps];
        return [...terminal_findingLines(canvas, entry, report), ...code, ...advice, ''];
    });
    const lines = foldedList(canvas, 'findings', blocks, (count) => plural(count, 'more finding'));
    if (leftOut === 0)
        return lines;
    const text = `${plural(leftOut, 'more finding')} left out; \`--format json\` lists more of them`;
    return [...lines, ...paragraph(canvas, 2, text, colours.bold, `${marks.notice} `), ''];
}
function suppressionLines(canvas, report) {
    const { colours, marks } = canvas;
    const shown = report.suppressions
        .filter(({ added, state }) => added || state !== 'used')
        .sort((a, b) => Number(b.added) - Number(a.added));
    const lines = shown.slice(0, MAX_ENTRIES).flatMap((suppression) => {
        const what = suppression.added ? 'new suppression' : 'suppression';
        const text = `${what} at ${placeOf(suppression)} ${suppressionText(suppression)}`;
        const paint = suppression.added ? colours.yellow : colours.dim;
        return paragraph(canvas, 2, text, paint, `${paint(suppression.added ? marks.warn : marks.notice)} `);
    });
    if (shown.length > MAX_ENTRIES)
        lines.push(`  ${plural(shown.length - MAX_ENTRIES, 'more suppression')} left out; \`--format json\` lists more of them`);
    return lines.length === 0 ? [] : [...lines, ''];
}
function notCountedLines(canvas, report) {
    const counts = notCounted(report).map(({ status, text }) => {
        const how = status === 'existing' ? '--findings all' : '--format json';
        return `${text} (${how} shows ${text.startsWith('1 ') ? 'it' : 'them'})`;
    });
    const lines = [...counts, ...notAppliedLines(report)].flatMap((text) => paragraph(canvas, 2, text, canvas.colours.dim, `${canvas.colours.dim(canvas.marks.notice)} `));
    return lines.length === 0 ? [] : [...lines, ''];
}
/** For people, in a terminal or in the log of a CI job. Ends with a newline. */
function terminal_renderTerminal(report, options = {}) {
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
        ...notCountedLines(canvas, report),
        ...noticeLines(canvas, report.notices),
        ...paragraph(canvas, 2, `${total}.`, colours.bold, `${paint(marks[report.verdict])} `),
        ...paragraph(canvas, 2, report.conclusion, paint),
    ];
    lines.push(...pageLines(report), ...repeatLines(report.repeat));
    return `${breakLineCommands(lines).join('\n')}\n`;
}

;// CONCATENATED MODULE: ./build/esm/report/formats.js








/** All formats, keyed by the name that `--format` accepts. */
const FORMATS = {
    terminal: { summary: 'text for people', render: terminal_renderTerminal },
    json: { summary: 'JSON for programs (schemas/report.v1.json)', render: json_renderJson },
    github: { summary: 'GitHub Actions annotations, as workflow commands', render: renderGithub },
    summary: { summary: 'GitHub Actions job summary, Markdown', render: renderSummary },
    markdown: { summary: 'Markdown without HTML, for comments on any host', render: renderMarkdown },
    'code-quality': { summary: 'GitLab Code Quality report', render: renderCodeQuality },
    sarif: { summary: 'SARIF 2.1.0, for GitHub code scanning', render: renderSarif },
    junit: { summary: 'JUnit XML, for test reports', render: renderJunit },
};

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
/** A share in percent. Only 0 is shown as 0 %, and only 1 as 100 %. */
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
/** A number in percent of a total; 0 % if the total is 0. */
function percentOf(part, total) {
    return percent(total === 0 ? 0 : part / total);
}
/** The date of an ISO 8601 timestamp. */
function day(timestamp) {
    return timestamp.slice(0, 10);
}
/** Untrusted text on one line, cut to `limit` UTF-16 units as shown. */
function cutText(raw, limit) {
    // A shape can be a megabyte long, so drop what is far behind the cut first.
    const start = raw.length > 8 * limit ? `${raw.slice(0, 8 * limit)}…` : raw;
    return cut(revealInvisible(start.replace(/\s+/gu, ' ').trim()), limit);
}
/** `file:line:column`, as far as it is known. Raw text. */
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
/** Who runs a flow, with names in back-ticks. Raw text. */
function callerText({ application, user, database }, limit = 80) {
    const name = (what, value) => value === undefined || value === '' ? [] : [`${what}\`${cutText(value, limit)}\``];
    const others = [...name('user ', user), ...name('database ', database)].join(', ');
    const [first] = name('', application);
    if (first !== undefined)
        return others === '' ? first : `${first} (${others})`;
    return others === '' ? 'a caller that the history does not record' : others;
}
/** How many of a flow's calls its class applies to. */
function callsText({ calls, affectedCalls }) {
    if (affectedCalls !== calls)
        return `${grouped(affectedCalls)} of ${quantity(calls, 'call')}`;
    return calls === 1 ? 'its only call' : `all ${grouped(calls)} calls`;
}
/** When a flow ran. */
function seenText({ daysActive, firstSeen, lastSeen }) {
    if (firstSeen === undefined || lastSeen === undefined)
        return 'the history has no dates for it';
    const [first, last] = [day(firstSeen), day(lastSeen)];
    if (first === last)
        return `seen on ${first} only`;
    return `seen on ${quantity(daysActive, 'day')} from ${first} to ${last}`;
}
/** The values that set the affected runs apart from the others; empty if there are none. Raw text. */
function examplesText({ examples, moreExamples }, limit = 120) {
    if (examples.length === 0)
        return '';
    const more = moreExamples > 0 ? `, and ${quantity(moreExamples, 'other')}` : '';
    return examples.map((example) => cutText(example, limit)).join(', ') + more;
}
/** The first few items of a list, in a sentence; the rest is counted. Raw text. */
function listed(items, max, what, separator = ', ') {
    const more = items.length - max;
    const shown = items.slice(0, max).join(separator);
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
/** Whether a flow is only possibly newly allowed: none of its causes is decided. */
function isPossiblyAllowed({ class: kind, causes }) {
    return kind === 'newly_allowed' && causes.every(({ undecided }) => undecided !== undefined);
}
/** `newly blocked`, `possibly newly allowed`. */
function classText(flow) {
    return `${isPossiblyAllowed(flow) ? 'possibly ' : ''}${CLASS_WORDS[flow.class]}`;
}
/** What the change does to the calls of a flow. */
function effectOf(flow) {
    if (flow.class === 'newly_blocked' || flow.class === 'partly_blocked')
        return 'would be blocked';
    return flow.class === 'unknown' ? 'could not be decided' : classText(flow);
}
function failingOf({ policy }, result) {
    const { broken, unknown } = flowGroups(result);
    const canFail = policy.failOn !== 'never';
    return {
        broken: canFail && broken.length > policy.maxBrokenFlows,
        unknown: canFail && unknown.length > policy.maxUnknown,
        loosened: canFail && policy.failOnNewlyAllowed,
        declared: canFail,
    };
}
/** Whether a problem fails the run: `--fail-on never` turns exit codes 1, 4 and 5 into 0. */
function problemFails({ policy }, { exitCode }) {
    return exitCode !== 0 && (policy.failOn !== 'never' || ![1, 4, 5].includes(exitCode));
}

;// CONCATENATED MODULE: ./build/esm/report/simulation/hits.js

/** A position in the head's files. Packs are not files of the repository. */
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
/** A position in the base's files. The head may still have the file, but the line differs. */
function placeInBase(place) {
    return { ...rulePlaceAt(place), location: undefined, side: 'base' };
}
/** Position of a changed rule: its line in the head, else the file in which the base has it. */
function placeOfChange({ place, basePlace }) {
    return place === undefined ? placeInBase(basePlace) : rulePlaceAt(place);
}
function placeOfCause(result, flow, { rule, place }) {
    const change = result.ruleChanges.find((entry) => entry.rule === rule);
    // A newly allowed flow was blocked by a line of the base.
    if (flow.class === 'newly_allowed')
        return change?.place === undefined ? placeInBase(place) : rulePlaceAt(change.place);
    if (place !== undefined)
        return rulePlaceAt(place);
    return change === undefined ? rulePlaceAt(undefined) : placeOfChange(change);
}
/** The causes that decide a flow's class; all causes if none of them does. */
function decisiveCauses({ class: kind, causes }) {
    const undecided = kind === 'unknown';
    const own = causes.filter((cause) => (cause.undecided !== undefined) === undecided);
    return own.length === 0 ? causes : own;
}
/**
 * Groups flows by the rule that affects them, and by its line. A flow that two rules break is in both groups. A flow
 * without a cause is in the group of the empty rule id.
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
/** Number of calls that a rule affects. */
function callsOf({ hits }) {
    return hits.reduce((sum, { flow, cause }) => sum + (cause?.calls ?? flow.affectedCalls), 0);
}

;// CONCATENATED MODULE: ./build/esm/report/simulation/listed-flows.js


/** Maximum number of flows listed, if together they are no longer than `MAX_TEXT`. */
const MAX_FLOWS = 5_000;
/** UTF-16 units of shapes and causes: the report is one text, which a program holds in memory. */
const listed_flows_MAX_TEXT = 32 * 1024 * 1024;
/** Size of a cause in addition to its message. */
const CAUSE_SIZE = 200;
/** The flows that a report for programs lists, worst first; the rest is counted by class. */
function listedFlows({ flows }) {
    let text = 0;
    let end = 0;
    for (const flow of flows) {
        text += listed_flows_sizeOf(flow);
        if (end === MAX_FLOWS || (text > listed_flows_MAX_TEXT && end > 0))
            break;
        end++;
    }
    const notListed = Object.fromEntries(model/* FLOW_CLASSES */.MY.map((name) => [name, 0]));
    for (const flow of flows.slice(end))
        notListed[flow.class]++;
    return { listed: flows.slice(0, end), notListed, more: flows.length - end };
}
function listed_flows_sizeOf({ shape, causes, examples }) {
    const ofCauses = causes.reduce((sum, cause) => sum + CAUSE_SIZE + (cause.undecided ?? cause.message).length, 0);
    return shape.length + ofCauses + examples.reduce((sum, example) => sum + example.length, 0);
}
/** States that reports for programs do not list all flows; empty if they do. */
function notListedText(result) {
    const { listed, more } = listedFlows(result);
    if (more === 0)
        return '';
    return `the JSON, SARIF and Code Quality reports list the worst ${grouped(listed.length)} of ${quantity(result.flows.length, 'affected flow')} and count the others by class; the totals include all`;
}

;// CONCATENATED MODULE: ./build/esm/report/simulation/sentences.js

// Sentences that all formats share. Raw text.
/** Maximum number of items listed in a sentence; the rest is counted. */
const MAX_ITEMS = 8;
/** Explains the unit of the result line to a reader who meets it for the first time. */
const FLOW_MEANING = 'a query flow is a recurring query: the same SQL apart from its values, run by the same application or user on the same database';
/** The result line of every format: the numbers that a reviewer needs. */
function resultLine(report) {
    const { outcome, result } = report;
    if (outcome === 'no_effective_change')
        return 'no effective change: both rulesets give the same verdicts, so nothing was replayed';
    if (outcome === 'not_simulated' || result === undefined)
        return 'not simulated: it is not known what this change would break';
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
        ...count(unknownLoosening.flows, 'possibly newly allowed'),
    ];
    if (newlyBlocked.flows + partlyBlocked.flows === 0 && replayed.flows === 0)
        return 'nothing was replayed: the history contains no query';
    return parts.join('; ');
}
function brokenText(report, { totals }) {
    const { replayed, newlyBlocked, partlyBlocked, unknown } = totals;
    const flows = newlyBlocked.flows + partlyBlocked.flows;
    const calls = newlyBlocked.calls + partlyBlocked.calls;
    if (flows === 0) {
        // Do not report success if something could not be decided or read.
        const isKnown = unknown.flows === 0 && report.verdict !== 'unknown' && problemsOf(report).length === 0;
        const subject = replayed.flows === 1 ? 'the only query flow' : `none of the ${quantity(replayed.flows, 'query flow')}`;
        const breaks = replayed.flows === 1
            ? `${isKnown ? 'would not' : 'is not known to'} break`
            : `${isKnown ? 'would' : 'is known to'} break`;
        return `${subject} ${breaks}: ${quantity(replayed.calls, 'recorded call')} replayed`;
    }
    const partly = partlyBlocked.flows === 0 ? '' : ` (${grouped(partlyBlocked.flows)} in part)`;
    return (`${grouped(flows)} of ${quantity(replayed.flows, 'query flow')} would break${partly}: ` +
        `${grouped(calls)} of ${quantity(replayed.calls, 'recorded call')} (${percentOf(calls, replayed.calls)})`);
}
/** What could not be read of the history. Reported even if it is nothing. */
function unreadLine({ unread }, { maxUnread }) {
    const reasons = Object.entries(unread.byReason)
        .filter(([, calls]) => calls > 0)
        .sort(([, a], [, b]) => b - a)
        .map(([reason, calls]) => `${cutText(reason, 120)} (${grouped(calls)})`);
    const why = reasons.length === 0 ? '' : `: ${listed(reasons, MAX_ITEMS, 'reason')}`;
    const { records } = unread;
    const share = records
        ? `${grouped(records.unread)} of ${quantity(records.all, 'log entry', 'log entries')}, ${percent(unread.share)}`
        : `${percent(unread.share)} of all`;
    return `not readable or cut off: ${quantity(unread.calls, 'call')}, ${share} (limit ${maxUnread} %)${why}`;
}
/** The window of the history, its age, and where it comes from. */
function historyLine({ from, side, firstSeen, lastSeen, ageDays, statements, rows }, maxAge) {
    const whose = { base: ' from the base branch', untracked: ', read from disk', service: '' }[side];
    const window = firstSeen === undefined || lastSeen === undefined
        ? 'without timestamps'
        : `from ${day(firstSeen)} to ${day(lastSeen)}`;
    const age = ageDays === undefined
        ? 'age not known'
        : `last statement ${quantity(ageDays, 'day')} ago (limit ${quantity(maxAge, 'day')})`;
    const where = from.length === 0
        ? ''
        : `; ${listed(from.map((path) => cutText(path, 200)), MAX_ITEMS, 'file')}${whose}`;
    return `history ${window}: ${quantity(statements, 'call')} in ${quantity(rows, 'row')}; ${age}${where}`;
}
/**
 * For each source of the history: what was read, not readable, cut off, skipped, and which facts it does not record.
 */
function sourceLines({ sources }) {
    return sources.map((source) => {
        const counts = (record) => {
            const present = Object.entries(record).filter(([, count]) => count > 0);
            return listed(present.map(([what, count]) => `${cutText(what, 120)} (${grouped(count)})`), MAX_ITEMS, 'kind');
        };
        const [unread, passedOver] = [counts(source.unread), counts(source.passedOver)];
        const notCarried = source.notCarried.map((fact) => cutText(fact, 80));
        const facts = [
            `${quantity(source.statements, 'call')} read`,
            ...(unread === '' ? [] : [`not readable: ${unread}`]),
            ...(source.truncated === 0 ? [] : [`cut off by the source: ${grouped(source.truncated)}`]),
            ...(passedOver === '' ? [] : [`skipped: ${passedOver}`]),
            ...(notCarried.length === 0 ? [] : [`does not record ${listed(notCarried, MAX_ITEMS, 'fact')}`]),
            ...(source.notes.length === 0
                ? []
                : [
                    listed(source.notes.map((note) => cutText(note, 300)), MAX_ITEMS, 'note', '; '),
                ]),
        ];
        return `\`${cutText(source.name, 200)}\` (${source.kind}, ${source.dialect}): ${facts.join('; ')}`;
    });
}
/** How many calls in the history a changed rule is tested against. Never claims that the rule is safe. */
function exercisedText({ exercised }) {
    if (exercised.rows === 0)
        return 'not exercised: the history has no statement of the kinds that this rule checks';
    return `exercised by ${quantity(exercised.calls, 'call')}`;
}
/** What a changed rule would do to the history, in numbers; empty if nothing. */
function effectText({ newlyBlocked, newlyAllowed, unknown }) {
    const count = (what, { flows, calls }) => flows === 0 ? [] : [`${what} ${quantity(flows, 'flow')} (${quantity(calls, 'call')})`];
    return [
        ...count('would block', newlyBlocked),
        ...count('would newly allow', newlyAllowed),
        ...count('could not be decided for', unknown),
    ].join(', ');
}
const EFFECT_WORDS = { stricter: 'stricter', looser: 'looser', either: 'may be stricter or looser' };
/** `no-drop-table` at rules.yml:12:5, looser: verdict: block -> warn. */
function changeText({ rule, change, effect, differences, place, basePlace }) {
    const position = place ?? basePlace;
    const at = position === undefined
        ? ''
        : ` at \`${cutText(placeText(position), 200)}\`${place === undefined ? ' on the base branch' : ''}`;
    const what = differences.length === 0 ? [change] : differences.map((text) => cutText(text, 300));
    return `\`${cutText(rule, 80)}\`${at}, ${EFFECT_WORDS[effect]}: ${listed(what, MAX_ITEMS, 'difference', '; ')}`;
}
/** Rule changes that allow more, by their text or in the history; those that allow most come first. */
function looserChanges({ ruleChanges, flows }) {
    const allowing = new Set(flows.filter((flow) => flow.class === 'newly_allowed').flatMap(({ causes }) => causes.map(({ rule }) => rule)));
    const looser = ruleChanges.filter(({ rule, effect, newlyAllowed }) => effect === 'looser' || newlyAllowed.flows > 0 || allowing.has(rule));
    return looser.sort((a, b) => b.newlyAllowed.calls - a.newlyAllowed.calls || b.exercised.calls - a.exercised.calls);
}
/** Rule changes other than the looser ones. */
function otherChanges(result) {
    const looser = new Set(looserChanges(result));
    return result.ruleChanges.filter((change) => !looser.has(change));
}
/** Changed rules, other than looser ones, that no call in the history exercises. */
function notExercised(result) {
    return otherChanges(result).filter(({ exercised }) => exercised.rows === 0);
}
function acknowledgementText(entry) {
    const { rule, about, reason, owner, until, state, flows } = entry;
    const otherwise = flows === 0 ? '' : ` (it would otherwise cover ${quantity(flows, 'flow')})`;
    const covers = {
        used: `covers ${quantity(flows, 'flow')}`,
        unused: 'covers no flow, so remove it',
        expired: 'expired, so it covers nothing',
        refused: `refused, since it would cover ${quantity(flows, 'flow')}, more than its \`max-flows\``,
        merged: `covers nothing here, since the base branch already has it${otherwise}; remove it`,
    }[state];
    return (`\`${cutText(rule, 80)}\` may break \`${cutText(about, 300)}\` until ${cutText(until, 20)}: ${covers}; ` +
        `owner ${cutText(owner, 100)}, reason: ${cutText(reason, 300)}`);
}
/** Acknowledgements that cover flows, and those without effect. */
function acknowledgementsOf({ acknowledgements }) {
    return {
        used: acknowledgements.filter(({ state }) => state === 'used'),
        ineffective: acknowledgements.filter(({ state }) => state !== 'used'),
    };
}
function declaredText({ name, owner, base, head, breaks, causes }) {
    const verdicts = base === head ? base : `${base} -> ${head}`;
    const verdict = breaks ? `${head === 'block' ? 'would break' : 'could not be decided'} (${verdicts})` : verdicts;
    const why = causes.map(({ rule, message, undecided }) => `\`${cutText(rule, 80)}\`: ${cutText(undecided ?? message, 300)}`);
    return `\`${cutText(name, 120)}\` (owner ${cutText(owner, 100)}): ${verdict}${why.length === 0 ? '' : `; ${listed(why, MAX_ITEMS, 'cause', '; ')}`}`;
}
/** Declared flows that fail the run. */
function declaredBreaks({ declared }) {
    return declared.filter(({ breaks }) => breaks);
}
/** Why flows do not count, with the number of flows for each reason. */
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
const SELF_TEST_FAILED = {
    kind: 'defect',
    message: 'the self-test failed: simulating the ruleset in force against itself gave a difference; do not trust this report, and report the bug',
    place: undefined,
    exitCode: 70,
};
/** Why the simulation could not run or cannot be trusted. A failed self-test is always included. */
function problemsOf({ problems, result }) {
    const hasDefect = problems.some(({ kind }) => kind === 'defect');
    return result?.selfTest === false && !hasDefect ? [...problems, SELF_TEST_FAILED] : problems;
}
function problemText({ message, place }) {
    return place === undefined ? message : `${placeText(place)}: ${message}`;
}
/** Problems whose message is not already part of the conclusion. */
function furtherProblems(report) {
    return problemsOf(report).filter(({ message, place }) => place !== undefined || !report.conclusion.includes(message));
}
/** What to do about flows that break. */
function brokenAdvice(hasException) {
    const exception = hasException ? 'add an exception that keeps the flow working, ' : '';
    return `narrow the rule, ${exception}or acknowledge the break (\`acknowledge:\` in the rule file, with the flow id)`;
}
/** States that no exception was searched for some flows; empty if it was for all. */
function notTriedText({ proposalsNotTried = 0 }) {
    if (proposalsNotTried === 0)
        return '';
    return `no exception was searched for ${quantity(proposalsNotTried, 'broken flow')}, because it would take too long`;
}
/** What to do about flows that cannot be decided. */
const UNKNOWN_ADVICE = 'rewrite the rule with facts that the history records, or collect a history that records the missing facts';

;// CONCATENATED MODULE: ./build/esm/report/simulation/entries.js







// What a report for a code viewer lists: an entry on the line of the rule for each flow and each rule.
/** Maximum number of entries for flows; hosts show only the first few anyway. */
const entries_MAX_ENTRIES = 5_000;
/** Depends on rule and flow only, not on where the rule is or how often the flow ran. */
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
    const calls = `${callsText(flow)} by ${callerText(flow.caller)} ${effectOf(flow)}, ${seenText(flow)}`;
    return `${calls}${why === '' ? '' : `; ${why}`}; flow ${cutText(flow.id, 40)}: ${cutText(flow.shape, 300)}`;
}
/** @param key what identifies the entry among those of its rule */
function entry(rule, text, key, cause) {
    const name = cutText(rule, 80) || 'simulation';
    return { fails: false, advice: '', ...cause, rule: name, text, fingerprint: fingerprint(rule, ...key) };
}
function flowEntry(rule, place, hit, failing) {
    const { flow } = hit;
    const isBroken = flow.class === 'newly_blocked' || flow.class === 'partly_blocked';
    const isUnknown = flow.class === 'unknown';
    const group = isBroken ? 'broken' : isUnknown ? 'unknown' : 'loosened';
    const advice = isBroken ? brokenAdvice(flow.proposal !== undefined) : isUnknown ? UNKNOWN_ADVICE : '';
    const key = ['flow', flow.id];
    return entry(rule, flowText(hit), key, { severity: severityOf(flow), fails: failing[group], place, advice });
}
/** States what a report does not list. */
function notListedEntry(text) {
    return entry('flows-not-listed', text, ['not listed'], { severity: 'major', place: rulePlaceAt(undefined) });
}
function resultEntries(report, result) {
    const groups = flowGroups({ flows: listedFlows(result).listed });
    const failing = failingOf(report, result);
    const hits = hitsByRule(result, [...groups.broken, ...groups.unknown, ...groups.loosened]).flatMap((group) => group.hits.map((hit) => ({ group, hit })));
    const flows = hits.slice(0, entries_MAX_ENTRIES).map(({ group, hit }) => flowEntry(group.rule, group.place, hit, failing));
    const more = hits.length - entries_MAX_ENTRIES;
    const notListed = [
        notListedText(result),
        more > 0 ? `${quantity(more, 'more entry', 'more entries')} left out` : '',
    ].filter((text) => text !== '');
    return [
        ...flows,
        ...(notListed.length === 0 ? [] : [notListedEntry(notListed.join('; '))]),
        ...declaredBreaks(result).map((flow) => entry('declared-flow', declaredText(flow), ['declared', flow.name], {
            severity: flow.head === 'block' ? 'blocker' : 'major',
            fails: failing.declared,
            place: rulePlaceAt(flow.place),
        })),
        ...looserChanges(result).map((change) => entry(change.rule, `${changeText(change)}; ${exercisedText(change)}`, ['looser', change.change], {
            severity: 'minor',
            fails: failing.loosened && change.newlyAllowed.flows > 0,
            place: placeOfChange(change),
        })),
        ...result.acknowledgements.map((ack) => entry(ack.rule, acknowledgementText(ack), ['acknowledged', ack.about, ack.state], {
            severity: ack.state === 'used' ? 'info' : 'minor',
            place: rulePlaceAt(ack.place),
        })),
        ...notExercised(result).map((change) => entry(change.rule, exercisedText(change), ['not exercised', change.change], {
            severity: 'info',
            place: placeOfChange(change),
        })),
    ];
}
/** Most important first. */
function entriesOf(report) {
    const problems = problemsOf(report).map((problem) => entry(`simulation-${problem.kind}`, problemText(problem), [problem.message], {
        severity: problem.kind === 'rules' ? 'blocker' : 'major',
        fails: problemFails(report, problem),
        place: rulePlaceAt(problem.place),
    }));
    return [...problems, ...(report.result === undefined ? [] : resultEntries(report, report.result))];
}
/** The file for entries that have none. */
function ruleFileOfReport({ head, base }) {
    return ruleFileOf([...(head?.sources ?? []), ...(base?.sources ?? [])]);
}

;// CONCATENATED MODULE: ./build/esm/report/simulation/code-quality.js



/**
 * GitLab's Code Quality report. It has an entry on the rule's line for each flow that would break, is undecided or is
 * newly allowed. It also has entries for looser rules, rules that are not exercised, acknowledgements and problems.
 */
function renderSimulationCodeQuality(report) {
    const file = ruleFileOfReport(report);
    const more = pageUrl('simulate', report);
    return codeQualityReport(entriesOf(report).map(({ rule, severity, place, text, advice, fingerprint }) => ({
        description: `${rule}: ${text}`,
        fix: advice,
        more: advice === '' ? undefined : more,
        check_name: rule,
        fingerprint,
        severity,
        location: { path: place.path ?? file, lines: { begin: place.location?.start.line ?? 1 } },
    })));
}

;// CONCATENATED MODULE: ./build/esm/report/simulation/github.js









/** Length reserved for the note that `commands` appends to the last annotation of a kind. */
const RESERVED = 160;
const MAX_SHAPE = 320;
function annotation(kind, title, message, { path, location }) {
    return { kind, title, message, path, location };
}
/** A flow in a message: its query, caller, calls and dates, and the exception that would keep it working. */
function flowLines({ flow, cause }) {
    const examples = examplesText(flow);
    return [
        `• ${cutText(flow.shape, MAX_SHAPE)}`,
        `  run by ${callerText(flow.caller)}: ${callsText({ ...flow, affectedCalls: cause?.calls ?? flow.affectedCalls })} ${effectOf(flow)}; ${seenText(flow)}; flow ${cutText(flow.id, 40)}`,
        ...(examples === '' ? [] : [`  with: ${examples}`]),
        ...(flow.proposal === undefined ? [] : [exceptionLine(flow.proposal.when)]),
    ];
}
function exceptionLine(when) {
    const isCut = cutText(when, 400) !== when;
    return `  exception that keeps it working: ${isCut ? 'see the job summary' : when}`;
}
/** As many flows as fit into a message, at least one; the rest is counted. `tail` always fits. */
function withFlows(head, group, tail) {
    const length = (lines) => lines.reduce((sum, line) => sum + visible(line).length + 1, 0);
    const more = (count) => count === 0 ? [] : [`… and ${quantity(count, 'more flow')}: the job summary lists ${count === 1 ? 'it' : 'them'}`];
    let space = MESSAGE_LIMIT - RESERVED - length([...head, ...more(group.hits.length), ...tail]);
    const shown = [];
    let count = 0;
    for (const hit of group.hits) {
        const lines = flowLines(hit);
        space -= length(lines);
        if (space < 0 && count > 0)
            break;
        shown.push(...lines);
        count++;
    }
    return [...head, ...shown, ...more(group.hits.length - count), ...tail];
}
/** A line with the position of the rule, for annotations that are not attached to a line. */
function positionLines({ place, side, location }) {
    if (place === undefined || location !== undefined)
        return [];
    return [`The rule is in ${cutText(placeText(place), 200)}${side === 'base' ? ' on the base branch' : ''}.`];
}
function brokenAnnotation(group, result, kind, help) {
    const { rule, place, hits } = group;
    const calls = callsOf(group);
    const all = result.totals.replayed.calls;
    const message = cutText(hits[0]?.cause?.message ?? '', 400);
    const head = [
        `${grouped(calls)} of ${quantity(all, 'call')} (${percentOf(calls, all)}) would be blocked${message === '' ? '' : `: ${message}`}`,
        ...positionLines(place),
    ];
    const hasException = hits.some(({ flow }) => flow.proposal !== undefined);
    const tail = [`To do: ${brokenAdvice(hasException)}.${help}`];
    const title = `${cutText(rule, 80) || 'the change'} would break ${quantity(hits.length, 'flow')}`;
    return annotation(kind, title, withFlows(head, group, tail), place);
}
function undecidedAnnotation(group, kind, help) {
    const { rule, place, hits } = group;
    const reasons = [...new Set(hits.map(({ cause }) => cause?.undecided ?? 'cause unknown'))];
    const why = listed(reasons.map((reason) => cutText(reason, 300)), 3, 'cause', '; ');
    const head = [`${quantity(callsOf(group), 'call')} might be blocked: ${why}`, ...positionLines(place)];
    const title = `${cutText(rule, 80) || 'the change'}: ${quantity(hits.length, 'flow')} could not be decided`;
    return annotation(kind, title, withFlows(head, group, [`To do: ${UNKNOWN_ADVICE}.${help}`]), place);
}
/** What a rule newly allows, according to its text and to the history. */
function loosenedAnnotation(rule, change, group, kind) {
    const position = change === undefined ? (group?.place ?? rulePlaceAt(undefined)) : placeOfChange(change);
    const head = [
        ...(change === undefined ? [] : [`${changeText(change)}; ${exercisedText(change)}`]),
        group === undefined
            ? 'The history cannot show what was blocked, so it cannot show what this would let through.'
            : `${quantity(group.hits.length, 'flow')} that ${group.hits.length === 1 ? 'is' : 'are'} blocked today would run, or might run:`,
        ...(change === undefined ? positionLines(position) : []),
    ];
    const title = `looser: ${cutText(rule, 80) || 'the change'}`;
    const message = group === undefined ? head : withFlows(head, group, []);
    return annotation(kind, title, message, position);
}
function loosenedAnnotations(result, groups, kind) {
    const hits = hitsByRule(result, groups.loosened);
    const changes = looserChanges(result);
    const changedRules = new Set(changes.map(({ rule }) => rule));
    const groupOf = (rule) => {
        const own = hits.filter((group) => group.rule === rule);
        const [first] = own;
        return first && { ...first, hits: own.flatMap((group) => group.hits) };
    };
    return [
        ...changes.map((change) => loosenedAnnotation(change.rule, change, groupOf(change.rule), kind)),
        ...hits
            .filter(({ rule }) => !changedRules.has(rule))
            .map((group) => loosenedAnnotation(group.rule, undefined, group, kind)),
    ];
}
const PROBLEM_TITLES = {
    rules: 'the rules cannot be used',
    history: 'no usable history',
    base: 'the rules in force could not be read',
    service: 'the service gave no result',
    defect: 'a bug in Querygate',
};
function problemAnnotations(report) {
    return problemsOf(report).map((problem) => {
        const kind = problemFails(report, problem) ? 'error' : 'warning';
        return annotation(kind, PROBLEM_TITLES[problem.kind], [problemText(problem)], rulePlaceAt(problem.place));
    });
}
function resultAnnotations(report, result) {
    const groups = flowGroups(result);
    const failing = failingOf(report, result);
    const kind = (group) => (failing[group] ? 'error' : 'warning');
    const { used, ineffective } = acknowledgementsOf(result);
    const acknowledgementAnnotation = (title) => (entry) => {
        const { state, flows } = entry;
        // A merged entry matters only if a reader may believe that it covers a break of this change.
        const warns = state === 'expired' || state === 'refused' || (state === 'merged' && flows > 0);
        return annotation(warns ? 'warning' : 'notice', `${title}: ${cutText(entry.rule, 80)}`, [acknowledgementText(entry)], rulePlaceAt(entry.place));
    };
    const page = pageUrl('simulate', report);
    const help = page === undefined ? '' : ` ${page}`;
    return [
        ...hitsByRule(result, groups.broken).map((group) => brokenAnnotation(group, result, kind('broken'), help)),
        ...declaredBreaks(result).map((flow) => declaredAnnotation(flow, kind('declared'))),
        ...hitsByRule(result, groups.unknown).map((group) => undecidedAnnotation(group, kind('unknown'), help)),
        ...loosenedAnnotations(result, groups, kind('loosened')),
        ...used.map(acknowledgementAnnotation('acknowledged break')),
        ...ineffective.map(acknowledgementAnnotation('acknowledgement that covers nothing')),
        ...notExercised(result).map(notExercisedAnnotation),
    ];
}
function declaredAnnotation(flow, kind) {
    const what = flow.head === 'block' ? 'would break' : 'could not be decided';
    return annotation(kind, `declared flow ${what}: ${cutText(flow.name, 120)}`, [declaredText(flow)], rulePlaceAt(flow.place));
}
function notExercisedAnnotation(change) {
    const position = placeOfChange(change);
    const message = `${exercisedText(change)}, so the simulation cannot show what this rule change does`;
    return annotation('notice', `not exercised: ${cutText(change.rule, 80)}`, [message, ...positionLines(position)], position);
}
function github_annotations(report) {
    const own = [
        ...problemAnnotations(report),
        ...(report.result === undefined ? [] : resultAnnotations(report, report.result)),
        ...report.notices.map(noticeAnnotation),
    ];
    const failed = report.exitCode !== 0 && !own.some(({ kind }) => kind === 'error');
    return failed ? [conclusionAnnotation(report.conclusion), ...own] : own;
}
/**
 * GitHub's workflow commands. Each rule that breaks flows gets one annotation on its own line, with its worst flows.
 * Then come undecided flows, looser rules, acknowledgements and rules that are not exercised. All stay within GitHub's
 * limits per step; what does not fit is counted. The first and the last lines are plain text for the log.
 */
function renderSimulationGithub(report) {
    const all = github_annotations(report);
    const notListed = [report.result === undefined ? '' : notListedText(report.result)].filter((text) => text !== '');
    const lines = [
        ...plainLine(report.headline),
        ...plainLine(resultLine(report)),
        ...(report.result === undefined ? [] : plainLine(FLOW_MEANING)),
        ...commands('error', all),
        ...commands('warning', all),
        ...commands('notice', all),
        ...(report.result === undefined ? [] : plainLine(unreadLine(report.result, report.policy))),
        ...(report.history === undefined ? [] : plainLine(historyLine(report.history, report.policy.maxAge))),
        ...notListed.flatMap(plainLine),
        ...plainLine(report.conclusion),
        ...pageLines(report).flatMap(plainLine),
        ...workflow_commands_repeatLines(report.repeat),
    ];
    return `${lines.join('\n')}\n`;
}

;// CONCATENATED MODULE: ./build/esm/report/simulation/json.js





/** URL and `$id` of the published JSON Schema. */
const SIMULATION_SCHEMA_ID = (0,model/* schemaId */.Vl)('simulation.v1');
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
/** The public form of a report. Each key is named here, so that a change of the internal type cannot leak out. */
function toSimulationV1(report) {
    const { policy } = report;
    return {
        $schema: SIMULATION_SCHEMA_ID,
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
/**
 * For programs; schemas/simulation.v1.json describes it. It lists only as many flows as a program can hold in memory,
 * and counts the others. Safe to print to a CI log.
 */
function renderSimulationJson(report) {
    return visibleJson(toSimulationV1(report));
}

;// CONCATENATED MODULE: ./build/esm/report/simulation/junit.js






const junit_MAX_SHAPE = 1_000;
function flowDetails({ flow, cause }) {
    const why = cause?.undecided ?? cause?.message ?? '';
    return [
        `flow ${cutText(flow.id, 40)}: ${callsText(flow)} by ${callerText(flow.caller)} ${effectOf(flow)}; ${seenText(flow)}`,
        cutText(flow.shape, junit_MAX_SHAPE),
        ...(why === '' ? [] : [`why: ${cutText(why, 500)}`]),
        ...(cause?.place === undefined ? [] : [`rule: ${cutText(placeText(cause.place), 300)}`]),
        ...(flow.proposal === undefined
            ? []
            : [`exception that keeps it working: ${cutText(flow.proposal.when, junit_MAX_SHAPE)}`]),
    ];
}
/** The rules that differ or affect flows, by id. */
function junit_rulesOf(result) {
    const rules = new Map();
    const at = (rule, place) => {
        const found = rules.get(rule) ?? { place, about: [], broken: [], unknown: [], loosened: [] };
        rules.set(rule, found);
        return found;
    };
    const groups = flowGroups(result);
    for (const kind of ['broken', 'unknown', 'loosened']) {
        for (const { rule, place, hits } of hitsByRule(result, groups[kind])) {
            const effects = at(rule, place);
            effects[kind] = effects[kind].concat(hits);
        }
    }
    for (const change of result.ruleChanges) {
        at(change.rule, placeOfChange(change)).about.push(`${changeText(change)}; ${exercisedText(change)}`);
    }
    for (const entry of result.acknowledgements) {
        at(entry.rule, rulePlaceAt(entry.place)).about.push(`acknowledgement: ${acknowledgementText(entry)}`);
    }
    return rules;
}
function ruleCase(rule, effects, failing) {
    const { place, about, broken, unknown, loosened } = effects;
    const count = (hits, what) => hits.length === 0 ? [] : [`${quantity(hits.length, 'flow')} ${what}`];
    const summary = [
        ...count(broken, 'would break'),
        ...count(unknown, 'could not be decided'),
        ...count(loosened, 'newly allowed, or possibly'),
    ].join('; ');
    const isFailure = (failing.broken && broken.length > 0) || (failing.loosened && loosened.length > 0);
    const isError = failing.unknown && unknown.length > 0;
    const hasException = broken.some(({ flow }) => flow.proposal !== undefined);
    return {
        name: cutText(rule, 80) || 'the change',
        file: place.path,
        line: place.location?.start.line,
        outcome: isFailure ? 'failure' : isError ? 'error' : 'passed',
        type: isFailure ? 'block' : 'unknown',
        message: summary,
        details: detailsOf([
            [summary, ...about].filter((line) => line !== ''),
            broken.length === 0 ? [] : [`to do: ${brokenAdvice(hasException)}`],
            unknown.length === 0 ? [] : [`to do: ${UNKNOWN_ADVICE}`],
        ], [...broken, ...unknown, ...loosened], flowDetails),
    };
}
function declaredCase(flow, failing) {
    const text = declaredText(flow);
    const place = rulePlaceAt(flow.place);
    const outcome = flow.head === 'block' ? 'failure' : 'error';
    return {
        name: `declared flow ${cutText(flow.name, 120)}`,
        file: place.path,
        line: place.location?.start.line,
        outcome: flow.breaks && failing.declared ? outcome : 'passed',
        type: flow.head,
        message: text,
        details: detailsOf([[text]]),
    };
}
function problemCases(report) {
    return problemsOf(report).map((problem) => ({
        name: `problem: ${problem.kind}`,
        file: rulePlaceAt(problem.place).path,
        line: problem.place?.line,
        outcome: problemFails(report, problem) ? 'error' : 'passed',
        type: problem.kind,
        message: problem.message,
        details: detailsOf([[problemText(problem)]]),
    }));
}
/** The run itself. It fails only if nothing else does, so that a failed run never looks passed. */
function junit_runCase(report, hasFailed) {
    const { exitCode, conclusion, history, policy, result } = report;
    const fails = exitCode !== 0 && !hasFailed;
    return {
        name: 'the run',
        outcome: !fails ? 'passed' : exitCode === 1 ? 'failure' : 'error',
        type: `exit code ${exitCode}`,
        message: conclusion,
        details: detailsOf([
            [report.headline, resultLine(report), conclusion],
            [
                ...(history === undefined ? [] : [historyLine(history, policy.maxAge)]),
                ...(result === undefined ? [] : [unreadLine(result, policy), notListedText(result), notTriedText(result)]),
            ].filter((line) => line !== ''),
            ...report.notices.map(({ message }) => [message]),
            report.repeat === undefined ? [] : ['To reproduce this in a checkout:', ...report.repeat.split('\n')],
        ]),
    };
}
/** JUnit: a test case for each rule that differs or affects flows, each declared flow, each problem, and the run. */
function renderSimulationJunit(report) {
    const { result } = report;
    const failing = result && failingOf(report, result);
    const cases = [
        ...problemCases(report),
        ...(result && failing
            ? [
                ...[...junit_rulesOf(result)].map(([rule, effects]) => ruleCase(rule, effects, failing)),
                ...result.declared.map((flow) => declaredCase(flow, failing)),
            ]
            : []),
    ];
    const hasFailed = cases.some(({ outcome }) => outcome !== 'passed');
    return junitReport('querygate.simulate', [...cases, junit_runCase(report, hasFailed)]);
}

;// CONCATENATED MODULE: ./build/esm/report/simulation/markdown.js












/** How many flows of a list have details; the others have one line each. */
const markdown_MAX_WITH_DETAILS = 10;
const MAX_CAUSES = 5;
const markdown_MAX_SHAPE = 300;
function markdown_flowDetails(flow, report) {
    const page = flowPage(flow.id, report);
    const causes = decisiveCauses(flow);
    const examples = examplesText(flow);
    return [
        prose(`${callsText(flow)} (${percent(flow.share)} of all) by ${callerText(flow.caller)}; ${seenText(flow)}`),
        ...(examples === '' ? [] : [`with: ${prose(examples)}`]),
        ...causes.slice(0, MAX_CAUSES).map(({ rule, place, message, undecided }) => {
            const where = place === undefined ? '' : ` at ${span(cutText(placeText(place), 200))}`;
            return `${span(cutText(rule, 80))}${where}: ${prose(cutText(undecided ?? message, 500))}`;
        }),
        ...(causes.length > MAX_CAUSES ? [`and ${quantity(causes.length - MAX_CAUSES, 'more cause')}`] : []),
        ...(flow.proposal === undefined
            ? []
            : [`exception that keeps it working: ${span(cutText(flow.proposal.when, 1_000))}`]),
        `flow id: ${span(cutText(flow.id, 40))}${page === undefined ? '' : `, [in the dashboard](${page})`}`,
    ];
}
/** Flows, worst first; the first ones with details. */
function flowList(flows, title, what, icon, report) {
    return titled(title, flows, what, (flow, index) => {
        const line = `${icon} ${classText(flow)}: ${span(cutText(flow.shape, markdown_MAX_SHAPE))}`;
        if (index < markdown_MAX_WITH_DETAILS)
            return item(line, markdown_flowDetails(flow, report));
        return item(`${line}, ${prose(`${callsText(flow)} by ${callerText(flow.caller)}`)}`);
    });
}
function lineList(title, lines, what) {
    return titled(title, lines, what, (line) => item(prose(line, 2_000)));
}
function changeLine(change) {
    return [changeText(change), exercisedText(change), effectText(change)].filter((part) => part !== '').join('; ');
}
function adviceText(advice, report) {
    const page = pageUrl('simulate', report);
    return `**To do:** ${prose(advice)}${page === undefined ? '' : `; [documentation](${page})`}.\n\n`;
}
/** The acknowledgements to paste: shown whole, or not at all. */
function proposed(budget, yaml) {
    return budget.list({
        head: '#### Acknowledgements for all broken flows, if the break is intended\n\n',
        tail: '\n',
        leftOut: () => 'They are left out for lack of space; the JSON report has them.\n\n',
        items: each(yaml === undefined ? [] : [yaml], (text) => `${fenced(text.trimEnd().split('\n'), 'yaml')}\n`),
        count: yaml === undefined ? 0 : 1,
    }, 0.3);
}
/** The parts of a report with a result, in order of importance: earlier parts get space first. */
function resultParts(budget, report, result) {
    const groups = flowGroups(result);
    const { broken, unknown, loosened, acknowledged, changed, leftOut } = groups;
    const { used, ineffective } = acknowledgementsOf(result);
    const hasException = broken.some(({ proposal }) => proposal !== undefined);
    const meaning = budget.fixed(`${prose(`${FLOW_MEANING.charAt(0).toUpperCase()}${FLOW_MEANING.slice(1)}.`)}\n\n`);
    const limits = [notListedText(result), notTriedText(result)].filter((text) => text !== '');
    const toDo = broken.length === 0 ? '' : budget.fixed(adviceText(brokenAdvice(hasException), report));
    const toDecide = unknown.length === 0 ? '' : budget.fixed(adviceText(UNKNOWN_ADVICE, report));
    const notes = budget.fixed(limits.map((text) => `${prose(text)}\n\n`).join(''));
    const flows = (list, title, what, icon, share) => budget.list(flowList(list, `${icon} ${quantity(list.length, 'flow')} ${title}`, what, icon, report), share);
    const lines = (title, list, what, share) => budget.list(lineList(title, list, what), share);
    const withPlace = (text, place) => `${text} (\`${placeText(place)}\`)`;
    return [
        meaning,
        flows(broken, 'would break', 'broken flow', ICONS.block, 0.4),
        toDo,
        notes,
        lines(`${ICONS.block} Declared flows that would break, or could not be decided`, declaredBreaks(result).map((flow) => withPlace(declaredText(flow), flow.place)), 'declared flow', 0.2),
        flows(unknown, 'could not be decided', 'undecided flow', ICONS.unknown, 0.3),
        toDecide,
        lines(`${ICONS.warn} Acknowledged breaks: approving this change approves them`, used.map((entry) => withPlace(acknowledgementText(entry), entry.place)), 'acknowledgement', 0.2),
        lines(`${ICONS.warn} Looser rules: a history cannot show what was blocked, so review them yourself`, looserChanges(result).map(changeLine), 'change', 0.25),
        flows(loosened, 'newly allowed, or possibly', 'newly allowed flow', ICONS.warn, 0.25),
        lines('Other rule changes', otherChanges(result).map(changeLine), 'change', 0.25),
        proposed(budget, report.proposedAcknowledgements),
        lines('Acknowledgements without effect', ineffective.map((entry) => withPlace(acknowledgementText(entry), entry.place)), 'acknowledgement', 0.2),
        flows(acknowledged, 'acknowledged', 'acknowledged flow', ICONS.warn, 0.3),
        flows(changed, 'changed between allow and warn', 'changed flow', ICONS.warn, 0.3),
        lines('Flows not counted', leftOutLines(leftOut), 'reason', 0.5),
    ];
}
/** The Markdown of a simulation, as `renderMarkdown` writes that of a check. */
function renderSimulationMarkdown(report, options = {}) {
    const { base, head, history, policy, result } = report;
    const budget = new Budget(limitOf(options), characters);
    const title = `${ICONS[report.verdict]} ${prose(resultLine(report))}`;
    const start = opening(budget, report.headline, title, report.conclusion);
    const repeat = budget.fixed(pageMarkdown(report) + repeatText(report.repeat));
    const problems = budget.list(lineList('Problems', furtherProblems(report).map(problemText), 'problem'), 0.25);
    const notices = budget.list(noticeItems(report.notices), 0.2);
    const judges = [base, head].flatMap((judge) => (judge === undefined ? [] : [judge]));
    const rulesets = budget.list(titled('Rulesets', [...judges.map(judgeText), ...notAppliedLines({ judges }).map((line) => prose(line))], 'line', (line) => item(line)), 0.1);
    const historyLines = [
        ...(history === undefined ? [] : [historyLine(history, policy.maxAge)]),
        ...(result === undefined ? [] : [unreadLine(result, policy)]),
        ...(history === undefined ? [] : sourceLines(history)),
    ];
    const about = budget.list(lineList('History', historyLines, 'line'), 0.15);
    const parts = result === undefined ? [] : resultParts(budget, report, result);
    return [start, problems, ...parts, notices, about, rulesets, repeat].join('');
}

;// CONCATENATED MODULE: ./build/esm/report/simulation/sarif.js




function sarif_toSarif(entry, ruleFile, url) {
    const { rule, severity, fails, place, text, advice, fingerprint } = entry;
    const passing = severity === 'info' ? 'note' : 'warning';
    return {
        rule: {
            id: rule,
            help: advice === '' ? '' : `To do: ${advice}.`,
            url,
            more: url,
            isSecurity: false,
            isPrecise: false,
        },
        level: fails ? 'error' : passing,
        message: `${text}.`,
        path: place.path ?? ruleFile,
        location: place.location,
        fingerprint,
    };
}
/** SARIF 2.1.0: the entries of the Code Quality report, as results on the lines of the rules. */
function renderSimulationSarif(report, { category } = {}) {
    const { headline, history, policy, result } = report;
    const ruleFile = ruleFileOfReport(report);
    const url = pageUrl('simulate', report);
    const facts = [
        headline,
        resultLine(report),
        ...(result === undefined ? [] : [unreadLine(result, policy)]),
        ...(history === undefined ? [] : [historyLine(history, policy.maxAge)]),
    ];
    return sarifText({
        version: report.tool.version,
        docsRoot: report.docsRoot,
        category: category ?? 'querygate/simulate',
        exitCode: report.exitCode,
        conclusion: report.conclusion,
        findings: entriesOf(report).map((entry) => sarif_toSarif(entry, ruleFile, url)),
        notices: [
            ...facts.map((message) => ({ level: 'notice', message, path: undefined, location: undefined })),
            ...report.notices,
        ],
        ruleFile,
    });
}

;// CONCATENATED MODULE: ./build/esm/report/simulation/summary-flows.js






/** How many broken flows are shown unfolded. */
const summary_flows_MAX_UNFOLDED = 1;
const summary_flows_MAX_CAUSES = 10;
const summary_flows_MAX_SHAPE = 300;
const MAX_SHAPE_IN_FULL = 2_000;
/** States how many items of a list did not fit. */
function leftOut(what) {
    return (count) => `${quantity(count, `more ${what}`)} left out for lack of space; see the JSON report.\n\n`;
}
function iconOf(flow) {
    if (flow.class === 'unknown' || isPossiblyAllowed(flow))
        return ICONS.unknown;
    if (flow.class === 'newly_allowed' || flow.class === 'changed')
        return ICONS.warn;
    return ICONS.block;
}
/** The rules that decide a flow's class, each with its position. */
function rulesCell(flow) {
    const side = flow.class === 'newly_allowed' ? ' (base branch)' : '';
    const named = decisiveCauses(flow).map(({ rule, place }) => {
        const where = place === undefined ? '' : ` at ${code(cutText(placeText(place), 200))}${side}`;
        return `${code(cutText(rule, 80))}${where}`;
    });
    return listed([...new Set(named)], 3, 'rule', '; ');
}
/** Prevents line breaks inside a date, or between a number and its unit, in a narrow column. */
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
        `${what}<br>${code(cutText(flow.shape, summary_flows_MAX_SHAPE))}`,
        summary_parts_text(callerText(flow.caller)),
        counts,
        unbroken(percent(share)),
        seen,
        rulesCell(flow),
    ];
    return `| ${cells.join(' | ')} |\n`;
}
/** A table of flows; those that do not fit are counted. */
function flowTable(flows, what, head, tail) {
    return {
        head: head + FLOWS_HEAD,
        tail,
        leftOut: leftOut(what),
        items: each(flows, flowRow),
        count: flows.length,
    };
}
/** A folded table, with a title. */
function folded(flows, title, what) {
    return flowTable(flows, what, `<details><summary>${title}</summary>\n\n`, '\n</details>\n\n');
}
/** One flow in full. The blank lines make Markdown work again inside the HTML. */
function summary_flows_details(flow, open, report) {
    const which = examplesText(flow);
    const moreCauses = flow.causes.length - summary_flows_MAX_CAUSES;
    const page = flowPage(flow.id, report);
    const lines = [
        `- ${summary_parts_text(`${callsText(flow)} (${percent(flow.share)} of all) by ${callerText(flow.caller)}; ${seenText(flow)}`)}\n`,
        ...(which === '' ? [] : [`- with: ${summary_parts_text(which)}\n`]),
        ...flow.causes.slice(0, summary_flows_MAX_CAUSES).map(({ rule, place, message, undecided, calls }) => {
            const where = place === undefined ? '' : ` at ${code(cutText(placeText(place), 200))}`;
            const why = summary_parts_text(cutText(undecided ?? message, 500));
            const open = undecided === undefined ? '' : ', undecided';
            return `- ${code(cutText(rule, 80))}${where}, ${quantity(calls, 'call')}${open}: ${why}\n`;
        }),
        ...(moreCauses > 0 ? [`- and ${quantity(moreCauses, 'more cause')}: see the JSON report\n`] : []),
        ...(flow.proposal === undefined
            ? []
            : [
                `- this exception keeps the flow working and changes nothing else: ${code(cutText(flow.proposal.when, 1_000))}\n`,
            ]),
        `- flow id: ${code(cutText(flow.id, 40))}${page === undefined ? '' : `, [in the dashboard](${page})`}\n`,
    ];
    const shape = fenced([cutText(flow.shape, MAX_SHAPE_IN_FULL)], 'sql');
    const title = `${iconOf(flow)} ${classText(flow)}: ${code(cutText(flow.shape, 100))}`;
    return `<details${open ? ' open' : ''}><summary>${title}</summary>\n\n${shape}\n\n${lines.join('')}\n</details>\n\n`;
}
/** The flows of the tables, each in full. */
function inFull(flows, report) {
    return {
        head: '',
        tail: '',
        leftOut: (count) => `${quantity(count, 'flow')} in the tables ${count === 1 ? 'is' : 'are'} not shown in full.\n\n`,
        items: each(flows, (flow, index) => summary_flows_details(flow, index < summary_flows_MAX_UNFOLDED, report)),
        count: flows.length,
    };
}

;// CONCATENATED MODULE: ./build/esm/report/simulation/exceptions.js

/**
 * The exception that keeps a flow working, as an entry for `exceptions:` in a rule file; the reader fills in reason and
 * last day. Safe to print: every text is a YAML scalar without invisible characters.
 */
function exceptionYaml({ proposal, id }, result) {
    if (proposal === undefined)
        return [];
    const owner = result.ruleChanges.find(({ rule }) => rule === proposal.rule)?.owner;
    return exceptionLines({ ...proposal, flow: id, owner });
}
/** The entry of an exception for one flow. */
function exceptionLines({ rule, when, flow, owner, }) {
    return [
        `- rule: ${scalar(rule)} # flow ${flow.replace(/[^0-9a-f]/g, '')}`,
        `  when: ${conditionScalar(when)}`,
        '  reason: <reason>',
        `  owner: ${owner === undefined || owner === '' ? '<owner>' : scalar(owner)}`,
        '  until: <YYYY-MM-DD>',
    ];
}

;// CONCATENATED MODULE: ./build/esm/report/simulation/summary-proposals.js






/** Exceptions to paste. No line of an entry begins with back-ticks, so none can end the code block. */
function exceptionList(flows, result) {
    const withException = flows.filter(({ proposal }) => proposal !== undefined);
    const share = `${grouped(withException.length)} of ${quantity(flows.length, 'broken flow')}`;
    const what = `<details><summary>Suggested exceptions for ${share}</summary>`;
    return {
        head: `${what}\n\nEach one was verified by a simulation: it keeps its flow working and changes nothing else. Paste it into the rule file, and fill in the reason and the last day.\n\n\`\`\`yaml\nexceptions:\n`,
        tail: '```\n\n</details>\n\n',
        leftOut: leftOut('exception'),
        items: each(withException, (flow) => `${visibleLines(exceptionYaml(flow, result)
            .map((line) => `  ${line}`)
            .join('\n'))}\n`),
        count: withException.length,
    };
}
/**
 * YAML to paste. Part of it would be of no use, so it is shown whole, or not at all with a note on where to find it.
 */
function acknowledgementList(yaml) {
    const block = yaml === undefined ? '' : `${fenced(yaml.trimEnd().split('\n'), 'yaml')}\n`;
    return {
        head: '<details><summary>Acknowledgements for all broken flows, if the break is intended</summary>\n\n',
        tail: '\n</details>\n\n',
        leftOut: () => 'They are left out for lack of space; `querygate simulate --propose-acknowledgements` and the JSON report have them.\n\n',
        items: yaml === undefined ? [] : [block],
        count: yaml === undefined ? 0 : 1,
    };
}

;// CONCATENATED MODULE: ./build/esm/report/simulation/summary.js











/** Calls that the change does not affect, in flows with other calls that it affects. */
function otherCalls({ replayed, ...classes }) {
    return Math.max(0, replayed.calls - Object.values(classes).reduce((sum, { calls }) => sum + calls, 0));
}
/** The table of flows and calls by class. */
function counts({ totals }) {
    const rows = [
        ['newly blocked: all its calls', totals.newlyBlocked],
        ['partly blocked: some of its calls', totals.partlyBlocked],
        ['unknown: might be blocked', totals.unknown],
        ['newly allowed: blocked today', totals.newlyAllowed],
        ['possibly newly allowed', totals.unknownLoosening],
        ['changed between allow and warn', totals.changed],
        ['acknowledged: an intended break', totals.acknowledged],
        ['not counted: too rare, or an ignored caller', totals.leftOut],
        ['unchanged', totals.unchanged],
        ['other calls of these flows', { flows: 0, calls: otherCalls(totals) }],
        ['**all replayed**', totals.replayed],
    ];
    const always = [
        totals.newlyBlocked,
        totals.partlyBlocked,
        totals.unknown,
        totals.unchanged,
        totals.replayed,
    ];
    const lines = rows
        .filter(([, count]) => count.flows + count.calls > 0 || always.includes(count))
        .map(([name, { flows, calls }]) => `| ${name} | ${grouped(flows)} | ${grouped(calls)} | ${unbroken(percentOf(calls, totals.replayed.calls))} |\n`);
    return `| What the change does to a flow | Flows | Calls | Share of calls |\n|---|--:|--:|--:|\n${lines.join('')}\n`;
}
/** What to do, with a link to the documentation if its address is known. */
function adviceLine(advice, report) {
    const page = pageUrl('simulate', report);
    return `**To do:** ${summary_parts_text(advice)}${page === undefined ? '' : `; [documentation](${page})`}.\n\n`;
}
/** A line of a report as a sentence of prose. */
function sentence(line) {
    return `${line.charAt(0).toUpperCase()}${line.slice(1)}.`;
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
function summary_changeLine(change) {
    const owner = change.owner === undefined || change.owner === '' ? '' : `owner ${cutText(change.owner, 100)}`;
    return [changeText(change), exercisedText(change), effectText(change), owner]
        .filter((part) => part !== '')
        .join('; ');
}
const LOOSER_HEAD = '#### ⚠️ Looser rules\n\nA history of what ran cannot show what was blocked, so review these changes yourself.\n\n';
/** The parts of a report with a result, in order of importance: earlier parts get space first. */
function summary_resultParts(budget, report, result) {
    const groups = flowGroups(result);
    const { broken, unknown } = groups;
    const unlisted = notListedText(result);
    const numbers = budget.fixed([summary_parts_text(sentence(FLOW_MEANING)), '\n\n', counts(result), unlisted === '' ? '' : `${unlisted}\n\n`].join(''));
    const hasException = broken.some(({ proposal }) => proposal !== undefined);
    const advice = broken.length === 0 ? '' : budget.fixed(adviceLine(brokenAdvice(hasException), report));
    const undecided = unknown.length === 0 ? '' : budget.fixed(adviceLine(UNKNOWN_ADVICE, report));
    const brokenHead = `#### 🛑 ${quantity(broken.length, 'flow')} would break\n\n`;
    const brokenTable = budget.list(flowTable(broken, 'broken flow', brokenHead, '\n'), 0.4);
    const declared = declaredSection(budget, result);
    const acknowledged = acknowledgedSection(budget, result);
    const looser = looserSection(budget, result);
    const unknownHead = `#### ❔ ${quantity(unknown.length, 'flow')} could not be decided\n\nThe change might block them. Usually, a rule needs a fact that the history does not record.\n\n`;
    const unknownTable = budget.list(flowTable(unknown, 'undecided flow', unknownHead, '\n'), 0.3);
    const others = otherSection(budget, result);
    const exceptions = budget.list(exceptionList(broken, result), 0.2);
    const proposed = budget.list(acknowledgementList(report.proposedAcknowledgements), 0.3);
    const full = budget.list(inFull([...broken, ...unknown], report), 0.6);
    const rest = restSections(budget, result);
    const notTried = notTriedText(result);
    const untried = notTried === '' ? '' : budget.fixed(`${notTried}\n\n`);
    const toDo = [advice, exceptions, untried, proposed].join('');
    return [numbers, brokenTable, toDo, declared, unknownTable, undecided, full, acknowledged, looser, others, ...rest];
}
const DECLARED_HEAD = '#### 🛑 Declared flows that would break, or could not be decided\n\nDeclared flows are queries that must always pass (`.querygate/flows.yml`).\n\n';
function declaredSection(budget, result) {
    const breaks = declaredBreaks(result);
    const lines = breaks.map((flow) => `${declaredText(flow)} (\`${placeText(flow.place)}\`)`);
    return budget.list(linesOf(lines, 'declared flow', DECLARED_HEAD), 0.2);
}
/** What a reviewer approves together with the diff. */
function acknowledgedSection(budget, result) {
    const { used, ineffective } = acknowledgementsOf(result);
    const { acknowledged } = flowGroups(result);
    const lines = (list) => list.map((entry) => `${acknowledgementText(entry)} (\`${placeText(entry.place)}\`)`);
    const head = '#### ⚠️ Acknowledged breaks: approving this change approves them\n\n';
    const title = `${quantity(acknowledged.length, 'flow')} acknowledged`;
    return [
        budget.list(linesOf(lines(used), 'acknowledgement', head), 0.2),
        budget.list(linesOf(lines(ineffective), 'acknowledgement', '#### Acknowledgements without effect\n\n'), 0.1),
        budget.list(folded(acknowledged, title, 'acknowledged flow'), 0.2),
    ].join('');
}
function looserSection(budget, result) {
    const changes = looserChanges(result);
    const { loosened } = flowGroups(result);
    return [
        budget.list(linesOf(changes.map(summary_changeLine), 'change', LOOSER_HEAD), 0.25),
        budget.list(flowTable(loosened, 'newly allowed flow', changes.length === 0 ? LOOSER_HEAD : '', '\n'), 0.25),
    ].join('');
}
function otherSection(budget, result) {
    const others = otherChanges(result);
    const head = `#### ${others.length === result.ruleChanges.length ? 'Rule changes' : 'Other rule changes'}\n\n`;
    return budget.list(linesOf(others.map(summary_changeLine), 'change', head), 0.25);
}
function restSections(budget, result) {
    const { changed, leftOut: notCounted } = flowGroups(result);
    const passing = result.declared.filter(({ breaks }) => !breaks);
    const changedTitle = `${quantity(changed.length, 'flow')} changed between allow and warn`;
    return [
        budget.list(folded(changed, changedTitle, 'changed flow'), 0.4),
        budget.list(linesOf(passing.map(declaredText), 'declared flow', '#### Declared flows that do not break\n\n'), 0.3),
        budget.list(linesOf(leftOutLines(notCounted), 'reason', '#### Flows not counted\n\n'), 0.3),
        budget.list(folded(notCounted, `${quantity(notCounted.length, 'flow')} not counted`, 'flow'), 0.5),
    ];
}
/** Window and age of the history, what could not be read, and notes on each source. */
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
    const selfTest = result?.selfTest
        ? ['- Self-test passed: comparing the base ruleset with itself gave no difference\n']
        : [];
    const items = [...judges.map((judge) => judgeLine(judge)), ...notApplied, ...selfTest];
    return { head: '#### Rulesets\n\n', tail: '\n', leftOut: leftOut('line'), items, count: items.length };
}
/** The Markdown of a report, at most `limit` long as counted by `measure`. */
function summary_render(report, limit, measure) {
    const budget = new Budget(Math.max(MIN_LIMIT, limit), measure);
    const head = budget.fixed(`<b>${summary_parts_text(report.headline)}</b>\n\n### ${ICONS[report.verdict]} ${summary_parts_text(resultLine(report))}\n\n${summary_parts_text(report.conclusion)}\n\n`);
    const repeat = budget.fixed(pageMarkdown(report) + repeatBlock(report.repeat));
    const problems = budget.list(linesOf(furtherProblems(report).map((problem) => `🛑 ${problemText(problem)}`), 'problem', ''), 0.25);
    const judges = budget.list(summary_judgeLines(report), 0.1);
    const history = budget.list(linesOf(historyLines(report), 'line', '#### History\n\n'), 0.1);
    const parts = report.result === undefined ? [] : summary_resultParts(budget, report, report.result);
    const notices = budget.list(noticeList(report.notices), 1);
    return [head, problems, ...parts, notices, history, judges, repeat].join('');
}
/** GitHub's job summary, at most `options.limit` bytes (default 992 KiB, at least 16 KiB). */
function renderSimulationSummary(report, options = {}) {
    return summary_render(report, options.limit ?? SUMMARY_LIMIT, bytes);
}
/**
 * The same text as a comment on the pull request.
 *
 * @param marker HTML comment that identifies the comment later; becomes its first line. It must differ from the marker
 * of the check's comment.
 * @param limit maximum length in characters that the host accepts, at least 16,384
 */
function simulationComment(report, { marker, limit = COMMENT_LIMIT }) {
    const first = `${marker}\n\n`;
    return first + summary_render(report, limit - first.length, characters);
}

;// CONCATENATED MODULE: ./build/esm/report/simulation/terminal.js












/** Maximum number of flows shown in full, and of lines in each other list; the rest is counted. */
const MAX_IN_FULL = 20;
const MAX_IN_LIST = 20;
const terminal_MAX_SHAPE = 600;
/** A paragraph with a mark in front. */
function marked(canvas, mark, text, paint, body = String) {
    return paragraph(canvas, 2, text, body, `${paint(mark)} `);
}
function section(lines) {
    return lines.length === 0 ? [] : [...lines, ''];
}
/** One flow in full: query, caller, calls, dates, the rules that affect it, and what to do. */
function flowBlock(canvas, flow, result, report) {
    const { colours, marks } = canvas;
    const verdict = flow.class === 'unknown' ? 'unknown' : 'block';
    const paint = verdictPaint(colours, verdict);
    const causes = decisiveCauses(flow);
    const [first] = causes;
    const place = first?.place === undefined ? 'no line in a file' : placeText(first.place);
    const head = `${paint(marks[verdict])} ${colours.bold(visible(cutText(place, 300)))}`;
    const rule = colours.bold(visible(cutText(first?.rule ?? '', 80)));
    const examples = examplesText(flow);
    const yaml = exceptionYaml(flow, result);
    return [
        `${head}  ${paint(CLASS_WORDS[flow.class])}  ${rule}`,
        ...paragraph(canvas, 4, cutText(flow.shape, terminal_MAX_SHAPE)),
        '',
        ...labelled(canvas, 'by', callerText(flow.caller)),
        ...labelled(canvas, 'calls', `${callsText(flow)} ${effectOf(flow)} (${percent(flow.share)} of all); ${seenText(flow)}`),
        ...(examples === '' ? [] : labelled(canvas, 'with', examples)),
        ...causes.flatMap(({ rule, place, message, undecided }, index) => {
            const prefix = index === 0 ? '' : `${rule}${place === undefined ? '' : ` at ${placeText(place)}`}: `;
            return labelled(canvas, index === 0 ? 'why' : 'and', `${cutText(prefix, 300)}${prefix === '' ? '' : ' '}${cutText(undecided ?? message, 500)}`);
        }),
        ...labelled(canvas, 'flow', [cutText(flow.id, 40), flowPage(flow.id, report) ?? ''].join(' ').trim()),
        ...(yaml.length === 0
            ? []
            : labelled(canvas, 'except', 'this exception keeps the flow working and changes nothing else:')),
        ...yaml.map((line) => ' '.repeat(4 + LABEL) + line),
        '',
    ];
}
/** The worst flows in full; the rest is counted. */
function fullList(canvas, flows, report, result, what, advice, help) {
    if (flows.length === 0)
        return [];
    const { colours, marks } = canvas;
    const more = flows.length - MAX_IN_FULL;
    return [
        ...foldedList(canvas, what, flows.slice(0, MAX_IN_FULL).map((flow) => flowBlock(canvas, flow, result, report)), (count) => quantity(count, `more ${what} flow`)),
        ...(more > 0
            ? [
                ...marked(canvas, marks.notice, `${quantity(more, `more ${what} flow`)} not shown (--format json shows more)`, colours.dim),
                '',
            ]
            : []),
        ...section(marked(canvas, marks.notice, `to do: ${advice}${help === undefined ? '' : `; ${help}`}`, colours.cyan)),
    ];
}
/** A flow in one line. */
function flowLine(flow) {
    const rules = [...new Set(decisiveCauses(flow).map(({ rule }) => cutText(rule, 80)))].join(', ');
    const acknowledgement = flow.acknowledged === undefined
        ? ''
        : `; acknowledged until ${cutText(flow.acknowledged.until, 20)} by ${cutText(flow.acknowledged.owner, 100)}: ${cutText(flow.acknowledged.reason, 300)}`;
    return `${classText(flow)}${rules === '' ? '' : ` (${rules})`}: ${cutText(flow.shape, 160)}; ${callsText(flow)} by ${callerText(flow.caller)}${acknowledgement}`;
}
function shortList(canvas, lines, what, mark, paint, body = String) {
    const more = lines.length - MAX_IN_LIST;
    const { colours, marks } = canvas;
    return [
        ...lines.slice(0, MAX_IN_LIST).flatMap((line) => marked(canvas, mark, line, paint, body)),
        ...(more > 0
            ? marked(canvas, marks.notice, `${quantity(more, `more ${what}`)} not shown (--format json shows all)`, colours.dim)
            : []),
    ];
}
function resultLines(canvas, report, result) {
    const { colours, marks } = canvas;
    const groups = flowGroups(result);
    const hasException = groups.broken.some(({ proposal }) => proposal !== undefined);
    const flowLines = (flows, what, mark, paint) => section(shortList(canvas, flows.map(flowLine), what, mark, paint));
    const notTried = notTriedText(result);
    const notListed = notListedText(result);
    const breaking = declaredBreaks(result);
    const declared = [...breaking, ...result.declared.filter(({ breaks, base, head }) => !breaks && base !== head)];
    const { used, ineffective } = acknowledgementsOf(result);
    const changes = (list) => list.map((change) => [changeText(change), exercisedText(change), effectText(change)].filter(Boolean).join('; '));
    const help = pageUrl('simulate', report);
    return [
        ...fullList(canvas, groups.broken, report, result, 'broken', brokenAdvice(hasException), help),
        ...section(notTried === '' ? [] : marked(canvas, marks.notice, notTried, colours.dim)),
        ...section(shortList(canvas, declared.map((flow) => `declared flow ${declaredText(flow)} (${placeText(flow.place)})`), 'declared flow', marks.block, colours.red)),
        ...fullList(canvas, groups.unknown, report, result, 'undecided', UNKNOWN_ADVICE, help),
        ...section(shortList(canvas, [...used, ...ineffective].map((entry) => `acknowledgement at ${placeText(entry.place)}: ${acknowledgementText(entry)}`), 'acknowledgement', marks.warn, colours.yellow)),
        ...flowLines(groups.acknowledged, 'acknowledged flow', marks.notice, colours.dim),
        ...flowLines(groups.loosened, 'newly allowed flow', marks.warn, colours.yellow),
        ...flowLines(groups.changed, 'changed flow', marks.notice, colours.dim),
        ...section(shortList(canvas, leftOutLines(groups.leftOut), 'reason', marks.notice, colours.dim)),
        ...section([
            ...shortList(canvas, changes(looserChanges(result)), 'looser rule', marks.warn, colours.yellow),
            ...shortList(canvas, changes(otherChanges(result)), 'changed rule', marks.notice, String),
        ]),
        ...section(notListed === '' ? [] : marked(canvas, marks.notice, notListed, colours.dim)),
        ...section(marked(canvas, marks.notice, unreadLine(result, report.policy), colours.dim)),
    ];
}
/** The verdict whose mark and colour the conclusion has. */
function endingOf({ exitCode, verdict }) {
    // A break within the limits passes: show it as a warning, neither as a failure nor as all clear.
    if (exitCode === model/* EXIT */.dc.ok)
        return verdict === 'allow' ? 'allow' : 'warn';
    // A mistake in the change's own files is certain, although its effect is unknown.
    return exitCode === model/* EXIT */.dc.config ? 'block' : verdict;
}
/** For people, in a terminal or in the log of a CI job. The result follows the headline. Ends with a newline. */
function renderSimulationTerminal(report, options = {}) {
    const canvas = createCanvas(options);
    const { colours, marks } = canvas;
    const paint = verdictPaint(colours, report.verdict);
    const ending = endingOf(report);
    const { base, head, history, result } = report;
    const notApplied = notAppliedLines({ judges: [base, head].flatMap((judge) => (judge === undefined ? [] : [judge])) });
    const lines = [
        ...paragraph(canvas, 0, report.headline, colours.bold),
        ...marked(canvas, marks[report.verdict], resultLine(report), paint, colours.bold),
        ...(result === undefined ? [] : paragraph(canvas, 2, `(${FLOW_MEANING})`, colours.dim)),
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
    lines.push(...pageLines(report), ...repeatLines(report.repeat));
    return `${breakLineCommands(lines).join('\n')}\n`;
}

;// CONCATENATED MODULE: ./build/esm/report/simulation/formats.js








/** The formats of a simulation, under the same names as for `check`. */
const SIMULATION_FORMATS = {
    terminal: { summary: 'text for people', render: renderSimulationTerminal },
    json: { summary: 'JSON for programs (schemas/simulation.v1.json)', render: renderSimulationJson },
    github: { summary: 'GitHub Actions annotations on the lines of the rules', render: renderSimulationGithub },
    summary: { summary: 'GitHub Actions job summary, Markdown', render: renderSimulationSummary },
    markdown: { summary: 'Markdown without HTML, for comments on any host', render: renderSimulationMarkdown },
    'code-quality': { summary: 'GitLab Code Quality report', render: renderSimulationCodeQuality },
    sarif: { summary: 'SARIF 2.1.0, for GitHub code scanning', render: renderSimulationSarif },
    junit: { summary: 'JUnit XML, for test reports', render: renderSimulationJunit },
};

;// CONCATENATED MODULE: ./build/esm/report/index.js










/***/ })

};
