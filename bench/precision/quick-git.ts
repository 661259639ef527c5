import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Git, GitResult } from '../../src/ci/git/run.ts';

/** How much of what was read is kept: bytes of contents, and lists of whole commits. */
const KEPT_BYTES = 256 * 1024 * 1024;
const KEPT_LISTS = 4;

const opened = new Map<string, Git>();

/**
 * A repository of which commits are read by one process that stays, and remembered. A replay reads the same lists and
 * files of thousands of commits, and each start of git costs more than what it reads.
 */
export function quickGit(git: Git): Git {
  const known = opened.get(git.root);
  if (known) return known;
  const objects = objectsOf(git.root);
  const lists = new Map<string, Promise<readonly Row[]>>();

  function rowsOf(commit: string): Promise<readonly Row[]> {
    let rows = lists.get(commit);
    if (!rows) {
      rows = git.must(['ls-tree', '-r', '-t', '-z', '--full-tree', commit]).then(parsed);
      lists.set(commit, rows);
      const [oldest] = lists.keys();
      if (lists.size > KEPT_LISTS && oldest !== undefined) lists.delete(oldest);
    }
    return rows;
  }

  async function listed(commit: string, folder: string | undefined): Promise<Buffer> {
    const rows = (await rowsOf(commit)).filter(
      ({ type, path }) => type !== 'tree' && (folder === undefined || path.startsWith(folder)),
    );
    return Buffer.from(rows.map(({ mode, type, id, path }) => `${mode} ${type} ${id}\t${path}\0`).join(''));
  }

  async function lookedUp(commit: string, paths: ReadonlySet<string>): Promise<Buffer> {
    const rows = (await rowsOf(commit)).filter(({ path }) => paths.has(path));
    const lines = rows.map(async ({ mode, type, id, path }) => {
      const size = type === 'blob' ? await objects.size(id) : '-';
      return `${mode} ${type} ${id} ${size}\t${path}\0`;
    });
    return Buffer.from((await Promise.all(lines)).join(''));
  }

  async function answer(args: readonly string[], input: string | undefined): Promise<Buffer | undefined> {
    const [command, ...rest] = args;
    if (command === 'cat-file' && rest.join(' ') === '--batch' && input !== undefined) {
      return Buffer.concat(await Promise.all(input.split('\n').filter(Boolean).map(objects.contents)));
    }
    if (command !== 'ls-tree') return undefined;
    const [recursive, zero, third, fourth, fifth, sixth] = rest;
    if (recursive === '-r' && zero === '-z' && third === '--full-tree' && fourth !== undefined) {
      if (rest.length === 4) return listed(fourth, undefined);
      if (rest.length === 6 && fifth === '--') return listed(fourth, sixth);
    }
    const lookUp = recursive === '-z' && zero === '-l' && third === '--full-tree' && fifth === '--';
    return lookUp && fourth !== undefined ? lookedUp(fourth, new Set(rest.slice(5))) : undefined;
  }

  const run = async (args: readonly string[], input?: string): Promise<GitResult> => {
    const stdout = await answer(args, input);
    return stdout ? { code: 0, stdout, stderr: '' } : git.run(args, input);
  };
  const quick: Git = { ...git, run, must: async (args) => (await answer(args, undefined)) ?? git.must(args) };
  opened.set(git.root, quick);
  return quick;
}

interface Row {
  readonly mode: string;
  readonly type: string;
  readonly id: string;
  readonly path: string;
}

function parsed(out: Buffer): readonly Row[] {
  return out
    .toString('utf8')
    .split('\0')
    .filter(Boolean)
    .map((record) => {
      const tab = record.indexOf('\t');
      const [mode = '', type = '', id = ''] = record.slice(0, tab).split(' ');
      return { mode, type, id, path: record.slice(tab + 1) };
    });
}

/** Reads objects through one `git cat-file --batch-command`, which answers in order. */
function objectsOf(root: string) {
  const waiting: { readonly command: 'info' | 'contents'; readonly done: (answer: Buffer) => void }[] = [];
  const sizes = new Map<string, Promise<string>>();
  const kept = new Map<string, Buffer>();
  let keptBytes = 0;
  let child: ChildProcess | undefined;
  let chunks: Buffer[] = [];
  let arrived = 0;
  let needed = 0;

  /** The program must wait for answers, and may end otherwise. */
  function hold(how: 'ref' | 'unref'): void {
    child?.[how]();
    (child?.stdout as Socket | undefined)?.[how]();
    (child?.stdin as Socket | undefined)?.[how]();
  }

  function start(): ChildProcess {
    const started = spawn('git', ['-C', root, 'cat-file', '--batch-command'], { stdio: ['pipe', 'pipe', 'inherit'] });
    started.stdout?.on('data', (data: Buffer) => {
      chunks.push(data);
      arrived += data.length;
      if (arrived >= needed) deliver();
    });
    started.on('exit', (code) => {
      throw new Error(`\`git cat-file\` ended with ${code} in ${root}`);
    });
    return started;
  }

  function deliver(): void {
    let all = Buffer.concat(chunks);
    for (let next = waiting[0]; next; next = waiting[0]) {
      const end = all.indexOf(10);
      if (end < 0) break;
      const size = / blob (\d+)$/.exec(all.toString('latin1', 0, end))?.[1];
      needed = end + 1 + (next.command === 'info' || size === undefined ? 0 : Number(size) + 1);
      if (all.length < needed) break;
      waiting.shift();
      next.done(Buffer.from(all.subarray(0, needed)));
      all = all.subarray(needed);
      needed = 0;
    }
    chunks = [all];
    arrived = all.length;
    if (waiting.length === 0) hold('unref');
  }

  function ask(command: 'info' | 'contents', id: string): Promise<Buffer> {
    child ??= start();
    hold('ref');
    return new Promise((done) => {
      waiting.push({ command, done });
      child?.stdin?.write(`${command} ${id}\n`);
    });
  }

  return {
    /** Bytes, as `ls-tree -l` prints them; `BAD` if git lacks the object. */
    size(id: string): Promise<string> {
      const known = sizes.get(id);
      if (known) return known;
      const size = ask('info', id).then((answer) => / blob (\d+)$/m.exec(answer.toString('latin1'))?.[1] ?? 'BAD');
      sizes.set(id, size);
      return size;
    },
    /** As `cat-file --batch` prints it. */
    async contents(id: string): Promise<Buffer> {
      const known = kept.get(id);
      if (known) return known;
      const answer = await ask('contents', id);
      if (!kept.has(id)) keptBytes += answer.length;
      kept.set(id, answer);
      for (const [oldest, { length }] of kept) {
        if (keptBytes <= KEPT_BYTES) break;
        kept.delete(oldest);
        keptBytes -= length;
      }
      return answer;
    },
  };
}
