import type { BaseOptions, Target } from '../model/index.ts';
import { LEXICAL, lex, type OptionChange, optionsAfter, readOptionChange, statementHeads, T } from '../sql/index.ts';
import { type BaseFile, byVersion, perFile } from './base-files.ts';

const CHANGES = /^\s*(?:create|alter)\b[^;]*?\b(?:view|function|procedure|routine)\b/i;

/**
 * The options of the views and routines of a name once the files ran, in the order of their versions.
 *
 * @param files all files of the base that contain the name
 */
export function baseOptions({ name, schema }: Target, files: readonly BaseFile[]): readonly BaseOptions[] {
  const objects = new Map<string, BaseOptions>();
  for (const file of byVersion(files)) {
    for (const change of changesIn(file).get(name ?? '') ?? []) {
      if (!name || bare(change.target.schema) !== bare(schema)) continue;
      const { type, parameters } = change;
      const key = `${type} ${parameters}`;
      const same = [...objects].filter(([, object]) => object.type === type);
      const [at, before] = same.find(([other]) => parameters === undefined || other === key) ?? [];
      const own = before ?? { type, name, schema: schema ?? '', ...(parameters !== undefined && { parameters }) };
      objects.set(at ?? key, { ...own, options: optionsAfter(before?.options ?? [], change) });
    }
  }
  return [...objects.values()];
}

/** By the name of the view or routine, in order. */
const changesIn = perFile(({ text: all, path, dialect }) => {
  const changes = new Map<string | undefined, OptionChange[]>();
  for (const { span } of statementHeads(all, path, dialect)) {
    const text = all.slice(span.start, span.end);
    const change = CHANGES.test(text) ? changeIn(text, dialect) : undefined;
    if (!change) continue;
    const { name } = change.target;
    const known = changes.get(name);
    if (known) known.push(change);
    else changes.set(name, [change]);
  }
  return changes;
});

function changeIn(text: string, dialect: BaseFile['dialect']): OptionChange | undefined {
  const tokens = lex(text, dialect);
  const to = tokens.kind(tokens.length - 1) === T.terminator ? tokens.length - 1 : tokens.length;
  return readOptionChange({ tokens, lexical: LEXICAL[dialect], from: 0, to });
}

function bare(schema: string | undefined): string | undefined {
  return schema === 'public' ? '' : schema;
}
