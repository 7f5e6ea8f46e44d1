/**
 * The protocols of peers that announce here (specs.ipfs.tech/routing/http-routing-v1, "Known Transfer Protocols"): they
 * serve blocks.
 */
export const ANNOUNCED_PROTOCOLS: readonly string[] = ['transport-bitswap']
