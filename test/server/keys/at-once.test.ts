import { afterAll, beforeAll, describe } from 'vitest';
import type { TestStore } from '../test-store.ts';
import { actsAtOnce } from './at-once.ts';
import { openTestStore } from './world.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

describe('concurrent actions on keys, in the embedded store', () => {
  actsAtOnce(() => [store, store]);
});
