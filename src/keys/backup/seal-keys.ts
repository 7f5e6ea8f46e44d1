import { base64pad } from 'multiformats/bases/base64'
import { ITERATIONS, sealingHeader, sealingKey } from './sealed-keys.ts'
import type { PrivateNamedKey, SealedKeys } from './sealed-keys.ts'

/** The minimum length of a password (NIST SP 800-63B, section 3.1.1.2). Shorter ones can be found by brute force. */
export const MIN_PASSWORD_CHARS = 8

/**
 * Encrypts private keys with a password.
 *
 * @throws an Error if the password is too short
 */
export async function sealKeys (keys: readonly PrivateNamedKey[], password: string): Promise<SealedKeys> {
  if ([...password].length < MIN_PASSWORD_CHARS) {
    throw new Error(`the password needs ${MIN_PASSWORD_CHARS} characters at least`)
  }

  const salt = crypto.getRandomValues(new Uint8Array(16))
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const header = {
    version: 1,
    kdf: 'PBKDF2-HMAC-SHA-256',
    iterations: ITERATIONS.made,
    salt: base64pad.baseEncode(salt),
    cipher: 'AES-256-GCM',
    iv: base64pad.baseEncode(iv)
  } as const
  const text = JSON.stringify(keys.map(({ name, key }) => ({ name, key: base64pad.baseEncode(key) })))
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: sealingHeader(header) },
    await sealingKey(password, salt, header.iterations),
    new TextEncoder().encode(text)
  )

  return { ...header, sealed: base64pad.baseEncode(new Uint8Array(sealed)) }
}
