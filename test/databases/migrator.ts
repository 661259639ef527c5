import { migrate } from '../../src/server/store/migrate.ts';
import { openDatabase } from '../../src/server/store/open.ts';

// A process that migrates a database, as a server does when it starts, and prints the applied files. The test kills it.
// Argument: the URL of the database.

const [url = ''] = process.argv.slice(2);
const db = await openDatabase({ url });
process.stdout.write((await migrate(db)).map((name) => `${name}\n`).join(''));
await db.close();
