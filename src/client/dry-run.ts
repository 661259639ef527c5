import { CALLS, type DryRun, dryRunRequestSchema, type SourceFile } from '../contract/index.ts';
import { InternalError, ServiceError } from '../model/index.ts';
import { oneLine, readProblem } from './answer.ts';
import { keyExpires, type ServiceConnection, type Waiting, withConnection } from './conversation.ts';
import { judgedBy, mergedJudges, readDryRun } from './dry-run-answers.ts';
import { type DryRunInput, type PlannedCall, planCalls, writeCall } from './dry-run-plan.ts';
import type { Reply } from './exchange.ts';
import { maskJson } from './mask.ts';
import { checkStatus, unexpectedAnswer } from './read-answer.ts';
import { requestBody } from './request-body.ts';
import type { ClientSettings } from './settings.ts';
import type { TextPart } from './text-parts.ts';

/** What a dry run is doing. */
export type DryRunProgress =
  /** Files that have been judged, of all. */
  { readonly state: 'judging'; readonly done: number; readonly total: number } | Waiting;

export interface DryRunHooks {
  readonly onProgress?: ((progress: DryRunProgress) => void) | undefined;
}

/** A dry run that is over: all files, in the order in which they were given, judged by one ruleset. */
export type CompletedDryRun = Pick<DryRun, 'workspace' | 'ruleset' | 'judges' | 'drift' | 'files' | 'engine'> & {
  /** When the key runs out, ISO 8601; undefined where it never does, or the service does not say. */
  readonly keyExpires: string | undefined;
};

/** Milliseconds to the first byte of an answer: it comes when all files of the call are judged. */
const JUDGING = 5 * 60 * 1000;
/** Another ruleset may become active between two calls; twice within one run is more than chance. */
const RUNS = 2;

export async function dryRun(
  settings: ClientSettings,
  question: DryRunInput,
  { onProgress }: DryRunHooks,
): Promise<CompletedDryRun> {
  if (question.files.length === 0) throw new InternalError('a dry run without files has nothing to ask the service');
  const job = { scope: CALLS.dryRun.scope, sent: ruleFiles(question), limits: { headers: JUDGING }, onProgress };
  return await withConnection(settings, job, async (conversation) => {
    const calls = planCalls(question, settings.workspace);
    const there = new Set<string>();
    for (let run = 1; run <= RUNS; run++) {
      const answers = await judgeAll(conversation, question, calls, there, onProgress);
      if (answers) return merged(answers, conversation);
    }
    throw new ServiceError(
      `the service at \`${settings.baseUrl.origin}\` judged by more than one ruleset, since another one became active meanwhile, and again when all was repeated; run it again (request \`${conversation.context.requestId}\`)`,
      undefined,
      { requestId: conversation.context.requestId },
    );
  });
}

function ruleFiles({ head, base }: DryRunInput): readonly SourceFile[] {
  return [...(head?.files ?? []), ...(base?.ruleset?.files ?? [])];
}

interface Judged {
  readonly answer: DryRun;
  readonly reply: Reply;
}

/** The answers to all calls; undefined as soon as two of them were judged by different rulesets. */
async function judgeAll(
  conversation: ServiceConnection,
  question: DryRunInput,
  calls: readonly PlannedCall[],
  there: Set<string>,
  onProgress: DryRunHooks['onProgress'],
): Promise<readonly Judged[] | undefined> {
  const judged: Judged[] = [];
  const total = question.files.length;
  let done = 0;
  let first: string | undefined;
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
    if (by !== first) return undefined;
    judged.push(next);
    done += call.length;
  }
  return judged;
}

/** What the service says of these files; `too long` where they have more findings together than one answer may hold. */
async function judge(
  conversation: ServiceConnection,
  question: DryRunInput,
  planned: PlannedCall,
  there: Set<string>,
): Promise<Judged | 'too long'> {
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
    for (const { hash } of parts) there.delete(hash);
    await putParts(conversation, parts, there);
    reply = await session.call(call);
  }
  if (reply.status === CALLS.dryRun.answers && 'unread' in reply.body && reply.body.tooLong) {
    if (files.length > 1) return 'too long';
    throw unexpectedAnswer(
      `${reply.body.unread}, all about \`${oneLine(files[0]?.path ?? '', context.mask)}\`; split that file`,
      reply,
      context,
    );
  }
  return { answer: readDryRun(reply, { question, files: planned.map(({ file }) => file) }, context), reply };
}

/** @param there hashes of the parts that were sent before; those that are sent now are added */
async function putParts({ session, context }: ServiceConnection, parts: readonly TextPart[], there: Set<string>) {
  const { method, path, answers } = CALLS.putText;
  for (const { hash, bytes } of parts) {
    if (there.has(hash)) continue;
    const target = path.replace('{workspace}', context.workspace).replace('{hash}', hash);
    const headers = { 'content-type': 'text/plain; charset=utf-8' };
    checkStatus(await session.call({ method, path: target, headers, body: bytes }), answers, context);
    there.add(hash);
  }
}

function merged(judged: readonly Judged[], { context }: ServiceConnection): CompletedDryRun {
  const answers = judged.map(({ answer }) => answer);
  const [first] = answers;
  if (!first) throw new InternalError('a dry run was made in no call');
  const { workspace, ruleset, drift, engine } = first;
  const files = answers.flatMap((answer) => answer.files);
  const done = { workspace, ruleset, judges: mergedJudges(answers), drift, files, engine };
  const expires = judged.map(({ reply }) => keyExpires(reply)).findLast((text) => text !== undefined);
  return { ...maskJson(done, context.mask), keyExpires: expires };
}
