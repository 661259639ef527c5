import type { Workspace } from '../../../../src/contract/index.ts';
import type { Answer, CallError } from '../../api/call.ts';
import { useCall } from '../../api/use-call.ts';
import { refName, shortCommit } from '../../format/git.ts';

/** A ruleset to look at: a version, or the one of the default branch. */
export type Side = number | 'branch';
export type Version = Answer<'listRulesets'>['items'][number];
export type Drift = NonNullable<Workspace['drift']>;
export type RulesetFiles = Answer<'readRulesetVersion'>['ruleset'];

/** Reads `version` or `with` of the URL. */
function sideOf(text: string | undefined): Side | undefined {
  if (text === 'branch') return 'branch';
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

/** The ruleset that the URL selects, and the one to compare it with. `hasBranch`: there is one of the default branch. */
export function sidesOf(
  search: { readonly version?: string | undefined; readonly with?: string | undefined },
  active: number | undefined,
  hasBranch: boolean,
): { readonly selected: Side | undefined; readonly other: Side | undefined } {
  const asked = sideOf(search.version);
  const initial = hasBranch ? 'branch' : active;
  const selected = asked === undefined || (asked === 'branch' && !hasBranch) ? initial : asked;
  return { selected, other: otherSide(selected, active, sideOf(search.with), hasBranch) };
}

/** What to compare with: what the URL says, else the active version, else the one before. */
function otherSide(
  selected: Side | undefined,
  active: number | undefined,
  asked: Side | undefined,
  hasBranch: boolean,
): Side | undefined {
  if (asked !== undefined && asked !== selected && (asked !== 'branch' || hasBranch)) return asked;
  if (selected === 'branch') return active;
  return selected !== undefined && selected > 1 ? selected - 1 : undefined;
}

/** Both sides of a comparison, the earlier one first. */
export function inOrder(a: Side, b: Side): readonly [Side, Side] {
  const rank = (side: Side) => (side === 'branch' ? Number.POSITIVE_INFINITY : side);
  return rank(a) <= rank(b) ? [a, b] : [b, a];
}

/** Name of the default branch, as the CI job stated it. */
export function branchName({ ref, repository }: Drift): string {
  return ref === undefined ? (repository ?? 'the default branch') : refName(ref);
}

export function commitName({ commit }: Drift): string | undefined {
  return commit === undefined ? undefined : shortCommit(commit);
}

interface Files {
  /** Undefined while it is read, or if it is not kept. */
  readonly ruleset: RulesetFiles | undefined;
  readonly isKept: boolean;
  readonly error: CallError | null;
}

/** The files of a ruleset. */
export function useFiles(workspace: string, side: Side | undefined, simulation: string | undefined): Files {
  const isBranch = side === 'branch';
  const version = useCall(
    'readRulesetVersion',
    { path: { workspace, version: String(side) } },
    { enabled: side !== undefined && !isBranch },
  );
  const branch = useCall(
    'readSimulatedRuleset',
    { path: { workspace, id: simulation ?? '' } },
    { enabled: isBranch && simulation !== undefined },
  );
  if (!isBranch) return { ruleset: version.data?.ruleset, isKept: true, error: version.error };
  const isKept = simulation !== undefined && (!branch.data || branch.data.ruleset !== undefined);
  return { ruleset: branch.data?.ruleset, isKept, error: branch.error };
}
