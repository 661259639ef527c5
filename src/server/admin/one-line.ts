import type { Socket } from 'node:net';

/**
 * The first line that comes, without its end. Raises where it is longer than `most` bytes, where the other side ends before it is
 * whole, and where nothing comes for `milliseconds`.
 */
export function oneLine(socket: Socket, most: number, milliseconds: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const done = (settle: () => void) => {
      socket.removeAllListeners('data').removeAllListeners('end').removeAllListeners('timeout').setTimeout(0);
      settle();
    };
    const fail = (why: string) => done(() => reject(new Error(why)));
    socket.setTimeout(milliseconds);
    socket.on('timeout', () => fail('nothing came for too long'));
    socket.on('end', () => fail('the other side ended before it had said anything'));
    socket.on('error', (error) => done(() => reject(error)));
    socket.on('close', () => fail('the connection was closed'));
    socket.on('data', (chunk: Buffer) => {
      const end = chunk.indexOf(0x0a);
      const part = end < 0 ? chunk : chunk.subarray(0, end);
      bytes += part.length;
      if (bytes > most) return fail(`the line is longer than ${most} bytes`);
      chunks.push(part);
      if (end >= 0) done(() => resolve(Buffer.concat(chunks).toString()));
    });
  });
}
