import { expect, it } from 'vitest'
import { refuseLong } from './refuse-long.ts'

const statusOf = (url: string, headers: Record<string, string> = {}): number | undefined =>
  refuseLong(new Request(url, { headers }))?.status

it('rejects input that the node would parse slowly', () => {
  const long = `z${'Q'.repeat(2048)}`
  expect(statusOf(`https://node.example/ipfs/${long}`)).toBe(400)
  expect(statusOf(`https://node.example/ipns/${long}/a?format=car`)).toBe(400)
  expect(statusOf(`https://node.example/%69pfs/${long}%ff`)).toBe(400)
  for (const way of ['//ipfs//', '/%69pfs/', '/ipfs%2f', '/ipfs/ipfs/', '/p2p/']) {
    expect(statusOf(`https://node.example${way}${long}`), way).toBe(400)
  }
  expect(statusOf('https://node.example/ipfs/bafkqaaa', { 'X-Forwarded-Host': `${long}.ipfs.node.example` })).toBe(400)
  expect(statusOf(`https://${'a.'.repeat(150)}example/`)).toBe(400)
})

it('accepts all other input', () => {
  expect(statusOf('https://node.example/ipfs/bafkqaaa', { 'X-Forwarded-Host': 'bafkqaaa.ipfs.node.example' }))
    .toBeUndefined()
  expect(statusOf(`https://node.example/ipfs/bafkqaaa/${'a'.repeat(5000)}`)).toBeUndefined()
  expect(statusOf(`https://node.example/ipfs/b${'a'.repeat(2000)}`)).toBeUndefined()
  for (const path of ['/', '/%ff', `/${'a'.repeat(5000)}`]) {
    expect(statusOf(`https://node.example${path}`)).toBeUndefined()
  }
})
