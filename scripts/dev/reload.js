// In the page of `npm run dev` alone: takes every new version at once, whatever the old one is doing, and loads the page anew.
const LOOK_INTERVAL_MS = 1000

if ('serviceWorker' in navigator) {
  const container = navigator.serviceWorker
  let controlled = container.controller != null

  container.addEventListener('controllerchange', () => {
    // the first worker of a first visit comes to a page that is as new as it is
    if (controlled) location.reload()
    controlled = true
  })

  setInterval(async () => {
    const registration = await container.getRegistration('/')
    await registration?.update().catch(() => {}) // the server is being started again
    registration?.waiting?.postMessage({ type: 'skip-waiting' })
  }, LOOK_INTERVAL_MS)
}
