import { Key } from 'interface-datastore'
import type { CID } from 'multiformats/cid'
import { ifFound } from '../async/if-found.ts'
import { later } from '../async/later.ts'
import type { Later } from '../async/later.ts'
import { cidText } from '../cid/cid-text.ts'
import { parseGoDurationMs } from '../go/duration.ts'
import type { PinningService } from '../pins/remote/pinning-service.ts'
import { REMOTE_STATUSES } from '../pins/remote/remote-pin.ts'
import { RemoteServices } from '../pins/remote/remote-services.ts'
import type { RemoteServiceInfo } from '../pins/remote/remote-services.ts'
import { callPeers } from '../swarm/call-peers.ts'
import { ownAddresses } from '../swarm/own-addresses.ts'
import { blockReader } from '../blocks/block-reader.ts'
import type { IpfsNode } from './ipfs-node.ts'
import type { Service, ServiceContext } from './services.ts'

/** So often it is looked whether something has changed (Kubo `cmd/ipfs/kubo/pinmfs.go`, `daemonConfigPollInterval`). */
const LOOK_EVERY_MS = 30_000

/** A worker that nobody needs lives 30 s. */
const FIRST_LOOK_AFTER_MS = 10_000

/** Between two pins at a service, where its policy does not say (Kubo `defaultRepinInterval`). */
const REPIN_AFTER_MS = 5 * 60_000

/** What was pinned last at each service, by its name: a worker begins anew often, and must not pin anew each time. */
const LAST_PINS_KEY = new Key('/remote-pins/mfs')

interface LastPin {
  /** milliseconds since 1970 */
  at: number
  cid: string
  /** where and how: another policy is pinned by at once. Without the secret */
  policy: string
}

export interface MfsRemotePinsOptions {
  /** a timer when left out */
  later?: Later
  /** milliseconds since 1970; the clock when left out */
  now?: () => number
}

type Node = Pick<IpfsNode, 'mfs' | 'config' | 'identity' | 'datastore' | 'blockstore' | 'swarm'>

/**
 * Pins the root of the mutable files at those remote services whose policy asks for it, whenever it has changed
 * (`Pinning.RemoteServices.*.Policies.MFS`; Kubo `cmd/ipfs/kubo/pinmfs.go`). A pin of that name is replaced. What fails is told by
 * the list of services, and tried again at the next look.
 */
export class MfsRemotePins implements Service {
  readonly name = 'mfs-remote-pins'
  readonly #node: Node
  readonly #later: Later
  readonly #now: () => number
  #cancel = (): void => {}

  constructor (node: Node, options: MfsRemotePinsOptions = {}) {
    this.#node = node
    this.#later = options.later ?? later
    this.#now = options.now ?? Date.now
  }

  async start (context: ServiceContext): Promise<void> {
    context.signal.addEventListener('abort', () => { this.#cancel() }, { once: true })
    this.#after(FIRST_LOOK_AFTER_MS, context)
  }

  async stop (): Promise<void> {
    this.#cancel()
  }

  #after (ms: number, context: ServiceContext): void {
    this.#cancel = this.#later(() => { void this.#look(context) }, ms)
  }

  async #look (context: ServiceContext): Promise<void> {
    // the node is held for work alone, not for looking whether there is any
    if (enabledServices(this.#node).length > 0) {
      await context.background(async (signal) => { await this.#pinAtAll(signal) }).catch(() => {}) // told by the list of services
    }

    if (!context.signal.aborted) {
      this.#after(LOOK_EVERY_MS, context)
    }
  }

  /** One service that does not answer must not keep the others waiting. */
  async #pinAtAll (signal: AbortSignal): Promise<void> {
    const { cid } = await this.#node.mfs.node('/', { blocks: blockReader(this.#node.blockstore, undefined), signal })
    const services = enabledServices(this.#node)
    const last = await this.#readLast()
    const due = services.filter((service) => this.#isDue(service, cid, last.get(service.name)))

    const ended = await Promise.allSettled(due.map(async (service) => {
      await this.#pin(service, cid, signal)
      last.set(service.name, { at: this.#now(), cid: cidText(cid), policy: policyText(service) })
    }))

    if (due.length > 0) {
      const kept = [...last].filter(([name]) => services.some((service) => service.name === name))
      await this.#node.datastore.put(LAST_PINS_KEY, new TextEncoder().encode(JSON.stringify(kept)))
    }

    const failed = ended.findIndex(({ status }) => status === 'rejected')

    if (failed >= 0) {
      throw new Error(`pinning the mutable files at ${due[failed].name}: ${((ended[failed] as PromiseRejectedResult).reason as Error).message}`)
    }
  }

  #isDue (service: RemoteServiceInfo, cid: CID, last: LastPin | undefined): boolean {
    if (last == null || last.policy !== policyText(service)) {
      return true
    }

    const { repinInterval } = service.policy
    const intervalMs = repinInterval === '' ? REPIN_AFTER_MS : parseGoDurationMs(repinInterval) ?? REPIN_AFTER_MS
    return last.cid !== cidText(cid) && this.#now() - last.at >= intervalMs
  }

  async #pin (info: RemoteServiceInfo, cid: CID, signal: AbortSignal): Promise<void> {
    const service = new RemoteServices(this.#node.config).get(info.name)
    const name = info.policy.pinName === '' ? `policy/${this.#node.identity.peerId}/mfs` : info.policy.pinName
    const existing = await existingPin(service, name, cid, signal)

    if (existing === 'pinned') {
      return
    }

    const pin = { cid, name, origins: await ownAddresses(this.#node.swarm, this.#node.identity.peerId.toString(), { signal }) }
    const { delegates } = await (existing === undefined ? service.add(pin, { signal }) : service.replace(existing.requestId, pin, { signal }))
    await callPeers(this.#node.swarm, delegates, { signal })
  }

  async #readLast (): Promise<Map<string, LastPin>> {
    const row = await ifFound(() => this.#node.datastore.get(LAST_PINS_KEY))
    return new Map(row == null ? [] : JSON.parse(new TextDecoder().decode(row)) as Array<[string, LastPin]>)
  }
}

function enabledServices ({ config }: Node): RemoteServiceInfo[] {
  return new RemoteServices(config).list().filter(({ policy }) => policy.enable)
}

function policyText ({ endpoint, policy }: RemoteServiceInfo): string {
  return JSON.stringify([endpoint, policy.pinName, policy.repinInterval])
}

/** `'pinned'` when it is there already or soon will be; otherwise the pin of that name, if there is one. */
async function existingPin (service: PinningService, name: string, cid: CID, signal: AbortSignal): Promise<'pinned' | { requestId: string } | undefined> {
  let existing: { requestId: string } | undefined

  for await (const pin of service.list({ name, statuses: REMOTE_STATUSES }, { signal })) {
    if (pin.cid.equals(cid) && pin.status !== 'failed') {
      return 'pinned'
    }

    // the newest, as there should be one alone
    existing ??= pin
  }

  return existing
}
