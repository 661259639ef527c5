import { ENTRIES } from './lib/index.js';

export const check = async (...given) => (await ENTRIES.library()).check(...given);
export const rules = async (...given) => (await ENTRIES.library()).rules(...given);
