import { createHash } from 'node:crypto';

/**
 * The hidden first line of a comment, which identifies it in later runs. A hash distinguishes the comments of the jobs
 * of one pull request, so that their names do not appear in the marker.
 */
export function markerOf(parts: readonly string[]): string {
  return `<!-- querygate:${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)} -->`;
}
