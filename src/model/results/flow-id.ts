import { createHash } from 'node:crypto';
import type { HistoryRow } from '../history.ts';

/** What distinguishes flows. */
export interface FlowIdentity extends Pick<HistoryRow, 'dialect' | 'shape'> {
  readonly caller: Pick<HistoryRow['caller'], 'application' | 'user' | 'database'>;
}

/** The name by which flows tell callers apart. */
export function flowCaller({ caller }: Pick<FlowIdentity, 'caller'>): string {
  return caller.application || caller.user || '';
}

/** Statements that define or maintain objects. Jobs repeat them with the day in the name: `CREATE TABLE events_20261128`. */
const DEFINES =
  /^(?:create|alter|drop|truncate|rename|comment|grant|revoke|deny|reindex|cluster|vacuum|analy[sz]e|optimize|check|repair|refresh|lock|attach|detach|security|reassign)\b/i;
/** Parts of names that change from run to run: UUIDs, hexadecimal texts with digits and letters, dates and numbers. */
const CHANGING =
  /[0-9a-f]{8}(?:[-_][0-9a-f]{4}){3}[-_][0-9a-f]{12}|(?<![0-9a-z])(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{8,}(?![0-9a-z])|\d+/gi;

const MAX_FOLDED = 20_000;

/** A shape with `*` for the dates and numbers in its names. */
export function withoutNumbers(shape: string): string {
  return /\d/.test(shape) ? shape.replace(CHANGING, '*') : shape;
}

/**
 * The shape by which flows are told apart: of a statement that defines or maintains objects without the dates and numbers
 * in names, of any other statement its own shape.
 */
export function flowShape(shape: string): string {
  // Only the hash at its end tells a shape that was cut off from others.
  return shape.length < MAX_FOLDED && DEFINES.test(shape) ? withoutNumbers(shape) : shape;
}

/**
 * The id of a flow: the first 12 hex digits of SHA-256 over `v1`, dialect, `flowShape`, application (the user where the
 * application is empty or not recorded) and database, joined by NUL. It contains no literal and no date. So it stays
 * the same in every history, as long as query, caller and database stay the same.
 */
export function flowId(row: FlowIdentity): string {
  return idOf(row, flowShape(row.shape));
}

function idOf(row: FlowIdentity, shape: string): string {
  const identity = ['v1', row.dialect, shape, flowCaller(row), row.caller.database ?? ''].join('\0');
  return createHash('sha256').update(identity).digest('hex').slice(0, 12);
}

/**
 * The ids that earlier versions gave to the flow of a row, which acknowledgements and links may name. They told NULL, TRUE,
 * FALSE, signs, `$1` and literals apart, and numbered objects.
 */
export function formerFlowIds(row: FlowIdentity & Pick<HistoryRow, 'formerShape'>): readonly string[] {
  const shapes = row.formerShape === undefined ? [row.shape, withParameters(row.shape)] : [row.formerShape];
  return [...new Set(shapes)].map((shape) => idOf(row, shape));
}

/** Quoted names, the beginnings of lists, and what else counts. */
const PIECES = /"[^"]*"|`[^`]*`|\b(?:in|values?) ?\((?!select\b|with\b)|\barray ?\[|[()[\]?]/gi;

/** The shape of a text with parameters: `$1`, `$2`, … for the values outside of lists. */
function withParameters(shape: string): string {
  let parameters = 0;
  /** Brackets that are open since a list began. */
  let depth = 0;
  return shape.replace(PIECES, (piece) => {
    if (piece === '?') return depth > 0 ? piece : `$${++parameters}`;
    if (depth === 0) depth = piece.length > 1 && /[([]$/.test(piece) ? 1 : 0;
    else if (/[([]$/.test(piece)) depth++;
    else if (piece === ')' || piece === ']') depth--;
    return piece;
  });
}
