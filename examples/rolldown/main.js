import { add, ready, register } from 'swipfs'

const at = (id) => document.getElementById(id)

document.querySelector('form').addEventListener('submit', async (event) => {
  event.preventDefault()
  const text = new FormData(event.target).get('text')
  const { cid } = await add([{ path: 'text.txt', content: new Blob([text]) }])
  at('link').href = at('link').textContent = `/ipfs/${cid}`
  at('content').textContent = await (await fetch(`/ipfs/${cid}`)).text()
})

try {
  await register()
  await ready()
  at('state').textContent = 'Ready'
} catch (err) {
  at('state').textContent = err.message
}
