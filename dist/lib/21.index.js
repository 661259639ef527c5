export const id = 21;
export const ids = [21];
export const modules = {

/***/ 1021:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  vN: () => (/* reexport */ actionInputsSchema),
  baselineSchema: () => (/* reexport */ baselineSchema),
  configFileSchema: () => (/* reexport */ configFileSchema),
  ruleFileSchema: () => (/* reexport */ ruleFileSchema)
});

// UNUSED EXPORTS: ACTION_OUTPUTS, callerSchema, describeInput, exampleSetSchema, exceptionSchema, operationNames, ruleSchema

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 11 modules
var schemas = __webpack_require__(2857);
// EXTERNAL MODULE: ./build/esm/model/dialect.js
var dialect = __webpack_require__(6152);
// EXTERNAL MODULE: ./build/esm/model/verdict.js
var verdict = __webpack_require__(2443);
;// CONCATENATED MODULE: ./build/esm/model/schemas/action-inputs.js



/** The runner gives every declared input; one that nobody set is an empty string. */
function given(schema) {
    return schemas/* preprocess */.vkY((value) => (value === '' ? undefined : value), schema.optional());
}
const action_inputs_text = given(schemas/* string */.YjP());
const globs = given(schemas/* string */.YjP().transform(splitGlobs));
function input(schema, meta) {
    return schema.meta({ ...meta });
}
/** The inputs of the `check` Action: action.yml and docs/inputs.md are made from this table. */
const actionInputsSchema = schemas/* object */.Ikc({
    paths: input(globs, {
        description: 'Globs of the SQL files to check, separated by newlines or commas.',
        fallback: '`paths` of the configuration, else `**/*.sql`',
    }),
    ignore: input(globs, { description: 'Globs of files to leave out, separated by newlines or commas.' }),
    dialect: input(given(schemas/* enum */.k5n(dialect/* DIALECTS */.O)), {
        description: `SQL dialect of the files: ${choice(dialect/* DIALECTS */.O)}.`,
        fallback: "the configuration's, by path",
    }),
    rules: input(action_inputs_text, {
        description: 'Ruleset: a file or folder of the repository, read from the base branch, or a path outside it that the workflow has checked out.',
        fallback: '`.querygate/rules.yml`, else `.querygate/rules/`, else the built-in `querygate:recommended`',
    }),
    config: input(action_inputs_text, {
        description: 'Configuration file of the repository, read from the base branch.',
        fallback: '`.querygate/config.yml`',
    }),
    'fail-on': input(given(schemas/* enum */.k5n(verdict/* FAIL_ON */.d$)), {
        description: `Lowest verdict that fails the step: ${choice(verdict/* FAIL_ON */.d$)}.`,
        fallback: "the configuration's, else `block`",
    }),
    'on-unknown': input(given(schemas/* enum */.k5n(verdict/* ON_UNKNOWN */.zN)), {
        description: `What something that could not be decided does to the step: ${choice(verdict/* ON_UNKNOWN */.zN)}.`,
        fallback: "the configuration's, else `fail`",
    }),
    findings: input(given(schemas/* enum */.k5n(verdict/* FINDINGS_MODES */.a)), {
        description: 'Which findings count: `new` (not in the base version of a changed file) or `all`.',
        fallback: "the configuration's, else `new`",
    }),
    comment: input(given(schemas/* enum */.k5n(['true', 'false'])).transform((value) => value === 'true'), {
        description: 'Whether to keep one comment on the pull request up to date; needs `pull-requests: write`.',
        default: 'false',
    }),
    'github-token': input(action_inputs_text, {
        description: 'Token to fetch the base branch, to list changed files, and to comment. Read access is enough to check.',
        default: '${{ github.token }}',
    }),
    report: input(action_inputs_text, {
        description: 'Where to write the JSON report: a path in the workspace.',
        fallback: "a file in the runner's temporary folder",
    }),
    'base-url': input(action_inputs_text, {
        description: 'Address of a Querygate service to check with. Without one, rules come from the repository.',
        fallback: '`SERVICE_BASE_URL` of the environment',
    }),
    'api-key': input(action_inputs_text, {
        description: 'API key of the service.',
        fallback: '`SERVICE_API_KEY` of the environment',
    }),
    workspace: input(action_inputs_text, {
        description: 'Workspace of the service.',
        fallback: '`SERVICE_WORKSPACE_ID` of the environment',
    }),
    matrix: input(action_inputs_text, {
        description: 'Tells the comments of the entries of a matrix apart; there is no need to set it.',
        default: '${{ toJSON(matrix) }}',
    }),
});
/** What action.yml and the docs need of an input. */
function describeInput(name) {
    const meta = actionInputsSchema.shape[name].meta();
    return {
        description: String(meta?.description ?? ''),
        ...(typeof meta?.['default'] === 'string' ? { default: meta['default'] } : {}),
        ...(typeof meta?.['fallback'] === 'string' ? { fallback: meta['fallback'] } : {}),
    };
}
/** The outputs of the `check` Action. All are set whatever happens; counts are 0 where nothing could be judged. */
const ACTION_OUTPUTS = {
    verdict: '`allow`, `warn`, `block` or `unknown`: the strictest of all statements.',
    'exit-code': 'What the command-line client would exit with (docs/exit-codes.md). The step itself exits 0 or 1.',
    files: 'Number of SQL files judged.',
    statements: 'Number of statements judged.',
    blocked: 'Number of new findings that block.',
    warned: 'Number of new findings that warn.',
    unknown: 'Number of things that could not be decided.',
    existing: 'Number of findings that the base version had already.',
    suppressed: 'Number of findings that a comment in the SQL file exempts.',
    'new-suppressions': 'Number of exemptions that the change adds or widens.',
    report: 'Path of the JSON report; empty where there is none.',
};
/** Splits at newlines and commas, but not at the commas of `{a,b}`. Empty parts fall out. */
function splitGlobs(value) {
    const parts = [];
    let depth = 0;
    let part = '';
    for (const character of value) {
        if (character === '{')
            depth++;
        else if (character === '}')
            depth = Math.max(0, depth - 1);
        if (character === '\n' || (character === ',' && depth === 0)) {
            parts.push(part);
            part = '';
            depth = 0;
        }
        else
            part += character;
    }
    parts.push(part);
    return parts.map((text) => text.trim()).filter((text) => text !== '');
}
function choice(values) {
    const quoted = values.map((value) => `\`${value}\``);
    return `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}

;// CONCATENATED MODULE: ./build/esm/model/migration-tool.js
/** Migration tools whose down sections are recognised (sql/sections.ts says by what). */
const MIGRATION_TOOLS = [
    'goose',
    'dbmate',
    'sql-migrate',
    'liquibase',
    'golang-migrate',
    'sqlx',
    'diesel',
    'rambler',
];

;// CONCATENATED MODULE: ./build/esm/model/schemas/config-file.js




const config_file_globs = schemas/* array */.YOg(schemas/* string */.YjP().min(1)).min(1);
const callerSchema = schemas/* strictObject */.rej({
    user: schemas/* string */.YjP().optional().describe('Database user.'),
    role: schemas/* string */.YjP().optional().describe('Role.'),
    application: schemas/* string */.YjP().optional().describe('Application name.'),
    database: schemas/* string */.YjP().optional().describe('Database.'),
    tags: schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* string */.YjP()).optional().describe('Query tags.'),
});
/** `.querygate/config.yml`. Kebab-case keys, as in the Action's inputs. */
const configFileSchema = schemas/* strictObject */.rej({
    version: schemas/* literal */.euz(1).describe('Version of this format.'),
    dialect: schemas/* enum */.k5n(dialect/* DIALECTS */.O).optional().describe('Dialect of every SQL file that `files` says nothing else of.'),
    paths: config_file_globs.optional().describe('Globs of the SQL files to check. Default: `**/*.sql`.'),
    ignore: config_file_globs.optional().describe('Globs of files to leave out.'),
    files: schemas/* array */.YOg(schemas/* strictObject */.rej({
        paths: config_file_globs.describe('Globs that this entry is about.'),
        dialect: schemas/* enum */.k5n(dialect/* DIALECTS */.O).optional().describe('Dialect of these files.'),
        tool: schemas/* enum */.k5n(MIGRATION_TOOLS).optional().describe('Migration tool; its down sections are then spared.'),
        caller: callerSchema.optional().describe('Who runs these files; rules that read `caller` then apply.'),
    }))
        .optional()
        .describe('Settings by path; a later entry wins over an earlier one, key by key.'),
    rules: schemas/* string */.YjP()
        .min(1)
        .optional()
        .describe('The ruleset. Default: `.querygate/rules.yml`, else `.querygate/rules/`.'),
    'fail-on': schemas/* enum */.k5n(verdict/* FAIL_ON */.d$).optional().describe('Lowest verdict that fails. Default: `block`.'),
    'on-unknown': schemas/* enum */.k5n(verdict/* ON_UNKNOWN */.zN).optional().describe('What an undecided statement does. Default: `fail`.'),
    findings: schemas/* enum */.k5n(verdict/* FINDINGS_MODES */.a).optional().describe('`new` (default): findings that the base had do not fail.'),
    suppressions: schemas/* enum */.k5n(['on', 'off', 'fail-on-new'])
        .optional()
        .describe('Whether comments in SQL files may exempt a statement. Default: `on`.'),
    'head-rules': schemas/* enum */.k5n(['stricter', 'decide'])
        .optional()
        .describe('When a pull request edits the rules: judge under both (default), or let the edited ones decide.'),
    baseline: schemas/* string */.YjP()
        .min(1)
        .optional()
        .describe('Accepted old findings. Default: `.querygate/baseline.json`, if there.'),
})
    .describe('Querygate configuration.');

// EXTERNAL MODULE: ./node_modules/zod/v4/core/api.js
var api = __webpack_require__(3759);
;// CONCATENATED MODULE: ./node_modules/zod/v4/classic/iso.js



function datetime(params) {
    return core._isoDateTime(ZodISODateTime, params);
}
function date(params) {
    return api/* _isoDate */.db(schemas/* ZodISODate */.Brp, params);
}
function time(params) {
    return core._isoTime(ZodISOTime, params);
}
function duration(params) {
    return core._isoDuration(ZodISODuration, params);
}

// EXTERNAL MODULE: ./build/esm/model/operations.js
var operations = __webpack_require__(6866);
;// CONCATENATED MODULE: ./build/esm/model/schemas/rule-file.js





const kebab = schemas/* string */.YjP()
    .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'must be kebab-case, such as `no-drop-table`')
    .max(80);
const condition = schemas/* string */.YjP().min(1).max(4000);
const day = date().describe('`YYYY-MM-DD`, UTC; the last day on which it holds.');
const operationNames = [...operations/* OPERATION_GROUPS */.H0, ...Object.keys(operations/* OPERATION_KINDS */.YO)];
/** Tests of a rule: SQL that it must hit, and SQL that it must let pass. */
const exampleSetSchema = schemas/* strictObject */.rej({
    block: schemas/* array */.YOg(schemas/* string */.YjP().min(1)).optional().describe('SQL that the rule must hit.'),
    pass: schemas/* array */.YOg(schemas/* string */.YjP().min(1)).optional().describe('SQL that the rule must let pass.'),
    dialect: schemas/* enum */.k5n(dialect/* DIALECTS */.O).optional().describe('Dialect of the examples. Default: `postgresql`.'),
    path: schemas/* string */.YjP().min(1).optional().describe('Path of the file that the SQL stands in. Default: `example.sql`.'),
    caller: callerSchema.optional().describe('Who runs the SQL, for a rule that reads `caller`.'),
});
/** One rule. An override of an inherited rule gives its id and the keys to replace. */
const ruleSchema = schemas/* strictObject */.rej({
    id: kebab.describe('Permanent name, `no-…` or `require-…`.'),
    operations: schemas/* array */.YOg(schemas/* enum */.k5n(operationNames))
        .min(1)
        .optional()
        .describe('Kinds of operations, or the groups `drop`, `ddl`, `write`, `read`, `any`.'),
    when: condition
        .optional()
        .describe('Condition in CEL over the facts. Without one, every operation of the kinds matches.'),
    verdict: schemas/* enum */.k5n(verdict/* RULE_VERDICTS */.y9).optional().describe('`block`, `warn` or `off`.'),
    message: schemas/* string */.YjP()
        .min(1)
        .max(500)
        .optional()
        .describe('One line; `{operation.target}` and other facts are filled in.'),
    description: schemas/* string */.YjP().max(4000).optional().describe('Why the rule is there.'),
    help: schemas/* string */.YjP().max(4000).optional().describe('The safe way, Markdown.'),
    owner: schemas/* string */.YjP().max(200).optional().describe('Who may grant an exception.'),
    suppressible: schemas/* boolean */.zMY()
        .optional()
        .describe('Whether a comment in the SQL file may exempt a statement. Default: true.'),
    final: schemas/* boolean */.zMY().optional().describe('No ruleset that extends this one may loosen the rule.'),
    examples: schemas/* union */.KCZ([exampleSetSchema, schemas/* array */.YOg(exampleSetSchema).min(1)])
        .optional()
        .describe('Tests of the rule, run by `querygate rules test` and in CI; a list where dialects differ.'),
});
const exceptionSchema = schemas/* strictObject */.rej({
    rule: kebab.describe('Id of the rule.'),
    when: condition.describe('Condition in CEL: which operations are exempt.'),
    reason: schemas/* string */.YjP().min(1).max(500),
    owner: schemas/* string */.YjP().min(1).max(200),
    until: day,
});
/** `.querygate/rules.yml`, or a file of `.querygate/rules/`. */
const ruleFileSchema = schemas/* strictObject */.rej({
    version: schemas/* literal */.euz(1).describe('Version of this format.'),
    extends: schemas/* array */.YOg(schemas/* string */.YjP().min(1))
        .optional()
        .describe('Packs (`querygate:recommended@1`) or files, relative to this one.'),
    rules: schemas/* array */.YOg(ruleSchema).optional(),
    exceptions: schemas/* array */.YOg(exceptionSchema).optional(),
})
    .describe('Querygate ruleset.');
/** `.querygate/baseline.json`. */
const baselineSchema = schemas/* strictObject */.rej({
    version: schemas/* literal */.euz(1),
    findings: schemas/* array */.YOg(schemas/* strictObject */.rej({
        fingerprint: schemas/* string */.YjP().regex(/^[0-9a-f]{64}\/v1$/, 'must be a fingerprint of a report'),
        rule: schemas/* string */.YjP(),
        path: schemas/* string */.YjP(),
    })),
});

;// CONCATENATED MODULE: ./build/esm/model/schemas/index.js
// Apart from model/index.ts, so that a run that reads no user file does not load zod.





/***/ })

};
