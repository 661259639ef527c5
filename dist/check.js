const { ENTRIES } = require('./lib/index.cjs');

ENTRIES.check();
