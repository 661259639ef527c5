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
  readonly #mentions: Mentions;

  constructor(context: FileContext | undefined, mentions: Mentions) {
    const missing = context?.tables.filter(({ exists }) => !exists) ?? [];
    this.#names = new Set(missing.map(({ name, schema }) => `${schema}.${name}`));
    this.#mentions = mentions;
  }

  get size(): number {
    return this.#names.size;
  }

  has({ name, schema }: Target, offset: number): boolean {
    if (name === undefined || SYSTEM_SCHEMAS.test(schema ?? '') || !this.#names.has(`${schema}.${name}`)) return false;
    return !this.#mentions.isBefore(name, offset);
  }
}
