export const id = 3055;
export const ids = [3055];
export const modules = {

/***/ 53055:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  noteMarker: () => (/* binding */ noteMarker),
  upsertNote: () => (/* binding */ upsertNote)
});

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 11 modules
var schemas = __webpack_require__(92857);
// EXTERNAL MODULE: ./build/esm/model/index.js + 17 modules
var model = __webpack_require__(72607);
// EXTERNAL MODULE: ./build/esm/ci/marker.js
var marker = __webpack_require__(76675);
// EXTERNAL MODULE: ./build/esm/ci/note-token.js
var note_token = __webpack_require__(73269);
// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __webpack_require__(58500);
// EXTERNAL MODULE: ./build/esm/http/index.js + 3 modules
var http = __webpack_require__(55222);
;// CONCATENATED MODULE: ./build/esm/ci/gitlab/api.js



/** Why a call failed, in a few words, without text of the server: it may not be safe to print. */
class ApiFailure extends Error {
    status;
    constructor(message, status) {
        super(message);
        this.status = status;
    }
}
const TIMING = { deadline: 60_000, pauses: [1_000, 3_000] };
const LIMITS = {
    connect: 10_000,
    headers: 20_000,
    body: 20_000,
    // A page has 100 notes, each of up to a million characters.
    answerBytes: 32 * 1024 * 1024,
    errorBytes: 64 * 1024,
};
const TRANSIENT = [429, 500, 502, 503, 504];
/**
 * Opens a client of the API. The token goes to CI_API_V4_URL only: redirects are not followed, certificates are
 * verified, and the address must be on the server that CI_SERVER_URL names, with the same scheme. Raises ApiFailure for
 * another address or a malformed token, and ConfigError for an invalid proxy.
 */
function gitlabApi(env, { deadline, pauses } = TIMING) {
    const address = apiAddress(env);
    const token = env[note_token/* NOTE_TOKEN */.j]?.trim() ?? '';
    if (!/^[\x21-\x7e]+$/.test(token))
        throw new ApiFailure(`\`${note_token/* NOTE_TOKEN */.j}\` is not a token`);
    const { dispatcher, proxyHint } = (0,http/* createDispatcher */.SM)({ loopback: (0,http/* isLoopback */.U9)(address.hostname) }, env, LIMITS.connect);
    const signal = AbortSignal.timeout(deadline);
    const prefix = address.pathname.replace(/\/+$/, '');
    async function attempt(method, path, body) {
        const headers = {
            'private-token': token,
            accept: 'application/json',
            'accept-encoding': 'identity',
            ...(body && { 'content-type': 'application/json' }),
        };
        const request = { origin: address.origin, path: `${prefix}${path}`, method, headers };
        return (0,http/* exchange */.cv)({ ...request, ...(body && { body: JSON.stringify(body) }) }, dispatcher, LIMITS, signal);
    }
    async function call(method, path, body) {
        const left = method === 'POST' ? [] : [...pauses];
        try {
            for (;;) {
                const result = await attempt(method, path, body).catch((error) => {
                    if (error instanceof http/* Fault */.vC)
                        return error;
                    throw error;
                });
                const isTransient = result instanceof http/* Fault */.vC ? result.attempts > 1 : TRANSIENT.includes(result.status);
                const wait = isTransient ? left.shift() : undefined;
                if (wait === undefined)
                    return answerOf(result, proxyHint);
                await (0,promises_.setTimeout)(wait, undefined, { signal });
            }
        }
        catch (error) {
            if (signal.aborted)
                throw new ApiFailure(`the API did not finish within ${deadline / 1000} s`);
            throw error;
        }
    }
    return { call, close: () => dispatcher.destroy() };
}
function apiAddress(env) {
    const [api, server] = [env['CI_API_V4_URL'] ?? '', env['CI_SERVER_URL'] ?? ''].map((text) => URL.canParse(text) ? new URL(text) : undefined);
    const isPlain = api && /^https?:$/.test(api.protocol) && !/[?#@]/.test(api.href);
    if (isPlain && api.origin === server?.origin)
        return api;
    throw new ApiFailure('`CI_API_V4_URL` is not an address on the server in `CI_SERVER_URL`, so the token was not sent');
}
function answerOf(result, proxyHint) {
    if (result instanceof http/* Fault */.vC)
        throw new ApiFailure(`the API did not answer${proxyHint}: ${result.message}`);
    const { status, headers, body } = result;
    if (status < 200 || status > 299)
        throw new ApiFailure(`the API answered ${status}`, status);
    if ('unread' in body)
        throw new ApiFailure(`the answer of the API was not read: ${body.unread}`);
    try {
        return { value: JSON.parse(body.text), nextPage: headers['x-next-page']?.trim() };
    }
    catch {
        throw new ApiFailure('the answer of the API is not valid JSON');
    }
}

;// CONCATENATED MODULE: ./build/esm/ci/gitlab/note.js





const PAGE_SIZE = 100;
const MAX_PAGES = 200;
// Only the keys that are used, in loose objects: GitLab may add keys at any time.
const user = schemas/* looseObject */._H3({ id: schemas/* int */.Whr() });
const notes = schemas/* array */.YOg(schemas/* looseObject */._H3({ id: schemas/* int */.Whr(), body: schemas/* string */.YjP().nullish(), author: user.nullish() }));
/** The marker of a job's note. The name of a job includes its matrix entry. */
function noteMarker(env, what) {
    return (0,marker/* markerOf */.w)(['gitlab', env['CI_JOB_NAME'] ?? '', what]);
}
/**
 * Creates or updates one note on the merge request of the pipeline. Never throws: returns undefined, or one line on why
 * there is no note.
 */
async function upsertNote(request) {
    let api;
    try {
        // GitLab would run such a line as a command of the token's user. Renderers escape it, so this is a bug.
        if (/^\s*\//m.test(request.body))
            throw new ApiFailure('a line of the report would be a command of GitLab');
        const project = number(request.env, 'CI_MERGE_REQUEST_PROJECT_ID');
        const mergeRequest = number(request.env, 'CI_MERGE_REQUEST_IID');
        api = gitlabApi(request.env, request.timing);
        await upsert(api, `/projects/${project}/merge_requests/${mergeRequest}/notes`, request);
        return undefined;
    }
    catch (error) {
        return `no note on the merge request: ${reasonOf(error)}`;
    }
    finally {
        await api?.close().catch(() => { });
    }
}
async function upsert(api, path, { marker, body, onlyUpdate }) {
    const author = read(user, (await api.call('GET', '/user')).value).id;
    const mine = await findNote(api, path, marker, author);
    if (mine) {
        // GitLab removes white space at the end.
        if (mine.body?.trimEnd() !== body.trimEnd())
            await api.call('PUT', `${path}/${mine.id}`, { body });
    }
    else if (!onlyUpdate)
        await api.call('POST', path, { body });
}
/** Checks the author too, since anyone can copy the marker. Reads all pages, since the note may be an early one. */
async function findNote(api, path, marker, author) {
    for (let page = 1; page <= MAX_PAGES; page++) {
        // In the order of creation, a note that is written meanwhile moves no other to another page.
        const query = `?per_page=${PAGE_SIZE}&page=${page}&sort=asc&order_by=created_at`;
        const { value, nextPage } = await api.call('GET', path + query);
        const found = read(notes, value).find((note) => note.body?.startsWith(marker) && note.author?.id === author);
        if (found || nextPage === '')
            return found;
        // Without all pages, an existing note could be missed, and every run would create another one.
        if (nextPage !== String(page + 1))
            throw new ApiFailure('the API does not say whether there are more notes');
    }
    throw new ApiFailure(`there are more than ${PAGE_SIZE * MAX_PAGES} notes`);
}
function read(schema, value) {
    const parsed = schema.safeParse(value);
    if (parsed.success)
        return parsed.data;
    throw new ApiFailure('the answer of the API has an unknown format');
}
function number(env, name) {
    const value = env[name] ?? '';
    if (/^\d+$/.test(value))
        return value;
    throw new ApiFailure(`\`${name}\` is not a number`);
}
/** Advice by status. */
const ADVICE = {
    401: `; \`${note_token/* NOTE_TOKEN */.j}\` is invalid, expired or revoked: create a new project access token`,
    403: `; \`${note_token/* NOTE_TOKEN */.j}\` needs the scope \`api\` and a role that may comment in the project of the merge request`,
    404: `; \`${note_token/* NOTE_TOKEN */.j}\` has no access to the project of the merge request, as the token of a fork`,
};
function reasonOf(error) {
    if (error instanceof ApiFailure)
        return error.message + (ADVICE[error.status ?? 0] ?? '');
    if (error instanceof model/* ConfigError */.xL)
        return error.message;
    return 'the request failed for an unknown reason';
}


/***/ }),

/***/ 76675:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   w: () => (/* binding */ markerOf)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(77598);

/**
 * The hidden first line of a comment, which identifies it in later runs. A hash distinguishes the comments of the jobs
 * of one pull request, so that their names do not appear in the marker.
 */
function markerOf(parts) {
    return `<!-- querygate:${(0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)} -->`;
}


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
