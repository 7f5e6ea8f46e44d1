/** An event target that also calls its `on…` handlers, as those of the browser do. */
export class HandlerTarget extends EventTarget {
  /** Tells those who listen. @param fields - of the event, besides those that every event has */
  fire (type: string, fields: object = {}): void {
    const event = Object.assign(new Event(type), fields)
    const handler = (this as unknown as Record<string, unknown>)[`on${type}`]

    if (typeof handler === 'function') {
      try {
        handler.call(this, event)
      } catch (err) {
        // as a browser does: one handler that fails keeps nothing from the others
        queueMicrotask(() => {
          throw err
        })
      }
    }

    this.dispatchEvent(event)
  }
}
