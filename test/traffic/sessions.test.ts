import { expect, test } from 'vitest';
import { createSqlReader } from '../../src/sql/index.ts';
import { readInFull } from '../../src/traffic/reading.ts';
import { Sessions } from '../../src/traffic/sessions.ts';
import { type KnownText, TextTable } from '../../src/traffic/text-facts.ts';

const sql = await createSqlReader('postgresql');
const texts = new TextTable('postgresql');

function read(text: string): KnownText {
  return texts.of(readInFull(sql, text, { mode: undefined, truncated: false, validUtf8: true }));
}

function lastCreatedHere({ tuples }: KnownText): string {
  return String(tuples.at(-1)?.operations.at(-1)?.createdHere);
}

const run = (sessions: Sessions, session: string, text: string) =>
  lastCreatedHere(sessions.follow(read(text), session));
const preview = (sessions: Sessions, session: string, text: string) =>
  lastCreatedHere(sessions.preview(read(text), session));

test('the least recently used session is evicted, and then nothing is known about it', () => {
  const sessions = new Sessions({ sessions: 2, objects: 100 });
  run(sessions, 'a', 'CREATE TABLE x (a int)');
  run(sessions, 'b', 'CREATE TABLE x (a int)');
  run(sessions, 'a', 'DELETE FROM x');
  run(sessions, 'c', 'CREATE TABLE x (a int)');
  expect(run(sessions, 'b', 'DROP TABLE x')).toBe('undefined');
  expect(run(sessions, 'b', 'DROP TABLE y')).toBe('undefined');
  expect(run(sessions, 'a', 'DROP TABLE x')).toBe('true');
  expect(run(sessions, 'c', 'DROP TABLE x')).toBe('true');
  expect(run(sessions, 'd', 'DROP TABLE x')).toBe('false');
});

test('a session that creates objects endlessly is evicted', () => {
  const sessions = new Sessions({ sessions: 10, objects: 50 });
  for (let at = 0; at < 60; at++) run(sessions, 'a', `CREATE TABLE x${at} (a int)`);
  run(sessions, 'b', 'CREATE TABLE x (a int)');
  expect(run(sessions, 'a', 'DROP TABLE x1')).toBe('undefined');
  expect(run(sessions, 'b', 'DROP TABLE x')).toBe('true');
});

test('none of thousands of evicted sessions is treated as one that created nothing', () => {
  const sessions = new Sessions({ sessions: 10, objects: 1000 });
  for (let at = 0; at < 3000; at++) run(sessions, `s${at}`, 'CREATE TABLE x (a int)');
  const known = Array.from({ length: 2990 }, (_, at) => run(sessions, `s${at}`, 'DROP TABLE x'));
  expect(new Set(known)).toEqual(new Set(['undefined']));
});

test('sessions of another input are unrelated', () => {
  const sessions = new Sessions();
  run(sessions, 'a', 'CREATE TABLE x (a int)');
  sessions.clear();
  expect(run(sessions, 'a', 'DROP TABLE x')).toBe('false');
});

test('after unreadable text, objects that a session created may be gone', () => {
  const sessions = new Sessions();
  run(sessions, 'a', 'CREATE TABLE x (a int)');
  run(sessions, 'b', "SELECT 'not closed");
  expect(run(sessions, 'a', 'DELETE FROM x')).toBe('true');
  run(sessions, 'a', "SELECT 'not closed");
  expect(run(sessions, 'a', 'DROP TABLE x')).toBe('undefined');
  expect(run(sessions, 'b', 'DROP TABLE x')).toBe('false');
});

test('a name built at run time may be any name', () => {
  const sessions = new Sessions();
  run(sessions, 'a', 'CREATE TABLE x (a int)');
  run(sessions, 'a', 'SELECT set_config($1, $2, false)');
  expect(run(sessions, 'a', 'DROP TABLE x')).toBe('false');
});

test.each([
  ['what it created', ['CREATE TABLE x (a int)'], 'DROP TABLE x', 'true'],
  ['what the text itself creates', [], 'CREATE TABLE x (a int); DROP TABLE x', 'true'],
  ['what the text itself drops', ['CREATE TABLE x (a int)'], 'DROP TABLE x; DELETE FROM x', 'false'],
  ['what failed', ['CREATE TABLE x (a int)', undefined], 'SELECT 1; DROP TABLE x', 'undefined'],
  ['what was rolled back', ['BEGIN', 'CREATE TABLE x (a int)', 'ROLLBACK'], 'DROP TABLE x', 'false'],
])('a preview sees %s, and the session stays as it is', (_, before, text, expected) => {
  const sessions = new Sessions();
  for (const ran of before)
    if (ran === undefined) sessions.failed('a');
    else run(sessions, 'a', ran);
  expect(preview(sessions, 'a', text)).toBe(expected);
  expect(preview(sessions, 'a', text)).toBe(expected);
  expect(run(sessions, 'a', text)).toBe(expected);
});

test('a previewed CREATE does not count as one that ran', () => {
  const sessions = new Sessions();
  preview(sessions, 'a', 'CREATE TABLE x (a int)');
  expect(run(sessions, 'a', 'DROP TABLE x')).toBe('false');
});
