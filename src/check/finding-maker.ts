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
import { compactShape, fingerprint, type Hit, helpFor, Occurrences } from '../rules/index.ts';
import { ACCEPTED, type PrintedFinding } from './finding-list.ts';
import { isKnownSection, type JudgeSettings } from './judge-settings.ts';
import type { StatementIdentities } from './statement-identity.ts';
import { undecidedMessage } from './undecided.ts';

/** Where a file is, and where the baseline lists it, if the file was moved since. */
export interface FilePaths {
  readonly path: string;
  readonly formerPath?: string | undefined;
}

/** Creates the findings of one file. Call it in the order of the statements, since fingerprints count occurrences. */
export class FindingMaker {
  readonly #text: string;
  readonly #path: string;
  /** The path under which the baseline lists the findings of the file. */
  readonly #listedPath: string;
  readonly #lines: LineIndex;
  readonly #judging: JudgeSettings;
  readonly #identities: StatementIdentities;
  readonly #occurrences = new Occurrences();
  /** For the last statement only: a statement of megabytes can have thousands of findings. */
  #known: { readonly statement: Statement; readonly shape: string; exact: string | undefined } | undefined;

  constructor(
    text: string,
    { path, formerPath }: FilePaths,
    lines: LineIndex,
    judging: JudgeSettings,
    identities: StatementIdentities,
  ) {
    this.#identities = identities;
    this.#text = text;
    this.#path = path;
    this.#listedPath = formerPath ?? path;
    this.#lines = lines;
    this.#judging = judging;
  }

  fromHit(
    hit: Hit,
    statement: Statement,
    side: Side,
    status: FindingStatus,
    exemption: string | undefined,
  ): PrintedFinding {
    const { rule, operation } = hit;
    const location = this.#lines.location(rule.per === 'statement' ? statement.span : operation.span);
    // If comments cannot exempt a statement, an old finding must not exempt any other text either.
    const shape = rule.suppressible ? this.#shapeOf(statement).shape : this.#exactShape(statement);
    const prints = this.#prints(rule.id, this.#inContext(shape, statement));
    const spared = status === 'new' && this.#isSpared(statement);
    const acceptedAs = status === 'new' && !spared ? this.#accepted(prints) : undefined;
    const finding: Finding = {
      rule: rule.id,
      ...this.#weigh(hit),
      status: spared ? 'spared' : acceptedAs === undefined ? status : 'baselined',
      path: this.#path,
      location,
      statementOffset: statement.span.start,
      ...this.#excerpt(location),
      operation: { kind: operation.kind, target: operation.target.text, place: operation.place },
      section: statement.section,
      ...this.#downTools(statement),
      help: helpFor(rule, this.#judging.file.dialect),
      docs: rule.docs,
      owner: rule.owner,
      suppressible: rule.suppressible && this.#judging.suppressions !== 'off',
      exemption: exemption ?? (acceptedAs === undefined ? undefined : ACCEPTED),
      acceptedAs,
      side,
      fingerprint: prints.own,
    };
    return { finding, listedPrint: prints.listed };
  }

  /** Whether the tool does not run the statement where other migrations have run. */
  #isSpared(statement: Statement): boolean {
    const isApart = statement.section === 'down' || statement.section === 'baseline';
    return isApart && isKnownSection(statement, this.#judging);
  }

  #downTools({ section, sectionTools }: Statement): Pick<Finding, 'downTools'> {
    const { tool, editedTool } = this.#judging.file;
    if ((section !== 'down' && section !== 'baseline') || tool !== undefined) return {};
    return { downTools: editedTool && sectionTools.includes(editedTool) ? [] : sectionTools };
  }

  /** An undecided rule is unknown only if its verdict would reach the threshold; below it, it is a warning. */
  #weigh({ verdict, rule, message, cause }: Hit): Pick<Finding, 'verdict' | 'message'> {
    if (verdict !== 'unknown') return { verdict, message };
    const counts = rule.verdict === 'block' || this.#judging.failOn === 'warn';
    return {
      verdict: counts ? 'unknown' : 'warn',
      message: undecidedMessage(cause, message),
    };
  }

  unreadable(reason: string, span: Span, place: Span, statement: Statement | undefined): PrintedFinding {
    const location = this.#lines.location({ start: place.start, end: Math.max(place.end, place.start) });
    const prints = this.#prints(
      'unreadable',
      statement
        ? this.#inContext(this.#exactShape(statement), statement)
        : compactShape(this.#text.slice(span.start, span.end)),
    );
    const spared = statement !== undefined && this.#isSpared(statement);
    const acceptedAs = spared ? undefined : this.#accepted(prints);
    const finding: Finding = {
      rule: 'unreadable',
      verdict: 'unknown',
      status: spared ? 'spared' : acceptedAs === undefined ? 'new' : 'baselined',
      path: this.#path,
      location,
      statementOffset: statement?.span.start,
      ...this.#excerpt(location),
      operation: undefined,
      section: statement?.section ?? '',
      message: `could not be read: ${reason}`,
      help: 'Write the statement in the dialect of the file, or correct `dialect`. SQL that cannot be read cannot be judged.',
      docs: undefined,
      owner: undefined,
      suppressible: false,
      exemption: acceptedAs === undefined ? undefined : ACCEPTED,
      acceptedAs,
      side: 'both',
      fingerprint: prints.own,
    };
    return { finding, listedPrint: prints.listed };
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

  /** An accepted finding must not exempt a statement whose effect has changed because its context has. */
  #inContext(shape: string, statement: Statement): string {
    const context = this.#identities.ownContextOf(statement);
    return context === '' ? shape : compactShape(`${shape}\n${context}`);
  }

  #shapeOf(statement: Statement) {
    if (this.#known?.statement !== statement)
      this.#known = { statement, shape: compactShape(statement.shape), exact: undefined };
    return this.#known;
  }

  #prints(rule: string, shape: string): Fingerprints {
    const occurrence = this.#occurrences.next(rule, shape);
    const at = (path: string) => fingerprint({ rule, path, shape, occurrence });
    const own = at(this.#path);
    return { own, listed: this.#listedPath === this.#path ? own : at(this.#listedPath) };
  }

  #accepted({ listed }: Fingerprints): string | undefined {
    return this.#judging.baseline.has(listed) ? listed : undefined;
  }

  #excerpt({ start }: Location): Pick<Finding, 'excerpt' | 'excerptColumn'> {
    const from = start.offset - start.column + 1;
    let end = start.offset;
    while (end < this.#text.length && end < start.offset + 1000 && !LINE_END.has(this.#text.charCodeAt(end))) end++;
    return cutExcerpt(this.#text.slice(from, end), start.column);
  }
}

interface Fingerprints {
  readonly own: string;
  /** As the baseline lists it. */
  readonly listed: string;
}

const LINE_END = new Set([10, 13]);
