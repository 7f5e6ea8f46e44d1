import type { IpldMap, IpldNode } from './ipld-node.ts'

/** A list or map that is being decoded. */
export interface OpenNode {
  node: IpldNode[] | IpldMap
  /** the key of the current item */
  key: string
}

/**
 * Adds an item to a list or map. The first item of a list gets an array literal, which takes a sixth of the memory of
 * an array grown by `push`. Deep documents consist of one-item lists.
 */
export function addValue (open: OpenNode, value: IpldNode): void {
  const { node, key } = open

  if (node instanceof Map) {
    node.set(key, value)
  } else if (node.length === 0) {
    open.node = [value]
  } else {
    node.push(value)
  }
}
