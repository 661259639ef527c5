import type { ReactNode } from 'react';
import type { ApiScope } from '../../../../src/contract/index.ts';
import { sentence } from '../../api/call.ts';
import { API_SCOPES, SCOPE_PRESETS, SCOPES } from '../../contract/scopes.ts';
import { Checkbox, FieldError } from '../../ui/field.tsx';
import { Scopes } from '../../ui/tag.tsx';
import styles from './keys.module.css';

type Preset = keyof typeof SCOPE_PRESETS | 'custom';

const PRESETS: readonly { readonly id: Preset; readonly title: string; readonly about: string }[] = [
  { id: 'ci-pipeline', title: 'CI pipeline', about: 'Checks SQL files in pull requests.' },
  { id: 'tcp-proxy', title: 'TCP proxy', about: 'Judges queries in front of a database.' },
  { id: 'http-service', title: 'HTTP service', about: 'Gets a verdict before it runs a query.' },
  { id: 'custom', title: 'Custom', about: 'Choose each scope.' },
];

/** What a key may do, as the user chose it. */
export interface Choice {
  readonly preset: Preset;
  /** The scopes without a preset. */
  readonly custom: readonly ApiScope[];
}

export function scopesOf({ preset, custom }: Choice): readonly ApiScope[] {
  return preset === 'custom' ? custom : SCOPE_PRESETS[preset];
}

/** Chooses what a key may do: a preset, or each scope. */
export function ScopeChoice({
  choice,
  onChoice,
  isMissing,
}: {
  readonly choice: Choice;
  readonly onChoice: (choice: Choice) => void;
  /** Whether to say that a scope is needed. */
  readonly isMissing: boolean;
}): ReactNode {
  const { preset, custom } = choice;
  return (
    <fieldset>
      <legend>For</legend>
      <div className={styles.presets}>
        {PRESETS.map(({ id, title, about }) => (
          <label key={id} className={styles.preset}>
            <input
              type="radio"
              name="preset"
              checked={preset === id}
              onChange={() => onChoice({ ...choice, preset: id })}
            />
            <span>
              <strong>{title}</strong>
              <small>{about}</small>
              {id !== 'custom' && <Scopes scopes={SCOPE_PRESETS[id]} />}
            </span>
          </label>
        ))}
      </div>
      {preset === 'custom' && (
        <CustomScopes chosen={custom} onChosen={(scopes) => onChoice({ ...choice, custom: scopes })} />
      )}
      {isMissing && (
        <div className={styles.below}>
          <FieldError>Choose at least one scope.</FieldError>
        </div>
      )}
    </fieldset>
  );
}

function CustomScopes({
  chosen,
  onChosen,
}: {
  readonly chosen: readonly ApiScope[];
  readonly onChosen: (scopes: readonly ApiScope[]) => void;
}): ReactNode {
  return (
    <div className={styles.custom}>
      {API_SCOPES.map((scope) => (
        <Checkbox
          key={scope}
          checked={chosen.includes(scope)}
          onChecked={(on) => onChosen(on ? [...chosen, scope] : chosen.filter((other) => other !== scope))}
          about={
            <>
              {sentence(SCOPES[scope])}
              {scope === 'rules:simulate' && (
                <span className={styles.caution}> Its results show what runs in production.</span>
              )}
            </>
          }
        >
          <code>{scope}</code>
        </Checkbox>
      ))}
    </div>
  );
}
