let prepare = async (): Promise<void> => {};

/** Sets the function that is called before PostgreSQL's grammar, which is WebAssembly, is loaded. */
export function beforeWebAssembly(run: () => Promise<void>): void {
  prepare = run;
}

/** Called by the code that loads it. */
export function prepareWebAssembly(): Promise<void> {
  return prepare();
}
