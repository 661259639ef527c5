import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Dialect } from '../../../model/index.ts';
import { decodeSql } from '../../../sql/index.ts';
import { answerText } from '../answer-text.ts';
import type { AgentAnswer } from '../judge.ts';
import type { AgentRequest, AgentSession } from '../session.ts';
import { sqlInArguments } from './argument-sql.ts';
import { type FoundSql, type SqlClient, sqlInCommand } from './client-sql.ts';
import type { ToolCall } from './tool-call.ts';

const MAX_FILE = 16 * 1024 * 1024;

/**
 * Judges the SQL in a tool call. Returns why the call must not go on, for the agent; undefined if it may. SQL that is there and
 * cannot be seen is unknown, and stops the call.
 *
 * @param open loads the rules, which most calls do not need
 */
export async function judgeCall(call: ToolCall, open: () => Promise<AgentSession>): Promise<string | undefined> {
  const found = call.command === undefined ? [] : sqlInCommand(call.command);
  if (found.length === 0 && call.mcpTool === undefined) return undefined;
  const session = await open();
  const reasons: string[] = [];
  for (const each of found) reasons.push(...(await reasonsAgainst(each, call, session)));
  if (call.mcpTool !== undefined)
    for (const sql of await sqlInArguments(call.mcpTool, call.input, session.dialect))
      reasons.push(...(await judged({ sql }, session)));
  return reasons.length === 0 ? undefined : `Querygate stopped this call.\n${[...new Set(reasons)].join('\n\n')}`;
}

async function reasonsAgainst(found: FoundSql, call: ToolCall, session: AgentSession): Promise<readonly string[]> {
  if (found.kind === 'unseen') return [unknown(found.reason)];
  const { client, runBy } = found;
  const dialect = dialectOf(client, session.dialect);
  if (found.kind === 'sql') return judged({ sql: found.sql, dialect, runBy }, session);
  const read = await fileText(found.path, call.cwd);
  return 'text' in read ? judged({ sql: read.text, dialect, runBy }, session) : [unknown(read.reason)];
}

function unknown(reason: string): string {
  return `unknown: ${reason}. Give the SQL as text of the command, or in a file.`;
}

async function judged(request: AgentRequest, session: AgentSession): Promise<readonly string[]> {
  if (request.dialect === undefined && session.dialect === undefined)
    return ['unknown: the dialect of the SQL is not known. Set `dialect` in .querygate/config.yml, or `--dialect`.'];
  const answer = await session.check(request);
  return stops(answer) ? [answerText(answer)] : [];
}

/** A script without a statement runs nothing. */
function stops({ verdict, statements, reasons }: AgentAnswer): boolean {
  if (statements === 0 && reasons.every(({ seen }) => seen.sql === '')) return false;
  return verdict === 'block' || verdict === 'unknown';
}

/** The configured dialect if the client is one of its programs. */
function dialectOf({ dialects }: SqlClient, configured: Dialect | undefined): Dialect {
  return dialects.find((dialect) => dialect === configured) ?? dialects[0];
}

async function fileText(
  path: string,
  cwd: string | undefined,
): Promise<{ readonly text: string } | { readonly reason: string }> {
  try {
    const bytes = await readFile(resolve(cwd ?? '.', path));
    if (bytes.length > MAX_FILE) return { reason: `\`${path}\` is larger than 16 MiB` };
    const decoded = decodeSql(bytes);
    return decoded.text === undefined ? { reason: `\`${path}\`: ${decoded.reason}` } : { text: decoded.text };
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    return { reason: `\`${path}\` cannot be read (${code})` };
  }
}
