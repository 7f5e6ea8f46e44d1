import { useState } from 'preact/hooks'
import { t } from '../../lib/text/t.ts'
import { Later } from '../../page/loading/later.tsx'

const loadView = async () => (await import('./home-load-view.tsx')).HomeLoadView

/** Opens the load and the costs of a home node. Their script loads when it is opened first. */
export function HomeLoadPlace ({ name }: { name: string }) {
  const [isOpen, setOpen] = useState(false)

  return (
    <details
      class='home-load-place'
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open)
      }}
    >
      <summary>{t('Load and costs')}</summary>
      {isOpen && <Later load={loadView} name={t('Load and costs')} props={{ name }} />}
    </details>
  )
}
