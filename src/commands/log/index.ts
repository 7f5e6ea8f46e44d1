import { group } from '../../rpc/command/command.ts'
import { logLevel } from './level.ts'
import { logLs } from './ls.ts'
import { logTail } from './tail.ts'

export const log = group('Control and read the logs of the node.', {
  level: logLevel,
  ls: logLs,
  tail: logTail
})
