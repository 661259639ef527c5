import type { PackRule } from '../pack-rule.ts';
import { COLUMNS } from './columns.ts';
import { CONSTRAINTS } from './constraints.ts';
import { INDEXES } from './indexes.ts';
import { TABLES } from './tables.ts';
import { TRANSACTIONS } from './transactions.ts';

/** `querygate:availability@1`: what blocks reads and writes of a busy table, or rewrites it. */
export const AVAILABILITY_1: readonly PackRule[] = [...INDEXES, ...CONSTRAINTS, ...COLUMNS, ...TABLES, ...TRANSACTIONS];
