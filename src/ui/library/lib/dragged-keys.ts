const TYPE = 'application/x-swipfs-names'

/** Keys of items that are dragged within the page. */
export const draggedKeys = {
  put (event: DragEvent, keys: readonly string[]): void {
    event.dataTransfer?.setData(TYPE, JSON.stringify(keys))
    if (event.dataTransfer != null) {
      event.dataTransfer.effectAllowed = 'copyMove'
    }
  },

  are (event: DragEvent): boolean {
    return event.dataTransfer?.types.includes(TYPE) === true
  },

  /** Returns the keys in a drop, and stops the event; undefined if it contains something else. */
  of (event: DragEvent): string[] | undefined {
    const text = event.dataTransfer?.getData(TYPE) ?? ''
    if (text === '') {
      return undefined
    }
    event.preventDefault()
    event.stopPropagation()
    return JSON.parse(text) as string[]
  }
}
