// Writes every generated file. With --check it writes nothing, lists the outdated files, and fails if there are any.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { productModule } from './generate-product.ts';

const check = process.argv.includes('--check');
const product = fileURLToPath(new URL('../src/model/product.ts', import.meta.url));
// Written first, since the other generators read it.
if (!check) writeFileSync(product, productModule());

const { generatedFiles, ROOT, staleFiles } = await import('./generated-files.ts');

function onDisk(path: string): string | undefined {
  try {
    return readFileSync(join(ROOT, path), 'utf8');
  } catch {
    return undefined;
  }
}

const files = generatedFiles();
const stale = staleFiles(files);
const different = [...files].filter(([path, text]) => onDisk(path) !== text);
if (!check) {
  for (const path of stale) rmSync(join(ROOT, path));
  for (const [path, text] of different) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), text);
  }
}
for (const path of [...stale, ...different.map(([name]) => name)]) {
  process.stdout.write(check ? `${path} is outdated: run \`npm run generate\`\n` : `${path}\n`);
}
if (check) {
  process.stdout.write(`${files.size} generated files compared\n`);
  if (stale.length + different.length > 0) process.exitCode = 1;
}
