/** Why a browser will run no worker here. */
export type WorkersUnavailableReason = 'insecure-context' | 'unsupported'

/** This page can have no service worker: no secure context, or the browser (mode) has none. */
export class WorkersUnavailableError extends Error {
  static override readonly name = 'WorkersUnavailableError'
  override readonly name = 'WorkersUnavailableError'

  constructor (readonly reason: WorkersUnavailableReason) {
    super(reason === 'insecure-context'
      ? 'service workers need https, or an address under localhost'
      : 'this browser, or its private mode, has no service workers')
  }
}

/** The browser refused the worker's script, or the script did not start. */
export class WorkerRefusedError extends Error {
  static override readonly name = 'WorkerRefusedError'
  override readonly name = 'WorkerRefusedError'
}

/** The worker did not answer in time, or does not control this page. */
export class NodeNotReadyError extends Error {
  static override readonly name = 'NodeNotReadyError'
  override readonly name = 'NodeNotReadyError'
}

/** An answer of the API that is an error, in Kubo's shape. */
export class RpcError extends Error {
  static override readonly name = 'RpcError'
  override readonly name = 'RpcError'

  constructor (message: string, readonly status: number, readonly code: number = 0) {
    super(message)
  }
}

/** The node went away in the middle of an answer: what came is not the whole. */
export class AnswerCutError extends Error {
  static override readonly name = 'AnswerCutError'
  override readonly name = 'AnswerCutError'

  constructor (cause?: unknown) {
    super('the answer of the node was cut off', { cause })
  }
}

/** A file became shorter, or longer, while it was read: what was stored is not what was chosen. */
export class FileChangedError extends Error {
  static override readonly name = 'FileChangedError'
  override readonly name = 'FileChangedError'
}

/** A file that is to stay where it is was not added: it is gone, or another than was picked, or none may be referred to. Nothing of it was kept. */
export class ReferenceFailedError extends Error {
  static override readonly name = 'ReferenceFailedError'
  override readonly name = 'ReferenceFailedError'
}

/** The default settings could not be put in place. */
export class ConfigNotResetError extends Error {
  static override readonly name = 'ConfigNotResetError'
  override readonly name = 'ConfigNotResetError'
}

/** The node could not keep the handle of a file. */
export class FileNotKeptError extends Error {
  static override readonly name = 'FileNotKeptError'
  override readonly name = 'FileNotKeptError'
}

/** Rows that an app keeps beside the node could not be read or changed; none of them was. */
export class AppDataError extends Error {
  static override readonly name = 'AppDataError'
  override readonly name = 'AppDataError'
}

/** The keys of a backup do not open: it is another password, or they were changed. */
export class WrongPasswordError extends Error {
  static override readonly name = 'WrongPasswordError'
  override readonly name = 'WrongPasswordError'
}

/** Keys could not be given out, or taken in. */
export class KeyBackupError extends Error {
  static override readonly name = 'KeyBackupError'
  override readonly name = 'KeyBackupError'
}
