import { markAddedColumns } from '../across-statements/added-columns.ts';
import { markCalledRenames } from '../across-statements/called-renames.ts';
import { markChangedKeys } from '../across-statements/changed-keys.ts';
import { markComplementaryDeletes } from '../across-statements/complementary-deletes.ts';
import { markDeferred } from '../across-statements/deferred.ts';
import { markEveryTable } from '../across-statements/every-table.ts';
import { type FollowedStatement, kindsIn } from '../across-statements/followed-statement.ts';
import { markLaxTypeChanges } from '../across-statements/lax-modes.ts';
import { markOlderObjects } from '../across-statements/older-objects.ts';
import { markQuotedTexts } from '../across-statements/quoted-texts.ts';
import { markRebuilds } from '../across-statements/rebuilds.ts';
import { markRecreated } from '../across-statements/recreated.ts';
import { markReplacedTables } from '../across-statements/replaced-tables.ts';
import type { Pass, ScriptReading } from '../across-statements/script-reading.ts';
import { markDiscardingTriggers } from '../across-statements/triggers/discarding-triggers.ts';
import { markForwardingTriggers } from '../across-statements/triggers/forwarding-triggers.ts';
import { markTurnedOnAgain } from '../across-statements/turned-on-again.ts';
import { markViewColumns } from '../across-statements/view-columns.ts';
import { markUnknownCalls } from './literal-calls.ts';

/** In the order in which they run. */
const PASSES: readonly Pass[] = [
  // Before the rebuilds: it needs `createdHere` as the state of the script decided it.
  markReplacedTables,
  // Takes `createdHere` from operations on a rebuilt table. The passes below must not see it there.
  markRebuilds,
  markCalledRenames,
  // These make the filter of some UPDATEs and DELETEs unknown. The next pass takes only those with a known filter.
  markAddedColumns,
  markViewColumns,
  markQuotedTexts,
  markComplementaryDeletes,
  markRecreated,
  markTurnedOnAgain,
  // These add or remove operations, and passes above look at how many a statement has.
  markChangedKeys,
  markDiscardingTriggers,
  markForwardingTriggers,
  markLaxTypeChanges,
  // Until here, `deferred` dynamic SQL is that of routines whose calls are known. The last pass marks more as deferred.
  markUnknownCalls,
  markDeferred,
  // These only change words of targets.
  markOlderObjects,
  markEveryTable,
];

/** Adds to the statements what the other statements of the file decide. */
export function runPasses(statements: readonly FollowedStatement[], read: Omit<ScriptReading, 'kinds'>): void {
  const reading: ScriptReading = { ...read, kinds: kindsIn(statements) };
  for (const pass of PASSES) pass(statements, reading);
}
