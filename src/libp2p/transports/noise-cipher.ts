import type { Uint8ArrayList } from 'uint8arraylist'

/** Encrypted or decrypted bytes, as @libp2p/noise represents them. */
export type Bytes = Uint8Array | Uint8ArrayList

/**
 * State of one direction of a connection after the handshake, as @libp2p/noise stores it (Noise Protocol Framework,
 * 5.1).
 */
export interface CipherState {
  k?: Uint8Array
  n: { assertValue: () => void; getBytes: () => Uint8Array; increment: () => void }
  encryptWithAd: (ad: Uint8Array, plaintext: Bytes) => Bytes
  decryptWithAd: (ad: Uint8Array, ciphertext: Bytes, dst?: Uint8Array) => Bytes
}

/** The part of WebCrypto that is used. */
export type Subtle = Pick<SubtleCrypto, 'importKey' | 'encrypt' | 'decrypt'>

/** Length of the authentication tag that ChaCha20-Poly1305 adds to a message. */
export const TAG_BYTES = 16

/**
 * Shorter messages are encrypted in JavaScript: the way to the browser's cipher and back costs 20 µs, in which
 * JavaScript encrypts 1 KiB.
 */
const MIN_NATIVE_BYTES = 2048

const NAME = 'ChaCha20-Poly1305'
const NOTHING = new Uint8Array()

/**
 * Encrypts or decrypts the messages of one direction of a connection. Long messages use the browser's ChaCha20-Poly1305
 * if it exists (draft "Modern Algorithms in the Web Cryptography API"): ten times as fast as JavaScript, and in another
 * thread. All others use @libp2p/noise. See docs/decisions/0006-noise-with-webcrypto.md.
 */
export class NoiseCipher {
  readonly #state: CipherState
  readonly #use: 'encrypt' | 'decrypt'
  readonly #subtle: Subtle
  #key: CryptoKey | undefined
  #isAsked = false

  constructor (state: CipherState, use: 'encrypt' | 'decrypt', subtle: Subtle = crypto.subtle) {
    this.#state = state
    this.#use = use
    this.#subtle = subtle
  }

  /**
   * Processes the next message. Nonces follow the order of the calls. The bytes are copied before this returns, so the
   * buffer may be reused.
   *
   * @returns a promise if the browser processes it
   * @throws if it cannot be decrypted, synchronously or by the promise
   */
  next (message: Uint8ArrayList): Bytes | Promise<Bytes> {
    const key = message.byteLength < MIN_NATIVE_BYTES ? undefined : this.#nativeKey()
    return key == null ? this.#here(message) : this.#natively(message, key)
  }

  async #natively (message: Uint8ArrayList, key: CryptoKey): Promise<Bytes> {
    const { n } = this.#state
    n.assertValue()
    // WebCrypto copies both before the call returns.
    const done = this.#subtle[this.#use](
      { name: NAME, iv: n.getBytes() as Uint8Array<ArrayBuffer>, additionalData: NOTHING } as AeadParams,
      key,
      message.subarray() as Uint8Array<ArrayBuffer>
    )
    n.increment()
    return new Uint8Array(await done)
  }

  #here (message: Uint8ArrayList): Bytes {
    if (this.#use === 'encrypt') {
      return this.#state.encryptWithAd(NOTHING, message)
    }

    // Decrypted in place.
    const bytes = message.subarray()
    return this.#state.decryptWithAd(NOTHING, bytes, bytes.subarray(0, -TAG_BYTES))
  }

  /** Returns the key for the browser's cipher; undefined until it is imported, and if there is no cipher. */
  #nativeKey (): CryptoKey | undefined {
    if (!this.#isAsked && this.#state.k != null) {
      this.#isAsked = true
      // The draft defines this format for raw keys; the type definitions know neither.
      const asked = this.#subtle.importKey(
        'raw-secret' as 'raw',
        this.#state.k as Uint8Array<ArrayBuffer>,
        NAME,
        false,
        [this.#use]
      )
      asked.then((key) => {
        this.#key = key
      }, () => {})
    }

    return this.#key
  }
}

/** Parameters of an AEAD cipher, as in the draft. */
type AeadParams = AesGcmParams
