import type { BaseIndex, Target } from '../model/index.ts';
import { statementHeads, withoutSchema } from '../sql/index.ts';
import { type BaseFile, perFile } from './base-files.ts';

/** The index of a name, on each table on which the files create one. */
export function baseIndexes(name: string, files: readonly BaseFile[]): readonly BaseIndex[] {
  const tables = new Set(
    files.flatMap((file) => indexesIn(file).flatMap((index) => (index.name === name ? index.table : []))),
  );
  return [...tables].map((table) => ({ name, table }));
}

/** The tables of the indexes, each once. */
export function tablesWith(indexes: readonly BaseIndex[]): readonly Target[] {
  const names = new Set(indexes.map(({ table }) => table));
  return [...names].map((name) => ({ name, schema: '', quoted: false, text: name }));
}

const indexesIn = perFile(({ text, path, dialect }): readonly BaseIndex[] =>
  statementHeads(text, path, dialect)
    .filter(({ span }) => /\bindex\b/i.test(text.slice(span.start, span.end)))
    .flatMap((head) => head.operations())
    .flatMap(({ kind, target: { name }, table }) =>
      kind === 'create_index' && name !== undefined && table ? [{ name, table: withoutSchema(table) }] : [],
    ),
);
