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

/** Asks for the settings that are kept and cannot be used; the answer comes through the port that is sent along. */
export interface SettingsQuestion { type: 'settings' }

/**
 * Puts the default settings in place of all that are kept. Not a call of the API, which the settings themselves can have
 * closed to this page; the worker listens to its own pages alone. The answer comes through the port that is sent along.
 */
export interface ResetConfig { type: 'reset-config' }

export type PageMessage = Ping | VersionQuestion | ClaimRequest | IdleQuestion | SkipWaiting | SettingsQuestion | ResetConfig

/** The answer to {@link VersionQuestion}. */
export interface VersionAnswer {
  type: 'version'
  /** the release and a hash of the content, e.g. `0.1.0-3f8a90b1c2d4` */
  version: string
}

/** The answer to {@link IdleQuestion}. */
export interface IdleAnswer { type: 'idle' }

/** A setting that is kept and cannot be used: it is as if it were not set. */
export interface IgnoredSetting {
  /** dotted, as `API.HTTPHeaders.X-Note`; empty for all of them */
  key: string
  message: string
}

/** The answer to {@link SettingsQuestion}. */
export interface SettingsAnswer { type: 'settings', ignored: IgnoredSetting[] }

/** The answer to {@link ResetConfig}. */
export interface ResetConfigAnswer {
  type: 'reset-config'
  /** why it was not done */
  error?: string
}

/**
 * What the worker tells its pages without being asked: the node lost its storage (`node-lost`; what ran has ended, the next
 * request opens it anew), and what was kept in it is gone (`data-gone`).
 */
export interface NodeNews { type: 'node-lost' | 'data-gone' }

/** What is answered, and the answers. */
export type Question = VersionQuestion | IdleQuestion | SettingsQuestion | ResetConfig
type Answer = VersionAnswer | IdleAnswer | SettingsAnswer | ResetConfigAnswer
export type AnswerTo<Q extends Question> = Extract<Answer, { type: Q['type'] }>

const TYPES: ReadonlySet<unknown> = new Set<PageMessage['type']>(['ping', 'version', 'claim', 'idle', 'skip-waiting', 'settings', 'reset-config'])

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
