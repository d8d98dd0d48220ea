import { type Browser, chromium, type Page } from 'playwright-core'

// The path and flags of Chromium are defined once for the whole repository.
const { chromiumPath, chromiumFlags } = (await import(
  new URL('../../../test/tools/chromium.mjs', import.meta.url).href
)) as { chromiumPath: string | undefined; chromiumFlags: string[] }

export const withBrowser = async <T>(work: (page: Page) => Promise<T>): Promise<T> => {
  if (chromiumPath === undefined) throw new Error('Chromium not found; set CHROMIUM to its path')
  const browser: Browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumFlags })
  try {
    return await work(await browser.newPage({ viewport: { width: 1440, height: 900 } }))
  } finally {
    await browser.close()
  }
}
