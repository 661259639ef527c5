import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareFindings } from '../../../bench/corpus/compare.ts';
import { type JudgedRepository, judgeRepository } from '../../../bench/corpus/judge.ts';
import { differenceLines } from '../../../bench/corpus/print.ts';
import { formatSummary, parseSummary, readSummary, type Summary } from '../../../bench/corpus/summary.ts';
import { loadEngine } from '../../../bench/precision/engine.ts';
import { readRepositories } from '../../../bench/precision/repositories.ts';

const { repositories } = readRepositories();
const ROW = { path: 'a.sql', statement: '0123456789ab', rule: 'no-drop-table', verdict: 'block' };

describe('the summary of a repository', () => {
  const summary: Summary = {
    commit: '1'.repeat(40),
    files: 2,
    statements: 7,
    findings: [ROW, ROW, { ...ROW, verdict: 'warn spared' }, { ...ROW, path: 'b "x"\n.sql', statement: 'file' }],
  };

  it('is read as it was written', () => {
    expect(parseSummary(formatSummary(summary))).toEqual(summary);
  });

  it('refuses a line that is not in its format', () => {
    expect(() => parseSummary(`${formatSummary(summary)}  no finding\n`)).toThrow('not a finding');
    expect(() => parseSummary('hello\n')).toThrow('not the summary');
  });

  it.each(repositories.map((repository) => [repository.name, repository] as const))(
    'is committed for %s, at the commit of the list',
    (name, { commit }) => {
      expect(readSummary(name)?.commit).toBe(commit);
    },
  );
});

describe('the list', () => {
  it('has 40 repositories or more, each once', () => {
    const names = repositories.map(({ name }) => name);
    expect(names.length).toBeGreaterThanOrEqual(40);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('the comparison', () => {
  it.each([
    { what: 'nothing for equal findings in another order', now: [{ ...ROW, rule: 'x' }, ROW], lost: 0, gained: 0 },
    { what: 'a finding that is gone', now: [ROW], lost: 1, gained: 0 },
    { what: 'one more of the same', now: [ROW, { ...ROW, rule: 'x' }, ROW], lost: 0, gained: 1 },
    {
      what: 'another verdict',
      now: [
        { ...ROW, verdict: 'warn' },
        { ...ROW, rule: 'x' },
      ],
      lost: 1,
      gained: 1,
    },
  ])('lists $what', ({ now, lost, gained }) => {
    const differences = compareFindings([ROW, { ...ROW, rule: 'x' }], now);
    expect({ lost: differences.lost.length, gained: differences.gained.length }).toEqual({ lost, gained });
  });
});

describe('a repository', () => {
  const folder = mkdtempSync(join(tmpdir(), 'querygate-corpus-'));
  let judged: JudgedRepository;

  beforeAll(async () => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', folder, '-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
        encoding: 'utf8',
      });
    git('init', '--quiet');
    const files = {
      'prisma/schema.prisma': 'datasource db {\n  provider = "postgresql"\n}\n',
      'prisma/migrations/migration_lock.toml': 'provider = "postgresql"\n',
      'prisma/migrations/1_a/migration.sql': 'CREATE TABLE t (id int);\n',
      'prisma/migrations/2_b/migration.sql': '-- old\nDROP TABLE t; DELETE FROM u WHERE id = 1;\n',
    };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    git('add', '.');
    git('commit', '--quiet', '-m', 'x');
    const commit = git('rev-parse', 'HEAD').trim();
    judged = await judgeRepository(await loadEngine(join(import.meta.dirname, '../../..')), folder, {
      name: 'a/b',
      commit,
    });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is judged with what init configures, each finding with its statement', () => {
    const { files, statements, findings } = judged;
    expect({ files, statements }).toEqual({ files: 2, statements: 3 });
    const rows = findings.map(({ path, rule, verdict, line, text }) => ({ path, rule, verdict, line, text }));
    expect(rows).toEqual([
      {
        path: 'prisma/migrations/2_b/migration.sql',
        rule: 'no-drop-table',
        verdict: 'block',
        line: 2,
        text: 'DROP TABLE t',
      },
      // PostgreSQL runs the statements of the file in one transaction.
      {
        path: 'prisma/migrations/2_b/migration.sql',
        rule: 'no-backfill-after-ddl',
        verdict: 'warn',
        line: 2,
        text: 'DELETE FROM u WHERE id = 1',
      },
    ]);
  });

  it('prints each difference with its statement', async () => {
    const differences = compareFindings(
      judged.findings.map((finding) => ({ ...finding, verdict: 'warn' })),
      judged.findings,
    );
    const lines = await differenceLines('a/b', differences, judged.statementOf, 5);
    expect(lines).toEqual([
      'lost: no-drop-table warn: a/b prisma/migrations/2_b/migration.sql:2: dropping table t loses all its rows; no history shows whether it is still used',
      '    DROP TABLE t',
      'new: no-drop-table block: a/b prisma/migrations/2_b/migration.sql:2: dropping table t loses all its rows; no history shows whether it is still used',
      '    DROP TABLE t',
    ]);
  });
});
