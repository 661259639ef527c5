import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';

export function TryQuery(): ReactNode {
  return <Page title="TryQuery">{null}</Page>;
}
