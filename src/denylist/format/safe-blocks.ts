import { multihashKey } from '../../cid/hash/multihash-key.ts'
import { BASE58_BTC, decodeBigBase } from '../../cid/multibase/decode-big-base.ts'

/** Multihashes of empty blocks and directories, in base58. */
const SAFE_BLOCKS = [
  // UnixFS directory, also inlined
  'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn',
  '1TRxsxk',
  // block without bytes, also inlined
  'QmdfTbBqBPQ7VNxZEYEj14VmRuZBkqFbiwReogJgS1zR1n',
  '11',
  // file in dag-pb, dag-cbor, dag-json
  'QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH',
  'QmbNQ1j6BUYuRf6Sj73JrwH7xwXKsmaXTipK3o2QYnWp1D',
  'QmSvPd3sHK7iWgZuW47fyLy4CaZQe2DwxvRhrJ39VpBVMK'
]

let keys: Set<string> | undefined

/**
 * Returns whether a multihash is that of an empty block or directory. Rules for one are ignored, as in nopfs: they
 * would break applications, which have such blocks everywhere.
 */
export function isSafeBlock (multihash: Uint8Array): boolean {
  keys ??= new Set(SAFE_BLOCKS.map((text) => multihashKey(decodeBigBase(new TextEncoder().encode(text), BASE58_BTC))))
  return keys.has(multihashKey(multihash))
}
