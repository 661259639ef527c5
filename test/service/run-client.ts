// A process of its own: which authorities Node.js trusts is settled when it starts.
import { ConfigError, ServiceError } from '../../src/model/index.ts';
import { createServiceClient } from '../../src/service/index.ts';
import { KEY, REQUEST } from './build.ts';

function print(value: object): void {
  process.stdout.write(JSON.stringify(value));
}

try {
  const service = createServiceClient({
    baseUrl: process.env['BASE_URL'] ?? '',
    apiKey: KEY,
    workspace: 'acme',
    env: process.env,
    deadline: Number(process.env['DEADLINE'] ?? 20_000),
    limits: { connect: 1000, headers: 1000 },
    clock: {
      elapsed: () => performance.now(),
      now: () => Date.now(),
      sleep: () => new Promise((resolve) => setTimeout(resolve, 1)),
      random: () => 0.5,
    },
  });
  const { status } = await service.simulateRules(REQUEST);
  print({ status });
} catch (error) {
  if (!(error instanceof ServiceError || error instanceof ConfigError)) throw error;
  print({ message: error.message, exitCode: error.exitCode });
}
