import { PRODUCT } from '../../../model/index.ts';
import { newId } from '../../context/ids.ts';
import { dayOf } from '../../context/types.ts';
import { useSnapshot } from '../../history/snapshot.ts';
import { activeRuleset, engineRuleset } from '../../rulesets/active.ts';
import { reportBranchRuleset } from '../../rulesets/branch.ts';
import { filesToRead } from '../../uploads/join-parts.ts';
import { putText } from '../../uploads/put-text.ts';
import type { Handlers } from '../handler.ts';
import { actorOf } from '../principal.ts';

const TOO_LARGE = { notRead: 'the history of the workspace is too large to be searched in time' };

export const dryRuns = {
  dryRun: async ({ ctx, engine, recorder, pages }, { body: request, principal, requestId }) => {
    const { workspace, head, base, settings, baseline, change } = request;
    const files = await filesToRead(ctx, workspace, request.files);
    const active = await activeRuleset(ctx, workspace);
    const at = ctx.now();
    const {
      expired,
      judges,
      drift,
      files: judged,
    } = await engine.dryRun({
      active: engineRuleset(active),
      head,
      own: base,
      files,
      settings: {
        failOn: settings?.['fail-on'] ?? 'block',
        suppressions: settings?.suppressions ?? 'on',
        maxExemptionDays: settings?.['max-exemption-days'],
      },
      baseline: baseline ?? [],
      today: dayOf(at),
      // A dry run alone could ask for every name, and read the history out.
      uses: principal.key.scopes.has('rules:simulate')
        ? {
            unusedDays: settings?.['unused-days'],
            page: (object) => pages.use(workspace, object),
            read: async (texts) => (await useSnapshot(ctx, workspace, texts))?.bytes ?? TOO_LARGE,
          }
        : 'not permitted',
    });
    const body = {
      id: newId('run'),
      workspace,
      createdAt: at.toISOString(),
      engine: { name: PRODUCT.name, version: PRODUCT.version },
      ruleset: { version: active.version, expired },
      judges,
      drift,
      files: judged,
    };
    const { databaseId } = principal.key;
    if (change?.defaultBranch && (drift || head))
      await reportBranchRuleset(ctx.db, workspace, {
        // A push that edits the rules sends them as the head.
        hash:
          (head && judges.find(({ side }) => side === 'head')?.hash) ??
          (drift?.same ? active.hash : base?.hash) ??
          active.hash,
        at,
        change,
        key: principal.key.id,
      });
    await recorder.recordDryRun({ actor: actorOf(principal), requestId, workspace, databaseId, change, answer: body });
    return { body: { ...body, url: pages.dryRun(workspace, body.id) } };
  },
  putText: async ({ ctx }, { parameters, body }) => {
    await putText(ctx, parameters.workspace, parameters.hash, body);
    return { body: undefined };
  },
} satisfies Partial<Handlers>;
