// The pictures of the docs: the files in docs/images, and the text that is kept beside each.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOP } from '../../test/e2e/packaged.ts';

const IMAGES = join(TOP, 'docs', 'images');

/** The screen of the dashboard that each picture shows, by the picture's name. */
export const DASHBOARD_PICTURES = {
  'dashboard-keys': 'keys',
  'dashboard-queries': 'queries',
  'dashboard-ruleset': 'ruleset?view=versions',
} as const;

/** @param name name of the picture's files, without the extension */
export function pictureFile(name: string): string {
  return join(IMAGES, `${name}.png`);
}

function textFile(name: string): string {
  return join(IMAGES, `${name}.txt`);
}

/** The text that was kept when the picture was rendered. */
export function keptText(name: string): string {
  return readFileSync(textFile(name), 'utf8');
}

export function keepText(name: string, text: string): void {
  writeFileSync(textFile(name), text);
}
