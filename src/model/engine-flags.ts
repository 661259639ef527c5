/** Work for which a program may set flags of the JavaScript engine. */
export type HeavyWork = keyof typeof FLAGS;

const FLAGS = {
  // PostgreSQL's grammar is WebAssembly. Compiling its largest functions a second time, for speed that only hours of
  // parsing would pay back, takes 0.4 s of CPU: its baseline code is enough. A flag set this late no longer implies the
  // other two.
  webAssembly: ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'],
  // Most of what is read of a snapshot stays in memory. Space for new objects that grows with it, up to three times
  // 32 MB, takes half as much memory again, and a sixth more CPU, than space that does not.
  snapshot: ['--semi-space-growth-factor=1'],
} as const;

let prepare = async (_flags: readonly string[]): Promise<void> => {};

/** Sets the function that sets the flags: they apply to the whole process, so a program may set them, a library not. */
export function onHeavyWork(setFlags: (flags: readonly string[]) => Promise<void>): void {
  prepare = setFlags;
}

/** Called by the code that does the work, before it. */
export function beginHeavyWork(work: HeavyWork): Promise<void> {
  return prepare(FLAGS[work]);
}
