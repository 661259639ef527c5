const STORED = 'querygate.theme';
export type Theme = 'light' | 'dark';

/** Applies the theme that the user chose in this browser; without a choice, the system's. */
export function applyTheme(): void {
  const stored = localStorage.getItem(STORED);
  if (stored === 'light' || stored === 'dark') document.documentElement.dataset['theme'] = stored;
}

/** Switches between light and dark, and remembers the choice in this browser. */
export function switchTheme(): void {
  const { dataset } = document.documentElement;
  const now = dataset['theme'] ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  const next: Theme = now === 'dark' ? 'light' : 'dark';
  dataset['theme'] = next;
  localStorage.setItem(STORED, next);
}
