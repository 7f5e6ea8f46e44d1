import { bytes, count } from '../lib/format.ts'
import { isFolder, NODE_KINDS } from '../lib/node-kind.ts'
import { useStore } from '../lib/store.ts'
import { countHere, explored, stopCounting } from '../state/explore.ts'
import { kept } from '../state/kept.ts'
import type { ExploredNode } from '../state/read-node.ts'
import { Cid } from './cid.tsx'
import { CopyButton } from './copy-button.tsx'
import { Icon } from './icon.tsx'
import { Name } from './name.tsx'
import { Providers } from './providers.tsx'

/** What it is, and where it is to be had. */
export function ExploreFacts ({ node }: { node: ExploredNode }) {
  const { list } = useStore(kept)
  const { kind, cid, rest, codec, blockBytes, size, wholeBytes, links } = node
  const pin = list?.find((pin) => pin.cid === cid)

  return (
    <dl class='explore-facts'>
      <div><dt>CID</dt><dd><Cid id={cid} /> <CopyButton text={cid} what='CID' label='Copy CID' /></dd></div>
      {rest !== '' && <div><dt>Inside it</dt><dd><Name of={rest} /></dd></div>}
      <div><dt>Is</dt><dd>{NODE_KINDS[kind]}{size != null && `, ${bytes(size)}`}{isFolder(kind) && `, ${count(links.length, 'entry', 'entries')}`}</dd></div>
      {wholeBytes != null && wholeBytes !== size && <div><dt>With all its blocks</dt><dd>{bytes(wholeBytes)}</dd></div>}
      {kind !== 'name' && <div><dt>This block</dt><dd>{bytes(blockBytes)} of {codec}{kind !== 'shards' && links.length > 0 && `, ${count(links.length, 'link')}`}</dd></div>}
      {kind !== 'name' && <div><dt>In this browser</dt><dd><Where wholeBytes={wholeBytes} /></dd></div>}
      {kind !== 'name' && <div><dt>Kept</dt><dd>{list == null ? '…' : pin == null ? 'Not by itself: freeing space may remove it' : pin.type === 'direct' ? 'Its top block alone' : <>Yes{pin.name !== '' && <>, as <Name of={pin.name} /></>}</>}</dd></div>}
      {kind !== 'name' && <div><dt>Elsewhere</dt><dd><Providers cid={cid} key={cid} /></dd></div>}
    </dl>
  )
}

/** @param wholeBytes - as the block says; alike blocks count each time there */
function Where ({ wholeBytes = 0 }: { wholeBytes?: number }) {
  const { local } = useStore(explored)
  const again = <button type='button' class='quiet' onClick={() => { void countHere() }}>Count again</button>

  switch (local.is) {
    case 'unknown':
      return <span class='actions'>The top block; the rest could not be counted {again}</span>
    case 'stopped':
      return <span class='actions'>The top block; the rest was not counted {again}</span>
    case 'counting':
      return <span class='actions'>Counting{local.bytes == null ? '…' : `: ${bytes(local.bytes)} so far`} <button type='button' class='quiet' onClick={stopCounting}>Stop</button></span>
    case 'all':
      return <span class='state good'><Icon of='whole' /> All of it, readable offline{local.blocks === 1 ? '' : ` (${bytes(local.bytes)}${local.bytes < wholeBytes ? ', as alike blocks are stored once' : ''})`}</span>
    case 'some':
      return <span class='state'><Icon of='incomplete' /> {local.bytes == null || local.of == null ? 'Not all of it: blocks are missing' : `${bytes(local.bytes)} of ${bytes(local.of)}; the rest is fetched when it is read`}</span>
  }
}
