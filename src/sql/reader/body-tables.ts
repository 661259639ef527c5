import type { Operation } from '../../model/index.ts';
import { objectsOf } from '../objects/object-classes.ts';
import { T } from '../text/tokens.ts';
import { withFacts } from './operation.ts';
import type { Scan } from './scan.ts';

/** Statements of control flow whose parts run only sometimes, and blocks. */
type Block = 'begin' | 'if' | 'case' | 'loop';

/** A block of a body, and the temporary tables that exist to its end because it created them. */
interface Scope {
  readonly block: Block;
  readonly tables: Set<string>;
  /** The number of operations before the block. */
  readonly start: number;
}

const END_OF: Readonly<Record<string, Block>> = {
  IF: 'if',
  CASE: 'case',
  LOOP: 'loop',
  WHILE: 'loop',
  REPEAT: 'loop',
  FOR: 'loop',
};
/** Maximum nesting of blocks. In deeper ones, all tables are taken for real ones. */
const MAX_DEPTH = 100;
const BRANCHES = /^(?:ELSE|ELSIF|ELSEIF|WHEN|EXCEPTION)$/;
/** Words after BEGIN. MySQL also allows `begin` as a name, before other words. */
const AFTER_BEGIN = /^(?:END|WHEN|ELSE|FROM|AS|AND|OR|IS|IN)$/;
/** Statements that run or contain other statements. */
const RUNS_TEXT = /^(?:EXECUTE|DO|CREATE|PREPARE|CALL|PERFORM|WITH|EXPLAIN|ANALYZE|SET)$/;
const RESOLVES_NAMES = /^(?:search_path|schema|all|temp|temporary|role|session_authorization)$/;

/**
 * The temporary tables of one body. An operation on a table that the same body created before is about the temporary
 * table, if the CREATE certainly ran and the table certainly exists: it is forgotten at the end of its block, in the
 * next branch and in a handler, and used up by its drop. In a loop, a drop may run twice.
 */
export class BodyTables {
  readonly #scan: Scan;
  readonly #scopes: Scope[];
  /** By table: the operations that are about a temporary one, as they were before. */
  readonly #marked = new Map<string, { index: number; operation: Operation }[]>();
  /** Whether a failed CREATE may be ignored, or another schema comes before that of temporary tables. */
  #off: boolean;

  constructor(scan: Scan) {
    this.#scan = scan;
    this.#scopes = [{ block: 'begin', tables: new Set(), start: scan.out.operations.length }];
    this.#off = scan.out.temporaryLast || scan.lexical.routines.errorsContinue;
  }

  /** Follows the control flow at a token outside of statements. `starts`: a statement may start there. */
  step(at: number, starts: boolean): void {
    const { tokens, lexical } = this.#scan;
    const word = tokens.word(at);
    if (tokens.kind(at) !== T.word || tokens.word(at - 1) === '.') return;
    if (word === 'END') return this.#end(END_OF[tokens.word(at + 1)]);
    if (tokens.word(at - 1) === 'END') return;
    if (word === 'EXCEPTION' && tokens.word(at - 1) === 'RAISE') return;
    if (BRANCHES.test(word)) this.#scopes.at(-1)?.tables.clear();
    else if (word === 'CONTINUE' && tokens.word(at + 1) === 'HANDLER') this.#off = true;
    else if (word === 'CASE') this.#begin('case');
    else if (word === 'LOOP' || (starts && word === 'REPEAT') || (word === 'DO' && lexical.routines.language === 'psm'))
      this.#begin('loop');
    else if (starts && word === 'IF') this.#begin('if');
    else if (starts && word === 'BEGIN' && !AFTER_BEGIN.test(tokens.word(at + 1))) this.#begin('begin');
  }

  /** Marks the operations of the statement at token `at`, those after the first `from`, and applies their effects. */
  follow(at: number, from: number): void {
    if (this.#off) return;
    const { operations } = this.#scan.out;
    const runsText = RUNS_TEXT.test(this.#scan.tokens.word(at));
    for (let index = from; index < operations.length; index++) this.#followOne(index, runsText && index > from);
  }

  /** @param nested whether it is in a text or body of its own, which may run it not at all or often */
  #followOne(index: number, nested: boolean): void {
    const { operations } = this.#scan.out;
    const operation = operations[index];
    if (!operation) return;
    const { kind, target } = operation;
    if (kind === 'set' && (target.name === undefined || RESOLVES_NAMES.test(target.name))) this.#off = true;
    if (kind === 'commit' || kind === 'rollback' || (kind === 'execute_dynamic' && !operation.readable)) this.#forget();
    const key = objectsOf(operation).find(({ class: cls }) => cls === 'table')?.key;
    if (key === undefined || this.#off) return;
    if (kind === 'create_table') {
      const certain = operation.temporary && !operation.ifNotExists && !operation.orReplace && !nested;
      if (certain) this.#scopes.at(-1)?.tables.add(key);
      return;
    }
    const owner = this.#scopes.findLastIndex(({ tables }) => tables.has(key));
    if (owner < 0) return;
    const ends = kind === 'drop_table' || kind === 'rename_table' || kind === 'set_schema';
    const loop = ends ? this.#scopes.findIndex(({ block }, at) => at > owner && block === 'loop') : -1;
    if (ends) this.#scopes[owner]?.tables.delete(key);
    if (loop >= 0) return this.#unmark(key, this.#scopes[loop]?.start ?? 0);
    if (nested) return;
    const marked = this.#marked.get(key);
    if (marked) marked.push({ index, operation });
    else this.#marked.set(key, [{ index, operation }]);
    if (!operation.temporary) operations[index] = withFacts(operation, { temporary: true });
  }

  /** Takes back what was marked since the loop began: in its next round, the temporary table is gone. */
  #unmark(key: string, since: number): void {
    for (const { index, operation } of this.#marked.get(key) ?? [])
      if (index >= since) this.#scan.out.operations[index] = operation;
    this.#marked.delete(key);
  }

  #begin(block: Block): void {
    if (this.#scopes.length > MAX_DEPTH) this.#off = true;
    this.#scopes.push({ block, tables: new Set(), start: this.#scan.out.operations.length });
  }

  /** Ends the innermost block of that kind, and those inside. A plain END ends a block or a CASE. */
  #end(block: Block | undefined): void {
    const found = this.#scopes.findLastIndex((scope) =>
      block ? scope.block === block : scope.block === 'begin' || scope.block === 'case',
    );
    // Without its begin, the position is not known.
    if (found <= 0) return this.#forget();
    this.#scopes.length = found;
  }

  #forget(): void {
    const loop = this.#scopes.find(({ block }) => block === 'loop');
    if (loop) for (const key of [...this.#marked.keys()]) this.#unmark(key, loop.start);
    for (const { tables } of this.#scopes) tables.clear();
  }
}
