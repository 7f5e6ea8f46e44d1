import { t } from './t.ts'







/** Paths of the mutable files, as `/photos/2024`; the root is `/`. */
export function pathParts (path: string): string[] {
  return path.split('/').filter((part) => part !== '')
}

export function joinPath (folder: string, name: string): string {
  return folder === '/' ? `/${name}` : `${folder}/${name}`
}

/** The folder that something is in; the root is in itself. */
export function parentOf (path: string): string {
  return `/${pathParts(path).slice(0, -1).join('/')}`
}

/** Whether the one is the other, or in it at whatever depth. */
export function isWithin (path: string, folder: string): boolean {
  return path === folder || folder === '/' || path.startsWith(`${folder}/`)
}

/** @returns why nothing can have this name; undefined when it can */
export function nameProblem (name: string): string | undefined {
  if (name === '') return t('A name is needed.')
  if (name.includes('/')) return t('A name has no “/” in it.')
  if (name === '.' || name === '..') return t('This name means a folder itself, or the one above.')
  return undefined
}
