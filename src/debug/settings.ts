type Env = Readonly<Record<string, string | undefined>>;

/** Whether the CI host asks for debug output: GitHub's "enable debug logging", GitLab's debug trace. */
export function debugRequested(env: Env): boolean {
  return env['RUNNER_DEBUG'] === '1' || env['CI_DEBUG_TRACE'] === 'true';
}

const SECRET_NAME = /TOKEN|KEY|SECRET|PASSWORD|PASSWD|CREDENTIAL|AUTH/i;
/** Variables that say where something is. */
const PLACE_NAME = /_(?:PATH|FILE|DIR|HOME|SOCK|URL)$/i;
const MIN_LENGTH = 8;

/** The values of variables whose names say that they are secrets. Shorter values could be ordinary words. */
export function secretsOf(env: Env): string[] {
  return Object.entries(env).flatMap(([name, value = '']) =>
    SECRET_NAME.test(name) && !PLACE_NAME.test(name) && value.trim().length >= MIN_LENGTH ? [value.trim()] : [],
  );
}
