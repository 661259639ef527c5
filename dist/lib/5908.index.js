export const id = 5908;
export const ids = [5908];
export const modules = {

/***/ 75908:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  createServiceClient: () => (/* reexport */ createServiceClient)
});

// UNUSED EXPORTS: parseBaseUrl

// EXTERNAL MODULE: ./build/esm/http/index.js + 3 modules
var http = __webpack_require__(55222);
// EXTERNAL MODULE: ./build/esm/model/index.js + 17 modules
var model = __webpack_require__(72607);
;// CONCATENATED MODULE: ./build/esm/client/base-url.js


/**
 * Parses the base URL of a service: `https://host[:port][/path]`. `http:` would send the key in the clear, so it is
 * only accepted for this machine (`localhost`, 127.0.0.0/8, `[::1]`). Raises ConfigError for anything else. The message
 * never contains a possible secret (user, password, query, fragment).
 */
function parseBaseUrl(text) {
    const trimmed = text.trim();
    if (trimmed === '')
        throw new model/* ConfigError */.xL('the base URL of the service is empty; set `SERVICE_BASE_URL` or `base-url`');
    const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined;
    // This parser reads a backslash as a slash and other parsers do not, so the target would not be obvious to a reader.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the parser silently drops tabs and line ends
    if (!url || /[\u0000-\u0020\\]/.test(trimmed)) {
        throw new model/* ConfigError */.xL('the base URL of the service is not a valid URL; use one such as `https://querygate.example.com`');
    }
    if (url.username !== '' || url.password !== '' || trimmed.slice(0, trimmed.indexOf('/', 8)).includes('@')) {
        throw new model/* ConfigError */.xL('the base URL of the service contains a user name or password; remove it, since the client authenticates with the API key');
    }
    if (/[?#]/.test(trimmed)) {
        throw new model/* ConfigError */.xL('the base URL of the service has a query (`?`) or fragment (`#`); use only host and path');
    }
    const loopback = (0,http/* isLoopback */.U9)(url.hostname);
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback)) {
        throw new model/* ConfigError */.xL(`the base URL starts with \`${url.protocol}//\`, which would send the API key in the clear; use \`https://\` (\`http://\` is only allowed for \`localhost\`)`);
    }
    const prefix = url.pathname.replace(/\/+$/, '');
    if (/(^|\/)api(\/v\d+)?$/.test(prefix)) {
        throw new model/* ConfigError */.xL(`the base URL ends with \`${prefix.slice(prefix.lastIndexOf('/api'))}\`, which the client adds itself; remove it`);
    }
    return { origin: url.origin, prefix, loopback };
}

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/iso.js
var iso = __webpack_require__(64377);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 11 modules
var classic_schemas = __webpack_require__(92857);
;// CONCATENATED MODULE: ./build/esm/contract/limits.js
/** Limits that both the client and the service enforce. */
const LIMITS = {
    /** Bytes of a request body. */
    requestBytes: 8 * 1024 * 1024,
    /** Bytes of a request body with one query: the query in UTF-8, with room for JSON escapes and the caller. */
    queryBytes: 4 * 1024 * 1024,
    /** Bytes of a request body that manages keys, sessions or the data policy. */
    manageBytes: 64 * 1024,
    /** Nesting depth of lists and objects in a request body. */
    bodyDepth: 64,
    /** JSON values in a request body; each list and each object counts as one too. */
    bodyValues: 100_000,
    /** Bytes of a response body that the client reads. */
    responseBytes: 64 * 1024 * 1024,
    /** Bytes of an error response that the client reads. */
    problemBytes: 256 * 1024,
    /** Files per ruleset. */
    ruleFiles: 100,
    /** The largest version that the store can hold. */
    rulesetVersion: 2_147_483_647,
    /** Characters (UTF-16 code units) of a rule file or a file of declared flows. */
    fileCharacters: 1024 * 1024,
    /** Characters of a path. */
    pathCharacters: 1000,
    /** SQL files per dry run request. */
    sqlFiles: 500,
    /** Bytes (UTF-8) of one part of a file that is too large for a request body. */
    partBytes: 4 * 1024 * 1024,
    /**
     * Parts per file. A file has at most 32 MiB, which can double in UTF-8 (from Latin-1). Parts end at character
     * boundaries, which can cost one more.
     */
    parts: 17,
    /** Total characters of all files of one dry run, before and after the change: twice the maximum of one file. */
    dryRunCharacters: 64 * 1024 * 1024,
    /** Minutes for which the service keeps an uploaded part. */
    partMinutes: 60,
    /** Fingerprints in the baseline of one dry run. */
    fingerprints: 50_000,
    /** Characters per query. */
    queryCharacters: 1024 * 1024,
    /** Databases with a proxy mode of their own. */
    proxyDatabases: 500,
    /** Events per request. */
    events: 1000,
    /** Rows (one for each statement) per event. */
    eventRows: 1000,
    /** Rules that one event names. */
    eventRules: 100,
    /** Bind values per event. */
    eventBinds: 10_000,
    /** Maximum and default number of items per page of a list. */
    pageItems: 500,
    defaultPageItems: 50,
    /** Flows that a list counts by verdict, those seen last. */
    countedFlows: 20_000,
    /** Intervals per request of counts. */
    countIntervals: 1500,
    /**
     * Bytes of stored text per page of a list. A page with larger texts has fewer items, but at least one. JSON escapes
     * can make one byte six.
     */
    pageBytes: 4 * 1024 * 1024,
    /** Characters of a caller's name or of a tag. */
    callerCharacters: 1000,
    /** Tags per caller. */
    callerTags: 100,
    /** Hours for which the service remembers an `Idempotency-Key`. */
    idempotencyHours: 24,
    /** Minutes for which it can repeat a response with the secret of a new API key, to the same session. */
    idempotencySecretMinutes: 10,
    /** Hours until a session expires, and minutes without a request after which it ends earlier. */
    sessionHours: 12,
    /** Minutes after a sign-in or its confirmation in which keys, rules and people can be changed. */
    confirmMinutes: 15,
    sessionIdleMinutes: 120,
};

;// CONCATENATED MODULE: ./build/esm/contract/bodies/common.js



// Requests are strict: a service that ignored an unknown setting would evaluate under other settings than the caller
// asked for. Responses may gain keys; clients ignore those that they do not know.
const MIN_TIMESTAMP = Date.parse('0001-01-01T00:00:00Z');
const MAX_TIMESTAMP = Date.parse('9999-12-31T23:59:59.999Z');
/** A timestamp: ISO 8601 with a time zone; its year in UTC has four digits. The service always writes UTC (`Z`). */
const timestampSchema = iso/* datetime */.w$({ offset: true }).refine((text) => {
    const timestamp = Date.parse(text);
    return timestamp >= MIN_TIMESTAMP && timestamp <= MAX_TIMESTAMP;
}, 'must be a timestamp between the years 0001 and 9999 (UTC)');
/** An optional key of a response. After parsing it is always present, if only as `undefined`. */
function given(schema) {
    return schema.optional().transform((value) => value);
}
/** A map whose names the client chooses. `z.record` alone would drop a name `__proto__` without an error. */
function mapSchema(name, value) {
    return classic_schemas/* preprocess */.vkY((input, context) => {
        if (typeof input === 'object' && input !== null && Object.hasOwn(input, '__proto__'))
            context.addIssue({ code: 'custom', path: ['__proto__'], message: 'cannot be used as a name' });
        return input;
    }, classic_schemas/* record */.g1P(name, value));
}
/** Where the dashboard shows something. */
const pageUrlSchema = classic_schemas/* string */.YjP()
    .optional()
    .describe('Its page in the dashboard. Missing if the service does not know its public URL.');
const workspaceIdSchema = classic_schemas/* string */.YjP()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/, 'must be 1 to 100 letters, digits, `_` or `-`, and start with a letter or digit')
    .describe('Workspace id.');
const databaseIdSchema = classic_schemas/* string */.YjP().regex(/^[\x21-\x7e]{1,200}$/, 'must be 1 to 200 visible ASCII characters');
const repositoryPathSchema = classic_schemas/* string */.YjP()
    .min(1)
    .max(LIMITS.pathCharacters)
    .refine(isRepositoryPath, 'must be a path relative to the repository root, with `/` as separator, without `..` and control characters')
    .describe('Path relative to the repository root, with `/` as separator.');
function isRepositoryPath(text) {
    const parts = text.split('/');
    return !/[\p{Cc}\\]/u.test(text) && parts.every((part) => part !== '' && part !== '.' && part !== '..');
}
const sourceFileSchema = classic_schemas/* strictObject */.rej({
    path: repositoryPathSchema,
    text: classic_schemas/* string */.YjP().max(LIMITS.fileCharacters).describe('The full text of the file.'),
});
/**
 * A ruleset as complete files. Packs are sent by name, since the service has them. No `entry` and no files: an empty
 * ruleset.
 */
const rulesetFilesSchema = classic_schemas/* strictObject */.rej({
    entry: classic_schemas/* string */.YjP()
        .min(1)
        .max(LIMITS.pathCharacters)
        .optional()
        .describe('Name of a pack (several with commas between them), or path of a rule file or folder. Default: `.querygate/rules.yml`, else `.querygate/rules/`.'),
    commit: classic_schemas/* string */.YjP().max(100).optional().describe('Commit from which the files were read.'),
    files: classic_schemas/* array */.YOg(sourceFileSchema).max(LIMITS.ruleFiles).describe('All files of the ruleset.'),
});
const ownRulesetSchema = classic_schemas/* strictObject */.rej({
    hash: classic_schemas/* string */.YjP()
        .regex(/^[0-9a-f]{64}$/)
        .describe('SHA-256 of the effective ruleset, computed by the client.'),
    ruleset: rulesetFilesSchema
        .optional()
        .describe('Its files, so that the service can list the differences rule by rule. If they do not load, it lists none and reports no error.'),
})
    .describe("The repository's own ruleset on the base branch. The service reports whether the active ruleset differs from it.");
const changeSchema = classic_schemas/* strictObject */.rej({
    repository: line(1000).optional().describe('Repository name.'),
    event: classic_schemas/* string */.YjP().max(100).optional().describe('CI event, such as `pull_request`.'),
    base: classic_schemas/* string */.YjP().max(1000).optional().describe('Commit or ref of the base branch.'),
    head: classic_schemas/* string */.YjP().max(1000).optional().describe('Commit or ref of the head.'),
    ref: line(1000).optional().describe('Full name of the ref that the CI job runs for, such as `refs/heads/main`.'),
    commit: line(100).optional().describe('Commit that the CI job runs for.'),
    defaultBranch: classic_schemas/* boolean */.zMY()
        .optional()
        .describe('Whether the CI job runs for the default branch itself. Its ruleset is then compared with the active one, and a simulation of it can be activated.'),
})
    .describe('Where the request comes from, as the client states it. It is not verified and does not affect the result.');
/** Text on one line. */
function line(max) {
    return classic_schemas/* string */.YjP()
        .max(max)
        .regex(/^[^\p{Cc}]*$/u, 'must not contain control characters');
}
/** Whether the active ruleset differs from the one on the base branch of the repository. */
const driftSchema = classic_schemas/* object */.Ikc({
    same: classic_schemas/* boolean */.zMY().describe('Whether both rulesets are equivalent.'),
    changes: classic_schemas/* array */.YOg(classic_schemas/* object */.Ikc({
        rule: classic_schemas/* string */.YjP(),
        change: classic_schemas/* enum */.k5n(model/* RULE_CHANGES */.vN).describe('The change from the active ruleset to that of the repository.'),
        differences: classic_schemas/* array */.YOg(classic_schemas/* string */.YjP()),
    }))
        .describe('The differences, rule by rule. Empty if the files were not sent.'),
});
/** The program that did the evaluation. */
const engineSchema = classic_schemas/* object */.Ikc({ name: classic_schemas/* string */.YjP(), version: classic_schemas/* string */.YjP() });

// EXTERNAL MODULE: ./build/esm/model/schemas/index.js + 9 modules
var model_schemas = __webpack_require__(58354);
;// CONCATENATED MODULE: ./build/esm/contract/simulation-result.js


// The result of a simulation on the wire. It has the types of src/model/simulation.ts; a test keeps the two equal. A
// missing key becomes `undefined`, and keys that a newer service adds are ignored. A wrong type or an unknown enum
// value is rejected, because a report must not be built from data that the client does not understand.
const count = classic_schemas/* int */.Whr().nonnegative();
const instant = iso/* datetime */.w$({ offset: true });
const verdict = classic_schemas/* enum */.k5n(['allow', 'warn', 'block', 'unknown']);
const operationKind = classic_schemas/* enum */.k5n(Object.keys(model/* OPERATION_KINDS */.YO));
const sourceKind = classic_schemas/* enum */.k5n(model/* SOURCE_KINDS */.s1);
/** An optional key. After parsing it is always present, if only as `undefined`, as the types of the model require. */
function simulation_result_given(schema) {
    return schema.optional().transform((value) => value);
}
const place = classic_schemas/* object */.Ikc({
    file: classic_schemas/* string */.YjP(),
    line: classic_schemas/* int */.Whr().positive().optional(),
    column: classic_schemas/* int */.Whr().positive().optional(),
});
const flowCount = classic_schemas/* object */.Ikc({ flows: count, calls: count });
const ruleChange = classic_schemas/* object */.Ikc({
    rule: classic_schemas/* string */.YjP(),
    change: classic_schemas/* enum */.k5n(model/* RULE_CHANGES */.vN),
    differences: classic_schemas/* array */.YOg(classic_schemas/* string */.YjP()),
    effect: classic_schemas/* enum */.k5n(['stricter', 'looser', 'either']),
    place: simulation_result_given(place),
    basePlace: simulation_result_given(place),
    owner: simulation_result_given(classic_schemas/* string */.YjP()),
    exercised: classic_schemas/* object */.Ikc({ rows: count, calls: count }),
    newlyBlocked: flowCount,
    newlyAllowed: flowCount,
    unknown: flowCount,
});
const cause = classic_schemas/* object */.Ikc({
    rule: classic_schemas/* string */.YjP(),
    place: simulation_result_given(place),
    message: classic_schemas/* string */.YjP(),
    undecided: simulation_result_given(classic_schemas/* string */.YjP()),
    calls: count,
});
const acknowledgement = classic_schemas/* object */.Ikc({
    rule: classic_schemas/* string */.YjP(),
    about: classic_schemas/* string */.YjP(),
    reason: classic_schemas/* string */.YjP(),
    owner: classic_schemas/* string */.YjP(),
    until: iso/* date */.p6(),
    place,
    state: classic_schemas/* enum */.k5n(['used', 'unused', 'expired', 'refused', 'merged']),
    flows: count,
});
const flow = classic_schemas/* object */.Ikc({
    id: classic_schemas/* string */.YjP().regex(/^[0-9a-f]{12}$/),
    class: classic_schemas/* enum */.k5n(model/* FLOW_CLASSES */.MY),
    shape: classic_schemas/* string */.YjP(),
    dialect: classic_schemas/* enum */.k5n(model/* DIALECTS */.O9),
    caller: classic_schemas/* object */.Ikc({ application: simulation_result_given(classic_schemas/* string */.YjP()), user: simulation_result_given(classic_schemas/* string */.YjP()), database: simulation_result_given(classic_schemas/* string */.YjP()) }),
    kinds: classic_schemas/* array */.YOg(operationKind),
    calls: count,
    affectedCalls: count,
    share: classic_schemas/* number */.aig().min(0).max(1),
    daysActive: count,
    firstSeen: simulation_result_given(classic_schemas/* string */.YjP()),
    lastSeen: simulation_result_given(classic_schemas/* string */.YjP()),
    causes: classic_schemas/* array */.YOg(cause),
    examples: classic_schemas/* array */.YOg(classic_schemas/* string */.YjP()),
    moreExamples: count,
    leftOut: simulation_result_given(classic_schemas/* string */.YjP()),
    acknowledged: simulation_result_given(classic_schemas/* object */.Ikc({ reason: classic_schemas/* string */.YjP(), owner: classic_schemas/* string */.YjP(), until: iso/* date */.p6() })),
    proposal: simulation_result_given(classic_schemas/* object */.Ikc({ rule: classic_schemas/* string */.YjP(), when: classic_schemas/* string */.YjP() })),
});
const declaredFlow = classic_schemas/* object */.Ikc({
    name: classic_schemas/* string */.YjP(),
    owner: classic_schemas/* string */.YjP(),
    place,
    base: verdict,
    head: verdict,
    causes: classic_schemas/* array */.YOg(cause),
    breaks: classic_schemas/* boolean */.zMY(),
});
const simulationResultSchema = classic_schemas/* object */.Ikc({
    ruleChanges: classic_schemas/* array */.YOg(ruleChange),
    flows: classic_schemas/* array */.YOg(flow),
    declared: classic_schemas/* array */.YOg(declaredFlow),
    acknowledgements: classic_schemas/* array */.YOg(acknowledgement),
    totals: classic_schemas/* object */.Ikc({
        replayed: flowCount,
        unchanged: flowCount,
        newlyBlocked: flowCount,
        partlyBlocked: flowCount,
        newlyAllowed: flowCount,
        changed: flowCount,
        unknown: flowCount,
        unknownLoosening: flowCount,
        acknowledged: flowCount,
        leftOut: flowCount,
    }),
    unread: classic_schemas/* object */.Ikc({
        calls: count,
        share: classic_schemas/* number */.aig().min(0).max(1),
        records: classic_schemas/* object */.Ikc({ all: count, unread: count }).exactOptional(),
        byReason: classic_schemas/* record */.g1P(classic_schemas/* string */.YjP(), count),
    }),
    proposalsNotTried: count.exactOptional(),
    selfTest: classic_schemas/* boolean */.zMY(),
});
const historySource = classic_schemas/* object */.Ikc({
    kind: sourceKind,
    name: classic_schemas/* string */.YjP(),
    dialect: classic_schemas/* enum */.k5n(model/* DIALECTS */.O9),
    identity: classic_schemas/* string */.YjP(),
    from: simulation_result_given(instant),
    to: simulation_result_given(instant),
    bytes: count,
    statements: count,
    records: count.exactOptional(),
    unreadRecords: count.exactOptional(),
    unread: classic_schemas/* record */.g1P(classic_schemas/* string */.YjP(), count),
    truncated: count,
    passedOver: classic_schemas/* record */.g1P(classic_schemas/* string */.YjP(), count),
    notCarried: classic_schemas/* array */.YOg(classic_schemas/* string */.YjP()),
    notes: classic_schemas/* array */.YOg(classic_schemas/* string */.YjP()),
});
/** The history of the workspace that was replayed. */
const historyReportSchema = classic_schemas/* object */.Ikc({
    from: classic_schemas/* array */.YOg(classic_schemas/* string */.YjP()),
    side: classic_schemas/* enum */.k5n(['base', 'untracked', 'service']),
    firstSeen: simulation_result_given(classic_schemas/* string */.YjP()),
    lastSeen: simulation_result_given(classic_schemas/* string */.YjP()),
    ageDays: simulation_result_given(classic_schemas/* number */.aig()),
    statements: count,
    rows: count,
    sources: classic_schemas/* array */.YOg(historySource),
});
/** One ruleset that was used for the evaluation. */
const judgeSchema = classic_schemas/* object */.Ikc({
    side: classic_schemas/* enum */.k5n(['base', 'head', 'only']),
    sources: classic_schemas/* array */.YOg(classic_schemas/* string */.YjP()),
    commit: simulation_result_given(classic_schemas/* string */.YjP()),
    hash: classic_schemas/* string */.YjP().regex(/^[0-9a-f]{64}$/),
    rules: count,
    notApplied: classic_schemas/* array */.YOg(classic_schemas/* object */.Ikc({ rule: classic_schemas/* string */.YjP(), reason: classic_schemas/* string */.YjP(), exception: classic_schemas/* literal */.euz(true).optional() })),
    extendsNoPack: classic_schemas/* literal */.euz(true).optional(),
});

;// CONCATENATED MODULE: ./build/esm/contract/bodies/dry-run.js






/** SHA-256 of a text in UTF-8: 64 lower-case hex digits. */
const partHashSchema = classic_schemas/* string */.YjP().regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hex digits');
/** The text of a file, or, if it is too large for one request, the hashes of its parts, which were uploaded before. */
const textSchema = classic_schemas/* union */.KCZ([
    classic_schemas/* strictObject */.rej({ text: classic_schemas/* string */.YjP().describe('The full text of the file, decoded.') }),
    classic_schemas/* strictObject */.rej({
        parts: classic_schemas/* array */.YOg(partHashSchema)
            .min(1)
            .max(LIMITS.parts)
            .describe('SHA-256 of each uploaded part, in order. For texts that are too large for one request.'),
    }),
]);
const sqlFileSchema = classic_schemas/* strictObject */.rej({
    path: classic_schemas/* string */.YjP()
        .min(1)
        .max(4096)
        .describe('Path relative to the repository root, with `/` as separator. Any file name is allowed.'),
    dialect: classic_schemas/* enum */.k5n(model/* DIALECTS */.O9).describe('SQL dialect of the file.'),
    formerPath: classic_schemas/* string */.YjP()
        .min(1)
        .max(4096)
        .optional()
        .describe('Path under which the baseline lists the file, if the file was moved since. Its fingerprints then apply.'),
    status: classic_schemas/* enum */.k5n(['given', 'added', 'modified', 'renamed'])
        .describe('What the change did to the file. `given`: the file is checked without a change.'),
    source: textSchema.describe('Content of the file.'),
    base: textSchema
        .optional()
        .describe('Content before the change. Findings that were already there get the status `existing`.'),
    tool: classic_schemas/* enum */.k5n(model/* MIGRATION_TOOLS */.bI)
        .optional()
        .describe('Migration tool that runs the file. Findings in its down sections are then `spared`: they do not count.'),
    transaction: classic_schemas/* boolean */.zMY()
        .optional()
        .describe('Whether the tool runs the file in a transaction. Missing: what `tool` does by default.'),
    serverVersion: classic_schemas/* int */.Whr()
        .min(10_000)
        .max(999_999)
        .optional()
        .describe('Version of the database server, two digits for each part: 160000 for 16, 80012 for 8.0.12.'),
    caller: model_schemas.callerSchema.optional().describe('Who runs the file. Rules that read `caller` need it.'),
    context: model_schemas.fileContextSchema
        .optional()
        .describe('What the repository says about the tables and policies that the file drops and the routines that it creates. Missing: not known, and then a finding that depends on it stays.'),
});
/** `POST /api/v1/ci/dry-run`: the body. */
const dryRunRequestSchema = classic_schemas/* strictObject */.rej({
    workspace: workspaceIdSchema,
    files: classic_schemas/* array */.YOg(sqlFileSchema).min(1).max(LIMITS.sqlFiles).describe('SQL files to check, each independently.'),
    head: rulesetFilesSchema
        .optional()
        .describe('The rules as edited by the change. The files are checked under both rulesets, and the stricter verdict applies.'),
    base: ownRulesetSchema.optional(),
    settings: classic_schemas/* strictObject */.rej({
        'fail-on': classic_schemas/* enum */.k5n(model/* FAIL_ON */.d$)
            .optional()
            .describe('Lowest verdict that fails the check. An undecided rule with a lower verdict is only a warning.'),
        suppressions: classic_schemas/* enum */.k5n(['on', 'off', 'fail-on-new'])
            .optional()
            .describe('Whether comments in the SQL can suppress findings.'),
        'max-exemption-days': classic_schemas/* int */.Whr()
            .min(1)
            .max(36_500)
            .optional()
            .describe('How many days from today a suppression that the change adds may apply. Longer ones are refused.'),
    })
        .optional()
        .describe('Settings of the client and its configuration.'),
    baseline: classic_schemas/* array */.YOg(classic_schemas/* string */.YjP().regex(/^[0-9a-f]{64}\/v1$/))
        .max(LIMITS.fingerprints)
        .optional()
        .describe('Fingerprints of accepted findings, which do not count.'),
    change: changeSchema.optional(),
});
const dry_run_count = classic_schemas/* int */.Whr().nonnegative();
const position = classic_schemas/* object */.Ikc({ offset: dry_run_count, line: classic_schemas/* int */.Whr().positive(), column: classic_schemas/* int */.Whr().positive() });
const dry_run_location = classic_schemas/* object */.Ikc({ start: position, end: position });
const dry_run_operationKind = classic_schemas/* enum */.k5n(Object.keys(model/* OPERATION_KINDS */.YO));
const operationPlace = classic_schemas/* enum */.k5n(Object.keys(model/* PLACES */.ls));
/** The type `Finding` of the model. A test keeps this and the next two schemas equal to the types of the model. */
const findingSchema = classic_schemas/* object */.Ikc({
    rule: classic_schemas/* string */.YjP(),
    verdict: classic_schemas/* enum */.k5n(['block', 'warn', 'unknown']),
    status: classic_schemas/* enum */.k5n(['new', 'existing', 'suppressed', 'excepted', 'baselined', 'spared']),
    path: classic_schemas/* string */.YjP(),
    location: given(dry_run_location),
    statementOffset: given(dry_run_count),
    excerpt: classic_schemas/* string */.YjP(),
    excerptColumn: classic_schemas/* int */.Whr().positive(),
    operation: given(classic_schemas/* object */.Ikc({ kind: dry_run_operationKind, target: classic_schemas/* string */.YjP(), place: operationPlace })),
    section: classic_schemas/* enum */.k5n(['up', 'down', '']),
    message: classic_schemas/* string */.YjP(),
    help: classic_schemas/* string */.YjP(),
    docs: given(classic_schemas/* string */.YjP()),
    owner: given(classic_schemas/* string */.YjP()),
    suppressible: classic_schemas/* boolean */.zMY(),
    exemption: given(classic_schemas/* string */.YjP()),
    acceptedAs: given(classic_schemas/* string */.YjP()),
    side: classic_schemas/* enum */.k5n(['base', 'head', 'both']),
    onceMerged: classic_schemas/* enum */.k5n(['block', 'warn', 'unknown']).optional(),
    count: classic_schemas/* int */.Whr().positive().optional(),
    fingerprint: classic_schemas/* string */.YjP(),
});
const suppressionReportSchema = classic_schemas/* object */.Ikc({
    path: classic_schemas/* string */.YjP(),
    location: dry_run_location,
    rules: classic_schemas/* array */.YOg(classic_schemas/* string */.YjP()),
    reason: classic_schemas/* string */.YjP(),
    until: given(classic_schemas/* string */.YjP()),
    added: classic_schemas/* boolean */.zMY(),
    state: classic_schemas/* enum */.k5n(['used', 'unused', 'expired', 'refused']),
    holds: dry_run_count,
});
const noticeSchema = classic_schemas/* object */.Ikc({
    level: classic_schemas/* enum */.k5n(['notice', 'warning']),
    message: classic_schemas/* string */.YjP(),
    path: given(classic_schemas/* string */.YjP()),
    location: given(dry_run_location),
});
const judgedFileSchema = classic_schemas/* object */.Ikc({
    path: classic_schemas/* string */.YjP(),
    statements: dry_run_count,
    operations: dry_run_count,
    findings: classic_schemas/* array */.YOg(findingSchema),
    suppressions: classic_schemas/* array */.YOg(suppressionReportSchema),
    notices: classic_schemas/* array */.YOg(noticeSchema),
});
/** The active ruleset. `judges` has the rest about it. */
const activeSchema = classic_schemas/* object */.Ikc({
    version: classic_schemas/* int */.Whr().positive(),
    /** Exceptions that have expired. */
    expired: classic_schemas/* array */.YOg(classic_schemas/* object */.Ikc({
        rule: classic_schemas/* string */.YjP(),
        until: classic_schemas/* string */.YjP(),
        owner: classic_schemas/* string */.YjP(),
        place: classic_schemas/* object */.Ikc({ file: classic_schemas/* string */.YjP(), line: classic_schemas/* int */.Whr().positive().optional(), column: classic_schemas/* int */.Whr().positive().optional() }),
    })),
});
/** `POST /api/v1/ci/dry-run`: the response. Files are in the order of the request. */
const dryRunSchema = classic_schemas/* object */.Ikc({
    id: classic_schemas/* string */.YjP().regex(/^[A-Za-z0-9_-]{1,100}$/),
    workspace: workspaceIdSchema,
    createdAt: timestampSchema,
    engine: engineSchema,
    ruleset: activeSchema,
    judges: classic_schemas/* array */.YOg(judgeSchema)
        .min(1)
        .max(2)
        .describe('The rulesets used. One with side `only`: the active ruleset. Two: the active one (`base`) and the edited one (`head`).'),
    drift: given(driftSchema).describe('Missing if the request had no `base`.'),
    files: classic_schemas/* array */.YOg(judgedFileSchema),
    url: pageUrlSchema,
});

// EXTERNAL MODULE: external "node:zlib"
var external_node_zlib_ = __webpack_require__(38522);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
;// CONCATENATED MODULE: ./build/esm/contract/random-text.js

/** The digits of base 62, in order of value. */
const BASE_62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Bytes from here on would make some digits more likely than others. */
const TOO_LARGE = 256 - (256 % BASE_62.length);
/** Random bytes, each used once: asking the system for each text is many times slower. */
const random = new Uint8Array(4096);
let used = random.length;
/** Random base-62 characters, uniformly distributed. 43 of them hold 256 bits. */
function random_text_randomText(length) {
    let text = '';
    while (text.length < length) {
        const byte = nextByte();
        if (byte < TOO_LARGE)
            text += BASE_62[byte % BASE_62.length];
    }
    return text;
}
function nextByte() {
    if (used === random.length) {
        randomFillSync(random);
        used = 0;
    }
    const byte = random[used];
    random[used++] = 0;
    return byte;
}

;// CONCATENATED MODULE: ./build/esm/contract/key.js



/**
 * An API key is `qg_`, 40 random base-62 characters and a checksum of 6 characters: the CRC-32 of the first 43
 * characters, as a number in base 62 (`0-9A-Za-z`, most significant digit first, padded with `0`; 62^6 is more than
 * 2^32). The checksum is not a security measure: it lets secret scanners and the client recognise a key, and catches
 * typos before a key is sent.
 */
const KEY_PREFIX = 'qg_';
const RANDOM_LENGTH = 40;
const CHECKSUM_LENGTH = 6;
const KEY_LENGTH = KEY_PREFIX.length + RANDOM_LENGTH + CHECKSUM_LENGTH;
/** The checksum of the prefix and the random characters of a key: 6 base-62 characters. */
function keyChecksum(text) {
    let remaining = (0,external_node_zlib_.crc32)(text);
    let checksum = '';
    for (let digit = 0; digit < CHECKSUM_LENGTH; digit++) {
        checksum = (BASE_62[remaining % 62] ?? '') + checksum;
        remaining = Math.floor(remaining / 62);
    }
    return checksum;
}
/** Generates a key with 40 random characters (238 bits, so that it cannot be guessed) and its checksum. */
function generateApiKey() {
    const text = KEY_PREFIX + randomText(RANDOM_LENGTH);
    return text + keyChecksum(text);
}
/** Whether a text is a well-formed API key with a correct checksum. The service may still not know it. */
function isApiKey(text) {
    return keyFault(text) === undefined;
}
/**
 * Whether a text contains something like an API key or a session token, which must never be logged or stored. The
 * checksum is not verified: a key with one mistyped character still reveals all the others.
 */
function containsSecret(text) {
    return /qg_[0-9A-Za-z]{40}|qgs_[0-9A-Za-z]{40}/.test(text);
}
/**
 * Returns the key without surrounding white space, which secrets often have.
 * Raises ServiceError (exit 3) for a malformed key, so that it is never sent. The message contains no part of the text.
 */
function checkApiKey(text) {
    const key = text.trim();
    const fault = keyFault(key);
    if (fault === undefined)
        return key;
    throw new model/* ServiceError */._7(`the API key is malformed: ${fault}; copy the whole key again into \`SERVICE_API_KEY\` (or \`api-key\`)`, model/* EXIT */.dc.auth, { code: 'key_malformed' });
}
function keyFault(text) {
    if (text === '')
        return 'it is empty';
    if (!text.startsWith(KEY_PREFIX))
        return `it does not start with \`${KEY_PREFIX}\``;
    if (text.length !== KEY_LENGTH)
        return `it has ${text.length} characters, not ${KEY_LENGTH}`;
    if (!/^[0-9A-Za-z]+$/.test(text.slice(KEY_PREFIX.length)))
        return 'it contains characters other than letters and digits';
    const payload = text.slice(0, -CHECKSUM_LENGTH);
    if (keyChecksum(payload) !== text.slice(-CHECKSUM_LENGTH))
        return 'its checksum is wrong, probably because of a typo';
    return undefined;
}

;// CONCATENATED MODULE: ./build/esm/contract/bodies/proxies.js



const proxies_count = classic_schemas/* int */.Whr().nonnegative();
/**
 * What a proxy does with a query that the ruleset blocks: `observe` only reports it, `warn` also tells the client, and
 * `enforce` refuses to run it.
 */
const PROXY_MODES = ['observe', 'warn', 'enforce'];
const mode = classic_schemas/* enum */.k5n(PROXY_MODES);
/** `GET …/proxy-modes`: the response. */
const proxyModesSchema = classic_schemas/* object */.Ikc({
    default: mode.describe('Mode of databases that are not listed.'),
    databases: classic_schemas/* record */.g1P(classic_schemas/* string */.YjP(), mode).describe('Mode by `databaseId`.'),
});
/** `PUT …/proxy-modes`: the body. It replaces all modes. */
const changeProxyModesSchema = classic_schemas/* strictObject */.rej({
    default: mode.describe('Mode of databases that are not listed.'),
    databases: mapSchema(databaseIdSchema, mode)
        .refine((modes) => Object.keys(modes).length <= LIMITS.proxyDatabases, `must list at most ${LIMITS.proxyDatabases} databases`)
        .describe('Mode by `databaseId` of the API key that a proxy uses.'),
});
/** Which text of queries is stored: none, the query shape (literals replaced), or the full text. */
const QUERY_TEXTS = ['none', 'shape', 'full'];
/** All that a proxy must know besides the rules. It is part of the answer with the active ruleset. */
const proxySettingsSchema = classic_schemas/* object */.Ikc({
    queryText: classic_schemas/* enum */.k5n(QUERY_TEXTS)
        .describe('Which text of queries the service stores. A proxy sends no text unless this is `full`.'),
    modes: proxyModesSchema,
    databaseId: given(classic_schemas/* string */.YjP()).describe('`databaseId` of the API key that made the call.'),
    mode: mode.describe('The mode for that `databaseId`.'),
});
/** The last report of a proxy about itself. */
const proxySchema = classic_schemas/* object */.Ikc({
    id: classic_schemas/* string */.YjP(),
    databaseId: given(classic_schemas/* string */.YjP()).describe('`databaseId` of the API key that reported it.'),
    key: classic_schemas/* object */.Ikc({ id: classic_schemas/* string */.YjP(), name: classic_schemas/* string */.YjP() }).describe('The API key that reported it.'),
    version: classic_schemas/* string */.YjP(),
    ruleset: given(classic_schemas/* int */.Whr().positive()).describe('Version of the ruleset that it evaluates. Missing if it has none yet.'),
    mode,
    lagMs: proxies_count.describe('Milliseconds since the oldest event that it has not sent yet; 0 if there is none.'),
    buffered: proxies_count.describe('Number of events that it has not sent yet.'),
    at: timestampSchema.describe('When the proxy made the report, by its own clock.'),
    receivedAt: timestampSchema.describe('When the service received it.'),
});

;// CONCATENATED MODULE: ./build/esm/contract/bodies/traffic.js




const querySchema = classic_schemas/* string */.YjP().min(1).max(LIMITS.queryCharacters);
const traffic_count = classic_schemas/* int */.Whr().nonnegative();
/** Who runs a query. An omitted name is not known, and rules that need it are undecided. */
const traffic_name = classic_schemas/* string */.YjP().max(LIMITS.callerCharacters);
const callerSchema = classic_schemas/* strictObject */.rej({
    user: traffic_name.optional().describe('Database user.'),
    role: traffic_name.optional().describe('Database role.'),
    application: traffic_name.optional().describe('Application name.'),
    database: traffic_name.optional().describe('Database name.'),
    tags: mapSchema(traffic_name, traffic_name)
        .refine((tags) => Object.keys(tags).length <= LIMITS.callerTags, `must have at most ${LIMITS.callerTags} tags`)
        .optional()
        .describe('Query tags, as key-value pairs.'),
});
/** `POST /api/v1/proxy/query`: the body. */
const queryRequestSchema = classic_schemas/* strictObject */.rej({
    workspace: workspaceIdSchema,
    query: querySchema.describe('The query as sent to the database: one statement or several.'),
    dialect: classic_schemas/* enum */.k5n(model/* DIALECTS */.O9).describe('SQL dialect of the database.'),
    caller: callerSchema.optional().describe('Who runs the query.'),
});
const VERDICTS = ['allow', 'warn', 'block', 'unknown'];
const traffic_operationKind = classic_schemas/* enum */.k5n(Object.keys(model/* OPERATION_KINDS */.YO));
/** A rule that the query breaks or that is undecided; or (`unreadable`) SQL that could not be parsed. */
const queryFindingSchema = classic_schemas/* object */.Ikc({
    rule: classic_schemas/* string */.YjP(),
    verdict: classic_schemas/* enum */.k5n(['block', 'warn', 'unknown']),
    /** An exception of the ruleset applies, so the finding does not count. */
    excepted: classic_schemas/* boolean */.zMY(),
    message: classic_schemas/* string */.YjP(),
    /** Position in the query, in UTF-16 code units: start inclusive, end exclusive. */
    span: classic_schemas/* object */.Ikc({ start: traffic_count, end: traffic_count }),
    operation: given(classic_schemas/* object */.Ikc({ kind: traffic_operationKind, target: classic_schemas/* string */.YjP() })),
});
/** `POST /api/v1/proxy/query`: the response. The query may run only on `allow` and `warn`. */
const queryVerdictSchema = classic_schemas/* object */.Ikc({
    id: classic_schemas/* string */.YjP().describe('Id of the recorded query.'),
    workspace: workspaceIdSchema,
    verdict: classic_schemas/* enum */.k5n(VERDICTS)
        .describe('The strictest verdict of all statements. Strictest first: block, unknown, warn, allow.'),
    ruleset: classic_schemas/* object */.Ikc({ version: classic_schemas/* int */.Whr().positive() }),
    statements: traffic_count,
    findings: classic_schemas/* array */.YOg(queryFindingSchema),
    url: pageUrlSchema,
});

;// CONCATENATED MODULE: ./build/esm/contract/bodies/events.js







const events_count = classic_schemas/* int */.Whr().nonnegative();
const rulesetVersion = classic_schemas/* int */.Whr().positive().max(LIMITS.rulesetVersion);
/** A name that the client chooses. It is stored as it is, also in the audit trail. */
const chosenName = classic_schemas/* string */.YjP()
    .regex(/^[\x21-\x7e]{1,200}$/, 'must be 1 to 200 visible ASCII characters')
    .refine((id) => !containsSecret(id), 'must not contain an API key');
/** What became of a reported query. Only queries that ran (`ok`) are added to the history. */
const OUTCOMES = ['ok', 'failed', 'blocked'];
const id = chosenName.describe('Chosen by the client, unique in the workspace. An event that is sent again is not counted again.');
const judgement = classic_schemas/* strictObject */.rej({
    verdict: classic_schemas/* enum */.k5n(VERDICTS),
    rules: classic_schemas/* array */.YOg(classic_schemas/* string */.YjP().regex(/^[a-z0-9][a-z0-9-]{0,99}$/, 'must be the id of a rule'))
        .max(LIMITS.eventRules)
        .describe('Ids of the rules that the query breaks, or that are undecided.'),
    ruleset: rulesetVersion.describe('Version of the ruleset that gave the verdict.'),
    mode: classic_schemas/* enum */.k5n(PROXY_MODES).optional().describe('What the client does with a blocked query.'),
})
    .describe('The verdict under which the query ran. Without it, the service judges the query now, and marks it so.');
/** What every event of a query has. */
const execution = {
    id,
    type: classic_schemas/* literal */.euz('query'),
    at: timestampSchema.describe('When the query ran (ISO 8601). If `calls` is more than 1, the first time.'),
    lastAt: timestampSchema.optional().describe('If `calls` is more than 1, the last time, on the same day (UTC).'),
    calls: classic_schemas/* int */.Whr().min(1).max(1_000_000_000).optional().describe('How often the query ran. Default: 1.'),
    dialect: classic_schemas/* enum */.k5n(model/* DIALECTS */.O9).describe('SQL dialect of the database.'),
    judged: judgement.optional(),
    outcome: classic_schemas/* enum */.k5n(OUTCOMES)
        .optional()
        .describe('What became of the query: `ok`, `failed` or `blocked`. Default: `ok`.'),
    sqlstate: classic_schemas/* string */.YjP()
        .regex(/^[0-9A-Z]{5}$/, 'must be 5 digits or upper-case letters')
        .optional()
        .describe('SQLSTATE of a query that failed or was blocked.'),
    durationMs: classic_schemas/* number */.aig()
        .min(0)
        .max(1e12)
        .optional()
        .describe('Milliseconds that the query took; if `calls` is more than 1, on average.'),
    session: chosenName.optional().describe('Name of the database session, unique in the workspace.'),
    proxy: chosenName.optional().describe('Id of the proxy that saw the query, as in its `proxy_status`.'),
};
/** A query as facts: from a client that runs the engine itself. */
const factsEventSchema = classic_schemas/* strictObject */.rej({
    ...execution,
    factsVersion: classic_schemas/* int */.Whr().positive().describe(`Version of the facts in \`rows\`; now ${model/* FACTS_VERSION */.B5}.`),
    rows: classic_schemas/* array */.YOg(classic_schemas/* unknown */.L5J()
        .meta({ type: 'object', description: 'A row of a snapshot without its days (docs/history-format.md).' }))
        .max(LIMITS.eventRows)
        .describe('The facts of each statement of the query.'),
    query: querySchema
        .optional()
        .describe('The query as it ran, if the data policy stores full texts. It is not read again.'),
})
    .superRefine(checkExecution);
/** A query as text: the service reads its facts. */
const textEventSchema = classic_schemas/* strictObject */.rej({
    ...execution,
    query: querySchema.describe('The query as it ran.'),
    caller: callerSchema.optional().describe('Who ran the query. Omitted names count as not known.'),
    binds: classic_schemas/* array */.YOg(classic_schemas/* string */.YjP().max(LIMITS.queryCharacters).nullable())
        .max(LIMITS.eventBinds)
        .optional()
        .describe('Values of `$1`, `$2`, … (or of each `?` in order) as text. They are read, and not stored.'),
    statement: classic_schemas/* int */.Whr()
        .positive()
        .optional()
        .describe('Number of the query in its `session`, from 1. If a request has the queries of a session from the first on, without gaps, the service knows which objects the session created.'),
    inTransaction: classic_schemas/* boolean */.zMY()
        .optional()
        .describe('Whether the session was in a transaction when the query started. Default: not known.'),
    normalised: classic_schemas/* boolean */.zMY()
        .optional()
        .describe('Whether the client replaced the literals; facts about literals are then not known.'),
    truncated: classic_schemas/* boolean */.zMY().optional().describe('Whether the client truncated the query.'),
})
    .superRefine(checkExecution);
/** What a proxy reports about itself, every minute or so. Only the last report is stored. */
const statusEventSchema = classic_schemas/* strictObject */.rej({
    id,
    type: classic_schemas/* literal */.euz('proxy_status'),
    at: timestampSchema.describe('When the proxy made the report (ISO 8601).'),
    proxy: chosenName.describe('Id of the proxy, unique in the workspace.'),
    version: classic_schemas/* string */.YjP().regex(/^[\x21-\x7e]{1,100}$/, 'must be 1 to 100 visible ASCII characters'),
    ruleset: rulesetVersion.optional().describe('Version of the ruleset that it evaluates, if it has one.'),
    mode: classic_schemas/* enum */.k5n(PROXY_MODES),
    lagMs: events_count.describe('Milliseconds since the oldest event that it has not sent yet; 0 if there is none.'),
    buffered: events_count.describe('Number of events that it has not sent yet.'),
});
/** One event. More types may be added; an event of an unknown type is rejected individually. */
const eventSchema = classic_schemas/* union */.KCZ([factsEventSchema, textEventSchema, statusEventSchema]);
/** The schema that an event was most likely written for, which gives the better error. */
function eventSchemaOf(value) {
    if (typeof value !== 'object' || value === null)
        return textEventSchema;
    if ('type' in value && value.type === 'proxy_status')
        return statusEventSchema;
    return 'rows' in value || 'factsVersion' in value ? factsEventSchema : textEventSchema;
}
/** Fields that depend on each other. */
function checkExecution(event, { issues }) {
    const { at, lastAt, calls = 1, outcome = 'ok', sqlstate, session, statement } = event;
    const refuse = (field, message) => issues.push({ code: 'custom', input: event[field], path: [field], message });
    if (lastAt !== undefined) {
        const [first, last] = [new Date(at), new Date(lastAt)];
        if (last < first)
            refuse('lastAt', 'must not be before `at`');
        // The history counts by day, and the sum has only one count.
        else if (first.toISOString().slice(0, 10) !== last.toISOString().slice(0, 10))
            refuse('lastAt', 'must be on the same day (UTC) as `at`; send one event for each day');
        else if (calls === 1)
            refuse('lastAt', 'is only for several `calls`');
    }
    if (sqlstate !== undefined && outcome === 'ok')
        refuse('sqlstate', 'is only for the outcomes `failed` and `blocked`');
    if (statement !== undefined && session === undefined)
        refuse('statement', 'needs a `session`');
    else if (statement !== undefined && calls > 1)
        refuse('statement', 'is only for a single execution');
}
/**
 * `POST /api/v1/ingest/events`: the body. Events are validated one by one, so that an invalid one does not fail the
 * rest.
 */
const eventsRequestSchema = classic_schemas/* strictObject */.rej({
    workspace: workspaceIdSchema,
    events: classic_schemas/* array */.YOg(classic_schemas/* unknown */.L5J()).min(1).max(LIMITS.events).describe('List of events.'),
});
/** Why an event is rejected. */
const EVENT_REFUSALS = {
    event_invalid: 'a field of the event is invalid',
    event_id_reused: 'another event already has this id',
    event_too_costly: 'the query takes too long to read',
    facts_version_unsupported: 'the facts are of a version that the service does not take',
};
/** `POST /api/v1/ingest/events`: the response. Accepted events are on disk. */
const eventsResponseSchema = classic_schemas/* object */.Ikc({
    accepted: events_count,
    duplicates: events_count.describe('Events that were sent before; they are not counted again.'),
    refused: classic_schemas/* array */.YOg(classic_schemas/* object */.Ikc({
        index: events_count.describe('Index of the event in the request, from 0.'),
        id: given(classic_schemas/* string */.YjP()),
        code: classic_schemas/* enum */.k5n(Object.keys(EVENT_REFUSALS)),
        detail: classic_schemas/* string */.YjP().describe('What is wrong and what to do, in one line.'),
    }))
        .describe('Events that were rejected. Do not send them again unchanged.'),
});

;// CONCATENATED MODULE: ./build/esm/contract/problem.js

function problem(status, summary) {
    return { status, summary };
}
/**
 * The `code` of each error (`application/problem+json`, RFC 9457) with its HTTP status. Codes are permanent, because
 * clients rely on them. A client that does not know a code uses the status instead.
 */
const PROBLEMS = {
    request_malformed: problem(400, 'the request is not valid HTTP'),
    body_malformed: problem(400, 'the body is not valid JSON'),
    key_missing: problem(401, 'the request has no `Authorization: Bearer` header'),
    key_malformed: problem(401, 'the token is not a valid API key'),
    key_unknown: problem(401, 'the key does not exist, or belongs to another service'),
    key_revoked: problem(401, 'the key was revoked'),
    key_expired: problem(401, 'the key has expired'),
    session_unknown: problem(401, 'the session does not exist or has ended; sign in again'),
    sign_in_failed: problem(401, 'wrong e-mail address or password'),
    passwords_off: problem(403, 'passwords are switched off, or the account has none; sign in with the identity provider'),
    scope_missing: problem(403, 'the key lacks the scope that is named in `scope`'),
    role_missing: problem(403, 'the role of the signed-in user does not allow this'),
    owner_needed: problem(403, 'only an owner can do this'),
    invitation_for_another: problem(403, 'the invitation is for another e-mail address'),
    cross_site: problem(403, 'the request with a session cookie does not come from the dashboard'),
    confirmation_needed: problem(403, 'the sign-in is too old for this change; confirm it as `confirmBy` says'),
    session_needed: problem(403, 'this call needs a signed-in user; API keys cannot make it'),
    key_needed: problem(403, 'this call needs an API key'),
    workspace_not_found: problem(404, 'the workspace does not exist, or the caller has no access to it'),
    simulation_not_found: problem(404, 'the simulation does not exist, or belongs to another workspace'),
    query_not_found: problem(404, 'the workspace has no such query, or it was deleted'),
    flow_not_found: problem(404, 'the workspace has no such flow, or it was deleted'),
    dry_run_not_found: problem(404, 'the workspace has no such dry run, or it was deleted'),
    member_not_found: problem(404, 'the workspace has no such member'),
    invitation_not_found: problem(404, 'the workspace has no such pending invitation'),
    invitation_invalid: problem(404, 'the invitation does not exist, has expired, or was used or revoked'),
    session_not_found: problem(404, 'you have no such session'),
    identity_not_found: problem(404, 'your account is not connected to this identity'),
    key_not_found: problem(404, 'the workspace has no such API key'),
    version_not_found: problem(404, 'the workspace has no ruleset of this version'),
    not_found: problem(404, 'the path does not exist'),
    method_not_allowed: problem(405, 'the path exists, but does not support this method'),
    request_timeout: problem(408, 'the request was not complete in time'),
    idempotency_key_reused: problem(409, 'the `Idempotency-Key` was already used with a different body'),
    idempotency_key_used: problem(409, 'the `Idempotency-Key` already created an API key, whose secret can no longer be shown'),
    key_not_active: problem(409, 'the key was revoked permanently'),
    set_up_already: problem(409, 'the service has users; it can be set up only once'),
    last_owner: problem(409, 'the workspace would be left without an owner'),
    last_sign_in: problem(409, 'you could not sign in any more'),
    sign_on_off: problem(409, 'the service has no identity provider'),
    member_exists: problem(409, 'the user is already a member of the workspace'),
    account_exists: problem(409, 'the e-mail address already has an account; sign in, then join'),
    workspace_exists: problem(409, 'a workspace with this id already exists'),
    simulation_not_activatable: problem(409, 'the ruleset of this simulation cannot be activated as it is'),
    rotation_pending: problem(409, 'a rotation of this key is waiting for confirmation'),
    rotation_not_pending: problem(409, 'no rotation of this key is in progress'),
    ruleset_changed: problem(412, 'another ruleset was activated since the one named in `If-Match`'),
    precondition_missing: problem(428, '`If-Match` is missing; send the `ETag` of the ruleset to replace'),
    body_too_large: problem(413, 'the body is larger than the limit'),
    content_type_wrong: problem(415, 'the body is not `application/json`'),
    field_invalid: problem(422, 'a field or parameter is invalid; `errors[].pointer` names it'),
    set_up_code_wrong: problem(422, 'the one-time code is wrong; the service prints it when it starts'),
    password_wrong: problem(422, 'the current password is wrong'),
    text_missing: problem(422, 'a part of a file was never uploaded, or has expired'),
    text_hash_wrong: problem(422, 'the uploaded part does not match the hash in the URL'),
    rules_invalid: problem(422, 'a rule file has an error; `errors[].place` gives file and line'),
    flows_invalid: problem(422, 'a file of declared flows has an error; `errors[].place` gives file and line'),
    headers_too_large: problem(431, 'the request headers are larger than the limit'),
    rate_limited: problem(429, 'too many requests; retry after the time in `Retry-After`'),
    internal: problem(500, 'an internal error of the service'),
    simulation_too_large: problem(500, 'the simulation exceeded the time or memory limit of the service'),
    simulation_failed: problem(500, 'the simulation was started several times and never finished'),
    sign_on_unavailable: problem(503, 'the identity provider does not answer'),
    unavailable: problem(503, 'the service is starting, stopping or overloaded'),
};
function isProblemCode(code) {
    return Object.hasOwn(PROBLEMS, code);
}
/** How a user confirms a sign-in: with the password, or at the identity provider. */
const CONFIRM_BY = ['password', 'sign_on'];
/** The body of an error response. Keys that a newer service adds are ignored. */
const problemSchema = classic_schemas/* object */.Ikc({
    type: classic_schemas/* string */.YjP().optional().describe('`about:blank`, or the URL of a page about the code.'),
    title: classic_schemas/* string */.YjP().describe('The code as words.'),
    status: classic_schemas/* int */.Whr().min(400).max(599).describe('The HTTP status.'),
    code: classic_schemas/* string */.YjP().describe('Stable identifier of the error.'),
    detail: classic_schemas/* string */.YjP().optional().describe('What happened and what to do, in one line.'),
    requestId: classic_schemas/* string */.YjP().optional().describe('Identifies the request in the log of the service.'),
    scope: classic_schemas/* string */.YjP().optional().describe('With `scope_missing`: the required scope.'),
    confirmBy: classic_schemas/* enum */.k5n(CONFIRM_BY)
        .optional()
        .describe('With `confirmation_needed`: send the password again, or sign on again.'),
    errors: classic_schemas/* array */.YOg(classic_schemas/* object */.Ikc({
        detail: classic_schemas/* string */.YjP().describe('What is wrong and what to do, in one line.'),
        pointer: classic_schemas/* string */.YjP().optional().describe('The field of the body, as a JSON Pointer (RFC 6901).'),
        place: classic_schemas/* object */.Ikc({ file: classic_schemas/* string */.YjP(), line: classic_schemas/* int */.Whr().positive().optional(), column: classic_schemas/* int */.Whr().positive().optional() })
            .optional()
            .describe('The place in a file of the request; lines and columns count from 1.'),
    }))
        .optional(),
});

;// CONCATENATED MODULE: ./build/esm/contract/scopes.js
/** The permissions that an API key can have. */
const SCOPES = {
    'ci_dryrun:execute': 'check SQL files against the active ruleset',
    'rules:simulate': 'simulate rule changes on the production history, and read the results',
    'rules:read': 'read the active ruleset, and what a proxy must know besides it',
    'proxy:evaluate': 'evaluate single queries',
    'telemetry:write': 'report queries that ran',
    'audit:read': 'read the audit trail, the recorded queries (without their texts) and the data policy',
};
const API_SCOPES = Object.keys(SCOPES);
function isApiScope(text) {
    return Object.hasOwn(SCOPES, text);
}
/**
 * The minimal scopes of each kind of integration. No preset contains `rules:simulate`: it must be requested explicitly.
 */
const SCOPE_PRESETS = {
    'ci-pipeline': { summary: 'dry runs of SQL files in CI', scopes: ['ci_dryrun:execute'] },
    'tcp-proxy': { summary: 'a proxy in front of a database', scopes: ['telemetry:write', 'rules:read'] },
    'http-service': { summary: 'an application that checks queries before it runs them', scopes: ['proxy:evaluate'] },
};
/** The roles of a workspace member. Only owners and admins manage keys, rulesets and the data policy. */
const ROLES = ['owner', 'admin', 'member', 'viewer'];

// EXTERNAL MODULE: ./node_modules/zod/v4/core/api.js
var api = __webpack_require__(43759);
;// CONCATENATED MODULE: ./node_modules/zod/v4/classic/coerce.js


function string(params) {
    return core._coercedString(schemas.ZodString, params);
}
function number(params) {
    return api/* _coercedNumber */.qG(classic_schemas/* ZodNumber */.rSt, params);
}
function coerce_boolean(params) {
    return core._coercedBoolean(schemas.ZodBoolean, params);
}
function bigint(params) {
    return core._coercedBigint(schemas.ZodBigInt, params);
}
function date(params) {
    return core._coercedDate(schemas.ZodDate, params);
}

;// CONCATENATED MODULE: ./build/esm/contract/bodies/workspace.js






const workspace_count = classic_schemas/* int */.Whr().nonnegative();
/** Who did something: an API key, a signed-in user, an administrator on the server, or the service itself. */
const actorSchema = classic_schemas/* object */.Ikc({
    kind: classic_schemas/* enum */.k5n(['key', 'user', 'admin', 'service']),
    id: given(classic_schemas/* string */.YjP()),
    name: classic_schemas/* string */.YjP().describe('Name of the key, e-mail address of the user, or login name of the administrator.'),
});
/** Query parameters of every list. */
const pageQuerySchema = classic_schemas/* strictObject */.rej({
    cursor: classic_schemas/* string */.YjP().max(500).optional().describe('`next` of the previous page.'),
    limit: number()
        .int()
        .min(1)
        .max(LIMITS.pageItems)
        .optional()
        .describe(`Maximum number of items on the page. Default: ${LIMITS.defaultPageItems}.`),
});
/** A page of a list, newest first unless documented otherwise. */
function pageOf(item) {
    return classic_schemas/* object */.Ikc({
        items: classic_schemas/* array */.YOg(item),
        next: given(classic_schemas/* string */.YjP()).describe('`cursor` of the next page. Missing on the last page. A page can have fewer items than `limit`, or none, and still have a next one.'),
    });
}
const proxiesSchema = pageOf(proxySchema);
/** A rule in a version of the ruleset, with the lines of its file that say it. */
const ruleTextSchema = classic_schemas/* object */.Ikc({
    rule: classic_schemas/* string */.YjP(),
    verdict: classic_schemas/* string */.YjP(),
    message: classic_schemas/* string */.YjP().describe('As written, with its placeholders.'),
    description: classic_schemas/* string */.YjP(),
    help: classic_schemas/* string */.YjP().describe('What to do. Markdown.'),
    owner: given(classic_schemas/* string */.YjP()),
    docs: given(classic_schemas/* string */.YjP()).describe('Page of a rule of a built-in pack: its path in docs/, without `.md`.'),
    source: classic_schemas/* string */.YjP().describe('The pack or file that defined or last overrode it.'),
    ruleset: classic_schemas/* int */.Whr().positive().describe('The version of the ruleset.'),
    place: given(classic_schemas/* object */.Ikc({ file: classic_schemas/* string */.YjP(), line: classic_schemas/* int */.Whr().positive(), column: classic_schemas/* int */.Whr().positive() })).describe('The condition in the rule file, or the rule if it has none. Missing for a rule that no file of the repository mentions.'),
    excerpt: given(classic_schemas/* object */.Ikc({ firstLine: classic_schemas/* int */.Whr().positive(), lines: classic_schemas/* array */.YOg(classic_schemas/* string */.YjP()) })).describe('The lines around `place`.'),
});
const workspace_rulesetVersion = classic_schemas/* object */.Ikc({
    workspace: workspaceIdSchema,
    version: classic_schemas/* int */.Whr().positive(),
    activatedAt: timestampSchema,
    activatedBy: actorSchema,
    hash: classic_schemas/* string */.YjP().describe('SHA-256 of the effective ruleset.'),
    sources: classic_schemas/* array */.YOg(classic_schemas/* string */.YjP()),
    rules: workspace_count.describe('Number of rules that are not off.'),
    reason: classic_schemas/* string */.YjP(),
    restores: given(classic_schemas/* int */.Whr().positive()).describe('The earlier version that this version restores.'),
});
/** `GET /api/v1/workspaces/{id}/rulesets/{version}`: the response. */
const rulesetSchema = workspace_rulesetVersion.extend({ ruleset: rulesetFilesSchema });
/** `GET /api/v1/workspaces/{id}/ruleset`: the response. */
const activeRulesetSchema = rulesetSchema.extend({ proxy: proxySettingsSchema });
const rulesetVersionsSchema = pageOf(workspace_rulesetVersion);
/** `GET …/rulesets`: the query parameters. */
const rulesetsQuerySchema = pageQuerySchema.extend({
    from: timestampSchema.optional().describe('Only versions that were activated at or after this time.'),
    to: timestampSchema.optional().describe('Only versions that were activated before this time.'),
});
/** `GET …/rulesets/{version}/difference`: the query parameters. */
const differenceQuerySchema = classic_schemas/* strictObject */.rej({
    from: number()
        .int()
        .min(1)
        .max(2 ** 31 - 1)
        .optional()
        .describe('Version to compare with. Default: the one before.'),
});
/** A rule as the engine loads it, with all overrides applied. */
const ruleViewSchema = classic_schemas/* object */.Ikc({
    verdict: classic_schemas/* string */.YjP(),
    operations: classic_schemas/* array */.YOg(classic_schemas/* string */.YjP()),
    when: given(classic_schemas/* string */.YjP()),
    message: classic_schemas/* string */.YjP(),
    description: classic_schemas/* string */.YjP(),
    help: classic_schemas/* string */.YjP(),
    owner: given(classic_schemas/* string */.YjP()),
    suppressible: classic_schemas/* boolean */.zMY(),
    final: classic_schemas/* boolean */.zMY(),
    source: classic_schemas/* string */.YjP().describe('The pack or file that defined or last overrode it.'),
    exceptions: classic_schemas/* array */.YOg(classic_schemas/* object */.Ikc({ when: classic_schemas/* string */.YjP(), reason: classic_schemas/* string */.YjP(), owner: classic_schemas/* string */.YjP(), until: classic_schemas/* string */.YjP() })),
});
const workspace_flowCount = classic_schemas/* object */.Ikc({ flows: workspace_count, calls: workspace_count });
/** What a simulation of exactly these two rulesets found for a rule. */
const replayedRule = classic_schemas/* object */.Ikc({
    exercised: classic_schemas/* object */.Ikc({ rows: workspace_count, calls: workspace_count }),
    newlyBlocked: workspace_flowCount,
    partlyBlocked: workspace_flowCount.describe('Of `newlyBlocked`, the flows of which only some calls would be blocked.'),
    newlyAllowed: workspace_flowCount,
    unknown: workspace_flowCount,
});
const comparedVersion = classic_schemas/* object */.Ikc({ version: classic_schemas/* int */.Whr().positive(), hash: classic_schemas/* string */.YjP(), sources: classic_schemas/* array */.YOg(classic_schemas/* string */.YjP()) });
const rulesetDifferenceSchema = classic_schemas/* object */.Ikc({
    workspace: workspaceIdSchema,
    from: comparedVersion,
    to: comparedVersion,
    equal: classic_schemas/* boolean */.zMY().describe('Whether both give the same verdicts. Texts can still differ.'),
    rules: classic_schemas/* array */.YOg(classic_schemas/* object */.Ikc({
        rule: classic_schemas/* string */.YjP(),
        change: classic_schemas/* enum */.k5n(model/* RULE_CHANGES */.vN),
        effects: classic_schemas/* array */.YOg(classic_schemas/* string */.YjP()).describe('What can change verdicts, in words. Empty if only texts differ.'),
        fields: classic_schemas/* array */.YOg(classic_schemas/* string */.YjP()).describe('The fields that differ; `rule` if one side does not have the rule.'),
        from: given(ruleViewSchema),
        to: given(ruleViewSchema),
        effect: classic_schemas/* enum */.k5n(['stricter', 'looser', 'either', 'none'])
            .describe('By the text alone, whether it can only block more, only less, either, or neither.'),
        replayed: given(replayedRule).describe('Present if `simulation` is.'),
    }))
        .describe('The rules that differ.'),
    simulation: given(classic_schemas/* object */.Ikc({
        id: classic_schemas/* string */.YjP(),
        finishedAt: timestampSchema,
        firstSeen: given(classic_schemas/* string */.YjP()),
        lastSeen: given(classic_schemas/* string */.YjP()).describe('The first and the last execution that it replayed.'),
    })).describe('The newest finished simulation of exactly these two rulesets, if there is one.'),
});
/** `PUT /api/v1/workspaces/{id}/ruleset`: the body. */
const activateRulesetSchema = classic_schemas/* union */.KCZ([
    classic_schemas/* strictObject */.rej({ ruleset: rulesetFilesSchema, reason: classic_schemas/* string */.YjP().max(1000).optional() }),
    classic_schemas/* strictObject */.rej({
        restore: classic_schemas/* int */.Whr().positive().describe('Version to restore. It becomes active again as a new version.'),
        reason: classic_schemas/* string */.YjP().max(1000).optional(),
    }),
]);
const days = classic_schemas/* int */.Whr().min(1).max(3650);
/** `GET /api/v1/workspaces/{id}/data-policy`: the response. */
const dataPolicySchema = classic_schemas/* object */.Ikc({
    workspace: workspaceIdSchema,
    retentionDays: days.describe('Days for which queries and history are kept. The audit trail is kept indefinitely.'),
    graceDays: classic_schemas/* int */.Whr().min(0).max(365).describe('Days to wait before a shorter retention deletes data.'),
    queryText: classic_schemas/* enum */.k5n(QUERY_TEXTS)
        .describe('Which text of queries is stored: `none`, `shape` (literals replaced) or `full`.'),
    lowered: given(classic_schemas/* object */.Ikc({ to: days, from: iso/* date */.p6() })).describe('A shorter retention that is not in effect yet, and the date (UTC) on which it takes effect.'),
    textsDue: given(classic_schemas/* literal */.euz(true)).describe('Present while stored texts that `queryText` no longer allows are being deleted, which takes up to an hour.'),
});
/** `PUT /api/v1/workspaces/{id}/data-policy`: the body. Omitted fields keep their value. */
const changeDataPolicySchema = classic_schemas/* strictObject */.rej({
    retentionDays: days.optional().describe('Days for which queries and history are kept.'),
    graceDays: classic_schemas/* int */.Whr().min(0).max(365).optional().describe('Days to wait before a shorter retention deletes data.'),
    queryText: classic_schemas/* enum */.k5n(QUERY_TEXTS)
        .optional()
        .describe('Which text of queries is stored: `none`, `shape` (literals replaced) or `full`. Stored texts that it no longer allows are deleted.'),
});
/** The types of audit events. */
const AUDIT_TYPES = {
    'workspace.created': 'a workspace was created',
    'member.set': 'a user became a member or got another role',
    'workspace.renamed': 'the name of a workspace was changed',
    'member.disabled': 'a member was disabled in the workspace',
    'member.enabled': 'a member was enabled again in the workspace',
    'invitation.created': 'a user was invited',
    'invitation.revoked': 'an invitation was revoked, or replaced by a new one',
    'invitation.accepted': 'a user accepted an invitation',
    'member.removed': 'a member was removed',
    'user.password_set': 'the password of a member was changed, and all their other sessions were ended',
    'user.renamed': 'a member changed their name',
    'user.identity_connected': 'a member connected an account at the identity provider to their account',
    'user.identity_disconnected': 'a member disconnected an account at the identity provider from their account',
    'user.disabled': 'a member was disabled and can no longer sign in',
    'user.enabled': 'a member was enabled and can sign in again',
    'session.created': 'a user signed in',
    'session.confirmed': 'a user proved again who they are, for changes that need a recent sign-in',
    'session.failed': 'a sign-in or its confirmation failed',
    'session.ended': 'a session was ended: signed out, or revoked by the user or an owner',
    'key.created': 'an API key was created',
    'key.rotation_begun': 'a replacement for a key was created',
    'key.rotated': 'a rotation was confirmed, and the old key was revoked',
    'key.revoked': 'an API key was revoked',
    'ruleset.activated': 'a ruleset was activated',
    'proxy_modes.changed': 'the modes of proxies were changed',
    'data_policy.changed': 'the data policy was changed',
    'traffic.deleted': 'entries of traffic past the retention were deleted from the audit trail',
    'data.deleted': 'data was deleted: past its retention, or text that the data policy does not allow',
    'history.imported': 'a snapshot was added to the history',
    'history.forgotten': 'an imported snapshot was removed from the history',
    dry_run: 'SQL files were checked',
    'simulation.started': 'a simulation was started',
    'simulation.ended': 'a simulation finished or failed',
    'query.evaluated': 'a query was evaluated before it ran',
    'query.ingested': 'a client reported a query that ran',
    'proxy.changed': 'a proxy reported itself for the first time, or another version, ruleset or mode',
};
function keyFilter(description) {
    return classic_schemas/* string */.YjP().max(100).optional().describe(description);
}
const auditQuerySchema = pageQuerySchema.extend({
    type: classic_schemas/* enum */.k5n(Object.keys(AUDIT_TYPES)).optional(),
    actor: classic_schemas/* string */.YjP()
        .max(200)
        .optional()
        .describe('Only entries by this actor: the id of an API key or user, or the login name of an administrator.'),
    key: keyFilter('Only entries of requests with this API key.'),
    databaseId: classic_schemas/* string */.YjP().max(200).optional().describe('Only entries of requests with API keys of this database.'),
    from: timestampSchema.optional().describe('Only entries at or after this time.'),
    to: timestampSchema.optional().describe('Only entries before this time.'),
});
/** One entry of the audit trail. It contains no SQL. */
const auditEventSchema = classic_schemas/* object */.Ikc({
    sequence: classic_schemas/* int */.Whr().positive().describe('Number of the entry in the workspace: 1, 2, 3, …'),
    at: timestampSchema,
    type: classic_schemas/* string */.YjP(),
    actor: actorSchema,
    databaseId: given(classic_schemas/* string */.YjP()).describe('`databaseId` of the API key.'),
    requestId: given(classic_schemas/* string */.YjP()),
    details: classic_schemas/* record */.g1P(classic_schemas/* string */.YjP(), classic_schemas/* unknown */.L5J()),
    administrative: given(classic_schemas/* string */.YjP()).describe('Of an administrative entry: hash of the previous administrative entry; 64 zeros for the first.'),
    previous: classic_schemas/* string */.YjP().describe('Hash of the previous entry; 64 zeros for the first.'),
    hash: classic_schemas/* string */.YjP().describe('SHA-256 of this entry, computed as described in docs/service.md.'),
});
const auditEventsSchema = pageOf(auditEventSchema);
/** Query parameters of the export: those of the list, without its pages. */
const auditExportQuerySchema = auditQuerySchema.omit({ cursor: true, limit: true });
/** `GET …/audit-chain`: the response. */
const auditChainSchema = classic_schemas/* object */.Ikc({
    workspace: workspaceIdSchema,
    sequence: workspace_count.describe('`sequence` of the newest entry.'),
    hash: classic_schemas/* string */.YjP().describe('Hash of the newest entry. Store it elsewhere to notice if the whole trail is rewritten.'),
    entries: workspace_count.describe('Entries that are stored.'),
    oldest: given(classic_schemas/* object */.Ikc({ sequence: classic_schemas/* int */.Whr().positive(), at: timestampSchema })).describe('The oldest stored entry.'),
    deleted: classic_schemas/* array */.YOg(classic_schemas/* object */.Ikc({ from: classic_schemas/* int */.Whr().positive(), to: classic_schemas/* int */.Whr().positive(), at: timestampSchema }))
        .describe('Ranges of entries of traffic that were deleted after the retention, and when: the newest 100. The chain is verified across them.'),
    deletedEntries: workspace_count.describe('Number of all deleted entries.'),
    verification: given(classic_schemas/* object */.Ikc({
        state: classic_schemas/* enum */.k5n(['running', 'intact', 'broken', 'interrupted']),
        startedAt: timestampSchema,
        startedBy: actorSchema,
        finishedAt: given(timestampSchema),
        entries: workspace_count.describe('Entries checked so far.'),
        upTo: workspace_count.describe('`sequence` of the last entry that was checked.'),
        broken: given(classic_schemas/* object */.Ikc({ sequence: classic_schemas/* int */.Whr().positive(), reason: classic_schemas/* string */.YjP() })).describe('The first entry that is not intact.'),
    })).describe('The newest verification.'),
});
/** `POST …/data-policy/preview`: the response. */
const policyPreviewSchema = classic_schemas/* object */.Ikc({
    policy: dataPolicySchema.describe('The data policy after the change.'),
    from: iso/* date */.p6().describe('The first day (UTC) that the proposed retention keeps.'),
    deletedOn: given(iso/* date */.p6()).describe('When a shorter retention would delete. Missing if it is not shorter.'),
    deletes: classic_schemas/* array */.YOg(classic_schemas/* object */.Ikc({
        what: classic_schemas/* enum */.k5n([
            'queries',
            'queryTexts',
            'flows',
            'flowShapes',
            'historyDays',
            'dryRuns',
            'simulations',
            'proxies',
            'auditEntries',
        ]),
        count: workspace_count,
        calls: given(workspace_count).describe('Executions that `historyDays` stand for.'),
        oldest: given(timestampSchema).describe('Time of the oldest.'),
    }))
        .describe('What the change would delete, besides what the data policy in force deletes anyway. Empty if nothing.'),
});
/**
 * How a query reached the service: evaluated before it ran (`http`), or reported afterwards, by a proxy that saw it
 * (`proxy`) or by another client (`events`).
 */
const CHANNELS = ['http', 'proxy', 'events'];
const someVerdicts = `(?:${VERDICTS.join('|')})`;
/** One verdict or several: `block,unknown`. */
const verdictsParameter = classic_schemas/* string */.YjP()
    .regex(new RegExp(`^${someVerdicts}(?:,${someVerdicts}){0,3}$`), `must be one or several of ${VERDICTS.join(', ')}, with commas`)
    .describe('Only these verdicts: one, or several with commas, such as `block,unknown`.');
/** What a stored text is. */
const QUERY_TEXT_KINDS = ['shape', 'full'];
const queriesQuerySchema = pageQuerySchema.extend({
    channel: classic_schemas/* enum */.k5n(CHANNELS).optional(),
    verdict: verdictsParameter.optional(),
    rule: classic_schemas/* string */.YjP().max(200).optional().describe('Only queries that break this rule.'),
    databaseId: classic_schemas/* string */.YjP().max(200).optional(),
    user: classic_schemas/* string */.YjP().max(LIMITS.callerCharacters).optional().describe('Only queries of this database user.'),
    application: classic_schemas/* string */.YjP().max(LIMITS.callerCharacters).optional().describe('Only queries of this application.'),
    key: keyFilter('Only queries that this API key recorded.'),
    from: timestampSchema.optional().describe('Only queries at or after this time.'),
    to: timestampSchema.optional().describe('Only queries before this time.'),
});
const recordedQuerySchema = classic_schemas/* object */.Ikc({
    id: classic_schemas/* string */.YjP(),
    at: timestampSchema,
    lastAt: given(timestampSchema).describe('If several executions were reported as one, the last of them.'),
    channel: classic_schemas/* enum */.k5n(CHANNELS),
    databaseId: given(classic_schemas/* string */.YjP()),
    key: given(classic_schemas/* string */.YjP()).describe('Id of the API key that recorded the query.'),
    dialect: classic_schemas/* enum */.k5n(model/* DIALECTS */.O9),
    caller: classic_schemas/* object */.Ikc({
        user: given(classic_schemas/* string */.YjP()),
        role: given(classic_schemas/* string */.YjP()),
        application: given(classic_schemas/* string */.YjP()),
        database: given(classic_schemas/* string */.YjP()),
    }),
    calls: classic_schemas/* int */.Whr().positive(),
    verdict: classic_schemas/* enum */.k5n(VERDICTS),
    rules: classic_schemas/* array */.YOg(classic_schemas/* string */.YjP()).describe('Ids of the rules that the query breaks.'),
    ruleset: given(classic_schemas/* int */.Whr().positive()).describe('Version of the ruleset that gave the verdict.'),
    judgedAtIngest: classic_schemas/* boolean */.zMY()
        .describe('The query was reported without a verdict, and judged under the ruleset that was active then.'),
    mode: given(classic_schemas/* enum */.k5n(PROXY_MODES)).describe('What the client that reported the query does with a blocked one.'),
    outcome: given(classic_schemas/* string */.YjP()),
    sqlstate: given(classic_schemas/* string */.YjP()),
    durationMs: given(classic_schemas/* number */.aig()),
    session: given(classic_schemas/* string */.YjP()),
    proxy: given(classic_schemas/* string */.YjP()).describe('Id of the proxy that saw the query.'),
    text: given(classic_schemas/* string */.YjP()).describe('The query shape or the full query, as the data policy allows; missing if it allows neither. Signed-in people get it, API keys do not.'),
    flow: classic_schemas/* string */.YjP().optional().describe('Id of its flow: the one that simulations have for it.'),
    audit: classic_schemas/* int */.Whr().positive().describe('`sequence` of the entry in the audit trail.'),
});
const queriesSchema = pageOf(recordedQuerySchema);

;// CONCATENATED MODULE: ./build/esm/contract/bodies/keys.js





const DAYS = classic_schemas/* int */.Whr().min(1).max(36_500);
const keys_name = classic_schemas/* string */.YjP()
    .trim()
    .min(1, 'give the key a name')
    .max(100)
    .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'must not contain control or invisible characters');
const KEY_STATES = ['active', 'revoked', 'expired'];
/** An API key, without the key. */
const keySchema = classic_schemas/* object */.Ikc({
    id: classic_schemas/* string */.YjP(),
    workspace: workspaceIdSchema,
    name: classic_schemas/* string */.YjP(),
    scopes: classic_schemas/* array */.YOg(classic_schemas/* enum */.k5n(API_SCOPES)),
    databaseId: given(classic_schemas/* string */.YjP()),
    state: classic_schemas/* enum */.k5n(KEY_STATES),
    createdAt: timestampSchema,
    createdBy: actorSchema,
    ttlDays: given(classic_schemas/* int */.Whr().positive()),
    expiresAt: given(timestampSchema).describe('When the key expires. Missing if it never expires.'),
    lastUsedAt: given(timestampSchema).describe('When the key was last used; updated at most once a minute.'),
    revokedAt: given(timestampSchema),
    old: classic_schemas/* boolean */.zMY().describe('Whether the key is active and more than 90 days old.'),
    rotates: given(classic_schemas/* string */.YjP()).describe('Id of the key that this key replaces.'),
    rotation: given(classic_schemas/* object */.Ikc({ newKey: classic_schemas/* string */.YjP(), begunAt: timestampSchema, ageDays: classic_schemas/* int */.Whr().min(0) })).describe('The replacement of this key, while the rotation is not confirmed, and for how many whole days it has been waiting.'),
});
/** What a list of keys can be narrowed to. */
const KEY_FILTERS = {
    current: 'not revoked',
    active: 'neither revoked nor expired',
    expiring: 'active, and expires within 14 days',
    old: 'active, and more than 90 days old',
    unused: 'active, and for more than 30 days neither made nor used',
    expired: 'expired',
    revoked: 'revoked',
};
const KEY_FILTER_NAMES = Object.keys(KEY_FILTERS);
/** `GET …/keys`: the query parameters. */
const keysQuerySchema = pageQuerySchema.extend({
    state: classic_schemas/* enum */.k5n(KEY_FILTER_NAMES)
        .optional()
        .describe(`Only keys in this state: ${KEY_FILTER_NAMES.map((name) => `\`${name}\` (${KEY_FILTERS[name]})`).join(', ')}. Default: all.`),
    name: classic_schemas/* string */.YjP().max(100).optional().describe('Only keys whose name has this text, whatever its case.'),
    scope: classic_schemas/* enum */.k5n(API_SCOPES).optional(),
    databaseId: classic_schemas/* string */.YjP().max(200).optional(),
    createdBy: classic_schemas/* string */.YjP()
        .max(320)
        .optional()
        .describe('Only keys that this actor made: id, e-mail address, or login name of an administrator.'),
});
const keys_count = classic_schemas/* int */.Whr().nonnegative();
const keysSchema = classic_schemas/* object */.Ikc({
    items: classic_schemas/* array */.YOg(keySchema),
    next: given(classic_schemas/* string */.YjP()),
    totals: classic_schemas/* object */.Ikc(Object.fromEntries(KEY_FILTER_NAMES.map((name) => [name, keys_count])))
        .describe('Number of keys in each state that match all filters but `state`.'),
});
/** `POST …/keys/rotate-all`: the body. */
const rotateKeysSchema = classic_schemas/* strictObject */.rej({
    scope: classic_schemas/* enum */.k5n(API_SCOPES).optional().describe('Only keys with this scope.'),
    createdBy: classic_schemas/* string */.YjP().min(1).max(320).optional().describe('Only keys that this actor made, as in the list.'),
    atOnce: classic_schemas/* boolean */.zMY()
        .optional()
        .describe('Revoke the old keys immediately. Default: false; each rotation has to be confirmed.'),
})
    .refine(({ scope, createdBy }) => scope !== undefined || createdBy !== undefined, 'give `scope`, `createdBy` or both');
/** `POST …/keys/rotate-all`: the response. */
const rotatedKeysSchema = classic_schemas/* object */.Ikc({
    keys: classic_schemas/* array */.YOg(classic_schemas/* object */.Ikc({
        key: keySchema,
        secret: classic_schemas/* string */.YjP().describe('The key itself. It is only shown once.'),
        replaces: classic_schemas/* array */.YOg(classic_schemas/* string */.YjP()).describe('Ids of the keys that it replaces.'),
    })),
});
/** A rotation that is not confirmed yet, with both keys: their `lastUsedAt` shows whether the new one is in use. */
const rotationSchema = classic_schemas/* object */.Ikc({
    begunAt: timestampSchema.describe('When the new key was created.'),
    ageDays: classic_schemas/* number */.aig().nonnegative().describe('Days since then.'),
    oldKey: keySchema,
    newKey: keySchema,
});
const rotationsSchema = classic_schemas/* object */.Ikc({ items: classic_schemas/* array */.YOg(rotationSchema), next: given(classic_schemas/* string */.YjP()) });
/** `POST /api/v1/workspaces/{id}/keys`: the body. */
const createKeySchema = classic_schemas/* strictObject */.rej({
    name: keys_name.describe('Display name; it need not be unique.'),
    scopes: classic_schemas/* array */.YOg(classic_schemas/* enum */.k5n(API_SCOPES))
        .min(1, 'give the key at least one scope')
        .refine((scopes) => new Set(scopes).size === scopes.length, 'must not list a scope twice')
        .describe('What the key may do; at least one scope.'),
    ttlDays: DAYS.optional().describe('Days until the key expires. Default: it never expires.'),
    databaseId: databaseIdSchema
        .optional()
        .describe('Name of the database that the key is for; recorded with everything that the key sends.'),
});
/** Response to the creation of a key: the only one that contains the secret. */
const createdKeySchema = classic_schemas/* object */.Ikc({
    key: keySchema,
    secret: classic_schemas/* string */.YjP().describe('The key itself. It is only shown once.'),
});
/** `POST …/keys/{key}/rotate`: the body, which is optional. */
const rotateKeySchema = classic_schemas/* strictObject */.rej({
    atOnce: classic_schemas/* boolean */.zMY()
        .optional()
        .describe('Revoke the old key immediately. Default: false; both keys are valid until the rotation is confirmed.'),
})
    .default({});
const keys_password = classic_schemas/* string */.YjP().min(1).max(1000);
/** Name of a user. */
const userName = classic_schemas/* string */.YjP()
    .trim()
    .min(1, 'must not be empty')
    .max(200)
    .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]*$/u, 'must be on one line, without control characters');
/** `POST /api/v1/sessions`: the body. */
const cookie = classic_schemas/* boolean */.zMY()
    .optional()
    .describe('For browsers: the session comes as a cookie, and the response has no token. Default: false.');
const signInSchema = classic_schemas/* strictObject */.rej({ email: classic_schemas/* string */.YjP().min(3).max(320), password: keys_password, cookie });

const sessionSchema = classic_schemas/* object */.Ikc({
    user: classic_schemas/* object */.Ikc({ id: classic_schemas/* string */.YjP(), email: classic_schemas/* string */.YjP(), name: classic_schemas/* string */.YjP() }),
    expiresAt: timestampSchema,
    confirmedAt: timestampSchema.describe('When the user last proved who they are: at sign-in, or since.'),
    confirmBy: classic_schemas/* enum */.k5n(CONFIRM_BY).describe('How they can do so again.'),
    workspaces: classic_schemas/* array */.YOg(classic_schemas/* object */.Ikc({ id: workspaceIdSchema, name: classic_schemas/* string */.YjP(), role: classic_schemas/* enum */.k5n(ROLES) })),
});
/** Response to signing in. Clients send the token as `Authorization: Bearer`. */
const signedInSchema = sessionSchema.extend({
    token: classic_schemas/* string */.YjP().optional().describe('Missing if the session is a cookie.'),
});
/** `POST /api/v1/sessions/current/confirm`: the body. */
const confirmSessionSchema = classic_schemas/* strictObject */.rej({ password: keys_password });
/** `GET /api/v1/sign-in-methods`: the response. */
const signInMethodsSchema = classic_schemas/* object */.Ikc({
    password: classic_schemas/* boolean */.zMY()
        .describe('Whether users can sign in with e-mail address and password. `false`: only the emergency owner can.'),
    signOn: given(classic_schemas/* object */.Ikc({ label: classic_schemas/* string */.YjP() })).describe('The identity provider, if there is one.'),
});
/** `GET /api/v1/setup`: the response. */
const setUpStateSchema = classic_schemas/* object */.Ikc({ needed: classic_schemas/* boolean */.zMY().describe('Whether the service has no user yet.') });
/** `POST /api/v1/setup`: the body. */
const setUpSchema = classic_schemas/* strictObject */.rej({
    code: classic_schemas/* string */.YjP().max(200).describe('The one-time code that the service printed when it started.'),
    workspace: classic_schemas/* strictObject */.rej({ id: workspaceIdSchema, name: classic_schemas/* string */.YjP().min(1).max(200).optional() }),
    email: classic_schemas/* string */.YjP().min(3).max(320),
    name: userName.optional().describe('Your name. Default: the e-mail address.'),
    password: keys_password.describe('At least 12 characters.'),
    cookie,
});

;// CONCATENATED MODULE: ./build/esm/contract/bodies/people.js





const role = classic_schemas/* enum */.k5n(ROLES);
const email = classic_schemas/* string */.YjP().min(3).max(320);
/** `PUT /api/v1/account`: the body. */
const renameAccountSchema = classic_schemas/* strictObject */.rej({ name: userName });
const accountSchema = classic_schemas/* object */.Ikc({ id: classic_schemas/* string */.YjP(), email: classic_schemas/* string */.YjP(), name: classic_schemas/* string */.YjP() });
/** `PUT /api/v1/account/password`: the body. */
const changePasswordSchema = classic_schemas/* strictObject */.rej({
    current: keys_password.describe('The current password.'),
    password: keys_password.describe('The new password: at least 12 characters.'),
});
/** One of the caller's own sessions. The token is never shown again. */
const ownSessionSchema = classic_schemas/* object */.Ikc({
    id: classic_schemas/* string */.YjP(),
    current: classic_schemas/* boolean */.zMY().describe('Whether it is the session of this request.'),
    createdAt: timestampSchema.describe('When the user signed in.'),
    lastUsedAt: timestampSchema.describe('When the session was last used; updated at most once a minute.'),
    expiresAt: timestampSchema.describe('When the session ends, if it is not idle before.'),
    address: given(classic_schemas/* string */.YjP()).describe('Address from which the user signed in.'),
    agent: given(classic_schemas/* string */.YjP()).describe('`User-Agent` with which the user signed in.'),
});
const sessionsSchema = pageOf(ownSessionSchema);
const revokedSessionsSchema = classic_schemas/* object */.Ikc({
    revoked: classic_schemas/* int */.Whr().nonnegative().describe('Number of sessions that were ended.'),
});
/** An account at an identity provider that signs in to the caller's own account. */
const identitySchema = classic_schemas/* object */.Ikc({
    id: classic_schemas/* string */.YjP(),
    issuer: classic_schemas/* string */.YjP().describe('URL of the identity provider.'),
    connectedAt: timestampSchema,
    lastUsedAt: given(timestampSchema).describe('When the user last signed in with it.'),
});
/** `GET /api/v1/account/identities`: the response. */
const identitiesSchema = classic_schemas/* object */.Ikc({
    password: classic_schemas/* boolean */.zMY().describe('Whether the user can sign in with a password.'),
    items: classic_schemas/* array */.YOg(identitySchema),
});
const returnTo = classic_schemas/* string */.YjP()
    .max(2000)
    .optional()
    .describe('Path of the dashboard to return to, such as `/account`. Default: `/`.');
/** `POST /api/v1/account/identities`: the body. */
const connectIdentitySchema = classic_schemas/* strictObject */.rej({ return: returnTo });
/** `POST /api/v1/sign-on`: the body. */
const beginSignOnSchema = classic_schemas/* strictObject */.rej({
    return: returnTo,
    invitation: classic_schemas/* string */.YjP()
        .max(200)
        .optional()
        .describe('The token of an invitation (`qgi_…`) to accept with a new account.'),
});
/** Where the browser has to go. It must take the cookie of the response along when it comes back. */
const begunSignOnSchema = classic_schemas/* object */.Ikc({
    url: classic_schemas/* string */.YjP().describe('Page of the identity provider to open within ten minutes.'),
});
const memberSchema = classic_schemas/* object */.Ikc({
    user: accountSchema,
    role,
    disabled: classic_schemas/* boolean */.zMY().describe('Whether the member is disabled in this workspace. They keep their role.'),
    accountDisabled: classic_schemas/* boolean */.zMY().describe('Whether an administrator of the service has disabled the account.'),
    byGroups: classic_schemas/* boolean */.zMY()
        .describe('Whether groups at the identity provider gave the role. Each sign-on of the member sets it again.'),
});
const membersSchema = pageOf(memberSchema);
/** `PUT …/members/{user}`: the body. Omitted fields keep their value. */
const changeMemberSchema = classic_schemas/* strictObject */.rej({
    role: role.optional(),
    disabled: classic_schemas/* boolean */.zMY().optional().describe('Disable the member in this workspace, or enable them again.'),
});
/** `POST …/invitations`: the body. */
const createInvitationSchema = classic_schemas/* strictObject */.rej({
    email: email.describe('E-mail address of the user. It is not verified.'),
    role: role.describe('Role that the user gets. Only owners invite owners.'),
    ttlDays: classic_schemas/* int */.Whr().min(1).max(30).optional().describe('Days until the invitation expires. Default: 7.'),
});
const invitationSchema = classic_schemas/* object */.Ikc({
    id: classic_schemas/* string */.YjP(),
    email: classic_schemas/* string */.YjP(),
    role,
    createdAt: timestampSchema,
    createdBy: actorSchema,
    expiresAt: timestampSchema,
});
const invitationsSchema = pageOf(invitationSchema);
const createdInvitationSchema = classic_schemas/* object */.Ikc({
    invitation: invitationSchema,
    token: classic_schemas/* string */.YjP().describe('The token (`qgi_…`) to pass on to the user. It is only shown once.'),
});
const token = classic_schemas/* string */.YjP().max(200).describe('The token of the invitation (`qgi_…`).');
/** `POST /api/v1/invitations/read` and `…/join`: the body. */
const readInvitationSchema = classic_schemas/* strictObject */.rej({ token });
const shownInvitationSchema = classic_schemas/* object */.Ikc({
    workspace: classic_schemas/* object */.Ikc({ id: workspaceIdSchema, name: classic_schemas/* string */.YjP() }),
    email: classic_schemas/* string */.YjP(),
    role,
    expiresAt: timestampSchema,
    hasAccount: classic_schemas/* boolean */.zMY().describe('Whether the address has an account: then sign in and join, else accept.'),
});
/** `POST /api/v1/invitations/accept`: the body. */
const acceptInvitationSchema = classic_schemas/* strictObject */.rej({
    token,
    name: userName.optional().describe('Your name. Default: the e-mail address.'),
    password: keys_password.describe('Password of the new account: at least 12 characters.'),
    cookie: cookie,
});

;// CONCATENATED MODULE: ./build/esm/contract/bodies/query-groups.js






/** Intervals of counts, with their milliseconds. They begin at multiples of them in UTC. */
const INTERVALS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
/** `GET …/queries/counts`: the query parameters. */
const queryCountsQuerySchema = classic_schemas/* strictObject */.rej({
    interval: classic_schemas/* enum */.k5n(Object.keys(INTERVALS)),
    from: timestampSchema.describe('Start of the first interval; rounded down to the start of an interval.'),
    to: timestampSchema.describe(`End of the last interval; rounded up. The range has at most ${LIMITS.countIntervals} intervals.`),
    channel: classic_schemas/* enum */.k5n(CHANNELS).optional(),
    databaseId: classic_schemas/* string */.YjP().max(200).optional(),
});
const calls = classic_schemas/* int */.Whr().nonnegative();
const queryCountsSchema = classic_schemas/* object */.Ikc({
    interval: queryCountsQuerySchema.shape.interval,
    from: timestampSchema,
    to: timestampSchema,
    items: classic_schemas/* array */.YOg(classic_schemas/* object */.Ikc({ at: timestampSchema, allow: calls, warn: calls, unknown: calls, block: calls }))
        .describe('Executions by verdict for each interval that has any, oldest first.'),
});
/** Orders of the list of flows. */
const FLOW_ORDERS = ['recent', 'verdict'];
/** `GET …/queries/flows`: the query parameters. */
const queryFlowsQuerySchema = pageQuerySchema.extend({
    databaseId: classic_schemas/* string */.YjP().max(200).optional(),
    verdict: verdictsParameter
        .optional()
        .describe('Only flows with these worst verdicts: one, or several with commas, such as `block,unknown`.'),
    channel: classic_schemas/* enum */.k5n(CHANNELS).optional().describe('Only flows that came this way.'),
    user: classic_schemas/* string */.YjP().max(LIMITS.callerCharacters).optional().describe('Only flows of this database user.'),
    application: classic_schemas/* string */.YjP().max(LIMITS.callerCharacters).optional().describe('Only flows of this application.'),
    rule: classic_schemas/* string */.YjP()
        .max(200)
        .optional()
        .describe('Only flows whose newest query with the worst verdict broke this rule.'),
    from: timestampSchema.optional().describe('Only flows that were last seen at or after this time.'),
    to: timestampSchema.optional().describe('Only flows that were first seen before this time.'),
    sort: classic_schemas/* enum */.k5n(FLOW_ORDERS)
        .optional()
        .describe('`recent` (default): the last seen first. `verdict`: blocked flows first, then warned, unknown and allowed ones; each the last seen first.'),
});
/** Queries of the same shape, caller and database. */
const queryFlowSchema = classic_schemas/* object */.Ikc({
    id: classic_schemas/* string */.YjP()
        .describe('The same in simulations. Flows of several databases (`databaseId`) can have the same id, if their callers name no database.'),
    dialect: classic_schemas/* enum */.k5n(model/* DIALECTS */.O9),
    databaseId: given(classic_schemas/* string */.YjP()),
    caller: recordedQuerySchema.shape.caller,
    shape: given(classic_schemas/* string */.YjP()).describe('The beginning of the query shape, as the data policy allows. Signed-in people get it, API keys do not.'),
    calls: classic_schemas/* int */.Whr().positive().describe('Executions since `firstAt`.'),
    verdicts: classic_schemas/* object */.Ikc({ allow: calls, warn: calls, unknown: calls, block: calls }).describe('Of them, by verdict.'),
    channels: classic_schemas/* array */.YOg(classic_schemas/* enum */.k5n(CHANNELS)),
    rules: classic_schemas/* array */.YOg(classic_schemas/* string */.YjP()).describe('The rules that its newest query with the worst verdict broke.'),
    firstAt: timestampSchema,
    lastAt: timestampSchema,
    verdict: classic_schemas/* enum */.k5n(VERDICTS).describe('The worst verdict. Worst first: block, unknown, warn, allow.'),
});
const queryFlowsSchema = pageOf(queryFlowSchema).extend({
    totals: classic_schemas/* object */.Ikc({ allow: calls, warn: calls, unknown: calls, block: calls })
        .optional()
        .describe('Number of flows by worst verdict that match all filters but `verdict`: those of all pages. Only on the first page.'),
    complete: classic_schemas/* boolean */.zMY()
        .optional()
        .describe(`Whether \`totals\` count all flows; only the last seen ${LIMITS.countedFlows} are counted.`),
});

;// CONCATENATED MODULE: ./build/esm/contract/bodies/records.js





const records_count = classic_schemas/* int */.Whr().nonnegative();
const records_verdict = classic_schemas/* enum */.k5n(VERDICTS);
/** The statement of a query or flow, as the data policy allowed it when it was recorded. */
const statementSchema = classic_schemas/* object */.Ikc({ text: classic_schemas/* string */.YjP(), kind: classic_schemas/* enum */.k5n(QUERY_TEXT_KINDS) });
/** `GET …/queries/{query}`: the response. */
const queryDetailsSchema = classic_schemas/* object */.Ikc({
    query: recordedQuerySchema,
    statement: given(statementSchema).describe('Missing if the data policy did not allow to store it.'),
    rules: classic_schemas/* array */.YOg(ruleTextSchema).describe('The rules that it breaks, as the ruleset that judged has them.'),
    keyName: given(classic_schemas/* string */.YjP()).describe('Name of the API key that recorded it.'),
    url: pageUrlSchema,
});
/** `GET …/queries/flows/{flow}`: the response. */
const flowDetailsSchema = classic_schemas/* object */.Ikc({
    flow: queryFlowSchema,
    databaseIds: classic_schemas/* array */.YOg(classic_schemas/* string */.YjP()).describe('`databaseId` of the API keys that recorded it.'),
    statement: given(statementSchema).describe('Of the newest query with the worst verdict. Missing if the data policy did not allow to store it.'),
    query: given(classic_schemas/* string */.YjP()).describe('Id of that query, while it is kept.'),
    rules: classic_schemas/* array */.YOg(ruleTextSchema).describe('The rules that it broke, as the ruleset that judged has them.'),
    days: records_count.describe('Days (UTC) on which the history has it.'),
    history: classic_schemas/* enum */.k5n(['read', 'none', 'too_large', 'busy'])
        .describe('`read`: `values` and `exception` come from the history of the workspace, judged by the active ruleset. Otherwise they are empty: the history does not have the flow (only queries that ran are in it), it is too large, or the service is busy.'),
    values: classic_schemas/* array */.YOg(classic_schemas/* object */.Ikc({
        fact: classic_schemas/* string */.YjP().describe('A fact that the rules decide on, such as `statement.limit`.'),
        values: classic_schemas/* array */.YOg(classic_schemas/* object */.Ikc({ value: classic_schemas/* string */.YjP(), calls: classic_schemas/* int */.Whr().positive(), verdict: records_verdict }))
            .describe('Its values in the flow, with the verdict of the active ruleset; the smallest number first.'),
        more: records_count.describe('How many further values there are.'),
    }))
        .describe('Calls of the history by the facts that the rules decide on.'),
    exception: given(classic_schemas/* object */.Ikc({
        rule: classic_schemas/* string */.YjP(),
        when: classic_schemas/* string */.YjP().describe('CEL.'),
        yaml: classic_schemas/* string */.YjP().describe('To paste under `exceptions:` of a rule file. `<…>` must be filled in.'),
    })).describe('Lets this flow through and nothing else that the history has. Missing if there is no such exception.'),
    url: pageUrlSchema,
});
/** `GET …/dry-runs`: the query parameters. */
const dryRunsQuerySchema = pageQuerySchema.extend({
    verdict: records_verdict.optional(),
    key: classic_schemas/* string */.YjP().max(100).optional().describe('Only dry runs with this API key.'),
    from: timestampSchema.optional(),
    to: timestampSchema.optional(),
});
const dryRunItemSchema = classic_schemas/* object */.Ikc({
    id: classic_schemas/* string */.YjP(),
    workspace: workspaceIdSchema,
    at: timestampSchema,
    key: actorSchema,
    databaseId: given(classic_schemas/* string */.YjP()),
    verdict: records_verdict.describe('The worst verdict of its findings that count.'),
    ruleset: classic_schemas/* int */.Whr().positive().describe('Version of the active ruleset.'),
    edited: classic_schemas/* boolean */.zMY().describe('The rules that the change edits judged too.'),
    files: records_count,
    statements: records_count,
    findings: classic_schemas/* object */.Ikc({ block: records_count, warn: records_count, unknown: records_count, exempted: records_count }),
    repository: given(classic_schemas/* string */.YjP()),
    ref: given(classic_schemas/* string */.YjP()),
    commit: given(classic_schemas/* string */.YjP()),
    event: given(classic_schemas/* string */.YjP()),
    audit: classic_schemas/* int */.Whr().positive().describe('`sequence` of the entry in the audit trail.'),
    url: pageUrlSchema,
});
const dryRunsSchema = pageOf(dryRunItemSchema);
/** `GET …/dry-runs/{id}`: the response. It has no SQL. */
const dryRunRecordSchema = dryRunItemSchema.extend({
    items: classic_schemas/* array */.YOg(classic_schemas/* object */.Ikc({
        rule: classic_schemas/* string */.YjP(),
        verdict: classic_schemas/* enum */.k5n(['block', 'warn', 'unknown']),
        status: classic_schemas/* string */.YjP(),
        path: classic_schemas/* string */.YjP(),
        line: given(classic_schemas/* int */.Whr().positive()),
        column: given(classic_schemas/* int */.Whr().positive()),
        operation: given(classic_schemas/* string */.YjP()),
    }))
        .describe('Its findings, those that count first, the worst first.'),
    more: records_count.describe('How many further findings it had.'),
    rules: classic_schemas/* array */.YOg(ruleTextSchema).describe('The rules of the findings, as the active ruleset of the dry run has them.'),
});

;// CONCATENATED MODULE: ./build/esm/contract/bodies/simulate.js







/** `POST /api/v1/ci/rules/simulate`: the body. */
const simulateRequestSchema = classic_schemas/* strictObject */.rej({
    workspace: workspaceIdSchema,
    head: rulesetFilesSchema.describe('The proposed ruleset. The simulation compares it with the active ruleset of the workspace.'),
    base: ownRulesetSchema.optional(),
    dialect: classic_schemas/* enum */.k5n(model/* DIALECTS */.O9).optional().describe('Default dialect of declared flows. Default: `postgresql`.'),
    settings: model_schemas.simulateSchema
        .pick({ 'min-calls': true, 'min-days': true, 'ignore-callers': true })
        .optional()
        .describe('Which recurring queries count as flows: the settings of `simulate` on the base branch. The client applies the thresholds.'),
    flows: classic_schemas/* strictObject */.rej({
        base: sourceFileSchema.optional().describe('The file on the base branch.'),
        head: sourceFileSchema.optional().describe('The file on the head.'),
    })
        .optional()
        .describe('Files of declared flows. The flows of both files are evaluated.'),
    change: changeSchema.optional(),
});
const simulationId = classic_schemas/* string */.YjP()
    .regex(/^[A-Za-z0-9_-]{1,100}$/)
    .describe('Simulation id.');
const common = {
    id: simulationId,
    workspace: workspaceIdSchema,
    createdAt: timestampSchema,
    url: pageUrlSchema,
    flowsUrl: classic_schemas/* string */.YjP().optional().describe('The page of a flow in the dashboard, if its id is appended.'),
};
const done = {
    ...common,
    status: classic_schemas/* literal */.euz('done'),
    finishedAt: timestampSchema,
    /** The program that did the evaluation. */
    engine: engineSchema,
    /** The active ruleset, which is the base. Version 0: none was ever activated, and the base is empty. */
    ruleset: classic_schemas/* object */.Ikc({ version: classic_schemas/* int */.Whr().nonnegative() }),
    base: judgeSchema,
    head: judgeSchema,
    drift: driftSchema
        .optional()
        .transform((value) => value)
        .describe('Missing if the request had no `base`.'),
};
/** A finished simulation: with a result, or without one because both rulesets are equivalent. */
const simulationDoneSchema = classic_schemas/* discriminatedUnion */.gMt('outcome', [
    classic_schemas/* object */.Ikc({
        ...done,
        outcome: classic_schemas/* literal */.euz('simulated'),
        result: simulationResultSchema,
        history: historyReportSchema,
    }),
    classic_schemas/* object */.Ikc({ ...done, outcome: classic_schemas/* literal */.euz('no_effective_change') }),
]);
/** The state of a simulation: the response of `GET /api/v1/ci/rules/simulations/{id}` and of the 202. */
const simulationSchema = classic_schemas/* discriminatedUnion */.gMt('status', [
    classic_schemas/* object */.Ikc({ ...common, status: classic_schemas/* literal */.euz('queued') }),
    classic_schemas/* object */.Ikc({
        ...common,
        status: classic_schemas/* literal */.euz('running'),
        progress: classic_schemas/* object */.Ikc({ done: classic_schemas/* int */.Whr().nonnegative(), total: classic_schemas/* int */.Whr().nonnegative() })
            .describe('Rows of the history: replayed, and in total.'),
    }),
    simulationDoneSchema,
    classic_schemas/* object */.Ikc({ ...common, status: classic_schemas/* literal */.euz('failed'), problem: problemSchema }),
]);
/** `GET …/simulations`: the query parameters. */
const simulationsQuerySchema = pageQuerySchema.extend({
    status: classic_schemas/* enum */.k5n(['queued', 'running', 'done', 'failed']).optional(),
    ref: classic_schemas/* string */.YjP().max(1000).optional().describe('Only simulations of this ref, such as `refs/heads/main`.'),
});
/** A simulation in a list. What it was run for is what the client stated; the service cannot verify it. */
const simulationItemSchema = classic_schemas/* object */.Ikc({
    id: simulationId,
    createdAt: timestampSchema,
    finishedAt: given(timestampSchema),
    status: classic_schemas/* enum */.k5n(['queued', 'running', 'done', 'failed']),
    key: classic_schemas/* object */.Ikc({ id: classic_schemas/* string */.YjP(), name: classic_schemas/* string */.YjP() }).describe('The API key that started it.'),
    repository: given(classic_schemas/* string */.YjP()),
    ref: given(classic_schemas/* string */.YjP()),
    commit: given(classic_schemas/* string */.YjP()),
    defaultBranch: classic_schemas/* boolean */.zMY(),
    head: classic_schemas/* object */.Ikc({ hash: classic_schemas/* string */.YjP() }).describe('The proposed ruleset.'),
    activatable: classic_schemas/* boolean */.zMY().describe('Whether its ruleset can be activated as it is.'),
    summary: given(classic_schemas/* object */.Ikc({
        outcome: classic_schemas/* string */.YjP(),
        ruleset: classic_schemas/* int */.Whr().nonnegative().describe('Version of the active ruleset that it was compared with.'),
        totals: given(simulationResultSchema.shape.totals),
    })).describe('Of a simulation that is done.'),
});
const simulationsSchema = pageOf(simulationItemSchema);
/** `POST …/simulations/{id}/activate`: the body. */
const activateSimulationSchema = classic_schemas/* strictObject */.rej({
    reason: classic_schemas/* string */.YjP().trim().min(1, 'give a reason').max(1000).describe('Why, for the audit trail.'),
});
/** `GET …/simulations/{id}/ruleset`: the response. */
const simulatedRulesetSchema = classic_schemas/* object */.Ikc({
    id: simulationId,
    hash: classic_schemas/* string */.YjP().describe('SHA-256 of the effective ruleset.'),
    ruleset: given(rulesetFilesSchema).describe('Its files. They are kept for the newest 20 simulations of the default branch, and the newest 20 others.'),
});

;// CONCATENATED MODULE: ./build/esm/contract/bodies/try.js





/** `POST …/try`: the body. */
const tryQuerySchema = classic_schemas/* strictObject */.rej({
    query: querySchema.describe('The query: one statement or several. It is not recorded.'),
    dialect: classic_schemas/* enum */.k5n(model/* DIALECTS */.O9).describe('SQL dialect of the database.'),
    caller: callerSchema.optional().describe('Who would run the query.'),
    inTransaction: classic_schemas/* boolean */.zMY()
        .optional()
        .describe('Whether the query would run in a transaction that was begun before. Default: not known.'),
});
const try_count = classic_schemas/* int */.Whr().nonnegative();
const span = classic_schemas/* object */.Ikc({ start: try_count, end: try_count }).describe('Position in the query, in UTF-16 code units.');
/** Facts by their names in docs/facts.md. A fact that is not known is missing. */
const facts = classic_schemas/* record */.g1P(classic_schemas/* string */.YjP(), classic_schemas/* unknown */.L5J());
const triedFindingSchema = queryFindingSchema.extend({
    line: classic_schemas/* int */.Whr().positive().describe('Line and column in the query, from 1.'),
    column: classic_schemas/* int */.Whr().positive(),
    ruleText: given(ruleTextSchema).describe('The rule. Missing for `unreadable`.'),
});
/** `POST …/try`: the response. */
const triedQuerySchema = classic_schemas/* object */.Ikc({
    workspace: workspaceIdSchema,
    verdict: classic_schemas/* enum */.k5n(VERDICTS).describe('The strictest verdict of all statements.'),
    ruleset: classic_schemas/* object */.Ikc({ version: classic_schemas/* int */.Whr().positive() }),
    findings: classic_schemas/* array */.YOg(triedFindingSchema),
    statements: classic_schemas/* array */.YOg(classic_schemas/* object */.Ikc({
        span,
        shape: classic_schemas/* string */.YjP().describe('The statement with its literals replaced.'),
        facts: facts.describe('Facts of the statement, such as `statement.limit`; those that are false, 0 or empty too.'),
        operations: classic_schemas/* array */.YOg(classic_schemas/* object */.Ikc({
            kind: classic_schemas/* string */.YjP(),
            target: classic_schemas/* string */.YjP(),
            span,
            facts: facts.describe('Facts of the operation, such as `operation.filter`.'),
        })),
        notKnown: classic_schemas/* array */.YOg(classic_schemas/* string */.YjP()).describe('Facts that the text does not show. Rules that need one are undecided.'),
    }))
        .describe('What the rules see of each statement.'),
});

;// CONCATENATED MODULE: ./build/esm/contract/bodies/workspaces.js




const workspaces_name = classic_schemas/* string */.YjP().min(1).max(200);
/** How the ruleset of the default branch differs from the active one, by the newest report of a CI job. */
const workspaceDriftSchema = classic_schemas/* object */.Ikc({
    since: timestampSchema.describe('Since when they differ.'),
    reportedAt: timestampSchema.describe('When the newest report came.'),
    hash: classic_schemas/* string */.YjP().describe('SHA-256 of the ruleset of the default branch.'),
    repository: given(classic_schemas/* string */.YjP()),
    ref: given(classic_schemas/* string */.YjP()),
    commit: given(classic_schemas/* string */.YjP()),
    key: classic_schemas/* string */.YjP().describe('Id of the API key that reported it. What it states is not verified.'),
    simulation: given(classic_schemas/* string */.YjP()).describe('The simulation that reported it.'),
});
const workspaceSchema = classic_schemas/* object */.Ikc({
    id: workspaceIdSchema,
    name: classic_schemas/* string */.YjP(),
    createdAt: timestampSchema,
    role: classic_schemas/* enum */.k5n(ROLES).describe('Your role.'),
    ruleset: classic_schemas/* object */.Ikc({ version: classic_schemas/* int */.Whr().positive(), hash: classic_schemas/* string */.YjP(), activatedAt: timestampSchema }),
    demo: classic_schemas/* literal */.euz(true)
        .optional()
        .describe('The service is a demonstration (`serve --demo`): all its data is made up.'),
    drift: given(workspaceDriftSchema).describe('Present if the ruleset of the default branch of a repository differs from the active one.'),
});
const workspacesSchema = pageOf(workspaceSchema);
/** `POST /api/v1/workspaces`: the body. */
const createWorkspaceSchema = classic_schemas/* strictObject */.rej({ id: workspaceIdSchema, name: workspaces_name.optional() });
/** `PUT /api/v1/workspaces/{workspace}`: the body. */
const renameWorkspaceSchema = classic_schemas/* strictObject */.rej({ name: workspaces_name });

;// CONCATENATED MODULE: ./build/esm/contract/call-entry.js
/** The roles that manage a workspace, that read its traffic, and all of them. */
const MANAGERS = ['owner', 'admin'];
const MEMBERS = ['owner', 'admin', 'member'];
const ALL_ROLES = ['owner', 'admin', 'member', 'viewer'];

;// CONCATENATED MODULE: ./build/esm/contract/people-calls.js







/** The calls for users: their own account and sessions, the people of a workspace, workspaces and simulations. */
const PEOPLE_CALLS = {
    renameAccount: {
        method: 'PUT',
        path: '/api/v1/account',
        summary: 'Change your own name.',
        session: 'needed',
        request: renameAccountSchema,
        answers: 200,
        response: accountSchema,
    },
    changePassword: {
        method: 'PUT',
        path: '/api/v1/account/password',
        summary: 'Change your own password, and end all your other sessions.',
        session: 'needed',
        request: changePasswordSchema,
        answers: 204,
        problems: ['password_wrong', 'passwords_off'],
    },
    listIdentities: {
        method: 'GET',
        path: '/api/v1/account/identities',
        summary: 'Get how you can sign in: with a password, and with which accounts at the identity provider.',
        session: 'needed',
        answers: 200,
        response: identitiesSchema,
    },
    connectIdentity: {
        method: 'POST',
        path: '/api/v1/account/identities',
        summary: 'Begin to connect an account at the identity provider to your account, in a browser.',
        session: 'needed',
        confirmed: true,
        request: connectIdentitySchema,
        answers: 200,
        response: begunSignOnSchema,
        problems: ['sign_on_off', 'sign_on_unavailable'],
    },
    disconnectIdentity: {
        method: 'DELETE',
        path: '/api/v1/account/identities/{identity}',
        summary: 'Disconnect an account at the identity provider, and end your other sessions that it opened.',
        session: 'needed',
        confirmed: true,
        answers: 204,
        problems: ['identity_not_found', 'last_sign_in'],
    },
    beginSignOn: {
        method: 'POST',
        path: '/api/v1/sign-on',
        summary: 'Begin to sign on at the identity provider, in a browser.',
        session: 'none',
        request: beginSignOnSchema,
        answers: 200,
        response: begunSignOnSchema,
        problems: ['sign_on_off', 'sign_on_unavailable', 'invitation_invalid'],
    },
    listSessions: {
        method: 'GET',
        path: '/api/v1/sessions',
        summary: 'List your own sessions, newest first.',
        session: 'needed',
        query: pageQuerySchema,
        answers: 200,
        response: sessionsSchema,
    },
    revokeSession: {
        method: 'DELETE',
        path: '/api/v1/sessions/{session}',
        summary: 'End one of your own sessions.',
        session: 'needed',
        answers: 204,
        problems: ['session_not_found'],
    },
    revokeOtherSessions: {
        method: 'POST',
        path: '/api/v1/sessions/revoke-others',
        summary: 'End all your sessions except the current one.',
        session: 'needed',
        answers: 200,
        response: revokedSessionsSchema,
    },
    listMembers: {
        method: 'GET',
        path: '/api/v1/workspaces/{workspace}/members',
        summary: 'List the members of a workspace, by e-mail address.',
        roles: MEMBERS,
        query: pageQuerySchema,
        answers: 200,
        response: membersSchema,
    },
    changeMember: {
        method: 'PUT',
        path: '/api/v1/workspaces/{workspace}/members/{user}',
        summary: 'Change the role of a member, or disable or enable them in this workspace. Only owners change owners.',
        roles: MANAGERS,
        confirmed: true,
        request: changeMemberSchema,
        answers: 200,
        response: memberSchema,
        problems: ['member_not_found', 'owner_needed', 'last_owner'],
    },
    removeMember: {
        method: 'DELETE',
        path: '/api/v1/workspaces/{workspace}/members/{user}',
        summary: 'Remove a member. Only owners remove owners.',
        roles: MANAGERS,
        confirmed: true,
        answers: 204,
        problems: ['member_not_found', 'owner_needed', 'last_owner'],
    },
    revokeMemberSessions: {
        method: 'POST',
        path: '/api/v1/workspaces/{workspace}/members/{user}/revoke-sessions',
        summary: 'End all sessions of a member: they have to sign in again.',
        roles: ['owner'],
        confirmed: true,
        answers: 200,
        response: revokedSessionsSchema,
        problems: ['member_not_found'],
    },
    createInvitation: {
        method: 'POST',
        path: '/api/v1/workspaces/{workspace}/invitations',
        summary: 'Invite a user. It replaces a pending invitation of the same address. No e-mail is sent: pass the token on.',
        roles: MANAGERS,
        confirmed: true,
        request: createInvitationSchema,
        answers: 201,
        response: createdInvitationSchema,
        problems: ['owner_needed', 'member_exists'],
    },
    listInvitations: {
        method: 'GET',
        path: '/api/v1/workspaces/{workspace}/invitations',
        summary: 'List the pending invitations, newest first.',
        roles: MANAGERS,
        query: pageQuerySchema,
        answers: 200,
        response: invitationsSchema,
    },
    revokeInvitation: {
        method: 'DELETE',
        path: '/api/v1/workspaces/{workspace}/invitations/{invitation}',
        summary: 'Revoke a pending invitation.',
        roles: MANAGERS,
        confirmed: true,
        answers: 204,
        problems: ['invitation_not_found', 'owner_needed'],
    },
    readInvitation: {
        method: 'POST',
        path: '/api/v1/invitations/read',
        summary: 'Get the invitation of a token, to show it before it is accepted.',
        session: 'none',
        request: readInvitationSchema,
        answers: 200,
        response: shownInvitationSchema,
        problems: ['invitation_invalid'],
    },
    acceptInvitation: {
        method: 'POST',
        path: '/api/v1/invitations/accept',
        summary: 'Accept an invitation with a new account, and sign in.',
        session: 'none',
        request: acceptInvitationSchema,
        answers: 201,
        response: signedInSchema,
        problems: ['invitation_invalid', 'account_exists', 'passwords_off'],
    },
    joinWorkspace: {
        method: 'POST',
        path: '/api/v1/invitations/join',
        summary: 'Accept an invitation with the account that is signed in.',
        session: 'needed',
        request: readInvitationSchema,
        answers: 200,
        response: sessionSchema,
        problems: ['invitation_invalid', 'invitation_for_another', 'member_exists'],
    },
    listWorkspaces: {
        method: 'GET',
        path: '/api/v1/workspaces',
        summary: 'List your workspaces, each with its active ruleset and its drift from the default branch.',
        session: 'needed',
        query: pageQuerySchema,
        answers: 200,
        response: workspacesSchema,
    },
    createWorkspace: {
        method: 'POST',
        path: '/api/v1/workspaces',
        summary: 'Create a workspace and become its owner. Owners of another workspace can do this.',
        session: 'needed',
        request: createWorkspaceSchema,
        answers: 201,
        response: workspaceSchema,
        problems: ['owner_needed', 'workspace_exists'],
    },
    readWorkspace: {
        method: 'GET',
        path: '/api/v1/workspaces/{workspace}',
        summary: 'Get a workspace, with its active ruleset and its drift from the default branch.',
        roles: ALL_ROLES,
        answers: 200,
        response: workspaceSchema,
    },
    renameWorkspace: {
        method: 'PUT',
        path: '/api/v1/workspaces/{workspace}',
        summary: 'Change the name of a workspace.',
        roles: MANAGERS,
        request: renameWorkspaceSchema,
        answers: 200,
        response: workspaceSchema,
    },
    readRulesetDifference: {
        method: 'GET',
        path: '/api/v1/workspaces/{workspace}/rulesets/{version}/difference',
        summary: 'Compare two versions of the ruleset, rule by rule.',
        roles: ALL_ROLES,
        query: differenceQuerySchema,
        answers: 200,
        response: rulesetDifferenceSchema,
        problems: ['version_not_found', 'rules_invalid'],
    },
    listRotations: {
        method: 'GET',
        path: '/api/v1/workspaces/{workspace}/rotations',
        summary: 'List the pending rotations with both keys, by age of the old key, newest first.',
        roles: MANAGERS,
        query: pageQuerySchema,
        answers: 200,
        response: rotationsSchema,
    },
    listSimulations: {
        method: 'GET',
        path: '/api/v1/workspaces/{workspace}/simulations',
        summary: 'List the simulations, newest first.',
        roles: MEMBERS,
        query: simulationsQuerySchema,
        answers: 200,
        response: simulationsSchema,
    },
    readWorkspaceSimulation: {
        method: 'GET',
        path: '/api/v1/workspaces/{workspace}/simulations/{id}',
        summary: 'Get a simulation of the workspace, and its result once it is done.',
        roles: MEMBERS,
        answers: 200,
        response: simulationSchema,
        problems: ['simulation_not_found'],
    },
    activateSimulation: {
        method: 'POST',
        path: '/api/v1/workspaces/{workspace}/simulations/{id}/activate',
        summary: 'Activate the ruleset of a simulation of the default branch, exactly as simulated. Requires `If-Match`.',
        roles: MANAGERS,
        confirmed: true,
        request: activateSimulationSchema,
        answers: 200,
        response: rulesetSchema,
        problems: [
            'simulation_not_found',
            'simulation_not_activatable',
            'precondition_missing',
            'ruleset_changed',
            'rules_invalid',
        ],
    },
};

;// CONCATENATED MODULE: ./build/esm/contract/screen-calls.js






/** The calls that the dashboard's screens need besides those of programs. */
const SCREEN_CALLS = {
    tryQuery: {
        method: 'POST',
        path: '/api/v1/workspaces/{workspace}/try',
        summary: 'Judge a query under the active ruleset, and show its facts. Nothing is recorded.',
        roles: MEMBERS,
        request: tryQuerySchema,
        answers: 200,
        response: triedQuerySchema,
    },
    readQuery: {
        method: 'GET',
        path: '/api/v1/workspaces/{workspace}/queries/{query}',
        summary: 'Get one recorded query, with the rules that it breaks.',
        roles: MEMBERS,
        answers: 200,
        response: queryDetailsSchema,
        problems: ['query_not_found'],
    },
    readFlow: {
        method: 'GET',
        path: '/api/v1/workspaces/{workspace}/queries/flows/{flow}',
        summary: 'Get one flow, with its rules, its calls by value, and an exception that lets it through.',
        roles: MEMBERS,
        answers: 200,
        response: flowDetailsSchema,
        problems: ['flow_not_found'],
    },
    listDryRuns: {
        method: 'GET',
        path: '/api/v1/workspaces/{workspace}/dry-runs',
        summary: 'List the dry runs, newest first.',
        roles: MEMBERS,
        query: dryRunsQuerySchema,
        answers: 200,
        response: dryRunsSchema,
    },
    readDryRun: {
        method: 'GET',
        path: '/api/v1/workspaces/{workspace}/dry-runs/{run}',
        summary: 'Get one dry run, with its findings and without its SQL.',
        roles: MEMBERS,
        answers: 200,
        response: dryRunRecordSchema,
        problems: ['dry_run_not_found'],
    },
    exportAudit: {
        method: 'GET',
        path: '/api/v1/workspaces/{workspace}/audit-events/export',
        summary: 'Download the audit trail as JSON Lines, newest first: all entries that match.',
        scope: 'audit:read',
        roles: MEMBERS,
        query: auditExportQuerySchema,
        answers: 200,
        response: 'json lines',
    },
    readAuditChain: {
        method: 'GET',
        path: '/api/v1/workspaces/{workspace}/audit-chain',
        summary: 'Get the state of the audit trail: its newest entry, and its newest verification.',
        scope: 'audit:read',
        roles: MEMBERS,
        answers: 200,
        response: auditChainSchema,
    },
    verifyAudit: {
        method: 'POST',
        path: '/api/v1/workspaces/{workspace}/audit-chain/verify',
        summary: 'Start to verify the audit trail. Get its state to see the result.',
        roles: MANAGERS,
        answers: 202,
        response: auditChainSchema,
    },
    previewDataPolicy: {
        method: 'POST',
        path: '/api/v1/workspaces/{workspace}/data-policy/preview',
        summary: 'Show what a change of the data policy would delete. Nothing is changed.',
        roles: MANAGERS,
        request: changeDataPolicySchema,
        answers: 200,
        response: policyPreviewSchema,
    },
    rotateKeys: {
        method: 'POST',
        path: '/api/v1/workspaces/{workspace}/keys/rotate-all',
        summary: 'Rotate all active keys with a scope or of an actor, for example when a person leaves.',
        roles: MANAGERS,
        confirmed: true,
        request: rotateKeysSchema,
        answers: 200,
        response: rotatedKeysSchema,
    },
    readSimulatedRuleset: {
        method: 'GET',
        path: '/api/v1/workspaces/{workspace}/simulations/{id}/ruleset',
        summary: 'Get the files of the ruleset that a simulation proposed.',
        roles: MEMBERS,
        answers: 200,
        response: simulatedRulesetSchema,
        problems: ['simulation_not_found'],
    },
};

;// CONCATENATED MODULE: ./build/esm/contract/calls.js











// The REST contract, shared by the client, the server and the documentation. How it evolves: responses may gain keys,
// which older clients ignore; a call may gain optional fields, problem codes and headers. Requests are strict: a
// service that ignored an unknown setting would evaluate under other settings than the caller asked for.
/** All API calls, by name. */
const CALLS = {
    dryRun: {
        method: 'POST',
        path: '/api/v1/ci/dry-run',
        summary: 'Check SQL files against the active ruleset.',
        scope: 'ci_dryrun:execute',
        request: dryRunRequestSchema,
        answers: 200,
        response: dryRunSchema,
        problems: ['rules_invalid', 'text_missing'],
    },
    putText: {
        method: 'PUT',
        path: '/api/v1/workspaces/{workspace}/texts/{hash}',
        summary: 'Upload one part of a large SQL file (UTF-8), before the dry run that refers to it.',
        scope: 'ci_dryrun:execute',
        request: 'text',
        answers: 204,
        problems: ['text_hash_wrong'],
    },
    startSimulation: {
        method: 'POST',
        path: '/api/v1/ci/rules/simulate',
        summary: 'Start a simulation: replay the history of the workspace under a changed ruleset.',
        scope: 'rules:simulate',
        request: simulateRequestSchema,
        answers: 202,
        response: simulationSchema,
        problems: ['rules_invalid', 'flows_invalid', 'idempotency_key_reused'],
    },
    readSimulation: {
        method: 'GET',
        path: '/api/v1/ci/rules/simulations/{id}',
        summary: 'Get the state of a simulation, and its result once it is done.',
        scope: 'rules:simulate',
        answers: 200,
        response: simulationSchema,
        problems: ['simulation_not_found'],
    },
    query: {
        method: 'POST',
        path: '/api/v1/proxy/query',
        summary: 'Evaluate one query before it runs, and record it.',
        scope: 'proxy:evaluate',
        request: queryRequestSchema,
        answers: 200,
        response: queryVerdictSchema,
    },
    ingestEvents: {
        method: 'POST',
        path: '/api/v1/ingest/events',
        summary: 'Report queries that ran, and the state of proxies.',
        scope: 'telemetry:write',
        request: eventsRequestSchema,
        answers: 200,
        response: eventsResponseSchema,
    },
    readRuleset: {
        method: 'GET',
        path: '/api/v1/workspaces/{workspace}/ruleset',
        summary: 'Get the active ruleset, and the settings of proxies. Supports `If-None-Match`.',
        scope: 'rules:read',
        roles: ALL_ROLES,
        answers: 200,
        response: activeRulesetSchema,
    },
    activateRuleset: {
        method: 'PUT',
        path: '/api/v1/workspaces/{workspace}/ruleset',
        summary: 'Activate a new ruleset, or restore an earlier version. Requires `If-Match`.',
        roles: MANAGERS,
        confirmed: true,
        request: activateRulesetSchema,
        answers: 200,
        response: activeRulesetSchema,
        problems: ['rules_invalid', 'precondition_missing', 'ruleset_changed', 'version_not_found'],
    },
    listRulesets: {
        method: 'GET',
        path: '/api/v1/workspaces/{workspace}/rulesets',
        summary: 'List the ruleset versions: the active one and the earlier ones.',
        roles: ALL_ROLES,
        query: rulesetsQuerySchema,
        answers: 200,
        response: rulesetVersionsSchema,
    },
    readRulesetVersion: {
        method: 'GET',
        path: '/api/v1/workspaces/{workspace}/rulesets/{version}',
        summary: 'Get one version of the ruleset.',
        roles: ALL_ROLES,
        answers: 200,
        response: rulesetSchema,
        problems: ['version_not_found'],
    },
    readDataPolicy: {
        method: 'GET',
        path: '/api/v1/workspaces/{workspace}/data-policy',
        summary: 'Get the data policy: what is stored, and for how long.',
        scope: 'audit:read',
        roles: ALL_ROLES,
        answers: 200,
        response: dataPolicySchema,
    },
    changeDataPolicy: {
        method: 'PUT',
        path: '/api/v1/workspaces/{workspace}/data-policy',
        summary: 'Change the data policy.',
        roles: MANAGERS,
        confirmed: true,
        request: changeDataPolicySchema,
        answers: 200,
        response: dataPolicySchema,
    },
    listProxies: {
        method: 'GET',
        path: '/api/v1/workspaces/{workspace}/proxies',
        summary: 'List the proxies with their last report, by id.',
        roles: MEMBERS,
        query: pageQuerySchema,
        answers: 200,
        response: proxiesSchema,
    },
    readProxyModes: {
        method: 'GET',
        path: '/api/v1/workspaces/{workspace}/proxy-modes',
        summary: 'Get the modes of proxies.',
        roles: ALL_ROLES,
        answers: 200,
        response: proxyModesSchema,
    },
    changeProxyModes: {
        method: 'PUT',
        path: '/api/v1/workspaces/{workspace}/proxy-modes',
        summary: 'Set the modes of proxies. The body replaces all modes.',
        roles: MANAGERS,
        confirmed: true,
        request: changeProxyModesSchema,
        answers: 200,
        response: proxyModesSchema,
    },
    listAuditEvents: {
        method: 'GET',
        path: '/api/v1/workspaces/{workspace}/audit-events',
        summary: 'List the audit trail, newest first.',
        scope: 'audit:read',
        roles: MEMBERS,
        query: auditQuerySchema,
        answers: 200,
        response: auditEventsSchema,
    },
    listQueries: {
        method: 'GET',
        path: '/api/v1/workspaces/{workspace}/queries',
        summary: 'List the recorded queries, newest first.',
        scope: 'audit:read',
        roles: MEMBERS,
        query: queriesQuerySchema,
        answers: 200,
        response: queriesSchema,
    },
    countQueries: {
        method: 'GET',
        path: '/api/v1/workspaces/{workspace}/queries/counts',
        summary: 'Count executions of the recorded queries by verdict and interval.',
        scope: 'audit:read',
        roles: MEMBERS,
        query: queryCountsQuerySchema,
        answers: 200,
        response: queryCountsSchema,
    },
    listFlows: {
        method: 'GET',
        path: '/api/v1/workspaces/{workspace}/queries/flows',
        summary: 'List the recorded queries by shape, caller and database, the last seen first or by verdict.',
        scope: 'audit:read',
        roles: MEMBERS,
        query: queryFlowsQuerySchema,
        answers: 200,
        response: queryFlowsSchema,
    },
    listKeys: {
        method: 'GET',
        path: '/api/v1/workspaces/{workspace}/keys',
        summary: 'List the API keys, newest first.',
        roles: MANAGERS,
        query: keysQuerySchema,
        answers: 200,
        response: keysSchema,
    },
    createKey: {
        method: 'POST',
        path: '/api/v1/workspaces/{workspace}/keys',
        summary: 'Create an API key.',
        roles: MANAGERS,
        confirmed: true,
        request: createKeySchema,
        answers: 201,
        response: createdKeySchema,
        problems: ['idempotency_key_reused', 'idempotency_key_used'],
    },
    readKey: {
        method: 'GET',
        path: '/api/v1/workspaces/{workspace}/keys/{key}',
        summary: 'Get an API key, without its secret.',
        roles: MANAGERS,
        answers: 200,
        response: keySchema,
        problems: ['key_not_found'],
    },
    rotateKey: {
        method: 'POST',
        path: '/api/v1/workspaces/{workspace}/keys/{key}/rotate',
        summary: 'Create a replacement for a key. The old key stays valid until the rotation is confirmed.',
        roles: MANAGERS,
        confirmed: true,
        request: rotateKeySchema,
        answers: 201,
        response: createdKeySchema,
        problems: ['key_not_found', 'key_not_active', 'rotation_pending', 'idempotency_key_reused', 'idempotency_key_used'],
    },
    confirmRotation: {
        method: 'POST',
        path: '/api/v1/workspaces/{workspace}/keys/{key}/rotate/confirm',
        summary: 'Confirm a rotation: revoke the old key.',
        roles: MANAGERS,
        confirmed: true,
        answers: 200,
        response: keySchema,
        problems: ['key_not_found', 'rotation_not_pending'],
    },
    revokeKey: {
        method: 'POST',
        path: '/api/v1/workspaces/{workspace}/keys/{key}/revoke',
        summary: 'Revoke a key immediately and permanently.',
        roles: MANAGERS,
        confirmed: true,
        answers: 200,
        response: keySchema,
        problems: ['key_not_found'],
    },
    signIn: {
        method: 'POST',
        path: '/api/v1/sessions',
        summary: 'Sign in with e-mail address and password.',
        session: 'none',
        request: signInSchema,
        answers: 201,
        response: signedInSchema,
        problems: ['sign_in_failed', 'passwords_off'],
    },
    readSession: {
        method: 'GET',
        path: '/api/v1/sessions/current',
        summary: 'Get the signed-in user.',
        session: 'needed',
        answers: 200,
        response: sessionSchema,
    },
    confirmSession: {
        method: 'POST',
        path: '/api/v1/sessions/current/confirm',
        summary: 'Confirm the sign-in with the password, for changes that need a recent one.',
        session: 'needed',
        request: confirmSessionSchema,
        answers: 204,
        problems: ['password_wrong', 'passwords_off'],
    },
    readSignInMethods: {
        method: 'GET',
        path: '/api/v1/sign-in-methods',
        summary: 'Get the ways to sign in.',
        session: 'none',
        answers: 200,
        response: signInMethodsSchema,
    },
    readSetUp: {
        method: 'GET',
        path: '/api/v1/setup',
        summary: 'Get whether the service has no user yet.',
        session: 'none',
        answers: 200,
        response: setUpStateSchema,
    },
    setUp: {
        method: 'POST',
        path: '/api/v1/setup',
        summary: 'Create the first workspace and its owner, with the one-time code that the service printed, and sign in.',
        session: 'none',
        request: setUpSchema,
        answers: 201,
        response: signedInSchema,
        problems: ['set_up_already', 'set_up_code_wrong', 'workspace_exists'],
    },
    signOut: {
        method: 'DELETE',
        path: '/api/v1/sessions/current',
        summary: 'Sign out.',
        session: 'needed',
        answers: 204,
    },
    ...PEOPLE_CALLS,
    ...SCREEN_CALLS,
};
/** Custom headers, in lower case as HTTP libraries report them. */
const HEADERS = {
    /** Identifies a request in the log. Chosen by the client, or by the service if missing; returned in the response. */
    requestId: 'x-request-id',
    /** Makes a retry safe: the same key with the same body returns the original response. Usually a UUID. */
    idempotencyKey: 'idempotency-key',
    /** On authenticated responses: when the API key expires (ISO 8601). Missing if it never expires. */
    keyExpires: 'querygate-key-expires',
};

;// CONCATENATED MODULE: ./build/esm/contract/index.js
// The REST contract, shared by the client, the server and the documentation. Importing it loads zod: import it
// dynamically if start-up time matters.





















;// CONCATENATED MODULE: ./build/esm/client/mask.js
/** Replaces a key or a part of one. */
const MASK = '***';
/** Shorter parts reveal too little to hide, and could be ordinary words. */
const MIN_LENGTH = 12;
/**
 * Returns a function that removes an API key from texts: the whole key or a part of it (at least 12 consecutive
 * characters), plain, in base64, and in any letter case (as in a host name). A server may send the key back, by mistake
 * or to make it appear in a public log.
 */
function masker(key) {
    const secrets = [key, ...base64Forms(key)].map(asciiLowerCase);
    const windows = new Set(secrets.flatMap((secret) => [...windowsOf(secret)]));
    // Any 12 consecutive characters of a secret contain one of these blocks, so a text without them needs no further
    // search.
    const blocks = secrets.flatMap((secret) => secret.match(/.{6}/g) ?? []);
    return (text) => {
        const lower = asciiLowerCase(text);
        return blocks.some((block) => lower.includes(block)) ? withoutWindows(text, lower, windows) : text;
    };
}
/** Lower-cases ASCII letters only, so that the offsets of all characters stay the same. */
function asciiLowerCase(text) {
    return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
function* windowsOf(secret) {
    for (let at = 0; at + MIN_LENGTH <= secret.length; at++)
        yield secret.slice(at, at + MIN_LENGTH);
}
/** The base64 forms of the key. They depend on the offset of the key in the encoded text, modulo 3. */
function base64Forms(key) {
    return [0, 1, 2].flatMap((offset) => {
        const encoded = Buffer.from('\0'.repeat(offset) + key).toString('base64');
        // The first group mixes with the text before the key, the last with the text after it.
        const middle = encoded.slice(offset === 0 ? 0 : 4, -4);
        return [middle, middle.replaceAll('+', '-').replaceAll('/', '_')];
    });
}
/** @param lower the text in lower case */
function withoutWindows(text, lower, windows) {
    let masked = '';
    let copied = 0;
    for (let at = 0; at + MIN_LENGTH <= lower.length; at++) {
        if (!windows.has(lower.slice(at, at + MIN_LENGTH)))
            continue;
        let end = at + MIN_LENGTH;
        while (windows.has(lower.slice(end - MIN_LENGTH + 1, end + 1)))
            end++;
        masked += text.slice(copied, at) + MASK;
        copied = end;
        at = end - 1;
    }
    return masked + text.slice(copied);
}
/** A copy of a JSON value with all strings and keys masked. The caller must bound the depth. */
function maskJson(value, mask) {
    return maskAny(value, mask);
}
function maskAny(value, mask) {
    if (typeof value === 'string')
        return mask(value);
    if (Array.isArray(value))
        return value.map((item) => maskAny(item, mask));
    if (typeof value !== 'object' || value === null)
        return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [mask(name), maskAny(item, mask)]));
}

;// CONCATENATED MODULE: ./build/esm/client/wait.js
const FIRST_BACKOFF = 500;
const MAX_BACKOFF = 30_000;
const FIRST_POLL = 500;
const POLL_GROWTH = 1.6;
const MAX_POLL = 10_000;
/**
 * How long to wait before the next attempt, in milliseconds: exponential backoff with full jitter, so that jobs that
 * failed at the same time do not retry at the same time.
 *
 * @param failures number of failed attempts, from 1
 */
function backoff(failures, { random }) {
    return random() * Math.min(MAX_BACKOFF, FIRST_BACKOFF * 2 ** Math.min(failures - 1, 20));
}
/** How long to wait before the next poll of a simulation, in milliseconds: longer each time, with 10 % jitter. */
function pollPause(polls, { random }) {
    return Math.min(MAX_POLL, FIRST_POLL * POLL_GROWTH ** Math.min(polls, 20)) * (0.9 + 0.2 * random());
}
/**
 * The wait that `Retry-After` requests, in milliseconds from now; undefined if it is missing or malformed. The header
 * is a number of seconds or an HTTP date (RFC 9110, 10.2.3). A date is relative to the `Date` of the same response, so
 * that a wrong clock on either side does not matter.
 */
function retryAfter(headers, { now }) {
    const value = headers['retry-after']?.trim();
    if (value === undefined)
        return undefined;
    if (/^\d{1,9}$/.test(value))
        return Number(value) * 1000;
    const until = httpDate(value);
    if (until === undefined)
        return undefined;
    return Math.max(0, until - (httpDate(headers['date']) ?? now()));
}
/** Parses the three forms of an HTTP date (RFC 9110, 5.6.7). The last form has no zone and means GMT. */
function httpDate(text) {
    if (text === undefined)
        return undefined;
    const isHttpDate = /^[A-Z][a-z]+, \d\d[ -][A-Z][a-z]{2}[ -](\d\d){1,2} \d\d:\d\d:\d\d GMT$/.test(text) ||
        /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/.test(text);
    const timestamp = isHttpDate ? Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) : Number.NaN;
    return Number.isNaN(timestamp) ? undefined : timestamp;
}
/** Formats milliseconds for messages, rounded up: `3 s`, `10 min`, `1 h`. */
function duration(milliseconds) {
    const seconds = Math.ceil(milliseconds / 1000);
    if (seconds < 120)
        return `${seconds} s`;
    const minutes = Math.ceil(seconds / 60);
    return minutes < 120 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}

;// CONCATENATED MODULE: ./build/esm/client/session.js



/** Transient statuses. A server that sends one of them has not processed the request, so a retry is safe. */
const TRANSIENT = {
    429: 'HTTP 429 too many requests',
    502: 'HTTP 502 bad gateway',
    503: 'HTTP 503 service unavailable',
    504: 'HTTP 504 gateway timeout',
};
/** Calls to one service that share a deadline. */
class Session {
    #options;
    #end;
    #abort = new AbortController();
    #timer;
    /** What the session is doing, for the message when time runs out. */
    activity = 'no complete response yet';
    constructor(options) {
        this.#options = options;
        this.#end = options.clock.elapsed() + options.deadline;
        this.#timer = setTimeout(() => this.#abort.abort(), options.deadline);
    }
    /** Milliseconds until the deadline. */
    get remaining() {
        return this.#end - this.#options.clock.elapsed();
    }
    /** The response to a call, of any status, with retries. Raises ServiceError if there is none. */
    async call(call) {
        for (let failures = 1;; failures++) {
            const outcome = await this.#attempt(call);
            if (!(outcome instanceof http/* Fault */.vC) && !(outcome.status in TRANSIENT))
                return outcome;
            const reason = outcome instanceof http/* Fault */.vC ? outcome.message : (TRANSIENT[outcome.status] ?? '');
            const requested = outcome instanceof http/* Fault */.vC ? undefined : retryAfter(outcome.headers, this.#options.clock);
            const attempts = outcome instanceof http/* Fault */.vC ? outcome.attempts : http/* MAX_ATTEMPTS */.m;
            if (failures >= attempts && requested === undefined) {
                // The last response is returned, because its body may say more than its status.
                if (!(outcome instanceof http/* Fault */.vC))
                    return outcome;
                throw this.#unreachable(outcome, failures);
            }
            const wait = backoff(failures, this.#options.clock);
            this.activity = reason;
            this.#options.onRetry({ reason, wait: Math.max(wait, requested ?? 0) });
            await this.sleep(wait, requested);
        }
    }
    /**
     * Waits, or longer if the service requests it (`requested`, milliseconds).
     * Raises ServiceError at the deadline; immediately, if the requested wait exceeds the remaining time.
     */
    async sleep(milliseconds, requested = 0) {
        if (requested > 0 && requested >= this.remaining) {
            throw new model/* ServiceError */._7(`${this.#service}: ${this.activity}; it asks to retry after ${duration(requested)}, which is longer than the remaining time; run it again later, or raise \`timeout\``);
        }
        await this.#options.clock.sleep(Math.max(0, Math.min(Math.max(milliseconds, requested), this.remaining)));
        if (this.remaining <= 0)
            throw this.#tooLate();
    }
    async close() {
        clearTimeout(this.#timer);
        await this.#options.dispatcher.destroy();
    }
    async #attempt(call) {
        const { baseUrl, dispatcher, headers, limits } = this.#options;
        if (this.remaining <= 0)
            throw this.#tooLate();
        try {
            const { origin, prefix } = baseUrl;
            const request = { ...call, origin, path: `${prefix}${call.path}`, headers: { ...headers, ...call.headers } };
            return await (0,http/* exchange */.cv)(request, dispatcher, limits, this.#abort.signal);
        }
        catch (error) {
            if (error instanceof http/* Fault */.vC)
                return error;
            if (this.#abort.signal.aborted)
                throw this.#tooLate();
            throw error;
        }
    }
    #unreachable({ message }, attempts) {
        const suffix = attempts === 1 ? '' : ` (${attempts} attempts)`;
        return new model/* ServiceError */._7(`no response from ${this.#service}${this.#options.proxyHint}: ${message}${suffix}`);
    }
    #tooLate() {
        return new model/* ServiceError */._7(`${this.#service} did not finish within ${duration(this.#options.deadline)}: ${this.activity}; raise \`timeout\`, or check whether the service is healthy`);
    }
    get #service() {
        return `the service at \`${this.#options.baseUrl.origin}\``;
    }
}

;// CONCATENATED MODULE: ./build/esm/client/clock.js
const systemClock = {
    elapsed: () => performance.now(),
    now: () => Date.now(),
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    random: () => Math.random(),
};

;// CONCATENATED MODULE: ./build/esm/client/settings.js




/** Ten minutes. */
const DEFAULT_DEADLINE = 10 * 60 * 1000;
/** A day. CI jobs are shorter; timers of Node.js are limited to 24 days. */
const MAX_DEADLINE = 24 * 60 * 60 * 1000;
const DEFAULT_LIMITS = {
    connect: 10_000,
    headers: 60_000,
    body: 60_000,
    answerBytes: LIMITS.responseBytes,
    errorBytes: LIMITS.problemBytes,
};
/**
 * Validates the options of a client.
 * Raises ConfigError for an invalid base URL, workspace or deadline; ServiceError (exit 3) for a malformed API key.
 */
function clientSettings(options) {
    return {
        baseUrl: parseBaseUrl(options.baseUrl),
        apiKey: checkApiKey(options.apiKey),
        workspace: checkWorkspace(options.workspace),
        userAgent: options.userAgent,
        deadline: checkDeadline(options.deadline ?? DEFAULT_DEADLINE),
        env: options.env,
        limits: options.limits ?? {},
        clock: options.clock ?? systemClock,
    };
}
/** The limits of a call. The caller's take precedence, then those of the call, then the defaults. */
function limitsOf({ limits }, own = {}) {
    return { ...DEFAULT_LIMITS, ...own, ...limits };
}
function checkWorkspace(text) {
    const parsed = workspaceIdSchema.safeParse(text.trim());
    if (parsed.success)
        return parsed.data;
    throw new model/* ConfigError */.xL('the workspace id is invalid (use 1 to 100 letters, digits, `_` or `-`); correct `SERVICE_WORKSPACE_ID` or `workspace`');
}
function checkDeadline(milliseconds) {
    if (milliseconds > 0 && milliseconds <= MAX_DEADLINE)
        return milliseconds;
    throw new model/* ConfigError */.xL(`the \`timeout\` is ${milliseconds / 1000} seconds; it must be more than 0 and at most ${MAX_DEADLINE / 1000}`);
}

;// CONCATENATED MODULE: ./build/esm/client/connection.js







/** Opens a connection, runs a job on it and closes it. No error that it raises contains the key. */
async function withConnection(settings, options, run) {
    const { apiKey, baseUrl, clock, workspace } = settings;
    const mask = masker(apiKey);
    let session;
    try {
        const sentPaths = new Set([...(options.sent ?? [])].map(({ path }) => path));
        const context = {
            origin: baseUrl.origin,
            workspace,
            scope: options.scope,
            sentPaths,
            requestId: (0,external_node_crypto_.randomUUID)(),
            mask,
        };
        session = openSession(settings, options, context.requestId);
        return await run({ session, context, baseUrl, clock });
    }
    catch (error) {
        throw masked(error, mask);
    }
    finally {
        await session?.close();
    }
}
function openSession(settings, options, requestId) {
    const { apiKey, baseUrl, clock, deadline, env, userAgent = `${model/* PRODUCT */.Ax.name}/${model/* PRODUCT */.Ax.version}` } = settings;
    const limits = limitsOf(settings, options.limits);
    return new Session({
        baseUrl,
        ...(0,http/* createDispatcher */.SM)(baseUrl, env, limits.connect),
        headers: {
            authorization: `Bearer ${apiKey}`,
            accept: 'application/json, application/problem+json',
            'accept-encoding': 'identity',
            'user-agent': userAgent.replace(/[^\x20-\x7e]/g, '?'),
            [HEADERS.requestId]: requestId,
        },
        limits,
        deadline,
        clock,
        onRetry: ({ reason, wait }) => options.onProgress?.({ state: 'waiting', reason, wait }),
    });
}
/** When the key expires (ISO 8601); undefined if it never expires or the service does not say. */
function keyExpires(reply) {
    const text = reply.headers[HEADERS.keyExpires];
    return text !== undefined && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text))
        ? text
        : undefined;
}
/** The error with the key removed from its message. Errors of unknown types become InternalError. */
function masked(error, mask) {
    if (error instanceof model/* ConfigError */.xL)
        return new model/* ConfigError */.xL(mask(error.message), error.place, error.others.map(({ message, place }) => new model/* ConfigError */.xL(mask(message), place)));
    if (error instanceof model/* ServiceError */._7)
        return new model/* ServiceError */._7(mask(error.message), error.exitCode, error.details);
    const cause = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return new model/* InternalError */.Gd(mask(`the service client failed: ${cause}`));
}

;// CONCATENATED MODULE: ./build/esm/client/dashboard-page.js
const MAX_LENGTH = 500;
/**
 * An address of the service's dashboard that is safe in a report, or undefined. Reports show it as a link, so it must be
 * a plain address and nothing else.
 */
function dashboardPage(url) {
    if (url === undefined || url.length > MAX_LENGTH)
        return undefined;
    return /^https?:\/\/[A-Za-z0-9.-]+(?::\d{1,5})?(?:\/[A-Za-z0-9._~/?=&%-]*)?$/.test(url) ? url : undefined;
}

;// CONCATENATED MODULE: ./build/esm/client/text-parts.js



/**
 * Splits a text at character boundaries, so that each part is valid UTF-8.
 * Raises ConfigError if there are more parts than the contract allows.
 *
 * @param path of the file, for the error message
 */
function textParts(text, path) {
    const bytes = Buffer.from(text, 'utf8');
    const parts = [];
    for (let start = 0; start < bytes.length;) {
        const end = characterEnd(bytes, start + LIMITS.partBytes);
        const part = bytes.subarray(start, end);
        parts.push({ hash: (0,external_node_crypto_.createHash)('sha256').update(part).digest('hex'), bytes: part });
        start = end;
    }
    if (parts.length <= LIMITS.parts)
        return parts;
    throw new model/* ConfigError */.xL(`the file has ${bytes.length} bytes in UTF-8, but the service accepts at most ${LIMITS.parts} parts of ${LIMITS.partBytes} bytes; split it`, { file: path });
}
/** Maximum number of parts of a text with this many bytes of UTF-8. A boundary shortens a part by at most 3 bytes. */
function maxParts(bytes) {
    return Math.ceil(bytes / (LIMITS.partBytes - 3));
}
/** The last character boundary that is not after `at`. */
function characterEnd(bytes, at) {
    if (at >= bytes.length)
        return bytes.length;
    let end = at;
    // The second to fourth bytes of a character are 10xxxxxx.
    while (((bytes[end] ?? 0) & 0xc0) === 0x80)
        end--;
    return end;
}

;// CONCATENATED MODULE: ./build/esm/client/dry-run-plan.js



/**
 * Groups the files into calls, in order. Each call has at most LIMITS.sqlFiles files and LIMITS.requestBytes bytes. The
 * SQL of a call, including uploaded parts, has the same limit (unless a single file is larger), because more SQL could
 * keep the service busy for longer than the client waits. Raises ConfigError if the rules and the baseline, which are
 * part of every call, leave no room for a file.
 */
function planCalls({ files, headHash: _, ...rest }, workspace) {
    const available = LIMITS.requestBytes - jsonBytes({ ...rest, workspace, files: [] });
    const calls = [];
    let sizes = { entries: 0, texts: 0 };
    for (const file of files) {
        const planned = plan(file, available);
        const { entry, texts } = planned;
        if (entry > available)
            throw tooLarge(LIMITS.requestBytes - available, file);
        const call = calls.at(-1);
        const fits = call !== undefined &&
            call.length < LIMITS.sqlFiles &&
            sizes.entries + entry <= available &&
            sizes.texts + texts <= LIMITS.requestBytes;
        if (fits) {
            call.push(planned);
            sizes = { entries: sizes.entries + entry, texts: sizes.texts + texts };
        }
        else {
            calls.push([planned]);
            sizes = { entries: entry, texts };
        }
    }
    return calls;
}
function tooLarge(commonBytes, { path }) {
    return new model/* ConfigError */.xL(`the rule files and the baseline have ${commonBytes} bytes, which leaves no room for this file: a request can have at most ${LIMITS.requestBytes} bytes; make them smaller`, { file: path });
}
/** Sizes in bytes. `entry`: the file in the request body; `texts`: the SQL itself. */
function plan(file, available) {
    const sizes = [file.text, file.baseText ?? ''].map((text) => Buffer.byteLength(text));
    const texts = sizes.reduce((sum, size) => sum + size, 0);
    // Avoids serialising tens of megabytes only to measure them.
    if (sizes.every((size) => size <= LIMITS.partBytes)) {
        const entry = jsonBytes(entryOf(file, (text) => ({ text }))) + 1;
        if (entry <= available)
            return { file, inParts: false, entry, texts };
    }
    const entry = jsonBytes(entryOf(file, (text) => ({ parts: placeholders(text) }))) + 1;
    return { file, inParts: true, entry, texts };
}
function placeholders(text) {
    return Array.from({ length: Math.max(1, maxParts(Buffer.byteLength(text))) }, () => '0'.repeat(64));
}
/** The files of a call as they are sent, and the parts to upload before the call. */
function writeCall(call) {
    const parts = new Map();
    const files = call.map(({ file, inParts }) => entryOf(file, (text) => {
        // An empty text has no parts.
        if (!inParts || text === '')
            return { text };
        const fileParts = textParts(text, file.path);
        for (const part of fileParts)
            parts.set(part.hash, part);
        return { parts: fileParts.map(({ hash }) => hash) };
    }));
    return { files, parts: [...parts.values()] };
}
function entryOf({ text, baseText, ...rest }, toSent) {
    return { ...rest, source: toSent(text), ...(baseText !== undefined && { base: toSent(baseText) }) };
}
function jsonBytes(value) {
    return Buffer.byteLength(JSON.stringify(value));
}

;// CONCATENATED MODULE: ./build/esm/client/errors.js


/** Makes a server's text safe for a log: one line, without control characters, truncated to `limit` characters. */
function oneLine(text, mask, limit = 500) {
    const line = mask(text)
        .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
        .trim();
    return line.length <= limit ? line : `${[...line.slice(0, limit - 1)].filter(isWholeCharacter).join('')}…`;
}
/** Truncation can cut a surrogate pair in half. */
function isWholeCharacter(character) {
    return !/^[\ud800-\udfff]$/.test(character);
}
/** The media type of a response, in lower case and without parameters. */
function mediaType(reply) {
    return (reply.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
const REDIRECTS = new Set([300, 301, 302, 303, 305, 307, 308]);
/** The error for a response with an error status or an unexpected status. */
function errorOf(reply, context) {
    const { status } = reply;
    if (REDIRECTS.has(status))
        return redirect(reply, context);
    const problem = readProblem(reply);
    if (problem)
        return problemError(problem, context, status);
    const id = ` (request \`${context.requestId}\`)`;
    const service = `the service at \`${context.origin}\``;
    const details = { status, requestId: context.requestId };
    if (status === 401 || status === 403) {
        return new model/* ServiceError */._7(`${service} answered ${status}, but not with a Querygate error; a proxy, a firewall or a login page may have answered instead: check \`base-url\`${id}`, model/* EXIT */.dc.auth, details);
    }
    if (status === 404) {
        return new model/* ServiceError */._7(`there is no Querygate service at \`${context.origin}\`: it answered 404; correct \`base-url\`${id}`, model/* EXIT */.dc.service, details);
    }
    const why = status < 400 ? ', which is not a valid response to this request' : ' and gave no reason';
    return new model/* ServiceError */._7(`${service} answered ${status}${why}${id}`, model/* EXIT */.dc.service, details);
}
/** The error for a problem, either from an error response or from a failed simulation. */
function problemError(problem, context, status = problem.status) {
    const requestId = requestIdOf(problem.requestId, context);
    const id = ` (request \`${requestId}\`)`;
    const code = isProblemCode(problem.code) ? problem.code : undefined;
    const details = { code: oneLine(problem.code, context.mask, 80), status, requestId };
    if (code === 'rules_invalid' || code === 'flows_invalid')
        return fileError(problem, context);
    if (code === 'workspace_not_found') {
        return new model/* ConfigError */.xL(`the service at \`${context.origin}\` has no workspace \`${context.workspace}\` for this API key; correct \`workspace\`, or use a key of that workspace${id}`);
    }
    // The status decides the exit code, even if the problem code is unknown.
    if (status === 401 || status === 403) {
        return new model/* ServiceError */._7(`${authMessage(code, problem, context)}${id}`, model/* EXIT */.dc.auth, details);
    }
    const description = describe(problem, context.mask);
    const version = code && VERSION_MISMATCH.has(code) ? `; ${VERSIONS}` : '';
    return new model/* ServiceError */._7(`the service at \`${context.origin}\` answered ${status} (\`${details.code}\`): ${description}${version}${id}`, model/* EXIT */.dc.service, details);
}
const VERSIONS = 'the client and the service may have different versions';
/** Codes that a service of the same version never returns to this client. */
const VERSION_MISMATCH = new Set(['field_invalid', 'not_found', 'method_not_allowed']);
const OWNERS = 'an owner or admin of the workspace';
/** Explains why the key was rejected, and what to do. */
function authMessage(code, problem, context) {
    const at = `the service at \`${context.origin}\``;
    switch (code) {
        case 'key_missing':
            return `${at} received no API key; check whether a proxy removes the \`Authorization\` header`;
        case 'key_malformed':
            return `${at} rejected the API key as malformed; copy it again into \`SERVICE_API_KEY\` (or \`api-key\`)`;
        case 'key_unknown':
            return `${at} does not know the API key; check that \`SERVICE_API_KEY\` and \`base-url\` belong to the same service`;
        case 'key_revoked':
            return `the API key was revoked; ask ${OWNERS} \`${context.workspace}\` for a new one and put it into \`SERVICE_API_KEY\` (or \`api-key\`)`;
        case 'key_expired':
            return `the API key has expired; ask ${OWNERS} \`${context.workspace}\` to rotate it and put the new one into \`SERVICE_API_KEY\` (or \`api-key\`)`;
        case 'scope_missing': {
            const scope = problem.scope !== undefined && isApiScope(problem.scope) ? problem.scope : context.scope;
            return `the API key lacks the scope \`${scope}\`; ask ${OWNERS} \`${context.workspace}\` for a key that has it`;
        }
        case 'session_needed':
        case 'role_missing':
            return `${at} allows this only to signed-in users, not with an API key; ${VERSIONS}`;
        case 'key_needed':
        case 'session_unknown':
            return `${at} does not recognise the token as an API key; copy it again into \`SERVICE_API_KEY\` (or \`api-key\`)`;
        default:
            return `${at} refused the API key (\`${oneLine(problem.code, context.mask, 80)}\`): ${describe(problem, context.mask)}`;
    }
}
/** Maximum number of mistakes in files that are reported one by one. */
const MAX_MISTAKES = 21;
/** The error for the mistakes in the user's files, with their lines. */
function fileError(problem, context) {
    const errors = problem.errors ?? [];
    const [first, ...others] = errors.slice(0, MAX_MISTAKES).map(({ detail, place: given }) => {
        const place = given && context.sentPaths.has(given.file) ? given : undefined;
        return { message: `${place ? '' : REJECTED}${oneLine(detail, context.mask)}`, place };
    });
    const more = errors.length > MAX_MISTAKES ? ` (and ${errors.length - MAX_MISTAKES} more)` : '';
    if (!first)
        return new model/* ConfigError */.xL(`${REJECTED}${describe(problem, context.mask)}`);
    return new model/* ConfigError */.xL(`${first.message}${more}`, first.place, others.map(({ message, place }) => new model/* ConfigError */.xL(message, place)));
}
const REJECTED = 'the service rejected the rule files: ';
function describe({ code, title, detail, errors }, mask) {
    const first = errors?.[0];
    const field = first
        ? `${first.pointer === undefined ? '' : `\`${oneLine(first.pointer, mask, 200)}\`: `}${first.detail}`
        : '';
    const summary = isProblemCode(code) ? PROBLEMS[code].summary : title;
    return oneLine([detail ?? summary, field].filter((text) => text !== '').join('; '), mask);
}
function redirect(reply, context) {
    const target = reply.headers['location'];
    const url = target !== undefined && URL.canParse(target, context.origin) ? new URL(target, context.origin) : undefined;
    // Only the origin: the rest of the URL could contain secrets.
    const where = url && url.origin !== 'null' ? `to \`${context.mask(url.origin)}\`` : 'to an unreadable address';
    return new model/* ServiceError */._7(`the service at \`${context.origin}\` answered with a redirect (${reply.status}) ${where}, which is not followed because it would receive the API key; set \`base-url\` to the address of the service (request \`${context.requestId}\`)`, model/* EXIT */.dc.service, { status: reply.status, requestId: context.requestId });
}
/** The problem in an error response, if it contains one. */
function readProblem(reply) {
    if (mediaType(reply) !== 'application/problem+json' || 'unread' in reply.body)
        return undefined;
    const parsed = problemSchema.safeParse(parseJson(reply.body.text));
    return parsed.success ? parsed.data : undefined;
}
function parseJson(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
/** The request id from the service if it is well-formed, else our own. */
function requestIdOf(given, { requestId, mask }) {
    return given !== undefined && /^[A-Za-z0-9._-]{1,100}$/.test(given) && mask(given) === given ? given : requestId;
}

;// CONCATENATED MODULE: ./build/esm/client/read-response.js



/**
 * The body of a response, validated by the schema. The API key is not masked yet.
 * Raises the error that a failed or unexpected response stands for.
 *
 * @param status of a successful response
 */
function readAnswer(reply, status, schema, context) {
    checkStatus(reply, status, context);
    if ('unread' in reply.body)
        throw unexpectedAnswer(reply.body.unread, reply, context);
    if (mediaType(reply) !== 'application/json') {
        const type = oneLine(mediaType(reply), context.mask, 80);
        const fault = type === '' ? 'it has no content type' : `its content type is \`${type}\`, not JSON`;
        throw unexpectedAnswer(fault, reply, context);
    }
    const json = parseJson(reply.body.text);
    if (json === undefined)
        throw unexpectedAnswer('it is not valid JSON', reply, context);
    const parsed = schema.safeParse(json);
    if (parsed.success)
        return parsed.data;
    const [issue] = parsed.error.issues;
    const where = oneLine((issue?.path ?? []).join('.'), context.mask, 200);
    const what = oneLine(issue?.message ?? '', context.mask, 200);
    throw unexpectedAnswer(`${where === '' ? '' : `\`${where}\`: `}${what}`, reply, context);
}
/** Like readAnswer, for a response about a workspace, which must be the requested one. */
function readWorkspaceAnswer(reply, status, schema, context) {
    const answer = readAnswer(reply, status, schema, context);
    if (answer.workspace !== context.workspace)
        throw unexpectedAnswer('it is for another workspace', reply, context);
    return answer;
}
/** Raises the error that a response stands for, unless it has this status. */
function checkStatus(reply, status, context) {
    if (reply.status === status)
        return;
    throw errorOf(reply, { ...context, requestId: requestIdOf(reply.headers[HEADERS.requestId], context) });
}
/** The error for a response that does not follow the contract. */
function unexpectedAnswer(what, reply, context) {
    const requestId = requestIdOf(reply.headers[HEADERS.requestId], context);
    return new model/* ServiceError */._7(`the response of the service at \`${context.origin}\` is not what ${model/* PRODUCT */.Ax.name} ${model/* PRODUCT */.Ax.version} expects: ${what}; check that \`base-url\` points to the service, and that client and service are up to date (request \`${requestId}\`)`, undefined, { status: reply.status, requestId });
}

;// CONCATENATED MODULE: ./build/esm/client/dry-run-responses.js




/**
 * Reads the response to a call, and checks that it covers exactly the files that were sent, that the requested rulesets
 * were used, and that no finding is discounted for a reason that the request did not contain.
 * Raises the error that a failed or unexpected response stands for.
 */
function readDryRun(reply, call, context) {
    const answer = readWorkspaceAnswer(reply, CALLS.dryRun.answers, CALLS.dryRun.response, context);
    const fault = faultOfFiles(answer, call) ?? faultOfJudges(answer, call.input) ?? faultOfStatus(answer, call);
    if (fault !== undefined)
        throw unexpectedAnswer(oneLine(fault, context.mask), reply, context);
    return answer;
}
function faultOfFiles({ files }, { files: sent }) {
    if (files.length !== sent.length)
        return `it covers ${files.length} files, but ${sent.length} were sent`;
    const mismatch = files.findIndex(({ path }, index) => path !== sent[index]?.path);
    if (mismatch >= 0)
        return `its file ${mismatch + 1} is not file ${mismatch + 1} of the request`;
    const misplaced = files.some(({ path, findings, suppressions, notices }) => [...findings, ...suppressions, ...notices].some((part) => part.path !== undefined && part.path !== path));
    return misplaced ? 'it reports findings of one file under another' : undefined;
}
function faultOfJudges({ judges, drift, engine }, { head, headHash, base }) {
    const sides = judges.map(({ side }) => side).join(' ');
    if (sides !== 'only' && !(head && sides === 'base head'))
        return 'it does not name the rulesets that were used';
    // Hashes are only comparable within one version: another version may compute them differently.
    const isComparable = engine.name === model/* PRODUCT */.Ax.name && engine.version === model/* PRODUCT */.Ax.version;
    if (head && headHash !== undefined && isComparable && judges.at(-1)?.hash !== headHash) {
        return sides === 'only'
            ? 'it used only the active ruleset and not the edited rules, which differ'
            : 'it used other rules than the edited ones';
    }
    if ((base !== undefined) !== (drift !== undefined)) {
        return base
            ? 'it does not say whether the active ruleset has drifted'
            : 'it reports drift, but no base ruleset was sent';
    }
    return undefined;
}
function faultOfStatus({ files }, { input, files: sent }) {
    const baseline = new Set(input.baseline);
    for (const [index, { path, findings }] of files.entries()) {
        const file = sent[index];
        for (const { status, acceptedAs } of findings) {
            const fault = file && statusFault(status, acceptedAs, file, baseline, input);
            if (fault !== undefined)
                return `a finding in \`${path}\` is \`${status}\`, but ${fault}`;
        }
    }
    return undefined;
}
/** Why a finding of the file cannot have this status, with which it would not count. */
function statusFault(status, acceptedAs, file, baseline, { settings }) {
    switch (status) {
        case 'baselined':
            return baseline.has(acceptedAs ?? '') && (file.formerPath !== undefined || !isNew(file))
                ? undefined
                : 'no baseline accepts it';
        case 'existing':
            return file.status === 'modified' && file.baseText !== undefined
                ? undefined
                : 'no earlier text of the file was sent';
        case 'suppressed':
            return settings?.suppressions === 'off' ? 'suppressions are off' : undefined;
        case 'spared':
            return file.tool === undefined ? 'the file has no migration tool' : undefined;
        default:
            return undefined;
    }
}
function isNew({ status }) {
    return status === 'added' || status === 'renamed';
}
/** Identifies the rulesets and the engine version, which must be the same in all responses of one dry run. */
function judgedBy({ ruleset, judges, engine }) {
    const rulesets = judges.map(({ side, hash, rules, sources, commit }) => [side, hash, rules, sources, commit]);
    return JSON.stringify([ruleset.version, engine.name, engine.version, rulesets]);
}
/** Merges the judges of all responses. A rule is listed as not applied only if it was applied in no call. */
function mergeJudges([first, ...others]) {
    return (first?.judges ?? []).map((judge, index) => {
        const otherSets = others.map(({ judges }) => new Set(judges[index]?.notApplied.map(subjectOf)));
        const notApplied = judge.notApplied.filter((entry) => otherSets.every((subjects) => subjects.has(subjectOf(entry))));
        return { ...judge, notApplied };
    });
}
function subjectOf({ rule, exception }) {
    return exception ? `exception to ${rule}` : rule;
}

;// CONCATENATED MODULE: ./build/esm/client/request-body.js


/**
 * The serialised request body. Raises ConfigError if it violates the contract, since the service would reject it.
 *
 * @param files the parts of the request that are files, so that an error can name the file
 */
function requestBody(schema, request, files) {
    const parsed = schema.safeParse(request);
    if (parsed.success)
        return JSON.stringify(parsed.data);
    const issue = parsed.error.issues[0];
    const file = fileAt(request, issue?.path ?? [], new Set(files));
    throw new model/* ConfigError */.xL(`the service does not accept ${file ? 'this file' : `\`${(issue?.path ?? []).join('.')}\``}: ${oneLine(issue?.message ?? 'it does not follow the contract', (text) => text)}`, file ? { file: file.path } : undefined);
}
/** The file that contains the value at a path of the body. */
function fileAt(request, path, files) {
    let value = request;
    for (const part of path) {
        if (typeof value !== 'object' || value === null)
            return undefined;
        value = value[part];
        if (files.has(value))
            return value;
    }
    return undefined;
}

;// CONCATENATED MODULE: ./build/esm/client/dry-run.js










/** Milliseconds until the response headers, which the service sends once all files of the call are checked. */
const HEADERS_TIMEOUT = 5 * 60 * 1000;
/**
 * Another ruleset can be activated between two calls. If that happens again on the second attempt, the dry run fails.
 */
const MAX_RUNS = 2;
async function dryRun(settings, input, { onProgress }) {
    if (input.files.length === 0)
        throw new model/* InternalError */.Gd('a dry run needs at least one file');
    const job = { scope: CALLS.dryRun.scope, sent: ruleFiles(input), limits: { headers: HEADERS_TIMEOUT }, onProgress };
    return await withConnection(settings, job, async (connection) => {
        const calls = planCalls(input, settings.workspace);
        const uploaded = new Set();
        for (let run = 1; run <= MAX_RUNS; run++) {
            const answers = await judgeAll(connection, input, calls, uploaded, onProgress);
            if (answers)
                return merge(answers, connection);
        }
        throw new model/* ServiceError */._7(`the active ruleset or the version of the service at \`${settings.baseUrl.origin}\` changed during the dry run, and again during a second attempt; run it again (request \`${connection.context.requestId}\`)`, undefined, { requestId: connection.context.requestId });
    });
}
function ruleFiles({ head, base }) {
    return [...(head?.files ?? []), ...(base?.ruleset?.files ?? [])];
}
/** The responses to all calls; undefined as soon as two of them used different rulesets. */
async function judgeAll(connection, input, calls, uploaded, onProgress) {
    const results = [];
    const total = input.files.length;
    let done = 0;
    let first;
    const queue = [...calls];
    for (let call = queue.shift(); call; call = queue.shift()) {
        connection.session.activity = `${done} of ${total} files are checked`;
        onProgress?.({ state: 'judging', done, total });
        const result = await judge(connection, input, call, uploaded);
        if (result === 'too long') {
            const half = Math.ceil(call.length / 2);
            queue.unshift(call.slice(0, half), call.slice(half));
            continue;
        }
        const identity = judgedBy(result.answer);
        first ??= identity;
        if (identity !== first)
            return undefined;
        results.push(result);
        done += call.length;
    }
    return results;
}
/** Sends one call; `too long` if the files together have more findings than fit into one response. */
async function judge(connection, input, planned, uploaded) {
    const { session, context } = connection;
    const { method, path } = CALLS.dryRun;
    const { files, parts } = writeCall(planned);
    const { headHash: _, ...rest } = input;
    const request = { ...rest, workspace: context.workspace, files };
    const body = requestBody(dryRunRequestSchema, request, [...files, ...ruleFiles(input)]);
    await putParts(connection, parts, uploaded);
    const call = { method, path, headers: { 'content-type': 'application/json' }, body };
    let reply = await session.call(call);
    if (parts.length > 0 && readProblem(reply)?.code === 'text_missing') {
        // The service deletes parts after a while, and this run may have waited for long.
        for (const { hash } of parts)
            uploaded.delete(hash);
        await putParts(connection, parts, uploaded);
        reply = await session.call(call);
    }
    if (reply.status === CALLS.dryRun.answers && 'unread' in reply.body && reply.body.tooLong) {
        if (files.length > 1)
            return 'too long';
        throw unexpectedAnswer(`${reply.body.unread} for the single file \`${oneLine(files[0]?.path ?? '', context.mask)}\`; split that file`, reply, context);
    }
    return { answer: readDryRun(reply, { input, files: planned.map(({ file }) => file) }, context), reply };
}
/** @param uploaded hashes of the parts that were uploaded before; this call adds its own */
async function putParts({ session, context }, parts, uploaded) {
    const { method, path, answers } = CALLS.putText;
    for (const { hash, bytes } of parts) {
        if (uploaded.has(hash))
            continue;
        const target = path.replace('{workspace}', context.workspace).replace('{hash}', hash);
        const headers = { 'content-type': 'text/plain; charset=utf-8' };
        checkStatus(await session.call({ method, path: target, headers, body: bytes }), answers, context);
        uploaded.add(hash);
    }
}
function merge(results, { context }) {
    const answers = results.map(({ answer }) => answer);
    const [first] = answers;
    if (!first)
        throw new model/* InternalError */.Gd('a dry run produced no response');
    const { workspace, ruleset, drift, engine } = first;
    const files = answers.flatMap((answer) => answer.files);
    const done = { workspace, ruleset, judges: mergeJudges(answers), drift, files, engine };
    const expires = results.map(({ reply }) => keyExpires(reply)).findLast((text) => text !== undefined);
    const page = answers.length === 1 ? dashboardPage(first.url) : undefined;
    return { ...maskJson(done, context.mask), keyExpires: expires, page };
}

;// CONCATENATED MODULE: ./build/esm/client/evaluate-query.js





async function evaluateQuery(settings, request, { onProgress }) {
    const { method, path, scope, answers, response } = CALLS.query;
    return await withConnection(settings, { scope, onProgress }, async ({ session, context }) => {
        const body = requestBody(CALLS.query.request, { ...request, workspace: settings.workspace }, []);
        const reply = await session.call({ method, path, headers: { 'content-type': 'application/json' }, body });
        const verdict = readWorkspaceAnswer(reply, answers, response, context);
        return { ...maskJson(verdict, context.mask), keyExpires: keyExpires(reply) };
    });
}

;// CONCATENATED MODULE: ./build/esm/client/read-ruleset.js





/** RFC 9110, 8.8.3, in ASCII. A gateway that compresses turns it into a weak one. */
const ETAG = /^(?:W\/)?("[\x21\x23-\x7e]{0,200}")$/;
async function readRuleset(settings, { ifNoneMatch, onProgress }) {
    const { method, scope, answers, response } = CALLS.readRuleset;
    const known = ifNoneMatch === undefined ? undefined : ETAG.exec(ifNoneMatch)?.[1];
    if (ifNoneMatch !== undefined && known === undefined) {
        throw new model/* ConfigError */.xL('`ifNoneMatch` is not a valid ETag; use the `etag` of an earlier `readRuleset`');
    }
    return await withConnection(settings, { scope, onProgress }, async ({ session, context }) => {
        const path = CALLS.readRuleset.path.replace('{workspace}', settings.workspace);
        const headers = known === undefined ? {} : { 'if-none-match': known };
        const reply = await session.call({ method, path, headers });
        const etag = reply.headers['etag'];
        const opaque = etag === undefined ? undefined : ETAG.exec(etag)?.[1];
        if (known !== undefined && reply.status === 304) {
            if (etag !== undefined && opaque !== known)
                throw unexpectedAnswer('its `ETag` is not the one that was sent', reply, context);
            return undefined;
        }
        const ruleset = readWorkspaceAnswer(reply, answers, response, context);
        if (opaque === undefined)
            throw unexpectedAnswer('it has no valid `ETag`', reply, context);
        // A rule with a masked part would be another rule.
        if (context.mask(opaque) !== opaque ||
            JSON.stringify(maskJson(ruleset, context.mask)) !== JSON.stringify(ruleset)) {
            throw unexpectedAnswer('it contains the API key or a part of it', reply, context);
        }
        return { ...ruleset, etag: opaque, keyExpires: keyExpires(reply) };
    });
}

;// CONCATENATED MODULE: ./build/esm/client/json-values.js
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENS = new Set([0x5b, 0x7b]);
/** The number of commas and opening brackets outside of strings, by which the service limits the values of a body. */
function countValues(json) {
    let count = 0;
    for (let at = 0; at < json.length; at++) {
        const code = json.charCodeAt(at);
        if (code === QUOTE)
            at = endOfString(json, at + 1);
        else if (code === COMMA || OPENS.has(code))
            count++;
    }
    return count;
}
/** Index of the closing quote. */
function endOfString(json, start) {
    for (let at = start; at < json.length; at++) {
        const code = json.charCodeAt(at);
        if (code === QUOTE)
            return at;
        if (code === BACKSLASH)
            at++;
    }
    return json.length;
}

;// CONCATENATED MODULE: ./build/esm/client/send-events.js






async function sendEvents(settings, events, { onProgress }) {
    const total = { accepted: 0, duplicates: 0, refused: [], keyExpires: undefined };
    const prefix = `{"workspace":${JSON.stringify(settings.workspace)},"events":[`;
    const available = {
        bytes: LIMITS.requestBytes - Buffer.byteLength(prefix) - 2,
        values: LIMITS.bodyValues - countValues(prefix),
    };
    return await withConnection(settings, { scope: CALLS.ingestEvents.scope, onProgress }, async (connection) => {
        for (const batch of batches(events, available, total.refused)) {
            const { reply, answer } = await sendBatch(connection, batch, prefix).catch((error) => {
                throw withAcceptedCount(error, total.accepted + total.duplicates, events.length);
            });
            total.accepted += answer.accepted;
            total.duplicates += answer.duplicates;
            total.keyExpires = keyExpires(reply) ?? total.keyExpires;
            for (const each of answer.refused)
                total.refused.push({ ...each, index: batch[each.index]?.index ?? each.index });
        }
        return { ...total, refused: total.refused.sort((a, b) => a.index - b.index) };
    });
}
/** Groups events into requests within the limits. An event that is too large for any request is rejected here. */
function* batches(events, available, refused) {
    let batch = [];
    let bytes = 0;
    let values = 0;
    for (const [index, event] of events.entries()) {
        const json = JSON.stringify(event);
        // Including the comma.
        const size = Buffer.byteLength(json) + 1;
        const held = countValues(json) + 1;
        if (size > available.bytes || held > available.values) {
            const detail = size > available.bytes
                ? `the event has ${size} bytes, but a request has room for only ${available.bytes}; shorten the query and set \`truncated\``
                : `the event has ${held} JSON values, but a request has room for only ${available.values}; shorten the query`;
            refused.push({ index, id: event.id, code: 'event_invalid', detail });
            continue;
        }
        if (batch.length === LIMITS.events || bytes + size > available.bytes || values + held > available.values) {
            yield batch;
            batch = [];
            bytes = 0;
            values = 0;
        }
        batch.push({ index, json });
        bytes += size;
        values += held;
    }
    if (batch.length > 0)
        yield batch;
}
async function sendBatch({ session, context }, batch, prefix) {
    const { method, path, answers, response } = CALLS.ingestEvents;
    const body = `${prefix}${batch.map(({ json }) => json).join(',')}]}`;
    const reply = await session.call({ method, path, headers: { 'content-type': 'application/json' }, body });
    const answer = readAnswer(reply, answers, response, context);
    checkCounts(answer, batch.length, reply, context);
    return { reply, answer: maskJson(answer, context.mask) };
}
/** Checks that the response accounts for each event exactly once: as accepted, duplicate or rejected. */
function checkCounts({ accepted, duplicates, refused }, sent, reply, context) {
    const indices = new Set(refused.map(({ index }) => index));
    if (indices.size !== refused.length || refused.some(({ index }) => index >= sent)) {
        throw unexpectedAnswer('it rejects events that were not sent, or the same event twice', reply, context);
    }
    const counted = accepted + duplicates + refused.length;
    if (counted !== sent)
        throw unexpectedAnswer(`it covers ${counted} events, but ${sent} were sent`, reply, context);
}
function withAcceptedCount(error, accepted, total) {
    if (!(error instanceof model/* ServiceError */._7) || accepted === 0)
        return error;
    const message = `${error.message}; ${accepted} of ${total} events were already accepted; it is safe to send all of them again, since none is counted twice`;
    return new model/* ServiceError */._7(message, error.exitCode, error.details);
}

;// CONCATENATED MODULE: ./build/esm/client/read-simulation.js



/** The simulation in a response. Raises the error that a failed or unexpected response stands for. */
function readSimulation(reply, status, context) {
    return maskJson(readWorkspaceAnswer(reply, status, simulationSchema, context), context.mask);
}
/**
 * The path for polling a simulation: that of `Location`, which must be the URL that the contract defines. Any other URL
 * could send the key elsewhere: to another origin, or to another tenant of the same origin.
 */
function pollPath(reply, id, { origin, prefix }, context) {
    const path = CALLS.readSimulation.path.replace('{id}', id);
    const location = reply.headers['location'];
    const base = `${origin}${prefix}${CALLS.startSimulation.path}`;
    const url = location !== undefined && URL.canParse(location, base) ? new URL(location, base) : undefined;
    if (!url)
        throw unexpectedAnswer('it has no valid `Location`', reply, context);
    if (url.origin !== origin) {
        const where = url.origin === 'null' ? 'another place' : `\`${context.mask(url.origin)}\``;
        throw unexpectedAnswer(`its \`Location\` points to ${where}, which must not receive the API key`, reply, context);
    }
    if (url.href !== `${origin}${prefix}${path}`)
        throw unexpectedAnswer('its `Location` is not the URL of this simulation', reply, context);
    return path;
}

;// CONCATENATED MODULE: ./build/esm/client/simulate-body.js



/** The serialised request body. Raises ConfigError if it violates the contract, since the service would reject it. */
function simulateBody(request) {
    const body = requestBody(simulateRequestSchema, request, filesOf(request));
    const bytes = Buffer.byteLength(body);
    if (bytes <= LIMITS.requestBytes)
        return body;
    throw new model/* ConfigError */.xL(`the rule files and declared flows have ${bytes} bytes together, but a request can have at most ${LIMITS.requestBytes}; make them smaller`);
}
/** All files of a request. */
function* filesOf({ head, base, flows }) {
    yield* head.files;
    yield* base?.ruleset?.files ?? [];
    if (flows?.base)
        yield flows.base;
    if (flows?.head)
        yield flows.head;
}

;// CONCATENATED MODULE: ./build/esm/client/simulate-rules.js









async function simulateRules(settings, request, { onProgress }) {
    const job = { scope: CALLS.startSimulation.scope, sent: filesOf(request), onProgress };
    return await withConnection(settings, job, async ({ session, context, baseUrl, clock }) => {
        const start = {
            method: CALLS.startSimulation.method,
            path: CALLS.startSimulation.path,
            headers: { 'content-type': 'application/json', [HEADERS.idempotencyKey]: (0,external_node_crypto_.randomUUID)() },
            body: simulateBody({ ...request, workspace: settings.workspace }),
        };
        let reply = await session.call(start);
        let simulation = readSimulation(reply, CALLS.startSimulation.answers, context);
        const { id } = simulation;
        const path = pollPath(reply, id, baseUrl, context);
        for (let polls = 0;; polls++) {
            if (simulation.status === 'done') {
                const { url, flowsUrl } = simulation;
                const pages = { page: dashboardPage(url), flowPages: dashboardPage(flowsUrl) };
                return { ...simulation, ...pages, keyExpires: keyExpires(reply) };
            }
            if (simulation.status === 'failed')
                throw problemError(simulation.problem, context);
            session.activity = stateOf(simulation);
            onProgress?.(progressOf(simulation));
            await session.sleep(pollPause(polls, clock), retryAfter(reply.headers, clock));
            reply = await session.call({ method: CALLS.readSimulation.method, path, headers: {} });
            simulation = readSimulation(reply, CALLS.readSimulation.answers, context);
            if (simulation.id !== id)
                throw unexpectedAnswer('it is for another simulation', reply, context);
        }
    });
}
function progressOf(simulation) {
    return simulation.status === 'queued' ? { state: 'queued' } : { state: 'running', ...simulation.progress };
}
function stateOf(simulation) {
    if (simulation.status === 'queued')
        return `the simulation \`${simulation.id}\` is still queued`;
    const { done, total } = simulation.progress;
    return `the simulation \`${simulation.id}\` has replayed ${done} of ${total} rows`;
}

;// CONCATENATED MODULE: ./build/esm/client/service-client.js






/**
 * Creates a client for one service. It validates the settings and sends nothing yet.
 * Raises ConfigError for an invalid base URL, workspace or deadline; ServiceError (exit 3) for a malformed API key.
 */
function createServiceClient(options) {
    const settings = clientSettings(options);
    async function read(options = {}) {
        return await readRuleset(settings, options);
    }
    return {
        origin: settings.baseUrl.origin,
        workspace: settings.workspace,
        dryRun: async (request, hooks = {}) => await dryRun(settings, request, hooks),
        simulateRules: async (request, hooks = {}) => await simulateRules(settings, request, hooks),
        readRuleset: read,
        query: async (request, hooks = {}) => await evaluateQuery(settings, request, hooks),
        sendEvents: async (events, hooks = {}) => await sendEvents(settings, events, hooks),
    };
}

;// CONCATENATED MODULE: ./build/esm/client/index.js
// Import this dynamically, only if a service is used: it loads zod and undici.




/***/ }),

/***/ 55222:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  vC: () => (/* reexport */ Fault),
  m: () => (/* reexport */ MAX_ATTEMPTS),
  SM: () => (/* reexport */ createDispatcher),
  cv: () => (/* reexport */ exchange),
  U9: () => (/* reexport */ isLoopback)
});

// EXTERNAL MODULE: ./node_modules/undici/index.js
var undici = __webpack_require__(46752);
// EXTERNAL MODULE: ./build/esm/model/index.js + 17 modules
var model = __webpack_require__(72607);
;// CONCATENATED MODULE: ./build/esm/http/dispatcher.js


/** The proxy variables of the environment. Lower case takes precedence, as in other tools. */
function proxyVariables(env) {
    const read = (name) => env[name.toLowerCase()] ?? env[name] ?? '';
    return { HTTP_PROXY: read('HTTP_PROXY'), HTTPS_PROXY: read('HTTPS_PROXY'), NO_PROXY: read('NO_PROXY') };
}
/**
 * Connections go through the proxy in HTTPS_PROXY (else HTTP_PROXY), except for the hosts in NO_PROXY. They always use
 * a tunnel with end-to-end TLS, so that the proxy does not see the secret. Connections to this machine use no proxy, since
 * the proxy would resolve `localhost` as itself. Certificates are always verified, even with
 * NODE_TLS_REJECT_UNAUTHORIZED=0: otherwise any server could receive the secret. Raises ConfigError for a proxy that is
 * not a valid URL.
 *
 * @param loopback whether the server is this machine
 * @param connectTimeout milliseconds
 */
function createDispatcher({ loopback }, env, connectTimeout) {
    const tls = { timeout: connectTimeout, rejectUnauthorized: true };
    if (loopback)
        return { dispatcher: new undici/* Agent */.g6({ connect: tls }), proxyHint: '' };
    const proxies = proxyVariables(env);
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY']) {
        if (proxies[name] === '' || isProxyUrl(proxies[name]))
            continue;
        throw new model/* ConfigError */.xL(`\`${name}\` is not the URL of a proxy; use one such as \`http://proxy.example.com:3128\``);
    }
    const dispatcher = new undici/* EnvHttpProxyAgent */.J2({
        httpProxy: proxies.HTTP_PROXY,
        httpsProxy: proxies.HTTPS_PROXY,
        noProxy: proxies.NO_PROXY,
        connect: tls,
        requestTls: tls,
        proxyTls: { timeout: connectTimeout },
    });
    const proxyVariable = ['HTTPS_PROXY', 'HTTP_PROXY'].find((name) => proxies[name] !== '');
    return {
        dispatcher,
        proxyHint: proxyVariable ? ` (through the proxy in \`${proxyVariable}\`, unless \`NO_PROXY\` lists the host)` : '',
    };
}
/**
 * Whether a host is this machine: `localhost`, 127.0.0.0/8 or `[::1]`.
 *
 * @param hostname normalised as `URL` does: IPv4 as four numbers, IPv6 in its short form
 */
function isLoopback(hostname) {
    return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
function isProxyUrl(text) {
    return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

;// CONCATENATED MODULE: ./build/esm/http/fault.js
/** A failed attempt: there was no complete response. */
class Fault extends Error {
    /** Maximum number of attempts for this kind of failure. */
    attempts;
    constructor(message, attempts) {
        super(message);
        this.attempts = attempts;
    }
}
/** Attempts for transient failures: half a minute on average. */
const MAX_ATTEMPTS = 8;
/** Attempts for failures that are usually configuration errors. */
const FEW_ATTEMPTS = 3;
const ONE_ATTEMPT = 1;
const CERTIFICATE_ADVICE = 'set `NODE_EXTRA_CA_CERTS` to a file with the certificate of its certificate authority';
/** Messages for the error codes of undici, Node.js and OpenSSL. */
const FAULTS = {
    ENOTFOUND: ['its host name does not exist; correct the URL, or the DNS settings of this machine', FEW_ATTEMPTS],
    EAI_AGAIN: ['its host name could not be resolved', MAX_ATTEMPTS],
    ECONNREFUSED: ['the connection was refused', MAX_ATTEMPTS],
    ECONNRESET: ['the connection was reset', MAX_ATTEMPTS],
    EPIPE: ['the connection was closed', MAX_ATTEMPTS],
    ETIMEDOUT: ['the connection timed out', MAX_ATTEMPTS],
    EHOSTUNREACH: ['the host cannot be reached', MAX_ATTEMPTS],
    ENETUNREACH: ['the network cannot be reached', MAX_ATTEMPTS],
    UND_ERR_CONNECT_TIMEOUT: ['the connection timed out', MAX_ATTEMPTS],
    UND_ERR_SOCKET: ['the connection was closed before the response was complete', MAX_ATTEMPTS],
    UND_ERR_HEADERS_OVERFLOW: ['its response headers are too large', ONE_ATTEMPT],
    UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ['its response is not as long as announced', MAX_ATTEMPTS],
    DEPTH_ZERO_SELF_SIGNED_CERT: [`its certificate is self-signed; ${CERTIFICATE_ADVICE}`, ONE_ATTEMPT],
    SELF_SIGNED_CERT_IN_CHAIN: [`its certificate was issued by an unknown authority; ${CERTIFICATE_ADVICE}`, ONE_ATTEMPT],
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: [
        `its certificate cannot be verified (its authority is unknown, or the server does not send an intermediate certificate); ${CERTIFICATE_ADVICE}`,
        ONE_ATTEMPT,
    ],
    UNABLE_TO_GET_ISSUER_CERT: [`its certificate was issued by an unknown authority; ${CERTIFICATE_ADVICE}`, ONE_ATTEMPT],
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: [
        `its certificate was issued by an unknown authority; ${CERTIFICATE_ADVICE}`,
        ONE_ATTEMPT,
    ],
    CERT_HAS_EXPIRED: ['its certificate has expired; renew it, or correct the clock of this machine', ONE_ATTEMPT],
    CERT_NOT_YET_VALID: ['its certificate is not valid yet; correct the clock of this machine', ONE_ATTEMPT],
    CERT_REVOKED: ['its certificate was revoked', ONE_ATTEMPT],
    ERR_TLS_CERT_ALTNAME_INVALID: [
        'its certificate is for another host; correct the URL or the certificate',
        ONE_ATTEMPT,
    ],
};
/** The fault for an error of undici. It contains nothing of the error's own message, which could contain secrets. */
function faultOf(error) {
    if (error instanceof Fault)
        return error;
    // undici often sets no code on this error.
    if (error instanceof Error && error.name === 'HTTPParserError')
        return new Fault('it does not speak HTTP', FEW_ATTEMPTS);
    const proxy = proxyFault(error);
    if (proxy)
        return proxy;
    const codes = [...codesOf(error)];
    const known = codes.map((code) => FAULTS[code]).find((entry) => entry !== undefined);
    if (known)
        return new Fault(known[0], known[1]);
    const code = codes.find((text) => /^[A-Z0-9_]{2,60}$/.test(text));
    if (code === 'EPROTO' || code?.startsWith('ERR_SSL_')) {
        return new Fault(`a TLS connection could not be established (\`${code}\`); check that the port serves \`https\``, ONE_ATTEMPT);
    }
    return new Fault(`the connection failed${code ? ` (\`${code}\`)` : ''}`, MAX_ATTEMPTS);
}
/** undici reports that a proxy refused CONNECT only in the message. */
function proxyFault(error) {
    if (!(error instanceof Error))
        return undefined;
    const status = /^Proxy response \((\d{3})\) !== 200 when HTTP Tunneling$/.exec(error.message)?.[1];
    if (status === undefined)
        return undefined;
    if (status === '407') {
        return new Fault('the proxy asks for a user name and password; put them into its URL (`http://user:password@host:port`)', ONE_ATTEMPT);
    }
    const isTransient = ['429', '502', '503', '504'].includes(status);
    return new Fault(`the proxy refuses to connect to it (${status})`, isTransient ? MAX_ATTEMPTS : ONE_ATTEMPT);
}
function* codesOf(error, depth = 0) {
    if (!(error instanceof Error) || depth > 5)
        return;
    if ('code' in error && typeof error.code === 'string')
        yield error.code;
    // A host with several addresses raises one error for each.
    if (error instanceof AggregateError)
        for (const each of error.errors)
            yield* codesOf(each, depth + 1);
    yield* codesOf(error.cause, depth + 1);
}

;// CONCATENATED MODULE: ./build/esm/http/exchange.js

/**
 * Sends a request and reads the complete response. Redirects are not followed.
 * Raises Fault, or the abort reason of the signal.
 */
async function exchange({ origin, path, method, headers, body }, dispatcher, limits, signal) {
    // The timeouts of undici do not run while a proxy opens a tunnel, and have a resolution of a second.
    const idle = new IdleTimer();
    try {
        signal.throwIfAborted();
        idle.restart(limits.connect + limits.headers, 'it accepted the connection, but sent no response');
        const aborted = AbortSignal.any([signal, idle.signal]);
        const options = { origin, path, method, headers, body: body ?? null, headersTimeout: 0, bodyTimeout: 0 };
        const response = await unlessAborted(dispatcher.request({ ...options, signal: aborted }), aborted);
        const single = singleHeaders(response.headers);
        const { statusCode: status } = response;
        const onData = () => idle.restart(limits.body, 'it stopped in the middle of its response');
        const maxBytes = status < 300 ? limits.answerBytes : limits.errorBytes;
        return { status, headers: single, body: await readBody(response.body, single, maxBytes, onData) };
    }
    catch (error) {
        signal.throwIfAborted();
        throw idle.signal.aborted ? idle.signal.reason : faultOf(error);
    }
    finally {
        idle.stop();
    }
}
/** undici ignores the signal until there is a connection, which may never happen with a proxy. */
async function unlessAborted(request, signal) {
    let abort = () => { };
    const aborted = new Promise((_, reject) => {
        abort = () => reject(signal.reason);
        signal.addEventListener('abort', abort, { once: true });
    });
    try {
        return await Promise.race([request, aborted]);
    }
    catch (error) {
        // A response may still arrive later.
        request.then(({ body }) => discard(body)).catch(() => { });
        throw error;
    }
    finally {
        signal.removeEventListener('abort', abort);
    }
}
/** Closes the connection of a body that is not read, and ignores the error that this raises. */
function discard(body) {
    body.on('error', () => { }).destroy();
}
/** Aborts a request when no data arrives for some time. */
class IdleTimer {
    #controller = new AbortController();
    #timer;
    get signal() {
        return this.#controller.signal;
    }
    /** Restarts the timer. If it runs out, the request fails with this message. */
    restart(milliseconds, message) {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#controller.abort(new Fault(message, MAX_ATTEMPTS)), milliseconds);
    }
    stop() {
        clearTimeout(this.#timer);
    }
}
async function readBody(body, headers, limit, onData) {
    const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
    const tooLong = { unread: `it has more than ${limit} bytes`, tooLong: true };
    if (encoding !== 'identity' || Number(headers['content-length'] ?? 0) > limit) {
        discard(body);
        return encoding === 'identity'
            ? tooLong
            : { unread: 'it is compressed, although the client did not ask for compression' };
    }
    const chunks = [];
    let size = 0;
    onData();
    for await (const chunk of body) {
        onData();
        size += chunk.length;
        // Leaving the loop closes the connection.
        if (size > limit)
            return tooLong;
        chunks.push(chunk);
    }
    try {
        return { text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)) };
    }
    catch {
        return { unread: 'it is not valid UTF-8' };
    }
}
function singleHeaders(headers) {
    const single = Object.entries(headers).filter((entry) => typeof entry[1] === 'string');
    return Object.fromEntries(single.map(([name, value]) => [name.toLowerCase(), value]));
}

;// CONCATENATED MODULE: ./build/esm/http/index.js
// Import this dynamically, only if a request is sent: it loads undici.





/***/ })

};
