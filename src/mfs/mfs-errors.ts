/** There is nothing at a path. The words are Go's (`os.ErrNotExist`). */
export class NotExistError extends Error {
  static override name = 'NotExistError'
  override name = 'NotExistError'

  constructor () {
    super('file does not exist')
  }
}

/** Something has the name that is to be made (`os.ErrExist`). */
export class ExistsError extends Error {
  static override name = 'ExistsError'
  override name = 'ExistsError'

  constructor () {
    super('file already exists')
  }
}

/** Something has the name under which another thing is to be put (boxo `mfs`, `ErrDirExists`). */
export class EntryExistsError extends Error {
  static override name = 'EntryExistsError'
  override name = 'EntryExistsError'

  constructor () {
    super('directory already has entry by that name')
  }
}

/** A look at the tree would have to store blocks of changes that were not flushed; it is done again where it may. */
export class NotStoredError extends Error {
  static override name = 'NotStoredError'
  override name = 'NotStoredError'
}

/** Too many changes wait to be flushed (Kubo `core/commands/files.go`, `updateNoFlushCounter`). */
export class NoFlushLimitError extends Error {
  static override name = 'NoFlushLimitError'
  override name = 'NoFlushLimitError'

  constructor (limit: number) {
    super(`reached limit of ${limit} unflushed MFS operations. To resolve: 1) run 'ipfs files flush' to persist changes, ` +
      '2) use --flush=true (default), or 3) increase Internal.MFSNoFlushLimit in config')
  }
}
