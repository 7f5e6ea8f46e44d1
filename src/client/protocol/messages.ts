/**
 * Messages between pages and the worker. Both sides import this file, so that neither can build a message that the
 * other does not know.
 */

/** Keeps the worker alive while a page needs it; has no answer. */
export interface Ping {
  type: 'ping'
}

/** Asks for the version; answered on the transferred port. */
export interface VersionQuestion {
  type: 'version'
}

/** Asks the active worker to control this page too (after a hard reload it does not). */
export interface ClaimRequest {
  type: 'claim'
}

/** Asks for a message on the transferred port once the worker has no request to answer. */
export interface IdleQuestion {
  type: 'idle'
}

/** Asks a waiting worker to take over now; sent only after the user agreed. */
export interface SkipWaiting {
  type: 'skip-waiting'
}

/** Asks for the activity of the worker and the state of its node; answered on the transferred port. */
export interface InspectQuestion {
  type: 'inspect'
}

/**
 * Resets all settings to defaults. It is a message and no API call, because the settings themselves may block the API
 * for this page. Only the node's own pages may send it. Answered on the transferred port.
 */
export interface ResetConfig {
  type: 'reset-config'
}

/** Allows the next request to start a node that was shut down; answered on the transferred port. */
export interface StartNode {
  type: 'start-node'
}

/** Asks whether the disk is full; answered on the transferred port. */
export interface RoomQuestion {
  type: 'room'
}

/**
 * Sends a file handle for content that references the file instead of storing it. The handle is stored, and the worker
 * can read the file without the page. Answered on the transferred port.
 */
export interface KeepFile {
  type: 'keep-file'
  file: FileSystemFileHandle
}

/** Asks for a stored file handle by its path; answered on the transferred port. */
export interface KeptFileQuestion {
  type: 'kept-file'
  path: string
}

/**
 * Asks the worker of a home to let a site read from its node over the first transferred port; answered on the second.
 * Only the home's frame may send it: the browser gives that frame the site's origin.
 */
export interface ServeSite {
  type: 'serve-site'
  /** origin of the site */
  site: string
}

/**
 * Offers to hold the worker's WebRTC connections, at the other end of the transferred port. Without a port: announces a
 * page that would do so on request ({@link WebRtcWanted}). Only the node's own pages may send it.
 *
 * `isBack`: the machine is online again, or has slept; the node reconnects to its configured peers immediately.
 */
export interface WebRtcPage {
  type: 'webrtc-page'
  isBack?: true
}

/**
 * Accepts streams of other nodes in this page, and opens streams to them, by calls on the transferred port
 * (`stream-messages.ts`). Only the node's own pages may send it.
 */
export interface PageStreamsMessage {
  type: 'page-streams'
}

/**
 * Asks for a port that calls commands with Blobs instead of a body: the transferred port, which also receives the
 * answer. Granted to clients that may use the RPC by fetch.
 */
export interface CommandPortQuestion {
  type: 'command-port'
}

/**
 * Asks for the private keys of the node, encrypted with a password: the only form in which all of them leave the
 * worker, and not available in the API. Answered on the transferred port.
 */
export interface SealKeys {
  type: 'seal-keys'
  password: string
}

/**
 * Asks for one private key as an unencrypted file, on the user's request. The node's own key is refused; only {@link
 * SealKeys} exports it. Answered on the transferred port.
 */
export interface ExportKey {
  type: 'export-key'
  name: string
  /** format, as in `key/import` */
  format: string
}

export type PageMessage =
  | CommandPortQuestion
  | PageStreamsMessage
  | WebRtcPage
  | Ping
  | ClaimRequest
  | SkipWaiting
  | Question

/** The answer to {@link VersionQuestion}. */
export interface VersionAnswer {
  type: 'version'
  /** the release and a hash of the content, such as `0.1.0-3f8a90b1c2d4` */
  version: string
  /** reason why the node refuses commands of this page; undefined if it accepts them */
  refused?: string
}

/** The answer to {@link IdleQuestion}. */
export interface IdleAnswer {
  type: 'idle'
}

/** A stored setting that is invalid and treated as unset. */
export interface IgnoredSetting {
  /** dotted key, such as `API.HTTPHeaders.X-Note`; empty for all settings */
  key: string
  message: string
}

/** The hosts that the node contacts by its current settings. */
export interface AskedHosts {
  /** sources of missing content over HTTP; empty if there are none */
  hosts: string[]
  /** whether the node is offline (`HTTPRetrieval.Enabled`): it contacts no host, and has no peers */
  isOff: boolean
  /** hosts of the first peers; undefined if the worker was not registered as a peer (`swarm` of `register`) */
  peers?: string[]
}

/** State of a worker. */
export interface WorkerReport {
  version: string
  /** number of requests in progress, and of background tasks */
  inUse: number
  /** counters and states of the node; undefined if it does not open */
  node?: object
  /** reason why it does not open */
  error?: string
}

/** The answer to {@link InspectQuestion}. */
export interface InspectAnswer {
  type: 'inspect'
  report: WorkerReport
}

/** The answer to {@link ResetConfig}. */
export interface ResetConfigAnswer {
  type: 'reset-config'
  /** reason why it failed */
  error?: string
}

/** The answer to {@link RoomQuestion}. */
export interface RoomAnswer {
  type: 'room'
  full: boolean
}

/**
 * News that the worker sends to its pages unasked. `node-lost`: the node lost its storage, its requests have ended, and
 * the next request opens it again. `data-gone`: its stored data is gone. If `Datastore.EnableGC` is set: `gc-soon`:
 * unpinned blocks will be deleted, unless the setting is turned off within `inMs` milliseconds. `gc-done`: they were
 * deleted.
 */
export type NodeNews =
  | { type: 'node-lost' | 'data-gone' }
  | { type: 'gc-soon'; storedBytes: number; limitBytes: number; inMs: number }
  | { type: 'gc-done'; removed: number; freedBytes: number }

/** Reason why a worker cannot be installed, sent to all pages before it fails, because browsers do not report it. */
export interface NotInstalled {
  type: 'not-installed'
  message: string
}

/**
 * The worker asks every page for a {@link Ping}: it is answering, and the browser stops a worker that gets no events.
 */
export interface PingWanted {
  type: 'ping-wanted'
}

/** Reports the end of a download to the page that keeps the worker alive for it. */
export interface DownloadEnded {
  type: 'download-ended'
  failed: boolean
}

/** The worker needs a page to hold its WebRTC connections; willing pages send a port ({@link WebRtcPage}). */
export interface WebRtcWanted {
  type: 'webrtc-wanted'
}

/** A loss of data in the browser, and its repair. */
export interface Repair {
  /** time of detection, as in `Date.toISOString` */
  at: string
  /**
   * `data-restored`: identity, settings, names and pins were restored from copies; `blocks-lost`: the blocks are gone;
   * `files-older`: the root of the mutable files is gone and was replaced by an earlier one; `files-lost`: there was no
   * earlier one, and they are empty
   */
  what: 'data-restored' | 'blocks-lost' | 'files-older' | 'files-lost'
  /** number of pins after it */
  pins: number
  /** the lost root of the mutable files */
  lost?: string
}

/** A pin with missing blocks. */
export interface LackingPin {
  cid: string
  name: string
}

/** Data that the browser lost, what was restored, and the pins with missing blocks found so far. */
export interface RepairReport {
  repairs: Repair[]
  /** some of the pins with missing blocks */
  lacking: LackingPin[]
  /** number of such pins found so far */
  lackingCount: number
  looking: boolean
}

/**
 * A report with its type, as in earlier versions.
 *
 * @deprecated use {@link RepairReport}
 * @example
 * ```ts
 * const answer: RepairsAnswer = { type: 'repairs', ...await repairs() }
 * ```
 */
export interface RepairsAnswer extends RepairReport {
  type: 'repairs'
}

/** A job: long work of the node, such as a pin or a garbage collection. */
export interface Job {
  id: string
  /** command that started it, such as `pin/add` */
  kind: string
  /**
   * arguments. For a pin: `name`, the first of its `paths`, and `pathCount`. For a file by reference: `file`, and its
   * `cid` once it is added.
   */
  args: unknown
  /** for imports: the given options, by their long names */
  asked?: Record<string, string>
  /** time of the first start, as in `Date.toISOString` */
  begun: string
  /** `waiting` jobs continue after the user has acted (`continueJob`) */
  state: 'running' | 'waiting' | 'done' | 'failed'
  /** progress in blocks, and in bytes if they are counted */
  progress: { blocks: number; bytes: number }
  /** number of restarts after the worker was stopped */
  resumed: number
  /** number of requests that wait for its end */
  waiting: number
  /** its result, or what it waits for */
  message?: string
}

/** The answer to {@link KeptFileQuestion}. */
export interface KeptFileAnswer {
  type: 'kept-file'
  /** undefined if no handle is stored for the path */
  file?: FileSystemFileHandle
}

/** The answer to {@link KeepFile}. */
export interface KeepFileAnswer {
  type: 'keep-file'
  /** the `Abspath` for adding it */
  path?: string
  /** reason why it was not stored */
  error?: string
}

/** Private keys encrypted with a password, with the parameters for decryption; all bytes are in base64. */
export interface SealedKeys {
  version: 1
  kdf: 'PBKDF2-HMAC-SHA-256'
  iterations: number
  salt: string
  cipher: 'AES-256-GCM'
  iv: string
  sealed: string
}

/** The answer to {@link SealKeys}. */
export interface SealKeysAnswer {
  type: 'seal-keys'
  sealed?: SealedKeys
  /** number of keys, including the node's own */
  count?: number
  /** reason why it failed */
  error?: string
}

/** The outcome for a key of a backup. */
export interface RestoredKey {
  /** name in the backup */
  name: string
  /**
   * `restored`: imported under the name `as`; `here`: exists already, under `as`; `taken`: its name belongs to another
   * key
   */
  is: 'restored' | 'here' | 'taken'
  as?: string
}

/** The answer to {@link ExportKey}. */
export interface ExportKeyAnswer {
  type: 'export-key'
  key?: Uint8Array
  /** reason why it failed */
  error?: string
}

/** The answer to {@link ServeSite}. */
export interface ServeSiteAnswer {
  type: 'serve-site'
  /** reason why it is refused */
  error?: string
}

/** The answer to {@link CommandPortQuestion}; calls follow it (`src/port`). */
export interface CommandPortAnswer {
  type: 'command-port'
  accepted: boolean
  /** a Web Lock that the worker holds until it ends: browsers do not close the ports of a stopped worker immediately */
  lock?: string
  /** whether packs may be lists of files: older workers only take one Blob per pack */
  lists?: boolean
}

/** The answer to {@link StartNode}. */
export interface StartNodeAnswer {
  type: 'start-node'
}

/** All questions, and their answers. */
export type Question =
  | ExportKey
  | VersionQuestion
  | IdleQuestion
  | InspectQuestion
  | ResetConfig
  | RoomQuestion
  | StartNode
  | KeepFile
  | KeptFileQuestion
  | SealKeys
  | ServeSite
type Answer =
  | ExportKeyAnswer
  | VersionAnswer
  | IdleAnswer
  | InspectAnswer
  | ResetConfigAnswer
  | RoomAnswer
  | StartNodeAnswer
  | KeepFileAnswer
  | KeptFileAnswer
  | SealKeysAnswer
  | ServeSiteAnswer
export type AnswerTo<Q extends Question> = Extract<Answer, { type: Q['type'] }>

const TYPES: ReadonlySet<unknown> = new Set<PageMessage['type']>([
  'ping',
  'version',
  'claim',
  'idle',
  'skip-waiting',
  'inspect',
  'reset-config',
  'room',
  'start-node',
  'keep-file',
  'kept-file',
  'seal-keys',
  'export-key',
  'serve-site',
  'webrtc-page',
  'page-streams',
  'command-port'
])

/**
 * Whether data is a message of this library, rather than one of the app's own.
 *
 * @example
 * ```ts
 * self.addEventListener('message', (event) => {
 *   if (isPageMessage(event.data) && event.data.type === 'version') {
 *     event.ports[0]?.postMessage({ type: 'version', version })
 *   }
 * })
 * ```
 */
export function isPageMessage (data: unknown): data is PageMessage {
  return typeof data === 'object' && data !== null && 'type' in data && TYPES.has(data.type)
}
