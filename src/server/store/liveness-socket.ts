import { connect, createServer, type Server } from 'node:net';
import { join, relative, resolve } from 'node:path';

/** Maximum bytes of the path of a Unix socket (`sun_path`): 108 on Linux and 104 on macOS, including the final zero. */
const MAX_BYTES = 103;
const NAME = /^life-[0-9a-f-]{36}\.sock$/;

/**
 * A Unix socket in a folder, on which a process listens as long as it lives, without sending anything. Other processes
 * on the same kernel can use it to check that the process is alive, even across containers with separate pids and
 * networks.
 */
export class LivenessSocket {
  readonly name: string;
  readonly #server: Server;

  private constructor(name: string, server: Server) {
    this.name = name;
    this.#server = server;
  }

  /** Undefined if the folder does not support sockets, or its path is too long. */
  static async give(folder: string, id: string): Promise<LivenessSocket | undefined> {
    const name = `life-${id}.sock`;
    const path = socketPath(folder, name);
    if (path === undefined) return undefined;
    const server = createServer((socket) => socket.destroy());
    try {
      await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
    } catch {
      return undefined;
    }
    server.on('error', () => undefined).unref();
    return new LivenessSocket(name, server);
  }

  static isName(name: unknown): boolean {
    return typeof name === 'string' && NAME.test(name);
  }

  /** Stops listening and removes the file. */
  async end(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Whether a process is listening; undefined if the kernel does not tell. Only for processes on the same kernel. */
export async function answersAt(folder: string, name: string): Promise<boolean | undefined> {
  const path = socketPath(folder, name);
  if (path === undefined) return undefined;
  return new Promise((resolve) => {
    const socket = connect(path)
      .once('connect', () => {
        socket.destroy();
        resolve(true);
      })
      // ECONNREFUSED: the file exists, but no process is listening. Other errors are inconclusive.
      .once('error', (error) => resolve('code' in error && error.code === 'ECONNREFUSED' ? false : undefined));
  });
}

/** The absolute path, or the relative one if it is too long for the system. */
function socketPath(folder: string, name: string): string | undefined {
  const path = join(resolve(folder), name);
  return [path, relative(process.cwd(), path)].find((each) => Buffer.byteLength(each) <= MAX_BYTES);
}
