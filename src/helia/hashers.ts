import type { HasherLoader } from '@helia/interface'
import type { MultihashHasher } from 'multiformats'
import { identity } from 'multiformats/hashes/identity'
import { sha256, sha512 } from 'multiformats/hashes/sha2'

/**
 * Returns a loader of hash functions by code.
 *
 * @throws an Error named UnknownHashAlgorithmError
 */
export function hashers (more: readonly MultihashHasher[]): HasherLoader {
  const known = new Map<number, unknown>(
    [...more, identity, sha256, sha512].reverse().map((hasher) => [hasher.code, hasher])
  )

  return (code) => {
    const hasher = known.get(code)
    if (hasher == null) {
      throw Object.assign(new Error(`no hash function for 0x${code.toString(16)}: give it to helia({ hashers })`), {
        name: 'UnknownHashAlgorithmError'
      })
    }
    return hasher as MultihashHasher
  }
}
