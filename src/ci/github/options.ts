export interface GithubOptions {
  /** Top folder of the checkout, absolute; the workspace as a rule. */
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** The job's token; without one, git uses what the checkout left, and the API is not asked. */
  readonly token: string | undefined;
}
