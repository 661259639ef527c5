import { describe } from 'vitest';
import { serviceSuite } from './service-suite.ts';

describe('the service with its embedded store', () => {
  serviceSuite(() => ({ kind: 'embedded' }));
});
