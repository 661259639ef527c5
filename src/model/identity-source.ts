/** The identity of a CI job, which a service accepts instead of an API key if it trusts the CI host. */
export interface IdentitySource {
  /** Where it comes from, for messages: `the file \`…\``. */
  readonly name: string;
  /** An identity token for an audience. Some hosts always return the same one. Raises ConfigError, ServiceError. */
  token(audience: string): Promise<string>;
  /** Hides a secret in the log of the job. */
  mask(secret: string): void;
}
