/**
 * The events that an app passes on. They are declared here, because the library of types for pages lacks them, and many
 * apps check their worker with it. Those of a browser match.
 */
export interface ExtendableEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void
}

export interface WorkerFetchEvent extends ExtendableEvent {
  request: Request
  clientId: string
  resultingClientId: string
  respondWith: (response: Promise<Response> | Response) => void
}
