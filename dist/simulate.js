import { ENTRIES } from './lib/index.js';

await ENTRIES.simulate();
