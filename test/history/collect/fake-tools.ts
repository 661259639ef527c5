import type { CollectTools } from '../../../src/history/collect/part.ts';
import { openInput } from '../../../src/history/input/open.ts';
import { partOf, type SourceFormat } from '../../../src/history/sources/source.ts';
import type { LoggedStatement } from '../../../src/traffic/index.ts';
import type { FactTuple, ReadText } from '../../../src/traffic/types.ts';
import { operation, statementFacts, target } from '../build.ts';

// A log format and a fact reader that are simple enough to be certainly right: the tests cover what is between them.
//
// A line is `session|user|application|database|seconds since 1970|calls|SQL`; `-` is a value that is not recorded.
// `?reason` is a line that cannot be read, `#what` one that is skipped; `!dies` ends the thread, `!fails` raises.

const DECODER = new TextDecoder();
const ENCODER = new TextEncoder();

export const FORMAT: SourceFormat = {
  kind: 'jsonl',
  dialects: ['postgresql', 'mysql', 'mariadb', 'sqlite', 'transactsql'],
  notCarried: ['caller.role'],
  sniff: () => 1,
  open(sink, { part }) {
    const decoder = new TextDecoder();
    let rest = '';
    let number = 0;
    const line = (text: string): void => {
      number++;
      const [session = '', user = '', application = '', database = '', at = '', calls = '', ...sql] = text.split('|');
      if (partOf(session, part) !== part.index) return;
      if (text.startsWith('?')) return sink.unread(text.slice(1), number, 1);
      if (text.startsWith('#')) return sink.skipped(text.slice(1));
      if (text.startsWith('!dies')) process.exit(7);
      if (text.startsWith('!fails')) throw new Error('a defect of the test');
      const bytes = ENCODER.encode(sql.join('|'));
      const carried = (value: string): string | undefined => (value === '-' ? undefined : value);
      const statement: LoggedStatement = {
        bytes,
        start: 0,
        end: bytes.length,
        at: at === '-' ? Number.NaN : Number(at) * 1000,
        calls: Number(calls),
        user: carried(user),
        application: carried(application),
        database: carried(database),
        session,
        binds: undefined,
        truncated: text.endsWith('…'),
        normalised: false,
        mode: undefined,
      };
      sink.statement(statement);
    };
    return {
      write(chunk) {
        const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
        rest = lines.pop() ?? '';
        for (const one of lines) line(one);
      },
      end() {
        if (rest !== '') line(rest);
      },
      notes: () => ['a note of the format'],
    };
  },
};

/** A statement's shape has `?` for each number; the first number is its limit. `;` separates statements. */
function tupleOf(text: string, truncated: boolean): FactTuple {
  const table = /from (\w+)/.exec(text)?.[1] ?? '';
  const limit = Number(/\d+/.exec(text)?.[0] ?? 0);
  return {
    shape: text.replace(/\d+/g, '?'),
    dialect: 'postgresql',
    operations: [operation({ kind: text.startsWith('drop') ? 'drop_table' : 'select', target: target(table) })],
    facts: statementFacts({ tablesRead: [table], hasLimit: limit > 0, limit }),
    unreadable: text.includes('garbage') ? 'not understood' : undefined,
    truncated,
  };
}

const NO_TAGS = {};

export const TOOLS: CollectTools = {
  openInput,
  findFormat: () => FORMAT,
  shareReadings: () => new SharedArrayBuffer(0),
  async createFactReader() {
    const known = new Map<string, ReadText>();
    const tags = new Map<string, Readonly<Record<string, string>>>();
    let last: Readonly<Record<string, string>> = NO_TAGS;
    return {
      readings: 0,
      texts: 0,
      byClass: false,
      read({ bytes, start, end, truncated }) {
        const text = DECODER.decode(bytes.subarray(start, end));
        const comment = /\/\*(\w+)\*\//.exec(text)?.[1];
        last = comment === undefined ? NO_TAGS : (tags.get(comment) ?? { action: comment });
        if (comment !== undefined) tags.set(comment, last);
        let read = known.get(text);
        if (!read) {
          const parts = text
            .replace(/\/\*\w+\*\//, '')
            .split(';')
            .filter((part) => part !== '');
          read = { concernsSession: false, tuples: parts.map((part) => tupleOf(part, truncated)) };
          known.set(text, read);
        }
        return read;
      },
      preview() {
        throw new Error('a collector follows what ran');
      },
      tags: () => last,
    };
  },
};
