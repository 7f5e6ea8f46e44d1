import { useEffect, useMemo, useState } from 'preact/hooks'
import { follow } from '../../../client/follow.ts'
import type { SettingInfo } from '../../../lib/command/info/setting-info.ts'
import { useStore } from '../../../lib/reactive/store.ts'
import { useSteps } from '../../../lib/reactive/use-steps.ts'
import { helpTexts } from '../../../lib/text/help.ts'
import { t, tn } from '../../../lib/text/t.ts'
import { RunInConsole } from '../../../page/controls/run-in-console.tsx'
import { Problem } from '../../../page/loading/problem.tsx'
import { section } from '../../../page/state/section.ts'
import { settingTopics } from '../../lib/setting-topics.ts'
import { isSameSetting, settingValue } from '../../lib/setting-value.ts'
import { configuration, readConfiguration } from '../../state/configuration.ts'
import { DefaultSettings } from './default-settings.tsx'
import { SettingRow } from './setting-row.tsx'

/** Fields per rendered frame. */
const STEP = 6

/** The settings of Kubo by topic, with descriptions and fields. */
export function AdvancedSettings () {
  const { settings, config, problem } = useStore(configuration)
  const help = useStore(helpTexts)
  const shown = useStore(section)
  const wanted = shown.is === 'node' ? shown.find : undefined
  const [text, setText] = useState(wanted ?? '')
  const [showsAll, setShowsAll] = useState(false)
  const [onlyChanged, setOnlyChanged] = useState(false)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())

  useEffect(() => {
    if (wanted != null) {
      setText(wanted)
    }
  }, [wanted])

  useEffect(() => {
    void readConfiguration()
    return follow('config', readConfiguration)
  }, [])

  const isChanged = ({ key, default: fallback }: SettingInfo): boolean =>
    config !== undefined && !key.startsWith('Identity.') && !isSameSetting(settingValue(config, key), fallback)
  const topics = useMemo(
    () => settingTopics(settings ?? [], { text, actsOnly: !showsAll, changed: onlyChanged ? isChanged : undefined }),
    [settings, text, showsAll, onlyChanged, config, help]
  )
  const isSifted = text.trim() !== '' || onlyChanged
  const isOpen = (title: string): boolean => isSifted || opened.has(title)
  let left = useSteps(topics.reduce((sum, { title, settings }) => sum + (isOpen(title) ? settings.length : 0), 0), STEP)

  /** Returns the rendered fields of a topic. */
  function drawn (settings: readonly SettingInfo[]): readonly SettingInfo[] {
    const rows = settings.slice(0, left)
    left -= rows.length
    return rows
  }

  return (
    <>
      <div class='tools'>
        <label class='wide'>
          {t('Search')}{' '}
          <input
            type='search'
            value={text}
            autocomplete='off'
            spellcheck={false}
            onInput={({ currentTarget }) => {
              setText(currentTarget.value)
            }}
          />
        </label>
        <label class='check'>
          <input
            type='checkbox'
            checked={onlyChanged}
            onChange={({ currentTarget }) => {
              setOnlyChanged(currentTarget.checked)
            }}
          />{' '}
          {t('Changed settings')}
        </label>
        <label class='check'>
          <input
            type='checkbox'
            checked={showsAll}
            onChange={({ currentTarget }) => {
              setShowsAll(currentTarget.checked)
            }}
          />{' '}
          {t('Show settings without effect here')}
        </label>
        <RunInConsole line='ipfs config show' />
      </div>
      {problem != null && <Problem problem={problem} />}
      {settings == null && problem == null && <p class='empty'>{t('Reading…')}</p>}
      {settings != null && topics.length === 0 && (
        <p class='empty'>
          {onlyChanged && text.trim() === ''
            ? t('All settings have their default values.')
            : t('No matches.')}
        </p>
      )}
      {config !== undefined &&
        topics.map(({ title, settings }) => (
          <details
            key={`${title} ${String(isSifted)}`}
            class='topic'
            open={isOpen(title)}
            onToggle={({ currentTarget: { open } }) => {
              if (!isSifted) {
                setOpened((before) =>
                  open ? new Set([...before, title]) : new Set([...before].filter((other) => other !== title))
                )
              }
            }}
          >
            <summary>
              <h4>{t(title)}</h4> <span class='facts'>{tn(settings.length, '{n} setting', '{n} settings')}</span>
            </summary>
            {isOpen(title) &&
              drawn(settings).map((setting) => (
                <SettingRow key={setting.key} setting={setting} value={settingValue(config, setting.key)} />
              ))}
          </details>
        ))}
      <div class='all-defaults'>
        <DefaultSettings />
      </div>
    </>
  )
}
