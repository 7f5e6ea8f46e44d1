import { group } from '../../rpc/command/command.ts'
import { pinAdd } from './add.ts'
import { pinLs } from './ls.ts'
import { pinRemote } from './remote/index.ts'
import { pinRm } from './rm.ts'
import { pinUpdate } from './update.ts'
import { pinVerify } from './verify.ts'

export const pin = group('Pin and unpin content.', {
  add: pinAdd,
  ls: pinLs,
  remote: pinRemote,
  rm: pinRm,
  update: pinUpdate,
  verify: pinVerify
})
