/**
 * The node for embedders: in a worker of their own, in Node.js, in tests. `add`, `cat` and the other functions need no
 * HTTP;
 * `handleRpc` and `handleGateway` answer requests.
 *
 * @example
 * ```ts
 * const node = await createNode({ openBlockstore: async () => new MemoryBlockstore(), datastore: await
 * openDatastore('my-node') }) const [cid] = await add(node, [{ path: 'hi.txt', kind: 'file', content: new
 * Blob(['hi']).stream() }]) for await (const chunk of cat(node, cid)) …
 * await node.stop()
 * ```
 * @packageDocumentation
 */
export { add } from './api/add.ts'
export type { AddOptions } from './api/add.ts'
export { addReference } from './api/add-reference.ts'
export type { AddReferenceOptions } from './api/add-reference.ts'
export { cancelJob, continueJob, listJobs } from './api/jobs.ts'
export { cat } from './api/cat.ts'
export type { CatOptions } from './api/cat.ts'
export { exportCar } from './api/export-car.ts'
export { followJob } from './api/follow-job.ts'
export { ls } from './api/ls.ts'
export type { CallOptions } from './api/node-blocks.ts'
export { pin } from './api/pin.ts'
export type { PinOptions } from './api/pin.ts'
export { pinAtService } from './api/pin-at-service.ts'
export type { PinAtServiceOptions } from './api/pin-at-service.ts'
export { resolve } from './api/resolve.ts'
export type { RemotePin } from './pins/remote/remote-pin.ts'
export type { ImportEntry } from './unixfs/format/import-entry.ts'
export type { AddedEvent, ProgressEvent } from './unixfs/import/entries/import-event.ts'
export type { ChosenSettings } from './unixfs/import/settings/import-settings.ts'
export type { DirectoryEntry } from './unixfs/read/directory/list-directory.ts'

export { createNode } from './node/create-node.ts'
export type { NodeInit } from './node/create-node.ts'
export type { ChangeListener, Topic } from './node/services/changes.ts'
export type { IpfsNode } from './node/interface/ipfs-node.ts'
export type { Service, ServiceContext, ServiceState } from './node/services/services.ts'
export type { JobProgress, JobState } from './jobs/job-state.ts'
export type { Exchange } from './blocks/exchange/exchange.ts'
export type { ReferencedFiles } from './blocks/references/referenced-files.ts'
export type { ExchangeSession, WantOptions } from './blocks/exchange/exchange-session.ts'

export { listPins } from './pins/query/list-pins.ts'
export type { ListedPin, ListPinsOptions } from './pins/query/list-pins.ts'
export type { PinnedRepo } from './pins/index/pinned-repo.ts'
export type { PinStore } from './pins/store/pin-store.ts'
export { unpin } from './pins/change/unpin.ts'
export { collectGarbage } from './repo/gc/gc.ts'
export type { GcOptions } from './repo/gc/gc-options.ts'
export type { Repo } from './repo/repo.ts'

export { MemoryBlockstore } from './store/blockstore/memory-blockstore.ts'
export { openBlockstore } from './store/open/open-blockstore.ts'
export type { OpenBlockstoreOptions } from './store/open/open-blockstore.ts'
export { openDatastore } from './store/datastore/open-datastore.ts'
export type { ClosableDatastore, OpenDatastoreOptions } from './store/datastore/open-datastore.ts'
export type { Blockstore } from './store/blockstore/blockstore.ts'

export { openRepo, startNode } from './node-adapter/open-lazily.ts'
export type { FileRepo, OpenRepoOptions } from './node-adapter/repo/open-repo.ts'
export type { StartedNode, StartOptions } from './node-adapter/start.ts'

export { handlePinningService } from './pinning-service/handle-pinning-service.ts'
export type { PinningServiceInit } from './pinning-service/handle-pinning-service.ts'
export { PinHosting } from './pinning-service/pin-hosting.ts'
export { userOf } from './pinning-service/user-of.ts'
export type { UserOf } from './pinning-service/user-of.ts'

export { root } from './commands/root.ts'
export { handleRpc } from './rpc/handler.ts'
export type { Command } from './rpc/command/command.ts'
export type { RpcOptions } from './rpc/handler.ts'
export { handleGateway } from './gateway/handler/handler.ts'
export type { Gateway, GatewayOptions } from './gateway/handler/handler.ts'
export { httpService } from './gateway/local/http-service.ts'
export { peerGateway } from './gateway/local/peer-gateway.ts'
export { gatewayPeers } from './swarm/streams/gateway-peers.ts'
export type { PeerGateway } from './swarm/streams/peer-gateway.ts'
export type { HttpService } from './swarm/streams/http-service.ts'
export { localGateway } from './gateway/local/local-gateway.ts'
export type { LocalGatewayParts } from './gateway/local/local-gateway.ts'
export { portGateway } from './gateway/port/port-gateway.ts'
export { serveGateway } from './gateway/port/serve-gateway.ts'
export type { ServeGatewayOptions } from './gateway/port/serve-gateway.ts'
export type { ServeCallsOptions } from './port/serve-calls.ts'
export { PortCalls } from './port/port-calls.ts'
export type { PortCallsOptions } from './port/port-calls.ts'
