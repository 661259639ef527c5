export const id = 500;
export const ids = [500];
export const modules = {

/***/ 74500:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  createServiceClient: () => (/* reexport */ createServiceClient)
});

// UNUSED EXPORTS: CALLS, LIMITS, PROBLEMS, SCOPES, checkApiKey, historyReportSchema, isApiKey, judgeSchema, keyChecksum, parseBaseUrl, problemSchema, simulateRequestSchema, simulationDoneSchema, simulationResultSchema, simulationSchema

// EXTERNAL MODULE: ./build/esm/model/index.js + 6 modules
var model = __webpack_require__(33720);
;// CONCATENATED MODULE: ./build/esm/service/base-url.js

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

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 11 modules
var schemas = __webpack_require__(92857);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/iso.js
var iso = __webpack_require__(64377);
// EXTERNAL MODULE: ./build/esm/model/schemas/index.js + 8 modules
var model_schemas = __webpack_require__(36743);
;// CONCATENATED MODULE: ./build/esm/service/problem.js

function problem(status, summary) {
    return { status, summary };
}
/**
 * The `code` of an error (`application/problem+json`, RFC 9457), and its HTTP status. A code is permanent: clients go by it.
 * A client that does not know a code goes by the status.
 */
const PROBLEMS = {
    body_malformed: problem(400, 'the body is no JSON'),
    key_missing: problem(401, 'no `Authorization: Bearer` came with the request'),
    key_malformed: problem(401, 'what came is no API key'),
    key_unknown: problem(401, 'no such key, or of another service'),
    key_revoked: problem(401, 'the key was revoked'),
    key_expired: problem(401, 'the key has run out'),
    scope_missing: problem(403, 'the key lacks the scope that `scope` names'),
    workspace_not_found: problem(404, 'no such workspace, or the key belongs to another'),
    simulation_not_found: problem(404, 'no such simulation, or of another workspace'),
    not_found: problem(404, 'no such path'),
    idempotency_key_reused: problem(409, 'the `Idempotency-Key` came before with another body'),
    body_too_large: problem(413, 'the body is larger than the limit'),
    content_type_wrong: problem(415, 'the body is not `application/json`'),
    field_invalid: problem(422, 'a field of the body is wrong; `errors[].pointer` names it'),
    rules_invalid: problem(422, 'a rule file that was sent does not load; `errors[].place` says where'),
    flows_invalid: problem(422, 'a file of declared flows does not load; `errors[].place` says where'),
    rate_limited: problem(429, 'too many requests; `Retry-After` says when to come again'),
    internal: problem(500, 'a defect of the service'),
    simulation_too_large: problem(500, 'the simulation hit a limit of time or memory of the service'),
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

;// CONCATENATED MODULE: ./build/esm/service/simulation-schema.js


// What a simulation found, as it comes over the wire: the types of src/model/simulation.ts, and a test holds the two equal.
// A key that is not there is `undefined`; keys that a newer service adds are passed over; a wrong type, or a word of a closed
// list that this version does not know, is refused, since a report must not be made of what was not understood.
const count = schemas/* int */.Whr().nonnegative();
const instant = iso/* datetime */.w$({ offset: true });
const verdict = schemas/* enum */.k5n(['allow', 'warn', 'block', 'unknown']);
const operationKind = schemas/* enum */.k5n(Object.keys(model/* OPERATION_KINDS */.YO));
const sourceKind = schemas/* enum */.k5n(Object.keys(model/* HISTORY_SOURCES */.gO));
/** A key that may be missing; in the result it is always there, as the types of the model have it. */
function given(schema) {
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
    place: given(place),
    basePlace: given(place),
    owner: given(schemas/* string */.YjP()),
    exercised: schemas/* object */.Ikc({ rows: count, calls: count }),
    newlyBlocked: flowCount,
    newlyAllowed: flowCount,
    unknown: flowCount,
});
const cause = schemas/* object */.Ikc({
    rule: schemas/* string */.YjP(),
    place: given(place),
    message: schemas/* string */.YjP(),
    undecided: given(schemas/* string */.YjP()),
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
    caller: schemas/* object */.Ikc({ application: given(schemas/* string */.YjP()), user: given(schemas/* string */.YjP()), database: given(schemas/* string */.YjP()) }),
    kinds: schemas/* array */.YOg(operationKind),
    calls: count,
    affectedCalls: count,
    share: schemas/* number */.aig().min(0).max(1),
    daysActive: count,
    firstSeen: given(schemas/* string */.YjP()),
    lastSeen: given(schemas/* string */.YjP()),
    causes: schemas/* array */.YOg(cause),
    examples: schemas/* array */.YOg(schemas/* string */.YjP()),
    moreExamples: count,
    leftOut: given(schemas/* string */.YjP()),
    acknowledged: given(schemas/* object */.Ikc({ reason: schemas/* string */.YjP(), owner: schemas/* string */.YjP(), until: iso/* date */.p6() })),
    proposal: given(schemas/* object */.Ikc({ rule: schemas/* string */.YjP(), when: schemas/* string */.YjP() })),
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
    from: given(instant),
    to: given(instant),
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
    firstSeen: given(schemas/* string */.YjP()),
    lastSeen: given(schemas/* string */.YjP()),
    ageDays: given(schemas/* number */.aig()),
    statements: count,
    rows: count,
    sources: schemas/* array */.YOg(historySource),
});
/** One ruleset that judged. */
const judgeSchema = schemas/* object */.Ikc({
    side: schemas/* enum */.k5n(['base', 'head', 'only']),
    sources: schemas/* array */.YOg(schemas/* string */.YjP()),
    commit: given(schemas/* string */.YjP()),
    hash: schemas/* string */.YjP().regex(/^[0-9a-f]{64}$/),
    rules: count,
    notApplied: schemas/* array */.YOg(schemas/* object */.Ikc({ rule: schemas/* string */.YjP(), reason: schemas/* string */.YjP() })),
});

;// CONCATENATED MODULE: ./build/esm/service/contract.js





// The REST contract, once, for the client, the server and the pages about them. How it grows: an answer may gain keys (who
// reads it passes over what it does not know), a call may gain optional fields, codes and headers. A request is strict: a
// service that passed over a setting which it does not know would judge by other settings than it was asked to.
/** What a key may be allowed. */
const SCOPES = {
    'ci_dryrun:execute': 'check SQL files against the active ruleset',
    'rules:simulate': 'replay the history of production under other rules, and read what came out',
    'rules:read': 'read the active ruleset',
    'proxy:evaluate': 'ask about single queries',
    'telemetry:write': 'send events',
    'audit:read': 'read the audit trail, the recorded queries and the data policy',
};
function isApiScope(text) {
    return Object.hasOwn(SCOPES, text);
}
/** The calls; `{…}` is a parameter. */
const CALLS = {
    startSimulation: { method: 'POST', path: '/api/v1/ci/rules/simulate', scope: 'rules:simulate', answers: 202 },
    readSimulation: { method: 'GET', path: '/api/v1/ci/rules/simulations/{id}', scope: 'rules:simulate', answers: 200 },
};
/** Limits that both sides hold to. */
const LIMITS = {
    /** Bytes of the body of a request. */
    requestBytes: 8 * 1024 * 1024,
    /** Bytes of the body of an answer; the client reads no more. */
    responseBytes: 64 * 1024 * 1024,
    /** Bytes of the body of an error that the client reads. */
    problemBytes: 256 * 1024,
    /** Files of one ruleset. */
    ruleFiles: 100,
    /** Characters of one file (UTF-16 code units). */
    fileCharacters: 1024 * 1024,
    /** Characters of a path. */
    pathCharacters: 1000,
    /** Hours for which an `Idempotency-Key` is remembered. */
    idempotencyHours: 24,
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
const workspaceIdSchema = schemas/* string */.YjP()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/, 'must be letters, digits, `_` and `-`, at most 100')
    .describe('Id of the workspace.');
const path = schemas/* string */.YjP()
    .min(1)
    .max(LIMITS.pathCharacters)
    .refine(isRepositoryPath, 'must be a path from the root of the repository, with `/`, without `..` and control characters')
    .describe("From the repository's root, with `/`.");
function isRepositoryPath(text) {
    const parts = text.split('/');
    return !/[\p{Cc}\\]/u.test(text) && parts.every((part) => part !== '' && part !== '.' && part !== '..');
}
const sourceFileSchema = schemas/* strictObject */.rej({
    path,
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
/** `POST /api/v1/ci/rules/simulate`: the body. */
const simulateRequestSchema = schemas/* strictObject */.rej({
    workspace: workspaceIdSchema,
    head: rulesetFilesSchema.describe('The ruleset that would be in force. The active one of the workspace is its base.'),
    base: schemas/* strictObject */.rej({
        hash: schemas/* string */.YjP()
            .regex(/^[0-9a-f]{64}$/)
            .describe('SHA-256 of the effective ruleset, as the client computed it.'),
        ruleset: rulesetFilesSchema
            .optional()
            .describe('With its files the service lists the drift rule by rule. Where they do not load, that is no error: it lists none.'),
    })
        .optional()
        .describe("The repository's own ruleset on the base branch, to tell whether the active one has drifted from it."),
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
    change: schemas/* strictObject */.rej({
        repository: schemas/* string */.YjP().max(1000).optional().describe('Name of the repository.'),
        event: schemas/* string */.YjP().max(100).optional().describe('Event of the CI host.'),
        base: schemas/* string */.YjP().max(1000).optional().describe('Commit or ref that is changed.'),
        head: schemas/* string */.YjP().max(1000).optional().describe('Commit or ref of the change.'),
    })
        .optional()
        .describe('What asks, for the audit trail: repository, event, and commits or refs. Nothing is decided by it.'),
});
const simulationId = schemas/* string */.YjP()
    .regex(/^[A-Za-z0-9_-]{1,100}$/)
    .describe('Id of the simulation.');
const contract_instant = iso/* datetime */.w$({ offset: true });
const common = { id: simulationId, workspace: workspaceIdSchema, createdAt: contract_instant };
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
const done = {
    ...common,
    status: schemas/* literal */.euz('done'),
    finishedAt: contract_instant,
    /** The program that judged. */
    engine: schemas/* object */.Ikc({ name: schemas/* string */.YjP(), version: schemas/* string */.YjP() }),
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

;// CONCATENATED MODULE: ./build/esm/service/answer.js



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
/** The error that an answer with a status of an error, or with one that nobody expects, stands for. */
function errorOf(reply, asked) {
    const { status } = reply;
    if (status >= 300 && status < 400)
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
    const why = status < 300 ? 'which is no answer to what was asked' : 'without saying why';
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
    const version = code === 'field_invalid' ? '; the client and the service may be of different versions' : '';
    return new model/* ServiceError */._7(`the service at \`${asked.origin}\` answered ${status} (\`${details.code}\`): ${said}${version}${id}`, model/* EXIT */.dc.service, details);
}
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
        default:
            return `${at} refused the API key (\`${oneLine(problem.code, asked.mask, 80)}\`): ${wordsOf(problem, asked.mask)}`;
    }
}
/** A mistake in a file that the user wrote, on its line. */
function fileError(problem, asked) {
    const errors = problem.errors ?? [];
    const [first] = errors;
    const place = first?.place && asked.sent.has(first.place.file) ? first.place : undefined;
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

;// CONCATENATED MODULE: ./build/esm/service/clock.js
const systemClock = {
    elapsed: () => performance.now(),
    now: () => Date.now(),
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    random: () => Math.random(),
};

// EXTERNAL MODULE: ./node_modules/undici/index.js
var undici = __webpack_require__(24371);
;// CONCATENATED MODULE: ./build/esm/service/dispatcher.js


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

// EXTERNAL MODULE: external "node:zlib"
var external_node_zlib_ = __webpack_require__(38522);
;// CONCATENATED MODULE: ./build/esm/service/key.js


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
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** The checksum of the prefix and the random characters of a key: 6 base-62 characters. */
function keyChecksum(text) {
    let rest = (0,external_node_zlib_.crc32)(text);
    let checksum = '';
    for (let digit = 0; digit < CHECKSUM_LENGTH; digit++) {
        checksum = (DIGITS[rest % 62] ?? '') + checksum;
        rest = Math.floor(rest / 62);
    }
    return checksum;
}
/** Whether a text has the form of an API key, checksum included. Whether the service knows it is another matter. */
function isApiKey(text) {
    return keyFault(text) === undefined;
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

;// CONCATENATED MODULE: ./build/esm/service/mask.js
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

;// CONCATENATED MODULE: ./build/esm/service/read-simulation.js




/** The simulation that an answer holds. Raises whatever an answer that holds none stands for. */
function readSimulation(reply, status, asked) {
    const known = { ...asked, requestId: requestIdOf(reply.headers[HEADERS.requestId], asked) };
    if (reply.status !== status)
        throw errorOf(reply, known);
    if ('unread' in reply.body)
        throw unexpected(reply.body.unread, reply, asked);
    if (mediaType(reply) !== 'application/json') {
        const type = mediaType(reply);
        throw unexpected(`it is ${type === '' ? 'of no type' : `\`${oneLine(type, asked.mask, 80)}\``}, not JSON`, reply, asked);
    }
    const json = parseJson(reply.body.text);
    if (json === undefined)
        throw unexpected('it is no JSON', reply, asked);
    const parsed = simulationSchema.safeParse(json);
    if (!parsed.success) {
        const [issue] = parsed.error.issues;
        const where = oneLine((issue?.path ?? []).join('.'), asked.mask, 200);
        const what = oneLine(issue?.message ?? '', asked.mask, 200);
        throw unexpected(`${where === '' ? '' : `\`${where}\`: `}${what}`, reply, asked);
    }
    if (parsed.data.workspace !== asked.workspace)
        throw unexpected('it is about another workspace', reply, asked);
    return maskJson(parsed.data, asked.mask);
}
/** The error for an answer that is not what the contract says. */
function unexpected(what, reply, asked) {
    const requestId = requestIdOf(reply.headers[HEADERS.requestId], asked);
    return new model/* ServiceError */._7(`the answer of the service at \`${asked.origin}\` is not what ${model/* PRODUCT */.Ax.name} ${model/* PRODUCT */.Ax.version} expects: ${what}; see that \`base-url\` leads to the service, and that client and service are up to date (request \`${requestId}\`)`, undefined, { status: reply.status, requestId });
}
/**
 * Where to ask how a simulation stands: what `Location` says, which must be the address that the contract gives it. Any
 * other could lead the key away: to another origin, or to another tenant of the same.
 */
function pollPath(reply, from, id, { origin, prefix }, asked) {
    const path = `${prefix}${CALLS.readSimulation.path.replace('{id}', id)}`;
    const location = reply.headers['location'];
    const base = `${origin}${from}`;
    const url = location !== undefined && URL.canParse(location, base) ? new URL(location, base) : undefined;
    if (!url)
        throw unexpected('it has no `Location`', reply, asked);
    if (url.origin !== origin) {
        const where = url.origin === 'null' ? 'another place' : `\`${asked.mask(url.origin)}\``;
        throw unexpected(`its \`Location\` leads to ${where}, where the API key must not go`, reply, asked);
    }
    if (url.href !== `${origin}${path}`)
        throw unexpected('its `Location` is not where a simulation is read', reply, asked);
    return path;
}

;// CONCATENATED MODULE: ./build/esm/service/fault.js
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
const PATIENT = 8;
/** Attempts for what is most often a mistake. */
const SHORT = 3;
const ONCE = 1;
const CERTIFICATE_ADVICE = 'give the certificate of the authority that signed it to Node.js in the file that `NODE_EXTRA_CA_CERTS` names';
/** The codes that undici, Node.js and OpenSSL give, in words. */
const FAULTS = {
    ENOTFOUND: ['there is no host of that name; correct the base URL, or the DNS of this machine', SHORT],
    EAI_AGAIN: ['its name could not be looked up', PATIENT],
    ECONNREFUSED: ['the connection was refused', PATIENT],
    ECONNRESET: ['the connection was reset', PATIENT],
    EPIPE: ['the connection was closed', PATIENT],
    ETIMEDOUT: ['the connection timed out', PATIENT],
    EHOSTUNREACH: ['the host cannot be reached', PATIENT],
    ENETUNREACH: ['the network cannot be reached', PATIENT],
    UND_ERR_CONNECT_TIMEOUT: ['the connection timed out', PATIENT],
    UND_ERR_SOCKET: ['the connection was closed before the end of the answer', PATIENT],
    UND_ERR_HEADERS_OVERFLOW: ['the headers of its answer are too large', ONCE],
    UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ['its answer is not as long as it says', PATIENT],
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
    return new Fault(`the connection failed${code ? ` (\`${code}\`)` : ''}`, PATIENT);
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
    return new Fault(`the proxy refuses to connect to it (${status})`, passing ? PATIENT : ONCE);
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

;// CONCATENATED MODULE: ./build/esm/service/exchange.js

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
        this.#timer = setTimeout(() => this.#controller.abort(new Fault(words, PATIENT)), milliseconds);
    }
    end() {
        clearTimeout(this.#timer);
    }
}
async function readBody(body, headers, limit, heard) {
    const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
    const tooLong = { unread: `it has more than ${limit} bytes` };
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

;// CONCATENATED MODULE: ./build/esm/service/wait.js
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

;// CONCATENATED MODULE: ./build/esm/service/session.js




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
    doing = 'it has not answered';
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
            const attempts = outcome instanceof Fault ? outcome.attempts : PATIENT;
            if (failures >= attempts && asked === undefined) {
                // A gateway's own answer is read like any other: it may hold more than its status says.
                if (!(outcome instanceof Fault))
                    return outcome;
                throw this.#unreachable(outcome, failures);
            }
            const wait = backoff(failures, this.#options.clock);
            this.doing = reason;
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
            throw new model/* ServiceError */._7(`${this.#service}: ${this.doing}, and it asks to wait ${duration(asked)}, longer than the time that is left; run it again later, or give it more time with \`timeout\``);
        }
        await this.#options.clock.sleep(Math.min(Math.max(milliseconds, asked), this.remaining));
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
            const request = { ...call, origin: baseUrl.origin, headers: { ...headers, ...call.headers } };
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
        return new model/* ServiceError */._7(`${this.#service} was not done within ${duration(this.#options.deadline)}: ${this.doing}; give it more time with \`timeout\`, or look whether it is well`);
    }
    get #service() {
        return `the service at \`${this.#options.baseUrl.origin}\``;
    }
}

;// CONCATENATED MODULE: ./build/esm/service/simulate-body.js



/** The body as it is sent. Raises ConfigError for what the contract does not let through: the service would refuse it. */
function simulateBody(request) {
    const parsed = simulateRequestSchema.safeParse(request);
    if (!parsed.success) {
        const issue = parsed.error.issues[0];
        const file = fileAt(request, issue?.path ?? []);
        throw new model/* ConfigError */.xL(`the service does not take ${file ? 'this file' : `\`${(issue?.path ?? []).join('.')}\``}: ${oneLine(issue?.message ?? 'it is not what the contract says', (text) => text)}`, file ? { file: file.path } : undefined);
    }
    const body = JSON.stringify(parsed.data);
    const bytes = Buffer.byteLength(body);
    if (bytes <= LIMITS.requestBytes)
        return body;
    throw new model/* ConfigError */.xL(`the rule files and declared flows have ${bytes} bytes together, and the service takes ${LIMITS.requestBytes}; make them smaller`);
}
/** The file that a path into the body leads to. */
function fileAt(request, path) {
    let value = request;
    for (const part of path) {
        if (typeof value !== 'object' || value === null)
            return undefined;
        value = value[part];
        const file = [...filesOf(request)].find((each) => each === value);
        if (file)
            return file;
    }
    return undefined;
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

;// CONCATENATED MODULE: ./build/esm/service/client.js













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
 * A client of one service. Nothing is sent before the settings are known to be good.
 * Raises ConfigError for a wrong base URL, workspace or deadline; ServiceError (exit 3) for what cannot be an API key.
 */
function createServiceClient(options) {
    const baseUrl = parseBaseUrl(options.baseUrl);
    const apiKey = checkApiKey(options.apiKey);
    const workspace = checkWorkspace(options.workspace);
    const deadline = checkDeadline(options.deadline ?? DEFAULT_DEADLINE);
    return {
        origin: baseUrl.origin,
        workspace,
        simulateRules: async (request, hooks = {}) => {
            const mask = masker(apiKey);
            try {
                return await simulateRules({ ...request, workspace }, { ...options, apiKey, deadline }, baseUrl, mask, hooks);
            }
            catch (error) {
                throw masked(error, mask);
            }
        },
    };
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
async function simulateRules(request, options, baseUrl, mask, { onProgress }) {
    const body = simulateBody(request);
    const clock = options.clock ?? systemClock;
    const limits = { ...DEFAULT_LIMITS, ...options.limits };
    const asked = {
        origin: baseUrl.origin,
        workspace: request.workspace,
        scope: CALLS.startSimulation.scope,
        sent: new Set([...filesOf(request)].map(({ path }) => path)),
        requestId: (0,external_node_crypto_.randomUUID)(),
        mask,
    };
    const session = new Session({
        baseUrl,
        ...createDispatcher(baseUrl, options.env, limits.connect),
        headers: {
            authorization: `Bearer ${options.apiKey}`,
            accept: 'application/json, application/problem+json',
            'accept-encoding': 'identity',
            'user-agent': (options.userAgent ?? `${model/* PRODUCT */.Ax.name}/${model/* PRODUCT */.Ax.version}`).replace(/[^\x20-\x7e]/g, '?'),
            [HEADERS.requestId]: asked.requestId,
        },
        limits,
        deadline: options.deadline,
        clock,
        onRetry: ({ reason, wait }) => onProgress?.({ state: 'waiting', reason, wait }),
    });
    try {
        const start = {
            method: CALLS.startSimulation.method,
            path: `${baseUrl.prefix}${CALLS.startSimulation.path}`,
            headers: { 'content-type': 'application/json', [HEADERS.idempotencyKey]: (0,external_node_crypto_.randomUUID)() },
            body,
        };
        let reply = await session.call(start);
        let simulation = readSimulation(reply, CALLS.startSimulation.answers, asked);
        const { id } = simulation;
        const path = pollPath(reply, start.path, id, baseUrl, asked);
        for (let polls = 0;; polls++) {
            if (simulation.status === 'done')
                return { ...simulation, keyExpires: keyExpires(reply) };
            if (simulation.status === 'failed')
                throw problemError(simulation.problem, asked);
            session.doing = stateOf(simulation);
            onProgress?.(progressOf(simulation));
            await session.sleep(pollPause(polls, clock), retryAfter(reply.headers, clock));
            reply = await session.call({ method: CALLS.readSimulation.method, path, headers: {} });
            simulation = readSimulation(reply, CALLS.readSimulation.answers, asked);
            if (simulation.id !== id)
                throw unexpected('it is about another simulation', reply, asked);
        }
    }
    finally {
        await session.close();
    }
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

;// CONCATENATED MODULE: ./build/esm/service/index.js
// Load this by dynamic import, where a service is asked for: it brings zod and undici with it.








/***/ })

};
