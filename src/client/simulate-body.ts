import { LIMITS, type SimulateRequest, type SourceFile, simulateRequestSchema } from '../contract/index.ts';
import { ConfigError } from '../model/index.ts';
import { requestBody } from './request-body.ts';

/** The serialised request body. Raises ConfigError if it violates the contract, since the service would reject it. */
export function simulateBody(request: SimulateRequest): string {
  const body = requestBody(simulateRequestSchema, request, filesOf(request));
  const bytes = Buffer.byteLength(body);
  if (bytes <= LIMITS.requestBytes) return body;
  throw new ConfigError(
    `the rule files and declared flows have ${bytes} bytes together, but a request can have at most ${LIMITS.requestBytes}; make them smaller`,
  );
}

/** All files of a request. */
export function* filesOf({ head, base, flows }: Omit<SimulateRequest, 'workspace'>): Generator<SourceFile> {
  yield* head.files;
  yield* base?.ruleset?.files ?? [];
  if (flows?.base) yield flows.base;
  if (flows?.head) yield flows.head;
}
