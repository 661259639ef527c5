import type { FileContext, Target } from '../../model/index.ts';
import type { Mentions } from './mentions.ts';

/** Their tables exist although no file creates them. */
const SYSTEM_SCHEMAS = /^(?:pg_catalog|information_schema|mysql|performance_schema|sys)$/i;

/**
 * The tables that do not exist before a statement as far as SQL files show: no file of the base names them, and the
 * file itself does not name them before the statement. It could give the name to a table with rows.
 */
export class MissingTables {
  readonly #names: ReadonlySet<string>;
  readonly #presumed: ReadonlySet<string>;
  readonly #mentions: Mentions;

  constructor(context: FileContext | undefined, mentions: Mentions) {
    const missing = context?.tables.filter(({ exists }) => !exists) ?? [];
    this.#names = new Set(missing.map(({ name, schema }) => `${schema}.${name}`));
    this.#presumed = new Set(context?.presumablyNew?.map(({ name, schema }) => `${schema}.${name}`));
    this.#mentions = mentions;
  }

  get size(): number {
    return this.#names.size;
  }

  has({ name, schema }: Target, offset: number): boolean {
    return this.#isListed(this.#names, name, schema) && !this.#mentions.isBefore(name ?? '', offset);
  }

  /** As `has`, but where less is known of the base, or of the schema: for warnings. */
  presumably({ name, schema }: Target, offset: number): boolean {
    const isNew =
      this.#isListed(this.#presumed, name, schema ?? '') && !this.#mentions.isWrittenBefore(name ?? '', offset);
    return isNew || this.has({ name, schema, quoted: false, text: '' }, offset);
  }

  #isListed(names: ReadonlySet<string>, name: string | undefined, schema: string | undefined): boolean {
    return name !== undefined && !SYSTEM_SCHEMAS.test(schema ?? '') && names.has(`${schema}.${name}`);
  }
}
