import type { BridgeScope } from '../../../bridge/protocol/bridge-scope.ts'
import { bytes } from '../../lib/text/format.ts'
import { t } from '../../lib/text/t.ts'

/**
 * Describes each permission of a scope.
 *
 * @param hasKey - whether the node has a key of that name already; undefined if it does not matter
 */
export function permissionWords (
  { content, read, add, pin, publish, maxBytes }: BridgeScope,
  hasKey?: boolean
): string[] {
  return [
    ...content === true ? [t('Load IPFS content through this node')] : [],
    ...read == null ? [] : [t('See and open everything in “{folder}”', { folder: read })],
    ...add == null ? [] : [t('Add files to “{folder}”', { folder: add })],
    ...pin == null ? [] : [t('Keep IPFS content in “{folder}”', { folder: pin })],
    ...publish == null ? [] : [publishWords(publish, hasKey)],
    ...(add == null && pin == null) || maxBytes == null ? [] : [t('Store up to {size}', { size: bytes(maxBytes) })]
  ]
}

function publishWords (name: string, hasKey: boolean | undefined): string {
  switch (hasKey) {
    case undefined:
      return t('Publish under the name “{name}”', { name })
    case true:
      return t('Publish under your existing name “{name}”, in place of what it shows now', { name })
    case false:
      return t('Publish under the new name “{name}”', { name })
  }
}
