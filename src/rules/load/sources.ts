import { ConfigError, type ErrorPlace, type FileTree } from '../../model/index.ts';
import { PACK_PREFIX, type PackUse, packConditions } from '../packs/index.ts';
import { isMistake, Mistakes } from './mistakes.ts';
import { type RuleSource, readRuleSource } from './rule-source.ts';

const MAX_DEPTH = 10;
const MAX_FILES = 100;
const MAX_BYTES = 1024 * 1024;

/** One step in building a ruleset: the rules of a pack, or a file that overrides the earlier steps. */
export type SourceItem = ({ readonly kind: 'pack' } & PackUse) | { readonly kind: 'file'; readonly source: RuleSource };

/** Reads rule files and the sources that they extend from one tree. Extended sources come first, each only once. */
export class SourceLoader {
  readonly items: SourceItem[] = [];
  /** Everything that is wrong in the files. */
  readonly mistakes = new Mistakes();
  /** Whether a source is missing from `items`, so that rules that it defines look unknown. */
  isIncomplete = false;
  /** For each extended source, the line under `extends` that names it first. */
  readonly extendedAt = new Map<string, ErrorPlace>();
  readonly #tree: FileTree;
  readonly #done = new Set<string>();
  #files = 0;
  #bytes = 0;

  constructor(tree: FileTree) {
    this.#tree = tree;
  }

  /** Adds an entry file and everything that it extends. What is wrong goes to `mistakes`. */
  async add(path: string): Promise<void> {
    await this.#attempt(() => this.#addFile(path, undefined, []));
  }

  async #addFile(path: string, from: ErrorPlace | undefined, ancestors: readonly string[]): Promise<void> {
    if (ancestors.includes(path)) {
      throw new ConfigError(`\`extends\` is circular: ${[...ancestors, path].join(' -> ')}; remove one of these`, from);
    }
    if (this.#done.has(path)) return;
    if (from) this.extendedAt.set(path, from);
    if (ancestors.length >= MAX_DEPTH)
      throw new ConfigError(`\`extends\` is more than ${MAX_DEPTH} files deep; flatten it`, from);
    if (++this.#files > MAX_FILES)
      throw new ConfigError(`the ruleset has more than ${MAX_FILES} files; merge some`, from);

    const bytes = await this.#read(path, from);
    const source = await this.#attempt(() => readRuleSource(path, bytes, this.mistakes));
    for (const base of source?.extends ?? []) {
      await this.#attempt(async () => {
        if (base.name.startsWith(PACK_PREFIX)) this.#addPack(base, base.place);
        else if (base.given !== undefined || base.users !== undefined)
          throw new ConfigError(
            `\`with\` and \`users\` are for packs, and \`${base.name}\` is a file; leave them out`,
            base.place,
          );
        else await this.#addFile(resolve(path, base.name, base.place), base.place, [...ancestors, path]);
      });
    }
    this.#done.add(path);
    if (source) this.items.push({ kind: 'file', source });
    else this.isIncomplete = true;
  }

  /** Runs a step. If it fails, its mistake is kept, and the other sources are still read. */
  async #attempt<T>(step: () => Promise<T>): Promise<T | undefined> {
    try {
      return await step();
    } catch (error) {
      if (!isMistake(error)) throw error;
      this.mistakes.add(error);
      this.isIncomplete = true;
      return undefined;
    }
  }

  #addPack({ name, given, users }: PackUse, place: ErrorPlace): void {
    for (const before of this.items) {
      if (before.kind !== 'pack' || before.name !== name) continue;
      const isSame = JSON.stringify(before.given ?? {}) === JSON.stringify(given ?? {});
      if (isSame && JSON.stringify(before.users) === JSON.stringify(users)) return;
      const why = this.#whyNotBeside(before, users);
      if (why !== undefined)
        throw new ConfigError(
          `\`${name}\` is extended twice, with other ${isSame ? '`users`' : 'values under `with`'}; ${why}`,
          place,
        );
    }
    try {
      packConditions({ name, given, users });
    } catch (error) {
      if (error instanceof ConfigError) throw new ConfigError(error.message, place);
      throw error;
    }
    this.extendedAt.set(name, place);
    this.items.push({ kind: 'pack', name, given, users });
  }

  /** Why a pack cannot apply to these users besides those for whom it is extended already. */
  #whyNotBeside(before: SourceItem & { readonly kind: 'pack' }, users: PackUse['users']): string | undefined {
    if (!before.users || !users) return 'keep one of the two';
    const both = users.find((user) => before.users?.includes(user));
    if (both !== undefined) return `leave \`${both}\` out of one of the two`;
    // What a file overrides, it overrides for all users of the pack.
    const isInOneList = this.items.slice(this.items.indexOf(before)).every(({ kind }) => kind === 'pack');
    return isInOneList ? undefined : 'name both in the `extends` of one file';
  }

  async #read(path: string, from: ErrorPlace | undefined): Promise<Uint8Array> {
    const entry = await this.#tree.read(path);
    if (entry.kind === 'link') {
      throw new ConfigError(`\`${path}\` is a link, and links are not followed; use a file`, from ?? { file: path });
    }
    if (entry.kind === 'missing') {
      throw new ConfigError(
        `there is no file \`${path}\` in the ${this.#tree.label}; correct the path`,
        from ?? { file: path },
      );
    }
    if (entry.kind === 'oversized') {
      throw new ConfigError(
        `\`${path}\` has ${entry.size} bytes, too many for a rule file; split it`,
        from ?? { file: path },
      );
    }
    this.#bytes += entry.bytes.length;
    if (this.#bytes > MAX_BYTES)
      throw new ConfigError(`the ruleset has more than ${MAX_BYTES} bytes; make it smaller`, { file: path });
    return entry.bytes;
  }
}

/** Resolves an `extends` path to a path from the root. Rejects paths outside the repository. */
function resolve(from: string, target: string, place: ErrorPlace): string {
  const refuse = (why: string): never => {
    throw new ConfigError(
      `\`extends\` ${why}; give a pack (\`querygate:…\`) or a path inside the repository, relative to this file`,
      place,
    );
  };
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) refuse(`cannot load \`${target}\``);
  if (target.startsWith('/') || target.includes('\\') || target.includes('\0'))
    refuse(`cannot load the path \`${target}\``);
  const parts = from.split('/').slice(0, -1);
  for (const part of target.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) refuse(`points outside the repository: \`${target}\``);
  }
  const path = parts.join('/');
  if (!/\.ya?ml$/.test(path)) refuse(`needs a \`.yml\` or \`.yaml\` file, not \`${target}\``);
  return path;
}
