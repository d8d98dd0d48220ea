// Generates the pages of docs/results from the papers' tables and figures, and stores what the verdicts on the papers'
// claims are based on:
//   npm run results -- --data-dir DIR [--threads N] [--runs N] [ID …]
//   npm run results -- --from results.json ID     from results that `askance reproduce ID -o DIR` wrote
//   npm run results -- --verdicts                 only recomputes the verdicts, from the stored results
// Without IDs it generates all of `published`. A full run takes one to two hours; cached results are reused.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  findReproductions,
  reportMarkdown,
  reproduce,
  reproducedFrom,
  reproductions,
  storedVerdicts,
  storeEvidence,
  verdictText,
} from '@askance/bench'
import { figureSvg } from '@askance/bench/drawing'
import { markdownEscaped } from '@askance/core/internals'
import { formatted, table } from './docs/markdown.mjs'
import { root } from './tools/files.mjs'

/** Reproductions whose data is available; `exhaustive` where the paper prints numbers to compare with. */
const published = [
  ['zhai-2022/table-2', { exhaustive: true }],
  ['zhai-2022/table-4', {}],
  ['zhai-2022/figure-1', {}],
  ['zhai-2022/figure-2', {}],
  ['zhai-2022/figure-3', {}],
  ['zhai-2022/figure-4', {}],
  ['zhai-2022/figure-5', {}],
  ['zhai-2022/figure-6', {}],
  ['lu-2016/table-2', {}],
  ['lu-2016/table-3', {}],
  ['lu-2016/table-6', {}],
  ['lu-2016/table-7', {}],
  ['lu-2016/table-8', {}],
  ['lu-2016/figure-1', {}],
  ['lu-2016/figure-2', {}],
  ['lu-2016/figure-4', {}],
  ['lu-2016/figure-5', {}],
  ['hao-2017/figure-1', {}],
  ['hao-2017/figure-2', {}],
  ['cesa-bianchi-2009/figure-1', {}],
  ['cesa-bianchi-2009/figure-2', {}],
  ['cesa-bianchi-2009/figure-3', {}],
  ['moroshko-2014/figure-2', {}],
]

/** Sections of the full report that are left out to keep these pages short. */
const LONG = ['Other metrics', 'Tuned parameters']

const folder = join(root, 'docs/results')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'data-dir': { type: 'string', default: 'data' },
    threads: { type: 'string' },
    runs: { type: 'string' },
    from: { type: 'string' },
    verdicts: { type: 'boolean', default: false },
  },
})

const pageOf = (id) => `${id.replace('/', '-')}.md`

const report = (reproduction, overrides) =>
  values.from === undefined
    ? reproduce(reproduction, {
        dataDir: values['data-dir'],
        cache: join(root, '.cache/results.jsonl'),
        ...(values.threads && { threads: Number(values.threads) }),
        ...(values.runs && { runs: Number(values.runs) }),
        ...overrides,
      })
    : reproducedFrom(reproduction, JSON.parse(readFileSync(values.from, 'utf8')))

const make = async (reproduction, overrides) => {
  const page = pageOf(reproduction.id)
  const { evidence, ...made } = await report(reproduction, overrides)
  const sections = made.sections.filter(({ title }) => !LONG.includes(title))
  const place = (id) => `figures/${page.replace('.md', '')}-${id}.svg`
  mkdirSync(join(folder, 'figures'), { recursive: true })
  for (const old of readdirSync(join(folder, 'figures')))
    if (old.startsWith(`${page.replace('.md', '')}-`)) rmSync(join(folder, 'figures', old))
  for (const figure of sections.flatMap(({ figures }) => figures))
    writeFileSync(join(folder, place(figure.id)), figureSvg(figure))
  const title = `${reproduction.id}: ${reproduction.title}`
  const flags = overrides.exhaustive ? ' --exhaustive' : ''
  const runs = evidence.runs === declaredRuns(reproduction) ? '' : ` --runs ${evidence.runs}`
  const command = `Command: \`askance reproduce ${reproduction.id}${flags}${runs} --data-dir DIR\`.`
  const text = reportMarkdown({ ...made, title, sections }, place).replace('\n\n', `\n\n${command}\n\n`)
  // Missing data is reported with its folder, which is one of this machine.
  const portable = text.replaceAll(values['data-dir'], 'data')
  writeFileSync(join(folder, page), formatted(`docs/results/${page}`, portable))
  storeEvidence(evidence)
  console.log(`Wrote docs/results/${page}.`)
}

const declaredRuns = ({ experiment }) => (experiment.protocol ?? experiment.study).runs

/** Replaces the verdicts of a page by those of the stored results. */
const updateVerdicts = ({ reproduction, verdicts }) => {
  const file = join(folder, pageOf(reproduction.id))
  if (!existsSync(file)) return
  let text = readFileSync(file, 'utf8')
  for (const verdict of verdicts) {
    const claim = `The paper says: ${markdownEscaped(verdict.claim)}\n\n`
    const [before, after] = text.split(claim)
    if (after === undefined) continue
    const rest = after.replace(/^(Holds|Fails|Undecided): .*\n/, '')
    text = `${before}${claim}${markdownEscaped(verdictText(verdict))}\n${rest.startsWith('\n') ? '' : '\n'}${rest}`
  }
  writeFileSync(file, formatted(`docs/results/${pageOf(reproduction.id)}`, text))
}

/** Writes the list of all existing pages and the verdicts on all claims. */
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
  const all = storedVerdicts()
  const claims = all.flatMap(({ reproduction: { id }, verdicts }) =>
    verdicts.map(({ claim, verdict, numbers }) => [
      `[${id}](${pageOf(id)})`,
      claim,
      `**${verdict}**`,
      numbers,
    ]),
  )
  const count = (wanted) => claims.filter(([, , verdict]) => verdict === `**${wanted}**`).length
  const index = `# Results

Tables and figures of the papers, reproduced with Askance. Each page lists its command, date, version and machine, the data
it used and the data that was missing, and compares our numbers with the printed ones where the paper prints numbers.

${table(['page', 'what it shows', "our numbers within one deviation of the paper's", 'made on'], rows)}

\`npm run results\` generates these pages; \`npm run bench\` measures [speed](speed.md) and [service speed](service-speed.md).

## Do the papers' claims hold?

Of ${claims.length} claims ${count('holds')} hold, ${count('fails')} fail and ${count('undecided')} are undecided, because data is missing or the differences are
not significant. The tests are on the pages. A comparison agrees if it points the right way with p ≤ 5 %; it contradicts if it
points the other way with p ≤ 5 % after Holm's correction. Pages without stored results are not in this list.
\`askance reproduce claims\` prints it.

${table(['page', 'the paper says', 'verdict', 'our numbers'], claims)}
`
  writeFileSync(join(folder, 'README.md'), formatted('docs/results/README.md', index))
}

const wanted =
  positionals.length === 0
    ? published
    : positionals.map((id) => published.find(([one]) => one === id) ?? [id, {}])
if (values.verdicts) for (const stored of storedVerdicts()) updateVerdicts(stored)
else
  for (const [id, overrides] of wanted)
    for (const reproduction of findReproductions(id)) {
      console.log(`${reproduction.id} …`)
      await make(reproduction, overrides)
    }
writeIndex()
