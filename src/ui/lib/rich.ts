import type { ComponentChildren } from 'preact'

/**
 * A text with parts that are more than text: each stands where its `{name}` does.
 *
 * @example
 * ```tsx
 * <p>{rich(t('Leads to {path}'), { path: <code>{path}</code> })}</p>
 * ```
 */
export function rich (text: string, parts: Readonly<Record<string, ComponentChildren>>): ComponentChildren[] {
  return text.split(/\{(\w+)\}/).map((part, i) => i % 2 === 0 ? part : parts[part])
}
