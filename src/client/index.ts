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
export { acceptStreams } from './accept-streams.ts'
export type { AcceptStreamsOptions } from './accept-streams.ts'
export { add } from './add.ts'
export type { AddEntry, AddOptions } from './add.ts'
export type { Added } from './added-root.ts'
export { appData } from './app-data.ts'
export { addReference } from './add-reference.ts'
export type { AddReferenceOptions } from './add-reference.ts'
export { askedHosts } from './asked-hosts.ts'
export { cancelJob } from './cancel-job.ts'
export type { Topic } from './changes.ts'
export { chunksOf } from './chunks-of.ts'
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
} from './errors.ts'
export type { WorkersUnavailableReason } from './errors.ts'
export { continueJob } from './continue-job.ts'
export { exportKey } from './export-key.ts'
export { forgetRepairs } from './forget-repairs.ts'
export { ignoredSettings } from './ignored-settings.ts'
export { importCar } from './import-car.ts'
export type { CarRoot, ImportCarOptions, ImportedCar } from './import-car.ts'
export { inspect } from './inspect.ts'
export { isDiskFull } from './is-disk-full.ts'
export { jobs } from './jobs.ts'
export { keepAlive } from './keep-alive.ts'
export type {
  AppDataAnswer,
  AppDataQuestion,
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
} from './messages.ts'
export { onNodeNews } from './node-news.ts'
export { ndjson } from './ndjson.ts'
export { openStream } from './open-stream.ts'
export type { OpenStreamOptions } from './open-stream.ts'
export type { PageStream } from './page-stream.ts'
export { askPersistence, isPersistent, storageEstimate } from './persistence.ts'
export { pinDates } from './pin-dates.ts'
export { ready } from './ready.ts'
export type { ReadyOptions } from './ready.ts'
export { repairs } from './repairs.ts'
export type { RepairReport } from './repairs.ts'
export { restoreKeys } from './restore-keys.ts'
export type { RestoreKeysOptions } from './restore-keys.ts'
export { saveLink } from './save-link.ts'
export type { SaveFormat, SaveLinkOptions } from './save-link.ts'
export { sealKeys } from './seal-keys.ts'
export { register } from './register.ts'
export type { RegisterOptions } from './register.ts'
export { resetConfig } from './reset-config.ts'
export { startNode } from './start-node.ts'
export { call, rpc, rpcDone, rpcStream } from './rpc.ts'
export type { RpcOptions } from './rpc.ts'
export type { UploadFile } from './upload-file.ts'
export { uploadForm } from './upload-form.ts'
export type { UpdateListeners, UpdateOffer } from './updates.ts'
export { watchChanges } from './watch-changes.ts'
export { whileBusy } from './while-busy.ts'
export type { BlockstoreKind } from './worker-url.ts'
