import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { compareLines, mergeRuns, type Run, type RunLine, readRun, writeRun } from './runs.ts';

/** UTF-16 code units of the lines that are sorted in memory: some 64 MB with their objects. */
const MAX_IN_MEMORY = 16 * 1024 * 1024;
/** Runs that are merged at once. Each is an open file with a buffer. */
const FAN_IN = 16;

/** Sorts any number of lines in bounded memory: sorted runs go to files of a folder, and many runs are merged to one. */
export class ExternalSort {
  readonly #folder: string;
  readonly #maxInMemory: number;
  /** Files by how often their lines were merged: each level has fewer than `FAN_IN`. */
  readonly #levels: string[][] = [];
  #lines: RunLine[] = [];
  #size = 0;
  #files = 0;

  /** @param folder an existing folder, which the caller removes */
  constructor(folder: string, maxInMemory: number = MAX_IN_MEMORY) {
    this.#folder = folder;
    this.#maxInMemory = maxInMemory;
  }

  add(line: RunLine): void {
    this.#lines.push(line);
    const { tuple, caller, days } = line;
    this.#size += tuple.shape.length + tuple.rest.length + caller.flow.length + caller.json.length + days.length;
    if (this.#size > this.#maxInMemory) this.#spill();
  }

  /** All lines, in sorted runs. Call it once, after the last line. */
  runs(): readonly Run[] {
    return [this.#lines.sort(compareLines), ...this.#levels.flat().map(readRun)];
  }

  #spill(): void {
    const lines = this.#lines.sort(compareLines);
    this.#lines = [];
    this.#size = 0;
    this.#store(mergeRuns([lines]), 0);
  }

  #store(run: Run, level: number): void {
    const path = join(this.#folder, `${this.#files++}.run`);
    writeRun(path, run);
    const files = this.#levels[level] ?? [];
    this.#levels[level] = files;
    files.push(path);
    if (files.length < FAN_IN) return;
    this.#levels[level] = [];
    this.#store(mergeRuns(files.map(readRun)), level + 1);
    for (const file of files) rmSync(file);
  }
}
