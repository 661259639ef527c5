export const id = 4961;
export const ids = [4961];
export const modules = {

/***/ 74961:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  rJ: () => (/* reexport */ checkDeservesComment),
  Mp: () => (/* reexport */ collectHistoryCommand),
  wu: () => (/* reexport */ createBaseline),
  E3: () => (/* reexport */ dialectOf),
  O5: () => (/* reexport */ explainFile),
  sJ: () => (/* reexport */ listRules),
  c: () => (/* reexport */ loadEffective),
  iV: () => (/* reexport */ mergeHistoryCommand),
  oV: () => (/* reexport */ planInit),
  k_: () => (/* reexport */ runCheck),
  yE: () => (/* reexport */ runHistoryWorker),
  wp: () => (/* reexport */ runSimulate),
  Pj: () => (/* reexport */ showHistoryCommand),
  w: () => (/* reexport */ showRule),
  ut: () => (/* reexport */ simulationDeservesComment),
  uQ: () => (/* reexport */ testRules)
});

// UNUSED EXPORTS: readRulesetFiles

// EXTERNAL MODULE: ./build/esm/model/index.js + 11 modules
var model = __webpack_require__(17324);
// EXTERNAL MODULE: ./build/esm/check/index.js + 8 modules
var check = __webpack_require__(39284);
// EXTERNAL MODULE: ./build/esm/rules/index.js + 46 modules
var esm_rules = __webpack_require__(3728);
;// CONCATENATED MODULE: ./build/esm/commands/check/findings.js


/** A problem with rules or configuration, as a finding on its line. */
function sideFinding({ kind, error }) {
    const path = error.place?.file ?? '.querygate';
    const line = error.place?.line;
    const position = line === undefined ? undefined : { offset: 0, line, column: error.place?.column ?? 1 };
    return {
        ...(0,check/* wholeFileFinding */.RP)(path, ''),
        rule: kind === 'config' ? 'configuration' : 'rules-in-force',
        location: position && { start: position, end: position },
        message: error.message,
        help: '',
        docs: 'rulesets',
        fingerprint: (0,esm_rules/* fingerprint */.Rj)({ rule: 'configuration', path, shape: error.message, occurrence: 0 }),
    };
}
function trustFindings(change) {
    if (change?.untrusted === undefined)
        return [];
    return [runFinding('changed-files', `the list of changed files cannot be trusted: ${change.untrusted}`)];
}
/** The service judged nothing, so every file is unknown. */
function serviceFinding({ message }) {
    return runFinding(SERVICE, `nothing was judged: ${message}`);
}
const SERVICE = 'service';
/** Whether the finding is that the service judged nothing. */
function isServiceFailure({ rule, path, operation }) {
    return rule === SERVICE && path === '.' && operation === undefined;
}
function runFinding(rule, message) {
    const shape = '';
    return {
        ...(0,check/* wholeFileFinding */.RP)('.', ''),
        rule,
        message,
        help: '',
        fingerprint: (0,esm_rules/* fingerprint */.Rj)({ rule, path: '.', shape, occurrence: 0 }),
    };
}

;// CONCATENATED MODULE: ./build/esm/commands/baseline.js


/**
 * The baseline file of `querygate baseline`: it accepts every finding of the report. Raises ServiceError if the service
 * should have judged and did not. There is nothing to accept then, and an old baseline is kept.
 */
function createBaseline(report) {
    const failure = report.findings.find(isServiceFailure);
    if (failure)
        throw new model/* ServiceError */._7(failure.message, report.exitCode || model/* EXIT */.dc.service);
    const found = report.findings.filter(({ status }) => status === 'new' || status === 'existing' || status === 'baselined');
    const accepted = found
        .filter(isAcceptable)
        .map(({ fingerprint, rule, path }) => ({ fingerprint, rule, path }))
        .sort((a, b) => compare(a.path, b.path) || compare(a.fingerprint, b.fingerprint));
    return {
        text: `${JSON.stringify({ version: 1, findings: accepted }, null, 2)}\n`,
        accepted: accepted.length,
        left: found.length - accepted.length,
    };
}
/** Whether the finding is about a statement, and not about a whole file. */
function isAcceptable({ location }) {
    return location !== undefined;
}
function compare(a, b) {
    return a < b ? -1 : a > b ? 1 : 0;
}

// EXTERNAL MODULE: ./build/esm/sql/index.js + 23 modules
var sql = __webpack_require__(82216);
;// CONCATENATED MODULE: ./build/esm/commands/inputs/globs.js

// Pull requests control both the globs and the file names, and together these can make a backtracking matcher run for
// hours. The time of this matcher is proportional to the product of their lengths.
const MAX_LENGTH = 1000;
/** Patterns after the expansion of braces and `a**b`. */
const MAX_ALTERNATIVES = 256;
/**
 * Returns a test whether a path of the repository matches one of the globs. `*`, `?` and `[a-z]` match within one path
 * part, `**` matches across folders, `{a,b}` matches either; dots and line ends are ordinary characters. A glob that
 * matches a folder matches everything below it. Raises ConfigError for a glob that is too long or uses unsupported
 * syntax.
 */
function matcher(globs, { ignoreCase, folders = false } = { ignoreCase: true }) {
    const fold = (text) => (ignoreCase ? text.toLowerCase() : text);
    const tests = globs.map((glob) => compile(fold(glob), glob, folders));
    return (path) => {
        const folded = fold(path);
        return tests.some((matches) => matches(folded));
    };
}
function compile(folded, glob, folders) {
    if (glob.length > MAX_LENGTH)
        throw new model/* ConfigError */.xL(`the glob \`${glob.slice(0, 40)}…\` is longer than ${MAX_LENGTH.toLocaleString('en')} characters; shorten it`);
    const unknown = /^!|[@!+?*]\(/.exec(glob);
    if (unknown)
        throw new model/* ConfigError */.xL(`the glob \`${glob}\` uses \`${unknown[0]}\`, which is not supported; use \`*\`, \`**\`, \`?\`, \`[a-z]\` and \`{a,b}\`, and \`ignore\` to skip files`);
    const pattern = cleanPath(folded);
    if (pattern === '' || pattern === '.')
        return () => true;
    // An exact name matches itself, whatever characters it contains.
    const literal = (path) => path === pattern || path.startsWith(`${pattern}/`) || (folders && pattern.startsWith(`${path}/`));
    if (!isGlob(pattern))
        return literal;
    const alternatives = alternativesOf(pattern, glob).map(segmentsOf);
    return (path) => {
        if (literal(path))
            return true;
        const parts = path.split('/').map((part) => [...part]);
        return alternatives.some((segments) => matchPath(segments, parts, folders));
    };
}
/** Removes a leading `./` and a trailing `/` of a path from the command line or a configuration. */
function cleanPath(path) {
    return path.replace(/^(?:\.\/+)+/, '').replace(/\/+$/, '');
}
function isGlob(pattern) {
    return /[*?{[]/.test(pattern);
}
/** The folder that contains everything that a glob can match; '' is the root. */
function globFolder(pattern) {
    const parts = pattern.split('/');
    const first = parts.findIndex(isGlob);
    return parts.slice(0, Math.max(0, first)).join('/');
}
/** Expands `{a,b}`, and `a**b`, which is `a*b` or `a*` and `*b` with folders between them. */
function alternativesOf(pattern, glob) {
    const done = [];
    const open = [pattern];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
        const expanded = expandBraces(next) ?? expandStars(next);
        if (expanded)
            open.push(...expanded);
        else
            done.push(next);
        if (done.length + open.length > MAX_ALTERNATIVES)
            throw new model/* ConfigError */.xL(`the glob \`${glob}\` expands to more than ${MAX_ALTERNATIVES} patterns; simplify it`);
    }
    return done;
}
/** Expands the first braces that contain a comma; undefined if there are none. */
function expandBraces(pattern) {
    for (let start = pattern.indexOf('{'); start !== -1; start = pattern.indexOf('{', start + 1)) {
        const commas = [];
        let depth = 0;
        for (let at = start; at < pattern.length; at++) {
            const character = pattern[at];
            if (character === '{')
                depth++;
            else if (character === ',' && depth === 1)
                commas.push(at);
            else if (character === '}' && --depth === 0) {
                if (commas.length === 0)
                    break;
                const ends = [...commas, at];
                return ends.map((end, i) => pattern.slice(0, start) + pattern.slice((ends[i - 1] ?? start) + 1, end) + pattern.slice(at + 1));
            }
        }
    }
    return undefined;
}
function expandStars(pattern) {
    const parts = pattern.split('/');
    const index = parts.findIndex((part) => part !== '**' && part.includes('**'));
    const part = parts[index];
    if (part === undefined)
        return undefined;
    const [before = '', ...rest] = part.split(/\*{2,}/);
    const after = rest.join('**');
    const within = (inner) => parts.with(index, inner.join('/')).join('/');
    return [within([`${before}*${after}`]), within([`${before}*`, '**', `*${after}`])];
}
const ANY = 0;
const MANY = 1;
const FOLDERS = 2;
function segmentsOf(pattern) {
    const segments = pattern
        .split('/')
        .filter((part) => part !== '')
        .map((part) => (part === '**' ? FOLDERS : tokensOf([...part])));
    // A glob that matches a folder matches everything below it.
    if (segments.at(-1) !== FOLDERS)
        segments.push(FOLDERS);
    return segments;
}
function tokensOf(part) {
    const tokens = [];
    for (let at = 0; at < part.length; at++) {
        const character = part[at] ?? '';
        const end = character === '[' ? part.indexOf(']', at + 2) : -1;
        if (character === '*') {
            if (tokens.at(-1) !== MANY)
                tokens.push(MANY);
        }
        else if (character === '?')
            tokens.push(ANY);
        else if (end !== -1) {
            tokens.push(rangesOf(part.slice(at + 1, end)));
            at = end;
        }
        else
            tokens.push(character);
    }
    return tokens;
}
function rangesOf(inner) {
    const not = inner[0] === '!' || inner[0] === '^';
    const characters = not ? inner.slice(1) : inner;
    const ranges = [];
    for (let at = 0; at < characters.length; at++) {
        const from = characters[at] ?? '';
        const to = characters[at + 1] === '-' ? characters[at + 2] : undefined;
        ranges.push([from, to ?? from]);
        if (to !== undefined)
            at += 2;
    }
    return { not, ranges };
}
/** Runs all alternatives at once: keeps the set of positions in the pattern that the path can have reached. */
function matchPath(segments, parts, folders) {
    let reached = globs_close(new Set([0]), segments);
    for (const part of parts) {
        const next = new Set();
        for (const at of reached) {
            const segment = segments[at];
            if (segment === FOLDERS)
                next.add(at);
            else if (segment && matchPart(segment, part))
                next.add(at + 1);
        }
        if (next.size === 0)
            return false;
        reached = globs_close(next, segments);
    }
    return folders || reached.has(segments.length);
}
/** `**` also matches no folder at all. */
function globs_close(reached, segments) {
    for (const at of reached)
        if (segments[at] === FOLDERS)
            reached.add(at + 1);
    return reached;
}
/** Backtracks to the last `*` only: an earlier one could match nothing that this one cannot. */
function matchPart(tokens, part) {
    let token = 0;
    let star = -1;
    let starAt = 0;
    for (let at = 0; at < part.length;) {
        const wanted = tokens[token];
        if (wanted === MANY) {
            star = token++;
            starAt = at;
        }
        else if (wanted !== undefined && matchCharacter(wanted, part[at] ?? '')) {
            token++;
            at++;
        }
        else if (star !== -1) {
            token = star + 1;
            at = ++starAt;
        }
        else
            return false;
    }
    while (tokens[token] === MANY)
        token++;
    return token === tokens.length;
}
function matchCharacter(token, character) {
    if (token === ANY)
        return true;
    if (typeof token === 'string')
        return token === character;
    if (token === MANY)
        return false;
    const { not, ranges } = token;
    return ranges.some(([from, to]) => from <= character && character <= to) !== not;
}

;// CONCATENATED MODULE: ./build/esm/commands/inputs/config.js



const CONFIG_FILE = '.querygate/config.yml';
const BASELINE_FILE = '.querygate/baseline.json';
/** Reads the configuration of a tree; undefined if it has none. Raises ConfigError with its place. */
async function loadConfig(tree, path = CONFIG_FILE) {
    const bytes = await readOwnFile(tree, path, 'configuration');
    if (!bytes) {
        if (path === CONFIG_FILE && (await tree.read('.querygate/config.yaml')).kind !== 'missing') {
            throw new model/* ConfigError */.xL(`this file is not read; rename it to \`${CONFIG_FILE}\``, {
                file: '.querygate/config.yaml',
            });
        }
        return undefined;
    }
    const { configFileSchema } = await Promise.all(/* import() */[__webpack_require__.e(2857), __webpack_require__.e(9343)]).then(__webpack_require__.bind(__webpack_require__, 39343));
    const file = await (0,esm_rules/* readYamlFile */.kv)({ file: path, bytes, what: 'configuration file' }, configFileSchema);
    const { value } = file;
    assertGlobs(value.paths ?? [], (i) => file.placeOf(['paths', i]));
    assertGlobs(value.ignore ?? [], (i) => file.placeOf(['ignore', i]));
    (value.files ?? []).forEach(({ paths }, at) => {
        assertGlobs(paths, (i) => file.placeOf(['files', at, 'paths', i]));
    });
    return { file: path, value };
}
/** An invalid glob is an error at its line, on the side that wrote it. */
function assertGlobs(globs, placeOf) {
    globs.forEach((glob, index) => {
        try {
            matcher([glob]);
        }
        catch (error) {
            throw error instanceof model/* ConfigError */.xL ? new model/* ConfigError */.xL(error.message, placeOf(index)) : error;
        }
    });
}
/** The bytes of one of Querygate's own files; undefined if it is missing. */
async function readOwnFile(tree, path, what) {
    const entry = await tree.read(path);
    switch (entry.kind) {
        case 'file':
            return entry.bytes;
        case 'missing':
            return undefined;
        case 'link':
            throw new model/* ConfigError */.xL(`the ${what} is a symbolic link, and links are not followed; replace it with a regular file`, { file: path });
        case 'oversized':
            throw new model/* ConfigError */.xL(`the ${what} is too large (${entry.size} bytes); make it smaller`, { file: path });
    }
}
/** The fingerprints of the baseline: findings that are accepted. Empty if there is no tree to read it from. */
async function loadBaseline(tree, config) {
    if (!tree)
        return new Set();
    const path = config?.baseline ?? BASELINE_FILE;
    const bytes = await readOwnFile(tree, path, 'baseline');
    if (!bytes) {
        if (config?.baseline === undefined)
            return new Set();
        throw new model/* ConfigError */.xL(`there is no baseline \`${path}\`; correct \`baseline\` in the configuration`, {
            file: path,
        });
    }
    const { baselineSchema } = await Promise.all(/* import() */[__webpack_require__.e(2857), __webpack_require__.e(9343)]).then(__webpack_require__.bind(__webpack_require__, 39343));
    let parsed;
    try {
        parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    }
    catch {
        throw new model/* ConfigError */.xL('the baseline is not valid JSON; recreate it with `querygate baseline`', { file: path });
    }
    const result = baselineSchema.safeParse(parsed);
    if (!result.success) {
        const issue = result.error.issues[0];
        throw new model/* ConfigError */.xL(`\`${issue?.path.join('.') ?? ''}\` is invalid in the baseline: ${issue?.message ?? ''}`, {
            file: path,
        });
    }
    const baseline = result.data;
    return new Set(baseline.findings.map((finding) => finding.fingerprint));
}
const DEFAULT_PATHS = ['**/*.sql'];
const STRICT = {
    failOn: ['warn', 'block', 'never'],
    onUnknown: ['fail', 'warn', 'pass'],
    suppressions: ['off', 'fail-on-new', 'on'],
};
/**
 * Resolves the settings. `inForce` is the base's configuration (or the only one), `edited` is the head's if the change
 * edits it. The stricter of both values applies, and a file is judged if either selects it. The caller, tool and
 * dialect of a file come from the base if it sets them.
 */
function resolveSettings(request, inForce, edited) {
    const sides = edited ? [inForce ?? {}, edited] : [inForce ?? {}];
    const pick = (order, values, fallback) => order.find((value) => values.some((given) => (given ?? fallback) === value)) ?? fallback;
    const selectors = sides.map((side) => selectorOf(request, side));
    const values = sides;
    const files = values.map((side) => (side.files ?? []).map((entry) => ({ entry, matches: matcher(entry.paths) })));
    const lookUp = (path, key, side) => files[side]?.findLast(({ entry, matches }) => entry[key] !== undefined && matches(path))?.entry[key];
    const dialectOf = (path, side) => lookUp(path, 'dialect', side) ?? values[side]?.dialect;
    return {
        failOn: request.failOn ??
            pick(STRICT.failOn, values.map((side) => side['fail-on']), 'block'),
        onUnknown: request.onUnknown ??
            pick(STRICT.onUnknown, values.map((side) => side['on-unknown']), 'fail'),
        findings: request.findings ??
            pick(['all', 'new'], values.map((side) => side.findings), 'new'),
        suppressions: pick(STRICT.suppressions, values.map((side) => side.suppressions), 'on'),
        rules: inForce?.rules,
        pathsGiven: request.paths !== undefined || values.some((side) => side.paths !== undefined),
        selects: (path) => selectors.some(({ selects }) => selects(path)),
        mayHold: (path) => selectors.some(({ mayHold }) => mayHold(path)),
        isEditedDialect: (path) => request.dialect === undefined && dialectOf(path, 0) === undefined && dialectOf(path, 1) !== undefined,
        of: (path) => ({
            dialect: request.dialect ?? dialectOf(path, 0) ?? dialectOf(path, 1),
            // Never from the head: with its own tool or caller, a change could exempt itself.
            tool: lookUp(path, 'tool', 0),
            caller: request.caller ?? lookUp(path, 'caller', 0),
        }),
    };
}
function selectorOf(request, config) {
    const paths = request.paths ?? config.paths ?? DEFAULT_PATHS;
    const wanted = matcher(paths);
    // Case-sensitive: a file whose name differs only in case is another file, and is judged.
    const ignored = matcher([...(request.ignore ?? []), ...(config.ignore ?? [])], { ignoreCase: false });
    const isSql = folderRule(paths);
    const matchesFolder = matcher(paths, { ignoreCase: true, folders: true });
    return {
        selects: (path) => wanted(path) && isSql(path) && !ignored(path),
        // `vendor/**/*.sql` ignores all SQL of a folder, so the folder holds nothing to select.
        mayHold: (path) => matchesFolder(path) && !ignored(path) && !ignored(`${path}/${ANY_NAME}.sql`),
    };
}
/** A file name that only a wildcard can match. */
const ANY_NAME = '\u0001any\u0001';
/** A folder selects only the SQL files in it; a file or glob selects whatever it matches. */
function folderRule(paths) {
    const named = new Set(paths.map(cleanPath));
    const globs = matcher(paths.filter(isGlob));
    return (path) => /\.sql$/i.test(path) || named.has(path) || globs(path);
}

;// CONCATENATED MODULE: ./build/esm/commands/inputs/resolve-mode.js

/** What a job reads from the repository if it does not use a service. */
const EMBEDDED_INPUTS = { check: 'own rules', simulate: 'own rules and history' };
/**
 * A base URL or a key selects the service, and then all three settings are required; a workspace alone does not. If a
 * run cannot have the key, `on-missing-key` of the base's configuration decides. Raises ConfigError that names the
 * missing setting.
 */
function resolveMode({ baseUrl, apiKey, workspace, withheld, keyAdvice }, onMissingKey, job) {
    if (!baseUrl && !apiKey)
        return { kind: 'embedded', fallbackReason: undefined };
    if (!apiKey && withheld !== undefined) {
        if (onMissingKey === 'embedded')
            return {
                kind: 'embedded',
                fallbackReason: `${withheld}, so there is no API key: the repository's ${EMBEDDED_INPUTS[job]} were used instead of the service's (\`on-missing-key: embedded\`)`,
            };
        return {
            kind: 'withheld',
            why: `${withheld}, so there is no API key and the service cannot be used; let someone who has a key run it, or set \`on-missing-key: embedded\` in the configuration of the base branch`,
        };
    }
    if (!apiKey)
        throw new model/* ConfigError */.xL(`the base URL of a service is set, but the API key is missing; set \`SERVICE_API_KEY\`${keyAdvice ? `: ${keyAdvice}` : ''}`);
    if (!baseUrl)
        throw new model/* ConfigError */.xL('the API key of a service is set, but the base URL is missing; set `SERVICE_BASE_URL` (or `base-url`)');
    if (!workspace)
        throw new model/* ConfigError */.xL('the base URL and API key of a service are set, but the workspace is missing; set `SERVICE_WORKSPACE_ID` (or `workspace`)');
    return { kind: 'service', baseUrl, apiKey, workspace };
}

;// CONCATENATED MODULE: ./build/esm/commands/inputs/link-map.js
/** The limit of Linux: more links than this are taken for a cycle. */
const MAX_STEPS = 40;
/** Maximum number of characters to look at: chains of links with long names could take hours. */
const MAX_WORK = 200_000_000;
/** The sorted files and links of a tree, and the targets of the links. Opens no file. */
class LinkMap {
    #files;
    #sorted;
    #links;
    #known;
    #work = 0;
    constructor(files, links) {
        this.#files = [...files].sort();
        this.#sorted = [...links].sort((a, b) => (a.path < b.path ? -1 : 1));
        this.#links = new Map(links.map((link) => [link.path, link]));
        this.#known = new Set(files);
    }
    /** Whether the limit was reached, so that the targets of some links are unknown. */
    get isExhausted() {
        return this.#work > MAX_WORK;
    }
    /** Whether the tree has a file or link at `path`. */
    has(path) {
        return this.#known.has(path) || this.#links.has(path);
    }
    filesBelow(folder) {
        return folder === '' ? this.#files : below(this.#files, folder, (path) => path);
    }
    linksBelow(folder) {
        return folder === '' ? this.#sorted : below(this.#sorted, folder, ({ path }) => path);
    }
    resolve(link) {
        const through = [link];
        const elsewhere = (path) => ({ end: { kind: 'elsewhere', path }, through });
        if (link.target === undefined || link.target.startsWith('/'))
            return elsewhere();
        const at = link.path.split('/').slice(0, -1);
        const ahead = link.target.split('/').reverse();
        for (let part = ahead.pop(); part !== undefined; part = ahead.pop()) {
            if (part === '' || part === '.')
                continue;
            if (part === '..') {
                if (at.pop() === undefined)
                    return elsewhere();
                continue;
            }
            at.push(part);
            const current = at.join('/');
            this.#work += current.length;
            if (this.isExhausted)
                return elsewhere();
            const next = this.#links.get(current);
            if (!next)
                continue;
            through.push(next);
            this.#work += next.target?.length ?? 0;
            if (through.length > MAX_STEPS || next.target === undefined || next.target.startsWith('/'))
                return elsewhere();
            at.pop();
            ahead.push(...next.target.split('/').reverse());
        }
        const path = at.join('/');
        if (this.#known.has(path))
            return { end: { kind: 'file', path }, through };
        const isFolder = path === '' || this.filesBelow(path).length > 0 || this.linksBelow(path).length > 0;
        return isFolder ? { end: { kind: 'folder', path }, through } : elsewhere(path);
    }
}
/** The items of a sorted list that are below a folder. */
function below(sorted, folder, pathOf) {
    // `0` is the character after `/`.
    return sorted.slice(firstFrom(sorted, `${folder}/`, pathOf), firstFrom(sorted, `${folder}0`, pathOf));
}
function firstFrom(sorted, wanted, pathOf) {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        const item = sorted[middle];
        if (item !== undefined && pathOf(item) < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

;// CONCATENATED MODULE: ./build/esm/commands/inputs/linked-files.js

/** Maximum number of links, and of paths through nested links, that are resolved. */
const MAX_LINKS = 20_000;
const MAX_VIEWS = 20_000;
/** Maximum number of files behind links that are matched against the globs. */
const MAX_MATCHED = 500_000;
/**
 * Finds SQL that is only reachable through links. Querygate does not follow links when it reads files, but a tool that
 * runs the SQL does. So SQL that a change makes reachable through a link is unknown.
 *
 * @param folders the folders whose links matter; '' is the whole tree
 * @param changed the files of the change, or undefined if all files of the folders are judged
 */
async function linkedFiles(head, settings, folders, changed) {
    if (changed?.length === 0)
        return NOTHING;
    const edited = changed?.filter(({ status }) => status !== 'deleted').map(({ path }) => path);
    const own = new Set();
    for (const folder of folders)
        for (const path of (await head.links?.(folder)) ?? [])
            own.add(path);
    // Saves listing a large folder if none of its links can lead to selected files.
    if (!edited && ![...own].some((path) => settings.mayHold(path) && !settings.selects(path)))
        return NOTHING;
    if (own.size > MAX_LINKS)
        return { unread: [tooMany(`too many links (${own.size})`)], notices: [] };
    const map = new LinkMap(await head.list(''), await readLinks(head));
    const notices = edited ? await submoduleNotices(head, map, settings, edited) : [];
    const found = new Search(map, settings, edited).run(own);
    return { unread: found.unread, notices: [...notices, ...found.notices] };
}
const NOTHING = { unread: [], notices: [] };
/** If a tree cannot resolve its links, their targets are unknown. */
async function readLinks(head) {
    if (head.readLinks)
        return head.readLinks();
    return ((await head.links?.('')) ?? []).map((path) => ({ path, target: undefined, leadsTo: undefined }));
}
function tooMany(what) {
    return {
        path: '.',
        problem: `the repository has ${what}, so it is not known which files they lead to; remove links`,
    };
}
class Search {
    #map;
    #settings;
    /** Undefined if the whole tree is judged. */
    #edited;
    #sortedEdits;
    #views = 0;
    #matched = 0;
    constructor(map, settings, edited) {
        this.#map = map;
        this.#settings = settings;
        this.#edited = edited && new Set(edited);
        this.#sortedEdits = [...(edited ?? [])].sort();
    }
    run(links) {
        const unread = [];
        const notices = [];
        for (const link of this.#map.linksBelow('')) {
            if (!links.has(link.path))
                continue;
            // A selected link is reported when the file is read.
            const isJudged = this.#settings.selects(link.path) && (this.#edited?.has(link.path) ?? true);
            if (isJudged || !this.#settings.mayHold(link.path))
                continue;
            const result = this.#resolve(link, link.path, false, []);
            if (result === 'judged')
                notices.push(judgedElsewhere(link.path));
            else if (result)
                unread.push({ path: link.path, problem: result.problem });
            if (this.#isOverLimit())
                return { unread: [...unread, tooMany('too many paths through nested links')], notices };
        }
        return { unread, notices };
    }
    #isOverLimit() {
        return this.#views > MAX_VIEWS || this.#matched > MAX_MATCHED || this.#map.isExhausted;
    }
    /**
     * @param view path of the link as seen through the links that lead to it
     * @param isNew whether the change created one of the links that lead to it
     * @param route the links that lead to it
     */
    #resolve(link, view, isNew, route) {
        if (++this.#views > MAX_VIEWS)
            return undefined;
        const { end, through } = this.#map.resolve(link);
        const made = isNew || through.some(({ path }) => this.#edited?.has(path));
        switch (end.kind) {
            case 'file':
                return this.#settings.selects(view) ? this.#fileResult(end.path, view, made) : undefined;
            case 'folder':
                return this.#folderResult(end.path, view, made, [...route, link]);
            case 'elsewhere':
                return this.#elsewhereResult(link, end.path, view, made);
        }
    }
    #fileResult(path, view, made) {
        if (made)
            return { problem: `the change makes it a link to \`${path}\`, ${ADVICE}` };
        if (this.#edited && !this.#edited.has(path))
            return undefined;
        if (this.#isJudgedAlike(path, view))
            return 'judged';
        const what = this.#edited ? 'which the change edits' : 'which is not judged under that name';
        return { problem: `it is a link to \`${path}\`, ${what}, ${ADVICE}` };
    }
    #folderResult(folder, view, made, route) {
        const rest = (path) => (folder === '' ? path : path.slice(folder.length + 1));
        let result;
        for (const path of this.#candidates(folder, made)) {
            if (++this.#matched > MAX_MATCHED)
                return result;
            const shown = `${view}/${rest(path)}`;
            const isWanted = this.#map.has(path) ? this.#settings.selects(shown) : this.#settings.mayHold(shown);
            const own = isWanted ? this.#fileResult(path, shown, made) : undefined;
            if (own && own !== 'judged')
                return own;
            result ??= own;
        }
        for (const link of this.#map.linksBelow(folder)) {
            // A cycle leads to the same files again.
            if (route.includes(link))
                continue;
            const shown = `${view}/${rest(link.path)}`;
            if (!this.#settings.mayHold(shown))
                continue;
            const own = this.#resolve(link, shown, made, route);
            if (own && own !== 'judged')
                return own;
            result ??= own;
            if (this.#isOverLimit())
                break;
        }
        return result;
    }
    /** The files of the folder that matter, including the paths of submodules that the change moved. */
    #candidates(folder, made) {
        if (made || !this.#edited)
            return this.#map.filesBelow(folder);
        return folder === '' ? this.#sortedEdits : below(this.#sortedEdits, folder, (path) => path);
    }
    #elsewhereResult(link, path, view, made) {
        if (link.leadsTo === 'missing')
            return undefined;
        const wanted = this.#settings.selects(view) || (link.leadsTo !== 'file' && this.#settings.mayHold(view));
        if (!wanted)
            return undefined;
        const moved = path !== undefined && prefixesOf(path).some((folder) => this.#edited?.has(folder));
        // A link that the change did not touch is not its concern, unless the target of the link cannot be read.
        if (this.#edited && !made && !moved && link.target !== undefined)
            return undefined;
        const what = link.target === undefined
            ? 'a link whose target cannot be read'
            : `a link to \`${link.target}\`, which is not a file or folder of the repository`;
        return { problem: `it is ${what}, ${ADVICE}` };
    }
    /** A file that is run under another name, or with another dialect, tool or caller, can do something else. */
    #isJudgedAlike(path, view) {
        const { selects, of } = this.#settings;
        const same = nameOf(path) === nameOf(view) && JSON.stringify(of(path)) === JSON.stringify(of(view));
        return same && this.#map.has(path) && selects(path);
    }
}
const ADVICE = 'and links are not followed; make it a file, or skip the link with `ignore`';
function judgedElsewhere(path) {
    return {
        level: 'notice',
        message: 'the target of this link is judged under its own name, not under the name of the link',
        path,
        location: undefined,
    };
}
/** A changed path that is neither a file nor a link is a submodule: another commit of another repository. */
async function submoduleNotices(head, map, { selects, mayHold }, edited) {
    const notices = [];
    for (const path of edited) {
        // A submodule that is selected itself is reported as a missing file.
        if (map.has(path) || selects(path) || !mayHold(path))
            continue;
        if ((await head.read(path)).kind !== 'missing')
            continue;
        const message = 'the change moves this submodule to another commit; its files are not judged here, so check them in its own repository';
        notices.push({ level: 'warning', message, path, location: undefined });
    }
    return notices;
}
/** The path and its parent folders. */
function prefixesOf(path) {
    const parts = path.split('/');
    return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
function nameOf(path) {
    return path.slice(path.lastIndexOf('/') + 1);
}

;// CONCATENATED MODULE: ./build/esm/commands/inputs/select-files.js



/** The SQL files of the change, or of the tree if there is no change. */
async function selectFiles(request, settings) {
    return request.change ? changedFiles(request, request.change, settings) : allFiles(request, settings);
}
async function changedFiles(request, change, settings) {
    const files = change.files
        .filter((file) => settings.selects(file.path))
        .map(({ path, status, previousPath }) => ({ path, status, previousPath }));
    files.sort((a, b) => select_files_compare(a.path, b.path));
    const nothing = files.length === 0 && settings.pathsGiven && !(await change.head.list('')).some((path) => settings.selects(path));
    const linked = await linkedFiles(change.head, settings, [''], change.files);
    return { files, unread: linked.unread, notices: [...(nothing ? [matchesNothing(request)] : []), ...linked.notices] };
}
function matchesNothing(request) {
    return {
        level: 'warning',
        message: `no file of the repository matches \`paths\` (${(request.paths ?? ['the configuration']).join(', ')}); if the repository has SQL files, correct the globs`,
        path: undefined,
        location: undefined,
    };
}
async function allFiles(request, settings) {
    const found = new Set();
    const folders = new Set();
    for (const named of request.paths ?? ['.'])
        for (const path of await filesOf(request, named, folders))
            found.add(path);
    const files = [...found]
        .filter((path) => settings.selects(path))
        .sort(select_files_compare)
        .map((path) => ({ path, status: 'given', previousPath: undefined }));
    const { unread, notices } = await linkedFiles(request.head, settings, [...folders], undefined);
    if (files.length > 0 || unread.length > 0)
        return { files, unread, notices };
    if (request.paths === undefined)
        return { files, unread, notices: settings.pathsGiven ? [matchesNothing(request)] : notices };
    const named = request.paths.map((path) => `\`${path}\``).join(', ');
    throw new model/* ConfigError */.xL(`there is no SQL file in ${named}; correct the path or the glob`);
}
/**
 * The files that a path, folder or glob of the command line matches. Lists no other folders.
 * Matching nothing is an error: otherwise the run would pass without a check.
 *
 * @param folders collects the folders that were searched
 */
async function filesOf({ head }, named, folders) {
    const path = cleanPath(named);
    if (path === '' || path === '.') {
        folders.add('');
        return select_files_all(head, '');
    }
    if ((await head.read(path)).kind !== 'missing')
        return [path];
    const below = await select_files_all(head, path);
    if (below.length > 0) {
        folders.add(path);
        return below;
    }
    if (isGlob(path))
        folders.add(globFolder(path));
    const files = isGlob(path) ? (await select_files_all(head, globFolder(path))).filter(matcher([path])) : [];
    if (files.length > 0)
        return files;
    // Files that are only reachable through links are reported by `linkedFiles`.
    if (isGlob(path) && ((await head.links?.(globFolder(path))) ?? []).length > 0)
        return files;
    if (isGlob(path))
        throw new model/* ConfigError */.xL(`no file matches \`${named}\`; correct the glob`);
    throw new model/* ConfigError */.xL(`there is no file or non-empty folder \`${named}\`; correct the path`);
}
/** Files and links. Links are not followed, but each unread file has to be reported. */
async function select_files_all(tree, folder) {
    return [...(await tree.list(folder)), ...((await tree.links?.(folder)) ?? [])];
}
function select_files_compare(a, b) {
    return a < b ? -1 : a > b ? 1 : 0;
}
/** Warns about changed files that control the check, and that only the host can protect (docs/security.md). */
function announcements(change) {
    const touched = change.files.flatMap(({ path, previousPath }) => [path, previousPath ?? path]);
    const own = [...new Set(touched.filter((path) => WORKFLOW.test(path)))];
    if (own.length === 0)
        return [];
    return [
        {
            level: 'warning',
            message: `the change edits files that control this check (${own.slice(0, 5).join(', ')}${own.length > 5 ? `, and ${own.length - 5} more` : ''}): review them with care; docs/security.md says how to protect them`,
            path: undefined,
            location: undefined,
        },
    ];
}
const WORKFLOW = /^(?:\.github\/(?:workflows|actions)\/|\.gitlab-ci\.ya?ml$|\.gitlab\/|(?:\.github\/|docs\/|\.gitlab\/)?CODEOWNERS$)/;
/** The base version of a modified file; undefined if there is none to compare with. */
async function baseBytes(change, file) {
    // A migration tool runs a renamed migration as a new one, so all of it is judged.
    if (!change || file.status !== 'modified' || !(0,model/* isAvailable */.e2)(change.diffBase))
        return undefined;
    const entry = await change.diffBase.read(file.path);
    return entry.kind === 'file' ? entry.bytes : undefined;
}

;// CONCATENATED MODULE: ./build/esm/commands/inputs/side-files.js




/** Reads the configuration and the rules of one side. Reports their errors to `onProblem` instead of throwing. */
async function readSide(source, tree, onProblem) {
    if (!(0,model/* isAvailable */.e2)(tree)) {
        onProblem(new model/* ConfigError */.xL(`the rules in force cannot be read: ${tree.unavailable}`));
        return { config: undefined, ruleset: undefined, source: undefined, isReadable: false };
    }
    let isReadable = true;
    const attempt = async (load) => {
        try {
            return await load();
        }
        catch (error) {
            if (!(error instanceof model/* ConfigError */.xL))
                throw error;
            isReadable = false;
            onProblem(error);
            return undefined;
        }
    };
    const config = await attempt(() => loadConfig(tree, source.config));
    if (!isReadable || source.trustedRules)
        return { config, ruleset: undefined, source: undefined, isReadable };
    const ruleset = await attempt(() => source.rules === undefined ? (0,esm_rules/* loadRuleset */.Xf)({ tree, entry: config?.value.rules }) : loadFromEither(tree, source.rules));
    return { config, ruleset, source: ruleset && { tree, entry: source.rules ?? config?.value.rules }, isReadable };
}
/** A missing path is not an error here, since the other side may have it. */
async function loadFromEither(tree, entry) {
    if (!entry.startsWith('querygate:')) {
        const path = cleanPath(entry);
        if ((await tree.read(path)).kind === 'missing' && (await tree.list(path)).length === 0)
            return undefined;
    }
    return (0,esm_rules/* loadRuleset */.Xf)({ tree, entry });
}
/** Marks an error as one of the base branch, which the change cannot fix. */
function inBase(error) {
    if (!error.place)
        return error;
    return new model/* ConfigError */.xL(`this file is invalid on the base branch, so the rules in force are unknown: ${error.message}`, error.place);
}

;// CONCATENATED MODULE: ./build/esm/commands/inputs/effective-ruleset.js



/** The effective ruleset of a tree. Raises ConfigError. */
async function loadEffective({ tree, rules }) {
    const entry = rules ?? (await loadConfig(tree))?.value.rules;
    return (await (0,esm_rules/* loadRuleset */.Xf)({ tree, entry })) ?? (await (0,esm_rules/* loadPack */.eC)(esm_rules/* DEFAULT_PACK */.aN));
}
/** Loads the reader of each dialect once. */
function memoisedReader() {
    const readers = new Map();
    return (dialect) => {
        const reader = readers.get(dialect) ?? (0,sql/* createSqlReader */.Ck)(dialect);
        readers.set(dialect, reader);
        return reader;
    };
}

;// CONCATENATED MODULE: ./build/esm/commands/inputs/sides.js






/** Reads the rules and the configuration of both sides of a change, or of the only tree. */
async function loadSides(request) {
    const { change } = request;
    if (!change)
        return oneSide(request, request.head);
    const problems = [];
    const base = await readSide(request, change.rulesBase, (error) => {
        problems.push({ kind: 'unknown', error: inBase(error) });
    });
    const isBaseKnown = problems.length === 0;
    const head = await readSide(request, change.head, (error) => {
        problems.push({ kind: 'config', error });
    });
    refuseMissing(request, base.config, head.config);
    if (!base.ruleset && request.rules !== undefined && !request.trustedRules && !head.ruleset && problems.length === 0) {
        throw new model/* ConfigError */.xL(`there is no rule file \`${request.rules}\`, neither in the base nor in the head; correct \`--rules\` (input \`rules\`)`);
    }
    const same = JSON.stringify(base.config?.value) === JSON.stringify(head.config?.value);
    const judging = request.trustedRules
        ? await trustedRules(request, request.trustedRules)
        : await bothRules(change.head, base, head);
    return {
        ...judging,
        // If the base has none, the defaults are in force: the change's configuration can only make them stricter.
        inForce: base.config?.value,
        edited: same ? undefined : head.config?.value,
        removed: base.config !== undefined && head.isReadable && head.config === undefined,
        tree: (0,model/* isAvailable */.e2)(change.rulesBase) ? change.rulesBase : undefined,
        introduces: isBaseKnown &&
            !base.config &&
            !base.ruleset &&
            !request.trustedRules &&
            (head.config ?? head.ruleset) !== undefined,
        headDecides: isBaseKnown && base.config?.value['head-rules'] === 'decide',
        problems,
    };
}
/** A side without rules has the built-in ones; a head that cannot be read has the base's. */
async function bothRules(tree, base, head) {
    const pack = await (0,esm_rules/* loadPack */.eC)(esm_rules/* DEFAULT_PACK */.aN);
    const first = base.ruleset ?? pack;
    const second = head.isReadable ? (head.ruleset ?? pack) : first;
    const rules = (0,check/* judgingRulesets */.s$)(first, second);
    return {
        rules,
        own: base.ruleset && base,
        editedRules: rules.length > 1 ? { ruleset: second, source: head.source ?? { tree, entry: esm_rules/* DEFAULT_PACK */.aN } } : undefined,
    };
}
async function trustedRules(request, source) {
    const ruleset = await (0,esm_rules/* loadRuleset */.Xf)(source);
    if (!ruleset)
        throw new model/* ConfigError */.xL(`there is no rule file in \`${request.rules ?? ''}\`; correct \`--rules\` (input \`rules\`)`);
    return { rules: (0,check/* judgingRulesets */.s$)(ruleset, undefined), own: { ruleset, source }, editedRules: undefined };
}
async function oneSide(request, tree) {
    const config = await loadConfig(tree, request.config);
    refuseMissing(request, config, undefined);
    const source = request.trustedRules ?? { tree, entry: request.rules ?? config?.value.rules };
    const ruleset = await (0,esm_rules/* loadRuleset */.Xf)(source);
    return {
        rules: (0,check/* judgingRulesets */.s$)(ruleset ?? (await (0,esm_rules/* loadPack */.eC)(esm_rules/* DEFAULT_PACK */.aN)), undefined),
        own: ruleset && { ruleset, source },
        editedRules: undefined,
        inForce: config?.value,
        edited: undefined,
        tree,
        removed: false,
        introduces: false,
        headDecides: false,
        problems: [],
    };
}
function refuseMissing(request, inForce, edited) {
    if (request.config === undefined || inForce || edited)
        return;
    throw new model/* ConfigError */.xL(`there is no configuration \`${request.config}\`; correct \`--config\` (input \`config\`), or leave it out to use \`${CONFIG_FILE}\``);
}
/**
 * Runs the examples of the repository's own rules, as a CI run does before it uses them. A failure is an error in the
 * change, or in the only side.
 */
async function failedExamples(ruleset) {
    if (!ruleset?.rules.some(isOwn))
        return [];
    const results = await (0,esm_rules/* testRuleset */.xA)(ruleset, memoisedReader());
    return results
        .filter(({ passed, rule }) => !passed && isOwn(rule))
        .map(({ rule, wanted, sql, problem }) => {
        const message = `an example of the rule \`${rule.id}\` fails: \`${sql.slice(0, 100)}\` is listed under \`${wanted}\`, but ${problem}; fix the rule or the example`;
        return { kind: 'config', error: new model/* ConfigError */.xL(message, rule.place) };
    });
}
function isOwn(rule) {
    return !rule.source.startsWith('querygate:') && rule.examples.length > 0;
}

;// CONCATENATED MODULE: ./build/esm/commands/report-parts/headline.js
/**
 * First line of every report: which ruleset judged what. Not escaped: each format does that.
 *
 * @param outcome undefined if the repository's own rules judged
 */
function headline(request, sides, files, outcome = undefined) {
    const { change } = request;
    const over = change
        ? `${files} changed SQL file${files === 1 ? '' : 's'}${change.event === 'local' ? '' : ` of ${change.event}`} (${change.headLabel} against ${change.baseLabel})`
        : `${files} SQL file${files === 1 ? '' : 's'}`;
    const parts = [outcome ? openingOf(request, outcome, over) : `judged by ${rulesetsOf(request, sides)} over ${over}`];
    if (request.trustedRules && !outcome)
        parts.push('the rules come from a separate checkout');
    if (sides.introduces && !outcome)
        parts.push('the base has no rules or configuration yet, so those of the change are used together with the built-in rules');
    if (sides.problems.some(({ kind }) => kind === 'unknown'))
        parts.push('the rules in force could not be read, so it is not known whether these are the rules that apply');
    if (change?.fork)
        parts.push('the head comes from a fork');
    const { workspace, baseUrl } = request.service;
    if (workspace && !outcome)
        parts.push(`workspace \`${workspace}\` was not asked: ${baseUrl ? 'there is no API key' : 'no service is configured'}`);
    return parts.join('; ');
}
function openingOf(request, outcome, over) {
    const named = request.service.workspace;
    const workspace = named ? `workspace \`${named}\`` : 'the service';
    switch (outcome.kind) {
        case 'judged':
            return `judged by ${activeOf(outcome.done, request)} over ${over}`;
        case 'nothing':
            return `${workspace} was not asked, because there is nothing to judge: ${over}`;
        case 'unanswered':
            return `nothing was judged, because ${outcome.reason}${named ? ` (${workspace})` : ''}: ${over}`;
    }
}
/** The active ruleset, and the edited one if it judged too. */
function activeOf({ workspace, ruleset, judges }, { change }) {
    const [first, second] = judges;
    const active = `workspace \`${workspace}\`, ruleset version ${ruleset.version} (${rulesIn(first?.rules ?? 0)})`;
    if (!second)
        return active;
    const edited = namesOf(second.sources, second.commit, placeOf(change, second.side), second.rules);
    return decidedBy(`${active}, and ${edited}`, false);
}
function rulesetsOf(request, { rules, headDecides }) {
    const [first, second] = rules;
    if (!first)
        return 'no ruleset';
    if (!second)
        return headline_nameOf(first.ruleset, placeOf(request.change, first.side));
    const both = `${headline_nameOf(first.ruleset, placeOf(request.change, first.side))} and ${headline_nameOf(second.ruleset, placeOf(request.change, second.side))}`;
    return decidedBy(both, headDecides);
}
function decidedBy(both, headDecides) {
    return headDecides ? `${both} (the edited rules decide)` : `${both} (the stricter verdict decides)`;
}
function placeOf(change, side) {
    if (!change || side === 'only')
        return '';
    return side === 'base' ? ' in force' : ' as edited by the change';
}
/** The line is for people; `judges` in the report names every source. */
const MAX_NAMES = 3;
function headline_nameOf({ rules, sources, commit }, where) {
    return namesOf(sources, commit, where, rules.filter((rule) => rule.verdict !== 'off').length);
}
/** `.querygate/rules.yml (24 rules)`: the repository's own files, or the pack if there are none. */
function namesOf(sources, commit, where, active) {
    const own = sources.filter((source) => !source.startsWith('querygate:'));
    const all = own.length > 0 ? own : sources;
    const names = all.slice(0, MAX_NAMES).join(', ') + (all.length > MAX_NAMES ? `, and ${all.length - MAX_NAMES} more` : '');
    const at = commit === undefined ? '' : ` at ${commit.slice(0, 8)}`;
    return `${names}${at}${where} (${rulesIn(active)})`;
}
function rulesIn(active) {
    return `${active} rule${active === 1 ? '' : 's'}`;
}

;// CONCATENATED MODULE: ./build/esm/commands/report-parts/repeat.js

/**
 * The commands that give the same result in a checkout of the change, one a line: they fetch the base and the client,
 * and run it. Undefined for a local run.
 *
 * @param inService whether the service judges; the user who repeats the command sets their own key in the environment
 */
function repeatCommand(request, inService) {
    const { change } = request;
    if (request.event === 'local')
        return undefined;
    const base = baseOf(change);
    const parts = ['check', ...sinceBase(change, base)];
    if (request.dialect)
        parts.push('--dialect', request.dialect);
    if (request.rules)
        parts.push('--rules', quote(request.rules));
    if (request.config)
        parts.push('--config', quote(request.config));
    if (request.failOn)
        parts.push('--fail-on', request.failOn);
    if (request.onUnknown)
        parts.push('--on-unknown', request.onUnknown);
    if (request.findings)
        parts.push('--findings', request.findings);
    for (const glob of request.ignore ?? [])
        parts.push('--ignore', quote(glob));
    if (inService)
        parts.push(...serviceOptions(request.service));
    if (request.paths)
        parts.push('--', ...request.paths.map(quote));
    return commandLines(request.source, base, parts);
}
/** Never the key, and no part of the address that could be a secret. */
function serviceOptions({ baseUrl = '', workspace }) {
    const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
    return [
        ...(url ? ['--base-url', quote(`${url.origin}${url.pathname.replace(/\/+$/, '')}`)] : []),
        ...(workspace ? ['--workspace', quote(workspace)] : []),
    ];
}
/** The same for a simulation. A history that an earlier step restored has to be there. */
function repeatSimulation(request, inService) {
    const { change, limits } = request;
    if (request.event === 'local')
        return undefined;
    const base = baseOf(change);
    const parts = ['simulate', ...sinceBase(change, base)];
    if (request.rules)
        parts.push('--rules', quote(request.rules));
    if (request.config)
        parts.push('--config', quote(request.config));
    for (const path of request.history ?? [])
        parts.push('--history', quote(path));
    for (const [key, value] of Object.entries(limits)) {
        const name = `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
        if (value === true)
            parts.push(name);
        else if (value !== undefined && value !== false)
            parts.push(name, String(value));
    }
    if (inService)
        parts.push(...serviceOptions(request.service));
    return commandLines(request.source, base, parts);
}
function baseOf(change) {
    return change && 'commit' in change.rulesBase ? change.rulesBase.commit : undefined;
}
function sinceBase(change, base) {
    return change ? ['--since', base ?? '<base>'] : [];
}
function commandLines(source = model/* INSTALLED */.Ln, base, parts) {
    const fetch = base === undefined ? [] : [`git fetch --quiet origin ${base}`];
    return [...fetch, ...source.install, [source.command, ...parts].join(' ')].join('\n');
}
/** Quotes for a shell: names come from the pull request, and each must stay one word. */
function quote(word) {
    return /^[\w./@:=-]+$/.test(word) && !word.startsWith('-') ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

;// CONCATENATED MODULE: ./build/esm/commands/check/conclude.js

function countTotals(files, findings, suppressions, operations) {
    const of = (test) => findings.filter(test).length;
    const counts = (verdict) => of((finding) => finding.status === 'new' && finding.verdict === verdict);
    return {
        files: files.filter(({ status }) => status !== 'deleted').length,
        statements: files.reduce((sum, file) => sum + file.statements, 0),
        operations,
        blocked: counts('block'),
        warned: counts('warn'),
        unknown: counts('unknown'),
        existing: of(({ status }) => status === 'existing'),
        suppressed: of(({ status }) => status === 'suppressed'),
        excepted: of(({ status }) => status === 'excepted'),
        baselined: of(({ status }) => status === 'baselined'),
        spared: of(({ status }) => status === 'spared'),
        newSuppressions: suppressions.filter(({ added }) => added).length,
    };
}
/** Findings that count come first, then the strictest verdict, then path and place. */
function sortFindings(findings) {
    const rank = ({ status }) => (status === 'new' ? 0 : 1);
    return [...findings].sort((a, b) => rank(a) - rank(b) ||
        (0,model/* compareVerdicts */.m3)(a.verdict, b.verdict) ||
        (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) ||
        (a.location?.start.offset ?? 0) - (b.location?.start.offset ?? 0));
}
/** Codes that `fail-on: never` turns into 0. A configuration error and a refused key still fail. */
const TOLERATED = [model/* EXIT */.dc.blocked, model/* EXIT */.dc.service, model/* EXIT */.dc.unknown];
/**
 * The exit code, and why. If several apply, the smallest wins.
 *
 * @param configProblems errors in the change's own rules or configuration
 * @param serviceProblem why the service judged nothing. `on-unknown` does not apply to it: that setting is about what
 * was judged
 */
function conclude(totals, policy, configProblems, serviceProblem) {
    const reasons = [];
    const failing = policy.failOn === 'warn' ? totals.blocked + totals.warned : totals.blocked;
    if (failing > 0) {
        const isWarnedOnly = policy.failOn === 'warn' && totals.blocked === 0;
        const text = isWarnedOnly
            ? `${(0,model/* counted */.hS)(failing, 'warning')} (\`fail-on: warn\`)`
            : `${(0,model/* counted */.hS)(failing, 'finding')} blocked`;
        reasons.push({ code: model/* EXIT */.dc.blocked, text });
    }
    if (configProblems > 0)
        reasons.push({ code: model/* EXIT */.dc.config, text: `${(0,model/* counted */.hS)(configProblems, 'error')} in the rules or the configuration` });
    if (serviceProblem)
        reasons.push({ code: serviceProblem.exitCode, text: `nothing was judged: ${serviceFailureOf(serviceProblem)}` });
    const unknown = totals.unknown - configProblems - (serviceProblem ? 1 : 0);
    if (unknown > 0 && policy.onUnknown === 'fail') {
        reasons.push({
            code: model/* EXIT */.dc.unknown,
            text: `${(0,model/* counted */.hS)(unknown, 'finding')} could not be decided (\`on-unknown: fail\`)`,
        });
    }
    const failed = reasons.map(({ text }) => text).join('; ');
    const remaining = policy.failOn === 'never' ? reasons.filter(({ code }) => !TOLERATED.includes(code)) : reasons;
    if (remaining.length > 0) {
        const exitCode = Math.min(...remaining.map(({ code }) => code));
        return { exitCode, conclusion: `failed: ${failed}` };
    }
    if (reasons.length > 0)
        return { exitCode: model/* EXIT */.dc.ok, conclusion: `reported only (\`fail-on: never\`): ${failed}` };
    if (totals.files === 0 && totals.unknown === 0)
        return { exitCode: model/* EXIT */.dc.ok, conclusion: 'passed: nothing to check' };
    const remarks = [
        totals.warned > 0 ? (0,model/* counted */.hS)(totals.warned, 'warning') : '',
        unknown > 0 ? `${unknown} undecided (\`on-unknown: ${policy.onUnknown}\`)` : '',
        totals.existing > 0 ? (0,model/* counted */.hS)(totals.existing, 'existing finding') : '',
    ].filter((text) => text !== '');
    return { exitCode: model/* EXIT */.dc.ok, conclusion: `passed${remarks.length > 0 ? `, with ${remarks.join(', ')}` : ''}` };
}
/** Why the service gave no verdict. */
function serviceFailureOf({ exitCode }) {
    switch (exitCode) {
        case model/* EXIT */.dc.config:
            return 'the service rejected the request';
        case model/* EXIT */.dc.auth:
            return 'the API key was not accepted';
        case model/* EXIT */.dc.unknown:
            return 'this run has no API key';
        default:
            return 'the service did not answer';
    }
}

;// CONCATENATED MODULE: ./build/esm/commands/inputs/dialect-proposal.js
/** Syntax that only one dialect uses. */
const SIGNS = [
    [
        'postgresql',
        /\$\$|::\w|\b(?:BIGSERIAL|SERIAL|PLPGSQL|TIMESTAMPTZ|JSONB|BYTEA|ON CONFLICT|CONCURRENTLY|USING GIN)\b/gi,
    ],
    ['mysql', /`\w+`|\b(?:ENGINE\s*=|AUTO_INCREMENT|UNSIGNED|LONGTEXT|MEDIUMTEXT|DELIMITER|TINYINT\(1\))/gi],
    ['mariadb', /\/\*M!|\bMARIADB\b/gi],
    ['sqlite', /\b(?:AUTOINCREMENT|PRAGMA|WITHOUT ROWID|INSERT OR (?:REPLACE|IGNORE))\b/gi],
    ['transactsql', /^\s*GO\s*$|\[dbo\]|\b(?:NVARCHAR|DATETIME2|UNIQUEIDENTIFIER|IDENTITY\(1|OBJECT_ID\()/gim],
];
/** Guesses the dialect of a text: the one with the most matches. Used only as a proposal to the user. */
function proposeDialect(text) {
    const sample = text.slice(0, 100_000);
    let best;
    for (const [dialect, pattern] of SIGNS) {
        const count = sample.match(pattern)?.length ?? 0;
        if (count > (best?.count ?? 0))
            best = { dialect, count };
    }
    return best?.dialect;
}

;// CONCATENATED MODULE: ./build/esm/commands/inputs/dialect.js




/** The dialect that the configuration sets for a path. Raises ConfigError with a proposal if it sets none. */
async function dialectOf(tree, path, config) {
    const loaded = await loadConfig(tree, config);
    const request = { change: undefined, head: tree, event: 'local', today: '', service: {} };
    const dialect = resolveSettings(request, loaded?.value, undefined).of(path).dialect;
    if (dialect)
        return dialect;
    const entry = await tree.read(path);
    if (entry.kind !== 'file')
        throw new model/* ConfigError */.xL(`there is no file \`${path}\`; correct the path`);
    throw noDialect(path, (0,sql/* decodeSql */.xM)(entry.bytes).text ?? '');
}
/** The error for a file without a dialect: says what to add, with a proposal. */
function noDialect(path, text) {
    const proposal = proposeDialect(text);
    const dialect = proposal ?? '<dialect>';
    const why = proposal ? `it looks like ${proposal}` : `\`<dialect>\` is one of ${model/* DIALECTS */.O9.join(', ')}`;
    return new model/* ConfigError */.xL(`no dialect is set for this file; add \`--dialect ${dialect}\`, or the lines \`version: 1\` and \`dialect: ${dialect}\` to .querygate/config.yml, or run \`querygate init\` (${why})`, { file: path });
}

;// CONCATENATED MODULE: ./build/esm/commands/check/files.js






/** Reads and decodes a file, and resolves its settings. A file that cannot be read is a finding. */
async function prepareFile(request, settings, file, isIntroduced) {
    const { path, status } = file;
    const own = settings.of(path);
    const prepared = { file, notices: [], task: undefined, finding: undefined, refused: undefined };
    if (status === 'deleted')
        return { ...prepared, dialect: undefined };
    const source = await textOf(request, path);
    if ('problem' in source)
        return { ...prepared, dialect: own.dialect, finding: (0,check/* wholeFileFinding */.RP)(path, source.problem) };
    const notices = [];
    if (source.note)
        notices.push({ level: 'notice', message: source.note, path, location: undefined });
    const { dialect } = own;
    if (!dialect) {
        const error = noDialect(path, source.text);
        const finding = sideFinding({ kind: 'config', error });
        return { ...prepared, dialect, notices, finding, refused: error };
    }
    if (settings.isEditedDialect(path) && !isIntroduced)
        notices.push({
            level: 'warning',
            message: `the change itself sets the dialect of this file to ${dialect}: check that it is right, because the same SQL can do something else in another dialect`,
            path,
            location: undefined,
        });
    const base = await baseBytes(request.change, file);
    const baseText = base && (0,sql/* decodeSql */.xM)(base).text;
    const task = { path, status, text: source.text, baseText, settings: { ...own, dialect } };
    return { ...prepared, dialect, notices, task };
}
/** @param judged undefined if the file was not judged */
function outcomeOf({ file, dialect, notices, task, finding }, judged, { findings: mode }) {
    const found = judged?.findings ?? (finding ? [finding] : []);
    const findings = judged && mode === 'all' ? found.map(countExisting) : found;
    const { path, previousPath, status } = file;
    const statements = judged?.statements ?? 0;
    const verdict = task && !judged ? 'unknown' : (0,check/* verdictOf */.Vj)(findings);
    return {
        report: { path, previousPath, status, dialect, statements, verdict },
        operations: judged?.operations ?? 0,
        findings,
        suppressions: judged?.suppressions ?? [],
        notices: [...notices, ...(judged?.notices ?? [])],
    };
}
/** `findings: all`: findings that the base has count too. */
function countExisting(finding) {
    return finding.status === 'existing' ? { ...finding, status: 'new' } : finding;
}
async function textOf({ head, standardInput }, path) {
    const entry = standardInput ? { kind: 'file', bytes: standardInput } : await read(head, path);
    if (typeof entry === 'string')
        return { problem: entry };
    switch (entry.kind) {
        case 'missing':
            return {
                problem: 'the file is not in the checkout, or is in a submodule; check out the commit of the change',
            };
        case 'link':
            return {
                problem: 'the file is a symbolic link, and links are not followed, because they could lead out of the repository',
            };
        case 'oversized':
            return {
                problem: `the file has ${entry.size} bytes, which is more than the limit; split it, or skip it with \`ignore\``,
            };
        case 'file': {
            const decoded = (0,sql/* decodeSql */.xM)(entry.bytes);
            return decoded.text === undefined ? { problem: decoded.reason } : decoded;
        }
    }
}
async function read(tree, path) {
    try {
        return await tree.read(path);
    }
    catch (error) {
        if (error instanceof model/* ConfigError */.xL)
            return error.message;
        throw error;
    }
}

;// CONCATENATED MODULE: ./build/esm/commands/report-parts/service-notices.js
/** Maximum number of rules that one line names. */
const MAX_RULES = 20;
/** How long before its expiry a key is reported, in milliseconds: two weeks. */
const KEY_WARNING_MS = 14 * 24 * 60 * 60 * 1000;
/**
 * Notices on a difference between the workspace's active ruleset and the repository's own, and on a key that expires
 * soon.
 *
 * @param own where the repository's own ruleset is: `the base branch`
 * @param consequence what a difference means for the job
 */
function serviceNotices({ drift, ruleset, workspace, keyExpires }, now, { own, consequence }) {
    const notices = [];
    if (drift && !drift.same) {
        const rules = drift.changes
            .slice(0, MAX_RULES)
            .map(({ rule, differences }) => `\`${rule}\` (${differences.join(', ')})`);
        const more = drift.changes.length - rules.length;
        if (more > 0)
            rules.push(`and ${more} more`);
        notices.push(`the active ruleset of workspace \`${workspace}\` (version ${ruleset.version}) differs from that of ${own}${rules.length > 0 ? `: ${rules.join('; ')}` : ''}; ${consequence}`);
    }
    const left = keyExpires === undefined ? undefined : Date.parse(keyExpires) - now.getTime();
    if (left !== undefined && left < KEY_WARNING_MS)
        notices.push(`the API key expires on ${keyExpires?.slice(0, 10)}; rotate it`);
    return notices;
}

;// CONCATENATED MODULE: ./build/esm/commands/check/notices.js




/** A notice about the whole run. */
function runNotice(level, message) {
    return { level, message, path: undefined, location: undefined };
}
function changeNotices(change) {
    const notices = [...announcements(change)];
    if (!(0,model/* isAvailable */.e2)(change.diffBase) && change.untrusted === undefined)
        notices.push(runNotice('warning', `the base version of the files cannot be read (${change.diffBase.unavailable}), so every finding counts as new`));
    return notices;
}
/** Notices about a change of the configuration. */
function settingNotices({ edited, removed, introduces }) {
    const notices = [];
    if (edited && !introduces)
        notices.push(runNotice('notice', 'the change edits the configuration: until it is merged, the stricter value of each setting applies'));
    if (edited && introduces)
        notices.push(runNotice('notice', 'the change adds the first configuration: until it is merged, the default of a setting applies where it is stricter'));
    if (removed)
        notices.push(runNotice('notice', 'the change removes the configuration: it still applies until the change is merged'));
    return notices;
}
/** Notices about the two rulesets of a change that edits the rules. */
function sideNotices(sides, judges, findings, answer) {
    const onlyBase = findings.filter(({ status, side }) => status === 'new' && side === 'base').length;
    const source = answer ? `the active ruleset of workspace \`${answer.workspace}\`` : 'the rules in force';
    const effect = answer ? 'is activated there' : 'is merged';
    return [
        ...(onlyBase > 0
            ? [
                runNotice('notice', `${onlyBase} of the findings come from ${source}, not from the edited rules: rules that the change loosens take effect once it ${effect}`),
            ]
            : []),
        ...settingNotices(sides),
        ...(sides.headDecides && judges > 1
            ? [
                runNotice('warning', answer
                    ? `\`head-rules: decide\` in the base configuration is ignored with a service: ${source} judges, and the stricter verdict decides`
                    : 'the edited rules decide (`head-rules: decide` in the base configuration): review what they let through'),
            ]
            : []),
    ];
}
/** Notices about expired exceptions of the repository's own rules. */
function expiredOwnExceptions({ rules }, today) {
    const [first] = rules;
    return first ? (0,check/* expiredExceptionsOf */.nv)(first.ruleset, today).map(check/* expiryNotice */.mD) : [];
}
/** Notices about the answer of the service. */
function answerNotices({ today, change }, done) {
    const { workspace, ruleset } = done;
    const messages = serviceNotices(done, new Date(`${today}T23:59:59Z`), {
        own: change ? 'the base branch' : 'the working directory',
        consequence: 'the active one judged',
    });
    return [
        ...messages.map((message) => runNotice('notice', message)),
        ...ruleset.expired.map((exception) => runNotice('warning', expiredInWorkspace(exception, workspace))),
    ];
}
/** Names the workspace, since its rule file need not exist in the repository. */
function expiredInWorkspace(exception, workspace) {
    const { file, line } = exception.place;
    return `${(0,check/* expiryNotice */.mD)(exception).message} (${file}${line === undefined ? '' : `:${line}`} of workspace \`${workspace}\`)`;
}

;// CONCATENATED MODULE: ./build/esm/commands/inputs/ruleset-files.js

/** Every file of a ruleset, so that the service loads it as the client did. Packs are sent as names. */
async function ruleset_files_rulesetFiles({ ruleset, source }) {
    const paths = (ruleset?.sources ?? []).filter((name) => !name.startsWith('querygate:'));
    const files = await Promise.all(paths.map(async (path) => ({ path, text: await ruleset_files_textOf(source?.tree, path) })));
    return {
        ...(source?.entry !== undefined && { entry: source.entry === '' ? '.' : source.entry }),
        ...(ruleset?.commit !== undefined && { commit: ruleset.commit }),
        files,
    };
}
async function ruleset_files_textOf(tree, path) {
    const entry = await tree?.read(path);
    if (entry?.kind !== 'file')
        throw new model/* ConfigError */.xL(`the rule file \`${path}\` was removed while it was being read; run the command again`);
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(entry.bytes);
}

;// CONCATENATED MODULE: ./build/esm/commands/check/service.js


/** A service is configured, but this run cannot use it. */
function withheldProblem(why) {
    return { exitCode: model/* EXIT */.dc.unknown, message: why };
}
/**
 * Lets the service judge the files: under its active ruleset, and under the edited one if the change edits the
 * repository's rules. If the service rejects the rule files of the change, that is an error in the change, and the
 * files are judged without them. If it does not answer, the report shows a problem. Raises ConfigError for invalid
 * settings.
 */
async function requestDryRun(request, mode, sides, settings, baseline, tasks) {
    const { createServiceClient } = await Promise.all(/* import() */[__webpack_require__.e(2857), __webpack_require__.e(6752), __webpack_require__.e(9343), __webpack_require__.e(136)]).then(__webpack_require__.bind(__webpack_require__, 10136));
    const { timeout, env = {} } = request.service;
    const refused = [];
    try {
        const client = createServiceClient({
            baseUrl: mode.baseUrl,
            apiKey: mode.apiKey,
            workspace: mode.workspace,
            deadline: timeout === undefined ? undefined : timeout * 1000,
            env,
        });
        const { head, headHash, ...rest } = await dryRunInput(request, sides, settings, baseline, tasks);
        const dryRun = (input) => client.dryRun(input, { onProgress: (progress) => request.onServiceProgress?.(progressText(progress)) });
        try {
            return { done: await dryRun({ ...rest, ...(head && { head, headHash }) }), problem: undefined, refused };
        }
        catch (error) {
            if (!isAbout(error, head))
                throw error;
            refused.push({ kind: 'config', error });
            return { done: await dryRun(rest), problem: undefined, refused };
        }
    }
    catch (error) {
        if (error instanceof model/* ServiceError */._7) {
            const { message, exitCode } = error;
            return { done: undefined, problem: { message, exitCode }, refused };
        }
        // With a place, the service rejected a file; without one, a setting is invalid.
        if (!(error instanceof model/* ConfigError */.xL && error.place))
            throw error;
        const problem = { message: error.toLine(), exitCode: model/* EXIT */.dc.config };
        return { done: undefined, problem, refused };
    }
}
function isAbout(error, head) {
    if (!(error instanceof model/* ConfigError */.xL))
        return false;
    return head?.files.some(({ path }) => path === error.place?.file) === true;
}
async function dryRunInput({ change, event }, { own, editedRules }, { failOn, suppressions }, baseline, tasks) {
    return {
        files: tasks.map(({ path, status, text, baseText, settings: { dialect, tool, caller } }) => ({
            path,
            status,
            dialect,
            text,
            ...(baseText !== undefined && { baseText }),
            ...(tool && { tool }),
            ...(caller && { caller }),
        })),
        ...(editedRules && { head: await ruleset_files_rulesetFiles(editedRules), headHash: editedRules.ruleset?.hash }),
        ...(own?.ruleset && { base: { hash: own.ruleset.hash, ruleset: await ruleset_files_rulesetFiles(own) } }),
        settings: { 'fail-on': failOn, suppressions },
        ...(baseline.size > 0 && { baseline: [...baseline] }),
        change: { event, ...(change && { base: change.baseLabel, head: change.headLabel }) },
    };
}
function progressText(progress) {
    switch (progress.state) {
        case 'judging':
            return `the service has judged ${progress.done} of ${progress.total} files`;
        case 'waiting':
            return `retrying in ${Math.ceil(progress.wait / 1000)} s (${progress.reason})`;
    }
}

;// CONCATENATED MODULE: ./build/esm/commands/check/run.js















/**
 * The dry run. Reads every SQL file of the change (or of `paths`), judges each statement under the rules in force, and
 * under the edited rules too if the change edits them, and decides whether the build passes. With a service, its active
 * ruleset is in force and the service judges; if it does not answer, the build does not pass.
 * Raises ConfigError for a user error that leaves nothing to judge by.
 */
async function runCheck(request) {
    const sides = await loadSides(request);
    const settings = resolveSettings(request, sides.inForce, sides.edited);
    const mode = resolveMode(request.service, sides.inForce?.['on-missing-key'], 'check');
    const selection = request.standardInput
        ? { files: [{ path: STANDARD_INPUT, status: 'given', previousPath: undefined }], notices: [], unread: [] }
        : await selectFiles(request, settings);
    const problems = [
        ...sides.problems,
        ...(request.event === 'local' ? [] : await failedExamples(sides.rules.at(-1)?.ruleset)),
    ];
    const baseline = await baselineInForce(request, sides, problems);
    const run = { request, sides, settings, baseline };
    const judgement = await judge(run, mode, selection);
    const { outcomes, refused } = judgement;
    const [first] = refused;
    if (first && refused.length === outcomes.filter(({ report }) => report.status !== 'deleted').length)
        throw first;
    problems.push(...judgement.problems);
    const findings = [
        ...problems.map(sideFinding),
        ...trustFindings(request.change),
        ...(judgement.problem ? [serviceFinding(judgement.problem)] : []),
        ...selection.unread.map(({ path, problem }) => (0,check/* wholeFileFinding */.RP)(path, problem)),
        ...outcomes.flatMap((outcome) => outcome.findings),
    ];
    const notices = [
        ...(request.hostNotices ?? []).map((message) => runNotice('notice', message)),
        ...selection.notices,
        ...(request.change ? changeNotices(request.change) : []),
        ...outcomes.flatMap((outcome) => outcome.notices),
    ];
    for (const error of refused)
        problems.push({ kind: 'config', error });
    return assemble(run, { ...sides, problems }, judgement, findings, notices);
}
/**
 * A broken baseline is an error in a local run. On the base branch the change cannot fix it: then nothing is accepted.
 */
async function baselineInForce({ change }, { tree, inForce }, problems) {
    try {
        return await loadBaseline(tree, inForce);
    }
    catch (error) {
        if (!change || !(error instanceof model/* ConfigError */.xL))
            throw error;
        problems.push({ kind: 'unknown', error: inBase(error) });
        return new Set();
    }
}
const STANDARD_INPUT = '-';
async function judge(run, mode, selection) {
    if (mode.kind !== 'embedded')
        return judgeInService(run, mode, selection);
    const judgement = await judgeEmbedded(run, selection);
    if (mode.fallbackReason === undefined)
        return judgement;
    return { ...judgement, notices: [runNotice('notice', mode.fallbackReason), ...judgement.notices] };
}
async function judgeEmbedded(run, selection) {
    const { request, sides, settings, baseline } = run;
    const judging = {
        rulesets: sides.rules,
        headDecides: sides.headDecides,
        failOn: settings.failOn,
        suppressions: settings.suppressions,
        baseline,
        today: request.today,
    };
    const judgeOne = judgeWithReaders(judging);
    const outcomes = [];
    const refused = [];
    // One file after the other, so that the text of a judged file can be freed.
    for await (const prepared of preparedFiles(run, selection)) {
        const judged = prepared.task && (await judgeOne(prepared.task));
        outcomes.push(outcomeOf(prepared, judged, settings));
        if (prepared.refused)
            refused.push(prepared.refused);
    }
    const callerGiven = outcomes.some(({ report }) => settings.of(report.path).caller !== undefined);
    return {
        outcomes,
        refused,
        judges: sides.rules.map((ruleset) => (0,check/* fileJudge */.cW)(ruleset, callerGiven)),
        serviceOutcome: undefined,
        service: undefined,
        problem: undefined,
        problems: [],
        notices: expiredOwnExceptions(sides, request.today),
    };
}
function judgeWithReaders(judging) {
    const readers = new Map();
    return async (task) => {
        const { dialect } = task.settings;
        const reader = readers.get(dialect) ?? (await (0,sql/* createSqlReader */.Ck)(dialect));
        readers.set(dialect, reader);
        return (0,check/* judgeFile */.GP)(reader, task, { ...judging, file: task.settings });
    };
}
async function judgeInService(run, mode, selection) {
    const { request, sides, settings, baseline } = run;
    const prepared = [];
    for await (const file of preparedFiles(run, selection))
        prepared.push(file);
    const tasks = prepared.flatMap(({ task }) => task ?? []);
    const withheld = mode.kind === 'withheld' ? withheldProblem(mode.why) : undefined;
    const dryRun = mode.kind === 'service' && tasks.length > 0
        ? await requestDryRun(request, mode, sides, settings, baseline, tasks)
        : undefined;
    const done = dryRun?.done;
    const problem = tasks.length > 0 ? (withheld ?? dryRun?.problem) : undefined;
    // The client has checked that the answer lists the same files in the same order.
    const judged = new Map(tasks.map((task, at) => [task, done?.files[at]]));
    return {
        outcomes: prepared.map((file) => outcomeOf(file, file.task && judged.get(file.task), settings)),
        refused: prepared.flatMap(({ refused }) => refused ?? []),
        judges: done?.judges ?? [],
        serviceOutcome: done
            ? { kind: 'judged', done }
            : problem
                ? { kind: 'unanswered', reason: serviceFailureOf(problem) }
                : { kind: 'nothing' },
        service: { workspace: done?.workspace ?? request.service.workspace, rulesetVersion: done?.ruleset.version },
        problem,
        problems: dryRun?.refused ?? [],
        notices: done ? answerNotices(request, done) : [],
    };
}
async function* preparedFiles({ request, sides, settings }, { files }) {
    let done = 0;
    for (const file of files) {
        request.onProgress?.(done++, files.length, file.path);
        yield await prepareFile(request, settings, file, sides.introduces);
    }
    request.onProgress?.(done, files.length, '');
}
function assemble({ request, settings }, sides, judgement, found, notices) {
    const { outcomes, judges, serviceOutcome, service, problem } = judgement;
    const findings = sortFindings(found);
    const files = outcomes.map(({ report }) => report);
    const suppressions = outcomes.flatMap((outcome) => outcome.suppressions);
    const operations = outcomes.reduce((sum, outcome) => sum + outcome.operations, 0);
    const totals = countTotals(files, findings, suppressions, operations);
    const policy = { failOn: settings.failOn, onUnknown: settings.onUnknown, findings: settings.findings };
    const configErrors = sides.problems.filter(({ kind }) => kind === 'config').length;
    const { exitCode, conclusion } = conclude(totals, policy, configErrors, problem);
    const { change } = request;
    const answer = serviceOutcome?.kind === 'judged' ? serviceOutcome.done : undefined;
    return {
        kind: 'check',
        formatVersion: 1,
        tool: { name: 'querygate', version: model/* PRODUCT */.Ax.version },
        headline: headline(request, sides, totals.files, serviceOutcome),
        judges,
        ...(service && { service }),
        scope: { kind: change ? 'changed' : 'all', event: request.event, base: change?.baseLabel, head: change?.headLabel },
        policy,
        verdict: (0,check/* verdictOf */.Vj)(findings),
        exitCode,
        conclusion,
        findings,
        files,
        suppressions: [...suppressions].sort((a, b) => Number(b.added) - Number(a.added)),
        notices: [...notices, ...sideNotices(sides, judges.length, findings, answer), ...judgement.notices],
        totals,
        docsRoot: (0,model/* docsRootOf */.Lq)(request.source),
        repeat: repeatCommand(request, service !== undefined),
    };
}

;// CONCATENATED MODULE: ./build/esm/commands/explain.js


/**
 * The text of `querygate explain`: what each statement of a file does, and which reader found it. Escape it before
 * printing.
 */
async function explainFile({ tree, path, dialect }) {
    const entry = await tree.read(path);
    if (entry.kind !== 'file')
        throw new model/* ConfigError */.xL(`\`${path}\` is not a readable file; correct the path`);
    const decoded = (0,sql/* decodeSql */.xM)(entry.bytes);
    if (decoded.text === undefined)
        throw new model/* ConfigError */.xL(decoded.reason, { file: path });
    const script = (await (0,sql/* createSqlReader */.Ck)(dialect)).read(decoded.text, { path });
    const lines = new model/* LineIndex */.rr(script.text);
    const blocks = script.statements.map((statement) => explainStatement(script.text, statement, lines, path));
    const loose = script.unreadable.map(({ reason, span }) => `${where(path, lines, span.start)}: not understood: ${reason}`);
    const { statements } = script;
    const operations = statements.reduce((sum, statement) => sum + statement.operations.length, 0);
    const lost = statements.filter(({ unreadable }) => unreadable.length > 0).length + loose.length;
    const total = `${(0,model/* counted */.hS)(statements.length, 'statement')}, ${(0,model/* counted */.hS)(operations, 'operation')}, ${lost} not understood`;
    return [...blocks, ...loose, total, ''].join('\n');
}
function where(path, lines, offset) {
    const { line, column } = lines.position(offset);
    return `${path}:${line}:${column}`;
}
function explainStatement(text, statement, lines, path) {
    const first = text.slice(statement.span.start, Math.min(statement.span.end, statement.span.start + 200)).split(/[\r\n]/, 1)[0] ??
        '';
    const section = statement.section === '' ? '' : ` [${statement.section} section]`;
    return [
        `${where(path, lines, statement.span.start)}${section}: ${first}`,
        `  read by ${statement.readers.join(' and ')}`,
        ...statement.unreadable.map(({ reason, span }) => `  not understood (${where(path, lines, span.start)}): ${reason}`),
        ...statement.operations.map((operation) => `  ${explainOperation(operation)}`),
        ...statementLine(factsText(statement.facts)),
        '',
    ].join('\n');
}
function statementLine(facts) {
    return facts === '' ? [] : [`  statement: ${facts}`];
}
const NAMES = Object.keys(model/* OPERATION_FACTS */.Yo);
function explainOperation(operation) {
    const facts = Object.fromEntries(NAMES.filter((name) => name !== 'kind' && name !== 'target').map((name) => [name, operation[name]]));
    const target = operation.target.text === '' ? '' : ` ${operation.target.text}`;
    const details = factsText(facts);
    return `${operation.kind}${target} (${operation.readers.join(' and ')})${details === '' ? '' : `: ${details}`}`;
}
/** The facts that are set, and those that are unknown. */
function factsText(facts) {
    const parts = [];
    for (const [name, value] of Object.entries(facts)) {
        // True for almost every operation, so only its opposite is worth a word.
        if (name === 'readable' && value !== undefined) {
            if (value === false)
                parts.push('readable false (its code could not be read completely)');
        }
        else if (value === undefined)
            parts.push(`${name} unknown`);
        else if (Array.isArray(value)) {
            if (value.length > 0)
                parts.push(`${name} ${value.slice(0, 20).join(', ')}${value.length > 20 ? `, and ${value.length - 20} more` : ''}`);
        }
        else if (value === true)
            parts.push(name);
        else if (typeof value === 'number' && value !== 0)
            parts.push(`${name} ${value}`);
        else if (typeof value === 'string' && value !== '' && !(name === 'place' && value === 'statement'))
            parts.push(`${name} ${value}`);
    }
    return parts.join('; ');
}

// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
;// CONCATENATED MODULE: ./build/esm/commands/history/collect.js


/** Share of unread input above which the command warns: the default of `max-unread`. */
const MAX_UNREAD_PERCENT = 1;
const MIN_MEMORY = 16;
/** `querygate history collect`: reads logs into a snapshot. Raises ConfigError. */
async function collectHistoryCommand(request) {
    const { inputs, output, onProgress, ...options } = request;
    const { memory, maxVariants } = options;
    if (memory !== undefined && memory < MIN_MEMORY)
        throw new model/* ConfigError */.xL(`\`--memory ${memory}\` is too small: the minimum is ${MIN_MEMORY} (megabytes)`);
    if (maxVariants !== undefined && maxVariants < 1)
        throw new model/* ConfigError */.xL('`--max-variants` must be 1 or more');
    await assertNotInput(inputs, output);
    const { collectSnapshot, headerText } = await __webpack_require__.e(/* import() */ 7073).then(__webpack_require__.bind(__webpack_require__, 47073));
    const { header, written, places } = await collectSnapshot(inputs, output, {
        ...options,
        ...(onProgress && { onProgress: (progress) => onProgress(collect_progressText(progress)) }),
    });
    if (!written) {
        const text = `nothing written: no executions found in ${inputs.length === 1 ? 'this input' : 'these inputs'}\n`;
        return { text: `${text}\n${headerText(header)}${unreadLines(header, places)}`, exitCode: model/* EXIT */.dc.unknown };
    }
    return {
        text: `${unreadWarning(header)}wrote ${output}: ${headerText(header)}${unreadLines(header, places)}`,
        exitCode: model/* EXIT */.dc.ok,
    };
}
/** Entry point of a worker thread of `history collect`. */
async function runHistoryWorker() {
    await (await __webpack_require__.e(/* import() */ 7073).then(__webpack_require__.bind(__webpack_require__, 47073))).runHistoryWorker();
}
async function assertNotInput(inputs, output) {
    const real = (path) => (0,promises_.realpath)(path).catch(() => undefined);
    const to = await real(output);
    for (const input of inputs) {
        if (to !== undefined && input !== '-' && (await real(input)) === to)
            throw new model/* ConfigError */.xL(`\`${output}\` is one of the inputs; write the snapshot to another file`);
    }
}
/** `45 % of 2.6 GB, 180 MB/s, 8 s left`. */
function collect_progressText({ done, total, bytesPerSecond, secondsLeft }) {
    const amount = total === undefined
        ? `${size(done)} read`
        : `${total === 0 ? 100 : Math.floor((100 * done) / total)} % of ${size(total)}`;
    return [
        amount,
        `${size(bytesPerSecond)}/s`,
        ...(secondsLeft === undefined ? [] : [`${duration(secondsLeft)} left`]),
    ].join(', ');
}
function size(bytes) {
    const units = ['B', 'kB', 'MB', 'GB', 'TB'];
    let value = bytes;
    let unit = 0;
    while (value >= 999.5 && unit < units.length - 1) {
        value /= 1000;
        unit++;
    }
    return `${unit === 0 ? Math.round(value) : Number(value.toPrecision(3))} ${units[unit]}`;
}
function duration(seconds) {
    const whole = Math.ceil(seconds);
    if (whole < 100)
        return `${whole} s`;
    const minutes = Math.ceil(whole / 60);
    return minutes < 100 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}
/** Warning at the top of the output if too much is unread for the history to be trusted. */
function unreadWarning({ unread, statements, sources }) {
    const records = (0,model/* recordsOf */.M$)(sources);
    const percent = 100 * Math.max(unread / (unread + statements), records ? records.unread / records.all : 0);
    if (percent <= MAX_UNREAD_PERCENT)
        return '';
    return `WARNING: ${Number(percent.toPrecision(2))} % of the input could not be read: \`simulate\` fails above ${MAX_UNREAD_PERCENT} % (\`max-unread\`)\n\n`;
}
/** Formats what was unread, by source and reason, with the first lines concerned, but none of their text. */
function unreadLines({ sources }, places) {
    const lines = sources.flatMap(({ name, unread }, at) => {
        const reasons = Object.entries(unread).map(([reason, count]) => `  ${count}  ${reason}`);
        const first = (places[at] ?? []).map(({ reason, line }) => `  ${name}:${line}: ${reason}`);
        return reasons.length === 0
            ? []
            : [`unread in ${name}:`, ...reasons, ...(first.length > 0 ? ['  first occurrences:'] : []), ...first];
    });
    return lines.length === 0 ? '' : `\n${lines.join('\n')}\n`;
}

;// CONCATENATED MODULE: ./build/esm/commands/history/snapshots.js

/** `querygate history show`: describes a snapshot. Raises ConfigError. */
async function showHistoryCommand(request) {
    const { describeHistory, descriptionText, snapshotFrom } = await __webpack_require__.e(/* import() */ 7073).then(__webpack_require__.bind(__webpack_require__, 47073));
    const { header, rows } = await snapshotFrom(request.file);
    const today = request.now.toISOString().slice(0, 10);
    const description = describeHistory(header, rows, { top: request.top, today });
    const text = request.json ? `${JSON.stringify(description, undefined, 2)}\n` : descriptionText(description);
    return { text, exitCode: model/* EXIT */.dc.ok };
}
/** `querygate history merge`: merges several snapshots into one. Raises ConfigError. */
async function mergeHistoryCommand(request) {
    const { headerText, mergeSnapshot, snapshotFrom } = await __webpack_require__.e(/* import() */ 7073).then(__webpack_require__.bind(__webpack_require__, 47073));
    const histories = [];
    for (const file of request.files)
        histories.push(await snapshotFrom(file));
    const header = await mergeSnapshot(histories, request.output, request);
    return { text: `wrote ${request.output}: ${headerText(header)}`, exitCode: model/* EXIT */.dc.ok };
}

;// CONCATENATED MODULE: ./build/esm/commands/init.js





const SAMPLE = 40;
/** Where each host looks for the CODEOWNERS file, in its order. */
const OWNERS = {
    github: ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'],
    gitlab: ['CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS'],
};
/**
 * The files that `querygate init` would write. Existing files are not changed, but lines are appended to CODEOWNERS.
 */
async function planInit({ tree, dialect: given, host }) {
    const paths = await tree.list('');
    const sqlFiles = paths.filter((path) => /\.sql$/i.test(path));
    const found = given ? { dialect: given, guessedFrom: undefined } : await findDialect(tree, sqlFiles);
    const owners = OWNERS[host].find((path) => paths.includes(path));
    const ownersPath = owners ?? (host === 'gitlab' ? '.gitlab/CODEOWNERS' : '.github/CODEOWNERS');
    const hasHistory = (await tree.read(model/* HISTORY_FILE */.CX)).kind !== 'missing';
    const wanted = [
        { path: CONFIG_FILE, text: configText(found.dialect), append: false },
        { path: esm_rules/* RULE_FILE */.On, text: RULES_TEXT, append: false },
        host === 'github'
            ? { path: '.github/workflows/querygate.yml', text: workflowText(hasHistory), append: false }
            : { path: '.gitlab/querygate.yml', text: gitlabText(hasHistory), append: false },
        { path: ownersPath, text: `${owners ? '\n' : ''}${ownersText(host)}`, append: owners !== undefined },
    ];
    const files = [];
    const unchanged = [];
    for (const file of wanted) {
        // If both exist, the rule file is read instead of the folder.
        if (file.path === esm_rules/* RULE_FILE */.On && (await tree.list(esm_rules/* RULE_FOLDER */.e6)).some((path) => path.startsWith(`${esm_rules/* RULE_FOLDER */.e6}/`)))
            unchanged.push(`${esm_rules/* RULE_FOLDER */.e6}/`);
        else if ((await tree.read(file.path)).kind === 'missing')
            files.push(file);
        else if (file.append && !(await holds(tree, file.path, '/.querygate/')))
            files.push(file);
        else
            unchanged.push(file.path);
    }
    return { files, unchanged, ...found };
}
async function holds(tree, path, text) {
    const entry = await tree.read(path);
    return entry.kind === 'file' && new TextDecoder().decode(entry.bytes).includes(text);
}
async function findDialect(tree, paths) {
    for (const path of paths.slice(0, SAMPLE)) {
        const entry = await tree.read(path);
        const decoded = entry.kind === 'file' ? (0,sql/* decodeSql */.xM)(entry.bytes) : undefined;
        const dialect = decoded?.text === undefined ? undefined : proposeDialect(decoded.text);
        if (dialect)
            return { dialect, guessedFrom: path };
    }
    return { dialect: undefined, guessedFrom: undefined };
}
function configText(dialect) {
    const line = dialect
        ? `dialect: ${dialect}`
        : '# dialect: postgresql   # postgresql, mysql, mariadb, sqlite or transactsql';
    return `# Querygate: which SQL is checked, and how. All keys: docs/config.md
# Read from the base branch: an edit takes effect once it is merged.
version: 1

# Default SQL dialect. Override it per path under \`files\`.
${line}

# Files to check, and files to skip.
paths:
  - '**/*.sql'
# ignore:
#   - 'test/**'

# Settings per path; later entries win. With the migration tool named, its down sections are exempt.
# files:
#   - paths: ['db/migrations/**']
#     tool: goose

fail-on: block       # block | warn | never
on-unknown: fail     # fail | warn | pass, for SQL that could not be understood
`;
}
const RULES_TEXT = `# Querygate: which SQL may run. How to write rules: docs/rulesets.md
# Read from the base branch: an edit takes effect once it is merged.
version: 1

# The built-in rules: data loss, unfiltered writes, privileges, code execution, unreadable dynamic SQL.
extends:
  - querygate:recommended@1

# Your own rules, and overrides of inherited rules (the id, and the keys to replace).
rules: []
#  - id: no-drop-column
#    verdict: warn
#  - id: require-tenant-filter
#    operations: [update, delete]
#    when: '!("tenant_id" in operation.filterColumns)'
#    verdict: block
#    message: '{operation.target} is written without a filter on tenant_id'
#    examples:
#      block: ["DELETE FROM orders WHERE id = 1"]
#      pass: ["DELETE FROM orders WHERE id = 1 AND tenant_id = 2"]

# Exceptions to rules, each with a reason, an owner and a last day.
exceptions: []
`;
/** The lines of the `simulate` job; commented out, with advice, as long as the repository has no history. */
function simulateLines(hasHistory, indent, lines) {
    const advice = hasHistory
        ? []
        : [
            `${indent}# Fails if the rules that a pull request edits would block queries that production runs. To turn it on, collect`,
            `${indent}# a history with \`querygate history collect\`, commit it as ${model/* HISTORY_FILE */.CX}, and uncomment these lines.`,
            `${indent}# docs/simulate.md`,
        ];
    return [...advice, ...lines.map((line) => (hasHistory ? `${indent}${line}` : `${indent}# ${line}`))].join('\n');
}
const CHECKOUT = 'actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2';
function workflowText(hasHistory) {
    const simulate = [
        'simulate:',
        '  runs-on: ubuntu-latest',
        '  steps:',
        `    - uses: ${CHECKOUT}`,
        `    - uses: <owner>/querygate/simulate@<full commit id>`,
    ];
    return `name: querygate
on:
  pull_request:
  merge_group:
permissions:
  contents: read
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: ${CHECKOUT}
      # Tags can be moved: replace this one with the full commit id of the release that you reviewed.
      - uses: <owner>/querygate@<full commit id>
${simulateLines(hasHistory, '  ', simulate)}
`;
}
function gitlabText(hasHistory) {
    const template = (name) => `- local: ${name}.gitlab-ci.yml`;
    return `# Include this file from .gitlab-ci.yml:  include: [{ local: .gitlab/querygate.yml }]
include:
  ${template('querygate')}
${simulateLines(hasHistory, '  ', [template('simulate')])}
`;
}
function ownersText(host) {
    const guarded = ['/.querygate/', ...(host === 'github' ? ['/.github/'] : ['/.gitlab-ci.yml', '/.gitlab/'])];
    return `# Querygate: changes to its rules, its configuration and its CI jobs need a review by the database owners.
${guarded.map((path) => `${path} @your-org/database-owners`).join('\n')}
`;
}

;// CONCATENATED MODULE: ./build/esm/commands/report-parts/deserves-comment.js

// A report that deserves no comment on the pull request still updates an earlier one, which must not stay outdated.
/** Whether the report deserves a comment: it fails, or it has findings or new suppressions. */
function checkDeservesComment({ exitCode, findings, totals }) {
    return exitCode !== model/* EXIT */.dc.ok || findings.length > 0 || totals.newSuppressions > 0;
}
/** Whether the report deserves a comment: it fails, or the rules change. */
function simulationDeservesComment({ exitCode, outcome }) {
    return exitCode !== model/* EXIT */.dc.ok || outcome !== 'no_effective_change';
}

;// CONCATENATED MODULE: ./build/esm/commands/rules/list.js

/** The text of `querygate rules list`: one line for each rule. */
function listRules(ruleset) {
    const width = Math.max(...ruleset.rules.map(({ id }) => id.length));
    const lines = ruleset.rules.map(({ id, verdict, operations, source }) => `${verdict.padEnd(5)} ${id.padEnd(width)}  ${operations.join(', ')}  (${source})`);
    return [
        `${ruleset.sources.join(', ')}: ${(0,model/* counted */.hS)(ruleset.rules.length, 'rule')}, hash ${ruleset.hash.slice(0, 12)}`,
        '',
        ...lines,
        '',
    ].join('\n');
}

;// CONCATENATED MODULE: ./build/esm/commands/rules/read-files.js


/**
 * Loads a ruleset and returns its files, so that errors show before anything is sent to a service. Raises ConfigError.
 */
async function readRulesetFiles(source) {
    return rulesetFiles({ ruleset: await loadRuleset(source), source });
}

;// CONCATENATED MODULE: ./build/esm/commands/rules/show.js

/** The text of `querygate rules show <id>`. */
function showRule(ruleset, id, source) {
    const rule = ruleset.rules.find((candidate) => candidate.id === id);
    if (!rule) {
        const hint = (0,model/* suggestion */.h)(id, ruleset.rules.map((candidate) => candidate.id));
        throw new model/* ConfigError */.xL(`there is no rule \`${id}\`${hint}; \`querygate rules list\` shows all rules`);
    }
    const root = (0,model/* docsRootOf */.Lq)(source);
    const { place } = rule;
    const where = [place.file, place.line].filter((part) => part !== undefined).join(':');
    const exceptions = ruleset.exceptionsOf.get(id) ?? [];
    return [
        `${rule.id}: ${rule.verdict}`,
        '',
        ...section('operations', rule.operations.join(', ')),
        ...section('when', rule.condition?.text ?? ''),
        ...section('message', rule.message.text),
        ...section('why', rule.description),
        ...section('instead', rule.help),
        ...section('owner', rule.owner ?? ''),
        ...section('suppressible', rule.suppressible ? 'yes, by a comment in the SQL file' : 'no'),
        ...section('from', where),
        ...section('page', root === undefined || rule.docs === undefined ? '' : `${root}${rule.docs}.md`),
        ...exceptions.map(({ condition, until, reason, owner }) => `exception until ${until} (${owner}: ${reason}): ${condition.text}`),
        ...examplesOf(rule),
        '',
    ].join('\n');
}
function section(title, text) {
    return text === '' ? [] : [`${title}: ${text.trim().replaceAll('\n', '\n  ')}`];
}
function examplesOf(rule) {
    return rule.examples.flatMap(({ block = [], pass = [], dialect = 'postgresql' }) => [
        ...block.map((sql) => `hits (${dialect}): ${sql}`),
        ...pass.map((sql) => `passes (${dialect}): ${sql}`),
    ]);
}

;// CONCATENATED MODULE: ./build/esm/commands/rules/test.js



/** Runs the examples of all rules, for `querygate rules test`. */
async function testRules(ruleset) {
    const results = await (0,esm_rules/* testRuleset */.xA)(ruleset, memoisedReader());
    const failures = results.filter(({ passed }) => !passed);
    const lines = failures.map(({ rule, wanted, sql, problem, dialect }) => {
        const { file, line, column } = rule.place;
        return `${[file, line, column].filter((part) => part !== undefined).join(':')}: ${rule.id}: the example \`${sql}\` (${dialect}) is listed under \`${wanted}\`, but ${problem}`;
    });
    const without = ruleset.rules.filter(({ verdict, examples }) => verdict !== 'off' && examples.length === 0).length;
    const passed = results.length - failures.length;
    const total = `${(0,model/* counted */.hS)(passed, 'example')} passed, ${failures.length} failed; ${(0,model/* counted */.hS)(without, 'rule')} without examples`;
    return { text: [...lines, total, ''].join('\n'), failed: failures.length, passed };
}

;// CONCATENATED MODULE: ./build/esm/commands/simulate/conclude.js

/** The exit code, and why. If several apply, the smallest wins. `result` is undefined if nothing was replayed. */
function concludeSimulation(outcome, result, problems, policy, head) {
    const verdict = verdictOf(result, problems);
    const reasons = [...(result ? reasonsOf(result, policy) : []), ...problems.map(reasonOf)];
    const isReportOnly = policy.failOn === 'never';
    const failing = isReportOnly ? reasons.filter(({ code }) => !conclude_TOLERATED.includes(code)) : reasons;
    const all = [...new Set(reasons.map(({ text }) => text))].join('; ');
    if (failing.length > 0) {
        const exitCode = Math.min(...failing.map(({ code }) => code));
        return { verdict, exitCode, conclusion: `failed: ${all}` };
    }
    if (reasons.length > 0)
        return { verdict, exitCode: model/* EXIT */.dc.ok, conclusion: `reported only (\`fail-on: never\`): ${all}` };
    if (outcome === 'no_effective_change')
        return { verdict, exitCode: model/* EXIT */.dc.ok, conclusion: 'passed: no effective change' };
    const details = result ? remarks(result, head) : [];
    return {
        verdict,
        exitCode: model/* EXIT */.dc.ok,
        conclusion: `passed${details.length > 0 ? `, with ${details.join(', ')}` : ''}`,
    };
}
/** Codes that `fail-on: never` turns into 0. A configuration error, a refused key and an internal error still fail. */
const conclude_TOLERATED = [model/* EXIT */.dc.blocked, model/* EXIT */.dc.service, model/* EXIT */.dc.unknown];
function reasonOf({ exitCode, message, place }) {
    return { code: exitCode, text: new model/* ConfigError */.xL(message, place).toLine() };
}
function reasonsOf(result, policy) {
    const { totals, declared, ruleChanges } = result;
    const reasons = [];
    const add = (code, text) => reasons.push({ code, text });
    const broken = totals.newlyBlocked.flows + totals.partlyBlocked.flows;
    if (broken > policy.maxBrokenFlows)
        add(model/* EXIT */.dc.blocked, `${(0,model/* counted */.hS)(broken, 'legitimate flow')} would break${allowed(policy.maxBrokenFlows, 'max-broken-flows')}`);
    const blocked = declared.filter(({ breaks, head }) => breaks && head === 'block');
    if (blocked.length > 0)
        add(model/* EXIT */.dc.blocked, `${(0,model/* counted */.hS)(blocked.length, 'declared flow')} would break`);
    if (policy.failOnNewlyAllowed) {
        const { flows } = totals.newlyAllowed;
        if (flows > 0)
            add(model/* EXIT */.dc.blocked, `${(0,model/* counted */.hS)(flows, 'flow')} would be newly allowed (\`fail-on-newly-allowed\`)`);
        const looser = ruleChanges.filter(({ effect }) => effect === 'looser').length;
        if (looser > 0)
            add(model/* EXIT */.dc.blocked, `${(0,model/* counted */.hS)(looser, 'rule')} would be looser (\`fail-on-newly-allowed\`)`);
        const open = totals.unknownLoosening.flows;
        if (open > 0)
            add(model/* EXIT */.dc.unknown, `${(0,model/* counted */.hS)(open, 'flow')} may be newly allowed, which could not be decided (\`fail-on-newly-allowed\`)`);
    }
    if (totals.unknown.flows > policy.maxUnknown)
        add(model/* EXIT */.dc.unknown, `${(0,model/* counted */.hS)(totals.unknown.flows, 'flow')} could not be decided${allowed(policy.maxUnknown, 'max-unknown')}`);
    const open = declared.filter(({ breaks, head }) => breaks && head !== 'block');
    if (open.length > 0)
        add(model/* EXIT */.dc.unknown, `${(0,model/* counted */.hS)(open.length, 'declared flow')} could not be decided`);
    return reasons;
}
function remarks({ totals, declared, ruleChanges }, head) {
    const blocking = new Set(head?.rules.flatMap(({ id, verdict }) => (verdict === 'block' ? [id] : [])));
    // A rule that no query of the history meets may still block queries: the reader must not take it for safe.
    const unproven = ruleChanges.filter(({ rule, effect, exercised }) => effect !== 'looser' && exercised.rows === 0 && blocking.has(rule)).length;
    const broken = totals.newlyBlocked.flows + totals.partlyBlocked.flows;
    const looser = ruleChanges.filter(({ effect }) => effect === 'looser').length;
    const counts = [
        [broken, `${(0,model/* counted */.hS)(broken, 'broken flow')} (within \`max-broken-flows\`)`],
        [totals.unknown.flows, `${(0,model/* counted */.hS)(totals.unknown.flows, 'undecided flow')} (within \`max-unknown\`)`],
        [totals.acknowledged.flows, `${(0,model/* counted */.hS)(totals.acknowledged.flows, 'acknowledged break')}`],
        [totals.newlyAllowed.flows, `${(0,model/* counted */.hS)(totals.newlyAllowed.flows, 'flow')} newly allowed`],
        [looser, `${(0,model/* counted */.hS)(looser, 'looser rule')}`],
        [unproven, `${(0,model/* counted */.hS)(unproven, 'edited rule')} not exercised by the history`],
        [declared.length, `${(0,model/* counted */.hS)(declared.length, 'declared flow')} still allowed`],
    ];
    return counts.filter(([count]) => count > 0).map(([, text]) => text);
}
function verdictOf(result, problems) {
    let verdict = problems.length > 0 ? 'unknown' : 'allow';
    if (!result)
        return verdict;
    const { totals, declared, ruleChanges } = result;
    const worse = (next, holds) => {
        if (holds)
            verdict = (0,model/* stricter */.Rn)(verdict, next);
    };
    worse('block', totals.newlyBlocked.flows + totals.partlyBlocked.flows > 0);
    worse('unknown', totals.unknown.flows > 0);
    for (const { breaks, head } of declared)
        worse(head === 'block' ? 'block' : 'unknown', breaks);
    const loosened = totals.newlyAllowed.flows + totals.unknownLoosening.flows + totals.acknowledged.flows > 0;
    worse('warn', loosened || totals.changed.flows > 0 || ruleChanges.some(({ effect }) => effect === 'looser'));
    return verdict;
}
function allowed(limit, name) {
    return limit === 0 ? '' : ` (\`${name}\` allows ${limit.toLocaleString('en')})`;
}

;// CONCATENATED MODULE: ./build/esm/commands/simulate/merged-tree.js

/** Both sides edited a file in different ways, so its content after the merge is unknown. */
class UnmergedError extends model/* ConfigError */.xL {
}
/**
 * The tree of the base after `head` is merged into it, file by file: a file that `head` did not change since `common`
 * is the base's, and a file that it changed is its own. Reading a file that both changed raises UnmergedError: then the
 * base has to be merged into the branch first.
 */
function mergedTree(base, common, head) {
    async function read(path) {
        const [ours, theirs] = [await base.read(path), await head.read(path)];
        if (isSame(ours, theirs))
            return theirs;
        const before = await common.read(path);
        if (isSame(before, theirs))
            return ours;
        if (isSame(before, ours))
            return theirs;
        throw new UnmergedError('this file was edited on both the base branch and in the change, so its content after the merge is unknown; merge the base branch into the change', { file: path });
    }
    async function below(folder, kind) {
        const paths = new Set();
        for (const tree of [base, head]) {
            for (const path of await (kind === 'file' ? tree.list(folder) : (tree.links?.(folder) ?? [])))
                paths.add(path);
        }
        const found = [];
        for (const path of paths)
            if (await isKind(path, kind))
                found.push(path);
        return found.sort();
    }
    async function isKind(path, kind) {
        const entry = await read(path);
        return kind === 'link' ? entry.kind === 'link' : entry.kind === 'file' || entry.kind === 'oversized';
    }
    return {
        label: `${head.label} merged into ${base.label}`,
        commit: head.commit,
        read,
        list: (folder) => below(folder, 'file'),
        links: (folder) => below(folder, 'link'),
    };
}
function isSame(a, b) {
    if (a.kind === 'file' && b.kind === 'file')
        return Buffer.compare(a.bytes, b.bytes) === 0;
    // Oversized files and links are never read, so comparing the size or the kind is enough.
    if (a.kind === 'oversized' && b.kind === 'oversized')
        return a.size === b.size;
    return a.kind === b.kind;
}

;// CONCATENATED MODULE: ./build/esm/commands/simulate/sides.js






/**
 * Reads the ruleset in force, and the one after the change is merged.
 * Raises ConfigError for a path of the workflow that neither side has.
 */
async function loadSimulatedSides(request) {
    const { change, given } = request;
    if (given)
        return givenSides(request, given.base, given.head);
    if (!change)
        return sameSides(request);
    const problems = [];
    const { rulesBase } = change;
    const base = await readSide(request, rulesBase, (error) => problems.push(baseProblem(inBase(error))));
    const headTree = await headOnceMerged(request, problems);
    const head = await readSide(request, headTree, (error) => problems.push(headProblem(error)));
    if (request.trustedRules) {
        const trusted = await loadGiven(request.trustedRules);
        return {
            base: { ruleset: trusted, config: base.config, tree: treeOf(rulesBase), source: request.trustedRules },
            head: { ruleset: trusted, config: head.config, tree: headTree, source: request.trustedRules },
            problems,
        };
    }
    if (problems.length === 0)
        sides_refuseMissing(request, [base, head]);
    if (head.ruleset)
        for (const { error } of await failedExamples(head.ruleset))
            problems.push(headProblem(error));
    return {
        base: sideOf(base, treeOf(rulesBase)),
        head: sideOf(head, headTree),
        problems,
    };
}
function sideOf(files, tree) {
    const { config, isReadable, ruleset, source } = files;
    return {
        ruleset: isReadable ? (ruleset ?? (0,esm_rules/* emptyRuleset */.eo)()) : undefined,
        config,
        tree,
        source,
    };
}
function treeOf(tree) {
    return (0,model/* isAvailable */.e2)(tree) ? tree : undefined;
}
/** The merged tree. In the head's own commit, rules that the base gained since would look deleted. */
async function headOnceMerged(request, problems) {
    const { change } = request;
    if (!change)
        return request.head;
    if (change.untrusted !== undefined)
        problems.push(baseProblem(new model/* ConfigError */.xL(`the content of the change is not known for certain: ${change.untrusted}`)));
    if (!(0,model/* isAvailable */.e2)(change.rulesBase))
        return change.head;
    const common = await change.mergeBase?.();
    if (!common)
        return change.head;
    if ((0,model/* isAvailable */.e2)(common))
        return mergedTree(change.rulesBase, common, change.head);
    problems.push(baseProblem(new model/* ConfigError */.xL(`the base branch has moved on, and the merge base cannot be found, so the rules after the merge are unknown: ${common.unavailable}`)));
    return change.head;
}
/** For an event without a change: the checkout's own rules are both sides. */
async function sameSides(request) {
    const config = await loadConfig(request.head, request.config);
    const source = request.trustedRules ?? { tree: request.head, entry: request.rules ?? config?.value.rules };
    const ruleset = (await (0,esm_rules/* loadRuleset */.Xf)(source)) ?? (0,esm_rules/* emptyRuleset */.eo)();
    const side = { ruleset, config, tree: request.head, source };
    return { base: side, head: side, problems: [] };
}
/** Two rulesets named on the command line. The configuration is the repository's. */
async function givenSides(request, base, head) {
    const config = await loadConfig(request.head, request.config);
    return {
        base: { ruleset: base ? await loadGiven(base) : (0,esm_rules/* emptyRuleset */.eo)(), config, tree: undefined, source: base },
        head: { ruleset: await loadGiven(head), config, tree: request.head, source: head },
        problems: [],
    };
}
async function loadGiven(source) {
    const ruleset = await (0,esm_rules/* loadRuleset */.Xf)(source);
    if (!ruleset)
        throw new model/* ConfigError */.xL(`there is no rule file in \`${source.entry}\`; correct the path`);
    return ruleset;
}
function sides_refuseMissing(request, sides) {
    if (request.config !== undefined && sides.every(({ config }) => !config))
        throw new model/* ConfigError */.xL(`there is no configuration \`${request.config}\`; correct \`--config\` (input \`config\`), or leave it out to use \`${CONFIG_FILE}\``);
    if (request.rules !== undefined && sides.every(({ ruleset }) => !ruleset))
        throw new model/* ConfigError */.xL(`there is no rule file \`${request.rules}\`, neither in the base nor in the head; correct \`--rules\` (input \`rules\`)`);
}
function baseProblem({ message, place }) {
    return { kind: 'base', message, place, exitCode: model/* EXIT */.dc.unknown };
}
/** An error in the change; but a conflict with the base is unknown, since it is not resolved yet. */
function headProblem(error) {
    const { message, place } = error;
    if (error instanceof UnmergedError)
        return { kind: 'base', message, place, exitCode: model/* EXIT */.dc.unknown };
    return { kind: 'rules', message, place, exitCode: model/* EXIT */.dc.config };
}

;// CONCATENATED MODULE: ./build/esm/commands/simulate/declared-flows.js




const FLOWS_FILE = '.querygate/flows.yml';
const MISNAMED = '.querygate/flows.yaml';
/**
 * Reads the declared flows of both sides. A change can add flows but not remove any: flows that the base declares are
 * judged until the change is merged. An error in the head's file is an error of the change; in the base's, it is
 * unknown.
 */
async function declaredFlows({ base, head }, createReader) {
    const problems = [];
    const inForce = await sideFlows(base, createReader, declared_flows_dialectOf(base), (error) => problems.push(baseProblem(inBase(error))));
    let isHeadReadable = true;
    const declared = await sideFlows(head, createReader, declared_flows_dialectOf(base) ?? declared_flows_dialectOf(head), (error) => {
        isHeadReadable = false;
        problems.push(headProblem(error));
    });
    const texts = { base: inForce.text, head: declared.text };
    if (inForce.flows.size === 0 && declared.flows.size === 0)
        return { flows: [], problems, notices: [], texts };
    const { mergeFlows } = await __webpack_require__.e(/* import() */ 6608).then(__webpack_require__.bind(__webpack_require__, 96608));
    const { flows, removed } = mergeFlows(inForce.flows, declared.flows);
    const notices = (isHeadReadable ? removed : []).map(({ name, owner }) => `the change removes the declared flow \`${name}\` (${owner}) from ${FLOWS_FILE}: it is still judged until the change is merged`);
    return { flows, problems, notices, texts };
}
function declared_flows_dialectOf({ config }) {
    return config?.value.dialect;
}
const NO_FLOWS = { flows: new Map(), text: undefined };
async function sideFlows({ tree }, createReader, dialect, onError) {
    if (!tree)
        return NO_FLOWS;
    let bytes;
    try {
        bytes = await readOwnFile(tree, FLOWS_FILE, 'declared flows file');
        if (!bytes && (await tree.read(MISNAMED)).kind !== 'missing')
            throw new model/* ConfigError */.xL(`this file is not read; rename it to \`${FLOWS_FILE}\``, { file: MISNAMED });
    }
    catch (error) {
        if (!(error instanceof model/* ConfigError */.xL))
            throw error;
        onError(error);
    }
    if (!bytes)
        return NO_FLOWS;
    const { readFlows } = await __webpack_require__.e(/* import() */ 6608).then(__webpack_require__.bind(__webpack_require__, 96608));
    let isRead = true;
    const onFileError = (error) => {
        isRead = false;
        onError(error);
    };
    const flows = await readFlows({ path: FLOWS_FILE, bytes, dialect, createReader, onMistake: onFileError });
    return { flows, text: isRead ? new TextDecoder().decode(bytes) : undefined };
}

;// CONCATENATED MODULE: ./build/esm/commands/simulate/headline.js


/** First line of the report in every format: which rulesets, over which history. Not escaped: each format does that. */
function simulationHeadline(request, report, answer) {
    const { change, service } = request;
    const parts = [
        opening(request, report, answer && `active in workspace \`${answer.workspace}\`, ruleset version ${answer.ruleset.version}`),
    ];
    if (request.trustedRules)
        parts.push('the rules come from a separate checkout, which the change cannot edit');
    if (!change && !request.given)
        parts.push(`the event \`${request.event}\` has no change to compare`);
    if (change?.fork)
        parts.push('the head comes from a fork');
    if (service.workspace && !answer)
        parts.push(`workspace \`${service.workspace}\` ${whyNot(request, report)}`);
    return parts.join('; ');
}
function whyNot({ service }, { problems }) {
    if (!service.baseUrl && !service.apiKey)
        return 'was not asked: no service is configured';
    const isAsked = problems.some(({ kind, exitCode }) => kind === 'service' && exitCode !== model/* EXIT */.dc.unknown);
    return isAsked ? 'did not answer' : 'was not asked';
}
function opening(request, { base, head, outcome, history }, active) {
    const inForce = sideName(base, active ?? 'in force');
    const wouldBe = sideName(head, request.given ? 'as given' : 'once merged');
    switch (outcome) {
        case 'no_effective_change':
            if (hasNone(base) && hasNone(head))
                return 'no effective change: there is no ruleset, neither in force nor once merged, so no history was replayed';
            return base?.hash === head?.hash
                ? `no effective change: ${wouldBe} judges as ${inForce} does (both have the hash ${head?.hash.slice(0, 12) ?? ''}), so no history was replayed`
                : `no effective change: ${wouldBe} judges as ${inForce} does today (rule by rule), so no history was replayed`;
        case 'simulated':
            return `simulated ${wouldBe} against ${inForce}, over ${historyName(history)}`;
        case 'not_simulated':
            return `not simulated: ${wouldBe} against ${inForce}`;
    }
}
function sideName(judge, what) {
    if (!judge)
        return `a ruleset that could not be read ${what}`;
    if (hasNone(judge))
        return `no ruleset ${what}`;
    return namesOf(judge.sources, judge.commit, ` ${what}`, judge.rules);
}
function hasNone(judge) {
    return judge?.sources.length === 0;
}
function historyName(history) {
    if (!history)
        return 'no history';
    const { from, side, firstSeen, lastSeen, statements } = history;
    const names = from.length > headline_MAX_NAMES ? [...from.slice(0, headline_MAX_NAMES), `${from.length - headline_MAX_NAMES} more`] : from;
    const window = firstSeen === undefined || lastSeen === undefined ? '' : `, ${firstSeen.slice(0, 10)} to ${lastSeen.slice(0, 10)}`;
    const whose = side === 'base' ? ' of the base branch' : '';
    return `${names.join(', ')}${whose} (${statements.toLocaleString('en')} call${statements === 1 ? '' : 's'}${window})`;
}
const headline_MAX_NAMES = 3;

;// CONCATENATED MODULE: ./build/esm/commands/simulate/expiring-exceptions.js


const DAY = 24 * 60 * 60 * 1000;
/** Exceptions that end within this many days are reported: most reviewers would not think of them in time. */
const SOON_DAYS = 30;
/** Maximum number of end dates to simulate; each takes as long as the simulation itself. */
const MAX_SIMULATED = 3;
/** Adds days to a `YYYY-MM-DD` date. */
function addDays(day, days) {
    return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}
/** Exceptions that the change adds or shortens and that end soon, by their last day, earliest first. */
function endingSoon(base, head, today) {
    const keyOf = ({ rule, condition }) => `${rule}\0${condition.text}`;
    const known = new Map();
    for (const exception of base.exceptions) {
        const key = keyOf(exception);
        if (exception.until > (known.get(key) ?? ''))
            known.set(key, exception.until);
    }
    const soon = addDays(today, SOON_DAYS);
    const ending = head.exceptions.filter((exception) => (0,esm_rules/* holdsOn */.gD)(exception, today) && exception.until <= soon && isNewEnd(known.get(keyOf(exception)), exception));
    const byDay = new Map();
    for (const exception of ending.sort((a, b) => (a.until < b.until ? -1 : 1))) {
        const list = byDay.get(exception.until);
        if (list)
            list.push(exception);
        else
            byDay.set(exception.until, [exception]);
    }
    return byDay;
}
function isNewEnd(before, { until }) {
    return before === undefined || until < before;
}
/**
 * Warns about exceptions of the change that end soon, and about the flows that break then. To find these, the history
 * is simulated again for the day after.
 *
 * @param now the simulation of today; undefined if a service made it, and then the warnings have no numbers
 * @param simulateOn simulates as if on another day
 */
async function endingWarnings({ base, head, today }, now, simulateOn) {
    const warnings = [];
    let before = now;
    for (const [until, exceptions] of endingSoon(base, head, today)) {
        let what = 'the flows that it allows break then';
        if (before && simulateOn && warnings.length < MAX_SIMULATED) {
            const after = await simulateOn(addDays(until, 1));
            what = difference(before, after);
            before = after;
        }
        const rules = [...new Set(exceptions.map(({ rule }) => `\`${rule}\``))].join(', ');
        const many = exceptions.length === 1 ? 'an exception' : `${exceptions.length} exceptions`;
        const end = exceptions.length === 1 ? 'ends' : 'end';
        warnings.push(`the change adds or shortens ${many} to ${rules} that ${end} on ${until}: ${what}`);
    }
    return warnings;
}
function difference(before, after) {
    const known = new Map(before.flows.map((flow) => [flow.id, lost(flow)]));
    const more = after.flows.flatMap((flow) => {
        const calls = lost(flow) - (known.get(flow.id) ?? 0);
        return calls > 0 ? [{ calls, isUndecided: flow.class === 'unknown' }] : [];
    });
    if (more.length === 0)
        return 'no flow of the history breaks because of it';
    const calls = more.reduce((sum, flow) => sum + flow.calls, 0);
    const open = more.filter(({ isUndecided }) => isUndecided).length;
    const undecided = open > 0 ? ` (${open.toLocaleString('en')} of them undecided)` : '';
    return `from then on, ${(0,model/* counted */.hS)(more.length, 'flow')} (${(0,model/* counted */.hS)(calls, 'call')}) that pass now would break${undecided}`;
}
/** Calls of a flow that break or may break, acknowledged or not. */
function lost({ class: kind, leftOut, affectedCalls }) {
    const counts = kind === 'newly_blocked' || kind === 'partly_blocked' || kind === 'unknown';
    return counts && leftOut === undefined ? affectedCalls : 0;
}

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
;// CONCATENATED MODULE: ./build/esm/commands/simulate/find-history.js


/**
 * Finds the files of a history. A file that the base tracks is read from the base, even if the change edits it. A file
 * that only the change tracks is refused, since its author could have written anything. An untracked file is read from
 * disk.
 */
async function findHistory(search) {
    const found = new Map();
    const missing = [];
    const notices = [];
    for (const named of search.named) {
        const path = cleanPath(named);
        const exact = await lookAt(search, path);
        if (exact.kind === 'found') {
            found.set(keyOf(exact.file), exact.file);
            if (exact.notice)
                notices.push(exact.notice);
        }
        else if (exact.kind === 'refused')
            missing.push(exact.why);
        else
            await lookBelow(search, named, found, missing, notices);
    }
    return { files: [...found.values()], missing, notices };
}
function keyOf(file) {
    return file.side === 'base' ? `base:${file.name}` : `disk:${file.at}`;
}
async function lookBelow(search, named, found, missing, notices) {
    const path = cleanPath(named);
    const refused = [];
    let count = 0;
    for (const candidate of await candidates(search, path)) {
        const result = await lookAt(search, candidate);
        if (result.kind === 'found') {
            count++;
            found.set(keyOf(result.file), result.file);
            if (result.notice)
                notices.push(result.notice);
        }
        else if (result.kind === 'refused')
            refused.push(result.why);
    }
    if (count > 0)
        notices.push(...refused);
    else if (refused.length > 0)
        missing.push(...refused);
    else
        missing.push(`there is no history at \`${named}\`; collect one with \`querygate history collect\`, and commit it to the base branch or restore it in an earlier step`);
}
/** Paths that a folder or glob matches, in the base and on disk. */
async function candidates({ base, disk }, path) {
    const folder = isGlob(path) ? globFolder(path) : path === '.' ? '' : path;
    const matches = isGlob(path) ? matcher([path], { ignoreCase: false }) : () => true;
    const inBase = base && !(0,external_node_path_.isAbsolute)(path) ? await base.list(folder) : [];
    const onDisk = await disk.list(folder === '' && (0,external_node_path_.isAbsolute)(path) ? '/' : folder);
    return [...new Set([...inBase, ...onDisk])].filter(matches).sort();
}
async function lookAt({ base, head, disk }, path) {
    if (!(0,external_node_path_.isAbsolute)(path) && base) {
        const entry = await base.read(path);
        if (entry.kind === 'file')
            return ofBase(path, entry.bytes, await head?.read(path));
        if (entry.kind === 'link')
            return refuse(`the history \`${path}\` is a symbolic link on the base branch, and links are not followed; name the file`);
        if (entry.kind === 'oversized')
            return refuse(`the history \`${path}\` is too large to be read from git (${entry.size} bytes); keep it out of git, and restore it in an earlier step`);
    }
    const tracked = !(0,external_node_path_.isAbsolute)(path) && head !== undefined && (await head.read(path)).kind !== 'missing';
    if (tracked)
        return refuse(onlyHead(path));
    const onDisk = await disk.find(path);
    switch (onDisk.kind) {
        case 'file':
            return { kind: 'found', file: { name: path, side: 'untracked', at: onDisk.at } };
        case 'tracked':
            return onDisk.path !== path && base && (await base.read(onDisk.path)).kind === 'file'
                ? refuse(`the history \`${path}\` is a link to \`${onDisk.path}\`, which git tracks; name that file instead, so that it is read from the base branch`)
                : refuse(onlyHead(path));
        default:
            return { kind: 'none' };
    }
}
function ofBase(name, bytes, inHead) {
    if (isLfsPointer(bytes))
        return refuse(`the history \`${name}\` is a Git LFS pointer on the base branch, not the file itself; keep it in git without LFS, or restore it in an earlier step at a path that git does not track`);
    const same = inHead === undefined || (inHead.kind === 'file' && Buffer.compare(inHead.bytes, bytes) === 0);
    const notice = same
        ? undefined
        : `the change ${inHead.kind === 'missing' ? 'deletes' : 'edits'} the history \`${name}\`: the version on the base branch was replayed`;
    return { kind: 'found', file: { name, side: 'base', bytes }, notice };
}
function isLfsPointer(bytes) {
    return Buffer.from(bytes.subarray(0, 60)).toString('latin1').startsWith('version https://git-lfs.github.com/spec/');
}
function onlyHead(path) {
    return `the history \`${path}\` comes with the change itself, so it is not used: the author of the rules could have written it; commit it to the base branch first, or restore it in an earlier step`;
}
function refuse(why) {
    return { kind: 'refused', why };
}

;// CONCATENATED MODULE: ./build/esm/commands/simulate/history-report.js

const history_report_DAY = 24 * 60 * 60 * 1000;
/** Why a history may not be what production runs; each problem has a message of its own. */
function historyProblems(history, collected, now, { policy }) {
    const { lastSeen, ageDays, statements, rows } = history;
    const names = history.from.map((name) => `\`${name}\``).join(', ');
    if (rows === 0 || statements === 0)
        return [
            problem(`the history ${names} is empty, so nothing can be replayed; collect it again from logs that contain queries`),
        ];
    if (lastSeen !== undefined && Date.parse(lastSeen) - now.getTime() > history_report_DAY)
        return [
            problem(`the last statement of the history is in the future (${lastSeen}); check the clock of its source, and collect it again`),
        ];
    // If the sources have no timestamps, the day of the collection is the best estimate.
    const age = ageDays ?? (0,model/* ageInDays */.QR)(collected, now);
    if (age === undefined || age > policy.maxAge) {
        const verb = ageDays === undefined ? 'was collected' : 'ends';
        const when = age === undefined ? 'at an unknown time' : `${(0,model/* counted */.hS)(age, 'day')} ago`;
        return [
            problem(`the history ${verb} ${when}, but \`max-age\` is ${(0,model/* counted */.hS)(policy.maxAge, 'day')}; collect it again`),
        ];
    }
    return [];
}
/**
 * Warns about sources that are too old, or of unknown age, in a history that is recent as a whole: their queries may
 * not run any more, and newer ones may be missing. `historyProblems` reports a history that is too old as a whole.
 *
 * @param collected when the oldest snapshot was written; undefined if unknown
 * @param direct the sources that this run read from logs and exports
 */
function ageWarnings({ sources, ageDays }, collected, direct, now, { policy }) {
    const read = new Set(direct.map(({ identity }) => identity));
    const limit = `but \`max-age\` is ${(0,model/* counted */.hS)(policy.maxAge, 'day')}`;
    const isWholeOld = ageDays !== undefined && ageDays > policy.maxAge;
    return sources.flatMap(({ name, identity, to }) => {
        const what = `the source \`${name}\` of the history`;
        if (to === undefined && read.has(identity))
            return [`${what} has no timestamps, so its age is unknown; export it again for each run`];
        if (to === undefined && ageDays === undefined)
            return [];
        const age = (0,model/* ageInDays */.QR)(to ?? collected, now);
        if (age === undefined || age <= policy.maxAge || isWholeOld)
            return [];
        return [
            `${what} ${to === undefined ? 'was collected' : 'ends'} ${(0,model/* counted */.hS)(age, 'day')} ago, ${limit}; collect it again`,
        ];
    });
}
/** A problem if more of the history is unread than `max-unread` allows. */
function unreadProblems({ unread }, { policy }) {
    const percent = unread.share * 100;
    if (percent <= policy.maxUnread)
        return [];
    const { records } = unread;
    const what = records
        ? `${(0,model/* counted */.hS)(records.unread, 'log entry', 'log entries')} of ${records.all.toLocaleString('en')} (${percent.toFixed(2)} %; one entry can stand for many calls)`
        : `${(0,model/* counted */.hS)(unread.calls, 'call')} of the history (${percent.toFixed(2)} %)`;
    return [
        problem(`${what} could not be read or were cut off, but \`max-unread\` is ${policy.maxUnread} %; \`querygate history show\` says why`),
    ];
}
function problem(message) {
    return { kind: 'history', message, place: undefined, exitCode: model/* EXIT */.dc.unknown };
}

;// CONCATENATED MODULE: ./build/esm/commands/simulate/settings.js



const DEFAULT_POLICY = {
    maxBrokenFlows: 0,
    maxUnknown: 0,
    maxUnread: 1,
    maxAge: 30,
    failOnNewlyAllowed: false,
    failOn: 'block',
    minCalls: 1,
    minDays: 1,
};
/**
 * Resolves the settings. The workflow overrides the base's configuration, which overrides the defaults. If the base has
 * no configuration, the change's own can only make the defaults stricter.
 */
function resolveSimulationSettings(limits, base, head) {
    const inForce = base ? base.simulate : undefined;
    const configured = base ? policyOf(inForce) : stricterPolicy(DEFAULT_POLICY, policyOf(head?.simulate));
    const { history: given, ...named } = limits;
    const history = given ?? asList(inForce?.history);
    const own = base || given ? undefined : insideOnly(asList(head?.simulate?.history));
    return {
        policy: { ...configured, ...named },
        ignoreCallers: inForce?.['ignore-callers'] ?? [],
        history: history ?? [model/* HISTORY_FILE */.CX],
        historyOfChange: own,
        onMissingKey: inForce?.['on-missing-key'] ?? base?.['on-missing-key'] ?? 'unknown',
    };
}
function policyOf(settings) {
    const none = DEFAULT_POLICY;
    return {
        ...none,
        maxBrokenFlows: settings?.['max-broken-flows'] ?? none.maxBrokenFlows,
        maxUnknown: settings?.['max-unknown'] ?? none.maxUnknown,
        maxUnread: settings?.['max-unread'] ?? none.maxUnread,
        maxAge: settings?.['max-age'] ?? none.maxAge,
        failOnNewlyAllowed: settings?.['fail-on-newly-allowed'] ?? none.failOnNewlyAllowed,
        minCalls: settings?.['min-calls'] ?? none.minCalls,
        minDays: settings?.['min-days'] ?? none.minDays,
    };
}
function stricterPolicy(a, b) {
    return {
        maxBrokenFlows: Math.min(a.maxBrokenFlows, b.maxBrokenFlows),
        maxUnknown: Math.min(a.maxUnknown, b.maxUnknown),
        maxUnread: Math.min(a.maxUnread, b.maxUnread),
        maxAge: Math.min(a.maxAge, b.maxAge),
        failOnNewlyAllowed: a.failOnNewlyAllowed || b.failOnNewlyAllowed,
        failOn: a.failOn,
        minCalls: Math.min(a.minCalls, b.minCalls),
        minDays: Math.min(a.minDays, b.minDays),
    };
}
/** A history that the change names must be inside the checkout. */
function insideOnly(paths) {
    const outside = paths?.find((path) => (0,external_node_path_.isAbsolute)(path) || path.split(/[\\/]/).includes('..'));
    if (outside === undefined)
        return paths;
    throw new model/* ConfigError */.xL(`the history \`${outside}\` is outside the repository, which a configuration that comes with the change must not name; name it in the workflow`, { file: CONFIG_FILE });
}
function asList(value) {
    return typeof value === 'string' ? [value] : value;
}

;// CONCATENATED MODULE: ./build/esm/commands/simulate/service.js





/**
 * Lets the service simulate: its active ruleset is the base, and the history of the workspace is replayed. If it does
 * not answer, the report shows a problem. Raises ConfigError for invalid settings.
 */
async function requestSimulation(request, mode, { base, head }, { texts }, settings) {
    const { createServiceClient } = await Promise.all(/* import() */[__webpack_require__.e(2857), __webpack_require__.e(6752), __webpack_require__.e(9343), __webpack_require__.e(136)]).then(__webpack_require__.bind(__webpack_require__, 10136));
    const { change, onProgress } = request;
    // The base's dialect comes first: the change's applies only if the base sets none.
    const dialect = base.config?.value.dialect ?? head.config?.value.dialect;
    const overrides = overriddenSettings(settings);
    const flows = { ...sourceFile('base', texts.base), ...sourceFile('head', texts.head) };
    try {
        const { timeout } = request.service;
        const client = createServiceClient({
            baseUrl: mode.baseUrl,
            apiKey: mode.apiKey,
            workspace: mode.workspace,
            deadline: timeout === undefined ? undefined : timeout * 1000,
            env: request.service.env ?? {},
        });
        const done = await client.simulateRules({
            head: await ruleset_files_rulesetFiles(head),
            ...(base.ruleset && { base: { hash: base.ruleset.hash, ruleset: await ruleset_files_rulesetFiles(base) } }),
            ...(dialect && { dialect }),
            ...(Object.keys(overrides).length > 0 && { settings: overrides }),
            ...(Object.keys(flows).length > 0 && { flows }),
            change: { event: request.event, ...(change && { base: change.baseLabel, head: change.headLabel }) },
        }, { onProgress: (progress) => onProgress?.(service_progressText(progress)) });
        return { done, problems: [] };
    }
    catch (error) {
        if (error instanceof model/* ServiceError */._7) {
            const problem = {
                kind: 'service',
                message: error.message,
                place: undefined,
                exitCode: error.exitCode,
            };
            return { done: undefined, problems: [problem] };
        }
        // With a place, the service rejected a rule file; without one, a setting is invalid.
        if (error instanceof model/* ConfigError */.xL && error.place)
            return { done: undefined, problems: [headProblem(error)] };
        throw error;
    }
}
/** A service is configured, but this run cannot use it. */
function service_withheldProblem(why) {
    return { kind: 'service', message: why, place: undefined, exitCode: model/* EXIT */.dc.unknown };
}
function sourceFile(side, text) {
    return text === undefined ? {} : { [side]: { path: FLOWS_FILE, text } };
}
/** Settings that differ from the service's defaults. */
function overriddenSettings({ policy, ignoreCallers }) {
    const { minCalls, minDays } = policy;
    return {
        ...(minCalls !== DEFAULT_POLICY.minCalls && { 'min-calls': minCalls }),
        ...(minDays !== DEFAULT_POLICY.minDays && { 'min-days': minDays }),
        ...(ignoreCallers.length > 0 && { 'ignore-callers': ignoreCallers }),
    };
}
function service_progressText(progress) {
    switch (progress.state) {
        case 'queued':
            return 'the simulation is queued';
        case 'running':
            return `replaying row ${progress.done.toLocaleString('en')} of ${progress.total.toLocaleString('en')}`;
        case 'waiting':
            return `retrying in ${Math.ceil(progress.wait / 1000)} s (${progress.reason})`;
    }
}

;// CONCATENATED MODULE: ./build/esm/commands/simulate/replay.js






const NOTHING_REPLAYED = { history: undefined, result: undefined, problems: [], notices: [] };
/** Replays the history over both rulesets, here or in the service. Raises ConfigError for invalid settings. */
async function replay(task) {
    const { mode } = task;
    switch (mode.kind) {
        case 'withheld':
            return { ...NOTHING_REPLAYED, problems: [service_withheldProblem(mode.why)] };
        case 'service':
            return replayInService(task, mode);
        case 'embedded': {
            const replayed = await replayEmbedded(task);
            const { fallbackReason } = mode;
            return fallbackReason === undefined ? replayed : { ...replayed, notices: [fallbackReason, ...replayed.notices] };
        }
    }
}
async function replayInService(task, mode) {
    const { request, sides, settings, flows } = task;
    const { done, problems } = await requestSimulation(request, mode, sides, flows, settings);
    if (!done)
        return { ...NOTHING_REPLAYED, problems };
    const notices = serviceNotices(done, request.now, {
        own: 'the base branch',
        consequence: 'the simulation compares with the active one',
    });
    if (done.outcome === 'no_effective_change')
        return { ...NOTHING_REPLAYED, problems, notices, service: done };
    const { result } = done;
    // The age is computed with the local clock, as in a run without a service.
    const history = { ...done.history, ageDays: (0,model/* ageInDays */.QR)(done.history.lastSeen, request.now) };
    return {
        history,
        result,
        problems: [
            ...historyProblems(history, undefined, request.now, settings),
            ...selfTestProblems(result),
            ...unreadProblems(result, settings),
        ],
        notices,
        warnings: [...ageWarnings(history, undefined, [], request.now, settings), ...(await endingWarnings(task))],
        service: done,
    };
}
async function replayEmbedded(task) {
    const { request, settings, flows, today, base, head } = task;
    const places = await historyInForce(task);
    const { notices } = places;
    const missing = places.missing.map(historyProblem);
    if (places.files.length === 0)
        return { ...NOTHING_REPLAYED, problems: missing, notices };
    request.onProgress?.('reading the history');
    const read = await readHistory(places.files, task);
    if ('problem' in read) {
        const problems = [...missing, read.problem];
        return { ...NOTHING_REPLAYED, problems, notices: [...notices, ...dialectNotices(task)] };
    }
    const history = (0,model/* historyReport */.Tb)(read.header, shown(places.files), request.now);
    const problems = [...missing, ...historyProblems(history, read.header.collected, request.now, settings)];
    if (read.rows.length === 0)
        return { ...NOTHING_REPLAYED, history, problems, notices };
    const warnings = ageWarnings(history, read.header.collected, read.direct, request.now, settings);
    request.onProgress?.(`replaying ${read.rows.length.toLocaleString('en')} rows`);
    const { simulate } = await __webpack_require__.e(/* import() */ 6608).then(__webpack_require__.bind(__webpack_require__, 96608));
    const { minCalls, minDays } = settings.policy;
    const simulateOn = (day) => simulate({
        history: read,
        base,
        head,
        today: day,
        settings: { minCalls, minDays, ignoreCallers: settings.ignoreCallers },
        declared: flows.flows,
    });
    const result = await simulateOn(today);
    const ending = await endingWarnings(task, result, simulateOn);
    problems.push(...selfTestProblems(result), ...unreadProblems(result, settings));
    return { history, result, problems, notices, warnings: [...warnings, ...ending] };
}
function shown(files) {
    return {
        from: files.map(({ name }) => name),
        side: files.some(({ side }) => side === 'untracked') ? 'untracked' : 'base',
    };
}
/**
 * The author of the change must not choose the history: the head's setting is used only if there is no other history.
 */
async function historyInForce({ request, settings }) {
    const { change } = request;
    const base = change && (0,model/* isAvailable */.e2)(change.rulesBase) ? change.rulesBase : undefined;
    const where = {
        base,
        // A working tree has uncommitted files; for those, `disk` knows which files git tracks.
        head: change?.head.commit === undefined ? undefined : change.head,
        disk: request.files,
    };
    const { history, historyOfChange } = settings;
    const places = await findHistory({ ...where, named: history });
    if (!historyOfChange || sameTexts(history, historyOfChange))
        return places;
    const isInBase = await Promise.all(history.map(async (path) => base && (await base.read(path)).kind !== 'missing'));
    if (places.files.length === 0 && !isInBase.includes(true))
        return findHistory({ ...where, named: historyOfChange });
    const named = historyOfChange.map((path) => `\`${path}\``).join(', ');
    const notice = `the configuration that the change adds names the history ${named}: it takes effect once merged, and \`${history.join('`, `')}\` was replayed`;
    return { ...places, notices: [...places.notices, notice] };
}
function sameTexts(a, b) {
    return a.length === b.length && a.every((text, at) => text === b[at]);
}
/** The dialect decides what is found in a log, so the change must not set it. */
function dialectNotices({ request, sides }) {
    const own = sides.head.config?.value.dialect;
    if (!request.change || request.dialect || sides.base.config?.value.dialect || !own)
        return [];
    return [
        `the configuration of the change sets the dialect \`${own}\`: it takes effect once merged, and was not used to read logs`,
    ];
}
async function readHistory(files, { request, sides }) {
    const { readHistory } = await __webpack_require__.e(/* import() */ 7073).then(__webpack_require__.bind(__webpack_require__, 47073));
    const inputs = files.map((file) => (file.side === 'base' ? { name: file.name, bytes: file.bytes } : file.at));
    try {
        return await readHistory(inputs, {
            dialect: request.dialect ?? sides.base.config?.value.dialect,
            now: request.now,
            workerUrl: request.workerUrl,
            onProgress: ({ done, total }) => request.onProgress?.(replay_progressText(done, total)),
        });
    }
    catch (error) {
        if (!(error instanceof model/* ConfigError */.xL))
            throw error;
        return { problem: { ...historyProblem(error.message), place: error.place } };
    }
}
function replay_progressText(done, total) {
    return total ? `${Math.floor((100 * done) / total)} % of the logs` : 'reading the logs';
}
function historyProblem(message) {
    return { kind: 'history', message, place: undefined, exitCode: model/* EXIT */.dc.unknown };
}
function selfTestProblems({ selfTest }) {
    if (selfTest)
        return [];
    const message = `self-test failed: the ruleset in force differs from itself; this is a bug in querygate ${model/* PRODUCT */.Ax.version}: please report it`;
    return [{ kind: 'defect', message, place: undefined, exitCode: model/* EXIT */.dc.internal }];
}

;// CONCATENATED MODULE: ./build/esm/commands/simulate/run.js













/**
 * Compares the ruleset in force with the one after the merge, replays the production history over both, and decides
 * whether a legitimate flow would break. If both rulesets are equivalent, no history is read and no service is asked.
 * Raises ConfigError for a user error that leaves nothing to compare.
 */
async function runSimulate(request) {
    const sides = await loadSimulatedSides(request);
    const { base, head } = sides;
    const settings = resolveSimulationSettings({ ...request.limits, history: request.history }, base.config?.value, head.config?.value);
    const mode = resolveMode(request.service, settings.onMissingKey, 'simulate');
    const flows = await declaredFlows(sides, memoisedReader());
    const today = request.now.toISOString().slice(0, 10);
    const isComparable = base.ruleset !== undefined && head.ruleset !== undefined;
    const isSame = isComparable && (0,esm_rules/* compareRulesets */.P8)(base.ruleset, head.ruleset, today).equal;
    const replayed = isComparable && !isSame
        ? await replay({ request, sides, settings, mode, flows, today, base: base.ruleset, head: head.ruleset })
        : NOTHING_REPLAYED;
    const { history, result, service } = replayed;
    // If a side is not known for certain, the rulesets cannot be called equal.
    const isCertain = !sides.problems.some(({ kind }) => kind === 'base');
    const isUnchanged = (isSame && isCertain) || service?.outcome === 'no_effective_change';
    const outcome = result ? 'simulated' : isUnchanged ? 'no_effective_change' : 'not_simulated';
    const problems = [...sides.problems, ...flows.problems, ...replayed.problems];
    problems.sort((a, b) => a.exitCode - b.exitCode);
    const { change } = request;
    const report = {
        kind: 'simulation',
        formatVersion: 1,
        tool: { name: 'querygate', version: model/* PRODUCT */.Ax.version },
        base: service?.base ?? (base.ruleset && (0,check/* trafficJudge */.H$)({ side: 'base', ruleset: base.ruleset })),
        head: service?.head ?? (head.ruleset && (0,check/* trafficJudge */.H$)({ side: 'head', ruleset: head.ruleset })),
        scope: { kind: change ? 'changed' : 'all', event: request.event, base: change?.baseLabel, head: change?.headLabel },
        outcome,
        policy: settings.policy,
        history,
        result,
        ...concludeSimulation(outcome, result, problems, settings.policy, head.ruleset),
        problems,
        notices: noticesOf(request, sides, [...flows.notices, ...replayed.notices], replayed.warnings),
        proposedAcknowledgements: result && (await proposals(result, request.now)),
        docsRoot: (0,model/* docsRootOf */.Lq)(request.source),
        repeat: repeatSimulation(request, mode.kind !== 'embedded'),
    };
    return { ...report, headline: simulationHeadline(request, report, service) };
}
/** How long a proposed acknowledgement is valid: a quarter, in days. */
const ACKNOWLEDGED_DAYS = 90;
async function proposals(result, now) {
    const { proposeAcknowledgements } = await __webpack_require__.e(/* import() */ 6608).then(__webpack_require__.bind(__webpack_require__, 96608));
    const until = new Date(now.getTime() + ACKNOWLEDGED_DAYS * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
    return proposeAcknowledgements(result, { until });
}
function noticesOf(request, { base, head }, more, warnings = []) {
    const { change } = request;
    const notice = (level, message) => ({
        level,
        message,
        path: undefined,
        location: undefined,
    });
    const notices = [
        ...warnings.map((message) => notice('warning', message)),
        ...[...(request.hostNotices ?? []), ...more].map((message) => notice('notice', message)),
    ];
    if (!change)
        return notices;
    const [before, after] = [base.config?.value.simulate, head.config?.value.simulate];
    if (JSON.stringify(before) !== JSON.stringify(after))
        notices.push(notice('notice', base.config
            ? 'the change edits the settings of `simulate`: those of the base branch apply until it is merged'
            : 'the change adds the first settings of `simulate`: until it is merged, a default applies where it is stricter'));
    return [...notices, ...announcements(change)];
}

;// CONCATENATED MODULE: ./build/esm/commands/index.js
















/***/ })

};
