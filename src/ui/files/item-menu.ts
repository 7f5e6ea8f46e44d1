import type { FolderEntry } from '../folder/lib/folder-entry.ts'
import { fetchContents } from '../intake/state/fetches.ts'
import { contentHref } from '../lib/links/content-href.ts'
import { contentLink } from '../lib/links/content-link.ts'
import { joinPath } from '../lib/links/mfs-path.ts'
import { carLink, saveLink } from '../lib/links/save-link.ts'
import { exploreLink } from '../lib/links/section.ts'
import { t } from '../lib/text/t.ts'
import { downloadZip } from '../library/state/download-zip.ts'
import { gatherRoot, MAX_GATHERED } from '../library/state/gather-root.ts'
import type { MenuItem } from '../page/controls/menu.tsx'
import { announceNews } from '../page/state/news.ts'
import { openPublish } from '../publish/state/published.ts'
import { shareTogether } from '../share/state/share-together.ts'
import { openShare } from '../share/state/share.ts'
import { kept, unpin } from '../storage/state/kept.ts'

/** Actions that do not depend on the list: open, download, share, and those for the content's CID. */
export function contentMenu<E extends FolderEntry> (
  items: readonly E[],
  { hrefOf, hasPins = true, folder }: {
    hrefOf: (item: E) => string
    hasPins?: boolean
    /** path of the folder in Files that contains the items */
    folder?: string
  }
): MenuItem[] {
  if (items.length === 0) {
    return []
  }
  return items.length === 1
    ? [...oneMenu(items[0], hrefOf(items[0])), ...publishMenu(items[0], folder), ...hasPins ? pinMenu(items) : []]
    : [...manyMenu(items), ...hasPins ? pinMenu(items) : []]
}

/** Actions for the CID of one item, for developers. */
export function cidMenu ([item, ...more]: readonly FolderEntry[]): MenuItem[] {
  if (item == null || more.length > 0) {
    return []
  }
  const { cid, name, kind } = item

  return [
    {
      id: 'tab',
      label: t('Open in a new tab'),
      icon: 'tab',
      href: kind === 'folder' ? contentHref(`/ipfs/${cid}/`) : contentLink(cid, name),
      opensTab: true,
      startsGroup: true
    },
    { id: 'inspect', label: t('Inspect'), icon: 'inspect', href: exploreLink(`/ipfs/${cid}`) },
    {
      id: 'copy-cid',
      label: t('Copy CID'),
      icon: 'copy',
      run: () => {
        void navigator.clipboard.writeText(cid).then(() => {
          announceNews(t('Copied {what}.', { what: t('CID of {name}', { name }) }))
        }, () => {
          announceNews(t('Your browser blocked copying.'))
        })
      }
    }
  ]
}

function oneMenu<E extends FolderEntry> (item: E, href: string): MenuItem[] {
  const { cid, name, kind } = item
  const isFolder = kind === 'folder'

  return [
    { id: 'open', label: t('Open'), icon: isFolder ? 'folder' : 'view', href },
    ...isFolder
      ? [zipItem([item], name)]
      : [{ id: 'download', label: t('Download'), icon: 'download', href: saveLink(cid, 'file', name) } as const],
    ...isFolder
      ? [{ id: 'tar', label: t('Download as TAR'), icon: 'archive', href: saveLink(cid, 'folder', name) } as const]
      : [],
    { id: 'car', label: t('Download as CAR'), icon: 'car', href: carLink(cid, name) },
    {
      id: 'share',
      label: t('Share…'),
      icon: 'share',
      run: () => {
        void openShare({ cid, name, kind: isFolder ? 'folder' : 'file' })
      }
    }
  ]
}

function publishMenu ({ name, kind }: FolderEntry, folder: string | undefined): MenuItem[] {
  return folder == null || kind !== 'folder'
    ? []
    : [{
      id: 'publish',
      label: t('Publish…'),
      icon: 'publish',
      run: () => {
        openPublish(joinPath(folder, name))
      }
    }]
}

function manyMenu (items: readonly FolderEntry[]): MenuItem[] {
  const name = t('Files')
  const withRoot = (use: (cid: string) => void) => () => {
    void gatherRoot(items).then(use, () => {
      announceNews(t('Some of the items are not on this device.'))
    })
  }

  return [
    zipItem(items, name),
    ...items.length > MAX_GATHERED
      ? []
      : [
        {
          id: 'tar',
          label: t('Download as TAR'),
          icon: 'archive',
          run: withRoot((cid) => {
            location.assign(saveLink(cid, 'folder', name))
          })
        },
        {
          id: 'car',
          label: t('Download as CAR'),
          icon: 'car',
          run: withRoot((cid) => {
            location.assign(carLink(cid, name))
          })
        },
        {
          id: 'share',
          label: t('Share…'),
          icon: 'share',
          run: () => {
            void shareTogether(items).catch(() => {
              announceNews(t('Some of the items are not on this device.'))
            })
          }
        }
      ] as const
  ]
}

function zipItem (items: readonly FolderEntry[], name: string): MenuItem {
  return {
    id: 'download',
    label: t('Download as ZIP'),
    icon: 'download',
    run: () => {
      void downloadZip(items, `${name}.zip`)
    }
  }
}

function pinMenu (items: readonly FolderEntry[]): MenuItem[] {
  const pins =
    kept.value.list?.filter(({ cid, type }) => type === 'recursive' && items.some((item) => item.cid === cid)) ?? []
  const pinned = new Set(pins.map(({ cid }) => cid))

  return items.every(({ cid }) => pinned.has(cid))
    ? [{
      id: 'unpin',
      label: t('Unpin'),
      icon: 'unpin',
      run: () => {
        void unpin(pins)
      }
    }]
    : [{
      id: 'pin',
      label: t('Pin'),
      icon: 'pin',
      run: () => {
        fetchContents(
          items.filter(({ cid }) => !pinned.has(cid)).map(({ cid, name }) => ({ path: `/ipfs/${cid}`, name }))
        )
      }
    }]
}
