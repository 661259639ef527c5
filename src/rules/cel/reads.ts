import { children, listMacro, type Node, testedName } from './ast.ts';

/** Whether a condition reads a name. `guarded`: only after `has()` has shown that it exists. */
type Reading = 'no' | 'guarded' | 'yes';
export interface Reads {
  readonly caller: Reading;
  readonly file: Reading;
}

const NAMES = ['caller', 'file'] as const;
type Name = (typeof NAMES)[number];

/** Finds out which of `caller` and `file` a condition reads. This decides where its rule applies. */
export function readsOf(root: Node): Reads {
  const found: Record<Name, Reading> = { caller: 'no', file: 'no' };
  visit(root, new Set());
  return found;

  function visit(node: Node, guards: ReadonlySet<string>): void {
    const tested = testedName(node);
    if (tested !== undefined) {
      note(tested, true);
      return;
    }
    switch (node.op) {
      case 'id':
        note(node.args, guards.has(node.args));
        return;
      case '&&':
        visit(node.args[0], guards);
        visit(node.args[1], union(guards, provenBy(node.args[0], true)));
        return;
      case '||':
        visit(node.args[0], guards);
        visit(node.args[1], union(guards, provenBy(node.args[0], false)));
        return;
      case '?:':
        visit(node.args[0], guards);
        visit(node.args[1], union(guards, provenBy(node.args[0], true)));
        visit(node.args[2], union(guards, provenBy(node.args[0], false)));
        return;
      default: {
        const macro = listMacro(node);
        for (const child of macro ? [macro.receiver, ...macro.bodies] : children(node)) visit(child, guards);
      }
    }
  }

  function note(name: string, guarded: boolean): void {
    if (name !== 'caller' && name !== 'file') return;
    if (!guarded) found[name] = 'yes';
    else if (found[name] === 'no') found[name] = 'guarded';
  }
}

/** Names that certainly exist if `node` evaluates to `outcome`. */
function provenBy(node: Node, outcome: boolean): ReadonlySet<string> {
  if (node.op === '!_') return provenBy(node.args, !outcome);
  if ((node.op === '&&' && outcome) || (node.op === '||' && !outcome)) {
    return union(provenBy(node.args[0], outcome), provenBy(node.args[1], outcome));
  }
  const tested = outcome ? testedName(node) : undefined;
  return new Set(tested === undefined ? [] : [tested]);
}

function union(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  if (a.size === 0) return b;
  if (b.size === 0) return a;
  return new Set([...a, ...b]);
}
