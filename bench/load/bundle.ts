import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runProgram } from '../../test/databases/program.ts';

/** Starts the service and runs its admin commands: as it ships, with the user's Node.js. */
export interface Bundle {
  readonly node: string;
  /** `server/index.js`. */
  readonly program: string;
}

/** Where the service stores its data. */
export type Store =
  | { readonly kind: 'postgresql'; readonly url: string }
  | { readonly kind: 'embedded'; readonly folder: string };

/** The bundle in a folder. Raises Error if it is missing. */
export function bundleIn(folder: string | undefined): Bundle {
  const program = resolve(folder ?? join(import.meta.dirname, '../../server'), 'index.js');
  if (!existsSync(program)) throw new Error(`${program} is missing: run \`npm run build:server\``);
  // npm scripts put the Node.js of the development dependencies first on the PATH; users have the system's.
  return { node: process.env['QUERYGATE_BENCH_NODE'] ?? 'node', program };
}

/** Settings that tell the server and its admin commands where the store is. */
export function storeEnvironment(store: Store): NodeJS.ProcessEnv {
  const { PATH, HOME, USER, LOGNAME } = process.env;
  const place = store.kind === 'postgresql' ? { QUERYGATE_DATABASE_URL: store.url } : { QUERYGATE_DATA: store.folder };
  return { PATH, HOME, USER, LOGNAME, ...place };
}

/** Runs `querygate admin …`, and returns its output. Raises Error if it fails. */
export async function admin(bundle: Bundle, store: Store, args: readonly string[], input = ''): Promise<string> {
  const { stdout } = await runProgram(bundle.node, [bundle.program, 'admin', ...args], {
    env: storeEnvironment(store),
    input,
  });
  return stdout;
}
