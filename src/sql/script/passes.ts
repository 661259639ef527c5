import { markAddedColumns } from '../across-statements/added-columns.ts';
import { markChangedColumns } from '../across-statements/changed-columns.ts';
import { markChangedKeys } from '../across-statements/changed-keys.ts';
import { markCheckedPartitions } from '../across-statements/checked-partitions.ts';
import { markCopiedColumns } from '../across-statements/copied-columns.ts';
import { markDeferred } from '../across-statements/deferred.ts';
import { markDiscardingTriggers, markEmptiedTriggers } from '../across-statements/discarding-triggers.ts';
import { markDroppedWithTable } from '../across-statements/dropped-with-table.ts';
import { type FollowedStatement, kindsIn } from '../across-statements/followed-statement.ts';
import { markUnindexedKeys } from '../across-statements/foreign-key-indexes.ts';
import { markGrantedAgain } from '../across-statements/granted-again.ts';
import { markMovedColumns } from '../across-statements/moved-columns.ts';
import { markOptions } from '../across-statements/object-options.ts';
import { markOlderObjects } from '../across-statements/older-objects.ts';
import { markOnlyDefined } from '../across-statements/only-defined.ts';
import { markRebuilds } from '../across-statements/rebuilds.ts';
import { markRecreated } from '../across-statements/recreated.ts';
import { markReplaced } from '../across-statements/replaced-constraints.ts';
import { markReplacedObjects } from '../across-statements/replaced-objects.ts';
import { markRolledBack } from '../across-statements/rolled-back.ts';
import { markRowSecurity } from '../across-statements/row-security.ts';
import type { Pass, ScriptReading } from '../across-statements/script-reading.ts';
import { markSwappedTables } from '../across-statements/swapped-tables.ts';
import { markTurnedOnAgain } from '../across-statements/turned-on-again.ts';
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
