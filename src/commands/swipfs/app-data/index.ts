import { group } from '../../../rpc/command/command.ts'
import { changeAppRows } from './change.ts'
import { getAppRows } from './get.ts'
import { listAppKeys } from './ls.ts'

export const swipfsAppData = group('Store small rows of an app in the datastore of the node.', {
  change: changeAppRows,
  get: getAppRows,
  ls: listAppKeys
})
