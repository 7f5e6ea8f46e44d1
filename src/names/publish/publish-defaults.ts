const HOUR_NS = 3_600_000_000_000n

/** How names are published where nobody says more (boxo `ipns/defaults.go`). */
export const DEFAULT_PUBLISHING = {
  lifetimeMs: Number(48n * HOUR_NS / 1_000_000n),
  ttlNs: 300_000_000_000n,
  v1compat: true
}
