import { markAddedColumns } from '../across-statements/columns/added-columns.ts';
import { markChangedColumns } from '../across-statements/columns/changed-columns.ts';
import { markCopiedColumns } from '../across-statements/columns/copied-columns.ts';
import { markMovedColumns } from '../across-statements/columns/moved-columns.ts';
import { markDeferred } from '../across-statements/deferred.ts';
import { type FollowedStatement, kindsIn } from '../across-statements/followed-statement.ts';
import { markChangedKeys } from '../across-statements/keys/changed-keys.ts';
import { markUnindexedKeys } from '../across-statements/keys/foreign-key-indexes.ts';
import { markReplaced } from '../across-statements/keys/replaced-constraints.ts';
import { markDroppedWithTable } from '../across-statements/objects/dropped-with-table.ts';
import { markGrantedAgain } from '../across-statements/objects/granted-again.ts';
import { markOptions } from '../across-statements/objects/object-options.ts';
import { markOlderObjects } from '../across-statements/objects/older-objects.ts';
import { markRecreated } from '../across-statements/objects/recreated.ts';
import { markReplacedObjects } from '../across-statements/objects/replaced-objects.ts';
import { markTurnedOnAgain } from '../across-statements/objects/turned-on-again.ts';
import { markOnlyDefined } from '../across-statements/only-defined.ts';
import { markRowSecurity } from '../across-statements/policies/row-security.ts';
import { markRolledBack } from '../across-statements/rolled-back.ts';
import type { Pass, ScriptReading } from '../across-statements/script-reading.ts';
import { markCheckedPartitions } from '../across-statements/tables/checked-partitions.ts';
import { markDiscardingTriggers, markEmptiedTriggers } from '../across-statements/tables/discarding-triggers.ts';
import { markRebuilds } from '../across-statements/tables/rebuilds.ts';
import { markSwappedTables } from '../across-statements/tables/swapped-tables.ts';
import { factsOf, tracing } from '../trace.ts';

/** In the order in which they run. */
const PASSES: readonly (readonly [name: string, pass: Pass])[] = [
  // Before the rebuilds: it needs `createdHere` as the state of the script decided it.
  ['replaced-objects', markReplacedObjects],
  // Takes `createdHere` from operations on a rebuilt table. The passes below must not see it there.
  ['rebuilds', markRebuilds],
  ['added-columns', markAddedColumns],
  // It needs to know which columns the file adds.
  ['copied-columns', markCopiedColumns],
  ['moved-columns', markMovedColumns],
  ['changed-columns', markChangedColumns],
  ['recreated', markRecreated],
  ['swapped-tables', markSwappedTables],
  ['turned-on-again', markTurnedOnAgain],
  ['granted-again', markGrantedAgain],
  ['replaced-constraints', markReplaced],
  ['dropped-with-table', markDroppedWithTable],
  ['checked-partitions', markCheckedPartitions],
  ['options', markOptions],
  ['row-security', markRowSecurity],
  ['foreign-key-indexes', markUnindexedKeys],
  // These add or remove operations, and passes above look at how many a statement has.
  ['changed-keys', markChangedKeys],
  ['discarding-triggers', markDiscardingTriggers],
  ['emptied-triggers', markEmptiedTriggers],
  ['deferred', markDeferred],
  ['only-defined', markOnlyDefined],
  ['rolled-back', markRolledBack],
  // This only changes words of targets.
  ['older-objects', markOlderObjects],
];

/** Adds to the statements what the other statements of the file decide. */
export function runPasses(statements: readonly FollowedStatement[], read: Omit<ScriptReading, 'kinds'>): void {
  const reading: ScriptReading = { ...read, kinds: kindsIn(statements) };
  const trace = tracing();
  for (const [name, pass] of PASSES) {
    const before = trace && statements.map(({ operations }) => operations.map(factsOf));
    pass(statements, reading);
    for (const [index, { operations }] of statements.entries())
      trace?.changes(`pass ${name}`, before?.[index] ?? [], operations, index);
  }
}
