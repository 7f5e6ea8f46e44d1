import { swipfs } from 'swipfs/worker'
import { precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { StaleWhileRevalidate } from 'workbox-strategies'

const node = swipfs()

// Before the routes of Workbox: the first listener that calls respondWith answers.
self.addEventListener('fetch', (event) => {
  if (node.handles(event)) {
    event.respondWith(node.respond(event))
    event.stopImmediatePropagation()
  }
})

precacheAndRoute([{ url: '/index.html', revision: '1' }])
registerRoute(({ url }) => url.pathname === '/news.json', new StaleWhileRevalidate({ cacheName: 'news' }))
