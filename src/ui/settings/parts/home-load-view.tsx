import { useEffect, useState } from 'preact/hooks'
import { rpc } from '../../../client/index.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { bytes, day, number, percent } from '../../lib/text/format.ts'
import { language } from '../../lib/text/language.ts'
import { isAbort, plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { retold } from '../../lib/text/retold.ts'
import { t, tn } from '../../lib/text/t.ts'
import { Problem } from '../../page/loading/problem.tsx'
import { homeLoad } from '../lib/home-load.ts'
import type { HomeCosts, HomeLoad, ServiceLoad } from '../lib/home-load.ts'
import { PRICES_DATE } from '../lib/home-prices.ts'

/** Load, storage and estimated costs of a home node on the edge. Reads them once. */
export function HomeLoadView ({ name }: { name: string }) {
  const [load, setLoad] = useState<HomeLoad>()
  const [problem, setProblem] = useState<PlainError>()

  useEffect(() => {
    const reading = new AbortController()
    rpc<ServiceLoad>('swipfs/pin/service-load', { args: [name], signal: reading.signal }).then((read) => {
      setLoad(homeLoad(read, new Date()))
    }, (err: unknown) => {
      if (!isAbort(err)) {
        setProblem(retold(() => ({
          ...plainError(err),
          what: t('This service shows no load. Home nodes on the edge do.')
        })))
      }
    })
    return () => {
      reading.abort()
    }
  }, [name])

  if (problem != null) {
    return <Problem problem={problem} />
  }

  return (
    <div class='home-load' aria-busy={load == null}>
      {load != null && <LoadFacts load={load} />}
      {load != null && <CostFacts costs={load.costs} />}
    </div>
  )
}

function LoadFacts ({ load }: { load: HomeLoad }) {
  const { since, requestsPerDay, shares, limited, blocked, sentBytes, storedBytes, storedBlocks } = load
  const rounded = (share: number): string => percent(Math.round(share))

  return (
    <>
      <h4>{t('Load since {date}', { date: day(since) })}</h4>
      <dl>
        <dt>{t('Requests a day')}</dt>
        <dd>{number(requestsPerDay)}</dd>
        <dt>{t('Answered from the cache')}</dt>
        <dd>{rounded(shares.cache)}</dd>
        <dt>{t('Answered from published content')}</dt>
        <dd>{rounded(shares.front)}</dd>
        <dt>{t('Answered by the node')}</dt>
        <dd>{rounded(shares.node)}</dd>
        <dt>{t('Refused: too many requests')}</dt>
        <dd>{number(limited)}</dd>
        <dt>{t('Blocked by a denylist')}</dt>
        <dd>{number(blocked)}</dd>
        <dt>{t('Sent')}</dt>
        <dd>{bytes(sentBytes)}</dd>
        <dt>{t('Stored')}</dt>
        <dd>
          {bytes(storedBytes)} <span class='facts'>{tn(storedBlocks, '{n} block', '{n} blocks')}</span>
        </dd>
      </dl>
    </>
  )
}

function CostFacts ({ costs }: { costs: HomeCosts | undefined }) {
  const { locale } = useStore(language)
  const dollars = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' })

  if (costs == null) {
    return <p class='facts'>{t('Costs are estimated after an hour.')}</p>
  }

  return (
    <>
      <h4>{t('Estimated costs a month')}</h4>
      <dl>
        <dt>{t('Plan')}</dt>
        <dd>{dollars.format(costs.plan)}</dd>
        <dt>{t('Requests')}</dt>
        <dd>{dollars.format(costs.requests)}</dd>
        <dt>{t('The node, while it is awake')}</dt>
        <dd>{dollars.format(costs.objects)}</dd>
        <dt>{t('Reads of stored content')}</dt>
        <dd>{dollars.format(costs.reads)}</dd>
        <dt>{t('Storage')}</dt>
        <dd>{dollars.format(costs.storage)}</dd>
        <dt>{t('Total')}</dt>
        <dd>
          <strong>{dollars.format(costs.all)}</strong>
        </dd>
      </dl>
      <p class='facts'>
        {t('From prices of {date}, for the use so far. Your bill may differ.', { date: day(PRICES_DATE) })}
      </p>
    </>
  )
}
