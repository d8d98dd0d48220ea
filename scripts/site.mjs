// Builds the documentation site from docs/ into site/dist, and checks its links: npm run site
// `npm run site -- --pictures DIR` also takes screenshots of three pages, in both themes and two sizes.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, extname, join, posix, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { filesUnder, root } from './tools/files.mjs'

const { values } = parseArgs({ options: { pictures: { type: 'string' } } })
const site = join(root, 'site')
const built = join(site, 'dist')

const run = (...args) => {
  const { status } = spawnSync('npm', args, { cwd: site, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

/** The generator is not a dependency of the workspace: it is installed here when it is first needed. */
const install = () => {
  const stamp = join(site, 'node_modules/.package-lock.json')
  const isCurrent =
    existsSync(stamp) && statSync(stamp).mtimeMs >= statSync(join(site, 'package-lock.json')).mtimeMs
  if (!isCurrent) run('ci', '--ignore-scripts', '--no-audit', '--no-fund')
}

const pathOf = (page, href) =>
  decodeURI(posix.join(href.startsWith('/') ? '/' : posix.dirname(`/${page}`), href))
const builtFiles = () => filesUnder('.', built)

/** What the pages link to: inside the site, with the page, and outside. */
const links = () =>
  builtFiles()
    .filter((file) => file.endsWith('.html') && file !== '404.html')
    .flatMap((page) => {
      const text = readFileSync(join(built, page), 'utf8')
      return [...text.matchAll(/<(\w+)[^>]*? (href|src)="([^"]*)"/g)].map(([, tag, , href]) => ({
        page,
        tag,
        href: href.replaceAll('&amp;', '&'),
      }))
    })

/** Copies the files of the repository that pages link to, as texts. */
const copyFiles = () => {
  for (const { href } of links()) {
    if (!href.startsWith('/files/')) continue
    const file = decodeURI(href.replace(/#.*$/, ''))
    const source = join(root, file.slice('/files/'.length).replace(/\.txt$/, ''))
    mkdirSync(dirname(join(built, file)), { recursive: true })
    if (existsSync(source)) cpSync(source, join(built, file))
  }
}

/** Links to nothing, anchors that a page does not have, and what a browser would load from elsewhere. */
const linkProblems = () => {
  const files = new Set(builtFiles())
  const anchors = new Map()
  const anchorsOf = (file) => {
    const known =
      anchors.get(file) ??
      new Set([...readFileSync(join(built, file), 'utf8').matchAll(/ id="([^"]*)"/g)].map(([, id]) => id))
    anchors.set(file, known)
    return known
  }
  return links().flatMap(({ page, tag, href }) => {
    if (/^(?:https?:)?\/\//.test(href)) return tag === 'a' ? [] : [`${page} loads ${href}`]
    if (/^(?:mailto|data):/.test(href)) return []
    const [path, anchor] = href.split('#')
    const target = path === '' ? page : pathOf(page, path).slice(1)
    const file = [target, `${target}.html`, posix.join(target, 'index.html')].find((one) => files.has(one))
    if (!file) return [`${page} links to ${href}, which does not exist`]
    const isKnown = !anchor || !file.endsWith('.html') || anchorsOf(file).has(decodeURIComponent(anchor))
    return isKnown ? [] : [`${page} links to ${href}, and there is no such heading`]
  })
}

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' }

const serve = async () => {
  const server = createServer((request, response) => {
    const path = decodeURI(new URL(request.url, 'http://site').pathname)
    const file = [path, `${path}.html`, `${path}index.html`]
      .map((one) => join(built, one))
      .find((one) => existsSync(one) && statSync(one).isFile())
    response.writeHead(file ? 200 : 404, {
      'content-type': types[extname(file ?? '')] ?? 'application/octet-stream',
    })
    response.end(file && readFileSync(file))
  })
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
  return { server, url: `http://127.0.0.1:${server.address().port}` }
}

const shown = { front: '/', 'quick-start': '/docs/label-a-file', reference: '/docs/cli' }
const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

const takePictures = async (folder) => {
  const { chromium } = await import('playwright-core')
  const { chromiumFlags, chromiumPath } = await import('../test/tools/chromium.mjs')
  const { server, url } = await serve()
  const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumFlags })
  const foreign = []
  for (const [size, viewport] of Object.entries(sizes))
    for (const colorScheme of ['light', 'dark']) {
      const page = await browser.newPage({ viewport, colorScheme })
      page.on('request', (request) => !request.url().startsWith(url) && foreign.push(request.url()))
      for (const [name, path] of Object.entries(shown)) {
        await page.goto(url + path, { waitUntil: 'networkidle' })
        await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`) })
        const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
        if (wide > 0) foreign.push(`${path} is ${wide} px wider than the ${size}`)
      }
      await page.close()
    }
  await browser.close()
  server.close()
  return foreign
}

install()
run('exec', '--', 'vitepress', 'build')
copyFiles()
cpSync(join(root, 'packages/desk/src/web/eyes.svg'), join(built, 'eyes.svg'))
const problems = [...linkProblems()]
if (values.pictures !== undefined) {
  const folder = resolve(values.pictures)
  mkdirSync(folder, { recursive: true })
  problems.push(...(await takePictures(folder)))
}
for (const problem of new Set(problems)) console.error(problem)
if (problems.length > 0) process.exit(1)
const count = builtFiles().filter((file) => file.endsWith('.html')).length
console.log(`Wrote ${count} pages to site/dist. Serve that folder at the root of a domain.`)
