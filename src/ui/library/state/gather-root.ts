import { rpc } from '../../../client/index.ts'

/** An entry of the gathered folder. */
interface Part {
  name: string
  cid: string
}

/** Limit of entries: a larger block would exceed the size limit of other peers. */
export const MAX_GATHERED = 1000

const utf8 = new TextEncoder()

/**
 * Creates a folder of the chosen items, so that all can be downloaded at once: a single unpinned block that links to
 * them.
 *
 * @returns its CID
 * @throws RpcError
 */
export async function gatherRoot (parts: readonly Part[], { signal }: { signal?: AbortSignal } = {}): Promise<string> {
  const links = []

  for (const { name, cid } of parts) {
    const { CumulativeSize } = await rpc<{ CumulativeSize: number }>('files/stat', {
      args: [`/ipfs/${cid}`],
      options: { offline: true },
      signal
    })
    links.push({ Hash: { '/': cid }, Name: name, Tsize: CumulativeSize })
  }

  // Sorted by bytes, as dag-pb requires.
  links.sort((a, b) => compare(utf8.encode(a.Name), utf8.encode(b.Name)))
  const node = { Data: { '/': { bytes: 'CAE' } }, Links: links }
  const { Cid } = await rpc<{ Cid: { '/': string } }>('dag/put', {
    options: { 'store-codec': 'dag-pb', 'input-codec': 'dag-json' },
    files: [{ path: '', content: new Blob([JSON.stringify(node)]) }],
    signal
  })
  return Cid['/']
}

function compare (a: Uint8Array, b: Uint8Array): number {
  const at = a.findIndex((byte, i) => byte !== b[i])
  return at === -1 ? a.length - b.length : (a[at] - (b[at] ?? -1))
}
