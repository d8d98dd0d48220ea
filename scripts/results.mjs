// Generates the pages of docs/results from the papers' tables and figures:
//   npm run results -- --data-dir DIR [--threads N] [ID …]
// Without IDs it generates all of `published`. A full run takes one to two hours; cached results are reused.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findReproductions, reportMarkdown, reproduce, reproductions } from '@askance/bench'
import { figureSvg } from '@askance/bench/drawing'
import { formatted, table } from './docs/markdown.mjs'
import { root } from './tools/files.mjs'

/** Reproductions whose data is available; `exhaustive` where the paper prints numbers to compare with. */
const published = [
  ['zhai-2022/table-2', { exhaustive: true }],
  ['zhai-2022/table-4', {}],
  ['zhai-2022/figure-4', {}],
  ['lu-2016/table-2', {}],
  ['lu-2016/table-3', {}],
  ['hao-2017/figure-1', {}],
  ['cesa-bianchi-2009/figure-1', {}],
  ['cesa-bianchi-2009/figure-2', {}],
  ['moroshko-2014/figure-2', {}],
]

/** Sections of the full report that are left out to keep these pages short. */
const LONG = ['Other metrics', 'Tuned parameters']

const folder = join(root, 'docs/results')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'data-dir': { type: 'string', default: 'data' }, threads: { type: 'string' } },
})

const pageOf = (id) => `${id.replace('/', '-')}.md`

const make = async (reproduction, overrides) => {
  const page = pageOf(reproduction.id)
  const options = {
    dataDir: values['data-dir'],
    cache: join(root, '.cache/results.jsonl'),
    ...(values.threads && { threads: Number(values.threads) }),
    ...overrides,
  }
  const report = await reproduce(reproduction, options)
  const sections = report.sections.filter(({ title }) => !LONG.includes(title))
  const place = (id) => `figures/${page.replace('.md', '')}-${id}.svg`
  mkdirSync(join(folder, 'figures'), { recursive: true })
  for (const old of readdirSync(join(folder, 'figures')))
    if (old.startsWith(`${page.replace('.md', '')}-`)) rmSync(join(folder, 'figures', old))
  for (const figure of sections.flatMap(({ figures }) => figures))
    writeFileSync(join(folder, place(figure.id)), figureSvg(figure))
  const title = `${reproduction.id}: ${reproduction.title}`
  const flags = overrides.exhaustive ? ' --exhaustive' : ''
  const made = `Command: \`askance reproduce ${reproduction.id}${flags} --data-dir DIR\`.`
  const text = reportMarkdown({ ...report, title, sections }, place).replace('\n\n', `\n\n${made}\n\n`)
  writeFileSync(join(folder, page), formatted(`docs/results/${page}`, text))
  console.log(`Wrote docs/results/${page}.`)
}

/** Writes the list of all existing pages. */
const writeIndex = () => {
  const there = new Set(readdirSync(folder))
  const rows = reproductions
    .filter(({ id }) => there.has(pageOf(id)))
    .map(({ id, title }) => {
      const text = readFileSync(join(folder, pageOf(id)), 'utf8')
      const date = /\*\*date\*\*: (\S+)/.exec(text)?.[1] ?? ''
      const within = /(\d+ of \d+) within one standard deviation/.exec(text)?.[1] ?? 'no printed numbers'
      return [`[${id}](${pageOf(id)})`, title, within, date]
    })
  const index = `# Results

Tables and figures of the papers, reproduced with Askance. Each page lists its command, date, version and machine, the data
it used and the data that was missing, and compares our numbers with the printed ones where the paper prints numbers.

${table(['page', 'what it shows', "our numbers within one deviation of the paper's", 'made on'], rows)}

\`npm run results\` generates these pages; \`npm run bench\` measures [speed](speed.md) and [service speed](service-speed.md).
`
  writeFileSync(join(folder, 'README.md'), formatted('docs/results/README.md', index))
}

const wanted =
  positionals.length === 0
    ? published
    : positionals.map((id) => published.find(([one]) => one === id) ?? [id, {}])
for (const [id, overrides] of wanted)
  for (const reproduction of findReproductions(id)) {
    console.log(`${reproduction.id} …`)
    await make(reproduction, overrides)
  }
writeIndex()
