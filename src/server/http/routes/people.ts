import { acceptInvitation, joinWorkspace, readInvitation } from '../../people/accept-invitation.ts';
import { createInvitation, listInvitations, revokeInvitation } from '../../people/invitations.ts';
import { changeMember, dropMember, pageMembers, revokeMemberSessions } from '../../people/manage-members.ts';
import { authorOf, type Handlers } from '../handler.ts';
import { opened, originOf, refuseForeignCookie } from './sessions.ts';

export const people = {
  listMembers: async ({ ctx }, { parameters, query }) => ({
    body: await pageMembers(ctx, parameters.workspace, query),
  }),
  changeMember: async ({ ctx }, call) => ({
    body: await changeMember(ctx, call.parameters.workspace, call.parameters.user, call.body, authorOf(call)),
  }),
  removeMember: async ({ ctx }, call) => {
    await dropMember(ctx, call.parameters.workspace, call.parameters.user, authorOf(call));
    return { body: undefined };
  },
  revokeMemberSessions: async ({ ctx }, call) => {
    const { workspace, user } = call.parameters;
    return { body: { revoked: await revokeMemberSessions(ctx, workspace, user, authorOf(call)) } };
  },
  createInvitation: async ({ ctx }, call) => ({
    body: await createInvitation(ctx, call.parameters.workspace, call.body, authorOf(call)),
  }),
  listInvitations: async ({ ctx }, { parameters, query }) => ({
    body: await listInvitations(ctx, parameters.workspace, query),
  }),
  revokeInvitation: async ({ ctx }, call) => {
    await revokeInvitation(ctx, call.parameters.workspace, call.parameters.invitation, authorOf(call));
    return { body: undefined };
  },
  readInvitation: async ({ ctx }, { body }) => ({ body: await readInvitation(ctx, body.token) }),
  acceptInvitation: async (deps, call) => {
    refuseForeignCookie(deps, call);
    return opened(await acceptInvitation(deps.ctx, call.body, originOf(call), deps.passwords), call.body);
  },
  joinWorkspace: async ({ ctx }, call) => {
    const { principal, body } = call;
    return { body: await joinWorkspace(ctx, principal.session, body.token, principal.token, authorOf(call)) };
  },
} satisfies Partial<Handlers>;
