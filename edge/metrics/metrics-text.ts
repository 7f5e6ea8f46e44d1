import { sumOfHour } from './client-hour.ts'
import type { MetricsTotals } from './metrics-object.ts'

/** Clients in the metrics. */
const TOP_CLIENTS = 20

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8; escaping=underscores'

type Sample = [labels: string, value: number]

export interface MetricsTextOptions {
  /** blocks of the node, if it was asked */
  stored?: { blocks: number; bytes: number } | undefined
  nowMs?: number
}

/** Returns the figures of the edge in Prometheus' text format 0.0.4. */
export function edgeMetricsText (
  { sinceMs, counts, hour }: MetricsTotals,
  { stored, nowMs = Date.now() }: MetricsTextOptions = {}
): string {
  const known = (value: number | undefined): Sample[] => value == null ? [] : [['', value]]
  const top = (name: 'clients' | 'limitedClients'): Sample[] =>
    sumOfHour(hour, name, nowMs, TOP_CLIENTS).map(([client, count]) => [`{client="${escaped(client)}"}`, count])
  const by = (label: string, tally: Record<string, number>): Sample[] =>
    Object.entries(tally).map(([name, count]) => [`{${label}="${escaped(name)}"}`, count])

  return [
    metric('counting_since_seconds', 'gauge', 'Time since which the edge counts, in seconds since 1970.', [
      ['', sinceMs / 1000]
    ]),
    metric(
      'requests_total',
      'counter',
      'Requests by kind, by the part that answered, and by class of the status.',
      Object.entries(counts.answers).map(([name, count]) => {
        const [kind, part, code] = name.split(' ')
        return [`{kind="${escaped(kind)}",by="${escaped(part)}",code="${escaped(code)}"}`, count]
      })
    ),
    metric('limited_total', 'counter', 'Requests that a limit per client refused (429).', by('kind', counts.limited)),
    metric('blocked_total', 'counter', 'Answers 410 and 451, for content that a denylist blocks.', [
      ['', counts.blocked]
    ]),
    metric('sent_bytes_total', 'counter', 'Bytes of answers whose length is known at their beginning.', [
      ['', counts.bytes]
    ]),
    metric('object_calls_total', 'counter', 'Calls of objects by front workers.', by('object', counts.objects)),
    metric('bucket_reads_total', 'counter', 'Reads of the bucket by front workers.', [['', counts.bucketReads]]),
    metric('bucket_read_bytes_total', 'counter', 'Bytes of these reads.', [['', counts.bucketBytes]]),
    metric('stored_blocks', 'gauge', 'Blocks that the node stores.', known(stored?.blocks)),
    metric('stored_bytes', 'gauge', 'Bytes of these blocks.', known(stored?.bytes)),
    metric('client_requests', 'gauge', 'Requests of the most frequent clients in the last hour.', top('clients')),
    metric('client_limited', 'gauge', 'Refused requests of clients in the last hour.', top('limitedClients'))
  ].join('')
}

function metric (name: string, type: 'counter' | 'gauge', help: string, samples: Sample[]): string {
  const whole = `swipfs_edge_${name}`
  return samples.length === 0
    ? ''
    : `# HELP ${whole} ${help}\n# TYPE ${whole} ${type}\n${
      samples.map(([labels, value]) => `${whole}${labels} ${value}\n`).join('')
    }`
}

function escaped (text: string): string {
  return text.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')
}
