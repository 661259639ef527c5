const { ENTRIES } = require('./lib/index.cjs');

ENTRIES.record();
