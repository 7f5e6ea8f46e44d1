/** A host counts as ours when peers of so many owners of addresses have seen us there. */
const MIN_GROUPS = 2

/** Hosts that are remembered, and peers of each. */
const MAX_HOSTS = 16
const MAX_GROUPS = 8

/** Under which IP addresses peers see this node: behind a router, or in a cloud, it does not know that itself. */
export class ObservedHosts {
  readonly #groups = new Map<string, Set<string>>()

  /** @param host - an IP address, as a multiaddr of it alone: `/ip4/192.0.2.1` */
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

  /** Those that several have seen. */
  list (): string[] {
    return [...this.#groups].filter(([, groups]) => groups.size >= MIN_GROUPS).map(([host]) => host)
  }
}
