import type { BlockSource } from '../../src/blocks/local/block-source.ts'
import { multihashKey } from '../../src/cid/hash/multihash-key.ts'
import type { ServeSite, ServeSiteAnswer } from '../../src/client/protocol/messages.ts'
import type { GatewayNames } from '../../src/gateway/backends/gateway-names.ts'
import { siteOfHost } from '../../src/gateway/hosts/labels/site-of-host.ts'
import type { Site } from '../../src/gateway/hosts/labels/site-of-host.ts'
import type { LocalGatewayParts } from '../../src/gateway/local/local-gateway.ts'
import { serveGateway } from '../../src/gateway/port/serve-gateway.ts'
import { parseIpnsName } from '../../src/names/record/ipns-name.ts'
import type { IpfsNode } from '../../src/node/interface/ipfs-node.ts'
import type { LazyNode } from '../node/lazy-node.ts'
import { isHomeFrame } from '../scope/guard.ts'
import type { VisitedSites } from '../storage/visited-sites.ts'

/** Ports of one site. A new port replaces a port without calls, or else the oldest: its worker has probably ended. */
const PORTS_PER_SITE = 2
/** Ports of all sites together. */
const MAX_PORTS = 64
/**
 * Limit of ports that one site may request in {@link HANDOVERS_MS}. Its pages request one when they are opened, and
 * after a worker was stopped.
 */
const HANDOVERS = 20
const HANDOVERS_MS = 60_000
const MAX_COUNTED = 1000
/** Calls of one port that run at once. Further ones wait. */
const MAX_RUNNING = 256
/** Open calls of one port, above what the worker of a site makes (`HomeLink`). A further one is refused. */
const MAX_CALLS = 4096
/** Rate limit of messages, above that of any reader of blocks. */
const MAX_MESSAGES_PER_SECOND = 10_000
/** Idle time after which a port is closed. Its site can request another one. */
const IDLE_MS = 60_000
/** Time for which the worker is kept alive for an idle port. Browsers limit an event to five minutes. */
const KEEP_MS = 10_000
const KEEP_AT_MOST_MS = 4 * 60_000
const LOOK_MS = 1000

interface Port {
  close: () => void
  /** number of open calls */
  calls: number
  usedAt: number
}

/**
 * The ports over which sites read from this node. A site gets blocks by their CIDs, can resolve only its own name, and
 * sees only the settings that a gateway uses. No call writes, and blocks that the exchange fetches for a site are not
 * stored: so no site can fill the disk of the node.
 */
export class SitePorts {
  readonly #origin: string
  readonly #node: Pick<LazyNode, 'hold'>
  readonly #visited: Pick<VisitedSites, 'add'>
  readonly #language: (() => Promise<string | undefined>) | undefined
  readonly #now: () => number
  /** open ports by the origin of their site, the oldest first */
  readonly #ports = new Map<string, Set<Port>>()
  readonly #handovers = new Map<string, number[]>()

  /**
   * @param origin - origin of the node
   * @param visited - records each site that is served
   * @param language - returns the language that the user chose in the app, for the gateway's pages on sites
   */
  constructor (
    origin: string,
    node: Pick<LazyNode, 'hold'>,
    visited: Pick<VisitedSites, 'add'>,
    { language, now = Date.now }: { language?: () => Promise<string | undefined>; now?: () => number } = {}
  ) {
    this.#origin = origin
    this.#node = node
    this.#visited = visited
    this.#language = language
    this.#now = now
  }

  /** number of open ports */
  get open (): number {
    return [...this.#ports.values()].reduce((sum, ports) => sum + ports.size, 0)
  }

  /**
   * Serves a port to a site.
   *
   * @param origin - origin of the site, as reported by the browser to the frame
   * @returns `refused` with the reason, or `idle`, which resolves when the port needs the worker no longer
   */
  accept (origin: string, port: MessagePort): { refused: string } | { idle: Promise<void> } {
    const site = this.#site(origin)

    if (site == null) {
      return refusePort(port, 'this is not a site of this node')
    }

    const recent = (this.#handovers.get(origin) ?? []).filter((at) => at > this.#now() - HANDOVERS_MS)

    if (recent.length >= HANDOVERS) {
      return refusePort(port, 'this site requests ports too often: try again in a minute')
    }

    if (this.#handovers.size >= MAX_COUNTED) {
      this.#handovers.clear()
    }

    this.#handovers.set(origin, [...recent, this.#now()])
    const own = this.#ports.get(origin) ?? new Set()

    if (own.size >= PORTS_PER_SITE) {
      // A port in use is closed only if there is no other: its calls would have to move.
      const [first, ...others] = own
      ;([first, ...others].find(({ calls }) => calls === 0) ?? first).close()
    } else if (this.open >= MAX_PORTS) {
      this.#oldest()?.close()
    }

    this.#ports.set(origin, own)
    const served = this.#untilIdle(this.#serve(site, own, port, origin))
    return { idle: Promise.all([served, this.#visited.add(origin)]).then(() => {}) }
  }

  /** Closes ports without calls, because the worker must end or another version takes over. */
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

      close: serveGateway(messages, async () => await hold(async (node) => readOnlyParts(node, site)), {
        maxCalls: MAX_CALLS,
        maxRunning: MAX_RUNNING,
        maxMessagesPerSecond: MAX_MESSAGES_PER_SECOND,
        language: this.#language,

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

  /**
   * Watches a port until it is closed.
   *
   * @returns a promise that resolves when the port has been idle for a while
   */
  async #untilIdle (port: Port): Promise<void> {
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

function refusePort (port: MessagePort, refused: string): { refused: string } {
  port.close()
  return { refused }
}

/** Returns the parts of the node that a site may use. */
function readOnlyParts (
  { config, blockstore, names, exchange, online, swarm }: LocalGatewayParts & Pick<IpfsNode, 'swarm'>,
  site: Site
): LocalGatewayParts {
  return {
    config,
    blockstore: withoutPut(blockstore),
    names: ownNameOnly(names, site),
    exchange,
    online,
    isPeer: swarm != null
  }
}

/** Returns a store that does not keep fetched blocks, and never returns Blobs, which would bypass the site's store. */
function withoutPut (blockstore: BlockSource): BlockSource {
  const { policy } = blockstore.capabilities
  return {
    bytes: async (cid, options) => await blockstore.bytes(cid, options),
    bytesMany: (cids, options) => blockstore.bytesMany(cids, options),
    size: async (cid, options) => await blockstore.size(cid, options),
    has: async (cid, options) => await blockstore.has(cid, options),
    put: async (cid) => cid,
    capabilities: policy == null ? {} : { policy }
  }
}

/** Restricts resolution to the site's own name: otherwise a site could send any query to the DNS and the network. */
function ownNameOnly (names: GatewayNames, { namespace, root }: Site): GatewayNames {
  const name = root.slice('/ipns/'.length)

  const check = (asked: boolean): void => {
    if (namespace !== 'ipns' || !asked) {
      throw new Error('a site may only resolve its own name')
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
      check(isSameKey(name, digest.bytes))
      return await names.record(digest, options)
    }
  }
}

function isSameKey (name: string, multihash: Uint8Array): boolean {
  return multihashKey(parseIpnsName(name).bytes) === multihashKey(multihash)
}

/**
 * Answers the home frame's request to serve a site from this node. Ignores requests of others. The worker is kept alive
 * while the site reads.
 */
export function acceptSitePort (
  event: ExtendableMessageEvent,
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

  if ('idle' in result) {
    event.waitUntil(result.idle)
  }
}
