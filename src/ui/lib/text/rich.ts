import type { ComponentChildren } from 'preact'

/**
 * Fills the `{name}` placeholders of a text with elements.
 *
 * @example
 * ```tsx
 * <p>{rich(t('Leads to {path}'), { path: <code>{path}</code> })}</p>
 * ```
 */
export function rich (text: string, parts: Readonly<Record<string, ComponentChildren>>): ComponentChildren[] {
  return text.split(/\{(\w+)\}/).map((part, i) => i % 2 === 0 ? part : parts[part])
}
