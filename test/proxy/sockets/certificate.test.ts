import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Certificate } from '../../../src/proxy/sockets/index.ts';
import { type Authority, createAuthority, MISSING, type Pair } from '../../client/authority.ts';
import { until } from '../../databases/program.ts';

let authority: Authority;
const folder = mkdtempSync(join(tmpdir(), 'querygate-certificate-'));
const files = { certificate: join(folder, 'tls.crt'), key: join(folder, 'tls.key') };

beforeAll(() => {
  if (!MISSING) authority = createAuthority();
});
afterAll(() => {
  authority?.remove();
  rmSync(folder, { recursive: true });
});

function write({ cert, key }: Pair): void {
  writeFileSync(files.certificate, cert);
  writeFileSync(files.key, key);
}

describe.skipIf(MISSING !== '')('the certificate for clients', () => {
  it('is read again when its files change, and stays if they cannot be used', async () => {
    write(authority.issue('one.test'));
    const problems: string[] = [];
    const certificate = new Certificate(files, (reason) => problems.push(reason));
    try {
      const first = certificate.current;
      write(authority.issue('two.test'));
      await until('the new certificate', () => certificate.current !== first);
      const second = certificate.current;
      expect(second.certificate).not.toEqual(first.certificate);
      writeFileSync(files.certificate, 'no certificate');
      await until('the report', () => problems.length > 0);
      expect(problems[0]).toContain(`the certificate \`${files.certificate}\``);
      expect(certificate.current).toBe(second);
    } finally {
      certificate.close();
    }
  });

  it('is an error at the start if a file is missing', () => {
    const missing = { ...files, key: join(folder, 'missing.key') };
    expect(() => new Certificate(missing, () => {})).toThrow('cannot be read (ENOENT)');
  });
});
