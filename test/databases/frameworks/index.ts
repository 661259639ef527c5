import type { Framework } from './framework.ts';
import { KNEX } from './knex.ts';

export const FRAMEWORKS: readonly Framework[] = [KNEX];
