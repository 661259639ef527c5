import type { MariadbServer } from '../../../databases/mariadb-server.ts';

/** Prepares the databases of a fuzzing run. */
export async function prepareFuzzing(server: MariadbServer): Promise<void> {
  await server.asOwner([
    ...['shop', 'other'].map((name) => `CREATE DATABASE ${name}`),
    'CREATE USER plain@localhost',
    'GRANT ALL ON *.* TO plain@localhost',
    ...['shop', 'other'].flatMap((name) => [
      `CREATE TABLE ${name}.canary (id int PRIMARY KEY, hit int)`,
      `INSERT INTO ${name}.canary VALUES (1, 0), (2, 0), (3, 0)`,
      `CREATE TABLE ${name}.other (id int, note varchar(50))`,
      `CREATE PROCEDURE ${name}.both_of() BEGIN SELECT 1; SELECT 2; END`,
    ]),
  ]);
}
