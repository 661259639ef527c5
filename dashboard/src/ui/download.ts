/** Saves a text as a file on the user's machine. */
export function download(name: string, text: string, type = 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has started to read it; later it is garbage.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
