/** Number of address owners that must have observed a host before it counts as ours. */
const MIN_GROUPS = 2

/** Remembered hosts, and observers of each. */
const MAX_HOSTS = 16
const MAX_GROUPS = 8

/**
 * The IP addresses at which peers observe this node. After a NAT, or in a cloud, the node cannot know them by itself.
 */
export class ObservedHosts {
  readonly #groups = new Map<string, Set<string>>()

  /** @param host - a multiaddr of the IP address alone: `/ip4/192.0.2.1` */
  add (host: string, group: string): void {
    const groups = this.#groups.get(host) ?? new Set()
    this.#groups.delete(host)
    this.#groups.set(host, groups)
    const [oldest] = this.#groups.keys()

    if (groups.size < MAX_GROUPS) {
      groups.add(group)
    }

    if (this.#groups.size > MAX_HOSTS) {
      this.#groups.delete(oldest)
    }
  }

  /** Returns the hosts that several address owners have observed. */
  list (): string[] {
    return [...this.#groups].filter(([, groups]) => groups.size >= MIN_GROUPS).map(([host]) => host)
  }
}
