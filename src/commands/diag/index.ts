import { group } from '../../rpc/command/command.ts'
import { diagCmds } from './cmds.ts'
import { diagDatastore } from './datastore.ts'
import { diagHealthy } from './healthy.ts'
import { diagProfile } from './profile.ts'
import { diagSys } from './sys.ts'

export const diag = group('Diagnose the node.', {
  cmds: diagCmds,
  datastore: diagDatastore,
  healthy: diagHealthy,
  profile: diagProfile,
  sys: diagSys
})
