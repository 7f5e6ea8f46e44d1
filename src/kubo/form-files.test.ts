import { expect, it } from 'vitest'
import { formFiles } from './form-files.ts'

it('returns the files, directories and times of a form', async () => {
  const form = new FormData()
  form.set('file?mtime=5&mtime-nsecs=7000000', new Blob(['hi']), encodeURIComponent('a/ü.txt'))
  form.set('dir-1', new File([''], encodeURIComponent('a/b'), { type: 'application/x-directory' }))
  form.set('file-2', new Blob(['no name']))
  const files = formFiles(form) ?? []

  expect(files.map(({ path, mtime, content }) => [path, mtime?.getTime(), content != null])).toEqual([
    ['a/ü.txt', 5007, true],
    ['a/b', undefined, false],
    ['', undefined, true]
  ])
  expect(await (files[0].content as Blob).text()).toBe('hi')
})

it('returns nothing for a form that cannot be passed', () => {
  const withMode = new FormData()
  withMode.set('file?mode=0644', new Blob(['hi']), 'a')
  const withNanoseconds = new FormData()
  withNanoseconds.set('file?mtime=5&mtime-nsecs=7', new Blob(['hi']), 'a')

  expect(formFiles(withMode)).toBeUndefined()
  expect(formFiles(withNanoseconds)).toBeUndefined()
})
