type Env = Readonly<Record<string, string | undefined>>;

/** Whether the CI host asks for debug output: GitHub's "enable debug logging", GitLab's debug trace. */
export function debugRequested(env: Env): boolean {
  return env['RUNNER_DEBUG'] === '1' || env['CI_DEBUG_TRACE'] === 'true';
}

/** Words of a variable's name that say that it is a secret. A part of a word says nothing: `GIT_AUTHOR_NAME`. */
const SECRET_WORD =
  /(?:^|[_-])(?:TOKEN|SECRET|SECRETS|PASSWORD|PASSWD|PASSPHRASE|PASS|PWD|PAT|CREDENTIALS?|AUTH|AUTHORIZATION|COOKIE|DSN|(?:API|ACCESS|PRIVATE|SIGNING|ENCRYPTION|DEPLOY|MASTER|SERVICE)[_-]?KEY)(?=$|[_-])/i;
/** Variables that say where something is, and the folders of shells. */
const PLACE_NAME = /(?:[_-](?:PATH|FILE|DIR|HOME|SOCK|URL|HOST|PORT|USER|NAME)|^(?:OLD)?PWD)$/i;
/** `scheme://user:password@host`, with the password. */
const PASSWORD_IN_URL = /[a-z][\w+.-]*:\/\/[^\s/:@]*:([^\s]+)@/gi;
const MIN_LENGTH = 6;

/** The values of variables that are secrets by their names, and the passwords in URLs. Short values could be ordinary words. */
export function secretsOf(env: Env): string[] {
  const secrets: string[] = [];
  for (const [name, given = ''] of Object.entries(env)) {
    const value = given.trim();
    if (SECRET_WORD.test(name) && !PLACE_NAME.test(name)) secrets.push(value);
    for (const [, password = ''] of value.matchAll(PASSWORD_IN_URL)) secrets.push(password);
  }
  return secrets.filter(({ length }) => length >= MIN_LENGTH);
}
