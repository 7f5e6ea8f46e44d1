import { BASE } from '../../../client/protocol/base.ts'
import { stayHere } from '../../../client/protocol/stay-here.ts'

/**
 * Returns the worker's download URL of a content: a file unchanged, a folder as TAR. Links to it must not have a
 * `download` attribute, which makes Chromium and WebKit bypass the worker.
 */
export function saveLink (cid: string, kind: 'file' | 'folder', name: string): string {
  const query = `${kind === 'folder' ? 'format=tar' : 'download=true'}&filename=${
    encodeURIComponent(kind === 'folder' ? `${name}.tar` : name)
  }`
  return stayHere(`${BASE}ipfs/${cid}?${query}`)
}

/** Returns the worker's URL for downloading a content with all its blocks as a CAR. */
export function carLink (cid: string, name: string): string {
  return stayHere(`/ipfs/${cid}?format=car&download=true&filename=${encodeURIComponent(`${name}.car`)}`)
}
