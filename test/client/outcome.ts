import { ConfigError, ServiceError } from '../../src/model/index.ts';
import { client, REQUEST } from './build.ts';

export interface Outcome {
  readonly status?: string;
  readonly message?: string;
  readonly exitCode?: number;
}

/** The outcome of a simulation in this environment, without waits between attempts. */
export async function outcomeOf(
  baseUrl: string,
  env: Readonly<Record<string, string | undefined>>,
  deadline = 60_000,
): Promise<Outcome> {
  try {
    const service = client(baseUrl, { env, deadline, limits: { connect: 400, headers: 400 } });
    const { status } = await service.simulateRules(REQUEST);
    return { status };
  } catch (error) {
    if (!(error instanceof ServiceError || error instanceof ConfigError)) throw error;
    return { message: error.message, exitCode: error.exitCode };
  }
}
