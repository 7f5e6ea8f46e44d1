import type { Uint8ArrayList } from 'uint8arraylist'

/** As @libp2p/noise has what it sealed or opened. */
export type Bytes = Uint8Array | Uint8ArrayList

/** The state of one direction of a connection behind the handshake, as @libp2p/noise keeps it (Noise Protocol Framework, 5.1). */
export interface CipherState {
  k?: Uint8Array
  n: { assertValue: () => void, getBytes: () => Uint8Array, increment: () => void }
  encryptWithAd: (ad: Uint8Array, plaintext: Bytes) => Bytes
  decryptWithAd: (ad: Uint8Array, ciphertext: Bytes, dst?: Uint8Array) => Bytes
}

/** The part of WebCrypto that is used. */
export type Subtle = Pick<SubtleCrypto, 'importKey' | 'encrypt' | 'decrypt'>

/** What ChaCha20-Poly1305 adds to a message. */
export const TAG_BYTES = 16

/** Shorter ones cost more on their way to the browser's cipher and back than here: 20 µs each, in which JavaScript does 1 KiB. */
const MIN_NATIVE_BYTES = 2048

const NAME = 'ChaCha20-Poly1305'
const NOTHING = new Uint8Array()

/**
 * Seals or opens the messages of one direction of a connection: long ones by the browser's own ChaCha20-Poly1305 where it has that (the draft
 * "Modern Algorithms in the Web Cryptography API"), ten times as fast as in JavaScript and in a thread of its own, the others by @libp2p/noise.
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
   * The next message, sealed or opened; they count in the order of the calls. Its bytes are as it left them when they are asked for, and may be
   * written over then.
   *
   * @returns a promise of it where the browser does it
   * @throws where it cannot be opened, at once or by the promise
   */
  next (message: Uint8ArrayList): Bytes | Promise<Bytes> {
    const key = message.byteLength < MIN_NATIVE_BYTES ? undefined : this.#nativeKey()
    return key == null ? this.#here(message) : this.#natively(message, key)
  }

  async #natively (message: Uint8ArrayList, key: CryptoKey): Promise<Bytes> {
    const { n } = this.#state
    n.assertValue()
    // both are copied before the call returns
    const done = this.#subtle[this.#use]({ name: NAME, iv: n.getBytes() as Uint8Array<ArrayBuffer>, additionalData: NOTHING } as AeadParams, key, message.subarray() as Uint8Array<ArrayBuffer>)
    n.increment()
    return new Uint8Array(await done)
  }

  #here (message: Uint8ArrayList): Bytes {
    if (this.#use === 'encrypt') {
      return this.#state.encryptWithAd(NOTHING, message)
    }

    // opened where it lies
    const bytes = message.subarray()
    return this.#state.decryptWithAd(NOTHING, bytes, bytes.subarray(0, -TAG_BYTES))
  }

  /** The key as the browser's cipher takes it; undefined until it is there, and where there is no such cipher. */
  #nativeKey (): CryptoKey | undefined {
    if (!this.#isAsked && this.#state.k != null) {
      this.#isAsked = true
      // the draft names this format for a key that is bytes; types know of neither
      const asked = this.#subtle.importKey('raw-secret' as 'raw', this.#state.k as Uint8Array<ArrayBuffer>, NAME, false, [this.#use])
      asked.then((key) => { this.#key = key }, () => {})
    }

    return this.#key
  }
}

/** Of the draft, for a cipher that signs too. */
type AeadParams = AesGcmParams
