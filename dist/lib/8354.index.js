export const id = 8354;
export const ids = [8354];
export const modules = {

/***/ 58354:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  ACTION_OUTPUTS: () => (/* reexport */ ACTION_OUTPUTS),
  SIMULATE_OUTPUTS: () => (/* reexport */ SIMULATE_OUTPUTS),
  acknowledgementSchema: () => (/* reexport */ acknowledgementSchema),
  actionInputsSchema: () => (/* reexport */ actionInputsSchema),
  baselineSchema: () => (/* reexport */ baselineSchema),
  callerSchema: () => (/* reexport */ callerSchema),
  configFileSchema: () => (/* reexport */ configFileSchema),
  declaredFlowSchema: () => (/* reexport */ declaredFlowSchema),
  describeInputs: () => (/* reexport */ describeInputs),
  exampleSetSchema: () => (/* reexport */ exampleSetSchema),
  exceptionSchema: () => (/* reexport */ exceptionSchema),
  fileContextSchema: () => (/* reexport */ fileContextSchema),
  flowsFileSchema: () => (/* reexport */ flowsFileSchema),
  historyHeaderSchema: () => (/* reexport */ historyHeaderSchema),
  historyRowSchema: () => (/* reexport */ historyRowSchema),
  libraryOptionsSchema: () => (/* reexport */ libraryOptionsSchema),
  operationNames: () => (/* reexport */ operationNames),
  ruleFileSchema: () => (/* reexport */ ruleFileSchema),
  ruleSchema: () => (/* reexport */ ruleSchema),
  serverVersionSchema: () => (/* reexport */ serverVersionSchema),
  simulateInputsSchema: () => (/* reexport */ simulateInputsSchema),
  simulateSchema: () => (/* reexport */ simulateSchema)
});

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 11 modules
var classic_schemas = __webpack_require__(92857);
// EXTERNAL MODULE: ./build/esm/model/dialect.js
var dialect = __webpack_require__(26152);
// EXTERNAL MODULE: ./build/esm/model/verdict.js
var verdict = __webpack_require__(32443);
;// CONCATENATED MODULE: ./build/esm/model/schemas/input-table.js

// Building blocks for the input tables of both Actions.
/** An optional input. The runner passes inputs that the workflow does not set as empty strings. */
function optionalInput(schema) {
    return classic_schemas/* preprocess */.vkY((value) => (value === '' ? undefined : value), schema.optional());
}
const input_table_text = optionalInput(classic_schemas/* string */.YjP());
const globs = optionalInput(classic_schemas/* string */.YjP().transform(splitGlobs));
/** Lines of `<format>=<path>`. */
const outputs = optionalInput(classic_schemas/* string */.YjP()
    .transform((value) => value
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== ''))
    .pipe(classic_schemas/* array */.YOg(classic_schemas/* string */.YjP().regex(/^[a-z-]+=./, 'write `<format>=<path>` on each line'))));
const flag = optionalInput(classic_schemas/* enum */.k5n(['true', 'false'])).transform((value) => value === 'true');
/** A number passed as text. An empty text is not 0. */
function numericInput(schema) {
    return optionalInput(classic_schemas/* string */.YjP()
        .regex(/^\d+(\.\d+)?$/, 'use a number')
        .transform(Number)
        .pipe(schema));
}
function input(schema, meta) {
    return schema.meta({ ...meta });
}
/** Returns what action.yml and the docs need about each input. */
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
const RULES = 'Ruleset: a file or folder in the repository, read from the base branch, or a path outside it that the workflow checked out.';
/** Inputs of both Actions. */
const COMMON_INPUTS = {
    config: input(input_table_text, {
        description: 'Configuration file in the repository, read from the base branch.',
        fallback: '`.querygate/config.yml`',
    }),
    comment: input(flag, {
        description: 'Post one comment on the pull request and keep it up to date. Needs `pull-requests: write`.',
        default: 'false',
    }),
    report: input(input_table_text, {
        description: 'Path for the JSON report, inside the workspace of the job.',
        fallback: "a file in the runner's temporary folder",
    }),
    outputs: input(outputs, {
        description: 'Further reports, one `<format>=<path>` per line, such as `sarif=querygate.sarif`. Paths are inside the workspace of the job; docs/formats.md lists the formats.',
    }),
    'api-key': input(input_table_text, {
        description: 'API key for the service.',
        fallback: 'environment variable `SERVICE_API_KEY`',
    }),
    workspace: input(input_table_text, {
        description: 'Id of the workspace in the service.',
        fallback: 'environment variable `SERVICE_WORKSPACE_ID`',
    }),
    timeout: input(numericInput(classic_schemas/* int */.Whr().min(1)), {
        description: 'Timeout for the service, in seconds.',
        fallback: '`600`',
    }),
    matrix: input(input_table_text, {
        description: 'Keeps the comments of matrix jobs apart. You do not need to set it.',
        default: '${{ toJSON(matrix) }}',
    }),
};
/** Splits at newlines and commas, but not at commas inside `{a,b}`. Drops empty parts. */
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




/** The inputs of the `check` Action. action.yml and docs/inputs.md are generated from this table. */
const actionInputsSchema = classic_schemas/* object */.Ikc({
    paths: input(globs, {
        description: 'SQL files to check: globs, separated by newlines or commas.',
        fallback: '`paths` in the configuration, else all SQL files',
    }),
    ignore: input(globs, {
        description: 'Files to exclude, in addition to `ignore` in the configuration: globs, separated by newlines or commas.',
    }),
    dialect: input(optionalInput(classic_schemas/* enum */.k5n(dialect/* DIALECTS */.O)), {
        description: `SQL dialect of the files: ${choice(dialect/* DIALECTS */.O)}.`,
        fallback: '`dialect` in the configuration, per path',
    }),
    rules: input(input_table_text, {
        description: RULES,
        fallback: '`.querygate/rules.yml`, else `.querygate/rules/`, else the built-in packs `querygate:recommended` and `querygate:availability`',
    }),
    config: COMMON_INPUTS.config,
    'fail-on': input(optionalInput(classic_schemas/* enum */.k5n(verdict/* FAIL_ON */.d$)), {
        description: `Lowest verdict that fails the step: ${choice(verdict/* FAIL_ON */.d$)}.`,
        fallback: '`fail-on` in the configuration, else `block`',
    }),
    'on-unknown': input(optionalInput(classic_schemas/* enum */.k5n(verdict/* ON_UNKNOWN */.zN)), {
        description: `What happens to the step if something cannot be decided: ${choice(verdict/* ON_UNKNOWN */.zN)}.`,
        fallback: '`on-unknown` in the configuration, else `fail`',
    }),
    findings: input(optionalInput(classic_schemas/* enum */.k5n(verdict/* FINDINGS_MODES */.a)), {
        description: 'Which findings can fail the step: `new` (not in the base version of a changed file) or `all`.',
        fallback: '`findings` in the configuration, else `new`',
    }),
    comment: COMMON_INPUTS.comment,
    'github-token': input(input_table_text, {
        description: 'Token for fetching the base branch, listing changed files and commenting. Read access is enough, except for `comment`.',
        default: '${{ github.token }}',
    }),
    report: COMMON_INPUTS.report,
    outputs: COMMON_INPUTS.outputs,
    'base-url': input(input_table_text, {
        description: 'URL of a Querygate service, whose active ruleset is then used. Without it, rules come from the repository.',
        fallback: 'environment variable `SERVICE_BASE_URL`',
    }),
    'api-key': COMMON_INPUTS['api-key'],
    workspace: COMMON_INPUTS.workspace,
    timeout: COMMON_INPUTS.timeout,
    matrix: COMMON_INPUTS.matrix,
});
/** The outputs of the `check` Action. All are set on every run; counts are 0 if nothing could be checked. */
const ACTION_OUTPUTS = {
    verdict: 'Strictest verdict of all statements: `allow`, `warn`, `block` or `unknown`.',
    'exit-code': 'Exit code of the command-line client (docs/exit-codes.md). The step itself exits with 0 or 1.',
    files: 'Number of SQL files checked.',
    statements: 'Number of statements checked.',
    blocked: 'Number of new findings that block.',
    warned: 'Number of new findings that warn.',
    unknown: 'Number of findings that could not be decided.',
    existing: 'Number of findings that the base version already had.',
    suppressed: 'Number of findings exempted by a comment in the SQL file.',
    'new-suppressions': 'Number of exemption comments that the change adds or widens.',
    report: 'Path of the JSON report; empty if none was written.',
};

// EXTERNAL MODULE: ./build/esm/model/migration-tool.js
var migration_tool = __webpack_require__(74045);
// EXTERNAL MODULE: ./build/esm/model/server-version.js
var server_version = __webpack_require__(842);
;// CONCATENATED MODULE: ./build/esm/model/schemas/config-file.js





/** YAML reads `20240101120000` as a number. It would also read `1.10` as 1.1, so that has to be in quotes. */
const startAfter = classic_schemas/* union */.KCZ([
    classic_schemas/* string */.YjP().min(1),
    classic_schemas/* number */.aig().refine(Number.isSafeInteger, "must be a version or a date; write it in quotes: '1.10', '2024-06-30'"),
]);
/** YAML reads `16` as a number, and `10.10` as 10.1, so a version with a dot has to be in quotes. */
const serverVersionSchema = classic_schemas/* union */.KCZ([classic_schemas/* string */.YjP(), classic_schemas/* number */.aig()])
    .refine((value) => (typeof value === 'string' || Number.isInteger(value)) && (0,server_version/* parseServerVersion */.x)(String(value)) !== undefined, server_version/* SERVER_VERSION_FORM */.k);
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
    user: classic_schemas/* string */.YjP().min(1).optional().describe('Pattern for the database user.'),
    application: classic_schemas/* string */.YjP().min(1).optional().describe('Pattern for the application name.'),
    database: classic_schemas/* string */.YjP().min(1).optional().describe('Pattern for the database.'),
})
    .refine((entry) => Object.keys(entry).length > 0, 'name at least one of `user`, `application`, `database`');
/** Settings of `simulate`, read from the base branch. */
const simulateSchema = classic_schemas/* strictObject */.rej({
    history: classic_schemas/* union */.KCZ([classic_schemas/* string */.YjP().min(1), config_file_globs])
        .optional()
        .describe('Production history: snapshots or logs. Default: `.querygate/history.jsonl.gz`.'),
    'max-broken-flows': classic_schemas/* int */.Whr()
        .min(0)
        .optional()
        .describe('Maximum number of legitimate flows that may break. Default: 0.'),
    'max-unknown': classic_schemas/* int */.Whr().min(0).optional().describe('Maximum number of undecided flows. Default: 0.'),
    'max-unread': classic_schemas/* number */.aig()
        .min(0)
        .max(100)
        .optional()
        .describe('Maximum percentage of calls that may be unread (not readable, or cut off by the source). Default: 1.'),
    'max-age': classic_schemas/* int */.Whr()
        .min(1)
        .optional()
        .describe('Maximum age of the last statement in the history, in days. Default: 30.'),
    'fail-on-newly-allowed': classic_schemas/* boolean */.zMY()
        .optional()
        .describe('Fail if a flow is newly allowed, or a rule is looser. Default: false.'),
    'min-calls': classic_schemas/* int */.Whr().min(1).optional().describe('Ignore flows with fewer calls than this. Default: 1.'),
    'min-days': classic_schemas/* int */.Whr()
        .min(1)
        .optional()
        .describe('Ignore flows seen on fewer days. Default: 1; for DDL, GRANT and utility statements: 2.'),
    'ignore-callers': classic_schemas/* array */.YOg(callerPattern)
        .optional()
        .describe('Ignore the flows of these callers. `*` matches any text.'),
    'on-missing-key': classic_schemas/* enum */.k5n(ON_MISSING_KEY)
        .optional()
        .describe('`on-missing-key` for `simulate` only. `embedded` uses the rules and history in the repository. Default: the top-level `on-missing-key`.'),
});
/** `.querygate/config.yml`. Keys are kebab-case, like the inputs of the Action. */
const configFileSchema = classic_schemas/* strictObject */.rej({
    version: classic_schemas/* literal */.euz(1).describe('Version of the file format.'),
    dialect: classic_schemas/* enum */.k5n(dialect/* DIALECTS */.O).optional().describe('Default SQL dialect. Override it per path under `files`.'),
    'server-version': serverVersionSchema
        .optional()
        .describe("Version of the database server, in quotes: `'16'`, `'8.0.12'`, `'10.11'`, or a year of SQL Server. Rules that depend on it are undecided without it. Override it per path under `files`."),
    paths: config_file_globs.optional().describe('SQL files to check, as globs. Default: all SQL files, by their names.'),
    ignore: config_file_globs.optional().describe('Files to exclude, as globs.'),
    files: classic_schemas/* array */.YOg(classic_schemas/* strictObject */.rej({
        paths: config_file_globs.describe('Files that this entry applies to, as globs.'),
        dialect: classic_schemas/* enum */.k5n(dialect/* DIALECTS */.O).optional().describe('SQL dialect of these files.'),
        tool: classic_schemas/* enum */.k5n(migration_tool/* MIGRATION_TOOLS */.b)
            .optional()
            .describe('Migration tool that runs these files. Findings in its down sections do not fail.'),
        transaction: classic_schemas/* boolean */.zMY()
            .optional()
            .describe('Whether the migration tool runs each of these files in a transaction. Default: what `tool` does; without `tool`, only BEGIN starts one. Set it for other tools, such as Prisma, Rails or Drizzle.'),
        'server-version': serverVersionSchema.optional().describe('`server-version` for these files.'),
        'start-after': startAfter.optional().describe('`start-after` for these files.'),
        caller: callerSchema
            .optional()
            .describe('Who runs these files. Rules that read `caller` then apply to them.'),
    }))
        .optional()
        .describe('Settings per path. If several entries match a file, the last one wins, key by key.'),
    rules: classic_schemas/* string */.YjP()
        .min(1)
        .optional()
        .describe('Ruleset: a file or folder. Default: `.querygate/rules.yml`, else `.querygate/rules/`.'),
    'fail-on': classic_schemas/* enum */.k5n(verdict/* FAIL_ON */.d$).optional().describe('Lowest verdict that fails the check. Default: `block`.'),
    'on-unknown': classic_schemas/* enum */.k5n(verdict/* ON_UNKNOWN */.zN)
        .optional()
        .describe('What happens if a statement cannot be decided. Default: `fail`.'),
    'unread-migrations': classic_schemas/* enum */.k5n(verdict/* UNREAD_MIGRATIONS */.oA)
        .optional()
        .describe('What happens if a change touches migrations that are not SQL, such as those of Rails or Django: `warn` (default) names them in the report, `fail` makes each one an undecided finding.'),
    findings: classic_schemas/* enum */.k5n(verdict/* FINDINGS_MODES */.a)
        .optional()
        .describe('Which findings can fail the check: `new` ones only (default), or also those that the base version already had.'),
    suppressions: classic_schemas/* enum */.k5n(['on', 'off', 'fail-on-new'])
        .optional()
        .describe('Whether comments in SQL files may exempt statements. `fail-on-new`: new ones fail the check. Default: `on`.'),
    'max-exemption-days': classic_schemas/* int */.Whr()
        .min(1)
        .max(36_500)
        .optional()
        .describe('How many days from today the last day (`until`) of a new suppression or exception may be. Longer ones, and suppressions without a last day, are refused. Those that existed before still apply. Default: no limit.'),
    'head-rules': classic_schemas/* enum */.k5n(['stricter', 'decide'])
        .optional()
        .describe('Which rules apply when a pull request edits them: `stricter` (default) checks under the old and the new rules and uses the stricter verdict; `decide` uses the new rules only. With a service, its active ruleset always applies.'),
    'on-missing-key': classic_schemas/* enum */.k5n(ON_MISSING_KEY)
        .optional()
        .describe('What a run does if it should use a service but has no API key, as on a fork: `unknown` (default) fails, `embedded` uses the rules in the repository.'),
    baseline: classic_schemas/* string */.YjP()
        .min(1)
        .optional()
        .describe('File of accepted old findings. Default: `.querygate/baseline.json`, if it exists.'),
    'start-after': startAfter
        .optional()
        .describe('Last migration that is accepted as history: a version as in the file names (`0042`, `V1.2`, `20240101120000`) or a date (`2024-06-30`). A run over all files skips migrations up to it. Override it per path under `files`.'),
    simulate: simulateSchema.optional().describe('Settings of `simulate`.'),
})
    .describe('Querygate configuration.');

// EXTERNAL MODULE: ./build/esm/model/file-context.js
var file_context = __webpack_require__(17576);
;// CONCATENATED MODULE: ./build/esm/model/schemas/file-context.js


const file_context_name = classic_schemas/* string */.YjP().min(1).max(file_context/* CONTEXT_LIMITS */.P.characters);
const names = classic_schemas/* array */.YOg(file_context_name).max(file_context/* CONTEXT_LIMITS */.P.names);
/** Strict: a misspelled key must not silently mean that something is not known. */
const fileContextSchema = classic_schemas/* strictObject */.rej({
    tables: classic_schemas/* array */.YOg(classic_schemas/* strictObject */.rej({
        name: file_context_name.describe('Name of the table, folded as the dialect folds it.'),
        schema: classic_schemas/* string */.YjP()
            .max(file_context/* CONTEXT_LIMITS */.P.characters)
            .describe('Schema of the table, as the file writes it. Empty if it writes none.'),
        exists: classic_schemas/* boolean */.zMY().describe('False if no SQL file at the tip of the base branch contains the name.'),
        columns: names
            .optional()
            .describe('All columns of the table according to the SQL files of the base branch. Missing: not known.'),
        cascades: classic_schemas/* boolean */.zMY()
            .optional()
            .describe('Whether a foreign key of another table has ON DELETE CASCADE, SET NULL or SET DEFAULT to this one. Missing: not known.'),
        rowSecurity: classic_schemas/* boolean */.zMY()
            .optional()
            .describe('Whether a SQL file of the base branch mentions row-level security or a policy. Missing: not known.'),
    }))
        .max(file_context/* CONTEXT_LIMITS */.P.names)
        .describe('Tables that the file drops, or creates and then changes. A table that is not listed is not known.'),
    routinesUsed: names
        .optional()
        .describe('Names, in lower case, of routines that the file creates and another file of the change uses. Missing: not known.'),
    routinesAttached: names
        .optional()
        .describe('Names, in lower case, of routines with unreadable SQL that the file creates and the SQL files of the base branch attach to a trigger, event, job, default, policy or the like. Missing: not known.'),
    createdBefore: classic_schemas/* array */.YOg(classic_schemas/* strictObject */.rej({
        name: file_context_name.describe('Name of the table, folded as the dialect folds it.'),
        schema: classic_schemas/* string */.YjP()
            .max(file_context/* CONTEXT_LIMITS */.P.characters)
            .describe('Schema of the table, as the files write it. Empty if they write none.'),
    }))
        .max(file_context/* CONTEXT_LIMITS */.P.names)
        .optional()
        .describe('Tables that earlier migrations of the change create, and that no SQL file at the tip of the base branch names.'),
    policies: classic_schemas/* array */.YOg(classic_schemas/* strictObject */.rej({
        name: file_context_name.describe('Name of the policy, folded as the dialect folds it.'),
        table: file_context_name.describe('Its table, folded, as `schema.name` or `name`.'),
        definitions: classic_schemas/* array */.YOg(classic_schemas/* string */.YjP().max(file_context/* CONTEXT_LIMITS */.P.definitionCharacters))
            .max(file_context/* CONTEXT_LIMITS */.P.definitions)
            .describe('Each CREATE POLICY of the SQL files of the base branch that may be the one in force. Empty: no file creates it.'),
    }))
        .max(file_context/* CONTEXT_LIMITS */.P.names)
        .optional()
        .describe('Policies that the file drops and creates again. A policy that is not listed is not known.'),
});

;// CONCATENATED MODULE: ./build/esm/model/schemas/flows-file.js



/** A query that must always pass, even if the history does not contain it. */
const declaredFlowSchema = classic_schemas/* strictObject */.rej({
    name: classic_schemas/* string */.YjP().min(1).max(200).describe('Name of the flow, unique in the file.'),
    owner: classic_schemas/* string */.YjP().min(1).max(200).describe('Who must agree before this flow may break.'),
    sql: classic_schemas/* string */.YjP().min(1).max(100_000).describe('The query. `$1` and `?` stand for values given at run time.'),
    dialect: classic_schemas/* enum */.k5n(dialect/* DIALECTS */.O).optional().describe('SQL dialect. Default: `dialect` in the configuration.'),
    caller: callerSchema.optional().describe('Who runs the query.'),
    description: classic_schemas/* string */.YjP().max(4000).optional().describe('What the query is for.'),
});
/** `.querygate/flows.yml`. */
const flowsFileSchema = classic_schemas/* strictObject */.rej({
    version: classic_schemas/* literal */.euz(1).describe('Version of the file format.'),
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





// The lines of a snapshot (docs/history-format.md). The published JSON Schema is generated from these schemas.
// Snapshots are read by hand-written code (src/history); a test compares it with these schemas.
const count = classic_schemas/* int */.Whr().min(0);
const history_file_text = classic_schemas/* string */.YjP();
const timestamp = classic_schemas/* string */.YjP()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/)
    .refine((value) => !Number.isNaN(Date.parse(value)));
const reasons = classic_schemas/* record */.g1P(classic_schemas/* string */.YjP().regex(/^[A-Za-z0-9][^\p{Cc}]{0,199}$/u), count);
const historySourceSchema = classic_schemas/* strictObject */.rej({
    kind: classic_schemas/* enum */.k5n(model_history/* SOURCE_KINDS */.s1).describe('Type of source.'),
    name: history_file_text.describe('File name without its folder.'),
    dialect: classic_schemas/* enum */.k5n(dialect/* DIALECTS */.O),
    identity: classic_schemas/* string */.YjP()
        .regex(/^[0-9a-f]{64}$/)
        .describe('SHA-256 of its first 64 KiB and its length. Detects an input that is given twice.'),
    from: timestamp.optional().describe('Time of its first statement; missing if it has no timestamps.'),
    to: timestamp.optional().describe('Time of its last statement.'),
    bytes: count.describe('Bytes read, after decompression.'),
    statements: count.describe('Number of executions read.'),
    records: count.optional().describe('Number of entries read; one entry may stand for many executions.'),
    unreadRecords: count.optional().describe('Number of entries that could not be read.'),
    unread: reasons.describe('Number of executions (or lines) that could not be read, by reason.'),
    truncated: count.describe('Number of executions whose text the source had truncated.'),
    passedOver: reasons.describe('Number of skipped records that are not queries, by type.'),
    notCarried: classic_schemas/* array */.YOg(history_file_text).describe('Facts that this source does not contain.'),
    notes: classic_schemas/* array */.YOg(history_file_text).describe('Other remarks about this source.'),
});
/** The versions that can be read. */
const FACTS_VERSIONS = [1, facts/* FACTS_VERSION */.B5];
/** First line of a snapshot. */
const historyHeaderSchema = classic_schemas/* strictObject */.rej({
    querygateHistory: classic_schemas/* literal */.euz(model_history/* HISTORY_VERSION */.g1).describe('Version of the file format.'),
    factsVersion: classic_schemas/* literal */.euz(FACTS_VERSIONS)
        .describe('Version of the list of facts (docs/facts.md). Rows of version 1 do not record the facts of version 2.'),
    tool: history_file_text.describe('Version of querygate that wrote the snapshot.'),
    collected: timestamp.describe('When the snapshot was written. For a merged snapshot: when the oldest part was written.'),
    from: timestamp.optional().describe('Time of the first statement; missing if no source has timestamps.'),
    to: timestamp.optional().describe('Time of the last statement.'),
    sources: classic_schemas/* array */.YOg(historySourceSchema),
    rows: count.describe('Number of lines that follow.'),
    statements: count.describe('Number of executions in these lines.'),
    unread: count.describe('Total of `unread` over all sources.'),
    truncated: count.describe('Total of `truncated` over all sources.'),
    folded: classic_schemas/* strictObject */.rej({ maxVariants: count, flows: count, rows: count })
        .describe('Flows with more than `maxVariants` rows, whose rows were merged into one. The facts that differed between them are not known.'),
})
    .describe('First line: the header of the history.');
const tags = classic_schemas/* record */.g1P(classic_schemas/* string */.YjP().regex(/^[A-Za-z][\w.-]{0,63}$/), history_file_text);
function factSchema({ type, summary }, defaultValue) {
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
        .describe(`${summary}. Default: ${defaultValue ?? empty[type]}.`);
}
/** An object with the facts of a table (defaults may be omitted) and the names of facts that are not known. */
function factsSchema(table, extra = {}, defaults = {}, optional = Object.keys(table)) {
    const facts = Object.entries(table).map(([name, entry]) => [name, factSchema(entry, defaults[name])]);
    return classic_schemas/* strictObject */.rej({
        ...Object.fromEntries(facts),
        ...extra,
        notCarried: classic_schemas/* array */.YOg(classic_schemas/* enum */.k5n(optional))
            .optional()
            .describe('Facts that the source does not contain. A rule that needs one of them is undecided.'),
    })
        .refine((value) => !(value.notCarried ?? []).some((name) => Object.hasOwn(value, name)));
}
const targetSchema = factsSchema(facts/* TARGET_FIELDS */.G_, { text: history_file_text.optional().describe('The name as written, if that is not `schema.name`.') }, {}, ['name', 'schema']);
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
/** Every other line of a snapshot: one distinct combination of facts. */
const historyRowSchema = classic_schemas/* strictObject */.rej({
    shape: history_file_text.describe('The statement with every literal replaced by `?`.'),
    dialect: classic_schemas/* enum */.k5n(dialect/* DIALECTS */.O),
    unreadable: history_file_text.optional().describe('Why the statement could not be read completely; missing if it was.'),
    truncated: classic_schemas/* boolean */.zMY().optional().describe('Whether the source had truncated its text. Default: false.'),
    facts: factsSchema(facts/* ROW_STATEMENT_FACTS */.d).describe('Facts of the statement.'),
    operations: classic_schemas/* array */.YOg(operationSchema).describe('What the statement does.'),
    caller: factsSchema(facts/* CALLER_FACTS */.al).describe('Who runs the statement.'),
    callerPatterns: classic_schemas/* array */.YOg(classic_schemas/* enum */.k5n(model_history/* CALLER_PATTERNS */.KG))
        .optional()
        .describe('Caller facts that are only partly known: in names, `*` replaces the part that varies; in tags, some are left out. Default: none.'),
    days: classic_schemas/* record */.g1P(day, classic_schemas/* int */.Whr().min(1))
        .refine((days) => Object.keys(days).length > 0)
        .describe('Number of executions per UTC day, or under the empty key if the source has no timestamps.'),
})
    .describe('Every other line: one distinct combination of facts, and how often it ran.');

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/iso.js
var iso = __webpack_require__(64377);
;// CONCATENATED MODULE: ./build/esm/model/schemas/library-options.js






/** Options of the library's `check`. Strict: a misspelled option must not silently get its default. */
const libraryOptionsSchema = classic_schemas/* strictObject */.rej({
    dialect: classic_schemas/* enum */.k5n(dialect/* DIALECTS */.O),
    path: classic_schemas/* string */.YjP().min(1).optional(),
    ruleset: classic_schemas/* string */.YjP().optional(),
    tool: classic_schemas/* enum */.k5n(migration_tool/* MIGRATION_TOOLS */.b).optional(),
    transaction: classic_schemas/* boolean */.zMY().optional(),
    serverVersion: classic_schemas/* string */.YjP()
        .refine((value) => (0,server_version/* parseServerVersion */.x)(value) !== undefined, server_version/* SERVER_VERSION_FORM */.k)
        .optional(),
    caller: callerSchema.optional(),
    baseText: classic_schemas/* string */.YjP().optional(),
    baseSql: classic_schemas/* string */.YjP().optional(),
    suppressions: classic_schemas/* enum */.k5n(['on', 'off']).optional(),
    failOn: classic_schemas/* enum */.k5n(verdict/* FAIL_ON */.d$).optional(),
    onUnknown: classic_schemas/* enum */.k5n(verdict/* ON_UNKNOWN */.zN).optional(),
    today: iso/* date */.p6().optional(),
});

;// CONCATENATED MODULE: ./build/esm/model/schemas/rule-file.js





const kebab = classic_schemas/* string */.YjP()
    .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'must be kebab-case, such as `no-drop-table`')
    .max(80);
const condition = classic_schemas/* string */.YjP().min(1).max(4000);
const rule_file_day = iso/* date */.p6().describe('Last day on which it applies: `YYYY-MM-DD`, UTC.');
const operationNames = [...operations/* OPERATION_GROUPS */.H0, ...Object.keys(operations/* OPERATION_KINDS */.YO)];
/** Tests of a rule: SQL that it must match, and SQL that it must not match. */
const exampleSetSchema = classic_schemas/* strictObject */.rej({
    block: classic_schemas/* array */.YOg(classic_schemas/* string */.YjP().min(1)).optional().describe('SQL that the rule must match.'),
    pass: classic_schemas/* array */.YOg(classic_schemas/* string */.YjP().min(1)).optional().describe('SQL that the rule must not match.'),
    dialect: classic_schemas/* enum */.k5n(dialect/* DIALECTS */.O).optional().describe('Dialect of the examples. Default: `postgresql`.'),
    path: classic_schemas/* string */.YjP().min(1).optional().describe('Path of the file that contains the SQL. Default: `example.sql`.'),
    caller: callerSchema.optional().describe('Who runs the SQL, for a rule that reads `caller`.'),
    'server-version': serverVersionSchema
        .optional()
        .describe('Version of the server, for a rule that reads `statement.serverVersion`.'),
    base: classic_schemas/* string */.YjP()
        .optional()
        .describe('SQL of the base branch, for a rule that reads `operation.replacesNothing` or `operation.rebuilt`.'),
});
/** One rule. An override of an inherited rule contains its id and the keys to replace. */
const ruleSchema = classic_schemas/* strictObject */.rej({
    id: kebab.describe('Permanent name in kebab-case: `no-…` or `require-…`.'),
    operations: classic_schemas/* array */.YOg(classic_schemas/* enum */.k5n(operationNames))
        .min(1)
        .optional()
        .describe('What the rule looks at: kinds of operations, or the groups `drop`, `ddl`, `write`, `read`, `any`.'),
    when: condition
        .optional()
        .describe('Condition in CEL over the facts. Without it, every operation of these kinds matches.'),
    verdict: classic_schemas/* enum */.k5n(verdict/* RULE_VERDICTS */.y9).optional().describe('What happens if the rule matches: `block`, `warn` or `off`.'),
    message: classic_schemas/* string */.YjP()
        .min(1)
        .max(500)
        .optional()
        .describe('Text of the finding, one line. Facts in braces, such as `{operation.target}`, are filled in.'),
    description: classic_schemas/* string */.YjP().max(4000).optional().describe('Why the rule exists.'),
    help: classic_schemas/* string */.YjP().max(4000).optional().describe('The safe alternative, in Markdown. Shown with each finding.'),
    owner: classic_schemas/* string */.YjP().max(200).optional().describe('Who may approve an exception.'),
    suppressible: classic_schemas/* boolean */.zMY()
        .optional()
        .describe('Whether a comment in the SQL file may exempt a statement from the rule. Default: true.'),
    final: classic_schemas/* boolean */.zMY()
        .optional()
        .describe('Whether rulesets that extend this one are forbidden to loosen the rule. Default: false.'),
    examples: classic_schemas/* union */.KCZ([exampleSetSchema, classic_schemas/* array */.YOg(exampleSetSchema).min(1)])
        .optional()
        .describe('Tests of the rule, run by `querygate rules test` and in CI. A list if dialects or callers differ.'),
});
/** Rejects the placeholders of a pasted proposal, such as `<reason>`. */
const FILLED_IN = /^(?!\s*<[\s\S]*>\s*$)/;
const reason = classic_schemas/* string */.YjP()
    .min(1)
    .max(500)
    .regex(FILLED_IN, 'must be a real reason instead of the placeholder `<…>`')
    .describe('Why it is needed.');
const owner = classic_schemas/* string */.YjP()
    .min(1)
    .max(200)
    .regex(FILLED_IN, 'must be a real owner instead of the placeholder `<…>`')
    .describe('Who is responsible for it.');
const exceptionSchema = classic_schemas/* strictObject */.rej({
    rule: kebab.describe('Id of the rule.'),
    when: condition.describe('Condition in CEL that selects the exempt operations.'),
    reason,
    owner,
    until: rule_file_day,
});
/** A deliberate break of production flows, approved together with the rule change that causes it. */
const acknowledgementSchema = classic_schemas/* strictObject */.rej({
    rule: kebab.describe('Id of the rule that breaks the flow.'),
    flow: classic_schemas/* string */.YjP()
        .regex(/^[0-9a-f]{12}$/, 'must be the flow id from a simulation report (12 hex digits)')
        .optional()
        .describe('Id of the one flow that may break, from the simulation report.'),
    when: condition.optional().describe('Condition in CEL that selects the runs that may break. Needs `max-flows`.'),
    'max-flows': classic_schemas/* int */.Whr().min(1).max(10000).optional().describe('Maximum number of flows that `when` may cover.'),
    reason,
    owner,
    until: rule_file_day,
})
    .refine((entry) => (entry.flow === undefined) !== (entry.when === undefined), 'give either `flow`, or `when` together with `max-flows`')
    .refine((entry) => (entry.when === undefined) === (entry['max-flows'] === undefined), {
    message: '`when` and `max-flows` need each other; give both',
    path: ['max-flows'],
});
/** `.querygate/rules.yml`, or a file in `.querygate/rules/`. */
const ruleFileSchema = classic_schemas/* strictObject */.rej({
    version: classic_schemas/* literal */.euz(1).describe('Version of the file format.'),
    extends: classic_schemas/* array */.YOg(classic_schemas/* string */.YjP().min(1))
        .optional()
        .describe('Packs (`querygate:recommended@1`) or rule files (relative paths) to build on.'),
    rules: classic_schemas/* array */.YOg(ruleSchema).optional().describe('New rules, and overrides of inherited rules.'),
    exceptions: classic_schemas/* array */.YOg(exceptionSchema).optional().describe('Operations that a rule does not apply to.'),
    acknowledge: classic_schemas/* array */.YOg(acknowledgementSchema)
        .optional()
        .describe('Intended breaks of production flows, for `simulate`.'),
})
    .describe('Querygate ruleset.');
/** `.querygate/baseline.json`. */
const baselineSchema = classic_schemas/* strictObject */.rej({
    version: classic_schemas/* literal */.euz(1),
    findings: classic_schemas/* array */.YOg(classic_schemas/* strictObject */.rej({
        fingerprint: classic_schemas/* string */.YjP().regex(/^[0-9a-f]{64}\/v1$/, 'must be the fingerprint of a finding, from a report'),
        rule: classic_schemas/* string */.YjP(),
        path: classic_schemas/* string */.YjP(),
    })),
});

;// CONCATENATED MODULE: ./build/esm/model/schemas/simulate-inputs.js



/** The inputs of the `simulate` Action. simulate/action.yml and docs/inputs.md are generated from this table. */
const simulateInputsSchema = classic_schemas/* object */.Ikc({
    history: input(globs, {
        description: 'Production history: snapshots or logs, as paths, folders or globs, separated by newlines or commas. Files tracked by git are read from the base branch, all others from disk.',
        fallback: `\`simulate.history\` in the configuration, else \`${model_history/* HISTORY_FILE */.CX}\``,
    }),
    rules: input(input_table_text, {
        description: 'Ruleset: a file or folder in the repository.',
        fallback: '`.querygate/rules.yml`, else `.querygate/rules/`, else no rules',
    }),
    config: COMMON_INPUTS.config,
    'max-broken-flows': input(numericInput(classic_schemas/* int */.Whr().min(0)), {
        description: 'Maximum number of legitimate query flows that may break before the step fails.',
        fallback: "the configuration's, else `0`",
    }),
    'max-unknown': input(numericInput(classic_schemas/* int */.Whr().min(0)), {
        description: 'Maximum number of undecided flows before the step fails.',
        fallback: "the configuration's, else `0`",
    }),
    'max-unread': input(numericInput(classic_schemas/* number */.aig().min(0).max(100)), {
        description: 'Maximum percentage of calls in the history that may be unread or truncated.',
        fallback: "the configuration's, else `1`",
    }),
    'max-age': input(numericInput(classic_schemas/* int */.Whr().min(1)), {
        description: 'Maximum age of the last statement in the history, in days.',
        fallback: "the configuration's, else `30`",
    }),
    'fail-on-newly-allowed': input(optionalInput(classic_schemas/* enum */.k5n(['true', 'false'])), {
        description: 'Fail the step if a flow would be newly allowed or a rule becomes looser: `true` or `false`.',
        fallback: "the configuration's, else `false`",
    }),
    'fail-on': input(optionalInput(classic_schemas/* enum */.k5n(['block', 'never'])), {
        description: 'Whether a broken or undecided flow fails the step: `block`, or `never` to only report it.',
        fallback: '`block`',
    }),
    comment: COMMON_INPUTS.comment,
    'github-token': input(input_table_text, {
        description: 'Token for fetching the base branch and commenting. Read access is enough, except for `comment`.',
        default: '${{ github.token }}',
    }),
    report: COMMON_INPUTS.report,
    outputs: COMMON_INPUTS.outputs,
    'base-url': input(input_table_text, {
        description: 'URL of a Querygate service that runs the simulation. Without it, rules and history come from the repository.',
        fallback: 'environment variable `SERVICE_BASE_URL`',
    }),
    'api-key': COMMON_INPUTS['api-key'],
    workspace: COMMON_INPUTS.workspace,
    timeout: COMMON_INPUTS.timeout,
    matrix: COMMON_INPUTS.matrix,
});
/** The outputs of the `simulate` Action. All are set on every run; counts are 0 if nothing could be replayed. */
const SIMULATE_OUTPUTS = {
    verdict: 'Effect of the rule change on production queries: `allow`, `warn`, `block` or `unknown`.',
    'exit-code': 'Exit code of the command-line client (docs/exit-codes.md). The step itself exits with 0 or 1.',
    outcome: '`simulated`, `no_effective_change` or `not_simulated`.',
    'broken-flows': 'Number of legitimate query flows that would be blocked, completely or partly.',
    'broken-calls': 'Number of calls in the history, from those flows, that would be blocked.',
    'newly-allowed': 'Number of flows that would be newly allowed.',
    unknown: 'Number of flows that could not be decided.',
    acknowledged: 'Number of broken flows that the ruleset acknowledges as intended.',
    flows: 'Number of flows replayed.',
    calls: 'Number of calls replayed.',
    report: 'Path of the JSON report; empty if none was written.',
};

;// CONCATENATED MODULE: ./build/esm/model/schemas/index.js
// Separate from model/index.ts, so that runs that read no user file do not load zod.











/***/ }),

/***/ 64377:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   p6: () => (/* binding */ date),
/* harmony export */   w$: () => (/* binding */ datetime)
/* harmony export */ });
/* unused harmony exports time, duration */
/* harmony import */ var _core_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(43759);
/* harmony import */ var _schemas_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(92857);



function datetime(params) {
    return _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* ._isoDateTime */ .G1(_schemas_js__WEBPACK_IMPORTED_MODULE_1__/* .ZodISODateTime */ .You, params);
}
function date(params) {
    return _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* ._isoDate */ .db(_schemas_js__WEBPACK_IMPORTED_MODULE_1__/* .ZodISODate */ .Brp, params);
}
function time(params) {
    return core._isoTime(ZodISOTime, params);
}
function duration(params) {
    return core._isoDuration(ZodISODuration, params);
}


/***/ })

};
