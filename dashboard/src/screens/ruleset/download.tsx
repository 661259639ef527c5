import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { download } from '../../ui/download.ts';
import type { RulesetFiles } from './sides.ts';

export function DownloadRuleset({
  name,
  ruleset,
}: {
  /** The beginning of the name of the saved file. */
  readonly name: string;
  readonly ruleset: RulesetFiles;
}): ReactNode {
  return (
    <Button onClick={() => save(name, ruleset)}>
      <Download size={16} strokeWidth={1.5} aria-hidden="true" />
      Download
    </Button>
  );
}

/** Saves a single file as it is, and several as the JSON that activates them. */
function save(name: string, ruleset: RulesetFiles): void {
  const [file, ...others] = ruleset.files;
  if (file && others.length === 0) {
    const base = file.path.split('/').at(-1) ?? 'rules.yml';
    download(`${name}-${base}`, file.text, 'application/yaml');
  } else download(`${name}-ruleset.json`, `${JSON.stringify({ ruleset }, undefined, 2)}\n`, 'application/json');
}
