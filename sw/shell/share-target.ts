import { withAnswerTimeout } from '../../src/async/promises/answer-timeout.ts'
import { SHARE_HEADERS, SHARE_INBOX, SHARE_TARGET, SHARED_TEXT } from '../../src/client/protocol/share-inbox.ts'
import { withBase, withoutBase } from '../scope/base-path.ts'

/** Limits of the share inbox until the user looks at it. Any site can post a form to the share target. */
const MAX_BYTES = 100_000_000
const MAX_FILES = 1000

/** Thrown if a posted form is refused. */
class ShareRefusedError extends Error {}

/** Whether a request comes from the Web Share Target: the system opens the page in a tab, never in a frame. */
export function isShareTarget (
  { url, method, mode, destination }: Pick<Request, 'url' | 'method' | 'mode' | 'destination'>,
  origin: string
): boolean {
  const { origin: to, pathname } = new URL(url)
  return to === origin && withoutBase(pathname) === SHARE_TARGET && method === 'POST' && mode === 'navigate' &&
    destination === 'document'
}

/**
 * Stores shared data in the inbox and redirects to the page, which asks before it adds anything: any site can post here
 * too. Replaces earlier data in the inbox. Accepts at most 100 MB in 1000 files, and nothing from a page of another
 * origin; what is refused leaves the inbox as it was.
 */
export async function answerShareTarget (
  request: Pick<Request, 'body' | 'blob' | 'headers' | 'referrer'>,
  caches: Pick<CacheStorage, 'open' | 'delete'>,
  origin: string
): Promise<Response> {
  let isReplacing = false

  try {
    // The system sends no referrer.
    if (request.referrer.startsWith('http') && new URL(request.referrer).origin !== origin) {
      await request.body?.cancel()
      throw new ShareRefusedError('a page of another origin')
    }

    const form = await readForm(request)
    const files = form.getAll('files').filter((value): value is File =>
      value instanceof File && (value.size > 0 || value.name !== '')
    )

    if (files.length > MAX_FILES) {
      throw new ShareRefusedError('too many files')
    }
    const texts = Object.fromEntries(['title', 'text', 'url'].map((key) => [key, formText(form.get(key))]))
    isReplacing = true
    await withAnswerTimeout(async () => await caches.delete(SHARE_INBOX))
    const inbox = await withAnswerTimeout(async () => await caches.open(SHARE_INBOX))
    await inbox.put(
      origin + SHARED_TEXT,
      new Response(JSON.stringify(texts), { headers: { 'Content-Type': 'application/json' } })
    )

    for (const [i, file] of files.entries()) {
      await inbox.put(
        `${origin}${SHARE_TARGET}/${i}`,
        new Response(file, {
          headers: {
            'Content-Type': file.type === '' ? 'application/octet-stream' : file.type,
            [SHARE_HEADERS.name]: encodeURIComponent(file.name),
            [SHARE_HEADERS.modified]: String(file.lastModified)
          }
        })
      )
    }

    return Response.redirect(`${origin}${withBase('/?shared=yes')}`, 303)
  } catch {
    if (isReplacing) {
      void caches.delete(SHARE_INBOX).catch(() => false)
    }

    return Response.redirect(`${origin}${withBase('/?shared=failed')}`, 303)
  }
}

/**
 * Reads a posted form. Stops at {@link MAX_BYTES} if the browser provides the body as a stream.
 *
 * @throws ShareRefusedError if the form is larger
 */
async function readForm (request: Pick<Request, 'body' | 'blob' | 'headers'>): Promise<FormData> {
  const body = await readBody(request)

  if (body.size > MAX_BYTES) {
    throw new ShareRefusedError('too many bytes')
  }

  return await new Response(body, { headers: { 'Content-Type': request.headers.get('Content-Type') ?? '' } }).formData()
}

async function readBody (request: Pick<Request, 'body' | 'blob'>): Promise<Blob> {
  if (request.body == null) {
    return await request.blob() // Firefox, which stores large bodies on disk
  }

  const reader = request.body.getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0

  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    size += value!.byteLength
    chunks.push(value as Uint8Array<ArrayBuffer>)

    if (size > MAX_BYTES) {
      await reader.cancel()
      break
    }
  }

  return new Blob(chunks)
}

function formText (value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value : ''
}
