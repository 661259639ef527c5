import { qualified } from '../text/names.ts';
import { changeFacts, type FollowedStatement } from './followed-statement.ts';
import { readTableRenames } from './older-names.ts';
import { REBUILD_DOUBTS } from './rebuild-doubts.ts';
import type { ScriptReading } from './script-reading.ts';

/**
 * T-SQL: notes why the file does not rebuild a table that it copies to a new one and drops, if `sp_rename` then gives the new
 * one its name.
 */
export function markCalledRenames(statements: readonly FollowedStatement[], reading: ScriptReading): void {
  const { kinds, lexical, ranges, tokens } = reading;
  if (!kinds.has('call') || !kinds.has('rename_table') || !kinds.has('drop_table')) return;
  let copied = new CopiedTables();
  let section = statements[0]?.section;
  for (const [at, statement] of statements.entries()) {
    if (statement.section !== section) copied = new CopiedTables();
    section = statement.section;
    copied.add(statement);
    const range = ranges[at];
    if (!range || statement.operations[0]?.kind !== 'call' || statement.operations[1]?.kind !== 'rename_table')
      continue;
    for (const { from, to } of readTableRenames({ tokens, lexical, ...range }))
      copied.rename(qualified(from) ?? '', qualified(to) ?? '');
  }
}

class CopiedTables {
  /** By name of a new table: those that its rows come from. */
  readonly #sources = new Map<string, ReadonlySet<string>>();
  readonly #drops = new Map<string, { readonly statement: FollowedStatement; readonly index: number }>();

  add(statement: FollowedStatement): void {
    let read: ReadonlySet<string> | undefined;
    for (const [index, { kind, target, createdHere }] of statement.operations.entries()) {
      const name = qualified(target);
      if (name === undefined) continue;
      if (kind === 'drop_table') this.#drops.set(name, { statement, index });
      if (kind !== 'insert' || createdHere !== true) continue;
      read ??= new Set(statement.facts.tablesRead);
      this.#sources.set(name, read);
    }
  }

  rename(from: string, to: string): void {
    const drop = this.#sources.get(from)?.has(to) ? this.#drops.get(to) : undefined;
    if (drop) changeFacts(drop.statement, drop.index, { rebuildDoubt: REBUILD_DOUBTS.called });
  }
}
