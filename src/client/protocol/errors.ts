/** Reasons why a browser runs no service worker here. */
export type WorkersUnavailableReason = 'insecure-context' | 'unsupported'

/** Thrown if this page can have no service worker: no secure context, or no support in this browser or mode. */
export class WorkersUnavailableError extends Error {
  static override readonly name = 'WorkersUnavailableError'
  override readonly name = 'WorkersUnavailableError'

  constructor (readonly reason: WorkersUnavailableReason) {
    super(
      reason === 'insecure-context'
        ? 'service workers need https, or an address under localhost'
        : 'this browser, or its private mode, has no service workers'
    )
  }
}

/** Thrown if the browser refused the worker's script, or the script failed to start. */
export class WorkerRefusedError extends Error {
  static override readonly name = 'WorkerRefusedError'
  override readonly name = 'WorkerRefusedError'
}

/** Thrown if the worker did not answer in time, or does not control this page. */
export class NodeNotReadyError extends Error {
  static override readonly name = 'NodeNotReadyError'
  override readonly name = 'NodeNotReadyError'
}

/** An error response of the API, in Kubo's format. */
export class RpcError extends Error {
  static override readonly name = 'RpcError'
  override readonly name = 'RpcError'

  constructor (message: string, readonly status: number, readonly code: number = 0) {
    super(message)
  }
}

/** Thrown if the node ended during an answer, which is incomplete. */
export class AnswerCutError extends Error {
  static override readonly name = 'AnswerCutError'
  override readonly name = 'AnswerCutError'

  constructor (cause?: unknown) {
    super('the answer of the node was cut off', { cause })
  }
}

/**
 * Thrown if the size of a file changed while it was read, so that the stored content would differ from the selected
 * file.
 */
export class FileChangedError extends Error {
  static override readonly name = 'FileChangedError'
  override readonly name = 'FileChangedError'
}

/**
 * Thrown if a file could not be added by reference: it is gone, it has changed, or references are disabled. Nothing was
 * stored.
 */
export class ReferenceFailedError extends Error {
  static override readonly name = 'ReferenceFailedError'
  override readonly name = 'ReferenceFailedError'
}

/** Thrown if the settings could not be reset. */
export class ConfigNotResetError extends Error {
  static override readonly name = 'ConfigNotResetError'
  override readonly name = 'ConfigNotResetError'
}

/** Thrown if the node could not store the handle of a file. */
export class FileNotKeptError extends Error {
  static override readonly name = 'FileNotKeptError'
  override readonly name = 'FileNotKeptError'
}

/** Thrown if rows of an app could not be read or changed; none of them was. */
export class AppDataError extends Error {
  static override readonly name = 'AppDataError'
  override readonly name = 'AppDataError'
}

/** Thrown if the keys of a backup cannot be decrypted: the password is wrong, or they were changed. */
export class WrongPasswordError extends Error {
  static override readonly name = 'WrongPasswordError'
  override readonly name = 'WrongPasswordError'
}

/** Thrown if keys could not be exported or imported. */
export class KeyBackupError extends Error {
  static override readonly name = 'KeyBackupError'
  override readonly name = 'KeyBackupError'
}
