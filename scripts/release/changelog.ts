// The sections of CHANGELOG.md (https://keepachangelog.com).

const UNRELEASED = '## [Unreleased]\n';

interface Section {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly notes: string;
}

/** The section of a released version; undefined if there is none. */
export function releasedSection(changelog: string, version: string): Section | undefined {
  for (const section of changelog.split(/^(?=## )/m)) {
    const [heading, date] = /^## \[([^\]]+)\] - (\d{4}-\d{2}-\d{2})\n/.exec(section)?.slice(1) ?? [];
    if (heading === version && date !== undefined)
      return { date, notes: section.slice(section.indexOf('\n') + 1).trim() };
  }
  return undefined;
}

/** Turns what is unreleased into the section of a version, below an empty *Unreleased*. */
export function withRelease(changelog: string, version: string, date: string): string {
  const at = changelog.indexOf(UNRELEASED);
  if (at < 0) throw new Error('CHANGELOG.md has no section `## [Unreleased]`');
  const [own = '', ...later] = changelog.slice(at + UNRELEASED.length).split(/^(?=## )/m);
  const notes = own.replace(/^Will be released as .*\n/m, '').trim();
  if (!/^- /m.test(notes)) throw new Error('CHANGELOG.md lists nothing under `## [Unreleased]`');
  const section = [`## [${version}] - ${date}`, '', notes, ''].join('\n');
  return [changelog.slice(0, at), UNRELEASED, '\n', section, ...later.map((each) => `\n${each.trimEnd()}\n`)].join('');
}
