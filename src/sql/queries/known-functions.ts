import { type Expression, partsOf } from '../expressions/expression.ts';
import { RANK_OF_ALL } from '../expressions/functions.ts';
import { T } from '../text/tokens.ts';
import type { SqlText } from './query.ts';

/**
 * Functions whose results differ from row to row as their arguments do, so that comparing one selects some rows: the
 * manuals' chapters on functions of PostgreSQL, MySQL, MariaDB, SQLite and SQL Server. What is missing here, such as
 * JSON_VALID or to_jsonb, may give one answer for all rows.
 */
const TELLS_APART: ReadonlySet<string> = new Set(
  `abs acos add_months adddate addtime aes_decrypt age array array_length array_position array_remove array_replace
   array_to_string array_upper array_lower array_agg ascii asin atan avg bigint bin bin_to_uuid binary bit_count bit_length bool boolean btrim
   cardinality ceil ceiling char char_length character_length charindex checksum choose chr coalesce concat concat_ws
   conv convert convert_from convert_to convert_tz cos count crc32 date date_add date_bin date_format date_part date_sub
   date_trunc dateadd datediff datediff_big datefromparts datename datepart datetime datetimefromparts day dayname
   dayofmonth dayofweek dayofyear decode degrees dense_rank difference digest div double elt encode eomonth exp
   export_set extract extractvalue field find_in_set first_value floor format from_base64 from_days from_unixtime
   generate_series greatest group_concat hash hashbytes hashtext hex host hour iif if ifnull inet_aton inet_ntoa initcap insert instr
   int int4 int8 integer isnull jsonb json json_array_length json_extract json_extract_path json_extract_path_text json_length
   json_query json_type json_typeof json_unquote json_value jsonb_array_length jsonb_extract_path
   jsonb_extract_path_text jsonb_path_query_first jsonb_typeof julianday lag last_day last_value lcase lead least left
   len length ln locate log log10 log2 lower lpad ltrim make_date make_interval make_timestamp makedate max md5 mid min
   minute mod month months_between nchar nchar_length ntile nullif nvl nvl2 octet_length ord overlay parsename patindex
   percent_rank period_diff position pow power quarter quote quote_literal quotename radians range_lower rank regexp_count
   regexp_extract regexp_instr regexp_match regexp_matches regexp_replace regexp_split_to_array regexp_substr repeat
   replace replicate reverse right round row row_number rpad rtrim sec_to_time second sha sha1 sha2 sha224 sha256 sha384
   sha512 sign similarity sin soundex space split_part sqrt st_distance str str_to_date strcmp strftime string_agg
   string_to_array strpos stuff subdate substr substring substring_index subtime sum switchoffset tan text time
   time_format time_to_sec timediff timefromparts timestamp timestampadd timestampdiff timestamptz timezone to_base64 to_char to_date
   to_days to_hex to_number to_seconds to_timestamp todatetimeoffset total translate trim trunc truncate try_cast
   try_convert typeof ucase unaccent unhex unicode unistr unix_timestamp unixepoch unsigned upper uuid uuid_to_bin varchar version week
   weekday weekofyear weight_string width_bucket year yearweek lower_inc upper_inc hashtextextended cast datalength numeric decimal float real citext
   daterange tsrange tstzrange int4range int8range numrange to_tsvector to_tsquery plainto_tsquery websearch_to_tsquery phraseto_tsquery
   point box nlevel subpath subltree ltree2text st_x st_y st_point st_makepoint st_setsrid st_geomfromtext st_transform masklen network broadcast netmask family abbrev
   jsonb_build_object json_build_object json_object json_array any all some in exists values not and or when then else between like is case end
   from where select on using by partition order over`.split(/\s+/),
);

/** Functions that test something of which some rows are one thing and some another. */
const TESTS: ReadonlySet<string> = new Set(
  `starts_with starts_with_ci ends_with regexp_like regexp match against contains freetext containstable isempty
   json_contains json_overlaps json_exists json_path_exists jsonb_exists jsonb_exists_any jsonb_exists_all
   jsonb_path_match jsonb_path_exists array_contains member overlaps range_overlaps st_contains st_within st_intersects st_dwithin
   st_covers st_overlaps st_touches st_crosses st_equals is_null isfinite like glob regexp_matches memberof update updated`.split(
    /\s+/,
  ),
);

const MAX_PARTS = 2000;

/**
 * The function of a condition of which it is not known whether it tells rows apart; undefined if all are known, or their
 * arguments are the same in all rows.
 */
export function unknownFunctionIn(expression: Expression, text: SqlText): string | undefined {
  const open: Expression[] = [expression];
  for (let count = 0; open.length > 0 && count < MAX_PARTS; count++) {
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
  return name === RANK_OF_ALL || TELLS_APART.has(name) || TESTS.has(name) || /^(?:st|_st)_/.test(name);
}

function readsRow(expression: Expression): boolean {
  return partsOf(expression).some(
    (part) => part.kind === 'column' || (part.kind === 'opaque' && !part.given) || readsRow(part),
  );
}

/** What is not parsed is read by its tokens: a name before a parenthesis that is not empty. */
function unknownCallIn({ tokens }: SqlText, from: number, to: number): string | undefined {
  for (let at = from; at + 2 < to; at++) {
    if (tokens.word(at) === 'SELECT') return undefined;
    if (tokens.word(at + 1) !== '(' || tokens.word(at + 2) === ')') continue;
    const kind = tokens.kind(at);
    if (kind !== T.word && kind !== T.quoted) continue;
    const name = tokens.word(at).toLowerCase();
    if (!isKnown(name)) return name;
  }
  return undefined;
}
