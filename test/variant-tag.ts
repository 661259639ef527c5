/** The tag of tests that `npm run test:all` leaves out: variants of tests that always run. */
export const VARIANT = { name: 'variant', description: 'Variants of tests that always run: `npm run full` runs them.' };
