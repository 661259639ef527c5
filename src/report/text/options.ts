/** How a format is to be written. Each format reads what is its own and ignores the rest. */
export interface RenderOptions {
  /** terminal: ANSI colours. Default: false. */
  readonly colour?: boolean | undefined;
  /** terminal: columns. Default: 100; fewer than 40 are taken for 40. */
  readonly width?: number | undefined;
  /** terminal: marks beyond ASCII. Default: true. The text that is quoted stays as it is. */
  readonly unicode?: boolean | undefined;
  /** summary: the most bytes (UTF-8) that it may have. Default: 1 MiB less a margin. */
  readonly limit?: number | undefined;
}
