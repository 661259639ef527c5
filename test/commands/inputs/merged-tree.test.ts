import { describe, expect, it } from 'vitest';
import { mergedTree } from '../../../src/commands/inputs/merged-tree.ts';
import { type Files, LINK, OVERSIZED, treeOf } from '../build.ts';

/** Text of each file of `r/` after the merge; `!` if both sides edited it. */
async function merged(common: Files, base: Files, head: Files): Promise<Readonly<Record<string, string>>> {
  const tree = mergedTree(treeOf(base), treeOf(common), treeOf(head));
  const paths = [...new Set([common, base, head].flatMap(Object.keys))].sort();
  const found: Record<string, string> = {};
  for (const path of paths) {
    const entry = await tree.read(path).catch(() => undefined);
    if (!entry) found[path] = '!';
    else if (entry.kind === 'file') found[path] = Buffer.from(entry.bytes).toString();
    else if (entry.kind !== 'missing') found[path] = entry.kind;
  }
  return found;
}

describe('a merged tree', () => {
  it.each<readonly [string, Files, Files, Files, Readonly<Record<string, string>>]>([
    ['has what the change edited', { 'r/a': '1' }, { 'r/a': '1' }, { 'r/a': '2' }, { 'r/a': '2' }],
    ['has what the base edited', { 'r/a': '1' }, { 'r/a': '2' }, { 'r/a': '1' }, { 'r/a': '2' }],
    ['has what both made of it alike', { 'r/a': '1' }, { 'r/a': '2' }, { 'r/a': '2' }, { 'r/a': '2' }],
    ['is not known where both edited', { 'r/a': '1' }, { 'r/a': '2' }, { 'r/a': '3' }, { 'r/a': '!' }],
    ['has what either added', {}, { 'r/a': '1' }, { 'r/b': '2' }, { 'r/a': '1', 'r/b': '2' }],
    ['lacks what either deleted', { 'r/a': '1', 'r/b': '1' }, { 'r/a': '1' }, { 'r/b': '1' }, {}],
    ['is unknown if one side edited and the other deleted', { 'r/a': '1' }, { 'r/a': '2' }, {}, { 'r/a': '!' }],
    ['has a link that the change made', { 'r/a': '1' }, { 'r/a': '1' }, { 'r/a': LINK }, { 'r/a': 'link' }],
    ['has what is too large to be read', {}, { 'r/a': OVERSIZED }, {}, { 'r/a': 'oversized' }],
  ])('%s', async (_, common, base, head, wanted) => {
    expect(await merged(common, base, head)).toEqual(wanted);
  });

  it('lists files and links as they will be after the merge', async () => {
    const common = { 'r/a': '1', 'r/gone': '1' };
    const tree = mergedTree(
      treeOf({ ...common, 'r/b': '1' }),
      treeOf(common),
      treeOf({ 'r/a': '1', 'r/c': LINK, 'other/d': '1' }),
    );
    expect(await tree.list('r')).toEqual(['r/a', 'r/b']);
    expect(await tree.links?.('r')).toEqual(['r/c']);
    await expect(
      mergedTree(treeOf({ 'r/a': '2' }), treeOf({ 'r/a': '1' }), treeOf({ 'r/a': '3' })).list('r'),
    ).rejects.toThrow(/merge the base branch into the change/);
  });
});
