import { connect, createServer, type Server } from 'node:net';
import { join, relative, resolve } from 'node:path';

/** Bytes of the path of a Unix socket (`sun_path`): 108 on Linux and 104 on macOS, with a zero at the end. */
const MOST_BYTES = 103;
const NAME = /^life-[0-9a-f-]{36}\.sock$/;

/**
 * A Unix socket in a folder, at which a process listens for as long as it lives and says nothing. Whoever has the same kernel
 * sees by it whether the process lives, though it may have other numbers of processes and another network (containers).
 */
export class LivenessSocket {
  readonly name: string;
  readonly #server: Server;

  private constructor(name: string, server: Server) {
    this.name = name;
    this.#server = server;
  }

  /** Undefined where the folder takes no sockets, or its path is too long for one. */
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

  /** Removes its file too. */
  async end(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Whether somebody listens there; undefined where the kernel does not say. For processes of this kernel alone. */
export async function answersAt(folder: string, name: string): Promise<boolean | undefined> {
  const path = socketPath(folder, name);
  if (path === undefined) return undefined;
  return new Promise((resolve) => {
    const socket = connect(path)
      .once('connect', () => {
        socket.destroy();
        resolve(true);
      })
      // A file at which nobody listens; any other fault says nothing.
      .once('error', (error) => resolve('code' in error && error.code === 'ECONNREFUSED' ? false : undefined));
  });
}

/** The path as it is, or from here, whichever the system takes. */
function socketPath(folder: string, name: string): string | undefined {
  const path = join(resolve(folder), name);
  return [path, relative(process.cwd(), path)].find((each) => Buffer.byteLength(each) <= MOST_BYTES);
}
