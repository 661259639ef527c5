import {
  type ApiScope,
  isApiScope,
  isProblemCode,
  PROBLEMS,
  type Problem,
  type ProblemCode,
  problemSchema,
} from '../contract/index.ts';
import { ConfigError, EXIT, ServiceError } from '../model/index.ts';
import type { Reply } from './exchange.ts';

/** What an error is about, so that its sentence can say so. */
export interface RequestContext {
  readonly origin: string;
  readonly workspace: string;
  readonly scope: ApiScope;
  /** Paths of the files that were sent: a mistake is shown in none but these. */
  readonly sentPaths: ReadonlySet<string>;
  readonly requestId: string;
  /** Takes the API key out of a text. */
  readonly mask: (text: string) => string;
}

/** One line of a server's text, without controls, cut to a length that a log bears. */
export function oneLine(text: string, mask: (text: string) => string, limit = 500): string {
  const line = mask(text)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return line.length <= limit ? line : `${[...line.slice(0, limit - 1)].filter(isWhole).join('')}…`;
}

function isWhole(character: string): boolean {
  return !/^[\ud800-\udfff]$/.test(character);
}

/** The media type of an answer, in lower case and without its parameters. */
export function mediaType(reply: Reply): string {
  return (reply.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

const REDIRECTS: ReadonlySet<number> = new Set([300, 301, 302, 303, 305, 307, 308]);

/** The error that an answer with a status of an error, or with one that nobody expects, stands for. */
export function errorOf(reply: Reply, asked: RequestContext): ConfigError | ServiceError {
  const { status } = reply;
  if (REDIRECTS.has(status)) return redirect(reply, asked);
  const problem = readProblem(reply);
  if (problem) return problemError(problem, asked, status);
  const id = ` (request \`${asked.requestId}\`)`;
  const service = `the service at \`${asked.origin}\``;
  const details = { status, requestId: asked.requestId };
  if (status === 401 || status === 403) {
    return new ServiceError(
      `${service} refused the request with ${status}, and not in the words of a Querygate service; something in between (a proxy, a firewall, a login page) may have answered: see that \`base-url\` leads to the service${id}`,
      EXIT.auth,
      details,
    );
  }
  if (status === 404) {
    return new ServiceError(
      `there is no Querygate service at \`${asked.origin}\`: it answered 404; correct \`base-url\`${id}`,
      EXIT.service,
      details,
    );
  }
  const why = status < 400 ? 'which is no answer to what was asked' : 'without saying why';
  return new ServiceError(`${service} answered ${status}, ${why}${id}`, EXIT.service, details);
}

/** The error that a problem stands for, as an answer of its own or as the end of a simulation. */
export function problemError(
  problem: Problem,
  asked: RequestContext,
  status = problem.status,
): ConfigError | ServiceError {
  const requestId = requestIdOf(problem.requestId, asked);
  const id = ` (request \`${requestId}\`)`;
  const code = isProblemCode(problem.code) ? problem.code : undefined;
  const details = { code: oneLine(problem.code, asked.mask, 80), status, requestId };
  if (code === 'rules_invalid' || code === 'flows_invalid') return fileError(problem, asked);
  if (code === 'workspace_not_found') {
    return new ConfigError(
      `the service at \`${asked.origin}\` has no workspace \`${asked.workspace}\` for this API key; correct \`workspace\`, or use a key of that workspace${id}`,
    );
  }
  // What the status says decides the exit code, whatever the code.
  if (status === 401 || status === 403) {
    return new ServiceError(`${refusal(code, problem, asked)}${id}`, EXIT.auth, details);
  }
  const said = wordsOf(problem, asked.mask);
  const version = code && STRANGE.has(code) ? `; ${VERSIONS}` : '';
  return new ServiceError(
    `the service at \`${asked.origin}\` answered ${status} (\`${details.code}\`): ${said}${version}${id}`,
    EXIT.service,
    details,
  );
}

const VERSIONS = 'the client and the service may be of different versions';
/** What no service of this client's version answers to it. */
const STRANGE: ReadonlySet<ProblemCode> = new Set(['field_invalid', 'not_found', 'method_not_allowed']);

const OWNERS = 'an owner or admin of the workspace';

/** What is wrong with the key, and where to look. */
function refusal(code: ProblemCode | undefined, problem: Problem, asked: RequestContext): string {
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
function fileError(problem: Problem, asked: RequestContext): ConfigError {
  const errors = problem.errors ?? [];
  const [first] = errors;
  const place = first?.place && asked.sentPaths.has(first.place.file) ? first.place : undefined;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  const said = first ? oneLine(first.detail, asked.mask) : wordsOf(problem, asked.mask);
  const where = place ? '' : 'the service does not take the rule files: ';
  return new ConfigError(`${where}${said}${more}`, place);
}

function wordsOf({ code, title, detail, errors }: Problem, mask: (text: string) => string): string {
  const first = errors?.[0];
  const field = first
    ? `${first.pointer === undefined ? '' : `\`${oneLine(first.pointer, mask, 200)}\`: `}${first.detail}`
    : '';
  const known = isProblemCode(code) ? PROBLEMS[code].summary : title;
  return oneLine([detail ?? known, field].filter((text) => text !== '').join('; '), mask);
}

function redirect(reply: Reply, asked: RequestContext): ServiceError {
  const target = reply.headers['location'];
  const url = target !== undefined && URL.canParse(target, asked.origin) ? new URL(target, asked.origin) : undefined;
  // The rest of the address may hold anything; the origin is what a reader needs.
  const where = url && url.origin !== 'null' ? `to \`${asked.mask(url.origin)}\`` : 'to somewhere that cannot be read';
  return new ServiceError(
    `the service at \`${asked.origin}\` answered with a redirect (${reply.status}) ${where}, which is not followed, since the API key would go along; set \`base-url\` to where the service is (request \`${asked.requestId}\`)`,
    EXIT.service,
    { status: reply.status, requestId: asked.requestId },
  );
}

/** The problem that an answer holds, if it is one. */
export function readProblem(reply: Reply): Problem | undefined {
  if (mediaType(reply) !== 'application/problem+json' || 'unread' in reply.body) return undefined;
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

/** What the service calls the request, where that can be nothing but a name. */
export function requestIdOf(
  given: string | undefined,
  { requestId, mask }: Pick<RequestContext, 'requestId' | 'mask'>,
): string {
  return given !== undefined && /^[A-Za-z0-9._-]{1,100}$/.test(given) && mask(given) === given ? given : requestId;
}
