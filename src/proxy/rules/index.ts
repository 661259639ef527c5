// Where the rules of the proxy come from.
export { FileRules, type RulePlace } from './file-rules.ts';
export { ServiceRules, type ServiceRulesOptions } from './service-rules.ts';
