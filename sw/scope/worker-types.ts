/**
 * The few types of a service worker's global scope that the shell uses. TypeScript's own are in a library that
 * conflicts with that of pages, and src/ is shared by both.
 */
export interface ExtendableEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void
}

export interface WorkerClient {
  id: string
  url: string
  type: 'window' | 'worker' | 'sharedworker'
  postMessage: (message: unknown, transfer?: Transferable[]) => void
  /** only for windows */
  visibilityState?: DocumentVisibilityState
  frameType: 'auxiliary' | 'top-level' | 'nested' | 'none'
}

export interface WorkerFetchEvent extends ExtendableEvent {
  request: Request
  clientId: string
  resultingClientId: string
  respondWith: (response: Promise<Response> | Response) => void
}

export interface WorkerMessageEvent extends ExtendableEvent {
  data: unknown
  /** the sender, if it is a page or a worker */
  source: WorkerClient | null
  ports: MessagePort[]
}

interface WorkerEvents {
  install: ExtendableEvent
  activate: ExtendableEvent
  fetch: WorkerFetchEvent
  message: WorkerMessageEvent
}

export interface WorkerScope {
  /** `Location` is the type of pages */
  location: Readonly<Pick<URL, 'href' | 'origin' | 'protocol' | 'host' | 'hostname'>>
  registration: ServiceWorkerRegistration
  /** this worker itself; missing in some browsers */
  serviceWorker?: ServiceWorker
  clients: {
    claim: () => Promise<void>
    get: (id: string) => Promise<WorkerClient | undefined>
    matchAll: (options: { type: WorkerClient['type']; includeUncontrolled: boolean }) => Promise<WorkerClient[]>
  }
  skipWaiting: () => Promise<void>
  addEventListener: <K extends keyof WorkerEvents>(type: K, listener: (event: WorkerEvents[K]) => void) => void
}
