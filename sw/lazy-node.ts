import { isBlobResponse } from '../src/http/blob-response.ts'
import type { IpfsNode } from '../src/node/ipfs-node.ts'

/**
 * The node of this worker: opened by the first request that needs it, shared by all, and given up when another version has
 * taken over, so that its repo is free for the new worker as soon as the last answer is out.
 */
export class LazyNode {
  readonly #open: () => Promise<IpfsNode>
  #node: Promise<IpfsNode> | undefined
  #inUse = 0
  #retired = false

  constructor (open: () => Promise<IpfsNode>) {
    this.#open = open
  }

  /** Runs a request with the node; it counts as in use until the body of its response has ended. */
  async use (work: (open: () => Promise<IpfsNode>) => Promise<Response>): Promise<Response> {
    this.#inUse++

    try {
      const response = await work(async () => await this.#get())

      if (!isBlobResponse(response)) {
        return tracked(response, () => { this.#done() })
      }

      this.#done()
      return response
    } catch (err) {
      this.#done()
      throw err
    }
  }

  /** how many requests are being answered, bodies included */
  get inUse (): number {
    return this.#inUse
  }

  /** Stops the node once nobody uses it any more. A later request opens it again. */
  retire (): void {
    this.#retired = true
    this.#stopWhenIdle()
  }

  /** A failed opening (storage refused, another version still at work) is tried again by the next request. */
  async #get (): Promise<IpfsNode> {
    this.#node ??= this.#open().catch((err: unknown) => {
      this.#node = undefined
      throw err
    })

    return await this.#node
  }

  #done (): void {
    this.#inUse--
    this.#stopWhenIdle()
  }

  #stopWhenIdle (): void {
    if (this.#retired && this.#inUse === 0 && this.#node != null) {
      const node = this.#node
      this.#node = undefined
      // a node that did not open needs no stop
      node.then(async (node) => { await node.stop() }, () => {})
    }
  }
}

/** The same response; `done` runs once, when its body was read to the end, broke or was cancelled. */
function tracked (response: Response, done: () => void): Response {
  if (response.body == null) {
    done()
    return response
  }

  const reader = response.body.getReader()

  const body = new ReadableStream<Uint8Array>({
    async pull (controller) {
      try {
        const { done: ended, value } = await reader.read()

        if (ended) {
          done()
          controller.close()
        } else {
          controller.enqueue(value)
        }
      } catch (err) {
        done()
        controller.error(err)
      }
    },

    async cancel (reason) {
      done()
      await reader.cancel(reason)
    }
  }, { highWaterMark: 0 })

  return new Response(body, response)
}
