import { registerHooks } from 'node:module';

// The package is made for bundlers: it imports JSON without saying so, which Node refuses.
registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
});

let documents = 0;

/**
 * What GitHub's own validator says of an action or a workflow; empty for a valid one.
 *
 * @param path by which it tells them apart: `action.yml`, or a file of `.github/workflows/`
 */
export async function githubProblems(path: string, text: string): Promise<readonly string[]> {
  const { validate } = await import('@actions/languageservice');
  const start = { line: 0, character: 0 };
  const document = {
    // It keeps what it read by address.
    uri: `file:///repository-${documents++}/${path}`,
    languageId: 'yaml',
    version: 1,
    lineCount: text.split('\n').length,
    getText: () => text,
    positionAt: () => start,
    offsetAt: () => 0,
    getLineRange: () => ({ start, end: start }),
    getEOLCharacters: () => '\n',
  };
  return (await validate(document)).map((problem) => String(problem.message));
}
