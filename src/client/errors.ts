import {
  type ApiScope,
  FORMATS,
  isApiScope,
  isProblemCode,
  OAUTH_ERRORS,
  PROBLEMS,
  type Problem,
  type ProblemCode,
  problemSchema,
} from '../contract/index.ts';
import type { Reply } from '../http/index.ts';
import { ConfigError, EXIT, ServiceError } from '../model/index.ts';

/** The context of a request, for error messages. */
export interface RequestContext {
  readonly origin: string;
  readonly workspace: string;
  readonly scope: ApiScope;
  /** Paths of the files that were sent. Errors are only attributed to these files. */
  readonly sentPaths: ReadonlySet<string>;
  readonly requestId: string;
  /** Whether the token of a CI job is sent instead of an API key. */
  readonly isJob: boolean;
  /** Removes the API key, or the tokens of a CI job, from a text. */
  readonly mask: (text: string) => string;
}

/** Makes a server's text safe for a log: one line, without control characters, truncated to `limit` characters. */
export function oneLine(text: string, mask: (text: string) => string, limit = 500): string {
  const line = mask(text)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return line.length <= limit ? line : `${[...line.slice(0, limit - 1)].filter(isWholeCharacter).join('')}…`;
}

/** Truncation can cut a surrogate pair in half. */
function isWholeCharacter(character: string): boolean {
  return !/^[\ud800-\udfff]$/.test(character);
}

/** The media type of a response, in lower case and without parameters. */
export function mediaType(reply: Reply): string {
  return (reply.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

const REDIRECTS: ReadonlySet<number> = new Set([300, 301, 302, 303, 305, 307, 308]);

/** The error for a response with an error status or an unexpected status. */
export function errorOf(reply: Reply, context: RequestContext): ConfigError | ServiceError {
  const { status } = reply;
  if (REDIRECTS.has(status)) return redirect(reply, context);
  const problem = readProblem(reply);
  if (problem) return problemError(problem, context, status);
  const id = ` (request \`${context.requestId}\`)`;
  const service = `the service at \`${context.origin}\``;
  const details = { status, requestId: context.requestId };
  if (status === 401 || status === 403) {
    return new ServiceError(
      `${service} answered ${status}, but not with a Querygate error; a proxy, a firewall or a login page may have answered instead: check \`base-url\`${id}`,
      EXIT.auth,
      details,
    );
  }
  if (status === 404) {
    return new ServiceError(
      `there is no Querygate service at \`${context.origin}\`: it answered 404; correct \`base-url\`${id}`,
      EXIT.service,
      details,
    );
  }
  const why = status < 400 ? ', which is not a valid response to this request' : ' and gave no reason';
  return new ServiceError(`${service} answered ${status}${why}${id}`, EXIT.service, details);
}

/** The error for a problem, either from an error response or from a failed simulation. */
export function problemError(
  problem: Problem,
  context: RequestContext,
  status = problem.status,
): ConfigError | ServiceError {
  const requestId = requestIdOf(problem.requestId, context);
  const id = ` (request \`${requestId}\`)`;
  const code = isProblemCode(problem.code) ? problem.code : undefined;
  const details = { code: oneLine(problem.code, context.mask, 80), status, requestId };
  if (code === 'rules_invalid' || code === 'flows_invalid') return fileError(problem, context);
  if (code === 'workspace_not_found') {
    return new ConfigError(
      `the service at \`${context.origin}\` has no workspace \`${context.workspace}\` for this ${context.isJob ? 'CI job; correct `workspace`' : 'API key; correct `workspace`, or use a key of that workspace'}${id}`,
    );
  }
  // The status decides the exit code, even if the problem code is unknown.
  if (status === 401 || status === 403) {
    return new ServiceError(`${authMessage(code, problem, context)}${id}`, EXIT.auth, details);
  }
  if (code && OAUTH_ERRORS[code] !== undefined) {
    return new ServiceError(
      `the service at \`${context.origin}\` refused the identity of this CI job (\`${code}\`): ${describe(problem, context.mask)}${id}`,
      EXIT.auth,
      details,
    );
  }
  const description = describe(problem, context.mask);
  const version = code && VERSION_MISMATCH.has(code) ? `; ${VERSIONS}` : '';
  return new ServiceError(
    `the service at \`${context.origin}\` answered ${status} (\`${details.code}\`): ${description}${version}${id}`,
    EXIT.service,
    details,
  );
}

const VERSIONS = 'the client and the service may have different versions';
/** Codes that a service of the same version never returns to this client. */
const VERSION_MISMATCH: ReadonlySet<ProblemCode> = new Set(['field_invalid', 'not_found', 'method_not_allowed']);

const OWNERS = 'an owner or admin of the workspace';

/** Explains why the key was rejected, and what to do. */
function authMessage(code: ProblemCode | undefined, problem: Problem, context: RequestContext): string {
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
      return context.isJob
        ? `the trust that let this CI job in lacks the scope \`${scope}\`; ask ${OWNERS} \`${context.workspace}\` for one that gives it`
        : `the API key lacks the scope \`${scope}\`; ask ${OWNERS} \`${context.workspace}\` for a key that has it`;
    }
    case 'token_unknown':
      return `${at} no longer accepts the token of this CI job: it has expired, or its trust was removed; run the job again, or ask ${OWNERS} \`${context.workspace}\``;
    case 'session_needed':
    case 'role_missing':
      return `${at} allows this only to signed-in users, not with an API key; ${VERSIONS}`;
    case 'key_needed':
    case 'session_unknown':
      return `${at} does not recognise the token as an API key; copy it again into \`SERVICE_API_KEY\` (or \`api-key\`)`;
    default:
      return `${at} refused the ${context.isJob ? 'token of this CI job' : 'API key'} (\`${oneLine(problem.code, context.mask, 80)}\`): ${describe(problem, context.mask)}`;
  }
}

/** Maximum number of mistakes in files that are reported one by one. */
const MAX_MISTAKES = 21;

/** The error for the mistakes in the user's files, with their lines. */
function fileError(problem: Problem, context: RequestContext): ConfigError {
  const errors = problem.errors ?? [];
  const [first, ...others] = errors.slice(0, MAX_MISTAKES).map(({ detail, place: given }) => {
    const place = given && context.sentPaths.has(given.file) ? given : undefined;
    return { message: `${place ? '' : REJECTED}${oneLine(detail, context.mask)}`, place };
  });
  const more = errors.length > MAX_MISTAKES ? ` (and ${errors.length - MAX_MISTAKES} more)` : '';
  if (!first) return new ConfigError(`${REJECTED}${describe(problem, context.mask)}`);
  return new ConfigError(
    `${first.message}${more}`,
    first.place,
    others.map(({ message, place }) => new ConfigError(message, place)),
  );
}

const REJECTED = 'the service rejected the rule files: ';

function describe({ code, title, detail, errors }: Problem, mask: (text: string) => string): string {
  const first = errors?.[0];
  const field = first
    ? `${first.pointer === undefined ? '' : `\`${oneLine(first.pointer, mask, 200)}\`: `}${first.detail}`
    : '';
  const summary = isProblemCode(code) ? PROBLEMS[code].summary : title;
  return oneLine([detail ?? summary, field].filter((text) => text !== '').join('; '), mask);
}

function redirect(reply: Reply, context: RequestContext): ServiceError {
  const target = reply.headers['location'];
  const url =
    target !== undefined && URL.canParse(target, context.origin) ? new URL(target, context.origin) : undefined;
  // Only the origin: the rest of the URL could contain secrets.
  const where = url && url.origin !== 'null' ? `to \`${context.mask(url.origin)}\`` : 'to an unreadable address';
  return new ServiceError(
    `the service at \`${context.origin}\` answered with a redirect (${reply.status}) ${where}, which is not followed because it would receive the ${context.isJob ? 'identity of this CI job' : 'API key'}; set \`base-url\` to the address of the service (request \`${context.requestId}\`)`,
    EXIT.service,
    { status: reply.status, requestId: context.requestId },
  );
}

/** The problem in an error response, if it contains one. */
export function readProblem(reply: Reply): Problem | undefined {
  // The refusals of a token exchange are JSON, as OAuth demands.
  const isProblem = mediaType(reply) === 'application/problem+json';
  if (!(isProblem || (mediaType(reply) === 'application/json' && reply.status === 400))) return undefined;
  if ('unread' in reply.body) return undefined;
  const parsed = problemSchema.safeParse(parseJson(reply.body.text));
  return parsed.success ? parsed.data : undefined;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The request id from the service if it is well-formed, else our own. */
export function requestIdOf(
  given: string | undefined,
  { requestId, mask }: Pick<RequestContext, 'requestId' | 'mask'>,
): string {
  return given !== undefined && FORMATS.requestId.test(given) && mask(given) === given ? given : requestId;
}
