export { runCheck } from './check.ts';
export type { CheckRequest, ServiceSettings } from './check-request.ts';
