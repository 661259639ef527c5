import { ROLES } from '../../src/contract/index.ts';
import { SHOWN, screensSuite } from './screens-suite.ts';

screensSuite(
  ROLES.filter((role) => !SHOWN.includes(role)),
  () => {},
);
