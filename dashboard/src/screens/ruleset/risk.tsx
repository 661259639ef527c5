import { Link } from '@tanstack/react-router';
import type { ReactNode, Ref } from 'react';
import { counted } from '../../format/number.ts';
import { Checkbox } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { VerdictIcon } from '../../ui/verdict.tsx';
import { callerName } from '../simulations/caller.ts';
import type { Groups } from '../simulations/groups.ts';
import type { Flow } from '../simulations/words.ts';

/** The flows that break or might break if a ruleset becomes active. */
export type Risk = Pick<Groups, 'broken' | 'unknown'>;

/** Callers that are named before the rest is counted. */
const NAMED = 5;

/** The worst that the simulation found. */
export function RiskNotice({
  workspace,
  simulation: id,
  broken,
  unknown,
}: Risk & { readonly workspace: string; readonly simulation: string }): ReactNode {
  if (broken.length + unknown.length === 0) return null;
  const look = broken.length > 0 ? 'block' : 'unknown';
  return (
    <Notice look={look} icon={<VerdictIcon verdict={look} />}>
      <p>
        <strong>
          {broken.length > 0
            ? `${counted(broken.length, 'flow')} that ${broken.length === 1 ? 'works' : 'work'} today would break.`
            : `${counted(unknown.length, 'flow')} might break.`}
        </strong>{' '}
        <Link to="/w/$workspace/simulations/$id" params={{ workspace, id }}>
          Read the simulation
        </Link>
      </p>
    </Notice>
  );
}

/** The box to tick before flows may break. */
export function AcceptRisk({
  ref,
  accepted,
  onAccepted,
  broken,
  unknown,
}: Risk & {
  readonly ref: Ref<HTMLInputElement>;
  readonly accepted: boolean;
  readonly onAccepted: (accepted: boolean) => void;
}): ReactNode {
  return (
    <Checkbox ref={ref} checked={accepted} onChecked={onAccepted}>
      {broken.length > 0 && (
        <>
          I accept that these flows break: <Callers flows={broken} />
        </>
      )}
      {broken.length > 0 && unknown.length > 0 && ', and '}
      {unknown.length > 0 && (
        <>
          {broken.length > 0 ? 'that these might' : 'I accept that these flows might break'}:{' '}
          <Callers flows={unknown} />
        </>
      )}
    </Checkbox>
  );
}

function Callers({ flows }: { readonly flows: readonly Flow[] }): ReactNode {
  const more = flows.length - NAMED;
  return (
    <>
      {flows.slice(0, NAMED).map((flow, index) => (
        <span key={flow.id}>
          {index > 0 && ', '}
          <code>{callerName(flow.caller)}</code> ({counted(flow.affectedCalls, 'call')})
        </span>
      ))}
      {more > 0 && ` and ${counted(more, 'more flow')}`}
    </>
  );
}
