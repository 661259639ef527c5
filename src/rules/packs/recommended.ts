import type { PackRule } from './pack-rule.ts';
import { REAL } from './pack-rule.ts';

export const RECOMMENDED_1: readonly PackRule[] = [
  {
    id: 'no-drop-table',
    operations: ['drop_table'],
    when: REAL,
    verdict: 'block',
    message: 'dropping table {operation.target} loses its rows',
    description: 'A dropped table is gone with all its rows.',
    help: 'Rename it first and drop it a release later.',
    examples: [{ block: ['DROP TABLE users'], pass: ['CREATE TABLE t (id int); DROP TABLE t'] }],
  },
];
