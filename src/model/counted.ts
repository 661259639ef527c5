/** `1 rule`, `2 rules`, `1,204 calls`. */
export function counted(n: number, noun: string, many = `${noun}s`): string {
  return `${n.toLocaleString('en')} ${n === 1 ? noun : many}`;
}
