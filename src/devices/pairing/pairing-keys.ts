import { base64url } from 'multiformats/bases/base64'
import { deriveBytes, deriveKey } from '../records/sealed.ts'

/** PBKDF2 rounds (OWASP Password Storage Cheat Sheet, for SHA-256). One guess of a code costs as much. */
const ROUNDS = 600_000

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const

/** Messages of a pairing, in order. Each has a mailbox of its own. */
export const PAIRING_STEPS = ['offer', 'answer', 'accept'] as const

export type PairingStep = typeof PAIRING_STEPS[number]

/** Secrets that follow from a code. */
export interface CodeSecrets {
  stretched: Uint8Array<ArrayBuffer>
  /** seeds of the Ed25519 keys that sign the messages */
  seeds: Record<PairingStep, Uint8Array>
  /** encrypts offer and answer */
  key: CryptoKey
}

/** Derives the secrets of a code, slowly. */
export async function codeSecrets (code: string, rounds = ROUNDS): Promise<CodeSecrets> {
  const bytes = new TextEncoder().encode(code)
  const base = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveBits'])
  const salt = new TextEncoder().encode('swipfs devices 1 pairing')
  const stretched = new Uint8Array(
    await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds }, base, 256)
  )
  const [offer, answer, accept] = await Promise.all(
    PAIRING_STEPS.map(async (step) => await deriveBytes(stretched, `mailbox ${step}`))
  )
  return { stretched, seeds: { offer, answer, accept }, key: await deriveKey(stretched, 'messages') }
}

/** Makes a key pair for one pairing. */
export async function createAgreement (): Promise<CryptoKeyPair> {
  return await crypto.subtle.generateKey(CURVE, false, ['deriveBits'])
}

export async function publicKeyText ({ publicKey }: Pick<CryptoKeyPair, 'publicKey'>): Promise<string> {
  return base64url.baseEncode(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)))
}

/**
 * Derives the secret of a pair. Reading the messages later and guessing the code does not give it.
 *
 * @param transcript - hash of the exchanged messages
 * @throws an Error for a malformed public key
 */
export async function agreeOnSecret (
  { privateKey }: Pick<CryptoKeyPair, 'privateKey'>,
  { other, stretched, transcript }: { other: string; stretched: Uint8Array; transcript: string }
): Promise<Uint8Array<ArrayBuffer>> {
  const theirs = Uint8Array.from(base64url.baseDecode(other))
  const publicKey = await crypto.subtle.importKey('raw', theirs, CURVE, false, [])
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: publicKey }, privateKey, 256)
  return await deriveBytes(Uint8Array.from([...new Uint8Array(shared), ...stretched]), `pair ${transcript}`)
}

/** Returns the hash of a message as text. */
export async function messageHash (message: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(message))
  return base64url.baseEncode(new Uint8Array(hash))
}

/** Returns the ID of the pair with a secret. */
export async function pairId (secret: Uint8Array<ArrayBuffer>): Promise<string> {
  return base64url.baseEncode((await deriveBytes(secret, 'id')).subarray(0, 16))
}
