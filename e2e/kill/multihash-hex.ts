/** How the model names a block. */
export function multihashHex (multihash: Uint8Array): string {
  return Buffer.from(multihash).toString('hex')
}
