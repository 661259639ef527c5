import type { Socket } from 'node:net';
import type { Dialect } from '../../model/index.ts';
import type { AcceptOptions, Protocol, SessionStart } from '../sessions/index.ts';
import { connectPlain, type Upstream, UpstreamError } from '../sockets/index.ts';
import { ANSWER, packet } from './packets.ts';
import { readPacket } from './read-packet.ts';
import { MysqlStart } from './start.ts';

/** The protocol of MySQL and MariaDB, version 10. */
export function mysql(dialect: 'mysql' | 'mariadb'): Protocol {
  return new Mysql(dialect);
}

/** User of the probes: it need not exist. */
const PROBE_USER = 'querygate_probe';
/** Long password, protocol 4.1, secure connection, authentication by plugin. */
const PROBE_CAPABILITIES = 0x88201;
const QUIT = packet(0, Buffer.from([1]));

class Mysql implements Protocol {
  readonly dialect: Dialect;
  readonly defaultPort = 3306;

  constructor(dialect: Dialect) {
    this.dialect = dialect;
  }

  /** TLS begins after the greeting. */
  connect(upstream: Upstream): Promise<Socket> {
    return connectPlain(upstream, 'mysqld.sock');
  }

  /**
   * Logs in as a user that need not exist: the server counts clients that leave before, and blocks their host in the end
   * (`max_connect_errors`).
   */
  async probe(upstream: Upstream): Promise<void> {
    const socket = await this.connect({ ...upstream, tls: undefined });
    socket.on('error', () => {});
    try {
      const read = async () => {
        const answer = await readPacket(socket, upstream.timeout);
        if (!answer) throw new UpstreamError('the database closed the connection');
        return answer;
      };
      if ((await read()).payload[0] === ANSWER.error) throw new UpstreamError('the database refuses connections');
      const head = Buffer.alloc(32);
      head.writeUInt32LE(PROBE_CAPABILITIES);
      head.writeUInt32LE(1 << 24, 4);
      head[8] = 45;
      socket.write(packet(1, head, `${PROBE_USER}\0`, '\0', 'mysql_native_password\0'));
      for (;;) {
        const { sequence, payload } = await read();
        if (payload[0] === ANSWER.error) return;
        if (payload[0] === ANSWER.ok) return void socket.write(QUIT);
        // Another plugin: no password.
        socket.write(packet(sequence + 1));
      }
    } finally {
      socket.end();
    }
  }

  accept(socket: Socket, options: AcceptOptions): SessionStart {
    return new MysqlStart(socket, options, this.dialect);
  }
}
