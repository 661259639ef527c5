import { listSchemaUse, readTableUse, SchemaUses } from '../../history/schema-use.ts';
import type { HandlerDeps, Handlers } from '../handler.ts';

/** One for each service. */
const uses = new WeakMap<HandlerDeps['engine'], SchemaUses>();

function usesOf(engine: HandlerDeps['engine']): SchemaUses {
  const known = uses.get(engine) ?? new SchemaUses();
  uses.set(engine, known);
  return known;
}

export const schemaUse = {
  listSchemaUse: async ({ ctx, engine }, { parameters: { workspace }, query }) => ({
    body: await listSchemaUse(ctx, engine, usesOf(engine), workspace, query),
  }),
  readTableUse: async ({ ctx, engine }, { parameters: { workspace }, query }) => ({
    body: await readTableUse(ctx, engine, workspace, query),
  }),
} satisfies Partial<Handlers>;
