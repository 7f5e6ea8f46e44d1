/** What a gateway asks of names through a port. Paths are text, names the bytes of their multihash. */
export interface NameCalls {
  resolveName: { input: { path: string, offline: boolean }, value: { path: string, ttlMs: number, modifiedMs: number } }
  nameRecord: { input: { name: Uint8Array, offline: boolean }, value: Uint8Array }
}
