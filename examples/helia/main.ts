import { car } from '@helia/car'
import { dagCbor } from '@helia/dag-cbor'
import { ipns } from '@helia/ipns'
import { unixfs } from '@helia/unixfs'
import { CarReader } from '@ipld/car'
import { ready, register } from 'swipfs'
import { helia } from 'swipfs/helia'

const node = helia()
const files = unixfs(node)
const objects = dagCbor(node)
const cars = car(node)
const names = ipns(node)

function show (name: string, text: string): void {
  document.querySelector('dl')!.insertAdjacentHTML('beforeend', `<dt>${name}</dt><dd id="${name}">${text}</dd>`)
}

document.querySelector('button')!.addEventListener('click', async () => {
  const page = await files.addFile({
    path: 'index.html',
    content: new TextEncoder().encode('<h1>Made with Helia</h1>')
  })
  show('file', `<a href="/ipfs/${page}">${page}</a>`)

  const object = await objects.add({ title: 'A page', page })
  show('object', `${object}`)

  await cars.import(await CarReader.fromIterable(cars.export(object)))
  show('car', 'exported and imported')

  // kept over collections of garbage, by the one list of pins
  for await (const _ of node.pins.add(object, { metadata: { name: 'a page' } }));
  show('pinned', `${await node.pins.isPinned(page)}`)

  const { name } = await names.publish('my-page', page)
  for await (const { value } of names.resolve(name)) {
    show('leads', value)
  }
  show('name', `<a href="${name}">${name}</a>`)
})

await register()
await ready()
await node.start()
show('state', 'Ready')
