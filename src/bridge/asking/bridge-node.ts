import type { PortCalls } from '../../port/port-calls.ts'
import type { BridgeCalls, BridgeEntry, BridgeProgress, BridgeStored } from '../protocol/bridge-messages.ts'
import type { BridgeScope } from '../protocol/bridge-scope.ts'

/** Options of a call over the bridge. */
export interface BridgeCallOptions {
  signal?: AbortSignal
}

/**
 * The node of a person, as far as the grant of this page's origin allows. Every call is checked at the node's origin.
 * Calls fail with `PortClosedError` once the person has closed the window of the node, and with `BridgeRevokedError`
 * after the grant was revoked.
 *
 * @example
 * ```ts
 * const node = await connectNode('https://node.example', { read: '/Photos', add: '/Photos' })
 * const { cid } = await node.add('/Photos/a.jpg', file)
 * for await (const { name, size } of node.list('/Photos')) console.log(name, size)
 * ```
 */
export class BridgeNode {
  readonly #calls: PortCalls

  /**
   * @param origin - origin of the node
   * @param scope - the granted permissions, which may be more than this page asked for
   * @param closed - resolves when the connection has ended
   */
  constructor (readonly origin: string, readonly scope: BridgeScope, readonly closed: Promise<void>, calls: PortCalls) {
    this.#calls = calls
  }

  /** Whether calls can be made. */
  get isOpen (): boolean {
    return this.#calls.open
  }

  /** Ends the connection. The grant stays, so that the next one asks nothing. */
  close (): void {
    this.#calls.close()
  }

  /**
   * Yields the entries of a folder: one of Files within the scope `read`, or with the scope `content` the path of a
   * directory, such as `/ipfs/bafy…`.
   */
  async *list (path: string, options?: BridgeCallOptions): AsyncGenerator<BridgeEntry> {
    for await (const entries of this.#stream('list', { path }, options)) {
      yield* entries
    }
  }

  /**
   * Yields the bytes of a file: one of Files within the scope `read`, or with the scope `content` of a CID, or a path
   * such as `/ipfs/bafy…/a.jpg` or `/ipns/example.com`.
   *
   * @param options - `offset` and `length` select a part, in bytes
   */
  async *read (
    path: string,
    { offset, length, ...options }: BridgeCallOptions & { offset?: number; length?: number } = {}
  ): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    yield* this.#stream('read', { path, offset, length }, options)
  }

  /**
   * Stores a file below the folder of the scope `add`. Folders on the path are made; a path that exists is refused.
   *
   * @param content - a stream is first collected in a Blob, which large ones are on disk
   */
  async add (
    path: string,
    content: Blob | BufferSource | string | ReadableStream<Uint8Array>,
    options?: BridgeCallOptions
  ): Promise<BridgeStored> {
    const blob = content instanceof Blob ? content : await new Response(content as BodyInit).blob()
    return await this.#calls.once('add', { path, content: blob } satisfies BridgeCalls['add']['input'], options)
  }

  /**
   * Fetches content and keeps it at a path below the folder of the scope `pin`.
   *
   * @param cid - a CID, or a path such as `/ipfs/bafy…/a.jpg`
   */
  async pin (
    cid: string,
    path: string,
    { onProgress, ...options }: BridgeCallOptions & { onProgress?: (progress: BridgeProgress) => void } = {}
  ): Promise<BridgeStored> {
    let stored: BridgeStored | undefined

    for await (const value of this.#stream('pin', { cid, path }, options)) {
      if ('path' in value) {
        stored = value
      } else {
        onProgress?.(value)
      }
    }

    return stored!
  }

  /**
   * Publishes content under the key of the scope `publish`.
   *
   * @param cid - a CID, or a path such as `/ipfs/bafy…/site`
   * @returns the IPNS name
   */
  async publish (cid: string, options?: BridgeCallOptions): Promise<{ name: string }> {
    return await this.#calls.once('publish', { cid } satisfies BridgeCalls['publish']['input'], options)
  }

  #stream<M extends keyof BridgeCalls> (
    method: M,
    input: BridgeCalls[M]['input'],
    options?: BridgeCallOptions
  ): AsyncGenerator<BridgeCalls[M]['value']> {
    return this.#calls.stream(method, input, options)
  }
}
