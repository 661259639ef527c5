import { CALLS, type DryRun, dryRunRequestSchema, type SourceFile } from '../contract/index.ts';
import { maskJson } from '../debug/index.ts';
import type { Reply } from '../http/index.ts';
import { InternalError, ServiceError } from '../model/index.ts';
import { keyExpires, type ServiceConnection, type Waiting, withConnection } from './connection.ts';
import { dashboardPage } from './dashboard-page.ts';
import { type DryRunInput, type PlannedCall, planCalls, writeCall } from './dry-run-plan.ts';
import { judgedBy, mergeJudges, readDryRun } from './dry-run-responses.ts';
import { oneLine, readProblem } from './errors.ts';
import { checkStatus, unexpectedAnswer } from './read-response.ts';
import { requestBody } from './request-body.ts';
import type { ClientSettings } from './settings.ts';
import type { TextPart } from './text-parts.ts';

/** The progress of a dry run. */
export type DryRunProgress =
  /** Number of files: checked, and in total. */
  { readonly state: 'judging'; readonly done: number; readonly total: number } | Waiting;

export interface DryRunHooks {
  readonly onProgress?: ((progress: DryRunProgress) => void) | undefined;
}

/** A finished dry run: all files, in the order of the input, checked against one version of the ruleset. */
export type CompletedDryRun = Pick<DryRun, 'workspace' | 'ruleset' | 'judges' | 'drift' | 'files' | 'engine'> & {
  /** When the key expires (ISO 8601); undefined if it never expires or the service does not say. */
  readonly keyExpires: string | undefined;
  /** Its page in the dashboard; undefined if it took several calls, or the service names none. */
  readonly page: string | undefined;
};

/** Milliseconds until the response headers, which the service sends once all files of the call are checked. */
const HEADERS_TIMEOUT = 5 * 60 * 1000;
/**
 * Another ruleset can be activated between two calls. If that happens again on the second attempt, the dry run fails.
 */
const MAX_RUNS = 2;

export async function dryRun(
  settings: ClientSettings,
  input: DryRunInput,
  { onProgress }: DryRunHooks,
): Promise<CompletedDryRun> {
  if (input.files.length === 0) throw new InternalError('a dry run needs at least one file');
  const job = { scope: CALLS.dryRun.scope, sent: ruleFiles(input), limits: { headers: HEADERS_TIMEOUT }, onProgress };
  return await withConnection(settings, job, async (connection) => {
    const calls = planCalls(input, settings.workspace);
    const uploaded = new Set<string>();
    for (let run = 1; run <= MAX_RUNS; run++) {
      const answers = await judgeAll(connection, input, calls, uploaded, onProgress);
      if (answers) return merge(answers, connection);
    }
    throw new ServiceError(
      `the active ruleset or the version of the service at \`${settings.baseUrl.origin}\` changed during the dry run, and again during a second attempt; run it again (request \`${connection.context.requestId}\`)`,
      undefined,
      { requestId: connection.context.requestId },
    );
  });
}

function ruleFiles({ head, base }: DryRunInput): readonly SourceFile[] {
  return [...(head?.files ?? []), ...(base?.ruleset?.files ?? [])];
}

interface CallResult {
  readonly answer: DryRun;
  readonly reply: Reply;
}

/** The responses to all calls; undefined as soon as two of them used different rulesets. */
async function judgeAll(
  connection: ServiceConnection,
  input: DryRunInput,
  calls: readonly PlannedCall[],
  uploaded: Set<string>,
  onProgress: DryRunHooks['onProgress'],
): Promise<readonly CallResult[] | undefined> {
  const results: CallResult[] = [];
  const total = input.files.length;
  let done = 0;
  let first: string | undefined;
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
    if (identity !== first) return undefined;
    results.push(result);
    done += call.length;
  }
  return results;
}

/** Sends one call; `too long` if the files together have more findings than fit into one response. */
async function judge(
  connection: ServiceConnection,
  input: DryRunInput,
  planned: PlannedCall,
  uploaded: Set<string>,
): Promise<CallResult | 'too long'> {
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
    for (const { hash } of parts) uploaded.delete(hash);
    await putParts(connection, parts, uploaded);
    reply = await session.call(call);
  }
  if (reply.status === CALLS.dryRun.answers && 'unread' in reply.body && reply.body.tooLong) {
    if (files.length > 1) return 'too long';
    throw unexpectedAnswer(
      `${reply.body.unread} for the single file \`${oneLine(files[0]?.path ?? '', context.mask)}\`; split that file`,
      reply,
      context,
    );
  }
  return { answer: readDryRun(reply, { input, files: planned.map(({ file }) => file) }, context), reply };
}

/** @param uploaded hashes of the parts that were uploaded before; this call adds its own */
async function putParts({ session, context }: ServiceConnection, parts: readonly TextPart[], uploaded: Set<string>) {
  const { method, path, answers } = CALLS.putText;
  for (const { hash, bytes } of parts) {
    if (uploaded.has(hash)) continue;
    const target = path.replace('{workspace}', context.workspace).replace('{hash}', hash);
    const headers = { 'content-type': 'text/plain; charset=utf-8' };
    checkStatus(await session.call({ method, path: target, headers, body: bytes }), answers, context);
    uploaded.add(hash);
  }
}

function merge(results: readonly CallResult[], { context }: ServiceConnection): CompletedDryRun {
  const answers = results.map(({ answer }) => answer);
  const [first] = answers;
  if (!first) throw new InternalError('a dry run produced no response');
  const { workspace, ruleset, drift, engine } = first;
  const files = answers.flatMap((answer) => answer.files);
  const done = { workspace, ruleset, judges: mergeJudges(answers), drift, files, engine };
  const expires = results.map(({ reply }) => keyExpires(reply)).findLast((text) => text !== undefined);
  const page = answers.length === 1 ? dashboardPage(first.url) : undefined;
  return { ...maskJson(done, context.mask), keyExpires: expires, page };
}
