import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { NodeFS } from '@electric-sql/pglite/nodefs';

/** WASI errno of an I/O error. */
const EIO = 29;

interface Stream {
  readonly nfd?: number | undefined;
  readonly node: unknown;
}

/** The parts of Emscripten's NODEFS that are used here; its types are not public. */
interface NodeFiles {
  readonly stream_ops: { fsync?: (stream: Stream) => number };
  realPath(node: unknown): string;
}

/**
 * PGlite's file system on a folder, with an fsync that reaches the disk. By default there is none: PostgreSQL runs with
 * `-F`, `fdatasync` does nothing, and `fsync` is not implemented. (PGlite 0.5.16; a test counts the system calls.)
 */
export function durableFiles(Files: typeof NodeFS, folder: string): NodeFS {
  class DurableFiles extends Files {
    override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
      const made = await super.init(pg, options);
      const { emscriptenOpts } = made;
      return {
        ...made,
        emscriptenOpts: {
          ...emscriptenOpts,
          preRun: [
            ...(emscriptenOpts.preRun ?? []),
            (module) => {
              const files = module.NODEFS as unknown as NodeFiles;
              files.stream_ops.fsync = (stream) => {
                try {
                  if (typeof stream.nfd === 'number') fsyncSync(stream.nfd);
                  else syncPath(files.realPath(stream.node));
                  return 0;
                } catch {
                  return EIO;
                }
              };
            },
          ],
        },
      };
    }
  }
  return new DurableFiles(folder);
}

/** Settings that make PostgreSQL call fsync. They follow PGlite's own, and the last one wins. */
export const DURABLE_SETTINGS = ['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'];

/** Syncs a folder with everything in it to disk. */
export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else if (entry.isFile()) syncPath(path);
  }
  syncPath(folder);
}

/** Syncs a file, or the names in a folder, to disk. */
export function syncPath(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
