import { ConfigError } from '../../model/index.ts';

const MAX_CHARACTERS = 320;

/** The normalised address, used as a sign-in name. It is not checked that it can receive mail. */
export function checkEmail(text: string): string {
  const email = text.trim().normalize('NFC');
  if (email.length <= MAX_CHARACTERS && /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(email)) return email;
  const shown = email.replaceAll(/\p{C}/gu, '').slice(0, 100);
  throw new ConfigError(`\`${shown}\` is not an e-mail address; give one such as \`name@company.example\``);
}
