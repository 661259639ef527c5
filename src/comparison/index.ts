// Compares two rulesets by themselves: SQL that shows a difference, or a proof that there is none.
export { compareByThemselves } from './compare.ts';
