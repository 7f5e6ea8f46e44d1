import type { OpenedSource } from '../../../denylist/lists/denylists.ts'
import type { ListSource } from '../../../denylist/lists/list-row.ts'
import { parseGoDurationMs } from '../../../go/time/parse-duration.ts'
import { checkUrlSource, listSourceOpener } from '../../../node/denylists/open-list-source.ts'
import type { IpfsNode } from '../../../node/interface/ipfs-node.ts'
import { parsePath } from '../../../path/content-path.ts'
import { argument } from '../../../rpc/command/argument.ts'
import type { Upload } from '../../../rpc/command/argument.ts'
import { command } from '../../../rpc/command/command.ts'
import { option } from '../../../rpc/command/option.ts'
import { singleResult } from '../../../rpc/command/result.ts'
import { entryKind } from '../../shared/entry-bytes.ts'
import { denylistOutput, denylistShape, denylistText } from './denylist-output.ts'

/** Size limit of a list by default: two million rules with a CID in base32. */
const MAX_BYTES = 128 * 1024 * 1024

/** Shortest time between two reads of a source. */
const MIN_INTERVAL_MS = 60_000

export const addDenylist = command({
  help: {
    tagline: 'Add a denylist, or replace the one with its name.',
    description:
      'Reads a list in the compact denylist format (IPIP-383) from the body, a URL or a content path. The last list ' +
      'by name that has a rule for a content decides.'
  },
  errors: [
    { ask: 'arg=bad', says: 'give the list in the body, or one of the options url and path' },
    {
      ask: 'arg=bad&url=http://example.com/',
      says: 'the URL of a list begins with https://, or leads to this machine'
    },
    { ask: 'arg=bad&path=/ipns/example.com&interval=1s', says: 'the interval of a list is at least 1m' },
    {
      ask: 'arg=bad',
      body: 'nonsense',
      says: 'no line of the list is a rule (line 1: it is neither a path below /ipfs or /ipns nor a double hash)'
    }
  ],
  args: {
    name: argument.string('name', 'Name of the list.', {
      example: 'my-list'
    }),
    file: argument.file('list', 'The list, as text.', {
      required: false,
      example: '/ipfs/QmVTF1yEejXd9iMgoRTFDxBv7HAz9kuZcQNBzHrceuK9HR'
    })
  },
  options: {
    url: option.string('url', 'URL of the list.'),
    path: option.string('path', 'Content path of the list, such as an IPNS name.'),
    interval: option.string('interval', 'Time between two reads of the URL or path.', { default: '1h' }),
    sha256: option.string('sha256', 'SHA-256 digest of the list at the URL, in hexadecimal.'),
    signedBy: option.string(
      'signed-by',
      'ID of the key that signs the list at the URL: its SHA-256 digest, by key/sign, at the URL with .sig after its ' +
        'path.'
    ),
    maxSize: option.int64('max-size', 'Size limit of the list in bytes.', { default: BigInt(MAX_BYTES) })
  },
  output: denylistShape,

  async run ({ name, file, maxSize, ...asked }, { node, signal }) {
    const maxBytes = Number(maxSize)
    const source = sourceOf(asked, maxBytes)
    const opened = source.kind === 'upload'
      ? { tag: '', chunks: uploadedBytes(file) }
      : await openedSource(node, source, signal)
    return singleResult(denylistOutput(await node.denylists.put(name, source, opened, { maxBytes, signal })))
  },

  text: denylistText
})

/** @throws an Error for options that do not fit together */
function sourceOf (
  { url, path, interval, sha256, signedBy }: Record<'url' | 'path' | 'sha256' | 'signedBy', string | undefined> & {
    interval: string
  },
  maxBytes: number
): ListSource {
  const intervalMs = parseGoDurationMs(interval)

  if (intervalMs == null || intervalMs < MIN_INTERVAL_MS) {
    throw new Error('the interval of a list is at least 1m')
  }

  if (url != null && path != null) {
    throw new Error('a list has a URL or a path, not both')
  }

  if (url == null && (sha256 != null || signedBy != null)) {
    throw new Error('the options sha256 and signed-by are for a list with a URL')
  }

  if (url != null) {
    const source = { url, sha256: sha256?.toLowerCase(), signedBy }
    checkUrlSource(source)
    return { kind: 'url', ...source, intervalMs, maxBytes }
  }

  return path == null ? { kind: 'upload' } : { kind: 'path', path: parsePath(path).text, intervalMs, maxBytes }
}

async function openedSource (node: IpfsNode, source: ListSource, signal: AbortSignal): Promise<OpenedSource> {
  // Without a known version there is always an answer.
  return await listSourceOpener(node)(source, { tag: '', signal }) as OpenedSource
}

/** @throws an Error if there is no file */
async function* uploadedBytes (files: Upload | undefined): AsyncGenerator<Uint8Array> {
  if (files != null) {
    for await (const entry of files) {
      if (entryKind(entry) !== 'file') {
        throw new Error('the list is not a file')
      }

      yield* entry.content
      return
    }
  }

  throw new Error('give the list in the body, or one of the options url and path')
}
