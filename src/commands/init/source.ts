/** The repository of Querygate that the CI jobs of this repository use. */
export interface InitSource {
  /** `owner/name`; on GitLab, a project with its groups. */
  readonly repository: string;
  /** A commit, tag or branch. */
  readonly ref: string;
  /** Address of the folder of JSON Schemas, with `/` at its end; undefined if it is unknown. */
  readonly schemas?: string | undefined;
}

/** Stands for a commit that the user has to fill in. */
const COMMIT = '<full commit id>';

/** The source for GitHub, or what the user has to fill in. */
export function orPlaceholder(source: InitSource | undefined): InitSource {
  return source ?? { repository: '<owner>/querygate', ref: COMMIT };
}

/** Address of the folder of JSON Schemas, with `/` at its end. `server`: the origin of the host, if it is known. */
export function schemasOf(
  source: InitSource | undefined,
  host: 'github' | 'gitlab',
  server: string | undefined,
): string {
  if (source?.schemas !== undefined) return source.schemas;
  if (host === 'github') {
    const { repository, ref } = orPlaceholder(source);
    return `${server ?? 'https://github.com'}/${repository}/raw/${ref}/schemas/`;
  }
  const { project, ref } = projectReference(source);
  return `${server ?? 'https://<your GitLab>'}/${project}/-/raw/${ref}/schemas/`;
}

/** What `uses:` names on GitHub. `action`: the folder of an action, with `/` at its start. */
export function actionReference(source: InitSource | undefined, action = ''): string {
  const { repository, ref } = orPlaceholder(source);
  return `${repository}${action}@${ref}`;
}

/** What `include:` names on GitLab. */
export function projectReference(source: InitSource | undefined): { readonly project: string; readonly ref: string } {
  return { project: source?.repository ?? '<group>/querygate', ref: source?.ref ?? COMMIT };
}

/** Whether the ref is a full commit id, which cannot be moved. */
export function isPinned({ ref }: InitSource): boolean {
  return /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(ref);
}

/** Reads `owner/name@ref`; undefined if the text has another form. */
export function readSource(text: string): InitSource | undefined {
  const match = /^([\w.-]+(?:\/[\w.-]+)+)@(\w[\w./-]*)$/.exec(text.trim());
  const [, repository, ref] = match ?? [];
  // An abbreviated commit id: GitHub and GitLab take it for the name of a branch.
  const isShort = /^[0-9a-f]{7,39}$/.test(ref ?? '');
  if (
    repository === undefined ||
    ref === undefined ||
    isShort ||
    /(?:^|\/)\.{1,2}(?:\/|$)/.test(repository) ||
    ref.includes('..')
  )
    return undefined;
  return { repository, ref };
}
