const COLON = 0x3a;
const T = 0x54;

/**
 * Whether a line is the first of the three that a server writes when it opens a log (at its start, and after FLUSH LOGS):
 * `/usr/sbin/mysqld, Version: 8.4.6 (MySQL Community Server - GPL). started with:`.
 */
export function isBanner(bytes: Buffer, start: number, end: number): boolean {
  if (bytes[end - 1] !== COLON || end - start > 1000) return false;
  return /, Version: .*\. started with:$/.test(bytes.toString('latin1', start, end));
}

/** Whether it is the second: `Tcp port: 3306  Unix socket: /run/mysqld.sock`, `TCP Port: 3306, Named Pipe: MySQL`. */
export function isBannerPort(bytes: Buffer, start: number, end: number): boolean {
  return bytes[start] === T && /^tcp port: \d/i.test(bytes.toString('latin1', start, Math.min(end, start + 16)));
}

/** Whether it is the third: `Time                 Id Command    Argument`, with tabs in MariaDB. */
export function isBannerColumns(bytes: Buffer, start: number, end: number): boolean {
  if (bytes[start] !== T || end - start > 100) return false;
  return /^Time\s+Id\s+Command\s+Argument\s*$/.test(bytes.toString('latin1', start, end));
}
