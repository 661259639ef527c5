import type { MigrationTool, Section } from '../model/index.ts';
import type { TokenList } from './tokens.ts';

interface Marker {
  readonly pattern: RegExp;
  readonly tools: readonly MigrationTool[];
}

/** Comments that begin a section; group 1 is `up` or `down`. */
const COMMENTS: readonly Marker[] = [
  { pattern: /^\+goose\s+(up|down)\b/i, tools: ['goose'] },
  { pattern: /^migrate:(up|down)\b/i, tools: ['dbmate'] },
  { pattern: /^\+migrate\s+(up|down)\b/i, tools: ['sql-migrate'] },
  { pattern: /^rambler\s+(up|down)\b/i, tools: ['rambler'] },
];

/** File names that make the whole file one section. */
const NAMES: readonly Marker[] = [
  { pattern: /\.(up|down)\.sql$/i, tools: ['golang-migrate', 'sqlx'] },
  { pattern: /(?:^|\/)(up|down)\.sql$/i, tools: ['diesel'] },
];

export interface SectionAt {
  readonly from: number;
  readonly section: Section;
  readonly tools: readonly MigrationTool[];
}

function match(markers: readonly Marker[], text: string, from: number): SectionAt | undefined {
  for (const { pattern, tools } of markers) {
    const found = pattern.exec(text);
    if (found) return { from, section: found[1]?.toLowerCase() === 'down' ? 'down' : 'up', tools };
  }
  return undefined;
}

/** The sections of a file in order, each with the offset from which it holds. Liquibase's `--rollback` lines hold their SQL inside the comment, so nothing of them is run by reading the file. */
export function sectionsOf(tokens: TokenList, path: string): readonly SectionAt[] {
  const named = match(NAMES, path, 0);
  const sections: SectionAt[] = [named ?? { from: 0, section: '', tools: [] }];
  for (const comment of tokens.comments) {
    const found = match(COMMENTS, comment.text, comment.start);
    if (found) sections.push(found);
  }
  return sections;
}
