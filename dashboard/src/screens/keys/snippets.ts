import type { ApiScope } from '../../../../src/contract/index.ts';

/** How a program is given its key. */
export interface Snippet {
  readonly id: string;
  readonly label: string;
  readonly language: 'yaml' | 'text';
  readonly text: string;
  /** Whether it always runs on another machine. */
  readonly elsewhere?: true;
  /** Where to store the key first. */
  readonly before: string;
}

interface SnippetFor {
  readonly baseUrl: string;
  readonly workspace: string;
  readonly scopes: readonly ApiScope[];
}

/** Whether only the machine itself reaches a host. */
export function isLoopback(host: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(host);
}

/** The snippets that fit the scopes of a key. None of them contains the key itself: it belongs in a secret store. */
export function snippetsFor(given: SnippetFor): readonly Snippet[] {
  const { baseUrl, workspace, scopes } = given;
  const has = (scope: ApiScope) => scopes.includes(scope);
  const ci = has('ci_dryrun:execute') || has('rules:simulate');
  const action = has('ci_dryrun:execute') ? '' : '/simulate';
  const curl = curlFor(given);
  const all: readonly (Snippet | false)[] = [
    ci && {
      id: 'github',
      label: 'GitHub',
      language: 'yaml',
      elsewhere: true,
      before: 'Save the key as the repository secret SERVICE_API_KEY. Then add to the workflow:',
      text: `- uses: <owner>/querygate${action}@<full commit id of the release you reviewed>
  with:
    base-url: ${baseUrl}
    workspace: ${workspace}
    api-key: \${{ secrets.SERVICE_API_KEY }}`,
    },
    ci && {
      id: 'gitlab',
      label: 'GitLab',
      language: 'yaml',
      elsewhere: true,
      before: 'Save the key as the masked CI/CD variable SERVICE_API_KEY. Then add to .gitlab-ci.yml:',
      text: `include:
  - project: <group>/querygate
    ref: <full commit id of the release you reviewed>
    file: /gitlab/querygate.gitlab-ci.yml

variables:
  SERVICE_BASE_URL: ${baseUrl}
  SERVICE_WORKSPACE_ID: ${workspace}`,
    },
    ci && {
      id: 'terminal',
      label: 'Terminal',
      language: 'text',
      before:
        'In bash or zsh, in a clone of the repository. The first line asks for the key, so that no file keeps it:',
      text: `${environment(given)}
${has('ci_dryrun:execute') ? 'querygate check <file>.sql --dialect postgresql' : 'querygate simulate'}`,
    },
    has('telemetry:write') && {
      id: 'proxy',
      label: 'Proxy',
      language: 'text',
      before: 'In bash or zsh, on the machine of the proxy. The first line asks for the key:',
      text: `${environment(given)}
querygate proxy --upstream <host of the database>:5432`,
    },
    has('proxy:evaluate') && {
      id: 'application',
      label: 'Application',
      language: 'text',
      before: 'Give the application the key as SERVICE_API_KEY. In Node.js, before it runs a query:',
      text: `const response = await fetch('${baseUrl}/api/v1/proxy/query', {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${process.env.SERVICE_API_KEY}\`,
    'content-type': 'application/json',
  },
  body: JSON.stringify({ workspace: '${workspace}', dialect: 'postgresql', query }),
  signal: AbortSignal.timeout(250),
});
if (!response.ok) throw new Error(\`Querygate answered \${response.status}\`);
const { verdict } = await response.json();
const mayRun = verdict === 'allow' || verdict === 'warn';`,
    },
    curl !== undefined && {
      id: 'curl',
      label: 'curl',
      language: 'text',
      before: 'With the key in the environment variable SERVICE_API_KEY:',
      text: curl,
    },
  ];
  return all.filter((snippet) => snippet !== false);
}

/** Puts what a program needs into the environment of a shell. */
function environment({ baseUrl, workspace }: SnippetFor): string {
  return `printf 'API key: '; IFS= read -rs SERVICE_API_KEY; echo; export SERVICE_API_KEY
export SERVICE_BASE_URL=${baseUrl} SERVICE_WORKSPACE_ID=${workspace}`;
}

/** A request that the key may make; undefined if it may make none that fits into a snippet. */
function curlFor({ baseUrl, workspace, scopes }: SnippetFor): string | undefined {
  const get = (path: string) =>
    `curl ${baseUrl}/api/v1/workspaces/${workspace}/${path} \\\n  -H "Authorization: Bearer $SERVICE_API_KEY"`;
  const post = (path: string, body: string) =>
    `curl ${baseUrl}/api/v1/${path} \\
  -H "Authorization: Bearer $SERVICE_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '${body}'`;
  if (scopes.includes('proxy:evaluate'))
    return post('proxy/query', `{"workspace": "${workspace}", "dialect": "postgresql", "query": "select 1"}`);
  if (scopes.includes('ci_dryrun:execute'))
    return post(
      'ci/dry-run',
      `{"workspace": "${workspace}", "files": [{"path": "a.sql", "status": "added", "dialect": "postgresql",
       "source": {"text": "drop table users;"}}]}`,
    );
  if (scopes.includes('rules:read')) return get('ruleset');
  if (scopes.includes('audit:read')) return get('data-policy');
  return undefined;
}
