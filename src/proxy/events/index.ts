// What the proxy reports about the queries that it saw.
export { checkProxyId } from './event-ids.ts';
export { FileEvents, type FileEventsOptions } from './file-events.ts';
export { ServiceEvents, type ServiceEventsOptions } from './service-events.ts';
