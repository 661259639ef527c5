import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';

export function People(): ReactNode {
  return <Page title="People">{null}</Page>;
}
