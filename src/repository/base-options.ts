import type { BaseOptions, Target } from '../model/index.ts';
import { LEXICAL, lex, optionsAfter, readOptionChange, statementHeads, T } from '../sql/index.ts';
import { compareVersions, versionOf } from './migrations/version.ts';
import type { BaseFile } from './table-columns.ts';

const CHANGES = /^\s*(?:create|alter)\b[^;]*?\b(?:view|function|procedure|routine)\b/i;

/**
 * The options of the views and routines of a name once the files ran, in the order of their versions.
 *
 * @param files all files of the base that contain the name
 */
export function baseOptions({ name, schema }: Target, files: readonly BaseFile[]): readonly BaseOptions[] {
  const objects = new Map<string, BaseOptions>();
  for (const { text: all, path, dialect } of inOrder(files)) {
    for (const { span } of statementHeads(all, path, dialect)) {
      const text = all.slice(span.start, span.end);
      const change = CHANGES.test(text) ? changeIn(text, dialect) : undefined;
      if (!change || !name || change.target.name !== name || bare(change.target.schema) !== bare(schema)) continue;
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

function changeIn(text: string, dialect: BaseFile['dialect']): ReturnType<typeof readOptionChange> {
  const tokens = lex(text, dialect);
  const to = tokens.kind(tokens.length - 1) === T.terminator ? tokens.length - 1 : tokens.length;
  return readOptionChange({ tokens, lexical: LEXICAL[dialect], from: 0, to });
}

function inOrder(files: readonly BaseFile[]): readonly BaseFile[] {
  return [...files].sort((a, b) => {
    const [first, second] = [versionOf(a.path), versionOf(b.path)];
    return (first && second && compareVersions(first, second)) || (a.path < b.path ? -1 : 1);
  });
}

function bare(schema: string | undefined): string | undefined {
  return schema === 'public' ? '' : schema;
}
