/**
 * The page to show after signing in: one of this dashboard, since anything else could lead to another site. Browsers drop
 * tabs and line breaks from an address, so `/<tab>/host` is another site too.
 */
export function pageOf(to: string | undefined): string {
  return to !== undefined && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(to) ? to : '/';
}
