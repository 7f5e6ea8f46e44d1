import { option } from '../../rpc/command/option.ts'

export const allowBigBlock = option.bool(
  'allow-big-block',
  'Do not check that the block is small enough for bitswap (2 MiB); 8 MiB it may have at most.',
  { default: false }
)
