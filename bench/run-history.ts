import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchHistory } from './history.ts';

// Prints ratios of whole-process CPU seconds, measured in one run. It never fails because of slow times.
// `npm run bench -- history --size 1g` (of each generated log) `--cli <path>` (of another build).

const UNITS: Readonly<Record<string, number>> = { m: 2 ** 20, g: 2 ** 30 };

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '1g' },
    cli: { type: 'string', default: join(import.meta.dirname, '../dist/cli.js') },
  },
});
// npm scripts put the Node.js of the development dependencies first on the PATH; users have the system's.
const node = process.env['QUERYGATE_BENCH_NODE'] ?? 'node';

benchHistory({ cli: values.cli, node, size: sizeOf(values.size) });

function sizeOf(text: string): number {
  const [, digits, unit = ''] = /^(\d{1,6})([mg])$/i.exec(text) ?? [];
  const bytes = Number(digits) * (UNITS[unit.toLowerCase()] ?? Number.NaN);
  if (Number.isNaN(bytes))
    throw new Error(`\`--size ${text}\` is not a valid size: use a form like \`512m\` or \`1g\``);
  return bytes;
}
