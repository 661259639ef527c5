export const id = 2420;
export const ids = [2420];
export const modules = {

/***/ 91950:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   p: () => (/* binding */ checkoutTree)
/* harmony export */ });
/* harmony import */ var _git_run_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8987);
/* harmony import */ var _git_tree_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(26284);
/* harmony import */ var _repo_root_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(54382);
/* harmony import */ var _trees_working_tree_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(40661);




/**
 * The files of a checkout on disk, with its submodules. Git runs only if the checkout has submodules.
 *
 * @param root top folder of the checkout, or any folder where there is none; absolute
 */
function checkoutTree(root) {
    const tree = (0,_trees_working_tree_js__WEBPACK_IMPORTED_MODULE_3__/* .workingTree */ .c)(root);
    return {
        ...tree,
        submodules: async () => {
            const named = (await tree.read('.gitmodules')).kind !== 'missing';
            return named && (await (0,_repo_root_js__WEBPACK_IMPORTED_MODULE_2__/* .repoRoot */ .j)(root)) === root ? (0,_git_tree_js__WEBPACK_IMPORTED_MODULE_1__/* .submodulesOfIndex */ .Tr)((0,_git_run_js__WEBPACK_IMPORTED_MODULE_0__/* .openGit */ .zY)(root)) : [];
        },
    };
}


/***/ }),

/***/ 47230:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   PO: () => (/* binding */ NO_COMMIT_ON_BRANCH),
/* harmony export */   Qo: () => (/* binding */ headCommit),
/* harmony export */   WL: () => (/* binding */ resolveCommit),
/* harmony export */   fY: () => (/* binding */ parentsOf),
/* harmony export */   kR: () => (/* binding */ fetchBranchTip),
/* harmony export */   n8: () => (/* binding */ NO_COMMIT_YET),
/* harmony export */   q$: () => (/* binding */ ensureCommit),
/* harmony export */   wu: () => (/* binding */ mergeBase)
/* harmony export */ });
/* harmony import */ var _names_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(24514);
/* harmony import */ var _run_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8987);


const failed = (why) => ({ ok: false, why });
/** The steps in which a shallow clone is deepened before all of its history is fetched. */
const DEEPEN_STEPS = [50, 250, 1000];
/** Why there is no commit, if git says only `Needed a single revision`. */
const NO_REVISION = 'there is no such commit';
/** Why nothing is checked out in a repository that was only initialised. */
const NO_COMMIT_YET = 'this repository has no commit yet';
const NO_COMMIT_ON_BRANCH = 'the current branch has no commit';
/** The commit that is checked out. Fails if `root` is not a git checkout or has no commit. */
async function headCommit(git) {
    const head = await resolveCommit(git, 'HEAD');
    if (head.ok || head.why !== NO_REVISION)
        return head;
    const any = await git.run(['rev-list', '--max-count=1', '--all']);
    return failed(any.code === 0 && any.stdout.length === 0 ? NO_COMMIT_YET : NO_COMMIT_ON_BRANCH);
}
/** The commit that `revision` names. `revision` is user input: it never becomes an option of git. */
async function resolveCommit(git, revision) {
    if (revision.startsWith('-') || revision.includes('\0'))
        return failed(`\`${revision}\` is not a valid revision`);
    const result = await git.run(['rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`]);
    const id = result.stdout.toString('latin1').trim();
    if (result.code !== 0 || !(0,_names_js__WEBPACK_IMPORTED_MODULE_1__/* .isObjectId */ .TS)(id))
        return failed(revisionReason(result));
    const names = await refsNamed(git, revision);
    return names.length > 1 ? failed(`it is ambiguous: ${names.join(', ')}`) : { ok: true, value: id };
}
/**
 * All refs that a short name may mean, if they are different commits. git takes the tag, which need not be what the user
 * means: a tag named like the base branch could make any change look empty.
 */
async function refsNamed(git, name) {
    if (name === 'HEAD' || (0,_names_js__WEBPACK_IMPORTED_MODULE_1__/* .isObjectId */ .TS)(name) || !(0,_names_js__WEBPACK_IMPORTED_MODULE_1__/* .isBranchName */ .Q8)(name))
        return [];
    const patterns = ['refs', 'refs/tags', 'refs/heads', 'refs/remotes'].map((folder) => `${folder}/${name}`);
    const listed = await git.run(['for-each-ref', '--format=%(objectname) %(*objectname) %(refname)', ...patterns]);
    const refs = listed.stdout
        .toString('utf8')
        .split('\n')
        .map((line) => line.split(' '));
    const found = refs.filter(([, , ref = '']) => patterns.includes(ref));
    const commits = new Set(found.map(([id, peeled]) => peeled || id));
    return commits.size > 1 ? found.map(([, , ref = '']) => ref) : [];
}
function revisionReason(result) {
    const reason = (0,_run_js__WEBPACK_IMPORTED_MODULE_0__/* .gitReason */ .th)(result);
    return reason === 'Needed a single revision' ? NO_REVISION : reason;
}
async function hasCommit(git, commit) {
    return (await git.run(['cat-file', '-e', `${commit}^{commit}`])).code === 0;
}
/** The parents that the commit names, including those that a shallow clone does not have. */
async function parentsOf(git, commit) {
    const text = (await git.must(['cat-file', 'commit', commit])).toString('utf8');
    const header = text.slice(0, text.indexOf('\n\n') + 1);
    return [...header.matchAll(/^parent ([0-9a-f]+)$/gm)].map((match) => match[1] ?? '').filter(_names_js__WEBPACK_IMPORTED_MODULE_1__/* .isObjectId */ .TS);
}
async function isShallow(git) {
    const out = await git.must(['rev-parse', '--is-shallow-repository']);
    return out.toString('latin1').trim() === 'true';
}
/** Fetches one commit by its id if it is missing; without its history if the clone is shallow. */
async function ensureCommit(git, remote, commit) {
    if (!(0,_names_js__WEBPACK_IMPORTED_MODULE_1__/* .isObjectId */ .TS)(commit))
        return failed(`\`${commit}\` is not a commit id`);
    if (await hasCommit(git, commit))
        return { ok: true, value: commit };
    const result = await fetch(git, remote, [commit]);
    if (result.code === 0 && (await hasCommit(git, commit)))
        return { ok: true, value: commit };
    return failed(`commit ${(0,_names_js__WEBPACK_IMPORTED_MODULE_1__/* .shortId */ .m_)(commit)} could not be fetched (${(0,_run_js__WEBPACK_IMPORTED_MODULE_0__/* .gitReason */ .th)(result)}): ${FETCH_ADVICE}`);
}
const FETCH_ADVICE = 'check out all history (GitHub: `fetch-depth: 0`, GitLab: `GIT_DEPTH: 0`), or give this job a token that can read the repository';
/**
 * The current tip of a branch on the server, fetched if it is missing. Fails if the server cannot be reached, rather
 * than return an older tip.
 */
async function fetchBranchTip(git, remote, branch) {
    if (!(0,_names_js__WEBPACK_IMPORTED_MODULE_1__/* .isBranchName */ .Q8)(branch))
        return failed(`\`${branch}\` is not a valid branch name`);
    const ref = `refs/heads/${branch}`;
    const listed = await git.run(['ls-remote', '--exit-code', '--', remote, ref]);
    const line = listed.stdout
        .toString('utf8')
        .split('\n')
        .find((row) => row.endsWith(`\t${ref}`));
    const tip = line?.slice(0, line.indexOf('\t'));
    // `--exit-code` is 2 if the server answered, but has no such branch.
    if (listed.code === 2)
        return failed(`the branch \`${branch}\` does not exist on the server; if it was deleted, choose another target branch`);
    if (listed.code !== 0 || !(0,_names_js__WEBPACK_IMPORTED_MODULE_1__/* .isObjectId */ .TS)(tip)) {
        return failed(`the tip of \`${branch}\` could not be read (${(0,_run_js__WEBPACK_IMPORTED_MODULE_0__/* .gitReason */ .th)(listed)}): ${FETCH_ADVICE}`);
    }
    if (await hasCommit(git, tip))
        return { ok: true, value: tip };
    // By name, not by id: some servers only serve commits that a ref points to. The branch may have moved since the
    // listing.
    const local = 'refs/querygate/base';
    const result = await fetch(git, remote, [`+${ref}:${local}`]);
    const fetched = result.code === 0 ? await resolveCommit(git, local) : failed((0,_run_js__WEBPACK_IMPORTED_MODULE_0__/* .gitReason */ .th)(result));
    return fetched.ok
        ? fetched
        : failed(`the tip of \`${branch}\` could not be fetched (${fetched.why}): ${FETCH_ADVICE}`);
}
/**
 * The merge base of `base` and `head`. A shallow clone is deepened in steps until the merge base appears, then
 * completely. Both commits must be present. `head` must be reachable from a ref of the server, or deepening cannot
 * help.
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
                why = `the shallow clone could not be deepened (${(0,_run_js__WEBPACK_IMPORTED_MODULE_0__/* .gitReason */ .th)(result)}): ${FETCH_ADVICE}`;
                break;
            }
        }
        const found = await git.run(['merge-base', base, head]);
        const id = found.stdout.toString('latin1').trim();
        if (found.code === 0 && (0,_names_js__WEBPACK_IMPORTED_MODULE_1__/* .isObjectId */ .TS)(id))
            return { ok: true, value: id };
        if (found.code > 1)
            why = (0,_run_js__WEBPACK_IMPORTED_MODULE_0__/* .gitReason */ .th)(found);
    }
    return failed(`no merge base of ${(0,_names_js__WEBPACK_IMPORTED_MODULE_1__/* .shortId */ .m_)(base)} and ${(0,_names_js__WEBPACK_IMPORTED_MODULE_1__/* .shortId */ .m_)(head)}: ${why}`);
}
const FETCH = ['fetch', '--quiet', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head'];
async function fetch(git, remote, what) {
    // In a complete clone, a depth would make it shallow.
    const depth = (await isShallow(git)) ? ['--depth=1'] : [];
    return git.run([...FETCH, ...depth, '--', remote, ...what]);
}


/***/ }),

/***/ 24514:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Q8: () => (/* binding */ isBranchName),
/* harmony export */   TS: () => (/* binding */ isObjectId),
/* harmony export */   aF: () => (/* binding */ isZeroId),
/* harmony export */   m_: () => (/* binding */ shortId)
/* harmony export */ });
/** Validates names that become arguments of git. */
const COMMIT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
/** Whether `value` is a full object id (SHA-1 or SHA-256). */
function isObjectId(value) {
    return typeof value === 'string' && COMMIT_ID.test(value);
}
/** Whether `value` is the id that hosts send for "no commit": all zeros. */
function isZeroId(value) {
    return typeof value === 'string' && /^0+$/.test(value);
}
// git-check-ref-format(1). It allows a leading dash after `refs/heads/`; elsewhere that would be an option.
// biome-ignore lint/suspicious/noControlCharactersInRegex: git forbids them in names, and so do we
const FORBIDDEN_IN_REF = /[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)|^[-/.]|[/.]$|^@$/;
/** Whether `name` is a valid branch name, safe after `refs/heads/` in a refspec. */
function isBranchName(name) {
    return typeof name === 'string' && name.length > 0 && name.length <= 1000 && !FORBIDDEN_IN_REF.test(name);
}
/** The short form of a commit id, for people. */
function shortId(commit) {
    return commit.slice(0, 7);
}


/***/ }),

/***/ 8987:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   th: () => (/* binding */ gitReason),
/* harmony export */   zY: () => (/* binding */ openGit)
/* harmony export */ });
/* unused harmony export gitEnvironment */
/* harmony import */ var _model_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(72607);
/* harmony import */ var _note_token_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(73269);


/**
 * Settings of each command. A checkout is untrusted: nothing in its configuration may start a program (fsmonitor,
 * hooks). Also, a stalled server must not block the job, and no background process may keep the pipes open.
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
/** Secrets that only this process uses. A git command may start other programs: helpers for credentials, ssh. */
const OWN_SECRETS = [_note_token_js__WEBPACK_IMPORTED_MODULE_1__/* .NOTE_TOKEN */ .j, 'SERVICE_API_KEY', 'QUERYGATE_SIMULATE_API_KEY'];
/** The environment of a git command in `root`: the settings above as GIT_CONFIG_*, after those of `env`. */
function gitEnvironment(root, auth, env) {
    const result = {};
    for (const [name, value] of Object.entries(env)) {
        if (value !== undefined && !OWN_SECRETS.includes(name))
            result[name] = value;
    }
    const given = Number.parseInt(env['GIT_CONFIG_COUNT'] ?? '0', 10);
    let count = Number.isSafeInteger(given) && given > 0 ? given : 0;
    const add = (key, value) => {
        result[`GIT_CONFIG_KEY_${count}`] = key;
        result[`GIT_CONFIG_VALUE_${count}`] = value;
        count++;
    };
    // In a container job, another user owns the checkout.
    add('safe.directory', root);
    for (const [key, value] of SETTINGS)
        add(key, value);
    if (auth) {
        // The empty value removes a header that the checkout persisted: with two of them the server answers 400.
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
        const { exec } = await __webpack_require__.e(/* import() */ 1260).then(__webpack_require__.bind(__webpack_require__, 81260));
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
 * Copies a chunk, and makes it empty for the toolkit. Otherwise the toolkit would search all output so far for line
 * ends again with every chunk: a 32 MB file without a line end took 7 s, and now takes 0.1 s.
 */
function take(data) {
    const copy = Buffer.from(data);
    data.toString = () => '';
    return copy;
}
/** The first useful line of git's standard error, without credentials. */
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

/***/ 26284:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $G: () => (/* binding */ gitTree),
/* harmony export */   Tr: () => (/* binding */ submodulesOfIndex),
/* harmony export */   XG: () => (/* binding */ isInCommit),
/* harmony export */   "in": () => (/* binding */ emptyTree)
/* harmony export */ });
/* harmony import */ var _model_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(72607);
/* harmony import */ var _trees_path_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(33592);
/* harmony import */ var _run_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8987);



/** Maximum number of paths, and of bytes of content, that one git command reads. */
const BATCH_PATHS = 256;
const BATCH_BYTES = 24 * 1024 * 1024;
const BATCH_LINKS = BATCH_BYTES / _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .MAX_LINK_BYTES */ .ko;
/**
 * The files of one commit.
 *
 * @param commit full commit id, present in the repository
 * @param label the name of the tree in reports: `base 1a2b3c4`
 * @param likely paths that will likely be read, in this order: they are read in batches
 */
function gitTree(git, commit, label, likely = []) {
    let expected = likely;
    let positions = positionsOf(expected);
    const ready = new Map();
    async function read(path) {
        if (!(0,_trees_path_js__WEBPACK_IMPORTED_MODULE_2__/* .isTreePath */ .m)(path))
            return { kind: 'missing' };
        const prefetched = ready.get(path);
        if (prefetched) {
            ready.delete(path);
            return prefetched;
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
    /** Expected paths after `path` with the same extension: after one SQL file, the next one is read. */
    function neighbours(path) {
        const start = positions.get(path);
        if (start === undefined)
            return [];
        const ending = extension(path);
        const result = [];
        for (let i = start + 1; i < expected.length && result.length < BATCH_PATHS - 1; i++) {
            const other = expected[i];
            if (other !== undefined && extension(other) === ending && !ready.has(other) && (0,_trees_path_js__WEBPACK_IMPORTED_MODULE_2__/* .isTreePath */ .m)(other)) {
                result.push(other);
            }
        }
        return result;
    }
    let allRows;
    /** The list of the whole commit is cached: it is needed more than once, and never changes. */
    function rowsOf(folder) {
        if (folder !== '')
            return (0,_trees_path_js__WEBPACK_IMPORTED_MODULE_2__/* .isTreePath */ .m)(folder) ? listAll(git, commit, folder) : Promise.resolve([]);
        allRows ??= listAll(git, commit, '');
        return allRows;
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
        expect: (paths) => {
            expected = paths;
            positions = positionsOf(paths);
        },
        list: (folder) => pathsOf(folder, (row) => row.type === 'blob' && !isLink(row)),
        links: (folder) => pathsOf(folder, isLink),
        readLinks,
        submodules: () => pathsOf('', (row) => row.type === 'commit'),
    };
}
function positionsOf(paths) {
    return new Map(paths.map((path, index) => [path, index]));
}
/** The paths of the submodules in the index, sorted. */
async function submodulesOfIndex(git) {
    const out = await git.must(['ls-files', '-z', '--stage', '--full-name']);
    const rows = out.toString('utf8').split('\0');
    return rows
        .filter((row) => row.startsWith('160000 '))
        .map((row) => row.slice(row.indexOf('\t') + 1))
        .sort();
}
/** Whether a commit has anything at `path`, or has a link, file or submodule at one of its parent paths. */
async function isInCommit(git, commit, path) {
    const parts = path.split('/');
    const prefixes = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
    const rows = parseListing(await git.must(['ls-tree', '-z', '--full-tree', commit, '--', ...prefixes]));
    // For a parent folder, git lists its other entries too.
    return rows.some((row) => row.path === path || (row.type !== 'tree' && prefixes.includes(row.path)));
}
/** A tree without files: the base of a first commit. */
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
    // A name that was not UTF-8 cannot be an argument: search for it in the full list, decoded in the same lossy way.
    if (paths[0]?.includes('\ufffd')) {
        const all = await listAll(git, commit, '', ['-l']);
        const same = all.filter((row) => row.path === paths[0]);
        return new Map(same.length === 1 ? same.map((row) => [row.path, row]) : []);
    }
    const out = await git.must(['ls-tree', '-z', '-l', '--full-tree', commit, '--', ...paths]);
    return new Map(parseListing(out).map((row) => [row.path, row]));
}
/** Sizes (`-l`) make git open every object, which a partial clone has to fetch. */
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
        const match = /^(\d+) (\w+) ([0-9a-f]+)(?: +(\d+|-|BAD))?$/.exec(record.slice(0, tab));
        if (!match)
            throw new Error('unexpected output of git ls-tree');
        const [, mode = '', type = '', id = '', size = '-'] = match;
        rows.push({ mode, type, id, size: /\d/.test(size) ? Number(size) : undefined, path: record.slice(tab + 1) });
    }
    return rows;
}
/** Reads `first`, up to the size limit, and as many of the other files as fit in one batch. */
async function contents(git, listed, first) {
    const result = new Map();
    const wanted = [];
    let bytes = 0;
    for (const row of listed.values()) {
        const { size } = row;
        if (isLink(row))
            result.set(row.path, { kind: 'link' });
        else if (row.type !== 'blob')
            result.set(row.path, { kind: 'missing' });
        else if (size === undefined) {
            // The other files are read later, each on its own.
            if (row.path === first)
                throw noContents(row);
        }
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
/** The content of each row, in order. Throws if git lacks one. */
async function readBlobs(git, wanted) {
    const answer = await git.run(['cat-file', '--batch'], wanted.map((row) => `${row.id}\n`).join(''));
    if (answer.code !== 0)
        throw new _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .ConfigError */ .xL(`\`git cat-file\` failed: ${(0,_run_js__WEBPACK_IMPORTED_MODULE_1__/* .gitReason */ .th)(answer)}`);
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
    return new _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .ConfigError */ .xL(`git has no contents for \`${path}\`; fetch the repository without \`filter\`, or check credentials`);
}
/**
 * The target of each link, in order. A target that is too long to be valid is not read: it can be as large as a file.
 */
async function linkTargets(git, rows) {
    if (rows.length === 0)
        return [];
    const ids = rows.map((row) => `${row.id}\n`).join('');
    const answer = await git.run(['cat-file', '--batch-check=%(objecttype) %(objectsize)'], ids);
    if (answer.code !== 0)
        throw new _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .ConfigError */ .xL(`\`git cat-file\` failed: ${(0,_run_js__WEBPACK_IMPORTED_MODULE_1__/* .gitReason */ .th)(answer)}`);
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
            targets.set(row, (0,_trees_path_js__WEBPACK_IMPORTED_MODULE_2__/* .textOf */ .b)(blobs[index]));
        });
    }
    return rows.map((row) => targets.get(row));
}


/***/ }),

/***/ 81807:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   k: () => (/* binding */ detectHost)
/* harmony export */ });
/** The CI host, detected from the variables that it sets. */
function detectHost(env) {
    if (env['GITHUB_ACTIONS'] === 'true')
        return 'github';
    return env['GITLAB_CI'] === 'true' ? 'gitlab' : 'local';
}


/***/ }),

/***/ 2420:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  vW: () => (/* reexport */ analysisCategory),
  pw: () => (/* reexport */ checkout_tree/* checkoutTree */.p),
  Gx: () => (/* binding */ ciRun),
  H0: () => (/* binding */ clientSource),
  Ql: () => (/* binding */ commentMarker),
  k3: () => (/* reexport */ host/* detectHost */.k),
  MO: () => (/* binding */ gitBlame),
  Ew: () => (/* binding */ githubChange),
  Aj: () => (/* reexport */ githubStep),
  gg: () => (/* binding */ gitlabChange),
  YH: () => (/* reexport */ keyAdvice),
  WW: () => (/* binding */ localChange),
  vK: () => (/* binding */ noteMarker),
  Ui: () => (/* binding */ readActionInputs),
  i5: () => (/* binding */ readSimulateInputs),
  N4: () => (/* binding */ remoteHost),
  jv: () => (/* reexport */ repo_root/* repoRoot */.j),
  oH: () => (/* binding */ rulesCheckout),
  J0: () => (/* reexport */ secretsWithheld),
  th: () => (/* binding */ stagedChange),
  lB: () => (/* binding */ upsertComment),
  mL: () => (/* binding */ upsertNote),
  CU: () => (/* reexport */ note_token/* wantsNote */.C),
  JR: () => (/* reexport */ withOutsideFiles),
  cn: () => (/* reexport */ working_tree/* workingTree */.c),
  PZ: () => (/* reexport */ workspaceFiles),
  aS: () => (/* reexport */ writeReportFile)
});

// EXTERNAL MODULE: ./build/esm/ci/checkout-tree.js
var checkout_tree = __webpack_require__(91950);
;// CONCATENATED MODULE: ./build/esm/ci/github/analysis-category.js
/**
 * The category of this step's SARIF report. GitHub replaces an earlier analysis of the same category, so it names the
 * workflow, the job, the step and the matrix entry, which stay the same from run to run.
 *
 * @param matrix the job's matrix entry as JSON
 * @param what the Action
 */
function analysisCategory(env, matrix, what) {
    const place = [env['GITHUB_WORKFLOW'], env['GITHUB_JOB'], env['GITHUB_ACTION']];
    const parts = ['querygate', what, ...place, ...matrixParts(matrix)];
    return parts.filter((part) => part !== undefined && part !== '').join('/');
}
function matrixParts(matrix = '') {
    let entry;
    try {
        entry = JSON.parse(matrix);
    }
    catch {
        // The input can be set by hand.
        return [matrix];
    }
    if (typeof entry !== 'object' || entry === null)
        return [];
    return Object.entries(entry)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, value]) => `${name}:${typeof value === 'object' ? JSON.stringify(value) : String(value)}`);
}

// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: ./build/esm/ci/input-variable.js
var input_variable = __webpack_require__(2094);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
;// CONCATENATED MODULE: ./build/esm/ci/log.js

/**
 * Escapes one line so that GitHub's runner does not take it for a command. The runner looks for `::` after white space
 * at the start of a line (.NET's white space, which includes U+0085), and for `##[` anywhere.
 */
function lineWithoutCommands(line) {
    return line.replaceAll('##[', '##\u200b[').replace(/^[\s\u0085\ufeff]*::/, (mark) => `\u200b${mark}`);
}
/** Escapes untrusted text for GitHub's runner, line by line. To the runner, CR ends a line too. */
function withoutCommands(text) {
    return text
        .split(/\r\n|\r|\n/)
        .map(lineWithoutCommands)
        .join('\n');
}
/**
 * Prints untrusted text (SQL, file names, branch names, rules) to the log of a GitHub step. It is protected twice, in
 * case one protection has a gap: each line is escaped, and the runner's commands are turned off meanwhile.
 */
function printLog(text, write) {
    if (text === '')
        return;
    const token = (0,external_node_crypto_.randomUUID)();
    write(`::stop-commands::${token}\n${withoutCommands(text.replace(/[\r\n]+$/, ''))}\n::${token}::\n`);
}

;// CONCATENATED MODULE: ./build/esm/ci/github/step.js



/** The runner discards a step summary that is larger than this, in bytes. */
const SUMMARY_LIMIT = 1024 * 1024;
/** GitHub cuts the message of an annotation at this length, in characters. */
const MESSAGE_LIMIT = 4096;
const SECRETS = [(0,input_variable/* inputVariable */.L)('api-key'), (0,input_variable/* inputVariable */.L)('github-token'), 'SERVICE_API_KEY'];
/** The step that this process runs in. */
async function githubStep(env) {
    const core = await Promise.all(/* import() */[__webpack_require__.e(1260), __webpack_require__.e(7264)]).then(__webpack_require__.bind(__webpack_require__, 57264));
    const write = (text) => void process.stdout.write(text);
    const oneLine = (text) => withoutCommands(cutMessage(text));
    return {
        maskSecrets() {
            for (const name of SECRETS) {
                const secret = env[name]?.trim();
                if (secret)
                    core.setSecret(secret);
            }
            const token = env[(0,input_variable/* inputVariable */.L)('github-token')]?.trim();
            if (token)
                core.setSecret(Buffer.from(`x-access-token:${token}`).toString('base64'));
        },
        annotate: (commands) => write(commands),
        log: (text) => printLog(text, write),
        notice: (message) => core.notice(oneLine(message)),
        warn: (message) => core.warning(oneLine(message)),
        fail({ title, message, file, line, column }) {
            core.error(oneLine(message), {
                title,
                ...(file === undefined ? {} : { file }),
                ...(line === undefined ? {} : { startLine: line }),
                ...(line === undefined || column === undefined ? {} : { startColumn: column }),
            });
        },
        output: (name, value) => core.setOutput(name, value),
        summaryRoom: () => summaryRoom(env),
        async summary(markdown) {
            try {
                await core.summary.addRaw(markdown, true).write();
                return undefined;
            }
            catch (error) {
                return `no job summary: ${error instanceof Error ? error.message : 'it could not be written'}`;
            }
        },
    };
}
async function summaryRoom(env) {
    const path = env['GITHUB_STEP_SUMMARY'];
    const size = path === undefined
        ? undefined
        : await (0,promises_.stat)(path).then((stats) => stats.size, () => undefined);
    return size === undefined ? 0 : Math.max(0, SUMMARY_LIMIT - 1024 - size);
}
function cutMessage(message) {
    return message.length <= MESSAGE_LIMIT ? message : `${message.slice(0, MESSAGE_LIMIT - 1)}…`;
}

// EXTERNAL MODULE: ./build/esm/ci/host.js
var host = __webpack_require__(81807);
;// CONCATENATED MODULE: ./build/esm/ci/missing-secrets.js
/** Why the host gives this run no secrets; undefined if it does. */
function secretsWithheld(change, env) {
    // `pull_request_target` runs with the base's secrets, even for a fork.
    if (change?.fork && change.event !== 'pull_request_target')
        return 'the head comes from a fork';
    const isDependabot = env['GITHUB_ACTIONS'] === 'true' && env['GITHUB_ACTOR'] === 'dependabot[bot]';
    return isDependabot ? 'Dependabot started this run' : undefined;
}
/** The variable that holds the key of each job in the GitLab templates. */
const KEY_VARIABLES = { check: 'SERVICE_API_KEY', simulate: 'QUERYGATE_SIMULATE_API_KEY' };
/** Advice for a job whose key is missing although it should have one. */
function keyAdvice(job, env) {
    if (env['GITLAB_CI'] !== 'true')
        return undefined;
    const own = `the job \`querygate:${job}\` takes it from \`${KEY_VARIABLES[job]}\``;
    return env['CI_COMMIT_REF_PROTECTED'] === 'false'
        ? `${own}, which is empty here if it is a protected variable, because this branch is not protected`
        : own;
}

// EXTERNAL MODULE: ./build/esm/ci/note-token.js
var note_token = __webpack_require__(73269);
// EXTERNAL MODULE: ./build/esm/ci/repo-root.js
var repo_root = __webpack_require__(54382);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(73024);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./build/esm/model/index.js + 17 modules
var model = __webpack_require__(72607);
;// CONCATENATED MODULE: ./build/esm/ci/report-file.js




/**
 * Writes a report below `root`, or to an absolute path from the workflow. Never follows a link in the checkout, since
 * the pull request controls it.
 *
 * @returns the absolute path
 */
async function writeReportFile(root, path, text) {
    const at = (0,external_node_path_.resolve)(root, path);
    const inside = (0,external_node_path_.relative)(root, at);
    if (!(0,external_node_path_.isAbsolute)(path) && (inside === '' || inside === '..' || inside.startsWith(`..${external_node_path_.sep}`))) {
        throw new model/* ConfigError */.xL(`the report path \`${path}\` is outside the workspace; name a file inside it`);
    }
    if (!(0,external_node_path_.isAbsolute)(inside) && !inside.startsWith('..'))
        await refuseLinks(root, inside, path);
    try {
        await (0,promises_.mkdir)((0,external_node_path_.dirname)(at), { recursive: true });
        const flags = external_node_fs_.constants.O_WRONLY | external_node_fs_.constants.O_CREAT | external_node_fs_.constants.O_TRUNC | (external_node_fs_.constants.O_NOFOLLOW ?? 0);
        const file = await (0,promises_.open)(at, flags, 0o644);
        try {
            await file.writeFile(text);
        }
        finally {
            await file.close();
        }
    }
    catch (error) {
        const isLink = (await (0,promises_.lstat)(at).catch(() => undefined))?.isSymbolicLink() ?? false;
        if (isLink)
            throw new model/* ConfigError */.xL(`the report path \`${path}\` is a symbolic link; name a file`);
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
        throw new model/* ConfigError */.xL(`cannot write the report to \`${path}\` (${code}); name a file that this user can write`);
    }
    return at;
}
async function refuseLinks(root, inside, path) {
    let at = root;
    for (const part of inside.split(external_node_path_.sep)) {
        at = (0,external_node_path_.join)(at, part);
        const stats = await (0,promises_.lstat)(at).catch(() => undefined);
        if (!stats)
            return;
        if (stats.isSymbolicLink()) {
            throw new model/* ConfigError */.xL(`the report path \`${path}\` goes through a symbolic link, \`${(0,external_node_path_.relative)(root, at)}\`; name another path`);
        }
    }
}

// EXTERNAL MODULE: ./build/esm/ci/trees/working-tree.js
var working_tree = __webpack_require__(40661);
;// CONCATENATED MODULE: ./build/esm/ci/trees/outside-files.js




/**
 * Adds files and folders outside of the tree's root, under their absolute paths.
 * Only for paths from a user's command line: paths from a pull request must never lead out of the checkout.
 *
 * @param outside absolute paths
 */
async function withOutsideFiles(tree, outside) {
    if (outside.length === 0)
        return tree;
    const listed = [];
    const linked = [];
    for (const path of outside) {
        const stats = await (0,promises_.lstat)(path).catch(() => undefined);
        if (!stats)
            throw new model/* ConfigError */.xL(`there is no file or folder \`${path}\`; correct the path`);
        const below = (0,working_tree/* workingTree */.c)(path);
        if (stats.isDirectory()) {
            for (const name of await below.list(''))
                listed.push(`${path}/${name}`);
            for (const link of (await below.readLinks?.()) ?? [])
                linked.push({ ...link, path: `${path}/${link.path}` });
        }
        else
            listed.push(path);
    }
    return {
        ...tree,
        read: (path) => (path.startsWith('/') ? (0,working_tree/* workingTree */.c)((0,external_node_path_.dirname)(path)).read((0,external_node_path_.basename)(path)) : tree.read(path)),
        list: async (folder) => {
            if (folder === '')
                return [...(await tree.list('')), ...listed];
            return folder.startsWith('/') ? listed.filter(isBelow(folder)) : tree.list(folder);
        },
        links: async (folder) => {
            const own = (await tree.links?.(folder)) ?? [];
            const outer = linked.map(({ path }) => path);
            if (folder === '')
                return [...own, ...outer];
            return folder.startsWith('/') ? outer.filter(isBelow(folder)) : own;
        },
        readLinks: async () => [...((await tree.readLinks?.()) ?? []), ...linked],
    };
}
function isBelow(folder) {
    return (path) => path === folder || path.startsWith(`${folder}/`);
}

// EXTERNAL MODULE: ./build/esm/ci/git/history.js
var git_history = __webpack_require__(47230);
// EXTERNAL MODULE: ./build/esm/ci/git/run.js
var run = __webpack_require__(8987);
// EXTERNAL MODULE: ./build/esm/ci/git/tree.js
var tree = __webpack_require__(26284);
// EXTERNAL MODULE: ./build/esm/ci/trees/path.js
var path = __webpack_require__(33592);
;// CONCATENATED MODULE: ./build/esm/ci/workspace-files.js








/** Maximum number of links on the way to one file; more are taken for a cycle. */
const MAX_LINKS = 40;
/**
 * @param root top folder of the checkout, or any folder where there is none
 * @param own whether the user trusts all files, so that it does not matter what git tracks
 */
function workspaceFiles(root, { own = false } = {}) {
    let opened;
    const workspace = () => {
        opened ??= workspace_files_open(root, own);
        return opened;
    };
    async function find(path) {
        const { top, isTracked } = await workspace();
        // The prefix of the path may lead to the checkout through a link, as on macOS.
        const given = (0,external_node_path_.isAbsolute)(path) ? (0,external_node_path_.relative)((0,external_node_path_.resolve)(root), path) : path;
        const absolute = isInside(given) ? (0,external_node_path_.resolve)(top, given) : (0,external_node_path_.resolve)(root, path);
        const found = await follow(absolute, async (link) => {
            const inside = (0,external_node_path_.relative)(top, link);
            return isInside(inside) && (await isTracked(toPath(inside)));
        });
        if (typeof found === 'string')
            return { kind: 'tracked', path: toPath((0,external_node_path_.relative)(top, found)) };
        if (!found)
            return { kind: 'missing' };
        const inside = (0,external_node_path_.relative)(top, found.at);
        if (inside !== '' && isInside(inside) && found.kind === 'file' && (await isTracked(toPath(inside))))
            return { kind: 'tracked', path: toPath(inside) };
        return found;
    }
    async function list(folder) {
        if (!(0,external_node_path_.isAbsolute)(folder) && folder !== '' && !(0,path/* isTreePath */.m)(folder))
            return list((0,external_node_path_.resolve)(root, folder));
        const found = await find(folder === '' ? '.' : folder);
        if (found.kind !== 'folder')
            return [];
        const paths = await (0,working_tree/* workingTree */.c)(found.at).list('');
        return paths.map((path) => (folder === '' ? path : `${folder}/${path}`));
    }
    return { find, list };
}
/** Follows `path` link by link. Returns a link that `isRefused` rejects, or undefined if nothing is at the end. */
async function follow(path, isRefused) {
    let links = 0;
    let at = (0,external_node_path_.parse)(path).root;
    let rest = partsOf(path);
    let kind = 'folder';
    for (let part = rest.shift(); part !== undefined; part = rest.shift()) {
        if (kind !== 'folder')
            return undefined;
        const next = (0,external_node_path_.join)(at, part);
        const stats = await (0,promises_.lstat)(next).catch(() => undefined);
        if (stats?.isSymbolicLink()) {
            if (await isRefused(next))
                return next;
            if (++links > MAX_LINKS)
                return undefined;
            const target = (0,external_node_path_.resolve)(at, await (0,promises_.readlink)(next));
            rest = [...partsOf(target), ...rest];
            at = (0,external_node_path_.parse)(target).root;
            kind = 'folder';
        }
        else {
            kind = stats?.isFile() ? 'file' : stats?.isDirectory() ? 'folder' : undefined;
            if (!kind)
                return undefined;
            at = next;
        }
    }
    // On a case-insensitive file system, git knows the name as it is spelled on disk.
    return kind && { kind, at: await (0,promises_.realpath)(at).catch(() => at) };
}
function partsOf(path) {
    return path
        .slice((0,external_node_path_.parse)(path).root.length)
        .split(external_node_path_.sep)
        .filter((part) => part !== '');
}
async function workspace_files_open(root, own) {
    const top = await (0,promises_.realpath)(root);
    const isCheckout = !own && (await (0,repo_root/* repoRoot */.j)(top)) !== undefined;
    const git = (0,run/* openGit */.zY)(top);
    const head = isCheckout ? await (0,git_history/* headCommit */.Qo)(git) : undefined;
    /** Whether the commit or the index has anything at `path`, or a link, file or submodule on the way to it. */
    async function isTracked(path) {
        if (!isCheckout)
            return false;
        const added = await git.must(['ls-files', '-z', '--cached', '--full-name', '--', path]);
        if (added.length > 0)
            return true;
        return head?.ok === true && (0,tree/* isInCommit */.XG)(git, head.value, path);
    }
    return { top, isTracked };
}
/** Whether a relative path is the folder itself, or below it. */
function isInside(path) {
    return !(0,external_node_path_.isAbsolute)(path) && path !== '..' && !path.startsWith(`..${external_node_path_.sep}`);
}
function toPath(path) {
    return path.split(external_node_path_.sep).join('/');
}

;// CONCATENATED MODULE: ./build/esm/ci/index.js











// Hosts are loaded on demand: a run uses only one, and a local run needs no event schema.
/** See github/change.ts. */
async function githubChange(options) {
    return (await Promise.all(/* import() */[__webpack_require__.e(2857), __webpack_require__.e(2165)]).then(__webpack_require__.bind(__webpack_require__, 32165))).githubChange(options);
}
/** See git/blame.ts. */
async function gitBlame(root) {
    return (await __webpack_require__.e(/* import() */ 3973).then(__webpack_require__.bind(__webpack_require__, 33973))).gitBlame(root);
}
/** See gitlab/change.ts. */
async function gitlabChange(options) {
    return (await __webpack_require__.e(/* import() */ 5037).then(__webpack_require__.bind(__webpack_require__, 85037))).gitlabChange(options);
}
/** See local.ts. */
async function localChange(options) {
    return (await __webpack_require__.e(/* import() */ 1246).then(__webpack_require__.bind(__webpack_require__, 51246))).localChange(options);
}
/** See ci-run.ts. */
async function ciRun(env) {
    return (await __webpack_require__.e(/* import() */ 2285).then(__webpack_require__.bind(__webpack_require__, 42285))).ciRun(env);
}
/** See client-source.ts. */
async function clientSource(options) {
    return (await __webpack_require__.e(/* import() */ 7750).then(__webpack_require__.bind(__webpack_require__, 7750))).clientSource(options);
}
/** See staged.ts. */
async function stagedChange(root) {
    return (await __webpack_require__.e(/* import() */ 6691).then(__webpack_require__.bind(__webpack_require__, 86691))).stagedChange(root);
}
/** See client-source.ts. */
async function remoteHost(root) {
    return (await __webpack_require__.e(/* import() */ 7750).then(__webpack_require__.bind(__webpack_require__, 7750))).remoteHost(root);
}
/** See action-inputs.ts. */
async function readActionInputs(env) {
    return (await Promise.all(/* import() */[__webpack_require__.e(2857), __webpack_require__.e(8354), __webpack_require__.e(4033)]).then(__webpack_require__.bind(__webpack_require__, 24033))).readActionInputs(env);
}
/** See action-inputs.ts. */
async function readSimulateInputs(env) {
    return (await Promise.all(/* import() */[__webpack_require__.e(2857), __webpack_require__.e(8354), __webpack_require__.e(4033)]).then(__webpack_require__.bind(__webpack_require__, 24033))).readSimulateInputs(env);
}
/** See github/comment.ts. */
async function upsertComment(request) {
    return (await __webpack_require__.e(/* import() */ 7352).then(__webpack_require__.bind(__webpack_require__, 77352))).upsertComment(request);
}
/** See github/comment.ts. */
async function commentMarker(env, matrix, what) {
    return (await __webpack_require__.e(/* import() */ 7352).then(__webpack_require__.bind(__webpack_require__, 77352))).commentMarker(env, matrix, what);
}
/** See gitlab/note.ts. */
async function upsertNote(request) {
    return (await Promise.all(/* import() */[__webpack_require__.e(2857), __webpack_require__.e(6752), __webpack_require__.e(3055)]).then(__webpack_require__.bind(__webpack_require__, 53055))).upsertNote(request);
}
/** See gitlab/note.ts. */
async function noteMarker(env, what) {
    return (await Promise.all(/* import() */[__webpack_require__.e(2857), __webpack_require__.e(6752), __webpack_require__.e(3055)]).then(__webpack_require__.bind(__webpack_require__, 53055))).noteMarker(env, what);
}
/** See rules-checkout.ts. */
async function rulesCheckout(root, path) {
    return (await __webpack_require__.e(/* import() */ 3367).then(__webpack_require__.bind(__webpack_require__, 73367))).rulesCheckout(root, path);
}


/***/ }),

/***/ 2094:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   L: () => (/* binding */ inputVariable)
/* harmony export */ });
/** The environment variable in which GitHub's runner passes an input. Dashes are kept. */
function inputVariable(name) {
    return `INPUT_${name.replaceAll(' ', '_').toUpperCase()}`;
}


/***/ }),

/***/ 73269:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   C: () => (/* binding */ wantsNote),
/* harmony export */   j: () => (/* binding */ NOTE_TOKEN)
/* harmony export */ });
/* harmony import */ var _host_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(81807);

/** The variable with the token that writes the note on a merge request. The job's own token cannot write notes. */
const NOTE_TOKEN = 'QUERYGATE_GITLAB_TOKEN';
/** Whether the run reports on a merge request, with a note: in its pipeline, if there is a token. */
function wantsNote(env) {
    return (0,_host_js__WEBPACK_IMPORTED_MODULE_0__/* .detectHost */ .k)(env) === 'gitlab' && !!env['CI_MERGE_REQUEST_IID'] && !!env[NOTE_TOKEN];
}


/***/ }),

/***/ 54382:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   j: () => (/* binding */ repoRoot)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(51455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(76760);


/**
 * Top folder of the repository that contains `cwd` (absolute), or undefined if there is none. Like git, it looks for
 * the nearest folder with a `.git`, but without starting a process.
 */
async function repoRoot(cwd) {
    for (let folder = cwd;; folder = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(folder)) {
        const stats = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.lstat)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(folder, '.git')).catch(() => undefined);
        if (stats)
            return folder;
        if ((0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(folder) === folder)
            return undefined;
    }
}


/***/ }),

/***/ 33592:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   b: () => (/* binding */ textOf),
/* harmony export */   m: () => (/* binding */ isTreePath)
/* harmony export */ });
/** Whether `path` is below a repository's root: relative, with `/`, and without `.` or `..` parts. */
function isTreePath(path) {
    if (path === '' || path.includes('\0'))
        return false;
    return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}
/** Decodes UTF-8; undefined if the bytes are not valid UTF-8. */
function textOf(bytes) {
    try {
        return bytes && new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    }
    catch {
        return undefined;
    }
}


/***/ }),

/***/ 40661:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   c: () => (/* binding */ workingTree)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(73024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(76760);
/* harmony import */ var _model_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(72607);
/* harmony import */ var _path_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(33592);




/**
 * The files below `root` on disk. Links are never followed, not even on the way to a file.
 * `list` skips `.git`, and `node_modules` unless `folder` is inside it.
 *
 * Reads synchronously: a run reads one small file after the other, and the thread pool would only add overhead.
 *
 * @param root absolute path
 * @param known returns the paths of the whole tree; then the folders are not walked
 */
function workingTree(root, label = 'working tree', known) {
    const folders = new Set();
    async function read(path) {
        if (!(0,_path_js__WEBPACK_IMPORTED_MODULE_3__/* .isTreePath */ .m)(path))
            return { kind: 'missing' };
        let at = root;
        const parts = path.split('/');
        for (const [index, part] of parts.entries()) {
            at = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(at, part);
            const last = index === parts.length - 1;
            if (!last && folders.has(at))
                continue;
            const kind = kindOf(at, path);
            if (kind === 'missing' && part.includes('\ufffd')) {
                throw new _model_index_js__WEBPACK_IMPORTED_MODULE_2__/* .ConfigError */ .xL('the name of the file is not UTF-8; rename it, or leave it out with `ignore`', {
                    file: path,
                });
            }
            if (kind === 'link')
                return { kind: 'link' };
            if (kind !== (last ? 'file' : 'folder'))
                return { kind: 'missing' };
            if (!last)
                folders.add(at);
        }
        return readWhole(at, path);
    }
    async function find(folder, kind) {
        if (folder === '' && known) {
            return (await known()).filter((path) => kindOf((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, path), path) === kind).sort();
        }
        if (folder !== '' && !(0,_path_js__WEBPACK_IMPORTED_MODULE_3__/* .isTreePath */ .m)(folder))
            return [];
        let at = root;
        for (const part of folder === '' ? [] : folder.split('/')) {
            at = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(at, part);
            if (kindOf(at, folder) !== 'folder')
                return [];
        }
        const found = { file: [], link: [] };
        walk(at, folder, found);
        return found[kind].sort();
    }
    return {
        label,
        commit: undefined,
        read,
        list: (folder) => find(folder, 'file'),
        links: (folder) => find(folder, 'link'),
        readLinks: async () => (await find('', 'link')).map((path) => linkAt((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, path), path)),
    };
}
function kindOf(at, path) {
    try {
        const stats = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.lstatSync)(at);
        if (stats.isSymbolicLink())
            return 'link';
        if (stats.isDirectory())
            return 'folder';
        return stats.isFile() ? 'file' : 'other';
    }
    catch (error) {
        if (isMissing(error))
            return 'missing';
        throw unreadable(path, error);
    }
}
/** The target of a link, and its kind. The target is never opened. */
function linkAt(at, path) {
    let bytes;
    try {
        bytes = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readlinkSync)(at, { encoding: 'buffer' });
    }
    catch (error) {
        // A name that is not UTF-8 cannot be looked up by its decoded text.
        if (isMissing(error) || codeOf(error) === 'EINVAL')
            return { path, target: undefined, leadsTo: undefined };
        throw unreadable(path, error);
    }
    const target = bytes.length > _model_index_js__WEBPACK_IMPORTED_MODULE_2__/* .MAX_LINK_BYTES */ .ko ? undefined : (0,_path_js__WEBPACK_IMPORTED_MODULE_3__/* .textOf */ .b)(bytes);
    return { path, target, leadsTo: targetKind(at) };
}
function targetKind(at) {
    try {
        return (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.statSync)(at).isDirectory() ? 'folder' : 'file';
    }
    catch (error) {
        return isMissing(error) || codeOf(error) === 'ELOOP' ? 'missing' : undefined;
    }
}
function readWhole(at, path) {
    try {
        // The flag rejects a link that was created since the check above.
        const file = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.openSync)(at, node_fs__WEBPACK_IMPORTED_MODULE_0__.constants.O_RDONLY | (node_fs__WEBPACK_IMPORTED_MODULE_0__.constants.O_NOFOLLOW ?? 0));
        try {
            const { size } = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.fstatSync)(file);
            if (size > _model_index_js__WEBPACK_IMPORTED_MODULE_2__/* .MAX_FILE_BYTES */ .gZ)
                return { kind: 'oversized', size };
            return { kind: 'file', bytes: (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)(file) };
        }
        finally {
            (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.closeSync)(file);
        }
    }
    catch (error) {
        if (isMissing(error))
            return { kind: 'missing' };
        throw unreadable(path, error);
    }
}
function walk(at, prefix, found) {
    for (const entry of entriesOf(at, prefix)) {
        // A folder, or the file of a submodule or linked work tree.
        if (entry.name === '.git')
            continue;
        const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
        if (entry.isFile())
            found.file.push(path);
        else if (entry.isSymbolicLink())
            found.link.push(path);
        else if (entry.isDirectory() && entry.name !== 'node_modules')
            walk((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(at, entry.name), path, found);
    }
}
/** A folder that was removed since it was listed has no entries; one that cannot be read is an error. */
function entriesOf(at, path) {
    try {
        return (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readdirSync)(at, { withFileTypes: true });
    }
    catch (error) {
        if (isMissing(error))
            return [];
        throw unreadable(path === '' ? '.' : path, error);
    }
}
function codeOf(error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}
function isMissing(error) {
    return ['ENOENT', 'ENOTDIR'].includes(codeOf(error));
}
function unreadable(path, error) {
    return new _model_index_js__WEBPACK_IMPORTED_MODULE_2__/* .ConfigError */ .xL(`cannot read the file (${codeOf(error)}); give this user read permission`, {
        file: path,
    });
}


/***/ })

};
