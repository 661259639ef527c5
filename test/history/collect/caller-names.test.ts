import { describe, expect, it } from 'vitest';
import { NAME_PATTERNS, normaliseName } from '../../../src/history/collect/caller-names.ts';
import { expectLinear } from '../../costs.ts';

const CHANGING: readonly (readonly [name: string, normal: string])[] = [
  ['web-7d9c5b8f44-x2x1z', 'web-*-*'],
  ['billing-api-6b7c8d9f5c-qwz7k', 'billing-api-*-*'],
  ['nightly-28912345-x7k2p', 'nightly-*-*'],
  ['collector-x7k2p', 'collector-*'],
  ['sidekiq 6.5.1 app [3 of 10 busy]', 'sidekiq 6.5.1 app [* of * busy]'],
  ['puma: cluster worker 2: 4711', 'puma: cluster worker *'],
  ['puma: cluster worker 0: 12345 [shop]', 'puma: cluster worker * [shop]'],
  ['worker-3', 'worker-*'],
  ['psql - 1234', 'psql - *'],
  ['gunicorn: 99', 'gunicorn: *'],
  ['rails (pid 812)', 'rails (pid *)'],
  ['agent pid=77', 'agent pid=*'],
  ['job 9f1c0f5e-9d1c-4a8a-8c7e-2f0f9a1b2c3d', 'job *'],
  ['api@3f2a9c1b', 'api@*'],
  ['api 0a1b2c3d4e5f60718293a4b5c6d7e8f901234567', 'api *'],
  ['ip-10.1.2.3:51234', 'ip-*'],
  ['client 192.168.0.17', 'client *'],
  ['run_20261101', 'run_*'],
  ['v-token-readonly-8h3sKz9QwErTyUiOpAs1-1612345678', 'v-token-readonly-*-*'],
  ['postgres://app:hunter2@db/shop', 'postgres://app:*@db/shop'],
  ["psql -d shop -c select * from users where name = 'ann'", 'psql -d shop -c *'],
  ['psql --command=DELETE FROM t', 'psql --command=*'],
  ['ann.smith+x@example.com', '*@example.com'],
  ['report for ann@mail.example.org (daily)', 'report for *@mail.example.org (daily)'],
  ['agent eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', 'agent *'],
  ['cli ghp_16C7e42F292c6912E7710c838347Ae178B4a', 'cli ghp_*'],
  ['run dGhpcyBpcyBhIHRlc3Q0NTY3ODkw==', 'run *'],
  [`digest ${'0a1b2c3d'.repeat(16)}`, 'digest *'],
  ['export 2026-11-20', 'export *'],
  ['backup_2026_11_20_0315', 'backup_*'],
  ["host=db password='a b' user=x", 'host=db password=* user=x'],
  ['host=db pwd=hunter2;user=x', 'host=db pwd=*;user=x'],
  ['PGPASSWORD=hunter psql', 'PGPASSWORD=* psql'],
  ['pass=hunter', 'pass=*'],
  ['secret: hunter', 'secret: *'],
  ['secret hunter', 'secret *'],
  ['Bearer AbCdEf', 'Bearer *'],
  ['Authorization: Bearer AbCdEf', 'Authorization: *'],
  ['https://x.org/?access_token=AbCdEf&x=1', 'https://x.org/?access_token=*&x=1'],
  ['"api_key":"AbC dEf",1', '"api_key":*,1'],
  ['X-Api-Key: AbCdEf', 'X-Api-Key: *'],
  ['client_secret AbCdEf', 'client_secret *'],
  ['session_id=kX9dPq2L', 'session_id=*'],
  ['auth kX9dPq2L', 'auth *'],
  ['python load.py --auth-token AbCdEf', 'python load.py --auth-token *'],
  ['node app.js --api-key=AbCdEf', 'node app.js --api-key=*'],
  ['aws_secret_access_key=wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', 'aws_secret_access_key=*'],
  ['AKIAIOSFODNN7EXAMPLE wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', 'AKIA* *'],
  ['mysql -uann -phunter shop', 'mysql -uann -p* shop'],
  ['mysqldump --password hunter shop', 'mysqldump --password * shop'],
  ['mongo -u ann -p hunter', 'mongo -u ann -p *'],
  ['sqlplus -s ann/hunter@db', 'sqlplus -s ann/*@db'],
  ['psql -tAc select 1', 'psql -tAc *'],
  ['mysql -BNe select secret', 'mysql -BNe *'],
  ['sqlcmd -S db -Q "select 1"', 'sqlcmd -S db -Q *'],
  ['AIzaSyA1234567890abcdefghijklmnopqrstuv', 'AIza*'],
  ['SG.abcdefghijklmnop.qrstuvwxyzABCDEFGH', 'SG.*'],
  ['ann@localhost', '*@localhost'],
  ['ann.smith%40example.com', '*%40example.com'],
  ['card 4111 1111 1111 1111', 'card *'],
  ['card 3782-822463-10005', 'card *'],
];

describe('parts that differ between processes are replaced by `*`', () => {
  it.each(CHANGING)('%s becomes %s', (name, normal) => {
    expect(normaliseName(name)).toBe(normal);
    expect(normaliseName(normal)).toBe(normal);
  });

  it.each(NAME_PATTERNS)('$what: at least one of the names above contains it', ({ pattern }) => {
    expect(CHANGING.filter(([name]) => name.search(pattern) >= 0)).not.toEqual([]);
  });
});

describe('names chosen by a person stay unchanged', () => {
  it.each([
    '',
    'web',
    'PostgreSQL JDBC Driver',
    'pgAdmin 4 - DB:shop',
    'DBeaver 23.2.1 - Main <shop>',
    'billing-2',
    'app-2024',
    'shop-v2-api',
    'team-daily-batch',
    'release-2024a-tests',
    'deadbeef',
    'DataGrip 2023.1.2',
    'ann@shop',
    'psql',
    'OrderFulfillmentServiceV2Worker',
    'github-actions-runner-controller',
    'sk_production_reporting',
    '2026-roadmap',
    'cafe-decade-facade',
    'report_1999',
    'utf8-loader',
    'password-service',
    'x86_64',
    'mysqldump 8.0.36',
    'Ünïcode größe',
    'auth-service',
    'session-worker',
    'token-refresher',
    'passport',
    'api-key-rotator',
    'Auth::SessionWorker',
    'auth service',
    'Session Manager',
    'load pass 2',
    'compass: north',
    'psql -h db -p 5432',
    'web -prod',
    'SG.reporting.daily',
    'psql -d abc',
    'mysql -uzoe shop',
    'release 2024 1001',
  ])('%s', (name) => {
    expect(normaliseName(name)).toBe(name);
  });
});

describe('an untrusted name', () => {
  it('is cut to 256 characters, never inside a surrogate pair', () => {
    expect(normaliseName('x'.repeat(1000))).toBe(`${'x'.repeat(255)}…`);
    expect(normaliseName(`${'x'.repeat(254)}😀😀`)).toBe(`${'x'.repeat(254)}…`);
  });

  it('takes time linear in its length', async () => {
    const parts = [
      'a',
      '1',
      '-',
      'pid',
      ' ',
      '://',
      'password=',
      "password='",
      '1.',
      'a-',
      '[1 of 1 ',
      'worker 1: 1',
      'v-',
      'f0',
    ];
    await expectLinear((times) => {
      for (const part of parts) normaliseName(part.repeat(50_000 * times));
    });
  });
});
