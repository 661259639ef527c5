import { describe, expect, it } from 'vitest';
import { releasedSection, withRelease } from '../../scripts/release/changelog.ts';
import { read } from '../docs/repository.ts';

const BEFORE = `# Changelog

The format.

## [Unreleased]

Will be released as 0.2.0.

### Added

- New.

## [0.1.0] - 2026-01-02

- First.
`;

describe('the changelog of a release', () => {
  it('gets a section with the version and the date, below an empty *Unreleased*', () => {
    expect(withRelease(BEFORE, '0.2.0', '2026-03-04')).toBe(`# Changelog

The format.

## [Unreleased]

## [0.2.0] - 2026-03-04

### Added

- New.

## [0.1.0] - 2026-01-02

- First.
`);
  });

  it.each([
    ['0.2.0', { date: '2026-03-04', notes: '### Added\n\n- New.' }],
    ['0.1.0', { date: '2026-01-02', notes: '- First.' }],
    ['0.3.0', undefined],
    ['Unreleased', undefined],
  ])('gives the notes of %s', (version, section) => {
    expect(releasedSection(withRelease(BEFORE, '0.2.0', '2026-03-04'), version)).toEqual(section);
  });

  it('cannot be released twice without a change', () => {
    const released = withRelease(BEFORE, '0.2.0', '2026-03-04');
    expect(() => withRelease(released, '0.3.0', '2026-03-05')).toThrow('lists nothing under `## [Unreleased]`');
    expect(() => withRelease('# Changelog\n', '0.3.0', '2026-03-05')).toThrow('no section `## [Unreleased]`');
  });

  it('of this repository can get a section, also after a release, which leaves nothing unreleased', () => {
    const changelog = read('CHANGELOG.md').replace('## [Unreleased]\n', '## [Unreleased]\n\n- New.\n');
    const released = withRelease(changelog, '99.0.0', '2026-03-04');
    expect(releasedSection(released, '99.0.0')?.notes).toMatch(/^- New\.\n?/);
  });
});
