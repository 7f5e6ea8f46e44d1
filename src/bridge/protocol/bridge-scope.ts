import { BridgeScopeError } from './bridge-errors.ts'
import { grantedFolder, isInFolder } from './bridge-path.ts'

/** The permissions that a page asks for, at least one. A folder is a path in Files, such as `/Photos`. */
export interface BridgeScope {
  /** read content by its CID or IPNS name through the node, from the network too */
  content?: boolean
  /** list and read the files of a folder */
  read?: string
  /** add files below a folder; nothing is overwritten */
  add?: string
  /** keep content of the network below a folder */
  pin?: string
  /** publish content under the key of this name, which is made if there is none */
  publish?: string
  /** bytes that may be added and pinned in all; 1 GB by default */
  maxBytes?: number
}

/** A scope that was checked: with normalized folders, and with a limit. */
export type CheckedScope = BridgeScope & { maxBytes: number }

const DEFAULT_BYTES = 1_000_000_000
/** Limit of `maxBytes`, 1 PiB: an exact integer in sums. */
const MOST_BYTES = 1024 ** 5
const FOLDERS = ['read', 'add', 'pin'] as const
/** Names of keys: no path separators, spaces at the ends, or control and direction characters. */
const KEY_NAME = /^(?! )[^/\\\p{C}\u2028\u2029]{1,64}(?<! )$/u
/** The key of the node's own identity. */
const SELF = 'self'
const KNOWN: readonly string[] = ['content', ...FOLDERS, 'publish', 'maxBytes']

/**
 * Checks the scope that a page asks for. An unknown permission is refused: a page that depends on it could not work.
 *
 * @throws BridgeScopeError
 */
export function checkScope (asked: unknown): CheckedScope {
  if (typeof asked !== 'object' || asked === null) {
    throw new BridgeScopeError('the scope is no object')
  }

  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value != null && value !== false))
  const unknown = Object.keys(given).find((name) => !KNOWN.includes(name))

  if (unknown != null) {
    throw new BridgeScopeError(`there is no permission ${unknown}`)
  }

  const { content, publish, maxBytes = DEFAULT_BYTES } = given

  if (content != null && content !== true) {
    throw new BridgeScopeError('content is true or false')
  }

  if (publish != null && (typeof publish !== 'string' || !KEY_NAME.test(publish) || publish === SELF)) {
    throw new BridgeScopeError('publish is the name of a key other than self, of at most 64 characters')
  }

  if (!Number.isSafeInteger(maxBytes) || (maxBytes as number) < 1 || (maxBytes as number) > MOST_BYTES) {
    throw new BridgeScopeError('maxBytes is a positive number of bytes')
  }

  const scope = {
    ...content === true ? { content } : {},
    ...Object.fromEntries(
      FOLDERS.filter((name) => name in given).map((name) => [name, grantedFolder(given[name])])
    ),
    ...typeof publish === 'string' ? { publish } : {},
    maxBytes: maxBytes as number
  }

  if (Object.keys(scope).length === 1) {
    throw new BridgeScopeError('the scope has no permission')
  }

  return scope
}

/** Returns whether a granted scope allows everything that is asked for. */
export function coversScope (granted: CheckedScope, asked: CheckedScope): boolean {
  return (asked.content !== true || granted.content === true) &&
    FOLDERS.every((name) => asked[name] == null || (granted[name] != null && isInFolder(asked[name], granted[name]))) &&
    (asked.publish == null || asked.publish === granted.publish) &&
    (!storesBytes(asked) || asked.maxBytes <= granted.maxBytes)
}

/** Returns whether a scope lets a page store bytes. */
export function storesBytes ({ add, pin }: BridgeScope): boolean {
  return add != null || pin != null
}
