// The floor of bench/proxy.ts: passes bytes between clients and a server, and reads none of them.
// Usage: node pipe.mjs <port> <host or socket> [port of the host]
import { connect, createServer } from 'node:net';

const [, , port, host, to] = process.argv;
createServer({ noDelay: true }, (client) => {
  const server = host.startsWith('/') ? connect(host) : connect({ host, port: Number(to), noDelay: true });
  client.pipe(server).pipe(client);
  const end = () => {
    client.destroy();
    server.destroy();
  };
  client.on('error', end).on('close', end);
  server.on('error', end).on('close', end);
}).listen(Number(port), '127.0.0.1');
