import { defineError } from '../errors/define-error.ts'
import { errorMessage } from '../go/text/error-message.ts'

/** Thrown if a path does not exist. The message is Go's (`os.ErrNotExist`). */
export class NotExistError extends defineError('NotExistError') {
  constructor () {
    super('file does not exist')
  }
}

/** Thrown if the name of a new directory exists already (`os.ErrExist`). */
export class ExistsError extends defineError('ExistsError') {
  constructor () {
    super('file already exists')
  }
}

/** Thrown if the name of a new entry exists already (boxo `mfs`, `ErrDirExists`). */
export class EntryExistsError extends defineError('EntryExistsError') {
  constructor () {
    super('directory already has entry by that name')
  }
}

/** Thrown if a read of the tree would have to store blocks of unflushed changes. It is repeated as a change then. */
export class NotStoredError extends defineError('NotStoredError') {}

/** Thrown if too many changes are unflushed (Kubo `core/commands/files.go`, `updateNoFlushCounter`). */
export class NoFlushLimitError extends defineError('NoFlushLimitError') {
  constructor (limit: number) {
    super(
      `reached limit of ${limit} unflushed MFS operations. To resolve: 1) run 'ipfs files flush' to persist changes, ` +
        '2) use --flush=true (default), or 3) increase Internal.MFSNoFlushLimit in config'
    )
  }
}

/** Prefixes the message of an error. */
export async function withErrorPrefix<T> (words: string, job: () => Promise<T>): Promise<T> {
  try {
    return await job()
  } catch (err) {
    throw new Error(`${words}: ${errorMessage(err)}`, { cause: err })
  }
}
