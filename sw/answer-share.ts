import { answered } from '../src/async/answered.ts'
import { SHARE_HEADERS, SHARE_INBOX, SHARE_TARGET, SHARED_TEXT } from '../src/client/share-inbox.ts'

/** Whether the system hands over what a person shares with the page. */
export function isShare ({ url, method, mode }: Pick<Request, 'url' | 'method' | 'mode'>, origin: string): boolean {
  const { origin: to, pathname } = new URL(url)
  return to === origin && pathname === SHARE_TARGET && method === 'POST' && mode === 'navigate'
}

/**
 * Lays what is shared into the inbox and opens the page, which asks before it adds anything: a page of anybody can post here too. Of what
 * was posted before and not taken nothing is left.
 */
export async function answerShare (request: Pick<Request, 'formData'>, caches: Pick<CacheStorage, 'open' | 'delete'>, origin: string): Promise<Response> {
  try {
    const form = await request.formData()
    const files = form.getAll('files').filter((value): value is File => value instanceof File && (value.size > 0 || value.name !== ''))
    const words = Object.fromEntries(['title', 'text', 'url'].map((key) => [key, textOf(form.get(key))]))
    await answered(async () => await caches.delete(SHARE_INBOX))
    const inbox = await answered(async () => await caches.open(SHARE_INBOX))
    await inbox.put(origin + SHARED_TEXT, new Response(JSON.stringify(words), { headers: { 'Content-Type': 'application/json' } }))

    for (const [i, file] of files.entries()) {
      await inbox.put(`${origin}${SHARE_TARGET}/${i}`, new Response(file, {
        headers: { 'Content-Type': file.type === '' ? 'application/octet-stream' : file.type, [SHARE_HEADERS.name]: encodeURIComponent(file.name), [SHARE_HEADERS.modified]: String(file.lastModified) }
      }))
    }

    return Response.redirect(`${origin}/?shared=yes`, 303)
  } catch {
    void caches.delete(SHARE_INBOX).catch(() => false)
    return Response.redirect(`${origin}/?shared=failed`, 303)
  }
}

function textOf (value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value : ''
}
