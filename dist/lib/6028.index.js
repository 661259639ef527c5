export const id = 6028;
export const ids = [6028];
export const modules = {

/***/ 66028:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  rJ: () => (/* reexport */ checkDeservesComment),
  Mp: () => (/* reexport */ collectHistoryCommand),
  E3: () => (/* reexport */ dialect_dialectOf),
  O5: () => (/* reexport */ explainFile),
  bJ: () => (/* reexport */ listExemptions),
  sJ: () => (/* reexport */ listRules),
  c: () => (/* reexport */ loadEffective),
  t5: () => (/* reexport */ lookAt),
  c1: () => (/* reexport */ makeBaseline),
  iV: () => (/* reexport */ mergeHistoryCommand),
  oV: () => (/* reexport */ planInit),
  Pt: () => (/* reexport */ planText),
  E$: () => (/* reexport */ proposalText),
  hC: () => (/* reexport */ readOwners),
  o$: () => (/* reexport */ readSource),
  k_: () => (/* reexport */ runCheck),
  yE: () => (/* reexport */ runHistoryWorker),
  wp: () => (/* reexport */ runSimulate),
  Pj: () => (/* reexport */ showHistoryCommand),
  w: () => (/* reexport */ showRule),
  ut: () => (/* reexport */ simulationDeservesComment),
  uQ: () => (/* reexport */ testRules)
});

// UNUSED EXPORTS: readRulesetFiles

// EXTERNAL MODULE: ./build/esm/model/index.js + 17 modules
var model = __webpack_require__(72607);
// EXTERNAL MODULE: ./build/esm/check/index.js + 13 modules
var esm_check = __webpack_require__(24594);
// EXTERNAL MODULE: ./build/esm/rules/index.js + 62 modules
var esm_rules = __webpack_require__(75701);
;// CONCATENATED MODULE: ./build/esm/commands/check/findings.js



/** A problem with rules or configuration, as a finding on its line. */
function sideFinding({ kind, error }) {
    const path = error.place?.file ?? '.querygate';
    const line = error.place?.line;
    const position = line === undefined ? undefined : { offset: 0, line, column: error.place?.column ?? 1 };
    return {
        ...(0,esm_check/* wholeFileFinding */.RP)(path, ''),
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
/** Raises ServiceError if the service should have judged and did not. */
function assertJudged({ findings, exitCode }) {
    const failure = findings.find(isServiceFailure);
    if (failure)
        throw new model/* ServiceError */._7(failure.message, exitCode || model/* EXIT */.dc.service);
}
function runFinding(rule, message) {
    const shape = '';
    return {
        ...(0,esm_check/* wholeFileFinding */.RP)('.', ''),
        rule,
        message,
        help: '',
        fingerprint: (0,esm_rules/* fingerprint */.Rj)({ rule, path: '.', shape, occurrence: 0 }),
    };
}

;// CONCATENATED MODULE: ./build/esm/commands/inputs/globs.js

// Pull requests control both the globs and the file names, and together these can make a backtracking matcher run for
// hours. The time of this matcher is proportional to the product of their lengths.
const MAX_LENGTH = 1000;
/** Patterns after the expansion of braces and `a**b`. */
const MAX_ALTERNATIVES = 256;
/**
 * Returns a test whether a path of the repository matches one of the globs. `*`, `?` and `[a-z]` match within one path
 * part, `**` matches across folders, `{a,b}` matches either; dots and line ends are ordinary characters. A glob that
 * matches a folder matches everything below it, unless it is for files. Raises ConfigError for a glob that is too long or uses unsupported
 * syntax.
 */
function matcher(globs, { ignoreCase, folders = false, isForFiles = () => false } = { ignoreCase: true }) {
    const fold = (text) => (ignoreCase ? text.toLowerCase() : text);
    const tests = globs.map((glob) => compile(fold(glob), glob, folders, isForFiles));
    return (path) => {
        const folded = fold(path);
        return tests.some((matches) => matches(folded));
    };
}
function compile(folded, glob, folders, isForFiles) {
    if (glob.length > MAX_LENGTH)
        throw new model/* ConfigError */.xL(`the glob \`${glob.slice(0, 40)}…\` is longer than ${MAX_LENGTH.toLocaleString('en')} characters; shorten it`);
    const unknown = /^!|[@!+?*]\(/.exec(glob);
    if (unknown)
        throw new model/* ConfigError */.xL(`the glob \`${glob}\` uses \`${unknown[0]}\`, which is not supported; use \`*\`, \`**\`, \`?\`, \`[a-z]\` and \`{a,b}\`, and \`ignore\` to skip files`);
    const pattern = cleanPath(folded);
    if (pattern === '' || pattern === '.')
        return () => true;
    const matchesBelow = (each) => glob.endsWith('/') || !isForFiles(each.slice(each.lastIndexOf('/') + 1));
    const below = matchesBelow(pattern);
    // An exact name matches itself, whatever characters it contains.
    const literal = (path) => path === pattern || (below && path.startsWith(`${pattern}/`)) || (folders && pattern.startsWith(`${path}/`));
    if (!isGlob(pattern))
        return literal;
    const alternatives = alternativesOf(pattern, glob).map((each) => segmentsOf(each, matchesBelow(each)));
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
/** @param below also match everything below what the pattern matches */
function segmentsOf(pattern, below) {
    const segments = pattern
        .split('/')
        .filter((part) => part !== '')
        .map((part) => (part === '**' ? FOLDERS : tokensOf([...part])));
    if (below && segments.at(-1) !== FOLDERS)
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

;// CONCATENATED MODULE: ./build/esm/commands/inputs/migration-version.js
/** Names that some tools give to every migration; its version is then in the name of the folder. */
const FILES_OF_FOLDERS = new Set(['up.sql', 'down.sql', 'migration.sql']);
/** The part of a path that migration tools identify a migration by: `0001_users.sql`, `20240101_users/up.sql`. */
function migrationName(path) {
    const [name = '', folder] = path.split('/').reverse();
    return FILES_OF_FOLDERS.has(name.toLowerCase()) && folder !== undefined ? `${folder}/${name}` : name;
}
/** The version of the migration at a path; undefined if its name has none. */
function versionOf(path) {
    const name = migrationName(path);
    // Flyway: versioned, undo and baseline migrations. `_` between digits is a dot there, and elsewhere ends the version.
    const flyway = /^[VUB](\d+(?:[._]\d+)*)__/.exec(name);
    if (flyway?.[1] !== undefined)
        return numbersOf(flyway[1]);
    const leading = DATE.exec(name)?.[0] ?? /^v?(\d+(?:\.\d+)*)(?![0-9A-Za-z])/i.exec(name)?.[1];
    return leading === undefined ? undefined : numbersOf(leading);
}
/**
 * Whether migration tools take a renamed file for the migration that it was. A file without a version is known by its
 * name. For the others the description may change, but not the prefix (Flyway's `U5` undoes `V5`) or the file ending.
 */
function isSameMigration(before, after) {
    if (directionOf(before) !== directionOf(after))
        return false;
    if (migrationName(before) === migrationName(after))
        return true;
    const key = versionKey(before);
    return key !== undefined && key === versionKey(after);
}
/** What may not change in the name of a versioned migration; undefined if the name has no version. */
function versionKey(path) {
    const version = versionOf(path);
    if (!version)
        return undefined;
    const prefix = /^[A-Za-z]?/.exec(migrationName(path))?.[0];
    return [prefix, ...version.numbers, /\.[^./]*$/.exec(path)?.[0]].join(' ');
}
/** What a path says about when its SQL runs, in its folders or in its name: forward, backward, or not to migrate. */
const DIRECTIONS = [
    /(?:^|[./])up\.[^./]*$/i,
    /(?<![A-Za-z])(?:downs?|undo|reverts?|rollbacks?)(?![A-Za-z])/i,
    /(?<![A-Za-z])(?:verify|docs?|examples?)(?![A-Za-z])/i,
];
/** All of them, since one does not rule out another: `examples/0001_x.up.sql`. */
function directionOf(path) {
    return DIRECTIONS.map((pattern) => pattern.test(path)).join();
}
/** `2024-06-30`, `2024_06_30_120000`, as Diesel and Laravel write it. */
const DATE = /^\d{4}([-_])\d{2}\1\d{2}(?:[-_]?\d{6})?(?![0-9A-Za-z])/;
/** Parses a version without its prefix: `0042`, `1.2`, `20240101120000`, `2024_06_30`. */
function numbersOf(text) {
    if (text.length > 100)
        return undefined;
    const [first = '', ...rest] = DATE.exec(text)?.[0] === text ? [text.replace(/\D/g, '')] : text.split(/[._]/);
    // Flyway with a dotted date: V2024.06.30.
    const dotted = first.length === 4 && /^\d\d$/.test(rest[0] ?? '') && /^\d\d$/.test(rest[1] ?? '');
    const joined = dotted ? [first, ...rest.slice(0, 2)].join('') : first;
    const timestamp = timestampOf(joined, '0');
    if (timestamp === undefined)
        return { kind: 'sequence', numbers: [first, ...rest].map(BigInt) };
    return { kind: 'timestamp', numbers: [timestamp, ...(dotted ? rest.slice(2) : rest).map(BigInt)] };
}
/**
 * A timestamp as 17 digits, `YYYYMMDDhhmmssSSS`; undefined if the digits are no timestamp. Digits that are missing are
 * filled with `fill`. Milliseconds since 1970 have 13 digits, seconds have 10.
 */
function timestampOf(digits, fill) {
    const isEpoch = /^1\d{12}$|^1\d{9}$/.test(digits);
    const iso = isEpoch && new Date(Number(digits.padEnd(13, '0'))).toISOString().replace(/\D/g, '');
    const calendar = iso || digits;
    const date = /^(?:19[7-9]|20[0-9])\d(\d{2})(\d{2})/.exec(calendar);
    if (!date || ![8, 12, 14, 17].includes(calendar.length))
        return undefined;
    const [, month, day] = date.map(Number);
    const valid = month !== undefined && day !== undefined && month >= 1 && month <= 12 && day >= 1 && day <= 31;
    return valid ? BigInt(calendar.padEnd(17, fill)) : undefined;
}
/** Which of two versions comes first, as a sort function says it; undefined if they cannot be compared. */
function compareVersions(a, b) {
    if (a.kind !== b.kind)
        return undefined;
    for (let at = 0; at < Math.max(a.numbers.length, b.numbers.length); at++) {
        const [one, other] = [a.numbers[at] ?? 0n, b.numbers[at] ?? 0n];
        if (one !== other)
            return one < other ? -1 : 1;
    }
    return 0;
}

;// CONCATENATED MODULE: ./build/esm/commands/inputs/start-after.js


/**
 * Parses a value of `start-after`: a version as in the file names (`20240101120000`, `0042`, `V1.2`), or a date
 * (`2024-06-30`), which includes the whole day. Raises ConfigError, at the place if there is one.
 */
function readStartAfter(value, placeOf) {
    if (value === undefined)
        return undefined;
    const text = String(value);
    const version = parse(text);
    if (version)
        return { text, version };
    throw new model/* ConfigError */.xL(`\`${text.slice(0, 100)}\` is not a version or a date (\`start-after\`); write a version as in the file names, such as \`0042\`, \`V1.2\` or \`20240101120000\`, or a date, such as \`2024-06-30\``, placeOf?.());
}
function parse(text) {
    const isDate = /^\d{4}([-_])\d{2}\1\d{2}$/.test(text);
    if (isDate || /^\d{8}$/.test(text)) {
        // Nothing of a day comes after its last moment, not even `20240630.2`.
        const lastMoment = timestampOf(text.replace(/\D/g, ''), '9');
        if (lastMoment !== undefined)
            return { kind: 'timestamp', numbers: [lastMoment] };
        if (isDate)
            return undefined;
    }
    const [, version] = /^v?(\d+(?:[._]\d+)*|\d{4}-\d{2}-\d{2}-\d{6})$/i.exec(text) ?? [];
    return version === undefined ? undefined : numbersOf(version);
}
/** Whether a migration comes after the bound; undefined if the bound says nothing about it. */
function isAfter(version, { version: bound }) {
    const order = version && compareVersions(version, bound);
    return order === undefined ? undefined : order > 0;
}

;// CONCATENATED MODULE: ./build/esm/commands/inputs/config.js




const CONFIG_FILE = '.querygate/config.yml';
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
    const { configFileSchema } = await Promise.all(/* import() */[__webpack_require__.e(2857), __webpack_require__.e(8354)]).then(__webpack_require__.bind(__webpack_require__, 58354));
    const mistakes = new esm_rules/* Mistakes */.So();
    const content = await (0,esm_rules/* parseYaml */.hN)({ file: path, bytes, what: 'configuration file' }, mistakes);
    const value = content && (0,esm_rules/* validate */.tf)(content, configFileSchema, mistakes);
    if (content)
        checkValues(content, mistakes);
    mistakes.throwIfAny();
    return { file: path, value: value };
}
/** Checks what the schema cannot. The content may have mistakes, so that all of them are found together. */
function checkValues({ plain, placeOf }, mistakes) {
    checkScope(plain, []);
    const entries = fieldOf(plain, 'files');
    if (Array.isArray(entries))
        for (const [at, entry] of entries.entries())
            checkScope(entry, ['files', at]);
    function checkScope(scope, path) {
        for (const key of ['paths', 'ignore']) {
            const globs = fieldOf(scope, key);
            if (!Array.isArray(globs))
                continue;
            for (const [i, glob] of globs.entries()) {
                if (typeof glob !== 'string' || glob === '')
                    continue;
                mistakes.attempt(() => assertGlob(glob, () => placeOf([...path, key, i])));
            }
        }
        const start = fieldOf(scope, 'start-after');
        if ((typeof start !== 'string' || start === '') && !Number.isSafeInteger(start))
            return;
        mistakes.attempt(() => readStartAfter(start, () => placeOf([...path, 'start-after'])));
    }
}
function fieldOf(value, key) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key))
        return undefined;
    return value[key];
}
/** An invalid glob is an error at its line, on the side that wrote it. */
function assertGlob(glob, place) {
    try {
        matcher([glob]);
    }
    catch (error) {
        throw error instanceof model/* ConfigError */.xL ? new model/* ConfigError */.xL(error.message, place()) : error;
    }
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
/** Everything: of a folder, only the SQL files are selected. */
const DEFAULT_PATHS = ['.'];
const STRICT = {
    failOn: ['warn', 'block', 'never'],
    onUnknown: ['fail', 'warn', 'pass'],
    suppressions: ['off', 'fail-on-new', 'on'],
};
/**
 * Resolves the settings. Raises ConfigError for an invalid flag. `inForce` is the base's configuration (or the only one), `edited` is the head's if the change
 * edits it. The stricter of both values applies, and a file is judged if either selects it. The caller, tool and
 * dialect of a file come from the base if it sets them. A dialect in the file's name overrides the default dialect only.
 */
function resolveSettings(request, inForce, edited) {
    const sides = edited ? [inForce ?? {}, edited] : [inForce ?? {}];
    const pick = (order, values, fallback) => order.find((value) => values.some((given) => (given ?? fallback) === value)) ?? fallback;
    const selectors = sides.map((side) => selectorOf(request, side));
    const values = sides;
    const files = values.map((side) => (side.files ?? []).map((entry) => ({ entry, matches: matcher(entry.paths) })));
    const lookUp = (path, key, side) => files[side]?.findLast(({ entry, matches }) => entry[key] !== undefined && matches(path))?.entry[key];
    // A name that disagrees with the default makes the file unknown: see `overriddenDialect`.
    const dialectOf = (path, side) => {
        const fallback = values[side]?.dialect;
        return lookUp(path, 'dialect', side) ?? (fallback && (namedDialect(path, fallback) ?? fallback));
    };
    const startAfterFlag = readStartAfter(request.startAfter);
    return {
        failOn: request.failOn ??
            pick(STRICT.failOn, values.map((side) => side['fail-on']), 'block'),
        onUnknown: request.onUnknown ??
            pick(STRICT.onUnknown, values.map((side) => side['on-unknown']), 'fail'),
        findings: request.findings ??
            pick(['all', 'new'], values.map((side) => side.findings), 'new'),
        suppressions: pick(STRICT.suppressions, values.map((side) => side.suppressions), 'on'),
        maxExemptionDays: lowest(values.map((side) => side['max-exemption-days'])),
        unreadMigrations: pick(model/* UNREAD_MIGRATIONS */.oA, values.map((side) => side['unread-migrations']), 'warn'),
        rules: inForce?.rules,
        pathsGiven: request.paths !== undefined || values.some((side) => side.paths !== undefined),
        paths: request.paths ?? values.at(-1)?.paths ?? DEFAULT_PATHS,
        selects: (path) => selectors.some(({ selects }) => selects(path)),
        isIgnored: (path) => selectors.every(({ isIgnored }) => isIgnored(path)),
        mayHold: (path) => selectors.some(({ mayHold }) => mayHold(path)),
        isEditedDialect: (path) => request.dialect === undefined &&
            dialectOf(path, 0) === undefined &&
            (lookUp(path, 'dialect', 1) ?? ((0,model/* sqlFileName */.G1)(path)?.dialect ? undefined : values[1]?.dialect)) !== undefined,
        overriddenDialect: (path) => {
            if (request.dialect !== undefined || lookUp(path, 'dialect', 0) !== undefined)
                return undefined;
            const fallback = values[0]?.dialect;
            return fallback && namedDialect(path, fallback) ? fallback : undefined;
        },
        of: (path) => ({
            dialect: request.dialect ?? dialectOf(path, 0) ?? dialectOf(path, 1) ?? (0,model/* sqlFileName */.G1)(path)?.dialect,
            // Never from the head: with its own tool, caller or start, a change could exempt itself.
            tool: lookUp(path, 'tool', 0),
            transaction: lookUp(path, 'transaction', 0),
            serverVersion: readServerVersion(lookUp(path, 'server-version', 0) ?? values[0]?.['server-version']),
            caller: request.caller ?? lookUp(path, 'caller', 0),
            startAfter: startAfterFlag ?? readStartAfter(lookUp(path, 'start-after', 0) ?? values[0]?.['start-after']),
        }),
    };
}
function readServerVersion(version) {
    return version === undefined ? undefined : (0,model/* parseServerVersion */.xA)(String(version));
}
/** The dialect in a file's name, if it differs from the default one. MySQL's names are MariaDB's too. */
function namedDialect(path, fallback) {
    const named = (0,model/* sqlFileName */.G1)(path)?.dialect;
    return named === fallback || (named === 'mysql' && fallback === 'mariadb') ? undefined : named;
}
function lowest(limits) {
    const given = limits.filter((limit) => limit !== undefined);
    return given.length === 0 ? undefined : Math.min(...given);
}
function selectorOf(request, config) {
    const paths = request.paths ?? config.paths ?? DEFAULT_PATHS;
    const wanted = matcher(paths);
    // Case-sensitive: a file whose name differs only in case is another file, and is judged. So is a file below a folder
    // that a change gives the name of an ignored file.
    const ignored = matcher([...(request.ignore ?? []), ...(config.ignore ?? [])], {
        ignoreCase: false,
        isForFiles: model/* isSqlFileName */.ir,
    });
    const isSql = folderRule(paths);
    const matchesFolder = matcher(paths, { ignoreCase: true, folders: true });
    return {
        selects: (path) => wanted(path) && isSql(path) && !ignored(path),
        isIgnored: ignored,
        // If all SQL files of a folder are ignored, as by `vendor` or `vendor/**/*.{sql,ddl}`, there is nothing to select.
        mayHold: (path) => matchesFolder(path) && !ANY_NAMES.every((name) => ignored(`${path}/${name}`)),
    };
}
/** File names that only a wildcard can match, one per ending of a SQL file. */
const ANY_NAMES = model/* SQL_FILE_ENDINGS */.T9.map((ending) => `\u0001any\u0001.${ending}`);
/** A folder selects only the SQL files in it; a file or glob selects whatever it matches. */
function folderRule(paths) {
    const named = new Set(paths.map(cleanPath));
    const globs = matcher(paths.filter(isGlob));
    return (path) => (0,model/* isSqlFileName */.ir)(path) || named.has(path) || globs(path);
}

;// CONCATENATED MODULE: ./build/esm/commands/inputs/baseline-file.js



const BASELINE_FILE = '.querygate/baseline.json';
/** The path of the baseline. */
function baselinePath(config) {
    return config?.baseline ?? BASELINE_FILE;
}
/**
 * The findings that the baseline accepts. None if there is no tree to read it from, or no file; but a file that the
 * configuration names must exist. Raises ConfigError.
 */
async function loadBaseline(tree, config) {
    if (!tree)
        return [];
    const path = baselinePath(config);
    const entries = await readBaseline(tree, path);
    if (!entries && config?.baseline !== undefined) {
        throw new model/* ConfigError */.xL(`there is no baseline \`${path}\`; correct \`baseline\` in the configuration, or write the file with \`querygate baseline create\``, { file: path });
    }
    return entries ?? [];
}
/** The entries of a baseline file; undefined if there is no file. Raises ConfigError. */
async function readBaseline(tree, path) {
    const bytes = await readOwnFile(tree, path, 'baseline');
    if (!bytes)
        return undefined;
    const { baselineSchema } = await Promise.all(/* import() */[__webpack_require__.e(2857), __webpack_require__.e(8354)]).then(__webpack_require__.bind(__webpack_require__, 58354));
    let parsed;
    try {
        parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    }
    catch {
        throw new model/* ConfigError */.xL('the baseline is not valid JSON; recreate it with `querygate baseline create --force`', {
            file: path,
        });
    }
    const result = baselineSchema.safeParse(parsed);
    if (!result.success) {
        const issue = result.error.issues[0];
        throw new model/* ConfigError */.xL(`\`${issue?.path.join('.') ?? ''}\` is invalid in the baseline: ${issue?.message ?? ''}`, {
            file: path,
        });
    }
    const baseline = result.data;
    return baseline.findings;
}
/**
 * Finds the files that were moved since the baseline was written: by path, the path under which the baseline lists
 * each. A listed path belongs to at most one file, and only if nothing is left there: a copy is a new file. Both paths
 * must be the same migration under the same settings, or accepted SQL would run in another place.
 *
 * In a change, only a file that the change adds or renames can be a moved one, and only from a selected file that the
 * change takes away. Otherwise an entry that was left behind could accept SQL that the change writes into another file.
 * A file that moved earlier and is edited now needs no entry: what its base version has too is `existing`.
 */
async function movedFiles(entries, files, settings, head, change) {
    const listed = new Set(entries.map(({ path }) => path));
    if (listed.size === 0)
        return new Map();
    const byName = new Map();
    for (const path of listed) {
        const same = byName.get(migrationName(path));
        if (same)
            same.push(path);
        else
            byName.set(migrationName(path), [path]);
    }
    const removed = change && new Set(change.files.flatMap(removedPath).filter(settings.selects));
    const isLeft = presenceIn(head);
    const isSame = (former, path) => isSameMigration(former, path) && describeSettings(settings, former) === describeSettings(settings, path);
    const claims = new Map();
    for (const { path, status, previousPath } of files) {
        const isNew = status === 'added' || status === 'renamed';
        if (change ? !isNew : listed.has(path))
            continue;
        const renamed = previousPath !== undefined && listed.has(previousPath) && isSame(previousPath, path);
        const candidates = renamed ? [previousPath] : (byName.get(migrationName(path)) ?? []);
        const possible = [];
        for (const former of candidates) {
            const isGone = former !== path && (removed?.has(former) ?? true) && !(await isLeft(former));
            if (isGone && isSame(former, path))
                possible.push(former);
        }
        const formerPath = nearest(possible, path);
        if (formerPath !== undefined)
            claims.set(formerPath, [...(claims.get(formerPath) ?? []), path]);
    }
    const moved = new Map();
    for (const [formerPath, paths] of claims) {
        const path = nearest(paths, formerPath);
        if (path !== undefined)
            moved.set(path, formerPath);
    }
    return moved;
}
/** The path at which a change leaves nothing, if there is one. */
function removedPath({ status, path, previousPath }) {
    return status === 'deleted' ? [path] : previousPath === undefined ? [] : [previousPath];
}
/** Equal for paths whose files run in the same way. */
function describeSettings(settings, path) {
    const { dialect, tool, caller } = settings.of(path);
    return JSON.stringify([dialect, tool, caller]);
}
/** Tells whether a tree has anything at a path. Lists the tree once, and only if it is asked. */
function presenceIn(tree) {
    let paths;
    const list = async () => new Set([...(await tree.list('')), ...((await tree.links?.('')) ?? [])]);
    return async (path) => {
        paths ??= list();
        return (await paths).has(path);
    };
}
/** The path that shares the most folders with `path`, counted from the end; undefined if there is none, or several. */
function nearest(paths, path) {
    const ranked = paths.map((other) => ({ other, shared: sharedEnd(other, path) }));
    const best = ranked.filter(({ shared }) => ranked.every((each) => each.shared <= shared));
    return best.length === 1 ? best[0]?.other : undefined;
}
function sharedEnd(a, b) {
    const other = b.split('/').reverse();
    const parts = a.split('/').reverse();
    const differs = parts.findIndex((part, at) => part !== other[at]);
    return differs === -1 ? parts.length : differs;
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
    return new Search(map, settings, edited).run(own);
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
/** The path and its parent folders. */
function prefixesOf(path) {
    const parts = path.split('/');
    return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
function nameOf(path) {
    return path.slice(path.lastIndexOf('/') + 1);
}

;// CONCATENATED MODULE: ./build/esm/commands/inputs/submodules.js
// A submodule is a commit of another repository, so git holds none of its files here. A tool that runs SQL from a full
// checkout runs them nevertheless.
/** The submodules that a change adds or moves, and that could contain selected files. */
async function movedSubmodules(head, settings, changed) {
    const submodules = new Set(await relevant(head, settings));
    return changed
        .filter(({ status, path }) => status !== 'deleted' && submodules.has(path))
        .map(({ path }) => ({
        path,
        problem: `the change moves this submodule to another commit, and its files are not in this repository; check them in their own repository, and ${SKIP}`,
    }));
}
/** The submodules that could contain selected files, but are not on disk. Those that are on disk are read as folders. */
async function missingSubmodules(head, settings) {
    const unread = [];
    for (const path of await relevant(head, settings)) {
        if ((await head.list(path)).length > 0)
            continue;
        unread.push({
            path,
            problem: `this submodule is not checked out, so its files were not read; run \`git submodule update --init\` first (\`submodules: true\` of actions/checkout, \`GIT_SUBMODULE_STRATEGY: normal\` of GitLab), or ${SKIP}`,
        });
    }
    return unread;
}
const SKIP = 'skip the submodule with `ignore`';
async function relevant(head, { selects, mayHold }) {
    return ((await head.submodules?.()) ?? []).filter((path) => selects(path) || mayHold(path));
}

// EXTERNAL MODULE: ./build/esm/sql/index.js + 109 modules
var sql = __webpack_require__(59681);
;// CONCATENATED MODULE: ./build/esm/commands/inputs/unread-sql.js



/** Endings of files that are never SQL, so that a large change is not read twice. */
const OTHER_ENDINGS = new Set(`adoc astro avif awk bash bat bmp bz2 c cc cfg cjs class clj cmake cmd conf cpp crt cs css csv cts cxx dart dll dockerfile
  eot erl ex exs fish fs gif go gql gradle graphql groovy gz h hcl hpp hs htm html ico ini ipynb jar java jl jpeg jpg js json
  json5 jsonc jsonl jsx key kt kts less lock lua m map markdown md mdx mjs ml mm mod mov mp3 mp4 mts nim nix otf parquet pdf
  pem php pl pm png po pot prisma properties proto ps1 psd pxd py pyi pyx r rb rs rst sass sbt scala scss sh so styl sum svelte
  svg swift tar tex tf tgz thrift toml ts tsv tsx ttf vb vue wasm wav webm webp woff woff2 xls xlsx xml xsd xsl yaml yml zig
  zip zsh zst`.split(/\s+/));
/** Maximum number of files whose content is looked at. */
const MAX_READ = 200;
/** How many files the message names. */
const MAX_NAMED = 5;
/** How many globs the message proposes: a line of configuration is of use only if it is complete. */
const MAX_GLOBS = 30;
/**
 * A notice about changed files that `paths` does not select but whose content is SQL; none if there are no such files.
 * Files that `ignore` skips, or that are outside the folders of `paths`, were left out on purpose.
 */
async function unreadSql(request, change, settings) {
    const candidates = change.files.filter((file) => isCandidate(file, settings)).map(({ path }) => path);
    const found = [];
    let unknown = Math.max(0, candidates.length - MAX_READ);
    for (const path of candidates.slice(0, MAX_READ)) {
        const isSql = await holdsSql(change, path);
        if (isSql === undefined)
            unknown++;
        else if (isSql)
            found.push(path);
    }
    const notices = [];
    if (found.length > 0)
        notices.push({ ...notice(`${named(found)}; ${advice(request, settings, found)}`), paths: found });
    if (unknown > 0)
        notices.push(notice(`${(0,model/* counted */.hS)(unknown, 'changed file')} with other names could not be searched for SQL; if they contain SQL, name them in \`paths\``));
    return notices;
}
function isCandidate({ path, status }, { selects, isIgnored, mayHold }) {
    if (status === 'deleted' || selects(path) || isIgnored(path) || path.startsWith('.querygate/'))
        return false;
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (OTHER_ENDINGS.has(name.slice(name.lastIndexOf('.') + 1).toLowerCase()))
        return false;
    const folder = folderOf(path);
    return folder === '' || mayHold(folder);
}
/** Undefined if the file cannot be read. */
async function holdsSql({ head }, path) {
    try {
        const entry = await head.read(path);
        if (entry.kind === 'oversized')
            return undefined;
        if (entry.kind !== 'file')
            return false;
        const { text } = (0,sql/* decodeSql */.xM)(entry.bytes);
        return text !== undefined && !text.slice(0, 1000).includes('\0') && (0,sql/* looksLikeSql */.mY)(text);
    }
    catch (error) {
        if (error instanceof model/* ConfigError */.xL)
            return undefined;
        throw error;
    }
}
function named(found) {
    const rest = found.length - MAX_NAMED;
    const names = found.slice(0, MAX_NAMED).map((path) => `\`${path}\``);
    const more = rest > 0 ? `, and ${rest} more (\`--format json\` lists all)` : '';
    const what = found.length === 1 ? '1 changed file looks' : `${found.length} changed files look`;
    return `${what} like SQL but ${found.length === 1 ? 'is' : 'are'} not checked: ${names.join(', ')}${more}`;
}
/** The line of configuration that selects the files in addition to what is selected now. */
function advice(request, settings, found) {
    const globs = [...new Set(found.map(globOf))];
    const wanted = globs.slice(0, MAX_GLOBS).map(quote);
    const missing = globs.length - wanted.length;
    const more = missing > 0 ? `; ${(0,model/* counted */.hS)(missing, 'more glob')} would be needed for the rest` : '';
    if (request.paths)
        return `to check them, add ${wanted.join(', ')} to \`paths\`${more}`;
    const all = [...settings.paths.map(quote), ...wanted].join(', ');
    return `to check them, set \`paths: [${all}]\` in ${CONFIG_FILE}${more}`;
}
/** All files of the folder with that ending, or the file itself if its name has none or is no glob. */
function globOf(path) {
    const [, folder = '', ending] = /^(.*\/)?[^/]+(\.\w+)$/.exec(path) ?? [];
    return ending === undefined || /[*?{[]/.test(folder) ? path : `${folder}*${ending}`;
}
function quote(glob) {
    return JSON.stringify(glob);
}
function folderOf(path) {
    return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
function notice(message) {
    return { level: 'warning', message, path: undefined, location: undefined };
}

;// CONCATENATED MODULE: ./build/esm/commands/inputs/select-files.js







/** The SQL files of the change, or of the tree if there is no change, or standard input. */
async function selectFiles(request, settings) {
    if (request.standardInput)
        return standardInput(request.paths?.[0], settings);
    return request.change ? changedFiles(request, request.change, settings) : allFiles(request, settings);
}
async function changedFiles(request, change, settings) {
    const submodules = await movedSubmodules(change.head, settings, change.files);
    const files = change.files
        .filter((file) => settings.selects(file.path) && !submodules.some(({ path }) => path === file.path))
        .map(({ path, status, previousPath }) => ({ path, status, previousPath }));
    files.sort((a, b) => compare(a.path, b.path));
    const nothing = files.length === 0 && settings.pathsGiven && !(await change.head.list('')).some((path) => settings.selects(path));
    const linked = await linkedFiles(change.head, settings, [''], change.files);
    const other = await unreadSql(request, change, settings);
    return {
        files,
        unread: [...submodules, ...linked.unread],
        notices: [
            ...(nothing ? [matchesNothing(request)] : []),
            ...linked.notices,
            ...other,
            ...ignoredFiles(change, settings),
        ],
    };
}
/** How many ignored files a notice names. */
const NAMED_FILES = 3;
/** The changed SQL files that `ignore` skips. Shown, because a change can give a file any name. */
function ignoredFiles({ files }, { selects, isIgnored }) {
    const paths = files
        .filter(({ path, status }) => status !== 'deleted' && (0,model/* isSqlFileName */.ir)(path) && isIgnored(path) && !selects(path))
        .map(({ path }) => path)
        .sort(compare);
    if (paths.length === 0)
        return [];
    const named = paths.slice(0, NAMED_FILES).map((path) => `\`${path}\``);
    const left = paths.length - named.length;
    const which = `${named.join(', ')}${left > 0 ? `, and ${left} more` : ''}`;
    return [
        {
            level: 'notice',
            message: `${(0,model/* counted */.hS)(paths.length, 'changed SQL file')} not checked, because \`ignore\` skips ${paths.length === 1 ? 'it' : 'them'}: ${which}`,
            path: undefined,
            location: undefined,
            annotated: false,
            paths,
        },
    ];
}
function matchesNothing(request) {
    return {
        level: 'warning',
        message: `no file of the repository matches \`paths\` (${(request.paths ?? ['the configuration']).join(', ')}); if the repository has SQL files, correct the globs`,
        path: undefined,
        location: undefined,
    };
}
/** Standard input, unless the configuration ignores the file that it stands for. */
function standardInput(path, settings) {
    if (path !== undefined && !settings.selects(path))
        return {
            files: [],
            unread: [],
            notices: [
                {
                    level: 'warning',
                    message: 'standard input was not checked, because `ignore` skips this file name',
                    path,
                    location: undefined,
                },
            ],
        };
    return { files: [{ path: path ?? '-', status: 'given', previousPath: undefined }], unread: [], notices: [] };
}
async function allFiles(request, settings) {
    const found = new Set();
    const folders = new Set();
    for (const named of request.paths ?? ['.'])
        for (const path of await filesOf(request, named, folders))
            found.add(path);
    const files = [...found]
        .filter((path) => settings.selects(path))
        .sort(compare)
        .map((path) => ({ path, status: 'given', previousPath: undefined }));
    const skipped = skipHistory(files, settings);
    const { unread: linked, notices } = await linkedFiles(request.head, settings, [...folders], undefined);
    const unread = [...(await missingSubmodules(request.head, settings)), ...linked];
    if (files.length > 0 || unread.length > 0)
        return { files: skipped.files, unread, notices: [...skipped.notices, ...notices] };
    if (request.paths === undefined)
        return { files, unread, notices: settings.pathsGiven ? [matchesNothing(request)] : notices };
    const named = request.paths.map((path) => `\`${path}\``).join(', ');
    throw new model/* ConfigError */.xL(`there is no SQL file in ${named}; correct the path or the glob`);
}
/**
 * Marks the migrations that `start-after` accepts as history. Never in a change: a file that the change adds is new,
 * whatever its name says.
 */
function skipHistory(files, settings) {
    const bounds = new Set();
    let incomparable = 0;
    const marked = files.map((file) => {
        const { startAfter } = settings.of(file.path);
        if (!startAfter)
            return file;
        bounds.add(startAfter.text);
        const after = isAfter(versionOf(file.path), startAfter);
        if (after === undefined)
            incomparable++;
        return after === false ? { ...file, status: 'skipped' } : file;
    });
    const skipped = marked.filter(({ status }) => status === 'skipped').length;
    if (skipped + incomparable === 0)
        return { files, notices: [] };
    const texts = [...bounds].slice(0, 3).map((text) => `\`${text}\``);
    const which = `\`start-after\` (${[...texts, ...(bounds.size > 3 ? [`and ${bounds.size - 3} more`] : [])].join(', ')})`;
    const others = incomparable > 0
        ? `; ${(0,model/* counted */.hS)(incomparable, 'file')} without a version that can be compared with it: checked`
        : '';
    const message = `${(0,model/* counted */.hS)(skipped, 'file')} skipped as history by ${which}${skipped > 0 ? ': `--format json` lists them with the status `skipped`' : ''}${others}`;
    const level = skipped === 0 && incomparable > 0 ? 'warning' : 'notice';
    return { files: marked, notices: [{ level, message, path: undefined, location: undefined }] };
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
function compare(a, b) {
    return a < b ? -1 : a > b ? 1 : 0;
}
/** Warns about changed files that control the check, and that only the host can protect (docs/security.md). */
function announcements(change, source) {
    const touched = change.files.flatMap(({ path, previousPath }) => [path, previousPath ?? path]);
    const own = [...new Set(touched.filter((path) => WORKFLOW.test(path)))];
    if (own.length === 0)
        return [];
    return [
        {
            level: 'warning',
            message: `the change edits files that control this check (${own.slice(0, 5).join(', ')}${own.length > 5 ? `, and ${own.length - 5} more` : ''}): review them with care; ${(0,model/* docsPage */.tu)('security', source)} says how to protect them`,
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
            for (const mistake of error.all)
                onProblem(mistake);
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
    return (await (0,esm_rules/* loadRuleset */.Xf)({ tree, entry })) ?? (await (0,esm_rules/* loadPacks */.rn)());
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
    const pack = await (0,esm_rules/* loadPacks */.rn)();
    const first = base.ruleset ?? pack;
    const second = head.isReadable ? (head.ruleset ?? pack) : first;
    const rules = (0,esm_check/* judgingRulesets */.s$)(first, second);
    return {
        rules,
        own: base.ruleset && base,
        editedRules: rules.length > 1 ? { ruleset: second, source: head.source ?? { tree, entry: esm_rules/* DEFAULT_PACKS */.PI } } : undefined,
    };
}
async function trustedRules(request, source) {
    const ruleset = await (0,esm_rules/* loadRuleset */.Xf)(source);
    if (!ruleset)
        throw new model/* ConfigError */.xL(`there is no rule file in \`${request.rules ?? ''}\`; correct \`--rules\` (input \`rules\`)`);
    return { rules: (0,esm_check/* judgingRulesets */.s$)(ruleset, undefined), own: { ruleset, source }, editedRules: undefined };
}
async function oneSide(request, tree) {
    const config = await loadConfig(tree, request.config);
    refuseMissing(request, config, undefined);
    const source = request.trustedRules ?? { tree, entry: request.rules ?? config?.value.rules };
    const ruleset = await (0,esm_rules/* loadRuleset */.Xf)(source);
    return {
        rules: (0,esm_check/* judgingRulesets */.s$)(ruleset ?? (await (0,esm_rules/* loadPacks */.rn)()), undefined),
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
    const active = `workspace \`${workspace}\`, ruleset version ${ruleset.version} (${contentOf(first)})`;
    if (!second)
        return active;
    const edited = namesOf(second, placeOf(change, second.side));
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
function headline_nameOf({ rules, ...rest }, where) {
    return namesOf({ ...rest, rules: rules.filter((rule) => rule.verdict !== 'off').length }, where);
}
/** `.querygate/rules.yml (24 rules)`: the repository's own files, or the pack if there are none. */
function namesOf(judge, where) {
    const { sources, commit } = judge;
    const own = sources.filter((source) => !source.startsWith('querygate:'));
    const all = own.length > 0 ? own : sources;
    const names = all.slice(0, MAX_NAMES).join(', ') + (all.length > MAX_NAMES ? `, and ${all.length - MAX_NAMES} more` : '');
    const at = commit === undefined ? '' : ` at ${commit.slice(0, 8)}`;
    return `${names}${at}${where} (${contentOf(judge)})`;
}
/** The number of rules. Without a pack, rules that most readers expect are not among them. */
function contentOf(judge) {
    const rules = judge?.rules ?? 0;
    return `${rules} rule${rules === 1 ? '' : 's'}${judge?.extendsNoPack ? ', without the built-in ones: it extends no pack' : ''}`;
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
        parts.push('--rules', repeat_quote(request.rules));
    if (request.config)
        parts.push('--config', repeat_quote(request.config));
    if (request.failOn)
        parts.push('--fail-on', request.failOn);
    if (request.onUnknown)
        parts.push('--on-unknown', request.onUnknown);
    if (request.findings)
        parts.push('--findings', request.findings);
    if (request.startAfter !== undefined)
        parts.push('--start-after', repeat_quote(request.startAfter));
    for (const glob of request.ignore ?? [])
        parts.push('--ignore', repeat_quote(glob));
    for (const [key, value] of Object.entries(request.caller ?? {}))
        if (typeof value === 'string')
            parts.push('--caller', repeat_quote(`${key}=${value}`));
    if (inService)
        parts.push(...serviceOptions(request.service));
    if (request.paths)
        parts.push('--', ...request.paths.map(repeat_quote));
    return commandLines(request.source, base, parts);
}
/** Never the key, and no part of the address that could be a secret. */
function serviceOptions({ baseUrl = '', workspace }) {
    const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
    return [
        ...(url ? ['--base-url', repeat_quote(`${url.origin}${url.pathname.replace(/\/+$/, '')}`)] : []),
        ...(workspace ? ['--workspace', repeat_quote(workspace)] : []),
    ];
}
/** The same for a simulation. A history that an earlier step restored has to be there. */
function repeatSimulation(request, inService) {
    const { change, limits } = request;
    if (request.event === 'local')
        return undefined;
    const base = baseOf(change);
    const parts = ['simulate', ...sinceBase(change, base)];
    if (request.dialect)
        parts.push('--dialect', request.dialect);
    if (request.rules)
        parts.push('--rules', repeat_quote(request.rules));
    if (request.config)
        parts.push('--config', repeat_quote(request.config));
    for (const path of request.history ?? [])
        parts.push('--history', repeat_quote(path));
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
    // Joined by `&&`: without the right client, nothing runs.
    const steps = [...fetch, ...source.install, [source.command, ...parts].join(' ')];
    const note = source === model/* INSTALLED */.Ln ? ['# the command `querygate`: docs/client.md says how to install it'] : [];
    return [...note, steps.join(' &&\n')].join('\n');
}
/** Quotes for a shell: names come from the pull request, and each must stay one word. */
function repeat_quote(word) {
    return /^[\w./@:=-]+$/.test(word) && !word.startsWith('-') ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

;// CONCATENATED MODULE: ./build/esm/commands/check/conclude.js

/** Whether the file has content in this run. */
function isChecked({ status }) {
    return status !== 'deleted' && status !== 'skipped';
}
function countTotals(files, findings, suppressions, operations) {
    const of = (test) => (0,model/* countFindings */.Gt)(findings.filter(test));
    const counts = (verdict) => of((finding) => finding.status === 'new' && finding.verdict === verdict);
    return {
        files: files.filter(isChecked).length,
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
 * @param nothing what a run without files says
 */
function conclude(totals, policy, configProblems, serviceProblem, nothing = 'nothing to check') {
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
        return { exitCode: model/* EXIT */.dc.ok, conclusion: `passed: ${nothing}` };
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

;// CONCATENATED MODULE: ./build/esm/commands/check/embedded-judge.js


/**
 * Judges files in this process. A dialect's reader is loaded with the first file of that dialect.
 *
 * @param baseline fingerprints of accepted findings
 * @param today `YYYY-MM-DD`, UTC
 */
function embeddedJudge({ rules, headDecides }, { failOn, suppressions, maxExemptionDays }, baseline, today) {
    const judging = { rulesets: rules, headDecides, failOn, suppressions, maxExemptionDays, baseline, today };
    const readers = new Map();
    let read = 0;
    return async (task) => {
        if (read > embedded_judge_MAX_READ)
            return notRead(task.path);
        const { dialect } = task.settings;
        const reader = readers.get(dialect) ?? (await (0,sql/* createSqlReader */.Ck)(dialect));
        readers.set(dialect, reader);
        const judged = (0,esm_check/* judgeFile */.GP)(reader, task, { ...judging, file: task.settings });
        read += judged.statements + judged.operations;
        return judged;
    };
}
/** Statements and operations that one run reads, so that a change of thousands of large files ends too. */
const embedded_judge_MAX_READ = 3_000_000;
function notRead(path) {
    const problem = `the files of this run before it have more than ${embedded_judge_MAX_READ.toLocaleString('en')} statements and operations; check fewer files at a time, or skip those that need no check with \`ignore\``;
    return { statements: 0, operations: 0, findings: [(0,esm_check/* wholeFileFinding */.RP)(path, problem)], suppressions: [], notices: [] };
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
function changeNotices(change, source) {
    const notices = [...announcements(change, source)];
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
    const isNew = findings.filter(({ status }) => status === 'new');
    const onlyBase = isNew.filter(({ side, onceMerged }) => side === 'base' || onceMerged !== undefined).length;
    const source = answer ? `the active ruleset of workspace \`${answer.workspace}\`` : 'the rules in force';
    const effect = answer ? 'is activated there' : 'is merged';
    return [
        ...(onlyBase > 0
            ? [
                runNotice('notice', `${onlyBase} of the findings ${onlyBase === 1 ? 'comes' : 'come'} from ${source}, which ${answer ? 'still applies' : 'still apply'} until the change ${effect}: the rules that it loosens take effect then`),
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
/** Notices about findings that the baseline accepts under the old path of their file. */
function movedNotices(findings, moved, change) {
    const accepted = findings.filter(({ fingerprint, acceptedAs }) => (acceptedAs ?? fingerprint) !== fingerprint);
    const [first, ...others] = new Set(accepted.map(({ path }) => path));
    if (first === undefined)
        return [];
    // In a change, only a file that the change itself moves has a former path.
    const isMovedNow = change !== undefined;
    const files = `\`${moved.get(first) ?? ''}\` is now \`${first}\`${others.length > 0 ? `, and ${(0,model/* counted */.hS)(others.length, 'more file')}` : ''}`;
    return [
        runNotice(isMovedNow ? 'warning' : 'notice', `${(0,model/* counted */.hS)(accepted.length, 'finding')} accepted by the baseline under the old path of a moved file (${files}); ${isMovedNow ? 'check that your migration tool does not run it again, and ' : ''}record the new path with \`querygate baseline update\``),
    ];
}
/** Notices about expired exceptions of the repository's own rules. */
function expiredOwnExceptions({ rules }, today) {
    const [first] = rules;
    return first ? (0,esm_check/* expiredExceptionsOf */.nv)(first.ruleset, today).map(esm_check/* expiryNotice */.mD) : [];
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
    return `${(0,esm_check/* expiryNotice */.mD)(exception).message} (${file}${line === undefined ? '' : `:${line}`} of workspace \`${workspace}\`)`;
}

;// CONCATENATED MODULE: ./build/esm/commands/check/exemption-limit.js



/** Exceptions that the change adds or extends, and that last longer than the limit. */
function exceptionsTooLong({ rules }, limit) {
    const lastDay = (0,esm_check/* lastDayAllowed */.Te)(limit);
    const [base, head] = rules;
    if (lastDay === undefined || !base || !head)
        return [];
    const known = new Map();
    for (const exception of base.ruleset.exceptions) {
        const key = keyOf(exception);
        if (exception.until > (known.get(key) ?? ''))
            known.set(key, exception.until);
    }
    return head.ruleset.exceptions
        .filter((exception) => exception.until > lastDay && exception.until > (known.get(keyOf(exception)) ?? ''))
        .map(({ rule, until, place }) => ({
        kind: 'config',
        error: new model/* ConfigError */.xL(`the exception to \`${rule}\` lasts until ${until}, and the configuration allows ${limit.maxExemptionDays} days (\`max-exemption-days\`); write \`until: ${lastDay}\` or earlier`, place),
    }));
}
/** Equal for exceptions that exempt the same. */
function keyOf({ rule, condition }) {
    return JSON.stringify([rule, condition.text]);
}
/** Says how many exemptions from before the limit last longer: they still apply. */
function olderThanLimit({ rules }, suppressions, limit) {
    const lastDay = (0,esm_check/* lastDayAllowed */.Te)(limit);
    if (lastDay === undefined)
        return [];
    const comments = suppressions.filter(({ state, added, until }) => state === 'used' && !added && (until === undefined || until > lastDay)).length;
    const [base] = rules;
    const exceptions = base ? base.ruleset.exceptions.filter(({ until }) => until > lastDay).length : 0;
    const parts = [
        ...(comments > 0 ? [(0,model/* counted */.hS)(comments, 'suppression')] : []),
        ...(exceptions > 0 ? [(0,model/* counted */.hS)(exceptions, 'exception')] : []),
    ];
    if (parts.length === 0)
        return [];
    return [
        runNotice('notice', `exemptions from before \`max-exemption-days: ${limit.maxExemptionDays}\` that end later or never: ${parts.join(', ')}; \`querygate suppressions\` lists them`),
    ];
}

;// CONCATENATED MODULE: ./build/esm/commands/inputs/file-content.js
const SQLITE_MAGIC = 'SQLite format 3\0';
const LFS_VERSION = 'version https://git-lfs.github.com/spec/v1';
/** Git LFS's own limit for a pointer, in bytes. */
const MAX_POINTER = 1024;
/**
 * Whether the bytes are a SQLite database, which is not SQL. Checks the header fields that have few valid values, so
 * that a script behind the first bytes of a database is not mistaken for one. Versions before 3.7.0 (2010) do not write
 * the number of pages: their databases are not recognized. https://www.sqlite.org/fileformat.html, sections 1.3 and 1.6
 */
function isSqliteDatabase(bytes) {
    if (bytes.length < 512 || startOf(bytes, SQLITE_MAGIC.length) !== SQLITE_MAGIC)
        return false;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const given = view.getUint16(16);
    const pageSize = given === 1 ? 65_536 : given;
    const fractions = [bytes[21], bytes[22], bytes[23]].join();
    const reserved = bytes.subarray(72, 92);
    return (pageSize >= 512 &&
        (pageSize & (pageSize - 1)) === 0 &&
        fractions === '64,32,32' &&
        view.getUint32(28) * pageSize === bytes.length &&
        // Both are 0 in a database in which no table was ever created.
        view.getUint32(44) <= 4 &&
        view.getUint32(56) <= 3 &&
        reserved.every((byte) => byte === 0) &&
        // The first page is a page of the table of tables: a leaf or an inner page.
        (bytes[100] === 13 || bytes[100] === 5));
}
/** Whether the bytes are a pointer of Git LFS, which stands for a file that is stored outside of git. */
function isLfsPointer(bytes) {
    return bytes.length <= MAX_POINTER && startOf(bytes, LFS_VERSION.length) === LFS_VERSION;
}
function startOf(bytes, length) {
    return String.fromCharCode(...bytes.subarray(0, length));
}

;// CONCATENATED MODULE: ./build/esm/commands/check/base-columns.js


/** Maximum number of files that name the object, and of their characters together. */
const MAX_FILES = 200;
const MAX_CHARACTERS = 8 * 1024 * 1024;
/**
 * The columns of a table before the migration at `path` runs. They are known only if all files that change the table are
 * migrations with versions before it in the same folder, so that their order is certain.
 *
 * @param named the files of the base that contain the table's name
 */
async function baseColumns(target, path, named, tree, settings) {
    const own = versionOf(path);
    const all = own && (await readBaseFiles(named, path, tree, settings));
    if (!all)
        return undefined;
    const files = all.filter((file) => (0,sql/* changesTable */.EI)(target, file));
    const { dialect } = settings.of(path);
    if (files.some((file) => file.dialect !== dialect || base_columns_folderOf(file.path) !== base_columns_folderOf(path)))
        return undefined;
    const ordered = inOrder(files, own);
    return ordered && (0,sql/* columnsAfter */.yN)(target, ordered);
}
/** The files as the migration at `path` may need them; undefined if they are too many, or one cannot be read. */
async function readBaseFiles(named, path, tree, settings) {
    const { dialect } = settings.of(path);
    if (!dialect || named.length > MAX_FILES)
        return undefined;
    const files = [];
    let characters = 0;
    tree.expect?.(named);
    for (const other of named) {
        const entry = await tree.read(other);
        const text = entry.kind === 'file' ? (0,sql/* decodeSql */.xM)(entry.bytes).text : undefined;
        characters += text?.length ?? 0;
        if (text === undefined || characters > MAX_CHARACTERS)
            return undefined;
        const of = settings.of(other);
        files.push({ path: other, text, dialect: of.dialect ?? dialect, tool: of.tool });
    }
    return files;
}
/** The files by version; undefined if a version is missing or there twice, or not before the bound. */
function inOrder(files, bound) {
    const versions = [];
    for (const file of files) {
        const version = versionOf(file.path);
        if (!version || compareVersions(version, bound) !== -1)
            return undefined;
        versions.push({ file, version });
    }
    versions.sort((a, b) => compareVersions(a.version, b.version) ?? 0);
    const isTwice = versions.some(({ version }, at) => {
        const next = versions[at + 1];
        return next !== undefined && compareVersions(version, next.version) !== -1;
    });
    return isTwice ? undefined : versions.map(({ file }) => file);
}
/** The folder of the migrations to which the file belongs. */
function base_columns_folderOf(path) {
    return path.slice(0, path.length - migrationName(path).length);
}

;// CONCATENATED MODULE: ./build/esm/commands/check/base-routines.js


/** Maximum number of routines that are followed from one that calls the next. */
const MAX_ROUTINES = 100;
/**
 * Those of the routines, by their names in lower case, that the base attaches to a trigger, event, job, default, policy or
 * the like, itself or through routines that call it. One also counts as attached if the change runs a routine of the base
 * that calls it. Undefined if that is not known.
 */
async function attachedRoutines(names, path, { filesWith, isNamed }, tree, settings) {
    const read = new Map();
    const usesOf = async (name) => {
        const paths = filesWith(name);
        const files = await readBaseFiles(paths.filter((each) => !read.has(each)), path, tree, settings);
        for (const file of files ?? [])
            read.set(file.path, (0,sql/* routineUses */.BD)(file));
        return files && paths.flatMap((each) => read.get(each) ?? []).filter(({ words }) => words.has(name));
    };
    const attached = [];
    for (const name of names) {
        const callers = new Set([name]);
        for (const caller of callers) {
            const uses = await usesOf(caller);
            if (!uses)
                return undefined;
            for (const { routine } of uses)
                if (routine !== undefined)
                    callers.add(routine);
            const runs = ({ routine }) => routine === undefined || (routine !== name && isNamed(routine));
            if (callers.size <= MAX_ROUTINES && !uses.some(runs))
                continue;
            attached.push(name);
            break;
        }
    }
    return attached;
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
/** Text for people, which may have names in backticks in any dialect. `/*` comments stay: some of MySQL's are executed. */
const LINE_COMMENT = /--[^\n]*/g;
/** Guesses the dialect of a text: the one with the most matches. Used only as a proposal to the user. */
function proposeDialect(text) {
    const sample = text.slice(0, 100_000).replace(LINE_COMMENT, '');
    let best;
    for (const [dialect, pattern] of SIGNS) {
        const count = sample.match(pattern)?.length ?? 0;
        if (count > (best?.count ?? 0))
            best = { dialect, count };
    }
    return best?.dialect;
}

;// CONCATENATED MODULE: ./build/esm/commands/migrations/dialect-words.js
/** The words for a dialect in configuration files, drivers, package names and folders. */
const WORDS = {
    postgresql: [
        'postgresql',
        'postgres',
        'pg',
        'pgsql',
        'postgis',
        'pgx',
        'npgsql',
        'psycopg2',
        'psycopg',
        'asyncpg',
        'postgrex',
    ],
    mysql: ['mysql', 'mysql2', 'trilogy', 'myxql', 'pymysql', 'mysqlclient', 'pomelo'],
    mariadb: ['mariadb'],
    sqlite: ['sqlite', 'sqlite3', 'spatialite', 'libsql', 'turso', 'aiosqlite', 'better-sqlite3', 'ecto_sqlite3'],
    transactsql: ['mssql', 'sqlserver', 'sqlsrv', 'tds', 'tedious', 'sqlazure'],
};
/** Databases whose SQL Querygate does not read. Named, so that their SQL is not taken for another dialect's. */
const UNREAD = [
    'cockroachdb',
    'cockroach',
    'crdb',
    'oracle',
    'snowflake',
    'bigquery',
    'clickhouse',
    'redshift',
    'singlestore',
    'vertica',
    'firebird',
    'db2',
    'h2',
    'hsqldb',
    'derby',
    'spanner',
    'ydb',
    'duckdb',
    'exasol',
];
const DIALECT_OF = new Map(Object.entries(WORDS).flatMap(([dialect, words]) => words.map((word) => [word, dialect])));
/** The dialect that a word of a configuration file stands for; the word itself if it is a database that is not read. */
function dialectOfWord(word) {
    const folded = word.toLowerCase().replace(/^django\.db\.backends\./, '');
    return DIALECT_OF.get(folded) ?? (UNREAD.includes(folded) ? { unread: folded } : undefined);
}
/** The dialect that a folder of the path is named after, as in `migrations/postgres/`. */
function dialectOfFolder(folder) {
    for (const part of folder.split('/').reverse()) {
        const dialect = dialectOfWord(part);
        if (dialect)
            return dialect;
    }
    return undefined;
}

;// CONCATENATED MODULE: ./build/esm/commands/migrations/repository-files.js


/** Bytes of a file that are read to find out what a repository uses. */
const SAMPLE_BYTES = 256 * 1024;
/** Characters of text kept in memory. */
const CACHE_SIZE = 16 * 1024 * 1024;
/** Folders of code that others maintain. */
const FOREIGN = /(?:^|\/)(?:node_modules|vendor|third_party|bower_components|\.git|site-packages)\//;
async function repositoryFiles(tree) {
    const paths = (await tree.list('')).filter((path) => !FOREIGN.test(path));
    const byFolder = new Map();
    for (const path of paths) {
        const folder = byFolder.get(repository_files_folderOf(path));
        if (folder)
            folder.push(path);
        else
            byFolder.set(repository_files_folderOf(path), [path]);
    }
    const matches = new Map();
    const texts = new Map();
    let size = 0;
    return {
        paths,
        sql: paths.filter(model/* isSqlFileName */.ir),
        submodules: (await tree.submodules?.()) ?? [],
        in: (folder) => byFolder.get(folder) ?? [],
        matching: (pattern) => {
            const key = `${pattern}`;
            const found = matches.get(key) ?? paths.filter((path) => pattern.test(path));
            matches.set(key, found);
            return found;
        },
        text: async (path) => {
            if (texts.has(path))
                return texts.get(path);
            const text = await textOf(tree, path);
            size += text?.length ?? 0;
            if (size > CACHE_SIZE) {
                texts.clear();
                size = text?.length ?? 0;
            }
            texts.set(path, text);
            return text;
        },
    };
}
/** The folder of a path, with `/` at its end; '' is the root. */
function repository_files_folderOf(path) {
    return path.slice(0, path.lastIndexOf('/') + 1);
}
/** The folder above; undefined for the root. */
function folderAbove(folder) {
    return folder === '' ? undefined : repository_files_folderOf(folder.slice(0, -1));
}
async function textOf(tree, path) {
    const entry = await tree.read(path);
    return entry.kind === 'file' ? codeText(entry.bytes.subarray(0, SAMPLE_BYTES)) : undefined;
}
/** Source code as text, in any encoding that migrations are written in; enough to recognise it. */
function codeText(bytes) {
    const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    // The bytes may end within a character, which a strict decoder would reject.
    return isUtf16 ? (0,sql/* decodeSql */.xM)(bytes).text : new TextDecoder().decode(bytes);
}

;// CONCATENATED MODULE: ./build/esm/commands/migrations/tool-signs.js
/** A sign in the environment files and compose files that most tools share. */
const ENVIRONMENT = /(?:^|\/)(?:\.env[\w.-]*|(?:docker-)?compose[\w.-]*\.ya?ml|Makefile|justfile|Taskfile\.ya?ml)$/;
/** `DATABASE_URL=postgres://…`, in files that most projects have. */
const DATABASE_URL = {
    path: ENVIRONMENT,
    content: /\b(?:DATABASE|DB|POSTGRES|MYSQL|PG)_?(?:URL|URI|DSN)\b["']?\s*[:=]+\s*["']?(?:jdbc:)?([a-z][a-z0-9]+)(?:\+\w+)?:/im,
};
/** A variable of an environment file, such as `DB_CONNECTION=pgsql`. */
function variable(name) {
    return { path: ENVIRONMENT, content: new RegExp(`\\b${name}\\b["']?\\s*[:=]+\\s*["']?([\\w-]+)`, 'm') };
}

;// CONCATENATED MODULE: ./build/esm/commands/migrations/framework-tools.js

// Migrations of web frameworks and of ORMs, written in the language of the application.
const PYTHON_PROJECT = /(?:^|\/)(?:manage\.py|alembic\.ini|pyproject\.toml|setup\.py)$/;
const PYTHON = {
    path: /(?:^|\/)(?:[\w./-]*(?:settings|config|database|db|session)[\w./-]*\.py|\.env[\w.-]*|alembic\.ini)$/,
    content: /["'\s=]((?:postgres(?:ql)?|mysql|mariadb|sqlite|mssql|oracle|cockroachdb))(?:\+\w+)?:\/\/|\bscheme\s*=\s*["'](\w+)/,
};
const FRAMEWORK_TOOLS = [
    {
        name: 'Rails',
        // `1_create_audits.audit.rb` is copied from the engine `audit`.
        files: /^(|.*\/)\d+_\w*(?:\.\w+)?\.rb$/s,
        ownPath: /(?:^|\/)db\/migrate\/[^/]+$/,
        content: /<\s*(?:::)?ActiveRecord::Migration\b/,
        project: /(?:^|\/)(?:Gemfile|[\w-]+\.gemspec)$/,
        dialect: [
            { path: /(?:^|\/)config\/database[\w.-]*\.yml[\w.-]*$/, content: /^\s*adapter:\s*["']?(\w+)/m },
            { path: /(?:^|\/)Gemfile$/, content: /^\s*gem\s+["'](pg|mysql2|trilogy|sqlite3)["']/m },
            { path: /(?:^|\/)Gemfile$/, content: /^\s*gem\s+["']activerecord-(sqlserver)-adapter["']/m },
            DATABASE_URL,
        ],
        printedSql: {
            command: undefined,
            note: 'Rails cannot print the SQL of a migration without running it: run it against an empty database and check the statements in `log/development.log`',
        },
    },
    {
        name: 'Django',
        files: /^(|.*\/)(?:\d{4}_[^/]+|(?<=(?:^|\/)migrations\/)(?!__init__\.)[^/]+)\.py$/s,
        content: /^class\s+Migration\s*\(\s*(?:\w+\.)?Migration\s*\)|\bfrom\s+django\.db\s+import\s+[^\n]{0,200}\bmigrations\b/m,
        project: /(?:^|\/)manage\.py$/,
        dialect: [
            {
                path: /\.py$/,
                content: /["']ENGINE["']\s*:\s*[^\n]*?["'][\w.]*?\b(postgresql|postgis|mysql|sqlite3|spatialite|oracle|mssql)["']/,
            },
            PYTHON,
            DATABASE_URL,
        ],
        printedSql: {
            command: 'python manage.py sqlmigrate <app> <migration>',
            note: 'it needs a database to connect to, and prints `RunPython` as a comment only',
        },
    },
    {
        name: 'Alembic',
        files: /^(?=.*(?:versions|migrations|alembic)\/)(|.*\/)[^/]+\.py$/s,
        content: /^(?:from\s+alembic\s+import\s+[^\n]*\bop\b|down_revision\s*(?::[^=\n]+)?=)/m,
        project: PYTHON_PROJECT,
        dialect: [
            { path: /(?:^|\/)alembic\.ini$/, content: /^\s*sqlalchemy\.url\s*=\s*(\w+)(?:\+\w+)?:/m },
            PYTHON,
            DATABASE_URL,
        ],
        printedSql: {
            command: 'alembic upgrade <revision of the base>:head --sql',
            note: 'it needs no database, but cannot print a migration that reads from one; with Flask-Migrate, use `flask db upgrade <revision of the base>:head --sql`',
        },
    },
    {
        name: 'Laravel',
        files: /^(|.*\/)\d{4}_\d\d_\d\d_\d{6}_\w+\.php$/s,
        ownPath: /(?:^|\/)database\/migrations\/[^/]+$/,
        content: /\bIlluminate\\Database\\Migrations\\Migration\b|\bextends\s+Migration\b/,
        project: /(?:^|\/)(?:artisan|composer\.json)$/,
        dialect: [
            variable('DB_CONNECTION'),
            {
                path: /(?:^|\/)config\/database\.php$/,
                content: /["']default["']\s*=>\s*(?:env\(\s*["']DB_CONNECTION["']\s*,\s*)?["'](\w+)["']/,
            },
        ],
        printedSql: {
            command: 'php artisan migrate --pretend',
            note: 'it needs a database to connect to, and prints each statement after a `⇂`, without a semicolon',
        },
    },
    {
        name: 'Ecto',
        files: /^(|.*\/)\d{14}_\w+\.exs$/s,
        ownPath: /(?:^|\/)priv\/[^/]+\/migrations\/[^/]+$/,
        content: /^[ \t]*use[ \t]+[\w.]*\bMigration\b/m,
        project: /(?:^|\/)mix\.exs$/,
        dialect: [
            { path: /\.exs?$/, content: /\bEcto\.Adapters\.(Postgres|MyXQL|SQLite3|Tds)\b/i },
            { path: /(?:^|\/)mix\.exs$/, content: /\{:(postgrex|myxql|ecto_sqlite3|tds)\b/ },
        ],
        printedSql: {
            command: undefined,
            note: 'Ecto cannot print the SQL of a migration without running it: run `mix ecto.migrate --log-migrations-sql` against an empty database and check what it logs',
        },
    },
    {
        name: 'EF Core',
        files: /^(|.*\/)\d{14}_\w+\.cs$/s,
        ownPath: /(?:^|\/)Migrations\/[^/]+$/,
        content: /\bMicrosoft\.EntityFrameworkCore\.Migrations\b/,
        project: /\.csproj$/,
        dialect: [
            {
                path: /\d{14}_\w+\.cs$|ModelSnapshot\.cs$/,
                content: /\b(Npgsql|SqlServer|MySql|Sqlite)(?::(?:ValueGenerationStrategy|Identity|Autoincrement|CharSet)"|ModelBuilderExtensions\b)/,
            },
            { path: /\.csproj$/, content: /Include="(Npgsql)\.EntityFrameworkCore/ },
            { path: /\.csproj$/, content: /Include="(Pomelo|MySql)\.EntityFrameworkCore/ },
            { path: /\.csproj$/, content: /Include="Microsoft\.EntityFrameworkCore\.(SqlServer|Sqlite)/ },
        ],
        printedSql: {
            command: 'dotnet ef migrations script <migration of the base> --output migrations.sql',
            note: 'it needs no database',
        },
    },
    {
        name: 'Liquibase changelogs',
        files: /^(?=.*(?:change-?log|changeset|liquibase|migration))(|.*\/)[^/]+\.(?:xml|ya?ml|json)$/is,
        content: /<databaseChangeLog\b|^databaseChangeLog:|"databaseChangeLog"\s*:/m,
        project: /(?:^|\/)(?:pom\.xml|build\.gradle(?:\.kts)?|liquibase[\w.-]*\.properties)$/,
        dialect: [
            {
                path: /(?:^|\/)liquibase[\w.-]*\.properties$/,
                content: /^\s*(?:liquibase\.command\.)?url\s*[:=]\s*(?:jdbc|offline):(\w+)/m,
            },
            { path: /(?:^|\/)application[\w.-]*\.(?:properties|ya?ml)$/, content: /\bjdbc:(?:tc:)?(\w+):/ },
        ],
        printedSql: {
            command: 'liquibase update-sql',
            note: 'with `--url=offline:postgresql` or the like it needs no database',
        },
    },
    {
        name: 'Flyway (Java)',
        files: /^(|.*\/)(?:[VU]\d\w*|R)__\w+\.(?:java|kt)$/s,
        ownPath: /(?:^|\/)db\/migration\/[^/]+$/,
        content: /\b(?:BaseJavaMigration|JavaMigration)\b/,
        project: /(?:^|\/)(?:pom\.xml|build\.gradle(?:\.kts)?)$/,
        dialect: [{ path: /(?:^|\/)application[\w.-]*\.(?:properties|ya?ml)$/, content: /\bjdbc:(?:tc:)?(\w+):/ }],
        printedSql: {
            command: undefined,
            note: 'Flyway cannot print the SQL of a migration in Java; write it in SQL if you can',
        },
    },
];

;// CONCATENATED MODULE: ./build/esm/commands/migrations/javascript-tools.js

const PACKAGE = /(?:^|\/)package\.json$/;
const SCRIPT = /\.(?:[cm]?[jt]s|json)$/;
const DRIVER = {
    path: PACKAGE,
    content: /"(pg|postgres|mysql2?|mariadb|sqlite3|better-sqlite3|tedious|mssql)"\s*:/,
};
const PRISMA = { path: /\.prisma$/, content: /\bdatasource\s+\w+\s*\{[^}]*\bprovider\s*=\s*"(\w+)"/ };
const DRIZZLE = [
    { path: /(?:^|\/)(?:meta\/_journal|snapshot)\.json$/, content: /"dialect"\s*:\s*"(\w+)"/ },
    { path: /(?:^|\/)drizzle[\w.-]*\.(?:[cm]?[jt]s|json)$/, content: /\bdialect["']?\s*:\s*["'](\w+)["']/ },
];
const MIGRATION_SCRIPT = /^(?=.*migrat)(|.*\/)[^/]+\.[cm]?[jt]s$/is;
const RUNS_ONLY = 'run it against an empty database and check the SQL that this prints';
const JAVASCRIPT_TOOLS = [
    {
        name: 'Prisma',
        files: /^(|.*\/)[^/]+\/migration\.sql$/s,
        proof: {
            in: ['.', '..', '../schema'],
            path: /(?:^|\/)(?:migration_lock\.toml|[\w.-]+\.prisma)$/,
            content: /^\s*provider\s*=\s*"\w+"/m,
        },
        project: PACKAGE,
        dialect: [{ path: /(?:^|\/)migration_lock\.toml$/, content: /^\s*provider\s*=\s*"(\w+)"/m }, PRISMA, DATABASE_URL],
    },
    {
        name: 'Drizzle',
        files: /^(|.*\/)\d+_[^/]+\.sql$/s,
        proof: { in: ['meta'], path: /(?:^|\/)_journal\.json$/, content: /"dialect"\s*:|"entries"\s*:/ },
        project: PACKAGE,
        dialect: DRIZZLE,
    },
    {
        name: 'Drizzle',
        files: /^(|.*\/)\d+_[^/]+\/migration\.sql$/s,
        proof: {
            in: 'ancestors',
            path: /(?:^|\/)drizzle[\w.-]*\.(?:[cm]?[jt]s|json)$/,
            content: /drizzle-kit|\bdialect\b/,
        },
        project: PACKAGE,
        dialect: DRIZZLE,
    },
    {
        name: 'Knex',
        files: MIGRATION_SCRIPT,
        content: /^[ \t]*(?:exports\.up\s*=|(?:export\s+)?(?:const\s+up\s*=|(?:async\s+)?function\s+up\s*\())[^\n]*\bknex\b|\b(?:from\s+|import\()["']knex["'][\s\S]{0,1000}?\b(?:function\s+up|(?:const|exports\.)\s*up)\b/im,
        project: PACKAGE,
        dialect: [
            { path: /(?:^|\/)knexfile\.[cm]?[jt]s$/, content: /\bclient["']?\s*:\s*["']([\w-]+)["']/ },
            { path: SCRIPT, content: /\bknex\w*\(\s*\{[^}]*\bclient["']?\s*:\s*["']([\w-]+)["']/ },
            DATABASE_URL,
            DRIVER,
        ],
        printedSql: {
            command: undefined,
            note: `Knex cannot print the SQL of a migration without running it: ${RUNS_ONLY}: \`knex migrate:up --debug\``,
        },
    },
    {
        name: 'TypeORM',
        files: MIGRATION_SCRIPT,
        content: /\bimplements\s+(?:\w+\.)?MigrationInterface\b|@typedef\s*\{[^}\n]{0,200}\bMigrationInterface\b|\bup\s*\(\s*queryRunner\b/,
        project: PACKAGE,
        dialect: [
            { path: SCRIPT, content: /\bDataSource(?:Options)?\b[\s\S]{0,400}?\btype["']?\s*:\s*["']([\w-]+)["']/ },
            { path: /(?:^|\/)ormconfig\.\w+$/, content: /\btype["']?\s*:\s*["']([\w-]+)["']/ },
            DATABASE_URL,
            DRIVER,
        ],
        printedSql: {
            command: undefined,
            note: 'TypeORM cannot print the SQL of a migration without running it: run it against an empty database with `logging: true` and check what it logs',
        },
    },
    {
        name: 'Sequelize',
        files: MIGRATION_SCRIPT,
        content: /\b(?:up|down)\b[^\n]{0,200}\bqueryInterface\b/i,
        project: PACKAGE,
        dialect: [
            {
                path: /(?:^|\/)(?:config|database|db)[\w./-]*\.(?:[cm]?[jt]s|json)$/,
                content: /\bdialect["']?\s*:\s*["'](\w+)["']/,
            },
            variable('DB_DIALECT'),
            DATABASE_URL,
            DRIVER,
        ],
        printedSql: {
            command: undefined,
            note: 'Sequelize cannot print the SQL of a migration without running it: run it against an empty database with `logging: console.log` and check what it logs',
        },
    },
];

;// CONCATENATED MODULE: ./build/esm/commands/migrations/sql-comment-tools.js

// Tools whose SQL files carry a comment that only this tool reads.
const SQL = /^(|.*\/)[^/]+\.sql$/is;
const GO_PROJECT = /(?:^|\/)go\.mod$/;
const GOOSE_DIALECT = [
    variable('GOOSE_DRIVER'),
    { path: /\.go$/, content: /\bgoose\.(?:SetDialect\("|Dialect)(\w+)/ },
    {
        path: /(?:^|\/)(?:Makefile|justfile|Taskfile\.ya?ml|[\w.-]+\.sh|Dockerfile)$/,
        content: /\bgoose\s+(?:-\S+\s+(?:\S+\s+)?)*(postgres|mysql|sqlite3?|mssql|clickhouse|redshift|turso)\b/,
    },
    DATABASE_URL,
];
const SQL_COMMENT_TOOLS = [
    {
        name: 'goose',
        files: SQL,
        content: /^--\s*\+goose\s+(?:Up|Down|StatementBegin|NO TRANSACTION)/im,
        project: GO_PROJECT,
        dialect: GOOSE_DIALECT,
        tool: 'goose',
    },
    {
        name: 'goose (Go)',
        files: /^(|.*\/)\d+_[^/]+\.go$/s,
        content: /\bgoose\.Add(?:Named)?Migration\w*\(/,
        project: GO_PROJECT,
        dialect: GOOSE_DIALECT,
        printedSql: {
            command: undefined,
            note: 'goose cannot print the SQL of a migration in Go; write it in SQL if you can',
        },
    },
    {
        name: 'dbmate',
        files: SQL,
        content: /^--\s*migrate:up\b/im,
        dialect: [DATABASE_URL],
        tool: 'dbmate',
    },
    {
        name: 'sql-migrate',
        files: SQL,
        content: /^--\s*\+migrate\s+Up\b/im,
        project: GO_PROJECT,
        dialect: [{ path: /(?:^|\/)dbconfig\.ya?ml$/, content: /^\s*dialect:\s*["']?(\w+)/m }, DATABASE_URL],
        tool: 'sql-migrate',
    },
    {
        name: 'rambler',
        files: SQL,
        content: /^--\s*rambler\s+up\b/im,
        dialect: [{ path: /(?:^|\/)rambler\.json$/, content: /"driver"\s*:\s*"(\w+)"/ }],
        tool: 'rambler',
    },
    {
        name: 'Liquibase',
        files: SQL,
        content: /^\s*--\s*liquibase\s+formatted\s+sql\b/i,
        dialect: [
            {
                path: /(?:^|\/)liquibase[\w.-]*\.properties$/,
                content: /^\s*(?:liquibase\.command\.)?url\s*[:=]\s*(?:jdbc|offline):(\w+)/m,
            },
            { path: /(?:^|\/)application[\w.-]*\.(?:properties|ya?ml)$/, content: /\bjdbc:(?:tc:)?(\w+):/ },
            { path: /(?:^|\/)(?:pom\.xml|build\.gradle(?:\.kts)?)$/, content: /\bjdbc:(\w+):/ },
            DATABASE_URL,
        ],
        tool: 'liquibase',
    },
];

;// CONCATENATED MODULE: ./build/esm/commands/migrations/sql-file-tools.js

// Tools whose migrations are plain SQL files. A file of the tool itself proves that they are its.
const CARGO = /(?:^|\/)Cargo\.toml$/;
const JDBC = [
    { path: /(?:^|\/)flyway[\w.-]*\.(?:conf|toml)$/, content: /\burl\s*=\s*"?jdbc:(\w+):/m },
    { path: /(?:^|\/)application[\w.-]*\.(?:properties|ya?ml)$/, content: /\bjdbc:(?:tc:)?(\w+):/ },
    {
        path: /(?:^|\/)(?:pom\.xml|build\.gradle(?:\.kts)?)$/,
        content: /\bjdbc:(\w+):|flyway-(?:database-)?(postgresql|mysql|sqlserver)/,
    },
    { path: /(?:^|\/)(?:docker-)?compose[\w.-]*\.ya?ml$/, content: /\bjdbc:(\w+):/ },
];
const SQL_FILE_TOOLS = [
    {
        name: 'Flyway',
        files: /^(|.*\/)(?:[VU]\d[\w.]*|R)__[^/]+\.sql$/s,
        proof: {
            in: 'ancestors',
            path: /(?:^|\/)(?:flyway[\w.-]*\.(?:conf|toml)|pom\.xml|build\.gradle(?:\.kts)?|application[\w.-]*\.(?:properties|ya?ml)|(?:docker-)?compose[\w.-]*\.ya?ml|Makefile|package\.json)$/,
            content: /flyway/i,
        },
        project: /(?:^|\/)(?:pom\.xml|build\.gradle(?:\.kts)?|flyway[\w.-]*\.(?:conf|toml))$/,
        dialect: JDBC,
        tool: 'flyway',
    },
    {
        name: 'golang-migrate',
        files: /^(|.*\/)\d+_[^/]+\.(?:up|down)\.sql$/s,
        proof: {
            in: 'ancestors',
            path: /(?:^|\/)(?:go\.mod|Makefile|Dockerfile|(?:docker-)?compose[\w.-]*\.ya?ml)$/,
            content: /\bgolang-migrate\/migrate\b|\bimage:\s*["']?migrate\/migrate\b|\bmigrate\s+(?:-\S+\s+\S+\s+)*-(?:path|source|database)\b/,
        },
        project: /(?:^|\/)go\.mod$/,
        dialect: [{ path: /\.go$/, content: /golang-migrate\/migrate\/v\d+\/database\/(\w+)"/ }, DATABASE_URL],
        tool: 'golang-migrate',
    },
    {
        name: 'sqlx',
        files: /^(|.*\/)\d+_[^/]+\.sql$/s,
        proof: {
            in: 'ancestors',
            path: CARGO,
            content: /^\s*sqlx(?:-core|-macros)?(?:\.workspace)?\s*=|^\[(?:workspace\.)?dependencies\.sqlx\]/m,
        },
        project: CARGO,
        dialect: [
            { path: CARGO, content: /\bsqlx\b[^[\]]*\[[^\]]*"(postgres|mysql|sqlite)"/ },
            { path: /(?:^|\/)\.sqlx\/query-[\w]+\.json$/, content: /"db_name"\s*:\s*"(\w+)"/ },
            DATABASE_URL,
        ],
        tool: 'sqlx',
    },
    {
        name: 'Diesel',
        files: /^(|.*\/)[^/]+\/(?:up|down)\.sql$/s,
        proof: {
            in: 'ancestors',
            path: /(?:^|\/)(?:diesel\.toml|Cargo\.toml)$/,
            content: /\[print_schema\]|\[migrations_directory\]|^\s*diesel(?:_migrations)?(?:\.workspace)?\s*=/m,
        },
        project: /(?:^|\/)(?:diesel|Cargo)\.toml$/,
        dialect: [
            { path: CARGO, content: /\bdiesel\b[^[\]]*\[[^\]]*"(postgres|mysql|sqlite)(?:_backend)?"/ },
            DATABASE_URL,
        ],
        tool: 'diesel',
    },
    {
        name: 'Supabase',
        files: /^(|.*\/)migrations\/\d+_[^/]+\.sql$/s,
        proof: { in: ['.'], path: /(?:^|\/)config\.toml$/, content: /^\s*(?:project_id\s*=|\[db\]|\[auth\])/m },
        dialect: 'postgresql',
    },
    {
        name: 'Atlas',
        files: /^(|.*\/)[^/]+\.sql$/s,
        proof: { in: ['.'], path: /(?:^|\/)atlas\.sum$/, content: /^h1:\S+/ },
        project: /(?:^|\/)atlas\.hcl$/,
        dialect: [
            { path: /(?:^|\/)atlas\.hcl$/, content: /^\s*(?:dev|url)\s*=\s*"(?:docker:\/\/)?(\w+)[:/]/m },
            { path: /(?:^|\/)(?:Makefile|[\w.-]+\.(?:sh|ya?ml))$/, content: /--dev-url\s+["']?(?:docker:\/\/)?(\w+)[:/]/ },
            DATABASE_URL,
        ],
    },
    {
        name: 'Sqitch',
        files: /^(|.*\/)(?:deploy|revert|verify)\/.+\.sql$/s,
        proof: { in: 'ancestors', path: /(?:^|\/)sqitch\.plan$/, content: /^%project=/m },
        project: /(?:^|\/)sqitch\.(?:plan|conf)$/,
        dialect: [{ path: /(?:^|\/)sqitch\.conf$/, content: /^\s*engine\s*=\s*(\w+)/m }],
        tool: 'sqitch',
    },
    {
        name: 'SSDT',
        files: /^(|.*\/)[^/]+\.sqlproj$/is,
        content: /Microsoft\.Data\.Tools\.Schema|Microsoft\.Build\.Sql|<DSP>/,
        ownsFolder: true,
        dialect: 'transactsql',
    },
];

;// CONCATENATED MODULE: ./build/esm/commands/migrations/tools.js




/** Every migration tool that is recognised. */
const TOOLS = [
    ...SQL_COMMENT_TOOLS,
    ...SQL_FILE_TOOLS,
    ...JAVASCRIPT_TOOLS,
    ...FRAMEWORK_TOOLS,
];
function isCodeTool(tool) {
    return tool.printedSql !== undefined && tool.content !== undefined;
}
const CODE_TOOLS = TOOLS.filter(isCodeTool);
/** The tool that a file could be a migration of, if it is not SQL. Its content decides: see `isMigrationOf`. */
function codeToolsFor(path) {
    return CODE_TOOLS.filter(({ files }) => files.test(path));
}

;// CONCATENATED MODULE: ./build/esm/commands/migrations/find-tools.js





/** Folders whose migrations show or test something, and never run in production. */
const DEMONSTRATION = /(?:^|\/)(?:examples?|samples?|demos?|docs?|tests?|testing|testdata|test-?data|fixtures?|__tests__|__fixtures__|__mocks__|spec|specs|e2e|benchmarks?|playground)\//i;
/** Whether the folder is only for demonstrations or tests. */
function isDemonstration(path) {
    return DEMONSTRATION.test(path);
}
/** The migration tools of a repository, with the folders of each. Demonstrations and tests are left out. */
async function findTools(files) {
    const found = [];
    for (const signs of TOOLS) {
        for (const [folder, paths] of migrationFolders(files, signs)) {
            const evidence = await evidenceOf(files, signs, folder, paths);
            if (!evidence)
                continue;
            const project = projectOf(files, signs, folder, evidence);
            const dialect = await dialectOf(files, signs, folder, project, paths);
            const count = signs.ownsFolder ? files.sql.filter((path) => path.startsWith(folder)).length : paths.length;
            add(found, { signs, project, evidence, folders: [folder], files: count, dialect });
        }
    }
    return found.sort((a, b) => b.files - a.files);
}
/** One entry for the folders of a project whose dialect is the same. */
function add(found, next) {
    const at = found.findIndex(({ signs, project, dialect }) => signs.name === next.signs.name && project === next.project && dialect?.dialect === next.dialect?.dialect);
    const same = found[at];
    if (!same)
        found.push(next);
    else
        found[at] = {
            ...same,
            folders: [...new Set([...same.folders, ...next.folders])].sort(),
            files: same.files + next.files,
        };
}
function migrationFolders(files, { files: pattern }) {
    const folders = new Map();
    for (const path of files.matching(pattern)) {
        if (isDemonstration(path))
            continue;
        const folder = pattern.exec(path)?.[1] ?? '';
        const paths = folders.get(folder);
        if (paths)
            paths.push(path);
        else
            folders.set(folder, [path]);
    }
    return folders;
}
/** Files that are read of a folder: the tool may have been adopted after the first, or left before the last. */
const SAMPLED = 3;
function sample(paths) {
    return paths.length <= 2 * SAMPLED ? paths : [...paths.slice(0, SAMPLED), ...paths.slice(-SAMPLED)];
}
async function evidenceOf(files, { content, proof }, folder, paths) {
    const shown = content && (await firstLine(files, sample(paths), content));
    if (content && !shown)
        return undefined;
    return proof ? firstLine(files, proofFiles(files, proof, folder), proof.content) : shown;
}
function proofFiles(files, proof, folder) {
    const folders = proof.in === 'ancestors'
        ? withAncestors(folder)
        : proof.in.flatMap((below) => below === '..' || below.startsWith('../')
            ? relatedTo(folder, below)
            : [below === '.' ? folder : `${folder}${below}/`]);
    return folders.flatMap((at) => files.in(at)).filter((path) => proof.path.test(path));
}
function relatedTo(folder, relative) {
    const above = folderAbove(folder);
    return above === undefined ? [] : [`${above}${relative.slice(3)}${relative.length > 3 ? '/' : ''}`];
}
/** The folder and all above it, nearest first. */
function withAncestors(folder) {
    const above = folderAbove(folder);
    return above === undefined ? [folder] : [folder, ...withAncestors(above)];
}
async function firstLine(files, paths, content) {
    for (const path of paths) {
        const found = await lineIn(files, path, content);
        if (found)
            return found;
    }
    return undefined;
}
/** The first match of a file at or after an offset. */
async function lineIn(files, path, content, from = 0) {
    const text = (await files.text(path)) ?? '';
    const pattern = new RegExp(content, `${content.flags}g`);
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    if (!match)
        return undefined;
    const word = wordOf(match);
    const start = match.index + (word === '' ? match[0].search(/\S/) : match[0].lastIndexOf(word));
    return { path, line: text.slice(0, start).split('\n').length, word };
}
function wordOf(match) {
    return match.slice(1).find((group) => group !== undefined) ?? '';
}
function projectOf(files, { project, proof }, folder, evidence) {
    if (project) {
        const at = withAncestors(folder).find((above) => files.in(above).some((path) => project.test(path)));
        if (at !== undefined)
            return at;
    }
    return proof?.in === 'ancestors' ? repository_files_folderOf(evidence.path) : (folderAbove(folder) ?? '');
}
async function dialectOf(files, { dialect: signs, printedSql }, folder, project, paths) {
    if (typeof signs === 'string')
        return { dialect: signs, unread: undefined, evidence: undefined, from: 'configuration' };
    const named = printedSql ? undefined : dialectOfFolder(folder.slice(project.length));
    if (named)
        return { ...toDialect(named), evidence: undefined, from: 'folder' };
    for (const sign of signs) {
        const configured = await configuredDialect(files, sign, folder, project);
        if (configured)
            return configured;
    }
    const guessed = printedSql ? undefined : await guessDialect(files, paths);
    return guessed && { dialect: guessed, unread: undefined, evidence: undefined, from: 'sql' };
}
function toDialect(dialect) {
    return typeof dialect === 'string' ? { dialect, unread: undefined } : { dialect: undefined, unread: dialect.unread };
}
/** Files with a sign that are read before it is given up. */
const MAX_SIGN_FILES = 200;
/** Reads the files of the project, nearest to the migrations first, then those in the folders above it. */
async function configuredDialect(files, sign, folder, project) {
    const above = new Set(withAncestors(project));
    const candidates = files
        .matching(sign.path)
        .filter((path) => path.startsWith(project) || above.has(repository_files_folderOf(path)))
        .map((path) => ({ path, rank: [isDemonstration(path) ? 1 : 0, -common(path, folder), path.split('/').length] }))
        .sort((a, b) => compareRanks(a.rank, b.rank))
        .slice(0, MAX_SIGN_FILES);
    for (const { path } of candidates) {
        const first = await lineIn(files, path, sign.content);
        if (!first || !dialectOfWord(first.word))
            continue;
        const beside = candidates.filter((other) => repository_files_folderOf(other.path) === repository_files_folderOf(path));
        const isOne = (await dialectsIn(files, beside, sign.content)).size <= 1;
        const used = isOne ? first : await inProduction(files, path, sign.content);
        const dialect = used && dialectOfWord(used.word);
        if (!used || !dialect)
            return undefined;
        return { ...toDialect(dialect), evidence: { path, line: used.line }, from: 'configuration' };
    }
    return undefined;
}
/** What the section `production` of a file names, if it configures one dialect per environment. */
async function inProduction(files, path, content) {
    const start = ((await files.text(path)) ?? '').search(/^\s*["']?production["']?\s*:/m);
    return start === -1 ? undefined : lineIn(files, path, content, start);
}
/** All dialects that some files name: with several, they do not say which one is used. */
async function dialectsIn(files, candidates, content) {
    const found = new Set();
    for (const { path } of candidates) {
        const matches = ((await files.text(path)) ?? '').matchAll(new RegExp(content, `${content.flags}g`));
        for (const match of matches) {
            const dialect = dialectOfWord(wordOf(match));
            if (typeof dialect === 'string')
                found.add(dialect);
        }
    }
    return found;
}
/** How many folders two paths have in common. */
function common(path, folder) {
    const [a, b] = [path.split('/').slice(0, -1), folder.split('/').slice(0, -1)];
    const differs = a.findIndex((part, at) => part !== b[at]);
    return differs === -1 ? a.length : differs;
}
function compareRanks(a, b) {
    const at = a.findIndex((rank, index) => rank !== b[index]);
    return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
const SQL_SAMPLE = 40;
/** Guesses the dialect from some of the files: a sample from the whole list, because old files can be of another tool. */
async function guessDialect(files, paths) {
    const step = Math.max(1, Math.floor(paths.length / SQL_SAMPLE));
    const texts = [];
    for (let at = 0; at < paths.length; at += step) {
        const path = paths[at];
        if (path !== undefined && (0,model/* isSqlFileName */.ir)(path))
            texts.push(((await files.text(path)) ?? '').slice(0, 4000));
    }
    return proposeDialect(texts.join('\n'));
}

;// CONCATENATED MODULE: ./build/esm/commands/check/hidden-tables.js





/**
 * Whether the base may create tables whose names are in none of its SQL files: in text that is built, under a name with a
 * placeholder, or in code.
 *
 * @param suspects the SQL files that may do it
 * @param path the file whose dialect those without one have
 */
async function mayHaveHiddenTables(suspects, path, tree, settings) {
    const files = await readBaseFiles(suspects, path, tree, settings);
    return !files || files.some(sql/* hidesTables */.d7) || (await hasSchemaInCode(tree));
}
/** Maximum number of files that are read to see whether they are migrations. With more, they count as some. */
const hidden_tables_MAX_FILES = 300;
const hidden_tables_FOREIGN = /(?:^|\/)(?:node_modules|vendor|third_party|bower_components|site-packages)\//;
const RAILS_SCHEMA = /(?:^|\/)db\/(?:\w+_)?schema\.rb$/;
const PRISMA_SCHEMA = /\.prisma$/;
const PRISMA_MIGRATION = /(?:^|\/)migration\.sql$/;
/** Whether the schema, or a migration, is in a language that is not read. */
async function hasSchemaInCode(tree) {
    const paths = (await tree.list('')).filter((path) => !hidden_tables_FOREIGN.test(path) && !isDemonstration(path));
    if (paths.some((path) => RAILS_SCHEMA.test(path)))
        return true;
    // With migrations, they say the same in SQL.
    if (paths.some((path) => PRISMA_SCHEMA.test(path)) && !paths.some((path) => PRISMA_MIGRATION.test(path)))
        return true;
    const candidates = paths.filter((path) => codeToolsFor(path).length > 0);
    if (candidates.length > hidden_tables_MAX_FILES)
        return true;
    for (const path of candidates) {
        const entry = await tree.read(path);
        const text = entry.kind === 'file' ? codeText(entry.bytes) : undefined;
        if (text === undefined || codeToolsFor(path).some(({ content }) => content.test(text)))
            return true;
    }
    return false;
}

;// CONCATENATED MODULE: ./build/esm/commands/check/base-sql.js






/** Maximum number of SQL files of the base, and of their bytes together. With more, no table is known. */
const base_sql_MAX_FILES = 10_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** `U&"\0075sers"` is the name `users`. */
const ESCAPED_NAME = /\bU&"/i;
/** Reads the words of all SQL files of the base; undefined if one of them cannot be read, or if there are too many. */
async function readBaseSql(tree, settings) {
    const all = await orUnknown(() => readWords(tree, settings));
    if (!all)
        return undefined;
    const { words, suspects } = all;
    const hidden = new Map();
    const mayBeHidden = (path) => {
        const { dialect } = settings.of(path);
        const known = hidden.get(dialect) ?? orUnknown(() => mayHaveHiddenTables(suspects, path, tree, settings));
        hidden.set(dialect, known);
        return known;
    };
    const found = new Map();
    return {
        tableOf: async (target, path) => {
            const table = (0,sql/* baseTable */.gD)(target, words);
            if (!table)
                return undefined;
            if (!table.exists)
                return (await mayBeHidden(path)) === false ? table : undefined;
            const files = [words.get(table.name.toLowerCase()) ?? []].flat();
            const columns = await orUnknown(() => baseColumns(target, path, files, tree, settings));
            const { dialect } = settings.of(path);
            const rowSecurity = (0,sql/* mayHaveRowSecurity */.OL)(words);
            // Where SQL files are not all that makes the table, something else may enable it.
            const knowsSecurity = dialect === 'postgresql' && (rowSecurity || (columns !== undefined && (await mayBeHidden(path)) === false));
            const cascades = dialect === 'sqlite' ? await orUnknown(() => cascadesTo(table.name, path, words, tree, settings)) : undefined;
            return {
                ...table,
                ...(columns && columns.length <= model/* CONTEXT_LIMITS */.Ph.names && { columns }),
                ...(cascades !== undefined && { cascades }),
                ...(knowsSecurity && { rowSecurity }),
            };
        },
        mayHave: (target) => (0,sql/* baseTable */.gD)(target, words)?.exists,
        attached: (names, path, isNamed) => {
            const filesWith = (word) => [words.get(word) ?? []].flat();
            return orUnknown(() => attachedRoutines(names, path, { filesWith, isNamed }, tree, settings));
        },
        policyOf: async (policy, path) => {
            const { dialect } = settings.of(path);
            const find = found.get(dialect) ?? policiesFor(path, words, tree, settings);
            found.set(dialect, find);
            return (await find)?.(policy);
        },
    };
}
async function cascadesTo(table, path, words, tree, settings) {
    const search = new sql/* CascadeSearch */.tK(table);
    for (let name = search.next(); name !== undefined; name = search.next()) {
        const files = await readBaseFiles([words.get(name) ?? []].flat(), path, tree, settings);
        if (!files)
            return undefined;
        search.search(name, files);
    }
    return search.found;
}
async function policiesFor(path, words, tree, settings) {
    const named = [words.get('policy') ?? []].flat();
    const files = await orUnknown(() => readBaseFiles(named, path, tree, settings));
    return files && (0,sql/* findPolicies */.O)(files);
}
/** What a read gives; undefined if a file cannot be read. */
async function orUnknown(read) {
    try {
        return await read();
    }
    catch (error) {
        if (error instanceof model/* ConfigError */.xL)
            return undefined;
        throw error;
    }
}
async function readWords(tree, settings) {
    const isSql = (path) => (0,model/* isSqlFileName */.ir)(path) || settings.selects(path);
    const links = (await tree.links?.('')) ?? [];
    const submodules = (await tree.submodules?.()) ?? [];
    // What a link or a submodule leads to is not in the tree.
    if (links.some(isSql) || submodules.some((path) => settings.mayHold(path)))
        return undefined;
    const paths = (await tree.list('')).filter(isSql);
    if (paths.length > base_sql_MAX_FILES)
        return undefined;
    tree.expect?.(paths);
    const words = new Map();
    const suspects = [];
    let size = 0;
    for (const path of paths) {
        const entry = await tree.read(path);
        if (entry.kind !== 'file')
            return undefined;
        size += entry.bytes.length;
        if (size > MAX_BYTES || isLfsPointer(entry.bytes))
            return undefined;
        const { text } = (0,sql/* decodeSql */.xM)(entry.bytes);
        if (text === undefined || text.includes('\0') || ESCAPED_NAME.test(text))
            return undefined;
        if ((0,sql/* mayHideTables */.hN)(text))
            suspects.push(path);
        for (const word of (0,sql/* wordsOf */.Z9)(text)) {
            const known = words.get(word);
            if (known === undefined)
                words.set(word, path);
            else if (typeof known === 'string')
                words.set(word, [known, path]);
            else
                known.push(path);
        }
    }
    return { words, suspects };
}

;// CONCATENATED MODULE: ./build/esm/commands/check/new-tables.js




/** With less, no migration runs before another one. */
const MIN_FILES = 2;
/**
 * Reads the new migrations of a change in their order. Undefined if one of its SQL files cannot be read. A table counts
 * if no other SQL file of the change may have given its name to an older table.
 */
async function newTables({ change, head, standardInput }, settings, selected) {
    if (standardInput || !change || change.untrusted !== undefined)
        return undefined;
    const changed = [...selected, ...change.files.filter(({ path }) => (0,model/* isSqlFileName */.ir)(path))];
    const status = new Map(changed.flatMap(({ path, status }) => (status === 'deleted' ? [] : [[path, status]])));
    const added = [...status].filter(([, each]) => each === 'added').map(([path]) => path);
    const groups = [...groupsOf(added, settings).values()].filter((paths) => paths.length >= MIN_FILES);
    if (groups.length === 0)
        return undefined;
    const files = await filesAt([...status.keys()], head, settings);
    if (!files)
        return undefined;
    const renamed = new Map([...files].map(([path, file]) => [path, (0,sql/* wordsOfRenamed */.z_)(file)]));
    const found = new Map();
    for (const group of groups) {
        const own = new Set(group);
        const others = [...renamed].filter(([path]) => !own.has(path)).map(([, words]) => words);
        const isOlder = ({ name = '' }) => others.some((words) => words.has(name.toLowerCase()));
        for (const [path, tables] of (0,sql/* createdBefore */.sp)(group.flatMap((path) => files.get(path) ?? [])))
            found.set(path, tables.filter((table) => !isOlder(table)));
    }
    return (path, text) => {
        const words = (0,sql/* wordsOf */.Z9)(text);
        return (found.get(path) ?? []).flatMap(({ name, schema }) => name !== undefined && schema !== undefined && words.has(name.toLowerCase()) ? [{ name, schema }] : []);
    };
}
/**
 * Migrations that run one after the other on the same database: of one folder and dialect, with the same words in the
 * middle of their names (`1_a.mysql.up.sql`), in the order of their versions. Left out if their order is not certain.
 */
function groupsOf(paths, settings) {
    const groups = new Map();
    for (const path of paths) {
        const { dialect } = settings.of(path);
        if (!dialect || !versionOf(path) || settings.isEditedDialect(path))
            continue;
        const [file = ''] = path.split('/').reverse();
        const isWholeName = migrationName(path) !== file;
        const middle = isWholeName ? file : file.split('.').slice(1).join('.');
        const key = [base_columns_folderOf(path), dialect, middle].join('\n');
        const group = groups.get(key) ?? [];
        group.push(path);
        groups.set(key, group);
    }
    for (const [key, group] of groups) {
        const order = (a, b) => {
            const [one, other] = [versionOf(a), versionOf(b)];
            return one && other ? compareVersions(one, other) : undefined;
        };
        group.sort((a, b) => order(a, b) ?? 0);
        if (group.some((path, at) => at > 0 && order(group[at - 1] ?? '', path) !== -1))
            groups.delete(key);
    }
    return groups;
}
/** The files by path. Those without a dialect are read as every other one is: what they hold is not certain. */
async function filesAt(paths, tree, settings) {
    const [known] = paths.filter((path) => settings.of(path).dialect !== undefined);
    const files = known === undefined ? undefined : await readBaseFiles(paths, known, tree, settings);
    return files && new Map(files.map((file) => [file.path, file]));
}

;// CONCATENATED MODULE: ./build/esm/commands/check/file-context.js




/** Reads the base and the other files of the run only once a file needs them. */
function contextFinder(request, settings, selected) {
    let base;
    let used;
    let renamed;
    let created;
    return async ({ path, text, settings: { dialect } }) => {
        const needs = (0,sql/* contextNeeds */.fH)(text, path, dialect);
        created ??= orUnknown(() => newTables(request, settings, selected));
        const before = (await created)?.(path, text) ?? [];
        const { tables, created: made, routines, policies: dropped } = needs;
        if (tables.length + made.length + routines.length + dropped.length + before.length === 0)
            return undefined;
        if (before.length > 0)
            base ??= file_context_baseOf(request, settings);
        if (tables.length + made.length + dropped.length + needs.unreadableRoutines.length > 0)
            base ??= file_context_baseOf(request, settings);
        used ??= usedElsewhere(request, settings, selected);
        const isUsed = await used;
        const policies = await policiesOf(needs.policies, path, await base);
        // Without the other files of the change, a table may be there because of one of them.
        if (!isUsed)
            return request.standardInput ? undefined : { tables: [], ...policies };
        const isOther = (word) => isUsed(word, path);
        const known = await base;
        let own;
        const isNamed = (word) => {
            own ??= dialect ? (0,sql/* usedWordsOf */.Ez)(text, path, dialect) : (0,sql/* wordsOf */.Z9)(text);
            return own.has(word) || isOther(word);
        };
        const isNew = ({ name, schema }) => known?.mayHave({ name, schema, quoted: false, text: '' }) === false;
        const presumed = made.filter(isNew);
        if (presumed.length > 0)
            renamed ??= usedElsewhere(request, settings, selected, sql/* wordsOfRenamed */.z_);
        const isRenamed = await renamed;
        const createdBefore = before.slice(0, model/* CONTEXT_LIMITS */.Ph.names).filter(isNew);
        return {
            ...(createdBefore.length > 0 && { createdBefore }),
            ...policies,
            tables: [
                ...(await tablesOf(tables, path, known, isOther)),
                // Another file may use, or create, a table that is new.
                ...(isRenamed ? await tablesOf(presumed, path, known, (word) => isRenamed(word, path)) : []),
            ].slice(0, model/* CONTEXT_LIMITS */.Ph.names),
            routinesUsed: routinesUsed(needs.routines, isOther),
            ...(await routinesAttached(needs.unreadableRoutines, path, await base, isNamed)),
        };
    };
}
async function file_context_baseOf({ change }, settings) {
    if (!change || change.untrusted !== undefined || !(0,model/* isAvailable */.e2)(change.rulesBase))
        return undefined;
    return readBaseSql(change.rulesBase, settings);
}
/** A table that another file of the change names may be there because of it, under another name in the base. */
async function tablesOf(targets, path, base, isOther) {
    const tables = [];
    for (const target of targets.slice(0, model/* CONTEXT_LIMITS */.Ph.names)) {
        const table = await base?.tableOf(target, path);
        if (!table)
            continue;
        if (!isOther((target.name ?? '').toLowerCase()))
            tables.push(table);
        // What the base says of foreign keys holds if no other file of the change has one.
        else if (table.exists && table.cascades === false && !(isOther('references') && isOther('delete')))
            tables.push({ name: table.name, schema: table.schema, exists: true, cascades: false });
    }
    return tables;
}
async function policiesOf(names, path, base) {
    if (names.length === 0)
        return {};
    const policies = [];
    for (const name of names.slice(0, model/* CONTEXT_LIMITS */.Ph.names)) {
        const policy = await base?.policyOf(name, path);
        if (policy)
            policies.push(policy);
    }
    return { policies };
}
const PLAIN_NAME = /^[\p{L}_][\p{L}\p{N}_$]*$/u;
/** A name that is not a plain word is not looked for: it counts as used. */
function routinesUsed(names, isOther) {
    const found = names.filter((name) => !PLAIN_NAME.test(name) || isOther(name));
    const tooMany = found.length > model/* CONTEXT_LIMITS */.Ph.names || found.some(({ length }) => length > model/* CONTEXT_LIMITS */.Ph.characters);
    return tooMany ? undefined : found;
}
/**
 * Which of the routines the base attaches, or calls in routines that the change names. Those whose name is not a plain word
 * count as attached.
 */
async function routinesAttached(names, path, base, isNamed) {
    if (names.length === 0)
        return {};
    const plain = names.filter((name) => PLAIN_NAME.test(name));
    const attached = await base?.attached(plain, path, isNamed);
    if (!attached || names.length > model/* CONTEXT_LIMITS */.Ph.names)
        return {};
    return { routinesAttached: [...attached, ...names.filter((name) => !PLAIN_NAME.test(name))] };
}
/**
 * Reads the selected files and all other SQL files of the change; undefined if one of them cannot be read. A file for
 * another database cannot touch what this one has, and what `ignore` skips is not run there.
 */
async function usedElsewhere({ change, head, standardInput }, settings, selected, words = (file) => (0,sql/* usedWordsOf */.Ez)(file.text, file.path, file.dialect)) {
    if (standardInput || change?.untrusted !== undefined)
        return undefined;
    const changed = change?.files.filter(({ path }) => (0,model/* isSqlFileName */.ir)(path) && !settings.isIgnored(path)) ?? [];
    const present = [...selected, ...changed].filter(({ status }) => status !== 'deleted');
    const paths = [...new Set(present.map(({ path }) => path))];
    const databases = new Map();
    head.expect?.(paths);
    for (const path of paths) {
        const text = await file_context_textOf(head, path);
        if (text === undefined)
            return undefined;
        const { dialect, tool } = settings.of(path);
        const database = databaseOf(path, settings);
        const users = databases.get(database) ?? new Map();
        databases.set(database, users);
        for (const word of dialect ? words({ path, text, dialect, tool }) : (0,sql/* wordsOf */.Z9)(text)) {
            const user = users.get(word);
            if (user !== path)
                users.set(word, user === undefined ? path : null);
        }
    }
    return (word, path) => {
        const own = databaseOf(path, settings);
        return [...databases].some(([database, users]) => {
            const user = users.get(word);
            return user !== undefined && user !== path && (database === own || database === '' || own === '');
        });
    };
}
/**
 * Files with the same answer may run on one database; any may, if it is ''. That a file has another dialect counts only
 * if the base says so: the author of the change could choose its name, and edit the configuration.
 */
function databaseOf(path, settings) {
    if (settings.isEditedDialect(path) || (0,model/* sqlFileName */.G1)(path)?.dialect !== undefined)
        return '';
    const { dialect } = settings.of(path);
    return dialect === 'mariadb' ? 'mysql' : (dialect ?? '');
}
async function file_context_textOf(tree, path) {
    try {
        const entry = await tree.read(path);
        return entry.kind === 'file' ? (0,sql/* decodeSql */.xM)(entry.bytes).text : undefined;
    }
    catch (error) {
        if (error instanceof model/* ConfigError */.xL)
            return undefined;
        throw error;
    }
}

;// CONCATENATED MODULE: ./build/esm/commands/inputs/dialect.js




/** The dialect that the configuration sets for a path. Raises ConfigError with a proposal if it sets none. */
async function dialect_dialectOf(tree, path, config) {
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







/**
 * Reads and decodes a file, and resolves its settings. A file that cannot be read is a finding. A SQLite
 * database, which is selected only because of its name, is skipped with a notice: a script could look like one.
 */
async function prepareFile(request, settings, file, isIntroduced) {
    const { path, status, formerPath } = file;
    const own = settings.of(path);
    const prepared = { file, notices: [], task: undefined, finding: undefined, refused: undefined };
    if (status === 'deleted' || status === 'skipped')
        return { ...prepared, dialect: undefined };
    const source = await files_textOf(request, path);
    if (source === 'database') {
        const notice = { level: 'notice', message: SKIPPED_DATABASE, path, location: undefined };
        return { ...prepared, file: { ...file, status: 'skipped' }, dialect: undefined, notices: [notice] };
    }
    if ('problem' in source)
        return { ...prepared, dialect: own.dialect, finding: (0,esm_check/* wholeFileFinding */.RP)(path, source.problem) };
    // The author of a change chooses the name, and the base the default: neither may decide alone.
    const conflicting = settings.overriddenDialect(path);
    if (conflicting)
        return {
            ...prepared,
            dialect: own.dialect,
            finding: (0,esm_check/* wholeFileFinding */.RP)(path, `the name of this file says that its dialect is ${own.dialect}, and the configuration's default says ${conflicting}; set its \`dialect\` under \`files\` in the configuration`),
        };
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
    const task = { path, formerPath, status, text: source.text, baseText, settings: { ...own, dialect } };
    return { ...prepared, dialect, notices, task };
}
/** @param judged undefined if the file was not judged */
function outcomeOf({ file, dialect, notices, task, finding }, judged, { findings: mode }) {
    const found = judged?.findings ?? (finding ? [finding] : []);
    const findings = judged && mode === 'all' ? found.map(countExisting) : found;
    const { path, previousPath, status } = file;
    const statements = judged?.statements ?? 0;
    const verdict = task && !judged ? 'unknown' : (0,esm_check/* verdictOf */.Vj)(findings);
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
const SKIPPED_DATABASE = 'this file was not checked, because it is a SQLite database; if it is a script, remove the database header';
const LFS_PROBLEM = 'the file is a Git LFS pointer, so git does not hold its SQL; store SQL in git: remove its pattern from `.gitattributes`, and run `git add --renormalize .`';
async function files_textOf({ head, standardInput }, path) {
    const entry = standardInput ? { kind: 'file', bytes: standardInput } : await read(head, path);
    if (typeof entry === 'string')
        return { problem: entry };
    switch (entry.kind) {
        case 'missing':
            return {
                problem: 'the file is not in the checkout; check out the commit of the change',
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
            if (/\.sqlite$/i.test(path) && isSqliteDatabase(entry.bytes))
                return 'database';
            if (isLfsPointer(entry.bytes))
                return { problem: LFS_PROBLEM };
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
    const { createServiceClient } = await Promise.all(/* import() */[__webpack_require__.e(2857), __webpack_require__.e(6752), __webpack_require__.e(8354), __webpack_require__.e(5908)]).then(__webpack_require__.bind(__webpack_require__, 75908));
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
            refused.push(...error.all.map((mistake) => ({ kind: 'config', error: mistake })));
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
async function dryRunInput({ change, event, service }, { own, editedRules }, { failOn, suppressions, maxExemptionDays }, baseline, tasks) {
    return {
        files: withinLimit(tasks).map(({ path, formerPath, status, text, baseText, context, settings }) => ({
            path,
            ...(formerPath !== undefined && { formerPath }),
            status,
            dialect: settings.dialect,
            text,
            ...(baseText !== undefined && { baseText }),
            ...(settings.tool && { tool: settings.tool }),
            ...(settings.transaction !== undefined && { transaction: settings.transaction }),
            ...(settings.serverVersion !== undefined && { serverVersion: settings.serverVersion }),
            ...(settings.caller && { caller: settings.caller }),
            ...(context && { context: sentContext(context) }),
        })),
        ...(editedRules && { head: await ruleset_files_rulesetFiles(editedRules), headHash: editedRules.ruleset?.hash }),
        ...(own?.ruleset && { base: { hash: own.ruleset.hash, ruleset: await ruleset_files_rulesetFiles(own) } }),
        settings: {
            'fail-on': failOn,
            suppressions,
            ...(maxExemptionDays !== undefined && { 'max-exemption-days': maxExemptionDays }),
        },
        ...(baseline.size > 0 && { baseline: [...baseline] }),
        change: { ...service.run, event, ...(change && { base: change.baseLabel, head: change.headLabel }) },
    };
}
/** Maximum number of names in the contexts of a run: a request has a limit for its values (`LIMITS.bodyValues`). */
const MAX_CONTEXT_NAMES = 20_000;
/** Leaves out the contexts beyond the limit. What a file's context does not say is not known. */
function withinLimit(tasks) {
    let names = 0;
    return tasks.map((task) => {
        const { tables = [], routinesUsed = [], routinesAttached = [], createdBefore = [], policies = [], } = task.context ?? {};
        names += tables.reduce((sum, { columns = [] }) => sum + 5 + columns.length, routinesUsed.length + routinesAttached.length + 2 * createdBefore.length);
        names += policies.reduce((sum, { definitions }) => sum + 5 + definitions.length, 0);
        return names > MAX_CONTEXT_NAMES ? { ...task, context: undefined } : task;
    });
}
function sentContext({ tables, routinesUsed, routinesAttached, createdBefore, policies, }) {
    return {
        tables: tables.map(({ columns, ...table }) => ({ ...table, ...(columns && { columns: [...columns] }) })),
        ...(routinesUsed && { routinesUsed: [...routinesUsed] }),
        ...(routinesAttached && { routinesAttached: [...routinesAttached] }),
        ...(createdBefore && { createdBefore: [...createdBefore] }),
        ...(policies && {
            policies: policies.map(({ definitions, ...policy }) => ({ ...policy, definitions: [...definitions] })),
        }),
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

;// CONCATENATED MODULE: ./build/esm/commands/check/unread-migrations.js





/** The changed migrations that are not SQL: one notice, or an unknown finding for each (`unread-migrations: fail`). */
async function unreadMigrations({ change, source }, settings) {
    const { unreadMigrations: setting } = settings;
    if (!change || setting === 'ignore')
        return { notices: [], findings: [] };
    const paths = change.files.filter(({ status }) => status !== 'deleted').map(({ path }) => path);
    const found = await findUnread(change.head, paths, settings);
    if (found.length === 0)
        return { notices: [], findings: [] };
    if (setting === 'fail')
        return { notices: [], findings: found.map((each) => unreadFinding(each, source)) };
    return { notices: [unreadNotice(found, source)], findings: [] };
}
/**
 * The migrations among the files that are not SQL, and that the configuration does not select.
 *
 * @param deadline milliseconds since 1970: then it stops
 */
async function findUnread(tree, paths, settings, deadline = Number.POSITIVE_INFINITY) {
    const found = [];
    for (const path of paths) {
        if (settings.selects(path))
            continue;
        const tools = codeToolsFor(path);
        if (tools.length === 0)
            continue;
        if (Date.now() > deadline)
            break;
        const entry = await tree.read(path);
        const tool = toolOf(path, entry, tools, settings.unreadMigrations === 'fail');
        if (tool)
            found.push({ path, tool: tool.name, printedSql: tool.printedSql });
    }
    return found;
}
/**
 * The tool whose migration the file is. The whole file is searched: comments at its start must not hide a migration.
 *
 * @param strict also if the content does not show it, because the file is too large or its class has another base
 */
function toolOf(path, entry, tools, strict) {
    const text = entry.kind === 'file' ? codeText(entry.bytes) : undefined;
    const shown = text === undefined ? undefined : tools.find(({ content }) => content.test(text));
    if (shown || !strict)
        return shown;
    const isUnreadable = entry.kind === 'oversized' || (entry.kind === 'file' && text === undefined);
    return tools.find(({ ownPath }) => ownPath?.test(path)) ?? (isUnreadable ? tools[0] : undefined);
}
const NAMED = 3;
/** One line, whatever the number of migrations and tools. No annotation: it would stand on every such pull request. */
function unreadNotice(found, source) {
    const tools = [...new Set(found.map(({ tool }) => tool))];
    const parts = tools.map((name) => {
        const own = found.filter(({ tool }) => tool === name);
        const paths = own.slice(0, NAMED).map(({ path }) => path);
        const more = own.length > NAMED ? `, and ${own.length - NAMED} more (\`--format json\` lists all)` : '';
        const [first] = own;
        return `${name} (${paths.join(', ')}${more}): ${first ? howToRead(first.printedSql) : ''}`;
    });
    const are = found.length === 1 ? 'is' : 'are';
    return {
        level: 'notice',
        message: `${(0,model/* counted */.hS)(found.length, 'changed migration')} ${are} not SQL, so ${found.length === 1 ? 'it was' : 'they were'} not checked: ${parts.join('; ')}; ${(0,model/* docsPage */.tu)('github', source)} says how to check them, and \`unread-migrations\` in the configuration turns this into a failure or off`,
        path: undefined,
        location: undefined,
        annotated: false,
        paths: found.map(({ path }) => path),
    };
}
function unreadFinding({ path, tool, printedSql }, source) {
    const rule = 'unread-migrations';
    return {
        ...(0,esm_check/* wholeFileFinding */.RP)(path, ''),
        rule,
        message: `this ${tool} migration is not SQL, so it was not checked (\`unread-migrations: fail\`): ${howToRead(printedSql)}`,
        help: `Print its SQL and check that, as ${(0,model/* docsPage */.tu)('github', source)} describes.`,
        fingerprint: (0,esm_rules/* fingerprint */.Rj)({ rule, path, shape: tool, occurrence: 0 }),
    };
}
function howToRead({ command, note }) {
    return command === undefined ? note : `\`${command}\` prints the SQL (${note})`;
}

;// CONCATENATED MODULE: ./build/esm/commands/check/survey.js








/**
 * Judges all SQL files that the configuration selects, in this process. Changes no verdict: it is for information only.
 *
 * @param deadline milliseconds since 1970: then it stops, and the rest is counted as not judged
 */
async function surveyRepository(request, sides, settings, deadline) {
    const { head } = request;
    const accepted = await loadBaseline(head, sides.edited ?? sides.inForce);
    const baseline = new Set(accepted.map(({ fingerprint }) => fingerprint));
    const judge = embeddedJudge(sides, settings, baseline, request.today);
    const all = await head.list('');
    const paths = all.filter((path) => settings.selects(path));
    const findings = [];
    let [judged, statements, withoutDialect] = [0, 0, 0];
    for (const path of paths) {
        if (Date.now() > deadline)
            break;
        request.onProgress?.(judged, paths.length, path);
        const file = { path, status: 'given', previousPath: undefined };
        const prepared = await prepareFile({ ...request, change: undefined }, settings, file, true);
        judged++;
        if (prepared.refused)
            withoutDialect++;
        else if (prepared.finding)
            findings.push(prepared.finding);
        const result = prepared.task && (await judge(prepared.task));
        statements += result?.statements ?? 0;
        findings.push(...(result?.findings ?? []));
    }
    request.onProgress?.(paths.length, paths.length, '');
    const totals = { ...countTotals([], findings, [], 0), files: judged, statements };
    const policy = { failOn: settings.failOn, onUnknown: settings.onUnknown, findings: 'all' };
    const blocking = findings.filter(({ status, verdict }) => status === 'new' && verdict === 'block');
    return {
        files: paths.length,
        judged,
        withoutDialect,
        statements,
        notSql: countBy(await findUnread(head, all, settings, deadline), ({ tool }) => tool),
        blocked: totals.blocked,
        warned: totals.warned,
        unknown: totals.unknown,
        baselined: totals.baselined,
        rules: countBy(blocking, ({ rule }) => rule, countOf),
        worst: countBy(blocking, ({ path }) => path, countOf),
        exitCode: conclude(totals, policy, withoutDialect).exitCode,
    };
}
const countOf = ({ count = 1 }) => count;
/** Counts items by name, most frequent first. */
function countBy(items, nameOf, countOf = () => 1) {
    const counts = new Map();
    for (const item of items)
        counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + countOf(item));
    return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}
/** The most frequent ones, and how many others there are: `no-drop-table 20, no-drop-column 9 and 3 others`. */
function listCounts(counts, most = 5) {
    const named = counts.slice(0, most).map(([name, count]) => `${name} ${count.toLocaleString('en')}`);
    const others = counts.length - most;
    return `${named.join(', ')}${others > 0 ? ` and ${(0,model/* counted */.hS)(others, 'other')}` : ''}`;
}
/** Whether the rules saw any file. */
function isRead({ judged, withoutDialect }) {
    return judged > withoutDialect;
}
/** What the whole repository has, for the conclusion of a change without SQL of its own. */
function surveyConclusion(survey) {
    if (survey.blocked > 0)
        return `${(0,model/* counted */.hS)(survey.blocked, 'finding')} in the whole repository would be blocked`;
    return `nothing in the whole repository ${isRead(survey) ? 'would be blocked' : 'was checked'}`;
}
/** The survey in one sentence, without a full stop. */
function surveySentence(survey) {
    const { files, judged, withoutDialect, statements, blocked, warned, unknown, baselined, notSql } = survey;
    const found = [
        blocked > 0
            ? `${(0,model/* counted */.hS)(blocked, 'finding')} would be blocked (${listCounts(survey.rules)})`
            : isRead(survey)
                ? 'nothing would be blocked'
                : 'nothing was checked',
        warned > 0 ? (0,model/* counted */.hS)(warned, 'warning') : '',
        unknown > 0 ? `${unknown.toLocaleString('en')} could not be decided` : '',
        baselined > 0 ? `${baselined.toLocaleString('en')} accepted by the baseline` : '',
        withoutDialect > 0 ? `${(0,model/* counted */.hS)(withoutDialect, 'file has', 'files have')} no dialect` : '',
        notSql.length > 0 ? `migrations that are not SQL and are not checked: ${listCounts(notSql)}` : '',
        judged < files ? `${(0,model/* counted */.hS)(files - judged, 'file')} not read, because the time for this was up` : '',
    ].filter((text) => text !== '');
    return `${(0,model/* counted */.hS)(statements, 'statement')} in ${(0,model/* counted */.hS)(judged, 'SQL file')}: ${found.join(', ')}`;
}
const NOT_INTRODUCED = { survey: undefined, notices: [] };
/** How much longer than others the change that introduces Querygate may take, in milliseconds. */
const SURVEY_TIME = 20_000;
/**
 * Surveys the repository if the change introduces Querygate, because such a change usually has no SQL of its own. Not if
 * the rules of the change are invalid.
 */
async function surveyIntroduction(request, sides) {
    if (!sides.introduces || sides.problems.length > 0)
        return NOT_INTRODUCED;
    try {
        // As it will be once the change is merged: until then, the built-in rules and the defaults of the base apply too.
        const merged = { ...sides, rules: sides.rules.slice(-1), inForce: sides.edited, edited: undefined };
        const settings = resolveSettings(request, merged.inForce, undefined);
        const survey = await surveyRepository(request, merged, settings, Date.now() + SURVEY_TIME);
        return { survey, notices: [surveyNotice(survey)] };
    }
    catch (error) {
        // An error in the baseline of the change, which is not in force yet.
        if (!(error instanceof model/* ConfigError */.xL))
            throw error;
        const message = `what the whole repository has is not known: ${error.toLine()}`;
        return { survey: undefined, notices: [runNotice('warning', message)] };
    }
}
function surveyNotice(survey) {
    const advice = survey.blocked + survey.unknown > 0
        ? '; old findings fail no pull request that leaves them alone, and `querygate baseline create` accepts them'
        : '';
    return runNotice('notice', `the whole repository has ${surveySentence(survey)}${advice}`);
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
    const selection = await selectFiles(request, settings);
    const problems = [
        ...sides.problems,
        ...exceptionsTooLong(sides, { ...settings, today: request.today }),
        ...(request.event === 'local' ? [] : await failedExamples(sides.rules.at(-1)?.ruleset)),
    ];
    const accepted = request.baseline ?? (await baselineInForce(request, sides, problems));
    const baseline = new Set(accepted.map(({ fingerprint }) => fingerprint));
    const moved = await movedFiles(accepted, selection.files, settings, request.head, request.change);
    const run = { request, sides, settings, baseline, moved };
    const judgement = await judge(run, mode, selection);
    const { outcomes, refused } = judgement;
    const unread = await unreadMigrations(request, settings);
    // Not with a service, whose rules are others.
    const introduction = mode.kind === 'embedded' ? await surveyIntroduction(request, sides) : NOT_INTRODUCED;
    const [first] = refused;
    if (first && refused.length === outcomes.filter(({ report }) => isChecked(report)).length)
        throw first;
    problems.push(...judgement.problems);
    const findings = [
        ...problems.map(sideFinding),
        ...trustFindings(request.change),
        ...(judgement.problem ? [serviceFinding(judgement.problem)] : []),
        ...selection.unread.map(({ path, problem }) => (0,esm_check/* wholeFileFinding */.RP)(path, problem)),
        ...unread.findings,
        ...outcomes.flatMap((outcome) => outcome.findings),
    ];
    const notices = [
        ...(request.hostNotices ?? []).map((message) => runNotice('notice', message)),
        ...introduction.notices,
        ...selection.notices,
        ...unread.notices,
        ...(request.change ? changeNotices(request.change, request.source) : []),
        ...outcomes.flatMap((outcome) => outcome.notices),
        ...movedNotices(findings, moved, request.change),
    ];
    for (const error of refused)
        problems.push({ kind: 'config', error });
    return assemble(run, { ...sides, problems }, judgement, findings, notices, introduction.survey);
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
        return [];
    }
}
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
    const judgeOne = embeddedJudge(sides, settings, baseline, request.today);
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
        judges: sides.rules.map((ruleset) => (0,esm_check/* fileJudge */.cW)(ruleset, callerGiven)),
        serviceOutcome: undefined,
        service: undefined,
        problem: undefined,
        problems: [],
        notices: expiredOwnExceptions(sides, request.today),
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
async function* preparedFiles({ request, sides, settings, moved }, { files }) {
    const contextOf = contextFinder(request, settings, files);
    let done = 0;
    for (const file of files) {
        request.onProgress?.(done++, files.length, file.path);
        const own = { ...file, formerPath: moved.get(file.path) };
        const prepared = await prepareFile(request, settings, own, sides.introduces);
        yield prepared.task
            ? { ...prepared, task: { ...prepared.task, context: await contextOf(prepared.task) } }
            : prepared;
    }
    request.onProgress?.(done, files.length, '');
}
function assemble({ request, settings }, sides, judgement, found, notices, survey) {
    const { outcomes, judges, serviceOutcome, service, problem } = judgement;
    const findings = sortFindings(found);
    const files = outcomes.map(({ report }) => report);
    const suppressions = outcomes.flatMap((outcome) => outcome.suppressions);
    const operations = outcomes.reduce((sum, outcome) => sum + outcome.operations, 0);
    const totals = countTotals(files, findings, suppressions, operations);
    const limit = { ...settings, today: request.today };
    const policy = {
        failOn: settings.failOn,
        onUnknown: settings.onUnknown,
        findings: settings.findings,
        lastExemptionDay: (0,esm_check/* lastDayAllowed */.Te)(limit),
    };
    const configErrors = sides.problems.filter(({ kind }) => kind === 'config').length;
    const { exitCode, conclusion } = conclude(totals, policy, configErrors, problem, survey && `no SQL in this change; ${surveyConclusion(survey)}`);
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
        verdict: (0,esm_check/* verdictOf */.Vj)(findings),
        exitCode,
        conclusion,
        findings,
        files,
        suppressions: [...suppressions].sort((a, b) => Number(b.added) - Number(a.added)),
        notices: [
            ...notices,
            ...sideNotices(sides, judges.length, findings, answer),
            ...olderThanLimit(sides, suppressions, limit),
            ...judgement.notices,
        ],
        totals,
        ...(answer?.page !== undefined && { page: answer.page }),
        docsRoot: (0,model/* docsRootOf */.Lq)(request.source),
        repeat: repeatCommand(request, service !== undefined),
    };
}

;// CONCATENATED MODULE: ./build/esm/commands/baseline.js






/**
 * `querygate baseline`. `create` accepts every finding of the checked files. `update` adds the new ones to the existing
 * baseline, and records moved files at their new path. `prune` removes the entries whose finding is gone.
 *
 * A baseline accepts every finding about a statement, even one that no comment can suppress, but such a one only with
 * its exact text. It never accepts a finding about a whole file. Raises ConfigError, and ServiceError if the service
 * should have judged and did not: then there is nothing to accept.
 */
async function makeBaseline({ action, check, file: named, force }) {
    const file = named ?? baselinePath((await loadConfig(check.head, check.config))?.value);
    const existing = action === 'create' && force ? undefined : await readBaseline(check.head, file);
    if (action === 'create' && existing)
        throw new model/* ConfigError */.xL('this baseline exists; add new findings with `querygate baseline update`, or replace it with `--force`', { file });
    if (action !== 'create' && !existing)
        throw new model/* ConfigError */.xL('there is no baseline here; write one with `querygate baseline create`', { file });
    const old = existing ?? [];
    const report = await runCheck({ ...check, baseline: old });
    assertJudged(report);
    const gone = await entriesWithoutFinding(old, report, check);
    const { entries, lines } = action === 'prune' ? pruned(old, gone) : accepted(old, report, gone, action);
    const summary = [...lines, `${file} accepts ${(0,model/* counted */.hS)(entries.length, 'finding')}; commit it`];
    return { file, text: toText(entries), summary: `${summary.join('\n')}\n` };
}
function accepted(old, { findings }, gone, action) {
    const found = findings.filter(({ status }) => status === 'new');
    const added = found.filter(isAcceptable);
    const moved = findings.filter(({ acceptedAs, fingerprint }) => (acceptedAs ?? fingerprint) !== fingerprint);
    const formerly = new Set(moved.map(({ acceptedAs }) => acceptedAs));
    const kept = old.filter(({ fingerprint }) => !formerly.has(fingerprint));
    const exact = (0,model/* countFindings */.Gt)(added.filter(({ suppressible }) => !suppressible));
    const left = (0,model/* countFindings */.Gt)(found) - (0,model/* countFindings */.Gt)(added);
    return {
        entries: [...kept, ...moved.map(toEntry), ...added.map(toEntry)],
        lines: [
            action === 'create'
                ? `${(0,model/* counted */.hS)((0,model/* countFindings */.Gt)(added), 'finding')} accepted`
                : `${(0,model/* counted */.hS)((0,model/* countFindings */.Gt)(added), 'finding')} added, ${kept.length} kept, ${moved.length} recorded at a new path`,
            ...countsByRule(added),
            ...(exact > 0
                ? [`${exact} of them cannot be suppressed by a comment: these are accepted with their exact text`]
                : []),
            ...(gone.length > 0
                ? [`${(0,model/* counted */.hS)(gone.length, 'entry', 'entries')} without a finding: remove with \`querygate baseline prune\``]
                : []),
            ...(left > 0 ? [`${left} could not be accepted: fix the files that cannot be read`] : []),
        ],
    };
}
function pruned(old, gone) {
    const removed = new Set(gone);
    return {
        entries: old.filter((entry) => !removed.has(entry)),
        lines: [
            `${(0,model/* counted */.hS)(gone.length, 'entry', 'entries')} removed, because their finding is gone${gone.length > 0 ? ':' : ''}`,
            ...gone.map(({ rule, path }) => `  ${rule}  ${path}`),
        ],
    };
}
/**
 * The entries of checked files that match no finding and, after a run over all files, those of deleted files: a run
 * over some paths cannot tell whether a file was deleted or moved. A file that could not be read says nothing about its
 * entries.
 */
async function entriesWithoutFinding(entries, { findings, files }, { head, paths }) {
    const present = new Set(findings.flatMap(({ fingerprint, acceptedAs }) => [fingerprint, acceptedAs ?? fingerprint]));
    const candidates = entries.filter(({ fingerprint }) => !present.has(fingerprint));
    if (candidates.length === 0)
        return [];
    const unread = new Set(findings.filter((finding) => !isAcceptable(finding)).map(({ path }) => path));
    const checked = new Set(files.filter(({ path }) => !unread.has(path)).map(({ path }) => path));
    const existing = new Set([...(await head.list('')), ...((await head.links?.('')) ?? [])]);
    const isWholeRun = paths === undefined || paths.includes('.');
    return candidates.filter(({ path }) => checked.has(path) || (isWholeRun && !existing.has(path)));
}
/** Whether the finding is about a statement, and not about a whole file. */
function isAcceptable({ location }) {
    return location !== undefined;
}
function countsByRule(findings) {
    const rows = countBy(findings, ({ rule }) => rule, ({ count = 1 }) => count);
    const width = Math.max(0, ...rows.map(([rule]) => rule.length));
    return rows.map(([rule, count]) => `  ${rule.padEnd(width)}  ${count}`);
}
function toEntry({ fingerprint, rule, path }) {
    return { fingerprint, rule, path };
}
function toText(entries) {
    const findings = [...entries].sort((a, b) => baseline_compare(a.path, b.path) || baseline_compare(a.fingerprint, b.fingerprint));
    return `${JSON.stringify({ version: 1, findings }, null, 2)}\n`;
}
function baseline_compare(a, b) {
    return a < b ? -1 : a > b ? 1 : 0;
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
        ...statementLine(factsText(givenFacts(statement.facts))),
        '',
    ].join('\n');
}
/** Without the facts that only the configuration gives: `explain` reads none. */
function givenFacts(facts) {
    return Object.fromEntries(Object.entries(facts).filter(([name, value]) => value !== undefined || !model/* STATEMENT_FACTS */.qz[name].configured));
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
    const { collectSnapshot, headerText } = await __webpack_require__.e(/* import() */ 6231).then(__webpack_require__.bind(__webpack_require__, 96231));
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
    await (await __webpack_require__.e(/* import() */ 6231).then(__webpack_require__.bind(__webpack_require__, 96231))).runHistoryWorker();
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
    const { describeHistory, descriptionText, snapshotFrom } = await __webpack_require__.e(/* import() */ 6231).then(__webpack_require__.bind(__webpack_require__, 96231));
    const { header, rows } = await snapshotFrom(request.file);
    const today = request.now.toISOString().slice(0, 10);
    const description = describeHistory(header, rows, { top: request.top, today });
    const text = request.json ? `${JSON.stringify(description, undefined, 2)}\n` : descriptionText(description);
    return { text, exitCode: model/* EXIT */.dc.ok };
}
/** `querygate history merge`: merges several snapshots into one. Raises ConfigError. */
async function mergeHistoryCommand(request) {
    const { headerText, mergeSnapshot, snapshotFrom } = await __webpack_require__.e(/* import() */ 6231).then(__webpack_require__.bind(__webpack_require__, 96231));
    const histories = [];
    for (const file of request.files)
        histories.push(await snapshotFrom(file));
    const header = await mergeSnapshot(histories, request.output, request);
    return { text: `wrote ${request.output}: ${headerText(header)}`, exitCode: model/* EXIT */.dc.ok };
}

;// CONCATENATED MODULE: ./build/esm/commands/init/owners-text.js
/** Where each host looks for the CODEOWNERS file, in its order. */
const OWNERS_FILES = {
    github: ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'],
    gitlab: ['CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS'],
};
/** The lines of CODEOWNERS; commented out if the owners are not known, because a wrong owner protects nothing. */
function ownersText(host, owners) {
    const guarded = ['/.querygate/', ...(host === 'github' ? ['/.github/'] : ['/.gitlab-ci.yml', '/.gitlab/'])];
    const lines = owners.length > 0
        ? guarded.map((path) => `${path} ${owners.join(' ')}`)
        : ['# Fill in the owners, and uncomment:', ...guarded.map((path) => `# ${path} <owners, such as @group/team>`)];
    return `# Querygate: changes to its rules, its configuration and its CI jobs need a review by the database owners.
${lines.join('\n')}
`;
}
/** Reads owners separated by spaces or commas: `@user`, `@org/team`, e-mail addresses. Undefined if one is neither. */
function readOwners(text) {
    const owners = text.split(/[\s,]+/).filter((owner) => owner !== '');
    return owners.every((owner) => /^@@?[\w.-]+(?:\/[\w.-]+)*$|^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(owner))
        ? owners
        : undefined;
}

;// CONCATENATED MODULE: ./build/esm/commands/init/source.js
/** Stands for a commit that the user has to fill in. */
const COMMIT = '<full commit id>';
/** The source for GitHub, or what the user has to fill in. */
function orPlaceholder(source) {
    return source ?? { repository: '<owner>/querygate', ref: COMMIT };
}
/** What `uses:` names on GitHub. `action`: the folder of an action, with `/` at its start. */
function actionReference(source, action = '') {
    const { repository, ref } = orPlaceholder(source);
    return `${repository}${action}@${ref}`;
}
/** What `include:` names on GitLab. */
function projectReference(source) {
    return { project: source?.repository ?? '<group>/querygate', ref: source?.ref ?? COMMIT };
}
/** Whether the ref is a full commit id, which cannot be moved. */
function isPinned({ ref }) {
    return /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(ref);
}
/** Reads `owner/name@ref`; undefined if the text has another form. */
function readSource(text) {
    const match = /^([\w.-]+(?:\/[\w.-]+)+)@(\w[\w./-]*)$/.exec(text.trim());
    const [, repository, ref] = match ?? [];
    // An abbreviated commit id: GitHub and GitLab take it for the name of a branch.
    const isShort = /^[0-9a-f]{7,39}$/.test(ref ?? '');
    if (repository === undefined ||
        ref === undefined ||
        isShort ||
        /(?:^|\/)\.{1,2}(?:\/|$)/.test(repository) ||
        ref.includes('..'))
        return undefined;
    return { repository, ref };
}

;// CONCATENATED MODULE: ./build/esm/commands/init/ci-text.js



const CHECKOUT = 'actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2';
/** What to fill in, or to pin, above the reference to Querygate. */
function sourceAdvice(source) {
    if (!source)
        return 'Fill in the repository of Querygate that you use, and the full commit id of the release that you reviewed.';
    return isPinned(source)
        ? 'The commit of Querygate that you reviewed.'
        : 'Tags can be moved: replace this one with the full commit id of the release that you reviewed.';
}
function workflowText({ source, hasHistory, code }) {
    const simulate = [
        'simulate:',
        '  runs-on: ubuntu-latest',
        '  steps:',
        `    - uses: ${CHECKOUT}`,
        `    - uses: ${actionReference(source, '/simulate')}`,
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
      # ${sourceAdvice(source)}
      - uses: ${actionReference(source)}
${printedSqlLines(code, source)}${simulateLines(hasHistory, simulate)}
`;
}
/** The lines of the `simulate` job; commented out, with advice, as long as the repository has no history. */
function simulateLines(hasHistory, lines) {
    if (hasHistory)
        return lines.map((line) => `  ${line}`).join('\n');
    return [
        '  # Fails if the rules that a pull request edits would block queries that production runs. To turn it on, collect',
        `  # a history with \`querygate history collect\`, commit it as ${model/* HISTORY_FILE */.CX}, and uncomment these lines.`,
        '  # docs/simulate.md of Querygate explains it.',
        ...lines.map((line) => `  # ${line}`),
    ].join('\n');
}
/** Commented-out steps that print the SQL of migrations that are not SQL, and check it with the base's rules. */
function printedSqlLines(code, source) {
    const tools = oneOfEach(code);
    const printable = tools.find(({ signs }) => signs.printedSql?.command !== undefined);
    const notes = tools.flatMap(({ signs }) => {
        if (!signs.printedSql)
            return [];
        const { command, note } = signs.printedSql;
        return command === undefined ? [`${note}.`] : [`${signs.name}: \`${command}\`; ${note}.`];
    });
    if (notes.length === 0)
        return '';
    const names = tools.map(({ signs }) => signs.name).join(', ');
    const { repository, ref } = orPlaceholder(source);
    const steps = printable
        ? [
            'These steps print the SQL, and check it with the rules and settings of the base branch. Install the application',
            'before them. The command runs code of the pull request, so what checks its output is fetched after it.',
            `- run: ${printCommand(printable, '"$RUNNER_TEMP/migrations.sql"')}`,
            `- uses: ${CHECKOUT}`,
            '  with:',
            `    ref: \${{ github.base_ref || github.event.repository.default_branch }}`,
            '    path: base',
            `- uses: ${CHECKOUT}`,
            '  with:',
            `    repository: ${repository}`,
            `    ref: ${ref}`,
            '    path: querygate',
            `- run: node ../querygate/dist/cli.js check "$RUNNER_TEMP/migrations.sql"${dialectOption(printable)}`,
            '  working-directory: base',
        ]
        : [];
    const text = [
        `The migrations of ${names} are not SQL, so the check does not read them (see \`unread-migrations\` in`,
        `${CONFIG_FILE}).`,
        ...notes,
        ...steps,
    ];
    return `${text.map((line) => `      # ${line}`).join('\n')}\n`;
}
/** One tool of each name: the one with the most migrations, which comes first. */
function oneOfEach(tools) {
    return tools.filter(({ signs }, at) => tools.findIndex((other) => other.signs.name === signs.name) === at);
}
function dialectOption({ dialect }) {
    return ` --dialect ${dialect?.dialect ?? '<dialect>'}`;
}
/** The framework's command, with its output in the file that is checked. */
function printCommand({ signs }, file) {
    const command = signs.printedSql?.command ?? '';
    if (command.includes('--output '))
        return command.replace(/--output \S+/, `--output ${file}`);
    const filter = signs.name === 'Laravel' ? " | sed -n 's/^ *⇂ \\(.*[^ ]\\) *$/\\1;/p'" : '';
    return `${command}${filter} > ${file}`;
}
/**
 * Commented-out GitLab jobs that print the SQL of migrations, and check it with the target branch's rules. Two jobs,
 * because printing runs code of the merge request: that code is gone when the client is fetched and the key is read.
 */
function printedSqlJobs(tool) {
    const lines = [
        'querygate:print-sql:',
        '  image: <image of the application>',
        '  rules:',
        '    - if: $CI_PIPELINE_SOURCE == "merge_request_event"',
        '  script:',
        `    - ${printCommand(tool, 'migrations.sql')}`,
        '  artifacts:',
        '    paths: [migrations.sql]',
        'querygate:check-printed-sql:',
        '  extends: .querygate',
        "  needs: ['querygate:print-sql']",
        '  rules:',
        '    - if: $CI_PIPELINE_SOURCE == "merge_request_event"',
        '  script:',
        '    - |',
        '      cd "$(mktemp -d)"',
        '      git init --quiet .',
        `      helper='!f() { echo username=gitlab-ci-token; echo "password=$CI_JOB_TOKEN"; }; f'`,
        '      git -c credential.helper= -c "credential.$CI_SERVER_URL.helper=$helper" fetch --quiet --depth 1 -- \\',
        '        "$CI_MERGE_REQUEST_PROJECT_URL.git" "refs/heads/$CI_MERGE_REQUEST_TARGET_BRANCH_NAME"',
        '      git checkout --quiet FETCH_HEAD',
        '      code=0',
        '      SERVICE_API_KEY="$check_key" node "$client" check \\',
        `        "$CI_PROJECT_DIR/migrations.sql"${dialectOption(tool)} || code=$?`,
        '      cleanup',
        '      exit "$code"',
    ];
    return `# These jobs print the SQL, and check it with the rules and settings of the target branch:
${lines.map((line) => `# ${line}`).join('\n')}
`;
}
function gitlabText({ source, code }) {
    const { project, ref } = projectReference(source);
    const tools = oneOfEach(code);
    const printable = tools.find(({ signs }) => signs.printedSql?.command !== undefined);
    const notes = tools.flatMap(({ signs }) => {
        if (!signs.printedSql)
            return [];
        const { command, note } = signs.printedSql;
        return [`${signs.name}: ${command === undefined ? '' : `\`${command}\` prints it; `}${note}.`];
    });
    const migrations = notes.length === 0
        ? ''
        : `# These migrations are not SQL, so the check does not read them (see \`unread-migrations\` in ${CONFIG_FILE}).
${notes.map((note) => `# ${note}`).join('\n')}
`;
    return `# Include this file from .gitlab-ci.yml:  include: [{ local: .gitlab/querygate.yml }]
# It has both jobs: \`check\` for SQL, and \`simulate\` for edited rules, which needs ${model/* HISTORY_FILE */.CX}.
${migrations}include:
  # ${sourceAdvice(source)}
  - project: ${yamlText(project)}
    ref: ${yamlText(ref)}
    file: /gitlab/querygate.gitlab-ci.yml
    inputs:
      project: ${yamlText(project)}
${printable ? printedSqlJobs(printable) : ''}`;
}
/** A placeholder needs quotes: \`<\` is plain in YAML, but a copy of it should look like text. */
function yamlText(text) {
    return text.startsWith('<') ? `'${text}'` : text;
}

// EXTERNAL MODULE: ./build/esm/report/index.js + 52 modules
var report = __webpack_require__(16419);
;// CONCATENATED MODULE: ./build/esm/commands/init/config-text.js


/** `$schema` for editors; nothing if the address of the schemas is unknown. */
function schemaLine(schemas, name) {
    return schemas === undefined ? '' : `# yaml-language-server: $schema=${schemas}${name}.json\n`;
}
/** The text of the configuration. */
function configText(proposal, schemas) {
    return `${schemaLine(schemas, 'config.v1')}# Querygate: which SQL is checked, and how. All keys: docs/config.md of Querygate.
# Read from the base branch: an edit takes effect once it is merged.
version: 1

# Default SQL dialect. Override it per path under \`files\`.
${dialectLines(proposal)}

# Files to check, and files to skip. By default, all SQL files are checked.
# paths:
#   - 'db/**'
${ignoreLines(proposal)}
# Settings per path; later entries win. With the migration tool named, its down sections are exempt.
${filesLines(proposal)}
fail-on: block       # block | warn | never
on-unknown: fail     # fail | warn | pass, for SQL that could not be understood
${unreadLine(proposal)}`;
}
function dialectLines({ dialect, unread }) {
    const left = unread.map((name) => `# The repository also names \`${(0,report/* visible */.RK)(name)}\`, whose SQL Querygate does not read: skip its files with \`ignore\`.\n`);
    const line = dialect
        ? `# ${dialectSource(dialect)}.\ndialect: ${dialect.dialect}`
        : '# dialect: postgresql   # postgresql, mysql, mariadb, sqlite or transactsql';
    return `${left.join('')}${line}`;
}
/** What the dialect was read from, for a reader who doubts it. */
function dialectSource({ from, tool, evidence }) {
    switch (from) {
        case 'option':
            return 'As you chose it';
        case 'configuration':
            return evidence ? `From ${tool}: ${lineOf(evidence)}` : `The dialect of ${tool}`;
        case 'folder':
            return `From the names of the folders of ${tool}`;
        case 'sql':
            return 'Guessed from the SQL files: correct it if it is wrong';
    }
}
/** `file:line`, safe to print. */
function lineOf({ path, line }) {
    return `${(0,report/* visible */.RK)(path)}:${line}`;
}
/** Folders of tests that are named in a comment. */
const NAMED_TESTS = 5;
function ignoreLines({ ignore, unreadFiles, submodules, demonstrations }) {
    const tests = demonstrations
        .slice(0, NAMED_TESTS)
        .map(({ folder, files }) => `  # - ${(0,report/* yamlScalar */.Ew)(`${folder}**`)}   # tests or examples: ${files} SQL ${files === 1 ? 'file' : 'files'}`);
    const left = demonstrations.length - NAMED_TESTS;
    if (left > 0)
        tests.push(`  # and ${left} other folders of tests or examples`);
    const skipped = [
        ...ignore.map(({ path, why }) => ({ glob: path, why: `a copy of the schema that no migration runs: ${why}` })),
        ...unreadFiles.map(({ glob, database, paths }) => ({
            glob,
            why: `${(0,model/* counted */.hS)(paths.length, 'file')} for ${database}, whose SQL Querygate does not read`,
        })),
        ...submodules.map((path) => ({ glob: `${path}/**`, why: 'a submodule: check its SQL in its own repository' })),
    ];
    if (skipped.length === 0)
        return tests.length === 0
            ? "# ignore:\n#   - 'test/**'\n"
            : `# ignore:\n${tests.map((line) => line.replace('  #', '#  ')).join('\n')}\n`;
    const lines = skipped.map(({ glob, why }) => `  - ${(0,report/* yamlScalar */.Ew)(glob)}   # ${why}`);
    return `ignore:\n${[...lines, ...tests].join('\n')}\n`;
}
function filesLines({ files, downFiles }) {
    const unknown = downFiles > 0
        ? `# ${(0,model/* counted */.hS)(downFiles, 'file is named like a file', 'files are named like files')} that ${downFiles === 1 ? 'undoes' : 'undo'} a migration, but nothing shows which tool runs them.
# If it is one of the tools in docs/config.md, name it, and findings in these files do not fail.
`
        : '';
    if (files.length === 0)
        return `${unknown}# files:\n#   - paths: ['db/migrations/**']\n#     tool: goose\n`;
    return `${unknown}files:\n${files.map(entryLines).join('')}`;
}
function entryLines({ paths, tool, dialect, why }) {
    const globs = paths.map(report/* yamlScalar */.Ew);
    const list = globs.join(', ').length < 90 ? ` [${globs.join(', ')}]` : globs.map((glob) => `\n      - ${glob}`).join('');
    return [
        `  - paths:${list}`,
        ...(tool ? [`    tool: ${tool}${why.toLowerCase() === tool ? '' : `   # ${why}`}`] : []),
        ...(dialect ? [`    dialect: ${dialect}${tool ? '' : `   # ${why}`}`] : []),
        '',
    ].join('\n');
}
function unreadLine({ tools }) {
    const names = [...new Set(tools.filter(({ signs }) => signs.printedSql).map(({ signs }) => signs.name))];
    return names.length === 0
        ? ''
        : `unread-migrations: warn   # fail | warn | ignore, for the migrations of ${names.join(', ')}, which are not SQL\n`;
}

;// CONCATENATED MODULE: ./build/esm/commands/init/first-run.js




/** Runs the check on the tree and the planned files, in this process. Writes nothing. */
async function firstRun(request, files) {
    const { onProgress } = request;
    const check = {
        change: undefined,
        head: withFiles(request.tree, files),
        event: 'local',
        today: request.today,
        service: {},
        ...(onProgress && { onProgress }),
    };
    try {
        const sides = await loadSides(check);
        const settings = resolveSettings(check, sides.inForce, sides.edited);
        const survey = await surveyRepository(check, sides, settings, request.deadline);
        return { survey, problems: [], withoutDialect: survey.withoutDialect };
    }
    catch (error) {
        if (!(error instanceof model/* ConfigError */.xL))
            throw error;
        return { survey: undefined, problems: error.all.map((mistake) => mistake.toLine()), withoutDialect: 0 };
    }
}
/** The tree with the new files in it. */
function withFiles(tree, files) {
    const added = new Map(files.filter(({ append }) => !append).map(({ path, text }) => [path, text]));
    return {
        ...tree,
        read: async (path) => {
            const text = added.get(path);
            return text === undefined ? tree.read(path) : { kind: 'file', bytes: new TextEncoder().encode(text) };
        },
        list: async (folder) => {
            const own = [...added.keys()].filter((path) => folder === '' || path.startsWith(`${folder}/`));
            return [...new Set([...(await tree.list(folder)), ...own])].sort();
        },
    };
}

;// CONCATENATED MODULE: ./build/esm/commands/init/database-names.js



/** Words that name other things too: they count beside a file or folder that is named alike for another database. */
const AMBIGUOUS = new Set(['oracle', 'spanner', 'snowflake', 'derby', 'firebird']);
const MARK = '\u0001';
/**
 * The names of databases in each path, outermost first: `db/clickhouse/1.sql`, `1.cockroach.up.sql`. A name that is only
 * a part of a word, as in `schema_mysql.sql` and `h2-default/`, counts beside the same one of another database.
 */
function databaseNames(paths) {
    const siblings = new Map();
    const candidates = new Map(paths.map((path) => [path, candidatesIn(path)]));
    for (const { key, database } of [...candidates.values()].flat())
        siblings.set(key, (siblings.get(key) ?? new Set()).add(labelOf(database)));
    const counts = ({ exact, key, database }) => (exact !== undefined && !AMBIGUOUS.has(labelOf(database))) || (siblings.get(key)?.size ?? 0) > 1;
    return (path) => (candidates.get(path) ?? []).filter(counts);
}
function labelOf(database) {
    return typeof database === 'string' ? database : database.unread;
}
function candidatesIn(path) {
    const found = [];
    const folder = repository_files_folderOf(path);
    let above = '';
    for (const part of folder.split('/').slice(0, -1)) {
        const place = `${above}${part}/`;
        const database = dialectOfWord(part);
        if (database)
            found.push({ database, place, exact: { folder: part }, key: `${above}${MARK}/` });
        else
            found.push(...candidatesOfPart(part, place, (marked) => `${above}${marked}/`));
        above = place;
    }
    const words = path.slice(folder.length).split('.');
    for (const [at, word] of words.entries()) {
        const database = at === 0 || at === words.length - 1 ? undefined : dialectOfWord(word);
        if (database)
            found.push({ database, place: path, exact: { word }, key: `${folder}${words.with(at, MARK).join('.')}` });
    }
    const [stem = ''] = words;
    return (0,model/* isSqlFileName */.ir)(path)
        ? [...found, ...candidatesOfPart(stem, path, (marked) => `${folder}${words.with(0, marked).join('.')}`)]
        : found;
}
/** `mysql`, `mysql_init`, `schema-mysql`. */
function candidatesOfPart(part, place, keyOf) {
    const match = (pattern) => {
        const found = pattern.exec(part);
        const word = found?.[0] ?? '';
        const database = dialectOfWord(word);
        if (!found || !database)
            return [];
        const marked = `${part.slice(0, found.index)}${MARK}${part.slice(found.index + word.length)}`;
        return [{ database, place, exact: undefined, key: keyOf(marked) }];
    };
    const [first] = match(/^[^-_]+/);
    return first ? [first] : match(/[^-_]+$/);
}

;// CONCATENATED MODULE: ./build/esm/commands/init/down-pairs.js

/** Case-sensitive, as tools read the names: `1.DOWN.sql` may run forward. */
const DOWN_FILE = /(?:\.|\/|^)down\.sql$/;
function isDownFile(path) {
    return DOWN_FILE.test(path);
}
/** The share of a folder's down files that have their up file. The up file of a few may be lost, or squashed. */
const PAIRED = 0.9;
/**
 * The folders whose down files undo the up files beside them. The name of one file alone proves nothing: a folder
 * counts if nearly all of its down files are paired.
 */
function downPairs(downFiles, paths) {
    const upFiles = paths.map(withoutEnding).filter((path) => /(?:\.|\/|^)up$/.test(path));
    const ups = new Set([...upFiles, ...upFiles.map(ofAnyDialect)]);
    const byGlob = new Map();
    for (const path of downFiles) {
        const glob = down_pairs_globOf(path);
        if (glob === undefined)
            continue;
        const counts = byGlob.get(glob) ?? { files: 0, paired: 0 };
        counts.files++;
        if (upsOf(path).some((up) => ups.has(up)))
            counts.paired++;
        byGlob.set(glob, counts);
    }
    const found = [...byGlob].filter(([, { files, paired }]) => paired >= files * PAIRED);
    return {
        globs: found.map(([glob]) => glob).sort(),
        files: found.reduce((sum, [, { files }]) => sum + files, 0),
    };
}
/** `a/1.up` of `a/1.up.sql`: the up file may be written in another language, such as Go or fizz. */
function withoutEnding(path) {
    const name = path.slice(repository_files_folderOf(path).length);
    const dot = name.lastIndexOf('.');
    return dot === -1 ? path : path.slice(0, path.length - name.length + dot);
}
/** `a/1.*.up` of `a/1.mysql.up`. */
function ofAnyDialect(up) {
    const folder = repository_files_folderOf(up);
    return folder + up.slice(folder.length).replace(/^(.+)\.[^.]+\.up$/s, '$1.*.up');
}
/** Words for all dialects in the names of files. */
const ALL_DIALECTS = /^(?:all|any|common|generic)$/;
/**
 * The names that the up file can have, without their endings. A file of one dialect may undo one of all dialects, and one
 * of all dialects may undo several that are each of one.
 */
function upsOf(path) {
    const stem = path.slice(0, -'down.sql'.length);
    const folder = repository_files_folderOf(stem);
    const [, shorter, dialect = ''] = /^(.+\.)([^.]+)\.$/s.exec(stem.slice(folder.length)) ?? [];
    const names = [stem, ...(shorter === undefined ? [] : [folder + shorter]), `${stem}*.`];
    if (ALL_DIALECTS.test(dialect))
        names.push(`${folder}${shorter}*.`);
    return names.map((name) => `${name}up`);
}
/** Selects the down files of one folder, and no others. Undefined if the folder cannot be written as a glob. */
function down_pairs_globOf(path) {
    const folder = repository_files_folderOf(path);
    const isWholeName = path.slice(folder.length) === 'down.sql';
    const above = isWholeName ? folderAbove(folder) : folder;
    if (above === undefined || /^!|[*?{}[\]\\]|[@!+]\(/.test(above))
        return undefined;
    return isWholeName ? `${above}*/down.sql` : `${above}*.down.sql`;
}

;// CONCATENATED MODULE: ./build/esm/commands/init/schema-dumps.js
/** Characters at the start in which a program says that it wrote the file. */
const HEADER = 2000;
const HEADERS = [
    [/^-- PostgreSQL database (?:cluster )?dump\b|^-- Dumped from database version\b/m, 'written by pg_dump'],
    [/^-- (?:MySQL|MariaDB) dump \d/m, 'written by mysqldump'],
    [/^-- phpMyAdmin SQL Dump\b/m, 'written by phpMyAdmin'],
];
/** The list of versions at the end of a dump that a framework wrote. */
const VERSIONS = [
    [/^-- Dbmate schema migrations\b/m, 'written by dbmate'],
    [/^INSERT INTO ["`]?schema_migrations["`]? \(version\) VALUES\s*$/m, 'written by `db:schema:dump`'],
];
/** "Do not edit" alone is no sign: people write it above their own SQL. */
const GENERATED = /^(?:--|\/\*|#)[^\n]{0,200}(?:\b(?:auto-?generated|automatically generated|code generated|generated\b[^\n]{0,100}\bdo not edit)|@generated)\b/im;
/** A dump beside migrations is a migration, unless its name says that it is the schema. */
const MAY_BE_MIGRATION = /migrat|(?:^|\/)[VU]?\d[^/]*$/i;
/** Paths that would select other files as a glob, or are not a valid one. */
const GLOB = /^!|[*?{[]|[@!+]\(/;
const SCHEMA_NAME = /(?:^|[/_.-])(?:schema|structure|snapshot|dump)[^/]*$/i;
/**
 * The schema dumps among the SQL files, except those that a migration tool runs and those whose path cannot stand in
 * `ignore`. Finds only what is surely a dump, because ignored files are not checked.
 */
async function findSchemaDumps(files, isMigration) {
    const found = [];
    for (const path of files.sql) {
        if (isMigration(path) || GLOB.test(path))
            continue;
        const why = dumpedBy(path, (await files.text(path)) ?? '');
        if (why !== undefined)
            found.push({ path, why });
    }
    return found;
}
function dumpedBy(path, text) {
    const isNamedSchema = SCHEMA_NAME.test(path);
    if (MAY_BE_MIGRATION.test(path) && !isNamedSchema)
        return undefined;
    const header = text.slice(0, HEADER);
    const written = HEADERS.find(([sign]) => sign.test(header));
    if (written)
        return written[1];
    // People copy these signs into files of their own, so they count only under a schema's name.
    if (!isNamedSchema)
        return undefined;
    const listed = VERSIONS.find(([sign]) => sign.test(text));
    if (listed)
        return listed[1];
    return GENERATED.test(header) ? 'its header says that it is generated' : undefined;
}

;// CONCATENATED MODULE: ./build/esm/commands/init/submodules.js
/** A submodule of such a name may hold the SQL of this repository. */
const SQL_NAME = /(?:^|[/_.-])(?:sql|migrat\w*|schemas?|databases?|db|seeds?|ddl)(?:$|[/_.-])/i;
/** Paths that would select other files as a glob, or are not a valid one. */
const submodules_GLOB = /^!|[*?{[]|[@!+]\(/;
/**
 * The submodules that nothing connects with SQL: not their names, the folders of migration tools, or SQL files in them.
 * Without an entry in `ignore`, each change of one would be unknown.
 */
function ignoredSubmodules({ submodules, sql }, toolFolders) {
    return submodules.filter((path) => {
        const folder = `${path}/`;
        const isTool = toolFolders.some((other) => other.startsWith(folder) || folder.startsWith(other));
        return !isTool && !SQL_NAME.test(path) && !submodules_GLOB.test(path) && !sql.some((file) => file.startsWith(folder));
    });
}

;// CONCATENATED MODULE: ./build/esm/commands/init/unread-files.js
/** Characters that a folder or file cannot have in `ignore` without selecting something else. */
const unread_files_GLOB = /^!|[*?{[]|[@!+]\(/;
/** Entries that `ignore` gets. Of more, only the names of the databases are shown. */
const unread_files_MAX_GLOBS = 100;
/**
 * Groups the SQL files of databases that are not read by the glob that skips them. A glob that would also skip other SQL
 * files is left out, and so is a file that is named after a dialect too.
 *
 * @param isKept whether something at the place that is named, or nearer to the file, shows another dialect
 */
function unreadFiles(paths, namesOf, isKept) {
    const unread = new Map();
    for (const path of paths) {
        const named = unreadName(namesOf(path));
        if (named && !isKept(path, named.name.place))
            unread.set(path, named);
    }
    const safe = new Map();
    const isSafe = ({ glob, selects }) => {
        const known = safe.get(glob);
        if (known !== undefined || safe.size >= unread_files_MAX_GLOBS)
            return known ?? false;
        const result = paths.every((path) => !selects(path) || unread.has(path));
        safe.set(glob, result);
        return result;
    };
    const groups = new Map();
    const repeated = repeatedFolders([...unread.values()]);
    for (const [path, { database, name }] of unread) {
        const chosen = selectionsOf(name, repeated).find((option) => !unread_files_GLOB.test(option.glob.replaceAll('*', '')) && (option.glob === path || isSafe(option)));
        const group = chosen && groups.get(chosen.glob);
        if (group)
            group.paths.push(path);
        else if (chosen && groups.size < unread_files_MAX_GLOBS)
            groups.set(chosen.glob, { glob: chosen.glob, database, paths: [path] });
    }
    return [...groups.values()].sort((a, b) => b.paths.length - a.paths.length);
}
/** The innermost name, if no other one is a dialect. One that is nothing but the name comes first. */
function unreadName(names) {
    const found = [];
    for (const name of names) {
        if (typeof name.database === 'string')
            return undefined;
        found.push({ database: name.database.unread, name });
    }
    return found.findLast(({ name }) => name.exact !== undefined) ?? found.at(-1);
}
/** Names of folders that several folders have, such as one for each version: the next one is named alike. */
function repeatedFolders(named) {
    const places = new Map();
    for (const { name } of named)
        if (name.exact && 'folder' in name.exact)
            places.set(name.exact.folder, (places.get(name.exact.folder) ?? new Set()).add(name.place));
    return new Set([...places].filter(([, found]) => found.size > 1).map(([folder]) => folder));
}
/** The globs for a name, the widest first. */
function selectionsOf({ exact, place }, repeated) {
    if (exact && 'word' in exact)
        return [
            {
                glob: `**/*.${exact.word}.*`,
                selects: (path) => path.includes(`.${exact.word}.`),
            },
            only(place),
        ];
    if (!place.endsWith('/'))
        return [only(place)];
    const below = { glob: `${place}**`, selects: (path) => path.startsWith(place) };
    if (!exact || !repeated.has(exact.folder))
        return [below];
    return [{ glob: `**/${exact.folder}/**`, selects: (path) => `/${path}`.includes(`/${exact.folder}/`) }, below];
}
function only(place) {
    return { glob: place, selects: (path) => path === place };
}

;// CONCATENATED MODULE: ./build/esm/commands/init/proposal.js








/** Looks at the files, and proposes the configuration. Writes nothing. */
async function proposeConfig(all, given) {
    const found = await findTools(all);
    const namesOf = databaseNames(all.sql);
    const unread = unreadFiles(all.sql, namesOf, isConfigured(found));
    const skipped = new Set(unread.flatMap(({ paths }) => paths));
    const files = { ...all, sql: all.sql.filter((path) => !skipped.has(path)) };
    const tools = found.flatMap((tool) => withoutSkipped(tool, all.sql, skipped));
    const nameOf = namer(namesOf);
    const sqlTools = tools.filter(({ signs }) => !signs.printedSql);
    const isMigration = belongsTo(sqlTools);
    const dialect = given
        ? { dialect: given, tool: undefined, evidence: undefined, from: 'option' }
        : await defaultDialect(files, tools, isMigration, nameOf);
    const named = namedDialects(files.sql, isMigration, nameOf, dialect);
    const folders = sqlTools.flatMap((tool) => tool.folders);
    const downFiles = files.sql.filter((path) => isDownFile(path) && !isMigration(path));
    // Another tool that reads the folder may run them forward.
    const pairs = downPairs(downFiles.filter((path) => !isDemonstration(path) && !folders.some((folder) => path.startsWith(folder))), files.paths);
    const entries = [
        ...sqlTools.flatMap((tool) => toolEntry(tool, dialect?.dialect)),
        ...named.entries,
        ...(pairs.globs.length > 0
            ? [
                {
                    paths: pairs.globs,
                    dialect: undefined,
                    tool: 'up-down-files',
                    why: 'each undoes the up file beside it',
                },
            ]
            : []),
    ];
    return {
        tools,
        sqlFiles: all.sql.length,
        dialect,
        files: entries,
        ignore: await findSchemaDumps(files, isMigration),
        demonstrations: demonstrations(files.sql),
        unreadFiles: unread,
        submodules: ignoredSubmodules(all, folders),
        unread: [...new Set([...tools.flatMap((tool) => tool.dialect?.unread ?? []), ...named.unread])],
        pairedDownFiles: pairs.files,
        downFiles: downFiles.length - pairs.files,
    };
}
/**
 * Whether the configuration of a migration tool says that it runs the file in a dialect that is read. The name of a
 * folder is nearer than a configuration outside of it.
 */
function isConfigured(tools) {
    const configured = tools.filter(({ signs, dialect }) => !signs.printedSql && dialect?.dialect && dialect.from === 'configuration');
    return (path, place) => configured.some(({ folders, dialect }) => folders.some((folder) => path.startsWith(folder)) &&
        (place === path || !dialect?.evidence || dialect.evidence.path.startsWith(place)));
}
/** The tool without the folders whose SQL files are all skipped; nothing if no folder is left. */
function withoutSkipped(tool, sql, skipped) {
    const folders = tool.folders.filter((folder) => {
        const own = sql.filter((path) => path.startsWith(folder));
        return own.length === 0 || own.some((path) => !skipped.has(path));
    });
    if (folders.length === tool.folders.length)
        return [tool];
    const files = sql.filter((path) => folders.some((folder) => path.startsWith(folder))).length;
    return folders.length === 0 ? [] : [{ ...tool, folders, files }];
}
function belongsTo(tools) {
    const folders = [...new Set(tools.flatMap((tool) => tool.folders))];
    const owned = tools.filter(({ signs }) => signs.ownsFolder).flatMap((tool) => tool.folders);
    const patterns = tools.map(({ signs }) => signs.files);
    return (path) => owned.some((folder) => path.startsWith(folder)) ||
        (folders.some((folder) => path.startsWith(folder)) && patterns.some((pattern) => pattern.test(path)));
}
/** SQL migrations decide, then other migrations, then the SQL itself. */
async function defaultDialect(files, tools, isMigration, nameOf) {
    const sql = tools.filter(({ signs }) => !signs.printedSql);
    const code = tools.filter(({ signs }) => signs.printedSql);
    const agreed = new Set(code.map(({ dialect }) => dialect?.dialect)).size === 1 ? code : [];
    const weights = new Map();
    for (const tool of sql) {
        if (tool.dialect?.dialect)
            weights.set(tool.dialect.dialect, (weights.get(tool.dialect.dialect) ?? 0) + tool.files);
    }
    const [most] = [...weights].sort((a, b) => b[1] - a[1]);
    const source = sql.find(({ dialect }) => dialect?.dialect !== undefined && dialect.dialect === most?.[0]) ?? agreed[0];
    const found = source?.dialect;
    if (source && found?.dialect)
        return { dialect: found.dialect, tool: source.signs.name, evidence: found.evidence, from: found.from };
    // Files in folders that are named after a dialect get an entry of their own.
    const rest = files.sql.filter((path) => !isMigration(path) && !nameOf(path));
    const guessed = await guessDialect(files, rest.length > 0 ? rest : files.sql);
    return guessed && { dialect: guessed, tool: undefined, evidence: undefined, from: 'sql' };
}
function toolEntry({ signs, folders, dialect }, fallback) {
    const own = dialect?.dialect === fallback ? undefined : dialect?.dialect;
    if (!signs.tool && !own)
        return [];
    return [{ paths: folders.map(proposal_globOf), dialect: own, tool: signs.tool, why: signs.name }];
}
/** A folder as a glob. One with special characters stands for itself, which selects the files in it too. */
function proposal_globOf(folder) {
    if (folder === '')
        return '**/*.sql';
    return /[*?{[]/.test(folder) ? folder : `${folder}**`;
}
function namer(namesOf) {
    return (path) => nameIn(path) ?? partialName(namesOf(path));
}
/** The dialect that is a part of the name of a file or folder, beside the same name of another dialect. */
function partialName(names) {
    const name = names.at(-1);
    if (!name || names.some(({ database }) => database !== name.database))
        return undefined;
    const glob = name.place.endsWith('/') ? proposal_globOf(name.place) : name.place;
    return { glob, folder: undefined, dialect: name.database };
}
/** The dialect that a folder or the name of a file is named after: `mysql/1.sql`, `1.mysql.up.sql`, `1.sql.mysql`. */
function nameIn(path) {
    const folder = repository_files_folderOf(path);
    const parts = path.slice(folder.length).split('.');
    for (const word of parts.slice(1, -1)) {
        const dialect = dialectOfWord(word);
        if (dialect)
            return { glob: `**/*.${word}.*`, folder: undefined, dialect };
    }
    const folders = folder.split('/').slice(0, -1);
    const at = folders.findIndex((part) => dialectOfWord(part) !== undefined);
    const dialect = dialectOfFolder(folders.slice(0, at + 1).join('/'));
    return dialect && { glob: proposal_globOf(`${folders.slice(0, at + 1).join('/')}/`), folder: folders[at], dialect };
}
/** Entries for folders and files that are named after a dialect, and the databases that are named but not read. */
function namedDialects(paths, isMigration, nameOf, fallback) {
    const globs = new Map();
    const unread = [];
    const repeated = proposal_repeatedFolders(paths, isMigration, nameOf);
    for (const path of paths) {
        const named = isMigration(path) || isDemonstration(path) ? undefined : nameOf(path);
        if (!named)
            continue;
        const isRepeated = named.folder !== undefined && repeated.has(named.folder);
        const glob = isRepeated ? `**/${named.folder}/**` : named.glob;
        if (typeof named.dialect === 'string')
            globs.set(named.dialect, (globs.get(named.dialect) ?? new Set()).add(glob));
        else
            unread.push(named.dialect.unread);
    }
    // A default that was only guessed is written for its folders too.
    const isSure = fallback?.from !== 'sql' || globs.size === 1;
    const others = [...globs].filter(([dialect]) => dialect !== fallback?.dialect || !isSure);
    return {
        entries: others.map(([dialect, found]) => ({
            paths: [...found].sort(),
            dialect,
            tool: undefined,
            why: 'named after the dialect',
        })),
        unread,
    };
}
/**
 * Names of folders that several folders have, such as one for each version: the next one is named alike. Not those that
 * also hold files of a migration tool or of another dialect, such as `mysql/postgresql/`.
 */
function proposal_repeatedFolders(paths, isMigration, nameOf) {
    const places = new Map();
    const mixed = new Set();
    for (const path of paths) {
        const named = nameOf(path);
        if (named?.folder !== undefined && !isDemonstration(path))
            places.set(named.folder, (places.get(named.folder) ?? new Set()).add(named.glob));
        const words = path.split('/').slice(0, -1).filter(dialectOfWord);
        if (isMigration(path) || words.some((word) => dialectOfWord(word) !== named?.dialect))
            for (const word of words)
                mixed.add(word);
    }
    return new Set([...places].filter(([folder, found]) => found.size > 1 && !mixed.has(folder)).map(([folder]) => folder));
}
function demonstrations(paths) {
    const counts = new Map();
    for (const path of paths.filter(isDemonstration)) {
        const folders = path.split('/');
        const at = folders.findIndex((_, index) => isDemonstration(`${folders.slice(0, index + 1).join('/')}/`));
        const folder = `${folders.slice(0, at + 1).join('/')}/`;
        counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    return [...counts].map(([folder, files]) => ({ folder, files })).sort((a, b) => b.files - a.files);
}

;// CONCATENATED MODULE: ./build/esm/commands/init/rules-text.js

/** The text of the rule file. */
function rulesText(schemas) {
    return `${schemaLine(schemas, 'rules.v1')}${RULES}`;
}
const RULES = `# Querygate: which SQL may run. How to write rules: docs/rulesets.md of Querygate.
# Read from the base branch: an edit takes effect once it is merged.
version: 1

# The built-in rules. \`recommended\` blocks data loss, unfiltered writes, privileges, code execution and unreadable SQL;
# \`availability\` warns about locks and rewrites of tables that the same file does not create.
extends:
  - querygate:recommended@1
  - querygate:availability@1

# Your own rules, and overrides of inherited rules (the id, and the keys to replace).
rules: []
#  - id: no-drop-column
#    verdict: warn
#  - id: require-tenant-filter
#    operations: [update, delete]
#    when: '!("tenant_id" in operation.pinnedColumns)'
#    verdict: block
#    message: '{operation.target} is written without a filter on tenant_id'
#    examples:
#      block: ["DELETE FROM orders WHERE id = 1"]
#      pass: ["DELETE FROM orders WHERE id = 1 AND tenant_id = 2"]

# Exceptions to rules, each with a reason, an owner and a last day.
exceptions: []
`;

;// CONCATENATED MODULE: ./build/esm/commands/init/plan.js











/** Looks at a repository: which settings its files suggest. */
async function lookAt(request) {
    return proposeConfig(await repositoryFiles(request.tree), request.dialect);
}
/**
 * The files that `querygate init` would write. Existing files are not changed, but lines are appended to CODEOWNERS.
 */
async function planInit(request, looked) {
    const { tree, host, source, owners } = request;
    const proposal = looked ?? (await lookAt(request));
    const paths = await tree.list('');
    const existing = OWNERS_FILES[host].find((path) => paths.includes(path));
    const ownersPath = existing ?? (host === 'gitlab' ? '.gitlab/CODEOWNERS' : '.github/CODEOWNERS');
    const ci = {
        source,
        hasHistory: (await tree.read(model/* HISTORY_FILE */.CX)).kind !== 'missing',
        code: proposal.tools.filter(({ signs }) => signs.printedSql),
    };
    const wanted = [
        { path: CONFIG_FILE, text: configText(proposal, source?.schemas), append: false },
        { path: esm_rules/* RULE_FILE */.On, text: rulesText(source?.schemas), append: false },
        host === 'github'
            ? { path: '.github/workflows/querygate.yml', text: workflowText(ci), append: false }
            : { path: '.gitlab/querygate.yml', text: gitlabText(ci), append: false },
        { path: ownersPath, text: `${existing ? '\n' : ''}${ownersText(host, owners)}`, append: existing !== undefined },
    ];
    const files = [];
    const unchanged = [];
    for (const file of wanted) {
        // If both exist, the rule file is read instead of the folder.
        if (file.path === esm_rules/* RULE_FILE */.On && (await tree.list(esm_rules/* RULE_FOLDER */.e6)).some((path) => path.startsWith(`${esm_rules/* RULE_FOLDER */.e6}/`)))
            unchanged.push(`${esm_rules/* RULE_FOLDER */.e6}/`);
        else if (await isWanted(tree, file, owners))
            files.push(file);
        else
            unchanged.push(file.path);
    }
    const run = await firstRun(request, files);
    return { files, unchanged, proposal, firstRun: run, next: nextSteps(request, files, run) };
}
async function isWanted(tree, { path, append }, owners) {
    const entry = await tree.read(path);
    if (entry.kind === 'missing')
        return true;
    if (!append || entry.kind !== 'file')
        return false;
    const text = new TextDecoder().decode(entry.bytes);
    // Lines that an earlier run left commented out give way to owners.
    return owners.length > 0 ? !/^\s*\/?\.querygate\/?\s+\S/m.test(text) : !text.includes('.querygate/');
}
function nextSteps({ host, source, owners, dialect, command = 'querygate' }, files, run) {
    const ci = host === 'github' ? '.github/workflows/querygate.yml' : '.gitlab/querygate.yml';
    const writes = (path) => files.some((file) => file.path === path || (path === 'CODEOWNERS' && file.path.endsWith(path)));
    const what = host === 'github' ? '`uses:`' : '`project:` and `ref:`';
    return [
        ...(!source && writes(ci)
            ? [`fill in ${what} in ${ci}: the repository of Querygate that you use, at a full commit id`]
            : []),
        ...(source && !isPinned(source) && writes(ci)
            ? [`replace \`${source.ref}\` in ${ci} with a full commit id, because a branch or tag can be moved`]
            : []),
        ...(owners.length === 0 && writes('CODEOWNERS')
            ? ['fill in the owners in CODEOWNERS and uncomment its lines']
            : []),
        ...(run.withoutDialect > 0 && !dialect ? [`set \`dialect\` in ${CONFIG_FILE}`] : []),
        ...(host === 'gitlab' && writes(ci) ? [`add \`include: [{ local: ${ci} }]\` to .gitlab-ci.yml`] : []),
        `commit these files and open a ${host === 'github' ? 'pull' : 'merge'} request; they apply once it is merged`,
        ...(run.survey && run.survey.blocked + run.survey.unknown > 0
            ? [
                `to accept the old findings, run \`${command} baseline create\` and commit its file; without it, they count only where a change adds to them`,
            ]
            : []),
        ...(host === 'github'
            ? ['make the check required in the branch protection of the default branch']
            : ['require a successful pipeline for merge requests']),
    ];
}

;// CONCATENATED MODULE: ./build/esm/commands/init/plan-text.js




/** What was found in the repository: a few lines, safe to print. */
function proposalText(proposal) {
    const { tools, sqlFiles, dialect, ignore, unread, unreadFiles, submodules, pairedDownFiles } = proposal;
    const lines = [
        `found ${(0,model/* counted */.hS)(sqlFiles, 'SQL file')}${tools.length === 0 ? ', and no migration tool that Querygate knows' : ''}`,
        ...tools.map((tool) => `- ${toolLine(tool)}`),
        ...(pairedDownFiles > 0
            ? [
                `${(0,model/* counted */.hS)(pairedDownFiles, 'file undoes', 'files undo')} the up file beside ${pairedDownFiles === 1 ? 'it' : 'them'}: \`tool: up-down-files\`, unless your runner applies every SQL file`,
            ]
            : []),
        dialect
            ? `dialect: ${dialect.dialect} (${uncapitalised(dialectSource(dialect))})`
            : 'dialect: not found; set it with --dialect, or in the configuration',
        ...unread.map((name) => `the repository names ${(0,report/* visible */.RK)(name)}, whose SQL Querygate does not read`),
        ...(ignore.length > 0
            ? [
                `ignored: ${(0,model/* counted */.hS)(ignore.length, 'copy', 'copies')} of the schema that no migration runs ${listed(ignore.map(({ path }) => path))}`,
            ]
            : []),
        ...[...new Set(unreadFiles.map(({ database }) => database))].map((name) => {
            const own = unreadFiles.filter(({ database }) => database === name);
            const files = own.reduce((sum, { paths }) => sum + paths.length, 0);
            return `ignored: ${(0,model/* counted */.hS)(files, 'file')} for ${name}, whose SQL Querygate does not read ${listed(own.map(({ glob }) => glob))}`;
        }),
        ...(submodules.length > 0
            ? [
                `ignored: ${(0,model/* counted */.hS)(submodules.length, 'submodule')}; check ${submodules.length === 1 ? 'its SQL in its own repository' : 'their SQL in their own repositories'} ${listed(submodules)}`,
            ]
            : []),
    ];
    return `${lines.join('\n')}\n\n`;
}
const NAMED_PATHS = 3;
function listed(paths) {
    return `(${(0,report/* visible */.RK)(paths.slice(0, NAMED_PATHS).join(', '))}${paths.length > NAMED_PATHS ? ', …' : ''})`;
}
const NAMED_FOLDERS = 3;
function toolLine({ signs, folders, files, evidence, dialect }) {
    const named = folders.slice(0, NAMED_FOLDERS).map((folder) => (0,report/* visible */.RK)(folder === '' ? './' : folder));
    const left = folders.length - NAMED_FOLDERS;
    const where = `${named.join(', ')}${left > 0 ? ` and ${(0,model/* counted */.hS)(left, 'other folder')}` : ''}`;
    const kind = signs.printedSql ? 'not SQL' : (dialect?.dialect ?? 'SQL');
    return `${signs.name}: ${(0,model/* counted */.hS)(files, 'file')} in ${where}, ${kind} (${lineOf(evidence)})`;
}
function uncapitalised(text) {
    return text.charAt(0).toLowerCase() + text.slice(1);
}
/** The files to write, what the first run reports, and what to do next. Safe to print. */
function planText({ files, unchanged, firstRun: { survey, problems }, next }) {
    const blocks = files.map(({ path, text, append }) => `--- ${path}${append ? ' (appended)' : ''}\n${text}`);
    const notes = unchanged.map((path) => `${path} already exists and is not changed`);
    const run = survey
        ? firstRunLines(survey)
        : problems.map((problem) => `first run: not possible, because of an error in a file that is already there: ${(0,report/* visible */.RK)(problem)}`);
    const steps = next.map((step, at) => `${at + 1}. ${step}`);
    return `${[...blocks, ...notes, ...run, '', 'next:', ...steps].join('\n')}\n`;
}
function firstRunLines(survey) {
    if (survey.files === 0 && survey.notSql.length === 0)
        return ['first run, over all files: no SQL file was found, so nothing is checked yet'];
    return [
        `first run, over all files: ${surveySentence(survey)}`,
        ...(survey.worst.length > 0 ? [`most of them in ${(0,report/* visible */.RK)(listCounts(survey.worst, 3))}`] : []),
        `a check of all files, old findings included, would exit with code ${survey.exitCode}; a pull request is judged only by what it adds`,
    ];
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
    const packs = ruleset.extendsNoPack
        ? '; it extends no pack, so no built-in rule applies (write `extends: []` if that is intended)'
        : '';
    return [
        `${ruleset.sources.join(', ')}: ${(0,model/* counted */.hS)(ruleset.rules.length, 'rule')}, hash ${ruleset.hash.slice(0, 12)}${packs}`,
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
    return rule.examples.flatMap(({ block = [], pass = [], dialect = 'postgresql', base }) => {
        const where = base === undefined ? dialect : `${dialect}, the base branch has ${base}`;
        return [...block.map((sql) => `hits (${where}): ${sql}`), ...pass.map((sql) => `passes (${where}): ${sql}`)];
    });
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
    const { mergeFlows } = await __webpack_require__.e(/* import() */ 8463).then(__webpack_require__.bind(__webpack_require__, 18463));
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
    const { readFlows } = await __webpack_require__.e(/* import() */ 8463).then(__webpack_require__.bind(__webpack_require__, 18463));
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
    return namesOf(judge, ` ${what}`);
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


/** Exceptions that end within this many days are reported: most reviewers would not think of them in time. */
const SOON_DAYS = 30;
/** Maximum number of end dates to simulate; each takes as long as the simulation itself. */
const MAX_SIMULATED = 3;
/** Exceptions that the change adds or shortens and that end soon, by their last day, earliest first. */
function endingSoon(base, head, today) {
    const keyOf = ({ rule, condition }) => `${rule}\0${condition.text}`;
    const known = new Map();
    for (const exception of base.exceptions) {
        const key = keyOf(exception);
        if (exception.until > (known.get(key) ?? ''))
            known.set(key, exception.until);
    }
    const soon = (0,model/* addDays */.fi)(today, SOON_DAYS);
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
            const after = await simulateOn((0,model/* addDays */.fi)(until, 1));
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
        const exact = await find_history_lookAt(search, path);
        if (exact.kind === 'found') {
            found.set(find_history_keyOf(exact.file), exact.file);
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
function find_history_keyOf(file) {
    return file.side === 'base' ? `base:${file.name}` : `disk:${file.at}`;
}
async function lookBelow(search, named, found, missing, notices) {
    const path = cleanPath(named);
    const refused = [];
    let count = 0;
    for (const candidate of await candidates(search, path)) {
        const result = await find_history_lookAt(search, candidate);
        if (result.kind === 'found') {
            count++;
            found.set(find_history_keyOf(result.file), result.file);
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
async function find_history_lookAt({ base, head, disk }, path) {
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
    if (find_history_isLfsPointer(bytes))
        return refuse(`the history \`${name}\` is a Git LFS pointer on the base branch, not the file itself; keep it in git without LFS, or restore it in an earlier step at a path that git does not track`);
    const same = inHead === undefined || (inHead.kind === 'file' && Buffer.compare(inHead.bytes, bytes) === 0);
    const notice = same
        ? undefined
        : `the change ${inHead.kind === 'missing' ? 'deletes' : 'edits'} the history \`${name}\`: the version on the base branch was replayed`;
    return { kind: 'found', file: { name, side: 'base', bytes }, notice };
}
function find_history_isLfsPointer(bytes) {
    return Buffer.from(bytes.subarray(0, 60)).toString('latin1').startsWith('version https://git-lfs.github.com/spec/');
}
function onlyHead(path) {
    return `the history \`${path}\` comes with the change itself, so it is not used: the author of the rules could have written it; commit it to the base branch first, or restore it in an earlier step`;
}
function refuse(why) {
    return { kind: 'refused', why };
}

;// CONCATENATED MODULE: ./build/esm/commands/simulate/history-report.js

const DAY = 24 * 60 * 60 * 1000;
/** Why a history may not be what production runs; each problem has a message of its own. */
function historyProblems(history, collected, now, { policy }) {
    const { lastSeen, ageDays, statements, rows } = history;
    const names = history.from.map((name) => `\`${name}\``).join(', ');
    if (rows === 0 || statements === 0)
        return [
            problem(`the history ${names} is empty, so nothing can be replayed; collect it again from logs that contain queries`),
        ];
    if (lastSeen !== undefined && Date.parse(lastSeen) - now.getTime() > DAY)
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
    const { createServiceClient } = await Promise.all(/* import() */[__webpack_require__.e(2857), __webpack_require__.e(6752), __webpack_require__.e(8354), __webpack_require__.e(5908)]).then(__webpack_require__.bind(__webpack_require__, 75908));
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
            change: {
                ...request.service.run,
                event: request.event,
                ...(change && { base: change.baseLabel, head: change.headLabel }),
            },
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
            return { done: undefined, problems: error.all.map(headProblem) };
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
    const { simulate } = await __webpack_require__.e(/* import() */ 8463).then(__webpack_require__.bind(__webpack_require__, 18463));
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
    const { readHistory } = await __webpack_require__.e(/* import() */ 6231).then(__webpack_require__.bind(__webpack_require__, 96231));
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
        base: service?.base ?? (base.ruleset && (0,esm_check/* trafficJudge */.H$)({ side: 'base', ruleset: base.ruleset })),
        head: service?.head ?? (head.ruleset && (0,esm_check/* trafficJudge */.H$)({ side: 'head', ruleset: head.ruleset })),
        scope: { kind: change ? 'changed' : 'all', event: request.event, base: change?.baseLabel, head: change?.headLabel },
        outcome,
        policy: settings.policy,
        history,
        result,
        ...concludeSimulation(outcome, result, problems, settings.policy, head.ruleset),
        problems,
        notices: noticesOf(request, sides, [...flows.notices, ...replayed.notices], replayed.warnings),
        proposedAcknowledgements: result && (await proposals(result, request.now)),
        ...(service?.page !== undefined && { page: service.page, flowPages: service.flowPages }),
        docsRoot: (0,model/* docsRootOf */.Lq)(request.source),
        repeat: repeatSimulation(request, mode.kind !== 'embedded'),
    };
    return { ...report, headline: simulationHeadline(request, report, service) };
}
/** How long a proposed acknowledgement is valid: a quarter, in days. */
const ACKNOWLEDGED_DAYS = 90;
async function proposals(result, now) {
    const { proposeAcknowledgements } = await __webpack_require__.e(/* import() */ 8463).then(__webpack_require__.bind(__webpack_require__, 18463));
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
    return [...notices, ...announcements(change, request.source)];
}

;// CONCATENATED MODULE: ./build/esm/commands/suppressions.js








/**
 * `querygate suppressions`: every comment and every exception that exempts statements. Raises ConfigError, and
 * ServiceError if the service should have judged and did not.
 */
async function listExemptions({ check, expiring, blame }) {
    const report = await runCheck(check);
    assertJudged(report);
    const { rules, inForce, tree } = await loadSides(check);
    const limit = { maxExemptionDays: inForce?.['max-exemption-days'], today: check.today };
    const lastAllowed = (0,esm_check/* lastDayAllowed */.Te)(limit);
    const isOver = (until) => lastAllowed !== undefined && (until === undefined || until > lastAllowed);
    // It refers to this list, which says the same of each exemption.
    const older = olderThanLimit({ rules }, report.suppressions, limit).map(({ message }) => message);
    const comments = report.suppressions.map(({ path, location, rules: ids, reason, until, state }) => ({
        kind: 'suppression',
        path,
        line: location.start.line,
        rules: ids,
        reason,
        owner: undefined,
        until,
        state,
        overLimit: state === 'used' && isOver(until),
    }));
    const ruleset = report.service ? undefined : rules[0]?.ruleset;
    const expired = new Set(ruleset && (0,esm_check/* expiredExceptionsOf */.nv)(ruleset, check.today).map(({ place }) => place));
    const exceptions = (ruleset?.exceptions ?? []).map(({ rule, reason, owner, until, place }) => ({
        kind: 'exception',
        path: place.file,
        line: place.line ?? 1,
        rules: [rule],
        reason,
        owner,
        until,
        state: expired.has(place) ? 'expired' : 'active',
        overLimit: isOver(until),
    }));
    const all = [...comments, ...exceptions].sort(byEnd);
    const lastDay = expiring === undefined ? undefined : (0,model/* addDays */.fi)(check.today, expiring);
    const listed = all.filter(({ until }) => lastDay === undefined || (until !== undefined && until <= lastDay));
    const accepted = await loadBaseline(tree, inForce);
    return {
        kind: 'exemptions',
        formatVersion: 1,
        headline: report.headline,
        exemptions: await withAuthors(listed, blame),
        leftOut: all.length - listed.length,
        baseline: accepted.length > 0 ? { path: baselinePath(inForce), findings: accepted.length } : undefined,
        notices: [
            ...report.notices.filter(({ message }) => !older.includes(message)),
            ...report.findings
                .filter(({ location }) => location === undefined)
                .map(({ path, message }) => ({ ...runNotice('warning', message), path })),
            ...(report.service
                ? [runNotice('notice', 'the exceptions of the workspace are not listed: they are in its active ruleset')]
                : []),
        ],
    };
}
function byEnd(a, b) {
    // No date sorts after `9999-12-31`.
    const keys = [a, b].map(({ until = '~', path, line }) => [until, path, String(line).padStart(12, '0')].join('\0'));
    return (keys[0] ?? '') < (keys[1] ?? '') ? -1 : 1;
}
async function withAuthors(listed, blame) {
    const lines = new Map();
    for (const { path, line } of listed)
        lines.set(path, (lines.get(path) ?? new Set()).add(line));
    const authors = new Map();
    if (blame)
        for (const [path, some] of lines)
            authors.set(path, await blame(path, [...some]));
    return listed.map((each) => ({ ...each, author: authors.get(each.path)?.get(each.line) }));
}

;// CONCATENATED MODULE: ./build/esm/commands/index.js




















/***/ })

};
