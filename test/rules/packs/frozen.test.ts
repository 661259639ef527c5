import { describe, expect, it } from 'vitest';
import { type Frozen, freezePacks, frozenChanges, packsToFreeze } from '../../../scripts/packs/freeze.ts';
import { PACKS, type PackRule } from '../../../src/rules/index.ts';
import { read } from '../../docs/repository.ts';

const FROZEN = JSON.parse(read('scripts/packs/frozen.json')) as Frozen;
const [NAME = '', RULES = []] = [...PACKS][0] ?? [];
const [FIRST, ...OTHERS] = RULES;
if (!FIRST) throw new Error('there is no pack');
const ALL = packsToFreeze();
const frozen = freezePacks({}, ALL);
const changed = (rules: readonly PackRule[]) => frozenChanges(frozen, new Map([...ALL, [NAME, rules]]));

describe('a released version of a pack', () => {
  it('is unchanged: put new and changed rules into a new version', () => {
    expect(frozenChanges(FROZEN, ALL)).toEqual([]);
  });

  it('is frozen by the first release that contains it', () => {
    const released = /^## \[\d/m.test(read('CHANGELOG.md'));
    expect(Object.keys(FROZEN)).toEqual(released ? [...ALL.keys()] : []);
  });

  it.each([
    ['a verdict', { ...FIRST, verdict: 'off' }],
    ['a condition', { ...FIRST, when: { ...FIRST.when, text: 'operation.cascade' } }],
    ['the operations', { ...FIRST, operations: ['select'] }],
    ['what it counts', { ...FIRST, per: 'statement' }],
    ['whether it can be suppressed', { ...FIRST, suppressible: false }],
  ])('names a rule that changed %s', (_, rule) => {
    expect(changed([rule as PackRule, ...OTHERS])).toEqual([`${NAME}: ${FIRST.id}`]);
  });

  it('names rules that were added, removed, or belong to a missing pack', () => {
    expect(changed(OTHERS)).toEqual([`${NAME}: ${FIRST.id}`]);
    expect(changed([...RULES, { ...FIRST, id: 'no-new' }])).toEqual([`${NAME}: no-new`]);
    expect(frozenChanges(frozen, new Map())).toHaveLength([...ALL.values()].flat().length);
  });

  it('allows better texts and examples', () => {
    expect(
      changed([{ ...FIRST, message: 'm', description: 'd', help: { default: 'h' }, examples: [] }, ...OTHERS]),
    ).toEqual([]);
  });

  it('stays as it was when a later release adds a pack', () => {
    const later = freezePacks(frozen, new Map([...ALL, [NAME, OTHERS], ['querygate:recommended@9', RULES]]));
    expect(later).toEqual({ ...frozen, 'querygate:recommended@9': frozen[NAME] });
  });
});
