import { varintLength } from '../../bytes/varint.ts'
import { encodeUnixfsNode } from '../format/encode-unixfs-node.ts'
import { UNIXFS_TYPE } from '../format/unixfs-data.ts'

interface Frame {
  head: Uint8Array<ArrayBuffer>
  tail: Uint8Array<ArrayBuffer>
}

/** What lies around the bytes of a file's leaf in its block, which depends on their number alone. */
export class LeafFrame {
  readonly #leafBytes: number
  readonly #frames = new Map<number, Frame>()

  /** @param leafBytes - of each leaf but the last of a file */
  constructor (leafBytes: number) {
    this.#leafBytes = leafBytes
  }

  /** Bytes of a file, from the beginning of a leaf on, as the blocks of its leaves one after the other. */
  wrap (bytes: Blob): Blob {
    const parts: BlobPart[] = []

    for (let at = 0; at < bytes.size; at += this.#leafBytes) {
      const leaf = bytes.slice(at, at + this.#leafBytes)
      const { head, tail } = this.#of(leaf.size)
      parts.push(head, leaf, tail)
    }

    return new Blob(parts)
  }

  /** The bytes of the leaves within such blocks. @param left - how many these are */
  * unwrap (blocks: Uint8Array, left: number): Generator<Uint8Array> {
    for (let at = 0, length; left > 0; left -= length) {
      length = Math.min(left, this.#leafBytes)
      const { head, tail } = this.#of(length)
      at += head.length
      yield blocks.subarray(at, at + length)
      at += length + tail.length
    }
  }

  /** The block of a leaf whose bytes lie in their frame already; undefined when they do not. */
  around (bytes: Uint8Array): Uint8Array | undefined {
    const { head, tail } = this.#of(bytes.length)
    const start = bytes.byteOffset - head.length
    const end = bytes.byteOffset + bytes.length

    if (start < 0 || end + tail.length > bytes.buffer.byteLength) {
      return undefined
    }

    return lieAt(bytes.buffer, start, head) && lieAt(bytes.buffer, end, tail) ? new Uint8Array(bytes.buffer, start, head.length + bytes.length + tail.length) : undefined
  }

  #of (length: number): Frame {
    let frame = this.#frames.get(length)

    if (frame == null) {
      const block = encodeUnixfsNode([], { type: UNIXFS_TYPE.file, data: new Uint8Array(length), fileSize: length })
      // behind the data there is their number alone
      const end = block.length - 1 - varintLength(length)
      frame = { head: block.slice(0, end - length), tail: block.slice(end) }
      this.#frames.set(length, frame)
    }

    return frame
  }
}

function lieAt (buffer: ArrayBufferLike, at: number, bytes: Uint8Array): boolean {
  const there = new Uint8Array(buffer, at, bytes.length)
  return bytes.every((byte, i) => byte === there[i])
}
