import type { CID } from 'multiformats/cid'
import { CidSet } from '../cid/cid-set.ts'
import { walkDag } from '../dag/walk.ts'
import type { BlockReader } from '../blocks/block-reader.ts'
import { KeyedMutex } from '../async/keyed-mutex.ts'
import type { PinStore } from './pin-store.ts'
import { WalkedRoots } from './walked-roots.ts'

/** More CIDs than these (about 22 MB) are forgotten when the question is answered. */
const MAX_REMEMBERED = 500_000

/** How a block is kept. */
export type Keeper = { mode: 'recursive' | 'direct' } | { mode: 'indirect', through: CID }

/**
 * Tells what lies below recursive pins. Pins are records of roots alone, so that has to be walked, once: what was walked is
 * remembered (45 bytes a CID) until a recursive pin goes. A new pin costs its own walk, a further question nothing.
 * Of leaves only the CIDs are looked at, so a walk reads one block in 175 of a file with raw leaves.
 * Reads blocks of this machine alone: a question about pins does not wait for the network.
 */
export class PinIndex {
  readonly #pins: PinStore
  readonly #blocks: BlockReader
  readonly #mutex = new KeyedMutex()
  #revision: number | undefined
  #direct = new CidSet({ versions: true })
  /** roots that are not walked yet, the next one last */
  #waiting: CID[] = []
  #walked = new WalkedRoots()

  /** @param blocks - reads the local store alone */
  constructor (pins: PinStore, blocks: BlockReader) {
    this.#pins = pins
    this.#blocks = blocks
  }

  /**
   * The recursive pins below which these very CIDs lie, one for each; undefined for a CID that lies below none.
   *
   * @throws an error named BlockNotFoundError when that cannot be known, since blocks of a pin are missing
   */
  async through (cids: readonly CID[], { signal }: { signal: AbortSignal }): Promise<Array<CID | undefined>> {
    const look = (): Array<CID | undefined> => cids.map((cid) => this.#walked.rootOf(cid))
    return await this.#search(look, (found) => !found.includes(undefined), signal)
  }

  /**
   * What keeps a block, whatever CID it is asked by: a CIDv1 or a raw CID of a block that is pinned as CIDv0 is kept by that pin.
   *
   * @throws as `through`
   */
  async keeper (cid: CID, { signal }: { signal: AbortSignal }): Promise<Keeper | undefined> {
    const pin = await this.#pins.get(cid)
    return pin ?? await this.#search(() => this.#keeper(cid), (keeper) => keeper != null, signal)
  }

  #keeper (cid: CID): Keeper | undefined {
    const through = this.#walked.rootOf(cid) ?? this.#walked.rootOfBlock(cid)

    if (through?.multihash.bytes.every((byte, i) => cid.multihash.bytes[i] === byte) === true) {
      return { mode: 'recursive' }
    }

    return this.#direct.hasBlock(cid) ? { mode: 'direct' } : through == null ? undefined : { mode: 'indirect', through }
  }

  /** Walks below one pin after the other until the answer is there. */
  async #search<T> (look: () => T, isDone: (answer: T) => boolean, signal: AbortSignal): Promise<T> {
    return await this.#mutex.run('', async () => {
      let problem: Error | undefined
      await this.#refresh()

      try {
        while (!isDone(look()) && this.#waiting.length > 0) {
          problem = await this.#walk(this.#waiting.pop() as CID, signal) ?? problem
        }
      } catch (err) {
        problem = err as Error
      }

      const answer = look()

      if (problem != null || this.#walked.size > MAX_REMEMBERED) {
        // an incomplete walk is not to be trusted: what was missing may come
        this.#forget()
      }

      if (problem != null && (signal.aborted || !isDone(answer))) {
        throw problem
      }

      return answer
    })
  }

  /** @returns the first error of a block, if there was one; the rest was walked then */
  async #walk (root: CID, signal: AbortSignal): Promise<Error | undefined> {
    let problem: Error | undefined
    const onError = (_: CID, err: Error): void => { problem ??= err }

    this.#walked.begin(root)

    for await (const _ of walkDag([root], { blocks: this.#blocks, signal, visited: this.#walked, leaves: 'trust', onError })) {
      // the walk itself adds to the set
    }

    return problem
  }

  /** Takes over what changed in the pins. */
  async #refresh (): Promise<void> {
    const { revision } = this.#pins

    if (revision === this.#revision) {
      return
    }

    const recursive = new Map<string, CID>()
    this.#direct = new CidSet({ versions: true })

    for await (const { cid, mode } of this.#pins.list()) {
      if (mode === 'recursive') {
        recursive.set(cid.toString(), cid)
      } else {
        this.#direct.add(cid)
      }
    }

    if (this.#walked.roots.some((root) => !recursive.delete(root.toString()))) {
      this.#forget()
      return await this.#refresh()
    }

    this.#waiting = [...recursive.values()].reverse()
    this.#revision = revision
  }

  #forget (): void {
    this.#revision = undefined
    this.#walked = new WalkedRoots()
  }
}
