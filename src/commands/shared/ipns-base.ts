import { option } from '../../rpc/command/option.ts'

/** Option of the commands that output names of keys (Kubo `core/commands/keyencode`). */
export const ipnsBase = option.string(
  'ipns-base',
  'How names of keys are written: b58mh for the plain multihash, or a multibase for the CID.',
  { default: 'base36' }
)
