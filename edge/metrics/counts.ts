/** Clients that are counted at most, in one worker and in one slot of the last hour. */
export const MAX_CLIENTS = 64

/** Numbers by a name. */
export type Tally = Record<string, number>

/** Figures of the edge since some time. */
export interface EdgeCounts {
  /** answers by `kind by class`, such as `file cache 2xx` */
  answers: Tally
  /** refused requests (429) by kind */
  limited: Tally
  /** calls of objects by binding */
  objects: Tally
  /** answers 410 and 451: content that a denylist blocks */
  blocked: number
  /** bytes of answers whose length is known at their beginning */
  bytes: number
  bucketReads: number
  bucketBytes: number
  /** requests by client, as metrics show it: the most frequent ones, see `addClient` */
  clients: Tally
  /** refused requests by client */
  limitedClients: Tally
}

export function newCounts (): EdgeCounts {
  return {
    answers: {},
    limited: {},
    objects: {},
    blocked: 0,
    bytes: 0,
    bucketReads: 0,
    bucketBytes: 0,
    clients: {},
    limitedClients: {}
  }
}

/** Adds to a number. */
export function addTo (tally: Tally, name: string, count = 1): void {
  tally[name] = (tally[name] ?? 0) + count
}

/**
 * Counts a client in a bounded tally (the Space-Saving algorithm): a new client takes the place and the number of the
 * least frequent one. Numbers may be too large, by the smallest one at most, and never too small.
 */
export function addClient (tally: Tally, client: string, count = 1): void {
  const names = Object.keys(tally)

  if (client in tally || names.length < MAX_CLIENTS) {
    addTo(tally, client, count)
    return
  }

  const least = names.reduce((a, b) => tally[b] < tally[a] ? b : a)
  tally[client] = tally[least] + count
  delete tally[least]
}

/** Adds figures to others, without those of clients. */
export function addCounts (sum: EdgeCounts, counts: EdgeCounts): void {
  for (const name of ['answers', 'limited', 'objects'] as const) {
    for (const [key, count] of Object.entries(counts[name])) {
      addTo(sum[name], key, count)
    }
  }

  for (const name of ['blocked', 'bytes', 'bucketReads', 'bucketBytes'] as const) {
    sum[name] += counts[name]
  }
}

/** Adds the numbers of clients to others. */
export function addClients (
  sum: Pick<EdgeCounts, 'clients' | 'limitedClients'>,
  counts: Pick<EdgeCounts, 'clients' | 'limitedClients'>
): void {
  for (const name of ['clients', 'limitedClients'] as const) {
    for (const [client, count] of Object.entries(counts[name])) {
      addClient(sum[name], client, count)
    }
  }
}
