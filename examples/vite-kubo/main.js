import { ready, register } from 'swipfs'
import { create } from 'swipfs/kubo'

const at = (selector) => document.querySelector(selector)
const ipfs = create()
let told = 0

async function showPins () {
  const rows = []
  for await (const { cid } of ipfs.pin.ls({ type: 'recursive' })) {
    rows.push(`<li><a href="/ipfs/${cid}">${cid}</a></li>`)
  }
  at('#pins').innerHTML = rows.join('')
}

at('input').addEventListener('change', async ({ target: { files: [file] } }) => {
  at('progress').max = file.size

  const progress = (bytes) => {
    at('progress').value = bytes
    told++
  }

  const { cid } = await ipfs.add({ path: file.name, content: file }, { cidVersion: 1, progress })
  at('#told').textContent = `${cid}, told ${told} times`
  await showPins()
})

await register()
await ready()
at('#state').textContent = `Ready: ${(await ipfs.version()).version}`
await showPins()
