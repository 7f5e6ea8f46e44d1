import type { Json, SettingInfo } from '../../lib/command/info/setting-info.ts'
import { t } from '../../lib/text/t.ts'

/** Returns the value of a setting in a configuration; null if it is not set. */
export function settingValue (config: Json, key: string): Json {
  return key.split('.').reduce<Json>(
    (at, name) =>
      typeof at === 'object' && at !== null && !Array.isArray(at) && Object.hasOwn(at, name)
        ? (at as Record<string, Json>)[name]
        : null,
    config
  )
}

/** Returns a value as text for its field: lists one item per line, empty if not set. */
export function settingText (value: Json, { kind }: Pick<SettingInfo, 'kind'>): string {
  if (value === null) {
    return ''
  }

  if (kind === 'list' && Array.isArray(value)) {
    return value.join('\n')
  }

  return kind === 'json' ? JSON.stringify(value, null, 2) : String(value)
}

/**
 * Parses the text of a field. Only the type is checked here; the node validates the value.
 *
 * @throws Error with a message for users
 */
export function readSetting (text: string, { kind, default: fallback }: Pick<SettingInfo, 'kind' | 'default'>): Json {
  const trimmed = text.trim()

  if (trimmed === '' && fallback === null) {
    return null
  }

  switch (kind) {
    case 'bool':
      return trimmed === 'true'
    case 'integer': {
      const number = Number(trimmed)
      if (trimmed === '' || !Number.isSafeInteger(number)) {
        throw new Error(t('This has to be a whole number.'))
      }
      return number
    }
    case 'list':
      return text.split('\n').map((line) => line.trim()).filter((line) => line !== '')
    case 'json':
      try {
        return trimmed === '' ? null : JSON.parse(trimmed) as Json
      } catch (err) {
        throw new Error(t('This is no JSON: {message}', { message: (err as Error).message }))
      }
    default:
      return trimmed
  }
}

/** Returns whether two values are equal, regardless of the order of their keys. */
export function isSameSetting (a: Json, b: Json): boolean {
  return JSON.stringify(a, sortKeys) === JSON.stringify(b, sortKeys)
}

function sortKeys (_: string, value: Json): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1))
    : value
}
