import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';

export function DryRun(): ReactNode {
  return <Page title="DryRun">{null}</Page>;
}
