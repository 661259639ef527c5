// The least that a gate does, for bench/proxy.ts: a bare pipe that also finds the messages of both directions, and looks
// up the text of each query among those that it knows. It keeps no state of the session and decides nothing.
// Usage: node reading-pipe.mjs <port> <socket>
import { connect, createServer } from 'node:net';

const [, , port, upstream] = process.argv;
const QUERY = 0x51;
const PARSE = 0x50;
const HEADER = 5;

createServer({ noDelay: true }, (client) => {
  const server = connect(upstream);
  // The first message has no type.
  let isFirst = true;
  relay(client, server, (buffer, at, length) => {
    const type = buffer[at];
    if (type === QUERY) lookUp(buffer.latin1Slice(at + HEADER, at + length - 1));
    else if (type === PARSE) {
      const text = buffer.indexOf(0, at + HEADER) + 1;
      lookUp(buffer.latin1Slice(text, buffer.indexOf(0, text)));
    }
  });
  relay(server, client, (buffer, at) => {
    counts[buffer[at]]++;
  });

  function relay(from, to, take) {
    let rest;
    from.on('data', (chunk) => {
      const buffer = rest ? Buffer.concat([rest, chunk]) : chunk;
      let at = 0;
      if (isFirst) {
        isFirst = false;
        at = buffer.length;
      }
      while (at + HEADER <= buffer.length) {
        const length = buffer.readUInt32BE(at + 1) + 1;
        if (at + length > buffer.length) break;
        take(buffer, at, length);
        at += length;
      }
      rest = at < buffer.length ? buffer.subarray(at) : undefined;
      if (at > 0 && !to.write(at < buffer.length ? buffer.subarray(0, at) : buffer)) from.pause();
    });
    to.on('drain', () => from.resume());
    const end = () => {
      client.destroy();
      server.destroy();
    };
    from.on('error', end).on('close', end);
  }
}).listen(Number(port), '127.0.0.1');

const counts = new Uint32Array(256);
const known = new Map();

function lookUp(text) {
  const count = known.get(text) ?? 0;
  if (known.size > 10_000) known.clear();
  known.set(text, count + 1);
}
