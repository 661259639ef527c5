import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';

export function Start(): ReactNode {
  return <Page title="Start here">{null}</Page>;
}
