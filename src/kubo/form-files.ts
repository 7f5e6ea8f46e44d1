import type { UploadFile } from '../client/rpc/upload-form.ts'

const DIRECTORY = 'application/x-directory'

/**
 * Returns the files of a form of kubo-rpc-client, to be passed to the worker.
 *
 * @returns undefined if a part has a file mode, or a time that a Date cannot hold, or is no file
 */
export function formFiles (form: FormData): UploadFile[] | undefined {
  const files: UploadFile[] = []

  for (const [field, value] of form.entries()) {
    const [, query = ''] = field.split('?')
    const facts = new URLSearchParams(query)
    const nanoseconds = Number(facts.get('mtime-nsecs') ?? 0)

    if (typeof value === 'string' || facts.has('mode') || nanoseconds % 1_000_000 !== 0) {
      return undefined
    }

    const seconds = facts.get('mtime')
    files.push({
      // Browsers name a Blob without a name.
      path: value.name === 'blob' ? '' : decodeURIComponent(value.name),
      ...value.type === DIRECTORY ? {} : { content: value },
      ...seconds == null ? {} : { mtime: new Date(Number(seconds) * 1000 + nanoseconds / 1_000_000) }
    })
  }

  return files
}
