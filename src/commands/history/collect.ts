import { realpath } from 'node:fs/promises';
import {
  type Completeness,
  ConfigError,
  type Dialect,
  EXIT,
  grouped,
  HISTORY_GAPS,
  type HistoryHeader,
  type HistorySourceKind,
  isNameMask,
  maskOption,
  type ProposedMasks,
  readCallerMask,
  readNameMask,
  recordsOf,
} from '../../model/index.ts';
import type { CommandResult } from '../command-result.ts';

export interface CollectHistoryRequest {
  /** Paths of logs and exports, or `-` for standard input. */
  readonly inputs: readonly string[];
  /** Path of the snapshot. */
  readonly output: string;
  readonly format?: HistorySourceKind | undefined;
  readonly dialect?: Dialect | undefined;
  readonly linePrefix?: string | undefined;
  /** Path of an earlier export of `pg_stat_statements`. */
  readonly since?: string | undefined;
  /** As `fact=pattern`. */
  readonly callerPattern?: readonly string[] | undefined;
  /** Missing: production. */
  readonly origin?: 'tests' | undefined;
  /** `every-call`, or what the inputs lack. */
  readonly completeness?: readonly string[] | undefined;
  /** As `fact=pattern`. */
  readonly namePattern?: readonly string[] | undefined;
  readonly workers?: number | undefined;
  readonly workerUrl?: URL | undefined;
  /** Megabytes. */
  readonly memory?: number | undefined;
  readonly maxVariants?: number | undefined;
  readonly allowOverlap?: boolean | undefined;
  readonly now: Date;
  /** Receives one line of progress. */
  readonly onProgress?: ((text: string) => void) | undefined;
}

/** Share of unread input above which the command warns: the default of `max-unread`. */
const MAX_UNREAD_PERCENT = 1;
const MIN_MEMORY = 16;

/** `querygate history collect`: reads logs into a snapshot. Raises ConfigError. */
export async function collectHistoryCommand(request: CollectHistoryRequest): Promise<CommandResult> {
  const { inputs, output, onProgress, callerPattern = [], namePattern = [], completeness = [], ...options } = request;
  const { memory, maxVariants } = options;
  if (memory !== undefined && memory < MIN_MEMORY)
    throw new ConfigError(`\`--memory ${memory}\` is too small: the minimum is ${MIN_MEMORY} (megabytes)`);
  if (maxVariants !== undefined && maxVariants < 1) throw new ConfigError('`--max-variants` must be 1 or more');
  await assertNotInput(inputs, output);
  const { collectSnapshot, headerText } = await import('../../history/index.ts');
  const { header, written, places, proposals } = await collectSnapshot(inputs, output, {
    ...options,
    completeness: readCompleteness(completeness),
    callerMasks: callerPattern.map(readCallerMask),
    nameMasks: namePattern.map(readNameMask),
    ...(onProgress && { onProgress: (progress) => onProgress(progressText(progress)) }),
  });
  if (!written) {
    const text = `nothing written: no executions found in ${inputs.length === 1 ? 'this input' : 'these inputs'}\n`;
    return { text: `${text}\n${headerText(header)}${unreadLines(header, places)}`, exitCode: EXIT.unknown };
  }
  return {
    text: `${unreadWarning(header)}wrote ${output}: ${headerText(header)}${unreadLines(header, places)}${proposalLines(proposals)}`,
    exitCode: EXIT.ok,
  };
}

function readCompleteness(values: readonly string[]): readonly Completeness[] {
  const read = values.map((value): Completeness => {
    if (value === 'every-call' || Object.hasOwn(HISTORY_GAPS, value)) return value as Completeness;
    const known = ['every-call', ...Object.keys(HISTORY_GAPS)].map((name) => `\`${name}\``).join(', ');
    throw new ConfigError(`\`--completeness ${value}\` is not known: use ${known}`);
  });
  if (read.includes('every-call') && new Set(read).size > 1)
    throw new ConfigError('`--completeness every-call` contradicts another `--completeness`: give one of them');
  return read;
}

/** Lines of proposed patterns. */
const MAX_PROPOSED = 10;

/** One line for each proposed pattern; empty if there is none. */
export function proposalLines({ masks, isCutOff }: ProposedMasks): string {
  const lines = masks.slice(0, MAX_PROPOSED).map((mask) => {
    const { fact, pattern, count, isMore } = mask;
    const effect = isNameMask(mask)
      ? 'and each has flows of its own; to tell flows apart without them'
      : 'and each is a caller with flows of its own; to record them as one';
    return `${grouped(count)}${isMore ? ' or more' : ''} ${fact} names are like \`${pattern}\`, ${effect}, pass \`${maskOption(mask)}\`\n`;
  });
  const more = masks.length - lines.length;
  if (more > 0)
    lines.push(`${grouped(more)} more patterns of names that change are not shown; they show once these are passed\n`);
  if (isCutOff) lines.push('names change in more ways than were compared; patterns for them may be missing here\n');
  return lines.length === 0 ? '' : `\n${lines.join('')}`;
}

/** Entry point of a worker thread of `history collect`. */
export async function runHistoryWorker(): Promise<void> {
  await (await import('../../history/index.ts')).runHistoryWorker();
}

async function assertNotInput(inputs: readonly string[], output: string): Promise<void> {
  const real = (path: string) => realpath(path).catch(() => undefined);
  const to = await real(output);
  for (const input of inputs) {
    if (to !== undefined && input !== '-' && (await real(input)) === to)
      throw new ConfigError(`\`${output}\` is one of the inputs; write the snapshot to another file`);
  }
}

interface Progress {
  readonly done: number;
  readonly total: number | undefined;
  readonly bytesPerSecond: number;
  readonly secondsLeft: number | undefined;
}

/** `45 % of 2.6 GB, 180 MB/s, 8 s left`. */
export function progressText({ done, total, bytesPerSecond, secondsLeft }: Progress): string {
  const amount =
    total === undefined
      ? `${size(done)} read`
      : `${total === 0 ? 100 : Math.floor((100 * done) / total)} % of ${size(total)}`;
  return [
    amount,
    `${size(bytesPerSecond)}/s`,
    ...(secondsLeft === undefined ? [] : [`${duration(secondsLeft)} left`]),
  ].join(', ');
}

function size(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 ? Math.round(value) : Number(value.toPrecision(3))} ${units[unit]}`;
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 100) return `${whole} s`;
  const minutes = Math.ceil(whole / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}

/** Warning at the top of the output if too much is unread for the history to be trusted. */
function unreadWarning({ unread, statements, sources }: HistoryHeader): string {
  const records = recordsOf(sources);
  const percent = 100 * Math.max(unread / (unread + statements), records ? records.unread / records.all : 0);
  if (percent <= MAX_UNREAD_PERCENT) return '';
  return `WARNING: ${Number(percent.toPrecision(2))} % of the input could not be read: \`simulate\` fails above ${MAX_UNREAD_PERCENT} % (\`max-unread\`)\n\n`;
}

interface Place {
  readonly reason: string;
  readonly line: number;
}

/** Formats what was unread, by source and reason, with the first lines concerned, but none of their text. */
function unreadLines({ sources }: HistoryHeader, places: readonly (readonly Place[])[]): string {
  const lines = sources.flatMap(({ name, unread }, at) => {
    const reasons = Object.entries(unread).map(([reason, count]) => `  ${count}  ${reason}`);
    const first = (places[at] ?? []).map(({ reason, line }) => `  ${name}:${line}: ${reason}`);
    return reasons.length === 0
      ? []
      : [`unread in ${name}:`, ...reasons, ...(first.length > 0 ? ['  first occurrences:'] : []), ...first];
  });
  return lines.length === 0 ? '' : `\n${lines.join('\n')}\n`;
}
