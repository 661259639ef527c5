import type { Duplex } from 'node:stream';

/** Reads that many bytes; undefined if the stream ends before, or after the given time (milliseconds). */
export function readExactly(socket: Duplex, length: number, timeout: number): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const settle = (bytes: Buffer | undefined) => {
      clearTimeout(timer);
      socket.off('readable', read);
      socket.off('end', stop);
      socket.off('close', stop);
      socket.off('error', stop);
      resolve(bytes);
    };
    const stop = () => settle(undefined);
    const read = () => {
      const bytes: Buffer | null = socket.read(length);
      if (bytes === null) return;
      // At the end of the stream, less is returned.
      settle(bytes.length === length ? bytes : undefined);
    };
    const timer = setTimeout(stop, timeout);
    socket.on('readable', read);
    socket.on('end', stop);
    socket.on('close', stop);
    socket.on('error', stop);
    read();
  });
}
