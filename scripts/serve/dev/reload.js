// Runs only in the page of `npm run dev`: applies every new version at once, even if the old one is busy, and reloads
// the page.
const LOOK_INTERVAL_MS = 1000

if ('serviceWorker' in navigator) {
  const container = navigator.serviceWorker
  let controlled = container.controller != null

  container.addEventListener('controllerchange', () => {
    // On a first visit the worker takes control of a page of its own version, which needs no reload.
    if (controlled) {
      location.reload()
    }
    controlled = true
  })

  setInterval(async () => {
    const registration = await container.getRegistration('/')
    await registration?.update().catch(() => {}) // The server is restarting.
    registration?.waiting?.postMessage({ type: 'skip-waiting' })
  }, LOOK_INTERVAL_MS)
}
