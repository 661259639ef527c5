import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';

export function Simulations(): ReactNode {
  return <Page title="Simulations">{null}</Page>;
}
