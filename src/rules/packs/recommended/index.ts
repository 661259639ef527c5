import type { PackRule } from '../pack-rule.ts';
import { ADMINISTRATION } from './administration.ts';
import { CODE_EXECUTION } from './code-execution.ts';
import { DATA_LOSS } from './data-loss.ts';
import { PRIVILEGES } from './privileges.ts';
import { RISKY_CHANGES } from './risky-changes.ts';
import { ROW_SECURITY } from './row-security.ts';
import { SERVER } from './server.ts';
import { UNFILTERED } from './unfiltered.ts';

/** Blocks statements that lose data, open access, run code or cannot be read; warns about risky but routine ones. */
export const RECOMMENDED_1: readonly PackRule[] = [
  ...DATA_LOSS,
  ...UNFILTERED,
  ...PRIVILEGES,
  ...ROW_SECURITY,
  ...CODE_EXECUTION,
  ...SERVER,
  ...ADMINISTRATION,
  ...RISKY_CHANGES,
];
