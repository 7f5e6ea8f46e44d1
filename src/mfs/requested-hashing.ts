import { HASH } from '../cid/codes/multiformat-codes.ts'
import { hashCodeByName } from '../cid/hash/hash-names.ts'
import type { ConfigStore } from '../config/config-store.ts'
import { followsNewerKubo } from '../config/follows-newer-kubo.ts'
import { CID_V0 } from '../unixfs/change/hashing.ts'
import type { Hashing } from '../unixfs/change/hashing.ts'

/**
 * Returns the requested CID version and hash function for new nodes (Kubo 0.41 `core/commands/files.go`, `getPrefix`).
 *
 * @param config - its `Import` section has the defaults of a request without a choice
 * @returns undefined if none is requested: existing nodes determine it
 * @throws an Error with Kubo's message
 */
export function requestedHashing (
  { cidVersion, hash }: { cidVersion?: number; hash?: string },
  config?: ConfigStore
): Hashing | undefined {
  if (cidVersion == null && hash == null) {
    return config == null ? undefined : configuredHashing(config)
  }

  const version = hash != null && (cidVersion ?? 0) === 0 ? 1 : cidVersion

  if (version !== 0 && version !== 1) {
    throw new Error(`unknown CID version: ${version}`)
  }

  return { version, hash: hash == null ? HASH.sha2_256 : hashCode(hash.toLowerCase()) }
}

/**
 * Returns the CID version and hash function that the `Import` section sets (Kubo 0.41 `config/import.go`,
 * `UnixFSCidBuilder`).
 *
 * @returns undefined if it sets none, so that existing nodes keep theirs; Kubo 0.41 uses CIDv0 then
 */
export function configuredHashing (config: ConfigStore): Hashing | undefined {
  const version = config.get<number | null>('Import.CidVersion')
  const name = config.get<string | null>('Import.HashFunction')

  if (version == null && name == null) {
    return followsNewerKubo(config) ? CID_V0 : undefined
  }

  const hash = name == null ? HASH.sha2_256 : hashCode(name.toLowerCase())
  return { version: hash === HASH.sha2_256 && version !== 1 ? 0 : 1, hash }
}

function hashCode (name: string): number {
  const code = hashCodeByName(name)

  if (code == null) {
    throw new Error(`unrecognized hash function: ${name}`)
  }

  return code
}
