import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { compareText } from '../../model/index.ts';
import { sumDays } from './days.ts';
import { bodyOf, type CallerText, lineOf, type TupleText } from './row-text.ts';

/** A row on its way into a snapshot, as pieces of JSON. Rows with one tuple or one caller share its text. */
export interface RunLine {
  readonly tuple: TupleText;
  readonly caller: CallerText;
  readonly days: string;
}

/** The full line of a row. */
export function textOf({ tuple, caller, days }: RunLine): string {
  return lineOf(bodyOf(tuple, caller), days);
}

/** Rows in the order of `compareLines`; can be iterated once. */
export type Run = Iterable<RunLine>;

const BUFFER = 64 * 1024;

type Compared = Pick<RunLine, 'tuple' | 'caller'>;

/** Compares by flow, then by the rest, in UTF-16 code units, so the order is the same on every machine. 0 only if equal. */
export function compareLines(a: Compared, b: Compared): number {
  return compareFlows(a, b) || compareText(a.tuple.rest, b.tuple.rest) || compareText(a.caller.json, b.caller.json);
}

/** 0 for rows of one flow. */
export function compareFlows(a: Compared, b: Compared): number {
  return (
    compareText(a.tuple.shape, b.tuple.shape) ||
    compareText(a.tuple.dialect, b.tuple.dialect) ||
    compareText(a.caller.flow, b.caller.flow)
  );
}

function isSameTuple(a: TupleText, b: TupleText): boolean {
  return a === b || (a.shape === b.shape && a.dialect === b.dialect && a.rest === b.rest);
}

/**
 * Writes a run to a new file: a line for each tuple, and below it one for each of its rows, which begins with a tab. JSON
 * contains no raw tab or line feed.
 */
export function writeRun(path: string, run: Run): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    let text: string[] = [];
    let size = 0;
    const flush = (): void => {
      writeAll(file, Buffer.from(text.join('')));
      text = [];
      size = 0;
    };
    let last: TupleText | undefined;
    for (const { tuple, caller, days } of run) {
      const isNew = last === undefined || !isSameTuple(tuple, last);
      const line = `${isNew ? `${tuple.shape}\t${tuple.dialect}\t${tuple.rest}\n` : ''}\t${caller.flow}\t${caller.json}\t${days}\n`;
      last = tuple;
      text.push(line);
      size += line.length;
      if (size > BUFFER) flush();
    }
    flush();
  } finally {
    closeSync(file);
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

/** Reads a run from a file written by `writeRun`. */
export function* readRun(path: string): Generator<RunLine> {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(BUFFER);
    const decoder = new StringDecoder('utf8');
    let rest = '';
    let tuple: TupleText = { shape: '', dialect: '', rest: '' };
    for (let size = readSync(file, buffer); size > 0; size = readSync(file, buffer)) {
      const lines = (rest + decoder.write(buffer.subarray(0, size))).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const [first = '', second = '', third = '', days = ''] = line.split('\t');
        if (first === '') yield { tuple, caller: { flow: second, json: third }, days };
        else tuple = { shape: first, dialect: second, rest: third };
      }
    }
  } finally {
    closeSync(file);
  }
}

interface Cursor {
  line: RunLine;
  readonly rest: Iterator<RunLine>;
}

/** Merges sorted runs into one that has each tuple once, with the sum of its days. */
export function* mergeRuns(runs: readonly Run[]): Generator<RunLine> {
  const heap: Cursor[] = [];
  for (const run of runs) {
    const rest = run[Symbol.iterator]();
    const first = rest.next();
    if (!first.done) heap.push({ line: first.value, rest });
  }
  for (let at = (heap.length >> 1) - 1; at >= 0; at--) sink(heap, at);
  try {
    for (let top = heap[0]; top !== undefined; top = heap[0]) {
      const { line } = top;
      advance(heap);
      const days = [line.days];
      for (let next = heap[0]; next !== undefined && compareLines(next.line, line) === 0; next = heap[0]) {
        days.push(next.line.days);
        advance(heap);
      }
      yield days.length === 1 ? line : { ...line, days: sumDays(days) };
    }
  } finally {
    for (const { rest } of heap) rest.return?.();
  }
}

/** Replaces the top of the heap by the next line of its run. */
function advance(heap: Cursor[]): void {
  const top = heap[0];
  if (top === undefined) return;
  const next = top.rest.next();
  if (!next.done) top.line = next.value;
  else {
    const last = heap.pop();
    if (last === undefined || last === top) return;
    heap[0] = last;
  }
  sink(heap, 0);
}

/** Restores the heap order below one index. */
function sink(heap: Cursor[], from: number): void {
  for (let at = from; ; ) {
    let least = at;
    for (const child of [2 * at + 1, 2 * at + 2]) {
      const a = heap[child];
      const b = heap[least];
      if (a && b && compareLines(a.line, b.line) < 0) least = child;
    }
    const moved = heap[least];
    const current = heap[at];
    if (least === at || !moved || !current) return;
    heap[at] = moved;
    heap[least] = current;
    at = least;
  }
}
