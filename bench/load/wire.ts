import { randomUUID } from 'node:crypto';
import { Agent, request } from 'undici';

/** What a server said. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** JSON, or undefined where there is none. */
  readonly body: unknown;
}

/** No answer came: what was asked for was done, or was not. */
export class Lost extends Error {
  override readonly name = 'Lost';
}

export interface Question {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** After `/api/v1`. */
  readonly path: string;
  /** Key or token. */
  readonly bearer?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly requestId?: string | undefined;
}

/** Connections to the servers, whatever becomes of them. */
export class Wire {
  readonly #agent: Agent;

  constructor(connections: number) {
    // Longer than any call may take, and shorter than a run.
    this.#agent = new Agent({ connections, headersTimeout: 60_000, bodyTimeout: 60_000, connect: { timeout: 5000 } });
  }

  /** Raises Lost. */
  async ask(url: string, question: Question): Promise<Answer> {
    const { method, path, bearer, body, requestId = randomUUID() } = question;
    try {
      const answer = await request(`${url}/api/v1${path}`, {
        method,
        dispatcher: this.#agent,
        headers: {
          'x-request-id': requestId,
          ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...question.headers,
        },
        body: body === undefined ? null : JSON.stringify(body),
      });
      const text = await answer.body.text();
      return {
        status: answer.statusCode,
        headers: answer.headers,
        body: text === '' ? undefined : JSON.parse(text),
      };
    } catch (error) {
      throw new Lost(error instanceof Error ? error.message : String(error));
    }
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}
