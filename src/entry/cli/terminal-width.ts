/** Columns of the terminal. If the output is no terminal: COLUMNS, else 100. */
export function terminalWidth(): number {
  return process.stdout.columns || Number(process.env['COLUMNS']) || 100;
}
