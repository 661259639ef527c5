import { createFactReader, shareReadings } from '../../traffic/index.ts';
import { openInput } from '../input/open.ts';
import { findFormat } from '../sources/formats.ts';
import type { CollectTools } from './part.ts';

/** Everything that reading logs needs. Heavy: load it only if there are logs to read. */
export const COLLECT_TOOLS: CollectTools = {
  openInput,
  findFormat,
  createFactReader: (dialect, shared) => createFactReader(dialect, undefined, shared),
  shareReadings,
};
