import { readFileSync } from 'node:fs';
import type { Part, SourceFormat } from '../../../src/history/sources/source.ts';
import { WHOLE } from '../../../src/history/sources/source.ts';
import type { Dialect } from '../../../src/model/index.ts';

export function fixture(name: string): Buffer {
  return readFileSync(new URL(`../fixtures/${name}`, import.meta.url));
}

export interface Transcript {
  /** One line for each call of the sink. */
  readonly lines: readonly string[];
  readonly notes: readonly string[];
  /** Sessions in which something failed. */
  readonly failed: readonly string[];
}

/** Output of a reader for an input in chunks of `size` bytes, in memory that is reused for each chunk. */
export function transcript(
  format: SourceFormat,
  bytes: Uint8Array,
  {
    size = bytes.length,
    part = WHOLE,
    dialect = format.dialects[0],
  }: { size?: number; part?: Part; dialect?: Dialect },
): Transcript {
  const lines: string[] = [];
  const failed: string[] = [];
  const reader = format.open(
    {
      statement(logged) {
        const { start, end, at, calls, user, application, database, session, binds, truncated, normalised } = logged;
        const facts = {
          ...(Number.isNaN(at) ? {} : { at: new Date(at).toISOString() }),
          ...(calls === 1 ? {} : { calls }),
          user,
          application,
          database,
          session,
          binds,
          ...(truncated && { truncated }),
          ...(normalised && { normalised }),
        };
        lines.push(
          `${JSON.stringify(Buffer.from(logged.bytes).toString('utf8', start, end))}\n    ${JSON.stringify(facts)}`,
        );
      },
      started: () => {
        throw new Error('only logs of PostgreSQL name failed statements');
      },
      unread: (reason, line, calls) => lines.push(`UNREAD ${reason}, line ${line}, calls ${calls}`),
      skipped: (what) => lines.push(`SKIPPED ${what}`),
      failed: (session) => failed.push(session),
    },
    { dialect, part },
  );
  const chunk = Buffer.alloc(Math.max(1, Math.min(size, bytes.length)));
  for (let at = 0; at < bytes.length; at += size) {
    const piece = bytes.subarray(at, at + size);
    chunk.set(piece);
    reader.write(chunk.subarray(0, piece.length));
  }
  reader.end();
  return { lines, notes: reader.notes(), failed };
}

export function printed({ lines, notes }: Transcript): string {
  return [...lines, ...notes.map((note) => `NOTE ${note}`), ''].join('\n');
}
