import { z } from 'zod';
import { compareText } from '../../model/index.ts';
import * as contract from '../index.ts';

export interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly description?: string;
}

const QUERIES: ReadonlySet<unknown> = new Set(
  Object.values<contract.CallEntry>(contract.CALLS).map(({ query }) => query),
);
/** Types of schemas that are shorter than a reference to them. */
const INLINE: ReadonlySet<string> = new Set(['string', 'optional']);

/** The schemas that are named components of the document: `keySchema` of the contract is `Key`. */
const NAMES: ReadonlyMap<z.ZodType, string> = new Map(
  Object.entries(contract)
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([name, value]) =>
      name.endsWith('Schema') && value instanceof z.ZodType && !INLINE.has(value.def.type) && !QUERIES.has(value)
        ? [[value, `${name.charAt(0).toUpperCase()}${name.slice(1, -'Schema'.length)}`]]
        : [],
    ),
);

// `input`: the document describes what is on the wire, before the transformations of the client.
const OPTIONS = { io: 'input', target: 'draft-2020-12' } as const;

/** The schemas of `components`. */
export function componentSchemas(): Readonly<Record<string, unknown>> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, name] of NAMES) registry.add(schema, { id: name });
  const { schemas } = z.toJSONSchema(registry, { ...OPTIONS, uri: referenceTo });
  // The server validates events one by one, so the schema of the body does not describe them.
  const events = clean(schemas['Events']) as JsonSchema;
  const list = { ...events.properties?.['events'], items: { $ref: referenceTo('Event') } };
  return {
    ...Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, clean(schema)])),
    Events: { ...events, properties: { ...events.properties, events: list } },
  };
}

/** The schema of a body or parameter: a reference if the schema is a named component. */
export function schemaOf(schema: z.ZodType): JsonSchema {
  const name = NAMES.get(schema);
  return name === undefined ? (clean(z.toJSONSchema(schema, OPTIONS)) as JsonSchema) : { $ref: referenceTo(name) };
}

function referenceTo(name: string): string {
  return `#/components/schemas/${name}`;
}

/** Removes `$schema` and `$id`, which the document states once, and patterns that only repeat a format. */
function clean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null) return value;
  const { format } = value as JsonSchema;
  const dropped = ['$schema', '$id', ...(format === 'date-time' || format === 'date' ? ['pattern'] : [])];
  const entries = Object.entries(value).filter(([key]) => !dropped.includes(key));
  return Object.fromEntries(entries.map(([key, inner]) => [key, clean(inner)]));
}
