import { defineError } from '../../errors/define-error.ts'

/**
 * Thrown if the browser opened no window: `connectNode` was not called in the handler of a click.
 *
 * @example
 * ```ts
 * try {
 *   await connectNode('https://node.example', { content: true })
 * } catch (err) {
 *   if (err instanceof BridgeBlockedError) button.textContent = 'Click to connect'
 * }
 * ```
 */
export class BridgeBlockedError extends defineError('BridgeBlockedError') {}

/**
 * Thrown if the person refused, or closed the window without an answer.
 *
 * @example
 * ```ts
 * try {
 *   await connectNode('https://node.example', { content: true })
 * } catch (err) {
 *   if (err instanceof BridgeDeniedError) button.textContent = 'Connect'
 * }
 * ```
 */
export class BridgeDeniedError extends defineError('BridgeDeniedError') {}

/**
 * Thrown for a call that the grant does not allow, and for an invalid one. Errors of the node's window have this name,
 * but not this class.
 *
 * @example
 * ```ts
 * await bridge.read('/Private/diary.txt').next().catch((err: Error) => {
 *   if (err.name === 'BridgeScopeError') button.disabled = true
 * })
 * ```
 */
export class BridgeScopeError extends defineError('BridgeScopeError') {}

/**
 * Thrown by calls after the person revoked the grant.
 *
 * @example
 * ```ts
 * await bridge.publish(cid).catch((err: Error) => {
 *   if (err.name === 'BridgeRevokedError') button.textContent = 'Connect'
 * })
 * ```
 */
export class BridgeRevokedError extends defineError('BridgeRevokedError') {
  constructor () {
    super('the person has revoked the access of this site')
  }
}

/**
 * Thrown if a call would store more bytes than the grant allows.
 *
 * @example
 * ```ts
 * await bridge.add('/Photos/big.mov', file).catch((err: Error) => {
 *   if (err.name === 'BridgeLimitError') button.disabled = true
 * })
 * ```
 */
export class BridgeLimitError extends defineError('BridgeLimitError') {}
