/**
 * The client library: an app imports it in its pages to use the node of its origin.
 *
 * @example
 * ```ts
 * import { add, ready, register } from 'swipfs'
 *
 * await register()
 * await ready()
 * const { cid } = await add([{ path: 'hi.txt', content: new Blob(['hi']) }])
 * ```
 * @packageDocumentation
 */
export { acceptStreams } from './streams/accept-streams.ts'
export type { AcceptStreamsOptions } from './streams/accept-streams.ts'
export { add } from './upload/add.ts'
export type { AddEntry, AddOptions } from './upload/add.ts'
export type { Added } from './upload/added-root.ts'
export { appData } from './node/app-data.ts'
export type { AppDataAnswer, AppDataQuestion } from './node/app-data.ts'
export { addReference } from './upload/add-reference.ts'
export type { AddReferenceOptions } from './upload/add-reference.ts'
export { askedHosts } from './node/contacted-hosts.ts'
export { cancelJob } from './jobs/cancel-job.ts'
export type { Topic } from './protocol/changes.ts'
export { chunksOf } from './body/response-chunks.ts'
export {
  AnswerCutError,
  AppDataError,
  ConfigNotResetError,
  FileChangedError,
  FileNotKeptError,
  KeyBackupError,
  NodeNotReadyError,
  ReferenceFailedError,
  RpcError,
  WorkerRefusedError,
  WorkersUnavailableError,
  WrongPasswordError
} from './protocol/errors.ts'
export type { WorkersUnavailableReason } from './protocol/errors.ts'
export { continueJob } from './jobs/continue-job.ts'
export { findContent } from './jobs/find-content.ts'
export { exportKey } from './keys/export-key.ts'
export { forgetRepairs } from './jobs/forget-repairs.ts'
export { ignoredSettings } from './node/ignored-settings.ts'
export { importCar } from './upload/import-car.ts'
export type { CarRoot, ImportCarOptions, ImportedCar } from './upload/import-car.ts'
export { inspect } from './node/inspect.ts'
export { isDiskFull } from './node/is-disk-full.ts'
export { jobs } from './jobs/jobs.ts'
export { keepAlive } from './worker/keep-alive.ts'
export type {
  AskedHosts,
  IgnoredSetting,
  Job,
  LackingPin,
  NodeNews,
  Repair,
  RepairsAnswer,
  RestoredKey,
  SealedKeys,
  WorkerReport
} from './protocol/messages.ts'
export { lookups } from './node/lookups.ts'
export type { Lookup, LookupSource } from './node/lookups.ts'
export { onNodeNews } from './node/node-news.ts'
export { ndjson } from './body/ndjson.ts'
export { openStream } from './streams/open-stream.ts'
export type { OpenStreamOptions } from './streams/open-stream.ts'
export type { PageStream } from './streams/page-stream.ts'
export { askPersistence, isPersistent, storageEstimate } from './node/persistence.ts'
export { pinDates } from './node/pin-dates.ts'
export { ready } from './setup/ready.ts'
export type { ReadyOptions } from './setup/ready.ts'
export { repairs } from './jobs/repairs.ts'
export type { RepairReport } from './jobs/repairs.ts'
export { restoreKeys } from './keys/restore-keys.ts'
export type { RestoreKeysOptions } from './keys/restore-keys.ts'
export { saveLink } from './page/save-link.ts'
export type { SaveFormat, SaveLinkOptions } from './page/save-link.ts'
export { sealKeys } from './keys/seal-keys.ts'
export { register } from './setup/register.ts'
export type { RegisterOptions } from './setup/register.ts'
export { resetConfig } from './node/reset-config.ts'
export { startNode } from './setup/start-node.ts'
export { call, rpc, rpcDone, rpcStream } from './rpc/rpc.ts'
export type { RpcOptions } from './rpc/rpc.ts'
export type { UploadFile } from './rpc/upload-form.ts'
export { uploadForm } from './rpc/upload-form.ts'
export type { UpdateListeners, UpdateOffer } from './setup/updates.ts'
export { watchChanges } from './jobs/watch-changes.ts'
export { whileBusy } from './worker/while-busy.ts'
export type { BlockstoreKind } from './worker/worker-url.ts'
