/** Kinds of changes: pins, stored blocks, settings, flushed mutable files, keys, and jobs with their progress. */
export type Topic = 'pins' | 'repo' | 'config' | 'files' | 'keys' | 'jobs'

export const TOPICS: readonly Topic[] = ['pins', 'repo', 'config', 'files', 'keys', 'jobs']

/**
 * Name of the BroadcastChannel on which the worker announces changes to all pages of the origin. Messages contain only
 * the kind of change, because any script of the origin can listen.
 */
export const CHANGES_CHANNEL = 'swipfs-changes'

export interface ChangesMessage {
  type: 'changed'
  topics: readonly Topic[]
}
