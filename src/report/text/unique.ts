/** Makes texts unique. The first of several equal ones stays as it is; the others get a number that no other has. */
export function uniqueTexts(
  texts: readonly string[],
  numbered: (text: string, number: number) => string,
): readonly string[] {
  const seen = new Map<string, number>();
  return texts.map((text) => {
    let unique = text;
    let next = seen.get(text) ?? 1;
    while (seen.has(unique)) unique = numbered(text, ++next);
    seen.set(unique, 1);
    seen.set(text, next);
    return unique;
  });
}
