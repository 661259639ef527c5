import { createHash } from 'node:crypto';
import { counted, type Finding, grouped } from '../model/index.ts';

/** How many findings with the same text are listed one by one. For SQL that cannot be read, a few are enough. */
const MAX_EQUAL = 100;
const MAX_EQUAL_UNREAD = 10;
/** How many findings of one file are listed one by one. */
const MAX_LISTED = 2000;
/** How many places stand for the findings that are not listed. */
const MAX_PLACES = 5;

/** A finding, and its fingerprint at the path under which a baseline lists it. */
export interface PrintedFinding {
  readonly finding: Finding;
  readonly listedPrint: string;
}

/**
 * The findings of one file. So that no file can make a report of many megabytes, only a limited number is listed one by
 * one. Others are folded into one with their number: those that are equal or, above the limit of the file, those with the
 * same rule, verdict and status. A baseline accepts such a finding only as long as it stands for the same ones.
 */
export class FindingList {
  readonly #listed: Finding[] = [];
  readonly #equal = new Map<string, number>();
  readonly #folds = new Map<string, Fold>();
  readonly #baseline: ReadonlySet<string>;

  constructor(baseline: ReadonlySet<string>) {
    this.#baseline = baseline;
  }

  add(printed: PrintedFinding): void {
    const { finding } = printed;
    const { rule, verdict, status, section, side, onceMerged, exemption, message, operation } = finding;
    // Which ones are listed must not depend on the status: an accepted baseline changes it.
    const alike = JSON.stringify([rule, verdict, section, side, message, operation]);
    const equal = this.#equal.get(alike) ?? 0;
    const fold = [rule, verdict, status, section, side, onceMerged];
    if (equal >= (rule === 'unreadable' ? MAX_EQUAL_UNREAD : MAX_EQUAL))
      this.#fold(JSON.stringify([...fold, exemption, alike]), 'equal', printed);
    else if (this.#listed.length >= MAX_LISTED) this.#fold(JSON.stringify(fold), 'rule', printed);
    else {
      this.#equal.set(alike, equal + 1);
      this.#listed.push(finding);
    }
  }

  #fold(key: string, like: Fold['like'], printed: PrintedFinding): void {
    const known = this.#folds.get(key);
    if (known) known.add(printed);
    else this.#folds.set(key, new Fold(like, printed));
  }

  findings(): Finding[] {
    return [...this.#listed, ...[...this.#folds.values()].map((fold) => fold.toFinding(this.#baseline))];
  }
}

/** Findings that are reported as one. */
class Fold {
  /** What they have in common: everything but the place, or the rule. */
  readonly like: 'equal' | 'rule';
  readonly #first: Finding;
  readonly #prints = createHash('sha256');
  readonly #listedPrints = createHash('sha256');
  readonly #places: string[] = [];
  #last: Finding;
  #count = 0;

  constructor(like: Fold['like'], first: PrintedFinding) {
    this.like = like;
    this.#first = first.finding;
    this.#last = first.finding;
    this.add(first);
  }

  add({ finding, listedPrint }: PrintedFinding): void {
    this.#count++;
    this.#last = finding;
    this.#prints.update(finding.fingerprint);
    this.#listedPrints.update(listedPrint);
    if (this.#places.length < MAX_PLACES) this.#places.push(placeOf(finding));
  }

  toFinding(baseline: ReadonlySet<string>): Finding {
    const fingerprint = `${this.#prints.digest('hex')}/v1`;
    const listedPrint = `${this.#listedPrints.digest('hex')}/v1`;
    const isAccepted = this.#first.status === 'new' && baseline.has(listedPrint);
    return {
      ...this.#first,
      ...(isAccepted && { status: 'baselined', exemption: ACCEPTED, acceptedAs: listedPrint }),
      message: this.#message(),
      count: this.#count,
      fingerprint,
    };
  }

  #message(): string {
    const { rule, message } = this.#first;
    const rest = this.#count - this.#places.length;
    const places = `at ${this.#places.join(', ')}${rest > 0 ? ` and, up to ${placeOf(this.#last)}, ${grouped(rest)} more places` : ''}`;
    if (this.like === 'equal') return `${counted(this.#count, 'more finding')} like this, ${places}: ${message}`;
    const why = `only ${grouped(MAX_LISTED)} findings of a file are listed one by one`;
    return `${counted(this.#count, 'more finding')} of \`${rule}\`, ${places}: ${why}`;
  }
}

function placeOf({ location }: Finding): string {
  return location ? `${location.start.line}:${location.start.column}` : 'an unknown place';
}

/** What exempts a finding of the baseline. */
export const ACCEPTED = 'accepted in the baseline';
