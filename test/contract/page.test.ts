import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  dryRunRequestSchema,
  dryRunSchema,
  eventSchema,
  eventsAnswerSchema,
  exchangedSchema,
  problemSchema,
  queryRequestSchema,
  queryVerdictSchema,
  simulateRequestSchema,
  simulationSchema,
} from '../../src/contract/index.ts';
import { loadRuleset } from '../../src/rules/index.ts';
import { treeOf } from '../rules/build.ts';

const page = readFileSync(new URL('../../docs/service-api.md', import.meta.url), 'utf8');
const examples = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => JSON.parse(text) as object);

/** The kinds of examples, each with the key that identifies it. */
const KINDS = [
  ['simulation', 'head', simulateRequestSchema],
  ['problem', 'code', problemSchema],
  ['dry run', 'judges', dryRunSchema],
  ['files', 'files', dryRunRequestSchema],
  ['verdict', 'verdict', queryVerdictSchema],
  ['query', 'query', queryRequestSchema],
  ['events', 'events', z.object({ workspace: z.literal('acme'), events: z.array(eventSchema) })],
  ['the outcome of events', 'accepted', eventsAnswerSchema],
  ['exchanged', 'access_token', exchangedSchema],
  ['state', 'status', simulationSchema],
] as const;

describe('the rule files in the examples', () => {
  it('load, and the mistake is at the documented place', async () => {
    const files = examples.flatMap((example) =>
      'head' in example ? simulateRequestSchema.parse(example).head.files : [],
    );
    expect(files).toHaveLength(1);
    const load = (edit: (text: string) => string) =>
      loadRuleset({ tree: treeOf(Object.fromEntries(files.map(({ path, text }) => [path, edit(text)]))) });
    expect((await load((text) => text))?.rules).toHaveLength(1);

    const problem = examples.find((example) => 'errors' in example);
    const [error] = problemSchema.parse(problem).errors ?? [];
    await expect(load((text) => text.replace('.limit ', '.limits '))).rejects.toMatchObject({
      message: error?.detail,
      place: error?.place,
    });
  });
});

describe('the examples in docs/service-api.md', () => {
  it('follow the contract', () => {
    const kinds = examples.map((example) => {
      const [name, , schema] = KINDS.find(([, key]) => key in example) ?? [];
      expect(schema?.safeParse(example).error, JSON.stringify(example)).toBeUndefined();
      return name;
    });
    expect(kinds).toEqual([
      'files',
      'dry run',
      'simulation',
      'state',
      'state',
      'query',
      'verdict',
      'events',
      'events',
      'the outcome of events',
      'exchanged',
      'problem',
      'problem',
    ]);
  });
});
