export const id = 839;
export const ids = [839];
export const modules = {

/***/ 3546:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   K5: () => (/* binding */ noCheckout),
/* harmony export */   Sl: () => (/* binding */ changeOfCommits),
/* harmony export */   g7: () => (/* binding */ treeOf)
/* harmony export */ });
/* harmony import */ var _model_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5834);
/* harmony import */ var _git_diff_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9969);
/* harmony import */ var _git_names_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8272);
/* harmony import */ var _git_tree_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3306);




/** The change between two commits that are both present. Without a diff base the list of files is untrusted. */
async function changeOfCommits(git, commits) {
    const { diffBase, rulesBase, head } = commits;
    const files = diffBase.ok ? await (0,_git_diff_js__WEBPACK_IMPORTED_MODULE_2__/* .diffCommits */ .is)(git, diffBase.value, head) : [];
    const oldPaths = files.filter((file) => file.status !== 'added').map((file) => file.previousPath ?? file.path);
    const newPaths = files.filter((file) => file.status !== 'deleted').map((file) => file.path);
    const tree = (0,_git_tree_js__WEBPACK_IMPORTED_MODULE_1__/* .gitTree */ .$)(git, head, `head ${(0,_git_names_js__WEBPACK_IMPORTED_MODULE_3__/* .shortId */ .m_)(head)}`, newPaths);
    const change = {
        event: commits.event,
        rulesBase: treeOf(git, rulesBase, 'base'),
        diffBase: treeOf(git, diffBase, 'diff base', oldPaths),
        head: tree,
        files,
        untrusted: diffBase.ok ? undefined : diffBase.why,
        fork: commits.fork,
        baseLabel: rulesBase.ok ? `${commits.baseName} at ${(0,_git_names_js__WEBPACK_IMPORTED_MODULE_3__/* .shortId */ .m_)(rulesBase.value)}` : commits.baseName,
        headLabel: `${commits.headName} at ${(0,_git_names_js__WEBPACK_IMPORTED_MODULE_3__/* .shortId */ .m_)(head)}`,
    };
    return { change, head: tree, event: commits.event, notices: commits.notices ?? [] };
}
/** The tree of a commit that was looked for; what could not be found stays unavailable, with its reason. */
function treeOf(git, commit, name, expected = []) {
    if (!commit.ok)
        return { unavailable: commit.why };
    return (0,_git_tree_js__WEBPACK_IMPORTED_MODULE_1__/* .gitTree */ .$)(git, commit.value, `${name} ${(0,_git_names_js__WEBPACK_IMPORTED_MODULE_3__/* .shortId */ .m_)(commit.value)}`, expected);
}
/** Refuses a folder that is no checkout: nothing could be compared there. */
function noCheckout(why, advice) {
    if (/dubious ownership|unsafe repository/.test(why)) {
        // Before 2.38, git heeds this setting from its own files only.
        return new _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .ConfigError */ .xL('git refuses the checkout, which another user owns: install git 2.38 or newer in the container, ' +
            'or run `git config --global --add safe.directory "$PWD"` before');
    }
    return new _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .ConfigError */ .xL(`no commit is checked out here (${why}): ${advice}`);
}


/***/ }),

/***/ 9969:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   U6: () => (/* binding */ allAdded),
/* harmony export */   is: () => (/* binding */ diffCommits),
/* harmony export */   tS: () => (/* binding */ pathsOfWorkingTree),
/* harmony export */   z3: () => (/* binding */ diffWorkingTree)
/* harmony export */ });
/* unused harmony export parseRawDiff */
/** Flags that keep every `git diff` free of programs that a repository names, and of its display settings. */
const PLAIN = ['--raw', '-z', '--no-abbrev', '--find-renames', '--no-ext-diff', '--no-textconv', '--no-color'];
/** Files that differ between two commits. Both must be present. */
async function diffCommits(git, from, to) {
    const args = ['diff', ...PLAIN, '--no-relative', '--ignore-submodules=none', from, to, '--'];
    return parseRawDiff(await git.must(args));
}
/** Files that differ between a commit and the working directory: staged, unstaged, and untracked but not ignored. */
async function diffWorkingTree(git, from) {
    const args = ['diff', ...PLAIN, '--no-relative', '--ignore-submodules=dirty', from, '--'];
    const tracked = parseRawDiff(await git.must(args));
    const untracked = await git.must(['ls-files', '-z', '--others', '--exclude-standard', '--full-name']);
    const known = new Map(tracked.map((file) => [file.path, file]));
    for (const path of untracked.toString('utf8').split('\0')) {
        // A tracked file that was taken out of the index and left on disk is deleted and untracked at once.
        if (path !== '' && !path.endsWith('/')) {
            const status = known.get(path)?.status === 'deleted' ? 'modified' : 'added';
            known.set(path, { status, path, previousPath: undefined });
        }
    }
    return sortByPath([...known.values()]);
}
/** What a work tree holds by git's word: tracked, or untracked and not ignored. Some of it may not be on disk. */
async function pathsOfWorkingTree(git) {
    const out = await git.must(['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--full-name']);
    return [...new Set(out.toString('utf8').split('\0'))].filter((path) => path !== '' && !path.endsWith('/'));
}
/** All files of a commit as added: the change of a first commit. */
function allAdded(paths) {
    return paths.map((path) => ({ status: 'added', path, previousPath: undefined }));
}
/**
 * Reads `git diff --raw -z`: `:oldmode newmode oldid newid status` NUL path NUL, and two paths for a rename.
 * Throws where the output is not that, since a short list would let files through.
 */
function parseRawDiff(output) {
    const fields = output.toString('utf8').split('\0');
    fields.pop();
    const files = [];
    for (let i = 0; i < fields.length;) {
        const status = /^:+[0-7 ]+ [0-9a-f ]+ ([A-Z])\d*$/.exec(fields[i] ?? '')?.[1];
        const first = fields[i + 1];
        if (!status || first === undefined)
            throw new Error(`unexpected output of git diff at field ${i}`);
        if (status === 'R' || status === 'C') {
            const second = fields[i + 2];
            if (second === undefined)
                throw new Error(`unexpected output of git diff at field ${i}`);
            files.push(status === 'R'
                ? { status: 'renamed', path: second, previousPath: first }
                : { status: 'added', path: second, previousPath: undefined });
            i += 3;
        }
        else {
            const kind = status === 'A' ? 'added' : status === 'D' ? 'deleted' : 'modified';
            files.push({ status: kind, path: first, previousPath: undefined });
            i += 2;
        }
    }
    return sortByPath(files);
}
function sortByPath(files) {
    return files.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}


/***/ }),

/***/ 2752:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Qo: () => (/* binding */ headCommit),
/* harmony export */   WL: () => (/* binding */ resolveCommit),
/* harmony export */   fY: () => (/* binding */ parentsOf),
/* harmony export */   kR: () => (/* binding */ fetchBranchTip),
/* harmony export */   q$: () => (/* binding */ ensureCommit),
/* harmony export */   wu: () => (/* binding */ mergeBase)
/* harmony export */ });
/* harmony import */ var _git_names_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8272);
/* harmony import */ var _git_run_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4033);


const FAILED = (why) => ({ ok: false, why });
/** How far a shallow clone is deepened before all of its history is asked for. */
const DEEPEN_STEPS = [50, 250, 1000];
/** The commit that is checked out, or undefined where `root` is no git checkout or has no commit. */
async function headCommit(git) {
    return resolveCommit(git, 'HEAD');
}
/** The commit that `revision` names. `revision` comes from a user: it is never read as an option. */
async function resolveCommit(git, revision) {
    if (revision.startsWith('-') || revision.includes('\0'))
        return FAILED(`\`${revision}\` is no revision`);
    const result = await git.run(['rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`]);
    const id = result.stdout.toString('latin1').trim();
    return result.code === 0 && (0,_git_names_js__WEBPACK_IMPORTED_MODULE_1__/* .isObjectId */ .TS)(id) ? { ok: true, value: id } : FAILED((0,_git_run_js__WEBPACK_IMPORTED_MODULE_0__/* .gitReason */ .th)(result));
}
async function hasCommit(git, commit) {
    return (await git.run(['cat-file', '-e', `${commit}^{commit}`])).code === 0;
}
/** Parents as the commit itself names them: also those that a shallow clone does not have. */
async function parentsOf(git, commit) {
    const text = (await git.must(['cat-file', 'commit', commit])).toString('utf8');
    const header = text.slice(0, text.indexOf('\n\n') + 1);
    return [...header.matchAll(/^parent ([0-9a-f]+)$/gm)].map((match) => match[1] ?? '').filter(_git_names_js__WEBPACK_IMPORTED_MODULE_1__/* .isObjectId */ .TS);
}
async function isShallow(git) {
    const out = await git.must(['rev-parse', '--is-shallow-repository']);
    return out.toString('latin1').trim() === 'true';
}
/** Makes one commit present, by its id, with nothing of its history if the clone is shallow. */
async function ensureCommit(git, remote, commit) {
    if (!(0,_git_names_js__WEBPACK_IMPORTED_MODULE_1__/* .isObjectId */ .TS)(commit))
        return FAILED(`\`${commit}\` is no commit id`);
    if (await hasCommit(git, commit))
        return { ok: true, value: commit };
    const result = await fetch(git, remote, [commit]);
    if (result.code === 0 && (await hasCommit(git, commit)))
        return { ok: true, value: commit };
    return FAILED(`commit ${(0,_git_names_js__WEBPACK_IMPORTED_MODULE_1__/* .shortId */ .m_)(commit)} could not be fetched (${(0,_git_run_js__WEBPACK_IMPORTED_MODULE_0__/* .gitReason */ .th)(result)}): ${FETCH_ADVICE}`);
}
const FETCH_ADVICE = 'give the checkout `fetch-depth: 0`, or this step a token that can read the repository';
/**
 * The tip of a branch as the server has it now, fetched if it is not here yet. Never an older one:
 * where the server cannot be asked there is no answer.
 */
async function fetchBranchTip(git, remote, branch) {
    if (!(0,_git_names_js__WEBPACK_IMPORTED_MODULE_1__/* .isBranchName */ .Q8)(branch))
        return FAILED(`\`${branch}\` is no branch name`);
    const ref = `refs/heads/${branch}`;
    const listed = await git.run(['ls-remote', '--exit-code', '--', remote, ref]);
    const line = listed.stdout
        .toString('utf8')
        .split('\n')
        .find((row) => row.endsWith(`\t${ref}`));
    const tip = line?.slice(0, line.indexOf('\t'));
    if (listed.code !== 0 || !(0,_git_names_js__WEBPACK_IMPORTED_MODULE_1__/* .isObjectId */ .TS)(tip)) {
        const why = listed.code === 2 ? 'the server has no such branch' : (0,_git_run_js__WEBPACK_IMPORTED_MODULE_0__/* .gitReason */ .th)(listed);
        return FAILED(`the tip of \`${branch}\` could not be read (${why}): ${FETCH_ADVICE}`);
    }
    if (await hasCommit(git, tip))
        return { ok: true, value: tip };
    // By name, not by id: some servers hand out only what a ref points at. It may have moved on since the listing.
    const local = 'refs/querygate/base';
    const result = await fetch(git, remote, [`+${ref}:${local}`]);
    const fetched = result.code === 0 ? await resolveCommit(git, local) : FAILED((0,_git_run_js__WEBPACK_IMPORTED_MODULE_0__/* .gitReason */ .th)(result));
    return fetched.ok
        ? fetched
        : FAILED(`the tip of \`${branch}\` could not be fetched (${fetched.why}): ${FETCH_ADVICE}`);
}
/**
 * The commit where `head` left `base`. A shallow clone is deepened until it shows, in steps, then whole.
 * Both commits must be present. `head` must be reachable from what the server still has, or deepening cannot help.
 */
async function mergeBase(git, remote, base, head) {
    let why = 'they have no common commit';
    for (const step of [undefined, ...DEEPEN_STEPS, 'all']) {
        if (step !== undefined) {
            if (remote === undefined || !(await isShallow(git)))
                break;
            const how = step === 'all' ? '--unshallow' : `--deepen=${step}`;
            const result = await git.run([...FETCH, how, '--', remote, base, head]);
            if (result.code !== 0) {
                why = `the shallow clone could not be deepened (${(0,_git_run_js__WEBPACK_IMPORTED_MODULE_0__/* .gitReason */ .th)(result)}): ${FETCH_ADVICE}`;
                break;
            }
        }
        const found = await git.run(['merge-base', base, head]);
        const id = found.stdout.toString('latin1').trim();
        if (found.code === 0 && (0,_git_names_js__WEBPACK_IMPORTED_MODULE_1__/* .isObjectId */ .TS)(id))
            return { ok: true, value: id };
        if (found.code > 1)
            why = (0,_git_run_js__WEBPACK_IMPORTED_MODULE_0__/* .gitReason */ .th)(found);
    }
    return FAILED(`no merge base of ${(0,_git_names_js__WEBPACK_IMPORTED_MODULE_1__/* .shortId */ .m_)(base)} and ${(0,_git_names_js__WEBPACK_IMPORTED_MODULE_1__/* .shortId */ .m_)(head)}: ${why}`);
}
const FETCH = ['fetch', '--quiet', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head'];
async function fetch(git, remote, what) {
    // In a clone that has all history, a depth would cut it off.
    const depth = (await isShallow(git)) ? ['--depth=1'] : [];
    return git.run([...FETCH, ...depth, '--', remote, ...what]);
}


/***/ }),

/***/ 8272:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Q8: () => (/* binding */ isBranchName),
/* harmony export */   TS: () => (/* binding */ isObjectId),
/* harmony export */   aF: () => (/* binding */ isZeroId),
/* harmony export */   m_: () => (/* binding */ shortId)
/* harmony export */ });
/** Names that go into git's arguments. Whatever fails here never reaches a command line. */
const COMMIT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
/** Whether `value` is a full object id (SHA-1 or SHA-256). */
function isObjectId(value) {
    return typeof value === 'string' && COMMIT_ID.test(value);
}
/** Whether `value` is the id that hosts send for "no commit": all zeros. */
function isZeroId(value) {
    return typeof value === 'string' && /^0+$/.test(value);
}
// git-check-ref-format(1). A leading dash is legal there for what follows `refs/heads/`, and would be an option elsewhere.
// biome-ignore lint/suspicious/noControlCharactersInRegex: git forbids them in names, and so do we
const FORBIDDEN_IN_REF = /[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)|^[-/.]|[/.]$|^@$/;
/** Whether `name` can be a branch: safe behind `refs/heads/` in a refspec. */
function isBranchName(name) {
    return typeof name === 'string' && name.length > 0 && name.length <= 1000 && !FORBIDDEN_IN_REF.test(name);
}
/** The short form of a commit id that people read. */
function shortId(commit) {
    return commit.slice(0, 7);
}


/***/ }),

/***/ 4033:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   th: () => (/* binding */ gitReason),
/* harmony export */   zY: () => (/* binding */ openGit)
/* harmony export */ });
/* unused harmony export gitEnvironment */
/* harmony import */ var _model_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5834);

/**
 * Settings of each command. A checkout is other people's: nothing in its configuration may start a program
 * (fsmonitor, hooks), a stalled server must not hold the job, and no background process may keep our pipes open.
 */
const SETTINGS = [
    ['core.fsmonitor', 'false'],
    ['core.hooksPath', '/dev/null'],
    ['gc.auto', '0'],
    ['maintenance.auto', 'false'],
    ['protocol.ext.allow', 'never'],
    ['http.lowSpeedLimit', '1000'],
    ['http.lowSpeedTime', '60'],
];
/** The environment of a git command in `root`: the settings above as GIT_CONFIG_*, behind those already given. */
function gitEnvironment(root, auth, env) {
    const result = {};
    for (const [name, value] of Object.entries(env))
        if (value !== undefined)
            result[name] = value;
    const given = Number.parseInt(env['GIT_CONFIG_COUNT'] ?? '0', 10);
    let count = Number.isSafeInteger(given) && given > 0 ? given : 0;
    const add = (key, value) => {
        result[`GIT_CONFIG_KEY_${count}`] = key;
        result[`GIT_CONFIG_VALUE_${count}`] = value;
        count++;
    };
    // A container job runs as another user than the one who owns the checkout.
    add('safe.directory', root);
    for (const [key, value] of SETTINGS)
        add(key, value);
    if (auth) {
        // The empty value drops a header that the checkout persisted: two of them make the server answer 400.
        add(`http.${auth.server}.extraheader`, '');
        add(`http.${auth.server}.extraheader`, auth.header);
    }
    result['GIT_CONFIG_COUNT'] = String(count);
    result['GIT_TERMINAL_PROMPT'] = '0';
    result['GIT_LITERAL_PATHSPECS'] = '1';
    result['GIT_OPTIONAL_LOCKS'] = '0';
    result['GCM_INTERACTIVE'] = 'never';
    result['LC_ALL'] = 'C';
    return result;
}
/**
 * Opens the repository whose top folder is `root`. No command runs yet.
 *
 * @param root absolute path of the work tree's top folder
 */
function openGit(root, auth, env = process.env) {
    const environment = gitEnvironment(root, auth, env);
    async function run(args, input) {
        const { exec } = await __webpack_require__.e(/* import() */ 260).then(__webpack_require__.bind(__webpack_require__, 1260));
        const out = [];
        const err = [];
        const code = await exec('git', [...args], {
            cwd: root,
            env: environment,
            silent: true,
            ignoreReturnCode: true,
            ...(input === undefined ? {} : { input: Buffer.from(input) }),
            listeners: { stdout: (data) => out.push(take(data)), stderr: (data) => err.push(take(data)) },
        });
        return { code, stdout: Buffer.concat(out), stderr: Buffer.concat(err).toString('utf8') };
    }
    async function must(args) {
        const result = await run(args);
        if (result.code !== 0)
            throw new _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .ConfigError */ .xL(`\`git ${args[0]}\` failed: ${gitReason(result)}`);
        return result.stdout;
    }
    return { root, run, must };
}
/**
 * Keeps a chunk and hands an empty one back to the toolkit, which else looks for line ends in all that came
 * so far, again with every chunk: a 32 MB file without a line end took 7 s, and takes 0.1 s like this.
 */
function take(data) {
    const kept = Buffer.from(data);
    data.toString = () => '';
    return kept;
}
/** The first telling line of what git said on standard error, in one line and without credentials. */
function gitReason(result) {
    const lines = result.stderr.split(/[\r\n]+/).map((line) => line.trim());
    const line = lines.find((text) => /^(fatal|error):/.test(text)) ?? lines.find((text) => text !== '');
    if (!line)
        return `exit code ${result.code}`;
    return line
        .replace(/^(fatal|error):\s*/, '')
        .replace(/\/\/[^/@\s]*@/g, '//')
        .slice(0, 300);
}


/***/ }),

/***/ 3306:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $: () => (/* binding */ gitTree),
/* harmony export */   i: () => (/* binding */ emptyTree)
/* harmony export */ });
/* harmony import */ var _model_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5834);
/* harmony import */ var _git_run_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4033);
/* harmony import */ var _tree_path_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5265);



/** How many paths one git command looks up, and how many bytes of contents it may bring along. */
const BATCH_PATHS = 256;
const BATCH_BYTES = 24 * 1024 * 1024;
const BATCH_LINKS = BATCH_BYTES / _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .MAX_LINK_BYTES */ .ko;
/**
 * The files of one commit.
 *
 * @param commit full commit id, present in the repository
 * @param label how reports call it: `base 1a2b3c4`
 * @param expected paths that will likely be read, in that order: they are then fetched many at a time
 */
function gitTree(git, commit, label, expected = []) {
    const place = new Map(expected.map((path, index) => [path, index]));
    const ready = new Map();
    async function read(path) {
        if (!(0,_tree_path_js__WEBPACK_IMPORTED_MODULE_2__/* .isTreePath */ .m)(path))
            return { kind: 'missing' };
        const kept = ready.get(path);
        if (kept) {
            ready.delete(path);
            return kept;
        }
        const wanted = [path, ...neighbours(path)];
        const listed = await lookUp(git, commit, wanted);
        const entries = await contents(git, listed, path);
        for (const other of wanted)
            if (other !== path && !listed.has(other))
                ready.set(other, { kind: 'missing' });
        for (const [other, entry] of entries)
            if (other !== path)
                ready.set(other, entry);
        return entries.get(path) ?? { kind: 'missing' };
    }
    /** Expected paths behind `path` of the same kind of file: whoever reads one SQL file reads the next. */
    function neighbours(path) {
        const start = place.get(path);
        if (start === undefined)
            return [];
        const ending = extension(path);
        const result = [];
        for (let i = start + 1; i < expected.length && result.length < BATCH_PATHS - 1; i++) {
            const other = expected[i];
            if (other !== undefined && extension(other) === ending && !ready.has(other) && (0,_tree_path_js__WEBPACK_IMPORTED_MODULE_2__/* .isTreePath */ .m)(other)) {
                result.push(other);
            }
        }
        return result;
    }
    let whole;
    /** All of the commit is asked for more than once, and never changes. */
    function rowsOf(folder) {
        if (folder !== '')
            return (0,_tree_path_js__WEBPACK_IMPORTED_MODULE_2__/* .isTreePath */ .m)(folder) ? listAll(git, commit, folder) : Promise.resolve([]);
        whole ??= listAll(git, commit, '');
        return whole;
    }
    async function pathsOf(folder, isWanted) {
        return (await rowsOf(folder))
            .filter(isWanted)
            .map((row) => row.path)
            .sort();
    }
    async function readLinks() {
        const rows = (await rowsOf('')).filter(isLink);
        const links = (await linkTargets(git, rows)).map((target, index) => {
            return { path: rows[index]?.path ?? '', target, leadsTo: undefined };
        });
        return links.sort((a, b) => (a.path < b.path ? -1 : 1));
    }
    return {
        label,
        commit,
        read,
        list: (folder) => pathsOf(folder, (row) => row.type === 'blob' && !isLink(row)),
        links: (folder) => pathsOf(folder, isLink),
        readLinks,
    };
}
/** A tree without files: the old side of a first commit. */
function emptyTree(label) {
    return { label, commit: undefined, read: async () => ({ kind: 'missing' }), list: async () => [] };
}
function isLink(row) {
    return row.mode === '120000';
}
function extension(path) {
    return path.slice(path.lastIndexOf('.') + 1);
}
async function lookUp(git, commit, paths) {
    // A name that was no UTF-8 cannot be given as an argument: find it among all names, read the same lossy way.
    if (paths[0]?.includes('\ufffd')) {
        const all = await listAll(git, commit, '', ['-l']);
        const same = all.filter((row) => row.path === paths[0]);
        return new Map(same.length === 1 ? same.map((row) => [row.path, row]) : []);
    }
    const out = await git.must(['ls-tree', '-z', '-l', '--full-tree', commit, '--', ...paths]);
    return new Map(parseListing(out).map((row) => [row.path, row]));
}
/** Sizes (`-l`) make git look at every object, and a partial clone fetch it. */
async function listAll(git, commit, folder, how = []) {
    const only = folder === '' ? [] : ['--', `${folder}/`];
    return parseListing(await git.must(['ls-tree', '-r', '-z', ...how, '--full-tree', commit, ...only]));
}
function parseListing(out) {
    const rows = [];
    for (const record of out.toString('utf8').split('\0')) {
        if (record === '')
            continue;
        const tab = record.indexOf('\t');
        const match = /^(\d+) (\w+) ([0-9a-f]+)(?: +(\d+|-))?$/.exec(record.slice(0, tab));
        if (!match)
            throw new Error('unexpected output of git ls-tree');
        const [, mode = '', type = '', id = '', size = '-'] = match;
        rows.push({ mode, type, id, size: size === '-' ? undefined : Number(size), path: record.slice(tab + 1) });
    }
    return rows;
}
/** Reads `first` whatever its size (up to the limit), and of the others as many as fit in one batch. */
async function contents(git, listed, first) {
    const result = new Map();
    const wanted = [];
    let bytes = 0;
    for (const row of listed.values()) {
        const { size } = row;
        if (isLink(row))
            result.set(row.path, { kind: 'link' });
        else if (row.type !== 'blob' || size === undefined)
            result.set(row.path, { kind: 'missing' });
        else if (size > _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .MAX_FILE_BYTES */ .gZ)
            result.set(row.path, { kind: 'oversized', size });
        else if (row.path === first || bytes + size <= BATCH_BYTES) {
            wanted.push(row);
            bytes += size;
        }
    }
    if (wanted.length === 0)
        return result;
    const blobs = await readBlobs(git, wanted);
    wanted.forEach((row, index) => {
        const bytes = blobs[index];
        if (bytes)
            result.set(row.path, { kind: 'file', bytes });
    });
    return result;
}
/** The contents of each row, in order. Throws where git lacks one. */
async function readBlobs(git, wanted) {
    const answer = await git.run(['cat-file', '--batch'], wanted.map((row) => `${row.id}\n`).join(''));
    if (answer.code !== 0)
        throw new _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .ConfigError */ .xL(`\`git cat-file\` failed: ${(0,_git_run_js__WEBPACK_IMPORTED_MODULE_1__/* .gitReason */ .th)(answer)}`);
    const blobs = [];
    let at = 0;
    for (const row of wanted) {
        const end = answer.stdout.indexOf(10, at);
        const head = answer.stdout.toString('latin1', at, end < 0 ? answer.stdout.length : end);
        const size = Number(/ blob (\d+)$/.exec(head)?.[1] ?? Number.NaN);
        if (end < 0 || !Number.isSafeInteger(size))
            throw noContents(row);
        blobs.push(answer.stdout.subarray(end + 1, end + 1 + size));
        at = end + 1 + size + 1;
    }
    return blobs;
}
function noContents({ path }) {
    return new _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .ConfigError */ .xL(`git has no contents for \`${path}\`: fetch the repository without \`filter\`, or check credentials`);
}
/** Where each link leads, in order. What is too long to lead anywhere is not read: a link can be as large as a file. */
async function linkTargets(git, rows) {
    if (rows.length === 0)
        return [];
    const ids = rows.map((row) => `${row.id}\n`).join('');
    const answer = await git.run(['cat-file', '--batch-check=%(objecttype) %(objectsize)'], ids);
    if (answer.code !== 0)
        throw new _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .ConfigError */ .xL(`\`git cat-file\` failed: ${(0,_git_run_js__WEBPACK_IMPORTED_MODULE_1__/* .gitReason */ .th)(answer)}`);
    const sizes = answer.stdout.toString('latin1').split('\n');
    const short = rows.filter((row, index) => {
        const size = /^blob (\d+)$/.exec(sizes[index] ?? '')?.[1];
        if (size === undefined)
            throw noContents(row);
        return Number(size) <= _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .MAX_LINK_BYTES */ .ko;
    });
    const targets = new Map();
    for (let from = 0; from < short.length; from += BATCH_LINKS) {
        const batch = short.slice(from, from + BATCH_LINKS);
        const blobs = await readBlobs(git, batch);
        batch.forEach((row, index) => {
            targets.set(row, (0,_tree_path_js__WEBPACK_IMPORTED_MODULE_2__/* .textOf */ .b)(blobs[index]));
        });
    }
    return rows.map((row) => targets.get(row));
}


/***/ })

};
