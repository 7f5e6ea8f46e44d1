import { group } from '../../../rpc/command/command.ts'
import { pinRemoteAdd } from './add.ts'
import { pinRemoteLs } from './ls.ts'
import { pinRemoteRm } from './rm.ts'
import { pinRemoteServiceAdd } from './service-add.ts'
import { pinRemoteServiceLs } from './service-ls.ts'
import { pinRemoteServiceRm } from './service-rm.ts'

export const pinRemote = group('Pin content at remote pinning services.', {
  add: pinRemoteAdd,
  ls: pinRemoteLs,
  rm: pinRemoteRm,
  service: group('Manage remote pinning services.', {
    add: pinRemoteServiceAdd,
    ls: pinRemoteServiceLs,
    rm: pinRemoteServiceRm
  })
})
