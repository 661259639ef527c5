/** A condition over propositions, with CEL's three-valued `&&`, `||`, `!` and `?:`. */
export type Logic<P> =
  | { readonly op: 'all' | 'some'; readonly parts: readonly Logic<P>[] }
  | { readonly op: 'not'; readonly part: Logic<P> }
  | { readonly op: 'choice'; readonly test: Logic<P>; readonly yes: Logic<P>; readonly no: Logic<P> }
  | { readonly op: 'atom'; readonly atom: P };

/** The truths that something can have: a set of the bits below. */
export type Truths = number;
export const FALSE = 1;
export const UNDECIDED = 2;
export const TRUE = 4;
export const EITHER = FALSE | TRUE;
export const ANY = FALSE | UNDECIDED | TRUE;

export const ALWAYS: Logic<never> = { op: 'all', parts: [] };
export const NEVER: Logic<never> = { op: 'some', parts: [] };

export function not<P>(part: Logic<P>): Logic<P> {
  return part.op === 'not' ? part.part : { op: 'not', part };
}

function opposite(truths: Truths): Truths {
  return (truths & UNDECIDED) | (truths & FALSE ? TRUE : 0) | (truths & TRUE ? FALSE : 0);
}

function both(a: Truths, b: Truths): Truths {
  const isUndecided = (a & UNDECIDED && b & (UNDECIDED | TRUE)) || (b & UNDECIDED && a & (UNDECIDED | TRUE));
  return ((a | b) & FALSE) | (a & b & TRUE) | (isUndecided ? UNDECIDED : 0);
}

/** The truths that a condition can have if its propositions have any combination of theirs: never too few. */
export function truthsOf<P>(logic: Logic<P>, truthsOfAtom: (atom: P) => Truths): Truths {
  switch (logic.op) {
    case 'atom':
      return truthsOfAtom(logic.atom);
    case 'not':
      return opposite(truthsOf(logic.part, truthsOfAtom));
    case 'choice': {
      const test = truthsOf(logic.test, truthsOfAtom);
      return (
        (test & UNDECIDED) |
        (test & TRUE ? truthsOf(logic.yes, truthsOfAtom) : 0) |
        (test & FALSE ? truthsOf(logic.no, truthsOfAtom) : 0)
      );
    }
    default: {
      const isAll = logic.op === 'all';
      let truths: Truths = TRUE;
      for (const part of logic.parts) {
        const own = truthsOf(part, truthsOfAtom);
        truths = both(truths, isAll ? own : opposite(own));
        if (truths === FALSE) break;
      }
      return isAll ? truths : opposite(truths);
    }
  }
}

export function isCertain(truths: Truths): boolean {
  return (truths & (truths - 1)) === 0;
}

/** The first proposition on which it still depends whether a condition is true, undecided or false. */
export function openAtom<P>(logic: Logic<P>, truthsOfAtom: (atom: P) => Truths): P | undefined {
  if (isCertain(truthsOf(logic, truthsOfAtom))) return undefined;
  switch (logic.op) {
    case 'atom':
      return logic.atom;
    case 'not':
      return openAtom(logic.part, truthsOfAtom);
    case 'choice':
      return (
        openAtom(logic.test, truthsOfAtom) ?? openAtom(logic.yes, truthsOfAtom) ?? openAtom(logic.no, truthsOfAtom)
      );
    default:
      for (const part of logic.parts) {
        const found = openAtom(part, truthsOfAtom);
        if (found !== undefined) return found;
      }
      return undefined;
  }
}

/** Replaces propositions whose truth is fixed, and drops what they settle. Keeps the truths of the condition. */
export function simplify<P>(logic: Logic<P>, fixed: (atom: P) => boolean | undefined): Logic<P> {
  switch (logic.op) {
    case 'atom': {
      const value = fixed(logic.atom);
      return value === undefined ? logic : value ? ALWAYS : NEVER;
    }
    case 'not': {
      const part = simplify(logic.part, fixed);
      return isConstant(part) ? (part.op === 'all' ? NEVER : ALWAYS) : not(part);
    }
    case 'choice': {
      const test = simplify(logic.test, fixed);
      if (isConstant(test)) return simplify(test.op === 'all' ? logic.yes : logic.no, fixed);
      return { op: 'choice', test, yes: simplify(logic.yes, fixed), no: simplify(logic.no, fixed) };
    }
    default:
      return simplifyParts(logic.op, logic.parts, fixed);
  }
}

function simplifyParts<P>(
  op: 'all' | 'some',
  parts: readonly Logic<P>[],
  fixed: (atom: P) => boolean | undefined,
): Logic<P> {
  const open: Logic<P>[] = [];
  for (const each of parts) {
    const part = simplify(each, fixed);
    // A constant part either changes nothing, or settles the whole.
    if (!isConstant(part)) open.push(part);
    else if (part.op !== op) return part;
  }
  return open.length === 1 ? (open[0] as Logic<P>) : { op, parts: open };
}

function isConstant<P>(logic: Logic<P>): logic is { readonly op: 'all' | 'some'; readonly parts: readonly [] } {
  return (logic.op === 'all' || logic.op === 'some') && logic.parts.length === 0;
}

/** All propositions of a condition, each as often as it occurs. */
export function* atomsIn<P>(logic: Logic<P>): Generator<P> {
  switch (logic.op) {
    case 'atom':
      yield logic.atom;
      return;
    case 'not':
      yield* atomsIn(logic.part);
      return;
    case 'choice':
      yield* atomsIn(logic.test);
      yield* atomsIn(logic.yes);
      yield* atomsIn(logic.no);
      return;
    default:
      for (const part of logic.parts) yield* atomsIn(part);
  }
}
