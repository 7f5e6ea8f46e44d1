import { describe, expect, it } from 'vitest'
import {
  consoleLink,
  filesLink,
  LIBRARY_SECTIONS,
  libraryLink,
  NODE_PARTS,
  nodeLink,
  readSection,
  receivedLink,
  settingLink,
  viewContentLink,
  viewLink
} from './section.ts'

describe('the address of a section', () => {
  it.each(['/', '/a', '/a b/ü#?%/..x'])('opens the folder %s', (path) => {
    expect(readSection(filesLink(path))).toEqual({ is: 'files', path })
  })

  it.each(['', '#/', '#/filesystem', '#/sx'])('%j leads to all files', (hash) => {
    expect(readSection(hash)).toEqual({ is: 'files', path: '/' })
  })
  it.each(LIBRARY_SECTIONS)('of the list %s is parsed again', (section) => {
    expect(readSection(libraryLink(section))).toEqual({ is: section })
  })
  it('of a page of the gateway, which is only in another browser, is a received link', () => {
    expect(readSection('#/explore/ipns/k51x/a%20b?visit=%3Fc%3Dd%23e')).toEqual({
      is: 'received',
      link: `#${new URLSearchParams({ visit: '/ipns/k51x/a%20b?c=d#e' })}`,
      inside: []
    })
  })
  it('of earlier versions still works', () => {
    expect([readSection('#/kept'), readSection('#/files')]).toEqual([{ is: 'pinned' }, { is: 'files', path: '/' }])
  })
  it.each(NODE_PARTS)('of the part %s of the node is parsed again', (part) => {
    expect(readSection(nodeLink(part))).toEqual({ is: 'node', part })
  })
  it.each(['', "ipfs pin ls --name='a/b ü'"])('of the console with the line %j is parsed again', (line) => {
    expect(readSection(consoleLink(line))).toEqual({ is: 'console', line })
  })
  it.each([['/a.jpg', '/', 'a.jpg'], ['/a b/ü#?%.md', '/a b', 'ü#?%.md']])(
    'opens the file %s',
    (path, folder, view) => {
      expect(readSection(viewLink(path))).toEqual({ is: 'files', path: folder, view })
    }
  )
  it.each([{ path: '/ipfs/bafkqaaa' }, { path: '/ipfs/bafkqaaa/a b/c?.txt' }, {
    path: '/ipfs/bafkqaaa',
    name: 'a&b=ü'
  }])(
    'opens the content %j',
    (view) => {
      expect(readSection(viewContentLink(view))).toEqual({ is: 'pinned', view })
    }
  )
  it('opens no file without a name', () => {
    expect([readSection('#/files?view'), readSection('#/pinned'), readSection('#/pinned?view')]).toEqual([
      { is: 'files', path: '/' },
      { is: 'pinned' },
      { is: 'pinned' }
    ])
  })
  it('finds a setting by its key', () => {
    expect(readSection(settingLink('Gateway.NoFetch'))).toEqual({
      is: 'node',
      part: 'settings',
      find: 'Gateway.NoFetch'
    })
  })
  it.each([['#/s/AAAA', ['a b', 'ü?#/x']], ['#/s/AAAA', []], ['#open=%2Fipfs%2Fx&at=%2Fip4%2F1', ['a']], ['#/s', []]])(
    'of a shared item, %s, and of an entry in it, is parsed again',
    (link, inside) => {
      expect(readSection(receivedLink(link, inside))).toEqual({ is: 'received', link, inside })
    }
  )
  it('falls back to the first part, and ignores a malformed line', () => {
    expect([readSection('#/node/nosuch'), readSection('#/console/%E0%A4%A')]).toEqual([{ is: 'node', part: 'peers' }, {
      is: 'console',
      line: ''
    }])
  })
  it('falls back to all files if it is malformed', () => {
    expect(readSection('#/files/%E0%A4%A')).toEqual({ is: 'files', path: '/' })
  })
})
