import type { Random } from './random.ts';
import { literal, rawValue, type ValueKind } from './values.ts';

/** A part of a statement that differs between executions. */
type Hole =
  | { readonly hole: 'value'; readonly kind: ValueKind }
  | { readonly hole: 'list'; readonly kind: ValueKind; readonly max: number }
  | { readonly hole: 'array'; readonly kind: ValueKind; readonly max: number }
  | { readonly hole: 'rows'; readonly kinds: readonly ValueKind[]; readonly max: number }
  | { readonly hole: 'limit'; readonly sizes: readonly number[] }
  | { readonly hole: 'offset'; readonly size: number }
  | { readonly hole: 'traceparent' };

/** A recurring statement of an application, as text with holes. */
export class Template {
  readonly #pieces: (string | Hole)[] = [];

  text(text: string): this {
    const last = this.#pieces.length - 1;
    const before = this.#pieces[last];
    if (typeof before === 'string') this.#pieces[last] = before + text;
    else this.#pieces.push(text);
    return this;
  }

  #add(hole: Hole): this {
    this.#pieces.push(hole);
    return this;
  }

  value(kind: ValueKind): this {
    return this.#add({ hole: 'value', kind });
  }

  /** 1 to `max` values in parentheses, usually few. */
  list(kind: ValueKind, max: number): this {
    return this.#add({ hole: 'list', kind, max });
  }

  /** 1 to `max` values as one array. */
  array(kind: ValueKind, max: number): this {
    return this.#add({ hole: 'array', kind, max });
  }

  /** 1 to `max` rows of VALUES. */
  rows(kinds: readonly ValueKind[], max: number): this {
    return this.#add({ hole: 'rows', kinds, max });
  }

  limit(sizes: readonly number[]): this {
    return this.#add({ hole: 'limit', sizes });
  }

  /** Offset of a page of `size` rows: usually one of the first. */
  offset(size: number): this {
    return this.#add({ hole: 'offset', size });
  }

  traceparent(): this {
    return this.#add({ hole: 'traceparent' });
  }

  /** One execution with its literals in the text. */
  simple(random: Random): string {
    return this.#fill(random, (kind) => literal(kind, random));
  }

  /** One execution with bind values, which are added to `binds`. */
  extended(random: Random, binds: string[]): string {
    return this.#fill(random, (kind) => `$${binds.push(rawValue(kind, random))}`, binds);
  }

  #fill(random: Random, value: (kind: ValueKind) => string, binds?: string[]): string {
    let text = '';
    for (const piece of this.#pieces) text += typeof piece === 'string' ? piece : fill(piece, random, value, binds);
    return text;
  }
}

function fill(hole: Hole, random: Random, value: (kind: ValueKind) => string, binds: string[] | undefined): string {
  const number = (count: number) => (binds ? `$${binds.push(String(count))}` : String(count));
  switch (hole.hole) {
    case 'value':
      return value(hole.kind);
    case 'list':
      return `(${repeated(few(random, hole.max), () => value(hole.kind))})`;
    case 'array': {
      const array = `{${repeated(few(random, hole.max), () => rawValue(hole.kind, random))}}`;
      return binds ? `$${binds.push(array)}` : `'${array.replaceAll("'", "''")}'`;
    }
    case 'rows':
      return repeated(few(random, hole.max), () => `(${hole.kinds.map(value).join(', ')})`);
    case 'limit':
      return number(random.pick(hole.sizes));
    case 'offset':
      return number(hole.size * (few(random, 40) - 1));
    case 'traceparent':
      return `00-${rawValue('hex', random).slice(0, 32)}-${rawValue('hex', random).slice(0, 16)}-01`;
  }
}

/** From 1 to `max`, half of the time in the lowest eighth. */
function few(random: Random, max: number): number {
  return 1 + Math.floor(max * random.next() ** 3);
}

function repeated(count: number, item: () => string): string {
  let text = item();
  for (let at = 1; at < count; at++) text += `, ${item()}`;
  return text;
}
