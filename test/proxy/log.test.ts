import { describe, expect, it } from 'vitest';
import { FaultLog, jsonLog } from '../../src/proxy/log.ts';
import { testLog } from './build.ts';

const now = () => new Date('2026-11-20T12:00:00Z');

describe('the log', () => {
  it('is JSON lines with level, time, fields and message', () => {
    const lines: string[] = [];
    jsonLog((line) => lines.push(line), 'info', now)('warn', 'a\nb', { event: 'p:1' });
    expect(lines).toEqual(['{"level":"warn","time":"2026-11-20T12:00:00.000Z","event":"p:1","msg":"a\\nb"}\n']);
  });

  it.each([
    ['info', ['info', 'warn', 'error']],
    ['warn', ['warn', 'error']],
    ['error', ['error']],
  ] as const)('from level %s on has %j', (least, expected) => {
    const lines: string[] = [];
    const log = jsonLog((line) => lines.push((JSON.parse(line) as { level: string }).level), least, now);
    for (const level of ['info', 'warn', 'error'] as const) log(level, 'x');
    expect(lines).toEqual(expected);
  });
});

describe('a lasting fault', () => {
  it('is reported when it begins, changes and ends, and every ten minutes', () => {
    const { log, lines } = testLog();
    let at = 0;
    const fault = new FaultLog(log, () => at);
    fault.ended('over');
    for (at = 0; at <= 21 * 60_000; at += 60_000) fault.failed('warn', 'away');
    fault.failed('error', 'revoked');
    fault.ended('over');
    fault.ended('over');
    expect(lines).toEqual(['warn away', 'warn away', 'warn away', 'error revoked', 'info over']);
  });

  it('counts as the same fault if its key is the same', () => {
    const { log, lines } = testLog();
    const fault = new FaultLog(log, () => 0);
    fault.failed('warn', 'away (request `1`)', 'away');
    fault.failed('warn', 'away (request `2`)', 'away');
    expect(lines).toEqual(['warn away (request `1`)']);
  });
});
