export const id = 4394;
export const ids = [4394];
export const modules = {

/***/ 57336:
/***/ ((module) => {

let p = process || {}, argv = p.argv || [], env = p.env || {}
let isColorSupported =
	!(!!env.NO_COLOR || argv.includes("--no-color")) &&
	(!!env.FORCE_COLOR || argv.includes("--color") || p.platform === "win32" || ((p.stdout || {}).isTTY && env.TERM !== "dumb") || !!env.CI)

let formatter = (open, close, replace = open) =>
	input => {
		let string = "" + input, index = string.indexOf(close, open.length)
		return ~index ? open + replaceClose(string, close, replace, index) + close : open + string + close
	}

let replaceClose = (string, close, replace, index) => {
	let result = "", cursor = 0
	do {
		result += string.substring(cursor, index) + replace
		cursor = index + close.length
		index = string.indexOf(close, cursor)
	} while (~index)
	return result + string.substring(cursor)
}

let createColors = (enabled = isColorSupported) => {
	let f = enabled ? formatter : () => String
	return {
		isColorSupported: enabled,
		reset: f("\x1b[0m", "\x1b[0m"),
		bold: f("\x1b[1m", "\x1b[22m", "\x1b[22m\x1b[1m"),
		dim: f("\x1b[2m", "\x1b[22m", "\x1b[22m\x1b[2m"),
		italic: f("\x1b[3m", "\x1b[23m"),
		underline: f("\x1b[4m", "\x1b[24m"),
		inverse: f("\x1b[7m", "\x1b[27m"),
		hidden: f("\x1b[8m", "\x1b[28m"),
		strikethrough: f("\x1b[9m", "\x1b[29m"),

		black: f("\x1b[30m", "\x1b[39m"),
		red: f("\x1b[31m", "\x1b[39m"),
		green: f("\x1b[32m", "\x1b[39m"),
		yellow: f("\x1b[33m", "\x1b[39m"),
		blue: f("\x1b[34m", "\x1b[39m"),
		magenta: f("\x1b[35m", "\x1b[39m"),
		cyan: f("\x1b[36m", "\x1b[39m"),
		white: f("\x1b[37m", "\x1b[39m"),
		gray: f("\x1b[90m", "\x1b[39m"),

		bgBlack: f("\x1b[40m", "\x1b[49m"),
		bgRed: f("\x1b[41m", "\x1b[49m"),
		bgGreen: f("\x1b[42m", "\x1b[49m"),
		bgYellow: f("\x1b[43m", "\x1b[49m"),
		bgBlue: f("\x1b[44m", "\x1b[49m"),
		bgMagenta: f("\x1b[45m", "\x1b[49m"),
		bgCyan: f("\x1b[46m", "\x1b[49m"),
		bgWhite: f("\x1b[47m", "\x1b[49m"),

		blackBright: f("\x1b[90m", "\x1b[39m"),
		redBright: f("\x1b[91m", "\x1b[39m"),
		greenBright: f("\x1b[92m", "\x1b[39m"),
		yellowBright: f("\x1b[93m", "\x1b[39m"),
		blueBright: f("\x1b[94m", "\x1b[39m"),
		magentaBright: f("\x1b[95m", "\x1b[39m"),
		cyanBright: f("\x1b[96m", "\x1b[39m"),
		whiteBright: f("\x1b[97m", "\x1b[39m"),

		bgBlackBright: f("\x1b[100m", "\x1b[49m"),
		bgRedBright: f("\x1b[101m", "\x1b[49m"),
		bgGreenBright: f("\x1b[102m", "\x1b[49m"),
		bgYellowBright: f("\x1b[103m", "\x1b[49m"),
		bgBlueBright: f("\x1b[104m", "\x1b[49m"),
		bgMagentaBright: f("\x1b[105m", "\x1b[49m"),
		bgCyanBright: f("\x1b[106m", "\x1b[49m"),
		bgWhiteBright: f("\x1b[107m", "\x1b[49m"),
	}
}

module.exports = createColors()
module.exports.createColors = createColors


/***/ }),

/***/ 76585:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   g: () => (/* binding */ failureOf)
/* harmony export */ });
/* harmony import */ var _model_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(72607);
/* harmony import */ var _report_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(16419);


/** The error as annotations, one for each mistake. An error of another class is a bug in Querygate. */
function failureOf(error) {
    if (error instanceof _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .ConfigError */ .xL) {
        const failures = error.all.map(({ message, place }) => ({
            title: 'querygate: configuration',
            message: (0,_report_index_js__WEBPACK_IMPORTED_MODULE_1__/* .visible */ .RK)(message),
            ...visiblePlace(place),
        }));
        return { failures, exitCode: error.exitCode, details: error.all.map((each) => (0,_report_index_js__WEBPACK_IMPORTED_MODULE_1__/* .visible */ .RK)(each.toLine())).join('\n') };
    }
    if (error instanceof _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .ServiceError */ ._7) {
        const message = (0,_report_index_js__WEBPACK_IMPORTED_MODULE_1__/* .visible */ .RK)(error.message);
        return { failures: [{ title: 'querygate: service', message }], exitCode: error.exitCode, details: message };
    }
    const cause = error instanceof Error ? error : new _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .InternalError */ .Gd(String(error));
    const message = `internal error in querygate ${_model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .PRODUCT */ .Ax.version} (${(0,_report_index_js__WEBPACK_IMPORTED_MODULE_1__/* .visible */ .RK)(cause.message)}): please report it with the log of this step`;
    return {
        failures: [{ title: 'querygate: internal error', message }],
        exitCode: _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .EXIT */ .dc.internal,
        details: cause.stack ?? message,
    };
}
function visiblePlace(place) {
    if (!place)
        return {};
    return { file: (0,_report_index_js__WEBPACK_IMPORTED_MODULE_1__/* .visible */ .RK)(place.file), line: place.line, column: place.column };
}


/***/ }),

/***/ 36913:
/***/ ((__webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.a(__webpack_module__, async (__webpack_handle_async_dependencies__, __webpack_async_result__) => { try {
__webpack_require__.r(__webpack_exports__);
/* harmony import */ var _ci_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2420);
/* harmony import */ var _commands_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(66028);
/* harmony import */ var _model_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(72607);
/* harmony import */ var _report_index_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(16419);
/* harmony import */ var _cli_worker_url_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(99906);
/* harmony import */ var _failure_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(76585);
/* harmony import */ var _step_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(22889);







// The GitHub Action `simulate`: passes the step's inputs to the command, and shows its report on the step.
async function main(env, cwd) {
    const step = await (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_0__/* .githubStep */ .Aj)(env);
    try {
        step.maskSecrets();
        const inputs = await (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_0__/* .readSimulateInputs */ .i5)(env);
        const changes = await (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_0__/* .githubChange */ .Ew)({ root: cwd, env, token: inputs['github-token'] });
        const report = await simulate(inputs, changes, env, cwd);
        await publish(step, report, inputs, env, cwd);
        if (inputs.comment)
            await (0,_step_js__WEBPACK_IMPORTED_MODULE_6__/* .postComment */ .Gy)(step, env, {
                token: inputs['github-token'],
                pullNumber: changes.pullNumber,
                marker: await (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_0__/* .commentMarker */ .Ql)(env, inputs.matrix, 'simulate'),
                markdown: (marker) => (0,_report_index_js__WEBPACK_IMPORTED_MODULE_3__/* .simulationComment */ .$A)(report, { marker }),
                onlyUpdate: !(0,_commands_index_js__WEBPACK_IMPORTED_MODULE_1__/* .simulationDeservesComment */ .ut)(report),
            });
        if (report.exitCode !== _model_index_js__WEBPACK_IMPORTED_MODULE_2__/* .EXIT */ .dc.ok)
            process.exitCode = 1;
    }
    catch (error) {
        process.exitCode = 1;
        const { failures, exitCode, details } = (0,_failure_js__WEBPACK_IMPORTED_MODULE_5__/* .failureOf */ .g)(error);
        for (const failure of failures)
            step.fail(failure);
        step.log(details);
        setOutputs(step, { verdict: 'unknown', 'exit-code': exitCode });
    }
}
async function simulate(inputs, changes, env, cwd) {
    const newlyAllowed = inputs['fail-on-newly-allowed'];
    return (0,_commands_index_js__WEBPACK_IMPORTED_MODULE_1__/* .runSimulate */ .wp)({
        change: changes.change,
        head: changes.head,
        event: changes.event,
        hostNotices: changes.notices,
        source: await (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_0__/* .clientSource */ .H0)({ main: process.argv[1], cwd, env, isAction: true }),
        now: new Date(),
        files: (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_0__/* .workspaceFiles */ .PZ)(cwd),
        workerUrl: (0,_cli_worker_url_js__WEBPACK_IMPORTED_MODULE_4__/* .workerUrl */ .O)(),
        trustedRules: inputs.rules === undefined ? undefined : await (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_0__/* .rulesCheckout */ .oH)(cwd, inputs.rules),
        ...(0,_step_js__WEBPACK_IMPORTED_MODULE_6__/* .pickGiven */ .bz)({ rules: inputs.rules, config: inputs.config, history: inputs.history }),
        limits: (0,_step_js__WEBPACK_IMPORTED_MODULE_6__/* .pickGiven */ .bz)({
            maxBrokenFlows: inputs['max-broken-flows'],
            maxUnknown: inputs['max-unknown'],
            maxUnread: inputs['max-unread'],
            maxAge: inputs['max-age'],
            failOnNewlyAllowed: newlyAllowed && newlyAllowed === 'true',
            failOn: inputs['fail-on'],
        }),
        service: {
            ...(0,_step_js__WEBPACK_IMPORTED_MODULE_6__/* .serviceOf */ .z5)(inputs, env),
            timeout: inputs.timeout,
            withheld: (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_0__/* .secretsWithheld */ .J0)(changes.change, env),
            run: await (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_0__/* .ciRun */ .Gx)(env),
            env,
        },
    });
}
/** Writes the annotations first: later steps can fail for lack of permissions, and the annotations still show. */
async function publish(step, report, inputs, env, cwd) {
    step.annotate(_report_index_js__WEBPACK_IMPORTED_MODULE_3__/* .SIMULATION_FORMATS */ .l2.github.render(report));
    step.log(_report_index_js__WEBPACK_IMPORTED_MODULE_3__/* .SIMULATION_FORMATS */ .l2.terminal.render(report, { width: 120 }));
    const written = await (0,_step_js__WEBPACK_IMPORTED_MODULE_6__/* .writeReport */ .u5)(inputs.report, _report_index_js__WEBPACK_IMPORTED_MODULE_3__/* .SIMULATION_FORMATS */ .l2.json.render(report), env, cwd);
    await (0,_step_js__WEBPACK_IMPORTED_MODULE_6__/* .writeOutputs */ .Kn)(report, _report_index_js__WEBPACK_IMPORTED_MODULE_3__/* .SIMULATION_FORMATS */ .l2, inputs.outputs, (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_0__/* .analysisCategory */ .vW)(env, inputs.matrix, 'simulate'), cwd);
    const totals = report.result?.totals;
    const broken = report.result?.flows.filter(isBroken) ?? [];
    setOutputs(step, {
        verdict: report.verdict,
        'exit-code': report.exitCode,
        outcome: report.outcome,
        'broken-flows': broken.length,
        'broken-calls': broken.reduce((sum, flow) => sum + flow.affectedCalls, 0),
        'newly-allowed': totals?.newlyAllowed.flows ?? 0,
        unknown: totals?.unknown.flows ?? 0,
        acknowledged: totals?.acknowledged.flows ?? 0,
        flows: totals?.replayed.flows ?? 0,
        calls: totals?.replayed.calls ?? 0,
        report: written,
    });
    await (0,_step_js__WEBPACK_IMPORTED_MODULE_6__/* .summarise */ .fS)(step, (limit) => _report_index_js__WEBPACK_IMPORTED_MODULE_3__/* .SIMULATION_FORMATS */ .l2.summary.render(report, { limit }));
}
/** The flow would break, and the break is not acknowledged. */
function isBroken({ class: kind, leftOut, acknowledged }) {
    return (kind === 'newly_blocked' || kind === 'partly_blocked') && leftOut === undefined && acknowledged === undefined;
}
/** Always sets every output, so that a later step never takes a missing output for the zero of a passed run. */
function setOutputs(step, values) {
    const counts = { 'broken-flows': 0, 'broken-calls': 0, 'newly-allowed': 0, unknown: 0, acknowledged: 0 };
    const all = { outcome: 'not_simulated', ...counts, flows: 0, calls: 0, report: '', ...values };
    for (const [name, value] of Object.entries(all))
        step.output(name, value);
}
await main(process.env, process.cwd());

__webpack_async_result__();
} catch(e) { __webpack_async_result__(e); } }, 1);

/***/ }),

/***/ 22889:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Gy: () => (/* binding */ postComment),
/* harmony export */   Kn: () => (/* binding */ writeOutputs),
/* harmony export */   bz: () => (/* binding */ pickGiven),
/* harmony export */   fS: () => (/* binding */ summarise),
/* harmony export */   u5: () => (/* binding */ writeReport),
/* harmony export */   z5: () => (/* binding */ serviceOf)
/* harmony export */ });
/* harmony import */ var _ci_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2420);
/* harmony import */ var _cli_report_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(99226);


/** The inputs that are set: the runner passes an empty string for the others. */
function pickGiven(values) {
    return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''));
}
/** Settings of the service: inputs, else the environment; never a file of the repository. */
function serviceOf(inputs, env) {
    return pickGiven({
        baseUrl: inputs['base-url'] ?? env['SERVICE_BASE_URL'],
        apiKey: inputs['api-key'] ?? env['SERVICE_API_KEY'],
        workspace: inputs.workspace ?? env['SERVICE_WORKSPACE_ID'],
    });
}
/** Writes the JSON report to the given path, else to the runner's temporary folder. Returns its path, or ''. */
async function writeReport(path, text, env, cwd) {
    const folder = env['RUNNER_TEMP'];
    const at = path ?? (folder && `${folder}/querygate-report-${env['GITHUB_ACTION'] ?? 'check'}.json`);
    return at ? (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_0__/* .writeReportFile */ .aS)(cwd, at, text) : '';
}
/**
 * Writes the reports of the input `outputs`. SARIF is written for GitHub's code scanning, which shows exempt findings
 * as open alerts, so these are left out.
 */
async function writeOutputs(report, formats, outputs, category, cwd) {
    for (const { path, text } of (0,_cli_report_js__WEBPACK_IMPORTED_MODULE_1__/* .outputFiles */ .L)(report, formats, outputs ?? [], { category, exempt: false })) {
        await (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_0__/* .writeReportFile */ .aS)(cwd, path, text);
    }
}
const MIN_SUMMARY_BYTES = 16 * 1024;
/** @param render takes the maximum size of the summary in bytes */
async function summarise(step, render) {
    const limit = await step.summaryRoom();
    const why = limit < MIN_SUMMARY_BYTES
        ? 'no job summary: there is no space left for it; the report is in the log'
        : await step.summary(render(limit));
    if (why)
        step.warn(why);
}
/** Creates or updates the pull request's comment. A failure is a warning. */
async function postComment(step, env, { token, pullNumber, marker, markdown, onlyUpdate }) {
    if (pullNumber === undefined)
        return step.log('no comment: this run does not belong to a pull request');
    const why = await (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_0__/* .upsertComment */ .lB)({ env, token, pullNumber, marker, body: markdown(marker), onlyUpdate });
    if (why) {
        step.warn(why);
        step.log(why);
    }
}


/***/ }),

/***/ 99226:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   L: () => (/* binding */ outputFiles),
/* harmony export */   m: () => (/* binding */ publish)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(76760);
/* harmony import */ var picocolors__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(57336);
/* harmony import */ var _ci_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2420);
/* harmony import */ var _model_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(72607);




/**
 * Prints a report, writes the formats of `--output`, and sets the exit code. Raises ConfigError.
 *
 * @param instead printed in place of the report
 */
async function publish(report, formats, { format, output = [] }, cwd, instead) {
    const files = outputFiles(report, formats, output);
    // Set before anything is written: a reader that closes the pipe ends the process, and a file may not be writable.
    process.exitCode = report.exitCode;
    process.stdout.write(instead ?? render(report, formats, format, terminalOptions()));
    for (const { path, text } of files)
        await (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_1__/* .writeReportFile */ .aS)(cwd, (0,node_path__WEBPACK_IMPORTED_MODULE_0__.resolve)(cwd, path), text);
}
/**
 * The reports that are written to files. Raises ConfigError.
 *
 * @param outputs each is `<format>=<path>`
 */
function outputFiles(report, formats, outputs, options = {}) {
    return outputs.map((given) => {
        const equals = given.indexOf('=');
        return { path: given.slice(equals + 1), text: render(report, formats, given.slice(0, equals), options) };
    });
}
function render(report, formats, format, options) {
    const entry = Object.hasOwn(formats, format) ? formats[format] : undefined;
    if (!entry)
        throw new _model_index_js__WEBPACK_IMPORTED_MODULE_2__/* .ConfigError */ .xL(`there is no format \`${format}\`; use ${Object.keys(formats).join(', ')}`);
    return entry.render(report, options);
}
function terminalOptions() {
    const isGitlab = (0,_ci_index_js__WEBPACK_IMPORTED_MODULE_1__/* .detectHost */ .k3)(process.env) === 'gitlab';
    return {
        colour: picocolors__WEBPACK_IMPORTED_MODULE_3__.isColorSupported,
        width: process.stdout.columns || Number(process.env['COLUMNS']) || 100,
        ...(isGitlab && { sections: { timestamp: Math.floor(Date.now() / 1000) } }),
    };
}


/***/ }),

/***/ 99906:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   O: () => (/* binding */ workerUrl)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(73024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(76760);
/* harmony import */ var node_url__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(73136);



/** The module that a worker thread runs. It is in the folder of this process's own main module. */
function workerUrl() {
    const [, main] = process.argv;
    if (main === undefined)
        return undefined;
    const folder = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)((0,node_fs__WEBPACK_IMPORTED_MODULE_0__.realpathSync)(main));
    const file = ['history-worker.js', 'history-worker.ts']
        .map((name) => (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(folder, name))
        .find((path) => (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)(path));
    return file === undefined ? undefined : (0,node_url__WEBPACK_IMPORTED_MODULE_2__.pathToFileURL)(file);
}


/***/ }),

/***/ 55322:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  Q1: () => (/* binding */ eastAsianWidth)
});

// UNUSED EXPORTS: _isFullWidth, _isFullwidth, _isWide, eastAsianWidthType

;// CONCATENATED MODULE: ./node_modules/get-east-asian-width/lookup-data.js
// Generated by scripts/build.js

const ambiguousMinimalCodePoint = 161;
const ambiguousMaximumCodePoint = 1114109;
const ambiguousRanges = [161, 161, 164, 164, 167, 168, 170, 170, 173, 174, 176, 180, 182, 186, 188, 191, 198, 198, 208, 208, 215, 216, 222, 225, 230, 230, 232, 234, 236, 237, 240, 240, 242, 243, 247, 250, 252, 252, 254, 254, 257, 257, 273, 273, 275, 275, 283, 283, 294, 295, 299, 299, 305, 307, 312, 312, 319, 322, 324, 324, 328, 331, 333, 333, 338, 339, 358, 359, 363, 363, 462, 462, 464, 464, 466, 466, 468, 468, 470, 470, 472, 472, 474, 474, 476, 476, 593, 593, 609, 609, 708, 708, 711, 711, 713, 715, 717, 717, 720, 720, 728, 731, 733, 733, 735, 735, 768, 879, 913, 929, 931, 937, 945, 961, 963, 969, 1025, 1025, 1040, 1103, 1105, 1105, 8208, 8208, 8211, 8214, 8216, 8217, 8220, 8221, 8224, 8226, 8228, 8231, 8240, 8240, 8242, 8243, 8245, 8245, 8251, 8251, 8254, 8254, 8308, 8308, 8319, 8319, 8321, 8324, 8364, 8364, 8451, 8451, 8453, 8453, 8457, 8457, 8467, 8467, 8470, 8470, 8481, 8482, 8486, 8486, 8491, 8491, 8531, 8532, 8539, 8542, 8544, 8555, 8560, 8569, 8585, 8585, 8592, 8601, 8632, 8633, 8658, 8658, 8660, 8660, 8679, 8679, 8704, 8704, 8706, 8707, 8711, 8712, 8715, 8715, 8719, 8719, 8721, 8721, 8725, 8725, 8730, 8730, 8733, 8736, 8739, 8739, 8741, 8741, 8743, 8748, 8750, 8750, 8756, 8759, 8764, 8765, 8776, 8776, 8780, 8780, 8786, 8786, 8800, 8801, 8804, 8807, 8810, 8811, 8814, 8815, 8834, 8835, 8838, 8839, 8853, 8853, 8857, 8857, 8869, 8869, 8895, 8895, 8978, 8978, 9312, 9449, 9451, 9547, 9552, 9587, 9600, 9615, 9618, 9621, 9632, 9633, 9635, 9641, 9650, 9651, 9654, 9655, 9660, 9661, 9664, 9665, 9670, 9672, 9675, 9675, 9678, 9681, 9698, 9701, 9711, 9711, 9733, 9734, 9737, 9737, 9742, 9743, 9756, 9756, 9758, 9758, 9792, 9792, 9794, 9794, 9824, 9825, 9827, 9829, 9831, 9834, 9836, 9837, 9839, 9839, 9886, 9887, 9919, 9919, 9926, 9933, 9935, 9939, 9941, 9953, 9955, 9955, 9960, 9961, 9963, 9969, 9972, 9972, 9974, 9977, 9979, 9980, 9982, 9983, 10045, 10045, 10102, 10111, 11094, 11097, 12872, 12879, 57344, 63743, 65024, 65039, 65533, 65533, 127232, 127242, 127248, 127277, 127280, 127337, 127344, 127373, 127375, 127376, 127387, 127404, 917760, 917999, 983040, 1048573, 1048576, 1114109];

const fullwidthMinimalCodePoint = 12288;
const fullwidthMaximumCodePoint = 65510;
const fullwidthRanges = [12288, 12288, 65281, 65376, 65504, 65510];

const lookup_data_halfwidthMinimalCodePoint = 8361;
const lookup_data_halfwidthMaximumCodePoint = 65518;
const lookup_data_halfwidthRanges = (/* unused pure expression or super */ null && ([8361, 8361, 65377, 65470, 65474, 65479, 65482, 65487, 65490, 65495, 65498, 65500, 65512, 65518]));

const lookup_data_narrowMinimalCodePoint = 32;
const lookup_data_narrowMaximumCodePoint = 10630;
const lookup_data_narrowRanges = (/* unused pure expression or super */ null && ([32, 126, 162, 163, 165, 166, 172, 172, 175, 175, 10214, 10221, 10629, 10630]));

const wideMinimalCodePoint = 4352;
const wideMaximumCodePoint = 262141;
const wideRanges = [4352, 4447, 8986, 8987, 9001, 9002, 9193, 9196, 9200, 9200, 9203, 9203, 9725, 9726, 9748, 9749, 9776, 9783, 9800, 9811, 9855, 9855, 9866, 9871, 9875, 9875, 9889, 9889, 9898, 9899, 9917, 9918, 9924, 9925, 9934, 9934, 9940, 9940, 9962, 9962, 9970, 9971, 9973, 9973, 9978, 9978, 9981, 9981, 9989, 9989, 9994, 9995, 10024, 10024, 10060, 10060, 10062, 10062, 10067, 10069, 10071, 10071, 10133, 10135, 10160, 10160, 10175, 10175, 11035, 11036, 11088, 11088, 11093, 11093, 11904, 11929, 11931, 12019, 12032, 12245, 12272, 12287, 12289, 12350, 12353, 12438, 12441, 12543, 12549, 12591, 12593, 12686, 12688, 12773, 12783, 12830, 12832, 12871, 12880, 42124, 42128, 42182, 43360, 43388, 44032, 55203, 63744, 64255, 65040, 65049, 65072, 65106, 65108, 65126, 65128, 65131, 94176, 94180, 94192, 94198, 94208, 101594, 101631, 101664, 101760, 101874, 101888, 102801, 102816, 102866, 110576, 110579, 110581, 110587, 110589, 110590, 110592, 110888, 110898, 110898, 110928, 110930, 110933, 110933, 110948, 110952, 110960, 111355, 119552, 119638, 119648, 119670, 126980, 126980, 127183, 127183, 127374, 127374, 127377, 127386, 127406, 127406, 127488, 127490, 127504, 127547, 127552, 127560, 127568, 127569, 127584, 127589, 127744, 127776, 127789, 127797, 127799, 127868, 127870, 127891, 127904, 127946, 127951, 127955, 127968, 127984, 127988, 127988, 127992, 128062, 128064, 128064, 128066, 128252, 128255, 128317, 128331, 128334, 128336, 128359, 128378, 128378, 128405, 128406, 128420, 128420, 128507, 128591, 128640, 128709, 128716, 128716, 128720, 128722, 128725, 128729, 128732, 128735, 128747, 128748, 128756, 128764, 128986, 128986, 128992, 129003, 129008, 129008, 129292, 129338, 129340, 129349, 129351, 129535, 129648, 129660, 129664, 129734, 129736, 129736, 129740, 129757, 129759, 129771, 129775, 129786, 131072, 196605, 196608, 262141];

;// CONCATENATED MODULE: ./node_modules/get-east-asian-width/utilities.js
/**
Binary search on a sorted flat array of [start, end] pairs.

@param {number[]} ranges - Flat array of inclusive [start, end] range pairs, e.g. [0, 5, 10, 20].
@param {number} codePoint - The value to search for.
@returns {boolean} Whether the value falls within any of the ranges.
*/
const utilities_isInRange = (ranges, codePoint) => {
	let low = 0;
	let high = Math.floor(ranges.length / 2) - 1;
	while (low <= high) {
		const mid = Math.floor((low + high) / 2);
		const i = mid * 2;
		if (codePoint < ranges[i]) {
			high = mid - 1;
		} else if (codePoint > ranges[i + 1]) {
			low = mid + 1;
		} else {
			return true;
		}
	}

	return false;
};

;// CONCATENATED MODULE: ./node_modules/get-east-asian-width/lookup.js



const commonCjkCodePoint = 0x4E_00;
const [wideFastPathStart, wideFastPathEnd] = /* #__PURE__ */ findWideFastPathRange(wideRanges);

// Use a hot-path range so common `isWide` calls can skip binary search.
// The range containing U+4E00 covers common CJK ideographs;
// fallback to the largest range for resilience to Unicode table changes.
function findWideFastPathRange(ranges) {
	let fastPathStart = ranges[0];
	let fastPathEnd = ranges[1];

	for (let index = 0; index < ranges.length; index += 2) {
		const start = ranges[index];
		const end = ranges[index + 1];

		if (
			commonCjkCodePoint >= start
			&& commonCjkCodePoint <= end
		) {
			return [start, end];
		}

		if ((end - start) > (fastPathEnd - fastPathStart)) {
			fastPathStart = start;
			fastPathEnd = end;
		}
	}

	return [fastPathStart, fastPathEnd];
}

const isAmbiguous = codePoint => {
	if (
		codePoint < ambiguousMinimalCodePoint
		|| codePoint > ambiguousMaximumCodePoint
	) {
		return false;
	}

	return utilities_isInRange(ambiguousRanges, codePoint);
};

const isFullwidth = codePoint => {
	if (
		codePoint < fullwidthMinimalCodePoint
		|| codePoint > fullwidthMaximumCodePoint
	) {
		return false;
	}

	return utilities_isInRange(fullwidthRanges, codePoint);
};

const isHalfwidth = codePoint => {
	if (
		codePoint < halfwidthMinimalCodePoint
		|| codePoint > halfwidthMaximumCodePoint
	) {
		return false;
	}

	return isInRange(halfwidthRanges, codePoint);
};

const isNarrow = codePoint => {
	if (
		codePoint < narrowMinimalCodePoint
		|| codePoint > narrowMaximumCodePoint
	) {
		return false;
	}

	return isInRange(narrowRanges, codePoint);
};

const isWide = codePoint => {
	if (
		codePoint >= wideFastPathStart
		&& codePoint <= wideFastPathEnd
	) {
		return true;
	}

	if (
		codePoint < wideMinimalCodePoint
		|| codePoint > wideMaximumCodePoint
	) {
		return false;
	}

	return utilities_isInRange(wideRanges, codePoint);
};

function lookup_getCategory(codePoint) {
	if (isAmbiguous(codePoint)) {
		return 'ambiguous';
	}

	if (isFullwidth(codePoint)) {
		return 'fullwidth';
	}

	if (isHalfwidth(codePoint)) {
		return 'halfwidth';
	}

	if (isNarrow(codePoint)) {
		return 'narrow';
	}

	if (isWide(codePoint)) {
		return 'wide';
	}

	return 'neutral';
}

;// CONCATENATED MODULE: ./node_modules/get-east-asian-width/index.js


function validate(codePoint) {
	if (!Number.isSafeInteger(codePoint)) {
		throw new TypeError(`Expected a code point, got \`${typeof codePoint}\`.`);
	}
}

function eastAsianWidthType(codePoint) {
	validate(codePoint);

	return getCategory(codePoint);
}

function eastAsianWidth(codePoint, {ambiguousAsWide = false} = {}) {
	validate(codePoint);

	if (
		isFullwidth(codePoint)
		|| isWide(codePoint)
		|| (ambiguousAsWide && isAmbiguous(codePoint))
	) {
		return 2;
	}

	return 1;
}

// Private exports for https://github.com/sindresorhus/is-fullwidth-code-point



/***/ })

};
