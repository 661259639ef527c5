// Generates what the dashboard needs of the contract at run time, so that its bundle contains no schema library.
import { AUDIT_TYPES, CALLS } from '../src/contract/index.ts';

export function dashboardContract(): string {
  const endpoints = Object.entries(CALLS).map(([name, { method, path }]) => `  ${name}: ['${method}', '${path}'],`);
  const types = Object.entries(AUDIT_TYPES).map(([type, text]) => {
    const key = /^[a-z_]+$/.test(type) ? type : `'${type}'`;
    return `  ${key}: ${text.includes("'") ? JSON.stringify(text) : `'${text}'`},`;
  });
  return [
    '// Generated from src/contract by `npm run generate`. Do not edit.',
    '',
    '/** Method and path of each call. */',
    'export const ENDPOINTS = {',
    ...endpoints,
    '} as const;',
    '',
    '/** What each type of audit event means. */',
    'export const AUDIT_TYPES = {',
    ...types,
    '} as const;',
    '',
  ].join('\n');
}
