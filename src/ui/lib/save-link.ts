import { BASE } from '../../client/base.ts'

/**
 * Where the worker gives a content to be saved: a file as it is, a folder as TAR. A link to it needs no `download` attribute, with
 * which Chromium and WebKit ask past the worker.
 */
export function saveLink (cid: string, kind: 'file' | 'folder', name: string): string {
  return `${BASE}ipfs/${cid}?${kind === 'folder' ? 'format=tar' : 'download=true'}&filename=${encodeURIComponent(kind === 'folder' ? `${name}.tar` : name)}`
}
