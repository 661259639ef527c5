import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { NodeFS } from '@electric-sql/pglite/nodefs';

/** Errno of an input or output error, as WASI numbers it. */
const EIO = 29;

interface Stream {
  readonly nfd?: number | undefined;
  readonly node: unknown;
}

/** What of Emscripten's file system on Node is needed here; its types are not public. */
interface NodeFiles {
  readonly stream_ops: { fsync?: (stream: Stream) => number };
  realPath(node: unknown): string;
}

/**
 * pglite's file system on a folder, with an fsync that reaches the disk. As it comes it has none: PostgreSQL runs with `-F`,
 * `fdatasync` does nothing, and `fsync` finds no operation. (pglite 0.5.16; the test counts the calls of the system.)
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

/** What makes PostgreSQL ask for it: these stand behind pglite's own, and the last one holds. */
export const DURABLE_SETTINGS = ['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'];

/** Writes a folder with all that is in it to the disk. */
export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else if (entry.isFile()) syncPath(path);
  }
  syncPath(folder);
}

/** Writes a file, or the names in a folder, to the disk. */
export function syncPath(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
