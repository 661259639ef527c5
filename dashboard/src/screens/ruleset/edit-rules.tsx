import { useNavigate } from '@tanstack/react-router';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { useCall, useChange } from '../../api/use-call.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { TextAreaField } from '../../ui/field.tsx';
import { ChoiceFilter } from '../../ui/filters.tsx';
import { Empty, Failure, Loading } from '../../ui/states.tsx';
import { CheckResult, type Place } from './check-result.tsx';
import { DownloadRuleset } from './download.tsx';
import styles from './edit-rules.module.css';
import type { RulesetFiles } from './sides.ts';
import { type Draft, draftOf, useDraft, withFiles } from './use-draft.ts';

/** Edits rule files, checks them, and simulates them on the recorded queries. Nothing is activated. */
export function EditRules({ workspace }: { readonly workspace: string }): ReactNode {
  const active = useCall('readRuleset', { path: { workspace } });
  const [stored, setDraft] = useDraft(workspace);
  const draft = stored ?? (active.data && draftOf(active.data.ruleset));
  if (!draft && active.error)
    return <Failure what="Could not load the active rules." error={active.error} retry={active.refetch} />;
  if (!draft) return <Loading />;
  return <Editor workspace={workspace} draft={draft} isEdited={stored !== null} onDraft={setDraft} />;
}

interface EditorProps {
  readonly workspace: string;
  readonly draft: Draft;
  /** Whether it is not the active ruleset as it is. */
  readonly isEdited: boolean;
  readonly onDraft: (draft: Draft | null) => void;
}

function Editor({ workspace, draft, isEdited, onDraft }: EditorProps): ReactNode {
  const navigate = useNavigate({ from: '/w/$workspace/ruleset' });
  const check = useChange('checkRuleset');
  const simulate = useChange('startWorkspaceSimulation');
  const [path, setPath] = useState(draft.files[0]?.path);
  const [checked, setChecked] = useState<Draft>();
  const area = useRef<HTMLDivElement>(null);
  const file = draft.files.find((each) => each.path === path) ?? draft.files[0];
  const ruleset = rulesetOf(draft);
  const show = ({ file: shown, line }: Place) => {
    setPath(shown);
    // The text of another file is there after the next paint.
    requestAnimationFrame(() => selectLine(area.current?.querySelector('textarea') ?? undefined, line));
  };
  const runCheck = () => {
    setChecked(draft);
    check.mutate({ path: { workspace }, body: { ruleset } });
  };
  const runSimulation = () =>
    simulate.mutate(
      { path: { workspace }, body: { head: ruleset } },
      {
        onSuccess: ({ id }) => void navigate({ to: '/w/$workspace/simulations/$id', params: { workspace, id } }),
      },
    );
  const isPending = check.isPending || simulate.isPending;
  return (
    <div className={styles.columns}>
      <DropZone onFiles={(files) => onDraft(withFiles(draft, files))}>
        <div ref={area} className={styles.area}>
          <TextAreaField
            label={file?.path ?? 'Rules'}
            hint="Drop rule files here, or edit the text. It stays in this workspace, and is not in force."
            code
            rows={24}
            wrap="off"
            value={file?.text ?? ''}
            onText={(text) =>
              onDraft({ ...draft, files: draft.files.map((each) => (each === file ? { ...each, text } : each)) })
            }
          />
        </div>
        <div className={styles.actions}>
          {draft.files.length > 1 && file && (
            <ChoiceFilter
              label="File"
              needed
              value={file.path}
              choices={draft.files.map((each) => ({ value: each.path, label: <code>{each.path}</code> }))}
              onValue={setPath}
            />
          )}
          <OpenFiles onFiles={(files) => onDraft(withFiles(draft, files))} />
          {isEdited && <Button onClick={() => onDraft(null)}>Discard changes</Button>}
          <DownloadRuleset name={`${workspace}-draft`} ruleset={ruleset} />
          <span className={styles.main}>
            <Button disabled={isPending} onClick={runSimulation}>
              Simulate
            </Button>
            <Button look="primary" disabled={isPending} onClick={runCheck}>
              Check rules
            </Button>
          </span>
        </div>
      </DropZone>
      <div aria-live="polite">
        {simulate.error && <Failure what="The simulation was not started." error={simulate.error} />}
        {check.error && <Failure what="The rules were not checked." error={check.error} />}
        {check.data ? (
          <CheckResult
            workspace={workspace}
            result={check.data}
            draft={draft}
            isOld={checked !== draft}
            onPlace={show}
          />
        ) : (
          <Card>
            <Empty title="Not checked yet">
              <p>
                A check lists mistakes with their lines, runs the examples, and compares with the rules in force. A
                simulation replays the recorded queries.
              </p>
            </Empty>
          </Card>
        )}
      </div>
    </div>
  );
}

function rulesetOf({ entry, files }: Draft): RulesetFiles {
  return { ...(entry !== undefined && { entry }), files: [...files] } as RulesetFiles;
}

interface GivenFile {
  readonly name: string;
  readonly text: string;
}

async function readFiles(files: FileList | null): Promise<readonly GivenFile[]> {
  return Promise.all([...(files ?? [])].map(async (file) => ({ name: file.name, text: await file.text() })));
}

/** Takes files that are dropped anywhere on it. */
function DropZone({
  onFiles,
  children,
}: {
  readonly onFiles: (files: readonly GivenFile[]) => void;
  readonly children: ReactNode;
}): ReactNode {
  const [isOver, setIsOver] = useState(false);
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setIsOver(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button opens files by keyboard
    <div
      className={classes(styles.drop, isOver && styles.over)}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setIsOver(false);
        void readFiles(event.dataTransfer.files).then(onFiles);
      }}
    >
      {children}
    </div>
  );
}

function OpenFiles({ onFiles }: { readonly onFiles: (files: readonly GivenFile[]) => void }): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".yml,.yaml"
        multiple
        hidden
        aria-label="Rule files"
        onChange={(event) => {
          const { currentTarget } = event;
          void readFiles(currentTarget.files).then((files) => {
            onFiles(files);
            // The same file can be opened again.
            currentTarget.value = '';
          });
        }}
      />
      <Button onClick={() => input.current?.click()}>Open files</Button>
    </>
  );
}

function selectLine(area: HTMLTextAreaElement | undefined, line: number | undefined): void {
  if (!area || line === undefined) return;
  const lines = area.value.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  // Browsers do not scroll to a selection.
  area.scrollTop = (area.scrollHeight / lines.length) * Math.max(0, line - 4);
}
