import type { AuditType } from '../../contract/index.ts';

/**
 * Entries of traffic, which are deleted after the retention; all others are administrative and stay. The list is part of
 * the format of the chain, and of a trigger of the store: a type cannot change sides.
 */
export const TRAFFIC: ReadonlySet<string> = new Set<AuditType>([
  'dry_run',
  'simulation.started',
  'simulation.ended',
  'query.evaluated',
  'query.ingested',
]);

export function isTraffic(type: string): boolean {
  return TRAFFIC.has(type);
}
