import { Key } from 'interface-datastore'
import type { CID } from 'multiformats/cid'
import { ifFound } from '../../async/promises/if-found.ts'
import { later } from '../../async/timers/later.ts'
import type { Later } from '../../async/timers/later.ts'
import { blockReader } from '../../blocks/reader/block-reader.ts'
import { cidText } from '../../cid/text/cid-text.ts'
import { parseGoDurationMs } from '../../go/time/parse-duration.ts'
import type { PinningService } from '../../pins/remote/pinning-service.ts'
import { REMOTE_STATUSES } from '../../pins/remote/remote-pin.ts'
import { RemoteServices } from '../../pins/remote/remote-services.ts'
import type { RemoteServiceInfo } from '../../pins/remote/remote-services.ts'
import { connectPeers } from '../../swarm/peers/connect-peers.ts'
import { ownAddresses } from '../../swarm/peers/own-addresses.ts'
import type { IpfsNode } from '../interface/ipfs-node.ts'
import type { Service, ServiceContext } from '../services/services.ts'

/** Poll interval (Kubo `cmd/ipfs/kubo/pinmfs.go`, `daemonConfigPollInterval`). */
const LOOK_EVERY_MS = 30_000

/** Delay of the first check: an idle worker lives 30 s. */
const FIRST_LOOK_AFTER_MS = 10_000

/** Minimum time between pins at a service, if its policy sets none (Kubo `defaultRepinInterval`). */
const REPIN_AFTER_MS = 5 * 60_000

/** Row with the last pin at each service, by its name: workers restart often, and must not pin again each time. */
const LAST_PINS_KEY = new Key('/remote-pins/mfs')

interface LastPin {
  /** milliseconds since 1970 */
  at: number
  cid: string
  /** the policy without its secret: a changed policy applies at once */
  policy: string
}

export interface MfsRemotePinsOptions {
  /** default: a timer */
  later?: Later
  /** returns milliseconds since 1970; default: the clock */
  now?: () => number
}

type Node = Pick<IpfsNode, 'mfs' | 'config' | 'identity' | 'datastore' | 'blockstore' | 'swarm' | 'logs'>

/**
 * Pins the MFS root at remote services, if their policy requires it, after each change of the root
 * (`Pinning.RemoteServices.*.Policies.MFS`; Kubo `cmd/ipfs/kubo/pinmfs.go`). Replaces an existing pin of that name.
 * `Services.list` reports errors, and the next check tries again.
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
    context.signal.addEventListener('abort', () => {
      this.#cancel()
    }, { once: true })
    this.#after(FIRST_LOOK_AFTER_MS, context)
  }

  async stop (): Promise<void> {
    this.#cancel()
  }

  #after (ms: number, context: ServiceContext): void {
    this.#cancel = this.#later(() => {
      void this.#look(context)
    }, ms)
  }

  async #look (context: ServiceContext): Promise<void> {
    // Hold the node only for work, not for checking whether there is any.
    if (enabledServices(this.#node).length > 0) {
      // `Services.list` reports it
      await context.background(async (signal) => {
        await this.#pinAtAll(signal)
      }).catch(() => {})
    }

    if (!context.signal.aborted) {
      this.#after(LOOK_EVERY_MS, context)
    }
  }

  /** Pins at all services in parallel: a service that does not answer must not delay the others. */
  async #pinAtAll (signal: AbortSignal): Promise<void> {
    const { cid } = await this.#node.mfs.node('/', {
      blocks: blockReader(this.#node.blockstore, undefined, { unchecked: true }),
      signal
    })
    const services = enabledServices(this.#node)
    const last = await this.#readLast()
    const due = services.filter((service) => this.#isDue(service, cid, last.get(service.name)))

    const ended = await Promise.allSettled(due.map(async (service) => {
      await this.#pin(service, cid, signal)
      this.#node.logs.logger('remotepinning/mfs').info('the root was pinned', {
        service: service.name,
        cid: cidText(cid)
      })
      last.set(service.name, { at: this.#now(), cid: cidText(cid), policy: policyText(service) })
    }))

    if (due.length > 0) {
      const kept = [...last].filter(([name]) => services.some((service) => service.name === name))
      await this.#node.datastore.put(LAST_PINS_KEY, new TextEncoder().encode(JSON.stringify(kept)))
    }

    const failed = ended.findIndex(({ status }) => status === 'rejected')

    ended.forEach((outcome, i) => {
      if (outcome.status === 'rejected') {
        this.#node.logs.logger('remotepinning/mfs').error('the root was not pinned', {
          service: due[i].name,
          problem: (outcome.reason as Error).message
        })
      }
    })

    if (failed >= 0) {
      throw new Error(
        `pinning the mutable files at ${due[failed].name}: ${
          ((ended[failed] as PromiseRejectedResult).reason as Error).message
        }`
      )
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

    const pin = {
      cid,
      name,
      origins: await ownAddresses(this.#node.swarm, this.#node.identity.peerId.toString(), { signal })
    }
    const { delegates } = await (existing === undefined
      ? service.add(pin, { signal })
      : service.replace(existing.requestId, pin, { signal }))
    await connectPeers(this.#node.swarm, delegates, { signal })
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

/** Returns `'pinned'` if the CID is pinned or soon will be; otherwise the pin of that name, if there is one. */
async function existingPin (
  service: PinningService,
  name: string,
  cid: CID,
  signal: AbortSignal
): Promise<'pinned' | { requestId: string } | undefined> {
  let existing: { requestId: string } | undefined

  for await (const pin of service.list({ name, statuses: REMOTE_STATUSES }, { signal })) {
    if (pin.cid.equals(cid) && pin.status !== 'failed') {
      return 'pinned'
    }

    // Take the newest; there should be only one.
    existing ??= pin
  }

  return existing
}
