export const id = 837;
export const ids = [837];
export const modules = {

/***/ 837:
/***/ ((__webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.a(__webpack_module__, async (__webpack_handle_async_dependencies__, __webpack_async_result__) => { try {
__webpack_require__.r(__webpack_exports__);
/* harmony import */ var commander__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8179);
/* harmony import */ var _model_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5834);
/* harmony import */ var _report_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3432);



// The command-line client: each command loads what it needs, when it is run.
const EXIT_CODES = `
exit codes:
  0   nothing at or above the threshold
  1   blocked
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
const dialect = () => new commander__WEBPACK_IMPORTED_MODULE_0__/* .Option */ .c$('--dialect <dialect>', 'dialect of the files; default: by path, from the configuration').choices(_model_index_js__WEBPACK_IMPORTED_MODULE_1__/* .DIALECTS */ .O9);
const rules = () => new commander__WEBPACK_IMPORTED_MODULE_0__/* .Option */ .c$('--rules <path>', 'ruleset: a file, a folder, or a pack such as querygate:recommended@1');
const config = () => new commander__WEBPACK_IMPORTED_MODULE_0__/* .Option */ .c$('--config <path>', 'configuration; default: .querygate/config.yml');
function program() {
    const top = new commander__WEBPACK_IMPORTED_MODULE_0__/* .Command */ .uB('querygate')
        .description('Dry-runs SQL against a ruleset and fails on what is destructive. It never touches a database.')
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
        .action(async (paths, options) => {
        await (await Promise.all(/* import() */[__webpack_require__.e(308), __webpack_require__.e(84)]).then(__webpack_require__.bind(__webpack_require__, 5084))).check(paths, options);
    });
    top
        .command('explain')
        .description('tell what each statement of a file was understood to do, and by which reader')
        .argument('<file>', 'a SQL file')
        .addOption(dialect())
        .addOption(config())
        .action(async (file, options) => {
        process.stdout.write(await (await Promise.all(/* import() */[__webpack_require__.e(308), __webpack_require__.e(726)]).then(__webpack_require__.bind(__webpack_require__, 5726))).explain(file, options));
    });
    const ruleCommands = top.command('rules').description('look at a ruleset');
    ruleCommands
        .command('list')
        .description('list the rules in force here')
        .addOption(rules())
        .action(async (options) => {
        process.stdout.write(await (await Promise.all(/* import() */[__webpack_require__.e(308), __webpack_require__.e(726)]).then(__webpack_require__.bind(__webpack_require__, 5726))).rulesList(options));
    });
    ruleCommands
        .command('show')
        .description('show one rule')
        .argument('<id>')
        .addOption(rules())
        .action(async (id, options) => {
        process.stdout.write(await (await Promise.all(/* import() */[__webpack_require__.e(308), __webpack_require__.e(726)]).then(__webpack_require__.bind(__webpack_require__, 5726))).rulesShow(id, options));
    });
    ruleCommands
        .command('test')
        .description('run the examples of the rules')
        .addOption(rules())
        .action(async (options) => {
        const { text, failed } = await (await Promise.all(/* import() */[__webpack_require__.e(308), __webpack_require__.e(726)]).then(__webpack_require__.bind(__webpack_require__, 5726))).rulesTest(options);
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
        .action(async (paths, options) => {
        process.stdout.write(await (await Promise.all(/* import() */[__webpack_require__.e(308), __webpack_require__.e(726)]).then(__webpack_require__.bind(__webpack_require__, 5726))).baseline(paths, options));
    });
    top
        .command('init')
        .description('set a repository up: configuration, rules, workflow, CODEOWNERS; shows before it writes')
        .addOption(dialect())
        .addOption(new commander__WEBPACK_IMPORTED_MODULE_0__/* .Option */ .c$('--host <host>', 'CI host').choices(['github', 'gitlab']))
        .option('--yes', 'write without asking')
        .action(async (options) => {
        process.exitCode = await (await Promise.all(/* import() */[__webpack_require__.e(308), __webpack_require__.e(726)]).then(__webpack_require__.bind(__webpack_require__, 5726))).init(options);
    });
    return top;
}
/** One line on standard error, and the exit code that the error asks for. */
function fail(error) {
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
    const code = fail(error);
    // Of several the smallest: a block that is printed stays one, whatever could not be written afterwards.
    process.exitCode = Math.min(code, Number(process.exitCode) || code);
}

__webpack_async_result__();
} catch(e) { __webpack_async_result__(e); } }, 1);

/***/ })

};
