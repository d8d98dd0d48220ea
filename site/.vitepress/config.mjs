import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import { slugOf } from '../../scripts/tools/slug.mjs'
import { groups } from './groups.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Published packages link to the pages by this address. */
const PAGES = `${JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).homepage.replace('#readme', '')}/blob/main/`

/** A page of a group: `docs/cli.md` becomes `/docs/cli`. */
const pageLink = ([text, file]) => ({
  text,
  link: `/${file.replace(/\.md$/, '').replace(/(^|\/)README$/, '$1')}`,
})

/** Where a relative link of a page leads in the site: a README is the index of its folder, other files are shown as text. */
const siteLink = (href, page) => {
  const isPage = href.startsWith(PAGES)
  if (!isPage && /^(?:[a-z]+:|#|\/)/.test(href)) return href
  const [path, anchor] = (isPage ? href.slice(PAGES.length) : href).split('#')
  const file = isPage ? path : posix.join(posix.dirname(page), path)
  const hash = anchor === undefined ? '' : `#${anchor}`
  const found = join(root, file)
  if (existsSync(found) && statSync(found).isDirectory()) return `/${posix.join(file, 'index.md')}${hash}`
  if (file.endsWith('.md')) return `/${file.replace(/README\.md$/, 'index.md')}${hash}`
  return `/files/${file}.txt`
}

/** A note such as "Generated from the code" is for those who edit the file. */
const commentRule = (md) => {
  md.core.ruler.after('normalize', 'comments', (state) => {
    state.src = state.src.replace(/^<!--.*-->$/gm, '')
  })
}

/** Shows the dark picture in the dark theme, if there is one. */
const imageRule = (md) => {
  const { image } = md.renderer.rules
  md.renderer.rules.image = (tokens, k, options, env, self) => {
    const html = image(tokens, k, options, env, self)
    const src = tokens[k].attrGet('src') ?? ''
    const dark = src.replace('-light.', '-dark.')
    if (dark === src || !existsSync(join(root, posix.dirname(env.relativePath), decodeURI(dark)))) return html
    return (
      html.replace('<img', '<img class="light-only"') +
      html.replace('<img', '<img class="dark-only"').replace(src, dark)
    )
  }
}

/** Changes links before the site checks them. Images stay as they are: the build copies them. */
const linkRule = (md) => {
  md.core.ruler.push('site-links', ({ tokens, env }) => {
    for (const token of tokens)
      for (const inner of token.children ?? [])
        if (inner.type === 'link_open') {
          const href = siteLink(
            inner.attrGet('href') ?? '',
            env.relativePath.replace(/index\.md$/, 'README.md'),
          )
          inner.attrSet('href', href)
          if (href.startsWith('/files/')) inner.attrSet('target', '_self')
        }
  })
}

/** A flag or a name breaks at no hyphen. */
const codeRule = (md) => {
  const { code_inline: inlineCode } = md.renderer.rules
  md.renderer.rules.code_inline = (tokens, k, ...rest) => {
    if (/^\S{1,24}$/.test(tokens[k].content)) tokens[k].attrJoin('class', 'whole')
    return inlineCode(tokens, k, ...rest)
  }
}

/** The pages are outside the folder where Vue is installed, so their imports are resolved from here. */
const vueOfSite = {
  name: 'vue-of-site',
  enforce: 'pre',
  resolveId(id, importer) {
    if (!/^vue(?:\/|$)/.test(id) || !importer?.split('?')[0].endsWith('.md')) return undefined
    return this.resolve(id, fileURLToPath(import.meta.url), { skipSelf: true })
  },
}

export default defineConfig({
  title: 'Askance',
  description: 'Learns to classify from few labels',
  lang: 'en-GB',
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/eyes.svg' }]],
  srcDir: root,
  outDir: join(dirname(fileURLToPath(import.meta.url)), '../dist'),
  cacheDir: join(dirname(fileURLToPath(import.meta.url)), '../node_modules/.cache/vitepress'),
  srcExclude: ['**/fixtures/**', '**/test/**', '**/dist/**', 'site/**'],
  rewrites: (id) => id.replace(/(^|\/)README\.md$/, '$1index.md'),
  ignoreDeadLinks: [/^\/files\//],
  cleanUrls: false,
  vite: { plugins: [vueOfSite], build: { chunkSizeWarningLimit: 2000 } },
  appearance: true,
  markdown: {
    html: false,
    anchor: { slugify: slugOf },
    toc: { slugify: slugOf },
    config: (md) => [commentRule, imageRule, linkRule, codeRule].map((rule) => rule(md)),
  },
  themeConfig: {
    logo: '/eyes.svg',
    nav: [
      { text: 'Label a file', link: '/docs/label-a-file' },
      { text: 'Service', link: '/docs/service' },
      { text: 'Commands', link: '/docs/cli' },
      { text: 'Results', link: '/docs/results/' },
    ],
    sidebar: groups.map(({ text, pages, collapsed }) => ({
      text,
      collapsed: collapsed ?? false,
      items: pages.map(pageLink),
    })),
    outline: { level: [2, 3] },
    search: { provider: 'local' },
    footer: { message: 'MIT licence' },
  },
  transformPageData: ({ relativePath }) =>
    relativePath === 'index.md'
      ? { frontmatter: { aside: false, footer: false, pageClass: 'front' } }
      : undefined,
})
