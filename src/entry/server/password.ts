import { StringDecoder } from 'node:string_decoder';
import { ConfigError } from '../../model/index.ts';

/** Bytes read from standard input for a password. */
const MAX_BYTES = 8192;

/** Streams to read a password from and to prompt on. */
export interface Terminal {
  readonly stdin: NodeJS.ReadStream;
  readonly stderr: NodeJS.WritableStream;
}

/**
 * Reads a new password: the first line of standard input, or typed twice on the terminal without echo. It is never an
 * argument, since every process on the machine can read those. Raises ConfigError.
 */
export async function newPassword(
  { passwordStdin = false }: { readonly passwordStdin?: boolean },
  terminal: Terminal = process,
): Promise<string> {
  if (passwordStdin) return firstLine(terminal.stdin);
  if (!terminal.stdin.isTTY)
    throw new ConfigError(
      'no terminal to read the password from; give `--password-stdin` and pipe the password to standard input',
    );
  const first = await readTyped('password: ', terminal);
  const second = await readTyped('again: ', terminal);
  if (first !== second) throw new ConfigError('the two passwords differ; nothing was changed, run this again');
  return first;
}

async function firstLine(stdin: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdin) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES)
      throw new ConfigError('standard input is too long for a password; give the password alone, on one line');
    chunks.push(chunk);
  }
  const [line = '', ...rest] = Buffer.concat(chunks).toString().split(/\r?\n/);
  if (rest.some((each) => each !== ''))
    throw new ConfigError('standard input holds more than one line; give the password alone');
  return line;
}

function readTyped(prompt: string, { stdin, stderr }: Terminal): Promise<string> {
  const decoder = new StringDecoder('utf8');
  return new Promise((resolve, reject) => {
    let text = '';
    const done = (settle: () => void) => {
      stdin.off('data', read).off('end', cancel).setRawMode(false).pause();
      stderr.write('\n');
      settle();
    };
    const cancel = () => done(() => reject(new ConfigError('no password was given; nothing was changed')));
    const read = (chunk: Buffer) => {
      for (const character of decoder.write(chunk)) {
        if (character === '\r' || character === '\n') return done(() => resolve(text));
        // Ctrl-C, Ctrl-D.
        if (character === '\u0003' || character === '\u0004') return cancel();
        if (character === '\u007f' || character === '\b') text = [...text].slice(0, -1).join('');
        else if (character >= ' ') text += character;
      }
    };
    stderr.write(prompt);
    stdin.setRawMode(true).resume();
    stdin.on('data', read).on('end', cancel);
  });
}
