import { CarWriter } from '@ipld/car'
import { importer } from 'ipfs-unixfs-importer'

/**
 * A CAR of a directory of very many files that are all equal, so that it is their names that are many. Made here and not in the
 * page: a browser takes minutes to send a form of so many parts.
 *
 * @param {number} count of files
 * @returns {Promise<{ root: string, car: Buffer }>}
 */
export async function directoryCar (count) {
  const blocks = new Map()
  const sink = { put: async (cid, bytes) => { blocks.set(cid.toString(), { cid, bytes }); return cid } }
  const byte = Uint8Array.of(120)
  let root

  for await (const { cid } of importer((function * () { for (let i = 0; i < count; i++) yield { path: `file-${i}.txt`, content: byte } })(), sink, { wrapWithDirectory: true })) {
    root = cid
  }

  const { writer, out } = CarWriter.create([root])
  const writing = (async () => { for (const block of blocks.values()) await writer.put(block); await writer.close() })()
  const chunks = []
  for await (const chunk of out) chunks.push(chunk)
  await writing
  return { root: root.toString(), car: Buffer.concat(chunks) }
}
