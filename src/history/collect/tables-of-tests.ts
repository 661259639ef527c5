import type { Operation } from '../../model/index.ts';

/**
 * The operations as production runs them: the tables that tests set up, often in the session that then uses them, are there
 * and hold rows.
 */
export function onOlderTables(operations: readonly Operation[]): readonly Operation[] {
  return operations.some(isOnOwnTable) ? operations.map(onOlderTable) : operations;
}

function isOnOwnTable({ createdHere, tableCreatedHere, temporary }: Operation): boolean {
  return temporary !== true && (createdHere === true || tableCreatedHere === true);
}

function onOlderTable(operation: Operation): Operation {
  if (!isOnOwnTable(operation)) return operation;
  const { createdHere, tableCreatedHere } = operation;
  return {
    ...operation,
    ...(createdHere && { createdHere: false }),
    ...(tableCreatedHere && { tableCreatedHere: false }),
  };
}
