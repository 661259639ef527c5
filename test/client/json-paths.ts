/** The value after a round trip through JSON. */
export const wire = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** The path of each nested value. */
export function* places(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (inner === undefined) continue;
    yield [...path, key];
    yield* places(inner, [...path, key]);
  }
}

/** A copy of a value with the value at a path replaced. */
export function replaced(value: unknown, path: readonly string[], replacement: unknown): unknown {
  const copy = structuredClone(value) as Record<string, unknown>;
  let at = copy;
  for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>;
  at[path.at(-1) ?? ''] = replacement;
  return copy;
}
