import { useEffect, useState } from 'react';

/** Colours of charts, as the tokens of the current theme have them. */
export interface ChartColours {
  readonly quiet: string;
  readonly block: string;
  readonly warn: string;
  readonly unknown: string;
  readonly line: string;
  readonly text: string;
  readonly faint: string;
  readonly canvas: string;
}

const TOKENS: Readonly<Record<keyof ChartColours, string>> = {
  quiet: '--chart-quiet',
  block: '--chart-block',
  warn: '--chart-warn',
  unknown: '--chart-unknown',
  line: '--line',
  text: '--text-2',
  faint: '--text-3',
  canvas: '--canvas',
};

/** A canvas cannot use `light-dark()`, so the browser resolves each token on an element. */
function readColours(): ChartColours {
  const probe = document.createElement('span');
  document.body.append(probe);
  const colours = Object.entries(TOKENS).map(([name, token]) => {
    probe.style.color = `var(${token})`;
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  return Object.fromEntries(colours) as ChartColours;
}

/** The colours of charts. They change with the theme. */
export function useChartColours(): ChartColours {
  const [colours, setColours] = useState(readColours);
  useEffect(() => {
    const update = () => setColours(readColours());
    const system = matchMedia('(prefers-color-scheme: dark)');
    const choice = new MutationObserver(update);
    system.addEventListener('change', update);
    choice.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      system.removeEventListener('change', update);
      choice.disconnect();
    };
  }, []);
  return colours;
}
