import { CarWriter } from '@ipld/car'
import { importer } from 'ipfs-unixfs-importer'

/**
 * Builds a CAR of files, with each block once.
 *
 * @param {Iterable<{ path?: string, content: Uint8Array }>} files
 * @param {import('ipfs-unixfs-importer').ImporterOptions} options
 * @returns {Promise<{ root: string, car: Buffer }>} with the root of the importer's last entry
 */
export async function encodeCar (files, options) {
  const blocks = new Map()
  const sink = {
    put: async (cid, bytes) => {
      blocks.set(cid.toString(), { cid, bytes })
      return cid
    }
  }
  let root

  for await (const { cid } of importer(files, sink, options)) {
    root = cid
  }

  const { writer, out } = CarWriter.create([root])
  const writing = (async () => {
    for (const block of blocks.values()) {
      await writer.put(block)
    }
    await writer.close()
  })()
  const chunks = []
  for await (const chunk of out) {
    chunks.push(chunk)
  }
  await writing
  return { root: root.toString(), car: Buffer.concat(chunks) }
}
