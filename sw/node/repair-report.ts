import type { ForgetRepairsAnswer, LackingPin, RepairsAnswer } from '../../src/client/protocol/messages.ts'
import type { IpfsNode } from '../../src/node/interface/ipfs-node.ts'
import { incompletePins } from '../../src/node/maintenance/incomplete-pins.ts'
import type { LazyNode } from './lazy-node.ts'

/** Maximum number of pins that are listed; only the count of further ones is reported. */
const NAMED_MAX = 50

/**
 * Reports to pages which data of the node the browser lost, and which pins are incomplete since then. Walks the pins
 * once, on request.
 */
export class RepairReport {
  readonly #node: Pick<LazyNode, 'hold'>
  #lacking: LackingPin[] = []
  #lackingCount = 0
  #look: { stop: AbortController; ended: boolean } | undefined

  constructor (node: Pick<LazyNode, 'hold'>) {
    this.#node = node
  }

  /** Returns what is known so far; nothing if the node does not open. */
  async answer (): Promise<RepairsAnswer> {
    const repairs = await this.#node.hold(async ({ repairs }) => await repairs.list()).catch(() => [])

    if (repairs.length > 0) {
      this.#look ??= this.#begin()
    }

    return {
      type: 'repairs',
      repairs,
      lacking: this.#lacking,
      lackingCount: this.#lackingCount,
      looking: this.#look?.ended === false
    }
  }

  async forget (): Promise<ForgetRepairsAnswer> {
    this.#look?.stop.abort(new Error('nobody wants to know any more'))
    await this.#node.hold(async ({ repairs }) => {
      await repairs.forget()
    })
    return { type: 'forget-repairs' }
  }

  #begin (): { stop: AbortController; ended: boolean } {
    const look = { stop: new AbortController(), ended: false }
    // Readers of these pins get the error that stopped the walk.
    this.#node.hold(async (node) => {
      await this.#walk(node, look.stop.signal)
    }).catch(() => {}).finally(() => {
      look.ended = true
    })
    return look
  }

  async #walk (node: IpfsNode, signal: AbortSignal): Promise<void> {
    for await (const cid of incompletePins(node, { signal })) {
      if (this.#lackingCount++ < NAMED_MAX) {
        this.#lacking.push({ cid: cid.toString(), name: (await node.pins.get(cid))?.name ?? '' })
      }
    }
  }
}
