import { createHash } from 'node:crypto';
import type { LockComparison } from './locks.ts';
import type { Measured, Reported } from './measure.ts';

/** A pull request and what is to be judged in it. */
export interface Sampled {
  readonly repository: string;
  readonly commit: string;
  readonly findings: readonly Reported[];
}

/** Maximum length of a printed statement, and maximum number of findings of a pull request. */
const MAX_TEXT = 1200;
const MAX_FINDINGS = 12;

/**
 * The first `size` items in an order that depends on the seed and on the key of each item only. So the samples of two
 * runs share what both runs report, and a judgement need not be made twice.
 */
export function sampled<T>(items: readonly T[], key: (item: T) => string, size: number, seed: number): readonly T[] {
  const rank = (item: T) =>
    createHash('sha256')
      .update(`${seed} ${key(item)}`)
      .digest('hex');
  return items
    .map((item): readonly [string, T] => [rank(item), item])
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, size)
    .map(([, item]) => item);
}

const keyOf = ({ repository, commit }: Pick<Sampled, 'repository' | 'commit'>) => `${repository} ${commit}`;

type Replayed = ReadonlyMap<string, readonly Measured[]>;

function pullsWith(replayed: Replayed, of: (pull: Measured) => readonly Reported[]): readonly Sampled[] {
  return [...replayed].flatMap(([repository, pulls]) =>
    pulls
      .map((pull): Sampled => ({ repository, commit: pull.pull.head, findings: of(pull) }))
      .filter(({ findings }) => findings.length > 0),
  );
}

/** Red pull requests, with the findings that make them red. */
export function redSample(replayed: Replayed, size: number, seed: number): readonly Sampled[] {
  const red = pullsWith(replayed, (pull) =>
    pull.red ? pull.findings.filter(({ verdict }) => verdict !== 'warn') : [],
  );
  return sampled(red, keyOf, size, seed);
}

/** Warnings about locks, one of each chosen pull request. */
export function lockSample(replayed: Replayed, rules: ReadonlySet<string>, size: number, seed: number) {
  const warned = pullsWith(replayed, (pull) => pull.findings.filter(({ rule }) => rules.has(rule)));
  const place = ({ file, line, rule }: Reported) => `${file}:${line} ${rule}`;
  return sampled(warned, keyOf, size, seed).map((pull) => ({
    ...pull,
    findings: sampled(pull.findings, place, 1, seed),
  }));
}

/** Statements that squawk reports for their locks, and about which Querygate is silent: one of each pull request. */
export function silentSample(replayed: Replayed, size: number, seed: number): readonly Sampled[] {
  const asReported = ({ file, line, text, squawk }: LockComparison): Reported => ({
    rule: squawk.join(', '),
    verdict: 'warn',
    message: 'reported by squawk only',
    file,
    line,
    kind: '',
    place: '',
    text,
  });
  const silent = pullsWith(replayed, ({ locks }) => locks.filter(({ answer }) => answer === 'silent').map(asReported));
  return sampled(silent, keyOf, size, seed).map((pull) => ({ ...pull, findings: pull.findings.slice(0, 3) }));
}

/** A sample for a person to judge. */
export function sampleText(title: string, pulls: readonly Sampled[]): string {
  const blocks = pulls.map(({ repository, commit, findings }, index) => {
    const shown = findings
      .slice(0, MAX_FINDINGS)
      .map(
        ({ rule, verdict, message, file, line, text }) =>
          `- ${rule} (${verdict}) ${file}:${line}: ${message}\n\n${indented(text)}\n`,
      );
    const left = findings.length - shown.length;
    return `## ${index + 1}. ${repository} ${commit}\n\n${shown.join('\n')}${left > 0 ? `\nand ${left} more\n` : ''}`;
  });
  return `# ${title}\n\n${blocks.join('\n')}`;
}

function indented(text: string): string {
  const short = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)} …` : text;
  return short.replace(/^/gm, '      ');
}
