export const id = 922;
export const ids = [922];
export const modules = {

/***/ 78084:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   x: () => (/* binding */ reportFailure)
/* harmony export */ });
/* harmony import */ var commander__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(48179);
/* harmony import */ var _model_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(60949);
/* harmony import */ var _report_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(34992);



/** Prints an error as one line on standard error, and gives the exit code that it asks for. */
function reportFailure(error) {
    if (error instanceof commander__WEBPACK_IMPORTED_MODULE_0__/* .CommanderError */ .b7)
        return error.exitCode === 0 ? _model_index_js__WEBPACK_IMPORTED_MODULE_1__/* .EXIT */ .dc.ok : _model_index_js__WEBPACK_IMPORTED_MODULE_1__/* .EXIT */ .dc.config;
    if (error instanceof _model_index_js__WEBPACK_IMPORTED_MODULE_1__/* .ConfigError */ .xL) {
        process.stderr.write(`querygate: ${(0,_report_index_js__WEBPACK_IMPORTED_MODULE_2__/* .visible */ .RK)(error.toLine())}\n`);
        return error.exitCode;
    }
    if (error instanceof _model_index_js__WEBPACK_IMPORTED_MODULE_1__/* .ServiceError */ ._7) {
        process.stderr.write(`querygate: ${(0,_report_index_js__WEBPACK_IMPORTED_MODULE_2__/* .visible */ .RK)(error.message)}\n`);
        return error.exitCode;
    }
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`querygate: this is a defect of querygate ${_model_index_js__WEBPACK_IMPORTED_MODULE_1__/* .PRODUCT */ .Ax.version}; please report it at ${_model_index_js__WEBPACK_IMPORTED_MODULE_1__/* .PRODUCT */ .Ax.homepage}/issues with:\n${(0,_report_index_js__WEBPACK_IMPORTED_MODULE_2__/* .visibleLines */ .gB)(stack)}\n`);
    return _model_index_js__WEBPACK_IMPORTED_MODULE_1__/* .EXIT */ .dc.internal;
}


/***/ }),

/***/ 95922:
/***/ ((__webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.a(__webpack_module__, async (__webpack_handle_async_dependencies__, __webpack_async_result__) => { try {
__webpack_require__.r(__webpack_exports__);
/* harmony import */ var commander__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(48179);
/* harmony import */ var _model_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(60949);
/* harmony import */ var _report_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(34992);
/* harmony import */ var _failure_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(78084);




// The command-line client: each command loads what it needs, when it is run.
const EXIT_CODES = `
exit codes:
  0   nothing at or above the threshold
  1   blocked, or a legitimate flow would break
  2   usage or configuration error, unreadable file, invalid rule
  3   authentication or scope
  4   service unreachable, or answered with an error
  5   something could not be decided, and policy says that fails
  70  a defect of querygate
`;
/** An option that may be given several times. */
function several(value, previous = []) {
    return [...previous, value];
}
function output(value, previous = []) {
    if (!/^[a-z-]+=./.test(value))
        throw new commander__WEBPACK_IMPORTED_MODULE_0__/* .InvalidArgumentError */ .Di('it must be `<format>=<path>`.');
    return [...previous, value];
}
function whole(value) {
    if (!/^\d{1,15}$/.test(value))
        throw new commander__WEBPACK_IMPORTED_MODULE_0__/* .InvalidArgumentError */ .Di('it must be a whole number.');
    return Number(value);
}
function percent(value) {
    if (!/^\d{1,3}(\.\d+)?$/.test(value) || Number(value) > 100)
        throw new commander__WEBPACK_IMPORTED_MODULE_0__/* .InvalidArgumentError */ .Di('it must be a number from 0 to 100.');
    return Number(value);
}
const dialect = (what = 'dialect of the files; default: by path, from the configuration') => new commander__WEBPACK_IMPORTED_MODULE_0__/* .Option */ .c$('--dialect <dialect>', what).choices(_model_index_js__WEBPACK_IMPORTED_MODULE_1__/* .DIALECTS */ .O9);
const rules = () => new commander__WEBPACK_IMPORTED_MODULE_0__/* .Option */ .c$('--rules <path>', 'ruleset: a file, a folder, or a pack such as querygate:recommended@1');
const config = () => new commander__WEBPACK_IMPORTED_MODULE_0__/* .Option */ .c$('--config <path>', 'configuration; default: .querygate/config.yml');
function program() {
    const top = new commander__WEBPACK_IMPORTED_MODULE_0__/* .Command */ .uB('querygate')
        .description('Dry-runs SQL against a ruleset and fails on what is destructive; replays what production ran under edited rules and fails on what they would break. It never touches a database.')
        .version(_model_index_js__WEBPACK_IMPORTED_MODULE_1__/* .PRODUCT */ .Ax.version)
        .addHelpText('after', EXIT_CODES)
        .exitOverride()
        .configureOutput({ outputError: (text, write) => write(text) })
        .showHelpAfterError('(`querygate --help` shows what there is)');
    top
        .command('check')
        .description('judge SQL files')
        .argument('[paths...]', 'files, folders, globs, or - for standard input; default: the configuration, else **/*.sql')
        .addOption(dialect())
        .option('--workspace <id>', 'workspace of a service (environment: SERVICE_WORKSPACE_ID)')
        .addOption(rules())
        .addOption(config())
        .option('--changed', 'only what the change did: of the CI host, else since the default branch')
        .option('--since <ref>', 'only what changed since this branch, tag or commit')
        .option('--ignore <glob>', 'leave these files out (may be repeated)', several)
        .option('--caller <key=value>', 'who runs the files: user, role, application, database (may be repeated)', several)
        .addOption(new commander__WEBPACK_IMPORTED_MODULE_0__/* .Option */ .c$('--findings <which>', 'which findings of a modified file count').choices(_model_index_js__WEBPACK_IMPORTED_MODULE_1__/* .FINDINGS_MODES */ .a))
        .addOption(new commander__WEBPACK_IMPORTED_MODULE_0__/* .Option */ .c$('--format <format>', 'what is printed').choices(Object.keys(_report_index_js__WEBPACK_IMPORTED_MODULE_2__/* .FORMATS */ .hR)).default('terminal'))
        .option('--output <format=path>', 'also write this format to a file (may be repeated)', output)
        .addOption(new commander__WEBPACK_IMPORTED_MODULE_0__/* .Option */ .c$('--fail-on <verdict>', 'lowest verdict that fails').choices(_model_index_js__WEBPACK_IMPORTED_MODULE_1__/* .FAIL_ON */ .d$))
        .addOption(new commander__WEBPACK_IMPORTED_MODULE_0__/* .Option */ .c$('--on-unknown <action>', 'what something that could not be decided does').choices(_model_index_js__WEBPACK_IMPORTED_MODULE_1__/* .ON_UNKNOWN */ .zN))
        .option('--base-url <url>', 'address of a service (environment: SERVICE_BASE_URL)')
        .option('--timeout <seconds>', 'how long the service may take; default: 600', whole)
        .action(async (paths, options) => {
        await (await Promise.all(/* import() */[__webpack_require__.e(433), __webpack_require__.e(462), __webpack_require__.e(994)]).then(__webpack_require__.bind(__webpack_require__, 64994))).check(paths, options);
    });
    top
        .command('simulate')
        .description('replay the history of production under edited rules: which flows would break')
        .option('--history <path>', 'snapshot or log, also a folder or glob (may be repeated)', several)
        .addOption(dialect('dialect of logs that do not tell it; default: of the configuration'))
        .addOption(rules())
        .addOption(config())
        .option('--changed', 'the change of the CI host, else since the default branch (the default)')
        .option('--since <ref>', 'what changed since this branch, tag or commit, as it would be once merged')
        .option('--base <ref>', 'compare with the rules of this commit, as if what is here took its place')
        .option('--base-rules <path>', 'without git: the ruleset in force')
        .option('--head-rules <path>', 'without git: the ruleset to try')
        .option('--max-broken-flows <n>', 'legitimate flows that may break', whole)
        .option('--max-unknown <n>', 'flows that may stay undecided', whole)
        .option('--max-unread <percent>', 'calls that may be unread', percent)
        .option('--max-age <days>', 'how old the last statement of the history may be', whole)
        .option('--fail-on-newly-allowed', 'fail where a flow would be newly allowed, or a rule be looser')
        .addOption(new commander__WEBPACK_IMPORTED_MODULE_0__/* .Option */ .c$('--fail-on <verdict>', 'what fails; never: report only').choices(['block', 'never']))
        .option('--propose-acknowledgements', 'print acknowledgements of all that would break, to paste into the ruleset')
        .addOption(new commander__WEBPACK_IMPORTED_MODULE_0__/* .Option */ .c$('--format <format>', 'what is printed').choices(Object.keys(_report_index_js__WEBPACK_IMPORTED_MODULE_2__/* .SIMULATION_FORMATS */ .l2)).default('terminal'))
        .option('--output <format=path>', 'also write this format to a file (may be repeated)', output)
        .option('--base-url <url>', 'address of a service (environment: SERVICE_BASE_URL)')
        .option('--workspace <id>', 'workspace of a service (environment: SERVICE_WORKSPACE_ID)')
        .option('--timeout <seconds>', 'how long the service may take; default: 600', whole)
        .action(async (options) => {
        await (await Promise.all(/* import() */[__webpack_require__.e(433), __webpack_require__.e(462), __webpack_require__.e(638)]).then(__webpack_require__.bind(__webpack_require__, 33638))).simulate(options);
    });
    const historyCommands = top
        .command('history')
        .description('collect, look at and merge histories of what production ran');
    historyCommands
        .command('collect')
        .description('read logs and exports into a snapshot, in which every literal is replaced')
        .argument('<logs...>', 'logs or exports, plain or packed (gzip, zstd), or - for standard input')
        .requiredOption('-o, --output <file>', 'the snapshot to write, such as .querygate/history.jsonl.gz')
        .addOption(new commander__WEBPACK_IMPORTED_MODULE_0__/* .Option */ .c$('--format <kind>', 'what the logs are; default: told by how they begin').choices(Object.keys(_model_index_js__WEBPACK_IMPORTED_MODULE_1__/* .HISTORY_SOURCES */ .gO)))
        .addOption(dialect('dialect of logs that do not tell it'))
        .option('--log-line-prefix <prefix>', 'log_line_prefix of a PostgreSQL log as text; default: told by how it begins')
        .option('--workers <n>', 'threads; default: 1 for small logs, else up to 4', whole)
        .option('--memory <mb>', 'megabytes for counting; what has no room goes over the disk (default: 256)', whole)
        .option('--max-variants <n>', 'rows of one flow above which facts that differ are given up (default: 1000)', whole)
        .action(async (logs, options) => {
        await (await Promise.all(/* import() */[__webpack_require__.e(433), __webpack_require__.e(666)]).then(__webpack_require__.bind(__webpack_require__, 64666))).collect(logs, options);
    });
    historyCommands
        .command('show')
        .description('tell what a snapshot holds: window, sources, largest flows, what was unreadable, what is not known')
        .argument('<file>', 'a snapshot')
        .option('--top <n>', 'how many of the largest flows to list', whole, 20)
        .option('--json', 'print it as JSON')
        .action(async (file, options) => {
        await (await Promise.all(/* import() */[__webpack_require__.e(433), __webpack_require__.e(666)]).then(__webpack_require__.bind(__webpack_require__, 64666))).show(file, options);
    });
    historyCommands
        .command('merge')
        .description('put several snapshots together')
        .argument('<files...>', 'snapshots')
        .requiredOption('-o, --output <file>', 'the snapshot to write')
        .option('--allow-overlap', 'count what two of them both seem to hold')
        .option('--max-variants <n>', 'rows of one flow above which facts that differ are given up', whole)
        .action(async (files, options) => {
        await (await Promise.all(/* import() */[__webpack_require__.e(433), __webpack_require__.e(666)]).then(__webpack_require__.bind(__webpack_require__, 64666))).merge(files, options);
    });
    top
        .command('explain')
        .description('tell what each statement of a file was understood to do, and by which reader')
        .argument('<file>', 'a SQL file')
        .addOption(dialect())
        .addOption(config())
        .action(async (file, options) => {
        process.stdout.write(await (await Promise.all(/* import() */[__webpack_require__.e(433), __webpack_require__.e(462), __webpack_require__.e(624)]).then(__webpack_require__.bind(__webpack_require__, 73624))).explain(file, options));
    });
    const ruleCommands = top.command('rules').description('look at a ruleset');
    ruleCommands
        .command('list')
        .description('list the rules in force here')
        .addOption(rules())
        .action(async (options) => {
        process.stdout.write(await (await Promise.all(/* import() */[__webpack_require__.e(433), __webpack_require__.e(462), __webpack_require__.e(624)]).then(__webpack_require__.bind(__webpack_require__, 73624))).rulesList(options));
    });
    ruleCommands
        .command('show')
        .description('show one rule')
        .argument('<id>')
        .addOption(rules())
        .action(async (id, options) => {
        process.stdout.write(await (await Promise.all(/* import() */[__webpack_require__.e(433), __webpack_require__.e(462), __webpack_require__.e(624)]).then(__webpack_require__.bind(__webpack_require__, 73624))).rulesShow(id, options));
    });
    ruleCommands
        .command('test')
        .description('run the examples of the rules')
        .addOption(rules())
        .action(async (options) => {
        const { text, failed } = await (await Promise.all(/* import() */[__webpack_require__.e(433), __webpack_require__.e(462), __webpack_require__.e(624)]).then(__webpack_require__.bind(__webpack_require__, 73624))).rulesTest(options);
        if (failed > 0)
            process.exitCode = _model_index_js__WEBPACK_IMPORTED_MODULE_1__/* .EXIT */ .dc.config;
        process.stdout.write(text);
    });
    top
        .command('baseline')
        .description('accept the findings of today: write .querygate/baseline.json')
        .argument('[paths...]', 'as of `check`')
        .addOption(dialect())
        .option('--file <path>', 'where to write it; default: .querygate/baseline.json')
        .option('--base-url <url>', 'address of a service (environment: SERVICE_BASE_URL)')
        .option('--workspace <id>', 'workspace of a service (environment: SERVICE_WORKSPACE_ID)')
        .option('--timeout <seconds>', 'how long the service may take; default: 600', whole)
        .action(async (paths, options) => {
        process.stdout.write(await (await Promise.all(/* import() */[__webpack_require__.e(433), __webpack_require__.e(462), __webpack_require__.e(624)]).then(__webpack_require__.bind(__webpack_require__, 73624))).baseline(paths, options));
    });
    top
        .command('init')
        .description('set a repository up: configuration, rules, workflow, CODEOWNERS; shows before it writes')
        .addOption(dialect())
        .addOption(new commander__WEBPACK_IMPORTED_MODULE_0__/* .Option */ .c$('--host <host>', 'CI host').choices(['github', 'gitlab']))
        .option('--yes', 'write without asking')
        .action(async (options) => {
        process.exitCode = await (await Promise.all(/* import() */[__webpack_require__.e(433), __webpack_require__.e(462), __webpack_require__.e(624)]).then(__webpack_require__.bind(__webpack_require__, 73624))).init(options);
    });
    for (const [name, description] of Object.entries(OF_THE_SERVICE))
        top
            .command(name)
            .description(description)
            .helpOption(false)
            .allowUnknownOption()
            .argument('[arguments...]', `\`querygate ${name} --help\` shows them`)
            .action(async () => {
            await (await __webpack_require__.e(/* import() */ 523).then(__webpack_require__.bind(__webpack_require__, 56523))).startServerProgram();
        });
    return top;
}
/** Commands of the service's own program, which reads what follows them. */
const OF_THE_SERVICE = {
    serve: 'run the service: workspaces, API keys, the audit trail, and the endpoints that CI talks to',
    admin: 'manage a service on its own machine: workspaces, people, API keys, rulesets, history, audit trail',
};
// A reader that closes the pipe (`| head`) is no defect.
process.stdout.on('error', (error) => {
    if (error.code !== 'EPIPE')
        throw error;
    process.exit();
});
try {
    await program().parseAsync();
}
catch (error) {
    const code = (0,_failure_js__WEBPACK_IMPORTED_MODULE_3__/* .reportFailure */ .x)(error);
    // Of several the smallest: a block that is printed stays one, whatever could not be written afterwards.
    process.exitCode = Math.min(code, Number(process.exitCode) || code);
}

__webpack_async_result__();
} catch(e) { __webpack_async_result__(e); } }, 1);

/***/ })

};
