/** Columns of the terminal. If standard output is not a terminal: COLUMNS, else 100. */
export function terminalWidth(): number {
  return process.stdout.columns || Number(process.env['COLUMNS']) || 100;
}
