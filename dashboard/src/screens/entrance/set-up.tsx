import type { ReactNode } from 'react';
import { useCall } from '../../api/use-call.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { Entrance } from './entrance.tsx';
import { SetUpForm } from './set-up-form.tsx';

/** Creates the first workspace. The link with the one-time code comes from what `querygate serve` prints. */
export function SetUp(): ReactNode {
  const state = useCall('readSetUp');
  if (state.error)
    return (
      <Entrance title="Set up Querygate">
        <Failure what="Could not reach the service." error={state.error} retry={state.refetch} />
      </Entrance>
    );
  if (!state.data)
    return (
      <Entrance title="Set up Querygate">
        <Loading rows={2} />
      </Entrance>
    );
  if (!state.data.needed)
    return (
      <Entrance
        title="This service is set up"
        about="Its first workspace exists. To get access, ask an owner for an invitation."
      >
        <form>
          <ButtonLink look="primary" to="/sign-in">
            Sign in
          </ButtonLink>
        </form>
      </Entrance>
    );
  return <SetUpForm />;
}
