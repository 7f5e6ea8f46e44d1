import { any, bool, int, int64, list, map, string } from '../schema/primitives.ts'
import { checked } from '../schema/schema.ts'
import type { Schema, StructSchema } from '../schema/schema.ts'
import { struct } from '../schema/struct.ts'
import { dnsResolvers } from '../types/dns-resolvers.ts'
import { httpHeaders } from '../types/http-headers.ts'
import { importSection } from '../types/import-section.ts'
import { addrInfo, autonatMode, removed } from '../types/network.ts'
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
import { byteSize, durationText, republishPeriod } from '../types/quantities.ts'
import { routers } from '../types/routers.ts'
import { trustlessGateways } from '../types/trustless-gateways.ts'
import { addressNet } from './address-net.ts'

const texts = list(string)

/** An unreadable entry allows nothing, and neither does an unreadable list: it was meant to keep clients out. */
const authorizations: Schema = {
  ...map(
    { ...struct('RPCAuthScope', { AuthSecret: string, AllowedPaths: texts }), instead: {} },
    'map[string]*config.RPCAuthScope'
  ),
  instead: { '': {} }
}

/** Kubo does not start with an invalid filter (`core/node/libp2p/filters.go`). */
const addressFilters = checked(texts, (filters) => {
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
const routingType = checked(
  optionalString,
  (type) => ROUTING_TYPES.includes(type as string) ? undefined : `is none of ${ROUTING_TYPES.join(', ')}`
)

const optionalByteSize = checked(optionalString, (value) => byteSize.check?.(value))

const gatewaySpec = struct('GatewaySpec', {
  Paths: texts,
  UseSubdomains: bool,
  NoDNSLink: bool,
  InlineDNSLink: flag,
  DeserializedResponses: flag
})

const gateway = struct('Gateway', {
  HTTPHeaders: httpHeaders,
  RootRedirect: string,
  NoFetch: bool,
  NoDNSLink: bool,
  DeserializedResponses: flag,
  AllowCodecConversion: flag,
  DisableHTMLErrors: flag,
  PublicGateways: map(gatewaySpec, 'map[string]*config.GatewaySpec'),
  ExposeRoutingAPI: flag,
  'RetrievalTimeout?*': optionalDuration,
  'MaxRequestDuration?*': optionalDuration,
  'MaxConcurrentRequests?*': optionalInteger,
  'MaxRangeRequestFileSize?*': optionalBytes,
  'DiagnosticServiceURL?*': optionalString
})

const transports = struct('Transports', {
  Network: struct('', {
    'QUIC?': flag,
    'TCP?': flag,
    'Websocket?': flag,
    'Relay?': flag,
    'WebTransport?': flag,
    'WebRTCDirect?': flag
  }),
  Security: struct('', { 'TLS?': priority, 'Noise?': priority }),
  Multiplexers: struct('', { 'Yamux?': priority })
})

const relayService = struct('RelayService', {
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

const swarm = struct('SwarmConfig', {
  AddrFilters: addressFilters,
  DisableBandwidthMetrics: bool,
  DisableNatPortMap: bool,
  RelayClient: struct('RelayClient', { 'Enabled?': flag, 'StaticRelays?': texts }),
  RelayService: relayService,
  'EnableHolePunching?': flag,
  Transports: transports,
  ConnMgr: struct('ConnMgr', {
    'Type?*': optionalString,
    'LowWater?*': optionalInteger,
    'HighWater?*': optionalInteger,
    'GracePeriod?*': optionalDuration,
    'SilencePeriod?*': optionalDuration
  }),
  ResourceMgr: struct('ResourceMgr', {
    'Enabled?': flag,
    'Limits?': removed(
      'config.swarmLimits',
      [],
      'The Swarm.ResourceMgr.Limits configuration has been removed in Kubo 0.19 and should be empty or not present. To set custom libp2p limits, read https://github.com/ipfs/kubo/blob/master/docs/libp2p-resource-management.md#user-supplied-override-limits'
    ),
    'MaxMemory?*': optionalBytes,
    'MaxFileDescriptors?*': optionalInteger,
    'Allowlist?': texts
  })
})

const autoTls = struct('AutoTLS', {
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

const provide = struct('Provide', {
  'Enabled?': flag,
  'Strategy?*': optionalString,
  DHT: struct('ProvideDHT', {
    'Interval?*': optionalDuration,
    'MaxWorkers?*': optionalInteger,
    'SweepEnabled?': flag,
    'DedicatedPeriodicWorkers?*': optionalInteger,
    'DedicatedBurstWorkers?*': optionalInteger,
    'MaxProvideConnsPerWorker?*': optionalInteger,
    'KeystoreBatchSize?*': optionalInteger,
    'OfflineDelay?*': optionalDuration,
    'ResumeEnabled?': flag
  })
})

const remoteService = struct('RemotePinningService', {
  API: struct('RemotePinningServiceAPI', { Endpoint: pinningEndpoint, Key: string }),
  Policies: struct('RemotePinningServicePolicies', {
    MFS: struct('RemotePinningServiceMFSPolicy', { Enable: bool, PinName: string, RepinInterval: durationText })
  })
})

const internalBitswap = struct('InternalBitswap', {
  TaskWorkerCount: optionalInteger,
  EngineBlockstoreWorkerCount: optionalInteger,
  EngineTaskWorkerCount: optionalInteger,
  MaxOutstandingBytesPerPeer: optionalInteger,
  ProviderSearchDelay: optionalDuration,
  ProviderSearchMaxResults: optionalInteger,
  WantHaveReplaceSize: optionalInteger,
  'BroadcastControl*': struct('BitswapBroadcastControl', {
    'Enable?': flag,
    MaxPeers: optionalInteger,
    'LocalPeers?': flag,
    'PeeredPeers?': flag,
    MaxRandomPeers: optionalInteger,
    'SendToPendingPeers?': flag
  })
})

const experimental = struct('Experiments', {
  FilestoreEnabled: bool,
  UrlstoreEnabled: bool,
  'ShardingEnabled?': bool,
  Libp2pStreamMounting: bool,
  P2pHttpProxy: bool,
  'StrategicProviding?': bool,
  OptimisticProvide: bool,
  OptimisticProvideJobsPoolSize: int,
  'GatewayOverLibp2p?': bool,
  'GraphsyncEnabled?': removed(
    'config.graphsyncEnabled',
    [false],
    'Support for Experimental.GraphsyncEnabled has been removed in Kubo 0.25.0, please remove this key. For more details see https://github.com/ipfs/kubo/pull/9747.'
  ),
  'AcceleratedDHTClient?': removed(
    'config.experimentalAcceleratedDHTClient',
    [],
    'The Experimental.AcceleratedDHTClient key has been moved to Routing.AcceleratedDHTClient in Kubo 0.21, please use this new key and remove the old one.'
  )
})

/** The configuration of Kubo v0.40.0: names and types of its sections (`config/*.go`). */
export const kuboSchema: StructSchema = struct('Config', {
  Identity: struct('Identity', { PeerID: string, 'PrivKey?': string }),
  Datastore: struct('Datastore', {
    StorageMax: byteSize,
    StorageGCWatermark: int64,
    GCPeriod: durationText,
    'EnableGC?': flag, // not in Kubo: its daemon has a command-line flag instead
    'Type?': string,
    'Path?': string,
    'NoSync?': bool,
    'Params?*': { kind: 'custom', go: 'json.RawMessage', opaque: false, zero: null, read: (value) => value },
    Spec: map(any),
    HashOnRead: bool,
    BloomFilterSize: int,
    BlockKeyCacheSize: optionalInteger,
    'WriteThrough?': flag
  }),
  Addresses: struct('Addresses', {
    Swarm: texts,
    Announce: texts,
    AppendAnnounce: texts,
    NoAnnounce: texts,
    API: strings,
    Gateway: strings
  }),
  Mounts: struct('Mounts', { IPFS: string, IPNS: string, MFS: string, FuseAllowOther: bool }),
  Discovery: struct('Discovery', { MDNS: struct('MDNS', { Enabled: bool }) }),
  Routing: struct('Routing', {
    'Type?*': routingType,
    'AcceleratedDHTClient?': flag,
    'LoopbackAddressesOnLanDHT?': flag,
    'IgnoreProviders?': texts,
    DelegatedRouters: texts,
    'Routers?': routers,
    'Methods?': map(struct('Method', { RouterName: string }), 'config.Methods')
  }),
  Ipns: struct('Ipns', {
    RepublishPeriod: republishPeriod,
    RecordLifetime: durationText,
    ResolveCacheSize: checked(int, (size) => (size as number) < 0 ? 'must not be negative' : undefined),
    'MaxCacheTTL?*': optionalDuration,
    'UsePubsub?': flag,
    DelegatedPublishers: texts
  }),
  Bootstrap: texts,
  Gateway: gateway,
  API: struct('API', { HTTPHeaders: httpHeaders, 'Authorizations?': authorizations }),
  Swarm: swarm,
  AutoNAT: struct('AutoNATConfig', {
    'ServiceMode?': autonatMode,
    'Throttle?*': struct('AutoNATThrottleConfig', { GlobalLimit: int, PeerLimit: int, Interval: optionalDuration })
  }),
  AutoTLS: autoTls,
  Pubsub: struct('PubsubConfig', {
    Router: string,
    DisableSigning: bool,
    'Enabled?': flag,
    'SeenMessagesTTL?*': optionalDuration,
    'SeenMessagesStrategy?*': optionalString
  }),
  Peering: struct('Peering', { Peers: list(addrInfo) }),
  DNS: struct('DNS', { Resolvers: dnsResolvers, 'MaxCacheTTL?*': optionalDuration }),
  Migration: struct('Migration', { 'DownloadSources?': texts, 'Keep?': string }),
  AutoConf: struct('AutoConf', {
    'URL?*': optionalString,
    'Enabled?': flag,
    'RefreshInterval?*': optionalDuration,
    'TLSInsecureSkipVerify?': flag
  }),
  Provide: provide,
  Provider: struct('Provider', { 'Enabled?': flag, 'Strategy?*': optionalString, 'WorkerCount?*': optionalInteger }),
  Reprovider: struct('Reprovider', { 'Interval?*': optionalDuration, 'Strategy?*': optionalString }),
  HTTPRetrieval: struct('HTTPRetrieval', {
    'Enabled?': flag,
    'Allowlist?': texts,
    'Denylist?': texts,
    'NumWorkers?*': optionalInteger,
    'MaxBlockSize?*': optionalByteSize,
    'TLSInsecureSkipVerify?': flag,
    'Gateways?': trustlessGateways
  }), // the last field is not in Kubo
  Experimental: experimental,
  Plugins: struct('Plugins', { Plugins: map(struct('Plugin', { Disabled: bool, 'Config?': any })) }),
  Pinning: struct('Pinning', { RemoteServices: map(remoteService) }),
  Import: importSection,
  Version: struct('Version', {
    'AgentSuffix?*': optionalString,
    'SwarmCheckEnabled?': flag,
    'SwarmCheckPercentThreshold?*': optionalInteger
  }),
  Internal: struct('Internal', {
    'Bitswap?*': internalBitswap,
    'UnixFSShardingSizeThreshold?*': optionalByteSize,
    'Libp2pForceReachability?*': optionalString,
    'BackupBootstrapInterval?*': optionalDuration,
    'MFSNoFlushLimit?*': optionalInteger
  }),
  Bitswap: struct('Bitswap', { 'Libp2pEnabled?': flag, 'ServerEnabled?': flag })
})
