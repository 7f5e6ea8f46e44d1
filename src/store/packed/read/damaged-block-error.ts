/** A block is in the index, but the bytes of its segment cannot be read back. Deleting and putting it again heals it. */
export class DamagedBlockError extends Error {
  static override readonly name = 'DamagedBlockError'
  override readonly name = 'DamagedBlockError'
}
