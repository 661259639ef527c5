import { MASK, MIN_MASKED, masker, withoutCredentials } from './mask.ts';

// What the client reads, skips and asks, for `--debug`. One log for the process, as the client runs one command.

/** `files`: what was read, listed, selected or skipped; `service`: requests to the service, GitHub and GitLab. */
export type DebugArea = 'run' | 'files' | 'git' | 'service';

let log: ((area: DebugArea, text: string) => void) | undefined;

/** Longer texts, such as the arguments of git with hundreds of paths, are cut. Characters. */
const MAX_TEXT = 500;

/**
 * Turns the log on.
 *
 * @param write prints one line, which may hold any character
 * @param secrets texts that are replaced, also in part or in base64
 */
export function startDebug(write: (line: string) => void, secrets: Iterable<string>): void {
  const masks = [...new Set(secrets)].map((secret) =>
    secret.length < MIN_MASKED ? (text: string) => text.replaceAll(secret, MASK) : masker(secret),
  );
  log = (area, text) => {
    // Before the text is cut: half a secret is one, too.
    const masked = masks.reduce((part, mask) => mask(part), withoutCredentials(text));
    const isLong = masked.length > MAX_TEXT;
    write(`${area}: ${isLong ? `${masked.slice(0, MAX_TEXT)} … (${masked.length} characters)` : masked}`);
  };
}

export function stopDebug(): void {
  log = undefined;
}

/** Prints one line if the log is on. `text` is called only then. */
export function debug(area: DebugArea, text: () => string): void {
  log?.(area, text());
}

/**
 * Runs a task and, if the log is on, prints what it was, what came of it, and how long it took.
 *
 * @param outcome describes the result in a few words
 */
export function timed<Result>(
  area: DebugArea,
  what: () => string,
  run: () => Promise<Result>,
  outcome: (result: Result) => string,
): Promise<Result> {
  return log ? runTimed(log, area, what(), run, outcome) : run();
}

async function runTimed<Result>(
  print: (area: DebugArea, text: string) => void,
  area: DebugArea,
  what: string,
  run: () => Promise<Result>,
  outcome: (result: Result) => string,
): Promise<Result> {
  const started = performance.now();
  const time = () => `${(performance.now() - started).toFixed(1)} ms`;
  try {
    const result = await run();
    print(area, `${what}: ${outcome(result)}, ${time()}`);
    return result;
  } catch (error) {
    print(area, `${what}: failed (${error instanceof Error ? error.message : String(error)}), ${time()}`);
    throw error;
  }
}
