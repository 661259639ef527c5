import { z } from 'zod';
import { ProblemError } from '../problems/error.ts';

/** A place in a list that is sorted by time, newest first, then by id. */
export interface TimePlace {
  readonly at: Date;
  readonly id: string;
}

/** Any instant of a Date, since changed rows have others than `timestampSchema` allows. */
const instantSchema = z
  .string()
  .regex(/^(\d{4}|[+-]\d{6})-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  .refine((text) => !Number.isNaN(Date.parse(text)));
const cursorSchema = z.tuple([instantSchema, z.string().regex(/^[!-~]{1,100}$/)]);

/** An opaque cursor that points after an item. */
export function writeTimeCursor({ at, id }: TimePlace): string {
  return Buffer.from(JSON.stringify([at.toISOString(), id])).toString('base64url');
}

/** The item after which the page starts; undefined for the first page. Raises ProblemError `field_invalid`. */
export function readTimeCursor(cursor: string | undefined): TimePlace | undefined {
  if (cursor === undefined) return undefined;
  const read = cursorSchema.safeParse(parsed(cursor));
  if (!read.success) throw invalidCursor();
  const [at, id] = read.data;
  return { at: new Date(at), id };
}

export function invalidCursor(): ProblemError {
  const detail = '`cursor` is not a cursor of this list; use the `next` of a page, or leave it out';
  return new ProblemError('field_invalid', detail, { errors: [{ detail, pointer: '/cursor' }] });
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}
