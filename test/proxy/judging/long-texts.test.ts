import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { LongTextReader } from '../../../src/proxy/judging/index.ts';
import { TOP } from '../../e2e/packaged.ts';

const WORKER = new URL('src/entry/server/proxy-worker.ts', pathToFileURL(TOP));
const OPTIONS = { workerUrl: WORKER, dialect: 'postgresql', timeout: 60_000, waiting: 3, memory: 512 } as const;

let reader: LongTextReader;
afterEach(() => reader.close());

function read(text: string) {
  return reader.read({ bytes: Buffer.from(text), binds: undefined, mode: undefined });
}

describe('a long text', () => {
  it('is read with the facts of each statement', async () => {
    reader = new LongTextReader(OPTIONS);
    const values = Array.from({ length: 5000 }, (_, at) => `(${at})`).join();
    const { read: facts } = await read(`INSERT INTO t VALUES ${values}; DELETE FROM t`);
    expect(facts.tuples.flatMap(({ operations }) => operations.map(({ kind }) => kind))).toEqual(['insert', 'delete']);
    expect(facts.tuples[0]?.facts.valuesRows).toBe(5000);
  });

  it('does not wait for a huge one', async () => {
    reader = new LongTextReader(OPTIONS);
    const order: string[] = [];
    const huge = read('SELECT a FROM t;'.repeat(10_000)).then(() => order.push('huge'));
    const long = read('SELECT 1').then(() => order.push('long'));
    await Promise.all([huge, long]);
    expect(order).toEqual(['long', 'huge']);
  });

  it('that takes too long is given up, and the next one is read', async () => {
    reader = new LongTextReader({ ...OPTIONS, timeout: 1 });
    await expect(read('SELECT 1')).rejects.toThrow('it takes longer than 0.001 s to read');
    await reader.close();
    reader = new LongTextReader(OPTIONS);
    await expect(read('SELECT 1')).resolves.toBeDefined();
  });

  it('is refused while too many others wait', async () => {
    reader = new LongTextReader(OPTIONS);
    const reading = Array.from({ length: 6 }, () =>
      read('SELECT 1').then(
        () => 'read',
        (error: Error) => error.message,
      ),
    );
    const outcomes = await Promise.all(reading);
    expect(outcomes.filter((outcome) => outcome === 'read')).toHaveLength(4);
    expect(outcomes.filter((outcome) => outcome !== 'read')[0]).toBe('too many long texts are waiting to be read');
  });

  it('that waits is given up at the end', async () => {
    reader = new LongTextReader(OPTIONS);
    const first = read('SELECT 1').catch((error: Error) => error.message);
    const second = read('SELECT 2').catch((error: Error) => error.message);
    await reader.close();
    await expect(second).resolves.toBe('the proxy is shutting down');
    await expect(first).resolves.toBe('the proxy is shutting down');
  });
});
