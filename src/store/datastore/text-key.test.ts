import { Key } from 'interface-datastore'
import { expect, test } from 'vitest'
import { TextKey } from './text-key.ts'

const TEXT = '/a/ü:x/b'

test('says of itself what a key of the same text says', () => {
  const [key, text] = [new Key(TEXT, false), new TextKey(TEXT)]

  for (const of of [
    (key: Key) => String(key),
    (key: Key) => key.toString('base64'),
    (key: Key) => [...key.uint8Array()],
    (key: Key) => key.list(),
    (key: Key) => key.baseNamespace(),
    (key: Key) => [key.type(), key.name()],
    (key: Key) => [key.parent(), key.child(new Key('/c')), key.reverse(), key.concat(new Key('/d'))].map(String),
    (key: Key) => [key.isAncestorOf(new Key('/a/ü:x/b/c')), key.isDecendantOf(new Key('/a')), key.isTopLevel()],
    (key: Key) => [key.less(new Key('/b')), new Key('/b').less(key)]
  ]) {
    expect(of(text)).toEqual(of(key))
  }

  expect(Key.asKey(text)?.toString()).toBe(TEXT)
})
