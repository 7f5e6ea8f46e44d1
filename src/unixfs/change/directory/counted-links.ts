import type { CID } from 'multiformats/cid'
import type { DirectoryLimits } from '../../import/directory/limits.ts'

type Estimation = DirectoryLimits['estimation']

/** Directories that are remembered, some 100 bytes each. */
const MAX_DIRECTORIES = 256

const counted = new Map<string, number>()

/** Bytes that the links of a stored directory were found to have at least; undefined for one that nobody counted lately. */
export function countedLinks (root: CID, estimation: Estimation): number | undefined {
  return counted.get(keyOf(root, estimation))
}

/**
 * What a root names does not change, so what was counted of it holds although the directory itself is forgotten: mutable files forget what they
 * have looked at with each flush above it, and counting reads most of its shards.
 */
export function rememberCounted (root: CID, estimation: Estimation, bytes: number): void {
  const key = keyOf(root, estimation)
  counted.delete(key)
  counted.set(key, bytes)

  for (const oldest of counted.keys()) {
    if (counted.size <= MAX_DIRECTORIES) {
      break
    }

    counted.delete(oldest)
  }
}

function keyOf (root: CID, estimation: Estimation): string {
  return `${estimation} ${root.toString()}`
}
