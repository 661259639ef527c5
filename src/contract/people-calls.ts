import * as people from './bodies/people.ts';
import { pageQuerySchema } from './bodies/workspace.ts';
import type { CallEntry } from './call-entry.ts';

/** The calls for users: their own account and sessions. */
export const PEOPLE_CALLS = {
  renameAccount: {
    method: 'PUT',
    path: '/api/v1/account',
    summary: 'Change your own name.',
    session: 'needed',
    request: people.renameAccountSchema,
    answers: 200,
    response: people.accountSchema,
  },
  changePassword: {
    method: 'PUT',
    path: '/api/v1/account/password',
    summary: 'Change your own password, and end all your other sessions.',
    session: 'needed',
    request: people.changePasswordSchema,
    answers: 204,
    problems: ['password_wrong'],
  },
  listSessions: {
    method: 'GET',
    path: '/api/v1/sessions',
    summary: 'List your own sessions, newest first.',
    session: 'needed',
    query: pageQuerySchema,
    answers: 200,
    response: people.sessionsSchema,
  },
  revokeSession: {
    method: 'DELETE',
    path: '/api/v1/sessions/{session}',
    summary: 'End one of your own sessions.',
    session: 'needed',
    answers: 204,
    problems: ['session_not_found'],
  },
  revokeOtherSessions: {
    method: 'POST',
    path: '/api/v1/sessions/revoke-others',
    summary: 'End all your sessions except the current one.',
    session: 'needed',
    answers: 200,
    response: people.revokedSessionsSchema,
  },
} as const satisfies Record<string, CallEntry>;
