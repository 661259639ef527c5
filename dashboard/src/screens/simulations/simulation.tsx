import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';

export function Simulation(): ReactNode {
  return <Page title="Simulation">{null}</Page>;
}
