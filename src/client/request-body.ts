import type { z } from 'zod';
import { ConfigError } from '../model/index.ts';
import { oneLine } from './answer.ts';

/**
 * The body as it is sent. Raises ConfigError for what the contract does not let through: the service would refuse it.
 *
 * @param files what of the request is a file, so that a mistake can be named by it
 */
export function requestBody(schema: z.ZodType, request: object, files: Iterable<{ readonly path: string }>): string {
  const parsed = schema.safeParse(request);
  if (parsed.success) return JSON.stringify(parsed.data);
  const issue = parsed.error.issues[0];
  const file = fileAt(request, issue?.path ?? [], new Set(files));
  throw new ConfigError(
    `the service does not take ${file ? 'this file' : `\`${(issue?.path ?? []).join('.')}\``}: ${oneLine(issue?.message ?? 'it is not what the contract says', (text) => text)}`,
    file ? { file: file.path } : undefined,
  );
}

type Named = { readonly path: string };

/** The file that a path into the body leads to. */
function fileAt(request: object, path: readonly PropertyKey[], files: ReadonlySet<Named>): Named | undefined {
  let value: unknown = request;
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[part];
    if (files.has(value as Named)) return value as Named;
  }
  return undefined;
}
