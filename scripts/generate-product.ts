// src/model/product.ts, from package.json: the one source of the name, the version and every address.
import { readFileSync } from 'node:fs';

/** The text of src/model/product.ts. */
export function productModule(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { name, version, homepage } = JSON.parse(text) as Record<'name' | 'version' | 'homepage', string>;
  return `// Generated from package.json by \`npm run generate\`.
export const PRODUCT = {
  name: '${name}',
  version: '${version}',
  homepage: '${homepage}',
} as const;

/** Address of a page of docs/, e.g. \`rules/no-drop-table\`. */
export function docsUrl(page: string): string {
  return \`\${PRODUCT.homepage}/blob/v\${PRODUCT.version}/docs/\${page}.md\`;
}

/** Address of a file as it is, without a page around it: at a tag, or of a branch. */
export function rawUrl(ref: string, path: string): string {
  return \`\${PRODUCT.homepage.replace('https://github.com/', 'https://raw.githubusercontent.com/')}/\${ref}/\${path}\`;
}

/** Address and \`$id\` of a JSON Schema, e.g. \`config.v1\`. Each has a version of its own, so no release changes it. */
export function schemaUrl(name: string): string {
  return rawUrl('main', \`schemas/\${name}.json\`);
}
`;
}
