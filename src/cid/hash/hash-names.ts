import { HASH } from '../codes/multiformat-codes.ts'
import { hashByName, hashFunctions } from './hashes.ts'

/**
 * Names that go-multihash knows besides those of the functions that it computes (`multihash.go`, `Names`): an alias,
 * and functions without code.
 */
const OTHER_NAMES: Readonly<Record<string, number>> = {
  sha3: HASH.sha3_512,
  'sha2-256-trunc254-padded': HASH.sha2_256Trunc254Padded,
  x11: HASH.x11,
  'poseidon-bls12_381-a2-fc1': HASH.poseidon
}

/** Functions that it computes and has no name for. */
const NAMELESS: readonly string[] = ['sha2-224', 'sha2-384', 'sha2-512-224', 'sha2-512-256']

/**
 * The multicodec code of a hash function by the name that Kubo's commands take, in lower case.
 * Not every function that has a name can be computed.
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

/** The name of a hash function; undefined for one that has none there (go-multihash `Codes`). */
export function hashName (code: number): string | undefined {
  return nameByCode.get(code)
}
