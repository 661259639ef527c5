import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';

export function Ruleset(): ReactNode {
  return <Page title="Ruleset">{null}</Page>;
}
