import { ownBytes } from './own-bytes.ts'
import { PortCalls } from './port-calls.ts'
import { PortClosedError } from './port-closed-error.ts'
import { serveCalls } from './serve-calls.ts'
import type { PortValue } from './serve-calls.ts'

export interface DuplexPorts {
  /** what comes */
  incoming: MessagePort
  /** what goes */
  outgoing: MessagePort
}

/** A chunk that waits for its reader. */
interface Given {
  bytes: Uint8Array
  taken: () => void
  refused: (reason: Error) => void
}

/**
 * One end of bytes both ways between a page and a worker: over two ports, each of which carries one way with the window
 * of `PortCalls`, so a slow reader holds its writer up. Each way ends for itself; who goes without a word ends both.
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
   * What the other end writes, until it has written all; to be read once. @throws what the other end was aborted with;
   * PortClosedError
   */
  async *chunks (): AsyncGenerator<Uint8Array> {
    try {
      yield* this.#calls.stream<Uint8Array>('read', undefined)
    } finally {
      this.#isRead = true
      this.#closeIfDone()
    }
  }

  /** Resolves when it is on its way. One at a time. @throws why it will not be read */
  async write (bytes: Uint8Array): Promise<void> {
    if (this.#end != null) {
      throw this.#end.error ?? new Error('all has been written')
    }

    await new Promise<void>((resolve, reject) => {
      this.#given = { bytes, taken: resolve, refused: reject }
      this.#wake()
    })
  }

  /** Nothing more is written. */
  closeWrite (): void {
    this.#finish()
  }

  /** Ends both ways; the other end hears why. */
  abort (reason: Error): void {
    this.#finish(reason)
    this.#calls.close()
    // what says why is posted before
    setTimeout(this.#closeOutgoing)
  }

  #finish (error?: Error): void {
    this.#end ??= error == null ? {} : { error }
    this.#given?.refused(this.#end.error ?? new Error('all has been written'))
    this.#given = undefined
    this.#wake()
  }

  async *#outgoing (): AsyncGenerator<PortValue> {
    try {
      for (;;) {
        const given = this.#given

        if (given != null) {
          const value = ownBytes(given.bytes)
          // who stops reading now leaves it refused
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
      this.#finish(new Error('the other end reads no more'))
      this.#isWritten = true
      // behind the word that says so
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
