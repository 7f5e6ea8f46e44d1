import { SHARE_HEADERS, SHARE_INBOX, SHARED_TEXT } from '../protocol/share-inbox.ts'
import type { SharedText } from '../protocol/share-inbox.ts'

export interface SharedIn {
  files: File[]
  words: SharedText
}

/** Takes the data that the system shared with the page. It is removed, so that it is taken only once. */
export async function takeShared (): Promise<SharedIn> {
  const taken: SharedIn = { files: [], words: { title: '', text: '', url: '' } }

  if (!await caches.has(SHARE_INBOX)) {
    return taken
  }

  const inbox = await caches.open(SHARE_INBOX)

  for (const request of await inbox.keys()) {
    const response = await inbox.match(request)
    const name = response?.headers.get(SHARE_HEADERS.name)

    if (response != null && new URL(request.url).pathname === SHARED_TEXT) {
      taken.words = await response.json() as SharedText
    } else if (response != null && name != null) {
      const blob = await response.blob()
      taken.files.push(
        new File([blob], decodeURIComponent(name), {
          type: blob.type,
          lastModified: Number(response.headers.get(SHARE_HEADERS.modified))
        })
      )
    }
  }

  await caches.delete(SHARE_INBOX)
  return taken
}
