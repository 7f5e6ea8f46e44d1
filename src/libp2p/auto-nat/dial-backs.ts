import type { Stream } from '@libp2p/interface'
import { timeLimit } from '../../async/signals/time-limit.ts'
import { readFrame } from '../streams/read-frame.ts'
import { withStream } from '../streams/with-stream.ts'
import { MAX_DIAL_BACK_BYTES } from './auto-nat-v2-message.ts'
import { NONCE_BYTES, readDialBack, writeDialBackResponse } from './auto-nat-v2-wire.ts'

/** go-libp2p `p2p/protocol/autonatv2`, `dialBackStreamTimeout` */
const STREAM_MS = 5000

/**
 * Pending nonces, and those that came back on a connection that the peer opened. A nonce is a secret, so only the asked
 * peer can return it.
 */
export class DialBacks {
  readonly #waiting = new Map<string, () => void>()

  /** @returns a fresh nonce, a promise that resolves when it comes back, and a function that forgets it */
  expect (): { nonce: Uint8Array; came: Promise<void>; forget: () => void } {
    const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
    const key = nonce.join()
    const came = new Promise<void>((resolve) => {
      this.#waiting.set(key, resolve)
    })
    return {
      nonce,
      came,
      forget: () => {
        this.#waiting.delete(key)
      }
    }
  }

  /** Handles the stream of a peer that dialled back. Never rejects. */
  async take (stream: Stream): Promise<void> {
    await withStream(stream, timeLimit(STREAM_MS), async () => {
      const nonce = readDialBack(await readFrame(stream, MAX_DIAL_BACK_BYTES))
      const taken = this.#waiting.get(nonce?.join() ?? '')

      if (taken == null) {
        throw new Error('unknown nonce')
      }

      taken()
      stream.send(writeDialBackResponse())
    }).catch(() => {}) // the peer notices the reset of the stream
  }
}
