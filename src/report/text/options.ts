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
  /** summary: maximum size in bytes (UTF-8). Default: 1 MiB minus a margin. */
  readonly limit?: number | undefined;
}
