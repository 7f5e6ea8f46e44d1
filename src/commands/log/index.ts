import { group } from '../../rpc/command/command.ts'
import { logLevel } from './level.ts'
import { logLs } from './ls.ts'
import { logTail } from './tail.ts'

export const log = group('Choose and read what the node tells of its work.', {
  level: logLevel,
  ls: logLs,
  tail: logTail
})
