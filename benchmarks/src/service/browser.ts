import { type Browser, chromium, type Page } from 'playwright-core'

// Where a browser is, and how it is started, is known in one place for the whole repository.
const { chromiumPath, chromiumFlags } = (await import(
  new URL('../../../test/tools/chromium.mjs', import.meta.url).href
)) as { chromiumPath: string | undefined; chromiumFlags: string[] }

/** Works with a page of a real browser. */
export const inBrowser = async <T>(work: (page: Page) => Promise<T>): Promise<T> => {
  if (chromiumPath === undefined) throw new Error('no Chromium here; name one in CHROMIUM')
  const browser: Browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumFlags })
  try {
    return await work(await browser.newPage({ viewport: { width: 1440, height: 900 } }))
  } finally {
    await browser.close()
  }
}
