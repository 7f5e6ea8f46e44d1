/** Returns the model's ID of a block. */
export function multihashHex (multihash: Uint8Array): string {
  return Buffer.from(multihash).toString('hex')
}
