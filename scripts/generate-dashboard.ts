// Generates what the dashboard needs of the contract at run time. Its bundle must not contain a schema library, and a
// page loads only the modules that it uses.
import {
  AUDIT_TYPES,
  CALLS,
  CI_HOSTS,
  FORMATS,
  ROLES,
  SCOPE_PRESETS,
  SCOPES,
  TRUST_SCOPES,
} from '../src/contract/index.ts';

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
    [`${FOLDER}/ci-hosts.ts`, moduleText(ciHosts())],
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

function ciHosts(): readonly string[] {
  const hosts = Object.entries(CI_HOSTS).flatMap(([name, { name: title, required, optional }]) => [
    `  ${name}: {`,
    `    name: ${quoted(title)},`,
    ...texts('required', required, 2),
    ...texts('optional', optional, 2),
    '  },',
  ]);
  return [
    '/** The claims of the identity tokens of each CI host: those that every trust binds, and others. */',
    'export const CI_HOSTS = {',
    ...hosts,
    '} as const;',
    '',
    '/** The scopes that a trust can give. */',
    `export const TRUST_SCOPES = [${TRUST_SCOPES.map(quoted).join(', ')}] as const;`,
  ];
}

/** A table as a constant of a module; with a depth, as a property of an object. */
function texts(name: string, table: Readonly<Record<string, string>>, depth = 0): readonly string[] {
  const indent = '  '.repeat(depth);
  const rows = Object.entries(table).map(
    ([key, text]) => `${indent}  ${/^[a-z_]+$/.test(key) ? key : quoted(key)}: ${quoted(text)},`,
  );
  return depth === 0
    ? [`export const ${name} = {`, ...rows, '} as const;']
    : [`${indent}${name}: {`, ...rows, `${indent}},`];
}

function quoted(text: string): string {
  return text.includes("'") ? JSON.stringify(text) : `'${text}'`;
}
