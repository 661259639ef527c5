import type { z } from 'zod';
import { ConfigError } from '../model/index.ts';
import { oneLine } from './errors.ts';

/**
 * The serialised request body. Raises ConfigError if it violates the contract, since the service would reject it.
 *
 * @param files the parts of the request that are files, so that an error can name the file
 */
export function requestBody(schema: z.ZodType, request: object, files: Iterable<{ readonly path: string }>): string {
  const parsed = schema.safeParse(request);
  if (parsed.success) return JSON.stringify(parsed.data);
  const issue = parsed.error.issues[0];
  const file = fileAt(request, issue?.path ?? [], new Set(files));
  throw new ConfigError(
    `the service does not accept ${file ? 'this file' : `\`${(issue?.path ?? []).join('.')}\``}: ${oneLine(issue?.message ?? 'it does not follow the contract', (text) => text)}`,
    file ? { file: file.path } : undefined,
  );
}

type FilePart = { readonly path: string };

/** The file that contains the value at a path of the body. */
function fileAt(request: object, path: readonly PropertyKey[], files: ReadonlySet<FilePart>): FilePart | undefined {
  let value: unknown = request;
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[part];
    if (files.has(value as FilePart)) return value as FilePart;
  }
  return undefined;
}
