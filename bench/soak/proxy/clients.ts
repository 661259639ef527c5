import pg from 'pg';
import { pause } from '../fleet.ts';
import type { Journal } from '../journal.ts';
import { marked, STATEMENTS, type Statement } from './statements.ts';

/** What the client of a query knows of it. */
export interface SentQuery {
  readonly statement: Statement;
  /** Unknown: no answer, or one of a server that was just killed or not yet started. */
  answer: 'ran' | 'blocked' | 'unknown';
  /** When it was answered, by the clock of the load. */
  answeredAt: number;
}

/** All clients of a run. */
export interface Clients {
  readonly sent: Map<number, SentQuery>;
  readonly journal: Journal;
  readonly port: number;
  readonly over: AbortSignal;
}

/** A query that takes longer hangs. */
const ANSWER_MS = 30_000;
/** Answers of a database that goes down or comes up, and of a proxy whose database is away. */
const PASSING = /^(?:57P0[123]|08...)$/;

/** Sends statements until the run ends, over connections that last for some of them. */
export async function sendStatements(clients: Clients, name: string): Promise<void> {
  while (!clients.over.aborted) {
    const client = await connect(clients, name);
    if (!client) {
      await pause(100, clients.over);
      continue;
    }
    let isOpen = true;
    for (let left = 1 + Math.random() * 100; left > 0 && isOpen && !clients.over.aborted; left--) {
      isOpen = await sendNext(clients, client);
      await pause(50 + Math.random() * 50, clients.over);
    }
    await client.end().catch(() => undefined);
  }
}

async function connect({ port, journal }: Clients, application_name: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'app',
    database: 'postgres',
    application_name,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  // The query that waits gets it too.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    if (error instanceof pg.DatabaseError && !PASSING.test(error.code ?? ''))
      journal.fault(`a client was refused: ${error.code} ${error.message}`);
    await client.end().catch(() => undefined);
    return undefined;
  }
}

/** Returns whether the connection can be used again. */
async function sendNext({ sent, journal }: Clients, client: pg.Client): Promise<boolean> {
  const query = sent.size + 1;
  const statement = STATEMENTS[Math.floor(Math.random() * STATEMENTS.length)];
  if (!statement) throw new Error('there are no statements');
  const record: SentQuery = { statement, answer: 'unknown', answeredAt: 0 };
  sent.set(query, record);
  const text = marked(statement, query);
  try {
    const values = statement.values?.(query);
    await (values ? client.query(text, [...values]) : client.query(text));
    record.answer = 'ran';
    record.answeredAt = performance.now();
    if (!statement.isAllowed) journal.fault(`a forbidden statement ran: ${statement.text(0)}`);
    return true;
  } catch (error) {
    record.answeredAt = performance.now();
    if (!(error instanceof pg.DatabaseError)) {
      if (error instanceof Error && error.message === 'Query read timeout') journal.fault('a query was never answered');
      return false;
    }
    const { code = '', message } = error;
    if (code === '42501' && message.startsWith('blocked by Querygate') && !statement.isAllowed) {
      record.answer = 'blocked';
      return true;
    }
    if (!PASSING.test(code)) journal.fault(`\`${statement.text(0)}\` failed: ${code} ${message}`);
    return false;
  }
}
