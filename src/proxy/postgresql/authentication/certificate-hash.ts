import { createHash, X509Certificate } from 'node:crypto';

/**
 * The hash of a certificate for `tls-server-end-point` (RFC 5929): by the hash of its signature, SHA-256 in place of MD5
 * and SHA-1. Undefined for signatures without a hash of their own (Ed25519), to which nothing can be bound.
 */
export function certificateHash(der: Uint8Array): Buffer | undefined {
  const algorithm = signatureHash(der);
  if (algorithm === undefined) return undefined;
  return createHash(algorithm === 'md5' || algorithm === 'sha1' ? 'sha256' : algorithm)
    .update(der)
    .digest();
}

/** Object identifiers of signature algorithms, in DER, and their hash (RFC 3279, 4055, 5758). */
const SIGNATURES: ReadonlyMap<string, string> = new Map([
  ['2a864886f70d010104', 'md5'],
  ['2a864886f70d010105', 'sha1'],
  ['2a864886f70d01010e', 'sha224'],
  ['2a864886f70d01010b', 'sha256'],
  ['2a864886f70d01010c', 'sha384'],
  ['2a864886f70d01010d', 'sha512'],
  ['2a8648ce3d0401', 'sha1'],
  ['2a8648ce3d040301', 'sha224'],
  ['2a8648ce3d040302', 'sha256'],
  ['2a8648ce3d040303', 'sha384'],
  ['2a8648ce3d040304', 'sha512'],
]);
const RSA_PSS = '2a864886f70d01010a';
/** Hashes that the parameters of RSA-PSS name. Without parameters it is SHA-1. */
const HASHES: ReadonlyMap<string, string> = new Map([
  ['608648016503040201', 'sha256'],
  ['608648016503040202', 'sha384'],
  ['608648016503040203', 'sha512'],
]);

function signatureHash(der: Uint8Array): string | undefined {
  // Raises if the bytes are not a certificate.
  const bytes = Buffer.from(new X509Certificate(der).raw);
  // Certificate ::= SEQUENCE { tbsCertificate, signatureAlgorithm SEQUENCE { algorithm, parameters }, signature }
  const certificate = element(bytes, 0);
  const body = element(bytes, certificate.content);
  const algorithm = element(bytes, body.end);
  const identifier = element(bytes, algorithm.content);
  const name = bytes.toString('hex', identifier.content, identifier.end);
  if (name !== RSA_PSS) return SIGNATURES.get(name);
  const parameters = bytes.toString('hex', identifier.end, algorithm.end);
  for (const [hash, named] of HASHES) if (parameters.includes(hash)) return named;
  return 'sha1';
}

function element(bytes: Buffer, at: number): { readonly content: number; readonly end: number } {
  const first = bytes[at + 1] ?? 0;
  if (first < 0x80) return { content: at + 2, end: at + 2 + first };
  const size = first & 0x7f;
  return { content: at + 2 + size, end: at + 2 + size + bytes.readUIntBE(at + 2, size) };
}
