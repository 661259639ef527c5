import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectHistoryCommand, mergeHistoryCommand, showHistoryCommand } from '../../../src/commands/index.ts';
import { collectSnapshot } from '../../../src/history/index.ts';
import { ConfigError, HISTORY_SOURCES } from '../../../src/model/index.ts';
import { NOW } from '../build.ts';
import { Canaries } from './canaries.ts';
import { type CanaryLog, canaryLogs } from './canary-logs.ts';

// The logs have marked values wherever a literal, a comment or a bind value can be. None may occur in any output.

const canaries = new Canaries();
const LOGS = canaryLogs(canaries);

let folder: string;
let temporary: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'querygate-canary-'));
  temporary = join(folder, 'temporary');
  mkdirSync(temporary);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const nameOf = ({ kind, dialect }: CanaryLog) => `${kind}-${dialect}`;
const at = (name: string) => join(folder, name);

/** The marked values in all files of the temporary folder. */
function spilled(): readonly string[] {
  return readdirSync(temporary, { recursive: true, encoding: 'utf8' })
    .map((name) => join(temporary, name))
    .filter((path) => statSync(path).isFile())
    .flatMap((path) => canaries.foundIn(readFileSync(path, 'utf8')));
}

describe('no literal is written or printed', () => {
  it('(the test logs contain marked values in every place, in every kind of log)', () => {
    expect(canaries.count).toBeGreaterThan(3000);
    expect(new Set(LOGS.map(({ kind }) => kind))).toEqual(new Set(Object.keys(HISTORY_SOURCES)));
    const all = LOGS.map(({ text }) => text).join('');
    expect(canaries.foundIn(all)).toHaveLength(canaries.count);
  });

  it.each(LOGS.map((log) => [nameOf(log), log] as const))('from %s', async (name, log) => {
    writeFileSync(at(name), log.text);
    const said: string[] = [];
    const { kind: format, dialect, linePrefix } = log;
    const { text, exitCode } = await collectHistoryCommand({
      inputs: [at(name)],
      output: at(`${name}.jsonl.gz`),
      format,
      dialect,
      linePrefix,
      now: NOW,
      onProgress: (line) => said.push(line),
    });
    expect(exitCode).toBe(0);
    const unpacked = gunzipSync(readFileSync(at(`${name}.jsonl.gz`))).toString();
    expect(unpacked.split('\n').length).toBeGreaterThan(20);
    expect(canaries.foundIn(unpacked)).toEqual([]);
    const show = { file: at(`${name}.jsonl.gz`), top: 10_000, now: NOW };
    const outputs = [text, ...said];
    for (const json of [false, true]) outputs.push((await showHistoryCommand({ ...show, json })).text);
    expect(canaries.foundIn(outputs.join('\n'))).toEqual([]);
  });

  it('from inputs with a detected format, from spilled rows, and from merged snapshots', async () => {
    const inputs = LOGS.filter(({ kind }) => kind !== 'jsonl').map((log) => {
      writeFileSync(at(nameOf(log)), log.text);
      return at(nameOf(log));
    });
    const found: string[] = [];
    await collectSnapshot(inputs, at('all.jsonl.gz'), {
      dialect: 'postgresql',
      now: NOW,
      memory: 0.05,
      maxVariants: 2,
      allowOverlap: true,
      temporaryFolder: temporary,
      onProgress: () => found.push(...spilled()),
    });
    expect(found).toEqual([]);
    const request = { output: at('merged.jsonl'), allowOverlap: true, now: NOW };
    await mergeHistoryCommand({ ...request, files: [at('all.jsonl.gz'), at('all.jsonl.gz')] });
    expect(canaries.foundIn(readFileSync(at('merged.jsonl'), 'utf8'))).toEqual([]);
  });

  it('in the messages about an input that cannot be read at all', async () => {
    const texts: readonly string[] = LOGS.flatMap(({ text }) => [text, text.slice(text.length / 2)]);
    const odd = [...texts, canaries.text(), `{"${canaries.text()}":1}\n`, `<${canaries.text()}>\n`];
    let errors = 0;
    for (const text of odd) {
      writeFileSync(at('odd.log'), text);
      for (const options of [
        {},
        { format: 'jsonl' as const },
        { format: 'mysql-digest' as const },
        { linePrefix: '%x %y %' },
      ]) {
        const request = { inputs: [at('odd.log')], output: at('odd.jsonl.gz'), now: NOW, ...options };
        const said = await collectHistoryCommand(request).then(
          (answer) => answer.text,
          (error: unknown) => {
            errors++;
            expect(error).toBeInstanceOf(ConfigError);
            return (error as ConfigError).toLine();
          },
        );
        expect(canaries.foundIn(said)).toEqual([]);
      }
    }
    expect(errors).toBeGreaterThan(10);
  });
});
