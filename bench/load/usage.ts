import { readdirSync, readFileSync } from 'node:fs';

/** Of the clock that /proc counts in; Linux has had the same on every machine for decades. */
const TICKS_PER_SECOND = 100;

interface ProcessStat {
  readonly parent: number;
  /** Seconds of its own. */
  readonly own: number;
  /** Seconds of its children that have ended. */
  readonly ended: number;
}

function statOf(pid: number): ProcessStat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may hold spaces; what follows it does not.
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

/** Seconds of CPU of a process with its threads and the children that it has or had; undefined where nobody can say. */
export function cpuSeconds(pid: number): number | undefined {
  const stat = statOf(pid);
  if (!stat) return undefined;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((each) => each?.parent === pid);
  return children.reduce((sum, each) => sum + (each?.own ?? 0), stat.own + stat.ended);
}

/** Bytes of memory that a process holds; undefined where nobody can say. */
export function residentBytes(pid: number): number | undefined {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}
