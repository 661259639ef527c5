import { ConfigError } from '../../model/index.ts';
import { oneLine } from './answer.ts';
import { LIMITS, type SimulateRequest, type SourceFile, simulateRequestSchema } from '../contract.ts';

/** The body as it is sent. Raises ConfigError for what the contract does not let through: the service would refuse it. */
export function simulateBody(request: SimulateRequest): string {
  const parsed = simulateRequestSchema.safeParse(request);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const file = fileAt(request, issue?.path ?? []);
    throw new ConfigError(
      `the service does not take ${file ? 'this file' : `\`${(issue?.path ?? []).join('.')}\``}: ${oneLine(issue?.message ?? 'it is not what the contract says', (text) => text)}`,
      file ? { file: file.path } : undefined,
    );
  }
  const body = JSON.stringify(parsed.data);
  const bytes = Buffer.byteLength(body);
  if (bytes <= LIMITS.requestBytes) return body;
  throw new ConfigError(
    `the rule files and declared flows have ${bytes} bytes together, and the service takes ${LIMITS.requestBytes}; make them smaller`,
  );
}

/** The file that a path into the body leads to. */
function fileAt(request: SimulateRequest, path: readonly PropertyKey[]): SourceFile | undefined {
  let value: unknown = request;
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[part];
    const file = [...filesOf(request)].find((each) => each === value);
    if (file) return file;
  }
  return undefined;
}

/** Every file that a request holds. */
export function* filesOf({ head, base, flows }: SimulateRequest): Generator<SourceFile> {
  yield* head.files;
  yield* base?.ruleset?.files ?? [];
  if (flows?.base) yield flows.base;
  if (flows?.head) yield flows.head;
}
