// A change that takes away what the recorded queries of examples/simulate/ use.
import { HISTORY_FILE } from '../../src/model/index.ts';
import type { Files } from '../../test/ci/repository.ts';
import { BASE } from './simulate-scenario.ts';

/** Files of the base branch. */
export const USE_BASE: Files = {
  '.querygate/config.yml': 'version: 1\ndialect: postgresql\n',
  [HISTORY_FILE]: BASE[HISTORY_FILE] ?? '',
};

/** The file that the pull request adds. */
export const USE_CHANGE: Files = {
  'db/migrations/0042_clean_up.sql': `BEGIN;
SET LOCAL lock_timeout = '5s';
ALTER TABLE customers DROP COLUMN country;
ALTER TABLE orders RENAME COLUMN state TO status;
ALTER TABLE orders DROP COLUMN legacy_code;
COMMIT;
`,
};
