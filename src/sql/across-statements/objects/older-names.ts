import type { Target } from '../../../model/index.ts';
import { nameOfColumn, type Part, readRenames } from '../../reader/ddl/index.ts';
import { readName } from '../../text/names.ts';
import { T } from '../../text/tokens.ts';

/** What the names of a statement stood for before the file. Forms that are not recognised have no result. */

/** The tables that the statement renames. */
export function readTableRenames(part: Part): readonly { readonly from: Target; readonly to: Target }[] {
  const renamed = readRenames(part);
  if (renamed) return renamed;
  const [name, to] = spRename(part) ?? [];
  const from = name === undefined ? undefined : namedBy(name);
  return from && to !== undefined ? [{ from, to: { ...from, name: to.toLowerCase(), text: inSchema(from, to) } }] : [];
}

function inSchema({ schema }: Target, name: string): string {
  return schema ? `${schema}.${name.toLowerCase()}` : name.toLowerCase();
}

/** The columns of one table that the statement renames, in its order. */
export function readColumnRenames(part: Part): readonly { readonly from: string; readonly to: string }[] {
  const { tokens } = part;
  const [path, renamed] = spRename(part) ?? [];
  if (path !== undefined && renamed !== undefined) return [{ from: namedBy(path).name ?? '', to: renamed }];
  const renames: { from: string; to: string }[] = [];
  for (let at = part.from; at < part.to; at++) {
    const verb = tokens.word(at);
    if (verb !== 'RENAME' && verb !== 'CHANGE') continue;
    let old = tokens.word(at + 1) === 'COLUMN' ? at + 2 : at + 1;
    if (tokens.word(old) === 'IF' && tokens.word(old + 1) === 'EXISTS') old += 2;
    const isRename = verb === 'RENAME' && tokens.word(old + 1) === 'TO';
    if (verb === 'RENAME' && !isRename) continue;
    const from = nameOfColumn(part, old);
    const to = nameOfColumn(part, isRename ? old + 2 : old + 1);
    if (from !== undefined && to !== undefined && from.toLowerCase() !== to.toLowerCase()) renames.push({ from, to });
  }
  return renames;
}

/** `sp_rename 'name', 'new name'`: its first two arguments. */
function spRename({ tokens, from, to }: Part): readonly [string, string] | undefined {
  for (let at = from; at < Math.min(to, from + MAX_PREFIX); at++) {
    if (tokens.word(at) !== 'SP_RENAME' && tokens.word(at) !== '[SP_RENAME]') continue;
    if (tokens.kind(at + 1) !== T.string || tokens.word(at + 2) !== ',' || tokens.kind(at + 3) !== T.string)
      return undefined;
    return [stringAt(tokens.raw(at + 1)), stringAt(tokens.raw(at + 3))];
  }
  return undefined;
}

/** Tokens in front of the name of a procedure: `EXEC @result = db.sys.sp_rename`. */
const MAX_PREFIX = 9;

function stringAt(raw: string): string {
  return raw.replace(/^[nN]?'|'$/g, '').replaceAll("''", "'");
}

/** A name in a string, with or without brackets. */
function namedBy(path: string): Target {
  const [name = '', schema = ''] = path
    .toLowerCase()
    .replaceAll(/[[\]"]/g, '')
    .split('.')
    .reverse();
  return { name, schema, quoted: false, text: schema === '' ? name : `${schema}.${name}` };
}

/** `CREATE SYNONYM s FOR t`: the table. */
export function readSynonym({ tokens, lexical, from, to }: Part): string | undefined {
  if (tokens.word(from) !== 'CREATE' || tokens.word(from + 1) !== 'SYNONYM') return undefined;
  const { next } = readName(tokens, from + 2, lexical);
  if (tokens.word(next) !== 'FOR' || next + 1 >= to) return undefined;
  return readName(tokens, next + 1, lexical).target.text || undefined;
}
