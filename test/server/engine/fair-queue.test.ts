import { expect, it } from 'vitest';
import { FairQueue } from '../../../src/server/engine/fair-queue.ts';
import { Quarantine } from '../../../src/server/engine/quarantine.ts';

const item = (name: string) => ({ lane: name[0] ?? '', name });

it('lanes take turns, and each keeps its order', () => {
  const queue = new FairQueue<ReturnType<typeof item>>();
  const items = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map(item);
  for (const each of items) queue.push(each);
  expect(queue.take(({ lane }) => lane === 'z')).toBeUndefined();
  const taken = items.map(() => queue.take(() => true)?.name);
  expect(taken).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  expect(queue.size).toBe(0);
  expect(queue.take(() => true)).toBeUndefined();
});

it('an item that cannot run does not block those behind it', () => {
  const queue = new FairQueue<ReturnType<typeof item>>();
  const items = ['a1', 'a2', 'b1'].map(item);
  for (const each of items) queue.push(each);
  expect(queue.take(({ name }) => name !== 'a1')?.name).toBe('a2');
  for (const each of items) queue.remove(each);
  expect(queue.size).toBe(0);
  queue.push(item('c1'));
  expect(queue.drain().map(({ name }) => name)).toEqual(['c1']);
  expect(queue.size).toBe(0);
});

it('quarantines jobs similar to one that exceeded a limit, and no smaller ones', () => {
  const quarantine = new Quarantine();
  expect(quarantine.has('a', 1_000)).toBe(false);
  quarantine.add('a', 1_000);
  expect([499, 500, 5_000].map((size) => quarantine.has('a', size))).toEqual([false, true, true]);
  quarantine.add('a', 100);
  quarantine.add('a', 4_000);
  expect([49, 50].map((size) => quarantine.has('a', size))).toEqual([false, true]);
  expect(quarantine.has('b', 1_000)).toBe(false);
});
