import { describe, expect, it } from 'vitest';
import { assertNewer } from '../../scripts/release/version.ts';

describe('the version of a release', () => {
  it.each([
    ['the first one', '0.1.0', []],
    ['a later patch', '0.1.1', ['v0.1.0']],
    ['a later minor, by number and not by text', '0.10.0', ['v0.9.3', 'v0.2.0']],
    ['a later major', '1.0.0', ['v0.99.99']],
    ['the first one, beside tags that are no versions', '0.1.0', ['v0', 'vendor', 'v1.0.0-rc.1', '9.9.9', '']],
  ])('can be %s', (_, version, tags) => {
    expect(() => assertNewer(version, tags)).not.toThrow();
  });

  it.each([
    ['0.1.0', ['v0.1.0'], 'not newer than the release v0.1.0'],
    ['0.1.9', ['v0.2.0', 'v0.1.0'], 'not newer than the release v0.2.0'],
    ['0.9.0', ['v0.9.0', 'v0.10.0'], 'not newer than the release v0.10.0'],
    ['v0.1.0', [], 'is not a version'],
    ['0.1', [], 'is not a version'],
    ['0.1.0-rc.1', [], 'is not a version'],
    ['01.0.0', [], 'is not a version'],
  ])('cannot be %s after %j', (version, tags, message) => {
    expect(() => assertNewer(version, tags)).toThrow(message);
  });
});
