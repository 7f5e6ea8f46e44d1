import type { BlockSource } from '../../src/blocks/local/block-source.ts'
import { multihashKey } from '../../src/cid/hash/multihash-key.ts'
import type { ServeSite, ServeSiteAnswer } from '../../src/client/protocol/messages.ts'
import type { GatewayNames } from '../../src/gateway/backends/gateway-names.ts'
import { siteOfHost } from '../../src/gateway/hosts/labels/site-of-host.ts'
import type { Site } from '../../src/gateway/hosts/labels/site-of-host.ts'
import type { LocalGatewayParts } from '../../src/gateway/local/local-gateway.ts'
import { serveGateway } from '../../src/gateway/port/serve-gateway.ts'
import { parseIpnsName } from '../../src/names/record/ipns-name.ts'
import type { LazyNode } from '../node/lazy-node.ts'
import { isHomeFrame } from '../scope/guard.ts'
import type { WorkerMessageEvent } from '../scope/worker-types.ts'
import type { VisitedSites } from '../storage/visited-sites.ts'

/**
 * Ports of one site. A new one takes the place of one without calls, else of the oldest, whose worker has probably
 * ended.
 */
const PORTS_PER_SITE = 2
/** Ports of all sites together. */
const MAX_PORTS = 64
/** Handed over to one site in a while; its pages ask for one when they are opened and when a worker was stopped. */
const HANDOVERS = 20
const HANDOVERS_MS = 60_000
const MAX_COUNTED = 1000
/** Calls of one port that are worked on at once. Others wait. */
const MAX_RUNNING = 256
/** Open calls of one port, above what the worker of a site makes (`HomeLink`). A further one is refused. */
const MAX_CALLS = 4096
/** More messages than any reading of blocks needs. */
const MAX_MESSAGES_PER_SECOND = 10_000
/** A port without calls for so long is closed: its site gets another one when it wants. */
const IDLE_MS = 60_000
/** Time for which a recently used port keeps the worker alive. Browsers allow five minutes for one event. */
const KEEP_MS = 10_000
const KEEP_AT_MOST_MS = 4 * 60_000
const LOOK_MS = 1000

interface Port {
  close: () => void
  /** calls that are open */
  calls: number
  usedAt: number
}

/**
 * The ports by which sites read from this node: what its gateway would show to anybody, and nothing else. A site gets
 * blocks by their CIDs and the name it stands for, no other; it sees no more of the settings than a gateway goes by,
 * and there is no call that writes. What the exchange brings for a site is not kept here: so no site fills the disk of
 * the node.
 */
export class SitePorts {
  readonly #origin: string
  readonly #node: Pick<LazyNode, 'hold'>
  readonly #visited: Pick<VisitedSites, 'add'>
  readonly #now: () => number
  /** by origin, the oldest port first */
  readonly #ports = new Map<string, Set<Port>>()
  readonly #handovers = new Map<string, number[]>()

  /**
   * @param origin - of the node
   * @param visited - hears of each site that is served
   */
  constructor (
    origin: string,
    node: Pick<LazyNode, 'hold'>,
    visited: Pick<VisitedSites, 'add'>,
    now: () => number = Date.now
  ) {
    this.#origin = origin
    this.#node = node
    this.#visited = visited
    this.#now = now
  }

  /** how many are open */
  get open (): number {
    return [...this.#ports.values()].reduce((sum, ports) => sum + ports.size, 0)
  }

  /**
   * Serves a port to a site.
   *
   * @param origin - of the site, as the browser reports it to the frame
   * @returns the reason if it is refused; otherwise resolves when the port no longer keeps the worker alive
   */
  accept (origin: string, port: MessagePort): { refused: string } | { kept: Promise<void> } {
    const site = this.#site(origin)

    if (site == null) {
      return refuse(port, 'it is no site of this node')
    }

    const recent = (this.#handovers.get(origin) ?? []).filter((at) => at > this.#now() - HANDOVERS_MS)

    if (recent.length >= HANDOVERS) {
      return refuse(port, 'this site asks for it too often: try again in a minute')
    }

    if (this.#handovers.size >= MAX_COUNTED) {
      this.#handovers.clear()
    }

    this.#handovers.set(origin, [...recent, this.#now()])
    const own = this.#ports.get(origin) ?? new Set()

    if (own.size >= PORTS_PER_SITE) {
      // one that is in use is closed last: its calls would have to move
      const [first, ...others] = own
      ;([first, ...others].find(({ calls }) => calls === 0) ?? first).close()
    } else if (this.open >= MAX_PORTS) {
      this.#oldest()?.close()
    }

    this.#ports.set(origin, own)
    const served = this.#kept(this.#serve(site, own, port, origin))
    return { kept: Promise.all([served, this.#visited.add(origin)]).then(() => {}) }
  }

  /** Closes idle ports: the worker is to end, or another version takes over. */
  closeIdle (): void {
    this.#each((port) => {
      if (port.calls === 0) {
        port.close()
      }
    })
  }

  closeAll (): void {
    this.#each((port) => {
      port.close()
    })
  }

  #each (work: (port: Port) => void): void {
    ;[...this.#ports.values()].flatMap((ports) => [...ports]).forEach(work)
  }

  #oldest (): Port | undefined {
    return [...this.#ports.values()].flatMap((ports) => [...ports]).sort((a, b) => a.usedAt - b.usedAt).at(0)
  }

  #serve (site: Site, own: Set<Port>, messages: MessagePort, origin: string): Port {
    const hold = this.#node.hold.bind(this.#node)

    const port: Port = {
      calls: 0,
      usedAt: this.#now(),

      close: serveGateway(messages, async () => await hold(async (node) => readOnly(node, site)), {
        maxCalls: MAX_CALLS,
        maxRunning: MAX_RUNNING,
        maxMessagesPerSecond: MAX_MESSAGES_PER_SECOND,

        use: async (work) => {
          port.calls++

          try {
            await hold(work)
          } finally {
            port.calls--
            port.usedAt = this.#now()
          }
        },

        onClose: () => {
          own.delete(port)

          if (own.size === 0 && this.#ports.get(origin) === own) {
            this.#ports.delete(origin)
          }
        }
      })
    }

    own.add(port)
    return port
  }

  /** Looks after a port until it is closed. @returns resolves when it was not used for a while */
  async #kept (port: Port): Promise<void> {
    const begun = this.#now()
    const isOpen = (): boolean => [...this.#ports.values()].some((ports) => ports.has(port))

    await new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        const idleMs = port.calls > 0 ? 0 : this.#now() - port.usedAt

        if (idleMs > IDLE_MS) {
          port.close()
        }

        if (!isOpen() || idleMs > KEEP_MS || this.#now() - begun > KEEP_AT_MOST_MS) {
          resolve()
        }

        if (!isOpen()) {
          clearInterval(timer)
        }
      }, LOOK_MS)
    })
  }

  #site (origin: string): Site | undefined {
    const url = URL.canParse(origin) ? new URL(origin) : undefined
    const home = new URL(this.#origin)
    const site = url == null || url.origin !== origin || url.protocol !== home.protocol
      ? undefined
      : siteOfHost(url.host)
    return site != null && site.homeHost === home.host && site.label === site.canonicalLabel ? site : undefined
  }
}

function refuse (port: MessagePort, refused: string): { refused: string } {
  port.close()
  return { refused }
}

/** A node as a site may see it. */
function readOnly ({ config, blockstore, names, exchange, online }: LocalGatewayParts, site: Site): LocalGatewayParts {
  return { config, blockstore: withoutPut(blockstore), names: ownName(names, site), exchange, online }
}

/** Fetched blocks are sent without being stored. A Blob would bypass the site's own store. */
function withoutPut (blockstore: BlockSource): BlockSource {
  return {
    bytes: async (cid, options) => await blockstore.bytes(cid, options),
    bytesMany: (cids, options) => blockstore.bytesMany(cids, options),
    size: async (cid, options) => await blockstore.size(cid, options),
    has: async (cid, options) => await blockstore.has(cid, options),
    put: async (cid) => cid,
    capabilities: {}
  }
}

/** Resolving any name would let a site ask the DNS, and the network, whatever it likes. */
function ownName (names: GatewayNames, { namespace, root }: Site): GatewayNames {
  const name = root.slice('/ipns/'.length)

  const check = (asked: boolean): void => {
    if (namespace !== 'ipns' || !asked) {
      throw new Error('a site may ask for its own name alone')
    }
  }

  return {
    async resolve (path, options) {
      check(path.namespace === 'ipns' && path.root === name)
      return await names.resolve(path, options)
    },

    async resolveOnce (path, options) {
      check(path.namespace === 'ipns' && path.root === name)
      return await names.resolveOnce(path, options)
    },

    async record (digest, options) {
      check(isKey(name, digest.bytes))
      return await names.record(digest, options)
    }
  }
}

function isKey (name: string, multihash: Uint8Array): boolean {
  return multihashKey(parseIpnsName(name).bytes) === multihashKey(multihash)
}

/**
 * Answers the home frame's request to serve a site from this node. Ignores requests of others. The worker is kept alive
 * while the site reads.
 */
export function acceptSitePort (
  event: WorkerMessageEvent,
  origin: string,
  sitePorts: Pick<SitePorts, 'accept'>
): void {
  const { data, source, ports: [site, answer] } = event

  if (!isHomeFrame(source, origin) || site == null || answer == null) {
    return
  }

  const result = sitePorts.accept(String((data as ServeSite).site), site)
  answer.postMessage(
    { type: 'serve-site', ...('refused' in result ? { error: result.refused } : {}) } satisfies ServeSiteAnswer
  )

  if ('kept' in result) {
    event.waitUntil(result.kept)
  }
}
