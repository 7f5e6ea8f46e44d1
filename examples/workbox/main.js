import { add, ready, register } from 'swipfs'

const at = (id) => document.getElementById(id)

await register({ script: '/service-worker.js' })
await ready()
at('state').textContent = 'Ready'
at('news').textContent = (await (await fetch('/news.json')).json()).news

const { cid } = await add([{ path: 'hi.txt', content: new Blob(['hi from the node']) }])
at('content').textContent = await (await fetch(`/ipfs/${cid}`)).text()
