import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkout, type Files, gitEnv, newOrigin, type Origin, publishPull } from '../ci/repository.ts';
import { collect, productionLog } from './collected.ts';
import { type GitlabServer, quickActionsOf, startGitlabServer, TOKEN } from './gitlab-server.ts';
import { CLIENT_BUILD, NODE } from './packaged.ts';
import { SETUP } from './scenario.ts';

// The client as a job of a merge-request pipeline runs it, with a project access token, against a stand-in for GitLab.

let origin: Origin;
let server: GitlabServer;
let runs: number;
beforeEach(async () => {
  origin = newOrigin();
  server = await startGitlabServer();
  runs = 0;
});
afterEach(async () => {
  await server.close();
  origin.dispose();
});

interface Job {
  readonly changed: Files;
  readonly base?: Files;
  readonly command?: 'check' | 'simulate';
  readonly variables?: Readonly<Record<string, string>>;
}

/** Runs a job on merge request 7, whose content is `changed` on top of `base`. */
async function runJob({ changed, base = SETUP, command = 'check', variables = {} }: Job) {
  const own = newOrigin();
  try {
    const commits = publishPull(own, base, changed);
    const work = checkout(own, `work${++runs}`, 'refs/heads/feature');
    const env = {
      ...gitEnv(),
      ...server.variables,
      CI_PIPELINE_SOURCE: 'merge_request_event',
      CI_MERGE_REQUEST_EVENT_TYPE: 'detached',
      CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '1',
      CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
      CI_MERGE_REQUEST_DIFF_BASE_SHA: commits.start,
      CI_COMMIT_SHA: commits.head,
      CI_DEFAULT_BRANCH: 'main',
      CI_JOB_NAME: `querygate:${command}`,
      ...variables,
    };
    const child = spawn(NODE, [join(CLIENT_BUILD, 'cli.js'), command, ...(command === 'check' ? ['--changed'] : [])], {
      cwd: work.dir,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output.stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output.stderr += text;
    });
    let printed = '';
    server.beforeWrite = () => {
      printed = output.stdout;
    };
    const [code] = (await once(child, 'close')) as [number | null];
    expect(output.stdout + output.stderr).not.toContain(TOKEN);
    return { code, ...output, printed };
  } finally {
    own.dispose();
  }
}

const writes = () => server.calls.filter(({ method }) => method !== 'GET').map(({ method }) => method);
const DROP = { 'db/2.sql': 'DROP TABLE users;\n' };

describe('a job of a merge-request pipeline with a token', () => {
  it('keeps one note up to date, among many others and a copy of its marker', async () => {
    const { notes } = server.state;
    for (let id = 1; id <= 150; id++) notes.push({ id, body: 'talk', author: { id: 3 } });
    const blocked = await runJob({ changed: DROP });
    expect(blocked).toMatchObject({ code: 1, stderr: '' });
    expect(blocked.printed).toContain('no-drop-table');
    const note = notes[150];
    expect(note?.body).toMatch(/^<!-- querygate:[0-9a-f]{16} -->\n\n.*### 🛑 Failed: 1 finding blocked/s);
    notes.unshift({ id: 900, body: note?.body ?? '', author: { id: 3 } });
    // The same change again: git gives it the same commits.
    await runJob({ changed: DROP });
    expect(writes()).toEqual(['POST']);
    const passed = await runJob({ changed: { 'db/2.sql': 'CREATE TABLE t (id bigint PRIMARY KEY);\n' } });
    expect(passed.code).toBe(0);
    expect(writes()).toEqual(['POST', 'PUT']);
    expect(notes).toHaveLength(152);
    expect(note?.body).toContain('✅ Passed');
    expect(notes[0]?.body).toContain('🛑 Failed');
  });

  it('creates no note if nothing is checked, but updates an earlier one', { tags: ['variant'] }, async () => {
    const nothing = { changed: { 'README.md': 'x\n' } };
    expect((await runJob(nothing)).code).toBe(0);
    expect(server.state.notes).toEqual([]);
    await runJob({ changed: DROP });
    await runJob(nothing);
    expect(server.state.notes).toHaveLength(1);
    expect(server.state.notes[0]?.body).toMatch(/nothing to check/i);
  });

  it('runs no quick action and mentions no user, whatever files and statements are called', async () => {
    const hostile = '/close\n/merge\n/assign @octocat\n';
    expect(quickActionsOf(hostile)).toHaveLength(3);
    const sql = `/* ${hostile} */\nDROP TABLE "x\n/approve\n/label ~a @octocat !1 #2";\nDROP TABLE a; /close\n\`\`\`\n/close\n`;
    const allowed = `-- querygate:allow no-drop-table: reason @octocat\n/close\nDROP TABLE b;\n`;
    const rules =
      'version: 1\nextends: [querygate:recommended@1]\nrules:\n  - { id: no-b, operations: [drop_table], verdict: warn, ' +
      `owner: ${JSON.stringify(hostile)}, message: ${JSON.stringify(hostile)}, help: ${JSON.stringify(hostile)} }\n`;
    const { code } = await runJob({
      changed: { 'db/a\n\n/close\n@octocat.sql': sql, 'db/c.sql': allowed, '.querygate/rules.yml': rules },
    });
    expect(code).toBe(1);
    expect(server.state.quickActions).toEqual([]);
    const [note] = server.state.notes;
    expect(note?.body).toContain('no-b');
    expect(note?.body).toContain('&#64;\u200boctocat');
    expect(note?.body.split('\n').filter((line) => /^[\s>*+-]*\//.test(line))).toEqual([]);
  });

  const keepsResult = async (status: number, message: RegExp) => {
    server.state.failure = { status, times: 99 };
    const { code, stdout, stderr } = await runJob({ changed: DROP });
    expect(code).toBe(1);
    expect(stdout).toContain('no-drop-table');
    expect(stderr).toMatch(/^querygate: no note on the merge request: [^\n]*\n$/);
    expect(stderr).toMatch(message);
  };
  const title = 'keeps its report and exit code if the API answers %i';
  it.each([[500, /the API answered 500/]] as const)(title, keepsResult);
  it.each([
    [401, /QUERYGATE_GITLAB_TOKEN` is invalid/],
    [403, /needs the scope `api`/],
    [404, /no access to the project/],
  ] as const)(title, { tags: ['variant'] }, keepsResult);

  it('sends the token to no other host', async () => {
    const other = await startGitlabServer();
    server.state.redirect = `${other.url}/api/v4`;
    const { code, stderr } = await runJob({ changed: DROP });
    expect(code).toBe(1);
    expect(stderr).toContain('the API answered 307');
    expect(other.calls).toEqual([]);
    await other.close();
  });

  it.each([
    ['in a branch pipeline', { CI_MERGE_REQUEST_IID: '', CI_COMMIT_BRANCH: 'feature' }],
    ['without a token', { QUERYGATE_GITLAB_TOKEN: '' }],
  ])('sends nothing %s', { tags: ['variant'] }, async (_, variables) => {
    const { stderr } = await runJob({ changed: DROP, variables });
    expect(stderr).toBe('');
    expect(server.calls).toEqual([]);
  });

  it('folds long lists in its log', { tags: ['variant'] }, async () => {
    const { stdout } = await runJob({ changed: { 'db/2.sql': 'DROP TABLE users;\n'.repeat(14) } });
    expect(stdout).toMatch(/\p{Cc}\[0Ksection_start:\d{10}:\w+\[collapsed=true\]\r\p{Cc}\[0K4 more findings\n/u);
    expect(stdout.match(/section_end/g)).toHaveLength(1);
  });
});

describe('a job that simulates', () => {
  let snapshot: Buffer;
  beforeAll(() => {
    snapshot = collect(productionLog());
  });

  it('has a note of its own', async () => {
    const rules = '.querygate/rules.yml';
    const pack = 'version: 1\nextends: [querygate:recommended@1]\n';
    const rule =
      'rules:\n  - { id: no-select-star, operations: [select], when: statement.selectStar, verdict: block, message: x }\n';
    const base = { [rules]: pack, '.querygate/history.jsonl.gz': snapshot };
    await runJob({ changed: DROP });
    const { code } = await runJob({ command: 'simulate', base, changed: { [rules]: pack + rule } });
    expect(code).toBe(1);
    await runJob({ command: 'simulate', base, changed: { 'README.md': 'x\n' } });
    expect(server.state.notes).toHaveLength(2);
    expect(server.state.notes[1]?.body).not.toContain('no-select-star');
    expect(writes()).toEqual(['POST', 'POST', 'PUT']);
  });
});
