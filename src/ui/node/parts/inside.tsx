import { useEffect, useState } from 'preact/hooks'
import { inspect } from '../../../client/index.ts'
import { follow } from '../../client/follow.ts'
import { t } from '../../lib/text/t.ts'

/** Live counters and states of the worker and its node, while it is open. */
export function Inside () {
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('…')

  useEffect(() => {
    if (!open) {
      return
    }
    const look = async (): Promise<void> => {
      setText(await inspect().then((report) => JSON.stringify(report, null, 2), (err: Error) => err.message))
    }
    void look()
    const stops = (['repo', 'pins', 'config'] as const).map((topic) => follow(topic, look))
    return () => {
      stops.forEach((stop) => {
        stop()
      })
    }
  }, [open])

  return (
    <details
      class='inside'
      onToggle={(event) => {
        setOpen(event.currentTarget.open)
      }}
    >
      <summary>{t('In the worker')}</summary>
      <pre class='code' tabIndex={0} aria-label={t('In the worker')}>{text}</pre>
    </details>
  )
}
