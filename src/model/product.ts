// Generated from package.json by `npm run generate`.
export const PRODUCT: {
  readonly name: string;
  readonly version: string;
  /** Web address of the repository; undefined as long as package.json has no `homepage`. */
  readonly homepage: string | undefined;
} = {
  name: 'querygate',
  version: '0.1.0',
  homepage: undefined,
};
