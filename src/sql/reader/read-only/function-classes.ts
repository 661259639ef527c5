/** Names of functions by the reason why they only read. */
export type FunctionClasses = Readonly<Record<string, string>>;

/** The names of all classes. */
export function joined(...classes: readonly FunctionClasses[]): ReadonlySet<string> {
  return new Set(classes.flatMap((part) => Object.values(part).flatMap(words)));
}

export function words(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
