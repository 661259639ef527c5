import { type Dialect, type FlowIdentity, flowId, formerFlowIds } from '../../model/index.ts';
import { foldedShape } from '../../sql/index.ts';
import type { Context } from '../context/types.ts';

/** A flow by the id of now, and by those that earlier versions gave to it, under which older rows are stored. */
export interface FlowIds {
  readonly id: string;
  /** Includes `id`. */
  readonly all: readonly string[];
}

type Identity = FlowIdentity & { readonly formerShape?: string };

/** The ids of the flow that has or had this id; only that if nothing is stored under it. */
export async function flowIdsOf({ db }: Pick<Context, 'db'>, workspace: string, id: string): Promise<FlowIds> {
  const recorded = await db.query<{ row: string }>(
    "SELECT row FROM history_rows WHERE workspace_id = $1 AND flow = decode($2, 'hex') ORDER BY row_hash LIMIT 1",
    [workspace, id],
  );
  const [first] = recorded.rows;
  if (first) return idsOf(id, JSON.parse(first.row) as Identity);
  const flows = await db.query<{ dialect: Dialect; shape: string; caller: Identity['caller'] }>(
    `SELECT dialect, shape, caller FROM query_flows
     WHERE workspace_id = $1 AND flow_id = decode($2, 'hex') AND shape IS NOT NULL ORDER BY flow LIMIT 1`,
    [workspace, id],
  );
  const [flow] = flows.rows;
  return flow ? idsOf(id, flow) : { id, all: [id] };
}

function idsOf(id: string, { dialect, shape, caller, formerShape }: Identity): FlowIds {
  const { application, user, database } = caller;
  const identity = { dialect, shape: foldedShape(shape, dialect), caller: { application, user, database } };
  const now = flowId(identity);
  const former = [...formerFlowIds(identity), ...formerFlowIds({ ...identity, formerShape: formerShape ?? shape })];
  // The id of a text with several statements, or one that was cut off, is that of another shape.
  return now === id || former.includes(id) ? { id: now, all: [...new Set([now, ...former])] } : { id, all: [id] };
}
