import { connect, type Socket } from 'node:net';
import { ConfigError, ServiceError } from '../../model/index.ts';
import type { AdminCommand } from './commands.ts';
import { type AdminError, answerSchema, MAX_LINE_BYTES, VERSION } from './exchange.ts';
import { oneLine } from './read-line.ts';
import { type AdminResult, RESULTS } from './results.ts';
import { socketPath } from './socket-path.ts';

/** Milliseconds that a command can run. */
const PATIENCE = 10 * 60_000;

/** Whether a server is using the folder and accepts commands. Raises ConfigError if this user has no access to it. */
export async function hasServer(folder: string): Promise<boolean> {
  const socket = await open(folder);
  socket?.destroy();
  return socket !== undefined;
}

/** Runs a command through the server that is using the folder. Raises ConfigError, ServiceError. */
export async function askServer<Command extends AdminCommand>(
  folder: string,
  command: Command,
  name: string,
): Promise<AdminResult<Command['command']>> {
  const socket = await open(folder);
  if (!socket) throw new ServiceError('the server that was using the folder has stopped; run the command again');
  let line: string;
  try {
    const answer = oneLine(socket, MAX_LINE_BYTES, PATIENCE);
    socket.write(`${JSON.stringify({ version: VERSION, name, command })}\n`);
    line = await answer;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ServiceError(
      `the server did not report the result of the command (${why}); check whether it took effect before you run it again`,
    );
  } finally {
    socket.destroy();
  }
  const answer = answerSchema.parse(JSON.parse(line));
  if ('error' in answer) throw errorOf(answer.error);
  const result: unknown = RESULTS[command.command].parse(answer.result);
  return result as AdminResult<Command['command']>;
}

/** Undefined if no server is listening. */
function open(folder: string): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketPath(folder));
    socket.once('connect', () => resolve(socket));
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (['ENOENT', 'ECONNREFUSED', 'ENOTDIR', 'ENOTSOCK'].includes(error.code ?? '')) resolve(undefined);
      else
        reject(
          new ConfigError(
            `cannot connect to the server that is using the folder \`${folder}\` (${error.code ?? error.message}); run this as the same user as the server`,
          ),
        );
    });
  });
}

function errorOf({ kind, message, place }: AdminError): Error {
  return kind === 'config' ? new ConfigError(message, place) : new ServiceError(`the server failed: ${message}`);
}
