/** What the launchers in dist/ start: one bundle, of which each run loads only its own part. */
export const ENTRIES = {
  check: () => import('./check-action.ts'),
  cli: () => import('./cli.ts'),
};
