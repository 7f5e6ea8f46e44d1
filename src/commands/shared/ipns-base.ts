import { option } from '../../rpc/command/option.ts'

/** Option of the commands that output names of keys (Kubo `core/commands/keyencode`). */
export const ipnsBase = option.string(
  'ipns-base',
  'Encoding of key IDs: b58mh (base58 multihash), or the multibase of a CID.',
  { default: 'base36' }
)
