import { pause } from '../fleet.ts';
import type { Journal } from '../journal.ts';
import { marked, type Statement } from './statements.ts';
import type { SoakClient, SoakUpstream } from './upstream.ts';

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
  readonly upstream: SoakUpstream;
  readonly sent: Map<number, SentQuery>;
  readonly journal: Journal;
  readonly port: number;
  readonly over: AbortSignal;
}

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

async function connect({ upstream, port, journal }: Clients, name: string): Promise<SoakClient | undefined> {
  const client = await upstream.connect(port, name);
  if (!client || 'run' in client) return client;
  journal.fault(client.fault);
  return undefined;
}

/** Returns whether the connection can be used again. */
async function sendNext({ upstream, sent, journal }: Clients, client: SoakClient): Promise<boolean> {
  const query = sent.size + 1;
  const statement = upstream.statements[Math.floor(Math.random() * upstream.statements.length)];
  if (!statement) throw new Error('there are no statements');
  const record: SentQuery = { statement, answer: 'unknown', answeredAt: 0 };
  sent.set(query, record);
  const outcome = await client.run(marked(statement, query), statement.values?.(query));
  record.answeredAt = performance.now();
  if (outcome === 'lost') return false;
  if (outcome === 'ran') {
    record.answer = 'ran';
    if (!statement.isAllowed) journal.fault(`a forbidden statement ran: ${statement.text(0)}`);
    return true;
  }
  if (outcome === 'blocked' && !statement.isAllowed) {
    record.answer = 'blocked';
    return true;
  }
  journal.fault(
    outcome === 'blocked' ? `\`${statement.text(0)}\` was blocked` : `\`${statement.text(0)}\`: ${outcome.fault}`,
  );
  return false;
}
