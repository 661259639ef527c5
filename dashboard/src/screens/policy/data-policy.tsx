import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';

export function DataPolicy(): ReactNode {
  return <Page title="DataPolicy">{null}</Page>;
}
