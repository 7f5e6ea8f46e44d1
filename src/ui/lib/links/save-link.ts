import { BASE } from '../../../client/protocol/base.ts'

/**
 * Returns the worker's download URL of a content: a file unchanged, a folder as TAR. Links to it must not have a
 * `download` attribute, which makes Chromium and WebKit bypass the worker.
 */
export function saveLink (cid: string, kind: 'file' | 'folder', name: string): string {
  return `${BASE}ipfs/${cid}?${kind === 'folder' ? 'format=tar' : 'download=true'}&filename=${
    encodeURIComponent(kind === 'folder' ? `${name}.tar` : name)
  }`
}
