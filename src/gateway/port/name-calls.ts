/** What a gateway asks of names through a port. Paths are text, names the bytes of their multihash. */
export interface NameCalls {
  /** `once` follows the first name alone */
  resolveName: { input: { path: string, offline: boolean, once: boolean }, value: { path: string, ttlMs: number, modifiedMs: number } }
  nameRecord: { input: { name: Uint8Array, offline: boolean }, value: Uint8Array }
}
