import { expect, it } from 'vitest';
import { Turns } from '../../../src/server/store/turns.ts';

/** Runs work that is named after its kind while the connection is taken; returns the order in which it ran. */
async function orderOf(waiting: readonly ('request' | 'bulk')[]): Promise<readonly string[]> {
  const turns = new Turns();
  const order: string[] = [];
  let release = (): void => undefined;
  const first = turns.take('bulk', () => new Promise<void>((resolve) => (release = resolve)));
  const all = waiting.map((limit) => turns.take(limit, async () => void order.push(limit)));
  release();
  await Promise.all([first, ...all]);
  return order;
}

it('lets requests go before bulk work', async () => {
  expect(await orderOf(['bulk', 'request', 'bulk', 'request'])).toEqual(['request', 'request', 'bulk', 'bulk']);
});

it('lets bulk work go after a number of requests, however many wait', async () => {
  const order = await orderOf(['bulk', ...Array<'request'>(60).fill('request')]);
  expect(order.indexOf('bulk')).toBeLessThan(20);
});

it('runs one at a time, also after an error', async () => {
  const turns = new Turns();
  let running = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 1));
    running--;
    throw new Error('no');
  };
  const all = await Promise.allSettled([work, work, work].map((each) => turns.take('request', each)));
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(most).toBe(1);
  expect(await turns.take('bulk', async () => 'free')).toBe('free');
});
