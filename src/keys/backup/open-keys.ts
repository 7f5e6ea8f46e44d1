import { base64pad } from 'multiformats/bases/base64'
import { defineError } from '../../errors/define-error.ts'
import { ITERATIONS, sealingHeader, sealingKey } from './sealed-keys.ts'
import type { PrivateNamedKey, SealedKeys } from './sealed-keys.ts'

/** Thrown if decryption fails: the password is wrong, or the file was modified. */
export class WrongPasswordError extends defineError('WrongPasswordError') {
  constructor () {
    super('the keys do not open with this password')
  }
}

/**
 * Decrypts the result of {@link sealKeys}. The input may be any file: rejects unknown versions and algorithms, and
 * iteration counts that would keep the processor busy.
 *
 * @throws WrongPasswordError
 * @throws an Error if it has another format
 */
export async function openKeys (sealed: SealedKeys, password: string): Promise<PrivateNamedKey[]> {
  const { version, kdf, cipher, iterations } = sealed

  if (
    version !== 1 || kdf !== 'PBKDF2-HMAC-SHA-256' || cipher !== 'AES-256-GCM' || !Number.isInteger(iterations) ||
    iterations < ITERATIONS.least || iterations > ITERATIONS.most
  ) {
    throw new Error('the keys are sealed in a way that is not known here')
  }

  const [salt, iv, data] = [sealed.salt, sealed.iv, sealed.sealed].map((text) =>
    new Uint8Array(base64pad.baseDecode(text))
  )
  const key = await sealingKey(password, salt, iterations)
  const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: sealingHeader(sealed) }, key, data)
    .catch(() => {
      throw new WrongPasswordError()
    })
  const keys = JSON.parse(new TextDecoder().decode(opened)) as Array<{ name: string; key: string }>
  return keys.map(({ name, key }) => ({ name, key: base64pad.baseDecode(key) }))
}
