/** A release's version: no pre-releases, so that `vX` always moves to something that users can run. */
const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;

function parsed(version: string): readonly number[] | undefined {
  return VERSION.exec(version)?.slice(1).map(Number);
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((part, index) => part !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/** Fails unless the version is well-formed and newer than each release that is tagged. */
export function assertNewer(version: string, tags: readonly string[]): void {
  const wanted = parsed(version);
  if (!wanted) throw new Error(`\`${version}\` is not a version: use three numbers, such as 1.2.3`);
  const released = tags.flatMap((tag) => (tag.startsWith('v') ? [parsed(tag.slice(1)) ?? []] : []));
  const [newest] = released.filter((each) => each.length > 0).sort((a, b) => compare(b, a));
  if (newest && compare(wanted, newest) <= 0)
    throw new Error(`${version} is not newer than the release v${newest.join('.')}`);
}
