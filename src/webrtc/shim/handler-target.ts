/** An event target that also calls its `on…` handlers, as browser objects do. */
export class HandlerTarget extends EventTarget {
  /**
   * Fires an event.
   *
   * @param fields - further fields of the event
   */
  fire (type: string, fields: object = {}): void {
    const event = Object.assign(new Event(type), fields)
    const handler = (this as unknown as Record<string, unknown>)[`on${type}`]

    if (typeof handler === 'function') {
      try {
        handler.call(this, event)
      } catch (err) {
        // As in a browser: a handler that throws does not stop the others.
        queueMicrotask(() => {
          throw err
        })
      }
    }

    this.dispatchEvent(event)
  }
}
