/** A mistake in a condition. `offset` counts UTF-16 code units from the start of its text. */
export class ConditionProblem extends Error {
  override readonly name = 'ConditionProblem';
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}
