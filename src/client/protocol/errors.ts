import { defineError } from '../../errors/define-error.ts'

/** Reasons why a browser runs no service worker here. */
export type WorkersUnavailableReason = 'insecure-context' | 'unsupported'

/**
 * Thrown if this page can have no service worker: no secure context, or no support in this browser or mode.
 *
 * @example
 * ```ts
 * try {
 *   await register()
 * } catch (err) {
 *   const isPlainHttp = err instanceof WorkersUnavailableError && err.reason === 'insecure-context'
 *   if (isPlainHttp) alert('Open this page over HTTPS.')
 * }
 * ```
 */
export class WorkersUnavailableError extends defineError('WorkersUnavailableError') {
  constructor (readonly reason: WorkersUnavailableReason) {
    super(
      reason === 'insecure-context'
        ? 'service workers need https, or an address under localhost'
        : 'this browser, or its private mode, has no service workers'
    )
  }
}

/**
 * Thrown if the browser refused the worker's script, or the script failed to start.
 *
 * @example
 * ```ts
 * try {
 *   await register()
 * } catch (err) {
 *   if (err instanceof WorkerRefusedError) console.error(err.message)
 * }
 * ```
 */
export class WorkerRefusedError extends defineError('WorkerRefusedError') {}

/**
 * Thrown if the worker did not answer in time, or does not control this page.
 *
 * @example
 * ```ts
 * try {
 *   await ready({ timeoutMs: 5000 })
 * } catch (err) {
 *   if (err instanceof NodeNotReadyError) console.warn(err.message)
 * }
 * ```
 */
export class NodeNotReadyError extends defineError('NodeNotReadyError') {}

/**
 * An error response of the API, in Kubo's format.
 *
 * @example
 * ```ts
 * try {
 *   await rpcDone('pin/rm', { args: [cid] })
 * } catch (err) {
 *   if (err instanceof RpcError) console.warn(err.status, err.message)
 * }
 * ```
 */
export class RpcError extends defineError('RpcError') {
  constructor (message: string, readonly status: number, readonly code: number = 0) {
    super(message)
  }
}

/**
 * Thrown if the node ended during an answer, which is incomplete.
 *
 * @example
 * ```ts
 * try {
 *   await (await call('cat', { args: [cid] })).blob()
 * } catch (err) {
 *   if (err instanceof AnswerCutError) console.warn('The answer is incomplete: try again.')
 * }
 * ```
 */
export class AnswerCutError extends defineError('AnswerCutError') {
  constructor (cause?: unknown) {
    super('the answer of the node was cut off', { cause })
  }
}

/**
 * Thrown if the size of a file changed while it was read, so that the stored content would differ from the selected
 * file.
 *
 * @example
 * ```ts
 * try {
 *   await add([{ path: file.name, content: file }])
 * } catch (err) {
 *   if (err instanceof FileChangedError) console.warn('The file has changed: select it again.')
 * }
 * ```
 */
export class FileChangedError extends defineError('FileChangedError') {}

/**
 * Thrown if a file could not be added by reference: it is gone, it has changed, or references are disabled. Nothing was
 * stored.
 *
 * @example
 * ```ts
 * try {
 *   await addReference(handle)
 * } catch (err) {
 *   if (err instanceof ReferenceFailedError) await add([{ path: handle.name, content: await handle.getFile() }])
 * }
 * ```
 */
export class ReferenceFailedError extends defineError('ReferenceFailedError') {}

/**
 * Thrown if the settings could not be reset.
 *
 * @example
 * ```ts
 * try {
 *   await resetConfig()
 * } catch (err) {
 *   if (err instanceof ConfigNotResetError) console.error(err.message)
 * }
 * ```
 */
export class ConfigNotResetError extends defineError('ConfigNotResetError') {}

/**
 * Thrown if the node could not store the handle of a file.
 *
 * @example
 * ```ts
 * try {
 *   await addReference(handle)
 * } catch (err) {
 *   if (err instanceof FileNotKeptError) await add([{ path: handle.name, content: await handle.getFile() }])
 * }
 * ```
 */
export class FileNotKeptError extends defineError('FileNotKeptError') {}

/**
 * Thrown if rows of an app could not be read or changed; none of them was.
 *
 * @example
 * ```ts
 * try {
 *   await appData({ remove: ['notes/1'] })
 * } catch (err) {
 *   if (err instanceof AppDataError) console.error(err.message)
 * }
 * ```
 */
export class AppDataError extends defineError('AppDataError') {}

/**
 * Thrown if the keys of a backup cannot be decrypted: the password is wrong, or they were changed.
 *
 * @example
 * ```ts
 * try {
 *   await restoreKeys(sealed, password, { whenTaken: 'skip' })
 * } catch (err) {
 *   if (err instanceof WrongPasswordError) alert('Wrong password')
 * }
 * ```
 */
export class WrongPasswordError extends defineError('WrongPasswordError') {}

/**
 * Thrown if keys could not be exported or imported.
 *
 * @example
 * ```ts
 * try {
 *   await sealKeys(password)
 * } catch (err) {
 *   if (err instanceof KeyBackupError) console.error(err.message)
 * }
 * ```
 */
export class KeyBackupError extends defineError('KeyBackupError') {}
