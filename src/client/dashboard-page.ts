const MAX_LENGTH = 500;

/**
 * An address of the service's dashboard that is safe in a report, or undefined. Reports show it as a link, so it must be
 * a plain address and nothing else.
 */
export function dashboardPage(url: string | undefined): string | undefined {
  if (url === undefined || url.length > MAX_LENGTH) return undefined;
  return /^https?:\/\/[A-Za-z0-9.-]+(?::\d{1,5})?(?:\/[A-Za-z0-9._~/?=&%-]*)?$/.test(url) ? url : undefined;
}
