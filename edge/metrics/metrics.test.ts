import { describe, expect, it } from 'vitest'
import { addToHour, sumOfHour } from './client-hour.ts'
import { addClient, addCounts, MAX_CLIENTS, newCounts } from './counts.ts'
import type { Tally } from './counts.ts'
import { FrontCounts } from './front-counts.ts'
import { edgeMetricsText } from './metrics-text.ts'
import { requestKind } from './request-kind.ts'
import { logRequest } from './request-log.ts'

describe('figures', () => {
  it('count the most frequent clients in bounded memory', () => {
    const tally: Tally = {}

    for (let n = 0; n < 20_000; n++) {
      addClient(tally, n % 4 === 0 ? 'frequent' : `client ${n}`)
    }

    expect(Object.keys(tally).length).toBe(MAX_CLIENTS)
    expect(tally.frequent).toBeGreaterThanOrEqual(5000)
    const [[first]] = Object.entries(tally).sort(([, a], [, b]) => b - a)
    expect(first).toBe('frequent')
  })

  it('of clients are those of the last hour', () => {
    const minuteMs = 60_000
    const of = (client: string): Pick<ReturnType<typeof newCounts>, 'clients' | 'limitedClients'> => ({
      clients: { [client]: 1 },
      limitedClients: {}
    })
    let hour = addToHour([], of('a'), 0)
    hour = addToHour(hour, of('a'), 4 * minuteMs)
    hour = addToHour(hour, of('b'), 30 * minuteMs)
    expect(sumOfHour(hour, 'clients', 30 * minuteMs, 9)).toEqual([['a', 2], ['b', 1]])
    expect(sumOfHour(hour, 'clients', 30 * minuteMs, 1)).toEqual([['a', 2]])
    hour = addToHour(hour, of('c'), 61 * minuteMs)
    expect(hour.length).toBe(2)
    expect(sumOfHour(hour, 'clients', 61 * minuteMs, 9).map(([client]) => client)).toEqual(['b', 'c'])
  })

  it('that could not be sent are sent later', async () => {
    const counts = new FrontCounts()
    counts.counts.bytes = 7
    counts.counts.clients.a = 1
    const received: string[] = []
    let fails = true
    const namespace = {
      idFromName: (name: string) => name,
      get: () => ({
        fetch: async (request: Request) => {
          if (fails) {
            throw new Error('no object')
          }
          received.push(await request.text())
          return Response.json({})
        }
      })
    }
    await expect(counts.send(namespace)).rejects.toThrow('no object')
    fails = false
    await counts.send(namespace)
    expect(JSON.parse(received[0])).toMatchObject({ bytes: 7, clients: { a: 1 } })
    expect(counts.counts).toEqual(newCounts())
  })

  it('are written in the format of Prometheus', () => {
    const counts = newCounts()
    addCounts(counts, { ...newCounts(), answers: { 'file cache 2xx': 3 }, limited: { rpc: 1 }, bytes: 10 })
    const text = edgeMetricsText({
      sinceMs: 5000,
      counts,
      hour: [{ atMs: 0, clients: { 'a"\\': 2 }, limitedClients: {} }]
    }, { nowMs: 0 })
    expect(text).toContain('swipfs_edge_counting_since_seconds 5\n')
    expect(text).toContain('swipfs_edge_requests_total{kind="file",by="cache",code="2xx"} 3\n')
    expect(text).toContain('# TYPE swipfs_edge_limited_total counter\nswipfs_edge_limited_total{kind="rpc"} 1\n')
    expect(text).toContain('swipfs_edge_sent_bytes_total 10\n')
    expect(text).toContain('swipfs_edge_client_requests{client="a\\"\\\\"} 2\n')
    expect(text).not.toContain('client_limited')
  })

  it('tell requests apart by area and format', () => {
    const kind = (path: string, accept?: string): string =>
      requestKind(
        new Request(`https://e.example${path}`, { headers: accept == null ? {} : { Accept: accept } }),
        'gateway'
      )
    expect(kind('/ipfs/a')).toBe('file')
    expect(kind('/ipfs/a?format=car')).toBe('car')
    expect(kind('/ipfs/a?format=nonsense')).toBe('file')
    expect(kind('/ipfs/a', 'application/vnd.ipld.raw; x=1')).toBe('raw')
    expect(kind('/routing/v1/providers/a')).toBe('routing')
    expect(requestKind(new Request('https://e.example/api/v0/id'), 'rpc')).toBe('rpc')
  })
})

describe('the log', () => {
  const line = { time: '', request: 'r', kind: 'file', method: 'GET', ms: 1, by: 'node' as const }

  it('has failed requests, and a sample of others', () => {
    const lines: string[] = []
    const write = (text: string): void => {
      lines.push(text)
    }
    logRequest({ ...line, status: 503 }, undefined, { write })
    logRequest({ ...line, status: 429, limited: true }, undefined, { write, random: () => 0 })
    logRequest({ ...line, status: 200 }, '0.5', { write, random: () => 0.4 })
    logRequest({ ...line, status: 200 }, '0.5', { write, random: () => 0.6 })
    logRequest({ ...line, status: 200 }, 'nonsense', { write, random: () => 0 })
    expect(lines.map((text) => (JSON.parse(text) as { status: number }).status)).toEqual([503, 200])
  })
})
