// A process of its own: whom Node.js trusts is settled when it starts.
import { outcomeOf } from './outcome.ts';

process.stdout.write(JSON.stringify(await outcomeOf(process.env['BASE_URL'] ?? '', process.env)));
