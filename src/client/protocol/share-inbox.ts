/**
 * URL to which the system posts data that a user shares with the installed page (`share_target` of the web app
 * manifest).
 */
export const SHARE_TARGET = '/share-target'

/** Cache that stores shared data until the page takes it. */
export const SHARE_INBOX = 'swipfs-share-inbox'

/** Headers of a file: its name, percent-encoded, and its modification time, in milliseconds since 1970. */
export const SHARE_HEADERS = { name: 'X-Shared-Name', modified: 'X-Shared-Modified' }

/** Shared text fields. */
export interface SharedText {
  title: string
  text: string
  url: string
}

/** Path of the text fields; files are next to it, by number. */
export const SHARED_TEXT = `${SHARE_TARGET}/text`
