import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { follow } from '../client/follow.ts'
import { countHere, explore, explored, leaveLooking, stopExploring } from '../content/state/explore.ts'
import type { ExploredNode } from '../content/state/read-node.ts'
import { FileViewer } from '../content/viewer/file-viewer.tsx'
import { pathParts } from '../lib/links/mfs-path.ts'
import type { Section } from '../lib/links/section.ts'
import { exploreLink } from '../lib/links/section.ts'
import { useStore } from '../lib/reactive/store.ts'
import { useMatches } from '../lib/reactive/use-matches.ts'
import type { PlainError } from '../lib/text/plain-error.ts'
import { rich } from '../lib/text/rich.ts'
import { t } from '../lib/text/t.ts'
import { failedPlaces } from '../network/lib/failed-places.ts'
import { AskedPlaces } from '../network/parts/asked-places.tsx'
import { BackgroundButton } from '../network/parts/background-button.tsx'
import { Problem } from '../page/loading/problem.tsx'
import { Cid } from '../page/text/cid.tsx'
import { Name } from '../page/text/name.tsx'
import { kept, refreshKept } from '../storage/state/kept.ts'
import { BlockDecoded } from './block-decoded.tsx'
import { BlockHex } from './block-hex.tsx'
import { CidDetails } from './cid-details.tsx'
import { ExploreActions } from './explore-actions.tsx'
import { ExploreAddress } from './explore-address.tsx'
import { ExploreFacts } from './explore-facts.tsx'
import { ExploreLooking } from './explore-looking.tsx'
import { ExploreTree } from './explore-tree.tsx'
import { ExploreWay } from './explore-way.tsx'

/** Same as in the styles: a single column, with the facts first. */
const NARROW = '(max-width: 60rem)'

/** Measures an incomplete content again, after blocks arrived. */
async function countMissing (): Promise<void> {
  if (explored.value.local?.is === 'some') {
    await countHere({ quietly: true })
  }
}

/** The explored content: facts, locations, and structure. */
export function ExploreView ({ shown }: { shown: Section }) {
  const { path, of } = shown.is === 'explore' ? shown : { path: '', of: undefined }
  const state = useStore(explored)
  // Ignores the state of the previously explored content.
  const { looking, node, problem, above } = state.path === path ? state : {}
  const name = pathParts(path).slice(1).at(-1)
  const isCid = path.startsWith('/ipfs/') && pathParts(path).length === 2
  const { list } = useStore(kept)
  // A bare CID has no name of its own, but its pin may have one.
  const pinName = list?.find(({ cid }) => cid === node?.cid)?.name || undefined
  const called = isCid ? pinName : name
  const hasOnlyCid = isCid && called == null
  const isNarrow = useMatches(NARROW)
  const heading = useRef<HTMLHeadingElement>(null)
  const came = useRef(false)

  // Also if the same address is entered again.
  useEffect(() => {
    void explore(path)
  }, [shown])

  useLayoutEffect(() => {
    // On page load the focus stays.
    if (came.current) {
      heading.current?.focus()
    }
    came.current = true
  }, [shown])

  useEffect(() => stopExploring, [])

  useEffect(() => {
    void refreshKept()
    const stops = [follow('pins', refreshKept), follow('repo', countMissing)]
    return () => {
      stops.forEach((stop) => {
        stop()
      })
    }
  }, [])

  const facts = node != null && <ExploreFacts node={node} />

  return (
    <section class='with-detail' aria-labelledby='explore-title'>
      <div class='panel explore'>
        <h2 id='explore-title' ref={heading} tabIndex={-1}>
          {t('Explore')}
          {name != null && (
            <>
              {' '}
              <span class='explore-name'>{hasOnlyCid ? <Cid id={name} /> : <Name of={called ?? name} />}</span>
            </>
          )}
        </h2>
        <ExploreAddress path={path} />
        {path === ''
          ? (
            <p class='empty'>
              {t(
                'Paste a CID, path, link or name above to see what it is, where it is stored and how it is built.'
              )}
            </p>
          )
          : <ExploreWay path={path} of={of} />}
        {looking != null && (
          <ExploreLooking
            onAgain={() => {
              void explore(path)
            }}
          />
        )}
        {problem != null && <ExploreProblem problem={problem} path={path} above={above} />}
        {isNarrow && facts}
        {node != null && <Explored node={node} path={path} of={of} name={called} />}
      </div>
      {!isNarrow && <div class='panel card detail'>{facts}</div>}
    </section>
  )
}

function ExploreProblem (
  { problem, path, above }: { problem: PlainError; path: string; above: string | undefined }
) {
  const places = failedPlaces(problem.detail ?? '')

  return (
    <>
      <Problem problem={problem}>
        <button
          type='button'
          onClick={() => {
            void explore(path)
          }}
        >
          {t('Check again')}
        </button>
        {above != null && <a class='button' href={exploreLink(above)}>{t('Parent folder')}</a>}
        {path.startsWith('/ipfs/') && places.length > 0 && <BackgroundButton path={path} onStart={leaveLooking} />}
      </Problem>
      <AskedPlaces sources={places} />
    </>
  )
}

/** Actions, content, links and block of what was found. */
function Explored (
  { node, path, of, name }: {
    node: ExploredNode
    path: string
    of: string | undefined
    name: string | undefined
  }
) {
  const { kind, cid, rest, links } = node
  const isFile = rest === '' && (kind === 'file' || kind === 'bytes')

  return (
    <>
      {kind === 'name' && (
        <p>
          {rich(t('This is the CID of a key. Open its IPNS name instead: {link}.'), {
            link: <a href={exploreLink(`/ipns/${cid}`)}>{t('resolve the name')}</a>
          })}
        </p>
      )}
      {kind !== 'name' && <ExploreActions node={node} path={path} name={name} key={cid} />}
      {isFile && of == null && <FileViewer node={node} path={path} name={name} key={`view ${cid}`} />}
      {links.length > 0 && <ExploreTree path={path} of={of ?? path} kind={kind} count={links.length} />}
      <div key={`${cid}${rest}`}>
        <CidDetails node={node} />
        {!['bytes', 'name', 'block'].includes(kind) && <BlockDecoded node={node} />}
        {kind !== 'name' && <BlockHex node={node} />}
      </div>
    </>
  )
}
