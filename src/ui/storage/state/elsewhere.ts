import { rpc, rpcDone, rpcStream } from '../../../client/index.ts'
import { whenReady } from '../../client/node.ts'
import { Store } from '../../lib/reactive/store.ts'
import { isAbort, plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { retold } from '../../lib/text/retold.ts'
import { t, tn } from '../../lib/text/t.ts'
import { announceNews } from '../../page/state/news.ts'

/** A pin at a service, or one that is requested. */
export interface RemotePin {
  cid: string
  name: string
  status: string
}

/** A remote pinning service, with its pins. */
export interface Service {
  name: string
  pins: RemotePin[]
  reading: boolean
  problem?: PlainError
}

/** Pins at remote services. No service is contacted unless configured. */
export const elsewhere = new Store<readonly Service[]>([])

/** Limit of listed pins per service. */
export const MAX_REMOTE_PINS = 200

/** Requested statuses: all, because a service returns only pinned ones by default. */
export const REMOTE_STATUSES = ['queued', 'pinning', 'pinned', 'failed'] as const

let reading: AbortController | undefined

export async function readElsewhere (): Promise<void> {
  reading?.abort()
  const { signal } = reading = new AbortController()

  try {
    await whenReady({ signal })
    const { RemoteServices } = await rpc<{ RemoteServices: Array<{ Service: string }> | null }>(
      'pin/remote/service/ls',
      { signal }
    )
    const before = elsewhere.value
    elsewhere.set(
      (RemoteServices ?? []).map(({ Service }) => ({
        pins: [],
        ...before.find(({ name }) => name === Service),
        name: Service,
        reading: true,
        problem: undefined
      }))
    )
    await Promise.all(elsewhere.value.map(async ({ name }) => {
      await readService(name, signal)
    }))
  } catch {} // Unreadable settings are reported elsewhere.
}

export function stopReadingElsewhere (): void {
  reading?.abort()
}

/**
 * Adds a service with its secret to the node. The secret is never shown again.
 *
 * @throws RpcError with the node's message
 */
export async function addService (name: string, endpoint: string, secret: string): Promise<void> {
  await whenReady()
  await rpcDone('pin/remote/service/add', { args: [name, endpoint, secret] })
  announceNews(t('Added the service {name}.', { name }))
  await readElsewhere()
}

/**
 * Removes a service and its secret from the node; its pins stay at the service.
 *
 * @throws RpcError
 */
export async function removeService (name: string): Promise<void> {
  await rpcDone('pin/remote/service/rm', { args: [name] })
  announceNews(t('Removed the service {name}.', { name }))
  await readElsewhere()
}

/** Returns the options for pinning at a service. It runs in the background: the list of jobs shows the progress. */
export function keepAtOptions (service: string, name: string): Record<string, string> {
  return { service, background: 'true', ...name === '' ? {} : { name } }
}

/**
 * Pins the content of local pins at a service.
 *
 * @throws RpcError
 */
export async function keepAt (service: string, pins: ReadonlyArray<Pick<RemotePin, 'cid' | 'name'>>): Promise<void> {
  for (const { cid, name } of pins) {
    await rpcDone('pin/remote/add', { args: [`/ipfs/${cid}`], options: keepAtOptions(service, name) })
  }

  announceNews(tn(pins.length, 'Asked {service} to pin {n} item.', 'Asked {service} to pin {n} items.', { service }))
  await readElsewhere()
}

/**
 * Removes a pin from a service.
 *
 * @throws RpcError
 */
export async function removeThere (service: string, { cid, name, status }: RemotePin): Promise<void> {
  await rpcDone('pin/remote/rm', { query: new URLSearchParams({ service, cid, status, force: 'true' }) })
  announceNews(t('Unpinned {name} at {service}.', { name: name || t('The item'), service }))
  await readElsewhere()
}

/** Returns the services that pin a content. */
export function servicesWith (services: readonly Service[], cid: string): string[] {
  return services.filter(({ pins }) => pins.some((pin) => pin.cid === cid && pin.status === 'pinned')).map(({ name }) =>
    name
  )
}

async function readService (service: string, signal: AbortSignal): Promise<void> {
  const pins: RemotePin[] = []
  const query = new URLSearchParams([['service', service], ...REMOTE_STATUSES.map((status) => ['status', status])])
  let problem: PlainError | undefined

  try {
    for await (
      const { Cid, Name, Status } of rpcStream<{ Cid: string; Name: string; Status: string }>('pin/remote/ls', {
        query,
        signal
      })
    ) {
      pins.push({ cid: Cid, name: Name, status: Status })
      if (pins.length >= MAX_REMOTE_PINS) {
        break
      }
    }
  } catch (err) {
    if (!isAbort(err)) {
      problem = retold(() => ({
        ...plainError(err),
        what: t('The service sent an invalid answer.'),
        detail: (err as Error).message
      }))
    }
  }

  elsewhere.set(
    elsewhere.value.map((one) => one.name === service ? { name: service, pins, reading: false, problem } : one)
  )
}
