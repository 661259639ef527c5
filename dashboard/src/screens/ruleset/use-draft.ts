import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { RulesetFiles } from './sides.ts';

/** Rule files that a user edits. */
export interface Draft {
  readonly entry: string | undefined;
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

export const RULES_PATH = '.querygate/rules.yml';

/** What a user begins with: the active files, or for packs alone a file that extends them. */
export function draftOf({ entry, files }: RulesetFiles): Draft {
  if (files.length > 0) return { entry, files };
  const packs = entry === undefined ? [] : entry.split(',').map((pack) => pack.trim());
  return { entry: undefined, files: [{ path: RULES_PATH, text: startingText(packs) }] };
}

function startingText(packs: readonly string[]): string {
  return `version: 1\nextends: [${packs.join(', ')}]\nrules: []\n`;
}

/**
 * Files that were dropped replace those of the same name. One file replaces the only one of the draft, whatever its
 * name; others are added beside the first.
 */
export function withFiles(draft: Draft, dropped: readonly { readonly name: string; readonly text: string }[]): Draft {
  let { files } = draft;
  for (const { name, text } of dropped) {
    const [first] = files;
    const known = files.find(({ path }) => nameOf(path) === name);
    const replaced = known ?? (files.length === 1 && dropped.length === 1 ? first : undefined);
    if (replaced) files = files.map((file) => (file === replaced ? { ...file, text } : file));
    else files = [...files, { path: `${folderOf(first?.path ?? RULES_PATH)}${name}`, text }];
  }
  return { ...draft, files };
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** The file or folder that `querygate admin ruleset activate` takes. */
export function activatedPath({ entry, files }: Draft): string {
  if (entry !== undefined) return entry;
  return files.some(({ path }) => path === RULES_PATH) ? RULES_PATH : '.querygate/rules';
}

/** The draft of a workspace. It stays in this tab until a reload or the sign-out. */
export function useDraft(workspace: string): readonly [Draft | null, (draft: Draft | null) => void] {
  const client = useQueryClient();
  const queryKey = ['draft of rules', workspace];
  const { data } = useQuery<Draft | null>({
    queryKey,
    queryFn: () => null,
    enabled: false,
    initialData: null,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return [data, (draft) => void client.setQueryData(queryKey, draft)];
}
