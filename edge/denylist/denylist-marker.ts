import { base16 } from 'multiformats/bases/base16'
import { hashSync } from '../../src/cid/hash/hash.ts'
import type { ObjectBucket } from '../../src/store/sql/object-bucket.ts'

/** Name of the object with the version of the denylists. Segments have other names. */
const MARKER = 'denylists-version'

/** Characters of a version. */
const VERSION_CHARS = 16

/** Version without denylists. */
export const NO_DENYLISTS = ''

/** Returns the version of denylists: it differs when any list was added, removed or read again. */
export function denylistsVersion (lists: ReadonlyArray<{ name: string; generation: string }>): string {
  if (lists.length === 0) {
    return NO_DENYLISTS
  }

  const text = lists.map(({ name, generation }) => `${name} ${generation}`).join('\n')
  const { digest } = hashSync(new TextEncoder().encode(text))
  return base16.baseEncode(digest).slice(0, VERSION_CHARS)
}

/** Publishes the version of the denylists for all front workers. */
export async function writeDenylistMarker (bucket: ObjectBucket, version: string): Promise<void> {
  await (version === NO_DENYLISTS ? bucket.delete(MARKER) : bucket.put(MARKER, new TextEncoder().encode(version)))
}

/** Reads the published version. */
export async function readDenylistMarker (bucket: ObjectBucket): Promise<string> {
  const object = await bucket.get(MARKER, { range: { offset: 0, length: VERSION_CHARS } })
  return object == null ? NO_DENYLISTS : new TextDecoder().decode(await object.arrayBuffer())
}
