import { option } from '../../rpc/command/option.ts'

export const verbose = option.bool('verbose,v', 'Print more details.')

/** Option of the commands that output names of keys (Kubo `core/commands/keyencode`). */
export const ipnsBase = option.string(
  'ipns-base',
  'Encoding of key IDs: b58mh (base58 multihash), or the multibase of a CID.',
  { default: 'base36' }
)

export const allowBigBlock = option.bool(
  'allow-big-block',
  'Allow blocks above the bitswap limit of 2 MiB, up to 8 MiB.',
  { default: false }
)
