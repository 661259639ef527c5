export type LogLevel = 'info' | 'warn' | 'error';

/** Where the proxy reports what an operator should know. Never contains SQL, a bind value or an API key. */
export type Log = (level: LogLevel, message: string, fields?: Readonly<Record<string, unknown>>) => void;

/** Milliseconds between two reports of the same lasting fault. */
const REPEAT_MS = 10 * 60_000;

/** Reports a lasting fault when it begins, when its message changes and every ten minutes, and when it ends. */
export class FaultLog {
  readonly #log: Log;
  readonly #now: () => number;
  #message: string | undefined;
  #reportedAt = 0;

  constructor(log: Log, now: () => number) {
    this.#log = log;
    this.#now = now;
  }

  /** @param key decides whether it is the same fault; default: the message */
  failed(level: LogLevel, message: string, key = message): void {
    const now = this.#now();
    if (key === this.#message && now - this.#reportedAt < REPEAT_MS) return;
    this.#message = key;
    this.#reportedAt = now;
    this.#log(level, message);
  }

  /** The fault is over; reports it if there was one. */
  ended(message: string): void {
    if (this.#message === undefined) return;
    this.#message = undefined;
    this.#log('info', message);
  }
}

/** A log of JSON lines, as the service writes it: `level`, `time`, `msg` and the fields. */
export function jsonLog(write: (line: string) => void, least: LogLevel = 'info', now = () => new Date()): Log {
  const levels: readonly LogLevel[] = ['info', 'warn', 'error'];
  return (level, message, fields = {}) => {
    if (levels.indexOf(level) < levels.indexOf(least)) return;
    write(`${JSON.stringify({ level, time: now().toISOString(), ...fields, msg: message })}\n`);
  };
}
