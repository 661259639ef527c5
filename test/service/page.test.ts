import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { problemSchema, simulateRequestSchema, simulationSchema } from '../../src/service/index.ts';

const page = readFileSync(new URL('../../docs/service-api.md', import.meta.url), 'utf8');
const examples = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => JSON.parse(text) as object);

describe('the examples of docs/service-api.md', () => {
  it('are what the contract takes', () => {
    const kinds = examples.map((example) => {
      if ('head' in example) return simulateRequestSchema.parse(example) && 'request';
      if ('code' in example) return problemSchema.parse(example) && 'problem';
      return simulationSchema.parse(example).status;
    });
    expect(kinds).toEqual(['request', 'queued', 'running', 'problem', 'problem']);
  });
});
