import { serveScratchDatabase } from '../../server/index.ts';

// The scratch database of `querygate record` where no PostgreSQL is installed. It ends with the process that started it.

const [, , path = ''] = process.argv;
process.stdin.resume().once('end', () => process.exit());
await serveScratchDatabase(path, (error) => {
  process.stderr.write(
    `the embedded PostgreSQL has ended: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(1);
});
process.stdout.write('ready\n');
