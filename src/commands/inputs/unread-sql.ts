import { type Change, type ChangedFile, ConfigError, counted, type ReportNotice } from '../../model/index.ts';
import { decodeSql, looksLikeSql } from '../../sql/index.ts';
import type { CheckRequest } from './check-request.ts';
import { CONFIG_FILE, type Settings } from './config.ts';

/** Endings of files that are never SQL, so that a large change is not read twice. */
const OTHER_ENDINGS = new Set(
  `adoc astro avif awk bash bat bmp bz2 c cc cfg cjs class clj cmake cmd conf cpp crt cs css csv cts cxx dart dll dockerfile
  eot erl ex exs fish fs gif go gql gradle graphql groovy gz h hcl hpp hs htm html ico ini ipynb jar java jl jpeg jpg js json
  json5 jsonc jsonl jsx key kt kts less lock lua m map markdown md mdx mjs ml mm mod mov mp3 mp4 mts nim nix otf parquet pdf
  pem php pl pm png po pot prisma properties proto ps1 psd pxd py pyi pyx r rb rs rst sass sbt scala scss sh so styl sum svelte
  svg swift tar tex tf tgz thrift toml ts tsv tsx ttf vb vue wasm wav webm webp woff woff2 xls xlsx xml xsd xsl yaml yml zig
  zip zsh zst`.split(/\s+/),
);

/** Maximum number of files whose content is looked at. */
const MAX_READ = 200;
/** How many files the message names. */
const MAX_NAMED = 5;
/** How many globs the message proposes: a line of configuration is of use only if it is complete. */
const MAX_GLOBS = 30;

/**
 * A notice about changed files that `paths` does not select but whose content is SQL; none if there are no such files.
 * Files that `ignore` skips, or that are outside the folders of `paths`, were left out on purpose.
 */
export async function unreadSql(
  request: CheckRequest,
  change: Change,
  settings: Settings,
): Promise<readonly ReportNotice[]> {
  const candidates = change.files.filter((file) => isCandidate(file, settings)).map(({ path }) => path);
  const found: string[] = [];
  let unknown = Math.max(0, candidates.length - MAX_READ);
  for (const path of candidates.slice(0, MAX_READ)) {
    const isSql = await holdsSql(change, path);
    if (isSql === undefined) unknown++;
    else if (isSql) found.push(path);
  }
  const notices: ReportNotice[] = [];
  if (found.length > 0)
    notices.push({ ...notice(`${named(found)}; ${advice(request, settings, found)}`), paths: found });
  if (unknown > 0)
    notices.push(
      notice(
        `${counted(unknown, 'changed file')} with other names could not be searched for SQL; if they contain SQL, name them in \`paths\``,
      ),
    );
  return notices;
}

function isCandidate({ path, status }: ChangedFile, settings: Settings): boolean {
  const { selects, nearlySelects, isIgnored, mayHold } = settings;
  if (status === 'deleted' || selects(path) || nearlySelects(path) || isIgnored(path) || path.startsWith('.querygate/'))
    return false;
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (OTHER_ENDINGS.has(name.slice(name.lastIndexOf('.') + 1).toLowerCase())) return false;
  const folder = parentPath(path);
  return folder === '' || mayHold(folder);
}

/** Undefined if the file cannot be read. */
async function holdsSql({ head }: Change, path: string): Promise<boolean | undefined> {
  try {
    const entry = await head.read(path);
    if (entry.kind === 'oversized') return undefined;
    if (entry.kind !== 'file') return false;
    const { text } = decodeSql(entry.bytes);
    return text !== undefined && !text.slice(0, 1000).includes('\0') && looksLikeSql(text);
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

function named(found: readonly string[]): string {
  const rest = found.length - MAX_NAMED;
  const names = found.slice(0, MAX_NAMED).map((path) => `\`${path}\``);
  const more = rest > 0 ? `, and ${rest} more (\`--format json\` lists all)` : '';
  const what = found.length === 1 ? '1 changed file looks' : `${found.length} changed files look`;
  return `${what} like SQL but ${found.length === 1 ? 'is' : 'are'} not checked: ${names.join(', ')}${more}`;
}

/** The line of configuration that selects the files in addition to what is selected now. */
function advice(request: CheckRequest, settings: Settings, found: readonly string[]): string {
  const globs = [...new Set(found.map(globOf))];
  const wanted = globs.slice(0, MAX_GLOBS).map(quote);
  const missing = globs.length - wanted.length;
  const more = missing > 0 ? `; ${counted(missing, 'more glob')} would be needed for the rest` : '';
  if (request.paths) return `to check them, add ${wanted.join(', ')} to \`paths\`${more}`;
  const all = [...settings.paths.map(quote), ...wanted].join(', ');
  return `to check them, set \`paths: [${all}]\` in ${CONFIG_FILE}${more}`;
}

/** All files of the folder with that ending, or the file itself if its name has none or is not a glob. */
function globOf(path: string): string {
  const [, folder = '', ending] = /^(.*\/)?[^/]+(\.\w+)$/.exec(path) ?? [];
  return ending === undefined || /[*?{[]/.test(folder) ? path : `${folder}*${ending}`;
}

function quote(glob: string): string {
  return JSON.stringify(glob);
}

/** The path of the folder, without a `/` at its end. */
function parentPath(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function notice(message: string): ReportNotice {
  return { level: 'warning', message, path: undefined, location: undefined };
}
