import { useStore } from '../../lib/reactive/store.ts'
import { bytes } from '../../lib/text/format.ts'
import { t } from '../../lib/text/t.ts'
import { CHART, chartPath } from '../lib/chart-path.ts'
import { trafficRates } from '../lib/traffic-rates.ts'
import { MAX_SAMPLES, traffic } from '../state/traffic.ts'

/** Rate at the upper edge of a quiet chart, in bytes per second. */
const LEAST_MAX = 1024

/** A live chart of the traffic of the last two minutes. */
export function TrafficChart () {
  const { total, samples } = useStore(traffic)

  if (total == null) {
    return null
  }

  const rates = trafficRates(samples)
  const { received, sent } = rates.at(-1) ?? { received: 0, sent: 0 }
  const max = Math.max(LEAST_MAX, ...rates.flatMap(({ received, sent }) => [received, sent]))
  const path = (of: 'received' | 'sent'): string =>
    chartPath(rates.map((rate) => rate[of]), { slots: MAX_SAMPLES - 1, max })
  const rate = (value: number): string => t('{size}/s', { size: bytes(Math.round(value)) })

  return (
    <figure class='traffic'>
      <svg
        viewBox={`0 0 ${CHART.width} ${CHART.height}`}
        preserveAspectRatio='none'
        role='img'
        aria-label={t('Traffic of the last two minutes: {received} in, {sent} out, {max} at most', {
          received: rate(received),
          sent: rate(sent),
          max: rate(max)
        })}
      >
        <path class='traffic-in' d={path('received')} />
        <path class='traffic-out' d={path('sent')} />
      </svg>
      <figcaption class='facts'>
        <span class='traffic-key' data-of='in'>
          {t('In: {rate} · {size} in total', { rate: rate(received), size: bytes(total.received) })}
        </span>
        <span class='traffic-key' data-of='out'>
          {t('Out: {rate} · {size} in total', { rate: rate(sent), size: bytes(total.sent) })}
        </span>
      </figcaption>
    </figure>
  )
}
