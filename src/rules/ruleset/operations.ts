import {
  isOperationKind,
  kindsOf,
  OPERATION_GROUPS,
  type OperationGroup,
  type OperationKind,
} from '../../model/index.ts';

function isGroup(name: string): name is OperationGroup {
  return (OPERATION_GROUPS as readonly string[]).includes(name);
}

/** Expands names of kinds and groups to kinds. The names must already be validated. */
export function kindsNamed(names: readonly string[]): ReadonlySet<OperationKind> {
  const kinds = new Set<OperationKind>();
  for (const name of names) {
    if (isGroup(name)) for (const kind of kindsOf(name)) kinds.add(kind);
    else if (isOperationKind(name)) kinds.add(name);
  }
  return kinds;
}
