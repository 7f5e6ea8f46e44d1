/**
 * Whether `bytes` from `from` on are exactly `name`.
 *
 * @param bytes - undefined for a link without a name, which counts as empty
 */
export function nameEquals (bytes: Uint8Array | undefined, name: Uint8Array, from = 0): boolean {
  const length = (bytes?.length ?? 0) - from

  if (length !== name.length) {
    return false
  }

  for (let i = 0; i < length; i++) {
    if ((bytes as Uint8Array)[from + i] !== name[i]) {
      return false
    }
  }

  return true
}
