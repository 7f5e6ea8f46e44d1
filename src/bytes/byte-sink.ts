const FIRST_BYTES = 256

/** A buffer that grows as it is written to. */
export class ByteSink {
  #bytes = new Uint8Array(FIRST_BYTES)
  #view = new DataView(this.#bytes.buffer)
  #length = 0

  get length (): number {
    return this.#length
  }

  byte (value: number): void {
    this.#room(1)
    this.#bytes[this.#length++] = value
  }

  bytes (value: Uint8Array): void {
    this.#room(value.length)
    this.#bytes.set(value, this.#length)
    this.#length += value.length
  }

  /** Writes a big-endian integer, like the following methods. */
  uint16 (value: number): void {
    this.#room(2)
    this.#view.setUint16(this.#length, value)
    this.#length += 2
  }

  uint32 (value: number): void {
    this.#room(4)
    this.#view.setUint32(this.#length, value)
    this.#length += 4
  }

  uint64 (value: bigint): void {
    this.#room(8)
    this.#view.setBigUint64(this.#length, value)
    this.#length += 8
  }

  float64 (value: number): void {
    this.#room(8)
    this.#view.setFloat64(this.#length, value)
    this.#length += 8
  }

  /** Writes an unsigned varint of protobuf. */
  varint (value: bigint): void {
    let rest = BigInt.asUintN(64, value)

    while (rest >= 0x80n) {
      this.byte(Number(rest & 0x7fn) | 0x80)
      rest >>= 7n
    }

    this.byte(Number(rest))
  }

  /** Returns a copy of the written bytes. */
  finish (): Uint8Array {
    return this.#bytes.slice(0, this.#length)
  }

  #room (count: number): void {
    if (this.#length + count <= this.#bytes.length) {
      return
    }

    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + count))
    grown.set(this.#bytes)
    this.#bytes = grown
    this.#view = new DataView(grown.buffer)
  }
}
