import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MariadbScratch } from './mariadb-scratch.ts';

/** `sql` runs a text through the recorder, one statement a line; `past` goes by the server's own socket. */
export function script({ server }: MariadbScratch, command: string): readonly string[] {
  const { mariadb } = server.programs;
  const own = `"${mariadb}" ${server.client('owner').join(' ')}`;
  return [
    ...['sh', '-c'],
    [
      `sql() { "${mariadb}" --no-defaults --host="$MYSQL_HOST" --port="$MYSQL_PORT" --user="$MYSQL_USER" "$MYSQL_DATABASE" "$@"; }`,
      `past() { ( unset MYSQL_HOST MYSQL_TCP_PORT MYSQL_PWD; ${own} -e "$1" ); }`,
      command,
    ].join('\n'),
  ];
}

export interface Recorded {
  readonly statements: readonly {
    readonly sql: string;
    readonly failed?: string;
    readonly rows?: number;
    readonly empty?: boolean;
    readonly session: number;
    readonly database?: string;
  }[];
  readonly end: { readonly exitCode: number; readonly problems: readonly string[]; readonly schema?: string };
  readonly header: { readonly dialect: string; readonly server: string; readonly fresh: boolean };
}

/** Reads the recording that was made in the folder. */
export function readRecorded(folder: string): Recorded {
  const [header, ...lines] = readFileSync(join(folder, '.querygate/recording.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as never);
  const end = lines.pop() as unknown as { readonly end: Recorded['end'] };
  return { header: header as never, statements: lines, end: end.end };
}
