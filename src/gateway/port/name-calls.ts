/** Name calls of a gateway over a port. Paths are text, names are the bytes of their multihash. */
export interface NameCalls {
  /** `once` resolves only the first name */
  resolveName: {
    input: { path: string; offline: boolean; once: boolean }
    value: { path: string; ttlMs: number; modifiedMs: number }
  }
  nameRecord: { input: { name: Uint8Array; offline: boolean }; value: Uint8Array }
}
