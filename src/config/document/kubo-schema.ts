import { any, bool, int, int64, listSchema, mapSchema, string } from '../schema/primitives.ts'
import { checkedSchema } from '../schema/schema.ts'
import type { Schema, StructSchema } from '../schema/schema.ts'
import { structSchema } from '../schema/struct.ts'
import { dnsResolvers } from '../types/dns-resolvers.ts'
import { httpHeaders } from '../types/http-headers.ts'
import { importSection } from '../types/import-section.ts'
import { addrInfo, autonatMode, removedSchema } from '../types/network.ts'
import {
  flag,
  optionalBytes,
  optionalDuration,
  optionalInteger,
  optionalString,
  priority,
  strings
} from '../types/optional.ts'
import { pinningEndpoint } from '../types/pinning-endpoint.ts'
import { provideSection } from '../types/provide-section.ts'
import { byteSize, durationText, republishPeriod } from '../types/quantities.ts'
import { routers } from '../types/routers.ts'
import { trustlessGateways } from '../types/trustless-gateways.ts'
import { addressNet } from './address-net.ts'

const texts = listSchema(string)

/** An unreadable entry allows nothing, and neither does an unreadable list: it was meant to keep clients out. */
const authorizations: Schema = {
  ...mapSchema(
    { ...structSchema('RPCAuthScope', { AuthSecret: string, AllowedPaths: texts }), instead: {} },
    'map[string]*config.RPCAuthScope'
  ),
  instead: { '': {} }
}

/** Kubo does not start with an invalid filter (`core/node/libp2p/filters.go`). */
const addressFilters = checkedSchema(texts, (filters) => {
  for (const filter of filters as string[]) {
    try {
      addressNet(filter)
    } catch (err) {
      return `is no list of nets of addresses: ${(err as Error).message}`
    }
  }
})

/** Kubo does not start with any other type (`cmd/ipfs/kubo/daemon.go`). */
const ROUTING_TYPES = ['auto', 'autoclient', 'delegated', 'dht', 'dhtclient', 'dhtserver', 'custom', 'none']
const routingType = checkedSchema(
  optionalString,
  (type) => ROUTING_TYPES.includes(type as string) ? undefined : `is none of ${ROUTING_TYPES.join(', ')}`
)

const KUBO_ANSWERS = ['0.40', '0.43']
const kuboAnswers = checkedSchema(
  optionalString,
  (version) => KUBO_ANSWERS.includes(version as string) ? undefined : `is none of ${KUBO_ANSWERS.join(', ')}`
)

const optionalByteSize = checkedSchema(optionalString, (value) => byteSize.check?.(value))

const gatewaySpec = structSchema('GatewaySpec', {
  Paths: texts,
  UseSubdomains: bool,
  NoDNSLink: bool,
  InlineDNSLink: flag,
  DeserializedResponses: flag
})

const gateway = structSchema('Gateway', {
  HTTPHeaders: httpHeaders,
  RootRedirect: string,
  NoFetch: bool,
  NoDNSLink: bool,
  DeserializedResponses: flag,
  AllowCodecConversion: flag,
  DisableHTMLErrors: flag,
  PublicGateways: mapSchema(gatewaySpec, 'map[string]*config.GatewaySpec'),
  ExposeRoutingAPI: flag,
  'RetrievalTimeout?*': optionalDuration,
  'MaxRequestDuration?*': optionalDuration,
  'MaxConcurrentRequests?*': optionalInteger,
  'MaxRangeRequestFileSize?*': optionalBytes,
  'MaxDeserializedResponseSize?*': optionalBytes,
  'DeprecatedXIpfsPath?': flag,
  'DiagnosticServiceURL?*': optionalString
})

const transports = structSchema('Transports', {
  Network: structSchema('', {
    'QUIC?': flag,
    'TCP?': flag,
    'Websocket?': flag,
    'Relay?': flag,
    'WebTransport?': flag,
    'WebRTCDirect?': flag
  }),
  Security: structSchema('', { 'TLS?': priority, 'Noise?': priority }),
  Multiplexers: structSchema('', { 'Yamux?': priority })
})

const relayService = structSchema('RelayService', {
  'Enabled?': flag,
  'ConnectionDurationLimit?*': optionalDuration,
  'ConnectionDataLimit?*': optionalInteger,
  'ReservationTTL?*': optionalDuration,
  'MaxReservations?*': optionalInteger,
  'MaxCircuits?*': optionalInteger,
  'BufferSize?*': optionalInteger,
  'MaxReservationsPerIP?*': optionalInteger,
  'MaxReservationsPerASN?*': optionalInteger
})

const swarm = structSchema('SwarmConfig', {
  AddrFilters: addressFilters,
  DisableBandwidthMetrics: bool,
  DisableNatPortMap: bool,
  RelayClient: structSchema('RelayClient', { 'Enabled?': flag, 'StaticRelays?': texts }),
  RelayService: relayService,
  'EnableHolePunching?': flag,
  Transports: transports,
  ConnMgr: structSchema('ConnMgr', {
    'Type?*': optionalString,
    'LowWater?*': optionalInteger,
    'HighWater?*': optionalInteger,
    'GracePeriod?*': optionalDuration,
    'SilencePeriod?*': optionalDuration
  }),
  ResourceMgr: structSchema('ResourceMgr', {
    'Enabled?': flag,
    'Limits?': removedSchema(
      'config.swarmLimits',
      [],
      'The Swarm.ResourceMgr.Limits configuration has been removed in Kubo 0.19 and should be empty or not present. To set custom libp2p limits, read https://github.com/ipfs/kubo/blob/master/docs/libp2p-resource-management.md#user-supplied-override-limits'
    ),
    'MaxMemory?*': optionalBytes,
    'MaxFileDescriptors?*': optionalInteger,
    'Allowlist?': texts
  })
})

const autoTls = structSchema('AutoTLS', {
  'Enabled?': flag,
  'AutoWSS?': flag,
  'SkipDNSLookup?': flag,
  'DomainSuffix?*': optionalString,
  'RegistrationEndpoint?*': optionalString,
  'RegistrationToken?*': optionalString,
  'RegistrationDelay?*': optionalDuration,
  'CAEndpoint?*': optionalString,
  'ShortAddrs?': flag
})

const remoteService = structSchema('RemotePinningService', {
  API: structSchema('RemotePinningServiceAPI', { Endpoint: pinningEndpoint, Key: string }),
  Policies: structSchema('RemotePinningServicePolicies', {
    MFS: structSchema('RemotePinningServiceMFSPolicy', { Enable: bool, PinName: string, RepinInterval: durationText })
  })
})

const internalBitswap = structSchema('InternalBitswap', {
  TaskWorkerCount: optionalInteger,
  EngineBlockstoreWorkerCount: optionalInteger,
  EngineTaskWorkerCount: optionalInteger,
  MaxOutstandingBytesPerPeer: optionalInteger,
  ProviderSearchDelay: optionalDuration,
  ProviderSearchMaxResults: optionalInteger,
  WantHaveReplaceSize: optionalInteger,
  'BroadcastControl*': structSchema('BitswapBroadcastControl', {
    'Enable?': flag,
    MaxPeers: optionalInteger,
    'LocalPeers?': flag,
    'PeeredPeers?': flag,
    MaxRandomPeers: optionalInteger,
    'SendToPendingPeers?': flag
  })
})

const experimental = structSchema('Experiments', {
  FilestoreEnabled: bool,
  UrlstoreEnabled: bool,
  'ShardingEnabled?': bool,
  Libp2pStreamMounting: bool,
  P2pHttpProxy: bool,
  'StrategicProviding?': bool,
  OptimisticProvide: bool,
  OptimisticProvideJobsPoolSize: int,
  'GatewayOverLibp2p?': bool,
  'GraphsyncEnabled?': removedSchema(
    'config.graphsyncEnabled',
    [false],
    'Support for Experimental.GraphsyncEnabled has been removed in Kubo 0.25.0, please remove this key. For more details see https://github.com/ipfs/kubo/pull/9747.'
  ),
  'AcceleratedDHTClient?': removedSchema(
    'config.experimentalAcceleratedDHTClient',
    [],
    'The Experimental.AcceleratedDHTClient key has been moved to Routing.AcceleratedDHTClient in Kubo 0.21, ' +
      'please use this new key and remove the old one.'
  )
})

/** The configuration of Kubo v0.40.0: names and types of its sections (`config/*.go`). */
export const kuboSchema: StructSchema = structSchema('Config', {
  Identity: structSchema('Identity', { PeerID: string, 'PrivKey?': string }),
  Datastore: structSchema('Datastore', {
    StorageMax: byteSize,
    StorageGCWatermark: int64,
    GCPeriod: durationText,
    'EnableGC?': flag, // not in Kubo: its daemon has a command-line flag instead
    'Type?': string,
    'Path?': string,
    'NoSync?': bool,
    'Params?*': { kind: 'custom', go: 'json.RawMessage', opaque: false, zero: null, read: (value) => value },
    Spec: mapSchema(any),
    HashOnRead: bool,
    BloomFilterSize: int,
    BlockKeyCacheSize: optionalInteger,
    'WriteThrough?': flag
  }),
  Addresses: structSchema('Addresses', {
    Swarm: texts,
    Announce: texts,
    AppendAnnounce: texts,
    NoAnnounce: texts,
    API: strings,
    Gateway: strings
  }),
  Mounts: structSchema('Mounts', { IPFS: string, IPNS: string, MFS: string, FuseAllowOther: bool }),
  Discovery: structSchema('Discovery', { MDNS: structSchema('MDNS', { Enabled: bool }) }),
  Routing: structSchema('Routing', {
    'Type?*': routingType,
    'AcceleratedDHTClient?': flag,
    'LoopbackAddressesOnLanDHT?': flag,
    'IgnoreProviders?': texts,
    DelegatedRouters: texts,
    'Routers?': routers,
    'Methods?': mapSchema(structSchema('Method', { RouterName: string }), 'config.Methods')
  }),
  Ipns: structSchema('Ipns', {
    RepublishPeriod: republishPeriod,
    RecordLifetime: durationText,
    ResolveCacheSize: checkedSchema(int, (size) => (size as number) < 0 ? 'must not be negative' : undefined),
    'MaxCacheTTL?*': optionalDuration,
    'UsePubsub?': flag,
    DelegatedPublishers: texts
  }),
  Bootstrap: texts,
  Gateway: gateway,
  API: structSchema('API', { HTTPHeaders: httpHeaders, 'Authorizations?': authorizations }),
  Swarm: swarm,
  AutoNAT: structSchema('AutoNATConfig', {
    'ServiceMode?': autonatMode,
    'Throttle?*': structSchema('AutoNATThrottleConfig', {
      GlobalLimit: int,
      PeerLimit: int,
      Interval: optionalDuration
    })
  }),
  AutoTLS: autoTls,
  Pubsub: structSchema('PubsubConfig', {
    Router: string,
    DisableSigning: bool,
    'Enabled?': flag,
    'SeenMessagesTTL?*': optionalDuration,
    'SeenMessagesStrategy?*': optionalString
  }),
  Peering: structSchema('Peering', { Peers: listSchema(addrInfo) }),
  DNS: structSchema('DNS', { Resolvers: dnsResolvers, 'MaxCacheTTL?*': optionalDuration }),
  Migration: structSchema('Migration', { 'DownloadSources?': texts, 'Keep?': string }),
  AutoConf: structSchema('AutoConf', {
    'URL?*': optionalString,
    'Enabled?': flag,
    'RefreshInterval?*': optionalDuration,
    'TLSInsecureSkipVerify?': flag
  }),
  Provide: provideSection,
  Provider: structSchema('Provider', {
    'Enabled?': flag,
    'Strategy?*': optionalString,
    'WorkerCount?*': optionalInteger
  }),
  Reprovider: structSchema('Reprovider', { 'Interval?*': optionalDuration, 'Strategy?*': optionalString }),
  HTTPRetrieval: structSchema('HTTPRetrieval', {
    'Enabled?': flag,
    'Allowlist?': texts,
    'Denylist?': texts,
    'NumWorkers?*': optionalInteger,
    'MaxBlockSize?*': optionalByteSize,
    'TLSInsecureSkipVerify?': flag,
    'Gateways?': trustlessGateways
  }), // the last field is not in Kubo
  Experimental: experimental,
  Plugins: structSchema('Plugins', { Plugins: mapSchema(structSchema('Plugin', { Disabled: bool, 'Config?': any })) }),
  Pinning: structSchema('Pinning', { RemoteServices: mapSchema(remoteService) }),
  Import: importSection,
  Version: structSchema('Version', {
    'AgentSuffix?*': optionalString,
    'KuboAnswers?*': kuboAnswers, // not in Kubo
    'SwarmCheckEnabled?': flag,
    'SwarmCheckPercentThreshold?*': optionalInteger
  }),
  Internal: structSchema('Internal', {
    'Bitswap?*': internalBitswap,
    'UnixFSShardingSizeThreshold?*': optionalByteSize,
    'Libp2pForceReachability?*': optionalString,
    'BackupBootstrapInterval?*': optionalDuration,
    'MFSNoFlushLimit?*': optionalInteger
  }),
  Bitswap: structSchema('Bitswap', { 'Libp2pEnabled?': flag, 'ServerEnabled?': flag })
})
