import { T } from '../../text/tokens.ts';
import type { Scan } from '../scan.ts';

/** Options of MySQL's and MariaDB's ALTER TABLE that begin a part of it. They can stand in one part, without commas. */
const OPTIONS = new Set(
  `ENGINE TYPE ROW_FORMAT KEY_BLOCK_SIZE ENCRYPTION ENCRYPTED ENCRYPTION_KEY_ID PAGE_COMPRESSED PAGE_COMPRESSION_LEVEL TABLESPACE
   COMMENT AUTO_INCREMENT DEFAULT CHARACTER CHARSET COLLATE CHECKSUM DELAY_KEY_WRITE MAX_ROWS MIN_ROWS AVG_ROW_LENGTH PACK_KEYS
   STATS_PERSISTENT STATS_AUTO_RECALC STATS_SAMPLE_PAGES COMPRESSION CONNECTION INSERT_METHOD UNION`.split(/\s+/),
);
/** Those that rewrite every row. Measured on MariaDB 10.11; MySQL's manual says the same of its own. */
const REBUILDING =
  /^(?:ENGINE|TYPE|ROW_FORMAT|KEY_BLOCK_SIZE|ENCRYPTION|ENCRYPTED|ENCRYPTION_KEY_ID|PAGE_COMPRESSED|PAGE_COMPRESSION_LEVEL|TABLESPACE)$/;
/** Actions on partitions that rewrite the rows of partitions. */
const PARTITION_ACTIONS = /^(?:COALESCE|REORGANIZE|REBUILD|OPTIMIZE)$/;

/** Whether the part of MySQL's or MariaDB's ALTER TABLE rewrites every row of the table or of its partitions. */
export function rebuildsTable(scan: Scan, from: number, to: number): boolean {
  const { tokens } = scan;
  const word = tokens.word(from);
  const next = tokens.word(from + 1);
  if (tokens.kind(from) !== T.word) return false;
  if (word === 'FORCE' && to === from + 1) return true;
  if (word === 'ORDER' || word === 'PARTITION') return next === 'BY';
  if (word === 'REMOVE') return next === 'PARTITIONING';
  if (PARTITION_ACTIONS.test(word)) return next === 'PARTITION';
  if (word === 'ADD' || word === 'DROP') return scan.is(from + 1, 'SYSTEM', 'VERSIONING');
  if (!OPTIONS.has(word)) return false;
  for (let at = from; at < to; at++)
    if (tokens.kind(at) === T.word && REBUILDING.test(tokens.word(at)) && isOption(scan, at, from)) return true;
  return false;
}

/** Whether the word begins an option, and is not the value of the one before it: `COLLATE = engine`. */
function isOption({ tokens }: Scan, at: number, from: number): boolean {
  return at === from || tokens.word(at - 1) !== '=';
}

/** `ALTER TABLE t ADD COLUMN x int PARTITION BY …`: the partitions stand at the end, without a comma before them. */
export function partitionsTable(scan: Scan, from: number, to: number): boolean {
  const { tokens } = scan;
  for (let at = scan.find('PARTITION', from, to); at >= 0; at = scan.find('PARTITION', at + 1, to))
    if (tokens.word(at + 1) === 'BY' && tokens.kind(at) === T.word) return at > from && tokens.word(at - 1) !== ',';
  return false;
}
