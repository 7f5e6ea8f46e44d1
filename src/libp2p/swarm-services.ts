import type { Libp2pInit } from 'libp2p'
import type { ConfigStore } from '../config/config-store.ts'

/** What a node does for peers beside what all nodes do, as its shell has it and its settings say when it starts: services of libp2p by name. One that is called `reachability` is a `ReachabilityReport`, which is believed. */
export type SwarmServices = (config: Pick<ConfigStore, 'get'>) => NonNullable<Libp2pInit['services']>
