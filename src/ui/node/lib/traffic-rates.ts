/** A measurement of the total traffic. */
export interface TrafficSample {
  received: number
  sent: number
  /** from `performance.now` */
  atMs: number
}

/** Bytes per second between two measurements. */
export interface TrafficRate {
  received: number
  sent: number
}

/** Returns the rates between successive measurements; 0 if the counters were reset. */
export function trafficRates (samples: readonly TrafficSample[]): TrafficRate[] {
  return samples.slice(1).map((sample, i) => {
    const before = samples[i]
    const seconds = Math.max(0.001, (sample.atMs - before.atMs) / 1000)
    const rate = (now: number, then: number): number => Math.max(0, now - then) / seconds
    return { received: rate(sample.received, before.received), sent: rate(sample.sent, before.sent) }
  })
}
