import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TestProxy {
  readonly url: string;
  readonly port: number;
  /** The CONNECT requests that it received: target and credentials. */
  readonly requests: { readonly target: string; readonly authorization: string | undefined }[];
  /** All data that passed through, as the proxy saw it. */
  seen(): string;
  close(): Promise<void>;
}

/**
 * A proxy that tunnels every CONNECT to one port of this machine. With an `answer` other than 200 it opens no tunnel, and
 * with an empty one it sends nothing.
 */
export async function startProxy(port: number, answer = 'HTTP/1.1 200 OK\r\n\r\n'): Promise<TestProxy> {
  const requests: TestProxy['requests'] = [];
  const sockets = new Set<Socket>();
  const seen: Buffer[] = [];
  const track = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => socket.destroy());
  };
  const server = createServer((socket) => {
    track(socket);
    socket.on('data', (chunk: Buffer) => seen.push(chunk));
    socket.once('data', (head: Buffer) => {
      const text = head.toString('latin1');
      const target = /^CONNECT (\S+) HTTP/.exec(text)?.[1] ?? text;
      requests.push({ target, authorization: /^proxy-authorization: (.*)$/im.exec(text)?.[1]?.trim() });
      if (answer === '') return;
      socket.write(answer);
      if (!answer.includes(' 200 ')) return;
      const out = track(connect(port, '127.0.0.1'));
      socket.pipe(out).pipe(socket);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const own = (server.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${own}`,
    port: own,
    requests,
    seen: () => Buffer.concat(seen).toString('latin1'),
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((done) => server.close(() => done()));
    },
  };
}
