import { registerHooks } from 'node:module';

// The package is made for bundlers: it imports JSON without an import attribute, which Node.js rejects.
registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
});

let documents = 0;

/**
 * The errors that GitHub's own validator reports for an action or workflow; empty if it is valid.
 *
 * @param path `action.yml` or a file in `.github/workflows/`: the validator detects the type from the path
 */
export async function githubProblems(path: string, text: string): Promise<readonly string[]> {
  const { validate } = await import('@actions/languageservice');
  const start = { line: 0, character: 0 };
  const document = {
    // The validator caches documents by URI.
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
