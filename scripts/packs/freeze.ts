// Released versions of packs, frozen: what decides their verdicts must not change.
import { createHash } from 'node:crypto';
import { GUARD_PACKS, PACKS, type PackRule } from '../../src/rules/index.ts';

/** What decides the verdicts of each pack, by rule, as hashes. */
export type Frozen = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What of a rule decides its verdicts. */
type DecidingRule = Pick<PackRule, 'id' | 'operations' | 'verdict' | 'per' | 'suppressible'> & {
  readonly when?: { readonly text: string };
};

type Packs = ReadonlyMap<string, readonly DecidingRule[]>;

/** All packs; those with parameters as they are with the values of their examples. */
export function packsToFreeze(): Packs {
  const guards = [...GUARD_PACKS].map(([name, pack]): [string, readonly DecidingRule[]] => [
    name,
    pack.rules(pack.exampleValues).map((rule) => ({ ...rule, when: { text: rule.when } })),
  ]);
  return new Map<string, readonly DecidingRule[]>([...PACKS, ...guards]);
}

/** Texts for readers, and examples, can still change. */
function deciding({ operations, when, verdict, per, suppressible }: DecidingRule): string {
  const values = [[...operations].sort(), when?.text ?? '', verdict, per ?? 'operation', suppressible ?? true];
  return createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 16);
}

function hashes(rules: readonly DecidingRule[]): Readonly<Record<string, string>> {
  return Object.fromEntries(rules.map((rule): [string, string] => [rule.id, deciding(rule)]).sort());
}

/** Freezes the packs that no release contains yet. */
export function freezePacks(frozen: Frozen, packs: Packs): Frozen {
  const added = [...packs].filter(([name]) => !Object.hasOwn(frozen, name));
  return { ...frozen, ...Object.fromEntries(added.map(([name, rules]) => [name, hashes(rules)])) };
}

/** Names each rule that was changed, added or removed in a frozen version of a pack. */
export function frozenChanges(frozen: Frozen, packs: Packs): readonly string[] {
  return Object.entries(frozen).flatMap(([name, before]) => {
    const now = hashes(packs.get(name) ?? []);
    const ids = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort();
    return ids.filter((id) => before[id] !== now[id]).map((id) => `${name}: ${id}`);
  });
}
