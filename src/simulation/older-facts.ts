import { FACT_TABLES, type FactEntry, type History } from '../model/index.ts';

/** The facts that rows of the history lack because they are older than the fact, such as `operation.rebuilt`. */
export function factsOlderRowsLack({ sources }: Pick<History['header'], 'sources'>): ReadonlySet<string> {
  const notCarried = sources.flatMap((source) => source.notCarried);
  return new Set(notCarried.filter((fact) => (entryOf(fact)?.since ?? 1) > 1));
}

function entryOf(fact: string): FactEntry | undefined {
  const [table = '', name = ''] = fact.split('.');
  const tables: Readonly<Record<string, Readonly<Record<string, FactEntry>>>> = FACT_TABLES;
  return Object.hasOwn(tables, table) && Object.hasOwn(tables[table] ?? {}, name) ? tables[table]?.[name] : undefined;
}

/** Extends the reason for an undecided condition: the fact is newer than rows of the history. */
export function explainUndecided(why: string, lacking: ReadonlySet<string>): string {
  const fact = /^`([\w.]+)` is not known$/.exec(why)?.[1];
  if (fact === undefined || !lacking.has(fact)) return why;
  return `${why}: rows of an older facts version do not record it; collect the history again`;
}
