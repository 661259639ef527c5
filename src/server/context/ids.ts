import { randomText } from '../../contract/index.ts';

export { randomText };

/** Kinds of ids. */
export type IdKind = 'key' | 'user' | 'sim' | 'run' | 'qry' | 'imp' | 'inv' | 'req' | 'trust';

/** `sim_` and 22 random characters (131 bits). */
export function newId(kind: IdKind): string {
  return `${kind}_${randomText(22)}`;
}
