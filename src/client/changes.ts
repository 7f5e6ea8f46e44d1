/** What of the node has changed: its pins, the blocks that it keeps, its settings, the mutable files as they are flushed, its keys, its long work and how far that is. */
export type Topic = 'pins' | 'repo' | 'config' | 'files' | 'keys' | 'jobs'

export const TOPICS: readonly Topic[] = ['pins', 'repo', 'config', 'files', 'keys', 'jobs']

/**
 * What the worker tells all pages of the origin, through a BroadcastChannel of this name. It says what kind of thing has changed
 * and nothing of it: any script of the origin can listen.
 */
export const CHANGES_CHANNEL = 'swipfs-changes'

export interface ChangesMessage {
  type: 'changed'
  topics: readonly Topic[]
}
