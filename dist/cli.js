#!/usr/bin/env node
import { ENTRIES } from './lib/index.js';

await ENTRIES.cli();
