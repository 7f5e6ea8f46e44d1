/** When the prices were compared with the provider's public ones. */
export const PRICES_DATE = new Date('2026-11-01T12:00:00Z')

/** A price in US dollars, and the amount of a month that the plan includes. */
export interface Price {
  dollars: number
  included: number
}

/** Prices of Cloudflare's paid plan (`bench/edge/cost.mjs` has the sources). Amounts are millions, or GB. */
export const PRICES = {
  plan: { dollars: 5, included: 0 },
  request: { dollars: 0.3, included: 10 },
  cpuMs: { dollars: 0.02, included: 30 },
  objectRequest: { dollars: 0.15, included: 1 },
  objectGbSecond: { dollars: 12.5, included: 0.4 },
  rowsGb: { dollars: 0.2, included: 5 },
  bucketGb: { dollars: 0.015, included: 10 },
  bucketRead: { dollars: 0.36, included: 10 }
} satisfies Record<string, Price>
