/** What went wrong and what to do, in words for people. */
export interface PlainError {
  what: string
  /** a way on, where there is one */
  next?: string
  /** the node's own words, for those who want them */
  detail?: string
}

/** By name, so that two copies of a class mean the same. */
const BY_NAME: Record<string, (err: Error) => PlainError> = {
  AnswerCutError: () => ({
    what: 'The node stopped in the middle of this.',
    next: 'Nothing half-done was kept. Try again.'
  }),
  NodeNotReadyError: (err) => ({
    what: 'The node does not answer.',
    next: 'Reload this page. If that does not help, close its other tabs first.',
    detail: err.message
  }),
  ConfigNotResetError: (err) => ({
    what: 'The default settings could not be kept.',
    next: 'Make room on the disk, close the other tabs of this site, and try again.',
    detail: err.message
  }),
  WorkerRefusedError: (err) => ({
    what: 'The browser did not start the node.',
    next: 'Its settings may block data of this site (cookies), or the server could not be reached. Try again.',
    detail: err.message
  }),
  WorkersUnavailableError: (err) => ({
    what: 'This browser cannot run the node here.',
    next: (err as Error & { reason?: string }).reason === 'insecure-context'
      ? 'It needs a secure address: https, or one under localhost.'
      : 'Service workers are missing: open this page in a normal (not private) window of a current browser.',
    detail: err.message
  }),
  FileChangedError: () => ({
    what: 'A file changed while it was being stored.',
    next: 'Nothing of it was kept. Choose it again.'
  }),
  ReferenceFailedError: (err) => ({
    what: 'The file was not added.',
    next: 'It may have been changed, moved or deleted since it was chosen. Nothing of it was kept. Choose it again.',
    detail: err.message
  }),
  NotReadableError: () => ({
    what: 'A file could not be read.',
    next: 'It may have been changed, moved or locked since it was chosen. Choose it again.'
  }),
  NotFoundError: () => ({
    what: 'A file is not there any more.',
    next: 'It was moved or deleted since it was chosen. Choose it again.'
  }),
  TimeoutError: () => ({ what: 'This took too long.', next: 'Try again.' })
}

const BY_MESSAGE: Array<[RegExp, PlainError]> = [
  [/quota|no space left|not enough space/i, {
    what: 'There is not enough space in this browser for that.',
    next: 'Remove something that is kept here and free its space, or make room on the disk.'
  }],
  [/not found locally|could not find|not found \(offline\)/i, {
    what: 'Some of its blocks are not in this browser.',
    next: 'Add it again to have it whole.'
  }],
  [/not pinned/i, { what: 'It is not kept here any more.', next: 'The list has been read anew.' }],
  [/context deadline exceeded/i, { what: 'This took too long.', next: 'Try again.' }]
]

/** Never empty; unknown errors keep their own words. */
export function plainError (err: unknown): PlainError {
  const error = err as Error
  const known = BY_NAME[error.name]?.(error)
  if (known != null) {
    return known
  }
  const [, words] = BY_MESSAGE.find(([pattern]) => pattern.test(error.message)) ?? []
  return words == null
    ? { what: 'That did not work.', detail: error.message }
    : { ...words, detail: error.message }
}

/** Whether a person (or the page's end) stopped it: nothing to report. */
export function isAbort (err: unknown): boolean {
  return (err as Error)?.name === 'AbortError'
}
