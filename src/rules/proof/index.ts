// What conditions can and cannot be true of, decided without SQL. Not part of src/rules/index.ts: no check needs it.
export { answerFor, valueOfFact } from './answers.ts';
export { Conditions, type Loosening, loosenings, type Surroundings } from './loosening.ts';
export { OutOfSteps, SearchBudget } from './worlds.ts';
