import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { buildImages } from '../../scripts/release/images.ts';
import { read, TOP } from '../docs/repository.ts';
import { BASE, Buildah, MISSING, must, run } from './buildah.ts';

// The images of a release, as the files that are published.

const folder = inject('imageFolder') ?? '';
const buildah = new Buildah(folder);
const { version } = JSON.parse(read('package.json')) as { version: string };
const NAMES = ['querygate-server', 'querygate-proxy'] as const;
const SECONDS = Date.parse('2026-03-04') / 1000;

// Not in the folder above, since names of images are in lower case.
const layout = join(tmpdir(), `querygate-release-base-${process.pid}`);
const base = `oci:${layout}:base`;
afterAll(() => rmSync(layout, { recursive: true, force: true }));

describe.skipIf(MISSING !== '')('the images of a release', () => {
  const out = (build: string) => join(folder, build);
  beforeAll(() => {
    must(buildah.run('push', '--quiet', BASE, base));
    for (const build of ['first', 'second']) {
      mkdirSync(out(build));
      buildImages(TOP, { version, base, seconds: SECONDS }, out(build));
    }
  });

  it('are the same bytes in two builds', () => {
    const files = readdirSync(out('first')).sort();
    expect(files).toEqual(['image-digests.txt', ...NAMES.map((name) => `${name}-${version}.oci.tar`).sort()]);
    for (const file of files)
      expect(readFileSync(join(out('second'), file)).equals(readFileSync(join(out('first'), file))), file).toBe(true);
  });

  it.each(NAMES)('are OCI layouts with the listed digest, which start as the program: %s', (name) => {
    const archive = join(out('first'), `${name}-${version}.oci.tar`);
    const listed = readFileSync(join(out('first'), 'image-digests.txt'), 'utf8').split('\n');
    const index = JSON.parse(must(run('tar', ['--extract', '--to-stdout', '--file', archive, 'index.json'])));
    expect(index.manifests).toHaveLength(1);
    expect(listed).toContain(`${index.manifests[0].digest}  ${name}`);
    const container = must(buildah.run('from', `oci-archive:${archive}:${version}`));
    try {
      const { OCIv1 } = JSON.parse(must(buildah.run('inspect', container)));
      expect(OCIv1).toMatchObject({ created: '2026-03-04T00:00:00Z', config: { User: '65532:65532' } });
      expect(must(buildah.run('run', container, '--', 'sh', '-c', 'querygate --version; id -u'))).toBe(
        `${version}\n65532`,
      );
    } finally {
      buildah.run('rm', container);
    }
  });
});
