import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { StoreOptions } from '../../../src/server/store/open.ts';
import { HANGS } from '../../timeouts.ts';

/** A line of runner-process.ts. */
export interface Line {
  readonly process: number;
  readonly event: string;
  readonly simulation: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Processes that run simulations, and their output lines in order of arrival. */
export class RunnerProcesses {
  readonly lines: Line[] = [];
  readonly #children: ChildProcess[] = [];

  /** Starts one, and returns its pid once it polls for simulations. */
  async start(
    store: StoreOptions,
    { duration, lease }: { readonly duration: number; readonly lease: number },
  ): Promise<number> {
    const number = this.#children.length;
    const path = fileURLToPath(new URL('./runner-process.ts', import.meta.url));
    const args = [JSON.stringify(store), `${duration}`, `${lease}`];
    const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#children.push(child);
    let rest = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const [event = '', simulation = '', at = ''] = line.split(' ');
        this.lines.push({ process: number, event, simulation, at: Number(at) });
      }
    });
    await this.until('ready', (line) => line.process === number);
    return number;
  }

  /** Waits for a line. */
  async until(event: string, matches: (line: Line) => boolean = () => true): Promise<Line> {
    for (const end = Date.now() + HANGS; Date.now() < end; ) {
      const found = this.lines.find((line) => line.event === event && matches(line));
      if (found) return found;
      await sleep(20);
    }
    throw new Error(`no process says \`${event}\`: ${JSON.stringify(this.lines)}`);
  }

  /** Stops one, and returns the time once it has exited. */
  async end(number: number, signal: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP'): Promise<number> {
    const child = this.#children[number];
    if (!child || child.exitCode !== null || child.signalCode !== null) return Date.now();
    const gone = new Promise((resolve) => child.once('close', resolve));
    child.kill(signal);
    if (signal !== 'SIGSTOP') await gone;
    return Date.now();
  }

  continue(number: number): void {
    this.#children[number]?.kill('SIGCONT');
  }

  async endAll(): Promise<void> {
    for (const number of this.#children.keys()) await this.end(number, 'SIGKILL');
  }
}
