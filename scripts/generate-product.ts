// Generates src/model/product.ts from package.json, the single source of the name, version and URLs.
import { readFileSync } from 'node:fs';

/** Returns the text of src/model/product.ts. */
export function productModule(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { name, version, homepage } = JSON.parse(text) as Record<'name' | 'version' | 'homepage', string>;
  return `// Generated from package.json by \`npm run generate\`.
export const PRODUCT = {
  name: '${name}',
  version: '${version}',
  homepage: '${homepage}',
} as const;

/** URL of a page in docs/, e.g. \`rules/no-drop-table\`. */
export function docsUrl(page: string): string {
  return \`\${PRODUCT.homepage}/blob/v\${PRODUCT.version}/docs/\${page}.md\`;
}

/** URL of the raw file at a tag or branch. */
export function rawUrl(ref: string, path: string): string {
  return \`\${PRODUCT.homepage.replace('https://github.com/', 'https://raw.githubusercontent.com/')}/\${ref}/\${path}\`;
}

/** URL and \`$id\` of a JSON Schema, e.g. \`config.v1\`. Schemas have their own versions, independent of releases. */
export function schemaUrl(name: string): string {
  return rawUrl('main', \`schemas/\${name}.json\`);
}
`;
}
