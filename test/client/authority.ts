import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Prefix for the titles of tests that cannot run on this machine, with the reason. */
export const MISSING = spawnSync('openssl', ['version']).error ? 'not run, openssl is missing: ' : '';

export interface Pair {
  readonly key: string;
  readonly cert: string;
}

export interface Authority {
  /** File of its certificate, for NODE_EXTRA_CA_CERTS. */
  readonly file: string;
  /** A key with a certificate for a host, signed by the authority. Format of the days: `20250131000000Z`. */
  issue(host: string, days?: readonly [from: string, to: string]): Pair;
  /** A key with a self-signed certificate. */
  selfSigned(host: string): Pair;
  remove(): void;
}

/** Only `openssl ca` can set arbitrary days; it needs a configuration and a list of issued certificates. */
const CONFIGURATION = `[ca]
default_ca = own
[own]
database = index.txt
new_certs_dir = .
rand_serial = yes
default_md = sha256
policy = any
unique_subject = no
[any]
commonName = supplied
`;

/** A certificate authority for a test, created with openssl. */
export function createAuthority(): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'querygate-tls-'));
  const path = (name: string): string => join(folder, name);
  const openssl = (...args: string[]): void => {
    execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  };
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const read = (name: string): Pair => ({
    key: readFileSync(path(`${name}.key`), 'utf8'),
    cert: readFileSync(path(`${name}.pem`), 'utf8'),
  });
  let issued = 0;
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', '/CN=Test authority');
  writeFileSync(path('index.txt'), '');
  writeFileSync(path('ca.conf'), CONFIGURATION);
  return {
    file: path('ca.pem'),
    issue: (host, days) => {
      const name = `issued${++issued}`;
      openssl('req', ...key, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${host}`);
      writeFileSync(path(`${name}.ext`), `subjectAltName=DNS:${host}\n`);
      const validity = days ? ['-startdate', days[0], '-enddate', days[1]] : ['-days', '2'];
      const signing = ['-cert', 'ca.pem', '-keyfile', 'ca.key', '-config', 'ca.conf', '-extfile', `${name}.ext`];
      openssl('ca', '-batch', '-notext', ...signing, '-in', `${name}.csr`, '-out', `${name}.pem`, ...validity);
      return read(name);
    },
    selfSigned: (host) => {
      const name = `self${++issued}`;
      const extension = ['-addext', `subjectAltName=DNS:${host}`, '-subj', `/CN=${host}`];
      openssl('req', '-x509', ...key, '-keyout', `${name}.key`, '-out', `${name}.pem`, '-days', '2', ...extension);
      return read(name);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
