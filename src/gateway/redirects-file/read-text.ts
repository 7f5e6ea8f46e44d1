import type { UnixfsNode } from '../../unixfs/format/unixfs-node.ts'
import { errorStatus } from '../errors/error-status.ts'
import type { ImmutablePath } from '../request/backend.ts'
import type { Immutable } from '../request/request.ts'

/**
 * Reads a small text file of a site; undefined if it does not exist.
 *
 * @throws an Error if it is no file, or larger than `maxBytes`
 */
export async function readText (rq: Immutable, path: ImmutablePath, maxBytes: number): Promise<string | undefined> {
  const node = await findNode(rq, path)

  if (node == null) {
    return undefined
  }

  if (node.kind !== 'file') {
    throw new Error('_redirects is not a file')
  }

  if (node.size > maxBytes) {
    throw new Error(`could not parse _redirects: redirects file size cannot exceed ${maxBytes} bytes`)
  }

  const decoder = new TextDecoder()
  let text = ''

  for await (const chunk of rq.backend.read(node, { signal: rq.life.signal })) {
    text += decoder.decode(chunk, { stream: true })
  }

  return text + decoder.decode()
}

async function findNode ({ backend, life }: Immutable, path: ImmutablePath): Promise<UnixfsNode | undefined> {
  try {
    const { cid } = await backend.resolve(path, life)
    return await backend.unixfs(cid, life)
  } catch (err) {
    if (errorStatus(err) === 404) {
      return undefined
    }

    throw err
  }
}
