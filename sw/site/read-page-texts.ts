import type { PageTexts } from '../../src/gateway/html/page/translate-page.ts'

/** Reads the texts of the gateway's pages in a language, from the static host that every site has. */
export async function readPageTexts (language: string): Promise<PageTexts> {
  const url = `/reference/page-texts-${language}.json?${__SWIPFS_VERSION__}`
  return await (await fetch(url, { cache: 'force-cache' })).json() as PageTexts
}
