// Generated from package.json by `npm run generate`.
export const PRODUCT = {
  name: 'querygate',
  version: '0.1.0',
  homepage: 'https://github.com/querygate/querygate',
} as const;

/** Address of a page of docs/, e.g. `rules/no-drop-table`. */
export function docsUrl(page: string): string {
  return `${PRODUCT.homepage}/blob/v${PRODUCT.version}/docs/${page}.md`;
}
