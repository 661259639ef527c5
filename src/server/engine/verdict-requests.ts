import type { TextRequest } from '../../traffic/index.ts';
import type { EventRows, QueryTask } from './engine.ts';

/** All that the outcome of a query depends on. */
export function textRequest({ active, query, dialect, caller, today }: QueryTask): TextRequest {
  return { query, dialect, caller, judge: `${today} ${active.key}` };
}

/** Approximate characters of an outcome in the cache of verdicts. */
export function charactersOfRows({ rows, shape }: Pick<EventRows, 'rows' | 'shape'>): number {
  return rows.reduce((sum, { text }) => sum + text.length + 200, shape.length);
}
