import { StorageFacts } from './storage-facts.tsx'

/** What is stored, at a glance. */
export function StorageCard () {
  return (
    <section class='panel card' aria-labelledby='storage-title'>
      <h2 id='storage-title'>Storage</h2>
      <StorageFacts />
    </section>
  )
}
