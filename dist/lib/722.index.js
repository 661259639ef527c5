export const id = 722;
export const ids = [722];
export const modules = {

/***/ 49722:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  vN: () => (/* reexport */ actionInputsSchema),
  baselineSchema: () => (/* reexport */ baselineSchema),
  xi: () => (/* reexport */ callerSchema),
  configFileSchema: () => (/* reexport */ configFileSchema),
  flowsFileSchema: () => (/* reexport */ flowsFileSchema),
  ruleFileSchema: () => (/* reexport */ ruleFileSchema),
  p4: () => (/* reexport */ simulateInputsSchema),
  oR: () => (/* reexport */ simulateSchema)
});

// UNUSED EXPORTS: ACTION_OUTPUTS, SIMULATE_OUTPUTS, acknowledgementSchema, declaredFlowSchema, describeInputs, exampleSetSchema, exceptionSchema, historyHeaderSchema, historyRowSchema, operationNames, ruleSchema

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 11 modules
var classic_schemas = __webpack_require__(92857);
// EXTERNAL MODULE: ./build/esm/model/dialect.js
var dialect = __webpack_require__(26152);
// EXTERNAL MODULE: ./build/esm/model/verdict.js
var verdict = __webpack_require__(32443);
;// CONCATENATED MODULE: ./build/esm/model/schemas/input-table.js

// What the tables of inputs of both Actions are made of.
/** The runner gives every declared input; one that nobody set is an empty string. */
function given(schema) {
    return classic_schemas/* preprocess */.vkY((value) => (value === '' ? undefined : value), schema.optional());
}
const input_table_text = given(classic_schemas/* string */.YjP());
const globs = given(classic_schemas/* string */.YjP().transform(splitGlobs));
const flag = given(classic_schemas/* enum */.k5n(['true', 'false'])).transform((value) => value === 'true');
/** A number as text; an empty one would read as 0. */
function numeral(schema) {
    return given(classic_schemas/* string */.YjP()
        .regex(/^\d+(\.\d+)?$/, 'use a number')
        .transform(Number)
        .pipe(schema));
}
function input(schema, meta) {
    return schema.meta({ ...meta });
}
/** What action.yml and the docs need of each input. */
function describeInputs(table) {
    return Object.entries(table.shape).map(([name, schema]) => {
        const meta = schema.meta();
        return {
            name,
            description: String(meta?.description ?? ''),
            ...(typeof meta?.['default'] === 'string' ? { default: meta['default'] } : {}),
            ...(typeof meta?.['fallback'] === 'string' ? { fallback: meta['fallback'] } : {}),
        };
    });
}
function choice(values) {
    const quoted = values.map((value) => `\`${value}\``);
    return `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}
const RULES = 'Ruleset: a file or folder of the repository, read from the base branch, or a path outside it that the workflow has checked out.';
/** Inputs that both Actions have. */
const COMMON_INPUTS = {
    config: input(input_table_text, {
        description: 'Configuration file of the repository, read from the base branch.',
        fallback: '`.querygate/config.yml`',
    }),
    comment: input(flag, {
        description: 'Whether to keep one comment on the pull request up to date; needs `pull-requests: write`.',
        default: 'false',
    }),
    report: input(input_table_text, {
        description: 'Where to write the JSON report: a path in the workspace.',
        fallback: "a file in the runner's temporary folder",
    }),
    'api-key': input(input_table_text, {
        description: 'API key of the service.',
        fallback: '`SERVICE_API_KEY` of the environment',
    }),
    workspace: input(input_table_text, {
        description: 'Workspace of the service.',
        fallback: '`SERVICE_WORKSPACE_ID` of the environment',
    }),
    timeout: input(numeral(classic_schemas/* int */.Whr().min(1)), {
        description: 'Seconds that the service may take.',
        fallback: '`600`',
    }),
    matrix: input(input_table_text, {
        description: 'Tells the comments of the entries of a matrix apart; there is no need to set it.',
        default: '${{ toJSON(matrix) }}',
    }),
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

;// CONCATENATED MODULE: ./build/esm/model/schemas/action-inputs.js




/** The inputs of the `check` Action: action.yml and docs/inputs.md are made from this table. */
const actionInputsSchema = classic_schemas/* object */.Ikc({
    paths: input(globs, {
        description: 'Globs of the SQL files to check, separated by newlines or commas.',
        fallback: '`paths` of the configuration, else `**/*.sql`',
    }),
    ignore: input(globs, { description: 'Globs of files to leave out, separated by newlines or commas.' }),
    dialect: input(given(classic_schemas/* enum */.k5n(dialect/* DIALECTS */.O)), {
        description: `SQL dialect of the files: ${choice(dialect/* DIALECTS */.O)}.`,
        fallback: "the configuration's, by path",
    }),
    rules: input(input_table_text, {
        description: RULES,
        fallback: '`.querygate/rules.yml`, else `.querygate/rules/`, else the built-in `querygate:recommended`',
    }),
    config: COMMON_INPUTS.config,
    'fail-on': input(given(classic_schemas/* enum */.k5n(verdict/* FAIL_ON */.d$)), {
        description: `Lowest verdict that fails the step: ${choice(verdict/* FAIL_ON */.d$)}.`,
        fallback: "the configuration's, else `block`",
    }),
    'on-unknown': input(given(classic_schemas/* enum */.k5n(verdict/* ON_UNKNOWN */.zN)), {
        description: `What something that could not be decided does to the step: ${choice(verdict/* ON_UNKNOWN */.zN)}.`,
        fallback: "the configuration's, else `fail`",
    }),
    findings: input(given(classic_schemas/* enum */.k5n(verdict/* FINDINGS_MODES */.a)), {
        description: 'Which findings count: `new` (not in the base version of a changed file) or `all`.',
        fallback: "the configuration's, else `new`",
    }),
    comment: COMMON_INPUTS.comment,
    'github-token': input(input_table_text, {
        description: 'Token to fetch the base branch, to list changed files, and to comment. Read access is enough to check.',
        default: '${{ github.token }}',
    }),
    report: COMMON_INPUTS.report,
    'base-url': input(input_table_text, {
        description: 'Address of a Querygate service: the active ruleset of the workspace then judges. Without one, rules come from the repository.',
        fallback: '`SERVICE_BASE_URL` of the environment',
    }),
    'api-key': COMMON_INPUTS['api-key'],
    workspace: COMMON_INPUTS.workspace,
    timeout: COMMON_INPUTS.timeout,
    matrix: COMMON_INPUTS.matrix,
});
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

// EXTERNAL MODULE: ./build/esm/model/migration-tool.js
var migration_tool = __webpack_require__(74045);
;// CONCATENATED MODULE: ./build/esm/model/schemas/config-file.js




const config_file_globs = classic_schemas/* array */.YOg(classic_schemas/* string */.YjP().min(1)).min(1);
const callerSchema = classic_schemas/* strictObject */.rej({
    user: classic_schemas/* string */.YjP().optional().describe('Database user.'),
    role: classic_schemas/* string */.YjP().optional().describe('Role.'),
    application: classic_schemas/* string */.YjP().optional().describe('Application name.'),
    database: classic_schemas/* string */.YjP().optional().describe('Database.'),
    tags: classic_schemas/* record */.g1P(classic_schemas/* string */.YjP(), classic_schemas/* string */.YjP()).optional().describe('Query tags.'),
});
const ON_MISSING_KEY = ['unknown', 'embedded'];
const callerPattern = classic_schemas/* strictObject */.rej({
    user: classic_schemas/* string */.YjP().min(1).optional(),
    application: classic_schemas/* string */.YjP().min(1).optional(),
    database: classic_schemas/* string */.YjP().min(1).optional(),
})
    .refine((entry) => Object.keys(entry).length > 0, 'name at least one of `user`, `application`, `database`');
/** Settings of `simulate`. Read from the base branch. */
const simulateSchema = classic_schemas/* strictObject */.rej({
    history: classic_schemas/* union */.KCZ([classic_schemas/* string */.YjP().min(1), config_file_globs])
        .optional()
        .describe('Snapshots or logs of production queries. Default: `.querygate/history.jsonl.gz`.'),
    'max-broken-flows': classic_schemas/* int */.Whr().min(0).optional().describe('Legitimate flows that may break. Default: 0.'),
    'max-unknown': classic_schemas/* int */.Whr().min(0).optional().describe('Flows that may stay undecided. Default: 0.'),
    'max-unread': classic_schemas/* number */.aig()
        .min(0)
        .max(100)
        .optional()
        .describe('Percent of executions that may be unread or cut off. Default: 1.'),
    'max-age': classic_schemas/* int */.Whr().min(1).optional().describe('Days that the last statement of the history may be old. Default: 30.'),
    'fail-on-newly-allowed': classic_schemas/* boolean */.zMY().optional().describe('Fail where a flow is newly allowed. Default: false.'),
    'min-calls': classic_schemas/* int */.Whr().min(1).optional().describe('A flow with fewer executions does not count. Default: 1.'),
    'min-days': classic_schemas/* int */.Whr()
        .min(1)
        .optional()
        .describe('A flow seen on fewer days does not count. Default: 1; DDL, GRANT and utility statements: 2.'),
    'ignore-callers': classic_schemas/* array */.YOg(callerPattern)
        .optional()
        .describe('Callers whose flows do not count; `*` stands for any text.'),
    'on-missing-key': classic_schemas/* enum */.k5n(ON_MISSING_KEY)
        .optional()
        .describe('Of `simulate` alone: `embedded` uses the snapshot of the repository. Default: `on-missing-key`.'),
});
/** `.querygate/config.yml`. Kebab-case keys, as in the Action's inputs. */
const configFileSchema = classic_schemas/* strictObject */.rej({
    version: classic_schemas/* literal */.euz(1).describe('Version of this format.'),
    dialect: classic_schemas/* enum */.k5n(dialect/* DIALECTS */.O).optional().describe('Dialect of every SQL file that `files` says nothing else of.'),
    paths: config_file_globs.optional().describe('Globs of the SQL files to check. Default: `**/*.sql`.'),
    ignore: config_file_globs.optional().describe('Globs of files to leave out.'),
    files: classic_schemas/* array */.YOg(classic_schemas/* strictObject */.rej({
        paths: config_file_globs.describe('Globs that this entry is about.'),
        dialect: classic_schemas/* enum */.k5n(dialect/* DIALECTS */.O).optional().describe('Dialect of these files.'),
        tool: classic_schemas/* enum */.k5n(migration_tool/* MIGRATION_TOOLS */.b).optional().describe('Migration tool; its down sections are then spared.'),
        caller: callerSchema.optional().describe('Who runs these files; rules that read `caller` then apply.'),
    }))
        .optional()
        .describe('Settings by path; a later entry wins over an earlier one, key by key.'),
    rules: classic_schemas/* string */.YjP()
        .min(1)
        .optional()
        .describe('The ruleset. Default: `.querygate/rules.yml`, else `.querygate/rules/`.'),
    'fail-on': classic_schemas/* enum */.k5n(verdict/* FAIL_ON */.d$).optional().describe('Lowest verdict that fails. Default: `block`.'),
    'on-unknown': classic_schemas/* enum */.k5n(verdict/* ON_UNKNOWN */.zN).optional().describe('What an undecided statement does. Default: `fail`.'),
    findings: classic_schemas/* enum */.k5n(verdict/* FINDINGS_MODES */.a).optional().describe('`new` (default): findings that the base had do not fail.'),
    suppressions: classic_schemas/* enum */.k5n(['on', 'off', 'fail-on-new'])
        .optional()
        .describe('Whether comments in SQL files may exempt a statement. Default: `on`.'),
    'head-rules': classic_schemas/* enum */.k5n(['stricter', 'decide'])
        .optional()
        .describe('When a pull request edits the rules: judge under both (default), or let the edited ones decide (never beside a service, whose active ruleset always judges).'),
    'on-missing-key': classic_schemas/* enum */.k5n(ON_MISSING_KEY)
        .optional()
        .describe('With a service, in a run that gets no API key, as on a fork: `unknown` (default) fails, `embedded` judges by the rules of the repository.'),
    baseline: classic_schemas/* string */.YjP()
        .min(1)
        .optional()
        .describe('Accepted old findings. Default: `.querygate/baseline.json`, if there.'),
    simulate: simulateSchema.optional().describe('Settings of `simulate`.'),
})
    .describe('Querygate configuration.');

;// CONCATENATED MODULE: ./build/esm/model/schemas/flows-file.js



/** A query that must always pass, whatever the history shows. */
const declaredFlowSchema = classic_schemas/* strictObject */.rej({
    name: classic_schemas/* string */.YjP().min(1).max(200).describe('Name of the flow, unique in the file.'),
    owner: classic_schemas/* string */.YjP().min(1).max(200).describe('Whom to ask before it breaks.'),
    sql: classic_schemas/* string */.YjP().min(1).max(100_000).describe('The query; `$1` and `?` stand for values given at run time.'),
    dialect: classic_schemas/* enum */.k5n(dialect/* DIALECTS */.O).optional().describe('Default: the dialect of the configuration.'),
    caller: callerSchema.optional().describe('Who runs it.'),
    description: classic_schemas/* string */.YjP().max(4000).optional(),
});
/** `.querygate/flows.yml`. */
const flowsFileSchema = classic_schemas/* strictObject */.rej({
    version: classic_schemas/* literal */.euz(1).describe('Version of this format.'),
    flows: classic_schemas/* array */.YOg(declaredFlowSchema).min(1).max(10_000),
})
    .describe('Querygate declared flows.');

// EXTERNAL MODULE: ./build/esm/model/facts.js
var facts = __webpack_require__(30445);
// EXTERNAL MODULE: ./build/esm/model/history.js
var model_history = __webpack_require__(38334);
// EXTERNAL MODULE: ./build/esm/model/operations.js
var operations = __webpack_require__(86866);
;// CONCATENATED MODULE: ./build/esm/model/schemas/history-file.js





// The lines of a snapshot (docs/history-format.md). Snapshots are read by hand-written code (src/history), which a test
// holds against this; from here comes the published JSON Schema.
const count = classic_schemas/* int */.Whr().min(0);
const history_file_text = classic_schemas/* string */.YjP();
const instant = classic_schemas/* string */.YjP()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/)
    .refine((value) => !Number.isNaN(Date.parse(value)));
const reasons = classic_schemas/* record */.g1P(classic_schemas/* string */.YjP().regex(/^[A-Za-z0-9][^\p{Cc}]{0,199}$/u), count);
const historySourceSchema = classic_schemas/* strictObject */.rej({
    kind: classic_schemas/* enum */.k5n(model_history/* SOURCE_KINDS */.s1).describe('What it is.'),
    name: history_file_text.describe('File name without its folder.'),
    dialect: classic_schemas/* enum */.k5n(dialect/* DIALECTS */.O),
    identity: classic_schemas/* string */.YjP()
        .regex(/^[0-9a-f]{64}$/)
        .describe('SHA-256 of its first 64 KiB and its length: tells the same input given twice.'),
    from: instant.optional().describe('Its first statement; missing where it carries no time.'),
    to: instant.optional().describe('Its last statement.'),
    bytes: count.describe('Bytes read, after decompression.'),
    statements: count.describe('Executions that were read.'),
    records: count.optional().describe('Entries that were read, however often each ran.'),
    unreadRecords: count.optional().describe('Entries that could not be read.'),
    unread: reasons.describe('Executions, or lines, that could not be read, by reason.'),
    truncated: count.describe('Executions whose text the source had cut off.'),
    passedOver: reasons.describe('Records that are no queries, by what they are.'),
    notCarried: classic_schemas/* array */.YOg(history_file_text).describe('Facts that it does not carry.'),
    notes: classic_schemas/* array */.YOg(history_file_text).describe('What else a reader must know of it.'),
});
/** First line of a snapshot. */
const historyHeaderSchema = classic_schemas/* strictObject */.rej({
    querygateHistory: classic_schemas/* literal */.euz(model_history/* HISTORY_VERSION */.g1).describe('Version of this format.'),
    factsVersion: classic_schemas/* literal */.euz(1).describe('Version of the list of facts (docs/facts.md).'),
    tool: history_file_text.describe('Version of the querygate that wrote it.'),
    collected: instant.describe('When it was written; of what was merged, when the oldest of it was.'),
    from: instant.optional().describe('The first statement; missing where no source carries a time.'),
    to: instant.optional().describe('The last statement.'),
    sources: classic_schemas/* array */.YOg(historySourceSchema),
    rows: count.describe('Lines that follow.'),
    statements: count.describe('Executions in them.'),
    unread: count.describe('Of all sources together.'),
    truncated: count.describe('Of all sources together.'),
    folded: classic_schemas/* strictObject */.rej({ maxVariants: count, flows: count, rows: count })
        .describe('Flows with more than `maxVariants` rows, whose rows were made one: facts that differed are not carried.'),
})
    .describe('First line: what the history is.');
const tags = classic_schemas/* record */.g1P(classic_schemas/* string */.YjP().regex(/^[A-Za-z][\w.-]{0,63}$/), history_file_text);
function factSchema({ type, summary }, byDefault) {
    const schemas = {
        string: () => history_file_text,
        bool: () => classic_schemas/* boolean */.zMY(),
        int: () => classic_schemas/* int */.Whr(),
        'list<string>': () => classic_schemas/* array */.YOg(history_file_text),
        'map<string, string>': () => tags,
        target: () => targetSchema,
    };
    const empty = {
        string: '""',
        bool: 'false',
        int: '0',
        'list<string>': '[]',
        'map<string, string>': '{}',
        target: '{}',
    };
    return schemas[type]()
        .optional()
        .describe(`${summary}. Default: ${byDefault ?? empty[type]}.`);
}
/** An object with the facts of a table, those with their default left out, and the names of those that are not carried. */
function factsSchema(table, more = {}, defaults = {}, mayLack = Object.keys(table)) {
    const facts = Object.entries(table).map(([name, entry]) => [name, factSchema(entry, defaults[name])]);
    return classic_schemas/* strictObject */.rej({
        ...Object.fromEntries(facts),
        ...more,
        notCarried: classic_schemas/* array */.YOg(classic_schemas/* enum */.k5n(mayLack))
            .optional()
            .describe('Facts that the source does not carry: a rule that needs one is undecided.'),
    })
        .refine((value) => !(value.notCarried ?? []).some((name) => Object.hasOwn(value, name)));
}
const targetSchema = factsSchema(facts/* TARGET_FIELDS */.G_, { text: history_file_text.optional().describe('As written, where that is not `schema.name`.') }, {}, ['name', 'schema']);
const { kind: _kind, place: _place, target: _target, ...otherFacts } = facts/* OPERATION_FACTS */.Yo;
const operationSchema = factsSchema(otherFacts, {
    kind: classic_schemas/* enum */.k5n(Object.keys(operations/* OPERATION_KINDS */.YO)),
    place: classic_schemas/* enum */.k5n(Object.keys(facts/* PLACES */.ls))
        .optional()
        .describe(`${facts/* OPERATION_FACTS */.Yo.place.summary}. Default: \`statement\`.`),
    target: targetSchema.optional(),
}, { readable: true });
const day = classic_schemas/* string */.YjP()
    .regex(/^(\d{4}-\d\d-\d\d)?$/)
    .refine((value) => value === '' || new Date(`${value}T00:00:00Z`).toJSON()?.slice(0, 10) === value);
/** Any other line of a snapshot: one distinct tuple of facts. */
const historyRowSchema = classic_schemas/* strictObject */.rej({
    shape: history_file_text.describe('The statement with every literal replaced by `?`.'),
    dialect: classic_schemas/* enum */.k5n(dialect/* DIALECTS */.O),
    unreadable: history_file_text.optional().describe('Why it could not be understood whole; missing where it was.'),
    truncated: classic_schemas/* boolean */.zMY().optional().describe('The source had cut its text off. Default: false.'),
    facts: factsSchema(facts/* STATEMENT_FACTS */.qz).describe('Facts of the statement.'),
    operations: classic_schemas/* array */.YOg(operationSchema).describe('What it does.'),
    caller: factsSchema(facts/* CALLER_FACTS */.al).describe('Who runs it.'),
    callerPatterns: classic_schemas/* array */.YOg(classic_schemas/* enum */.k5n(model_history/* CALLER_PATTERNS */.KG))
        .optional()
        .describe('Of which of these `caller` holds no more than a part: names with `*` for what changes in them, tags of which some are left out. Default: none.'),
    days: classic_schemas/* record */.g1P(day, classic_schemas/* int */.Whr().min(1))
        .refine((days) => Object.keys(days).length > 0)
        .describe('Executions by UTC day; by the empty text where the source carries no time.'),
})
    .describe('Any other line: one distinct tuple of facts, and how often it ran.');

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/iso.js
var iso = __webpack_require__(64377);
;// CONCATENATED MODULE: ./build/esm/model/schemas/rule-file.js





const kebab = classic_schemas/* string */.YjP()
    .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'must be kebab-case, such as `no-drop-table`')
    .max(80);
const condition = classic_schemas/* string */.YjP().min(1).max(4000);
const rule_file_day = iso/* date */.p6().describe('`YYYY-MM-DD`, UTC; the last day on which it holds.');
const operationNames = [...operations/* OPERATION_GROUPS */.H0, ...Object.keys(operations/* OPERATION_KINDS */.YO)];
/** Tests of a rule: SQL that it must hit, and SQL that it must let pass. */
const exampleSetSchema = classic_schemas/* strictObject */.rej({
    block: classic_schemas/* array */.YOg(classic_schemas/* string */.YjP().min(1)).optional().describe('SQL that the rule must hit.'),
    pass: classic_schemas/* array */.YOg(classic_schemas/* string */.YjP().min(1)).optional().describe('SQL that the rule must let pass.'),
    dialect: classic_schemas/* enum */.k5n(dialect/* DIALECTS */.O).optional().describe('Dialect of the examples. Default: `postgresql`.'),
    path: classic_schemas/* string */.YjP().min(1).optional().describe('Path of the file that the SQL stands in. Default: `example.sql`.'),
    caller: callerSchema.optional().describe('Who runs the SQL, for a rule that reads `caller`.'),
});
/** One rule. An override of an inherited rule gives its id and the keys to replace. */
const ruleSchema = classic_schemas/* strictObject */.rej({
    id: kebab.describe('Permanent name, `no-…` or `require-…`.'),
    operations: classic_schemas/* array */.YOg(classic_schemas/* enum */.k5n(operationNames))
        .min(1)
        .optional()
        .describe('Kinds of operations, or the groups `drop`, `ddl`, `write`, `read`, `any`.'),
    when: condition
        .optional()
        .describe('Condition in CEL over the facts. Without one, every operation of the kinds matches.'),
    verdict: classic_schemas/* enum */.k5n(verdict/* RULE_VERDICTS */.y9).optional().describe('`block`, `warn` or `off`.'),
    message: classic_schemas/* string */.YjP()
        .min(1)
        .max(500)
        .optional()
        .describe('One line; `{operation.target}` and other facts are filled in.'),
    description: classic_schemas/* string */.YjP().max(4000).optional().describe('Why the rule is there.'),
    help: classic_schemas/* string */.YjP().max(4000).optional().describe('The safe way, Markdown.'),
    owner: classic_schemas/* string */.YjP().max(200).optional().describe('Who may grant an exception.'),
    suppressible: classic_schemas/* boolean */.zMY()
        .optional()
        .describe('Whether a comment in the SQL file may exempt a statement. Default: true.'),
    final: classic_schemas/* boolean */.zMY().optional().describe('No ruleset that extends this one may loosen the rule.'),
    examples: classic_schemas/* union */.KCZ([exampleSetSchema, classic_schemas/* array */.YOg(exampleSetSchema).min(1)])
        .optional()
        .describe('Tests of the rule, run by `querygate rules test` and in CI; a list where dialects differ.'),
});
/** Not a placeholder of a proposal, left as it was pasted. */
const FILLED_IN = /^(?!\s*<[\s\S]*>\s*$)/;
const reason = classic_schemas/* string */.YjP()
    .min(1)
    .max(500)
    .regex(FILLED_IN, 'must say why, in place of `<…>`')
    .describe('Why, for whoever reads it later.');
const answers = classic_schemas/* string */.YjP()
    .min(1)
    .max(200)
    .regex(FILLED_IN, 'must name who answers for it, in place of `<…>`')
    .describe('Who answers for it.');
const exceptionSchema = classic_schemas/* strictObject */.rej({
    rule: kebab.describe('Id of the rule.'),
    when: condition.describe('Condition in CEL: which operations are exempt.'),
    reason,
    owner: answers,
    until: rule_file_day,
});
/** A deliberate break of what production runs, approved with the diff that makes it. */
const acknowledgementSchema = classic_schemas/* strictObject */.rej({
    rule: kebab.describe('Id of the rule that breaks it.'),
    flow: classic_schemas/* string */.YjP()
        .regex(/^[0-9a-f]{12}$/, 'must be the id of a flow, as the report of a simulation gives it')
        .optional()
        .describe('Id of the one flow that may break, as the report of a simulation gives it.'),
    when: condition.optional().describe('Condition in CEL: which runs may break. Needs `max-flows`.'),
    'max-flows': classic_schemas/* int */.Whr().min(1).max(10000).optional().describe('How many flows `when` may cover.'),
    reason,
    owner: answers,
    until: rule_file_day,
})
    .refine((entry) => (entry.flow === undefined) !== (entry.when === undefined), 'give either `flow`, or `when` with `max-flows`')
    .refine((entry) => (entry.when === undefined) === (entry['max-flows'] === undefined), {
    message: '`when` and `max-flows` go together',
    path: ['max-flows'],
});
/** `.querygate/rules.yml`, or a file of `.querygate/rules/`. */
const ruleFileSchema = classic_schemas/* strictObject */.rej({
    version: classic_schemas/* literal */.euz(1).describe('Version of this format.'),
    extends: classic_schemas/* array */.YOg(classic_schemas/* string */.YjP().min(1))
        .optional()
        .describe('Packs (`querygate:recommended@1`) or files, relative to this one.'),
    rules: classic_schemas/* array */.YOg(ruleSchema).optional(),
    exceptions: classic_schemas/* array */.YOg(exceptionSchema).optional(),
    acknowledge: classic_schemas/* array */.YOg(acknowledgementSchema)
        .optional()
        .describe('Breaks of production flows that are meant, for `simulate`.'),
})
    .describe('Querygate ruleset.');
/** `.querygate/baseline.json`. */
const baselineSchema = classic_schemas/* strictObject */.rej({
    version: classic_schemas/* literal */.euz(1),
    findings: classic_schemas/* array */.YOg(classic_schemas/* strictObject */.rej({
        fingerprint: classic_schemas/* string */.YjP().regex(/^[0-9a-f]{64}\/v1$/, 'must be a fingerprint of a report'),
        rule: classic_schemas/* string */.YjP(),
        path: classic_schemas/* string */.YjP(),
    })),
});

;// CONCATENATED MODULE: ./build/esm/model/schemas/simulate-inputs.js



/** The inputs of the `simulate` Action: simulate/action.yml and docs/inputs.md are made from this table. */
const simulateInputsSchema = classic_schemas/* object */.Ikc({
    history: input(globs, {
        description: 'Production history: snapshots or logs, as paths, folders or globs, separated by newlines or commas. What git tracks is read from the base branch; what an earlier step put there, from disk.',
        fallback: `\`simulate.history\` of the configuration, else \`${model_history/* HISTORY_FILE */.CX}\``,
    }),
    rules: input(input_table_text, {
        description: 'Ruleset: a file or folder of the repository.',
        fallback: '`.querygate/rules.yml`, else `.querygate/rules/`, else no rules',
    }),
    config: COMMON_INPUTS.config,
    'max-broken-flows': input(numeral(classic_schemas/* int */.Whr().min(0)), {
        description: 'Legitimate flows that may break before the step fails.',
        fallback: "the configuration's, else `0`",
    }),
    'max-unknown': input(numeral(classic_schemas/* int */.Whr().min(0)), {
        description: 'Flows that may stay undecided before the step fails.',
        fallback: "the configuration's, else `0`",
    }),
    'max-unread': input(numeral(classic_schemas/* number */.aig().min(0).max(100)), {
        description: 'Percent of calls in the history that may be unread or cut off.',
        fallback: "the configuration's, else `1`",
    }),
    'max-age': input(numeral(classic_schemas/* int */.Whr().min(1)), {
        description: 'Days that the last statement of the history may be old.',
        fallback: "the configuration's, else `30`",
    }),
    'fail-on-newly-allowed': input(given(classic_schemas/* enum */.k5n(['true', 'false'])), {
        description: 'Whether the step fails where a flow would be newly allowed, or a rule be looser: `true` or `false`.',
        fallback: "the configuration's, else `false`",
    }),
    'fail-on': input(given(classic_schemas/* enum */.k5n(['block', 'never'])), {
        description: 'Whether a broken or undecided flow fails the step: `block`, or `never` to report only.',
        fallback: '`block`',
    }),
    comment: COMMON_INPUTS.comment,
    'github-token': input(input_table_text, {
        description: 'Token to fetch the base branch, and to comment. Read access is enough to simulate.',
        default: '${{ github.token }}',
    }),
    report: COMMON_INPUTS.report,
    'base-url': input(input_table_text, {
        description: 'Address of a Querygate service to simulate with. Without one, rules and history come from the repository.',
        fallback: '`SERVICE_BASE_URL` of the environment',
    }),
    'api-key': COMMON_INPUTS['api-key'],
    workspace: COMMON_INPUTS.workspace,
    timeout: COMMON_INPUTS.timeout,
    matrix: COMMON_INPUTS.matrix,
});
/** The outputs of the `simulate` Action. All are set whatever happens; counts are 0 where nothing could be replayed. */
const SIMULATE_OUTPUTS = {
    verdict: '`allow`, `warn`, `block` or `unknown`: what the change of the rules does to what production runs.',
    'exit-code': 'What the command-line client would exit with (docs/exit-codes.md). The step itself exits 0 or 1.',
    outcome: '`simulated`, `no_effective_change` or `not_simulated`.',
    'broken-flows': 'Number of legitimate flows that would be blocked, wholly or partly.',
    'broken-calls': 'Number of their calls in the history that would be blocked.',
    'newly-allowed': 'Number of flows that would be newly allowed.',
    unknown: 'Number of flows that could not be decided.',
    acknowledged: 'Number of broken flows that the ruleset acknowledges.',
    flows: 'Number of flows replayed.',
    calls: 'Number of calls replayed.',
    report: 'Path of the JSON report; empty where there is none.',
};

;// CONCATENATED MODULE: ./build/esm/model/schemas/index.js
// Apart from model/index.ts, so that a run that reads no user file does not load zod.









/***/ })

};
