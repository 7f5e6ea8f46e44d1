import { group } from '../../rpc/command/command.ts'
import { blockGet } from './get.ts'
import { blockPut } from './put.ts'
import { blockRm } from './rm.ts'
import { blockStat } from './stat.ts'

export const block = group('Work with blocks.', {
  get: blockGet,
  put: blockPut,
  rm: blockRm,
  stat: blockStat
})
