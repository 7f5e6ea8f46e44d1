import { useRef } from 'preact/hooks'
import { BackupCard } from './backup/parts/backup-card.tsx'
import { FilesView } from './files/files-view.tsx'
import { FolderView } from './folder/parts/folder-view.tsx'
import { AddressBox } from './intake/parts/address-box.tsx'
import { Intake } from './intake/parts/intake.tsx'
import { SharedInNotice } from './intake/parts/shared-in-notice.tsx'
import { SharedNotice } from './intake/parts/shared-notice.tsx'
import { Work } from './jobs/parts/work.tsx'
import { KeptList } from './kept/kept-list.tsx'
import { useStore } from './lib/reactive/store.ts'
import { useMatches } from './lib/reactive/use-matches.ts'
import { language } from './lib/text/language.ts'
import { t } from './lib/text/t.ts'
import { PeersCard } from './network/parts/peers-card.tsx'
import { Later } from './page/later.tsx'
import { Live } from './page/live.tsx'
import { section } from './page/section.ts'
import { SharePlace } from './share/parts/share-place.tsx'
import { Brand } from './shell/parts/brand.tsx'
import { FullDisk } from './shell/parts/full-disk.tsx'
import { InstallCard } from './shell/parts/install-card.tsx'
import { Look } from './shell/parts/look.tsx'
import { NodeCard } from './shell/parts/node-card.tsx'
import { NodePill } from './shell/parts/node-pill.tsx'
import { NodeProblem } from './shell/parts/node-problem.tsx'
import { Sections } from './shell/parts/sections.tsx'
import { UpdateBanner } from './shell/parts/update-banner.tsx'
import { DataGone } from './storage/parts/data-gone.tsx'
import { GcNotice } from './storage/parts/gc-notice.tsx'
import { RepairNotice } from './storage/parts/repair-notice.tsx'
import { StorageCard } from './storage/parts/storage-card.tsx'
import { ViewerPlace } from './viewer/parts/viewer-place.tsx'

// Loaded on demand, because few visits open these sections.
const loadExplore = async () => (await import('./explore/explore-view.tsx')).ExploreView
const loadConsole = async () => (await import('./console/parts/console-section.tsx')).ConsoleSection
const loadNode = async () => (await import('./node/parts/node-section.tsx')).NodeSection

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
      <ViewerPlace />
      <SharePlace />
      <Live />
    </>
  )
}
