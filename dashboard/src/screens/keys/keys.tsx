import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus, RotateCw } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { ApiKey, CreatedKey } from '../../../../src/contract/index.ts';
import { usePages } from '../../api/use-call.ts';
import { manages, useWorkspace } from '../../session/session.ts';
import { NoPermission } from '../../shell/failures.tsx';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import type { KeySearch } from './key-list.ts';
import { KeyTable } from './key-table.tsx';
import { NewKey } from './new-key.tsx';
import { RevokeKey } from './revoke-key.tsx';
import { RotateKey } from './rotate-key.tsx';
import { RotateMany } from './rotate-many.tsx';
import { Secret } from './secret.tsx';
import type { Step } from './step.ts';

const ABOUT = 'Keys let programs use this workspace. A key cannot sign in or manage other keys.';

/** API keys: create, rotate, revoke, and see what they did. */
export function Keys(): ReactNode {
  const member = useWorkspace();
  return manages(member) ? (
    <KeyList workspace={member.id} />
  ) : (
    <NoPermission title="API keys" who="owners and admins" />
  );
}

/** Milliseconds until the list is read again. */
const REFRESH_MS = 5_000;

/** While a rotation is pending, the list shows when the new key is used. */
function whileRotating(keys: readonly ApiKey[]): number | undefined {
  return keys.some(({ state, rotation }) => state === 'active' && rotation) ? REFRESH_MS : undefined;
}

function KeyList({ workspace }: { readonly workspace: string }): ReactNode {
  const pages = usePages('listKeys', { path: { workspace } }, 500, { every: whileRotating });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  // Filters and counts are over all keys.
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const search: KeySearch = useSearch({ from: '/signed-in/w/$workspace/keys' });
  const navigate = useNavigate({ from: '/w/$workspace/keys' });
  const [step, setStep] = useState<Step | undefined>(search.new === 'yes' ? { step: 'new' } : undefined);
  const close = () => {
    setStep(undefined);
    if (search.new !== undefined)
      void navigate({ search: (earlier) => ({ ...earlier, new: undefined }), replace: true });
  };
  const shown = (created: readonly CreatedKey[], rotated: boolean) => setStep({ step: 'secret', created, rotated });

  return (
    <Page
      title="API keys"
      about={ABOUT}
      actions={
        <>
          <Button onClick={() => setStep({ step: 'rotate-many' })}>
            <RotateCw size={16} strokeWidth={1.5} aria-hidden="true" />
            Rotate by scope
          </Button>
          <Button look="primary" onClick={() => setStep({ step: 'new' })}>
            <Plus size={16} strokeWidth={1.5} aria-hidden="true" />
            New API key
          </Button>
        </>
      }
    >
      {pages.error && (
        <Failure what="Could not load API keys." error={pages.error} retry={pages.refetch} read={pages.readAt} />
      )}
      {!pages.items && !pages.error && <Loading />}
      {pages.items && <KeyTable keys={pages.items} onStep={setStep} />}
      <NewKey open={step?.step === 'new'} onClose={close} onCreated={(created) => shown([created], false)} />
      {step?.step === 'rotate' && (
        <RotateKey apiKey={step.key} onClose={close} onCreated={(created) => shown([created], true)} />
      )}
      {step?.step === 'rotate-many' && pages.items && (
        <RotateMany keys={pages.items} onClose={close} onCreated={(created) => shown(created, true)} />
      )}
      {step?.step === 'revoke' && <RevokeKey apiKey={step.key} onClose={close} />}
      {step?.step === 'secret' && (
        <Secret
          created={step.created}
          title={step.created.length === 1 ? 'Save your API key' : 'Save your API keys'}
          about={`Querygate keeps only a hash, so ${step.created.length === 1 ? 'the key is' : 'the keys are'} shown once.`}
          onDone={close}
        />
      )}
    </Page>
  );
}
