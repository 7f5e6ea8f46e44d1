/** Where the system posts what a person shares with the installed page (`share_target` of the web app manifest). */
export const SHARE_TARGET = '/share-target'

/** Cache in which it lies until the page takes it. */
export const SHARE_INBOX = 'swipfs-share-inbox'

/** Name of a file, percent-encoded, and when it was last changed, in milliseconds since 1970. */
export const SHARE_HEADERS = { name: 'X-Shared-Name', modified: 'X-Shared-Modified' }

/** What came along in words. */
export interface SharedText { title: string, text: string, url: string }

/** Path of the words; files lie beside it, by numbers. */
export const SHARED_TEXT = `${SHARE_TARGET}/text`
