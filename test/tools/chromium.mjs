import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

/** A Chromium of this machine, if there is one. */
export const chromiumPath = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
].find((path) => path && existsSync(path))

/** A headless browser without background traffic. */
export const chromiumFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Options of a test that needs a browser; it is skipped if there is none. */
export const withBrowser = { skip: chromiumPath ? false : 'no Chromium: install one, or name it in CHROMIUM' }

const launchOptions = { executablePath: chromiumPath, args: chromiumFlags }
const SHARED = process.env.ASKANCE_TEST_BROWSER

/** A browser that several processes can connect to; nothing where there is no Chromium. */
export const startBrowserServer = async () => chromiumPath && chromium.launchServer(launchOptions)

/** A connection to the browser that a whole run of the tests shares, or else a browser of its own. */
export const openBrowser = () => (SHARED ? chromium.connect(SHARED) : chromium.launch(launchOptions))

/** Waiting ends when the page is ready; this only ends what would never end, on a busy machine too. */
export const PATIENCE = 120_000
