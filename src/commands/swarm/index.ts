import { group } from '../../rpc/command/command.ts'
import { swarmAddrs } from './addrs.ts'
import { swarmConnect } from './connect.ts'
import { swarmDisconnect } from './disconnect.ts'
import { swarmFilters } from './filters.ts'
import { swarmPeering } from './peering.ts'
import { swarmPeers } from './peers.ts'
import { swarmResources } from './resources.ts'

export const swarm = group('Inspect and manage connections.', {
  addrs: swarmAddrs,
  connect: swarmConnect,
  disconnect: swarmDisconnect,
  filters: swarmFilters,
  peering: swarmPeering,
  peers: swarmPeers,
  resources: swarmResources
})
