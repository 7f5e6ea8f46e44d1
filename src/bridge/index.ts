/**
 * For pages of other sites: asks a person for the use of their node, by a window of the node's origin. The person
 * grants a scope to the origin of the page, and can revoke it in the settings of the node.
 *
 * @packageDocumentation
 */
export { BridgeNode } from './asking/bridge-node.ts'
export type { BridgeCallOptions } from './asking/bridge-node.ts'
export { connectNode } from './asking/connect-node.ts'
export {
  BridgeBlockedError,
  BridgeDeniedError,
  BridgeLimitError,
  BridgeRevokedError,
  BridgeScopeError
} from './protocol/bridge-errors.ts'
export type { BridgeEntry, BridgeProgress, BridgeStored } from './protocol/bridge-messages.ts'
export type { BridgeScope } from './protocol/bridge-scope.ts'
