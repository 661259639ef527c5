import type { PackRule } from './pack-rule.ts';
import { CODE_EXECUTION } from './recommended/code-execution.ts';
import { DATA_LOSS } from './recommended/data-loss.ts';
import { PRIVILEGES } from './recommended/privileges.ts';
import { RISKY_CHANGES } from './recommended/risky-changes.ts';
import { ROW_SECURITY } from './recommended/row-security.ts';
import { SERVER } from './recommended/server.ts';
import { UNFILTERED } from './recommended/unfiltered.ts';

/** What loses data, opens access, runs code or cannot be read blocks; what is risky but routine warns. */
export const RECOMMENDED_1: readonly PackRule[] = [
  ...DATA_LOSS,
  ...UNFILTERED,
  ...PRIVILEGES,
  ...ROW_SECURITY,
  ...CODE_EXECUTION,
  ...SERVER,
  ...RISKY_CHANGES,
];
