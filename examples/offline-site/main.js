import { add, ready, register } from 'swipfs'

// a new version is there: a site that only shows content needs no question
await register({
  onOffer: async (offer) => {
    await offer.accept()
    location.reload()
  }
})
await ready()

const { cid } = await add([{ path: 'note.txt', content: new Blob(['Kept in this browser.']) }], { pinName: 'note' })
document.getElementById('note').src = `/ipfs/${cid}`
document.getElementById('state').textContent = 'Ready'
