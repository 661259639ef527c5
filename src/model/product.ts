// Generated from package.json by `npm run generate`.
export const PRODUCT = {
  name: 'querygate',
  version: '0.1.0',
  homepage: 'https://github.com/querygate/querygate',
} as const;

/** URL of a page in docs/, e.g. `rules/no-drop-table`. */
export function docsUrl(page: string): string {
  return `${PRODUCT.homepage}/blob/v${PRODUCT.version}/docs/${page}.md`;
}

/** URL of the raw file at a tag or branch. */
export function rawUrl(ref: string, path: string): string {
  return `${PRODUCT.homepage.replace('https://github.com/', 'https://raw.githubusercontent.com/')}/${ref}/${path}`;
}

/** URL and `$id` of a JSON Schema, e.g. `config.v1`. Schemas have their own versions, independent of releases. */
export function schemaUrl(name: string): string {
  return rawUrl('main', `schemas/${name}.json`);
}
