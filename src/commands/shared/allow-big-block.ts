import { option } from '../../rpc/command/option.ts'

export const allowBigBlock = option.bool(
  'allow-big-block',
  'Allow blocks above the bitswap limit of 2 MiB, up to 8 MiB.',
  { default: false }
)
