import type { Dialect } from '../../model/index.ts';
import type { LoggedStatement } from '../../traffic/index.ts';
import { countMarks, numberedMarks } from './applications/placeholders.ts';
import type { Gaps } from './gaps.ts';
import { JsonEntries } from './json-entries.ts';
import { blankStatement, type LogReader, type ReaderOptions, type StatementSink } from './source.ts';

type Json = Readonly<Record<string, unknown>>;
type Attributes = ReadonlyMap<string, unknown>;

/** Texts of one length, from which it is likely that they were all cut there. */
const MIN_CUT = 3;
/** The smallest length at which texts are cut. */
const MIN_CUT_LENGTH = 128;
/** Systems that do not say which SQL database they are. */
const ANY_SYSTEM: ReadonlySet<string> = new Set(['', 'other_sql', 'jdbc', 'odbc']);

/** Reads the spans of database calls. */
class SpanReader implements LogReader {
  readonly #sink: StatementSink;
  readonly #options: ReaderOptions;
  readonly #dialectOf: (system: string) => Dialect | undefined;
  readonly #entries: JsonEntries;
  readonly #statement: LoggedStatement = blankStatement(new Uint8Array(0));
  readonly #others = new Set<Dialect>();
  readonly #longest = { length: 0, texts: new Set<string>() };
  #isSampled = false;
  #ordinal = 0;

  constructor(sink: StatementSink, options: ReaderOptions, dialectOf: (system: string) => Dialect | undefined) {
    this.#sink = sink;
    this.#options = options;
    this.#dialectOf = dialectOf;
    this.#entries = new JsonEntries({
      entry: (text, line) => this.#entry(text, line),
      malformed: (reason, line) => this.#report(() => sink.unread(reason, line, 1)),
    });
  }

  write(chunk: Uint8Array): void {
    this.#entries.write(chunk);
  }

  end(): void {
    this.#entries.end();
  }

  gaps(): Gaps {
    const { length, texts } = this.#longest;
    const isCut = length >= MIN_CUT_LENGTH && texts.size >= MIN_CUT;
    return {
      shown: this.#isSampled ? ['sampled'] : [],
      assumed: ['sampled', ...(isCut ? (['texts-cut'] as const) : [])],
    };
  }

  notes(): readonly string[] {
    return [
      'whether spans were sampled is not in them: a collector or an SDK may have left out traces',
      ...[...this.#others]
        .sort()
        .map((dialect) => `spans of ${dialect} were skipped: collect them with \`--dialect ${dialect}\``),
    ];
  }

  #entry(text: string, line: number): void {
    let entry: unknown;
    try {
      entry = JSON.parse(text);
    } catch {
      return this.#report(() => this.#sink.unread('line is not valid JSON', line, 1));
    }
    const resources = listOf(entry, 'resourceSpans');
    if (resources.length === 0) return this.#report(() => this.#sink.skipped('line without spans'));
    for (const resource of resources) {
      const attributes = attributesOf(isObject(resource['resource']) ? resource['resource'] : {});
      const service = textOf(attributes.get('service.name'));
      // Before version 0.15 of the protocol, scopes had another name.
      for (const scope of [...listOf(resource, 'scopeSpans'), ...listOf(resource, 'instrumentationLibrarySpans')])
        for (const span of listOf(scope, 'spans')) this.#span(span, service, line);
    }
  }

  #span(span: Json, service: string | undefined, line: number): void {
    const { of, index } = this.#options.part;
    const isMine = this.#ordinal++ % of === index;
    const attributes = attributesOf(span);
    if (/\bth:0*[1-9a-f]/.test(textOf(span['traceState']) ?? '')) this.#isSampled = true;
    const system = textOf(attributes.get('db.system.name') ?? attributes.get('db.system')) ?? '';
    const sql = textOf(attributes.get('db.query.text') ?? attributes.get('db.statement'));
    const dialect = ANY_SYSTEM.has(system) ? this.#options.dialect : this.#dialectOf(system);
    if (sql !== undefined && dialect !== undefined && dialect !== this.#options.dialect) this.#others.add(dialect);
    if (sql !== undefined) this.#measure(sql);
    if (!isMine) return;
    if (sql === undefined) {
      const isStatement = ['db.operation.name', 'db.operation'].some((name) => attributes.has(name));
      if (isStatement && dialect === this.#options.dialect && system !== '')
        return this.#sink.unread('span of a database call without its text', line, 1);
      return this.#sink.skipped('span without a statement');
    }
    if (dialect !== this.#options.dialect) return this.#sink.skipped('span of another database system');
    if (isFailed(span)) return this.#sink.skipped('failed statement');
    this.#give(span, attributes, service, sql);
  }

  #give(span: Json, attributes: Attributes, service: string | undefined, sql: string): void {
    const statement = this.#statement;
    const bytes = Buffer.from(numberedMarks(sql, this.#options.dialect));
    statement.bytes = bytes;
    statement.end = bytes.length;
    statement.at = nanoseconds(span['startTimeUnixNano']);
    statement.application = service;
    statement.user = textOf(attributes.get('db.user'));
    // PostgreSQL's may be `database|schema`.
    statement.database = textOf(attributes.get('db.namespace') ?? attributes.get('db.name'))?.split('|')[0];
    statement.binds = bindsIn(attributes);
    // Instrumentations put `?` in place of literals, and may shorten lists of them.
    statement.normalised = statement.binds === undefined && countMarks(sql) > 0;
    statement.truncated = /(?:\.\.\.|…)$/.test(sql);
    this.#sink.statement(statement);
  }

  /** SDKs cut attributes at a length (`OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT`) without a mark. */
  #measure(sql: string): void {
    const longest = this.#longest;
    if (sql.length > longest.length) {
      longest.length = sql.length;
      longest.texts.clear();
    }
    if (sql.length === longest.length && longest.texts.size < MIN_CUT) longest.texts.add(sql);
  }

  #report(report: () => void): void {
    const { of, index } = this.#options.part;
    if (this.#ordinal++ % of === index) report();
  }
}

function isFailed({ status }: Json): boolean {
  const code = isObject(status) ? status['code'] : undefined;
  return code === 2 || code === 'STATUS_CODE_ERROR';
}

/** Bind values: `db.postgresql.values`, or `db.query.parameter.0` and so on. */
function bindsIn(attributes: Attributes): readonly (string | null)[] | undefined {
  const values = attributes.get('db.postgresql.values');
  if (Array.isArray(values)) return values.map(bindText);
  const binds: (string | null)[] = [];
  while (attributes.has(`db.query.parameter.${binds.length}`))
    binds.push(bindText(attributes.get(`db.query.parameter.${binds.length}`)));
  return binds.length === 0 ? undefined : binds;
}

function bindText(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}

function attributesOf({ attributes }: Json): Attributes {
  const known = new Map<string, unknown>();
  if (!Array.isArray(attributes)) return known;
  for (const attribute of attributes) {
    if (isObject(attribute) && typeof attribute['key'] === 'string')
      known.set(attribute['key'], plainValue(attribute['value']));
  }
  return known;
}

/** A value of OTLP: `{"stringValue":"…"}`, `{"arrayValue":{"values":[…]}}`. */
function plainValue(value: unknown): unknown {
  if (!isObject(value)) return undefined;
  const list = value['arrayValue'];
  if (isObject(list)) return Array.isArray(list['values']) ? list['values'].map(plainValue) : [];
  return value['stringValue'] ?? value['intValue'] ?? value['doubleValue'] ?? value['boolValue'] ?? null;
}

function nanoseconds(value: unknown): number {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^\d{7,20}$/.test(text) ? Number(text.slice(0, -6)) : Number.NaN;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function listOf(value: unknown, key: string): readonly Json[] {
  const list = isObject(value) ? value[key] : undefined;
  return Array.isArray(list) ? list.filter(isObject) : [];
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Opens spans as OTLP JSON. */
export function openSpans(
  sink: StatementSink,
  options: ReaderOptions,
  dialectOf: (system: string) => Dialect | undefined,
): LogReader {
  return new SpanReader(sink, options, dialectOf);
}
