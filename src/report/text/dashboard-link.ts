/** A report of a run in a service, whose dashboard shows it too. The client has checked that these are plain addresses. */
interface InDashboard {
  readonly page?: string | undefined;
  readonly flowPages?: string | undefined;
}

/** The page of a flow; undefined if there is none. */
export function flowPage(id: string, { flowPages }: InDashboard): string | undefined {
  return flowPages === undefined || !/^[0-9a-f]{12}$/.test(id) ? undefined : `${flowPages}${id}`;
}

/** A link to the run's page, in Markdown. */
export function pageMarkdown({ page }: InDashboard): string {
  return page === undefined ? '' : `[Open this run in the dashboard](${page})\n\n`;
}

/** The same as plain lines. */
export function pageLines({ page }: InDashboard): readonly string[] {
  return page === undefined ? [] : [`In the dashboard: ${page}`];
}
