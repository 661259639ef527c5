// PostgreSQL's protocol: clients on one side, a server on the other.
export { type Authentication, parseSecrets } from './authentication/authenticate.ts';
export { Certificate, type CertificateFiles } from './certificate.ts';
export type { ConnectionLimits } from './context.ts';
export { HeldBytes } from './held-bytes.ts';
export { Listener } from './listener.ts';
export type { Action, Policies } from './refusal.ts';
export { connectUpstream, type Upstream, type UpstreamTls } from './upstream.ts';
