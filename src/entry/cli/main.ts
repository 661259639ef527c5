import { runClient } from './program.ts';

// The client as a program that runs from its sources. src/entry/client-bundle.ts is the start of the one that is built.

await runClient();
