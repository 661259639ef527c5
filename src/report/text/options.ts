/** Options for all formats. Each format uses its own and ignores the rest. */
export interface RenderOptions {
  /** terminal: ANSI colours. Default: false. */
  readonly colour?: boolean | undefined;
  /** terminal: columns. Default: 100, minimum: 40. */
  readonly width?: number | undefined;
  /** terminal: use Unicode marks. Default: true. Quoted text is not changed. */
  readonly unicode?: boolean | undefined;
  /** terminal: fold long lists into sections of a GitLab job log. `timestamp` is in seconds since 1970. */
  readonly sections?: { readonly timestamp: number } | undefined;
  /**
   * summary: maximum size in bytes (UTF-8), by default 1 MiB minus a margin. markdown: maximum length in characters, by
   * default 32,768. Both at least 16,384.
   */
  readonly limit?: number | undefined;
  /** github: only the workflow commands, folded in the log, which has the report in another format. Default: false. */
  readonly commandsOnly?: boolean | undefined;
  /** sarif: the category that tells analyses of one commit apart. Default: `querygate/check` or `querygate/simulate`. */
  readonly category?: string | undefined;
  /** sarif: include findings that are exempt, marked as suppressed. Default: true. */
  readonly exempt?: boolean | undefined;
}
