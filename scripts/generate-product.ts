// Generates src/model/product.ts from package.json, the single source of the name, version and address.
import { readFileSync } from 'node:fs';

/** Returns the text of src/model/product.ts. */
export function productModule(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { name, version, homepage } = JSON.parse(text) as { name: string; version: string; homepage?: string };
  return `// Generated from package.json by \`npm run generate\`.
export const PRODUCT: {
  readonly name: string;
  readonly version: string;
  /** Web address of the repository; undefined as long as package.json has no \`homepage\`. */
  readonly homepage: string | undefined;
} = {
  name: '${name}',
  version: '${version}',
  homepage: ${homepage === undefined ? 'undefined' : `'${homepage}'`},
};
`;
}
