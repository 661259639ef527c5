/** The environment variable in which GitHub's runner passes an input. Dashes are kept. */
export function inputVariable(name: string): string {
  return `INPUT_${name.replaceAll(' ', '_').toUpperCase()}`;
}
