/** The variable in which GitHub's runner hands an input over: dashes are kept. */
export function inputVariable(name: string): string {
  return `INPUT_${name.replaceAll(' ', '_').toUpperCase()}`;
}
