/** Number of entries from which an archive needs the records of ZIP64. */
const ZIP64_ENTRIES = 0xffff

/** Signatures of records (APPNOTE 4.3.14 and 4.3.15). */
const ZIP64_END = 0x06064b50
const ZIP64_LOCATOR = 0x07064b50

/** Bytes of the two records together. */
const ZIP64_BYTES = 56 + 20
const VERSION = 45

/**
 * Adds the ZIP64 records that client-zip leaves out of archives with many entries and less than 4 GiB. Without them,
 * readers find at most 65,535 entries.
 *
 * The last chunk of client-zip is the end record, and the one before it the ZIP64 records, if there are any.
 *
 * @param entries - the number of entries of the archive
 */
export function addZip64Count (entries: number): TransformStream<Uint8Array, Uint8Array> {
  let previous: Uint8Array = new Uint8Array(0)
  let last: Uint8Array = new Uint8Array(0)

  return new TransformStream({
    transform (chunk, controller) {
      if (last.length > 0) {
        controller.enqueue(last)
      }
      previous = last
      last = chunk
    },

    flush (controller) {
      if (entries >= ZIP64_ENTRIES && !isZip64End(previous)) {
        controller.enqueue(zip64Records(entries, last))
      }
      controller.enqueue(last)
    }
  })
}

function isZip64End (record: Uint8Array): boolean {
  return record.length === ZIP64_BYTES && viewOf(record).getUint32(0, true) === ZIP64_END
}

/** Returns the ZIP64 end record and its locator, with the place and size of the directory from the end record. */
function zip64Records (entries: number, end: Uint8Array): Uint8Array {
  const size = viewOf(end).getUint32(12, true)
  const offset = viewOf(end).getUint32(16, true)
  const record = new Uint8Array(ZIP64_BYTES)
  const view = viewOf(record)
  view.setUint32(0, ZIP64_END, true)
  view.setBigUint64(4, 44n, true)
  view.setUint16(12, VERSION, true)
  view.setUint16(14, VERSION, true)
  view.setBigUint64(24, BigInt(entries), true)
  view.setBigUint64(32, BigInt(entries), true)
  view.setBigUint64(40, BigInt(size), true)
  view.setBigUint64(48, BigInt(offset), true)
  view.setUint32(56, ZIP64_LOCATOR, true)
  view.setBigUint64(64, BigInt(offset + size), true)
  view.setUint32(72, 1, true)
  return record
}

function viewOf ({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}
