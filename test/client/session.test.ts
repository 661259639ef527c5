import { Agent } from 'undici';
import { expect, it } from 'vitest';
import { parseBaseUrl } from '../../src/client/base-url.ts';
import { Session } from '../../src/client/session.ts';
import { PRODUCT } from '../../src/model/index.ts';

it('a session past its deadline never sleeps for a negative time, which Node.js would warn about', async () => {
  const sleeps: number[] = [];
  const times = [0, 5_000];
  const session = new Session({
    baseUrl: parseBaseUrl('https://querygate.example'),
    dispatcher: new Agent(),
    proxyHint: '',
    authorization: async () => 'Bearer x',
    headers: { 'user-agent': PRODUCT.name },
    limits: { connect: 1, headers: 1, body: 1, answerBytes: 1, errorBytes: 1 },
    deadline: 1_000,
    clock: {
      elapsed: () => times.shift() ?? 5_000,
      now: () => 0,
      sleep: async (milliseconds) => void sleeps.push(milliseconds),
      random: () => 0,
    },
    onRetry: () => {},
  });
  try {
    await expect(session.sleep(500)).rejects.toThrow(/did not finish within 1 s/);
    expect(sleeps).toEqual([0]);
  } finally {
    await session.close();
  }
});
