export interface GithubOptions {
  /** Top folder of the checkout, absolute; usually the workspace. */
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** The job's token. Without one, git uses the credentials of the checkout, and the API is not used. */
  readonly token: string | undefined;
}
