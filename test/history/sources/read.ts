import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Part, SourceFormat, StatementSink } from '../../../src/history/sources/source.ts';
import { WHOLE } from '../../../src/history/sources/source.ts';
import type { LoggedStatement } from '../../../src/traffic/index.ts';

/** Output of a reader for one statement; `sql` is its text. */
export interface ReadStatement {
  readonly sql: string;
  readonly at: string | undefined;
  readonly calls: number;
  readonly user: string | undefined;
  readonly application: string | undefined;
  readonly database: string | undefined;
  readonly session: string;
  readonly binds: readonly (string | null)[] | undefined;
  readonly truncated: boolean;
  readonly normalised: boolean;
  readonly backslash: string | undefined;
}

export interface WhatWasRead {
  readonly statements: ReadStatement[];
  readonly unread: string[];
  readonly passedOver: Record<string, number>;
  notes: readonly string[];
  notCarried: readonly string[];
}

interface ReadOptions {
  readonly part?: Part;
  readonly chunk?: number;
  readonly linePrefix?: string | undefined;
}

export function fixture(name: string): Buffer {
  return readFileSync(fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url)));
}

function asRead(logged: LoggedStatement): ReadStatement {
  return {
    sql: new TextDecoder('utf-8', { ignoreBOM: true }).decode(logged.bytes.subarray(logged.start, logged.end)),
    at: Number.isNaN(logged.at) ? undefined : new Date(logged.at).toISOString(),
    calls: logged.calls,
    user: logged.user,
    application: logged.application,
    database: logged.database,
    session: logged.session,
    binds: logged.binds,
    truncated: logged.truncated,
    normalised: logged.normalised,
    backslash: logged.mode?.backslash,
  };
}

/** Reads an input to its end, in chunks of a given size. */
export function readAll(
  format: SourceFormat,
  input: string | Uint8Array,
  { part = WHOLE, chunk = 65_536, linePrefix }: ReadOptions = {},
): WhatWasRead {
  const bytes = typeof input === 'string' ? Buffer.from(input) : input;
  const read: WhatWasRead = { statements: [], unread: [], passedOver: {}, notes: [], notCarried: [] };
  let unsettled = 0;
  const sink: StatementSink = {
    statement: (logged) => read.statements.push(asRead(logged)),
    started(logged) {
      const statement = asRead(logged);
      read.statements.push(statement);
      let settled = false;
      const settle = () => {
        if (settled) throw new Error('settled twice');
        settled = true;
        unsettled--;
      };
      unsettled++;
      return {
        ran: settle,
        failed: (what = 'line of a failed statement') => {
          settle();
          read.statements.splice(read.statements.indexOf(statement), 1);
          sink.skipped(what);
        },
      };
    },
    unread: (reason, line, calls) => read.unread.push(`${line}: ${reason} (${calls})`),
    skipped: (what) => {
      read.passedOver[what] = (read.passedOver[what] ?? 0) + 1;
    },
  };
  const dialect = format.dialects[0];
  const reader = format.open(sink, linePrefix === undefined ? { dialect, part } : { dialect, part, linePrefix });
  // The buffer is reused like that of a file: readers may not keep references to it.
  const buffer = new Uint8Array(Math.min(chunk, Math.max(bytes.length, 1)));
  for (let at = 0; at < bytes.length; at += chunk) {
    const piece = bytes.subarray(at, at + chunk);
    buffer.set(piece);
    reader.write(buffer.subarray(0, piece.length));
    buffer.fill(0x21);
  }
  reader.end();
  if (unsettled > 0) throw new Error(`${unsettled} statements are neither counted nor failed`);
  read.notes = reader.notes();
  read.notCarried = reader.notCarried?.() ?? [];
  return read;
}

/** The SQL of the statements. */
export function sqlOf(read: WhatWasRead): string[] {
  return read.statements.map(({ sql }) => sql);
}
