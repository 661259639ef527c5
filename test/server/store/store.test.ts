import { afterAll, beforeAll, describe } from 'vitest';
import { segmentsSuite } from '../audit-segments-suite.ts';
import { historySuite } from '../history-suite.ts';
import { largeBatchSuite } from '../queries/large-batch-suite.ts';
import { recorderSuite } from '../queries/recorder-suite.ts';
import { trailSuite } from '../queries/suite.ts';
import { retentionSuite } from '../retention-suite.ts';
import { openTestStore, type TestStore } from '../test-store.ts';
import { storeSuite } from './suite.ts';

// One store for all of them, since it takes seconds to open. test/databases runs the same on a real PostgreSQL.

let opened: TestStore | undefined;
const store = (): TestStore => {
  if (!opened) throw new Error('the store is not open');
  return opened;
};

beforeAll(async () => {
  opened = await openTestStore();
});
afterAll(() => opened?.close());

describe('the store', () => storeSuite(store));
describe('the audit trail', () => trailSuite(store));
describe('traffic in the audit trail', () => segmentsSuite(store));
describe('the recorder', () => recorderSuite(store));
describe('large batches', () => largeBatchSuite(store));
describe('the history', () => historySuite(store));
describe('the retention', () => retentionSuite(store));
