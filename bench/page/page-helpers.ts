/** Functions for measurements in the page. */
interface PageHelpers {
  /** milliseconds from the navigation until the app is rendered */
  shown: Promise<number>
  /** milliseconds from the navigation until the page reports a running node */
  ready: Promise<number>
  /** resolves when the worker controls the page */
  controlled: Promise<void>
  /** adds files as a folder of Files */
  add: (folder: string, count: number) => Promise<void>
  /** adds files that are only pinned */
  addPins: (count: number) => Promise<void>
  /**
   * uploads files through the app into the displayed folder
   *
   * @returns the number of announcements to screen readers
   */
  upload: (count: number) => Promise<number>
  /** shows a list, and waits until it has all of its items */
  show: (hash: string, count: number) => Promise<void>
  density: () => Promise<{ firstTop: number; visible: number; focusable: number }>
  /** scrolls the list to its end */
  scroll: () => Promise<void>
  filter: (text: string) => Promise<void>
  /** @returns milliseconds from the last key until the search shows the only match */
  search: (text: string) => Promise<number>
  /** waits until the page has certainly finished its work */
  rest: () => Promise<void>
}

function install (): void {
  const sleep = async (ms: number): Promise<void> => {
    await new Promise((resolve) => {
      setTimeout(resolve, ms)
    })
  }
  const frame = async (): Promise<void> => {
    await new Promise((resolve) => {
      requestAnimationFrame(resolve)
    })
  }
  const until = async (isDone: () => boolean): Promise<void> => {
    while (!isDone()) {
      await sleep(20)
    }
  }
  const rpc = async (command: string, init: RequestInit = {}): Promise<string> => {
    const response = await fetch(`/api/v0/${command}`, { method: 'POST', ...init })
    const text = await response.text()
    if (!response.ok) {
      throw new Error(text)
    }
    return text
  }
  // Built by hand: a FormData would need a Blob per file.
  const form = (names: readonly string[]): RequestInit => ({
    headers: { 'Content-Type': 'multipart/form-data; boundary=part' },
    body:
      names.map((name) =>
        `--part\r\nContent-Disposition: form-data; name="file"; filename="${
          encodeURIComponent(name)
        }"\r\nContent-Type: application/octet-stream\r\n\r\n${name}\r\n`
      ).join('') + '--part--\r\n'
  })
  const names = (count: number, before: string): string[] =>
    Array.from({ length: count }, (_, i) => `${before}${i}.txt`)
  const type = async (field: HTMLInputElement, text: string): Promise<void> => {
    for (let i = 1; i <= text.length; i++) {
      field.value = text.slice(0, i)
      field.dispatchEvent(new Event('input', { bubbles: true }))
      if (i < text.length) {
        await sleep(60)
      }
    }
  }

  /** Resolves with the time at which all selectors match, after the next frame. */
  const timeOf = async (...selectors: string[]): Promise<number> =>
    await new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        if (selectors.every((selector) => document.querySelector(selector) != null)) {
          observer.disconnect()
          requestAnimationFrame(() => {
            resolve(performance.now())
          })
        }
      })
      observer.observe(document, { subtree: true, childList: true, attributes: true })
    })

  const bench: PageHelpers = {
    shown: timeOf('nav.rail', 'main .list-page'),

    ready: timeOf('.pill:is([data-state=ready], [data-state=offline])'),

    get controlled () {
      return until(() => navigator.serviceWorker.controller != null)
    },

    async add (folder, count) {
      await rpc(
        `add?pin=false&cid-version=1&quieter=true&to-files=${folder}`,
        form(names(count, `${folder.slice(1)}/file `))
      )
    },

    async addPins (count) {
      await rpc('add?cid-version=1&quieter=true', form(names(count, 'pin ')))
    },

    async upload (count) {
      let announced = 0
      const observer = new MutationObserver((changes) => {
        announced += changes.filter(({ target }) => target.textContent !== '').length
      })
      document.querySelectorAll('[aria-live=polite]').forEach((live) => {
        observer.observe(live, { subtree: true, childList: true, characterData: true })
      })
      const files = new DataTransfer()
      names(count, 'upload ').forEach((name) => files.items.add(new File([name], name)))
      const field = document.querySelector<HTMLInputElement>('[data-pick=files]')!
      field.files = files.files
      field.dispatchEvent(new Event('change', { bubbles: true }))
      await until(() => announced > 0)
      await sleep(2000)
      observer.disconnect()
      return announced
    },

    async show (hash, count) {
      location.hash = hash
      const said = `${count.toLocaleString('en')} items`
      await until(() => document.querySelector('.list-title')?.textContent.includes(said) === true)
      await until(() => document.querySelector('.item-row') != null)
      await frame()
    },

    async density () {
      const list = document.querySelector('.item-list')!.getBoundingClientRect()
      const rows = [...document.querySelectorAll('.item-row')].map((row) => row.getBoundingClientRect())
      const controls = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, [tabindex]')]
      return {
        firstTop: Math.min(...rows.map(({ top }) => top)),
        visible: rows.filter(({ top, bottom }) => top >= list.top && bottom <= list.bottom).length,
        focusable: controls.filter((one) => one.tabIndex >= 0 && one.offsetParent != null).length
      }
    },

    async scroll () {
      const list = document.querySelector('.item-list')!
      const step = list.scrollHeight / 200
      for (let top = 0; top < list.scrollHeight; top += step) {
        list.scrollTop = top
        await frame()
      }
    },

    async filter (text) {
      await type(document.querySelector<HTMLInputElement>('.list-tools input[type=search]')!, text)
      await sleep(300)
      await type(document.querySelector<HTMLInputElement>('.list-tools input[type=search]')!, ' ')
    },

    async search (text) {
      document.querySelector<HTMLElement>('.search-button')!.click()
      await until(() => document.querySelector('dialog.search .search-hit') != null)
      await until(() => document.querySelector('dialog.search .search-note') == null)
      const field = document.querySelector<HTMLInputElement>('dialog.search input')!
      await type(field, text.slice(0, -1))
      await sleep(300)
      const isFound = (): boolean =>
        document.querySelector('.search-title')?.textContent.startsWith(text) === true &&
        field.value === text
      const startMs = performance.now()
      field.value = text
      field.dispatchEvent(new Event('input', { bubbles: true }))
      await new Promise<void>((resolve) => {
        const look = (): void => {
          if (isFound()) {
            observer.disconnect()
            resolve()
          }
        }
        const observer = new MutationObserver(look)
        observer.observe(document.querySelector('dialog.search')!, {
          subtree: true,
          childList: true,
          characterData: true
        })
        look()
      })
      const tookMs = performance.now() - startMs
      document.querySelector<HTMLDialogElement>('dialog.search')!.close()
      return tookMs
    },

    async rest () {
      await sleep(500)
    }
  }

  Object.assign(window, { bench })
}

/** A script that installs the measurements, before those of the page. The compiler names functions by `__name`. */
export const pageHelpers = `globalThis.__name ??= (named) => named; (${install.toString()})()`
