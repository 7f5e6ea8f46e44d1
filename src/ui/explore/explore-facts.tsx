import { isFolder, NODE_KINDS } from '../content/lib/node-kind.ts'
import type { Local } from '../content/state/count-local.ts'
import { countHere, explored, stopCounting } from '../content/state/explore.ts'
import type { ExploredNode } from '../content/state/read-node.ts'
import { ranLine } from '../lib/command/lines/ran-line.ts'
import { useStore } from '../lib/reactive/store.ts'
import { bytes, listed } from '../lib/text/format.ts'
import { rich } from '../lib/text/rich.ts'
import { t, tn } from '../lib/text/t.ts'
import { Providers } from '../network/parts/providers.tsx'
import { CopyButton } from '../page/controls/copy-button.tsx'
import { Icon } from '../page/controls/icon.tsx'
import { RunInConsole } from '../page/controls/run-in-console.tsx'
import { Cid } from '../page/text/cid.tsx'
import { Name } from '../page/text/name.tsx'
import { kept } from '../storage/state/kept.ts'
import type { Kept } from '../storage/state/kept.ts'

/** Facts about the content, and its locations. */
export function ExploreFacts ({ node }: { node: ExploredNode }) {
  const { list } = useStore(kept)
  const { kind, cid, rest, codec, blockBytes, size, wholeBytes, links } = node

  return (
    <dl class='explore-facts'>
      <div>
        <dt>{t('CID')}</dt>
        <dd>
          <Cid id={cid} /> <CopyButton text={cid} what={t('CID')} label={t('Copy CID')} />
        </dd>
      </div>
      {rest !== '' && (
        <div>
          <dt>{t('Contents')}</dt>
          <dd>
            <Name of={rest} />
          </dd>
        </div>
      )}
      <div>
        <dt>{t('Type')}</dt>
        <dd>
          {listed([
            t(NODE_KINDS[kind]),
            ...size == null ? [] : [bytes(size)],
            ...isFolder(kind) ? [tn(links.length, '{n} item', '{n} items')] : []
          ])}
        </dd>
      </div>
      {wholeBytes != null && wholeBytes !== size && (
        <div>
          <dt>{t('Total size')}</dt>
          <dd>{bytes(wholeBytes)}</dd>
        </div>
      )}
      {kind !== 'name' && (
        <div>
          <dt>{t('This block')}</dt>
          <dd>
            {listed([
              t('{size} of {codec}', { size: bytes(blockBytes), codec }),
              ...kind !== 'shards' && links.length > 0 ? [tn(links.length, '{n} link', '{n} links')] : []
            ])}
          </dd>
        </div>
      )}
      {kind !== 'name' && (
        <div>
          <dt>{t('On this device')}</dt>
          <dd>
            <Where cid={cid} wholeBytes={wholeBytes} />
          </dd>
        </div>
      )}
      {kind !== 'name' && (
        <div>
          <dt>{t('Pinned')}</dt>
          <dd>
            {list == null ? '…' : <PinFacts pin={list.find((pin) => pin.cid === cid)} />}
          </dd>
        </div>
      )}
      {kind !== 'name' && (
        <div>
          <dt>{t('Other copies')}</dt>
          <dd>
            <Providers cid={cid} key={cid} />
          </dd>
        </div>
      )}
    </dl>
  )
}

function PinFacts ({ pin }: { pin: Kept | undefined }) {
  if (pin == null) {
    return <>{t('Not pinned. It may be removed when you free space.')}</>
  }

  if (pin.type === 'direct') {
    return <>{t('Root block only')}</>
  }

  return <>{pin.name === '' ? t('Yes') : rich(t('Yes, as {name}'), { name: <Name of={pin.name} /> })}</>
}

/** @param wholeBytes - from the block; repeated blocks count repeatedly */
function Where ({ cid, wholeBytes = 0 }: { cid: string; wholeBytes?: number }) {
  const { local } = useStore(explored)
  const again = (
    <>
      <button
        type='button'
        class='quiet'
        onClick={() => {
          void countHere()
        }}
      >
        {t('Recount')}
      </button>{' '}
      <RunInConsole line={ranLine('dag/stat', [cid], { offline: 'true' })} />
    </>
  )

  switch (local.is) {
    case 'unknown':
      return <span class='actions'>{t('Root block only; the total size is unavailable')} {again}</span>
    case 'stopped':
      return <span class='actions'>{t('Root block only; the total size was not measured')} {again}</span>
    case 'counting':
      return (
        <span class='actions'>
          {local.bytes == null ? t('Counting…') : t('Counting: {size} so far', { size: bytes(local.bytes) })}{' '}
          <button type='button' class='quiet' onClick={stopCounting}>{t('Stop')}</button>
        </span>
      )
    case 'all':
      return (
        <span class='state good'>
          <Icon of='whole' /> {allWords(local, wholeBytes)}
        </span>
      )
    case 'some':
      return (
        <span class='state'>
          <Icon of='incomplete' /> {local.bytes == null || local.of == null
            ? t('Incomplete: blocks are missing')
            : t('{size} of {total}. The rest downloads when you open it.', {
              size: bytes(local.bytes),
              total: bytes(local.of)
            })}
        </span>
      )
  }
}

function allWords ({ bytes: size, blocks }: Extract<Local, { is: 'all' }>, wholeBytes: number): string {
  if (blocks === 1) {
    return t('Available offline')
  }

  return size < wholeBytes
    ? t('Available offline ({size}; identical blocks are stored once)', { size: bytes(size) })
    : t('Available offline ({size})', { size: bytes(size) })
}
