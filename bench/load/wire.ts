import { randomUUID } from 'node:crypto';
import { Agent, request } from 'undici';

/** Answer of a server. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** JSON, or undefined if there is none. */
  readonly body: unknown;
}

/** Raised if no answer arrived: the request may or may not have been executed. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** After `/api/v1`. */
  readonly path: string;
  /** Key or token. */
  readonly bearer?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly requestId?: string | undefined;
}

/** Connections to the servers, which survive restarts. */
export class Wire {
  readonly #agent: Agent;

  constructor(connections: number) {
    // Longer than any call may take, and shorter than a run.
    this.#agent = new Agent({ connections, headersTimeout: 60_000, bodyTimeout: 60_000, connect: { timeout: 5000 } });
  }

  /** Raises NoAnswer. */
  async send(
    url: string,
    { method, path, bearer, body, headers: extraHeaders, requestId = randomUUID() }: WireRequest,
  ): Promise<Answer> {
    try {
      const answer = await request(`${url}/api/v1${path}`, {
        method,
        dispatcher: this.#agent,
        headers: {
          'x-request-id': requestId,
          ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...extraHeaders,
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
      throw new NoAnswer(error instanceof Error ? error.message : String(error));
    }
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}
