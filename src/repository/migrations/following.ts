import { compareVersions, FILES_OF_FOLDERS, versionOf, versionText } from './version.ts';

/**
 * The path of a migration that runs directly after the one at `path`, named after it: `0007_orders.sql`, then
 * `0008_orders_part2.sql`. Undefined if the name has no version that can be counted up.
 */
export function followingPath(path: string): string | undefined {
  const text = versionText(path);
  const next = text === undefined ? undefined : versionAfter(text);
  if (text === undefined || next === undefined) return undefined;
  const parts = path.split('/');
  const at =
    FILES_OF_FOLDERS.has((parts.at(-1) ?? '').toLowerCase()) && parts.length > 1 ? parts.length - 2 : parts.length - 1;
  const name = parts[at] ?? '';
  const start = name.indexOf(text);
  if (start < 0) return undefined;
  const rest = name.slice(start + text.length);
  parts[at] = name.slice(0, start) + next + withPart(rest);
  return parts.join('/');
}

/** Whether a migration may have the path: none has its version, or one between those of the two. */
export function isFreeAfter(path: string, following: string, others: readonly string[]): boolean {
  const [own, next] = [versionOf(path), versionOf(following)];
  if (!own || !next) return false;
  return !others.some((other) => {
    if (other === path) return false;
    if (other === following) return true;
    const version = versionOf(other);
    const order = version && compareVersions(own, version);
    return version !== undefined && order !== undefined && order < 0 && (compareVersions(version, next) ?? 1) <= 0;
  });
}

/** `_orders.up.sql`, then `_orders_part2.up.sql`, `_orders_part3.up.sql`. */
function withPart(rest: string): string {
  const dot = rest.indexOf('.');
  const [words, ending] = dot < 0 ? [rest, ''] : [rest.slice(0, dot), rest.slice(dot)];
  if (!/[A-Za-z0-9]/.test(words)) return rest;
  const part = /_part(\d+)$/.exec(words);
  const stem = part ? words.slice(0, part.index) : words;
  return `${stem}_part${Number(part?.[1] ?? 1) + 1}${ending}`;
}

function versionAfter(text: string): string | undefined {
  const digits = text.replaceAll(/\D/g, '');
  if (/^(?:19[7-9]|20\d)\d{11}$/.test(digits)) return inForm(text, secondAfter(digits));
  // A date without a time leaves no place for another one on the same day.
  if (/^(?:19[7-9]|20\d)\d(?:0[1-9]|1[0-2])\d{2}(?:\d{4})?$/.test(digits)) return undefined;
  const last = /\d+$/.exec(text)?.[0];
  if (last === undefined) return undefined;
  return text.slice(0, -last.length) + String(BigInt(last) + 1n).padStart(last.length, '0');
}

/** @param digits `YYYYMMDDhhmmss` */
function secondAfter(digits: string): string {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = [
    digits.slice(0, 4),
    ...(digits.slice(4).match(/\d\d/g) ?? []),
  ].map(Number);
  const after = new Date(Date.UTC(year, month - 1, day, hour, minute, second + 1));
  return after.toISOString().replaceAll(/\D/g, '').slice(0, 14);
}

/** The digits with what stands between them: `2026-11-30-120000`. */
function inForm(text: string, digits: string): string {
  let at = 0;
  return text.replaceAll(/\d/g, () => digits[at++] ?? '');
}
