/**
 * Parts of a column's definition that a change can lose or costs. `computed`: its values are calculated, which is not
 * compared; `position`: FIRST or AFTER another column.
 */
export const COLUMN_ATTRIBUTES = [
  ...([
    'not null',
    'default',
    'auto_increment',
    'comment',
    'on update',
    'primary key',
    'computed',
    'position',
  ] as const),
] as const;
export type ColumnAttribute = (typeof COLUMN_ATTRIBUTES)[number];

/** A column as SQL defines it. */
export interface ColumnDefinition {
  /** Folded as the dialect folds it. */
  readonly name: string;
  /** In one spelling for all names of the type: `varchar(255)`, `bigint unsigned`. Empty if it is not known. */
  readonly type: string;
  readonly attributes: readonly ColumnAttribute[];
}

/** How the new type of a column relates to the old one; `operation.typeChange`. */
export const TYPE_CHANGES = ['same', 'widen', 'narrow', 'convert', 'unknown'] as const;
export type TypeChange = (typeof TYPE_CHANGES)[number];

/** What the change of a column can do to the table; values of `operation.changeEffects`. */
export const CHANGE_EFFECTS = [
  ...(['truncate values', 'round values', 'fail on existing values', 'rewrite the table'] as const),
  ...(['lose NOT NULL', 'lose DEFAULT', 'lose AUTO_INCREMENT', 'lose COMMENT', 'lose ON UPDATE'] as const),
  'lose attributes that it does not repeat',
] as const;
export type ChangeEffect = (typeof CHANGE_EFFECTS)[number];
