import { later } from '../../async/timers/later.ts'
import { fromPortError } from '../../port/port-error.ts'
import { PageGoneError } from '../webrtc-errors.ts'
import type { HostMessage, WorkerMessage } from '../webrtc-message.ts'

const PING_INTERVAL_MS = 5000
/** Number of silent intervals after which the page counts as gone. */
const SILENT_INTERVALS = 3

/** Timeout of a request. A page answers quickly, but its browser may never report the end of an operation. */
const ANSWER_MS = 30_000

/** Receives the messages of one connection or channel. */
export interface LinkReceiver {
  receive: (message: HostMessage) => void
  /** called when the page is gone, with its connections */
  lost: (error: Error) => void
}

type Call = Extract<WorkerMessage, { call: number }>
/** Distributes `Omit` over the members of a union. */
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never

/** The worker's end of a port to a page that holds connections. Many connections and channels share one port. */
export class PageLink {
  readonly #port: MessagePort
  readonly #onClose: (byPage: boolean) => void
  readonly #calls = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  readonly #connections = new Map<number, LinkReceiver>()
  readonly #channels = new Map<number, LinkReceiver>()
  readonly #timer: ReturnType<typeof setInterval>
  readonly #answerMs: number
  #next = 1
  #silent = 0
  #open = true

  /**
   * Creates the link.
   *
   * @param onClose - called once, before the receivers learn that they are lost, with whether the page closed the link
   */
  constructor (
    port: MessagePort,
    { onClose = () => {}, pingIntervalMs = PING_INTERVAL_MS, answerMs = ANSWER_MS }: {
      onClose?: (byPage: boolean) => void
      pingIntervalMs?: number
      answerMs?: number
    } = {}
  ) {
    this.#port = port
    this.#answerMs = answerMs
    this.#onClose = onClose
    port.addEventListener('message', this.#onMessage)
    // Not in every browser. In the others the silence of the page reveals its end.
    port.addEventListener('close', this.close)
    port.start()

    // Counts intervals, not time: a machine that sleeps is not a silent page.
    this.#timer = setInterval(() => {
      if (++this.#silent > SILENT_INTERVALS) {
        this.close()
      } else {
        this.post({ type: 'ping' })
      }
    }, pingIntervalMs)
    ;(this.#timer as { unref?: () => void }).unref?.()
  }

  get open (): boolean {
    return this.#open
  }

  /** Returns a new number for a connection or a channel. It is odd; the page uses even numbers. */
  number (): number {
    this.#next += 2
    return this.#next
  }

  post (message: WorkerMessage, transfer: Transferable[] = []): void {
    if (this.#open) {
      this.#port.postMessage(message, transfer)
    }
  }

  /**
   * Sends a request to the page.
   *
   * @throws the page's error with its name, PageGoneError, or an error named TimeoutError
   */
  async call<T> (message: Without<Call, 'call'>): Promise<T> {
    if (!this.#open) {
      throw new PageGoneError()
    }

    const call = this.number()

    let stop = (): void => {}

    try {
      return await new Promise<T>((resolve, reject) => {
        stop = later(() => {
          reject(new DOMException('the page does not answer', 'TimeoutError'))
        }, this.#answerMs)
        this.#calls.set(call, { resolve: resolve as (value: unknown) => void, reject })
        this.post({ ...message, call } as Call)
      })
    } finally {
      stop()
      this.#calls.delete(call)
    }
  }

  connection (number: number, receiver: LinkReceiver): void {
    this.#keep(this.#connections, number, receiver)
  }

  channel (number: number, receiver: LinkReceiver): void {
    this.#keep(this.#channels, number, receiver)
  }

  forgetConnection (number: number): void {
    this.#connections.delete(number)
  }

  forgetChannel (number: number): void {
    this.#channels.delete(number)
  }

  /** Closes the link. The page then closes its connections. */
  readonly close = (): void => {
    this.#close(false)
  }

  #close (byPage: boolean): void {
    if (!this.#open) {
      return
    }

    this.post({ type: 'bye' })
    this.#open = false
    clearInterval(this.#timer)
    this.#port.removeEventListener('message', this.#onMessage)
    this.#port.removeEventListener('close', this.close)
    this.#port.close()
    this.#onClose(byPage)

    const error = new PageGoneError()
    this.#calls.forEach(({ reject }) => {
      reject(error)
    })
    this.#calls.clear() // channels first: their streams must end with the error before the connection ends them
    ;[...this.#channels.values(), ...this.#connections.values()].forEach(({ lost }) => {
      lost(error)
    })
    this.#channels.clear()
    this.#connections.clear()
  }

  #keep (receivers: Map<number, LinkReceiver>, number: number, receiver: LinkReceiver): void {
    if (this.#open) {
      receivers.set(number, receiver)
    } else {
      receiver.lost(new PageGoneError())
    }
  }

  readonly #onMessage = ({ data }: MessageEvent<HostMessage>): void => {
    this.#silent = 0

    switch (data.type) {
      case 'pong':
        break
      case 'bye':
        this.#close(true)
        break
      case 'answer': {
        const call = this.#calls.get(data.call)

        if (data.error == null) {
          call?.resolve(data.value)
        } else {
          call?.reject(fromPortError(data.error))
        }

        break
      }
      case 'state':
      case 'candidate':
      case 'candidate-error':
      case 'channel':
        this.#connections.get(data.connection)?.receive(data)
        break
      default:
        // If the receiver is gone, the message was on its way when it closed.
        this.#channels.get(data.channel)?.receive(data)
    }
  }
}
