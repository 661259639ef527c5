import type { ReactNode } from 'react';

/** Pages of the documentation, which the service serves as text. */
type DocsPage = 'dashboard' | 'proxy' | 'sign-on';

/** The address of a page of the documentation. */
export function docsHref(page: DocsPage): string {
  return `/docs/${page}.md`;
}

/** A link to a page of the documentation, in a new tab. */
export function DocsLink({ page, children }: { readonly page: DocsPage; readonly children: ReactNode }): ReactNode {
  return (
    <a href={docsHref(page)} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
