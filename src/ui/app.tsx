import { useRef } from 'preact/hooks'
import { language } from './lib/language.ts'
import { useStore } from './lib/store.ts'
import { t } from './lib/t.ts'
import { useMatches } from './lib/use-matches.ts'
import { AddressBox } from './parts/address-box.tsx'
import { BackupCard } from './parts/backup/backup-card.tsx'
import { Brand } from './parts/brand.tsx'
import { DataGone } from './parts/data-gone.tsx'
import { FilesView } from './parts/files-view.tsx'
import { FolderView } from './parts/folder-view.tsx'
import { FullDisk } from './parts/full-disk.tsx'
import { GcNotice } from './parts/gc-notice.tsx'
import { InstallCard } from './parts/install-card.tsx'
import { Intake } from './parts/intake.tsx'
import { KeptList } from './parts/kept-list.tsx'
import { Later } from './parts/later.tsx'
import { Live } from './parts/live.tsx'
import { Look } from './parts/look.tsx'
import { NodeCard } from './parts/node-card.tsx'
import { NodePill } from './parts/node-pill.tsx'
import { NodeProblem } from './parts/node-problem.tsx'
import { PeersCard } from './parts/peers-card.tsx'
import { RepairNotice } from './parts/repair-notice.tsx'
import { Sections } from './parts/sections.tsx'
import { SharePlace } from './parts/share-place.tsx'
import { SharedInNotice } from './parts/shared-in-notice.tsx'
import { SharedNotice } from './parts/shared-notice.tsx'
import { StorageCard } from './parts/storage-card.tsx'
import { UpdateBanner } from './parts/update-banner.tsx'
import { Work } from './parts/work.tsx'
import { section } from './state/section.ts'

// Loaded on demand, because few visits open these sections.
const loadExplore = async () => (await import('./parts/explore-view.tsx')).ExploreView
const loadConsole = async () => (await import('./parts/console/console-section.tsx')).ConsoleSection
const loadNode = async () => (await import('./parts/node/node-section.tsx')).NodeSection

/** Same as in the styles: on a phone the navigation is at the bottom of the window. */
const PHONE = '(max-width: 44rem)'

/** The whole page. */
export function App () {
  useStore(language) // Everything is rendered again when the language changes.
  const shown = useStore(section)
  const isPhone = useMatches(PHONE)
  const isHome = shown.is === 'kept'
  const nodeTitle = useRef<HTMLHeadingElement>(null)

  return (
    <>
      <header>
        <div class='top'>
          <div class='brand'>
            <Brand />
            <div>
              <h1>swipfs</h1>
              <p>{t('an IPFS node in this browser')}</p>
            </div>
          </div>
          <AddressBox />
          <NodePill />
        </div>
        <div class='bar'>
          <Sections section={shown} />
          {!isPhone && <Look />}
        </div>
      </header>
      <UpdateBanner />
      <div class={isHome ? 'columns' : 'columns wide'}>
        <main>
          <SharedNotice />
          <SharedInNotice />
          <DataGone />
          <NodeProblem />
          <RepairNotice />
          <FullDisk />
          <GcNotice />
          {shown.is !== 'files' && <Intake shows={isHome} />}
          {shown.is === 'files' && <FilesView path={shown.path} />}
          {shown.is === 'explore' && <Later key='explore' load={loadExplore} name={t('Explore')} props={{ shown }} />}
          {shown.is === 'console' && (
            <Later key='console' load={loadConsole} name={t('Console')} props={{ line: shown.line }} />
          )}
          {shown.is === 'node' && <Later key='node' load={loadNode} name={t('Node')} props={{ part: shown.part }} />}
          <Work isShort={!isHome} />
          {isHome && <FolderView />}
          {isHome && <KeptList />}
          {isHome && <BackupCard />}
        </main>
        {isHome && (
          <aside aria-label={t('Node and storage')}>
            <StorageCard />
            <InstallCard
              onGone={() => {
                nodeTitle.current?.focus()
              }}
            />
            <NodeCard title={nodeTitle} />
            <PeersCard />
          </aside>
        )}
      </div>
      {isPhone && (
        <footer>
          <Look />
        </footer>
      )}
      <SharePlace />
      <Live />
    </>
  )
}
