import { blockReader } from '../../blocks/reader/block-reader.ts'
import { toBytes } from '../../bytes/to-bytes.ts'
import { decodeMultibase } from '../../cid/multibase/decode-multibase.ts'
import { parsePeerId } from '../../cid/peer-id/parse-peer-id.ts'
import { isPrivateUrl } from '../../config/types/is-private-url.ts'
import { DenylistError } from '../../denylist/format/denylist-error.ts'
import type { OpenedSource, OpenSource } from '../../denylist/lists/denylists.ts'
import type { ListSource } from '../../denylist/lists/list-row.ts'
import { embeddedPublicKey } from '../../keys/formats/embedded-public-key.ts'
import { verifyMessage } from '../../keys/message-signature.ts'
import { parsePath } from '../../path/content-path.ts'
import { resolvePath } from '../../path/resolve-path.ts'
import { openUrl } from '../../retrieval/http/open-url.ts'
import type { OpenedUrl } from '../../retrieval/http/open-url.ts'
import { loadNode } from '../../unixfs/read/file/load-node.ts'
import { readRange } from '../../unixfs/read/file/read-range.ts'
import { readableNode } from '../../unixfs/read/sizes/readable-node.ts'
import type { IpfsNode } from '../interface/ipfs-node.ts'

/** Timeouts of a download. A server that sends less than `leastBytes` in that time counts as silent. */
const PATIENCE = { headMs: 30_000, stallMs: 30_000, leastBytes: 4096 }

/** Suffix of the URL of a signature. */
const SIGNATURE_SUFFIX = '.sig'

const MAX_SIGNATURE_BYTES = 4096

const NOT_MODIFIED = 304

type UrlSource = Extract<ListSource, { kind: 'url' }>

/** The parts of a node that read the sources of denylists. */
export type SourceNode = Pick<IpfsNode, 'names' | 'blockstore' | 'exchange'>

/**
 * Creates the opener of sources that a node can read by itself: URLs and content paths. Others keep their version.
 */
export function listSourceOpener (node: SourceNode): OpenSource {
  return async (source, options) => {
    switch (source.kind) {
      case 'url':
        return await openUrlSource(source, options)
      case 'path':
        return await openPathSource(node, source.path, options)
      default:
        return undefined
    }
  }
}

/**
 * Checks the settings of a URL source.
 *
 * @throws DenylistError
 */
export function checkUrlSource ({ url, sha256, signedBy }: Pick<UrlSource, 'url' | 'sha256' | 'signedBy'>): void {
  if (!URL.canParse(url) || !isPrivateUrl(new URL(url))) {
    throw new DenylistError('the URL of a list begins with https://, or leads to this machine')
  }

  if (sha256 != null && !/^[\da-f]{64}$/.test(sha256)) {
    throw new DenylistError('the SHA-256 digest of a list has 64 hexadecimal digits')
  }

  if (signedBy != null) {
    embeddedPublicKey(parsePeerId(signedBy))
  }
}

/** Opens a URL, unless its server still has the known version. */
async function openUrlSource (
  source: UrlSource,
  { tag, signal }: { tag: string; signal: AbortSignal }
): Promise<OpenedSource | undefined> {
  const { url, sha256, signedBy } = source
  const opened = await openConditionally(url, { tag, signal })
  const version = opened.headers.get('etag') ?? opened.headers.get('last-modified') ?? ''

  if (opened.status === NOT_MODIFIED || (opened.status === 200 && tag !== '' && version === tag)) {
    opened.close()
    return undefined
  }

  if (opened.status !== 200) {
    opened.close()
    throw new DenylistError(`${url} answers with status ${opened.status}`)
  }

  return {
    tag: version,
    chunks: opened.chunks,
    verify: sha256 == null && signedBy == null ? undefined : async (digest) => {
      if (sha256 != null && digest !== sha256) {
        throw new DenylistError(`the SHA-256 digest of the list is ${digest}`)
      }

      if (signedBy != null) {
        await checkSignature(url, signedBy, digest, signal)
      }
    }
  }
}

/** Opens a URL on condition of another version. Browsers may refuse that (CORS), and then open it as it is. */
async function openConditionally (
  url: string,
  { tag, signal }: { tag: string; signal: AbortSignal }
): Promise<OpenedUrl> {
  const options = { ...PATIENCE, accept: 'text/plain, */*;q=0.5', signal, followRedirects: true }

  if (tag !== '') {
    const headers: Record<string, string> = /^(W\/)?"/.test(tag)
      ? { 'If-None-Match': tag }
      : { 'If-Modified-Since': tag }

    try {
      return await openUrl(url, { ...options, headers })
    } catch {
      signal.throwIfAborted()
    }
  }

  return await openUrl(url, options)
}

/**
 * Checks the signature of a list: that of `key/sign` for the text of its digest, in multibase, at the URL of the list
 * with `.sig` after its path.
 *
 * @throws DenylistError
 */
async function checkSignature (url: string, signedBy: string, digest: string, signal: AbortSignal): Promise<void> {
  const place = new URL(url)
  place.pathname += SIGNATURE_SUFFIX
  const { status, chunks, close } = await openUrl(place.href, {
    ...PATIENCE,
    accept: 'text/plain, */*;q=0.5',
    signal,
    followRedirects: true
  })

  if (status !== 200) {
    close()
    throw new DenylistError(`the signature at ${place.href} has status ${status}`)
  }

  const text = new TextDecoder().decode(
    await toBytes(chunks, {
      signal,
      maxBytes: MAX_SIGNATURE_BYTES,
      tooLarge: () => new DenylistError('the signature is too large')
    })
  )

  if (
    !await verifyMessage(
      embeddedPublicKey(parsePeerId(signedBy)),
      new TextEncoder().encode(digest),
      signatureBytes(text)
    )
  ) {
    throw new DenylistError(`the list is not signed by ${signedBy}`)
  }
}

/** Returns the bytes of a signature: its text in multibase, or the answer of `key/sign`. */
function signatureBytes (text: string): Uint8Array {
  try {
    const trimmed = text.trim()
    const signature = trimmed.startsWith('{')
      ? String((JSON.parse(trimmed) as { Signature: unknown }).Signature)
      : trimmed
    return decodeMultibase(new TextEncoder().encode(signature))
  } catch {
    throw new DenylistError('the signature of the list cannot be read')
  }
}

/** Opens a file at a content path, unless the path still leads to the known CID. */
async function openPathSource (
  { names, blockstore, exchange }: SourceNode,
  text: string,
  { tag, signal }: { tag: string; signal: AbortSignal }
): Promise<OpenedSource | undefined> {
  const reading = { blocks: blockReader(blockstore, exchange?.session()), signal }
  const { cid } = await resolvePath(parsePath(text), {
    ...reading,
    resolveName: async (path, { signal }) => (await names.resolve(path, { offline: false, nocache: true, signal })).path
  })

  if (cid.toString() === tag) {
    return undefined
  }

  const file = readableNode(await loadNode(cid, reading))
  return { tag: cid.toString(), chunks: readRange(file, { ...reading, isEntire: true }) }
}
