import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildImages } from './images.ts';
import { run } from './run.ts';
import { releaseBom } from './sbom.ts';

export interface Release {
  readonly version: string;
  /** `YYYY-MM-DD`, of the changelog. All times in the files are its midnight, so that later builds are equal. */
  readonly date: string;
  readonly notes: string;
  /** Base image of the images; undefined to leave them out. */
  readonly base: string | undefined;
}

/**
 * Builds the files of a release from a checkout with its packages, into `out`. The same commit, packages, Node.js and base
 * image give the same bytes.
 */
export function buildFiles(checkout: string, release: Release, out: string): void {
  const { version, date, notes, base } = release;
  const seconds = Date.parse(`${date}T00:00:00Z`) / 1000;
  mkdirSync(out, { recursive: true });
  run(checkout, process.execPath, ['scripts/build.mjs', '--server']);
  run(checkout, 'npm', ['pack', '--ignore-scripts', '--pack-destination', out]);
  const licenses = ['dist', 'server'].map((bundle) => readFileSync(join(checkout, bundle, 'lib/LICENSES.txt'), 'utf8'));
  const bom = run(checkout, 'npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']);
  writeFileSync(join(out, `querygate-${version}.cdx.json`), releaseBom(bom, licenses, date));
  if (base !== undefined) buildImages(checkout, { version, base, seconds }, out);
  writeFileSync(join(out, 'SHA256SUMS'), sums(out));
  writeFileSync(join(out, 'notes.md'), `${notes}\n`);
}

function sums(folder: string): string {
  const hash = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
  return readdirSync(folder)
    .sort()
    .map((name) => `${hash(name)}  ${name}\n`)
    .join('');
}
