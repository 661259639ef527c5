export const id = 331;
export const ids = [331];
export const modules = {

/***/ 24331:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  createServiceClient: () => (/* reexport */ createServiceClient)
});

// UNUSED EXPORTS: parseBaseUrl

// EXTERNAL MODULE: ./build/esm/model/index.js + 9 modules
var model = __webpack_require__(60949);
;// CONCATENATED MODULE: ./build/esm/client/base-url.js

/**
 * Reads the base URL of a service: `https://host[:port][/path]`. `http:` would send the key in the clear, so it is taken
 * for this very machine only (`localhost`, 127.0.0.0/8, `[::1]`).
 * Raises ConfigError for anything else; the message never holds what could be a secret (user, password, query, fragment).
 */
function parseBaseUrl(text) {
    const given = text.trim();
    if (given === '')
        throw new model/* ConfigError */.xL('the base URL of the service is empty; set `SERVICE_BASE_URL` or `base-url`');
    const url = URL.canParse(given) ? new URL(given) : undefined;
    // A backslash is a slash to this parser and not to others; who reads the setting must see where it leads.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the parser drops tabs and line ends in silence
    if (!url || /[\u0000-\u0020\\]/.test(given)) {
        throw new model/* ConfigError */.xL('the base URL of the service is no URL; give one such as `https://querygate.example.com`');
    }
    if (url.username !== '' || url.password !== '' || given.slice(0, given.indexOf('/', 8)).includes('@')) {
        throw new model/* ConfigError */.xL('the base URL of the service holds a user name or password; take it out, the API key is what the service asks for');
    }
    if (/[?#]/.test(given)) {
        throw new model/* ConfigError */.xL('the base URL of the service has a query (`?`) or fragment (`#`); give host and path alone');
    }
    const loopback = isLoopback(url.hostname);
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback)) {
        throw new model/* ConfigError */.xL(`the base URL begins with \`${url.protocol}//\`, which would send the API key in the clear; use \`https://\` (\`http://\` is for \`localhost\` alone)`);
    }
    const prefix = url.pathname.replace(/\/+$/, '');
    if (/(^|\/)api(\/v\d+)?$/.test(prefix)) {
        throw new model/* ConfigError */.xL(`the base URL ends with \`${prefix.slice(prefix.lastIndexOf('/api'))}\`, which the client adds by itself; leave it out`);
    }
    return { origin: url.origin, prefix, loopback };
}
/** The parser has written IPv4 addresses out as four numbers, and IPv6 in its short form. */
function isLoopback(hostname) {
    return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/iso.js
var iso = __webpack_require__(64377);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 11 modules
var schemas = __webpack_require__(92857);
;// CONCATENATED MODULE: ./build/esm/contract/limits.js
/** Limits that both sides hold to. */
const LIMITS = {
    /** Bytes of the body of a request. */
    requestBytes: 8 * 1024 * 1024,
    /** Bytes of the body of a call with one query: its characters as UTF-8 has them, and room for escapes and the caller. */
    queryBytes: 4 * 1024 * 1024,
    /** Bytes of the body of a call that manages keys, sessions or the data policy. */
    manageBytes: 64 * 1024,
    /** Brackets within brackets of the body of a request. */
    bodyDepth: 64,
    /** Values in the body of a request: whatever stands between commas, and each list and object. */
    bodyValues: 100_000,
    /** Bytes of the body of an answer; the client reads no more. */
    responseBytes: 64 * 1024 * 1024,
    /** Bytes of the body of an error that the client reads. */
    problemBytes: 256 * 1024,
    /** Files of one ruleset. */
    ruleFiles: 100,
    /** Characters of one file of a ruleset, or of declared flows (UTF-16 code units). */
    fileCharacters: 1024 * 1024,
    /** Characters of a path. */
    pathCharacters: 1000,
    /** SQL files of one dry run. */
    sqlFiles: 500,
    /** Bytes of one part of a text that is too large for the body of a request, UTF-8. */
    partBytes: 4 * 1024 * 1024,
    /**
     * Parts of one text. A file has at most 32 MiB, which may be twice as much in UTF-8 (of Latin-1), and parts end where
     * characters do.
     */
    parts: 17,
    /** Characters of all files of one dry run together, before and after the change: twice as much as one file may have. */
    dryRunCharacters: 64 * 1024 * 1024,
    /** Minutes for which a part is kept. */
    partMinutes: 60,
    /** Accepted fingerprints (a baseline) of one dry run. */
    fingerprints: 50_000,
    /** Characters of one query. */
    queryCharacters: 1024 * 1024,
    /** Events of one call. */
    events: 1000,
    /** Items of one page of a list, and how many there are where nothing is said. */
    pageItems: 500,
    defaultPageItems: 50,
    /**
     * Bytes of the texts on one page of a list, as they are stored: a page that would have more has fewer items, though one at
     * least. In JSON a byte may become six.
     */
    pageBytes: 4 * 1024 * 1024,
    /** Characters of one name of a caller, or of one tag. */
    callerCharacters: 1000,
    /** Tags of a caller. */
    callerTags: 100,
    /** Hours for which an `Idempotency-Key` is remembered. */
    idempotencyHours: 24,
    /** Hours for which somebody stays signed in. */
    sessionHours: 12,
};

;// CONCATENATED MODULE: ./build/esm/contract/bodies/common.js



// A request is strict: a service that passed over a setting which it does not know would judge by other settings than it was
// asked to. An answer may gain keys: who reads it passes over what it does not know.
const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00Z');
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');
/** An instant, ISO 8601 with its zone, of a year that has four digits in UTC; the service writes UTC (`Z`). */
const instantSchema = iso/* datetime */.w$({ offset: true }).refine((text) => {
    const instant = Date.parse(text);
    return instant >= FIRST_INSTANT && instant <= LAST_INSTANT;
}, 'must be an instant of the years 0001 to 9999, UTC');
/** A key of an answer that may be missing; in the result it is always there, as `undefined`. */
function given(schema) {
    return schema.optional().transform((value) => value);
}
const workspaceIdSchema = schemas/* string */.YjP()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/, 'must be letters, digits, `_` and `-`, at most 100')
    .describe('Id of the workspace.');
const repositoryPathSchema = schemas/* string */.YjP()
    .min(1)
    .max(LIMITS.pathCharacters)
    .refine(isRepositoryPath, 'must be a path from the root of the repository, with `/`, without `..` and control characters')
    .describe("From the repository's root, with `/`.");
function isRepositoryPath(text) {
    const parts = text.split('/');
    return !/[\p{Cc}\\]/u.test(text) && parts.every((part) => part !== '' && part !== '.' && part !== '..');
}
const sourceFileSchema = schemas/* strictObject */.rej({
    path: repositoryPathSchema,
    text: schemas/* string */.YjP().max(LIMITS.fileCharacters).describe('The whole text, as it stands in the file.'),
});
/** A ruleset as whole files. Packs stay names: the service has them. Without `entry` and files it is the empty ruleset. */
const rulesetFilesSchema = schemas/* strictObject */.rej({
    entry: schemas/* string */.YjP()
        .min(1)
        .max(LIMITS.pathCharacters)
        .optional()
        .describe('A pack, or the path of a rule file or folder. Default: `.querygate/rules.yml`, else `.querygate/rules/`.'),
    commit: schemas/* string */.YjP().max(100).optional().describe('Commit that the files were read from.'),
    files: schemas/* array */.YOg(sourceFileSchema).max(LIMITS.ruleFiles).describe('Every file that the ruleset is made of.'),
});
const ownRulesetSchema = schemas/* strictObject */.rej({
    hash: schemas/* string */.YjP()
        .regex(/^[0-9a-f]{64}$/)
        .describe('SHA-256 of the effective ruleset, as the client computed it.'),
    ruleset: rulesetFilesSchema
        .optional()
        .describe('With its files the service lists the drift rule by rule. Where they do not load, that is no error: it lists none.'),
})
    .describe("The repository's own ruleset on the base branch, to tell whether the active one has drifted from it.");
const changeSchema = schemas/* strictObject */.rej({
    repository: schemas/* string */.YjP().max(1000).optional().describe('Name of the repository.'),
    event: schemas/* string */.YjP().max(100).optional().describe('Event of the CI host.'),
    base: schemas/* string */.YjP().max(1000).optional().describe('Commit or ref that is changed.'),
    head: schemas/* string */.YjP().max(1000).optional().describe('Commit or ref of the change.'),
})
    .describe('What asks, for the audit trail: repository, event, and commits or refs. Nothing is decided by it.');
/** Where the active ruleset is not what the repository has on its base branch. */
const driftSchema = schemas/* object */.Ikc({
    same: schemas/* boolean */.zMY().describe('Whether both judge alike.'),
    changes: schemas/* array */.YOg(schemas/* object */.Ikc({
        rule: schemas/* string */.YjP(),
        change: schemas/* enum */.k5n(model/* RULE_CHANGES */.vN).describe('From the active ruleset to the one of the repository.'),
        differences: schemas/* array */.YOg(schemas/* string */.YjP()),
    }))
        .describe('Rule by rule; empty where the files were not sent.'),
});
/** The program that judged. */
const engineSchema = schemas/* object */.Ikc({ name: schemas/* string */.YjP(), version: schemas/* string */.YjP() });

// EXTERNAL MODULE: ./build/esm/model/schemas/index.js + 7 modules
var model_schemas = __webpack_require__(49722);
;// CONCATENATED MODULE: ./build/esm/contract/simulation-result.js


// What a simulation found, as it comes over the wire: the types of src/model/simulation.ts, and a test holds the two equal.
// A key that is not there is `undefined`; keys that a newer service adds are passed over; a wrong type, or a word of a closed
// list that this version does not know, is refused, since a report must not be made of what was not understood.
const count = schemas/* int */.Whr().nonnegative();
const instant = iso/* datetime */.w$({ offset: true });
const verdict = schemas/* enum */.k5n(['allow', 'warn', 'block', 'unknown']);
const operationKind = schemas/* enum */.k5n(Object.keys(model/* OPERATION_KINDS */.YO));
const sourceKind = schemas/* enum */.k5n(model/* SOURCE_KINDS */.s1);
/** A key that may be missing; in the result it is always there, as the types of the model have it. */
function simulation_result_given(schema) {
    return schema.optional().transform((value) => value);
}
const place = schemas/* object */.Ikc({
    file: schemas/* string */.YjP(),
    line: schemas/* int */.Whr().positive().optional(),
    column: schemas/* int */.Whr().positive().optional(),
});
const flowCount = schemas/* object */.Ikc({ flows: count, calls: count });
const ruleChange = schemas/* object */.Ikc({
    rule: schemas/* string */.YjP(),
    change: schemas/* enum */.k5n(model/* RULE_CHANGES */.vN),
    differences: schemas/* array */.YOg(schemas/* string */.YjP()),
    effect: schemas/* enum */.k5n(['stricter', 'looser', 'either']),
    place: simulation_result_given(place),
    basePlace: simulation_result_given(place),
    owner: simulation_result_given(schemas/* string */.YjP()),
    exercised: schemas/* object */.Ikc({ rows: count, calls: count }),
    newlyBlocked: flowCount,
    newlyAllowed: flowCount,
    unknown: flowCount,
});
const cause = schemas/* object */.Ikc({
    rule: schemas/* string */.YjP(),
    place: simulation_result_given(place),
    message: schemas/* string */.YjP(),
    undecided: simulation_result_given(schemas/* string */.YjP()),
    calls: count,
});
const acknowledgement = schemas/* object */.Ikc({
    rule: schemas/* string */.YjP(),
    about: schemas/* string */.YjP(),
    reason: schemas/* string */.YjP(),
    owner: schemas/* string */.YjP(),
    until: iso/* date */.p6(),
    place,
    state: schemas/* enum */.k5n(['used', 'unused', 'expired', 'refused', 'merged']),
    flows: count,
});
const flow = schemas/* object */.Ikc({
    id: schemas/* string */.YjP().regex(/^[0-9a-f]{12}$/),
    class: schemas/* enum */.k5n(model/* FLOW_CLASSES */.MY),
    shape: schemas/* string */.YjP(),
    dialect: schemas/* enum */.k5n(model/* DIALECTS */.O9),
    caller: schemas/* object */.Ikc({ application: simulation_result_given(schemas/* string */.YjP()), user: simulation_result_given(schemas/* string */.YjP()), database: simulation_result_given(schemas/* string */.YjP()) }),
    kinds: schemas/* array */.YOg(operationKind),
    calls: count,
    affectedCalls: count,
    share: schemas/* number */.aig().min(0).max(1),
    daysActive: count,
    firstSeen: simulation_result_given(schemas/* string */.YjP()),
    lastSeen: simulation_result_given(schemas/* string */.YjP()),
    causes: schemas/* array */.YOg(cause),
    examples: schemas/* array */.YOg(schemas/* string */.YjP()),
    moreExamples: count,
    leftOut: simulation_result_given(schemas/* string */.YjP()),
    acknowledged: simulation_result_given(schemas/* object */.Ikc({ reason: schemas/* string */.YjP(), owner: schemas/* string */.YjP(), until: iso/* date */.p6() })),
    proposal: simulation_result_given(schemas/* object */.Ikc({ rule: schemas/* string */.YjP(), when: schemas/* string */.YjP() })),
});
const declaredFlow = schemas/* object */.Ikc({
    name: schemas/* string */.YjP(),
    owner: schemas/* string */.YjP(),
    place,
    base: verdict,
    head: verdict,
    causes: schemas/* array */.YOg(cause),
    breaks: schemas/* boolean */.zMY(),
});
const simulationResultSchema = schemas/* object */.Ikc({
    ruleChanges: schemas/* array */.YOg(ruleChange),
    flows: schemas/* array */.YOg(flow),
    declared: schemas/* array */.YOg(declaredFlow),
    acknowledgements: schemas/* array */.YOg(acknowledgement),
    totals: schemas/* object */.Ikc({
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
    unread: schemas/* object */.Ikc({
        calls: count,
        share: schemas/* number */.aig().min(0).max(1),
        records: schemas/* object */.Ikc({ all: count, unread: count }).exactOptional(),
        byReason: schemas/* record */.g1P(schemas/* string */.YjP(), count),
    }),
    proposalsNotTried: count.exactOptional(),
    selfTest: schemas/* boolean */.zMY(),
});
const historySource = schemas/* object */.Ikc({
    kind: sourceKind,
    name: schemas/* string */.YjP(),
    dialect: schemas/* enum */.k5n(model/* DIALECTS */.O9),
    identity: schemas/* string */.YjP(),
    from: simulation_result_given(instant),
    to: simulation_result_given(instant),
    bytes: count,
    statements: count,
    records: count.exactOptional(),
    unreadRecords: count.exactOptional(),
    unread: schemas/* record */.g1P(schemas/* string */.YjP(), count),
    truncated: count,
    passedOver: schemas/* record */.g1P(schemas/* string */.YjP(), count),
    notCarried: schemas/* array */.YOg(schemas/* string */.YjP()),
    notes: schemas/* array */.YOg(schemas/* string */.YjP()),
});
/** The history that was replayed: the workspace's. */
const historyReportSchema = schemas/* object */.Ikc({
    from: schemas/* array */.YOg(schemas/* string */.YjP()),
    side: schemas/* enum */.k5n(['base', 'untracked', 'service']),
    firstSeen: simulation_result_given(schemas/* string */.YjP()),
    lastSeen: simulation_result_given(schemas/* string */.YjP()),
    ageDays: simulation_result_given(schemas/* number */.aig()),
    statements: count,
    rows: count,
    sources: schemas/* array */.YOg(historySource),
});
/** One ruleset that judged. */
const judgeSchema = schemas/* object */.Ikc({
    side: schemas/* enum */.k5n(['base', 'head', 'only']),
    sources: schemas/* array */.YOg(schemas/* string */.YjP()),
    commit: simulation_result_given(schemas/* string */.YjP()),
    hash: schemas/* string */.YjP().regex(/^[0-9a-f]{64}$/),
    rules: count,
    notApplied: schemas/* array */.YOg(schemas/* object */.Ikc({ rule: schemas/* string */.YjP(), reason: schemas/* string */.YjP() })),
});

;// CONCATENATED MODULE: ./build/esm/contract/bodies/dry-run.js






/** SHA-256 of a text as UTF-8: 64 hex digits in lower case. */
const textHashSchema = schemas/* string */.YjP().regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits in lower case');
/** A text, whole; or where it is too large for one request, the hashes of its parts in their order, sent before. */
const textSchema = schemas/* union */.KCZ([
    schemas/* strictObject */.rej({ text: schemas/* string */.YjP().describe('The whole text, decoded, as it stands in the file.') }),
    schemas/* strictObject */.rej({
        parts: schemas/* array */.YOg(textHashSchema)
            .min(1)
            .max(LIMITS.parts)
            .describe('SHA-256 of each part; the text is all of them, one behind the other.'),
    }),
]);
const sqlFileSchema = schemas/* strictObject */.rej({
    path: schemas/* string */.YjP().min(1).max(4096).describe("From the repository's root, with `/`; any name that a file may have."),
    dialect: schemas/* enum */.k5n(model/* DIALECTS */.O9).describe('Dialect of the file.'),
    status: schemas/* enum */.k5n(['given', 'added', 'modified', 'renamed'])
        .describe('What the change did to the file; `given`: it is no part of a change.'),
    source: textSchema.describe('What the file holds.'),
    base: textSchema.optional().describe('What it held before the change: findings that it had then are `existing`.'),
    tool: schemas/* enum */.k5n(model/* MIGRATION_TOOLS */.bI).optional().describe('Migration tool; its down sections are then spared.'),
    caller: model_schemas/* callerSchema */.xi.optional().describe('Who runs the file; rules that read `caller` then apply.'),
});
/** `POST /api/v1/ci/dry-run`: the body. */
const dryRunRequestSchema = schemas/* strictObject */.rej({
    workspace: workspaceIdSchema,
    files: schemas/* array */.YOg(sqlFileSchema).min(1).max(LIMITS.sqlFiles).describe('SQL files to judge, each by itself.'),
    head: rulesetFilesSchema
        .optional()
        .describe('The rules as the change edits them: they judge beside the active ones, and the stricter verdict decides.'),
    base: ownRulesetSchema.optional(),
    settings: schemas/* strictObject */.rej({
        'fail-on': schemas/* enum */.k5n(model/* FAIL_ON */.d$)
            .optional()
            .describe('Lowest verdict that fails; an undecided rule below it is a warning.'),
        suppressions: schemas/* enum */.k5n(['on', 'off', 'fail-on-new'])
            .optional()
            .describe('Whether comments may exempt a statement.'),
    })
        .optional()
        .describe('Of the configuration that is in force, and of the client.'),
    baseline: schemas/* array */.YOg(schemas/* string */.YjP().regex(/^[0-9a-f]{64}\/v1$/))
        .max(LIMITS.fingerprints)
        .optional()
        .describe('Fingerprints of accepted findings.'),
    change: changeSchema.optional(),
});
const dry_run_count = schemas/* int */.Whr().nonnegative();
const position = schemas/* object */.Ikc({ offset: dry_run_count, line: schemas/* int */.Whr().positive(), column: schemas/* int */.Whr().positive() });
const dry_run_location = schemas/* object */.Ikc({ start: position, end: position });
const dry_run_operationKind = schemas/* enum */.k5n(Object.keys(model/* OPERATION_KINDS */.YO));
const operationPlace = schemas/* enum */.k5n(Object.keys(model/* PLACES */.ls));
/** The type `Finding` of the model; a test holds the two equal, and the next two likewise. */
const findingSchema = schemas/* object */.Ikc({
    rule: schemas/* string */.YjP(),
    verdict: schemas/* enum */.k5n(['block', 'warn', 'unknown']),
    status: schemas/* enum */.k5n(['new', 'existing', 'suppressed', 'excepted', 'baselined', 'spared']),
    path: schemas/* string */.YjP(),
    location: given(dry_run_location),
    excerpt: schemas/* string */.YjP(),
    excerptColumn: schemas/* int */.Whr().positive(),
    operation: given(schemas/* object */.Ikc({ kind: dry_run_operationKind, target: schemas/* string */.YjP(), place: operationPlace })),
    section: schemas/* enum */.k5n(['up', 'down', '']),
    message: schemas/* string */.YjP(),
    help: schemas/* string */.YjP(),
    docs: given(schemas/* string */.YjP()),
    owner: given(schemas/* string */.YjP()),
    suppressible: schemas/* boolean */.zMY(),
    exemption: given(schemas/* string */.YjP()),
    side: schemas/* enum */.k5n(['base', 'head', 'both']),
    fingerprint: schemas/* string */.YjP(),
});
const suppressionReportSchema = schemas/* object */.Ikc({
    path: schemas/* string */.YjP(),
    location: dry_run_location,
    rules: schemas/* array */.YOg(schemas/* string */.YjP()),
    reason: schemas/* string */.YjP(),
    until: given(schemas/* string */.YjP()),
    added: schemas/* boolean */.zMY(),
    state: schemas/* enum */.k5n(['used', 'unused', 'expired', 'refused']),
    holds: dry_run_count,
});
const noticeSchema = schemas/* object */.Ikc({
    level: schemas/* enum */.k5n(['notice', 'warning']),
    message: schemas/* string */.YjP(),
    path: given(schemas/* string */.YjP()),
    location: given(dry_run_location),
});
const judgedFileSchema = schemas/* object */.Ikc({
    path: schemas/* string */.YjP(),
    statements: dry_run_count,
    operations: dry_run_count,
    findings: schemas/* array */.YOg(findingSchema),
    suppressions: schemas/* array */.YOg(suppressionReportSchema),
    notices: schemas/* array */.YOg(noticeSchema),
});
/** The active ruleset that judged, and what is known of it beside its judge. */
const activeSchema = schemas/* object */.Ikc({
    version: schemas/* int */.Whr().positive(),
    /** Exceptions of it that hold no more. */
    expired: schemas/* array */.YOg(schemas/* object */.Ikc({
        rule: schemas/* string */.YjP(),
        until: schemas/* string */.YjP(),
        owner: schemas/* string */.YjP(),
        place: schemas/* object */.Ikc({ file: schemas/* string */.YjP(), line: schemas/* int */.Whr().positive().optional(), column: schemas/* int */.Whr().positive().optional() }),
    })),
});
/** `POST /api/v1/ci/dry-run`: the answer. Files come in the order in which they were sent. */
const dryRunSchema = schemas/* object */.Ikc({
    id: schemas/* string */.YjP().regex(/^[A-Za-z0-9_-]{1,100}$/),
    workspace: workspaceIdSchema,
    createdAt: instantSchema,
    engine: engineSchema,
    ruleset: activeSchema,
    judges: schemas/* array */.YOg(judgeSchema)
        .min(1)
        .max(2)
        .describe('`only` the active ruleset; or the active one as `base` and the edited one as `head`, where they differ.'),
    drift: given(driftSchema).describe('Missing where the request had no `base`.'),
    files: schemas/* array */.YOg(judgedFileSchema),
});

;// CONCATENATED MODULE: ./build/esm/contract/scopes.js
/** What a key may be allowed. */
const SCOPES = {
    'ci_dryrun:execute': 'check SQL files against the active ruleset',
    'rules:simulate': 'replay the history of production under other rules, and read what came out',
    'rules:read': 'read the active ruleset',
    'proxy:evaluate': 'ask about single queries',
    'telemetry:write': 'send events',
    'audit:read': 'read the audit trail, the recorded queries and the data policy',
};
const API_SCOPES = Object.keys(SCOPES);
function isApiScope(text) {
    return Object.hasOwn(SCOPES, text);
}
/** The least that each kind of integration needs. `rules:simulate` is in none of them: whoever wants it says so. */
const SCOPE_PRESETS = {
    'ci-pipeline': { summary: 'dry runs of SQL files in CI', scopes: ['ci_dryrun:execute'] },
    'tcp-proxy': { summary: 'a proxy in front of a database', scopes: ['proxy:evaluate', 'telemetry:write'] },
    'http-service': { summary: 'an application that asks before it runs a query', scopes: ['proxy:evaluate'] },
};
/** What somebody is in a workspace. Only owners and admins manage keys, rulesets and the data policy. */
const ROLES = ['owner', 'admin', 'member', 'viewer'];

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/coerce.js
var coerce = __webpack_require__(49567);
// EXTERNAL MODULE: external "node:zlib"
var external_node_zlib_ = __webpack_require__(38522);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
;// CONCATENATED MODULE: ./build/esm/contract/random-text.js

/** The digits of base 62, the least first. */
const BASE_62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Random base-62 characters, each as likely as any other. 43 of them hold 256 bits. */
function random_text_randomText(length) {
    let text = '';
    for (let at = 0; at < length; at++)
        text += BASE_62[randomInt(BASE_62.length)];
    return text;
}

;// CONCATENATED MODULE: ./build/esm/contract/key.js



/**
 * An API key is `qg_`, 40 random base-62 characters, and 6 characters of checksum: the CRC-32 of the 43 characters before
 * it, as a number in base 62 (`0-9A-Za-z`, most significant digit first, filled up with `0`). 62^6 is more than 2^32. The
 * checksum protects nothing; it lets secret scanners and the client tell a key from other text, and a mistyped one fails
 * before it is sent.
 */
const KEY_PREFIX = 'qg_';
const RANDOM_LENGTH = 40;
const CHECKSUM_LENGTH = 6;
const KEY_LENGTH = KEY_PREFIX.length + RANDOM_LENGTH + CHECKSUM_LENGTH;
/** The checksum of the prefix and the random characters of a key: 6 base-62 characters. */
function keyChecksum(text) {
    let rest = (0,external_node_zlib_.crc32)(text);
    let checksum = '';
    for (let digit = 0; digit < CHECKSUM_LENGTH; digit++) {
        checksum = (BASE_62[rest % 62] ?? '') + checksum;
        rest = Math.floor(rest / 62);
    }
    return checksum;
}
/** A new key: 40 characters of chance (238 bits), so that nobody guesses one, and its checksum. */
function generateApiKey() {
    const text = KEY_PREFIX + randomText(RANDOM_LENGTH);
    return text + keyChecksum(text);
}
/** Whether a text has the form of an API key, checksum included. Whether the service knows it is another matter. */
function isApiKey(text) {
    return keyFault(text) === undefined;
}
/**
 * Whether a text holds what looks like an API key or the token of a session, which must never be logged or stored. The
 * checksum is not asked for: a key with a mistyped character gives away all the others.
 */
function holdsSecret(text) {
    return /qg_[0-9A-Za-z]{40}|qgs_[0-9A-Za-z]{40}/.test(text);
}
/**
 * The key without white space around it, as secrets often have it.
 * Raises ServiceError (exit 3) with a sentence that holds nothing of the text for whatever cannot be a key, so that it is
 * never sent.
 */
function checkApiKey(text) {
    const key = text.trim();
    const fault = keyFault(key);
    if (fault === undefined)
        return key;
    throw new model/* ServiceError */._7(`the API key cannot be one of Querygate: ${fault}; copy the whole key again into \`SERVICE_API_KEY\` (or \`api-key\`)`, model/* EXIT */.dc.auth, { code: 'key_malformed' });
}
function keyFault(text) {
    if (text === '')
        return 'it is empty';
    if (!text.startsWith(KEY_PREFIX))
        return `it does not begin with \`${KEY_PREFIX}\``;
    if (text.length !== KEY_LENGTH)
        return `it has ${text.length} characters, not ${KEY_LENGTH}`;
    if (!/^[0-9A-Za-z]+$/.test(text.slice(KEY_PREFIX.length)))
        return 'it has characters other than letters and digits';
    const checked = text.slice(0, -CHECKSUM_LENGTH);
    if (keyChecksum(checked) !== text.slice(-CHECKSUM_LENGTH))
        return 'its checksum is wrong, so a character is mistyped';
    return undefined;
}

;// CONCATENATED MODULE: ./build/esm/contract/bodies/traffic.js





const query = schemas/* string */.YjP().min(1).max(LIMITS.queryCharacters);
const traffic_count = schemas/* int */.Whr().nonnegative();
/** Names of a caller; what is left out is not known, and rules that need it are undecided. */
const traffic_name = schemas/* string */.YjP().max(LIMITS.callerCharacters);
const caller = schemas/* strictObject */.rej({
    user: traffic_name.optional().describe('Database user.'),
    role: traffic_name.optional().describe('Role.'),
    application: traffic_name.optional().describe('Application name.'),
    database: traffic_name.optional().describe('Database.'),
    tags: schemas/* record */.g1P(traffic_name, traffic_name)
        .refine((tags) => Object.keys(tags).length <= LIMITS.callerTags, `must be at most ${LIMITS.callerTags}`)
        .optional()
        .describe('Query tags.'),
});
/** `POST /api/v1/proxy/query`: the body. */
const queryRequestSchema = schemas/* strictObject */.rej({
    workspace: workspaceIdSchema,
    query: query.describe('The query as the database would get it: one statement or several.'),
    dialect: schemas/* enum */.k5n(model/* DIALECTS */.O9).describe('Dialect of the database.'),
    caller: caller.optional().describe('Who asks.'),
});
const VERDICTS = ['allow', 'warn', 'block', 'unknown'];
const traffic_operationKind = schemas/* enum */.k5n(Object.keys(model/* OPERATION_KINDS */.YO));
/** One rule that the query breaks, or that could not be decided; or (`unreadable`) what was not understood. */
const querySchemaFinding = schemas/* object */.Ikc({
    rule: schemas/* string */.YjP(),
    verdict: schemas/* enum */.k5n(['block', 'warn', 'unknown']),
    /** An exception of the ruleset holds: it does not count. */
    excepted: schemas/* boolean */.zMY(),
    message: schemas/* string */.YjP(),
    /** UTF-16 code units of the query: start inclusive, end exclusive. */
    span: schemas/* object */.Ikc({ start: traffic_count, end: traffic_count }),
    operation: given(schemas/* object */.Ikc({ kind: traffic_operationKind, target: schemas/* string */.YjP() })),
});
/** `POST /api/v1/proxy/query`: the answer. Only `allow` and `warn` let the query run. */
const queryVerdictSchema = schemas/* object */.Ikc({
    id: schemas/* string */.YjP().describe('Id of the recorded query.'),
    workspace: workspaceIdSchema,
    verdict: schemas/* enum */.k5n(VERDICTS).describe('The strictest of all statements: block, unknown, warn, allow.'),
    ruleset: schemas/* object */.Ikc({ version: schemas/* int */.Whr().positive() }),
    statements: traffic_count,
    findings: schemas/* array */.YOg(querySchemaFinding),
});
/** What became of a query that a client tells of. Only what ran enters the history. */
const OUTCOMES = ['ok', 'failed', 'blocked'];
/** One event. Another type may come; one that the service does not know is refused alone. */
const eventSchema = schemas/* strictObject */.rej({
    id: schemas/* string */.YjP()
        .regex(/^[\x21-\x7e]{1,200}$/, 'must be 1 to 200 visible ASCII characters')
        .refine((id) => !holdsSecret(id), 'must hold no API key')
        .describe('Made by the client, unique in the workspace: an event that comes again is not counted again.'),
    type: schemas/* literal */.euz('query').describe('`query`; other types may come.'),
    at: instantSchema.describe('When the query ran; of several calls, the first.'),
    query: query.describe('The query as it ran.'),
    dialect: schemas/* enum */.k5n(model/* DIALECTS */.O9).describe('Dialect of the database.'),
    caller: caller.optional().describe('Who ran it; what is left out is not known.'),
    calls: schemas/* int */.Whr().min(1).max(1_000_000_000).optional().describe('How often it ran. Default: 1.'),
    normalised: schemas/* boolean */.zMY().optional().describe('The client had replaced the literals: literal facts are not known.'),
    truncated: schemas/* boolean */.zMY().optional().describe('The client had cut the text off.'),
    outcome: schemas/* enum */.k5n(OUTCOMES).optional().describe('`ok`, `failed` or `blocked`. Default: `ok`.'),
});
/** `POST /api/v1/ingest/events`: the body. Each event is read by itself, so that a bad one does not take the rest along. */
const eventsRequestSchema = schemas/* strictObject */.rej({
    workspace: workspaceIdSchema,
    events: schemas/* array */.YOg(schemas/* unknown */.L5J()).min(1).max(LIMITS.events).describe('Events, each as the table says.'),
});
/** `POST /api/v1/ingest/events`: the answer. What is accepted is on disk. */
const eventsAnswerSchema = schemas/* object */.Ikc({
    accepted: traffic_count,
    duplicates: traffic_count.describe('Came before, and were not counted again.'),
    refused: schemas/* array */.YOg(schemas/* object */.Ikc({
        index: traffic_count.describe('Which of the events, from 0.'),
        id: given(schemas/* string */.YjP()),
        code: schemas/* enum */.k5n(['event_invalid', 'event_id_reused', 'event_too_costly']),
        detail: schemas/* string */.YjP().describe('One line, lower case, says what to do.'),
    }))
        .describe('Sending these again as they are is of no use.'),
});

;// CONCATENATED MODULE: ./build/esm/contract/bodies/workspace.js





const workspace_count = schemas/* int */.Whr().nonnegative();
/** Who did something: a key, a signed-in person, an administrator on the server's machine, or the service itself. */
const actorSchema = schemas/* object */.Ikc({
    kind: schemas/* enum */.k5n(['key', 'user', 'admin', 'service']),
    id: given(schemas/* string */.YjP()),
    name: schemas/* string */.YjP().describe('Name of the key, e-mail address of the person, login name of the administrator.'),
});
/** Query of every list. */
const pageQuerySchema = schemas/* strictObject */.rej({
    cursor: schemas/* string */.YjP().max(500).optional().describe('`next` of the page before.'),
    limit: coerce/* number */.ai()
        .int()
        .min(1)
        .max(LIMITS.pageItems)
        .optional()
        .describe(`Items of the page. Default: ${LIMITS.defaultPageItems}.`),
});
/** A page of a list; newest first where nothing else is said. */
function pageOf(item) {
    return schemas/* object */.Ikc({
        items: schemas/* array */.YOg(item),
        next: given(schemas/* string */.YjP()).describe('`cursor` of the next page; missing on the last.'),
    });
}
const rulesetVersion = schemas/* object */.Ikc({
    workspace: workspaceIdSchema,
    version: schemas/* int */.Whr().positive(),
    activatedAt: instantSchema,
    activatedBy: actorSchema,
    hash: schemas/* string */.YjP().describe('SHA-256 of the effective ruleset.'),
    sources: schemas/* array */.YOg(schemas/* string */.YjP()),
    rules: workspace_count.describe('Rules that are not off.'),
    reason: schemas/* string */.YjP(),
    restores: given(schemas/* int */.Whr().positive()).describe('The version that was made active again.'),
});
/** `GET /api/v1/workspaces/{id}/ruleset`: the answer. */
const rulesetSchema = rulesetVersion.extend({ ruleset: rulesetFilesSchema });
const rulesetVersionsSchema = pageOf(rulesetVersion);
/** `PUT /api/v1/workspaces/{id}/ruleset`: the body. */
const activateRulesetSchema = schemas/* union */.KCZ([
    schemas/* strictObject */.rej({ ruleset: rulesetFilesSchema, reason: schemas/* string */.YjP().max(1000).optional() }),
    schemas/* strictObject */.rej({
        restore: schemas/* int */.Whr().positive().describe('Make this earlier version active again, as a new version.'),
        reason: schemas/* string */.YjP().max(1000).optional(),
    }),
]);
/** Which text of queries is stored: none, the shape (literals replaced), or all of it. */
const QUERY_TEXTS = ['none', 'shape', 'full'];
const days = schemas/* int */.Whr().min(1).max(3650);
/** `GET /api/v1/workspaces/{id}/data-policy`: the answer. */
const dataPolicySchema = schemas/* object */.Ikc({
    workspace: workspaceIdSchema,
    retentionDays: days.describe('Days for which queries and history are kept. The audit trail has no end.'),
    graceDays: schemas/* int */.Whr().min(0).max(365).describe('Days before a lowered retention deletes anything.'),
    queryText: schemas/* enum */.k5n(QUERY_TEXTS).describe('Which text of queries is stored beside their facts.'),
    lowered: given(schemas/* object */.Ikc({ to: days, from: iso/* date */.p6() })).describe('A lower retention, and the day (UTC) from which it deletes.'),
    textsDue: given(schemas/* literal */.euz(true)).describe('Texts are still stored that `queryText` does not allow any more; they are deleted within the hour.'),
});
/** `PUT /api/v1/workspaces/{id}/data-policy`: the body. What is left out stays. */
const changeDataPolicySchema = schemas/* strictObject */.rej({
    retentionDays: days.optional().describe('Days for which queries and history are kept.'),
    graceDays: schemas/* int */.Whr().min(0).max(365).optional().describe('Days before a lowered retention deletes anything.'),
    queryText: schemas/* enum */.k5n(QUERY_TEXTS)
        .optional()
        .describe('`none`, `shape` (literals replaced) or `full`. Texts that it does not allow any more are deleted.'),
});
/** What the audit trail knows. */
const AUDIT_TYPES = {
    'workspace.created': 'a workspace was made',
    'member.set': 'somebody became a member, or got another role',
    'member.removed': 'somebody is a member no more',
    'user.password_set': 'a member got another password, and is signed out everywhere',
    'user.disabled': 'a member may not sign in any more',
    'user.enabled': 'a member may sign in again',
    'session.created': 'somebody signed in',
    'session.failed': 'somebody did not get in',
    'session.ended': 'somebody signed out',
    'key.created': 'an API key was made',
    'key.rotation_begun': 'a new key was made that takes the place of another',
    'key.rotated': 'the old key of a rotation was revoked',
    'key.revoked': 'an API key was revoked',
    'ruleset.activated': 'a ruleset became active',
    'data_policy.changed': 'the data policy was changed',
    'data.deleted': 'queries and history beyond the retention were deleted, or texts that the data policy does not allow',
    'history.imported': 'a snapshot was added to the history',
    'history.forgotten': 'an imported snapshot was taken out of the history',
    dry_run: 'SQL files were judged',
    'simulation.started': 'a simulation was asked for',
    'simulation.ended': 'a simulation came to an end',
    'query.evaluated': 'a query was judged',
    'query.ingested': 'a client told of a query that ran',
};
const auditQuerySchema = pageQuerySchema.extend({
    type: schemas/* enum */.k5n(Object.keys(AUDIT_TYPES)).optional(),
    from: instantSchema.optional().describe('Not before.'),
    to: instantSchema.optional().describe('Before.'),
});
/** One entry of the audit trail. It holds no SQL. */
const auditEventSchema = schemas/* object */.Ikc({
    sequence: schemas/* int */.Whr().positive().describe('1, 2, 3, … in the workspace.'),
    at: instantSchema,
    type: schemas/* string */.YjP(),
    actor: actorSchema,
    databaseId: given(schemas/* string */.YjP()).describe('Of the key.'),
    requestId: given(schemas/* string */.YjP()),
    details: schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* unknown */.L5J()),
    previous: schemas/* string */.YjP().describe('Hash of the entry before; 64 zeros for the first.'),
    hash: schemas/* string */.YjP().describe('SHA-256 of all this: see docs/service.md.'),
});
const auditEventsSchema = pageOf(auditEventSchema);
/** How a query came: asked about by HTTP, or told of afterwards. */
const CHANNELS = ['http', 'events'];
const queriesQuerySchema = pageQuerySchema.extend({
    verdict: schemas/* enum */.k5n(VERDICTS).optional(),
    databaseId: schemas/* string */.YjP().max(200).optional(),
    from: instantSchema.optional().describe('Not before.'),
    to: instantSchema.optional().describe('Before.'),
});
const recordedQuerySchema = schemas/* object */.Ikc({
    id: schemas/* string */.YjP(),
    at: instantSchema,
    channel: schemas/* enum */.k5n(CHANNELS),
    databaseId: given(schemas/* string */.YjP()),
    dialect: schemas/* enum */.k5n(model/* DIALECTS */.O9),
    caller: schemas/* object */.Ikc({
        user: given(schemas/* string */.YjP()),
        role: given(schemas/* string */.YjP()),
        application: given(schemas/* string */.YjP()),
        database: given(schemas/* string */.YjP()),
    }),
    calls: schemas/* int */.Whr().positive(),
    verdict: given(schemas/* enum */.k5n(VERDICTS)).describe('Missing for what nobody asked about.'),
    rules: schemas/* array */.YOg(schemas/* string */.YjP()).describe('Rules that it broke.'),
    outcome: given(schemas/* string */.YjP()),
    text: given(schemas/* string */.YjP()).describe('As the data policy has it: the shape, the query as it was, or nothing.'),
    audit: schemas/* int */.Whr().positive().describe('`sequence` of its entry in the audit trail.'),
});
const queriesSchema = pageOf(recordedQuerySchema);

;// CONCATENATED MODULE: ./build/esm/contract/bodies/keys.js




const DAYS = schemas/* int */.Whr().min(1).max(36_500);
const keys_name = schemas/* string */.YjP()
    .trim()
    .min(1, 'give the key a name')
    .max(100)
    .regex(/^[^\p{Cc}]*$/u, 'must hold no control characters');
const databaseId = schemas/* string */.YjP().regex(/^[\x21-\x7e]{1,200}$/, 'must be 1 to 200 visible ASCII characters');
const KEY_STATES = ['active', 'revoked', 'expired'];
/** An API key, without the key. */
const keySchema = schemas/* object */.Ikc({
    id: schemas/* string */.YjP(),
    workspace: workspaceIdSchema,
    name: schemas/* string */.YjP(),
    scopes: schemas/* array */.YOg(schemas/* enum */.k5n(API_SCOPES)),
    databaseId: given(schemas/* string */.YjP()),
    state: schemas/* enum */.k5n(KEY_STATES),
    createdAt: instantSchema,
    createdBy: actorSchema,
    ttlDays: given(schemas/* int */.Whr().positive()),
    expiresAt: given(instantSchema).describe('The very instant from which it is refused; missing where it never is.'),
    lastUsedAt: given(instantSchema).describe('Written at most once a minute.'),
    revokedAt: given(instantSchema),
    old: schemas/* boolean */.zMY().describe('Older than 90 days, and still active.'),
    rotates: given(schemas/* string */.YjP()).describe('Id of the key whose place it takes.'),
    rotation: given(schemas/* object */.Ikc({ newKey: schemas/* string */.YjP(), begunAt: instantSchema })).describe('A new key was made that takes its place, and nobody has confirmed it yet.'),
});
const keysSchema = schemas/* object */.Ikc({ items: schemas/* array */.YOg(keySchema), next: given(schemas/* string */.YjP()) });
/** `POST /api/v1/workspaces/{id}/keys`: the body. */
const createKeySchema = schemas/* strictObject */.rej({
    name: keys_name.describe('For people; several keys may have the same.'),
    scopes: schemas/* array */.YOg(schemas/* enum */.k5n(API_SCOPES))
        .min(1, 'give the key at least one scope')
        .refine((scopes) => new Set(scopes).size === scopes.length, 'must not name a scope twice')
        .describe('What the key may do: at least one scope.'),
    ttlDays: DAYS.optional().describe('Days until it expires. Default: it never does.'),
    databaseId: databaseId.optional().describe('The database that it is for: recorded with all that it sends.'),
});
/** Answer to the making of a key: the only time that it is shown. */
const createdKeySchema = schemas/* object */.Ikc({
    key: keySchema,
    secret: schemas/* string */.YjP().describe('The key. It is shown this once.'),
});
/** `POST …/keys/{key}/rotate`: the body, which may be left out. */
const rotateKeySchema = schemas/* strictObject */.rej({
    atOnce: schemas/* boolean */.zMY()
        .optional()
        .describe('Revoke the old key in the same moment. Default: false; both hold until the rotation is confirmed.'),
})
    .default({});
const keys_password = schemas/* string */.YjP().min(1).max(1000);
/** `POST /api/v1/sessions`: the body. */
const signInSchema = schemas/* strictObject */.rej({ email: schemas/* string */.YjP().min(3).max(320), password: keys_password });
const sessionSchema = schemas/* object */.Ikc({
    user: schemas/* object */.Ikc({ id: schemas/* string */.YjP(), email: schemas/* string */.YjP(), name: schemas/* string */.YjP() }),
    expiresAt: instantSchema,
    workspaces: schemas/* array */.YOg(schemas/* object */.Ikc({ id: workspaceIdSchema, name: schemas/* string */.YjP(), role: schemas/* enum */.k5n(ROLES) })),
});
/** Answer to signing in: the token goes into `Authorization: Bearer`. */
const signedInSchema = sessionSchema.extend({ token: schemas/* string */.YjP() });

;// CONCATENATED MODULE: ./build/esm/contract/problem.js

function problem(status, summary) {
    return { status, summary };
}
/**
 * The `code` of an error (`application/problem+json`, RFC 9457), and its HTTP status. A code is permanent: clients go by it.
 * A client that does not know a code goes by the status.
 */
const PROBLEMS = {
    request_malformed: problem(400, 'the request is no HTTP that the service reads'),
    body_malformed: problem(400, 'the body is no JSON'),
    key_missing: problem(401, 'no `Authorization: Bearer` came with the request'),
    key_malformed: problem(401, 'what came is no API key'),
    key_unknown: problem(401, 'no such key, or of another service'),
    key_revoked: problem(401, 'the key was revoked'),
    key_expired: problem(401, 'the key has run out'),
    session_unknown: problem(401, 'nobody is signed in with this token, or not any more'),
    sign_in_failed: problem(401, 'no such e-mail address, or another password'),
    scope_missing: problem(403, 'the key lacks the scope that `scope` names'),
    role_missing: problem(403, 'who is signed in may not do this in the workspace'),
    session_needed: problem(403, 'this call is for people who are signed in, and no key may make it'),
    key_needed: problem(403, 'this call is for API keys'),
    workspace_not_found: problem(404, 'no such workspace, or the key belongs to another'),
    simulation_not_found: problem(404, 'no such simulation, or of another workspace'),
    key_not_found: problem(404, 'no such API key in the workspace'),
    version_not_found: problem(404, 'no ruleset of the workspace has this version'),
    not_found: problem(404, 'no such path'),
    method_not_allowed: problem(405, 'the path is right and the method is not'),
    request_timeout: problem(408, 'the request did not come to its end in time'),
    idempotency_key_reused: problem(409, 'the `Idempotency-Key` came before with another body'),
    key_not_active: problem(409, 'the key was revoked, which is for ever'),
    rotation_pending: problem(409, 'a rotation of the key has begun and is not confirmed'),
    rotation_not_pending: problem(409, 'no rotation of the key has begun'),
    ruleset_changed: problem(412, 'another ruleset became active since the one that `If-Match` names'),
    precondition_missing: problem(428, '`If-Match` is missing; it names the ruleset that is to be replaced'),
    body_too_large: problem(413, 'the body is larger than the limit'),
    content_type_wrong: problem(415, 'the body is not `application/json`'),
    field_invalid: problem(422, 'a field of the body is wrong; `errors[].pointer` names it'),
    text_missing: problem(422, 'a part of a text was never sent, or so long ago that it was deleted'),
    text_hash_wrong: problem(422, 'the text does not have the hash that the address names'),
    rules_invalid: problem(422, 'a rule file that was sent does not load; `errors[].place` says where'),
    flows_invalid: problem(422, 'a file of declared flows does not load; `errors[].place` says where'),
    headers_too_large: problem(431, 'the headers of the request are larger than the limit'),
    rate_limited: problem(429, 'too many requests; `Retry-After` says when to come again'),
    internal: problem(500, 'a defect of the service'),
    simulation_too_large: problem(500, 'the simulation hit a limit of time or memory of the service'),
    simulation_failed: problem(500, 'the simulation was begun several times and never came to an end'),
    unavailable: problem(503, 'the service is starting, stopping or overloaded'),
};
function isProblemCode(code) {
    return Object.hasOwn(PROBLEMS, code);
}
/** The error that any call may answer with. Keys that a newer service adds are passed over. */
const problemSchema = schemas/* object */.Ikc({
    type: schemas/* string */.YjP().optional().describe('`about:blank`, or an address of a page about the code.'),
    title: schemas/* string */.YjP().describe('The code in words.'),
    status: schemas/* int */.Whr().min(400).max(599).describe('The HTTP status, again.'),
    code: schemas/* string */.YjP().describe('Stable name of the problem.'),
    detail: schemas/* string */.YjP().optional().describe('What happened this time; one line, lower case, says what to do.'),
    requestId: schemas/* string */.YjP().optional().describe('Names the request in the log of the service.'),
    scope: schemas/* string */.YjP().optional().describe('With `scope_missing`: the scope that is needed.'),
    errors: schemas/* array */.YOg(schemas/* object */.Ikc({
        detail: schemas/* string */.YjP().describe('One line, lower case, says what to do.'),
        pointer: schemas/* string */.YjP().optional().describe('Where in the body, as a JSON Pointer (RFC 6901).'),
        place: schemas/* object */.Ikc({ file: schemas/* string */.YjP(), line: schemas/* int */.Whr().positive().optional(), column: schemas/* int */.Whr().positive().optional() })
            .optional()
            .describe('Where in a file that was sent; lines and columns count from 1.'),
    }))
        .optional(),
});

;// CONCATENATED MODULE: ./build/esm/contract/bodies/simulate.js






/** `POST /api/v1/ci/rules/simulate`: the body. */
const simulateRequestSchema = schemas/* strictObject */.rej({
    workspace: workspaceIdSchema,
    head: rulesetFilesSchema.describe('The ruleset that would be in force. The active one of the workspace is its base.'),
    base: ownRulesetSchema.optional(),
    dialect: schemas/* enum */.k5n(model/* DIALECTS */.O9).optional().describe('Dialect of declared flows that name none. Default: `postgresql`.'),
    settings: model_schemas/* simulateSchema */.oR
        .pick({ 'min-calls': true, 'min-days': true, 'ignore-callers': true })
        .optional()
        .describe('What counts as a flow: of `simulate` in the configuration of the base branch. Thresholds stay with the client.'),
    flows: schemas/* strictObject */.rej({
        base: sourceFileSchema.optional().describe('Of the base branch.'),
        head: sourceFileSchema.optional().describe('Of the change.'),
    })
        .optional()
        .describe('Files of declared flows; those of both are judged.'),
    change: changeSchema.optional(),
});
const simulationId = schemas/* string */.YjP()
    .regex(/^[A-Za-z0-9_-]{1,100}$/)
    .describe('Id of the simulation.');
const common = { id: simulationId, workspace: workspaceIdSchema, createdAt: instantSchema };
const done = {
    ...common,
    status: schemas/* literal */.euz('done'),
    finishedAt: instantSchema,
    /** The program that judged. */
    engine: engineSchema,
    /** The active ruleset that was the base; version 0 where none was ever made active: the empty one. */
    ruleset: schemas/* object */.Ikc({ version: schemas/* int */.Whr().nonnegative() }),
    base: judgeSchema,
    head: judgeSchema,
    drift: driftSchema
        .optional()
        .transform((value) => value)
        .describe('Missing where the request had no `base`.'),
};
/** A simulation that is over: with a result, or without one because both rulesets judge alike. */
const simulationDoneSchema = schemas/* discriminatedUnion */.gMt('outcome', [
    schemas/* object */.Ikc({
        ...done,
        outcome: schemas/* literal */.euz('simulated'),
        result: simulationResultSchema,
        history: historyReportSchema,
    }),
    schemas/* object */.Ikc({ ...done, outcome: schemas/* literal */.euz('no_effective_change') }),
]);
/** `GET /api/v1/ci/rules/simulations/{id}`, and the body of the 202: a simulation as it stands. */
const simulationSchema = schemas/* discriminatedUnion */.gMt('status', [
    schemas/* object */.Ikc({ ...common, status: schemas/* literal */.euz('queued') }),
    schemas/* object */.Ikc({
        ...common,
        status: schemas/* literal */.euz('running'),
        progress: schemas/* object */.Ikc({ done: schemas/* int */.Whr().nonnegative(), total: schemas/* int */.Whr().nonnegative() }).describe('Rows of the history.'),
    }),
    simulationDoneSchema,
    schemas/* object */.Ikc({ ...common, status: schemas/* literal */.euz('failed'), problem: problemSchema }),
]);

;// CONCATENATED MODULE: ./build/esm/contract/calls.js





const MANAGERS = ['owner', 'admin'];
const MEMBERS = ['owner', 'admin', 'member'];
const ANYBODY = ['owner', 'admin', 'member', 'viewer'];
/** The calls. */
const CALLS = {
    dryRun: {
        method: 'POST',
        path: '/api/v1/ci/dry-run',
        summary: 'Judge SQL files under the active ruleset.',
        scope: 'ci_dryrun:execute',
        request: dryRunRequestSchema,
        answers: 200,
        response: dryRunSchema,
        problems: ['rules_invalid', 'text_missing'],
    },
    putText: {
        method: 'PUT',
        path: '/api/v1/workspaces/{workspace}/texts/{hash}',
        summary: 'Send a part of a text that is too large for one request, as UTF-8, before the dry run that names it.',
        scope: 'ci_dryrun:execute',
        request: 'text',
        answers: 204,
        problems: ['text_hash_wrong'],
    },
    startSimulation: {
        method: 'POST',
        path: '/api/v1/ci/rules/simulate',
        summary: 'Start to replay the history of the workspace under other rules.',
        scope: 'rules:simulate',
        request: simulateRequestSchema,
        answers: 202,
        response: simulationSchema,
        problems: ['rules_invalid', 'flows_invalid', 'idempotency_key_reused'],
    },
    readSimulation: {
        method: 'GET',
        path: '/api/v1/ci/rules/simulations/{id}',
        summary: 'Read a simulation as it stands.',
        scope: 'rules:simulate',
        answers: 200,
        response: simulationSchema,
        problems: ['simulation_not_found'],
    },
    query: {
        method: 'POST',
        path: '/api/v1/proxy/query',
        summary: 'Judge one query, and record it as HTTP traffic.',
        scope: 'proxy:evaluate',
        request: queryRequestSchema,
        answers: 200,
        response: queryVerdictSchema,
    },
    ingestEvents: {
        method: 'POST',
        path: '/api/v1/ingest/events',
        summary: 'Tell of queries that ran.',
        scope: 'telemetry:write',
        request: eventsRequestSchema,
        answers: 200,
        response: eventsAnswerSchema,
    },
    readRuleset: {
        method: 'GET',
        path: '/api/v1/workspaces/{workspace}/ruleset',
        summary: 'Read the active ruleset. Heeds `If-None-Match`.',
        scope: 'rules:read',
        roles: ANYBODY,
        answers: 200,
        response: rulesetSchema,
    },
    activateRuleset: {
        method: 'PUT',
        path: '/api/v1/workspaces/{workspace}/ruleset',
        summary: 'Make a ruleset active, or an earlier one again. Needs `If-Match`.',
        roles: MANAGERS,
        request: activateRulesetSchema,
        answers: 200,
        response: rulesetSchema,
        problems: ['rules_invalid', 'precondition_missing', 'ruleset_changed', 'version_not_found'],
    },
    listRulesets: {
        method: 'GET',
        path: '/api/v1/workspaces/{workspace}/rulesets',
        summary: 'List the rulesets that are or were active.',
        roles: ANYBODY,
        query: pageQuerySchema,
        answers: 200,
        response: rulesetVersionsSchema,
    },
    readRulesetVersion: {
        method: 'GET',
        path: '/api/v1/workspaces/{workspace}/rulesets/{version}',
        summary: 'Read one of them.',
        roles: ANYBODY,
        answers: 200,
        response: rulesetSchema,
        problems: ['version_not_found'],
    },
    readDataPolicy: {
        method: 'GET',
        path: '/api/v1/workspaces/{workspace}/data-policy',
        summary: 'Read how long data is kept, and which.',
        scope: 'audit:read',
        roles: ANYBODY,
        answers: 200,
        response: dataPolicySchema,
    },
    changeDataPolicy: {
        method: 'PUT',
        path: '/api/v1/workspaces/{workspace}/data-policy',
        summary: 'Change it.',
        roles: MANAGERS,
        request: changeDataPolicySchema,
        answers: 200,
        response: dataPolicySchema,
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
    listKeys: {
        method: 'GET',
        path: '/api/v1/workspaces/{workspace}/keys',
        summary: 'List the API keys, newest first.',
        roles: MANAGERS,
        query: pageQuerySchema,
        answers: 200,
        response: keysSchema,
    },
    createKey: {
        method: 'POST',
        path: '/api/v1/workspaces/{workspace}/keys',
        summary: 'Make an API key.',
        roles: MANAGERS,
        request: createKeySchema,
        answers: 201,
        response: createdKeySchema,
    },
    readKey: {
        method: 'GET',
        path: '/api/v1/workspaces/{workspace}/keys/{key}',
        summary: 'Read what is known of an API key.',
        roles: MANAGERS,
        answers: 200,
        response: keySchema,
        problems: ['key_not_found'],
    },
    rotateKey: {
        method: 'POST',
        path: '/api/v1/workspaces/{workspace}/keys/{key}/rotate',
        summary: 'Make a new key in the place of this one; it holds until the rotation is confirmed.',
        roles: MANAGERS,
        request: rotateKeySchema,
        answers: 201,
        response: createdKeySchema,
        problems: ['key_not_found', 'key_not_active', 'rotation_pending'],
    },
    confirmRotation: {
        method: 'POST',
        path: '/api/v1/workspaces/{workspace}/keys/{key}/rotate/confirm',
        summary: 'Revoke this key: its new one is in use.',
        roles: MANAGERS,
        answers: 200,
        response: keySchema,
        problems: ['key_not_found', 'rotation_not_pending'],
    },
    revokeKey: {
        method: 'POST',
        path: '/api/v1/workspaces/{workspace}/keys/{key}/revoke',
        summary: 'Revoke a key, at once and for ever.',
        roles: MANAGERS,
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
        problems: ['sign_in_failed'],
    },
    readSession: {
        method: 'GET',
        path: '/api/v1/sessions/current',
        summary: 'Read who is signed in.',
        session: 'needed',
        answers: 200,
        response: sessionSchema,
    },
    signOut: {
        method: 'DELETE',
        path: '/api/v1/sessions/current',
        summary: 'Sign out.',
        session: 'needed',
        answers: 204,
    },
};
/** Headers beside those that HTTP defines; in lower case, as HTTP libraries give them. */
const HEADERS = {
    /** A UUID of the client's; the service answers with it, or with one of its own, and logs it. */
    requestId: 'x-request-id',
    /** Names one wish of the client (a UUID): the same key with the same body is answered as the first time. */
    idempotencyKey: 'idempotency-key',
    /** On authenticated answers: when the key runs out, ISO 8601; missing where it never does. */
    keyExpires: 'querygate-key-expires',
};

;// CONCATENATED MODULE: ./build/esm/contract/index.js
// The REST contract, once, for the client, the server and the pages about them. Loads zod: import it dynamically where start-up time counts.














;// CONCATENATED MODULE: ./build/esm/client/answer.js


/** One line of a server's text, without controls, cut to a length that a log bears. */
function oneLine(text, mask, limit = 500) {
    const line = mask(text)
        .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
        .trim();
    return line.length <= limit ? line : `${[...line.slice(0, limit - 1)].filter(isWhole).join('')}…`;
}
function isWhole(character) {
    return !/^[\ud800-\udfff]$/.test(character);
}
/** The media type of an answer, in lower case and without its parameters. */
function mediaType(reply) {
    return (reply.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
const REDIRECTS = new Set([300, 301, 302, 303, 305, 307, 308]);
/** The error that an answer with a status of an error, or with one that nobody expects, stands for. */
function errorOf(reply, asked) {
    const { status } = reply;
    if (REDIRECTS.has(status))
        return redirect(reply, asked);
    const problem = readProblem(reply);
    if (problem)
        return problemError(problem, asked, status);
    const id = ` (request \`${asked.requestId}\`)`;
    const service = `the service at \`${asked.origin}\``;
    const details = { status, requestId: asked.requestId };
    if (status === 401 || status === 403) {
        return new model/* ServiceError */._7(`${service} refused the request with ${status}, and not in the words of a Querygate service; something in between (a proxy, a firewall, a login page) may have answered: see that \`base-url\` leads to the service${id}`, model/* EXIT */.dc.auth, details);
    }
    if (status === 404) {
        return new model/* ServiceError */._7(`there is no Querygate service at \`${asked.origin}\`: it answered 404; correct \`base-url\`${id}`, model/* EXIT */.dc.service, details);
    }
    const why = status < 400 ? 'which is no answer to what was asked' : 'without saying why';
    return new model/* ServiceError */._7(`${service} answered ${status}, ${why}${id}`, model/* EXIT */.dc.service, details);
}
/** The error that a problem stands for, as an answer of its own or as the end of a simulation. */
function problemError(problem, asked, status = problem.status) {
    const requestId = requestIdOf(problem.requestId, asked);
    const id = ` (request \`${requestId}\`)`;
    const code = isProblemCode(problem.code) ? problem.code : undefined;
    const details = { code: oneLine(problem.code, asked.mask, 80), status, requestId };
    if (code === 'rules_invalid' || code === 'flows_invalid')
        return fileError(problem, asked);
    if (code === 'workspace_not_found') {
        return new model/* ConfigError */.xL(`the service at \`${asked.origin}\` has no workspace \`${asked.workspace}\` for this API key; correct \`workspace\`, or use a key of that workspace${id}`);
    }
    // What the status says decides the exit code, whatever the code.
    if (status === 401 || status === 403) {
        return new model/* ServiceError */._7(`${refusal(code, problem, asked)}${id}`, model/* EXIT */.dc.auth, details);
    }
    const said = wordsOf(problem, asked.mask);
    const version = code && STRANGE.has(code) ? `; ${VERSIONS}` : '';
    return new model/* ServiceError */._7(`the service at \`${asked.origin}\` answered ${status} (\`${details.code}\`): ${said}${version}${id}`, model/* EXIT */.dc.service, details);
}
const VERSIONS = 'the client and the service may be of different versions';
/** What no service of this client's version answers to it. */
const STRANGE = new Set(['field_invalid', 'not_found', 'method_not_allowed']);
const OWNERS = 'an owner or admin of the workspace';
/** What is wrong with the key, and where to look. */
function refusal(code, problem, asked) {
    const at = `the service at \`${asked.origin}\``;
    switch (code) {
        case 'key_missing':
            return `${at} saw no API key; see whether a proxy takes the header \`Authorization\` away`;
        case 'key_malformed':
            return `${at} does not take the API key for one; copy it again into \`SERVICE_API_KEY\` (or \`api-key\`)`;
        case 'key_unknown':
            return `${at} does not know the API key; see that \`SERVICE_API_KEY\` and \`base-url\` are of the same service`;
        case 'key_revoked':
            return `the API key was revoked; ask ${OWNERS} \`${asked.workspace}\` for a new one and put it into \`SERVICE_API_KEY\` (or \`api-key\`)`;
        case 'key_expired':
            return `the API key has expired; ask ${OWNERS} \`${asked.workspace}\` to rotate it and put the new one into \`SERVICE_API_KEY\` (or \`api-key\`)`;
        case 'scope_missing': {
            const scope = problem.scope !== undefined && isApiScope(problem.scope) ? problem.scope : asked.scope;
            return `the API key lacks the scope \`${scope}\`; ask ${OWNERS} \`${asked.workspace}\` for a key that has it`;
        }
        case 'session_needed':
        case 'role_missing':
            return `${at} does this for people who are signed in, and not for an API key; ${VERSIONS}`;
        case 'key_needed':
        case 'session_unknown':
            return `${at} does not take what came for an API key; copy it again into \`SERVICE_API_KEY\` (or \`api-key\`)`;
        default:
            return `${at} refused the API key (\`${oneLine(problem.code, asked.mask, 80)}\`): ${wordsOf(problem, asked.mask)}`;
    }
}
/** A mistake in a file that the user wrote, on its line. */
function fileError(problem, asked) {
    const errors = problem.errors ?? [];
    const [first] = errors;
    const place = first?.place && asked.sentPaths.has(first.place.file) ? first.place : undefined;
    const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
    const said = first ? oneLine(first.detail, asked.mask) : wordsOf(problem, asked.mask);
    const where = place ? '' : 'the service does not take the rule files: ';
    return new model/* ConfigError */.xL(`${where}${said}${more}`, place);
}
function wordsOf({ code, title, detail, errors }, mask) {
    const first = errors?.[0];
    const field = first
        ? `${first.pointer === undefined ? '' : `\`${oneLine(first.pointer, mask, 200)}\`: `}${first.detail}`
        : '';
    const known = isProblemCode(code) ? PROBLEMS[code].summary : title;
    return oneLine([detail ?? known, field].filter((text) => text !== '').join('; '), mask);
}
function redirect(reply, asked) {
    const target = reply.headers['location'];
    const url = target !== undefined && URL.canParse(target, asked.origin) ? new URL(target, asked.origin) : undefined;
    // The rest of the address may hold anything; the origin is what a reader needs.
    const where = url && url.origin !== 'null' ? `to \`${asked.mask(url.origin)}\`` : 'to somewhere that cannot be read';
    return new model/* ServiceError */._7(`the service at \`${asked.origin}\` answered with a redirect (${reply.status}) ${where}, which is not followed, since the API key would go along; set \`base-url\` to where the service is (request \`${asked.requestId}\`)`, model/* EXIT */.dc.service, { status: reply.status, requestId: asked.requestId });
}
/** The problem that an answer holds, if it is one. */
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
/** What the service calls the request, where that can be nothing but a name. */
function requestIdOf(given, { requestId, mask }) {
    return given !== undefined && /^[A-Za-z0-9._-]{1,100}$/.test(given) && mask(given) === given ? given : requestId;
}

// EXTERNAL MODULE: ./node_modules/undici/index.js
var undici = __webpack_require__(24371);
;// CONCATENATED MODULE: ./build/esm/client/dispatcher.js


/** The variables by which a machine names its proxies; of a pair the lower case wins, as everywhere. */
function proxyVariables(env) {
    const read = (name) => env[name.toLowerCase()] ?? env[name] ?? '';
    return { HTTP_PROXY: read('HTTP_PROXY'), HTTPS_PROXY: read('HTTPS_PROXY'), NO_PROXY: read('NO_PROXY') };
}
/**
 * Connections go through the proxy of HTTPS_PROXY (else HTTP_PROXY) but for the hosts of NO_PROXY, always in a
 * tunnel with TLS from end to end, so that the proxy sees no key. To this very machine no proxy is used: it would take the
 * name for itself. Certificates are verified whatever NODE_TLS_REJECT_UNAUTHORIZED says: the key would go to whoever answers.
 * Raises ConfigError for a proxy that is no URL.
 *
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
        throw new model/* ConfigError */.xL(`\`${name}\` is not the URL of a proxy; give one such as \`http://proxy.example.com:3128\``);
    }
    const dispatcher = new undici/* EnvHttpProxyAgent */.J2({
        httpProxy: proxies.HTTP_PROXY,
        httpsProxy: proxies.HTTPS_PROXY,
        noProxy: proxies.NO_PROXY,
        connect: tls,
        requestTls: tls,
        proxyTls: { timeout: connectTimeout },
    });
    const named = ['HTTPS_PROXY', 'HTTP_PROXY'].find((name) => proxies[name] !== '');
    return {
        dispatcher,
        proxyHint: named ? ` (through the proxy of \`${named}\`, unless \`NO_PROXY\` names the host)` : '',
    };
}
function isProxyUrl(text) {
    return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

;// CONCATENATED MODULE: ./build/esm/client/mask.js
/** Stands where a key, or a part of one, was. */
const MASK = '***';
/** A shorter part tells nothing worth hiding, and might be an ordinary word. */
const SHORTEST = 12;
/**
 * A function that takes an API key out of texts: whole or in part (at least 12 characters of it in a row), as it is, in
 * base64, and with the case of its letters lost, as it is in the name of a host. What a server sends may hold it, by mistake or to make it appear in a public log.
 */
function masker(key) {
    const secrets = [key, ...base64Forms(key)].map(lowered);
    const windows = new Set(secrets.flatMap((secret) => [...windowsOf(secret)]));
    // Any 12 characters in a row of a secret hold one of these whole, so a text without them needs no closer look.
    const blocks = secrets.flatMap((secret) => secret.match(/.{6}/g) ?? []);
    return (text) => {
        const low = lowered(text);
        return blocks.some((block) => low.includes(block)) ? withoutWindows(text, low, windows) : text;
    };
}
/** Letters of ASCII in lower case, and nothing else: every character stays at its place. */
function lowered(text) {
    return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
function* windowsOf(secret) {
    for (let at = 0; at + SHORTEST <= secret.length; at++)
        yield secret.slice(at, at + SHORTEST);
}
/** Base64 of the key wherever it stands in what is encoded: its characters depend on the offset modulo 3. */
function base64Forms(key) {
    return [0, 1, 2].flatMap((offset) => {
        const encoded = Buffer.from('\0'.repeat(offset) + key).toString('base64');
        // The first group mixes with what stands before, the last with what stands behind.
        const middle = encoded.slice(offset === 0 ? 0 : 4, -4);
        return [middle, middle.replaceAll('+', '-').replaceAll('/', '_')];
    });
}
/** @param low the text in lower case */
function withoutWindows(text, low, windows) {
    let masked = '';
    let kept = 0;
    for (let at = 0; at + SHORTEST <= low.length; at++) {
        if (!windows.has(low.slice(at, at + SHORTEST)))
            continue;
        let end = at + SHORTEST;
        while (windows.has(low.slice(end - SHORTEST + 1, end + 1)))
            end++;
        masked += text.slice(kept, at) + MASK;
        kept = end;
        at = end - 1;
    }
    return masked + text.slice(kept);
}
/** A copy of a JSON value with every text of it, names of keys too, masked. The depth must be bounded by the caller. */
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

;// CONCATENATED MODULE: ./build/esm/client/fault.js
/** What went wrong between the client and the service, before there was an answer to read. */
class Fault extends Error {
    /** How many attempts it deserves in all. */
    attempts;
    constructor(message, attempts) {
        super(message);
        this.attempts = attempts;
    }
}
/** Attempts for what may pass by itself: half a minute, on average. */
const MAX_ATTEMPTS = 8;
/** Attempts for what is most often a mistake. */
const SHORT = 3;
const ONCE = 1;
const CERTIFICATE_ADVICE = 'give the certificate of the authority that signed it to Node.js in the file that `NODE_EXTRA_CA_CERTS` names';
/** The codes that undici, Node.js and OpenSSL give, in words. */
const FAULTS = {
    ENOTFOUND: ['there is no host of that name; correct the base URL, or the DNS of this machine', SHORT],
    EAI_AGAIN: ['its name could not be looked up', MAX_ATTEMPTS],
    ECONNREFUSED: ['the connection was refused', MAX_ATTEMPTS],
    ECONNRESET: ['the connection was reset', MAX_ATTEMPTS],
    EPIPE: ['the connection was closed', MAX_ATTEMPTS],
    ETIMEDOUT: ['the connection timed out', MAX_ATTEMPTS],
    EHOSTUNREACH: ['the host cannot be reached', MAX_ATTEMPTS],
    ENETUNREACH: ['the network cannot be reached', MAX_ATTEMPTS],
    UND_ERR_CONNECT_TIMEOUT: ['the connection timed out', MAX_ATTEMPTS],
    UND_ERR_SOCKET: ['the connection was closed before the end of the answer', MAX_ATTEMPTS],
    UND_ERR_HEADERS_OVERFLOW: ['the headers of its answer are too large', ONCE],
    UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ['its answer is not as long as it says', MAX_ATTEMPTS],
    DEPTH_ZERO_SELF_SIGNED_CERT: [`its certificate is self-signed; ${CERTIFICATE_ADVICE}`, ONCE],
    SELF_SIGNED_CERT_IN_CHAIN: [
        `its certificate comes from an authority that this machine does not know; ${CERTIFICATE_ADVICE}`,
        ONCE,
    ],
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: [
        `its certificate cannot be verified (an unknown authority, or the server leaves out a certificate in between); ${CERTIFICATE_ADVICE}`,
        ONCE,
    ],
    UNABLE_TO_GET_ISSUER_CERT: [
        `its certificate comes from an authority that this machine does not know; ${CERTIFICATE_ADVICE}`,
        ONCE,
    ],
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: [
        `its certificate comes from an authority that this machine does not know; ${CERTIFICATE_ADVICE}`,
        ONCE,
    ],
    CERT_HAS_EXPIRED: ['its certificate has expired; renew it, or set the clock of this machine right', ONCE],
    CERT_NOT_YET_VALID: ['its certificate is not valid yet; set the clock of this machine right', ONCE],
    CERT_REVOKED: ['its certificate was revoked', ONCE],
    ERR_TLS_CERT_ALTNAME_INVALID: ['its certificate is for another host; correct the base URL or the certificate', ONCE],
};
/** The sentence for whatever undici raised. Nothing of the error's own text is in it: that could hold anything. */
function faultOf(error) {
    if (error instanceof Fault)
        return error;
    // undici gives this one no code where it matters most.
    if (error instanceof Error && error.name === 'HTTPParserError')
        return new Fault('what it sends is no HTTP', SHORT);
    const proxy = proxyFault(error);
    if (proxy)
        return proxy;
    const codes = [...codesOf(error)];
    const known = codes.map((code) => FAULTS[code]).find((entry) => entry !== undefined);
    if (known)
        return new Fault(known[0], known[1]);
    const code = codes.find((text) => /^[A-Z0-9_]{2,60}$/.test(text));
    if (code === 'EPROTO' || code?.startsWith('ERR_SSL_')) {
        return new Fault(`there is no TLS connection to be had with it (\`${code}\`); is it a port for \`https\`?`, ONCE);
    }
    return new Fault(`the connection failed${code ? ` (\`${code}\`)` : ''}`, MAX_ATTEMPTS);
}
/** undici tells a proxy's refusal of CONNECT in words alone. */
function proxyFault(error) {
    if (!(error instanceof Error))
        return undefined;
    const status = /^Proxy response \((\d{3})\) !== 200 when HTTP Tunneling$/.exec(error.message)?.[1];
    if (status === undefined)
        return undefined;
    if (status === '407') {
        return new Fault('the proxy asks for a user name and password; put them into its URL (`http://user:password@host:port`)', ONCE);
    }
    const passing = ['429', '502', '503', '504'].includes(status);
    return new Fault(`the proxy refuses to connect to it (${status})`, passing ? MAX_ATTEMPTS : ONCE);
}
function* codesOf(error, depth = 0) {
    if (!(error instanceof Error) || depth > 5)
        return;
    if ('code' in error && typeof error.code === 'string')
        yield error.code;
    // Of a host with several addresses, one error each.
    if (error instanceof AggregateError)
        for (const each of error.errors)
            yield* codesOf(each, depth + 1);
    yield* codesOf(error.cause, depth + 1);
}

;// CONCATENATED MODULE: ./build/esm/client/exchange.js

/**
 * Sends a request and reads the answer whole. Redirects are not followed.
 * Raises Fault; and whatever the signal was aborted with.
 */
async function exchange({ origin, path, method, headers, body }, dispatcher, limits, signal) {
    // The timeouts of undici do not count while a proxy thinks about a tunnel, and are a second or more in any case.
    const silence = new Silence();
    try {
        signal.throwIfAborted();
        silence.after(limits.connect + limits.headers, 'it took the connection and sent no answer');
        const aborted = AbortSignal.any([signal, silence.signal]);
        const options = { origin, path, method, headers, body: body ?? null, headersTimeout: 0, bodyTimeout: 0 };
        const answer = await unlessAborted(dispatcher.request({ ...options, signal: aborted }), aborted);
        const single = singleHeaders(answer.headers);
        const { statusCode: status } = answer;
        const heard = () => silence.after(limits.body, 'it stopped in the middle of its answer');
        const most = status < 300 ? limits.answerBytes : limits.errorBytes;
        return { status, headers: single, body: await readBody(answer.body, single, most, heard) };
    }
    catch (error) {
        signal.throwIfAborted();
        throw silence.signal.aborted ? silence.signal.reason : faultOf(error);
    }
    finally {
        silence.end();
    }
}
/** undici heeds a signal only once there is a connection, and one through a proxy may never come about. */
async function unlessAborted(asked, signal) {
    let abort = () => { };
    const aborted = new Promise((_, reject) => {
        abort = () => reject(signal.reason);
        signal.addEventListener('abort', abort, { once: true });
    });
    try {
        return await Promise.race([asked, aborted]);
    }
    catch (error) {
        // What comes after all is nobody's.
        asked.then(({ body }) => discard(body)).catch(() => { });
        throw error;
    }
    finally {
        signal.removeEventListener('abort', abort);
    }
}
/** Closes the connection of a body that nobody reads; it would raise its own end as an error. */
function discard(body) {
    body.on('error', () => { }).destroy();
}
/** Gives up on a connection over which nothing comes. */
class Silence {
    #controller = new AbortController();
    #timer;
    get signal() {
        return this.#controller.signal;
    }
    /** From now on so many milliseconds may pass until the next call. */
    after(milliseconds, words) {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#controller.abort(new Fault(words, MAX_ATTEMPTS)), milliseconds);
    }
    end() {
        clearTimeout(this.#timer);
    }
}
async function readBody(body, headers, limit, heard) {
    const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
    const tooLong = { unread: `it has more than ${limit} bytes`, tooLong: true };
    if (encoding !== 'identity' || Number(headers['content-length'] ?? 0) > limit) {
        discard(body);
        return encoding === 'identity' ? tooLong : { unread: 'it is compressed, which was not asked for' };
    }
    const chunks = [];
    let size = 0;
    heard();
    for await (const chunk of body) {
        heard();
        size += chunk.length;
        // Leaving the loop closes the connection, whatever more would come.
        if (size > limit)
            return tooLong;
        chunks.push(chunk);
    }
    try {
        return { text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)) };
    }
    catch {
        return { unread: 'it is no UTF-8' };
    }
}
function singleHeaders(headers) {
    const single = Object.entries(headers).filter((entry) => typeof entry[1] === 'string');
    return Object.fromEntries(single.map(([name, value]) => [name.toLowerCase(), value]));
}

;// CONCATENATED MODULE: ./build/esm/client/wait.js
const FIRST_BACKOFF = 500;
const LONGEST_BACKOFF = 30_000;
const FIRST_POLL = 500;
const POLL_GROWTH = 1.6;
const LONGEST_POLL = 10_000;
/**
 * How long to wait before the next attempt, in milliseconds: full jitter (a random part of a bound that doubles), so that
 * many jobs that failed together do not come again together.
 *
 * @param failures how many attempts have failed, from 1
 */
function backoff(failures, { random }) {
    return random() * Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** Math.min(failures - 1, 20));
}
/** How long to wait before asking again how a simulation stands, in milliseconds: longer each time, a tenth up or down. */
function pollPause(polls, { random }) {
    return Math.min(LONGEST_POLL, FIRST_POLL * POLL_GROWTH ** Math.min(polls, 20)) * (0.9 + 0.2 * random());
}
/**
 * What `Retry-After` asks for, in milliseconds from now; undefined where it is missing or cannot be read. It is a number of
 * seconds or an HTTP date (RFC 9110, 10.2.3). A date is taken relative to the answer's own `Date`, so that a clock that is
 * wrong on either side does no harm.
 */
function retryAfter(headers, { now }) {
    const asked = headers['retry-after']?.trim();
    if (asked === undefined)
        return undefined;
    if (/^\d{1,9}$/.test(asked))
        return Number(asked) * 1000;
    const until = httpDate(asked);
    if (until === undefined)
        return undefined;
    return Math.max(0, until - (httpDate(headers['date']) ?? now()));
}
/** All three forms that an HTTP date may have (RFC 9110, 5.6.7); the last one names no zone, and means GMT. */
function httpDate(text) {
    if (text === undefined)
        return undefined;
    const known = /^[A-Z][a-z]+, \d\d[ -][A-Z][a-z]{2}[ -](\d\d){1,2} \d\d:\d\d:\d\d GMT$/.test(text) ||
        /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/.test(text);
    const at = known ? Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) : Number.NaN;
    return Number.isNaN(at) ? undefined : at;
}
/** `3 s`, `10 min`, `1 h`: a duration in milliseconds for people, rounded up. */
function duration(milliseconds) {
    const seconds = Math.ceil(milliseconds / 1000);
    if (seconds < 120)
        return `${seconds} s`;
    const minutes = Math.ceil(seconds / 60);
    return minutes < 120 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}

;// CONCATENATED MODULE: ./build/esm/client/session.js




/** Statuses that pass by themselves. Whoever sends them has not done what was asked, so that asking again is safe. */
const PASSING = {
    429: 'there are too many requests',
    502: 'a gateway before it had no answer (502)',
    503: 'it is not available (503)',
    504: 'a gateway before it waited in vain (504)',
};
/** Calls to one service that share a deadline. */
class Session {
    #options;
    #end;
    #abort = new AbortController();
    #timer;
    /** What it was about when time ran out. */
    activity = 'it has not answered';
    constructor(options) {
        this.#options = options;
        this.#end = options.clock.elapsed() + options.deadline;
        this.#timer = setTimeout(() => this.#abort.abort(), options.deadline);
    }
    /** Milliseconds that are left. */
    get remaining() {
        return this.#end - this.#options.clock.elapsed();
    }
    /** The answer to a call, whatever its status, after as many attempts as it takes. Raises ServiceError where there is none. */
    async call(call) {
        for (let failures = 1;; failures++) {
            const outcome = await this.#attempt(call);
            if (!(outcome instanceof Fault) && !(outcome.status in PASSING))
                return outcome;
            const reason = outcome instanceof Fault ? outcome.message : (PASSING[outcome.status] ?? '');
            const asked = outcome instanceof Fault ? undefined : retryAfter(outcome.headers, this.#options.clock);
            const attempts = outcome instanceof Fault ? outcome.attempts : MAX_ATTEMPTS;
            if (failures >= attempts && asked === undefined) {
                // A gateway's own answer is read like any other: it may hold more than its status says.
                if (!(outcome instanceof Fault))
                    return outcome;
                throw this.#unreachable(outcome, failures);
            }
            const wait = backoff(failures, this.#options.clock);
            this.activity = reason;
            this.#options.onRetry({ reason, wait: Math.max(wait, asked ?? 0) });
            await this.sleep(wait, asked);
        }
    }
    /**
     * Waits, and longer where the service asks for it (`asked`, milliseconds).
     * Raises ServiceError where the time that is left does not reach so far; for what was asked, at once.
     */
    async sleep(milliseconds, asked = 0) {
        if (asked > 0 && asked >= this.remaining) {
            throw new model/* ServiceError */._7(`${this.#service}: ${this.activity}, and it asks to wait ${duration(asked)}, longer than the time that is left; run it again later, or give it more time with \`timeout\``);
        }
        await this.#options.clock.sleep(Math.max(0, Math.min(Math.max(milliseconds, asked), this.remaining)));
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
            return await exchange(request, dispatcher, limits, this.#abort.signal);
        }
        catch (error) {
            if (error instanceof Fault)
                return error;
            if (this.#abort.signal.aborted)
                throw this.#tooLate();
            throw error;
        }
    }
    #unreachable({ message }, attempts) {
        const tried = attempts === 1 ? '' : ` (${attempts} attempts)`;
        return new model/* ServiceError */._7(`no answer of ${this.#service}${this.#options.proxyHint}: ${message}${tried}`);
    }
    #tooLate() {
        return new model/* ServiceError */._7(`${this.#service} was not done within ${duration(this.#options.deadline)}: ${this.activity}; give it more time with \`timeout\`, or look whether it is well`);
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
/** A day: no job of CI lasts longer, and timers of Node.js hold 24 of them. */
const LONGEST_DEADLINE = 24 * 60 * 60 * 1000;
const DEFAULT_LIMITS = {
    connect: 10_000,
    headers: 60_000,
    body: 60_000,
    answerBytes: LIMITS.responseBytes,
    errorBytes: LIMITS.problemBytes,
};
/**
 * Reads the options of a client.
 * Raises ConfigError for a wrong base URL, workspace or deadline; ServiceError (exit 3) for what cannot be an API key.
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
/** The limits of a job: those of the caller, else its own, else those of every job. */
function limitsOf({ limits }, own = {}) {
    return { ...DEFAULT_LIMITS, ...own, ...limits };
}
function checkWorkspace(text) {
    const parsed = workspaceIdSchema.safeParse(text.trim());
    if (parsed.success)
        return parsed.data;
    throw new model/* ConfigError */.xL('the workspace is no id of one (letters, digits, `_` and `-`, at most 100); set `SERVICE_WORKSPACE_ID` or `workspace`');
}
function checkDeadline(milliseconds) {
    if (milliseconds > 0 && milliseconds <= LONGEST_DEADLINE)
        return milliseconds;
    throw new model/* ConfigError */.xL(`the \`timeout\` is ${milliseconds / 1000} seconds; give more than 0 and at most ${LONGEST_DEADLINE / 1000}`);
}

;// CONCATENATED MODULE: ./build/esm/client/conversation.js







/** Runs a job, and leaves no connection behind. No error that it raises holds the key. */
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
        ...createDispatcher(baseUrl, env, limits.connect),
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
/** When the key runs out, ISO 8601; undefined where it never does, or the service does not say. */
function keyExpires(reply) {
    const text = reply.headers[HEADERS.keyExpires];
    return text !== undefined && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text))
        ? text
        : undefined;
}
/** The error with the key taken out of its message. One that is none of ours is a defect. */
function masked(error, mask) {
    if (error instanceof model/* ConfigError */.xL)
        return new model/* ConfigError */.xL(mask(error.message), error.place);
    if (error instanceof model/* ServiceError */._7)
        return new model/* ServiceError */._7(mask(error.message), error.exitCode, error.details);
    const cause = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return new model/* InternalError */.Gd(mask(`the client of the service failed: ${cause}`));
}

;// CONCATENATED MODULE: ./build/esm/client/read-answer.js



/**
 * What an answer holds, as the contract has it; the key is not taken out of it yet.
 * Raises whatever an answer that holds none stands for.
 *
 * @param status that of success
 */
function readAnswer(reply, status, schema, asked) {
    checkStatus(reply, status, asked);
    if ('unread' in reply.body)
        throw unexpectedAnswer(reply.body.unread, reply, asked);
    if (mediaType(reply) !== 'application/json') {
        const type = mediaType(reply);
        throw unexpectedAnswer(`it is ${type === '' ? 'of no type' : `\`${oneLine(type, asked.mask, 80)}\``}, not JSON`, reply, asked);
    }
    const json = parseJson(reply.body.text);
    if (json === undefined)
        throw unexpectedAnswer('it is no JSON', reply, asked);
    const parsed = schema.safeParse(json);
    if (parsed.success)
        return parsed.data;
    const [issue] = parsed.error.issues;
    const where = oneLine((issue?.path ?? []).join('.'), asked.mask, 200);
    const what = oneLine(issue?.message ?? '', asked.mask, 200);
    throw unexpectedAnswer(`${where === '' ? '' : `\`${where}\`: `}${what}`, reply, asked);
}
/** The same for an answer about a workspace, which must be the one that was asked for. */
function readWorkspaceAnswer(reply, status, schema, asked) {
    const answer = readAnswer(reply, status, schema, asked);
    if (answer.workspace !== asked.workspace)
        throw unexpectedAnswer('it is about another workspace', reply, asked);
    return answer;
}
/** Raises what the answer stands for, unless it has this status. */
function checkStatus(reply, status, asked) {
    if (reply.status === status)
        return;
    throw errorOf(reply, { ...asked, requestId: requestIdOf(reply.headers[HEADERS.requestId], asked) });
}
/** The error for an answer that is not what the contract says. */
function unexpectedAnswer(what, reply, asked) {
    const requestId = requestIdOf(reply.headers[HEADERS.requestId], asked);
    return new model/* ServiceError */._7(`the answer of the service at \`${asked.origin}\` is not what ${model/* PRODUCT */.Ax.name} ${model/* PRODUCT */.Ax.version} expects: ${what}; see that \`base-url\` leads to the service, and that client and service are up to date (request \`${requestId}\`)`, undefined, { status: reply.status, requestId });
}

;// CONCATENATED MODULE: ./build/esm/client/dry-run-answers.js




/**
 * The answer to a call: about the very files that were sent, by the rulesets that were asked for, with no finding left out
 * of the count for a reason that the question did not give. Raises whatever an answer that is none stands for.
 */
function readDryRun(reply, call, asked) {
    const answer = readWorkspaceAnswer(reply, CALLS.dryRun.answers, CALLS.dryRun.response, asked);
    const fault = faultOfFiles(answer, call) ?? faultOfJudges(answer, call.question) ?? faultOfStatus(answer, call);
    if (fault !== undefined)
        throw unexpectedAnswer(oneLine(fault, asked.mask), reply, asked);
    return answer;
}
function faultOfFiles({ files }, { files: sent }) {
    if (files.length !== sent.length)
        return `it is about ${files.length} files, and ${sent.length} were sent`;
    const other = files.findIndex(({ path }, at) => path !== sent[at]?.path);
    if (other >= 0)
        return `its file ${other + 1} is not the one that was sent`;
    const stray = files.some(({ path, findings, suppressions, notices }) => [...findings, ...suppressions, ...notices].some((part) => part.path !== undefined && part.path !== path));
    return stray ? 'it shows findings of one file in another' : undefined;
}
function faultOfJudges({ judges, drift, engine }, { head, headHash, base }) {
    const sides = judges.map(({ side }) => side).join(' ');
    if (sides !== 'only' && !(head && sides === 'base head'))
        return 'it does not say which rulesets judged';
    // One program computes one hash of one ruleset; another one may do so otherwise.
    const isComparable = engine.name === model/* PRODUCT */.Ax.name && engine.version === model/* PRODUCT */.Ax.version;
    if (head && headHash !== undefined && isComparable && judges.at(-1)?.hash !== headHash) {
        return sides === 'only'
            ? 'its active ruleset alone judged, and the edited rules, which are others, did not'
            : 'other rules than the edited ones judged';
    }
    if ((base !== undefined) !== (drift !== undefined)) {
        return base ? 'it does not say whether the active ruleset has drifted' : 'it tells of a drift from nothing';
    }
    return undefined;
}
function faultOfStatus({ files }, { question, files: sent }) {
    const baseline = new Set(question.baseline);
    for (const [at, { path, findings }] of files.entries()) {
        const file = sent[at];
        for (const { status, fingerprint } of findings) {
            const fault = file && impossible(status, fingerprint, file, baseline, question);
            if (fault !== undefined)
                return `a finding in \`${path}\` is \`${status}\`, ${fault}`;
        }
    }
    return undefined;
}
/** Why a finding of the file cannot have that status, by which it would not count. */
function impossible(status, fingerprint, file, baseline, { settings }) {
    switch (status) {
        case 'baselined':
            return baseline.has(fingerprint) && file.status !== 'added' && file.status !== 'renamed'
                ? undefined
                : 'which no baseline accepts';
        case 'existing':
            return file.status === 'modified' && file.baseText !== undefined
                ? undefined
                : 'which would be of a text that it was not sent';
        case 'suppressed':
            return settings?.suppressions === 'off' ? 'which nothing in the file may bring about' : undefined;
        case 'spared':
            return file.tool === undefined ? 'though no tool runs the file' : undefined;
        default:
            return undefined;
    }
}
/** Which rulesets judged, and by what program: what must be equal in all answers of one run. */
function judgedBy({ ruleset, judges, engine }) {
    const rulesets = judges.map(({ side, hash, rules, sources, commit }) => [side, hash, rules, sources, commit]);
    return JSON.stringify([ruleset.version, engine.name, engine.version, rulesets]);
}
/** The judges of all answers: of the rules that do not apply, those that applied in no call. */
function mergedJudges([first, ...others]) {
    return (first?.judges ?? []).map((judge, at) => {
        const rest = others.map(({ judges }) => new Set(judges[at]?.notApplied.map(({ rule }) => rule)));
        return { ...judge, notApplied: judge.notApplied.filter(({ rule }) => rest.every((rules) => rules.has(rule))) };
    });
}

;// CONCATENATED MODULE: ./build/esm/client/text-parts.js



/**
 * A text in parts that end where characters do, so that each of them is text by itself.
 * Raises ConfigError for one that has more parts than the contract lets through.
 *
 * @param path of the file, for the error
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
    throw new model/* ConfigError */.xL(`the file has ${bytes.length} bytes as UTF-8, and the service takes ${LIMITS.parts} parts of ${LIMITS.partBytes}; split it`, { file: path });
}
/** As many parts as a text of so many bytes of UTF-8 may have, since no part loses more than 3 bytes to a character. */
function mostParts(bytes) {
    return Math.ceil(bytes / (LIMITS.partBytes - 3));
}
/** The last end of a character that is not behind `at`. */
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
 * Which files go together in one call, in their order. A call holds at most LIMITS.sqlFiles files, a body that the
 * service takes, and as much SQL as a body can hold, parts counted too (but for a file that has more by itself): a call
 * with much more would keep the service busy for longer than a client waits.
 * Raises ConfigError where what comes with every call leaves no room for a file.
 */
function planCalls({ files, headHash: _, ...rest }, workspace) {
    const room = LIMITS.requestBytes - jsonBytes({ ...rest, workspace, files: [] });
    const calls = [];
    let sizes = { entries: 0, texts: 0 };
    for (const file of files) {
        const planned = plan(file, room);
        const { entry, texts } = planned;
        if (entry > room)
            throw tooMuch(LIMITS.requestBytes - room, file);
        const call = calls.at(-1);
        const fits = call !== undefined &&
            call.length < LIMITS.sqlFiles &&
            sizes.entries + entry <= room &&
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
function tooMuch(common, { path }) {
    return new model/* ConfigError */.xL(`the rule files and the baseline have ${common} bytes together, and the service takes ${LIMITS.requestBytes} with the files to judge; make them smaller`, { file: path });
}
/** Sizes in bytes: `entry` what the file takes up in the body, `texts` the SQL itself. */
function plan(file, room) {
    const sizes = [file.text, file.baseText ?? ''].map((text) => Buffer.byteLength(text));
    const texts = sizes.reduce((sum, size) => sum + size, 0);
    // Without writing JSON of tens of megabytes to see its length.
    if (sizes.every((size) => size <= LIMITS.partBytes)) {
        const entry = jsonBytes(entryOf(file, (text) => ({ text }))) + 1;
        if (entry <= room)
            return { file, inParts: false, entry, texts };
    }
    const entry = jsonBytes(entryOf(file, (text) => ({ parts: placeholders(text) }))) + 1;
    return { file, inParts: true, entry, texts };
}
function placeholders(text) {
    return Array.from({ length: Math.max(1, mostParts(Buffer.byteLength(text))) }, () => '0'.repeat(64));
}
/** The files of a call as the body has them, and the parts that must be there before it. */
function writeCall(call) {
    const parts = new Map();
    const files = call.map(({ file, inParts }) => entryOf(file, (text) => {
        // An empty text has no parts.
        if (!inParts || text === '')
            return { text };
        const own = textParts(text, file.path);
        for (const part of own)
            parts.set(part.hash, part);
        return { parts: own.map(({ hash }) => hash) };
    }));
    return { files, parts: [...parts.values()] };
}
function entryOf({ text, baseText, ...rest }, sent) {
    return { ...rest, source: sent(text), ...(baseText !== undefined && { base: sent(baseText) }) };
}
function jsonBytes(value) {
    return Buffer.byteLength(JSON.stringify(value));
}

;// CONCATENATED MODULE: ./build/esm/client/request-body.js


/**
 * The body as it is sent. Raises ConfigError for what the contract does not let through: the service would refuse it.
 *
 * @param files what of the request is a file, so that a mistake can be named by it
 */
function requestBody(schema, request, files) {
    const parsed = schema.safeParse(request);
    if (parsed.success)
        return JSON.stringify(parsed.data);
    const issue = parsed.error.issues[0];
    const file = fileAt(request, issue?.path ?? [], new Set(files));
    throw new model/* ConfigError */.xL(`the service does not take ${file ? 'this file' : `\`${(issue?.path ?? []).join('.')}\``}: ${oneLine(issue?.message ?? 'it is not what the contract says', (text) => text)}`, file ? { file: file.path } : undefined);
}
/** The file that a path into the body leads to. */
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









/** Milliseconds to the first byte of an answer: it comes when all files of the call are judged. */
const JUDGING = 5 * 60 * 1000;
/** Another ruleset may become active between two calls; twice within one run is more than chance. */
const RUNS = 2;
async function dryRun(settings, question, { onProgress }) {
    if (question.files.length === 0)
        throw new model/* InternalError */.Gd('a dry run without files has nothing to ask the service');
    const job = { scope: CALLS.dryRun.scope, sent: ruleFiles(question), limits: { headers: JUDGING }, onProgress };
    return await withConnection(settings, job, async (conversation) => {
        const calls = planCalls(question, settings.workspace);
        const there = new Set();
        for (let run = 1; run <= RUNS; run++) {
            const answers = await judgeAll(conversation, question, calls, there, onProgress);
            if (answers)
                return merged(answers, conversation);
        }
        throw new model/* ServiceError */._7(`the service at \`${settings.baseUrl.origin}\` judged by more than one ruleset, since another one became active meanwhile, and again when all was repeated; run it again (request \`${conversation.context.requestId}\`)`, undefined, { requestId: conversation.context.requestId });
    });
}
function ruleFiles({ head, base }) {
    return [...(head?.files ?? []), ...(base?.ruleset?.files ?? [])];
}
/** The answers to all calls; undefined as soon as two of them were judged by different rulesets. */
async function judgeAll(conversation, question, calls, there, onProgress) {
    const judged = [];
    const total = question.files.length;
    let done = 0;
    let first;
    const waiting = [...calls];
    for (let call = waiting.shift(); call; call = waiting.shift()) {
        conversation.session.activity = `${done} of ${total} files are judged`;
        onProgress?.({ state: 'judging', done, total });
        const next = await judge(conversation, question, call, there);
        if (next === 'too long') {
            const half = Math.ceil(call.length / 2);
            waiting.unshift(call.slice(0, half), call.slice(half));
            continue;
        }
        const by = judgedBy(next.answer);
        first ??= by;
        if (by !== first)
            return undefined;
        judged.push(next);
        done += call.length;
    }
    return judged;
}
/** What the service says of these files; `too long` where they have more findings together than one answer may hold. */
async function judge(conversation, question, planned, there) {
    const { session, context } = conversation;
    const { method, path } = CALLS.dryRun;
    const { files, parts } = writeCall(planned);
    const { headHash: _, ...rest } = question;
    const request = { ...rest, workspace: context.workspace, files };
    const body = requestBody(dryRunRequestSchema, request, [...files, ...ruleFiles(question)]);
    await putParts(conversation, parts, there);
    const call = { method, path, headers: { 'content-type': 'application/json' }, body };
    let reply = await session.call(call);
    if (parts.length > 0 && readProblem(reply)?.code === 'text_missing') {
        // The service keeps parts for a while only, and this run may have waited long.
        for (const { hash } of parts)
            there.delete(hash);
        await putParts(conversation, parts, there);
        reply = await session.call(call);
    }
    if (reply.status === CALLS.dryRun.answers && 'unread' in reply.body && reply.body.tooLong) {
        if (files.length > 1)
            return 'too long';
        throw unexpectedAnswer(`${reply.body.unread}, all about \`${oneLine(files[0]?.path ?? '', context.mask)}\`; split that file`, reply, context);
    }
    return { answer: readDryRun(reply, { question, files: planned.map(({ file }) => file) }, context), reply };
}
/** @param there hashes of the parts that were sent before; those that are sent now are added */
async function putParts({ session, context }, parts, there) {
    const { method, path, answers } = CALLS.putText;
    for (const { hash, bytes } of parts) {
        if (there.has(hash))
            continue;
        const target = path.replace('{workspace}', context.workspace).replace('{hash}', hash);
        const headers = { 'content-type': 'text/plain; charset=utf-8' };
        checkStatus(await session.call({ method, path: target, headers, body: bytes }), answers, context);
        there.add(hash);
    }
}
function merged(judged, { context }) {
    const answers = judged.map(({ answer }) => answer);
    const [first] = answers;
    if (!first)
        throw new model/* InternalError */.Gd('a dry run was made in no call');
    const { workspace, ruleset, drift, engine } = first;
    const files = answers.flatMap((answer) => answer.files);
    const done = { workspace, ruleset, judges: mergedJudges(answers), drift, files, engine };
    const expires = judged.map(({ reply }) => keyExpires(reply)).findLast((text) => text !== undefined);
    return { ...maskJson(done, context.mask), keyExpires: expires };
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





/** RFC 9110, 8.8.3, in ASCII; a gateway that compresses makes a weak one of it. */
const ETAG = /^(?:W\/)?("[\x21\x23-\x7e]{0,200}")$/;
async function readRuleset(settings, { ifNoneMatch, onProgress }) {
    const { method, scope, answers, response } = CALLS.readRuleset;
    const known = ifNoneMatch === undefined ? undefined : ETAG.exec(ifNoneMatch)?.[1];
    if (ifNoneMatch !== undefined && known === undefined) {
        throw new model/* ConfigError */.xL('the ETag to compare with is none; give one as `readRuleset` returned it');
    }
    return await withConnection(settings, { scope, onProgress }, async ({ session, context }) => {
        const path = CALLS.readRuleset.path.replace('{workspace}', settings.workspace);
        const headers = known === undefined ? {} : { 'if-none-match': known };
        const reply = await session.call({ method, path, headers });
        const etag = reply.headers['etag'];
        const opaque = etag === undefined ? undefined : ETAG.exec(etag)?.[1];
        if (known !== undefined && reply.status === 304) {
            if (etag !== undefined && opaque !== known)
                throw unexpectedAnswer('it is about another `ETag`', reply, context);
            return undefined;
        }
        const ruleset = readWorkspaceAnswer(reply, answers, response, context);
        if (opaque === undefined)
            throw unexpectedAnswer('it has no `ETag`', reply, context);
        // A rule with a part taken out would be another rule.
        if (context.mask(opaque) !== opaque ||
            JSON.stringify(maskJson(ruleset, context.mask)) !== JSON.stringify(ruleset)) {
            throw unexpectedAnswer('the API key, or a part of it, stands in it', reply, context);
        }
        return { ...ruleset, etag: opaque, keyExpires: keyExpires(reply) };
    });
}

;// CONCATENATED MODULE: ./build/esm/client/send-events.js





async function sendEvents(settings, events, { onProgress }) {
    const total = { accepted: 0, duplicates: 0, refused: [], keyExpires: undefined };
    const before = `{"workspace":${JSON.stringify(settings.workspace)},"events":[`;
    const room = LIMITS.requestBytes - Buffer.byteLength(before) - 2;
    return await withConnection(settings, { scope: CALLS.ingestEvents.scope, onProgress }, async (conversation) => {
        for (const batch of batches(events, room, total.refused)) {
            const { reply, answer } = await sendBatch(conversation, batch, before).catch((error) => {
                throw withTaken(error, total.accepted + total.duplicates, events.length);
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
/** Events in calls that the service takes. One that no call can hold is refused here, as the service would. */
function* batches(events, room, refused) {
    let batch = [];
    let bytes = 0;
    for (const [index, event] of events.entries()) {
        const json = JSON.stringify(event);
        // With the comma before it.
        const size = Buffer.byteLength(json) + 1;
        if (size > room) {
            const detail = `the event has ${size} bytes, and a call takes ${room}; send \`truncated\` with a shorter query`;
            refused.push({ index, id: event.id, code: 'event_invalid', detail });
            continue;
        }
        if (batch.length === LIMITS.events || bytes + size > room) {
            yield batch;
            batch = [];
            bytes = 0;
        }
        batch.push({ index, json });
        bytes += size;
    }
    if (batch.length > 0)
        yield batch;
}
async function sendBatch({ session, context }, batch, before) {
    const { method, path, answers, response } = CALLS.ingestEvents;
    const body = `${before}${batch.map(({ json }) => json).join(',')}]}`;
    const reply = await session.call({ method, path, headers: { 'content-type': 'application/json' }, body });
    const answer = readAnswer(reply, answers, response, context);
    checkCounts(answer, batch.length, reply, context);
    return { reply, answer: maskJson(answer, context.mask) };
}
/** Each event was taken, came before or was refused, and none is told of twice. */
function checkCounts({ accepted, duplicates, refused }, sent, reply, asked) {
    const indices = new Set(refused.map(({ index }) => index));
    if (indices.size !== refused.length || refused.some(({ index }) => index >= sent)) {
        throw unexpectedAnswer('it refuses events that were not sent, or one of them twice', reply, asked);
    }
    const told = accepted + duplicates + refused.length;
    if (told !== sent)
        throw unexpectedAnswer(`it tells of ${told} events, and ${sent} were sent`, reply, asked);
}
function withTaken(error, taken, all) {
    if (!(error instanceof model/* ServiceError */._7) || taken === 0)
        return error;
    const message = `${error.message}; ${taken} of ${all} events had been taken before, and sending all of them again counts none twice`;
    return new model/* ServiceError */._7(message, error.exitCode, error.details);
}

;// CONCATENATED MODULE: ./build/esm/client/read-simulation.js



/** The simulation that an answer holds. Raises whatever an answer that holds none stands for. */
function readSimulation(reply, status, asked) {
    return maskJson(readWorkspaceAnswer(reply, status, simulationSchema, asked), asked.mask);
}
/**
 * Where to ask how a simulation stands: what `Location` says, which must be the address that the contract gives it. Any
 * other could lead the key away: to another origin, or to another tenant of the same.
 */
function pollPath(reply, id, { origin, prefix }, asked) {
    const path = CALLS.readSimulation.path.replace('{id}', id);
    const location = reply.headers['location'];
    const base = `${origin}${prefix}${CALLS.startSimulation.path}`;
    const url = location !== undefined && URL.canParse(location, base) ? new URL(location, base) : undefined;
    if (!url)
        throw unexpectedAnswer('it has no `Location`', reply, asked);
    if (url.origin !== origin) {
        const where = url.origin === 'null' ? 'another place' : `\`${asked.mask(url.origin)}\``;
        throw unexpectedAnswer(`its \`Location\` leads to ${where}, where the API key must not go`, reply, asked);
    }
    if (url.href !== `${origin}${prefix}${path}`)
        throw unexpectedAnswer('its `Location` is not where a simulation is read', reply, asked);
    return path;
}

;// CONCATENATED MODULE: ./build/esm/client/simulate-body.js



/** The body as it is sent. Raises ConfigError for what the contract does not let through: the service would refuse it. */
function simulateBody(request) {
    const body = requestBody(simulateRequestSchema, request, filesOf(request));
    const bytes = Buffer.byteLength(body);
    if (bytes <= LIMITS.requestBytes)
        return body;
    throw new model/* ConfigError */.xL(`the rule files and declared flows have ${bytes} bytes together, and the service takes ${LIMITS.requestBytes}; make them smaller`);
}
/** Every file that a request holds. */
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
            if (simulation.status === 'done')
                return { ...simulation, keyExpires: keyExpires(reply) };
            if (simulation.status === 'failed')
                throw problemError(simulation.problem, context);
            session.activity = stateOf(simulation);
            onProgress?.(progressOf(simulation));
            await session.sleep(pollPause(polls, clock), retryAfter(reply.headers, clock));
            reply = await session.call({ method: CALLS.readSimulation.method, path, headers: {} });
            simulation = readSimulation(reply, CALLS.readSimulation.answers, context);
            if (simulation.id !== id)
                throw unexpectedAnswer('it is about another simulation', reply, context);
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
 * A client of one service. Nothing is sent before the settings are known to be good.
 * Raises ConfigError for a wrong base URL, workspace or deadline; ServiceError (exit 3) for what cannot be an API key.
 */
function createServiceClient(options) {
    const settings = clientSettings(options);
    async function read(asked = {}) {
        return await readRuleset(settings, asked);
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
// Load this by dynamic import, where a service is asked for: it brings zod and undici with it.




/***/ })

};
