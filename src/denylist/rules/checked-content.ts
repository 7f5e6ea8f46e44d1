import { base58btc } from 'multiformats/bases/base58'
import { CID } from 'multiformats/cid'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import { CODEC, HASH } from '../../cid/codes/multiformat-codes.ts'
import { hashSync } from '../../cid/hash/hash.ts'
import { multihashKey } from '../../cid/hash/multihash-key.ts'
import { base32Text } from '../../cid/multibase/base32-text.ts'
import type { PathToCheck } from '../content-policy.ts'
import { blockSubject, domainOf, nameMultihash, nameSubject, rootCid } from './rule-subject.ts'

/** A hash function of double-hashed rules: its code, or that of the older form of such rules. */
export type DoubleHash = number | 'legacy'

/** A block or path that is compared with the rules of all lists. Computes each double hash once, and only if needed. */
export class CheckedContent {
  /** subject of rules */
  readonly subject: string
  /** names below the subject, without slashes at the ends */
  readonly path: string
  readonly #hashed: (isLegacy: boolean) => string
  readonly #hashes = new Map<DoubleHash, string>()

  /** @param hashed - returns the text of the root that double-hashed rules hash */
  private constructor (subject: string, path: string, hashed: (isLegacy: boolean) => string) {
    this.subject = subject
    this.path = path
    this.#hashed = hashed
  }

  static ofBlock (cid: CID, path = ''): CheckedContent {
    return new CheckedContent(blockSubject(cid.multihash), path, hashedTextOf(cid))
  }

  /** Returns the content of a path; undefined for a path without a CID or name. */
  static ofPath ({ namespace, root, segments }: PathToCheck): CheckedContent | undefined {
    const path = segments.join('/')
    const cid = rootCid(root)

    if (namespace !== 'ipns') {
      return cid == null ? undefined : CheckedContent.ofBlock(cid, path)
    }

    const key = nameMultihash(root)
    return new CheckedContent(
      nameSubject(root),
      path,
      key == null
        ? (isLegacy) => isLegacy ? domainOf(root) : `/ipns/${domainOf(root)}`
        : hashedTextOf(CID.createV1(cid?.code ?? CODEC.libp2pKey, key))
    )
  }

  /**
   * Returns the subject of a double-hashed rule (specs.ipfs.tech/compact-denylist-format, `//DOUBLE-HASH`). The older
   * form hashes a CIDv1 and always a slash after it, the newer one a multihash.
   */
  doubleHash (hash: DoubleHash): string {
    let known = this.#hashes.get(hash)

    if (known == null) {
      const isLegacy = hash === 'legacy'
      const text = `${this.#hashed(isLegacy)}${isLegacy || this.path !== '' ? '/' : ''}${this.path}`
      known = doubleHashSubject(hashSync(new TextEncoder().encode(text), isLegacy ? HASH.sha2_256 : hash))
      this.#hashes.set(hash, known)
    }

    return known
  }
}

/** Returns the subject of a double-hashed rule. */
export function doubleHashSubject ({ bytes }: MultihashDigest): string {
  return `h${multihashKey(bytes)}`
}

function hashedTextOf ({ code, multihash }: CID): (isLegacy: boolean) => string {
  return (isLegacy) =>
    isLegacy ? `b${base32Text(CID.createV1(code, multihash).bytes)}` : base58btc.baseEncode(multihash.bytes)
}
