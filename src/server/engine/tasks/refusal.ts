import { ConfigError } from '../../../model/index.ts';
import { EngineRefusal } from '../engine.ts';

/** Runs work on files of the client: turns ConfigError into EngineRefusal. */
export async function sentByClient<T>(code: EngineRefusal['code'], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ConfigError ? engineRefusal(code, error.all) : error;
  }
}

export function engineRefusal(code: EngineRefusal['code'], mistakes: readonly ConfigError[]): EngineRefusal {
  return new EngineRefusal(
    code,
    mistakes.map(({ message, place }) => ({ detail: message, ...(place && { place }) })),
  );
}
