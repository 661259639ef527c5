import { readFile, stat } from 'node:fs/promises';
import { ConfigError, type IdentitySource } from '../model/index.ts';

const MAX_BYTES = 16_000;

/** The identity token that a CI host or an earlier step wrote into a file. It is read when it is needed. */
export function identityFile(path: string): IdentitySource {
  return {
    name: `the identity token in \`${path}\``,
    token: async () => {
      const text = await readToken(path);
      if (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(text)) return text;
      throw new ConfigError(
        `the file \`${path}\` of \`--identity-token-file\` does not hold an identity token (a JSON Web Token); write the token of the CI host into it, and nothing else`,
      );
    },
    // Nothing of it is printed.
    mask: () => undefined,
  };
}

async function readToken(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    return size > MAX_BYTES ? '' : (await readFile(path, 'utf8')).trim();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new ConfigError(
      `the file \`${path}\` of \`--identity-token-file\` cannot be read (${code}); correct the path, or write the identity token of the CI host into it`,
    );
  }
}
