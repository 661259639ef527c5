import { ConfigError } from '../../model/index.ts';

const MOST_CHARACTERS = 320;

/** The address as it is stored and shown. Whether it can get mail nobody asks: it is a name to sign in with. */
export function checkEmail(text: string): string {
  const email = text.trim().normalize('NFC');
  if (email.length <= MOST_CHARACTERS && /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(email)) return email;
  const shown = email.replaceAll(/\p{C}/gu, '').slice(0, 100);
  throw new ConfigError(`\`${shown}\` is no e-mail address; give one such as \`name@company.example\``);
}
