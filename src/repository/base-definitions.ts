import type { BaseRoutine, Operation } from '../model/index.ts';
import { CONTEXT_LIMITS } from '../model/index.ts';
import { migrationsFolder } from './base-columns.ts';
import { type BaseFile, byVersion, perFile, scriptOf } from './base-files.ts';
import { isUndoFile } from './table-columns.ts';

/**
 * The routine of a name in lower case as the files leave it: in each folder the statement that created it last. Undefined if
 * none does.
 *
 * @param files all files of the base that contain the name
 */
export function baseRoutine(name: string, files: readonly BaseFile[]): BaseRoutine | undefined {
  const last = new Map<string, string | null>();
  for (const file of byVersion(files)) {
    const definition = isUndoFile(file) ? undefined : definitionsIn(file).get(name);
    if (definition !== undefined) last.set(migrationsFolder(file.path), definition);
  }
  const definitions = [...new Set(last.values())];
  const isKnown = (definition: string | null): definition is string =>
    definition !== null && definition.length <= CONTEXT_LIMITS.routineCharacters;
  return definitions.length > 0 && definitions.length <= CONTEXT_LIMITS.definitions && definitions.every(isKnown)
    ? { name, definitions }
    : undefined;
}

/** By lower-case name; null if the file drops the routine. */
const definitionsIn = perFile((file) => {
  const definitions = new Map<string, string | null>();
  for (const { operations, section, span } of scriptOf(file).statements) {
    if (section === 'down') continue;
    for (const operation of operations) {
      const name = operation.target.name?.toLowerCase();
      if (name === undefined || operation.place !== 'statement') continue;
      if (DROPS.test(operation.kind)) definitions.set(name, null);
      else if (createsRoutine(operation)) definitions.set(name, file.text.slice(span.start, span.end));
    }
  }
  return definitions;
});

const DROPS = /^drop_(?:function|procedure)$/;
const ROUTINES: ReadonlySet<string | undefined> = new Set(['function', 'procedure']);

/** T-SQL's ALTER PROCEDURE also gives a routine a new body. */
export function createsRoutine({ kind, objectClass }: Operation): boolean {
  return (
    kind === 'create_function' || kind === 'create_procedure' || (kind === 'alter_other' && ROUTINES.has(objectClass))
  );
}
