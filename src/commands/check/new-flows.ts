import { findNewFlows, type NewFlows, wholeFileFinding } from '../../check/index.ts';
import {
  ConfigError,
  counted,
  type Finding,
  type History,
  historyOrigin,
  isAvailable,
  type NewFlow,
  type ReportNotice,
  TESTS_FILE,
} from '../../model/index.ts';
import type { CheckRequest } from '../inputs/check-request.ts';
import type { Settings } from '../inputs/config.ts';
import { type FoundHistory, findHistory } from '../inputs/find-history.ts';
import type { RunMode } from '../inputs/resolve-mode.ts';
import type { Sides } from '../inputs/sides.ts';
import { runNotice } from './notices.ts';

/** What the tests of a change add to a run. */
export interface TestedFlows {
  /** Undefined if nothing was compared. */
  readonly flows: readonly NewFlow[] | undefined;
  readonly findings: readonly Finding[];
  readonly notices: readonly ReportNotice[];
}

const NOTHING: TestedFlows = { flows: undefined, findings: [], notices: [] };

/**
 * Compares what the tests of the change execute with what those of the base do, and judges what is new. Without a
 * snapshot of the base it is unknown what is new. Raises ConfigError if the snapshot of the change cannot be read.
 */
export async function newFlowsOfTests(
  request: CheckRequest,
  sides: Sides,
  settings: Settings,
  mode: RunMode,
): Promise<TestedFlows> {
  const { tests, change, today, disk } = request;
  if (!tests || !disk) return NOTHING;
  const { snapshotFrom } = await import('../../history/index.ts');
  const head = await snapshotFrom(tests.at);
  if (historyOrigin(head.header.sources) !== 'tests')
    throw new ConfigError(
      'this is not a snapshot of tests; make one with `querygate record --as tests`, or leave out `--tests` (input `tests`)',
      { file: tests.name },
    );
  if (!change)
    return { ...NOTHING, notices: [runNotice('notice', `there is no change to compare \`${tests.name}\` with`)] };
  if (mode.kind !== 'embedded')
    return unknown('a service judges this run, and flows are judged by rules of the repository only');
  const {
    files,
    missing,
    notices: skipped,
  } = await findHistory({
    named: [TESTS_FILE],
    base: isAvailable(change.rulesBase) ? change.rulesBase : undefined,
    head: change.head.commit === undefined ? undefined : change.head,
    disk,
    advice: 'commit that of the base branch there, or restore it in an earlier step (docs/record.md)',
  });
  const [file] = files;
  if (!file) return unknown(missing.join('; '));
  const base = await readBase(file, snapshotFrom);
  if (typeof base === 'string') return unknown(base);
  if (historyOrigin(base.header.sources) !== 'tests') return unknown(`\`${file.name}\` is not a snapshot of tests`);
  if (isSameRecording(base, head)) return unknown(`\`${file.name}\` is the recording of the change itself`);
  const found = findNewFlows({
    ...{ rulesets: sides.rules, headDecides: sides.headDecides, failOn: settings.failOn, today, path: TESTS_FILE },
    ...{ base: base.rows, head: head.rows },
  });
  return {
    flows: found.flows,
    findings: found.findings,
    notices: [...skipped.map((text) => runNotice('notice', text)), ...noticesOf(found)],
  };
}

/** The base's is not the author's to mend: an error in it is unknown. */
async function readBase(
  file: FoundHistory,
  snapshotFrom: (source: string | { readonly name: string; readonly bytes: Uint8Array }) => Promise<History>,
): Promise<History | string> {
  try {
    return await snapshotFrom(file.side === 'base' ? { name: file.name, bytes: file.bytes } : file.at);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.toLine();
  }
}

/** A recording that is compared with itself would show nothing new. */
function isSameRecording(base: History, head: History): boolean {
  const known = new Set(base.header.sources.map(({ identity }) => identity));
  return head.header.sources.some(({ identity }) => known.has(identity));
}

function unknown(why: string): TestedFlows {
  const finding = wholeFileFinding(TESTS_FILE, why);
  return {
    ...NOTHING,
    findings: [{ ...finding, message: `which query flows the change adds is not known: ${why}`, help: '' }],
  };
}

const MAX_LISTED = 20;
const MAX_SHOWN = 200;

function noticesOf({ flows, leftOut }: NewFlows): readonly ReportNotice[] {
  const listed = flows.slice(0, MAX_LISTED).map(flowLine);
  const more = flows.length - listed.length;
  const lines = [
    ...listed,
    ...(more > 0 ? [`${counted(more, 'more new flow')} not listed here: \`--format json\` lists all`] : []),
    ...(leftOut > 0
      ? [`${counted(leftOut, 'statement')} of the tests that set up their database were not compared`]
      : []),
  ];
  return [
    runNotice('notice', newFlowsText(flows)),
    ...lines.map((text): ReportNotice => ({ ...runNotice('notice', text), annotated: false })),
  ];
}

function flowLine({ shape, kind, callers, verdict, rules }: NewFlow): string {
  const what = kind === 'new' ? 'new flow' : 'flow with other values';
  const text = shape.length > MAX_SHOWN ? `${shape.slice(0, MAX_SHOWN)}…` : shape;
  const by = callers.length === 0 ? '' : ` by ${callers.map((name) => `\`${name}\``).join(', ')}`;
  const why = rules.length === 0 ? '' : ` (${rules.join(', ')})`;
  return `${what}, ${VERDICT_WORDS[verdict]}${why}: \`${text}\`${by}`;
}

const VERDICT_WORDS = { block: 'blocked', unknown: 'undecided', warn: 'warned', allow: 'allowed' } as const;

/** `3 new query flows in the tests of this change, 1 blocked`. */
export function newFlowsText(flows: readonly NewFlow[]): string {
  const added = flows.filter(({ kind }) => kind === 'new').length;
  const other = flows.length - added;
  const verdicts = (['block', 'unknown', 'warn'] as const).flatMap((verdict) => {
    const count = flows.filter((flow) => flow.verdict === verdict).length;
    return count === 0 ? [] : [`${count} ${VERDICT_WORDS[verdict]}`];
  });
  return [
    `${added === 0 ? 'no new query flow' : counted(added, 'new query flow')} in the tests of this change`,
    ...(other > 0 ? [`${other} with values about which the rules are stricter`] : []),
    ...verdicts,
  ].join(', ');
}
