import { Check, Copy } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from './button.tsx';

/** Copies a text to the clipboard and says so. */
export function CopyButton({
  text,
  children = 'Copy',
  small = true,
}: {
  readonly text: string;
  readonly children?: ReactNode;
  readonly small?: boolean;
}): ReactNode {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), 2_000);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      // Browsers that do not trust the address have no clipboard.
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      setState('failed');
    }
  };
  const Icon = state === 'copied' ? Check : Copy;
  return (
    <Button small={small} onClick={() => void copy()}>
      <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
      <span aria-live="polite">
        {state === 'copied' ? 'Copied' : state === 'failed' ? 'Select and copy by hand' : children}
      </span>
    </Button>
  );
}
