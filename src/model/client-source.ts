import { PRODUCT } from './product.ts';

/** A repository on the web: that of Querygate, a fork or mirror of it, or the one whose files are judged. */
export interface SourceRepository {
  /** How the host writes the addresses of files. */
  readonly host: 'github' | 'gitlab';
  /** Origin of the host, such as `https://github.com`. */
  readonly server: string;
  /** `owner/name`; on GitLab, a project with its groups. */
  readonly project: string;
  /** The commit, tag or branch that runs. */
  readonly ref: string;
}

/** Where the running client came from: what its reports link to, and how a reader gets the same client. */
export interface ClientSource {
  /** Undefined if its address is unknown. Nothing is linked then. */
  readonly repository: SourceRepository | undefined;
  /** Commands for a shell that fetch the client; empty if there is nothing to fetch. */
  readonly install: readonly string[];
  /** How a shell starts the client: `querygate`, or `node` and a path. */
  readonly command: string;
}

/** The source of a client that was installed as a package, whose address only package.json can tell. */
export const INSTALLED: ClientSource = {
  repository: repositoryAt(PRODUCT.homepage, `v${PRODUCT.version}`),
  install: [],
  command: PRODUCT.name,
};

/**
 * The repository at a web or git address; undefined for hosts other than GitHub and GitLab, whose file addresses are
 * unknown. Credentials in the address are dropped.
 */
export function repositoryAt(address: string | undefined, ref: string): SourceRepository | undefined {
  const web = /^(?:ssh:\/\/)?git@([\w.-]+)(?::\d+)?[:/]+(.+)$/.exec(address ?? '');
  const url = web ? `https://${web[1]}/${web[2]}` : (address ?? '').replace(/^git\+/, '');
  if (!URL.canParse(url)) return undefined;
  const { host, pathname } = new URL(url);
  const server = originOf(url);
  const project = pathname.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '');
  if (!server || !isProject(project) || !isRef(ref)) return undefined;
  const kind = (['github', 'gitlab'] as const).find((name) => host.includes(name));
  return kind && { host: kind, server, project, ref };
}

/**
 * The origin of a web address; undefined for other addresses. A host that a shell could read as more than a word has
 * none, since the origin goes into commands that readers paste.
 */
export function originOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname, origin } = new URL(url);
  return /^https?:$/.test(protocol) && /^[\w.-]+$/.test(hostname) ? origin : undefined;
}

/** Whether the text can be a project's path: it goes into addresses and shell commands. */
export function isProject(text: string): boolean {
  return /^[\w.-]+(?:\/[\w.-]+)+$/.test(text) && !/(?:^|\/)\.{0,2}(?:\/|$)/.test(text);
}

/** Whether the text can be a ref that is safe in addresses and shell commands. */
export function isRef(text: string): boolean {
  return /^[\w][\w./+-]*$/.test(text) && !text.includes('..');
}

/** Web address of a repository. */
export function webUrl({ server, project }: SourceRepository): string {
  return `${server}/${project}`;
}

/** Address of the folder docs/, with `/` at its end; undefined if it is unknown. */
export function docsRootOf({ repository }: ClientSource = INSTALLED): string | undefined {
  return repository && fileUrl(repository, 'blob', 'docs/');
}

/** Address of a repository's files, with `/` at its end. */
export function filesRootOf(repository: SourceRepository): string {
  return fileUrl(repository, 'blob', '');
}

/** A page of docs/ for a message, such as `config`: its address, or its path if the address is unknown. */
export function docsPage(page: string, source?: ClientSource): string {
  const root = docsRootOf(source);
  return root === undefined ? `docs/${page}.md of Querygate` : `${root}${page}.md`;
}

/** Address of a file's raw content. */
export function rawUrl(repository: SourceRepository, path: string): string {
  return fileUrl(repository, 'raw', path);
}

function fileUrl(repository: SourceRepository, view: 'blob' | 'raw', path: string): string {
  const separator = repository.host === 'gitlab' ? '/-' : '';
  return `${webUrl(repository)}${separator}/${view}/${repository.ref}/${path}`;
}

/** The `$id` of a JSON Schema, such as `config.v1`. It is a name, not an address. */
export function schemaId(name: string): string {
  return `urn:querygate:schema:${name}`;
}
