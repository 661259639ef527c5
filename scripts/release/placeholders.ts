const OWNERS = '.github/CODEOWNERS';
const BASE = 'scripts/release/base.Dockerfile';

/** Files with values that only the owner of the repository knows. */
export const TO_FILL_IN = [OWNERS, BASE] as const;

/** What must still be filled in before a release. `read` returns the text of a file. */
export function placeholders(read: (path: string) => string): readonly string[] {
  const { homepage } = JSON.parse(read('package.json')) as { homepage?: string };
  const owners = read(OWNERS)
    .split('\n')
    .flatMap((line, index) => {
      const placeholder = line.startsWith('#') ? undefined : /<[a-z][a-z -]*>/.exec(line)?.[0];
      return placeholder === undefined ? [] : [`${OWNERS}:${index + 1}: fill in ${placeholder}`];
    });
  return [
    ...owners,
    ...(baseImage(read) === undefined ? [`${BASE}: name the base image by its digest`] : []),
    ...(homepage === undefined ? ['package.json: set `homepage` to the address of the repository'] : []),
  ];
}

/** The base image of the released images; undefined as long as it is a placeholder. */
export function baseImage(read: (path: string) => string): string | undefined {
  const [, image = ''] = /^FROM (\S+)$/m.exec(read(BASE)) ?? [];
  return /@sha256:[0-9a-f]{64}$/.test(image) ? image : undefined;
}
