/**
 * Measures speed and prints it as ratios: `npm run bench -- [--quick] [PAGE or SECTION …]`, or compares with another build: `auto` by
 * `npm run bench -- --against CHECKOUT [--quick] [--data-dir DIR --sets a9a,letter]`, the service by adding the section `costs`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { against } from './against.js'
import { ratiosOf, remember } from './history.js'
import { machine, provenance, tableOf, today, version } from './report.js'
import { answering } from './sections/answering.js'
import { costLines, costs } from './sections/costs.js'
import { drawing } from './sections/drawing.js'
import { experiments } from './sections/experiments.js'
import { isolation } from './sections/isolation.js'
import { matrices } from './sections/matrices.js'
import { memory } from './sections/memory.js'
import { questions } from './sections/questions.js'
import { reading } from './sections/reading.js'
import { recovery } from './sections/recovery.js'
import { requests } from './sections/requests.js'
import { rounds } from './sections/rounds.js'
import { scale } from './sections/scale.js'
import type { Section } from './sections/section.js'
import { selfTuning } from './sections/self-tuning.js'
import { storage } from './sections/storage.js'
import { text } from './sections/text.js'

interface Page {
  readonly name: string
  readonly title: string
  /** Says how to read the numbers. */
  readonly note: string
  readonly sections: readonly Section[]
}

/** A page is written when all of its sections were measured; a section that was measured alone is replaced in its page. */
const pages: readonly Page[] = [
  {
    name: 'speed',
    title: 'Speed',
    note: 'Best of several interleaved repetitions; in parentheses, how much slower the slowest one was.',
    sections: [rounds, selfTuning, reading, text, matrices, memory, experiments],
  },
  {
    name: 'service-speed',
    title: 'Speed of the service',
    note: 'Best of several interleaved repetitions, over loopback; the requests come from the same machine.',
    sections: [requests, costs, isolation, questions, recovery, storage],
  },
  {
    name: 'desk-speed',
    title: 'Speed of the desk',
    note: 'Headless Chromium with normal frame timing; the service runs on the same machine.',
    sections: [answering, drawing],
  },
  {
    name: 'scale',
    title: 'Speed of wide streams',
    note: 'What an item of a [wide stream](../wide-streams.md) costs in real processes over loopback, and what many worker cores would do with these costs.',
    sections: [scale],
  },
]

/** The ratios of this run. */
const measured: Record<string, number> = {}

const measure = async ({ name, title, note, sections }: Page, wanted: readonly string[], quick: boolean) => {
  const isWhole = wanted.length === 0 || wanted.includes(name)
  const size = quick
    ? 'Quick run: a tenth of the size and few repetitions. Do not publish these numbers.'
    : note
  const page = [`# ${title}\n\n${provenance()}.\n\n${size}`]
  for (const section of sections.filter((one) => isWhole || wanted.includes(one.name))) {
    if (section.missing !== undefined) {
      console.error(`${section.title}: skipped, ${section.missing}.`)
      continue
    }
    process.stderr.write(`${section.title} …\n`)
    const found = await section.run({ quick })
    const { lines, text } = 'lines' in found ? found : { lines: found, text: '' }
    Object.assign(measured, ratiosOf(section.name, lines))
    const part = `## ${section.title}\n\n${tableOf(lines)}${text && `\n\n${text}`}`
    page.push(part)
    console.log(`\n${part}`)
  }
  if (quick || page.length === 1) return
  const folder = new URL('../../docs/results/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  const file = new URL(`${name}.md`, folder)
  const text = isWhole
    ? `${page.join('\n\n')}\n`
    : page.slice(1).reduce(withSection, readFileSync(file, 'utf8'))
  writeFileSync(file, text)
  console.log(`\nWritten to docs/results/${name}.md.`)
}

/** A page with one section replaced, or added at the end, and when that was measured. */
const withSection = (page: string, section: string): string => {
  const [head = '', ...rest] = section.split('\n')
  const dated = [head, '', `${provenance()}.`, ...rest].join('\n')
  const parts = page.trimEnd().split(/\n\n(?=## )/)
  const place = parts.findIndex((part) => part.startsWith(`${head}\n`))
  return `${parts.toSpliced(place < 0 ? parts.length : place, 1, dated).join('\n\n')}\n`
}

const { values: flags, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    against: { type: 'string' },
    'data-dir': { type: 'string', default: 'data' },
    sets: { type: 'string' },
  },
})
const known = pages.flatMap(({ name, sections }) => [name, ...sections.map((section) => section.name)])
const unknown = wanted.find((word) => !known.includes(word))

if (unknown !== undefined) {
  console.error(
    `Unknown section ${unknown}. Usage: npm run bench -- [--quick] [PAGE or SECTION …] with ${known.join(', ')}.`,
  )
  process.exitCode = 2
} else if (flags.against !== undefined && wanted.includes(costs.name)) {
  const lines = await costLines(flags, resolve(flags.against))
  console.log(`${provenance()}.\n\n${tableOf(lines)}`)
} else if (flags.against !== undefined) {
  const { quick, 'data-dir': folder, sets } = flags
  const { table, isSame } = await against({ path: flags.against, folder, quick, sets: sets?.split(',') })
  console.log(`${provenance()}.\n\n${table}`)
  process.exitCode = isSame ? 0 : 1
} else {
  for (const page of pages) await measure(page, wanted, flags.quick)
  const run = { date: today(), version: version(), node: process.version, machine: machine() }
  const file = new URL('../history.jsonl', import.meta.url)
  if (!flags.quick) console.log(`\n${remember(file, { ...run, ratios: measured })}`)
}
