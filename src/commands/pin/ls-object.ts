/** A pin in the output of `pin/ls` (Kubo `PinLsObject`). */
export interface PinLsObject {
  Cid: string
  /** recursive, direct, indirect, or `indirect through CID` if that was searched */
  Type: string
  Name: string
}

export interface PinLsOptions {
  /** the unparsed option */
  type: string
  /** substring of the wanted names */
  name: string
  withNames: boolean
}

/**
 * Rejects an unknown type.
 *
 * @throws Kubo's error
 */
export function refuseType (type: string): never {
  throw new Error(`invalid type '${type}', must be one of {direct, indirect, recursive, all}`)
}
