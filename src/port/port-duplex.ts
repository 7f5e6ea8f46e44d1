import { PortCalls } from './port-calls.ts'
import { PortClosedError } from './port-error.ts'
import { ownBytes } from './port-message.ts'
import { serveCalls } from './serve-calls.ts'
import type { PortValue } from './serve-calls.ts'

export interface DuplexPorts {
  /** port of received bytes */
  incoming: MessagePort
  /** port of sent bytes */
  outgoing: MessagePort
}

/** A chunk that waits for its reader. */
interface Given {
  bytes: Uint8Array
  taken: () => void
  refused: (reason: Error) => void
}

/**
 * One end of a byte stream in both directions between a page and a worker. Each direction has a port with the window of
 * `PortCalls`, so a slow reader slows the writer down. The directions end independently; if one end disappears, both
 * end.
 */
export class PortDuplex {
  readonly #calls: PortCalls
  readonly #closeOutgoing: () => void
  #given: Given | undefined
  #wake = (): void => {}
  #end: { error?: Error } | undefined
  #isRead = false
  #isWritten = false

  constructor ({ incoming, outgoing }: DuplexPorts) {
    this.#calls = new PortCalls(incoming)
    this.#closeOutgoing = serveCalls(outgoing, { read: () => this.#outgoing() }, {
      onClose: () => {
        this.#finish(new PortClosedError())
      }
    })
  }

  /**
   * Yields what the other end writes, until its end. Can be read once.
   *
   * @throws the reason of the other end's abort, or PortClosedError
   */
  async *chunks (): AsyncGenerator<Uint8Array> {
    try {
      yield* this.#calls.stream<Uint8Array>('read', undefined)
    } finally {
      this.#isRead = true
      this.#closeIfDone()
    }
  }

  /**
   * Resolves when the bytes are on their way. Only one write at a time.
   *
   * @throws the reason why they will not be read
   */
  async write (bytes: Uint8Array): Promise<void> {
    if (this.#end != null) {
      throw this.#end.error ?? new Error('the writable side is closed')
    }

    await new Promise<void>((resolve, reject) => {
      this.#given = { bytes, taken: resolve, refused: reject }
      this.#wake()
    })
  }

  /** Ends the sending direction. */
  closeWrite (): void {
    this.#finish()
  }

  /** Ends both directions; the other end gets the reason. */
  abort (reason: Error): void {
    this.#finish(reason)
    this.#calls.close()
    // The message with the reason is posted first.
    setTimeout(this.#closeOutgoing)
  }

  #finish (error?: Error): void {
    this.#end ??= error == null ? {} : { error }
    this.#given?.refused(this.#end.error ?? new Error('the writable side is closed'))
    this.#given = undefined
    this.#wake()
  }

  async *#outgoing (): AsyncGenerator<PortValue> {
    try {
      for (;;) {
        const given = this.#given

        if (given != null) {
          const value = ownBytes(given.bytes)
          // If the reader leaves at this point, the chunk counts as refused.
          yield { value, bytes: value.byteLength, transfer: [value.buffer] }
          this.#given = undefined
          given.taken()
        } else if (this.#end != null) {
          break
        } else {
          await new Promise<void>((resolve) => {
            this.#wake = resolve
          })
        }
      }

      if (this.#end.error != null) {
        throw this.#end.error
      }
    } finally {
      this.#finish(new Error('the other end has stopped reading'))
      this.#isWritten = true
      // After the message that reports it.
      setTimeout(() => {
        this.#closeIfDone()
      })
    }
  }

  #closeIfDone (): void {
    if (this.#isRead && this.#isWritten) {
      this.#calls.close()
      this.#closeOutgoing()
    }
  }
}
