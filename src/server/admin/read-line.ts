import type { Socket } from 'node:net';

/**
 * Reads one line, without its line end. Raises if it is longer than `maxBytes`, if the connection closes before the
 * line is complete, and if no data arrives for `milliseconds`.
 */
export function oneLine(socket: Socket, maxBytes: number, milliseconds: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const done = (settle: () => void) => {
      socket.removeAllListeners('data').removeAllListeners('end').removeAllListeners('timeout').setTimeout(0);
      settle();
    };
    const fail = (why: string) => done(() => reject(new Error(why)));
    socket.setTimeout(milliseconds);
    socket.on('timeout', () => fail('timed out'));
    socket.on('end', () => fail('the connection was closed without an answer'));
    socket.on('error', (error) => done(() => reject(error)));
    socket.on('close', () => fail('the connection was closed'));
    socket.on('data', (chunk: Buffer) => {
      const end = chunk.indexOf(0x0a);
      const part = end < 0 ? chunk : chunk.subarray(0, end);
      bytes += part.length;
      if (bytes > maxBytes) return fail(`the line is longer than ${maxBytes} bytes`);
      chunks.push(part);
      if (end >= 0) done(() => resolve(Buffer.concat(chunks).toString()));
    });
  });
}
