import { Random } from '../../../bench/log/random.ts';

/** Every keyword of PostgreSQL 18, reserved or not. */
export const POSTGRESQL_KEYWORDS: readonly string[] =
  `abort absent absolute access action add admin after aggregate all also alter always analyse analyze and any
   array as asc asensitive assertion assignment asymmetric at atomic attach attribute authorization backward before
   begin between bigint binary bit boolean both breadth by cache call called cascade cascaded case cast catalog
   chain char character characteristics check checkpoint class close cluster coalesce collate collation column
   columns comment comments commit committed compression concurrently conditional configuration conflict connection
   constraint constraints content continue conversion copy cost create cross csv cube current current_catalog
   current_date current_role current_schema current_time current_timestamp current_user cursor cycle data database
   day deallocate dec decimal declare default defaults deferrable deferred definer delete delimiter delimiters
   depends depth desc detach dictionary disable discard distinct do document domain double drop each else empty
   enable encoding encrypted end enforced enum error escape event except exclude excluding exclusive execute exists
   explain expression extension external extract false family fetch filter finalize first float following for force
   foreign format forward freeze from full function functions generated global grant granted greatest group
   grouping groups handler having header hold hour identity if ilike immediate immutable implicit import in include
   including increment indent index indexes inherit inherits initially inline inner inout input insensitive insert
   instead int integer intersect interval into invoker is isnull isolation join json json_array json_arrayagg
   json_exists json_object json_objectagg json_query json_scalar json_serialize json_table json_value keep key keys
   label language large last lateral leading leakproof least left level like limit listen load local localtime
   localtimestamp location lock locked logged mapping match matched materialized maxvalue merge merge_action method
   minute minvalue mode month move name names national natural nchar nested new next nfc nfd nfkc nfkd no none
   normalize normalized not nothing notify notnull nowait null nullif nulls numeric object objects of off offset
   oids old omit on only operator option options or order ordinality others out outer over overlaps overlay
   overriding owned owner parallel parameter parser partial partition passing password path period placing plan
   plans policy position preceding precision prepare prepared preserve primary prior privileges procedural
   procedure procedures program publication quote quotes range read real reassign recursive ref references
   referencing refresh reindex relative release rename repeatable replace replica reset restart restrict return
   returning returns revoke right role rollback rollup routine routines row rows rule savepoint scalar schema
   schemas scroll search second security select sequence sequences serializable server session session_user set
   setof sets share show similar simple skip smallint snapshot some source sql stable standalone start statement
   statistics stdin stdout storage stored strict string strip subscription substring support symmetric sysid system
   system_user table tables tablesample tablespace target temp template temporary text then ties time timestamp to
   trailing transaction transform treat trigger trim true truncate trusted type types uescape unbounded uncommitted
   unconditional unencrypted union unique unknown unlisten unlogged until update user using vacuum valid validate
   validator value values varchar variadic varying verbose version view views virtual volatile when where
   whitespace window with within without work wrapper write xml xmlattributes xmlconcat xmlelement xmlexists
   xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable year yes zone`.split(/\s+/);

/** Keywords of MySQL or MariaDB that PostgreSQL does not have. */
export const MYSQL_KEYWORDS: readonly string[] =
  `accessible ascii auto_increment avg before bigint binlog blob bool btree byte change channel charset check checksum
   cipher client code collation_connection condition convert count cpu current cur_date datafile datetime date day_hour
   dayofweek delayed describe deterministic div dual dumpfile elseif engine engines errors event events exit explain
   extended fast fields file first_value fixed flush found force fulltext geometry get hash high_priority host hosts
   iterate identified ignore index infile infix install int1 io issuer keys kill lag last_insert_id lead leave lines
   linear list loop low_priority master max max_rows medium memory merge min min_rows minus mod modify mutex ndb
   no_write_to_binlog offline one online open optimize optimizer outfile page parser password persist phase plugin point
   polygon port position prev processlist profile proxy purge quarter query quick rank rebuild regexp relay reload remove
   rename repair repeat replication require resume return reverse rlike row_format rownum schedule second separator
   serial shares show shutdown signal signed slave slow sounds spatial sql_cache ssl stacked start starting std
   straight_join string subject sum super suspend swaps switches tables terminated text than timestampadd tinyint
   triggers truncate undo unlock unsigned upgrade usage use use_frm user utc_date utf8 values varbinary variables
   variance view wait warnings week weight_string while x509 xa xor year_month zerofill window groups of except json
   value status name type level data time timestamp interval persist_only session global local`.split(/\s+/);

const NAMES = ['a', 'b', 'id', 'tenant_id', 'orders', 'Users', 'created_at', 'x1', 'excluded', '_z'];

/** How a dialect writes the parts of the statements. */
export interface Spelling {
  readonly keywords: readonly string[];
  readonly quote: string;
  readonly values: readonly string[];
}

/** Generates statements that are plain or almost plain. */
export class Statements {
  readonly #random: Random;
  readonly #spelling: Spelling;

  constructor(seed: number, spelling: Spelling) {
    this.#random = new Random(seed);
    this.#spelling = spelling;
  }

  next(): string {
    const words = this.#random.pick([this.#select, this.#select, this.#insert, this.#update, this.#delete]).call(this);
    return this.#disturbed(words).join(' ').replaceAll(' . ', '.').replaceAll('COUNT (', 'COUNT(');
  }

  /** Sometimes removes, repeats or changes a word. */
  #disturbed(words: string[]): string[] {
    const random = this.#random;
    if (random.chance(0.75)) return words;
    const at = random.below(words.length);
    const other = random.pick([
      random.pick(this.#spelling.keywords),
      random.pick(words),
      '(',
      ')',
      ',',
      '=',
      '.',
      'AS',
      'NOT',
      '-',
      '*',
      '1',
    ]);
    const changed = random.pick([[], [words[at] ?? '', words[at] ?? ''], [other], [other, words[at] ?? '']]);
    return [...words.slice(0, at), ...changed, ...words.slice(at + 1)];
  }

  #name(): string {
    const random = this.#random;
    if (random.chance(0.015)) return random.pick(this.#spelling.keywords);
    const name = random.pick(NAMES);
    const { quote } = this.#spelling;
    return random.chance(0.4)
      ? `${quote}${random.chance(0.05) ? random.pick(['a b', 'é', '1', 'select', `x${quote}${quote}y`]) : name}${quote}`
      : name;
  }

  #path(): string[] {
    const name = this.#name();
    return this.#random.chance(0.4) ? [this.#name(), '.', name] : [name];
  }

  #value(): string {
    return this.#random.pick(this.#spelling.values);
  }

  #list(item: () => string[], most = 3): string[] {
    const words = item();
    for (let left = this.#random.below(most); left > 0; left--) words.push(',', ...item());
    return words;
  }

  #values(): string[] {
    return ['(', ...this.#list(() => [this.#value()]), ')'];
  }

  #condition(depth = 0): string[] {
    const words = this.#predicate(depth);
    for (let left = this.#random.below(3); left > 0; left--)
      words.push(this.#random.pick(['AND', 'AND', 'OR']), ...this.#predicate(depth));
    return words;
  }

  #predicate(depth: number): string[] {
    const random = this.#random;
    if (depth < 2 && random.chance(0.15))
      return [...(random.chance(0.3) ? ['NOT'] : []), '(', ...this.#condition(depth + 1), ')'];
    const column = this.#path();
    switch (random.below(8)) {
      case 0:
        return [...column, ...(random.chance(0.3) ? ['NOT'] : []), 'IN', ...this.#values()];
      case 1:
        return [...column, 'IS', ...(random.chance(0.5) ? ['NOT'] : []), 'NULL'];
      case 2:
        return [
          ...column,
          ...(random.chance(0.3) ? ['NOT'] : []),
          random.pick(['LIKE', 'LIKE', 'ILIKE']),
          this.#value(),
        ];
      case 3:
        return [...column, 'BETWEEN', this.#value(), 'AND', this.#value()];
      case 4:
        return random.chance(0.5) ? column : [...column, '=', 'ANY', '(', this.#value(), ')'];
      default:
        return [
          ...column,
          random.pick(['=', '=', '=', '<>', '!=', '<', '>=', '<=', '~', '||']),
          ...(random.chance(0.2) ? this.#path() : [this.#value()]),
        ];
    }
  }

  #item(): string[] {
    const random = this.#random;
    const label = random.chance(0.2) ? ['AS', this.#name()] : random.chance(0.03) ? [this.#name()] : [];
    switch (random.below(9)) {
      case 0:
        return [...this.#path(), '.', '*'];
      case 1:
        return ['*'];
      case 2:
        return [
          random.pick(['COUNT', 'SUM', 'MAX', 'lower']),
          '(',
          ...(random.chance(0.5) ? ['*'] : this.#path()),
          ')',
          ...label,
        ];
      case 3:
        return ['SUM(', 'COALESCE', '(', ...this.#path(), ',', this.#value(), ')', ')', ...label];
      case 4:
        return [this.#value(), ...label];
      default:
        return [...this.#path(), ...label];
    }
  }

  #source(): string[] {
    const random = this.#random;
    return [...this.#path(), ...(random.chance(0.2) ? ['AS'] : []), ...(random.chance(0.3) ? [this.#name()] : [])];
  }

  #select(): string[] {
    const random = this.#random;
    const words = [
      'SELECT',
      ...(random.chance(0.1) ? ['DISTINCT'] : []),
      ...this.#list(() => this.#item()),
      'FROM',
      ...this.#source(),
    ];
    for (let left = random.below(3); left > 0; left--) {
      const kind = random.pick(['INNER JOIN', 'LEFT JOIN', 'LEFT OUTER JOIN', 'JOIN', 'CROSS JOIN', 'FULL JOIN']);
      words.push(...kind.split(' '), ...this.#source(), 'ON', ...this.#condition(1));
    }
    if (random.chance(0.8)) words.push('WHERE', ...this.#condition());
    if (random.chance(0.2)) words.push('GROUP', 'BY', ...this.#list(() => this.#path()));
    if (random.chance(0.4))
      words.push(
        'ORDER',
        'BY',
        ...this.#list(() => [...this.#path(), ...random.pick([[], ['ASC'], ['DESC'], ['NULLS', 'LAST']])]),
      );
    if (random.chance(0.4)) words.push('LIMIT', this.#value());
    if (random.chance(0.3)) words.push('OFFSET', this.#value());
    if (random.chance(0.05)) words.push('FOR', 'UPDATE');
    return words;
  }

  #insert(): string[] {
    const random = this.#random;
    const words = ['INSERT', 'INTO', ...this.#path()];
    if (random.chance(0.9)) words.push('(', ...this.#list(() => [this.#name()]), ')');
    words.push('VALUES', ...this.#list(() => (random.chance(0.1) ? ['(', 'DEFAULT', ')'] : this.#values()), 2));
    if (random.chance(0.3)) {
      words.push(
        'ON',
        'CONFLICT',
        ...(random.chance(0.8) ? ['(', ...this.#list(() => [this.#name()]), ')'] : []),
        'DO',
      );
      words.push(...(random.chance(0.3) ? ['NOTHING'] : ['UPDATE', ...this.#set()]));
    }
    return [...words, ...this.#returning()];
  }

  #set(): string[] {
    return [
      'SET',
      ...this.#list(() => [this.#name(), '=', ...(this.#random.chance(0.3) ? this.#path() : [this.#value()])]),
    ];
  }

  #returning(): string[] {
    return this.#random.chance(0.3) ? ['RETURNING', ...this.#list(() => this.#item())] : [];
  }

  #update(): string[] {
    return ['UPDATE', ...this.#path(), ...this.#set(), 'WHERE', ...this.#condition(), ...this.#returning()];
  }

  #delete(): string[] {
    return ['DELETE', 'FROM', ...this.#path(), 'WHERE', ...this.#condition(), ...this.#returning()];
  }
}
