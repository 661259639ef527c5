import { describe, expect, it } from 'vitest';
import { EXPORTS, type ExportName, exportText, type SourceExport } from '../../../src/history/sources/exports.ts';
import { FORMATS, findFormat } from '../../../src/history/sources/formats.ts';
import type { Dialect } from '../../../src/model/index.ts';
import { readAll, sqlOf } from './read.ts';

const NAMES = Object.keys(EXPORTS) as ExportName[];
const exportOf = (name: ExportName): SourceExport => EXPORTS[name];

/** Splits at commas that are in no parentheses and no string. */
function items(list: string): readonly string[] {
  const found = [''];
  let depth = 0;
  for (const [part] of list.matchAll(/'(?:[^']|'')*'|[\s\S]/g)) {
    if (part === '(') depth++;
    if (part === ')') depth--;
    if (part === ',' && depth === 0) found.push('');
    else found.push(`${found.pop()}${part}`);
  }
  return found.map((item) => item.trim());
}

/** The columns that a statement gives: names or aliases of its SELECT list, or the keys of the object in it. */
function columnsOf(sql: string): readonly string[] {
  const list = /\bSELECT\s([\s\S]*?)\nFROM\b/.exec(sql)?.[1] ?? '';
  const object = /\b(?:OBJECT_CONSTRUCT|OBJECT)\(([\s\S]*)\)\)$/.exec(list)?.[1];
  if (object === undefined) return items(list).map((item) => /(\w+)$/.exec(item)?.[1] ?? item);
  return items(object).flatMap((item) => /^'(\w+)'$/.exec(item)?.[1] ?? []);
}

const VALUES: Readonly<Record<string, string>> = {
  read_at: '2026-11-20T16:22:57Z',
  calls: '7',
  count_star: '7',
  count_executions: '7',
  day: '2026-11-20',
  at: '2026-11-20T16:22:57Z',
  toplevel: 't',
  truncated: 'false',
  event_data:
    '<event name="sql_batch_completed" timestamp="2026-11-20T16:22:57Z"><data name="batch_text"><value>select 1</value></data></event>',
};

/** A row with every column, as the client of the source writes it. */
function output({ columns, format }: SourceExport): string {
  const values = columns.map((column) => VALUES[column] ?? (/sql|text|query$/.test(column) ? 'select 1' : '1'));
  if (format === 'jsonl') return `${JSON.stringify(Object.fromEntries(columns.map((key, at) => [key, values[at]])))}\n`;
  if (format === 'extended-events') return `${values[0]}\n`;
  if (format === 'mysql-digest') return `${columns.join('\t')}\n${values.join('\t')}\n`;
  return `${columns.join(',')}\n${values.map((value) => `"${value.replaceAll('"', '""')}"`).join(',')}\n`;
}

describe.each(NAMES)('the export of %s', (name) => {
  const source = exportOf(name);

  it('gives the columns that it names, in order', () => {
    expect(columnsOf(source.sql)).toEqual(source.columns);
  });

  it('gives what its reader reads', () => {
    const bytes = Buffer.from(output(source));
    expect(findFormat(bytes, 'export').kind).toBe(source.format);
    const read = readAll(FORMATS[source.format], bytes);
    expect([sqlOf(read), read.unread]).toEqual([['select 1'], []]);
    expect(read.notes.filter((note) => note.startsWith('ignored'))).toEqual([]);
  });

  it('needs each of its columns: the reader knows them all', () => {
    const known = source.columns.filter((column) => {
      const text = output({ ...source, columns: source.columns.filter((other) => other !== column) });
      const read = JSON.stringify(readAll(FORMATS[source.format], text));
      return read !== JSON.stringify(readAll(FORMATS[source.format], output(source)));
    });
    const silent = ['queryid', 'stats_since', 'stats_reset', 'dealloc', 'toplevel', 'truncated', 'read_at'];
    const optional = [...silent, 'query_parameterization_type', 'first_seen', 'last_seen'];
    expect(source.columns.filter((column) => !known.includes(column) && !optional.includes(column))).toEqual([]);
  });

  it('only reads, and says how to run it', () => {
    const text = exportText(name);
    expect(text).toMatch(/^-- Exports .*\. It only reads\.\n/);
    expect(text).not.toMatch(/^\s*(?:insert|update|delete|create|alter|drop|truncate|copy|grant)\b/im);
    expect(text.includes('Not run against the real product')).toBe(!source.tested);
    expect(text).toContain(`-- querygate history export-sql ${name} | ${source.command} | querygate history collect`);
    const dialects: readonly Dialect[] = FORMATS[source.format].dialects;
    if (source.dialect !== undefined) expect(dialects).toContain(source.dialect);
  });
});
