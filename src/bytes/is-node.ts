/**
 * Whether this is Node. Its type is written here, so that code for workers and pages, which have no types of Node, can
 * ask too.
 */
export const IS_NODE = (globalThis as { process?: { versions?: { node?: string } } }).process?.versions?.node != null
