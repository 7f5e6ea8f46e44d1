import { t } from '../text/t.ts'

/** Splits an MFS path such as `/photos/2024`; the root is `/`. */
export function pathParts (path: string): string[] {
  return path.split('/').filter((part) => part !== '')
}

export function joinPath (folder: string, name: string): string {
  return folder === '/' ? `/${name}` : `${folder}/${name}`
}

/** Returns the parent folder; the root is its own parent. */
export function parentOf (path: string): string {
  return `/${pathParts(path).slice(0, -1).join('/')}`
}

/** Returns whether a path equals the folder or lies below it. */
export function isWithin (path: string, folder: string): boolean {
  return path === folder || folder === '/' || path.startsWith(`${folder}/`)
}

/** @returns why a name is invalid; undefined if it is valid */
export function nameProblem (name: string): string | undefined {
  if (name === '') {
    return t('Enter a name.')
  }
  if (name.includes('/')) {
    return t('A name cannot contain “/”.')
  }
  if (name === '.' || name === '..') {
    return t('“.” and “..” can’t be names.')
  }
  return undefined
}
