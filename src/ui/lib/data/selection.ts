/** The selection in a list, by names, as in a file manager. */
export interface Selection {
  readonly names: ReadonlySet<string>
  /** row with the keyboard focus */
  readonly cursor?: string
  /** start of a range */
  readonly anchor?: string
}

export const NOTHING: Selection = { names: new Set() }

/**
 * `one` selects only this row, `also` toggles it (Ctrl), `range` selects from the anchor to here (Shift), `cursor` only
 * moves the focus
 */
export type How = 'one' | 'also' | 'range' | 'cursor'

/** @param order - the names as they are displayed */
export function choose (selection: Selection, order: readonly string[], name: string, how: How): Selection {
  switch (how) {
    case 'one':
      return { names: new Set([name]), cursor: name, anchor: name }
    case 'cursor':
      return { ...selection, cursor: name }

    case 'also': {
      const names = new Set(selection.names)
      if (!names.delete(name)) {
        names.add(name)
      }
      return { names, cursor: name, anchor: name }
    }

    case 'range': {
      const anchor = selection.anchor ?? selection.cursor ?? name
      const ends = [order.indexOf(anchor), order.indexOf(name)]
      if (ends.includes(-1)) {
        return choose(selection, order, name, 'one')
      }
      return { names: new Set(order.slice(Math.min(...ends), Math.max(...ends) + 1)), cursor: name, anchor }
    }
  }
}

/**
 * Moves the focused row, and the selection with it.
 *
 * @param by - rows; infinite values move to the ends
 */
export function move (selection: Selection, order: readonly string[], by: number, how: How): Selection {
  if (order.length === 0) {
    return NOTHING
  }

  const at = selection.cursor == null ? -1 : order.indexOf(selection.cursor)
  const from = at === -1 && by < 0 ? order.length : at
  const to = Math.min(order.length - 1, Math.max(0, from + by))
  return choose(selection, order, order[to], how)
}

export function chooseAll (selection: Selection, order: readonly string[]): Selection {
  return { ...selection, names: new Set(order) }
}

/** Returns the remaining selection after the list changed. The focused row stays near its position. */
export function stillThere (
  { names, cursor, anchor }: Selection,
  before: readonly string[],
  now: readonly string[]
): Selection {
  const there = new Set(now)
  const near = cursor == null || there.has(cursor)
    ? cursor
    : now.at(Math.min(Math.max(0, before.indexOf(cursor)), now.length - 1))
  return {
    names: new Set([...names].filter((name) => there.has(name))),
    cursor: near,
    anchor: anchor != null && there.has(anchor) ? anchor : near
  }
}
