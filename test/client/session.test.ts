import { Agent } from 'undici';
import { expect, it } from 'vitest';
import { parseBaseUrl } from '../../src/client/base-url.ts';
import { Session } from '../../src/client/session.ts';
import { PRODUCT } from '../../src/model/index.ts';

it('a session whose time is over waits for no less than no time: Node.js would warn of it', async () => {
  const sleeps: number[] = [];
  const instants = [0, 5_000];
  const session = new Session({
    baseUrl: parseBaseUrl('https://querygate.example'),
    dispatcher: new Agent(),
    proxyHint: '',
    headers: { 'user-agent': PRODUCT.name },
    limits: { connect: 1, headers: 1, body: 1, answerBytes: 1, errorBytes: 1 },
    deadline: 1_000,
    clock: {
      elapsed: () => instants.shift() ?? 5_000,
      now: () => 0,
      sleep: async (milliseconds) => void sleeps.push(milliseconds),
      random: () => 0,
    },
    onRetry: () => {},
  });
  try {
    await expect(session.sleep(500)).rejects.toThrow(/was not done within 1 s/);
    expect(sleeps).toEqual([0]);
  } finally {
    await session.close();
  }
});
