import { ABORT, isError } from '../../../errors/define-error.ts'
import { retold } from './retold.ts'
import { t, words } from './t.ts'
import type { Words } from './t.ts'

/** An error message for users, with advice. */
export interface PlainError {
  what: string
  /** advice, if there is any */
  next?: string
  /** original message of the node */
  detail?: string
}

/**
 * Matches worker installation errors that the host caused: a file of the shell that could not be stored
 * (`ShellMismatchError`, or an HTTP error of the host).
 */
const HOST_AT_FAULT = /installation failed: .*(?:of the app shell: (?:HTTP|the host)|is not of version)/

/** Messages by error name, so that they work across copies of a class. */
const BY_NAME: Record<string, (err: Error) => PlainError> = {
  AnswerCutError: () => ({
    what: t('The node stopped before this finished.'),
    next: t('Nothing was saved. Try again.')
  }),
  NodeNotReadyError: (err) => ({
    what: t('The node does not answer.'),
    next: t('Reload this page. If that does not help, close its other tabs first.'),
    detail: err.message
  }),
  NodeFailedError: (err) => ({
    what: t('The node is not running.'),
    next: t('Read the message at the top of this page, then try again.'),
    detail: err.message
  }),
  ConfigNotResetError: (err) => ({
    what: t('The default settings could not be saved.'),
    next: t('Free some disk space, close the other tabs of this site, and try again.'),
    detail: err.message
  }),
  WorkerRefusedError: (err) => ({
    what: t('Couldn’t start.'),
    next: HOST_AT_FAULT.test(err.message)
      ? t('The server has files of another version, or some are missing. Try again in a few minutes.')
      : t('Your browser may be blocking cookies and site data, or the server is unreachable. Try again.'),
    detail: err.message
  }),
  WorkersUnavailableError: (err) => ({
    what: t('This browser can’t run the node here.'),
    next: (err as Error & { reason?: string }).reason === 'insecure-context'
      ? t('This needs a secure address: https or localhost.')
      : t('Service workers are unavailable. Open this page in a normal (not private) window of a current browser.'),
    detail: err.message
  }),
  FileChangedError: () => ({
    what: t('A file changed while it was being stored.'),
    next: t('Nothing was saved. Select it again.')
  }),
  ReferenceFailedError: (err) => ({
    what: t('The file was not added.'),
    next: t('It may have been changed, moved or deleted since you selected it. Nothing was saved. Select it again.'),
    detail: err.message
  }),
  NotReadableError: () => ({
    what: t('A file could not be read.'),
    next: t('It may have been changed, moved or locked since you selected it. Select it again.')
  }),
  NotFoundError: () => ({
    what: t('A file no longer exists.'),
    next: t('It was moved or deleted since you selected it. Select it again.')
  }),
  // Cancellation by the user is not reported; this one has another cause.
  AbortError: (err) => ({ what: t('The node was asked to stop this.'), next: t('Try again.'), detail: err.message }),
  TimeoutError: () => ({ what: t('This took too long.'), next: t('Try again.') })
}

const BY_MESSAGE: ReadonlyArray<readonly [pattern: RegExp, what: Words, next: Words]> = [
  [
    /quota|no space left|not enough space/i,
    words('There is not enough space on this device.'),
    words('Delete something and free its space, or free disk space.')
  ],
  [
    /not found locally|could not find|not found \(offline\)/i,
    words('Some blocks of this item are not on this device.'),
    words('Add it again to complete it.')
  ],
  [
    /invalid path "|invalid cid/i,
    words('That isn’t a valid IPFS address.'),
    words('Check for typos.')
  ],
  [
    /already exists|already has entry|cannot create key with name/i,
    words('This name is already taken.'),
    words('Choose another name.')
  ],
  [
    /file does not exist|not a directory/i,
    words('It is not in Files.'),
    words('It was moved, renamed or deleted, perhaps in another tab.')
  ],
  [/not pinned/i, words('It is no longer pinned.'), words('The list was refreshed.')],
  [/context deadline exceeded/i, words('This took too long.'), words('Try again.')],
  [/context canceled|request was aborted/i, words('The node was asked to stop this.'), words('Try again.')],
  [/^HTTP 504/, words('No peer or server answered in time.'), words('Try again later.')],
  [/^HTTP (?:404|410|412|502)/, words('It is not on this device, and no copy was found.'), words('Try again later.')],
  // Messages of browsers for a request without an answer: Chromium, Firefox, WebKit.
  [
    /failed to fetch|networkerror when attempting|load failed/i,
    words('The node did not answer.'),
    words('The browser may have stopped it. Try again.')
  ]
]

/**
 * Returns the message for an error, never empty. Unknown errors keep their original message. The language is that of
 * the time of reading.
 */
export function plainError (err: unknown): PlainError {
  return retold(() => sayPlainly(err))
}

function sayPlainly (err: unknown): PlainError {
  const error = err as Error
  const known = BY_NAME[error.name]?.(error)
  if (known != null) {
    return known
  }
  const said = BY_MESSAGE.find(([pattern]) => pattern.test(error.message))
  return said == null
    ? { what: t('Something went wrong.'), detail: error.message }
    : { what: t(said[1]), next: t(said[2]), detail: error.message }
}

/** Returns whether the user, or the end of the page, cancelled it: nothing to report. */
export function isAbort (err: unknown): boolean {
  return isError(err, ABORT)
}
