// Generates what the dashboard needs of the contract at run time. Its bundle must not contain a schema library, and a
// page loads only the modules that it uses.
import { AUDIT_TYPES, CALLS, FORMATS, ROLES, SCOPE_PRESETS, SCOPES } from '../src/contract/index.ts';

const FOLDER = 'dashboard/src/contract';

/** The text of each module of the dashboard's contract, by its path from the repository's root. */
export function dashboardContract(): ReadonlyMap<string, string> {
  return new Map([
    [
      `${FOLDER}/endpoints.ts`,
      moduleText([
        '/** Method and path of each call. */',
        'export const ENDPOINTS = {',
        ...Object.entries(CALLS).map(([name, { method, path }]) => `  ${name}: ['${method}', '${path}'],`),
        '} as const;',
      ]),
    ],
    [
      `${FOLDER}/audit-types.ts`,
      moduleText(['/** What each type of audit event means. */', ...texts('AUDIT_TYPES', AUDIT_TYPES)]),
    ],
    [`${FOLDER}/scopes.ts`, moduleText(scopes())],
    [
      `${FOLDER}/formats.ts`,
      moduleText([
        '/** Formats of texts. */',
        'export const FORMATS = {',
        ...Object.entries(FORMATS).map(([name, format]) => `  ${name}: ${format},`),
        '} as const;',
      ]),
    ],
  ]);
}

function moduleText(lines: readonly string[]): string {
  return ['// Generated from src/contract by `npm run generate`. Do not edit.', '', ...lines, ''].join('\n');
}

function scopes(): readonly string[] {
  const presets = Object.entries(SCOPE_PRESETS).map(
    ([name, preset]) => `  '${name}': [${preset.scopes.map(quoted).join(', ')}],`,
  );
  return [
    '/** What an API key with each scope may do. */',
    ...texts('SCOPES', SCOPES),
    '',
    'export const API_SCOPES = Object.keys(SCOPES) as (keyof typeof SCOPES)[];',
    '',
    '/** The minimal scopes of each kind of integration. */',
    'export const SCOPE_PRESETS = {',
    ...presets,
    '} as const;',
    '',
    '/** The roles of a workspace member. */',
    `export const ROLES = [${ROLES.map(quoted).join(', ')}] as const;`,
  ];
}

function texts(name: string, table: Readonly<Record<string, string>>): readonly string[] {
  const rows = Object.entries(table).map(
    ([key, text]) => `  ${/^[a-z_]+$/.test(key) ? key : quoted(key)}: ${quoted(text)},`,
  );
  return [`export const ${name} = {`, ...rows, '} as const;'];
}

function quoted(text: string): string {
  return text.includes("'") ? JSON.stringify(text) : `'${text}'`;
}
