import { X509Certificate } from 'node:crypto';
import { type FSWatcher, readFileSync, watch } from 'node:fs';
import { dirname } from 'node:path';
import { createSecureContext, type SecureContext } from 'node:tls';
import { ConfigError } from '../../model/index.ts';

/** OpenSSL's: a client could ask for handshakes again and again. Node.js does not name it. */
const NO_RENEGOTIATION = 1 << 30;

/** PEM files. */
export interface CertificateFiles {
  readonly certificate: string;
  readonly key: string;
}

/** What TLS with clients needs. */
export interface ClientTls {
  readonly context: SecureContext;
  /** DER: some logins are bound to it. */
  readonly certificate: Buffer;
}

/** The certificate that clients see. It is read again when a file changes, and on demand. */
export class Certificate {
  #current: ClientTls;
  readonly #files: CertificateFiles;
  readonly #failed: (reason: string) => void;
  readonly #watchers: readonly FSWatcher[];
  #timer: NodeJS.Timeout | undefined;

  /**
   * Raises ConfigError for files that cannot be used.
   *
   * @param failed called with the reason if changed files cannot be used; the old certificate then stays
   */
  constructor(files: CertificateFiles, failed: (reason: string) => void) {
    this.#files = files;
    this.#failed = failed;
    this.#current = load(files);
    // Folders: certificates are often replaced by renaming a file or a link.
    const folders = new Set([dirname(files.certificate), dirname(files.key)]);
    this.#watchers = [...folders].map((folder) => watch(folder, { persistent: false }, () => this.#soon()));
  }

  get current(): ClientTls {
    return this.#current;
  }

  reload(): void {
    try {
      this.#current = load(this.#files);
    } catch (error) {
      this.#failed(error instanceof Error ? error.message : String(error));
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers) watcher.close();
  }

  /** Both files change, one after the other. */
  #soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.reload(), 500).unref();
  }
}

function load({ certificate, key }: CertificateFiles): ClientTls {
  const [cert, secret] = [read(certificate), read(key)];
  try {
    return {
      context: createSecureContext({ cert, key: secret, minVersion: 'TLSv1.2', secureOptions: NO_RENEGOTIATION }),
      certificate: new X509Certificate(cert).raw,
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`the certificate \`${certificate}\` with the key \`${key}\` cannot be used: ${reason}`);
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError(`\`${path}\` cannot be read (${(error as NodeJS.ErrnoException).code ?? error})`);
  }
}
