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
function addValue (open: OpenNode, value: IpldNode): void {
  const { node, key } = open

  if (node instanceof Map) {
    node.set(key, value)
  } else if (node.length === 0) {
    open.node = [value]
  } else {
    node.push(value)
  }
}

/**
 * Decodes a value from the tokens of a codec. Open lists and maps are on an explicit stack, so that the depth of a
 * document cannot overflow that of calls.
 */
export abstract class NodeDecoder<Token, Open extends OpenNode> {
  /** Returns the value of a scalar; opens a list or a map and returns undefined. */
  protected abstract begin (token: Token, open: Open[]): IpldNode | undefined

  /**
   * Reads the key of the next map entry, if the parent is a map, then the first token of the next item.
   *
   * @returns undefined at the end of the list or map
   */
  protected abstract next (open: Open): Token | undefined

  /** Returns the value of a complete list or map. */
  protected closed (node: IpldNode[] | IpldMap): IpldNode {
    return node
  }

  /** Reads a value from its first token. */
  protected read (first: Token): IpldNode {
    const open: Open[] = []

    for (let token = first;;) {
      let value = this.begin(token, open)
      let next: Token | undefined

      // Close finished lists and maps until there is an item left to read.
      while (next == null) {
        const top = open.at(-1)

        if (value !== undefined) {
          if (top == null) {
            return value
          }

          addValue(top, value)
          value = undefined
          continue
        }

        next = this.next(top as Open)

        if (next == null) {
          value = this.closed((open.pop() as Open).node)
        }
      }

      token = next
    }
  }
}
