import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';

export function Queries(): ReactNode {
  return <Page title="Queries">{null}</Page>;
}
