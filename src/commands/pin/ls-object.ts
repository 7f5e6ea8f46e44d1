/** A pin as `pin/ls` tells of it (Kubo `PinLsObject`). */
export interface PinLsObject {
  Cid: string
  /** recursive, direct, indirect, or `indirect through CID` where that was looked for */
  Type: string
  Name: string
}

export interface PinLsOptions {
  /** the option as it came */
  type: string
  /** a part of the names that are wanted */
  name: string
  withNames: boolean
}

/** @returns never: throws Kubo's error for a type that there is not */
export function refuseType (type: string): never {
  throw new Error(`invalid type '${type}', must be one of {direct, indirect, recursive, all}`)
}
