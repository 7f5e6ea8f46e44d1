/**
 * Private keys encrypted with a password, and the parameters for decryption. PBKDF2 with HMAC-SHA-256 derives a key for
 * AES-256-GCM from the password (as UTF-8, in NFKC). The parameters are authenticated too, see {@link sealingHeader}.
 *
 * The plaintext is JSON, `[{"name": …, "key": …}, …]`, each key in base64 as `libp2p-protobuf-cleartext`. All bytes are
 * in base64.
 */
export interface SealedKeys {
  version: 1
  kdf: 'PBKDF2-HMAC-SHA-256'
  iterations: number
  /** 16 bytes. */
  salt: string
  cipher: 'AES-256-GCM'
  /** 12 bytes. */
  iv: string
  sealed: string
}

/** A private key and its name. */
export interface PrivateNamedKey {
  name: string
  /** In the format `KEY_FORMATS.protobuf`. */
  key: Uint8Array
}

/**
 * PBKDF2 iterations: the number for new backups (`made`), and the limits for backups that are opened. OWASP's password
 * storage cheat sheet recommends at least 600,000. The maximum limits the time that a forged file can take.
 */
export const ITERATIONS = { least: 600_000, made: 1_000_000, most: 20_000_000 }

/** Returns the additional authenticated data, so that the parameters cannot be weakened unnoticed. */
export function sealingHeader (
  { version, kdf, iterations, salt, cipher, iv }: Omit<SealedKeys, 'sealed'>
): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify([version, kdf, iterations, salt, cipher, iv]))
}

/** Derives the key from a password. It is not extractable. */
export async function sealingKey (
  password: string,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number
): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(password.normalize('NFKC'))
  const base = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveKey'])
  return await crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt']
  )
}
