import { PRODUCT } from '../../model/index.ts';
import { appendAudit } from '../audit/append.ts';
import type { Context } from '../context/types.ts';
import { lockWorkspaces } from '../keys/locked-key.ts';
import { listProxies } from '../proxies/list.ts';
import { proxySettings } from '../proxies/modes.ts';
import { storeStatuses } from '../proxies/status.ts';
import { activeRuleset } from '../rulesets/active.ts';

/** As often as a real proxy reports itself. */
const MINUTE = 60_000;

/** Reports the proxies of the demonstration as they would themselves: with the active ruleset and the mode that is set. */
export async function reportDemoProxies(ctx: Context, workspace: string): Promise<void> {
  const now = ctx.now();
  const { version } = await activeRuleset(ctx, workspace);
  const { items } = await listProxies(ctx, workspace, {});
  const reports = await Promise.all(
    items.map(async ({ id, key, databaseId, lagMs, buffered }) => ({
      record: { actor: { kind: 'key' as const, ...key }, databaseId },
      event: {
        ...{ id: `demo-${id}-${now.getTime()}`, type: 'proxy_status' as const, at: now.toISOString(), proxy: id },
        ...{ version: PRODUCT.version, ruleset: version, lagMs, buffered },
        mode: (await proxySettings(ctx, workspace, databaseId)).mode,
      },
    })),
  );
  await ctx.db.transaction(async (tx) => {
    await lockWorkspaces(tx, [workspace]);
    await appendAudit(tx, workspace, [...(await storeStatuses(tx, workspace, reports, now))]);
  });
}

/** Reports them every minute: they would look broken otherwise. */
export function keepReporting(
  ctx: Context,
  workspace: string,
  onError: (error: unknown) => void,
): { close(): Promise<void> } {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(() => reportDemoProxies(ctx, workspace)).catch(onError);
  }, MINUTE);
  return {
    close: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
