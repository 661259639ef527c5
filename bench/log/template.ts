import type { Random } from './random.ts';
import { literal, rawValue, type ValueKind } from './values.ts';

/** A part of a statement that changes from one execution to the next. */
type Hole =
  | { readonly hole: 'value'; readonly kind: ValueKind }
  | { readonly hole: 'list'; readonly kind: ValueKind; readonly most: number }
  | { readonly hole: 'array'; readonly kind: ValueKind; readonly most: number }
  | { readonly hole: 'rows'; readonly kinds: readonly ValueKind[]; readonly most: number }
  | { readonly hole: 'limit'; readonly sizes: readonly number[] }
  | { readonly hole: 'offset'; readonly size: number }
  | { readonly hole: 'traceparent' };

/** A statement that an application runs again and again, as text with holes. */
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

  /** 1 to `most` values in parentheses, few more often than many. */
  list(kind: ValueKind, most: number): this {
    return this.#add({ hole: 'list', kind, most });
  }

  /** 1 to `most` values as one array. */
  array(kind: ValueKind, most: number): this {
    return this.#add({ hole: 'array', kind, most });
  }

  /** 1 to `most` rows of VALUES. */
  rows(kinds: readonly ValueKind[], most: number): this {
    return this.#add({ hole: 'rows', kinds, most });
  }

  limit(sizes: readonly number[]): this {
    return this.#add({ hole: 'limit', sizes });
  }

  /** Of a page of `size` rows: mostly one of the first. */
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

  /** One execution whose values are bound; they are added to `binds`. */
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
      return `(${repeated(few(random, hole.most), () => value(hole.kind))})`;
    case 'array': {
      const array = `{${repeated(few(random, hole.most), () => rawValue(hole.kind, random))}}`;
      return binds ? `$${binds.push(array)}` : `'${array.replaceAll("'", "''")}'`;
    }
    case 'rows':
      return repeated(few(random, hole.most), () => `(${hole.kinds.map(value).join(', ')})`);
    case 'limit':
      return number(random.pick(hole.sizes));
    case 'offset':
      return number(hole.size * (few(random, 40) - 1));
    case 'traceparent':
      return `00-${rawValue('hex', random).slice(0, 32)}-${rawValue('hex', random).slice(0, 16)}-01`;
  }
}

/** From 1 to `most`, half of the time among the lowest eighth. */
function few(random: Random, most: number): number {
  return 1 + Math.floor(most * random.next() ** 3);
}

function repeated(count: number, item: () => string): string {
  let text = item();
  for (let at = 1; at < count; at++) text += `, ${item()}`;
  return text;
}
