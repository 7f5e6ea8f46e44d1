import { pathParts } from './mfs-path.ts'

/** What of the page is shown: each has an address of its own, so that the back button and links lead to it. */
export type Section = { is: 'kept' } | { is: 'files', path: string }

const FILES = '#/files'

/** @param hash - of the page's address; one that says nothing else means what is kept */
export function readSection (hash: string): Section {
  if (hash !== FILES && !hash.startsWith(`${FILES}/`)) {
    return { is: 'kept' }
  }

  try {
    return { is: 'files', path: `/${pathParts(hash.slice(FILES.length)).map(decodeURIComponent).join('/')}` }
  } catch {
    return { is: 'files', path: '/' } // no such name was ever written by `filesLink`
  }
}

/** The address of a folder of the mutable files in this page. */
export function filesLink (path: string): string {
  return [FILES, ...pathParts(path).map(encodeURIComponent)].join('/')
}
