import type { FactReader, LoggedStatement } from '../../traffic/index.ts';
import type { LogReader, ReaderOptions, SourceFormat, StartedStatement, StatementSink } from '../sources/source.ts';

/** Texts that are held back, in bytes. An export has some thousands, of at most a few kilobytes each. */
const MAX_BYTES = 64 << 20;
const RENAMED = /\brename to ["`]?([^"`\s,;]+)/gi;

/** Opens an export. One part reads all of it, since only all of it shows what sessions create. */
export function openSummed(
  format: SourceFormat,
  sink: StatementSink,
  facts: FactReader,
  options: ReaderOptions,
): LogReader {
  const held = new SummedSink(sink, facts);
  const reader = format.open(held, { ...options, part: { index: options.part.index, of: 1 } });
  return {
    write: (chunk) => reader.write(chunk),
    end: () => {
      reader.end();
      held.end();
    },
    notes: () => reader.notes(),
    notCarried: () => reader.notCarried?.() ?? [],
  };
}

/**
 * Holds the statements of an export back until all are read. An export names no sessions, but it has every statement that ran:
 * what none of them creates, no session created before. If it is too long, what sessions created stays unknown.
 */
class SummedSink implements StatementSink {
  readonly #sink: StatementSink;
  readonly #facts: FactReader;
  #held: LoggedStatement[] | undefined = [];
  #bytes = 0;
  /** Undefined if a text that creates something could not be read. */
  #created: Set<string> | undefined = new Set();

  constructor(sink: StatementSink, facts: FactReader) {
    this.#sink = sink;
    this.#facts = facts;
  }

  statement(statement: LoggedStatement): void {
    if (!this.#held) return this.#sink.statement(statement);
    const bytes = statement.bytes.slice(statement.start, statement.end);
    const copy = { ...statement, bytes, start: 0, end: bytes.length };
    this.#held.push(copy);
    this.#bytes += bytes.length;
    this.#addCreated(copy);
    if (this.#bytes <= MAX_BYTES) return;
    this.#created = undefined;
    this.end();
  }

  #addCreated(statement: LoggedStatement): void {
    for (const { operations, unreadable, shape } of this.#facts.preview(statement).tuples) {
      for (const { kind, target } of operations) {
        if (kind.startsWith('create_') && target.name !== undefined) this.#created?.add(target.name.toLowerCase());
      }
      for (const [, name = ''] of shape.matchAll(RENAMED)) this.#created?.add(name.toLowerCase());
      if (unreadable !== undefined && /\bcreate\b/i.test(Buffer.from(statement.bytes).toString('latin1')))
        this.#created = undefined;
    }
  }

  /** All statements have been read. */
  end(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const statement of held) this.#sink.statement({ ...statement, createdNames: this.#created });
  }

  started(statement: LoggedStatement): StartedStatement {
    return this.#sink.started(statement);
  }

  unread(reason: string, line: number, calls: number): void {
    this.#sink.unread(reason, line, calls);
  }

  skipped(what: string): void {
    this.#sink.skipped(what);
  }
}
