import { HASH } from '../cid/codes/multiformat-codes.ts'
import { hashCodeByName } from '../cid/hash/hash-names.ts'
import type { ConfigStore } from '../config/config-store.ts'
import type { Hashing } from '../unixfs/change/hashing.ts'

/**
 * Returns the requested CID version and hash function for new nodes (Kubo `core/commands/files.go`, `getPrefix`).
 *
 * @param config - its `Import` section has the defaults
 * @returns undefined if none is requested: existing nodes determine it
 * @throws an Error with Kubo's message
 */
export function requestedHashing (
  choice: { cidVersion?: number; hash?: string },
  config?: ConfigStore
): Hashing | undefined {
  const cidVersion = choice.cidVersion ?? config?.get<number>('Import.CidVersion') ?? undefined
  const hash = choice.hash ?? config?.get<string>('Import.HashFunction') ?? undefined

  if (cidVersion == null && hash == null) {
    return undefined
  }

  const version = hash != null && (cidVersion ?? 0) === 0 ? 1 : cidVersion

  if (version !== 0 && version !== 1) {
    throw new Error(`unknown CID version: ${version}`)
  }

  return { version, hash: hash == null ? HASH.sha2_256 : hashCode(hash.toLowerCase()) }
}

function hashCode (name: string): number {
  const code = hashCodeByName(name)

  if (code == null) {
    throw new Error(`unrecognized hash function: ${name}`)
  }

  return code
}
