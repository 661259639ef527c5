// Runs in a separate process, because Node.js reads NODE_EXTRA_CA_CERTS only at startup.
import { outcomeOf } from './outcome.ts';

process.stdout.write(JSON.stringify(await outcomeOf(process.env['BASE_URL'] ?? '', process.env)));
