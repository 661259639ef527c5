import { type Expression, hasPart, partsOf } from '../expressions/expression.ts';
import { RANK_OF_ALL } from '../expressions/functions.ts';
import { T } from '../text/tokens.ts';
import type { SqlText } from './query.ts';

/**
 * Functions whose results differ from row to row as their arguments do, so that comparing one selects some rows: the
 * manuals' chapters on functions of PostgreSQL, MySQL, MariaDB, SQLite and SQL Server. What is missing here, such as
 * JSON_VALID or to_jsonb, may give one answer for all rows.
 */
const TELLS_APART: ReadonlySet<string> = new Set(
  `abbrev abs acos add_months adddate addtime aes_decrypt age array array_agg array_length array_lower array_position
   array_remove array_replace array_to_string array_upper ascii asin atan avg bigint bin bin_to_uuid binary
   binary_checksum bit_count bit_length bool boolean box broadcast btrim cardinality cast ceil ceiling char
   char_length character_length charindex checksum choose chr citext coalesce concat concat_ws conv convert
   convert_from convert_to convert_tz cos count crc32 crypt datalength date date_add date_bin date_format date_part
   date_sub date_trunc dateadd datediff datediff_big datefromparts datename datepart daterange datetime
   datetimefromparts datetrunc day dayname dayofmonth dayofweek dayofyear decimal decode degrees dense_rank
   difference digest div dmetaphone double elt encode eomonth exp export_set extract extractvalue family field
   find_in_set first_value float floor format from_base64 from_days from_unixtime generate_series getancestor
   getlevel greatest group_concat hashbytes hashtext hashtextextended hex host hour if ifnull iif inet_aton
   inet_ntoa initcap insert instr int int4 int4range int8 int8range integer isdate isjson isnull isnumeric json
   json_array json_array_length json_build_object json_depth json_extract json_extract_path json_extract_path_text
   json_keys json_length json_object json_query json_search json_type json_typeof json_unquote json_valid json_value
   jsonb jsonb_array_length jsonb_build_object jsonb_extract_path jsonb_extract_path_text jsonb_path_query_first
   jsonb_typeof julianday lag last_day last_value lcase lead least left len length levenshtein ln locate log log10
   log2 lower lower_inc lpad ltree2text ltrim make_date make_interval make_timestamp makedate masklen max md5
   metaphone mid min minute mod month months_between nchar nchar_length netmask network nlevel ntile nullif
   num_nonnulls num_nulls numeric numrange nvl nvl2 octet_length ord overlay parsename patindex percent_rank
   period_diff phraseto_tsquery plainto_tsquery point position pow power printf quarter query quote quote_ident
   quote_literal quotename radians range_lower rank real regexp_count regexp_extract regexp_instr regexp_match
   regexp_matches regexp_replace regexp_split_to_array regexp_substr repeat replace replicate reverse right round
   row row_number rpad rtrim sec_to_time second sha sha1 sha2 sha224 sha256 sha384 sha512 sign similarity sin
   soundex space split_part sqrt st_distance st_geomfromtext st_makepoint st_point st_setsrid st_transform st_x st_y
   starea stastext stdistance stgeometrytype stlength str str_to_date strcmp strftime string_agg string_escape
   string_to_array strpos stsrid stuff subdate subltree subpath substr substring substring_index subtime sum
   switchoffset tan text time time_format time_to_sec timediff timefromparts timestamp timestampadd timestampdiff
   timestamptz timezone to_base64 to_char to_date to_days to_hex to_number to_seconds to_timestamp to_tsquery
   to_tsvector todatetimeoffset total translate trim trunc truncate try_cast try_convert ts_rank ts_rank_cd tsrange
   tstzrange typeof ucase unaccent unhex unicode unistr unix_timestamp unixepoch unsigned upper upper_inc uuid
   uuid_to_bin value varchar websearch_to_tsquery week weekday weekofyear weight_string width_bucket word_similarity
   year yearweek`.split(/\s+/),
);

/** Functions that test a property that some rows have and others do not. */
const TESTS: ReadonlySet<string> = new Set(
  `against array_contains contains ends_with exist freetext glob isdescendantof isempty isfinite json_contains
   json_contains_path json_exists json_overlaps json_path_exists jsonb_exists jsonb_exists_all jsonb_exists_any
   jsonb_path_exists jsonb_path_match like match overlaps range_overlaps regexp regexp_like regexp_matches
   st_contains st_covers st_crosses st_dwithin st_equals st_intersects st_overlaps st_touches st_within starts_with
   stcontains stcrosses stdisjoint stequals stintersects stisempty stisvalid stoverlaps sttouches stwithin xmlexists`.split(
    /\s+/,
  ),
);

/** Words before a parenthesis that call nothing. */
const KEYWORDS: ReadonlySet<string> = new Set(
  `all and any as between by case distinct else end exists from in is like not of on or order over partition select
   some then using values when where`.split(/\s+/),
);

/**
 * The function in a condition that is not known to distinguish rows; undefined if all are known, or their arguments are
 * the same in all rows.
 */
export function unknownFunctionIn(expression: Expression, text: SqlText): string | undefined {
  const open: Expression[] = [expression];
  while (open.length > 0) {
    const next = open.pop() as Expression;
    if (next.kind === 'opaque' && !next.given) {
      const found = unknownCallIn(text, next.from, next.to);
      if (found !== undefined) return found;
    }
    if (next.kind === 'call' && !isKnown(next.name) && readsRow(next)) return next.name;
    for (const part of partsOf(next)) open.push(part);
  }
  return undefined;
}

function isKnown(name: string): boolean {
  return name === RANK_OF_ALL || TELLS_APART.has(name) || TESTS.has(name) || /^_?st_/.test(name);
}

/** Whether it is calculated from a row. */
function readsRow(expression: Expression): boolean {
  return hasPart(expression, (part) => part.kind === 'column' || (part.kind === 'opaque' && !part.given));
}

/** What is not parsed is read by its tokens: a name before a parenthesis that is not empty. */
function unknownCallIn({ tokens }: SqlText, from: number, to: number): string | undefined {
  for (let at = from; at + 2 < to; at++) {
    if (tokens.word(at) === 'SELECT') return undefined;
    if (tokens.word(at + 1) !== '(' || tokens.word(at + 2) === ')') continue;
    const kind = tokens.kind(at);
    if (kind !== T.word && kind !== T.quoted) continue;
    const name = tokens.word(at).toLowerCase();
    if (!KEYWORDS.has(name) && !isKnown(name)) return name;
  }
  return undefined;
}
