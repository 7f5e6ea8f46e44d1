import { group } from '../../rpc/command.ts'
import { diagDatastore, diagProfile, diagSys } from '../not-implemented/diag.ts'
import { diagCmds } from './cmds.ts'

export const diag = group('Find out what the node is doing.', {
  cmds: diagCmds,
  datastore: diagDatastore,
  profile: diagProfile,
  sys: diagSys
})
