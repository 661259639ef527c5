// Connections to clients and to the database, before any protocol.
export { acceptTls } from './accept-tls.ts';
export { Certificate, type CertificateFiles, type ClientTls } from './certificate.ts';
export { DirectSocket } from './direct-socket.ts';
export { readExactly } from './read-exactly.ts';
export { connectPlain, connectSecure, type Upstream, UpstreamError, type UpstreamTls } from './upstream.ts';
