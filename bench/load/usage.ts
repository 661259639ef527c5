import { readdirSync, readFileSync } from 'node:fs';

/** Ticks per second of the clock in /proc; the same on all Linux machines for decades. */
const TICKS_PER_SECOND = 100;

interface ProcessStat {
  readonly parent: number;
  /** Its own CPU seconds. */
  readonly own: number;
  /** CPU seconds of its finished children. */
  readonly ended: number;
}

function statOf(pid: number): ProcessStat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may contain spaces; the fields after it do not.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const at = (field: number) => fields[field - 3] ?? 0;
    return {
      parent: at(4),
      own: (at(14) + at(15)) / TICKS_PER_SECOND,
      ended: (at(16) + at(17)) / TICKS_PER_SECOND,
    };
  } catch {
    return undefined;
  }
}

/** CPU seconds of a process with its threads and its current and finished children; undefined if unknown. */
export function cpuSeconds(pid: number): number | undefined {
  const stat = statOf(pid);
  if (!stat) return undefined;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((each) => each?.parent === pid);
  return children.reduce((sum, each) => sum + (each?.own ?? 0), stat.own + stat.ended);
}

/** Bytes of memory of a process; undefined if unknown. */
export function residentBytes(pid: number): number | undefined {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}
