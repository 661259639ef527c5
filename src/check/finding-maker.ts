import {
  cutExcerpt,
  type Finding,
  type FindingStatus,
  type LineIndex,
  type Location,
  type Side,
  type Span,
  type Statement,
} from '../model/index.ts';
import { compactShape, fingerprint, type Hit, Occurrences } from '../rules/index.ts';
import { isKnownSection, type JudgeSettings } from './judge-settings.ts';

/** Creates the findings of one file. Call it in the order of the statements, since fingerprints count occurrences. */
export class FindingMaker {
  readonly #text: string;
  readonly #path: string;
  readonly #lines: LineIndex;
  readonly #judging: JudgeSettings;
  readonly #occurrences = new Occurrences();
  readonly #shapes = new WeakMap<Statement, { readonly shape: string; exact: string | undefined }>();

  constructor(text: string, path: string, lines: LineIndex, judging: JudgeSettings) {
    this.#text = text;
    this.#path = path;
    this.#lines = lines;
    this.#judging = judging;
  }

  fromHit(hit: Hit, statement: Statement, side: Side, status: FindingStatus, exemption: string | undefined): Finding {
    const { rule, operation } = hit;
    const location = this.#lines.location(operation.span);
    // If comments cannot exempt a statement, an old finding must not exempt any other text either.
    const shape = rule.suppressible ? this.#shapeOf(statement).shape : this.#exactShape(statement);
    const print = this.#print(rule.id, shape);
    const spared = status === 'new' && statement.section === 'down' && isKnownSection(statement, this.#judging);
    const baselined = status === 'new' && !spared && this.#judging.baseline.has(print);
    return {
      rule: rule.id,
      ...this.#weigh(hit),
      status: spared ? 'spared' : baselined ? 'baselined' : status,
      path: this.#path,
      location,
      ...this.#excerpt(location),
      operation: { kind: operation.kind, target: operation.target.text, place: operation.place },
      section: statement.section,
      help: rule.help,
      docs: rule.docs,
      owner: rule.owner,
      suppressible: rule.suppressible && this.#judging.suppressions !== 'off',
      exemption: exemption ?? (baselined ? 'accepted in the baseline' : undefined),
      side,
      fingerprint: print,
    };
  }

  /** An undecided rule is unknown only if its verdict would reach the threshold; below it, it is a warning. */
  #weigh({ verdict, rule, message, cause }: Hit): Pick<Finding, 'verdict' | 'message'> {
    if (verdict !== 'unknown') return { verdict, message };
    const counts = rule.verdict === 'block' || this.#judging.failOn === 'warn';
    return {
      verdict: counts ? 'unknown' : 'warn',
      message: `could not be decided (${cause ?? 'unknown cause'}): ${message}`,
    };
  }

  unreadable(reason: string, span: Span, place: Span, statement: Statement | undefined): Finding {
    const location = this.#lines.location({ start: place.start, end: Math.max(place.end, place.start) });
    const print = this.#print(
      'unreadable',
      statement ? this.#exactShape(statement) : compactShape(this.#text.slice(span.start, span.end)),
    );
    const spared = statement?.section === 'down' && isKnownSection(statement, this.#judging);
    const baselined = !spared && this.#judging.baseline.has(print);
    return {
      rule: 'unreadable',
      verdict: 'unknown',
      status: spared ? 'spared' : baselined ? 'baselined' : 'new',
      path: this.#path,
      location,
      ...this.#excerpt(location),
      operation: undefined,
      section: statement?.section ?? '',
      message: `could not be read: ${reason}`,
      help: 'Write the statement in the dialect of the file, or correct `dialect`. SQL that cannot be read cannot be judged.',
      docs: undefined,
      owner: undefined,
      suppressible: false,
      exemption: baselined ? 'accepted in the baseline' : undefined,
      side: 'both',
      fingerprint: print,
    };
  }

  /**
   * The shape with its literals: with other literals, SQL that was not understood or that runs code can do something
   * else.
   */
  #exactShape(statement: Statement): string {
    const known = this.#shapeOf(statement);
    const { start, end } = statement.span;
    known.exact ??= compactShape(`${statement.shape}\n${this.#text.slice(start, end).replace(/\s+/g, ' ')}`);
    return known.exact;
  }

  #shapeOf(statement: Statement): { readonly shape: string; exact: string | undefined } {
    const known = this.#shapes.get(statement) ?? { shape: compactShape(statement.shape), exact: undefined };
    this.#shapes.set(statement, known);
    return known;
  }

  #print(rule: string, shape: string): string {
    return fingerprint({ rule, path: this.#path, shape, occurrence: this.#occurrences.next(rule, shape) });
  }

  #excerpt({ start }: Location): Pick<Finding, 'excerpt' | 'excerptColumn'> {
    const from = start.offset - start.column + 1;
    let end = start.offset;
    while (end < this.#text.length && end < start.offset + 1000 && !LINE_END.has(this.#text.charCodeAt(end))) end++;
    return cutExcerpt(this.#text.slice(from, end), start.column);
  }
}

const LINE_END = new Set([10, 13]);
