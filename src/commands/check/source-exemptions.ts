import { lastDayAllowed, newSuppressionFindings } from '../../check/index.ts';
import {
  type Change,
  type FileTree,
  type Finding,
  isAvailable,
  LineIndex,
  type SuppressionReport,
} from '../../model/index.ts';
import { codeText } from '../../repository/migrations/index.ts';
import { directivesOf } from '../../rules/index.ts';
import type { Settings } from '../inputs/config.ts';

/** What a comment names to accept that a migration that is not SQL is not checked. */
export const UNREAD_MIGRATIONS = 'unread-migrations';

/** What is exempt by comments in the source of a migration that is not SQL. */
export interface SourceExemptions {
  /** Those that apply are `used`, whether anything needs them or not. */
  readonly suppressions: readonly SuppressionReport[];
  /** With `suppressions: fail-on-new`. */
  readonly findings: readonly Finding[];
}

const NONE: SourceExemptions = { suppressions: [], findings: [] };

/** A comment on a line of its own, in any language of migrations: `#`, `//`, `--`, or a line of a block comment. */
const COMMENT = /^[ \t]*(?:#+|\/\/+|--|\/?\*+)([^\r\n]*)$/gm;

/** The files in which the comments stand, and the change that may have added them. */
interface Source {
  readonly head: FileTree;
  readonly change: Change | undefined;
}

/**
 * Looks for `querygate:allow <rule>: <reason>` in comments of the migration. They are part of the change, so they apply at
 * once, as in SQL.
 *
 * @param isMeant whether a rule is one that a comment may name
 */
export async function sourceExemptions(
  path: string,
  { head, change }: Source,
  settings: Settings,
  today: string,
  isMeant: (rule: string) => boolean,
): Promise<SourceExemptions> {
  const text = await textAt(head, path);
  if (text === undefined || !text.includes('querygate:')) return NONE;
  const before = change && isAvailable(change.diffBase) ? await textAt(change.diffBase, path) : undefined;
  const linesBefore = new Set(before?.split(/\r\n|[\r\n]/));
  const lines = new LineIndex(text);
  const suppressions: SuppressionReport[] = [];
  for (const { index, 0: line, 1: comment = '' } of text.matchAll(COMMENT)) {
    const span = { start: index, end: index + line.length };
    for (const { rules: named, reason, until, problem } of directivesOf({ ...span, text: comment })) {
      const rules = named.filter(isMeant);
      if (problem !== undefined || rules.length === 0) continue;
      const added = change !== undefined && !linesBefore.has(line);
      const state = stateOf(until, added, settings, today);
      const holds = Number(state === 'used');
      suppressions.push({ path, location: lines.location(span), rules, reason, until, state, holds, added });
    }
  }
  const findings = settings.suppressions === 'fail-on-new' ? newSuppressionFindings(suppressions, { path, text }) : [];
  return { suppressions, findings };
}

function stateOf(
  until: string | undefined,
  added: boolean,
  settings: Settings,
  today: string,
): SuppressionReport['state'] {
  const lastDay = lastDayAllowed({ ...settings, today });
  if (settings.suppressions === 'off') return 'refused';
  if (until !== undefined && today > until) return 'expired';
  return added && lastDay !== undefined && (until === undefined || until > lastDay) ? 'refused' : 'used';
}

async function textAt(tree: FileTree, path: string): Promise<string | undefined> {
  const entry = await tree.read(path);
  return entry.kind === 'file' ? codeText(entry.bytes) : undefined;
}
