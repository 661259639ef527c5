import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';

export function AuditTrail(): ReactNode {
  return <Page title="AuditTrail">{null}</Page>;
}
