import type { ChangeEffect, ColumnAttribute, Dialect } from '../../../model/index.ts';

/** What a new type for a column costs and loses. */
export interface ColumnChange {
  /**
   * Wider types that leave the stored rows as they are: a longer text and more precision; a longer VARCHAR whose length is
   * stored in as many bytes; or a longer text of the same type.
   */
  readonly inPlace: 'text and precision' | 'same length bytes' | 'same text type';
  /** What happens to a value that does not fit. */
  readonly overflow: ChangeEffect;
  /** What the column loses if the new definition does not repeat it. */
  readonly restated: readonly ColumnAttribute[];
  /** The length of a text type without one. */
  readonly textLength: number;
  /** Digits of NUMERIC without a precision. */
  readonly numericDigits: number;
  /** Fractional digits of a time without a precision. */
  readonly timeDigits: number;
}

/** How a dialect creates, changes and drops objects. */
export interface Ddl {
  /** REFERENCES in the definition of a column is read and ignored. */
  readonly ignoresInlineKeys: boolean;
  /** The server creates an index for each foreign key that has none. */
  readonly indexesForeignKeys: boolean;
  /** KEY is a word for an index, and `id int KEY` a primary key. */
  readonly keyIsIndex: boolean;
  /** CREATE FULLTEXT INDEX and CREATE SPATIAL INDEX exist. */
  readonly specialIndexes: boolean;
  /** `CREATE INDEX … ON ONLY t` leaves out the partitions of the table. */
  readonly onlyTables: boolean;
  /** What SERIAL is: no type, a default that calls a sequence, or AUTO_INCREMENT with a unique key. */
  readonly serial: 'none' | 'sequence' | 'auto-increment';
  /** CHECK may have an option before its condition: `CHECK NOT FOR REPLICATION (…)`. */
  readonly checkOptions: boolean;
  /**
   * How a statement says that it must not block: not at all or with words of its own such as CONCURRENTLY, by `ALGORITHM`
   * and `LOCK`, or by `WITH (ONLINE = ON)`.
   */
  readonly onlineOptions: 'none' | 'algorithm' | 'online';
  /** `ALTER TABLE t WAIT 5` and `NOWAIT` say how long it waits for the lock. */
  readonly lockWait: boolean;
  /** ALTER TABLE takes the options of CREATE TABLE, some of which rewrite every row. */
  readonly alteredOptions: boolean;
  /** An action of ALTER TABLE takes a list: `ADD a int, b int`, `DROP COLUMN a, b`, and `DROP a` drops a constraint. */
  readonly listedActions: boolean;
  /** `ALTER COLUMN c int` changes the type of a column. */
  readonly typeAlone: boolean;
  /** How a change of a column's type works. */
  readonly columnChange: ColumnChange;
  /** `ALTER COLUMN c TYPE t USING …` calculates the values of the new type. */
  readonly typeUsing: boolean;
  /** ALTER INDEX and ALTER TABLE … REBUILD maintain indexes. */
  readonly rebuildsIndexes: boolean;
  /** UPDATE STATISTICS maintains a table. */
  readonly updateStatistics: boolean;
  /** `ALTER TABLE a RENAME b` renames the table. */
  readonly renameWithoutTo: boolean;
  /** A new name without a schema is one of the current database, wherever the table was. */
  readonly renameMoves: boolean;
  /** Views go on reading a table or column under its new name. */
  readonly viewsFollowRenames: boolean;
  /** Tables are renamed by a procedure, and an error of a statement need not end the batch. */
  readonly renameProcedure: boolean;
  /** The schema of bare names where nothing says otherwise; empty if that is not known. */
  readonly homeSchema: string;
  /** A schema is a database. */
  readonly schemaIsDatabase: boolean;
  /** ALTER SCHEMA … TRANSFER moves an object to the schema. */
  readonly transfersObjects: boolean;
  /** The role `guest` stands for every login that has no user of its own. */
  readonly guestRole: boolean;
  /** ALTER SERVER can rename a server, or change its owner. */
  readonly serverOwners: boolean;
  /** CREATE ROLE can grant roles: `IN ROLE a`, `ROLE b`. */
  readonly roleMembers: boolean;
  /** GRANT without ON grants a role. */
  readonly grantsRoles: boolean;
  /** `GRANT SELECT FOR TABLES IN SCHEMA s TO ROLE r` gives privileges on all objects of a schema or database. */
  readonly scopedGrants: boolean;
  /** PUBLIC may run new routines and use the schema `public`, unless that is revoked. */
  readonly grantsToPublic: boolean;
  /** DROP TABLE deletes the rows of other tables that refer to it with ON DELETE CASCADE. */
  readonly dropCascades: boolean;
  /** Row security and its policies exist, and can hide rows from a copy. */
  readonly rowSecurity: boolean;
}

const postgresql: Ddl = {
  ignoresInlineKeys: false,
  indexesForeignKeys: false,
  keyIsIndex: false,
  specialIndexes: false,
  onlyTables: true,
  serial: 'sequence',
  checkOptions: false,
  onlineOptions: 'none',
  lockWait: false,
  alteredOptions: false,
  listedActions: false,
  typeAlone: false,
  columnChange: {
    inPlace: 'text and precision',
    overflow: 'fail on existing values',
    restated: [],
    textLength: Number.POSITIVE_INFINITY,
    numericDigits: Number.POSITIVE_INFINITY,
    timeDigits: 6,
  },
  typeUsing: true,
  rebuildsIndexes: false,
  updateStatistics: false,
  renameWithoutTo: false,
  renameMoves: false,
  viewsFollowRenames: true,
  renameProcedure: false,
  homeSchema: 'public',
  schemaIsDatabase: false,
  transfersObjects: false,
  guestRole: false,
  serverOwners: true,
  roleMembers: true,
  grantsRoles: true,
  scopedGrants: false,
  grantsToPublic: true,
  dropCascades: false,
  rowSecurity: true,
};

const mysql: Ddl = {
  ignoresInlineKeys: true,
  indexesForeignKeys: true,
  keyIsIndex: true,
  specialIndexes: true,
  onlyTables: false,
  serial: 'auto-increment',
  checkOptions: false,
  onlineOptions: 'algorithm',
  lockWait: true,
  alteredOptions: true,
  listedActions: false,
  typeAlone: false,
  columnChange: {
    inPlace: 'same length bytes',
    // Without strict mode it truncates.
    overflow: 'truncate values',
    restated: ['not null', 'default', 'auto_increment', 'comment', 'on update'],
    textLength: 1,
    numericDigits: 10,
    timeDigits: 0,
  },
  typeUsing: false,
  rebuildsIndexes: false,
  updateStatistics: false,
  renameWithoutTo: true,
  renameMoves: true,
  viewsFollowRenames: false,
  renameProcedure: false,
  homeSchema: '',
  schemaIsDatabase: true,
  transfersObjects: false,
  guestRole: false,
  serverOwners: false,
  roleMembers: false,
  grantsRoles: true,
  scopedGrants: false,
  grantsToPublic: false,
  dropCascades: false,
  rowSecurity: false,
};

const sqlite: Ddl = {
  ignoresInlineKeys: false,
  indexesForeignKeys: false,
  keyIsIndex: false,
  specialIndexes: false,
  onlyTables: false,
  serial: 'none',
  checkOptions: false,
  onlineOptions: 'none',
  lockWait: false,
  alteredOptions: false,
  listedActions: false,
  typeAlone: false,
  columnChange: {
    inPlace: 'same text type',
    overflow: 'fail on existing values',
    restated: [],
    textLength: Number.POSITIVE_INFINITY,
    numericDigits: Number.POSITIVE_INFINITY,
    timeDigits: 0,
  },
  typeUsing: false,
  rebuildsIndexes: false,
  updateStatistics: false,
  renameWithoutTo: false,
  renameMoves: false,
  viewsFollowRenames: true,
  renameProcedure: false,
  homeSchema: 'main',
  schemaIsDatabase: false,
  transfersObjects: false,
  guestRole: false,
  serverOwners: false,
  roleMembers: false,
  grantsRoles: true,
  scopedGrants: false,
  grantsToPublic: false,
  dropCascades: true,
  rowSecurity: false,
};

const transactsql: Ddl = {
  ignoresInlineKeys: false,
  indexesForeignKeys: false,
  keyIsIndex: false,
  specialIndexes: true,
  onlyTables: false,
  serial: 'none',
  checkOptions: true,
  onlineOptions: 'online',
  lockWait: false,
  alteredOptions: false,
  listedActions: true,
  typeAlone: true,
  columnChange: {
    inPlace: 'same text type',
    overflow: 'fail on existing values',
    restated: ['not null'],
    textLength: 1,
    numericDigits: 18,
    timeDigits: 7,
  },
  typeUsing: false,
  rebuildsIndexes: true,
  updateStatistics: true,
  renameWithoutTo: false,
  renameMoves: false,
  viewsFollowRenames: false,
  renameProcedure: true,
  homeSchema: 'dbo',
  schemaIsDatabase: false,
  transfersObjects: true,
  guestRole: true,
  serverOwners: false,
  roleMembers: false,
  grantsRoles: false,
  scopedGrants: false,
  grantsToPublic: false,
  dropCascades: false,
  rowSecurity: false,
};

export const DDL: Readonly<Record<Dialect, Ddl>> = {
  postgresql,
  mysql,
  // Since 10.5 it obeys the keys that MySQL ignores up to version 8.4.
  mariadb: { ...mysql, ignoresInlineKeys: false },
  sqlite,
  transactsql,
  cockroachdb: postgresql,
  redshift: {
    ...postgresql,
    scopedGrants: true,
    // TEXT is VARCHAR(256) there.
    columnChange: { ...postgresql.columnChange, textLength: 256, numericDigits: 18 },
  },
};
