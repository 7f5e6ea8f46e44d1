/**
 * What pages and the worker say to each other. Both sides import this file, so
 * a message that one of them does not know cannot be built.
 */

/** Keeps the worker alive while a page needs it; has no answer. */
export interface Ping { type: 'ping' }

/** Asks for the version; the answer comes through the MessagePort that is sent along. */
export interface VersionQuestion { type: 'version' }

/** Asks the active worker to control this page too (after a hard reload it does not). */
export interface ClaimRequest { type: 'claim' }

/** Asks to be told, through the port sent along, when the worker has no request to answer. */
export interface IdleQuestion { type: 'idle' }

/** Tells a waiting worker to take over now; sent only after a person agreed. */
export interface SkipWaiting { type: 'skip-waiting' }

/** Asks for the settings that are kept and cannot be used, and whom the node talks to; the answer comes through the port that is sent along. */
export interface SettingsQuestion { type: 'settings' }

/** Asks what the worker is busy with and how its node is; the answer comes through the port that is sent along. */
export interface InspectQuestion { type: 'inspect' }

/**
 * Puts the default settings in place of all that are kept. Not a call of the API, which the settings themselves can have
 * closed to this page; the worker listens to its own pages alone. The answer comes through the port that is sent along.
 */
export interface ResetConfig { type: 'reset-config' }

/** Asks that a node which was shut down may be started again, by the next request; answered through the port. */
export interface StartNode { type: 'start-node' }

/** Asks whether the disk is full; the answer comes through the port that is sent along. */
export interface RoomQuestion { type: 'room' }

/**
 * Asks what the browser lost of the node. As long as nobody has taken note, the worker looks which pins lack blocks, and fetches
 * what it can; the answer comes at once, through the port that is sent along, with what is known by then.
 */
export interface RepairsQuestion { type: 'repairs' }

/** Somebody has taken note of the repairs: they are told no more, and the worker stops looking. Answered through the port. */
export interface ForgetRepairs { type: 'forget-repairs' }

/** Asks for the jobs of the node, long work that runs or has ended with nobody there; the answer comes through the port that is sent along. */
export interface JobsQuestion { type: 'jobs' }

/** Ends a job, or forgets one that has ended. Answered through the port. */
export interface CancelJob { type: 'cancel-job', id: string }

/** Tries a job again that waits for a person, who has done what it waits for. Answered through the port. */
export interface ContinueJob { type: 'continue-job', id: string }

/** Asks since when pins are kept, which no command of Kubo tells; answered through the port. */
export interface PinDatesQuestion { type: 'pin-dates' }

/**
 * Hands over a file that content will refer to instead of being stored; it is kept, and can be read by the worker without the page.
 * The answer comes through the port that is sent along.
 */
export interface KeepFile { type: 'keep-file', file: FileSystemFileHandle }

/** Asks for a file that was handed over, by its path; answered through the port. */
export interface KeptFileQuestion { type: 'kept-file', path: string }

/** Has the node add a file that was handed over, by itself from then on: a job. Answered through the port. */
export interface AddKeptFile {
  type: 'add-kept-file'
  path: string
  pin: boolean
  pinName?: string
}

/**
 * Asks the worker of a home to let a site read from its node through the first port that is sent along; the answer comes through
 * the second. Only the home's frame may ask, which knows from its browser who the site is.
 */
export interface ServeSite {
  type: 'serve-site'
  /** its origin */
  site: string
}

/** Reads or changes rows that the app keeps in the datastore of the node, below a prefix of their own; answered through the port. */
export interface AppDataQuestion {
  type: 'app-data'
  /** the keys below it are listed */
  prefix?: string
  /** their values are given */
  get?: string[]
  /** together with `remove` as a whole or not at all */
  put?: Array<[key: string, value: Uint8Array]>
  remove?: string[]
}

/**
 * Offers to hold the worker's WebRTC connections, at the other end of the port that is sent along; without one: this page is there,
 * and would when it is asked ({@link WebRtcWanted}). Only the node's own pages are taken.
 *
 * `isBack`: the machine has a network again, or has slept; whom the node is to be connected to is called at once.
 */
export interface WebRtcPage { type: 'webrtc-page', isBack?: true }

/**
 * Has streams of other nodes end at this page, and opens such to them, by calls of the port that is sent along (`stream-messages.ts`). Only the
 * node's own pages may.
 */
export interface PageStreamsMessage { type: 'page-streams' }

/**
 * Asks for a port to call commands by, with Blobs in place of a body: the port that is sent along, which the answer comes through.
 * Whoever may use the RPC by fetch gets it.
 */
export interface CommandPortQuestion { type: 'command-port' }

/**
 * Asks for the private keys of the node behind a password: they leave the worker in no other form, and by no call of the API. The
 * answer comes through the port that is sent along.
 */
export interface SealKeys { type: 'seal-keys', password: string }

/** Takes in the keys that {@link SealKeys} gave, or with `look` says alone what would become of them; answered through the port. */
export interface RestoreKeys {
  type: 'restore-keys'
  sealed: SealedKeys
  password: string
  /** what becomes of a key whose name another one has here */
  whenTaken: 'rename' | 'skip' | 'look'
}

/** Asks for one private key as a file, in the clear: what a person asked for. Not the node's own, which leaves by {@link SealKeys} alone. Answered through the port. */
export interface ExportKey {
  type: 'export-key'
  name: string
  /** as of `key/import` */
  format: string
}

export type PageMessage = ExportKey | CommandPortQuestion | PageStreamsMessage | WebRtcPage | Ping | VersionQuestion | ClaimRequest | IdleQuestion | SkipWaiting | SettingsQuestion | InspectQuestion | ResetConfig | RepairsQuestion | ForgetRepairs | RoomQuestion | StartNode | KeepFile | KeptFileQuestion | AddKeptFile | JobsQuestion | CancelJob | ContinueJob | PinDatesQuestion | AppDataQuestion | SealKeys | RestoreKeys | ServeSite

/** The answer to {@link VersionQuestion}. */
export interface VersionAnswer {
  type: 'version'
  /** the release and a hash of the content, e.g. `0.1.0-3f8a90b1c2d4` */
  version: string
  /** why the node refuses commands of this page; undefined if it takes them */
  refused?: string
}

/** The answer to {@link IdleQuestion}. */
export interface IdleAnswer { type: 'idle' }

/** A setting that is kept and cannot be used: it is as if it were not set. */
export interface IgnoredSetting {
  /** dotted, as `API.HTTPHeaders.X-Note`; empty for all of them */
  key: string
  message: string
}

/** Whom the node talks to by its settings of this moment. */
export interface AskedHosts {
  /** asked for what is not here, over HTTP; empty where nobody is */
  hosts: string[]
  /** the node is switched off the network (`HTTPRetrieval.Enabled`): it asks nobody, and has no peers */
  isOff: boolean
  /** hosts of the peers that it begins with; undefined where its worker was not registered as a peer (`swarm` of `register`) */
  peers?: string[]
}

/** The answer to {@link SettingsQuestion}. */
export interface SettingsAnswer {
  type: 'settings'
  ignored: IgnoredSetting[]
  /** undefined where the node does not open */
  asked?: AskedHosts
}

/** What is to be seen of a worker. */
export interface WorkerReport {
  version: string
  /** requests that are being answered, and pieces of background work */
  inUse: number
  /** counters and states of the node; undefined where it does not open */
  node?: object
  /** why it does not open */
  error?: string
}

/** The answer to {@link InspectQuestion}. */
export interface InspectAnswer { type: 'inspect', report: WorkerReport }

/** The answer to {@link ResetConfig}. */
export interface ResetConfigAnswer {
  type: 'reset-config'
  /** why it was not done */
  error?: string
}

/** The answer to {@link RoomQuestion}. */
export interface RoomAnswer { type: 'room', full: boolean }

/**
 * What the worker tells its pages without being asked: the node lost its storage (`node-lost`; what ran has ended, the next
 * request opens it anew), and what was kept in it is gone (`data-gone`). Where `Datastore.EnableGC` is set: blocks that nothing keeps
 * are about to go (`gc-soon`; turning the setting off within `inMs` milliseconds keeps them), and are gone (`gc-done`).
 */
export type NodeNews =
  | { type: 'node-lost' | 'data-gone' }
  | { type: 'gc-soon', storedBytes: number, limitBytes: number, inMs: number }
  | { type: 'gc-done', removed: number, freedBytes: number }

/** Why a worker is not going to be installed: told to all pages before it fails, since a browser does not say. */
export interface NotInstalled { type: 'not-installed', message: string }

/** The worker asks every page for a {@link Ping}: answers are under way, and the browser stops a worker that gets no event. */
export interface PingWanted { type: 'ping-wanted' }

/** Tells the page that keeps the worker alive during a download at its address how that ended. */
export interface DownloadEnded { type: 'download-ended', failed: boolean }

/** The worker looks for a page to hold its WebRTC connections; whoever would sends a port ({@link WebRtcPage}). */
export interface WebRtcWanted { type: 'webrtc-wanted' }

/** What the browser lost, and what became of it. */
export interface Repair {
  /** when it was found, as by `Date.toISOString` */
  at: string
  /**
   * `data-restored`: identity, settings, names and pins came back from their copies; `blocks-lost`: the blocks are gone;
   * `files-older`: the root of the mutable files is gone, an earlier one took its place; `files-lost`: there was none, they are empty
   */
  what: 'data-restored' | 'blocks-lost' | 'files-older' | 'files-lost'
  /** how many pins there are since */
  pins: number
  /** the root of the mutable files that is gone */
  lost?: string
}

/** A pin whose blocks are not all here. */
export interface LackingPin { cid: string, name: string }

/** The answer to {@link RepairsQuestion}. */
export interface RepairsAnswer {
  type: 'repairs'
  repairs: Repair[]
  /** some of the pins that lack blocks */
  lacking: LackingPin[]
  /** how many there are, as far as the worker has looked */
  lackingCount: number
  looking: boolean
}

/** The answer to {@link ForgetRepairs}. */
export interface ForgetRepairsAnswer { type: 'forget-repairs' }

/** Long work of the node: a pin, a collection of garbage, … */
export interface Job {
  id: string
  /** as the command that asks for it: `pin/add` */
  kind: string
  /** what it is to do: of a pin the `name`, the first of its `paths` and `pathCount`; of a file that stays where it is `file`, and its `cid` once it is added */
  args: unknown
  /** of files that come in: the options that were given, by their long names */
  asked?: Record<string, string>
  /** when it was begun for the first time, as by `Date.toISOString` */
  begun: string
  /** one that waits cannot go on before a person has done something (`continueJob`) */
  state: 'running' | 'waiting' | 'done' | 'failed'
  /** how far it is: blocks, and their bytes where they are counted */
  progress: { blocks: number, bytes: number }
  /** how often it was begun again after the worker was stopped */
  resumed: number
  /** how many requests wait for its end */
  waiting: number
  /** how it ended, or what it waits for */
  message?: string
}

/** The answer to {@link JobsQuestion}. */
export interface JobsAnswer { type: 'jobs', jobs: Job[] }

/** The answer to {@link CancelJob}. */
export interface CancelJobAnswer {
  type: 'cancel-job'
  /** there was such a job */
  found: boolean
}

/** The answer to {@link ContinueJob}. */
export interface ContinueJobAnswer {
  type: 'continue-job'
  /** there was such a job, and it waited */
  found: boolean
}

/** The answer to {@link PinDatesQuestion}. */
export interface PinDatesAnswer {
  type: 'pin-dates'
  /** in seconds since 1970, of the pins of which it is known */
  dates: Array<[cid: string, since: number]>
}

/** The answer to {@link KeptFileQuestion}. */
export interface KeptFileAnswer {
  type: 'kept-file'
  /** undefined for none that was handed over */
  file?: FileSystemFileHandle
}

/** The answer to {@link AddKeptFile}. */
export interface AddKeptFileAnswer {
  type: 'add-kept-file'
  /** of the job */
  id?: string
  /** why it was not begun */
  error?: string
}

/** The answer to {@link KeepFile}. */
export interface KeepFileAnswer {
  type: 'keep-file'
  /** the `Abspath` to add it by */
  path?: string
  /** why it was not kept */
  error?: string
}

/** The answer to {@link AppDataQuestion}. */
export interface AppDataAnswer {
  type: 'app-data'
  keys: string[]
  /** of `get`, in its order; undefined for none */
  values: Array<Uint8Array | undefined>
  /** why nothing was done */
  error?: string
}

/** Private keys behind a password, with what is needed besides it to open them; all bytes in base64. */
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
  /** how many there are in it, with the node's own */
  count?: number
  /** why there are none */
  error?: string
}

/** What became of a key of a backup. */
export interface RestoredKey {
  /** as in the backup */
  name: string
  /** `restored`, under `as`; `here`: it is a key of this node, under `as`; `taken`: its name is that of another key */
  is: 'restored' | 'here' | 'taken'
  as?: string
}

/** The answer to {@link RestoreKeys}. */
export interface RestoreKeysAnswer {
  type: 'restore-keys'
  keys: RestoredKey[]
  /** it is another password, or what is sealed was changed */
  isWrong?: boolean
  /** why it was not done, or not for all */
  error?: string
}

/** The answer to {@link ExportKey}. */
export interface ExportKeyAnswer {
  type: 'export-key'
  key?: Uint8Array
  /** why there is none */
  error?: string
}

/** The answer to {@link ServeSite}. */
export interface ServeSiteAnswer {
  type: 'serve-site'
  /** why it may not */
  error?: string
}

/** The answer to {@link CommandPortQuestion}; calls follow it (`src/port`). */
export interface CommandPortAnswer {
  type: 'command-port'
  accepted: boolean
  /** a Web Lock that the worker holds as long as it lives: no browser closes the ports of one that is stopped at once */
  lock?: string
  /** whether packs may have their files each for itself: workers of before take one Blob of them */
  lists?: boolean
}

/** The answer to {@link StartNode}. */
export interface StartNodeAnswer { type: 'start-node' }

/** What is answered, and the answers. */
export type Question = ExportKey | VersionQuestion | IdleQuestion | SettingsQuestion | InspectQuestion | ResetConfig | RoomQuestion | RepairsQuestion | ForgetRepairs | StartNode | KeepFile | KeptFileQuestion | AddKeptFile | JobsQuestion | CancelJob | ContinueJob | PinDatesQuestion | AppDataQuestion | SealKeys | RestoreKeys | ServeSite
type Answer = ExportKeyAnswer | VersionAnswer | IdleAnswer | SettingsAnswer | InspectAnswer | ResetConfigAnswer | RoomAnswer | RepairsAnswer | ForgetRepairsAnswer | StartNodeAnswer | KeepFileAnswer | KeptFileAnswer | AddKeptFileAnswer | JobsAnswer | CancelJobAnswer | ContinueJobAnswer | PinDatesAnswer | AppDataAnswer | SealKeysAnswer | RestoreKeysAnswer | ServeSiteAnswer
export type AnswerTo<Q extends Question> = Extract<Answer, { type: Q['type'] }>

const TYPES: ReadonlySet<unknown> = new Set<PageMessage['type']>(['ping', 'version', 'claim', 'idle', 'skip-waiting', 'settings', 'inspect', 'reset-config', 'room', 'repairs', 'forget-repairs', 'start-node', 'keep-file', 'kept-file', 'add-kept-file', 'jobs', 'cancel-job', 'continue-job', 'pin-dates', 'app-data', 'seal-keys', 'restore-keys', 'export-key', 'serve-site', 'webrtc-page', 'page-streams', 'command-port'])

/**
 * Tells our messages from whatever else a page may post.
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
