// Finds SQL to write instead of what a rule reports: the templates of the rules, filled, laid out and judged again.
export { applyFix, FixFinder, type FixSite, type JudgedVersion } from './find.ts';
