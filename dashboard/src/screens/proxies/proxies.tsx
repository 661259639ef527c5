import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';

export function Proxies(): ReactNode {
  return <Page title="Proxies">{null}</Page>;
}
