import { rpcStream } from '../../../client/index.ts'

/**
 * Stores documents as dag-json blocks without pins.
 *
 * @returns their CIDs, in order
 */
export async function putDocuments (
  documents: readonly object[],
  { signal }: { signal: AbortSignal }
): Promise<string[]> {
  const cids: string[] = []
  const files = documents.map((one) => ({ path: '', content: new Blob([JSON.stringify(one)]) }))

  if (files.length > 0) {
    for await (
      const { Cid } of rpcStream<{ Cid: { '/': string } }>('dag/put', {
        options: { 'input-codec': 'dag-json', 'store-codec': 'dag-json' },
        files,
        signal
      })
    ) {
      cids.push(Cid['/'])
    }
  }

  return cids
}
