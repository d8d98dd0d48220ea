// Shared by all test files: one PostgreSQL server and one browser.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../tools/files.mjs'

const load = (path) => import(pathToFileURL(join(root, path)).href)

/** Starts both if installed; returns the environment variables for them and a function to stop them. */
export const startServices = async () => {
  const services = await Promise.all([startPostgres(), startBrowser()])
  const running = services.filter((service) => service !== undefined)
  return {
    env: Object.assign({}, ...running.map(({ env }) => env)),
    stop: () => Promise.all(running.map(({ stop }) => stop())),
  }
}

const startPostgres = async () => {
  const { startPostgres: start, withoutPostgres } = await load(
    'packages/server/dist/test/support/postgres.js',
  )
  if (withoutPostgres) return undefined
  const server = await start()
  return { env: { ASKANCE_TEST_POSTGRES: server.url }, stop: () => server.stop() }
}

const startBrowser = async () => {
  const { startBrowserServer } = await load('test/tools/chromium.mjs')
  const server = await startBrowserServer()
  return server && { env: { ASKANCE_TEST_BROWSER: server.wsEndpoint() }, stop: () => server.close() }
}
