#!/usr/bin/env node
const { ENTRIES } = require('./lib/index.cjs');

ENTRIES.cli();
