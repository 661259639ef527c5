import { lastDayAllowed, newSuppressionFindings } from '../../check/index.ts';
import { type Change, type Finding, isAvailable, LineIndex, type SuppressionReport } from '../../model/index.ts';
import { codeText } from '../../repository/migrations/index.ts';
import { directivesOf } from '../../rules/index.ts';
import type { Settings } from '../inputs/config.ts';

/** What a comment names to accept that a migration that is not SQL is not checked. */
export const UNREAD_MIGRATIONS = 'unread-migrations';

/** The comments of one migration that accept it as unread. */
export interface Allowance {
  readonly isAllowed: boolean;
  readonly suppressions: readonly SuppressionReport[];
  /** With `suppressions: fail-on-new`. */
  readonly findings: readonly Finding[];
}

export const NOT_ALLOWED: Allowance = { isAllowed: false, suppressions: [], findings: [] };

/** A comment on a line of its own, in any language of migrations: `#`, `//`, `--`, or a line of a block comment. */
const COMMENT = /^[ \t]*(?:#+|\/\/+|--|\/?\*+)([^\r\n]*)$/gm;

/**
 * Looks for `querygate:allow unread-migrations: <reason>` in a comment of the migration. It is part of the change, so it
 * applies at once, as in SQL.
 */
export async function allowanceOf(path: string, change: Change, settings: Settings, today: string): Promise<Allowance> {
  const text = await textAt(change.head, path);
  if (text === undefined || !text.includes(UNREAD_MIGRATIONS)) return NOT_ALLOWED;
  const before = isAvailable(change.diffBase) ? await textAt(change.diffBase, path) : undefined;
  const linesBefore = new Set(before?.split(/\r\n|[\r\n]/));
  const lines = new LineIndex(text);
  const suppressions: SuppressionReport[] = [];
  for (const { index, 0: line, 1: comment = '' } of text.matchAll(COMMENT)) {
    const span = { start: index, end: index + line.length };
    for (const { rules, reason, until, problem } of directivesOf({ ...span, text: comment })) {
      if (problem !== undefined || !rules.includes(UNREAD_MIGRATIONS)) continue;
      const added = !linesBefore.has(line);
      const state = stateOf(until, added, settings, today);
      const location = lines.location(span);
      suppressions.push({
        path,
        location,
        rules: [UNREAD_MIGRATIONS],
        reason,
        until,
        state,
        holds: Number(state === 'used'),
        added,
      });
    }
  }
  const isAllowed = suppressions.some(({ state }) => state === 'used');
  const findings = settings.suppressions === 'fail-on-new' ? newSuppressionFindings(suppressions, { path, text }) : [];
  return { isAllowed, suppressions, findings };
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

async function textAt(tree: Change['head'], path: string): Promise<string | undefined> {
  const entry = await tree.read(path);
  return entry.kind === 'file' ? codeText(entry.bytes) : undefined;
}
