/**
 * Prevents content from unregistering the worker of its own origin. Templates of single-page apps unregister workers of
 * earlier versions (`navigator.serviceWorker.ready.then((r) => r.unregister())`), but this worker serves them. Their
 * call resolves as usual, and the site stays available offline. Users can remove the worker in the browser's settings
 * for the site.
 *
 * @param container - service worker container of this window
 */
export function keepWorker (container: ServiceWorkerContainer, script = '/sw.js'): void {
  const prototype = (globalThis as { ServiceWorkerRegistration?: { prototype: ServiceWorkerRegistration } })
    .ServiceWorkerRegistration?.prototype

  if (prototype != null) {
    const { unregister } = prototype

    prototype.unregister = async function (this: ServiceWorkerRegistration): Promise<boolean> {
      return new URL(this.scope).pathname === '/' ? true : await unregister.call(this)
    }
  }

  // A frame without this script may have unregistered it: register the worker again, with the same options as the page
  // that started the site.
  container.getRegistration('/').then(async (registration) => {
    if (registration == null) {
      await container.register(script, { scope: '/', updateViaCache: 'none' })
    }
  }).catch(() => {})
}
