/** Length of the section that identifies a CARv2: a CARv1 header of version 2, with its length prefix. */
export const PRAGMA_BYTES = 11

/** Length of the header after it: characteristics and three 64-bit numbers (ipld.io/specs/transport/car/carv2). */
export const CARV2_HEADER_BYTES = 40

const CHARACTERISTICS_BYTES = 16

/** The position of the CARv1 payload in the file. The index is not read: the payload has all blocks in order. */
export interface CarV2Header {
  /** Offset from the start of the file, in bytes. */
  dataOffset: number
  /** Size in bytes. */
  dataSize: number
}

/**
 * Decodes the header of a CARv2.
 *
 * @throws an Error with go-car's message (`car.go`, `Header.ReadFrom`) if the positions are impossible
 */
export function decodeCarV2Header (bytes: Uint8Array): CarV2Header {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [dataOffset, dataSize, indexOffset] = [0, 8, 16].map((at) =>
    view.getBigUint64(CHARACTERISTICS_BYTES + at, true)
  )

  if (BigInt.asIntN(64, dataOffset) < PRAGMA_BYTES + CARV2_HEADER_BYTES) {
    throw new Error(`invalid data payload offset: ${dataOffset}`)
  }

  if (BigInt.asIntN(64, dataSize) <= 0n) {
    throw new Error(`invalid data payload size: ${dataSize}`)
  }

  if (BigInt.asIntN(64, indexOffset) < 0n) {
    throw new Error(`invalid index offset: ${indexOffset}`)
  }

  return { dataOffset: Number(dataOffset), dataSize: Number(dataSize) }
}
