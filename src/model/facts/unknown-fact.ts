/** Why a fact without a value leaves a rule undecided. */
export function unknownFact(fact: string, facts: object): string {
  const doubt = fact === 'operation.filter' && 'filterDoubt' in facts ? facts.filterDoubt : undefined;
  return typeof doubt === 'string' ? `\`${fact}\` is not known: ${doubt}` : `\`${fact}\` is not known`;
}
