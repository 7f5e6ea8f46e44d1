/**
 * Private keys behind a password, with all that is needed besides it to open them: a key of AES-256-GCM is derived from the password
 * (as UTF-8, in NFKC) by PBKDF2 with HMAC-SHA-256; the text before `sealed`, as {@link sealingHeader} writes it, is authenticated too.
 * Inside is JSON, `[{"name": …, "key": …}, …]`, each key in base64 as `libp2p-protobuf-cleartext`. All bytes are in base64.
 */
export interface SealedKeys {
  version: 1
  kdf: 'PBKDF2-HMAC-SHA-256'
  iterations: number
  /** 16 bytes */
  salt: string
  cipher: 'AES-256-GCM'
  /** 12 bytes */
  iv: string
  sealed: string
}

/** A private key and its name. */
export interface PrivateNamedKey {
  name: string
  /** as `KEY_FORMATS.protobuf` */
  key: Uint8Array
}

/** OWASP's password storage cheat sheet asks for 600,000 at least. */
export const ITERATIONS = { least: 600_000, made: 1_000_000, most: 20_000_000 }

/** What is authenticated besides the keys: nobody makes it weaker unseen. */
export function sealingHeader ({ version, kdf, iterations, salt, cipher, iv }: Omit<SealedKeys, 'sealed'>): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify([version, kdf, iterations, salt, cipher, iv]))
}

/** The key of a password. It cannot be read out. */
export async function sealingKey (password: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(password.normalize('NFKC'))
  const base = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveKey'])
  return await crypto.subtle.deriveKey({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}
