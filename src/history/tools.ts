import type { CollectTools } from './collect-part.ts';
import { findFormat } from './formats.ts';
import { openInput } from './open-input.ts';
import { createFactReader } from './shape/fact-reader.ts';

/** All that reading logs needs. Heavy: to be loaded when there are logs to read. */
export const TOOLS: CollectTools = { openInput, findFormat, createFactReader };
