import { parentPort, workerData } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { InternalError } from '../../model/index.ts';
import { startInFolder, startInMemory } from './pglite.ts';
import {
  sendError,
  type ThreadReply,
  type ThreadRequest,
  type ThreadRows,
  type ThreadStart,
} from './thread-messages.ts';
import { PARSERS } from './values.ts';

/** Parameters and results are PostgreSQL's text format, as with a server. */
const AS_TEXT = {
  serializers: new Proxy({}, { get: () => (text: string) => text }),
  parsers: Object.fromEntries(PARSERS),
};

/** Runs the thread of the embedded store: starts it, and runs statements one after the other. */
export async function runStoreThread(): Promise<void> {
  const port = parentPort;
  if (!port) throw new InternalError('the embedded store runs in a thread of its own');
  const reply = async (work: () => Promise<ThreadRows>): Promise<void> => {
    let sent: ThreadReply;
    try {
      sent = { ok: true, ...(await work()) };
    } catch (error) {
      sent = { ok: false, error: sendError(error) };
    }
    port.postMessage(sent);
  };
  let pg: PGlite | undefined;
  let last = reply(async () => {
    const start = workerData as ThreadStart;
    pg = 'folder' in start ? await startInFolder(start.folder, start.durable) : await startInMemory(start.image);
    return NOTHING;
  });
  port.on('message', (request: ThreadRequest) => {
    last = last.then(() =>
      reply(async () => {
        if (!pg) throw new InternalError('the embedded store did not start');
        return run(pg, request);
      }),
    );
  });
}

const NOTHING: ThreadRows = { rows: [], count: 0 };

async function run(pg: PGlite, request: ThreadRequest): Promise<ThreadRows> {
  switch (request.kind) {
    case 'query': {
      const { rows, rowCount = 0 } = await pg.query<object>(request.sql, [...request.texts], AS_TEXT);
      return { rows, count: rowCount };
    }
    case 'script':
      await pg.exec(request.sql);
      return NOTHING;
    case 'commit': {
      const [result] = await pg.exec('COMMIT');
      return { rows: [], count: result?.command === 'COMMIT' ? 1 : 0 };
    }
    case 'close':
      await pg.close();
      return NOTHING;
  }
}
