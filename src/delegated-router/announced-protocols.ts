/** What a peer speaks that announces here (specs.ipfs.tech/routing/http-routing-v1, "Known Transfer Protocols"): it has blocks. */
export const ANNOUNCED_PROTOCOLS: readonly string[] = ['transport-bitswap']
