import { HASH } from '../codes/multiformat-codes.ts'
import { hashByName, hashFunctions } from './hashes.ts'

/**
 * Names that go-multihash knows in addition to its computable functions (`multihash.go`, `Names`): an alias, and
 * functions without a code.
 */
const OTHER_NAMES: Readonly<Record<string, number>> = {
  sha3: HASH.sha3_512,
  'sha2-256-trunc254-padded': HASH.sha2_256Trunc254Padded,
  x11: HASH.x11,
  'poseidon-bls12_381-a2-fc1': HASH.poseidon
}

/** Functions that go-multihash computes but has no name for. */
const NAMELESS: readonly string[] = ['sha2-224', 'sha2-384', 'sha2-512-224', 'sha2-512-256']

/**
 * Returns the multicodec code of a hash function by its lower-case name in Kubo's commands. Not every named function
 * can be computed.
 */
export function hashCodeByName (name: string): number | undefined {
  if (Object.hasOwn(OTHER_NAMES, name)) {
    return OTHER_NAMES[name]
  }

  return NAMELESS.includes(name) ? undefined : hashByName(name)?.code
}

const nameByCode = new Map([
  ...hashFunctions.filter(({ name }) => !NAMELESS.includes(name)).map((
    { name, code }
  ): [number, string] => [code, name]),
  ...Object.entries(OTHER_NAMES).filter(([name]) => name !== 'sha3').map((
    [name, code]
  ): [number, string] => [code, name])
])

/** Returns the name of a hash function; undefined if go-multihash has no name for it (`Codes`). */
export function hashName (code: number): string | undefined {
  return nameByCode.get(code)
}
