import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './run.ts';

/** Targets of the Dockerfile that are released as images. */
const IMAGES = ['server', 'proxy'] as const;

interface Images {
  readonly version: string;
  readonly base: string;
  /** Unix time of everything in the images. */
  readonly seconds: number;
}

/**
 * Builds the images from a checkout with `server/`, and writes each as a tar of its OCI layout, and the digests of their
 * manifests, by which registries know them. The health checks stay behind: OCI has none.
 */
export function buildImages(checkout: string, { version, base, seconds }: Images, out: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'querygate-release-'));
  const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'];
  const buildah = (...args: readonly string[]) =>
    run(checkout, 'buildah', [...storage, ...args], { BUILDAH_ISOLATION: 'chroot' });
  try {
    const digests = IMAGES.map((target) => {
      const name = `querygate-${target}`;
      const image = `localhost/${name}:${version}`;
      const same = ['--format', 'oci', '--timestamp', String(seconds), '--identity-label=false'];
      buildah('bud', '--quiet', ...same, '--build-arg', `BASE=${base}`, '--target', target, '--tag', image, '.');
      const layout = join(folder, name);
      buildah('push', '--quiet', image, `oci:${layout}:${version}`);
      const tar = ['--create', '--sort=name', `--mtime=@${seconds}`, '--owner=0', '--group=0', '--numeric-owner'];
      const file = join(out, `${name}-${version}.oci.tar`);
      run(layout, 'tar', [...tar, '--mode=a=rX,u+w', '--file', file, 'blobs', 'index.json', 'oci-layout']);
      const index = JSON.parse(readFileSync(join(layout, 'index.json'), 'utf8')) as { manifests: { digest: string }[] };
      return `${index.manifests[0]?.digest}  ${name}\n`;
    });
    writeFileSync(join(out, 'image-digests.txt'), digests.join(''));
    // Without root, the files of images belong to users whose files only buildah can delete.
    buildah('rmi', '--all', '--force');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
