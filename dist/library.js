const { ENTRIES } = require('./lib/index.cjs');

exports.check = async (...given) => (await ENTRIES.library()).check(...given);
exports.rules = async (...given) => (await ENTRIES.library()).rules(...given);
