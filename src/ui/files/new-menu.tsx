import type { RefObject } from 'preact'
import { useRef } from 'preact/hooks'
import { FilePickers } from '../intake/parts/file-pickers.tsx'
import { useFolderPicker } from '../intake/parts/use-folder-picker.tsx'
import { arrive } from '../intake/state/arriving.ts'
import { keepDates } from '../intake/state/keep-dates.ts'
import { canRefer, pickReferences } from '../intake/state/references.ts'
import { t } from '../lib/text/t.ts'
import { Icon } from '../page/controls/icon.tsx'
import { MenuButton } from '../page/controls/menu-button.tsx'
import type { MenuItem } from '../page/controls/menu.tsx'
import { askFor } from './asked.ts'

/**
 * The main button of a folder: everything that adds items to it.
 *
 * @param files - ref of the picker of files, which an empty folder opens too
 */
export function NewMenu ({ files }: { files: RefObject<HTMLInputElement | null> }) {
  const archives = useRef<HTMLInputElement>(null)
  const folder = useFolderPicker((read) => {
    void arrive(read)
  })

  function items (): MenuItem[] {
    return [
      { id: 'files', label: t('Upload files'), icon: 'upload', run: () => files.current?.click() },
      { id: 'upload-folder', label: t('Upload folder'), icon: 'uploadFolder', run: folder.open },
      {
        id: 'folder',
        label: t('New folder'),
        icon: 'newFolder',
        startsGroup: true,
        run: () => {
          askFor({ is: 'folder' })
        }
      },
      {
        id: 'content',
        label: t('From IPFS…'),
        icon: 'content',
        startsGroup: true,
        run: () => {
          askFor({ is: 'content', initial: '' })
        }
      },
      { id: 'car', label: t('Import CAR'), icon: 'car', run: () => archives.current?.click() },
      ...canRefer()
        ? [
          {
            id: 'link',
            label: t('Link a file…'),
            icon: 'link',
            run: () => {
              void pickReferences()
            }
          } as const
        ]
        : [],
      {
        id: 'dates',
        label: t('Preserve modified dates'),
        icon: 'recent',
        isChecked: keepDates.value,
        startsGroup: true,
        run: () => {
          keepDates.set(!keepDates.value)
        }
      }
    ]
  }

  return (
    <>
      <span ref={folder.button} class='new-menu'>
        <MenuButton label={t('New')} class='main' items={items}>
          <Icon of='add' /> {t('New')} <Icon of='down' />
        </MenuButton>
      </span>
      <FilePickers files={files} folder={folder.field} archives={archives} take={folder.take} />
      {folder.hint}
    </>
  )
}
